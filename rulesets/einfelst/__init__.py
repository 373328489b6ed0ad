"""Einfelst: cards say who acts, pools of dice what comes of it, and a parry is pledged before any of them falls.

After a chapter on combat of a game in the manner of Year Zero, retold in words of our own. Start reading at ``turn``,
then ``menu``, ``attack`` and ``pools``.
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
from game.rules.ruleset import Band, Line, Outcome, Places, Pursuit, Setting, check_options
from game.rules.setup import Setup
from game.rules.standing import Scale, Slot, Standing
from game.rules.state import Thing, Verdict
from game.rules.threats import Threat
from game.rules.weights import read_weights, read_words
from game.rules.wits import Wits
from game.spatial.places import ZonePlace
from game.spatial.space import Space
from rulesets.einfelst import ending, features, reading, telling, threat, turn
from rulesets.einfelst.attack import reached
from rulesets.einfelst.goals import GOALS
from rulesets.einfelst.muster import muster
from rulesets.einfelst.roster import STOCK
from rulesets.einfelst.sheet import EinfelstBoard, EinfelstState, EinfelstTable
from rulesets.einfelst.wits import wits_of

SETTINGS = (
    Setting(
        "cards",
        "Initiative cards",
        (("shared", "Those of a kind share one"), ("each", "Everybody has one")),
        ("C-05",),
    ),
    Setting(
        "ambush",
        "Those in ambush",
        (("test", "Test whether they are detected"), ("sure", "Are never detected")),
        ("C-77", "C-82"),
    ),
    Setting(
        "spread", "Marking Harm", (("choose", "The hurt choose the rows"), ("fill", "Rows fill upwards")), ("C-83",)
    ),
    Setting(
        "severe",
        "Severe Harm",
        (("slows", "Leaves one maneuver a turn"), ("dice", "Takes a die, as all Harm does")),
        ("C-54",),
    ),
    Setting(
        "points",
        "Dice lost to Harm points",
        (("lasting", "For the rest of the fight"), ("next", "For the next throw alone")),
        ("C-54",),
    ),
    Setting("night", "Time of day", (("no", "As the map has it"), ("yes", "Night: dark everywhere")), ("C-16",)),
)


class Einfelst(Stocked):
    """The ruleset as the engine sees it."""

    name = "einfelst"
    title = "Einfelst"
    places: Places = "whole zones"
    scale = Scale(5, "ft")
    harm_word = "Harm"
    attacks: Collection[str] = ("strike", "throw", "shoot", "grapple", "push", "cast", "lure", "persuade")
    settings: tuple[Setting, ...] = SETTINGS
    stock = STOCK
    state_type: Any = EinfelstState

    def __init__(self) -> None:
        self.ledger = read_ledger(Path(__file__).parent / "ledger.toml")
        self.deeds = read_deeds(Path(__file__).parent / "deeds.toml", self.ledger)
        self.glossary = read_glossary(Path(__file__).parent / "glossary.toml", self.ledger)
        self.weights = read_weights(Path(__file__).parent / "weights.toml")
        self.words = read_words(Path(__file__).parent / "weights.toml")

    def begin(self, setup: Setup, ground: Space | None = None) -> EinfelstState:
        """Give the state before the first step. Raises BadSetup."""
        check_options(self, setup)
        return muster(setup, ground or Space(setup.field))

    async def step(self, table: EinfelstTable) -> None:
        """One decision of the turn structure."""
        await turn.step(table)

    def over(self, board: EinfelstBoard) -> Verdict | None:
        """Tell whether the battle is over."""
        return ending.verdict(board)

    def round_of(self, state: EinfelstState) -> int:
        """The round's number; 0 before the first."""
        return state.turn.round

    def order(self, board: EinfelstBoard) -> Sequence[Slot]:
        """Whose cards come, in order, with their numbers."""
        return telling.order(board)

    def banner(self, board: EinfelstBoard) -> Sequence[str]:
        """Which card is played."""
        return telling.banner(board)

    def pursuit(self, board: EinfelstBoard, side: str) -> Pursuit | None:
        """How far a side has come with its objective."""
        return GOALS.pursuit(board, side)

    def seen_by(self, board: EinfelstBoard, side: str) -> Collection[Id]:
        """Everybody a side knows to be there, or to have left: not those in ambush."""
        return list(known(board, side))

    def masked(self, board: EinfelstBoard, side: str, later: EinfelstState | None = None) -> EinfelstState:
        """The state without those the side does not know of, and without what would tell how many they are."""
        met, now = known(board, side, later=later), board.state.turn
        active = now.active if now.active in met.combatants else NOBODY
        shown = active == now.active
        return met.state(
            replace(
                now,
                active=active,
                due=tuple(due for due in now.due if len(met.among((due.one, due.other))) == 2),
                escaped=met.among(now.escaped),
                taken=now.taken if shown else 0,
                acted=now.acted and shown,
            )
        )

    def supposing(self, board: EinfelstBoard, who: Id, at: Mapping[Id, ZonePlace]) -> EinfelstState:
        """The battle if it were this combatant's turn now, and some stood elsewhere."""
        return turn.supposing(board, who, at)

    def standing(self, board: EinfelstBoard, who: Id) -> Standing:
        """What the board shows of a combatant."""
        return telling.standing(board, who)

    def lit(self, board: EinfelstBoard, side: str) -> int | None:
        """Where it is not dark, by all the lights that a side knows of."""
        return reading.lit(board)

    def features(self, board: EinfelstBoard, who: Id) -> Sequence[Chapter]:
        """What there is to a combatant besides how it fares."""
        return features.chapters(board, who)

    def threat(self, board: EinfelstBoard, who: Id) -> Threat[ZonePlace]:
        """Where somebody could attack, its turn having begun."""
        return threat.threatened(board, who)

    def apart(self, board: EinfelstBoard, who: Id, to: Id | ZonePlace) -> str:
        """How far a combatant is from another or from a place."""
        return telling.apart(board, who, to)

    def in_range(self, board: EinfelstBoard, who: Id, verb: str = "") -> Sequence[Band[ZonePlace]]:
        """The zones that it could shoot or throw into, all alike."""
        zones = reached(board, board.now(who)) if board.now(who).sheet.up else ()
        return (Band(zones),) if zones else ()

    def thing_name(self, board: EinfelstBoard, thing: Thing) -> str:
        """What something on the ground is called, and what shows of its state."""
        return telling.thing_name(board, thing)

    def thing_icon(self, key: str) -> str:
        """The icon of something on the ground."""
        return telling.thing_icon(key)

    def outcome(self, before: EinfelstState, after: EinfelstState, events: Iterable[Event]) -> Outcome:
        """Sum up what happened between two states."""
        return telling.outcome(before, after, events)

    def tell(self, board: EinfelstBoard, event: Event) -> Line | None:
        """Word an event for the log."""
        return telling.tell(board, event)

    def wits(self, board: EinfelstBoard, side: str) -> Wits:
        """The battle as one side knows it, for AIs to plan in."""
        return wits_of(board, side)


RULESET = Einfelst()
