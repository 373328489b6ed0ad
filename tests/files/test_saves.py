"""Saving at any question, loading, every way a save can be unfit, and battles written as text."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import Struct

from battlemat_duel import RULESET as DUEL
from game.files import saves
from game.files.battlefile import LARGEST, Diverged, replay, rewrite, write_battle, write_event
from game.files.errors import BadFile
from game.files.saves import SeatPlan, glance, load_match
from game.files.tiled.repair import MAX_PLAY
from game.rules.dice import Tally
from game.rules.events import Changed, Counted, Event, Id, Moved, Rolled, Said
from game.rules.match import Orders
from game.rules.questions import Choose
from game.rules.state import state_hash
from tests.rules.battles import DuelMatch, begin, brawl, duel, play_out
from tests.saving import save_match

pytestmark = pytest.mark.usefixtures("duel_installed")

SEATS = SeatPlan({"red": "human", "blue": "trained"}, {"red": Orders("ask", {"parry": "never"})}, "seeded", 77, 3)


def asked(match: Any) -> tuple[Any, ...]:
    """What waits, in a form that can be compared."""
    question = match.pending
    if isinstance(question, Choose):
        return (question.seat, question.why, tuple(question.options.all_keys()), question.kind)
    return (question,)


def mid_blow() -> DuelMatch:
    """A battle that waits in the middle of a reaction."""
    match = begin(duel())
    for answer in ("strike Orc", (15,), "pass", (2,), "end", "strike Ada", (14,)):
        match.answer(answer)
    return match


@pytest.mark.parametrize("seed", [1, 4])
def test_a_loaded_battle_goes_on_as_if_nothing_had_happened(tmp_path: Path, seed: int) -> None:
    whole = play_out(begin(brawl()), seed)
    match, path = begin(brawl()), tmp_path / "brawl.save"
    for count in range(len(whole.history) + 1):
        save_match(match, path, seats=SEATS)
        loaded = load_match(path).match
        assert asked(loaded) == asked(match)
        assert loaded.state == match.state
        assert list(loaded.state.combatants) == list(match.state.combatants)
        if count % 5 == seed:
            for answer in whole.history[count:]:
                loaded.answer(answer)
            assert state_hash(loaded.state) == state_hash(whole.state)
            assert loaded.hashes == whole.hashes
            assert loaded.history == whole.history
            loaded.recall()
            assert loaded.events == whole.events
        if count < len(whole.history):
            match.answer(whole.history[count])


def test_a_loaded_battle_can_be_taken_back_to_its_beginning(tmp_path: Path) -> None:
    match, path = mid_blow(), tmp_path / "a.save"
    save_match(match, path, seats=SEATS)
    loaded = load_match(path).match
    for _ in range(len(match.history)):
        match.undo()
        loaded.undo()
        assert asked(loaded) == asked(match)
        assert loaded.state == match.state
        assert (loaded.history, loaded.hashes) == (match.history, match.hashes)


def test_seats_orders_and_dice_come_back(tmp_path: Path) -> None:
    save_match(mid_blow(), tmp_path / "a.save", seats=SEATS)
    saved = load_match(tmp_path / "a.save")
    assert saved.seats == SEATS
    assert saved.summary == glance(tmp_path / "a.save")
    assert (saved.summary.ruleset, saved.summary.answers, saved.summary.over) == ("duel", 7, False)


def test_an_older_save_stays_when_the_new_one_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.save"
    save_match(mid_blow(), path, seats=SEATS)
    before = path.read_bytes()

    def refuse(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", refuse)
        with pytest.raises(BadFile, match=r"a\.save: could not be written \(No space left on device\)"):
            save_match(begin(duel()), path, seats=SEATS)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["a.save"], "no half files are left behind"


def test_the_folder_of_a_save_is_made(tmp_path: Path) -> None:
    save_match(mid_blow(), tmp_path / "deep" / "er" / "a.save", seats=SEATS)
    assert load_match(tmp_path / "deep" / "er" / "a.save").match.state == mid_blow().state


def spoil(path: Path, change: str) -> None:
    """Make a sound save unfit in one way."""
    text = path.read_text()
    document = json.loads(text)
    if change == "cut":
        path.write_text(text[: len(text) // 2])
    elif change == "empty":
        path.write_text("")
    elif change == "binary":
        path.write_bytes(b"\xff\xfe\x00\x01")
    elif change == "edited":
        path.write_text(text.replace('"hp":5', '"hp":50', 1))
        assert path.read_text() != text
    elif change == "other json":
        path.write_text('{"hello": [1, 2]}')
    elif change == "a list":
        path.write_text("[]")
    elif change == "later":
        path.write_text(json.dumps({**document, "format": 99, "payload": "?"}))
    elif change == "deep":
        path.write_text('{"payload":' + "[" * 500_000)
    elif change == "gone":
        path.unlink()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("cut", "damaged or cut short"),
        ("empty", "damaged or cut short"),
        ("binary", "damaged or cut short"),
        ("edited", "changed since it was saved"),
        ("other json", "not a saved battle"),
        ("a list", "not a saved battle"),
        ("later", "format 99.*newer version"),
        ("gone", "there is no such file"),
        ("deep", "damaged or cut short"),
    ],
)
def test_an_unfit_save_is_refused_in_a_sentence(tmp_path: Path, change: str, words: str) -> None:
    path = tmp_path / "a.save"
    save_match(mid_blow(), path, seats=SEATS)
    spoil(path, change)
    for read in (load_match, glance):
        with pytest.raises(BadFile, match=rf"^a\.save: .*{words}"):
            read(path)


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_save_with_any_byte_lost_or_changed_is_refused(tmp_path: Path, data: st.DataObject) -> None:
    path = tmp_path / "a.save"
    save_match(mid_blow(), path, seats=SEATS)
    whole = path.read_bytes().rstrip()
    place = data.draw(st.integers(0, len(whole) - 1))
    if data.draw(st.booleans()):
        path.write_bytes(whole[:place])
    else:
        path.write_bytes(whole[:place] + bytes([whole[place] ^ data.draw(st.integers(1, 255))]) + whole[place + 1 :])
    with pytest.raises(BadFile, match=r"^a\.save: "):
        load_match(path)


def resealed(path: Path, **changes: Any) -> None:
    """Write other values into a save and give it the checksum that fits them."""
    document = json.loads(path.read_text())
    payload = json.dumps({**document["payload"], **changes}, separators=(",", ":")).encode()
    document["checksum"] = saves._checksum(payload)
    path.write_bytes(json.dumps({**document, "payload": 0}).encode().replace(b'"payload": 0', b'"payload": ' + payload))


def test_a_save_of_other_rules_is_refused_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "a.save"
    save_match(mid_blow(), path, seats=SEATS)
    payload = json.loads(path.read_text())["payload"]
    resealed(path, summary={**payload["summary"], "ruleset": "chess"})
    with pytest.raises(BadFile, match=r"a\.save: no ruleset is called 'chess'.*install"):
        load_match(path)
    resealed(path, summary=payload["summary"], data_hash="0ther")
    with pytest.raises(BadFile, match=r"a\.save: saved under other data of Duel \(0ther\)"):
        load_match(path)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"state_hash": "0"}, "make another battle of it"),
        ({"history": ["strike Orc", [15], "pass", [2], "end", "dance", [14]]}, "don't fit the rules"),
        ({"checkpoint": {"combatants": {}}}, "no longer reads"),
        ({"since": "x"}, "not a save of this game"),
        ({"setup": {"ruleset": "duel", "field": {"width": 0, "height": 3}, "sides": []}}, "a map of 0 x 3 cells"),
    ],
)
def test_rules_that_changed_in_code_are_found_out(tmp_path: Path, changes: dict[str, Any], words: str) -> None:
    path = tmp_path / "a.save"
    save_match(mid_blow(), path, seats=SEATS)
    resealed(path, **changes)
    with pytest.raises(BadFile, match=rf"a\.save: .*{words}"):
        load_match(path)


def test_a_state_that_no_battle_leads_to_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.save"
    save_match(mid_blow(), path, seats=SEATS)
    checkpoint = json.loads(path.read_text())["payload"]["checkpoint"]
    resealed(path, checkpoint={**checkpoint, "turn": {**checkpoint["turn"], "current": 99}})
    with pytest.raises(BadFile, match=r"a\.save: the rules can't go on .* to which no battle leads \(IndexError\)"):
        load_match(path)


# --- while a file is written ---


def part(folder: Path, name: str, age: float) -> Path:
    """What a game that was killed has left, so many seconds ago."""
    path = folder / name
    path.touch()
    os.utime(path, (path.stat().st_atime, path.stat().st_mtime - age))
    return path


def test_what_killed_games_left_half_written_is_cleared_away(tmp_path: Path) -> None:
    old = [part(tmp_path, f".{name}.save.ab12_xyz.part", 7200) for name in ("a", "another-battle-9")]
    young = part(tmp_path, ".a.save.cd34_xyz.part", 60)
    others = [part(tmp_path, name, 10**7) for name in (".notes.txt.ab12_xyz.part", "film.part", ".save.part", "b.save")]
    save_match(mid_blow(), tmp_path / "a.save", seats=SEATS)
    assert not any(path.exists() for path in old)
    assert young.exists(), "somebody may be writing it now"
    assert all(path.exists() for path in others), "not ours"


def test_a_key_to_stop_leaves_nothing_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", stop)
    with pytest.raises(KeyboardInterrupt):
        save_match(mid_blow(), tmp_path / "a.save", seats=SEATS)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("pipe", "this is a folder, a pipe or a device; save to a plain file"),
        ("folder", "this is a folder, a pipe or a device; save to a plain file"),
        ("x" * 300, "could not be written (File name too long)"),
        ("a\0b", "signs that not every system allows in names"),
    ],
)
def test_only_plain_files_are_written(tmp_path: Path, name: str, words: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    with pytest.raises(BadFile) as error:
        save_match(mid_blow(), tmp_path / name, seats=SEATS)
    assert words in str(error.value)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "pipe"]


# --- Battles written as text and played again ---

GOALS = '"objectives":[{"goal":"survive","side":"red"},{"goal":"hold","side":"red"}]'


def told() -> str:
    """A short battle that ends."""
    match = begin(duel())
    for answer in ("move 1,2", "strike Orc", (15,), "pass", (8,)):
        match.answer(answer)
    return write_battle(match, ["Ada strikes from below."])


@pytest.mark.parametrize("seed", range(3))
def test_what_is_written_plays_again(seed: int) -> None:
    whole = play_out(begin(brawl()), seed)
    text = write_battle(whole)
    again = replay(text)
    assert again.history == whole.history
    assert again.events == whole.events
    assert state_hash(again.state) == state_hash(whole.state)
    assert write_battle(again) == text == rewrite(text)


def test_a_battle_in_the_middle_of_a_reaction(tmp_path: Path) -> None:
    match = begin(duel())
    for answer in ("strike Orc", (15,)):
        match.answer(answer)
    path = tmp_path / "a.battle"
    path.write_text(write_battle(match))
    again = replay(path)
    assert again.pending is not None and again.pending.why == "Orc: Ada rolled 19, parry?"
    assert again.state == match.state


def test_the_form_of_the_text() -> None:
    lines = told().splitlines()
    assert lines[:3] == ["# Ada strikes from below.", "battlemat battle 1", f"ruleset duel {DUEL.data_hash}"]
    assert lines[3].startswith('setup {"ruleset":"duel","field":{"width":6,"height":4},"sides":[')
    assert "? red: Ada: what? [strike Orc | flurry Orc | end | move x13]" in lines
    assert lines[lines.index("d20 Ada strikes at Orc") + 1] == "> 15"
    assert lines[-2:] == ["= Ended(winner='red', why='no enemy is left fighting')", lines[-1]]
    assert lines[-1].startswith("hash end ")


class Odd(Struct, frozen=True):
    """A value inside an event."""

    a: int = 1
    b: str = ""


class Wild(Event, frozen=True):
    """An event with everything an event may hold."""

    of: Odd
    more: tuple[Odd, ...] = ()
    words: frozenset[str] = frozenset()
    tally: Tally = Tally()


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (Moved(Id("a b"), (1, 2), (3, 4)), "Moved(who='a b', start=(1, 2), end=(3, 4))"),
        (Moved(Id("a"), (1, 2), (3, 4), "push"), "Moved(who='a', start=(1, 2), end=(3, 4), how='push')"),
        (Rolled("2d6", (3, 4), "x"), "Rolled(dice='2d6', faces=(3, 4), why='x')"),
        (Said("two\nlines"), "Said(text='two\\nlines')"),
        (Changed(Id("a"), {"hp": 3, "hands": ("axe",)}), "Changed(who='a', changes={'hp': 3, 'hands': ('axe',)})"),
        (
            Counted(Id("a"), "hit", Tally().plus("Strength", 2, "E-1").plus("mud", -1, "E-2"), 12),
            "Counted(who='a', what='hit', tally=Tally(+2 Strength [E-1], -1 mud [E-2]), against=12)",
        ),
        (
            Wild(Odd(2), (Odd(), Odd(1, "x")), frozenset("cab")),
            "Wild(of=Odd(a=2), more=(Odd(), Odd(b='x')), words={'a', 'b', 'c'})",
        ),
    ],
)
def test_events_on_one_line(event: Event, line: str) -> None:
    assert write_event(event) == line


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("= Hurt(who='Orc', amount=7)", "= Hurt(who='Orc', amount=6)", "= Hurt(who='Orc', amount=7)"),
        ("| move x13]", "| move x14]", "? red: Ada: what? [strike Orc | flurry Orc | end | move x13]"),
        ("hash round 1 ", "hash round 1 0", "hash round 1 "),
        ("d20 Ada", "2d6 Ada", "d20 Ada strikes at Orc"),
        ("> strike Orc", "> strike Imp", "'strike Imp' is not an option here"),
        ("> 15", "> 25", "(25,) can't be shown by d20"),
        ("> 15", "> pass", "'pass' can't be shown by d20"),
    ],
)
def test_a_difference_is_named_with_its_line(old: str, new: str, found: str) -> None:
    text = told().replace(old, new, 1)
    number = next(n for n, line in enumerate(text.splitlines(), 1) if new in line)
    with pytest.raises(Diverged) as caught:
        replay(text)
    assert caught.value.line == number
    assert new in caught.value.expected
    assert caught.value.found.startswith(found)
    assert f"line {number}" in str(caught.value) and new in str(caught.value)
    given = [line for line in text.splitlines()[: number - 1] if line.startswith("> ")]
    assert len(caught.value.match.history) == len(given), "the battle waits after the last answer before the difference"


def test_lines_that_are_missing_or_too_many() -> None:
    lines = told().splitlines()
    with pytest.raises(Diverged, match="end of the file"):
        replay("\n".join(lines[:-1]))
    with pytest.raises(Diverged, match="end of the battle"):
        replay("\n".join([*lines, "= Said(text='more')"]))
    with pytest.raises(Diverged, match="there is another answer: end"):
        replay("\n".join([*lines[:-1], "? red: Ada: what? [end]", "> end"]))
    without = [line for line in lines if not line.startswith("= Hurt")]
    with pytest.raises(Diverged) as caught:
        replay("\n".join(without))
    assert caught.value.found.startswith("= Hurt")


def test_other_data_of_the_rules_is_part_of_the_message(monkeypatch: pytest.MonkeyPatch) -> None:
    text, hashed = told(), DUEL.data_hash
    monkeypatch.setattr(type(DUEL), "data_hash", "0ther")
    assert replay(text).over, "data that make no difference to this battle do no harm"
    with pytest.raises(Diverged, match=f"written under other data of duel, {hashed}; installed is 0ther"):
        replay(text.replace("amount=7", "amount=6"))
    assert "ruleset duel 0ther" in rewrite(text)


def test_remarks_and_empty_lines_do_not_matter_and_remarks_are_kept() -> None:
    text = told().replace("> strike Orc", "> strike Orc\n\n# From below!\n#and again\n")
    assert replay(text).over
    again = rewrite(text)
    assert again.splitlines()[0] == "# Ada strikes from below."
    assert "> strike Orc\n# From below!\n#and again\n" in again
    assert rewrite(again) == again


def test_answers_alone_are_enough_to_write_a_battle_anew() -> None:
    text = told()
    bare = "\n".join(line for line in text.splitlines() if line.startswith(("#", "battlemat", "ruleset", "setup", ">")))
    assert rewrite(bare) == text


def test_answers_that_are_no_longer_allowed_end_a_rewritten_battle() -> None:
    again = rewrite(told().replace("> strike Orc", "> strike Imp"))
    assert again.splitlines()[-1].startswith("hash end ")
    assert "Imp" not in again
    assert not replay(again).over


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda text: "", "line 1: a battle file has a line 'battlemat battle …' here"),
        (lambda text: "hello\nworld\n", "line 1: .*not 'hello'"),
        (lambda text: text.replace("battle 1", "battle 7"), "line 2: this version .* reads 'battlemat battle 1'"),
        (lambda text: text.replace("ruleset duel", "ruleset chess"), "line 3: no ruleset is called 'chess'"),
        (lambda text: text.replace('"width":6', '"width":"six"'), r"line 4: the set-up can't be read: .*field\.width"),
        (lambda text: text.replace('{"ruleset"', "ruleset"), "line 4: the set-up can't be read"),
        (lambda text: text.replace('"width":6', '"width":-6'), "line 4: .* a map of -6 x 4 cells"),
        (lambda text: text.replace('"width":6', '"width":9999'), "line 4: .* a map of 9999 x 4 cells"),
        (lambda text: text.replace('"width":6', '"terrain":[0,1],"width":6'), "line 4: .* has 2 entries for 6 x 4"),
        (lambda text: text.replace('"width":6', f'"terrain":{[3] * 24},"width":6'), "line 4: .* kinds of ground"),
        (lambda text: text.replace("[1,1]", "[1,9]"), "line 4: .* Ada is at 1,9, off the map"),
        (lambda text: text.replace('"width":6', '"edges":[{"id":"d","a":[1,1],"b":[2,2]}],"width":6'), "the edge d"),
        (lambda text: text.replace('"sides":', '"objective":{"goal":"hold"},"sides":', 1), "line 4: .* `objective`"),
        (lambda text: text.replace('"sides":', f'{GOALS},"sides":', 1), "line 4: .* two objectives for one side"),
        (lambda text: text.replace("setup {", "setup " + "[" * 90_000), "line 4: the set-up can't be read"),
        (lambda text: text.replace('"knight"', '"pawn"'), "Duel can't play the set-up: no unit is called 'pawn'"),
    ],
)  # fmt: skip
def test_what_is_no_battle_file_is_said_in_a_sentence(tmp_path: Path, change: Any, words: str) -> None:
    path = tmp_path / "x.battle"
    path.write_text(change(told()))
    with pytest.raises(BadFile, match=rf"^x\.battle.*{words}"):
        replay(path)


def test_embedded_maps_may_be_as_large_as_drawn_ones() -> None:
    assert LARGEST == MAX_PLAY


def test_a_file_that_is_not_there_or_not_text(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"gone\.battle: there is no such file"):
        replay(tmp_path / "gone.battle")
    (tmp_path / "b.battle").write_bytes(b"\xff\xfe\xff")
    with pytest.raises(BadFile, match=r"b\.battle: not a text file in UTF-8"):
        replay(tmp_path / "b.battle")
