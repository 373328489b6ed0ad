"""Values that were decoded from JSON files, with every text in them fit to be shown."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from game.display_text import LONGEST_NAME, LONGEST_TEXT, one_line, shortened

T = TypeVar("T")

_NAMES = ("name", "title", "sides")
"""Fields that hold names, which are bounded as such."""

_VERBATIM = ("map_file", "lesson", "roster")
"""Fields of a set-up that are not shown: paths of files, and the text of a roster, which is cleaned when it is read."""


def readable(value: T, most: int = LONGEST_TEXT) -> T:
    """The same value with its texts, at any depth, as ``one_line`` has them, and of bounded length."""
    found: Any = value
    match value:
        case str():
            found = shortened(one_line(value), most)
        case msgspec.Struct():
            changes = {}
            for name in value.__struct_fields__:
                held = getattr(value, name)
                if name not in _VERBATIM:
                    new = readable(held, LONGEST_NAME if name in _NAMES else LONGEST_TEXT)
                    if new is not held:
                        changes[name] = new
            found = msgspec.structs.replace(value, **changes) if changes else value
        case tuple() | list() if value and not isinstance(value[0], int | float):
            each = [readable(item, most) for item in value]
            if any(new is not old for new, old in zip(each, value, strict=True)):
                found = type(value)(each)
        case dict():
            found = {readable(key): readable(held, most) for key, held in value.items()}
    result: T = found
    return result


def is_readable(value: Any) -> bool:
    """Whether every text in a decoded value is as ``one_line`` has it."""
    match value:
        case str():
            return one_line(value) == value
        case list() | tuple():
            return all(map(is_readable, value))
        case dict():
            return all(is_readable(key) and is_readable(held) for key, held in value.items())
    return True
