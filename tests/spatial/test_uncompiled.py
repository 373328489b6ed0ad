"""The kernels give the same answers built and interpreted, and what is built of other sources is not used."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType, SimpleNamespace

import pytest

from game.cli.playing import tell_if_slow
from game.spatial import kernels
from game.spatial.space import Space
from tests.spatial.maps import scattered

HIDDEN = "import sys; sys.modules['battlemat_kernels'] = None"
"""Said first, it leaves Python nothing but the kernels' files."""


def answers() -> str:
    """A digest of many answers of all kernels, proofs rounded."""
    digest = sha256()
    for seed in range(4):
        random = Random(seed)
        floor = tuple(random.choice((0, 0, 0, 10, 20)) for _ in range(48)) if seed % 2 else ()
        kinds = {"#": 0.1, "c": 0.06, "-": 0.05, "|": 0.05, "w": 0.05}
        space = Space(scattered(random, 8, 6, kinds, 0.08, floor=floor))
        for size in (1, 2):
            view = space.field_of_view((random.randrange(7), random.randrange(5)), size)
            digest.update(view.seen.tobytes() + view.corners.tobytes() + view.corners_back.tobytes())
        for _ in range(12):
            a, b = ((random.randrange(8), random.randrange(6)) for _ in range(2))
            sight = space.sight(a, b)
            lines = [sight.witness, *(c.segment for c in sight.corners)]
            digest.update(repr([line and [[round(v, 6) for v in p] for p in line] for line in lines]).encode())
    return digest.hexdigest()


def told(code: str) -> str:
    """What a fresh Python prints."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.skipif(not kernels.BUILT, reason="the kernels are not built here")
def test_kernels_give_the_same_answers_interpreted() -> None:
    code = "from tests.spatial.test_uncompiled import answers; print(answers())"
    assert told(f"{HIDDEN}; {code}") == answers()


def test_kernels_are_interpreted_without_cython() -> None:
    code = "from game.spatial import kernels; print(kernels.BUILT, 'cython' in sys.modules)"
    assert told(f"{HIDDEN}; sys.modules['Cython'] = None; {code}") == "None False"


def test_kernels_built_of_other_sources_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    old = ModuleType(kernels.NAME)
    monkeypatch.setitem(sys.modules, kernels.NAME, old)
    monkeypatch.setattr(old, "DIGEST", "of some other day", raising=False)
    with pytest.warns(UserWarning, match=r"built from other sources.*install -e \."):
        assert kernels.built() is None
    monkeypatch.setattr(old, "DIGEST", kernels.digest(kernels.source_files()))
    assert kernels.built() is old


@pytest.mark.parametrize(("found", "told"), [(None, f"{kernels.SLOW}\n"), (ModuleType(kernels.NAME), "")])
def test_a_player_is_told_once_where_sight_is_slow(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], found: ModuleType | None, told: str
) -> None:
    monkeypatch.setattr(kernels, "BUILT", found)
    tell_if_slow()
    assert capsys.readouterr() == ("", told)


@pytest.fixture
def hook(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The build hook."""
    monkeypatch.syspath_prepend(Path(__file__).parents[2])
    return import_module("hatch_build")


def test_the_build_writes_down_the_digest_that_the_game_asks_for(hook: ModuleType) -> None:
    assert hook.digest() == kernels.digest(kernels.source_files())


def test_the_compiler_is_told_all_numbers_that_kernels_import(hook: ModuleType) -> None:
    from game.spatial.kernels import columns

    numbers = {name: value for name, value in vars(columns).items() if isinstance(value, (int, float))}
    lines = {line.strip() for line in hook.columns().splitlines()}
    wanted = {f"{n} = {v}" if isinstance(v, int) else f"#define {n} {v!r}" for n, v in numbers.items()}
    assert wanted <= lines


@pytest.mark.parametrize(("found", "wanted"), [(None, ["ziglang>=0.13"]), ("cc", [])])
def test_a_compiler_is_asked_for_only_where_there_is_none(
    hook: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, found: str | None, wanted: list[str]
) -> None:
    monkeypatch.setattr(hook, "compiler", lambda: found)
    monkeypatch.setattr(hook.platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(hook.sysconfig, "get_path", lambda name: str(tmp_path))
    (tmp_path / "Python.h").touch()
    ask: Callable[[object], list[str]] = hook.Kernels.dependencies
    assert ask(SimpleNamespace(target_name="wheel")) == wanted
    assert ask(SimpleNamespace(target_name="sdist")) == []


def test_no_compiler_is_asked_for_that_could_not_build(hook: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hook, "compiler", lambda: None)
    monkeypatch.setattr(hook.platform, "machine", lambda: "pdp11")
    assert hook.wanted() == []
    monkeypatch.setattr(hook.platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(hook.sysconfig, "get_path", lambda name: "nowhere")
    assert hook.wanted() == []


def test_an_installation_goes_on_where_nothing_can_be_built(hook: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(into: Path) -> Path:
        raise RuntimeError("no compiler\nat all")

    said: list[str] = []
    monkeypatch.setattr(hook, "build", fails)
    build = SimpleNamespace(target_name="wheel", app=SimpleNamespace(display_warning=said.append))
    data: dict[str, object] = {}
    hook.Kernels.initialize(build, "standard", data)
    hook.Kernels.finalize(build, "standard", data, "")
    assert data == {} and said == [f"{hook.FAILED}: at all"] and not build.room.exists()
