"""Glog: quick wits act before the foes, nerve is lost before flesh, and good steel is notched to win.

A game of the Goblin Laws of Gaming family, retold in words of our own. Start reading at ``turn``, then ``menu`` and
``attack``.
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
from rulesets.glog import ending, features, light, telling, threat, turn
from rulesets.glog.goals import GOALS
from rulesets.glog.muster import muster
from rulesets.glog.roster import STOCK
from rulesets.glog.sheet import GlogBoard, GlogState, GlogTable
from rulesets.glog.wits import wits_of

SETTINGS = (
    Setting(
        "parley",
        "How the sides meet",
        (
            ("fight", "With blades drawn"),
            ("roll", "A Luck Roll decides what the others want"),
            ("hostile", "The others are hostile"),
            ("uncertain", "The others are wary"),
            ("cooperative", "The others are cooperative"),
            ("friendly", "The others are friendly"),
        ),
        ("D-07", "D-08", "D-09", "D-10", "D-11", "D-12"),
    ),
    Setting(
        "surprise",
        "Surprise",
        (
            ("auto", "Who is set upon from ambush Saves"),
            ("none", "Nobody is surprised"),
            ("party", "The party is surprised"),
            ("foes", "The party's foes are surprised"),
            ("chance", "A chance meeting: the party Saves"),
            ("ask", "Ask the referee"),
        ),
        ("D-04", "D-05", "D-06"),
    ),
    Setting("morale", "Morale", (("book", "By the book"), ("off", "Everybody fights to the end")), ("D-43", "D-51")),
    Setting(
        "dazed",
        "Saves of the dazed",
        (("bane", "Have a Bane too"), ("plain", "Are as those of others")),
        ("D-34", "D-37"),
    ),
    Setting(
        "diagonals",
        "Diagonal steps",
        (("euclid", "Feet as measured"), ("one", "Five feet each")),
        ("D-13",),
    ),
)


class Glog(Stocked):
    """The ruleset as the engine sees it."""

    name = "glog"
    title = "Glog"
    places: Places = "cells"
    scale = Scale(5, "ft")
    harm_word = "Grit and Flesh"
    attacks: Collection[str] = (
        *("strike", "throw", "shoot", "cast", "use"),
        *("shove", "trip", "disarm", "grapple", "feint", "cow", "break"),
    )
    settings: tuple[Setting, ...] = SETTINGS
    stock = STOCK
    state_type: Any = GlogState

    def __init__(self) -> None:
        self.ledger = read_ledger(Path(__file__).parent / "ledger.toml")
        self.deeds = read_deeds(Path(__file__).parent / "deeds.toml", self.ledger)
        self.glossary = read_glossary(Path(__file__).parent / "glossary.toml", self.ledger)
        self.weights = read_weights(Path(__file__).parent / "weights.toml")
        self.words = read_words(Path(__file__).parent / "weights.toml")

    def begin(self, setup: Setup, ground: Space | None = None) -> GlogState:
        """Give the state before the first step. Raises BadSetup."""
        check_options(self, setup)
        return muster(setup, ground or Space(setup.field))

    async def step(self, table: GlogTable) -> None:
        """One decision of the turn structure."""
        await turn.step(table)

    def over(self, board: GlogBoard) -> Verdict | None:
        """Tell whether the battle is over."""
        return ending.verdict(board)

    def round_of(self, state: GlogState) -> int:
        """The round's number; 0 before the first."""
        return state.turn.round

    def order(self, board: GlogBoard) -> Sequence[Slot]:
        """Who acts, in order: the early, their foes, the late."""
        return telling.order(board)

    def banner(self, board: GlogBoard) -> Sequence[str]:
        """Which group acts."""
        return telling.banner(board)

    def pursuit(self, board: GlogBoard, side: str) -> Pursuit | None:
        """How far a side has come with its objective."""
        return GOALS.pursuit(board, side)

    def seen_by(self, board: GlogBoard, side: str) -> Collection[Id]:
        """Everybody a side knows to be there, or to have left: not those in ambush."""
        return list(known(board, side))

    def masked(self, board: GlogBoard, side: str, later: GlogState | None = None) -> GlogState:
        """The state without those the side does not know of, and without what would tell how many they are."""
        met, now = known(board, side, later=later), board.state.turn
        active = now.active if now.active in met.combatants else NOBODY
        return met.state(
            replace(now, strength=met.strength(now.strength), active=active, escaped=met.among(now.escaped))
        )

    def supposing(self, board: GlogBoard, who: Id, at: Mapping[Id, Cell]) -> GlogState:
        """The battle if it were this combatant's turn now, and some stood elsewhere."""
        return turn.supposing(board, who, at)

    def standing(self, board: GlogBoard, who: Id) -> Standing:
        """What the board shows of a combatant."""
        return telling.standing(board, who)

    def lit(self, board: GlogBoard, side: str) -> int | None:
        """Where there is light enough, by all the lights that a side knows of."""
        return light.lit(board)

    def features(self, board: GlogBoard, who: Id) -> Sequence[Chapter]:
        """What there is to a combatant besides how it fares."""
        return features.chapters(board, who)

    def threat(self, board: GlogBoard, who: Id) -> Threat[Cell]:
        """Where somebody could attack, its turn having begun."""
        return threat.threatened(board, who)

    def apart(self, board: GlogBoard, who: Id, to: Id | Cell) -> str:
        """How far a combatant is from another or from a place."""
        return telling.apart(board, who, to)

    def thing_name(self, board: GlogBoard, thing: Thing) -> str:
        """What something on the ground is called, and what shows of its state."""
        return telling.thing_name(board, thing)

    def thing_icon(self, key: str) -> str:
        """The icon of something on the ground."""
        return telling.thing_icon(key)

    def outcome(self, before: GlogState, after: GlogState, events: Iterable[Event]) -> Outcome:
        """Sum up what happened between two states."""
        return telling.outcome(before, after, events)

    def tell(self, board: GlogBoard, event: Event) -> Line | None:
        """Word an event for the log."""
        return telling.tell(board, event)

    def wits(self, board: GlogBoard, side: str) -> Wits:
        """The battle as a side knows it, for its AI to plan in."""
        return wits_of(board, side)


RULESET = Glog()
