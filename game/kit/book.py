"""The part of ``Ruleset`` that comes to the same in every game: its files, how a battle begins, whom a side knows.

A ruleset of the kit derives its class from ``Book``, names its folder and its stock, and puts the functions of its
other files in the places that ``Ruleset`` has for them: ``order = staticmethod(telling.order)``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from game.kit.combatants import Fighter, known
from game.kit.entries import Tables
from game.kit.goals import Sheet as Aiming
from game.kit.goals import Turn
from game.kit.roster import Stock
from game.rules.action_catalogue import read_deeds
from game.rules.events import Id
from game.rules.glossary import read_glossary
from game.rules.ledger import read_ledger
from game.rules.ruleset import Setting, check_options
from game.rules.setup import Recruit, Setup
from game.rules.state import State
from game.rules.table import Board
from game.rules.unit_tables import Written
from game.rules.weights import read_weights, read_words
from game.spatial.space import Space


class Sheet(Aiming, Fighter, Protocol):
    """What is asked of a sheet."""


S = TypeVar("S", bound=Sheet)
N = TypeVar("N", bound=Turn)
P = TypeVar("P")


class Book(ABC, Generic[S, N, P]):
    """A ruleset as its folder has it: data, ledger, deeds, glossary, weights."""

    name: str
    settings: tuple[Setting, ...]
    folder: ClassVar[Path]
    """Where its files are."""
    stock: ClassVar[Stock[Any]]

    def __init__(self) -> None:
        """Read the files but for the data, which are read once somebody asks for them. Raises what they raise."""
        self.ledger = read_ledger(self.folder / "ledger.toml")
        self.deeds = read_deeds(self.folder / "deeds.toml", self.ledger)
        self.glossary = read_glossary(self.folder / "glossary.toml", self.ledger)
        self.weights = read_weights(self.folder / "weights.toml")
        self.words = read_words(self.folder / "weights.toml")

    # -- what the data files answer

    @property
    def data_hash(self) -> str:
        """Differs when the rules' data differ."""
        return self.stock.data_hash

    def roster(self, own: str = "") -> Mapping[str, str]:
        """Units that may be recruited, with their titles. Raises BadSetup for an ``own`` roster with mistakes."""
        return self.stock.titles(own)

    @property
    def tables(self) -> Tables:
        """What an entry of each table holds."""
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

    @staticmethod
    @abstractmethod
    def mustered(setup: Setup, space: Space) -> State[Any, Any, Any]:
        """The state before the first step, of a set-up whose settings are this ruleset's. Raises BadSetup."""

    def begin(self, setup: Setup, ground: Space | None = None) -> State[S, N, P]:
        """Give the state before the first step. Raises BadSetup."""
        check_options(self, setup)
        return self.mustered(setup, ground or Space(setup.field))

    def round_of(self, state: State[S, N, P]) -> int:
        """The round's number; 0 before the first."""
        return state.turn.round

    def seen_by(self, board: Board[S, N, P], side: str) -> Collection[Id]:
        """Everybody a side knows to be there, or to have left: not those of the others who are hidden."""
        return list(known(board, side))
