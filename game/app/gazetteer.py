"""Names of places for a terminal: cells by column and row; zones by letter and name, borders by their zones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from string import ascii_lowercase, ascii_uppercase

from game.rules.events import Id, Place
from game.rules.ruleset import AnyRuleset
from game.rules.state import Thing
from game.rules.witness import AnyBoard
from game.spatial.field import Cell
from game.spatial.zones import ZONE, weight
from game.view.footing import Footings
from game.view.whereabouts import OnZones, whereabouts

LETTERS = ascii_uppercase + ascii_lowercase


class Gazetteer:
    """The places of one battle by what they are called."""

    def __init__(self, ruleset: AnyRuleset, board: AnyBoard) -> None:
        self.ruleset, self.board = ruleset, board
        self.where = whereabouts(ruleset.places, board.space)

    @property
    def zones(self) -> OnZones | None:
        """The zones, where places are zones."""
        return self.where if isinstance(self.where, OnZones) else None

    def code(self, place: Place) -> str:
        """What is typed for a place: "5,3"; of a zone "C"; of a border "C|F", and "C|F2" if it is their second."""
        if self.zones is None:
            return self.where.name(place)
        if place[0] == ZONE:
            return _letter(place[1])
        one, two = self.zones.zones.sides(place)
        number = self.zones.zones.between(one, two).index(place) + 1
        return f"{self.code(one)}|{self.code(two)}{number if number > 1 else ''}"

    def told(self, place: Place) -> str:
        """A place in words with what is typed for it: "Gate yard (C)"."""
        return self.code(place) if self.zones is None else f"{self.where.name(place)} ({self.code(place)})"

    def find(self, text: str, among: Collection[Place]) -> list[Place]:
        """The places that a text may mean: by what is typed for it, else by the beginning of its name."""
        wanted = text.strip()
        codes = [place for place in among if self.code(place) == wanted]
        if codes or self.zones is None:
            return codes
        turned = "|".join(reversed(wanted.split("|")))
        folded = wanted.casefold()
        return (
            [place for place in among if turned != wanted and self.code(place) == turned]
            or [place for place in among if self.code(place).casefold() == folded]
            or [place for place in among if self.where.name(place).casefold() == folded]
            or [place for place in among if folded and self.where.name(place).casefold().startswith(folded)]
        )

    def letters(self) -> dict[Cell, str]:
        """The letter of the zone that each cell lies in; nothing on cells."""
        if self.zones is None:
            return {}
        areas = self.zones.zones.areas
        return {cell: _letter(number) for number, area in enumerate(areas) for cell in area.cells}

    def standing(self, seen: Collection[Id]) -> dict[Id, Cell]:
        """The cell that each of some combatants is drawn in."""
        footings = Footings(self.where)

        def look(who: Id) -> tuple[int, bool]:
            standing = self.ruleset.standing(self.board, who)
            return standing.size, standing.up

        footings.follow({who: self.board.now(who).at for who in seen}, look)
        return {who: footings[who].cell for who in seen}

    def tell_zones(self, names: Mapping[Id, str], near: Collection[Place] | None = None) -> Iterator[str]:
        """A line for each zone: letter, name, room, what it is like, who is there; then its borders with who is there.

        ``near``: tell of these places only.
        """
        if self.zones is None:
            return
        zones = self.zones.zones
        for number in range(len(zones.areas)):
            zone = (ZONE, number)
            if near is not None and zone not in near:
                continue
            lying = tell_lying(self.board.state.things.values(), zone)
            facts = [self._room(zone, names), *self.zones.tags(zone), *lying]
            yield f"{self.code(zone)}  {zones.name(zone)} ({', '.join(facts)}){self._who(zone, names)}"
            ways = [self._way(zone, border, names) for border in zones.borders(zone)]
            yield f"     to {'; '.join(ways)}" if ways else "     no way out"

    def _way(self, zone: Place, border: Place, names: Mapping[Id, str]) -> str:
        assert self.zones is not None
        zones = self.zones.zones
        other = next(side for side in zones.sides(border) if side != zone)
        kind = zones.crossing(border).kind
        facts = ([] if kind == "open" else [kind]) + ["shut"] * zones.closed(border)
        shown = f" ({', '.join(facts)})" if facts else ""
        return f"{zones.name(other)} over {self.code(border)}{shown}{self._who(border, names)}"

    def _room(self, place: Place, names: Mapping[Id, str]) -> str:
        assert self.zones is not None
        standings = [self.ruleset.standing(self.board, who) for who in self._there(place, names)]
        taken = sum(weight(standing.size) for standing in standings if standing.up)
        return f"{taken} of {self.zones.zones.capacity(place)}"

    def _who(self, place: Place, names: Mapping[Id, str]) -> str:
        there = [names[who] for who in self._there(place, names)]
        return f": {', '.join(there)}" if there else ""

    def _there(self, place: Place, names: Mapping[Id, str]) -> list[Id]:
        return [who for who in names if self.board.now(who).at == place]


def tell_lying(things: Iterable[Thing], place: Place) -> list[str]:
    """What lies in a place, each kind once: "bench", "2 x bottle"."""
    counts = Counter(thing.key.replace("-", " ") for thing in things if thing.at == place)
    return [f"{count} x {name}" if count > 1 else name for name, count in counts.items()]


def _letter(number: int) -> str:
    """A letter for a zone; past the fifty-second a letter and a number."""
    again, at = divmod(number, len(LETTERS))
    return LETTERS[at] + (str(again + 1) if again else "")
