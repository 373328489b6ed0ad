"""Helpers for the tests of every book: numbers that its help tells, terms of tallies, what its AI makes of a fight."""

from __future__ import annotations

import re
from typing import Any

import pytest

from game.ai import opponent
from game.ai.planner import Planner
from game.ai.scoring import TemperedWeights
from game.kit.book import Book
from game.kit.roster import Stock
from game.kit.testing.fight import Fight
from game.rules.dice import Tally
from game.rules.ruleset import BadSetup, HasPlanningModel
from game.rules.table import Board


def told(book: Book[Any, Any, Any], word: str) -> list[int]:
    """The numbers of the explanation of a word, in the order of its sentence."""
    term = book.glossary.find(word)
    assert term is not None
    return _numbers(term.told)


def done(book: Book[Any, Any, Any], verb: str) -> list[int]:
    """The numbers of the explanation of something that may be done."""
    (deed,) = [deed for deed in book.deeds if deed.verb == verb]
    return _numbers(deed.told)


def _numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"[+-]?\d+", text)]


def terms(tally: Tally) -> dict[str, int]:
    """The terms of a tally by what they are called."""
    return {term.label: term.value for term in tally.terms}


def chosen(fight: Fight[Any, Any, Any], level: str = "instinct") -> str:
    """What an AI answers to the question that waits."""
    question = fight.asked
    answer = opponent(level, question.seat).answer(fight.match, question)
    assert isinstance(answer, str)
    question.options.find(answer)
    return answer


def features(fight: Fight[Any, Any, Any]) -> dict[str, dict[str, float]]:
    """The advice on the question that waits, by answer."""
    rules, question, seat = fight.rules, fight.asked, str(fight.asked.seat)
    assert isinstance(rules, HasPlanningModel)
    board = Board(rules.masked(fight.board, seat), fight.board.setup, fight.ground)
    planner = Planner(rules.model(board, seat), TemperedWeights(rules.weights["options"]))
    return {each.key: dict(each.features) for each in planner.candidates(question)}


def mistake(stock: Stock[Any], text: str) -> str:
    """What is wrong with the entries of a roster, all of one key, as it is told behind the names of file and entry."""
    with pytest.raises(BadSetup) as error:
        stock.with_own(text)
    entry = re.search(r'\[\[(\w+)]]\nkey = "(.+)"', text)
    assert entry is not None
    where = f"roster: {entry[1]} {entry[2]!r}: "
    assert str(error.value).startswith(where)
    return str(error.value).removeprefix(where)
