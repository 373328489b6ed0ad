"""Floating text over bodies: events of one body are merged into lines, shown one after the other."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, replace
from math import fsum

from game.rules.event_kinds import Tint
from game.rules.events import Id
from game.scene.board_geometry import Spot
from game.scene.moves import VisualEffect

LETTERS = 30
"""Of a line that further words may still join."""
FADE = 0.4
"""Seconds in which a line goes; nothing joins it any more."""
BACKLOG = 1.0
"""Seconds that the last of the lines in a row waits at most: those before it are hurried."""


@dataclass(frozen=True, slots=True)
class Word:
    """One of the events that a line tells."""

    text: str
    tone: Tint = "plain"
    times: int = 1

    @property
    def said(self) -> str:
        """The word, and how often it came if more than once."""
        return self.text if self.times == 1 else f"{self.text} ×{self.times}"

    @property
    def number(self) -> bool:
        """Whether it is a number, of harm or healing: those are written large, and each stands for itself."""
        return self.text[:1] in "−+"


@dataclass(slots=True, eq=False)
class FloatingText:
    """A line over a body. ``at``: the middle of the body, in cells; ``length`` and ``age`` in seconds."""

    who: Id
    at: Spot
    words: tuple[Word, ...]
    length: float
    age: float = 0.0

    @property
    def left(self) -> float:
        """Seconds until it is gone."""
        return self.length - self.age

    def takes(self, effect: VisualEffect) -> bool:
        """Whether a further text still finds room in it: while it doesn't fade, and the body stands where it stood."""
        if self.left <= FADE or effect.at != self.at:
            return False
        return self._tells(effect) or sum(len(word.said) for word in self.words) + len(effect.text) <= LETTERS

    def add(self, effect: VisualEffect) -> None:
        """Tell this too, and stay as long as it takes to read it.

        The same word again is counted. In another tone it is the same event: what befalls and what comes of it.
        """
        last = self.words[-1]
        if not self._tells(effect):
            self.words = *self.words, Word(effect.text, effect.tone)
        elif (last.text, last.tone) == (effect.text, effect.tone):
            self.words = *self.words[:-1], replace(last, times=last.times + 1)
        self.length = max(self.length, self.age + effect.length)

    def _tells(self, effect: VisualEffect) -> bool:
        """Whether it says as much already: "charges" of one who is "charged" then. Each number stands for itself."""
        return not self.words[-1].number and says_as_much(self.words[-1].text, effect.text)


def says_as_much(one: str, other: str) -> bool:
    """Whether one of two texts says what the other does: "charges" and "charged", "falls prone" and "prone"."""
    stems = [[re.sub(r"(?<=\w\w\w)(e?[sd]|e)$", "", word) for word in text.casefold().split()] for text in (one, other)]
    short, long = sorted(stems, key=len)
    return short == long or long == ["fall", *short]


class FloatingTexts:
    """The lines of one viewer's battle: at most one over each body, the others waiting for it to be gone."""

    def __init__(self) -> None:
        self.shown: list[FloatingText] = []
        """Those that are seen now, in the order in which they began."""
        self._waiting: dict[Id, deque[FloatingText]] = {}
        self._haste: dict[Id, float] = {}
        """How much faster than usual the lines of somebody pass, for whom some are waiting."""

    def __bool__(self) -> bool:
        return bool(self.shown)

    def say(self, who: Id, effect: VisualEffect) -> None:
        """Tell a text over somebody: in the line that is there, or in one that follows it."""
        row = self._waiting.get(who)
        seen = next((saying for saying in self.shown if saying.who == who), None)
        last = row[-1] if row else seen
        if last is not None and last.takes(effect):
            last.add(effect)
            return
        saying = FloatingText(who, effect.at, (Word(effect.text, effect.tone),), effect.length)
        if seen is not None and row is None and seen.left <= FADE and saying.words[0].number:
            self.shown.remove(seen)  # what is lost is told at once
            seen = None
        if seen is None:
            self.shown.append(saying)
            return
        row = self._waiting.setdefault(who, deque())
        row.append(saying)
        self._haste[who] = max(self._haste.get(who, 1.0), self.wait(who) / BACKLOG)

    def wait(self, who: Id) -> float:
        """Seconds until the last of somebody's lines would begin, if nothing were hurried."""
        row = self._waiting.get(who)
        if not row:
            return 0.0
        seen = next(saying for saying in self.shown if saying.who == who)
        return seen.left + fsum(saying.length for saying in list(row)[:-1])

    def advance(self, seconds: float) -> None:
        """Let time pass. A line that follows another begins with it, so that each is seen however fast time passes."""
        shown, self.shown = self.shown, []
        begun: list[FloatingText] = []
        for saying in shown:
            saying.age += seconds * self._haste.get(saying.who, 1.0)
            if saying.left > 0:
                self.shown.append(saying)
            elif row := self._waiting.get(saying.who):
                begun.append(row.popleft())
                if not row:
                    del self._waiting[saying.who], self._haste[saying.who]
        self.shown += begun

    def clear(self) -> None:
        """Forget all of them."""
        self.shown.clear()
        self._waiting.clear()
        self._haste.clear()
