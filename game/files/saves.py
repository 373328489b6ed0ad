"""Saved battles: the last checkpoint, the answers since, and all that is needed to go on as if nothing had happened.

A save is one JSON document. Its payload carries a checksum, so that a file cut short or changed by hand is told from a
whole one; the ruleset's data hash, so that a battle never goes on under other rules than it began with; and the hash of
the state that waits, so that what is loaded is what was saved.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, Literal
from weakref import ref

import msgspec

from game.files.battlefile import BadEmbedded, read_setup
from game.files.bounded_reading import BATTLES, read_bytes
from game.files.errors import BadFile
from game.files.own_json import OtherJson, check_format, decode_json, is_readable, readable
from game.rules.match import AnyMatch, Match, Orders, OutOfStep
from game.rules.questions import Answer
from game.rules.registry import UnknownRuleset, ruleset
from game.rules.ruleset import AnyRuleset
from game.rules.setup import Setup
from game.rules.state import state_hash
from game.spatial.space import Space

FORMAT = 2
"""Version of the document; a reader takes its own version only."""

_OTHER = "not a save of this game: pick another file"
_DAMAGED = "load an earlier save or a copy of it"

_STUMBLES = (ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)
"""What rules may raise in a state that they did not make: somebody has changed a save and sealed it again."""


class SeatPlan(msgspec.Struct, frozen=True):
    """Who answers for the seats, and where the dice come from. The words are the command line's."""

    players: dict[str, str] = {}
    """By seat (the sides, and the referee if a person): "human", "novice", "instinct", "trained"."""
    orders: dict[str, Orders] = {}
    """Standing orders of the people, by seat."""
    dice: Literal["seeded", "typed"] = "seeded"
    seed: int = 0
    drawn: int = 0
    """How far the sequence of the dice is, for dice that count; dice that go by the answers given leave it at 0."""
    difficulty: str = ""
    """What the battle was asked for to be: "easier", "even", "harder"; empty if nothing was."""


class Summary(msgspec.Struct, frozen=True):
    """What a list of saved battles shows."""

    title: str
    ruleset: str
    map_file: str
    round: int
    answers: int
    sides: tuple[str, ...]
    over: bool
    place: str = ""
    """What its map is called; empty in a save of before it was told."""


@dataclass(frozen=True, slots=True)
class LoadedBattle:
    """A loaded battle."""

    match: AnyMatch
    seats: SeatPlan
    summary: Summary


class _Payload(msgspec.Struct, frozen=True):
    summary: Summary
    data_hash: str
    setup: msgspec.Raw
    checkpoint: msgspec.Raw
    since: int
    """How many answers at the end of the history came after the checkpoint."""
    history: tuple[Answer, ...]
    hashes: tuple[tuple[int, str], ...]
    state_hash: str
    seats: SeatPlan


class _Document(msgspec.Struct, frozen=True):
    battlemat: str
    format: int
    checksum: str
    payload: msgspec.Raw


class _Glance(msgspec.Struct, frozen=True):
    summary: Summary


def load_match(path: Path, *, ground: Space | None = None) -> LoadedBattle:
    """Read a battle; it goes on exactly as it would have. Raises BadFile, which says what is wrong and what to do.

    ``ground`` spares working out the map again where the caller has it. Earlier answers can still be taken back: the
    match plays itself again from the start when that is asked for.
    """
    payload = _payload(path)
    rules = _rules(path, payload)
    try:
        setup = read_setup(payload.setup)
        checkpoint = msgspec.json.decode(payload.checkpoint, type=rules.state_type)
    except (msgspec.ValidationError, BadEmbedded) as error:
        raise BadFile(
            f"{path.name}: {rules.title} no longer reads what it saved there ({error}); "
            "load the file with the version of the game that wrote it"
        ) from error
    try:
        match: AnyMatch = Match.resume(
            rules,
            setup,
            Space(setup.field) if ground is None else ground,
            checkpoint,
            payload.history,
            payload.since,
            payload.hashes,
        )
        same = state_hash(match.state) == payload.state_hash
    except OutOfStep as error:
        raise BadFile(
            f"{path.name}: the answers in it don't fit the rules as they are installed ({error}); "
            "load the file with the version of the game that wrote it"
        ) from error
    except _STUMBLES as error:
        raise BadFile(
            f"{path.name}: the rules can't go on from what it holds, to which no battle leads "
            f"({type(error).__name__}); load an earlier save or an untouched copy of it"
        ) from error
    if not same:
        raise BadFile(
            f"{path.name}: the rules as they are installed make another battle of it; "
            "load the file with the version of the game that wrote it"
        )
    return LoadedBattle(match, payload.seats, payload.summary)


def glance(path: Path) -> Summary:
    """Tell what a save is, without its rules. Raises BadFile."""
    return readable(decode_json(path, _checked(path), _Glance, _OTHER).summary)


def history_of(path: Path) -> tuple[Summary, SeatPlan, tuple[Answer, ...]]:
    """What a save is, who plays it, and every answer from the beginning, without its rules. Raises BadFile."""
    payload = _payload(path)
    return payload.summary, payload.seats, payload.history


def save_document(match: AnyMatch, seats: SeatPlan) -> bytes:
    """A battle as the content of a save."""
    setup, since = match.setup, len(match.since)
    summary = Summary(
        setup.title or setup.field.title,
        match.ruleset.name,
        setup.map_file,
        match.ruleset.round_of(match.state),
        len(match.history),
        tuple(side.title or side.name for side in setup.sides),
        match.over,
        setup.field.title,
    )
    payload = msgspec.json.encode(
        _Payload(
            summary,
            match.ruleset.data_hash,
            _SETUPS.encoded(setup),
            msgspec.Raw(msgspec.json.encode(match.checkpoint)),
            since,
            tuple(match.history),
            tuple(match.hashes),
            state_hash(match.state),
            seats,
        )
    )
    return msgspec.json.encode(_Document("save", FORMAT, _checksum(payload), msgspec.Raw(payload))) + b"\n"


class _LastSetup:
    """The set-up is most of a save and never changes in a battle: it is encoded once."""

    def __init__(self) -> None:
        self._setup: ref[Setup] | None = None
        self._encoded = msgspec.Raw()

    def encoded(self, setup: Setup) -> msgspec.Raw:
        """The set-up as JSON."""
        if self._setup is None or self._setup() is not setup:
            self._setup, self._encoded = ref(setup), msgspec.Raw(msgspec.json.encode(setup))
        return self._encoded


_SETUPS = _LastSetup()


def _checksum(payload: bytes | msgspec.Raw) -> str:
    return blake2b(bytes(payload), digest_size=16).hexdigest()


def _payload(path: Path) -> _Payload:
    payload = decode_json(path, _checked(path), _Payload, _OTHER)
    if not is_readable((decode_json(path, payload.checkpoint, object, _OTHER), payload.history)):
        raise BadFile(
            f"{path.name}: its names have control characters in them, which no battle has; "
            "load an earlier save or an untouched copy of it"
        )
    return msgspec.structs.replace(payload, summary=readable(payload.summary), seats=readable(payload.seats))


def _checked(path: Path) -> msgspec.Raw:
    """The payload of a save that is whole, unchanged and of our format."""
    data = read_bytes(path, BATTLES)
    try:
        check_format(path, data, "save", FORMAT, _DAMAGED)
        document = decode_json(path, data, _Document, _DAMAGED)
    except OtherJson as error:
        raise BadFile(f"{path.name}: not a saved battle; pick a file that Battlemat saved") from error
    if document.battlemat != "save":
        raise BadFile(f"{path.name}: not a saved battle; pick a file that Battlemat saved")
    if _checksum(document.payload) != document.checksum:
        raise BadFile(
            f"{path.name}: the file has been changed since it was saved (its checksum is another); "
            "load an earlier save or an untouched copy of it"
        )
    return document.payload


def _rules(path: Path, payload: _Payload) -> AnyRuleset:
    """The ruleset of a save, if it is installed with the same data."""
    try:
        rules: Any = ruleset(payload.summary.ruleset)
    except UnknownRuleset as error:
        raise BadFile(f"{path.name}: {error}. The battle goes on with no other: install that ruleset") from error
    if rules.data_hash != payload.data_hash:
        raise BadFile(
            f"{path.name}: saved under other data of {rules.title} ({payload.data_hash}) than are installed "
            f"({rules.data_hash}); load it with the version of the rules that wrote it, or begin the battle anew"
        )
    found: AnyRuleset = rules
    return found
