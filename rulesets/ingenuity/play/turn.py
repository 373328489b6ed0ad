"""The sequence of a battle: how it opens; teams name one of theirs in turn, who has three actions; how it ends."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from msgspec.structs import replace

from game.kit import conditions as lasting
from game.kit.combatants import NOBODY, bodies, present, up_on
from game.kit.telling import briefly, surprise_choices
from game.rules.events import Id, RoundBegan
from game.rules.questions import Choose, Option, Seat
from game.rules.state import Verdict
from game.spatial.field import Cell
from rulesets.ingenuity.play import damage, deeds, menu, moving
from rulesets.ingenuity.play.deeds import GOALS
from rulesets.ingenuity.play.events import Ordered, TurnBegan
from rulesets.ingenuity.play.geometry import surprised
from rulesets.ingenuity.sheet.sheet import ACTIONS, REACTIONS, Body, IngenuityBoard, IngenuityState, IngenuityTable


async def step(table: IngenuityTable) -> None:
    """The next decision of the turn structure."""
    match table.state.turn.phase:
        case "start":
            await begin(table)
        case "round":
            begin_round(table)
        case "pick":
            await pick(table)
        case "turn":
            await act(table)
        case "end":
            await end_round(table)


# ------------------------------------------------------------------ rounds


def begin_round(table: IngenuityTable) -> None:
    """Everybody has a turn again, and attacks count anew (B-08, B-53); the first team begins (ruling N-1)."""
    number = table.state.turn.round + 1
    table.emit(RoundBegan(number))
    for c in table.fresh([c.id for c in bodies(table)]):
        table.set(c.id, acted=False, attacks=0)
    table.set_turn(round=number, phase="pick", current=0, active=NOBODY)


def waiting(board: IngenuityBoard, side: str) -> list[Body]:
    """Members of a team who still have a turn this round (B-08, B-12, B-13)."""
    return [c for c in up_on(board, side) if not c.sheet.acted and not surprised(board, c)]


async def pick(table: IngenuityTable) -> None:
    """The next team with members left names one of them; teams without are passed over (B-09 to B-11).

    It is asked of the last one too: not to be asked would tell the others that nobody else is there in hiding.
    """
    turn = table.state.turn
    places = [(turn.current + number) % len(turn.order) for number in range(len(turn.order))]
    place = next((each for each in places if waiting(table, turn.order[each])), None)
    if place is None:
        table.set_turn(phase="end")
        return
    side = turn.order[place]
    there = waiting(table, side)
    options = [Option(c.id, c.id, c.sheet.profile.name, target=c.id, short=briefly(c.id)) for c in there]
    who = await table.choose(Seat(side), "Who acts?", options, kind="pick")
    table.set_turn(current=place)
    await begin_turn(table, who)


async def end_round(table: IngenuityTable) -> None:
    """Those who had no turn burn and bleed now (ruling); objectives are counted; surprise is over (B-13)."""
    for c in table.fresh([c.id for c in bodies(table) if not c.sheet.acted and not c.sheet.dead]):
        await damage.suffer_effects(table, c.id)
    lasting.end(table, "round ends", [c.id for c in bodies(table)], table.state.turn.round)
    GOALS.count(table)
    table.set_turn(phase="round", surprise=())


# ------------------------------------------------------------------ one turn


async def begin_turn(table: IngenuityTable, who: Id) -> None:
    """All that lasts until this turn is over; its reaction comes back (B-30); it burns and bleeds."""
    table.set(who, acted=True, reactions=REACTIONS, readied=None)
    lasting.end(table, "turn begins", [who])
    table.set_turn(phase="turn", active=who, actions=ACTIONS, over=False, moved=False, stepped=False, commanded=())
    table.emit(TurnBegan(who))
    moving.spot(table)
    table.set_turn(actions=ACTIONS - damage.lost_actions(table, who))
    await damage.suffer_effects(table, who)


async def act(table: IngenuityTable) -> None:
    """One thing that the active one does (B-16), and first what becomes of what it has begun (B-38 to B-40)."""
    turn, who = table.state.turn, table.state.turn.active
    if turn.over or not present(table, who):
        end_turn(table)
        return
    me, board = table.now(who), table.still()
    name, left = me.sheet.profile.name, turn.actions
    if me.sheet.task is not None and left:
        await deeds.go_on(table, who)
        await done(table, who, left)
        return
    deed = await Choose(
        Seat(me.side),
        f"{name}: what now?",
        menu.menu(board, me),
        "act",
        who,
        refused=partial(menu.refusals, board, me),
        ending="done",
    )
    if deed is None:
        end_turn(table)
        return
    if turn.opener == who:
        table.set_turn(opener=NOBODY, opened=NOBODY)
    now = await deeds.unhindered(table, who, deed, menu.menu)
    if now is not None:
        await now.perform(table, who)
    else:
        table.set_turn(actions=max(0, left - deed.costs))
    await done(table, who, left)
    if table.state.turn.over or not present(table, who):
        end_turn(table)


async def done(table: IngenuityTable, who: Id, left: int) -> None:
    """What follows a deed on one's own turn; ``left``: actions that there were before it."""
    moving.spot(table)
    if table.state.turn.actions < left and present(table, who):
        await deeds.moment(table, "has acted", who)


def end_turn(table: IngenuityTable) -> None:
    """What counts within a turn is over for everybody (ruling N-8); the next team names somebody."""
    turn = table.state.turn
    damage.turn_ends(table, turn.active)
    if turn.active in table.state.combatants:
        table.set(turn.active, brandished=True)
    for c in table.fresh([c.id for c in bodies(table)]):
        table.set(c.id, tried=(), struck=(), missed=())
    table.set_turn(phase="pick", active=NOBODY, actions=0, over=False, current=(turn.current + 1) % len(turn.order))


def hypothetical_turn(board: IngenuityBoard, who: Id, at: Mapping[Id, Cell]) -> IngenuityState:
    """The battle if it were this combatant's turn now, with nothing spent, and some stood elsewhere."""
    state = board.state
    combatants = {id_: replace(c, at=at[id_]) if id_ in at else c for id_, c in state.combatants.items()}
    me = combatants[who]
    sheet = replace(me.sheet, attacks=0, tried=(), struck=(), missed=(), task=None, reactions=REACTIONS)
    combatants[who] = replace(me, sheet=sheet)
    turn = replace(
        state.turn,
        phase="turn",
        active=who,
        actions=ACTIONS,
        over=False,
        moved=False,
        stepped=False,
        commanded=(),
        surprise=(),
        opener=NOBODY,
        opened=NOBODY,
    )
    return replace(state, combatants=combatants, turn=turn)


async def begin(table: IngenuityTable) -> None:
    """Settle who has surprise, then the order of the teams."""
    sides = [side.name for side in table.setup.sides]
    table.set_turn(strength={side: len(up_on(table, side)) for side in sides})
    surprise = await _surprising(table, sides)
    # Who began the fight by attacking whom, if the scenario says so: "opening = 'WHO WHOM'" (B-06).
    who, _, whom = table.setup.events.get("opening", "").partition(" ")
    opener, opened = Id(who), Id(whom)
    first = table.now(opener).side if opener else await _first(table, sides, surprise)
    rest = [side for side in sides if side != first]
    order = [first]
    if opened:
        order.append(table.now(opened).side)
        rest.remove(order[1])
    while rest:
        order.append(rest.pop(await table.draw(rest, "who comes next") if len(rest) > 1 else 0))
    table.set_turn(order=tuple(order), surprise=surprise, phase="round")
    table.set_turn(opener=opener, opened=opened)  # by itself: who lies in ambush is not told to the others
    table.emit(Ordered(tuple(order), surprise))


async def _surprising(table: IngenuityTable, sides: list[str]) -> tuple[str, ...]:
    """The sides that have a round to themselves (B-13): as a rule those in ambush, unless all are."""
    party = [side.name for side in table.setup.sides if side.party] or sides[:1]
    choices = (("auto", "Those who lie in ambush surprise the others"), *surprise_choices(table, party))
    said = table.setup.options.get("surprise", "auto")
    if said == "ask":
        said = await table.ruling("surprise", "Is anybody caught unawares?", choices, "auto")
    lurking = {c.side for c in bodies(table) if c.sheet.hidden}
    having = {
        "none": [],
        "party": [side for side in sides if side not in party],
        "foes": party,
    }.get(said, [side for side in sides if side in lurking])
    return tuple(having) if len(having) < len(sides) else ()


async def _first(table: IngenuityTable, sides: list[str], surprise: tuple[str, ...]) -> str:
    """The side whose deed begins the fight (B-04): as a rule one that has surprise, else by lot (ruling N-1)."""
    party = [side.name for side in table.setup.sides if side.party] or sides[:1]
    said = table.setup.options.get("opening", "auto")
    if said == "party":
        return party[0]
    rivals = [side for side in sides if side not in party]
    if said == "foes" and rivals:
        return rivals[0]
    return surprise[0] if surprise else sides[await table.draw(sides, "whose deed begins the fight")]


LONGEST = 60
"""Rounds, six minutes of them (B-07), after which all have had enough (ruling N-18)."""


def verdict(board: IngenuityBoard) -> Verdict | None:
    """The winner, if there is one; asked between steps."""
    turn = board.state.turn
    if turn.phase == "start":
        return None
    return GOALS.verdict(board, "both sides are spent, and neither has won" if turn.round > LONGEST else "")
