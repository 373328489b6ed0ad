"""What there is to play: battles to begin and to go on with, the ruleset that is offered first."""

from __future__ import annotations

from pathlib import Path

from game.files.errors import BadFile
from game.files.saves import Summary, glance
from game.play.folders import SAVE, newest_first, state_folder
from game.play.preferences import Preferences
from game.rules.registry import UnknownRuleset, names, ruleset
from game.rules.ruleset import AnyRuleset
from game.view.widgets.art import has_picture

FOLDERS = ("autosaves", "saves")

NO_EMBLEM = "emblems/die"
"""The sign of a game of which nothing is known."""


def favourite(preferences: Preferences) -> str:
    """The ruleset played last, or the first that is installed; "" if there is none."""
    installed = names()
    last = preferences.rules
    return last if last in installed else next(iter(installed), "")


def saves() -> list[Path]:
    """Saved battles, the newest first."""
    return newest_first(path for folder in FOLDERS for path in state_folder(folder).glob(f"*{SAVE}"))


def under_way() -> list[Path]:
    """Saved battles that are not over, the newest first; one that can't be read counts, so that the player is told."""

    def over(path: Path) -> bool:
        try:
            return glance(path).over
        except BadFile:
            return False

    return [path for path in saves()[:12] if not over(path)]


def known_ruleset(name: str) -> AnyRuleset | None:
    """The ruleset of that name; None if it is not installed, or can't be used."""
    try:
        return ruleset(name)
    except UnknownRuleset:
        return None


def told(about: Summary) -> str:
    """What a save is, in few words: "Murdham: The cart at the bend, round 3"."""
    rules = known_ruleset(about.ruleset)
    by = rules.title if rules is not None else about.ruleset
    when = "over" if about.over else f"round {about.round}" if about.round else "before the first round"
    return f"{by}: {', '.join(part for part in (about.title, when) if part)}"


def emblem(rules: AnyRuleset | None) -> str:
    """The sprite that is the sign of a ruleset."""
    return rules.emblem if rules is not None and has_picture(rules.emblem) else NO_EMBLEM
