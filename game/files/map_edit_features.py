"""Features of a map while somebody corrects it: those that it draws, those that were put down, and those taken away."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from game.files.map_strokes import EditHistory
from game.files.tiled.corrections import FeatureWords
from game.files.tiled.runs import row_by_row
from game.spatial.field import Cell, Edge, Feature, Field
from game.spatial.solids import sides


class FeatureRef(NamedTuple):
    """A feature: one that was put down or changed, or one that the map draws."""

    source: str
    """said or read."""
    key: str


class EditedFeature(NamedTuple):
    """A feature as it is now."""

    ref: FeatureRef
    words: FeatureWords
    cells: tuple[Cell, ...]
    """Row by row."""


class EditedFeatures:
    """What the tables of ``strokes`` say of the features of the map that was ``read``."""

    def __init__(self, strokes: EditHistory, read: Field) -> None:
        self._strokes = strokes
        edges = {edge.id: edge for edge in read.edges}
        self._read = {
            feature.id: (_words(feature, edges), tuple(sorted(feature.cells, key=row_by_row)))
            for feature in read.features
        }
        self._found: tuple[int, list[EditedFeature]] = (-1, [])
        """For which version, in the order in which they are drawn."""

    def all(self) -> list[EditedFeature]:
        """All that there are, those of the map first."""
        if self._found[0] != self._strokes.version:
            self._found = self._strokes.version, [*self._drawn(), *self._put_down()]
        return self._found[1]

    def _drawn(self) -> Iterable[EditedFeature]:
        cleared = self._strokes.tables["cleared"]
        for key, (words, cells) in self._read.items():
            left = tuple(cell for cell in cells if (cell, words.kind) not in cleared) if cleared else cells
            if left:
                yield EditedFeature(FeatureRef("read", key), words, left)

    def _put_down(self) -> Iterable[EditedFeature]:
        own: dict[str, list[Cell]] = {}
        for cell, key in self._strokes.tables["featured"]:
            own.setdefault(key, []).append(cell)
        for key, words in self._strokes.tables["features"].items():
            if key in own:
                yield EditedFeature(FeatureRef("said", key), words, tuple(sorted(own[key], key=row_by_row)))

    def at(self, cell: Cell) -> list[EditedFeature]:
        """Those on a cell, the one that is drawn last at the end."""
        return [each for each in self.all() if cell in each.cells]

    def find(self, ref: FeatureRef | None) -> EditedFeature | None:
        """A feature, if it is there still; a stroke taken back may have taken it along."""
        return next((each for each in self.all() if each.ref == ref), None)

    # -- changing; each is part of the stroke that is under way

    def put(self, words: FeatureWords, cells: Iterable[Cell]) -> FeatureRef:
        """Put a feature down."""
        taken = (int(key) for key in self._strokes.tables["features"])
        ref = FeatureRef("said", str(max(taken, default=0) + 1))
        self._strokes.put("features", ref.key, words)
        self.widen(ref, cells)
        return ref

    def widen(self, ref: FeatureRef, cells: Iterable[Cell]) -> None:
        """Give more cells to a feature that was put down."""
        for cell in cells:
            self._strokes.put("featured", (cell, ref.key), True)

    def own(self, ref: FeatureRef) -> FeatureRef:
        """The feature as one that was put down, with the cells it has now.

        What else of its kind the map draws on these cells is put down too: what is cleared is a kind on a cell.
        """
        now = self.find(ref)
        if ref.source == "said" or now is None:
            return ref
        kept = set(now.cells)
        for other in self.all():
            alike = other.ref.source == "read" and other.ref != ref and other.words.kind == now.words.kind
            if alike and kept & set(other.cells):
                self._copy(other)
        return self._copy(now)

    def _copy(self, feature: EditedFeature) -> FeatureRef:
        for cell in feature.cells:
            self._strokes.put("cleared", (cell, feature.words.kind), True)
        return self.put(feature.words, feature.cells)

    def move(self, ref: FeatureRef, by: tuple[int, int]) -> FeatureRef:
        """Have a feature lie so many columns and rows farther; gives it as one that was put down."""
        now = self.find(ref)
        if now is None:
            return ref
        own = self.own(ref)
        for cell in now.cells:
            self._strokes.put("featured", (cell, own.key), None)
        self.widen(own, [(x + by[0], y + by[1]) for x, y in now.cells])
        return own

    def erase(self, cell: Cell) -> None:
        """Back to what the map says of a cell."""
        for key in [key for each, key in self._strokes.tables["featured"] if each == cell]:
            self._strokes.put("featured", (cell, key), None)
            self._forget_empty(key)
        for kind in [kind for each, kind in self._strokes.tables["cleared"] if each == cell]:
            self._strokes.put("cleared", (cell, kind), None)

    def _forget_empty(self, key: str) -> None:
        if all(other != key for _, other in self._strokes.tables["featured"]):
            self._strokes.put("features", key, None)

    # -- changing; each is a stroke of its own

    def say(self, ref: FeatureRef, words: FeatureWords) -> FeatureRef:
        """Say something else of a feature; gives it as one that was put down."""
        if ref.source == "said":
            self._strokes.say("features", ref.key, words)
            return ref
        self._strokes.begin()
        own = self.own(ref)
        self._strokes.put("features", own.key, words)
        self._strokes.end()
        return own

    def take_away(self, ref: FeatureRef) -> None:
        """Take a feature away."""
        now = self.find(ref)
        if now is None:
            return
        self._strokes.begin()
        own = self.own(ref)
        for cell in now.cells:
            self._strokes.put("featured", (cell, own.key), None)
        self._strokes.put("features", own.key, None)
        self._strokes.end()


def _words(feature: Feature, edges: dict[str, Edge]) -> FeatureWords:
    edge = edges.get(feature.linked)
    linked = next(iter(sides(edge)), None) if edge is not None else None
    return FeatureWords(feature.kind, feature.name, feature.strength, feature.cost, feature.thing, linked)
