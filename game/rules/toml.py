"""TOML from people: what would take minutes to read, or gigabytes, is refused before it is read."""

from __future__ import annotations

import re
import tomllib
from typing import Any, TypeVar, get_args, get_type_hints

import msgspec

from game.display_text import one_line

T = TypeVar("T", bound=msgspec.Struct)

LARGEST = 256 * 1024
"""Characters of one text."""

DEEPEST = 16
"""Names joined by dots in one key or heading."""

# A possessive repetition of a group is read wrongly before Python 3.11.5 (of a single sign it is not), so groups go
# without: where one such text can't end, no shorter beginning of it can, and what is tried again is little.
_TEXTS = re.compile(
    r'''
    """[^"\\]*+(?:(?:\\.|"(?!""))[^"\\]*+)*"""     # strings over several lines
    | \'\'\'[^\']*+(?:\'(?!\'\')[^\']*+)*\'\'\'
    | "(?!"")[^"\\\n]*+(?:\\.[^"\\\n]*+)*"         # strings on one line
    | \'(?!\'\')[^\'\n]*+\'
    | (?P<comment>\#[^\n]*+)
    | (?P<open>["'])                   # one that never ends: nothing behind it is read
    ''',
    re.VERBOSE | re.DOTALL,
)
_DOTTED = re.compile(rf"(?<![\w-])(?:[\w-]++[ \t]*+\.[ \t]*+){{{DEEPEST}}}")


_PLACE = re.compile(r"\.(?P<table>\w+)\[(?P<index>\d+)\]\.?(?P<field>.*)")
"""Where msgspec found something wrong: ``.rule[3].status``."""


_NO_CHOICE = re.compile(r"[Ii]nvalid enum value '(.*)'")


class BadToml(ValueError):
    """A text that is no TOML, or more than is read; the text is the end of a sentence that begins with its name."""


def parse(text: str) -> dict[str, Any]:
    """The tables of a TOML text, every text in them fit to be shown on one line. Raises BadToml."""
    if len(text) > LARGEST:
        raise BadToml(f"it has {len(text):,} characters; at most {LARGEST:,} are read")
    _check_keys(text)
    try:
        found = tomllib.loads(text)
    except RecursionError:
        raise BadToml("lists or tables are nested too deeply; write them flatter") from None
    except ValueError as error:  # also for numbers too long to be read
        raise BadToml(f"not valid TOML: {error}") from error
    _check_numbers(found)
    tables: dict[str, Any] = _readable(found)
    return tables


def parse_as(text: str, kind: type[T], name: str) -> T:
    """A TOML text as a struct of lists of tables; an entry's field ``name`` tells which it is. Raises BadToml."""
    tables = parse(text)
    try:
        return msgspec.convert(tables, kind)
    except msgspec.ValidationError as error:
        what, _, path = str(error).partition(" - at `$")
        place = _PLACE.fullmatch(path.rstrip("`"))
        if place is None:
            field = path.rstrip("`").lstrip(".")
            raise BadToml(f"{field + ': ' if field else ''}{what}") from error
        table, index, field = place["table"], int(place["index"]), place["field"]
        (item,) = {each for each in get_args(get_type_hints(kind)[table]) if each is not ...}
        what = with_choices(what, item, field)
        entry = tables[table][index]
        called = f" ({entry[name]!r})" if isinstance(entry, dict) and name in entry else ""
        raise BadToml(f"[[{table}]] {index + 1}{called}: {field + ': ' if field else ''}{what}") from error


def with_choices(said: str, kind: type[msgspec.Struct], field: str) -> str:
    """Error of msgspec about a field of an entry; of a word that it can't be, what it can be."""
    wrong = _NO_CHOICE.fullmatch(said)
    choices = [word or '""' for word in _words_in(get_type_hints(kind).get(field))] if wrong else []
    return f"{wrong[1]!r} is none of {', '.join(choices)}" if wrong and choices else said


def _words_in(hint: Any) -> list[str]:
    """The words that a type allows, of a ``Literal`` or a list of such."""
    return [hint] if isinstance(hint, str) else [word for each in get_args(hint) for word in _words_in(each)]


def _readable(value: Any) -> Any:
    """The same with its texts, and its keys, as ``one_line`` has them."""
    if isinstance(value, str):
        return one_line(value)
    if isinstance(value, list):
        return [_readable(each) for each in value]
    if isinstance(value, dict):
        return {one_line(key): _readable(each) for key, each in value.items()}
    return value


def _check_keys(text: str) -> None:
    """Refuse long dotted keys: the time that reading them takes grows with the square of their length."""
    bare = []
    start = 0
    for found in _TEXTS.finditer(text):
        bare.append(text[start : found.start()])
        start = found.end()
        if found["open"]:
            break
        if not found["comment"]:
            bare.append("s" + "\n" * found[0].count("\n"))
    else:
        bare.append(text[start:])
    without = "".join(bare)
    deep = _DOTTED.search(without)
    if deep:
        line = without.count("\n", 0, deep.start()) + 1
        raise BadToml(f"line {line}: a key joins more than {DEEPEST} names by dots; write it flatter")


def _check_numbers(value: Any) -> None:
    """Refuse whole numbers that no 64 bits hold: TOML knows none, and what would read them differs."""
    todo = [value]
    while todo:
        value = todo.pop()
        if isinstance(value, dict):
            todo.extend(value.values())
        elif isinstance(value, list):
            todo.extend(value)
        elif isinstance(value, int) and not -(2**63) <= value < 2**63:
            raise BadToml("a number in it is too large; write one of at most 18 digits")
