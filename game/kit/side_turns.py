"""Books in which a whole side acts, then the next: each of its fighters in any order, until it has ended its turn.

Such a book derives its class from ``SideBook`` and its sheet from ``SideSheet``, has its actions as values
(``game.rules.action``), and replaces what it plays or shows otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from game.kit import combatants, conditions
from game.kit.book import Book
from game.kit.combatants import Fighter, HasName, bodies, up_on
from game.kit.conditions import Conditions
from game.kit.deployment import NamedRecruit, muster
from game.kit.facts import AttackDeclared
from game.kit.goals import fought_out
from game.kit.telling import Wording, name_of, side_name, sum_up, tell_fact, with_other
from game.rules.action import Cost, Deed, menu, refusal, refusals
from game.rules.events import Event, Id, Moved, RoundBegan
from game.rules.questions import Option, Refusal, Seat
from game.rules.ruleset import BadSetup, LogLine, Note, Outcome, Places
from game.rules.setup import Setup
from game.rules.standing import Bar, Mark, Slot, Standing
from game.rules.state import Combatant, State, Verdict
from game.rules.table import Board, Table
from game.spatial.places import as_zone_place
from game.spatial.space import Space


class SideTurn(Struct, frozen=True):
    """Turn record: sides in their order, the acting one, the round."""

    order: tuple[str, ...]
    """Sides."""
    current: int = 0
    round: int = 1

    @property
    def side(self) -> str:
        """The side that acts."""
        return self.order[self.current]


class SideSheet(Struct, frozen=True, kw_only=True):
    """Sheet of a fighter for its turns; a book adds its profile, what it can lose, and whether it is ``up``."""

    hidden: bool = False
    """Whether it lies in ambush."""
    done: bool = False
    """Whether it has ended its turn."""
    spent: tuple[str, ...] = ()
    """Costs spent of this turn, by name."""
    conditions: Conditions = ()


class SideFighter(Fighter, Protocol):
    """Sheet of such a fighter."""

    @property
    def profile(self) -> HasName:
        """Its unchanging data."""

    @property
    def done(self) -> bool:
        """Whether it has ended its turn."""

    @property
    def conditions(self) -> Conditions:
        """Conditions that hold for a while."""


S = TypeVar("S", bound=SideFighter)
P = TypeVar("P")

END: Option[Deed | None] = Option("end", None, "End turn", icon="pass", ends=True)


def once(name: str, rule: str, *, lost: bool = True) -> Cost[Any]:
    """A cost that everybody can pay once in each of its turns; ``lost`` as for Cost: movement is not."""

    def pay(table: Table[Any, Any], who: Id, _: str) -> None:
        table.set(who, spent=(*table.now(who).sheet.spent, name))

    def lacking(me: Combatant[Any], _: str) -> Refusal | None:
        return refusal("done this turn", rule, name) if name in me.sheet.spent else None

    return Cost(name, pay, lacking, lost=lost)


class SideBook(Book[S, SideTurn, P]):
    """A ruleset in which whole sides take turns.

    ``initial_state``, ``standing`` and ``outcome`` are for sheets and profiles with a field ``health``.
    """

    places: Places
    harm_word: str
    sheet: ClassVar[type[Any]]
    """Made with a profile, and ``health`` and ``hidden`` by name."""
    fresh: Mapping[str, Any] = {"spent": (), "done": False}
    """Fields of a sheet with which a turn begins."""
    last_round: int
    """After it nobody wins any more."""
    shown: tuple[str, ...] = ()
    """Fields of a profile that are told of a fighter."""
    wording: Wording

    def shoots(self, profile: Any) -> bool:
        """Whether somebody fights from afar, and so starts far from the foe."""
        return False

    def initial_state(self, setup: Setup, space: Space) -> State[Any, Any, Any]:
        """The state before the first step. Raises BadSetup."""
        if any(objective.goal != "eliminate" for objective in setup.objectives):
            raise BadSetup(f"objectives: {self.name} knows no goal but eliminate; leave them out")

        def sheet(who: NamedRecruit[Any]) -> Any:
            return self.sheet(who.profile, health=who.profile.health, hidden=who.recruit.hidden)

        turn = SideTurn(tuple(side.name for side in setup.sides))
        return muster(setup, space, self.places, self.stock, sheet, turn, shoots=self.shoots)

    # -- what is played

    async def step(self, table: Table[S, SideTurn, P]) -> None:
        """Play one action of one fighter of the side that acts."""
        side = table.state.turn.side
        ready = [c for c in up_on(table, side) if not c.sheet.done]
        if not ready:
            self.pass_turn(table)
            return
        who = ready[0].id
        if len(ready) > 1:
            options = [Option(c.id, c.id, self.standing(table, c.id).name, target=c.id) for c in ready]
            who = await table.choose(Seat(side), "Who acts?", options, kind="pick")
        me, board = table.now(who), table.still()
        deed = await table.choose(
            Seat(side),
            f"{self.standing(board, who).name}: what?",
            menu(self.actions, board, me, END),
            who=who,
            idle="end",
            refused=partial(refusals, self.actions, board, me),
        )
        if deed is None:
            table.set(who, done=True)
            conditions.end(table, "turn ends", [who])
        else:
            await deed.perform(table, who)

    def pass_turn(self, table: Table[S, SideTurn, P]) -> None:
        """The next side's turn, and after the last side's the next round."""
        turn = table.state.turn
        current = (turn.current + 1) % len(turn.order)
        if current == 0:
            conditions.end(table, "round ends", [c.id for c in bodies(table)], turn.round)
        table.set_turn(current=current, round=turn.round + (current == 0))
        if current == 0:
            table.emit(RoundBegan(turn.round + 1))
        side = [c.id for c in table.state.on(turn.order[current])]
        for who in side:
            table.set(who, **self.fresh)
        conditions.end(table, "turn begins", side)

    def over(self, board: Board[S, SideTurn, P]) -> Verdict | None:
        """The last side that fights has won; nobody after the last round."""
        late = f"{self.last_round} rounds are over" if board.state.turn.round > self.last_round else ""
        return fought_out(combatants.standing(board), late)

    def hypothetical_turn(self, board: Board[S, SideTurn, P], who: Id, at: Mapping[Id, P]) -> State[S, SideTurn, P]:
        """The battle if it were somebody's turn with nothing spent."""
        state = board.state

        def there(c: Combatant[S, P]) -> Combatant[S, P]:
            sheet: Any = c.sheet
            kept = tuple(one for one in sheet.conditions if one.until != "turn begins")
            changes = {**self.fresh, "conditions": kept} if c.id == who else {"done": True}
            return replace(c, at=at.get(c.id, c.at), sheet=replace(sheet, **changes))

        turn = replace(state.turn, current=state.turn.order.index(board.now(who).side))
        return replace(state, combatants={id_: there(c) for id_, c in state.combatants.items()}, turn=turn)

    # -- what is shown and told

    def order(self, board: Board[S, SideTurn, P]) -> Sequence[Slot]:
        """The side that acts, then the others."""
        turn = board.state.turn
        sides = turn.order[turn.current :] + turn.order[: turn.current]
        return [Slot(c.id, spent=c.sheet.done) for side in sides for c in board.state.on(side)]

    def banner(self, board: Board[S, SideTurn, P]) -> Sequence[str]:
        """Side whose turn it is, in words."""
        return (f"{side_name(board, board.state.turn.side)} acts",)

    def standing(self, board: Board[S, SideTurn, P], who: Id) -> Standing:
        """How somebody is shown on the board; also asked of those who have left it."""
        sheet: Any = board.now(who).sheet
        profile = sheet.profile
        hidden = [Mark("hidden")] if sheet.hidden else []
        return Standing(
            name=profile.name,
            icon=profile.icon,
            number=profile.number,
            kind=profile.key,
            size=1,
            up=sheet.up,
            bars=(Bar(self.harm_word.capitalize(), sheet.health, profile.health),),
            marks=(*hidden, *(Mark(one.word, one.count) for one in sheet.conditions)),
            facts=tuple((name.capitalize(), str(getattr(profile, name))) for name in self.shown),
        )

    def tell_distance(self, board: Board[S, SideTurn, P], who: Id, to: Id | P) -> str:
        """Cells between two; or zones, and "nearby" within one."""
        start: Any = board.now(who).at
        end: Any = board.now(Id(to)).at if isinstance(to, str) else to
        if self.places == "cells":
            cells = board.space.distance(start, end)
            return f"{cells} cell{'' if cells == 1 else 's'}"
        far = board.space.zones.span(start, end)
        return "out of reach" if far is None else f"{far} zone{'' if far == 1 else 's'}" if far else "nearby"

    def tell(self, board: Board[S, SideTurn, P], event: Event) -> LogLine | None:
        """A line of the log; ``board`` is as it was before the event."""
        match event:
            case AttackDeclared(who, target):
                return LogLine(with_other(board, who, "attacks", target), 1, who, self.wording.cited(event))
            case Moved(who, _, end):
                where = str(end) if self.places == "cells" else board.space.zones.name(as_zone_place(end))
                goes = "is pushed" if event.how == "push" else "goes"
                return LogLine(f"{name_of(board, who)} {goes} to {where}", 1, who, self.wording.cited(event))
            case _:
                return tell_fact(board, event, self.wording)

    def outcome(self, before: State[S, SideTurn, P], after: State[S, SideTurn, P], events: Iterable[Event]) -> Outcome:
        """Losses of health, the attacks, and the conditions that began."""

        def health(sheet: Any) -> tuple[int]:
            return (sheet.health,)

        def begun(who: Id, was: Combatant[S, P], now: Combatant[S, P]) -> Iterable[Note]:
            held = was.sheet.conditions
            return [Note(who, Mark(one.word, one.count).told) for one in now.sheet.conditions if one not in held]

        return sum_up(before, after, events, health, begun, self.wording.falls)
