"""Menus, options, tallies and answers that don't fit; what is derived from a book's actions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from game.rules.action import Action, Cost, Deed, attack_verbs, menu, refusal, refusals, single
from game.rules.dice import EACH, Tally, Term
from game.rules.events import Id
from game.rules.option_details import Danger, OptionDetails
from game.rules.questions import DICE, Choose, Family, Impossible, Menu, Option, Refusal, Roll, Seat, Sought

PLACES = [(3, 1), (4, 1), (5, 2)]


def menu_of() -> Menu[Any]:
    moves: Family[Any] = Family("run", PLACES, lambda key, place: Option(key, ("run", place), f"Run to {place}"))
    return Menu([Option("strike", 1, "Strike"), Option("end", 2, "End")], [moves, Family("creep", [], moves.make)])


def test_a_menu_lists_single_options_first_and_then_its_families() -> None:
    assert [option.key for option in menu_of()] == ["strike", "end", "run 3,1", "run 4,1", "run 5,2"]
    assert len(menu_of()) == 5
    assert menu_of()[-1].value == ("run", (5, 2))
    assert [family.verb for family in menu_of().families] == ["run"], "empty families are left out"


def test_options_are_found_by_key() -> None:
    assert menu_of().find("end").value == 2
    assert menu_of().find("run 4,1").value == ("run", (4, 1))


@pytest.mark.parametrize(
    "key",
    ["", "run", "run 9,9", "run 04,1", "run 4, 1", "run 4,1 ", "Run 4,1", "creep 3,1", "run x,y", "run 4,1,1", "s"],
)
def test_keys_that_are_no_options(key: str) -> None:
    with pytest.raises(Impossible, match="strike"):
        menu_of().find(key)


def test_a_menu_is_not_written_to_say_that_it_has_no_such_option() -> None:
    asked: list[str] = []

    def write(sought: Sought) -> tuple[list[Option[int]], list[Family[int]]]:
        asked.append("all" if sought.begins("dance") and sought.begins("end") else "one")
        return [Option("end", 0, "End")], []

    menu: Menu[int] = Menu.later(write)
    assert menu.get("dance") is None
    found = menu.get("end")
    assert found is not None and found.key == "end"
    assert asked == ["one", "one"]


def test_a_family_makes_only_the_option_that_is_looked_for() -> None:
    made: list[str] = []

    def make(key: str, place: tuple[int, int]) -> Option[int]:
        made.append(key)
        return Option(key, 0, key)

    family = Family("go", [(x, 0) for x in range(100)], make)
    assert family.find("go 7,0") is not None
    assert made == ["go 7,0"]


def test_a_menu_written_later_is_written_once() -> None:
    written: list[int] = []

    def write(_: Sought) -> tuple[list[Option[int]], list[Family[int]]]:
        written.append(1)
        return [Option("end", 0, "End")], [Family("go", [], lambda key, place: Option(key, 0, key))]

    menu: Menu[int] = Menu.later(write)
    assert not written
    assert [option.key for option in menu] == ["end"] and not menu.families
    assert menu.find("end").value == 0
    assert written == [1]


def test_a_search_writes_a_menu_no_further_than_the_option_it_looks_for() -> None:
    written: list[str] = []

    def write(*keys: str) -> Iterator[Option[str]]:
        for key in keys:
            written.append(key)
            yield Option(key, key, key)

    menu: Menu[str] = Menu.later(lambda _: (write("strike", "shove", "end"), []))
    assert menu.find("strike").value == "strike"
    assert written == ["strike"]
    with pytest.raises(Impossible):
        menu.find("fly")


def test_a_search_works_out_only_what_could_be_the_option_it_looks_for() -> None:
    asked: list[str] = []

    def write(sought: Sought) -> tuple[Iterator[Option[str]], list[Family[str]]]:
        def singles() -> Iterator[Option[str]]:
            if sought.begins("strike ", "shove "):
                for who in ("orc-1", "orc-2"):
                    if sought.names(who):
                        asked.append(who)
                        yield Option(f"strike {who}", who, f"Strike {who}")
            yield Option("end", "", "End")

        return singles(), []

    menu: Menu[str] = Menu.later(write)
    assert menu.find("end").value == "" and asked == []
    assert menu.find("strike orc-2").value == "orc-2" and asked == ["orc-2"]
    assert [option.key for option in menu] == ["strike orc-1", "strike orc-2", "end"], "all of it, when it is written"


def test_what_an_option_is_about_is_worked_out_when_looked_at() -> None:
    looked: list[int] = []

    def look() -> OptionDetails:
        looked.append(1)
        return OptionDetails(path=((1, 1),))

    option = Option("go", 0, "Go", look=look)
    assert not looked
    assert option.about.path == ((1, 1),)
    assert Option("stay", 0, "Stay").about == OptionDetails()


def test_an_option_says_what_it_is_or_its_key_does() -> None:
    plain = Option("pick up axe-1", 0, "Pick up the axe")
    assert (plain.verb, plain.short, plain.icon, plain.ends) == ("pick", "", "", False)
    own = Option("pick up axe-1", 0, "Pick up the axe", verb="pick up", icon="hand")
    assert (own.verb, own.icon) == ("pick up", "hand")


def test_a_family_tells_what_it_is_by_one_of_its_options() -> None:
    family: Family[Any] = Family("cast fire", PLACES, lambda key, place: Option(key, 0, key, place=place, icon="spell"))
    assert (family.sample.key, family.sample.verb, family.sample.icon) == (family.key(PLACES[0]), "cast", "spell")


def test_all_that_is_said_of_an_option_begins_with_the_most_telling() -> None:
    about = OptionDetails(notes=("spends the turn",), brief="30 ft", dangers=(Danger("Orc may strike", place=(1, 1)),))
    assert about.told == ("30 ft", "spends the turn", "Orc may strike")
    assert OptionDetails().told == ()
    alone, some = ("1 bane: gloom",), ("1 bane: gloom", "1 bane: prone", "1 boon: luck")
    assert OptionDetails(notes=alone, brief="1 bane").told == alone, "once, with its reason"
    assert OptionDetails(notes=some, brief="1 bane").told == ("1 bane", *some), "what they come to"


def test_a_tally_adds_up_to_what_the_book_makes_of_it() -> None:
    tally = Tally().plus("skill", 2, "D-1").plus("reach", 4, "D-1")
    assert (OptionDetails(tally=tally).sum[0], OptionDetails(tally=tally).summed) == ("Modifier", "+6")
    assert OptionDetails(tally=tally, sum=("Dice", "6d6")).summed == "6d6"


@pytest.mark.parametrize("answer", ["maybe", (3,), 3, None, ["yes"]])
def test_a_choice_reads_keys_only(answer: Any) -> None:
    question = Choose(Seat("red"), "Well?", Menu([Option("yes", True, "Yes")]))
    assert question.read("yes") is True
    with pytest.raises(Impossible):
        question.read(answer)


@pytest.mark.parametrize("answer", ["12", (0,), (21,), (), (1, 2), 12, None])
def test_a_roll_reads_faces_only(answer: Any) -> None:
    question = Roll("d20", "Strike")
    assert question.seat == DICE
    assert question.read((20,)) == (20,)
    with pytest.raises(Impossible):
        question.read(answer)


def test_a_roll_tells_sums_apart_or_each_die() -> None:
    assert len(Roll("2d6", "harm").outcomes()) == 11
    assert len(Roll("2d6", "pool", reading=EACH).outcomes()) == 21


def test_a_tally_adds_up_and_names_its_terms() -> None:
    tally = Tally().plus("Strength", 2, "E-1").plus("luck", 0, "E-2").plus("mud", -3, "E-3")
    assert tally.total == -1
    assert tally.terms == (Term("Strength", 2, "E-1"), Term("mud", -3, "E-3"))
    assert str(tally) == "-1 (+2 Strength -3 mud)"
    assert str(Tally()) == "+0"


# --- What is derived from a book's actions: the menu of a turn, its refusals, what it leaves unspent ---


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
