"""Draws cells as places: what is lit or aimed at of them. The ground itself and its grid are drawn by others."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import pygame

from game.spatial.field import Cell, Field
from game.spatial.space import Space
from game.view import overlays, views
from game.view.camera import Camera, Spot
from game.view.on_cells import OnCells
from game.view.overlays import Pixel
from game.view.theme import WHITE, Colour, Look


class CellRegions:
    """The cells of one map."""

    def __init__(self, where: OnCells, look: Look) -> None:
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

    def light_range(self, target: pygame.Surface, camera: Camera, places: Collection[Cell], colour: Colour) -> None:
        """Cells that something in hand reaches, outlined."""
        overlays.draw_region(target, camera, frozenset(places), colour, alpha=22)

    def draw_knobs(self, target: pygame.Surface, camera: Camera) -> None:
        """Nothing: nobody stands between cells."""

    def tint(self, target: pygame.Surface, camera: Camera, place: Cell, colour: Colour, alpha: int) -> None:
        """One cell in one colour."""
        overlays.draw_region(target, camera, frozenset((place,)), colour, alpha=alpha)

    def write_names(self, target: pygame.Surface, camera: Camera, details: Mapping[Cell, str]) -> None:
        """Nothing: cells have no names."""

    def draw_zones(self, target: pygame.Surface, camera: Camera, field: Field) -> None:
        """The zones that the map's author drew over the cells."""
        views.draw_zones(target, camera, self.look, field)

    def write_cost(self, target: pygame.Surface, camera: Camera, spot: Spot, text: str) -> None:
        """A plate above the cell."""
        x, y = camera.pixel(spot)
        overlays.write_plate(target, self.look, text, (x, y - camera.zoom * 5 // 8))

    def words_at(self, camera: Camera, place: Cell) -> Pixel:
        """The middle of the cell."""
        return camera.pixel(self.where.middle(place))

    def draw_cursor(self, target: pygame.Surface, camera: Camera, place: Cell, colour: Colour = WHITE) -> None:
        """Brackets round the cell."""
        overlays.draw_cursor(target, camera, place)
