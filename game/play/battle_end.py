"""How a battle ended, in words that window and terminal share."""

from __future__ import annotations

from dataclasses import replace

from game.play.attack_luck import AttackLuck
from game.play.session import Session
from game.play.speech import in_sentence
from game.rules.events import Id
from game.rules.match import AnyMatch
from game.rules.ruleset import AnyRuleset
from game.rules.standing import called
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
    """When somebody fell last, and by whom: "in round 3, by Ann"; empty for who did not."""
    fall = next((each for each in reversed(found.falls) if each.who == who), None)
    if fall is None:
        return ""
    by = ""
    if fall.by is not None:
        friend = ", of its own side" if fall.friendly else ""
        by = ", by its own hand" if fall.by == who else f", by {called(found.deeds[fall.by].standing)}{friend}"
    return f"in round {fall.round}{by}" if fall.round else f"before the first round{by}"


def tell_luck(luck: AttackLuck, harm_word: str, dealt: int) -> str:
    """One side's luck: "9 of 17 attacks hit, 7.8 expected; dealt 31 hit points, 24.6 expected".

    ``dealt``: what its members dealt in all; what is no attack's doing is told beside it, so that the sum is found.
    """
    hits = f"{luck.hits} of {luck.attacks} attacks hit, {float(luck.due_hits):.1f} expected"
    harm = f"dealt {luck.harm} {harm_word}, {float(luck.due_harm):.1f} expected"
    if dealt > luck.harm:
        harm += f", and {dealt - luck.harm} without an attack"
    return harm if luck.certain else f"{hits}; {harm}"
