"""The sequence of a battle: reactions and surprise before it, initiative, blocks of turns, morale, and how it ends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from itertools import combinations

from msgspec.structs import replace

from game.kit import conditions
from game.kit.combatants import NOBODY, bodies, present, standing, up_on
from game.kit.conditions import Condition, begin, find, without
from game.kit.reactions import react
from game.kit.telling import briefly, surprise_choices
from game.rules.action import Deed, menu, refusals
from game.rules.dice import Tally, at_most
from game.rules.events import Id, RoundBegan
from game.rules.questions import Choose, Option, Refusal, Seat
from game.rules.state import Verdict
from game.spatial.field import Cell
from rulesets.glog.play import moving
from rulesets.glog.play.actions import ACTIONS
from rulesets.glog.play.effects import befall, cuts, ease, fall, initiative, obeys, plays, save
from rulesets.glog.play.events import BlockBegan, Broke, Disposed, Nerved, TurnBegan
from rulesets.glog.play.geometry import GOALS, adjacent, corners, feet_between, foes, hostile, unseen_well
from rulesets.glog.play.moving import way_out
from rulesets.glog.play.numbers import TARGET
from rulesets.glog.sheet.roster import grade
from rulesets.glog.sheet.sheet import (
    ASLEEP,
    BLOCKS,
    EFFECTS,
    SURPRISED,
    Alarm,
    Block,
    Body,
    GlogBoard,
    GlogState,
    GlogTable,
    Peace,
)

MOODS = (
    (2, "attack", "out for blood", "D-08"),
    (5, "hostile", "hostile", "D-09"),
    (8, "uncertain", "wary", "D-10"),
    (11, "cooperative", "cooperative", "D-11"),
    (12, "friendly", "friendly", "D-12"),
)
"""The highest Luck Roll of each disposition, its key, its word and its rule."""

LUCK = tuple(most for most, *_ in MOODS[:-1])
"""What is read in a Luck Roll: which of these it is at most."""


def ours(board: GlogBoard) -> tuple[str, ...]:
    """The sides whose members test Savvy: the party's, or the first where none is, or every one (ruling G-1)."""
    sides = [side.name for side in board.setup.sides]
    party = tuple(side.name for side in board.setup.sides if side.party)
    return party if 0 < len(party) < len(sides) else (sides[0],)


async def open_(table: GlogTable) -> None:
    """Talk or fight, then who is caught unawares."""
    table.set_turn(strength={side.name: len(up_on(table, side.name)) for side in table.setup.sides})
    await meet(table)
    if at_war(table):
        await surprise(table)
        table.set_turn(phase="round")


# ------------------------------------------------------------------ disposition


async def meet(table: GlogTable) -> None:
    """Rule: where it is not plain what others want, a Luck Roll for each of them says (D-07, ruling G-2)."""
    asked = table.setup.options.get("parley", "fight")
    if asked == "fight":
        return
    others = [side for side in table.setup.sides if side.name not in ours(table)]
    for other in others:
        if asked == "roll":
            total = await table.roll("2d6", f"Luck Roll: {other.called}", None, at_most(*LUCK))
        else:
            total = 0
        mood, word, rule = next(found for most, *found in MOODS if (total <= most if total else found[0] == asked))
        table.emit(Disposed(other.name, total, word, rule))
        for side in ours(table):
            await _talk(table, other.name, side, mood)


async def _talk(table: GlogTable, other: str, side: str, mood: str) -> None:
    """What a side of the party makes of the others' disposition, who attack on a 2 without a word (D-08 to D-12)."""
    if mood == "attack":
        return
    if mood == "hostile" and not await _settles(table, other, side, *_THREAT):
        return
    why, label, end = _TALK[mood]
    if await _settles(table, side, other, why, label):
        peace = Peace((side, other), end, mood == "friendly")
        table.set_turn(peace=(*table.state.turn.peace, peace))


_THREAT = ("Nobody has drawn a blade yet", "Threaten them first")

_TALK = {
    "hostile": ("They want what the party carries", "Give it to them", "the party pays, and is let go"),
    "uncertain": ("They are wary, and wait", "Let them be", "they part in peace"),
    "cooperative": ("They are ready to talk and trade", "Trade with them", "they deal with one another, and part"),
    "friendly": ("They are friendly, and would help", "Make friends", "they join the party"),
}


async def _settles(table: GlogTable, side: str, other: str, why: str, label: str) -> bool:
    leave, settle = Option("fight", False, "Attack", icon="sword"), Option("talk", True, label, icon="flag")
    asked = f"{table.setup.side(other).called}: {why[0].lower()}{why[1:]}" if len(table.setup.sides) > 2 else why
    about = tuple(c.id for c in up_on(table, other) if not c.sheet.hidden)
    return await react(Seat(side), asked, leave, [settle], topic="parley", about=about)


def at_war(board: GlogBoard) -> bool:
    """Whether two sides that still fight are hostile to one another."""
    return any(hostile(board, one, other) for one, other in combinations(standing(board), 2))


# ------------------------------------------------------------------ surprise


async def surprise(table: GlogTable) -> None:
    """Who is caught unawares can't act in the first round (D-04, ruling G-2)."""
    party, sides = ours(table), [side.name for side in table.setup.sides]
    choices = (
        ("auto", "Who is set upon from ambush Saves"),
        *surprise_choices(table, party),
        ("chance", "A chance meeting: the party Saves"),
    )
    said = table.setup.options.get("surprise", "auto")
    ruling = said if said == "auto" else await table.ruling("surprise", "Is anybody caught unawares?", choices, "auto")
    lurking = [side for side in sides if any(c.sheet.hidden for c in up_on(table, side))]

    def faced(some: Iterable[str], by: Iterable[str]) -> list[str]:
        """Those of some sides that others are hostile to."""
        return [side for side in some if any(hostile(table, side, other) for other in by)]

    others = [side for side in sides if side not in party]
    saving = {"auto": faced(sides, lurking), "chance": faced(party, sides)}.get(ruling, [])
    caught = {"party": faced(party, sides), "foes": faced(others, party)}.get(ruling, [])
    for c in table.fresh([c.id for c in bodies(table) if c.side in (*saving, *caught) and not c.sheet.hidden]):
        if c.side in caught or not await _notices(table, c, ruling):
            begin(table, c.id, Condition(SURPRISED, "round ends", last=1))


async def _notices(table: GlogTable, c: Body, ruling: str) -> bool:
    """Save with Savvy, with a Bane where the others are stealthy (D-06)."""
    others = [o for o in bodies(table) if hostile(table, c.side, o.side) and (o.sheet.hidden or ruling == "chance")]
    stealthy = any("stealthy" in o.sheet.profile.traits for o in others)
    sway = Tally().plus("stealthy", -int(stealthy), "D-06")
    return await save(table, c.id, "savvy", "surprise", sway, "D-06")


async def resolve(table: GlogTable) -> None:
    """Once what caused them is over, alarms are tested: one Test for each who is shaken, however many there are."""
    while table.state.turn.alarms:
        alarms = table.state.turn.alarms
        table.set_turn(alarms=())
        if not plays(table):
            return
        shaken: dict[Id, Alarm] = {}
        for alarm in alarms:
            for c in table.state.on(alarm.side):
                if alarm.who in (NOBODY, c.id):
                    shaken.setdefault(c.id, alarm)
        for who, alarm in shaken.items():
            if present(table, who) and obeys(table.now(who).sheet):
                await test(table, who, alarm)


async def test(table: GlogTable, who: Id, alarm: Alarm) -> None:
    """A d20 and Morale, or a hireling's Loyalty, against 20, and nothing else (ruling G-3); who fails breaks (D-45)."""
    me = table.now(who)
    profile = me.sheet.profile
    word = "Loyalty" if profile.kind == "hireling" else "Morale"
    face = await table.roll("d20", f"{word}: {alarm.why}", who, cuts(TARGET - profile.morale, 0))
    passed = face + profile.morale >= TARGET
    known = grade(profile.morale) if word == "Morale" else ""
    table.emit(Nerved(who, f"{word}: {alarm.why}", known, face, passed, alarm.rule))
    if not passed:
        break_(table, who, alarm.why)


def break_(table: GlogTable, who: Id, why: str) -> None:
    """Courage fails: away, if there is a way; else it throws down its arms (ruling G-18)."""
    table.set(who, grappling=NOBODY)
    me = table.now(who)
    table.emit(Broke(me.side, who, why, "D-45"))
    if way_out(table, me) is None:
        fall(table, who, "surrendered")
    else:
        table.set(who, fleeing=True, hidden=False)


LONGEST = 60
"""Rounds after which both sides have had enough (ruling G-30)."""


def _at_peace(board: GlogBoard, fighting: list[str]) -> Verdict:
    """Nobody who still fights has a foe: a draw, or the victory of whom the others have joined (ruling G-2)."""
    made = [peace for peace in board.state.turn.peace if set(peace.sides) <= set(fighting)]
    first = made[0].sides[0]
    joined = {peace.sides[1] for peace in made if peace.allied and peace.sides[0] == first}
    if len(fighting) < len(board.setup.sides) and {first, *joined} == set(fighting):
        return Verdict(first, "no enemy is left fighting")
    return Verdict(None, " and ".join(dict.fromkeys(peace.why for peace in made)))


def verdict(board: GlogBoard) -> Verdict | None:
    """The winner, if there is one; asked between steps."""
    turn, fighting = board.state.turn, standing(board)
    if len(fighting) > 1 and not at_war(board):
        return _at_peace(board, fighting)
    if turn.phase == "start":
        return None
    return GOALS.verdict(board, "both sides are spent, and neither has won" if turn.round > LONGEST else "")


BLOOD = "d4"
"""What bleeding costs each round (D-35)."""

END: Option[Deed | None] = Option("done", None, "End this turn", icon="pass", ends=True)

IN_THE_OPEN = 30
"""Feet within which an ambusher is seen that has nothing before it and stands in the light (ruling G-23)."""


async def step(table: GlogTable) -> None:
    """One decision of the turn structure, and then the nerve of those whom it has shaken."""
    match table.state.turn.phase:
        case "start":
            await open_(table)
        case "round":
            await begin_round(table)
        case "block":
            await block(table)
        case "turn":
            await act(table)
        case "end":
            end_round(table)
    await resolve(table)


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
    """Reset of what a new round gives back."""
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
