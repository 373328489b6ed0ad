"""An action of a book, told once: what it may be done to, why not now, what it costs, what it does.

A book's actions are one tuple. The menu of a turn, its refusals, what a turn leaves unspent and which verbs are attacks
are derived from it here, for every book alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar, get_args

import msgspec
from msgspec.structs import replace as with_fields

from game.rules.events import Id
from game.rules.ledger import Ledger
from game.rules.option_details import OptionDetails
from game.rules.questions import EVERYTHING, Family, Menu, Option, Parts, Refusal, Sought
from game.rules.toml import BadToml, parse_as
from game.user_error import UserError, suggest

B = TypeVar("B")
M = TypeVar("M")
C = TypeVar("C")


ActionSort = Literal["attack", "move", "defend", "manoeuvre", "things", "magic"]
"""Sorts of actions on the screen, in the order of their buttons."""

SORTS: tuple[ActionSort, ...] = get_args(ActionSort)


def _once(*_: Any) -> tuple[Any]:
    return (None,)


def _nothing(*_: Any) -> None:
    return None


def refusal(why: str, rule: str, label: str = "") -> Refusal:
    """Why something may not be done, and the rule; whoever asks says what is refused, unless ``label`` does."""
    return Refusal(label, why, rule)


@dataclass(frozen=True, eq=False)
class Cost(Generic[M]):
    """Price of an action: how it is paid, when it can't be."""

    name: str
    """In the book's terms: "Action"."""
    pay: Callable[[Any, Id, str], None]
    """Called with the table, who pays and the key of the option, before it is done."""
    lacking: Callable[[M, str], Refusal | None] = _nothing
    """Why somebody hasn't got it for the option of that key, or ("") for none; None if it has."""
    lost: bool = False
    """Whether it is gone at the end of a turn on which it was not spent."""
    aside: bool = False
    """Whether what takes it is done beside something else, and can wait for another turn."""


@dataclass(frozen=True)
class ActionButton:
    """The words of an action for its button and for the action catalogue."""

    title: str
    """In a word or two, where it stands for several options: "Pick up"."""
    sort: ActionSort
    icon: str
    """Its picture, by its name among the icons of the sprites."""
    told: str
    """In a sentence: what it does."""
    needs: str
    """Things that have to be there for it to be possible, as it goes on after "Needs": "a closed door within reach"."""


@dataclass(frozen=True, eq=False)
class Action(Generic[B, M, C]):
    """Something that may be done on a turn."""

    verbs: tuple[str, ...]
    """How the keys of its options begin."""
    rule: str
    cost: Cost[M]
    do: Callable[..., Coroutine[Any, Any, Any]]
    """Called with the table, who does it and the option's value, unless that is None, once it is paid for."""
    option: Callable[[B, M, C], Option[Any]]
    """The option to do it to a candidate; without a ``look`` it tells cost and rule."""
    candidates: Callable[[B, M], Iterable[C]] = _once
    """Whatever a player might do it to, barred or not: things, bodies, attacks; None alone where there is no choice."""
    why_not: Callable[[B, M, C], Refusal | None] = _nothing
    """Refusal of a candidate now, but for the cost."""
    subject: Callable[[B, M, C], str | None] = _nothing
    """Words for what can't be done where a candidate is barred: by default the label of its option; "" for
    what nobody asks for. Where one candidate of a subject is open, nothing is refused of it."""
    family: Callable[[B, M, C], Family[Any]] | None = None
    """In place of ``option``, which then tells what is refused: a family of options, one for each place."""
    attack: bool = False
    """Whether it is aimed at foes."""
    button: ActionButton | None = None
    """The words of its verb; those of an action with several verbs stand in ``deeds.toml``."""

    def open_to(
        self, board: B, me: M, candidates: Iterable[C] | None = None, sought: Sought = EVERYTHING
    ) -> Iterator[Option[Any]]:
        """The options to do it to some candidates, all of them unless given, whatever it costs."""
        for it in self.candidates(board, me) if candidates is None else candidates:
            # where one key is looked for, only its option is worth asking what bars it
            meant = sought is EVERYTHING or sought.begins(self.option(board, me, it).key)
            if meant and self.why_not(board, me, it) is None:
                yield self.option(board, me, it)

    def deed(self, option: Option[Any]) -> Option[Deed | None]:
        """An option of this action as one of a turn."""
        look = option.look or self._cost_and_rule
        return with_fields(option, value=Deed(self, option.value, option.key), look=look)

    def deeds(self, family: Family[Any]) -> Family[Deed | None]:
        """A family of options of this action as one of a turn."""
        return Family(family.verb, lambda: family.places, lambda key, place: self.deed(family.make(key, place)))

    def _cost_and_rule(self) -> OptionDetails:
        return OptionDetails(brief=self.cost.name.lower(), notes=(f"by {self.rule}",))

    def refused(self, board: B, me: M) -> Iterator[Refusal]:
        """Refusals of the action, each with the verbs that it speaks of."""
        if why := self.cost.lacking(me, ""):
            yield replace(why, verbs=self.verbs)
            return
        open_, closed = set[str](), list[Refusal]()
        for it in self.candidates(board, me):
            option, subject, why = self.option(board, me, it), self.subject(board, me, it), self.why_not(board, me, it)
            subject = option.label if subject is None else subject
            if why is not None:
                closed.append(replace(why, label=why.label or subject, verbs=(option.verb,)))
            else:
                open_.add(subject)
                if why := self.cost.lacking(me, option.key):
                    yield replace(why, verbs=(option.verb,))
        yield from (refusal for refusal in closed if refusal.label and refusal.label not in open_)


def single(
    verb: str,
    label: str,
    rule: str,
    cost: Cost[M],
    do: Callable[[Any, Id], Coroutine[Any, Any, Any]],
    why_not: Callable[[B, M], Refusal | None] = _nothing,
    *,
    when: Callable[[B, M], bool] = lambda *_: True,
    look: Callable[[B, M], OptionDetails] | None = None,
    short: str = "",
    for_good: bool = False,
    button: ActionButton | None = None,
) -> Action[B, M, None]:
    """An action for which nothing is chosen; a player looks for it only ``when`` there is cause."""

    def option(board: B, me: M, _: None) -> Option[None]:
        told = partial(look, board, me) if look else None
        return Option(verb, None, label, look=told, short=short, for_good=for_good)

    return Action(
        (verb,),
        rule,
        cost,
        do,
        option,
        candidates=lambda board, me: (None,) if when(board, me) else (),
        why_not=lambda board, me, _: why_not(board, me),
        subject=lambda *_: short or label,
        button=button,
    )


@dataclass(frozen=True, slots=True)
class Deed:
    """An action and what it is done to: the value of an option of a turn."""

    action: Action[Any, Any, Any]
    what: Any
    key: str

    async def perform(self, table: Any, who: Id) -> None:
        """Pay for it, and do it."""
        self.action.cost.pay(table, who, self.key)
        await self.action.do(table, who, *(() if self.what is None else (self.what,)))


def menu(actions: Sequence[Action[B, M, Any]], board: B, me: M, end: Option[Deed | None]) -> Menu[Deed | None]:
    """Everything open to somebody on its turn, in the order of the ``actions``, then ``end``, which ends the turn.

    ``board`` must stand still: the menu is written when it is first looked at.
    """

    def build(sought: Sought) -> Parts[Deed | None]:
        singles: list[Option[Deed | None]] = []
        families: list[Family[Deed | None]] = []
        for action in actions:
            if not sought.begins(*action.verbs) or action.cost.lacking(me, ""):
                continue
            if action.family is not None:
                able = (it for it in action.candidates(board, me) if action.why_not(board, me, it) is None)
                families += (action.deeds(action.family(board, me, it)) for it in able)
                continue
            for option in action.open_to(board, me, None, sought):
                if action.cost.lacking(me, option.key) is None:
                    singles.append(action.deed(option))
        unspent = dict.fromkeys(a.cost.name for a in actions if a.cost.lost and a.cost.lacking(me, "") is None)
        singles.append(with_fields(end, unspent=tuple(unspent)))
        return singles, families

    return Menu.later(build)


def attack_verbs(actions: Sequence[Action[Any, Any, Any]]) -> tuple[str, ...]:
    """The verbs of what is aimed at foes."""
    return tuple(dict.fromkeys(verb for action in actions if action.attack for verb in action.verbs))


def refusals(actions: Sequence[Action[B, M, Any]], board: B, me: M) -> tuple[Refusal, ...]:
    """Refusals of what a player might look for, with the reason; what is alike of several verbs is told once."""
    found: dict[tuple[str, str, str], Refusal] = {}
    for action in actions:
        for new in action.refused(board, me):
            same = found.get(key := (new.label, new.why, new.rule))
            found[key] = new if same is None else replace(new, verbs=tuple(dict.fromkeys((*same.verbs, *new.verbs))))
    return tuple(found.values())


MOST = 10
"""Deeds of one sort: each has a digit for good."""


class CatalogueAction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Catalogue entry of the options of one verb, as a player learns it once and for all."""

    verb: str
    """Of the options."""
    title: str
    """In a word or two, where it stands for several options: "Pick up"."""
    sort: ActionSort
    icon: str
    """Its picture, by its name among the icons of the sprites."""
    told: str
    """In a sentence: what it does."""
    needs: str
    """Things that have to be there for it to be possible, as it goes on after "Needs": "a closed door within reach"."""
    cost: str = ""
    """In the book's terms: "Main Action", "1 stamina"; empty: nothing. The book's action tells it and the next two."""
    rule: str = ""
    """Its number in the ledger."""
    aside: bool = False
    """Whether it is done beside something else and can wait for another turn: a turn is over though it could be done.
    """


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    deed: tuple[CatalogueAction, ...] = ()


class BadDeeds(UserError):
    """A list of deeds that can't be used; the text names file, deed and field."""


def read_deeds(path: Path, ledger: Ledger, actions: Sequence[Action[Any, Any, Any]] = ()) -> Sequence[CatalogueAction]:
    """The catalogue of a ruleset with that ledger: its ``deeds.toml``, if there is one, and its actions' buttons.

    Raises BadDeeds.
    """
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    return parse_deeds(path.name, text, ledger, actions)


def parse_deeds(
    name: str, text: str, ledger: Ledger, actions: Sequence[Action[Any, Any, Any]] = ()
) -> Sequence[CatalogueAction]:
    """Deeds from their text and from actions, in the order of their digits; ``name`` is that of the file.

    Costs and rules of verbs that ``actions`` have are told there. Raises BadDeeds.
    """
    try:
        written = parse_as(text, _File, "verb").deed
    except BadToml as error:
        raise BadDeeds(f"{name}: {error}") from error
    by_verb = {verb: action for action in reversed(actions) for verb in action.verbs}
    told = [deed.verb for deed in written if deed.verb in by_verb and (deed.cost or deed.rule or deed.aside)]
    if told:
        raise BadDeeds(f"{name}: {told[0]!r}: its action tells cost, rule and aside; leave them out here")
    buttons = tuple(
        CatalogueAction(verb, **asdict(action.button))
        for action in actions
        if action.button is not None
        for verb in action.verbs
    )
    for button in buttons:
        if button.sort not in SORTS:
            raise BadDeeds(
                f"the button of {button.verb!r}: no sort is called {button.sort!r}; {suggest(button.sort, SORTS)}"
            )
    deeds = [_of_action(deed, by_verb.get(deed.verb)) for deed in (*written, *buttons)]
    told_by_buttons = [button.verb for button in buttons]
    deeds.sort(key=lambda deed: SORTS.index(deed.sort))
    twice = [verb for verb, count in Counter(deed.verb for deed in deeds).items() if count > 1]
    if twice:
        raise BadDeeds(f"{name}: {', '.join(twice)} stand more than once; each verb has one deed")
    for deed in deeds:
        where = f"the button of {deed.verb!r}" if deed.verb in told_by_buttons else f"{name}: {deed.verb!r}"
        empty = [field for field in ("verb", "title", "icon", "told", "needs") if not getattr(deed, field).strip()]
        if empty:
            raise BadDeeds(f"{where} has no {empty[0]}; write one")
        if deed.rule and deed.rule not in ledger:
            where = f"the action {deed.verb!r}" if deed.verb in by_verb else where
            raise BadDeeds(f"{where} names the rule {deed.rule!r}, which is not in the ledger")
    wordless = sorted(set(by_verb) - {deed.verb for deed in deeds})
    if wordless:
        raise BadDeeds(f"{name}: {', '.join(wordless)}: give the action a button, or write a deed")
    for sort, count in Counter(deed.sort for deed in deeds).items():
        if count > MOST:
            raise BadDeeds(f"{name}: {count} deeds of the sort {sort!r}; {MOST} have a digit, put others elsewhere")
    return tuple(deeds)


def _of_action(deed: CatalogueAction, action: Action[Any, Any, Any] | None) -> CatalogueAction:
    if action is None:
        return deed
    return with_fields(deed, cost=action.cost.name, rule=action.rule, aside=action.cost.aside)
