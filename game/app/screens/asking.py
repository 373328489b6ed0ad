"""How a question comes before a person: where the camera looks, the panel of a reaction, the reasons of a refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from game.app.screens.prompt import Prompt
from game.app.screens.staging import show_some
from game.rules.events import Id
from game.rules.questions import Choose
from game.rules.seats import Order, Orders
from game.rules.standing import Standing, called
from game.view.choosing import Choosing

if TYPE_CHECKING:
    from game.app.screens.battle import BattleScreen


def show_asked(screen: BattleScreen, question: Choose[Any]) -> None:
    """Bring those whom a question is about into view, if the player wants it so; the cursor goes to who acts."""
    tokens, follow = screen.head.scene.tokens, screen.app.preferences.follow
    if question.kind in ("react", "ruling", "confirm"):
        if follow:
            show_some(screen, [who for who in (question.who, *question.about) if who is not None], whole=True)
    elif question.who is not None and question.who in tokens:
        if follow:
            screen.camera.show(tokens[question.who].middle)
        if screen.cursor is not None:
            screen.cursor = screen.head.scene.aim_at_token(question.who)
    elif question.kind == "pick" and follow:
        show_some(screen, [option.target for option in question.options.singles if option.target is not None])


def prompt_for(screen: BattleScreen, question: Choose[Any]) -> Prompt:
    """The panel of a reaction, a ruling or a yes and no."""
    held, usual = screen.sitting.orders, Orders(screen.app.preferences.reactions)

    def order(topic: str, word: Order) -> None:
        now = held.get(question.seat, usual)
        held[question.seat] = Orders(now.default, {**now.topics, topic: word})

    def name(who: Id) -> str:
        token = screen.head.scene.tokens.get(who)
        return called(token.standing) if token is not None else "somebody"

    return Prompt(
        question.why,
        tuple(question.options),
        screen.answer_option,
        forecast=screen.forecast,
        question=question,
        orders=held.get(question.seat, usual),
        order=order,
        name=name,
        side=lambda who: screen.sitting.match.board.now(who).side,
    )


def refusal(choosing: Choosing, standing: Standing) -> str:
    """Why nothing can be aimed at somebody, if the rules have told."""
    name = called(standing)
    reasons = [each for each in choosing.question.refusals() if name in each.label]
    return "; ".join(f"{each.label}: {each.why}" for each in reasons) or f"There is nothing to do with {name} now."
