"""Murdham: zones and borders, factions that alternate or pass, reactions that cost the turn, blasts that stray.

After the combat rules of Murdham by Azure Orangutan (all rights reserved; retold here in words of our own). Start
reading at ``turn``, then ``actions``, ``attack`` and ``reactions``.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from msgspec.structs import replace

from game.kit.book import Book
from game.kit.combatants import NOBODY, known
from game.rules.ruleset import Places, Setting
from game.rules.standing import Scale
from game.spatial.places import ZonePlace
from rulesets.murdham.mind.model import model_of
from rulesets.murdham.play import deployment, menu, things, turn
from rulesets.murdham.play.deployment import muster
from rulesets.murdham.play.geometry import GOALS
from rulesets.murdham.sheet.roster import STOCK
from rulesets.murdham.sheet.sheet import MurdhamBoard, MurdhamState, Sheet, Turn
from rulesets.murdham.words import telling

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


class Murdham(Book[Sheet, Turn, ZonePlace]):
    """The ruleset as the engine sees it."""

    name = "murdham"
    title = "Murdham"
    places: Places = "zones"
    scale = Scale(5, "ft")
    harm_word = "Health"
    emblem = "emblems/daggers"
    character = "Every blow hits; to answer one costs your turn"
    turn_order = "The sides take turns with one member each; whoever has initiative says which side begins a round."
    attacks: Collection[str] = (
        *("strike", "shoot", "lob", "focus", "hold back", "offer", "on the move", "blast", "sweep", "flail", "finish"),
        *("trample", "throw", "invoke"),
    )
    settings: tuple[Setting, ...] = SETTINGS
    stock = STOCK
    state_type: Any = MurdhamState

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
    threat = staticmethod(menu.threatened)
    objective_progress = staticmethod(GOALS.objective_progress)
    carried = staticmethod(deployment.carried)
    gear_rules = things.GEAR
    made_good = staticmethod(deployment.made_good)
    rest = staticmethod(deployment.rest)
    model = staticmethod(model_of)

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


RULESET = Murdham()
