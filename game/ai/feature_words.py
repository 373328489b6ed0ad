"""Names of features in words, for explaining an AI's answer to a player."""

from __future__ import annotations

from typing import Final

from game.rules.weights import ORDER, Words

COMMON: Final[Words] = {
    # what is done to somebody
    "down": "foes put out of the fight",
    "harm": "harm to foes",
    "tempo": "turns that foes lose",
    "bound": "foes hampered",
    "lost": "own people put out of the fight",
    "wounds": "own wounds",
    "spent": "own turns given up",
    "tied": "own people hampered",
    "focus": "wounds to whom a friend may attack next",
    "healed": "wounds healed",
    "revived": "friends brought round",
    "saved": "harm kept from somebody",
    "caught": "foes kept from getting away",
    # the way, and where it ends
    "exposed": "danger where it ends",
    "spared": "harm that a foe would do to friends without it",
    "late": "danger from farther off where it ends",
    "risk": "openings given on the way",
    "peril": "fire or a trap underfoot",
    "burns": "fire underfoot",
    "support": "friends nearby",
    "apart": "the way still to go to the middle of its side",
    "pressed": "a shooter with a foe beside it",
    "presses": "standing beside a foe who shoots",
    "far": "the way still to go to a foe",
    "gap": "the distance to a foe",
    "steps": "steps walked",
    "acts": "trouble taken",
    "idle": "doing nothing where something could be done",
    "goal": "the way still to go to the goal",
    "on goal": "standing where it has to",
    "door": "a way opened",
    "bared": "danger that a way opened brings friends into",
    "admits": "what friends can do through it",
    "forced": "the risk that forcing a way fails",
    "task": "work at the task",
    "away": "getting away",
    "flight": "the way still to go to get away",
    # things
    "arms": "a better weapon in hand",
    "disarmed": "the last weapon given away",
    "upright": "being on one's feet and free",
    "spends": "something that works only once",
    # whose turn it is
    "endangered": "danger where it stands",
    "begins": "the first blow",
    "could not": "nobody in reach",
    "could down": "foes it could put out of the fight",
    "could harm": "harm it could do",
    "could tempo": "turns it could cost foes",
    "could bound": "foes it could hamper",
    "could lost": "own people it could cost",
    "could wounds": "wounds it could cost",
    "could spent": "own turns it could cost",
    "could tied": "own people it could hamper",
    # orders
    "order press on": "its side presses on, and danger counts for less",
    "order hold back": "its side holds back, and danger counts for more",
    "order stand fast": "its side stands fast and goes nowhere to meet a foe",
}
"""Features that the planner counts itself, those that more than one game has, and orders."""

MISTAKES: Final[Words] = {
    "hesitation": "it hangs back",
    "target": "it does not think of everybody whom it could attack",
    "fixation": "it has but one kind of attack in mind",
    "reaction": "it forgets that it could answer",
}
"""Those of a beginner."""


def in_words(words: Words, name: str) -> str:
    """What a feature is called: by the ruleset's words, else by ours, else by its name."""
    return words.get(name) or COMMON.get(name) or name


def order_in_words(words: Words, order: str) -> str:
    """What a side does that goes by an order."""
    return words.get(ORDER + order) or COMMON.get(ORDER + order) or f"its side goes by the order to {order}"
