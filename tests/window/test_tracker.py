"""What the sides are after, below the turn bar: where it stands, what it points at, and when it tells of a change."""

from __future__ import annotations

import pygame
import pytest
from msgspec.structs import replace

from battlemat_duel import Duel
from battlemat_duel.sheet import DuelBoard
from game.rules.events import Ended, Id, Vanished
from game.rules.match import Match
from game.rules.questions import Roll
from game.rules.ruleset import ObjectiveProgress
from game.rules.setup import Objective
from game.scene.moves import VisualEffect
from game.scene.playhead import Playhead, RunningEffect
from game.view.board.camera import Camera
from game.view.motion.effects import draw_effects
from game.view.widgets.overlay_layout import OverlayLayout
from game.view.widgets.theme import Typography
from game.window.battle.dock import lay_out, lay_panels
from game.window.battle.input import BattleInput
from game.window.battle.stage import Stage
from tests.rules.battles import DuelMatch, begin, duel
from tests.view.witnessing import witnessed
from tests.window.staged import SIZE, Alone, Heard, drawn, paint, panel_rects, stage_of

pytestmark = pytest.mark.usefixtures("letters")

GROUND = Objective("hold", "red", ((4, 2), (4, 3)), 4, what="the gate")
WARD = Objective("protect", "blue", rounds=5, who="Ada")


class Siege(Duel):
    """The duel, for a gate that red holds the longer the more Orc has lost, and a knight that blue wants kept safe."""

    def objective_progress(self, board: DuelBoard, side: str) -> ObjectiveProgress | None:
        """Red's is counted by Orc's wounds, so that a blow changes it."""
        orc = board.state.combatants.get(Id("Orc"))
        lost = orc.sheet.profile.hp - orc.sheet.hp if orc is not None else 4
        return ObjectiveProgress(GROUND, min(4, lost), 4) if side == "red" else ObjectiveProgress(WARD, 1, 5)


def siege() -> DuelMatch:
    """A duel over a gate."""
    return Match.begin(Siege(), duel())


def rest_on(stage: Stage, side: str) -> None:
    """Draw it, and put the pointer on a side's line."""
    lay_out(stage)
    around = stage.view.around
    assert isinstance(around, Alone)
    around.pointer = next(box.center for box, whose in stage.panels.tracker.lines if whose == side)


def strike(match: DuelMatch) -> None:
    """Ada hits Orc."""
    match.answer("strike Orc")
    while (asked := match.pending) is not None and (isinstance(asked, Roll) or asked.kind == "react"):
        match.answer(
            ((19,) if "d20" in asked.dice else asked.outcomes()[0][0]) if isinstance(asked, Roll) else asked.idle
        )


@pytest.mark.parametrize(
    ("aim", "told", "sought"),
    [
        (GROUND, "the gate held for 1 of 4 rounds", "hold the gate"),
        (replace(GROUND, what=""), "ground held for 1 of 4 rounds", "hold the ground"),
        (Objective("escape", "red", what="the stairs"), "1 of 4 away", "get 4 of them away by the stairs"),
        (Objective("escape", "red", who="Ada"), "1 of 4 away", "get Ada away"),
        (Objective("task", "red", what="the winch"), "the winch 1 of 4", "work at the winch"),
        (WARD, "Ada kept safe 1 of 4 rounds", "keep Ada safe"),
        (Objective("survive", "red"), "lasted 1 of 4 rounds", "last"),
    ],
)
def test_what_a_side_is_after_has_words(aim: Objective, told: str, sought: str) -> None:
    now = ObjectiveProgress(aim, 1, 4)
    assert (now.told, now.sought) == (told, sought)


def test_each_side_that_is_after_something_has_a_line_and_a_plain_battle_has_none() -> None:
    stage, plain = stage_of(siege()), stage_of(begin(duel()))
    drawn(stage), drawn(plain)
    assert [side for _, side in stage.panels.tracker.lines] == ["red", "blue"]
    assert plain.panels.tracker.lines == []


@pytest.mark.parametrize(
    ("size", "look"),
    [((1280, 720), Typography()), ((1280, 720), Typography(1.0, 1.5)), ((1920, 1080), Typography(1.25))],
)
def test_the_lines_lie_in_the_dock_and_on_nothing_else_in_it(size: tuple[int, int], look: Typography) -> None:
    stage = stage_of(siege())
    stage.fit(look, size)
    assert stage.asked is not None
    for hint in ("", "pick"):
        stage.asked.hint = hint
        for pointed in (None, next(iter(stage.scene.tokens.values()))):
            lay_panels(stage, None, pointed)
            boxes = [box for box, _ in stage.panels.tracker.lines]
            others = [rect for name, rect in panel_rects(stage).items() if name != "aims"]
            assert len(boxes) == 2 and not boxes[0].colliderect(boxes[1])
            assert all(stage.panels.frame.dock.contains(box) and box.collidelist(others) < 0 for box in boxes)


def test_a_line_that_is_too_long_goes_on_below_and_stays_in_its_room() -> None:
    stage = stage_of(siege())
    objective_progress_by_side = stage.scene.objective_progress_by_side()
    heights = []
    for right in (900, 230):
        stage.panels.tracker.lay(stage.scene.setup, objective_progress_by_side, (16, 60), right)
        assert all(box.right <= right for box, _ in stage.panels.tracker.lines)
        heights.append(stage.panels.tracker.lines[0][0].height)
    assert heights[1] == 2 * heights[0]


def test_pointing_at_a_line_lights_up_its_ground_or_whom_it_is_about() -> None:
    for side, spot in (("red", (4.5, 2.2)), ("blue", (1.5, 1.0))):
        stage, pictures = stage_of(siege()), []
        for _ in range(2):
            target = pygame.Surface(SIZE)
            paint(stage, target)
            x, y = stage.view.camera.pixel(spot)
            pictures.append(pygame.image.tobytes(target.subsurface(pygame.Rect(x - 9, y - 9, 18, 18)), "RGB"))
            rest_on(stage, side)
        assert pictures[0] != pictures[1], side


def test_a_ward_that_the_viewer_does_not_know_of_is_shown_by_nothing() -> None:
    pictures = []
    for who in ("Ada", "Nobody"):
        stage = stage_of(siege())
        stage.scene.take(witnessed(stage.scene, Vanished(Id("Ada"))))
        stage.forget_question()
        assert WARD.who == "Ada" and "Ada" not in stage.scene.tokens
        rest_on(stage, "blue")
        heard = Heard()
        before = stage.view.camera.stand
        BattleInput(stage, heard).handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=stage.view.pointer, button=1))
        assert stage.view.camera.stand == before and heard.said == []
        if who == "Nobody":
            stage.view.around.pointer = (-1, -1)
            stage.view.in_front = False
        target = pygame.Surface(SIZE)
        paint(stage, target)
        board = pygame.Rect(0, 150, SIZE[0], SIZE[1] - 150)
        pictures.append(pygame.image.tobytes(target.subsurface(board), "RGB"))
    assert pictures[0] == pictures[1]


def test_a_click_on_a_line_brings_its_ground_into_view_and_commands_nothing() -> None:
    stage, heard = stage_of(siege()), Heard()
    stage.view.preferences.calm = True
    rest_on(stage, "red")
    while stage.view.camera.zoom < 256:
        before = stage.view.camera.zoom
        stage.view.camera.zoom_by(1, (0, 0))
        if stage.view.camera.zoom == before:
            break
    stage.view.camera.look_at((0.0, 0.0))
    before_spot = stage.view.camera.pixel((4.5, 3.0))
    hands = BattleInput(stage, heard)
    hands.handle(pygame.Event(pygame.MOUSEMOTION, pos=stage.view.pointer, rel=(0, 0), buttons=(0, 0, 0)))
    assert stage.view.hover is None
    hands.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=stage.view.pointer, button=1))
    assert heard.said == []
    assert stage.view.camera.pixel((4.5, 3.0)) != before_spot
    assert pygame.Rect((0, 0), SIZE).collidepoint(stage.view.camera.pixel((4.5, 3.0)))


def test_that_it_changed_is_told_when_the_blow_is_seen_and_not_before() -> None:
    match = siege()
    head = Playhead(match, "red")
    head.skip()
    strike(match)
    assert match.ruleset.objective_progress(match.board, "red").done > 0  # type: ignore[attr-defined]
    seen: list[tuple[float, str]] = []
    clock = 0.0
    while not head.caught_up and clock < 20:
        told = [running.effect for running in head.effects if running.effect.kind == "progress"]
        if not told and not seen:
            assert head.scene.objective_progress_by_side()["red"].done == 0
        seen += [(clock, effect.text) for effect in told]
        head.advance(0.05)
        clock += 0.05
    assert seen and seen[0][0] > 0.2
    assert {text for _, text in seen} == {f"Red: {head.scene.objective_progress_by_side()['red'].told}"}


def test_going_back_and_skipping_tell_nothing() -> None:
    match = siege()
    head = Playhead(match, None)
    head.skip()
    strike(match)
    head.skip()
    assert head.scene.objective_progress_by_side()["red"].done > 0 and not head.effects


def test_the_banner_is_quiet_where_motion_is_reduced_and_lies_below_another() -> None:
    look, camera = Typography(), Camera(6, 4, SIZE)

    def picture(*kinds: str, calm: bool = False) -> pygame.Surface:
        target = pygame.Surface(SIZE)
        target.fill((90, 90, 90))
        running = [RunningEffect(VisualEffect(kind, (0.0, 0.0), kind, length=1.0), 0.5) for kind in kinds]  # type: ignore[arg-type]
        draw_effects(target, camera, look, running, OverlayLayout(), calm=calm)
        return target

    def rows(target: pygame.Surface) -> set[int]:
        return {y for y in range(SIZE[1]) if target.get_at((3, y))[:3] != (90, 90, 90)}

    heading, progress, both = picture("banner"), picture("progress"), picture("banner", "progress")
    assert not rows(picture("progress", calm=True)) and rows(picture("banner", calm=True))
    assert rows(progress) and len(rows(both)) == len(rows(heading)) + len(rows(progress))


def test_the_line_of_a_side_that_has_come_on_stands_out() -> None:
    stage, target = stage_of(siege()), pygame.Surface(SIZE)
    pictures = []
    for news in ((), ("red",)):
        target.fill(0)
        scene = stage.scene
        stage.panels.tracker.lay(scene.setup, scene.objective_progress_by_side(), (16, 60), 700, news)
        stage.panels.tracker.draw(target)
        pictures.append([pygame.image.tobytes(target.subsurface(box), "RGB") for box, _ in stage.panels.tracker.lines])
    assert pictures[0][0] != pictures[1][0] and pictures[0][1] == pictures[1][1]


def test_when_the_battle_is_over_nobody_is_to_act() -> None:
    scene = stage_of(siege()).view.scene
    assert scene.banner() == ["Red acts"]
    scene.take(witnessed(scene, Ended("red", "they held it")))
    assert scene.banner() == [] and set(scene.objective_progress_by_side()) == {"red", "blue"}
