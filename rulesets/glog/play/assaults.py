"""What one does to a foe with an action: attack, gambit or spell; on a turn, and in answer to what has failed it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from game.kit.combatants import present
from game.kit.reactions import react
from game.rules.action import Action
from game.rules.events import Id
from game.rules.questions import Option, Seat
from rulesets.glog.play import attack, gambits, spells
from rulesets.glog.play.costs import ACTION
from rulesets.glog.play.events import How, Reacted
from rulesets.glog.play.gambits import ALL, OFFERED, Attempt
from rulesets.glog.play.geometry import adjacent, answers, armed_with, foes, holders
from rulesets.glog.play.spells import Working
from rulesets.glog.sheet.sheet import Body, GlogBoard, GlogTable

Assault = attack.Blow | Attempt | Working


def against(board: GlogBoard, me: Body, it: Body, how: How) -> Iterator[Option[Any]]:
    """Everything that somebody could do with an action to one foe where the two stand: options of ``Assault``."""
    yield from BLOW.open_to(board, me, attack.blows(me, [it], attack.at_hand(me), how))
    yield from GAMBIT.open_to(board, me, (each for what in ALL for each in gambits.attempts(it, what)))
    yield from spells.against(board, me, it, how)


async def make(table: GlogTable, who: Id, assault: Assault) -> None:
    """Make an attack, work a spell, or try a gambit, whose failure invites an answer (D-41)."""
    if await _made(table, who, assault) or not isinstance(assault, Attempt):
        return
    await answer(table, assault.target, who, "retaliation", "has left an opening", "takes the opening", "D-41")


async def _made(table: GlogTable, who: Id, assault: Assault) -> bool:
    """The same without an answer; whether it came off."""
    match assault:
        case attack.Blow():
            return await attack.attack(table, who, assault)
        case Attempt():
            return await gambits.attempt(table, who, assault)
        case Working():
            await spells.work(table, who, assault)
            return True


async def answer(table: GlogTable, foe: Id, who: Id, how: How, why: str, told: str, rule: str) -> None:
    """A free action of a foe against one who has laid itself open, whatever it could do to it on its own turn.

    It takes nothing from that turn, and a gambit made so can't fail back (ruling G-12).
    """
    it, me = table.now(foe), table.now(who)
    if not answers(it) or not present(table, who):
        return
    found = table.once(lambda: tuple(against(table.still(), it, me, how)))
    options: list[Option[Assault | None]] = [
        Option(o.key, o.value, o.label, o.target, o.place, topic=how, look=o.look) for o in found
    ]
    leave: Option[Assault | None] = Option("pass", None, "Let it be")
    asked = f"{it.sheet.profile.name}: {me.sheet.profile.name} {why}"
    chosen = await react(Seat(it.side), asked, leave, options, topic=how, who=foe, about=(who,))
    if chosen is not None:
        table.emit(Reacted(foe, told, rule))
        await _made(table, foe, chosen)


def _blows(board: GlogBoard, me: Body) -> Iterator[attack.Blow]:
    return attack.blows(me, foes(board, me.side), attack.at_hand(me))


def _blow_refused(board: GlogBoard, me: Body, blow: attack.Blow) -> str:
    """That no attack upon somebody is possible with a weapon in hand; of those still to be drawn nothing."""
    weapon, name = me.sheet.weapon(blow.weapon).name.lower(), board.now(blow.target).sheet.profile.name
    return f"Attack {name} with the {weapon}" if blow.weapon in armed_with(me) else ""


def _attempts(board: GlogBoard, me: Body) -> Iterator[Attempt]:
    """Gambits against all foes beside, or where there is none against anybody; who is held may struggle."""
    known = foes(board, me.side)
    for it in [foe for foe in known if adjacent(board, me, foe)] or known:
        for what in OFFERED:
            yield from gambits.attempts(it, what)
    for it in holders(board, me.id):
        yield Attempt("break", it.id)


BLOW = Action(
    tuple(attack.VERBS.values()),
    "D-14",
    ACTION,
    make,
    attack.option,
    _blows,
    attack.why_no_blow,
    _blow_refused,
    attack=True,
)
GAMBIT = Action(ALL, "D-38", ACTION, make, gambits.option, _attempts, gambits.why_not, attack=True)
