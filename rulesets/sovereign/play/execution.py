"""Rule: Execution Attacks. A scenario may open with one; in a fight nobody is unsuspecting (ruling S-15)."""

from __future__ import annotations

from game.rules.dice import Tally, sides_of
from game.rules.events import Id
from game.rules.ruleset import BadSetup
from rulesets.sovereign.play.attack import dulled, spend_shot
from rulesets.sovereign.play.blow import BASH, Blow, modes
from rulesets.sovereign.play.blow import hindrance as obstacle_in
from rulesets.sovereign.play.effects import fall, harm
from rulesets.sovereign.play.events import AttackSpoiled, Checked, DamageRolled, Did
from rulesets.sovereign.play.gear import draw
from rulesets.sovereign.play.geometry import FEET, alert, feet_between, in_clinch, look, perceives
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
from rulesets.sovereign.sheet.sheet import Body, SovereignBoard, SovereignTable, Weapon

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


def hindrance(board: SovereignBoard, me: Body, it: Body, key: str) -> tuple[str, str] | None:
    """Why an execution can't be made so, with the rule; None if it can. KeyError if the assassin has no such weapon.

    It takes a foe in reach or range, a line of sight, and a weapon at hand that there are hands for.
    """
    weapon, sheet = me.sheet.weapon(key), me.sheet
    if me.side == it.side:
        return f"{it.id} is no foe of {me.id}", "E-84"
    if not (alert(me) and it.sheet.up):
        return f"{me.id if it.sheet.up else it.id} is in no state for it", "E-84"
    if key in sheet.stowed or (key == BASH and not sheet.shielded):
        return f"the {weapon.name.lower()} is not at hand", "E-48"
    return _way(board, me, it, weapon)[1]


def _way(board: SovereignBoard, me: Body, it: Body, weapon: Weapon) -> tuple[Mode, tuple[str, str] | None]:
    """How an execution is made with a weapon, hand to hand if that can be; and why it can't be made even so.

    No foe in melee range bars it: nobody there knows of any fight.
    """
    at, known = look(board, me, it, afar=False), perceives(board, me.side, it)
    clinch = in_clinch(board, me)
    found = [(mode, obstacle_in(me, weapon, mode, at, clinch=clinch, known=known)) for mode in modes(weapon)]
    return next((each for each in found if each[1] is None), found[-1])


async def attempt(table: SovereignTable) -> None:
    """Play the scenario's execution, if it has one (E-84 to E-88)."""
    text = table.setup.events.get(EVENT)
    if text is None:
        return
    assassin, victim, key, disturbed = read(text)
    who, target = Id(assassin), Id(victim)
    table.emit(Did(who, "lies in wait for", "E-84", target))
    hindered = hindrance(table, table.now(who), table.now(target), key)
    if disturbed or "alert" in table.now(target).sheet.profile.feats:
        hindered = "the minute of waiting is disturbed", "E-85"
    if hindered is not None:
        table.emit(AttackSpoiled(who, *hindered))
        return
    draw(table, who, key)
    me, it = table.now(who), table.now(target)
    weapon, feet = me.sheet.weapon(key), feet_between(table, me, it)
    mode = _way(table, me, it, weapon)[0]
    table.set(who, hidden=False, known=True)
    if mode != "melee":
        passed = await _shot(table, who, weapon, feet)
        spend_shot(table, who, weapon, Blow(who, target, key, mode))
        if not passed:
            return
    skill, level = skill_for(me.sheet.profile, weapon, mode)
    penalty = Tally().plus(f"the killer's {skill}", -max(0, level), "E-87")
    penalty = penalty.plus("murderous", -int("murderous" in weapon.traits), "E-87")
    needed = save_target(it.sheet.profile, "Physical")
    face = await table.roll("d20", "Physical save", target)
    passed = saved(face, needed - penalty.total)
    table.emit(Checked(target, "Physical save", face, penalty, needed, passed, "E-87", resists=True))
    if not passed:
        fall(table, target, spare="less lethal" in weapon.traits, executed=True)
        return
    tally = damage_tally(table, me, it, weapon, mode, second_weapon(me, weapon))
    sides = sides_of(weapon.damage)
    most = len(sides) if dulled(it, weapon) else sum(sides)
    if "murderous" in weapon.traits:
        tally = tally.plus("murderous: twice as much", most + tally.total, "E-88")
    dealt = most + tally.total
    table.emit(DamageRolled(who, target, most, tally, dealt))
    harm(table, target, dealt, who, spare="less lethal" in weapon.traits)


async def _shot(table: SovereignTable, who: Id, weapon: Weapon, feet: int) -> bool:
    """A DEX/Shoot check, easier from near; AC does not matter (E-85, ruling S-67)."""
    tally = best_check(table.now(who), ("DEX", "Shoot"))
    if feet <= 2 * FEET:
        tally = tally.plus("within 10 ft", 4, "E-85")
    elif feet <= weapon.range:
        tally = tally.plus("in normal range", 2, "E-85")
    faces = await table.roll("2d6", "execution shot", who)
    passed = faces + tally.total >= CHECK
    table.emit(Checked(who, "the execution shot", faces, tally, CHECK, passed, "E-85"))
    return passed
