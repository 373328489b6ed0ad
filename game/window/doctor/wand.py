"""The wand of the map doctor: a click follows what is drawn there, and shows the walls that it would make; another on
them makes them."""

from __future__ import annotations

from math import isqrt

import numpy as np
import pygame

from game.files.map_edit import MapEdit
from game.files.pictures import FollowedRegion, Grey, follow
from game.files.tiled.corrections import GROUNDS, Thin
from game.scene.board_geometry import Spot
from game.view.board.camera import Camera
from game.view.board.map_edit_board import draw_side
from game.view.board.map_layers import MapLayers
from game.view.widgets.theme import WARN
from game.window.doctor.pointer_tools import nearest_side
from game.window.doctor.tools import ToolSettings

PIXELS = 2_500_000
"""Pixels of the whole map that are looked at, at most."""

FINEST, COARSEST = 32, 8
"""Pixels to a cell that are looked at."""

NEAR = 0.2
"""Cells from a side that was found within which a click is on it."""

_BRIGHT = (0.299, 0.587, 0.114)
"""What red, green and blue add to brightness."""


class Wand:
    """What was followed last, until it is taken or dropped."""

    def __init__(self, mending: MapEdit, setting: ToolSettings, layers: MapLayers) -> None:
        self.mending, self.setting, self._layers = mending, setting, layers
        self.found: FollowedRegion | None = None
        self._spot: Spot = (0.0, 0.0)
        self._how = setting.tolerance, setting.everywhere
        """By which settings it was followed."""
        self._grey: Grey | None = None
        field = mending.read
        self._fine = max(COARSEST, min(FINEST, isqrt(PIXELS // (field.width * field.height))))

    @property
    def busy(self) -> bool:
        """Whether something is shown that may be taken."""
        return self.setting.tool.name == "wand" and self.found is not None

    @property
    def told(self) -> list[str]:
        """What is shown, and what can be done with it."""
        found = self.found
        if found is None:
            return [
                self.setting.tool.tip,
                "Click dark walls, rock, or light floor; [ and ] make it take less and more.",
            ]
        many = [(len(found.walls), "wall", "walls"), (len(found.rock), "cell of rock", "cells of rock")]
        parts = [f"{count} {one if count == 1 else more}" for count, one, more in many if count]
        if not parts:
            return ["Nothing there makes a wall.", "Click elsewhere, or ] to take in what is less dark."]
        return [
            f"{' and '.join(parts)}, within {self.setting.tolerance} steps of brightness ([ and ])",
            "Click them again or press Enter to make them, Esc drops them; Everywhere takes all alike.",
        ]

    def press(self, spot: Spot) -> None:
        """Take what is shown if the click is on it; else follow what is drawn there."""
        if self.found is not None and self._is_on(self.found, spot):
            self.take()
            return
        self._spot = spot
        self._follow()

    def take(self) -> None:
        """Make the walls that are shown, as one stroke; what is on a side already stays."""
        found, self.found = self.found, None
        if not found:
            return
        mending = self.mending
        mending.begin()
        for cell in sorted(found.rock):
            mending.put("ground", cell, None if mending.read.at(cell) == GROUNDS["blocked"] else "blocked")
        for side in sorted(found.walls):
            if mending.thin(side) is None:
                mending.put("edges", side, Thin("wall"))
        mending.end()

    def drop(self) -> None:
        """Show nothing any more."""
        self.found = None

    def enter(self, spot: Spot) -> None:
        """Take what is shown, or else follow what is drawn at a place."""
        if self.busy:
            self.take()
        else:
            self.press(spot)

    def update(self) -> None:
        """Follow the same place again if the settings are others now."""
        if self.found is not None and self._how != (self.setting.tolerance, self.setting.everywhere):
            self._follow()

    def _follow(self) -> None:
        if self._grey is None:
            self._grey = _brightness(self._layers.art(self._fine))
        self._how = tolerance, everywhere = self.setting.tolerance, self.setting.everywhere
        self.found = follow(self._grey, self._fine, self._spot, tolerance, everywhere=everywhere)

    def _is_on(self, found: FollowedRegion, spot: Spot) -> bool:
        """Whether a place is in rock that was found, or near a wall."""
        if (int(spot[0] // 1), int(spot[1] // 1)) in found.rock:
            return True
        side = nearest_side(spot)
        off = abs(spot[0] - side.cell[0]) if side.along_x else abs(spot[1] - side.cell[1])
        return side in found.walls and off <= NEAR

    def draw(self, target: pygame.Surface, camera: Camera) -> None:
        """What would be made."""
        if not self.busy or self.found is None:
            return
        veil = pygame.Surface((camera.zoom, camera.zoom), pygame.SRCALPHA)
        veil.fill((*WARN, 110))
        seen = target.get_rect()
        for cell in self.found.rock:
            at = pygame.Rect(camera.pixel(cell), veil.get_size())
            if at.colliderect(seen):
                target.blit(veil, at)
        for side in self.found.walls:
            draw_side(target, camera, side, WARN)


def _brightness(art: pygame.Surface) -> Grey:
    """By row and column."""
    colours = pygame.surfarray.array3d(art)
    bright: Grey = (colours @ np.array(_BRIGHT, np.float32)).astype(np.uint8).T
    return np.ascontiguousarray(bright)
