"""Rule: Execution Attacks. A scenario may open with one; in a fight nobody is unsuspecting (ruling S-15)."""

from __future__ import annotations

from game.rules.dice import sides_of
from game.rules.events import Id
from game.rules.ruleset import BadSetup
from game.rules.tally import Tally
from rulesets.sovereign.play.effects import fall, harm
from rulesets.sovereign.play.events import AttackSpoiled, Checked, DamageRolled, Did
from rulesets.sovereign.play.geometry import FEET, feet_between, weapon_reach
from rulesets.sovereign.play.numbers import (
    CHECK,
    Mode,
    best_check,
    damage_tally,
    save_target,
    saved,
    second_weapon,
    skill_for,
)
from rulesets.sovereign.sheet.sheet import SovereignTable, Weapon

EVENT = "execution"
"""Key among a scenario's events; its value names assassin, target and weapon: "colette, bandit-1, small-bow"."""


def read(text: str) -> tuple[str, str, str, bool]:
    """Take apart the scenario's line; a fourth word "disturbed" spoils the minute. Raises BadSetup."""
    parts = [part.strip() for part in text.split(",")]
    if len(parts) not in (3, 4) or not all(parts) or (len(parts) == 4 and parts[3] != "disturbed"):
        raise BadSetup(
            f'events.{EVENT} = "{text}": write assassin, target, weapon, as in "colette, bandit-captain-1, small-bow"; '
            'a fourth word can only be "disturbed"'
        )
    return parts[0], parts[1], parts[2], len(parts) == 4


async def attempt(table: SovereignTable) -> None:
    """Play the scenario's execution, if it has one (E-84 to E-88)."""
    text = table.setup.events.get(EVENT)
    if text is None:
        return
    assassin, victim, key, disturbed = read(text)
    who, target = Id(assassin), Id(victim)
    me, it = table.now(who), table.now(target)
    weapon = me.sheet.weapon(key)
    feet = feet_between(table, me, it)
    mode: Mode = "melee" if weapon.melee and feet <= weapon_reach(me, weapon) else "thrown" if weapon.thrown else "shot"
    table.emit(Did(who, "lies in wait for", "E-84", target))
    if disturbed or "alert" in it.sheet.profile.feats:
        table.emit(AttackSpoiled(who, "the minute of waiting is disturbed", "E-85"))
        return
    if mode != "melee" and not await _shot(table, who, weapon, feet):
        return
    _, skill = skill_for(me.sheet.profile, weapon, mode)
    penalty = max(0, skill) + ("murderous" in weapon.traits)
    needed = save_target(it.sheet.profile, "Physical") + penalty
    face = await table.roll("d20", "Physical save", target)
    passed = saved(face, needed)
    table.emit(Checked(target, "Physical save", face, Tally(), needed, passed, "E-87", resists=True))
    if not passed:
        fall(table, target, spare="less lethal" in weapon.traits, executed=True)
        return
    tally = damage_tally(table, me, it, weapon, mode, second_weapon(me, weapon))
    most = sum(sides_of(weapon.damage))
    if "murderous" in weapon.traits:
        tally = tally.plus("murderous: twice as much", most + tally.total, "E-88")
    dealt = most + tally.total
    table.emit(DamageRolled(who, target, most, tally, dealt))
    harm(table, target, dealt, who, spare="less lethal" in weapon.traits)


async def _shot(table: SovereignTable, who: Id, weapon: Weapon, feet: int) -> bool:
    """A DEX/Shoot check, easier from near; AC does not matter (E-85)."""
    tally = best_check(table.now(who), ("DEX", "Shoot"))
    if feet <= 2 * FEET:
        tally = tally.plus("within 10 ft", 4, "E-85")
    elif feet <= weapon.range:
        tally = tally.plus("in normal range", 2, "E-85")
    faces = await table.roll("2d6", "execution shot", who)
    passed = faces + tally.total >= CHECK
    table.emit(Checked(who, "the execution shot", faces, tally, CHECK, passed, "E-85"))
    return passed
