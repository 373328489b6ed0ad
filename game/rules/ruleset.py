"""A tabletop game as the engine sees it: what every ruleset has, and what some have besides."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, NamedTuple, Protocol, runtime_checkable

import msgspec

from game.rules.action import CatalogueAction
from game.rules.events import Event, Id
from game.rules.ledger import Ledger
from game.rules.planning_model import PlanningModel
from game.rules.setup import Objective, Recruit, Setup
from game.rules.standing import Scale, Slot, Standing
from game.rules.state import N, P, Piece, S, State, Thing, Verdict
from game.rules.table import Board, Table
from game.rules.weights import Strengths, Weights, Words
from game.spatial.space import Space
from game.user_error import UserError


class Attacked(msgspec.Struct, frozen=True):
    """An attack that was resolved: whose it was, on whom in the end, and whether it hit."""

    who: Id
    target: Id
    hit: bool


class Note(NamedTuple):
    """Consequence for somebody besides harm, in words that follow its name: "prone", "without shield"."""

    who: Id
    said: str


class Outcome(msgspec.Struct, frozen=True):
    """Outcome of an option, as a player would sum it up."""

    attacks: tuple[Attacked, ...] = ()
    """Everybody's, in the order in which they were resolved."""
    losses: tuple[tuple[Id, tuple[int, ...]], ...] = ()
    """Losses, by combatant and bar, in the order of the bars of its standing; what was won back is negative."""
    down: tuple[Id, ...] = ()
    """Those out of the fight who were in it."""
    notes: tuple[Note, ...] = ()

    @property
    def harm(self) -> tuple[tuple[Id, int], ...]:
        """Losses by combatant, of all its bars together."""
        return tuple((who, sum(bars)) for who, bars in self.losses)


class LogLine(msgspec.Struct, frozen=True):
    """Line of the battle log."""

    text: str
    depth: int = 0
    """0: a heading, 1: what happened, 2: dice and modifiers."""
    who: Id | None = None
    rules: tuple[str, ...] = ()
    sum: bool = False
    """Whether it is a total with its terms, which a folded log leaves out until the line above is opened."""
    folded: str = ""
    """Text in place of such a total in a folded log; empty: nothing."""
    aside: str = ""
    """The part of the text that tells of dice that are read for themselves: it stands in the colour of such dice."""


Places = Literal["cells", "zones", "whole zones"]
"""Kind of places of a ruleset: a Cell of the grid, or a ZonePlace.
Whole zones hold any number, and nobody stands on the borders between them."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Something a book leaves to the referee or marks as optional, chosen in battle set-up."""

    key: str
    title: str
    choices: tuple[tuple[str, str], ...]
    """(key, label); the first is the house default."""
    rules: tuple[str, ...] = ()

    @property
    def default(self) -> str:
        """The house ruling."""
        return self.choices[0][0]


class BadSetup(UserError):
    """A set-up that this ruleset can't play; the message says which entry and how to mend it."""


class Ruleset(Protocol, Generic[S, N, P]):
    """Tabletop game. Rulesets register in the entry-point group ``battlemat.rulesets``."""

    name: str
    title: str
    places: Places
    """Kind of places of combatants, moves and options. Set-ups and objectives are in cells everywhere."""
    scale: Scale
    """Scale of a cell, in the book's unit; where places are zones, what heights are told in."""
    harm_word: str
    """Name of what the harmed lose, as one says it of several: "hit points", "Health"."""
    emblem: str
    """The sign of the game on title and lists, by its name among the sprites: "emblems/crown"."""
    character: str
    """Character of a battle by it, in a sentence of fifty signs at most, without an end; empty: nothing is said."""
    for_newcomers: bool
    """Whether it is the one to begin with for somebody who plays none yet; of several the first by name."""
    turn_order: str
    """Turn order, in a sentence for somebody who plays it for the first time; empty if it needs none."""
    attacks: Collection[str]
    """The verbs of options that set out to harm somebody, or a place; what is done to friends by them is none."""
    deeds: Sequence[CatalogueAction]
    """Catalogue entries of a turn's options, by their verbs. Each has its place on the screen and its key for good."""
    ledger: Ledger
    settings: tuple[Setting, ...]
    state_type: Any
    """``State[Sheet, Turn, Cell]`` or ``State[Sheet, Turn, ZonePlace]``, for decoding saves."""

    @property
    def data_hash(self) -> str:
        """Differs when rules data differ; written into saves and battle files."""

    def roster(self, own: str = "") -> Mapping[str, str]:
        """Keys of units that may be recruited, with their titles.

        ``own`` is the text of a data file with units of the player's, in the ruleset's words. Raises BadSetup.
        """

    def parties(self, own: str = "") -> Mapping[str, tuple[Recruit, ...]]:
        """Ready squads by name, with those of a player's ``own`` roster. Raises BadSetup."""

    def begin(self, setup: Setup, ground: Space | None = None) -> State[S, N, P]:
        """Give the state before the first step; ``ground`` is the set-up's map if it is at hand. Raises BadSetup."""

    async def step(self, table: Table[S, N, P]) -> None:
        """Ask for and resolve one decision of the turn structure."""

    def over(self, board: Board[S, N, P]) -> Verdict | None:
        """Tell whether the battle is over, asked between steps."""

    def round_of(self, state: State[S, N, P]) -> int:
        """The number of the round, from 1; 0 before the first."""

    def order(self, board: Board[S, N, P]) -> Sequence[Slot]:
        """Turn order, starting with whoever may act now; somebody who acts more than once is in it as often."""

    def banner(self, board: Board[S, N, P]) -> Sequence[str]:
        """Words on the turn that everybody may know, a few words each: "The party acts", "Foes passed"."""

    def seen_by(self, board: Board[S, N, P], side: str) -> Collection[Id]:
        """The combatants a side knows to be there."""

    def masked(self, board: Board[S, N, P], side: str, later: State[S, N, P] | None = None) -> State[S, N, P]:
        """The state as far as a side can know it, for its AI to think on.

        ``later``: the same battle further on in the step that began here; whom the side knows of by then is not left
        out, so that what they came out of hiding with can be tried again.
        """

    def hypothetical_turn(self, board: Board[S, N, P], who: Id, at: Mapping[Id, P]) -> State[S, N, P]:
        """The battle if it were this combatant's turn now, with nothing spent, and some stood elsewhere.

        What somebody could do is read from the question that this leads to; nothing of it is ever played.
        """

    def standing(self, board: Board[S, N, P], who: Id) -> Standing:
        """Standing of a combatant on the board."""

    def tell_distance(self, board: Board[S, N, P], who: Id, to: Id | P) -> str:
        """How far a combatant is from another or from a place, in the book's words, e.g. "30 ft"."""

    def thing_name(self, board: Board[S, N], thing: Thing) -> str:
        """Name of a thing on the ground, with what shows of its state: "damaged axe", "unloaded crossbow"."""

    def thing_icon(self, key: str) -> str:
        """The icon of something on the ground that has no picture of its own, by its name among the sprites."""

    def outcome(self, before: State[S, N, P], after: State[S, N, P], events: Iterable[Event]) -> Outcome:
        """Sum up what happened between two states."""

    def tell(self, board: Board[S, N, P], event: Event) -> LogLine | None:
        """Word an event for the log; ``board`` is as it was before the event. None: not worth a line."""


@runtime_checkable
class HasPlanningModel(Ruleset[S, N, P], Protocol, Generic[S, N, P]):
    """A ruleset that AIs can plan in. Without that they play by forks and standings alone."""

    weights: Weights
    """Weights of features for AIs: the table "options", and others it may have."""
    words: Words
    """Words for features that the game has no words for, or others."""

    def model(self, board: Board[S, N, P], side: str) -> PlanningModel:
        """The battle as one side knows it, for its AI to plan in; the board is masked for that side."""


@runtime_checkable
class HasLights(Ruleset[S, N, P], Protocol, Generic[S, N, P]):
    """A ruleset with light sources: it tells which cells are lit for a side."""

    def lit(self, board: Board[S, N, P], side: str) -> int | None:
        """The cells in which there is light enough for a side to see, as a mask (``Space.mask``); zones by their cells.

        None: nowhere is it dark. The board is as the side knows it; it is asked once for each state that is shown.
        """


@dataclass(frozen=True, slots=True)
class Band(Generic[P]):
    """Places that something in hand reaches equally well."""

    places: Collection[P]
    label: str = ""
    """Effect of their distance, in few words: "to 30 m: -2"; empty if that makes no difference."""


@runtime_checkable
class HasRanges(Ruleset[S, N, P], Protocol, Generic[S, N, P]):
    """A ruleset that tells which places a readied weapon or action reaches."""

    def in_range(self, board: Board[S, N, P], who: Id, verb: str = "") -> Sequence[Band[P]]:
        """The places that it reaches, in bands, the nearest first; none if it does not reach out of its own.

        ``verb``: of the options that are looked at; empty for whatever reaches farther than an arm.
        """


@runtime_checkable
class HasPrivateFacts(Ruleset[S, N, P], Protocol, Generic[S, N, P]):
    """A ruleset with facts about a combatant that only its own side is told."""

    def private_facts(self, board: Board[S, N, P], who: Id) -> Sequence[str]:
        """Facts that only its own side is told of a combatant, in few words each: what it holds back, and for when."""


class ObjectiveProgress(NamedTuple):
    """How far a side has come with what it is after."""

    aim: Objective
    done: int
    needed: int

    @property
    def counted(self) -> str:
        """In numbers: "1 of 2"."""
        return f"{self.done} of {self.needed}"

    @property
    def progress_text(self) -> str:
        """In numbers, with what is counted: "1 of 4 rounds", "2 of 5 away", "1 of 2" times."""
        match self.aim.goal:
            case "task" | "fell":
                return self.counted
            case "escape":
                return f"{self.counted} away"
            case _:
                return f"{self.counted} round{'s' if self.needed > 1 else ''}"

    @property
    def sought(self) -> str:
        """Objective in a few words: "hold the gate passage", "keep Ann safe"."""
        match (aim := self.aim).goal:
            case "task":
                return f"work at {aim.what}"
            case "hold":
                return f"hold {aim.what or 'the ground'}"
            case "escape":
                return f"get {aim.who or f'{self.needed} of them'} away{f' by {aim.what}' if aim.what else ''}"
            case "protect":
                return f"keep {aim.who} safe"
            case "fell":
                return f"fell {aim.who}"
            case _:
                return "last"

    @property
    def told(self) -> str:
        """Progress in words: "the winch 1 of 2", "the gate held for 1 of 4 rounds", "Ann kept safe 2 of 5 rounds"."""
        match self.aim.goal:
            case "task":
                return f"{self.aim.what} {self.progress_text}"
            case "hold":
                return f"{self.aim.what or 'ground'} held for {self.progress_text}"
            case "escape":
                return self.progress_text
            case "protect":
                return f"{self.aim.who} kept safe {self.progress_text}"
            case "fell":
                return f"{self.aim.who} felled: {self.progress_text}"
            case _:
                return f"lasted {self.progress_text}"


@runtime_checkable
class HasObjectiveProgress(Ruleset[S, N, P], Protocol, Generic[S, N, P]):
    """A ruleset in which what a side is after comes nearer in steps that everybody sees."""

    def objective_progress(self, board: Board[S, N, P], side: str) -> ObjectiveProgress | None:
        """How far a side has come; None if there is nothing to count. The board is as somebody knows it."""


@runtime_checkable
class HasRatings(Ruleset[S, N, P], Protocol, Generic[S, N, P]):
    """A ruleset whose book rates units by strength, used to balance squads."""

    rated: str
    """Name of what is counted, as one says it of several: "Hit Dice"."""

    def ratings(self, own: str = "") -> Mapping[str, int]:
        """That number of each unit that may be recruited, by key. Raises BadSetup for mistakes in ``own``."""


AnyRuleset = Ruleset[Any, Any]
AnyPlannable = HasPlanningModel[Any, Any]


def light_for(rules: AnyRuleset, board: Board[Any, Any, Any], side: str | None) -> int | None:
    """The cells that are lit for a side, or for any of them if it is None; None where nothing is said of light."""
    if not isinstance(rules, HasLights):
        return None
    found = 0
    for one in (side,) if side is not None else [one.name for one in board.setup.sides]:
        lit = rules.lit(board, one)
        if lit is None:
            return None
        found |= lit
    return found


def private_facts_for(rules: AnyRuleset, board: Board[Any, Any, Any], who: Id, side: str | None) -> Sequence[str]:
    """Facts that a side is told of a combatant besides its standing; None: somebody who sees everything."""
    if not isinstance(rules, HasPrivateFacts) or side not in (None, board.now(who).side):
        return ()
    return rules.private_facts(board, who)


def progress_of(rules: AnyRuleset, board: Board[Any, Any, Any]) -> dict[str, ObjectiveProgress]:
    """How far each side has come that is after something, by its name."""
    if not isinstance(rules, HasObjectiveProgress):
        return {}
    found = {side.name: rules.objective_progress(board, side.name) for side in board.setup.sides}
    return {side: objective_progress for side, objective_progress in found.items() if objective_progress is not None}


def tell_pursuit(board: Board[Any, Any, Any], side: str, now: ObjectiveProgress) -> str:
    """How far a side has come, in words: "Party: the winch 1 of 2"."""
    return f"{board.setup.side(side).called}: {now.told}"


def tell_pursuits(rules: AnyRuleset, board: Board[Any, Any, Any]) -> list[str]:
    """The same of each side that is after something."""
    return [tell_pursuit(board, side, now) for side, now in progress_of(rules, board).items()]


class Settled(Protocol):
    """As much of a ruleset as its settings are checked by."""

    name: str
    settings: tuple[Setting, ...]


def check_options(rules: Settled, setup: Setup) -> None:
    """Raise BadSetup for a setting that the ruleset does not have, or a choice that the setting does not."""
    known = {setting.key: [key for key, _ in setting.choices] for setting in rules.settings}
    for key, value in setup.options.items():
        if key not in known:
            raise BadSetup(f'options: {rules.name} has no setting "{key}"; it has {", ".join(known)}')
        if value not in known[key]:
            raise BadSetup(f'options.{key} = "{value}": choose one of {", ".join(known[key])}')


@runtime_checkable
class HasRest(Ruleset[S, N, P], Protocol[S, N, P]):
    """A ruleset that tells what becomes of a side between one battle and the next."""

    async def rest(self, table: Table[S, N, P], side: str, *, holds: bool) -> None:
        """Rest after a battle that is over: who lies dying is tended, and everybody rests for a night.

        ``holds``: whether the side has the field to itself; else its fallen stay behind, and nobody sees to them.
        """

    def carried(self, start: State[S, N, P], board: Board[S, N, P], side: str, *, holds: bool) -> Mapping[Id, str]:
        """Of the members of a side that can go on, after their rest, what each brings to the next battle.

        ``start``: the battle before its first step, if nobody had fought before: what was lost in earlier battles is
        lost still. The text is that of ``Recruit.carried``.
        """

    def made_good(self, carried: str, given: Sequence[str]) -> str:
        """What somebody brings once its own gear is whole and complete again, out of what it brings now.

        ``given``: keys of what it lacks still, for it gave them away.
        """

    def lost(self, carried: str) -> Sequence[str]:
        """Keys of its own gear that somebody lacks by what it brings, each as often as it does."""


class GearRules(Protocol[S, N, P]):
    """How gear is handed about between two battles."""

    def belongings(self, board: Board[S, N, P], who: Id) -> Sequence[tuple[str, Piece]]:
        """What somebody carries that may be handed on, by its keys."""

    def spoils(self, start: State[S, N, P], board: Board[S, N, P], side: str) -> Sequence[Piece]:
        """What foes of a side brought that lies about after a battle, and what the fallen of either side brought.

        ``start``: as with ``HasRest.carried``.
        """

    def with_gained(self, state: State[S, N, P], setup: Setup, ground: Space) -> State[S, N, P]:
        """The state of a battle before its first step in which everybody has what it has won. Raises BadSetup."""

    def name(self, piece: Piece) -> str:
        """What it is called, with its state."""

    @property
    def drop(self) -> Callable[[Table[S, N, P], Id, str], object]:
        """Takes something, by its key, from who carries it."""

    @property
    def gain(self) -> Callable[[Table[S, N, P], Id, Piece], object]:
        """Gives somebody a piece."""

    @property
    def refused(self) -> Callable[[Board[S, N, P], Id, Piece], str]:
        """Tells why somebody can't have a piece by the rules, with the number of one; "" if it can."""


@runtime_checkable
class HasGear(HasRest[S, N, P], Protocol[S, N, P]):
    """A ruleset by whose rules what is won in a battle may be handed about before the next."""

    @property
    def gear_rules(self) -> GearRules[S, N, P]:
        """How."""


@dataclass(frozen=True, slots=True)
class Threat(Generic[P]):
    """Where somebody could attack in one turn."""

    goes: frozenset[P]
    """Places in which it could be when it does, its own among them; none if it could not attack anybody."""
    hits: frozenset[P]
    """Places in which somebody who takes up no more than one of them could be attacked from there."""


@runtime_checkable
class HasThreats(Ruleset[S, N, P], Protocol, Generic[S, N, P]):
    """A ruleset that tells where somebody could attack, whether anybody is there or not."""

    def threat(self, board: Board[S, N, P], who: Id) -> Threat[P]:
        """Where a combatant could attack whose turn has begun, with nothing of it spent: see ``hypothetical_turn``.

        By going there first if need be, and with what it has ready or may make ready on the way, as its menu would have
        it; those who stand where they stand on this board are in its way.
        """


Written = Mapping[str, Mapping[str, Mapping[str, Any]]]
"""Entries as they are written: by table, by key, field by field."""


@runtime_checkable
class HasUnitTables(Ruleset[S, N, P], Protocol, Generic[S, N, P]):
    """A ruleset that reads its units from tables, and those of a player's own from the same tables in another file.

    What an entry may say is told by its type: the names and types of its fields, what stands under each of them, and
    the tables whose keys a text names (``msgspec.Meta(extra={"tables": ...})``).
    """

    @property
    def tables(self) -> Mapping[str, type[msgspec.Struct]]:
        """Types of entries, by table; every entry has a ``key``."""

    @property
    def unit_tables(self) -> Sequence[str]:
        """The tables whose entries may be recruited."""

    @property
    def written(self) -> Written:
        """The entries that come with the ruleset."""


@runtime_checkable
class HasStrengths(Ruleset[S, N, P], Protocol, Generic[S, N, P]):
    """A ruleset of whose units it was measured how strong they are, used to draw squads for a battle."""

    strengths: Strengths
    """Of all units of its own roster, or of none."""
