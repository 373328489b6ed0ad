"""Strikes, blows with bare hands, shots and throws; the parry or dodge that is pledged first (C-51 to C-63)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from game.kit.reactions import react
from game.kit.telling import the
from game.rules.events import Id
from game.rules.option_details import OptionDetails
from game.rules.questions import Option, Refusal, Seat, Sought
from game.spatial.places import InZone
from rulesets.einfelst.play import spending
from rulesets.einfelst.play.cards import swaps, win
from rulesets.einfelst.play.events import AttackDeclared, AttackHit, AttackMissed, Matched, Mode, Reacted
from rulesets.einfelst.play.gear import at_hand, lay_down, use_up
from rulesets.einfelst.play.geometry import aim, apart, foes, in_reach, sees
from rulesets.einfelst.play.harm import harmed_by
from rulesets.einfelst.play.maneuver import Choice, Maneuver, can_react, has_slow_maneuver, pay_fast, pooled, price
from rulesets.einfelst.play.pools import asked, attack_pool, contend, dodge_pool, parry_pool
from rulesets.einfelst.sheet.records import Weapon
from rulesets.einfelst.sheet.sheet import Body, Due, EinfelstBoard, EinfelstTable, Sheet, Spot

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
    """One attack."""

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
    """What a hit does, in words for its preview."""
    if weapon.damage:
        yield f"{weapon.damage} {weapon.harm} Harm (C-52)"
    if weapon.fire:
        yield f"sets on fire, intensity {weapon.fire} (C-92)"
    if weapon.poison:
        yield f"poison, toxicity {weapon.poison} (C-97)"
    if "snares" in weapon.traits:
        yield "restrains (C-65)"


def attack_about(board: EinfelstBoard, me: Body, it: Body, blow: Blow) -> OptionDetails:
    """What a player should know of an attack before it is made."""
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
        await spending.hit(table, who, blow.target, weapon, matched.extra, pins=blow.mode != "melee")
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
