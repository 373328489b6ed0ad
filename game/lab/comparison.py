"""The same attack, and the same battle, under one set of rules after the other.

Who attacks and who is attacked are told by their places in the squads: in those of a scenario that several rulesets
have squads for, or on a map in the ready ones. The two are alone on the map, in the same cells under all rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil, fsum
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from game.files.scenario import read_scenario, usual_foes
from game.files.sources import is_map
from game.lab.arena import Contest, Fought, hold_with_bar
from game.lab.minds import all_by_instinct
from game.lab.win_forecast import quick_contest
from game.play.speech import percent
from game.play.start import StartRequest, find_file, read_setup
from game.rules.dice import Term
from game.rules.events import Id, Moved
from game.rules.match import AnyMatch, Match
from game.rules.odds import LEAVES, SAMPLES, Odds, Plain, leave_it, plain_odds, replies
from game.rules.questions import Answer, AnyOption, Choose, Roll
from game.rules.registry import names, ruleset
from game.rules.ruleset import BadSetup
from game.rules.setup import Setup
from game.scene.board_geometry import board_geometry
from game.spatial.field import Cell
from game.spatial.space import Space
from game.user_error import UserError

ANSWERS = 200
"""Answers in which the attacker's turn has to come."""

USUAL = 0.9
"""The share of battles that go on no longer than is told."""

PAIRS = 40
"""Pairs of cells that are tried for one from which the attack can be made under all rules."""


class AttackUnderRules(msgspec.Struct, frozen=True):
    """The best attack that one could make upon another."""

    rules: str
    """The ruleset's title."""
    attacker: str
    target: str
    action: str
    """The option's label."""
    cost: str
    cited: tuple[str, ...]
    """Numbers of the rules that the action and its modifiers come from."""
    modifiers: tuple[Term, ...]
    hit: Fraction
    lost: float
    """On average, of all bars of the target together."""
    full: int
    """Points that the target could lose."""
    harm_word: str
    down: Fraction
    error: float
    """By how much chances may be off where some plays were drawn; 0: they are exact."""
    answers: tuple[AnswerUnderRules, ...]
    stepped_to: str
    """The place to which the attacker was moved, from which it can attack; "" where it could from where it stood."""

    @property
    def share(self) -> str:
        """The share of its health that the target loses on average, in words; nothing where it has none to lose."""
        return percent(Fraction(self.lost / self.full).limit_denominator(1000)) if self.full else ""


class AnswerUnderRules(msgspec.Struct, frozen=True):
    """Odds of the attack if the other side answers it."""

    name: str
    hit: Fraction
    lost: float
    down: Fraction
    best: bool
    """Whether nothing else serves those who answer better."""


class _Duel(NamedTuple):
    match: AnyMatch
    who: Id
    foe: Id
    option: AnyOption
    plain: Plain
    stepped: bool = False
    """Whether the attacker was moved to where it can attack from."""

    @property
    def odds(self) -> Odds:
        """How it may end if nobody reacts."""
        return self.plain.odds


class BattlesUnderRules(msgspec.Struct, frozen=True):
    """How a number of battles ended."""

    rules: str
    battles: int
    wins: dict[str, int]
    """By side, in the order of the set-up."""
    rounds: tuple[int, int]
    """The median, and what nine of ten battles did not go beyond."""
    fallen: dict[str, float]
    """By side, the share of its members that were out of the fight at the end, on average."""
    ends: dict[str, int]
    """Reasons that decided them, the commonest first."""


class NoAttack(UserError):
    """Nobody could attack as was asked."""


class SquadPlace(msgspec.Struct, frozen=True):
    """A member of a squad, and where on the map it is."""

    side: str
    number: int
    """Its place in the squad, from 0."""
    cell: Cell


class Compared(msgspec.Struct, frozen=True):
    """Result of a comparison under one set of rules."""

    rules: str
    """The ruleset's title."""
    attack: AttackUnderRules | None
    """None: nobody of its squad could attack from there."""


def rules_compared(setup: Setup) -> list[str]:
    """The rulesets under which an attack of a battle is compared: its own, then the others that have ready squads."""
    return list(dict.fromkeys((setup.ruleset, *(name for name in names() if ruleset(name).parties()))))


def attack_under_all_rules(setup: Setup, one: SquadPlace, other: SquadPlace) -> Iterator[Compared]:
    """The best attack of one upon the other from where they stand, by each of ``rules_compared``.

    Under other rules than the battle's it is made by whoever has the same place in their ready squad, or else by the
    first who can attack from there. If nobody can, the first of them is moved nearer. Nobody is hurt, and the two are
    alone.
    """
    ground = Space(setup.field)
    pair = (setup.side(one.side), setup.side(other.side))
    for name in rules_compared(setup):
        rules, numbers, like = ruleset(name), [one.number], replace(setup, sides=pair)
        if name != setup.ruleset:
            squads = rules.parties()  # those that a quick battle sends
            usual = next(iter(squads.values())), squads[usual_foes(rules)]
            ready = tuple(replace(side, squad=usual[not side.party]) for side in pair)
            like, last = Setup(name, setup.field, ready), len(ready[0].squad) - 1
            numbers = list(dict.fromkeys((min(one.number, last), *range(last + 1))))
        cells = one.cell, other.cell
        duels = (_duel(like, ground, number, other.number, cells) for number in numbers)
        duel = next((duel for duel in duels if duel is not None), None)
        duel = duel or _nearer_duel(like, ground, numbers[0], other.number, cells)
        yield Compared(rules.title, None if duel is None else _weighed(duel))


def setups_of(file: str, wanted: Sequence[str] = ()) -> list[Setup]:
    """The set-ups of a map or scenario under all rules that can play it, or the ``wanted`` of them.

    Raises BadFile, UnknownRuleset; BadSetup, also if there are no such rules.
    """
    path = find_file(file)
    return [read_setup(path, StartRequest(file, rules=name)) for name in playable_rules(path, wanted)]


def playable_rules(path: Path, wanted: Sequence[str] = ()) -> list[str]:
    """The rulesets that can play a map or scenario, or the ``wanted`` of them. Raises BadFile, BadSetup."""
    known = [name for name in names() if ruleset(name).parties()] if is_map(path) else read_scenario(path).playable
    unknown = [name for name in wanted if name not in known]
    if unknown or not known:
        raise BadSetup(
            f"{path.name} can't be played by {', '.join(unknown) or 'any rules'}; by {', '.join(known)} it can"
        )
    return list(wanted or known)


def compare_attack(
    setups: Sequence[Setup], attacker: int, target: int, apart: int, *, cells: tuple[Cell, Cell] | None = None
) -> list[AttackUnderRules]:
    """The best attack of a member of the first side upon one of the second, under the rules of each set-up.

    Both are told by their place in the squad, from 0; beyond the last it is the last. ``apart``: cells from one to the
    other, 1 side by side, where no ``cells`` are given. Who can't attack from there under some of the rules is moved
    nearer. Raises NoAttack.
    """
    grounds = [Space(setup.field) for setup in setups]
    pairs = [cells] if cells is not None else _pairs(setups[0], apart)[:PAIRS]
    best: list[_Duel | None] = []
    stand = pairs[0]
    for pair in pairs:
        found = [_duel(setup, ground, attacker, target, pair) for setup, ground in zip(setups, grounds, strict=True)]
        if not best or found.count(None) < best.count(None):
            best, stand = found, pair
        if None not in best:
            break
    duels = [
        duel or _nearer_duel(setup, ground, attacker, target, stand)
        for setup, ground, duel in zip(setups, grounds, best, strict=True)
    ]
    able = [duel for duel in duels if duel is not None]
    if not able:
        raise NoAttack(
            "The one could not attack the other from there under any rules; try others, or another distance."
        )
    return [_weighed(duel) for duel in able]


def _pairs(setup: Setup, apart: int) -> list[tuple[Cell, Cell]]:
    """Cells so far from each other, near where the first side begins: in a row, a column or across."""
    field = setup.field
    starts = [cell for spawn in field.spawns if spawn.side == setup.sides[0].name for cell in spawn.cells]
    ways = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)]
    found = [((x, y), (x + across * apart, y + down * apart)) for across, down in ways for x, y in starts[:8]]
    return [(one, two) for one, two in found if 0 <= two[0] < field.width and 0 <= two[1] < field.height]


def _duel(setup: Setup, ground: Space, attacker: int, target: int, cells: tuple[Cell, Cell]) -> _Duel | None:
    """The attack that does the most without a move; None where there is none, or the two can't stand there."""
    sides = tuple(
        replace(side, squad=(replace(side.squad[min(number, len(side.squad) - 1)], at=cell, hidden=False),))
        for side, number, cell in zip(setup.sides[:2], (attacker, target), cells, strict=True)
    )
    alone = replace(setup, sides=sides, objectives=(), events={}, lesson="")
    try:
        match: AnyMatch = Match.begin(ruleset(setup.ruleset), alone, ground)
    except BadSetup:
        return None
    who = _at_turn(match, sides[0].name)
    if who is None:
        return None
    question = match.pending
    assert isinstance(question, Choose)
    foe = next(each for each, body in match.state.combatants.items() if body.side == sides[1].name)
    aimed = [option for option in question.options if option.target == foe and not _moves(match, who, option)]
    duels = [_Duel(match, who, foe, option, plain_odds(match, option.key)) for option in aimed]
    attacks = [duel for duel in duels if (who, foe) in duel.odds.attacks()]
    return max(attacks, key=lambda duel: (duel.odds.down(foe), duel.odds.mean_harm(foe)), default=None)


def _nearer_duel(setup: Setup, ground: Space, attacker: int, target: int, cells: tuple[Cell, Cell]) -> _Duel | None:
    """The attack from the first place on the straight way to the target that allows one, or from beside the target;
    None where there is none.
    """
    one, other = cells
    across, down = other[0] - one[0], other[1] - one[1]
    steps = max(abs(across), abs(down))
    way = [(one[0] + round(across * step / steps), one[1] + round(down * step / steps)) for step in range(1, steps)]
    around = [(other[0] + x, other[1] + y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
    around.sort(key=lambda cell: (cell[0] - one[0]) ** 2 + (cell[1] - one[1]) ** 2)
    for cell in dict.fromkeys((*way, *around)):
        if 0 <= cell[0] < setup.field.width and 0 <= cell[1] < setup.field.height:
            duel = _duel(setup, ground, attacker, target, (cell, other))
            if duel is not None:
                return duel._replace(stepped=True)
    return None


def _moves(match: AnyMatch, who: Id, option: AnyOption) -> bool:
    """Whether an option takes somebody elsewhere, whatever the dice: in a play in which nobody answers it."""
    play = match.fork(halt=True)
    mark = len(play.events)
    play.answer(option.key)
    while (question := play.pending) is not None:
        play.answer(next(iter(question.outcomes()))[0] if isinstance(question, Roll) else leave_it(play, question))
    return any(isinstance(event, Moved) and event.who == who for event in play.events[mark:])


def _at_turn(match: AnyMatch, side: str) -> Id | None:
    """Play on until a side's only member is asked what to do, while the other lets its turns pass; gives that member.

    None if it comes to none.
    """
    seats = all_by_instinct(match.setup, 1)
    for _ in range(ANSWERS):
        question = match.pending
        if question is None:
            return None
        answer: Answer | None = None
        if isinstance(question, Choose) and question.kind == "act":
            if str(question.seat) == side:
                return question.who
            answer = question.ending or question.left_alone or None
        answer = seats[question.seat].answer(match, question) if answer is None else answer
        if answer is None:
            return None
        match.answer(answer)
    return None


def _weighed(duel: _Duel) -> AttackUnderRules:
    """Odds of an attack, and with every answer to it."""
    match, who, foe, option = duel.match, duel.who, duel.foe, duel.option
    rules, details = match.ruleset, option.about
    one, other = (rules.standing(match.board, each) for each in (who, foe))
    deed = next((deed for deed in rules.deeds if deed.verb == option.verb), None)
    terms = details.tally.terms if details.tally is not None else ()
    cited = (*((deed.rule,) if deed is not None and deed.rule else ()), *(term.rule for term in terms if term.rule))
    place = board_geometry(rules.places, match.ground).name(match.board.now(who).at) if duel.stepped else ""
    answered = replies(match, duel.plain, leaves=LEAVES, samples=SAMPLES)
    return AttackUnderRules(
        rules=rules.title,
        attacker=one.name,
        target=other.name,
        action=option.label,
        cost=option.price or (deed.cost if deed is not None else ""),
        cited=tuple(dict.fromkeys(cited)),
        modifiers=terms,
        hit=duel.odds.hits(who, foe),
        lost=float(duel.odds.mean_harm(foe)),
        full=other.full,
        harm_word=rules.harm_word,
        down=duel.odds.down(foe),
        error=duel.odds.error,
        answers=tuple(
            AnswerUnderRules(
                each.topic,
                each.odds.hits(who, foe),
                float(each.odds.mean_harm(foe)),
                each.odds.down(foe),
                each.best,
            )
            for each in answered
        ),
        stepped_to=place,
    )


def tell_attack(found: AttackUnderRules) -> Iterator[str]:
    """Attack in words, a line each: actor, deed and rules, what modifies it, what each answer makes of it."""
    cited = f" [{', '.join(found.cited)}]" if found.cited else ""
    nearer = f" Nearer, from {found.stepped_to}:" if found.stepped_to else ""
    yield f"{found.attacker} against {found.target}.{nearer} {found.action}{cited}"
    if found.modifiers:
        yield ", ".join(f"{term.value:+d} {term.label} [{term.rule}]" for term in found.modifiers)
    for answer in found.answers:
        best = " (the best answer)" if answer.best else ""
        yield f"If it is answered by {answer.name}{best}: {tell_answer(answer, found.harm_word)}"


def tell_answer(answer: AnswerUnderRules, harm_word: str) -> str:
    """Odds of an answer in words."""
    return f"hits {percent(answer.hit)}, {answer.lost:.1f} {harm_word} lost, falls {percent(answer.down)}"


def compare_battles(setups: Sequence[Setup], battles: int, seed: int, jobs: int) -> Iterator[BattlesUnderRules]:
    """Quick battles under each set of rules, one after the other; where it is interrupted, the last of those that were
    fought. Raises BadSetup; KeyboardInterrupt before any was.
    """
    for setup in setups:
        found = _battles(quick_contest(setup, battles, seed), jobs)
        yield found
        if found.battles < battles:
            return


def usual_rounds(fought: Sequence[Fought]) -> tuple[int, int]:
    """The median of the rounds of some battles, one at least, and what nine of ten did not go beyond."""
    lengths = sorted(battle.rounds for battle in fought)
    return lengths[len(lengths) // 2], lengths[min(len(lengths) - 1, ceil(len(lengths) * USUAL) - 1)]


def _battles(contest: Contest, jobs: int) -> BattlesUnderRules:
    report = hold_with_bar(contest, jobs)
    sides = contest.setup.sides
    shares = {
        side.called: fsum(battle.fallen[n] for battle in report.fought) / (len(report.fought) * len(side.squad))
        for n, side in enumerate(sides)
    }
    return BattlesUnderRules(
        rules=ruleset(contest.setup.ruleset).title,
        battles=report.battles,
        wins={side.called: estimate.wins for side, estimate in zip(sides, report.sides, strict=True)},
        rounds=usual_rounds(report.fought),
        fallen=shares,
        ends=dict(sorted(report.ends.items(), key=lambda end: -end[1])),
    )
