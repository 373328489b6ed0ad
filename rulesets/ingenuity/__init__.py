"""Ingenuity: three actions a turn, attacks that tire in the round, and one answer to what others do.

The combat rules of the Ingenuity Role-playing System by Loki Karolius Odinsson (ingenuityrpg.com), CC-BY 4.0, told in
words of our own. Start reading at ``turn``, then ``menu`` and ``attack``.
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
from game.spatial.field import Cell
from game.spatial.space import Space
from rulesets.ingenuity import ending, features, readying, standing, telling, threat, turn
from rulesets.ingenuity.goals import GOALS
from rulesets.ingenuity.muster import muster
from rulesets.ingenuity.ranges import bands
from rulesets.ingenuity.roster import STOCK
from rulesets.ingenuity.sheet import Body, IngenuityBoard, IngenuityState, IngenuityTable, Readied
from rulesets.ingenuity.wits import wits_of

SETTINGS = (
    Setting(
        "opening",
        "Whose deed begins the fight",
        (("auto", "Who has surprise, else by lot"), ("party", "The party's"), ("foes", "That of the party's foes")),
        ("B-04", "B-05"),
    ),
    Setting(
        "surprise",
        "Surprise",
        (
            ("auto", "Those in ambush surprise the others"),
            ("none", "Nobody is surprised"),
            ("party", "The party is surprised"),
            ("foes", "The party's foes are surprised"),
            ("ask", "Ask the referee"),
        ),
        ("B-13",),
    ),
    Setting(
        "surprised",
        "Reactions of the surprised",
        (("no", "Have none in that round"), ("yes", "React as ever")),
        ("B-13", "B-30"),
    ),
    Setting(
        "rerolls",
        "Which die is rolled again for an advantage",
        (("house", "Whichever gains the most"), ("ask", "Whoever rolls chooses")),
        ("B-54", "B-55"),
    ),
    Setting("feats", "Feats of will", (("on", "Are known to some"), ("off", "There are none")), ("B-36",)),
)


class Ingenuity(Stocked):
    """The ruleset as the engine sees it."""

    name = "ingenuity"
    title = "Ingenuity"
    places: Places = "cells"
    scale = Scale(1, "m")
    harm_word = "endurance and health"
    attacks: Collection[str] = ("strike", "throw", "shoot", "kill", "feat")
    settings: tuple[Setting, ...] = SETTINGS
    stock = STOCK
    state_type: Any = IngenuityState

    def __init__(self) -> None:
        self.ledger = read_ledger(Path(__file__).parent / "ledger.toml")
        self.deeds = read_deeds(Path(__file__).parent / "deeds.toml", self.ledger)
        self.glossary = read_glossary(Path(__file__).parent / "glossary.toml", self.ledger)
        self.weights = read_weights(Path(__file__).parent / "weights.toml")
        self.words = read_words(Path(__file__).parent / "weights.toml")

    def begin(self, setup: Setup, ground: Space | None = None) -> IngenuityState:
        """Give the state before the first step. Raises BadSetup."""
        check_options(self, setup)
        return muster(setup, ground or Space(setup.field))

    async def step(self, table: IngenuityTable) -> None:
        """One decision of the turn structure."""
        await turn.step(table)

    def over(self, board: IngenuityBoard) -> Verdict | None:
        """Tell whether the battle is over."""
        return ending.verdict(board)

    def round_of(self, state: IngenuityState) -> int:
        """The round's number; 0 before the first."""
        return state.turn.round

    def order(self, board: IngenuityBoard) -> Sequence[Slot]:
        """Who acts: the active one, then one of each team in turn."""
        return standing.order(board)

    def banner(self, board: IngenuityBoard) -> Sequence[str]:
        """Which team acts."""
        return standing.banner(board)

    def pursuit(self, board: IngenuityBoard, side: str) -> Pursuit | None:
        """How far a side has come with its objective."""
        return GOALS.pursuit(board, side)

    def seen_by(self, board: IngenuityBoard, side: str) -> Collection[Id]:
        """Everybody a side knows to be there, or to have left: not those in ambush."""
        return list(known(board, side))

    def masked(self, board: IngenuityBoard, side: str, later: IngenuityState | None = None) -> IngenuityState:
        """The state without those the side does not know of, and without what the others hold back, and for when;
        what is no longer held back ``later`` on has come out.
        """
        met, now = known(board, side, later=later), board.state.turn
        active = now.active if now.active in met.combatants else NOBODY
        begins = now.opener in met.combatants and now.opened in met.combatants
        state = met.state(
            replace(
                now,
                strength=met.strength(now.strength),
                active=active,
                escaped=met.among(now.escaped),
                commanded=met.among(now.commanded),
                opener=now.opener if begins else NOBODY,
                opened=now.opened if begins else NOBODY,
            )
        )
        out = {c.id for c in later.combatants.values() if c.sheet.readied is None} if later is not None else set()
        others = [c for c in state.combatants.values() if c.side != side and c.id not in out]
        secret = [c for c in others if c.sheet.readied is not None]
        if not secret:
            return state
        return replace(state, combatants={**state.combatants, **{c.id: _veiled(c) for c in secret}})

    def supposing(self, board: IngenuityBoard, who: Id, at: Mapping[Id, Cell]) -> IngenuityState:
        """The battle if it were this combatant's turn now, and some stood elsewhere."""
        return turn.supposing(board, who, at)

    def standing(self, board: IngenuityBoard, who: Id) -> Standing:
        """What the board shows of a combatant."""
        return standing.standing(board, who)

    def confided(self, board: IngenuityBoard, who: Id) -> Sequence[str]:
        """What it holds back, and for when."""
        readied = board.now(who).sheet.readied
        return (readying.told(readied),) if readied is not None and readied.label else ()

    def features(self, board: IngenuityBoard, who: Id) -> Sequence[Chapter]:
        """What there is to a combatant besides how it fares."""
        return features.chapters(board, who)

    def threat(self, board: IngenuityBoard, who: Id) -> Threat[Cell]:
        """Where somebody could attack, its turn having begun."""
        return threat.threatened(board, who)

    def apart(self, board: IngenuityBoard, who: Id, to: Id | Cell) -> str:
        """How far a combatant is from another or from a place."""
        return standing.apart(board, who, to)

    def in_range(self, board: IngenuityBoard, who: Id, verb: str = "") -> Sequence[Band[Cell]]:
        """The cells that it could shoot or throw at, by what their distance takes off the test."""
        return bands(board, board.now(who), verb)

    def thing_name(self, board: IngenuityBoard, thing: Thing) -> str:
        """What something on the ground is called, and what shows of its state."""
        return telling.thing_name(board, thing)

    def thing_icon(self, key: str) -> str:
        """The icon of something on the ground."""
        return telling.thing_icon(key)

    def outcome(self, before: IngenuityState, after: IngenuityState, events: Iterable[Event]) -> Outcome:
        """Sum up what happened between two states."""
        return telling.outcome(before, after, events)

    def tell(self, board: IngenuityBoard, event: Event) -> Line | None:
        """Word an event for the log."""
        return telling.tell(board, event)

    def wits(self, board: IngenuityBoard, side: str) -> Wits:
        """The battle as a side knows it, for its AI to plan in."""
        return wits_of(board, side)


def _veiled(c: Body) -> Body:
    """Somebody of whom others see that it waits for something, and not for what."""
    return replace(c, sheet=replace(c.sheet, readied=Readied("", "", "")))


RULESET = Ingenuity()
