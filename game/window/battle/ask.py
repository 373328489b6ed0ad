"""How a question comes before a person: where the camera looks, the panel of a reaction, the reasons of a refusal."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from game.play.standing_orders import give_order, usual_orders
from game.rules.events import Id
from game.rules.questions import Option
from game.rules.seats import Order
from game.rules.standing import Standing, called
from game.scene.choosing import Choosing
from game.window.battle.open_question import OpenQuestion, actor
from game.window.battle.panels import Panels
from game.window.battle.prompt import Prompt
from game.window.battle.view import View


def prompt_for(view: View, asked: OpenQuestion, choose: Callable[[Option[Any]], object]) -> Prompt:
    """The panel of a reaction, a ruling or a yes and no."""
    question, session = asked.choosing.question, view.perspective.session
    usual = usual_orders(view.preferences, session.match.ruleset.name)

    def order(topic: str, word: Order) -> None:
        give_order(session, view.preferences, question.seat, topic, word)

    def name(who: Id) -> str:
        token = view.head.scene.tokens.get(who)
        return called(token.standing) if token is not None else "somebody"

    return Prompt(
        question.why,
        tuple(question.options),
        choose,
        forecast=asked.forecast,
        question=question,
        orders=session.orders.get(question.seat, usual),
        order=order,
        name=name,
        side=lambda who: session.match.board.now(who).side,
    )


def list_options(
    view: View,
    panels: Panels,
    asked: OpenQuestion,
    title: str,
    options: Sequence[Option[Any]],
    choose: Callable[[Option[Any]], object],
    at: tuple[int, int] | None = None,
) -> None:
    """Ask in which of several ways something is to be done, beside a pixel if there is one."""
    asked.prompt = Prompt(title, options, choose, forecast=asked.forecast, who=asked.who, cancel=True)
    asked.prompt.layout(view.look, panels.frame.lists, at)


def parting(view: View, asked: OpenQuestion | None) -> str:
    """What it means if the one who acts leaves the battle for good."""
    token = actor(asked, view.head.scene)
    name = called(token.standing) if token is not None else "Whoever does it"
    return f"{name} takes no further part in this battle."


def refusal(choosing: Choosing, standing: Standing) -> str:
    """Why nothing can be aimed at somebody, if the rules have told."""
    name = called(standing)
    whole = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")  # "orc 1" is not "orc 12"
    reasons = [each for each in choosing.refusals if whole.search(each.label)]
    return "; ".join(f"{each.label}: {each.why}" for each in reasons) or f"There is nothing to do with {name} now."
