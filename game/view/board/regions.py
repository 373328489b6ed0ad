"""Which kind of places a ruleset plays on, and who draws them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

import pygame

from game.rules.ruleset import Band, Places
from game.scene.board_geometry import OnCells, OnZones, Spot
from game.spatial.field import Field
from game.spatial.space import Space
from game.view.board.camera import Camera
from game.view.board.cell_regions import CellRegions
from game.view.board.zone_regions import ZoneRegions
from game.view.widgets.overlay_layout import FreeRoom
from game.view.widgets.theme import WHITE, Colour, Pixel, Typography

P = TypeVar("P", contravariant=True)


class Regions(Protocol[P]):
    """Draws the places of one map."""

    look: Typography

    def draw(self, target: pygame.Surface, camera: Camera, space: Space) -> None:
        """Places as they lie there; ``space`` is the map with its doors as they are."""

    def light(self, target: pygame.Surface, camera: Camera, places: Collection[P], colour: Colour) -> None:
        """Places that a click leads to."""

    def light_again(self, target: pygame.Surface, camera: Camera, places: Collection[P], colour: Colour) -> None:
        """Places that a second move leads to."""

    def light_range(
        self, target: pygame.Surface, camera: Camera, bands: Sequence[Band[Any]], start: Spot, colour: Colour
    ) -> None:
        """Places that something in hand reaches, in bands, by somebody whose middle is at ``start``."""

    def draw_knobs(self, target: pygame.Surface, camera: Camera) -> None:
        """What shows, over doors and walls, that one can stand there."""

    def tint(self, target: pygame.Surface, camera: Camera, place: P, colour: Colour, alpha: int) -> None:
        """One place in one colour."""

    def hatch(
        self, target: pygame.Surface, camera: Camera, places: Collection[P], colour: Colour, turn: int | None
    ) -> None:
        """Outline places and hatch them, the ground between the lines left as it is.

        Of several hatches each has a ``turn``, from 0 to 2, at which its lines lie between those of the others; None
        for the outline alone.
        """

    def write_names(
        self, target: pygame.Surface, camera: Camera, details: Mapping[Any, str], taken: Sequence[pygame.Rect]
    ) -> list[pygame.Rect]:
        """The names that places bear on the map, with details under those that have some; gives their plates.

        They lie over everything that stands there, and keep clear of what is ``taken`` where there is room.
        """

    def draw_zones(self, target: pygame.Surface, camera: Camera, field: Field) -> None:
        """The map's zones as regions with their names, where they are not places themselves."""

    def write_cost(
        self, target: pygame.Surface, camera: Camera, spot: Spot, text: str, tone: Colour, room: FreeRoom
    ) -> None:
        """What a way costs, over its end, where that is not told with the place."""

    def words_at(self, camera: Camera, place: P) -> Pixel:
        """Where the middle of words about a place goes."""

    def draw_cursor(self, target: pygame.Surface, camera: Camera, place: P, colour: Colour = WHITE) -> None:
        """The place that the keys' cursor, or the pointer, is on."""


AnyRegions: TypeAlias = Regions[Any]


def regions(places: Places, space: Space, look: Typography) -> AnyRegions:
    """Who draws the places of a map, as a ruleset means them."""
    if places == "cells":
        return CellRegions(OnCells(space), look)
    return ZoneRegions(OnZones(space.zones, whole=places == "whole zones"), look)
