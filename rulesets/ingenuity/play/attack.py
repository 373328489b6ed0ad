"""Attacks: the test against evasion, shots that go astray, what hits (B-46 to B-57); what is done to the fallen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from game.kit.combatants import perceives
from game.kit.telling import the
from game.rules.dice import Tally
from game.rules.events import Id
from game.rules.option_details import Landing, OptionDetails
from game.rules.questions import Option, Sought
from rulesets.ingenuity.play import damage, deeds, reactions
from rulesets.ingenuity.play.blow import VERBS, Blow, Hit, blow_key, modes, one_each, unready
from rulesets.ingenuity.play.deeds import Choice, Deed, in_actions
from rulesets.ingenuity.play.events import (
    AttackDeclared,
    AttackMissed,
    AttackRolled,
    AttackSpoiled,
    Did,
    Eased,
    Healed,
    How,
    Mode,
    Strayed,
)
from rulesets.ingenuity.play.gear import lay_down
from rulesets.ingenuity.play.geometry import (
    armed_with,
    beside,
    both_hands,
    bystanders,
    corners,
    hampered,
    look,
    metres_between,
    sees_past,
    there,
)
from rulesets.ingenuity.play.numbers import (
    attack_dice,
    attack_tally,
    constitution,
    damage_tally,
    evasion,
    in_parts,
    in_words,
    killing,
    larger,
    sway,
    unsighted,
)
from rulesets.ingenuity.play.throws import UNLUCKY, Aimed, Pair, Thrown, added, pair, reroll, test
from rulesets.ingenuity.sheet.sheet import Body, IngenuityBoard, IngenuityTable, Sheet

# ------------------------------------------------------------------ whom one can attack


def obstacle(board: IngenuityBoard, me: Body, it: Body, key: str, mode: Mode) -> tuple[str, str] | None:
    """Why an attack can't be made, and the rule; None if it can."""
    weapon, why = me.sheet.weapon(key), unready(me.sheet, key, mode)
    if why is not None:
        return why
    metres = metres_between(board, me, it)
    far = weapon.reach if mode == "melee" else weapon.limit
    if metres > far:
        return f"it is {metres} m away, and {far} m is the most", "B-17"
    if not (sees_past(board, me, it) if mode == "melee" else corners(board, me, it) >= 0):
        return "there is no line of sight", "B-17"
    return None


# ------------------------------------------------------------------ the sums


class Aim(NamedTuple):
    """The sums of an attack on one target, all that they ask of the board being read."""

    tally: Tally
    against: Tally
    swayed: Tally

    @property
    def least(self) -> int:
        """The least the two dice must show to hit."""
        return self.against.total - self.tally.total


def aim_at(board: IngenuityBoard, me: Body, it: Body, blow: Blow) -> Aim:
    """The sums of an attack on somebody as the two stand."""
    weapon, seen = me.sheet.weapon(blow.weapon), look(board, me, it, afar=blow.afar)
    gripped = grasped(me, blow)
    return Aim(
        attack_tally(me.sheet, it, blow.weapon, seen, afar=blow.afar, gripped=gripped),
        evasion(it.sheet, larger(me.sheet, it.sheet)),
        sway(me.sheet, it.sheet, weapon, seen, afar=blow.afar),
    )


def grasped(me: Body, blow: Blow) -> bool:
    """Whether both hands are on the weapon: not on what is thrown."""
    return blow.mode != "thrown" and both_hands(me, blow.weapon)


def strays(board: IngenuityBoard, me: Body, it: Body, blow: Blow) -> list[Body]:
    """Bystanders an attack may hit in place of its target: those beside it that it could be made on, if it flies, or is
    risky (B-51, ruling N-7).
    """
    if not blow.afar and "risky" not in me.sheet.weapon(blow.weapon).traits:
        return []
    return [c for c in bystanders(board, me, it) if obstacle(board, me, c, blow.weapon, blow.mode) is None]


def attack_about(board: IngenuityBoard, me: Body, it: Body, blow: Blow) -> OptionDetails:
    """Details of an attack, told before it is made."""
    aim, weapon, gripped = aim_at(board, me, it, blow), me.sheet.weapon(blow.weapon), grasped(me, blow)
    plain, best = (
        damage_tally(me.sheet, blow.weapon, 0, critical=critical, gripped=gripped) for critical in (False, True)
    )
    brief, swayed = in_words(aim.swayed)
    dice = attack_dice(me.sheet, weapon).dice.removesuffix("+d20")
    notes = (
        *swayed,
        f"{dice}{f'{aim.tally.total:+d}' if aim.tally.total else ''} against evasion {aim.against.total} (B-46)",
        f"damage {in_parts(plain)} {blow.harm} and the result, critical {best.total} on {weapon.critical}+",
    )
    return OptionDetails(tally=aim.tally, brief=brief, notes=notes, landings=landings(board, me, it, blow))


def landings(board: IngenuityBoard, me: Body, it: Body, blow: Blow) -> tuple[Landing, ...]:
    """Landings of a shot: on its target, or one time in twenty on somebody beside it, as far as one's side knows
    (B-51).
    """
    others = [c for c in strays(board, me, it, blow) if perceives(board, me.side, c)]
    if not others:
        return ()
    astray = Fraction(UNLUCKY, 20)
    found = [Landing(it.at, 1 - astray, (it.id,), "on target")]
    for c in others:
        found.append(Landing(c.at, astray / len(others), (c.id,), "if it strays"))
    return tuple(found)


# ------------------------------------------------------------------ the attack


async def attack(table: IngenuityTable, who: Id, blow: Blow) -> bool:
    """Make an attack, and deal the damage of a hit; whether it hit."""
    me = table.now(who)
    lurked = me.sheet.hidden
    table.set(who, hidden=False)
    weapon = me.sheet.weapon(blow.weapon)
    table.emit(AttackDeclared(who, blow.target, weapon.key, blow.mode, "harm", blow.harm, blow.how))
    if not lurked and blow.how != "sneak attack":
        await deeds.moment(table, "attacks", who, whom=blow.target)
        if foiled(table, who, blow):
            return False
        me = table.now(who)
    it, dice, gripped = table.now(blow.target), attack_dice(me.sheet, weapon), grasped(me, blow)
    aims = table.once(lambda: {c.id: aim_at(table, me, c, blow) for c in (it, *strays(table, me, it, blow))})
    beside = [c for c in aims if c != blow.target]
    # It counts for those after it in the round, whoever's turn it is (B-53).
    table.set(who, attacks=table.now(who).sheet.attacks + 1)
    let_fly(table, who, blow)
    first = await _throw(table, who, dice, weapon.critical, [*aims.values()], may_stray=bool(beside))
    critical = first.luck >= weapon.critical
    target = blow.target
    if beside and first.luck <= UNLUCKY:
        target = await _astray(table, who, blow.target, beside)
    aim = aims[target]
    least = 0 if critical else aim.least
    thrown = await reroll(table, who, "attack", dice, first, aim.swayed.total, least)
    table.emit(AttackRolled(who, target, thrown[:2], thrown.luck, aim.tally, aim.against, critical))
    total = thrown.sum + aim.tally.total
    hit, there = critical or total >= aim.against.total, table.now(target).at
    if hit:
        hit = await _land(table, who, target, blow, total, critical=critical, gripped=gripped)
    else:
        table.emit(AttackMissed(who, target))
    if blow.mode == "thrown":
        lay_down(table, who, blow.weapon, there)
    sheet = table.now(who).sheet
    missed = tuple(key for key in sheet.missed if key != blow.weapon)
    table.set(who, tried=_with(sheet.tried, target), missed=missed if hit else (*missed, blow.weapon))
    if lurked:
        await deeds.moment(table, "attacks", who, whom=blow.target)
    return hit


def foiled(table: IngenuityTable, who: Id, blow: Blow, *, fallen: bool = False) -> bool:
    """Whether those who held a deed back for an attack have made it impossible (B-23): it comes to nothing then.

    ``fallen``: it can only be made on the unconscious.
    """
    me, it = table.state.combatants.get(who), table.state.combatants.get(blow.target)
    if me is None or not me.sheet.up:
        why: tuple[str, str] | None = "the attack comes to nothing", "B-23"
    elif it is None or it.sheet.dead or (fallen and it.sheet.up):
        why = "nobody is there to be attacked any more", "B-23"
    else:
        why = obstacle(table, me, it, blow.weapon, blow.mode)
    if why is not None:
        table.emit(AttackSpoiled(who, *why))
    return why is not None


async def _throw(
    table: IngenuityTable, who: Id, dice: Pair, critical: int, aims: Sequence[Aim], *, may_stray: bool
) -> Thrown:
    """The two dice and the luck die; what of them matters on any of the targets is told apart."""
    bands = (UNLUCKY + 1, critical) if may_stray else (critical,)
    apart = any(aim.swayed.total for aim in aims)
    reading = Aimed(bands, min(aim.least for aim in aims), apart, dice.attribute == dice.skill)
    return Thrown(*await table.throw(dice.dice, "attack", who, reading))


async def _astray(table: IngenuityTable, who: Id, aimed: Id, beside: list[Id]) -> Id:
    """Which of those beside the target is hit in its place: all are equally likely (B-51, ruling N-7).

    The die tells nobody anything, for there may be somebody among them that some do not know of.
    """
    chosen = beside[0]
    if len(beside) > 1:
        chosen = beside[await table.roll_in_secret(f"d{len(beside)}", "astray", who) - 1]
    table.set(chosen, hidden=False)
    table.emit(Strayed(who, chosen, aimed))
    return chosen


async def _land(
    table: IngenuityTable, who: Id, target: Id, blow: Blow, total: int, *, critical: bool, gripped: bool
) -> bool:
    """The test has reached evasion: ask those who may do something about it, and deal what is left (B-47)."""
    sheet = table.now(who).sheet
    weapon = sheet.weapon(blow.weapon)
    found = Hit(
        who,
        target,
        total,
        damage_tally(sheet, blow.weapon, total, critical=critical, gripped=gripped),
        blow.harm,
        weapon.name.lower(),
        critical,
        blow.mode,
        "nonlethal" in weapon.traits,
        weapon.inflicts,
        weapon.amount,
    )
    left = await reactions.answer(table, found)
    table.set(who, tried=_with(table.now(who).sheet.tried, left.target))
    if left.avoided:
        table.emit(AttackMissed(who, left.target, left.avoided, left.avoided_by))
    else:
        damage.announce(table, left)
        if await damage.deal(table, left):
            table.set(who, struck=_with(table.now(who).sheet.struck, left.target))
    reactions.lapse(table, left.target)
    return not left.avoided


def let_fly(table: IngenuityTable, who: Id, blow: Blow) -> None:
    """What is shot is loaded anew before it shoots again (B-38)."""
    sheet = table.now(who).sheet
    if blow.mode == "shot" and sheet.weapon(blow.weapon).reload:
        table.set(who, unloaded=(*sheet.unloaded, blow.weapon))


def _with(ids: tuple[Id, ...], more: Id) -> tuple[Id, ...]:
    return ids if more in ids else (*ids, more)


# ------------------------------------------------------------------ options


def blows(
    board: IngenuityBoard, me: Body, it: Body, keys: Iterable[str] | None = None, how: How = "attack"
) -> list[Option[Blow]]:
    """Options for every attack on somebody with what is in hand; for one of two kinds of damage an option each."""
    found = []
    for key in one_each(me.sheet, armed_with(me)) if keys is None else keys:
        weapon = me.sheet.weapon(key)
        for mode in modes(weapon):
            if obstacle(board, me, it, key, mode) is None:
                found += [_option(board, me, it, Blow(it.id, key, harm, mode, how)) for harm in weapon.harm]
    return found


def _option(board: IngenuityBoard, me: Body, it: Body, blow: Blow) -> Option[Blow]:
    verb, name, item = VERBS[blow.mode], it.sheet.profile.name, me.sheet.called(blow.weapon)
    weapon = me.sheet.weapon(blow.weapon)
    several = len(weapon.harm) > 1
    label = f"Throw the {item} at {name}" if blow.mode == "thrown" else f"{verb.capitalize()} {name} with {the(item)}"
    return Option(
        blow_key(it.id, weapon, blow.weapon, blow.mode, blow.harm),
        blow,
        f"{label}{f', {blow.harm}' if several else ''}",
        target=it.id,
        look=partial(attack_about, board, me, it, blow),
    )


REVIVING = 6
"""What bringing somebody round takes (ruling N-37)."""

LONG = 2
"""Actions of bringing somebody round (B-24), and of a killing strike (B-77)."""
DEADLY = 3


def reviving(me: Sheet) -> tuple[Pair, Tally]:
    """The test to bring somebody round: dice, and what is added (B-24)."""
    return pair(me, "handling", "intellect"), added(me, ("healing",), "B-24")


async def resuscitate(table: IngenuityTable, who: Id, other: Id) -> None:
    """Rule: go prone, then a test; who comes round lies on the ground still (B-24, ruling N-37)."""
    table.set(who, prone=True, hidden=False)
    table.emit(Did(who, "bends over", "B-24", other))
    me = table.now(who)
    net = unsighted(me.sheet, dim=hampered(table, me, table.now(other))).total
    if await test(table, who, "resuscitate", *reviving(me.sheet), REVIVING, "B-24", net):
        table.set(other, unconscious=False)
        table.emit(Eased(other, "unconscious", "B-24"))
        if not table.now(other).sheet.hp:
            table.set(other, hp=1)
            table.emit(Healed(other, 1, 1, "health"))


async def kill(table: IngenuityTable, who: Id, blow: Blow) -> None:
    """Rule: a test with advantage against constitution kills; if it fails, a sneak attack is made (B-75, B-76)."""
    me, it = table.now(who), table.now(blow.target)
    weapon = me.sheet.weapon(blow.weapon)
    lurked = me.sheet.hidden
    table.set(who, hidden=False)
    table.emit(Did(who, "makes a killing strike at", "B-75", blow.target))
    if not lurked:
        await deeds.moment(table, "attacks", who, whom=blow.target)
        if foiled(table, who, blow, fallen=True):
            return
        me, it = table.now(who), table.now(blow.target)
    tally = added(me.sheet, weapon.proficiencies, "B-75")
    needed = constitution(it.sheet).total
    net = killing(me.sheet, dim=hampered(table, me, it)).total
    if await test(table, who, "killing strike", attack_dice(me.sheet, weapon), tally, needed, "B-75", net):
        let_fly(table, who, blow)
        damage.die(table, blow.target, "killed")
    else:
        await attack(table, who, blow)
    if lurked:
        await deeds.moment(table, "attacks", who, whom=blow.target)


def fallen_options(board: IngenuityBoard, me: Body, sought: Sought) -> Iterator[Choice]:
    """Options of it for somebody, if it has the actions."""
    if not sought.begins("revive ", "kill "):
        return
    for it in there(board, me.side):
        if it.sheet.up or it.id == me.id or not sought.names(it.id):
            continue
        name = it.sheet.profile.name
        if sought.begins("revive ") and beside(board, me, it):
            label = f"resuscitate {name}"
            look = partial(_fallen_about, board, me, it, LONG, reviving(me.sheet), REVIVING, "B-24")
            deed = Deed(resuscitate, (it.id,), LONG, label=label)
            yield Option(f"revive {it.id}", deed, f"{label[:1].upper()}{label[1:]}", it.id, look=look)
        if it.side != me.side and sought.begins("kill "):
            yield from _kills(board, me, it)


def _kills(board: IngenuityBoard, me: Body, it: Body) -> Iterator[Choice]:
    """A killing strike with each lethal weapon, those that shoot from beside the fallen (ruling N-38)."""
    for weapon_key in one_each(me.sheet, armed_with(me)):
        weapon = me.sheet.weapon(weapon_key)
        mode: Mode = "melee" if weapon.melee else "thrown" if weapon.thrown else "shot"
        near = weapon.melee or beside(board, me, it)
        if "nonlethal" in weapon.traits or not near or obstacle(board, me, it, weapon_key, mode) is not None:
            continue
        label = f"kill {it.sheet.profile.name} with {the(weapon.name.lower())}"
        blow = Blow(it.id, weapon_key, weapon.harm[0], mode, "sneak attack")
        deed = Deed(kill, (blow,), DEADLY, label=label)
        sums = attack_dice(me.sheet, weapon), added(me.sheet, weapon.proficiencies, "B-75")
        look = partial(_fallen_about, board, me, it, DEADLY, sums, constitution(it.sheet).total, "B-75")
        key, said = f"kill {it.id} {weapon_key}", f"{label[:1].upper()}{label[1:]}"
        yield Option(key, deed, said, it.id, look=look)


def _fallen_about(
    board: IngenuityBoard, me: Body, it: Body, actions: int, sums: tuple[Pair, Tally], needed: int, rule: str
) -> OptionDetails:
    dice, more = sums
    bonus = f"{more.total:+d}" if more.total else ""
    swayed = (killing if rule == "B-75" else unsighted)(me.sheet, dim=hampered(board, me, it))
    notes = f"{dice.dice.removesuffix('+d20')}{bonus} against {needed} ({rule})", *in_words(swayed)[1]
    return OptionDetails(notes=notes, brief=in_actions(actions))
