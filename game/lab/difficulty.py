"""Difficulty: another squad for one side, so that quick battles are won as often as one wishes; dice and sight stay.

There are more or fewer of the units of which squads have several, or some in the place of others. How strong a squad
is, is guessed from what a planning model says its units are worth; what counts is how the battles end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace as with_values
from math import fsum, log
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from game.lab.arena import Fought, Pit, wilson
from game.lab.win_forecast import BATTLES, ForecastCounts, contest_of, tally
from game.play.output import say
from game.play.preferences import ChangedSquad
from game.play.progress import bar
from game.play.start import StartRequest, draft_of, setup_of
from game.rules.registry import ruleset
from game.rules.ruleset import AnyRuleset, BadSetup, HasPlanningModel
from game.rules.setup import LARGEST_SQUAD, Recruit, Setup, SideSetup
from game.rules.table import Board
from game.spatial.field import Field
from game.spatial.space import Space


class WinShare(NamedTuple):
    """Between which shares of the decided battles the side is to win whose foes are changed."""

    low: float
    high: float


AIMS: Mapping[str, WinShare] = MappingProxyType(
    {"easier": WinShare(0.65, 0.75), "even": WinShare(0.45, 0.60), "harder": WinShare(0.25, 0.40)}
)
"""What is to be expected at each difficulty."""

MOST_TRIED = 12
"""Squads that are tried at most."""

SOON = 6
"""Battles after which a squad is given up that is clearly too strong or too weak."""

MOST_ADDED = 16
"""Units that a squad may have besides its own."""

STEEPNESS = 5.0
"""By how much the logit of the share falls when the squad's worth is multiplied by e, as long as little is known."""

PRIOR = 0.4
"""How much that counts against what the battles say."""

EDIT = 0.03
"""How much worth, as a logarithm, a squad may be farther off for each change that it does without."""

APART = 4
"""Cells between units that are put on bare ground to be told their worth."""


class SearchStep(msgspec.Struct, frozen=True, tag=True):
    """How far a search has come."""

    tried: int
    """Squads, with the one that fights now."""
    fought: int
    """Battles of that one."""


class FoundSquad(msgspec.Struct, frozen=True, tag=True):
    """What a search has found."""

    squad: tuple[Recruit, ...]
    change: str
    """What differs from the squad as it was, in a few words."""
    fought: tuple[Fought, ...]
    """Its battles."""
    reached: bool
    """Whether they came out as wished; else no squad was nearer to it."""


class _Candidate(NamedTuple):
    squad: tuple[Recruit, ...]
    worth: float
    edits: int


class _Trial(NamedTuple):
    candidate: _Candidate
    fought: tuple[Fought, ...]
    found: ForecastCounts
    """First the side that stays."""

    @property
    def share(self) -> float:
        decided = self.found.first + self.found.second
        return self.found.first / decided if decided else 0.0

    @property
    def logit(self) -> float:
        return log((self.found.first + 0.5) / (self.found.second + 0.5))

    @property
    def weight(self) -> float:
        chance = (self.found.first + 0.5) / (self.found.first + self.found.second + 1)
        return chance * (1 - chance) * (self.found.first + self.found.second + 1)


def find_squad(
    wanted: StartRequest, other: str, difficulty: str, told: Callable[[SearchStep], object] = lambda _: None
) -> FoundSquad:
    """Look for a squad for the side ``other`` by which the battle has that difficulty for the side against it.

    Changes that ``wanted`` has already are left out. Raises BadFile, BadSetup, UnknownRuleset.
    """
    plain = with_values(wanted, seats=(), fielded={})
    setup, aim = setup_of(plain), AIMS[difficulty]
    rules = ruleset(setup.ruleset)
    titles = rules.roster(setup.roster)

    def found(trial: _Trial, *, reached: bool) -> FoundSquad:
        squad = trial.candidate.squad
        return FoundSquad(squad, tell_change(setup.side(other).squad, squad, titles), trial.fought, reached)

    candidates = _candidates(rules, setup, other)
    middle = log((aim.low + aim.high) / (2 - aim.low - aim.high))
    trials: list[_Trial] = []
    following: _Candidate | None = candidates[0]
    tried: set[int] = set()
    while following is not None and len(trials) < MOST_TRIED:
        tried.add(id(following))
        trial = _try(plain, other, following, aim, lambda fought: told(SearchStep(len(trials) + 1, fought)))
        if trial is not None:
            trials.append(trial)
            if len(trial.fought) == BATTLES and aim.low <= trial.share <= aim.high:
                return found(trial, reached=True)
        left = [each for each in candidates if id(each) not in tried]
        following = _nearest(left, _expected_worth(trials, middle)) if trials else None
    if not trials:
        raise BadSetup("No battle comes of these squads on this map.")
    best = min(trials, key=lambda trial: (abs(trial.logit - middle), trial.candidate.edits))
    return found(best, reached=False)


def other_side(sides: Sequence[str], persons: Collection[str]) -> str:
    """Of two sides the one that a person has against them; the second if persons play both, or none does."""
    mine = next((side for side in sides if side in persons), sides[0])
    return next((side for side in sides if side != mine), mine)


def with_difficulty(wanted: StartRequest, difficulty: str) -> StartRequest:
    """What a command is to play, with another squad on the other side, of which it says what is changed.

    Raises BadFile, BadSetup, BadSeats, UnknownRuleset.
    """
    players = draft_of(wanted).players
    other = other_side(list(players), [side for side, plays in players.items() if plays == "human"])
    with bar("squad {task.completed} of {task.total} at most", MOST_TRIED) as told:
        found = find_squad(wanted, other, difficulty, lambda step: told(step.tried))
    changed = change_of(found, other, difficulty)
    say(f"{tell_missed(changed) or difficulty.capitalize() + '.'} {changed.change[:1].upper()}{changed.change[1:]}.")
    return with_values(wanted, fielded={other: found.squad})


def change_of(found: FoundSquad, other: str, difficulty: str) -> ChangedSquad:
    """What was found for a side, as it is kept."""
    won = sum(battle.side not in (None, other) for battle in found.fought)
    return ChangedSquad(difficulty, other, found.squad, found.change, found.reached, won, len(found.fought))


def tell_missed(changed: ChangedSquad) -> str:
    """That the difficulty is not reached, in a sentence; nothing if it is."""
    if changed.reached:
        return ""
    won = f"you win {changed.won} of {changed.battles} quick battles"
    return f"No squad of their kinds makes it {changed.difficulty}; with the nearest {won}."


def tell_change(before: Iterable[Recruit], after: Iterable[Recruit], titles: Mapping[str, str]) -> str:
    """What differs between two squads, in a line without an end; "nothing changed" if that is so."""
    old, new = (Counter(recruit.unit for recruit in squad) for squad in (before, after))
    parts = [
        f"{'one' if count == 1 else f'{count} ×'} {titles.get(unit, unit)} {word}"
        for word, differing in (("fewer", old - new), ("more", new - old))
        for unit, count in differing.items()
    ]
    return ", ".join(parts) or "nothing changed"


def _try(
    wanted: StartRequest, other: str, candidate: _Candidate, aim: WinShare, told: Callable[[int], object]
) -> _Trial | None:
    """Fight with a squad; None if the battle can't be begun with it: there is no room for so many."""
    try:
        contest = contest_of(with_values(wanted, fielded={other: candidate.squad}))
        pit = Pit(contest)
    except BadSetup:
        if candidate.edits:
            return None
        raise
    names = sorted((side.name for side in contest.setup.sides), key=lambda name: name == other)
    fought: list[Fought] = []
    for number in range(BATTLES):
        fought.append(pit.fight(number))
        told(len(fought))
        found = tally(names, fought)
        low, high = wilson(found.first, found.first + found.second)
        if len(fought) >= SOON and (low > aim.high or high < aim.low):
            break
    return _Trial(candidate, tuple(fought), tally(names, fought))


def _expected_worth(trials: Sequence[_Trial], logit: float) -> float:
    """The logarithm of the worth at which a squad should come to a share, by what the others came to.

    A straight line of weighted least squares, which has about the usual steepness unless the battles say otherwise.
    """
    weights = [trial.weight for trial in trials]
    whole = fsum(weights)
    worths = [log(trial.candidate.worth) for trial in trials]
    x = fsum(w * each for w, each in zip(weights, worths, strict=True)) / whole
    y = fsum(w * trial.logit for w, trial in zip(weights, trials, strict=True)) / whole
    spread = fsum(w * (each - x) ** 2 for w, each in zip(weights, worths, strict=True))
    falling = fsum(w * (each - x) * (y - trial.logit) for w, each, trial in zip(weights, worths, trials, strict=True))
    steep = max(1.0, (falling + PRIOR * STEEPNESS) / (spread + PRIOR))
    return x + (y - logit) / steep


def _nearest(candidates: Sequence[_Candidate], worth: float) -> _Candidate | None:
    """The squad of about that worth, as a logarithm, which has few changes."""
    return min(candidates, key=lambda each: abs(log(each.worth) - worth) + EDIT * each.edits, default=None)


# -- squads


def _candidates(rules: AnyRuleset, setup: Setup, other: str) -> list[_Candidate]:
    """The squad as it is and what may stand in its place, in an order of their own."""
    side = setup.side(other)
    soldiers = _soldiers(rules, setup, side)
    loose = [recruit for recruit in side.squad if recruit.unit in soldiers and _free(recruit)]
    if not loose:
        loose = [recruit for recruit in side.squad if _free(recruit)]
    own = Counter(recruit.unit for recruit in loose)
    kinds = list(dict.fromkeys((*own, *soldiers)))
    worth = _worths(rules, setup, list(dict.fromkeys([*kinds, *(recruit.unit for recruit in side.squad)])))
    found: list[_Candidate] = []
    for counts in _variants(own, kinds, worth):
        squad = _with_counts(side.squad, loose, counts)
        if 0 < len(squad) <= LARGEST_SQUAD:
            total = fsum(worth[recruit.unit] for recruit in squad)
            found.append(_Candidate(squad, total, max((own - counts).total(), (counts - own).total())))
    return found


def _free(recruit: Recruit) -> bool:
    """Whether somebody may be left out: not who has a name or lies in ambush, of whom the other side is not told."""
    return not recruit.name and not recruit.hidden


def _soldiers(rules: AnyRuleset, setup: Setup, side: SideSetup) -> list[str]:
    """Units of which there may be more: of which squads have several, and that fight in one squad with the side's.

    All of which squads have several, if there are none of those.
    """
    ready = [Counter(recruit.unit for recruit in squad) for squad in rules.parties(setup.roster).values()]
    own = Counter(recruit.unit for recruit in side.squad)
    several = dict.fromkeys(unit for squad in (own, *ready) for unit, count in squad.items() if count > 1)
    kin = dict.fromkeys(unit for squad in (own, *ready) if squad.keys() & own.keys() for unit in squad)
    return [unit for unit in kin if unit in several] or list(several)


def _variants(own: Counter[str], kinds: Sequence[str], worth: Mapping[str, float]) -> Iterator[Counter[str]]:
    """How many there may be of each kind: as it is, then fewer, more, and at each step one in the place of another."""
    seen: set[tuple[tuple[str, int], ...]] = set()
    for step in (Counter(own), *_fewer(own, worth), *_more(own, kinds)):
        swaps = [(out, into) for out in step for into in kinds if out != into]
        for counts in (step, *(step - Counter([out]) + Counter([into]) for out, into in swaps)):
            key = tuple(sorted(counts.items()))
            if key not in seen:
                seen.add(key)
                yield counts


def _fewer(own: Counter[str], worth: Mapping[str, float]) -> Iterator[Counter[str]]:
    """Those left when one after the other stays away: the weakest first, and the strongest first."""
    members = sorted(own.elements(), key=lambda unit: worth[unit])
    for count in range(1, len(members) + 1):
        yield Counter(members[count:])
        yield Counter(members[:-count])


def _more(own: Counter[str], kinds: Sequence[str]) -> Iterator[Counter[str]]:
    """Those with more and more of one kind."""
    for count in range(1, MOST_ADDED + 1):
        for kind in kinds:
            yield own + Counter({kind: count})


def _with_counts(squad: Sequence[Recruit], loose: Sequence[Recruit], counts: Counter[str]) -> tuple[Recruit, ...]:
    """The squad with so many of each kind among its loose members; who takes somebody's place stands there too."""
    left, places, kept = Counter(counts), [], []
    free = {id(recruit) for recruit in loose}
    for recruit in squad:
        if id(recruit) not in free:
            kept.append(recruit)
        elif left[recruit.unit]:
            left[recruit.unit] -= 1
            kept.append(recruit)
        else:
            places.append(recruit.at)
    for number, unit in enumerate(left.elements()):
        kept.append(Recruit(unit, at=places[number] if number < len(places) else None))
    return tuple(kept)


def _worths(rules: AnyRuleset, setup: Setup, units: Sequence[str]) -> dict[str, float]:
    """What each unit is worth in the planning model, on bare ground against the first side; else what it can lose."""
    first = setup.sides[0]
    wide = APART * (len(units) + len(first.squad) + 2)
    opposite = tuple(Recruit(recruit.unit, at=(APART * n, 0)) for n, recruit in enumerate(first.squad))
    squad = tuple(Recruit(unit, at=(APART * n, 2 * APART)) for n, unit in enumerate(units))
    field = Field(wide, 3 * APART)
    bare = Setup(
        rules.name,
        field,
        (SideSetup("one", opposite, party=True), SideSetup("two", squad)),
        roster=setup.roster,
    )
    ground = Space(field)
    state = rules.begin(bare, ground)
    board = Board(state, bare, ground)
    ids = [who for who, combatant in state.combatants.items() if combatant.side == "two"]
    if isinstance(rules, HasPlanningModel):
        members = rules.model(board, "two").members()
        return {unit: members[who].unit_value for unit, who in zip(units, ids, strict=True)}
    return {unit: float(max(1, rules.standing(board, who).full)) for unit, who in zip(units, ids, strict=True)}
