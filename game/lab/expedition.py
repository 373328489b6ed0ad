"""An expedition: a company's way over a map of places that is made of a word, in four steps.

At each step one of the places to which a road leads is chosen: a battle, a rest, a find, a meeting. Whatever the rules
say of wounds, rest and gear goes with the company; those who fall stay fallen. It is over at the end of the way, or
when nobody can go on. All of it follows from the word, but for the dice and for what is done.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from game.files.atomic import set_aside, word_name, write_whole
from game.files.battlefile import write_battle
from game.files.bounded_reading import is_plain
from game.files.errors import BadFile
from game.files.expeditions import (
    FILE,
    Expedition,
    ExpeditionPlace,
    Leg,
    LegOutcome,
    PlaceKind,
    Traveller,
    read_expedition,
    write_expedition,
)
from game.files.generate import KINDS, SIZES, USUAL_SIZE, map_title
from game.files.generate.journey import APART, FIRST, HIGH, write_land
from game.files.generate.seeded import SeededDraws
from game.files.saves import glance
from game.files.scenario import PlayerKind, Scenario, read_scenario, to_setup, usual_foes
from game.files.writing import write_scenario
from game.lab.company import (
    GROUND,
    belongings,
    cached_pieces,
    carrying,
    company_match,
    handed,
    piece_name,
    recruits_of,
    standings,
    tell_state,
)
from game.lab.difficulty import USUAL
from game.lab.matching import companies_of, draw_squads, size_term, strengths_of, terms_of
from game.lab.skirmish import (
    FOE,
    PARTY,
    SKIRMISH_AIMS,
    SkirmishRequest,
    plan_between,
    word_parts,
)
from game.play.battle_end import LuckReckoning, dealt_by, report_of, tell_best_blow, tell_fall, tell_luck
from game.play.dice import SEEDS, fresh_seed
from game.play.folders import BATTLE, SAVE, newest_first, state_folder
from game.play.resting import rest_after
from game.play.session import Session, autosave_path
from game.play.squads import members
from game.play.start import StartRequest
from game.rules.match import AnyMatch, Match
from game.rules.registry import ruleset
from game.rules.ruleset import AnyRuleset, HasGear, HasRest
from game.rules.setup import Setup, SideSetup
from game.rules.standing import called
from game.rules.state import Piece, Verdict
from game.rules.table import AnyBoard
from game.rules.weights import chance, logit_of
from game.scene.battle_report import BattleReport
from game.spatial.field import Field

STEPS = 4
"""Places that a company comes to, one after the other."""

SHAPES = ((2, 2, 2, 1), (2, 3, 2, 1), (2, 2, 3, 1), (3, 2, 2, 1), (2, 3, 3, 1), (2, 2, 2, 2), (3, 2, 3, 1))
"""Places of each step, seven to nine in all."""

SETTING_OUT = FIRST, HIGH // 2 + 1
"""Where on the map of the land a company sets out."""

FOLDER = "expeditions"
"""The folder of the game's own files in which they are kept, each in one of its own."""

LAND = "land.tmx"
"""The map of its places, in that folder."""

PROMISED = {"easier": 0.97, "even": 0.9, "harder": 0.8}
LAST = {"easier": 0.8, "even": 0.5, "harder": 0.25}
"""How often a company as it set out would win each battle, and one at the end of the way.

The others bring what the last needs, and wounds and losses; by trials no kind of place is the better way always.
"""

STRONGER = 1.25
"""How many times as strong as the strongest of a company somebody may be who goes along with it."""

PEACEFUL: dict[PlaceKind, tuple[str, ...]] = {
    "rest": ("The hermit’s spring", "The drovers’ barn", "A dry cave", "The ferryman’s loft", "The miller’s hearth"),
    "find": ("The wrecked wagon", "The old armoury", "The smuggler’s cellar", "The fallen watchtower"),
    "meeting": ("The toll stone", "The crossroads oak", "The broken bridge", "The white flag"),
}
"""What places are called at which nobody fights."""


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
        return not self.expedition.open and not self.expedition.chosen

    @property
    def won(self) -> bool:
        """Whether the company has come through all of it."""
        return self.over and bool(self.expedition.company)

    @property
    def land(self) -> Path:
        """The map of its places."""
        return self.path.with_name(LAND)

    def scenario(self, key: str) -> Scenario:
        """The battle of a place that was chosen. Raises BadFile."""
        return read_scenario(self.path.parent / self.expedition.by_key[key].file)

    @property
    def seed(self) -> int:
        """That of the dice of the next battle."""
        it = self.expedition
        return SeededDraws(f"{it.word}/{it.rules}/leg {len(it.legs) + 1}/dice {it.dice}").below(SEEDS)


def set_out(wanted: ExpeditionRequest, root: Path | None = None) -> OpenExpedition:
    """Begin one, in place of one of the same word. Its battles are made as they are chosen.

    Raises BadFile, UnknownRuleset. Where that one can't be read its file is kept beside it, for its owner to look at.
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
    return _kept(OpenExpedition(path, begun), replace(begun, places=_draw_places(begun, path.parent, rules)))


def place_of(word: str, rules: str, root: Path | None = None) -> Path:
    """Where the expedition of a word by some rules is kept, if there is one."""
    return (root or state_folder(FOLDER)) / word_name(word, rules) / FILE


def opened(path: Path) -> OpenExpedition:
    """Expedition that was kept. Raises BadFile."""
    it = read_expedition(path)
    whole = (
        it.size in SIZES
        and it.difficulty in PROMISED
        and len(it.by_key) == len(it.places)
        and all(to in it.by_key for place in it.places for to in place.roads)
        and all(place.land in ("", *KINDS) and place.aim in ("", *SKIRMISH_AIMS) for place in it.places)
        and all(bool(place.file) == bool(place.land) == (place.kind == "battle") for place in it.places)
        and (not it.chosen or (it.chosen in it.by_key and it.by_key[it.chosen].file))
        and (it.company or not it.chosen)
        and any((*(place.file for place in it.places), *(leg.file for leg in it.legs)))
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
    before, last = 100 * PROMISED[difficulty], 100 * LAST[difficulty]
    return f"unhurt and whole the company wins {before:.0f} in 100 of such battles, and {last:.0f} of the last"


def tell_far(it: OpenExpedition) -> str:
    """How far it has come: "2 of 4 steps are behind it"."""
    return f"{len(it.expedition.legs)} of {it.expedition.steps} steps are behind it"


# -- the map of places


def _draw_places(begun: Expedition, folder: Path, rules: AnyRuleset) -> tuple[ExpeditionPlace, ...]:
    """Draw the places, their foes and their roads, and write the map of the land. Raises BadFile."""
    draws = SeededDraws(f"{begun.word}/{begun.rules}/journey")
    shape = draws.part("shape").pick(SHAPES)
    drawn = draws.part("peaceful")
    rest = drawn.pick((2, 3))  # not for the unhurt, nor in place of the last battle
    find, meeting = drawn.shuffled([step for step in range(1, STEPS) if step != rest])
    peaceful: dict[int, PlaceKind] = {rest: "rest", find: "find", meeting: "meeting"}
    map_kinds = draws.part("lands").shuffled(sorted(KINDS))
    strangers, talkers = _who_may_join(begun, rules, draws)
    places: list[ExpeditionPlace] = []
    for step, count in enumerate(shape, 1):
        quiet = draws.part(f"where {step}").below(count) if step in peaceful else None
        for row in range(count):
            kind: PlaceKind = peaceful[step] if row == quiet else "battle"
            key, cell = f"{step}{'abc'[row]}", (FIRST + APART * step, HIGH * (2 * row + 1) // (2 * count) + 1)
            roads = tuple(f"{step + 1}{'abc'[to]}" for to in _roads(count, shape[step])[row]) if step < STEPS else ()
            if kind == "battle":
                place = ExpeditionPlace(key, step, kind, "", cell, roads, land=map_kinds[len(places) % len(map_kinds)])
                place = _with_battle(place, begun, rules)
                if step < STEPS and strangers and draws.part(f"captive {key}").chance(CAPTIVES):
                    place = replace(place, joins=Traveller(strangers.pop()))
            else:
                joins = Traveller(talkers.pop()) if kind == "meeting" and talkers else None
                place = ExpeditionPlace(key, step, kind, draws.part(key).pick(PEACEFUL[kind]), cell, roads, joins=joins)
            places.append(place)
    marks = {SETTING_OUT: "", **{place.at: place.land or place.kind for place in places}}
    at = {place.key: place.at for place in places}
    roads_out = [(SETTING_OUT, place.at) for place in places if place.step == 1]
    roads_on = [(place.at, at[to]) for place in places for to in place.roads]
    write_land(folder / LAND, begun.word, marks, [*roads_out, *roads_on])
    return tuple(places)


CAPTIVES = 70
"""Of a hundred battles on the way those that free somebody."""


def _roads(here: int, there: int) -> list[list[int]]:
    """By place of a step, the places of the next to which roads lead: none cross, and each place has one at least."""
    found: list[list[int]] = [[] for _ in range(here)]
    one, other = 0, 0
    while True:
        found[one].append(other)
        if one == here - 1 and other == there - 1:
            return found
        if other == there - 1 or (one < here - 1 and (one + 1) * there <= (other + 1) * here):
            one += 1
        else:
            other += 1


def _request(begun: Expedition, place: ExpeditionPlace) -> SkirmishRequest:
    """The battle of a place as it is made; the aim is that of the word unless it is known."""
    word = " + ".join(f"{part} {place.key}" for part in dict.fromkeys(word_parts(begun.word)))
    return SkirmishRequest(word, begun.rules, place.land, begun.size, begun.difficulty, begun.opponent, place.aim)


def _with_battle(place: ExpeditionPlace, begun: Expedition, rules: AnyRuleset) -> ExpeditionPlace:
    """The place with all that is known of its battle, whose map is not made yet."""
    wanted, promised = _request(begun, place), (PROMISED if place.roads else LAST)[begun.difficulty]
    terms, company = terms_of(place.land, wanted.fought_for), recruits_of(begun)
    bare = Setup(rules.name, Field(1, 1), (SideSetup(PARTY, company, party=True), SideSetup(FOE, ())))
    drawn = draw_squads(bare, rules, wanted.draws, logit_of(promised), terms, strengths_of(rules), company=company)
    title = map_title(wanted.map_word, place.land, begun.size)
    foes = drawn.side(FOE).squad
    return replace(place, title=title, file=f"{wanted.name}.toml", aim=wanted.fought_for, foes=foes)


def _who_may_join(begun: Expedition, rules: AnyRuleset, draws: SeededDraws) -> tuple[list[str], list[str]]:
    """Units of which one may be a captive, and units of which one may be talked to, the first to come last.

    Captives are of the company's kind where there are such that are no stronger than it, else of the usual foes', as
    are those whom one talks to: they are people by every book, and the weaker half of them, or nobody would fight
    where there is somebody to talk to.
    """
    squads, strengths = rules.parties(), strengths_of(rules).units
    most = STRONGER * max(strengths[each.unit] for each in begun.company)
    there = {each.unit for each in begun.company}
    kin = dict.fromkeys(each.unit for name in companies_of(rules) for each in squads[name])
    people = sorted(dict.fromkeys(each.unit for each in squads[usual_foes(rules)]), key=lambda unit: strengths[unit])
    talkers = people[: (len(people) + 1) // 2]
    captives = [unit for unit in kin if unit not in there and strengths[unit] <= most]
    return draws.part("captives").shuffled(captives or people), draws.part("talkers").shuffled(talkers)


def expected_share(expedition: Expedition, place: ExpeditionPlace) -> float | None:
    """How often the company as it is now, unhurt, would win a battle, by all that is known of its foes.

    None where there is no battle, or nobody is known of.
    """
    company = recruits_of(expedition)
    foes = [foe.unit for foe in place.foes if not foe.hidden]
    if not foes or not company:
        return None
    terms = (*terms_of(place.land, place.aim), size_term(company))
    strengths = strengths_of(ruleset(expedition.rules))
    return chance(strengths.logit([each.unit for each in company], foes, terms))


def tell_place(it: OpenExpedition, place: ExpeditionPlace) -> list[str]:
    """What is known of a place: of one to which a road leads from here or that one has been to all of it.

    Of those farther off no more than from afar: what there is, and who is about.
    """
    now = it.expedition
    near = place in now.open or place.key == now.chosen or place.key in {leg.place for leg in now.legs}
    rules = ruleset(now.rules)
    roster = rules.roster()
    if place.kind == "rest":
        return ["A safe place: another night of rest, by the rules of the game."]
    if place.kind == "find":
        return ["Nobody is about. What was lost, broken or used up is made good there, and something more lies about."]
    if place.kind == "meeting":
        if not near or place.joins is None:
            return ["Somebody waits to talk." if place.joins else "Nobody waits there."]
        wanted = price_of(now, place)
        owner = _called(it, now.company[wanted[0]]) if wanted is not None else ""
        asked = "for nothing" if wanted is None else f"for the {piece_name(now, wanted[2])} of {owner}"
        return [f"{_called(it, place.joins)} waits there, and would go along {asked}."]
    told = members([replace(foe, name="") for foe in place.foes], rules)
    if not near:
        kinds = ", ".join(dict.fromkeys(roster.get(foe.unit, foe.unit) for foe in place.foes if not foe.hidden))
        return [f"A battle, {KINDS[place.land].title.lower()}. About: {kinds}."]
    aim = SKIRMISH_AIMS[place.aim]
    lines = [f"{KINDS[place.land].title}. Foes: {told}.", f"{aim.title}: {aim.about}"]
    if place.joins is not None:
        lines.append(f"They hold a captive, {_called(it, place.joins)}, who goes along with a victory.")
    share = expected_share(now, place)
    if share is not None:
        lines.append(f"Expected: {100 * share:.0f} in 100 are won, unhurt.")
    return lines


def tell_map(it: OpenExpedition) -> str:
    """The map of the places as text: a line for each, by steps, with the roads on from it."""
    now = it.expedition
    been = {leg.place: leg for leg in now.legs}
    lines = []
    for place in now.places:
        sign = "*" if now.at == place else "+" if place.key in been else ">" if place in now.open else " "
        told = tell_leg(been[place.key]) if place.key in been else f"{place.title}: {tell_place(it, place)[0]}"
        roads = f" (on to {', '.join(place.roads)})" if place.roads else ""
        lines.append(f"{sign} {place.key} {told}{roads}")
    return "\n".join(["* here, + been there, > a road leads there", *lines])


# -- on the way


def choose(it: OpenExpedition, key: str, *, agreed: bool = True) -> OpenExpedition:
    """Choose one of the places to which a road leads; what happens where nobody fights has happened then.

    ``agreed``: whether who is met there gets what it asks for. Raises BadFile for another, and if it has gone on
    meanwhile.
    """
    _check_present(it)
    now = replace(it.expedition, lying=(), yielded=())
    place = next((place for place in now.open if place.key == key), None)
    if place is None:
        raise BadFile(f"no road leads to {key!r} now; choose one of {', '.join(each.key for each in now.open)}")
    if place.kind == "battle":
        planned, _ = battle_with(it, key)
        write_scenario(planned.path, planned.entries)
        return _kept(it, replace(now, chosen=key))
    leg = Leg("", place.title, "passed", 0, "", place=key)
    if place.kind == "rest":
        match = company_match(now)
        assert match is not None, "somebody is there to choose"
        quiet = replace(match.state, verdict=Verdict(PARTY, "nobody is there"))
        rested = rest_after(Match(match.ruleset, match.setup, match.ground, quiet), PARTY, it.seed)
        night = tuple(line.text for line in rested.lines)
        by = dict(zip((c.id for c in match.state.on(PARTY)), now.company, strict=True))
        pairs = zip(rested.ids, rested.company, strict=True)
        company = tuple(carrying(now, by[who], each.carried) for who, each in pairs)
        now, leg = replace(now, company=company), replace(leg, outcome="rested", night=night)
    elif place.kind == "find":
        rules = ruleset(now.rules)
        assert isinstance(rules, HasRest)
        company = tuple(replace(each, carried=rules.made_good(each.carried, each.given)) for each in now.company)
        now = replace(now, company=company, lying=cached_pieces(now.rules, SeededDraws(f"{now.word}/{key}")))
        leg = replace(leg, outcome="found")
    elif place.joins is not None and agreed:
        wanted = price_of(now, place)
        if wanted is not None:
            now = replace(handed(now, *wanted[:2], GROUND), lying=())
        now = replace(now, company=(*now.company, place.joins))
        leg = replace(leg, outcome="joined", joined=(_called(it, place.joins),))
    return _kept(it, replace(now, legs=(*now.legs, leg)))


def battle_with(it: OpenExpedition, key: str) -> tuple[Scenario, Setup]:
    """The battle of a place as the company would fight it now, whose scenario is not written. Raises BadFile."""
    now, place = it.expedition, it.expedition.by_key[key]
    squads = {PARTY: recruits_of(now), FOE: place.foes}
    return plan_between(_request(now, place), it.path.with_name(place.file), squads, place.title)


def price_of(now: Expedition, place: ExpeditionPlace) -> tuple[int, str, Piece] | None:
    """What somebody who is met asks for: whose it is, by number, its key, and what; None if they have nothing.

    It is what a member has first at hand, and fights with: a trinket would be no price.
    """
    things = [(who, *own[0]) for who, own in enumerate(belongings(now)) if own]
    return SeededDraws(f"{now.word}/{place.key}/price").pick(things) if things else None


def take_along(it: OpenExpedition) -> OpenExpedition:
    """Somebody who has surrendered goes along. Raises BadFile if nobody has, or if it has gone on meanwhile."""
    now = it.expedition
    if not now.yielded:
        raise BadFile("nobody is here who would go along")
    who = now.yielded[0]
    leg = replace(now.legs[-1], joined=(*now.legs[-1].joined, _called(it, who)))
    return save(it, replace(now, company=(*now.company, who), yielded=(), legs=(*now.legs[:-1], leg)))


def hand(it: OpenExpedition, giver: int, key: str, taker: int) -> OpenExpedition:
    """Hand gear about as ``handed``, and keep that. Raises BadFile as that does, and if it has gone on meanwhile."""
    return save(it, handed(it.expedition, giver, key, taker))


def _called(it: OpenExpedition, who: Traveller) -> str:
    return who.name or ruleset(it.expedition.rules).roster().get(who.unit, who.unit)


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


def go_on(it: OpenExpedition, match: AnyMatch, *, kept: bool = True) -> OpenExpedition:
    """The battle that was chosen is over: the company rests, and whom it has freed goes along.

    Somebody who does not go on is named in the leg. ``kept``: whether the battle is, with what stood out in it. Raises
    BadFile, also if it has gone on meanwhile.
    """
    _check_present(it)
    now, verdict = it.expedition, match.state.verdict
    if verdict is None:
        raise BadFile("the battle is not over; fight it to its end first")
    if to_setup(it.scenario(now.chosen)) != match.setup:
        raise BadFile(f"{match.setup.title} is not the battle that was chosen; fight that one")
    party = next(side for side in match.setup.sides if side.party)
    outcome: LegOutcome = "won" if verdict.winner == party.name else "drawn" if verdict.winner is None else "lost"
    rested = rest_after(match, party.name, it.seed)
    titles = match.ruleset.roster(match.setup.roster)
    lost, company, alike = list[str](), list[Traveller](), list(rested.company)
    for own, fought in zip(now.company, party.squad, strict=True):
        back = next((each for each in alike if (each.unit, each.name) == (fought.unit, fought.name)), None)
        if back is None:
            lost.append(fought.name or titles[fought.unit])
        else:
            alike.remove(back)
            company.append(carrying(now, own, back.carried))
    place = now.by_key[now.chosen]
    freed = [place.joins] if outcome == "won" and company and place.joins is not None else []
    report = report_of(match)
    record = f"{place.key}{BATTLE}" if kept else ""
    if kept:
        write_whole(it.path.with_name(record), write_battle(match).encode())
    leg = Leg(
        place.file,
        match.setup.title,
        outcome,
        report.rounds,
        verdict.why,
        tuple(lost),
        tuple(line.text for line in rested.lines),
        place.key,
        tuple(_called(it, who) for who in freed),
        tuple(_stood_out(match, report, party.name)) if kept else (),
        record,
    )
    yielded, lying = _won(it, match, rested.board) if outcome == "won" and company else ((), ())
    now = replace(now, company=(*company, *freed), legs=(*now.legs, leg), chosen="", lying=lying, yielded=yielded)
    return _kept(it, now)


def _stood_out(match: AnyMatch, report: BattleReport, side: str) -> Iterator[str]:
    """The best blow, who of a side fell by whom, and how its dice and the others' fell against their odds."""
    harm, luck = match.ruleset.harm_word, LuckReckoning(match)
    if best := tell_best_blow(report, harm):
        yield f"Best blow: {best}."
    for who, totals in report.deeds.items():
        if totals.side == side and (fall := tell_fall(report, who)):
            yield f"{called(totals.standing)} {fall}."
    while not luck.done:
        luck.advance()
    for each in match.setup.sides:
        found = luck.by_side.get(each.name)
        if found is not None:
            told = tell_luck(found, harm, dealt_by(report, each.name))
            yield f"The dice of the {'company' if each.name == side else 'foes'}: {told}."


def _won(it: OpenExpedition, match: AnyMatch, board: AnyBoard) -> tuple[tuple[Traveller, ...], tuple[Piece, ...]]:
    """The first of the foes who have surrendered and would go along, and what lies there after the night."""
    rules, state = match.ruleset, match.state
    foe = next(side.name for side in match.setup.sides if not side.party)
    first = next((c.id for c in state.on(foe) if rules.standing(match.board, c.id).yielded), None)
    yielded: tuple[Traveller, ...] = ()
    if first is not None:
        theirs = replace(state, verdict=Verdict(foe, ""))
        rested = rest_after(Match(rules, match.setup, match.ground, theirs), foe, it.seed)
        along = [each for who, each in zip(rested.ids, rested.company, strict=True) if who == first]
        yielded = tuple(Traveller(each.unit, "", each.carried) for each in along)
    if not isinstance(rules, HasGear):
        return yielded, ()
    start = rules.begin(match.setup, match.ground)
    left = {who: c for who, c in start.combatants.items() if who != first or not yielded}
    return yielded, tuple(rules.gear_rules.spoils(replace(start, combatants=left), board, PARTY))


def save(it: OpenExpedition, now: Expedition) -> OpenExpedition:
    """Keep what has become of an expedition. Raises BadFile if it has gone on meanwhile."""
    _check_present(it)
    return _kept(it, now)


def _check_present(it: OpenExpedition) -> None:
    """See that nobody has gone on with it since it was read, in another window or terminal. Raises BadFile."""
    if opened(it.path).expedition != it.expedition:
        raise BadFile(f"“{it.expedition.word}” has gone on in another window meanwhile; go on with it as it is there")


def _kept(it: OpenExpedition, now: Expedition) -> OpenExpedition:
    write_expedition(it.path, now)
    return OpenExpedition(it.path, now)


# -- in words


def page(it: OpenExpedition) -> str:
    """Chronicle of an expedition, as a text in Markdown."""
    return "\n".join(_page(it)) + "\n"


def _page(it: OpenExpedition) -> Iterator[str]:
    now = it.expedition
    yield f"# The expedition of “{now.word}”"
    yield ""
    yield f"{ruleset(now.rules).title}, {now.difficulty}: {tell_promise(now.difficulty)}. {tell_ending(it)}"
    for number, leg in enumerate(now.legs, 1):
        yield ""
        yield f"## {number}. {tell_leg(leg)}"
        yield ""
        yield tell_why(leg)
        if leg.told:
            yield ""
            yield from (f"- {line}" for line in leg.told)
        if leg.night:
            yield ""
            yield from (f"- {line}" for line in leg.night)
    if now.company:
        yield ""
        yield "## The company"
        yield ""
        yield from (f"- {standing.name}: {tell_state(standing)}" for standing in standings(now))


OUTCOMES: dict[LegOutcome, str] = {
    "rested": "a night of rest",
    "found": "gear made good",
    "joined": "somebody goes along",
    "passed": "passed by",
}
"""What legs come to in which nobody fights."""


def tell_leg(leg: Leg) -> str:
    """Where the company was, and what came of it: "The Fox Road: won after 4 rounds"."""
    outcome = tell_outcome(leg)
    return f"{leg.title}: {outcome[:1].lower()}{outcome[1:]}"


def tell_outcome(leg: Leg) -> str:
    """What came of it alone: "Won after 4 rounds"."""
    rounds = f" after {leg.rounds} round{'s' if leg.rounds > 1 else ''}" if leg.rounds else ""
    outcome = OUTCOMES.get(leg.outcome, leg.outcome)
    return f"{outcome[:1].upper()}{outcome[1:]}{rounds}"


def tell_why(leg: Leg) -> str:
    """What decided it, who did not go on and who goes along, in sentences."""
    why = f"{leg.why[:1].upper()}{leg.why[1:]}." if leg.outcome != "lost" else f"The others won: {leg.why}."
    told = [why] if leg.why else ["Everything of theirs is whole and complete again."] * (leg.outcome == "found")
    told += [f"Did not go on: {', '.join(leg.lost)}."] * bool(leg.lost)
    told += [f"Goes along: {', '.join(leg.joined)}."] * bool(leg.joined)
    return " ".join(told)


def tell_ending(it: OpenExpedition) -> str:
    """How far it has come, or how it ended."""
    if it.won:
        return "The company came through all of it."
    if it.over:
        return f"It ended at step {len(it.expedition.legs)} of {it.expedition.steps}: nobody could go on."
    return f"{tell_far(it)}."
