"""The steps of a release, one command each: the workflow runs them, and ``dry-run`` does so here, on a copy.

What is made lies in ``dist``: the source, a wheel made of it, a bundle made of the wheel, a bill of materials, sums.
Wheels for the other Pythons and systems are made of the same source by cibuildwheel, which only the workflow runs.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import venv
from collections.abc import Callable, Mapping
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Any

HOME = Path(__file__).parents[1]
DIST = HOME / "dist"
BUILD = HOME / "build"
SUMS = "SHA256SUMS"
REHEARSED = "999.0.0"
"""The version of a dry run: higher than any tag that a copy may have."""

_SECTION = re.compile(r"^## (?P<name>\S+)(?: - (?P<day>\d{4}-\d\d-\d\d))?$", re.MULTILINE)
_VERSION = re.compile(r"\d+\.\d+\.\d+")


class Unfit(SystemExit):
    """The repository is not fit to be released; the text says what to mend."""


def sections(changelog: str) -> dict[str, tuple[str, str]]:
    """Day and text of each section of the changelog by its version, or ``Unreleased``, in their order."""
    found = list(_SECTION.finditer(changelog))
    ends = [*(each.start() for each in found[1:]), len(changelog)]
    return {
        each["name"]: (each["day"] or "", changelog[each.end() : end].strip())
        for each, end in zip(found, ends, strict=True)
    }


def notes_of(changelog: str, version: str) -> str:
    """What a version brings. Raises Unfit where the changelog does not tell it, or tells of changes that came later."""
    told = sections(changelog)
    day, text = told.get(version, ("", ""))
    if not day or not text:
        raise Unfit(f"CHANGELOG.md has no section '## {version} - YYYY-MM-DD' with entries; prepare writes it")
    if told.get("Unreleased", ("", ""))[1]:
        raise Unfit("CHANGELOG.md has unreleased entries: they belong to this version; prepare moves them")
    return text


def prepared(changelog: str, version: str, day: str) -> str:
    """The changelog with what is unreleased as that version. Raises Unfit."""
    if not _VERSION.fullmatch(version):
        raise Unfit(f"{version!r} is no version: write it as 1.2.3")
    told = sections(changelog)
    if version in told:
        raise Unfit(f"CHANGELOG.md has {version} already")
    if not told.get("Unreleased", ("", ""))[1]:
        raise Unfit("CHANGELOG.md has nothing unreleased")
    return changelog.replace("## Unreleased\n", f"## Unreleased\n\n## {version} - {day}\n", 1)


# -- the steps


def prepare(version: str) -> None:
    """Make a section of that version of the unreleased changes; then commit, and tag the commit v1.2.3."""
    path = HOME / "CHANGELOG.md"
    path.write_text(prepared(path.read_text(encoding="utf-8"), version, f"{date.today()}"), encoding="utf-8")


def sdist() -> None:
    """Pack the source, with the version that its tag says."""
    run(environment("build", "build"), "-m", "build", "--sdist", "--outdir", DIST, ".")


def notes() -> None:
    """Write what the version that was packed brings, in Markdown, to ``build/notes.md``."""
    told = notes_of((HOME / "CHANGELOG.md").read_text(encoding="utf-8"), version())
    BUILD.mkdir(exist_ok=True)
    (BUILD / "notes.md").write_text(f"{told}\n", encoding="utf-8")


def wheel() -> None:
    """Make a wheel for this Python of the source, and try it away from here, as cibuildwheel tries the others."""
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", DIST, source())
    python = environment("player", built())
    project = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))
    path = f"{python.parent}{os.pathsep}{os.environ['PATH']}"
    with tempfile.TemporaryDirectory() as elsewhere:
        told = project["tool"]["cibuildwheel"]["test-command"]
        subprocess.run(told, shell=True, check=True, cwd=elsewhere, env=alone(elsewhere) | {"PATH": path})


def bundle() -> None:
    """Make a folder of the wheel that starts without Python, try it, and pack it for this system."""
    python = environment("bundle", f"{built()}[bundle]")
    work = BUILD / "pyinstaller"
    folders = (f"--distpath={work}", f"--workpath={work / 'work'}")
    spec = HOME / ".ci" / "bundle.spec"
    run(python, "-m", "PyInstaller", "--noconfirm", "--log-level=WARN", *folders, spec)
    folder = work / ("Battlemat.app" if sys.platform == "darwin" else "battlemat")
    program = folder / "Contents" / "MacOS" / "battlemat" if sys.platform == "darwin" else folder / "battlemat"
    try_bundle(program)
    files = [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]
    print(f"{folder.name}: {len(files)} files, {sum(path.stat().st_size for path in files) / 1e6:.0f} MB")
    kind = "zip" if sys.platform == "win32" else "gztar"  # which keeps links and who may run what
    shutil.make_archive(str(DIST / f"battlemat-{version()}-{system()}"), kind, work, folder.name)


def bom() -> None:
    """Tell what players of the wheel or the bundle have with it on this system, as a bill of materials by CycloneDX."""
    tools, into = environment("bom", "cyclonedx-bom"), DIST / f"battlemat-{version()}-{system()}.cdx.json"
    told = ("--pyproject", HOME / "pyproject.toml", "--output-file", into, python_of("player"))
    run(tools, "-m", "cyclonedx_py", "environment", *told)
    bill = json.loads(into.read_text(encoding="utf-8"))
    bill["metadata"]["component"]["version"] = version()  # a tag's, which pyproject.toml does not tell
    python = {"type": "platform", "name": "Python", "version": platform.python_version()}
    bill["components"].insert(0, python | {"licenses": [{"license": {"id": "PSF-2.0"}}]})
    into.write_text(json.dumps(bill, indent=2), encoding="utf-8")


def sums() -> None:
    """Write the checksums of all that was made; ``sha256sum --check SHA256SUMS`` compares them."""
    files = sorted(path for path in DIST.iterdir() if path.is_file() and path.name != SUMS)
    lines = (f"{sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)
    (DIST / SUMS).write_text("".join(lines), encoding="utf-8", newline="\n")


STEPS: Mapping[str, Callable[[], None]] = {each.__name__: each for each in (sdist, notes, wheel, bundle, bom, sums)}
"""In the order in which one takes what another has made."""


def dry_run(*, bundled: bool) -> None:
    """Release a copy of what is committed here, as a version of its own, by all steps; the bundle if it is wanted."""
    with tempfile.TemporaryDirectory() as room:
        copy = Path(room) / "battlemat"
        script = copy / ".ci" / "release.py"
        git = ("git", "-C", copy, "-c", "user.name=dry run", "-c", "user.email=dry@run", "-c", "commit.gpgsign=false")
        run("git", "clone", "--quiet", HOME, copy)
        run(sys.executable, script, "prepare", REHEARSED)
        run(*git, "commit", "--quiet", "--all", "--message", f"Version {REHEARSED}")
        run(*git, "tag", f"v{REHEARSED}")
        for step in STEPS:
            if step != "bundle" or bundled:
                run(sys.executable, script, step)
        made = sorted(path.name for path in (copy / DIST.name).iterdir())
        print("\n".join(made))
        strange = [
            name for name in made if name != SUMS and not re.match(rf"battlemat-{re.escape(REHEARSED)}[-.]", name)
        ]
        if strange:
            raise Unfit(f"not of the version that was tagged: {', '.join(strange)}")


# -- what they share


def run(*words: object, **how: Any) -> subprocess.CompletedProcess[str]:
    """Run a command in the repository, as if no Python knew of it. Raises CalledProcessError if it fails."""
    print("+", *words, file=sys.stderr, flush=True)
    usual = {"cwd": HOME, "env": alone()}
    return subprocess.run([str(word) for word in words], check=True, text=True, **{**usual, **how})


def environment(name: str, *packages: object) -> Path:
    """The Python of a fresh environment with these packages, and without pip: it is what a player has."""
    venv.create(BUILD / name, clear=True)
    python = python_of(name)
    run(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", *packages)
    return python


def python_of(name: str) -> Path:
    """The Python of an environment that was made before."""
    return BUILD / name / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def alone(folder: str = "") -> dict[str, str]:
    """The surroundings of a program that finds nothing of the repository's Python.

    With a folder those of a game that keeps its files there, where the system lets it, and has no screen.
    """
    found = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    found |= {"PYTHONSAFEPATH": "1"}
    hidden = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "XDG_STATE_HOME": folder, "HOME": folder}
    return found | hidden if folder else found


def source() -> Path:
    """The source that was packed. Raises Unfit if there is none, or more than one."""
    return _only("source", lambda name: re.fullmatch(r"battlemat-[^-]+\.tar\.gz", name))


def built() -> Path:
    """The wheel that was made of it for this Python. Raises Unfit if there is none, or more than one."""
    return _only("wheel", lambda name: name.endswith(".whl"))


def _only(what: str, fits: Callable[[str], object]) -> Path:
    found = [path for path in DIST.glob("*") if fits(path.name)]
    if len(found) != 1:
        raise Unfit(
            f"{DIST.name} is to have one {what}, and has {len(found)}: clear it, and make it by the steps before"
        )
    return found[0]


def version() -> str:
    """The version of the source that was packed. Raises Unfit if there is none."""
    return source().name.removeprefix("battlemat-").removesuffix(".tar.gz")


def system() -> str:
    """This system and its processor, as names of files have them."""
    name = {"linux": "linux", "darwin": "macos", "win32": "windows"}[sys.platform]
    return f"{name}-{platform.machine().lower()}"


def try_bundle(program: Path) -> None:
    """Play with a bundle where nothing else of the game is: text, window, processes, files, a ruleset of others."""
    with tempfile.TemporaryDirectory() as room:
        how: dict[str, Any] = {"cwd": room, "env": alone(room)}

        def game(*words: object, typed: str = "") -> str:
            done = run(program, *words, **how, input=typed, capture_output=True)
            if "not compiled" in done.stderr:
                raise Unfit(done.stderr)
            return done.stdout

        assert game("--version").strip() == f"battlemat {version()}"
        listed = game("rules").splitlines()
        project = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))
        ours = project["project"]["entry-points"]["battlemat.rulesets"]
        assert {line.partition(":")[0] for line in listed[:-1]} >= {*ours}, listed
        for rules in ours:
            game("arena", "--map", "cellar", "--rules", rules, "--battles", "2", "--ai", "instinct", "--jobs", "2")
        game("text", "cellar", "--rules", "murdham", "--seed", "1", "--no-chances", typed="1\nsave here.save\nquit\n")
        assert "the rules tell the same battle" in game("replay", "here.save")
        for ending, mark in ((".txt", b"Round 1"), (".html", b"<!DOCTYPE html>"), (".gif", b"GIF8")):
            game("replay", "here.save", "--export", f"here{ending}")
            assert mark in (Path(room) / f"here{ending}").read_bytes(), ending
        theirs = Path(listed[-1].rpartition(" in ")[2]) / "battlemat-river-war"
        game("new-ruleset", "river-war", "--out", theirs)
        try:
            assert "river-war: River War" in game("rules")
            game(
                "arena",
                "--map",
                "gatehouse",
                "--rules",
                "river-war",
                "--battles",
                "2",
                "--ai",
                "instinct",
                "--jobs",
                "2",
            )
        finally:
            shutil.rmtree(theirs)
        try:
            run(program, **how, timeout=20, capture_output=True)
        except subprocess.TimeoutExpired:
            return  # a window that is still open has opened
        raise Unfit("the window did not stay open")


def main() -> None:
    """Run one command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("prepare", help=prepare.__doc__).add_argument("version")
    for name, step in STEPS.items():
        commands.add_parser(name, help=step.__doc__)
    commands.add_parser("dry-run", help=dry_run.__doc__).add_argument("--bundle", action="store_true")
    wanted = parser.parse_args()
    if wanted.command == "prepare":
        prepare(wanted.version)
    elif wanted.command == "dry-run":
        dry_run(bundled=wanted.bundle)
    else:
        STEPS[wanted.command]()


if __name__ == "__main__":
    main()
