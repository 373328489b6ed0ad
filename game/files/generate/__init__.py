"""Maps that are made of a word: the same word, kind and size give the same map on every machine.

``seeded`` draws numbers from the word; a kind of map (``wood_road`` and others) lays out a ``canvas`` with them and
dresses it (``scenery``); ``painting`` makes tiles of that, ``zoning`` zones with names, ``map_writing`` a file for
Tiled. What comes out is read like any other map, and drawn again if it breaks one of the ``laws``.
"""

from game.files.generate.making import KINDS, SIZES, USUAL_SIZE, MapKind, SoughtThing, write_map

__all__ = ["KINDS", "SIZES", "USUAL_SIZE", "MapKind", "SoughtThing", "write_map"]
