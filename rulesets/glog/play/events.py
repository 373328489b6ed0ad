"""Events of glog's for the log and the screen, beside the facts of the kit. None of these writes state."""

from __future__ import annotations

from typing import ClassVar, Literal

from game.kit import facts
from game.kit.facts import AttackHit as AttackHit
from game.kit.facts import AttackMissed as AttackMissed
from game.kit.facts import AttackSpoiled as AttackSpoiled
from game.kit.facts import Broke as Broke
from game.kit.facts import Cast as Cast
from game.kit.facts import Did as Did
from game.kit.facts import Eased as Eased
from game.kit.facts import Fell as Fell
from game.kit.facts import Reacted as Reacted
from game.kit.facts import Struck as Struck
from game.kit.facts import TurnBegan as TurnBegan
from game.rules.dice import Tally
from game.rules.events import BurstKind, Check, DiceSum, Flight, Heading, Id, Notice, NoticeEvent, Tint
from game.spatial.field import Cell
from rulesets.glog.sheet.sheet import Block

Mode = Literal["melee", "thrown", "shot"]
How = Literal["attack", "opportunist strike", "retaliation", "cleave"]


class BlockBegan(Heading, frozen=True):
    """Some of the round's three groups act now: the early, their foes, the late."""

    block: Block


class Disposed(Heading, frozen=True):
    """The other side's disposition by the Luck Roll."""

    side: str
    total: int
    """0 where it was plain without."""
    word: str
    rule: str


class AttackDeclared(facts.AttackDeclared, frozen=True):
    """An attack is about to be rolled."""

    mode: Mode
    use: str = ""
    """The tag that the blow is dealt with."""
    how: How = "attack"


class AttackRolled(DiceSum, frozen=True):
    """The d20 has fallen, and the bonus dice."""

    face: int
    tally: Tally
    """Violence, and the highest boon or bane."""
    defense: Tally
    critical: bool

    @property
    def comes_to(self) -> str:
        """In few words."""
        return f"{self.face + self.tally.total} against Defense {self.defense.total}"


class DamageRolled(DiceSum, frozen=True):
    """The damage of a hit, before anything is done about it."""

    die: str
    faces: tuple[int, ...]
    tally: Tally
    dealt: int
    most: bool
    """Whether the die shows the most it can."""
    past: str = ""
    """Why it goes past Grit, as ``PAST`` has it; "" if it does not."""
    rule: str = "D-30"
    """By which the die is rolled."""

    @property
    def comes_to(self) -> str:
        """In few words."""
        return f"{self.dealt} damage"


PAST: dict[str, tuple[str, str]] = {
    "critical": ("a critical hit", "D-27"),
    "asleep": ("it sleeps", "D-52"),
    "turned": ("it has turned its back", "D-23"),
}
"""What damage goes past Grit for, in words, and the rule."""


class Befell(NoticeEvent, frozen=True):
    """Dice of damage that is nobody's attack: a fall, a fire, blood that is lost."""

    who: Id
    word: str
    what: str
    """What befalls it, in words that follow its name: "falls 20 ft"."""
    dice: str
    total: int
    past: bool
    """Whether it goes past Grit."""
    rule: str

    def notice(self) -> Notice:
        """Over whom it befalls."""
        return Notice(self.who, self.word, "bad")


class Harmed(facts.Harmed, frozen=True):
    """Grit or Flesh was lost."""

    track: Literal["Grit", "Flesh"] = "Grit"
    wasted: int = 0
    """What the last Grit has stopped besides, of somebody whom that does not strain (ruling G-13)."""


class Healed(facts.Healed, frozen=True):
    """Grit or Flesh came back."""

    track: Literal["Grit", "Flesh"] = "Grit"


class Strained(NoticeEvent, frozen=True):
    """Stress was taken."""

    who: Id
    amount: int
    now: int
    full: int
    why: str

    def notice(self) -> Notice:
        """Over whose mind it weighs on."""
        return Notice(self.who, f"Stress +{self.amount}", "warn")


class Notched(NoticeEvent, frozen=True):
    """A weapon or a suit of armour took a Notch."""

    who: Id
    item: str
    """Its name."""
    count: int
    broken: bool
    why: str
    """In words that follow: "for a critical miss"."""
    rule: str

    def notice(self) -> Notice:
        """Over its owner."""
        return Notice(self.who, "broken" if self.broken else "notch", "warn")


class Checked(facts.Checked, frozen=True):
    """A Test or a Save."""

    @property
    def outcome(self) -> tuple[str, Tint]:
        """Of a Test of initiative when one acts in this round (D-02)."""
        if self.rule != "D-01":
            return super().outcome
        return ("early", "good") if self.passed else ("late", "plain")


class Nerved(Check, frozen=True):
    """A Test of Morale or Loyalty: with what number it was made the other sides are not told."""

    what: str
    grade: str
    """Morale in words; empty for Loyalty."""
    face: int
    passed: bool
    rule: str

    @property
    def outcome(self) -> tuple[str, Tint]:
        """Who breaks is told to by what follows."""
        return ("stands firm", "plain") if self.passed else ("", "bad")


class SpellThrown(Flight, frozen=True):
    """A spell flies to a place."""

    bursts: ClassVar[BurstKind] = "magic"

    spell: str
    at: Cell

    @property
    def landing_place(self) -> Cell:
        """Where it bursts."""
        return self.at
