"""Questions out of turn of all recorded battles as cards: whole, inside the window, and over nobody they are about."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
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
from game.rules.events import Id
from game.rules.match import AnyMatch, Match
from game.rules.questions import AnyOption, Choose, Menu, Option, Seat
from game.rules.registry import ruleset
from game.view.widgets.theme import Typography
from game.window.battle.answer_button import AnswerButton, GearButton
from game.window.battle.arrange import arrange
from game.window.battle.ask import prompt_for
from game.window.battle.camera_work import body_box, clear_view, concerned, follow_mover, place_camera
from game.window.battle.chance import Chance
from game.window.battle.draw_battle import draw_panels
from game.window.battle.draw_places import numbered_places
from game.window.battle.hints import HINTS
from game.window.battle.panel_layout import lay_out
from game.window.battle.prompt import Prompt
from game.window.battle.stage import Stage
from tests.app.staged import Alone, Heard
from tests.rules.battles import Drawn

pytestmark = pytest.mark.usefixtures("letters")

WINDOW = (1280, 720)
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


def stage_of(match: AnyMatch, scale: float) -> Stage:
    seats = {Seat(side.name): HUMAN for side in match.setup.sides}
    session = Session(match, seats, 5, "seeded", state_folder("autosaves") / "battle.save")
    stage = Stage(session, None, Alone(), Typography(scale), WINDOW)
    stage.fit(stage.view.look, WINDOW)
    stage.view.preferences.calm = True
    place_camera(stage.view)
    return stage


def ask(stage: Stage, question: Choose[object]) -> None:
    """Put a question out of turn on the screen, as the battle's screen does; what comes of it is known."""
    stage.forget_question()
    stage.view.head.skip()
    stage.view.perspective.viewer = question.seat
    stage.view.head.skip()
    asked = stage.open_question(question)
    known = {option.key: worst(question, stage.session.match) for option in question.options}
    if question.declines:
        left = known[question.declines]
        sure = tuple((who, Fraction(1)) for who, _ in left.struck)  # so that each other answer turns some of it
        known[question.declines] = dataclasses.replace(left, struck=sure)

    def chance(option: AnyOption) -> Chance:
        return known[option.key]

    asked.forecast.chance = chance  # type: ignore[method-assign]
    asked.prompt = prompt_for(stage, asked, print)
    arrange(stage, Heard())
    clear_view(stage)
    lay_out(stage)


def check(stage: Stage, cuts: list[str], target: pygame.Surface) -> None:
    """The card has all its words, and lies where it should."""
    asked = stage.asked
    assert asked is not None and asked.prompt is not None
    prompt, look = asked.prompt, stage.view.look
    draw_panels(stage, target)
    assert not cuts, cuts
    assert stage.panels.frame.window.contains(prompt.rect)
    assert all(prompt.rect.contains(widget.rect) for widget in prompt.group.widgets)
    rows = [widget for widget in prompt.group.widgets if isinstance(widget, AnswerButton)]
    assert rows
    for row in rows:
        assert row.high(look) <= row.rect.height, row.text
        label, told = row.lines(look)
        assert max(look.width(line, 16, "semibold") for line in label) <= row.rect.width
        assert max((look.width(line, 14, "semibold") for line in told), default=0) <= row.rect.width
    tokens = stage.view.head.scene.tokens
    for who in concerned(stage.view, asked):
        assert not body_box(stage.view, tokens[who]).colliderect(prompt.rect), who


@pytest.mark.parametrize("scale", [1.0, 1.5])
@pytest.mark.parametrize("path", BATTLES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_cards_of_recorded_battles_are_whole_and_hide_nobody_they_are_about(
    path: Path, scale: float, cuts: list[str]
) -> None:
    full, target = replay(path), pygame.Surface(WINDOW)
    match: AnyMatch = Match.begin(full.ruleset, full.setup)
    stage = stage_of(match, scale)
    for answer in (*full.history, None):
        question = match.pending
        if isinstance(question, Choose) and question.kind == "react":
            for each in (question, longer(question, match)):
                ask(stage, each)
                check(stage, cuts, target)
        if answer is not None:
            match.answer(answer)


@pytest.mark.parametrize("book", ["einfelst", "ingenuity", "murdham", "sovereign"])
def test_nothing_moves_while_a_card_waits_though_the_attack_that_it_is_about_goes_on(book: str) -> None:
    wanted = quick_battle(book)
    assert wanted is not None
    setup, drawn = setup_of(wanted), Drawn(0)
    match: AnyMatch = Match.begin(ruleset(setup.ruleset), setup)
    stage = stage_of(match, 1.0)
    cards = answers = 0
    while match.pending is not None and answers < 400 and cards < 40:
        if isinstance(match.pending, Choose) and match.pending.kind == "react":
            ask(stage, match.pending)
            assert stage.prompt is not None
            stood = stage.view.camera.resting_corner, stage.prompt.rect.copy()
            for _ in range(3):
                follow_mover(stage)
                lay_out(stage)
                assert (stage.view.camera.resting_corner, stage.prompt.rect) == stood
            cards += 1
        match.answer(drawn.answer(match, match.pending))
        answers += 1
    assert cards


def test_a_card_keeps_off_the_numbers_of_its_answers_on_the_board() -> None:
    match = replay(Path(__file__).parents[1] / "battles" / "ingenuity" / "stepped-in-and-still-standing.battle")
    again: AnyMatch = Match.begin(match.ruleset, match.setup)
    stage, found = stage_of(again, 1.0), 0
    for answer in match.history:
        if isinstance(again.pending, Choose) and again.pending.kind == "react":
            ask(stage, again.pending)
            assert stage.prompt is not None
            for place in numbered_places(stage.asked).values():
                found += 1
                assert not stage.prompt.rect.collidepoint(stage.layers.regions.words_at(stage.view.camera, place))
        again.answer(answer)
    assert found


def helpers(match: AnyMatch) -> list[Id]:
    """Who could step in, by the question that waits."""
    asked = match.pending
    if not isinstance(asked, Choose) or asked.kind != "react":
        return []
    return [option.target for option in asked.options if option.target is not None and option.target != asked.who]


def test_where_there_is_room_a_card_keeps_off_those_who_could_step_in() -> None:
    wanted = quick_battle("ingenuity")
    assert wanted is not None
    setup, drawn, cards, clear = setup_of(wanted), Drawn(0), 0, 0
    match: AnyMatch = Match.begin(ruleset(setup.ruleset), setup)
    stage = stage_of(match, 1.25)
    stage.fit(stage.view.look, (1920, 1080))
    while match.pending is not None and cards < 20:
        if who := helpers(match):
            assert isinstance(match.pending, Choose)
            ask(stage, match.pending)
            assert stage.prompt is not None
            bodies = [body_box(stage.view, stage.view.head.scene.tokens[each]) for each in who]
            cards, clear = cards + 1, clear + (stage.prompt.rect.collidelist(bodies) < 0)
        match.answer(drawn.answer(match, match.pending))
    assert clear == cards > 2


def test_standing_orders_are_behind_a_gear() -> None:
    path = next(path for path in BATTLES if path.stem == "total-defense-after-the-dice")
    full = replay(path)
    match: AnyMatch = Match.begin(full.ruleset, full.setup)
    stage = stage_of(match, 1.0)
    for answer in full.history:
        if isinstance(match.pending, Choose) and match.pending.kind == "react":
            break
        match.answer(answer)
    assert isinstance(match.pending, Choose)
    ask(stage, match.pending)
    prompt = stage.prompt
    assert prompt is not None
    gear = next(widget for widget in prompt.group.widgets if isinstance(widget, GearButton))
    assert len(prompt.group.widgets) == len(prompt.shown) + 1, "no row of them until it is asked for"
    gear.press()
    lay_out(stage)
    assert len(prompt.group.widgets) == len(prompt.shown) + len(prompt.topics) + 1
    assert stage.panels.frame.window.contains(prompt.rect)
    next(widget for widget in prompt.group.widgets if isinstance(widget, GearButton)).press()
    lay_out(stage)
    assert len(prompt.group.widgets) == len(prompt.shown) + 1
    assert gear.tip.endswith("(O)")
    assert prompt.turn_orders(), "and behind a key, which picks out the first of them"
    lay_out(stage)
    assert prompt.group.focus is prompt.group.widgets[len(prompt.shown)]
    assert prompt.turn_orders()
    lay_out(stage)
    assert len(prompt.group.widgets) == len(prompt.shown) + 1


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


def test_what_advises_keeps_its_place_beside_a_card_or_else_lies_off_it() -> None:
    kept = moved = 0
    for path in BATTLES:
        full = replay(path)
        match: AnyMatch = Match.begin(full.ruleset, full.setup)
        stage = stage_of(match, 1.0)
        for answer in full.history:
            if isinstance(match.pending, Choose) and match.pending.kind == "react":
                ask(stage, match.pending)
                assert stage.asked is not None and stage.prompt is not None
                stage.asked.hint = next(iter(HINTS))
                lay_out(stage)
                hint = stage.panels.laid.hint
                assert hint is not None and not hint.rect.colliderect(stage.prompt.rect)
                kept += hint.rect == stage.panels.advice
                moved += hint.rect != stage.panels.advice
                break
            match.answer(answer)
    assert kept >= 4 * moved > 0, (kept, moved)


def test_what_comes_of_all_places_alike_is_told_once() -> None:
    ada = Id("Ada")

    def notes(*losses: float, placed: bool = True) -> tuple[list[str], str]:
        """What stands beside the answers to where Ada goes, who loses so much on average, and what is common."""
        options = [Option(f"{n}", n, f"To {n},1", place=(n, 1) if placed else None) for n in range(len(losses))]
        question = Choose(Seat("red"), "Where to?", Menu(options), "react", ada, about=(ada,))

        def known(option: AnyOption, options: object) -> Chance:
            return Chance((), (), ((ada, losses[int(option.key)], Fraction(0)),), (), (), 1)

        forecast: Any = SimpleNamespace(in_turn=known)
        prompt = Prompt("Where to?", options, print, forecast=forecast, question=question)
        prompt.layout(Typography(), pygame.Rect(0, 0, 900, 600))
        prompt.weigh()
        return [row.note for row in prompt.group.widgets if isinstance(row, AnswerButton)], prompt._common

    assert notes(2.0, 2.0) == (["", ""], "−2.0")
    assert notes(2.0, 3.0) == (["−2.0", "−3.0"], "")
    assert notes(2.0) == (["−2.0"], "")
    assert notes(2.0, 2.0, placed=False) == (["−2.0", "−2.0"], "")
