"""``battlemat new-ruleset`` writes an example under another name, which plays at once and passes its own tests."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from game.cli import rulesets
from game.cli.commands import main
from game.cli.requests import NewRulesetCommand
from game.files.errors import BadFile
from game.play.crash import CrashReporter
from game.resources import folder
from tests.content.elsewhere import HOME, battlemat, python, unpacked

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
