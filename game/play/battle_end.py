"""How a battle ended, in words that window and terminal share."""

from __future__ import annotations

from game.play.attack_luck import AttackLuck
from game.rules.events import Id
from game.rules.match import AnyMatch
from game.rules.standing import called
from game.scene.battle_report import BattleReport, CombatantTotals, report

EXPECTED = "Expected: what the odds of these attacks come to; spells without one are left out."
"""What luck is measured by."""


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


def tell_left(own: list[CombatantTotals]) -> str:
    """How many of a side are left on the field: "3 of 5 left"."""
    left = sum(deeds.standing.up and not deeds.gone for deeds in own)
    return f"{left} of {len(own)} left"


def tell_fall(found: BattleReport, who: Id) -> str:
    """When somebody fell last, and by whom: "in round 3, by Ann"; empty for who did not."""
    fall = next((each for each in reversed(found.falls) if each.who == who), None)
    if fall is None:
        return ""
    by = f", by {called(found.deeds[fall.by].standing)}" if fall.by is not None else ""
    return f"in round {fall.round}{by}" if fall.round else f"before the first round{by}"


def tell_luck(luck: AttackLuck, harm_word: str) -> str:
    """One side's luck: "9 of 17 attacks hit, 7.8 expected; dealt 31 hit points, 24.6 expected"."""
    hits = f"{luck.hits} of {luck.attacks} attacks hit, {float(luck.due_hits):.1f} expected"
    harm = f"dealt {luck.harm} {harm_word}, {float(luck.due_harm):.1f} expected"
    return harm if luck.certain else f"{hits}; {harm}"
