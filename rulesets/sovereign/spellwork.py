"""What a spell does to one of those it is laid on, as an AI reckons it."""

from __future__ import annotations

from functools import lru_cache

from game.rules.readings import totals
from game.rules.wits import Effect
from rulesets.sovereign.arms import Mark
from rulesets.sovereign.numbers import save_target
from rulesets.sovereign.sheet import Spell


def passes(it: Mark, spell: Spell) -> float:
    """The chance of a target's save."""
    if spell.save is None:
        return 0.0
    return min(19, max(1, 21 - save_target(it.body.sheet.profile, spell.save))) / 20


@lru_cache(maxsize=256)
def dose(dice: str, amount: int, hp: int, halved: bool = False) -> tuple[float, float]:
    """Points that a spell's dice come to on average, at most ``hp``; and the chance that they are all of them."""
    every = taken = down = 0
    for total, count in totals(dice):
        dealt = (total + amount) // 2 if halved else total + amount
        every += count
        taken += count * min(dealt, hp)
        down += count * (dealt >= hp)
    return taken / every, down / every


def befalls(it: Mark, spell: Spell) -> Effect:
    """What a spell meant to harm does to one target."""
    failed = 1 - passes(it, spell)
    if spell.dice and spell.effect != "heal":
        taken, down = dose(spell.dice, spell.amount, it.hp)
        half, half_down = dose(spell.dice, spell.amount, it.hp, halved=True) if spell.half_on_save else (0.0, 0.0)
        fell = failed * down + (1 - failed) * half_down
        return Effect(it.id, fell, (failed * taken + (1 - failed) * half) / it.hp - fell)
    if spell.most_level and it.body.sheet.profile.level > spell.most_level:
        return Effect(it.id)
    if spell.effect == "out":
        return Effect(it.id, failed)
    if spell.effect == "surprised":
        return Effect(it.id, turns=failed * max(1, spell.rounds))
    return Effect(it.id)
