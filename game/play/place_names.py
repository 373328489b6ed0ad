"""What places are called in a terminal: cells by column and row; zones by letter and name, borders by their zones."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from game.rules.events import Id
from game.rules.questions import Family, Impossible, Option
from game.rules.ruleset import AnyRuleset
from game.rules.table import AnyBoard
from game.scene.board_geometry import AnyGeometry, OnZones, board_geometry
from game.scene.token_layout import TokenFootprint, TokenLayout, stance
from game.spatial.field import Cell
from game.spatial.places import InZone, OnBorder, Place, ZonePlace, as_zone_place, written
from game.spatial.zones import weight

LETTERS = ascii_uppercase + ascii_lowercase

LISTED = 8
"""Zones of one move that are told one by one; `why` tells of each."""

Tell = Callable[[Option[Any]], str]
"""An option in words."""


class PlaceNames(ABC):
    """The places of one battle by what they are called."""

    where: AnyGeometry

    def __init__(self, ruleset: AnyRuleset, board: AnyBoard) -> None:
        self.ruleset, self.board = ruleset, board

    def standing(self, seen: Collection[Id]) -> dict[Id, Cell]:
        """The cell that each of some combatants is drawn in."""
        layout = TokenLayout(self.where)

        def look(who: Id) -> TokenFootprint:
            return stance(self.ruleset.standing(self.board, who))

        layout.follow({who: self.board.now(who).at for who in seen}, look)
        return {who: layout[who].cell for who in seen}

    @abstractmethod
    def code(self, place: Place) -> str:
        """What is typed for a place: "5,3"; of a zone "C"; of a border "C|F", and "C|F2" if it is their second."""

    @abstractmethod
    def told(self, place: Place) -> str:
        """A place in words with what is typed for it: "Gate yard (C)"."""

    @abstractmethod
    def find(self, text: str, among: Collection[Place]) -> list[Place]:
        """The places that a text may mean: by what is typed for it, else by the beginning of its name."""

    @abstractmethod
    def help(self) -> tuple[str, ...]:
        """How a move is typed, in lines."""

    @abstractmethod
    def amiss(self, family: Family[Any], text: str) -> str:
        """What is wrong with a text that begins as a move of a family and is none; empty if it does not so begin."""

    @abstractmethod
    def tell_way(self, path: Iterable[Place]) -> str:
        """A way in words."""

    @abstractmethod
    def tell_course(self, course: str, end: Place) -> str:
        """Where a place is, given distance and direction: "30 ft north-east", with its name if it has one."""

    @abstractmethod
    def tell_family(self, family: Family[Any], tell: Tell) -> Iterator[str]:
        """Where a move leads, in lines, and how it is typed."""

    @abstractmethod
    def letters(self) -> dict[Cell, str]:
        """What empty ground is marked with on a map in letters."""

    @abstractmethod
    def legend(self, shown: Callable[[Cell], bool], lit: Collection[Place]) -> list[str]:
        """What these letters mean, for the cells shown, and those of the places to go that no letter can mark."""

    @abstractmethod
    def survey(self, names: Mapping[Id, str], *, wide: bool) -> Iterator[str]:
        """The places and who is in them by these names: those near somebody, or ``wide`` all.

        Raises Impossible if places can only be drawn.
        """


def place_names(ruleset: AnyRuleset, board: AnyBoard) -> PlaceNames:
    """The names for the kind of places that a ruleset plays on."""
    where = board_geometry(ruleset.places, board.space)
    return ZoneNames(ruleset, board, where) if isinstance(where, OnZones) else CellNames(ruleset, board, where)


class CellNames(PlaceNames):
    """Cells by column and row."""

    def __init__(self, ruleset: AnyRuleset, board: AnyBoard, where: AnyGeometry) -> None:
        super().__init__(ruleset, board)
        self.where = where

    def code(self, place: Place) -> str:
        """Column and row."""
        return written(place)

    def told(self, place: Place) -> str:
        """Column and row."""
        return written(place)

    def find(self, text: str, among: Collection[Place]) -> list[Place]:
        """The cell of that column and row."""
        return [place for place in among if written(place) == text.strip()]

    def help(self) -> tuple[str, ...]:
        """By column and row."""
        return ("Moves are keys too: the verb and the cell, column first, such as `run 5,3`.",)

    def amiss(self, family: Family[Any], text: str) -> str:
        """Out of reach, or no cell at all."""
        verb, _, spot = text.rpartition(" ")
        if verb and "," in spot and family.verb.casefold().startswith(verb.casefold()):
            return f"{family.verb} does not reach {spot}; `map {family.verb}` marks where it leads."
        if family.verb.casefold().startswith(text.casefold()):
            example = family.key(family.places[0])
            return f"{family.verb} needs a cell, such as `{example}`; `map {family.verb}` marks where it leads."
        return ""

    def tell_way(self, path: Iterable[Place]) -> str:
        """Cell by cell."""
        return " ".join(map(written, path))

    def tell_course(self, course: str, end: Place) -> str:
        """As it is: a cell has no name."""
        return course

    def tell_family(self, family: Family[Any], tell: Tell) -> Iterator[str]:
        """How many cells, and one of them."""
        cells = "1 cell" if len(family) == 1 else f"{len(family)} cells"
        yield f"{family.verb}: {cells}, type `{family.key(family.places[0])}`"

    def letters(self) -> dict[Cell, str]:
        """None: the rims of the map count columns and rows."""
        return {}

    def legend(self, shown: Callable[[Cell], bool], lit: Collection[Place]) -> list[str]:
        """Nothing to explain."""
        return []

    def survey(self, names: Mapping[Id, str], *, wide: bool) -> Iterator[str]:
        """Raises Impossible."""
        raise Impossible("There are no zones in this battle; `map` draws the board.")


class ZoneNames(PlaceNames):
    """Zones by letter and name, borders by their zones."""

    def __init__(self, ruleset: AnyRuleset, board: AnyBoard, where: OnZones) -> None:
        super().__init__(ruleset, board)
        self.where, self._tags, self._zones, self._whole = where, where.tags, where.zones, where.whole

    def code(self, place: Place) -> str:
        """A zone's letter; of a border the letters of its zones, with a number from their second on."""
        return self._code(as_zone_place(place))

    def _code(self, place: ZonePlace) -> str:
        if isinstance(place, InZone):
            again, at = divmod(place.number, len(LETTERS))  # past the fifty-second a letter and a number
            return LETTERS[at] + (str(again + 1) if again else "")
        one, two = self._zones.sides(place)
        number = self._zones.between(one, two).index(place) + 1
        return f"{self._code(one)}|{self._code(two)}{number if number > 1 else ''}"

    def told(self, place: Place) -> str:
        """Name and code."""
        return f"{self.where.name(place)} ({self.code(place)})"

    def find(self, text: str, among: Collection[Place]) -> list[Place]:
        """By code, by code in other letters or the other way round, by name, by the beginning of the name."""
        wanted = text.strip()
        turned, folded = "|".join(reversed(wanted.split("|"))), wanted.casefold()
        return (
            [place for place in among if self.code(place) == wanted]
            or [place for place in among if turned != wanted and self.code(place) == turned]
            or [place for place in among if self.code(place).casefold() == folded]
            or [place for place in among if self.where.name(place).casefold() == folded]
            or [place for place in among if folded and self.where.name(place).casefold().startswith(folded)]
        )

    def help(self) -> tuple[str, ...]:
        """By letter, name or two letters."""
        return (
            "Moves are keys too: the verb and a zone's letter or name, such as `move C` or `move gate yard`.",
            *(() if self._whole else ("A border is called by its two zones, such as `move C|F`.",)),
        )

    def amiss(self, family: Family[Any], text: str) -> str:
        """No place that the move leads to."""
        if not text.casefold().startswith(family.verb.casefold()):
            return ""
        example = f"{family.verb} {self.code(family.places[0])}"
        return f"{family.verb} does not lead there; type a place such as `{example}`, or `zones` for all."

    def tell_way(self, path: Iterable[Place]) -> str:
        """Place by place, with names."""
        return ", ".join(map(self.told, path))

    def tell_course(self, course: str, end: Place) -> str:
        """With the name of the place."""
        return f"{course}, {self.told(end)}"

    def tell_family(self, family: Family[Any], tell: Tell) -> Iterator[str]:
        """A few zones one by one, many in a row; borders in a row."""
        zones = [place for place in family.places if isinstance(place, InZone)]
        borders = [self.code(place) for place in family.places if not isinstance(place, InZone)]
        example = self.code((zones or family.places)[0])
        yield f"{family.verb}, type `{family.verb} {example}`:"
        if len(zones) > LISTED:
            yield f"  to {', '.join(map(self.told, zones))}"
        else:
            for zone in zones:
                yield f"  {self.code(zone):<3} {tell(family.make(family.key(zone), zone))}"
        if borders:
            yield f"  to the border{'s' if len(borders) > 1 else ''} {', '.join(borders)}"

    def letters(self) -> dict[Cell, str]:
        """The letter of the zone that each cell lies in."""
        return {cell: self._code(zone) for zone in self._zones.all_zones for cell in self._zones.cells(zone)}

    def legend(self, shown: Callable[[Cell], bool], lit: Collection[Place]) -> list[str]:
        """The names of the zones shown; the borders to go to."""
        zones = [zone for zone in self._zones.all_zones if any(map(shown, self._zones.cells(zone)))]
        lines = [f"Zones: {', '.join(f'{self._code(zone)} {self._zones.name(zone)}' for zone in zones)}"]
        borders = [self.code(place) for place in lit if not isinstance(place, InZone)]
        return [*lines, f"Borders to go to: {', '.join(borders)}"] if borders else lines

    def survey(self, names: Mapping[Id, str], *, wide: bool) -> Iterator[str]:
        """A line for each zone: letter, name, room, what it is like, who is there; then its borders with who is there.

        Near somebody is two steps away.
        """
        zones, at = self._zones, [self.board.now(who).at for who in names]
        near = {zone for place in at for beside in zones.nearby(place) for zone in zones.nearby(beside)}
        for zone in zones.all_zones:
            if not wide and zone not in near:
                continue
            lying = tell_lying(self.ruleset, self.board, zone)
            facts = [*([] if self._whole else [self._room(zone, names)]), *self._tags(zone), *lying]
            told = f" ({', '.join(facts)})" if facts else ""
            yield f"{self._code(zone)}  {zones.name(zone)}{told}{self._who(zone, names)}"
            ways = [self._way(zone, border, names) for border in zones.borders(zone)]
            yield f"     to {'; '.join(ways)}" if ways else "     no way out"
        if not wide:
            yield "Only what is near the fight; `zones all` tells of every zone."

    def _way(self, zone: InZone, border: OnBorder, names: Mapping[Id, str]) -> str:
        zones = self._zones
        other = next(side for side in zones.sides(border) if side != zone)
        kind = zones.crossing(border).kind
        facts = [*([] if kind == "open" else [str(kind)]), *(["shut"] if zones.closed(border) else [])]
        shown = f" ({', '.join(facts)})" if facts else ""
        return f"{zones.name(other)} over {self._code(border)}{shown}{self._who(border, names)}"

    def _room(self, place: ZonePlace, names: Mapping[Id, str]) -> str:
        standings = [self.ruleset.standing(self.board, who) for who in self._there(place, names)]
        taken = sum(weight(standing.size) for standing in standings if standing.up)
        return f"{taken} of {self._zones.capacity(place)}"

    def _who(self, place: ZonePlace, names: Mapping[Id, str]) -> str:
        there = [names[who] for who in self._there(place, names)]
        return f": {', '.join(there)}" if there else ""

    def _there(self, place: ZonePlace, names: Mapping[Id, str]) -> list[Id]:
        return [who for who in names if self.board.now(who).at == place]


def tell_lying(ruleset: AnyRuleset, board: AnyBoard, place: Place) -> list[str]:
    """What lies in a place, each kind and state once: "bench", "2 x bottle", "damaged axe"."""
    things = [thing for thing in board.state.things.values() if thing.at == place]
    counts = Counter(ruleset.thing_name(board, thing) for thing in things)
    return [f"{count} x {name}" if count > 1 else name for name, count in counts.items()]
