"""Everything that a viewer may know of a combatant, as pages of text whose words lead on to what they mean.

Nothing here draws. The first page is the combatant's: who it is, its conditions, its numbers, what it fights with and
the last attacks by it and on it. From each word of the book there leads a link to a page of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from game.play.seating import tell_temperament
from game.rules.events import Id
from game.rules.glossary import Glossary, GlossaryTerm, HasGlossary
from game.rules.ledger import Ledger
from game.rules.ruleset import private_facts_for
from game.rules.setup import Chapter, SheetFeature
from game.rules.standing import Bar, Gear, Pool, called
from game.scene.scene import LogEntry, Scene

Subject: TypeAlias = GlossaryTerm | SheetFeature
"""What a page can be about besides a combatant."""

Style = Literal["heading", "name", "condition", "plain", "fine"]

LAST = 4
"""Attacks of each sort that are told, the latest first."""


class TextLink(NamedTuple):
    """Letters of a text that lead to a page."""

    start: int
    end: int
    subject: Subject


@dataclass(frozen=True)
class PageRow:
    """A line of a page, or several where it is long."""

    text: str
    value: str = ""
    """What stands beside it, in a column of its own."""
    style: Style = "plain"
    links: tuple[TextLink, ...] = ()
    indent: int = 0


@dataclass(frozen=True)
class Page:
    """A title and what stands under it."""

    title: str
    rows: tuple[PageRow, ...]

    @property
    def told(self) -> str:
        """All of it as text."""
        return "\n".join([self.title, *(f"{row.text}  {row.value}".rstrip() for row in self.rows)])


class Inspection:
    """The pages about one combatant, as one viewer knows the battle now."""

    def __init__(self, scene: Scene, who: Id, viewer: str | None) -> None:
        """``who``: somebody on the scene; ``viewer``: the side that looks, None for somebody who sees everything."""
        rules = scene.ruleset
        self.scene, self.who, self.viewer = scene, who, viewer
        self.ledger: Ledger = rules.ledger
        self.glossary, self.chapters = Glossary(), list[Chapter]()
        if isinstance(rules, HasGlossary):
            self.glossary, self.chapters = rules.glossary, list(rules.features(scene.board, who))

    # -- the combatant's own page

    def first(self) -> Page:
        """The page of the combatant itself."""
        token = self.scene.tokens[self.who]
        standing = token.standing
        rows = [self._row(line, style="fine") for line in self._whereabouts()]
        if standing.marks:
            rows.append(PageRow("Conditions", style="heading"))
        for mark in standing.marks:
            term = self.glossary.find(mark.word)
            rows.append(self._named(mark.told, term, style="condition"))
            if term is not None:
                rows.append(self._row(term.told, style="fine", but=mark.word, indent=1))
        rows.append(PageRow("Numbers", style="heading"))
        rows += self._numbers(standing.bars, standing.pools, standing.gear, standing.facts)
        for chapter in self.chapters:
            rows.append(PageRow(chapter.heading, style="heading"))
            for feature in chapter.features:
                rows += self._feature(feature)
        rows += self._attacks("Last attacks by it", [e for e in self._blows() if e.line.who == self.who])
        rows += self._attacks("Last attacks on it", [e for e in self._blows() if e.target == self.who])
        return Page(called(standing), tuple(rows))

    def _whereabouts(self) -> Iterator[str]:
        token, scene = self.scene.tokens[self.who], self.scene
        side = scene.setup.side(token.side).called
        title, here = scene.where.title(token.place), scene.where.name(token.place)
        yield " · ".join(part for part in (side, f"at {title or here}") if part)
        if liking := tell_temperament(scene.ruleset, scene.board, self.who):
            yield liking
        yield from private_facts_for(scene.ruleset, scene.board, self.who, self.viewer)

    def _numbers(
        self, bars: Sequence[Bar], pools: Sequence[Pool], gear: Sequence[Gear], facts: Sequence[tuple[str, str]]
    ) -> Iterator[PageRow]:
        pairs = [(bar.word, bar.told) for bar in bars if bar.full]
        pairs += [(pool.word, pool.brief) for pool in pools]
        pairs += [(thing.word, thing.told) for thing in gear]
        named = {feature.name.casefold() for chapter in self.chapters for feature in chapter.features}
        headings = {chapter.heading for chapter in self.chapters}
        pairs += [pair for pair in facts if pair[0].casefold() not in named and pair[0] not in headings]
        for label, value in pairs:
            yield PageRow(label, value, links=self._links(label, listed=True))

    def _feature(self, feature: SheetFeature) -> Iterator[PageRow]:
        """A thing that it has, with what it does, and the words that are true of it."""
        term = self.glossary.find(feature.name)
        subject: Subject | None = feature if feature.told or feature.words else term
        yield self._named(feature.name, subject, feature.value)
        told = feature.told or (term.told if term is not None else "")
        if told:
            yield self._row(told, style="fine", but=feature.name, indent=1)
        if feature.words:
            listed = " · ".join(feature.words)
            yield PageRow(listed, "", "fine", self._links(listed, listed=True), 1)

    # -- what was done

    def _blows(self) -> list[LogEntry]:
        """The lines of attacks on somebody, the latest first."""
        return [entry for entry in reversed(self.scene.log) if entry.line.depth == 1 and entry.target is not None]

    def _attacks(self, heading: str, blows: Sequence[LogEntry]) -> Iterator[PageRow]:
        """Some attacks with their sums, as the log has them."""
        if blows:
            yield PageRow(heading, style="heading")
        log = self.scene.log
        for entry in blows[:LAST]:
            yield self._row(entry.line.text)
            at = next(number for number, each in enumerate(log) if each is entry)
            for below in log[at + 1 :]:
                if below.line.depth < 2:
                    break
                cited = ", ".join(number for number in below.line.rules if number in self.ledger)
                yield self._row(below.line.text + f"  [{cited}]" * bool(cited), style="fine", indent=1)

    # -- the pages that links lead to

    def page(self, subject: Subject) -> Page:
        """What there is to know of a word of the book, or of a thing that somebody has."""
        rows: list[PageRow] = []
        if isinstance(subject, GlossaryTerm):
            rows.append(self._row(subject.told, but=subject.word))
            return Page(subject.word[0].upper() + subject.word[1:], (*rows, *self._rule(subject.rule, subject.word)))
        if subject.value:
            rows.append(self._row(subject.value, style="name"))
        if subject.told:
            rows.append(self._row(subject.told, but=subject.name))
        for word in subject.words:
            term = self.glossary.find(word)
            rows.append(self._named(word, term))
            if term is not None:
                rows.append(self._row(term.told, style="fine", but=word, indent=1))
        return Page(subject.name, (*rows, *self._rule(subject.rule, subject.name)))

    def _rule(self, number: str, but: str) -> Iterator[PageRow]:
        if number in self.ledger:
            rule = self.ledger[number]
            yield PageRow(f"Rule {number}: {rule.heading}", style="heading")
            yield self._row(rule.text, but=but)

    def _named(self, text: str, subject: Subject | None, value: str = "", style: Style = "name") -> PageRow:
        """A row that leads on as a whole."""
        links = (TextLink(0, len(text), subject),) if subject is not None else ()
        return PageRow(text[:1].upper() + text[1:], value, style, links)

    def _row(self, text: str, *, style: Style = "plain", but: str = "", indent: int = 0) -> PageRow:
        """A row whose words lead on."""
        said = " ".join(text.split())
        return PageRow(said, "", style, self._links(said, but), indent)

    def _links(self, text: str, but: str = "", *, listed: bool = False) -> tuple[TextLink, ...]:
        return tuple(TextLink(*found) for found in self.glossary.within(text, but=but, listed=listed))
