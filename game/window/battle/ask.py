"""How a question comes before a person: where the camera looks, the panel of a reaction, what is asked back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pygame

from game.play.session import give_order, read_order, usual_orders
from game.rules.events import Id
from game.rules.option_details import OptionDetails
from game.rules.questions import AnyOption, Option
from game.rules.standing import Bar, called
from game.scene.choosing import Drawer, DrawerRow
from game.window.battle.answer_outcomes import ShownBodies
from game.window.battle.folding import Folded, fold, fold_answers, named_by
from game.window.battle.lesson_panel import asks_for
from game.window.battle.open_question import OpenQuestion, actor
from game.window.battle.panels import LOOKS
from game.window.battle.prompt import Prompt, PromptAim, PromptDrawer, PromptOrders
from game.window.battle.stage import Stage
from game.window.battle.viewport import Viewport


def prompt_for(stage: Stage, asked: OpenQuestion, choose: Callable[[Option[Any]], object]) -> Prompt:
    """The panel of a reaction, a ruling or a yes and no, with pictures of those whom it is about.

    Where it would be long a row may stand for several answers, which are listed when it is chosen.
    """
    view, liveries = stage.view, stage.layers.liveries
    question, session = asked.choosing.question, view.perspective.session
    usual = usual_orders(view.preferences, session.match.ruleset.name)

    def order(topic: str, word: str) -> None:
        give_order(session, view.preferences, question.seat, topic, read_order(word))

    offered = [option for option in question.options if option.key not in asked.idle]
    name = partial(_name, view)
    named = named_by(question.why, tuple(question.options), name)

    def portrait(who: Id, size: int) -> pygame.Surface | None:
        token = view.scene.tokens.get(who)
        return liveries.portrait(token, size) if token is not None else None

    def bars(who: Id) -> Sequence[Bar]:
        return view.scene.tokens[who].standing.bars if who in view.scene.tokens else ()

    def topic(option: AnyOption) -> str:
        return option.topic or question.topic

    def side(who: Id) -> str:
        return session.match.board.now(who).side

    def doing(option: AnyOption) -> str:
        said = topic(option).capitalize()
        return said if named or option.target is None else f"{said}, {name(option.target)}"

    def take(option: Option[Any]) -> None:
        if isinstance(option.value, Folded):
            list_options(view, asked, doing(option), option.value.options, choose)
        else:
            choose(option)

    return Prompt(
        question.why,
        fold_answers(offered, topic, doing, lambda who: side(who) != question.seat),
        take,
        forecast=asked.forecast,
        question=question,
        orders=PromptOrders(session.orders.get(question.seat, usual), order, view.keys.shown("orders")),
        aim=PromptAim(named=named),
        bodies=ShownBodies(name, side, bars, portrait),
    )


def list_options(
    view: Viewport,
    asked: OpenQuestion,
    title: str,
    options: Sequence[Option[Any]],
    choose: Callable[[Option[Any]], object],
    about: Id | None = None,
    plain: Callable[[AnyOption], bool] = lambda option: True,
) -> None:
    """Ask in which of several ways something is to be done.

    Ways to harm a foe come into the order of what they do to it, if that is known soon. ``about``: whom another click
    on takes the way that is picked out; what is ``plain`` comes first. What has several ways of its own is listed after
    it is chosen.
    """
    deeds, outer = asked.choosing.deeds, asked.prompt

    def name(option: Option[Any]) -> str:
        return deeds[option.verb].title if option.verb in deeds else option.verb.capitalize()

    def take(option: Option[Any]) -> None:
        """Choose, or list the ways of what has several."""
        if isinstance(option.value, Folded):
            list_options(view, asked, f"{title}: {option.label}", option.value.options, choose)
        else:
            choose(option)

    def price(option: Option[Any]) -> str:
        return option.price or (deeds[option.verb].cost if option.verb in deeds else "")

    def bars(who: Id) -> Sequence[Bar]:
        token = view.scene.tokens.get(who)
        return token.standing.bars if token is not None and not asked.friend(token) else ()

    named = _name(view, about) if about is not None else named_by(title, options, partial(_name, view))
    asked.prompt = Prompt(
        title,
        fold(options, name),
        take,
        forecast=asked.forecast,
        who=asked.who,
        cancel=True,
        price=price,
        bodies=ShownBodies(bars=bars),
        aim=PromptAim(about, plain, named),
    )
    asked.prompt.outer = outer if outer is not None and not outer.listed.drawer else None


def list_drawer(asked: OpenQuestion, drawer: Drawer, choose: Callable[[DrawerRow], object]) -> None:
    """List what a drawer holds: what can be done now, each row by its digit for good, and on further pages the rest."""
    rows = {row.verb.word: row for row in drawer.able if row.verb is not None}
    options = [Option(word, row, row.title, verb=word, icon=row.icon, price=row.cost) for word, row in rows.items()]
    asked.prompt = Prompt(
        LOOKS[drawer.name][0],
        options,
        lambda option: choose(option.value),
        forecast=None,
        cancel=True,
        listed=PromptDrawer(
            drawer.name,
            {word: row.digit for word, row in rows.items()},
            tuple((row.title, row.why_not) for row in drawer.rows if row.verb is None),
        ),
    )


def _name(view: Viewport, who: Id) -> str:
    """What somebody is called who may be on the board."""
    token = view.scene.tokens.get(who)
    return called(token.standing) if token is not None else "somebody"


def doubts(stage: Stage, option: AnyOption) -> str:
    """What would be lost or risked by an answer, so that a person is asked whether it is meant; "" for most.

    Only what the player wants to be asked about; nor what a lesson asks for.
    """
    preferences, asked = stage.view.preferences, stage.asked
    if asked is None or asks_for(stage, option):
        return ""
    if option.for_good and preferences.ask_leaving:
        return _tell_leaving(stage.view, asked)
    if option.ends and preferences.warn_end:
        return asked.choosing.left_undone()
    about = asked.previews.about(option) if asked.kind == "act" and option.target is None else OptionDetails()
    notes = [danger.note[:1].upper() + danger.note[1:] for danger in about.dangers]
    return ". ".join(notes) if about.path and preferences.warn_way else ""


def _tell_leaving(view: Viewport, asked: OpenQuestion) -> str:
    """What it means if the one who acts leaves the battle for good."""
    token = actor(asked, view.scene)
    name = called(token.standing) if token is not None else "Whoever does it"
    return f"{name} takes no further part in this battle"
