"""A deed that was picked is aimed by itself where it is plain at whom, in every book, by keys and by gamepad."""

from __future__ import annotations

from functools import cache

import pytest

from game.lab.minds import all_by_instinct
from game.play.folders import state_folder
from game.play.seating import HUMAN
from game.play.session import Session
from game.play.start import StartRequest, find_file, read_setup
from game.rules.events import Id
from game.rules.match import AnyMatch, Match
from game.rules.questions import Choose, Seat
from game.rules.registry import ruleset
from game.rules.standing import called
from game.scene.board_geometry import Pointed
from game.window.battle.board_clicks import meant_by
from game.window.battle.dock import how_to_point
from game.window.battle.stage import LastStruck
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.battle import BattleScreen
from tests.rules.battles import begin, duel
from tests.window.staged import stage_of
from tests.window.test_turn_flow import BOOKS


def aimed_at(match: AnyMatch, verb: str) -> list[Id]:
    """The foes at whom something can be aimed now, those who stand; empty where it can be aimed at friends too."""
    asked = match.pending
    assert isinstance(asked, Choose) and asked.who is not None
    side = match.board.now(asked.who).side
    found = [option.target for option in asked.options.singles if option.verb == verb and option.target is not None]
    foes = [who for who in dict.fromkeys(found) if match.board.now(who).side != side]
    if len(foes) < len(set(found)) or any(family.verb == verb for family in asked.options.families):
        return []
    return [who for who in foes if match.ruleset.standing(match.board, who).up]


@cache
def attacking(rules: str, *, several: bool) -> tuple[AnyMatch, str, list[Id]]:
    """A battle in which somebody may attack one foe, or one of ``several``; the verb, and these foes."""
    setup = read_setup(find_file("gatehouse"), StartRequest("gatehouse", rules))
    attacks = [deed.verb for deed in ruleset(rules).deeds if deed.sort == "attack"]
    for seed in range(3, 9):
        match: AnyMatch = Match.begin(ruleset(rules), setup)
        seats = all_by_instinct(setup, seed)
        while (asked := match.pending) is not None:
            if isinstance(asked, Choose) and asked.kind == "act" and asked.who is not None:
                for verb in attacks:
                    foes = aimed_at(match, verb)
                    if len(foes) > 1 if several else len(foes) == 1:
                        return match, verb, foes
            answer = seats[asked.seat].answer(match, asked)
            assert answer is not None
            match.answer(answer)
    raise AssertionError("nobody may")


def seated(app: App, match: AnyMatch) -> Pilot:
    """A battle on the screen in which people play all sides."""
    seats = {Seat(side.name): HUMAN for side in match.setup.sides}
    app.replace(
        BattleScreen(app, Session(match.fork(), seats, 5, "seeded", state_folder("autosaves") / "battle-5.save"), None)
    )
    pilot = Pilot(app)
    pilot.wait_until_asked()
    return pilot


def on_screen(app: App, match: AnyMatch, verb: str) -> Pilot:
    """Such a battle, with the verb picked by its keys."""
    pilot = seated(app, match)
    assert pilot.battle.choosing is not None
    pilot.press_verb(next(each for each in pilot.battle.choosing.verbs if each.word == verb))
    return pilot


@pytest.mark.parametrize("rules", BOOKS)
def test_where_one_foe_can_be_struck_enter_alone_confirms_it(app: App, rules: str) -> None:
    match, verb, (foe,) = attacking(rules, several=False)
    pilot = on_screen(app, match, verb)
    preview = pilot.battle.panels.laid.preview
    assert pilot.battle.view.cursor is not None and pilot.battle.view.cursor.token == foe
    assert preview is not None and preview.option.target == foe, "what it comes to is told"
    before = len(pilot.battle.session.match.history)
    pilot.press_control("confirm")
    for _ in range(3):
        if pilot.battle.prompt is not None and pilot.battle.prompt.cancel:  # with which weapon
            assert all(option.target in (None, foe) for option in pilot.battle.prompt.options)
            pilot.press("1")
    assert len(pilot.battle.session.match.history) > before


@pytest.mark.parametrize("rules", BOOKS)
def test_of_several_foes_the_one_is_aimed_at_that_was_struck_last_or_is_pointed_at(app: App, rules: str) -> None:
    match, verb, foes = attacking(rules, several=True)
    pilot = on_screen(app, match, verb)
    stage, choosing = pilot.battle, pilot.battle.choosing
    assert choosing is not None
    picked = choosing.verb
    assert picked is not None
    scene = stage.scene
    for foe in foes:
        stage.view.cursor, stage.struck = None, LastStruck(Id("somebody"), foe, 1)
        assert meant_by(stage, picked) == scene.aim_at_token(foe)
    stage.view.cursor = scene.aim_at_token(foes[0])
    assert meant_by(stage, picked) == stage.view.cursor, "it is pointed at now"
    stage.view.cursor = stage.struck = None
    assert meant_by(stage, picked) is None


def test_a_line_says_who_is_aimed_at_and_what_confirms_it() -> None:
    stage = stage_of(begin(duel()))
    choosing = stage.choosing
    assert choosing is not None
    verb = next(verb for verb in choosing.verbs if any(option.target for option in verb.options) and not verb.lone)
    choosing.take(verb)
    aim = meant_by(stage, verb)
    token = stage.scene.token(aim)
    assert token is not None
    assert how_to_point(choosing, stage.view.keys, token) == f"{called(token.standing)} (Enter; Esc: back)"
    assert how_to_point(choosing, stage.view.keys, None).startswith("point at a target")


def test_the_cursor_stays_on_the_foe_struck_while_the_same_turn_can_strike_it_again(app: App) -> None:
    match, verb, foes = attacking("ingenuity", several=True)
    pilot = on_screen(app, match, verb)
    stage, scene, who = pilot.battle, pilot.battle.scene, pilot.battle.active
    assert stage.view.cursor is None and who is not None, "there are several"
    own = scene.aim_at_token(who)

    def asked_again(last: LastStruck) -> Pointed | None:
        """Where the cursor is once the next question is asked after somebody was struck."""
        stage.view.cursor, stage.struck = own, last
        stage.forget_question()
        pilot.wait_until_asked()
        return stage.view.cursor

    assert asked_again(LastStruck(who, foes[1], scene.round + 1)) == own
    assert asked_again(LastStruck(foes[0], foes[1], scene.round)) == own
    assert asked_again(LastStruck(who, foes[1], scene.round)) == scene.aim_at_token(foes[1])
    pilot.press("right")
    assert stage.view.cursor == scene.aim_at((own.cell[0] + 1, own.cell[1])), "one walks from where one is"


def test_whom_an_answer_strikes_is_kept_in_mind(app: App) -> None:
    match, verb, foes = attacking("ingenuity", several=True)
    pilot = on_screen(app, match, verb)
    stage, who = pilot.battle, pilot.battle.active
    pilot.press("tab")
    pilot.press("return")
    if stage.prompt is not None and stage.prompt.cancel:
        pilot.press("1")  # in which of several ways
    assert stage.struck is not None and stage.struck.who == who and stage.struck.foe in foes
