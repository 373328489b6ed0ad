"""What goes with a fighter from one battle into the next: wounds, what is used up or broken, as its ruleset writes it.

A ruleset has a Struct of its own for that, whose fields have defaults: what differs from somebody who comes fresh. It
is kept as JSON in ``Recruit.carried``, in the fields' own names, so that a scenario may say it as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec

from game.kit.combatants import Fighter
from game.kit.inventory import in_data
from game.rules.events import Id
from game.rules.ruleset import BadSetup
from game.rules.setup import Recruit
from game.rules.state import State
from game.rules.table import Board

C = TypeVar("C", bound=msgspec.Struct)
S = TypeVar("S", bound=Fighter)


def read_carried(recruit: Recruit, kind: type[C]) -> C:
    """What a recruit brings from earlier battles. Raises BadSetup that names the field."""
    if not recruit.carried:
        return kind()
    try:
        return msgspec.json.decode(recruit.carried, type=kind)
    except (msgspec.DecodeError, RecursionError) as error:
        fields = ", ".join(kind.__struct_fields__)
        raise BadSetup(f"{recruit.unit}: carried: {error}; it may have {fields}") from error


def write_carried(carried: msgspec.Struct) -> str:
    """The same as text; empty for somebody who is as good as fresh."""
    return "" if carried == type(carried)() else msgspec.json.encode(carried).decode()


def check_between(recruit: Recruit, field: str, value: int, low: int, high: int) -> None:
    """Raise BadSetup for a number that nobody of its kind can have."""
    if not low <= value <= high:
        raise BadSetup(f"{recruit.unit}: carried: {field}: {value} is not between {low} and {high}")


def check_owned(recruit: Recruit, field: str, keys: Iterable[str], owned: Collection[str]) -> None:
    """Raise BadSetup for gear that its owner never had."""
    for key in keys:
        if key not in owned:
            had = ", ".join(f'"{each}"' for each in owned) or "nothing"
            raise BadSetup(f'{recruit.unit}: carried: {field}: it has no "{key}", but {had}')


def without(keys: Sequence[str], lost: Iterable[str]) -> tuple[str, ...]:
    """Keys of gear but for what was lost, each as often as it was."""
    return left_of(lost, keys)[0]


def left_of(lost: Iterable[str], *places: Sequence[str]) -> list[tuple[str, ...]]:
    """What is left in each of several places where gear is kept; what was lost is taken from the first that has it."""
    gone = Counter(lost)
    found = []
    for keys in places:
        kept = []
        for key in keys:
            if gone[key] > 0:
                gone[key] -= 1
            else:
                kept.append(key)
        found.append(tuple(kept))
    return found


class Regained(NamedTuple):
    """What became of the gear that somebody brought and did not carry at the end."""

    lost: tuple[str, ...]
    """Keys of what is used up, broken, or out of reach."""
    found: Mapping[str, Mapping[str, int]]
    """By the keys of what is taken up again, the marks that it had on the ground."""


def company_after(
    start: State[S, Any],
    board: Board[S, Any],
    side: str,
    gear: Callable[[S], Sequence[str]],
    carried: Callable[[S, Regained], msgspec.Struct],
    *,
    holds: bool,
) -> dict[Id, str]:
    """By member of a side who is on its feet, in the order of the squad, what it brings to the next battle, as text.

    ``start``: the battle before its first step, if nobody had fought before; ``gear``: the keys of all that a sheet
    carries; ``carried``: what a sheet comes to with that. If the side ``holds`` the field, what lies about that was
    not there before and no foe brought, or is with a friend or a fallen foe, goes back to who brought one of its kind.
    """
    pool = _about(start, board, side, gear) if holds else {}
    found: dict[Id, str] = {}
    for who, fresh in start.combatants.items():
        c = board.now(who)
        if c.side != side or not c.sheet.up:
            continue
        lost, again = list[str](), dict[str, Mapping[str, int]]()
        for key in without(gear(fresh.sheet), gear(c.sheet)):
            kind = pool.get(in_data(key))
            if kind:
                again[key] = kind.pop(0)
            else:
                lost.append(key)
        found[who] = write_carried(carried(c.sheet, Regained(tuple(lost), again)))
    return found


def _about(
    start: State[S, Any], board: Board[S, Any], side: str, gear: Callable[[S], Sequence[str]]
) -> dict[str, list[Mapping[str, int]]]:
    """What may be taken up again on a field that is held, by kind: the marks of each piece."""
    pool: dict[str, list[Mapping[str, int]]] = {}
    for thing in board.state.things.values():
        if thing.id not in start.things:
            pool.setdefault(in_data(thing.key), []).append(thing.marks)
    for who, fresh in start.combatants.items():
        c = board.now(who)
        if c.side != side:
            for key in without(gear(fresh.sheet), gear(c.sheet)):
                del pool.get(in_data(key), [])[-1:]
        if c.side == side or not c.sheet.up:
            for key in without(gear(c.sheet), gear(fresh.sheet)):
                pool.setdefault(in_data(key), []).append({})
    return pool
