"""The brush of the map doctor: what a stroke with the tool in hand would touch."""

from __future__ import annotations

import pygame

from game.view.board.camera import Camera
from game.view.board.map_edit_board import draw_side
from game.view.widgets.theme import FOCUS, WHITE
from game.window.doctor.pointer_tools import Hand, nearest_side


def draw_brush(target: pygame.Surface, camera: Camera, hand: Hand, pixel: tuple[int, int]) -> None:
    """Draw it with the pointer at a pixel of the window: a rectangle of cells, or the nearest side of one."""
    area = hand.area
    if camera.cell(pixel) is None and not hand.busy:
        return
    if area is not None:
        (left, top), (right, bottom) = camera.pixel(area[0]), camera.pixel((area[1][0] + 1, area[1][1] + 1))
        pygame.draw.rect(target, FOCUS, pygame.Rect(left, top, right - left, bottom - top).inflate(2, 2), 3)
        pygame.draw.rect(target, WHITE, pygame.Rect(left, top, right - left, bottom - top), 1)
    elif hand.setting.tool.group == "sides":
        draw_side(target, camera, nearest_side(camera.spot(pixel)), WHITE)
