"""What Vigil says and shows."""

from __future__ import annotations

from collections.abc import Iterable

from game.kit.facts import Harmed
from game.kit.telling import Wording, name_of, sum_up, tell_fact
from game.rules.events import AttackEvent, Drawn, Event, Id, Notice, NoticeEvent
from game.rules.ruleset import LogLine, Outcome
from game.rules.standing import Bar, Mark, Pool, Slot, Standing
from game.spatial.field import Cell
from game.spatial.metric import ALTERNATE
from tests.vigil.sheet import LATEST, VigilBoard, VigilState

WORDS = Wording("points", {"fallen": ("falls", "V-5")}, {Harmed: "V-5"})


class Struck(AttackEvent, frozen=True):
    """A strike begins."""

    far: bool

    @property
    def flies(self) -> bool:
        return self.far


class Spotted(NoticeEvent, frozen=True):
    """Somebody is found who hid."""

    who: Id

    def notice(self) -> Notice:
        return Notice(self.who, "seen", "warn", "alarm")


def tell(board: VigilBoard, event: Event) -> LogLine | None:
    """Words for an event."""
    match event:
        case Struck(who, target, far):
            verb = "shoots at" if far else "strikes at"
            return LogLine(f"{name_of(board, who)} {verb} {name_of(board, target)}", 1, who, ("V-3",))
        case Spotted(who):
            return LogLine(f"{name_of(board, who)} comes out of hiding", 1, who)
        case Drawn(card, _, _, who) if who is not None:
            return LogLine(f"{name_of(board, who)} draws {card}", 1, who, ("V-1",))
        case _:
            return tell_fact(board, event, WORDS)


def standing(board: VigilBoard, who: Id) -> Standing:
    """What the board shows."""
    sheet = board.now(who).sheet
    one = sheet.profile
    return Standing(
        name=one.name,
        icon=one.icon,
        number=one.number,
        kind=one.key,
        size=1,
        up=sheet.up,
        bars=(Bar("Stamina", sheet.stamina, one.stamina, "guard"), Bar("Wounds", sheet.wounds, one.wounds)),
        pools=(Pool("Breath", sheet.breath, one.breath),) if one.breath else (),
        marks=tuple(Mark(condition.word, picture="frightened") for condition in sheet.conditions),
        facts=(("Skill", f"{one.skill}d6"), ("Reach", f"{one.reach} m"), ("Move", f"{one.move} m")),
        reacts=sheet.up and sheet.breath > 0,
    )


def order(board: VigilBoard) -> list[Slot]:
    """Cards from the one that is up, then those played."""
    turn = board.state.turn
    slots = []
    for number, card in enumerate(turn.cards):
        if card.who in board.state.combatants and board.now(card.who).sheet.up:
            shown = "" if card.number == LATEST else str(card.number)
            slots.append(Slot(card.who, shown, spent=number < turn.played))
    return sorted(slots, key=lambda slot: slot.spent)


def metres(board: VigilBoard, a: Cell, b: Cell) -> int:
    """Metres between two cells, heights too (V-2)."""
    return board.space.length(a, b, metric=ALTERNATE)


def tell_distance(board: VigilBoard, who: Id, to: Id | Cell) -> str:
    """Metres to somebody or somewhere."""
    place = board.now(to).at if isinstance(to, str) else to
    return f"{metres(board, board.now(who).at, place)} m"


def outcome(before: VigilState, after: VigilState, events: Iterable[Event]) -> Outcome:
    """What it led to."""
    return sum_up(before, after, events, lambda sheet: (sheet.stamina, sheet.wounds), lambda *_: (), {})
