"""What names mean on maps drawn for other programs: walls, open ground, doors or figures.

A name is taken apart into words, however they are joined (``isSolid``, ``wall-layer``, ``COLLISION_TILES2``,
``collisionlayer``, ``碰撞层``), and means something only if every word of it is known. So "wallpaper", "wall torch" and
"collision sound" mean nothing. But some words decide at the end of a name, whatever stands before them: what is called
``trees_blocking`` or ``ge_collide`` blocks. The vocabulary has the words, by language.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Literal

from game.files.tiled.schema import Property, number_in
from game.files.tiled.spelling import LONGEST, folded, plain
from game.files.tiled.vocabulary import (
    ABOUT,
    ARTICLES,
    DECOR,
    DOORS,
    ELSE,
    FOES,
    FRIENDS,
    KINDS,
    LAST,
    NO,
    NOT,
    OPEN,
    PARTY,
    PATHS,
    PEOPLE,
    PLAIN,
    SOLID,
    STARTS,
    TAIL,
    WALKABLE,
    YES,
)

WordKind = Literal["solid", "open", "not", "plain"]
Meaning = Literal["solid", "open"]
"""Of a yes: nobody can be there, or anybody can."""

LayerSays = Literal["solid", "open", "clear", ""]
"""Of what lies in a layer: it blocks; only there one can walk; it blocks nothing; nothing is said."""


_AROUND = ABOUT | STARTS
"""What may stand beside the word for a figure."""

HIDES = ("opaque", "block sight", "blocks sight", "blocks vision", "blocks light", "block light", "blocks view")
"""Whose yes hides what lies behind."""

TABLE: dict[str, WordKind] = {
    **dict.fromkeys(PLAIN, "plain"),
    **dict.fromkeys(OPEN, "open"),
    **dict.fromkeys(SOLID, "solid"),
    **dict.fromkeys(NOT, "not"),
}
"""Every word that walls and open ground are told by, singular and plural."""

_JOINED = ("blocks", *sorted(each for each in LAST if len(each) >= 7))
"""Last words that are told at the end of a longer word as well."""

_WORD = re.compile(r"A{2,}s(?![as])|A+(?![as])|A?[as]+|0+|x+")


def _kind(sign: str) -> str:
    """What a letter is for taking names apart: a capital, an s, another small one, a digit, or one of a script that has
    no capitals."""
    if sign.isdecimal():
        return "0"
    if sign.isupper() or sign.istitle():
        return "A"
    if sign.islower():
        return "s" if sign == "s" else "a"
    return "x" if unicodedata.category(sign)[0] in "LM" else " "


_UNSPACED = frozenset(
    each
    for each in PLAIN | OPEN | SOLID | NOT | ELSE | DECOR | PARTY | FOES | PEOPLE | DOORS | PATHS | _AROUND
    if _kind(each[0]) == "x"
)
"""Words of scripts that have no capitals, and mostly no blanks between words."""


@lru_cache(maxsize=4096)
def words(name: str) -> tuple[str, ...]:
    """The words of a name as they are compared, however they are joined by signs, digits or capitals."""
    text = plain(name[:LONGEST])
    kinds = "".join(map(_kind, text))
    parts = (text[found.start() : found.end()].casefold() for found in _WORD.finditer(kinds))
    return tuple(piece for part in parts for piece in (_unspaced(part) if _kind(part[0]) == "x" else (part,)))


def _unspaced(part: str) -> list[str]:
    """What stands without blanks as known words, if it is made of them, or ends with some of two signs or more."""
    rest, found = part, list[str]()
    while rest:
        last = next((rest[at:] for at in range(len(rest)) if rest[at:] in _UNSPACED), "")
        if not last:
            return [rest, *found] if any(len(each) > 1 for each in found) else [part]
        found.insert(0, last)
        rest = rest.removesuffix(last)
    return found


def word(text: str) -> str:
    """A name as ids are: small letters, blanks and dashes as underscores."""
    return text.strip().lower().replace(" ", "_").replace("-", "_")


@lru_cache(maxsize=4096)
def meaning(name: str) -> Meaning | None:
    """What a yes to this name says of the ground, or what being called so does; None if not every word is known, and
    the last one does not decide."""
    kinds: list[WordKind] = []
    walkable, known = False, True
    for part in words(name):
        pieces = _pieces(part)
        known = known and pieces is not None
        kinds += [TABLE[piece] for piece in pieces or ()]
        walkable = walkable or any(piece in WALKABLE for piece in pieces or ())
    denied = kinds.count("not") % 2 == 1
    if known and "solid" in kinds:
        return "open" if denied or walkable else "solid"
    if known and "open" in kinds:
        return "solid" if denied else "open"
    if _ends_solid(name):
        return "open" if denied else "solid"
    return None


def _ends_solid(name: str) -> bool:
    """Whether the last word of a name says that it blocks, and those before it do not make it something else."""
    parts = [part for part in words(name) if not part.isdigit() and (len(part) > 1 or part in TABLE)]
    while len(parts) > 1 and _any_of(parts[-1], TAIL):
        parts.pop()
    if not parts or any(_any_of(part, ELSE) for part in parts):
        return False
    return parts[-1] in LAST or (parts[-1].endswith(_JOINED) and parts[-1] not in FRIENDS)


def _pieces(part: str) -> list[str] | None:
    """A word as words of the table, the longest first; numbers, articles and single letters are none. None for other
    words."""
    if part in TABLE:
        return [part]
    if part.isdigit() or part in ARTICLES or (len(part) == 1 and _kind(part) != "x"):
        return []
    if part in FRIENDS or len(part) > 40:
        return None
    for cut in range(len(part) - 2, 1, -1):
        if part[:cut] in TABLE:
            rest = _pieces(part[cut:])
            if rest:
                return [part[:cut], *rest]
    return None


def truth(entry: Property) -> bool | None:
    """What a property says, if it can be read as yes or no: one that is there and empty was set for a yes."""
    text = folded(entry.text)
    if text in YES or (not text and entry.type == "string"):
        return True
    if text in NO:
        return False
    value = number_in(text)
    return None if value is None else value != 0


def says_solid(properties: Mapping[str, Property]) -> bool | None:
    """Whether properties say that something blocks, or that it does not; None if they say nothing of it."""
    said: bool | None = None
    for name, entry in properties.items():
        value, means = truth(entry), meaning(name)
        if value is None and folded(name) in KINDS:
            for text in entry.text[:LONGEST].split(","):
                called = meaning(text)
                if called:
                    said = said or called == "solid"
        elif value is not None and means is not None:
            said = said or (means == "solid") == value
        elif value and " ".join(words(name)) in HIDES:
            said = True
    return said


def layer_says(name: str, klass: str, properties: dict[str, Property]) -> LayerSays:
    """What a layer's or group's own class, properties and name say of what lies in it."""
    solid = says_solid(properties)
    if solid is not None:
        return "solid" if solid else "clear"
    for text in (klass, name):
        match meaning(text):
            case "solid":
                return "solid"
            case "open":
                walkable = any(piece in WALKABLE for part in words(text) for piece in _pieces(part) or ())
                return "open" if walkable else "clear"
    return ""


def decorates(name: str) -> bool:
    """Whether a layer in a group of walls is called like something that hangs on them, or lies between them."""
    return calls(name, DECOR)


def calls(text: str, names: Collection[str]) -> bool:
    """Whether some word of a name is one of these, singular or plural."""
    return any(_any_of(part, names) for part in words(text))


@lru_cache(maxsize=4096)
def side_called(text: str) -> str:
    """The side of a figure called so: party, foe, "any" for a start of whoever, or nothing."""
    parts = [part for part in words(text) if not part.isdigit()]
    others = [part for part in parts if part not in ARTICLES and not _any_of(part, _AROUND)]
    joined = "".join(parts)
    for side, names in (("party", PARTY), ("foe", FOES)):
        if others and all(_any_of(part, names) for part in others):
            return side
        if any(joined[:at] in names and joined[at:] in _AROUND for at in range(1, len(joined))):
            return side
        if any(joined[:at] in _AROUND and joined[at:] in names for at in range(1, len(joined))):
            return side
    return "any" if not others and any(_any_of(part, STARTS) for part in parts) else ""


@lru_cache(maxsize=4096)
def figure_called(text: str) -> bool:
    """Whether somebody or a start is called so, of any side or of none."""
    parts = [part for part in words(text) if not part.isdigit() and part not in ARTICLES]
    someone = [part for part in parts if _any_of(part, PEOPLE)]
    return bool(side_called(text)) or (bool(someone) and all(_any_of(part, PEOPLE | _AROUND) for part in parts))


def _any_of(part: str, names: Collection[str]) -> bool:
    singular = (part, part.removesuffix("s"), part.removesuffix("es"), f"{part.removesuffix('ies')}y")
    return any(form in names for form in singular)
