"""A battle of glog's under test."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from game.kit.conditions import Condition, Conditions
from game.kit.testing.fight import OPEN as OPEN
from game.kit.testing.fight import CellFight, Dice
from game.kit.testing.fight import ground as ground
from game.rules.setup import Recruit
from game.spatial.field import Cell, Edge, Zone
from rulesets.glog import RULESET
from rulesets.glog.play.events import AttackRolled, Checked, DamageRolled, Harmed, Nerved
from rulesets.glog.sheet.roster import Scores
from rulesets.glog.sheet.sheet import Sheet, Turn

EVERYWHERE = tuple((x, y) for x in range(24) for y in range(12))
"""The cells of ``OPEN``."""
DARK = replace(OPEN, zones=(Zone("dark", "Dark", EVERYWHERE, dark=True),))
SMOKE = replace(OPEN, zones=(Zone("smoke", "Smoke", EVERYWHERE, smoke=True),))
SHUT = Edge("door", (6, 1), (6, 2), "door", "closed", cost="bonus", name="The door")
HALL = ground("#" * 12, "............", "#" * 12, edges=(SHUT,))

PEOPLE = """
[[hero]]
key = "hero"
name = "Hero"
icon = "warrior"
scores = [14, 12, 10, 9]
violence = 2
grit = 3
flesh = 5
armour = "light"
handy = ["sword", "shield"]
stowed = ["torch"]

[[hero]]
key = "archer"
name = "Archer"
icon = "warden"
scores = [12, 18, 10, 13]
violence = 2
grit = 3
flesh = 5
handy = ["longbow", "quiver", "knife", "throwing-knife"]

[[hero]]
key = "crossbowman"
name = "Crossbowman"
icon = "warden"
scores = [12, 15, 10, 9]
violence = 2
grit = 3
flesh = 5
handy = ["crossbow", "bolts", "brandy"]

[[hero]]
key = "mage"
name = "Mage"
icon = "mage"
scores = [9, 12, 12, 14]
grit = 2
flesh = 4
handy = ["knife", "torch", "adder-stone"]
spells = ["cinder", "grave-hand", "lullaby", "gust", "ward", "glow", "hollow-face", "briars", "mend"]
castings = 9

[[hireling]]
key = "hireling"
name = "Hireling"
icon = "warrior"
scores = [10, 10, 8, 9]
grit = 2
flesh = 4
handy = ["spear"]
morale = 8

[[hireling]]
key = "old-hand"
name = "Old hand"
icon = "warrior"
scores = [10, 10, 8, 9]
grit = 2
flesh = 4
handy = ["spear"]
morale = 12

[[creature]]
key = "thug"
name = "Thug"
icon = "bandit"
scores = [10, 10, 9, 10]
violence = 1
grit = 3
flesh = 5
armour = "light"
handy = ["axe"]

[[creature]]
key = "boss"
name = "Boss"
icon = "bandit"
scores = [13, 10, 12, 12]
violence = 3
grit = 3
flesh = 5
handy = ["mace"]
morale = "brave"
leader = true

[[creature]]
key = "giant"
name = "Giant"
icon = "ogre"
scores = [16, 10, 5, 10]
violence = 2
flesh = 8
handy = ["mace"]
size = "large"

[[creature]]
key = "beast"
name = "Beast"
icon = "wolf"
scores = [16, 10, 5, 10]
violence = 2
flesh = 8
hide = 2
natural = ["bite"]
quickness = 1
size = "large"

[[creature]]
key = "bones"
name = "Bones"
icon = "skeleton"
scores = [10, 10, 0, 8]
violence = 1
flesh = 5
handy = ["sword"]
morale = "suicidal"
resists = ["piercing"]
weak = ["crushing"]

[[creature]]
key = "sneak"
name = "Sneak"
icon = "goblin"
scores = [8, 10, 7, 10]
flesh = 4
handy = ["knife"]
morale = "cowardly"
traits = ["stealthy"]

[[creature]]
key = "sluggard"
name = "Sluggard"
icon = "ogre"
scores = [10, 10, 7, 6]
flesh = 9
handy = ["club"]
quickness = -1
"""
"""Units whose numbers make the sums of the tests plain."""

EARLY = ("hero", "archer", "mage")


class Fight(CellFight[Sheet, Turn]):
    """One battle, begun in the midst of the first round unless ``fresh``: the party is early, then come the foes."""

    rules = RULESET
    units = PEOPLE
    follow = ("grit", "flesh", "handy", "stowed", "hands", "castings")

    def midst(self, order: tuple[str, ...], strength: Mapping[str, int]) -> dict[str, Any]:
        """The turn of the first side's group."""
        block = "early" if order[0] == "party" else "foes"
        for c in self._state.combatants.values():
            if c.side == "party":
                self.sheet_of(c.id, early=True)
        return {"round": 1, "phase": "block", "block": block, "strength": strength}

    def recruit(self, name: str, unit: str, cell: Cell, hidden: bool) -> Recruit:
        """Whoever goes by another name than the unit's key is called by it."""
        return Recruit(unit, name if unit != name else "", cell, hidden)

    def scores_of(self, who: str, **scores: int) -> Fight:
        """Begin with other scores."""
        return self.profile_of(who, scores=Scores(**{**_scores(self.sheet_now(who)), **scores}))

    def sheet_now(self, who: str) -> Sheet:
        """A sheet before the first answer."""
        return self._state.combatants[who].sheet  # type: ignore[index]

    def body_of(self, who: str) -> tuple[int, int, int]:
        """Grit, Flesh and Stress as they are now."""
        sheet = self.sheet(who)
        return sheet.grit, sheet.flesh, sheet.stress

    def has(self, who: str, word: str) -> bool:
        """Whether somebody suffers from something."""
        return self.sheet(who).has(word)

    def notches(self, who: str, key: str) -> int:
        """Notches of a thing."""
        return self.sheet(who).notches.get(key, 0)

    @property
    def rolled_attack(self) -> AttackRolled:
        """The latest attack roll."""
        return self.last(AttackRolled)

    @property
    def dealt(self) -> int:
        """The latest damage of a hit."""
        return self.last(DamageRolled).dealt

    @property
    def checked(self) -> Checked:
        """The latest Test or Save."""
        return self.last(Checked)

    @property
    def lost(self) -> list[tuple[str, int, str]]:
        """What was lost so far: by whom, how much, of what."""
        return [(event.who, event.amount, event.track) for event in self.told(Harmed)]

    @property
    def nerved(self) -> list[tuple[str, str, bool]]:
        """Tests of Morale so far: whose, by which rule, and whether passed."""
        return [(event.who, event.rule, event.passed) for event in self.told(Nerved)]

    def asked_of(self, topic: str) -> list[str]:
        """Who was asked for a reaction of a kind, and let it be."""
        return [who for kind, who in self.let_be if kind == topic]


def _scores(sheet: Sheet) -> dict[str, int]:
    scores = sheet.profile.scores
    return {name: getattr(scores, name) for name in ("might", "agility", "discipline", "savvy")}


def suffering(*words: str) -> Conditions:
    """Conditions of these words."""
    return tuple(Condition(word) for word in words)


def many(dice: str, *faces: int) -> Dice:
    """Several dice."""
    return Dice(dice, faces)
