"""What a click on the board comes to, or the cursor's confirming there: an answer, a list, another's turn, a reason."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Protocol

from game.play.session import TurnChange, next_seat, turn_change
from game.rules.events import Id
from game.rules.questions import EVERY, Answer, AnyOption, Choose, Option
from game.rules.standing import called
from game.scene.board_geometry import Pointed
from game.scene.choosing import Choosing, Verb
from game.scene.scene import Token
from game.window.battle.approaches import Approach
from game.window.battle.ask import list_options
from game.window.battle.camera_work import body_of
from game.window.battle.open_question import OpenQuestion
from game.window.battle.stage import LastStruck, Stage
from game.window.battle.viewport import Viewport


class Answering(Protocol):
    """Who carries out what is chosen: a battle's screen."""

    def choose(self, option: AnyOption) -> None:
        """A person has chosen."""

    def ask_back(self, option: AnyOption, more: str, do: Callable[[], object]) -> None:
        """Do it, or ask first whether it is meant, and tell what ``more`` comes of it."""

    def answer(self, answer: Answer) -> None:
        """Give the answer to the question that is open."""

    def take_back(self) -> str:
        """Take back the last answer, and give its words. Raises Impossible."""


class BoardClicks:
    """Clicks on one battle's board; what is confirmed with the cursor is a click as well."""

    def __init__(self, stage: Stage, answering: Answering, say: Callable[[str], object]) -> None:
        self._stage = stage
        self._answering = answering
        self._say = say
        self._wanted: tuple[OpenQuestion, Token] | None = None
        """A foe that was clicked, while ways to it are still looked for."""
        self._strike: tuple[Approach, Id | None] | None = None
        """The way that somebody goes to strike at its end, until they are there."""

    def click(self, aim: Pointed) -> None:
        """Somebody or a place was clicked."""
        stage, asked = self._stage, self._stage.asked
        if asked is None or asked.prompt is not None:
            return
        choosing = asked.choosing
        options, token = asked.previews.meant(aim), stage.scene.token(aim)
        act = self._turn_of(token) if token is not None else None
        possible = token is not None and asked.approaches.possible(token)
        if token is not None and self._nothing_picked() and not asked.friend(token) and (options or possible):
            self._list_attacks(asked, token, options, sought=possible)
            self._wanted = (asked, token) if possible else None
            self.advance()
        elif options:
            title = called(token.standing) if token is not None else stage.scene.where.name(aim.places[0])
            self._offer(options, act, title)
        elif token is None:
            self._say(click_refusal(stage, choosing))
        elif act is not None:
            act()
        elif token.id != stage.active or choosing.verb is not None:
            self._say(refusal(stage, choosing, token))

    def _list_attacks(self, asked: OpenQuestion, token: Token, options: Sequence[AnyOption], *, sought: bool) -> None:
        """List what can be aimed at a foe, plain attacks first: another click on it, or confirming, takes the first.

        ``sought``: whether ways to it are still looked for.
        """

        def choose(option: AnyOption) -> None:
            way = next((way for way in asked.approaches.to(token) or () if way.option.key == option.key), None)
            if way is not None:
                self._approach(way)
            else:
                self._answering.choose(option)

        plain = asked.previews.plain
        listed = sorted(options, key=lambda option: not plain(option))
        list_options(self._stage.view, asked, called(token.standing), listed, choose, token.id, plain)
        assert asked.prompt is not None
        asked.prompt.sought = sought

    def advance(self) -> None:
        """Once ways to a foe that was clicked are known they come into its list; where nothing is in it: say why. Who
        has gone to a foe strikes once others have left it at that.
        """
        if self._strike is not None and self._stage.asked is not None:
            self._strike_now(self._stage.asked.choosing.question)
        if self._wanted is None:
            return
        asked, token = self._wanted
        prompt = asked.prompt
        if asked is not self._stage.asked or prompt is None or prompt.aim.about != token.id:
            self._wanted = None
            return
        ways = asked.approaches.to(token, chosen=True)
        if ways is None:
            return
        self._wanted = None
        if ways or prompt.options:
            prompt.add([way.option for way in ways])
        else:
            asked.prompt = None
            self._say(refusal(self._stage, asked.choosing, token))

    def _approach(self, way: Approach) -> None:
        """Go there, and strike if nothing comes between."""
        asked = self._stage.asked
        assert asked is not None
        walk = asked.choosing.question.options.find(way.walk)
        self._answering.ask_back(walk, f" Then {way.deed}.", partial(self._go_and_strike, way, asked.who))

    def _go_and_strike(self, way: Approach, who: Id | None) -> None:
        self._answering.answer(way.walk)
        self._strike = way, who
        pending = self._stage.session.match.pending
        if isinstance(pending, Choose) and pending.who == who:
            self._strike_now(pending)

    def forget(self) -> None:
        """What was done last is taken back: nobody is on a way to strike any more."""
        self._strike = self._wanted = None

    def _strike_now(self, asked: Choose[Any]) -> None:
        """At the end of the way: strike if whoever went there is asked again, and still can; else say so."""
        assert self._strike is not None
        (way, who), self._strike = self._strike, None
        if asked.who == who and asked.kind == "act" and asked.options.get(way.strike) is not None:
            self._answering.answer(way.strike)
        else:
            self._say("Something came between, and the blow was not struck.")

    def _offer(self, options: list[AnyOption], act: Callable[[], object] | None, title: str) -> None:
        """Choose what a click can mean, out of a list if that is more than one thing.

        Also one thing is listed that somebody would do to themselves: who is clicked may only be looked for.
        """
        stage, choose = self._stage, self._answering.choose
        own = stage.active is not None and options[0].target == stage.active and self._nothing_picked()
        if len(options) == 1 and act is None and not own:
            choose(options[0])
            return
        turn: AnyOption = Option("act", act, f"{title}: its turn", ends=True)
        listed = [turn, *options] if act is not None else options
        assert stage.asked is not None
        list_options(
            stage.view,
            stage.asked,
            title,
            listed,
            lambda option: option.value() if option is turn else choose(option),
        )

    def _nothing_picked(self) -> bool:
        """Whether a turn is asked about and no verb was chosen for it."""
        choosing = self._stage.choosing
        return choosing is not None and choosing.verb is None and choosing.question.kind == "act"

    def _turn_of(self, token: Token) -> Callable[[], object] | None:
        """How a friend is let act that was clicked; None if it can't act now, or is no friend.

        As long as nothing was done since another was taken, this one is taken in its place. Else the turn of the
        other goes over to it, after a question back where something of that would be lost.
        """
        stage, choosing = self._stage, self._stage.choosing
        if choosing is None or choosing.verb is not None or token.side != choosing.question.seat:
            return None
        if token.id == stage.active:
            return None
        if key := stage.driver.instead(token.id):
            return partial(self._take_instead, key)
        if any(slot.card for slot in stage.scene.order()):
            return None  # by cards nobody makes room for another
        change = turn_change(stage.session.match, choosing.question, token.id)
        if change is None:
            return None
        more = f" Then {called(token.standing)} acts."
        return partial(self._answering.ask_back, change.option, more, partial(self._hand_turn_to, change))

    def _take_instead(self, key: str) -> None:
        self._answering.take_back()
        self._answering.answer(key)

    def _hand_turn_to(self, change: TurnChange) -> None:
        """Let somebody else act; where it turns out that others come first, as far as that."""
        self._answering.answer(change.option.key)
        pending = self._stage.session.match.pending
        if isinstance(pending, Choose) and change.takes in pending.takers.values():
            self._answering.answer(change.takes)


def click_refusal(stage: Stage, choosing: Choosing) -> str:
    """Why nothing comes of a click on a place; "" where one would not expect it."""
    if choosing.verb is not None:
        return f"{choosing.verb.title}: not there"
    who = stage.scene.tokens.get(stage.active) if stage.active is not None else None
    if who is None:
        return ""
    if choosing.walking is not None:
        return f"{called(who.standing)} can't go there now"
    moves = {deed.verb for deed in choosing.deeds.values() if deed.sort == "move"}
    reasons = (each for each in choosing.refusals if not moves.isdisjoint(each.verbs))
    return next((f"{each.label}: {each.why}" for each in reasons), f"{called(who.standing)} has no movement left")


def refusal(stage: Stage, choosing: Choosing, token: Token) -> str:
    """Why nothing can be aimed at somebody, or a friend can't act now: as the rules have told, or by the order."""
    name, friend = called(token.standing), token.side == choosing.question.seat
    if not token.standing.up:
        return f"{name} is out of the fight"
    whole = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")  # "orc 1" is not "orc 12"
    reasons = [each for each in choosing.refusals if whole.search(each.label)]
    if choosing.verb is not None:
        reasons = [each for each in reasons if choosing.verb.word in each.verbs]
    if reasons:
        whys = {each.why: each.label for each in reversed(reasons)}
        return "; ".join(f"{label}: {why}" for why, label in reversed(whys.items()))
    if choosing.verb is not None and not choosing.targets():
        return f"{choosing.verb.title}: it wants a place where nobody stands"
    if choosing.verb is not None:
        return f"{choosing.verb.title}: not at {name} from here"
    if choosing.question.kind == "pick" and not (friend and choosing.targets()):
        return choosing.question.why
    return "; ".join(_later(stage, choosing, token)) if friend else _no_attack(choosing, name, token)


def _no_attack(choosing: Choosing, name: str, token: Token) -> str:
    """Why nothing can be aimed at a foe of whom the rules have told nothing by name."""
    for sort in ("attack", "magic"):
        for verb in choosing.main:
            deed = choosing.deeds.get(verb.word)
            if deed is not None and deed.sort == sort and token.place in verb.places():
                return f"{verb.title} can be aimed at where {name} is"
    attacks = choosing.scene.ruleset.attacks
    reasons = (each for each in choosing.refusals if each.verbs == EVERY or any(verb in attacks for verb in each.verbs))
    return next((f"{each.label}: {each.why}" for each in reasons), f"Nothing reaches {name} from here")


def _later(stage: Stage, choosing: Choosing, token: Token) -> Iterator[str]:
    """When a friend acts, as the order of the round has it."""
    scene, name = stage.scene, called(token.standing)
    slots = [slot for slot in scene.order() if slot.who == token.id]
    coming = [slot for slot in slots if not slot.spent]
    if not coming:
        yield f"{name} has had its turn this round" if slots else f"{name} has no turn this round"
    elif coming[0].card:
        yield f"{name} acts at card {coming[0].badge}"
    else:
        seat = next_seat(stage.session.match, choosing.question)
        yield f"{name} acts later this round"
        if seat is not None and seat != choosing.question.seat:
            yield f"next: {stage.session.title(seat)}"


def remember_struck(stage: Stage, answer: Answer) -> None:
    """Keep in mind at which foe an answer is aimed that is about to be given."""
    board, asked = stage.session.match.board, stage.session.match.pending
    if not isinstance(asked, Choose) or asked.kind != "act" or asked.who is None or not isinstance(answer, str):
        return
    option = asked.options.get(answer)
    if option is not None and option.target is not None and board.now(option.target).side != asked.seat:
        stage.struck = LastStruck(asked.who, option.target, stage.scene.round)


def meant_by(stage: Stage, verb: Verb) -> Pointed | None:
    """Whom or which place a verb is meant for: who is pointed at or was struck last, else the only one; None if it is
    not plain.
    """
    choosing, pointed = stage.choosing, stage.scene.token(stage.view.aim)
    if choosing is None:
        return None
    likely: list[Id] = [pointed.id] if pointed is not None and pointed.id != stage.active else []
    return choosing.meant_by(verb, [*likely, *([stage.struck.foe] if stage.struck is not None else [])])


def aim_ahead(stage: Stage) -> None:
    """Point at whom the verb that was picked is meant for, so that it need only be confirmed."""
    verb = stage.choosing.verb if stage.choosing is not None else None
    aim = meant_by(stage, verb) if verb is not None else None
    if aim is not None:
        stage.view.cursor, stage.view.hover = aim, None
        show_cursor(stage.view)


def show_cursor(view: Viewport) -> None:
    """Bring into sight what the board's cursor is on."""
    cursor, scene = view.cursor, view.scene
    if cursor is not None:
        token = scene.token(cursor)
        x, y = scene.where.middle(cursor.places[0])
        body = body_of(token) if token is not None else (x - 0.5, y - 0.5, 1.0)
        view.camera.show([body], glide=not view.preferences.calm)
