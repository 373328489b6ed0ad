"""A ruleset as somebody else's: built, unpacked where nothing of it lay, and played from there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

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
