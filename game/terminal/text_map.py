"""The battle map in letters, for a terminal: what one seat may see of it, with coordinates on the rims.

A cell is two letters wide. Between cells lies one column, and a row where a map has thin walls or doors there.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase, digits

from game.play.place_names import PlaceNames, place_names
from game.play.speech import spelled
from game.rules.events import Id
from game.rules.ruleset import AnyRuleset
from game.rules.setup import laid_out
from game.rules.standing import Standing
from game.rules.table import AnyBoard
from game.spatial.field import UNIT, Cell, Edge, Feature, Field, Terrain
from game.spatial.places import Place

FEATURE_SIGNS: Mapping[str, tuple[str, str]] = {
    "exit": (">", "exit"),
    "objective": ("X", "objective"),
    "fire": ("^", "fire"),
    "fall": ("v", "drop"),
    "deep_water": ("w", "deep water"),
    "lever": ("&", "lever"),
    "loot": ("$", "something to take"),
    "light": ("i", "light"),
}
"""Traps are not among them: no side knows where they are."""

EDGE_SIGNS: Mapping[str, tuple[str, str, str]] = {
    "wall": ("|", "-", "thin wall"),
    "window": (":", ":", "window"),
    "slit": ("!", "!", "arrow slit"),
    "low_wall": (";", ";", "low wall"),
    "portcullis": ("=", "=", "portcullis"),
    "door": ("+", "+", "closed door"),
}
"""Upright and level sign, and the name."""

_OPEN = "'"
_DARK = "`"
"""Over whatever lies there, if the ruleset tells of light."""


@dataclass(frozen=True, slots=True)
class MapSection:
    """A part of the map, edges included."""

    left: int
    top: int
    right: int
    bottom: int

    def holds(self, cell: Cell) -> bool:
        """Whether a cell is in it."""
        return self.left <= cell[0] <= self.right and self.top <= cell[1] <= self.bottom


def whole(field: Field) -> MapSection:
    """All of a map."""
    return MapSection(0, 0, field.width - 1, field.height - 1)


def around(field: Field, cells: Collection[Cell], margin: int) -> MapSection:
    """The part of a map that holds all the cells, with some ground around them."""
    if not cells:
        return whole(field)
    columns, rows = [x for x, _ in cells], [y for _, y in cells]
    return MapSection(
        max(0, min(columns) - margin),
        max(0, min(rows) - margin),
        min(field.width - 1, max(columns) + margin),
        min(field.height - 1, max(rows) + margin),
    )


class Letters:
    """Two letters for each combatant that a reader has seen, no two alike, and the same for as long as it reads.

    A letter of the kind and the number, or two letters of a name. Dealt as they come to be seen: letters that went to
    those who lie hidden would tell of them.
    """

    def __init__(self) -> None:
        self._kinds: dict[str, str] = {}
        self._dealt: dict[Id, str] = {}

    def deal(self, ruleset: AnyRuleset, board: AnyBoard, seen: Collection[Id]) -> dict[Id, str]:
        """The letters of everybody on the map who is seen, in the order they joined."""
        marks = {}
        for who in board.state.combatants:
            if who not in seen:
                continue
            if who not in self._dealt:
                standing = ruleset.standing(board, who)
                if standing.number and standing.kind not in self._kinds:
                    self._kinds[standing.kind] = _letter(standing, self._kinds.values())
                first = self._kinds[standing.kind] if standing.number else ""
                self._dealt[who] = _mark(standing, first, self._dealt.values())
            marks[who] = self._dealt[who]
        return marks


def _letter(standing: Standing, taken: Collection[str]) -> str:
    """A letter for the numbered combatants of one kind: the initial of a word of their name, or else any."""
    words = re.findall(r"[^\W\d_]+", standing.name) or ["?"]
    letters = [word[0] for word in words] + [letter for word in words for letter in word[1:]] + [*ascii_uppercase]
    return next((letter.upper() for letter in letters if letter.upper() not in taken), "?")


def _mark(standing: Standing, first: str, taken: Collection[str]) -> str:
    name = [letter for letter in standing.name if letter.isalnum()] or ["?"]
    heads = [first] if first else [letter.upper() for letter in name]
    tails = [*digits[1:], *ascii_lowercase]
    if standing.number:
        tails = tails[(standing.number - 1) % len(tails) :] + tails
    else:
        tails = [letter.lower() for letter in name[1:]] + tails
    return next((head + tail for head in heads for tail in tails if head + tail not in taken), "??")


def draw(
    ruleset: AnyRuleset,
    board: AnyBoard,
    seen: Collection[Id],
    *,
    lit: Collection[Place] = (),
    window: MapSection | None = None,
    marks: Letters | None = None,
    light: int | None = None,
) -> list[str]:
    """The board as lines of text, with its legend. ``lit`` places are marked as places to go.

    ``marks``: the letters that the reader knows people by, to be kept from one drawing to the next. ``light``: the
    cells that are not in the dark, as a mask, if the ruleset tells of light.
    """
    field, state = board.setup.field, board.state
    places = place_names(ruleset, board)
    bodies, who = _place(ruleset, board, (marks or Letters()).deal(ruleset, board, seen), places)
    still = laid_out(field)
    lying = frozenset(
        still[id_].at if id_ in still else places.where.cell(thing.at) for id_, thing in state.things.items()
    )
    goals = frozenset(cell for place in lit for cell in places.where.cells(place))
    doors, shown = frozenset(state.open_edges), window or whole(field)
    sketch = _Sketch(field, doors, shown, bodies, lying, goals, places.letters(), light)
    return [*sketch.lines(), "", *who, *sketch.legend(), *places.legend(shown.holds, lit)]


def draw_marked(field: Field, open_edges: Collection[str], marks: Mapping[Cell, str]) -> list[str]:
    """A map without anybody on it, with two letters of the caller's in some cells, and its legend."""
    sketch = _Sketch(field, frozenset(open_edges), whole(field), marks, frozenset(), frozenset(), {})
    return [*sketch.lines(), "", *sketch.legend()]


def _place(
    ruleset: AnyRuleset, board: AnyBoard, marks: Mapping[Id, str], places: PlaceNames
) -> tuple[dict[Cell, str], list[str]]:
    """The letters of everybody in the cells they cover, and a line on each of them."""
    bodies: dict[Cell, str] = {}
    who_is: list[str] = []
    standings = {who: ruleset.standing(board, who) for who in marks}
    cells = places.standing(tuple(marks))
    for who, mark in sorted(marks.items(), key=lambda entry: standings[entry[0]].up):
        standing, (x, y) = standings[who], cells[who]
        shown = mark if standing.up else mark.lower()
        for cell in ((x + dx, y + dy) for dx in range(standing.size) for dy in range(standing.size)):
            bodies[cell] = shown
    for who, mark in marks.items():
        standing, at = standings[who], places.told(board.now(who).at)
        facts = ", ".join((f"at {at}", *standing.fares))
        shown = mark if standing.up else mark.lower()
        who_is.append(f"{shown}  {spelled(standing, who)}, {board.now(who).side}, {facts}")
    return bodies, who_is


class _Sketch:
    """One drawing: the letters, and what the legend has to explain."""

    def __init__(
        self,
        field: Field,
        open_edges: frozenset[str],
        window: MapSection,
        bodies: Mapping[Cell, str],
        lying: frozenset[Cell],
        lit: frozenset[Cell],
        letters: Mapping[Cell, str],
        light: int | None = None,
    ) -> None:
        self.field, self.window, self.open = field, window, open_edges
        self.bodies, self.lying, self.lit, self.letters = bodies, lying, lit, letters
        self.light = light
        self.explained: dict[str, str] = {}
        self.features: dict[Cell, Feature] = {
            cell: feature for feature in self.field.features if feature.kind in FEATURE_SIGNS for cell in feature.cells
        }
        floors = {self.field.floor_at((x, y)) for x in range(self.field.width) for y in range(self.field.height)}
        self.floors = {height: str(level) for level, height in enumerate(sorted(floors - {0}), 1)}
        self.upright: dict[Cell, str] = {}
        self.level: dict[Cell, str] = {}
        for edge in self.field.edges:
            self._lay(edge)

    def _lay(self, edge: Edge) -> None:
        """Put an edge on the columns or rows between cells; each is kept at the cell right of it or below it."""
        upright, level, name = EDGE_SIGNS[edge.kind]
        if edge.id in self.open:
            upright = level = _OPEN
            name = "open door"
        (ax, ay), (bx, by) = sorted((edge.a, edge.b))
        if ax == bx:
            self.upright.update({(ax, y): upright for y in range(ay, by)})
            self.explained.setdefault(upright, name)
        else:
            self.level.update({(x, ay): level * 2 for x in range(ax, bx)})
            self.explained.setdefault(level, name)

    def lines(self) -> list[str]:
        """The rims, and the rows between them."""
        window = self.window
        columns = range(window.left, window.right + 1)
        rim = "    " + " ".join(f"{x % 100:2d}" for x in columns)
        text = [rim]
        for y in range(window.top, window.bottom + 2):
            if any((x, y) in self.level for x in columns):
                text.append("    " + " ".join(self.level.get((x, y), "  ") for x in columns).rstrip())
            if y > window.bottom:
                break
            row = "".join(self.upright.get((x, y), " ") + self._cell((x, y)) for x in columns)
            end = self.upright.get((window.right + 1, y), " ")
            text.append(f"{y:3d}{row}{end}{y:<3d}".rstrip())
        return [*text, rim]

    def _cell(self, cell: Cell) -> str:
        if cell in self.bodies:
            return self.bodies[cell]
        sign = self._ground(cell)
        if cell in self.lit:
            self.explained["*"] = "a place to go"
            return "*" + sign[0]
        return sign

    def _ground(self, cell: Cell) -> str:
        terrain = self.field.at(cell)
        if terrain.blocks_sight:
            sign, name = ("!!", "arrow slit") if terrain.gap else ("##", "wall")
            self.explained[sign[0]] = name
            return sign
        sign = self._sign(cell, terrain)
        floor = self.floors.get(self.field.floor_at(cell))
        if self.light is not None and not self.light >> (cell[1] * self.field.width + cell[0]) & 1:
            self.explained[_DARK] = "in the dark"
            return (self.letters.get(cell, "" if sign == "." else sign) + _DARK + (floor or _DARK))[:2]
        if cell in self.letters:
            return (self.letters[cell] + ("" if sign == "." else sign) + " ")[:2]
        if floor is None:
            return sign + (sign if sign == "~" else " ")
        height = self.field.floor_at(cell) / UNIT
        self.explained[floor] = f"floor {abs(height):g} cell{'s' * (abs(height) != 1)} {'down' if height < 0 else 'up'}"
        return sign + floor

    def _sign(self, cell: Cell, terrain: Terrain) -> str:
        for sign, name, here in (
            (",", "something that lies there", cell in self.lying),
            (":", "window", terrain.lintel > 0),
            ("n", "low obstacle", terrain.height > 0),
            ("%", "ground nobody can enter", terrain.blocks_move),
        ):
            if here:
                self.explained[sign] = name
                return sign
        feature = self.features.get(cell)
        if feature is not None:
            sign, name = FEATURE_SIGNS[feature.kind]
            self.explained[sign] = name
            return sign
        if cell in self.field.ramps:
            self.explained["/"] = "ramp"
            return "/"
        if terrain.cost > 1:
            self.explained["~"] = "difficult ground"
            return "~"
        return "."

    def legend(self) -> list[str]:
        """What the signs mean."""
        signs = [f"{sign} {name}" for sign, name in sorted(self.explained.items(), key=lambda entry: entry[1])]
        return ["Signs: . floor, " + ", ".join(signs)] if signs else []
