"""Places in the order of a round are exchanged by dragging one onto another in the bar, and by keys."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game import resources
from game.play.start import StartRequest
from game.rules.option_details import OrderPlace
from game.window.battle.open_question import OrderExchange
from game.window.destinations import Begin
from game.window.loop import App
from game.window.pilot import Pilot

CARDS = next(path for path in resources.shipped_lessons() if path.stem == "pledged-beforehand")
ALDITH, CORWIN = OrderPlace("aldith", "6"), OrderPlace("corwin", "2")  # type: ignore[arg-type]


@pytest.fixture
def asked(app: App) -> Pilot:
    """A battle at the question whether cards are to be swapped."""
    app.go(Begin(StartRequest(CARDS)))
    pilot = Pilot(app)
    question = pilot.wait_until_asked()
    assert question is not None
    assert {option.verb for option in question.options} == {"enough", "swap"}
    app.draw()
    return pilot


def exchange(pilot: Pilot) -> OrderExchange:
    """What the open question exchanges."""
    found = pilot.battle.exchange
    assert found is not None
    return found


def middle(pilot: Pilot, place: OrderPlace) -> tuple[int, int]:
    """Where a place stands in the bar."""
    for frame, slots in pilot.battle.panels.turns.frames():
        if any((slot.who, slot.badge) == (place.who, place.badge) for slot in slots):
            return frame.center
    raise AssertionError(place)


def mouse(pilot: Pilot, kind: int, at: tuple[int, int], button: int = 1) -> None:
    """An event of the pointer."""
    more: dict[str, Any] = {"rel": (0, 0), "buttons": (1, 0, 0)} if kind == pygame.MOUSEMOTION else {"button": button}
    pilot.app.step(0, [pygame.Event(kind, pos=at, **more)])


def test_a_card_dragged_onto_another_is_the_answer(asked: Pilot) -> None:
    history = len(asked.battle.session.match.history)
    assert set(exchange(asked).open()) == {ALDITH, CORWIN}
    mouse(asked, pygame.MOUSEBUTTONDOWN, middle(asked, ALDITH))
    mouse(asked, pygame.MOUSEMOTION, (640, 300))
    assert exchange(asked).dragged
    assert exchange(asked).open() == [CORWIN]
    asked.app.draw()
    mouse(asked, pygame.MOUSEBUTTONUP, middle(asked, CORWIN))
    assert asked.battle.session.match.history[history:][0] == "swap aldith corwin"


def test_two_clicks_do_it_as_well(asked: Pilot) -> None:
    history = len(asked.battle.session.match.history)
    for at in [middle(asked, place) for place in (CORWIN, ALDITH)]:
        mouse(asked, pygame.MOUSEBUTTONDOWN, at)
        mouse(asked, pygame.MOUSEBUTTONUP, at)
    assert asked.battle.session.match.history[history:][0] == "swap aldith corwin"


def test_keys_take_a_card_and_put_it_onto_another(asked: Pilot) -> None:
    history = len(asked.battle.session.match.history)
    asked.press("right")
    assert exchange(asked).picked == CORWIN, "the first in the order"
    asked.press("right")
    assert exchange(asked).picked == ALDITH
    asked.press("return")
    assert (exchange(asked).held, exchange(asked).picked) == (ALDITH, CORWIN)
    asked.press("space")
    assert asked.battle.session.match.history[history:][0] == "swap aldith corwin"


@pytest.mark.parametrize("how", ["dropped elsewhere", "right click", "escape", "escape from keys"])
def test_what_is_held_is_put_back(asked: Pilot, how: str) -> None:
    before = list(asked.battle.session.match.history)
    if how == "escape from keys":
        asked.press("left")
        asked.press("return")
    else:
        mouse(asked, pygame.MOUSEBUTTONDOWN, middle(asked, ALDITH))
        mouse(asked, pygame.MOUSEMOTION, (640, 300))
    assert exchange(asked).held == ALDITH
    if how == "dropped elsewhere":
        mouse(asked, pygame.MOUSEBUTTONUP, (640, 300))
    elif how == "right click":
        mouse(asked, pygame.MOUSEBUTTONDOWN, (640, 300), 3)
    else:
        asked.press("escape")
    assert exchange(asked).held is None
    assert asked.at_battle
    assert asked.battle.session.match.history == before


def test_what_may_be_done_with_it_is_told_below_the_bar(asked: Pilot) -> None:
    keys = asked.battle.view.keys
    assert "Drag one onto another" in exchange(asked).told(keys)
    shown = pygame.image.tobytes(asked.app.surface, "RGB")
    mouse(asked, pygame.MOUSEBUTTONDOWN, middle(asked, ALDITH))
    assert "Onto which?" in exchange(asked).told(keys)
    asked.app.draw()
    assert pygame.image.tobytes(asked.app.surface, "RGB") != shown


def test_a_question_that_exchanges_nothing_has_none(asked: Pilot) -> None:
    asked.choose("enough")
    asked.wait_until_asked()
    assert asked.battle.exchange is None
