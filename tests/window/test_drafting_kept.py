"""A battle put together in detail, and then: fought, left, saved as a scenario."""

from __future__ import annotations

from pathlib import Path

from game.files.scenario import read_scenario
from game.play.folders import SCENARIOS, state_folder
from game.play.seating import temperament_of
from game.play.start import StartRequest, sit_down
from game.rules.weights import TASTES
from game.view.widgets.widget import ChoiceButton
from game.window.destinations import Detail
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.drafting import DraftingScreen
from game.window.setting_up.offers import kind, offered
from tests.window.seated import top


def test_from_the_set_up_to_a_saved_scenario_and_the_battle_by_mouse_alone(app: App, at_home: Path) -> None:
    pilot = Pilot(app)
    app.go(Detail(StartRequest("gatehouse", rules="sovereign")))
    pilot.click_button("Objective")
    pilot.click_button("Rules")
    app.draw()
    pilot.click_button("Units")
    pilot.click_button("Foe")
    pilot.click_button("By name")
    pilot.click_button("Save scenario")
    path = state_folder(SCENARIOS) / "the-gatehouse.toml"
    assert read_scenario(path).rules == "sovereign" and path in offered() and kind(path) == "Scenario of your own"
    pilot.click_button("Back")
    assert not app.pile or top(pilot) != "DraftingScreen"


def test_what_is_not_saved_is_asked_about(app: App) -> None:
    pilot = Pilot(app)
    app.go(Detail(StartRequest("gatehouse", rules="sovereign")))
    pilot.click_button("Add side")
    pilot.press("escape")
    assert top(pilot) == "SureScreen"
    pilot.click_button("No")
    pilot.click_button("Begin")
    assert top(pilot) == "BattleScreen"
    assert len(pilot.battle.session.match.setup.sides) == 3


def test_a_scenario_of_that_name_is_replaced_only_when_asked(app: App) -> None:
    app.go(Detail(StartRequest("gatehouse", rules="sovereign")))
    pilot = Pilot(app)
    pilot.click_button("Save scenario")
    path = state_folder(SCENARIOS) / "the-gatehouse.toml"
    first = path.read_text()
    app.go(Detail(StartRequest("gatehouse", rules="murdham")))
    pilot.click_button("Save scenario")
    assert top(pilot) == "SureScreen" and path.read_text() == first
    pilot.click_button("Yes")
    assert 'rules = "murdham"' in path.read_text()


def test_a_unit_is_given_a_temperament_that_is_saved_and_fought_with(app: App) -> None:
    app.go(Detail(StartRequest("gatehouse", rules="glog")))
    pilot = Pilot(app)
    pilot.click_button("Foe")
    screen = app.top
    assert isinstance(screen, DraftingScreen)
    screen.draft.look_at("foe", 1)
    screen.layout(app.surface.get_size())
    choice = next(each for each in screen.group.widgets if getattr(each, "text", "") == "Temperament")
    assert isinstance(choice, ChoiceButton) and choice.enabled and choice.label == "Of its kind"
    choice.change("berserk")
    unit = screen.document.members("foe")[1]
    assert unit.temperament == "berserk"
    assert any(TASTES["berserk"].likes in each.tip for each in screen.group.widgets)
    pilot.click_button("Save scenario")
    path = state_folder(SCENARIOS) / "the-gatehouse.toml"
    assert 'temperament = "berserk"' in path.read_text()
    match = sit_down(StartRequest(path), lambda _: None).match
    found = [temperament_of(match.ruleset, match.board, c.id) for c in match.state.on("foe")]
    assert found[1] == "berserk" and found.count("berserk") == 1
    screen.draft.tell(temperament=None)
    assert screen.document.members("foe")[1].temperament is None
