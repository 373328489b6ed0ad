"""What ingenuity tells the log and the screen, beside the facts of the kit. None of these writes state."""

from __future__ import annotations

from typing import Literal

from game.kit import facts
from game.kit.facts import AttackHit as AttackHit
from game.kit.facts import AttackMissed as AttackMissed
from game.kit.facts import AttackSpoiled as AttackSpoiled
from game.kit.facts import Cast as Cast
from game.kit.facts import Checked as Checked
from game.kit.facts import Did as Did
from game.kit.facts import Eased as Eased
from game.kit.facts import Fell as Fell
from game.kit.facts import Reacted as Reacted
from game.kit.facts import Struck as Struck
from game.kit.facts import TurnBegan as TurnBegan
from game.rules.dice import Tally
from game.rules.events import DiceSum, Event, Heading, Id, Miss, Notice, NoticeEvent, TargetedEvent

Mode = Literal["melee", "thrown", "shot", "feat"]
How = Literal["attack", "command", "readied", "sneak attack"]


class Ordered(Heading, frozen=True):
    """The teams' order of initiative is settled; ``surprise``: those who have a round to themselves."""

    order: tuple[str, ...]
    surprise: tuple[str, ...]


class AttackDeclared(facts.AttackDeclared, frozen=True):
    """An attack is about to be rolled."""

    mode: Mode
    harm: str = ""
    how: How = "attack"


class ItemHit(Miss, frozen=True):
    """What the target blocks with is hit in its bearer's place (B-58)."""

    item: str
    """Its name."""

    @property
    def reason(self) -> str:
        return "blocked"


class Rerolled(Event, frozen=True):
    """A die was rolled again for an advantage or a disadvantage."""

    who: Id
    sides: int
    was: int
    now: int
    kept: int
    better: bool


class Strayed(TargetedEvent, frozen=True):
    """A shot went to somebody beside its target (B-51); ``target``: whom it comes to."""

    aimed: Id


class AttackRolled(DiceSum, frozen=True):
    """The dice of an attack have fallen."""

    faces: tuple[int, int]
    luck: int
    tally: Tally
    against: Tally
    """Evasion."""
    critical: bool

    @property
    def total(self) -> int:
        """The result of the test."""
        return sum(self.faces) + self.tally.total

    @property
    def comes_to(self) -> str:
        return f"{self.total} against {self.against.total}"


class DamageSummed(DiceSum, frozen=True):
    """The damage of a hit, and what was taken off it (B-47)."""

    damage: Tally
    off: Tally
    dealt: int

    @property
    def comes_to(self) -> str:
        return f"{self.dealt} damage"


class Afflicted(Event, frozen=True):
    """Something that is nobody's attack harms somebody: fire, a trap, the blood that it loses."""

    who: Id
    what: str
    """In words that follow a name: "in the fire", "bleeding"."""
    harm: str
    """The kind of damage, if it has one."""
    damage: Tally
    off: Tally
    dealt: int


class Harmed(facts.Harmed, frozen=True):
    """Endurance or health was lost."""

    track: Literal["endurance", "health"] = "endurance"


class Healed(facts.Healed, frozen=True):
    """Endurance or health came back."""

    track: Literal["endurance", "health"] = "endurance"


class LuckTested(NoticeEvent, frozen=True):
    """The luck die alone was rolled against death (B-73)."""

    who: Id
    face: int
    needed: int
    passed: bool

    def notice(self) -> Notice:
        return Notice(self.who, "cheats death" if self.passed else "luck has run out", "good" if self.passed else "bad")


class Worn(NoticeEvent, frozen=True):
    """Something held has lost durability."""

    who: Id
    item: str
    """Its name."""
    lost: int
    left: int
    rule: str
    through: int = 0
    """Damage beyond what it could bear, which goes on to its bearer (B-62)."""

    def notice(self) -> Notice:
        return Notice(self.who, f"{self.item} breaks" if not self.left else f"{self.item} -{self.lost}", "warn")
