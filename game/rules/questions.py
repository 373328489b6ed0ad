"""Questions of the rules to the world outside: a choice of a seat, or the faces of dice."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, NewType, TypeVar, overload

import msgspec
from msgspec.structs import force_setattr

from game.rules.dice import TOTAL, Faces, OutcomeCount, Reading, outcomes, possible
from game.rules.events import Id
from game.rules.option_details import OptionDetails, OrderPlace
from game.spatial.places import Place, meant_by, written
from game.user_error import UserError

T = TypeVar("T")
P = TypeVar("P", bound=Place)

Seat = NewType("Seat", str)
"""Seat that answers: a side's name, REFEREE or DICE."""

REFEREE = Seat("referee")
DICE = Seat("dice")


def is_taken(name: str) -> bool:
    """Whether a seat that is no side's is called so: no side can have that name."""
    return name in (REFEREE, DICE)


Answer = str | Faces
"""An option's key, or the faces of a roll."""


class Impossible(UserError):
    """An answer that is not one of the options. The match is as it was."""


class RulesetFault(RuntimeError):
    """Rules did what no rules may; the text says which ruleset's and what, for its author."""


class Option(msgspec.Struct, Generic[T], frozen=True):
    """Answer that a seat may give. ``key`` is stable text: typed by people, written into saves and battle files."""

    key: str
    value: T
    label: str
    target: Id | None = None
    place: Place | None = None
    matters: bool = True
    """For reactions: whether it could change the outcome as it stands (what "ask when it matters" asks about)."""
    topic: str = ""
    """For reactions: what standing orders go by, e.g. "total defense"; empty means the topic of the question."""
    look: Callable[[], OptionDetails] | None = None
    """Works out what it is about; no part of what it is, so that options with another look are the same."""
    verb: str = ""
    """Verb: options of one verb share a button, that of its deed. The first word of the key unless given."""
    short: str = ""
    """The label in few words, for a button of this option alone; not needed where the label is short."""
    icon: str = ""
    """Its picture, by its name among the icons of the sprites: "flag"; none where the action catalogue has the verb."""
    ends: bool = False
    """Whether it does nothing but end a turn: it stands last, and the key for ending a turn answers it."""
    unspent: tuple[str, ...] = ()
    """Of what ends a turn: what is lost by it, in the book's terms; no movement, nor what is kept to react with."""
    yields: bool = False
    """Whether it only lets others of the side act first: nothing is lost by it."""
    for_good: bool = False
    """Whether whoever does it is out of the battle, alive: a person is asked whether that is meant."""
    consents_to: Id | None = None
    """Of a question whether somebody lets another do something: who would do it, if this answer allows it."""
    price: str = ""
    """Price, in the book's terms: "1 stamina"; on one's turn only what the action catalogue does not say."""
    exchanges: tuple[OrderPlace, OrderPlace] | None = None
    """The two places in the order of a round that it exchanges, at once or later."""

    def __post_init__(self) -> None:
        if not self.verb:
            force_setattr(self, "verb", self.key.partition(" ")[0])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Option) and all(
            getattr(self, name) == getattr(other, name) for name in self.__struct_fields__ if name != "look"
        )

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def about(self) -> OptionDetails:
        """Path, tally and notes."""
        return self.look() if self.look else OptionDetails()


@dataclass(frozen=True, slots=True)
class Refusal:
    """Something a player might look for and can't do now, with the reason in the book's terms."""

    label: str
    why: str
    rule: str = ""
    verbs: tuple[str, ...] = ()
    """Those of the deeds that it speaks of; ``EVERY`` for all that are not offered all the same; or ``ENDING``."""


EVERY = ("*",)
"""The verbs of a refusal that speaks of every deed but for the few that it leaves."""

ENDING = ("-",)
"""The verbs of a refusal that says why a turn can't be ended yet, or passed."""


class Family(Generic[T]):
    """Options that differ by place, made only when somebody looks at them.

    ``verb`` is what their keys begin with; what they are else, verb, icon and the like, is told by each alike.

    A run of thirty feet has a hundred places to end; an AI that weighs places and a replay that knows the key must not
    pay for a hundred labels.
    """

    __slots__ = ("_look", "_places", "make", "verb")

    def __init__(
        self,
        verb: str,
        places: Sequence[P] | Callable[[], Sequence[P]],
        make: Callable[[str, P], Option[T]],
    ) -> None:
        """``places`` in a stable order, or how to find them once somebody looks; ``make(key, place)`` an option."""
        self.verb = verb
        self._look: Callable[[], Sequence[Place]] | None = places if callable(places) else None
        self._places: Sequence[Place] = () if callable(places) else places
        self.make: Callable[[str, Any], Option[T]] = make

    def __len__(self) -> int:
        return len(self.places)

    def __iter__(self) -> Iterator[Option[T]]:
        return (self.make(self.key(place), place) for place in self.places)

    @property
    def places(self) -> Sequence[Place]:
        """Where the options lead, in their order."""
        if self._look is not None:
            self._places, self._look = self._look(), None
        return self._places

    @property
    def sample(self) -> Option[T]:
        """One of the options, for what they have in common. Raises IndexError where there is none."""
        return self.make(self.key(self.places[0]), self.places[0])

    def key(self, place: Place) -> str:
        """The text key of the option that leads to a place."""
        return f"{self.verb} {written(place)}"

    def find(self, key: str) -> Option[T] | None:
        """The option of that key, or None if it isn't in this family."""
        verb, _, spot = key.rpartition(" ")
        if verb != self.verb:
            return None
        return next((self.make(key, place) for place in meant_by(spot) if place in self.places), None)


class Sought:
    """Part of a menu that is looked for: writers leave out what can't be the one."""

    __slots__ = ("_key",)

    def __init__(self, key: str = "") -> None:
        """``key`` is empty for all of the menu."""
        self._key = key

    def begins(self, *beginnings: str) -> bool:
        """Whether options whose keys begin with one of these are looked for."""
        return not self._key or self._key.startswith(beginnings)

    def names(self, who: str) -> bool:
        """Whether options whose keys have an id in them are looked for."""
        return who in self._key or not self._key


EVERYTHING = Sought()
"""All of a menu."""

Parts = tuple[Iterable[Option[T]], Iterable[Family[T]]]
"""The single options and the families of a menu."""


class Menu(Sequence[Option[T]]):
    """The options of one question, in order: single ones first, then the families."""

    __slots__ = ("_build", "_families", "_found", "_singles")

    def __init__(self, singles: Iterable[Option[T]], families: Iterable[Family[T]] = ()) -> None:
        self._build: Callable[[Sought], Parts[T]] | None = None
        self._found: Option[T] | None = None
        """Option that was found last: whoever looks an answer up before giving it has it looked up twice."""
        self._singles = tuple(singles)
        self._families = tuple(family for family in families if len(family))

    @classmethod
    def later(cls, build: Callable[[Sought], Parts[T]]) -> Menu[T]:
        """A menu that is written when somebody first looks: forks and replays know their answers and never do.

        ``build`` must read a board that no longer changes (``Table.still``). It is told what is looked for, and may
        leave out everything else.
        """
        menu: Menu[T] = cls(())
        menu._build = build
        return menu

    @property
    def singles(self) -> tuple[Option[T], ...]:
        """The options that stand alone."""
        self._write()
        return self._singles

    @property
    def families(self) -> tuple[Family[T], ...]:
        """The options that differ by place."""
        self._write()
        return self._families

    def _write(self) -> None:
        if self._build is not None:
            build, self._build = self._build, None
            singles, families = build(EVERYTHING)
            self._singles = tuple(singles)
            self._families = tuple(family for family in families if len(family))
            if self.offers_nothing:
                raise RulesetFault(f"{build.__module__}: a menu offers nothing; offer at least to end the turn")

    @property
    def offers_nothing(self) -> bool:
        """Whether the menu is written and has no option."""
        return self._build is None and not self._singles and not self._families

    def __len__(self) -> int:
        return len(self.singles) + sum(map(len, self.families))

    def __iter__(self) -> Iterator[Option[T]]:
        yield from self.singles
        for family in self.families:
            yield from family

    def all_keys(self) -> Iterator[str]:
        """The keys of all options in their order; families need not make theirs for it."""
        for option in self.singles:
            yield option.key
        for family in self.families:
            yield from map(family.key, family.places)

    @overload
    def __getitem__(self, index: int) -> Option[T]: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Option[T]]: ...
    def __getitem__(self, index: int | slice) -> Option[T] | Sequence[Option[T]]:
        return tuple(self)[index]

    def find(self, key: str) -> Option[T]:
        """The option of that key. Raises Impossible if there is none."""
        found = self.get(key)
        if found is None:
            keys = [option.key for option in self.singles[:8]]
            keys += [family.key(family.places[0]) for family in self.families]
            raise Impossible(f"{key!r} is not an option here; try {', '.join(keys)}")
        return found

    def get(self, key: str) -> Option[T] | None:
        """The option of that key, or None if there is none.

        A menu not yet written is written only as far as the option that is looked for.
        """
        if self._found is not None and self._found.key == key:
            return self._found
        singles, families = (self._singles, self._families) if self._build is None else self._build(Sought(key))
        for family in families:
            found = family.find(key)
            if found is not None:
                self._found = found
                return found
        for option in singles:
            if option.key == key:
                self._found = option
                return option
        return None


class Question(Generic[T]):
    """Something the rules need from outside; awaiting it gives the answer."""

    __slots__ = ()

    def __await__(self) -> Generator[Question[Any], Any, T]:
        answer: T = yield self
        return answer


QuestionKind = Literal["pick", "act", "react", "ruling", "confirm"]
"""pick: which combatant; act: its action; react: an Instant or the like, may be left; ruling: the referee's."""


class Choose(Question[T], msgspec.Struct, frozen=True, eq=False):
    """A seat picks one option."""

    seat: Seat
    why: str
    options: Menu[T]
    kind: QuestionKind = "act"
    who: Id | None = None
    """The combatant that would act."""
    topic: str = ""
    """For rulings the name of the setting; else what the question is about, e.g. "instant"."""
    idle: str = ""
    """The key that a seat answers which says nothing, if there is one: "pass", "no", the house ruling's default."""
    about: tuple[Id, ...] = ()
    """Other combatants the question is about: the attacker, the target."""
    refused: Callable[[], tuple[Refusal, ...]] | None = None
    seconds: int = 0
    """How long whoever sits at the seat has, before ``idle`` is the answer; 0: no limit. Rules know no clock."""
    clock: str = ""
    """Questions to a seat that go by one clock share its ``seconds``: what one has used up, the next does not have."""
    declines: str = ""
    """Of a question of kind "react" the key that does nothing about it, if there is one."""
    ending: str = ""
    """The key that ends the turn, where one asks what to do on it: looked up, it is found without the whole menu."""

    @property
    def left_alone(self) -> str:
        """The key that stands for whoever does not want to be asked: what declines, or else what comes by itself."""
        return self.declines or self.idle

    @property
    def takers(self) -> dict[Id, str]:
        """Of a question of who acts: whom it offers, with the keys that take them; its other options are of nobody."""
        return {option.target or Id(option.key): option.key for option in self.options.singles}

    def refusals(self) -> tuple[Refusal, ...]:
        """Refusals of what can't be done now, and why."""
        return self.refused() if self.refused else ()

    def read(self, answer: Answer) -> T:
        """Turn an answer into the option's value. Raises Impossible."""
        if not isinstance(answer, str):
            raise Impossible(f"{self.why} wants the key of an option, not {answer!r}")
        return self.options.find(answer).value


class Roll(Question[Faces], msgspec.Struct, frozen=True):
    """The dice seat answers with the faces shown."""

    dice: str
    why: str
    who: Id | None = None
    reading: Reading[Any] = TOTAL
    """Reading of the faces by the rules."""
    about: Id | None = None
    """Combatant whom the roll would tell of besides, such as somebody in hiding that may be noticed."""
    names: tuple[str, ...] = ()
    """For what is drawn rather than rolled: what each face is called, the first first."""
    secret: bool = False
    """Nobody is told of it, nor throws it by hand: that it is rolled, or with which dice, would tell of somebody."""

    @property
    def seat(self) -> Seat:
        """Dice are a seat like any other: a generator, a script, or a person with real dice."""
        return DICE

    @property
    def what(self) -> str:
        """Instruction for whoever does it by hand: "Roll 2d6", "Draw one of queen, 7, 3"."""
        return f"Draw one of {', '.join(self.names)}" if self.names else f"Roll {self.dice}"

    @property
    def done(self) -> str:
        """The word for it once it is done: "rolled" or "drawn"."""
        return "drawn" if self.names else "rolled"

    def outcomes(self) -> tuple[OutcomeCount, ...]:
        """Everything the dice can show that rules can tell apart: an example of faces for each, with its weight."""
        return outcomes(self.dice, self.reading)

    def read(self, answer: Answer) -> Faces:
        """Check the faces. Raises Impossible."""
        if not isinstance(answer, tuple) or not possible(self.dice, answer):
            raise Impossible(f"{answer!r} can't be shown by {self.dice} ({self.why})")
        return answer


AnyOption = Option[Any]
"""An option of any question."""
