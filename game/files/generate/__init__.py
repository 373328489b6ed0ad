"""Maps that are made of a word: the same word, kind and size give the same map on every machine.

``seeded`` draws numbers from the word; a kind of map (``outdoor_maps``, ``built_maps``) lays out a ``canvas`` with them
and dresses it (``scenery``); ``canvas`` parts it into zones with names, ``map_writing`` makes tiles of it and a file
for Tiled. What comes out is read like any other map, and ``making`` draws it again if it breaks a law.
"""

from game.files.generate.making import KINDS, SIZES, USUAL_SIZE, MapKind, SoughtThing, map_title, write_map

__all__ = ["KINDS", "SIZES", "USUAL_SIZE", "MapKind", "SoughtThing", "map_title", "write_map"]
