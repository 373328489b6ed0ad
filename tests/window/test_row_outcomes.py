"""Rows of a list: none repeats whom the title names, its name is whole, and what comes of each stands beside it."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from game.rules.events import Id
from game.rules.questions import Choose, Menu, Option, Seat
from game.rules.ruleset import Note
from game.rules.standing import Bar
from game.view.widgets.theme import Typography
from game.window.battle.answer_outcomes import Reacting, ShownBodies, tell_choice
from game.window.battle.folding import named_by, unnamed
from game.window.battle.forecast import Chance
from game.window.battle.frame import PanelLayout
from game.window.battle.prompt import ChoiceRow, Prompt, PromptAim

DOCK = PanelLayout.of(Typography(), (1280, 720), 48).dock
ADA, BEA, ORC, IMP = Id("Ada"), Id("Bea"), Id("Orc 1"), Id("Imp")


def bars(who: Id) -> tuple[Bar, ...]:
    """Those of foes."""
    return (Bar("Health", 5, 5),) if who in (ORC, IMP) else ()


def harm(*losses: tuple[Id, float, Fraction]) -> Chance:
    return Chance((), (), losses, (), (), 1)


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("Strike Orc 1 with the sword, slashing", "Strike it with the sword, slashing"),
        ("Throw the javelin at Orc 1", "Throw the javelin at it"),
        ("Orc 1 drops the axe", "It drops the axe"),
        ("Talk Orc 1 into giving up", "Talk it into giving up"),
        ("Strike Orc 12 with the sword", "Strike Orc 12 with the sword"),
        ("Take Orc 1's knife", "Take Orc 1's knife"),
    ],
)
def test_whom_the_title_names_is_not_named_again(label: str, said: str) -> None:
    assert unnamed(label, str(ORC)) == said
    assert unnamed(label, "") == label


def test_a_title_names_whom_all_options_are_aimed_at() -> None:
    strike, leave, other = Option("a", 0, "Strike Orc 1", ORC), Option("b", 0, "Leave"), Option("c", 0, "Hit", IMP)
    assert named_by("Orc 1 is out of reach from here", [strike, leave], str) == "Orc 1"
    assert not named_by("Orc 1", [strike, other], str), "it would not be told whom"
    assert not named_by("What now?", [strike, leave], str)
    assert not named_by("Orc 12", [strike], str)


def test_the_rows_of_a_list_say_it_and_are_found_so() -> None:
    options = [Option("a", 0, "Strike Orc 1", ORC), Option("b", 0, "Trip Orc 1", ORC)]
    prompt = Prompt("Orc 1", options, print, forecast=None, cancel=True, aim=PromptAim(named="Orc 1"))
    prompt.show(Typography(), DOCK)
    rows = [widget for widget in prompt.group.widgets if isinstance(widget, ChoiceRow)]
    assert [row.text for row in rows] == ["Strike it", "Trip it"]


def test_what_is_aimed_at_a_place_is_told_for_all_who_are_there() -> None:
    burst: Option[int] = Option("burst", 0, "Burst", place=(1, 1))
    quarter = Fraction(1, 4)
    found = harm((ORC, 2.0, quarter), (IMP, 1.5, Fraction(0)), (BEA, 0.5, Fraction(0)))
    assert tell_choice(burst, found, ADA, bars) == ("2 foes −3.5", "one falls 25 %", "friends −0.5")
    assert tell_choice(burst, harm((ORC, 2.0, Fraction(0))), ADA, bars) == ("1 foe −2.0",)
    assert tell_choice(burst, harm((ADA, 2.0, Fraction(0))), ADA, bars) == (), "a way with dangers is no burst"
    assert tell_choice(burst, None, ADA, bars) == ()
    aimed = Option("aimed", 0, "Aimed", ORC)
    assert tell_choice(aimed, found, ADA, bars) == ("−2.0", "falls 25 %")


def test_long_lists_and_places_are_put_in_order_too() -> None:
    losses = {"fist": 0.5, "sword": 2.0, **{f"trick {at}": 0.0 for at in range(7)}}
    chances = {key: harm((ORC, loss, Fraction(0))) for key, loss in losses.items()}
    chances["burst"] = harm((ORC, 1.5, Fraction(0)), (IMP, 1.5, Fraction(0)), (BEA, 0.2, Fraction(0)))
    forecast: Any = SimpleNamespace(in_turn=lambda option, options: chances[option.key] if option in options else None)
    options: list[Option[int]] = [Option(key, 0, key, ORC) for key in losses]
    options.append(Option("burst", 0, "burst", place=(1, 1)))
    prompt = Prompt("Orc 1", options, print, forecast=forecast, who=ADA, cancel=True, bodies=ShownBodies(bars=bars))
    prompt.show(Typography(), DOCK)
    assert len(prompt.shown) < len(options)
    assert [option.key for option in prompt.options[:3]] == ["burst", "sword", "fist"]


def test_beside_an_answer_stand_whether_a_foe_falls_by_it_and_its_harm_with_what_else_befalls_it() -> None:
    def chance(option: Option[int]) -> Chance:
        loss, down = (3.0, Fraction(1)) if option.key == "harm" else (2.0, Fraction(0))
        notes = ((Note(ORC, "pushed"), Fraction(1)),) if option.key == "push" else ()
        return Chance((), (), ((ORC, loss, down),), (), notes, 4)

    options = [Option("harm", 0, "Harm: 1 more"), Option("swap", 1, "Take card 2"), Option("push", 2, "Push", ORC)]
    question = Choose(Seat("red"), "What now?", Menu(options), "react", ADA, "spent", "harm", (ORC,), declines="harm")
    told = Reacting(question, chance, str, {ADA: Seat("red"), ORC: Seat("blue")}.__getitem__)
    assert [told.outcome(option, bars) for option in options] == ["−3.0, falls 100 %", "−2.0", "−2.0, pushed 100 %"]


def test_of_several_who_may_be_hit_and_of_a_friend_the_name_stands_beside_an_answer() -> None:
    def chance(option: Option[int]) -> Chance:
        shares = {BEA: Fraction(1, 2)} if option.key == "leave" else {ORC: Fraction(1, 2), BEA: Fraction(1, 4)}
        harm = tuple((who, 2.0, Fraction(0)) for who in shares)
        hits, bars = tuple((ADA, who, share) for who, share in shares.items()), ((BEA, ((2.0, 5),)),)
        return Chance(hits, (), harm, (), (), 6, bars=bars)

    options = [Option("leave", 0, "Let it be"), Option("again", 1, "Roll the failed save again")]
    question = Choose(Seat("red"), "Again?", Menu(options), "react", ADA, "omen", "leave", declines="leave")
    sides = {ADA: Seat("red"), BEA: Seat("red"), ORC: Seat("blue")}
    told = Reacting(question, chance, str, sides.__getitem__)
    assert [told.outcome(option, lambda who: (Bar("Health", 5, 5),)) for option in options] == [
        "Bea keeps 3 of 5",
        "Bea keeps 3 of 5; hits Orc 1 50 %, −2.0",
    ]


@pytest.mark.usefixtures("letters")
@pytest.mark.parametrize("look", [Typography(), Typography(1.0, 1.5)], ids=["usual", "large text"])
def test_a_name_is_never_cut_and_its_row_is_as_high_as_that_takes(look: Typography, cuts: list[str]) -> None:
    def row(label: str, **more: Any) -> ChoiceRow:
        found = ChoiceRow(pygame.Rect(0, 0, 320, 36), label, "3", print, **more)
        found.rect.height = found.high(look)
        found.note = "100 %" if more.get("figured") else ""
        assert found.high(look) == found.rect.height, "a figure takes no other room than was kept for it"
        found.draw(pygame.Surface((320, 400)), look, focused=False, hovered=False)
        (_, lines), (_, under) = found._lines(look)
        assert " ".join(lines) == label and " ".join(under) == more.get("under", "")
        return found

    short, long = "Parry", "Go there, then strike the robber captain with the two-handed sword"
    assert row(short).rect.height < row(long).rect.height
    assert row(short, price="the last reaction").rect.height >= row(short).rect.height
    reason = "nobody is side by side, and both hands hold something that can't be dropped"
    assert row(short, under=reason, enabled=False).rect.height > row(short).rect.height
    assert row(short, outcome=True).rect.height > row(short).rect.height
    assert not cuts
