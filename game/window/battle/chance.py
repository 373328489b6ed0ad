"""How an option may end, in the few numbers that a screen shows, and how it may if the other side reacts."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from game.play.speech import percent_within
from game.rules.events import Id
from game.rules.odds import Odds
from game.rules.ruleset import Note


@dataclass(frozen=True, slots=True)
class Chance:
    """How an option may end, in a few numbers."""

    hits: tuple[tuple[Id, Id, Fraction], ...]
    """Who may come to attack whom, and how likely it hits at least once, in the order met."""
    struck: tuple[tuple[Id, Fraction], ...]
    """Who may be attacked, and how likely somebody hits it."""
    harm: tuple[tuple[Id, float, Fraction], ...]
    """Who may lose health or be put out of the fight: what is lost on average, and the chance of the other."""
    spread: tuple[tuple[Id, tuple[tuple[int, Fraction], ...]], ...]
    notes: tuple[tuple[Note, Fraction], ...]
    """What else may become of whom, likeliest first."""
    faces: int
    bars: tuple[tuple[Id, tuple[tuple[float, int], ...]], ...] = ()
    """Who may lose something of which of its bars: on average and at most, in the order of its standing's bars."""
    error: float = 0.0
    """By how much a chance may be off; 0 where they are exact."""
    falls: tuple[tuple[Id, tuple[tuple[str, Fraction], ...]], ...] = ()
    """In which ways somebody is put out of the fight, where notes tell of any; they add up to the chance of that."""

    @property
    def sampled(self) -> bool:
        """Whether not all plays were weighed."""
        return self.error > 0

    def told(self, share: Fraction) -> str:
        """One of the chances, and by how many points it may be off."""
        return percent_within(share, self.error)

    def hit(self, who: Id | None, target: Id) -> Fraction | None:
        """How likely somebody hits another; None: it does not attack it."""
        return next((share for a, b, share in self.hits if (a, b) == (who, target)), None)

    def befalls(self, who: Id) -> tuple[str, Fraction] | None:
        """The likeliest thing besides harm and falling that may become of somebody, in words that follow its name."""
        falls = dict(self.ways(who))
        notes = ((note.said, share) for note, share in self.notes if note.who == who and note.said not in falls)
        return next(notes, None)

    def ways(self, who: Id) -> tuple[tuple[str, Fraction], ...]:
        """In which ways somebody may be put out of the fight, where any is known besides that nothing is left to it."""
        return next((ways for each, ways in self.falls if each == who), ())

    @property
    def touched(self) -> tuple[Id, ...]:
        """Who may be attacked or lose health, in the order met."""
        return tuple(dict.fromkeys((*(who for who, _ in self.struck), *(who for who, _, _ in self.harm))))

    def loss(self, who: Id) -> float:
        """What somebody loses on average."""
        return next((mean for each, mean, _ in self.harm if each == who), 0.0)

    def down(self, who: Id) -> Fraction:
        """How likely somebody is put out of the fight."""
        return next((down for each, _, down in self.harm if each == who), Fraction(0))

    def harms(self, who: Id) -> bool:
        """Whether what somebody loses on average is anything to one decimal."""
        return round(self.loss(who), 1) > 0


@dataclass(frozen=True, slots=True)
class Answered:
    """How an option may end if the other side reacts in one way."""

    topic: str
    who: Id | None
    best: bool
    """Whether nothing serves those who react better."""
    chance: Chance


def read_odds(found: Odds) -> Chance:
    """The numbers that a screen shows of odds."""
    touched = found.undone()
    return Chance(
        tuple((who, target, found.hits(who, target)) for who, target in found.attacks()),
        tuple((who, found.struck(who)) for who in dict.fromkeys(target for _, target in found.attacks())),
        tuple((who, float(found.mean_harm(who)), found.down(who)) for who in touched),
        tuple((who, tuple(found.harm(who).items())) for who in touched),
        tuple(found.noted().items()),
        found.faces,
        tuple((who, tuple((float(mean), most) for mean, most in found.by_bar(who))) for who in found.touched()),
        found.error,
        tuple((who, tuple(ways.items())) for who in touched if any(ways := found.falls(who))),
    )
