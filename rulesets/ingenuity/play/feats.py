"""What focus can do besides resisting: feats of will and commands (B-19, ruling N-41)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from game.kit.combatants import allies, present
from game.kit.conditions import Condition, begin, lift
from game.rules.dice import Tally
from game.rules.events import Id
from game.rules.option_details import OptionDetails
from game.rules.questions import Choose, Menu, Option, Parts, Seat, Sought
from rulesets.ingenuity.play import damage, deeds, moving, reactions
from rulesets.ingenuity.play.blow import Hit
from rulesets.ingenuity.play.damage import befall, withstands
from rulesets.ingenuity.play.deeds import Choice, Deed, keyed, says
from rulesets.ingenuity.play.events import (
    AttackDeclared,
    AttackHit,
    AttackMissed,
    AttackSpoiled,
    Cast,
    Did,
    Eased,
    Healed,
)
from rulesets.ingenuity.play.geometry import corners, feats_played, foes, hampered, metres_between, surprised
from rulesets.ingenuity.play.numbers import against, in_words, unsighted
from rulesets.ingenuity.play.throws import pair, score
from rulesets.ingenuity.sheet.sheet import BLEEDING, BURNING, GUARD, Body, Feat, IngenuityBoard, IngenuityTable

FOCUS = 2
"""What a command costs besides an action."""

HEARD = 30
"""Metres at which a command is heard (ruling N-39)."""


async def command(table: IngenuityTable, who: Id, ally: Id) -> None:
    """Rule: an ally has an action now, which costs it none of its own; what takes more is begun (B-19, B-38).

    Whatever else it does with the action, it gives up what it had begun (B-40).
    """
    table.set(who, hidden=False)
    table.set_turn(commanded=(*table.state.turn.commanded, (who, ally)))
    table.emit(Did(who, "commands", "B-19", ally))
    c, board = table.now(ally), table.still()
    why = f"{c.sheet.profile.name}: what, at {table.now(who).sheet.profile.name}'s command?"
    if c.sheet.task is not None:
        why += f" Any action but going on gives up what was begun: to {c.sheet.task.label}."
    said = await Choose(Seat(c.side), why, lent(board, c), "act", ally, "command", "pass", (who,))
    if said is None:
        return
    deed = await deeds.unhindered(table, ally, said, lent)
    if deed is not None:
        if deed.costs and deed.key != "go on":
            await deeds.abandon(table, ally)
        await deeds.made(deed, "command").take(table, ally, 1)
        moving.spot(table)
    if present(table, ally):
        await deeds.moment(table, "has acted", ally)


def lent(board: IngenuityBoard, c: Body) -> Menu[Deed | None]:
    """What somebody may do with an action that is given to it, or begin: not command, nor what ends a turn (ruling
    N-39).
    """

    def build(sought: Sought) -> Parts[Deed | None]:
        everything = deeds.open_to(board, c)
        found: list[Choice] = [
            Option("pass", None, "Nothing", icon="pass", ends=True, unspent=("The commanded action",))
        ]
        task = c.sheet.task
        if task is not None and sought.begins("go on"):
            go_on: Choice = Option("go on", Deed(deeds.pay, (1,)), f"Go on to {task.label}", verb="go on")
            found.append(keyed(go_on))
        found += [option for option in everything.singles if _ordered(c, option)]
        return found, everything.families if sought.begins("go ", "climb ") else ()

    return Menu.later(build)


def _ordered(c: Body, option: Choice) -> bool:
    """Whether it may be commanded, and stamina and focus are there for it."""
    deed = option.value
    return deed is not None and deed.ordered and deed.stamina <= c.sheet.st and deed.focus <= c.sheet.fc


def command_options(board: IngenuityBoard, me: Body, sought: Sought) -> Iterator[Choice]:
    """Allies that could be commanded."""
    if not sought.begins("command "):
        return
    for ally in allies(board, me):
        if (me.id, ally.id) in board.state.turn.commanded or surprised(board, ally) or not sought.names(ally.id):
            continue
        if metres_between(board, me, ally) <= HEARD:
            look = partial(says, f"{FOCUS} focus", "B-19", notes=("the ally has an action at once",))
            deed = Deed(command, (ally.id,), focus=FOCUS, ordered=False)
            label = f"Command {ally.sheet.profile.name}"
            yield Option(f"command {ally.id}", deed, label, ally.id, look=look)


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
        await deeds.moment(table, "casts", who, whom=target)
    if _foiled(table, who, feat, target):
        table.emit(AttackSpoiled(who, "comes to nothing", "B-23"))
        return
    if feat.target == "friend":
        _help(table, feat, target)
    else:
        await _assail(table, who, feat, target)
    if lurked:
        await deeds.moment(table, "casts", who, whom=target)


def _foiled(board: IngenuityBoard, who: Id, feat: Feat, target: Id) -> bool:
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
    """Options of it for somebody, if it has the actions."""
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
