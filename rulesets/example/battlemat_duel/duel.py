"""Duel: a tiny ruleset for tests. Sides take turns; a blow is d20 + bonus against a guard, and may be parried.

It has one of everything the engine offers: picks and actions, a family of moves, reactions in the middle of a blow and
of a move, a ruling, a pool of dice, hidden fighters, rounds, and an action whose tree of dice is too large to weigh.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from game.rules.events import Changed, Counted, Event, Id, Left, Moved, Place, RoundBegan
from game.rules.ledger import Ledger, Rule
from game.rules.questions import About, Choose, Family, Menu, Option, Refusal, Seat
from game.rules.readings import Successes
from game.rules.ruleset import Attacked, BadSetup, Features, Line, Outcome, Places, Setting
from game.rules.setup import Recruit, Setup
from game.rules.standing import Bar, Link, Mark, Scale, Slot, Standing
from game.rules.state import Combatant, State, Verdict
from game.rules.table import Board, Table
from game.rules.tally import Tally
from game.rules.weights import Weights
from game.spatial.field import Field
from game.spatial.space import Space

LAST_ROUND = 8
STUMBLES = (("nothing", "Nothing"), ("reel", "No parry this round"))
PARRY = 4


class Sheet(Struct, frozen=True):
    """A fighter."""

    unit: str
    number: int
    hp: int
    full: int
    guard: int
    bonus: int
    harm: str
    stride: int
    hidden: bool = False
    parry: bool = True
    """Whether it may still parry this round."""
    moved: bool = False
    struck: bool = False
    done: bool = False


class Turn(Struct, frozen=True):
    """Whose turn it is."""

    order: tuple[str, ...]
    current: int = 0
    round: int = 1


UNITS = {
    "knight": Sheet("knight", 0, 12, 12, 15, 4, "1d8", 3),
    "squire": Sheet("squire", 0, 8, 8, 13, 3, "1d6", 4),
    "thief": Sheet("thief", 0, 7, 7, 13, 3, "2d4", 5),
}

Duellists = State[Sheet, Turn]
DuelTable = Table[Sheet, Turn]
DuelBoard = Board[Sheet, Turn]


class Struck(Event, frozen=True):
    """A blow landed or missed."""

    who: Id
    target: Id
    total: int
    hit: bool


class Hurt(Event, frozen=True):
    """Hit points were lost. Tells only; a Changed goes with it."""

    who: Id
    amount: int


NO_WEIGHTS: Weights = {"options": {}, "positions": {}}


class Duel:
    """The ruleset."""

    name = "duel"
    title = "Duel"
    places: Places = "cells"
    scale = Scale(5, "ft")
    harm_word = "hit points"
    ledger = Ledger((Rule("D-1", "Blows", "d20 and bonus against guard.", "played"),))
    settings: tuple[Setting, ...] = (
        Setting("stumble", "A rolled 1", (*STUMBLES, ("ask", "Ask the referee")), ("D-1",)),
    )
    state_type: Any = State[Sheet, Turn]
    data_hash = "duel0001"
    weights = NO_WEIGHTS

    def roster(self, own: str = "") -> Mapping[str, str]:
        return {key: key.title() for key in UNITS}

    def parties(self, own: str = "") -> Mapping[str, tuple[Recruit, ...]]:
        return {
            "heroes": (Recruit("knight", "Ada"), Recruit("squire", "Bo")),
            "rogues": (Recruit("thief"), Recruit("thief", hidden=True)),
        }

    def begin(self, setup: Setup, ground: Space | None = None) -> Duellists:
        combatants: dict[Id, Combatant[Sheet]] = {}
        counts: dict[str, int] = {}
        for side in setup.sides:
            spots = _spots(setup, side.name)
            for recruit in side.squad:
                if recruit.unit not in UNITS:
                    raise BadSetup(f"duel knows no {recruit.unit!r}; it knows {', '.join(UNITS)}")
                counts[recruit.unit] = counts.get(recruit.unit, 0) + 1
                who = Id(recruit.name or f"{recruit.unit} {counts[recruit.unit]}")
                taken = {c.at for c in combatants.values()}
                at = recruit.at or next(spot for spot in spots if spot not in taken)
                number = 0 if recruit.name else counts[recruit.unit]
                sheet = replace(UNITS[recruit.unit], number=number, hidden=recruit.hidden)
                combatants[who] = Combatant(who, side.name, at, sheet)
        opened = tuple(sorted(edge.id for edge in setup.field.edges if edge.state == "open"))
        return State(combatants, Turn(tuple(side.name for side in setup.sides)), opened)

    async def step(self, table: DuelTable) -> None:
        """One action of one fighter of the side at turn."""
        side = table.state.turn.order[table.state.turn.current]
        ready = [c for c in table.state.on(side) if not c.sheet.done]
        if not ready:
            _pass_turn(table)
            return
        who = ready[0].id
        if len(ready) > 1:
            who = await table.choose(Seat(side), "Who acts?", [Option(c.id, c.id, c.id) for c in ready], kind="pick")
        act = await table.choose(
            Seat(side), f"{who}: what?", _acts(table, who), who=who, idle="end", refused=lambda: _refusals(table, who)
        )
        match act:
            case ("strike", target):
                table.set(who, struck=True)
                await _strike(table, who, target)
            case ("flurry", target):
                table.set(who, struck=True)
                for _ in range(4):
                    if who in table.state.combatants and target in table.state.combatants:
                        await _strike(table, who, target)
            case ("move", place):
                table.set(who, moved=True)
                await _walk(table, who, place)
            case ("rally", _):
                faces = await table.throw("3d6", f"{who} rallies", who, Successes(5))
                sheet = table.now(who).sheet
                table.set(who, struck=True, hp=min(sheet.full, sheet.hp + Successes(5).of(faces)))
            case ("hide", _):
                table.set(who, hidden=True, struck=True)
            case _:
                table.set(who, done=True)

    def over(self, board: DuelBoard) -> Verdict | None:
        left = list(dict.fromkeys(c.side for c in board.state.combatants.values()))
        if len(left) == 1:
            return Verdict(left[0], "the last side standing")
        if not left or board.state.turn.round > LAST_ROUND:
            return Verdict(None, "nobody won")
        return None

    def round_of(self, state: Duellists) -> int:
        return state.turn.round

    def order(self, board: DuelBoard) -> Sequence[Slot]:
        turn = board.state.turn
        sides = turn.order[turn.current :] + turn.order[: turn.current]
        return [Slot(c.id, spent=c.sheet.done) for side in sides for c in board.state.on(side)]

    def banner(self, board: DuelBoard) -> Sequence[str]:
        turn = board.state.turn
        return (f"{turn.order[turn.current]} acts",)

    def apart(self, board: DuelBoard, who: Id, to: Id | Place) -> str:
        place = board.now(to).at if isinstance(to, str) else to
        return f"{_apart(board.now(who).at, place)} cells"

    def seen_by(self, board: DuelBoard, side: str) -> Collection[Id]:
        return [c.id for c in board.state.combatants.values() if c.side == side or not c.sheet.hidden]

    def masked(self, board: DuelBoard, side: str) -> Duellists:
        known = self.seen_by(board, side)
        return replace(board.state, combatants={i: c for i, c in board.state.combatants.items() if i in known})

    def supposing(self, board: DuelBoard, who: Id, at: Mapping[Id, Place]) -> Duellists:
        state, me = board.state, board.now(who)
        combatants = {
            id_: replace(c, at=at.get(id_, c.at), sheet=replace(c.sheet, moved=False, struck=False, done=id_ != who))
            for id_, c in state.combatants.items()
        }
        return replace(state, combatants=combatants, turn=replace(state.turn, current=state.turn.order.index(me.side)))

    def standing(self, board: DuelBoard, who: Id) -> Standing:
        sheet = board.now(who).sheet
        marks = (Mark("hidden"),) if sheet.hidden else ()
        up = sheet.hp > 0
        near = (c for c in _foes(board, board.now(who)) if _apart(c.at, board.now(who).at) == 1)
        links = tuple(Link("faces", c.id, 1) for c in near)
        return Standing(
            name=who,
            icon=sheet.unit,
            number=sheet.number,
            kind=sheet.unit,
            size=1,
            up=up,
            bars=(Bar("Hit points", sheet.hp, sheet.full),),
            marks=marks,
            reacts=up and sheet.parry,
            links=links,
        )

    def outcome(self, before: Duellists, after: Duellists, events: Iterable[Event]) -> Outcome:
        attacks: list[Attacked] = []
        lost: dict[Id, int] = {}
        for event in events:
            match event:
                case Struck(who, target, _, landed):
                    attacks.append(Attacked(who, target, landed))
                case Hurt(who, amount):
                    lost[who] = lost.get(who, 0) + amount
        down = tuple(who for who in before.combatants if who not in after.combatants)
        return Outcome(tuple(attacks), tuple(lost.items()), down)

    def tell(self, board: DuelBoard, event: Event) -> Line | None:
        match event:
            case Struck(who, target, total, hit):
                board.now(target)
                return Line(f"{who} {'hits' if hit else 'misses'} {target} with {total}", 1, who, ("D-1",))
            case Hurt(who, amount):
                return Line(f"{who} loses {amount} of {board.now(who).sheet.full}", 2, who)
            case Moved(who, start, end):
                return Line(f"{who} goes from {start} to {end}", 1, who)
            case Changed(who, changes):
                return Line(f"{who} is now {changes}", 2, who) if board.now(who).sheet.full else None
            case _:
                return None

    def advise(self, board: DuelBoard, question: Choose[Any]) -> Mapping[str, Features]:
        return {o.key: {"harm": 3.0 if o.key.startswith(("strike", "flurry")) else 0.0} for o in question.options}

    def worth(self, board: DuelBoard, side: str) -> Features:
        return {
            "hp": float(sum(c.sheet.hp if c.side == side else -c.sheet.hp for c in board.state.combatants.values()))
        }


DUEL = Duel()


def _acts(table: DuelTable, who: Id) -> Menu[tuple[str, Any]]:
    me = table.now(who)
    singles: list[Option[tuple[str, Any]]] = []
    if not me.sheet.struck:
        for foe in _foes(table, me):
            if not foe.sheet.hidden and _apart(me.at, foe.at) == 1:
                tally = Tally().plus("bonus", me.sheet.bonus, "D-1")
                about = About(tally=tally, notes=(f"guard {foe.sheet.guard}",))
                key = f"strike {foe.id}"
                singles.append(Option(key, ("strike", foe.id), key, target=foe.id, look=lambda about=about: about))  # type: ignore[misc]
                singles.append(Option(f"flurry {foe.id}", ("flurry", foe.id), f"flurry {foe.id}", target=foe.id))
        if me.sheet.hp < me.sheet.full:
            singles.append(Option("rally", ("rally", None), "Rally"))
        if not me.sheet.hidden and all(foe.sheet.hidden or _apart(me.at, foe.at) > 2 for foe in _foes(table, me)):
            singles.append(Option("hide", ("hide", None), "Hide"))
    singles.append(Option("end", ("end", None), "End turn"))
    if me.sheet.moved:
        return Menu(singles)
    paths = _paths(table, me)

    def to(key: str, place: Place) -> Option[tuple[str, Any]]:
        return Option(key, ("move", place), f"Go to {place}", place=place, look=lambda: About(path=paths[place]))

    return Menu(singles, [Family("move", tuple(paths), to)])


def _refusals(table: DuelTable, who: Id) -> tuple[Refusal, ...]:
    return (Refusal("Strike", "has struck this round", "D-1"),) if table.now(who).sheet.struck else ()


async def _strike(table: DuelTable, who: Id, target: Id) -> None:
    """Rule: Blows. A striker shows itself; the target may parry after the dice have been rolled."""
    table.set(who, hidden=False)
    sheet = table.now(who).sheet
    rolled = await table.roll("d20", f"{who} strikes at {target}", who)
    if rolled == 1 and await table.ruling("stumble", f"{who} rolled a 1", STUMBLES, "nothing") == "reel":
        table.set(who, parry=False)
    tally = Tally().plus("d20", rolled, "D-1").plus("bonus", sheet.bonus, "D-1")
    guard = table.now(target).sheet.guard
    table.emit(Counted(who, "strike", tally, guard))
    if table.now(target).sheet.parry:
        matters = guard <= tally.total < guard + PARRY
        options = (Option("pass", False, "Let it be"), Option("parry", True, "Parry", matters=matters))
        seat = Seat(table.now(target).side)
        why = f"{target}: {who} rolled {tally.total}, parry?"
        if await table.choose(seat, why, options, kind="react", who=target, topic="parry", idle="pass", about=(who,)):
            table.set(target, parry=False)
            guard += PARRY
    table.emit(Struck(who, target, tally.total, tally.total >= guard))
    if tally.total >= guard:
        _harm(table, target, await table.roll(sheet.harm, f"{who} hurts {target}", who))


def _harm(table: DuelTable, who: Id, amount: int) -> None:
    lost = min(amount, table.now(who).sheet.hp)
    table.emit(Hurt(who, lost))
    table.set(who, hp=table.now(who).sheet.hp - lost)
    if not table.now(who).sheet.hp:
        table.emit(Left(who, "down"))


async def _walk(table: DuelTable, who: Id, place: Place) -> None:
    """Cell by cell; a foe that lies hidden beside the way may strike, and is seen anyhow. Two in hiding pass by."""
    for cell in _paths(table, table.now(who))[place]:
        met = next((c for c in _foes(table, table.now(who)) if c.at == cell), None)
        if met is not None:
            table.set(met.id, hidden=False)
            return
        table.emit(Moved(who, table.now(who).at, cell))
        for foe in table.fresh(c.id for c in _foes(table, table.now(who))):
            if not foe.sheet.hidden or table.now(who).sheet.hidden or _apart(foe.at, cell) > 1:
                continue
            strikes = await table.confirm(
                Seat(foe.side), f"{foe.id}: strike at {who} from hiding?", who=foe.id, topic="ambush", about=(who,)
            )
            table.set(foe.id, hidden=False)
            if strikes:
                await _strike(table, foe.id, who)
            return


def _pass_turn(table: DuelTable) -> None:
    turn = table.state.turn
    current = (turn.current + 1) % len(turn.order)
    table.set_turn(current=current, round=turn.round + (current == 0))
    if current == 0:
        table.emit(RoundBegan(turn.round + 1))
    for c in table.fresh(c.id for c in table.state.on(turn.order[current])):
        table.set(c.id, parry=True, moved=False, struck=False, done=False)


def _foes(board: DuelBoard, me: Combatant[Sheet]) -> Iterator[Combatant[Sheet]]:
    return (c for c in board.state.combatants.values() if c.side != me.side)


def _apart(a: Place, b: Place) -> int:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def _paths(board: DuelBoard, me: Combatant[Sheet]) -> dict[Place, tuple[Place, ...]]:
    """Where a fighter may go, with the way. Hidden foes are no obstacle to plans; they are met on the way."""
    field = board.setup.field
    taken = {c.at for c in board.state.combatants.values() if c.side == me.side or not c.sheet.hidden}
    paths: dict[Place, tuple[Place, ...]] = {me.at: ()}
    edge: list[Place] = [me.at]
    for _ in range(me.sheet.stride):
        grown: list[Place] = []
        for x, y in edge:
            for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
                cell = (x + dx, y + dy)
                if cell not in paths and cell not in taken and _open(field, cell):
                    paths[cell] = (*paths[(x, y)], cell)
                    grown.append(cell)
        edge = grown
    del paths[me.at]
    return paths


def _open(field: Field, cell: Place) -> bool:
    inside = 0 <= cell[0] < field.width and 0 <= cell[1] < field.height
    return inside and not field.at(cell).blocks_move


def _spots(setup: Setup, side: str) -> list[Place]:
    """The side's spawns, else open cells in columns of its own: the first side west, the last side east."""
    field = setup.field
    drawn = [cell for spawn in field.spawns if spawn.side == side for cell in spawn.cells]
    names = [s.name for s in setup.sides]
    column = names.index(side) * (field.width - 1) // max(1, len(names) - 1)
    near = sorted((abs(x - column), x, y) for x in range(field.width) for y in range(field.height))
    return drawn + [(x, y) for _, x, y in near if _open(field, (x, y))]
