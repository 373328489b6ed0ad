"""A battle of sovereign's under test."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.kit.testing.fight import OPEN as OPEN
from game.kit.testing.fight import CellFight
from game.kit.testing.fight import ground as ground
from game.rules.dice import Tally
from rulesets.sovereign import RULESET
from rulesets.sovereign.play.events import AttackRolled, Checked, DamageRolled, Harmed
from rulesets.sovereign.sheet.sheet import Sheet, Turn


class Fight(CellFight[Sheet, Turn]):
    """One battle, begun in the midst of a round unless ``fresh``."""

    rules = RULESET
    follow = ("hp",)

    def midst(self, order: tuple[str, ...], strength: Mapping[str, int]) -> dict[str, Any]:
        """The turn of the first side."""
        return {"round": 1, "order": order, "phase": "side", "strength": strength}

    def hp(self, who: str) -> int:
        """Hit points as they are now."""
        return self.sheet(who).hp

    @property
    def opportunities(self) -> list[str]:
        """Who had an attack of opportunity and let it be."""
        return [who for topic, who in self.let_be if topic == "attack of opportunity"]

    @property
    def attack(self) -> int:
        """What was added to the latest attack roll."""
        return self.last(AttackRolled).tally.total

    @property
    def ac(self) -> int:
        """The AC that the latest attack roll was against, when it was rolled."""
        return self.last(AttackRolled).ac.total

    @property
    def dealt(self) -> int:
        """The latest damage of a hit."""
        return self.last(DamageRolled).dealt

    @property
    def lost(self) -> list[tuple[str, int]]:
        """Hit points lost so far, by whom, in order."""
        return [(event.who, event.amount) for event in self.told(Harmed)]

    @property
    def checked(self) -> Checked:
        """The latest skill check or save."""
        return self.last(Checked)


def terms(tally: Tally) -> dict[str, int]:
    """The terms of a tally by the rule they come from, added up."""
    found: dict[str, int] = {}
    for term in tally.terms:
        found[term.rule] = found.get(term.rule, 0) + term.value
    return found
