"""Where a battle's camera looks: at the viewer's side to begin with, at whoever moves, at whoever is asked about."""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from game.app.battle.prompt import EXPLAINED
from game.app.battle.stage import Stage
from game.rules.events import Id
from game.view.camera import Spot


def follow_mover(stage: Stage) -> None:
    """Keep whoever moves in sight, if the player wants it so."""
    head = stage.head
    who = head.moving
    if who is not None and stage.preferences.follow and who in head.scene.tokens:
        x, y = head.pose(who).at
        stage.camera.show((x + 0.5, y + 0.5))


def show_some(stage: Stage, ids: Iterable[Id], *, whole: bool = False) -> None:
    """Bring a group into view if nobody of it is; the ``whole`` group, where it fits, if somebody of it is not."""
    tokens = stage.head.scene.tokens
    spots = [tokens[who].middle for who in ids if who in tokens]
    if not spots:
        return
    area = pygame.Rect((0, stage.turns.height), stage.size)
    area.height -= stage.turns.height + stage.look.px(140)
    seen = [area.collidepoint(stage.camera.pixel(spot)) for spot in spots]
    wide, high = (max(spot[axis] for spot in spots) - min(spot[axis] for spot in spots) for axis in (0, 1))
    fits = whole and (wide + 2) * stage.camera.zoom < area.width and (high + 2) * stage.camera.zoom < area.height
    if not (all(seen) if fits else any(seen)):
        stage.camera.look_at(_middle(spots), glide=not stage.preferences.calm)


def look_at_pursuit(stage: Stage, side: str) -> None:
    """Bring into view what a side is after: its ground, or else whom it is about, if the viewer knows where that is."""
    pursuit, scene = stage.head.scene.pursuits().get(side), stage.head.scene
    if pursuit is None:
        return
    spots = [(x + 0.5, y + 0.5) for x, y in pursuit.aim.cells]
    spots = spots or [token.middle for token in scene.sought(pursuit)]
    if spots:
        stage.camera.look_at(_middle(spots), glide=not stage.preferences.calm, uncover=True)


def concerned(stage: Stage) -> list[tuple[int, int]]:
    """Where in the window they will stand, whom the open question is about, once the camera has come to rest."""
    question = stage.choosing.question if stage.choosing is not None else None
    tokens = stage.head.scene.tokens
    ids = (question.who, *question.about) if question is not None else ()
    found = [tokens[who] for who in ids if who in tokens]
    return [stage.camera.pixel_at_rest(token.middle) for token in found]


def look_past(stage: Stage, panel: pygame.Rect) -> None:
    """Move those whom the question is about out from below a panel: above it, or to where it could stand beside them.

    Nothing moves if there is room for all of them neither here nor there.
    """
    spots, room, glide = concerned(stage), stage.camera.zoom, not stage.preferences.calm
    if not any(panel.inflate(room, room).collidepoint(spot) for spot in spots):
        return
    (left, right), (top, bottom) = ((min(each), max(each)) for each in zip(*spots, strict=True))
    down, across = bottom + room - panel.top, left - room - panel.width
    if top - down > stage.turns.height + room // 2:
        stage.camera.go_on(0, down, glide=glide)
    elif right - across < stage.size[0] - stage.look.px(EXPLAINED) - room // 2:
        stage.camera.go_on(across, 0, glide=glide)


def place_camera(stage: Stage) -> None:
    """Look at the viewer's side from where the most is seen and bodies can still be told apart."""
    stage.camera.fit()
    if stage.camera.zoom < 48:
        stage.camera.zoom = 48 if max(stage.size) < 1800 else 64
    spots = [token.middle for token in stage.head.scene.tokens.values() if stage.viewer in (None, token.side)]
    if spots:
        stage.camera.look_at(_middle(spots))


def _middle(spots: list[Spot]) -> Spot:
    return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)
