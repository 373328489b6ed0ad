"""What is done with the fallen: resuscitation and killing strikes (B-24, B-75 to B-77)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from game.kit.telling import the
from game.rules.dice import Tally
from game.rules.events import Id
from game.rules.option_details import OptionDetails
from game.rules.questions import Option, Sought
from rulesets.ingenuity.play import attack, death, readying
from rulesets.ingenuity.play.blow import Blow, one_each
from rulesets.ingenuity.play.deeds import Choice, Deed, in_actions
from rulesets.ingenuity.play.events import Did, Eased, Healed, Mode
from rulesets.ingenuity.play.geometry import armed_with, beside, hampered, there
from rulesets.ingenuity.play.numbers import attack_dice, constitution, in_words, killing, unsighted
from rulesets.ingenuity.play.throws import Pair, added, pair, test
from rulesets.ingenuity.sheet.sheet import Body, IngenuityBoard, IngenuityTable, Sheet

REVIVING = 6
"""What bringing somebody round takes (ruling N-37)."""

LONG = 2
"""Actions of bringing somebody round (B-24), and of a killing strike (B-77)."""
DEADLY = 3


def reviving(me: Sheet) -> tuple[Pair, Tally]:
    """The test to bring somebody round: dice, and what is added (B-24)."""
    return pair(me, "handling", "intellect"), added(me, ("healing",), "B-24")


async def resuscitate(table: IngenuityTable, who: Id, other: Id) -> None:
    """Rule: go prone, then a test; who comes round lies on the ground still (B-24, ruling N-37)."""
    table.set(who, prone=True, hidden=False)
    table.emit(Did(who, "bends over", "B-24", other))
    me = table.now(who)
    net = unsighted(me.sheet, dim=hampered(table, me, table.now(other))).total
    if await test(table, who, "resuscitate", *reviving(me.sheet), REVIVING, "B-24", net):
        table.set(other, unconscious=False)
        table.emit(Eased(other, "unconscious", "B-24"))
        if not table.now(other).sheet.hp:
            table.set(other, hp=1)
            table.emit(Healed(other, 1, 1, "health"))


async def kill(table: IngenuityTable, who: Id, blow: Blow) -> None:
    """Rule: a test with advantage against constitution kills; if it fails, a sneak attack is made (B-75, B-76)."""
    me, it = table.now(who), table.now(blow.target)
    weapon = me.sheet.weapon(blow.weapon)
    lurked = me.sheet.hidden
    table.set(who, hidden=False)
    table.emit(Did(who, "makes a killing strike at", "B-75", blow.target))
    if not lurked:
        await readying.moment(table, "attacks", who, whom=blow.target)
        if attack.foiled(table, who, blow, fallen=True):
            return
        me, it = table.now(who), table.now(blow.target)
    tally = added(me.sheet, weapon.proficiencies, "B-75")
    needed = constitution(it.sheet).total
    net = killing(me.sheet, dim=hampered(table, me, it)).total
    if await test(table, who, "killing strike", attack_dice(me.sheet, weapon), tally, needed, "B-75", net):
        attack.let_fly(table, who, blow)
        death.die(table, blow.target, "killed")
    else:
        await attack.attack(table, who, blow)
    if lurked:
        await readying.moment(table, "attacks", who, whom=blow.target)


def options(board: IngenuityBoard, me: Body, sought: Sought) -> Iterator[Choice]:
    """What of it somebody could do, if it has the actions."""
    if not sought.begins("revive ", "kill "):
        return
    for it in there(board, me.side):
        if it.sheet.up or it.id == me.id or not sought.names(it.id):
            continue
        name = it.sheet.profile.name
        if sought.begins("revive ") and beside(board, me, it):
            label = f"resuscitate {name}"
            look = partial(_about, board, me, it, LONG, reviving(me.sheet), REVIVING, "B-24")
            deed = Deed(resuscitate, (it.id,), LONG, label=label)
            yield Option(f"revive {it.id}", deed, f"{label[:1].upper()}{label[1:]}", it.id, look=look)
        if it.side != me.side and sought.begins("kill "):
            yield from _kills(board, me, it)


def _kills(board: IngenuityBoard, me: Body, it: Body) -> Iterator[Choice]:
    """A killing strike with each lethal weapon, those that shoot from beside the fallen (ruling N-38)."""
    for weapon_key in one_each(me.sheet, armed_with(me)):
        weapon = me.sheet.weapon(weapon_key)
        mode: Mode = "melee" if weapon.melee else "thrown" if weapon.thrown else "shot"
        near = weapon.melee or beside(board, me, it)
        if "nonlethal" in weapon.traits or not near or attack.obstacle(board, me, it, weapon_key, mode) is not None:
            continue
        label = f"kill {it.sheet.profile.name} with {the(weapon.name.lower())}"
        blow = Blow(it.id, weapon_key, weapon.harm[0], mode, "sneak attack")
        deed = Deed(kill, (blow,), DEADLY, label=label)
        sums = attack_dice(me.sheet, weapon), added(me.sheet, weapon.proficiencies, "B-75")
        look = partial(_about, board, me, it, DEADLY, sums, constitution(it.sheet).total, "B-75")
        key, said = f"kill {it.id} {weapon_key}", f"{label[:1].upper()}{label[1:]}"
        yield Option(key, deed, said, it.id, look=look)


def _about(
    board: IngenuityBoard, me: Body, it: Body, actions: int, sums: tuple[Pair, Tally], needed: int, rule: str
) -> OptionDetails:
    """The test that something done with the fallen takes, before it is done."""
    dice, more = sums
    bonus = f"{more.total:+d}" if more.total else ""
    swayed = (killing if rule == "B-75" else unsighted)(me.sheet, dim=hampered(board, me, it))
    notes = f"{dice.dice.removesuffix('+d20')}{bonus} against {needed} ({rule})", *in_words(swayed)[1]
    return OptionDetails(notes=notes, brief=in_actions(actions))
