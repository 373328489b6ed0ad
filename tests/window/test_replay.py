"""A battle that was fought is watched: back and forth, on from any point, and written to files."""

from __future__ import annotations

import dataclasses
from itertools import pairwise
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from game.files.saves import SeatPlan
from game.play.recording import recorded
from game.play.seating import HUMAN, Player
from game.rules.dice import sides_of
from game.rules.match import AnyMatch, Match
from game.rules.questions import Choose, Seat
from game.rules.registry import ruleset
from game.rules.setup import Recruit, Setup, SideSetup
from game.scene.scene import Scene
from game.window.destinations import WatchReplay
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.replay import PlayOnScreen, ReplayScreen
from tests.program import Run
from tests.rules.battles import Drawn, duel
from tests.saving import save_match
from tests.window.seated import finish, fought, sit, top, watched
from tests.window.test_secrecy import FOES, LURKER, battle


def lain_low(setup: Setup) -> AnyMatch:
    """A round of lots, but for the goblin in ambush, which drops prone in its turn; nobody else sees that."""
    match: AnyMatch = Match.begin(ruleset(setup.ruleset), setup)
    drawn = Drawn(4)
    while (asked := match.pending) is not None and match.ruleset.round_of(match.state) < 2:
        keys = list(asked.options.all_keys()) if isinstance(asked, Choose) else []
        lurks = isinstance(asked, Choose) and asked.who == LURKING
        said = next((key for key in (LURKING, *(("prone", "done") if lurks else ())) if key in keys), None)
        match.answer(said or drawn.answer(match, asked))
    return match


LURKING = "goblin-1"
PLAYERS = {Seat("party"): HUMAN, Seat("foe"): Player("ai", "instinct")}


def shown_at(screen: ReplayScreen) -> tuple[str, list[str]]:
    """What is on the board, and the log."""
    scene: Scene = screen.stage.scene
    return scene.text(), [entry.line.text for entry in scene.log]


def test_a_replay_plays_to_the_end_and_begins_anew_when_told_to(app: App, record: Path) -> None:
    app.go(WatchReplay(record))
    screen, pilot = app.top, Pilot(app)
    assert isinstance(screen, ReplayScreen)
    pilot.wait_until(lambda: not screen.playing, "it ends")
    match = screen.stage.session.match
    assert tuple(match.history) == screen.recording.history
    assert match.over
    assert screen.stage.scene.state == match.state
    pilot.click_button("Play")
    assert screen.at < screen.last
    assert screen.playing


def test_a_step_forth_and_a_step_back_show_every_beat_as_it_was(app: App, record: Path) -> None:
    pilot, screen = watched(app, record)
    forth = [shown_at(screen)]
    while screen.at < screen.last:
        pilot.press("right")
        forth.append(shown_at(screen))
    assert len(forth) == len(screen.beats) > 20
    assert all(one != two for one, two in pairwise(forth[:-1]))
    for before in reversed(forth[:-1]):
        pilot.click_button("« Step")
        assert shown_at(screen) == before
    assert screen.at == 0


def test_turns_and_rounds_are_stepped_by_with_keys_and_buttons(app: App, record: Path) -> None:
    pilot, screen = watched(app, record)
    for key, button, there in (
        ("shift+right", "Turn »", lambda beat: screen.beats[beat].turn),
        ("ctrl+right", "Round »", lambda beat: screen.beats[beat].round > screen.beats[beat - 1].round),
    ):
        wanted = [beat for beat in range(1, screen.last) if there(beat)]
        assert len(wanted) > 1
        pilot.press("home")
        for beat in wanted:
            pilot.press(key)
            assert screen.at == beat
        pilot.click_button(button)
        assert screen.at == screen.last
        back = {"shift+right": "shift+left", "ctrl+right": "ctrl+left"}[key]
        for beat in reversed(wanted):
            pilot.press(back)
            assert screen.at == beat
        pilot.click_button("«" + button.removesuffix(" »").join((" ", "")))
        assert screen.at == 0


def test_the_line_of_time_goes_where_it_is_clicked_and_along_with_the_pointer(app: App, record: Path) -> None:
    pilot, screen = watched(app, record)
    line = screen.line
    middle = screen.last // 2
    pilot.click((line.pixel(middle), line.track.centery))
    assert screen.at == middle
    told = shown_at(screen)
    event = {"pos": (line.pixel(middle), line.track.centery), "button": 1}
    app.step(0.01, [pygame.Event(pygame.MOUSEBUTTONDOWN, event)])
    for goal in (screen.last, 3, middle):
        pilot.point((line.pixel(goal), line.track.centery))
        assert screen.at == goal
    app.step(0.01, [pygame.Event(pygame.MOUSEBUTTONUP, event)])
    assert shown_at(screen) == told


def test_rounds_and_falls_are_marked_on_the_line(app: App, record: Path) -> None:
    _, screen = watched(app, record)
    marks = screen.line.marks
    rounds = [int(mark.short) for mark in marks if mark.short]
    assert rounds == sorted({beat.round for beat in screen.beats} - {screen.beats[0].round})
    fallen = [mark for mark in marks if not mark.short]
    assert len(fallen) == sum(len(beat.falls) for beat in screen.beats) > 0
    screen.line.hover((screen.line.pixel(fallen[0].at), screen.line.track.centery))
    assert fallen[0].said in screen.line.tip


def test_a_fall_is_marked_at_the_beat_where_the_board_shows_it(app: App, record: Path) -> None:
    _, screen = watched(app, record)
    for at, beat in enumerate(screen.beats):
        for fall in beat.falls:
            screen.go(at - 1)
            up = {token.standing.name: token.standing.up for token in screen.stage.scene.tokens.values()}
            screen.go(at)
            now = {token.standing.name: token.standing.up for token in screen.stage.scene.tokens.values()}
            assert any(name in fall.name and up[name] and not now.get(name) for name in up)


def test_whoever_is_told_of_last_comes_into_view(app: App, record: Path) -> None:
    pilot, screen = watched(app, record)
    stage = screen.stage
    app.preferences.calm = True
    stage.view.camera.choose_zoom(128)
    for beat in range(1, screen.last, 3):
        screen.go(beat)
        tokens = stage.scene.tokens
        who = next((entry.line.who for entry in reversed(stage.scene.log) if entry.line.who in tokens), None)
        if who is not None:
            at = stage.view.camera.pixel(tokens[who].middle)
            assert stage.panels.frame.board.collidepoint(at)
    pilot.step(2)
    app.preferences.follow = False
    before = stage.view.camera.stand
    screen.go(1)
    assert stage.view.camera.stand == before


def test_a_replay_can_be_sped_up(app: App, record: Path) -> None:
    pilot, screen = watched(app, record)
    assert "Speed ×8" in pilot.buttons()
    pilot.click_button("Speed")
    assert app.preferences.speed == 0.5
    assert "Speed ×0.5" in pilot.buttons()
    pilot.press("=")
    assert "Speed ×1" in pilot.buttons()
    assert screen.at == 0


def test_from_any_point_a_battle_of_its_own_is_played_on_and_the_record_stays(app: App, record: Path) -> None:
    before = record.read_bytes()
    pilot, screen = watched(app, record)
    screen.go(screen.last // 2)
    answers = list(screen.stage.session.match.history)
    pilot.click_button("Play on")
    dialog = app.top
    assert isinstance(dialog, PlayOnScreen)
    assert {str(seat): str(player) for seat, player in dialog.players.items()} == {"party": "human", "foe": "instinct"}
    assert dialog.told == "You play Party."
    dialog._seat(Seat("party"), "trained")
    assert dialog.told == "The computer plays every side; you watch."
    dialog._seat(Seat("foe"), "human")
    assert dialog.told == "You play Foe."
    pilot.click_button("Play on")
    assert top(pilot) == "BattleScreen"
    pilot.wait_until_asked()
    session = pilot.battle.session
    assert session.people == ("foe",)
    assert session.match.history[: len(answers)] == answers
    app.top.leave()
    assert record.read_bytes() == before
    assert session.autosave.exists()
    assert session.autosave != record


@pytest.mark.parametrize("viewer", ["red", "blue", None])
def test_who_plays_on_plays_the_side_that_was_watched(app: App, viewer: str | None) -> None:
    setup = replace(duel(), sides=tuple(replace(side, party=side.name == "blue") for side in duel().sides))
    computers = {Seat(name): Player("ai", "instinct") for name in ("red", "blue")}
    shown = dataclasses.replace(
        recorded(fought(setup, 6), computers, "seeded", "a"), viewer=Seat(viewer) if viewer else None
    )
    dialog = PlayOnScreen(app, shown, 1)
    people = [str(seat) for seat, player in dialog.players.items() if player == HUMAN]
    assert people == [viewer or "blue"]


def test_where_a_battle_is_over_nothing_is_played_on(app: App, record: Path) -> None:
    pilot, _ = watched(app, record)
    assert "Play on" in pilot.buttons()
    pilot.press("end")
    assert "Play on" not in pilot.buttons()


def test_a_battle_that_is_over_is_watched_from_its_result(app: App) -> None:
    pilot = sit(app, duel(), "red")
    finish(pilot)
    told = pilot.battle.scene.log
    pilot.click_button("Watch it again")
    screen = app.top
    assert isinstance(screen, ReplayScreen)
    pilot.press("end")
    assert len(screen.stage.scene.log) >= len(told)
    pilot.press("home")
    assert screen.stage.scene.log == []
    pilot.click_button("Play on")
    pilot.click_button("Play on")
    assert top(pilot) == "BattleScreen"
    assert pilot.wait_until_asked() is not None


def test_one_person_watches_an_unfinished_battle_with_their_own_eyes(app: App) -> None:
    """Beats, marks and text are the same whoever lies in ambush, and whatever those do there."""
    with_one, without = lain_low(battle(*FOES, LURKER)), fought(battle(*FOES), 25)
    hidden = recorded(with_one, PLAYERS, "seeded", "ambush")
    assert hidden.viewer == "party"
    assert not hidden.over
    everything = recorded(with_one, {seat: Player("ai", "instinct") for seat in PLAYERS}, "seeded", "ambush")
    assert everything.viewer is None
    lurker = next(
        who for who in with_one.state.combatants if who not in with_one.ruleset.seen_by(with_one.board, "party")
    )
    name = with_one.ruleset.standing(with_one.board, lurker).name
    assert name not in "\n".join(hidden.lines())
    assert len(hidden.beats) < len(everything.beats), "what the one in ambush does shows nowhere"
    assert hidden.beats[0] == recorded(without, PLAYERS, "seeded", "plain").beats[0]


COMPUTERS = {seat: Player("ai", "instinct") for seat in PLAYERS}


def lurker_in(match: AnyMatch) -> str:
    """The name of the one whom the party does not know of."""
    known = match.ruleset.seen_by(match.board, "party")
    return match.ruleset.standing(match.board, next(who for who in match.state.combatants if who not in known)).name


@pytest.mark.parametrize(("players", "told"), [(PLAYERS, False), (COMPUTERS, True)], ids=["a person", "computers"])
def test_the_replay_command_tells_of_an_unfinished_battle_what_its_player_may_know(
    run: Run, players: dict[Seat, Player], told: bool
) -> None:
    match = lain_low(battle(*FOES, LURKER))
    seats = SeatPlan({seat: str(player) for seat, player in players.items()}, seed=5)
    save_match(match, Path("ambush.save"), seats=seats)
    answers = f"{len(match.history)} answers"
    code, out, err = run("replay", "ambush.save")
    assert (code, err) == (0, "")
    assert (lurker_in(match) in out) == told
    assert out.endswith(f"ambush.save: {f'{answers}, and ' if told else ''}the rules tell the same battle.\n")
    _, exported, _ = run("replay", "ambush.save", "--export", "told.txt")
    assert (lurker_in(match) in Path("told.txt").read_text("utf-8")) == told
    assert answers not in exported + run("check", "ambush.save")[1], "it would tell of dice thrown in secret"


def test_people_who_know_alike_are_not_told_what_none_of_them_knows(run: Run) -> None:
    setup = battle(*FOES, LURKER)
    friends = SideSetup("friends", (Recruit("annora", "Odo", (1, 4)),))
    match = lain_low(replace(setup, sides=(*setup.sides, friends)))
    plan = SeatPlan({"party": "human", "friends": "human", "foe": "instinct"})
    save_match(match, Path("ambush.save"), seats=plan)
    code, out, _ = run("replay", "ambush.save")
    assert code == 0
    assert lurker_in(match) not in out and "Odo" in out


def test_where_people_know_different_things_an_unfinished_battle_is_told_to_nobody(run: Run) -> None:
    match = lain_low(battle(*FOES, LURKER))
    save_match(match, Path("ambush.save"), seats=SeatPlan({"party": "human", "foe": "human"}))
    code, out, err = run("replay", "ambush.save")
    assert (code, out) == (2, "")
    assert "watch it when it is over" in err


def passed(setup: Setup, rounds: int) -> AnyMatch:
    """A battle in which nobody does anything for some rounds; all dice fall in the middle."""
    match: AnyMatch = Match.begin(ruleset(setup.ruleset), setup)
    while match.ruleset.round_of(match.state) <= rounds and match.pending is not None:
        asked = match.pending
        if isinstance(asked, Choose):
            keys = list(asked.options.all_keys())
            match.answer(next(key for key in ("done", "end", keys[0]) if key in keys))
        else:
            match.answer(tuple((sides + 1) // 2 for sides in sides_of(asked.dice)))
    return match


def test_whoever_lies_in_ambush_is_neither_on_the_line_of_time_nor_in_what_is_exported(app: App) -> None:
    """An unfinished battle is watched twice: once somebody lies in wait and passes its turns, once nobody does."""
    seen, lines, beats = [], [], []
    for foes in ((*FOES, LURKER), FOES):
        match = passed(battle(*foes), 2)
        shown = recorded(match, PLAYERS, "seeded", "ambush")
        assert ("goblin-1" in match.state.combatants) == (LURKER in foes)
        screen = ReplayScreen(app, shown)
        app.replace(screen)
        pictures = []
        for beat in range(len(shown.beats)):
            screen.go(beat)
            app.draw()  # what it shows is asked for with the first picture
            while screen.moving:
                app.step(0.1, [])
            app.draw()
            pictures.append(pygame.image.tobytes(app.surface, "RGB"))
        seen.append(pictures)
        lines.append(list(shown.lines()))
        beats.append([beat._replace(answers=0) for beat in shown.beats])
    assert len(seen[0]) == len(seen[1]) > 3
    assert beats[0] == beats[1]
    assert seen[0] == seen[1]
    assert lines[0] == lines[1]
