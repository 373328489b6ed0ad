"""Ingenuity: three actions a turn, attacks that tire in the round, and one answer to what others do.

The combat rules of the Ingenuity Role-playing System by Loki Karolius Odinsson (ingenuityrpg.com), CC-BY 4.0, told in
words of our own. Start reading at ``turn``, then ``menu`` and ``attack``.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from msgspec.structs import replace

from game.kit.book import Book
from game.kit.combatants import NOBODY, known
from game.rules.events import Id
from game.rules.ruleset import Band, Places, Setting
from game.rules.standing import Scale
from game.spatial.field import Cell
from rulesets.ingenuity.mind.model import model_of
from rulesets.ingenuity.play import deeds, deployment, gear, threat, turn
from rulesets.ingenuity.play.deeds import GOALS
from rulesets.ingenuity.play.deployment import muster
from rulesets.ingenuity.play.threat import bands
from rulesets.ingenuity.sheet.roster import STOCK
from rulesets.ingenuity.sheet.sheet import Body, IngenuityBoard, IngenuityState, Readied, Sheet, Turn
from rulesets.ingenuity.words import telling

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


class Ingenuity(Book[Sheet, Turn, Cell]):
    """The ruleset as the engine sees it."""

    name = "ingenuity"
    title = "Ingenuity"
    places: Places = "cells"
    scale = Scale(1, "m")
    harm_word = "endurance and health"
    emblem = "emblems/gear"
    character = "Three actions; each blow weaker than the last"
    turn_order = "The teams name one of theirs in turn, until everybody has acted; then a new round begins."
    attacks: Collection[str] = ("strike", "throw", "shoot", "kill", "feat")
    settings: tuple[Setting, ...] = SETTINGS
    stock = STOCK
    state_type: Any = IngenuityState

    initial_state = staticmethod(muster)
    step = staticmethod(turn.step)
    over = staticmethod(turn.verdict)
    hypothetical_turn = staticmethod(turn.hypothetical_turn)
    order = staticmethod(telling.order)
    banner = staticmethod(telling.banner)
    tell_distance = staticmethod(telling.tell_distance)
    standing = staticmethod(telling.standing)
    thing_name = staticmethod(telling.thing_name)
    thing_icon = staticmethod(telling.thing_icon)
    outcome = staticmethod(telling.outcome)
    tell = staticmethod(telling.tell)
    features = staticmethod(telling.chapters)
    threat = staticmethod(threat.threatened)
    objective_progress = staticmethod(GOALS.objective_progress)
    carried = staticmethod(deployment.carried)
    gear_rules = gear.GEAR
    made_good = staticmethod(deployment.made_good)
    rest = staticmethod(deployment.rest)
    model = staticmethod(model_of)

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
                commanded=tuple(pair for pair in now.commanded if len(met.among(pair)) == len(pair)),
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

    def private_facts(self, board: IngenuityBoard, who: Id) -> Sequence[str]:
        """The deed it holds back, and for when."""
        readied = board.now(who).sheet.readied
        return (deeds.told(readied),) if readied is not None and readied.label else ()

    def in_range(self, board: IngenuityBoard, who: Id, verb: str = "") -> Sequence[Band[Cell]]:
        """The cells that it could shoot or throw at, by what their distance takes off the test."""
        return bands(board, board.now(who), verb)


def _veiled(c: Body) -> Body:
    """Somebody of whom others see that it waits for something, and not for what."""
    return replace(c, sheet=replace(c.sheet, readied=Readied("", "", "")))


RULESET = Ingenuity()
