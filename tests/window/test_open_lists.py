"""Lists opened while odds are worked out: figures come to their rows, and no row goes to where another was."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pygame
import pytest

from game.rules.events import Id
from game.rules.questions import Choose, Option
from game.rules.standing import Bar
from game.view.widgets.theme import Typography
from game.window.battle.answer_outcomes import ShownBodies
from game.window.battle.folding import fold, members
from game.window.battle.forecast import Answered, Chance, Forecast
from game.window.battle.frame import PanelLayout
from game.window.battle.prompt import ChoiceRow, Prompt
from game.window.loop import App
from game.window.pilot import Pilot
from tests.rules.battles import begin, duel
from tests.thoughts import Held
from tests.window.test_aim_ahead import attacking, seated
from tests.window.test_turn_flow import BOOKS

pytestmark = pytest.mark.usefixtures("letters")

LOOK = Typography()
DOCK = PanelLayout.of(LOOK, (1280, 720), 48).dock
ADA, ORC = Id("Ada"), Id("Orc")


def bars(who: Id) -> tuple[Bar, ...]:
    return (Bar("Health", 9, 9),)


class Slow:
    """Odds that are known once a test says so: the second of two ways does more, and is told in many words."""

    def __init__(self, **losses: float) -> None:
        self.losses = losses
        self.known = False

    def in_turn(self, option: Option[Any], options: Any) -> Chance | None:
        loss = self.losses[option.key]
        share = Fraction(19, 20)
        harm = ((ORC, loss, Fraction(1, 9)),)
        return Chance(((ADA, ORC, share),), ((ORC, share),), harm, (), (), 1) if self.known else None


def listed(slow: Slow, **labels: str) -> Prompt:
    options = [Option(key, 0, labels.get(key, f"Strike with the {key}"), ORC) for key in slow.losses]
    forecast: Any = slow
    prompt = Prompt("Orc", options, print, forecast=forecast, who=ADA, cancel=True, bodies=ShownBodies(bars=bars))
    prompt.show(LOOK, DOCK)
    return prompt


def rows(prompt: Prompt) -> list[tuple[str, str, pygame.Rect]]:
    found = [widget for widget in prompt.group.widgets if isinstance(widget, ChoiceRow)]
    return [(row.text, row.note, row.rect.copy()) for row in found]


@pytest.mark.parametrize("pointed", [False, True])
def test_figures_come_to_their_rows_and_the_rows_stay(pointed: bool) -> None:
    slow = Slow(fist=1.0, axe=4.0)
    prompt = listed(slow)
    if pointed:
        prompt.group.hovered = prompt.group.widgets[1]
    else:
        prompt.advance(1.0)
    prompt.show(LOOK, DOCK)
    before = rows(prompt)
    assert [note for _, note, _ in before] == ["", ""]
    slow.known = True
    prompt.show(LOOK, DOCK)
    assert [note for _, note, _ in rows(prompt)] == ["−1.0", "−4.0"]
    assert [(text, rect) for text, _, rect in rows(prompt)] == [(text, rect) for text, _, rect in before]


def test_what_does_the_most_comes_first_where_that_is_known_before_anybody_can_mean_a_row() -> None:
    slow = Slow(fist=1.0, axe=4.0)
    prompt = listed(slow)
    slow.known = True
    prompt.show(LOOK, DOCK)
    assert [option.key for option in prompt.options] == ["axe", "fist"]
    assert [note for _, note, _ in rows(prompt)] == ["−4.0", "−1.0"]


def test_a_row_keeps_its_height_under_the_pointer_though_figures_are_long() -> None:
    slow = Slow(fist=100.0, axe=400.0)
    long = "Go there, then strike it with the two-handed sword that was left in"
    prompt = listed(slow, fist=f"{long} a", axe=f"{long} b")
    prompt.group.hovered = prompt.group.widgets[0]
    before = rows(prompt)
    slow.known = True
    prompt.show(LOOK, DOCK)
    assert [rect for *_, rect in rows(prompt)] == [rect for *_, rect in before]


def test_of_a_row_for_several_ways_the_best_is_told_and_it_stands_where_that_does() -> None:
    losses = {"fist": 1.0, "sword": 2.0, "here": 0.5, "there": 3.0}
    slow = Slow(**losses)
    slow.known = True
    charges = [Option(key, 0, f"Charge {key}", ORC, (at, 1), verb="charge") for at, key in enumerate(("here", "there"))]
    strikes = [Option(key, 0, f"Strike {key}", ORC, verb="strike") for key in ("fist", "sword")]
    forecast: Any = slow
    folded = fold([*strikes, *charges], lambda option: option.verb.capitalize())
    prompt = Prompt("Orc", folded, print, forecast=forecast, who=ADA, cancel=True, bodies=ShownBodies(bars=bars))
    prompt.show(LOOK, DOCK)
    assert [(label, note) for label, note, _ in rows(prompt)] == [
        ("Charge: choose where", "−3.0"),  # that it hits is as likely by all
        ("Strike sword", "−2.0"),
    ]
    assert [option.label for option in prompt.options][2:] == ["Strike fist"], "it is worse than the sword"


def test_reactions_wait_for_the_rows_of_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    some, weighed = Chance((), (), (), (), (), 1), list[str]()

    def weigh(_: Forecast, match: object, key: str) -> Chance:
        weighed.append(key)
        return some

    def weigh_replies(_: Forecast, match: object, key: str) -> tuple[Answered, ...]:
        weighed.append(f"replies {key}")
        return ()

    monkeypatch.setattr(Forecast, "_weigh", weigh)
    monkeypatch.setattr(Forecast, "_weigh_replies", weigh_replies)
    match, held = begin(duel()), Held()
    assert isinstance(match.pending, Choose)
    found = Forecast(match, match.pending, held)
    options = [Option(f"way {number}", number, "") for number in range(3)]
    for _ in range(5):
        for option in options:
            found.in_turn(option, options)
        found.answered(options[0])
        held.work()
    assert weighed == ["way 0", "way 1", "way 2", "replies way 0"]


@pytest.mark.parametrize("rules", BOOKS)
def test_who_is_pointed_at_shows_what_its_list_begins_with(app: App, rules: str) -> None:
    match, _, (foe, *_) = attacking(rules, several=True)
    pilot: Pilot = seated(app, match)
    stage = pilot.battle
    token = stage.scene.tokens[foe]
    pilot.point_spot(token.middle)
    for _ in range(20):
        pilot.step()
        app.oracle.catch_up()
    preview = stage.panels.laid.preview
    assert preview is not None and preview.option.target == foe
    if preview.more:
        pilot.click_spot(token.middle)
        pilot.wait_until(lambda: stage.prompt is not None, "ways are listed")
        assert stage.prompt is not None
        assert preview.option.key in [way.key for way in members(stage.prompt.options[0])]
        told = stage.prompt.options
        for _ in range(10):
            pilot.step()
            app.oracle.catch_up()
        assert stage.prompt.options == told
