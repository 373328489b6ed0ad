"""Vigil: a third game in miniature, written on the kit alone, to see that the house is one in which games are small.

It has what neither of the two large ones has: two bars, one before the other; a deck from which everybody draws a place
in the round's order, veterans two; pools of dice read by successes, and a parry pledged before the roll; metres, with
every second diagonal counted twice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from game.kit.combatants import known
from game.rules.action import read_deeds
from game.rules.events import Event, Id
from game.rules.ledger import read_ledger
from game.rules.ruleset import LogLine, Outcome, Places, Setting, check_options
from game.rules.setup import Recruit, Setup
from game.rules.standing import Scale, Slot, Standing
from game.rules.state import State, Thing, Verdict
from game.rules.weights import read_weights, read_words
from game.spatial.field import Cell
from game.spatial.space import Space
from tests.vigil import play, telling
from tests.vigil.model import VigilWits
from tests.vigil.roster import STOCK, muster
from tests.vigil.sheet import Sheet, Turn, VigilBoard, VigilState, VigilTable

HOME = Path(__file__).parent


class Vigil:
    """The ruleset as the engine sees it."""

    name = "vigil"
    title = "Vigil"
    places: Places = "cells"
    scale = Scale(1, "m")
    harm_word = "stamina and wounds"
    emblem = "emblems/die"
    character = ""
    for_newcomers = False
    turn_order = ""
    attacks: Collection[str] = ("strike",)
    settings: tuple[Setting, ...] = ()
    state_type: Any = State[Sheet, Turn, Cell]

    def __init__(self) -> None:
        self.ledger = read_ledger(HOME / "ledger.toml")
        self.deeds = read_deeds(HOME / "deeds.toml", self.ledger)
        self.weights = read_weights(HOME / "weights.toml")
        self.words = read_words(HOME / "weights.toml")

    @property
    def data_hash(self) -> str:
        return STOCK.data_hash

    def roster(self, own: str = "") -> Mapping[str, str]:
        return STOCK.titles(own)

    def parties(self, own: str = "") -> Mapping[str, tuple[Recruit, ...]]:
        return STOCK.parties(own)

    def begin(self, setup: Setup, ground: Space | None = None) -> VigilState:
        check_options(self, setup)
        return muster(setup, ground or Space(setup.field))

    async def step(self, table: VigilTable) -> None:
        await play.step(table)

    def over(self, board: VigilBoard) -> Verdict | None:
        return play.over(board)

    def round_of(self, state: VigilState) -> int:
        return state.turn.round

    def order(self, board: VigilBoard) -> Sequence[Slot]:
        return telling.order(board)

    def banner(self, board: VigilBoard) -> Sequence[str]:
        return ()

    def seen_by(self, board: VigilBoard, side: str) -> Collection[Id]:
        return list(known(board, side))

    def masked(self, board: VigilBoard, side: str, later: VigilState | None = None) -> VigilState:
        met, turn = known(board, side, later=later), board.state.turn
        names = (*met,)
        cards = tuple(card for card in turn.cards if card.who in names)
        gone = tuple(card for card in turn.cards[: turn.played] if card.who in names)
        # what is left of the deck would tell of those it does not know of
        return met.state(replace(turn, cards=cards, played=len(gone), deck=()))

    def hypothetical_turn(self, board: VigilBoard, who: Id, at: Mapping[Id, Cell]) -> VigilState:
        return play.hypothetical_turn(board, who, at)

    def standing(self, board: VigilBoard, who: Id) -> Standing:
        return telling.standing(board, who)

    def tell_distance(self, board: VigilBoard, who: Id, to: Id | Cell) -> str:
        return telling.tell_distance(board, who, to)

    def thing_name(self, board: VigilBoard, thing: Thing) -> str:
        return thing.key

    def thing_icon(self, key: str) -> str:
        return "sword"

    def outcome(self, before: VigilState, after: VigilState, events: Iterable[Event]) -> Outcome:
        return telling.outcome(before, after, events)

    def tell(self, board: VigilBoard, event: Event) -> LogLine | None:
        return telling.tell(board, event)

    def model(self, board: VigilBoard, side: str) -> VigilWits:
        return VigilWits(board, side)


VIGIL = Vigil()
