"""Rule: Instant Actions. The windows in which they may be taken, "even after the dice have already been rolled".

A window asks everyone who could use an Instant, in a fixed order (those who hold an action, then by initiative, then
by joining; ruling S-5), takes what is declared together (E-18), and resolves it. Only then does the action go on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from game.rules.dice import sides_of
from game.rules.events import Id
from game.rules.questions import About, Choose, Menu, Option, Seat
from game.rules.tally import Tally
from rulesets.sovereign import attack as attacks_
from rulesets.sovereign.blow import Blow, attacks, wielded
from rulesets.sovereign.events import Reacted
from rulesets.sovereign.numbers import (
    Mode,
    armour_class,
    attack_tally,
    damage_tally,
    second_weapon,
    shield_turns,
    shock_due,
)
from rulesets.sovereign.reading import perceives, present
from rulesets.sovereign.sheet import Body, SovereignBoard, SovereignTable, Weapon

SNAP = Tally().plus("snap attack", -4, "E-25")

LUCK = "veteran's luck"


@dataclass(frozen=True, slots=True)
class Moment:
    """What is going on when a window opens."""

    kind: Literal["attack", "rolled", "act", "in sight", "spell"]
    who: Id
    target: Id | None = None
    blow: Blow | None = None
    total: int = 0
    """rolled: the attack's total."""
    hit: bool = False
    """rolled: whether it hits as things stand."""
    fixed: bool = False
    """rolled: luck has settled it, whatever the AC."""
    doing: str = ""
    """act: what is about to be done."""


@dataclass(frozen=True, slots=True)
class Defend:
    """Rule: Total Defense (Instant)."""


@dataclass(frozen=True, slots=True)
class Snap:
    """Rule: Make a Snap Attack (Instant)."""

    weapon: str
    mode: Mode


@dataclass(frozen=True, slots=True)
class Luck:
    """Rule: Veteran's Luck (RULES 5.2)."""


@dataclass(frozen=True, slots=True)
class ActNow:
    """Rule: Hold An Action, triggered."""


Instant = Defend | Snap | Luck | ActNow | None


async def window(table: SovereignTable, moment: Moment) -> list[tuple[Id, Instant]]:
    """Open a window and let what is declared in it happen. Gives what was done, in order."""
    questions = [question for c in reactors(table, moment) if (question := ask(table, c, moment)) is not None]
    if not questions:
        return []
    said = await table.together(questions)
    declared: list[tuple[Id, Instant]] = [
        (q.who, instant) for q, instant in zip(questions, said, strict=True) if q.who and instant is not None
    ]
    for who, instant in declared:
        pay(table, who, instant)
    for who, instant in declared:
        await take(table, who, instant, moment)
    return declared


async def go_ahead(table: SovereignTable, who: Id, doing: str) -> bool:
    """Announce a Main or Move Action that is no attack (ruling S-5); False if whoever was to take it no longer can."""
    await window(table, Moment("act", who, doing=doing))
    return present(table, who)


async def settle(table: SovereignTable, blow: Blow, total: int) -> bool | None:
    """Let Instants follow on an attack roll until nobody has more to say.

    True: it hits; False: it misses; None: the attacker was stopped before it took effect (E-27).
    """
    luck: bool | None = None
    while True:
        if not present(table, blow.who):
            return None
        hit = luck if luck is not None else total >= armour_class(table, table.now(blow.target)).total
        if not present(table, blow.target):
            return None
        done = await window(table, Moment("rolled", blow.who, blow.target, blow, total, hit, luck is not None))
        if not done:
            return hit
        for who, instant in done:
            if isinstance(instant, Luck):
                luck = who == blow.who


def reactors(board: SovereignBoard, moment: Moment) -> list[Body]:
    """Who might be asked, in order: holders first, then by side initiative, then by joining."""
    order = {side: index for index, side in enumerate(board.state.turn.order)}
    able = [c for c in board.state.combatants.values() if _concerned(board, c, moment)]
    if len(able) < 2:
        return able
    return sorted(able, key=lambda c: (not c.sheet.holding, order.get(c.side, len(order))))


def _concerned(board: SovereignBoard, c: Body, moment: Moment) -> bool:
    """Whether it is worth looking closer: who can't have any Instant in this window is passed over quickly."""
    sheet = c.sheet
    if not sheet.up or sheet.surprised or sheet.hidden:
        return False
    if c.id in (moment.who, moment.target):
        return True
    return (sheet.main or sheet.holding) and c.side != board.now(moment.who).side


def ask(board: SovereignBoard, c: Body, moment: Moment) -> Choose[Instant] | None:
    """The question for one combatant in this window, or None if it could do nothing."""
    options = choices(board, c, moment)
    if not options:
        return None
    none: Option[Instant] = Option("pass", None, "Let it be")
    about = tuple(who for who in (moment.who, moment.target) if who)
    return Choose(Seat(c.side), _why(board, c, moment), Menu((none, *options)), "react", c.id, "instant", "pass", about)


def choices(board: SovereignBoard, c: Body, moment: Moment) -> list[Option[Instant]]:
    """The Instants a combatant could take in this window."""
    sheet = c.sheet
    options: list[Option[Instant]] = []
    acting = board.now(moment.who)
    rolled = moment.kind == "rolled"
    turns = (c.id == moment.who and not moment.hit) or (c.id == moment.target and moment.hit)
    if rolled and turns and "warrior" in sheet.profile.classes and LUCK not in sheet.used:
        turned = "the miss becomes a hit" if c.id == moment.who else "the hit becomes a miss"
        options.append(Option("luck", Luck(), f"Veteran's Luck: {turned}", topic="luck"))
    if c.side == acting.side or not perceives(board, c.side, acting):
        return options
    if sheet.main and c.id == moment.target and not sheet.defending and moment.kind in ("attack", "rolled"):
        options.append(
            Option(
                "defend",
                Defend(),
                "Total Defense: AC +2, no Shock",
                matters=_defence_matters(board, c, moment),
                topic="total defense",
            )
        )
    if sheet.main and may_snap(c) and not sheet.fleeing:
        for weapon, mode in attacks(board, c, acting, wielded(board, c)):
            options.append(_snap_option(board, c, acting, weapon, mode, moment))
    if sheet.holding and (sheet.main or sheet.move):
        options.append(Option("act", ActNow(), "Take the held action now", topic="held action"))
    return options


def may_snap(me: Body) -> bool:
    """Characters may always; of NPCs only the well trained (E-26)."""
    return not me.sheet.profile.npc or me.sheet.profile.trained


def _snap_option(
    board: SovereignBoard, c: Body, acting: Body, weapon: Weapon, mode: Mode, moment: Moment
) -> Option[Instant]:
    def look() -> About:
        return About(tally=attack_tally(board, c, acting, weapon, mode, SNAP))

    most = sum(sides_of(weapon.damage)) + damage_tally(board, c, acting, weapon, mode, second_weapon(c, weapon)).total
    matters = moment.kind == "spell" or (moment.hit and most >= acting.sheet.hp)
    verb = {"melee": "snap", "thrown": "snap-throw", "shot": "snap-shot"}[mode]
    return Option(
        f"{verb} {weapon.key}",
        Snap(weapon.key, mode),
        f"Snap attack with the {weapon.name}",
        target=acting.id,
        matters=matters,
        topic="snap attack",
        look=look,
    )


def _defence_matters(board: SovereignBoard, c: Body, moment: Moment) -> bool:
    if moment.kind != "rolled" or moment.fixed or moment.blow is None:
        return False
    if moment.hit:
        return moment.total < armour_class(board, c).total + 2
    blow = moment.blow
    me = board.now(blow.who)
    weapon = me.sheet.weapon(blow.weapon)
    due = shock_due(board, me, c, weapon, blow.mode, swarm=blow.swarm)
    return blow.aim == "harm" and due > 0 and not shield_turns(c, swarm=blow.swarm)


def pay(table: SovereignTable, who: Id, instant: Instant) -> None:
    """What a declared Instant costs."""
    match instant:
        case Defend() | Snap():
            table.set(who, main=False)
        case Luck():
            table.set(who, used=(*table.now(who).sheet.used, LUCK))
        case ActNow() | None:
            pass


async def take(table: SovereignTable, who: Id, instant: Instant, moment: Moment) -> None:
    """Resolve one declared Instant."""
    match instant:
        case Defend():
            table.emit(Reacted(who, "Total Defense", "E-41", moment.who))
            table.set(who, defending=True)
        case Luck():
            table.emit(Reacted(who, "Veteran's Luck", "E-18", moment.target if who == moment.who else moment.who))
        case Snap(weapon, mode):
            table.emit(Reacted(who, "Snap Attack", "E-25", moment.who))
            if present(table, who) and present(table, moment.who):
                await attacks_.attack(table, Blow(who, moment.who, weapon, mode, "snap attack", SNAP))
        case ActNow():
            table.emit(Reacted(who, "the held action", "E-53", moment.who))
            if present(table, who):
                from rulesets.sovereign import turn  # the menu of actions leads back here

                await turn.act_held(table, who)
        case None:
            pass


def _why(board: SovereignBoard, c: Body, moment: Moment) -> str:
    name = board.now(moment.who).sheet.profile.name
    target = board.now(moment.target).sheet.profile.name if moment.target else ""
    mine = c.sheet.profile.name
    match moment.kind:
        case "attack":
            return f"{mine}: {name} attacks {target}"
        case "rolled":
            ac = armour_class(board, board.now(moment.target)).total if moment.target else 0
            said = "hits" if moment.hit else "misses"
            return f"{mine}: {name} rolls {moment.total} against {target} (AC {ac}) and {said}"
        case "act":
            return f"{mine}: {name} is about to {moment.doing}"
        case "in sight":
            return f"{mine}: {name} comes within your attack"
        case "spell":
            return f"{mine}: {name} casts a spell"
