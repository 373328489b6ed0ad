"""A battle of ingenuity's under test."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.kit.conditions import Condition, Conditions
from game.kit.testing.fight import OPEN as OPEN
from game.kit.testing.fight import CellFight, Dice
from game.kit.testing.fight import ground as ground
from game.rules.events import Id
from game.rules.match import Match
from game.rules.questions import Choose
from game.rules.setup import Recruit
from game.spatial.field import Cell
from rulesets.ingenuity import RULESET
from rulesets.ingenuity.play.events import AttackRolled, Checked, DamageSummed, Harmed
from rulesets.ingenuity.sheet.sheet import Sheet, Turn

PEOPLE = """
[[weapon]]
key = "spear"
name = "Spear"
attributes = ["strength", "dexterity"]
damage = 4
critical = 19
critical_damage = 8
harm = ["piercing"]
proficiencies = ["finesse", "martial"]
reach = 2

[[weapon]]
key = "dagger"
name = "Dagger"
attributes = ["dexterity"]
damage = 3
critical = 18
critical_damage = 9
harm = ["piercing"]
proficiencies = ["finesse"]
parry = 2
range = 5
limit = 35
traits = ["thrown"]

[[weapon]]
key = "shortbow"
name = "Shortbow"
attributes = ["strength", "dexterity"]
damage = 3
critical = 19
critical_damage = 9
harm = ["piercing"]
proficiencies = ["archery"]
hands = 2
reach = 0
range = 35
limit = 280
metal = false

[[weapon]]
key = "crossbow"
name = "Crossbow"
attributes = ["dexterity"]
damage = 4
critical = 18
critical_damage = 10
harm = ["piercing"]
proficiencies = ["archery", "firearms", "martial"]
hands = 2
reach = 0
range = 35
limit = 245
reload = 2
metal = false

[[weapon]]
key = "longsword"
name = "Longsword"
attributes = ["strength", "dexterity"]
damage = 4
critical = 19
critical_damage = 8
harm = ["slashing", "piercing"]
proficiencies = ["finesse", "martial"]
parry = 3
traits = ["versatile"]

[[weapon]]
key = "maul"
name = "Maul"
attributes = ["strength"]
damage = 5
critical = 20
critical_damage = 7
harm = ["bludgeoning"]
proficiencies = ["martial"]
hands = 2

[[weapon]]
key = "sap"
name = "Sap"
attributes = ["strength"]
damage = 4
critical_damage = 8
harm = ["bludgeoning"]
proficiencies = ["martial"]
traits = ["nonlethal"]

[[weapon]]
key = "fangs"
name = "Fangs"
attributes = ["dexterity"]
damage = 3
critical_damage = 9
harm = ["piercing"]
hands = 0
traits = ["natural"]

[[item]]
key = "medium-shield"
name = "Medium shield"
block = 3
durability = 10
parry = 2

[[armour]]
key = "leather-of-old"
name = "Leather"
rating = 5

[[armour]]
key = "leather-of-now"
name = "Leather"
rating = 3

[[armour]]
key = "padded-of-now"
name = "Padded"
rating = 2

[[hero]]
key = "boudica"
name = "Boudica"
icon = "warrior"
dice = [6, 6, 4, 6]
carried = ["spear"]
armour = "leather-of-now"
con = 4
[hero.skills]
combat = 6
[hero.proficiencies]
martial = 1
fortitude = 1

[[hero]]
key = "fabian"
name = "Fabian"
icon = "rogue"
dice = [4, 6, 6, 4]
carried = ["dagger"]
armour = "padded-of-now"
[hero.skills]
combat = 6
[hero.proficiencies]
finesse = 1
dodge = 1
stealth = 1

[[hero]]
key = "agnessa"
name = "Agnessa"
icon = "warden"
dice = [6, 6, 4, 4]
carried = ["shortbow", "dagger"]
armour = "padded-of-now"
[hero.skills]
combat = 6
agility = 6
[hero.proficiencies]
archery = 1

[[hero]]
key = "petra"
name = "Petra"
icon = "warden"
dice = [4, 6, 6, 4]
carried = ["crossbow"]
armour = "padded-of-now"
[hero.skills]
combat = 6
[hero.proficiencies]
archery = 1

[[hero]]
key = "roland"
name = "Roland"
icon = "warrior"
dice = [8, 4, 4, 8]
carried = ["longsword", "medium-shield"]
physical = 8
[hero.skills]
combat = 6
[hero.proficiencies]
martial = 1

[[hero]]
key = "clementine"
name = "Clementine"
icon = "priest"
dice = [6, 4, 8, 6]
carried = ["sap"]
armour = "padded-of-now"
traits = ["alert"]
[hero.skills]
combat = 6
[hero.proficiencies]
healing = 1

[[creature]]
key = "guard"
name = "Guard"
icon = "warrior"
dice = [6, 6, 4, 6]
carried = ["spear"]
armour = "padded-of-now"
[creature.skills]
combat = 6
[creature.proficiencies]
martial = 1

[[creature]]
key = "dummy"
name = "Dummy"
icon = "warrior"
dice = [4, 6, 4, 6]
eva = 6
physical = 8
elemental = 8

[[creature]]
key = "goblin"
name = "Goblin"
icon = "goblin"
size = 3
dice = [4, 6, 4, 4]
carried = ["dagger"]
[creature.proficiencies]
stealth = 2

[[creature]]
key = "ogre"
name = "Ogre"
icon = "ogre"
size = 6
dice = [10, 4, 4, 8]
carried = ["maul"]
armour = "padded-of-now"
[creature.skills]
combat = 6
[creature.proficiencies]
martial = 1

[[creature]]
key = "wolf"
name = "Wolf"
icon = "wolf"
size = 3
dice = [6, 8, 4, 4]
natural = ["fangs"]
[creature.skills]
combat = 6
"""
"""Units whose numbers make the sums of the tests plain; the people are those of the book's examples."""


class Fight(CellFight[Sheet, Turn]):
    """One battle, begun in the midst of the first round unless ``fresh``: one of the acting side is to be named."""

    rules = RULESET
    units = PEOPLE
    follow = ("hp", "end", "st", "fc", "hand", "off", "carried")

    def midst(self, order: tuple[str, ...], strength: Mapping[str, int]) -> dict[str, Any]:
        """The first side of the order is to name somebody."""
        return {"round": 1, "phase": "pick", "order": order, "strength": strength}

    def recruit(self, name: str, unit: str, cell: Cell, hidden: bool) -> Recruit:
        """Whoever goes by another name than the unit's key is called by it."""
        return Recruit(unit, name if unit != name else "", cell, hidden)

    @property
    def match(self) -> Match[Sheet, Turn]:
        """The battle, where the only one who can be named acts without being named."""
        match = super().match
        while isinstance(asked := match.pending, Choose) and asked.kind == "pick" and len(asked.options) == 1:
            match.answer(asked.options[0].key)
        return match

    def begun(self, who: str) -> Sheet:
        """A sheet before the first answer."""
        return self._state.combatants[Id(who)].sheet

    def has(self, who: str, word: str) -> bool:
        """Whether somebody suffers from something."""
        return self.sheet(who).has(word)

    def body_of(self, who: str) -> tuple[int, int]:
        """Endurance and health as they are now."""
        sheet = self.sheet(who)
        return sheet.end, sheet.hp

    @property
    def rolled_attack(self) -> AttackRolled:
        """The latest attack roll."""
        return self.last(AttackRolled)

    @property
    def dealt(self) -> int:
        """The latest damage of a hit."""
        return self.last(DamageSummed).dealt

    @property
    def checked(self) -> Checked:
        """The latest test that was no attack."""
        return self.last(Checked)

    @property
    def lost(self) -> list[tuple[str, int, str]]:
        """What was lost so far: by whom, how much, of what."""
        return [(event.who, event.amount, event.track) for event in self.told(Harmed)]

    def asked_of(self, topic: str) -> list[str]:
        """Who was asked for a reaction of a kind, and let it be."""
        return [who for kind, who in self.let_be if kind == topic]


def thrown(a: int, b: int, luck: int = 10, of: str = "2d6") -> Dice:
    """An attribute die and a skill die, ``of`` these sides, with the luck die."""
    return Dice(f"{of}+d20", (a, b, luck))


def suffering(**amounts: int) -> Conditions:
    """Conditions of these words, and how much of them."""
    return tuple(Condition(word, count=count) for word, count in amounts.items())
