"""Lessons and puzzles, as they stand in the files of their scenarios.

A lesson is what a scenario says to whoever plays it for the first time, step by step::

    [lesson]
    teaches = "A miss that kills"
    about = "Shock: a good blade harms even where it misses."
    seed = 7
    first_page = ["…", "…"]                        # read before the battle begins
    learned = ["…"]

    [[lesson.opening]]                             # dice that are laid down beforehand, for what the text says of them
    roll = "attack"
    who = "archer"
    faces = [6]

    [[lesson.opening]]                             # and deeds of others than the pupil
    who = "goblin-1"
    answer = "go 13,14"

    [[lesson.steps]]
    text = "Shoot the one in the open."
    when = { kind = "act", can = "shoot" }         # at which questions it is told; at all of them unless said
    until = [{ verb = "shoot", target = ["goblin-1"] }, { down = ["goblin-1"] }]   # any of these does it
    point = { verb = "shoot", who = ["goblin-1"] }
    again = "The bow is still loaded: …"           # told in its place once a round has gone by

A step forces nothing. It waits until what it asks for is done or has come about, and is left out if that was so before
it was told. What is laid down is given once each, to the first question that it fits: a lesson begins in one way.

A puzzle is a moment of a battle with an aim for one side's turn, and the proof that one line is far better than
others::

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
from game.spatial.field import Cell

LONGEST_TEXT = 240
"""Letters that are read while a battle waits."""

AskedFor = Literal["", "pick", "act", "react", "ruling", "confirm"]


class LessonEvent(msgspec.Struct, frozen=True):
    """Something that happens: all that is said of it must fit."""

    verb: str = ""
    """The pupil gives an answer of this verb."""
    event: str = ""
    """The rules tell of an event of this name."""
    who: tuple[str, ...] = ()
    """Whose deed it is: somebody of these, or of these sides."""
    target: tuple[str, ...] = ()
    """Whom it is done to, likewise."""
    to: tuple[Cell, ...] = ()
    """Of an answer: it leads to one of these cells."""
    down: tuple[str, ...] = ()
    """All of these are out of the fight, whenever it came about; of a side, everybody."""
    round: int = 0
    """This round has begun, whenever."""


class FixedAnswer(msgspec.Struct, frozen=True):
    """What the dice show, or what somebody else than the pupil does, laid down beforehand: either of the two."""

    roll: str = ""
    """What the dice are thrown for, as the rules call it."""
    faces: tuple[int, ...] = ()
    """What they show."""
    answer: str = ""
    """The key of an option."""
    who: str = ""
    """Of whom; of anybody unless said."""
    round: int | None = None
    """The round in which alone it is given, if there is one."""


class StepCondition(msgspec.Struct, frozen=True):
    """Questions at which a step is told: those for which all of this holds."""

    kind: AskedFor = ""
    who: tuple[str, ...] = ()
    """Of somebody of these."""
    about: tuple[str, ...] = ()
    """About somebody of these, or of these sides."""
    can: str = ""
    """There is an option of this verb."""
    at: tuple[str, ...] = ()
    """And it is one against somebody of these."""
    to: tuple[Cell, ...] = ()
    """And it is one that leads to one of these cells."""
    after: tuple[LessonEvent, ...] = ()
    """Any of these has happened since the battle began."""


class Pointer(msgspec.Struct, frozen=True):
    """What is marked on the screen while a step is told."""

    verb: str = ""
    """The button or the option of a verb, or the option of a key."""
    who: tuple[str, ...] = ()
    cells: tuple[Cell, ...] = ()


class LessonStep(msgspec.Struct, frozen=True):
    """One thing to be told, and done."""

    text: str
    when: StepCondition = StepCondition()
    until: tuple[LessonEvent, ...] = ()
    """What does it, before it is told too; with none of these any answer where it is told."""
    point: Pointer = Pointer()
    again: str = ""
    """What is told in place of the text once a round has passed without it; the text itself unless said."""
    aside: bool = False
    """Whether it waits for its moment beside the others: told once, if ever, and none of them waits for it."""

    @property
    def texts(self) -> tuple[str, ...]:
        """Everything it may say."""
        return (self.text, self.again) if self.again else (self.text,)


class Lesson(msgspec.Struct, frozen=True):
    """What is taught, and how."""

    teaches: str
    """In a few words, as a title."""
    about: str
    """In a sentence, for whoever chooses."""
    steps: tuple[LessonStep, ...]
    learned: tuple[str, ...]
    """What stands at its end."""
    first_page: tuple[str, ...] = ()
    """What is read before the battle begins, a paragraph each."""
    opening: tuple[FixedAnswer, ...] = ()
    """What is laid down, so that it begins in one way: each is given once, to the first question that it fits."""
    seed: int = 1
    """What its other dice follow from."""


def check_lesson(lesson: Lesson, known: Collection[str], faults: Faults) -> None:
    """Look for texts that are too long and for people that are not there; ``known``: ids and sides of the battle."""
    for where, text in (("teaches", lesson.teaches), ("about", lesson.about)):
        _check_text(f"lesson.{where}", text, faults)
    for name, texts in (("first_page", lesson.first_page), ("learned", lesson.learned)):
        for number, text in enumerate(texts, 1):
            _check_text(f"lesson.{name}[{number}]", text, faults)
    for number, fixed in enumerate(lesson.opening, 1):
        _check_fixed(f"lesson.opening[{number}]", fixed, known, faults)
    for number, step in enumerate(lesson.steps, 1):
        where = f"lesson.steps[{number}]"
        if (step.when.at or step.when.to) and not step.when.can:
            faults.add(where, "`at` and `to` say against whom or whereto an option is; write its verb as `can`")
        for text in step.texts:
            _check_text(where, text, faults)
        named = [*step.when.who, *step.when.about, *step.when.at, *step.point.who]
        named += [who for deed in (*step.until, *step.when.after) for who in (*deed.who, *deed.target, *deed.down)]
        for who in named:
            if who not in known:
                faults.unknown(where, "combatant", who, known)


def _check_fixed(where: str, fixed: FixedAnswer, known: Collection[str], faults: Faults) -> None:
    if bool(fixed.roll) == bool(fixed.answer):
        faults.add(where, "write either `roll` with `faces`, or `answer`")
    elif bool(fixed.roll) != bool(fixed.faces):
        faults.add(where, "`faces` are what the dice of a `roll` show; write both or neither")
    if any(face < 1 for face in fixed.faces):
        faults.add(where, "dice show 1 or more in `faces`")
    if fixed.who and fixed.who not in known:
        faults.unknown(where, "combatant", fixed.who, known)


def _check_text(where: str, text: str, faults: Faults) -> None:
    if len(text) > LONGEST_TEXT:
        faults.add(where, f"a text of {len(text)} letters; write at most {LONGEST_TEXT}")


AimKind = Literal["fell", "save", "unhurt"]
AIMS: tuple[AimKind, ...] = ("fell", "save", "unhurt")

Grade = Literal["easy", "medium", "hard"]
GRADES: tuple[Grade, ...] = ("easy", "medium", "hard")

FirstSight = Literal["at once", "felling", "shown", "novice", "instinct"]
"""What a line tempts by: that it attacks at once, by the highest chance shown to hit or to put down, or by the highest
of any attack, or that an AI of a level would take it."""


class Aim(msgspec.Struct, frozen=True):
    """What is to be reached."""

    kind: AimKind
    """fell: somebody of another side is out of the fight before another side acts, within the round; save: somebody of
    one's own still stands when one's side acts again after another; unhurt: until then nobody of it has lost anything.
    """
    who: str = ""
    """Whom it is about; empty for unhurt."""


StepKind = Literal["deed", "way", "pick", "end"]
"""Whether a decision only goes somewhere, says who of the side acts, or ends a turn; all else is a deed."""


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
    kind: StepKind = "deed"
    without: float = 1.0
    """That the aim is met if the turn is ended instead; where that can't be, after the best of all else."""
    who: str = ""
    """Who decides; of what says who acts, whom it names."""
    notes: tuple[str, ...] = ()
    """What else the rules say of it: an advantage, what it is rolled against."""


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
    undone_share: float = 0.0
    """In how many of all drawn plays that was so, from 0 to 1."""
    answer: str = ""
    """What others answer on their enemies' turn most often along the line, and who."""
    taken: float = 0.0
    """By how much the aim would be likelier if no other side answered anything."""
    threats: tuple[str, ...] = ()
    """Names of the foes that can attack whom the aim is about, or anybody of the side, where the line ends."""
    answers: tuple[str, ...] = ()
    """Of the best line: answers from the moment to where the aim is met, as its dice fall in the middle."""


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
    """Lines that are as good as the best, it included: the same deeds in another order or from other places."""


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
