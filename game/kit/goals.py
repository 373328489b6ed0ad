"""Victory by objectives: each side's objective, how near it is, and what follows it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from game.kit.combatants import NamedFighter, standing
from game.rules.events import Id, Said
from game.rules.option_details import OptionDetails
from game.rules.questions import Option
from game.rules.ruleset import ObjectiveProgress
from game.rules.setup import Objective
from game.rules.state import Combatant, Verdict
from game.rules.table import Board, Table
from game.spatial.places import InZone


class Progress(msgspec.Struct, frozen=True):
    """How far a side has come with its objective."""

    behind: int = 0
    """Objectives that it has reached and that others followed."""
    since: int = 0
    """The round after which the present one became its objective."""
    held: int = 0
    """Full rounds for which it has held its ground."""
    worked: int = 0
    """Times its task was done."""


class GoalTurn(Protocol):
    """Turn record, as far as goals need it."""

    @property
    def round(self) -> int:
        """The number of the round."""

    @property
    def progress(self) -> Mapping[str, Progress]:
        """By side, for those that have made any."""

    @property
    def escaped(self) -> tuple[Id, ...]:
        """Those who have left the map, in order."""


S = TypeVar("S", bound=NamedFighter)
N = TypeVar("N", bound=GoalTurn)
T = TypeVar("T")


@dataclass(frozen=True)
class Goals(Generic[S, N]):
    """The objectives of a ruleset's battles; it says who stands on their ground, and who left by it."""

    on: Callable[[Board[S, N], Combatant[S], Objective], bool]
    """Whether a combatant stands on the ground of an objective."""
    through: Callable[[Board[S, N], Combatant[S], Objective], bool]
    """Whether a combatant that is gone left the map over that ground."""

    # -- reading

    def aim(self, board: Board[S, N], side: str) -> Objective:
        """The present objective of a side."""
        aim, behind = board.setup.objective(side), self.progress(board, side).behind
        while behind and aim.then is not None:
            aim, behind = aim.then, behind - 1
        return aim

    def lasting(self, board: Board[S, N], side: str) -> bool:
        """Whether a side only has to last, so that waiting is what it wants."""
        return self.aim(board, side).goal in (*_LASTING, "hold")

    def progress(self, board: Board[S, N], side: str) -> Progress:
        """How far a side has come with it."""
        return board.state.turn.progress.get(side, _NONE)

    def others(self, board: Board[S, N], side: str) -> Iterator[Objective]:
        """The present objectives of the other sides."""
        return (self.aim(board, each.name) for each in board.setup.sides if each.name != side)

    def ground(self, board: Board[S, N], side: str) -> Objective | None:
        """The objective to whose ground a side should go: its own, else another's that it can spoil there."""
        if not board.setup.objectives:
            return None
        own = self.aim(board, side)
        if own.goal in ("hold", "escape", "task"):
            return own if own.cells else None
        return next((each for each in self.others(board, side) if each.goal in ("hold", "task") and each.cells), None)

    def drawn(self, board: Board[S, N], c: Combatant[S]) -> Objective | None:
        """The objective to whose ground somebody should go, for its side: who gets away is often one alone."""
        aim = self.ground(board, c.side)
        return aim if aim is not None and (aim.goal != "escape" or _meant(aim, c)) else None

    def escaping(self, board: Board[S, N], c: Combatant[S]) -> Objective | None:
        """The objective of somebody's side if that is to get this one away."""
        aim = self.aim(board, c.side)
        return aim if aim.goal == "escape" and _meant(aim, c) else None

    def gains(self, board: Board[S, N], side: str) -> dict[str, float]:
        """How far the side's objective, or the one that it should spoil, has come: features of a position."""
        aim = self.ground(board, side)
        if aim is None:
            return {}
        now, ours = self.progress(board, aim.side), aim.side == side
        return {"worked" if ours else "they work": float(now.worked), "holds" if ours else "they hold": float(now.held)}

    def objective_progress(self, board: Board[S, N], side: str) -> ObjectiveProgress | None:
        """How far a side has come with its present objective; None if nothing of it is counted."""
        if not board.setup.objectives:
            return None
        aim, now = self.aim(board, side), self.progress(board, side)
        match aim.goal:
            case "task":
                return ObjectiveProgress(aim, now.worked, _times(aim))
            case "hold":
                return ObjectiveProgress(aim, now.held, max(1, aim.rounds))
            case "escape":
                return ObjectiveProgress(aim, self._away(board, aim), _times(aim))
            case "fell":
                return ObjectiveProgress(aim, int(self._up(board, aim) is False), 1)
            case "survive" | "protect" if aim.rounds:
                return ObjectiveProgress(
                    aim, min(aim.rounds, max(0, board.state.turn.round - 1 - now.since)), aim.rounds
                )
            case _:
                return None

    def decided(self, board: Board[S, N], standing: Sequence[str]) -> Verdict | None:
        """Verdict by objectives, if any side has won; a draw if several have at once.

        ``standing``: sides with somebody who fights, in the set-up's order.
        """
        if not board.setup.objectives:
            return None
        found = [self._verdict(board, side.name, standing) for side in board.setup.sides]
        verdicts = [verdict for verdict in found if verdict is not None]
        if len({verdict.winner for verdict in verdicts}) > 1:
            return Verdict(None, "several sides have reached what they fought for")
        return verdicts[0] if verdicts else None

    def verdict(self, board: Board[S, N], late: str = "") -> Verdict | None:
        """The same, or else for the last side that fights; ``late``: why it is a draw if there is none yet."""
        fighting = standing(board)
        return self.decided(board, fighting) or fought_out(fighting, late)

    def task(self, board: Board[S, N], side: str) -> Objective | None:
        """The task that a side still has to work at, if its objective is one."""
        if not board.setup.objectives:
            return None
        aim = self.aim(board, side)
        return aim if aim.goal == "task" and self.progress(board, side).worked < _times(aim) else None

    # -- counting

    def work(self, table: Table[S, N], side: str) -> None:
        """A side's task was done once more."""
        now = self.progress(table, side)
        self._note(table, side, replace(now, worked=now.worked + 1))

    def count(self, table: Table[S, N]) -> None:
        """A round is over: ground held alone counts, or the count begins anew; what follows takes over."""
        for each in table.setup.sides:
            side, aim = each.name, self.aim(table, each.name)
            if aim.goal == "hold":
                there = {c.side for c in table.state.combatants.values() if c.sheet.up and self.on(table, c, aim)}
                now = self.progress(table, side)
                self._note(table, side, replace(now, held=now.held + 1 if there == {side} else 0))
            if aim.then is not None and self._reached(table, side, aim, ended=1):
                now = self.progress(table, side)
                self._note(table, side, Progress(now.behind + 1, table.state.turn.round))
                table.emit(Said(f"{each.called}: {_WHY[aim.goal](aim)}; now for its next objective"))

    def _note(self, table: Table[S, N], side: str, now: Progress) -> None:
        table.set_turn(progress={**table.state.turn.progress, side: now})

    def _verdict(self, board: Board[S, N], side: str, standing: Sequence[str]) -> Verdict | None:
        aim = self.aim(board, side)
        if aim.goal == "protect" and self._up(board, aim) is False:
            rival = next((name for name in standing if name != side), None)
            return Verdict(rival, f"{aim.who} has fallen")
        if aim.then is None and self._reached(board, side, aim) and (aim.goal not in _LASTING or side in standing):
            return Verdict(side, _WHY[aim.goal](aim))
        return None

    def _reached(self, board: Board[S, N], side: str, aim: Objective, ended: int = 0) -> bool:
        """Whether a side has come to the end of its present objective; ``ended`` is 1 when the round is just over."""
        now, turn = self.progress(board, side), board.state.turn
        lasted = turn.round + ended - now.since > aim.rounds
        match aim.goal:
            case "hold":
                return now.held >= max(1, aim.rounds)
            case "survive":
                return lasted
            case "escape":
                return self._away(board, aim) >= _times(aim)
            case "protect":
                return bool(aim.rounds) and lasted
            case "task":
                return now.worked >= _times(aim)
            case "fell":
                return self._up(board, aim) is False
            case "eliminate":
                return False

    def _away(self, board: Board[S, N], aim: Objective) -> int:
        """How many have got away of those meant to, as far as the board tells of them."""
        gone = board.state.gone
        return sum(who in gone and self._left(board, aim, gone[who]) for who in board.state.turn.escaped)

    def _left(self, board: Board[S, N], aim: Objective, gone: Combatant[S]) -> bool:
        """Whether somebody who left is one of those meant to, and went by the way meant."""
        if gone.side != aim.side or (aim.cells and not self.through(board, gone, aim)):
            return False
        return _meant(aim, gone)

    def _up(self, board: Board[S, N], aim: Objective) -> bool | None:
        """Whether the one whom an objective is about is up; None if there is nobody of that name."""
        everyone = (*board.state.combatants.values(), *board.state.gone.values())
        meant = (c for c in everyone if c.sheet.profile.name == aim.who)
        return next((c.sheet.up for c in meant if (c.side == aim.side) == (aim.goal == "protect")), None)


def _meant(aim: Objective, c: Combatant[S]) -> bool:
    """Whether somebody is one of those whom an objective is about."""
    return aim.who in ("", c.sheet.profile.name)


def task_option(task: Objective, value: T, look: Callable[[], OptionDetails] | None = None) -> Option[T]:
    """The option to work at a task."""
    return Option("work", value, f"Work at {task.what}", look=look, short="Work at it")


def fought_out(standing: Sequence[str], late: str = "") -> Verdict | None:
    """Verdict for the last side that fights, if there is one; ``late``: why it is a draw if there is none yet."""
    if not standing:
        return Verdict(None, "nobody is left standing")
    if len(standing) == 1:
        return Verdict(standing[0], "no enemy is left fighting")
    return Verdict(None, late) if late else None


def objective_zones(board: Board[Any, Any, Any], aim: Objective) -> list[InZone]:
    """The zones that an objective's cells lie in, without those that it only brims over into."""
    zones = board.space.zones
    cells: dict[InZone, int] = {}
    for cell in aim.cells:
        place = zones.at(cell)
        if place is not None:
            cells[place] = cells.get(place, 0) + 1
    most = max(cells.values(), default=0)
    return sorted(place for place, count in cells.items() if 2 * count > most)


def exits(board: Board[Any, Any, Any]) -> list[InZone]:
    """Zones from which one can leave the map: those with an exit, or on a map without any those at its rim."""
    zones, space = board.space.zones, board.space
    drawn = [place for place in zones.all_zones if "exit" in zones.area(place).tags]
    if drawn:
        return drawn
    return [
        place
        for place in zones.all_zones
        if any(x in (0, space.width - 1) or y in (0, space.height - 1) for x, y in zones.cells(place))
    ]


_NONE = Progress()

_LASTING: Collection[str] = ("survive", "protect")
"""Goals that a side reaches only while somebody of it fights."""

_WHY: Mapping[str, Callable[[Objective], str]] = {
    "hold": lambda aim: f"held its ground for {max(1, aim.rounds)} round{'s' * (aim.rounds > 1)}",
    "survive": lambda aim: f"survived {aim.rounds} round{'s' * (aim.rounds > 1)}",
    "escape": lambda aim: "got away",
    "protect": lambda aim: f"{aim.who} was kept safe",
    "task": lambda aim: f"did its task at {aim.what}",
    "fell": lambda aim: f"{aim.who} has fallen",
}


def _times(aim: Objective) -> int:
    return max(1, aim.count)
