"""The battle that each ruleset is begun with where nobody has chosen one: from the title, and after a lesson."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from game import resources
from game.files.errors import BadFile
from game.files.scenario import Scenario, read_scenario
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
    first = _first()
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
    file, first = quick_file(rules), _first()
    if file is None:
        return ""
    return first.title if first is not None and file == first.path else file.stem.replace("-", " ")


def _first() -> Scenario | None:
    """The scenario that a quick battle is, if it is there and can be read."""
    try:
        path = resources.maps() / FIRST
        return _read(path, path.stat().st_mtime_ns)
    except (BadFile, OSError):
        return None


@lru_cache(maxsize=1)
def _read(path: Path, changed: int) -> Scenario:
    """The file as it was at that time: a title screen asks for it by every ruleset, whenever it is laid out."""
    return read_scenario(path)
