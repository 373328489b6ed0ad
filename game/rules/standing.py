"""Standing of a combatant on the board, whatever the ruleset: how it fares, in the ruleset's own words and numbers."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from game.rules.events import Id

BarTone = Literal["life", "guard", "mind", "steel"]
"""Life: its loss kills or maims. Guard: what is lost before life, such as stamina. Mind: courage, sanity, fear.

Steel and blood for books that part a body's hardiness from its flesh: what turns blows aside, and what bleeds when
nothing turns them. Life shows by its colour how much is left; the others keep theirs.
"""


Incapacity = Literal["", "reeling", "down", "senseless", "sinking", "lifeless"]
"""Reason that keeps somebody from acting, the worst last. Who reels still stands; who is down is so for any reason."""
INCAPACITIES: tuple[Incapacity, ...] = get_args(Incapacity)


class Boxes(msgspec.Struct, frozen=True):
    """Row of a track: so many boxes of a kind, some of them filled."""

    word: str
    filled: int
    most: int

    @property
    def told(self) -> str:
        """The row in words: "1 of 2 severe"."""
        return f"{self.filled} of {self.most} {self.word}"


class Bar(msgspec.Struct, frozen=True):
    """A number that falls, or rises, until somebody is out of the fight: "Health", "Endurance", "Harm"."""

    word: str
    left: int
    """Amount left; of a rising one how much there is."""
    full: int
    tone: BarTone = "life"
    rising: bool = False
    """Whether it starts empty and is worst when full, as a track of harm."""
    rows: tuple[Boxes, ...] = ()
    """Where it is kept in rows of boxes, these, the lightest first; ``left`` and ``full`` weigh them."""

    @property
    def spare(self) -> int:
        """Points that could still be lost."""
        return self.full - self.left if self.rising else self.left

    @property
    def filled(self) -> str:
        """The rows in which something is filled, in words; empty if there is nothing to tell."""
        return ", ".join(boxes.told for boxes in self.rows if boxes.filled)

    @property
    def number(self) -> str:
        """Points left: "3/9"; of a rising one what there is, which else would be read so: "3 of 9 taken"."""
        return f"{self.left} of {self.full} taken" if self.rising else f"{self.left}/{self.full}"

    @property
    def told(self) -> str:
        """In numbers, and row by row if it has rows: "3 of 9 taken (2 of 2 lesser, 1 of 2 moderate)"."""
        return self.number + (f" ({self.filled})" if self.filled else "")

    @property
    def hurt(self) -> bool:
        """Whether something has been lost."""
        return self.spare < self.full


class Pool(msgspec.Struct, frozen=True):
    """Something that is spent and won back and whose lack puts nobody down: stamina, focus, omens."""

    word: str
    left: int
    full: int = 0
    """0: there is no most."""
    icon: str = ""
    """A picture among the icons for each point of it; without one it is a stone."""
    tone: BarTone = "guard"
    """Of the stones."""
    pip: bool = False
    """Whether it is what one still reacts with: its icon stands on the board while there is some, and a point may
    answer what somebody else does."""
    dots: bool = False
    """Whether it stands as a row of dots at whoever has it, those that are spent hollow: actions left of a turn."""

    @property
    def brief(self) -> str:
        """How much there is, of how much: "2/3", or "2"."""
        return f"{self.left}/{self.full}" if self.full else str(self.left)


class Gear(msgspec.Struct, frozen=True):
    """Something worn or wielded that suffers from use."""

    word: str
    """Word for its place with its bearer: "In hand", "Armour"."""
    name: str
    notches: int = 0
    most: int = 0
    """With so many it is spoilt; 0: nothing notches it."""

    @property
    def told(self) -> str:
        """The thing in words, with its notches: "sword, 2 of 3 notches"."""
        return f"{self.name}, {self.notches} of {self.most} notches" if self.notches else self.name


class Mark(msgspec.Struct, frozen=True):
    """A condition."""

    word: str
    count: int = 0
    """How much of it, of those that count: bleeding 3."""
    picture: str | None = None
    """Its picture among the marks where that is not named by the word; empty: it needs none."""
    fire: bool = False
    """Whether it is that one is on fire."""
    incapacity: Incapacity = ""
    """Whether it keeps one from acting, and how: such a condition is shown by the whole figure."""
    flees: bool = False
    """Whether it is that one runs from the fight, and may do little else."""

    @property
    def told(self) -> str:
        """The condition in words."""
        return f"{self.word} {self.count}" if self.count else self.word


class Link(msgspec.Struct, frozen=True):
    """Tie between a combatant and another: "swarm", "screen", "holds"."""

    word: str
    other: Id
    reach: int = 0
    """Cells round the other end within which the tie holds; 0: no matter where."""
    close: bool = False
    """Whether the two are face to face: drawn side by side where there is room, and joined at all times."""


class Slot(msgspec.Struct, frozen=True):
    """Place in the order of a round. A body that acts more than once has several."""

    who: Id
    badge: str = ""
    """Short text of the place: a card's number, "early"."""
    card: str = ""
    """Of a card that was drawn, whose it is: it stands large before all of one card who are beside each other."""
    spent: bool = False
    """Whether the turn is over for this round, taken or given away for a reaction."""
    group: str = ""
    """The part of the round it belongs to, in a word: a heading before it and those beside it of the same group."""


class Scale(msgspec.Struct, frozen=True):
    """Scale of a cell in the ruleset's own unit; heights are told in it."""

    side: float
    unit: str


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """Standing of a combatant on the board."""

    name: str
    icon: str
    """Which picture: a hero's symbol ("warrior"), or a creature with what it holds or wears ("goblin-archer")."""
    number: int
    """0 for a hero; which one of its type for the others."""
    kind: str
    """Type, for the colour and the shape of the plate."""
    size: int
    """Cells along a side."""
    up: bool
    bars: tuple[Bar, ...] = ()
    """How far it is from being out of the fight, what is lost first before the rest."""
    pools: tuple[Pool, ...] = ()
    gear: tuple[Gear, ...] = ()
    marks: tuple[Mark, ...] = ()
    badge: str = ""
    """A few letters of what matters of its turn: actions left, the cards it holds."""
    badge_word: str = ""
    """The same in words, where the letters alone do not say it."""
    facts: tuple[tuple[str, str], ...] = ()
    """Label and value for the panel, e.g. ("AC", "15")."""
    yielded: bool = False
    """Whether who is no longer up has laid down its arms: it stands there unharmed by that."""
    reacts: bool = False
    """Whether it could still answer what somebody else does."""
    links: tuple[Link, ...] = ()

    @property
    def health(self) -> int:
        """Points that could still be lost, of all bars together."""
        return sum(bar.spare for bar in self.bars)

    @property
    def full(self) -> int:
        """Points that could be lost at first."""
        return sum(bar.full for bar in self.bars)

    @property
    def incapacity(self) -> Incapacity:
        """The worst of what keeps it from acting; down where no condition says why, and nothing for who has yielded."""
        kept = [mark.incapacity for mark in self.marks if mark.incapacity]
        if self.yielded or self.up:
            return "reeling" if "reeling" in kept and self.up else ""
        return max(("down", *kept), key=INCAPACITIES.index)

    @property
    def words(self) -> tuple[str, ...]:
        """The conditions without their numbers."""
        return tuple(mark.word for mark in self.marks)

    @property
    def brief(self) -> str:
        """The bars in numbers alone: "5/8"; those that rise by their words, if there is anything: "Harm 2 of 5 taken".

        "unhurt" where nothing has been lost of bars that all rise; empty if it has none.
        """
        bars = [bar for bar in self.bars if bar.full]
        told = [f"{bar.word} " * bar.rising + bar.number for bar in bars if bar.hurt or not bar.rising]
        return "  ".join(told) if told or not bars else "unhurt"

    @property
    def fares(self) -> tuple[str, ...]:
        """How it fares in words: bars, named where there are several or they rise, then pools, then conditions."""
        pools = (f"{pool.word} {pool.brief}" for pool in self.pools)
        bars = (named + bar.told for named, bar in self._named_bars)
        return (*bars, *pools, *self.conditions)

    @property
    def came_out(self) -> tuple[str, ...]:
        """The same after a battle, when it no longer matters what there was to spend, nor in which rows harm is."""
        return (*(named + bar.number for named, bar in self._named_bars), *self.conditions)

    @property
    def conditions(self) -> tuple[str, ...]:
        """The conditions, after "down" for who is so unless one of them says it: "dead" is not "down, dead"."""
        said = self.up or self.yielded or any(mark.incapacity not in ("", "reeling") for mark in self.marks)
        return (*([] if said else ["down"]), *(mark.told for mark in self.marks))

    @property
    def _named_bars(self) -> list[tuple[str, Bar]]:
        """The bars, each with its name before it where there are several or it rises."""
        bars = [bar for bar in self.bars if bar.full]
        return [(f"{bar.word} " if len(bars) > 1 or bar.rising else "", bar) for bar in bars]


def called(standing: Standing) -> str:
    """Name of a combatant: "Ann", "orc 2"."""
    number = str(standing.number)
    if not standing.number or standing.name.endswith(number):
        return standing.name
    return f"{standing.name} {number}"
