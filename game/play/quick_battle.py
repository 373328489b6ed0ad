"""The battle that each ruleset is begun with where nobody has chosen one: from the title, and after a lesson."""

from __future__ import annotations

from pathlib import Path

from game import resources
from game.files.errors import BadFile
from game.files.scenario import read_scenario
from game.play.start import StartRequest

FIRST = "the-cart-at-the-bend.toml"
"""The scenario that a quick battle is: short, and as strong on one side as on the other by every ruleset it names."""

OTHERWISE = "gatehouse.tmx"
"""The map of a quick battle by other rulesets, with their ready squads."""


def shipped_battles() -> list[Path]:
    """Maps that ship with the game; none where its maps are gone."""
    try:
        return resources.shipped_maps()
    except FileNotFoundError:
        return []


def quick_file(rules: str) -> Path | None:
    """The scenario, or else the map, of the quick battle by a ruleset; None if nothing ships to be played."""
    try:
        first = read_scenario(resources.maps() / FIRST)
    except (BadFile, FileNotFoundError):
        first = None
    if first is not None and rules in first.playable:
        return first.path
    found = shipped_battles()
    return next((path for path in found if path.name == OTHERWISE), next(iter(found), None))


def quick_battle(rules: str) -> StartRequest | None:
    """The battle that is begun without a choice by a ruleset; None if nothing ships to be played."""
    file = quick_file(rules)
    return StartRequest(file, rules=rules) if file is not None else None


def quick_title(rules: str) -> str:
    """What the quick battle by a ruleset is called; of one on a map alone the map's file, "" if there is none."""
    file = quick_file(rules)
    if file is None:
        return ""
    try:
        return read_scenario(file).title if file.name == FIRST else file.stem.replace("-", " ")
    except BadFile:
        return ""
