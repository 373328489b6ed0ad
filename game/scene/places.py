"""Which geometry the places of a ruleset have."""

from __future__ import annotations

from game.rules.ruleset import Places
from game.scene.board_geometry import AnyGeometry
from game.scene.on_cells import OnCells
from game.scene.on_zones import OnZones
from game.spatial.space import Space


def board_geometry(places: Places, space: Space) -> AnyGeometry:
    """The places of a map, as a ruleset means them."""
    if places == "cells":
        return OnCells(space)
    return OnZones(space.zones, whole=places == "whole zones")
