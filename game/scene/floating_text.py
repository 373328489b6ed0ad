"""Floating text over bodies: of each deed one line over each body it befalls, gone before the next deed's."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from game.rules.events import Id, Tint
from game.scene.board_geometry import Spot
from game.scene.moves import VisualEffect

FADE = 0.3
"""Seconds in which a line goes; nothing joins it any more."""
READ = 0.4
"""Seconds for which a word is seen before another of the same body takes its place; a number takes it at once."""
KEPT, KEPT_NUMBER = 0.5, 0.8
"""Seconds for which a line, and one with numbers, is seen at least when another deed begins."""
AT_ONCE = 0.2
"""Seconds within which numbers belong together: what one blow costs of several bars."""


@dataclass(frozen=True, slots=True)
class Word:
    """Event that a line tells."""

    text: str
    tone: Tint = "plain"
    times: int = 1
    cause: bool = False
    """Whether it is why of the number that follows."""

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
    """A line over a body: a word, or numbers with the word for what comes of them.

    ``at``: the middle of the body, in cells; ``length`` and ``age`` in seconds.
    """

    who: Id
    at: Spot
    words: tuple[Word, ...]
    length: float
    age: float = 0.0
    over: bool = False
    """Whether another deed has begun since."""

    @property
    def left(self) -> float:
        """Seconds until it is gone."""
        return self.length - self.age

    @property
    def open(self) -> bool:
        """Whether what comes of it may still be told in it."""
        return not self.over and self.left > FADE

    @property
    def numbers(self) -> tuple[Word, ...]:
        """Those of its words that are numbers, after what they come of; they stand first."""
        return tuple(word for word in self.words if word.number or word.cause)

    def take(self, effect: VisualEffect) -> bool:
        """Tell this too, if it belongs to what is told, and stay as long as it takes to read it; whether it does.

        The same word again is counted. In another tone, or in other words for it, it is the same event: what befalls
        and what comes of it.
        """
        last, word = self.words[-1], word_of(effect)
        if effect.at != self.at or not (self.open or (word.number and self.age == 0)):
            return self._leads_to(word)
        if (last.text, last.tone) == (word.text, word.tone) and not word.number:
            self.words = *self.words[:-1], replace(last, times=last.times + 1)
        elif word.number:
            if not last.cause and (not last.number or self.age > AT_ONCE):
                return False
            self.words = *self.words, word
        elif last.number or not says_as_much(last.text, word.text):
            if not self.numbers or last.cause:
                return False
            self.words = *self.numbers, word
        self.length = max(self.length, self.age + effect.length)
        return True

    def _leads_to(self, word: Word) -> bool:
        """Whether a word of the next deed says what has just been told: "cover" of one who "seeks cover"."""
        last = self.words[-1]
        return self.age < KEPT and not last.number and last.text != word.text and says_as_much(last.text, word.text)

    def close(self) -> None:
        """Another deed begins: go, once it has been seen."""
        self.over = True
        self.length = min(self.length, max(self.age + FADE, KEPT_NUMBER if self.numbers else KEPT))


def word_of(effect: VisualEffect) -> Word:
    """The word that an effect says."""
    return Word(effect.text, effect.tone, cause=effect.cause)


def says_as_much(one: str, other: str) -> bool:
    """Whether one of two texts says what the other does: "charges" and "charged", "seeks cover" and "cover"."""
    short, long = sorted((_stems(text) for text in (one, other)), key=len)
    return long[-len(short) :] == short


def _stems(text: str) -> list[str]:
    """The words of a text without what the form of a verb adds to them."""
    return [re.sub(r"(?<=\w\w\w)(ing|ed|es|s|e)$", "", word) for word in text.casefold().split()]


class FloatingTexts:
    """The lines of one viewer's battle: at most one over each body, all of one deed but for those that are going."""

    def __init__(self) -> None:
        self.shown: list[FloatingText] = []
        """Those that are seen now, in the order in which they began."""
        self._next: dict[Id, FloatingText] = {}
        """By body, what takes the place of its line once that has been read."""

    def __bool__(self) -> bool:
        return bool(self.shown)

    def begin_deed(self) -> None:
        """Let the lines of all that was done before go, and what waits for its turn be told now or never."""
        for who in list(self._next):
            self._replace(who)
        for saying in self.shown:
            saying.close()

    def say(self, who: Id, effect: VisualEffect) -> None:
        """Tell a text over somebody: in the line that is there, or in its place."""
        seen = next((saying for saying in self.shown if saying.who == who), None)
        last = self._next.get(who, seen)
        if last is not None and last.take(effect):
            if last is not seen and word_of(effect).number:
                self._replace(who)
            return
        saying = FloatingText(who, effect.at, (word_of(effect),), effect.length)
        if seen is None:
            self.shown.append(saying)
            return
        self._next[who] = saying
        if saying.numbers or seen.age >= READ:
            self._replace(who)

    def _replace(self, who: Id) -> None:
        """Let the line that waits take the place of the one that is seen."""
        following = self._next.pop(who)
        self.shown = [following if saying.who == who else saying for saying in self.shown]

    def advance(self, seconds: float) -> None:
        """Let time pass. A line that follows another begins with it, so that each is seen however fast time passes."""
        for saying in self.shown:
            saying.age += seconds
        due = [saying.who for saying in self.shown if saying.who in self._next and saying.age >= READ]
        self.shown = [saying for saying in self.shown if saying.left > 0 or saying.who in due]
        for who in due:
            self._replace(who)

    def clear(self) -> None:
        """Forget all of them."""
        self.shown.clear()
        self._next.clear()
