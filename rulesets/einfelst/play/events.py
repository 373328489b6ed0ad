"""Events of einfelst's for the log and the screen, beside the facts of the kit. None of these writes state."""

from __future__ import annotations

from typing import Literal

from game.kit import facts
from game.kit.facts import AttackHit as AttackHit
from game.kit.facts import AttackMissed as AttackMissed
from game.kit.facts import AttackSpoiled as AttackSpoiled
from game.kit.facts import Broke as Broke
from game.kit.facts import Cast as Cast
from game.kit.facts import Did as Did
from game.kit.facts import Fell as Fell
from game.kit.facts import Reacted as Reacted
from game.kit.facts import TurnBegan as TurnBegan
from game.rules.dice import Tally
from game.rules.events import Check, Event, Exchange, Id, Notice, NoticeEvent, OpposedRoll
from rulesets.einfelst.sheet.roster import Harm

Mode = Literal["melee", "thrown", "shot"]


class Dealt(Event, frozen=True):
    """A combatant, or all who share the card, has it from now on."""

    who: tuple[Id, ...]
    card: int
    cast_off: int = 0
    """A second card that was drawn and is out of play."""
    extra: str = ""
    """The rule by which it was drawn: C-78, C-80 or C-82."""


class Swapped(Exchange, frozen=True):
    """Two cards changed hands."""

    card: int
    """The card that the first has now."""
    theirs: int
    """The card that the other has now."""
    rule: str

    @property
    def gives(self) -> str:
        """The card that the first had."""
        return str(self.theirs)

    @property
    def gets(self) -> str:
        """The card that it has now."""
        return str(self.card)


class AttackDeclared(facts.AttackDeclared, frozen=True):
    """An attack is about to be made."""

    mode: Mode


class Pooled(Event, frozen=True):
    """A pool was thrown for one side of a contest: an attack, a parry, a hold."""

    who: Id
    what: str
    tally: Tally
    """The dice."""
    won: int
    """Successes."""


def successes(count: int) -> str:
    """How many, in words: "1 success", "no successes"."""
    return "1 success" if count == 1 else f"{count or 'no'} successes"


class Matched(OpposedRoll, frozen=True):
    """One pool is set against another: "3 successes - 1 parried = 2"."""

    won: int
    taken: int
    """Successes of whoever resists."""
    asked: Tally
    """Successes that are needed."""
    rule: str
    how: str = "against it"
    """What became of those that were taken: "parried", "resisted"."""

    @property
    def cancelled(self) -> int:
        """The successes that are taken away."""
        return min(self.taken, self.won)

    @property
    def result(self) -> str:
        """What is left: "3 successes - 1 parried = 2"."""
        return successes(self.won) + (f" - {self.taken} {self.how} = {self.net}" if self.taken else "")

    @property
    def net(self) -> int:
        """What is left of the successes."""
        return max(0, self.won - self.taken)

    @property
    def extra(self) -> int:
        """What is left beyond those that are needed; below 0: it fails."""
        return self.won - self.taken - self.asked.total

    @property
    def turned(self) -> bool:
        """Whether it fails by what was taken away, and not by itself."""
        return self.extra < 0 <= self.won - self.asked.total


class Tested(Check, frozen=True):
    """A pool against a number of successes."""

    what: str
    tally: Tally
    won: int
    needed: int
    rule: str

    @property
    def passed(self) -> bool:
        """Whether there are enough."""
        return self.won >= self.needed


class Soaked(NoticeEvent, frozen=True):
    """Armour cancels some Harm of a hit."""

    who: Id
    dice: int
    amount: int

    def notice(self) -> Notice:
        """Over its wearer."""
        return Notice(self.who, f"armour {self.amount}")


class Harmed(facts.Harmed, frozen=True):
    """Harm was marked; ``left``: what could still be marked before it is out of the fight."""

    kind: Harm = "physical"
    rule: str = "C-52"
    """By which it came about: that of blows, of a fire, a fall."""
    more: int = 0
    """How much more its track loses than was done, as a larger slot counts whole; below 0 for what finds no room."""


class Marked(Event, frozen=True):
    """In which slots a hero has marked Harm (ruling W-28)."""

    who: Id
    slots: tuple[int, int, int]
    """Newly filled: lesser, moderate and severe ones."""
    beyond: int = 0
    """Harm that found no slot."""
    larger: bool = False
    """Whether the slots hold more than the Harm that took them: nothing smaller was free."""


class Afflicted(NoticeEvent, frozen=True):
    """Something began that lasts: prone, held, on fire, poisoned, pinned."""

    who: Id
    what: str
    rule: str
    other: Id | None = None

    def notice(self) -> Notice:
        """Over the sufferer."""
        return Notice(self.who, self.what, "bad")


class Eased(NoticeEvent, frozen=True):
    """Something that lasted is over."""

    who: Id
    what: str
    """"free", "no longer burns"."""
    rule: str

    def notice(self) -> Notice:
        """Over whoever suffered."""
        return Notice(self.who, self.what, "good")
