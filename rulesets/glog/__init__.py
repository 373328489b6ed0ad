"""Glog: quick wits act before the foes, nerve is lost before flesh, and good steel is notched to win.

A game of the Goblin Laws of Gaming family, retold in words of our own. Start reading at ``turn``, then ``menu`` and
``attack``.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from game.kit.book import Book
from game.kit.combatants import NOBODY, known
from game.rules.ruleset import Places, Setting
from game.rules.standing import Scale
from game.spatial.field import Cell
from rulesets.glog.mind.model import model_of
from rulesets.glog.play import deployment, gear, geometry, moving, turn
from rulesets.glog.play.actions import ACTIONS
from rulesets.glog.play.deployment import muster
from rulesets.glog.play.geometry import GOALS
from rulesets.glog.sheet.roster import STOCK
from rulesets.glog.sheet.sheet import GlogBoard, GlogState, Sheet, Turn
from rulesets.glog.words import telling

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
        "Saves and initiative of the dazed",
        (("plain", "Are as those of others"), ("bane", "Have a Bane, too")),
        ("D-34", "D-37", "D-01"),
    ),
    Setting(
        "diagonals",
        "Diagonal steps",
        (("euclid", "Feet as measured"), ("one", "Five feet each")),
        ("D-13",),
    ),
)


class Glog(Book[Sheet, Turn, Cell]):
    """The ruleset as the engine sees it."""

    name = "glog"
    title = "Glog"
    places: Places = "cells"
    scale = Scale(5, "ft")
    harm_word = "Grit and Flesh"
    emblem = "emblems/goblin"
    character = "Grit takes blows before Flesh; gambits backfire"
    turn_order = "Each round the heroes test Savvy: who passes acts before the foes, who fails after them."
    actions = ACTIONS
    settings: tuple[Setting, ...] = SETTINGS
    stock = STOCK
    state_type: Any = GlogState

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
    threat = staticmethod(moving.threatened)
    objective_progress = staticmethod(GOALS.objective_progress)
    carried = staticmethod(deployment.carried)
    gear_rules = gear.GEAR
    made_good = staticmethod(deployment.made_good)
    rest = staticmethod(deployment.rest)
    model = staticmethod(model_of)

    def masked(self, board: GlogBoard, side: str, later: GlogState | None = None) -> GlogState:
        """The state without those the side does not know of, and without what would tell how many they are."""
        met, now = known(board, side, later=later), board.state.turn
        active = now.active if now.active in met.combatants else NOBODY
        return met.state(
            replace(now, strength=met.strength(now.strength), active=active, escaped=met.among(now.escaped))
        )

    def lit(self, board: GlogBoard, side: str) -> int | None:
        """Where there is light enough, by all the lights that a side knows of."""
        return geometry.lit(board)


RULESET = Glog()
