"""Which attack of the battle is asked about, to be compared under other rules."""

from __future__ import annotations

from game.lab.comparison import SquadPlace
from game.rules.events import Id
from game.window.battle.stage import Stage


def attack_meant(stage: Stage, target: Id | None) -> tuple[SquadPlace, SquadPlace] | str:
    """Who would attack and whom, as members of their squads where they stand; else why there is no such attack."""
    scene, who = stage.view.head.scene, stage.active
    if who is None or stage.asked is None or stage.asked.kind != "act":
        return "Attacks are compared on the turn of somebody of yours."
    if target not in scene.tokens or scene.tokens[target].side == scene.tokens[who].side:
        return "Point at a foe: how an attack upon it would go under other rules."
    pair = tuple(_member(stage, each) for each in (who, target))
    if pair[0] is None or pair[1] is None:
        return "Only those who were in the squads from the beginning are compared."
    return pair[0], pair[1]


def _member(stage: Stage, who: Id) -> SquadPlace | None:
    """Somebody as a member of its side's squad; None for whoever came later."""
    match, token = stage.session.match, stage.view.head.scene.tokens[who]
    number = [each for each, body in match.state.combatants.items() if body.side == token.side].index(who)
    return SquadPlace(token.side, number, token.at) if number < len(match.setup.side(token.side).squad) else None
