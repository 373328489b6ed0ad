"""The title: every game by its sign, what goes on, at every size of the window, with mouse, keys and many games."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game import resources
from game.files.saves import glance
from game.play.lessons import offered_lessons
from game.play.quick_battle import quick_battle, quick_title
from game.play.start import StartRequest
from game.rules.registry import names, ruleset
from game.view.widgets.art import LETTERS, wordmark
from game.view.widgets.forms import ListBox
from game.view.widgets.picture_button import PictureButton
from game.window.destinations import Begin, Saves, Title
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.setting_up import starting
from tests.rules.battles import duel
from tests.window.seated import sit

OWN = ("einfelst", "glog", "ingenuity", "murdham", "sovereign")
"""The games that come with the program."""


def at_title(app: App) -> Pilot:
    """The title, with every game read."""
    app.go(Title())
    pilot = Pilot(app)
    pilot.step(3)
    app.oracle.catch_up()
    pilot.step(2)
    return pilot


def test_every_game_is_one_click_away_however_many_there_are(app: App) -> None:
    app.go(Title())
    found = set()
    for _ in names():
        pilot = at_title(app)
        for name in names():
            if ruleset(name).title in pilot.buttons():
                found.add(name)
        pilot.click_button("More games")
        found |= {name for name in names() if ruleset(name).title in pilot.buttons()}
    assert len(names()) > 6 and found == set(names())


@pytest.mark.parametrize("rules", [name for name in names() if name in ("einfelst", "sovereign")])
def test_a_tile_begins_the_quick_battle_of_its_game(app: App, rules: str) -> None:
    pilot = at_title(app)
    while ruleset(rules).title not in pilot.buttons():
        pilot.click_button("More games")
    pilot.click_button(ruleset(rules).title)
    assert pilot.battle.session.match.ruleset.name == rules
    battle = quick_battle(rules, newcomer=True)
    assert battle is not None and isinstance(battle.file, Path)
    assert pilot.battle.session.match.setup.title == quick_title(rules, newcomer=True) != quick_title(rules)


def test_every_game_has_a_sign_among_the_sprites() -> None:
    for name in names():
        assert resources.sprite(ruleset(name).emblem).is_file()
    own = [ruleset(name).emblem for name in OWN]
    assert len(set(own)) == 5 and starting.NO_EMBLEM not in own


@pytest.mark.parametrize("newcomer", [True, False])
@pytest.mark.parametrize("scale", [0.75, 1.0, 1.5, 2.0])
@pytest.mark.parametrize("size", [(1024, 576), (1280, 720), (1920, 1080), (2560, 1080)])
def test_everything_has_room_in_any_window(
    app: App, cuts: list[str], size: tuple[int, int], scale: float, *, newcomer: bool
) -> None:
    app.window.size = size
    app.preferences.ui_scale = scale
    if not newcomer:
        app.preferences.rules, app.preferences.lessons = "glog", tuple(names())
    app.restyle()
    at_title(app)
    cuts.clear()
    app.draw()
    assert not cuts
    rects = [widget.rect for widget in app.top.group.widgets]
    assert all(pygame.Rect((0, 0), app.surface.get_size()).contains(rect) for rect in rects)
    assert all(rect.collidelist(rects[at + 1 :]) < 0 for at, rect in enumerate(rects))
    assert min(min(rect.size) for rect in rects) >= 36


def test_arrows_go_through_the_rows(app: App) -> None:
    pilot = at_title(app)
    app.preferences.rules = names()[0]
    met = []
    for key in ("down", "right", "right", "down", "up", "left", "up"):
        pilot.press(key)
        met.append(app.top.group.focus)
    assert all(isinstance(each, PictureButton) for each in met)
    tops = [each.rect.top for each in met if each is not None]
    assert tops[0] == tops[1] == tops[2] < tops[3] and tops[4] == tops[2] and tops[6] < tops[5]


def test_down_from_what_is_wide_goes_to_the_first_below_it(app: App) -> None:
    pilot = at_title(app)
    tiles = [each.text for each in app.top.group.widgets if isinstance(each, PictureButton)][4 : 4 + len(names())]
    pilot.press("down")
    focus = app.top.group.focus
    assert isinstance(focus, PictureButton) and focus.text == tiles[0]
    pilot.press("up")
    assert isinstance(app.top.group.focus, PictureButton) and app.top.group.focus.text == "Learn"


def test_lessons_stand_in_the_order_of_the_games() -> None:
    assert [each.rules for each in offered_lessons()] == [name for name in names() if name in OWN]


def test_an_arrow_past_the_edge_goes_nowhere(app: App) -> None:
    pilot = at_title(app)
    first = app.top.group.focus
    for key in ("up", "left"):
        pilot.press(key)
        assert app.top.group.focus is first
    while (before := app.top.group.focus) is not None:
        pilot.press("down")
        if app.top.group.focus is before:
            break
    assert before is not None and before.rect.top == max(each.rect.top for each in app.top.group.widgets)


def test_continue_says_what_goes_on(app: App) -> None:
    app.go(Begin(StartRequest(resources.maps() / "the-cart-at-the-bend.toml", rules="murdham", seed=3)))
    pilot = Pilot(app)
    pilot.wait_until_asked()
    at_title(app)
    go_on = next(each for each in app.top.group.widgets if isinstance(each, PictureButton) and each.text == "Continue")
    about = glance(starting.under_way()[0])
    assert go_on.under == f"Murdham: The cart at the bend, round {about.round}"
    assert go_on.icon == ruleset("murdham").emblem


def test_continue_comes_first_once_there_is_a_battle_to_go_on_with(app: App) -> None:
    def cards() -> list[str]:
        at_title(app)
        return [each.text for each in app.top.group.widgets if isinstance(each, PictureButton)][:2]

    app.preferences.rules = "glog"
    assert cards() == ["Learn", "Continue"]
    app.go(Begin(StartRequest(resources.maps() / "the-cart-at-the-bend.toml", rules="glog", seed=3)))
    Pilot(app).wait_until_asked()
    assert cards() == ["Continue", "Learn"]


def test_a_save_names_rules_place_round_and_sides(app: App) -> None:
    app.go(Begin(StartRequest(resources.maps() / "the-cart-at-the-bend.toml", rules="glog", seed=3)))
    Pilot(app).wait_until_asked()
    app.go(Title())
    app.go(Saves())
    app.draw()
    (rows,) = (each.rows for each in app.top.group.widgets if isinstance(each, ListBox))
    assert (rows[0].text, rows[0].under) == (
        "Glog: The cart at the bend, round 1",
        "The Woodland Road: The travellers against the robbers",
    )


def test_a_save_of_rules_that_are_gone_is_listed_all_the_same(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot = sit(app, duel(), "red")
    pilot.wait_until_asked()
    pilot.battle.driver.autosave.save_now()
    monkeypatch.setattr(starting, "known_ruleset", lambda _: None)
    at_title(app)
    app.draw()
    app.go(Saves())
    app.draw()
    (saves,) = (each for each in app.top.group.widgets if isinstance(each, ListBox))
    assert [(row.text, row.under) for row in saves.rows] == [("duel: round 1", "red against blue")]


def test_the_name_of_the_game_is_drawn_of_its_letters() -> None:
    assert "".join(letter[0] for letter in LETTERS) == "battlemat"
    assert wordmark(60).get_height() == 60 < wordmark(60).get_width()


def test_a_battle_begins_once_more_from_the_pause_menu_and_the_old_one_is_kept(app: App) -> None:
    pilot = sit(app, duel(orc=(5, 3)), "red")
    pilot.wait_until_asked()
    pilot.choose("move 0,0")
    pilot.wait_until_asked()
    old = pilot.battle.session
    pilot.press("escape")
    pilot.click_button("Once more")
    pilot.wait_until_asked()
    new = pilot.battle.session
    assert (new.match.setup, new.players) == (old.match.setup, old.players)
    assert "move 0,0" in old.match.history and "move 0,0" not in new.match.history
    assert old.autosave.exists() and new.autosave != old.autosave
