"""The list of saved battles: none is lost by one press, and what has become of a file meanwhile is told."""

from __future__ import annotations

import os
import re
import shutil
from datetime import datetime
from pathlib import Path

import pygame
import pytest

from game.files.saves import SeatPlan
from game.play.folders import FIRST_YEAR, day_of, state_folder
from game.view.widgets.forms import ListBox
from game.window.battle import manual_save
from game.window.destinations import Saves, Title
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.saves import SavesScreen
from game.window.setting_up import starting
from tests.rules.battles import begin, duel
from tests.saving import save_match
from tests.window.seated import sit, top


def saved(*names: str) -> list[Path]:
    """Saves of so many duels, each with a picture, the last one the oldest."""
    paths = [state_folder("saves") / f"{name}.save" for name in names]
    for age, path in enumerate(paths):
        save_match(begin(duel()), path, seats=SeatPlan({"red": "human", "blue": "instinct"}))
        pygame.image.save(pygame.Surface((8, 8)), path.with_suffix(".png"))
        os.utime(path, (1e9, 1e9 - age))
    return paths


def listed(app: App) -> tuple[Pilot, SavesScreen]:
    """The list."""
    app.replace(SavesScreen(app))
    screen = app.top
    assert isinstance(screen, SavesScreen)
    return Pilot(app), screen


def test_a_save_is_thrown_away_by_whoever_is_sure_of_it(app: App) -> None:
    one, other = saved("one", "other")
    pilot, screen = listed(app)
    pilot.click_button("Throw away")
    assert top(pilot) == "SureScreen"
    pilot.click_button("No")
    assert one.exists() and one.with_suffix(".png").exists() and screen.files == [one, other]
    pilot.click_button("Throw away")
    pilot.click_button("Yes")
    assert not one.exists() and not one.with_suffix(".png").exists()
    assert (app.top, screen.files) == (screen, [other])


def test_a_long_list_stays_where_it_was_scrolled_when_a_row_is_picked(app: App) -> None:
    saved(*(f"duel-{n}" for n in range(20)))
    pilot, screen = listed(app)
    shelf = next(each for each in screen.group.widgets if isinstance(each, ListBox))
    pilot.point(shelf.rect.center)
    pilot.wheel(-8)
    before = shelf.top
    pilot.click(shelf.rect.center)
    now = next(each for each in screen.group.widgets if isinstance(each, ListBox))
    assert now is not shelf and now.top == before > 0 and now.row_at(shelf.rect.center) == screen.chosen


@pytest.mark.parametrize("button", ["Go on from here", "Watch it from the start", "Throw away"])
def test_a_save_that_vanishes_while_it_is_listed_is_told(app: App, button: str) -> None:
    one, other = saved("one", "other")
    pilot, screen = listed(app)
    one.unlink()
    screen.layout(app.surface.get_size())
    pilot.step()
    pilot.click_button(button)
    assert app.notice == "one.save: it is no longer there"
    assert (app.top, screen.files) == (screen, [other])


def test_a_save_that_vanishes_while_somebody_thinks_about_it_is_gone_all_the_same(app: App) -> None:
    (one,) = saved("one")
    pilot, screen = listed(app)
    pilot.click_button("Throw away")
    one.unlink()
    pilot.click_button("Yes")
    assert screen.files == []
    pilot.step()


def test_a_save_that_cannot_be_thrown_away_is_told_and_stays_listed(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    (one,) = saved("one")
    pilot, screen = listed(app)
    monkeypatch.setattr(Path, "unlink", refuse)
    pilot.click_button("Throw away")
    pilot.click_button("Yes")
    assert app.notice.startswith("one.save: could not be thrown away (Permission denied); ")
    assert screen.files == [one]


def test_a_save_of_a_clock_that_was_not_set_is_listed_last_and_its_day_is_not_made_up(app: App) -> None:
    one, other = saved("one", "other")
    os.utime(one, (0, 0))
    _, screen = listed(app)
    assert screen.files == [other, one]
    told = []
    for index in range(2):
        screen._pick(index)
        told.append(screen.about())
    assert re.fullmatch(r"Saved as other, \d\d \w+ 2001, \d\d:\d\d", told[0])
    assert told[1] == "Saved as one, at a time that its file does not tell"


@pytest.mark.parametrize("written", [None, 0, -(10**18), 10**40])
def test_no_time_of_a_file_is_too_strange_to_be_listed(written: int | None) -> None:
    assert day_of(written) == "at a time that its file does not tell"
    assert str(FIRST_YEAR + 1) in day_of(10**18)


def test_the_battle_to_go_on_with_may_vanish_before_it_is_asked_for(app: App) -> None:
    (one,) = saved("one")
    app.go(Title())
    pilot = Pilot(app)
    one.unlink()
    pilot.click_button("Continue")
    assert (top(pilot), app.notice) == ("TitleScreen", "No battle is under way any more")
    assert "Continue" not in pilot.buttons()


def test_two_saves_of_one_second_are_two_files(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    class Stopped(datetime):
        """A clock that stands."""

        @classmethod
        def now(cls, tz: object = None) -> Stopped:
            """Always the same."""
            return cls(2030, 1, 2, 3, 4, 5)

    monkeypatch.setattr(manual_save, "datetime", Stopped)
    pilot = sit(app, duel(), "red", "blue")
    pilot.wait_until_asked()
    pilot.press_control("save")
    pilot.press_control("save")
    kept = [path for path in starting.saves() if path.parent.name == "saves"]
    assert sorted(path.name for path in kept) == [
        "battle-2030-01-02-030405-2.save",
        "battle-2030-01-02-030405.save",
    ]
    assert all(path.with_suffix(".png").exists() for path in kept)
    assert app.notice == "Saved: battle-2030-01-02-030405-2.save"


def test_saves_of_which_the_same_is_to_be_said_are_told_apart(app: App, record: Path) -> None:
    for name in ("first", "second", "third"):
        shutil.copy(record, state_folder("saves") / f"{name}.save")
    app.go(Title())
    app.go(Saves())
    (listed,) = (each for each in app.top.group.widgets if isinstance(each, ListBox))
    assert len({(row.text, row.under) for row in listed.rows}) == len(listed.rows) == 3
