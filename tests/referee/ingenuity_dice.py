"""Ingenuity judged again: what the dice of a test show in the end, those rolled again among them."""

from __future__ import annotations

from fractions import Fraction

from game.rules.events import Id
from rulesets.ingenuity.play import events as told
from tests.referee.ingenuity_sheets import Dice, thrown_as
from tests.referee.judging import Fought, Referee

FORTUNE = 4
"""What a luck die of 20 adds to a test that is no attack."""


class Readings(Referee):
    """Reads dice as they were told, before what they came to is judged."""

    def __init__(self, fought: Fought) -> None:
        super().__init__(fought)
        self.rerolls: list[told.Rerolled] = []
        """Since the dice were last read."""

    def read(self, who: Id, why: str, dice: Dice, net: int) -> tuple[int, int, int]:
        """What the dice of a test show in the end, and the luck die.

        One is rolled again for each advantage that is left, for the better: the one that gains most on average; for
        each disadvantage the one that shows more, for the worse (ruling N-6).
        """
        first = next((roll for roll in reversed(self.rolled) if (roll.who, roll.why) == (who, why)), None)
        if first is None or len(first.faces) != 3:
            self.holds("B-46", f"{who} rolls two dice and the luck die: {why}", first is not None)
            return 0, 0, 0
        self.same("B-46", f"dice of {who}: {why}", first.dice, thrown_as(dice))
        *faces, luck = first.faces
        fine = all(1 <= face <= sides for face, sides in zip((*faces, luck), (*dice, 20), strict=True))
        self.holds("B-46", f"faces of {who}", fine)
        again = [roll for roll in self.rolled if roll.who == who and roll.why.startswith(f"{why}, ")]
        rule = "B-54" if net > 0 else "B-43"
        for told_, roll in zip(self.rerolls, again, strict=False):
            better = net > 0
            asked = self.fought.setup.options.get("rerolls") == "ask"
            picked = pick(faces, dice, better=better)
            if asked and better:
                wanted = told_.sides, told_.was
                picked = next((place for place in (0, 1) if (dice[place], faces[place]) == wanted), picked)
            now = roll.faces[0]
            kept = max(faces[picked], now) if better else min(faces[picked], now)
            found = (dice[picked], faces[picked], now, kept, better)
            self.same(
                rule, f"die of {who} rolled again", (told_.sides, told_.was, told_.now, told_.kept, told_.better), found
            )
            faces[picked] = kept
        self.same(rule, f"dice that {who} rolls again: {why}", (len(self.rerolls), len(again)), (abs(net), abs(net)))
        self.rolled.clear()
        self.rerolls.clear()
        return faces[0], faces[1], luck

    def test(self, e: told.Checked, dice: Dice, bonus: int, needed: int, net: int = 0) -> int:
        """Two dice and a bonus, and 4 for a luck die of 20, against what is needed; gives the result."""
        a, b, luck = self.read(e.who, e.what, dice, net)
        total = a + b + bonus + (FORTUNE if luck >= 20 else 0)
        self.same(e.rule, f"dice of {e.who}: {e.what}", e.faces, a + b)
        self.same(e.rule, f"added by {e.who}: {e.what}", e.tally.total, total - a - b)
        self.same(e.rule, f"what {e.what} of {e.who} takes", e.needed, needed)
        self.same(e.rule, f"whether {e.what} of {e.who} succeeds", e.passed, total >= needed)
        return total


def pick(faces: list[int], dice: Dice, *, better: bool) -> int:
    """Which of two dice is rolled again: the one that gains most on average, or the higher; of equals the first."""
    if not better:
        return 0 if faces[0] >= faces[1] else 1
    gains = [
        sum(Fraction(max(0, new - old), sides) for new in range(1, sides + 1))
        for old, sides in zip(faces, dice, strict=True)
    ]
    return 0 if gains[0] >= gains[1] else 1
