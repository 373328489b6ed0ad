"""What is shown and said: who stands how, the lines of the log, what an option led to.

All of it is read from the state and the events. Nothing here is asked by the rules.
"""

from __future__ import annotations

from collections.abc import Iterable

from battlemat_duel.events import Hurt, Struck
from battlemat_duel.moving import beside, foes
from battlemat_duel.sheet import DuelBoard, DuelState
from game.rules.events import Event, Id, Left, Moved
from game.rules.ruleset import Attacked, LogLine, Outcome
from game.rules.standing import Bar, Link, Mark, Standing


def standing(board: DuelBoard, who: Id) -> Standing:
    """How somebody is shown on the board; also asked of those who have left it."""
    me = board.now(who)
    sheet, up, profile = me.sheet, me.sheet.up, me.sheet.profile
    near = (foe for foe in foes(board, me) if up and beside(board, me, foe))
    return Standing(
        name=who,
        icon=profile.icon,
        number=profile.number,
        kind=profile.key,
        size=1,
        up=up,
        bars=(Bar("Hit points", sheet.hp, profile.hp),),
        marks=(Mark("hidden"),) if sheet.hidden else (),
        facts=(("Guard", str(profile.guard)), ("Harm", profile.harm)),
        reacts=up and sheet.parry,
        links=tuple(Link("faces", foe.id, 1) for foe in near),
    )


def tell(board: DuelBoard, event: Event) -> LogLine | None:
    """A line of the log. ``board`` is as it was before the event: what an event changes, it must say itself."""
    match event:
        case Struck(who, target, total, hit):
            return LogLine(f"{who} {'hits' if hit else 'misses'} {target} with {total}", 1, who, ("D-1",))
        case Hurt(who, amount):
            return LogLine(f"{who} loses {amount} of {board.now(who).sheet.profile.hp}", 2, who)
        case Left(who, _):
            return LogLine(f"{who} is out of the fight", 1, who)
        case Moved(who, start, end):
            return LogLine(f"{who} goes from {start} to {end}", 1, who)
        case _:
            return None


def outcome(before: DuelState, after: DuelState, events: Iterable[Event]) -> Outcome:
    """What the screen says an option may lead to, and how likely: it is played on copies and summed up here."""
    attacks: list[Attacked] = []
    lost: dict[Id, int] = {}
    for event in events:
        match event:
            case Struck(who, target, _, landed):
                attacks.append(Attacked(who, target, landed))
            case Hurt(who, amount):
                lost[who] = lost.get(who, 0) + amount
    down = tuple(who for who in before.combatants if who not in after.combatants)
    return Outcome(tuple(attacks), tuple((who, (amount,)) for who, amount in lost.items()), down)
