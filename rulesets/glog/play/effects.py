"""Tests and Saves, and what befalls a combatant: harm by its tracks, Stress, effects, notches, falls, drops."""

from __future__ import annotations

from typing import Literal

from game.kit import things
from game.kit.combatants import NOBODY, bodies
from game.kit.conditions import Condition, begin, lift
from game.kit.inventory import COPY, differences, in_data
from game.kit.telling import the
from game.rules.dice import HIGHEST, AtMost, Tally, at_most
from game.rules.events import Id, Moved
from game.rules.state import Piece
from game.spatial.field import UNIT, Cell
from rulesets.glog.play.events import Befell, Checked, Did, Eased, Fell, Harmed, Healed, Notched, Strained, Struck
from rulesets.glog.play.geometry import adjacent, covered, hostile, leads, sees
from rulesets.glog.play.numbers import (
    SHORT,
    TARGET,
    TITLES,
    half,
    hampered,
    on_initiative,
    on_save,
    score,
    spread,
    strained,
)
from rulesets.glog.sheet import roster
from rulesets.glog.sheet.roster import Attribute, Effect
from rulesets.glog.sheet.sheet import ARMOUR, ASLEEP, FEET, FRAIL, Alarm, Body, GlogBoard, GlogTable, Sheet

FEET_A_DIE = 10
"""Feet of a fall for each d6."""

RULES: dict[str, str] = {"dazed": "D-34", "bleeding": "D-35", "pinned": "D-36", ASLEEP: "D-16"}
"""The rule behind each effect."""


# ------------------------------------------------------------------ harm


def harm(table: GlogTable, who: Id, amount: int, source: Id | None = None, *, past: bool = False) -> None:
    """Damage: first to Grit, whose excess strains a hero's mind; with no Grit left, or ``past`` it, to Flesh (D-52)."""
    sheet = table.now(who).sheet
    if amount <= 0 or not sheet.up:
        return
    table.set(who, hidden=False)
    rouse(table, who)
    lost, stress, flesh = spread(sheet, amount, past=past)
    if lost:
        table.set(who, grit=sheet.grit - lost)
        wasted = amount - lost - stress - flesh
        table.emit(Harmed(who, lost, sheet.grit - lost, source, "Grit", wasted))
        _burden(table, who, stress, "a blow beyond Grit")
        _overflow(table, who, flesh)
    else:
        cut(table, who, flesh, source)


async def befall(
    table: GlogTable,
    who: Id,
    word: str,
    what: str,
    dice: str,
    rule: str,
    source: Id | None = None,
    *,
    past: bool = False,
) -> None:
    """Dice of damage that is nobody's attack; ``word`` and ``what``: what befalls somebody, shortly and in the log."""
    total = await table.roll(dice, word, who)
    table.emit(Befell(who, word, what, dice, total, past, rule))
    harm(table, who, total, source, past=past)


def cut(table: GlogTable, who: Id, amount: int, source: Id | None = None) -> None:
    """Flesh is lost; at 0 one dies (ruling G-15)."""
    me = table.now(who)
    if not me.sheet.up:
        return
    left = max(0, me.sheet.flesh - amount)
    table.set(who, flesh=left)
    table.emit(Harmed(who, me.sheet.flesh - left, left, source, "Flesh"))
    if table.state.turn.strength.get(me.side) == 1:
        alarm(table, Alarm(me.side, "solo", "alone, and bleeding", "D-49"))
    if not left:
        fall(table, who, "dead")


def strain(table: GlogTable, who: Id, amount: int, why: str) -> None:
    """A hero takes Stress; what its mind has no slots for costs Flesh (ruling G-14)."""
    sheet = table.now(who).sheet
    if sheet.up:
        stress, flesh = strained(sheet, amount)
        _burden(table, who, stress, why)
        _overflow(table, who, flesh)


def _overflow(table: GlogTable, who: Id, flesh: int) -> None:
    """Stress that a full mind has no slots for costs so much Flesh (ruling G-14)."""
    if flesh:
        table.emit(Did(who, f"has no room for {flesh} more Stress, which cost Flesh", "D-52"))
        cut(table, who, flesh)


def _burden(table: GlogTable, who: Id, stress: int, why: str) -> None:
    sheet = table.now(who).sheet
    if stress:
        now = sheet.stress + stress
        table.set(who, stress=now)
        table.emit(Strained(who, stress, now, sheet.profile.scores.discipline, why))


def hearten(table: GlogTable, who: Id, amount: int) -> None:
    """Grit comes back, up to what it was."""
    sheet = table.now(who).sheet
    now = min(sheet.profile.grit, sheet.grit + amount)
    if now > sheet.grit and sheet.up:
        table.set(who, grit=now)
        table.emit(Healed(who, now - sheet.grit, now))


def fall(table: GlogTable, who: Id, how: Literal["dead", "surrendered"]) -> None:
    """Somebody is out of the fight: what it held falls, whom it held is free, and its side takes note."""
    me = table.now(who)
    if how == "surrendered":
        table.set(who, surrendered=True)
    drop_hands(table, who)
    table.set(who, prone=me.sheet.prone or how == "dead", grappling=NOBODY, fleeing=False, conditions=(), hidden=False)
    for other in [c.id for c in table.state.combatants.values() if c.sheet.grappling == who]:
        table.set(other, grappling=NOBODY)
    table.emit(Fell(who, how))
    if how == "dead":
        casualty(table, me)
    count_losses(table, me.side)


# ------------------------------------------------------------------ what shakes a side


def plays(board: GlogBoard) -> bool:
    """Whether Morale is played at all."""
    return board.setup.options.get("morale", "book") == "book"


def obeys(sheet: Sheet) -> bool:
    """Whether somebody may still be shaken: no hero, no loyal hireling, none in flight, none that knows no fear."""
    profile = sheet.profile
    return sheet.up and not (sheet.helpless or sheet.fleeing or profile.steadfast or profile.morale >= TARGET)


def alarm(table: GlogTable, news: Alarm) -> None:
    """Something shakes a side: each thing once in a battle; it is tested once whatever caused it is over."""
    turn = table.state.turn
    if news.name not in turn.rung:
        table.set_turn(rung=(*turn.rung, news.name), alarms=(*turn.alarms, news))


def casualty(table: GlogTable, me: Body) -> None:
    """Somebody has died: the first of the fight (D-46), or a leader (D-47, for hirelings D-51)."""
    if not table.state.turn.blood:
        table.set_turn(blood=me.side)
        alarm(table, Alarm(me.side, "first", "first blood is theirs", "D-46"))
    if leads(table, me):
        rule = "D-47" if me.sheet.profile.leader else "D-51"
        alarm(table, Alarm(me.side, f"leader {me.id}", "their leader is dead", rule))


def out(sheet: Sheet) -> bool:
    """Whether somebody counts among a side's losses: dead, given up, asleep (ruling G-17)."""
    return not sheet.up or sheet.helpless


def count_losses(table: GlogTable, side: str) -> None:
    """Half of a side is dead or kept from fighting for good (D-48, ruling G-17)."""
    began = table.state.turn.strength.get(side, 0)
    if began > 1 and 2 * sum(out(c.sheet) for c in table.state.on(side)) >= began:
        alarm(table, Alarm(side, "half", "half of them are down", "D-48"))


def dread(table: GlogTable, who: Id, source: str) -> None:
    """Somebody does something dreadful: each foe who sees it is shaken by that source once (D-50, ruling G-17)."""
    me = table.now(who)
    for c in table.fresh([c.id for c in bodies(table) if hostile(table, me.side, c.side)]):
        if c.sheet.up and not c.sheet.profile.steadfast and sees(table, c, me):
            alarm(table, dreaded(c, source))


def dreaded(c: Body, source: str) -> Alarm:
    """The alarm of one who sees something dreadful."""
    return Alarm(c.side, f"dread {source} {c.id}", "a dreadful sight", "D-50", c.id)


# ------------------------------------------------------------------ effects and notches


def afflict(table: GlogTable, who: Id, effect: Effect) -> None:
    """An effect begins; one that there is does not begin anew (ruling G-6)."""
    sheet = table.now(who).sheet
    if sheet.up and not sheet.has(effect):
        begin(table, who, Condition(effect))
        table.emit(Struck(who, effect, RULES[effect]))


def ease(table: GlogTable, who: Id, effect: str, rule: str) -> None:
    """An effect is over."""
    if table.now(who).sheet.has(effect):
        lift(table, who, effect)
        table.emit(Eased(who, effect, rule))


def lull(table: GlogTable, who: Id, rounds: int) -> None:
    """Somebody falls asleep where it stands, and holds nobody any longer."""
    me = table.now(who)
    begin(table, who, Condition(ASLEEP, "round ends", last=table.state.turn.round + rounds - 1))
    table.set(who, grappling=NOBODY)
    table.emit(Struck(who, ASLEEP, RULES[ASLEEP]))
    count_losses(table, me.side)


def rouse(table: GlogTable, who: Id) -> None:
    """Whoever is hurt wakes up."""
    ease(table, who, ASLEEP, "D-16")


def notch(table: GlogTable, who: Id, key: str, why: str, rule: str) -> None:
    """A weapon or suit of armour takes a Notch; the third breaks it (D-54). What grows on the body takes none (G-7).

    ``why``: for what, in words that follow, with the rule.
    """
    sheet = table.now(who).sheet
    if key != ARMOUR and sheet.weapon(key).natural:
        return
    count = sheet.notches.get(key, 0) + 1
    worn = sheet.profile.armour.name if sheet.profile.armour else "hide"
    name = (worn if key == ARMOUR else sheet.weapon(key).name).lower()
    broken = count >= FRAIL
    table.set(who, notches={**sheet.notches, key: count})
    table.emit(Notched(who, name, count, broken, why, rule))
    if broken and key != ARMOUR:
        part_with(table, who, key)


def may_notch(sheet: Sheet) -> bool:
    """Whether there is armour, or hide, that a Notch would lessen; hide takes two at most (ruling G-7)."""
    return sheet.worn > 0 and (sheet.profile.armour is not None or sheet.notches.get(ARMOUR, 0) < FRAIL - 1)


# ------------------------------------------------------------------ what is carried, and the ground

MARKS = ("notches", "unloaded", "depleted", "used")
"""Marks of things on the ground: what they have suffered goes with them."""


def part_with(table: GlogTable, who: Id, key: str) -> None:
    """Somebody no longer carries a thing, wherever it was; nothing is remembered of it."""
    sheet = table.now(who).sheet
    table.set(
        who,
        **sheet.without(key),
        handy=tuple(each for each in sheet.handy if each != key),
        stowed=tuple(each for each in sheet.stowed if each != key),
        notches={each: count for each, count in sheet.notches.items() if each != key},
        used={each: count for each, count in sheet.used.items() if each != key},
        unloaded=tuple(each for each in sheet.unloaded if each != key),
        depleted=tuple(each for each in sheet.depleted if each != key),
    )


def as_piece(sheet: Sheet, key: str, stock: roster.Roster | None = None) -> Piece:
    """Something that somebody carries, as notched and as empty as it is."""
    said = (
        sheet.notches.get(key, 0),
        int(key in sheet.unloaded),
        int(key in sheet.depleted),
        sheet.used.get(key, 0),
    )
    marks = {mark: value for mark, value in zip(MARKS, said, strict=True) if value}
    own = differences(sheet.item(key), (stock or roster.STOCK.house).piece(in_data(key)))
    return Piece(in_data(key), marks, own)


def lay_down(table: GlogTable, who: Id, key: str, at: Cell) -> None:
    """Something that somebody carries lies on the ground now."""
    piece = as_piece(table.now(who).sheet, key, roster.STOCK.with_own(table.setup.roster))
    part_with(table, who, key)
    things.lay_down(table, piece.key, at, piece.marks, COPY, piece.own)


def drop_hands(table: GlogTable, who: Id) -> None:
    """What is in the hands falls; a shield stays on the arm. A light that falls goes out (G-22)."""
    me = table.now(who)
    for key in me.sheet.hands:
        if key != me.sheet.shield:
            lay_down(table, who, key, me.at)


async def push(table: GlogTable, who: Id, to: Cell, source: Id) -> None:
    """Somebody is moved to a cell against its will, and falls where the ground ends: past Grit (ruling G-12)."""
    me = table.now(who)
    size = me.sheet.profile.cells
    mine = covered(table, to, size)
    for c in table.state.combatants.values():  # only somebody in ambush can stand where there seemed to be room
        if c.id not in (who, source) and c.sheet.up and mine & covered(table, c.at, c.sheet.profile.cells):
            table.set(c.id, hidden=False)
            table.emit(Did(who, "is pushed against", "D-05", c.id))
            return
    drop = table.space.floor(me.at, size) - table.space.floor(to, size)
    table.emit(Moved(who, me.at, to, "push"))
    dice = drop * FEET // UNIT // FEET_A_DIE
    if dice > 0:
        table.set(who, prone=True)
        await befall(table, who, "a fall", f"falls {drop * FEET // UNIT} ft", f"{dice}d6", "D-52", source, past=True)
    part(table)
    await hazards(table, who, me.at)


def part(table: GlogTable) -> None:
    """Whoever is no longer beside whom it holds, or has a door between, has lost it."""
    for c in table.fresh([c.id for c in table.state.combatants.values() if c.sheet.grappling]):
        if not adjacent(table, c, table.now(c.sheet.grappling)):
            table.set(c.id, grappling=NOBODY)


async def hazards(table: GlogTable, who: Id, came: Cell) -> None:
    """Fire and traps drawn on the map hurt whoever comes into them, forced or not (ruling G-24)."""
    space, me = table.space, table.now(who)
    size = me.sheet.profile.cells
    before = space.footprint(came, size)
    entered = [cell for cell in space.footprint(me.at, size) if cell not in before]
    for feature in {each.id: each for cell in entered for each in space.features_at(cell)}.values():
        dice = things.hazard_dice(feature, "d6")
        if dice and table.now(who).sheet.up:
            name = feature.name or feature.kind
            await befall(table, who, name.lower(), f"comes into {the(name.lower())}", dice, "D-13")


BONUS = 6
"""Sides of the dice of boons and banes."""

MOST = 20
"""Dice that are thrown at once, at most."""


def cuts(needed: int, net: int, *marks: int) -> AtMost:
    """What is read in a d20 that must show ``needed``, with boons (above 0) or banes to come.

    ``marks``: faces that mean something in themselves, each the highest of its kind.
    """
    shifts = [0] if not net else [face if net > 0 else -face for face in range(1, BONUS + 1)]
    return at_most(*marks, *(needed - shift - 1 for shift in shifts))


async def bonus(table: GlogTable, why: str, who: Id, net: int) -> int:
    """Throw as many d6 as there are net boons or banes: the highest counts (D-53). Below 0 for banes."""
    if not net:
        return 0
    count = min(MOST, abs(net))
    faces = await table.throw(f"{count}d6", f"{'boon' if net > 0 else 'bane'}: {why}", who, HIGHEST)
    return max(faces) if net > 0 else -max(faces)


def with_bonus(tally: Tally, extra: int) -> Tally:
    """A tally with the die that counts."""
    return tally.plus("boon" if extra > 0 else "bane", extra, "D-53")


async def roll(
    table: GlogTable, who: Id, what: str, tally: Tally, net: int, rule: str, *, resists: bool = False
) -> bool:
    """A d20 and a tally against 20, with net boons or banes (D-53); ``resists``: whether it is made to escape what
    another does.
    """
    face = await table.roll("d20", what, who, cuts(TARGET - tally.total, net))
    total = with_bonus(tally, await bonus(table, what, who, net))
    passed = face + total.total >= TARGET
    table.emit(Checked(who, what, face, total, TARGET, passed, rule, resists))
    return passed


async def test(table: GlogTable, who: Id, name: Attribute, what: str, sway: Tally, rule: str) -> bool:
    """Test an attribute with its whole score, for something that one does; ``sway``: boons and banes besides those of
    its own state.
    """
    return await _score(table, who, name, what, hampered(table.now(who).sheet).plus_all(sway), rule)


async def initiative(table: GlogTable, who: Id, sway: Tally) -> bool:
    """Test Savvy as a round begins (D-01), which nobody does with an action; ``sway``: as above."""
    sway = on_initiative(table, table.now(who).sheet).plus_all(sway)
    return await _score(table, who, "savvy", "initiative", sway, "D-01")


async def _score(table: GlogTable, who: Id, name: Attribute, what: str, sway: Tally, rule: str) -> bool:
    tally = Tally().plus(TITLES[name], score(table.now(who).sheet, name), rule)
    return await roll(table, who, what, tally, sway.total, rule)


async def save(table: GlogTable, who: Id, name: Attribute, what: str, sway: Tally, rule: str) -> bool:
    """Save with half an attribute's score; a hero that fails takes 1 Stress (ruling G-13)."""
    sheet = table.now(who).sheet
    net = on_save(table, sheet).plus_all(sway).total
    tally = Tally().plus(f"half of {TITLES[name]}", half(sheet, name), rule)
    passed = await roll(table, who, f"{SHORT[name]} Save, {what}", tally, net, rule, resists=True)
    if not passed:
        strain(table, who, 1, "a failed Save")
    return passed
