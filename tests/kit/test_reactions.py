"""Reaction windows in miniature: after the roll, pledged before it, after the damage die; asked, paid for, taken."""

from __future__ import annotations

from collections.abc import Coroutine, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest

from game.kit.reactions import Reaction, ReactionWindow, question, react
from game.rules.events import Event, Id, Rolled, Said
from game.rules.questions import Answer, Choose, Option, Question, Seat
from game.rules.setup import Setup, SideSetup
from game.rules.state import Combatant, State
from game.rules.table import Board, Table
from game.spatial.field import Field
from game.spatial.space import Space

FIELD = Field(4, 4)
A, B, C = Id("a"), Id("b"), Id("c")


class Sheet(msgspec.Struct, frozen=True):
    """What reactions cost."""

    stamina: int = 1


class Turn(msgspec.Struct, frozen=True):
    """Nothing of the turn matters here."""


Body = Combatant[Sheet]


class Play:
    """A piece of rules played with answers, and everything that came of it."""

    def __init__(self, **stamina: int) -> None:
        everybody = {
            Id(who): Body(Id(who), "us" if who != "a" else "them", (0, 0), Sheet(left)) for who, left in stamina.items()
        }
        setup = Setup("miniature", FIELD, (SideSetup("us", ()), SideSetup("them", ())))
        self.events: list[Event] = []
        self.asked: list[Choose[Any]] = []
        self.table: Table[Sheet, Turn] = Table(State(everybody, Turn()), setup, Space(FIELD), self.events.append)

    def run(self, rules: Coroutine[Question[Any], Any, Any], *answers: Answer) -> Any:
        """Answer each question in its turn; what the rules give back at their end."""
        left, value = list(answers), None
        while True:
            try:
                asked: Any = rules.send(value)
            except StopIteration as end:
                assert not left, f"never asked for: {left}"
                return end.value
            if isinstance(asked, Choose):
                self.asked.append(asked)
            value = asked.read(left.pop(0))

    @property
    def told(self) -> list[str]:
        """What happened, in order."""
        return [e.text if isinstance(e, Said) else type(e).__name__ for e in self.events]


@dataclass(frozen=True)
class Blow:
    """A moment: an attack whose total is known."""

    who: Id
    target: Id
    total: int


@dataclass(frozen=True, slots=True)
class Brace:
    """Costs stamina."""

    word: str

    def pay(self, table: Table[Sheet, Turn], who: Id) -> None:
        """One stamina."""
        table.set(who, stamina=table.now(who).sheet.stamina - 1)
        table.emit(Said(f"{who} pays"))

    async def take(self, table: Table[Sheet, Turn], who: Id, occasion: Blow) -> None:
        """Tell of it."""
        table.emit(Said(f"{who} {self.word} {occasion.total}"))


def dodges(board: Board[Sheet, Turn], c: Body, occasion: Blow) -> Iterator[Option[Reaction[Blow] | None]]:
    """Only the target dodges."""
    if c.id == occasion.target and c.sheet.stamina:
        yield Option("dodge", Brace("dodges"), "Dodge")


def blocks(board: Board[Sheet, Turn], c: Body, occasion: Blow) -> Iterator[Option[Reaction[Blow] | None]]:
    """Anybody with stamina blocks."""
    if c.sheet.stamina:
        yield Option("block", Brace("blocks"), "Block")


def window() -> ReactionWindow[Sheet, Turn, Blow]:
    """After an attack roll, everybody of the other side may answer."""
    leave: Option[Reaction[Blow] | None] = Option("pass", None, "Take it")
    return ReactionWindow(
        lambda board, occasion: [c for c in board.state.combatants.values() if c.id != occasion.who],
        lambda board, c, occasion: f"{c.id}: {occasion.who} rolls {occasion.total}",
        lambda occasion: (occasion.who, occasion.target),
        leave,
        "reaction",
    )


def test_all_are_asked_then_all_pay_then_it_happens() -> None:
    play, after = Play(a=1, b=1, c=1), window()
    after.declare(dodges, blocks)
    done = play.run(after.open(play.table, Blow(A, B, 14)), "dodge", "block")
    assert done == [(B, Brace("dodges")), (C, Brace("blocks"))]
    assert play.told == ["Changed", "b pays", "Changed", "c pays", "b dodges 14", "c blocks 14"]
    first, second = play.asked
    assert list(first.options.all_keys()) == ["pass", "dodge", "block"], "in the order of their declaration"
    assert list(second.options.all_keys()) == ["pass", "block"]
    assert (first.kind, first.seat, first.who, first.idle) == ("react", "us", B, "pass")
    assert (first.topic, first.about, first.why) == ("reaction", (A, B), "b: a rolls 14")


def test_who_can_do_nothing_is_not_asked_and_who_lets_it_be_pays_nothing() -> None:
    play, after = Play(a=1, b=0, c=1), window()
    after.declare(dodges, blocks)
    assert play.run(after.open(play.table, Blow(A, B, 9)), "pass") == []
    assert [asked.who for asked in play.asked] == [C]
    assert play.told == []


def test_what_may_be_done_is_declared_once_and_before_the_first_window() -> None:
    play, after = Play(a=1, b=1), window()
    with pytest.raises(RuntimeError, match="nothing has been declared"):
        play.run(after.open(play.table, Blow(A, B, 9)))
    after.declare(blocks)
    with pytest.raises(RuntimeError, match="declared already"):
        after.declare(dodges)


async def _parried(table: Table[Sheet, Turn], blow: Blow) -> bool:
    """A parry is pledged, and paid for, before either side has rolled."""
    leave, parry = Option("pass", False, "Stand"), Option("parry", True, "Parry")
    can = [parry] if table.now(blow.target).sheet.stamina else []
    pledged = await react(Seat("us"), "b: a strikes", leave, can, topic="parry", who=blow.target, about=(blow.who,))
    if pledged:
        table.set(blow.target, stamina=0)
    mine = await table.roll("d6", "strike", blow.who)
    return pledged and await table.roll("d6", "parry", blow.target) >= mine


def test_a_reaction_may_be_pledged_before_the_roll() -> None:
    play = Play(a=1, b=1)
    assert play.run(_parried(play.table, Blow(A, B, 0)), "parry", (3,), (4,)) is True
    assert play.told == ["Changed", "Rolled", "Rolled"]


def test_without_anything_to_pledge_there_is_no_question() -> None:
    play = Play(a=1, b=0)
    assert play.run(_parried(play.table, Blow(A, B, 0)), (3,)) is False
    assert play.asked == []
    assert isinstance(play.events[0], Rolled)


async def _harm(table: Table[Sheet, Turn], blow: Blow) -> int:
    """What the die shows may be answered: first by the attacker, then by the target; leaving it is the more harm."""
    face = await table.roll("d6", "damage", blow.who)
    notch = await react(
        Seat("them"), f"{face} harm", Option("harm", 2, "Harm"), [Option("notch", 0, "Notch")], topic="notch"
    )
    splinter = await react(
        Seat("us"), f"{face + notch} harm", Option("take", 1, "Take it"), [Option("shield", 0, "Splinter")], topic="s"
    )
    return (face + notch) * splinter


def test_a_reaction_may_follow_on_the_damage_die() -> None:
    play = Play(a=1, b=1)
    assert play.run(_harm(play.table, Blow(A, B, 0)), (5,), "harm", "take") == 7
    assert [asked.idle for asked in play.asked] == ["harm", "take"], "to leave it is the ordinary choice"
    assert Play(a=1, b=1).run(_harm(play.table, Blow(A, B, 0)), (5,), "notch", "shield") == 0


def test_a_side_may_be_asked_as_a_whole() -> None:
    asked = question(Seat("us"), "who guards?", Option("pass", "", "Nobody"), [Option("b", "b", "B")], topic="guard")
    assert asked is not None
    assert asked.who is None
    assert asked.read("b") == "b"
    assert question(Seat("us"), "who guards?", Option("pass", "", "Nobody"), [], topic="guard") is None
