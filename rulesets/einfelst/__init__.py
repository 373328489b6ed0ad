"""Einfelst: cards say who acts, pools of dice what comes of it, and a parry is pledged before any of them falls.

After a chapter on combat of a game in the manner of Year Zero, retold in words of our own. Start reading at ``turn``,
then ``menu``, ``attack`` and ``pools``.
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
from game.spatial.places import ZonePlace
from rulesets.einfelst.mind.model import model_of
from rulesets.einfelst.play import deployment, gear, geometry, menu, turn
from rulesets.einfelst.play.attack import reached
from rulesets.einfelst.play.deployment import muster
from rulesets.einfelst.play.geometry import GOALS
from rulesets.einfelst.sheet.roster import STOCK
from rulesets.einfelst.sheet.sheet import EinfelstBoard, EinfelstState, Sheet, Turn
from rulesets.einfelst.words import telling

SETTINGS = (
    Setting(
        "cards",
        "Initiative cards",
        (("shared", "Opponents of a kind share one"), ("each", "Everybody has one")),
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
        (("dice", "Takes a die, as all Harm does"), ("slows", "Leaves one maneuver a turn, too")),
        ("C-19", "C-54"),
    ),
    Setting(
        "points",
        "Dice lost to Harm points",
        (("lasting", "For the rest of the fight"), ("next", "For the next throw alone")),
        ("C-54",),
    ),
    Setting("gore", "The fallen", (("no", "Frighten nobody"), ("yes", "Are feared by who sees them")), ("C-84",)),
    Setting("night", "Time of day", (("no", "As the map has it"), ("yes", "Night: dark everywhere")), ("C-16",)),
)


class Einfelst(Book[Sheet, Turn, ZonePlace]):
    """The ruleset as the engine sees it."""

    name = "einfelst"
    title = "Einfelst"
    places: Places = "whole zones"
    scale = Scale(5, "ft")
    harm_word = "Harm"
    emblem = "emblems/cards"
    character = "Cards are dealt, dice pools clash; fear spreads"
    turn_order = "A card tells when everybody acts, the lowest number first; the order stays from round to round."
    attacks: Collection[str] = ("strike", "throw", "shoot", "grapple", "push", "cast", "lure", "persuade")
    settings: tuple[Setting, ...] = SETTINGS
    stock = STOCK
    state_type: Any = EinfelstState

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
    gear_rules = gear.GEAR
    made_good = staticmethod(deployment.made_good)
    rest = staticmethod(deployment.rest)
    model = staticmethod(model_of)

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

    def lit(self, board: EinfelstBoard, side: str) -> int | None:
        """Where it is not dark, by all the lights that a side knows of."""
        return geometry.lit(board)

    def in_range(self, board: EinfelstBoard, who: Id, verb: str = "") -> Sequence[Band[ZonePlace]]:
        """The zones that it could shoot or throw into, all alike."""
        zones = reached(board, board.now(who)) if board.now(who).sheet.up else ()
        return (Band(zones),) if zones else ()


RULESET = Einfelst()
