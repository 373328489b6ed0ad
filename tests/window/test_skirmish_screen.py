"""Skirmish from the title: what is chosen is what is fought, and another word is another battle."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import pytest

from game.files.generate import KINDS
from game.lab.difficulty import AIMS, FoundSquad, SearchStep
from game.lab.skirmish import SKIRMISH_AIMS, SkirmishRequest, word_parts
from game.lab.win_forecast import BATTLES
from game.play.folders import state_folder
from game.play.skirmish_files import SKIRMISHES
from game.play.start import StartRequest, setup_of
from game.rules.registry import names, ruleset
from game.rules.setup import Recruit
from game.view.widgets.text_field import TextField
from game.view.widgets.widget import ChoiceButton, Label
from game.window.destinations import BeginSkirmish, Title
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens import skirmish
from game.window.screens.skirmish import SkirmishScreen
from game.window.setting_up import skirmish_trial
from tests.lab.test_squad_search import battles


def open_screen(app: App) -> tuple[Pilot, SkirmishScreen]:
    app.go(Title())
    pilot = Pilot(app)
    pilot.step(3)
    app.oracle.catch_up()
    pilot.step(2)
    pilot.click_button("Skirmish")
    assert isinstance(app.top, SkirmishScreen)
    return pilot, app.top


def test_a_fresh_battle_is_two_clicks_from_the_title(app: App) -> None:
    pilot, screen = open_screen(app)
    rules, word = screen.rules, screen.word
    assert word and rules in names()
    pilot.click_button("Begin")
    app.oracle.catch_up()
    pilot.step(3)
    session = pilot.battle.session
    assert session.match.ruleset.name == rules
    assert [each.level for each in session.players.values() if each.kind == "ai"] == ["instinct"], "not the strongest"
    kind = SkirmishRequest(word, rules).map_kind
    (made,) = state_folder(SKIRMISHES).glob("*.tmx")
    assert kind in made.name
    assert Path(session.match.setup.map_file) == made.resolve()


def test_what_is_chosen_is_what_is_made(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot, screen = open_screen(app)
    gone: list[object] = []
    monkeypatch.setattr(app, "go", gone.append)
    choices = {each.text: each for each in screen.group.widgets if isinstance(each, ChoiceButton)}
    assert [value for value, _ in choices["Map"].choices] == ["", *KINDS]
    choices["Map"].change("ruin")
    assert [value for value, _ in choices["Aim"].choices] == ["", *SKIRMISH_AIMS]
    choices["Aim"].change("rob")
    choices["Size"].change("large")
    assert [value for value, _ in choices["Difficulty"].choices] == list(AIMS)
    choices["Difficulty"].change("harder")
    choices["Opponent"].change("novice")
    choices["Game"].change(names()[-1])
    (field,) = (each for each in screen.group.widgets if isinstance(each, TextField))
    field.change("heron")
    pilot.click_button("Begin")
    assert gone == [BeginSkirmish(SkirmishRequest("heron", names()[-1], "ruin", "large", "harder", "novice", "rob"))]


def test_another_word_is_drawn_and_none_begins_nothing(app: App) -> None:
    pilot, screen = open_screen(app)
    found = {screen.word}
    for _ in range(8):
        pilot.click_button("Draw another")
        found.add(screen.word)
    assert len(found) > 3
    (field,) = (each for each in screen.group.widgets if isinstance(each, TextField))
    field.change(" ")
    pilot.step()
    assert "Begin" not in pilot.buttons()


def test_map_or_squads_are_drawn_again_alone_and_a_week_has_its_word(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(skirmish, "fresh_word", lambda: "badger")
    monkeypatch.setattr(skirmish, "weekly_word", lambda day: f"the week of {type(day).__name__}")
    pilot, screen = open_screen(app)
    pilot.click_button("Other map")
    _, squads = word_parts(screen.word)
    pilot.click_button("Other squads")
    assert word_parts(screen.word)[0] != squads
    assert word_parts(screen.word)[1] != squads
    pilot.click_button("This week’s")
    assert screen.word == "the week of date"
    pilot.click_button("Draw another")
    assert screen.word == "badger"


class Search:
    """In place of the process that fights quick battles."""

    begun: ClassVar[list[Search]] = []

    def __init__(self, wanted: StartRequest, other: str, difficulty: str, drawn: bool) -> None:
        self.squad = setup_of(wanted).side(other).squad
        self.difficulty, self.drawn = difficulty, drawn
        self.found: FoundSquad | None = None
        self.step, self.trouble, self.stopped = SearchStep(1, 0), "", False
        self.news = False
        self.begun.append(self)

    @property
    def over(self) -> bool:
        return self.found is not None

    def look(self) -> bool:
        news, self.news = self.news, False
        return news

    def stop(self) -> None:
        self.stopped = True

    def tell(self, squad: tuple[Recruit, ...], won: int, *, over: bool) -> None:
        """As after twenty battles with these foes."""
        found = FoundSquad(squad, "", battles(won), reached=True)
        self.step, self.found, self.news = SearchStep(1, BATTLES, found), found if over else None, True


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[Search]:
    """The searches that are begun, of which none fights."""
    monkeypatch.setattr(Search, "begun", [])
    monkeypatch.setattr(skirmish_trial, "SearchProcess", Search)
    return Search.begun


def wait(app: App, pilot: Pilot) -> None:
    """Until the battle is drawn."""
    pilot.step(round(skirmish_trial.PAUSE * 60) + 3)
    app.oracle.catch_up()
    pilot.step(2)


def told(screen: SkirmishScreen) -> str:
    return " ".join(each.text for each in screen.group.widgets if isinstance(each, Label))


def test_who_fights_and_how_even_it_is_stands_there_before_it_begins(app: App, searches: list[Search]) -> None:
    pilot, screen = open_screen(app)
    assert not searches
    wait(app, pilot)
    (search,) = searches
    assert search.drawn and search.difficulty == "even"
    assert SKIRMISH_AIMS[screen.wanted.fought_for].about in told(screen)
    unit = search.squad[0].unit
    assert ruleset(screen.rules).roster()[unit] in told(screen)
    search.tell(search.squad, 11, over=False)
    pilot.step()
    assert "11 to" not in told(screen) and "55 to 45 over 20 battles between computers" in told(screen)
    assert "in 100" in told(screen), "with its interval"
    search.tell(search.squad, 9, over=True)
    pilot.step()
    assert "45 to 55" in told(screen) and not screen.trial.foes and search.stopped


def test_foes_that_were_changed_by_quick_battles_are_those_that_fight(app: App, searches: list[Search]) -> None:
    pilot, _ = open_screen(app)
    wait(app, pilot)
    (search,) = searches
    fewer = search.squad[1:]
    search.tell(fewer, 10, over=True)
    pilot.step()
    pilot.click_button("Begin")
    app.oracle.catch_up()
    pilot.step(3)
    session = pilot.battle.session
    assert session.match.setup.side("foe").squad == fewer
    assert session.difficulty == "even"


def test_another_choice_is_another_battle_and_the_last_one_is_fought_no_more(app: App, searches: list[Search]) -> None:
    pilot, screen = open_screen(app)
    wait(app, pilot)
    assert len(searches) == 1
    screen._choose("difficulty", "harder")
    assert searches[0].stopped
    assert not screen.trial.lines
    wait(app, pilot)
    assert [each.difficulty for each in searches] == ["even", "harder"]
    pilot.click_button("Back")
    pilot.step()
    assert searches[1].stopped
