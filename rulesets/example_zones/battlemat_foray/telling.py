"""What is shown and said. All of it is read from the state and the events, and nothing here is asked by the rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from battlemat_foray.sheet import ForayBoard, ForayState
from game.kit.facts import AttackDeclared
from game.kit.telling import Wording, name_of, side_name, sum_up, tell_fact
from game.rules.events import Event, Id, Left, Moved
from game.rules.ruleset import LogLine, Outcome
from game.rules.standing import Bar, Mark, Slot, Standing
from game.spatial.places import ZonePlace, as_zone_place

WORDING = Wording("health", falls={}, rules={Left: "F-6"})


def standing(board: ForayBoard, who: Id) -> Standing:
    """How somebody is shown on the board; also asked of those who have left it."""
    sheet = board.now(who).sheet
    profile = sheet.profile
    return Standing(
        name=profile.name,
        icon=profile.icon,
        number=profile.number,
        kind=profile.key,
        size=1,
        up=sheet.up,
        bars=(Bar("Health", sheet.health, profile.health),),
        marks=(Mark("hidden"),) if sheet.hidden else (),
        facts=(("Guard", str(profile.guard)), ("Reach", str(profile.reach)), ("Harm", str(profile.harm))),
    )


def order(board: ForayBoard) -> Sequence[Slot]:
    """The side that acts, then the others."""
    turn = board.state.turn
    sides = turn.order[turn.current :] + turn.order[: turn.current]
    return [Slot(c.id, spent=c.sheet.done) for side in sides for c in board.state.on(side)]


def banner(board: ForayBoard) -> Sequence[str]:
    """Whose turn it is, in words."""
    return (f"{side_name(board, board.state.turn.side)} acts",)


def tell_distance(board: ForayBoard, who: Id, to: Id | ZonePlace) -> str:
    """A distance in the book's words."""
    far = board.space.zones.span(board.now(who).at, board.now(to).at if isinstance(to, str) else to)
    return "out of reach" if far is None else f"{far} zone{'' if far == 1 else 's'}" if far else "nearby"


def tell(board: ForayBoard, event: Event) -> LogLine | None:
    """A line of the log. ``board`` is as it was before the event."""
    match event:
        case AttackDeclared(who, target):
            return LogLine(f"{name_of(board, who)} attacks {name_of(board, target)}", 1, who, ("F-4",))
        case Moved(who, _, end):
            return LogLine(
                f"{name_of(board, who)} goes to {board.space.zones.name(as_zone_place(end))}", 1, who, ("F-2",)
            )
        case _:
            return tell_fact(board, event, WORDING)


def outcome(before: ForayState, after: ForayState, events: Iterable[Event]) -> Outcome:
    """What the screen says an option may lead to, and how likely."""
    return sum_up(before, after, events, lambda sheet: (sheet.health,), lambda *_: ())
