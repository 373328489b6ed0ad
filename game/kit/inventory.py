"""Gear of somebody, by keys, and what goes with them from one battle into the next.

A sheet keeps keys, and once for each kind what it is: what its owner brought, and what it has found since.

For what goes with somebody into the next battle a ruleset has a Struct of its own, whose fields have defaults: what
differs from somebody who comes fresh. It is kept as JSON in ``Recruit.carried``, in the fields' own names, so that a
scenario may say it as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from game.kit.combatants import Fighter
from game.rules.events import Id, ThingPlaced
from game.rules.ruleset import BadSetup
from game.rules.setup import Recruit, Setup
from game.rules.state import Piece, State, Thing
from game.rules.table import Board, Table
from game.spatial.space import Space

COPY = "#"
"""Stands before the number of what somebody carries twice: "javelin", "javelin#2"."""

OTHER = "~"
"""Stands before the number of another make of a kind that somebody carries: "dagger", "dagger~2"."""


class CarriedKind(Protocol):
    """A kind of weapon or thing in a ruleset's data."""

    @property
    def key(self) -> str:
        """Its key there."""


P = TypeVar("P", bound=CarriedKind)


def has_hands(carried: Collection[str], weapons: Iterable[CarriedKind], bare: str) -> bool:
    """Whether somebody has hands: whoever carries things or fights with ``bare`` ones; beasts have none."""
    return bool(carried) or any(weapon.key == bare for weapon in weapons)


def kind_of(key: str) -> str:
    """The key in the data of something carried, which may be the second of its kind."""
    return key.partition(COPY)[0]


def in_data(key: str) -> str:
    """The key in the data of something carried, whose bearer may have two makes of it."""
    return kind_of(key).partition(OTHER)[0]


def copy_of(kind: str, number: int) -> str:
    """The key of so many-th of a kind, from 1."""
    return f"{kind}{COPY}{number}" if number > 1 else kind


def one_more(kind: str, carried: Collection[str]) -> str:
    """The key for another of a kind besides what is carried: the first that is free."""
    number = 1
    while copy_of(kind, number) in carried:
        number += 1
    return copy_of(kind, number)


def piece(key: str, *owned: Iterable[P]) -> P:
    """Piece that a key of something carried means: the first of its kind. KeyError if there is none."""
    kind = kind_of(key)
    for pieces in owned:
        for each in pieces:
            if each.key == kind:
                return each
    raise KeyError(key)


def owns(key: str, *owned: Iterable[CarriedKind]) -> bool:
    """Whether what a key of something carried stands for is among these."""
    kind = kind_of(key)
    for pieces in owned:  # loops, for look-ahead asks it of every key at every turn
        for each in pieces:
            if each.key == kind:
                return True
    return False


def known(found: tuple[P, ...], brought: Iterable[P], taken: P) -> tuple[P, ...]:
    """Kinds that somebody has found once it takes something up: that too, unless it knows the kind already."""
    return found if owns(taken.key, found, brought) else (*found, taken)


# ------------------------------------------------------------------ things that are not like others of their kind


M = TypeVar("M", bound=msgspec.Struct)


def differences(piece: msgspec.Struct, kind: msgspec.Struct | None) -> dict[str, Any]:
    """In what a piece is otherwise than its kind in the data, by fields; what it goes by does not count."""
    if kind is None:
        return {}
    fields = (name for name in kind.__struct_fields__ if name not in NAMES)
    return {name: value for name in fields if (value := getattr(piece, name)) != getattr(kind, name)}


NAMES = ("key", "base")
"""Fields with what a piece goes by."""


def as_mine(taken: M, *owned: Iterable[M]) -> M:
    """Something taken up, under a key by which its new owner carries nothing else: its kind's, or one beside that."""
    mine: dict[str, M] = {each.key: each for pieces in owned for each in pieces}  # type: ignore[attr-defined]
    kind: str = taken.key  # type: ignore[attr-defined]
    key, number = kind, 1
    while key in mine and differences(mine[key], taken):
        number += 1
        key = f"{kind}{OTHER}{number}"
    return replace(taken, key=key)


C = TypeVar("C", bound=msgspec.Struct)
S = TypeVar("S", bound=Fighter)


def piece_as(kind: M, piece: Piece) -> M:
    """A kind of the data as a piece of it is. Raises BadSetup for fields that it can't have."""
    try:
        return msgspec.convert({**msgspec.structs.asdict(kind), **piece.own}, type(kind))
    except msgspec.ValidationError as error:
        raise BadSetup(f"{piece.key}: own: {error}; leave it out") from error


class _Gained(msgspec.Struct, frozen=True):
    """What ``Recruit.carried`` says of gear that its bearer has won, whatever else it says."""

    gained: tuple[Piece, ...] = ()


MOST_MARKED = 100
"""The highest number of a mark."""


HANDED = "handed over"
"""The id of what is being handed over, for the moment."""


def hand_over(table: Table[Any, Any, Any], who: Id, piece: Piece, take: Callable[[str], object]) -> None:
    """Lay a piece at somebody's feet and have it taken up from there, by the id that it has then."""
    table.emit(ThingPlaced(HANDED, piece.key, table.now(who).at, piece.marks, piece.own))
    take(HANDED)


def read_carried(recruit: Recruit, kind: type[C]) -> C:
    """Wounds and gear that a recruit brings from earlier battles. Raises BadSetup that names the field."""
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


class _Lost(msgspec.Struct, frozen=True):
    """What ``Recruit.carried`` says of gear that its bearer lacks, whatever else it says."""

    lost: tuple[str, ...] = ()


def lost_of(carried: str) -> tuple[str, ...]:
    """Keys of the own gear that somebody lacks, by what it brings as text."""
    return msgspec.json.decode(carried or "{}", type=_Lost).lost


def made_good_of(carried: str, given: Sequence[str], kind: type[msgspec.Struct], *gear: str) -> str:
    """What somebody brings, as text, with nothing lost but what it has given away, and these fields as if fresh."""
    brought, fresh = msgspec.json.decode(carried or "{}", type=kind), kind()
    good = {field: getattr(fresh, field) for field in gear}
    return write_carried(replace(brought, **{**good, "lost": tuple(given)}))


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
    """Keys left in each of several places where gear is kept; what was lost is taken from the first that has it."""
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
    """Gear that somebody brought and did not carry at the end."""

    lost: tuple[str, ...]
    """Keys of what is used up, broken, or out of reach."""
    found: Mapping[str, Mapping[str, int]]
    """By the keys of what is taken up again, the marks that it had on the ground."""
    gained: tuple[Piece, ...]
    """What it carries that it did not bring."""


def company_after(
    start: State[S, Any],
    board: Board[S, Any],
    side: str,
    gear: Callable[[S], Sequence[str]],
    carried: Callable[[S, Regained], msgspec.Struct],
    as_piece: Callable[[S, str], Piece | None],
    *,
    holds: bool,
) -> dict[Id, str]:
    """By member of a side who is on its feet, in the order of the squad, what it brings to the next battle, as text.

    ``start``: the battle before its first step, if nobody had fought before; ``gear``: the keys of all that a sheet
    carries; ``carried``: what a sheet comes to with that; ``as_piece``: what something carried is, None for what does
    not go on. If the side ``holds`` the field, what lies about that was not there before and no foe brought, or was
    taken up by one of the fallen, goes back to who brought one of its kind.
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
        more = (as_piece(c.sheet, key) for key in without(gear(c.sheet), gear(fresh.sheet)))
        gained = tuple(piece for piece in more if piece is not None)
        found[who] = write_carried(carried(c.sheet, Regained(tuple(lost), again, gained)))
    return found


def spoils_after(
    start: State[S, Any],
    board: Board[S, Any],
    side: str,
    gear: Callable[[S], Sequence[str]],
    as_piece: Callable[[S, str], Piece | None],
) -> list[Piece]:
    """What the fallen brought, of either side, and what lies about of the foes'."""
    ground: dict[str, list[Thing]] = {}
    for thing in board.state.things.values():
        if thing.id not in start.things:
            ground.setdefault(in_data(thing.key), []).append(thing)
    found: list[Piece] = []
    for who, fresh in start.combatants.items():
        c = board.now(who)
        if who in board.state.gone:
            continue
        gone = () if c.side == side else without(gear(fresh.sheet), gear(c.sheet))
        lying = [ground[in_data(key)].pop() for key in gone if ground.get(in_data(key))]
        found += [Piece(thing.key, thing.marks, thing.own) for thing in lying]
        if not c.sheet.up:
            left = without(gear(c.sheet), without(gear(c.sheet), gear(fresh.sheet)))
            found += [piece for key in left if (piece := as_piece(c.sheet, key)) is not None]
    return found


def _about(
    start: State[S, Any], board: Board[S, Any], side: str, gear: Callable[[S], Sequence[str]]
) -> dict[str, list[Mapping[str, int]]]:
    """Pieces that may be taken up again on a field that is held, by kind: the marks of each piece."""
    pool: dict[str, list[Mapping[str, int]]] = {}
    for thing in board.state.things.values():
        if thing.id not in start.things:
            pool.setdefault(in_data(thing.key), []).append(thing.marks)
    for who, fresh in start.combatants.items():
        c = board.now(who)
        if c.side != side:
            for key in without(gear(fresh.sheet), gear(c.sheet)):
                del pool.get(in_data(key), [])[-1:]
        if not c.sheet.up:
            for key in without(gear(c.sheet), gear(fresh.sheet)):
                pool.setdefault(in_data(key), []).append({})
    return pool


@dataclass(frozen=True)
class GearHandling(Generic[S]):
    """How gear is handed about by a ruleset: what ``HasGear`` asks, out of a few functions of its own."""

    gear: Callable[[S], Sequence[str]]
    """The keys of all that a sheet carries."""
    as_piece: Callable[[S, str], Piece | None]
    """Something carried as it is; None for what is nobody else's: claws, what is worn."""
    drop: Callable[[Table[S, Any, Any], Id, str], object]
    """Takes something from who carries it."""
    gain: Callable[[Table[S, Any, Any], Id, Piece], object]
    """Gives somebody a piece, in hand if that is free. Raises BadSetup for what there is not."""
    refused: Callable[[Board[S, Any, Any], Id, Piece], str]
    """Why somebody can't have a piece, with the number of the rule; empty if that is no matter."""
    kind: Callable[[str], Any]
    """The kind of a key in the data, which has a name; None for what has no entry there."""
    states: Mapping[str, str]
    """The word for each mark; a mark of none is told by nothing."""
    others: Callable[[], Collection[str]] = tuple
    """The keys of what has no entry in the data and may be had."""

    def with_gained(self, state: State[S, Any], setup: Setup, ground: Space) -> State[S, Any]:
        """The state in which everybody has what it has gained in earlier battles. Raises BadSetup."""
        table: Table[S, Any, Any] = Table(state, setup, ground, lambda _: None)
        for side in setup.sides:
            ids = [c.id for c in state.combatants.values() if c.side == side.name]
            for who, recruit in zip(ids, side.squad, strict=True):
                for piece in read_carried(recruit, _Gained).gained:
                    self._check(recruit, piece)
                    self.gain(table, who, piece)
        return table.state

    def _check(self, recruit: Recruit, piece: Piece) -> None:
        """Raise BadSetup for a piece that there can't be."""
        kind = self.kind(piece.key)
        if kind is None and piece.key not in self.others():
            raise BadSetup(f"{recruit.unit}: carried: gained: there is no {piece.key!r} in the data; leave it out")
        for mark, value in piece.marks.items():
            if mark not in self.states:
                known_marks = ", ".join(self.states)
                raise BadSetup(f"{recruit.unit}: carried: gained: {piece.key}: no mark is {mark!r}; use {known_marks}")
            check_between(recruit, f"gained: {piece.key}: {mark}", value, 1, MOST_MARKED)
        if kind is not None:
            piece_as(kind, piece)
        elif piece.own:
            raise BadSetup(f"{recruit.unit}: carried: gained: {piece.key}: own: it has no fields; leave it out")

    def belongings(self, board: Board[S, Any, Any], who: Id) -> list[tuple[str, Piece]]:
        """What somebody carries that may be handed on, by its keys, in its order."""
        sheet = board.now(who).sheet
        return [(key, piece) for key in self.gear(sheet) if (piece := self.as_piece(sheet, key)) is not None]

    def spoils(self, start: State[S, Any], board: Board[S, Any], side: str) -> list[Piece]:
        """What foes of a side brought that lies about after a battle, and what the fallen of either side brought."""
        return spoils_after(start, board, side, self.gear, self.as_piece)

    def name(self, piece: Piece) -> str:
        """What a piece is called, and its state: "notched sword"."""
        kind = self.kind(piece.key)
        said = [word for mark in piece.marks if (word := self.states.get(mark))]
        return " ".join((*said, piece.own.get("name", piece.key if kind is None else kind.name).lower()))
