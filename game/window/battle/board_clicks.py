"""What a click on the board comes to, or the cursor's confirming there: an answer, a list, another's turn, a reason."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

from game.play.turn_changes import TurnChange, turn_change
from game.rules.events import Id
from game.rules.questions import Answer, AnyOption, Choose, Option
from game.rules.standing import called
from game.scene.board_geometry import Pointed
from game.scene.scene import Token
from game.window.battle.approaches import Approach
from game.window.battle.ask import list_options
from game.window.battle.open_question import OpenQuestion
from game.window.battle.stage import Stage
from game.window.battle.why_not import no_way, refusal


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

    def click(self, aim: Pointed) -> None:
        """Somebody or a place was clicked."""
        stage, asked = self._stage, self._stage.asked
        if asked is None or asked.prompt is not None:
            return
        choosing = asked.choosing
        options, token = asked.previews.meant(aim), stage.view.head.scene.token(aim)
        act = self._turn_of(token) if token is not None else None
        possible = token is not None and asked.approaches.possible(token)
        if token is not None and self._nothing_picked() and not asked.friend(token) and (options or possible):
            self._list_attacks(asked, token, options, sought=possible)
            self._wanted = (asked, token) if possible else None
            self.advance()
        elif options:
            title = called(token.standing) if token is not None else stage.view.head.scene.where.name(aim.places[0])
            self._offer(options, act, title)
        elif token is None:
            self._say(no_way(stage, choosing))
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
        """Once ways to a foe that was clicked are known they come into its list; where nothing is in it: say why."""
        if self._wanted is None:
            return
        asked, token = self._wanted
        prompt = asked.prompt
        if asked is not self._stage.asked or prompt is None or prompt.about != token.id:
            self._wanted = None
            return
        ways = asked.approaches.to(token)
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
        pending = self._stage.session.match.pending
        if isinstance(pending, Choose) and pending.who == who and pending.options.get(way.strike) is not None:
            self._answering.answer(way.strike)

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
        if any(slot.card for slot in stage.view.head.scene.order()):
            return None  # by cards nobody makes room for another
        change = turn_change(stage.session.match, choosing.question, token.id)
        if change is None:
            return None
        more = f" Then {called(token.standing)} acts."
        return partial(self._answering.ask_back, change.option, more, partial(self._go_over, change))

    def _take_instead(self, key: str) -> None:
        self._answering.take_back()
        self._answering.answer(key)

    def _go_over(self, change: TurnChange) -> None:
        """Let somebody else act; where it turns out that others come first, as far as that."""
        self._answering.answer(change.option.key)
        pending = self._stage.session.match.pending
        if isinstance(pending, Choose) and change.takes in pending.takers.values():
            self._answering.answer(change.takes)
