"""Parts: somebody who plays a puzzle by a given line, and then as well as can be."""

from __future__ import annotations

from collections.abc import Sequence

from game.lab.puzzles.lines import LineSearch
from game.lab.puzzles.proving import FORKS
from game.play.dice import SeededDice
from game.play.puzzles import OfferedPuzzle, PuzzleProgress, moment_of_puzzle
from game.play.speech import AimWatch
from game.rules.match import AnyMatch
from game.rules.questions import Answer, Choose, Roll


def played(offered: OfferedPuzzle, line: Sequence[str], seed: int, moment: AnyMatch | None = None) -> PuzzleProgress:
    """The puzzle played to where its aim is decided: first ``line``, then the best; dice by a seed."""
    match = moment_of_puzzle(offered) if moment is None else moment.fork()
    watch = AimWatch(match, offered.puzzle.side, offered.puzzle.sought)
    search = LineSearch(match.fork(), watch, forks=FORKS, thorough=True)
    dice, left, depth, acted, given = SeededDice(seed), list(line), 0, False, list[Answer]()
    while watch.decided(match, acted=acted) is None:
        asked = match.pending
        assert asked is not None
        answer: Answer
        if isinstance(asked, Roll):
            answer = dice.faces(asked, len(given))
        elif watch.own_turn(asked) and not acted:
            answer, depth = left.pop(0) if left else _onward(search, match, depth), depth + 1
        else:
            assert isinstance(asked, Choose)
            answer = search.reply(match, asked)
        match.answer(answer)
        given.append(answer)
        acted = acted or watch.others_turn(match.pending)
    whole = moment_of_puzzle(offered)
    for each in given:
        whole.answer(each)
    progress = PuzzleProgress(offered, whole)
    progress.follow(whole)
    return progress


def _onward(search: LineSearch, match: AnyMatch, depth: int) -> str:
    """The best there is to go on with; where plays would have to be drawn for that, to end the turn."""
    return search.choice(match.fork(), depth=depth).best if search.watch.aim.kind == "fell" else search.ending(match)
