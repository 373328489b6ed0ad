"""What goes with a fighter from one battle into the next: wounds, what is used up or broken, as its ruleset writes it.

A ruleset has a Struct of its own for that, whose fields have defaults: what differs from somebody who comes fresh. It
is kept as JSON in ``Recruit.carried``, in the fields' own names, so that a scenario may say it as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, TypeVar

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
    except msgspec.DecodeError as error:
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


def lost_gear(
    start: State[S, Any], board: Board[S, Any], side: str, gear: Callable[[S], Sequence[str]], *, holds: bool
) -> dict[Id, tuple[str, ...]]:
    """By member of a side, keys of what it brought and has no more: used up, broken, or out of reach.

    ``start``: the battle before its first step; ``gear``: the keys of all that a sheet carries. If the side ``holds``
    the field, whatever lies about or is with a friend or a fallen foe goes back to whoever brought one of its kind.
    """
    pool = Counter(in_data(thing.key) for thing in board.state.things.values())
    missing: dict[Id, tuple[str, ...]] = {}
    for who, began in start.combatants.items():
        c = board.now(who)
        if c.side == side or not c.sheet.up:
            pool.update(in_data(key) for key in without(gear(c.sheet), gear(began.sheet)))
        if c.side == side:
            missing[who] = without(gear(began.sheet), gear(c.sheet))
    return {who: tuple(_not_in(pool, keys)) if holds else keys for who, keys in missing.items()}


def _not_in(pool: Counter[str], keys: Sequence[str]) -> Iterator[str]:
    """Keys of whose kind nothing is left in the pool, from which the others are taken."""
    for key in keys:
        kind = in_data(key)
        if pool[kind] > 0:
            pool[kind] -= 1
        else:
            yield key
