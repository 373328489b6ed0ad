"""What going somewhere takes is told by the colour of the ground it leads to, in every book."""

from __future__ import annotations

from functools import cache

import pygame
import pytest

from game.play.start import StartRequest, find_file, read_setup
from game.rules.match import AnyMatch, Match
from game.rules.option_details import Spending
from game.rules.questions import Choose, Roll
from game.rules.registry import ruleset
from game.scene.choosing import price_of
from game.spatial.field import Field
from game.view.widgets.theme import REACH
from game.window.battle import forecast
from game.window.battle.draw_places import DEAR, tell_reach
from game.window.battle.forecast import Forecast
from tests.rules.battles import Drawn
from tests.rulesets.sovereign.kit import Fight
from tests.thoughts import Held
from tests.window.staged import SIZE, paint, stage_of

FIRST = {
    "sovereign": Spending("Move Action"),
    "murdham": None,
    "glog": None,
    "einfelst": Spending("fast maneuver"),
    "ingenuity": Spending("1 action"),
}
"""What the first way of a turn takes."""

THEN = {
    "sovereign": "Main Action",
    "murdham": "Main action",
    "einfelst": "slow maneuver",
    "ingenuity": "1 action and 1 stamina",
}
"""What it takes once that is spent; in glog there is nothing more to spend."""


@cache
def walking(rules: str) -> AnyMatch:
    """A battle at the first question of somebody who may walk."""
    setup = read_setup(find_file("gatehouse"), StartRequest("gatehouse", rules))
    match: AnyMatch = Match.begin(ruleset(rules), setup)
    lots = Drawn(3)
    for _ in range(200):
        asked = match.pending
        if isinstance(asked, Choose) and asked.kind == "act" and asked.options.families:
            return match
        assert isinstance(asked, Choose | Roll)
        match.answer(lots.answer(match, asked))
    raise AssertionError("nobody may walk")


@pytest.mark.parametrize("rules", FIRST)
def test_the_price_of_the_first_way_and_of_the_next_are_the_books_own(rules: str) -> None:
    match = walking(rules)
    asked = match.pending
    assert isinstance(asked, Choose)
    ways = asked.options.families[0]
    first, expected = price_of(ways), FIRST[rules]
    assert (first is None) == (expected is None)
    if first is not None and expected is not None:
        assert first.what == expected.what and not first.dear
    if rules not in THEN:
        return
    dear = set[str]()
    for place in ways.places:
        fork = forecast.walked(match, ways.key(place))
        later = fork.pending if fork is not None else None
        for family in later.options.families[:1] if isinstance(later, Choose) else ():
            price = price_of(family)
            if price is not None and price.dear:
                dear.add(price.what)
    assert dear == {THEN[rules]}


@pytest.mark.parametrize("rules", FIRST)
def test_every_way_of_a_family_takes_the_same(rules: str) -> None:
    asked = walking(rules).pending
    assert isinstance(asked, Choose)
    for family in asked.options.families:
        prices = {(about.what, about.dear) if (about := option.about.spends) else None for option in family}
        assert len(prices) <= 1


def colour_of_reach(*, spent: bool) -> tuple[set[tuple[int, ...]], list[str]]:
    """The colours of rims in a picture, out of those of reaches, and what is told of them."""
    fight = Fight({"annora": (6, 5)}, {"bandit": (30, 5)}, field=Field(40, 12))
    if spent:
        fight.play("run 6,6")
    stage, held = stage_of(fight.match), Held()
    assert stage.asked is not None and stage.asked.choosing.walking is not None
    stage.asked.forecast = Forecast(fight.match, stage.asked.choosing.question, held)
    stage.asked.forecast.costly_moves(stage.asked.choosing.walking)
    held.work()
    target = pygame.Surface(SIZE)
    stage.view.preferences.grid = False
    paint(stage, target)
    board = target.subsurface((0, 100, SIZE[0] - 340, 300))
    pixels = {tuple(board.get_at((x, y))[:3]) for x in range(board.get_width()) for y in range(300)}
    return {tone for tone in (tuple(REACH), tuple(DEAR)) if tone in pixels}, [
        text for text, _ in tell_reach(stage.asked)
    ]


@pytest.mark.usefixtures("letters")
def test_with_the_move_spent_no_ground_has_the_colour_of_a_move() -> None:
    """A Main Action was lost by a click on ground that looked as if it cost the move."""
    both, told = colour_of_reach(spent=False)
    assert both == {tuple(REACH), tuple(DEAR)} and told == ["Going takes the Move Action", "Farther: Main Action"]
    dear, told = colour_of_reach(spent=True)
    assert dear == {tuple(DEAR)} and told == ["Going takes the Main Action"]
