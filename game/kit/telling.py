"""Words for what most games tell: names, lines of the log, what an option led to.

A ruleset words what is its own, and gives ``tell_fact`` the rest with what it calls things.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from msgspec.structs import replace

from game.kit import facts
from game.kit.combatants import NamedFighter
from game.rules.dice import Tally
from game.rules.events import EdgeChanged, Ended, Event, FallEvent, Hit, Id, Left, Miss, Moved, RoundBegan, Ruled, Said
from game.rules.ruleset import Attacked, LogLine, Note, Outcome
from game.rules.standing import Mark
from game.rules.state import Combatant, State
from game.rules.table import Board

ARTICLES = ("the ", "a ", "an ")

PLAIN = ("bare hands",)
"""Names that go without an article."""


def the(name: str, more: str = "") -> str:
    """A thing by its name: "the sword"; "the gate" also where it is called "The gate"; "bare hands".

    ``more`` comes between: "the locked gate".
    """
    own = next((article for article in ARTICLES if name.lower().startswith(article)), "")
    article = own.strip() or ("" if name.lower() in PLAIN else "the")
    return " ".join(word for word in (article, more, name[len(own) :]) if word)


S = TypeVar("S", bound=NamedFighter)


@dataclass(frozen=True)
class Wording:
    """Words of a ruleset for things that most rulesets have."""

    health: str
    """Name of what is lost by harm: "HP", "health"."""
    falls: Mapping[str, tuple[str, str]]
    """Words for somebody who fell, with their rule, for each way of falling."""
    rules: Mapping[type[Event], str] = field(default_factory=dict)
    """The rule that lines of an event cite, where the event does not say."""

    def cited(self, event: Event) -> tuple[str, ...]:
        """The rule behind an event's line."""
        rule = self.rules.get(type(event))
        return (rule,) if rule else ()


def name_of(board: Board[S, Any], who: Id) -> str:
    """Name of a combatant."""
    return board.now(who).sheet.profile.name


def briefly(who: Id) -> str:
    """An id as a name for a small button, where the number of one among many must not be cut off."""
    return who.replace("-", " ").capitalize()


def side_name(board: Board[Any, Any], side: str) -> str:
    """Name of a side."""
    return board.setup.side(side).called


def surprise_choices(board: Board[Any, Any], party: Collection[str]) -> tuple[tuple[str, str], ...]:
    """Choices to be ruled on surprise, by the sides' names: it takes nobody, those of the party, or all others."""
    sides = [side.name for side in board.setup.sides]

    def surprised(some: Sequence[str]) -> str:
        names = " and ".join(side_name(board, side) for side in some)
        return f"{names} are surprised" if some else "Nobody is surprised"

    ours, others = [side for side in sides if side in party], [side for side in sides if side not in party]
    return ("none", surprised(())), ("party", surprised(ours)), ("foes", surprised(others))


def with_other(board: Board[S, Any], who: Id, what: str, other: Id | None) -> str:
    """Sentence on somebody: what it does or what befalls it, and whom else it is about."""
    return f"{name_of(board, who)} {what}" + (f" {name_of(board, other)}" if other else "")


def listed(board: Board[S, Any], head: str, who: Sequence[Id]) -> str:
    """Names behind a head; nothing if there are none."""
    return f"{head} {', '.join(name_of(board, id_) for id_ in who)}" if who else ""


class Marks:
    """How a book's conditions look."""

    def __init__(self, *looks: Mark) -> None:
        """``looks``: those that are no plain mark of their word: of another picture, shown by the whole figure."""
        self._by_word = {mark.word: mark for mark in looks}

    def of(self, found: Mapping[str, int]) -> tuple[Mark, ...]:
        """Marks of the conditions that hold, in their order: True, or how much there is of one that counts."""
        marks = ((self._by_word.get(word) or Mark(word), value) for word, value in found.items() if value)
        return tuple(mark if value is True else replace(mark, count=value) for mark, value in marks)


def summed(tally: Tally) -> str:
    """The terms of a tally behind the dice: " +2 Shoot -1 cover"."""
    return "".join(f" {term.value:+d} {term.label}" for term in tally.terms)


def behind(*tallies: Tally) -> tuple[str, ...]:
    """The rules that tallies name, each once."""
    return tuple(dict.fromkeys(term.rule for tally in tallies for term in tally.terms))


def tell_fact(board: Board[S, Any], event: Event, words: Wording) -> LogLine | None:
    """Word what is told alike in many games; ``board`` is as it was before the event. None: a ruleset's own event."""
    match event:
        case RoundBegan(number):
            return LogLine(f"Round {number}", rules=words.cited(event))
        case Ruled():
            return LogLine(event.words, 1)
        case Ended(winner, why):
            return LogLine(f"{side_name(board, winner)} won: {why}" if winner else f"A draw: {why}")
        case Said(text, who, rule):
            return LogLine(text, 1, who, (rule,) if rule else ())
        case Left(who, why):
            return LogLine(f"{name_of(board, who)} {why}", 1, who, words.cited(event))
        case EdgeChanged(edge, is_open, who):
            thing = next((e.name or e.kind for e in board.setup.field.edges if e.id == edge), edge)
            name = name_of(board, who) if who else "Somebody"
            return LogLine(f"{name} {'opens' if is_open else 'shuts'} {the(thing.lower())}", 1, who, words.cited(event))
        case facts.TurnBegan(who):
            return LogLine(name_of(board, who), 0, who, words.cited(event))
        case facts.Broke(side, who, why, rule):
            subject = name_of(board, who) if who else side_name(board, side)
            return LogLine(f"{subject}: courage fails, {why}", 1, who, (rule,))
        case facts.Reacted(who, what, rule, other) | facts.Did(who, what, rule, other):
            return LogLine(with_other(board, who, what, other), 1, who, (rule,))
        case _:
            return _tell_blow(board, event, words)


def _tell_blow(board: Board[S, Any], event: Event, words: Wording) -> LogLine | None:
    match event:
        case facts.AttackHit(who, target):
            return LogLine(with_other(board, who, "hits", target), 2, who)
        case facts.AttackMissed(who, target, why, rule):
            text = with_other(board, who, "misses", target) + (f": {why}" if why else "")
            return LogLine(text, 2, who, (rule,) if rule else ())
        case facts.AttackSpoiled(who, why, rule):
            return LogLine(f"{name_of(board, who)}: {why}", 2, who, (rule,) if rule else ())
        case facts.Checked(who, what, faces, tally, needed, passed, rule):
            said = "succeeds" if passed else "fails"
            total = f"{faces}{summed(tally)} = {faces + tally.total}"
            head = f"{name_of(board, who)}, {what}:"
            folded = f"{head} {said}" if event.resists else ""
            rules = tuple(dict.fromkeys((rule, *behind(tally))))
            return LogLine(f"{head} {total}, needs {needed}: {said}", 2, who, rules, sum=True, folded=folded)
        case facts.PointsRolled(who):
            text = f"{name_of(board, who)}, {sum_in_words(event, words.health)}"
            return LogLine(text, 2, who, tuple(dict.fromkeys((event.rule, *behind(event.tally)))))
        case facts.Harmed(who, amount, left):
            lost = f"{amount} {words.health}, {left} left" if left else f"the last {amount} {words.health}"
            return LogLine(f"{name_of(board, who)} loses {lost}", 2, who, words.cited(event))
        case facts.Healed(who, amount, left):
            text = f"{name_of(board, who)} regains {amount} {words.health}, {left} now"
            return LogLine(text, 2, who, words.cited(event))
        case facts.Fell(who, how):
            said, rule = words.falls[how]
            return LogLine(f"{name_of(board, who)} {said}", 1, who, (rule,))
        case _:
            return None


def sum_in_words(event: facts.PointsRolled, health: str) -> str:
    """The cause, the dice, what is added and taken off, and what comes of it: "fire: d6 4 -1 hide = 3 damage"."""
    text = f"{event.cause}: {event.dice} {', '.join(map(str, event.faces))}"
    if event.tally.terms and event.shown != sum(event.faces):
        text += f" = {event.shown}"
    return f"{text}{summed(event.tally)} = {event.points} {f'{health} back' if event.heals else 'damage'}"


def sum_up(
    before: State[S, Any],
    after: State[S, Any],
    events: Iterable[Event],
    spare: Callable[[S], tuple[int, ...]],
    gained: Callable[[Id, Combatant[S], Combatant[S]], Iterable[Note]],
    falls: Mapping[str, tuple[str, str]],
) -> Outcome:
    """Outcome between two states: attacks, what was lost, who went down, who was pushed, and the notes that
    ``gained`` makes of each combatant that changed, as it was and as it is.

    ``spare``: what could still be lost of each bar that a combatant's standing has; ``falls``: as in a ``Wording``. Who
    went down though nothing was lost to the last has a note of how.
    """
    events = tuple(events)
    how = {event.who: falls[event.how][0] for event in events if isinstance(event, FallEvent) and event.how in falls}
    attacks = [
        Attacked(event.who, event.target, isinstance(event, Hit)) for event in events if isinstance(event, Hit | Miss)
    ]
    losses, down = [], []
    notes: list[Note] = []
    for id_, was in before.combatants.items():
        now = after.combatants.get(id_) or after.gone[id_]
        if now is was:
            continue
        lost = tuple(had - has for had, has in zip(spare(was.sheet), spare(now.sheet), strict=True))
        own = list(gained(id_, was, now))
        if sum(lost) > 0:
            losses.append((id_, lost))
        if was.sheet.up and not now.sheet.up:
            down.append(id_)
            emptied = any(gone > 0 and left <= 0 for gone, left in zip(lost, spare(now.sheet), strict=True))
            told = id_ not in how or emptied or any(note.said.startswith(how[id_]) for note in own)
            notes += [Note(id_, how[id_])] if not told else []
        notes += own
    pushed = dict.fromkeys(event.who for event in events if isinstance(event, Moved) and event.how == "push")
    notes += [Note(who, "pushed") for who in pushed]
    return Outcome(tuple(attacks), tuple(losses), tuple(down), tuple(dict.fromkeys(notes)))
