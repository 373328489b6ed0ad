"""Garbage collection tuned for worker processes that only play battles."""

from __future__ import annotations

import gc

YOUNG = 20_000
"""Objects after which the garbage collector looks for circles among the young ones.

A mind makes some ten thousand for every question and leaves them in circles. At Python's own 700 the collector went
over the same living objects again and again, for a sixth of a battle's time.
"""

OLD = 20, 5
"""Such looks after which older objects are gone over, and those after which all are: what a battle leaves in circles
when it ends is old by then.
"""


def settle() -> None:
    """For a process that does nothing but fight: what is there now stays, and garbage may gather for a while.

    To be called before there is a map to fight on: what stays is never looked at again, and would outlive its use.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, *OLD)
