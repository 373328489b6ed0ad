"""Rulesets as somebody else's: written by the command, built, unpacked where nothing lay, played; and their guide."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZipFile

import pytest

from game.cli import rulesets
from game.cli.commands import main
from game.cli.requests import NewRulesetCommand
from game.files.errors import BadFile
from game.play.crash import CrashReporter
from game.resources import folder

HOME = Path(__file__).parents[2]

BUILD = "import sys; from hatchling.build import build_wheel; build_wheel(sys.argv[1])"


def unpacked(package: Path, site: Path) -> None:
    """Put what a package's wheel holds into a folder; entry points are found in any folder on Python's path."""
    site.mkdir(parents=True, exist_ok=True)
    built = subprocess.run(
        [sys.executable, "-c", BUILD, str(site)], cwd=package, capture_output=True, text=True, check=False
    )
    assert built.returncode == 0, built.stderr
    (wheel,) = site.glob("*.whl")
    with ZipFile(wheel) as packed:
        packed.extractall(site)
    wheel.unlink()


def python(site: Path, *words: str, typed: str = "") -> str:
    """What a module of Python prints, run elsewhere with only ``site`` beside the game."""
    path = os.pathsep.join((str(site), str(HOME)))
    done = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=site,
        env={**os.environ, "PYTHONPATH": path, "XDG_STATE_HOME": str(site / "state"), "HOME": str(site)},
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def battlemat(site: Path, *words: str, typed: str = "") -> str:
    """The same for a command of the game."""
    return python(site, "game", *words, typed=typed)


# --- ``battlemat new-ruleset`` writes an example under another name, which plays at once and passes its own tests ---

KINDS = [("cells", "gatehouse", "duel"), ("zones", "woodland-road", "foray")]


@pytest.fixture(scope="module", params=KINDS, ids=lambda kind: kind[0])
def written(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, str, str]:
    """A written package, a folder where it is installed, a map to play it on, and the name of its example."""
    places, map_, example = request.param
    home = tmp_path_factory.mktemp(places)
    package = home / "river war"
    assert main(["new-ruleset", "river-war", "--out", str(package), *["--zones"] * (places == "zones")]) == 0
    site = tmp_path_factory.mktemp("site")
    unpacked(package, site)
    return package, site, map_, example


def test_it_is_played_to_the_end_by_the_ai(written: tuple[Path, Path, str, str]) -> None:
    _, site, map_, _ = written
    assert "river-war: River War" in battlemat(site, "rules")
    words = ("arena", "--map", map_, "--rules", "river-war", "--battles", "2", "--ai", "instinct,trained", "--json")
    found = json.loads(battlemat(site, *words))
    assert len(found["fought"]) == 2
    assert any(each["side"] for each in found["fought"]), "the sides meet, and somebody wins"


def test_a_terminal_plays_it(written: tuple[Path, Path, str, str]) -> None:
    _, site, map_, _ = written
    told = battlemat(site, "text", map_, "--rules", "river-war", "--seats", "instinct,instinct", "--seed", "1")
    assert "River War. Seed 1." in told and " won: " in told


def write_ruleset(name: str, *, zones: bool = False, out: Path | None) -> None:
    """Write a ruleset as the command does."""
    rulesets.run_new_ruleset(NewRulesetCommand(name, zones, out), CrashReporter())


def test_its_own_tests_pass(written: tuple[Path, Path, str, str]) -> None:
    package, site, _, _ = written
    assert " passed" in python(site, "pytest", "-q", "-p", "no:cacheprovider", str(package))


def test_nothing_in_it_is_called_after_the_example(written: tuple[Path, Path, str, str]) -> None:
    package, _, _, example = written
    for path in package.rglob("*"):
        if path.suffix in rulesets.KINDS:
            assert example not in path.relative_to(package).as_posix().lower()
            assert example not in path.read_text(encoding="utf-8").lower(), path


def test_it_has_every_file_of_the_example(written: tuple[Path, Path, str, str]) -> None:
    """By their contents under the example's own name, nothing is left out and nothing changed."""
    package, _, _, example = written
    (kind,) = [each for each in (rulesets.CELLS, rulesets.ZONES) if each.name == example]
    home = folder(kind.folder)
    own = {path.relative_to(home) for path in home.rglob("*") if path.suffix in rulesets.KINDS}
    own = {path for path in own if not path.parts[0].startswith(".")}
    assert {Path(rulesets.renamed(path.as_posix(), example, "river-war")) for path in own} == {
        path.relative_to(package) for path in package.rglob("*") if path.suffix in rulesets.KINDS
    }
    for path in own:
        text = (home / path).read_text(encoding="utf-8")
        assert rulesets.renamed(text, example, example) == text, path


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("River", "'River': a ruleset is called by small letters, digits, - and _, a letter first: river-war"),
        ("4x", "a letter first"),
        ("war-", "small letters"),
        ("../war", "small letters"),
        ("w" * 31, "31 letters are too many for a name; take 30 at most"),
        ("con", "is one that Windows keeps for itself"),
        ("none", "is a word of Python"),
        ("sheet", "something else in a ruleset is called Sheet"),
        ("sovereign", "a ruleset of that name is installed already"),
    ],
)
def test_a_name_that_can_not_be_is_refused(name: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=said):
        write_ruleset(name, out=tmp_path / "new")
    assert not list(tmp_path.iterdir())


def test_what_is_there_is_left_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "battlemat-war").mkdir()
    (tmp_path / "link").symlink_to("nowhere")
    for out in (None, Path("link")):
        with pytest.raises(BadFile, match=r"it is there already, and is left as it is; name another folder with --out"):
            write_ruleset("war", out=out)
    assert not list((tmp_path / "battlemat-war").iterdir())


def test_a_folder_that_can_not_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(BadFile, match=r"file/war: could not be written \(.*\); name another folder with --out"):
        write_ruleset("war", out=tmp_path / "file" / "war")


def test_it_is_there_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk is full after some files."""
    write, written = Path.write_text, []

    def filling(self: Path, *args: str, **more: str) -> int:
        written.append(self)
        if len(written) > 5:
            raise OSError(28, "No space left on device")
        return write(self, *args, **more)

    monkeypatch.setattr(Path, "write_text", filling)
    with pytest.raises(BadFile, match="No space left on device"):
        write_ruleset("war", out=tmp_path / "war")
    assert len(written) == 6 and not list(tmp_path.iterdir())


def test_what_tools_leave_in_an_example_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "example"
    shutil.copytree(folder("rulesets/example"), home)
    for left in (".pytest_cache/README.md", "battlemat_duel/__pycache__/turn.cpython-311.pyc"):
        (home / left).parent.mkdir(parents=True, exist_ok=True)
        (home / left).write_text("left")
    monkeypatch.setattr(rulesets, "folder", lambda name: home if name.endswith("example") else folder(name))
    write_ruleset("war", out=tmp_path / "war")
    assert not [path for path in (tmp_path / "war").rglob("*") if path.name.startswith((".", "__py"))]


def test_it_says_how_to_go_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_ruleset("river-war", zones=True, out=tmp_path / "war")
    told = capsys.readouterr().out
    assert f"pip install -e {tmp_path / 'war'}" in told
    assert "battlemat play woodland-road --rules river-war" in told
    assert str(HOME / "rulesets" / "README.md") in told


# --- The example ruleset as somebody else's: built, unpacked where nothing of it lay, and played from there ---

EXAMPLE = HOME / "rulesets" / "example"
GOLDEN = HOME / "tests" / "battles" / "duel" / "parry.battle"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel's content and nothing else."""
    place = tmp_path_factory.mktemp("site")
    unpacked(EXAMPLE, place)
    return place


def test_the_wheel_holds_the_package_and_its_data(site: Path) -> None:
    package = EXAMPLE / "battlemat_duel"
    wanted = {path.relative_to(EXAMPLE) for path in package.rglob("*") if path.suffix in (".py", ".toml")}
    held = {path.relative_to(site) for path in (site / "battlemat_duel").rglob("*") if path.suffix in (".py", ".toml")}
    assert held == wanted


def test_in_our_own_wheel_it_is_no_ruleset() -> None:
    build = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))
    assert "/rulesets/example*" in build["tool"]["hatch"]["build"]["targets"]["wheel"]["exclude"]
    assert "duel" not in build["project"]["entry-points"]["battlemat.rulesets"]


def test_the_game_finds_it(site: Path) -> None:
    assert "duel: Duel" in battlemat(site, "rules")
    assert battlemat(site, "rules", "duel", "D-1") == "D-1 Blows\n  d20 and bonus against guard.\n"


def test_the_arena_plays_it_and_its_ai_knows_what_it_does(site: Path) -> None:
    words = ("arena", "--map", "gatehouse", "--rules", "duel", "--battles", "2", "--ai", "instinct", "--json")
    found = json.loads(battlemat(site, *words))
    assert len(found["fought"]) == 2
    assert any(each["side"] for each in found["fought"]), "the sides meet, and somebody wins"


def test_a_terminal_plays_the_example(site: Path) -> None:
    words = ("text", "gatehouse", "--rules", "duel", "--seats", "human,instinct", "--seed", "1", "--no-chances")
    told = battlemat(site, *words, typed="Ada\nend\nsave half.save\nquit\n")
    assert "Duel. Seed 1." in told
    assert "half.save" in told
    assert "rules tell the same battle" in battlemat(site, "replay", "half.save")


def test_its_golden_battle_is_played_again(site: Path) -> None:
    assert "rules tell the same battle" in battlemat(site, "replay", str(GOLDEN))


# --- The guide to writing a ruleset shows code of the examples, and names what is there ---

GUIDE = (HOME / "rulesets" / "README.md").read_text(encoding="utf-8")
EXAMPLES = [HOME / "rulesets" / name for name in ("example", "example_zones")]

SNIPPETS = re.findall(r"^```(?:python|toml)\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
WORDS_A_MINUTE = 150
"""Of somebody who reads code as well."""


@pytest.mark.parametrize("snippet", SNIPPETS, ids=lambda text: text.split("\n")[0].strip()[:40])
def test_its_code_is_that_of_the_examples(snippet: str) -> None:
    files = [path for home in EXAMPLES for path in home.rglob("*") if path.suffix in (".py", ".toml")]
    assert any(snippet in path.read_text(encoding="utf-8") for path in files), snippet


def test_there_are_snippets_and_it_is_read_in_a_quarter_of_an_hour() -> None:
    assert len(SNIPPETS) >= 9
    read = " ".join(line for line in GUIDE.splitlines() if not line.startswith("|"))  # tables are looked things up in
    assert len(read.split()) / WORDS_A_MINUTE <= 15


def test_it_names_modules_of_the_kit_that_are_there_and_no_fewer() -> None:
    table = GUIDE.partition("## What the kit has")[2].partition("## Tests")[0]
    named = {
        name for row in re.findall(r"^\| (`.*?`) \|", table, re.MULTILINE) for name in re.findall(r"`([\w.]+)`", row)
    }
    assert all(find_spec(f"game.kit.{name}") for name in named)
    kit = HOME / "game" / "kit"
    rooms = {f"mind.{path.stem}" for path in (kit / "mind").glob("[!_]*.py")}
    assert named == {path.stem for path in kit.iterdir() if path.stem[0] not in "_."} - {"mind"} | rooms


def test_its_links_lead_somewhere() -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", GUIDE):
        assert link.startswith("http") or (HOME / "rulesets" / link).exists(), link
