"""Light and dark: who carries a light, which cells are in the gloom, and how far one sees there (ruling G-22)."""

from __future__ import annotations

from game.kit.cache import PerMapCache
from game.spatial.field import Cell
from game.spatial.space import Space
from rulesets.glog.sheet.sheet import FEET, Body, GlogBoard

NIGHT = 30
"""Feet beyond which nothing in the gloom can be shot at (ruling G-22)."""

HEARTH = 20
"""Feet that a light drawn on the map reaches, where it does not say."""

Source = tuple[Cell, int, int]
"""Where a light is, the size of what carries it, and the cells it reaches."""


def sources(board: GlogBoard) -> tuple[Source, ...]:
    """Every light that burns: carried, left by a spell, or drawn on the map."""
    carried = (
        (c.at, c.sheet.profile.cells, c.sheet.thing(key).radius // FEET)
        for c in board.state.combatants.values()
        if c.sheet.lit and c.sheet.up and not c.sheet.hidden
        for key in c.sheet.lit
    )
    glows = ((glow.at, 1, glow.radius // FEET) for glow in board.state.turn.glows)
    kinds = [feature for feature in board.setup.field.features if feature.kind in ("light", "fire")]
    drawn = ((cell, 1, HEARTH // FEET) for feature in kinds for cell in feature.cells)
    return (*carried, *glows, *drawn)


def gloom(board: GlogBoard) -> int:
    """Mask of the cells in smoke, and of dark ones that no light reaches."""
    space = board.space
    if not space.obscured:
        return 0
    lights, known = sources(board), _glooms.of(space)
    found = known.get(space)
    if found is None or found[0] != lights:
        shone = 0
        for at, size, far in lights:
            shone |= space.within(at, size, far)
        found = known[space] = lights, (space.obscured & ~shone) | space.smoky
    return found[1]


_glooms: PerMapCache[dict[Space, tuple[tuple[Source, ...], int]]] = PerMapCache(dict)
"""By the map with its doors as they are, for the lights that were last asked about: it is asked for every blow."""


def lit(board: GlogBoard) -> int | None:
    """Mask of the cells that are not in the gloom; None on a map without any."""
    space = board.space
    return (1 << space.width * space.height) - 1 & ~gloom(board) if space.obscured else None


def in_gloom(board: GlogBoard, at: Cell, size: int) -> bool:
    """Whether nothing of a body at a place stands in the light."""
    return _all_within(gloom(board), board.space, at, size)


def _all_within(mask: int, space: Space, at: Cell, size: int) -> bool:
    return bool(mask) and not space.mask(space.footprint(at, size)) & ~mask


def unseen_well(board: GlogBoard, viewer: Body, at: Cell, size: int) -> bool:
    """Whether the gloom hampers a blow at a body: of who sees in the dark, smoke alone."""
    if "sees in the dark" in viewer.sheet.profile.traits:
        return _all_within(board.space.smoky, board.space, at, size)
    return in_gloom(board, at, size)
