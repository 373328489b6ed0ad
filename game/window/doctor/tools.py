"""The tools of the map doctor and sorts of features: what each is called and what a stroke with it says of cells."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from game.files.map_edit import FeatureRef, MapEdit, ZoneRef
from game.files.tiled.corrections import GROUNDS, NOBODY, FeatureWords, GroundKind, Height, Thin
from game.files.tiled.schema import steps_of
from game.rules.questions import is_taken
from game.rules.setup import is_strength
from game.spatial.field import Cell, FeatureKind
from game.spatial.solids import CellSide, beside


@dataclass(frozen=True)
class FeatureSort:
    """One kind of feature."""

    kind: FeatureKind
    title: str
    tip: str
    strength: str = ""
    """What its strength is, with an example; nothing for what has none."""
    usual: str = ""
    """The strength that one begins with."""
    wide: bool = True
    """Whether it may cover many cells; else it lies on one."""

    def reads(self, strength: str) -> bool:
        """Whether rules make something of a strength; of none they take what is usual."""
        return not strength or self.kind not in ("fire", "trap") or is_strength(self.kind, strength)


SORTS: tuple[FeatureSort, ...] = (
    FeatureSort("fire", "Fire", "Burns whoever comes into it, and shines", "Dice, as 1d6", "1d6"),
    FeatureSort(
        "trap", "Trap", "Hurts whoever comes into it; or frightens, where rules know that", "1d6, or fear 1", "1d6"
    ),
    FeatureSort("fall", "Fall", "A drop that somebody may be pushed down", "Depth, as 20 ft", "20 ft"),
    FeatureSort("deep_water", "Deep", "Deep water: slow to swim, and dangerous to be pushed into"),
    FeatureSort("exit", "Exit", "A way off the map, for those who flee or are to escape"),
    FeatureSort("objective", "Goal", "What a battle may be about: ground to hold, work to be done"),
    FeatureSort("lever", "Lever", "Moves a door or a portcullis", wide=False),
    FeatureSort("loot", "Loot", "Something worth having", wide=False),
    FeatureSort("light", "Light", "Shines, where it is dark", "Reach, as 20 ft", "20 ft", wide=False),
    FeatureSort("thing", "Thing", "Lies or stands about, to be taken up and fought with", wide=False),
)
BY_KIND = {sort.kind: sort for sort in SORTS}

MOST = 80
"""Letters of a name or a strength."""


ToolGroup = Literal["", "ground", "height", "sides", "zones", "starts", "features"]


@dataclass(frozen=True)
class Tool:
    """One tool."""

    name: str
    title: str
    group: ToolGroup
    tip: str
    key: str = ""
    """That takes it up."""


TOOLS: tuple[Tool, ...] = (
    Tool("look", "Look", "", "Point at a cell to see what it is and why; drag to move the map", "l"),
    Tool(
        "erase",
        "Eraser",
        "",
        "Back to what was read: ground, height, zone, start, features, and what is on its sides",
        "e",
    ),
    Tool("blocked", "Blocked", "ground", "A wall: nobody gets through or sees through", "b"),
    Tool("open", "Open", "ground", "Plain ground, whatever the map says", "o"),
    Tool("low cover", "Low cover", "ground", "In the way, and 3 ft high, like a crate", "c"),
    Tool("high cover", "High cover", "ground", "In the way, and 6 ft high, like a shelf"),
    Tool("rough", "Rough", "ground", "Costs twice the movement", "r"),
    Tool("water", "Water", "ground", "Shallow: costs twice the movement", "w"),
    Tool("thicket", "Thicket", "ground", "Nobody sees through; costs twice the movement"),
    Tool("pit", "Pit", "ground", "Nobody gets there, and everybody sees across"),
    Tool("height", "Height", "height", "The floor at that height; a ramp joins floors without a climb", "h"),
    Tool("door", "Door", "sides", "A shut door on the side of a cell that is nearest; along a drag a wide one", "d"),
    Tool("locked door", "Locked", "sides", "A door that is locked at the start"),
    Tool("wall", "Thin wall", "sides", "Between two cells: nobody gets through or sees through", "t"),
    Tool("low wall", "Low wall", "sides", "Between two cells, 3 ft high"),
    Tool("window", "Window", "sides", "Between two cells, open from 3 to 7 ft"),
    Tool("portcullis", "Portcullis", "sides", "A grating, shut at the start: seen through, and opened like a door"),
    Tool("wand", "Wand", "sides", "Follows a dark wall, rock or light floor of the picture, and walls it in", "m"),
    Tool("no wall", "Nothing", "sides", "Takes away what is on the side of a cell, whatever the map says", "n"),
    Tool("pick zone", "Pick zone", "zones", "Click a zone to name it, change it, or paint more of it", "z"),
    Tool("paint zone", "Paint zone", "zones", "Gives cells to the zone that is picked, or else to a new one"),
    Tool("join zones", "Join to it", "zones", "Click zones that are to become part of the one that is picked"),
    Tool("split zone", "Split off", "zones", "Drag over part of a zone: it becomes a zone of its own"),
    Tool("party", "Party", "starts", "Where the party may start", "p"),
    Tool("foe", "Foes", "starts", "Where their foes may start", "f"),
    Tool("other side", "Others", "starts", "Where a third side may start, a fourth, or one that you name"),
    Tool("nobody", "Nobody", "starts", "Nobody starts there, whatever the map says"),
    Tool("put feature", "Put down", "features", "Click or drag on the map: puts down what is chosen at the right", "x"),
    Tool("pick feature", "Pick", "features", "Click one to change it; drag it elsewhere; Delete takes it away", "v"),
)
BY_NAME = {tool.name: tool for tool in TOOLS}

_THINS: dict[str, Thin] = {
    "door": Thin("door"),
    "locked door": Thin("door", "locked"),
    "wall": Thin("wall"),
    "low wall": Thin("low_wall"),
    "window": Thin("window"),
    "portcullis": Thin("portcullis"),
    "no wall": Thin("none"),
}
_GROUNDS: dict[str, GroundKind] = {kind: kind for kind in GROUNDS}
_STARTS = {"party": "party", "foe": "foe", "nobody": NOBODY}
USUAL_OTHERS = ("third", "fourth")
"""Sides besides party and foe that every map may have starts of; a map may name more."""

LONGEST_SIDE = 40
"""Letters of the name of a side."""

LARGEST_BRUSH = 15
"""Cells across."""


TOLERANCES = (8, 120)
"""Steps of brightness, of 255, that what the wand follows may differ from the place that is clicked."""

TOLERANCE_STEP = 8

FIRST = FeatureWords(SORTS[0].kind, strength=SORTS[0].usual)
"""The feature that is put down unless another is chosen."""


@dataclass
class ToolSettings:
    """What is in hand, and how it is used."""

    tool: Tool = TOOLS[0]
    size: int = 1
    """Cells across of the brush."""
    rectangle: bool = False
    """Whether a drag fills the rectangle between its ends."""
    feet: float = 5.0
    """Of the height tool."""
    ramp: bool = False
    zone: ZoneRef | None = None
    """The zone that is picked."""
    side: str = USUAL_OTHERS[0]
    """Whose start "other side" paints, as it was typed."""
    words: FeatureWords = FIRST
    """What "put feature" puts down."""
    feature: FeatureRef | None = None
    """The feature that is picked."""
    tolerance: int = 40
    """Steps of brightness that the wand takes in."""
    everywhere: bool = False
    """Whether the wand takes what is alike on the whole map."""
    linking: bool = False
    """Whether the next click says what the lever moves that is picked."""

    def resize(self, by: int) -> None:
        """Make the brush larger or smaller by so many cells across, from 1 to ``LARGEST_BRUSH``, or what the wand takes
        in."""
        if self.tool.name == "wand":
            self.tolerance = max(TOLERANCES[0], min(TOLERANCES[1], self.tolerance + by * TOLERANCE_STEP))
        else:
            self.size = max(1, min(LARGEST_BRUSH, self.size + by))


def mark(mending: MapEdit, setting: ToolSettings, cells: Iterable[Cell]) -> None:
    """What the tool says of some cells, as part of the stroke; what the map says anyway is not said again."""
    name = setting.tool.name
    for cell in cells:
        if not mending.within(cell):
            continue
        starter = side_of(name, setting)
        if name in _GROUNDS:
            kind = _GROUNDS[name]
            mending.put("ground", cell, None if GROUNDS[kind] == mending.read.at(cell) else kind)
        elif name == "height":
            height = Height(steps_of(setting.feet), setting.ramp)
            as_read = Height(mending.read.floor_at(cell), cell in mending.read.ramps)
            mending.put("heights", cell, None if height == as_read else height)
        elif starter is not None:
            mending.put("starts", cell, starter)
        elif name == "paint zone":
            zone = setting.zone
            setting.zone = mending.own_zone(zone if zone is not None and mending.is_zone(zone) else mending.new_zone())
            mending.put("zoned", cell, setting.zone.key)
        elif name == "erase":
            for table in ("ground", "heights", "zoned", "starts"):
                mending.put(table, cell, None)
            mending.features.erase(cell)
            for side in around(cell):
                mending.put("edges", side, None)


def side_of(tool: str, setting: ToolSettings) -> str | None:
    """Whose start a tool paints, or nobody's; None if it paints none."""
    word = setting.side.strip()
    return (word if is_side(word) else None) if tool == "other side" else _STARTS.get(tool)


def is_side(word: str) -> bool:
    """Whether a side can be called so: seats that are no side's have names too."""
    return 0 < len(word) <= LONGEST_SIDE and word.isprintable() and not is_taken(word)


def mark_sides(mending: MapEdit, setting: ToolSettings, sides: Iterable[CellSide]) -> None:
    """What the tool says of sides of cells, as part of the stroke."""
    thin = _THINS[setting.tool.name]
    for side in sides:
        if any(map(mending.within, beside(mending.read, side))):
            mending.put("edges", side, None if thin.kind == "none" and not mending.is_edged(side) else thin)


def around(cell: Cell) -> tuple[CellSide, ...]:
    """The four sides of a cell."""
    x, y = cell
    return CellSide(cell, True), CellSide((x + 1, y), True), CellSide(cell, False), CellSide((x, y + 1), False)
