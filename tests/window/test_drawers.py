"""The buttons below a battle, and the drawers that they list in the dock."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import msgspec
import pygame
import pytest

from battlemat_duel import Duel
from game.rules.action import SORTS, CatalogueAction
from game.rules.events import Id
from game.rules.match import AnyMatch, Match
from game.rules.questions import Option
from game.scene.choosing import Drawer, DrawerRow, Verb
from game.view.widgets.widget import Button
from game.window.battle.arrange import row_buttons, top_buttons
from game.window.battle.ask import list_drawer
from game.window.battle.dock import how_to_point, lay_out
from game.window.battle.panels import DrawerButton, VerbButton
from game.window.battle.prompt import ChoiceRow, Prompt
from game.window.battle.stage import Stage
from game.window.controls import Keys
from game.window.loop import App
from game.window.screens.battle import BattleScreen
from tests.rules.battles import begin, duel
from tests.window.seated import sit
from tests.window.staged import Heard, panel_rects, stage_of

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


def listed(stage: Stage, name: str) -> tuple[Prompt, list[str]]:
    """The list of a drawer, laid, and the rows that were chosen of it."""
    asked, chosen = stage.asked, list[str]()
    assert asked is not None
    drawer = asked.choosing.drawer(name)
    assert drawer is not None
    list_drawer(asked, drawer, lambda row: chosen.append(row.title))
    lay_out(stage)
    assert asked.prompt is not None
    return asked.prompt, chosen


def rows(prompt: Prompt) -> list[ChoiceRow]:
    return [widget for widget in prompt.group.widgets if isinstance(widget, ChoiceRow)]


def press(prompt: Prompt, key: int) -> None:
    prompt.handle(pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))


def test_a_drawer_lists_what_can_be_done_each_by_its_digit_with_what_it_takes() -> None:
    stage = stage_of(begin(duel()))
    prompt, chosen = listed(stage, "attack")
    assert [(row.text, row.digit, row.enabled) for row in rows(prompt)] == [
        ("Strike", "1", True),
        ("Flurry", "2", True),
    ]
    assert stage.panels.frame.dock.contains(prompt.rect)
    press(prompt, pygame.K_2)
    rows(prompt)[0].click(rows(prompt)[0].rect.center)
    assert chosen == ["Flurry", "Strike"]


def test_what_cannot_be_done_now_is_behind_what_can_with_the_reason_and_is_no_command() -> None:
    stage = stage_of(begin(duel(orc=(5, 3))))
    prompt, chosen = listed(stage, "attack")
    assert [(row.text, row.under, row.enabled) for row in rows(prompt)] == [
        ("Strike", "not side by side", False),
        ("Flurry", "not side by side", False),
    ]
    for row in rows(prompt):
        prompt.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=row.rect.center))
    press(prompt, pygame.K_1)
    assert chosen == []


def test_what_a_row_does_is_told_below_the_list_while_it_is_pointed_at() -> None:
    stage = stage_of(begin(duel()))
    prompt, _ = listed(stage, "attack")
    assert "odds" not in panel_rects(stage)
    prompt.handle(pygame.Event(pygame.MOUSEMOTION, pos=rows(prompt)[0].rect.center, rel=(0, 0), buttons=(0, 0, 0)))
    lay_out(stage)
    told = stage.panels.laid.odds
    assert told is not None
    said = " ".join(line.text for line in told.lines)
    assert "One blow at somebody side by side: d20 and bonus against guard." in said


@pytest.mark.parametrize("name", ["attack", "defend"])
def test_a_button_is_pale_where_nothing_can_be_done_and_lists_the_reasons_all_the_same(name: str) -> None:
    stage, heard = stage_of(begin(duel(orc=(5, 3)))), Heard()
    assert stage.asked is not None
    buttons = row_buttons(stage.view, stage.panels, heard, stage.asked)
    button = next(each for each in buttons if isinstance(each, DrawerButton) and each.drawer.name == name)
    assert button.enabled == (name == "defend")
    button.click(button.rect.center)
    assert heard.said == [f"pull {name}"]


def test_what_is_done_by_the_way_makes_no_button_bright() -> None:
    deed = CatalogueAction("drop", "Drop", "move", "boot", "Lie down.", "", cost="")
    verb = Verb("drop", "Drop", lone=True)
    row = DrawerRow("Drop", "boot", 1, verb, deed)
    assert Drawer("move", (row,)).usable
    assert not Drawer("move", (replace(row, deed=msgspec.structs.replace(deed, aside=True)),)).usable


def test_of_a_drawer_with_one_thing_that_has_to_be_aimed_its_button_picks_that_at_once(app: App) -> None:
    pilot = sit(app, duel(), "red", "blue")
    pilot.wait_until_asked()
    screen, stage = pilot.screen, pilot.battle
    assert isinstance(screen, BattleScreen)

    def pulled(name: str) -> tuple[str, str]:
        """The verb that is picked and the drawer that is listed after its button was pressed."""
        screen.pull(name)
        verb = stage.choosing.verb if stage.choosing is not None else None
        return verb.word if verb is not None else "", stage.prompt.listed.drawer if stage.prompt is not None else ""

    assert pulled("move") == ("move", ""), "where to is asked at once"
    assert pulled("move") == ("", "move"), "and it is listed where it is asked for again"
    assert pulled("move") == ("", ""), "the list closes as it was opened"
    assert pulled("attack") == ("", "attack"), "there are several attacks"
    assert pulled("move") == ("move", ""), "from another list too"


def test_what_is_done_at_once_is_listed_though_it_is_all_there_is() -> None:
    verb = Verb("dodge", "Dodge", lone=True)
    assert Drawer("defend", (DrawerRow("Dodge", "shield", 1, verb),)).only is None
    aimed = Verb("strike", "Strike", options=(Option("strike Orc", 0, "Strike Orc", Id("Orc")),))
    strike, other = DrawerRow("Strike", "sword", 1, aimed), DrawerRow("Shoot", "bow", 2, replace(aimed, word="shoot"))
    assert Drawer("attack", (strike, replace(other, verb=None))).only is aimed
    assert Drawer("attack", (strike, other)).only is None


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


@pytest.mark.parametrize("size", [(1024, 576), (1280, 720), (1366, 768), (1920, 1080)])
def test_the_buttons_of_a_full_row_lie_beside_each_other_in_it(size: tuple[int, int]) -> None:
    stage = stage_of(begin(duel()))
    stage.fit(stage.view.look, size)
    asked = stage.asked
    assert asked is not None
    choosing = asked.choosing
    row = DrawerRow("Lift", "hand", 1)
    choosing.__dict__["drawers"] = tuple(Drawer(name, (row,) * 10) for name in SORTS)
    buttons = row_buttons(stage.view, stage.panels, Heard(), asked)
    below = [button.rect for button in buttons]
    assert len(below) == len(SORTS) + 1
    assert all(stage.panels.frame.row.contains(rect) for rect in below)
    assert all(left.right <= right.left and left.width >= 36 for left, right in pairwise(below))


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
