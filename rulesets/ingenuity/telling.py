"""Words for events, and for what an option led to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from game.kit.telling import Wording, sum_up, tell_fact
from game.rules.events import Event, Id
from game.rules.ruleset import Line, Note, Outcome
from game.rules.state import Thing
from rulesets.ingenuity import roster
from rulesets.ingenuity.sheet import Body, IngenuityBoard, IngenuityState

WORDS = Wording(health="endurance", falls={"unconscious": ("falls unconscious", "B-72"), "dead": ("dies", "B-73")})


def tell(board: IngenuityBoard, event: Event) -> Line | None:
    """Word an event for the log; ``board`` is as it was before the event."""
    return tell_fact(board, event, WORDS)


def thing_name(board: IngenuityBoard, thing: Thing) -> str:
    """What lies there, and what shows of its state."""
    stock = roster.STOCK.with_own(board.setup.roster)
    item = stock.weapons.get(thing.key) or stock.items.get(thing.key)
    name = thing.key.replace("-", " ") if item is None else item.name.lower()
    return f"{'worn ' if thing.marks.get('wear') else ''}{'unloaded ' if thing.marks.get('unloaded') else ''}{name}"


def thing_icon(key: str) -> str:
    """The icon of something on the ground."""
    stock = roster.STOCK.house
    if key in stock.weapons:
        return "bow" if stock.weapons[key].shoots else "sword"
    return "shield" if key in stock.items else "star"


def outcome(before: IngenuityState, after: IngenuityState, events: Iterable[Event]) -> Outcome:
    """Sum up what happened between two states."""
    return sum_up(before, after, events, lambda sheet: sheet.end + sheet.hp, _gained)


def _gained(who: Id, was: Body, now: Body) -> Iterator[Note]:
    """Conditions that began."""
    if now.sheet.prone and not was.sheet.prone and now.sheet.up:
        yield Note(who, "prone")
