"""Spells, and the magic of things: an action each (D-16), and a Test of Violence only to touch the unwilling (D-29)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from game.kit.combatants import perceives, present, up_on
from game.kit.conditions import Condition, begin
from game.rules.dice import Tally
from game.rules.events import Id
from game.rules.option_details import OptionDetails
from game.rules.questions import Family, Option
from game.spatial.field import Cell
from game.spatial.places import written
from rulesets.glog.play import numbers
from rulesets.glog.play.attack import strikes
from rulesets.glog.play.effects import afflict, dread, harm, hearten, lull, push, save
from rulesets.glog.play.events import AttackDeclared, Cast, DamageRolled, Did, How, SpellThrown
from rulesets.glog.play.geometry import adjacent, behind, corners, feet_between, feet_to, foes, in_gloom, look
from rulesets.glog.sheet.roster import Profile, Spell, stepped
from rulesets.glog.sheet.sheet import FEET, WARD, Body, GlogBoard, GlogTable, Glow

Source = tuple[Spell, str]
"""A spell that could be worked, and the key of the magic thing it comes from; "" for one's own."""


@dataclass(frozen=True, slots=True)
class Working:
    """A spell that is worked, on somebody or on a place."""

    spell: str
    thing: str = ""
    """Key of the magic thing that it comes from; "" for one of one's own."""
    target: Id | None = None
    at: Cell | None = None
    how: How = "attack"
    """Whether it is an action of one's own turn, or an answer to somebody."""


def workable(me: Body) -> Iterator[Source]:
    """The spells that somebody has castings for, then those of handy magic that is not used up."""
    if me.sheet.castings:
        yield from own(me)
    yield from carried(me)


def own(me: Body) -> Iterator[Source]:
    """The spells that somebody knows, whether castings are left or not."""
    return ((spell, "") for spell in me.sheet.profile.spells)


def carried(me: Body) -> Iterator[Source]:
    """The spells of handy magic that is not used up."""
    sheet = me.sheet
    return ((sheet.spell(sheet.thing(key).spell), key) for key in sheet.things("magic") if sheet.left(key) > 0)


def in_range(board: GlogBoard, me: Body, it: Body, spell: Spell) -> bool:
    """Whether a spell can be laid on somebody."""
    if me.id == it.id:
        return spell.target == "ally"
    if spell.touch:
        return adjacent(board, me, it)
    return feet_between(board, me, it) <= spell.range and corners(board, me, it) >= 0


# ------------------------------------------------------------------ on whom, and where


def targets(board: GlogBoard, me: Body, spell: Spell) -> list[Body]:
    """Targets that a spell meant for one could be laid on, as far as its caster knows."""
    if spell.target == "place":
        return []
    found = up_on(board, me.side) if spell.target == "ally" else foes(board, me.side)
    return [c for c in found if in_range(board, me, c, spell) and _helps(c, spell)]


def _helps(it: Body, spell: Spell) -> bool:
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
        found.append(f"a Save with {spell.save.capitalize()} {escapes} (D-16)")
    return (*found, *(("dreadful: foes who see it test Morale (D-50)",) if spell.dreadful else ()))


def centres(board: GlogBoard, me: Body, spell: Spell) -> list[Cell]:
    """Cells that a spell could be laid on: in range, seen, with a known foe in its radius, or dark ones for a light."""
    space, known = board.space, foes(board, me.side)
    cells = ((x, y) for y in range(space.height) for x in range(space.width))
    if spell.effect == "light":
        return [at for at in cells if _open(board, me, spell, at) and in_gloom(board, at, 1)]
    return [at for at in cells if _open(board, me, spell, at) and any(_within(board, at, c, spell) for c in known)]


def centres_on(board: GlogBoard, me: Body, spell: Spell, it: Body) -> list[Cell]:
    """Cells that a spell could be laid on to catch one foe: of those that catch the same people, as far as is known,
    the first.
    """
    size, far = it.sheet.profile.cells, spell.radius // FEET + 1
    xs, ys = (range(near - far, near + size + far) for near in it.at)
    found: dict[tuple[Id, ...], Cell] = {}
    for at in ((x, y) for y in ys for x in xs if board.space.inside((x, y))):
        if _open(board, me, spell, at) and _within(board, at, it, spell):
            known = [who for who in caught(board, spell, at) if perceives(board, me.side, board.now(who))]
            found.setdefault(tuple(known), at)
    return list(found.values())


def _open(board: GlogBoard, me: Body, spell: Spell, at: Cell) -> bool:
    space, size = board.space, me.sheet.profile.cells
    near = space.standable(at) and feet_to(board, me, at, 1) <= spell.range
    return near and space.corners_seen(me.at, at, size, 1) >= 0


def _within(board: GlogBoard, at: Cell, c: Body, spell: Spell) -> bool:
    size = c.sheet.profile.cells
    near = feet_to(board, c, at, 1) <= spell.radius
    return near and board.space.sees(at, c.at, 1, size)


def caught(board: GlogBoard, spell: Spell, at: Cell) -> list[Id]:
    """Everybody within the radius of a place that lies open to it, friend and foe."""
    return [c.id for c in board.state.combatants.values() if c.sheet.up and _within(board, at, c, spell)]


# ------------------------------------------------------------------ as options


def upon(board: GlogBoard, me: Body, source: Source, it: Body, how: How = "attack") -> Option[Any]:
    """The option to work a spell on somebody."""
    spell, thing = source
    key, label = key_and_label(me, source)
    working, look = Working(spell.key, thing, it.id, None, how), partial(_about, board, me, it, spell)
    return Option(
        f"{key} {it.id}", working, f"{label} on {it.sheet.profile.name}", it.id, look=look, price=_price(me, thing)
    )


def laid(board: GlogBoard, me: Body, source: Source, at: Cell, how: How = "attack") -> Option[Any]:
    """The option to work a spell on a place."""
    spell, thing = source
    key, label = key_and_label(me, source)
    working, look = Working(spell.key, thing, None, at, how), partial(_about_place, board, me, at, spell)
    label = f"{label} at {at[0]},{at[1]}"
    return Option(f"{key} {written(at)}", working, label, None, at, look=look, price=_price(me, thing))


def _price(me: Body, thing: str) -> str:
    """How many of its castings, or of the uses of a magic ``thing``, somebody has left for it."""
    left, what = (me.sheet.left(thing), "use") if thing else (me.sheet.castings, "casting")
    return f"1 of {left} {what}s" if left > 1 else f"the last {what}"


def area(board: GlogBoard, me: Body, source: Source) -> Family[Any]:
    """The options to work a spell on a place."""
    verb, _ = key_and_label(me, source)
    return Family(verb, partial(centres, board, me, source[0]), lambda _, at: laid(board, me, source, at))


def against(board: GlogBoard, me: Body, it: Body, how: How) -> Iterator[Option[Any]]:
    """Every spell that somebody could work on a foe, or on a place so that it catches that foe."""
    for source in workable(me):
        spell, _ = source
        if spell.target == "place" and spell.effect != "light":
            yield from (laid(board, me, source, at, how) for at in centres_on(board, me, spell, it))
        elif spell.target == "foe" and in_range(board, me, it, spell):
            yield upon(board, me, source, it, how)


def key_and_label(me: Body, source: Source) -> tuple[str, str]:
    """Key and label of working a spell, without on whom or where."""
    spell, thing = source
    if thing:
        return f"use {thing}", f"Use the {me.sheet.thing(thing).name.lower()} ({spell.name})"
    return f"cast {spell.key}", f"Cast {spell.name}"


def _about(board: GlogBoard, me: Body, it: Body, spell: Spell) -> OptionDetails:
    """What a player should know of a spell on somebody, whom a touch must strike."""
    if not spell.touch or spell.target != "foe":
        return _told(spell)
    brief, *notes = in_words(spell)
    swayed = numbers.in_words(sway(board, me, it))[1]
    told = (*notes, "needs a Test of Violence (D-29)", *swayed)
    return OptionDetails(tally=numbers.violence(me.sheet), brief=brief, notes=told)


def _about_place(board: GlogBoard, me: Body, at: Cell, spell: Spell) -> OptionDetails:
    """The same of one on a place: whom it would catch there, as far as is known."""
    found = [board.now(who) for who in caught(board, spell, at)]
    names = ", ".join(c.sheet.profile.name for c in found if perceives(board, me.side, c))
    return _told(spell, *([f"catches {names}"] if names else []))


def _told(spell: Spell, *more: str) -> OptionDetails:
    brief, *notes = in_words(spell)
    return OptionDetails(brief=brief, notes=(*notes, "needs no Test of Violence (D-29)", *more))


# ------------------------------------------------------------------ at work


async def work(table: GlogTable, who: Id, working: Working) -> None:
    """Cast a spell, or use something magic."""
    sheet, thing, target, at = table.now(who).sheet, working.thing, working.target, working.at
    spell = sheet.spell(working.spell)
    table.set(who, hidden=False)
    aimed = " on" if target else f" at {written(at)}" if at is not None else ""
    if thing:
        table.set(who, used={**sheet.used, thing: sheet.used.get(thing, 0) + 1})
        table.emit(Cast(who, f"uses the {sheet.thing(thing).name}{aimed}", "D-16", target))
    else:
        table.set(who, castings=sheet.castings - 1)
        table.emit(Cast(who, f"casts {spell.name}{aimed}", "D-16", target))
    if at is not None:
        table.emit(SpellThrown(who, spell.key, at))
    if spell.effect == "light" and at is not None:
        table.set_turn(glows=(*table.state.turn.glows, Glow(at, spell.radius)))
        return
    if spell.dreadful:
        dread(table, who, spell.key)
    struck = [target] if target is not None else caught(table, spell, at) if at is not None else []
    touched = target if spell.touch and spell.target == "foe" else None
    if touched is not None and not await _touches(table, who, touched, spell, working.how):
        return
    for one in struck:
        if present(table, one):
            await _lay(table, who, one, spell)


async def _touches(table: GlogTable, who: Id, target: Id, spell: Spell, how: How) -> bool:
    """Touching the unwilling takes a Test of Violence (D-29); a 20 does no more, a 1 no worse (ruling G-27)."""
    table.emit(AttackDeclared(who, target, spell.key, "melee", how=how))
    swayed = sway(table, table.now(who), table.now(target))
    _, hit = await strikes(table, who, target, swayed, f"touch: {spell.name}")
    return hit


def sway(board: GlogBoard, me: Body, it: Body) -> Tally:
    """Boons and banes of a touch: those of a blow."""
    return numbers.upon(me.sheet, it.sheet, dim=look(board, me, it, afar=False).dim)


async def _lay(table: GlogTable, who: Id, target: Id, spell: Spell) -> None:
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
        tally = tally.plus("at least 1", int(whole < 2), "D-16")
    dealt = sum(faces) + tally.total
    table.emit(DamageRolled(who, target, die, faces, tally, dealt, False, rule="D-16"))
    harm(table, target, dealt, who)


async def _blow_away(table: GlogTable, who: Id, target: Id, feet: int) -> None:
    for _ in range(feet // FEET):
        me, it = table.now(who), table.now(target)
        to = behind(table, me, it)
        if to is None or not it.sheet.up or it.sheet.has("pinned"):
            return
        await push(table, target, to, who)
        if table.now(target).at != to:
            return
