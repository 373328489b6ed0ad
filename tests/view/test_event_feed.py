"""An event on its way to whoever looks on: it changes what they see once, and is worded once for each of them."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from battlemat_duel import Duel
from battlemat_duel.sheet import DuelBoard
from game.rules.events import Event
from game.rules.match import Match
from game.rules.ruleset import LogLine
from game.rules.state import AnyState, evolve
from game.scene.event_feed import EventFeed, VisibleEvent
from game.scene.playhead import Playhead
from tests.rules.battles import brawl, duel, play_out


class Heard(Duel):
    """The duel, which counts how often each event is worded."""

    def __init__(self) -> None:
        super().__init__()
        self.worded: Counter[int] = Counter()

    def tell(self, board: DuelBoard, event: Event) -> LogLine | None:
        """By the event itself: two alike are two."""
        self.worded[id(event)] += 1
        line: LogLine | None = super().tell(board, event)
        return line


@pytest.mark.parametrize("people", [(None,), ("party",), ("party", "foe")])
def test_each_event_is_worded_once_for_each_who_looks_on(people: tuple[str | None, ...]) -> None:
    rules = Heard()
    match = play_out(Match.begin(rules, brawl()))
    rules.worded.clear()
    for head in [Playhead(match, viewer) for viewer in people]:
        while not head.caught_up:
            head.advance(0.2)
    assert set(rules.worded) <= {id(event) for event in match.events} and len(rules.worded) > 20
    assert max(rules.worded.values()) <= len(people)


def test_what_one_looks_at_changes_once_with_each_event(monkeypatch: pytest.MonkeyPatch) -> None:
    match = play_out(Match.begin(Duel(), duel()))
    head = Playhead(match, None)
    written: list[Event] = []

    def counted(state: AnyState, event: Event) -> AnyState:
        written.append(event)
        return evolve(state, event)

    monkeypatch.setattr("game.scene.event_feed.evolve", counted)
    head.skip()
    assert written == match.events
    assert head.scene.state == match.state


def test_what_follows_an_event_is_what_the_next_one_begins_with() -> None:
    """So that nobody's standing is asked for twice."""
    for setup, viewer in ((duel(), "red"), (brawl(), None)):
        told: list[VisibleEvent] = list(EventFeed(play_out(Match.begin(Duel(), setup)), viewer).news())
        assert len(told) > 20
        for one, other in pairwise(told):
            assert one.after is other.before
            assert (one.after is one.before) == (one.after.state is one.before.state)
