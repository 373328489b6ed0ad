"""The feat Whirlwind: once a fight, as a Free Action, the Shock of the weapon in hand on every foe in reach."""

from __future__ import annotations

from dataclasses import dataclass

from game.kit.combatants import present
from game.rules.events import Id
from rulesets.sovereign.play.attack import deal_shock
from rulesets.sovereign.play.blow import possible
from rulesets.sovereign.play.cost import pay_free
from rulesets.sovereign.play.events import AttackSpoiled, Did
from rulesets.sovereign.play.geometry import foes, in_hand
from rulesets.sovereign.play.instants import WINDOW, Occasion
from rulesets.sovereign.play.numbers import shield_turns, shock_due
from rulesets.sovereign.sheet.sheet import Body, SovereignBoard, SovereignTable


@dataclass(frozen=True, slots=True)
class Whirlwind:
    """Shock on everyone in reach; as it harms without a roll, it may be answered like an attack (ruling S-5)."""

    async def perform(self, table: SovereignTable, who: Id) -> None:
        """Strike all around."""
        pay_free(table, who)
        me = table.now(who)
        table.set(who, used=(*me.sheet.used, "whirlwind"), hidden=False, known=True)
        table.emit(Did(who, "whirls", "E-68"))
        shocked = {foe.id: points for foe in foes(table, me.side) if (points := whirled(table, me, foe))}
        await WINDOW.open(table, Occasion("whirl", who, doing="whirl", shocked=shocked))
        if not present(table, who):
            table.emit(AttackSpoiled(who, "struck down before the blow lands", "E-27"))
            return
        for foe in table.fresh([c.id for c in foes(table, me.side)]):
            me = table.now(who)
            points = whirled(table, me, foe)
            if points:
                deal_shock(table, who, foe.id, in_hand(me), points, turned=shield_turns(foe))


def may_whirl(me: Body) -> bool:
    """Whether somebody has the feat, a weapon in hand for it, and has not used it in this fight."""
    return "whirlwind" in me.sheet.profile.feats and "whirlwind" not in me.sheet.used and bool(me.sheet.hand)


def reaches(board: SovereignBoard, me: Body, foe: Body) -> bool:
    """Whether the weapon in hand could strike a foe now: not in a clinch, for one (E-78)."""
    return possible(board, me, foe, in_hand(me), "melee")


def whirled(board: SovereignBoard, me: Body, foe: Body) -> int:
    """Points of Shock that a foe within reach of a whirlwind is due, before a shield turns them aside."""
    return shock_due(me, foe, in_hand(me), "melee") if reaches(board, me, foe) else 0
