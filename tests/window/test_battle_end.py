"""How a battle ended: who fell to whom, the best blow, dice against odds, the first win; and then harder or easier."""

from __future__ import annotations

import io
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import ClassVar

import msgspec
import pygame
import pytest
from msgspec.structs import replace

from game import resources
from game.ai import opponent
from game.files import saves
from game.kit.facts import AttackMissed, PointsRolled
from game.lab.arena import Fought
from game.lab.difficulty import FoundSquad, Only, SearchStep, foresee_squad, next_difficulty
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
from game.play.session import Session, resumed
from game.play.start import StartRequest, setup_of, sit_down
from game.rules.dice import Tally
from game.rules.events import Changed, Id, RoundBegan, TargetedEvent
from game.rules.match import Answerer, AnyMatch, HouseReferee, Match
from game.rules.odds import odds
from game.rules.questions import DICE, REFEREE, Choose, Seat
from game.rules.registry import names, ruleset
from game.rules.ruleset import BadSetup
from game.rules.setup import Recruit, Setup, SideSetup
from game.rules.standing import called
from game.rules.state import evolve
from game.rules.table import Board
from game.scene.battle_report import Blow, report
from game.terminal import text
from game.terminal.terminal import Terminal
from game.terminal.text import TextGame
from game.view.panels.face_row import FaceRow
from game.view.widgets.picture_button import PictureButton
from game.view.widgets.progress import ProgressBar
from game.view.widgets.widget import Button, Label
from game.window.destinations import Begin, Result, Title
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens import result
from game.window.screens.result import NextDifficultyScreen, ResultScreen
from tests.rules.battles import Drawn, begin, brawl, duel, play_out
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
    assert tell_fall(found, fall.who) == f"fell in round {fall.round}, by {named}"
    deeds = found.deeds[fall.who]
    deeds.standing = replace(deeds.standing, yielded=True)
    assert tell_fall(found, fall.who) == f"gave up in round {fall.round}"


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
    assert tell_fall(struck, victim) == f"fell in round 2, by {name}, of its own side"
    assert struck.deeds[friend].felled == 0
    itself = PointsRolled(victim, "its own fire", "d6", (1,), 1, Tally(), 1, "D-8", victim)
    burnt = report(match.ruleset, match.setup, match.ground, state, [itself, fell])
    assert tell_fall(burnt, victim) == "fell before the first round, by its own hand"
    helped = report(match.ruleset, match.setup, match.ground, state, [_Helped(friend, victim), fell])
    assert tell_fall(helped, victim) == "fell before the first round"


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
        assert f"{found.deeds[fall.who].standing.name} {tell_fall(found, fall.who)}.\n" in text
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


# --- The same battle harder or easier ---

TWO = (Recruit("thief", "Orc", (2, 1)), Recruit("thief"))


class Staged:
    """In place of the process of a search: it tells what the test says."""

    made: ClassVar[list[Staged]] = []

    def __init__(self, setup: Setup, other: str, level: str, only: Only) -> None:
        self.asked = (setup, other, level, only)
        self.step, self.trouble, self.stopped = SearchStep(1, 0), "", False
        self.found: FoundSquad | None = None
        self.news = False
        Staged.made.append(self)

    @property
    def over(self) -> bool:
        """As the real one."""
        return bool(self.trouble) or self.found is not None

    def look(self) -> bool:
        """Whether the test has said something new."""
        news, self.news = self.news, False
        return news

    def stop(self) -> None:
        """Remember it."""
        self.stopped = True

    def tell(self, told: SearchStep | FoundSquad | str) -> None:
        """What is taken in at the next look."""
        self.news = True
        match told:
            case str():
                self.trouble = told
            case FoundSquad():
                self.found = told
            case _:
                self.step = told


def found(*, reached: bool, won: int = 7) -> FoundSquad:
    """Another thief, with whom so many of twenty were won."""
    ended = (Fought(n, 1, False, False, "red" if n < won else "blue", None, "it fell", 3, 40) for n in range(20))
    return FoundSquad(TWO, "one Thief more", tuple(ended), reached)


class Won(Session):
    """A battle that ended as the test says."""

    by: Seat | None = None

    @property
    def winner(self) -> Seat | None:
        """Whoever it is."""
        return self.by


def over(setup: Setup, *people: str, winner: str | None = "red", difficulty: str = "") -> Session:
    """A battle that has ended so."""
    seats = {Seat(side.name): HUMAN if side.name in people else Player("ai", "instinct") for side in setup.sides}
    if "referee" in people:
        seats[REFEREE] = HUMAN
    session = Won(begin(setup), seats, 5, "seeded", Path("over.save"), difficulty=difficulty)
    session.by = None if winner is None else Seat(winner)
    return session


@pytest.mark.parametrize(
    ("winner", "difficulty", "offered", "only", "why_not"),
    [
        ("red", "", "harder", "stronger", ""),
        ("red", "easier", "even", "stronger", ""),
        ("red", "harder", "harder", "stronger", "It is harder already"),
        ("blue", "", "easier", "weaker", ""),
        ("blue", "harder", "even", "weaker", ""),
        ("blue", "easier", "easier", "weaker", "It is easier already"),
        (None, "even", "easier", "weaker", ""),
        ("red", "of a version to come", "harder", "stronger", ""),
    ],
)
def test_who_has_won_is_offered_the_next_step_up_and_others_the_next_one_down(
    winner: str | None, difficulty: str, offered: str, only: str, why_not: str
) -> None:
    wanted = next_difficulty(over(duel(), "red", "referee", winner=winner, difficulty=difficulty))
    assert (wanted.difficulty, wanted.other, wanted.only, wanted.why_not) == (offered, "blue", only, why_not)
    assert wanted.title == ("Harder" if only == "stronger" else "Easier")


def test_a_battle_that_has_no_difficulty_says_why() -> None:
    assert next_difficulty(over(duel(), "red", "blue")).why_not == "Only with one person"
    assert next_difficulty(over(duel())).why_not == "Only with one person"
    third = SideSetup("green", (Recruit("thief", "Eve", (4, 3)),))
    three = replace(duel(), sides=(*duel().sides, third))
    assert next_difficulty(over(three, "red")).why_not == "Only with two sides"
    assert next_difficulty(over(replace(duel(), lesson="none.toml"), "red")).why_not == "A lesson stays as it is"


@pytest.fixture
def pilot(app: App, monkeypatch: pytest.MonkeyPatch) -> Pilot:
    """A battle that a person has fought to its end."""
    monkeypatch.setattr(result, "SearchProcess", Staged)
    Staged.made = []
    found = sit(app, duel(), "red")
    finish(found)
    assert top(found) == "ResultScreen"
    return found


def said(app: App) -> str:
    """What the search tells."""
    return " | ".join(widget.text for widget in app.top.group.widgets if isinstance(widget, Label))


def step(app: App) -> str:
    """Which step is offered at the end."""
    (text,) = {each.text for each in app.top.group.widgets if isinstance(each, PictureButton)} & {"Harder", "Easier"}
    return text


def able(app: App) -> dict[str, bool]:
    """The buttons of the search, and whether they can be pressed."""
    return {each.text: each.enabled for each in app.top.group.widgets if isinstance(each, Button)}


def test_the_same_battle_begins_with_the_foes_that_were_found(app: App, pilot: Pilot, cuts: list[str]) -> None:
    before = pilot.battle.session
    pilot.click_button(step(app))
    (made,) = Staged.made
    up = before.winner == "red"
    assert made.asked == (before.match.setup, "blue", *(("harder", "stronger") if up else ("easier", "weaker")))
    assert able(app) == {"Begin": True, "Back": True}, "one may begin at once, as strengths foresee it"
    assert "by the strengths of its units your side wins" in said(app)
    assert app.top.moving
    made.tell(SearchStep(2, 30, found(reached=False, won=12)))
    pilot.step()
    (bar,) = (widget for widget in app.top.group.widgets if isinstance(widget, ProgressBar))
    assert (bar.share(), bar.text) == (0.1875, "Quick battle 30 of 160 at most")
    app.draw()
    made.tell(found(reached=True))
    pilot.step()
    assert made.stopped
    assert "your side won 7 of 20 battles between computers, and may win 18 to 57 in 100. | One Thief more." in said(
        app
    )
    app.draw()
    assert not cuts
    pilot.press("return")
    session = pilot.battle.session
    assert session is not before and session.match.setup.side("blue").squad == TWO
    assert session.people == ("red",) and session.difficulty == made.asked[2]
    session.write_autosave()
    assert resumed(session.autosave).difficulty == made.asked[2]
    assert session.again(session.players).difficulty == made.asked[2]


def test_whoever_does_not_want_to_wait_begins_as_strengths_foresee_it(app: App, pilot: Pilot) -> None:
    before = pilot.battle.session.match.setup
    pilot.click_button(step(app))
    (made,) = Staged.made
    made.tell(SearchStep(2, 30, found(reached=False)))
    pilot.step()
    pilot.click_button("Begin")
    assert made.stopped and top(pilot) == "BattleScreen"
    squad = pilot.battle.session.match.setup.side("blue").squad
    assert squad == foresee_squad(before, "blue", made.asked[2], only=made.asked[3]).squad != before.side("blue").squad


def test_a_search_that_is_left_or_fails_changes_nothing(app: App, pilot: Pilot) -> None:
    pilot.click_button(step(app))
    pilot.press("escape")
    assert Staged.made[-1].stopped and isinstance(app.top, ResultScreen)
    pilot.click_button(step(app))
    Staged.made[-1].tell("The quick battles could not be fought.")
    pilot.step()
    assert "The quick battles could not be fought." in said(app)
    assert able(app) == {"Begin": False, "Back": True}
    pilot.press("return")
    assert isinstance(app.top, ResultScreen)


def test_what_is_missed_is_said_before_it_begins(app: App, pilot: Pilot) -> None:
    pilot.click_button(step(app))
    made = Staged.made[-1]
    made.tell(found(reached=False, won=3))
    pilot.step()
    assert isinstance(app.top, NextDifficultyScreen)
    assert (
        f"Nothing nearer to {made.asked[2]} was found: your side won 3 of 20 battles between computers, "
        "and may win 5 to 36 in 100" in said(app)
    )


def test_in_each_other_s_places_nobody_has_asked_for_a_difficulty(app: App, pilot: Pilot) -> None:
    pilot.battle.session.difficulty = "harder"
    pilot.click_button("Swap sides")
    assert pilot.battle.session.people == ("blue",)
    assert not pilot.battle.session.difficulty


@pytest.mark.parametrize("size", [(1024, 576), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("difficulty", ["", "easier", "harder"])
def test_the_step_has_room_at_the_end(
    app: App, pilot: Pilot, cuts: list[str], size: tuple[int, int], difficulty: str
) -> None:
    top_screen = app.top
    assert isinstance(top_screen, ResultScreen)
    top_screen.session.difficulty = difficulty
    top_screen.following = next_difficulty(top_screen.session)
    app.window.size = size
    app.restyle()
    cuts.clear()
    app.draw()
    assert not cuts


def test_a_save_of_before_there_was_a_difficulty_goes_on(app: App, pilot: Pilot) -> None:
    session = pilot.battle.session
    session.difficulty = "harder"
    path = session.save_beside(Path("now.save"))
    document = msgspec.json.decode(path.read_bytes())
    assert document["payload"]["seats"].pop("difficulty") == "harder"
    payload = msgspec.json.encode(document["payload"])
    document["checksum"] = saves._checksum(payload)
    before = Path("before.save")
    before.write_bytes(msgspec.json.encode({**document, "payload": msgspec.Raw(payload)}))
    assert resumed(path).difficulty == "harder"
    old = resumed(before)
    assert not old.difficulty and next_difficulty(old).difficulty in ("harder", "easier")
    session.load(before)
    assert not session.difficulty


def test_what_was_asked_for_reaches_the_battle() -> None:
    wanted = StartRequest("gatehouse", rules="sovereign", difficulty="easier")
    assert sit_down(wanted, lambda _: None).difficulty == "easier"


# ------------------------------------------------------------------ in a terminal


def typed(session: Session, *lines: str, resume: str = "") -> tuple[str, Session | None]:
    """What a terminal tells after a battle that is over, and what is played next."""
    play_out(session.match)
    out = io.StringIO()
    terminal = Terminal(io.StringIO("".join(f"{line}\n" for line in lines)), out)
    following = TextGame(session, terminal, chances=False, resume=resume).run()
    return out.getvalue().split("The battle is over.")[1], following


def test_a_terminal_offers_the_battle_once_more_or_a_step_harder() -> None:
    told, following = typed(over(duel(), "red"), "again")
    assert "again: once more, with other dice. harder: with more or stronger foes. Enter leaves." in told
    assert following is not None and following.match.setup == duel() and following.match.history == []
    assert following.difficulty == ""


@pytest.mark.parametrize("line", ["", "easier", "what"])
def test_whoever_types_anything_else_in_a_terminal_leaves(line: str) -> None:
    assert typed(over(duel(), "red"), line)[1] is None


def test_a_battle_that_is_a_part_of_something_is_not_offered_once_more() -> None:
    told, following = typed(over(duel(), "red"), "again", resume="battlemat expedition heron")
    assert "again:" not in told and following is None


def test_where_nobody_sits_at_a_terminal_nothing_is_offered() -> None:
    assert "again:" not in typed(over(duel()))[0]


def test_a_step_that_can_not_be_is_not_offered_in_a_terminal() -> None:
    told, following = typed(over(duel(), "red", difficulty="harder"), "harder")
    assert "dice. Enter leaves." in told and following is None


def test_a_terminal_plays_on_with_the_foes_that_were_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def foreseen(setup: Setup, other: str, difficulty: str, *, only: Only) -> FoundSquad:
        assert (setup, other, difficulty, only) == (duel(), "blue", "harder", "stronger")
        return found(reached=True)

    monkeypatch.setattr(text, "foresee_squad", foreseen)
    told, following = typed(over(duel(), "red"), "harder")
    assert (
        "Harder: your side won 7 of 20 battles between computers, and may win 18 to 57 in 100. One Thief more." in told
    )
    assert following is not None and following.match.setup.side("blue").squad == TWO
    assert following.difficulty == "harder"


def test_a_terminal_says_why_nobody_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> FoundSquad:
        raise BadSetup("nobody can fight here")

    monkeypatch.setattr(text, "foresee_squad", refuse)
    told, following = typed(over(duel(), "red"), "harder")
    assert "nobody can fight here" in told and following is None
