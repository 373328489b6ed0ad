"""A question as a person meets it: verbs for the action bar, what a click on the board means, what is lit.

Works on keys, labels, targets and places alone, so that every ruleset's questions are met the same way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from game.rules.events import Id
from game.rules.questions import Choose, Family, Option
from game.spatial.places import Place
from game.view.scene import Scene
from game.view.whereabouts import Aim

AnyOption = Option[Any]

ENDERS = ("done", "end", "pass", "no")
"""Keys that end a turn or leave things as they are: they stand last, and the key for ending a turn answers them."""


@dataclass(frozen=True)
class Verb:
    """Options that begin with the same word: one button."""

    word: str
    title: str
    options: tuple[AnyOption, ...] = ()
    families: tuple[Family[Any], ...] = ()
    lone: bool = field(default=False)
    """Chosen with its button: nothing is aimed."""

    @property
    def aimed(self) -> bool:
        """Whether a target or a place has to be pointed at."""
        return bool(self.families) or any(option.target or option.place for option in self.options)

    def places(self) -> Iterator[Place]:
        """Where its options lead."""
        for family in self.families:
            yield from family.places
        for option in self.options:
            if option.place is not None and option.target is None:
                yield option.place


class Choosing:
    """One question to a person at the screen, and how far they are with it."""

    def __init__(self, question: Choose[Any], scene: Scene) -> None:
        self.question = question
        self.scene = scene
        self.verb: Verb | None = None
        """The verb that was picked and waits for a target or place."""
        self.verbs = tuple(_verbs(question))
        enders = [verb for verb in self.verbs if verb.word in ENDERS and verb.lone]
        self.ender = next(iter(enders), None)
        """What the key for ending the turn chooses."""

    @property
    def main(self) -> tuple[Verb, ...]:
        """The verbs without those that end the turn."""
        return tuple(verb for verb in self.verbs if not (verb.word in ENDERS and verb.lone))

    @property
    def ends(self) -> tuple[Verb, ...]:
        """The verbs that end the turn."""
        return tuple(verb for verb in self.verbs if verb.word in ENDERS and verb.lone)

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

    def targets(self) -> dict[Id, list[AnyOption]]:
        """The combatants that options are aimed at, with these options."""
        found: dict[Id, list[AnyOption]] = {}
        for option in self.verb.options if self.verb else self.question.options.singles:
            if option.target is not None:
                found.setdefault(option.target, []).append(option)
        return found

    def at(self, aim: Aim) -> list[AnyOption]:
        """What a click could mean: options at whom it points at, else those that lead to where it points."""
        token = self.scene.token(aim)
        if token is not None:
            aimed = self.targets().get(token.id, [])
            if self.question.kind == "pick":
                aimed = [option for option in aimed if option.key == token.id] or aimed
            if aimed:
                return aimed
            if self.verb is None and self.scene.where.alone(token.place) is None and token.standing.up:
                return []  # a click on somebody is no walk to the place around it
        return next((found for place in aim.places if (found := self._leading_to(place))), [])

    def _leading_to(self, place: Place) -> list[AnyOption]:
        if self.verb is None:
            walk = self.walking
            return [walk.make(walk.key(place), place)] if walk is not None and place in walk.places else []
        found = [family.make(family.key(place), place) for family in self.verb.families if place in family.places]
        found += [option for option in self.verb.options if option.place == place and option.target is None]
        return found

    def take(self, verb: Verb) -> list[AnyOption]:
        """Pick a verb. Gives the options to choose from at once; empty when a target or place is to be pointed at."""
        if verb.aimed and not verb.lone:
            self.verb = None if self.verb is verb else verb
            return []
        return list(verb.options)

    def back(self) -> bool:
        """Step back from the verb that was picked; whether there was one."""
        had = self.verb is not None
        self.verb = None
        return had

    def stops(self) -> list[Aim]:
        """Where the board's cursor jumps to in turn: targets, else some lit places."""
        found = [self.scene.aim_at_token(who) for who in self.targets() if who in self.scene.tokens]
        return found or [self.scene.aim_at(place) for place in self.lit()[:40]]

    def text(self) -> str:
        """The question in words, for tests."""
        lines = [f"{self.question.seat}: {self.question.why}"]
        for verb in self.verbs:
            count = len(verb.options) + sum(map(len, verb.families))
            lines.append(f"{'*' if verb is self.verb else '-'} {verb.title} ({count})")
        return "\n".join(lines)


def _verbs(question: Choose[Any]) -> Iterator[Verb]:
    options: dict[str, list[AnyOption]] = {}
    for option in question.options.singles:
        word = option.key if option.key == option.target or question.kind != "act" else option.key.split()[0]
        options.setdefault(word, []).append(option)
    families: dict[str, list[Family[Any]]] = {}
    for family in question.options.families:
        families.setdefault(family.verb.split()[0], []).append(family)
    for word in dict.fromkeys((*options, *families)):
        here, there = options.get(word, []), families.get(word, [])
        lone = len(here) == 1 and not there and (here[0].target is None or question.kind != "act")
        yield Verb(word, _title(word, here, there, lone), tuple(here), tuple(there), lone)


LONGEST = 18
"""Letters that fit a button."""


def _title(word: str, options: list[AnyOption], families: list[Family[Any]], lone: bool) -> str:
    """What a button says: short labels whole, longer ones by their key, several by the words they share."""
    if lone:
        label = options[0].label.split(":")[0]
        return label if len(label) <= LONGEST else options[0].key.replace("-", " ").capitalize()
    labels = [option.label for option in options[:4]]
    head = options[0].label.split(":")[0] if options else ""
    if head and len(head) <= LONGEST and not families and all(o.key.startswith(f"{head.casefold()} ") for o in options):
        return head
    if any(option.target is not None for option in options):
        return word.capitalize()
    for family in families:
        labels += [family.make(family.key(place), place).label for place in (family.places[0], family.places[-1])]
    shared = _shared(labels)
    return shared if shared.casefold().startswith(word.casefold()) and len(shared) <= LONGEST else word.capitalize()


def _shared(labels: list[str]) -> str:
    """The words that some labels begin with, up to what tells where or what: "Full movement", "Put down"."""
    words: list[str] = []
    for column in zip(*(label.split() for label in labels), strict=False):
        if len(set(column)) > 1 or column[0] in ("to", "the", "a", "an", "at", "with", "on"):
            break
        words.append(column[0])
    return " ".join(words)
