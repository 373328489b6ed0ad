"""What a position is worth to a side: who stands and how hurt, who still has a turn, what each could do to the other.

Features come in pairs, ours and theirs, so that weights can be cautious or bold.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

from game.ai.masks import distance
from game.ai.planner import SPARE
from game.rules.planning_model import Features, Member, PlanningModel
from game.rules.state import Verdict

LATE = 0.7
"""What a danger counts that takes more than the usual."""


def worth(model: PlanningModel, verdict: Verdict | None) -> Features:
    """Features of a position from the eyes of the side whose model it is."""
    if verdict is not None and verdict.winner is not None:
        return {"won" if verdict.winner == model.side else "lost": 1.0}
    members = model.members().values()
    ours = [it for it in members if it.side == model.side]
    theirs = [it for it in members if it.side != model.side]
    found = dict(model.position())
    mine, its = (fsum(it.unit_value * it.left for it in band) for band in (ours, theirs))
    found["ours"], found["theirs"] = mine, its
    if not ours or not theirs:
        return found
    found["balance"] = 10 * (mine - its) / max(0.1, mine + its)
    reached = {it.id: model.reaches(it.id) for it in members}
    for band, others, due, later, turns in (
        (ours, theirs, "chance", "chance later", "turns"),
        (theirs, ours, "threat", "threat later", "their turns"),
    ):
        ready = [it for it in band if it.budget]
        found[due] = _potential(model, ready, others)
        found[later] = _potential(model, [it for it in band if not it.budget], others)
        found[turns] = fsum(
            it.turn * (1.0 if any(reached[it.id] & other.area for other in others) else SPARE) for it in ready
        )
    _getting_there(model, ours, theirs, found)
    return found


def _potential(model: PlanningModel, attackers: Sequence[Member], targets: Sequence[Member]) -> float:
    """What some could do to others with an attack each, at most as much as there is to be done, in unit values."""
    borne = [0.0] * len(targets)
    for me in attackers:
        best, aim = 0.0, -1
        for index, it in enumerate(targets):
            spot, value = 1 << it.spot, 0.0
            for expected_threat in model.expected_threats(me.id, it.id, spot, ()):
                if expected_threat.where & spot:
                    share = LATE if expected_threat.late else 1.0
                    value = max(value, share * it.unit_value * expected_threat.cost)
            if value > best and borne[index] < it.unit_value:
                best, aim = value, index
        if aim >= 0:
            borne[aim] += best
    return fsum(min(total, it.unit_value) for total, it in zip(borne, targets, strict=True))


def _getting_there(
    model: PlanningModel, ours: Sequence[Member], theirs: Sequence[Member], found: dict[str, float]
) -> None:
    """Steps that those who can attack nobody still have to go, and the way to where the side wants them."""
    for me in ours:
        for pull in model.pulls(me.id):
            steps = distance(model.distance_layers(me.id, pull.places), 1 << me.spot)
            found[pull.near] = found.get(pull.near, 0.0) + pull.amount * steps
            found[pull.there] = found.get(pull.there, 0.0) + pull.amount * bool(pull.places >> me.spot & 1)
        if not model.flees(me.id) and not any(model.reaches(me.id) & it.area for it in theirs):
            steps = distance(model.distance_layers(me.id, model.attack_positions(me.id)), 1 << me.spot)
            found["far"] = found.get("far", 0.0) + model.eager * steps
