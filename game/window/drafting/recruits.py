"""Who may be recruited, each with what it brings and how strong the rules say it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from game.rules.events import Id
from game.rules.registry import ruleset
from game.rules.ruleset import AnyRuleset, BadSetup, HasRatings
from game.rules.setup import Recruit, Setup, SideSetup
from game.rules.standing import Standing
from game.rules.table import Board
from game.spatial.field import Field
from game.spatial.space import Space

YARD = 26, 13
"""Cells of the bare ground on which units are looked at, two at a time: room for two of the largest bodies."""

PLACES = (1, 1), (14, 1)


class Recruitable(NamedTuple):
    """A unit that may join a side."""

    key: str
    title: str
    strength: int | None
    """How strong the ruleset says it is (``Strengths.word``); None if that can't be told."""
    standing: Standing | None
    """What the board would show of it; None for those who can't stand on bare ground."""
    told: str
    """The same in a line."""


class RecruitList(NamedTuple):
    """Everybody who may be recruited."""

    word: str
    """What strength is counted in, as one says it of several: "Hit Dice", "hit points"."""
    rated: bool
    """Whether that is the book's own number for it, and not just what they can lose."""
    units: Mapping[str, Recruitable]

    def strength(self, keys: Iterable[str]) -> int:
        """That of several together, as far as it can be told."""
        found = (self.units[key].strength for key in keys if key in self.units)
        return sum(each for each in found if each is not None)

    def matching(self, words: str, *, by_strength: bool) -> list[Recruitable]:
        """Those in whose name or line all words occur, by name or the weakest first."""
        wanted = words.casefold().split()
        found = [each for each in self.units.values() if all(word in _text(each) for word in wanted)]
        return sorted(found, key=lambda each: (each.strength or 0 if by_strength else 0, each.title, each.key))


@lru_cache(maxsize=16)
def roster_of(name: str, own: str) -> RecruitList:
    """Everybody whom a ruleset knows, by its name, with the units of the text ``own``. Raises BadSetup for mistakes.

    Strong is who has a high number of the book's own for that; where a book has none, who can lose much.
    """
    rules = ruleset(name)
    titles = rules.roster(own)
    shown = _shown(rules, own)
    rated = rules.ratings(own) if isinstance(rules, HasRatings) else {}
    word = rules.rated if isinstance(rules, HasRatings) else rules.harm_word[:1].upper() + rules.harm_word[1:]
    units = {}
    for key, title in titles.items():
        standing = shown.get(key)
        line = [f"{word} {rated[key]}"] if key in rated else []
        line += [_line(standing)] if standing is not None else []
        strength = rated.get(key, standing.full if standing is not None else None)
        units[key] = Recruitable(key, title, strength, standing, ", ".join(line))
    return RecruitList(word, bool(rated), units)


def _shown(rules: AnyRuleset, own: str) -> dict[str, Standing]:
    """What the board would show of each unit, by key; those are left out whom the ruleset can't put on bare ground."""
    keys = list(rules.roster(own))
    field = Field(*YARD)
    ground = Space(field)
    found: dict[str, Standing] = {}
    for first, second in zip(keys, (*keys[1:], *keys[:1]), strict=True):
        sides = (SideSetup("one", (Recruit(first, at=PLACES[0]),)), SideSetup("two", (Recruit(second, at=PLACES[1]),)))
        setup = Setup(rules.name, field, sides, roster=own)
        try:
            state = rules.begin(setup, ground)
        except BadSetup:
            continue
        who: Id = next(iter(state.combatants))
        found[first] = rules.standing(Board(state, setup, ground), who)
    return found


def _line(standing: Standing) -> str:
    bars = [(bar.word, str(bar.full)) for bar in standing.bars if bar.full]
    facts = [*bars, *standing.facts, *((thing.word, thing.told) for thing in standing.gear)]
    return ", ".join(f"{label} {value}".strip() for label, value in facts)


def _text(unit: Recruitable) -> str:
    return f"{unit.title} {unit.told}".casefold()
