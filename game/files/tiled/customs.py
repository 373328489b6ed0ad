"""Names of layers that tell something only together, as a published game and all maps made for it have them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from game.files.tiled.hints import words
from game.files.tiled.layers import LayerNote
from game.files.tiled.tilesets import TilesetNote

BUILDINGS = ("buildings",)
"""Called so, numbers apart, a layer blocks but for tiles that are ``Passable``."""

ROUND = ("back", "front")
"""What the layers under and over it are called."""

PASSABLE = "passable"


def blocked_by_custom(layers: Sequence[LayerNote], tilesets: Iterable[TilesetNote]) -> list[LayerNote]:
    """The layers of tiles that block by such a custom: “Buildings”, where tiles or objects of the map know of
    ``Passable``, or where it lies between “Back” and “Front”."""
    names = {_bare(layer.name) for layer in layers if layer.kind == "tiles"}
    told = (
        *(tile.properties for tileset in tilesets for tile in tileset.tiles.values()),
        *(thing.properties for layer in layers for thing in layer.objects),
    )
    known = any(name.strip().lower() == PASSABLE for properties in told for name in properties)
    if not known and not names.issuperset((each,) for each in ROUND):
        return []
    return [layer for layer in layers if layer.kind == "tiles" and not layer.says and _bare(layer.name) == BUILDINGS]


def _bare(name: str) -> tuple[str, ...]:
    """The words of a name without numbers."""
    return tuple(part for part in words(name) if not part.isdigit())
