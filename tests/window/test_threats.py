"""What foes could hit and what the sides are after: told by the rules, drawn, and kept secret."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest
from msgspec.structs import replace

from battlemat_duel import Duel
from battlemat_duel.sheet import DuelBoard
from game.play.folders import state_folder
from game.play.seating import HUMAN
from game.play.session import Session
from game.play.threat import NO_THREAT, threat_of
from game.play.workers import BackgroundThread
from game.rules.events import Ended, Id, Vanished
from game.rules.match import AnyMatch, Match
from game.rules.questions import Choose, Roll, Seat
from game.rules.registry import ruleset
from game.rules.ruleset import ObjectiveProgress
from game.rules.setup import Objective, Recruit
from game.scene.moves import VisualEffect
from game.scene.playhead import Playhead, RunningEffect
from game.view.board.camera import Camera
from game.view.motion.effects import draw_effects
from game.view.widgets.overlay_layout import OverlayLayout
from game.view.widgets.theme import Typography
from game.view.widgets.widget import Button
from game.window.battle.arrange import top_buttons
from game.window.battle.dock import lay_out, lay_panels
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
from tests.rules.battles import DuelMatch, begin, duel
from tests.view.witnessing import witnessed
from tests.window.seated import sit
from tests.window.staged import SIZE, Alone, Heard, drawn, paint, panel_rects, press, stage_of
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


def stage_with(match: AnyMatch, *people: str) -> Stage:
    """On the screen, with these sides played by people."""
    seats = {Seat(side): HUMAN for side in people}
    session = Session(match, seats, 5, "seeded", state_folder("autosaves") / "battle.save")
    stage = Stage(session, None, Alone(oracle=BackgroundThread("threats of a test")), Typography(), SIZE)
    stage.fit(stage.view.look, SIZE)
    stage.view.head.skip()
    question = match.pending
    assert isinstance(question, Choose)
    stage.open_question(question)
    return stage


@pytest.fixture
def stage(letters: None) -> Stage:
    return stage_with(party_asked(*NEAR, LURKER), "party")


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
    away = stage_with(party_asked(Recruit("skeletal-warrior", "", (15, 9))), "party")
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
    everything = stage_with(party_asked(*NEAR, LURKER))
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


# --- What the sides are after ---

pytestmark = pytest.mark.usefixtures("letters")

GROUND = Objective("hold", "red", ((4, 2), (4, 3)), 4, what="the gate")
WARD = Objective("protect", "blue", rounds=5, who="Ada")


class Siege(Duel):
    """The duel, for a gate that red holds the longer the more Orc has lost, and a knight that blue wants kept safe."""

    def objective_progress(self, board: DuelBoard, side: str) -> ObjectiveProgress | None:
        """Red's is counted by Orc's wounds, so that a blow changes it."""
        orc = board.state.combatants.get(Id("Orc"))
        lost = orc.sheet.profile.hp - orc.sheet.hp if orc is not None else 4
        return ObjectiveProgress(GROUND, min(4, lost), 4) if side == "red" else ObjectiveProgress(WARD, 1, 5)


def siege() -> DuelMatch:
    """A duel over a gate."""
    return Match.begin(Siege(), duel())


def rest_on(stage: Stage, side: str) -> None:
    """Draw it, and put the pointer on a side's line."""
    lay_out(stage)
    around = stage.view.around
    assert isinstance(around, Alone)
    around.pointer = next(box.center for box, whose in stage.panels.tracker.lines if whose == side)


def strike(match: DuelMatch) -> None:
    """Ada hits Orc."""
    match.answer("strike Orc")
    while (asked := match.pending) is not None and (isinstance(asked, Roll) or asked.kind == "react"):
        match.answer(
            ((19,) if "d20" in asked.dice else asked.outcomes()[0][0]) if isinstance(asked, Roll) else asked.idle
        )


@pytest.mark.parametrize(
    ("aim", "told", "sought"),
    [
        (GROUND, "the gate held for 1 of 4 rounds", "hold the gate"),
        (replace(GROUND, what=""), "ground held for 1 of 4 rounds", "hold the ground"),
        (Objective("escape", "red", what="the stairs"), "1 of 4 away", "get 4 of them away by the stairs"),
        (Objective("escape", "red", who="Ada"), "1 of 4 away", "get Ada away"),
        (Objective("task", "red", what="the winch"), "the winch 1 of 4", "work at the winch"),
        (WARD, "Ada kept safe 1 of 4 rounds", "keep Ada safe"),
        (Objective("survive", "red"), "lasted 1 of 4 rounds", "last"),
    ],
)
def test_what_a_side_is_after_has_words(aim: Objective, told: str, sought: str) -> None:
    now = ObjectiveProgress(aim, 1, 4)
    assert (now.told, now.sought) == (told, sought)


def test_each_side_that_is_after_something_has_a_line_and_a_plain_battle_has_none() -> None:
    stage, plain = stage_of(siege()), stage_of(begin(duel()))
    drawn(stage), drawn(plain)
    assert [side for _, side in stage.panels.tracker.lines] == ["red", "blue"]
    assert plain.panels.tracker.lines == []


@pytest.mark.parametrize(
    ("size", "look"),
    [((1280, 720), Typography()), ((1280, 720), Typography(1.0, 1.5)), ((1920, 1080), Typography(1.25))],
)
def test_the_lines_lie_in_the_dock_and_on_nothing_else_in_it(size: tuple[int, int], look: Typography) -> None:
    stage = stage_of(siege())
    stage.fit(look, size)
    assert stage.asked is not None
    for hint in ("", "pick"):
        stage.asked.hint = hint
        for pointed in (None, next(iter(stage.scene.tokens.values()))):
            lay_panels(stage, None, pointed)
            boxes = [box for box, _ in stage.panels.tracker.lines]
            others = [rect for name, rect in panel_rects(stage).items() if name != "aims"]
            assert len(boxes) == 2 and not boxes[0].colliderect(boxes[1])
            assert all(stage.panels.frame.dock.contains(box) and box.collidelist(others) < 0 for box in boxes)


def test_a_line_that_is_too_long_goes_on_below_and_stays_in_its_room() -> None:
    stage = stage_of(siege())
    objective_progress_by_side = stage.scene.objective_progress_by_side()
    heights = []
    for right in (900, 230):
        stage.panels.tracker.lay(stage.scene.setup, objective_progress_by_side, (16, 60), right)
        assert all(box.right <= right for box, _ in stage.panels.tracker.lines)
        heights.append(stage.panels.tracker.lines[0][0].height)
    assert heights[1] == 2 * heights[0]


def test_pointing_at_a_line_lights_up_its_ground_or_whom_it_is_about() -> None:
    for side, spot in (("red", (4.5, 2.2)), ("blue", (1.5, 1.0))):
        stage, pictures = stage_of(siege()), []
        for _ in range(2):
            target = pygame.Surface(SIZE)
            paint(stage, target)
            x, y = stage.view.camera.pixel(spot)
            pictures.append(pygame.image.tobytes(target.subsurface(pygame.Rect(x - 9, y - 9, 18, 18)), "RGB"))
            rest_on(stage, side)
        assert pictures[0] != pictures[1], side


def test_a_ward_that_the_viewer_does_not_know_of_is_shown_by_nothing() -> None:
    pictures = []
    for who in ("Ada", "Nobody"):
        stage = stage_of(siege())
        stage.scene.take(witnessed(stage.scene, Vanished(Id("Ada"))))
        stage.forget_question()
        assert WARD.who == "Ada" and "Ada" not in stage.scene.tokens
        rest_on(stage, "blue")
        heard = Heard()
        before = stage.view.camera.stand
        BattleInput(stage, heard).handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=stage.view.pointer, button=1))
        assert stage.view.camera.stand == before and heard.said == []
        if who == "Nobody":
            stage.view.around.pointer = (-1, -1)
            stage.view.in_front = False
        target = pygame.Surface(SIZE)
        paint(stage, target)
        board = pygame.Rect(0, 150, SIZE[0], SIZE[1] - 150)
        pictures.append(pygame.image.tobytes(target.subsurface(board), "RGB"))
    assert pictures[0] == pictures[1]


def test_a_click_on_a_line_brings_its_ground_into_view_and_commands_nothing() -> None:
    stage, heard = stage_of(siege()), Heard()
    stage.view.preferences.calm = True
    rest_on(stage, "red")
    while stage.view.camera.zoom < 256:
        before = stage.view.camera.zoom
        stage.view.camera.zoom_by(1, (0, 0))
        if stage.view.camera.zoom == before:
            break
    stage.view.camera.look_at((0.0, 0.0))
    before_spot = stage.view.camera.pixel((4.5, 3.0))
    hands = BattleInput(stage, heard)
    hands.handle(pygame.Event(pygame.MOUSEMOTION, pos=stage.view.pointer, rel=(0, 0), buttons=(0, 0, 0)))
    assert stage.view.hover is None
    hands.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=stage.view.pointer, button=1))
    assert heard.said == []
    assert stage.view.camera.pixel((4.5, 3.0)) != before_spot
    assert pygame.Rect((0, 0), SIZE).collidepoint(stage.view.camera.pixel((4.5, 3.0)))


def test_that_it_changed_is_told_when_the_blow_is_seen_and_not_before() -> None:
    match = siege()
    head = Playhead(match, "red")
    head.skip()
    strike(match)
    assert match.ruleset.objective_progress(match.board, "red").done > 0  # type: ignore[attr-defined]
    seen: list[tuple[float, str]] = []
    clock = 0.0
    while not head.caught_up and clock < 20:
        told = [running.effect for running in head.effects if running.effect.kind == "progress"]
        if not told and not seen:
            assert head.scene.objective_progress_by_side()["red"].done == 0
        seen += [(clock, effect.text) for effect in told]
        head.advance(0.05)
        clock += 0.05
    assert seen and seen[0][0] > 0.2
    assert {text for _, text in seen} == {f"Red: {head.scene.objective_progress_by_side()['red'].told}"}


def test_going_back_and_skipping_tell_nothing() -> None:
    match = siege()
    head = Playhead(match, None)
    head.skip()
    strike(match)
    head.skip()
    assert head.scene.objective_progress_by_side()["red"].done > 0 and not head.effects


def test_the_banner_is_quiet_where_motion_is_reduced_and_lies_below_another() -> None:
    look, camera = Typography(), Camera(6, 4, SIZE)

    def picture(*kinds: str, calm: bool = False) -> pygame.Surface:
        target = pygame.Surface(SIZE)
        target.fill((90, 90, 90))
        running = [RunningEffect(VisualEffect(kind, (0.0, 0.0), kind, length=1.0), 0.5) for kind in kinds]  # type: ignore[arg-type]
        draw_effects(target, camera, look, running, OverlayLayout(), calm=calm)
        return target

    def rows(target: pygame.Surface) -> set[int]:
        return {y for y in range(SIZE[1]) if target.get_at((3, y))[:3] != (90, 90, 90)}

    heading, progress, both = picture("banner"), picture("progress"), picture("banner", "progress")
    assert not rows(picture("progress", calm=True)) and rows(picture("banner", calm=True))
    assert rows(progress) and len(rows(both)) == len(rows(heading)) + len(rows(progress))


def test_the_line_of_a_side_that_has_come_on_stands_out() -> None:
    stage, target = stage_of(siege()), pygame.Surface(SIZE)
    pictures = []
    for news in ((), ("red",)):
        target.fill(0)
        scene = stage.scene
        stage.panels.tracker.lay(scene.setup, scene.objective_progress_by_side(), (16, 60), 700, news)
        stage.panels.tracker.draw(target)
        pictures.append([pygame.image.tobytes(target.subsurface(box), "RGB") for box, _ in stage.panels.tracker.lines])
    assert pictures[0][0] != pictures[1][0] and pictures[0][1] == pictures[1][1]


def test_when_the_battle_is_over_nobody_is_to_act() -> None:
    scene = stage_of(siege()).view.scene
    assert scene.banner() == ["Red acts"]
    scene.take(witnessed(scene, Ended("red", "they held it")))
    assert scene.banner() == [] and set(scene.objective_progress_by_side()) == {"red", "blue"}
