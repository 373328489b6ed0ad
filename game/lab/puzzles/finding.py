"""Finds puzzles: has AIs fight, and searches moments of their battles for those where one line is far better."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
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
from game.files.lessons import AIMS, Aim, AimKind, Puzzle
from game.files.scenario import PlayerKind, Scenario, quick_setup, to_setup, usual_foes
from game.files.tiled import read_map
from game.files.writing import scenario_text
from game.lab.minds import all_by_instinct
from game.lab.puzzles.lines import TooLarge
from game.lab.puzzles.proving import (
    DECISIONS,
    GAP,
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
from game.rules.events import Id
from game.rules.match import AnyMatch, Match
from game.rules.questions import Answer, Choose
from game.rules.registry import names, ruleset
from game.rules.ruleset import AnyRuleset, BadSetup
from game.rules.state import state_hash
from game.spatial.space import Space

ANSWERS = 250
"""Answers of a battle that are looked at."""

QUICK = 5_000
"""Plays that the first look at a moment may take."""

LOST, SAFE = 0.05, 0.7
"""How often the usual play meets an aim at least and at most, or there is nothing to find."""

IDLE = 0.6
"""How often somebody is kept from harm at most where the side ends all its turns at once: else little matters."""

HEROES, FOES, STEPS = (2, 4), (1, 3), 3
"""How many fight on each side at least and at most, and how many steps from one of them they all begin at most.

Where foes are fewer, several of the party act one after the other, and what they do together decides.
"""

IN_SHORT: dict[AimKind, str] = {"fell": "fell", "save": "save", "unhurt": "no blood"}

LOOKED, BATTLES = 10, 60
"""Moments whose lines are searched for the puzzle of a word at most, and battles: less than two minutes in all."""

FEW = 2_500
"""Plays that the look at such a moment may take."""


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
        scenario = draw_lab_battle(rules, SeededDraws(f"puzzle/{rules.name}/{seed}/{number}"))
        if scenario is not None:
            moments = filter(None, _moments(scenario, rules, seed * 100_000 + number, kinds, QUICK))
            yield from islice(filter(None, (moment.puzzle() for moment in moments)), 1)


def puzzle_of_word(word: str, told: Callable[[float], None] = lambda _: None) -> FoundPuzzle:
    """The puzzle of a word, the same for everybody: the first of its battles that falls short of nothing.

    If the first ``LOOKED`` moments have none, the one of them that falls short of least. ``told`` hears how many have
    been searched. Raises BadFile if none can be proven.
    """
    looked = list[SearchedMoment]()
    for number, moment in enumerate(_moments_of_word(SeededDraws(f"puzzle of {word}")), 1):
        told(min(number, LOOKED))
        if moment is not None and (whole := moment.puzzle()) is not None:
            return whole
        looked += [moment] if moment is not None and moment.has_another else []
        if number >= LOOKED and looked:
            break
    for moment in sorted(looked, key=lambda each: each.lacks):
        found = moment.puzzle(strict=False)
        if found is not None:
            return found
    raise BadFile(f"No puzzle is found for {word!r}; try another word")


def _moments_of_word(draws: SeededDraws) -> Iterator[SearchedMoment | None]:
    """Moments of battles by each ruleset in turn; None for one with more lines than are looked through."""
    books = draws.shuffled(names())
    for number in range(BATTLES):
        rules = ruleset(books[number % len(books)])
        scenario = draw_lab_battle(rules, draws.part(str(number)))
        if scenario is not None:
            yield from _moments(scenario, rules, number, AIMS, FEW)


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
        players: dict[str, PlayerKind] = {"party": "human", "foe": "instinct"}
        scenario = drafted(replace(setup, sides=tuple(sides)), rules, map_.with_suffix(".toml"), map_, players)
        to_setup(scenario, rules)
    except (BadFile, BadSetup):
        return None
    return scenario


class SearchedMoment(NamedTuple):
    """A moment of a battle with an aim, and its lines."""

    scenario: Scenario
    match: AnyMatch
    side: str
    aim: Aim
    answers: tuple[Answer, ...]
    """From the battle's beginning to the moment."""
    searched: Searched

    @property
    def has_another(self) -> bool:
        """Whether there is a line beside the best."""
        return self.searched.second is not None

    @property
    def lacks(self) -> float:
        """By how much it falls short, roughly: of the chance that its best line should have, and of the gaps."""
        found = self.searched
        second = found.lines[found.second] if found.second is not None else found.chance
        tempting = found.tempting.chance if found.tempting is not None else found.chance
        wanted = ((LIKELY, 0.0), (UNIQUE, second), (GAP, tempting))
        return round(fsum(max(0.0, least - (found.chance - other)) for least, other in wanted), 4)

    def puzzle(self, *, strict: bool = True) -> FoundPuzzle | None:
        """It as a puzzle; None if it falls short of anything, or unless ``strict`` if it isn't the best when proven."""
        tempting = self.searched.tempting
        if strict and (self.lacks or tempting is None or tempting.by == "novice"):
            return None
        try:
            proof = prove(self.searched)
        except TooLarge:
            return None
        if proof is None or (strict and shortfalls(proof)):
            return None
        if proof.best.chance <= max(proof.second.chance, proof.tempting.chance):
            return None  # proven, it is not the best line at all
        told, grade = tuple(map(write_answer, self.answers)), grade_of(self.searched)
        state = state_hash(self.match.state)
        puzzle = Puzzle(self.side, self.aim.kind, grade, state, told, proof, self.aim.who)
        return FoundPuzzle(titled(self.scenario, _title(self.match, self.aim)), puzzle)


def _moments(
    scenario: Scenario, rules: AnyRuleset, seed: int, kinds: Collection[AimKind], forks: int
) -> Iterator[SearchedMoment | None]:
    """The moments of a battle between AIs that a few plays do not tell to be hopeless, searched.

    None for one with more lines than are looked through in so many plays, ``forks``.
    """
    setup = to_setup(scenario, rules)
    match: AnyMatch = Match.begin(rules, setup, record=False)
    answers: list[Answer] = []
    seats = all_by_instinct(setup, seed)
    before = ""
    while (asked := match.pending) is not None and len(answers) < ANSWERS:
        for aim in _aims(match, str(asked.seat), kinds) if _begins_turn(match, before) else ():
            start = match.fork()
            if _hopeless(start, str(asked.seat), aim):
                continue
            try:
                found = search_lines(start, str(asked.seat), aim, forks=forks)
            except TooLarge:
                yield None
            else:
                yield SearchedMoment(scenario, start, str(asked.seat), aim, tuple(answers), found)
        before = str(asked.seat) if isinstance(asked, Choose) and asked.kind in ("pick", "act") else before
        answer = seats[asked.seat].answer(match, asked)
        assert answer is not None
        answers.append(answer)
        match.answer(answer)


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


def _hopeless(start: AnyMatch, side: str, aim: Aim) -> bool:
    """Whether a few plays tell that there is nothing to find: few steps, or usual play or none does too well."""
    share, decisions = usual_play(start, side, aim)
    if decisions < DECISIONS or not LOST <= share <= SAFE:
        return True
    return aim.kind != "fell" and idle_share(start, side, aim) > IDLE


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
