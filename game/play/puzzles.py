"""Puzzles that ship with the game or lie in a file: their moments, and what their aims are called."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from game import resources
from game.ai import MINDS
from game.files.battlefile import fitting_answer
from game.files.bounded_reading import is_plain
from game.files.errors import BadFile
from game.files.lessons import GRADES, Aim, FirstSight, LineStep, Proof, Puzzle, PuzzleLine
from game.files.scenario import read_scenario, to_setup
from game.play.preferences import keep_preferences, load_preferences
from game.play.speech import AimWatch, name_of, percent, percent_within
from game.rules.events import Id
from game.rules.match import AnyMatch, Match
from game.rules.questions import Answer, Choose, Impossible, Seat
from game.rules.registry import names, ruleset
from game.rules.ruleset import AnyRuleset
from game.rules.setup import Setup
from game.rules.state import state_hash
from game.spatial.space import Space


class OfferedPuzzle(NamedTuple):
    """A puzzle that may be chosen."""

    path: Path
    rules: str
    title: str
    puzzle: Puzzle

    @property
    def name(self) -> str:
        """By which it is remembered, and begun from a command line."""
        return self.path.stem


def offered_puzzles(folder: Path | None = None) -> list[OfferedPuzzle]:
    """The puzzles of a folder, or those that ship with the game, for the rulesets that are installed.

    By ruleset, the easiest first. Files that can't be read are left out.
    """
    installed, grades = names(), list(GRADES)
    found = [each for each in _read_puzzles(folder) if each.rules in installed]
    return sorted(found, key=lambda each: (installed.index(each.rules), grades.index(each.puzzle.grade), each.name))


def _read_puzzles(folder: Path | None) -> Iterator[OfferedPuzzle]:
    try:
        paths = resources.shipped_puzzles() if folder is None else sorted(folder.glob("*.toml"))
    except FileNotFoundError:
        return
    for path in paths:
        try:
            yield read_puzzle(path)
        except BadFile:
            continue


def read_puzzle(path: Path) -> OfferedPuzzle:
    """The puzzle of a file. Raises BadFile, also if it is none."""
    scenario = read_scenario(path)
    if scenario.entries.puzzle is None:
        raise BadFile(f"{path.name} is no puzzle: it has no [puzzle]")
    return OfferedPuzzle(path, scenario.rules, scenario.title, scenario.entries.puzzle)


def puzzle_of(file: str) -> OfferedPuzzle | None:
    """The puzzle that a set-up names; None if it is gone or can't be read."""
    path = Path(file)
    try:
        return read_puzzle(path if is_plain(path) else resources.maps() / file)
    except (BadFile, FileNotFoundError):
        return None


def moment_of_puzzle(offered: OfferedPuzzle) -> AnyMatch:
    """The battle as it stands when the puzzle begins. Raises BadFile if these rules lead elsewhere."""
    return begin_battle(ruleset(offered.rules), to_setup(read_scenario(offered.path)))


def begin_battle(rules: AnyRuleset, setup: Setup, ground: Space | None = None) -> AnyMatch:
    """A battle from its beginning; a puzzle from its moment. Raises BadSetup; BadFile if rules lead elsewhere now."""
    match: AnyMatch = Match.begin(rules, setup, ground)
    offered = puzzle_of(setup.puzzle) if setup.puzzle else None
    if offered is not None:
        play_to_moment(match, offered)
    return match


def play_to_moment(match: AnyMatch, offered: OfferedPuzzle) -> None:
    """Give the answers that lead from the beginning of a battle to the puzzle. Raises BadFile."""
    puzzle, name = offered.puzzle, offered.path.name
    for number, answer in enumerate(puzzle.answers, 1):
        asked = match.pending
        try:
            if asked is None:
                raise Impossible("the battle is over")
            match.answer(fitting_answer(asked, answer))
        except Impossible as error:
            raise BadFile(
                f"{name}: this puzzle is of other rules than these: its answer {number}, {answer!r}, can't be given "
                f"({error}). Find others with: battlemat puzzle --find --rules {offered.rules}"
            ) from error
    if state_hash(match.state) != puzzle.state:
        raise BadFile(
            f"{name}: this puzzle is of other rules than these: its answers lead to another moment now. "
            f"Find others with: battlemat puzzle --find --rules {offered.rules}"
        )


def tell_puzzle_aim(match: AnyMatch, side: str, aim: Aim) -> str:
    """What is to be reached, in a sentence, as the battle stands at the puzzle's moment."""
    asked = match.pending
    actor = name_of(match, asked.who) if isinstance(asked, Choose) and asked.who is not None else "Somebody"
    if aim.kind == "unhurt":
        return f"{actor} acts: nobody of yours may lose any {match.ruleset.harm_word} before your next turn."
    name = name_of(match, Id(aim.who))
    if aim.kind == "save":
        kept = "stay up" if aim.who == (asked.who if isinstance(asked, Choose) else None) else f"keep {name} up"
        return f"{actor} acts: {kept} until your next turn begins."
    up = [each.id for each in match.state.combatants.values() if each.side != side and _stands(match, each.id)]
    last = ": the battle is won then" if up == [aim.who] else ""
    return f"{actor} acts: put {name} out of the fight on this turn{last}."


def _stands(match: AnyMatch, who: Id) -> bool:
    return match.ruleset.standing(match.board, who).up


class PuzzleDecision(NamedTuple):
    """What a person has decided on the way to the aim."""

    moment: AnyMatch
    """The battle as it was asked."""
    key: str
    does: str


class PuzzleProgress:
    """How far a person is with a puzzle, read off the battle's answers. ``follow`` first."""

    def __init__(self, offered: OfferedPuzzle, match: AnyMatch) -> None:
        """Raises BadFile if these rules lead elsewhere than to the puzzle's moment."""
        self.offered = offered
        self.side = Seat(offered.puzzle.side)
        self.moment = begin_battle(match.ruleset, match.setup, match.ground)
        self.told = tell_puzzle_aim(self.moment, self.side, offered.puzzle.sought)
        self._length = len(offered.puzzle.answers)
        self._begin()

    def _begin(self) -> None:
        self._battle = self.moment.fork()
        self._watch = AimWatch(self._battle, self.side, self.offered.puzzle.sought)
        self._answers: list[Answer] = []
        self._acted = False
        self.decisions: list[PuzzleDecision] = []
        """Those of the side's turn, until the aim was decided."""
        self.met: bool | None = None
        """Whether the aim was met; None as long as that is open."""

    @property
    def heading(self) -> str:
        """What kind of puzzle it is."""
        return f"Puzzle, {self.offered.puzzle.grade}"

    def follow(self, match: AnyMatch) -> None:
        """Come as far as the battle is, or to where the aim was decided."""
        given = match.history[self._length :]
        if given[: len(self._answers)] != self._answers:
            self._begin()
        for answer in given[len(self._answers) :]:
            if self.met is not None:
                break
            self._answer(answer)

    def _answer(self, answer: Answer) -> None:
        asked = self._battle.pending
        if isinstance(asked, Choose) and self._watch.own_turn(asked) and not self._acted:
            option = asked.options.find(str(answer))
            if not option.yields:
                self.decisions.append(PuzzleDecision(self._battle.fork(), option.key, option.label))
        self._battle.answer(answer)
        self._answers.append(answer)
        self._acted = self._acted or self._watch.others_turn(self._battle.pending)
        self.met = self._watch.decided(self._battle, acted=self._acted)


def puzzle_progress(match: AnyMatch, people: Sequence[Seat]) -> PuzzleProgress | None:
    """The puzzle of a battle, for the one person at the screen; None if it is none or rules lead elsewhere now."""
    offered = puzzle_of(match.setup.puzzle) if match.setup.puzzle else None
    if offered is None or tuple(people) != (offered.puzzle.side,):
        return None
    try:
        return PuzzleProgress(offered, match)
    except BadFile:
        return None


def remember_solved(name: str) -> None:
    """Keep that a puzzle was solved, for the list."""
    preferences = load_preferences()
    if name not in preferences.puzzles:
        preferences.puzzles = (*preferences.puzzles, name)
        keep_preferences(preferences)


SLIGHT = 0.02
"""A difference between chances that explains nothing."""


def tell_chance(line: PuzzleLine) -> str:
    """How likely a line reaches the aim: "78 %", "62 % ± 5" where plays were drawn."""
    return percent_within(Fraction(line.chance).limit_denominator(10_000), line.error)


def tell_solution(proof: Proof) -> list[str]:
    """The best line step by step, the next best, and the tempting one with why it is worse; a line each."""
    alike = f", {proof.alike} of them as good" if proof.alike > 1 else ""
    return [
        f"The best line: {tell_chance(proof.best)}, of {proof.lines} searched{alike}. The next best: "
        f"{tell_chance(proof.second)}.",
        *_told(proof.best.steps),
        f"Tempting: {tell_chance(proof.tempting)}. {tell_temptation(proof.tempts)}",
        *_told(proof.tempting.steps),
        *_why(proof),
    ]


def tell_temptation(by: FirstSight) -> str:
    """Why a line looks good at first sight."""
    if by == "at once":
        return "It attacks at once, by what shows the highest chance."
    if by == "shown":
        return "Its attack is the one that shows the highest chance of all."
    return f"It is what the computer plays as {MINDS[by].name}."


def tell_step(step: LineStep) -> str:
    """A decision with its odds: "Strike Orc 2: 65 %, loses 2.3 (+2 flanked B-54)"."""
    odds = f": {step.odds}" if step.odds else ""
    terms = f" ({', '.join(step.terms)})" if step.terms else ""
    return f"{step.does}{odds}{terms}"


def _told(steps: Sequence[LineStep]) -> Iterator[str]:
    yield from (f"{number}. {tell_step(step)}" for number, step in enumerate(steps, 1))


def _why(proof: Proof) -> Iterator[str]:
    """Why the tempting line is worse, as far as its odds tell."""
    best, worse = proof.best, proof.tempting
    if worse.undone:
        yield f"Most often undone by: {worse.undone}."
        return
    blow, better = (next((step for step in line.steps if step.odds), None) for line in (worse, best))
    if blow is None:
        yield f"Why it is worse: it comes off in {_percent(worse.chance)}, the best line in {_percent(best.chance)}."
    elif better is not None and better.down > blow.down + SLIGHT:
        shown, more = _percent(blow.down), _percent(better.down)
        yield f"Why it is worse: its attack puts down in {shown}, that of the best line in {more}."
    elif worse.chance < blow.down - SLIGHT:
        yield (
            f"Why it is worse: the {_percent(blow.down)} shown leave out how the other side answers; with that "
            f"{_percent(worse.chance)} are left."
        )
    elif better is None:
        yield "Why it is worse: the best line needs no attack, and reaches the aim more surely than one."
    else:
        yield "Why it is worse: it leaves less for what can be done after it on this turn."


def _percent(chance: float) -> str:
    return percent(Fraction(chance).limit_denominator(10_000))
