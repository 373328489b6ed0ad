"""The duel as the engine sees it: what ``game.rules.ruleset.Ruleset`` asks for, each answered by the module for it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from battlemat_duel import play, roster, telling
from battlemat_duel.sheet import DuelBoard, Duellists, DuelTable, Sheet, Turn
from game.kit.squads import ready
from game.rules.action_catalogue import read_deeds
from game.rules.events import Event, Id
from game.rules.ledger import read_ledger
from game.rules.ruleset import Line, Outcome, Places, Setting, check_options
from game.rules.setup import Recruit, Setup
from game.rules.standing import Scale, Slot, Standing
from game.rules.state import State, Thing, Verdict
from game.spatial.field import Cell
from game.spatial.space import Space

LAST_ROUND = 20


class Duel:
    """The ruleset."""

    name = "duel"
    title = "Duel"
    places: Places = "cells"
    scale = Scale(5, "ft")
    harm_word = "hit points"
    # Who counts what AIs do (``battlemat arena --habits``) knows an attack by the verb of its option.
    attacks: Collection[str] = ("strike", "flurry")
    settings: tuple[Setting, ...] = (
        # "ask" is the word for: put it to the referee's seat, whenever it comes up.
        Setting("stumble", "A rolled 1", (*play.STUMBLES, ("ask", "Ask the referee")), ("D-9",)),
    )
    # What saves are read as: with it goes what a place is, which for the rules themselves need not be said.
    state_type: Any = State[Sheet, Turn, Cell]

    def __init__(self) -> None:
        self.ledger = read_ledger(roster.HOME / "ledger.toml")
        self.deeds = read_deeds(roster.HOME / "deeds.toml", self.ledger)
        self.data_hash = roster.data_hash()

    def roster(self, own: str = "") -> Mapping[str, str]:
        """Units that may be recruited. Raises BadSetup for an ``own`` roster with mistakes."""
        return {key: unit.name for key, unit in roster.stocked(own).units.items()}

    def parties(self, own: str = "") -> Mapping[str, tuple[Recruit, ...]]:
        """Ready squads: what "play now", the arena and the laws take. Raises BadSetup."""
        return ready(roster.stocked(own).squads)

    def begin(self, setup: Setup, ground: Space | None = None) -> Duellists:
        """The state before the first step. Raises BadSetup."""
        check_options(self, setup)
        return roster.begin(setup, ground or Space(setup.field))

    async def step(self, table: DuelTable) -> None:
        """One decision of the turn structure."""
        await play.step(table)

    def over(self, board: DuelBoard) -> Verdict | None:
        """Rule: The end (D-10)."""
        left = list(dict.fromkeys(c.side for c in board.state.combatants.values()))
        if len(left) == 1:
            return Verdict(left[0], "the last side standing")
        if not left or board.state.turn.round > LAST_ROUND:
            return Verdict(None, "nobody won")
        return None

    def round_of(self, state: Duellists) -> int:
        """The round's number."""
        return state.turn.round

    def order(self, board: DuelBoard) -> Sequence[Slot]:
        """Who acts, in order."""
        return telling.order(board)

    def banner(self, board: DuelBoard) -> Sequence[str]:
        """Whose turn it is, in words."""
        return (f"{board.state.turn.side} acts",)

    def seen_by(self, board: DuelBoard, side: str) -> Collection[Id]:
        """Everybody but the others' in hiding: what this leaves out is on no screen of the side, and in no log."""
        return [c.id for c in board.state.combatants.values() if c.side == side or not c.sheet.hidden]

    def masked(self, board: DuelBoard, side: str, later: Duellists | None = None) -> Duellists:
        """The state with only those in it: an AI that thinks on it can't know more than a player."""
        known = set(self.seen_by(board, side))
        if later is not None:  # who has shown itself since need not be left out
            known |= set(self.seen_by(board.moment(later), side))
        return replace(board.state, combatants={i: c for i, c in board.state.combatants.items() if i in known})

    def supposing(self, board: DuelBoard, who: Id, at: Mapping[Id, Cell]) -> Duellists:
        """The battle if it were somebody's turn with nothing spent: how far it could go, whom it could strike."""
        state, me = board.state, board.now(who)
        combatants = {
            id_: replace(c, at=at.get(id_, c.at), sheet=replace(c.sheet, moved=False, struck=False, done=id_ != who))
            for id_, c in state.combatants.items()
        }
        return replace(state, combatants=combatants, turn=replace(state.turn, current=state.turn.order.index(me.side)))

    def standing(self, board: DuelBoard, who: Id) -> Standing:
        """What the board shows of somebody."""
        return telling.standing(board, who)

    def apart(self, board: DuelBoard, who: Id, to: Id | Cell) -> str:
        """How far somebody is from another or from a place."""
        return telling.apart(board, who, to)

    def thing_name(self, board: DuelBoard, thing: Thing) -> str:
        """What lies about is called what the map calls it."""
        return thing.key.replace("-", " ")

    def thing_icon(self, key: str) -> str:
        """The icon of something on the ground: nothing in a duel is ever put there."""
        return "loot"

    def outcome(self, before: Duellists, after: Duellists, events: Iterable[Event]) -> Outcome:
        """What happened between two states."""
        return telling.outcome(before, after, events)

    def tell(self, board: DuelBoard, event: Event) -> Line | None:
        """A line of the log."""
        return telling.tell(board, event)


RULESET = Duel()
