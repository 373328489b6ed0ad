"""Whose words a map is drawn in: our own, another program's, or names of layers that tell something only together, as a
published game and all maps made for it have them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from game.files.tiled.hints import words
from game.files.tiled.layers import LayerNote, ObjectNote
from game.files.tiled.property_reader import kind_named
from game.files.tiled.schema import BY_NAME, LAYERS, Property
from game.files.tiled.tilesets import TilesetNote

TELLING = {"Spawn": "side", "Elevation": "feet", "Feature": "kind", "Border": "kind"}
"""By class: the property without which an object on a map drawn for another program is not taken for ours."""


BUILDINGS = ("buildings",)
"""Called so, numbers apart, a layer blocks but for tiles that are ``Passable``."""

ROUND = ("back", "front")
"""What the layers under and over it are called."""

PASSABLE = "passable"


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


def blocked_by_custom(layers: Sequence[LayerNote], tilesets: Iterable[TilesetNote]) -> frozenset[int]:
    """The layers of tiles, by number, that block by such a custom: “Buildings”, where tiles or objects of the map know
    of ``Passable``, or where it lies between “Back” and “Front”."""
    names = {_bare(layer.name) for layer in layers if layer.kind == "tiles"}
    told = (
        *(tile.properties for tileset in tilesets for tile in tileset.tiles.values()),
        *(thing.properties for layer in layers for thing in layer.objects),
    )
    known = any(name.strip().lower() == PASSABLE for properties in told for name in properties)
    if not known and not names.issuperset((each,) for each in ROUND):
        return frozenset()
    unsaid = (layer for layer in layers if layer.kind == "tiles" and not layer.says)
    return frozenset(layer.id for layer in unsaid if _bare(layer.name) == BUILDINGS)


def _bare(name: str) -> tuple[str, ...]:
    """The words of a name without numbers."""
    return tuple(part for part in words(name) if not part.isdigit())
