"""Questions out of turn of all recorded battles as cards in the dock: whole, and of three rows at first."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pygame
import pytest
from msgspec.structs import replace

from game.files.battlefile import replay
from game.play.folders import state_folder
from game.play.quick_battle import quick_battle
from game.play.seating import HUMAN
from game.play.session import Session
from game.play.speech import describe
from game.play.start import setup_of
from game.rules.match import AnyMatch, Match
from game.rules.questions import AnyOption, Choose, Menu, Seat
from game.rules.registry import ruleset
from game.view.widgets.theme import Typography
from game.view.widgets.widget import ChoiceButton
from game.window.battle.arrange import arrange
from game.window.battle.ask import prompt_for
from game.window.battle.camera_work import clear_view, follow_mover, place_camera
from game.window.battle.dock import lay_out
from game.window.battle.draw_battle import draw_panels
from game.window.battle.forecast import Chance
from game.window.battle.lesson_panel import HINTS
from game.window.battle.prompt import REACTIONS, ChoiceRow, GearButton
from game.window.battle.stage import Stage
from tests.rules.battles import Drawn
from tests.window.staged import Alone, Heard

pytestmark = pytest.mark.usefixtures("letters")

WINDOW = (1280, 720)
LOOKS = {"usual": Typography(), "text 150 %": Typography(1.0, 1.5)}
BATTLES = sorted((Path(__file__).parents[1] / "battles").glob("*/*.battle"))
LONG = "Bartholomew of the Lower Marches"
"""As long as a name may be that people give."""


def worst(question: Choose[object], match: AnyMatch) -> Chance:
    """Odds of which there is as much to tell as there can be: everybody hits and may fall."""
    bodies = match.state.combatants
    here = [who for who in dict.fromkeys((*question.about, question.who)) if who is not None and who in bodies]
    own = [who for who in here if bodies[who].side == question.seat][:1]
    others = [who for who in here if bodies[who].side != question.seat][:1]
    share = Fraction(87, 100)
    hits = tuple((a, b, share) for a in here for b in here if a != b)
    hurt = tuple((who, 12.5, share) for who in (*own, *others))
    bars = tuple((who, tuple((1.5, 3) for _ in match.ruleset.standing(match.board, who).bars)) for who in own)
    return Chance(hits, tuple((who, share) for who in here), hurt, (), (), 9, bars, 0.04)


def longer(question: Choose[object], match: AnyMatch) -> Choose[object]:
    """The same question about people with long names."""
    names = [match.ruleset.standing(match.board, who).name for who in match.state.combatants]

    def renamed(text: str) -> str:
        for name in sorted(set(names), key=len, reverse=True):
            text = text.replace(name, LONG)
        return text

    options = [replace(option, label=renamed(option.label)) for option in question.options]
    return Choose(
        question.seat, renamed(question.why), Menu(options), question.kind, question.who, question.topic,
        question.idle, question.about, declines=question.declines,
    )  # fmt: skip


def stage_of(match: AnyMatch, look: Typography) -> Stage:
    seats = {Seat(side.name): HUMAN for side in match.setup.sides}
    session = Session(match, seats, 5, "seeded", state_folder("autosaves") / "battle.save")
    stage = Stage(session, None, Alone(), look, WINDOW)
    stage.fit(stage.view.look, WINDOW)
    stage.view.preferences.calm = True
    place_camera(stage.view)
    return stage


def ask(stage: Stage, question: Choose[object], *, known: bool = True) -> None:
    """Put a question out of turn on the screen, as the battle's screen does; what comes of it is known, or not yet."""
    stage.forget_question()
    stage.view.head.skip()
    stage.view.perspective.viewer = question.seat
    stage.view.head.skip()
    asked = stage.open_question(question)
    asked.idle = frozenset()
    chances = {option.key: worst(question, stage.session.match) for option in question.options}
    if question.declines:
        left = chances[question.declines]
        sure = tuple((who, Fraction(1)) for who, _ in left.struck)  # so that each other answer turns some of it
        chances[question.declines] = dataclasses.replace(left, struck=sure)

    def chance(option: AnyOption) -> Chance | None:
        return chances[option.key] if known else None

    asked.forecast.chance = chance  # type: ignore[method-assign]
    asked.prompt = prompt_for(stage, asked, print)
    arrange(stage, Heard())
    clear_view(stage)
    lay_out(stage)


def check(stage: Stage, cuts: list[str], target: pygame.Surface) -> None:
    """The card has all its words on any of its pages, lies in the dock and tells what comes of each answer."""
    asked = stage.asked
    assert asked is not None and asked.prompt is not None
    prompt, look, seen = asked.prompt, stage.view.look, list[str]()
    assert len(prompt.shown) <= REACTIONS or len(prompt.options) == len(prompt.shown)
    while not seen or prompt.shown[0].key != seen[0]:
        draw_panels(stage, target)
        assert not cuts, cuts
        boxes = [widget.rect for widget in prompt.group.widgets if not isinstance(widget, GearButton)]
        assert stage.panels.frame.dock.contains(prompt.rect)
        assert all(prompt.rect.contains(box) for box in boxes)
        assert all(upper.bottom <= lower.top for upper, lower in pairwise(boxes))
        for row in (widget for widget in prompt.group.widgets if isinstance(widget, ChoiceRow)):
            assert row.high(look) <= row.rect.height, row.text
            assert row.under
            name = row._lines(look)[0]
            assert max(look.width(line, name.size, "semibold") for line in name.lines) <= row.rect.width
        seen += [option.key for option in prompt.shown]
        prompt.turn_page()
        lay_out(stage)
    assert sorted(seen) == sorted(option.key for option in prompt.options), "each has its row, once"


LARGE = (
    "pledged-before-the-dice",
    "held-back",
    "a-bow-answers",
    "guard-takes-the-blow",
    "total-defense-after-the-dice",
)
"""The battle of each book that is looked at in large text by day, too."""

MANY = ("swarm-with-shock",)
"""Battles with many cards that are alike, which are looked at by night."""


def recorded() -> Iterator[Any]:
    """Every recorded battle in each size of text; by day the large one for one battle of each book only."""
    for path in BATTLES:
        for look in LOOKS:
            late = path.stem in MANY or (look != "usual" and path.stem not in LARGE)
            name = f"{path.parent.name}-{path.stem}-{look}"
            yield pytest.param(path, look, id=name, marks=[pytest.mark.nightly] if late else [])


@pytest.mark.parametrize(("path", "look"), list(recorded()))
def test_cards_of_recorded_battles_are_whole_and_in_the_dock(path: Path, look: str, cuts: list[str]) -> None:
    full, target = replay(path), pygame.Surface(WINDOW)
    match: AnyMatch = Match.begin(full.ruleset, full.setup)
    stage, cards = stage_of(match, LOOKS[look]), 0
    for answer in (*full.history, None):
        question = match.pending
        if isinstance(question, Choose) and question.kind == "react":
            cards += 1
            for each in (question, longer(question, match)):
                ask(stage, each)
                check(stage, cuts, target)
        if answer is not None:
            match.answer(answer)
    assert cards or path.stem not in LARGE, "there is something to be looked at"


@pytest.mark.parametrize("book", ["einfelst", "ingenuity", "murdham", "sovereign"])
def test_nothing_moves_while_a_card_waits_though_the_attack_that_it_is_about_goes_on(book: str) -> None:
    wanted = quick_battle(book)
    assert wanted is not None
    setup, drawn = setup_of(wanted), Drawn(0)
    match: AnyMatch = Match.begin(ruleset(setup.ruleset), setup)
    stage = stage_of(match, Typography())
    cards = answers = 0
    while match.pending is not None and answers < 400 and cards < 12:
        if isinstance(match.pending, Choose) and match.pending.kind == "react":
            ask(stage, match.pending)
            assert stage.prompt is not None
            stage.view.camera.advance(10)
            stood = stage.view.camera.corner, stage.prompt.rect.copy()
            for _ in range(3):
                follow_mover(stage)
                lay_out(stage)
                assert (stage.view.camera.corner, stage.prompt.rect) == stood and not stage.view.camera.gliding
            cards += 1
        match.answer(drawn.answer(match, match.pending))
        answers += 1
    assert cards


def at_first_reaction(path: Path) -> Stage:
    """A recorded battle as the first reaction is asked about."""
    full = replay(path)
    match: AnyMatch = Match.begin(full.ruleset, full.setup)
    stage = stage_of(match, Typography())
    for answer in full.history:
        if isinstance(match.pending, Choose) and match.pending.kind == "react":
            break
        match.answer(answer)
    assert isinstance(match.pending, Choose)
    ask(stage, match.pending)
    return stage


def test_standing_orders_are_behind_a_gear() -> None:
    path = next(path for path in BATTLES if path.stem == "total-defense-after-the-dice")
    stage = at_first_reaction(path)
    prompt = stage.prompt
    assert prompt is not None
    gear = next(widget for widget in prompt.group.widgets if isinstance(widget, GearButton))
    answers = [type(widget) for widget in prompt.group.widgets]
    assert ChoiceButton not in answers, "no row of them until it is asked for"
    gear.press()
    lay_out(stage)
    assert len(prompt.group.widgets) == len(prompt.topics) + 1 and not prompt.shown, "in place of the answers"
    assert stage.panels.frame.dock.contains(prompt.rect)
    next(widget for widget in prompt.group.widgets if isinstance(widget, GearButton)).press()
    lay_out(stage)
    assert [type(widget) for widget in prompt.group.widgets] == answers
    assert gear.tip.endswith("(O)")
    assert prompt.turn_orders(), "and behind a key, which picks out the first of them"
    lay_out(stage)
    assert prompt.group.focus is prompt.group.widgets[0]
    assert prompt.turn_orders()
    lay_out(stage)
    assert [type(widget) for widget in prompt.group.widgets] == answers


def test_what_an_answer_takes_is_told_once_and_by_the_terminal_too() -> None:
    """In its price, and not in its label; in every book whose reactions take anything."""
    priced: dict[str, set[str]] = {}
    for path in BATTLES:
        full = replay(path)
        match: AnyMatch = Match.begin(full.ruleset, full.setup)
        for answer in full.history:
            if isinstance(match.pending, Choose) and match.pending.kind == "react":
                for option in match.pending.options:
                    if option.price:
                        priced.setdefault(full.ruleset.name, set()).add(option.price)
                        assert option.price not in option.label
                        assert f"takes {option.price}" in describe(match, option, match.pending.who)
            match.answer(answer)
    assert priced == {
        "einfelst": {"the last fast maneuver", "the last slow maneuver"},
        "glog": {"a Notch of the axe", "a shield, for good"},
        "ingenuity": {"1 stamina", "1 stamina + the last reaction", "the last reaction"},
        "murdham": {"the whole turn", "1 of 2 omens"},
        "sovereign": {"the Main Action", "once a battle"},
    }


@pytest.mark.parametrize("book", ["glog", "sovereign"])
def test_a_hint_gives_way_to_a_card(book: str) -> None:
    path = next(path for path in BATTLES if path.parent.name == book)
    stage = at_first_reaction(path)
    assert stage.asked is not None
    stage.asked.hint = next(iter(HINTS))
    lay_out(stage)
    assert stage.panels.laid.advice is None
    stage.asked.prompt = None
    lay_out(stage)
    assert stage.panels.laid.advice is not None


def test_a_card_whose_row_is_pointed_at_before_the_odds_are_known_keeps_its_words() -> None:
    seen = 0
    for path in BATTLES[::3]:
        full = replay(path)
        match: AnyMatch = Match.begin(full.ruleset, full.setup)
        stage = stage_of(match, Typography())
        for answer in full.history:
            if isinstance(match.pending, Choose) and match.pending.kind == "react":
                ask(stage, match.pending, known=False)
                prompt, question = stage.prompt, match.pending
                assert prompt is not None and stage.asked is not None
                prompt.group.hovered = prompt.group.widgets[0]
                before = [(row.text, row.rect.copy()) for row in prompt.group.widgets if isinstance(row, ChoiceRow)]
                told = worst(question, match)
                stage.asked.forecast.chance = lambda option, told=told: told  # type: ignore[method-assign, misc]
                lay_out(stage)
                rows = [row for row in prompt.group.widgets if isinstance(row, ChoiceRow)]
                assert [(row.text, row.rect) for row in rows] == before, "nothing moves under the pointer"
                for row in rows:
                    assert row.under and row.high(stage.view.look) <= row.rect.height, row.under
                seen += 1
            match.answer(answer)
    assert seen
