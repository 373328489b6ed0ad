"""Screens ask where to go and the navigator goes there; keys of screens, buttons that name them, presses too late."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import fields
from importlib import import_module
from inspect import signature
from pathlib import Path

import pygame
import pytest

from game import resources
from game.files.picture_grid import NoGrid
from game.files.tiled import read_map
from game.lab.comparison import SquadPlace
from game.lab.difficulty import next_difficulty
from game.lab.forecast_process import ComparisonProcess
from game.play.decision_log import Explanation
from game.play.folders import state_folder
from game.play.lessons import next_lesson
from game.play.preferences import Preferences
from game.play.quick_battle import quick_battle
from game.play.recording import recorded
from game.play.seating import HUMAN, Player
from game.play.session import Session
from game.play.start import StartRequest
from game.play.workers import PendingResult
from game.rules.match import Match, Orders
from game.rules.questions import Choose, Roll, Seat
from game.rules.registry import names, ruleset
from game.rules.setup import Setup
from game.view.widgets.forms import ListBox
from game.view.widgets.theme import Typography
from game.view.widgets.widget import Button, ChoiceButton, Widget
from game.window import destinations
from game.window.battle.stage import Stage
from game.window.controls import ARRIVAL, CONTROLS, PRESSES, Binding, Keys, bound
from game.window.destinations import (
    Begin,
    Beginning,
    BeginSkirmish,
    ChangeDifficulty,
    Chronicle,
    Compare,
    Curtain,
    Destination,
    Detail,
    DrawGrid,
    Dropped,
    EditMap,
    Export,
    FightLeg,
    Gallery,
    HandOut,
    Inspect,
    KeysHere,
    LessonPage,
    LessonResult,
    Lessons,
    NewBattle,
    OnExpedition,
    OpenMap,
    Over,
    OwnUnits,
    PassMouse,
    Pause,
    PlayOn,
    PuzzleResult,
    Puzzles,
    PuzzleSolution,
    Reasons,
    Reference,
    Result,
    Saves,
    Settings,
    SetUp,
    Share,
    Skirmish,
    Squads,
    StandingOrders,
    StartedBattle,
    Sure,
    Title,
    Travel,
    Trouble,
    TypeDice,
    WatchReplay,
    Why,
    Workshop,
)
from game.window.loop import App, Screen
from game.window.pilot import Pilot
from game.window.screens.battle import BattleScreen
from game.window.screens.doctor import DoctorScreen
from game.window.screens.messages import KeysScreen
from game.window.screens.pause import PauseScreen
from game.window.screens.result import ResultScreen
from game.window.screens.saves import SavesScreen
from game.window.screens.setup import SetupScreen
from game.window.screens.title import TitleScreen
from game.window.window import open_app
from tests.corpus.kinds import HOME
from tests.rules.battles import brawl, duel
from tests.window.seated import finish, sit, top
from tests.window.test_settings import button, cross


@pytest.fixture
def asking(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[App, list[Destination]]]:
    """A window that goes nowhere, and where its screens asked to go."""
    asked: list[Destination] = []
    app = App(Preferences(hints=False))
    monkeypatch.setattr(app, "go", asked.append)
    yield app, asked
    app.window.destroy()


def seated() -> Session:
    """A duel of a person against an AI."""
    players = {Seat("red"): HUMAN, Seat("blue"): Player("ai", "instinct")}
    match = Match.begin(ruleset("duel"), duel())
    return Session(match, players, 5, "seeded", state_folder("autosaves") / "duel-5.save")


def test_the_title_asks_for_what_its_buttons_say(asking: tuple[App, list[Destination]]) -> None:
    app, asked = asking
    app.push(TitleScreen(app))
    pilot = Pilot(app)
    for label in (
        ruleset(names()[0]).title,
        "Custom battle",
        "Workshop",
        "Learn",
        "Rules and keys",
        "Settings",
    ):
        pilot.click_button(label)
    begin, *others = asked
    assert isinstance(begin, Begin)
    assert begin.request == quick_battle(names()[0], newcomer=True)
    lesson = next_lesson(())
    assert lesson is not None
    assert others == [NewBattle(), Workshop(), LessonPage(lesson), Reference(ruleset(names()[0])), Settings()]


def test_the_set_up_asks_for_the_battle_that_is_chosen(asking: tuple[App, list[Destination]]) -> None:
    app, asked = asking
    screen = SetupScreen(app)
    app.push(screen)
    pilot = Pilot(app)
    pilot.click_button("Look at squads")
    pilot.click_button("Set up in detail")
    pilot.click_button("Begin")
    squads, detail, begin = asked
    assert isinstance(squads, Squads) and isinstance(detail, Detail)
    assert isinstance(begin, Begin)
    assert squads.request == detail.request == begin.request
    assert begin.request.file == screen.offer.path
    assert [(chair.seat, str(chair.player)) for chair in begin.request.seats] == list(screen.sides.players.items())


def test_menus_over_a_battle_ask_for_what_their_buttons_say(asking: tuple[App, list[Destination]]) -> None:
    app, asked = asking
    battle = BattleScreen(app, seated(), None)
    app.push(battle)
    pause, result = (
        PauseScreen(app, battle.stage, battle),
        ResultScreen(app, battle.stage.session, battle.stage.layers.liveries),
    )
    for menu, buttons, wanted in (
        (pause, ("Saved battles", "Rules", "Settings", "Leave"), [Saves, Reference, Settings, Title]),
        (result, ("Once more", "Swap", "Watch", "To the title"), [StartedBattle, StartedBattle, WatchReplay, Title]),
    ):
        asked.clear()
        app.push(menu)
        pilot = Pilot(app)
        for label in buttons:
            pilot.click_button(label)
        assert [type(each) for each in asked] == wanted
    rematch, swapped = asked[:2]
    assert isinstance(rematch, StartedBattle)
    assert isinstance(swapped, StartedBattle)
    assert rematch.session.people == ("red",)
    assert swapped.session.people == ("blue",)


def test_saves_ask_to_be_gone_on_with_or_watched(asking: tuple[App, list[Destination]]) -> None:
    app, asked = asking
    path = state_folder("saves") / "duel.save"
    seated().save(path)
    app.push(SavesScreen(app))
    pilot = Pilot(app)
    pilot.click_button("Go on")
    pilot.click_button("Watch")
    assert asked == [Begin(StartRequest(path)), WatchReplay(path)]


class NothingCompared(ComparisonProcess):
    """A comparison that is wanted of no process."""

    def __init__(self, setup: Setup, one: SquadPlace, other: SquadPlace) -> None:
        self._pipes, self._processes, self.found, self.wanted, self.trouble = [], [], [], 0, ""


def over_a_battle(stage: Stage, screen: BattleScreen) -> list[tuple[Destination, str]]:
    """Every destination over a battle, and the kind of the screen that it leads to."""
    question = stage.session.match.pending
    assert isinstance(question, Choose)
    rules = stage.session.match.ruleset
    shown = recorded(stage.session.match, stage.session.players, "seeded", "duel")
    return [
        (Reference(rules), "RulesScreen"),
        (Settings(), "SettingsScreen"),
        (Saves(), "SavesScreen"),
        (Lessons(), "LessonsScreen"),
        (NewBattle(), "SetupScreen"),
        (OpenMap(), "OpenMapScreen"),
        (EditMap(resources.maps() / "cellar.tmx"), "DoctorScreen"),
        (Trouble("Trouble", "There is some."), "TroubleScreen"),
        (Pause(stage, screen), "PauseScreen"),
        (PlayOn(shown, 0), "PlayOnScreen"),
        (Export(shown, 0), "ExportScreen"),
        (Share(stage.session), "ExportScreen"),
        (Result(stage.session, stage.layers.liveries), "ResultScreen"),
        (ChangeDifficulty(stage.session, next_difficulty(stage.session)), "NextDifficultyScreen"),
        (TypeDice(stage.session, screen, Roll("d20", "a test")), "DiceScreen"),
        (StandingOrders(stage.session, Seat("red")), "OrdersScreen"),
        (Reasons(question, rules.ledger), "RefusalsScreen"),
        (Why(PendingResult(lambda: Explanation("Why?", None))), "WhyScreen"),
        (Sure("Sure?", "Really?", print), "SureScreen"),
        (KeysHere(tuple(screen.bindings())), "KeysScreen"),
        (Inspect(stage.view, stage.layers.liveries, next(iter(stage.scene.tokens)), None), "InspectScreen"),
        (Compare(shown.start.setup, SquadPlace("red", 0, (0, 0)), SquadPlace("blue", 0, (1, 0))), "CompareScreen"),
        (Curtain("Red"), "CurtainScreen"),
        (PassMouse("Red"), "PassScreen"),
        (
            Beginning(stage.session, stage.layers.liveries, tuple(stage.scene.tokens.values())),
            "OpeningScreen",
        ),
    ]


def test_every_screen_that_is_opened_by_name_is_there() -> None:
    named = set(re.findall(r"\"(\w+)\.(\w+Screen)\"", Path(destinations.__file__).read_text(encoding="utf-8")))
    assert len(named) > len(Over.__subclasses__())
    for module, kind in named:
        assert issubclass(getattr(import_module(f"game.window.screens.{module}"), kind), Screen)


@pytest.mark.parametrize("place", Over.__subclasses__(), ids=lambda place: str(place.__name__))
def test_the_screen_of_a_place_is_made_of_its_fields(place: type[Over]) -> None:
    module, _, kind = place.screen.partition(".")
    _, *wanted = signature(getattr(import_module(f"game.window.screens.{module}"), kind)).parameters.values()
    given = [field.type for field in fields(place)]
    assert [each.annotation for each in wanted[: len(given)]] == given
    assert all(each.default is not each.empty for each in wanted[len(given) :])


@pytest.fixture
def app() -> Iterator[App]:
    """A window with a duel in it."""
    opened = open_app(Preferences(speed=8.0, calm=True, hints=False, opening=False))
    opened.go(StartedBattle(seated()))
    yield opened
    opened.window.destroy()


def test_what_lies_over_a_battle_leads_back_to_it(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.window.screens.messages.ComparisonProcess", NothingCompared)
    battle = app.top
    assert isinstance(battle, BattleScreen)
    over = over_a_battle(battle.stage, battle)
    elsewhere = {Title, Begin, StartedBattle, WatchReplay, SetUp, Squads, Detail, Dropped, OwnUnits}
    elsewhere |= {LessonPage, LessonResult}  # of lessons only
    elsewhere |= {Puzzles, PuzzleResult, PuzzleSolution}  # from the title, and of puzzles only
    elsewhere |= {
        Skirmish,
        BeginSkirmish,
        OnExpedition,
        Travel,
        HandOut,
        Chronicle,
        FightLeg,
    }  # from the title or the end
    elsewhere |= {DrawGrid, Gallery, Workshop}  # of a picture that becomes a map; from the title
    everywhere = {*Destination.__subclasses__(), *Over.__subclasses__()} - {Over}
    assert {type(destination) for destination, _ in over} | elsewhere == everywhere
    for destination, kind in over:
        app.go(destination)
        assert type(app.top).__name__ == kind
        app.draw()
        app.pop()
        assert app.pile == [battle]


def test_what_stands_in_place_of_everything_ends_the_battle_and_keeps_it(app: App) -> None:
    battle = app.top
    assert isinstance(battle, BattleScreen)
    save = battle.stage.session.autosave
    app.go(Settings())
    app.go(Title())
    assert [type(screen) for screen in app.pile] == [TitleScreen]
    assert save.exists()
    app.go(WatchReplay(save))
    assert [type(screen).__name__ for screen in app.pile] == ["ReplayScreen"]
    app.go(Begin(StartRequest(save)))
    assert [type(screen) for screen in app.pile] == [BattleScreen]


@pytest.mark.parametrize("wanted", [Begin, Squads, Detail])
def test_who_asks_for_a_battle_that_there_is_not_is_told_and_stays(
    app: App, wanted: type[Begin] | type[Squads] | type[Detail]
) -> None:
    before = list(app.pile)
    app.go(wanted(StartRequest("nowhere")))
    assert app.pile == before
    assert app.notice.startswith("There is no file 'nowhere'")


# --- Keys of screens are data: they are listed with F1, done from the list, and are those that the player gave ---

PLACES = (
    NewBattle(),
    OwnUnits("sovereign"),
    OpenMap(HOME),
    Lessons(),
    Skirmish(),
    Saves(),
    Settings(),
    Detail(StartRequest("gatehouse", rules="sovereign")),
    EditMap(HOME / "layer-called-collision.tmx"),
)


def there(app: App, place: Destination) -> Pilot:
    """Over the title, once it is read."""
    app.go(Title())
    app.go(place)
    pilot = Pilot(app)
    pilot.wait_until(lambda: top(pilot) not in ("TitleScreen", "WaitingScreen"), "it is there")
    return pilot


@pytest.mark.parametrize("place", PLACES, ids=lambda place: type(place).__name__)
def test_what_keys_do_is_listed_and_the_key_to_step_back_is_the_player_s(app: App, place: Destination) -> None:
    pilot = there(app, place)
    screen = app.top
    bindings = [each for each in screen.bindings() if each.enabled]
    known = {control.name for control in CONTROLS}
    assert all(each.words and (each.keys or each.control in known) for each in bindings)
    named = [name for each in bindings for name in (*each.keys, *([f"control {each.control}"] if each.control else []))]
    assert len(named) == len(set(named)), "a key does one thing"
    pilot.press("f1")
    shown = app.top
    assert isinstance(shown, KeysScreen) and [each.words for each in shown.shown if each.enabled] == [
        each.words for each in bindings
    ]
    app.draw()
    pilot.press("f1")
    assert app.top is screen
    app.preferences.keys = {"cancel": "f9"}
    app.restyle()
    pilot.press("f9")
    assert top(pilot) == "TitleScreen"


def test_two_clicks_on_a_key_of_the_list_do_it(app: App) -> None:
    pilot = there(app, EditMap(HOME / "layer-called-collision.tmx"))
    screen = app.top
    assert isinstance(screen, DoctorScreen)
    pilot.press("f1")
    listed = next(each for each in app.top.group.widgets if isinstance(each, ListBox))
    row = next(number for number, each in enumerate(listed.rows) if each.text.endswith("Blocked"))
    listed.top = row * listed.height
    at = listed.rect.left + 40, listed.rect.top + 10 + row * listed.height - listed.top
    pilot.click(at)
    pilot.click(at)
    assert app.top is screen and screen.setting.tool.name == "blocked"


def test_a_grid_is_left_and_a_rules_page_closed_by_the_key_that_opened_it(app: App, tmp_path: Path) -> None:
    picture = tmp_path / "hall.png"
    picture.write_bytes((HOME / "sheet.png").read_bytes())
    with pytest.raises(NoGrid):
        read_map(picture)
    app.preferences.keys = {"cancel": "f9"}
    app.restyle()
    pilot = there(app, DrawGrid(picture, print))
    assert top(pilot) == "GridScreen"
    pilot.press("f9")
    app.go(Reference(ruleset("sovereign")))
    pilot.press("f1")
    assert top(pilot) == "TitleScreen"


def test_of_two_bindings_the_first_that_can_be_done_is_meant(app: App) -> None:
    event = app.keys.press("undo")
    first = Binding("No", print, "undo", enabled=False)
    second, third = Binding("By key", print, keys=("ctrl+z",)), Binding("By control", print, "undo")
    assert bound(event, app.keys, (first, second, third)) is second
    assert bound(event, app.keys, (first, third)) is third
    assert bound(event, app.keys, (first,)) is None
    assert (second.shown(app.keys), third.shown(app.keys)) == ("Ctrl+Z", "Ctrl+Z")


def test_a_button_names_the_key_that_the_player_gave(app: App) -> None:
    app.preferences.keys = {"undo": "f9"}
    app.restyle()
    there(app, OwnUnits("sovereign"))
    named = {each.text: each.shortcut for each in app.top.group.widgets if isinstance(each, Button)}
    assert (named["Undo"], named["Redo"], named["Save"]) == ("F9", "Ctrl+Y", "Ctrl+S")
    app.go(EditMap(HOME / "layer-called-collision.tmx"))
    Pilot(app).wait_until(lambda: isinstance(app.top, DoctorScreen), "the map is read")
    assert "F9" in {each.tip for each in app.top.group.widgets}


# --- Buttons name the keys that do the same, as they are set; the keys of a menu's buttons press them ---


def shortcuts(widgets: Iterator[Widget] | list[Widget]) -> dict[str, str]:
    return {each.text: each.shortcut for each in widgets if isinstance(each, Button) and each.text}


def test_the_buttons_of_a_battle_name_the_keys_that_are_set(app: App) -> None:
    app.keys = Keys({"undo": "u", "why": "f2"})
    pilot = sit(app, brawl(), "party")
    assert pilot.wait_until_asked() is not None
    named = shortcuts(pilot.battle.panels.bar.widgets)
    assert (named["Menu"], named["Undo"]) == ("Esc", "U")
    assert pilot.battle.panels.log.key == "J"


def test_no_two_buttons_of_the_bar_lie_on_each_other_nor_on_the_order(app: App) -> None:
    pilot = sit(app, brawl(), "party")
    assert pilot.wait_until_asked() is not None
    app.draw()
    boxes = [
        each.rect for each in pilot.battle.panels.bar.widgets if each.rect.bottom < pilot.battle.panels.turns.height
    ]
    frames = [frame for frame, _ in pilot.battle.panels.turns.frames()]
    assert len(boxes) >= 2
    for at, box in enumerate(boxes):
        assert box.collidelist([*boxes[:at], *frames]) < 0
        assert box.right < app.surface.get_width()


def test_the_pause_takes_back_and_asks_for_help_with_the_keys_it_names(app: App) -> None:
    pilot = sit(app, brawl(), "party")
    question = pilot.wait_until_asked()
    assert question is not None
    pilot.choose(next(iter(question.options.singles)).key)
    pilot.wait_until_asked()
    pilot.press("escape")
    assert top(pilot) == "PauseScreen"
    named = shortcuts(app.top.group.widgets)
    assert (named["Go on"], named["Take back"], named["Save"], named["Rules and keys"]) == ("Esc", "Ctrl+Z", "F5", "F1")
    assert named["Settings"] == ""
    pilot.press("f1")
    assert top(pilot) == "RulesScreen"


def test_a_screen_that_leads_back_says_with_which_key(app: App) -> None:
    app.go(NewBattle())
    assert shortcuts(app.top.group.widgets)["Back"] == "Esc"


def test_where_both_do_not_fit_a_button_says_what_it_does_and_not_its_key(letters: None, cuts: list[str]) -> None:
    look, target = Typography(), pygame.Surface((200, 60))
    pictures = []
    for wide, key in ((60, "Ctrl+Z"), (60, ""), (160, "Ctrl+Z"), (160, "")):
        target.fill(0)
        button = Button(pygame.Rect(4, 4, wide, 30), "Undo", int, shortcut=key)
        button.draw(target, look, focused=False, hovered=False)
        pictures.append(pygame.image.tobytes(target, "RGB"))
    assert not cuts
    assert pictures[0] == pictures[1]
    assert pictures[2] != pictures[3]


def test_the_key_of_standing_orders_opens_those_of_the_card(app: App) -> None:
    pilot = sit(app, duel(), "red", "blue")
    pilot.battle.session.orders[Seat("blue")] = Orders("ask")
    pilot.wait_until_asked()
    pilot.choose("strike Orc")
    question = pilot.wait_until_asked()
    prompt = pilot.battle.prompt
    assert isinstance(question, Choose) and prompt is not None
    (topic,) = prompt.topics
    pilot.press("o")
    assert isinstance(prompt.group.focus, ChoiceButton), "the first of them is picked out"
    pilot.press("right")
    assert pilot.battle.session.orders[Seat("blue")].topics == {topic: "always"}, "which follows that it asks"
    pilot.press("escape")
    assert prompt.group.widgets == [one for one in prompt.group.widgets if not isinstance(one, ChoiceButton)]
    assert pilot.battle.session.match.pending is question


# --- Clicks and keys that come before one can have seen what they hit ---


def click(app: App, text: str) -> pygame.Event:
    """A click on a button of the screen on top."""
    found = next(each for each in app.top.group.widgets if getattr(each, "text", "").startswith(text))
    return pygame.Event(pygame.MOUSEBUTTONDOWN, pos=found.rect.center, button=1)


def shown(app: App) -> str:
    """The kind of the screen on top."""
    return type(app.top).__name__


RETURN = pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="\r", scancode=0)


def test_what_was_pressed_before_the_first_picture_does_nothing(app: App) -> None:
    app.go(Title())
    for press in (click(app, "Settings"), RETURN, pygame.Event(pygame.TEXTINPUT, text="a"), button(0)):
        pygame.event.post(press)
    pygame.event.post(cross(0, 0))  # let go: that must be known
    app.step(0.0, [])
    waiting = pygame.event.get()
    assert not [event for event in waiting if event.type in PRESSES]
    assert [event for event in waiting if event.type == pygame.JOYHATMOTION]
    app.step(0.0, [click(app, "Settings")])
    assert shown(app) == "SettingsScreen"


def test_what_was_pressed_while_a_screen_was_made_is_not_meant_for_it(app: App) -> None:
    app.go(Title())
    app.step(0.0, [])
    twice = click(app, "Settings")
    pygame.event.post(RETURN)  # in the queue of the system while the first click is being done
    app.step(0.0, [twice, twice, RETURN])
    assert shown(app) == "SettingsScreen"
    assert not pygame.event.get(PRESSES)
    pygame.event.post(RETURN)
    app.step(0.0, [])
    assert len(pygame.event.get(PRESSES)) == 1, "what comes once it was seen stays"
    escape = pygame.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="", scancode=0)
    app.step(0.0, [escape, twice])
    assert shown(app) == "TitleScreen", "nor for the screen that lay under it"


def test_a_screen_that_comes_by_itself_takes_nothing_until_it_was_seen(app: App) -> None:
    pilot = sit(app, duel(), "red")
    finish(pilot)
    assert top(pilot) == "ResultScreen" and app.late.waiting
    app.step(ARRIVAL / 2, [])
    app.step(0.0, [RETURN, click(app, "Once more"), button(0), button(0, up=True)])
    assert top(pilot) == "ResultScreen"
    app.step(ARRIVAL / 2, [])
    assert not vars(app.late)["_left"]
    app.step(0.0, [click(app, "Once more")])
    assert top(pilot) == "BattleScreen"


def test_what_somebody_opens_takes_the_next_click_at_once(app: App) -> None:
    app.go(Title())
    app.step(0.0, [])
    app.step(0.0, [click(app, "Settings")])
    assert not vars(app.late)["_left"]
    app.step(0.0, [click(app, "Back")])
    assert shown(app) == "TitleScreen"


def test_the_loop_does_not_rest_before_a_screen_can_be_used(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    app.go(Settings())
    app.step(0.0, [])
    app.late.passed([], app.pile, ARRIVAL)
    rested: list[bool] = []

    def rest(tick: Callable[[], int], *_: object) -> pygame.Event:
        rested.append(app.late.waiting)
        app.running = False
        return pygame.Event(pygame.NOEVENT)

    monkeypatch.setattr(app.ambience, "rest", rest)
    app.run()
    assert rested == [False]
