"""Spells, and the magic of things: an action each (D-16), and a Test of Violence only to touch the unwilling (D-29)."""

from __future__ import annotations

from collections.abc import Iterator

from game.kit.company import perceives, present
from game.kit.conditions import Condition, begin
from game.rules.events import Id
from game.rules.tally import Tally
from game.spatial.field import Cell
from rulesets.glog.attack import strikes
from rulesets.glog.effects import afflict, dread, harm, hearten, lull, push
from rulesets.glog.events import AttackDeclared, Cast, DamageRolled, Did, SpellThrown
from rulesets.glog.light import in_gloom
from rulesets.glog.numbers import upon
from rulesets.glog.reading import adjacent, behind, corners, feet_between, feet_to, look
from rulesets.glog.records import Profile, Spell, stepped
from rulesets.glog.sheet import FEET, WARD, Body, GlogBoard, GlogTable, Glow
from rulesets.glog.trial import save

Source = tuple[Spell, str]
"""A spell that could be worked, and the key of the magic thing it comes from; "" for one's own."""


def workable(me: Body) -> Iterator[Source]:
    """The spells that somebody has castings for, then those of handy magic that is not used up."""
    sheet = me.sheet
    if sheet.castings:
        for spell in sheet.profile.spells:
            yield spell, ""
    for key in sheet.things("magic"):
        if sheet.left(key) > 0:
            yield sheet.spell(sheet.thing(key).spell), key


def in_range(board: GlogBoard, me: Body, it: Body, spell: Spell) -> bool:
    """Whether a spell can be laid on somebody."""
    if me.id == it.id:
        return spell.target == "ally"
    if spell.touch:
        return adjacent(board, me, it)
    return feet_between(board, me, it) <= spell.range and corners(board, me, it) >= 0


def targets(board: GlogBoard, me: Body, spell: Spell) -> list[Body]:
    """Whom a spell could be laid on, as far as its caster knows."""
    friends = spell.target == "ally"
    return [
        c
        for c in board.state.combatants.values()
        if (c.side == me.side) == friends
        and c.sheet.up
        and perceives(board, me.side, c)
        and in_range(board, me, c, spell)
        and _helps(c, spell)
    ]


def _helps(it: Body, spell: Spell) -> bool:
    """Whether there is anything for a spell to do to somebody."""
    return spell.effect != "mend" or it.sheet.grit < it.sheet.profile.grit


def in_words(spell: Spell) -> tuple[str, ...]:
    """What a spell does, and what escapes it."""
    rounds = f" for {spell.rounds} rounds" if spell.rounds else ""
    does = {
        "": "",
        "mend": f"gives back {spell.die} Grit",
        "ward": f"+{spell.amount} Defense{rounds}",
        "light": f"lights {spell.radius} ft for the rest of the fight",
        "push": f"pushes it {spell.amount} ft away",
    }.get(spell.effect, f"{spell.effect}{rounds}")
    kind = f" {spell.harm}" if spell.harm else ""
    found = [f"{spell.die}{kind} damage"] if spell.die and spell.effect != "mend" else []
    found += [does] if does else []
    if spell.target == "place" and spell.effect != "light":
        found.append(f"on everybody within {spell.radius} ft")
    if spell.save is not None:
        escapes = "halves the damage" + " and spares the rest" * bool(does) if spell.die else "escapes it"
        found.append(f"a Save with {spell.save.capitalize()} {escapes}")
    return (*found, *(("dreadful: foes who see it test Morale (D-50)",) if spell.dreadful else ()))


def centres(board: GlogBoard, me: Body, spell: Spell) -> list[Cell]:
    """Cells that a spell could be laid on: in range, seen, with a known foe in its radius, or dark ones for a light."""
    space, size = board.space, me.sheet.profile.cells
    found = []
    known = [c for c in board.state.combatants.values() if c.side != me.side and c.sheet.up and not c.sheet.hidden]
    for y in range(space.height):
        for x in range(space.width):
            at = x, y
            if not space.standable(at) or feet_to(board, me, at, 1) > spell.range:
                continue
            if space.corners_seen(me.at, at, size, 1) < 0:
                continue
            if in_gloom(board, at, 1) if spell.effect == "light" else any(_within(board, at, c, spell) for c in known):
                found.append(at)
    return found


def _within(board: GlogBoard, at: Cell, c: Body, spell: Spell) -> bool:
    size = c.sheet.profile.cells
    near = feet_to(board, c, at, 1) <= spell.radius
    return near and board.space.sees(at, c.at, 1, size)


def caught(board: GlogBoard, spell: Spell, at: Cell) -> list[Id]:
    """Everybody within the radius of a place that lies open to it, friend and foe."""
    return [c.id for c in board.state.combatants.values() if c.sheet.up and _within(board, at, c, spell)]


async def work(table: GlogTable, who: Id, key: str, thing: str, target: Id | None, at: Cell | None) -> None:
    """Cast a spell, or use something magic."""
    sheet = table.now(who).sheet
    spell = sheet.spell(key)
    table.set(who, hidden=False)
    if thing:
        table.set(who, used={**sheet.used, thing: sheet.used.get(thing, 0) + 1})
        table.emit(Cast(who, f"uses the {sheet.thing(thing).name}" + (" on" if target else ""), "D-16", target))
    else:
        table.set(who, castings=sheet.castings - 1)
        table.emit(Cast(who, f"casts {spell.name}" + (" on" if target else ""), "D-16", target))
    if at is not None:
        table.emit(SpellThrown(who, spell.key, at))
    if spell.effect == "light" and at is not None:
        table.set_turn(glows=(*table.state.turn.glows, Glow(at, spell.radius)))
        return
    if spell.dreadful:
        dread(table, who, spell.key)
    struck = [target] if target is not None else caught(table, spell, at) if at is not None else []
    if target is not None and spell.touch and spell.target == "foe" and not await _touches(table, who, target, spell):
        return
    for one in struck:
        if present(table, one):
            await _lay(table, who, one, spell)


async def _touches(table: GlogTable, who: Id, target: Id, spell: Spell) -> bool:
    """Touching the unwilling takes a Test of Violence (D-29); a 20 does no more, a 1 no worse (ruling G-27)."""
    table.emit(AttackDeclared(who, target, spell.key, "melee"))
    swayed = sway(table, table.now(who), table.now(target))
    _, hit = await strikes(table, who, target, swayed, f"touch: {spell.name}")
    return hit


def sway(board: GlogBoard, me: Body, it: Body) -> Tally:
    """Boons and banes of a touch: those of a blow."""
    return upon(me.sheet, it.sheet, dim=look(board, me, it, afar=False).dim)


async def _lay(table: GlogTable, who: Id, target: Id, spell: Spell) -> None:
    """What a spell does to one whom it reaches."""
    it = table.now(target)
    if spell.effect == "mend":
        hearten(table, target, await table.roll(spell.die, spell.name, who))
        return
    if spell.effect == "ward":
        last = table.state.turn.round + spell.rounds - 1
        begin(table, target, Condition(WARD, "round ends", last=last, count=spell.amount))
        return
    if spell.save is not None and not it.sheet.profile.scores.of(spell.save):
        table.emit(Did(target, "has no mind for it", "D-16"))
        return
    saved = spell.save is not None and await save(table, target, spell.save, spell.name, Tally(), "D-16")
    if spell.die and present(table, target):
        await _burn(table, who, target, spell, saved)
    if saved or not present(table, target):
        return
    match spell.effect:
        case "dazed" | "pinned":
            afflict(table, target, spell.effect)
        case "asleep":
            lull(table, target, spell.rounds)
        case "push":
            await _blow_away(table, who, target, spell.amount)


def burn_die(spell: Spell, it: Profile) -> str:
    """The damage die of a spell, a step down for whoever resists its kind of harm (D-33)."""
    return stepped(spell.die, -1) if spell.harm in it.resists else spell.die


def burn_tally(spell: Spell, it: Profile) -> Tally:
    """What is added to it."""
    return Tally().plus(f"weak to {spell.harm}", int(spell.harm in it.weak), "D-33")


async def _burn(table: GlogTable, who: Id, target: Id, spell: Spell, saved: bool) -> None:
    """Damage of a spell, half of it after a Save, as the target's nature takes it (D-33)."""
    it = table.now(target).sheet.profile
    die, tally = burn_die(spell, it), burn_tally(spell, it)
    faces = await table.throw(die, spell.name, who)
    whole = sum(faces) + tally.total
    if saved:
        tally = tally.plus("saved", whole // 2 - whole, "D-16")
    dealt = max(1, whole // 2) if saved else whole
    table.emit(DamageRolled(who, target, die, faces, tally, dealt, False, False))
    harm(table, target, dealt, who)


async def _blow_away(table: GlogTable, who: Id, target: Id, feet: int) -> None:
    """Push somebody straight away, cell by cell, as far as there is room."""
    for _ in range(feet // FEET):
        me, it = table.now(who), table.now(target)
        to = behind(table, me, it)
        if to is None or not it.sheet.up or it.sheet.has("pinned"):
            return
        await push(table, target, to, who)
        if table.now(target).at != to:
            return
