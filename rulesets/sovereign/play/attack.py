"""Attack rolls, damage and Shock, screens in their way; snap attacks, swarms, several blows at once, whirlwinds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from game.kit.combatants import present
from game.kit.conditions import Condition, begin, lift
from game.kit.telling import the
from game.rules.dice import Tally, sides_of
from game.rules.events import Id
from game.rules.option_details import OptionDetails
from game.rules.questions import Menu, Option, Seat
from game.spatial.field import UNIT
from rulesets.sovereign.play import maneuvers
from rulesets.sovereign.play.blow import UNHARMING, Blow, attacks, obstacle, possible, striking, unharming, wielded
from rulesets.sovereign.play.effects import harm, harm_by_dice, throw_away
from rulesets.sovereign.play.events import (
    Aim,
    AttackDeclared,
    AttackHit,
    AttackMissed,
    AttackRolled,
    AttackSpoiled,
    Checked,
    DamageRolled,
    Did,
    Reacted,
    ShockDealt,
    ShockTurned,
)
from rulesets.sovereign.play.geometry import (
    FEET,
    acts_out_of_turn,
    alert,
    can_see,
    feet_between,
    foes,
    held,
    in_hand,
    may_snap,
)
from rulesets.sovereign.play.instants import (
    PRICE,
    WINDOW,
    Instant,
    Occasion,
    answering,
    facing,
    go_ahead,
    pay_free,
    pay_main,
    settle,
    still_can,
)
from rulesets.sovereign.play.numbers import (
    NOTHING,
    OPPOSED,
    Mode,
    armour_class,
    attack_tally,
    combat_check,
    combat_skill,
    damage_tally,
    reload_cost,
    screen_check,
    second_weapon,
    shield_turns,
    shock_due,
    shock_points,
    shock_suffered,
)
from rulesets.sovereign.sheet.sheet import SCREENED, SHIELD_USED, SWARMING, Body, SovereignBoard, SovereignTable, Weapon

SWARM_HELPERS = 3
"""Other assailants that still add to a swarm's bonus (E-29)."""

SPLASH = "d3"
"""What burning oil does where it misses."""


async def attack(table: SovereignTable, blow: Blow) -> None:
    """Rule: Attack Rolls, Damage, Shock."""
    who, target = blow.who, blow.target
    table.set(who, hidden=False, known=True)
    table.emit(AttackDeclared(who, target, blow.weapon, blow.mode, blow.aim, blow.action))
    blow = await intercepted(table, blow)
    target = blow.target
    await WINDOW.open(table, Occasion("attack", who, target, blow))
    weapon = table.now(who).sheet.weapon(blow.weapon)
    if not present(table, who) or not present(table, target):
        table.emit(AttackSpoiled(who, "the attack comes to nothing"))
        return
    hindered, tally = table.once(lambda: aim(table, blow, weapon))
    if hindered is not None:
        table.emit(AttackSpoiled(who, *hindered))
        return
    blow = replace(blow, second=second_weapon(table.now(who), weapon))
    face = await table.roll("d20", "attack", who)
    table.emit(AttackRolled(who, target, face, tally, armour_class(table.now(target))))
    spend_shot(table, who, weapon, blow)
    hit = await settle(table, blow, face + tally.total)
    if hit is None:
        table.emit(AttackSpoiled(who, "struck down before the blow lands", "E-27"))
    elif not hit:
        await missed(table, blow, weapon)
    elif blow.aim == "harm":
        await landed(table, blow, weapon)
    else:
        table.emit(AttackHit(who, target))
        await (maneuvers.shoved if blow.aim == "shove" else maneuvers.seized)(table, who, target)


def aim(board: SovereignBoard, blow: Blow, weapon: Weapon) -> tuple[tuple[str, str] | None, Tally]:
    """Why an attack can't be made after all, with the rule, or None; and what is added to its roll."""
    me, it = board.now(blow.who), board.now(blow.target)
    hindered = obstacle(board, me, it, weapon, blow.mode)
    return hindered, attack_tally(board, me, it, weapon, blow.mode, blow.extra) if hindered is None else NOTHING


def spend_shot(table: SovereignTable, who: Id, weapon: Weapon, blow: Blow) -> None:
    """The arrow has left the bow, the axe the hand. Whoever reloads as a Free Action nocks the next at once (E-49)."""
    if blow.mode == "thrown":
        throw_away(table, who, weapon.key, table.now(blow.target).at)
    elif blow.mode == "shot" and ("reload" in weapon.traits or "slow reload" in weapon.traits):
        sheet = table.now(who).sheet
        if reload_cost(table.now(who), weapon) != "free" or "quiver" not in sheet.items:
            table.set(who, unloaded=tuple(sorted({*sheet.unloaded, weapon.key})))


async def landed(table: SovereignTable, blow: Blow, weapon: Weapon) -> None:
    """Rule: Damage, of an attack that hits."""
    table.emit(AttackHit(blow.who, blow.target))
    await wound(table, blow, weapon, "damage")


async def squeeze(table: SovereignTable) -> None:
    """Rule: at the end of each round the held suffer an unarmed hit from each of those who hold them (E-79).

    Claws and teeth are what nature's creatures fight with in a hold, and of them the one that does most.
    """
    for holder in table.fresh([c.id for c in table.state.combatants.values() if c.sheet.grappling]):
        target = holder.sheet.grappling
        if holder.sheet.up and present(table, target):
            weapon = max(wielded(table, holder), key=lambda arm: sum(sides_of(arm.damage)) + arm.bonus)
            table.emit(Did(holder.id, "squeezes", "E-79", target))
            await wound(table, Blow(holder.id, target, weapon.key, "melee"), weapon, "squeezing")


async def wound(table: SovereignTable, blow: Blow, weapon: Weapon, why: str) -> None:
    """The die and what is added, at least the Shock of a miss, at most the usual maximum in a swarm."""
    who, target = blow.who, blow.target
    me, it = table.now(who), table.now(target)
    tally = damage_tally(table, me, it, weapon, blow.mode, blow.second)
    usual = tally.total
    least = shock_suffered(me, it, weapon, blow.mode, swarm=blow.swarm)
    face = await table.roll(weapon.damage, why, who)
    lowest, highest = len(sides_of(weapon.damage)), sum(sides_of(weapon.damage))
    if dulled(it, weapon):
        tally = tally.plus("least of an edge", lowest - face, "E-65")
    if blow.swarm:
        tally = tally.plus(*swarmed(blow.others, highest + usual - face - tally.total))
    dealt = max(face + tally.total, least, 0)
    table.emit(DamageRolled(who, target, face, tally, dealt, least))
    harm(table, target, dealt, who, spare="less lethal" in weapon.traits, fire="splash" in weapon.traits)


def dulled(it: Body, weapon: Weapon) -> bool:
    """Whether an edge does its dice's least to somebody (ruling S-35)."""
    return "edged" in it.sheet.profile.resists and "blunt" not in weapon.traits


def swarmed(others: int, room: int) -> tuple[str, int, str]:
    """A swarm's bonus to damage: 1 for each other assailant, 3 at most, within the usual maximum (E-29, E-30)."""
    bonus = min(others, SWARM_HELPERS)
    return ("swarm", bonus, "E-29") if bonus <= room else ("swarm, within the usual maximum", max(0, room), "E-30")


async def missed(table: SovereignTable, blow: Blow, weapon: Weapon) -> None:
    """Rule: Shock. Some blows harm even when they miss; a shield ignores the round's first."""
    who, target = blow.who, blow.target
    table.emit(AttackMissed(who, target))
    me, it = table.now(who), table.now(target)
    if blow.aim != "harm":
        return
    if blow.mode == "thrown" and "splash" in weapon.traits:
        await harm_by_dice(table, target, SPLASH, f"what splashes of the {weapon.name.lower()}", "E-65", who, fire=True)
        return
    points = shock_due(me, it, weapon, blow.mode, swarm=blow.swarm)
    if points:
        deal_shock(table, who, target, weapon, points, turned=shield_turns(it, swarm=blow.swarm))


def deal_shock(table: SovereignTable, who: Id, target: Id, weapon: Weapon, points: int, *, turned: bool) -> None:
    """Points of Shock, unless a shield turns them (E-72)."""
    if turned:
        begin(table, target, Condition(SHIELD_USED, "round ends"))
        table.emit(ShockTurned(who, target))
        return
    table.emit(ShockDealt(who, target, shock_points(table.now(who), weapon, "melee"), points))
    harm(table, target, points, who, spare="less lethal" in weapon.traits)


def screens_of(me: Body) -> int:
    """Attackers a screener can stop each round: its highest combat skill (E-36)."""
    return combat_skill(me) + ("valiant defender" in me.sheet.profile.feats)


def screeners(board: SovereignBoard, blow: Blow) -> list[Body]:
    """Screeners who could stop an attack: near the ward, not met by too many, and placed to parry it (E-36, E-38).

    Only an attack that could be made on the screener itself can be parried, and not by the dazzled or the
    prone (rulings S-13, S-14, S-64).
    """
    ward = board.now(blow.target)
    attacker = board.now(blow.who)
    found = []
    for c in board.state.combatants.values():
        sheet = c.sheet
        if sheet.screening != blow.target or not acts_out_of_turn(c) or c.id == blow.who:
            continue
        if attacker.id not in sheet.screened and len(sheet.screened) >= screens_of(c):
            continue  # it has met as many others as it can (E-36)
        if feet_between(board, c, ward) > FEET or sheet.prone or held(board, c.id) or not can_see(board, c, attacker):
            continue
        if not possible(board, attacker, c, attacker.sheet.weapon(blow.weapon), blow.mode):
            continue
        if blow.mode != "melee" and not _in_the_way(board, attacker, c, ward):
            continue
        found.append(c)
    return found


def _in_the_way(board: SovereignBoard, attacker: Body, c: Body, ward: Body) -> bool:
    """Nearer to the shooter than the ward, or within 5 ft of the line of the shot before the ward (ruling S-14)."""
    if feet_between(board, attacker, c) < feet_between(board, attacker, ward):
        return True
    space, size = board.space, c.sheet.profile.size
    start, end = (space.floor(each.at, each.sheet.profile.size) for each in (attacker, ward))
    low, high = space.floor(c.at, size) - UNIT, space.floor(c.at, size) + (size + 1) * UNIT
    line = space.line(attacker.at, ward.at)
    for number, cell in enumerate(line[:-1], 1):
        across, down, _ = space.gap(c.at, cell, size)
        height = start * (len(line) - number) + end * number
        if max(across, down) <= 1 and low * len(line) <= height <= high * len(line):
            return True
    return False


async def intercepted(table: SovereignTable, blow: Blow) -> Blow:
    """Let the attacker make its opposed check against all screeners; beaten, the attack is the screener's to take.

    One roll is compared with each (E-37); of those it fails against, the one with the lowest number is hit.
    """
    against = screeners(table, blow)
    if not against:
        return blow
    me = table.now(blow.who)
    tally = combat_check(me, me.sheet.weapon(blow.weapon), blow.mode)
    faces = await table.roll("2d6", "getting past the screen", blow.who)
    stopped_by: list[tuple[int, Body]] = []
    for c in against:
        needed = OPPOSED + screen_check(c).total
        passed = faces + tally.total >= needed
        begin(table, c.id, Condition(SCREENED, "round ends", blow.who))
        table.emit(Checked(blow.who, f"past {c.sheet.profile.name}'s screen", faces, tally, needed, passed, "E-34"))
        if not passed:
            stopped_by.append((needed, c))
    if not stopped_by:
        return blow
    _, worst = min(stopped_by, key=lambda pair: pair[0])
    table.emit(Reacted(worst.id, "Screen", "E-35", blow.who))
    return replace(blow, target=worst.id)


def tally_details(
    board: SovereignBoard, me: Body, it: Body, weapon: Weapon, mode: Mode = "melee", extra: Tally = NOTHING
) -> OptionDetails:
    """The tally of an attack, for an option that makes it."""
    return OptionDetails(tally=attack_tally(board, me, it, weapon, mode, extra))


SNAP = Tally().plus("snap attack", -4, "E-25")


@dataclass(frozen=True, slots=True)
class Snap:
    """Rule: Make a Snap Attack (Instant)."""

    target: Id
    weapon: str
    mode: Mode
    aim: Aim = "harm"

    def pay(self, table: SovereignTable, who: Id) -> None:
        pay_main(table, who)

    async def take(self, table: SovereignTable, who: Id, occasion: Occasion) -> None:
        if not still_can(table, who):
            return
        table.emit(answering(who, "Snap Attack", "E-25", occasion, self.target))
        if present(table, self.target):
            await attack(table, Blow(who, self.target, self.weapon, self.mode, "snap attack", SNAP, self.aim))


def snaps(board: SovereignBoard, c: Body, occasion: Occasion) -> Iterator[Option[Instant]]:
    """The attacks with what is in hand: on whoever acts, if anybody, and on any other foe in reach of them (E-25)."""
    if not (may_snap(c) and facing(board, c, occasion)):
        return
    weapons = striking(board, c)
    acting = [board.now(occasion.who)] if occasion.who else []
    if occasion.kind == "in sight" and next(attacks(board, c, acting[0], weapons), None) is None:
        return  # it comes within the attack of others
    at = acting + [foe for foe in foes(board, c.side) if foe.id != occasion.who]
    for foe in at:
        for weapon, mode in attacks(board, c, foe, weapons):
            yield _snap_option(board, c, foe, weapon, mode, occasion)
    for foe in at:
        for weapon, aim in unharming(board, c, foe):
            yield Option(
                f"snap-{aim} {foe.id}",
                Snap(foe.id, weapon.key, "melee", aim),
                f"Snap attack to {aim} {foe.sheet.profile.name}",
                target=foe.id,
                matters=False,
                topic=UNHARMING,
                look=partial(tally_details, board, c, foe, weapon, "melee", SNAP),
                price=PRICE,
            )


def _snap_option(
    board: SovereignBoard, c: Body, foe: Body, weapon: Weapon, mode: Mode, occasion: Occasion
) -> Option[Instant]:
    def could_fell() -> bool:
        second = second_weapon(c, weapon)
        return sum(sides_of(weapon.damage)) + damage_tally(board, c, foe, weapon, mode, second).total >= foe.sheet.hp

    stops = foe.id == occasion.who and (occasion.kind == "spell" or (occasion.hit and could_fell()))
    matters = stops or occasion.kind == "round ends"  # when a Main Action is lost that is not spent on it
    verb = {"melee": "snap", "thrown": "snap-throw", "shot": "snap-shot"}[mode]
    return Option(
        f"{verb} {foe.id} {weapon.key}",
        Snap(foe.id, weapon.key, mode),
        f"Snap attack on {foe.sheet.profile.name} with {the(weapon.name.lower())}",
        target=foe.id,
        matters=matters,
        topic="snap attack",
        look=partial(tally_details, board, c, foe, weapon, mode, SNAP),
        price=PRICE,
    )


FULL = 5
"""The first assailant and the four allies that may join (E-28)."""


def assailants(board: SovereignBoard, side: str, target: Id) -> list[Body]:
    """Those of a side that have declared a swarm attack on a target this round and still can press it."""
    return [c for c in board.state.combatants.values() if c.side == side and c.sheet.swarm == target and alert(c)]


def swarm_tally(others: int) -> Tally:
    """+2 to hit for each other assailant, at most +6 (E-29)."""
    return Tally().plus("swarm", 2 * min(others, SWARM_HELPERS), "E-29")


def strikes(board: SovereignBoard, side: str, target: Id) -> list[Option[Blow | None]]:
    """The blows by which a pending swarm can be resolved: any assailant, with any weapon in hand.

    Somebody alone strikes as it would have without the swarm (ruling S-43). Once their side's turn is over, those
    whose courage has failed press on but do not strike (ruling S-20).
    """
    band = assailants(board, side, target)
    if not present(board, target):
        return []
    others, turn = len(band) - 1, board.state.turn
    own_turn = turn.phase == "turn" and turn.side == side
    it = board.now(target)
    options: list[Option[Blow | None]] = []
    for c in band:
        if not (own_turn or acts_out_of_turn(c)):
            continue
        for weapon, mode in attacks(board, c, it, striking(board, c)):
            how = f"{'for the swarm' if others else 'alone'} with {the(weapon.name.lower())}"
            extra = swarm_tally(others)
            action = "swarm attack" if others else "attack"
            blow = Blow(c.id, target, weapon.key, mode, action, extra, others=others, swarm=others > 0)
            options.append(
                Option(
                    f"swarm-{mode} {c.id} {target} {weapon.key}",
                    blow,
                    f"{c.sheet.profile.name} strikes {how}",
                    target=target,
                    look=partial(tally_details, board, c, it, weapon, mode, extra),
                    verb="swarm",
                )
            )
    return options


async def join_swarm(table: SovereignTable, who: Id, target: Id) -> None:
    """Take part in a swarm; from two on the side may strike at once, or let others join until it is five (E-28)."""
    pay_main(table, who)
    table.emit(Did(who, "swarms", "E-28", target))
    if not await go_ahead(table, who, "join a swarm") or not present(table, target):
        return
    begin(table, who, Condition(SWARMING, "round ends", target))
    side = table.now(who).side
    options = strikes(table, side, target)
    if not options or len(assailants(table, side, target)) < 2:
        return
    menu: list[Option[Blow | None]] = list(options)
    if len(assailants(table, side, target)) < FULL:
        menu.append(Option("wait", None, "Let others join the swarm first", short="Wait"))
    name = table.now(target).sheet.profile.name
    blow = await table.choose(Seat(side), f"The swarm on {name}: strike now?", Menu(menu), who=who, about=(target,))
    if blow is not None:
        await strike_for_swarm(table, blow)


async def strike_for_swarm(table: SovereignTable, blow: Blow) -> None:
    """The attack of one assailant for them all; the swarm is spent (E-29)."""
    side = table.now(blow.who).side
    for c in assailants(table, side, blow.target):
        lift(table, c.id, SWARMING)
    await attack(table, blow)


TOPIC = "routine"
"""What questions about the blows after the first are about."""


def routine(board: SovereignBoard, me: Body, foe: Body) -> list[Weapon]:
    """The blows of a creature's Main Action that could strike a foe from where it stands, in their order."""
    weapons = [me.sheet.weapon(key) for key in me.sheet.profile.routine]
    return [weapon for weapon in weapons if possible(board, me, foe, weapon, "melee")]


async def maul(table: SovereignTable, who: Id, target: Id) -> None:
    """Rule: Make a Melee Attack (Main), by a creature with several blows, one after the other (ruling S-58).

    With several foes in reach each blow after the first may go to another of them.
    """
    pay_main(table, who)
    for number, key in enumerate(table.now(who).sheet.profile.routine):
        if not present(table, who):
            return
        me = table.now(who)
        weapon = me.sheet.weapon(key)
        within = [foe.id for foe in foes(table, me.side) if possible(table, me, foe, weapon, "melee")]
        if number and len(within) > 1:
            target = await _next_target(table, who, within, weapon)
        elif target not in within:
            target = within[0] if number and within else target
        if target in within:
            await attack(table, Blow(who, target, key, "melee"))


async def _next_target(table: SovereignTable, who: Id, within: list[Id], weapon: Weapon) -> Id:
    me, board = table.now(who), table.still()
    name = weapon.name.lower()
    options: list[Option[Id]] = [
        Option(
            f"strike {foe} {weapon.key}",
            foe,
            f"{weapon.name} {board.now(foe).sheet.profile.name}",
            target=foe,
            look=partial(tally_details, board, me, board.now(foe), weapon),
            verb="maul",
        )
        for foe in within
    ]
    why = f"{me.sheet.profile.name}: whom does the {name} strike?"
    return await table.choose(Seat(me.side), why, Menu(options), who=who, topic=TOPIC, about=tuple(within))


async def whirl(table: SovereignTable, who: Id) -> None:
    """Shock on everyone in reach; as it harms without a roll, it may be answered like an attack (ruling S-5)."""
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
