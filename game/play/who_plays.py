"""Who may play a side, as people choose it and are told it: a person, or the computer at one of its levels."""

from __future__ import annotations

from game.ai import LEVELS, MINDS, how_it_plays
from game.play.seating import HUMAN
from game.rules.ruleset import AnyRuleset

PERSON = str(HUMAN)
"""Among the levels of the computer, in a list of who may play."""


def offered_players() -> list[tuple[str, str]]:
    """Everybody who may play a side, with what a list calls them; the weakest computer comes first."""
    return [(PERSON, "A person"), *((level, called_player(level)) for level in LEVELS)]


def called_player(level: str) -> str:
    """What lists call the computer at a level."""
    return f"Computer, {MINDS[level].name}"


def told_of(player: str, rules: AnyRuleset) -> str:
    """A line on how somebody plays a game; nothing of a person."""
    return how_it_plays(player, rules) if player in LEVELS else ""
