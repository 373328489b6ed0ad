"""Two windows at once, and windows that are killed: neither takes from the other what it has kept."""

from __future__ import annotations

from pathlib import Path

from game.play.preferences import Preferences, keep_preferences, load_preferences


def test_two_windows_keep_each_other_s_settings() -> None:
    keep_preferences(Preferences(speed=1.0, lessons=("first",)))
    one, other = load_preferences(), load_preferences()
    one.speed, one.lessons = 4.0, ("first", "sovereign-1")
    other.palette, other.lessons = "contrast", ("first", "glog-1")
    assert keep_preferences(one) == keep_preferences(other) == ""
    found = load_preferences()
    assert (found.speed, found.palette) == (4.0, "contrast")
    assert set(found.lessons) == {"first", "sovereign-1", "glog-1"}
    one.calm = True
    keep_preferences(one)
    assert load_preferences().palette == "contrast" and load_preferences().lessons == found.lessons
    assert load_preferences().calm


def test_what_both_have_changed_is_as_the_last_one_has_it() -> None:
    one, other = load_preferences(), load_preferences()
    one.speed, other.speed = 2.0, 3.0
    keep_preferences(one)
    keep_preferences(other)
    assert load_preferences().speed == 3.0
    one.speed = 1.0
    keep_preferences(one)
    assert load_preferences().speed == 1.0, "also back to what it was at first"


def test_what_one_has_taken_out_of_a_list_stays_out(at_home: Path) -> None:
    keep_preferences(Preferences(maps=("a", "b", "c")))
    one = load_preferences()
    one.maps = ("a", "c")
    keep_preferences(one)
    assert load_preferences().maps == ("a", "c")
