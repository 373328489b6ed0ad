"""All recorded battles in the window: its parts keep to their places, cards are whole, and pairs are told once."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, islice, pairwise
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
from game.rules.option_details import OptionDetails
from game.rules.questions import AnyOption, Choose, Menu, Option, Seat
from game.rules.registry import ruleset
from game.rules.standing import called
from game.scene.board_geometry import Pointed
from game.spatial.places import Place
from game.view.panels import cards
from game.view.panels.cards import Fact
from game.view.widgets.theme import Typography
from game.view.widgets.widget import ChoiceButton
from game.window.battle.arrange import arrange
from game.window.battle.ask import prompt_for
from game.window.battle.camera_work import LEGIBLE, body_of, clear_view, concerned, follow_mover, place_camera
from game.window.battle.dock import lay_out, lay_panels
from game.window.battle.draw_battle import draw_panels
from game.window.battle.forecast import Chance
from game.window.battle.frame import ROOM, PanelLayout, fitting_scale, largest_scale
from game.window.battle.lesson_panel import HINTS
from game.window.battle.open_question import OpenQuestion
from game.window.battle.preview import Preview
from game.window.battle.prompt import REACTIONS, ChoiceRow, GearButton
from game.window.battle.stage import Stage
from tests.laws.test_replies import ANSWERED
from tests.rules.battles import Drawn
from tests.window.staged import Alone, Heard, panel_rects

BATTLES = sorted((Path(__file__).parents[1] / "battles").glob("*/*.battle"))

LARGE = "1280x720, text 150 %"

WINDOWS = {
    "1024x576": ((1024, 576), Typography()),
    "1280x720": ((1280, 720), Typography()),
    "1366x768": ((1366, 768), Typography()),
    "1920x1080": ((1920, 1080), Typography(1.25)),
    "2560x1440": ((2560, 1440), Typography(1.5)),
    LARGE: ((1280, 720), Typography(1.0, 1.5)),
}

EVERY = 5
"""Of the questions of a battle one in so many is looked at by day."""


pytestmark = pytest.mark.usefixtures("letters")


def stage_at(match: AnyMatch, size: tuple[int, int], look: Typography) -> Stage:
    """A battle on the screen with everybody played by people."""
    seats = {Seat(side.name): HUMAN for side in match.setup.sides}
    session = Session(match, seats, 5, "seeded", state_folder("autosaves") / "battle.save")
    around = Alone()
    around.preferences.calm, around.preferences.hints = True, True
    stage = Stage(session, None, around, look, size)
    stage.fit(stage.view.look, size)
    place_camera(stage.view)
    return stage


def questions(path: Path, every: int) -> Iterator[AnyMatch]:
    """A recorded battle at its questions to people."""
    told = replay(path)
    match = Match.begin(told.ruleset, told.setup, told.ground)
    for number, answer in enumerate(told.history):
        if isinstance(match.pending, Choose) and number % every == 0:
            yield match
        match.answer(answer)


def open_question(stage: Stage) -> None:
    """Ask what is asked now, as the battle's screen does."""
    question = stage.session.match.pending
    assert isinstance(question, Choose)
    stage.forget_question()
    stage.view.head.skip()
    stage.view.perspective.viewer = (
        question.seat if question.seat in stage.view.perspective.watching else stage.view.viewer
    )
    stage.view.head.skip()
    asked = stage.open_question(question)
    if question.kind in ("react", "ruling", "confirm"):
        asked.prompt = prompt_for(stage, asked, print)
    asked.hint = "react" if asked.prompt is not None else "move"
    arrange(stage, Heard())
    clear_view(stage)
    lay_out(stage)


def check(stage: Stage) -> None:
    """No part of the dock lies on another or beside the dock, and whoever is asked is seen on the board.

    However much there is to tell of a choice, and of whom the pointer is on.
    """
    frame, tokens = stage.panels.frame, stage.scene.tokens
    option: Option[int] = Option("x", 0, "A choice of which there is much to tell, in a title of two lines and more")
    notes = tuple(f"a note, which is told in some length, number {number}" for number in range(40))
    for told in (None, Preview(option, OptionDetails(notes=notes), 0)):
        for pointed in (None, next(iter(tokens.values()), None)):
            lay_panels(stage, told, pointed)
            parts = panel_rects(stage)
            assert ("prompt" in parts) == (stage.prompt is not None)
            assert stage.prompt is not None or not pointed or "card" in parts
            if stage.prompt is None and stage.asked is not None and not pointed:
                acts = stage.asked.choosing.question.kind == "act"
                assert ("question" in parts) != acts, "who acts is told in the bar below alone"
            if told is not None and (stage.prompt is None or stage.view.look.text == 1):
                assert "odds" in parts, "there is room for what a choice comes to"
            for name, part in parts.items():
                assert frame.dock.contains(part), (name, part)
            for (name, one), (other, two) in combinations(parts.items(), 2):
                assert not one.colliderect(two), f"{name} lies on {other}"
            if stage.prompt is not None:
                assert all(stage.prompt.rect.contains(row.rect) for row in stage.prompt.group.widgets)
    for widget in stage.panels.bar.widgets:
        assert frame.row.contains(widget.rect) or widget.rect.bottom < frame.board.top
    for who in concerned(stage.view, stage.asked)[:1]:
        x, y, wide = body_of(tokens[who])
        zoom = stage.view.camera.zoom
        box = pygame.Rect(stage.view.camera.pixel((x, y)), (round(wide * zoom), round(wide * zoom)))
        assert frame.board.contains(box), "whoever is asked is in sight"


def looks() -> Iterator[Any]:
    """Each battle in a window of one kind and with large text by day, a few questions of it; at night every question in
    all of them.
    """
    for number, path in enumerate(BATTLES):
        name = f"{path.parent.name}-{path.stem}"
        for day in dict.fromkeys((list(WINDOWS)[number % len(WINDOWS)], LARGE)):
            yield pytest.param(path, day, EVERY, id=f"{name}-{day}")
        for window in WINDOWS:
            yield pytest.param(path, window, 1, id=f"{name}-{window}-all", marks=pytest.mark.nightly)


@pytest.mark.parametrize(("path", "window", "every"), list(looks()))
@pytest.mark.usefixtures("duel_installed")
def test_no_part_of_the_dock_lies_on_another_and_whoever_is_asked_is_seen(path: Path, window: str, every: int) -> None:
    stage: Stage | None = None
    for match in questions(path, every):
        if stage is None:
            stage = stage_at(match, *WINDOWS[window])
        open_question(stage)
        check(stage)


@pytest.mark.parametrize("window", ["1280x720", "1920x1080"])
@pytest.mark.parametrize("path", BATTLES[::7], ids=lambda path: f"{path.parent.name}-{path.stem}")
@pytest.mark.usefixtures("duel_installed")
def test_a_map_that_fits_is_shown_whole_and_never_moves_through_a_whole_battle(path: Path, window: str) -> None:
    stage: Stage | None = None
    looked_at = set()
    for match in questions(path, 1):
        if stage is None:
            stage = stage_at(match, *WINDOWS[window])
            if not stage.view.camera.whole:
                pytest.skip("the map does not fit")
        open_question(stage)
        follow_mover(stage)
        stage.view.camera.pan(40, -30)
        looked_at.add((stage.view.camera.zoom, stage.view.camera.corner))
    assert stage is not None and len(looked_at) == 1
    zoom, (left, top) = looked_at.pop()
    field = stage.session.match.setup.field
    shown = pygame.Rect(-left, -top, field.width * zoom, field.height * zoom)
    assert stage.panels.frame.board.contains(shown)


@pytest.mark.parametrize(
    ("size", "scale"), [((1024, 576), 1.0), ((1280, 720), 1.25), ((1920, 1080), 1.75), ((3840, 2160), 2.0)]
)
def test_the_largest_scale_that_is_offered_leaves_a_battle_room(size: tuple[int, int], scale: float) -> None:
    assert largest_scale(size) == scale
    assert scale * ROOM[0] <= size[0] and scale * ROOM[1] <= size[1]


@pytest.mark.parametrize("window", WINDOWS)
def test_the_parts_of_the_window_lie_beside_one_another_and_fill_it(window: str) -> None:
    size, look = WINDOWS[window]
    bar = look.px(48)
    frame = PanelLayout.of(look, size, bar)
    parts = [pygame.Rect(0, 0, size[0], bar), frame.board, frame.dock, frame.foot]
    assert all(pygame.Rect((0, 0), size).contains(part) for part in parts)
    assert not any(one.colliderect(two) for one, two in combinations(parts, 2))
    assert frame.foot.contains(frame.actor) and frame.foot.contains(frame.row)
    assert not frame.actor.colliderect(frame.row)
    assert frame.board.topleft == (0, bar) and frame.board.bottom == frame.foot.top, "nothing lies over it"
    assert frame.board.width > 2 * frame.dock.width


def test_the_board_has_nearly_three_quarters_of_a_usual_window() -> None:
    board = PanelLayout.of(Typography(), (1280, 720), 48).board
    assert board.width >= 930 and board.height >= 600


def test_what_a_screen_shows_below_takes_the_place_of_the_bar_there() -> None:
    usual, other = (PanelLayout.of(Typography(), (1280, 720), 48, foot) for foot in (0, 150))
    assert other.foot == pygame.Rect(0, 570, 1280, 150) and other.board.bottom == other.foot.top
    assert other.board.width == usual.board.width and other.dock.bottom < other.foot.top


@pytest.mark.parametrize(
    ("size", "scale"),
    [((1280, 720), 1.0), ((1600, 900), 1.0), ((1920, 1080), 1.25), ((2560, 1440), 1.5), ((3840, 2160), 2.0)],
)
def test_a_full_screen_picks_a_scale_that_leaves_a_battle_room(size: tuple[int, int], scale: float) -> None:
    assert fitting_scale(size) == scale <= largest_scale(size)


@pytest.mark.parametrize("rules", ["einfelst", "murdham"])
def test_a_map_whose_tokens_could_not_be_read_is_not_shown_whole(rules: str) -> None:
    wanted = quick_battle(rules)
    assert wanted is not None
    setup = setup_of(wanted)
    match: AnyMatch = Match.begin(ruleset(setup.ruleset), setup)
    stage = stage_at(match, (1920, 1080), Typography())
    camera = stage.view.camera
    nearest = camera.zoom
    assert nearest >= LEGIBLE and not camera.whole
    camera.fit()
    assert camera.zoom < nearest, "one can still zoom out to all of it"


# --- Questions out of turn of all recorded battles as cards in the dock: whole, and of three rows at first ---

WINDOW = (1280, 720)
LOOKS = {"usual": Typography(), "text 150 %": Typography(1.0, 1.5)}
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

    foretell(asked, lambda option: chances[option.key] if known else None)
    asked.prompt = prompt_for(stage, asked, print)
    arrange(stage, Heard())
    clear_view(stage)
    lay_out(stage)


def foretell(asked: OpenQuestion, chance: Callable[[AnyOption], Chance | None]) -> None:
    """Have what an option leads to told by ``chance``."""
    asked.forecast.chance = chance  # type: ignore[method-assign, assignment]
    asked.forecast.in_turn = lambda option, options: chance(option)  # type: ignore[method-assign]


def check_card(stage: Stage, cuts: list[str], target: pygame.Surface) -> None:
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


LARGE_CARDS = (
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
            late = path.stem in MANY or (look != "usual" and path.stem not in LARGE_CARDS)
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
                check_card(stage, cuts, target)
        if answer is not None:
            match.answer(answer)
    assert cards or path.stem not in LARGE_CARDS, "there is something to be looked at"


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
                foretell(stage.asked, lambda option, told=told: told)  # type: ignore[misc]
                lay_out(stage)
                rows = [row for row in prompt.group.widgets if isinstance(row, ChoiceRow)]
                assert [(row.text, row.rect) for row in rows] == before, "nothing moves under the pointer"
                for row in rows:
                    assert row.under and row.high(stage.view.look) <= row.rect.height, row.under
                seen += 1
            match.answer(answer)
    assert seen


# --- The panel about what is pointed at tells of each pair of fighters once, in all recorded battles ---

FOLDER = Path(__file__).parents[1] / "battles"

EACH = 1
"""Questions of a battle at which everything is pointed at."""

BY_DAY = 2
"""One battle of so many is looked at in a plain run."""


def pairs(stage: Stage, facts: Sequence[Fact]) -> Counter[tuple[str, str]]:
    """Who is said to hit whom, or to be able to, and how often."""
    me = called(stage.scene.tokens[stage.active].standing) if stage.active else ""
    found = Counter[tuple[str, str]]()
    for fact in facts:
        if turn := re.fullmatch(r"On its turn (.+) hits", fact.text):
            found[turn[1], me] += 1
        elif could := re.fullmatch(r"\d+ could hit you there(?:: |, )(.+)", fact.text):
            names = could[1].removesuffix(" among them").removesuffix(" …")
            found.update((name, me) for name in names.split(", "))
        elif hits := re.fullmatch(r"(.*?) ?[Hh]its (.+)", fact.text):
            found[hits[1] or me, hits[2]] += 1
    return found


def aims(stage: Stage) -> Iterator[Pointed]:
    """Everybody, and places that a move leads to: the farthest, and those nearest to each foe."""
    scene, choosing = stage.scene, stage.choosing
    assert choosing is not None and choosing.question.who is not None
    question, who = choosing.question, choosing.question.who
    yield from map(scene.aim_at_token, scene.tokens)
    places = [place for family in question.options.families for place in family.places]
    for other in (who, *(each for each, token in scene.tokens.items() if token.side != question.seat)):
        x, y = scene.tokens[other].middle

        def far(place: Place, x: float = x, y: float = y) -> float:
            at_x, at_y = scene.where.middle(place)
            return (at_x - x) ** 2 + (at_y - y) ** 2

        by_distance = sorted(places, key=far)
        yield from map(scene.aim_at, by_distance[-1:] if other == who else by_distance[:1])


@pytest.mark.usefixtures("letters")
@pytest.mark.parametrize("book", sorted(ANSWERED))
@pytest.mark.parametrize("one_in", [BY_DAY, pytest.param(1, marks=pytest.mark.nightly)])
def test_no_pair_of_fighters_stands_twice_in_the_panel(book: str, one_in: int, monkeypatch: pytest.MonkeyPatch) -> None:
    told, looked, lay = list[Sequence[Fact]](), 0, cards.lay_facts

    def watched(
        look: Typography, title: str, facts: Sequence[Fact], room: pygame.Rect, *, rest: str = "", framed: bool = True
    ) -> cards.FactsPanel:
        told.append(facts)
        return lay(look, title, facts, room, rest=rest, framed=framed)

    monkeypatch.setattr(cards, "lay_facts", watched)
    for path in sorted((FOLDER / book).glob("*.battle"))[::one_in]:
        for stage in islice(turns(path), EACH):
            for aim in aims(stage):
                stage.view.cursor = aim
                told.clear()
                lay_out(stage)
                for facts in told:
                    looked += 1
                    twice = [pair for pair, times in pairs(stage, facts).items() if times > 1]
                    lines = [(fact.text, fact.value) for fact in facts]
                    assert not twice, (path.stem, twice, lines)
                    assert len(lines) == len(set(lines)), (path.stem, lines)
                    safe = any(text.startswith("No foe you know of could hit") for text, _ in lines)
                    assert not safe or not any(text.startswith("On its turn") for text, _ in lines), (path.stem, lines)
    assert looked


def turns(path: Path) -> Iterator[Stage]:
    """The turns of a recorded battle, as whoever is asked sees them."""
    full = replay(path)
    match: AnyMatch = Match.begin(full.ruleset, full.setup)
    stage = stage_of(match, Typography())
    for answer in full.history:
        question = match.pending
        if isinstance(question, Choose) and question.kind == "act" and question.who is not None:
            stage.forget_question()
            stage.view.head.skip()
            stage.view.perspective.viewer = question.seat
            stage.view.head.skip()
            stage.open_question(question)
            yield stage
        match.answer(answer)
