"""Skirmish from the title: what is chosen is what is fought, and another word is another battle."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.files.generate import KINDS
from game.lab.skirmish import FOLDER, SkirmishRequest
from game.play.folders import state_folder
from game.rules.registry import names
from game.view.widgets.text_field import TextField
from game.view.widgets.widget import ChoiceButton
from game.window.destinations import BeginSkirmish, Skirmish, Title
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.next_difficulty import NextDifficultyScreen
from game.window.screens.skirmish import SkirmishScreen


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
    (made,) = state_folder(FOLDER).glob("*.tmx")
    assert kind in made.name
    assert Path(session.match.setup.map_file) == made.resolve()


def test_what_is_chosen_is_what_is_made(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot, screen = open_screen(app)
    gone: list[object] = []
    monkeypatch.setattr(app, "go", gone.append)
    choices = {each.text: each for each in screen.group.widgets if isinstance(each, ChoiceButton)}
    assert [value for value, _ in choices["Map"].choices] == ["", *KINDS]
    choices["Map"].change("ruin")
    choices["Size"].change("large")
    choices["Difficulty"].change("harder")
    choices["Opponent"].change("novice")
    choices["Game"].change(names()[-1])
    (field,) = (each for each in screen.group.widgets if isinstance(each, TextField))
    field.change("heron")
    pilot.click_button("Begin")
    assert gone == [BeginSkirmish(SkirmishRequest("heron", names()[-1], "ruin", "large", "novice"), "harder")]


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


def test_a_difficulty_is_looked_for_before_it_begins(app: App) -> None:
    app.go(Skirmish())
    app.go(BeginSkirmish(SkirmishRequest("heron", names()[0]), "even"))
    app.oracle.catch_up()
    screen = app.top
    assert isinstance(screen, NextDifficultyScreen)
    assert screen.wanted.difficulty == "even"
    screen.leave()
