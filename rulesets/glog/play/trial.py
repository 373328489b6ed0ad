"""Tests and Saves: a d20, what is added to it, and the highest of the boon or bane dice."""

from __future__ import annotations

from game.rules.dice import HIGHEST, AtMost, Tally, at_most
from game.rules.events import Id
from rulesets.glog.play.effects import strain
from rulesets.glog.play.events import Checked
from rulesets.glog.play.numbers import SHORT, TARGET, TITLES, half, hampered, on_initiative, on_save, score
from rulesets.glog.sheet.records import Attribute
from rulesets.glog.sheet.sheet import GlogTable

BONUS = 6
"""Sides of the dice of boons and banes."""

MOST = 20
"""Dice that are thrown at once, at most."""


def cuts(needed: int, net: int, *marks: int) -> AtMost:
    """What is read in a d20 that must show ``needed``, with boons (above 0) or banes to come.

    ``marks``: faces that mean something in themselves, each the highest of its kind.
    """
    shifts = [0] if not net else [face if net > 0 else -face for face in range(1, BONUS + 1)]
    return at_most(*marks, *(needed - shift - 1 for shift in shifts))


async def bonus(table: GlogTable, why: str, who: Id, net: int) -> int:
    """Throw as many d6 as there are net boons or banes: the highest counts (D-53). Below 0 for banes."""
    if not net:
        return 0
    count = min(MOST, abs(net))
    faces = await table.throw(f"{count}d6", f"{'boon' if net > 0 else 'bane'}: {why}", who, HIGHEST)
    return max(faces) if net > 0 else -max(faces)


def with_bonus(tally: Tally, extra: int) -> Tally:
    """A tally with the die that counts."""
    return tally.plus("boon" if extra > 0 else "bane", extra, "D-53")


async def roll(
    table: GlogTable, who: Id, what: str, tally: Tally, net: int, rule: str, *, resists: bool = False
) -> bool:
    """A d20 and a tally against 20, with net boons or banes (D-53); ``resists``: whether it is made to escape what
    another does.
    """
    face = await table.roll("d20", what, who, cuts(TARGET - tally.total, net))
    total = with_bonus(tally, await bonus(table, what, who, net))
    passed = face + total.total >= TARGET
    table.emit(Checked(who, what, face, total, TARGET, passed, rule, resists))
    return passed


async def test(table: GlogTable, who: Id, name: Attribute, what: str, sway: Tally, rule: str) -> bool:
    """Test an attribute with its whole score, for something that one does; ``sway``: boons and banes besides those of
    its own state.
    """
    return await _score(table, who, name, what, hampered(table.now(who).sheet).plus_all(sway), rule)


async def initiative(table: GlogTable, who: Id, sway: Tally) -> bool:
    """Test Savvy as a round begins (D-01), which nobody does with an action; ``sway``: as above."""
    sway = on_initiative(table, table.now(who).sheet).plus_all(sway)
    return await _score(table, who, "savvy", "initiative", sway, "D-01")


async def _score(table: GlogTable, who: Id, name: Attribute, what: str, sway: Tally, rule: str) -> bool:
    tally = Tally().plus(TITLES[name], score(table.now(who).sheet, name), rule)
    return await roll(table, who, what, tally, sway.total, rule)


async def save(table: GlogTable, who: Id, name: Attribute, what: str, sway: Tally, rule: str) -> bool:
    """Save with half an attribute's score; a hero that fails takes 1 Stress (ruling G-13)."""
    sheet = table.now(who).sheet
    net = on_save(table, sheet).plus_all(sway).total
    tally = Tally().plus(f"half of {TITLES[name]}", half(sheet, name), rule)
    passed = await roll(table, who, f"{SHORT[name]} Save, {what}", tally, net, rule, resists=True)
    if not passed:
        strain(table, who, 1, "a failed Save")
    return passed
