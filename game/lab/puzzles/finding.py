"""Finds puzzles: has AIs fight, and searches moments of their battles for those where one line is far better."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import count
from math import fsum
from pathlib import Path
from typing import Any

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
from game.lab.puzzles.proving import grade_of, prove, search_lines, usual_share
from game.play.speech import AimWatch, name_of
from game.rules.events import Id
from game.rules.match import AnyMatch, Match
from game.rules.questions import Choose
from game.rules.ruleset import AnyRuleset, BadSetup, HasPlanningModel
from game.rules.state import state_hash
from game.spatial.space import Space

ANSWERS = 250
"""Answers of a battle that are looked at."""

QUICK = 12_000
"""Plays that the first look at a moment may take."""

WEAK = 0.9
"""The share of its health that somebody has at most who is to fall, or to be saved."""

LIKELY = 0.35
"""How likely the best line is at least: what hardly ever comes off is no solution."""

LOST, SAFE = 0.1, 0.6
"""Where somebody is to be kept from harm: how often the usual play does so at least and at most, or there is nothing to
find.
"""

NEARLY_OUT, NEARLY_SURE = 0.15, 0.7
"""How likely one attack puts somebody down who is to fall, at least and at most."""

FEWEST, MOST, STEPS = 2, 3, 3
"""How many fight on each side, and how many steps from one of them they all begin at most."""

IN_SHORT: dict[AimKind, str] = {"fell": "fell", "save": "save", "unhurt": "no blood"}

SPREAD = 12
"""Answers between two puzzles of one battle at least."""


@dataclass(frozen=True)
class FoundPuzzle:
    """A puzzle, not yet written."""

    scenario: Scenario
    puzzle: Puzzle

    def write(self, folder: Path) -> Path:
        """Write it as a scenario, over no other; gives its file. Raises BadFile."""
        folder.mkdir(parents=True, exist_ok=True)
        entries = replace(self.scenario.entries, puzzle=self.puzzle)
        text = scenario_text(entries).encode()
        return write_new(folder / f"{file_words(f'{self.scenario.rules} {entries.title}')}.toml", text)


def find_puzzles(rules: AnyRuleset, seed: int, kinds: Collection[AimKind]) -> Iterator[FoundPuzzle]:
    """Puzzles with aims of some kinds of one battle after the other, without end; the same seed finds the same."""
    for number in count():
        scenario = draw_lab_battle(rules, SeededDraws(f"puzzle/{rules.name}/{seed}/{number}"))
        if scenario is None:
            continue
        yield from _in_battle(scenario, rules, seed * 100_000 + number, kinds)


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
        few = [draws.shuffled(side.squad)[: draws.between(FEWEST, MOST)] for side in setup.sides[:2]]
        ground = Space(setup.field)
        starts = [cell for spawn in ground.field.spawns for cell in spawn.cells]
        mask, width = ground.reach(draws.pick(starts), STEPS).mask, ground.width
        near = [(at % width, at // width) for at in range(width * ground.height) if mask >> at & 1]
        cells = iter(draws.shuffled(near)) if len(near) >= 2 * MOST else iter(())
        placed = [tuple(replace(each, at=next(cells, None)) for each in squad) for squad in few]
        sides = (replace(side, squad=squad) for side, squad in zip(setup.sides, placed, strict=False))
        players: dict[str, PlayerKind] = {"party": "human", "foe": "instinct"}
        scenario = drafted(replace(setup, sides=tuple(sides)), rules, map_.with_suffix(".toml"), map_, players)
        to_setup(scenario, rules)
    except (BadFile, BadSetup):
        return None
    return scenario


def _in_battle(scenario: Scenario, rules: AnyRuleset, seed: int, kinds: Collection[AimKind]) -> Iterator[FoundPuzzle]:
    setup = to_setup(scenario, rules)
    match: AnyMatch = Match.begin(rules, setup, record=False)
    answers: list[Any] = []
    seats = all_by_instinct(setup, seed)
    last, before = -SPREAD, ""
    while (asked := match.pending) is not None and len(answers) < ANSWERS:
        if _begins_turn(match, before) and len(answers) >= last + SPREAD:
            for side_aim in _aims(match, str(asked.seat), kinds):
                found = _puzzle_at(match, str(asked.seat), side_aim, answers)
                if found is not None:
                    last = len(answers)
                    title = _title(match, side_aim)
                    yield FoundPuzzle(titled(scenario, title), found)
                    break
        before = str(asked.who or "") if isinstance(asked, Choose) and asked.kind == "act" else before
        answer = seats[asked.seat].answer(match, asked)
        assert answer is not None
        answers.append(answer)
        match.answer(answer)


def _begins_turn(match: AnyMatch, before: str) -> bool:
    """Whether a person could begin to think here: the party is asked what one of it does first on a turn."""
    asked = match.pending
    if not isinstance(asked, Choose) or asked.kind != "act":
        return False
    setup = match.setup
    if asked.seat != setup.sides[0].name or match.ruleset.round_of(match.state) < 1:
        return False
    if asked.who == before:
        return False
    return set(match.ruleset.seen_by(match.board, str(asked.seat))) >= set(match.state.combatants)


def _aims(match: AnyMatch, side: str, kinds: Collection[AimKind]) -> list[Aim]:
    """Aims that might be asked for: that somebody weak falls, or is saved, or that nobody is hurt."""
    standing = {who: match.ruleset.standing(match.board, who) for who in match.state.combatants}
    weak = sorted((it.health, who) for who, it in standing.items() if it.up and it.health <= WEAK * it.full)
    sides = {who: each.side for who, each in match.state.combatants.items()}
    foes = [Aim("fell", who) for _, who in weak if sides[who] != side]
    own = [Aim("save", who) for _, who in weak if sides[who] == side]
    return [aim for aim in (*foes, *own[:1], Aim("unhurt")) if aim.kind in kinds]


def _in_reach(match: AnyMatch, aim: Aim) -> bool:
    """Whether whoever is asked may well put down whom an aim is about by one attack, and not nearly surely.

    By what the rules tell AIs, which is quick; of rules that tell them nothing it is taken to be so.
    """
    asked, rules = match.pending, match.ruleset
    if aim.kind != "fell" or not isinstance(rules, HasPlanningModel) or not isinstance(asked, Choose):
        return True
    model = rules.model(match.board, str(asked.seat))
    me = model.members().get(asked.who or Id(""))
    if me is None:
        return False
    reach = 1 << me.spot | model.ends(me.id, me.spot, me.budget)
    acts = (act for bunch in model.attacks(me.id, me.spot, me.budget, reach) for act in bunch if act.where)
    chances = (
        min(fsum(effect.fell for effect in out.effects if effect.who == aim.who) for out in act.outs)
        for act in acts
        if act.outs
    )
    return NEARLY_OUT <= max(chances, default=0.0) <= NEARLY_SURE


def _is_last(start: AnyMatch, side: str, aim: Aim) -> bool:
    """Whether others have their turns next, nobody else of the side."""
    asked, watch = start.pending, AimWatch(start, side, aim)
    if not isinstance(asked, Choose) or not asked.ending or asked.options.get(asked.ending) is None:
        return False
    after = start.fork()
    after.answer(asked.ending)
    return watch.others_turn(after.pending)


def _puzzle_at(match: AnyMatch, side: str, aim: Aim, answers: list[Any]) -> Puzzle | None:
    start = match.fork()
    if not _in_reach(match, aim):
        return None
    if aim.kind != "fell" and not _is_last(start, side, aim):
        return None
    if aim.kind != "fell" and not LOST <= usual_share(start, side, aim) <= SAFE:
        return None
    try:
        searched = search_lines(start, side, aim, forks=QUICK)
        tempting = searched.tempting
        proof = None
        if searched.chance >= LIKELY and tempting is not None and tempting.by != "novice":
            proof = prove(searched)
    except TooLarge:
        return None
    if proof is None:
        return None
    told = tuple(write_answer(answer) for answer in answers)
    return Puzzle(side, aim.kind, grade_of(searched), state_hash(match.state), told, proof, aim.who)


def _title(match: AnyMatch, aim: Aim) -> str:
    """Title of a puzzle: who acts, the aim in two words, the place."""
    asked = match.pending
    assert isinstance(asked, Choose) and asked.who is not None
    whom = f" {name_of(match, Id(aim.who))}" if aim.who else ""
    return f"{name_of(match, asked.who)}: {IN_SHORT[aim.kind]}{whom}, {match.setup.field.title}"
