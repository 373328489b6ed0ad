"""Details of an option for a player: its way, its sum, its dangers, and what it uses up."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from game.rules.dice import Tally
from game.rules.events import Id
from game.spatial.places import Place


@dataclass(frozen=True, slots=True)
class Landing:
    """Place where a thrown weapon or blast may land."""

    place: Place
    share: Fraction
    """How likely it is; the shares of an option's landings add up to 1 at most (it may come down nowhere)."""
    hits: tuple[Id, ...] = ()
    """Combatants it would hit there, as far as the seat knows."""
    note: str = ""
    """Why there, in a few words: "on target", "strays, 3 on the d4"."""


@dataclass(frozen=True, slots=True)
class Danger:
    """Danger to whoever chooses an option, as a warning."""

    note: str
    """In words: "Orc 2 may strike"."""
    who: Id | None = None
    """Combatant who may, where the seat knows."""
    place: Place | None = None
    """Where on the way; None: who may is warned of, not where."""


@dataclass(frozen=True, slots=True)
class Spending:
    """Something scarce that an option uses up, and how much of it would be left unused for good."""

    what: str
    """In the book's terms: "Main Action", or "1 action" where there are several."""
    lost: str = ""
    """In few words, for the board: "25 ft"; empty if nothing is lost."""
    rule: str = ""
    dear: bool = False
    """Of a way: whether it takes more than a move does, which something else could have been done with."""

    @property
    def with_article(self) -> str:
        """With its article: "the Main Action", but "1 action"."""
        return self.what if self.what[0].isdigit() else f"the {self.what}"

    @property
    def told(self) -> str:
        """In words: "uses the Main Action; 25 ft of it would be lost (E-16)"."""
        rule = f" ({self.rule})" if self.rule else ""
        return f"uses {self.with_article}{f'; {self.lost} of it would be lost' if self.lost else ''}{rule}"


@dataclass(frozen=True, slots=True)
class OrderPlace:
    """A place in the order of a round, as the ruleset's ``order`` tells it."""

    who: Id
    badge: str
    """Short text of the place: a card's number."""


@dataclass(frozen=True, slots=True)
class OptionDetails:
    """Details of an option; worked out only when somebody looks."""

    path: tuple[Place, ...] = ()
    tally: Tally | None = None
    notes: tuple[str, ...] = ()
    landings: tuple[Landing, ...] = ()
    """For what is thrown at a place and may stray: where it may come down, the place it is aimed at first."""
    brief: str = ""
    """The most telling note in two or three words, which stands on the board too: "30 ft", "half cover"."""
    dangers: tuple[Danger, ...] = ()
    spends: Spending | None = None
    """Price that is gone then whether it was needed whole or not; nothing for what can be gone on with."""
    sum: tuple[str, str] = ("Modifier", "")
    """Name and total of the tally as it is written: ("Dice", "6d6"); with no text it is a number with a sign."""

    @property
    def told(self) -> tuple[str, ...]:
        """Everything there is to say of it in words, the most telling first, and nothing twice."""
        spent = (self.spends.told,) if self.spends is not None else ()
        dangers = (danger.note for danger in self.dangers)
        reasons = sum(note.startswith(f"{self.brief}: ") for note in self.notes)
        brief = (self.brief,) if self.brief and reasons != 1 else ()  # of one alone its note says as much, and why
        return (*brief, *spent, *self.notes, *dangers)

    @property
    def on_board(self) -> str:
        """Words beside the place it is about: "5 ft · Move Action, 25 ft lost"; empty where there is nothing."""
        spent = self.spends
        used = f"{spent.what}{f', {spent.lost} lost' if spent.lost else ''}" if spent is not None else ""
        return " · ".join(part for part in (self.brief, used) if part)

    @property
    def warned(self) -> tuple[str, ...]:
        """Warnings of it: what would be lost, and who may do something."""
        lost = (self.spends.told,) if self.spends is not None and self.spends.lost else ()
        return (*lost, *(danger.note for danger in self.dangers))

    @property
    def summed(self) -> str:
        """The tally's total as it is written."""
        return self.sum[1] or f"{self.tally.total if self.tally else 0:+d}"
