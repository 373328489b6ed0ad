"""How far companies come on expeditions that quick AIs play whole, and which kinds of places the better ways take.

Of each word several expeditions are played, whose ways are drawn by lot among the roads; what lies about goes to
whoever it helps most. At a fork that is come to again and again the better road is the one from which more came
through, and more of the company's strength. Few of them tell little: luck draws every share towards that of an even
choice.
"""

from __future__ import annotations

import gc
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from game.files.expeditions import Expedition, PlaceKind, write_expedition
from game.files.generate.seeded import SeededDraws
from game.files.scenario import to_setup
from game.lab.arena import ANSWERS, ROUNDS, settle, wilson
from game.lab.company import APART_CELLS, GROUND, handed, recruits_of, refusals
from game.lab.expedition import (
    STEPS,
    ExpeditionRequest,
    OpenExpedition,
    choose,
    go_on,
    opened,
    save,
    set_out,
    take_along,
)
from game.lab.matching import strengths_of
from game.lab.minds import all_by_instinct
from game.lab.skirmish import FOE, PARTY
from game.play.output import bar, say
from game.play.workers import workers
from game.rules.match import AnyMatch, Match
from game.rules.planning_model import Member
from game.rules.registry import ruleset
from game.rules.ruleset import HasPlanningModel
from game.rules.setup import Recruit, Setup, SideSetup
from game.rules.state import Piece, Verdict
from game.spatial.field import Field

PLAYED = 10
"""Expeditions of each word."""

NEAR = 2
"""Cells to the foes that the company is measured against."""

LEFT = 0.1
"""What is left of the company counts beside coming through, or else the share of the way."""


@dataclass(frozen=True)
class PlayedFork:
    """A choice that was made on one expedition."""

    here: str
    """The word and the place where it was made."""
    kinds: Mapping[str, PlaceKind]
    """Of the places to which roads led, by their keys."""
    taken: str


@dataclass(frozen=True)
class PlayedExpedition:
    """One that was played to its end."""

    steps: int
    through: bool
    """Whether somebody has come through all of it."""
    left: float
    """What is left of the strength that set out, as units' strengths add up; more than 1 where others went along."""
    won: int
    fought: int
    forks: tuple[PlayedFork, ...]

    @property
    def worth(self) -> float:
        """Whether it came through, then how many are left, or else how far it came."""
        return self.through + LEFT * (self.left if self.through else self.steps / STEPS)


def play_word(wanted: ExpeditionRequest) -> list[PlayedExpedition]:
    """Play the expeditions of one word. Raises BadFile, UnknownRuleset."""
    with TemporaryDirectory() as folder:
        begun = set_out(wanted, Path(folder))
        return [_play(begun, number) for number in range(PLAYED)]


def _play(begun: OpenExpedition, number: int) -> PlayedExpedition:
    write_expedition(begun.path, replace(begun.expedition, dice=number))
    it, draws = opened(begun.path), SeededDraws(f"{begun.expedition.word}/trial {number}")
    forks = list[PlayedFork]()
    while it.expedition.open:
        open_ = it.expedition.open
        taken = draws.pick(open_).key
        here = f"{it.expedition.word}/{it.expedition.at.key if it.expedition.at is not None else ''}"
        forks.append(PlayedFork(here, {place.key: place.kind for place in open_}, taken))
        it = choose(it, taken)
        if it.expedition.chosen:
            it = go_on(it, _fought(it), kept=False)
        if it.expedition.yielded and it.expedition.open:
            it = take_along(it)
        if it.expedition.lying and it.expedition.open:
            it = save(it, handed_about(it.expedition))
        gc.collect()  # a map knows itself by its doors: counting references does not free it
    now = it.expedition
    outcomes = Counter(leg.outcome for leg in now.legs)
    return PlayedExpedition(
        len(now.legs),
        it.won,
        _strength(now) / _strength(begun.expedition),
        outcomes["won"],
        outcomes["won"] + outcomes["lost"] + outcomes["drawn"],
        tuple(forks),
    )


def _strength(now: Expedition) -> float:
    strengths = strengths_of(ruleset(now.rules)).units
    return fsum(strengths[each.unit] for each in now.company)


def handed_about(now: Expedition) -> Expedition:
    """What lies there goes to whoever it helps most against the next foes, thing by thing; what helps nobody stays."""
    foes = [foe for place in now.open for foe in place.foes if not foe.hidden]
    useless = list[Piece]()
    for number in reversed(range(len(now.lying))):  # those that are left keep their numbers
        piece = now.lying[number]
        if piece in useless:
            continue
        takers = [who for who, refused in enumerate(refusals(now, piece)) if not refused]
        tried = [handed(now, GROUND, str(number), who) for who in takers]
        before = prospects(now, foes) if takers else []
        gains = [prospects(after, foes)[who] - before[who] for who, after in zip(takers, tried, strict=True)]
        if max(gains, default=0.0) > 0:
            now, useless = tried[gains.index(max(gains))], []
        else:
            useless.append(piece)
    return now


def prospects(now: Expedition, foes: Sequence[Recruit]) -> list[float]:
    """By member of the company what it does to each kind of these foes in a turn, less what each does to it.

    Of everybody as it stands now, in shares of what one is worth, by the rules' planning model on bare ground.
    """
    company, rules = recruits_of(now), ruleset(now.rules)
    kinds = [Recruit(unit) for unit in dict.fromkeys(foe.unit for foe in foes)]
    if not isinstance(rules, HasPlanningModel) or not kinds:
        return [0.0] * len(company)
    sides = [
        tuple(replace(each, at=(APART_CELLS * n, row)) for n, each in enumerate(squad))
        for squad, row in ((company, 0), (kinds, NEAR))
    ]
    field = Field(APART_CELLS * (max(map(len, sides)) + 1), NEAR + APART_CELLS)
    setup = Setup(rules.name, field, (SideSetup(PARTY, sides[0], party=True), SideSetup(FOE, sides[1])))
    match = Match.begin(rules, setup)
    model = rules.model(match.board, PARTY)
    ours, theirs = ([each for each in model.members().values() if each.side == side] for side in (PARTY, FOE))

    def cost(by: Member, to: Member) -> float:
        return max((each.cost for each in model.expected_threats(by.id, to.id, 1 << to.spot, ())), default=0.0)

    return [fsum(cost(own, foe) - cost(foe, own) for foe in theirs) for own in ours]


def _fought(it: OpenExpedition) -> AnyMatch:
    """The battle that was chosen, as quick AIs fight it; who gets to no end in time has drawn."""
    setup = to_setup(it.scenario(it.expedition.chosen))
    match: AnyMatch = Match.begin(ruleset(setup.ruleset), setup)
    seats = all_by_instinct(setup, it.seed)
    for _ in range(ANSWERS):
        question = match.pending
        if question is None or match.ruleset.round_of(match.state) > ROUNDS:
            break
        answer = seats[question.seat].answer(match, question)
        assert answer is not None
        match.answer(answer)
    if match.state.verdict is not None:
        return match
    return Match(match.ruleset, setup, match.ground, replace(match.state, verdict=Verdict(None, "no end came of it")))


def better_kinds(played: Sequence[PlayedExpedition]) -> dict[PlaceKind, tuple[int, int]]:
    """By kind of place at how many forks it was the better way, and how many offered it and another kind."""
    worths: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    kinds: dict[str, Mapping[str, PlaceKind]] = {}
    for each in played:
        for fork in each.forks:
            worths[fork.here][fork.taken].append(each.worth)
            kinds[fork.here] = fork.kinds
    found: dict[PlaceKind, tuple[int, int]] = {}
    for here, ways in worths.items():
        offered = {kinds[here][key] for key in ways}
        if len(offered) < 2:
            continue
        best = max(ways, key=lambda key: fmean(ways[key]))
        for kind in sorted(offered):
            better, of = found.get(kind, (0, 0))
            found[kind] = better + (kinds[here][best] == kind), of + 1
    return found


def try_expeditions(
    wanted: ExpeditionRequest, words: int, jobs: int, told: Callable[[int], object] = lambda _: None
) -> list[PlayedExpedition]:
    """Play the expeditions of so many words, which are made of the wanted one. Raises BadFile, UnknownRuleset."""
    orders = [
        ExpeditionRequest(f"{wanted.word} {number}", wanted.rules, wanted.size, wanted.difficulty)
        for number in range(1, words + 1)
    ]
    played: list[PlayedExpedition] = []
    with workers(jobs, _enter, b"") as pool:
        for number, found in enumerate(pool.in_order(play_word, orders), 1):
            played += found
            told(number)
    return played


def _enter(_: bytes) -> None:
    settle()


def tell_trial(wanted: ExpeditionRequest, played: Sequence[PlayedExpedition]) -> Iterator[str]:
    """What came of them, in lines."""
    count, through = len(played), sum(each.through for each in played)
    low, high = wilson(through, count)
    yield (
        f"{ruleset(wanted.rules).title}, {wanted.difficulty}: of {count} expeditions {through} came through "
        f"({100 * low:.0f} to {100 * high:.0f} in 100), {fmean(each.steps for each in played):.1f} steps on average"
    )
    reached = Counter(each.steps for each in played if not each.through)
    yield "  ended at step " + ", ".join(f"{step}: {reached[step]}" for step in sorted(reached))
    fought, won = sum(each.fought for each in played), sum(each.won for each in played)
    yield f"  {won} of {fought} battles won; {fmean(each.left for each in played):.2f} of the first strength left"
    for kind, (better, of) in sorted(better_kinds(played).items()):
        yield f"  {kind}: the better way at {better} of {of} forks ({100 * better / of:.0f} %)"


def run_trial(wanted: ExpeditionRequest, words: int, jobs: int) -> None:
    """The command: play them, with a progress bar if somebody watches, and tell. Raises as ``try_expeditions``."""
    with bar("{task.completed} of {task.total} words", words) as told:
        played = try_expeditions(wanted, words, jobs, told)
    for line in tell_trial(wanted, played):
        say(line)
