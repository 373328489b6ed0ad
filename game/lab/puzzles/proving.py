"""Proves a puzzle: searches the lines of its moment for the best, the next and the tempting; judges what one played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import sqrt
from typing import NamedTuple

import msgspec

from game.ai import opponent
from game.files.battlefile import write_answer
from game.files.lessons import Aim, FirstSight, Grade, LineStep, Proof, PuzzleLine
from game.lab.puzzles.lines import (
    ALIKE,
    DEEPEST,
    DRAWN_ALIKE,
    EQUAL,
    PLAYS,
    LineDeed,
    LineSearch,
    TooLarge,
    Weighed,
    deeds_of,
    is_choice,
    moment_of,
    step_kind,
)
from game.play.puzzles import OfferedPuzzle, PuzzleDecision, PuzzleProgress, tell_chance
from game.play.speech import LISTED_LEAVES, LISTED_SAMPLES, AimWatch, chance_in, name_of, percent
from game.play.threat import covered, threat_of
from game.rules.events import Id
from game.rules.match import AnyMatch
from game.rules.odds import SURE, SampleSequence, odds
from game.rules.questions import Answer, AnyOption, Choose, Roll, Seat
from game.spatial.places import Place

UNIQUE, GAP = 0.1, 0.15
"""By how much the best line is better than the next one at least, and than the one that tempts."""

LIKELY, DECISIONS = 0.5, 3
"""How likely the best line is at least, and how many of its decisions matter."""

FORKS = 40_000
"""Plays that the search of a puzzle may take; what takes more is no puzzle, since nobody could look through it."""

SEEMING, SHARPER = 8, 24
"""Lines at most that seem best or second by the few plays that are drawn for each at first, one after the other, and
plays that are drawn for each of them then.
"""

GLANCE = 12
"""Plays that are drawn for a line in it, where others have their turns."""

DRAWN = 150
"""Plays that are drawn anew for a line in a proof, where others have their turns before the aim is decided."""

LEAST_SPREAD = 0.02
"""The spread that is reckoned with at least: that all drawn plays came out alike does not make a chance sure."""

TOLD = 12
"""Decisions of a line that are told at most."""

TRIES = 60
"""Drawn plays among which one is looked for that meets the aim, to be shown."""


class FirstLook(NamedTuple):
    """First choice by one way of looking: the line's beginning, and its chance."""

    by: FirstSight
    first: tuple[str, ...]
    chance: float


class Searched(NamedTuple):
    """All lines from a moment."""

    search: LineSearch
    lines: dict[tuple[str, ...], Weighed]
    """What comes of each, by what is decided until dice fall; the best first."""
    sights: tuple[FirstLook, ...]

    @property
    def best(self) -> tuple[str, ...]:
        """The best line; of equals the shortest."""
        most = next(iter(self.lines.values())).chance - EQUAL
        return min(
            (line for line, each in self.lines.items() if each.chance >= most), key=lambda line: self.lines[line].taken
        )

    @property
    def chance(self) -> float:
        """Of the best line."""
        return self.lines[self.best].chance

    @property
    def tolerated(self) -> float:
        """By how much chances may differ that are as good as one another."""
        return DRAWN_ALIKE if self.search.drawn else ALIKE

    def deeds(self, line: tuple[str, ...]) -> frozenset[LineDeed]:
        """What a line does that makes a difference, before and after its dice fall."""
        return frozenset(deed for deed, worth in self.lines[line].worth.items() if abs(worth) > ALIKE)

    def is_best(self, line: tuple[str, ...]) -> bool:
        """Whether a line is the best one in other words: the same deeds, as likely, in another order or elsewhere."""
        return self.lines[line].chance >= self.chance - self.tolerated and self.deeds(line) == self.deeds(self.best)

    @property
    def alike(self) -> int:
        """Lines that are the best one in other words, itself included."""
        return sum(map(self.is_best, self.lines))

    @property
    def second(self) -> tuple[str, ...] | None:
        """The best line that is another; None if there is none."""
        return next((line for line in self.lines if not self.is_best(line)), None)

    @property
    def looks(self) -> list[FirstLook]:
        """What may look best at first sight: of a beginner only if it does something."""
        return [each for each in self.sights if each.chance > 0 and (each.by != "novice" or self.deeds(each.first))]

    @property
    def tempting(self) -> FirstLook | None:
        """Line that looks best at first sight and is worse by the gap; None if nothing is."""
        return next((each for each in self.looks if each.chance <= self.chance - GAP), None)


GLANCED_ATTACKS = 12
"""Of how many lines at a glance it is looked up how likely the attack is shown to hit."""


def search_lines(
    start: AnyMatch, side: str, aim: Aim, *, forks: int = FORKS, glance: bool = False, thorough: bool = False
) -> Searched:
    """Search the lines from a moment. Raises TooLarge.

    ``glance``: roughly, to tell whether it is worth while; ``thorough``: as for a proof, what is done late as well.
    Where plays have to be drawn, few are drawn for each line at first, and many anew for those that seem best.
    """
    search = LineSearch(start, AimWatch(start, side, aim), forks=forks, glance=glance, thorough=thorough)
    lines = _ranked(dict(search.openings()))
    sights, seen = _sights(search, lines)
    lines = _ranked({**seen, **lines})
    if search.drawn and not glance and next(iter(lines.values())).chance >= sights[0].chance + GAP:
        lines = _sharpened(search, lines, [sight.first for sight in sights])
        sights = [FirstLook(sight.by, sight.first, lines[sight.first].chance) for sight in sights]
    return Searched(search, lines, tuple(sights))


def _sharpened(
    search: LineSearch, lines: dict[tuple[str, ...], Weighed], looks: Sequence[tuple[str, ...]]
) -> dict[tuple[str, ...], Weighed]:
    """The lines with more plays drawn for some ``looks``, and for whatever is the best or the second by then.

    Raises TooLarge if too many seem to be.
    """

    def sharper(first: tuple[str, ...]) -> Weighed:
        return lines[first]._replace(chance=weighed_anew(search, first, SHARPER, seed=1).chance)

    known = {first: sharper(first) for first in dict.fromkeys(looks)}
    for _ in range(SEEMING):
        found = Searched(search, _ranked({**lines, **known}), ())
        due = next((first for first in (found.best, found.second) if first is not None and first not in known), None)
        if due is None:
            return found.lines
        known[due] = sharper(due)
    raise TooLarge


def _ranked(lines: Mapping[tuple[str, ...], Weighed]) -> dict[tuple[str, ...], Weighed]:
    """The best first; of equals the shortest."""
    return dict(sorted(lines.items(), key=lambda each: (-each[1].chance, each[1].taken)))


class WeighedLine(NamedTuple):
    """A line weighed anew, with later decisions as they were found."""

    chance: float
    error: float
    """As ``PuzzleLine`` has it; 0 if nothing had to be drawn."""
    search: LineSearch


def weighed_anew(
    search: LineSearch, first: tuple[str, ...], plays: int, *, seed: int, unanswered: bool = False
) -> WeighedLine:
    """A line's chance by other plays, more of them. Raises TooLarge."""
    again = LineSearch(
        search.start,
        search.watch,
        forks=FORKS,
        plays=plays,
        seed=seed,
        settled=search.choices,
        unanswered=unanswered,
        thorough=search.thorough,
    )
    match = search.start.fork()
    for key in first[:-1]:
        match = again.until_asked(again.fork(match, key))
    chance = again.weigh_anew(again.fork(match, first[-1]), len(first))
    error = SURE * sqrt(max(chance * (1 - chance), LEAST_SPREAD) / plays) if again.drawn else 0.0
    return WeighedLine(chance, error, again)


def usual_play(start: AnyMatch, side: str, aims: Sequence[Aim]) -> tuple[dict[Aim, float], int]:
    """Of each aim the share of ``GLANCE`` drawn plays in which it is met, if AIs of the usual level play for everybody.

    And the most decisions of the side in one of them before others act.
    """
    watches = {aim: AimWatch(start, side, aim) for aim in aims}
    met, longest, search = Counter[Aim](), 0, LineSearch(start, AimWatch(start, side, aims[0]), forks=0)
    for number in range(GLANCE):
        play, dice, left, acted, taken = start.fork(), SampleSequence(number), dict(watches), False, 0
        while left and (asked := play.pending) is not None:
            acted = acted or search.watch.others_turn(asked)
            found = {aim: watch.decided(play, acted=acted) for aim, watch in left.items()}
            met.update(aim for aim, it in found.items() if it)
            left = {aim: watch for aim, watch in left.items() if found[aim] is None}
            answer = dice.faces(asked) if isinstance(asked, Roll) else search.reply(play, asked)
            if isinstance(asked, Choose) and not acted and search.watch.own_turn(asked):
                taken += step_kind(asked, asked.options.find(str(answer))) != "end"
                longest = max(longest, taken)
            play.answer(answer)
        met.update(aim for aim, watch in left.items() if watch.decided(play, acted=acted))
    return {aim: met[aim] / GLANCE for aim in aims}, longest


def idle_share(start: AnyMatch, side: str, aim: Aim) -> float:
    """The share of such plays in which it is met if the side ends all its turns at once."""
    search, match, depth = LineSearch(start, AimWatch(start, side, aim), forks=FORKS), start.fork(), 0
    while search.watch.own_turn(match.pending) and search.watch.decided(match, acted=False) is None and depth < DEEPEST:
        match, depth = search.until_asked(search.fork(match, search.ending(match))), depth + 1
    return sum(search.play(match, number) for number in range(GLANCE)) / GLANCE


def _sights(
    search: LineSearch, lines: Mapping[tuple[str, ...], Weighed]
) -> tuple[list[FirstLook], dict[tuple[str, ...], Weighed]]:
    """Decisions of the AIs, and the attacks that show most, at once and of all; and what comes of each."""
    some = sorted(lines, key=len)[: GLANCED_ATTACKS if search.glance else None]
    shown = {line: chances for line in some if (chances := _shown(search, line)) is not None}
    at_once = [line for line in shown if len(line) == len(next(iter(shown)))]
    found = [("instinct", *_by_level(search, "instinct"))]
    for by, among, odd in (("at once", at_once, 0), ("felling", at_once, 1), ("shown", shown, 0)):
        if among:
            line = max(among, key=lambda each: (shown[each][odd], shown[each], -len(each)))
            found.append((by, line, lines[line]))
    found.append(("novice", *_by_level(search, "novice")))
    looks = [FirstLook(msgspec.convert(by, FirstSight), line, weighed.chance) for by, line, weighed in found]
    return looks, {line: weighed for _, line, weighed in found}


def _by_level(search: LineSearch, level: FirstSight) -> tuple[tuple[str, ...], Weighed]:
    """Decisions of an AI until dice fall; then the best that can still be done."""
    match, keys, worth = search.start.fork(), list[str](), dict[LineDeed, float]()
    mind, weighed = opponent(level, Seat(search.watch.side)), Weighed(0.0)
    while len(keys) < DEEPEST:
        asked, depth = match.pending, len(keys)
        assert isinstance(asked, Choose)
        key = mind.answer(match, asked)
        assert isinstance(key, str)
        known = search.choice(match, depth=depth).weighed
        weighed = known[key] if key in known else search.weighed_after(match, key, depth=depth)
        keys.append(key)
        worth |= dict.fromkeys(deeds_of(match, key), weighed.chance)
        match = search.until_asked(search.fork(match, key))
        if not search.watch.own_turn(match.pending) or search.watch.decided(match, acted=False) is not None:
            break
    return tuple(keys), weighed._replace(taken=len(keys) + weighed.taken, worth={**worth, **weighed.worth})


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
    """The proof, if there is another line and one to be told that looks good at first sight; ``gaps`` tells how good.

    Chances that come from drawn plays are drawn anew, more often, so that none is told that was merely lucky.
    Raises TooLarge.
    """
    second, others = searched.second, (look for look in searched.sights if not searched.is_best(look.first))
    sight = searched.tempting or next(others, None)
    if second is None or sight is None:
        return None
    best, next_, tempting = (_line(searched, first) for first in (searched.best, second, sight.first))
    return Proof(len(searched.lines), best, next_, tempting, sight.by, searched.alike)


def shortfalls(proof: Proof) -> list[str]:
    """What a puzzle falls short of that is worth solving, a clause each; nothing of one that is."""
    best, found = proof.best, gaps(proof)
    deciding = [step for step in best.steps if matters(proof.best, step)]
    ways = sum(one.kind == two.kind == "way" and one.who == two.who for one, two in pairwise(deciding))
    if best.chance < LIKELY:
        found.append("its best line is less likely than not")
    if len(deciding) - ways < DECISIONS:  # steps of one way are one decision
        found.append(f"{len(deciding) - ways} of its best line's decisions matter, {DECISIONS} should")
    if deciding and all(step.kind != "deed" for step in deciding):
        found.append("its best line only walks away")
    if best.steps[0].kind == "end":
        found.append("its best line ends the turn")
    return found


def gaps(proof: Proof) -> list[str]:
    """Where a proof does not show that one line is far better than all others and than the tempting one."""
    best, found = proof.best, list[str]()
    for name, line, gap in (("next", proof.second, UNIQUE), ("tempting", proof.tempting, GAP)):
        if round(best.chance - line.chance, 4) < gap or best.chance - best.error <= line.chance + line.error:
            told = percent(Fraction(gap).limit_denominator(100))
            found.append(f"its {name} line is not behind by {told} for sure")
    return found


def matters(line: PuzzleLine, step: LineStep) -> bool:
    """Whether a decision of a line makes the aim likelier than ending the turn there, or than all else, would."""
    return step.kind != "end" and step.chance - step.without > (DRAWN_ALIKE if line.error else ALIKE)


def _line(searched: Searched, first: tuple[str, ...]) -> PuzzleLine:
    """A line told, and weighed anew: so others' answers along it are counted."""
    search = searched.search
    chance, error, weighed = weighed_anew(search, first, DRAWN if search.drawn else GLANCE, seed=2)
    try:
        least = weighed_anew(search, first, SHARPER, seed=2, unanswered=True).chance if weighed.reactions else chance
    except TooLarge:
        least = chance
    (undone, times), (answer, _) = (
        next(iter(counter.most_common(1)), ("", 0)) for counter in (weighed.undone, weighed.reactions)
    )
    out = _played_out(search, first)
    return PuzzleLine(
        round(chance, 4),
        first,
        tuple(out.steps),
        round(error, 4),
        undone,
        round(times / weighed.played, 4) if times else 0.0,
        answer,
        round(max(0.0, least - chance), 4),
        out.threats,
        tuple(map(write_answer, out.answers)) if first == searched.best else (),
    )


class PlayedLine(NamedTuple):
    """A line as it is played where dice fall in the middle."""

    steps: list[LineStep]
    answers: list[Answer]
    """All of them, from the moment to where the aim is decided."""
    threats: tuple[str, ...]


def _played_out(search: LineSearch, first: tuple[str, ...]) -> PlayedLine:
    """Decisions, one after the other, until another side acts or the aim is decided; then a play that meets it."""
    watch = search.watch
    again, rough = (
        LineSearch(
            search.start,
            watch,
            forks=FORKS,
            plays=plays,
            seed=2,
            settled=search.choices,
            thorough=search.thorough,
        )
        for plays in (SHARPER, PLAYS)
    )
    match, steps, answers = search.start.fork(), list[LineStep](), list[Answer]()
    while (met := watch.decided(match, acted=False)) is None and not watch.others_turn(match.pending):
        asked, at, answer = match.pending, len(steps), None
        if isinstance(asked, Roll):
            answer = _middle(rough, match, asked, at)
        elif asked is not None and not watch.own_turn(asked):
            answer = again.reply(match, asked)
        elif isinstance(asked, Choose) and at < TOLD:
            step = _step(again, match, first[at] if at < len(first) else None, at)
            steps.append(step)
            answer = step.key
        if answer is None:
            break
        match.answer(answer)
        answers.append(answer)
    threats = _threats(match, watch)
    if met is None:
        tries = ((list[Answer](), number) for number in range(TRIES))
        answers += next((told for told, number in tries if again.play(match, number, acted=True, told=told)), [])
    return PlayedLine(steps, answers, threats)


def _middle(search: LineSearch, match: AnyMatch, roll: Roll, depth: int) -> Answer:
    """The faces after which the aim is likelier than after half of all others; if it is lost then, better ones."""
    outcomes = [
        (search.chance(search.fork(match, faces), depth=depth), number, count, faces)
        for number, (faces, count) in enumerate(search.outcomes(roll))
    ]
    left = sum(count for _, _, count, _ in outcomes) / 2
    for chance, _, count, faces in sorted(outcomes):
        left -= count
        if left < 0 < chance:
            return faces
    return max(outcomes)[-1]


def _threats(match: AnyMatch, watch: AimWatch) -> tuple[str, ...]:
    """Names of the foes that can attack whom an aim is about, or anybody of its side, from where they could go."""
    rules, board, sought = match.ruleset, match.board, Id(watch.aim.who)
    bodies = match.state.combatants.values()
    own = [each for each in bodies if each.side == watch.side and (not watch.aim.who or each.id == sought)]
    ground = [covered(rules, each.at, rules.standing(board, each.id).size) for each in own]
    foes = (each.id for each in bodies if each.side != watch.side and rules.standing(board, each.id).up)
    if watch.aim.kind == "fell":
        return ()
    return tuple(name_of(match, foe) for foe in foes if _reaches(threat_of(match, board, foe, {}).hits, ground))


def _reaches(places: frozenset[Place], ground: Sequence[frozenset[Place]]) -> bool:
    return any(places & each for each in ground)


def _step(search: LineSearch, match: AnyMatch, key: str | None, depth: int) -> LineStep:
    """A decision of a line told; of those that are not laid down by ``key`` none that can be left out."""
    asked = match.pending
    assert isinstance(asked, Choose)
    found, ending = key or search.best(match, depth=depth), search.ending(match)

    def after(key: str) -> float:
        return search.weigh_anew(search.fork(match, key), depth + 1)

    chance, skipped = after(found), 0.0
    while (following := _following(search, match, found, depth)) is not None and found != ending:
        skipped = after(following)
        if key is not None or skipped < chance - EQUAL:
            break
        found, chance, skipped = following, skipped, 0.0
    key, option = found, asked.options.find(found)
    kind, moment = step_kind(asked, option), moment_of(match)
    known = search.settled[moment].weighed if moment in search.settled else {}
    others = [ending] if asked.ending else [other for other in known if other != key]
    without = max((skipped, *map(after, others)))
    about, target = option.about, option.target
    summed = about.tally.terms if about.tally is not None else ()
    terms = [f"{term.value:+d} {term.label}{f' ({term.rule})' if term.rule else ''}" for term in summed]
    spends = [about.spends.told] if about.spends is not None else []
    price = [f"takes {option.price}"] if option.price else []
    told, hit, down = chance_in(match, option, asked.who), 0.0, 0.0
    if told and target is not None and asked.who is not None:
        shown = odds(match, key, leaves=LISTED_LEAVES, samples=LISTED_SAMPLES)
        hit, down = round(float(shown.hits(asked.who, target)), 4), round(float(shown.down(target)), 4)
    acting = Id(key) if kind == "pick" else asked.who
    who = name_of(match, acting) if acting in match.state.combatants else ""
    return LineStep(
        key,
        option.label,
        round(chance, 4),
        told,
        hit,
        down,
        (*terms, *price, *spends),
        kind,
        round(without if is_choice(asked, key) else chance, 4),
        who,
        about.notes,
    )


def _following(search: LineSearch, match: AnyMatch, key: str, depth: int) -> str | None:
    """What is decided after a decision, if it could be decided in its place."""
    after = search.until_asked(search.fork(match, key))
    asked, now = after.pending, match.pending
    if not isinstance(asked, Choose) or not isinstance(now, Choose) or asked.who != now.who:
        return None
    if not search.watch.own_turn(asked) or search.watch.decided(after, acted=False) is not None:
        return None
    following = search.best(after, depth=depth + 1)
    return following if following != key and now.options.get(following) is not None else None


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

    number: int
    """Which of the side's decisions it is, from 1."""
    does: str
    """Who decides, and what."""
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
    watch = AimWatch(start, progress.side, progress.offered.puzzle.sought)
    search = LineSearch(start, watch, forks=FORKS, thorough=True)
    try:
        for depth, decision in enumerate(progress.decisions):
            before = tuple(each.key for each in progress.decisions[:depth])
            if (*before, decision.key) == line[: depth + 1]:
                continue
            lapse = _lapse(search, decision, depth, line if before == line[:depth] and depth < len(line) else ())
            if lapse is not None:
                return PuzzleVerdict(lapse)
    except TooLarge:
        return None
    return PuzzleVerdict(None)


def _lapse(search: LineSearch, decision: PuzzleDecision, depth: int, line: tuple[str, ...]) -> LapseInLine | None:
    """Loss by a decision, if there is any; ``line``: the best one, where the decision is the first that leaves it.

    What the best line is worth is then found by itself, and not among all that could be done in its place.
    """
    tolerated = DRAWN_ALIKE if search.drawn else ALIKE
    if search.drawn:
        choice = search.choice(decision.moment.fork(), depth=depth)
        sharper = LineSearch(
            search.start, search.watch, forks=FORKS, plays=SHARPER_PLAYS, seed=3, settled=search.choices
        )
        known = line[depth] if line else choice.best
        chance, best = (sharper.after(decision.moment.fork(), key, depth=depth) for key in (decision.key, known))
    elif line:
        match = decision.moment.fork()
        for key in line[depth:-1]:
            match = search.until_asked(search.fork(match, key))
        best = search.after(match, line[-1], depth=len(line) - 1)
        chance = search.after(decision.moment.fork(), decision.key, depth=depth)
    else:
        choice = search.choice(decision.moment.fork(), depth=depth)
        found = choice.weighed.get(decision.key)
        chance = search.after(decision.moment.fork(), decision.key, depth=depth) if found is None else found.chance
        best = choice.chance
    return LapseInLine(depth + 1, decision.does, chance, best) if chance < best - tolerated else None


def tell_result(offered: OfferedPuzzle, verdict: PuzzleVerdict | None, tries: int) -> str:
    """What others may be told: how good a line was, and after how many tries; nothing of how it goes."""
    if verdict is None:
        return f"Battlemat puzzle {offered.name}: try {tries}, a line that is too long to be weighed"
    best, lapse = offered.puzzle.proof.best.chance, verdict.lapse
    if lapse is None:
        told = f"solved, try {tries}, a line of {percent(Fraction(best).limit_denominator(10_000))}"
    else:
        had, could = (percent(Fraction(chance).limit_denominator(10_000)) for chance in (lapse.chance, lapse.best))
        told = f"not solved yet, try {tries}, {had} where there were {could}"
    return f"Battlemat puzzle {offered.name}: {told}"


def tell_verdict(verdict: PuzzleVerdict | None, *, met: bool, best: PuzzleLine) -> tuple[str, str]:
    """A title and a sentence: whether the aim was met, and whether by skill. ``best``: the line that is."""
    reached = "Met" if met else "Missed"
    if verdict is None:
        return reached, "There is more in your line than can be weighed here."
    lapse = verdict.lapse
    if lapse is not None:
        had, could = (percent(Fraction(chance).limit_denominator(10_000)) for chance in (lapse.chance, lapse.best))
        told = f"Your decision {lapse.number}, “{lapse.does}”, left {had}; the best one there has {could}."
        return ("Met by luck, not solved" if met else reached), told
    told = f"Yours is the best line: it has {tell_chance(best)}."
    return ("Solved" if met else "Solved, against the dice"), told
