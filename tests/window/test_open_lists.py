"""Lists of options: opened while odds are worked out, folded, with what changes nothing left out and the best told."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from itertools import islice
from math import fsum
from random import Random
from typing import Any

import pygame
import pytest

from game.resources import maps
from game.rules.events import Id
from game.rules.match import AnyMatch
from game.rules.odds import plain_odds, replies
from game.rules.questions import AnyOption, Choose, Menu, Option, Seat
from game.rules.registry import ruleset
from game.rules.standing import Bar, called
from game.scene.scene import Scene
from game.spatial.places import InZone
from game.spatial.space import Space
from game.view.panels.cards import Fact
from game.view.widgets.theme import Typography
from game.window.battle import forecast
from game.window.battle.answer_outcomes import RowFigures, ShownBodies, tell_choice, tell_row
from game.window.battle.dock import lay_out
from game.window.battle.folding import MOST_ROWS, Folded, fold, fold_answers, members
from game.window.battle.forecast import Answered, Chance, Forecast, read_odds
from game.window.battle.frame import PanelLayout
from game.window.battle.preview import tell_answers, tell_reply, tell_turned
from game.window.battle.prompt import ChoiceRow, Prompt
from game.window.loop import App
from game.window.pilot import Pilot
from tests.laws.cases import shipped
from tests.laws.test_replies import ANSWERED, close_positions
from tests.rules.battles import begin, duel
from tests.thoughts import Held
from tests.window.seated import sit
from tests.window.test_approaches import attacking, seated
from tests.window.test_frame import ask, stage_of
from tests.window.test_turn_flow import BOOKS

pytestmark = pytest.mark.usefixtures("letters")

LOOK = Typography()
DOCK = PanelLayout.of(LOOK, (1280, 720), 48).dock
ADA, ORC = Id("Ada"), Id("Orc")


def bars(who: Id) -> tuple[Bar, ...]:
    return (Bar("Health", 9, 9),)


class Slow:
    """Odds that are known once a test says so: the second of two ways does more, and is told in many words."""

    def __init__(self, **losses: float) -> None:
        self.losses = losses
        self.known = False

    def in_turn(self, option: Option[Any], options: Any) -> Chance | None:
        loss = self.losses[option.key]
        share = Fraction(19, 20)
        harm = ((ORC, loss, Fraction(1, 9)),)
        return Chance(((ADA, ORC, share),), ((ORC, share),), harm, (), (), 1) if self.known else None


def listed(slow: Slow, **labels: str) -> Prompt:
    options = [Option(key, 0, labels.get(key, f"Strike with the {key}"), ORC) for key in slow.losses]
    forecast: Any = slow
    prompt = Prompt("Orc", options, print, forecast=forecast, who=ADA, cancel=True, bodies=ShownBodies(bars=bars))
    prompt.show(LOOK, DOCK)
    return prompt


def rows(prompt: Prompt) -> list[tuple[str, str, pygame.Rect]]:
    found = [widget for widget in prompt.group.widgets if isinstance(widget, ChoiceRow)]
    return [(row.text, row.note, row.rect.copy()) for row in found]


@pytest.mark.parametrize("pointed", [False, True])
def test_figures_come_to_their_rows_and_the_rows_stay(pointed: bool) -> None:
    slow = Slow(fist=1.0, axe=4.0)
    prompt = listed(slow)
    if pointed:
        prompt.group.hovered = prompt.group.widgets[1]
    else:
        prompt.advance(1.0)
    prompt.show(LOOK, DOCK)
    before = rows(prompt)
    assert [note for _, note, _ in before] == ["", ""]
    slow.known = True
    prompt.show(LOOK, DOCK)
    assert [note for _, note, _ in rows(prompt)] == ["−1.0", "−4.0"]
    assert [(text, rect) for text, _, rect in rows(prompt)] == [(text, rect) for text, _, rect in before]


def test_what_does_the_most_comes_first_where_that_is_known_before_anybody_can_mean_a_row() -> None:
    slow = Slow(fist=1.0, axe=4.0)
    prompt = listed(slow)
    slow.known = True
    prompt.show(LOOK, DOCK)
    assert [option.key for option in prompt.options] == ["axe", "fist"]
    assert [note for _, note, _ in rows(prompt)] == ["−4.0", "−1.0"]


def test_a_row_keeps_its_height_under_the_pointer_though_figures_are_long() -> None:
    slow = Slow(fist=100.0, axe=400.0)
    long = "Go there, then strike it with the two-handed sword that was left in"
    prompt = listed(slow, fist=f"{long} a", axe=f"{long} b")
    prompt.group.hovered = prompt.group.widgets[0]
    before = rows(prompt)
    slow.known = True
    prompt.show(LOOK, DOCK)
    assert [rect for *_, rect in rows(prompt)] == [rect for *_, rect in before]


def test_of_a_row_for_several_ways_the_best_is_told_and_it_stands_where_that_does() -> None:
    losses = {"fist": 1.0, "sword": 2.0, "here": 0.5, "there": 3.0}
    slow = Slow(**losses)
    slow.known = True
    charges = [Option(key, 0, f"Charge {key}", ORC, (at, 1), verb="charge") for at, key in enumerate(("here", "there"))]
    strikes = [Option(key, 0, f"Strike {key}", ORC, verb="strike") for key in ("fist", "sword")]
    forecast: Any = slow
    folded = fold([*strikes, *charges], lambda option: option.verb.capitalize())
    prompt = Prompt("Orc", folded, print, forecast=forecast, who=ADA, cancel=True, bodies=ShownBodies(bars=bars))
    prompt.show(LOOK, DOCK)
    assert [(label, note) for label, note, _ in rows(prompt)] == [
        ("Charge: choose where", "−3.0"),  # that it hits is as likely by all
        ("Strike sword", "−2.0"),
    ]
    assert [option.label for option in prompt.options][2:] == ["Strike fist"], "it is worse than the sword"


def test_reactions_wait_for_the_rows_of_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    some, weighed = Chance((), (), (), (), (), 1), list[str]()

    def weigh(_: Forecast, match: object, key: str) -> Chance:
        weighed.append(key)
        return some

    def weigh_replies(_: Forecast, match: object, key: str) -> tuple[Answered, ...]:
        weighed.append(f"replies {key}")
        return ()

    monkeypatch.setattr(Forecast, "_weigh", weigh)
    monkeypatch.setattr(Forecast, "_weigh_replies", weigh_replies)
    match, held = begin(duel()), Held()
    assert isinstance(match.pending, Choose)
    found = Forecast(match, match.pending, held)
    options = [Option(f"way {number}", number, "") for number in range(3)]
    for _ in range(5):
        for option in options:
            found.in_turn(option, options)
        found.answered(options[0])
        held.work()
    assert weighed == ["way 0", "way 1", "way 2", "replies way 0"]


@pytest.mark.parametrize("rules", BOOKS)
def test_who_is_pointed_at_shows_what_its_list_begins_with(app: App, rules: str) -> None:
    match, _, (foe, *_) = attacking(rules, several=True)
    pilot: Pilot = seated(app, match)
    stage = pilot.battle
    token = stage.scene.tokens[foe]
    pilot.point_spot(token.middle)
    for _ in range(20):
        pilot.step()
        app.oracle.catch_up()
    preview = stage.panels.laid.preview
    assert preview is not None and preview.option.target == foe
    if preview.more:
        pilot.click_spot(token.middle)
        pilot.wait_until(lambda: stage.prompt is not None, "ways are listed")
        assert stage.prompt is not None
        assert preview.option.key in [way.key for way in members(stage.prompt.options[0])]
        told = stage.prompt.options
        for _ in range(10):
            pilot.step()
            app.oracle.catch_up()
        assert stage.prompt.options == told


# --- Cards that ask out of turn with many answers: a row for all ways of one answer to one body, which are listed ---

LEAVE: Option[Any] = Option("leave", None, "Let it be")


def ways(topic: str, target: Id, count: int) -> list[Option[Any]]:
    """So many ways of one answer to one body."""
    return [
        Option(f"{topic} {target} {at}", at, f"{topic} {target}, way {at}", target, topic=topic) for at in range(count)
    ]


def topic_of(option: Option[Any]) -> str:
    return option.topic


def rows_of(*options: Option[Any]) -> list[list[str]]:
    """The keys that each row of a card stands for."""
    return [
        [one.key for one in members(row)] for row in fold_answers(options, topic_of, lambda one: one.topic, ORC.__eq__)
    ]


def test_a_card_that_is_not_long_has_a_row_for_each_answer() -> None:
    options = [LEAVE, *ways("snap", ORC, 4), *ways("trip", ORC, MOST_ROWS - 5)]
    assert rows_of(*options) == [[one.key] for one in options]


def test_of_a_long_card_as_many_answers_are_folded_as_there_are_rows_too_many_the_last_ones_first() -> None:
    snaps, trips, others = ways("snap", ORC, 3), ways("trip", ORC, 2), ways("shove", ORC, 5)
    keys = [[one.key for one in found] for found in (snaps, trips, others)]
    assert rows_of(LEAVE, *snaps, *trips, *others) == [["leave"], *([one] for one in (*keys[0], *keys[1])), keys[2]]
    assert rows_of(LEAVE, *snaps, *others, *ways("trip", ORC, 4))[-1] == [f"trip Orc {at}" for at in range(4)]


def test_nothing_is_folded_that_is_all_there_is_besides_leaving_it() -> None:
    options = [LEAVE, *ways("snap", ORC, MOST_ROWS + 3)]
    assert rows_of(*options) == [[one.key] for one in options]


def test_what_is_done_to_a_friend_is_not_folded() -> None:
    """The best of it is not what does the most to it."""
    options = [LEAVE, *ways("snap", ORC, 1), *ways("guard", ADA, MOST_ROWS)]
    assert rows_of(*options) == [[one.key] for one in options]


def long_question() -> Choose[Any]:
    """A reaction of Ada's with many answers to Orc, of two kinds."""
    options = [LEAVE, *ways("snap", ORC, 5), *ways("trip", ORC, 15)]
    return Choose(
        Seat("red"),
        "Ada: Orc is about to move",
        Menu(options),
        "react",
        ADA,
        "snap",
        "leave",
        (ORC,),
        declines="leave",
    )


def test_a_folded_row_lists_its_ways_in_place_of_the_card(
    capsys: pytest.CaptureFixture[str],
) -> None:
    match = begin(duel())
    stage = stage_of(match, Typography())
    ask(stage, long_question())
    card = stage.prompt
    assert card is not None and stage.asked is not None
    (row,) = [option for option in card.options if isinstance(option.value, Folded)]
    assert [one.key for one in members(row)] == [f"trip Orc {at}" for at in range(15)]
    assert row.label == "Trip: choose how" and row.topic == "trip" in card.topics
    while row not in card.shown:
        card.turn_page()
    card.row_of(row).press()
    listed = stage.asked.prompt
    assert isinstance(listed, Prompt) and listed is not card and listed.outer is card and listed.cancel
    assert [option.key for option in listed.options] == [f"trip Orc {at}" for at in range(15)]
    lay_out(stage)
    listed.row_of(listed.options[2]).press()
    assert "trip Orc 2" in capsys.readouterr().out


# --- Rows of a list that stand for several options ---


def test_what_leads_to_one_of_several_places_is_one_row_that_asks_for_the_place() -> None:
    def named(option: Option[int]) -> str:
        return option.verb.capitalize()

    orc = Id("orc")
    strikes = [Option(f"strike orc {n}", n, f"Strike {n}", orc) for n in range(2)]
    lures = [Option(f"lure orc {x}", x, f"Lure into {x}", orc, InZone(x)) for x in range(4)]
    rows = fold([*strikes, *lures], named)
    assert [row.label for row in rows] == ["Strike 0", "Strike 1", "Lure: choose where"]
    assert members(rows[2]) == tuple(lures) and members(rows[0]) == (strikes[0],)
    assert fold(lures, named) == lures, "one row alone asks nothing"
    held = [Option(f"hold orc {n}", n, f"Hold back {n}", orc) for n in range(3)]
    many = [*strikes, *held, *(Option(f"trip{n} orc", n, f"Trip {n}", orc) for n in range(4))]
    assert [row.label for row in fold(many, named)][:3] == ["Strike 0", "Strike 1", "Hold: choose how"]
    assert fold([*strikes, *held], named) == [*strikes, *held], "few rows stay as they are"


def test_what_leads_to_one_place_in_several_ways_asks_how() -> None:
    """Such as a charge with each of several weapons, which all end beside the foe."""

    def named(option: Option[int]) -> str:
        return option.verb.capitalize()

    orc = Id("orc")
    throw = Option("throw orc", 0, "Throw", orc)
    charges = [Option(f"charge orc {n}", n, f"Charge with {n}", orc, (4, 1)) for n in range(3)]
    assert [row.label for row in fold([throw, *charges], named)] == ["Throw", "Charge: choose how"]
    both = [Option(f"charge orc {x} {n}", n, f"Charge with {n}", orc, (x, 1)) for x in range(2) for n in range(2)]
    assert [row.label for row in fold([throw, *both], named)][1] == "Charge: choose how", "with what, and where"


# --- A plain blow at a foe beside one ---


@pytest.mark.parametrize("take", ["click", "enter", "digit", "wheel and enter"])
def test_two_inputs_make_a_blow(app: App, take: str) -> None:
    pilot = sit(app, duel(), "red")
    pilot.wait_until_asked()
    stage = pilot.battle
    before = len(stage.session.match.history)
    pilot.click_spot(stage.scene.tokens[Id("Orc")].middle)
    prompt = stage.prompt
    assert prompt is not None and prompt.aim.about == "Orc" and prompt.cancel
    assert len(stage.session.match.history) == before, "nothing is done yet"
    assert prompt.focused is prompt.shown[0], "the first is marked"
    assert stage.asked is not None and stage.asked.previews.plain(prompt.shown[0]), "and is a plain attack"
    meant = prompt.shown[0]
    if take == "click":
        pilot.click_spot(stage.scene.tokens[Id("Orc")].middle)
    elif take == "digit":
        pilot.press("1")
    else:
        for turned in (-1, 1) if take.startswith("wheel") else ():
            app.step(0, [pygame.Event(pygame.MOUSEWHEEL, x=0, y=turned)])
        pilot.press("return")
    assert stage.session.match.history[before] == meant.key


def test_escape_and_a_click_beside_it_leave_the_list_and_nothing_is_done(app: App) -> None:
    pilot = sit(app, duel(), "red")
    pilot.wait_until_asked()
    stage = pilot.battle
    before, middle = len(stage.session.match.history), stage.scene.tokens[Id("Orc")].middle
    pilot.click_spot(middle)
    pilot.press("escape")
    assert pilot.battle.prompt is None
    pilot.click_spot(middle)
    assert stage.prompt is not None
    left, top = stage.panels.frame.board.topleft
    pilot.click((left + 3, top + 3))
    assert (
        pilot.battle.asked is not None
        and pilot.battle.asked.prompt is None
        and len(stage.session.match.history) == before
    )


# --- What is called best is best by what stands there: of a row's ways, and of the answers to an attack ---

ANSWERED_BOOKS = sorted(ANSWERED)

MANY = 10
"""Ways of a row, at least."""

POSITIONS = 12
"""Positions of which the one with the most ways is taken."""

ROUNDED = 0.1
"""By how much the difference of two losses may be off that are told to a tenth; chances are told to a hundredth."""

ATTACKS = 20
"""Positions in which the answers to an attack are looked at."""


@pytest.fixture
def coarse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Weigh a few plays of each option: what is best is asked, not how likely."""
    monkeypatch.setattr(forecast, "SHOWN_LEAVES", 60)
    monkeypatch.setattr(forecast, "SHOWN_SAMPLES", 6)
    monkeypatch.setattr(forecast, "ANSWERED_LEAVES", 60)


def figures_of(figures: Sequence[str]) -> tuple[float, float, float]:
    """The chance to hit, the loss and the chance to fall that are told in figures such as "62 %", "−2.3"."""
    said = ", ".join(figures)
    hit, lost = re.search(r"(?:^|best |hits )(\d+) %", said), re.search(r"−([\d.]+)", said)
    falls = re.search(r"falls (?:over )?(\d+) %", said)
    chance, mean, down = (float(each[1]) if each else 0.0 for each in (hit, lost, falls))
    return chance / 100, mean, down / 100


@pytest.mark.usefixtures("coarse")
@pytest.mark.usefixtures("figures")
@pytest.mark.parametrize("name", ANSWERED_BOOKS)
def test_a_row_tells_what_its_best_way_comes_to_however_many_it_stands_for(name: str) -> None:
    """The fullest of some positions, with one row for all that can be done to foes."""
    match = max(
        islice(close_positions(ruleset(name), grounds(), Random(3)), POSITIONS), key=lambda one: len(ways_of(one))
    )
    question, held, row = asked(match), Held(), Option("all", Folded(tuple(ways_of(match))), "All: choose how")
    odds = Forecast(match, question, held)
    bars = partial(bars_of_foes, match)
    told = RowFigures(lambda: (row,), odds, question.who, question, ShownBodies(bars=bars))
    assert len(ways_of(match)) >= MANY
    for _ in ways_of(match):
        assert not told.known and not told.figures()
        held.work()
    assert told.known and held.finished == len(ways_of(match)), "each is worked out once, one at a time"
    line = tell_row(row, odds.chance, question.who, bars)
    assert told.figures() == {row.key: line[0]}
    best = figures_of(line)
    worth: dict[tuple[float, float, float], float] = {}
    for way in ways_of(match):
        figures = figures_of(tell_choice(way, odds.chance(way), question.who, bars))
        full = sum(bar.full for bar in bars(way.target or Id("")))
        worth[figures] = max(figures[1] + full * figures[2], worth.get(figures, 0.0))
    assert any(best) and worth[best] >= max(worth.values()) - ROUNDED * (1 + full / 10)


@pytest.mark.usefixtures("coarse")
@pytest.mark.parametrize("name", ANSWERED_BOOKS)
def test_the_best_answer_is_the_best_by_what_is_told_of_it(name: str) -> None:
    """With all told, no answer costs those who give it less than the best; in brief, it says by what it is better than
    none.
    """
    compared, lots = 0, Random(11)
    for match in islice(close_positions(ruleset(name), grounds(), lots), ATTACKS):
        attacks = [way for way in ways_of(match) if way.verb in match.ruleset.attacks]
        if not attacks:
            continue
        attack, who = lots.choice(attacks), asked(match).who
        plain = plain_odds(match, attack.key, leaves=60, samples=6)
        found = replies(match, plain, leaves=60, samples=6)
        answered = tuple(Answered(one.topic, one.who, one.best, read_odds(one.odds)) for one in found)
        if not any(one.best for one in answered):
            continue
        scene = Scene(match.ruleset, match.setup, match.ground, match.state, tuple(match.state.combatants))
        (best,) = [one for one in answered if one.best][:1]
        costs = [cost(match, tell_reply(one, scene, who, attack.target)) for one in (best, *answered)]
        assert costs[0] <= min(costs) + ROUNDED, (attack.key, answered)
        chance, target = read_odds(plain.odds), attack.target or Id("")
        struck = max(((share, it) for by, it, share in best.chance.hits if by == who), default=(0, target))[1]
        line = tell_answers((best,), scene, who, target, whole=False)[0]
        gain = whole(match, target, chance.loss(target), float(chance.down(target)))
        gain -= whole(match, struck, *figures_of([line.text])[1:])
        red = [fact.text for fact in tell_turned((best,), chance, scene, who, target)]
        for one in match.state.combatants:
            name = called(match.ruleset.standing(match.board, one))
            turned = [re.sub(r".* loses ", "−", text) for text in red if f": {name} loses " in text]
            gain += fsum(whole(match, one, *figures_of([text])[1:]) for text in turned)
        assert gain > -ROUNDED * 2 and ": " in line.text, attack.key
        compared += 1
    assert compared


def cost(match: AnyMatch, facts: Sequence[Fact]) -> float:
    """What is lost by those who answer, as it is told, less what the others lose."""
    total = 0.0
    for who, c in match.state.combatants.items():
        name = called(match.ruleset.standing(match.board, who))
        for fact in facts:
            if fact.text == f"{name} loses on average":
                _, lost, falls = figures_of([f"−{fact.value}"])
                total += whole(match, who, lost, falls) * (-1 if c.side == asked(match).seat else 1)
    return total


def whole(match: AnyMatch, who: Id, lost: float, falls: float) -> float:
    """What is lost, with all of its health for the chance that somebody falls."""
    return lost + match.ruleset.standing(match.board, who).full * falls


def asked(match: AnyMatch) -> Choose[Any]:
    """What waits."""
    assert isinstance(match.pending, Choose)
    return match.pending


def bars_of_foes(match: AnyMatch, who: Id) -> Sequence[Bar]:
    """Those of somebody who is no friend of the side that is asked."""
    foe = match.board.now(who).side != asked(match).seat
    return match.ruleset.standing(match.board, who).bars if foe else ()


def ways_of(match: AnyMatch) -> list[AnyOption]:
    """All that can be done to foes."""
    return [one for one in asked(match).options.singles if one.target and bars_of_foes(match, one.target)]


def grounds() -> dict[str, Space]:
    """A map to fight on."""
    return {"cellar": Space(shipped(maps() / "cellar.tmx").field)}
