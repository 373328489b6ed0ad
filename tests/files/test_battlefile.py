"""Battles written as text and played again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from battlemat_duel import RULESET as DUEL
from game.files.battlefile import LARGEST, Diverged, replay, rewrite, write_battle, write_event
from game.files.errors import BadFile
from game.files.tiled.repair import MAX_PLAY
from game.rules.dice import Tally
from game.rules.events import Changed, Counted, Event, Id, Moved, Rolled, Said
from game.rules.state import state_hash
from tests.rules.battles import begin, brawl, duel, play_out

pytestmark = pytest.mark.usefixtures("duel_installed")

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
