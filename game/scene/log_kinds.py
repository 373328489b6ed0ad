"""What sorts of things the log tells, by what events are: so that a reader may have only some of them."""

from __future__ import annotations

from typing import Literal

from game.rules.events import (
    ActionEvent,
    Appeared,
    Cause,
    Check,
    EdgeChanged,
    Event,
    Exchange,
    Flight,
    HealthEvent,
    Left,
    Moved,
    NoticeEvent,
    TargetedEvent,
    Vanished,
)
from game.rules.ruleset import LogLine

LogKind = Literal["heading", "attack", "harm", "movement", "condition", "test", "courage", "deed", "rest"]
"""heading: a stretch of the battle, which stands over whatever is read. attack: what is done to somebody, or flies.
harm: what is lost, won back, and who falls. condition: what befalls somebody. test: dice that decide whether somebody
succeeds. courage: it fails. deed: what else is done, reactions among it.
"""

KINDS: dict[LogKind, str] = {
    "attack": "attacks",
    "harm": "harm and falls",
    "movement": "movement",
    "condition": "conditions",
    "test": "tests",
    "courage": "courage",
    "deed": "other deeds",
}
"""Those that one may ask for, in words."""


def kind_of(event: Event, line: LogLine) -> LogKind:
    """What sort of thing an event is, told in a line of the log."""
    match event:
        case Moved() | Left() | Appeared() | Vanished() | EdgeChanged():
            return "movement"
        case TargetedEvent() | Flight():
            return "attack"
        case HealthEvent() | Cause():
            return "harm"
        case NoticeEvent() if event.notice().noise == "dismay":
            return "courage"
        case ActionEvent() if event.noise == "dismay":
            return "courage"
        case NoticeEvent():
            return "condition"
        case Check():
            return "test"
        case ActionEvent() | Exchange():
            return "deed"
        case _:
            return "rest" if line.depth else "heading"
