"""How a person wants to be asked about reactions: kept with the battle, and from battle to battle of one game."""

from __future__ import annotations

from game.play.preferences import Preferences
from game.play.session import Session
from game.rules.match import Order, Orders
from game.rules.questions import Seat

ORDER_WORDS: tuple[tuple[str, str], ...] = (
    ("matters", "Ask when it matters"),
    ("ask", "Always ask"),
    ("always", "Always do it"),
    ("never", "Never do it"),
)


def read_order(word: str) -> Order:
    """A standing order from its word."""
    orders: dict[str, Order] = {"matters": "matters", "ask": "ask", "always": "always", "never": "never"}
    return orders[word]


def usual_orders(preferences: Preferences, rules: str) -> Orders:
    """The orders that a person begins a battle of that game with."""
    return Orders(preferences.reactions, dict(preferences.orders.get(rules, {})))


def give_order(session: Session, preferences: Preferences, seat: Seat, topic: str, order: Order) -> None:
    """Settle how a seat is asked about a topic from now on; no topic means all that have none of their own.

    Where one person alone plays it holds for later battles of the game too. Several at one screen are not asked alike.
    """
    rules = session.match.ruleset.name
    held = session.orders.get(seat, usual_orders(preferences, rules))
    if not topic:
        session.orders[seat] = Orders(order, held.topics)
        return
    session.orders[seat] = Orders(held.default, {**held.topics, topic: order})
    if len(session.people) == 1:
        preferences.orders = {**preferences.orders, rules: {**preferences.orders.get(rules, {}), topic: order}}
