"""Before and between battles: who comes, a scenario's execution (ruling S-15), rest (ruling S-66)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from game.kit import deployment
from game.kit.combatants import company, up_on
from game.kit.conditions import end
from game.kit.inventory import Regained, check_between, check_owned, company_after, left_of, made_good_of, read_carried
from game.rules.dice import Tally, sides_of
from game.rules.events import Id
from game.rules.ruleset import BadSetup
from game.rules.setup import Recruit, Setup
from game.rules.state import Piece
from game.spatial.space import Space
from rulesets.sovereign.play import effects, tending
from rulesets.sovereign.play.attack import dulled, spend_shot
from rulesets.sovereign.play.blow import BASH, Blow, hindrance, modes
from rulesets.sovereign.play.effects import fall, harm
from rulesets.sovereign.play.events import AttackSpoiled, Checked, DamageRolled, Did
from rulesets.sovereign.play.gear import GEAR, draw
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
from rulesets.sovereign.sheet import roster
from rulesets.sovereign.sheet.roster import STOCK
from rulesets.sovereign.sheet.sheet import (
    Body,
    Profile,
    Sheet,
    SovereignBoard,
    SovereignState,
    SovereignTable,
    Turn,
    Weapon,
)

EXECUTION = "execution"
"""Key among a scenario's events; its value names assassin, target and weapon: "colette, bandit-1, small-bow"."""


def read_execution(text: str) -> tuple[str, str, str, bool]:
    """Take apart the scenario's line; a fourth word "disturbed" spoils the minute. Raises BadSetup."""
    parts = [part.strip() for part in text.split(",")]
    if len(parts) not in (3, 4) or not all(parts) or (len(parts) == 4 and parts[3] != "disturbed"):
        raise BadSetup(
            f'events.{EXECUTION} = "{text}": write assassin, target, weapon, as in '
            '"colette, bandit-captain-1, small-bow"; a fourth word can only be "disturbed"'
        )
    return parts[0], parts[1], parts[2], len(parts) == 4


def _execution_hindrance(board: SovereignBoard, me: Body, it: Body, key: str) -> tuple[str, str] | None:
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
    found = [(mode, hindrance(me, weapon, mode, at, clinch=clinch, known=known)) for mode in modes(weapon)]
    return next((each for each in found if each[1] is None), found[-1])


async def attempt_execution(table: SovereignTable) -> None:
    """Play the scenario's execution, if it has one (E-84 to E-88)."""
    text = table.setup.events.get(EXECUTION)
    if text is None:
        return
    assassin, victim, key, disturbed = read_execution(text)
    who, target = Id(assassin), Id(victim)
    table.emit(Did(who, "lies in wait for", "E-84", target))
    hindered = _execution_hindrance(table, table.now(who), table.now(target), key)
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
        me, it = table.now(who), table.now(target)
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
    me, it = table.now(who), table.now(target)
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


class Carried(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """State of a fighter that goes on from battle to battle."""

    hp: int | None = None
    """None: all that its profile gives it."""
    frail: bool = False
    """It was mortally injured: it does not heal by itself, and dies when it falls again (E-93)."""
    lost: tuple[str, ...] = ()
    """Keys of weapons and other things that it has no more."""
    gained: tuple[Piece, ...] = ()
    """What it has won."""


def made_good(carried: str, given: Sequence[str]) -> str:
    """What somebody brings once all its gear is made good, but for what it has given away."""
    return made_good_of(carried, given, Carried)


async def rest(table: SovereignTable, side: str, *, holds: bool) -> None:
    """Rule: first aid in the rounds that the dying have left; then each who is not frail heals a point a level."""
    if holds:
        while tending.dying(table, side):
            await _first_aid(table, side)
            tending.bleed(table)
            end(table, "round ends", list(table.state.combatants), table.state.turn.round)
            table.set_turn(round=table.state.turn.round + 1)
    for c in table.fresh([c.id for c in company(table, side)]):
        if c.sheet.dead or c.sheet.fell is not None or not (holds or c.sheet.up):
            continue
        if not c.sheet.up:
            table.set(c.id, out=False)
        if c.sheet.hp == 0:
            effects.heal(table, c.id, 1)  # who was saved, or knocked out, is on its feet again within the hour
        elif not c.sheet.frail:
            effects.heal(table, c.id, max(1, c.sheet.profile.level))


async def _first_aid(table: SovereignTable, side: str) -> None:
    """A round of it: each who has a kit tends one of the dying, the best hand first; the others help it."""
    fallen = sorted(tending.dying(table, side), key=lambda c: c.sheet.fell or 0)
    able = sorted(up_on(table, side), key=lambda c: -tending.heal_check(c).total)
    healers = [c.id for c in able if tending.KIT in c.sheet.items][: len(fallen)]
    helpers = [c.id for c in able if c.id not in healers and tending.heal_check(c).total > 0]
    for healer, patient in zip(healers, [c.id for c in fallen], strict=False):
        await tending.stabilise(table, healer, patient, helpers)
        helpers = []


def _carried(sheet: Sheet, gear: Regained) -> Carried:
    return Carried(None if sheet.hp == sheet.profile.hp else sheet.hp, sheet.frail, gear.lost, gear.gained)


def carried(start: SovereignState, board: SovereignBoard, side: str, *, holds: bool) -> Mapping[Id, str]:
    """State that goes on to the next battle, of those who live and were not left behind."""
    return company_after(start, board, side, GEAR.gear, _carried, GEAR.as_piece, holds=holds)


def begin_with(profile: Profile, recruit: Recruit) -> Sheet:
    """The sheet that somebody begins with, who may have fought before. Raises BadSetup."""
    own, sheet = read_carried(recruit, Carried), roster.sheet(profile, hidden=recruit.hidden)
    check_owned(recruit, "lost", own.lost, GEAR.gear(sheet))
    if own.hp is not None:
        check_between(recruit, "hp", own.hp, 1, profile.hp)
    stowed, items, ready = left_of(own.lost, sheet.stowed, sheet.items, sheet.ready)
    return replace(
        sheet,
        hp=profile.hp if own.hp is None else own.hp,
        frail=own.frail,
        stowed=stowed,
        items=items,
        ready=ready,
        hand=sheet.hand if sheet.hand in ready else "",
        off=sheet.off if sheet.off in (*ready, "shield") else "",
    )


def muster(setup: Setup, space: Space) -> SovereignState:
    """Give the state before the first step; ``space`` is the set-up's map. Raises BadSetup."""
    state = deployment.muster(
        setup,
        space,
        "cells",
        STOCK,
        lambda who: begin_with(who.profile, who.recruit),
        Turn(),
        size=lambda profile: profile.size,
        shoots=lambda who: bool(who.spells) or (bool(who.ready) and who.weapon(who.ready[0]).ranged_only),
        handed=lambda sheet: sheet.profile.humanoid,
        events=(EXECUTION,),
    )
    if EXECUTION in setup.events:
        _check_execution(setup.events[EXECUTION], SovereignBoard(state, setup, space))
    return state


def _check_execution(event: str, board: SovereignBoard) -> None:
    assassin, victim, weapon, _ = read_execution(event)
    where, everybody = f"events.{EXECUTION}", board.state.combatants
    for name in (assassin, victim):
        if Id(name) not in everybody:
            raise BadSetup(f'{where}: nobody is called "{name}"; there are {", ".join(everybody)}')
    me, it = everybody[Id(assassin)], everybody[Id(victim)]
    owned = [owned.key for owned in me.sheet.weapons]
    if weapon not in owned:
        raise BadSetup(f'{where}: {assassin} has no "{weapon}", but {", ".join(owned)}')
    hindered = _execution_hindrance(board, me, it, weapon)
    if hindered is not None:
        raise BadSetup(
            f"{where}: {assassin} can't execute {victim} with its {weapon}: {hindered[0]} ({hindered[1]}); "
            "place the two elsewhere, or name another weapon or victim"
        )
