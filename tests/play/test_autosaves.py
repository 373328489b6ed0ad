"""The saves that the game writes by itself: no battle ever takes the place of another."""

from __future__ import annotations

from pathlib import Path

from game.files.saves import load_match
from game.play.folders import state_folder
from game.play.seating import HUMAN, Player
from game.play.session import Session, autosave_path, resumed
from game.play.start import StartRequest, sit_down
from game.rules.match import AnyMatch, Match
from game.rules.questions import Seat
from game.rules.registry import ruleset
from game.window.loop import App
from tests.program import Run
from tests.rules.battles import Drawn, duel
from tests.window.seated import sit

MAP = "gatehouse"
SEATS = {Seat("red"): HUMAN, Seat("blue"): Player("ai", "instinct")}


def opened(seed: int = 5) -> Session:
    """A duel from its beginning."""
    match: AnyMatch = Match.begin(ruleset("duel"), duel(orc=(5, 3)))
    return Session(match, dict(SEATS), seed, "seeded", autosave_path(match.setup, seed))


def play(session: Session, answers: int, draw: int = 4) -> None:
    """Answer by lot, saving as the game does."""
    drawn, match = Drawn(draw), session.match
    for _ in range(answers):
        assert match.pending is not None
        match.answer(drawn.answer(match, match.pending))
        session.write_autosave()


def kept() -> list[int]:
    """How many answers each autosave has."""
    return sorted(len(load_match(path).match.history) for path in state_folder("autosaves").glob("*.save"))


def test_an_early_save_that_is_gone_on_with_leaves_the_longer_battle_alone() -> None:
    session = opened()
    play(session, 3)
    session.save(Path("early.save"))
    play(session, 5, draw=7)
    history = list(session.match.history)
    again = sit_down(StartRequest(Path("early.save")), lambda _: None)
    play(again, 1, draw=9)
    assert kept() == [4, 8]
    assert load_match(session.autosave).match.history == history
    assert again.autosave != session.autosave
    assert len(load_match(Path("early.save")).match.history) == 3, "what a person saved stays as it is"


def test_an_early_save_loaded_in_the_middle_of_a_battle_does_not_take_its_place(run: Run, at_home: Path) -> None:
    words = ("text", MAP, "--rules", "duel", "--seed", "3", "--seats", "human,human", "--no-chances")
    run(*words, typed=["", "Ada", "save early.save", "hide", "auto", "auto", "auto", "load early.save", "quit"])
    code, _, _ = run("text", "early.save", "--no-chances", typed=["", "hide", "quit"])
    assert code == 0
    lengths = kept()
    assert len(lengths) == 3 and lengths[:2] == [1, 2] and lengths[2] > 2, lengths


def test_two_windows_with_one_map_and_seed_keep_both_battles() -> None:
    one, other = opened(), opened()
    one.write_autosave()
    other.write_autosave()
    for count in range(1, 5):
        play(one, 1, draw=count)
        play(other, 1, draw=count + 10)
    assert one.autosave != other.autosave
    for session in (one, other):
        assert load_match(session.autosave).match.history == session.match.history
    assert kept() == [4, 4]


def test_two_windows_that_go_on_from_one_autosave_part_at_their_next_answer() -> None:
    first = opened()
    play(first, 4)
    one, other = (resumed(first.autosave) for _ in range(2))
    play(one, 1)
    play(other, 2, draw=8)
    play(one, 1)
    play(first, 1, draw=12)
    for session in (first, one, other):
        assert load_match(session.autosave).match.history == session.match.history
    assert kept() == [5, 6, 6]


def test_an_autosave_that_is_gone_on_with_stays_one_file(run: Run, at_home: Path) -> None:
    run("text", MAP, "--rules", "duel", "--seed", "3", "--no-chances", typed=["Ada", "quit"])
    (path,) = state_folder("autosaves").glob("*.save")
    for _ in range(3):
        _, out, _ = run("text", str(path), "--no-chances", typed=["auto", "quit"])
        assert f"Go on with: battlemat text {path}" in out
    assert list(state_folder("autosaves").iterdir()) == [path]


def test_the_same_save_with_dice_of_another_seed_is_another_battle() -> None:
    first = opened()
    play(first, 4)
    again = sit_down(StartRequest(first.autosave, seed=6), lambda _: None)
    assert again.autosave.name != first.autosave.name
    play(again, 1)
    assert kept() == [4, 5]
    same = sit_down(StartRequest(first.autosave, seed=5), lambda _: None)
    play(same, 2)
    assert kept() == [5, 6]


def test_a_battle_begun_again_from_its_result_is_a_battle_of_its_own() -> None:
    first = opened()
    play(first, 4)
    again = first.again(first.players)
    again.write_autosave()
    assert again.autosave.parent == first.autosave.parent
    assert kept() == [0, 4]


def test_a_window_goes_on_where_another_has_taken_its_file(app: App) -> None:
    pilot = sit(app, duel(orc=(5, 3)), "red", "blue")
    session = pilot.battle.session
    pilot.wait_until_asked()
    pilot.choose("move 0,0")
    other = resumed(session.autosave)
    play(other, 1)
    pilot.wait_until_asked()
    pilot.choose("end")
    app.top.leave()
    assert load_match(session.autosave).match.history == session.match.history
    assert load_match(other.autosave).match.history == other.match.history
    assert session.autosave != other.autosave


def test_a_file_named_in_a_terminal_is_written_again_by_its_own_battle_alone(run: Run, at_home: Path) -> None:
    words = ("text", MAP, "--rules", "duel", "--seats", "human,human", "--no-chances")
    Path("notes.txt").write_text("mine")
    typed = [
        "",
        "Ada",
        "save a.save",
        "hide",
        "save a.save",
        "save a.battle",
        "save a.battle",
        "save notes.txt",
        "quit",
    ]
    _, out, _ = run(*words, "--seed", "3", typed=typed)
    assert out.count("Saved to a.save.\n") == 2 and out.count("Saved to a.battle.\n") == 2
    assert "Saved to notes-2.txt. The file notes.txt is of another battle and stays as it is." in out
    assert Path("notes.txt").read_text() == "mine"
    first = Path("a.save").read_bytes()
    _, out, _ = run(*words, "--seed", "4", typed=["", "Ada", "save a.save", "save a.save", "quit"])
    assert out.count("Saved to a-2.save. The file a.save is of another battle and stays as it is.") == 1
    assert out.count("Saved to a-3.save.") == 1, "by its name, which is not its own"
    assert Path("a.save").read_bytes() == first
    _, out, _ = run("text", "a.save", "--no-chances", typed=["", "save a.save", "quit"])
    assert "Saved to a.save.\n" in out, "whoever goes on with a save may keep it there"
