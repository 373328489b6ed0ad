"""Somebody who is carried over the map with the pointer: lifted from its place or out of the list, and put down."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.rules.events import Id
from game.scene.board_geometry import Spot
from game.spatial.field import Cell
from game.view.board.camera import Camera
from game.view.board.tokens import TokenStyles
from game.window.drafting.drafting import Drafting

PULL = 6
"""Pixels that the pointer moves before somebody is carried and not just pointed at."""


@dataclass
class DraggedUnit:
    """Who is carried, and where it would come to stand."""

    picture: pygame.Surface
    size: int
    """Cells along its side."""
    grip: Spot
    """Where it is held, in cells from its top left corner."""
    start: tuple[int, int]
    """Where the button was pressed, in pixels of the window."""
    who: Id | None = None
    unit: str = ""
    cell: Cell | None = None
    """Where it would stand; None beside the map."""
    why_not: str = ""
    moved: bool = False


class Carrying:
    """The hand that does it."""

    def __init__(self, draft: Drafting, camera: Camera) -> None:
        self._draft, self._camera = draft, camera
        self.held: DraggedUnit | None = None

    def lift(self, who: Id, liveries: TokenStyles, pixel: tuple[int, int]) -> None:
        """Take hold of somebody on the map."""
        token = self._draft.board.scene.tokens[who]
        (x, y), (left, top) = self._camera.spot(pixel), token.placement.spot
        picture = liveries.portrait(token, round(self._camera.zoom * token.extent))
        self.held = DraggedUnit(picture, token.standing.size, (x - left, y - top), pixel, who)

    def lift_unit(self, unit: str, liveries: TokenStyles, pixel: tuple[int, int]) -> None:
        """Take hold of one of those who may be recruited, by its middle."""
        standing = self._draft.roster.units[unit].standing
        if standing is None:
            return
        picture = liveries.sample(self._draft.side, standing, self._camera.zoom * standing.size)
        self.held = DraggedUnit(picture, standing.size, (standing.size / 2, standing.size / 2), pixel, unit=unit)

    def move(self, pixel: tuple[int, int], *, on_map: bool) -> None:
        """See where it would come to stand, and why it can't; ``on_map``: no panel is there."""
        held = self.held
        assert held is not None
        far = abs(pixel[0] - held.start[0]) + abs(pixel[1] - held.start[1])
        held.moved = held.moved or far > PULL
        if not held.moved:
            return
        x, y = self._camera.spot(pixel)
        cell = round(x - held.grip[0]), round(y - held.grip[1])
        if not on_map or self._camera.cell(pixel) is None:
            held.cell, held.why_not = None, ""
        elif cell != held.cell:
            held.cell = cell
            held.why_not = self._draft.why_not_at(held.who, held.unit, cell)

    def put_down(self) -> bool:
        """Let go of it; whether that was over the map, and not where it was lifted."""
        held, self.held = self.held, None
        if held is None or not held.moved or held.cell is None:
            return False
        if held.who is not None:
            self._draft.place(self._draft.board.people[held.who], held.cell)
        else:
            self._draft.add(held.unit, held.cell, held.cell)
        return True
