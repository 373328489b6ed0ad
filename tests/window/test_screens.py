"""From the title to a battle and back, through every screen, by the pilot."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from battlemat_duel import RULESET as DUEL
from game import resources
from game.play.folders import state_folder
from game.play.preferences import load_preferences
from game.play.quick_battle import quick_battle
from game.play.start import StartRequest, sit_down
from game.rules.registry import names, ruleset
from game.view.widgets.forms import FocusGroup
from game.view.widgets.theme import NIGHT, Typography
from game.view.widgets.widget import Button, ChoiceButton, Slider
from game.window.destinations import Begin, Destination, Reference, Settings, Title
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.opening import PassScreen
from game.window.screens.rules import RulesScreen
from game.window.screens.settings import SettingsScreen
from game.window.screens.setup import SetupScreen
from game.window.screens.title import TitleScreen
from game.window.setting_up.offers import rules_for
from game.window.setting_up.starting import favourite
from tests.rules.battles import Drawn, brawl, duel
from tests.window.seated import pixels_of, sit, top


def test_every_screen_is_reached_from_the_title_and_left_with_escape(app: App) -> None:
    app.push(TitleScreen(app))
    pilot = Pilot(app)
    for button, screen in (
        ("Custom battle", "SetupScreen"),
        ("Rules and keys", "RulesScreen"),
        ("Settings", "SettingsScreen"),
    ):
        pilot.click_button(button)
        assert top(pilot) == screen
        pilot.app.draw()
        pilot.press("escape")
        assert top(pilot) == "TitleScreen"


def test_no_tooltip_is_left_beside_what_was_pressed(app: App) -> None:
    look, spot = Typography(), (60, 120)
    button = Button(pygame.Rect(20, 100, 80, 40), "Learn", lambda: None, tip="Five minutes for each game")
    group = FocusGroup([button])

    def told() -> bool:
        """Whether its tooltip is drawn once the pointer has been there for a while."""
        group.advance(2.0)
        target = pygame.Surface(app.surface.get_size())
        group.draw_tip(target, look)
        return any(pygame.image.tobytes(target, "RGB"))

    def point(pixel: tuple[int, int]) -> None:
        group.handle(pygame.Event(pygame.MOUSEMOTION, pos=pixel, rel=(0, 0), buttons=(0, 0, 0)))

    point(spot)
    assert told()
    group.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=spot, button=1))
    group.handle(pygame.Event(pygame.MOUSEBUTTONUP, pos=spot, button=1))
    assert not told() and not group.waiting_for_tip
    point((1, 1))
    point(spot)
    assert told()


def test_the_reference_turns_from_ruleset_to_ruleset(app: App) -> None:
    app.push(TitleScreen(app))
    pilot = Pilot(app)
    pilot.click_button("Rules and keys")
    screen = app.top
    assert isinstance(screen, RulesScreen)
    met = [screen.ruleset.name]
    for _ in names():
        following = next((name for name in names() if name > met[-1]), names()[0])
        pilot.click_button(f"Rules of {ruleset(following).title}")
        met.append(screen.ruleset.name)
        assert [entry[0] for entry in screen.found] == [rule.number for rule in screen.ruleset.ledger.rules]
    assert set(met) == set(names())


def test_the_rules_played_last_are_offered_first(app: App) -> None:
    assert favourite(app.preferences) == names()[0]
    app.go(Begin(StartRequest(resources.maps() / "gatehouse.tmx", rules=names()[-1], seed=1)))
    assert app.preferences.rules == names()[-1] == favourite(app.preferences)


def test_without_a_ruleset_no_battle_is_offered(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("screens.title", "setting_up.starting"):
        monkeypatch.setattr(f"game.window.{module}.names", lambda: ())
    app.go(Title())
    assert Pilot(app).buttons() == ["Settings", "Quit"]


def test_a_battle_is_begun_from_the_set_up_with_the_mouse(app: App) -> None:
    app.push(TitleScreen(app))
    pilot = Pilot(app)
    pilot.click_button("Custom battle")
    pilot.click_button("Look at squads")
    assert top(pilot) == "SquadsScreen"
    pilot.app.draw()
    pilot.press("escape")
    pilot.click_button("Begin")
    assert top(pilot) == "BattleScreen"
    pilot.step(3)
    assert pilot.battle.scene.tokens


def test_a_battle_is_begun_with_the_keys_alone(app: App) -> None:
    app.push(TitleScreen(app))
    pilot = Pilot(app)
    for _ in range(12):
        focus = app.top.group.focus if isinstance(app.top, TitleScreen) else None
        if focus is not None and getattr(focus, "text", "") == "Glog":
            break
        pilot.press("tab")
    pilot.press("return")
    assert top(pilot) == "BattleScreen"
    assert pilot.battle.session.match.ruleset.name == "glog"
    pilot.press("escape")
    assert top(pilot) == "PauseScreen"
    pilot.press("escape")
    assert top(pilot) == "BattleScreen"


def test_a_key_that_is_taken_changes_hands_and_the_player_is_told(app: App) -> None:
    app.push(SettingsScreen(app))
    screen = app.top
    assert isinstance(screen, SettingsScreen)
    screen._turn("Keys")
    screen.waiting = "grid"
    screen.handle(app.keys.press("zones"))
    assert (app.keys.shown("grid"), app.keys.shown("zones")) == ("Z", "G")
    assert app.keys.control(pygame.Event(pygame.KEYDOWN, key=pygame.K_g, mod=0)) == "zones"
    assert app.notice == "That key was “Zones”, which has G now."
    screen.waiting = "grid"
    screen.handle(pygame.Event(pygame.KEYDOWN, key=pygame.K_F7, mod=0, unicode=""))
    assert (app.keys.shown("grid"), app.keys.shown("zones")) == ("F7", "G")


def test_settings_take_effect_and_are_kept(app: App) -> None:
    app.push(TitleScreen(app))
    pilot = Pilot(app)
    pilot.click_button("Settings")
    screen = app.top
    assert isinstance(screen, SettingsScreen)
    slider = next(widget for widget in screen.group.widgets if isinstance(widget, Slider))
    while screen.group.focus is not slider:
        pilot.press("tab")
    pilot.press("right")
    assert app.look.scale == 1.25
    pilot.press("escape")
    assert load_preferences().ui_scale == 1.25


def test_a_key_is_given_another_meaning(app: App) -> None:
    app.push(TitleScreen(app))
    app.push(SettingsScreen(app))
    pilot = Pilot(app)
    screen = app.top
    assert isinstance(screen, SettingsScreen)
    screen._turn("Keys")
    screen.waiting = "undo"
    pilot.press("u")
    assert app.keys.shown("undo") == "U"
    app.pop()
    pilot = sit(app, duel(orc=(5, 3)), "red")
    pilot.wait_until_asked()
    before = pilot.text()
    pilot.choose("move 0,0")
    pilot.wait_until_asked()
    pilot.press("u")
    pilot.wait_until_asked()
    assert pilot.text() == before


def test_the_rules_are_searched(app: App) -> None:
    app.push(TitleScreen(app))
    pilot = Pilot(app)
    pilot.click_button("Rules")
    pilot.type("blow")
    found = getattr(app.top, "found", [])
    assert 0 < len(found) < len(DUEL.ledger)
    assert all("blow" in " ".join(entry).casefold() for entry in found)


def test_a_battle_is_saved_left_and_gone_on_with(app: App) -> None:
    pilot = sit(app, duel(orc=(5, 3)), "red")
    pilot.wait_until_asked()
    pilot.choose("move 0,0")
    pilot.wait_until_asked()
    before = pilot.text()
    pilot.press("escape")
    pilot.click_button("Leave the battle")
    assert top(pilot) == "TitleScreen"
    pilot.click_button("Continue")
    pilot.wait_until_asked()
    assert pilot.text() == before


def test_a_battle_put_together_is_remembered_as_far_as_there_still_is_what_it_names(app: App) -> None:
    app.push(TitleScreen(app))
    pilot = Pilot(app)
    pilot.click_button("Custom battle")
    screen = app.top
    assert isinstance(screen, SetupScreen)
    screen._pick([path.name for path in screen.paths].index("cellar.tmx"))
    screen._pick_rules("murdham")
    side, squad = screen.offer.sides[0].name, list(ruleset("murdham").parties())[1]
    screen.sides._squad(side, squad)
    screen.sides._player(side, "instinct")
    screen._set("stunts", "off")
    pilot.click_button("Back")
    assert load_preferences().draft == app.preferences.draft
    again = SetupScreen(app)
    assert (again.paths[again.at].name, again.rules) == ("cellar.tmx", "murdham")
    assert (again.sides.squads[side], again.sides.players[side], again.settings) == (
        squad,
        "instinct",
        {"stunts": "off"},
    )
    app.preferences.draft = replace(
        app.preferences.draft, squads={side: "nobody"}, players={side: "a dog"}, settings={"stunts": "maybe", "": ""}
    )
    usual = SetupScreen(app)
    assert (usual.sides.players[side], usual.settings) == ("human", {})
    assert usual.sides.squads[side] in ruleset("murdham").parties()
    app.preferences.draft = replace(app.preferences.draft, file="gone.tmx", rules="gone")
    assert SetupScreen(app).paths[SetupScreen(app).at].name == "gatehouse.tmx"


@pytest.mark.parametrize("newcomer", [True, False])
@pytest.mark.parametrize("book", ["sovereign", "murdham", "glog", "einfelst", "ingenuity"])
def test_a_battle_of_ones_own_begins_as_the_quick_one_does(app: App, book: str, *, newcomer: bool) -> None:
    """Nobody has chosen yet: the same place, the same foes, and they play as well."""
    app.preferences.rules = book
    quick = quick_battle(book, newcomer=newcomer)
    assert quick is not None and isinstance(quick.file, Path)
    app.preferences.quick_won = () if newcomer else (book,)
    screen = SetupScreen(app)
    app.oracle.catch_up()
    screen.advance(0.1)
    assert (screen.paths[screen.at].name, screen.rules) == (quick.file.name, book)
    seated = {str(seat): str(player) for seat, player in sit_down(quick, lambda _: None).players.items()}
    assert {side: seated[side] for side in screen.sides.players} == screen.sides.players
    if newcomer:
        return
    bare = sit_down(StartRequest(resources.maps() / "gatehouse.tmx", rules=book), lambda _: None)
    assert sorted(map(str, bare.players.values())) == sorted(seated.values()), "so it is where no scenario says it"


def test_a_curtain_falls_between_people_who_know_different_things(app: App) -> None:
    pilot = sit(app, brawl(), "party", "foe", "referee")
    first = pilot.wait_until_asked()
    assert first is not None
    drawn = Drawn(2)
    for _ in range(80):
        question = pilot.wait_until_asked()
        if question is None:
            break
        key = drawn.answer(pilot.battle.session.match, question)
        assert isinstance(key, str)
        pilot.choose(key)
    assert top(pilot) == "CurtainScreen"
    app.draw()
    hidden = app.surface.copy()
    battle = pilot.battle
    assert battle.choosing is None
    app.top.draw(app.surface)
    assert pygame.image.tobytes(hidden, "RGB") == pygame.image.tobytes(app.surface, "RGB")
    seen = len(battle.scene.log)
    pilot.click_button("I am ready")
    assert pilot.wait_until_asked() is not None
    assert len(battle.scene.log) > seen, "what the other side did is played for the second person"
    assert battle.view.viewer != first.seat


@pytest.mark.parametrize("wanted", [True, False])
def test_whose_the_mouse_is_is_said_until_anything_is_pressed(app: App, wanted: bool) -> None:
    app.preferences.pass_mouse = wanted
    pilot = sit(app, duel(orc=(5, 3)), "red", "blue")
    first = pilot.wait_until_asked()
    assert first is not None
    stage = pilot.battle
    pilot.choose("end")
    pilot.wait_until(lambda: top(pilot) == "PassScreen" or stage.asked is not None, "somebody is next")
    assert (top(pilot) == "PassScreen", stage.asked is None) == (wanted, wanted)
    if wanted:
        app.draw()
        panel = app.top.rect if isinstance(app.top, PassScreen) else pygame.Rect(0, 0, 0, 0)
        seen = pixels_of(app.surface)
        seen[panel.left : panel.right, panel.top : panel.bottom] = NIGHT
        assert (seen == NIGHT).all(), "nothing is left of what the other one looked at"
        pilot.click((5, 5))
    second = pilot.wait_until_asked()
    assert second is not None and second.seat != first.seat


def test_what_could_not_be_done_is_not_told_of_what_is_done_next(app: App) -> None:
    pilot = sit(app, duel(orc=(5, 3)), "red")
    pilot.wait_until_asked()
    app.say("Orc: too far away.")
    pilot.choose("move 0,0")
    assert app.notice == ""


def test_real_dice_are_typed_in(app: App) -> None:
    pilot = sit(app, duel(), "red")
    pilot.battle.session.dice = "typed"
    pilot.wait_until_asked()
    before = pixels_of(app.surface)
    pilot.choose("strike Orc")
    pilot.wait_until(lambda: top(pilot) == "DiceScreen", "dice are asked for")
    app.draw()
    assert (pixels_of(app.surface) != before).any(axis=2).mean() > 0.9, "a panel lies over the battle"
    pilot.type("99")
    pilot.press("return")
    assert "shows 1 to 20" in app.notice
    pilot.press("backspace")
    pilot.press("backspace")
    pilot.type("7")
    pilot.press("return")
    assert pilot.battle.session.match.history.count((7,)) == 1


@pytest.mark.parametrize("own", [True, False])
def test_a_battle_that_is_begun_is_fought_with_the_dice_that_are_set(app: App, own: bool) -> None:
    """What was begun before keeps its dice."""
    app.preferences.own_dice = own
    app.go(Begin(StartRequest("cellar", rules="duel")))
    begun = Pilot(app).battle.session
    assert begun.dice == ("typed" if own else "seeded")
    pilot = Pilot(app)
    asked = pilot.wait_until_asked()
    assert asked is not None
    begun.dice = "seeded"
    pilot.choose(next(asked.options.all_keys()))
    begun.save(state_folder("saves") / "begun.save")
    app.go(Begin(StartRequest(state_folder("saves") / "begun.save")))
    assert Pilot(app).battle.session.dice == "seeded"


def test_a_damaged_save_is_told_in_a_sentence(app: App) -> None:
    path = state_folder("saves") / "broken.save"
    path.write_bytes(b"{")
    app.push(TitleScreen(app))
    pilot = Pilot(app)
    pilot.click_button("Continue")
    assert top(pilot) == "TitleScreen"
    assert "broken.save" in app.notice
    pilot.click_button("Saved battles")
    app.draw()
    pilot.click_button("Throw away")
    pilot.click_button("Yes")
    assert not path.exists()


@pytest.mark.parametrize("many", [1, pytest.param(99, marks=pytest.mark.nightly)])
def test_every_battle_that_is_offered_can_be_begun(app: App, many: int) -> None:
    """By so many of the rulesets that it can be played by: in turn, so that each has its battles."""
    from game.window.setting_up.offers import offer, offered, rules_for

    assert offered()
    for number, path in enumerate(offered()):
        known = [rules for rules in rules_for(path) if rules not in ("duel", "skirmish")]
        assert known
        first = number % len(known)
        for rules in (*known[first:], *known[:first])[:many]:
            found = offer(path, rules)
            assert not found.trouble, found.trouble
            assert found.chart is not None
            assert len(found.sides) >= 2
            assert any(found.grounds)


def test_a_gamepad_goes_through_the_same_controls(app: App) -> None:
    app.push(TitleScreen(app))
    pilot = Pilot(app)
    met = []
    for way in ((0, -1), (0, -1), (1, 0), (1, 0), (1, 0), (1, 0), (1, 0)):
        met.append(getattr(app.top.group.focus, "text", ""))
        if met[-1] == "Settings":
            break
        for value in (way, (0, 0)):
            app.step(0.01, [pygame.Event(pygame.JOYHATMOTION, value=value, hat=0, instance_id=0)])
    assert met[-1] == "Settings"
    app.step(0.01, [pygame.Event(pygame.JOYBUTTONDOWN, button=0, instance_id=0)])
    assert top(pilot) == "SettingsScreen"
    app.step(0.01, [pygame.Event(pygame.JOYBUTTONDOWN, button=1, instance_id=0)])
    assert top(pilot) == "TitleScreen"


def test_a_scenario_for_one_ruleset_is_played_by_that_one(app: App) -> None:
    screen = SetupScreen(app)
    app.push(screen)
    for index, path in enumerate(screen.paths):
        screen._pick(index)
        assert screen.rules in rules_for(path)
        assert not screen.offer.trouble
        app.draw()


def test_keys_of_one_s_own_are_given_up_by_whoever_is_sure_of_it(app: App) -> None:
    app.preferences.keys = {"grid": "f7"}
    app.restyle()
    screen = SettingsScreen(app)
    app.push(screen)
    screen._turn("Keys")
    pilot = Pilot(app)
    pilot.click_button("Usual keys")
    pilot.press("escape")
    assert (app.top, app.keys.shown("grid")) == (screen, "F7")
    pilot.click_button("Usual keys")
    pilot.click_button("Yes")
    assert (app.top, app.keys.shown("grid")) == (screen, "G")
    pilot.click_button("Usual keys")
    assert app.top is screen, "where nothing is lost nobody is asked"


@pytest.mark.parametrize("place", [Settings(), Reference(ruleset("sovereign"))], ids=["settings", "rules"])
def test_the_key_of_one_s_own_that_steps_back_does_so_on_every_page(app: App, place: Destination) -> None:
    app.preferences.keys = {"cancel": "f9"}
    app.restyle()
    app.go(Title())
    below = app.top
    app.go(place)
    assert app.top is not below
    Pilot(app).press("f9")
    assert app.top is below


def test_the_settings_of_a_scenario_are_shown_until_others_are_chosen(app: App) -> None:
    screen = SetupScreen(app, resources.maps() / "the-cart-at-the-bend.toml")
    app.push(screen)
    screen._pick_rules("sovereign")
    app.oracle.catch_up()
    screen.advance(0.1)

    def shown() -> str:
        """What stands for surprise, and what is asked for."""
        pilot = Pilot(app)
        pilot.step(2)
        choices = [each for each in screen.group.widgets if isinstance(each, ChoiceButton)]
        return next(each.value for each in choices if each.text == "Surprise")

    assert (shown(), screen._request().settings) == ("foes", {})
    screen._set("surprise", "none")
    assert (shown(), screen._request().settings) == ("none", {"surprise": "none"})
