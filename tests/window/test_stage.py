"""A battle on the screen without a window: a stage is all that drawing takes, and input gives commands."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from battlemat_duel import Duel
from battlemat_duel.sheet import DuelBoard
from game.play.folders import state_folder
from game.rules.events import Id
from game.rules.match import Match
from game.rules.questions import Choose, Menu, Option, Refusal, Seat
from game.rules.ruleset import Band, ObjectiveProgress, tell_pursuits
from game.rules.setup import Objective
from game.rules.standing import Standing
from game.scene.choosing import Choosing
from game.scene.scene import Scene
from game.spatial.field import Cell
from game.window.battle.board_clicks import refusal
from game.window.battle.draw_places import ranging
from game.window.battle.input import BattleInput
from game.window.battle.manual_save import save_slot
from game.window.battle.prompt import Prompt
from tests.rules.battles import begin, duel
from tests.rules.skirmish import SKIRMISH, skirmish
from tests.window.staged import SIZE, Heard, drawn, paint, press, stage_of

pytestmark = pytest.mark.usefixtures("letters")


def test_drawing_takes_the_stage_and_nothing_else() -> None:
    one, other = stage_of(begin(duel())), stage_of(begin(duel()))
    assert drawn(one) == drawn(other)
    other.view.cursor = other.view.scene.aim_at((0, 0))
    assert drawn(one) != drawn(other)


def test_drawing_changes_nothing_of_the_battle() -> None:
    stage = stage_of(begin(duel()))
    match = stage.session.match
    before = match.state, tuple(match.events), tuple(match.history)
    drawn(stage)
    assert (match.state, tuple(match.events), tuple(match.history)) == before


def test_the_dark_lies_over_the_board_where_the_ruleset_has_it() -> None:
    class Night(Duel):
        """The duel in utter darkness, but for one cell."""

        def lit(self, board: DuelBoard, side: str) -> int | None:
            """The first cell."""
            return 1

    pictures = []
    for rules in (Duel(), Night()):
        stage = stage_of(Match.begin(rules, duel()))
        target = pygame.Surface(SIZE)
        paint(stage, target)
        pictures.append([target.get_at(stage.view.camera.pixel(spot))[:3] for spot in ((0.2, 0.2), (4.6, 3.3))])
    (bright, far), (lit, dark) = pictures
    assert sum(lit) > 0.9 * sum(bright) and sum(dark) < 0.7 * sum(far)


class Bowmen(Duel):
    """The duel with bows that reach two cells far off, and no nearer."""

    def in_range(self, board: DuelBoard, who: Id, verb: str = "") -> list[Band[Cell]]:
        return [Band([(4, 3), (5, 3)]), Band([(6, 3), (7, 3)], "to 7 m: -1")]


def test_the_range_of_whom_the_pointer_is_on_is_outlined_and_while_one_aims_ones_own() -> None:
    stage = stage_of(Match.begin(Bowmen(), duel()))
    plain = drawn(stage)
    who = next(iter(stage.scene.tokens))
    stage.view.hover = stage.scene.aim_at_token(who)
    assert ranging(stage.view, stage.asked) == (who, "")
    target = pygame.Surface(SIZE)
    paint(stage, target)
    spot = stage.view.camera.pixel((5.5, 3.5))
    bare = pygame.image.frombytes(plain, SIZE, "RGB").get_at(spot)
    assert target.get_at(spot) != bare
    stage.view.cursor = stage.view.hover
    assert (stage.active == who) == (ranging(stage.view, stage.asked) is None), "the cursor rests there from the start"
    choosing = stage.choosing
    assert choosing is not None
    aimed = next(verb for verb in choosing.verbs if verb.word in stage.session.match.ruleset.attacks)
    other = next(verb for verb in choosing.verbs if verb.word not in stage.session.match.ruleset.attacks)
    for verb, expected in ((aimed, (stage.active, aimed.word)), (other, None)):
        choosing.verb = verb
        assert ranging(stage.view, stage.asked) == expected


def test_a_prompts_answers_are_numbered_at_their_places() -> None:
    pictures = []
    for places in (((4, 3), (5, 3)), ((4, 3), (4, 3)), ((5, 3), (4, 3))):
        stage = stage_of(begin(duel()))
        options = [Option(f"to {at}", number, "Leap", place=at) for number, at in enumerate(places)]
        assert stage.asked is not None
        stage.asked.prompt = Prompt("Where to?", options, print, forecast=None)
        stage.asked.prompt.rect.topleft = SIZE
        target = pygame.Surface(SIZE)
        paint(stage, target)
        spots = [target.subsurface(pygame.Rect(stage.view.camera.pixel(at), (48, 48))) for at in ((4, 3), (5, 3))]
        pictures.append([pygame.image.tobytes(spot, "RGB") for spot in spots])
    (one, two), (bare, empty), (second, first) = pictures
    assert len({one, bare, second}) == 3 and len({two, empty, first}) == 3


class Crew(Duel):
    """The duel, for a gate that has to be turned."""

    def objective_progress(self, board: DuelBoard, side: str) -> ObjectiveProgress | None:
        """Red has done it once."""
        return (
            ObjectiveProgress(Objective("task", "red", ((4, 3),), count=2, what="the gate"), 1, 2)
            if side == "red"
            else None
        )


def test_how_far_a_task_is_stands_on_the_board_and_in_words() -> None:
    pictures = []
    for rules in (Duel(), Crew()):
        stage = stage_of(Match.begin(rules, duel()))
        target = pygame.Surface(SIZE)
        paint(stage, target)
        x, y = stage.view.camera.pixel((4.5, 3.0))
        pictures.append(pygame.image.tobytes(target.subsurface(pygame.Rect(x - 20, y - 10, 40, 20)), "RGB"))
    assert pictures[0] != pictures[1]
    assert tell_pursuits(stage.scene.ruleset, stage.scene.board) == ["Red: the gate 1 of 2"]


@pytest.mark.parametrize(
    ("control", "said"),
    [
        ("end", ["end_turn"]),
        ("undo", ["undo"]),
        ("help", ["help"]),
        ("save", ["save"]),
        ("orders", ["order"]),
        ("why", ["explain"]),
        ("motive", ["ask_why"]),
        ("attack", ["pull attack"]),
        ("move", ["pull move"]),
        ("magic", []),
        ("row 1", []),
        ("faster", ["change_speed 2"]),
        ("slower", ["change_speed 0.5"]),
        ("cancel", ["step_back", "pause"]),
    ],
)
def test_a_key_is_a_command(control: str, said: list[str]) -> None:
    stage, heard = stage_of(begin(duel())), Heard()
    press(BattleInput(stage, heard), stage, control)
    assert heard.said == said


@pytest.mark.parametrize("control", ["zoom in", "cursor", "cover", "zones", "log", "grid", "left", "skip", "centre"])
def test_where_one_looks_is_no_command(control: str) -> None:
    stage, heard = stage_of(begin(duel())), Heard()
    press(BattleInput(stage, heard), stage, control)
    assert heard.said == []


def test_a_click_on_the_board_is_a_command_and_one_at_the_right_looks_closely() -> None:
    stage, heard = stage_of(begin(duel())), Heard()
    hands = BattleInput(stage, heard)
    orc = stage.view.camera.pixel(next(token for token in stage.scene.tokens.values() if token.id == "Orc").middle)
    hands.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=orc, button=1))
    hands.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=orc, button=3))
    assert heard.said == ["click Orc", "step_back", "inspect Orc"]


@pytest.mark.parametrize("rules", ["cells", "zones"])
def test_where_nobody_is_seen_there_is_no_cursor(rules: str) -> None:
    stage, heard = stage_of(begin(duel()) if rules == "cells" else Match.begin(SKIRMISH, skirmish())), Heard()
    match = stage.session.match
    stage.forget_question()
    stage.view.head.scene = Scene(match.ruleset, match.setup, match.ground, match.state, ())
    for control in ("cursor", "left", "confirm"):
        press(BattleInput(stage, heard), stage, control)
    assert stage.view.cursor is None
    assert heard.said == []


def test_why_somebody_is_no_target_is_told_of_nobody_of_a_longer_name() -> None:
    stage = stage_of(begin(duel()))
    refused = (Refusal("Attack thief 12 with the axe", "too far"), Refusal("Attack thief 1", "out of sight"))
    question: Choose[int] = Choose(Seat("red"), "Ada: what?", Menu(()), "act", refused=lambda: refused)
    thief = Standing(name="thief", icon="thief", number=1, kind="thief", size=1, up=True)
    scene = stage.scene
    foe = next(token for token in scene.tokens.values() if token.side == "blue")
    named = replace(foe, standing=thief)
    assert refusal(stage, Choosing(question, scene), named) == "Attack thief 1: out of sight"


def test_a_save_has_the_stage_for_its_picture() -> None:
    stage = stage_of(begin(duel()))
    assert save_slot(stage).startswith("Saved: ")
    (picture,) = state_folder("saves").glob("*.png")
    assert pygame.image.load(picture).get_size() == (480, 300)


def test_the_cursor_goes_with_whom_it_is_on_and_is_gone_with_them(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = stage_of(begin(duel()))
    view, ada = stage.view, Id("Ada")
    view.cursor = view.scene.aim_at_token(ada)
    stage.session.match.answer("move 0,0")
    view.advance(60.0)
    assert view.cursor == view.scene.aim_at_token(ada) and view.cursor.cell == (0, 0)
    monkeypatch.setattr(view.head, "advance", lambda seconds: view.scene.tokens.pop(ada))
    view.advance(0.1)
    assert view.cursor is None
