"""The table: what a rule procedure may see, ask for and change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Generic, TypeVar

from game.rules.dice import EACH, TOTAL, Faces, Reading
from game.rules.events import Changed, Drawn, Event, Id, Rolled, Ruled, TurnChanged
from game.rules.questions import REFEREE, Choose, Menu, Option, QuestionKind, Refusal, Roll, Seat
from game.rules.setup import Setup
from game.rules.state import Combatant, N, P, S, State, evolve
from game.spatial.space import Space

T = TypeVar("T")


class Board(Generic[S, N, P]):
    """A battle as it stands, to be read: the state, the map with its doors as they are, the set-up."""

    __slots__ = ("_ground", "_opened", "_space", "setup", "state")

    def __init__(self, state: State[S, N, P], setup: Setup, ground: Space) -> None:
        """``ground`` is the map in any state of its doors."""
        self.state = state
        self.setup = setup
        self._ground = ground
        self._opened: tuple[str, ...] | None = None
        self._space = ground

    @property
    def space(self) -> Space:
        """Distances, sight, cover, reach and paths with the doors as they are now."""
        if self._opened is not self.state.open_edges:
            self._opened = self.state.open_edges
            self._space = self._ground.with_open(frozenset(self._opened))
        return self._space

    def now(self, who: Id) -> Combatant[S, P]:
        """A combatant as it is now; one that left the map as it was when it left."""
        state = self.state
        return state.combatants.get(who) or state.gone[who]

    def still(self) -> Board[S, N, P]:
        """This moment, to be read later: what is lazily made must not see what happens next."""
        return self.moment(self.state)

    def moment(self, state: State[S, N, P]) -> Board[S, N, P]:
        """Another moment of this battle, to be read."""
        return Board(state, self.setup, self._ground)

    def fresh(self, ids: Iterable[Id]) -> Iterator[Combatant[S, P]]:
        """Those of the combatants that are on the map, each read again at its turn in the loop."""
        for who in tuple(ids):
            found = self.state.combatants.get(who)
            if found is not None:
                yield found


class Table(Board[S, N, P]):
    """Table of one step: its view of the battle, with the one door to change it."""

    __slots__ = ("_looked", "_notify", "known")

    def __init__(
        self,
        state: State[S, N, P],
        setup: Setup,
        ground: Space,
        notify: Callable[[Event], None],
        known: Iterable[Any] = (),
    ) -> None:
        """``known``: what ``once`` has found in another run of this step, with the same answers, in its order."""
        super().__init__(state, setup, ground)
        self._notify = notify
        self.known: list[Any] = list(known)
        """Results that ``once`` has found in this step so far, and what it is going to find."""
        self._looked = 0

    async def choose(
        self,
        seat: Seat,
        why: str,
        options: Menu[T] | Sequence[Option[T]],
        *,
        kind: QuestionKind = "act",
        who: Id | None = None,
        topic: str = "",
        idle: str = "",
        about: tuple[Id, ...] = (),
        refused: Callable[[], tuple[Refusal, ...]] | None = None,
        seconds: int = 0,
        clock: str = "",
        declines: str = "",
    ) -> T:
        """Ask a seat to pick one of the options; a person within ``seconds`` of a ``clock``, if there are any."""
        menu = options if isinstance(options, Menu) else Menu(options)
        return await Choose(seat, why, menu, kind, who, topic, idle, about, refused, seconds, clock, declines)

    async def confirm(
        self, seat: Seat, why: str, *, who: Id | None = None, topic: str = "", about: tuple[Id, ...] = ()
    ) -> bool:
        """Ask a seat yes or no; no leaves things as they are."""
        menu = Menu((Option("yes", True, "Yes"), Option("no", False, "No")))
        return await Choose(seat, why, menu, "confirm", who, topic, "no", about)

    async def together(self, questions: Sequence[Choose[T]]) -> list[T]:
        """Ask several seats before anything they say takes effect, in the given order."""
        return [await question for question in questions]

    async def roll(
        self, dice: str, why: str, who: Id | None = None, reading: Reading[Any] = TOTAL, about: Id | None = None
    ) -> int:
        """Roll dice and give their sum; ``reading`` if the rules ask less of it, such as whether it is at most 12.

        ``about``: whom else the roll would tell of; sides that don't know of it are told nothing.
        """
        return sum(await self.throw(dice, why, who, reading, about))

    async def throw(
        self, dice: str, why: str, who: Id | None = None, reading: Reading[Any] = EACH, about: Id | None = None
    ) -> Faces:
        """Roll dice and give their faces, of which the rules use what ``reading`` says and nothing else."""
        faces = await Roll(dice, why, who, reading, about)
        self.emit(Rolled(dice, faces, why, who, about, reading.word(faces), reading.idle(faces), reading.aside))
        return faces

    async def roll_in_secret(self, dice: str, why: str, who: Id | None = None) -> int:
        """Roll dice that nobody is told of, for which they are would tell of somebody in hiding; gives their sum."""
        return sum(await Roll(dice, why, who, secret=True))

    async def draw(self, left: Sequence[str], why: str, who: Id | None = None, about: Id | None = None) -> int:
        """Draw one of the cards (or lots) left, by their names; gives its index. Taking it away is the caller's."""
        (face,) = await Roll(f"d{len(left)}", why, who, TOTAL, about, tuple(left))
        self.emit(Drawn(left[face - 1], len(left), why, who, about))
        return face - 1

    async def ruling(self, topic: str, why: str, choices: Sequence[tuple[str, str]], house: str) -> str:
        """Have the referee decide between (key, label) choices.

        The set-up's option of that name decides, or the house ruling; set to "ask", the referee's seat is asked.
        """
        said = self.setup.options.get(topic, house)
        if said == "ask":
            menu = Menu(Option(key, key, label) for key, label in choices)
            idle = choices[0][0] if house == "ask" else house
            said = await Choose(REFEREE, why, menu, "ruling", None, topic, idle)
        self.emit(Ruled(topic, said, f"{why}{'' if why.endswith('?') else ':'} {dict(choices)[said]}"))
        return said

    def once(self, read: Callable[[], T]) -> T:
        """Result read of the battle at this point of a step: forks that come past here again are told it.

        For what is dear to find and changes nothing: odds play a step over and over up to a roll, and differ after it.
        What is found must not lean on the table, which goes on: give it ``still``, where it looks later.
        """
        at, self._looked = self._looked, self._looked + 1
        if at == len(self.known):
            self.known.append(read())
        found: T = self.known[at]
        return found

    def emit(self, event: Event) -> None:
        """Let a fact be so."""
        self.state = evolve(self.state, event)
        self._notify(event)

    def set(self, who: Id, **changes: Any) -> None:
        """Change fields of the sheet of somebody on the map or gone from it; values as they were make no event."""
        sheet = self.now(who).sheet
        real = {name: value for name, value in changes.items() if getattr(sheet, name) != value}
        if real:
            self.emit(Changed(who, real))

    def set_turn(self, **changes: Any) -> None:
        """Change fields of the turn record; values that are as they were make no event."""
        turn = self.state.turn
        real = {name: value for name, value in changes.items() if getattr(turn, name) != value}
        if real:
            self.emit(TurnChanged(real))


AnyBoard = Board[Any, Any]
"""A board of any ruleset."""
