"""Attacks: the Test of Violence, damage, the notch that a full die offers, the shield that may be splintered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from game.kit.combatants import present
from game.kit.conditions import lift
from game.kit.reactions import react
from game.kit.telling import the
from game.rules.action import refusal
from game.rules.dice import Tally, sides_of
from game.rules.events import Id
from game.rules.option_details import OptionDetails
from game.rules.questions import Option, Refusal, Seat
from rulesets.glog.play.effects import (
    RULES,
    afflict,
    bonus,
    cuts,
    dread,
    harm,
    lay_down,
    may_notch,
    notch,
    part_with,
    with_bonus,
)
from rulesets.glog.play.events import (
    AttackDeclared,
    AttackHit,
    AttackMissed,
    AttackRolled,
    DamageRolled,
    Did,
    How,
    Mode,
    Reacted,
)
from rulesets.glog.play.gear import drawing
from rulesets.glog.play.geometry import NIGHT, adjacent, armed_with, corners, feet_between, foes, look
from rulesets.glog.play.numbers import damage_tally, defense, harm_die, in_words, sway, violence
from rulesets.glog.sheet.roster import HANDS, TAG_EFFECT, Tag, Weapon
from rulesets.glog.sheet.sheet import ARMOUR, EFFECTS, FEET, FRAIL, OFF_GUARD, Body, GlogBoard, GlogTable, Sheet

MODES: tuple[Mode, ...] = ("melee", "thrown", "shot")


@dataclass(frozen=True, slots=True)
class Blow:
    """An attack."""

    target: Id
    weapon: str
    """Key of what it is made with."""
    use: Tag
    """The tag it is dealt with, of those the weapon has (D-32)."""
    mode: Mode = "melee"
    how: How = "attack"

    @property
    def afar(self) -> bool:
        """Shot or thrown."""
        return self.mode != "melee"


@dataclass(frozen=True, slots=True)
class Suffered:
    """A hit whose damage is known."""

    dealt: int
    past: bool
    """Whether it goes past Grit."""


# ------------------------------------------------------------------ whom one can attack


def modes(weapon: Weapon) -> tuple[Mode, ...]:
    """How a weapon may be used."""
    can = {"melee": weapon.melee, "thrown": weapon.thrown, "shot": weapon.shoots or (weapon.natural and weapon.range)}
    return tuple(mode for mode in MODES if can[mode])


def hands_full(sheet: Sheet, key: str, rule: str = "D-25", label: str = "") -> Refusal | None:
    """Why somebody can't hold something handy: what its hands hold already; None if it can."""
    if sheet.holding(key) is not None:
        return None
    needs = "both hands" if sheet.item(key).hands == HANDS else "a free hand"
    kept = next(each for each in sheet.hands if not (sheet.is_weapon(key) and sheet.is_weapon(each)))
    return refusal(f"it takes {needs}; drop the {sheet.item(kept).name.lower()} or put it away", rule, label)


def unready(sheet: Sheet, key: str) -> Refusal | None:
    """Why somebody can't attack anybody with a weapon now; None if it can."""
    label = f"Attack with {the(sheet.weapon(key).name.lower())}"
    if full := hands_full(sheet, key, label=label):
        return full
    if key in sheet.depleted:
        return refusal("its ammo is depleted; fetch a new quiver", "D-28", label)
    if key in sheet.unloaded:
        return refusal("it must be reloaded, which is an action", "D-19", label)
    return None


def why_no_blow(board: GlogBoard, me: Body, blow: Blow) -> Refusal | None:
    """Why an attack can't be made; None if it can."""
    it, weapon = board.now(blow.target), me.sheet.weapon(blow.weapon)
    if (why := unready(me.sheet, blow.weapon)) is not None:
        return why
    if not blow.afar:
        return None if adjacent(board, me, it) else refusal(f"it is more than {FEET} ft away", "D-14")
    seen, feet = corners(board, me, it), feet_between(board, me, it)
    if seen < 0:
        return refusal("there is no line of sight", "D-14")
    if feet > weapon.range:
        return refusal(f"it is {feet} ft away, and {weapon.range} ft is the most", "D-14")
    if feet > NIGHT and look(board, me, it, afar=True).dim:
        return refusal(f"in the gloom nothing beyond {NIGHT} ft can be aimed at", "D-21")
    return None


def at_hand(me: Body) -> list[str]:
    """Keys of what it can strike with now: what is in its hands or part of it, then what it can draw freely (D-25)."""
    own = armed_with(me)
    sheet = me.sheet
    return one_each(sheet, [*own, *(key for key in sheet.handy if sheet.is_weapon(key) and key not in own)])


def one_each(sheet: Sheet, keys: Iterable[str]) -> list[str]:
    """The first of all that are alike: of three good knives, no matter which."""
    return list({sheet.state_of(key): key for key in reversed(list(keys))}.values())[::-1]


def draw(table: GlogTable, who: Id, key: str) -> None:
    """Take a handy weapon in hand; what was there goes back within reach (D-25)."""
    sheet = table.now(who).sheet
    hands = sheet.holding(key)
    if hands is None or key in sheet.hands or sheet.weapon(key).natural:
        return
    table.set(who, hands=hands)
    table.emit(Did(who, drawing(sheet, key, hands), "D-25"))


def attack_about(board: GlogBoard, me: Body, it: Body, blow: Blow) -> OptionDetails:
    """Details of an attack, shown before it is made."""
    seen = look(board, me, it, afar=blow.afar)
    weapon = me.sheet.weapon(blow.weapon)
    brief, swayed = in_words(sway(me.sheet, it.sheet, weapon, seen, afar=blow.afar))
    notes = list(swayed)
    added = damage_tally(me.sheet, it.sheet, blow.weapon, blow.use)
    die = harm_die(weapon, blow.use, it.sheet)
    notes.append(f"damage {die}{added.total:+d}" if added.total else f"damage {die}")
    notes.append(f"against Defense {defense(it.sheet).total} (D-26)")
    if it.sheet.helpless or blow.how == "opportunist strike":
        notes.append("goes past Grit")
    return OptionDetails(tally=violence(me.sheet), brief=brief, notes=tuple(notes))


# ------------------------------------------------------------------ the attack


async def attack(table: GlogTable, who: Id, blow: Blow) -> bool:
    """Test Violence, and deal the damage of a hit; whether it hit."""
    me, it = table.now(who), table.now(blow.target)
    draw(table, who, blow.weapon)
    weapon = me.sheet.weapon(blow.weapon)
    seen = table.once(lambda: look(table, me, it, afar=blow.afar))
    table.set(who, hidden=False)
    table.emit(AttackDeclared(who, blow.target, weapon.key, blow.mode, "harm", blow.use, blow.how))
    face, hit = await strikes(table, who, blow.target, sway(me.sheet, it.sheet, weapon, seen, afar=blow.afar))
    if hit:
        await wound(table, who, blow, critical=face >= me.sheet.profile.critical)
    if face == 1:
        critical_miss(table, who, blow)
    if blow.weapon in table.now(who).sheet.handy:
        _spend(table, who, blow)
    return hit


async def strikes(table: GlogTable, who: Id, target: Id, swayed: Tally, why: str = "attack") -> tuple[int, bool]:
    """The Test of Violence against Defense: the d20's face, and whether it hits.

    The d20 alone decides at its ends, whatever a d6 would add: 1 misses, a critical face hits (ruling G-4).
    """
    me, it = table.now(who).sheet, table.now(target).sheet
    aim, against, net = violence(me), defense(it), swayed.total
    critical = me.profile.critical
    needed = against.total - aim.total
    face = await table.roll("d20", why, who, cuts(needed, net, 1, critical - 1))
    total = aim
    if 1 < face < critical:
        total = with_bonus(aim, await bonus(table, why, who, net))
    table.emit(AttackRolled(who, target, face, total, against, face >= critical))
    lift(table, target, OFF_GUARD)
    hit = face >= critical or (face > 1 and face + total.total >= against.total)
    if hit:
        table.emit(AttackHit(who, target))
    else:
        table.emit(AttackMissed(who, target))
    return face, hit


def critical_miss(table: GlogTable, who: Id, blow: Blow) -> None:
    """A 1: what shoots has used up its ammo, all else takes a Notch, thrown or not (D-28, rulings G-7 and G-8)."""
    sheet = table.now(who).sheet
    weapon = sheet.weapon(blow.weapon)
    if not weapon.shoots:
        notch(table, who, blow.weapon, "for a critical miss", "D-28")
    else:
        table.set(who, depleted=(*sheet.depleted, blow.weapon))
        table.emit(Did(who, f"has no ammo left for the {weapon.name.lower()}", "D-28"))


def _spend(table: GlogTable, who: Id, blow: Blow) -> None:
    """What is thrown lies where its target stood; what is loaded by hand is no longer loaded (D-19)."""
    sheet = table.now(who).sheet
    if blow.mode == "thrown":
        lay_down(table, who, blow.weapon, table.now(blow.target).at)
    elif blow.mode == "shot" and "reload" in sheet.weapon(blow.weapon).traits:
        table.set(who, unloaded=(*sheet.unloaded, blow.weapon))


async def wound(table: GlogTable, who: Id, blow: Blow, *, critical: bool) -> None:
    """The damage of a hit (D-27, D-30 to D-33): the die, then the attacker's Notch, then the target's shield."""
    me, it = table.now(who), table.now(blow.target)
    weapon = me.sheet.weapon(blow.weapon)
    die, added = harm_die(weapon, blow.use, it.sheet), damage_tally(me.sheet, it.sheet, blow.weapon, blow.use)
    faces = await table.throw(die, "damage", who)
    added = added.plus("at least 1", max(0, 1 - sum(faces) - added.total), "D-30")
    dealt = sum(faces) + added.total
    most = faces == sides_of(die)
    turned = blow.how == "opportunist strike"
    past = "critical" if critical else "asleep" if it.sheet.helpless else "turned" if turned else ""
    table.emit(DamageRolled(who, blow.target, die, faces, added, dealt, most, past))
    bought = await _offer(table, who, blow, dealt, bool(past)) if most else ""
    if await _splinter(table, who, blow.target, dealt, bool(past)):
        return
    hurt = it.sheet.grit + it.sheet.flesh
    harm(table, blow.target, dealt, who, past=bool(past))
    if bought == ARMOUR:
        notch(table, blow.target, ARMOUR, "from the blow", "D-31")
    for one in (*(each for each in EFFECTS if each == bought), weapon.inflicts):
        if one is not None:
            afflict(table, blow.target, one)
    now = table.now(blow.target).sheet
    if "dreadful" in me.sheet.profile.traits and now.grit + now.flesh < hurt:
        dread(table, who, who)
    if "corrodes" in it.sheet.profile.traits and blow.mode == "melee" and blow.weapon in table.now(who).sheet.handy:
        notch(table, who, blow.weapon, "on what it hit", "D-54")
    if not present(table, blow.target) and blow.mode == "melee":
        await _cleave(table, who, blow)


async def _offer(table: GlogTable, who: Id, blow: Blow, dealt: int, past: bool) -> str:
    """A full die: the weapon may take a Notch for one in the target's armour, or for its tag's effect (D-31).

    What was bought, ARMOUR or an effect, which comes with the damage; "" for nothing.
    """
    me, it = table.now(who), table.now(blow.target)
    sheet = me.sheet
    if blow.weapon not in sheet.handy or sheet.weapon(blow.weapon).natural:
        return ""
    name, effect = sheet.weapon(blow.weapon).name.lower(), TAG_EFFECT[blow.use]
    last = sheet.notches.get(blow.weapon, 0) + 1 >= FRAIL
    cost = f"{the(name)}, which breaks" if last else f"a Notch of {the(name)}"
    kills = dealt >= it.sheet.flesh and (past or not it.sheet.grit)
    matters = not kills or bool(it.sheet.shield)
    options: list[Option[str]] = []
    if may_notch(it.sheet):
        worn = it.sheet.profile.armour
        whose = worn.name.lower() if worn else "hide"
        look_ = partial(OptionDetails, notes=("Defense 1 less (D-54)",))
        label = f"Notch its {whose}"
        options.append(
            Option("armour", ARMOUR, label, blow.target, None, matters, look=look_, icon="notch", price=cost)
        )
    if not it.sheet.has(effect):
        look_ = partial(OptionDetails, notes=(f"until a MIG Save ends it ({RULES[effect]}, D-37)",))
        label = f"Leave it {effect}"
        options.append(
            Option("effect", effect, label, blow.target, None, matters, look=look_, icon="notch", price=cost)
        )
    leave = Option("pass", "", "Spare the weapon")
    why = f"{sheet.profile.name}: the most that {the(name)} can do; notch {the(name)}?"
    chosen = await react(Seat(me.side), why, leave, options, topic="notch", who=who, about=(blow.target,))
    if chosen:
        notch(table, who, blow.weapon, "for what the blow does besides", "D-31")
    return chosen


async def _splinter(table: GlogTable, who: Id, target: Id, dealt: int, past: bool) -> bool:
    """Rule: a shield may be given up to undo a hit, with all that comes of it (ruling G-9)."""
    it = table.now(target)
    if not it.sheet.shield or not it.sheet.acts:
        return False
    shield = it.sheet.thing(it.sheet.shield).name.lower()
    matters = past or dealt > it.sheet.grit  # what Grit does not stop costs Stress or Flesh
    note = f"{dealt} damage" + (", past Grit" if past else "")
    option: Option[Suffered | None] = Option(
        "splinter",
        Suffered(dealt, past),
        f"Splinter the {shield}",
        matters=matters,
        look=partial(OptionDetails, notes=(note,)),
        icon="shield",
        price="a shield, for good",
    )
    why = f"{it.sheet.profile.name}: {table.now(who).sheet.profile.name} hits for {note}"
    leave: Option[Suffered | None] = Option("pass", None, "Take it")
    if await react(Seat(it.side), why, leave, [option], topic="splinter", who=target, about=(who,)) is None:
        return False
    part_with(table, target, it.sheet.shield)
    table.emit(Reacted(target, f"splinters the {shield}", "D-52"))
    return True


async def _cleave(table: GlogTable, who: Id, blow: Blow) -> None:
    """Who fells a foe may strike another beside, once a round (ruling G-10)."""
    me, board = table.now(who), table.still()
    if "cleaves" not in me.sheet.profile.traits or me.sheet.cleaved or not present(table, who):
        return
    keys = [key for key in at_hand(me) if key == blow.weapon]
    found: list[Option[Blow | None]] = [
        option(board, me, each)
        for each in blows(me, foes(board, me.side), keys, "cleave")
        if not each.afar and why_no_blow(board, me, each) is None
    ]
    leave: Option[Blow | None] = Option("pass", None, "Let it be")
    why = f"{me.sheet.profile.name} cleaves on: whom?"
    chosen = await react(Seat(me.side), why, leave, found, topic="cleave", who=who)
    if chosen is not None:
        table.set(who, cleaved=True)
        table.emit(Reacted(who, "cleaves on", "D-14"))
        await attack(table, who, chosen)


VERBS: dict[Mode, str] = {"melee": "strike", "thrown": "throw", "shot": "shoot"}


def blows(me: Body, targets: Iterable[Body], keys: Iterable[str], how: How = "attack") -> Iterator[Blow]:
    """Every attack on some with some weapons, whether it can be made or not; of two tags one each (D-32)."""
    for it in targets:
        for key in keys:
            weapon = me.sheet.weapon(key)
            for mode in modes(weapon):
                for use in weapon.uses:
                    yield Blow(it.id, key, use, mode, how)


def option(board: GlogBoard, me: Body, blow: Blow) -> Option[Any]:
    """The option to make an attack."""
    it = board.now(blow.target)
    verb, name, item = VERBS[blow.mode], it.sheet.profile.name, me.sheet.called(blow.weapon)
    several = len(me.sheet.weapon(blow.weapon).uses) > 1
    label = f"Throw the {item} at {name}" if blow.mode == "thrown" else f"{verb.capitalize()} {name} with {the(item)}"
    return Option(
        f"{verb} {it.id} {blow.weapon}{f' {blow.use}' if several else ''}",
        blow,
        f"{label}{f', {blow.use}' if several else ''}",
        target=it.id,
        look=partial(attack_about, board, me, it, blow),
    )
