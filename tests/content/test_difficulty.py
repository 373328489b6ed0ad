"""Easier, even and harder as they were promised: what a search has found, measured again by battles of other dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from game import resources
from game.lab.arena import Pit, wilson
from game.lab.difficulty import AIMS, MEASURED, change_of, find_squad, tell_changed
from game.lab.matching import with_squads
from game.lab.win_forecast import quick_contest, tally
from game.play.quick_battle import QUICK
from game.play.start import StartRequest, setup_of

AUDITED = 100
"""Battles by which a promise is audited; the search has fought none of them."""

SPARE = 0.05
"""How far off a squad may be beyond luck: it was chosen by battles of its own, and looked the better for it."""


@pytest.mark.nightly
@pytest.mark.parametrize("level", list(AIMS))
@pytest.mark.parametrize("rules", ["sovereign", "murdham", "glog", "einfelst", "ingenuity"])
def test_a_difficulty_is_what_it_says(rules: str, level: str, record_property: Callable[[str, Any], None]) -> None:
    """A squad is as good as promised, or else it is told which way it is off; and its figure holds."""
    setup = setup_of(StartRequest(resources.maps() / QUICK, rules=rules))
    own, other = (side.name for side in setup.sides)
    found = find_squad(setup, other, level)
    changed = change_of(found, other, level)
    pit = Pit(quick_contest(with_squads(setup, {other: found.squad})))
    again = tally((own, other), [pit.fight(MEASURED + number) for number in range(AUDITED)])
    record_property("battles", AUDITED)
    record_property("told", f"{tell_changed(changed)} Audited: {again.first} to {again.second}.")
    low, high = wilson(again.first, again.first + again.second)
    told_low, told_high = wilson(changed.won, changed.battles - changed.draws)
    assert low - SPARE <= told_high and told_low <= high + SPARE, "the figure that is told"
    aim = AIMS[level]
    if changed.reached:
        assert low - SPARE <= aim.high and aim.low <= high + SPARE, "the difficulty"
    elif "easier than asked" in tell_changed(changed):
        assert high + SPARE >= aim.high
    elif "harder than asked" in tell_changed(changed):
        assert low - SPARE <= aim.low
