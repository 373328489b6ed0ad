"""What sovereign's combatants bring, read again from the tables: hit points, AC, attack bonus, checks, weapons."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from rulesets import sovereign
from rulesets.sovereign.sheet.sheet import Body, Weapon
from tests.referee.judging import Referee

Entry = dict[str, Any]

PER_POINT = {"warrior": 1, "expert": 2, "mage": 5, "healer": 5}
"""Levels of a class that give a point of attack bonus (RULES 5.2)."""

LISTED = ("damage", "bonus", "shock", "shock_ac")
"""What an entry may say otherwise of a weapon."""


@cache
def table(name: str) -> dict[str, Entry]:
    """The entries of one data file, by key."""
    path = Path(sovereign.__file__).parent / "data" / f"{name}.toml"
    (entries,) = (each for each in tomllib.loads(path.read_text(encoding="utf-8")).values() if isinstance(each, list))
    return {entry["key"]: entry for entry in entries}


class Muster(Referee):
    """Judges the sheets with which a battle begins."""

    def initial_state(self) -> None:
        """Everybody."""
        for c in self.fought.start.combatants.values():
            key = c.sheet.profile.key
            if key in table("creatures"):
                self.creature(c, table("creatures")[key])
            else:
                self.character(c, table("characters")[key])
            for arm, found in self.arms(c):
                told = {each: getattr(arm, each) for each in found}
                self.same("E-65", f"the {arm.key} of {c.id}", told, found)

    def creature(self, c: Body, entry: Entry) -> None:
        """Hit points by its place among its kind, one number for checks by Hit Dice (S-37, S-39, E-57)."""
        profile, listed = c.sheet.profile, entry["hp"]
        points = listed[max(0, profile.number - 1) % len(listed)]
        self.same("E-57", f"hit points of {c.id}", (c.sheet.hp, profile.hp), (points, points))
        self.same(
            "E-57", f"attack bonus and AC of {c.id}", (profile.attack, profile.ac), (entry["attack"], entry["ac"])
        )
        dice = entry["hd"]
        steps = sum(dice >= least for least in (1, 3, 6))
        self.same("E-57", f"checks of {c.id}", profile.npc_skill, entry.get("checks", steps))
        self.same("E-93", f"whether {c.id} is named", profile.named, False)

    def character(self, c: Body, entry: Entry) -> None:
        """Armour and DEX, the first class's attack bonus (E-55, RULES 5.2)."""
        profile = c.sheet.profile
        suit, dexterity = table("armour")[entry["armour"]], entry["attributes"].get("DEX", 0)
        self.same("E-55", f"AC of {c.id}", profile.ac, entry.get("ac", suit["ac"] + dexterity))
        bonus = entry["level"] // PER_POINT[entry["classes"][0]]
        self.same("E-55", f"attack bonus of {c.id}", profile.attack, bonus)
        self.same("E-93", f"hit points of {c.id}", (c.sheet.hp, profile.hp), (entry["hp"], entry["hp"]))
        self.same("E-93", f"whether {c.id} is named", profile.named, True)

    def arms(self, c: Body) -> Iterator[tuple[Weapon, Entry]]:
        """What somebody carries, each weapon with what the tables say of it."""
        profile = c.sheet.profile
        entry = table("creatures").get(profile.key) or table("characters")[profile.key]
        said = {each["weapon"]: each for each in entry.get("attacks", ()) if isinstance(each, dict)}
        fists = "unarmed combatant" in profile.feats
        for arm in profile.weapons:
            if arm.key == "unarmed" and fists:
                continue
            stock = table("weapons")[arm.key]
            found = {each: stock.get(each, "" if each == "damage" else 0) for each in LISTED}
            found |= {each: value for each, value in said.get(arm.key, {}).items() if each in LISTED}
            yield arm, {**found, "range": stock.get("range", 0), "long_range": stock.get("long_range", 0)}
