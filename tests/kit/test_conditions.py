"""Conditions begin, are lifted, and end by themselves: at one's own turn, with a round, out of their source's reach."""

from __future__ import annotations

import msgspec
import pytest

from game.kit.conditions import (
    Condition,
    Conditions,
    Until,
    added,
    begin,
    end,
    find,
    lift,
    sources_of,
    without,
)
from game.rules.events import Event, Id
from game.rules.setup import Setup
from game.rules.state import Combatant, State
from game.rules.table import Table
from game.spatial.field import Field
from game.spatial.places import Place
from game.spatial.space import Space

FIELD = Field(8, 4)
A, B = Id("a"), Id("b")


class Sheet(msgspec.Struct, frozen=True):
    """Nothing but what befell it."""

    conditions: Conditions = ()


class Turn(msgspec.Struct, frozen=True):
    """Nothing of the turn matters here."""


def table(*held: Condition) -> tuple[Table[Sheet, Turn], list[Event]]:
    """Two combatants side by side, the first with some conditions; and what happens to them."""
    places: dict[Id, Place] = {A: (1, 1), B: (2, 1)}
    bodies = {who: Combatant(who, who, at, Sheet(held if who == A else ())) for who, at in places.items()}
    events: list[Event] = []
    return Table(State(bodies, Turn()), Setup("none", FIELD, ()), Space(FIELD), events.append), events


def words(at: Table[Sheet, Turn], who: Id = A) -> list[str]:
    """What somebody suffers."""
    return [condition.word for condition in at.now(who).sheet.conditions]


def test_of_one_word_and_source_there_is_one() -> None:
    at, _ = table(Condition("bleeding", source=B, count=1), Condition("dazed"))
    begin(at, A, Condition("bleeding", source=B, count=3), Condition("bleeding", count=1))
    held = at.now(A).sheet.conditions
    assert [(one.word, one.source, one.count) for one in held] == [
        ("dazed", "", 0),
        ("bleeding", "b", 3),
        ("bleeding", "", 1),
    ]
    assert sources_of(held, "bleeding") == (B, "")
    assert find(held, "bleeding") == Condition("bleeding", source=B, count=3)
    assert find(held, "pinned") is None
    assert [one.word for one in without(held, "bleeding")] == ["dazed"]
    assert added((), *held) == held


def test_what_is_lifted_may_be_of_one_source() -> None:
    at, _ = table(Condition("held", source=A), Condition("held", source=B), Condition("prone"))
    lift(at, A, "held", source=B)
    assert at.now(A).sheet.conditions == (Condition("held", source=A), Condition("prone"))
    lift(at, A, "held", "prone")
    assert words(at) == []


@pytest.mark.parametrize(
    ("moment", "left"),
    [
        ("turn begins", ["stunned", "charged", "scarred"]),
        ("turn ends", ["guarding", "charged", "scarred"]),
        ("round ends", ["guarding", "stunned", "scarred"]),
        ("battle ends", ["guarding", "stunned", "charged"]),
    ],
)
def test_each_ends_at_its_moment(moment: Until, left: list[str]) -> None:
    at, events = table(
        Condition("guarding", "turn begins"),
        Condition("stunned", "turn ends"),
        Condition("charged", "round ends"),
        Condition("scarred"),
    )
    end(at, moment, [B], 1)
    assert events == [], "they are another's"
    end(at, moment, [A, B], 1)
    assert words(at) == left
    assert len(events) == 1


def test_some_last_for_rounds() -> None:
    at, events = table(Condition("ward", "round ends", last=3, count=2))
    end(at, "round ends", [A], 2)
    assert events == []
    end(at, "round ends", [A], 3)
    assert words(at) == []


def test_they_are_plain_data() -> None:
    held = (Condition("bleeding", "round ends", B, 4, 2), Condition("prone"))
    assert msgspec.json.decode(msgspec.json.encode(Sheet(held)), type=Sheet) == Sheet(held)
    assert msgspec.json.encode(held[1]) == b'{"word":"prone"}'
