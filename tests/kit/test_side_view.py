"""Who stands in a moment, for what, and on zones where: who has room, who could strike where; places by cover."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from game.kit.cover import VisibilityMasks, bands, shelters
from game.kit.goals import Goals, Progress
from game.kit.mind.side_view import LookCache, ZoneSideView
from game.kit.testing.fight import chart
from game.kit.zone_masks import ZoneMasks
from game.rules.events import Id
from game.rules.setup import Objective, Setup, SideSetup
from game.rules.state import Combatant, State
from game.rules.table import Board
from game.spatial.places import ZonePlace
from game.spatial.space import Space

FIELD = chart("abc", "def")
SPACE = Space(FIELD)


class Profile(msgspec.Struct, frozen=True):
    name: str


class Sheet(msgspec.Struct, frozen=True):
    profile: Profile
    up: bool = True
    hidden: bool = False
    cells: int = 1
    holds: str = ""
    pace: int = 1


class Turn(msgspec.Struct, frozen=True):
    round: int = 1
    progress: dict[str, Progress] = {}
    escaped: tuple[Id, ...] = ()


class Mark(NamedTuple):
    body: Combatant[Sheet]


GOALS: Goals[Sheet, Turn] = Goals(lambda *_: False, lambda *_: False)


class Afoot(ZoneSideView[Sheet, Turn, Mark]):
    """All go their pace and strike; who holds somebody takes it along."""

    def length(self, it: Mark) -> int:
        return it.body.sheet.cells

    def stride(self, it: Mark) -> int:
        return it.body.sheet.pace

    def takes_along(self, it: Mark) -> tuple[Id, ...]:
        return (Id(it.body.sheet.holds),)


def place(name: str) -> ZonePlace:
    return next(one for one in SPACE.zones.places if SPACE.zones.id(one) == name)


def moment(*objectives: Objective, turn: Turn | None = None, **where: Any) -> Afoot:
    """``where``: names, with zone and what the sheet has besides; small letters are ours."""
    bodies = {
        Id(name): Combatant(Id(name), "us" if name.islower() else "them", place(at), Sheet(Profile(name), **more))
        for name, (at, more) in where.items()
    }
    sides = (SideSetup("us", ()), SideSetup("them", ()))
    setup = Setup("none", FIELD, sides, objectives=objectives)
    board: Board[Sheet, Turn, Any] = Board(State(bodies, turn or Turn()), setup, SPACE)
    return Afoot(board, "us", Mark, GOALS, ZoneMasks(SPACE.zones, lambda _: 1))


def ids(some: Any) -> list[str]:
    return [it.body.id for it in some]


def test_foes_are_those_a_side_knows_of_and_friends_the_others_of_ones_own() -> None:
    here = moment(
        a=("a", {}), b=("b", {"hidden": True}), c=("b", {"up": False}), D=("c", {"hidden": True}), E=("f", {})
    )
    assert list(here.stats) == ["a", "b", "D", "E"]
    assert ids(here.foes("us")) == ["E"] and ids(here.foes("them")) == ["a"]
    assert ids(here.band("us")) == ["a", "b"] and ids(here.friends(Id("a"))) == ["b"]


def test_places_at_arms_length_of_foes_and_where_some_stand() -> None:
    here = moment(a=("a", {}), B=("c", {}), C=("f", {}))
    near = here.masks.near
    assert here.standing(here.foes("us")) == here.masks.mask([place("c"), place("f")])
    assert here.beside("us") == near[here.spots[Id("B")]] | near[here.spots[Id("C")]]


def test_no_room_is_where_a_body_does_not_fit_and_whom_it_takes_along_is_in_nobodys_way() -> None:
    giant = {"cells": 4}
    here = moment(a=("a", giant), B=("b", giant))
    there = here.masks.bit(place("b"))
    assert here.full(Id("a")) & there and not here.full(Id("a")) & here.masks.bit(place("a"))
    holding = moment(a=("a", {**giant, "holds": "B"}), B=("b", giant))
    assert not holding.full(Id("a")) & there


def test_what_can_be_struck_is_at_arms_length_of_a_stride() -> None:
    here = moment(a=("a", {}))
    reach = here.masks.reach(here.spots[Id("a")], 1)
    assert here.strikes(Id("a")) == here.masks.around(reach.whole)


def test_who_fills_a_place_makes_room_for_whoever_comes_once_it_has_gone() -> None:
    """A giant in the passage bars what lies behind it, but not when it goes there itself."""
    giant = {"cells": 4}
    here = moment(a=("a", {**giant, "pace": 4}), B=("b", giant), D=("d", giant), E=("e", giant))
    beyond = here.masks.bit(place("c"))
    assert not here.strikes(Id("a")) & beyond
    assert here.strikes_at(Id("a"), Id("B")) & beyond
    assert here.strikes_at(Id("a"), Id("a")) == here.strikes(Id("a"))


def test_views_tell_places_apart_both_ways_and_ask_once() -> None:
    asked: list[tuple[int, int]] = []

    def look(here: int, there: int) -> int:
        asked.append((here, there))
        return (there - here) % 3

    views = LookCache(look)
    assert dict(views.out(1, 0b11111)) == {2: 0b01001, 0: 0b10010, 1: 0b00100}
    assert dict(views.out(1, 0b00111)) == {2: 0b00001, 0: 0b00010, 1: 0b00100}
    assert len(asked) == 5
    assert dict(views.back(1, 0b101)) == {1: 0b001, 2: 0b100}
    assert asked[5:] == [(0, 1), (2, 1)]


def test_who_should_go_to_an_objectives_ground_and_who_is_to_get_away() -> None:
    out = Objective("escape", "us", cells=((0, 0),), who="b")
    here = moment(out, a=("a", {}), b=("b", {}), C=("c", {}))
    one, other, foe = (here.stats[Id(who)].body for who in "abC")
    assert GOALS.drawn(here.board, one) is None and GOALS.drawn(here.board, other) == out
    assert GOALS.escaping(here.board, one) is None and GOALS.escaping(here.board, other) == out
    assert GOALS.drawn(here.board, foe) is None, "there is no ground on which it could be spoilt"
    hold = moment(Objective("hold", "us", cells=((0, 0),)), a=("a", {}), C=("c", {}))
    assert GOALS.drawn(hold.board, hold.stats[Id("C")].body) == hold.aim("us")
    assert GOALS.escaping(hold.board, hold.stats[Id("a")].body) is None


def test_gains_are_told_from_a_sides_own_eyes() -> None:
    task = Objective("task", "them", cells=((0, 0),), count=3)
    here = moment(task, turn=Turn(progress={"them": Progress(worked=2)}), a=("a", {}))
    assert GOALS.gains(here.board, "them") == {"worked": 2.0, "holds": 0.0}
    assert GOALS.gains(here.board, "us") == {"they work": 2.0, "they hold": 0.0}
    assert moment(a=("a", {})).goals.gains(moment(a=("a", {})).board, "us") == {}


# --- Places by cover and by the spans they are within ---


def test_bands_are_the_places_of_each_span_that_no_lesser_one_has() -> None:
    within = {1: 0b1, 2: 0b11, 3: 0b11, 4: 0b1111}
    assert list(bands((1, 2, 3, 4), within.__getitem__)) == [(1, 0b1), (2, 0b10), (4, 0b1100)]
    assert list(bands((2, 4), within.__getitem__, taken=0b1)) == [(2, 0b10), (4, 0b1100)]


def test_a_larger_body_has_the_cover_of_the_part_that_is_seen_best() -> None:
    seen = VisibilityMasks(clear=0b001000, half=0b110000, full=0)
    found = shelters(seen, 0b111111, lambda mask: mask | mask >> 1)
    assert list(found) == [("no cover", 0b001100), ("half cover", 0b110000)]
