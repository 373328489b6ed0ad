"""What sorts of things the log tells, by what events are: so that a reader may have only some of them."""

from __future__ import annotations

from typing import Literal

from game.rules.event_kinds import Cause, Check, Deed, Exchange, Fate, Flight, Noticed, Upon
from game.rules.events import Appeared, EdgeChanged, Event, Left, Moved, Vanished
from game.rules.ruleset import Line

Kind = Literal["heading", "attack", "harm", "movement", "condition", "test", "courage", "deed", "rest"]
"""heading: a stretch of the battle, which stands over whatever is read. attack: what is done to somebody, or flies.
harm: what is lost, won back, and who falls. condition: what befalls somebody. test: dice that decide whether somebody
succeeds. courage: it fails. deed: what else is done, reactions among it.
"""

KINDS: dict[Kind, str] = {
    "attack": "attacks",
    "harm": "harm and falls",
    "movement": "movement",
    "condition": "conditions",
    "test": "tests",
    "courage": "courage",
    "deed": "other deeds",
}
"""Those that one may ask for, in words."""


def kind_of(event: Event, line: Line) -> Kind:
    """What sort of thing an event is, told in a line of the log."""
    match event:
        case Moved() | Left() | Appeared() | Vanished() | EdgeChanged():
            return "movement"
        case Upon() | Flight():
            return "attack"
        case Fate() | Cause():
            return "harm"
        case Noticed() if event.notice().noise == "dismay":
            return "courage"
        case Deed() if event.noise == "dismay":
            return "courage"
        case Noticed():
            return "condition"
        case Check():
            return "test"
        case Deed() | Exchange():
            return "deed"
        case _:
            return "rest" if line.depth else "heading"
