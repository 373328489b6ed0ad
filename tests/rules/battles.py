"""Ready set-ups and answerers for tests of the engine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from random import Random
from typing import Any
from unittest.mock import patch

from battlemat_duel import RULESET as DUEL
from battlemat_duel.sheet import Sheet
from game.kit.side_turns import SideTurn
from game.rules import registry
from game.rules.dice import sides_of
from game.rules.match import AnyMatch, Match
from game.rules.questions import Answer, Choose, Roll
from game.rules.setup import Recruit, Setup, SideSetup
from game.spatial.field import Field

DuelMatch = Match[Sheet, SideTurn]


def duel(*, ada: tuple[int, int] = (1, 1), orc: tuple[int, int] = (2, 1), **options: str) -> Setup:
    """A knight and a thief next to each other, on open ground."""
    return Setup(
        "duel",
        Field(6, 4),
        (
            SideSetup("red", (Recruit("knight", "Ada", ada),), party=True),
            SideSetup("blue", (Recruit("thief", "Orc", orc),)),
        ),
        options=options,
    )


def brawl() -> Setup:
    """Two against two on a small field, one of them in hiding."""
    parties = DUEL.parties()
    return Setup(
        "duel",
        Field(7, 5),
        (SideSetup("party", parties["heroes"], party=True), SideSetup("foe", parties["rogues"])),
        options={"stumble": "ask"},
    )


def begin(setup: Setup) -> DuelMatch:
    """Start a duel."""
    return Match.begin(DUEL, setup)


@contextmanager
def installed() -> Iterator[None]:
    """Have the registry find the games of the tests beside the rulesets that are installed, and none of a player's."""
    known = known_points()
    with patch.object(registry, "entry_points", lambda group: known), patch.object(registry, "unpacked_packages", list):
        forget()
        yield
    forget()


def forget() -> None:
    """Have the registry look anew."""
    for each in (registry.names, registry.left_out, registry.ruleset, registry._sources):
        each.cache_clear()


@cache
def known_points() -> EntryPoints:
    """What is installed, and the games of the tests; to look through the packages takes a while."""
    own = [
        EntryPoint("duel", "battlemat_duel:RULESET", registry.GROUP),
        EntryPoint("foray", "battlemat_foray:RULESET", registry.GROUP),
        EntryPoint("skirmish", "tests.rules.skirmish:SKIRMISH", registry.GROUP),
        EntryPoint("vigil", "tests.vigil:VIGIL", registry.GROUP),
    ]
    return EntryPoints([*entry_points(group=registry.GROUP), *own])


class Drawn:
    """Answers anything by lot, always the same for the same seed; a little keener on blows than on ending turns."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def answer(self, match: AnyMatch, question: Choose[Any] | Roll) -> Answer:
        """An answer that the question allows."""
        if isinstance(question, Roll):
            return tuple(self._random.randint(1, sides) for sides in sides_of(question.dice))
        menu = question.options
        if menu.families and self._random.random() < 0.4:
            family = self._random.choice(menu.families)
            return family.key(self._random.choice(family.places))
        return self._random.choice(menu.singles or tuple(menu)).key


def play_out(match: AnyMatch, seed: int = 1, limit: int = 3000) -> AnyMatch:
    """Play a battle to its end by lot."""
    drawn = Drawn(seed)
    for _ in range(limit):
        if match.pending is None:
            return match
        match.answer(drawn.answer(match, match.pending))
    raise AssertionError(f"not over after {limit} answers")
