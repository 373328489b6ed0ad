"""Whether a map is drawn by our convention, or for another program."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from game.files.tiled.layers import LayerNote, ObjectNote
from game.files.tiled.schema import BY_NAME, LAYERS, Property
from game.files.tiled.tilesets import TilesetNote
from game.files.tiled.words import kind_named

TELLING = {"Spawn": "side", "Elevation": "feet", "Feature": "kind", "Border": "kind"}
"""By class: the property without which an object on a map drawn for another program is not taken for ours."""


def is_ours(
    klass: str, properties: Mapping[str, Property], tilesets: Iterable[TilesetNote], layers: Iterable[LayerNote]
) -> bool:
    """Whether the class or the properties of a map, a Terrain tile, or an object in its layer says that it is ours."""
    if klass.lower() == "battlemap" or "schema" in properties:
        return True
    terrain = BY_NAME["terrain"]
    return any(
        tile.klass.lower() == "terrain" and any(terrain.member(name) for name in tile.written)
        for tileset in tilesets
        for tile in tileset.tiles.values()
    ) or any(_is_of_ours(layer, thing) for layer in layers for thing in layer.objects)


def _is_of_ours(layer: LayerNote, thing: ObjectNote) -> bool:
    """Whether an object shows that its author knows our words: a class in its layer, with properties of that class."""
    kind = kind_named(thing.klass)
    if kind is None or LAYERS.get(layer.role) != kind.name or not thing.properties:
        return False
    return all(kind.member(name) for name in thing.properties) and TELLING.get(kind.name, "") in ("", *thing.properties)
