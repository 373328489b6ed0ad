"""Rule: Reactions. One spends the whole turn (A-15); those who have acted, are unaware or entangled have none."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from game.kit.combatants import bodies
from game.kit.conditions import Condition, begin, end
from game.kit.reactions import react
from game.kit.telling import name_of, the
from game.rules.dice import sides_of
from game.rules.events import Id
from game.rules.questions import Option, Seat
from rulesets.murdham.play.blow import Blow, answers, before_armour, circumstances, die_of, protection
from rulesets.murdham.play.cost import WHOLE_TURN
from rulesets.murdham.play.events import AttackMissed, Reacted
from rulesets.murdham.play.geometry import (
    ability,
    able,
    caught_out,
    entangled,
    fights,
    look_at,
    nearby,
    saves_itself,
    taunter,
)
from rulesets.murdham.play.harm import critical_from
from rulesets.murdham.play.naming import declared
from rulesets.murdham.play.nonlethal import release
from rulesets.murdham.play.saves import save, show
from rulesets.murdham.sheet.sheet import DODGED, Body, MurdhamBoard, MurdhamTable


@dataclass(frozen=True, slots=True)
class Dodge:
    """Rule: Dodge."""


@dataclass(frozen=True, slots=True)
class HideBehind:
    """Rule: Hide behind a nearby character."""

    other: Id


@dataclass(frozen=True, slots=True)
class Guard:
    """Rule: Guard, by somebody beside the target."""

    who: Id


Reply = Dodge | Blow | HideBehind | Guard | None
"""A blow is a counter, with an attack that suits (ruling M-6)."""


async def answer(table: MurdhamTable, blow: Blow, *, countered: bool = False) -> Reply:
    """What the side of an attack's target does about it, after the save to hit and before damage (A-50, A-51, A-61).

    One question has what the target itself may do and who may guard it: nobody guards one who reacts, nor does one
    react who is guarded. ``countered``: another of its targets counters it already, which only one may (A-58).
    """
    refused: tuple[Id, ...] = ()
    while True:
        it, about = table.now(blow.target), (blow.who, blow.target)
        own = table.once(partial(choices, table.still(), blow, refused, countered=countered))
        beside = table.once(partial(guarding, table.still(), blow))
        leave: Option[Reply] = Option("pass", None, "Take it" if own else "Nobody guards")
        if own:
            why = f"{it.sheet.profile.name}: {deed(table, blow)}"
            said = await react(Seat(it.side), why, leave, (*own, *beside), topic="reaction", who=it.id, about=about)
        else:
            why = f"{deed(table, blow)}: does anybody guard?"
            said = await react(Seat(it.side), why, leave, beside, topic="guard", about=about)
        if not isinstance(said, HideBehind) or said.other == table.now(blow.target).sheet.grabbing:
            return said
        if await agrees(table, said.other, blow):
            return said
        refused = (*refused, said.other)


def deed(board: MurdhamBoard, blow: Blow) -> str:
    """What is done to somebody who may react to it, as a sentence: "Osric strikes at Bandit 1 with the axe"."""
    weapon = board.now(blow.who).sheet.profile.weapon(blow.weapon)
    if blow.sweep or (weapon.blast and not blow.focused):
        how = "sweeps at {it} with {weapon}" if blow.sweep else "catches {it} in the blast of {weapon}"
        said = how.format(it=name_of(board, blow.target), weapon=the(weapon.name))
        return f"{name_of(board, blow.who)} {said}"
    return declared(board, blow.declared()).text


# ------------------------------------------------------------------ the target


def choices(
    board: MurdhamBoard, blow: Blow, refused: tuple[Id, ...] = (), *, countered: bool = False
) -> list[Option[Reply]]:
    """The reactions open to the target of an attack."""
    it, me = board.now(blow.target), board.now(blow.who)
    if blow.surprise or blow.how == "counter" or it.id == me.id or (it.side == me.side and not it.sheet.up):
        return []
    found: list[Option[Reply]] = []
    if may_dodge(board, it, blow):
        label = f"Dodge: AGI {ability(it, 'AGI')} or less on a d20"
        free = not saves_itself(board, it) or free_dodge(board, it, blow)
        found.append(Option("dodge", Dodge(), label, topic="dodge", price="" if free else WHOLE_TURN))
    if acting(board, it, blow) or not saves_itself(board, it):
        return found
    if not countered:
        found += counters(board, it, me)
    if taunter(board, it) is not None:
        return found
    for c in shields(board, blow):
        if c.id not in refused:
            name = c.sheet.profile.name
            found.append(
                Option(
                    f"hide {c.id}",
                    HideBehind(c.id),
                    f"Hide behind {name}",
                    target=c.id,
                    topic="hide behind",
                    price=WHOLE_TURN,
                )
            )
    return found


def acting(board: MurdhamBoard, it: Body, blow: Blow) -> bool:
    """Whether an opportunity attack meets somebody in the midst of its own turn, which can't be spent again (A-65)."""
    return blow.how == "opportunity" and it.id == board.state.turn.active


def free_dodge(board: MurdhamBoard, it: Body, blow: Blow) -> bool:
    """Whether a skill lets somebody dodge without spending the turn."""
    skills = it.sheet.profile.skills
    if acting(board, it, blow):
        return "fleet" in skills
    return "nimble" in skills and not it.sheet.dodged


def may_dodge(board: MurdhamBoard, it: Body, blow: Blow) -> bool:
    """Whether somebody can dodge: by spending its turn, or by a skill that needs none."""
    if free_dodge(board, it, blow):
        return it.sheet.conscious and not it.sheet.stunned and not entangled(board, it) and not caught_out(board, it)
    return not acting(board, it, blow) and saves_itself(board, it) and taunter(board, it) is None


def counters(board: MurdhamBoard, it: Body, me: Body) -> list[Option[Reply]]:
    """Attacks that could answer an attacker from where one stands (A-54)."""
    if it.side == me.side or me.sheet.hidden or not fights(it) or taunter(board, it) not in (None, me.id):
        return []
    return [*answers(board, it, me, "counter")]


def stands_in(board: MurdhamBoard, blow: Blow, c: Body) -> bool:
    """Whether somebody may be in front of the target of an attack instead, by its own will (A-59, A-61).

    Everybody who is put there, or steps there, is asked of here: a friend beside it, on its feet and with its courage
    (ruling M-30), whom the attack can be turned on. To guard takes a turn besides (``may_guard``), to agree takes none
    (ruling M-5).
    """
    return c.side == board.now(blow.target).side and c.sheet.up and fights(c) and _reached(board, blow, c)


def _reached(board: MurdhamBoard, blow: Blow, c: Body) -> bool:
    """Whether an attack could be turned on somebody else: a grip or a disarm only on who is nearby (ruling M-43)."""
    if c.id in (blow.who, blow.target) or not nearby(board, board.now(blow.target).at, c.at):
        return False
    return blow.aim in ("harm", "final blow") or nearby(board, board.now(blow.who).at, c.at)


def shields(board: MurdhamBoard, blow: Blow) -> list[Body]:
    """Whom the target could hide behind: friends who have a will to agree, or the one it holds (A-30, A-88)."""
    held = board.now(blow.target).sheet.grabbing
    return [
        c
        for c in bodies(board)
        if (stands_in(board, blow, c) and willing(c))
        or (c.id == held and not c.sheet.dead and _reached(board, blow, c))
    ]


def willing(c: Body) -> bool:
    """Whether somebody can agree to anything: beasts and the mindless never do (ruling M-5)."""
    return c.sheet.profile.mind == "human"


async def agrees(table: MurdhamTable, who: Id, blow: Blow) -> bool:
    """Whether somebody lets another hide behind it (A-59, ruling M-5)."""
    c = table.now(who)
    name, other = c.sheet.profile.name, table.now(blow.target).sheet.profile.name
    yes: Option[bool] = Option("agree", True, "Agree: become the target", topic="consent", consents_to=blow.target)
    no: Option[bool] = Option("refuse", False, "Refuse", topic="consent")
    why, about = f"{name}: {other} wants to hide behind you, as {deed(table, blow)}", (blow.who, blow.target)
    return await react(Seat(c.side), why, no, [yes], topic="consent", who=who, about=about)


def put_in_front(table: MurdhamTable, blow: Blow, shield: Id) -> Blow:
    """Rule: Hide behind. Somebody else is the target from now on; who holds on to it spends only the turn (A-88)."""
    show(table, blow.target, "hides behind somebody")
    show(table, shield, "is pulled in between")
    table.emit(Reacted(blow.target, "hides behind", "A-30", shield))
    if table.now(blow.target).sheet.grabbing != shield:
        spend_turn(table, blow.target)
    else:
        table.set(blow.target, acted=True)
    return blow.at(shield)


async def dodged(table: MurdhamTable, blow: Blow) -> bool:
    """Rule: Dodge. A passed AGI save makes the attack miss (A-53); whoever leaps aside is seen (A-94, ruling M-49)."""
    show(table, blow.target, "leaps aside")
    it = table.now(blow.target)
    table.emit(Reacted(it.id, "dodges", "A-28", blow.who))
    if not free_dodge(table, it, blow):
        spend_turn(table, it.id)
    else:
        release(table, it.id)  # free or not, it is something else than holding on
        if not acting(table, it, blow):
            begin(table, it.id, Condition(DODGED, "round ends"))
    if await save(table, it.id, "AGI", "dodge", "A-53"):
        table.emit(AttackMissed(blow.who, it.id, "dodged", "A-53"))
        return True
    return False


# ------------------------------------------------------------------ those beside it


def guarding(board: MurdhamBoard, blow: Blow) -> list[Option[Reply]]:
    """Rule: Guard. That somebody nearby the target takes the attack upon itself (A-61)."""
    name, able_ = board.now(blow.target).sheet.profile.name, guards(board, blow)
    matters = bool(able_) and could_be_critical(board, blow)
    return [
        Option(
            f"guard {c.id}",
            Guard(c.id),
            f"{c.sheet.profile.name} guards {name}",
            target=c.id,
            matters=matters,
            topic="guard",
            price="" if "bodyguard" in c.sheet.profile.skills else WHOLE_TURN,
        )
        for c in able_
    ]


def step_in(table: MurdhamTable, blow: Blow, guard: Id) -> Blow:
    """Somebody takes an attack upon itself: it is the target from now on."""
    show(table, guard, "steps in between")
    table.emit(Reacted(guard, "guards", "A-29", blow.target))
    if "bodyguard" in table.now(guard).sheet.profile.skills:
        release(table, guard)
    else:
        spend_turn(table, guard)
    return blow.at(guard)


def guards(board: MurdhamBoard, blow: Blow) -> list[Body]:
    """Allies nearby the target who could still guard it."""
    if blow.surprise or blow.how == "counter":
        return []
    acting = board.state.turn.active
    return [c for c in bodies(board) if c.id != acting and stands_in(board, blow, c) and may_guard(board, c)]


def may_guard(board: MurdhamBoard, c: Body) -> bool:
    """Whether somebody has what it takes to guard another: a turn to spend, or a skill that needs none."""
    return fights(c) and ((able(board, c) and taunter(board, c) is None) or _on_watch(board, c))


def _on_watch(board: MurdhamBoard, c: Body) -> bool:
    """A skill: whoever has it guards as often as it is called for."""
    sheet = c.sheet
    free = sheet.up and not sheet.stunned and not entangled(board, c) and not caught_out(board, c)
    return free and "bodyguard" in sheet.profile.skills


def could_be_critical(board: MurdhamBoard, blow: Blow) -> bool:
    """Whether an attack could take its target out of the fight without its die exploding."""
    me, it = board.now(blow.who), board.now(blow.target)
    weapon = me.sheet.profile.weapon(blow.weapon)
    if blow.aim != "harm" or not weapon.die:
        return True
    most = before_armour(me, blow, sides_of(die_of(me, weapon, surprise=blow.surprise))[0])
    at = look_at(board, me.at, it.at)
    if circumstances(me, weapon, at, held_back=blow.held_back).total <= -2:
        return False
    return most - protection(me, it, weapon, at, reacted=False).total >= critical_from(it, direct=weapon.direct)


# ------------------------------------------------------------------ what it costs


def spend_turn(table: MurdhamTable, who: Id) -> None:
    """A reaction is the whole turn; whoever does anything but hold lets go of whom it holds (A-15, A-86)."""
    release(table, who)
    table.set(who, acted=True)
    end(table, "turn ends", [who])
