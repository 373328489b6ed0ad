"""Short hints in context, each shown once."""

from __future__ import annotations

from game.play.preferences import Preferences
from game.scene.choosing import Choosing

HINTS: dict[str, str] = {
    "pick": "Your side acts. Click one of your fighters or its portrait above, or press P and its number.",
    "deeds": "The buttons below list what can be done: press the letter, then a number. Rest the pointer on a row to "
    "see what it does and costs; Tab shows what can't be done now, and why.",
    "move": "The blue region is one move; yellow, if there is any, takes more. Point at a place, or take the arrow "
    "keys, to see the way, its cost and who could strike on it; click or Enter to go there.",
    "zones": "Zones are places here, and so are the borders between them: point at a border's line or its diamond to "
    "stand there, or take the arrow keys and Enter. Z writes how many each zone holds, and what it is like.",
    "whole zones": "Zones are places here. Point at one, or take the arrow keys, to see what going there takes; click "
    "or Enter to go there. Z writes what each is like and how far it is.",
    "aim": "Fighters with a broken ring can be aimed at. Point at one, or press Tab, for sight, cover and odds. A "
    "click or Enter picks out the best way to attack it, another does it; a number or the wheel takes another way.",
    "first blows": "Whoever waits within reach of foes is struck first: go and strike before them, two at one foe, and "
    "begin with whom the odds fell soonest. Each foe that is down strikes no more.",
    "exchange": "Places in the order may be exchanged: drag one onto another in the bar at the top, or click both, or "
    "take the arrow keys and Enter. The panel has the same answers, and that for leaving it.",
    "react": "Something happens that you may answer; what gains most comes first. Behind the wheel you can say how you "
    "want to be asked from now on.",
    "end": "With nothing left to do a turn ends by itself; Space ends it before. A click on a friend lets it act, "
    "where the rules do. Ctrl+Z takes back what you decided until dice have fallen.",
    "log": "Click a line of the log to open its dice and the rules behind them; J opens all of it. N tells "
    "what can't be done, and why.",
}


def next_hint(preferences: Preferences, choosing: Choosing) -> str:
    """The name of a hint that fits the question and was not shown before; empty if there is none."""
    if not preferences.hints:
        return ""
    kind = choosing.question.kind
    exchanging = any(option.exchanges for option in choosing.question.options.singles)
    fitting = {
        "pick": kind == "pick" and bool(choosing.targets()),
        "exchange": exchanging,
        "react": kind == "react" and not exchanging,
        choosing.scene.where.hint: kind == "act" and choosing.walking is not None,
        "move": kind == "act" and choosing.walking is not None,
        "first blows": kind == "act" and choosing.walking is not None,
        "deeds": kind == "act",
        "aim": kind == "act" and bool(choosing.targets()),
        "end": kind == "act",
        "log": kind == "act",
    }
    return next((name for name, fits in fitting.items() if name and fits and name not in preferences.hints_seen), "")


def seen(preferences: Preferences, name: str) -> None:
    """Do not show a hint again."""
    if name and name not in preferences.hints_seen:
        preferences.hints_seen = (*preferences.hints_seen, name)
