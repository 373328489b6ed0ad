"""The battle that each ruleset is begun with where nobody has chosen one: from the title, and after a lesson.

Until a player has won it once by a ruleset it is one to win: against Novices, out of reach of their first turn.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from game import resources
from game.files.errors import BadFile
from game.files.scenario import Scenario, read_scenario
from game.play.preferences import Preferences, keep_preferences
from game.play.session import Session
from game.play.start import StartRequest
from game.rules.ruleset import AnyRuleset

QUICK = "the-cart-at-the-bend.toml"
"""The scenario that a quick battle is: short, and as strong on one side as on the other by every ruleset it names."""

FIRST = "thieves-at-the-cart.toml"
"""What it is for somebody who has not won it by a ruleset yet: Instinct in their place wins 80 to 85 of 100, and nobody
of theirs is harmed before their first decision (tests/content/test_first_battle.py)."""

OTHERWISE = "gatehouse.tmx"
"""The map of a quick battle by other rulesets, with their ready squads."""


def shipped_battles() -> list[Path]:
    """Maps that ship with the game; none where its maps are gone."""
    try:
        return resources.shipped_maps()
    except FileNotFoundError:
        return []


def quick_file(rules: str, *, newcomer: bool = False) -> Path | None:
    """The scenario, or else the map, of the quick battle by a ruleset; None if nothing ships to be played.

    ``newcomer``: of somebody who has not won it yet.
    """
    scenario = _scenario(rules, newcomer=newcomer)
    if scenario is not None:
        return scenario.path
    found = shipped_battles()
    return next((path for path in found if path.name == OTHERWISE), next(iter(found), None))


def quick_battle(rules: str, *, newcomer: bool = False) -> StartRequest | None:
    """The battle that is begun without a choice by a ruleset; None if nothing ships to be played."""
    file = quick_file(rules, newcomer=newcomer)
    return StartRequest(file, rules=rules) if file is not None else None


def quick_title(rules: str, *, newcomer: bool = False) -> str:
    """What the quick battle by a ruleset is called; of one on a map alone the map's file, "" if there is none."""
    file, scenario = quick_file(rules, newcomer=newcomer), _scenario(rules, newcomer=newcomer)
    if file is None:
        return ""
    return scenario.title if scenario is not None else file.stem.replace("-", " ")


def is_newcomer(preferences: Preferences, rules: str) -> bool:
    """Whether the player has yet to win a first battle by a ruleset, and there is one made for that."""
    return rules not in preferences.quick_won and _scenario(rules, newcomer=True) is not None


def is_first_battle(session: Session) -> bool:
    """Whether a battle is the one that is made to be won."""
    setup = session.match.setup
    scenario = _read(FIRST)
    return scenario is not None and setup.title == scenario.title and setup.ruleset in scenario.playable


def remember_won(preferences: Preferences, session: Session) -> bool:
    """Keep in the settings that a person alone has won the quick battle of a ruleset; whether it was the first time."""
    setup, people = session.match.setup, session.sides_of_people
    titles = [scenario.title for scenario in map(_read, (QUICK, FIRST)) if scenario is not None]
    if setup.title not in titles or people != (session.winner,) or setup.ruleset in preferences.quick_won:
        return False
    preferences.quick_won = (*preferences.quick_won, setup.ruleset)
    keep_preferences(preferences)
    return True


def tell_first_win(rules: AnyRuleset) -> str:
    """That a first battle is won, and what follows from it."""
    return f"Your first battle of {rules.title} is won. From now on its quick battle is against Regular foes."


def _scenario(rules: str, *, newcomer: bool) -> Scenario | None:
    """The scenario that a quick battle by a ruleset is; None if there is none that it plays."""
    found = (_read(name) for name in ((FIRST, QUICK) if newcomer else (QUICK,)))
    return next((scenario for scenario in found if scenario is not None and rules in scenario.playable), None)


def _read(name: str) -> Scenario | None:
    """A scenario of the game's, if it is there and can be read."""
    try:
        path = resources.maps() / name
        return _read_again(path, path.stat().st_mtime_ns)
    except (BadFile, OSError):
        return None


@lru_cache(maxsize=2)
def _read_again(path: Path, changed: int) -> Scenario:
    """The file as it was at that time: a title screen asks for it by every ruleset, whenever it is laid out."""
    return read_scenario(path)
