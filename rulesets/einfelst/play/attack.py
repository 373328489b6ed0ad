"""Strikes, bare hands, shots, throws; the defence pledged first, and what successes buy (C-10, C-51 to C-63)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import NamedTuple

from game.kit.reactions import react
from game.kit.telling import the
from game.rules.events import Id
from game.rules.option_details import OptionDetails
from game.rules.questions import Menu, Option, Parts, Refusal, Seat, Sought
from game.spatial.places import InZone
from rulesets.einfelst.play.cards import swaps, win
from rulesets.einfelst.play.events import (
    Afflicted,
    AttackDeclared,
    AttackHit,
    AttackMissed,
    Did,
    Matched,
    Mode,
    Reacted,
)
from rulesets.einfelst.play.gear import at_hand, lay_down, use_up
from rulesets.einfelst.play.geometry import aim, apart, foes, in_reach, roomy, sees
from rulesets.einfelst.play.harm import harm, harmed_by, restrain, soak
from rulesets.einfelst.play.maneuver import Choice, Maneuver, can_react, has_slow_maneuver, pay_fast, pooled, price
from rulesets.einfelst.play.moving import jostle, shove, shoved_to
from rulesets.einfelst.play.perils import catch_fire, poison
from rulesets.einfelst.play.pools import asked, attack_pool, contend, dodge_pool, parry_pool
from rulesets.einfelst.sheet.roster import Weapon
from rulesets.einfelst.sheet.sheet import Body, Due, EinfelstBoard, EinfelstTable, Sheet, Spot


class Effects(NamedTuple):
    """Effects that the extra successes of a hit have bought so far."""

    harm: int = 0
    due: Due | None = None
    mental: bool = False
    """Mental Harm in place of Physical, for the whole blow."""
    zone: InZone | None = None
    spot: Spot | None = None
    """Where the target is pushed: to another zone, or to another part of its own."""
    dropped: str = ""
    """Key of what it lets fall."""
    pins: bool = False

    @property
    def pushes(self) -> bool:
        """Whether the target is pushed."""
        return self.zone is not None or self.spot is not None


NOTHING = Effects()


def effects(
    board: EinfelstBoard, me: Body, it: Body, weapon: Weapon, so_far: Effects, pins: bool
) -> Iterator[Option[Effects]]:
    """Effects that one more success can buy: each once, Harm as often as one likes (C-53, ruling W-26)."""
    name, traits = it.sheet.profile.name, it.sheet.profile.traits
    if so_far.due is None:
        for swap in swaps(board, me, it):
            found = so_far._replace(due=swap.value)
            places = swap.exchanges
            yield Option(swap.key, found, swap.label, it.id, matters=swap.matters, icon="swap", exchanges=places)
    if weapon.harm == "physical" and weapon.damage and not so_far.mental and "mindless" not in traits:
        yield Option("mental", so_far._replace(mental=True), "Mental Harm in place of Physical", it.id, icon="skull")
    if pins:
        if not it.sheet.pinned and not so_far.pins:
            label = "Pin down: leaving the zone costs 1 Harm"
            yield Option("pin", so_far._replace(pins=True), label, it.id, short="Pin down", icon="bow")
        return
    if not so_far.pushes and "bodiless" not in traits:
        for place in shoved_to(board, it):
            label, found = f"Push {name} to {board.space.zones.name(place)}", so_far._replace(zone=place)
            yield Option(f"push 0,{place.number}", found, label, it.id, place)
        if it.sheet.spot != "far" and roomy(board, it.at):
            yield Option("push far", so_far._replace(spot="far"), f"Push {name} far off", it.id)
        if it.sheet.spot == "cover":
            label, found = f"Push {name} into the open", so_far._replace(spot="open")
            yield Option("push open", found, label, it.id)
    if not so_far.dropped:
        for key in dict.fromkeys(key for key in (it.sheet.hand, it.sheet.off) if key):
            label = f"{name} drops the {it.sheet.thing(key).name.lower()}"
            yield Option(f"disarm {key}", so_far._replace(dropped=key), label, it.id, icon="hand")


async def spend(table: EinfelstTable, who: Id, target: Id, weapon: Weapon, extra: int, pins: bool) -> Effects:
    """The attacker says for each extra success what it buys; left alone it is Harm."""
    bought = NOTHING
    for left in range(extra, 0, -1):
        me, it = table.now(who), table.now(target)
        options = partial(effects, table.still(), me, it, weapon, bought, pins)
        more = bought._replace(harm=bought.harm + 1)
        leave = Option("harm", more, "Harm: 1 more") if weapon.damage else Option("pass", bought, "Leave it")
        count = f"{left} extra success{'es' if left > 1 else ''}"
        why = f"{me.sheet.profile.name} has {count} against {it.sheet.profile.name}"
        bought = leave.value
        if next(options(), None) is not None:
            menu = Menu.later(partial(_choices, leave, options))
            declines = "" if weapon.damage else leave.key  # Harm is something as well
            bought = await table.choose(
                Seat(me.side),
                why,
                menu,
                kind="react",
                who=who,
                topic="extra success",
                idle=leave.key,
                declines=declines,
                about=(target,),
            )
    return bought


def _choices(
    leave: Option[Effects], options: Callable[[], Iterator[Option[Effects]]], sought: Sought
) -> Parts[Effects]:
    """Made when somebody looks: most who play it out for the odds leave it."""
    return chain((leave,), options()), ()


async def hit(table: EinfelstTable, who: Id, target: Id, weapon: Weapon, extra: int, *, pins: bool) -> None:
    """A hit: successes are spent, then armour is thrown, then Harm is marked and the rest comes true (W-27)."""
    bought = await spend(table, who, target, weapon, extra, pins)
    if bought.due is not None:
        win(table, bought.due)
    await wound(table, who, target, weapon, bought)
    if table.now(target).sheet.up:
        await befall(table, target, bought)


async def wound(table: EinfelstTable, who: Id, target: Id, weapon: Weapon, bought: Effects) -> None:
    """The Harm of a hit (C-52, C-83), and what fire, poison and nets do besides."""
    kind = "mental" if bought.mental else weapon.harm
    amount = weapon.damage + bought.harm
    if kind == "physical":
        amount = await soak(table, target, amount)
    if amount:
        await harm(table, target, amount, kind, "C-52", who)
    if amount and weapon.poison and not bought.mental:
        await poison(table, target, weapon.poison, who)
    if weapon.fire:
        await catch_fire(table, target, weapon.fire, who)
    it = table.now(target).sheet
    if "snares" in weapon.traits and it.up and not it.held and "bodiless" not in it.profile.traits:
        restrain(table, target, who)


async def befall(table: EinfelstTable, target: Id, bought: Effects) -> None:
    """What else the successes have bought: a push, a dropped weapon, being pinned down."""
    if bought.dropped in table.now(target).sheet.pack and bought.dropped:
        table.emit(Did(target, f"drops the {table.now(target).sheet.thing(bought.dropped).name.lower()}", "C-53"))
        lay_down(table, target, bought.dropped)
    if bought.pins:
        table.set(target, pinned=True)
        table.emit(Afflicted(target, "pinned", "C-53"))
    if bought.zone is not None:
        await shove(table, target, bought.zone, "drag")
    elif bought.spot is not None:
        await jostle(table, target, bought.spot)


VERBS: dict[Mode, str] = {"melee": "strike", "thrown": "throw", "shot": "shoot"}

ATTACKS = ("strike ", "throw ", "shoot ")
"""How the keys of attacks begin."""

SLOW = (
    *(*VERBS.values(), "load", "cast", "grapple", "push", "lure", "persuade", "survey"),
    *("cross", "flee", "treat", "force", "work"),
)
"""What takes the slow maneuver."""


@dataclass(frozen=True, slots=True)
class Blow:
    """An attack."""

    target: Id
    weapon: str
    """Key of what it is made with."""
    mode: Mode


# ------------------------------------------------------------------ whom one can attack


def modes(weapon: Weapon) -> tuple[Mode, ...]:
    """How a weapon may be used: what strikes and has a range can be thrown as well (C-13)."""
    if weapon.melee:
        return ("melee", "thrown") if weapon.thrown else ("melee",)
    return ("thrown",) if weapon.thrown else ("shot",)


def unready(sheet: Sheet, key: str) -> tuple[str, str] | None:
    """Why somebody can't attack anybody with a weapon now, and the rule; None if it can."""
    if sheet.weapon(key).hands == 2 and sheet.off:
        return f"it takes both hands; put the {sheet.thing(sheet.off).name.lower()} away", "C-33"
    if key in sheet.unloaded:
        return "it must be loaded, which is a slow maneuver", "C-24"
    return None


def obstacle(board: EinfelstBoard, me: Body, it: Body, key: str, mode: Mode) -> tuple[str, str] | None:
    """Why an attack can't be made, and the rule; None if it can."""
    weapon, why = me.sheet.weapon(key), unready(me.sheet, key)
    if why is not None:
        return why
    if not harmed_by(it.sheet, weapon.harm):
        return "it has no mind to harm", "C-83"
    if not weapon.damage and it.sheet.held:
        return "it is held already", "C-65"
    if not weapon.damage and "bodiless" in it.sheet.profile.traits:
        return "it has no body to hold", "C-65"
    far = apart(board, me.at, it.at)
    if mode == "melee":
        if me.at != it.at:
            return "it is in another zone", "C-13"
        if in_reach(me, it):
            return None
        if it.sheet.spot == "open":
            return f"one is {AWAY[me.sheet.spot]} oneself; come out first", "C-49"
        return f"it is {AWAY[it.sheet.spot]}; close in first", "C-49"
    if far is None or far > weapon.range:
        return f"{weapon.range} zones is the farthest" if weapon.range != 1 else "1 zone is the farthest", "C-56"
    if far < weapon.nearest:
        return f"it must be {weapon.nearest} zone{'s' if weapon.nearest > 1 else ''} away at least", "C-57"
    return None if sees(board, me.at, it.at) else ("something stands between", "C-14")


AWAY: dict[Spot, str] = {"far": "far off", "cover": "behind cover"}


def reached(board: EinfelstBoard, me: Body) -> list[InZone]:
    """The zones that what it has at hand can be shot or thrown into, without those too near for it (C-56, C-57)."""
    weapons = [me.sheet.weapon(key) for key in at_hand(me.sheet)]
    flying = [weapon for weapon in weapons if modes(weapon) != ("melee",)]
    zones = [(zone, apart(board, me.at, zone)) for zone in board.space.zones.all_zones if sees(board, me.at, zone)]
    return [
        zone
        for zone, far in zones
        if far is not None and any(weapon.nearest <= far <= weapon.range for weapon in flying)
    ]


def does(weapon: Weapon) -> Iterator[str]:
    """Effects of a hit, in words for its preview."""
    if weapon.damage:
        yield f"{weapon.damage} {weapon.harm} Harm (C-52)"
    if weapon.fire:
        yield f"sets on fire, intensity {weapon.fire} (C-92)"
    if weapon.poison:
        yield f"poison, toxicity {weapon.poison} (C-97)"
    if "snares" in weapon.traits:
        yield "restrains (C-65)"


def attack_about(board: EinfelstBoard, me: Body, it: Body, blow: Blow) -> OptionDetails:
    """Details of an attack, shown before it is made."""
    weapon = me.sheet.weapon(blow.weapon)
    need = asked(blow.mode, aim(board, me, it))
    tally = attack_pool(me.sheet, it.sheet, weapon, blow.mode, known=it.id in me.sheet.insight)
    brief = f"needs {need.total}: {', '.join(term.label for term in need.terms[1:])}" if need.total > 1 else ""
    return pooled(tally, *does(weapon), brief=brief)


# ------------------------------------------------------------------ the attack


async def attack(table: EinfelstTable, who: Id, blow: Blow) -> None:
    """The defence is pledged, then both pools are thrown, and what is left of the successes hits (C-22, C-52, C-62)."""
    me = table.now(who)
    weapon = me.sheet.weapon(blow.weapon)
    table.emit(AttackDeclared(who, blow.target, weapon.key, blow.mode))
    taken = await defend(table, who, blow)
    me, it = table.now(who), table.now(blow.target)
    tally = attack_pool(me.sheet, it.sheet, weapon, blow.mode, known=it.id in me.sheet.insight)
    need = asked(blow.mode, aim(table, me, it))
    won = await contend(table, who, "attack", tally, blow.target)
    table.set(who, insight=tuple(foe for foe in table.now(who).sheet.insight if foe != blow.target))
    rule, how = "C-52" if taken is None else "C-62", "parried" if blow.mode == "melee" else "dodged"
    matched = Matched(who, blow.target, won, taken or 0, need, rule, how)
    table.emit(matched)
    _spend(table, who, blow)
    if matched.extra >= 0:
        table.emit(AttackHit(who, blow.target))
        await hit(table, who, blow.target, weapon, matched.extra, pins=blow.mode != "melee")
        return
    table.emit(AttackMissed(who, blow.target, how if matched.turned else ""))
    if taken is not None and taken > won:
        await outwit(table, blow.target, who)


async def defend(table: EinfelstTable, who: Id, blow: Blow) -> int | None:
    """Rule: a fast maneuver parries hand to hand, or dodges what flies; it is said before any die falls (C-22, C-59).

    The successes that it takes from the attack; None if nothing is pledged.
    """
    it = table.now(blow.target)
    melee = blow.mode == "melee"
    if not may_defend(it.sheet, melee=melee):
        return None
    tally = parry_pool(it.sheet) if melee else dodge_pool(it.sheet)
    key, does, rule = ("parry", "parries", "C-36") if melee else ("dodge", "dodges", "C-35")
    weapon = table.now(who).sheet.weapon(blow.weapon)
    option: Option[bool] = Option(
        key,
        True,
        key.capitalize(),
        look=partial(pooled, tally, f"by {rule}"),
        icon="shield",
        price=price(it.sheet),
    )
    why = f"{table.now(who).sheet.profile.name} attacks {it.sheet.profile.name} with {the(weapon.name.lower())}"
    leave: Option[bool] = Option("pass", False, "Take it")
    if not await react(Seat(it.side), why, leave, [option], topic=key, who=it.id, about=(who,)):
        return None
    pay_fast(table, it.id)
    table.set(it.id, hidden=False)
    table.emit(Reacted(it.id, does, rule, who))
    return await contend(table, it.id, key, tally, who)


def may_defend(sheet: Sheet, *, melee: bool) -> bool:
    """Whether somebody could parry, or dodge what flies, which the held can't (C-22, C-59)."""
    return can_react(sheet, "parry" if melee else "dodge")


async def outwit(table: EinfelstTable, who: Id, other: Id) -> None:
    """Rule: a defence with successes to spare may take a card from the attacker (C-63)."""
    me, it = table.now(who), table.now(other)
    if not me.sheet.up:
        return
    options: list[Option[Due | None]] = list(swaps(table, me, it, "C-63"))  # type: ignore[arg-type]
    leave: Option[Due | None] = Option("pass", None, "Keep the cards as they are")
    why = f"{me.sheet.profile.name} has successes to spare: swap cards with {it.sheet.profile.name}?"
    due = await react(Seat(me.side), why, leave, options, topic="swap", who=who, about=(other,))
    if due is not None:
        win(table, due)


def _spend(table: EinfelstTable, who: Id, blow: Blow) -> None:
    """What is thrown lies in its target's zone, or is gone; what is loaded by hand is no longer loaded."""
    sheet = table.now(who).sheet
    weapon = sheet.weapon(blow.weapon)
    if blow.mode == "thrown" and "spent" in weapon.traits:
        use_up(table, who, blow.weapon)
    elif blow.mode == "thrown":
        lay_down(table, who, blow.weapon, blow.target)
    elif "reload" in weapon.traits:
        table.set(who, unloaded=(*sheet.unloaded, blow.weapon))


# ------------------------------------------------------------------ options


def options(board: EinfelstBoard, me: Body, sought: Sought) -> Iterator[Choice]:
    """Every attack that can be made now."""
    if not has_slow_maneuver(board, me) or not sought.begins(*ATTACKS):
        return
    for foe in foes(board, me.side):
        if not sought.names(foe.id):
            continue
        for key in at_hand(me.sheet):
            for mode in modes(me.sheet.weapon(key)):
                if obstacle(board, me, foe, key, mode) is None:
                    yield _option(board, me, foe, Blow(foe.id, key, mode))


def _option(board: EinfelstBoard, me: Body, foe: Body, blow: Blow) -> Choice:
    verb, name, thing = VERBS[blow.mode], foe.sheet.profile.name, me.sheet.weapon(blow.weapon).name.lower()
    label = f"Throw the {thing} at {name}" if blow.mode == "thrown" else f"{verb.capitalize()} {name} with {the(thing)}"
    return Option(
        f"{verb} {foe.id} {blow.weapon}",
        Maneuver(attack, (blow,), "slow"),
        label,
        target=foe.id,
        look=partial(attack_about, board, me, foe, blow),
    )


def refusals(board: EinfelstBoard, me: Body) -> Iterator[Refusal]:
    """Attacks that can't be made, and why."""
    if not has_slow_maneuver(board, me):
        yield Refusal("Attack", "the slow maneuver is spent", "C-19", SLOW)
        return
    for foe in foes(board, me.side):
        for key in at_hand(me.sheet):
            for mode in modes(me.sheet.weapon(key)):
                why = obstacle(board, me, foe, key, mode)
                if why is not None:
                    weapon = me.sheet.weapon(key).name.lower()
                    label = f"{VERBS[mode].capitalize()} {foe.sheet.profile.name} with {the(weapon)}"
                    yield Refusal(label, *why, (VERBS[mode],))
