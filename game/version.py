"""Which version of the game this is."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed

PACKAGE = "battlemat"
"""What the game is installed as."""


def version() -> str:
    """The version that is installed, or that none is: run from a source tree."""
    try:
        return installed(PACKAGE)
    except PackageNotFoundError:
        return "not installed"
