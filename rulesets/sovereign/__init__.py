"""Sovereign: five-foot squares, side initiative, Main, Move, Free and Instant actions, Shock.

By Beau Rancourt (CC0 1.0). Start reading at ``turn``, then ``actions`` and ``attack``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from msgspec.structs import replace

from game.kit.book import Book
from game.kit.combatants import NOBODY, known
from game.rules.events import Id
from game.rules.ruleset import Places, Setting
from game.rules.standing import Scale
from game.spatial.field import Cell
from rulesets.sovereign.mind.model import model_of
from rulesets.sovereign.play import attack, deployment, gear, instants, threat, turn
from rulesets.sovereign.play.deployment import muster
from rulesets.sovereign.play.gear import GOALS
from rulesets.sovereign.play.geometry import perceives
from rulesets.sovereign.sheet.roster import STOCK
from rulesets.sovereign.sheet.sheet import Sheet, SovereignBoard, SovereignState, Turn
from rulesets.sovereign.words import telling

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


instants.WINDOW.declare(instants.luck, instants.defence, turn.last_defence, attack.snaps, turn.held_action)
"""The Instants, in the order of the menu."""


class Sovereign(Book[Sheet, Turn, Cell]):
    """The ruleset as the engine sees it."""

    name = "sovereign"
    title = "Sovereign"
    places: Places = "cells"
    scale = Scale(5, "ft")
    harm_word = "hit points"
    emblem = "emblems/crown"
    character = "Sides act as one, and even a miss can kill"
    for_newcomers = True
    turn_order = "The sides take turns, each with all its members in any order; a roll decides which side is first."
    attacks: Collection[str] = (
        *("strike", "throw", "shoot", "charge", "charge-throw", "maul", "swarm", "whirlwind", "cast"),
    )
    settings: tuple[Setting, ...] = SETTINGS
    stock = STOCK
    rated = "Hit Dice"
    state_type: Any = SovereignState

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


RULESET = Sovereign()
