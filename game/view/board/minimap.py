"""The whole map in a corner while the window shows only a part of it: who is where, and what part that is."""

from __future__ import annotations

import pygame

from game.scene.board_geometry import Spot
from game.scene.scene import Scene
from game.view.board.camera import Camera
from game.view.board.map_layers import MapLayers
from game.view.board.tokens import TokenStyles
from game.view.widgets.theme import INK, LINE, WHITE, draw_panel

RIM = 4
"""Pixels between the picture and the panel's edge."""


class Minimap:
    """A small picture of the map in a panel; a spot of it can be pointed at."""

    def __init__(self, ground: MapLayers, liveries: TokenStyles) -> None:
        self._ground, self.liveries = ground, liveries
        self._picture: pygame.Surface | None = None
        self.rect = pygame.Rect(0, 0, 0, 0)
        """The panel; of no size while the whole map is in sight."""

    def fit(self, camera: Camera, room: pygame.Rect | None) -> None:
        """Take as much of a ``room`` as the map's form needs, in its lower right corner; nothing without one, or where
        the whole map is in sight."""
        if room is None or camera.whole or min(room.size) < 12 * RIM:
            self.rect = pygame.Rect(0, 0, 0, 0)
            return
        share = min((room.width - 2 * RIM) / camera.width, (room.height - 2 * RIM) / camera.height)
        size = max(1, int(camera.width * share)) + 2 * RIM, max(1, int(camera.height * share)) + 2 * RIM
        self.rect = pygame.Rect((0, 0), size)
        self.rect.bottomright = room.bottomright

    @property
    def _inner(self) -> pygame.Rect:
        return self.rect.inflate(-2 * RIM, -2 * RIM)

    def draw(self, target: pygame.Surface, camera: Camera, scene: Scene) -> None:
        """Draw it: everybody the viewer knows of as a spot in the side's colour, round or square, and the view."""
        inner = self._inner
        if not self.rect.width:
            return
        if self._picture is None or self._picture.get_size() != inner.size:
            self._picture = pygame.transform.smoothscale(self._ground.snapshot(*inner.size), inner.size)
        draw_panel(target, self.rect, line=LINE)
        target.blit(self._picture, inner)
        share = inner.width / camera.width
        radius = max(2, round(share * 0.6))
        round_ones = {side.name for side in scene.setup.sides if side.party}
        for token in scene.tokens.values():
            if token.standing.up:
                x, y = inner.left + round(token.middle[0] * share), inner.top + round(token.middle[1] * share)
                self._draw_spot(target, token.side, (x, y), radius, square=token.side not in round_ones)
        (left, top), (right, bottom) = camera.spot((0, 0)), camera.spot(camera.window_size)
        view = pygame.Rect(inner.left + round(left * share), inner.top + round(top * share), 0, 0)
        view.size = round((right - left) * share), round((bottom - top) * share)
        pygame.draw.rect(target, WHITE, view.clip(inner), 1)

    def _draw_spot(self, target: pygame.Surface, side: str, at: tuple[int, int], radius: int, *, square: bool) -> None:
        """A party is round and its foes are square: told without colour, too."""
        colour = self.liveries.word_colour(side)
        if not square:
            pygame.draw.circle(target, INK, at, radius + 1)
            pygame.draw.circle(target, colour, at, radius)
            return
        box = pygame.Rect(0, 0, 2 * radius, 2 * radius)
        box.center = at
        pygame.draw.rect(target, INK, box.inflate(2, 2))
        pygame.draw.rect(target, colour, box)

    def spot_at(self, camera: Camera, pixel: tuple[int, int]) -> Spot | None:
        """The place of the map at a pixel of the picture; None beside it."""
        inner = self._inner
        if not self.rect.width or not self.rect.collidepoint(pixel):
            return None
        share = inner.width / camera.width
        return (pixel[0] - inner.left) / share, (pixel[1] - inner.top) / share
