"""Takes plain data only from other computers: while it does, no pickle is read in this process that names anything.

A pickle that names a class or a function can run any program. dask.distributed has no setting against them: whatever
deserializers its client is given, types, errors and warnings of a cluster are unpickled. Python tells an audit hook of
every name in a pickle before it is looked up, whoever reads it and in whatever thread, and there they are refused.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

ANSWER = ("builtins", "bytes")
"""The one name that is let through: answers of a cluster are bytes, and dask sends the type of each as a pickle."""


class PlainAnswers:
    """What was refused of a cluster."""

    refused: str = ""
    """The first name, such as ``os.system``; empty while there was none."""


@contextmanager
def plain_answers() -> Iterator[PlainAnswers]:
    """Until the end refuse pickles that name anything but ``bytes``: whoever reads one gets an AttributeError.

    Who reads may go on after that: ask what was refused.
    """
    _add_hook()
    found = PlainAnswers()
    _reading.append(found)
    try:
        yield found
    finally:
        _reading.remove(found)


_reading: list[PlainAnswers] = []


@cache
def _add_hook() -> None:
    """Once for this process: Python has no way of removing one."""
    sys.addaudithook(_refuse)


def _refuse(event: str, given: tuple[Any, ...]) -> None:
    if event != "pickle.find_class" or not _reading or given == ANSWER:
        return
    name = ".".join(map(str, given))
    for each in _reading:
        each.refused = each.refused or name
    raise AttributeError(f"a pickle that names {name} is refused")  # as where the name is not there
