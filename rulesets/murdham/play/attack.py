"""Rules: Attacking, in the book's order (ruling M-3), and Blast attacks (A-70 to A-73)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from game.kit.combatants import bodies, perceives, present
from game.rules.dice import Tally
from game.rules.events import Id
from game.rules.option_details import Landing
from game.spatial.places import InZone, ZonePlace
from rulesets.murdham.play import nonlethal, reactions
from rulesets.murdham.play.blow import (
    Blow,
    before_armour,
    challenging,
    circumstances,
    die_of,
    factors,
    far_or_moving,
    in_blast,
    in_sweep,
    modes,
    protection,
    sheltered,
)
from rulesets.murdham.play.cost import Path
from rulesets.murdham.play.events import (
    AttackHit,
    AttackMissed,
    BlastDeviated,
    BlastThrown,
    DamageRolled,
    How,
    Reacted,
)
from rulesets.murdham.play.gear import break_weapon, note_shield, note_use
from rulesets.murdham.play.geometry import behind_barrier, likely, look_at, nearby, sees
from rulesets.murdham.play.harm import DamageRoll, critical_from, die, roll_damage, suffer
from rulesets.murdham.play.saves import Turned, omen, save, show
from rulesets.murdham.sheet.sheet import Body, MurdhamBoard, MurdhamTable, Weapon


async def attack(table: MurdhamTable, blow: Blow, *, found: bool = False) -> Path:
    """Rule: Melee attacks, Ranged attacks, Indirect ranged attacks, and what may follow on them.

    ``found``: the save to hit has been made, to find the target at all (A-40). Gives the way that the target has agreed
    to fall back by, which it is still to go.
    """
    who = blow.who
    blow = replace(blow, surprise=table.now(who).sheet.hidden)
    show(table, who, "attacks")
    table.emit(blow.declared())
    lean_out(table, who, table.now(blow.target).at)
    weapon = weapon_of(table, blow)
    note_use(table, who, weapon)
    back: Path = ()
    if found or await hits(table, blow, weapon):
        stunt = await nonlethal.offered(table, blow)
        if stunt is None:
            await face_reactions(table, blow, weapon)
        else:
            back = stunt.path
    spend(table, who, weapon)
    lean_back(table, who)
    return back


async def hits(table: MurdhamTable, blow: Blow, weapon: Weapon) -> bool:
    """The WIT save to hit, where circumstances ask for one (A-34)."""
    me, it = table.now(blow.who), table.now(blow.target)
    hard = challenging(me, it, weapon, blow.mode, look_at(table, me.at, it.at), moving=blow.moving)
    if hard is None:
        return True
    why, rule = hard
    if await save(table, blow.who, "WIT", f"to hit: {why}", rule):
        return True
    table.emit(AttackMissed(blow.who, blow.target, why, rule))
    return False


async def face_reactions(table: MurdhamTable, blow: Blow, weapon: Weapon) -> None:
    """Rule: Reacting to an attack. The target's own reaction, or somebody guards it."""
    while True:
        said = await reactions.answer(table, blow)
        match said:
            case reactions.Dodge():
                if await reactions.dodged(table, blow):
                    return
                await land(table, await measure(table, blow, weapon, reacted=True))
                return
            case Blow():
                await exchange(table, blow, weapon, said)
                return
            case reactions.HideBehind(shield):
                blow = reactions.put_in_front(table, blow, shield)
            case reactions.Guard(guard):
                blow = reactions.step_in(table, blow, guard)
                await land(table, await measure(table, blow, weapon, reacted=True))
                return
            case None:
                await land(table, await measure(table, blow, weapon, reacted=False))
                return


async def exchange(table: MurdhamTable, blow: Blow, weapon: Weapon, answer: Blow) -> None:
    """Rule: Counter. Both roll; who suffers more is hit first; what does no damage comes last (A-54 to A-57)."""
    me, it = blow.who, blow.target
    table.emit(Reacted(it, "counters", "A-27", me))
    reactions.spend_turn(table, it)
    other = weapon_of(table, answer)
    note_use(table, it, other)
    if not await hits(table, answer, other):
        await land(table, await measure(table, blow, weapon, reacted=True))
        spend(table, it, other)
        return
    if harms(blow, weapon) and harms(answer, other):
        mine = await measure(table, blow, weapon, reacted=True)
        first = "riposte" in table.now(it).sheet.profile.skills
        its = await measure(table, answer, other, reacted=False, countered=True, first=None if first else mine)
        if its.dealt > mine.dealt or first:
            await in_turn(table, its, mine)
        elif mine.dealt > its.dealt:
            await in_turn(table, mine, its)
        else:
            await land(table, mine)
            await land(table, its, at_once=True)
    elif harms(answer, other):
        await in_turn(table, await measure(table, answer, other, reacted=False, countered=True), measured(blow))
    elif harms(blow, weapon):
        await in_turn(table, await measure(table, blow, weapon, reacted=True), measured(answer))
    else:
        await land(table, measured(blow))
        await land(table, measured(answer), at_once=True)
    spend(table, it, other)


async def in_turn(table: MurdhamTable, first: Due, second: Due) -> None:
    """Two blows of one exchange one after the other: who is felled by the first does not strike any more."""
    await land(table, first)
    await follow_up(table, second)


async def follow_up(table: MurdhamTable, due: Due) -> None:
    """The later blow of an exchange, if whoever makes it has not been felled."""
    if present(table, due.blow.who):
        await land(table, due)
    else:
        table.emit(AttackMissed(due.blow.who, due.blow.target, "struck down first", "A-56"))
        break_weapon(table, due.blow.who, weapon_of(table, due.blow), due.roll.kept)


# ------------------------------------------------------------------ damage


@dataclass(frozen=True, slots=True)
class Due:
    """An attack whose dice have fallen and that is still to hit home."""

    blow: Blow
    roll: DamageRoll
    before_armour: int = 0
    dealt: int = 0


def harms(blow: Blow, weapon: Weapon) -> bool:
    """Whether an attack does damage; those that do none come last in a counter (A-81)."""
    return blow.aim == "harm" and bool(weapon.die)


def measured(blow: Blow) -> Due:
    """An attack that does no damage."""
    return Due(blow, DamageRoll((), (), 0))


async def measure(
    table: MurdhamTable, blow: Blow, weapon: Weapon, *, reacted: bool, countered: bool = False, first: Due | None = None
) -> Due:
    """Roll the damage and take off what protects the target; an attack that does none is only passed on.

    ``first``: the other blow of an exchange, which lands before this one if it does more.
    """
    if not harms(blow, weapon):
        return measured(blow)
    me, it = table.now(blow.who), table.now(blow.target)
    found = circumstances(me, weapon, look_at(table, me.at, it.at), held_back=blow.held_back)
    die = die_of(me, weapon, surprise=blow.surprise)
    roll = await roll_damage(table, die, found.total, blow.who)
    due = await reckon(table, blow, weapon, die, roll, found, reacted=reacted, countered=countered)
    turned = Turned("damage", f"have the {due.dealt} damage rolled again", "A-117", due.dealt)
    matters = _fells(table, due) and not (first is not None and first.dealt > due.dealt and _fells(table, first))
    if due.dealt and await omen(table, blow.target, turned, matters=matters):
        again = await roll_damage(table, die, found.total, blow.who, "damage again")
        other = await reckon(table, blow, weapon, die, again, found, reacted=reacted, countered=countered)
        return min(due, other, key=lambda one: one.dealt)
    return due


def _fells(table: MurdhamTable, due: Due) -> bool:
    """Whether an attack that hits home takes its target out of the fight."""
    target = table.now(due.blow.target)
    return due.dealt >= critical_from(target, direct=weapon_of(table, due.blow).direct)


async def reckon(
    table: MurdhamTable,
    blow: Blow,
    weapon: Weapon,
    die: str,
    roll: DamageRoll,
    found: Tally,
    *,
    reacted: bool,
    countered: bool = False,
) -> Due:
    """From what the dice show to what the target suffers."""
    me, it = table.now(blow.who), table.now(blow.target)
    raw = before_armour(me, blow, roll.total)
    parts = protection(me, it, weapon, look_at(table, me.at, it.at), reacted=reacted, countered=countered)
    dealt = max(0, raw - parts.total) if found.total > -2 else 0
    armour = tuple((term.label, term.value) for term in parts.terms)
    if "shield" in dict(armour):
        note_shield(table, blow.target)
    said = tuple(f"{term.label} ({term.rule})" for term in found.terms)
    times = tuple(f"×{times} {label}" for label, times in factors(me, blow))
    table.emit(DamageRolled(blow.who, blow.target, die, roll.rolls, found.total, said, raw, armour, dealt, times))
    return Due(blow, roll, raw, dealt)


async def land(table: MurdhamTable, due: Due, *, at_once: bool = False) -> None:
    """An attack goes through, if its maker still stands or it came ``at_once`` with what felled the maker (A-57)."""
    blow = due.blow
    who, target = blow.who, blow.target
    stands = at_once or present(table, who)
    if not stands or table.now(target).sheet.dead or target not in table.state.combatants:
        return
    if blow.aim == "final blow":
        await die(table, target, "final blow")
        return
    weapon = weapon_of(table, blow)
    table.emit(AttackHit(who, target))
    if blow.aim != "harm":
        await nonlethal.follow(table, blow)
        return
    was_up = present(table, target)
    await suffer(
        table,
        target,
        due.dealt,
        who,
        before_armour=due.before_armour,
        direct=weapon.direct,
        fire="fire" in weapon.traits,
    )
    await nonlethal.side_effects(table, blow, weapon, due.dealt)
    break_weapon(table, who, weapon, due.roll.kept)
    if was_up and not present(table, target) and blow.how == "attack" and table.state.turn.active == who:
        follow_through(table, who, target)


def follow_through(table: MurdhamTable, who: Id, felled: Id) -> None:
    """A skill: whoever has felled a foe on its turn may attack once more, and no more than that (A-17)."""
    me = table.now(who)
    skilled = "follow through" in me.sheet.profile.skills and "follow through" not in me.sheet.fired
    if skilled and me.side != table.now(felled).side and present(table, who):
        table.set_turn(again=True)
        table.set(who, fired=(*me.sheet.fired, "follow through"))


# ------------------------------------------------------------------ around the blow


def weapon_of(table: MurdhamTable, blow: Blow) -> Weapon:
    """The weapon of an attack."""
    return table.now(blow.who).sheet.profile.weapon(blow.weapon)


def lean_out(table: MurdhamTable, who: Id, at: ZonePlace) -> None:
    """Whoever attacks out of a zone with a barrier leans out, for this one attack (A-69, ruling M-34)."""
    here = table.now(who).at
    if behind_barrier(table, here) and not nearby(table, here, at):
        table.set(who, leaning=True)


def lean_back(table: MurdhamTable, who: Id) -> None:
    """The attack is over, and the barrier one again."""
    if who in table.state.combatants:
        table.set(who, leaning=False)


def spend(table: MurdhamTable, who: Id, weapon: Weapon) -> None:
    """What is thrown is gone; what fires once a fight has fired."""
    if who not in table.state.combatants:
        return
    sheet = table.now(who).sheet
    if "consumed" in weapon.traits:
        table.set(
            who,
            hand="" if sheet.hand == weapon.key else sheet.hand,
            off="" if sheet.off == weapon.key and sheet.hand != weapon.key else sheet.off,
        )
    elif "once" in weapon.traits and weapon.key not in sheet.fired:
        table.set(who, fired=(*sheet.fired, weapon.key))


async def final_blow(table: MurdhamTable, blow: Blow) -> None:
    """Rule: final blow. A helpless foe nearby is killed, unless a neighbour guards it (ruling M-15).

    Where the foe is not seen it takes the save that any blow does (A-40).
    """
    blow = replace(blow, aim="final blow", surprise=table.now(blow.who).sheet.hidden)
    show(table, blow.who, "attacks")
    table.emit(blow.declared())
    weapon = weapon_of(table, blow)
    note_use(table, blow.who, weapon)
    if not await hits(table, blow, weapon):
        return
    saved = not sees(table, table.now(blow.who), table.now(blow.target))
    said = await reactions.answer(table, blow)
    if not isinstance(said, reactions.Guard):
        await land(table, measured(blow))
        return
    on_guard = replace(reactions.step_in(table, blow, said.who), aim="harm")
    if saved or await hits(table, on_guard, weapon):  # one save is enough for one blow
        await land(table, await measure(table, on_guard, weapon, reacted=True))


def helpless(board: MurdhamBoard, me: Body) -> list[Body]:
    """Those nearby whom a final blow would kill."""
    return [
        c
        for c in bodies(board)
        if c.side != me.side and not c.sheet.dead and not c.sheet.conscious and nearby(board, me.at, c.at)
    ]


async def blast(
    table: MurdhamTable,
    who: Id,
    place: InZone,
    key: str,
    *,
    moving: bool = False,
    how: How = "attack",
    sweep: bool = False,
    held_back: bool = False,
) -> None:
    """An attack on a zone; a sweep strikes only smaller foes, with half the damage (size rules, ruling M-39)."""
    surprise = table.now(who).sheet.hidden
    show(table, who, "attacks")
    table.emit(BlastThrown(who, place, key, how, sweep, held_back))
    weapon = table.now(who).sheet.profile.weapon(key)
    note_use(table, who, weapon)
    lean_out(table, who, place)
    landed = place if weapon.melee else await where_it_lands(table, who, place, weapon, moving=moving)
    spend(table, who, weapon)
    if landed is not None and "smoke" in weapon.traits:
        fill_with_smoke(table, landed)
    elif landed is not None:
        for c in sheltered(table, table.now(who), landed, weapon):
            table.emit(AttackMissed(who, c.id, "behind a barrier", "A-68"))
        blow = Blow(who, who, key, modes(weapon)[0], how=how, held_back=held_back, surprise=surprise, sweep=sweep)
        await burst(table, blow, landed)
    lean_back(table, who)


async def where_it_lands(table: MurdhamTable, who: Id, place: InZone, weapon: Weapon, *, moving: bool) -> InZone | None:
    """The zone that is hit: the one aimed at, or after a failed save one of its neighbours by their numbers (A-73)."""
    me = table.now(who)
    hard = _hard(table, me, place, weapon, moving=moving)
    if hard is None or await save(table, who, "WIT", f"to hit: {hard[0]}", hard[1]):
        return place
    near = table.space.zones.neighbours(place)
    if not near:
        return None
    face = 1 if len(near) == 1 else await table.roll(f"d{len(near)}", "where it strays", who)
    landed = table.space.zones.deviated(place, face)
    table.emit(BlastDeviated(who, place, landed, face))
    return landed


def _hard(board: MurdhamBoard, me: Body, place: InZone, weapon: Weapon, *, moving: bool) -> tuple[str, str] | None:
    (mode,) = modes(weapon)
    return far_or_moving(me, weapon, mode, look_at(board, me.at, place).zones(mode) or 0, moving=moving)


def landings(board: MurdhamBoard, me: Body, place: InZone, weapon: Weapon, *, moving: bool) -> tuple[Landing, ...]:
    """Where a blast may come down, how likely, and whom it would hit there as far as its thrower can know."""

    def hit(at: InZone) -> tuple[Id, ...]:
        return tuple(c.id for c in in_blast(board, me, at, weapon) if perceives(board, me.side, c))

    if weapon.melee:
        return (Landing(place, Fraction(1), hit(place), "all around"),)
    hard = _hard(board, me, place, weapon, moving=moving)
    aim = likely(me, "WIT") if hard else Fraction(1)
    found = [Landing(place, aim, hit(place), "on target")]
    near = board.space.zones.neighbours(place)
    if hard and aim < 1:
        found += [
            Landing(at, (1 - aim) / len(near), hit(at), f"strays, {number} on the d{len(near)}")
            for number, at in enumerate(near, 1)
        ]
    return tuple(found)


def fill_with_smoke(table: MurdhamTable, place: ZonePlace) -> None:
    """Smoke blocks sight in a zone and all beside it for the rest of the fight."""
    zones = table.space.zones
    hit = [zone.number for zone in zones.all_zones if zones.within(place, zone, 1)]
    table.set_turn(smoke=tuple(sorted({*table.state.turn.smoke, *hit})))


# ------------------------------------------------------------------ the burst


class Share(NamedTuple):
    """One target's part of a blast, when everybody has reacted to it."""

    blow: Blow
    """At whoever bears it in the end."""
    reacted: bool
    counter: Blow | None = None


async def burst(table: MurdhamTable, blow: Blow, place: InZone) -> None:
    """Everybody there reacts for itself, one of them by a counter; then one roll of the damage (rulings M-7, M-23)."""
    me = table.now(blow.who)
    weapon = me.sheet.profile.weapon(blow.weapon)
    targets = in_sweep(table, me, place) if blow.sweep else in_blast(table, me, place, weapon)
    shares: list[Share] = []
    answer: Blow | None = None
    for c in in_order_of_claim(table, targets):
        share = await faced(table, blow.at(c.id), countered=answer is not None)
        if share is not None:
            shares.append(share)
            answer = answer or share.counter
    if not shares:
        return
    dues = await measure_all(table, blow, weapon, shares)
    if answer is not None and await counter_first(table, answer, dues, weapon):
        return
    for due in dues:
        await strike(table, due, weapon)


async def faced(table: MurdhamTable, blow: Blow, *, countered: bool) -> Share | None:
    """What becomes of one target's share; None if it was dodged.

    Whoever steps or is put in front of another bears that one's share besides its own (ruling M-7).
    """
    while True:
        said = await reactions.answer(table, blow, countered=countered)
        match said:
            case reactions.Dodge():
                return None if await reactions.dodged(table, blow) else Share(blow, True)
            case Blow():
                show(table, said.who, "attacks")
                table.emit(Reacted(said.who, "counters", "A-58", blow.who))
                reactions.spend_turn(table, said.who)
                return Share(blow, True, said)
            case reactions.HideBehind(shield):
                blow = reactions.put_in_front(table, blow, shield)
            case reactions.Guard(guard):
                return Share(reactions.step_in(table, blow, guard), True)
            case None:
                return Share(blow, False)


async def measure_all(table: MurdhamTable, blow: Blow, weapon: Weapon, shares: list[Share]) -> list[Due]:
    """One roll for the blast, and what each target suffers of it; one for those in hiding alone would betray them."""
    if not weapon.die:
        return [measured(share.blow) for share in shares]
    me = table.now(blow.who)
    found = circumstances(me, weapon, look_at(table, me.at, me.at), held_back=blow.held_back)
    die = die_of(me, weapon)
    lurking = [share.blow.target for share in shares if table.now(share.blow.target).sheet.hidden]
    about = lurking[0] if len(lurking) == len(shares) else None
    roll = await roll_damage(table, die, found.total, blow.who, about=about)
    return [await reckon(table, share.blow, weapon, die, roll, found, reacted=share.reacted) for share in shares]


async def strike(table: MurdhamTable, due: Due, weapon: Weapon) -> None:
    """One of the targets is hit, all of them at once; what the thrower suffers of its own is nobody's attack."""
    if due.blow.target != due.blow.who:
        await land(table, due, at_once=True)
        return
    await suffer(
        table,
        due.blow.who,
        due.dealt,
        due.blow.who,
        before_armour=due.before_armour,
        direct=weapon.direct,
        fire="fire" in weapon.traits,
    )
    if "stuns" in weapon.traits and present(table, due.blow.who):
        nonlethal.stun(table, due.blow.who)


async def counter_first(table: MurdhamTable, answer: Blow, dues: list[Due], weapon: Weapon) -> bool:
    """The one counter to a blast, with its own save to hit; True if nothing of the blast is left to come (M-26)."""
    other = table.now(answer.who).sheet.profile.weapon(answer.weapon)
    note_use(table, answer.who, other)
    if not await hits(table, answer, other):
        spend(table, answer.who, other)
        return False
    own = sum(due.dealt for due in dues if due.blow.target == answer.who)
    its = await measure(table, answer, other, reacted=False, countered=True)
    spend(table, answer.who, other)
    harmful, first = harms(answer, other), "riposte" in table.now(answer.who).sheet.profile.skills
    if harmful and (its.dealt > own or first):
        await land(table, its)
        if present(table, answer.target):
            return False
        break_weapon(table, answer.target, weapon, dues[0].roll.kept)
        return True
    for due in dues:
        await strike(table, due, weapon)
    if harmful and its.dealt == own:
        await land(table, its, at_once=True)
    else:
        await follow_up(table, its)
    return True


def in_order_of_claim(board: MurdhamBoard, targets: list[Body]) -> list[Body]:
    """Factions in the round's order, the quickest wits first: who may counter before whom (ruling M-7)."""
    order = {side: index for index, side in enumerate(board.state.turn.order)}
    return sorted(targets, key=lambda c: (order.get(c.side, len(order)), -c.sheet.WIT))
