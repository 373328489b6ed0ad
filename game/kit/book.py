"""The part of ``Ruleset`` that comes to the same in every game: its files, how a battle begins, whom a side knows.

A ruleset of the kit derives its class from ``Book``, names its stock, and puts the functions of its
other files in the places that ``Ruleset`` has for them: ``order = staticmethod(telling.order)``.

Its folder has ``ledger.toml`` and the data files of its stock, and may have ``deeds.toml``, ``glossary.toml``,
``weights.toml`` and ``strengths.toml``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from game.kit.combatants import Fighter, known
from game.kit.entries import Tables
from game.kit.inventory import lost_of
from game.kit.roster import Stock
from game.rules.action import Action, attack_verbs, read_deeds
from game.rules.events import Id
from game.rules.glossary import Glossary, read_glossary
from game.rules.ledger import read_ledger
from game.rules.ruleset import BadSetup, HasGear, HasRest, Setting, Written, check_options
from game.rules.setup import Recruit, Setup
from game.rules.state import State, Thing
from game.rules.table import Board
from game.rules.weights import Strengths, Weights, Words, read_strengths, read_weights, read_words
from game.spatial.space import Space


class Turn(Protocol):
    """Turn record of a book."""

    @property
    def round(self) -> int:
        """The number of the round; 0 before the first."""


S = TypeVar("S", bound=Fighter)
N = TypeVar("N", bound=Turn)
P = TypeVar("P")


class Book(ABC, Generic[S, N, P]):
    """A ruleset as its folder has it: data, ledger, deeds, glossary, weights."""

    name: str
    emblem: str = "emblems/die"
    character: str = ""
    for_newcomers: bool = False
    turn_order: str = ""
    settings: tuple[Setting, ...] = ()
    stock: ClassVar[Stock[Any]]
    actions: Sequence[Action[Any, Any, Any]] = ()
    """Everything that may be done on a turn, if the book has its actions as values."""
    attacks: Collection[str] = ()
    """The verbs of what is aimed at foes; of a book with ``actions`` they are told there."""

    @property
    def folder(self) -> Path:
        """Where its files are: with its stock."""
        return self.stock.home

    def __init__(self) -> None:
        """Read the files but for the data, which are read once somebody asks for them. Raises what they raise."""
        self.ledger = read_ledger(self.folder / "ledger.toml")
        self.deeds = read_deeds(self.folder / "deeds.toml", self.ledger, self.actions)
        self.attacks = attack_verbs(self.actions) or self.attacks

    # -- what the files answer

    @cached_property
    def glossary(self) -> Glossary:
        """The terms of the book; none without the file."""
        path = self.folder / "glossary.toml"
        return read_glossary(path, self.ledger) if path.exists() else Glossary()

    @cached_property
    def weights(self) -> Weights:
        """Weights of features for AIs; nothing without the file."""
        path = self.folder / "weights.toml"
        return read_weights(path) if path.exists() else {}

    @cached_property
    def words(self) -> Words:
        """Words for features of the ruleset's own; nothing without the file."""
        path = self.folder / "weights.toml"
        return read_words(path) if path.exists() else {}

    @cached_property
    def strengths(self) -> Strengths:
        """How strong units are in battle; nothing without the file, which ``battlemat strengths`` writes."""
        path = self.folder / "strengths.toml"
        return read_strengths(path) if path.exists() else Strengths(1.0)

    @property
    def data_hash(self) -> str:
        """Differs when the rules' data differ."""
        return self.stock.data_hash

    def roster(self, own: str = "") -> Mapping[str, str]:
        """Units that may be recruited, with their titles. Raises BadSetup for an ``own`` roster with mistakes."""
        return self.stock.titles(own)

    @property
    def tables(self) -> Tables:
        """Types of entries, by table."""
        return self.stock.tables

    @property
    def unit_tables(self) -> Sequence[str]:
        """The tables whose entries may be recruited."""
        return self.stock.units

    @property
    def written(self) -> Written:
        """The entries that come with the game, as they are written: by table, by key."""
        return self.stock.written

    def parties(self, own: str = "") -> Mapping[str, tuple[Recruit, ...]]:
        """Ready squads by name. Raises BadSetup for an ``own`` roster with mistakes."""
        return self.stock.parties(own)

    # -- a battle

    @abstractmethod
    def initial_state(self, setup: Setup, space: Space) -> State[Any, Any, Any]:
        """The state before the first step, of a set-up whose settings are this ruleset's. Raises BadSetup."""

    def begin(self, setup: Setup, ground: Space | None = None) -> State[S, N, P]:
        """Give the state before the first step. Raises BadSetup."""
        check_options(self, setup)
        if not isinstance(self, HasRest) and (
            marked := [it for side in setup.sides for it in side.squad if it.carried]
        ):
            raise BadSetup(f"{marked[0].unit}: carried: {self.name} knows nothing of earlier battles; leave it out")
        space = ground or Space(setup.field)
        state = self.initial_state(setup, space)
        if isinstance(self, HasGear) and any(recruit.carried for side in setup.sides for recruit in side.squad):
            return self.gear_rules.with_gained(state, setup, space)
        return state

    def lost(self, carried: str) -> Sequence[str]:
        """Keys of its own gear that somebody lacks by what it brings, each as often as it does."""
        return lost_of(carried)

    def round_of(self, state: State[S, N, P]) -> int:
        """The round's number; 0 before the first."""
        return state.turn.round

    def seen_by(self, board: Board[S, N, P], side: str) -> Collection[Id]:
        """Everybody a side knows to be there, or to have left: not those of the others who are hidden."""
        return list(known(board, side))

    def masked(self, board: Board[S, N, P], side: str, later: State[S, N, P] | None = None) -> State[S, N, P]:
        """The state with only those of whom a side knows.

        To be replaced where the turn record tells of somebody in hiding: it is left as it is.
        """
        return known(board, side, later=later).state(board.state.turn)

    def thing_name(self, board: Board[S, N], thing: Thing) -> str:
        """Name of a thing on the ground: its key, in words."""
        return thing.key.replace("-", " ")

    def thing_icon(self, key: str) -> str:
        """The picture of something on the ground of which the rules know no more than the map tells."""
        return "loot"
