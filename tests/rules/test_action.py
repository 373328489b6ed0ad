"""What is derived from a book's actions: the menu of a turn, its refusals, what it leaves unspent."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from game.rules.action import Action, Cost, Deed, attack_verbs, menu, refusal, refusals, single
from game.rules.events import Id
from game.rules.option_details import OptionDetails
from game.rules.questions import Family, Impossible, Menu, Option, Refusal


@dataclass
class Body:
    """Somebody with an action and some bottles."""

    action: bool = True
    bottles: dict[str, int] = field(default_factory=lambda: {"beer": 2, "wine": 0})
    again: str = "nothing"
    tired: bool = False


class Table:
    """Notes what is paid and done."""

    def __init__(self) -> None:
        self.noted: list[tuple[str, ...]] = []


def _pay(table: Table, who: Id, key: str) -> None:
    table.noted.append(("pays", who, key))


async def _do(table: Table, who: Id, *what: str) -> None:
    table.noted.append(("does", who, *what))


ACTION = Cost[Body](
    "Action", _pay, lambda me, _: None if me.action else refusal("it is spent", "T-1", "Act"), lost=True
)
TRIFLE = Cost[Body]("Free act", _pay, lambda me, key: refusal("not twice", "T-2", "Again") if key == me.again else None)

DRINK: Action[None, Body, str] = Action(
    ("drink",),
    "T-3",
    ACTION,
    _do,
    lambda _, __, key: Option(f"drink {key}", key, f"Drink the {key}"),
    lambda _, me: me.bottles,
    lambda _, me, key: None if me.bottles[key] else refusal("it is empty", "T-4"),
    attack=True,
)
SPILL: Action[None, Body, str] = Action(
    ("spill",),
    "T-3",
    TRIFLE,
    _do,
    lambda _, __, key: Option(
        f"spill {key}", key, f"Spill the {key}", look=lambda: OptionDetails(brief="on the floor")
    ),
    lambda _, me: me.bottles,
    lambda _, me, key: None if me.bottles[key] else refusal("it is empty", "T-4"),
    subject=lambda *_: "Spill something",
)
REST: Action[None, Body, None] = single("rest", "Rest a while", "T-5", ACTION, _do, when=lambda _, me: me.tired)
GO: Action[None, Body, None] = Action(
    ("go",),
    "T-6",
    Cost[Body]("Movement", _pay),
    _do,
    lambda *_: Option("go", None, "Walk"),
    lambda *_: (None,),
    lambda _, me, __: refusal("too tired", "T-6") if me.tired else None,
    family=lambda *_: Family("go", ((1, 2), (3, 4)), lambda key, at: Option(key, at, "Walk there", place=at)),
)
ACTIONS: tuple[Action[Any, Body, Any], ...] = (DRINK, SPILL, REST, GO)
END: Option[Deed | None] = Option("done", None, "End", ends=True)


def asked(me: Body) -> Menu[Deed | None]:
    return menu(ACTIONS, None, me, END)


def test_a_menu_has_what_is_affordable_and_not_barred_in_the_order_of_the_actions() -> None:
    keys = list(asked(Body()).all_keys())
    assert keys == ["drink beer", "spill beer", "done", "go 1,2", "go 3,4"]
    assert "rest" in list(asked(Body(tired=True)).all_keys()), "thought of where there is cause"
    assert list(asked(Body(action=False, tired=True)).all_keys()) == ["spill beer", "done"]
    assert list(asked(Body(again="spill beer")).all_keys()) == ["drink beer", "done", "go 1,2", "go 3,4"]


@pytest.mark.parametrize("key", ["drink beer", "spill beer", "go 3,4", "done"])
def test_one_option_is_found_without_the_menu_as_it_is_with_it(key: str) -> None:
    whole = asked(Body())
    assert asked(Body()).find(key) == next(option for option in whole if option.key == key)
    with pytest.raises(Impossible):
        asked(Body()).find("drink wine")


def test_what_a_turn_leaves_unspent_stands_at_its_end() -> None:
    assert asked(Body()).find("done").unspent == ("Action",)
    assert asked(Body(action=False)).find("done").unspent == ()


def test_an_option_without_details_of_its_own_tells_cost_and_rule() -> None:
    assert asked(Body()).find("drink beer").about == OptionDetails(brief="action", notes=("by T-3",))
    assert asked(Body()).find("spill beer").about.brief == "on the floor"


def test_of_what_is_refused_each_reason_stands_once_with_the_verbs_it_speaks_of() -> None:
    assert refusals(ACTIONS, None, Body()) == (Refusal("Drink the wine", "it is empty", "T-4", ("drink",)),)
    assert refusals(ACTIONS, None, Body(action=False, again="spill beer")) == (
        Refusal("Act", "it is spent", "T-1", ("drink", "rest")),
        Refusal("Again", "not twice", "T-2", ("spill",)),
    )
    dry = Body(bottles={"beer": 0, "wine": 0}, tired=True)
    assert refusals(ACTIONS, None, dry) == (
        Refusal("Drink the beer", "it is empty", "T-4", ("drink",)),
        Refusal("Drink the wine", "it is empty", "T-4", ("drink",)),
        Refusal("Spill something", "it is empty", "T-4", ("spill",)),
        Refusal("Walk", "too tired", "T-6", ("go",)),
    )


@pytest.mark.parametrize(("key", "what"), [("drink beer", ("beer",)), ("rest", ())])
def test_a_deed_is_paid_for_and_then_done(key: str, what: tuple[str, ...]) -> None:
    table, deed = Table(), asked(Body(tired=True)).find(key).value
    assert deed is not None
    with pytest.raises(StopIteration):
        deed.perform(table, Id("ann")).send(None)
    assert table.noted == [("pays", "ann", key), ("does", "ann", *what)]


def test_attacks_are_the_verbs_of_what_is_aimed_at_foes() -> None:
    assert attack_verbs(ACTIONS) == ("drink",)
