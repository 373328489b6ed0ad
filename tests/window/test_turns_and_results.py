"""What is asked before a side's turn ends, who is taken in place of whom, and how a battle ended."""

from __future__ import annotations

import pygame
import pytest
from msgspec.structs import replace

from game.kit.testing.fight import OPEN
from game.play.battle_end import report_of, tell_rounds
from game.play.folders import state_folder
from game.play.seating import HUMAN, Player
from game.play.session import Session
from game.rules.questions import ENDING, Menu, Refusal, Seat
from game.rules.setup import Recruit, Setup, SideSetup
from game.scene.choosing import Choosing
from game.view.board.tokens import liveries_of
from game.view.widgets.forms import ListBox, ListRow
from game.view.widgets.widget import Button
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.result import ResultScreen
from tests.rules.battles import begin, duel, play_out
from tests.window.seated import finish, sit, top


def two_and_a_foe() -> Setup:
    """Two bandits of sovereign, where it is chosen who acts, and a third far off."""
    squad = (Recruit("bandit", "Ann", (2, 2)), Recruit("bandit", "Bea", (2, 6)))
    foe = (Recruit("bandit", "Cid", (20, 9)),)
    return Setup("sovereign", OPEN, (SideSetup("party", squad, party=True), SideSetup("foe", foe)))


def asked_who_acts(app: App) -> Pilot:
    """The party has the first turn, and says who acts."""
    pilot = sit(app, two_and_a_foe(), "party")
    question = pilot.wait_until_asked()
    assert question is not None and question.kind == "pick"
    return pilot


def test_one_key_ends_no_sides_turn_while_somebody_could_act(app: App) -> None:
    app.preferences.warn_end = True
    pilot = asked_who_acts(app)
    before = len(pilot.battle.session.match.history)
    pilot.press("space")
    assert top(pilot) == "SureScreen"
    assert "Still to act: Ann 1, Bea 2" in app.top.text  # type: ignore[attr-defined]
    pilot.press("space")  # once too often: it stands on "No"
    assert pilot.at_battle
    assert len(pilot.battle.session.match.history) == before
    pilot.press("space")
    pilot.click_button("Yes")
    assert len(pilot.battle.session.match.history) > before


def test_where_the_rules_let_no_turn_end_the_key_for_it_says_why(app: App) -> None:
    pilot = asked_who_acts(app)
    asked, before = pilot.battle.asked, len(pilot.battle.session.match.history)
    assert asked is not None
    choosing = asked.choosing
    running = [option for option in choosing.question.options.singles if not option.ends]
    why = Refusal("End the side's turn", "Ann runs first", "E-89", ENDING)
    question = replace(choosing.question, options=Menu(running), refused=lambda: (why,))
    asked.choosing = Choosing(question, choosing.scene)
    pilot.press("space")
    assert app.notice == "End the side's turn: Ann runs first."
    assert pilot.at_battle and len(pilot.battle.session.match.history) == before


def test_a_ready_friend_is_taken_in_place_of_whoever_was_as_long_as_nothing_was_done(app: App) -> None:
    pilot = asked_who_acts(app)
    battle = pilot.battle
    named = {token.standing.name: token.id for token in battle.scene.tokens.values()}
    ann, bea = named["Ann"], named["Bea"]
    pilot.choose(ann)
    pilot.wait_until_asked()
    assert battle.active == ann
    pilot.click_spot(battle.scene.tokens[bea].middle)
    pilot.wait_until_asked()
    assert battle.active == bea
    pilot.choose("prone")
    pilot.wait_until_asked()
    pilot.click_spot(battle.scene.tokens[ann].middle)
    pilot.wait_until_asked()
    assert battle.active == ann
    assert "prone" in [mark.word for mark in battle.scene.tokens[bea].standing.marks], "which stands"


def test_a_defeat_is_called_one(app: App) -> None:
    match = play_out(begin(duel()))
    assert match.state.verdict is not None
    won = match.state.verdict.winner
    assert won is not None
    lost = "blue" if won == "red" else "red"
    titles, told = {}, f"{match.state.verdict.why}, {tell_rounds(report_of(match))}"
    for people in ((won,), (lost,), (won, lost), ()):
        seats = {Seat(side): HUMAN if side in people else Player("ai", "instinct") for side in (won, lost)}
        session = Session(match, seats, 5, "seeded", state_folder("autosaves") / "battle-5.save")
        screen = ResultScreen(app, session, liveries_of(session.match))
        titles[people] = screen.title, screen.why.removesuffix(told)
    named = f"{won.capitalize()} won"
    assert titles == {
        (won,): (f"You won with {won.capitalize()}", ""),
        (lost,): (f"You lost with {lost.capitalize()}", f"{named}: "),
        (won, lost): (named, ""),
        (): (named, ""),
    }


def test_the_pause_menu_gives_up_and_quits_when_one_is_sure(app: App) -> None:
    pilot = sit(app, duel(), "red")
    pilot.wait_until_asked()
    battle = pilot.battle
    for button in ("Give up", "Quit"):
        pilot.press("escape")
        pilot.click_button(button)
        assert top(pilot) == "SureScreen"
        pilot.click_button("No")
        while not pilot.at_battle:
            pilot.press("escape")
    assert not battle.session.ended
    pilot.press("escape")
    pilot.click_button("Give up")
    pilot.click_button("Yes")
    screen = app.top
    assert isinstance(screen, ResultScreen)
    assert (screen.title, screen.why.split(":")[0]) == ("You gave up with Red", "Blue won")
    assert battle.session.defeat and not battle.session.match.over
    answers = len(battle.session.match.history)
    pilot.click_button("Look at the field")
    for _ in range(30):
        pilot.step()
    assert battle.asked is None and len(battle.session.match.history) == answers, "nothing goes on"
    pilot.click_button("Result")
    assert top(pilot) == "ResultScreen"


def test_where_nothing_is_left_but_to_flee_the_end_is_offered_once(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.window.screens.battle.only_flees", lambda rules, board, side: True)
    pilot = sit(app, duel(), "red")
    for _ in range(200):
        pilot.step()
        if top(pilot) == "SureScreen":
            break
    pilot.click_button("No")
    battle = pilot.battle
    assert battle.asked is not None
    pilot.choose(battle.asked.choosing.question.options.singles[0].key)
    pilot.wait_until_asked()
    assert top(pilot) != "SureScreen", "it is offered once"


def test_the_result_can_be_looked_at_again(app: App) -> None:
    pilot = sit(app, duel(), "red")
    finish(pilot)
    pilot.click_button("Look at the field")
    assert pilot.at_battle
    pilot.click_button("Result")
    assert top(pilot) == "ResultScreen"
    pilot.click_button("Another battle")
    assert top(pilot) == "SetupScreen"


def test_the_result_tells_who_did_what_and_leads_to_a_rematch(app: App) -> None:
    pilot = sit(app, duel(), "red")
    finish(pilot)
    assert top(pilot) == "ResultScreen"
    report = getattr(app.top, "report", None)
    assert report is not None
    assert sum(deeds.taken for deeds in report.deeds.values()) > 0
    assert sum(deeds.dealt for deeds in report.deeds.values()) <= sum(deeds.taken for deeds in report.deeds.values())
    pilot.click_button("Swap sides")
    battle = pilot.battle
    assert battle.session.people == ("blue",)
    assert not battle.session.match.over


def test_no_stray_key_takes_the_result_away_until_a_button_is_picked_out(app: App) -> None:
    pilot = sit(app, duel(), "red")
    finish(pilot)
    screen = app.top
    for key in ("return", "space", "1", "x", "e"):
        pilot.press(key)
        assert app.top is screen and screen.group.focus is None
    pilot.press("tab")
    assert isinstance(screen.group.focus, Button) and screen.group.focus.text == "Once more"
    pilot.press("return")
    assert top(pilot) == "BattleScreen"


@pytest.mark.parametrize(("size", "shown"), [((1920, 1080), 9), ((1280, 720), 6), ((1280, 580), 3)])
def test_the_result_lists_as_many_as_the_window_has_room_for(
    app: App, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], shown: int
) -> None:
    pilot = sit(app, duel(), "red")
    finish(pilot)
    screen = app.top
    assert isinstance(screen, ResultScreen)
    monkeypatch.setattr(screen, "_rows", lambda: [ListRow(f"Number {n}") for n in range(12)])
    app.window.size = size
    app.step(0.02, [])
    screen.layout(app.surface.get_size())
    listed = next(widget for widget in screen.group.widgets if isinstance(widget, ListBox))
    assert (app.surface.get_size(), listed.rect.height // screen.look.px(44)) == (size, shown)
    assert pygame.Rect((0, 0), size).contains(screen.rect)
    assert not any(listed.rect.colliderect(each.rect) for each in screen.group.widgets if isinstance(each, Button))


def test_nobody_leaves_for_good_by_one_click(app: App) -> None:
    app.preferences.ask_leaving = True
    squad = (Recruit("bandit", "Ann", (0, 0)), Recruit("bandit", "Bea", (2, 6)))
    foe = SideSetup("foe", (Recruit("bandit", "Cid", (20, 9)),))
    pilot = sit(app, Setup("sovereign", OPEN, (SideSetup("party", squad, party=True), foe)), "party")
    pilot.wait_until_asked()
    ann = next(token.id for token in pilot.battle.scene.tokens.values() if token.standing.name == "Ann")
    pilot.choose(ann)
    pilot.wait_until_asked()
    choosing = pilot.battle.choosing
    assert choosing is not None
    pilot.press_verb(next(verb for verb in choosing.verbs if verb.word == "leave"))
    assert top(pilot) == "SureScreen"
    assert app.top.text == "Ann 1 takes no further part in this battle."  # type: ignore[attr-defined]
    pilot.click_button("No")
    assert ann in pilot.battle.session.match.state.combatants
    pilot.press_verb(next(verb for verb in choosing.verbs if verb.word == "leave"))
    pilot.click_button("Yes")
    pilot.wait_until_asked()
    assert ann not in pilot.battle.session.match.state.combatants


def test_arrows_go_from_row_to_row_of_the_result(app: App) -> None:
    pilot = sit(app, duel(), "red")
    finish(pilot)
    pilot.wait_until(lambda: isinstance(app.top, ResultScreen), "the result is shown")
    app.draw()
    met = []
    for key in ("right", "right", "down", "left", "up"):
        pilot.press(key)
        met.append(app.top.group.focus)
    assert all(isinstance(each, Button) for each in met)
    tops = [each.rect.top for each in met if each is not None]
    assert tops[0] == tops[1] == tops[4] < tops[2] == tops[3]
