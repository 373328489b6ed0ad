"""What a command finds round it: whether a window can open, and whether sight is compiled."""

from __future__ import annotations

import os
import sys

from game.play.output import say


def has_display() -> bool:
    """Whether a window can open: off Linux always; SDL told to use some driver (a dummy, say) is taken at its word."""
    asked = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    return not sys.platform.startswith("linux") or any(os.environ.get(name) for name in asked)


def tell_if_slow() -> None:
    """Say that sight is not compiled, where it is not."""
    from game.spatial import kernels

    if not kernels.BUILT:
        say(kernels.SLOW, error=True)
