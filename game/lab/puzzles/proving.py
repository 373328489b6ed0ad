"""Proves a puzzle: searches the lines of its moment for the best, the next and the tempting; judges what one played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

import msgspec

from game.ai import opponent
from game.files.lessons import Aim, FirstSight, Grade, LineStep, Proof, PuzzleLine
from game.lab.puzzles.lines import DEEPEST, LineSearch, TooLarge
from game.play.puzzles import PuzzleDecision, PuzzleProgress, tell_chance
from game.play.speech import LISTED_LEAVES, LISTED_SAMPLES, AimWatch, chance_in, percent
from game.rules.match import AnyMatch
from game.rules.odds import SURE, odds
from game.rules.questions import AnyOption, Choose, Roll, Seat

ALIKE, DRAWN_ALIKE = 0.03, 0.1
"""Lines whose chances differ by no more are as good as one another: the same in another order, say. The second of
chances that come from drawn plays.
"""

GAP = 0.15
"""By how much the best line is better than the next one at least."""

FORKS = 40_000
"""Plays that the search of a puzzle may take; what takes more is no puzzle, since nobody could look through it."""

SEEMING, SHARPER = 16, 32
"""Lines at most that seem best or second by the few plays that are drawn for each at first, one after the other, and
plays that are drawn for each of them then.
"""

GLANCE = 12
"""Plays that are drawn for a line in it, where others have their turns."""

DRAWN = 150
"""Plays that are drawn anew for a line in a proof, where others have their turns before the aim is decided."""

LEAST_SPREAD = 0.02
"""The spread that is reckoned with at least: that all drawn plays came out alike does not make a chance sure."""

TOLD = 4
"""Decisions of a line that are told."""


class FirstLook(NamedTuple):
    """First choice by one way of looking: the line's beginning, and its chance."""

    by: FirstSight
    first: tuple[str, ...]
    chance: float


class Searched(NamedTuple):
    """All lines from a moment."""

    search: LineSearch
    lines: dict[tuple[str, ...], float]
    """Chances by what is decided until dice fall; the best first."""
    sights: tuple[FirstLook, ...]

    @property
    def best(self) -> tuple[str, ...]:
        """The best line; of equals the shortest."""
        most = next(iter(self.lines.values()))
        return min((line for line, chance in self.lines.items() if chance >= most - 1e-9), key=len)

    @property
    def chance(self) -> float:
        """Of the best line."""
        return self.lines[self.best]

    @property
    def tolerated(self) -> float:
        """By how much chances may differ that are as good as one another."""
        return DRAWN_ALIKE if self.search.drawn else ALIKE

    @property
    def alike(self) -> int:
        """Lines that are as good as the best."""
        return sum(chance >= self.chance - self.tolerated for chance in self.lines.values())

    @property
    def second(self) -> tuple[str, ...] | None:
        """The best line that is not; None if all are."""
        return next((line for line, chance in self.lines.items() if chance < self.chance - self.tolerated), None)

    @property
    def tempting(self) -> FirstLook | None:
        """Line that looks best at first sight and is worse by the gap; None if nothing is."""
        wrong = [sight for sight in self.sights if 0 < sight.chance <= self.chance - GAP]
        return wrong[0] if wrong else None


def search_lines(start: AnyMatch, side: str, aim: Aim, *, forks: int = FORKS) -> Searched:
    """Search the lines from a moment. Raises TooLarge.

    Where plays have to be drawn, few are drawn for each line at first, and many anew for those that seem best.
    """
    watch = AimWatch(start, side, aim)
    search = LineSearch(start, watch, forks=forks)
    lines = _ranked(dict(search.openings()))
    sights = _sights(search, lines)
    lines = _ranked({**lines, **{sight.first: sight.chance for sight in sights}})
    usual = sights[0].chance
    if search.drawn and max(lines.values()) >= usual + GAP:
        lines = _sharpened(search, lines, [sight.first for sight in sights])
        sights = [FirstLook(sight.by, sight.first, lines[sight.first]) for sight in sights]
    return Searched(search, lines, tuple(sights))


def _sharpened(
    search: LineSearch, lines: dict[tuple[str, ...], float], looks: Sequence[tuple[str, ...]]
) -> dict[tuple[str, ...], float]:
    """The lines with more plays drawn for some ``looks``, and for whatever is the best or the second by then.

    Raises TooLarge if too many seem to be.
    """
    sharper = {first: drawn_anew(search, first, SHARPER, seed=1).chance for first in dict.fromkeys(looks)}
    for _ in range(SEEMING):
        found = Searched(search, _ranked({**lines, **sharper}), ())
        due = next((first for first in (found.best, found.second) if first is not None and first not in sharper), None)
        if due is None:
            return found.lines
        sharper[due] = drawn_anew(search, due, SHARPER, seed=1).chance
    raise TooLarge


def _ranked(lines: Mapping[tuple[str, ...], float]) -> dict[tuple[str, ...], float]:
    """The best first; of equals the shortest."""
    return dict(sorted(lines.items(), key=lambda each: (-each[1], len(each[0]))))


class DrawnChance(NamedTuple):
    """Chance of a line by drawn plays."""

    chance: float
    error: float
    """As ``PuzzleLine`` has it; 0 if nothing had to be drawn."""
    undone: str
    """Commonest end of those that failed."""


def drawn_anew(search: LineSearch, first: tuple[str, ...], plays: int, *, seed: int) -> DrawnChance:
    """A line's chance by other plays, more of them; later decisions stay as found.

    Raises TooLarge.
    """
    again = LineSearch(search.start, search.watch, forks=FORKS, plays=plays, seed=seed)
    again.settled = search.choices
    match = search.start.fork()
    for key in first[:-1]:
        match = again.until_asked(again.fork(match, key))
    chance = again.after(match, first[-1], depth=len(first) - 1)
    error = SURE * sqrt(max(chance * (1 - chance), LEAST_SPREAD) / plays) if again.drawn else 0.0
    return DrawnChance(chance, error, next((deed for deed, _ in again.undone.most_common(1)), ""))


def usual_share(start: AnyMatch, side: str, aim: Aim) -> float:
    """The share of ``GLANCE`` drawn plays in which the aim is met, if AIs of the usual level play for everybody."""
    search = LineSearch(start, AimWatch(start, side, aim), forks=GLANCE)
    return sum(search.play(start, number) for number in range(GLANCE)) / GLANCE


def _sights(search: LineSearch, lines: Mapping[tuple[str, ...], float]) -> Sequence[FirstLook]:
    """Decisions of the AIs, the best that is shown of attacks at once, and of all attacks."""
    shown = [(line, chances) for line in lines if (chances := _shown(search, line)) is not None]
    found = [_by_level(search, "instinct")]
    for by, some in (("at once", [each for each in shown if len(each[0]) == 1]), ("shown", shown)):
        if some:
            line = max(some, key=lambda each: (each[1], -len(each[0])))[0]
            found.append(FirstLook(msgspec.convert(by, FirstSight), line, lines[line]))
    return [*found, _by_level(search, "novice")]


def _by_level(search: LineSearch, level: FirstSight) -> FirstLook:
    """Decision of an AI until dice fall; then the best that can still be done."""
    match, keys, chance = search.start.fork(), list[str](), 0.0
    mind = opponent(level, Seat(search.watch.side))
    while len(keys) < DEEPEST:
        asked = match.pending
        assert isinstance(asked, Choose)
        key = mind.answer(match, asked)
        assert isinstance(key, str)
        chances = search.choice(match, depth=len(keys)).chances
        chance = chances[key] if key in chances else search.after(match, key, depth=len(keys))
        keys.append(key)
        match = search.until_asked(search.fork(match, key))
        if not search.watch.own_turn(match.pending) or search.watch.decided(match, acted=False) is not None:
            break
    return FirstLook(level, tuple(keys), chance)


def _shown(search: LineSearch, line: tuple[str, ...]) -> tuple[float, float] | None:
    """Of a line that ends with an attack: how likely it is shown to hit, and to put down; None of others."""
    match, option = _before_last(search, line)
    if option is None or option.target is None or option.verb not in match.ruleset.attacks:
        return None
    if search.watch.aim.kind == "fell" and option.target != search.watch.aim.who:
        return None
    found = odds(match, line[-1], leaves=LISTED_LEAVES, samples=LISTED_SAMPLES)
    return float(found.struck(option.target)), float(found.down(option.target))


def _before_last(search: LineSearch, line: tuple[str, ...]) -> tuple[AnyMatch, AnyOption | None]:
    """The moment of a line's last decision, and what is decided."""
    match = search.start.fork()
    for key in line[:-1]:
        match = search.until_asked(search.fork(match, key))
    asked = match.pending
    return match, asked.options.get(line[-1]) if isinstance(asked, Choose) else None


# -- what is kept of it


def prove(searched: Searched) -> Proof | None:
    """The proof, if one line is far better than all others and something else looks better at first sight.

    Chances that come from drawn plays are drawn anew, more often, so that none is told that was merely lucky.
    Raises TooLarge.
    """
    second, sight = searched.second, searched.tempting
    if second is None or sight is None or searched.lines[second] > searched.chance - GAP:
        return None
    best, next_, tempting = (_line(searched, first) for first in (searched.best, second, sight.first))
    most = max(line.chance + line.error for line in (next_, tempting))
    if best.chance - best.error <= most or best.chance < GAP + max(next_.chance, tempting.chance):
        return None
    return Proof(len(searched.lines), best, next_, tempting, sight.by, searched.alike)


def _line(searched: Searched, first: tuple[str, ...]) -> PuzzleLine:
    """A line told, and weighed anew where plays were drawn for it."""
    search = searched.search
    chance, error, undone = searched.lines.get(first), 0.0, ""
    if chance is None:
        chance = next(sight.chance for sight in searched.sights if sight.first == first)
    if search.drawn:
        chance, error, undone = drawn_anew(search, first, DRAWN, seed=2)
    return PuzzleLine(round(chance, 4), first, tuple(_steps(search, first)), round(error, 4), undone)


def _steps(search: LineSearch, first: tuple[str, ...]) -> list[LineStep]:
    """Decisions, one after the other, as the dice likeliest fall."""
    match, found = search.start.fork(), list[LineStep]()
    while len(found) < max(TOLD, len(first)):
        asked = match.pending
        assert isinstance(asked, Choose)
        at = len(found)
        choice = search.choice(match, depth=at)
        key = first[at] if at < len(first) else choice.best
        chance = choice.chances[key] if key in choice.chances else search.after(match, key, depth=at)
        found.append(_step(match, asked, key, chance))
        after = _likeliest(search, search.fork(match, key))
        if after is None or (at + 1 >= len(first) and search.choice(after, depth=at + 1).chance == 0):
            break
        match = after
    return found


def _step(match: AnyMatch, asked: Choose[Any], key: str, chance: float) -> LineStep:
    option = asked.options.find(key)
    about, target = option.about, option.target
    summed = about.tally.terms if about.tally is not None else ()
    terms = [f"{term.value:+d} {term.label}{f' ({term.rule})' if term.rule else ''}" for term in summed]
    spends = [about.spends.told] if about.spends is not None else []
    price = [f"takes {option.price}"] if option.price else []
    told, hit, down = chance_in(match, option, asked.who), 0.0, 0.0
    if told and target is not None and asked.who is not None:
        shown = odds(match, key, leaves=LISTED_LEAVES, samples=LISTED_SAMPLES)
        hit, down = round(float(shown.hits(asked.who, target)), 4), round(float(shown.down(target)), 4)
    return LineStep(key, option.label, round(chance, 4), told, hit, down, (*terms, *price, *spends))


def _likeliest(search: LineSearch, match: AnyMatch) -> AnyMatch | None:
    """The next decision of the side on the turn, where dice fall as they likeliest do and nothing is decided yet."""
    while True:
        match = search.until_asked(match)
        asked = match.pending
        if search.watch.decided(match, acted=False) is not None or asked is None:
            return None
        if not isinstance(asked, Roll):
            return match if search.watch.own_turn(asked) else None
        open_ = []
        for faces, count in asked.outcomes():
            child = search.fork(match, faces)
            if search.watch.decided(search.until_asked(child), acted=False) is None:
                open_.append((count, child))
        if not open_:
            return None
        match = max(open_, key=lambda each: each[0])[1]


def grade_of(searched: Searched) -> Grade:
    """How hard the best line is to find.

    A point each: for every line that looks best at first sight and is worse, beyond the first; for a best line of more
    than three decisions; and if fewer than one line in twenty is as good as the best. None: easy; one: medium; more:
    hard.
    """
    wrong = {look.first for look in searched.sights if look.chance < searched.chance - searched.tolerated}
    points = len(wrong) - 1 + (len(searched.best) > 3) + (20 * searched.alike < len(searched.lines))
    return "easy" if points <= 0 else "medium" if points == 1 else "hard"


SHARPER_PLAYS = 60
"""Plays that are drawn for a decision and for the best in its place, where others have their turns before the end."""


class LapseInLine(NamedTuple):
    """The first decision of a line after which the aim was less likely than it could have been."""

    does: str
    chance: float
    """That the aim is met after it, from 0 to 1."""
    best: float
    """The same after the best decision there."""


class PuzzleVerdict(NamedTuple):
    """Verdict on a line that a person played."""

    lapse: LapseInLine | None
    """None if the line was as good as the best that was found."""

    @property
    def solved(self) -> bool:
        """Whether the person played as well as can be."""
        return self.lapse is None


def judge(progress: PuzzleProgress) -> PuzzleVerdict | None:
    """Weigh a person's decisions; None where that would take too many plays."""
    start, line = progress.moment.fork(), progress.offered.puzzle.proof.best.first
    search = LineSearch(start, AimWatch(start, progress.side, progress.offered.puzzle.sought), forks=FORKS)
    try:
        for depth, decision in enumerate(progress.decisions):
            if tuple(each.key for each in progress.decisions[: depth + 1]) == line[: depth + 1]:
                continue
            known = line[0] if depth == 0 else ""
            lapse = _lapse(search, decision, depth, known)
            if lapse is not None:
                return PuzzleVerdict(lapse)
    except TooLarge:
        return None
    return PuzzleVerdict(None)


def _lapse(search: LineSearch, decision: PuzzleDecision, depth: int, known: str) -> LapseInLine | None:
    """Loss by a decision, if there is any; ``known``: the best there, where that is proven."""
    choice = search.choice(decision.moment.fork(), depth=depth)
    if search.drawn:
        sharper = LineSearch(search.start, search.watch, forks=FORKS, plays=SHARPER_PLAYS, seed=3)
        sharper.settled = search.choices
        chance, best = (
            sharper.after(decision.moment.fork(), key, depth=depth) for key in (decision.key, known or choice.best)
        )
        tolerated = DRAWN_ALIKE
    else:
        found = choice.chances.get(decision.key)
        chance = search.after(decision.moment.fork(), decision.key, depth=depth) if found is None else found
        best, tolerated = choice.chance, ALIKE
    return LapseInLine(decision.does, chance, best) if chance < best - tolerated else None


def tell_verdict(verdict: PuzzleVerdict | None, *, met: bool, best: PuzzleLine) -> tuple[str, str]:
    """A title and a sentence: whether the aim was met, and whether by skill. ``best``: the line that is."""
    reached = "Met" if met else "Missed"
    if verdict is None:
        return reached, "There is more in your line than can be weighed here."
    lapse = verdict.lapse
    if lapse is not None:
        had, could = (percent(Fraction(chance).limit_denominator(10_000)) for chance in (lapse.chance, lapse.best))
        told = f"With “{lapse.does}” your line had {had}, the best has {could}."
        return ("Met, by luck" if met else reached), told
    told = f"Yours is the best line: it has {tell_chance(best)}."
    return ("Solved" if met else "Solved, against the dice"), told
