"""Puzzles: a moment of a battle with an aim for one side's turn, and the proof that one line is far better than others.

    [puzzle]
    side = "party"
    aim = "fell"                       # who is out of the fight when the turn ends
    who = "ogre-1"
    grade = "medium"
    state = "91c0f5f1b3a1a9d2"         # of the moment, so that it is noticed when rules lead elsewhere
    answers = ["yrsa", "go 7,5", "15 3", …]

    [puzzle.proof]
    lines = 48                         # that were searched
    best = { chance = 0.78, first = ["go 8,5", "feint ogre-1"], steps = [ … ] }
    second = { … }
    tempting = { … }

The rest of the file is a scenario like any other. The answers lead from its beginning to the moment, dice and all.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

import msgspec

from game.files.entries import Faults

AimKind = Literal["fell", "save", "unhurt"]
AIMS: tuple[AimKind, ...] = ("fell", "save", "unhurt")

Grade = Literal["easy", "medium", "hard"]
GRADES: tuple[Grade, ...] = ("easy", "medium", "hard")

FirstSight = Literal["at once", "shown", "novice", "instinct"]
"""What a line tempts by: that it attacks at once, or by the highest chance shown of any attack, or that an AI of
a level would take it."""


class Aim(msgspec.Struct, frozen=True):
    """What is to be reached."""

    kind: AimKind
    """fell: somebody of another side is out of the fight when the turn ends of who acts at the moment; save: somebody
    of one's own still stands when one's side has its next turn; unhurt: until then nobody of it has lost anything."""
    who: str = ""
    """Whom it is about; empty for unhurt."""


class LineStep(msgspec.Struct, frozen=True):
    """One decision of a line, and what the rules make of it."""

    key: str
    """Of the option."""
    does: str
    """What it is called."""
    chance: float
    """That the aim is met after it, before its own dice have fallen, from 0 to 1."""
    odds: str = ""
    """What is shown of it if it is an attack: how likely it hits, what is lost, how likely the target falls."""
    hit: float = 0.0
    down: float = 0.0
    """Of these how likely it hits, and puts its target down, if nobody answers it."""
    terms: tuple[str, ...] = ()
    """The modifiers of its roll with the rules they come from, and what it takes."""


class PuzzleLine(msgspec.Struct, frozen=True):
    """A line: what is decided until dice fall, and then the best that can still be done."""

    chance: float
    """That the aim is met, from 0 to 1."""
    first: tuple[str, ...]
    """The keys of what is decided before any dice fall."""
    steps: tuple[LineStep, ...] = ()
    """The same told, and after it how it goes on where dice fall as they likeliest do."""
    error: float = 0.0
    """By how much the chance may be off, in 95 of 100 cases; 0 where every face of every die was weighed."""
    undone: str = ""
    """Where plays were drawn: who did what when most of those that failed did."""


class Proof(msgspec.Struct, frozen=True):
    """That one line is far better than all others that were searched."""

    lines: int
    """Lines that were searched."""
    best: PuzzleLine
    second: PuzzleLine
    """The next best that is not as good as the best."""
    tempting: PuzzleLine
    """What looks best at first sight."""
    tempts: FirstSight
    """By what it does."""
    alike: int = 1
    """Lines that are as good as the best, it included: the same in another order, from another place."""


class Puzzle(msgspec.Struct, frozen=True):
    """A puzzle as its file has it."""

    side: str
    aim: AimKind
    grade: Grade
    state: str
    answers: tuple[str, ...]
    proof: Proof
    who: str = ""

    @property
    def sought(self) -> Aim:
        """What is to be reached."""
        return Aim(self.aim, self.who)


def check_puzzle(puzzle: Puzzle, known: Collection[str], sides: Collection[str], faults: Faults) -> None:
    """Look for people and sides that are not there; ``known``: the ids of the battle."""
    if puzzle.side not in sides:
        faults.unknown("puzzle.side", "side", puzzle.side, sides)
    if puzzle.aim == "unhurt":
        if puzzle.who:
            faults.add("puzzle.who", "the aim is that nobody is hurt; leave out whom it is about")
    elif puzzle.who not in known:
        faults.unknown("puzzle.who", "combatant", puzzle.who, known)
