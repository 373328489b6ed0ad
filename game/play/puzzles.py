"""Puzzles that ship with the game or lie in a file: their moments, and what their aims are called."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import date
from fractions import Fraction
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from game import resources
from game.ai import MINDS
from game.files.atomic import file_words
from game.files.battlefile import fitting_answer
from game.files.bounded_reading import is_plain
from game.files.errors import BadFile
from game.files.lessons import GRADES, Aim, FirstSight, LineStep, Proof, Puzzle, PuzzleLine
from game.files.scenario import read_scenario, to_setup
from game.play.battle_log import BattleLog, write_line
from game.play.folders import state_folder
from game.play.preferences import Preferences, keep_preferences
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
    _answer_all(match, offered, offered.puzzle.answers)
    if state_hash(match.state) != offered.puzzle.state:
        raise BadFile(
            f"{offered.path.name}: this puzzle is of other rules than these: its answers lead to another moment now. "
            f"Find others with: battlemat puzzle --find --rules {offered.rules}"
        )


def _answer_all(match: AnyMatch, offered: OfferedPuzzle, answers: Sequence[str]) -> None:
    """Give written answers, one after the other. Raises BadFile."""
    name = offered.path.name
    for number, answer in enumerate(answers, 1):
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


def tell_puzzle_aim(match: AnyMatch, side: str, aim: Aim) -> str:
    """What is to be reached, in a sentence, as the battle stands at the puzzle's moment."""
    actor = _tell_actors(match, side)
    if aim.kind == "unhurt":
        harm = match.ruleset.harm_word
        return f"{actor}: nobody of yours may lose any {harm} until others have acted and it is your turn again."
    name = name_of(match, Id(aim.who))
    if aim.kind == "save":
        return f"{actor}: keep {name} up until others have acted and it is your turn again."
    up = [each.id for each in match.state.combatants.values() if each.side != side and _stands(match, each.id)]
    last = ": the battle is won then" if up == [aim.who] else ""
    return f"{actor}: put {name} out of the fight before a foe acts{last}."


def _tell_actors(match: AnyMatch, side: str) -> str:
    """Who acts now: "Ann acts", "One of you acts, Ann or Bob", or, if all do, "Ann and Bob act"."""
    asked = match.pending
    if not isinstance(asked, Choose):
        return "Your turn"
    if asked.who is not None:
        return f"{name_of(match, asked.who)} acts"
    able = [each.key for each in asked.options.singles if each.key in match.state.combatants]
    names_of = [name_of(match, Id(key)) for key in able]
    if not able or len(able) == 1:
        return f"{names_of[0]} acts" if able else "Your turn"
    after, watch = match.fork(), AimWatch(match, side, Aim("unhurt"))
    after.answer(able[0])
    while isinstance(asked := after.pending, Choose) and (asked.kind == "react" or asked.who == able[0]):
        after.answer(asked.ending or asked.idle or asked.options[0].key)
    rounds = [each.ruleset.round_of(each.state) for each in (match, after)]
    if watch.own_turn(asked) and rounds[0] == rounds[1]:
        return f"{_listed(names_of)} act, in the order you like"
    return f"One of you acts, {' or '.join(names_of)}"


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
        self.told = self.aim_told = tell_puzzle_aim(self.moment, self.side, offered.puzzle.sought)
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
                who = name_of(self._battle, asked.who) if asked.who is not None else ""
                does = f"{who}: {option.label}" if who else f"{option.label} acts"
                self.decisions.append(PuzzleDecision(self._battle.fork(), option.key, does))
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


def remember_try(preferences: Preferences, name: str, *, solved: bool) -> int:
    """Keep that a puzzle was tried, and whether solved, for the list; gives the tries until it was solved first."""
    tries = preferences.puzzle_tries.get(name, 0)
    if name in preferences.puzzles:
        return max(1, tries)
    preferences.puzzle_tries = {**preferences.puzzle_tries, name: tries + 1}
    if solved:
        preferences.puzzles = (*preferences.puzzles, name)
    keep_preferences(preferences)
    return tries + 1


WEEKLY = "puzzles"
"""The folder of the puzzles that were found of words, among the game's own files."""


def word_of_week(day: date) -> str:
    """The word of a day's week: "2026-W48"."""
    year, week, _ = day.isocalendar()
    return f"{year}-W{week:02}"


def weekly_puzzle(word: str) -> OfferedPuzzle | None:
    """The puzzle of a word if it has been found here, and by rules that are installed; else None."""
    with suppress(BadFile):
        found = read_puzzle(state_folder(WEEKLY) / f"{file_words(word)}.toml")
        return found if found.rules in names() else None
    return None


def tell_chance(line: PuzzleLine) -> str:
    """How likely a line reaches the aim: "78 %", "62 % ± 5" where plays were drawn."""
    return percent_within(Fraction(line.chance).limit_denominator(10_000), line.error)


def tell_solution(proof: Proof) -> list[str]:
    """The best line step by step, the next best, and the tempting one with why it is worse; a line each."""
    alike = f", {proof.alike} of them the same from elsewhere or in another order" if proof.alike > 1 else ""
    return [
        f"The best line: {tell_chance(proof.best)}, of {proof.lines} searched{alike}. The next best: "
        f"{tell_chance(proof.second)}.",
        *_told(proof.best.steps),
        f"Tempting: {tell_chance(proof.tempting)}. {tell_temptation(proof.tempts)}",
        *_told(proof.tempting.steps),
        tell_why(proof),
    ]


def tell_temptation(by: FirstSight) -> str:
    """Why a line looks good at first sight."""
    if by == "at once":
        return "It goes for a foe at once, by what shows the highest chance."
    if by == "felling":
        return "It goes for a foe at once, by what shows the highest chance to put down."
    if by == "shown":
        return "Its attack is the one that shows the highest chance of all."
    return f"It is what the computer plays as {MINDS[by].name}."


def tell_step(step: LineStep) -> str:
    """A decision with its odds: "Strike Orc 2: 65 %, loses 2.3 (+2 flanked B-54)"."""
    does = f"{step.who}: {step.does}" if step.who else step.does
    does = f"{step.who} acts" if step.who and step.kind == "pick" else does
    odds = f": {step.odds}" if step.odds else ""
    terms = f" ({', '.join(step.terms)})" if step.terms else ""
    return f"{does}{odds}{terms}"


def _told(steps: Sequence[LineStep]) -> Iterator[str]:
    yield from (f"{number}. {tell_step(step)}" for number, step in enumerate(steps, 1))


# -- why a line is worse

NOTABLE = 0.05
"""The least difference between chances that explains something."""

REASONS = 2
"""That are told at most."""


def tell_why(proof: Proof) -> str:
    """Why the tempting line is worse than the best, by what they differ in most: a sentence."""
    best, worse = proof.best, proof.tempting
    reasons = [
        *_answered(best, worse),
        *_ordered(best, worse),
        *_undone(best, worse),
        *_exposed(best, worse),
        *_blows(best, worse),
        *_instead(best, worse),
        *_left_out(best, worse),
    ]
    return f"Why it is worse: {'; '.join(reasons[:REASONS])}."


def _answered(best: PuzzleLine, worse: PuzzleLine) -> Iterator[str]:
    """The answer of another side that takes most of the line."""
    who, _, answer = worse.answer.partition(", ")
    if answer and worse.taken >= max(NOTABLE, best.taken + NOTABLE):
        yield f"{who} answers with “{answer}”, and answers lower its chance by {round(100 * worse.taken)} in 100"


def _ordered(best: PuzzleLine, worse: PuzzleLine) -> Iterator[str]:
    """The same decisions, another order."""
    first, other = ([step for step in line.steps if step.kind == "deed"] for line in (best, worse))
    mine, theirs = ([(step.who, step.key) for step in line] for line in (first, other))
    if sorted(mine) == sorted(theirs) and mine != theirs:
        step = next(step for step, one, two in zip(first, mine, theirs, strict=True) if one != two)
        yield f"it does the same in another order, and “{step.does}” has to come before"


def _undone(best: PuzzleLine, worse: PuzzleLine) -> Iterator[str]:
    """What others do on their own turns."""
    who, _, deed = worse.undone.partition(", ")
    if not deed or worse.undone_share < NOTABLE:
        return
    same = f", the best line in {_percent(best.undone_share)}" if best.undone == worse.undone else ""
    mine, other = (
        [step.does for step in line.steps if step.kind == "deed" and who in step.does] for line in (worse, best)
    )
    against = f"; the best line forestalls that with “{other[0]}”" if other and not mine else ""
    yield f"{who} undoes it with “{deed}” in {_percent(worse.undone_share)}{same}{against}"


def _exposed(best: PuzzleLine, worse: PuzzleLine) -> Iterator[str]:
    """Those who can attack where a line ends, and not where the other does."""
    more = [name for name in worse.threats if name not in best.threats]
    if more:
        yield f"after it {_listed(more)} can attack, and after the best line not"


def _blows(best: PuzzleLine, worse: PuzzleLine) -> Iterator[str]:
    """Odds of the attacks, and the modifiers in which one of them is the better."""
    mine, other = (max(_attacks(line), key=lambda step: step.down, default=None) for line in (worse, best))
    if mine is None or other is None:
        return
    if other.down >= mine.down + NOTABLE or (mine.hit and other.hit >= mine.hit + NOTABLE):
        does, ours, theirs = (
            ("put down", mine.down, other.down) if other.down >= mine.down + NOTABLE else ("hit", mine.hit, other.hit)
        )
        alike = mine.key.split()[:2] == other.key.split()[:2]  # modifiers of other attacks tell nothing
        apart = [term for term in other.terms if term.startswith("+") and term not in mine.terms]
        apart += [f"no {term}" for term in mine.terms if term.startswith("-") and term not in other.terms]
        same = (mine.who, mine.key) == (other.who, other.key)  # what another weapon does is told by its odds
        apart += [note for note in other.notes if same and note not in mine.notes]
        by = f" ({', '.join(apart)})" if apart and alike else ""
        told = f"“{other.does}”" if other.does != mine.does else "in the best line it"
        yield f"“{mine.does}” is {_percent(ours)} likely to {does}, {told} is {_percent(theirs)}{by}"


def _first_apart(best: PuzzleLine, worse: PuzzleLine) -> tuple[LineStep | None, LineStep | None]:
    """The first decisions of two lines that are not the same; None for one that is at its end."""
    pairs = zip_longest(best.steps, worse.steps)
    return next(
        ((one, other) for one, other in pairs if one is None or other is None or one.key != other.key), (None, None)
    )


def _instead(best: PuzzleLine, worse: PuzzleLine) -> Iterator[str]:
    """The first decision that is another, or that one of the two goes on with."""
    one, other = _first_apart(best, worse)
    if one is None and other is not None:
        yield f"it goes on with “{other.does}”, and the best line is at its end"
    elif one is not None and other is None:
        yield f"it ends where the best line goes on with “{one.does}”"
    elif one is not None and other is not None and one.kind == other.kind == "pick":
        yield f"{other.who} acts, and in the best line {one.who}"
    elif one is not None and other is not None:
        yield f"it has “{other.does}” where the best line has “{one.does}”"


def _left_out(best: PuzzleLine, worse: PuzzleLine) -> Iterator[str]:
    """The decision that is worth most of those that the line leaves out, but for the first, which is named already."""
    done, named = {(step.who, step.key) for step in worse.steps}, _first_apart(best, worse)[0]
    left = [
        each for each in best.steps if each.kind != "end" and (each.who, each.key) not in done and each is not named
    ]
    step = max(left, key=lambda each: each.chance - each.without, default=None)
    if step is not None and step.chance > step.without:
        does = f"that {step.who} acts then" if step.kind == "pick" and step.who else f"“{step.does}”"
        yield f"it leaves out {does}, without which the best line has {_percent(step.without)}"


def _attacks(line: PuzzleLine) -> Iterator[LineStep]:
    return (step for step in line.steps if step.hit or step.down)


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _percent(chance: float) -> str:
    return percent(Fraction(chance).limit_denominator(10_000))


# -- the best line on the board


def play_solution(match: AnyMatch, offered: OfferedPuzzle) -> Iterator[None]:
    """Give the answers of the best line to a battle at the puzzle's moment, one by one. Raises BadFile as above."""
    for answer in offered.puzzle.proof.best.answers:
        _answer_all(match, offered, [answer])
        yield


class ShownSolution(PuzzleProgress):
    """The best line as it is played: what is told beside the board follows it, a decision after the other."""

    def follow(self, match: AnyMatch) -> None:
        """Come as far as the battle is, and tell its last decision with its odds."""
        super().follow(match)
        steps, taken = self.offered.puzzle.proof.best.steps, len(self.decisions)
        self.told = tell_share(steps[taken - 1]) if 0 < taken <= len(steps) else self.aim_told

    @property
    def heading(self) -> str:
        """Which decision of the line it is."""
        taken = len(self.decisions)
        return f"The best line, {taken} of {len(self.offered.puzzle.proof.best.steps)}" if taken else "The best line"


def tell_share(step: LineStep) -> str:
    """A decision with its odds, and how likely the aim is with it and without."""
    least = "" if step.kind == "end" else f", without it {_percent(step.without)}"
    return f"{tell_step(step)}. The aim: {_percent(step.chance)}{least}."


def tell_played_solution(offered: OfferedPuzzle) -> Iterator[str]:
    """The best line played: each decision with its odds, then what the log tells. Raises BadFile."""
    match, side = moment_of_puzzle(offered), offered.puzzle.side
    shown, log = ShownSolution(offered, match), BattleLog(match, (side,))
    told = len(log.lines(side))
    taken = 0
    for _ in play_solution(match, offered):
        shown.follow(match)
        if len(shown.decisions) > taken:
            taken = len(shown.decisions)
            yield f"{shown.heading}. {shown.told}"
        lines = log.lines(side, told)
        yield from (f"    {write_line(line, match.ruleset.ledger)}" for line in lines)
        told += len(lines)
