"""Who plays a side is chosen on the set-up: other rules do not change it, and every level says what it does."""

from __future__ import annotations

import pytest

from game.ai import ALIKE, LEVELS, MINDS, TRIES_ROUNDS
from game.play.seating import PERSON
from game.play.start import draft_of
from game.view.widgets.widget import ChoiceButton
from game.window.loop import App
from game.window.screens.setup import SetupScreen
from game.window.setting_up.offers import rules_for


@pytest.mark.parametrize("file", ["gatehouse.tmx", "the-same-gatehouse.toml"])
def test_other_rules_for_a_battle_do_not_change_who_plays_it(app: App, file: str) -> None:
    screen = SetupScreen(app)
    app.push(screen)
    screen._pick([path.name for path in screen.paths].index(file))
    usual = dict(screen.sides.players)
    first, second = (side.name for side in screen.offer.sides)
    chosen = {first: "novice", second: "human"}
    for side, who in chosen.items():
        screen.sides._player(side, who)
    for rules in rules_for(screen.offer.path):
        screen._pick_rules(rules)
        assert screen.sides.players == chosen != usual
        seats = {seat.seat: str(seat.player) for seat in screen._request().seats}
        assert seats == chosen
        assert {side.name: side.plays for side in draft_of(screen._request()).entries.sides} == chosen
    other = [path.name for path in screen.paths].index("cellar.tmx")
    screen._pick(other)
    assert screen.sides.players == {"party": "human", "foe": "instinct"}, "another battle is played as is usual there"


def test_who_may_play_is_called_by_what_it_is_and_says_what_it_does(app: App) -> None:
    screen = SetupScreen(app)
    app.push(screen)
    screen._pick_rules("sovereign")
    told = {}
    for level in (PERSON, *LEVELS):
        screen.sides._player("foe", level)
        screen.refresh()
        row = [each for each in screen.group.widgets if isinstance(each, ChoiceButton) and each.text == "Played by"][1]
        told[dict(row.choices)[row.value]] = row.tip
    assert list(told) == ["A person", "Computer, Novice", "Computer, Regular", "Computer, Expert"]
    assert list(told.values()) == ["", MINDS["novice"].does, MINDS["instinct"].does, TRIES_ROUNDS]
    assert "beginner" in told["Computer, Novice"].lower()
    screen._pick_rules("glog")
    expert = [each.tip for each in screen.group.widgets if isinstance(each, ChoiceButton) and each.text == "Played by"][
        1
    ]
    assert expert == MINDS["trained"].does, "of a game whose rounds it does not try out"
    screen._pick_rules("duel")
    alike = [each.tip for each in screen.group.widgets if isinstance(each, ChoiceButton) and each.text == "Played by"]
    assert alike == ["", ALIKE], "of a game that tells nothing to plan by"
