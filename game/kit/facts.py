"""Facts that most games tell: attacks, harm, checks, deeds. None of them writes state.

A ruleset takes what fits, and subclasses under the same name what its book has more of. ``game.kit.telling`` has their
words.
"""

from __future__ import annotations

from game.rules.dice import Tally
from game.rules.events import (
    ActionEvent,
    AttackEvent,
    Cause,
    Check,
    Event,
    FallEvent,
    HealthEvent,
    Hit,
    Id,
    Magic,
    Miss,
    Notice,
    NoticeEvent,
    ReactionEvent,
    SpoiledEvent,
    Tint,
)


class TurnBegan(Event, frozen=True):
    """A combatant takes its turn."""

    who: Id


class AttackDeclared(AttackEvent, frozen=True):
    """An attack is about to be made on somebody."""

    weapon: str
    mode: str
    """"melee", or how it crosses the distance, in the ruleset's words."""
    aim: str = "harm"

    @property
    def flies(self) -> bool:
        """Everything but a blow hand to hand."""
        return self.mode != "melee"

    @property
    def arm(self) -> str:
        """The weapon."""
        return self.weapon


class AttackHit(Hit, frozen=True):
    """The attack goes through, after all that could be done about it."""


class AttackMissed(Miss, frozen=True):
    """The attack misses, or comes to nothing, after all that could be done about it."""

    why: str = ""
    rule: str = ""

    @property
    def reason(self) -> str:
        """As it stands in the log."""
        return self.why


class AttackSpoiled(SpoiledEvent, frozen=True):
    """An attack or action that came to nothing before it was resolved."""

    why: str
    rule: str = ""

    def notice(self) -> Notice:
        """Notice over the one, or none."""
        return Notice(self.who, "spoiled", "warn")


class PointsRolled(Cause, frozen=True):
    """Dice say how much somebody loses to a fall, a fire, a power, or wins back."""

    cause: str
    """Its cause: "a fall of 20 ft", "fire"."""
    dice: str
    faces: tuple[int, ...]
    shown: int
    """Sum that the faces come to."""
    tally: Tally
    """Terms that are added and taken off."""
    points: int
    """Points that come of it; more, perhaps, than there is to lose."""
    rule: str
    source: Id | None = None
    heals: bool = False

    @property
    def by(self) -> Id | None:
        """Its source."""
        return self.source


class Harmed(HealthEvent, frozen=True):
    """Hit points or the like were lost."""

    amount: int
    """How many: no more than there were, whatever was dealt."""
    left: int
    source: Id | None = None


class Healed(HealthEvent, frozen=True):
    """Hit points or the like came back."""

    amount: int
    left: int


class Struck(NoticeEvent, frozen=True):
    """An effect began, such as bleeding or stunned."""

    who: Id
    effect: str
    rule: str

    def notice(self) -> Notice:
        """Over the sufferer."""
        return Notice(self.who, self.effect, "bad")


class Eased(NoticeEvent, frozen=True):
    """An effect is over."""

    who: Id
    effect: str
    rule: str

    def notice(self) -> Notice:
        """Over whoever suffered."""
        return Notice(self.who, f"no longer {self.effect}", "good")


class Fell(FallEvent, frozen=True):
    """A combatant is out of the fight, in one of the ways that the ruleset words."""


class Reacted(ReactionEvent, frozen=True):
    """A reaction was taken: "dodges", "guards"."""

    rule: str
    other: Id | None = None


class Did(ActionEvent, frozen=True):
    """Something a combatant did that has no event of its own: "disengages"."""

    rule: str
    other: Id | None = None


class Cast(Did, Magic, frozen=True):
    """A spell is cast, or some other magic worked: "casts Heavy Lids on"."""

    @property
    def upon(self) -> Id | None:
        """On whom."""
        return self.other


class Checked(Check, frozen=True):
    """Dice and a tally against what is needed: a skill check, a saving throw."""

    who: Id
    what: str
    faces: int
    tally: Tally
    needed: int
    passed: bool
    rule: str
    resists: bool = False
    """Whether it is made to escape what another does: where nothing comes of it, nothing else tells of it."""

    @property
    def outcome(self) -> tuple[str, Tint]:
        """Who resists may suffer none the less: what is left of it is told after this."""
        if not self.resists:
            return ("succeeds", "good") if self.passed else ("fails", "bad")
        return ("resists", "plain") if self.passed else ("can't resist", "bad")


class Broke(NoticeEvent, frozen=True):
    """Courage fails: one combatant's, or a whole side's."""

    side: str
    who: Id | None
    why: str
    rule: str

    def notice(self) -> Notice:
        """Over the one; a side's is only heard."""
        return Notice(self.who, "courage fails", "bad", "dismay")
