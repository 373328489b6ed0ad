"""How a battle ended: who fell to whom, the best blow, the dice against their odds, and the first win."""

from __future__ import annotations

import io
from fractions import Fraction
from functools import cache
from pathlib import Path

import pygame
import pytest

from game import resources
from game.ai import opponent
from game.kit.facts import AttackMissed, PointsRolled
from game.play.battle_end import (
    EXPECTED,
    LuckReckoning,
    of_side,
    only_flees,
    report_of,
    tell_best_blow,
    tell_fall,
    tell_left,
    tell_luck,
    told_report,
)
from game.play.dice import SeededDice
from game.play.preferences import Preferences, keep_preferences, load_preferences
from game.play.quick_battle import FIRST, QUICK, is_newcomer, quick_battle, remember_won, tell_first_win
from game.play.seating import HUMAN, Player
from game.play.session import Session
from game.play.start import StartRequest, setup_of, sit_down
from game.rules.dice import Tally
from game.rules.events import Changed, Id, RoundBegan, TargetedEvent
from game.rules.match import Answerer, AnyMatch, HouseReferee, Match
from game.rules.odds import odds
from game.rules.questions import DICE, REFEREE, Choose, Seat
from game.rules.registry import names, ruleset
from game.rules.standing import called
from game.rules.state import evolve
from game.rules.table import Board
from game.scene.battle_report import Blow, report
from game.terminal.terminal import Terminal
from game.terminal.text import TextGame
from game.view.panels.face_row import FaceRow
from game.view.widgets.picture_button import PictureButton
from game.window.destinations import Begin, Result, Title
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.result import ResultScreen
from tests.rules.battles import Drawn, begin, brawl, duel
from tests.rulesets.sovereign.kit import Fight
from tests.terminal.text_game import play, table
from tests.window.seated import finish, sit, top
from tests.window.test_title import at_title

ADA, ORC = Id("Ada"), Id("Orc")


def fought_by_strikes() -> tuple[AnyMatch, dict[str, Fraction], dict[str, Fraction]]:
    """A duel to its end by blows that nobody parries; the hits and the harm that were due, by each blow's own odds."""
    match: AnyMatch = begin(duel())
    hits: dict[str, Fraction] = {}
    harm: dict[str, Fraction] = {}
    drawn = Drawn(4)
    while (question := match.pending) is not None:
        key = drawn.answer(match, question)
        if isinstance(question, Choose):
            strikes = [option for option in question.options.singles if option.key.startswith("strike")]
            key = strikes[0].key if strikes else question.idle or key
            if strikes and question.who is not None:
                weighed, target = odds(match, key), strikes[0].target
                assert target is not None
                side = str(question.seat)
                hits[side] = hits.get(side, Fraction(0)) + weighed.hits(question.who)
                harm[side] = harm.get(side, Fraction(0)) + weighed.mean_harm(target)
        match.answer(key)
    return match, hits, harm


def test_what_was_due_is_what_the_odds_of_each_attack_come_to() -> None:
    match, hits, harm = fought_by_strikes()
    luck = LuckReckoning(match)
    while not luck.done:
        luck.advance()
    found = report_of(match)
    assert {side: each.due_hits for side, each in luck.by_side.items()} == hits
    assert {side: each.due_harm for side, each in luck.by_side.items()} == harm
    struck = sum(str(answer).startswith("strike") for answer in match.history)
    assert (
        sum(each.attacks for each in luck.by_side.values()) == struck > sum(e.hits for e in luck.by_side.values()) > 0
    )
    for side, each in luck.by_side.items():
        assert each.harm == sum(deeds.dealt for deeds in of_side(found, side))
        assert f"{each.hits} of {each.attacks} attacks hit, {float(hits[side]):.1f} expected" in tell_luck(
            each, "hp", each.harm
        )
        assert "without" not in tell_luck(each, "hp", each.harm)
        assert tell_luck(each, "hp", each.harm + 3).endswith(" expected, and 3 without an attack")


BOOKS = ["sovereign", "murdham", "glog", "einfelst", "ingenuity"]


@cache
def fought_by_ais(book: str) -> AnyMatch:
    """The quick battle of a book to its end, the same whenever it is fought."""
    wanted = quick_battle(book)
    assert wanted is not None
    setup = setup_of(wanted)
    match: AnyMatch = Match.begin(ruleset(setup.ruleset), setup)
    seats: dict[Seat, Answerer] = {Seat(side.name): opponent("instinct", Seat(side.name)) for side in setup.sides}
    seats |= {DICE: SeededDice(1), REFEREE: HouseReferee()}
    while match.pending is not None:
        answer = seats[match.pending.seat].answer(match, match.pending)
        assert answer is not None
        match.answer(answer)
    return match


@pytest.mark.parametrize("book", BOOKS)
def test_every_attack_upon_others_counts_as_luck_whenever_it_is_resolved(book: str) -> None:
    """Attacks of a swarm come after the turns in which they were decided, and so may others."""
    match = fought_by_ais(book)
    start = match.marks[0]
    outcome = match.ruleset.outcome(start.state, match.state, match.events[start.events :])
    sides = {who: body.side for who, body in (*match.state.combatants.items(), *match.state.gone.items())}
    luck = LuckReckoning(match)
    while not luck.done:
        luck.advance()
    for side, found in luck.by_side.items():
        own = [each for each in outcome.attacks if sides[each.who] == side != sides[each.target]]
        assert (found.attacks, found.hits) == (len(own), sum(each.hit for each in own))
        assert 0 < found.due_hits <= found.attacks


@pytest.mark.parametrize("book", BOOKS)
def test_who_is_out_has_nothing_left_to_spend_and_is_so_once(book: str) -> None:
    match = fought_by_ais(book)
    out = [deeds.standing for deeds in report_of(match).deeds.values() if not deeds.standing.up]
    assert out
    for each in out:
        assert "ready" not in dict(each.facts).values(), each
        told = {"dead", "out", "dying", "unconscious", "mortally injured"} & set(each.words)
        assert not told or "down" not in each.came_out, each


def test_the_best_blow_is_the_whole_of_what_one_attack_cost() -> None:
    match = begin(duel())
    hp = match.state.combatants[ORC].sheet.hp
    events = [
        RoundBegan(1),
        AttackMissed(ADA, ORC),
        Changed(ORC, {"hp": hp - 1}),
        Changed(ORC, {"hp": hp - 3}),
        RoundBegan(2),
        AttackMissed(ADA, ORC),
        Changed(ORC, {"hp": hp - 5}),
        PointsRolled(ORC, "a fall", "d6", (2,), 2, Tally(), 2, "D-8"),
        Changed(ORC, {"hp": 0}),
    ]
    found = report(match.ruleset, match.setup, match.ground, match.state, events)
    assert found.best == Blow(ADA, ORC, 3, False), "neither what came of a fall nor two blows in one"
    assert found.rounds == 2
    assert tell_best_blow(found, "hit points") == "Ada on Orc, 3 hit points"
    assert tell_fall(found, ADA) == ""
    assert tell_left(of_side(found, "blue")) == "0 of 1 left"


def test_who_fell_is_told_with_round_and_foe() -> None:
    match, _, _ = fought_by_strikes()
    found = report_of(match)
    (fall,) = found.falls
    assert fall.by is not None and found.best is not None
    named = found.deeds[fall.by].standing.name
    assert tell_fall(found, fall.who) == f"in round {fall.round}, by {named}"


def test_who_fell_by_a_friends_hand_is_told_so_and_who_was_helped_before_is_not() -> None:
    match = begin(brawl())
    state = match.state
    bodies = [who for who, c in state.combatants.items() if c.side == next(iter(state.combatants.values())).side][:2]
    victim, friend = bodies
    fell = Changed(victim, {"hp": 0})
    struck = report(
        match.ruleset, match.setup, match.ground, state, [RoundBegan(2), AttackMissed(friend, victim), fell]
    )
    name = called(struck.deeds[friend].standing)
    assert tell_fall(struck, victim) == f"in round 2, by {name}, of its own side"
    assert struck.deeds[friend].felled == 0
    itself = PointsRolled(victim, "its own fire", "d6", (1,), 1, Tally(), 1, "D-8", victim)
    burnt = report(match.ruleset, match.setup, match.ground, state, [itself, fell])
    assert tell_fall(burnt, victim) == "before the first round, by its own hand"
    helped = report(match.ruleset, match.setup, match.ground, state, [_Helped(friend, victim), fell])
    assert tell_fall(helped, victim) == "before the first round"


def test_a_battle_that_is_given_up_tells_of_nobody_whom_that_side_does_not_know() -> None:
    """It can still be gone on with: neither the faces, nor their number, nor the dice tell of who lies in ambush."""
    told = []
    for hidden in ((), ("lurker",)):
        foes = {"known": ("bugbear", (9, 9)), **dict.fromkeys(hidden, ("bugbear", (4, 3)))}
        match = Fight({"gisela": (2, 2)}, foes, hidden=hidden).match
        session = Session(match, {Seat("party"): HUMAN, Seat("foes"): Player("ai", "instinct")}, 1, "seeded", Path("x"))
        session.given_up = Seat("party")
        found = told_report(session)
        told.append((list(found.deeds), {key for key in found.throws if key[0] != "party"}, found.falls))
        assert len(report_of(match).deeds) == 2 + len(hidden)
    assert told[0] == told[1]


def test_in_a_terminal_one_gives_up_in_a_word() -> None:
    text = play(table(duel(), "human,instinct"), "give-up")
    assert "The battle is over. You gave up with Red. Blue won: the field is left to them\n" in text
    assert "Red: 1 of 1 left" in text and "Go on with" not in text


class _Helped(TargetedEvent, frozen=True):
    """Somebody helps another."""


@pytest.mark.parametrize("book", ["sovereign", "glog", "murdham"])
def test_a_side_of_which_all_who_stand_are_in_flight_only_flees(book: str) -> None:
    wanted = quick_battle(book)
    assert wanted is not None
    setup = setup_of(wanted)
    match: AnyMatch = Match.begin(ruleset(book), setup)
    side = setup.sides[0].name
    runs = "retreating" if book == "murdham" else "fleeing"
    own = [who for who, c in match.state.combatants.items() if c.side == side]
    state = match.state
    for who in own:
        assert not only_flees(match.ruleset, Board(state, setup, match.ground), side)
        state = evolve(state, Changed(who, {runs: True}))
    assert only_flees(match.ruleset, Board(state, setup, match.ground), side)


def test_the_end_shows_all_of_it_and_one_click_plays_again(app: App) -> None:
    pilot = sit(app, duel(), "red")
    finish(pilot)
    screen = app.top
    assert isinstance(screen, ResultScreen)
    for _ in range(2000):
        pilot.step()
        app.oracle.catch_up()
        if not screen.moving:
            break
    told = [line for _, _, line in screen._lines]
    assert told[0].startswith("Best blow: ")
    assert any(line.startswith("The dice of Red: ") and "expected" in line for line in told)
    assert {row.name for row in screen.group.widgets if isinstance(row, FaceRow)} == {"Red", "Blue"}
    pilot.press("return")
    assert app.top is screen, "nothing is picked out until somebody means it"
    pilot.press("tab")
    assert isinstance(screen.group.focus, PictureButton)
    pilot.press("return")
    assert top(pilot) == "BattleScreen" and pilot.battle.session.people == ("red",)


@pytest.mark.parametrize("scale", [1.0, 1.5])
@pytest.mark.parametrize("size", [(1024, 576), (1280, 720), (1920, 1080)])
def test_the_end_has_room_in_any_window(app: App, cuts: list[str], size: tuple[int, int], scale: float) -> None:
    finish(sit(app, duel(), "red"))
    app.window.size = size
    app.preferences.ui_scale = scale
    app.restyle()
    screen = app.top
    assert isinstance(screen, ResultScreen)
    cuts.clear()
    app.draw()
    assert not cuts
    rects = [widget.rect for widget in screen.group.widgets]
    assert all(screen.rect.contains(rect) for rect in rects)
    assert pygame.Rect((0, 0), app.surface.get_size()).contains(screen.rect)


def test_a_terminal_tells_the_same() -> None:
    session = table(duel(), "human,ai")
    text = play(session, *["1"] * 200)
    assert "The battle is over." in text
    found = report_of(session.match)
    for fall in found.falls:
        assert f"{found.deeds[fall.who].standing.name} fell {tell_fall(found, fall.who)}.\n" in text
    assert f"Best blow: {tell_best_blow(found, 'hit points')}.\n" in text
    assert "The dice of Red: " in text and f"\n{EXPECTED}\n" in text


# --- The first win of a quick battle: kept in the settings, told on the end card and in a terminal, and its effect ---

NEWCOMERS = [name for name in names() if is_newcomer(Preferences(), name)]


def won(file: str, rules: str, by: str = "party") -> Session:
    """A battle of the game's that the other side has given up."""
    session = sit_down(StartRequest(resources.maps() / file, rules=rules), lambda _: None)
    session.given_up = next(Seat(side.name) for side in session.match.setup.sides if side.name != by)
    return session


def test_every_book_has_a_first_battle() -> None:
    assert set(NEWCOMERS) == {"sovereign", "murdham", "glog", "einfelst", "ingenuity"} & set(names())
    assert not is_newcomer(Preferences(), "duel")


@pytest.mark.parametrize("rules", NEWCOMERS)
def test_after_a_win_the_quick_battle_is_against_regulars(app: App, rules: str) -> None:
    for newcomer, level in ((True, "novice"), (False, "instinct")):
        pilot = at_title(app)
        while ruleset(rules).title not in pilot.buttons():
            pilot.click_button("More games")
        tile = next(each for each in app.top.group.widgets if getattr(each, "text", "") == ruleset(rules).title)
        assert ("Novices" in tile.tip) == newcomer
        pilot.click_button(ruleset(rules).title)
        session = pilot.battle.session
        assert [player.level for player in session.players.values() if player.kind == "ai"] == [level]
        session.given_up = Seat("foe")
        assert remember_won(app.preferences, session) == newcomer
        assert load_preferences().quick_won == (rules,), "another window knows of it"


@pytest.mark.parametrize("file", [FIRST, QUICK])
def test_whichever_quick_battle_is_won_first_counts(file: str) -> None:
    kept = Preferences()
    assert remember_won(kept, won(file, "glog"))
    assert not is_newcomer(kept, "glog")
    assert is_newcomer(kept, "murdham"), "each game is begun for itself"
    assert not remember_won(kept, won(file, "glog")), "it is told once"


def test_only_a_win_of_one_person_against_the_computer_counts() -> None:
    kept = Preferences()
    assert not remember_won(kept, won(FIRST, "glog", by="foe"))
    two = won(FIRST, "glog")
    two.players[Seat("foe")] = HUMAN
    assert not remember_won(kept, two)
    assert not remember_won(kept, won("the-toll.toml", "murdham"))
    assert not remember_won(kept, sit_down(quick_battle("glog") or StartRequest(None), lambda _: None))
    assert kept.quick_won == ()


def ended(app: App, session: Session) -> tuple[Pilot, ResultScreen]:
    """The end card of a battle."""
    app.go(Title())
    app.go(Begin(StartRequest(resources.maps() / FIRST, rules=session.match.setup.ruleset)))
    pilot = Pilot(app)
    stage = pilot.battle
    stage.session.given_up = session.given_up
    app.go(Result(stage.session, stage.layers.liveries))
    assert isinstance(app.top, ResultScreen)
    return pilot, app.top


@pytest.mark.parametrize("size", [(1024, 576), (1280, 720)])
@pytest.mark.parametrize("text", [1.0, 1.5])
def test_the_end_card_says_so_and_offers_regulars(
    app: App, cuts: list[str], size: tuple[int, int], text: float
) -> None:
    app.window.size, app.preferences.text = size, text
    app.restyle()
    pilot, card = ended(app, won(FIRST, "sovereign"))
    cuts.clear()
    app.draw()
    assert not cuts
    assert tell_first_win(ruleset("sovereign")) in [line for _, _, line in card._lines]
    buttons = [each.text for each in card.group.widgets if isinstance(each, PictureButton)]
    assert buttons == ["Regular", "Once more", "Another battle"]
    pilot.click_button("Regular")
    session = pilot.battle.session
    assert (session.match.setup.title, session.match.setup.ruleset) == ("The cart at the bend", "sovereign")


def test_a_first_battle_that_was_lost_is_offered_again(app: App) -> None:
    _, card = ended(app, won(FIRST, "sovereign", by="foe"))
    buttons = [each.text for each in card.group.widgets if isinstance(each, PictureButton)]
    assert buttons == ["Once more", "Easier", "Another battle"]
    assert app.preferences.quick_won == ()
    assert not any("first battle" in line for _, _, line in card._lines)


def test_a_terminal_says_so_once_and_how_the_next_is_begun() -> None:
    for told in (True, False):
        out = io.StringIO()
        session = won(FIRST, "glog")
        TextGame(session, Terminal(io.StringIO(), out), chances=False).run()
        assert (tell_first_win(ruleset("glog")) in out.getvalue()) == told
        assert ("Begin with: battlemat text the-cart-at-the-bend --rules glog" in out.getvalue()) == told


def test_what_was_won_in_another_window_stays_won() -> None:
    here, there = load_preferences(), load_preferences()
    here.quick_won = ("glog",)
    keep_preferences(here)
    there.quick_won = ("murdham",)
    keep_preferences(there)
    assert set(load_preferences().quick_won) == {"glog", "murdham"}
