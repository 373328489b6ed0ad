"""What foes could hit: told by the rules, worked out once for a moment, drawn for all or one, and kept secret."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.play.folders import state_folder
from game.play.seating import HUMAN
from game.play.session import Session
from game.play.threat import NO_THREAT, threat_of
from game.play.workers import BackgroundThread
from game.rules.events import Id
from game.rules.match import AnyMatch, Match
from game.rules.questions import Choose, Roll, Seat
from game.rules.registry import ruleset
from game.rules.setup import Recruit
from game.scene.playhead import Playhead
from game.view.widgets.theme import Typography
from game.view.widgets.widget import Button
from game.window.battle.arrange import top_buttons
from game.window.battle.draw_threats import (
    STRIKERS_AWAITED,
    foes_of,
    singled_out,
    tell_strikers,
    tell_threats,
    would_strike,
)
from game.window.battle.input import BattleInput
from game.window.battle.stage import Stage
from game.window.battle.threats import Threats
from game.window.loop import App
from tests.rules.battles import begin, duel
from tests.window.seated import sit
from tests.window.staged import SIZE, Alone, Heard, drawn, press
from tests.window.test_secrecy import FOES, LURKER, Twins, battle
from tests.window.test_secrecy import twins as twins  # a fixture

COLETTE, WARRIOR, ARCHER = Id("colette"), Id("skeletal-warrior-1"), Id("skeletal-archer-1")

NEAR = (Recruit("skeletal-warrior", "", (6, 5)), Recruit("skeletal-archer", "", (14, 4)))


def party_asked(*foes: Recruit) -> AnyMatch:
    """A battle at the question what somebody of the party does."""
    match: AnyMatch = Match.begin(ruleset("sovereign"), battle(*foes))
    for _ in range(40):
        asked = match.pending
        if isinstance(asked, Roll):
            match.answer(tuple(8 if asked.who is None else 4 for _ in range(asked.dice.count("d"))))
        elif isinstance(asked, Choose) and asked.seat == "party" and asked.kind == "act":
            return match
        elif isinstance(asked, Choose):
            wanted = ("colette", "end", "done", asked.idle)
            match.answer(next(key for key in wanted if asked.options.get(key) is not None))
    raise AssertionError("the party is not asked")


def stage_of(match: AnyMatch, *people: str) -> Stage:
    """On the screen, with these sides played by people."""
    seats = {Seat(side): HUMAN for side in people}
    session = Session(match, seats, 5, "seeded", state_folder("autosaves") / "battle.save")
    stage = Stage(session, None, Alone(), Typography(), SIZE)
    stage.fit(stage.view.look, SIZE)
    stage.view.head.skip()
    question = match.pending
    assert isinstance(question, Choose)
    stage.open_question(question)
    return stage


@pytest.fixture
def stage(letters: None) -> Stage:
    return stage_of(party_asked(*NEAR, LURKER), "party")


def test_a_swordsman_hits_what_he_walks_and_charges_to(stage: Stage) -> None:
    match = stage.session.match
    threat = threat_of(match, stage.scene.board, WARRIOR, {})
    assert (6, 5) in threat.goes
    assert {(7, 5), (2, 4), (12, 5)} <= threat.hits, "beside it, after a run, at the end of a charge"
    assert (15, 9) not in threat.hits, "behind the wall of the dark room"


def test_each_moment_is_worked_out_once_and_only_for_whom_it_is_asked() -> None:
    match = party_asked(*NEAR)
    thinker = Counting("odds")
    threats, head = Threats(match, thinker), Playhead(match, Seat("party"))
    head.skip()
    foes = [token for token in head.scene.tokens.values() if token.side == "foe"]
    assert set(threats.of(head.scene, "party", foes)) == {WARRIOR, ARCHER}
    threats.of(head.scene, "party", foes)
    assert thinker.asked == 2
    assert threats.upon(head.scene, "party", COLETTE, (5, 5), foes) == [WARRIOR, ARCHER]
    assert thinker.asked == 4
    match.answer("run 1,1")
    head.skip()
    threats.of(head.scene, "party", foes[:1])
    assert thinker.asked == 5, "a new moment"


class Counting(BackgroundThread):
    """Counts what it is asked."""

    asked = 0

    def ask(self, work: Callable[[], object]) -> object:  # type: ignore[override]
        self.asked += 1
        return super().ask(work)


def test_who_has_no_turn_to_come_threatens_nothing(stage: Stage) -> None:
    board = stage.scene.board
    fallen = board.moment(stage.session.match.ruleset.hypothetical_turn(board, COLETTE, {}))
    assert threat_of(begin(duel()), begin(duel()).board, Id("Orc"), {}) == NO_THREAT, "a game that tells of none"
    assert threat_of(stage.session.match, fallen, WARRIOR, {}).hits


def test_the_key_and_the_button_turn_it_on_and_it_is_drawn(stage: Stage) -> None:
    hands = BattleInput(stage, Heard())
    plain = drawn(stage)
    press(hands, stage, "threats")
    assert stage.view.show_threats and drawn(stage) != plain
    assert tell_threats(stage.view, stage.asked, stage.panels) == [
        "Hatched: what foes could hit in a turn, the closer the more of them"
    ]
    (button,) = [each for each in top_buttons(stage, Heard()) if getattr(each, "text", "") == "Threats"]
    assert isinstance(button, Button) and button.shortcut == "X"
    button.click(button.rect.center)
    assert (stage.view.show_threats, drawn(stage)) == (False, plain)


def test_one_alone_is_shown_while_it_is_pointed_at_or_kept(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = Heard()
    hands = BattleInput(stage, heard)
    stage.view.toggle_threats()
    everybody = drawn(stage)
    stage.view.hover = stage.scene.aim_at_token(WARRIOR)
    assert singled_out(stage.view, stage.asked, stage.panels) == WARRIOR and drawn(stage) != everybody
    stage.view.hover = stage.scene.aim_at_token(COLETTE)
    assert singled_out(stage.view, stage.asked, stage.panels) is None, "one's own are no foes"
    stage.view.hover = None
    monkeypatch.setattr("pygame.key.get_mods", lambda: pygame.KMOD_SHIFT)
    pixel = stage.view.camera.pixel(stage.scene.tokens[WARRIOR].middle)
    stage.view.camera.look_at(stage.scene.tokens[WARRIOR].middle)
    pixel = stage.view.camera.pixel(stage.scene.tokens[WARRIOR].middle)
    hands.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=pixel, button=1))
    assert stage.view.kept_foe == singled_out(stage.view, stage.asked, stage.panels) == WARRIOR
    assert tell_threats(stage.view, stage.asked, stage.panels)[0].startswith(
        "Hatched: what Skeletal warrior 1 could hit"
    )
    hands.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=pixel, button=1))
    assert not heard.said
    assert singled_out(stage.view, stage.asked, stage.panels) is None


def test_the_end_of_a_way_tells_who_could_hit_there(stage: Stage) -> None:
    found = would_strike(stage.view, stage.asked, (5, 5))
    assert found is not None and {token.id for token in found} == {WARRIOR, ARCHER}
    (fact,) = tell_strikers(stage.view, stage.asked, (5, 5))
    assert fact.text == "2 could hit you there"
    stage.view.names = True
    (fact,) = tell_strikers(stage.view, stage.asked, (5, 5))
    assert fact.text == "2 could hit you there: Skeletal warrior 1, Skeletal archer 1", "with all told, who"
    away = stage_of(party_asked(Recruit("skeletal-warrior", "", (15, 9))), "party")
    for told, said in (((ARCHER,), ", Skeletal warrior 1 among them"), ((ARCHER, WARRIOR), "")):
        (fact,) = tell_strikers(stage.view, stage.asked, (5, 5), told=told)
        assert fact.text == f"2 could hit you there{said}", "of the others a line of their own tells"
    (fact,) = tell_strikers(away.view, away.asked, (1, 1))
    assert fact.text == "No foe you know of could hit you there"


def test_as_long_as_it_is_not_known_who_could_hit_there_that_is_said(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stage.view.threats, "upon", lambda *asked: None)
    (fact,) = tell_strikers(stage.view, stage.asked, (5, 5))
    assert fact.text == STRIKERS_AWAITED
    assert tell_strikers(stage.view, None, (5, 5)) == [], "nobody goes anywhere"


def test_who_stands_in_the_way_there_is_in_the_way(stage: Stage) -> None:
    """What could be hit where somebody goes is told with them there, not where they are now."""
    scene = stage.scene
    here = threat_of(stage.session.match, scene.board, WARRIOR, {})
    there = threat_of(stage.session.match, scene.board, WARRIOR, {COLETTE: (5, 5)})
    assert (5, 5) in here.goes and (5, 5) not in there.goes


def test_those_in_ambush_threaten_only_those_who_know_of_them(stage: Stage) -> None:
    assert [token.id for token in foes_of(stage.view, stage.asked)] == [WARRIOR, ARCHER]
    everything = stage_of(party_asked(*NEAR, LURKER))
    assert Id("goblin-1") in [token.id for token in foes_of(everything.view, everything.asked)]


def test_the_view_leaves_no_trace_of_one_in_ambush(twins: Callable[..., Twins]) -> None:
    pair = twins(battle(*FOES, LURKER), battle(*FOES))
    question = pair.until_asked()
    pair.each("threats", lambda pilot: pilot.press("x"))
    pair.look_round([(7, 3), (6, 4), (12, 3)])
    pair.each("colette", lambda pilot: pilot.choose("colette"))
    assert question is not None and pair.until_asked() is not None
    pair.look_round([(7, 3), (3, 3), (6, 5)])


def test_a_window_shows_it_while_it_goes_on(app: App, duel_installed: None) -> None:
    pilot = sit(app, battle(*NEAR), "party")
    pilot.wait_until_asked()
    pilot.click_button("Threats")
    stage = pilot.battle
    everybody = {WARRIOR, ARCHER}
    pilot.wait_until(
        lambda: set(stage.view.threats.of(stage.scene, "party", foes_of(stage.view, stage.asked))) == everybody,
        "it is worked out",
    )
    assert not stage.view.threats.working


def test_what_several_could_hit_is_counted_once_for_a_moment(stage: Stage) -> None:
    scene, foes = stage.scene, foes_of(stage.view, stage.asked)
    found = stage.view.threats.of(scene, "party", foes)
    assert len(found) >= 2
    all_, some, three = stage.view.threats.shared(found, 3)
    assert all_ == frozenset().union(*(threat.hits for threat in found.values()))
    assert some == {place for place in all_ if sum(place in threat.hits for threat in found.values()) > 1}
    assert three <= some < all_
    assert stage.view.threats.shared(found, 3)[0] is all_, "not in every frame anew"
    one = dict(list(found.items())[:1])
    assert stage.view.threats.shared(one, 3)[0] == next(iter(one.values())).hits
