"""Garbage collection tuned for the game: it makes many objects, nearly all freed by counting references."""

from __future__ import annotations

import gc

YOUNG = 50_000
"""Objects after which the garbage collector looks for reference cycles among the young ones.

AIs leave none; a map does when its battle ends, some ten thousand objects. At Python's own 700 the collector went over
the same living objects again and again: a sixth of a battle's time, and a tenth of a second at once while one plays.
"""

OLD = 10, 5
"""Such looks after which older objects are gone over, and those after which all are."""


def collect_seldom() -> None:
    """For every process of the game."""
    gc.set_threshold(YOUNG, *OLD)


def settle() -> None:
    """For a process that does nothing but fight: what is there now stays, and is never looked at again.

    To be called before there is a map to fight on, which would outlive its use.
    """
    gc.collect()
    gc.freeze()
    collect_seldom()
