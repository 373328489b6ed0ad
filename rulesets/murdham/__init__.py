"""Murdham: zones and borders, factions that alternate or pass, reactions that cost the turn, blasts that stray.

After the combat rules of Murdham by Azure Orangutan (all rights reserved; retold here in words of our own). Start
reading at ``turn``, then ``actions``, ``attack`` and ``reactions``.
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
from game.spatial.places import ZonePlace
from game.spatial.space import Space
from rulesets.murdham import ending, features, telling, threat, turn
from rulesets.murdham.goals import GOALS
from rulesets.murdham.muster import muster
from rulesets.murdham.roster import STOCK
from rulesets.murdham.sheet import MurdhamBoard, MurdhamState, MurdhamTable
from rulesets.murdham.wits import MurdhamWits

SETTINGS = (
    Setting(
        "initiative",
        "Who started the fight",
        (
            ("auto", "Whoever lies in ambush, else by lot"),
            ("party", "The party"),
            ("foes", "The party's foes"),
            ("random", "By lot"),
        ),
        ("A-07", "A-08"),
    ),
    Setting(
        "phases",
        "Fast and slow phases",
        (("no", "Off"), ("yes", "On: quick wits act first")),
        ("A-110", "A-111", "A-112", "A-113", "A-114"),
    ),
    Setting(
        "chaos",
        "The chaos of combat",
        (("no", "Off"), ("yes", "On: 15 seconds a turn, and no talking")),
        ("A-115", "A-116"),
    ),
    Setting(
        "morale",
        "Morale",
        (("all", "For everybody"), ("foes", "For all but the party"), ("off", "Everybody fights to the end")),
        ("A-95", "A-96"),
    ),
    Setting(
        "stunts",
        "Attack stunts",
        (("menu", "Those on the list"), ("ask", "Ask the referee each time"), ("off", "None")),
        ("A-76",),
    ),
    Setting("omens", "Omens", (("yes", "Heroes have them"), ("no", "Nobody has any")), ("A-117",)),
    Setting("powers", "Powers", (("yes", "Those who know any may invoke them"), ("no", "None")), ("A-18",)),
    Setting("chase", "Chases", (("offer", "The winners may chase the fled"), ("no", "The fled are gone")), ("A-104",)),
    Setting("wear", "Wear of gear", (("yes", "Rolled after the fight"), ("no", "Left out")), ("A-106",)),
)


class Murdham(Stocked):
    """The ruleset as the engine sees it."""

    name = "murdham"
    title = "Murdham"
    places: Places = "zones"
    scale = Scale(5, "ft")
    harm_word = "Health"
    attacks: Collection[str] = (
        *("strike", "shoot", "lob", "focus", "hold back", "on the move", "blast", "sweep", "flail", "finish"),
        *("trample", "throw", "invoke"),
    )
    settings: tuple[Setting, ...] = SETTINGS
    stock = STOCK
    state_type: Any = MurdhamState

    def __init__(self) -> None:
        self.ledger = read_ledger(Path(__file__).parent / "ledger.toml")
        self.deeds = read_deeds(Path(__file__).parent / "deeds.toml", self.ledger)
        self.glossary = read_glossary(Path(__file__).parent / "glossary.toml", self.ledger)
        self.weights = read_weights(Path(__file__).parent / "weights.toml")
        self.words = read_words(Path(__file__).parent / "weights.toml")

    def begin(self, setup: Setup, ground: Space | None = None) -> MurdhamState:
        """Give the state before the first step. Raises BadSetup."""
        check_options(self, setup)
        return muster(setup, ground or Space(setup.field))

    async def step(self, table: MurdhamTable) -> None:
        """One decision of the turn structure."""
        await turn.step(table)

    def over(self, board: MurdhamBoard) -> Verdict | None:
        """Tell whether the battle is over."""
        return ending.verdict(board)

    def round_of(self, state: MurdhamState) -> int:
        """The round's number; 0 before the first."""
        return state.turn.round

    def order(self, board: MurdhamBoard) -> Sequence[Slot]:
        """Who acts, in order."""
        return telling.order(board)

    def banner(self, board: MurdhamBoard) -> Sequence[str]:
        """What everybody may know of the turn."""
        return telling.banner(board)

    def pursuit(self, board: MurdhamBoard, side: str) -> Pursuit | None:
        """How far a side has come with its objective."""
        return GOALS.pursuit(board, side)

    def seen_by(self, board: MurdhamBoard, side: str) -> Collection[Id]:
        """Everybody a side knows to be there, or to have left: not the concealed of the others."""
        return list(known(board, side))

    def masked(self, board: MurdhamBoard, side: str, later: MurdhamState | None = None) -> MurdhamState:
        """The state without those the side does not know of, and without what would tell how many they are."""
        met, now = known(board, side, later=later), board.state.turn
        strength = met.strength(now.strength)
        if met.everybody and strength == now.strength:
            return board.state
        spent = {} if now.active in (*met, NOBODY) else {"active": NOBODY, **turn.FRESH}
        return met.state(
            replace(
                now,
                strength=strength,
                ambushed=met.among(now.ambushed),
                escaped=met.among(now.escaped),
                checked=tuple(who for who in now.checked if who in (*met, *now.strength)),
                **spent,
            )
        )

    def supposing(self, board: MurdhamBoard, who: Id, at: Mapping[Id, ZonePlace]) -> MurdhamState:
        """The battle if it were this combatant's turn now, and some stood elsewhere."""
        return turn.supposing(board, who, at)

    def standing(self, board: MurdhamBoard, who: Id) -> Standing:
        """What the board shows of a combatant."""
        return telling.standing(board, who)

    def features(self, board: MurdhamBoard, who: Id) -> Sequence[Chapter]:
        """What there is to a combatant besides how it fares."""
        return features.chapters(board, who)

    def threat(self, board: MurdhamBoard, who: Id) -> Threat[ZonePlace]:
        """Where somebody could attack, its turn having begun."""
        return threat.threatened(board, who)

    def apart(self, board: MurdhamBoard, who: Id, to: Id | ZonePlace) -> str:
        """How far a combatant is from another or from a place."""
        return telling.apart(board, who, to)

    def thing_name(self, board: MurdhamBoard, thing: Thing) -> str:
        """What something on the ground is called, and what shows of its state."""
        return telling.thing_name(board, thing)

    def thing_icon(self, key: str) -> str:
        """The icon of something on the ground."""
        return telling.thing_icon(key)

    def outcome(self, before: MurdhamState, after: MurdhamState, events: Iterable[Event]) -> Outcome:
        """Sum up what happened between two states."""
        return telling.outcome(before, after, events)

    def tell(self, board: MurdhamBoard, event: Event) -> Line | None:
        """Word an event for the log."""
        return telling.tell(board, event)

    def wits(self, board: MurdhamBoard, side: str) -> Wits:
        """The battle as one side knows it."""
        return MurdhamWits(board, side)


RULESET = Murdham()
