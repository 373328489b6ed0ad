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
from game.window.battle.open_question import OpenQuestion
from game.window.battle.prompt import Prompt
from game.window.battle.stage import Stage


def prompt_for(stage: Stage, asked: OpenQuestion, choose: Callable[[Option[Any]], object]) -> Prompt:
    """The panel of a reaction, a ruling or a yes and no."""
    question = asked.choosing.question
    usual = usual_orders(stage.view.preferences, stage.session.match.ruleset.name)

    def order(topic: str, word: Order) -> None:
        give_order(stage.session, stage.view.preferences, question.seat, topic, word)

    def name(who: Id) -> str:
        token = stage.view.head.scene.tokens.get(who)
        return called(token.standing) if token is not None else "somebody"

    return Prompt(
        question.why,
        tuple(question.options),
        choose,
        forecast=asked.forecast,
        question=question,
        orders=stage.session.orders.get(question.seat, usual),
        order=order,
        name=name,
        side=lambda who: stage.session.match.board.now(who).side,
    )


def list_options(
    stage: Stage,
    asked: OpenQuestion,
    title: str,
    options: Sequence[Option[Any]],
    choose: Callable[[Option[Any]], object],
    at: tuple[int, int] | None = None,
) -> None:
    """Ask in which of several ways something is to be done, beside a pixel if there is one."""
    asked.prompt = Prompt(title, options, choose, forecast=asked.forecast, who=asked.who, cancel=True)
    asked.prompt.layout(stage.view.look, stage.panels.frame.lists, at)


def parting(stage: Stage) -> str:
    """What it means if the one who acts leaves the battle for good."""
    token = stage.view.head.scene.tokens.get(stage.active) if stage.active is not None else None
    name = called(token.standing) if token is not None else "Whoever does it"
    return f"{name} takes no further part in this battle."


def refusal(choosing: Choosing, standing: Standing) -> str:
    """Why nothing can be aimed at somebody, if the rules have told."""
    name = called(standing)
    whole = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")  # "orc 1" is not "orc 12"
    reasons = [each for each in choosing.refusals if whole.search(each.label)]
    return "; ".join(f"{each.label}: {each.why}" for each in reasons) or f"There is nothing to do with {name} now."
