"""A ruleset's glossary: its words for conditions, traits and numbers, each explained in a sentence or two."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Generic, NamedTuple, Protocol, runtime_checkable

import msgspec

from game.rules.events import Id
from game.rules.ledger import Ledger
from game.rules.ruleset import Ruleset
from game.rules.setup import Chapter
from game.rules.state import N, P, S
from game.rules.table import Board
from game.rules.toml import BadToml, parse_as
from game.user_error import UserError


class GlossaryTerm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Term of the book, explained."""

    word: str
    """As it stands on the board and in explanations: "prone", "two-handed"."""
    told: str
    """Its meaning, in a sentence or two. Other words of the glossary in it lead on to their own explanations."""
    rule: str = ""
    """Its number in the ledger."""
    also: tuple[str, ...] = ()
    """Other forms that mean the same: "dazes", "a Bane"."""
    ordinary: bool = False
    """Whether its words are also everyday ones, and so are not looked for in running text."""


class Found(NamedTuple):
    """A term in a text."""

    start: int
    end: int
    """Letters of the text, the last not counted."""
    term: GlossaryTerm


class Glossary:
    """The terms of one book, found by their words."""

    def __init__(self, terms: tuple[GlossaryTerm, ...] = ()) -> None:
        self.terms = terms
        self._by_word = {form.casefold(): term for term in terms for form in (term.word, *term.also)}
        self._every = _any_of(self._by_word)
        self._marked = _any_of(form for form, term in self._by_word.items() if not term.ordinary)

    def __contains__(self, word: str) -> bool:
        return word.casefold() in self._by_word

    def find(self, word: str) -> GlossaryTerm | None:
        """The term of that word, in whatever case, or None."""
        return self._by_word.get(word.casefold())

    def within(self, text: str, *, but: str = "", listed: bool = False) -> Iterator[Found]:
        """The terms that a text names, from left to right, without the one of the word ``but``.

        ``listed``: the text is no sentence but a label or a list, in which everyday words are terms too.
        """
        left_out = self.find(but) if but else None
        for match in (self._every if listed else self._marked).finditer(text):
            term = self.find(match.group())  # none for ı and İ, which a pattern takes for an i
            if term is not None and term is not left_out:
                yield Found(match.start(), match.end(), term)


def _any_of(forms: Iterable[str]) -> re.Pattern[str]:
    """Finds the longest of some words, whole and in whatever case; of none it finds nothing."""
    longest = sorted(forms, key=len, reverse=True)
    words = "|".join(re.escape(form) for form in longest)
    return re.compile(rf"(?<![\w-])(?:{words})(?![\w-])" if words else r"(?!)", re.IGNORECASE)


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    term: tuple[GlossaryTerm, ...]


class BadGlossary(UserError):
    """A glossary that can't be used; the text names file, word and field."""


def read_glossary(path: Path, ledger: Ledger) -> Glossary:
    """Read the ``glossary.toml`` of a ruleset with that ledger. Raises BadGlossary."""
    return parse_glossary(path.name, path.read_text(encoding="utf-8"), ledger)


def parse_glossary(name: str, text: str, ledger: Ledger) -> Glossary:
    """A glossary from its text; ``name`` is that of the file. Raises BadGlossary."""
    try:
        terms = parse_as(text, _File, "word").term
    except BadToml as error:
        raise BadGlossary(f"{name}: {error}") from error
    seen: dict[str, str] = {}
    for term in terms:
        if not term.word.strip() or not term.told.strip():
            raise BadGlossary(f"{name}: {term.word!r} needs both a word and what is told of it; write them")
        if term.rule and term.rule not in ledger:
            raise BadGlossary(f"{name}: {term.word!r} names the rule {term.rule!r}, which is not in the ledger")
        for form in (term.word, *term.also):
            other = seen.setdefault(form.casefold(), term.word)
            if other != term.word or not form.strip():
                raise BadGlossary(f"{name}: {form!r} is a form of {other!r} and of {term.word!r}; each has one meaning")
    return Glossary(terms)


@runtime_checkable
class HasGlossary(Ruleset[S, N, P], Protocol, Generic[S, N, P]):
    """A ruleset that explains its words, and tells more of a combatant than the board shows."""

    glossary: Glossary
    """Its words for conditions, numbers and traits."""

    def features(self, board: Board[S, N, P], who: Id) -> Sequence[Chapter]:
        """Chapters about a combatant besides its standing: what it fights with, its nature, what it carries.

        Nothing that a foe may not know: what only its own side is told is ``private_facts``.
        """
