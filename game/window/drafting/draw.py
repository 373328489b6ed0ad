"""The map of a battle that is put together: starts, aims, everybody in their places, who is carried by the pointer."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.rules.events import Id
from game.scene.board_geometry import Spot
from game.scene.scene import Token
from game.spatial.field import Cell
from game.view.board import overlays
from game.view.board.camera import Camera
from game.view.board.map_layers import MapLayers
from game.view.board.minimap import Minimap
from game.view.board.regions import regions
from game.view.board.tokens import Pieces, TokenStyles
from game.view.panels.cards import lay_card
from game.view.widgets.overlay_layout import FreeRoom
from game.view.widgets.theme import BAD, GOOD, SMALL, WHITE, Typography
from game.window.drafting.drafting import DraftBoard, Drafting

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
        standing = self._draft.document.roster.units[unit].standing
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
            member = self._draft.board.people[held.who] if held.who is not None else None
            held.why_not = self._draft.document.why_not_at(member, self._draft.side, held.unit, cell)

    def put_down(self) -> bool:
        """Let go of it; whether that was over the map, and not where it was lifted."""
        held, self.held = self.held, None
        if held is None or not held.moved or held.cell is None:
            return False
        if held.who is not None:
            self._draft.attempt(self._draft.document.place, self._draft.board.people[held.who], held.cell)
        else:
            self._draft.add(held.unit, held.cell, held.cell)
        return True


class DraftPicture:
    """What the map is drawn with."""

    def __init__(self, board: DraftBoard, look: Typography) -> None:
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
        offered: Token | None,
        carried: DraggedUnit | None,
        grid: bool,
        card: pygame.Rect,
        pointer: tuple[int, int],
    ) -> None:
        """Everything of the map; ``side`` is looked at, and its start stands out.

        In ``card`` there is room to tell of whoever is pointed at, or else of one who is ``offered``.
        """
        field = board.chart.field
        self.ground.draw(target, camera)
        aims = [link for aim in board.setup.objectives for link in aim.chain]
        overlays.draw_features(target, camera, field, [cell for aim in aims for cell in aim.cells])
        if grid or carried is not None:
            overlays.draw_grid(target, camera)
        self.regions.draw(target, camera, board.ground)
        for each in board.setup.sides:
            if starts := board.starts(each.name):
                colour = self.liveries.word_colour(each.name)
                overlays.draw_region(target, camera, starts, colour, alpha=64 if each.name == side else 26)
        self.ground.draw_edges(target, camera, board.scene.state.open_edges)
        self.regions.draw_knobs(target, camera)
        if carried is not None and carried.cell is not None:
            self._draw_landing(target, camera, board, carried)
        self.pieces.draw(target, camera, board, active=picked)
        self.ground.draw_above(target, camera)
        self.pieces.draw_hidden(target, camera, board, self.ground.hides)
        bodies = [(token.placement.spot, round(camera.zoom * token.extent)) for token in board.scene.tokens.values()]
        taken = [pygame.Rect(camera.pixel(spot), (side, side)) for spot, side in bodies]
        self.regions.write_names(target, camera, {}, taken)
        named = {who for who in (picked, hovered) if who is not None}
        self.pieces.draw_names(target, camera, board, named, FreeRoom(target.get_clip(), ()))
        self.minimap.draw(target, camera, board.scene)
        told = board.scene.tokens.get(hovered) if hovered is not None else offered
        if told is not None and carried is None:
            lay_card(self.look, told, card, at_top=True).draw(target, self.look, self.liveries)
        if carried is not None and carried.moved:
            self._draw_carried(target, camera, carried, pointer)

    def _draw_landing(self, target: pygame.Surface, camera: Camera, board: DraftBoard, carried: DraggedUnit) -> None:
        """The ground that it would take: its own cells, or the whole zone."""
        assert carried.cell is not None
        cells = {
            (carried.cell[0] + across, carried.cell[1] + down)
            for across in range(carried.size)
            for down in range(carried.size)
        }
        ground = board.where.ground(cell for cell in cells if board.ground.inside(cell)) or frozenset(cells)
        overlays.draw_region(target, camera, ground, BAD if carried.why_not else GOOD, alpha=80)

    def _draw_carried(
        self, target: pygame.Surface, camera: Camera, carried: DraggedUnit, pointer: tuple[int, int]
    ) -> None:
        pointer = pointer if carried.cell is None else camera.pixel(carried.cell)
        if carried.cell is None:
            pointer = (
                pointer[0] - round(carried.grip[0] * camera.zoom),
                pointer[1] - round(carried.grip[1] * camera.zoom),
            )
        target.blit(carried.picture, pointer)
        if carried.why_not:
            at = pointer[0] + carried.picture.get_width() // 2, pointer[1] - self.look.px(16)
            overlays.lay_plate(target.get_clip(), self.look, carried.why_not, at, WHITE, SMALL).draw(target)


def _liveries(board: DraftBoard) -> TokenStyles:
    return TokenStyles(board.setup, ((token.side, token.standing) for token in board.scene.tokens.values()))
