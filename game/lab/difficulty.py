"""Difficulty: another squad for one side, so that quick battles are won as often as one wishes; dice and sight stay.

There are more or fewer of the units of which squads have several, or some in the place of others. The strengths of
units foresee such a squad at once, which is right for maps at large; what a squad comes to on this one is told by how
its battles end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace as with_values
from hashlib import blake2b
from math import comb, fsum, log
from types import MappingProxyType
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from game.files import bounded_reading
from game.files.atomic import write_whole
from game.files.errors import BadFile
from game.files.own_json import read_json
from game.lab.arena import Fought, Pit, wilson
from game.lab.matching import (
    COMPANY,
    SquadVariant,
    size_term,
    squad_variants,
    strengths_of,
    with_squads,
)
from game.lab.win_forecast import BATTLES, FEWEST, ForecastCounts, quick_contest, tally
from game.play.folders import newest_first, state_folder
from game.play.output import bar, say
from game.play.preferences import ChangedSquad
from game.play.session import Session
from game.play.start import StartRequest, draft_of, setup_of
from game.resources import version
from game.rules.questions import REFEREE
from game.rules.registry import ruleset
from game.rules.ruleset import BadSetup
from game.rules.setup import Recruit, Setup
from game.rules.weights import chance, logit_of

MOST_KEPT = 40
"""Files that are kept, the newest ones: a battle and the side that is changed have one each."""


TRIALS = list[tuple[tuple[Recruit, ...], tuple[Fought, ...]]]
"""Contents of a file: squads, each with the battles that it has fought."""


class KeptTrials:
    """The quick battles of one set-up by the squad of one side, from the first on."""

    def __init__(self, setup: Setup, side: str) -> None:
        """``side``: whose squads are told apart; the rest of ``setup`` is the same for all.

        Other rules, data or versions of the game fight other battles. A file that can't be read counts for nothing.
        """
        sides = tuple(replace(each, squad=()) if each.name == side else each for each in setup.sides)
        about = msgspec.json.encode((replace(setup, sides=sides), side, ruleset(setup.ruleset).data_hash, version()))
        self._path = state_folder("trials") / f"{blake2b(about, digest_size=12).hexdigest()}.json"
        self._fought: dict[tuple[Recruit, ...], tuple[Fought, ...]] = {}
        with suppress(BadFile):
            self._fought = dict(read_json(self._path, TRIALS, bounded_reading.BATTLES, "its battles are fought again"))

    def of(self, squad: tuple[Recruit, ...]) -> tuple[Fought, ...]:
        """The battles that a squad has fought, in their order."""
        return self._fought.get(squad, ())

    def record(self, squad: tuple[Recruit, ...], fought: tuple[Fought, ...]) -> None:
        """Write down what a squad has fought; a disk that refuses does not end the search."""
        self._fought[squad] = fought
        with suppress(BadFile):
            write_whole(self._path, msgspec.json.encode(list(self._fought.items())))
            for old in newest_first(self._path.parent.glob("*.json"))[MOST_KEPT:]:
                old.unlink(missing_ok=True)


class WinShare(NamedTuple):
    """Between which shares of the decided battles the side is to win whose foes are changed."""

    low: float
    high: float
    promised: float
    """Share that squads are drawn for whose strength is known."""


AIMS: Mapping[str, WinShare] = MappingProxyType(
    {
        "easier": WinShare(0.60, 0.75, 0.65),
        "even": WinShare(0.45, 0.60, 0.50),
        "harder": WinShare(0.25, 0.40, 0.35),
    }
)
"""Shares to be expected at each difficulty."""

USUAL = "even"
"""The difficulty of a battle of which nobody has asked for one."""

MEASURED = 40
"""Battles by which it is told what a squad comes to: fewer can't tell one difficulty from the next."""

MOST_FOUGHT = 160
"""Battles that a search fights at most, with those by which what it has found is measured."""

MOST_TRIED = 12
"""Squads that are tried at most."""

SOON = 4
"""Battles before which no squad is given up."""

FUTILE = 0.1
"""A squad is given up as soon as all its battles would come out as wished with a smaller chance."""

STEEPNESS = 8.0
"""By how much the logit of the share falls when the squad's worth is multiplied by e, as long as little is known: one
in seven more or less is about 215 Elo.
"""

PRIOR = 0.4
"""How much that counts against what the battles say."""

GUESSED = 0.5
"""How much it counts, in battles, that a battle is taken for even before one is fought."""

EDIT = 0.03
"""How much worth, as a logarithm, a squad may be farther off for each change that it does without."""

FORESEEN_OFF = 1.3
"""How far the logit of what comes may lie from that of what strengths foresee, in four of five battles: on four maps by
two books, 24 quick battles each, it was off by 1.1 on average of squares, 0.45 of that by luck.
"""

Only = Literal["all", "stronger", "weaker"]
"""Which squads may be found: only those that are worth more than the side's own, or less."""


class FoundSquad(msgspec.Struct, frozen=True, tag=True):
    """Result of a search."""

    squad: tuple[Recruit, ...]
    change: str
    """Differences from the squad as it was, in a few words."""
    fought: tuple[Fought, ...]
    """Its battles."""
    reached: bool
    """Whether they came out as wished; else no squad was nearer to it."""
    foreseen: float = 0.0
    """The share that the other side is to win by units' strengths, where no battles tell; else 0."""


class SearchStep(msgspec.Struct, frozen=True, tag=True):
    """How far a search has come."""

    tried: int
    """Squads, with the one that fights now."""
    fought: int
    """Battles of all of them, at most MOST_FOUGHT; those that were fought for another search are not counted."""
    nearest: FoundSquad | None = None
    """Which squad has come nearest to what is wished, of those that have fought."""


class _Trial(NamedTuple):
    variant: SquadVariant
    fought: tuple[Fought, ...]
    found: ForecastCounts
    """First the side that stays."""

    @property
    def logit(self) -> float:
        return log((self.found.first + 0.5) / (self.found.second + 0.5))

    @property
    def weight(self) -> float:
        chance = (self.found.first + 0.5) / (self.found.first + self.found.second + 1)
        return chance * (1 - chance) * (self.found.first + self.found.second + 1)


def foresee_squad(setup: Setup, other: str, difficulty: str, *, only: Only = "all") -> FoundSquad:
    """The squad for the side ``other`` by which the strengths of units promise that difficulty; no battle is fought.

    Raises BadSetup if no other squad may stand there.
    """
    rules = ruleset(setup.ruleset)
    own, *others = squad_variants(rules, setup, other)
    signs = {"stronger": 1, "weaker": -1}
    found = [own, *others] if only == "all" else [each for each in others if signs[only] * (each.worth - own.worth) > 0]
    mine = next(side for side in setup.sides if side.name != other)
    strengths, logit = strengths_of(rules), logit_of(AIMS[difficulty].promised)

    def foreseen(each: SquadVariant) -> float:
        own_units, units = ([recruit.unit for recruit in squad] for squad in (mine.squad, each.squad))
        if strengths.units.keys() >= {*own_units, *units}:
            if mine.party:
                return strengths.logit(own_units, units, (COMPANY, size_term(mine.squad)))
            return -strengths.logit(units, own_units, (COMPANY, size_term(each.squad)))
        return STEEPNESS * log(own.worth / each.worth)  # units of one's own: as it is the battle is taken for even

    nearest = min(found, key=lambda each: abs(foreseen(each) - logit) + EDIT * each.edits, default=None)
    if nearest is None:
        raise BadSetup("No other squad can be put together from these units.")
    change = tell_change(setup.side(other).squad, nearest.squad, rules.roster(setup.roster))
    return FoundSquad(nearest.squad, change, (), reached=True, foreseen=chance(foreseen(nearest)))


def find_squad(
    setup: Setup,
    other: str,
    difficulty: str,
    told: Callable[[SearchStep], object] = lambda _: None,
    *,
    only: Only = "all",
    drawn: bool = False,
) -> FoundSquad:
    """Look for a squad for the side ``other`` by which the battle has that difficulty for the side against it.

    What was fought for another difficulty counts. ``drawn``: the side's own squad was drawn for this difficulty by how
    strong its units are, and stays unless its battles speak against that. Raises BadSetup.
    """
    return _Search(setup, other, difficulty, told, drawn).run(only)


class _Search:
    def __init__(
        self, setup: Setup, other: str, difficulty: str, told: Callable[[SearchStep], object], drawn: bool
    ) -> None:
        self.setup, self.other, self.aim, self.told, self.drawn = setup, other, AIMS[difficulty], told, drawn
        self.titles = ruleset(setup.ruleset).roster(setup.roster)
        self.middle = logit_of((self.aim.low + self.aim.high) / 2)
        self.own, *self.others = squad_variants(ruleset(setup.ruleset), setup, other)
        self.kept = KeptTrials(setup, other)
        self.trials: list[_Trial] = []
        self.fought = 0
        """Battles of this search."""

    def run(self, only: Only) -> FoundSquad:
        signs = {"stronger": 1, "weaker": -1}
        left = [self.own, *self.others]
        if only != "all":
            left = [each for each in self.others if signs[only] * (each.worth - self.own.worth) > 0]
        guessed = logit_of(self.aim.promised) if self.drawn else 0.0
        while left and len(self.trials) < MOST_TRIED and self.fought < MOST_FOUGHT - MEASURED:
            worth = _expected_worth(self.trials, self.own.worth, guessed, self.middle)
            following = min(left, key=lambda each: abs(log(each.worth) - worth) + EDIT * each.edits)
            left.remove(following)
            trial = self._try(following)
            if trial is not None:
                self.trials.append(trial)
                if self._reached(trial):
                    break
        if not self.trials:
            raise BadSetup("No battle comes of these squads on this map.")
        best = self._best(self.trials)
        if best.found.battles < (BATTLES if self._stays(best.variant) else MEASURED):
            best = self._try(best.variant, whole=True) or best
        return self._found(best)

    def _best(self, trials: Sequence[_Trial]) -> _Trial:
        """Which came out as wished, or else nearest to it."""
        return min(
            trials,
            key=lambda trial: (not self._reached(trial), abs(trial.logit - self.middle), trial.variant.edits),
        )

    def _reached(self, trial: _Trial) -> bool:
        if self._stays(trial.variant):
            found = trial.found
            low, high = wilson(found.first, found.first + found.second)
            return found.battles == BATTLES and low <= self.aim.promised <= high
        return trial.found.battles == MEASURED and chance_of_share(trial.found, MEASURED, self.aim) == 1

    def _stays(self, variant: SquadVariant) -> bool:
        """Whether a squad is the one unless its battles speak against it."""
        return self.drawn and variant is self.own

    def _found(self, trial: _Trial) -> FoundSquad:
        change = tell_change(self.setup.side(self.other).squad, trial.variant.squad, self.titles)
        return FoundSquad(trial.variant.squad, change, trial.fought, self._reached(trial))

    def _try(self, variant: SquadVariant, *, whole: bool = False) -> _Trial | None:
        """Fight with a squad, until it is clear how that comes out or all its battles are fought, which is ``whole``.

        None if the battle can't be begun with it: there is no room for so many. Raises BadSetup if it can't be begun
        as it is.
        """
        contest = quick_contest(with_squads(self.setup, {self.other: variant.squad}))
        names = sorted((side.name for side in contest.setup.sides), key=lambda name: name == self.other)
        kept = self.kept.of(variant.squad)
        fought: list[Fought] = []
        pit: Pit | None = None
        while not self._enough(variant, tally(names, fought), whole=whole):
            if len(fought) < len(kept):
                fought.append(kept[len(fought)])
                continue
            if self.fought >= MOST_FOUGHT - MEASURED * (not whole):
                break
            try:
                pit = pit or Pit(contest)
            except BadSetup:
                if variant.edits:
                    return None
                raise
            fought.append(pit.fight(len(fought)))
            self.fought += 1
            best = self._best([*self.trials, _Trial(variant, tuple(fought), tally(names, fought))])
            self.told(SearchStep(len(self.trials) + 1, self.fought, self._found(best)))
        if len(fought) > len(kept):
            self.kept.record(variant.squad, tuple(fought))
        return _Trial(variant, tuple(fought), tally(names, fought)) if fought else None

    def _enough(self, variant: SquadVariant, so_far: ForecastCounts, *, whole: bool) -> bool:
        if self._stays(variant):
            return so_far.battles == BATTLES
        futile = not whole and so_far.battles >= SOON and chance_of_share(so_far, MEASURED, self.aim) < FUTILE
        return so_far.battles == MEASURED or futile


def chance_of_share(so_far: ForecastCounts, battles: int, aim: WinShare) -> float:
    """The chance that a share of ``battles`` will lie within bounds, by those fought so far; draws count for nothing.

    Whatever the side's chance of winning one is, as long as nothing is known of it (Polya's urn).
    """
    won, lost, left = so_far.first, so_far.second, battles - so_far.battles
    decided = won + lost + left
    ways = [
        comb(won + more, more) * comb(lost + left - more, left - more)
        for more in range(left + 1)
        if decided and aim.low <= (won + more) / decided <= aim.high
    ]
    return sum(ways) / comb(won + lost + left + 1, left)


def other_side(sides: Sequence[str], persons: Collection[str]) -> str:
    """Of two sides the one that a person has against them; the second if persons play both, or none does."""
    mine = next((side for side in sides if side in persons), sides[0])
    return next((side for side in sides if side != mine), mine)


def with_difficulty(wanted: StartRequest, difficulty: str, *, drawn: bool = False, tried: bool = False) -> StartRequest:
    """What a command is to play, with another squad on the other side, of which it says what is changed.

    ``tried``: quick battles look for it, with a bar of them on a terminal; else the strengths of units foresee it, by
    which a squad that was ``drawn`` is right as it is. Raises BadFile, BadSetup, BadSeats, UnknownRuleset.
    """
    players = draft_of(wanted).players
    other = other_side(list(players), [side for side, plays in players.items() if plays == "human"])
    if drawn and not tried:
        return with_values(wanted, difficulty=difficulty)
    setup = setup_of(with_values(wanted, seats=(), fielded={}))
    if tried:
        with bar("quick battle {task.completed} of {task.total} at most", MOST_FOUGHT) as told:
            found = find_squad(setup, other, difficulty, lambda step: told(step.fought), drawn=drawn)
    else:
        found = foresee_squad(setup, other, difficulty)
    say(tell_changed(change_of(found, other, difficulty)))
    return with_values(wanted, fielded={other: found.squad}, difficulty=difficulty)


def change_of(found: FoundSquad, other: str, difficulty: str) -> ChangedSquad:
    """Change of a squad, as it is kept."""
    won = sum(battle.side not in (None, other) for battle in found.fought)
    draws = sum(battle.side is None for battle in found.fought)
    return ChangedSquad(
        difficulty, other, found.squad, found.change, found.reached, won, len(found.fought), draws, found.foreseen
    )


def tell_won(changed: ChangedSquad) -> str:
    """How often the side against the squad has won, and between which shares its true chance lies, without an end."""
    if not changed.battles:
        low, high = foreseen_within(changed)
        share = f"{100 * changed.foreseen:.0f} of 100 battles, {100 * low:.0f} to {100 * high:.0f} as the map suits"
        return f"by the strengths of its units your side wins {share}"
    decided = changed.battles - changed.draws
    drawn = f", {changed.draws} without a winner" if changed.draws else ""
    won = f"your side won {changed.won} of {changed.battles} battles between computers{drawn}"
    if decided < FEWEST:
        return won
    low, high = wilson(changed.won, decided)
    return f"{won}, and may win {100 * low:.0f} to {100 * high:.0f} in 100"


def foreseen_within(changed: ChangedSquad) -> tuple[float, float]:
    """Between which shares four of five battles are that strengths foresee as this one."""
    middle = logit_of(changed.foreseen)
    return chance(middle - FORESEEN_OFF), chance(middle + FORESEEN_OFF)


def tell_missed(changed: ChangedSquad) -> str:
    """That the difficulty is not reached, and which way it is off, in a sentence; nothing if it is."""
    if changed.reached:
        return ""
    decided, aim = changed.battles - changed.draws, AIMS[changed.difficulty]
    off = ""
    if decided >= FEWEST:
        share = changed.won / decided
        off = "easier" if share > aim.high else "harder" if share < aim.low else ""
    than = f"; it is {off} than asked" if off else ""
    return f"Nothing nearer to {changed.difficulty} was found: {tell_won(changed)}{than}."


def tell_reached(changed: ChangedSquad) -> str:
    """Result of a search, in a sentence."""
    return tell_missed(changed) or f"{changed.difficulty.capitalize()}: {tell_won(changed)}."


def tell_changed(changed: ChangedSquad) -> str:
    """Result of a search, and what differs in the squad, in two sentences."""
    return f"{tell_reached(changed)} {changed.change[:1].upper()}{changed.change[1:]}."


class NextDifficulty(NamedTuple):
    """Offer of another difficulty after a battle."""

    title: str
    """In a word: "Harder" or "Easier"."""
    difficulty: str
    other: str
    """The side that would be changed."""
    only: Only
    why_not: str
    """Why it can't be; empty if it can."""


def next_difficulty(session: Session) -> NextDifficulty:
    """The difficulty one step up from that of a battle that a person has won, one step down from another's."""
    setup, levels = session.match.setup, list(AIMS)
    sides = [side.name for side in setup.sides]
    persons = [str(seat) for seat in session.people if seat != REFEREE]
    won = session.winner in persons
    now = session.difficulty if session.difficulty in AIMS else USUAL
    at = levels.index(now) + (1 if won else -1)
    why_not = ""
    if setup.lesson:
        why_not = "A lesson stays as it is"
    elif len(sides) != 2:
        why_not = "Only with two sides"
    elif len(persons) != 1:
        why_not = "Only with one person"
    elif not 0 <= at < len(levels):
        why_not = f"It is {now} already"
    following = levels[min(max(at, 0), len(levels) - 1)]
    title = "Harder" if won else "Easier"
    return NextDifficulty(title, following, other_side(sides, persons), "stronger" if won else "weaker", why_not)


def tell_change(before: Iterable[Recruit], after: Iterable[Recruit], titles: Mapping[str, str]) -> str:
    """Differences between two squads, in a line without an end; "nothing changed" if that is so."""
    old, new = (Counter(recruit.unit for recruit in squad) for squad in (before, after))
    parts = [
        f"{'one' if count == 1 else f'{count} ×'} {titles.get(unit, unit)} {word}"
        for word, differing in (("fewer", old - new), ("more", new - old))
        for unit, count in differing.items()
    ]
    return ", ".join(parts) or "nothing changed"


def _expected_worth(trials: Sequence[_Trial], own: float, guessed: float, logit: float) -> float:
    """The logarithm of the worth at which a squad should come to a share, by what the others came to.

    A straight line of weighted least squares, which has about the usual steepness unless the battles say otherwise;
    until they do a squad of the worth ``own`` is taken to come to the logit ``guessed``.
    """
    weights = [GUESSED / 4, *(trial.weight for trial in trials)]
    logits = [guessed, *(trial.logit for trial in trials)]
    worths = [log(own), *(log(trial.variant.worth) for trial in trials)]
    whole = fsum(weights)
    x = fsum(w * each for w, each in zip(weights, worths, strict=True)) / whole
    y = fsum(w * each for w, each in zip(weights, logits, strict=True)) / whole
    spread = fsum(w * (each - x) ** 2 for w, each in zip(weights, worths, strict=True))
    falling = fsum(w * (worth - x) * (y - each) for w, worth, each in zip(weights, worths, logits, strict=True))
    steep = max(1.0, (falling + PRIOR * STEEPNESS) / (spread + PRIOR))
    return x + (y - logit) / steep
