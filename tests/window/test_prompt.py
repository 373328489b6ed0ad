"""The list in the dock: pages of at most seven rows, what stands beside each and comes of it, and how one is taken."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from game.play.preferences import TEXT_MOST
from game.rules.events import Id
from game.rules.match import Orders
from game.rules.option_details import Danger, OptionDetails
from game.rules.questions import Choose, Menu, Option, Seat
from game.rules.ruleset import Note
from game.rules.standing import Bar
from game.view.widgets.theme import BODY, Typography
from game.view.widgets.widget import Button
from game.window.battle.answer_outcomes import Reacting, ShownBodies, tell_choice, tell_option
from game.window.battle.folding import MOST_ROWS, named_by, unnamed
from game.window.battle.forecast import Chance
from game.window.battle.frame import PanelLayout
from game.window.battle.prompt import REACTIONS, ChoiceRow, GearButton, Prompt, PromptAim, PromptDrawer, PromptOrders
from game.window.controls import ARRIVAL

pytestmark = pytest.mark.usefixtures("letters")

DOCK = PanelLayout.of(Typography(), (1280, 720), 48).dock
ADA, ORC = Id("Ada"), Id("Orc")


class Known:
    """Odds that are known at once: the foe loses so much, and whoever is asked loses something in some of them."""

    def __init__(self, **losses: tuple[tuple[str, float], ...]) -> None:
        self.losses = losses

    def chance(self, option: Option[int]) -> Chance:
        harm = tuple((Id(who), loss, Fraction(0)) for who, loss in self.losses[option.key])
        return Chance((), (), harm, (), (), 1, bars=tuple((who, ((loss, 4),)) for who, loss, _ in harm))


def four(who: Id) -> tuple[Bar, ...]:
    """Everybody's health."""
    return (Bar("HP", 4, 4),)


def beside(*about: Id, **losses: tuple[tuple[str, float], ...]) -> list[str]:
    """What stands beside the answers of Ada, of red, about Orc, of blue, or more of them."""
    options = [Option(key, 0, key) for key in losses]
    left = options[0].key
    question = Choose(
        Seat("red"), "What now?", Menu(options), "react", Id("Ada"), "reaction", left, about, declines=left
    )
    forecast: Any = Known(**losses)
    side = {"Ada": Seat("red"), "Orc": Seat("blue")}.__getitem__
    told = Reacting(question, forecast.chance, str, side)
    return [told.outcome(option, four) for option in options]


def test_beside_an_answer_stands_what_it_spares_or_else_what_it_does_to_others() -> None:
    assert beside(leave=(("Ada", 2.0),), block=(("Ada", 0.5), ("Orc", 1.0))) == ["keeps 2 of 4", "keeps 3.5 of 4"]
    assert beside(harm=(("Orc", 2.0),), push=(("Orc", 1.0),), talk=()) == ["Orc −2.0", "Orc −1.0", ""]
    assert beside(Id("Orc"), harm=(("Orc", 2.0),), push=(("Orc", 1.0),)) == ["−2.0", "−1.0"]


def test_of_a_hold_it_is_told_that_it_holds_and_of_a_blow_that_it_hits() -> None:
    ada, orc = Id("Ada"), Id("Orc")

    def told(loss: float, *notes: Note, react: bool) -> str:
        """Beside what Orc does to Ada that hits in three of four, or would."""
        share = Fraction(3, 4)
        harm = ((ada, loss, Fraction(0)),) * bool(loss)
        noted, bars = tuple((note, share) for note in notes), ((ada, ((loss, 4),)),) * bool(loss)
        chance = Chance(((orc, ada, share),), ((ada, share),), harm, (), noted, 1, bars=bars)
        forecast: Any = SimpleNamespace(chance=lambda option: chance)
        option = Option("grab", 0, "Grab", ada)
        asked = Choose(
            Seat("red"), "What now?", Menu([option]), "react", ada, "reaction", "grab", (orc,), declines="grab"
        )
        side = {"Ada": Seat("red"), "Orc": Seat("blue")}.__getitem__
        if react:
            return Reacting(asked, forecast.chance, str, side).outcome(option, four)
        return ", ".join(tell_option(chance, orc, ada))

    held = Note(ada, "held")
    assert [told(0, held, react=react) for react in (False, True)] == ["held 75 %"] * 2
    assert [told(0, react=react) for react in (False, True)] == ["75 %", "unhurt"]
    assert [told(2, held, react=react) for react in (False, True)] == ["75 %, −2.0", "keeps 2 of 4"]


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
    told = Reacting(asked, chance, str, side)
    assert [told.outcome(option, four) for option in options] == ["Ada held 45 %", "Bea held 45 %"]
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
    told = Reacting(question, forecast.chance, str, side)
    assert [told.outcome(option, four) for option in options] == [
        "unhurt, 25 % to fall",
        "unhurt, 100 % to fall (else 25 %)",
    ]


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
    told = Reacting(question, forecast.chance, str, side)
    assert [told.outcome(option, four) for option in options] == ["burning 2: 100 %", "burning 2: 75 %", "unhurt"]


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
    told = Reacting(question, chance, str, side)
    assert [told.outcome(option, four) for option in options] == [
        "hits 0 %, −4.0",
        "hits 100 %, −4.0",
    ]
    drawn = Reacting(question, lambda option: replace(chance(option), error=0.04), str, side)
    assert drawn.outcome(options[0], four) == "hits 0 %, −4.0 (± 4)", "told once"


def test_beside_an_answer_stands_what_whoever_is_asked_comes_out_of_by_it() -> None:
    class Loose:
        def chance(self, option: Option[int]) -> Chance:
            notes = ((Note(Id("Ada"), "free"), Fraction(1, 4)),) if option.key == "break free" else ()
            return Chance((), (), (), (), notes, 4)

    options = [Option(key, 0, key) for key in ("bide", "break free")]
    question = Choose(Seat("red"), "What now?", Menu(options), "react", Id("Ada"), "loose", "bide", declines="bide")
    forecast: Any = Loose()
    told = Reacting(question, forecast.chance, str, {"Ada": Seat("red")}.__getitem__)
    assert [told.outcome(option, four) for option in options] == ["", "free 25 %"]


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
    told = Reacting(question, chance, str, side)
    assert [told.outcome(option, four) for option in options] == ["", "prone 40 %"]


def asked_of_many(many: int, **more: Any) -> tuple[Prompt, list[str]]:
    """A list of so many options, and what was chosen of it."""
    chosen: list[str] = []
    options = [Option(f"o{n}", n, f"Answer {n}") for n in range(many)]
    prompt = Prompt("Which?", options, lambda option: chosen.append(option.key), forecast=None, cancel=True, **more)
    prompt.show(Typography(), DOCK)
    return prompt, chosen


def rows(prompt: Prompt) -> list[ChoiceRow]:
    return [widget for widget in prompt.group.widgets if isinstance(widget, ChoiceRow)]


def labels(prompt: Prompt) -> list[str]:
    return [row.text for row in rows(prompt)]


def turner(prompt: Prompt) -> Button:
    """What turns the page."""
    (found,) = [each for each in prompt.group.widgets if type(each) is Button]
    return found


def press(prompt: Prompt, key: int) -> bool:
    return prompt.handle(pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))


def click(prompt: Prompt, at: tuple[int, int]) -> bool:
    return prompt.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=at))


def point(prompt: Prompt, at: tuple[int, int]) -> bool:
    return prompt.handle(pygame.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0)))


def test_a_long_list_has_pages_of_at_most_seven_rows_and_tab_turns_them() -> None:
    prompt, _ = asked_of_many(17)
    seen = [labels(prompt)]
    told = [turner(prompt).text]
    for _ in range(2):
        assert press(prompt, pygame.K_TAB)
        seen.append(labels(prompt))
        told.append(turner(prompt).text)
    assert [len(page) for page in seen] == [MOST_ROWS, MOST_ROWS, 3]
    assert [label for page in seen for label in page] == [f"Answer {n}" for n in range(17)]
    assert told == ["10 more", "10 more", "14 more"]
    press(prompt, pygame.K_TAB)
    assert labels(prompt) == seen[0], "after the last comes the first"
    click(prompt, turner(prompt).rect.center)
    assert labels(prompt) == seen[1], "a click turns them, too"


def test_digits_and_clicks_take_what_is_on_the_page_that_is_shown() -> None:
    prompt, chosen = asked_of_many(17)
    press(prompt, pygame.K_2)
    press(prompt, pygame.K_8)
    assert chosen == ["o1"], "there is no eighth row"
    press(prompt, pygame.K_TAB)
    press(prompt, pygame.K_2)
    click(prompt, rows(prompt)[4].rect.center)
    assert chosen == ["o1", "o8", "o11"]
    assert [row.digit for row in rows(prompt)] == list("1234567")


def test_the_keys_and_the_row_of_an_option_are_told_from_any_page() -> None:
    prompt, chosen = asked_of_many(17)
    names = {"Tab": pygame.K_TAB, **{str(n): getattr(pygame, f"K_{n}") for n in range(10)}}
    for option in (prompt.options[9], prompt.options[16], prompt.options[0]):
        for key in prompt.keys_to(option):
            press(prompt, names[key])
        assert chosen.pop() == option.key
    sought = prompt.options[16]
    for _ in range(3):
        click(prompt, prompt.row_of(sought).rect.center)
    assert chosen == ["o16"], "two pages on, and there it is"


def test_a_short_list_has_one_page_and_leaves_tab_to_the_drawers() -> None:
    prompt, _ = asked_of_many(7)
    assert len(prompt.group.widgets) == 7 and not prompt.turn_page()
    point(prompt, prompt.rect.center)
    before = labels(prompt)
    press(prompt, pygame.K_TAB)
    assert labels(prompt) == before


@pytest.mark.parametrize("barred", [0, 9])
@pytest.mark.parametrize("long", range(9))
@pytest.mark.parametrize(
    ("look", "room"),
    [
        (Typography(), DOCK),
        (Typography(1.0, 1.5), DOCK),
        (Typography(), pygame.Rect(0, 0, 338, 190)),
        (Typography(1.0, 1.5), pygame.Rect(0, 0, 338, 300)),
    ],
    ids=["usual", "large text", "low", "low with large text"],
)
def test_rows_are_as_high_as_what_they_say_and_where_that_is_much_there_are_fewer_to_a_page(
    look: Typography, room: pygame.Rect, long: int, barred: int
) -> None:
    words = "Take the third card in place of the seventh and come before the robbers, the slingers and their captain"
    options = [Option(f"o{n}", n, words if n == long else f"Answer {n}") for n in range(9)]
    prompt = Prompt(
        "Which?",
        options,
        print,
        forecast=None,
        cancel=True,
        listed=PromptDrawer(refused=(("Trick", "needs a hand"),) * barred),
    )
    prompt.show(look, room)
    seen, refused = list[str](), 0
    for _ in range(18):
        boxes = [widget.rect for widget in prompt.group.widgets]
        assert room.contains(prompt.rect) and all(prompt.rect.contains(box) for box in boxes)
        assert all(upper.bottom <= lower.top for upper, lower in pairwise(boxes))
        assert all(row.rect.height >= row.high(look) for row in rows(prompt))
        if seen and prompt.shown[:1] == prompt.options[:1]:
            break
        seen += [option.key for option in prompt.shown]
        refused += len(rows(prompt)) - len(prompt.shown)
        prompt.turn_page()
    assert (seen, refused) == ([option.key for option in options], barred), "each once"


def test_what_cannot_be_done_now_is_on_the_last_page_with_the_reason_and_does_nothing() -> None:
    refused = tuple((f"Trick {n}", f"needs {n} hands") for n in range(9))
    prompt, chosen = asked_of_many(3, listed=PromptDrawer(refused=refused))
    assert labels(prompt) == ["Answer 0", "Answer 1", "Answer 2"] and turner(prompt).text == "9 not now"
    press(prompt, pygame.K_TAB)
    assert turner(prompt).text == "3 more, 2 not now"
    assert [(row.text, row.under) for row in rows(prompt)] == list(refused)[:7] and not prompt.shown
    assert not any(row.enabled or row.digit for row in rows(prompt))
    for row in rows(prompt):
        point(prompt, row.rect.center)
        assert prompt.focused is None
        click(prompt, row.rect.center)
    for key in (pygame.K_1, pygame.K_RETURN):
        press(prompt, key)
    assert chosen == []
    press(prompt, pygame.K_TAB)
    assert labels(prompt) == ["Trick 7", "Trick 8"]
    press(prompt, pygame.K_TAB)
    assert labels(prompt)[0] == "Answer 0"


def test_where_nothing_can_be_done_the_reasons_are_listed_at_once() -> None:
    prompt, _ = asked_of_many(0, listed=PromptDrawer(refused=(("Strike", "not side by side"),)))
    assert [(row.text, row.under) for row in rows(prompt)] == [("Strike", "not side by side")]


def test_a_digit_of_its_own_stays_with_an_option_whatever_else_is_listed() -> None:
    prompt, chosen = asked_of_many(3, listed=PromptDrawer(digits={"o0": 2, "o1": 10, "o2": 0}))
    assert [row.digit for row in rows(prompt)] == ["2", "0", ""]
    for key in (pygame.K_1, pygame.K_2, pygame.K_0):
        press(prompt, key)
    assert chosen == ["o0", "o1"]


def test_what_is_listed_about_somebody_has_its_first_row_picked_out_and_wheel_and_arrows_pick_others() -> None:
    prompt, chosen = asked_of_many(4, aim=PromptAim(ORC))

    def picked() -> str:
        assert prompt.focused is not None
        return prompt.focused.key

    assert picked() == "o0"
    point(prompt, (5, 5))
    for turned, key in ((-1, "o1"), (-1, "o2"), (1, "o1")):
        assert prompt.handle(pygame.Event(pygame.MOUSEWHEEL, x=0, y=turned)), "also while the pointer is on the board"
        assert picked() == key
    press(prompt, pygame.K_DOWN)
    assert picked() == "o2"
    press(prompt, pygame.K_RETURN)
    prompt.take_marked()
    assert chosen == ["o2", "o2"], "Enter takes it, and so does another click on whom it is about"
    other, _ = asked_of_many(4)
    assert other.focused is None, "of another list none is, and the wheel is the map's beside it"
    point(other, (5, 5))
    assert not other.handle(pygame.Event(pygame.MOUSEWHEEL, x=0, y=-1))


def test_ways_that_are_found_later_come_behind_the_others_and_move_none() -> None:
    prompt, chosen = asked_of_many(2, aim=PromptAim(ORC))
    before = [(row.text, row.rect.copy()) for row in rows(prompt)]
    prompt.add([Option("go", 9, "Go there, then strike")])
    assert [(row.text, row.rect) for row in rows(prompt)][:2] == before
    press(prompt, pygame.K_3)
    assert chosen == ["go"]


def test_the_words_that_say_how_a_list_is_left_are_not_part_of_it() -> None:
    prompt, _ = asked_of_many(3)
    right = (prompt.rect.right - 4, prompt.rect.top + 4)
    assert not click(prompt, right), "whoever clicks them leaves the list"
    assert click(prompt, (prompt.rect.left + 2, prompt.rect.top + 2))


def reaction(*keys: str, gains: dict[str, float] | None = None, known: bool = True) -> tuple[Prompt, Any]:
    """A card that asks Ada about Orc's blow; of how much each answer spares her it is known now, or later."""
    options = [Option(key, 0, key.capitalize(), topic=key) for key in keys]
    question = Choose(
        Seat("red"), "What now?", Menu(options), "react", ADA, "reaction", "leave", (ORC,), declines="leave"
    )

    def in_turn(option: Option[int], options: object) -> Chance | None:
        loss = 5.0 - (gains or {}).get(option.key, 0.0)
        return Chance((), (), ((ADA, loss, Fraction(0)),), (), (), 1) if forecast.known else None

    forecast: Any = SimpleNamespace(in_turn=in_turn, known=known)
    side = {"Ada": Seat("red"), "Orc": Seat("blue")}.__getitem__
    prompt = Prompt(
        "What now?", tuple(options), print, forecast=forecast, question=question,
        orders=PromptOrders(Orders(), print), bodies=ShownBodies(side=side, bars=lambda who: (Bar("Health", 6, 6),)),
    )  # fmt: skip
    prompt.show(Typography(), DOCK)
    return prompt, forecast


GAINS = {"dodge": 1.0, "guard": 4.0, "luck": 3.0, "shout": 0.0}


def test_a_reaction_card_has_three_rows_at_first_the_two_that_gain_most_and_what_leaves_it() -> None:
    prompt, forecast = reaction("leave", *GAINS, gains=GAINS, known=False)
    assert labels(prompt) == ["Leave", "Dodge", "Guard"] and turner(prompt).text == "2 more"
    forecast.known = True
    prompt.show(Typography(), DOCK)
    assert labels(prompt) == ["Guard", "Luck", "Leave"], "best first"
    assert len(rows(prompt)) == REACTIONS
    press(prompt, pygame.K_TAB)
    assert labels(prompt) == ["Dodge", "Shout"]
    few, _ = reaction("leave", "dodge", gains=GAINS)
    assert labels(few) == ["Dodge", "Leave"] and len(few.group.widgets) == 3, "and the gear"


def test_no_row_of_a_card_moves_that_is_pointed_at_or_was_picked_out() -> None:
    for pick in ("point", "key"):
        prompt, forecast = reaction("leave", *GAINS, gains=GAINS, known=False)
        if pick == "point":
            point(prompt, rows(prompt)[1].rect.center)
        else:
            press(prompt, pygame.K_DOWN)
        before = [(row.text, row.rect.copy()) for row in rows(prompt)]
        forecast.known = True
        prompt.show(Typography(), DOCK)
        assert [(row.text, row.rect) for row in rows(prompt)] == before
        assert all(row.under for row in rows(prompt)), "what comes of each is written beside it all the same"


def test_a_digit_pressed_as_the_rows_change_places_is_not_taken_for_another_answer() -> None:
    prompt, forecast = reaction("leave", *GAINS, gains=GAINS, known=False)
    chosen: list[str] = []
    prompt._choose = lambda option: chosen.append(option.key)
    prompt.advance(1.0)
    forecast.known = True
    prompt.show(Typography(), DOCK)
    press(prompt, pygame.K_1)
    assert chosen == []
    prompt.advance(ARRIVAL + 0.1)
    press(prompt, pygame.K_1)
    assert chosen == ["guard"]


def test_a_row_of_a_card_tells_what_is_kept_and_whether_one_falls_and_what_it_takes() -> None:
    down = {"leave": Fraction(3, 5), "block": Fraction(6, 25)}
    losses = {"leave": 4.0, "block": 2.0}

    def in_turn(option: Option[int], options: object) -> Chance:
        lost = losses[option.key]
        return Chance((), (), ((ADA, lost, down[option.key]),), (), (), 1, bars=((ADA, ((lost, 6),)),))

    options = [Option("leave", 0, "Let it be"), Option("block", 1, "Block", price="a shield")]
    question = Choose(Seat("red"), "What now?", Menu(options), "react", ADA, "block", "leave", (ORC,), declines="leave")
    forecast: Any = SimpleNamespace(in_turn=in_turn)
    prompt = Prompt(
        "What now?", tuple(options), print, forecast=forecast, question=question,
        bodies=ShownBodies(
            side={"Ada": Seat("red"), "Orc": Seat("blue")}.__getitem__, bars=lambda who: (Bar("Health", 6, 6),)
        ),
    )  # fmt: skip
    prompt.show(Typography(), DOCK)
    assert [(row.text, row.price, row.under) for row in rows(prompt)] == [
        ("Block", "a shield", "keeps 4 of 6, 24 % to fall (else 60 %)"),
        ("Let it be", "", "keeps 2 of 6, 60 % to fall"),
    ]


def test_esc_puts_the_standing_orders_away_before_anything_else() -> None:
    prompt, _ = reaction("leave", "block")
    gear = next(widget for widget in prompt.group.widgets if isinstance(widget, GearButton))
    assert not prompt.close_orders()
    gear.press()
    assert prompt.close_orders() and not prompt.close_orders()


def test_a_row_has_one_figure_the_chance_or_what_is_lost_where_that_is_the_same_for_all() -> None:
    share, losses = {"sword": Fraction(2, 5), "axe": Fraction(2, 5), "net": Fraction(4, 5)}, {"sword": 2.0, "axe": 3.5}

    def chance(option: Option[int]) -> Chance:
        hit = share[option.key]
        harm = ((ORC, losses[option.key], Fraction(1, 8)),) if option.key in losses else ()
        return Chance(((ADA, ORC, hit),), ((ORC, hit),), harm, (), (), 1)

    def notes(*keys: str) -> list[str]:
        options = [Option(key, 0, key, ORC) for key in keys]
        forecast: Any = SimpleNamespace(in_turn=lambda option, options: chance(option))
        prompt = Prompt("Orc", options, print, forecast=forecast, who=ADA, cancel=True)
        prompt.show(Typography(), DOCK)
        return [row.note for row in rows(prompt)]

    assert notes("sword", "axe", "net") == ["40 %", "40 %", "80 %"]
    assert notes("sword", "axe") == ["−2.0", "−3.5"]
    assert notes("sword") == ["40 %"]


@pytest.mark.parametrize("text", [1.0, TEXT_MOST])
def test_a_figure_has_room_beside_the_name_and_takes_none_of_other_rows(letters: None, text: float) -> None:
    said, look = {"disarm": "without sledgehammer", "trip": "prone"}, Typography(1.0, text)

    def chance(option: Option[int]) -> Chance:
        return Chance((), (), (), (), ((Note(ORC, said[option.key]), Fraction(41, 50)),), 1)

    forecast: Any = SimpleNamespace(in_turn=lambda option, options: chance(option))
    options = [Option("disarm", 0, "Disarm it", ORC), Option("trip", 1, "Trip it, as others have a longer reach", ORC)]
    prompt = Prompt("Orc", options, print, forecast=forecast, who=ADA, cancel=True)
    prompt.show(look, DOCK)
    prompt.show(look, DOCK)
    for row in rows(prompt):
        size = look.fitting(row.note, row.figured, BODY, "semibold")
        assert row.note.endswith(" 82 %") and look.width(row.note, size, "semibold") <= row.figured < row.rect.width
    assert rows(prompt)[1].figured < rows(prompt)[0].figured


def test_a_price_that_all_ways_have_in_common_is_not_told_beside_each() -> None:
    costs = {"sword": "Main Action", "axe": "Main Action", "net": "Move Action"}

    def prices(*keys: str, drawer: str = "") -> list[str]:
        options = [Option(key, 0, key, ORC) for key in keys]
        prompt = Prompt(
            "Orc",
            options,
            print,
            forecast=None,
            cancel=True,
            price=lambda option: costs[option.key],
            listed=PromptDrawer(drawer),
        )
        prompt.show(Typography(), DOCK)
        return [row.price for row in rows(prompt)]

    assert prices("sword", "axe", "net") == list(costs.values())
    assert prices("sword", "axe") == ["", ""]
    assert prices("sword", "axe", drawer="attack") == ["Main Action"] * 2


def test_what_is_clearly_worse_is_on_another_page_and_told_as_more() -> None:
    share = {"fist": Fraction(2, 5), "sword": Fraction(1, 2), "axe": Fraction(2, 5), "kick": Fraction(2, 5)}
    losses = {"fist": 1.0, "sword": 2.0, "axe": 3.0, "kick": 1.0}
    costs = {"fist": "an action", "sword": "an action", "axe": "an action", "kick": ""}

    def chance(option: Option[int]) -> Chance:
        hit = share[option.key]
        return Chance(((ADA, ORC, hit),), ((ORC, hit),), ((ORC, losses[option.key], Fraction(0)),), (), (), 1)

    options = [Option(key, 0, key, ORC, verb="strike", price=costs[key]) for key in losses]
    forecast: Any = SimpleNamespace(in_turn=lambda option, options: chance(option))
    prompt = Prompt(
        "Orc",
        options,
        print,
        forecast=forecast,
        who=ADA,
        cancel=True,
        bodies=ShownBodies(bars=lambda who: (Bar("Health", 6, 6),)),
    )
    prompt.show(Typography(), DOCK)
    assert labels(prompt) == ["axe", "sword", "kick"], "the axe takes more, the sword hits likelier, a kick is free"
    assert turner(prompt).text == "1 more"
    press(prompt, pygame.K_TAB)
    assert labels(prompt) == ["fist"]


def test_what_comes_of_doing_nothing_is_weighed_first_and_then_the_answers_as_they_stand() -> None:
    asked: list[str] = []

    def in_turn(option: Option[int], options: list[Option[int]]) -> None:
        asked[:] = [one.key for one in options]

    options = [Option(key, 0, key) for key in ("dodge", "counter", "leave")]
    question = Choose(Seat("red"), "What now?", Menu(options), "react", ADA, "react", "leave", declines="leave")
    forecast: Any = SimpleNamespace(in_turn=in_turn)
    Prompt("What now?", options, print, forecast=forecast, question=question).show(Typography(), DOCK)
    assert list(dict.fromkeys(asked)) == ["leave", "dodge", "counter"]


def test_a_list_puts_what_does_the_most_to_a_foe_first_once_that_is_known_and_nothing_is_picked_out() -> None:
    losses = {"throw": 1.5, "charge": 4.0}

    def chance(option: Option[int]) -> Chance:
        return Chance(((ADA, ORC, Fraction(1)),), (), ((ORC, losses[option.key], Fraction(0)),), (), (), 1)

    def bars(who: Id) -> tuple[Bar, ...]:
        return (Bar("Health", 5, 5),)

    def keys(*, known: bool, pick: bool = False, **more: Any) -> list[str]:
        shown = False

        def in_turn(option: Option[int], options: object) -> Chance | None:
            return chance(option) if shown else None

        forecast: Any = SimpleNamespace(in_turn=in_turn)
        options = [Option(key, 0, key, ORC) for key in losses]
        prompt = Prompt("Orc", options, print, forecast=forecast, who=ADA, cancel=True, **more)
        prompt.show(Typography(), DOCK)
        if pick:
            point(prompt, rows(prompt)[0].rect.center)
        shown = known
        prompt.show(Typography(), DOCK)
        prompt.show(Typography(), DOCK)
        return [option.key for option in prompt.options]

    assert keys(known=True, bodies=ShownBodies(bars=bars)) == ["charge", "throw"]
    assert keys(known=False, bodies=ShownBodies(bars=bars)) == ["throw", "charge"]
    assert keys(known=True, pick=True, bodies=ShownBodies(bars=bars)) == ["throw", "charge"]
    assert keys(known=True) == ["throw", "charge"], "of friends nothing is put in order"
    plain = keys(known=True, bodies=ShownBodies(bars=bars), aim=PromptAim(plain=lambda option: option.key == "throw"))
    assert plain == ["throw", "charge"], "what is plain comes first"


def test_a_row_warns_of_who_may_strike_at_whoever_does_it() -> None:
    def risky(*strikers: Id) -> OptionDetails:
        return OptionDetails(dangers=tuple(Danger(f"{who} may strike", who) for who in strikers))

    options = [
        Option("shoot", 0, "Shoot", ORC),
        Option("pass", 0, "Run past", ORC, look=lambda: risky(ORC)),
        Option("charge", 0, "Charge", ORC, look=lambda: risky(ORC, ADA)),
    ]
    prompt = Prompt("Orc", options, print, forecast=None, cancel=True, aim=PromptAim(ORC))
    prompt.show(Typography(), DOCK)
    assert [row.under for row in rows(prompt)] == ["", "a foe may strike at you", "2 foes may strike at you"]


# --- Rows of a list: none repeats whom the title names, its name is whole, and what comes of each stands beside it ---

BEA, ORC_1, IMP = Id("Bea"), Id("Orc 1"), Id("Imp")


def bars(who: Id) -> tuple[Bar, ...]:
    """Those of foes."""
    return (Bar("Health", 5, 5),) if who in (ORC_1, IMP) else ()


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
    assert unnamed(label, str(ORC_1)) == said
    assert unnamed(label, "") == label


def test_a_title_names_whom_all_options_are_aimed_at() -> None:
    strike, leave, other = Option("a", 0, "Strike Orc 1", ORC_1), Option("b", 0, "Leave"), Option("c", 0, "Hit", IMP)
    assert named_by("Orc 1 is out of reach from here", [strike, leave], str) == "Orc 1"
    assert not named_by("Orc 1", [strike, other], str), "it would not be told whom"
    assert not named_by("What now?", [strike, leave], str)
    assert not named_by("Orc 12", [strike], str)


def test_the_rows_of_a_list_say_it_and_are_found_so() -> None:
    options = [Option("a", 0, "Strike Orc 1", ORC_1), Option("b", 0, "Trip Orc 1", ORC_1)]
    prompt = Prompt("Orc 1", options, print, forecast=None, cancel=True, aim=PromptAim(named="Orc 1"))
    prompt.show(Typography(), DOCK)
    rows = [widget for widget in prompt.group.widgets if isinstance(widget, ChoiceRow)]
    assert [row.text for row in rows] == ["Strike it", "Trip it"]


def test_what_is_aimed_at_a_place_is_told_for_all_who_are_there() -> None:
    burst: Option[int] = Option("burst", 0, "Burst", place=(1, 1))
    quarter = Fraction(1, 4)
    found = harm((ORC_1, 2.0, quarter), (IMP, 1.5, Fraction(0)), (BEA, 0.5, Fraction(0)))
    assert tell_choice(burst, found, ADA, bars) == ("2 foes −3.5", "one falls 25 %", "friends −0.5")
    assert tell_choice(burst, harm((ORC_1, 2.0, Fraction(0))), ADA, bars) == ("1 foe −2.0",)
    assert tell_choice(burst, harm((ADA, 2.0, Fraction(0))), ADA, bars) == (), "a way with dangers is no burst"
    assert tell_choice(burst, None, ADA, bars) == ()
    aimed = Option("aimed", 0, "Aimed", ORC_1)
    assert tell_choice(aimed, found, ADA, bars) == ("−2.0", "falls 25 %")


def test_long_lists_and_places_are_put_in_order_too() -> None:
    losses = {"fist": 0.5, "sword": 2.0, **{f"trick {at}": 0.0 for at in range(7)}}
    chances = {key: harm((ORC_1, loss, Fraction(0))) for key, loss in losses.items()}
    chances["burst"] = harm((ORC_1, 1.5, Fraction(0)), (IMP, 1.5, Fraction(0)), (BEA, 0.2, Fraction(0)))
    forecast: Any = SimpleNamespace(in_turn=lambda option, options: chances[option.key] if option in options else None)
    options: list[Option[int]] = [Option(key, 0, key, ORC_1) for key in losses]
    options.append(Option("burst", 0, "burst", place=(1, 1)))
    prompt = Prompt("Orc 1", options, print, forecast=forecast, who=ADA, cancel=True, bodies=ShownBodies(bars=bars))
    prompt.show(Typography(), DOCK)
    assert len(prompt.shown) < len(options)
    assert [option.key for option in prompt.options[:3]] == ["burst", "sword", "fist"]


def test_beside_an_answer_stand_whether_a_foe_falls_by_it_and_its_harm_with_what_else_befalls_it() -> None:
    def chance(option: Option[int]) -> Chance:
        loss, down = (3.0, Fraction(1)) if option.key == "harm" else (2.0, Fraction(0))
        notes = ((Note(ORC_1, "pushed"), Fraction(1)),) if option.key == "push" else ()
        return Chance((), (), ((ORC_1, loss, down),), (), notes, 4)

    options = [Option("harm", 0, "Harm: 1 more"), Option("swap", 1, "Take card 2"), Option("push", 2, "Push", ORC_1)]
    question = Choose(Seat("red"), "What now?", Menu(options), "react", ADA, "spent", "harm", (ORC_1,), declines="harm")
    told = Reacting(question, chance, str, {ADA: Seat("red"), ORC_1: Seat("blue")}.__getitem__)
    assert [told.outcome(option, bars) for option in options] == ["−3.0, falls 100 %", "−2.0", "−2.0, pushed 100 %"]


def test_of_several_who_may_be_hit_and_of_a_friend_the_name_stands_beside_an_answer() -> None:
    def chance(option: Option[int]) -> Chance:
        shares = {BEA: Fraction(1, 2)} if option.key == "leave" else {ORC_1: Fraction(1, 2), BEA: Fraction(1, 4)}
        harm = tuple((who, 2.0, Fraction(0)) for who in shares)
        hits, bars = tuple((ADA, who, share) for who, share in shares.items()), ((BEA, ((2.0, 5),)),)
        return Chance(hits, (), harm, (), (), 6, bars=bars)

    options = [Option("leave", 0, "Let it be"), Option("again", 1, "Roll the failed save again")]
    question = Choose(Seat("red"), "Again?", Menu(options), "react", ADA, "omen", "leave", declines="leave")
    sides = {ADA: Seat("red"), BEA: Seat("red"), ORC_1: Seat("blue")}
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
