"""Lists of options on the screen: as high as the window allows, scrolled where they are longer."""

from __future__ import annotations

from dataclasses import replace
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
from game.view.widgets.widget import Button
from game.window.battle.answer_button import AnswerButton, GearButton
from game.window.battle.answer_outcomes import Reacting, apart, tell_option
from game.window.battle.chance import Chance
from game.window.battle.frame import PanelLayout
from game.window.battle.prompt import Prompt

FRAME = PanelLayout.of(Typography(), (1280, 720), 48)


@pytest.mark.parametrize(("many", "high"), [(5, 40), (15, 26)])
def test_a_question_with_many_answers_stays_inside_a_small_window(many: int, high: int) -> None:
    """All answers have a button, lower ones where there are many."""
    options = [Option(f"o{n}", n, f"Answer {n}", topic=f"topic {min(n, 3)}") for n in range(1, many)]
    leave = Option("pass", 0, "Let it be")
    question = Choose(
        Seat("red"), "What now?", Menu((leave, *options)), "react", topic="reaction", idle="pass", declines="pass"
    )
    prompt = Prompt("What now?", tuple(question.options), print, forecast=None, question=question)
    prompt.layout(Typography(), FRAME.prompts)
    buttons = [widget for widget in prompt.group.widgets if isinstance(widget, AnswerButton)]
    assert [button.text.rpartition("  ")[2] for button in buttons] == [option.label for option in question.options]
    assert pygame.Rect(0, 48, 1280, 672).contains(prompt.rect)
    assert all(prompt.rect.contains(widget.rect) for widget in prompt.group.widgets)
    assert all(high <= button.rect.height <= 40 for button in buttons)


def never(who: Id) -> bool:
    return False


class Known:
    """Odds that are known at once: the foe loses so much, and whoever is asked loses something in some of them."""

    def __init__(self, **losses: tuple[tuple[str, float], ...]) -> None:
        self.losses = losses

    def chance(self, option: Option[int]) -> Chance:
        harm = tuple((Id(who), loss, Fraction(0)) for who, loss in self.losses[option.key])
        return Chance((), (), harm, (), (), 1)


def beside(*about: Id, **losses: tuple[tuple[str, float], ...]) -> list[str]:
    """What stands beside the answers of Ada, of red, about Orc, of blue, or more of them."""
    options = [Option(key, 0, key) for key in losses]
    left = options[0].key
    question = Choose(
        Seat("red"), "What now?", Menu(options), "react", Id("Ada"), "reaction", left, about, declines=left
    )
    forecast: Any = Known(**losses)
    side = {"Ada": Seat("red"), "Orc": Seat("blue")}.__getitem__
    told = Reacting(question, forecast.chance, str, side, never)
    return [told.tell(option) for option in options]


def test_beside_an_answer_stands_what_it_spares_or_else_what_it_does_to_others() -> None:
    assert beside(leave=(("Ada", 2.0),), block=(("Ada", 0.5), ("Orc", 1.0))) == ["−2.0", "−0.5"]
    assert beside(harm=(("Orc", 2.0),), push=(("Orc", 1.0),), talk=()) == ["Orc −2.0", "Orc −1.0", ""]
    assert beside(Id("Orc"), harm=(("Orc", 2.0),), push=(("Orc", 1.0),)) == ["−2.0", "−1.0"]


def test_of_a_hold_it_is_told_that_it_holds_and_of_a_blow_that_it_hits() -> None:
    ada, orc = Id("Ada"), Id("Orc")

    def told(loss: float, *notes: Note, react: bool) -> str:
        """Beside what Orc does to Ada that hits in three of four, or would."""
        share = Fraction(3, 4)
        harm = ((ada, loss, Fraction(0)),) * bool(loss)
        chance = Chance(((orc, ada, share),), ((ada, share),), harm, (), tuple((n, share) for n in notes), 1)
        forecast: Any = SimpleNamespace(chance=lambda option: chance)
        option = Option("grab", 0, "Grab", ada)
        asked = Choose(Seat("red"), "What now?", Menu([option]), "react", ada, "reaction", "grab", (orc,))
        side = {"Ada": Seat("red"), "Orc": Seat("blue")}.__getitem__
        if react:
            return Reacting(asked, forecast.chance, str, side, never).tell(option)
        return ", ".join(tell_option(chance, orc, ada))

    held = Note(ada, "held")
    assert [told(0, held, react=react) for react in (False, True)] == ["held 75 %"] * 2
    assert [told(0, react=react) for react in (False, True)] == ["75 %", "hit 75 %"]
    assert [told(2, held, react=react) for react in (False, True)] == ["75 %, −2.0", "hit 75 %, −2.0"]


def test_of_harm_without_an_attack_a_list_tells_what_it_comes_to() -> None:
    """A flame that nobody aims, whatever else it does."""
    ada, orc = Id("Ada"), Id("Orc")
    for notes in ((), ((Note(orc, "burning"), Fraction(1, 2)),)):
        chance = Chance((), (), ((orc, 1.1, Fraction(11, 50)),), (), notes, 1)
        assert tell_option(chance, ada, orc) == ("−1.1", "falls 22 %")


def test_what_befalls_a_guard_is_told_once() -> None:
    ada, bea, orc, share = Id("Ada"), Id("Bea"), Id("Orc"), Fraction(9, 20)

    def chance(option: Option[int]) -> Chance:
        held = bea if option.key == "guard" else ada
        return Chance(((orc, held, Fraction(1)),), ((held, Fraction(1)),), (), (), ((Note(held, "held"), share),), 1)

    options = [Option("leave", 0, "Nobody guards"), Option("guard", 1, "Bea guards Ada", bea)]
    asked = Choose(
        Seat("red"), "Does anybody guard?", Menu(options), "react", None, "guard", "leave", (orc, ada), declines="leave"
    )
    side = {"Ada": Seat("red"), "Bea": Seat("red"), "Orc": Seat("blue")}.__getitem__
    told = Reacting(asked, chance, str, side, never)
    assert [told.tell(option) for option in options] == ["Ada held 45 %", "Bea held 45 %"]
    assert [told.concerned(option) for option in options] == [ada, bea], "and beside it stand its bars"


def test_beside_an_answer_stands_whom_it_may_put_down_though_nobody_loses_by_it() -> None:
    class Fainting:
        def chance(self, option: Option[int]) -> Chance:
            down = Fraction(1, 4) if option.key == "brace" else Fraction(1)
            return Chance((), (), ((Id("Ada"), 0.0, down),), (), (), 4)

    options = [Option(key, 0, key) for key in ("brace", "faint")]
    question = Choose(Seat("red"), "What now?", Menu(options), "react", Id("Ada"), "brace", "brace", declines="brace")
    forecast: Any = Fainting()
    side = {"Ada": Seat("red")}.__getitem__
    told = Reacting(question, forecast.chance, str, side, never)
    assert [told.tell(option) for option in options] == ["falls 25 %", "falls 100 %"]


def test_beside_an_answer_stands_what_else_befalls_whoever_is_asked() -> None:
    class Burning:
        def chance(self, option: Option[int]) -> Chance:
            share = Fraction(3, 4) if option.key == "brace" else Fraction(1)
            notes = ((Note(Id("Ada"), "burning 2"), share),) if option.key != "flee" else ()
            return Chance((), (), (), (), notes, 4)

    options = [Option(key, 0, key) for key in ("burn", "brace", "flee")]
    question = Choose(Seat("red"), "What now?", Menu(options), "react", Id("Ada"), "brace", "burn", declines="burn")
    forecast: Any = Burning()
    side = {"Ada": Seat("red")}.__getitem__
    told = Reacting(question, forecast.chance, str, side, never)
    assert [told.tell(option) for option in options] == ["burning 2: 100 %", "burning 2: 75 %", "unhurt"]


def test_beside_an_answer_stands_what_ones_own_blow_then_does() -> None:
    """A miss may fell all the same."""

    def chance(option: Option[int]) -> Chance:
        share = Fraction(1) if option.key == "luck" else Fraction(0)
        ada, orc = Id("Ada"), Id("Orc")
        return Chance(((ada, orc, share),), ((orc, share),), ((orc, 4.0, Fraction(9, 10)),), (), (), 4)

    options = [Option(key, 0, key) for key in ("pass", "luck")]
    question = Choose(
        Seat("red"), "What now?", Menu(options), "react", Id("Ada"), "luck", "pass", (Id("Ada"),), declines="pass"
    )
    side = {"Ada": Seat("red"), "Orc": Seat("blue")}.__getitem__
    told = Reacting(question, chance, str, side, never)
    assert [told.tell(option) for option in options] == ["hits 0 %, −4.0, fells 90 %", "hits 100 %, −4.0, fells 90 %"]
    told = Reacting(question, chance, str, side, lambda who: who == "Orc")
    assert told.tell(options[0]) == "hits 0 %, −4.0, fells 90 % if nobody reacts"
    drawn = Reacting(question, lambda option: replace(chance(option), error=0.04), str, side, never)
    assert drawn.tell(options[0]) == "hits 0 %, −4.0, fells 90 % (± 4)", "told once"


def test_beside_an_answer_stands_what_whoever_is_asked_comes_out_of_by_it() -> None:
    class Loose:
        def chance(self, option: Option[int]) -> Chance:
            notes = ((Note(Id("Ada"), "free"), Fraction(1, 4)),) if option.key == "break free" else ()
            return Chance((), (), (), (), notes, 4)

    options = [Option(key, 0, key) for key in ("bide", "break free")]
    question = Choose(Seat("red"), "What now?", Menu(options), "react", Id("Ada"), "loose", "bide", declines="bide")
    forecast: Any = Loose()
    told = Reacting(question, forecast.chance, str, {"Ada": Seat("red")}.__getitem__, never)
    assert [told.tell(option) for option in options] == ["", "free 25 %"]


def test_beside_an_answer_that_is_no_blow_stands_what_it_does_to_its_target() -> None:
    orc = Id("Orc")

    def chance(option: Option[int]) -> Chance:
        notes = ((Note(orc, "prone"), Fraction(2, 5)),) if option.key == "trip" else ()
        return Chance((), (), (), (), notes, 5)

    options = [Option("pass", 0, "Let it be"), Option("trip", 1, "Trip Orc", orc)]
    question = Choose(
        Seat("red"), "Orc leaves", Menu(options), "react", Id("Ada"), "leaving", "pass", (orc,), declines="pass"
    )
    side = {"Ada": Seat("red"), "Orc": Seat("blue")}.__getitem__
    told = Reacting(question, chance, str, side, never)
    assert [told.tell(option) for option in options] == ["", "prone 40 %"]


def asked_of_many(many: int) -> tuple[Prompt, list[str]]:
    """A list of more options than fit, and what was chosen of it."""
    chosen: list[str] = []
    options = [Option(f"o{n}", n, f"Answer {n}") for n in range(many)]
    prompt = Prompt("Which?", options, lambda option: chosen.append(option.key), forecast=None, at=(300, 300))
    prompt.layout(Typography(), FRAME.lists)
    return prompt, chosen


def labels(prompt: Prompt) -> list[str]:
    return [button.text.rpartition("  ")[2] for button in prompt.group.widgets if isinstance(button, Button)]


def test_a_long_list_scrolls_by_the_wheel_and_by_its_bar() -> None:
    prompt, chosen = asked_of_many(40)
    seen = len(labels(prompt))
    assert 12 < seen < 40
    prompt.handle(pygame.Event(pygame.MOUSEMOTION, pos=(5, 5), rel=(0, 0), buttons=(0, 0, 0)))
    assert not prompt.handle(pygame.Event(pygame.MOUSEWHEEL, x=0, y=-1)), "the wheel is the map's beside the panel"
    prompt.handle(pygame.Event(pygame.MOUSEMOTION, pos=prompt.rect.center, rel=(0, 0), buttons=(0, 0, 0)))
    assert prompt.handle(pygame.Event(pygame.MOUSEWHEEL, x=0, y=-3))
    assert labels(prompt) == [f"Answer {n}" for n in range(3, 3 + seen)]
    prompt.handle(pygame.Event(pygame.MOUSEWHEEL, x=0, y=9))
    assert labels(prompt)[0] == "Answer 0"
    track, thumb = prompt.track()
    assert track.contains(thumb) and thumb.top == track.top
    assert prompt.rect.contains(track)
    below = (track.centerx, track.bottom - 2)
    for _ in range(3):
        prompt.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=below))
    assert labels(prompt)[-1] == "Answer 39"
    assert prompt.track()[1].bottom == track.bottom
    last = prompt.group.widgets[-1].rect.center
    prompt.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=last))
    assert chosen == ["o39"]


def test_a_long_list_scrolls_by_keys_and_what_it_shows_keeps_its_numbers() -> None:
    def press(key: int) -> None:
        prompt.handle(pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))

    prompt, chosen = asked_of_many(40)
    seen = len(labels(prompt))
    for _ in range(seen + 2):
        press(pygame.K_DOWN)
    assert labels(prompt)[0] == "Answer 2"
    assert prompt.focused is not None
    assert prompt.focused.key == f"o{seen + 1}"
    press(pygame.K_1)
    assert chosen == [], "what is not shown is not chosen"
    assert prompt.focused.key == "o0" and labels(prompt)[0] == "Answer 0", "but shown and picked out"
    press(pygame.K_1)
    assert chosen == ["o0"]
    press(pygame.K_3)
    assert chosen == ["o0", "o2"]
    press(pygame.K_END)
    assert labels(prompt)[-1] == "Answer 39"
    press(pygame.K_HOME)
    press(pygame.K_PAGEDOWN)
    assert labels(prompt)[0] == f"Answer {seen}"
    assert prompt.button(39).text.endswith("Answer 39")


def test_the_digit_of_a_row_under_the_rim_of_a_card_shows_it_and_enter_takes_it() -> None:
    options, chosen = [Option(f"o{n}", n, f"Answer {n}") for n in range(6)], list[str]()
    prompt = Prompt("What now?", options, lambda option: chosen.append(option.key), forecast=None)
    prompt.layout(Typography(), pygame.Rect(0, 0, 400, 190))
    assert len(prompt.shown) < 6
    for key in (pygame.K_7, pygame.K_6):
        prompt.handle(pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
    assert chosen == [] and prompt.shown[-1] is prompt.focused is options[5]
    prompt.handle(pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode=""))
    assert chosen == ["o5"]


def test_the_tenth_answer_has_the_key_0_and_what_follows_none() -> None:
    prompt, chosen = asked_of_many(12)
    assert prompt.button(9).text == "0  Answer 9" and prompt.button(10).text == "Answer 10"
    prompt.handle(pygame.Event(pygame.KEYDOWN, key=pygame.K_0, mod=0, unicode=""))
    assert chosen == ["o9"]


def test_a_list_beside_somebody_has_at_most_eight_rows_and_each_row_of_a_card_its_own_height() -> None:
    options = [Option(f"o{n}", n, f"Answer {n}") for n in range(12)]
    listed = Prompt("Orc", options, print, forecast=None, cancel=True, at=(300, 300))
    listed.layout(Typography(), FRAME.lists)
    assert labels(listed) == [f"Answer {n}" for n in range(8)] and listed.rect.contains(listed.track()[0])
    long = "Take the third card in place of the seventh and come before the robbers, the slingers and their captain"
    question = Choose(
        Seat("red"), "Swap?", Menu([Option("keep", 0, "Keep them"), Option("swap", 1, long)]), "react", idle="keep"
    )
    card = Prompt("Swap?", tuple(question.options), print, forecast=None, question=question)
    card.layout(Typography(), pygame.Rect(0, 60, 400, 600))
    keep, swap = (widget.rect for widget in card.group.widgets if isinstance(widget, AnswerButton))
    assert keep.height < swap.height and keep.bottom < swap.top < swap.bottom < card.rect.bottom


def test_esc_puts_the_standing_orders_away_before_anything_else() -> None:
    options = [Option("leave", 0, "Leave"), Option("block", 1, "Block", topic="block")]
    question = Choose(Seat("red"), "What now?", Menu(options), "react", topic="reaction", idle="leave")
    prompt = Prompt("What now?", tuple(question.options), print, forecast=None, question=question)
    prompt.layout(Typography(), FRAME.prompts)
    gear = next(widget for widget in prompt.group.widgets if isinstance(widget, GearButton))
    assert not prompt.close_orders()
    gear.press()
    assert prompt.close_orders() and not prompt.close_orders()


def test_a_list_that_fits_has_no_bar_and_leaves_the_wheel_to_the_map() -> None:
    prompt, _ = asked_of_many(5)
    prompt.handle(pygame.Event(pygame.MOUSEMOTION, pos=prompt.rect.center, rel=(0, 0), buttons=(0, 0, 0)))
    assert not prompt.handle(pygame.Event(pygame.MOUSEWHEEL, x=0, y=-1))
    assert not prompt.handle(pygame.Event(pygame.KEYDOWN, key=pygame.K_PAGEDOWN, mod=0, unicode=""))
    assert len(labels(prompt)) == 5


@pytest.mark.parametrize("at", [(300, 300), (700, 300), (1200, 600)])
@pytest.mark.parametrize("label", ["Strike", "Strike the hobgoblin archer with the sword, slashing"])
def test_a_list_beside_somebody_lies_on_no_panel(at: tuple[int, int], label: str) -> None:
    options = [Option(f"o{n}", n, f"{label} {n}") for n in range(7)]
    prompt = Prompt("Hobgoblin 1", options, print, forecast=None, at=at)
    prompt.layout(Typography(), FRAME.lists)
    assert FRAME.lists.contains(prompt.rect)
    if label == "Strike":  # there is room beside, over or under whoever it is
        assert not prompt.rect.collidepoint(at)


def test_figures_that_all_have_in_common_are_not_repeated() -> None:
    rows = [("40 %", "−2.0"), ("40 %", "−3.5", "falls 12 %"), ("40 %", "−2.0")]
    assert apart(rows) == (("40 %",), [["−2.0"], ["−3.5", "falls 12 %"], ["−2.0"]])
    assert apart(rows[:1]) == ((), [["40 %", "−2.0"]]), "one alone has all of it"


def test_of_a_list_what_tells_the_ways_apart_stands_beside_them_and_the_rest_once() -> None:
    ada, orc, share = Id("Ada"), Id("Orc"), Fraction(2, 5)
    options = [Option(key, 0, key, orc) for key in ("sword", "axe", "net")]

    def chance(option: Option[int]) -> Chance:
        down = Fraction(1, 8) * (option.key == "axe")
        return Chance(((ada, orc, share),), ((orc, share),), ((orc, 2.0, down),), (), (), 1)

    forecast: Any = SimpleNamespace(in_turn=lambda option, options: chance(option))
    costs = {"sword": "Main Action", "axe": "Main Action", "net": "Move Action"}
    prompt = Prompt(
        "Orc", options, print, forecast=forecast, who=ada, cancel=True, price=lambda option: costs[option.key]
    )
    prompt.layout(Typography(), FRAME.lists)
    prompt.weigh()
    rows = [widget for widget in prompt.group.widgets if isinstance(widget, AnswerButton)]
    assert [row.note for row in rows] == ["", "falls 12 %", ""]
    assert [row.price for row in rows] == list(costs.values())
    alike = Prompt("Orc", options, print, forecast=forecast, who=ada, cancel=True, price=lambda option: "Main Action")
    alike.layout(Typography(), FRAME.lists)
    assert [widget.price for widget in alike.group.widgets if isinstance(widget, AnswerButton)] == ["", "", ""]


def test_what_comes_of_doing_nothing_is_weighed_first_and_then_the_answers_as_they_stand() -> None:
    asked: list[str] = []

    def in_turn(option: Option[int], options: list[Option[int]]) -> None:
        asked[:] = [one.key for one in options]

    options = [Option(key, 0, key) for key in ("dodge", "counter", "leave")]
    question = Choose(Seat("red"), "What now?", Menu(options), "react", Id("Ada"), "react", "leave", declines="leave")
    forecast: Any = SimpleNamespace(in_turn=in_turn)
    Prompt("What now?", options, print, forecast=forecast, question=question).layout(Typography(), FRAME.prompts)
    assert list(dict.fromkeys(asked)) == ["leave", "dodge", "counter"]


def test_a_card_is_so_wide_that_what_comes_of_an_answer_stands_in_one_line() -> None:
    ada, orc, share = Id("Ada"), Id("Orc"), Fraction(7, 8)
    both = ((orc, ada, share), (ada, orc, share))
    loss = ((ada, 2.5, share), (orc, 2.5, share))
    chance = Chance(both, ((ada, share), (orc, share)), loss, (), (), 1)
    forecast: Any = SimpleNamespace(in_turn=lambda option, options: chance)
    options = [Option(key, 0, key, price="a turn") for key in ("leave", "counter")]
    question = Choose(Seat("red"), "What now?", Menu(options), "react", ada, "react", "leave", (orc,), declines="leave")
    side = {"Ada": Seat("red"), "Orc": Seat("blue")}.__getitem__
    prompt = Prompt("What now?", options, print, forecast=forecast, question=question, side=side)
    prompt.layout(Typography(), FRAME.prompts)
    rows = [widget for widget in prompt.group.widgets if isinstance(widget, AnswerButton)]
    assert [len(row.lines(Typography())[1]) for row in rows] == [1, 1], [row.note for row in rows]
    prompt.layout(Typography(), pygame.Rect(0, 0, 320, 600))
    assert prompt.rect.width == 320


def test_a_list_puts_what_does_the_most_to_a_foe_first_once_that_is_known_and_nothing_is_picked_out() -> None:
    ada, orc, losses = Id("Ada"), Id("Orc"), {"throw": 1.5, "charge": 4.0}

    def chance(option: Option[int]) -> Chance | None:
        return Chance(((ada, orc, Fraction(1)),), (), ((orc, losses[option.key], Fraction(0)),), (), (), 1)

    forecast: Any = SimpleNamespace(in_turn=lambda option, options: chance(option))
    options = [Option(key, 0, key, orc) for key in losses]

    def bars(who: Id) -> tuple[Bar, ...]:
        return (Bar("Health", 5, 5),)

    prompt = Prompt("Orc", options, print, forecast=forecast, who=ada, cancel=True, bars=bars)
    picked = Prompt("Orc", options, print, forecast=forecast, who=ada, cancel=True, bars=bars)
    friend = Prompt("Orc", options, print, forecast=forecast, who=ada, cancel=True)
    for each in (prompt, picked, friend):
        each.layout(Typography(), FRAME.lists)
    picked.group.focus = picked.group.widgets[0]
    assert prompt.weigh() and [option.key for option in prompt.options] == ["charge", "throw"]
    picked.weigh()
    friend.weigh()
    assert [option.key for option in picked.options] == [option.key for option in friend.options] == ["throw", "charge"]
    prompt.layout(Typography(), FRAME.lists)
    assert not prompt.weigh(), "the order stays"
