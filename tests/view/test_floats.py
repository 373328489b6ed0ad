"""Recorded battles as they are seen: lines over bodies and dice never meet, and stay where they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import pygame
import pytest

from game.files.battlefile import replay
from game.rules.match import AnyMatch
from game.scene.animations import animation_for
from game.scene.event_feed import EventFeed
from game.scene.floating_text import FloatingText, Word, says_as_much
from game.scene.playhead import Playhead
from game.scene.scene import Scene
from game.view.board.camera import Camera
from game.view.motion.effects import draw_effects, draw_floating_texts
from game.view.widgets.overlay_layout import OverlayLayout
from game.view.widgets.theme import Typography

BATTLES = Path(__file__).parents[1] / "battles"
PATHS = sorted(BATTLES.glob("*/*.battle"))
SIZE = (1280, 720)
FREE = pygame.Rect(0, 48, 936, 600)
NAME = pygame.Rect(600, 80, 180, 24)
"""What is written on the board besides, such as a zone's name."""
FAR = 240
"""Pixels between a body and what is told over it, at most."""


@dataclass
class Frame:
    """What lies over the board in one frame."""

    sayings: list[FloatingText]
    words: list[tuple[Word, ...]]
    lines: list[pygame.Rect]
    dice: list[pygame.Rect]
    bodies: list[tuple[int, int]]
    taken: list[pygame.Rect]
    """Where those stand over whom nothing may lie."""
    banner: bool
    """Whether one lies over the window."""


def frames(match: AnyMatch, seconds: float, zoom: int | None = None) -> Iterator[Frame]:
    """Each frame of a battle, so many seconds apart; where no zoom is given, of the whole map."""
    head, look, berths = Playhead(match, None), Typography(), OverlayLayout()
    screen = pygame.Surface(SIZE)
    camera = Camera(match.setup.field.width, match.setup.field.height, SIZE)
    camera.fit_into(SIZE, FREE)
    camera.fit()
    if zoom is not None:
        camera.zoom = zoom
    while head.busy:
        head.advance(seconds)
        if zoom is not None and head.moving in head.scene.tokens:
            camera.look_at(head.scene.tokens[head.moving].middle)
        corners = [(camera.pixel(token.placement.spot), round(camera.zoom * token.extent)) for token in head.uncovered]
        taken = [pygame.Rect(corner, (side, side)) for corner, side in corners]
        berths.clear(camera.zoom, FREE, [NAME, *taken], head.lying)
        dice = draw_effects(screen, camera, look, head.effects, berths, calm=False)
        seen = [saying for saying in head.sayings.shown if berths.sees(camera.pixel(saying.at))]
        lines = draw_floating_texts(screen, camera, look, head.sayings.shown, berths, calm=False)
        bodies = [camera.pixel(saying.at) for saying in seen]
        banner = any(running.effect.kind == "banner" for running in head.effects)
        yield Frame(seen, [saying.words for saying in seen], lines, dice, bodies, taken, banner)


def by_name(paths: list[Path]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("path", paths, ids=lambda path: f"{path.parent.name}-{path.stem}")


@by_name(PATHS)
@pytest.mark.parametrize(("seconds", "zoom"), [(1 / 30, None), (8 / 60, 64)], ids=["slow", "fast"])
@pytest.mark.usefixtures("duel_installed")
def test_no_two_texts_meet_each_other_or_dice_and_lines_rise_without_a_jump(
    path: Path, seconds: float, zoom: int | None
) -> None:
    count, last = 0, Frame([], [], [], [], [], [], False)
    for frame in frames(replay(path), seconds, zoom):
        count += len(frame.lines)
        lying = [*frame.lines, *frame.dice]
        assert not [pair for pair in combinations(lying, 2) if pair[0].colliderect(pair[1])]
        assert all(FREE.contains(rect) and rect.collidelist([NAME, *frame.taken]) < 0 for rect in lying)
        for rect, (x, y) in zip(frame.lines, frame.bodies, strict=True):
            near = pygame.Vector2(max(rect.left, min(x, rect.right)), max(rect.top, min(y, rect.bottom)))
            assert near.distance_to((x, y)) < FAR or NAME.inflate(100, 100).collidepoint(x, y)
        if zoom is None and not frame.banner:
            check_rise(last, frame)
        last = frame
    assert count


def check_rise(last: Frame, frame: Frame) -> None:
    """A line that has not grown moves straight up, and no more than a few pixels, but for whoever steps below it."""
    was = dict(zip(last.sayings, zip(last.words, last.lines, strict=True), strict=True))
    for saying, words, rect in zip(frame.sayings, frame.words, frame.lines, strict=True):
        if saying in was and was[saying][0] == words:
            before = was[saying][1]
            if before.inflate(0, 6).collidelist(frame.taken) < 0:
                assert rect.left == before.left and 0 <= before.top - rect.top <= 3


def texts(match: AnyMatch, *, ordered: bool = False) -> list[tuple[str, str]]:
    """Whom and what each text of a battle is about, sorted, or ``ordered`` as they come."""
    state, found = match.marks[0].state, []
    scene = Scene(match.ruleset, match.setup, match.ground, state, frozenset(state.combatants))
    for each in EventFeed(match, None).news():
        animation = animation_for(each, scene)
        found += [(str(effect.who), effect.text) for effect in animation.effects if effect.kind == "text"]
        scene.take(each)
    return found if ordered else sorted(found)


@by_name(PATHS)
@pytest.mark.parametrize("seconds", [1 / 60, 8 / 60], ids=["slow", "fast"])
@pytest.mark.usefixtures("duel_installed")
def test_every_number_is_told_and_of_each_body_in_one_deed_one_word(path: Path, seconds: float) -> None:
    """The last word for what becomes of it, however fast time passes; none is left when the next deed is told of."""
    match = replay(path)
    head = Playhead(match, None)
    told: dict[FloatingText, tuple[Word, ...]] = {}
    while head.busy:
        head.advance(seconds)
        told |= {saying: saying.words for saying in head.sayings.shown}
        assert len({saying.who for saying in head.sayings.shown}) == len(head.sayings.shown)
        assert all(len([word for word in each.words if not word.number]) <= 1 for each in head.sayings.shown)
    each = sorted((str(saying.who), word.text) for saying, words in told.items() for word in words)
    due = texts(match)
    assert set(each) <= set(due)
    numbers = [[said for said in whole if said[1][0] in "−+"] for whole in (each, due)]
    assert numbers[0] == numbers[1], "harm and healing, each number as often as it comes"
    last = {body: text for body, text in texts(match, ordered=True) if text[0] not in "−+"}
    for body, text in last.items():
        assert any(body == whose and says_as_much(said, text) for whose, said in each), (body, text)
