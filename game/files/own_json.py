"""The one reader for JSON files of the game's own: whatever is wrong with one is BadFile, with the file's name.

Every text in what is read is made fit to be shown.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeVar

import msgspec

from game.display_text import LONGEST_NAME, LONGEST_TEXT, one_line, shortened
from game.files.bounded_reading import read_bytes
from game.files.errors import BadFile

T = TypeVar("T")

_LONGEST_FAULT = 120
"""Characters of what the decoder says, which may quote a file."""


class _Label(msgspec.Struct, frozen=True):
    battlemat: str = ""
    format: int = 0


class OtherJson(BadFile):
    """JSON that is whole, and has other fields or other types of values than are wanted."""


def read_json(path: Path, kind: type[T], most: int, advice: str) -> T:
    """Read a file of at most ``most`` bytes; else as ``decode_json``. Raises BadFile."""
    try:
        data = read_bytes(path, most)
    except BadFile as error:
        raise BadFile(f"{error}; {advice}") from error
    return decode_json(path, data, kind, advice)


def decode_json(path: Path, data: bytes | msgspec.Raw, kind: type[T], advice: str) -> T:
    """Decode what a file holds.

    ``path`` is named in the errors; ``advice`` ends them with what can be done. Raises OtherJson for values that are
    not of this kind, BadFile for what is no JSON, no UTF-8, cut short or nested too deeply.
    """
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as error:
        raise OtherJson(f"{path.name}: other values are in it than belong there ({_said(error)}); {advice}") from error
    except UnicodeDecodeError as error:
        raise BadFile(f"{path.name}: damaged or cut short (a byte in it is not UTF-8); {advice}") from error
    except (msgspec.MsgspecError, RecursionError) as error:
        raise BadFile(f"{path.name}: damaged or cut short ({_said(error)}); {advice}") from error


def check_format(path: Path, data: bytes, kind: str, known: int, advice: str) -> None:
    """Refuse a file of our own whose format is another than the ``known`` one, before its fields are asked for.

    ``kind`` is what such a file calls itself: "save". Raises BadFile, and OtherJson as ``decode_json``.
    """
    label = decode_json(path, data, _Label, advice)
    if label.battlemat == kind and label.format != known:
        raise BadFile(
            f"{path.name}: a {kind} of format {label.format}, and this version of the game reads format {known}; "
            f"open it with {'a newer' if label.format > known else 'an older'} version of Battlemat"
        )


def _said(error: Exception) -> str:
    return shortened(str(error), _LONGEST_FAULT)


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
