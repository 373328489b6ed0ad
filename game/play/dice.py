"""Answerers for the dice seat: a seeded generator, or a person with real dice on the table."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import SystemRandom

from game.rules.dice import Faces, sides_of
from game.rules.match import AnyMatch, Asked
from game.rules.odds import SampleSequence
from game.rules.questions import Impossible, Roll

SEEDS = 1_000_000
"""Seeds that nobody chose lie below this, so that one can be read out and typed."""

_SPREAD = 0xD1342543DE82EF95
"""An odd multiplier that keeps neighbouring seeds apart."""


def fresh_seed() -> int:
    """A seed that nobody chose."""
    return SystemRandom().randrange(SEEDS)


class SeededDice:
    """Faces that follow from the seed and the number of answers given so far, and from nothing else.

    So an undo does not buy another throw, and a battle saved and loaded goes on with the dice it would have had.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def answer(self, match: AnyMatch, question: Asked) -> Faces:
        """Roll."""
        assert isinstance(question, Roll)
        return self.faces(question, len(match.history))

    def faces(self, question: Roll, number: int) -> Faces:
        """What dice show that are thrown after so many answers."""
        return SampleSequence((self.seed + 1) * _SPREAD ^ number).faces(question)


class TypedDice:
    """Real dice: a person rolls, and types what they show."""

    def __init__(self, ask: Callable[[str], str | None], say: Callable[[str], None], spare: SeededDice) -> None:
        """``ask`` gives the line typed, or None at the end of input; ``spare`` rolls for whoever types "r"."""
        self._ask = ask
        self._say = say
        self._spare = spare

    def answer(self, match: AnyMatch, question: Asked) -> Faces | None:
        """Ask until the dice can show what was typed; None at the end of input."""
        assert isinstance(question, Roll)
        while True:
            line = self._ask(f"{question.what} ({question.why}), r to have it {question.done}: ")
            if line is None:
                return None
            if line.strip().lower() in ("r", "roll"):
                faces = self._spare.answer(match, question)
                self._say(f"{question.done.capitalize()} {', '.join(shown(question, faces))}.")
                return faces
            try:
                return read_faces(question, line)
            except Impossible as error:
                self._say(str(error))


def shown(roll: Roll, faces: Faces) -> tuple[str, ...]:
    """What the faces of a roll are called: numbers, or the names on cards."""
    return tuple(roll.names[face - 1] if roll.names else str(face) for face in faces)


def read_faces(roll: Roll, line: str) -> Faces:
    """Read faces as a person types them: ``14``, ``3 5``, ``3,5`` or ``3+5``; of cards the name.

    Raises Impossible with what is wanted.
    """
    if roll.names:
        named = [place for place, name in enumerate(roll.names, 1) if name.casefold() == line.strip().casefold()]
        if not named:
            raise Impossible(f"No {line.strip()!r} is left; there are {', '.join(roll.names)}.")
        return (named[0],)
    sides = sides_of(roll.dice)
    words = re.findall(r"[^\s,+]+", line)
    if not all(word.isdecimal() for word in words) or len(words) != len(sides):
        wanted = "one number" if len(sides) == 1 else f"{len(sides)} numbers, one for each die"
        raise Impossible(f"{roll.dice} needs {wanted}, such as {' '.join(['3'] * len(sides))}.")
    faces = tuple(int(word) for word in words)
    for face, die in zip(faces, sides, strict=True):
        if not 1 <= face <= die:
            raise Impossible(f"A d{die} shows 1 to {die}, not {face}.")
    return faces
