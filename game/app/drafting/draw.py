"""Draws the map of a battle that is put together: starts, what is fought for, and everybody in their places."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.app.drafting.board import DraftBoard
from game.rules.events import Id
from game.spatial.field import Cell
from game.view import overlays
from game.view.camera import Camera, Spot
from game.view.map_layers import MapLayers
from game.view.minimap import Minimap
from game.view.panels import draw_card
from game.view.place_kinds import regions
from game.view.theme import BAD, GOOD, SMALL, WHITE, Look
from game.view.tokens import Liveries, Pieces


@dataclass
class Dragged:
    """Somebody who is carried over the map: one who stands there, or one out of the list."""

    picture: pygame.Surface
    size: int
    """Cells along its side."""
    grip: Spot
    """Where it is held, in cells from its top left corner."""
    who: Id | None = None
    unit: str = ""
    cell: Cell | None = None
    """Where it would stand; None beside the map."""
    why_not: str = ""
    moved: bool = False


class DraftPicture:
    """What the map is drawn with."""

    def __init__(self, board: DraftBoard, look: Look) -> None:
        self.look = look
        self.ground = MapLayers(board.chart.field, board.chart.picture)
        self.regions = regions(board.rules.places, board.ground, look)
        self.liveries = _liveries(board)
        self.pieces = Pieces(self.liveries, look)
        self.minimap = Minimap(self.ground, self.liveries)

    def keep_up(self, board: DraftBoard) -> None:
        """Give all that there are now the colours and titles that they will have in the battle."""
        self.liveries = self.minimap.liveries = _liveries(board)
        self.pieces = Pieces(self.liveries, self.look)

    def draw(
        self,
        target: pygame.Surface,
        camera: Camera,
        board: DraftBoard,
        *,
        side: str,
        picked: Id | None,
        hovered: Id | None,
        dragged: Dragged | None,
        grid: bool,
        card: pygame.Rect,
    ) -> None:
        """Everything of the map; ``side`` is looked at, and its start stands out.

        In ``card`` there is room to tell of whoever is pointed at.
        """
        field = board.chart.field
        self.ground.draw(target, camera)
        aims = [link for aim in board.setup.objectives for link in aim.chain]
        overlays.draw_features(target, camera, field, [cell for aim in aims for cell in aim.cells])
        if grid or dragged is not None:
            overlays.draw_grid(target, camera)
        self.regions.draw(target, camera, board.ground)
        for each in board.setup.sides:
            if starts := board.starts(each.name):
                colour = self.liveries.word_colour(each.name)
                overlays.draw_region(target, camera, starts, colour, alpha=64 if each.name == side else 26)
        self.ground.draw_edges(target, camera, board.scene.state.open_edges)
        self.regions.draw_knobs(target, camera)
        if dragged is not None and dragged.cell is not None:
            self._draw_landing(target, camera, board, dragged)
        self.pieces.draw(target, camera, board, active=picked)
        self.ground.draw_above(target, camera)
        self.regions.write_names(target, camera, {})
        told = {who for who in (picked, hovered) if who is not None}
        self.pieces.draw_names(target, camera, board, told)
        self.minimap.draw(target, camera, board.scene)
        known = board.scene.tokens.get(hovered) if hovered is not None else None
        if known is not None and dragged is None:
            draw_card(target, self.look, self.liveries, known, card, at_top=True)
        if dragged is not None and dragged.moved:
            self._draw_dragged(target, camera, dragged)

    def _draw_landing(self, target: pygame.Surface, camera: Camera, board: DraftBoard, dragged: Dragged) -> None:
        """The ground that it would take: its own cells, or the whole zone."""
        assert dragged.cell is not None
        cells = {
            (dragged.cell[0] + across, dragged.cell[1] + down)
            for across in range(dragged.size)
            for down in range(dragged.size)
        }
        ground = board.where.ground(cell for cell in cells if board.ground.inside(cell)) or frozenset(cells)
        overlays.draw_region(target, camera, ground, BAD if dragged.why_not else GOOD, alpha=80)

    def _draw_dragged(self, target: pygame.Surface, camera: Camera, dragged: Dragged) -> None:
        pointer = pygame.mouse.get_pos() if dragged.cell is None else camera.pixel(dragged.cell)
        if dragged.cell is None:
            pointer = (
                pointer[0] - round(dragged.grip[0] * camera.zoom),
                pointer[1] - round(dragged.grip[1] * camera.zoom),
            )
        target.blit(dragged.picture, pointer)
        if dragged.why_not:
            at = pointer[0] + dragged.picture.get_width() // 2, pointer[1] - self.look.px(16)
            overlays.write_plate(target, self.look, dragged.why_not, at, WHITE, SMALL)


def _liveries(board: DraftBoard) -> Liveries:
    return Liveries(board.setup, (token.standing for token in board.scene.tokens.values()))
