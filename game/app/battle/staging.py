"""Where a battle's camera looks: at the viewer's side to begin with, at whoever moves, at whoever is asked about."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import pygame

from game.rules.events import Id
from game.view.camera import Spot

if TYPE_CHECKING:
    from game.app.screens.battle import BattleScreen


def follow_mover(screen: BattleScreen) -> None:
    """Keep whoever moves in sight, if the player wants it so."""
    head = screen.head
    who = head.moving
    if who is not None and screen.app.preferences.follow and who in head.scene.tokens:
        x, y = head.pose(who).at
        screen.camera.show((x + 0.5, y + 0.5))


def show_some(screen: BattleScreen, ids: Iterable[Id], *, whole: bool = False) -> None:
    """Bring a group into view if nobody of it is; the ``whole`` group, where it fits, if somebody of it is not."""
    tokens = screen.head.scene.tokens
    spots = [tokens[who].middle for who in ids if who in tokens]
    if not spots:
        return
    area = pygame.Rect((0, screen.turns.height), screen.app.surface.get_size())
    area.height -= screen.turns.height + screen.look.px(140)
    seen = [area.collidepoint(screen.camera.pixel(spot)) for spot in spots]
    wide, high = (max(spot[axis] for spot in spots) - min(spot[axis] for spot in spots) for axis in (0, 1))
    fits = whole and (wide + 2) * screen.camera.zoom < area.width and (high + 2) * screen.camera.zoom < area.height
    if not (all(seen) if fits else any(seen)):
        screen.camera.look_at(_middle(spots), glide=not screen.app.preferences.calm)


def concerned(screen: BattleScreen) -> list[tuple[int, int]]:
    """Where in the window they stand whom the open question is about."""
    question = screen.choosing.question if screen.choosing is not None else None
    tokens = screen.head.scene.tokens
    ids = (question.who, *question.about) if question is not None else ()
    found = [tokens[who] for who in ids if who in tokens]
    return [screen.camera.pixel(token.middle) for token in found]


def place_camera(screen: BattleScreen) -> None:
    """Look at the viewer's side from where the most is seen and bodies can still be told apart."""
    screen.camera.fit()
    if screen.camera.zoom < 48:
        screen.camera.zoom = 48 if max(screen.app.surface.get_size()) < 1800 else 64
    spots = [token.middle for token in screen.head.scene.tokens.values() if screen.viewer in (None, token.side)]
    if spots:
        screen.camera.look_at(_middle(spots))


def _middle(spots: list[Spot]) -> Spot:
    return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)
