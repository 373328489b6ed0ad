"""Rows of a list that stand for several options: one thing that can be done to somebody in several ways."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from game.rules.events import Id
from game.rules.questions import AnyOption, Option

MOST_ROWS = 7
"""Rows that a list has at most at a time."""


@dataclass(frozen=True, slots=True)
class Folded:
    """What a row stands for; choosing it asks which of them."""

    options: tuple[AnyOption, ...]


def members(option: AnyOption) -> tuple[AnyOption, ...]:
    """The options that a row stands for: itself, if it is no folded one."""
    return option.value.options if isinstance(option.value, Folded) else (option,)


def fold(options: Sequence[AnyOption], name: Callable[[AnyOption], str]) -> list[AnyOption]:
    """The rows of a list: what is done to somebody towards a place, such as a charge, is one row, which asks for the
    place, or how where places do not tell its ways apart.

    Where more than ``MOST_ROWS`` are left, other verbs with several options are one row each, the last ones first.
    Nothing is folded where all of the list would be one row. ``name``: what an option does, whatever the way.
    """
    several = _same_kind_at_one(options, _verb_of)
    places = [key for key, found in several.items() if sum(each.place is not None for each in found) > 1]
    rows = _rows(options, several, places, _verb_of, name)
    return rows if len(rows) > 1 else list(options)


def fold_answers(
    options: Sequence[AnyOption],
    topic: Callable[[AnyOption], str],
    name: Callable[[AnyOption], str],
    foe: Callable[[Id], bool],
) -> list[AnyOption]:
    """The rows of a card that asks out of turn: where it has more than ``MOST_ROWS``, what is done to one ``foe`` in
    several ways is one row for each ``topic``, the last ones first, as are snap attacks with each weapon.

    Nothing is folded where that would leave one row besides that for leaving it.
    """
    several = {
        key: found for key, found in _same_kind_at_one(options, topic).items() if key[1] is not None and foe(key[1])
    }
    rows = _rows(options, several, [], topic, name)
    return rows if len(rows) > 2 else list(options)


_Groups = dict[tuple[str, Id | None], list[AnyOption]]


def _verb_of(option: AnyOption) -> str:
    return option.verb


def _same_kind_at_one(options: Sequence[AnyOption], kind: Callable[[AnyOption], str]) -> _Groups:
    """Options aimed at one body, of one kind, where there are several of them."""
    groups: _Groups = {}
    for option in options:
        groups.setdefault((kind(option), option.target), []).append(option)
    return {key: found for key, found in groups.items() if len(found) > 1 and key[1] is not None}


def _rows(
    options: Sequence[AnyOption],
    several: _Groups,
    folded: list[tuple[str, Id | None]],
    kind: Callable[[AnyOption], str],
    name: Callable[[AnyOption], str],
) -> list[AnyOption]:
    """Options with a row for each ``folded`` group, and while there are more than ``MOST_ROWS`` rows one for the last
    of the other groups, too.
    """
    rows = len(options) - sum(len(several[key]) - 1 for key in folded)
    for key, found in reversed(several.items()):
        if rows > MOST_ROWS and key not in folded:
            folded.append(key)
            rows -= len(found) - 1
    listed: dict[str, AnyOption] = {}
    for option in options:
        key = kind(option), option.target
        row = _row(key, several[key], name) if key in folded else option
        listed.setdefault(row.key, row)
    return list(listed.values())


def _row(key: tuple[str, Id | None], found: Sequence[AnyOption], name: Callable[[AnyOption], str]) -> AnyOption:
    """One row for several options; its key is no answer."""
    first, places = found[0], {option.place for option in found}
    which = "where" if len(places) == len(found) else "how"
    return Option(
        f"{key[0]} {key[1]} …",
        Folded(tuple(found)),
        f"{name(first)}: choose {which}",
        first.target,
        topic=first.topic,
        verb=first.verb,
        icon=first.icon,
        price=first.price if len({each.price for each in found}) == 1 else "",
    )


def named_by(title: str, options: Sequence[AnyOption], name: Callable[[Id], str]) -> str:
    """The name of the one whom all options are aimed at that are aimed at anybody, if a title has it; else nothing."""
    aimed = {option.target for option in options if option.target is not None}
    found = name(next(iter(aimed))) if len(aimed) == 1 else ""
    return found if found and re.search(_whole_name(found), title) else ""


def unnamed(label: str, name: str) -> str:
    """What a row says below a title that names somebody: "Strike it with the sword", "It drops the axe"."""
    said = re.sub(_whole_name(name), "it", label) if name else label
    return said[:1].upper() + said[1:] if said != label else label


def _whole_name(name: str) -> str:
    """A pattern for a name that is no part of a longer one, nor an owner's."""
    return rf"(?<!\w){re.escape(name)}(?![\w'])"
