"""Where a battle's camera looks: at the viewer's side to begin with, at whoever moves, at whoever is asked about."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

import pygame

from game.rules.events import Id
from game.scene.board_geometry import Spot
from game.scene.scene import Token
from game.view.board.camera import BodyRect, CameraNeed
from game.window.battle.open_question import OpenQuestion
from game.window.battle.stage import Stage
from game.window.battle.viewport import Viewport

EDGE = 4
"""Pixels at the window's edge that scroll."""

SCROLL = 900
"""Pixels in a second."""

LEGIBLE = 48
"""Pixels to a cell at which the numbers of tokens can be read."""

NEAREST = 80
"""Pixels of the design to a cell from which a battle is looked at, at most."""

AROUND = 1.5
"""Cells that are seen round those who fight."""


def follow_mover(stage: Stage) -> None:
    """Keep in sight whoever moves and where it comes to, and both between whom an attack is under way, if the player
    wants it so and is asked nothing: a panel that asks keeps off bodies itself, and stays where it is to be clicked.
    """
    head = stage.view.head
    who, tokens = head.moving, head.scene.tokens
    if not stage.view.preferences.follow or stage.view.camera.gliding or stage.asked is not None:
        return
    struck = [body_of(tokens[each]) for each in head.scene.attacks.concerned if each in tokens]
    if struck:
        _bring(stage, struck, own=stage.driver.follows_own_decision)
        return
    if who is None or who not in tokens:
        return
    wide = head.scene.tokens[who].extent
    ways = [spot for spot in (head.bound_for, head.pose(who).at) if spot is not None]
    _bring(stage, [(x, y, wide) for x, y in ways], own=stage.driver.follows_own_decision)


def concerned(view: Viewport, asked: OpenQuestion | None) -> list[Id]:
    """Whom the open question is about: who is asked, about whom, and everybody something can be aimed at, or between
    whom an attack is under way meanwhile.
    """
    if asked is None:
        return []
    question, scene = asked.choosing.question, view.scene
    also = asked.choosing.targets() if question.kind in ("pick", "act") else scene.attacks.concerned
    found = dict.fromkeys((question.who, *question.about, *also))
    return [who for who in found if who is not None and who in scene.tokens]


def clear_view(stage: Stage) -> None:
    """Keep everybody whom the open question is about in sight, if the player wants it so."""
    asked = stage.asked
    if not stage.view.preferences.follow or asked is None:
        return
    tokens = stage.scene.tokens
    bodies = [body_of(tokens[who]) for who in concerned(stage.view, stage.asked)]
    _bring(
        stage, bodies, own=stage.driver.follows_own_decision and asked.prompt is None and asked.choosing.verb is None
    )


def bring_into_view(stage: Stage, token: Token) -> None:
    """Bring somebody into sight, if that is wanted and not so yet."""
    if stage.view.preferences.follow:
        _bring(stage, [body_of(token)], own=False)


def _bring(stage: Stage, bodies: Sequence[BodyRect], *, own: bool) -> None:
    need = CameraNeed(bodies, stage.view.camera.board, own)
    stage.view.camera.clear(need, glide=not stage.view.preferences.calm)


def body_of(token: Token) -> BodyRect:
    """Where somebody stands and how wide it is, in cells."""
    return *token.placement.spot, token.extent


def body_box(view: Viewport, token: Token) -> pygame.Rect:
    """Where somebody is drawn, in pixels of the window."""
    size = round(view.camera.zoom * token.extent)
    return pygame.Rect(view.camera.pixel(view.head.pose(token.id).at), (size, size))


def standing_box(view: Viewport, token: Token) -> pygame.Rect:
    """Where somebody stands, whichever way it moves at this moment, in pixels of the window."""
    size = round(view.camera.zoom * token.extent)
    return pygame.Rect(view.camera.pixel(token.placement.spot), (size, size))


def look_at_pursuit(view: Viewport, side: str) -> None:
    """Bring into view what a side is after: its ground, or else whom it is about, if the viewer knows where that is."""
    objective_progress, scene = view.scene.objective_progress_by_side().get(side), view.scene
    if objective_progress is None:
        return
    spots = [(x + 0.5, y + 0.5) for x, y in objective_progress.aim.cells]
    spots = spots or [token.middle for token in scene.sought(objective_progress)]
    if spots:
        view.camera.look_at(_middle(spots), glide=not view.preferences.calm)


def place_camera(view: Viewport) -> None:
    """Look at those who fight, from as near as all whom the viewer knows of are seen; if that is too far off for their
    numbers to be told apart, at the viewer's side from where they can be.
    """
    camera, tokens = view.camera, view.scene.tokens.values()
    camera.fit()
    framed = [body_of(token) for token in tokens if token.standing.up]
    if not framed:
        return
    left, top = min(x for x, _, _ in framed) - AROUND, min(y for _, y, _ in framed) - AROUND
    wide = max(x + size for x, _, size in framed) + AROUND - left
    high = max(y + size for _, y, size in framed) + AROUND - top
    near = [zoom for zoom in camera.zooms if wide * zoom <= camera.board.width and high * zoom <= camera.board.height]
    nearest = min(max(camera.zoom, near[-1] if near else 0), round(NEAREST * view.look.scale))
    zoom = max((each for each in camera.zooms if each <= nearest), default=camera.zooms[0])
    if zoom >= LEGIBLE:
        camera.choose_zoom(zoom)
        camera.look_at((left + wide / 2, top + high / 2))
        return
    wanted = LEGIBLE * view.look.scale
    camera.choose_zoom(min(camera.zooms, key=lambda zoom: (abs(zoom - wanted), zoom)))
    camera.look_at(_middle([token.middle for token in tokens if view.viewer in (None, token.side)] or [(left, top)]))


def _middle(spots: list[Spot]) -> Spot:
    return fsum(x for x, _ in spots) / len(spots), fsum(y for _, y in spots) / len(spots)


def scroll_at_edge(view: Viewport, seconds: float) -> bool:
    """Move the view while the pointer rests at the window's edge, if the player wants it so; whether it moved."""
    (x, y), (wide, high) = view.pointer, view.size
    if not view.preferences.edge_scroll or not (0 <= x < wide and 0 <= y < high) or not view.in_front:
        return False
    across = (x >= wide - EDGE) - (x < EDGE)
    down = (y >= high - EDGE) - (y < EDGE)
    if not across and not down:
        return False
    before = view.camera.corner
    view.camera.pan(across * SCROLL * seconds, down * SCROLL * seconds)
    return view.camera.corner != before
