"""Feats of will: what focus can do besides commanding and resisting (ruling N-41)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from game.kit.combatants import allies, present
from game.kit.conditions import Condition, begin, lift
from game.rules.dice import Tally
from game.rules.events import Id
from game.rules.option_details import OptionDetails
from game.rules.questions import Option, Sought
from rulesets.ingenuity.play import damage, moving, reactions, readying
from rulesets.ingenuity.play.blow import Hit
from rulesets.ingenuity.play.deeds import Choice, Deed
from rulesets.ingenuity.play.effects import befall
from rulesets.ingenuity.play.events import AttackDeclared, AttackHit, AttackMissed, AttackSpoiled, Cast, Eased, Healed
from rulesets.ingenuity.play.geometry import corners, feats_played, foes, hampered, metres_between
from rulesets.ingenuity.play.numbers import against, in_words, unsighted
from rulesets.ingenuity.play.throws import pair, score
from rulesets.ingenuity.play.withstanding import withstands
from rulesets.ingenuity.sheet.records import Feat
from rulesets.ingenuity.sheet.sheet import BLEEDING, BURNING, GUARD, Body, IngenuityBoard, IngenuityTable


async def perform(table: IngenuityTable, who: Id, feat: Feat, target: Id) -> None:
    """A feat is done to a friend, or to a foe with a test against what it must reach."""
    lurked = table.now(who).sheet.hidden
    table.set(who, hidden=False)
    if feat.target == "friend":
        own = target == who
        table.emit(Cast(who, f"{feat.name.lower()}s{' itself' if own else ''}", "B-36", None if own else target))
    else:
        table.emit(AttackDeclared(who, target, feat.key, "feat", feat.key, feat.harm or ""))
    if not lurked:
        await readying.moment(table, "casts", who, whom=target)
    if _foiled(table, who, feat, target):
        table.emit(AttackSpoiled(who, "comes to nothing", "B-23"))
        return
    if feat.target == "friend":
        _help(table, feat, target)
    else:
        await _assail(table, who, feat, target)
    if lurked:
        await readying.moment(table, "casts", who, whom=target)


def _foiled(board: IngenuityBoard, who: Id, feat: Feat, target: Id) -> bool:
    """Whether something has come between that keeps a feat from being done."""
    everybody = board.state.combatants
    if who not in everybody or target not in everybody:
        return True
    me, it = board.now(who), board.now(target)
    return not me.sheet.up or not it.sheet.up or not _reaches(board, me, it, feat)


def _help(table: IngenuityTable, feat: Feat, target: Id) -> None:
    sheet = table.now(target).sheet
    if feat.effect == "ward":
        begin(table, target, Condition(GUARD, "turn begins"))
    elif feat.effect == "mend":
        for word in (BLEEDING, BURNING):
            if sheet.has(word):
                lift(table, target, word)
                table.emit(Eased(target, word, "B-36"))
        more = min(feat.amount, sheet.profile.end - sheet.end)
        if more:
            table.set(target, end=sheet.end + more)
            table.emit(Healed(target, more, sheet.end + more))


async def _assail(table: IngenuityTable, who: Id, feat: Feat, target: Id) -> None:
    """The test of a feat, and what it does: somebody may step in for whom it is meant, and where evasion is against
    it, it may be dodged and blocked like any hit.
    """
    me, it = table.now(who), table.now(target)
    needed = against(me.sheet, it.sheet, feat).total
    dice, net = pair(me.sheet, feat.skill, feat.attribute), unsighted(me.sheet, dim=hampered(table, me, it)).total
    name = feat.name.lower()
    total = await score(table, who, name, dice, Tally(), needed, "B-36", net)
    if total < needed:
        table.emit(AttackMissed(who, target))
        return
    rolled = Tally().plus("test", total, "B-47").plus(name, feat.damage, "B-47")
    hit = Hit(who, target, total, rolled, feat.harm or "psychic", name, mode="feat", feat=feat)
    left = await reactions.answer(table, hit)
    if left.avoided:
        table.emit(AttackMissed(who, left.target, left.avoided, left.avoided_by))
    elif left.aimed:
        damage.announce(table, left)
        if await damage.deal(table, left) and not await _withstood(table, who, feat, left.target, total):
            await _take_effect(table, who, feat, left.target)
    elif await _withstood(table, who, feat, left.target, total):
        table.emit(AttackMissed(who, left.target, "withstood", "B-36" if feat.against == "willpower" else "B-33"))
    else:
        table.emit(AttackHit(who, left.target))
        await _take_effect(table, who, feat, left.target)
    reactions.lapse(table, left.target)


async def _withstood(table: IngenuityTable, who: Id, feat: Feat, target: Id, total: int) -> bool:
    """Whether the effect of a feat is kept off: from the mind it is resisted, from the body fortified against."""
    what = f"{_effect(feat)} by the {feat.name.lower()} of {table.now(who).sheet.profile.name}"
    return await withstands(table, target, what, total, "resist" if feat.against == "willpower" else "fortify", who)


def _effect(feat: Feat) -> str:
    """What a feat does to somebody whom it takes hold of."""
    if feat.effect == "push":
        return f"pushed {feat.amount} m and prone"
    return f"{feat.effect} {feat.amount}" if feat.amount > 1 else feat.effect or "struck"


async def _take_effect(table: IngenuityTable, who: Id, feat: Feat, target: Id) -> None:
    rule = "B-36" if feat.against == "willpower" else "B-33"
    match feat.effect:
        case "push":
            await moving.pushed(table, target, who, feat.amount)
            if present(table, target):
                befall(table, target, "prone", 0, rule)
        case "bleeding" | "burning" | "blinded" | "stunned" | "prone" as effect:
            befall(table, target, effect, feat.amount, rule)


# ------------------------------------------------------------------ options


def options(board: IngenuityBoard, me: Body, sought: Sought) -> Iterator[Choice]:
    """What of it somebody could do, if it has the actions."""
    if not me.sheet.profile.feats or not sought.begins("feat ") or not feats_played(board):
        return
    for feat in me.sheet.profile.feats:
        for it in foes(board, me.side) if feat.target == "foe" else [me, *allies(board, me)]:
            if sought.names(it.id) and _reaches(board, me, it, feat):
                label = f"{feat.name}: {it.sheet.profile.name}"
                look = partial(_about, board, me, it, feat)
                deed = Deed(perform, (feat, it.id), focus=feat.focus)
                yield Option(f"feat {feat.key} {it.id}", deed, label, it.id, look=look)


def _reaches(board: IngenuityBoard, me: Body, it: Body, feat: Feat) -> bool:
    """Whether a feat comes so far, and would do anything."""
    sheet = it.sheet
    if feat.effect == "ward" and sheet.has(GUARD):
        return False
    whole = sheet.end == sheet.profile.end and not sheet.has(BLEEDING) and not sheet.has(BURNING)
    if feat.effect == "mend" and whole:
        return False
    return it.id == me.id or (metres_between(board, me, it) <= feat.range and corners(board, me, it) >= 0)


def _about(board: IngenuityBoard, me: Body, it: Body, feat: Feat) -> OptionDetails:
    notes = [feat.text, f"1 action and {feat.focus} focus"]
    if feat.target == "foe":
        dice = pair(me.sheet, feat.skill, feat.attribute).dice.removesuffix("+d20")
        notes.append(f"{dice} against {feat.against} {against(me.sheet, it.sheet, feat).total}")
        notes += in_words(unsighted(me.sheet, dim=hampered(board, me, it)))[1]
    return OptionDetails(notes=tuple(notes))
