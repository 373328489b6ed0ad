"""Releases: the steps of ``.ci/release.py``, that the workflow runs them, and what the bundle leaves out."""

from __future__ import annotations

import ast
import os
import re
import sys
import tomllib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import release
import yaml

from game.__main__ import leave_libraries

PROJECT = Path(__file__).parent.parent
WORKFLOWS = sorted((PROJECT / ".github" / "workflows").glob("*.yml"))
CHANGELOG = """# Changes

Some words.

## Unreleased
{new}
## 0.2.0 - 2026-02-01
### Added
* A gate.

## 0.1.0 - 2026-01-01
* A map.
"""


# ------------------------------------------------------------------ the changelog


def test_the_notes_of_a_version_are_its_section() -> None:
    told = CHANGELOG.format(new="")
    assert release.notes_of(told, "0.2.0") == "### Added\n* A gate."
    assert release.notes_of(told, "0.1.0") == "* A map."


@pytest.mark.parametrize(
    ("new", "version", "said"),
    [
        ("", "0.3.0", "no section '## 0.3.0 - YYYY-MM-DD' with entries"),
        ("", "Unreleased", "no section"),
        ("* More.\n", "0.2.0", "unreleased entries"),
        ("\n## 0.3.0 - 2026-03-01\n", "0.3.0", "no section '## 0.3.0"),
        ("\n## 0.3.0\n* A day is missing.\n", "0.3.0", "no section '## 0.3.0"),
    ],
)
def test_a_version_of_which_nothing_is_told_is_not_released(new: str, version: str, said: str) -> None:
    with pytest.raises(release.Unfit, match=re.escape(said)):
        release.notes_of(CHANGELOG.format(new=new), version)


def test_what_is_unreleased_becomes_a_version() -> None:
    made = release.prepared(CHANGELOG.format(new="### Fixed\n* A door.\n"), "0.3.0", "2026-03-01")
    assert release.notes_of(made, "0.3.0") == "### Fixed\n* A door."
    assert list(release.sections(made)) == ["Unreleased", "0.3.0", "0.2.0", "0.1.0"]
    assert made.startswith("# Changes\n\nSome words.\n\n## Unreleased\n\n## 0.3.0 - 2026-03-01\n### Fixed\n")


@pytest.mark.parametrize(
    ("new", "version", "said"),
    [
        ("* A door.\n", "v0.3", "'v0.3' is no version"),
        ("* A door.\n", "0.2.0", "has 0.2.0 already"),
        ("", "0.3.0", "nothing"),
    ],
)
def test_what_can_not_become_a_version(new: str, version: str, said: str) -> None:
    with pytest.raises(release.Unfit, match=re.escape(said)):
        release.prepared(CHANGELOG.format(new=new), version, "2026-03-01")


def test_our_own_changelog_can_be_released() -> None:
    told = (PROJECT / "CHANGELOG.md").read_text(encoding="utf-8")
    first, *others = release.sections(told)
    assert first == "Unreleased"
    assert others and all(release.sections(told)[each][0] for each in others)
    pairs = [tuple(map(int, each.split("."))) for each in others]
    assert pairs == sorted(pairs, reverse=True), "newest first"


# ------------------------------------------------------------------ what is made


@pytest.fixture
def dist(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with what a release has made."""
    monkeypatch.setattr(release, "DIST", tmp_path / "dist")
    (tmp_path / "dist").mkdir()
    for name in ("battlemat-1.2.3.tar.gz", "battlemat-1.2.3-linux-x86_64.tar.gz", "battlemat-1.2.3-cp311-x.whl"):
        (tmp_path / "dist" / name).write_text(name)
    return tmp_path / "dist"


def test_the_source_is_told_from_the_bundle_and_says_the_version(dist: Path) -> None:
    assert release.source() == dist / "battlemat-1.2.3.tar.gz"
    assert release.built() == dist / "battlemat-1.2.3-cp311-x.whl"
    assert release.version() == "1.2.3"


def test_what_is_left_of_another_version_is_told(dist: Path) -> None:
    (dist / "battlemat-1.2.2.tar.gz").touch()
    with pytest.raises(release.Unfit, match="to have one source, and has 2"):
        release.version()
    (dist / "battlemat-1.2.3-cp311-x.whl").unlink()
    with pytest.raises(release.Unfit, match="to have one wheel, and has 0"):
        release.built()


def test_checksums_are_as_programs_read_them_and_do_not_count_themselves(dist: Path) -> None:
    release.sums()
    release.sums()
    lines = (dist / release.SUMS).read_text().splitlines()
    assert len(lines) == 3
    for line in lines:
        digest, name = line.split("  ")
        assert digest == sha256(name.encode()).hexdigest()


# ------------------------------------------------------------------ the workflow


def runs(workflow: Path) -> Iterator[tuple[str, str]]:
    """The commands of a workflow, each with its job."""
    jobs = yaml.safe_load(workflow.read_text(encoding="utf-8"))["jobs"]
    for name, job in jobs.items():
        for step in job["steps"]:
            if "run" in step:
                yield name, step["run"]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: str(path.stem))
def test_every_script_that_a_workflow_names_is_there(workflow: Path) -> None:
    named = [word for _, line in runs(workflow) for word in re.findall(r"(?<!\S)\.ci/[\w./]+", line)]
    assert named
    assert all((PROJECT / word).is_file() for word in named), named


def test_the_workflow_runs_the_steps_that_the_dry_run_runs() -> None:
    """Each, in their order within a job, and after the job that it needs; nothing else but what only GitHub has."""
    workflow = PROJECT / ".github" / "workflows" / "release.yml"
    jobs: dict[str, list[str]] = {}
    others = []
    for job, line in runs(workflow):
        called = re.fullmatch(r"python \.ci/release\.py (\S+)", line)
        if called:
            jobs.setdefault(job, []).append(called[1])
        else:
            others.append(line.split()[:4])
    order = list(release.STEPS)
    assert {step for steps in jobs.values() for step in steps} == set(order)
    needs = {job: told.get("needs", []) for job, told in yaml.safe_load(workflow.read_text())["jobs"].items()}
    assert jobs["source"][0] == order[0] and needs["bundles"] == "source" and needs["publish"] == ["wheels", "bundles"]
    for job in ("source", "bundles"):
        assert jobs[job] == sorted(jobs[job], key=order.index), job
    assert others == [
        ["python", "-m", "pip", "install"],
        ["python", "-m", "cibuildwheel", "--output-dir"],
        ["gh", "release", "create", '"$GITHUB_REF_NAME"'],
    ]


def test_only_a_tag_is_published() -> None:
    told: dict[Any, Any] = yaml.safe_load((PROJECT / ".github" / "workflows" / "release.yml").read_text())
    assert told["jobs"]["publish"]["if"] == "github.ref_type == 'tag'"
    assert told["permissions"] == {"contents": "read"}
    writing = [name for name, job in told["jobs"].items() if job.get("permissions", {}).get("contents") == "write"]
    assert writing == ["publish"]
    assert told[True]["push"] == {"tags": ["v*"]}, "YAML reads the key `on` as true"


def test_what_must_pass_releases_a_copy() -> None:
    assert ".ci/release.py dry-run" in (PROJECT / ".ci" / "run").read_text()


def test_the_version_is_told_in_one_place_and_can_be_without_tags() -> None:
    told = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" not in told["project"] and told["project"]["dynamic"] == ["version"]
    asked = told["tool"]["hatch"]["version"]
    assert asked["source"] == "vcs" and any(each.startswith("hatch-vcs") for each in told["build-system"]["requires"])
    assert re.fullmatch(r"\d+\.\d+\.\d+\.dev0", asked["fallback-version"])


# ------------------------------------------------------------------ the bundle


def left_out(name: str) -> set[str]:
    """A set of modules of the bundle's description."""
    text = (PROJECT / ".ci" / "bundle.spec").read_text(encoding="utf-8")
    (value,) = [
        node.value
        for node in ast.parse(text).body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name
    ]
    found: set[str] = eval(compile(ast.Expression(value), "bundle.spec", "eval"), {})
    return found


def imported(folder: Path) -> Iterator[str]:
    """What the modules below a folder import, and what of it."""
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                yield node.module
                yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_what_the_bundle_leaves_out_the_game_does_not_need() -> None:
    extras = {"matplotlib", "distributed"}  # asked for by those who draw charts of many battles, or share them out
    out = (left_out("NOT_FOR_RULES") | left_out("UNUSED")) - extras
    assert {"tkinter", "numpy.f2py", "PIL._avif"} <= out
    used = {name for package in ("game", "rulesets") for name in imported(PROJECT / package) if "test" not in name}
    assert "PIL.Image" in used
    wrong = {name for name in used if any(f"{name}.".startswith(f"{each}.") for each in out)}
    assert not {name for name in wrong if not name.startswith("setuptools")}


def test_programs_of_the_system_take_their_own_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bundle for Linux is started with a path to its libraries, which is not for what it starts in turn."""
    monkeypatch.setenv("LD_LIBRARY_PATH", "/mine")
    leave_libraries()
    assert os.environ["LD_LIBRARY_PATH"] == "/mine", "no bundle: it is the player's own"
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setenv("LD_LIBRARY_PATH", "/bundle")
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/mine")
    leave_libraries()
    assert os.environ["LD_LIBRARY_PATH"] == "/mine"
    monkeypatch.setenv("LD_LIBRARY_PATH", "/bundle")
    leave_libraries()
    assert "LD_LIBRARY_PATH" not in os.environ
