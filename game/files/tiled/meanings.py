"""Meanings of what marks cells on a map drawn for another program: one table of hints, whose weights are added up.

A sign is a layer, some objects, the tiles of one kind, cells without tiles: whatever sets some cells apart from the
others. It means walls, or floor, or nothing. Every hint of the table speaks for one of these; the meaning with the
highest sum is taken, and told with the hints that spoke for it ("floor 16 : 1, since figures stand on it").

Weights are powers of two where a hint outweighs all weaker ones together: words deceive, as there are layers called
"Walkable" whose tiles are walls, and maps whose tiles are walls and whose floor is nothing at all. So figures outweigh
doors and paths, and these outweigh words.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from math import fsum
from typing import Literal, NamedTuple

from game.files.tiled.evidence import Evidence, lies

SignMeaning = Literal["walls", "nothing", "floor"]
MEANINGS: tuple[SignMeaning, ...] = ("walls", "nothing", "floor")
"""Of equal sums the first is taken."""


class Hint(NamedTuple):
    """A row of the table: what a fact speaks for."""

    meaning: SignMeaning
    weight: float
    why: str


HINTS = {
    # Words
    "called_solid": Hint("walls", 1, "it or its group is called so"),
    "called_open": Hint("floor", 1, "it is called so"),
    "unnamed": Hint("nothing", 1, "nothing is said of it"),
    "says_solid": Hint("walls", 8, "it says so itself"),
    # Figures, doors and paths
    "stood_on": Hint("floor", 16, "figures stand on it"),
    "shunned": Hint("walls", 16, "figures stand elsewhere"),
    "led_over": Hint("floor", 4, "doors or paths lie on it"),
    "led_round": Hint("walls", 4, "doors or paths lie elsewhere"),
    # Size and shape
    "encloses": Hint("walls", 2, "it runs round the map and leaves out one large piece within"),
    "small": Hint("walls", 32, "it is too small to be the floor"),
    "frame": Hint("nothing", 2, "it runs round everything"),
    # Tiles of one kind, in a layer that fills every cell
    "chosen": Hint("floor", 16, "figures, doors or paths lie on such tiles"),
    "left": Hint("walls", 16, "figures, doors or paths lie on other tiles"),
    "commonest": Hint("floor", 2, "no other tile is commoner"),
    # Bridges
    "two_ends": Hint("floor", 4, "it touches open ground at two ends"),
    "goes_on": Hint("floor", 10, "its tiles go on over open ground at both"),
    "narrow": Hint("floor", 6, "most of what borders it blocks"),
    "lone": Hint("walls", 4, "a single cell joins only what is joined anyway"),
    # Cells without a tile
    "empty": Hint("walls", 1, "nothing is drawn there"),
    "pictured": Hint("floor", 2, "a picture lies there, and hardly any floor is drawn"),
    "floorless": Hint("floor", 32, "hardly any floor is drawn with tiles"),
    # What lies outside
    "fills": Hint("walls", 1, "it looks alike all round the map"),
    "used": Hint("floor", 2, "a figure, door, path or feature lies on it"),
    "placeless": Hint("floor", 2, "it surrounds no ground to fight on"),
    "alike": Hint("floor", 2, "what it surrounds looks alike, too"),
    "ajar": Hint("floor", 2, "it is open to what it surrounds"),
}
"""By name of the fact."""

Facts = Mapping[str, float]
"""What is known of a sign: by name of the fact how far it holds, from 0 to 1."""


def evidence_for(marked: Collection[int], rest: Collection[int], evidence: Evidence) -> dict[str, float]:
    """Where figures, doors and paths lie: on the cells that a sign marks, or on the ``rest``, that it could mark.

    They tell if it is more than twice as many; a single figure half as much as several.
    """
    stand = [sum(lies(each, cells) for each in evidence.figures) for cells in (marked, rest)]
    ways = evidence.paths | evidence.inner_doors(marked)
    lead = [sum(cell in cells for cell in ways) for cells in (marked, rest)]
    return {
        "stood_on": min(1, stand[0] / 2) * (stand[0] > 2 * stand[1]),
        "shunned": min(1, stand[1] / 2) * (stand[1] > 2 * stand[0]),
        "led_over": lead[0] > 2 * lead[1],
        "led_round": lead[1] > 2 * lead[0],
    }


@dataclass(frozen=True)
class SignReading:
    """What a sign was read as."""

    meaning: SignMeaning
    told: str
    """The meaning with its sum against the next highest, and the reasons."""


def weigh(facts: Facts) -> SignReading:
    """What a sign means, by all hints together."""
    spoken = [(HINTS[name], strength) for name, strength in facts.items() if strength]
    sums = [fsum(hint.weight * by for hint, by in spoken if hint.meaning == each) for each in MEANINGS]
    meaning = MEANINGS[sums.index(max(sums))]
    first, second, _ = sorted(sums, reverse=True)
    reasons = sorted((hint for hint, _ in spoken if hint.meaning == meaning), key=lambda hint: -hint.weight)
    return SignReading(meaning, f"{meaning} {first:g} : {second:g}, since {', '.join(hint.why for hint in reasons)}")
