"""What a spell does to one of those it is laid on, as an AI reckons it."""

from __future__ import annotations

from functools import cache

from game.kit.mind.acts import chances, dealt
from game.rules.planning_model import Effect
from rulesets.sovereign.mind.damage import UnitStats
from rulesets.sovereign.play.numbers import save_target, saved
from rulesets.sovereign.sheet.sheet import Spell


@cache
def passes(needed: int) -> float:
    """The chance of a save."""
    return sum(saved(face, needed) for face in range(1, 21)) / 20


def befalls(it: UnitStats, spell: Spell) -> Effect:
    """What a spell meant to harm does to one target."""
    profile = it.body.sheet.profile
    passed = passes(save_target(profile, spell.save)) if spell.save is not None else 0.0
    if spell.dice and spell.effect != "heal":
        whole = [(total + spell.amount, p) for total, p in chances(spell.dice)]
        ways = [(points, (1 - passed) * p) for points, p in whole]
        ways += [(points // 2, passed * p) for points, p in whole if spell.half_on_save]
        return dealt(ways, it.hp).effect(it.id)
    if spell.most_level and profile.level > spell.most_level:
        return Effect(it.id)
    if spell.effect == "out":
        return Effect(it.id, 1 - passed)
    return Effect(it.id, turns=(1 - passed) * max(1, spell.rounds)) if spell.effect == "surprised" else Effect(it.id)
