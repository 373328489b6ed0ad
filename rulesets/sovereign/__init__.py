"""Sovereign: five-foot squares, side initiative, Main, Move, Free and Instant actions, Shock.

By Beau Rancourt (CC0 1.0). Start reading at ``turn``, then ``actions`` and ``attack``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from game.kit.company import NOBODY, known
from game.kit.roster import Stocked
from game.rules.deeds import read_deeds
from game.rules.events import Event, Id
from game.rules.features import Chapter
from game.rules.glossary import read_glossary
from game.rules.ledger import read_ledger
from game.rules.ruleset import Line, Outcome, Places, Pursuit, Setting, check_options
from game.rules.setup import Setup
from game.rules.standing import Scale, Slot, Standing
from game.rules.state import Thing, Verdict
from game.rules.threats import Threat
from game.rules.weights import read_weights, read_words
from game.rules.wits import Wits
from game.spatial.field import Cell
from game.spatial.space import Space
from rulesets.sovereign import ending, features, holding, instants, snapping, telling, threat, turn
from rulesets.sovereign.goals import GOALS
from rulesets.sovereign.muster import muster
from rulesets.sovereign.reading import perceives
from rulesets.sovereign.roster import STOCK
from rulesets.sovereign.sheet import SovereignBoard, SovereignState, SovereignTable
from rulesets.sovereign.wits import wits_of

SETTINGS = (
    Setting(
        "surprise",
        "Surprise",
        (
            ("none", "Nobody is surprised"),
            ("party", "The party is surprised"),
            ("foes", "The party's foes are surprised"),
            ("check", "Sneak against Notice decides"),
            ("door", "A door is kicked in: Exert against Notice"),
            ("ask", "Ask the referee"),
        ),
        ("E-11", "E-12"),
    ),
    Setting(
        "careful",
        "The party moves carefully",
        (("no", "No"), ("yes", "Yes: surprised only by those who are hidden")),
        ("E-13", "E-14"),
    ),
    Setting("morale", "Morale", (("book", "By the book"), ("off", "Everybody fights to the end")), ("E-89",)),
    Setting("chase", "Chases", (("offer", "The winners may chase the fled"), ("no", "The fled are gone")), ("E-92",)),
    Setting(
        "parley",
        "Who listens to an appeal for parley",
        (("broken", "Those who would flee"), ("refuse", "Nobody"), ("ask", "Ask the referee")),
        ("E-47",),
    ),
)


instants.WINDOW.declare(instants.luck, instants.defence, snapping.snaps, holding.held_action)
"""The Instants, in the order of the menu."""


class Sovereign(Stocked):
    """The ruleset as the engine sees it."""

    name = "sovereign"
    title = "Sovereign"
    places: Places = "cells"
    scale = Scale(5, "ft")
    harm_word = "hit points"
    attacks: Collection[str] = (
        *("strike", "throw", "shoot", "charge", "charge-throw", "maul", "swarm", "whirlwind", "cast"),
    )
    settings: tuple[Setting, ...] = SETTINGS
    stock = STOCK
    rated = "Hit Dice"
    state_type: Any = SovereignState

    def __init__(self) -> None:
        self.ledger = read_ledger(Path(__file__).parent / "ledger.toml")
        self.deeds = read_deeds(Path(__file__).parent / "deeds.toml", self.ledger)
        self.glossary = read_glossary(Path(__file__).parent / "glossary.toml", self.ledger)
        self.weights = read_weights(Path(__file__).parent / "weights.toml")
        self.words = read_words(Path(__file__).parent / "weights.toml")

    def begin(self, setup: Setup, ground: Space | None = None) -> SovereignState:
        """Give the state before the first step. Raises BadSetup."""
        check_options(self, setup)
        return muster(setup, ground or Space(setup.field))

    async def step(self, table: SovereignTable) -> None:
        """One decision of the turn structure."""
        await turn.step(table)

    def over(self, board: SovereignBoard) -> Verdict | None:
        """Tell whether the battle is over."""
        return ending.verdict(board)

    def round_of(self, state: SovereignState) -> int:
        """The round's number; 0 before initiative."""
        return state.turn.round

    def order(self, board: SovereignBoard) -> Sequence[Slot]:
        """Who acts, in order."""
        return telling.order(board)

    def banner(self, board: SovereignBoard) -> Sequence[str]:
        """Whose turn it is."""
        return telling.banner(board)

    def pursuit(self, board: SovereignBoard, side: str) -> Pursuit | None:
        """How far a side has come with its objective."""
        return GOALS.pursuit(board, side)

    def ratings(self, own: str = "") -> Mapping[str, int]:
        """Hit Dice; a character's level stands for as many."""
        return {key: unit.level for key, unit in STOCK.with_own(own).units.items()}

    def seen_by(self, board: SovereignBoard, side: str) -> Collection[Id]:
        """Everybody a side knows to be there, or to have left: not those in ambush, not those lost in the dark."""
        return list(known(board, side, perceives))

    def masked(self, board: SovereignBoard, side: str, later: SovereignState | None = None) -> SovereignState:
        """The state without those the side does not know of, and without what would tell how many they are."""
        met, now = known(board, side, perceives, later=later), board.state.turn
        strength = met.strength(now.strength)
        active = now.active if now.active in met.combatants else NOBODY
        if met.everybody and strength == now.strength and active == now.active:
            return board.state
        return met.state(replace(now, strength=strength, escaped=met.among(now.escaped), active=active))

    def supposing(self, board: SovereignBoard, who: Id, at: Mapping[Id, Cell]) -> SovereignState:
        """The battle if it were this combatant's turn now, and some stood elsewhere."""
        return turn.supposing(board, who, at)

    def standing(self, board: SovereignBoard, who: Id) -> Standing:
        """What the board shows of a combatant."""
        return telling.standing(board, who)

    def features(self, board: SovereignBoard, who: Id) -> Sequence[Chapter]:
        """What there is to a combatant besides how it fares."""
        return features.chapters(board, who)

    def threat(self, board: SovereignBoard, who: Id) -> Threat[Cell]:
        """Where somebody could attack, its turn having begun."""
        return threat.threatened(board, who)

    def apart(self, board: SovereignBoard, who: Id, to: Id | Cell) -> str:
        """How far a combatant is from another or from a place."""
        return telling.apart(board, who, to)

    def thing_name(self, board: SovereignBoard, thing: Thing) -> str:
        """What something on the ground is called, and what shows of its state."""
        return telling.thing_name(board, thing)

    def thing_icon(self, key: str) -> str:
        """The icon of something on the ground."""
        return telling.thing_icon(key)

    def outcome(self, before: SovereignState, after: SovereignState, events: Iterable[Event]) -> Outcome:
        """Sum up what happened between two states."""
        return telling.outcome(before, after, events)

    def tell(self, board: SovereignBoard, event: Event) -> Line | None:
        """Word an event for the log."""
        return telling.tell(board, event)

    def wits(self, board: SovereignBoard, side: str) -> Wits:
        """The battle as one side knows it, for its AI to plan in."""
        return wits_of(board, side)


RULESET = Sovereign()
