"""Finds puzzles: has AIs fight, and searches moments of their battles for those where one line is far better."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from math import fsum
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from game import resources
from game.files.atomic import file_words, write_new
from game.files.battlefile import write_answer
from game.files.drafting import drafted, titled
from game.files.errors import BadFile
from game.files.generate.seeded import SeededDraws
from game.files.lessons import Aim, AimKind, Puzzle
from game.files.scenario import PlayerKind, Scenario, quick_setup, to_setup, usual_foes
from game.files.tiled import read_map
from game.files.writing import scenario_text
from game.lab.minds import all_by_instinct
from game.lab.puzzles.lines import TooLarge
from game.lab.puzzles.proving import (
    DECISIONS,
    FORKS,
    GAP,
    GLANCE,
    LIKELY,
    UNIQUE,
    Searched,
    grade_of,
    idle_share,
    prove,
    search_lines,
    shortfalls,
    usual_play,
)
from game.play.speech import name_of
from game.rules.dice import Faces
from game.rules.events import Id
from game.rules.match import AnyMatch, Match
from game.rules.questions import Answer, Choose, Impossible, Roll
from game.rules.registry import names, ruleset
from game.rules.ruleset import AnyRuleset, BadSetup
from game.rules.setup import Setup
from game.rules.state import state_hash
from game.spatial.space import Space

ANSWERS = 150
"""Answers of a battle that are looked at."""

LOOK, SEARCH = {"fell": 1_500, "save": 500, "unhurt": 500}, {"fell": 9_000, "save": 2_500, "unhurt": 2_500}
"""Plays that a look at a moment may take by its aim, and the search of its lines; they are long if foes have turns."""

LOST, SAFE = 0.02, 0.8
"""How often the usual play meets an aim at least and at most, or there is nothing to find."""

IDLE = 0.6
"""How often somebody is kept from harm at most where the side ends all its turns at once: else little matters."""

NEAR, VARIANTS = 0.3, 10
"""What a moment lacks at most of which variants are tried, and how many are tried that are no better."""

EASY = 0.9
"""How likely the best line is where several are as good, because the aim is too easy."""

MANY = 7
"""Decisions of the usual play at most before others act: of more there are too many lines."""

CLOSE = 0.05
"""What a moment may lack by a look, or by a search before its chances are weighed anew."""

VARIED = 20
"""Answers at most by which a variant of a moment comes later in the battle."""

HEROES, FOES, STEPS = (2, 3), (1, 3), 3
"""How many fight on each side at least and at most, and how many steps from one of them they all begin at most.

Where foes are fewer, several of the party act one after the other, and what they do together decides.
"""

OF_WORDS: tuple[AimKind, ...] = ("fell",)
"""Aims of the puzzles of words: others take too long to search."""

IN_SHORT: dict[AimKind, str] = {"fell": "fell", "save": "save", "unhurt": "no blood"}

EFFORT, BATTLES, SHARED = 60_000, 200, 6
"""Plays that may be begun for the puzzle of a word, and battles: some hundred seconds, before what falls short of
least is searched and proven. Where others have their turns before an aim is decided, a play counts as so many.
"""


class Effort:
    """What searches have taken so far."""

    def __init__(self) -> None:
        self.plays = 0
        """Plays that were begun, the long ones counted ``SHARED`` times."""

    def search(self, moment: Moment, aim: Aim, *, glance: bool = False, thorough: bool = False) -> Searched | None:
        """The lines from a moment; None if there are too many."""
        most = FORKS if thorough else (LOOK if glance else SEARCH)[aim.kind]
        try:
            found = search_lines(moment.match, moment.side, aim, forks=most, glance=glance, thorough=thorough)
        except TooLarge:
            found = None
        left = max(0, found.search.forks) if found is not None else 0
        self.plays += (most - left) * (1 if aim.kind == "fell" else SHARED)
        return found


@dataclass(frozen=True)
class FoundPuzzle:
    """A puzzle, not yet written."""

    scenario: Scenario
    puzzle: Puzzle

    def write(self, folder: Path, name: str = "") -> Path:
        """Write it as a scenario of that name or one of its own, over no other; gives its file. Raises BadFile."""
        folder.mkdir(parents=True, exist_ok=True)
        entries = replace(self.scenario.entries, puzzle=self.puzzle)
        text = scenario_text(entries).encode()
        return write_new(folder / f"{file_words(name or f'{self.scenario.rules} {entries.title}')}.toml", text)


def find_puzzles(rules: AnyRuleset, seed: int, kinds: Collection[AimKind]) -> Iterator[FoundPuzzle]:
    """Puzzles with aims of some kinds of one battle after the other, without end; the same seed finds the same."""
    for number in count():
        draws = SeededDraws(f"puzzle/{rules.name}/{seed}/{number}")
        effort = Effort()
        searched = _searched(rules, draws, kinds, effort)
        yield from islice(filter(None, (moment.puzzle(effort) for moment in searched)), 1)


def puzzle_of_word(word: str, told: Callable[[float], None] = lambda _: None) -> FoundPuzzle:
    """The puzzle of a word, the same for everybody: the first of its battles that falls short of nothing.

    If ``EFFORT`` finds none, the moment that falls short of least. ``told`` hears how much of it has been taken. Raises
    BadFile if none can be proven.
    """
    seen, effort = list[SearchedMoment](), Effort()
    for moment in _moments_of_word(SeededDraws(f"puzzle of {word}"), effort):
        told(min(effort.plays, EFFORT))
        if (whole := moment.puzzle(effort)) is not None:
            return whole
        seen.append(moment)
        if effort.plays >= EFFORT:
            break
    for moment in sorted(seen, key=lambda each: each.lacks):
        searched = effort.search(moment.moment, moment.aim) if moment.glanced else moment.searched
        found = moment._replace(searched=searched).puzzle(effort, strict=False) if searched is not None else None
        if found is not None:
            return found
    raise BadFile(f"No puzzle is found for {word!r}; try another word")


def _moments_of_word(draws: SeededDraws, effort: Effort) -> Iterator[SearchedMoment]:
    """Moments of battles by each ruleset in turn."""
    books = draws.shuffled(names())
    for number in range(BATTLES):
        yield from _searched(ruleset(books[number % len(books)]), draws.part(str(number)), OF_WORDS, effort)


def draw_lab_battle(rules: AnyRuleset, draws: SeededDraws) -> Scenario | None:
    """A few heroes against a few others, near each other on a map that ships, all by lot; None if it can't be fought.

    So few that what is done on a turn can be searched through.
    """
    map_ = draws.pick(resources.shipped_maps())
    squads = rules.parties()
    crowds = [name for name, squad in squads.items() if len({each.unit for each in squad}) < len(squad)]
    heroes = [name for name in squads if name not in crowds and len(squads[name]) > 1]
    party, foes = draws.pick(heroes or list(squads)), draws.pick(crowds or [usual_foes(rules)])
    try:
        setup = quick_setup(read_map(map_), rules, party=party, foes=foes)
        counts = zip(setup.sides, (HEROES, FOES), strict=False)
        few = [draws.shuffled(side.squad)[: draws.between(*count)] for side, count in counts]
        ground = Space(setup.field)
        starts = [cell for spawn in ground.field.spawns for cell in spawn.cells]
        mask, width = ground.reach(draws.pick(starts), STEPS).mask, ground.width
        near = [(at % width, at // width) for at in range(width * ground.height) if mask >> at & 1]
        cells = iter(draws.shuffled(near)) if len(near) >= sum(map(len, few)) else iter(())
        placed = [tuple(replace(each, at=next(cells, None)) for each in squad) for squad in few]
        sides = (replace(side, squad=squad) for side, squad in zip(setup.sides, placed, strict=False))
        scenario = _drafted(replace(setup, sides=tuple(sides)), rules, map_)
        to_setup(scenario, rules)
    except (BadFile, BadSetup):
        return None
    return scenario


def _drafted(setup: Setup, rules: AnyRuleset, map_: Path) -> Scenario:
    players: dict[str, PlayerKind] = {"party": "human", "foe": "instinct"}
    return drafted(setup, rules, map_.with_suffix(".toml"), map_, players)


class Moment(NamedTuple):
    """A moment of a battle at which a side begins to act."""

    scenario: Scenario
    match: AnyMatch
    side: str
    answers: tuple[Answer, ...]
    """From the battle's beginning to the moment."""


class SearchedMoment(NamedTuple):
    """A moment with an aim, and its lines."""

    moment: Moment
    aim: Aim
    searched: Searched

    @property
    def glanced(self) -> bool:
        """Whether they were only looked at roughly."""
        return self.searched.search.glance

    @property
    def lacks(self) -> float:
        """By how much it falls short, roughly: of chance, of the gaps, and of decisions."""
        found = self.searched
        second = found.lines[found.second].chance if found.second is not None else found.chance
        tempting = min((look.chance for look in found.looks), default=found.chance)
        wanted = ((LIKELY, 0.0), (UNIQUE, second), (GAP, tempting))
        few = max(0.0, DECISIONS - found.lines[found.best].taken) / DECISIONS
        return round(fsum((few, *(max(0.0, least - (found.chance - other)) for least, other in wanted))), 4)

    def puzzle(self, effort: Effort, *, strict: bool = True) -> FoundPuzzle | None:
        """It as a puzzle; None if it falls short of anything, or unless ``strict`` if it isn't the best when proven."""
        if strict and (self.glanced or self.lacks > CLOSE):
            return None
        moment, drawn = self.moment, self.searched.search.drawn
        searched = self.searched if drawn else effort.search(moment, self.aim, thorough=True)
        if searched is None or (strict and self._replace(searched=searched).lacks > CLOSE):
            return None
        try:
            proof = prove(searched)
        except TooLarge:
            return None
        if proof is None or (strict and shortfalls(proof)):
            return None
        if proof.best.chance <= max(proof.second.chance, proof.tempting.chance):
            return None  # proven, it is not the best line at all
        told, grade = tuple(map(write_answer, moment.answers)), grade_of(searched)
        puzzle = Puzzle(moment.side, self.aim.kind, grade, state_hash(moment.match.state), told, proof, self.aim.who)
        return FoundPuzzle(titled(moment.scenario, _title(moment.match, self.aim)), puzzle)


def _searched(
    rules: AnyRuleset, draws: SeededDraws, kinds: Collection[AimKind], effort: Effort
) -> Iterator[SearchedMoment]:
    """Moments of a battle and variants of them: searched if a look tells them to be promising, else as looked at.

    Of a moment that falls short of little another face of a die before, or another start of somebody, is tried; of
    that again if it falls short of less.
    """
    scenario = draw_lab_battle(rules, draws)
    for moment in _moments(scenario, rules) if scenario is not None else ():
        for aim in _hopeful(moment, kinds):
            effort.plays += GLANCE * SHARED
            seen = _look(moment, aim, effort)
            left, known = VARIANTS if seen is not None and seen.lacks <= NEAR else 0, {state_hash(moment.match.state)}
            while seen is not None and seen.lacks > CLOSE and left:
                left -= 1
                other = variant_of(seen.moment, rules, draws)
                state = state_hash(other.match.state) if other is not None else ""
                new = other is not None and state not in known and _may_be_better(other, seen)
                known.add(state)
                better = _look(other, aim, effort) if other is not None and new else None
                if better is not None and better.lacks < seen.lacks:
                    seen, left = better, VARIANTS
            if seen is None:
                continue
            found = effort.search(seen.moment, aim) if seen.lacks <= CLOSE else None
            yield seen if found is None else seen._replace(searched=found)


def _may_be_better(other: Moment, seen: SearchedMoment) -> bool:
    """Whether a variant may fall short of less: who shall fall has less left where that is hard, more where easy."""
    aim, rules, boards = seen.aim, other.match.ruleset, (seen.moment.match.board, other.match.board)
    if aim.kind != "fell":
        return True
    who = Id(aim.who)
    if who not in other.match.state.combatants or not rules.standing(boards[1], who).up:
        return False
    was, now = (rules.standing(board, who).health for board in boards)
    chance = seen.searched.chance
    return now < was if chance < LIKELY else now > was if chance > EASY else True


def _look(moment: Moment, aim: Aim, effort: Effort) -> SearchedMoment | None:
    """A moment's lines roughly; None if there are too many, or none beside the best."""
    if aim.who and aim.who not in moment.match.state.combatants:
        return None
    found = effort.search(moment, aim, glance=True)
    if found is None or found.second is None or not found.deeds(found.best):
        return None
    return SearchedMoment(moment, aim, found)


def _moments(scenario: Scenario, rules: AnyRuleset, before: Sequence[Answer] = ()) -> Iterator[Moment]:
    """The moments of a battle between AIs at which a person could begin to think, after some first answers.

    The first that can't be given is left out with all after it.
    """
    setup = to_setup(scenario, rules)
    match: AnyMatch = Match.begin(rules, setup, record=False)
    given, answers, seats, last = list(before), list[Answer](), all_by_instinct(setup, len(before)), ""
    while (asked := match.pending) is not None and len(answers) < ANSWERS:
        if not given and _begins_turn(match, last):
            yield Moment(scenario, match.fork(), str(asked.seat), tuple(answers))
        last = str(asked.seat) if isinstance(asked, Choose) and asked.kind in ("pick", "act") else last
        answer = given.pop(0) if given else seats[asked.seat].answer(match, asked)
        assert answer is not None
        try:
            match.answer(answer)
        except Impossible:
            given = []
            continue
        answers.append(answer)


def variant_of(moment: Moment, rules: AnyRuleset, draws: SeededDraws) -> Moment | None:
    """A moment of the same battle after another face of a die, or another start of somebody; None if there is none."""
    scenario, answers = moment.scenario, list(moment.answers)
    if draws.between(1, 3) == 1:
        scenario = _moved(scenario, rules, draws)
    else:
        match: AnyMatch = Match.begin(rules, to_setup(scenario, rules), record=False)
        rolls = list[tuple[int, list[Faces]]]()
        for number, answer in enumerate(answers):
            if isinstance(match.pending, Roll):
                rolls.append((number, [faces for faces, _ in match.pending.outcomes() if faces != answer]))
            match.answer(answer)
        rolls = [each for each in rolls if each[1]]
        if not rolls:
            return None
        number, faces = draws.pick(rolls)
        answers[number] = draws.pick(faces)
    try:
        found = next(_moments(scenario, rules, answers), None)
    except (BadFile, BadSetup):
        return None
    return found if found is not None and len(found.answers) < len(answers) + VARIED else None


def _moved(scenario: Scenario, rules: AnyRuleset, draws: SeededDraws) -> Scenario:
    """A battle where somebody begins a step or two from where it did."""
    setup = to_setup(scenario, rules)
    side, number = draws.pick([(side, number) for side in setup.sides for number in range(len(side.squad))])
    taken = {each.at for each_side in setup.sides for each in each_side.squad}
    ground, at = Space(setup.field), side.squad[number].at
    assert at is not None
    mask, width = ground.reach(at, 2).mask, ground.width
    near = [(cell % width, cell // width) for cell in range(width * ground.height) if mask >> cell & 1]
    squad = list(side.squad)
    squad[number] = replace(squad[number], at=draws.pick([cell for cell in near if cell not in taken] or [at]))
    sides = tuple(replace(each, squad=tuple(squad)) if each is side else each for each in setup.sides)
    return _drafted(replace(setup, sides=sides), rules, scenario.map)


def _begins_turn(match: AnyMatch, before: str) -> bool:
    """Whether a person could begin to think here: the party is asked on its turn, and was not the last to be asked."""
    asked, party = match.pending, match.setup.sides[0].name
    if not isinstance(asked, Choose) or asked.kind not in ("pick", "act") or asked.seat != party or before == party:
        return False
    if match.ruleset.round_of(match.state) < 1:
        return False
    return set(match.ruleset.seen_by(match.board, str(asked.seat))) >= set(match.state.combatants)


def _aims(match: AnyMatch, side: str, kinds: Collection[AimKind]) -> list[Aim]:
    """Aims that might be asked for: that a foe falls, the weakest is saved, or that nobody is hurt."""
    standing = {who: match.ruleset.standing(match.board, who) for who in match.state.combatants}
    by_health = sorted((it.health, who) for who, it in standing.items() if it.up)
    sides = {who: each.side for who, each in match.state.combatants.items()}
    foes = [Aim("fell", who) for _, who in by_health if sides[who] != side]
    own = [Aim("save", who) for _, who in by_health if sides[who] == side]
    return [aim for aim in (*foes, *own[:1], Aim("unhurt")) if aim.kind in kinds]


def _hopeful(moment: Moment, kinds: Collection[AimKind]) -> list[Aim]:
    """Aims of which a few plays do not tell that there is nothing to find: few steps, or usual play does too well."""
    start, side = moment.match, moment.side
    shares, decisions = usual_play(start, side, _aims(start, side, kinds))
    hopeful = [aim for aim, share in shares.items() if LOST <= share <= SAFE and DECISIONS <= decisions <= MANY]
    return [aim for aim in hopeful if aim.kind == "fell" or idle_share(start, side, aim) <= IDLE]


def _title(match: AnyMatch, aim: Aim) -> str:
    """Title of a puzzle: who may act first, the aim in two words, the place."""
    asked = match.pending
    assert isinstance(asked, Choose)
    first = (
        [asked.who]
        if asked.who is not None
        else [Id(each.key) for each in asked.options.singles if each.key in match.state.combatants]
    )
    whom = f" {name_of(match, Id(aim.who))}" if aim.who else ""
    actors = " or ".join(name_of(match, who) for who in first) or "Your side"
    return f"{actors}: {IN_SHORT[aim.kind]}{whom}, {match.setup.field.title}"
