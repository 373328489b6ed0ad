"""The sequence of a battle: Tests of Savvy, the early, their foes, the late; one decision for each step."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from msgspec.structs import replace

from game.kit import conditions
from game.kit.combatants import NOBODY, bodies, present, up_on
from game.kit.conditions import find, without
from game.kit.telling import briefly
from game.rules.action import Deed, menu, refusals
from game.rules.dice import Tally
from game.rules.events import Id, RoundBegan
from game.rules.questions import Choose, Option, Refusal, Seat
from game.spatial.field import Cell
from rulesets.glog.play import morale, moving, opening
from rulesets.glog.play.actions import ACTIONS
from rulesets.glog.play.effects import befall, ease
from rulesets.glog.play.events import BlockBegan, TurnBegan
from rulesets.glog.play.geometry import adjacent, corners, feet_between, foes, hostile
from rulesets.glog.play.goals import GOALS
from rulesets.glog.play.light import unseen_well
from rulesets.glog.play.opening import ours
from rulesets.glog.play.trial import initiative, save
from rulesets.glog.sheet.sheet import ASLEEP, BLOCKS, EFFECTS, SURPRISED, Block, Body, GlogBoard, GlogState, GlogTable

BLOOD = "d4"
"""What bleeding costs each round (D-35)."""

END: Option[Deed | None] = Option("done", None, "End this turn", icon="pass", ends=True)

IN_THE_OPEN = 30
"""Feet within which an ambusher is seen that has nothing before it and stands in the light (ruling G-23)."""


async def step(table: GlogTable) -> None:
    """One decision of the turn structure, and then the nerve of those whom it has shaken."""
    match table.state.turn.phase:
        case "start":
            await opening.open_(table)
        case "round":
            await begin_round(table)
        case "block":
            await block(table)
        case "turn":
            await act(table)
        case "end":
            end_round(table)
    await morale.resolve(table)


# ------------------------------------------------------------------ rounds and blocks


async def begin_round(table: GlogTable) -> None:
    """Everybody may act again; the party's side tests Savvy (D-01)."""
    number = table.state.turn.round + 1
    table.set_turn(round=number)
    table.emit(RoundBegan(number))
    for c in table.fresh([c.id for c in bodies(table)]):
        refresh(table, c.id)
    for c in table.fresh([c.id for side in ours(table) for c in up_on(table, side)]):
        if c.sheet.acts:
            table.set(c.id, early=await initiative(table, c.id, quickness(table, c)))
    await open_block(table, "early")


def refresh(table: GlogTable, who: Id) -> None:
    """What a new round gives back."""
    table.set(who, action=True, moved=0, sprinted=False, cleaved=False, trifles=(), done=False, early=False)


def quickness(board: GlogBoard, c: Body) -> Tally:
    """What quick and slow foes do to a Test of Savvy: a Bane and a Boon, however many there are (D-03, ruling G-31)."""
    paces = [foe.sheet.profile.quickness for foe in foes(board, c.side)]
    found = Tally().plus("quick foes", -int(1 in paces), "D-03").plus("slow foes", int(-1 in paces), "D-03")
    return found.plus("alert", c.sheet.profile.alert, "D-03")


def group(board: GlogBoard, c: Body) -> Block:
    """In which of the round's groups somebody acts (D-02)."""
    if c.side not in ours(board):
        return "foes"
    return "early" if c.sheet.early else "late"


def grouped(board: GlogBoard) -> bool:
    """Whether the Tests of Savvy have told who is early and who late; as a round begins they have not."""
    return board.state.turn.phase in ("block", "turn")


def members(board: GlogBoard, name: Block) -> list[Body]:
    """Everybody of one of the groups, side by side in the set-up's order."""
    return [c for side in board.setup.sides for c in up_on(board, side.name) if group(board, c) == name]


async def open_block(table: GlogTable, name: Block) -> None:
    """A group's time has come; those of it that have no turn bleed now (ruling G-5)."""
    table.set_turn(phase="block", block=name, active=NOBODY)
    there = members(table, name)
    if there:
        table.emit(BlockBegan(name))
    await lie_by(table, name)


async def lie_by(table: GlogTable, name: Block) -> None:
    """Those of a group that have no turn any more bleed."""
    for c in table.fresh([c.id for c in members(table, name) if not c.sheet.acts and not c.sheet.done]):
        table.set(c.id, done=True)
        await bleed(table, c.id)


async def block(table: GlogTable) -> None:
    """The members of a group act one after the other, in the order their side likes; those in flight are not asked."""
    waiting = [c for c in members(table, table.state.turn.block) if c.sheet.acts and not c.sheet.done]
    if not waiting:
        await next_block(table)
        return
    side = waiting[0].side
    mine = [c for c in waiting if c.side == side]
    who: Id | None = next((c.id for c in mine if c.sheet.fleeing), mine[0].id)
    if len(mine) > 1 and not any(c.sheet.fleeing for c in mine):
        options: list[Option[Id | None]] = [
            Option(c.id, c.id, c.sheet.profile.name, target=c.id, short=briefly(c.id)) for c in mine
        ]
        options.append(Option("end", None, "Nobody else acts", short="End", icon="pass", ends=True))
        refused = partial(_later, table.still(), side)
        who = await table.choose(Seat(side), "Who acts?", options, kind="pick", refused=refused)
    if who is None:
        for c in table.fresh([c.id for c in mine]):
            await bleed(table, c.id)
            await end_turn(table, c.id)
        return
    table.set_turn(phase="turn", active=who)
    await begin_turn(table, who)


def _later(board: GlogBoard, side: str) -> tuple[Refusal, ...]:
    """Those of a side who can't act now, and why."""
    turn = board.state.turn
    found = []
    for c in up_on(board, side):
        name = c.sheet.profile.name
        if c.sheet.done:
            found.append(Refusal(name, "has had its turn", "D-02"))
        elif c.sheet.has(ASLEEP):
            found.append(Refusal(name, "asleep", "D-16"))
        elif not c.sheet.acts:
            found.append(Refusal(name, "caught unawares", "D-04"))
        elif group(board, c) != turn.block:
            found.append(Refusal(name, "acts after the foes", "D-02"))
    return tuple(found)


async def next_block(table: GlogTable) -> None:
    """After the early come their foes, then the late, then the round is over; who fell asleep waiting bleeds."""
    await lie_by(table, table.state.turn.block)
    rest = BLOCKS[BLOCKS.index(table.state.turn.block) + 1 :]
    if rest:
        await open_block(table, rest[0])
    else:
        table.set_turn(phase="end")


def end_round(table: GlogTable) -> None:
    """What lasts for rounds runs out, objectives are counted."""
    for c in table.fresh([c.id for c in bodies(table)]):
        sleep = find(c.sheet.conditions, ASLEEP)
        if sleep is not None and sleep.last <= table.state.turn.round:
            ease(table, c.id, ASLEEP, "D-16")
    conditions.end(table, "round ends", [c.id for c in bodies(table)], table.state.turn.round)
    GOALS.count(table)
    table.set_turn(phase="round")


# ------------------------------------------------------------------ one turn


async def begin_turn(table: GlogTable, who: Id) -> None:
    """Whoever bleeds, bleeds before it acts, and may fall."""
    table.emit(TurnBegan(who))
    spot(table)
    await bleed(table, who)


async def bleed(table: GlogTable, who: Id) -> None:
    """Bleeding costs a d4 each round, of Grit first (D-35, ruling G-5)."""
    if table.now(who).sheet.has("bleeding"):
        await befall(table, who, "bleeding", "bleeds", BLOOD, "D-35")


def spot(table: GlogTable) -> None:
    """Those in ambush are found by a foe beside them, or by one that is near and sees all of them (ruling G-23)."""
    for c in table.fresh([c.id for c in bodies(table) if c.sheet.hidden]):
        for eye in bodies(table):
            if not hostile(table, eye.side, c.side) or not eye.sheet.acts or eye.sheet.hidden:
                continue  # that one in ambush has found another would give it away itself
            if adjacent(table, eye, c) or in_the_open(table, eye, c):
                table.set(c.id, hidden=False)
                break


def in_the_open(board: GlogBoard, eye: Body, c: Body) -> bool:
    """Whether somebody near has nothing to hide behind from a pair of eyes, the gloom included (D-05)."""
    near = feet_between(board, eye, c) <= IN_THE_OPEN and corners(board, eye, c) == 8
    return near and not unseen_well(board, eye, c.at, c.sheet.profile.cells)


async def act(table: GlogTable) -> None:
    """One thing that the active one does: a part of its way, its action, something free (D-13)."""
    who = table.state.turn.active
    if not present(table, who) or not table.now(who).sheet.acts:
        await end_turn(table, who)
        return
    me, board = table.now(who), table.still()
    if me.sheet.fleeing:
        await moving.flee(table, who)
        await end_turn(table, who)
        return
    deed = await Choose(
        Seat(me.side),
        f"{me.sheet.profile.name}: what now?",
        menu(ACTIONS, board, me, END),
        "act",
        who,
        refused=partial(refusals, ACTIONS, board, me),
        ending="done",
    )
    if deed is None:
        await end_turn(table, who)
        return
    await deed.perform(table, who)
    spot(table)
    if not present(table, who):
        await end_turn(table, who)


async def end_turn(table: GlogTable, who: Id) -> None:
    """A turn is over: whoever is still there tries to shake off what it suffers, each with a Save (D-37)."""
    table.set_turn(phase="block", active=NOBODY)
    if not present(table, who):
        return
    table.set(who, done=True)
    if table.now(who).sheet.acts:
        for effect in [one.word for one in table.now(who).sheet.conditions if one.word in EFFECTS]:
            if present(table, who) and await save(table, who, "might", effect, Tally(), "D-37"):
                ease(table, who, effect, "D-37")


def hypothetical_turn(board: GlogBoard, who: Id, at: Mapping[Id, Cell]) -> GlogState:
    """The battle if it were this combatant's turn now, with nothing spent, and some stood elsewhere.

    Surprise is over by then; sleep lasts its rounds.
    """
    state = board.state
    combatants = {id_: replace(c, at=at[id_]) if id_ in at else c for id_, c in state.combatants.items()}
    me = combatants[who]
    kept = without(me.sheet.conditions, SURPRISED)
    sheet = replace(
        me.sheet, action=True, moved=0, sprinted=False, cleaved=False, trifles=(), done=False, conditions=kept
    )
    combatants[who] = replace(me, sheet=sheet)
    turn = replace(state.turn, phase="turn", block=group(board, me), active=who, alarms=())
    return replace(state, combatants=combatants, turn=turn)
