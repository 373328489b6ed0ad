"""A thread beside the window: what it works out, in which order, and what it leaves."""

from __future__ import annotations

from threading import Event, get_ident

import pytest

from game.play.workers import BackgroundThread, PendingResult, given_up

pytestmark = pytest.mark.usefixtures("threads")


def test_thoughts_are_worked_out_beside_and_in_the_order_they_come() -> None:
    thinker, done = BackgroundThread("a test"), list[int]()
    for number in range(20):
        thinker.ask(lambda number=number: done.append(number))  # type: ignore[misc]
    thinker.catch_up()
    assert done == list(range(20))
    assert thinker.ask(get_ident).result() != get_ident()


def test_nobody_waits_for_a_thought_that_takes_long() -> None:
    thinker, gate = BackgroundThread("a test"), Event()
    thought = thinker.ask(gate.wait)
    assert not thought.within(0.0)
    gate.set()
    assert thought.result()
    assert thought.within(0.0)


def test_what_nobody_wants_any_more_never_begins() -> None:
    thinker, gate, begun = BackgroundThread("a test"), Event(), list[str]()
    under_way = thinker.ask(gate.wait)
    dropped = thinker.ask(lambda: begun.append("dropped"))
    kept = thinker.ask(lambda: begun.append("kept"))
    dropped.drop()
    gate.set()
    kept.result()
    assert under_way.done and dropped.done and begun == ["kept"]


def test_what_goes_wrong_beside_is_told_to_who_asked_and_the_next_thought_comes() -> None:
    thinker = BackgroundThread("a test")

    def fail() -> None:
        raise KeyError("lost")

    thought = thinker.ask(fail)
    with pytest.raises(KeyError, match="lost"):
        thought.result()
    assert thinker.ask(lambda: 3).result() == 3


def test_thoughts_that_were_worked_out_are_counted() -> None:
    thinker = BackgroundThread("a test")
    for _ in range(3):
        thinker.ask(lambda: None)
    thinker.catch_up()
    thinker.catch_up()  # the thought before has been counted by now
    assert thinker.finished >= 4


def test_what_nobody_wants_any_more_can_end_before_it_is_done() -> None:
    thinker, begun, gate = BackgroundThread("a test"), Event(), Event()

    def long() -> list[bool]:
        before = given_up()
        begun.set()
        gate.wait()
        return [before, given_up()]

    thought = thinker.ask(long)
    begun.wait()
    thought.drop()
    gate.set()
    assert thought.result() == [False, True]
    assert not given_up(), "no thread but that one"
    assert not thinker.ask(given_up).result(), "nor what comes after it"
    worked = PendingResult(list[int])
    worked.run()
    worked.drop()
    assert not given_up(), "nor a thread that has worked it out"
