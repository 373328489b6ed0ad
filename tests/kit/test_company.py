"""Who is there, by side, and of whom a side knows."""

from __future__ import annotations

import msgspec

from game.kit.combatants import allies, bodies, enemies, known, perceives, present, up_on
from game.rules.events import Id
from game.rules.setup import Setup
from game.rules.state import Combatant, State
from game.rules.table import Board
from game.spatial.field import Field
from game.spatial.space import Space

FIELD = Field(4, 4)


class Sheet(msgspec.Struct, frozen=True):
    """What the kit asks of a sheet."""

    up: bool = True
    hidden: bool = False


class Turn(msgspec.Struct, frozen=True):
    """With how many each side began, and who has acted."""

    strength: dict[str, int] = {}
    acted: tuple[Id, ...] = ()


def body(name: str, side: str, *, up: bool = True, hidden: bool = False) -> Combatant[Sheet]:
    """A combatant."""
    return Combatant(Id(name), side, (0, 0), Sheet(up, hidden))


def board() -> Board[Sheet, Turn]:
    """Two against three, of whom one is down and one lurks; another lurker has left, and one in the open."""
    here = [body("a", "us"), body("b", "us", hidden=True), body("c", "them"), body("d", "them", hidden=True)]
    here.append(body("e", "them", up=False))
    left = [body("f", "them", hidden=True), body("g", "them")]
    turn = Turn({"us": 2, "them": 5}, (Id("a"), Id("d"), Id("g")))
    state = State({c.id: c for c in here}, turn, gone={c.id: c for c in left})
    return Board(state, Setup("none", FIELD, ()), Space(FIELD))


def test_sides() -> None:
    at = board()
    assert [c.id for c in bodies(at)] == ["a", "b", "c", "d", "e"]
    assert [c.id for c in up_on(at, "them")] == ["c", "d"]
    assert [c.id for c in allies(at, at.now(Id("c")))] == ["d"]
    assert [c.id for c in enemies(at, "us")] == ["c"]
    assert [c.id for c in enemies(at, "them")] == ["a"]
    assert [who for who in "abcdefg" if present(at, Id(who))] == ["a", "b", "c", "d"]


def test_a_side_knows_its_own_and_those_not_in_hiding() -> None:
    met = known(board(), "us")
    assert list(met) == ["a", "b", "c", "e", "g"]
    assert met.among((Id("a"), Id("d"), Id("g"), Id("zed"))) == ("a", "g")
    assert met.strength({"us": 2, "them": 5}) == {"us": 2, "them": 3}, "of the others it counts whom it has met"


def test_a_state_holds_only_whom_a_side_knows() -> None:
    at = board()
    met = known(at, "us")
    state = met.state(Turn({"us": 2, "them": 3}))
    assert list(state.combatants) == ["a", "b", "c", "e"]
    assert list(state.gone) == ["g"]
    assert state.turn.strength == {"us": 2, "them": 3}
    everybody = known(at, "us", lambda board, side, c: True)
    assert everybody.state(at.state.turn) is at.state, "nothing is copied where nothing is to be hidden"
    assert everybody.state(Turn()).turn == Turn()


def test_a_ruleset_may_know_of_fewer() -> None:
    met = known(board(), "us", lambda board, side, c: perceives(board, side, c) and c.sheet.up)
    assert list(met) == ["a", "b", "c", "g"]
