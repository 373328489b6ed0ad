"""A question as a person meets it: verbs in their drawers, what a click on the board means, what is lit.

Works on what options say of themselves, so that every ruleset's questions are met the same way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Any

from game.rules.action import MOST, SORTS, ActionSort, CatalogueAction
from game.rules.events import Id
from game.rules.option_details import Spending
from game.rules.questions import ENDING, EVERY, AnyOption, Choose, Family, Refusal
from game.rules.standing import called
from game.scene.board_geometry import Pointed
from game.scene.scene import Scene, Token
from game.spatial.places import Place


@dataclass(frozen=True)
class Verb:
    """Options that do the same to or with something else: one row, or one button."""

    word: str
    title: str
    icon: str = ""
    options: tuple[AnyOption, ...] = ()
    families: tuple[Family[Any], ...] = ()
    lone: bool = field(default=False)
    """Chosen at once: nothing is aimed."""

    @property
    def brief(self) -> str:
        """Text of a narrow button: of one option what it has in place of its label."""
        return (self.options[0].short or self.title) if self.lone else self.title

    @property
    def ends(self) -> bool:
        """Whether it does nothing but end the turn."""
        return self.lone and self.options[0].ends

    @property
    def aimed(self) -> bool:
        """Whether a target or a place has to be pointed at."""
        return bool(self.families) or any(option.target or option.place for option in self.options)

    @property
    def aims(self) -> bool:
        """Whether taking it only asks for a target or a place: nothing is done by it yet."""
        return self.aimed and not self.lone

    def places(self) -> Iterator[Place]:
        """Where its options lead."""
        for family in self.families:
            yield from family.places
        for option in self.options:
            if option.place is not None and option.target is None:
                yield option.place


@dataclass(frozen=True)
class DrawerRow:
    """Row of a drawer: something to do, which has its digit for good, or why it can't be done now."""

    title: str
    icon: str
    digit: int
    """From 1; 0 where there are too many."""
    verb: Verb | None = None
    """Its verb; None while it can't be done."""
    deed: CatalogueAction | None = None
    """Its catalogue entry; None for what is no deed, such as somebody who may act."""
    why_not: str = ""

    @cached_property
    def cost(self) -> str:
        """Cost now, in the book's terms: as its options say, if they agree, else as the ruleset tells."""
        verb = self.verb
        said = {option.price for option in verb.options} if verb is not None else set()
        said |= {price.what for ways in verb.families if (price := price_of(ways)) is not None} if verb else set()
        usual = self.deed.cost if self.deed is not None else ""
        return (said.pop() if len(said) == 1 else "") or usual


@dataclass(frozen=True)
class Drawer:
    """Deeds of one sort, or those who may act: a button that lists them."""

    name: str
    """A sort of deeds, or PICK."""
    rows: tuple[DrawerRow, ...]

    @property
    def usable(self) -> bool:
        """Whether anything in it can be done now that is worth a turn's thought: nothing that is done by the way."""
        return any(row.verb is not None and not (row.deed is not None and row.deed.aside) for row in self.rows)

    @property
    def able(self) -> tuple[DrawerRow, ...]:
        """Options that can be taken now."""
        return tuple(row for row in self.rows if row.verb is not None)

    @property
    def only(self) -> Verb | None:
        """Option that its button picks at once: the one thing in it that can be done, if that has to be aimed."""
        verb = self.able[0].verb if len(self.able) == 1 else None
        return verb if verb is not None and verb.aims else None


PICK = "pick"
"""The name of the drawer that holds those who may act."""

STRAYS: ActionSort = "things"
"""Where verbs are that the ruleset lists no deed for."""


class Choosing:
    """Choice of one question by a person at the screen, and how far they are with it."""

    def __init__(self, question: Choose[Any], scene: Scene) -> None:
        self.question = question
        self.scene = scene
        self.verb: Verb | None = None
        """The verb that was picked and waits for a target or place."""
        unseen = question.kind == "pick" and not any(option.target for option in question.options.singles)
        self.first = PICK if unseen else ""
        """The name of the drawer that is open to begin with: where there is nobody on the board to click."""
        self._prices: dict[str, Spending | None] = {}
        """By the verb that was picked."""
        self.deeds = {deed.verb: deed for deed in scene.ruleset.deeds}
        self.verbs = tuple(_verbs(question, self.deeds))
        self.ender = next(iter(self.ends), None)
        """Option that the key for ending the turn chooses."""

    @property
    def main(self) -> tuple[Verb, ...]:
        """The verbs without those that end the turn."""
        return tuple(verb for verb in self.verbs if not verb.ends)

    @property
    def ends(self) -> tuple[Verb, ...]:
        """The verbs that end the turn."""
        return tuple(verb for verb in self.verbs if verb.ends)

    @cached_property
    def drawers(self) -> tuple[Drawer, ...]:
        """Buttons of the row besides those that end the turn: always the same ones while acting."""
        if self.question.kind != "act":
            rows = [DrawerRow(verb.title, verb.icon, _digit(at), verb) for at, verb in enumerate(self.main, 1)]
            return (Drawer(PICK, tuple(rows)),) if rows else ()
        verbs = {verb.word: verb for verb in self.main}
        found = []
        for sort in SORTS:
            deeds = [deed for deed in self.deeds.values() if deed.sort == sort]
            rows = [self._row(deed, at, verbs.get(deed.verb)) for at, deed in enumerate(deeds, 1)]
            if sort == STRAYS:
                others = [verb for verb in self.main if verb.word not in self.deeds]
                rows += [
                    DrawerRow(verb.title, verb.icon, _digit(at), verb) for at, verb in enumerate(others, len(rows) + 1)
                ]
            if rows:
                found.append(Drawer(sort, tuple(rows)))
        return tuple(found)

    def _row(self, deed: CatalogueAction, at: int, verb: Verb | None) -> DrawerRow:
        if verb is not None:
            return DrawerRow(verb.title, verb.icon, _digit(at), verb, deed)
        refused = [no for no in self.refusals if deed.verb in no.verbs or no.verbs == EVERY]
        why = refused[0].why if refused else f"needs {deed.needs}"
        return DrawerRow(deed.title, deed.icon, _digit(at), None, deed, why)

    @cached_property
    def refusals(self) -> tuple[Refusal, ...]:
        """Refusals, as far as the rules tell why."""
        return self.question.refusals()

    @property
    def unending(self) -> str:
        """Why the turn can't be ended; empty where the rules do not say."""
        return next((f"{no.label}: {no.why}." for no in self.refusals if no.verbs == ENDING), "")

    def drawer(self, name: str) -> Drawer | None:
        """The one of that name, if there is one."""
        return next((drawer for drawer in self.drawers if drawer.name == name), None)

    @property
    def walking(self) -> Family[Any] | None:
        """The places that a click means when no verb has been picked: the first family."""
        families = self.question.options.families
        return families[0] if families and self.question.kind == "act" else None

    def lit(self) -> tuple[Place, ...]:
        """Places that a click would answer with, targets not counted."""
        if self.verb is not None:
            return tuple(dict.fromkeys(self.verb.places()))
        return tuple(self.walking.places) if self.walking is not None else ()

    @property
    def price(self) -> Spending | None:
        """Price of going to one of the places that are lit, if they are the ends of ways."""
        word = self.verb.word if self.verb is not None else ""
        if word not in self._prices:
            families = self.verb.families if self.verb is not None else [self.walking] if self.walking else []
            self._prices[word] = price_of(families[0]) if families else None
        return self._prices[word]

    def targets(self) -> dict[Id, list[AnyOption]]:
        """The combatants that options are aimed at, with these options."""
        found: dict[Id, list[AnyOption]] = {}
        for option in self.verb.options if self.verb else self.question.options.singles:
            if option.target is not None:
                found.setdefault(option.target, []).append(option)
        return found

    def at(self, aim: Pointed) -> list[AnyOption]:
        """Options that a click could mean: options at whom it points at, else those that lead to where it points.

        Of a verb that was picked, both: a spell on somebody, and one on the place where it stands.
        """
        token = self.scene.token(aim)
        if token is not None:
            aimed = self.targets().get(token.id, [])
            if self.question.kind == "pick":
                aimed = [option for option in aimed if option.key == token.id] or aimed
            if aimed:
                return [*aimed, *(self._there(aim) if self.verb is not None else [])]
            if self.verb is None and self.scene.where.alone(token.place) is None and token.standing.up:
                return []  # a click on somebody is no walk to the place around it
        return self._there(aim)

    def _there(self, aim: Pointed) -> list[AnyOption]:
        return next((found for place in aim.places if (found := self._leading_to(place))), [])

    def asks_whose_turn(self, token: Token) -> bool:
        """Whether whoever points at somebody in the order can mean but the turn: nothing is aimed at that friend."""
        friend = token.side == self.question.seat and not self.at(self.scene.aim_at_token(token.id))
        return self.question.kind == "pick" or friend

    def _leading_to(self, place: Place) -> list[AnyOption]:
        if self.verb is None:
            walk = self.walking
            return [walk.make(walk.key(place), place)] if walk is not None and place in walk.places else []
        found = [family.make(family.key(place), place) for family in self.verb.families if place in family.places]
        found += [option for option in self.verb.options if option.place == place and option.target is None]
        return found

    def take(self, verb: Verb) -> list[AnyOption]:
        """Pick a verb. Gives the options to choose from at once; empty when a target or place is to be pointed at."""
        if verb.aims:
            self.verb = None if self.verb is verb else verb
            return []
        return list(verb.options)

    def left_undone(self) -> str:
        """Losses by ending the turn, in words: who could still act, or what of it is unspent."""
        if self.question.kind == "pick":
            tokens = self.scene.tokens
            able = [called(tokens[who].standing) for who in self.question.takers if who in tokens]
            more = [f"{len(able) - SOME} more"] if len(able) > SOME else []
            return f"Still to act: {', '.join([*able[:SOME], *more])}" if able else ""
        unspent = self.ender.options[0].unspent if self.ender is not None else ()
        said = " and ".join(unspent)
        return f"{said[:1].upper()}{said[1:]} unspent" if unspent else ""

    def back(self) -> bool:
        """Step back from the verb that was picked; whether there was one."""
        had, self.verb = self.verb is not None, None
        return had

    def attacks(self, option: AnyOption) -> bool:
        """Whether an option attacks whom it is aimed at, by its deed's sort; one that is no deed is taken for one."""
        deed = self.deeds.get(option.verb)
        return deed is None or deed.sort in ("attack", "magic")

    def meant_by(self, verb: Verb, likely: Sequence[Id]) -> Pointed | None:
        """At whom a verb is aimed where that is plain: at the first ``likely`` one, or the only one, foes who are down
        not counted; of what leads to a place the only place.
        """
        targets = list(dict.fromkeys(option.target for option in verb.options if option.target is not None))
        if not targets:
            places = list(islice(dict.fromkeys(verb.places()), 2))
            return self.scene.aim_at(places[0]) if len(places) == 1 else None
        tokens = [self.scene.tokens[who] for who in targets if who in self.scene.tokens]
        found = [token.id for token in tokens if token.standing.up or token.side == self.question.seat] or targets
        only = found if len(found) == 1 else []
        who = next((each for each in (*likely, *only) if each in found), None)
        return self.scene.aim_at_token(who) if who is not None else None

    def stops(self) -> list[Pointed]:
        """Where the board's cursor jumps to in turn: targets, those who fight first and the nearest of them, else some
        lit places.
        """
        aimed = self.scene.by_distance(self.question.who, self.targets())
        return [self.scene.aim_at_token(who) for who in aimed] or [
            self.scene.aim_at(place) for place in self.lit()[:40]
        ]

    def text(self) -> str:
        """The question in words, for tests."""
        lines = [f"{self.question.seat}: {self.question.why}"]
        for verb in self.verbs:
            count = len(verb.options) + sum(map(len, verb.families))
            lines.append(f"{'*' if verb is self.verb else '-'} {verb.title} ({count})")
        return "\n".join(lines)


def price_of(ways: Family[Any]) -> Spending | None:
    """Price of each of some ways that differ in nothing but where they lead; None if it is nothing."""
    return ways.sample.about.spends if ways.places else None


def _verbs(question: Choose[Any], deeds: Mapping[str, CatalogueAction]) -> Iterator[Verb]:
    """The options by verb, in the order of the deeds; where no action is asked for, each by itself.

    What ends the turn comes last.
    """
    acting = question.kind == "act"
    options: dict[str, list[AnyOption]] = {}
    for option in question.options.singles:
        options.setdefault(option.verb if acting else option.key, []).append(option)
    families: dict[str, list[Family[Any]]] = {}
    samples: dict[str, AnyOption] = {}
    for family in question.options.families:
        sample = family.sample
        families.setdefault(sample.verb, []).append(family)
        samples.setdefault(sample.verb, sample)
    order = {verb: at for at, verb in enumerate(deeds)}
    words = dict.fromkeys((*options, *families))
    found = []
    for word in sorted(words, key=lambda word: order.get(word, len(order))):
        here, there = options.get(word, []), families.get(word, [])
        first = here[0] if here else samples[word]
        lone = len(here) == 1 and not there and (first.target is None or not acting)
        named = deeds[word].title if word in deeds else word.capitalize()
        title = first.label if lone else named
        icon = deeds[first.verb].icon if first.verb in deeds else first.icon
        found.append(Verb(word, title, icon, tuple(here), tuple(there), lone))
    return iter(sorted(found, key=lambda verb: verb.ends))


def _digit(at: int) -> int:
    """The digit of a row by its place from 1; 0 past those that have one."""
    return at if at <= MOST else 0


SOME = 6
"""Names in a row that are read."""
