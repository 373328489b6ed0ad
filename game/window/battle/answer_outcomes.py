"""What comes of the options that a panel offers, in a few words each: what tells them apart."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import fsum, inf
from typing import Any, NamedTuple

import pygame

from game.play.session import Session, usual_orders
from game.play.speech import give_or_take, percent
from game.rules.events import Id
from game.rules.questions import AnyOption, Choose
from game.rules.standing import Bar
from game.window.battle.folding import members
from game.window.battle.forecast import Chance, Forecast
from game.window.battle.viewport import Viewport


class BarLoss(NamedTuple):
    """A bar, and what an answer takes from it."""

    bar: Bar
    mean: float
    most: int


Chances = Callable[[AnyOption], Chance | None]
"""What is known of the odds of an option."""


def question_subject(question: Choose[Any]) -> Id | None:
    """Who is asked, else the last of those a question is about."""
    return question.who if question.who is not None else question.about[-1] if question.about else None


def pictured(question: Choose[Any]) -> tuple[Id, ...]:
    """Whose pictures stand beside what is asked out of turn: the other one, and who is asked, else whom it is about."""
    if question.kind != "react":
        return ()
    other = next((one for one in question.about if one != question.who), None)
    return tuple(dict.fromkeys(one for one in (other, question_subject(question)) if one is not None))


def tell_option(chance: Chance, who: Id | None, target: Id) -> tuple[str, ...]:
    """What somebody's option does to its target, figure by figure: "65 %", "−2.3", "falls 40 %"; or what befalls it."""
    hit, befalls = chance.hit(who, target), tell_befalls(chance, target)
    if befalls and not chance.harms(target):
        return (befalls,)
    return (*([chance.told(hit)] if hit is not None else []), *_tell_harm(chance, target))


def _tell_harm(chance: Chance, who: Id) -> list[str]:
    """What somebody loses on average, and how likely it falls: "−2.3", "falls 40 %"; nothing where it is neither."""
    down = chance.down(who)
    lost = [f"−{chance.loss(who):.1f}"] if chance.harms(who) else []
    return lost + ([f"falls {chance.told(down)}"] if down else [])


def is_weighed(option: AnyOption) -> bool:
    """Whether its odds stand beside an option in a list: it is aimed at somebody or at a place."""
    return option.target is not None or option.place is not None


def tell_choice(
    option: AnyOption, chance: Chance | None, who: Id | None, bars: Callable[[Id], Sequence[Bar]]
) -> tuple[str, ...]:
    """What somebody's option does to its target, or to everybody at the place it is aimed at; empty if unknown.

    ``bars``: those of foes.
    """
    if chance is None or not is_weighed(option):
        return ()
    return tell_option(chance, who, option.target) if option.target is not None else _tell_place(chance, bars)


def _tell_place(chance: Chance, bars: Callable[[Id], Sequence[Bar]]) -> tuple[str, ...]:
    """What foes lose together and how likely one falls, then what friends do: "2 foes −4.5", "friends −2.0"."""
    foes, friends = _foes_and_friends(chance, bars)
    if not foes:
        return ()
    lost, spared = _lost(chance, foes), _lost(chance, friends)
    down = max(chance.down(foe) for foe in foes)
    figures = [f"{len(foes)} foe{'s' * (len(foes) > 1)}" + (f" −{lost:.1f}" if round(lost, 1) else "")]
    figures += [f"one falls {percent(down)}"] if down else []
    return (*figures, *([f"friends −{spared:.1f}"] if round(spared, 1) else []))


def _foes_and_friends(chance: Chance, bars: Callable[[Id], Sequence[Bar]]) -> tuple[list[Id], list[Id]]:
    """The foes and the friends that something befalls."""
    touched = dict.fromkeys((*chance.touched, *(note.who for note, _ in chance.notes)))
    return [one for one in touched if bars(one)], [one for one in touched if not bars(one)]


def _lost(chance: Chance, bodies: Sequence[Id]) -> float:
    """What some lose together on average."""
    return fsum(map(chance.loss, bodies))


def tell_row(row: AnyOption, chances: Chances, who: Id | None, bars: Callable[[Id], Sequence[Bar]]) -> tuple[str, ...]:
    """What a row of a list comes to; of one for several ways what the best does: "62 %", "−2.3".

    Of ways aimed at a friend that is the best which does it the least harm.
    """
    ways = members(row)
    found = [tell_choice(way, chances(way), who, bars) for way in ways]
    if all(each == found[0] for each in found):
        return found[0]
    worth = [worth_of(way, chances, bars) for way in ways]
    known = [each for each in worth if each is not None]
    return found[worth.index(max(known))] if len(known) == len(ways) else ()


def by_worth(
    options: Sequence[AnyOption], chances: Chances, bars: Callable[[Id], Sequence[Bar]]
) -> Sequence[int] | None:
    """The places of options from what does the most to a foe to the least, behind what is aimed at nobody.

    A row for several ways counts as the best of them. ``bars``: those of foes. None as long as it isn't known of all
    of them, and where any is aimed at a friend.
    """
    worth: list[tuple[float, float]] = []
    for option in options:
        ways = [worth_of(way, chances, bars) for way in members(option)]
        known = [each for each in ways if each is not None]
        if len(known) < len(ways) or (option.target is not None and not bars(option.target)):
            return None
        worth.append(max(known))
    return sorted(range(len(options)), key=lambda at: worth[at], reverse=True)


def clearly_worse(options: Sequence[AnyOption], chances: Chances, who: Id | None) -> frozenset[str]:
    """The keys of what somebody (``who``) can do to whom it is aimed at where another option of the same verb and price
    is better by a figure and worse by none: hits likelier, takes more, fells likelier. ``chances``: of all.
    """
    found: dict[str, tuple[tuple[object, ...], tuple[Fraction | float, ...]]] = {}
    for option in options:
        chance = chances(option) if option.target is not None and len(members(option)) == 1 else None
        if chance is not None and option.target is not None:
            befalls = chance.befalls(option.target)
            kind = option.verb, option.target, option.price, befalls[0] if befalls is not None else ""
            hit = chance.hit(who, option.target) or Fraction(0)
            found[option.key] = kind, (hit, chance.loss(option.target), chance.down(option.target))
    return frozenset(
        key
        for key, (kind, figures) in found.items()
        if any(
            other == kind and better != figures and all(one >= own for one, own in zip(better, figures, strict=True))
            for other, better in found.values()
        )
    )


def worth_of(option: AnyOption, chances: Chances, bars: Callable[[Id], Sequence[Bar]]) -> tuple[float, float] | None:
    """What an option does to foes, the larger the better; None as long as it isn't known.

    What is lost on average counts, with all there is for the chance that it falls, less what friends lose; of two that
    come to the same the likelier to do anything. What is aimed at nobody is beyond all measure.
    """
    if not is_weighed(option):
        return inf, 0.0
    chance = chances(option)
    if chance is None:
        return None
    foes, friends = _foes_and_friends(chance, bars)
    if option.target is not None:
        foes, friends = ([option.target], []) if bars(option.target) else ([], [option.target])
    elif not foes:
        return inf, 0.0
    felled = [float(chance.down(foe)) * sum(bar.full for bar in bars(foe)) for foe in foes]
    shares = [share for one, share in chance.struck if one in foes or not foes]
    shares += [found[1] for one in foes or friends if (found := chance.befalls(one)) is not None]
    return _lost(chance, foes) + fsum(felled) - _lost(chance, friends), float(max(shares, default=0))


class Reacting:
    """Tells what becomes of each answer to a question out of turn, for the same people beside every answer."""

    def __init__(
        self,
        question: Choose[Any],
        chances: Chances,
        name: Callable[[Id], str],
        side: Callable[[Id], str],
    ) -> None:
        self.question = question
        self.chances = chances
        self._name, self._side = name, side

    def outcome(self, option: AnyOption, bars_of: Callable[[Id], Sequence[Bar]]) -> str:
        """What comes of an answer for whom it is about, and of its own blow.

        "Ada keeps 4 of 6, 24 % to fall (else 60 %)": in brackets stands how likely it falls if nothing is done.
        Empty as long as it isn't known.
        """
        chance, left, who = self.chances(option), self._left(), self.concerned(option)
        if chance is None:
            return ""
        exact = replace(chance, error=0.0)  # by how much the figures may be off is told once, behind them all
        parts, mine = [], {target for attacker, target, _ in chance.hits if attacker == self.question.who}
        if who is not None and (bars := self.losses(option, bars_of)):
            name = "" if who == self.question.who else f"{self._name(who)} "
            left_of, full = fsum(one.bar.spare - one.mean for one in bars), sum(one.bar.full for one in bars)
            held = "" if chance.harms(who) else tell_befalls(chance, who)
            kept = f"{left_of:.1f}".removesuffix(".0")
            said = [held or (f"keeps {kept} of {full}" if chance.harms(who) else "unhurt")]
            down, before = chance.down(who), left.down(who) if left is not None else Fraction(0)
            if down or before:
                was = f" (else {percent(before)})" if before != down and option.key != self.question.declines else ""
                said.append(f"{percent(down)} to fall{was}")
            parts.append(name + ", ".join(said))
        for attacker, target, share in chance.hits:
            if attacker == self.question.who and target != who:
                harm = f", −{chance.loss(target):.1f}" if chance.harms(target) else ""
                whom = "" if len(mine) == 1 and self._side(target) != self.question.seat else f"{self._name(target)} "
                parts.append(f"hits {whom}{percent(share)}{harm}")
        aimed = option.target
        if aimed is not None and aimed != who and aimed not in mine and (befalls := tell_befalls(chance, aimed)):
            parts.append(", ".join([*_tell_harm(exact, aimed), befalls]))  # a trip or a grip of one's own
        if not parts and self.question.who is not None and (befalls := tell_befalls(chance, self.question.who)):
            parts.append(befalls)  # such as freed by what it does itself
        if not parts:  # nobody of one's own is in danger: what it does to the others
            for one in chance.touched:
                if chance.harms(one):
                    name = "" if self.question.about == (one,) else f"{self._name(one)} "
                    parts.append(name + ", ".join(_tell_harm(exact, one)))
        return "; ".join(parts) + (f" ({give_or_take(chance.error)})" if parts and chance.sampled else "")

    def order(self, options: Sequence[AnyOption], bars_of: Callable[[Id], Sequence[Bar]]) -> Sequence[int] | None:
        """The places of answers: the two that gain most, the one that leaves things as they are, then the others.

        None as long as it isn't known of all.
        """
        gains = [self._gain(option, bars_of) for option in options]
        known = [gain for gain in gains if gain is not None]
        if len(known) < len(gains):
            return None
        places = sorted(range(len(options)), key=lambda at: (-known[at], at))
        leaving = [at for at in places if options[at].key == self.question.declines]
        others = [at for at in places if at not in leaving]
        return [*others[:2], *leaving, *others[2:]]

    def _gain(self, row: AnyOption, bars_of: Callable[[Id], Sequence[Bar]]) -> float | None:
        """What the best way of a row is worth: what foes lose by it less what friends do, a fall counted as all there
        is of whoever falls; None as long as it isn't known.
        """
        worth = []
        for way in members(row):
            chance = self.chances(way)
            if chance is None:
                return None
            lost = [
                (chance.loss(who) + float(chance.down(who)) * sum(bar.full for bar in bars_of(who)))
                * (-1 if self._side(who) == self.question.seat else 1)
                for who in chance.touched
            ]
            worth.append(fsum(lost))
        return max(worth)

    def _left(self) -> Chance | None:
        """What comes of it if nothing is done."""
        left = self.question.options.get(self.question.declines) if self.question.declines else None
        return self.chances(left) if left is not None else None

    def hurt_if_idle(self) -> tuple[Id, ...]:
        """Whom of those asked it will hurt if nobody does anything, or do something else to."""
        question, chance = self.question, self._left()
        if chance is None:
            return ()
        asked = (question.who,) if question.who is not None and chance.befalls(question.who) else ()
        return tuple(dict.fromkeys((*(who for who in chance.touched if self._side(who) == question.seat), *asked)))

    def _instead(self, chance: Chance, spared: Sequence[Id]) -> list[Id]:
        """Who of those asked is attacked in the place of those whom it would hurt if nobody did anything."""
        others = [target for attacker, target, _ in chance.hits if attacker != self.question.who]
        return [one for one in others if one not in spared and self._side(one) == self.question.seat]

    def concerned(self, option: AnyOption) -> Id | None:
        """Whose bars stand beside an answer: of who is asked, else the first whom it will hurt, or who is instead."""
        spared, chance = self.hurt_if_idle(), self.chances(option)
        found = self.question.who if self.question.who in spared else next(iter(spared), None)
        if chance is None or found is None or found in chance.touched:
            return found
        return next(iter(self._instead(chance, spared)), found)

    def losses(self, option: AnyOption, bars_of: Callable[[Id], Sequence[Bar]]) -> Sequence[BarLoss]:
        """The bars of whom an answer is about, with what it would take of each."""
        who, chance = self.concerned(option), self.chances(option)
        if chance is None or who is None:
            return ()
        bars = bars_of(who)
        losses = next((lost for one, lost in chance.bars if one == who), ((0.0, 0),) * len(bars))
        return [BarLoss(bar, mean, most) for bar, (mean, most) in zip(bars, losses, strict=len(bars) == len(losses))]


def tell_befalls(chance: Chance, who: Id) -> str:
    """The likeliest thing besides harm that may become of somebody, and how likely it is; empty if there is nothing."""
    found = chance.befalls(who)
    if found is None:
        return ""
    said, share = found
    return f"{said}{':' if said[-1:].isdigit() else ''} {percent(share)}"  # two numbers side by side are read as one


class ShownBodies(NamedTuple):
    """What is told of those whom answers are about."""

    name: Callable[[Id], str] = str
    side: Callable[[Id], str] = str
    bars: Callable[[Id], Sequence[Bar]] = lambda who: ()
    portrait: Callable[[Id, int], pygame.Surface | None] = lambda who, size: None
    """So many pixels along a side; None for nobody who is shown."""


UNTOLD = ShownBodies()


class RowFigures:
    """Figures of the options of a panel, from the odds as far as they are known."""

    def __init__(
        self,
        rows: Callable[[], Sequence[AnyOption]],
        forecast: Forecast | None,
        who: Id | None,
        question: Choose[Any] | None,
        bodies: ShownBodies,
    ) -> None:
        """``rows``: those whose odds are worked out, in this order; ``who`` has them. ``question``: for reactions."""
        self._rows, self._forecast, self._who, self._question, self._bars = rows, forecast, who, question, bodies.bars
        self._asked: tuple[Sequence[AnyOption], Sequence[AnyOption]] = (), ()
        """The rows last asked about, and what is worked out for them: they are asked about in every frame."""
        self.reacting: Reacting | None = None
        """Tells answers to what others do."""
        if question is not None and question.kind == "react" and forecast is not None:
            self.reacting = Reacting(question, self._chance, bodies.name, bodies.side)

    def figures(self) -> Mapping[str, str]:
        """The figure of each row by its option's key, as far as it is known: how likely it hits, or else what is lost.

        Where all rows have the same chance it is what is lost.
        """
        told = {row.key: tell_row(row, self._chance, self._who, self._bars) for row in self._rows()}
        firsts = {figures[0] for figures in told.values() if figures}
        lost = len(firsts) == 1 and all(len(figures) > 1 for figures in told.values()) and len(told) > 1
        return {key: figures[1 if lost else 0] for key, figures in told.items() if figures}

    @property
    def figured(self) -> bool:
        """Whether a row has a figure, or is to have one."""
        return self._forecast is not None and any(map(is_weighed, self._rows()))

    @property
    def known(self) -> bool:
        """Whether the odds of all rows are known."""
        return all(self._chance(way) is not None for row in self._rows() for way in members(row))

    def outcome(self, option: AnyOption) -> str:
        """What comes of an answer to what others do, in a few words; empty as long as it isn't known."""
        way = self._best(option) if self.reacting is not None else None
        return self.reacting.outcome(way, self._bars) if self.reacting is not None and way is not None else ""

    def losses(self, option: AnyOption) -> Sequence[BarLoss]:
        """The bars of whom an answer is about, with what it would take of each."""
        if self.reacting is None or (way := self._best(option)) is None:
            return ()
        return self.reacting.losses(way, self._bars)

    def _best(self, row: AnyOption) -> AnyOption | None:
        """Of a row for several ways the one that does the most to the foe it is aimed at; None while unknown."""
        ways = members(row)
        if len(ways) == 1:
            return row
        worth = [worth_of(way, self._chance, self._bars) for way in ways]
        known = [each for each in worth if each is not None]
        return ways[worth.index(max(known))] if len(known) == len(worth) else None

    def best_way(self, row: AnyOption) -> AnyOption:
        """The same, or the first as long as it isn't known."""
        return self._best(row) or members(row)[0]

    def order(self, options: Sequence[AnyOption]) -> Sequence[int] | None:
        """The places of options from what does the most to a foe to the least; of answers to what others do the two
        that change most, the one that leaves things as they are, then the others. None as long as it is not known.
        """
        return (
            self.reacting.order(options, self._bars) if self.reacting else by_worth(options, self._chance, self._bars)
        )

    def worse(self, options: Sequence[AnyOption]) -> frozenset[str]:
        """The keys of ways that another one of them makes pointless; their odds are known."""
        return clearly_worse(options, self._chance, self._who) if self.reacting is None else frozenset()

    def _chance(self, option: AnyOption) -> Chance | None:
        """What is known of the odds of an option."""
        rows = self._rows()
        if rows != self._asked[0]:
            self._asked = rows, self._in_turn(rows)
        return self._forecast.in_turn(option, self._asked[1]) if self._forecast else None

    def _in_turn(self, rows: Sequence[AnyOption]) -> Sequence[AnyOption]:
        """In which order odds are worked out: what comes of doing nothing, each row, then the other ways of rows."""
        question = self._question
        left = question.options.get(question.declines) if question is not None and question.declines else None
        ways = [*(members(row)[0] for row in rows), *(way for row in rows for way in members(row)[1:])]
        return [*([left] if left else ()), *(one for one in ways if is_weighed(one) or self.reacting)]


PATIENCE = 0.6
"""Seconds that a question waits for the odds of its answers; after that everything is offered."""


class IdleAnswers:
    """The answers to one question that come to the same as leaving things as they are, by the odds that are shown."""

    def __init__(self, session: Session, view: Viewport, question: Choose[Any]) -> None:
        self.question = question
        self.forecast = Forecast(session.match, question, view.around.oracle)
        self._options: Sequence[AnyOption] = ()
        """That which leaves things as they are, then the others, if any of them might be left out."""
        left = question.options.get(question.declines) if question.declines else None
        if question.kind == "react" and left is not None and session.course is None and session.puzzle is None:
            orders = session.orders.get(question.seat, usual_orders(view.preferences, session.match.ruleset.name))
            tried = [option for option in question.options.singles if option.key != left.key]
            topics = [option.topic or question.topic for option in tried]
            matters = all(orders.topics.get(topic, orders.default) == "matters" for topic in topics)
            self._options = [left, *tried] if matters else ()
        self._left = PATIENCE

    def known(self, seconds: float) -> bool:
        """Let time pass; whether the odds are known, or nobody waits for them any more."""
        self._left -= seconds
        return self._left <= 0 or all(self._chance(option) is not None for option in self._options)

    @property
    def found(self) -> frozenset[str]:
        """Their keys; none as long as the odds are not known, or where nothing is about to happen to anybody."""
        chances = [self._chance(option) for option in self._options]
        left, others = (chances[0], chances[1:]) if chances else (None, [])
        if left is None or not any(left.harms(who) for who in left.touched):
            return frozenset()
        shown = _shown(left)
        return frozenset(
            option.key
            for option, chance in zip(self._options[1:], others, strict=True)
            if chance is not None and option.place is None and _shown(chance) == shown
        )

    def _chance(self, option: AnyOption) -> Chance | None:
        return self.forecast.in_turn(option, self._options)


def _shown(chance: Chance) -> object:
    """What is shown of odds, rounded as it is shown: what each loses, how likely it falls, who hits whom, all else."""
    lost = {(who, round(chance.loss(who), 1), chance.told(chance.down(who))) for who in chance.touched}
    hits = {(attacker, struck, chance.told(share)) for attacker, struck, share in chance.hits}
    return lost, hits, frozenset(chance.notes), frozenset(chance.falls)
