"""The page of a night's figures: what its results say, and nothing of what did not run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.night import GROUPS, main, page, read

ROOT = Path(__file__).parents[1]

RESULTS = """\
<testsuites><testsuite timestamp="2026-11-27T03:17:00.0+00:00">
<testcase classname="tests.fuzz.test_fuzz" name="test_many_spoilt_files[tmx]">
<properties><property name="read" value="100"/><property name="refused" value="1200"/></properties></testcase>
<testcase classname="tests.fuzz.test_fuzz" name="test_many_spoilt_files[save]">
<properties><property name="read" value="1"/></properties><failure message="x">y</failure></testcase>
<testcase classname="tests.referee.test_glog" name="test_x[1]"><error message="x">y</error></testcase>
<testcase classname="tests.content.test_difficulty" name="test_x[duel-even]"><properties>
<property name="battles" value="100"/><property name="audited" value="Even: 24 of 40. 50 to 50"/></properties>
</testcase>
<testcase classname="tests.bench.test_frame" name="test_z"><properties><property name="ms" value="1.5"/></properties>
</testcase>
<testcase classname="tests.laws.test_secrecy" name="test_x"/>
<testcase classname="tests.laws.test_battles" name="test_x"/>
<testcase classname="tests.lab.test_memory" name="test_x"/>
<testcase classname="tests.lab.test_memory" name="test_y"><skipped message="x"/></testcase>
</testsuite></testsuites>
"""


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """What a night has left."""
    path = tmp_path / "nightly.xml"
    path.write_text(RESULTS)
    return path


def rows(lines: list[str]) -> dict[str, list[str]]:
    """The cells of the table by the first of their row."""
    cut = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]
    return {first: others for first, *others in cut}


def test_figures_are_added_up_by_what_they_are_about(results: Path) -> None:
    day, found = read([results])
    told = rows(list(page(day, found, "abcdef01", 7)))
    assert day == "2026-11-27"
    assert told["Spoilt files"] == ["2", "1", "101 read, 1,200 refused"]
    assert told["Whole battles judged by a second reading"][:2] == ["1", "1"], "an error is no success"
    assert told["What a side may not know"][:2] == ["1", "0"] == told["Laws of every ruleset"][:2]
    assert told["Everything else"] == ["2", "0", ""], "what is left out is not counted, and no part of a millisecond"
    assert told["Difficulties as promised"] == ["1", "0", "100 battles"]
    assert told["Lines of sight"] == ["not run", "", ""]
    assert list(told)[1:] == list(GROUPS)
    page_of = "\n".join(page(day, found, "abcdef01", 7))
    assert "* `tests.fuzz.test_fuzz::test_many_spoilt_files[save]`" in page_of, "what failed is named"
    assert page_of.count("\n* `") == 2
    assert "\n* test_x[duel-even]: audited Even: 24 of 40. 50 to 50\n* test_z: ms 1.5\n" in page_of, "words are no sum"


def test_results_of_several_runs_make_one_page(results: Path) -> None:
    _, found = read([results, results])
    assert found["Spoilt files"].counted == {"read": 202, "refused": 2400}


def test_the_page_tells_day_commit_and_night(results: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.night.subprocess.run", lambda *_, **__: subprocess.CompletedProcess([], 0, "abcdef01\n"))
    out = results.with_suffix(".md")
    assert main([str(results), "--out", str(out)]) == 0
    assert "on 2026-11-27 at commit abcdef01, night 0, under Python" in out.read_text()


def test_each_night_has_other_files_and_battles() -> None:
    """Read in processes of their own: the number is that of a whole run."""
    asked = (
        "from tests.fuzz.test_fuzz import MANY\n"
        "from tests.night import NIGHT\n"
        "from tests.referee.judging import seeds\n"
        "drawn = [getattr(each, 'values', (each,))[0] for each in seeds.args[1]]\n"
        "print(NIGHT * MANY, min(drawn[2:]), len(set(drawn)), len(drawn))\n"
    )

    def told(number: str) -> list[int]:
        environment = {**os.environ, "BATTLEMAT_NIGHT": number, "PYTHONPATH": os.pathsep.join(sys.path)}
        ran = subprocess.run(
            [sys.executable, "-c", asked], capture_output=True, text=True, check=True, env=environment, cwd=ROOT
        )
        return [int(each) for each in ran.stdout.splitlines()[-1].split()]

    none, third = told(""), told("3")
    assert none[0] == 0 and third[0] > none[0] and third[1] > 3 * 100
    assert none[2] == none[3] == third[2] == third[3]


def test_ci_runs_the_night_and_writes_its_page() -> None:
    steps = (ROOT / ".github" / "workflows" / "ci.yml").read_text()
    assert "-m nightly tests" in steps and "python -m tests.night nightly.xml" in steps
    assert "BATTLEMAT_NIGHT" in steps and "schedule" in steps
