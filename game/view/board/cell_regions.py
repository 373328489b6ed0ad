"""Draws cells as places: what is lit or aimed at of them. The ground itself and its grid are drawn by others."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import pygame

from game.rules.ruleset import Band
from game.scene.board_geometry import OnCells, Spot
from game.spatial.field import Cell, Field
from game.spatial.space import Space
from game.view.board import overlays, views
from game.view.board.camera import Camera
from game.view.board.hatching import draw_hatched
from game.view.widgets.overlay_layout import FreeRoom
from game.view.widgets.theme import SMALL, WHITE, Colour, Pixel, Typography


class CellRegions:
    """The cells of one map."""

    def __init__(self, where: OnCells, look: Typography) -> None:
        self.where = where
        self.look = look

    def draw(self, target: pygame.Surface, camera: Camera, space: Space) -> None:
        """Nothing: a cell looks like its ground."""

    def light(self, target: pygame.Surface, camera: Camera, places: Collection[Cell], colour: Colour) -> None:
        """Cells that a click leads to, as one region."""
        overlays.draw_region(target, camera, frozenset(places), colour)

    def light_again(self, target: pygame.Surface, camera: Camera, places: Collection[Cell], colour: Colour) -> None:
        """Cells that take a second move, in a broken line."""
        overlays.draw_region(target, camera, frozenset(places), colour, alpha=58, dashed=True)

    def light_range(
        self, target: pygame.Surface, camera: Camera, bands: Sequence[Band[Cell]], start: Spot, colour: Colour
    ) -> None:
        """Cells that something in hand reaches: rings, the farther the darker, each with what its distance does.

        That stands on the four straight lines from the middle, as far out in the ring as one sees; where there is but
        one ring, nothing has to be told apart.
        """
        for number, band in enumerate(bands):
            overlays.draw_region(target, camera, frozenset(band.places), colour, alpha=min(16 + 14 * number, 72))
        written: list[pygame.Rect] = []
        for band in bands if len(bands) > 1 else ():
            box = pygame.Rect(0, 0, self.look.width(band.label, SMALL, "semibold") + self.look.px(14), self.look.px(26))
            for spot in self._rim(target, camera, band, start) if band.label else ():
                box.center = camera.pixel(spot)
                if box.inflate(self.look.px(6), self.look.px(6)).collidelist(written) < 0:
                    written.append(overlays.write_plate(target, self.look, band.label, box.center, colour, SMALL))

    def _rim(self, target: pygame.Surface, camera: Camera, band: Band[Cell], start: Spot) -> list[Spot]:
        """The farthest spots of a band to the right, left, top and bottom that are on the board's part of the window;
        if none of them is, the farthest of those that are.
        """
        places = frozenset(band.places)
        clear = -self.look.width(band.label, SMALL, "semibold") - self.look.px(50), -self.look.px(100)
        seen_part = camera.board.inflate(clear)
        ends: list[Spot] = []
        others: list[Spot] = []
        for dx, dy in ((1, 0), (-1, 0), (0, -1), (0, 1)):
            cells = ((int(start[0]) + dx * far, int(start[1]) + dy * far) for far in range(sum(self._size)))
            spots = [(x + 0.5, y + 0.5) for x, y in cells if (x, y) in places]
            seen = [spot for spot in spots if seen_part.collidepoint(camera.pixel(spot))]
            (ends if seen[-1:] == spots[-1:] else others).extend(seen[-1:])
        return ends or others

    @property
    def _size(self) -> tuple[int, int]:
        return self.where.space.width, self.where.space.height

    def draw_knobs(self, target: pygame.Surface, camera: Camera) -> None:
        """Nothing: nobody stands between cells."""

    def tint(self, target: pygame.Surface, camera: Camera, place: Cell, colour: Colour, alpha: int) -> None:
        """One cell in one colour."""
        overlays.draw_region(target, camera, frozenset((place,)), colour, alpha=alpha)

    def hatch(
        self, target: pygame.Surface, camera: Camera, places: Collection[Cell], colour: Colour, turn: int | None
    ) -> None:
        """Cells outlined as one region, with lines across."""
        draw_hatched(target, camera, frozenset(places), colour, turn)

    def write_names(
        self, target: pygame.Surface, camera: Camera, details: Mapping[Cell, str], taken: Sequence[pygame.Rect]
    ) -> list[pygame.Rect]:
        """Nothing: cells have no names."""
        return []

    def draw_zones(self, target: pygame.Surface, camera: Camera, field: Field) -> None:
        """The zones that the map's author drew over the cells."""
        views.draw_zones(target, camera, self.look, field)

    def write_cost(
        self, target: pygame.Surface, camera: Camera, spot: Spot, text: str, tone: Colour, room: FreeRoom
    ) -> None:
        """A plate above the cell."""
        x, y = camera.pixel(spot)
        overlays.write_plate(target, self.look, text, (x, y - camera.zoom * 5 // 8 - 6), tone, room=room)

    def words_at(self, camera: Camera, place: Cell) -> Pixel:
        """The middle of the cell."""
        return camera.pixel(self.where.middle(place))

    def draw_cursor(self, target: pygame.Surface, camera: Camera, place: Cell, colour: Colour = WHITE) -> None:
        """Brackets round the cell."""
        overlays.draw_cursor(target, camera, place)
