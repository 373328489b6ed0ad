"""Rule: use magic. A throw of Cast, which the one it is meant for may resist (C-32, C-40)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from game.kit.combatants import bodies
from game.kit.reactions import react
from game.rules.dice import Tally
from game.rules.events import Id
from game.rules.questions import Option, Seat
from rulesets.einfelst.play import perils
from rulesets.einfelst.play.events import AttackHit, AttackMissed, Cast, Did, Matched, Reacted
from rulesets.einfelst.play.geometry import apart, sees
from rulesets.einfelst.play.harm import harm, harmed_by, restrain
from rulesets.einfelst.play.maneuver import Choice, Maneuver, can_react, has_slow_maneuver, pay_fast, pooled, price
from rulesets.einfelst.play.moving import shoved_to
from rulesets.einfelst.play.perils import catch_fire, catches
from rulesets.einfelst.play.pools import NAMES, contend, pool
from rulesets.einfelst.play.wrestling import seizable, thrust
from rulesets.einfelst.sheet.roster import Spell
from rulesets.einfelst.sheet.sheet import Body, EinfelstBoard, EinfelstTable, Sheet


def may_cast(board: EinfelstBoard, me: Body, spell: Spell, it: Body) -> bool:
    """Whether a spell could be turned on somebody: in reach and in sight, and it would do something."""
    if not it.sheet.up or (it.side == me.side) != (spell.target == "ally") or (it.sheet.hidden and it.side != me.side):
        return False
    far = apart(board, me.at, it.at)
    return far is not None and far <= spell.range and sees(board, me.at, it.at) and affects(board, spell, it)


def affects(board: EinfelstBoard, spell: Spell, it: Body) -> bool:
    """Whether a spell would do anything to somebody."""
    match spell.effect:
        case "snare":
            return seizable(it) and not it.sheet.held
        case "push":
            return seizable(it)
        case "fire" if not spell.damage:
            return catches(board, it, spell.fire)
    return spell.target == "ally" or harmed_by(it.sheet, spell.harm)


def may_resist(spell: Spell, sheet: Sheet) -> bool:
    """Whether somebody could resist a spell that it is the target of (C-40)."""
    return spell.resist is not None and can_react(sheet, "resist")


def options(board: EinfelstBoard, me: Body) -> Iterator[Choice]:
    """Every spell on everybody it could be turned on."""
    if not has_slow_maneuver(board, me):
        return
    for spell in me.sheet.profile.spells:
        resisted = f"{NAMES[spell.resist]} may resist it (C-40)" if spell.resist else "nobody resists it"
        look = partial(pooled, pool(me.sheet, "cast"), *does(spell), resisted)
        for it in bodies(board):
            if may_cast(board, me, spell, it):
                label = f"Cast {spell.name} on {it.sheet.profile.name if it.id != me.id else 'oneself'}"
                key = f"cast {spell.key} {it.id}"
                yield Option(key, Maneuver(cast, (spell.key, it.id)), label, it.id, look=look)


def does(spell: Spell) -> Iterator[str]:
    """Effects of a spell, in words for its preview."""
    if spell.damage:
        yield f"{spell.damage} {spell.harm.capitalize()} Harm, and 1 for each success more"
    effects = {
        "snare": "holds it fast (C-65)",
        "fire": f"sets it on fire, intensity {spell.fire} (C-92)",
        "push": "drives it a zone away, or off its feet (C-26)",
        "hearten": "one die more on the next throw, and one for each success more",
    }
    if spell.effect in effects:
        yield effects[spell.effect]
    if spell.fear:
        yield f"frightens those who see it (fear {spell.fear}, C-84)"


async def cast(table: EinfelstTable, who: Id, key: str, target: Id) -> None:
    """It is resisted and worked; before it takes effect those who see it may have to fear it (C-84)."""
    spell = table.now(who).sheet.profile.spell(key)
    table.emit(Cast(who, f"casts {spell.name} on", "C-32", target))
    resist = await _resists(table, who, target, spell)
    won = await contend(table, who, spell.name, pool(table.now(who).sheet, "cast"))
    taken = await contend(table, target, "resist", resist) if resist is not None else 0
    matched = Matched(
        who, target, won, taken, Tally().plus("the spell", 1, "C-32"), "C-40" if resist else "C-32", "resisted"
    )
    table.emit(matched)
    if spell.target == "foe":
        missed = AttackMissed(who, target, "it comes to nothing", "C-32")
        table.emit(missed if matched.extra < 0 else AttackHit(who, target))
    if spell.fear:
        await perils.witness(table, who, spell.key, spell.name, spell.fear)
    if matched.extra >= 0 and table.now(target).sheet.up:
        await _befall(table, who, target, spell, matched.extra)


async def _resists(table: EinfelstTable, who: Id, target: Id, spell: Spell) -> Tally | None:
    """The dice of a foe that spends a maneuver on resisting; None if it does not."""
    it = table.now(target)
    if spell.resist is None or it.side == table.now(who).side or not may_resist(spell, it.sheet):
        return None
    tally = pool(it.sheet, spell.resist, "C-40")
    leave: Option[bool] = Option("pass", False, "Let it come")
    label, look = f"Resist with {NAMES[spell.resist]}", partial(pooled, tally)
    option = Option("resist", True, label, who, look=look, icon="spell", price=price(it.sheet))
    why = f"{table.now(who).sheet.profile.name} casts {spell.name} on {it.sheet.profile.name}"
    if not await react(Seat(it.side), why, leave, [option], topic="resist", who=target, about=(who,)):
        return None
    pay_fast(table, target)
    table.emit(Reacted(target, "resists", "C-40", who))
    return tally


async def _befall(table: EinfelstTable, who: Id, target: Id, spell: Spell, extra: int) -> None:
    """What a spell does; each success beyond the first does one more Harm, or lets it push into harm's way."""
    if spell.damage:
        await harm(table, target, spell.damage + extra, spell.harm, "C-32", who)
    it = table.now(target)
    if not it.sheet.up:
        return
    match spell.effect:
        case "snare":
            restrain(table, target, who)
        case "fire":
            await catch_fire(table, target, spell.fire, who)
        case "push":
            here = table.now(who).at
            now = apart(table, here, it.at) or 0
            away = next((there for there in shoved_to(table, it) if (apart(table, here, there) or 0) > now), None)
            await thrust(table, who, target, away, hard=extra > 0, rule="C-32")
        case "hearten":
            table.set(target, bonus=max(it.sheet.bonus, 1 + extra))
            table.emit(Did(target, "takes heart", "C-32"))
