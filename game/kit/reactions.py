"""The shape of a reaction: who may is asked out of turn and may leave it; what is taken is paid for, then happens.

``react`` is one question to one seat, whose answer the caller resolves: a parry pledged before the roll, a block
after it, a notch after the damage die. A ``ReactionWindow`` is for several, who may answer an occasion with what the
ruleset has declared for it: all are asked before anything happens, what is said is paid for, and only then it happens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, Protocol, TypeVar

from game.rules.events import Id
from game.rules.questions import Choose, Menu, Option, Seat
from game.rules.state import Combatant, N, S
from game.rules.table import Board, Table

T = TypeVar("T")
M = TypeVar("M")
M_contra = TypeVar("M_contra", contravariant=True)


def question(
    seat: Seat,
    why: str,
    leave: Option[T],
    options: Iterable[Option[T]],
    *,
    topic: str,
    who: Id | None = None,
    about: tuple[Id, ...] = (),
    idle: str = "",
) -> Choose[T] | None:
    """The question to a seat out of its turn, or None if there is nothing but to ``leave`` it.

    Leaving it comes first in the menu, and is what a seat answers that says nothing, unless another key is ``idle``.
    """
    found = tuple(options)
    if not found:
        return None
    return Choose(seat, why, Menu((leave, *found)), "react", who, topic, idle or leave.key, about, declines=leave.key)


async def react(
    seat: Seat,
    why: str,
    leave: Option[T],
    options: Iterable[Option[T]],
    *,
    topic: str,
    who: Id | None = None,
    about: tuple[Id, ...] = (),
    idle: str = "",
) -> T:
    """Ask a seat out of its turn, and give what it says; ``leave`` without a question if there is nothing else."""
    asked = question(seat, why, leave, options, topic=topic, who=who, about=about, idle=idle)
    return leave.value if asked is None else await asked


class Reaction(Protocol[M_contra]):
    """Something that a combatant may do in a window. Whoever opened the window may ask which it was."""

    def pay(self, table: Table[Any, Any], who: Id) -> None:
        """Pay for it: of what is declared together, everything is paid for before anything happens."""

    async def take(self, table: Table[Any, Any], who: Id, occasion: M_contra) -> None:
        """Let it happen, if it still can."""


ReactionOffer = Callable[[Board[S, N], Combatant[S], M], Iterable[Option[Reaction[M] | None]]]
"""Reactions of one kind that a combatant could make in a window, on an occasion; none if it may not, or can't pay."""


class ReactionWindow(Generic[S, N, M]):
    """A kind of window of a ruleset: whom it asks, in which words, and what there is to say.

    What there is to say is declared in one place, on top of the modules that say it: an attack opens a window in which
    another attack may be made, so that neither module can import the other's.
    """

    def __init__(
        self,
        reactors: Callable[[Board[S, N], M], Sequence[Combatant[S]]],
        why: Callable[[Board[S, N], Combatant[S], M], str],
        about: Callable[[M], tuple[Id, ...]],
        leave: Option[Reaction[M] | None],
        topic: str,
    ) -> None:
        """``reactors``: who might be asked, in order; ``about``: whom else an occasion is about."""
        self._reactors, self._why, self._about = reactors, why, about
        self._leave, self._topic = leave, topic
        self._offers: tuple[ReactionOffer[S, N, M], ...] | None = None

    def declare(self, *offers: ReactionOffer[S, N, M]) -> None:
        """Say once and for all what may be done in this window, in the order of its menu.

        Raises RuntimeError the second time.
        """
        if self._offers is not None:
            raise RuntimeError(f"what may be done in the window {self._topic!r} has been declared already")
        self._offers = offers

    def ask(self, board: Board[S, N], c: Combatant[S], occasion: M) -> Choose[Reaction[M] | None] | None:
        """The question for one combatant, or None if it could do nothing.

        Raises RuntimeError before that is declared.
        """
        if self._offers is None:
            raise RuntimeError(f"nothing has been declared that may be done in the window {self._topic!r}")
        options = [option for offer in self._offers for option in offer(board, c, occasion)]
        if not options:
            return None
        why, about = self._why(board, c, occasion), self._about(occasion)
        return question(Seat(c.side), why, self._leave, options, topic=self._topic, who=c.id, about=about)

    def _asked(self, board: Board[S, N], occasion: M) -> list[tuple[Id, Choose[Reaction[M] | None]]]:
        return [(c.id, found) for c in self._reactors(board, occasion) if (found := self.ask(board, c, occasion))]

    async def open(self, table: Table[S, N], occasion: M) -> list[tuple[Id, Reaction[M]]]:
        """Ask everybody once and let what is declared happen. Gives what was done, in order."""
        asked = table.once(lambda: self._asked(table.still(), occasion))
        if not asked:
            return []
        said = await table.together([found for _, found in asked])
        declared = [(who, done) for (who, _), done in zip(asked, said, strict=True) if done is not None]
        for who, reaction in declared:
            reaction.pay(table, who)
        for who, reaction in declared:
            await reaction.take(table, who, occasion)
        return declared
