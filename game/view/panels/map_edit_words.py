"""What a cell of a map is and why, in words, for whoever looks the map over."""

from __future__ import annotations

from game.files.map_edit import MapEdit
from game.spatial.field import UNIT, Cell, Terrain
from game.view.board.chart_signs import FEATURES

FEET = 5
"""Feet to a cell."""


def told(mending: MapEdit, cell: Cell) -> list[str]:
    """What a cell is and why, in lines."""
    x, y = mending.authors(cell)
    ground, tables = mending.ground(cell), mending.tables
    what = [_ground_words(ground)]
    height = mending.height(cell)
    if height.steps:
        what.append(f"floor at {height.steps * FEET / UNIT:+g} ft")
    if height.ramp:
        what.append("ramp")
    ref = mending.zone(cell)
    if ref is not None:
        words = mending.zone_words(ref)
        worked = ", worked out" if ref.source == "derived" else ""
        what.append(f"zone {words.name} ({words.kind}{worked})")
    side = mending.start(cell)
    if side:
        what.append(f"start of {side}")
    for feature in mending.features.at(cell):
        about = feature.words
        what.append(" ".join(filter(None, (about.thing or FEATURES[about.kind], about.strength, about.name))))
    said = [name for name in ("ground", "heights", "zoned", "starts") if cell in tables[name]]
    lines = [f"{x}, {y}: {', '.join(what)}"]
    parts = {"ground": "ground", "heights": "height", "zoned": "zone", "starts": "start"}
    corrected = [parts[name] for name in said]
    corrected += ["feature"] if any(feature.ref.source == "said" for feature in mending.features.at(cell)) else []
    if corrected:
        read = f"; the map says {_ground_words(mending.read.at(cell))}" if "ground" in said else ""
        lines.append(f"Corrected: {', '.join(corrected)}{read}")
    else:
        lines += [f"Guessed: {text}" for text in mending.guess_of(cell)] or ["As the map says"]
    return lines


def _ground_words(ground: Terrain) -> str:
    """What a kind of ground is called, and what it does."""
    does = []
    if ground.blocks_move and ground.blocks_sight:
        does.append("blocks way and sight" + (", but for a slit" if ground.gap else ""))
    elif ground.blocks_move:
        does.append("blocks the way")
    elif ground.blocks_sight:
        does.append("blocks sight")
    if ground.height and not ground.blocks_sight:
        does.append(f"{ground.height * FEET / UNIT:g} ft high")
    if ground.cost > 1:
        does.append(f"costs {ground.cost}")
    return ground.name + (f" ({', '.join(does)})" if does else "")
