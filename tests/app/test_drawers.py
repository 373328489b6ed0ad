"""The buttons below a battle, and the rows that open from them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pygame
import pytest

from battlemat_duel import Duel
from game.rules.action import SORTS
from game.rules.action_catalogue import CatalogueAction
from game.rules.match import AnyMatch, Match
from game.rules.questions import Option
from game.scene.choosing import Drawer, DrawerRow, Verb
from game.view.widgets.overlay_layout import FreeRoom
from game.view.widgets.widget import Button
from game.window.battle import draw_battle
from game.window.battle.arrange import arrange, row_buttons, top_buttons
from game.window.battle.drawers import DrawerButton, RowButton, VerbButton
from game.window.battle.panel_layout import how_to_point
from game.window.controls import Keys
from tests.app.staged import Heard, drawn, panel_rects, stage_of
from tests.rules.battles import begin, duel

pytestmark = pytest.mark.usefixtures("letters")


def test_every_button_of_a_battle_is_a_command() -> None:
    stage, heard = stage_of(begin(duel())), Heard()
    asked = stage.asked
    assert asked is not None
    choosing = asked.choosing
    for widget in [*top_buttons(stage, heard), *row_buttons(stage.view, stage.panels, heard, asked)]:
        assert isinstance(widget, Button)
        widget.press()
        if isinstance(widget, VerbButton):
            assert widget.verb is not None and heard.said[-1] == f"take {widget.verb.word}"
    names = [drawer.name for drawer in choosing.drawers]
    assert heard.said == ["pause", "explain", "undo", *(f"pull {name}" for name in names), "take end"]
    assert names == ["attack", "move", "defend"]


def test_every_row_of_a_drawer_is_a_command_also_what_has_to_be_refused() -> None:
    stage, heard = stage_of(begin(duel(orc=(5, 3)))), Heard()
    asked = stage.asked
    assert asked is not None
    choosing = asked.choosing
    choosing.pull("attack")
    rows = [widget for widget in row_buttons(stage.view, stage.panels, heard, asked) if isinstance(widget, RowButton)]
    assert [(row.text, row.enabled) for row in rows] == [("Strike", False), ("Flurry", False)]
    for row in rows:
        row.click(row.rect.center)
    assert heard.said == ["choose_row Strike", "choose_row Flurry"]
    assert rows[0].tip.splitlines()[:2] == [
        "Not now: not side by side",
        "One blow at somebody side by side: d20 and bonus against guard.",
    ]
    assert all(stage.panels.frame.lists.contains(row.rect) for row in rows)


def test_a_row_tells_what_its_options_take_where_that_is_not_what_the_ruleset_tells_of_the_deed() -> None:
    deed = CatalogueAction("strike", "Strike", "attack", "sword", "One blow.", "a foe", cost="an action")
    told = []
    for prices in ((), ("", ""), ("two actions", "two actions"), ("two actions", "")):
        options = tuple(Option(f"strike {n}", n, "Strike", price=price) for n, price in enumerate(prices))
        told.append(DrawerRow("Strike", "sword", 1, Verb("strike", "Strike", options=options), deed).cost)
    assert told == ["an action", "an action", "two actions", "an action"]
    assert DrawerRow("Strike", "sword", 1, None, deed).cost == "an action"


def test_the_line_over_the_buttons_names_the_keys_that_point() -> None:
    stage = stage_of(begin(duel()))
    asked = stage.asked
    assert asked is not None
    told, keys = {}, Keys({"confirm": "f"})
    for verb in asked.choosing.main:
        asked.choosing.verb = verb
        told[verb.title] = how_to_point(asked.choosing, keys, None)
    assert told["Strike"] == "point at a target (Tab, F; Esc: back)"
    assert told["Move"] == "point at a place (arrows, F; Esc: back)"


@pytest.mark.parametrize("size", [(1024, 576), (1280, 720), (1920, 1080)])
def test_the_buttons_of_a_full_row_lie_beside_each_other_in_it(size: tuple[int, int]) -> None:
    stage = stage_of(begin(duel()))
    stage.fit(stage.view.look, size)
    asked = stage.asked
    assert asked is not None
    choosing = asked.choosing
    row = DrawerRow("Lift", "hand", 1)
    choosing.__dict__["drawers"] = tuple(Drawer(name, (row,) * 10) for name in SORTS)
    choosing.pull("magic")
    buttons = row_buttons(stage.view, stage.panels, Heard(), asked)
    below = [button.rect for button in buttons if isinstance(button, (DrawerButton, VerbButton))]
    assert len(below) == len(SORTS) + 1
    assert all(stage.panels.frame.row.contains(rect) for rect in below)
    assert all(left.right <= right.left and left.width >= 36 for left, right in pairwise(below))
    rows = [button.rect for button in buttons if isinstance(button, RowButton)]
    drawer = asked.drawer
    assert len(rows) == 10 and drawer is not None
    assert all(drawer.contains(rect) for rect in rows) and stage.panels.frame.lists.contains(drawer)
    assert all(upper.bottom <= lower.top for upper, lower in pairwise(rows))


def test_a_deed_keeps_its_digit_whatever_else_can_be_done() -> None:
    def rows(match: AnyMatch) -> dict[str, tuple[int, bool]]:
        choosing = stage_of(match).choosing
        assert choosing is not None
        found = [row for drawer in choosing.drawers for row in drawer.rows]
        return {row.deed.verb: (row.digit, row.verb is not None) for row in found if row.deed is not None}

    near, far = rows(begin(duel())), rows(begin(duel(orc=(5, 3))))
    assert {verb: digit for verb, (digit, _) in near.items()} == {verb: digit for verb, (digit, _) in far.items()}
    assert near["strike"] == (1, True) and far["strike"] == (1, False)


def test_a_verb_that_a_ruleset_lists_no_deed_for_has_a_row_all_the_same() -> None:
    rules = Duel()
    rules.deeds = tuple(deed for deed in rules.deeds if deed.verb != "strike")
    choosing = stage_of(Match.begin(rules, duel())).choosing
    assert choosing is not None
    (row,) = [row for drawer in choosing.drawers for row in drawer.rows if row.verb and row.verb.word == "strike"]
    assert (row.title, row.digit) == ("Strike", 1)


def test_what_is_asked_stands_beside_the_list_that_is_open() -> None:
    stage = stage_of(begin(duel()))
    assert stage.asked is not None
    stage.asked.choosing.pull("attack")
    arrange(stage, Heard())
    drawn(stage)
    drawer = stage.asked.drawer
    assert drawer is not None
    assert not panel_rects(stage)["question"].colliderect(drawer) and panel_rects(stage)["drawer"] == drawer


def test_labels_on_the_board_keep_clear_of_the_list_that_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    stage, kept = stage_of(begin(duel())), list[pygame.Rect]()

    class Seen(FreeRoom):
        def __init__(self, within: pygame.Rect, taken: Sequence[pygame.Rect]) -> None:
            super().__init__(within, taken)
            kept[:] = taken

    monkeypatch.setattr(draw_battle, "FreeRoom", Seen)
    drawn(stage)
    before = list(kept)
    assert stage.asked is not None
    stage.asked.choosing.pull("attack")
    arrange(stage, Heard())
    drawn(stage)
    assert stage.asked.drawer in kept and stage.asked.drawer not in before
