"""What a command finds round it: a window, a terminal and of which kind, compiled sight, the grid of its map."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from game.play.output import say

if TYPE_CHECKING:
    from game.terminal.terminal import Terminal


def has_display() -> bool:
    """Whether a window can open: off Linux always; SDL told to use some driver (a dummy, say) is taken at its word."""
    asked = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    return not sys.platform.startswith("linux") or any(os.environ.get(name) for name in asked)


def terminal_for(wanted: argparse.Namespace) -> Terminal:
    """Where a battle is told and answered, plainly if that is asked for or the terminal can do nothing else."""
    from game.terminal.terminal import Terminal

    plain = wanted.plain or os.environ.get("TERM") == "dumb"
    if plain:
        os.environ["TERM"] = "dumb"  # bars that are drawn again and again stay away, too
    return Terminal(sys.stdin, sys.stdout, plain=plain)


def tell_if_slow() -> None:
    """Say that sight is not compiled, where it is not."""
    from game.spatial import kernels

    if not kernels.BUILT:
        say(kernels.SLOW, error=True)


def tell_guessed_grid(file: str | None) -> None:
    """Say how the grid of a map was found that is a picture, where nobody has said it: a command goes by it."""
    if not file:
        return
    from game.files.errors import BadFile
    from game.files.picture_grid import find_grid
    from game.files.pictures import is_plain_picture
    from game.files.tiled.corrections import read_corrections

    if not is_plain_picture(Path(file)):
        return
    try:
        if read_corrections(Path(file)).grid is None:
            found = find_grid(Path(file))
            say(f"note: {Path(file).name}: {found.grid}, {found.how}; battlemat grid changes it", error=True)
    except BadFile:  # which the command tells itself
        return
