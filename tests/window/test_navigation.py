"""Screens ask where to go and the navigator goes there: what is asked for, and what comes of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from importlib import import_module
from inspect import signature
from pathlib import Path

import pytest

from game import resources
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
from game.rules.match import Match
from game.rules.questions import Choose, Roll, Seat
from game.rules.registry import names, ruleset
from game.rules.setup import Setup
from game.window import destinations
from game.window.battle.stage import Stage
from game.window.destinations import (
    AfterLeg,
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
    GoToPlace,
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
    SetOut,
    Settings,
    SetUp,
    Share,
    Skirmish,
    Squads,
    StandingOrders,
    StartedBattle,
    Sure,
    Title,
    Trouble,
    TypeDice,
    WatchReplay,
    Why,
    Workshop,
)
from game.window.loop import App, Screen
from game.window.pilot import Pilot
from game.window.screens.battle import BattleScreen
from game.window.screens.pause import PauseScreen
from game.window.screens.result import ResultScreen
from game.window.screens.saves import SavesScreen
from game.window.screens.setup import SetupScreen
from game.window.screens.title import TitleScreen
from game.window.window import open_app
from tests.rules.battles import duel


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
    for button in (
        ruleset(names()[0]).title,
        "Custom battle",
        "Workshop",
        "Learn",
        "Rules and keys",
        "Settings",
    ):
        pilot.click_button(button)
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
        for button in buttons:
            pilot.click_button(button)
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
        SetOut,
        OnExpedition,
        GoToPlace,
        HandOut,
        Chronicle,
        FightLeg,
        AfterLeg,
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
