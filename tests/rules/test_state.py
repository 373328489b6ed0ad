"""Events write state, and nothing else does."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from battlemat_duel import RULESET as DUEL
from battlemat_duel.sheet import DuelBoard, DuelState, DuelTable, Sheet
from game.kit.side_turns import SideTurn
from game.rules.events import (
    Changed,
    EdgeChanged,
    Ended,
    Event,
    Id,
    Left,
    Moved,
    RoundBegan,
    Ruled,
    Said,
    ThingPlaced,
    ThingTaken,
    TurnChanged,
)
from game.rules.setup import Setup
from game.rules.state import State, Thing, Verdict, evolve, state_hash
from game.rules.table import Board, Table
from game.spatial.field import Cell, Edge, Field
from game.spatial.space import Space
from tests.rules.battles import duel

ADA, ORC = Id("Ada"), Id("Orc")


def start() -> DuelState:
    return DUEL.begin(duel())


def test_a_move() -> None:
    assert evolve(start(), Moved(ADA, (1, 1), (3, 2), "push")).combatants[ADA].at == (3, 2)


class Hopped(Moved, frozen=True):
    """A kind of move of a ruleset's own."""


def test_a_kind_of_move_writes_as_a_move() -> None:
    assert evolve(start(), Hopped(ADA, (1, 1), (3, 2))).combatants[ADA].at == (3, 2)


def test_a_change_of_a_sheet() -> None:
    after = evolve(start(), Changed(ADA, {"hp": 3, "hidden": True}))
    assert (after.combatants[ADA].sheet.hp, after.combatants[ADA].sheet.hidden) == (3, True)
    assert after.combatants[ORC] is not None


def test_a_change_of_somebody_who_has_left() -> None:
    gone = evolve(start(), Left(ORC, "down"))
    after = evolve(gone, Changed(ORC, {"hp": 1}))
    assert after.gone[ORC].sheet.hp == 1 and list(after.combatants) == [ADA]
    assert gone.gone[ORC].sheet.hp != 1


def test_a_change_of_the_turn() -> None:
    assert evolve(start(), TurnChanged({"round": 4})).turn == SideTurn(("red", "blue"), 0, 4)


def test_leaving() -> None:
    after = evolve(start(), Left(ORC, "down"))
    assert list(after.combatants) == [ADA]
    assert after.gone[ORC] == start().combatants[ORC]


def test_doors_things_rulings_and_the_end() -> None:
    state = start()
    for event in (EdgeChanged("b", True), EdgeChanged("a", True), EdgeChanged("b", False), EdgeChanged("a", True)):
        state = evolve(state, event)
    assert state.open_edges == ("a",)
    state = evolve(evolve(state, ThingPlaced("t1", "torch", (2, 2))), ThingPlaced("t2", "rope", (0, 0)))
    assert state.things["t1"] == Thing("t1", "torch", (2, 2))
    assert list(evolve(state, ThingTaken("t1")).things) == ["t2"]
    state = evolve(state, Ruled("stumble", "reel", "Ada rolled a 1: No parry this round"))
    assert state.rulings == {"stumble": "reel"}
    assert evolve(state, Ended(None, "dark")).verdict == Verdict(None, "dark")


def test_events_that_only_tell_write_nothing() -> None:
    state = start()
    for event in (Said("Hush"), RoundBegan(3)):
        assert evolve(state, event) is state


def test_states_that_differ_have_hashes_that_differ() -> None:
    state = start()
    other = evolve(state, Changed(ADA, {"hp": 3}))
    assert state_hash(state) == state_hash(start())
    assert state_hash(state) != state_hash(other)
    assert len(state_hash(state)) == 16


def test_a_state_survives_being_written_and_read() -> None:
    state = evolve(evolve(start(), Left(ORC, "down")), EdgeChanged("a", True))
    again = msgspec.json.decode(msgspec.json.encode(state), type=State[Sheet, SideTurn, Cell])
    assert again == state and list(again.combatants) == list(state.combatants)


def table() -> tuple[DuelTable, list[Event]]:
    events: list[Event] = []
    return Table(start(), duel(), Space(duel().field), events.append), events


def test_a_table_notes_only_what_really_changes() -> None:
    at, events = table()
    at.set(ADA, hp=12, hidden=False)
    at.set_turn(round=1)
    assert events == []
    at.set(ADA, hp=11, hidden=False)
    at.set_turn(round=2, current=0)
    assert events == [Changed(ADA, {"hp": 11}), TurnChanged({"round": 2})]
    with pytest.raises(AttributeError):
        at.set(ADA, wings=2)  # type: ignore[call-arg]


def test_combatants_are_read_again_in_a_loop() -> None:
    at, _ = table()
    seen: list[tuple[str, int]] = []
    for c in at.fresh([ADA, ORC]):
        seen.append((c.id, c.sheet.hp))
        if c.id == ADA:
            at.set(ORC, hp=1)
    assert seen == [("Ada", 12), ("Orc", 1)]
    at.emit(Left(ORC, "down"))
    assert [c.id for c in at.fresh([ADA, ORC])] == ["Ada"]
    assert at.now(ORC).sheet.hp == 1


def test_the_space_of_a_board_follows_its_doors() -> None:
    door = Edge("gate", (2, 0), (2, 3), "door", "closed")
    setup = Setup("duel", Field(4, 3, edges=(door,)), duel().sides)
    events: list[Any] = []
    at: DuelTable = Table(DUEL.begin(setup), setup, Space(setup.field), events.append)
    assert not at.space.sees((1, 1), (2, 1))
    at.emit(EdgeChanged("gate", True))
    assert at.space.sees((1, 1), (2, 1))
    assert at.space is at.space
    shut: DuelBoard = Board(start(), setup, at.space)
    assert not shut.space.sees((1, 1), (2, 1)), "the ground may be given in any state of its doors"
