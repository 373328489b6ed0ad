"""An expedition: five battles in a row with one company, of which each time one of two may be chosen.

Whatever the rules say of wounds, rest and gear goes with the company from one battle to the next; those who fall stay
fallen. It is over after the fifth, or when nobody can go on. All of it follows from a word, but for the dice and for
what is done.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from game.files.atomic import set_aside, word_name
from game.files.bounded_reading import is_plain
from game.files.errors import BadFile
from game.files.expeditions import FILE, Expedition, Leg, LegOutcome, Traveller, read_expedition, write_expedition
from game.files.generate import KINDS, SIZES, USUAL_SIZE
from game.files.generate.seeded import SeededDraws
from game.files.saves import glance
from game.files.scenario import PlayerKind, Scenario, read_scenario, to_setup
from game.lab.difficulty import USUAL
from game.lab.matching import companies_of
from game.lab.skirmish import PLAIN, SkirmishRequest, word_parts, write_skirmish
from game.play.battle_end import report_of
from game.play.dice import SEEDS, fresh_seed
from game.play.folders import SAVE, newest_first, state_folder
from game.play.resting import rest_after
from game.play.session import Session, autosave_path
from game.play.squads import members
from game.play.start import StartRequest
from game.rules.match import AnyMatch, Match
from game.rules.registry import ruleset
from game.rules.ruleset import HasRest
from game.rules.setup import Recruit
from game.rules.standing import Standing

LEGS = 5
"""Battles of an expedition."""

WAYS = "ab"
"""Letters of the battles of which one is chosen."""

FOLDER = "expeditions"
"""The folder of the game's own files in which they are kept, each in one of its own."""

PROMISED = {"easier": 0.9, "even": 0.8, "harder": 0.7}
"""How often a company as it set out would win each battle: wounds and losses make the later ones harder than that."""


@dataclass(frozen=True)
class ExpeditionRequest:
    """Request for an expedition."""

    word: str
    rules: str
    size: str = USUAL_SIZE
    difficulty: str = USUAL
    opponent: PlayerKind = "instinct"


@dataclass(frozen=True)
class OpenExpedition:
    """Expedition as it stands, and where it is kept."""

    path: Path
    expedition: Expedition

    @property
    def over(self) -> bool:
        """Whether no battle follows."""
        return not self.expedition.offered and not self.expedition.chosen

    @property
    def won(self) -> bool:
        """Whether the company has come through all of it."""
        return self.over and len(self.expedition.legs) == LEGS and bool(self.expedition.company)

    def scenario(self, file: str) -> Scenario:
        """A battle of it. Raises BadFile."""
        return read_scenario(self.path.parent / file)

    @property
    def seed(self) -> int:
        """That of the dice of the next battle."""
        return self.draws.part(f"dice {self.expedition.dice}").below(SEEDS)

    @property
    def draws(self) -> SeededDraws:
        """Draws for the next battle, made of the word."""
        it = self.expedition
        return SeededDraws(f"{it.word}/{it.rules}/leg {len(it.legs) + 1}")


def set_out(wanted: ExpeditionRequest, root: Path | None = None) -> OpenExpedition:
    """Begin one, in place of one of the same word, and make its first battles. Raises BadFile, UnknownRuleset.

    Where that one can't be read its file is kept beside it, for its owner to look at.
    """
    if not wanted.word.strip():
        raise BadFile("an expedition is made of a word; name one")
    rules = ruleset(wanted.rules)
    if not isinstance(rules, HasRest):
        raise BadFile(f"{rules.title} does not tell what follows a battle, so nobody can go on from one to the next")
    path = place_of(wanted.word, wanted.rules, root)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(f"{path.parent}: no folder can be made there ({error.strerror})") from error
    try:
        if path.is_file():
            opened(path)
    except BadFile:
        set_aside(path)
    squad = SeededDraws(f"{wanted.word}/{wanted.rules}").part("party").pick(companies_of(rules))
    company = tuple(Traveller(recruit.unit, recruit.name) for recruit in rules.parties()[squad])
    begun = Expedition(
        wanted.word.strip(),
        rules.name,
        wanted.size,
        wanted.difficulty,
        wanted.opponent,
        company,
        dice=fresh_seed(),
    )
    return _offer(OpenExpedition(path, begun))


def place_of(word: str, rules: str, root: Path | None = None) -> Path:
    """Where the expedition of a word by some rules is kept, if there is one."""
    return (root or state_folder(FOLDER)) / word_name(word, rules) / FILE


def opened(path: Path) -> OpenExpedition:
    """Expedition that was kept. Raises BadFile."""
    it = read_expedition(path)
    whole = (
        it.size in SIZES
        and it.difficulty in PROMISED
        and len(it.legs) <= LEGS
        and len(it.offered) <= len(WAYS)
        and not (it.offered and it.chosen)
        and (it.company or not (it.offered or it.chosen))
        and any((*it.offered, it.chosen, *(leg.file for leg in it.legs)))
    )
    if not whole:
        raise BadFile(f"{path}: what it says is no state that an expedition can be in; begin another")
    return OpenExpedition(path, it)


def under_way(root: Path | None = None) -> list[Path]:
    """The files of those that are not over, the one played last first; what can't be read is left out."""
    found = []
    for path in newest_first((root or state_folder(FOLDER)).glob(f"*/{FILE}")):
        try:
            if not opened(path).over:
                found.append(path)
        except BadFile:
            continue
    return found


def under_way_of(word: str, rules: str) -> OpenExpedition | None:
    """The expedition of a word by some rules, if it is not over; None also for one that can't be read."""
    path = place_of(word, rules)
    try:
        it = opened(path) if path.is_file() else None
    except BadFile:
        return None
    return None if it is None or it.over else it


def tell_promise(difficulty: str) -> str:
    """Chance that a difficulty promises: "unhurt the company wins 80 in 100 of these battles"."""
    return f"unhurt and whole the company wins {100 * PROMISED[difficulty]:.0f} in 100 of such battles"


def tell_far(it: OpenExpedition) -> str:
    """How far it has come: "2 of 5 battles are fought"."""
    return f"{len(it.expedition.legs)} of {LEGS} battles are fought"


def _offer(it: OpenExpedition) -> OpenExpedition:
    """Make the battles of which one is to be chosen next, on maps of different kinds."""
    now, number = it.expedition, len(it.expedition.legs) + 1
    company = [Recruit(each.unit, each.name, carried=each.carried) for each in now.company]
    offered = []
    for way, kind in zip(WAYS, it.draws.part("kinds").shuffled(sorted(KINDS)), strict=False):
        word = " + ".join(f"{part} {number}{way}" for part in dict.fromkeys(word_parts(now.word)))
        wanted = SkirmishRequest(word, now.rules, kind, now.size, now.difficulty, now.opponent, PLAIN)
        made = write_skirmish(wanted, it.path.parent, company=company, promised=PROMISED[now.difficulty])
        offered.append(made.path.name)
    return _kept(it, replace(now, offered=tuple(offered), chosen=""))


def choose(it: OpenExpedition, file: str) -> OpenExpedition:
    """Choose one of the battles that are offered. Raises BadFile for another, and if it has gone on meanwhile."""
    _check_present(it)
    if file not in it.expedition.offered:
        raise BadFile(f"{file} is not offered; choose one of {', '.join(it.expedition.offered)}")
    return _kept(it, replace(it.expedition, chosen=file, offered=()))


def battle_of(it: OpenExpedition) -> StartRequest:
    """The battle that was chosen: as it was saved last, or else from its beginning. Raises BadFile.

    Two windows that have fought it save apart; a save that can't be read is passed over.
    """
    scenario = it.scenario(it.expedition.chosen)
    place = autosave_path(to_setup(scenario), it.seed)
    own = re.compile(re.escape(place.stem) + r"(-\d+)?" + re.escape(SAVE))
    for save in newest_first(each for each in place.parent.glob(f"*{SAVE}") if own.fullmatch(each.name)):
        try:
            glance(save)
        except BadFile:
            continue
        return StartRequest(save)
    return StartRequest(scenario.path, seed=it.seed)


def expedition_of(match: AnyMatch) -> OpenExpedition | None:
    """The expedition that a battle is the present one of, if it is of one."""
    path = Path(match.setup.map_file).parent / FILE
    if not path.is_absolute() or not is_plain(path):
        return None
    try:
        it = opened(path)
        chosen = it.expedition.chosen
        return it if chosen and to_setup(it.scenario(chosen)) == match.setup else None
    except BadFile:
        return None


def why_no_giving_up(session: Session) -> str:
    """Why a battle can't be ended before its end, as lost; empty if it can."""
    if session.ended:
        return "It is over."
    if session.course is not None or session.puzzle is not None:
        return "Nothing is lost by leaving it."
    if expedition_of(session.match) is not None:
        return "On an expedition it counts who gets away; leave it, and it is kept."
    return ""


def go_on(it: OpenExpedition, match: AnyMatch) -> OpenExpedition:
    """The battle that was chosen is over: the company rests, and the next ones are made.

    Somebody who does not go on is named in the leg. Raises BadFile, also if it has gone on meanwhile.
    """
    _check_present(it)
    verdict = match.state.verdict
    if verdict is None:
        raise BadFile("the battle is not over; fight it to its end first")
    if to_setup(it.scenario(it.expedition.chosen)) != match.setup:
        raise BadFile(f"{match.setup.title} is not the battle that was chosen; fight that one")
    party = next(side for side in match.setup.sides if side.party)
    outcome: LegOutcome = "won" if verdict.winner == party.name else "drawn" if verdict.winner is None else "lost"
    rested = rest_after(match, party.name, it.seed)
    titles = match.ruleset.roster(match.setup.roster)
    left = Counter((each.unit, each.name) for each in rested.company)
    lost = []
    for each in party.squad:
        left[each.unit, each.name] -= 1
        if left[each.unit, each.name] < 0:
            lost.append(each.name or titles[each.unit])
    leg = Leg(
        it.expedition.chosen,
        match.setup.title,
        outcome,
        report_of(match).rounds,
        verdict.why,
        tuple(lost),
        tuple(line.text for line in rested.lines),
    )
    company = tuple(Traveller(each.unit, each.name, each.carried) for each in rested.company)
    now = replace(it.expedition, company=company, legs=(*it.expedition.legs, leg), offered=(), chosen="")
    after = OpenExpedition(it.path, now)
    return _offer(after) if company and len(now.legs) < LEGS else _kept(after, now)


def _check_present(it: OpenExpedition) -> None:
    """See that nobody has gone on with it since it was read, in another window or terminal. Raises BadFile."""
    if opened(it.path).expedition != it.expedition:
        raise BadFile(f"“{it.expedition.word}” has gone on in another window meanwhile; go on with it as it is there")


def _kept(it: OpenExpedition, now: Expedition) -> OpenExpedition:
    write_expedition(it.path, now)
    return OpenExpedition(it.path, now)


# -- in words


def tell_foes(scenario: Scenario) -> str:
    """Foes of a scenario in words: "3 × Bandit, Wolf"; who lies in ambush is not told of."""
    setup = to_setup(scenario)
    foes = [recruit for side in setup.sides if not side.party for recruit in side.squad]
    return members(foes, ruleset(setup.ruleset), setup.roster)


def company_match(it: OpenExpedition) -> AnyMatch | None:
    """The beginning of a battle in which the company stands as it goes on now; None if nobody does. Raises BadFile."""
    now = it.expedition
    files = (now.chosen, *now.offered, *(leg.file for leg in reversed(now.legs)))
    squad = tuple(Recruit(each.unit, each.name, carried=each.carried) for each in now.company)
    if not squad:
        return None
    setup = to_setup(it.scenario(next(filter(None, files))))
    sides = tuple(replace(side, squad=squad) if side.party else side for side in setup.sides)
    return Match.begin(ruleset(now.rules), replace(setup, sides=sides))


def tell_state(it: Standing) -> str:
    """How somebody fares, and what lies heavy on it: "Grit 8/8, Flesh 2/5, Stress 3/10"; "unhurt" if all is well."""
    bars = [f"{bar.word} {bar.told}" for bar in it.bars if bar.hurt or not bar.rising]
    pools = [f"{pool.word} {pool.brief}" for pool in it.pools if not pool.dots and not pool.pip]
    return ", ".join((*bars, *pools, *it.words)) or "unhurt"


def _company(it: OpenExpedition) -> Iterator[str]:
    match = company_match(it)
    if match is not None:
        party = next(side.name for side in match.setup.sides if side.party)
        for c in match.state.on(party):
            standing = match.ruleset.standing(match.board, c.id)
            yield f"- {standing.name}: {tell_state(standing)}"


def page(it: OpenExpedition) -> str:
    """Chronicle of an expedition, as a text in Markdown."""
    return "\n".join(_page(it)) + "\n"


def _page(it: OpenExpedition) -> Iterator[str]:
    now = it.expedition
    yield f"# The expedition of “{now.word}”"
    yield ""
    yield f"{ruleset(now.rules).title}, {now.difficulty}: {tell_promise(now.difficulty)}. {_ending(it)}"
    for number, leg in enumerate(now.legs, 1):
        rounds = f" after {leg.rounds} round{'s' if leg.rounds > 1 else ''}" if leg.rounds else ""
        yield ""
        yield f"## {number}. {leg.title}: {leg.outcome}{rounds}"
        yield ""
        yield f"{leg.why[:1].upper()}{leg.why[1:]}." if leg.outcome != "lost" else f"The others won: {leg.why}."
        if leg.lost:
            yield f"Did not go on: {', '.join(leg.lost)}."
        if leg.night:
            yield ""
            yield from (f"- {line}" for line in leg.night)
    if now.company:
        yield ""
        yield "## The company"
        yield ""
        yield from _company(it)


def _ending(it: OpenExpedition) -> str:
    number = len(it.expedition.legs)
    if it.won:
        return "The company came through all of it."
    if it.over:
        return f"It ended with battle {number} of {LEGS}: nobody could go on."
    return f"{tell_far(it)}."
