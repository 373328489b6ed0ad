"""How a battle ended, in words that window and terminal share, and how attacks came out against their odds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

from game.play.session import Session
from game.play.speech import in_sentence
from game.rules.events import Id
from game.rules.match import AnyMatch, Match
from game.rules.odds import Odds, leave_it, odds
from game.rules.questions import Answer, Choose, Impossible
from game.rules.ruleset import AnyRuleset, Outcome
from game.rules.standing import called
from game.rules.state import AnyState
from game.rules.table import AnyBoard
from game.scene.battle_report import BattleReport, CombatantTotals, report

EXPECTED = "Expected: what the odds of these attacks come to; what harms without one, as some spells, has none."
"""What luck is measured by."""


def told_report(session: Session) -> BattleReport:
    """The numbers of a battle that has ended; of one that was given up, and may be gone on with, what that side knows
    of them: nobody who may still lie in ambush or has slipped away, and none of the others' dice.
    """
    match, side = session.match, session.given_up
    found = report_of(match)
    if match.over or side is None:
        return found
    seen = match.ruleset.seen_by(match.board, side)
    known = {
        who: deeds
        for who, deeds in found.deeds.items()
        if deeds.side == side or who in seen or (not deeds.standing.up and not deeds.gone)
    }
    best = found.best if found.best is not None and {found.best.who, found.best.target} <= known.keys() else None
    falls = [replace(fall, by=fall.by if fall.by in known else None) for fall in found.falls if fall.who in known]
    throws = {key: thrown for key, thrown in found.throws.items() if key[0] == side}
    return replace(found, deeds=known, best=best, falls=falls, throws=throws)


def outcome_words(session: Session) -> str:
    """Who won, from the side of who plays where one person does: "You won with the travellers", "The robbers won"."""
    given_up, winner, played = session.given_up, session.winner, session.sides_of_people
    own = in_sentence(session.title(played[0])) if len(played) == 1 else ""
    if given_up is not None:
        return f"You gave up with {own}" if own else f"{session.title(given_up)} gave up"
    if winner is None:
        return "A draw"
    if not own:
        return f"{session.title(winner)} won"
    return f"You lost with {own}" if session.defeat else f"You won with {own}"


def reason_words(session: Session, rounds: str) -> str:
    """Why it ended so, and ``rounds``: the reason is told as the winner has it, who is named where "You" is not."""
    verdict, winner = session.match.state.verdict, session.winner
    named = f"{session.title(winner)} won: " if winner is not None and session.defeat else ""
    why = verdict.why if verdict is not None else "the field is left to them" if winner is not None else ""
    return (named if why else "") + ", ".join(said for said in (why, rounds) if said)


def only_flees(rules: AnyRuleset, board: AnyBoard, side: str) -> bool:
    """Whether everybody of a side who still stands runs from the fight."""
    bodies = [rules.standing(board, who) for who, c in board.state.combatants.items() if c.side == side]
    left = [standing for standing in bodies if standing.up]
    return bool(left) and all(any(mark.flees for mark in standing.marks) for standing in left)


def report_of(match: AnyMatch) -> BattleReport:
    """The numbers of a battle, as far back as its events reach."""
    start = match.marks[0] if match.marks else None
    if start is None:
        return BattleReport()
    return report(match.ruleset, match.setup, match.ground, start.state, match.events[start.events :])


def tell_rounds(found: BattleReport) -> str:
    """How long it took: "after 4 rounds"; empty where rounds are not told of."""
    return f"after {found.rounds} round{'s' if found.rounds > 1 else ''}" if found.rounds else ""


def tell_best_blow(found: BattleReport, harm_word: str) -> str:
    """The attack that took the most: "Ann on orc 2, 9 hit points, and down"; empty if there was none."""
    best = found.best
    if best is None:
        return ""
    who, target = (called(found.deeds[each].standing) for each in (best.who, best.target))
    return f"{who} on {target}, {best.lost} {harm_word}{', and down' if best.felled else ''}"


def of_side(found: BattleReport, side: str) -> list[CombatantTotals]:
    """Everybody who fought for a side, those who stand first."""
    own = [deeds for deeds in found.deeds.values() if deeds.side == side]
    return sorted(own, key=lambda deeds: (not deeds.standing.up, deeds.gone))


def dealt_by(found: BattleReport, side: str) -> int:
    """What everybody who fought for a side dealt together."""
    return sum(deeds.dealt for deeds in of_side(found, side))


def tell_left(own: list[CombatantTotals]) -> str:
    """How many of a side are left on the field: "3 of 5 left"."""
    left = sum(deeds.standing.up and not deeds.gone for deeds in own)
    return f"{left} of {len(own)} left"


def tell_fall(found: BattleReport, who: Id) -> str:
    """When somebody fell last, and by whom, or gave up: "fell in round 3, by Ann"; empty for who did not."""
    fall = next((each for each in reversed(found.falls) if each.who == who), None)
    if fall is None:
        return ""
    by, what = "", "gave up" if found.deeds[who].standing.yielded else "fell"
    if fall.by is not None and what == "fell":
        friend = ", of its own side" if fall.friendly else ""
        by = ", by its own hand" if fall.by == who else f", by {called(found.deeds[fall.by].standing)}{friend}"
    return f"{what} in round {fall.round}{by}" if fall.round else f"{what} before the first round{by}"


def tell_luck(luck: AttackLuck, harm_word: str, dealt: int) -> str:
    """One side's luck: "9 of 17 attacks hit, 7.8 expected; dealt 31 hit points, 24.6 expected".

    ``dealt``: what its members dealt in all; what is no attack's doing is told beside it, so that the sum is found.
    """
    hits = f"{luck.hits} of {luck.attacks} attacks hit, {float(luck.due_hits):.1f} expected"
    harm = f"dealt {luck.harm} {harm_word}, {float(luck.due_harm):.1f} expected"
    if dealt > luck.harm:
        harm += f", and {dealt - luck.harm} without an attack"
    return harm if luck.certain else f"{hits}; {harm}"


LEAVES, SAMPLES = 300, 80
"""How exactly a step is weighed: there are dozens of them, and nobody waits long for it."""

_Asked = tuple[object, ...]
"""What tells a question of a step from the others: who is asked, on whose behalf, about whom where, and why."""

WeighedStep = Callable[[int, AnyMatch, Odds], object]
"""Hears how many answers were given before a step, the match as it stood then, and the odds of what was answered."""


@dataclass
class AttackLuck:
    """All attacks that one side made, on its own turns or in answer to others."""

    attacks: int = 0
    hits: int = 0
    harm: int = 0
    """What other sides lost by them, of all bars together."""
    due_hits: Fraction = Fraction(0)
    """How many hits were to be expected."""
    due_harm: Fraction = Fraction(0)
    certain: bool = True
    """Whether no dice decide what hits: then harm alone tells of luck."""


class _Happened(NamedTuple):
    """What came of a step."""

    outcome: Outcome
    replies: Mapping[_Asked, str]
    """What was answered on the way, after its first answer."""
    decided: bool
    """Whether somebody decided in it what to do."""


class LuckReckoning:
    """Plays a battle again, and weighs every step in which somebody was attacked, with replies as they were given."""

    def __init__(self, match: AnyMatch, told: WeighedStep = lambda _count, _match, _odds: None) -> None:
        """Nothing is weighed yet; ``match`` is only read. ``told`` hears of every step that is weighed."""
        self._play: AnyMatch = Match.begin(match.ruleset, match.setup, match.ground, record=False)
        self._play.breathe = match.breathe
        self._left = list(reversed(match.history))
        self._answers = len(self._left)
        self._told = told
        self._step = -1
        """The step that was weighed last: what else is decided in it belongs to that."""
        self.by_side: dict[str, AttackLuck] = {}

    @property
    def done(self) -> bool:
        """Whether all attacks have been weighed."""
        return not self._left

    def give_up(self) -> None:
        """Weigh nothing more, and forget what was."""
        self._left.clear()
        self.by_side.clear()

    def advance(self) -> None:
        """Play on past the next step with an attack, and weigh it; give up where the answers fit the rules no more."""
        try:
            self._go_on()
        except Impossible:  # the rules that are installed have changed since it began
            self.give_up()

    def _go_on(self) -> None:
        weighed = False
        while self._left and not weighed:
            weighed = self._play.steps != self._step and self._weigh()
            self._step = self._play.steps if weighed else self._step
            self._play.answer(self._left.pop())

    def _weigh(self) -> bool:
        """Weigh what the next answer leads to up to the end of its step.

        False if nobody is attacked by it, or somebody still decides what to do.
        """
        question, happened = self._play.pending, self._happened()
        attacks = happened.outcome.attacks
        acts = isinstance(question, Choose) and question.kind == "act"
        if not attacks or (happened.decided and not acts):
            return False
        if isinstance(question, Choose) and question.kind != "react":
            self._count(happened, str(question.seat), self._left[-1])
        else:  # it was decided before, and comes to pass now
            self._count(happened, _side(attacks[0].who, self._play.state), None)
        return True

    def _count(self, happened: _Happened, acting: str, answer: Answer | None) -> None:
        """Add what came of a step, and what was to be expected of it."""
        before = self._play.state

        def reply(match: AnyMatch, question: Choose[object]) -> str:
            """As it was in truth, where that can be."""
            said = happened.replies.get(_asked(match, question), "")
            return said if any(option.key == said for option in question.options) else leave_it(match, question)

        weighed = odds(self._play, answer, reply=reply, leaves=LEAVES, samples=SAMPLES)
        self._told(self._answers - len(self._left), self._play, weighed)
        for side, struck in _struck(happened.outcome, before).items():
            luck = self.by_side.setdefault(side, AttackLuck())
            luck.attacks += len(struck)
            luck.hits += sum(struck)
        for side, lost in _taken(happened.outcome, acting, before).items():
            self.by_side.setdefault(side, AttackLuck()).harm += lost
        for outcome, share in weighed.chances:
            for side, struck in _struck(outcome, before).items():
                luck = self.by_side.setdefault(side, AttackLuck())
                luck.due_hits += share * sum(struck)
                luck.certain &= all(struck)
            for side, lost in _taken(outcome, acting, before).items():
                self.by_side.setdefault(side, AttackLuck()).due_harm += share * lost

    def _happened(self) -> _Happened:
        """What came of the rest of the step at hand, with the next answer and those after it."""
        play = self._play.fork(halt=True)
        before, mark = play.state, len(play.events)
        replies: dict[_Asked, str] = {}
        decided = False
        for at, answer in enumerate(reversed(self._left)):
            question = play.pending
            if question is None:
                break
            if isinstance(question, Choose) and isinstance(answer, str):
                decided = decided or question.kind == "act"
                if at:
                    replies.setdefault(_asked(play, question), answer)
            play.answer(answer)
        return _Happened(play.ruleset.outcome(before, play.state, play.events[mark:]), replies, decided)


def _asked(match: AnyMatch, question: Choose[Any]) -> _Asked:
    bodies = match.state.combatants
    places = tuple(bodies[who].at for who in question.about if who in bodies)
    return (question.seat, question.who, question.topic, question.why, question.about, places)


def _struck(outcome: Outcome, state: AnyState) -> dict[str, list[bool]]:
    """By side, of each of its attacks upon others whether it hit."""
    found: dict[str, list[bool]] = {}
    for each in outcome.attacks:
        side, other = _side(each.who, state), _side(each.target, state)
        if side and other and side != other:
            found.setdefault(side, []).append(each.hit)
    return found


def _taken(outcome: Outcome, acting: str, state: AnyState) -> dict[str, int]:
    """By side, what it made others lose: whoever acted of all others, and of the acting side the one that answered."""
    answering = [side for side in _struck(outcome, state) if side != acting]
    found: dict[str, int] = {}
    for who, lost in outcome.harm:
        harmed = _side(who, state)
        by = acting if harmed != acting else answering[0] if len(answering) == 1 else ""
        if harmed and by:
            found[by] = found.get(by, 0) + lost
    return found


def _side(who: Id, state: AnyState) -> str:
    return state.combatants[who].side if who in state.combatants else ""
