"""Buttons name the keys that do the same, as they are set; the keys of a menu's buttons press them."""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from game.rules.match import Orders
from game.rules.questions import Choose, Seat
from game.view.widgets.theme import Typography
from game.view.widgets.widget import Button, ChoiceButton, Widget
from game.window.controls import Keys
from game.window.destinations import NewBattle
from game.window.loop import App
from tests.rules.battles import brawl, duel
from tests.window.seated import sit, top


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
