"""What the pointer does with features: puts them down, picks them, moves them, and says what a lever moves."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from game.files.map_edit import MapEdit
from game.files.map_edit_features import FeatureRef
from game.files.tiled.correcting import MOVED
from game.scene.board_geometry import Spot
from game.spatial.field import Cell
from game.spatial.solids import CellSide
from game.window.doctor.feature_kinds import BY_KIND
from game.window.doctor.tools import BY_NAME, ToolSettings

NEAR = 1.2
"""How many cells from a click the middle of a door's side may be that is meant."""


class Placing:
    """A hand with a feature in it."""

    def __init__(self, mending: MapEdit, setting: ToolSettings) -> None:
        self.mending, self.setting = mending, setting
        self._put: FeatureRef | None = None
        """What is being put down."""
        self._origin: FeatureRef | None = None
        """What was picked when the button went down, as it was then."""
        self._from: Cell | None = None
        """The cell at which the feature that is picked was taken."""
        self._again = False
        """Whether it was picked already."""
        self._moved = False

    @property
    def wide(self) -> bool:
        """Whether what would be put down may cover many cells."""
        return BY_KIND[self.setting.words.kind].wide

    def press(self, spot: Spot, cell: Cell, brush: Iterable[Cell]) -> None:
        """The button goes down; ``brush``: the cells that it covers."""
        if self.setting.tool.name == "put feature":
            self.mending.begin()
            self._put = self._alike(cell) if self.wide else None
            self.spread(cell, brush)
        elif self.setting.linking:
            self._link(spot)
        else:
            there = [each.ref for each in self.mending.features.at(cell)]
            self._again = self.setting.feature in there
            if not self._again:
                self.setting.feature = there[-1] if there else None
            self._from, self._moved, self._origin = cell if there else None, False, self.setting.feature
            self.mending.begin()

    def spread(self, cell: Cell, brush: Iterable[Cell]) -> None:
        """The stroke goes on, to a cell."""
        features = self.mending.features
        if not self.wide:
            self.mending.rewind()
            brush = [cell]
        cells = [each for each in brush if self.mending.within(each)]
        if self._put is None or not self.wide:
            self._put = features.put(self.setting.words, cells) if cells else None
        else:
            features.widen(self._put, cells)

    def drag(self, cell: Cell) -> None:
        """Whoever is picked is moved along."""
        if self._from is None or self.setting.feature is None:
            return
        self.mending.rewind()
        by = cell[0] - self._from[0], cell[1] - self._from[1]
        now = self.mending.features.find(self._origin)
        self._moved = self._moved or by != (0, 0)
        if now is None or by == (0, 0) or not all(self.mending.within((x + by[0], y + by[1])) for x, y in now.cells):
            self.setting.feature = self._origin
        else:
            self.setting.feature = self.mending.features.move(now.ref, by)

    def release(self, cell: Cell) -> None:
        """The button goes up; what lay below another is picked by a second click."""
        put, self._put = self._put, None
        if put is not None and self.setting.words.kind == "lever":
            self.setting.tool, self.setting.feature, self.setting.linking = BY_NAME["pick feature"], put, True
        elif self._from is not None and self._again and not self._moved:
            there = [each.ref for each in self.mending.features.at(cell)]
            if self.setting.feature in there:
                self.setting.feature = there[there.index(self.setting.feature) - 1]
        self._from = None

    def give_up(self) -> None:
        """The button might as well not have gone down."""
        if self._from is not None:
            self.setting.feature = self._origin
        self._put = self._from = None

    def _alike(self, cell: Cell) -> FeatureRef | None:
        """What a stroke that begins on a cell makes larger."""
        there = self.mending.features.at(cell)
        return next(
            (each.ref for each in there if each.ref.source == "said" and each.words == self.setting.words), None
        )

    def _link(self, spot: Spot) -> None:
        """The door or portcullis that is meant is what the lever moves; anything else leaves it as it was."""
        self.setting.linking = False
        lever = self.mending.features.find(self.setting.feature)
        doors = [side for side, edge, _ in self.mending.thins() if edge.kind in MOVED]
        near = min(doors, key=lambda side: _far(side, spot), default=None)
        if lever is not None and near is not None and _far(near, spot) <= NEAR:
            self.setting.feature = self.mending.features.say(lever.ref, replace(lever.words, linked=near))


def _far(side: CellSide, spot: Spot) -> float:
    """How many cells the middle of a side is from a place, along the farther axis."""
    (x, y), along_x = side
    middle = (x, y + 0.5) if along_x else (x + 0.5, y)
    return max(abs(middle[0] - spot[0]), abs(middle[1] - spot[1]))
