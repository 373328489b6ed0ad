"""Casting: a small book of our own spells, so that a mage has something to interrupt (E-27)."""

from __future__ import annotations

from game.kit.combatants import present
from game.kit.conditions import Condition, begin
from game.rules.dice import TOTAL, Faces, Tally
from game.rules.events import Id
from game.spatial.field import Cell
from rulesets.sovereign.play.effects import fall, harm, heal
from rulesets.sovereign.play.events import AttackSpoiled, Cast, Checked, DamageRolled, PointsRolled
from rulesets.sovereign.play.geometry import FEET, can_see, feet_between, in_clinch, perceives
from rulesets.sovereign.play.instants import WINDOW, Occasion
from rulesets.sovereign.play.numbers import save_target, saved
from rulesets.sovereign.sheet.sheet import Body, SovereignBoard, SovereignTable, Spell


def castable(me: Body) -> list[Spell]:
    """The spells a combatant knows and has strength left for."""
    return [spell for spell in me.sheet.profile.spells if spell.casts <= me.sheet.casts]


def reaches(board: SovereignBoard, me: Body, target: Body, spell: Spell) -> bool:
    """Whether a spell can be laid on a target."""
    if target.id == me.id:
        return spell.target in ("ally", "self")
    if spell.target == "self" or feet_between(board, me, target) > spell.range:
        return False
    return not spell.needs_sight or can_see(board, me, target)


def targets(board: SovereignBoard, me: Body, spell: Spell) -> list[Body]:
    """Targets that a spell could be cast on."""
    if spell.target == "self":
        return [me]
    mine = spell.target == "ally"
    return [
        c
        for c in board.state.combatants.values()
        if (c.side == me.side) == mine
        and not c.sheet.dead
        and perceives(board, me.side, c)
        and (c.sheet.up or spell.effect == "heal")
        and reaches(board, me, c, spell)
    ]


def centres(board: SovereignBoard, me: Body, spell: Spell) -> list[Cell]:
    """Cells on which an area spell could be centred: in range, seen, and with somebody in the area, in row order."""
    space, size = board.space, me.sheet.profile.size
    cells = spell.radius // FEET
    near: set[Cell] = set()
    for c in board.state.combatants.values():
        if c.side != me.side and c.sheet.up and perceives(board, me.side, c):
            x0, y0 = c.at
            near |= {(x, y) for x in range(x0 - cells, x0 + cells + 1) for y in range(y0 - cells, y0 + cells + 1)}
    return sorted(
        (
            cell
            for cell in near
            if space.inside(cell)
            and space.standable(cell)
            and FEET * space.distance(me.at, cell, size, 1) <= spell.range
            and space.corners_seen(me.at, cell, size, 1) >= 0
        ),
        key=lambda cell: (cell[1], cell[0]),
    )


def caught(board: SovereignBoard, spell: Spell, at: Cell) -> list[Body]:
    """Everybody in an area: a square of side twice the radius (E-06), as far as its centre sees them."""
    cells = spell.radius // FEET
    space = board.space
    return [
        c
        for c in board.state.combatants.values()
        if not c.sheet.dead
        and space.distance(at, c.at, 1, c.sheet.profile.size) <= cells
        and space.corners_seen(at, c.at, 1, c.sheet.profile.size) >= 0
    ]


async def cast(table: SovereignTable, who: Id, key: str, target: Id | None, at: Cell | None) -> None:
    """Cast a spell. Harm taken before it is done spoils it; so does being seized (E-27, ruling S-36)."""
    me = table.now(who)
    spell = me.sheet.profile.spelled(key)
    before = me.sheet.hp
    table.set(who, casts=me.sheet.casts - spell.casts, hidden=False, known=True)
    aimed = f" at {at[0]},{at[1]}" if at else " on" if target else ""
    table.emit(Cast(who, f"casts {spell.name}{aimed}", "E-15", target))
    await WINDOW.open(table, Occasion("spell", who, target, doing=spell.name))
    me = table.now(who)
    if not present(table, who) or me.sheet.hp < before or in_clinch(table, me):
        table.emit(AttackSpoiled(who, f"{spell.name} is interrupted", "E-27"))
        return
    if not _still_reaches(table, me, spell, target, at):
        table.emit(AttackSpoiled(who, f"{spell.name} has lost its mark", "E-27"))
        return
    if at is not None:
        struck = [c.id for c in caught(table, spell, at)]
    elif target is not None and target in table.state.combatants:
        struck = [target]
    else:
        struck = []
    faces: Faces = ()
    if spell.dice and struck:
        faces = await table.throw(spell.dice, spell.name, who, TOTAL)
    for one in struck:
        if one in table.state.combatants:
            await _lay(table, who, one, spell, faces)


def _still_reaches(board: SovereignBoard, me: Body, spell: Spell, target: Id | None, at: Cell | None) -> bool:
    """Whether a spell can still be laid where it was meant to be, after what was answered to it (ruling S-5)."""
    if at is not None:
        size = me.sheet.profile.size
        far = FEET * board.space.distance(me.at, at, size, 1) > spell.range
        return not far and board.space.corners_seen(me.at, at, size, 1) >= 0
    return target not in board.state.combatants or reaches(board, me, board.now(target), spell)


async def _lay(table: SovereignTable, who: Id, target: Id, spell: Spell, faces: Faces) -> None:
    it = table.now(target)
    passed = False
    if spell.save is not None and it.sheet.up:
        needed = save_target(it.sheet.profile, spell.save)
        face = await table.roll("d20", f"{spell.save} save", target)
        passed = saved(face, needed)
        table.emit(Checked(target, f"{spell.save} save", face, Tally(), needed, passed, "E-94", resists=True))
        it = table.now(target)
    shown, tally = sum(faces), Tally().plus(spell.name, spell.amount, "E-54")
    if spell.effect == "heal":
        amount = shown + spell.amount
        if spell.dice:
            told = PointsRolled(target, spell.name, spell.dice, faces, shown, tally, amount, "E-54", who, heals=True)
            table.emit(told)
        heal(table, target, amount)
        return
    if spell.dice and it.sheet.up:
        whole = shown + spell.amount
        amount = whole if not passed else whole // 2 if spell.half_on_save else 0
        table.emit(DamageRolled(who, target, shown, tally.plus("saved", amount - whole, "E-94"), amount))
        harm(table, target, amount, who, fire=spell.fire)
    it = table.now(target)
    if passed or not spell.effect:
        return
    if spell.most_level and it.sheet.profile.level > spell.most_level:
        return
    if spell.effect == "out":
        if it.sheet.up:
            fall(table, target, asleep=True)
        return
    last = table.state.turn.round + spell.rounds
    begin(table, target, Condition(spell.effect, "round ends", last=last, count=spell.amount))
