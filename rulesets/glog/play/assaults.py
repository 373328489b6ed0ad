"""Assaults on a foe with an action, on a turn or in answer to another: attacks, gambits (D-38 to D-41), spells.

With what the actions of a turn cost: the action of the round, a free act, or a part of the way (D-13, D-24).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from game.kit.combatants import NOBODY, present, up_on
from game.kit.conditions import Condition, begin
from game.kit.reactions import react
from game.rules.action import Action, Cost, refusal
from game.rules.dice import Tally
from game.rules.events import Id
from game.rules.option_details import Danger, OptionDetails
from game.rules.questions import Option, Refusal, Seat
from rulesets.glog.play import attack, spells
from rulesets.glog.play.effects import alarm, lay_down, obeys, plays, push, test
from rulesets.glog.play.events import Did, How, Reacted
from rulesets.glog.play.geometry import adjacent, answers, armed_with, behind, foes, held, holders
from rulesets.glog.play.numbers import SHORT, TITLES, hampered, in_words
from rulesets.glog.play.spells import Working
from rulesets.glog.sheet.roster import Attribute
from rulesets.glog.sheet.sheet import FEET, OFF_GUARD, STANDING, Alarm, Body, GlogBoard, GlogTable, Sheet


def _pay(table: GlogTable, who: Id, key: str, *, action: bool = False, again: bool = True) -> None:
    sheet = table.now(who).sheet
    table.set(who, action=sheet.action and not action, trifles=() if again else (*sheet.trifles, key))


def _no_action(me: Body, _: str) -> Refusal | None:
    return None if me.sheet.action else refusal("the action of this round is spent", "D-13", "Act")


def _no_casting(me: Body, key: str) -> Refusal | None:
    why = _no_action(me, key)
    if why is None and me.sheet.profile.spells and not me.sheet.castings:
        return refusal("its castings are spent", "D-16", "Cast a spell")
    return why


def _done_already(me: Body, key: str) -> Refusal | None:
    again = refusal("walk, or spend the action, before a trifle is done twice", "D-24", "Do the same again")
    return again if key in me.sheet.trifles else None


ACTION = Cost[Body]("Action", partial(_pay, action=True), _no_action, lost=True)
CASTING = Cost[Body]("Action", partial(_pay, action=True), _no_casting)
TRIFLE = Cost[Body]("Free act", partial(_pay, again=False), _done_already, aside=True)
"""Nobody does the same one twice without anything else in between (ruling G-25)."""
FREE = Cost[Body]("", _pay, aside=True)
WAY = Cost[Body]("Movement", _pay)
RISING = Cost[Body](f"{STANDING} ft", _pay)


Gambit = Literal["shove", "trip", "disarm", "grapple", "feint", "cow", "break"]

ATTRIBUTE: dict[Gambit, Attribute] = {
    "shove": "might",
    "trip": "agility",
    "disarm": "agility",
    "grapple": "might",
    "feint": "savvy",
    "cow": "discipline",
    "break": "might",
}
"""What each is tested with (ruling G-11)."""

LABELS: dict[Gambit, str] = {
    "shove": "Shove {} back",
    "trip": "Trip {}",
    "disarm": "Disarm {}",
    "grapple": "Grapple {}",
    "feint": "Feint at {}",
    "cow": "Cow {}",
    "break": "Break free of {}",
}
OFFERED: tuple[Gambit, ...] = ("shove", "trip", "disarm", "grapple", "feint", "cow")
"""What may be tried against whoever is within 5 ft."""

ALL: tuple[Gambit, ...] = (*OFFERED, "break")
"""Those, and struggling against whoever holds one."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A gambit."""

    what: Gambit
    target: Id
    item: str = ""
    """Key of what is to be struck from a hand."""


def sway(board: GlogBoard, me: Body, it: Body, what: Gambit) -> Tally:
    """Boons and banes of a gambit beside those of one's own state (D-39, ruling G-11)."""
    return swayed(me.sheet, it.sheet, what, beset(board, me.side, it))


def beset(board: GlogBoard, side: str, it: Body) -> int:
    """How many of a side stand beside somebody and could strike."""
    return sum(adjacent(board, ally, it) for ally in up_on(board, side) if ally.sheet.acts)


def swayed(me: Sheet, it: Sheet, what: Gambit, crowd: int) -> Tally:
    """The same by the two themselves and by how many beset the target."""
    name = ATTRIBUTE[what]
    theirs = it.profile.scores.modifier(name)
    found = Tally().plus(f"its {SHORT[name]}", -theirs, "D-39")
    if what in ("shove", "trip", "grapple", "break"):
        found = found.plus("its size", min(0, me.profile.step - it.profile.step), "D-39")
    weak = it.has("dazed") or it.prone or crowd > 1
    found = found.plus("dazed, prone or outnumbered", int(weak), "D-39")
    whip = what == "trip" and bool(me.armed) and "trips" in me.weapon(me.armed).traits
    return found.plus("made for it", int(whip), "D-39")


def loose(it: Sheet) -> list[str]:
    """Keys of what could be struck from its hands: everything but a shield, which is strapped on."""
    return [key for key in it.hands if key != it.shield]


def why_not(board: GlogBoard, me: Body, deed: Attempt) -> Refusal | None:
    """Why a gambit can't be tried where the two stand; None if it can come to something."""
    it, what = board.now(deed.target), deed.what
    if what == "break":
        return None if it.sheet.grappling == me.id else refusal("it is not held by it", "D-38")
    if not adjacent(board, me, it):
        return refusal(f"nobody is within {FEET} ft", "D-38", "Gambits")
    if what == "shove" and behind(board, me, it) is None:
        return refusal("there is no room behind it", "D-38")
    return pointless(board, me, it, what)


def pointless(board: GlogBoard, me: Body, it: Body, what: Gambit) -> Refusal | None:
    """Why a gambit could come to nothing even if the two stood beside each other; None if it could."""
    sheet, why = it.sheet, ""
    if not sheet.up:
        return refusal("it has fallen", "D-38")
    match what:
        case "shove" if sheet.has("pinned") or held(board, it.id):
            why = "it can't be moved"
        case "trip" if sheet.prone:
            why = "it lies on the ground"
        case "disarm" if not loose(sheet):
            why = "it has nothing in its hands"
        case "grapple" if me.sheet.grappling or held(board, it.id):
            why = "one holds somebody already" if me.sheet.grappling else "it is held already"
        case "feint" if not sheet.acts or sheet.has(OFF_GUARD):
            why = "it is off its guard"
        case "cow" if not plays(board):
            why = "everybody fights to the end"
        case "cow" if me.sheet.profile.scores.discipline <= 0:
            why = "it takes a mind to face somebody down"
        case "cow" if not obeys(sheet) or sheet.profile.scores.discipline <= 0:
            why = "its heart does not fail"
        case "cow" if cowed(it).name in board.state.turn.rung:
            why = "it has been faced down before"
    return refusal(why, "D-38") if why else None


def cowed(it: Body) -> Alarm:
    """The alarm of one who is faced down; once a battle each (ruling G-11)."""
    return Alarm(it.side, f"cowed {it.id}", "faced down", "D-50", it.id)


def attempts(it: Body, what: Gambit) -> list[Attempt]:
    """The ways to try a gambit against somebody: to disarm, one for each thing that it might lose."""
    items = loose(it.sheet) if what == "disarm" else []
    return [Attempt(what, it.id, item) for item in items or ("",)]


def key_of(it: Body, deed: Attempt) -> str:
    """The key of the option to try a gambit against somebody."""
    several = deed.item and len(loose(it.sheet)) > 1
    return f"{deed.what} {it.id} {deed.item}" if several else f"{deed.what} {it.id}"


def option(board: GlogBoard, me: Body, deed: Attempt) -> Option[Any]:
    """The option to try a gambit."""
    it = board.now(deed.target)
    told, label = key_of(it, deed), LABELS[deed.what].format(it.sheet.profile.name)
    if told != f"{deed.what} {it.id}":
        label += f" of the {it.sheet.item(deed.item).name.lower()}"
    return Option(told, deed, label, target=it.id, look=partial(about, board, me, it, deed.what))


def about(board: GlogBoard, me: Body, it: Body, what: Gambit) -> OptionDetails:
    """Details of a gambit: what it is tested with."""
    name = ATTRIBUTE[what]
    found = hampered(me.sheet).plus_all(sway(board, me, it, what))
    brief, swayed_by = in_words(found)
    notes = (*swayed_by, f"a Test of {TITLES[name]} against 20 (D-39)")
    dangers = (Danger(f"{it.sheet.profile.name} answers if it fails (D-41)", it.id),) if answers(it) else ()
    tally = Tally().plus(TITLES[name], me.sheet.profile.scores.of(name), "D-39")
    return OptionDetails(tally=tally, brief=brief, notes=notes, dangers=dangers)


async def attempt(table: GlogTable, who: Id, deed: Attempt) -> bool:
    """Try a gambit; whether it passes (D-39). What a failure invites is the caller's affair."""
    me, it = table.now(who), table.now(deed.target)
    table.set(who, hidden=False)
    table.emit(Did(who, _TRIES[deed.what], "D-38", deed.target))
    sway_ = sway(table, me, it, deed.what)
    if await test(table, who, ATTRIBUTE[deed.what], deed.what, sway_, "D-39"):
        await succeed(table, who, deed)
        return True
    table.emit(Did(who, "gets nowhere with", "D-41", deed.target))
    return False


_TRIES: dict[Gambit, str] = {
    "shove": "shoves at",
    "trip": "tries to trip",
    "disarm": "tries to disarm",
    "grapple": "grabs at",
    "feint": "feints at",
    "cow": "tries to cow",
    "break": "struggles against",
}


async def succeed(table: GlogTable, who: Id, deed: Attempt) -> None:
    """The effect of a gambit that succeeds (D-40)."""
    me, it = table.now(who), table.now(deed.target)
    match deed.what:
        case "shove":
            to = behind(table, me, it)
            if to is not None:
                await push(table, it.id, to, who)
        case "trip":
            table.set(it.id, prone=True)
            table.emit(Did(it.id, "falls prone", "D-40"))
        case "disarm":
            table.emit(Did(it.id, f"loses the {it.sheet.item(deed.item).name.lower()}", "D-40"))
            lay_down(table, it.id, deed.item, it.at)
        case "grapple":
            table.set(who, grappling=it.id)
            table.emit(Did(who, "holds", "D-40", it.id))
        case "feint":
            begin(table, it.id, Condition(OFF_GUARD, "round ends", who, table.state.turn.round + 1))
            table.emit(Did(it.id, "is off its guard", "D-40"))
        case "cow":
            alarm(table, cowed(it))
        case "break":
            table.set(it.id, grappling=NOBODY)
            table.emit(Did(who, "gets free of", "D-40", it.id))


Assault = attack.Blow | Attempt | Working


def against(board: GlogBoard, me: Body, it: Body, how: How) -> Iterator[Option[Any]]:
    """Everything that somebody could do with an action to one foe where the two stand: options of ``Assault``."""
    yield from BLOW.open_to(board, me, attack.blows(me, [it], attack.at_hand(me), how))
    yield from GAMBIT.open_to(board, me, (each for what in ALL for each in attempts(it, what)))
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
            return await attempt(table, who, assault)
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
            yield from attempts(it, what)
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
GAMBIT = Action(ALL, "D-38", ACTION, make, option, _attempts, why_not, attack=True)
