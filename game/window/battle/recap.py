"""The turns of others, passed over if the player wants it so, and told in a few lines when one is asked again."""

from __future__ import annotations

from game.rules.event_kinds import Heading
from game.rules.events import RoundBegan
from game.view.panels.cards import Fact
from game.view.widgets.theme import FAINT
from game.window.battle.driver import Driver
from game.window.battle.view import View

MOST = 7
"""Lines that are told; of more the last ones."""

DEEPEST = 1
"""How deep a line of the log may stand to be told: who does what, and not the dice for it."""


def others_act(view: View, driver: Driver) -> bool:
    """Whether what is shown now was done by others, since somebody at the screen decided something last."""
    over = driver.session.ended and view.head.caught_up
    return driver.others is not None and view.head.shown >= driver.others and not over


def skip_others(view: View, driver: Driver) -> None:
    """Show at once what others have done since somebody at the screen decided something last."""
    if view.preferences.skip_others and driver.session.people and others_act(view, driver):
        view.head.skip()


def told_of_others(view: View, driver: Driver) -> tuple[Fact, ...]:
    """What others did since then, as whoever looks may know it; nothing where it was played out."""
    since = driver.others
    if not view.preferences.skip_others or since is None:
        return ()
    events = driver.session.match.events
    log = [entry for entry in view.head.scene.log if entry.event >= since and entry.line.depth <= DEEPEST]
    said = [entry for entry in log if not isinstance(events[entry.event], (Heading, RoundBegan))]
    lines = [entry.line.text for entry in said if entry.line.text != entry.name]  # a name alone says whose turn began
    left_out = len(lines) - MOST
    before = f"{left_out} more before: {view.keys.shown('log')} opens the log"
    return (*([Fact(before, tone=FAINT)] if left_out > 0 else []), *(Fact(line) for line in lines[-MOST:]))
