"""Rule: Blast attacks. Everybody in a zone and on its borders; what misses strays to a neighbour (A-70 to A-73)."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from game.kit.combatants import perceives, present
from game.rules.events import Id
from game.rules.option_details import Landing
from game.spatial.places import InZone, ZonePlace
from rulesets.murdham.play import nonlethal, reactions
from rulesets.murdham.play.attack import (
    Due,
    follow_up,
    harms,
    hits,
    land,
    lean_back,
    lean_out,
    measure,
    measured,
    reckon,
    spend,
)
from rulesets.murdham.play.blow import (
    Blow,
    circumstances,
    die_of,
    far_or_moving,
    in_blast,
    in_sweep,
    modes,
    sheltered,
)
from rulesets.murdham.play.events import AttackMissed, BlastDeviated, BlastThrown, How, Reacted
from rulesets.murdham.play.gear import break_weapon, note_use
from rulesets.murdham.play.geometry import likely
from rulesets.murdham.play.harm import roll_damage, suffer
from rulesets.murdham.play.look import look_at
from rulesets.murdham.play.saves import save
from rulesets.murdham.play.sneaking import show
from rulesets.murdham.sheet.sheet import Body, MurdhamBoard, MurdhamTable, Weapon


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
