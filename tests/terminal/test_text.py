"""The text game, driven through its input as a person or a pipe would, its output, and its board in letters."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from battlemat_duel import RULESET as DUEL
from battlemat_duel import Duel
from battlemat_duel.sheet import DuelBoard
from game.ai import ALIKE
from game.ai.scoring import ConsideredOption, ConsideredOptions
from game.files.saves import load_match
from game.play.seating import read_seats, seat_players
from game.play.session import Session
from game.rules.events import EdgeChanged, Id
from game.rules.match import AnyMatch, Match
from game.rules.questions import Choose, Menu, Option, Seat
from game.rules.setup import Recruit, Setup, SideSetup
from game.rules.standing import Gear, Standing
from game.rules.state import evolve
from game.rules.table import Board
from game.spatial.field import Edge, Feature, Field, Terrain
from game.terminal.terminal import Terminal
from game.terminal.text_map import Letters, MapSection, around, draw, whole
from tests.program import LEVELS, ByLot
from tests.rules.battles import begin, brawl, duel
from tests.terminal.text_game import after, play, table


def test_a_question_tells_who_is_asked_and_lists_the_options_in_groups() -> None:
    text = play(table(duel(), "human,ai"), chances=True)
    assert text.startswith(
        f"A battle\nDuel. Seed 3. Type ? for help.\nBlue: Computer, Expert. {ALIKE}\n\n"
        "Round 1. Red: Ada: what?\nRed acts\nAda: at 1,1, 12/12\n"
    )
    assert "Against:\n   1  Strike Orc: 1 cell east, guard 13, 60 %, loses 2.6, is put down 15 %\n" in text
    assert re.search(r"   2  Flurry Orc: 1 cell east, guard 13, \d+ % ± \d+, loses ", text)
    assert "Others:\n   3  end  End turn\nMoves:\n      move: 13 cells, type `move 0,0`\n> " in text


def test_the_end_of_input_saves_and_leaves() -> None:
    session = table(duel(), "human,human")
    text = play(session, "", "end")
    assert text.endswith("Saved. Go on with: battlemat text auto.save\n")
    assert load_match(Path("auto.save")).match.history == session.match.history == ["end"]


@pytest.mark.parametrize("typed", ["1", "strike Orc", "s", "STRIKE", " strike   Orc "])
def test_a_number_a_key_or_its_beginning_answers(typed: str) -> None:
    session = table(duel(), "human,ai")
    play(session, typed)
    assert session.match.history[0] == "strike Orc"


@pytest.mark.parametrize(("typed", "key"), [("move 1,2", "move 1,2"), ("m 1,2", "move 1,2"), ("End t", "end")])
def test_moves_may_be_cut_short_and_labels_typed(typed: str, key: str) -> None:
    session = table(duel(), "human,ai")
    play(session, typed)
    assert session.match.history[0] == key


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("9", "There is no option 9; the numbers go from 1 to 3."),
        ("0", "There is no option 0; the numbers go from 1 to 3."),
        ("fly", "'fly' is neither an option nor a command. `list` shows the options, `?` the commands."),
        ("move", "move needs a cell, such as `move 0,0`; `map move` marks where it leads."),
        ("move 5,3", "move does not reach 5,3; `map move` marks where it leads."),
        ("map fly", "`map` takes `all` or one of the moves (move), not 'fly'."),
        ("look at it", "`look` takes one of Ada, Orc, not 'at it'."),
        ("odds", "`odds` needs an option's number or key."),
        ("odds fly", "'fly' is neither an option nor a command. `list` shows the options, `?` the commands."),
        ("why 7", "There is no option 7; the numbers go from 1 to 3."),
        ("rule", "`rule` needs a number such as those in the log."),
        ("rule zzz", "The ledger has no rule 'zzz'; its numbers look like D-1."),
        ("log much", "Nothing has happened yet."),
        ("undo", "There is nothing to take back yet."),
        ("save", "`save` needs the name of a file."),
        ("load", "`load` needs the name of a file."),
        ("load none.save", "none.save: there is no such file"),
        ("orders maybe", "`orders` takes a topic, or nothing for all, and one of ask, always, never, matters."),
    ],
)
def test_what_cannot_be_done_is_said_and_changes_nothing(typed: str, said: str) -> None:
    session = table(duel(), "human,ai")
    assert after(play(session, typed), typed).startswith(said)
    assert session.match.history == []


def test_beginnings_that_are_alike_are_not_guessed_between() -> None:
    foes = (Recruit("thief", "Orc", (2, 1)), Recruit("thief", "Orca", (1, 2)))
    setup = duel()
    session = table(replace(setup, sides=(setup.sides[0], SideSetup("blue", foes))), "human,ai")
    text = play(session, "strike O", "strike", "strike Orc")
    assert after(text, "strike O") == "'strike O' could be strike Orc, strike Orca; type more of it."
    assert session.match.history[0] == "strike Orc"


def test_help_lists_every_command() -> None:
    text = after(play(table(duel(), "human,ai"), "?"), "?")
    words = "help list map who goal look odds why cannot rule log undo auto orders save load quit"
    assert all(word in text for word in words.split())


def test_the_map_and_a_closer_look_tell_of_light_and_of_notches(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Duel.standing

    def armed(self: Duel, board: DuelBoard, who: Id) -> Standing:
        return replace(plain(board, who), gear=(Gear("In hand", "sword", 2, 3),))

    def lit(self: Duel, board: DuelBoard, side: str) -> int:
        return board.space.mask((x, 1) for x in range(4)) if side == "red" else 0

    monkeypatch.setattr(Duel, "standing", armed)
    monkeypatch.setattr(Duel, "lit", lit, raising=False)
    text = play(table(duel(), "human,ai"), "map", "look Ada")
    assert "  1 .  Ad Or .  `` `` 1" in after(text, "map")
    assert "In hand: sword, 2 of 3 notches" in after(text, "look Ada")


def test_the_map_marks_where_a_move_leads() -> None:
    text = play(table(duel(), "human,ai"), "map", "map m")
    assert "  1 .  Ad Or .  .  .  1" in after(text, "map")
    assert "  1 *. Ad Or .  .  .  1" in after(text, "map m")
    assert "* a place to go" in after(text, "map m")


def test_the_board_may_be_drawn_before_every_question() -> None:
    assert "  1 .  Ad Or .  .  .  1" in play(table(duel(), "human,ai"), board=True)


def test_looking_tells_everything_the_ruleset_shows() -> None:
    text = play(table(duel(), "human,ai"), "look orc", "look", "who")
    assert (
        after(text, "look orc")
        == "Orc, thief, of blue\n  at 2,1; 7/7\n  from Ada: 1 cell east\n  Guard: 13\n  Harm: 2d4"
    )
    assert after(text, "look") == "Ada, knight, of red\n  at 1,1; 12/12\n  Guard: 15\n  Harm: 1d8"
    assert after(text, "who").startswith("Ada: red, at 1,1, 12/12\nOrc: blue, at 2,1, 1 cell east, 7/7")


def test_odds_and_reasons_of_an_option() -> None:
    text = play(
        table(duel(), "human,ai"), "goal", "odds 1", "why strike", "why move 1,3", "why end", "rule d-1", "rule guard"
    )
    assert "  Ada hits Orc: 60 %\n" in after(text, "odds 1")
    assert "  Exact: every one of" in after(text, "odds 1")
    assert "  If Orc answers with parry (the best answer):\n    Ada hits Orc: 40 %\n" in after(text, "odds 1")
    assert after(text, "why strike") == "Strike Orc:\n  guard 13\n  +4 bonus  [D-1 Blows]\n  Modifier: +4"
    assert after(text, "why move 1,3").endswith("  by way of 1,2 1,3")
    assert after(text, "why end") == "End turn:\n  no modifiers"
    assert after(text, "rule d-1") == "D-1 Blows\n  d20 and bonus against guard."
    assert after(text, "rule guard") == "D-1 Blows\nD-4 Parries"


def test_what_cannot_be_done_now_is_told_with_its_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    text = play(table(duel(), "human,ai", dice="typed"), "cannot", "strike Orc", "2", "cannot")
    assert after(text, "cannot") == "  Rally: no hit points are lost  [D-6]\n  Hide: a foe in sight is too near  [D-7]"
    assert "  Act: done this turn  [D-2]" in text
    monkeypatch.setattr("battlemat_duel.RULESET.actions", ())
    nothing = after(play(table(duel(), "human,ai"), "cannot"), "cannot")
    assert nothing == "Nothing that the rules would tell you about."


def test_the_log_is_told_before_the_next_question_and_on_demand() -> None:
    text = play(table(duel(), "human,human", dice="typed"), "", "log", "strike Orc", "5", "log 1", "log")
    assert after(text, "log") == "Nothing has happened yet."
    told = "  Ada misses Orc with 9  [D-1]"
    assert text.index(told) < text.index("> log 1")
    assert len(after(text, "log 1").splitlines()) == 1


def test_an_undo_takes_back_the_answer_and_what_followed() -> None:
    session = table(duel(), "human,ai")
    text = play(session, "move 1,2", "undo", "undo")
    assert "Taken back: Go to (1, 2)." in text
    assert after(text.split("Taken back", 1)[1], "undo") == "There is nothing to take back yet."
    assert session.match.history == []
    assert text.count("Round 1. Red: Ada: what?") == 3


def test_an_undo_stops_at_dice_that_people_know_of() -> None:
    """Else one could try a free act before each throw until the dice please."""
    session = table(duel(), "human,human", dice="typed")
    text = play(session, "", "strike Orc", "15", "", "pass", "2", "", "undo", "list")
    assert after(text, "undo") == "Dice have fallen since, and what they showed stands."
    assert session.match.history[:3] == ["strike Orc", (15,), "pass"]


def test_an_undo_stops_at_the_turn_of_an_ai(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ByLot, "answer", lambda _, match, asked: asked.options.find("end").key)
    session = table(duel(orc=(5, 3)), "human,ai")
    text = play(session, "end", "undo")
    assert after(text, "undo") == "Others have had their turns since."
    assert session.match.history == ["end", "end"]


def test_what_was_decided_before_a_battle_was_loaded_stands() -> None:
    session = table(duel(orc=(5, 3)), "human,human")
    text = play(session, "", "move 0,0", "save here.save", "undo", "load here.save", "undo")
    assert "Taken back: Go to (0, 0)." in text
    assert text.rsplit("> undo\n", 1)[1].startswith("There is nothing to take back yet.")
    assert session.match.history == ["move 0,0"]


def test_a_disk_that_refuses_does_not_end_the_game() -> None:
    session = table(duel(), "human,ai")
    Path("blocked").write_text("")
    session.autosave = Path("blocked/auto.save")
    text = play(session, "end")
    assert "Not saved. auto.save: could not be written" in text
    assert session.match.history[0] == "end"


def test_nobody_takes_back_what_another_person_chose() -> None:
    session = table(duel(), "human,human")
    before = ["end", "end"]
    text = play(session, "", "end", "", "end", "", "undo")
    assert "It is another seat's decision now." in text
    assert session.match.history == before


def test_the_ai_may_answer_and_says_why() -> None:
    session = table(duel(), "human,ai")
    text = play(session, "auto")
    told = next(line for line in text.splitlines() if "The AI answers" in line)
    assert f"The AI answers {session.match.history[0]}: " in told
    assert "It chose" in text.split(told)[1]


def test_what_the_ai_answers_is_told_in_words_and_not_by_the_names_of_features(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    thought = ConsideredOptions((ConsideredOption("strike Orc", 1.5, (("harm", 2.0), ("late", -0.5))),))
    monkeypatch.setattr(ByLot, "considered", thought)
    keys = {"red": "strike Orc"}
    monkeypatch.setattr(ByLot, "answer", lambda _, __, asked: keys.get(asked.seat, asked.options[0].key))
    text = play(table(duel(), "human,ai"), "auto")
    assert "The AI answers strike Orc: Strike Orc\n  It chose: Strike Orc (+1.5)\n    for it: harm to foes +2.0" in text
    assert "    against it: danger from farther off where it ends \N{MINUS SIGN}0.5" in text


def test_a_battle_is_saved_and_loaded_with_its_seats_and_orders() -> None:
    session = table(duel(), "human,instinct", seed=77)
    play(session, "orders parry never", "end", "save here.save", "move 1,2", "load here.save")
    kept = load_match(Path("here.save"))
    assert kept.match.history == session.match.history
    assert kept.seats.players == {"red": "human", "blue": "instinct"}
    assert kept.seats.orders["red"].topics == {"parry": "never"}
    assert (kept.seats.seed, kept.seats.dice) == (77, "seeded")


def test_a_battle_that_is_loaded_has_its_clocks_whole() -> None:
    session = table(duel(), "human,ai")
    session.save(Path("here.save"))
    question = Choose(Seat("red"), "?", Menu([Option("a", 1, "A")]), idle="a", seconds=6, clock="turn")
    session.clocks.stop(question, 1.5)
    session.load(Path("here.save"))
    assert session.clocks.left(question) == 6


def test_a_battle_that_is_loaded_leaves_the_save_of_the_one_before_alone() -> None:
    session, other = table(duel(), "human,ai"), table(brawl(), "human,ai", seed=4)
    other.save(Path("other.save"))
    play(session, "load other.save", "quit")
    assert load_match(Path("auto.save")).match.setup == duel()
    assert load_match(session.autosave).match.setup == brawl()


def test_a_battle_is_saved_as_text_for_a_report() -> None:
    play(table(duel(), "human,ai"), "save here.battle")
    assert Path("here.battle").read_text().startswith("battlemat battle 1\nruleset duel")


def test_a_command_may_be_told_from_an_option_by_a_slash() -> None:
    assert "Ada: red" in after(play(table(duel(), "human,ai"), "/who"), "/who")


def test_orders_spare_questions_and_can_be_changed() -> None:
    def parries(*orders: str) -> int:
        session = table(duel(), "human,human", dice="typed")
        return play(session, "", *orders, "end", "", "strike Ada", "15", "", "", "1").count("parry?")

    assert parries() == 1  # 18 against 15: a parry would turn it
    assert parries("orders never") == 0
    assert parries("orders parry never") == 0
    assert parries("orders all never") == 0
    text = play(table(duel(), "human,ai"), "orders", "orders all ask")
    assert after(text, "orders") == "Reactions: ask me when it could change the outcome."
    assert after(text, "orders all ask") == "Reactions: always ask me."


def test_the_screen_passes_between_people_behind_a_curtain() -> None:
    text = play(table(duel(), "human,human", dice="typed"), "", "strike Orc", "5", "end", "", "end")
    first, second = "Pass the keyboard to Red, then press Enter. ", "Pass the keyboard to Blue, then press Enter. "
    assert text.index(first) < text.index("Ada: what?") < text.index(second) < text.index("Orc: what?")
    assert text.index("Ada misses Orc") < text.index(second)  # who acted reads first what came of it
    assert text.count("Ada misses Orc") == 2


def test_one_person_alone_needs_no_curtain() -> None:
    assert "Pass the keyboard" not in play(table(duel(), "human,ai"), "end", "end", "end")


def test_nobody_reads_of_those_who_hide_from_them() -> None:
    session = table(brawl(), "human,ai")
    hidden = next(str(who) for who, c in session.match.state.combatants.items() if c.sheet.hidden)
    text = play(session, "who", "map", f"look {hidden}", "log", "Ada", "end", "Bo", "end", "log")
    said = text.replace(f"look {hidden}", "").replace(f"not '{hidden}'", "")
    seen: AnyMatch = session.match
    assert hidden not in seen.ruleset.seen_by(seen.board, "party")
    assert hidden not in said


def test_odds_do_not_give_away_who_lies_in_wait() -> None:
    foes = (Recruit("thief", "Orc", (5, 3)), Recruit("thief", "Shade", (1, 3), hidden=True))
    setup = duel()
    setup = replace(setup, sides=(setup.sides[0], SideSetup("blue", foes)))
    text = play(table(setup, "human,ai"), "odds move 1,2")
    assert after(text, "odds move 1,2") == "Go to (1, 2):\n  No dice are in it."


def test_dice_may_be_typed() -> None:
    session = table(duel(), "human,ai", dice="typed")
    text = play(session, "strike Orc", "99", "4")
    assert "Roll d20 (Ada strikes at Orc), r to have it rolled: 99\nA d20 shows 1 to 20, not 99.\n" in text
    assert session.match.history[:2] == ["strike Orc", (4,)]


def test_a_referee_at_the_table_is_asked() -> None:
    setup = duel(stumble="ask")
    session = table(setup, "human,ai,referee=human", dice="typed")
    text = play(session, "", "strike Orc", "1", "", "reel")
    assert "Referee: Ada rolled a 1\n" in text
    assert session.match.state.rulings == {"stumble": "reel"}


def test_ais_fight_before_spectators_to_the_end() -> None:
    session = table(brawl(), "ai,ai")
    text = play(session)
    assert session.match.over
    assert "The battle is over." in text
    assert "Party: " in text and " left" in text
    assert " goes from " in text


def test_a_finished_battle_tells_its_end_when_it_is_loaded() -> None:
    session = table(brawl(), "ai,ai")
    play(session)
    again = Session(load_match(Path("auto.save")).match, session.players, 3, "seeded", Path("auto.save"))
    assert "The battle is over." in play(again)


def test_a_loaded_battle_does_not_tell_its_past_unasked() -> None:
    play(table(duel(), "human,human", dice="typed"), "", "strike Orc", "5")
    saved = load_match(Path("auto.save"))
    players = seat_players(read_seats("human,human", LEVELS), saved.match.setup, "trained")
    text = play(Session(saved.match, players, 3, "typed", Path("auto.save")), "", "log")
    assert "Ada misses Orc" not in text.split("> log")[0]
    assert "Ada misses Orc" in after(text, "log")


# --- saved on the way ---


# --- The board in letters ---

FIELD = Field(
    5,
    4,
    palette=(
        Terrain(),
        Terrain("wall", blocks_move=True, blocks_sight=True),
        Terrain("rubble", cost=2),
        Terrain("crate", height=10),
        Terrain("slit", blocks_move=True, blocks_sight=True, gap=2),
        Terrain("window", blocks_move=True, sill=10, lintel=30),
        Terrain("chasm", blocks_move=True),
    ),
    terrain=(1, 1, 4, 5, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 6, 0, 0, 0, 0, 0),
    floor=(0,) * 18 + (20, 30),
    ramps=((2, 3),),
    edges=(
        Edge("door", (1, 1), (1, 2), "door"),
        Edge("fence", (2, 3), (4, 3), "low_wall"),
        Edge("gate", (4, 1), (4, 3), "portcullis"),
    ),
    features=(
        Feature("out", "exit", ((0, 3),)),
        Feature("pit", "trap", ((1, 3),)),
    ),
)

SKETCH = """\
     0  1  2  3  4
  0 ## ## !! :  ## 0
  1 Ad+.  Or ~~=.  1
  2 .  .  n  . =%  2
          ;; ;;
  3 >  .  /  .1 .2 3
     0  1  2  3  4"""


def battle(field: Field = FIELD) -> Setup:
    return Setup(
        "duel",
        field,
        (SideSetup("red", (Recruit("knight", "Ada", (0, 1)),)), SideSetup("blue", (Recruit("thief", "Orc", (2, 1)),))),
    )


def drawn(match: Any, **more: Any) -> list[str]:
    return draw(DUEL, match.board, tuple(match.state.combatants), **more)


def test_everything_a_map_can_hold_has_its_sign() -> None:
    lines = drawn(begin(battle()))
    assert "\n".join(lines[:7]) == SKETCH
    assert lines[8:10] == ["Ad  Ada, red, at 0,1, 12/12", "Or  Orc, blue, at 2,1, 7/7"]
    for sign in ("# wall", "+ closed door", "> exit", "1 floor 1 cell up", "~ difficult ground", "; low wall"):
        assert sign in lines[10]


def test_ground_below_the_others_is_told_as_down() -> None:
    sunk = replace(FIELD, floor=tuple(-height for height in FIELD.floor))
    assert any("1 cell down" in line for line in drawn(begin(battle(sunk))))


def test_the_dark_is_drawn_where_the_ruleset_tells_of_light() -> None:
    match = begin(battle())
    lit = match.ground.mask((x, y) for x in range(3) for y in range(4))
    row, legend = drawn(match, light=lit)[3], "\n".join(drawn(match, light=lit))
    assert row == "  2 .  .  n  ``=%` 2"
    assert drawn(match, light=lit)[5] == "  3 >  .  /  `1 `2 3", "heights are told in the dark too"
    assert "` in the dark" in legend and "` in the dark" not in "\n".join(drawn(match))


def test_traps_are_nobodys_to_see() -> None:
    assert "trap" not in "\n".join(drawn(begin(battle())))


def test_an_open_door_is_drawn_open() -> None:
    match = begin(battle())
    state = evolve(match.state, EdgeChanged("door", True))
    lines = draw(DUEL, Board(state, match.setup, match.ground), ())
    assert lines[2] == "  1 . '.  .  ~~=.  1"
    assert "' open door" in lines[-1]


def test_cells_to_go_to_are_marked() -> None:
    lines = drawn(begin(battle()), lit=[(1, 1), (3, 2)])
    assert lines[2] == "  1 Ad+*. Or ~~=.  1"
    assert lines[3] == "  2 .  .  n  *.=%  2"
    assert "* a place to go" in lines[-1]


def test_a_window_cuts_the_map_and_keeps_its_coordinates() -> None:
    lines = drawn(begin(battle()), window=MapSection(1, 1, 2, 2))
    assert lines[:4] == ["     1  2", "  1+.  Or 1", "  2 .  n  2", "       ;;"]
    assert around(FIELD, [(1, 1), (2, 2)], 1) == MapSection(0, 0, 3, 3)
    assert around(FIELD, [], 1) == whole(FIELD) == MapSection(0, 0, 4, 3)


def test_who_is_not_seen_is_not_drawn() -> None:
    match = begin(brawl())
    hidden = next(who for who, c in match.state.combatants.items() if c.sheet.hidden)
    text = "\n".join(draw(DUEL, match.board, DUEL.seen_by(match.board, "party")))
    assert hidden not in text
    assert hidden in "\n".join(draw(DUEL, match.board, DUEL.seen_by(match.board, "foe")))


def test_letters_tell_nothing_of_who_is_not_seen_and_stay_with_whom_they_were_dealt_to() -> None:
    """The thief that lies hidden comes first in the battle, and is dealt its letters last, when it is seen."""
    sides = (
        SideSetup("red", (Recruit("knight", "Ada", (0, 0)),)),
        SideSetup("blue", (Recruit("thief", "", (5, 5), hidden=True), Recruit("squire", "Tom", (1, 0)))),
    )
    match: Any = Match.begin(DUEL, replace(battle(Field(9, 9)), sides=sides))
    everybody = tuple(match.state.combatants)
    seen = DUEL.seen_by(match.board, "red")
    assert len(seen) == len(everybody) - 1
    marks = Letters()
    before = marks.deal(DUEL, match.board, seen)
    alone = replace(match.state, combatants={who: match.state.combatants[who] for who in everybody if who in seen})
    assert before == Letters().deal(DUEL, Board(alone, match.setup, match.ground), seen)
    after = marks.deal(DUEL, match.board, everybody)
    assert {who: after[who] for who in before} == before
    assert len(set(after.values())) == len(everybody)


def test_marks_are_two_letters_and_differ() -> None:
    squad = tuple(Recruit("knight", name) for name in ("Ann", "Anna", "Annabel", "An", "A", "Änne", "!"))
    foes = tuple(Recruit("thief") for _ in range(12))
    setup = replace(battle(Field(9, 9)), sides=(SideSetup("red", squad), SideSetup("blue", foes)))
    match: Any = Match.begin(DUEL, setup)
    marks = Letters().deal(DUEL, match.board, tuple(match.state.combatants))
    assert len(set(marks.values())) == len(marks) == 19
    assert all(len(mark) == 2 for mark in marks.values())
    assert [marks[Id(who)] for who in ("thief 1", "thief 9")] == ["T1", "T9"]


def test_each_kind_has_a_letter_of_its_own() -> None:
    class Skeletons(Duel):
        def standing(self, board: Any, who: Any) -> Standing:
            found = super().standing(board, who)
            kind = "skeletal archer" if found.number % 2 else "skeletal warrior"
            return replace(found, name=f"{kind} {found.number}", kind=kind) if found.number else found

    squad = tuple(Recruit("thief") for _ in range(12))
    setup = replace(
        battle(Field(9, 9)), sides=(SideSetup("red", (Recruit("knight", "Ada"),)), SideSetup("blue", squad))
    )
    match: Any = Match.begin(DUEL, setup)
    marks = Letters().deal(Skeletons(), match.board, tuple(match.state.combatants))
    assert list(marks.values()) == ["Ad", "S1", "W2", "S3", "W4", "S5", "W6", "S7", "W8", "S9", "Wa", "Sb", "Wc"]


def test_the_fallen_are_drawn_small() -> None:
    match = begin(duel())
    ada = match.state.combatants[Id("Ada")]
    fallen = replace(ada, sheet=replace(ada.sheet, hp=0))
    state = replace(match.state, combatants={**match.state.combatants, ada.id: fallen})
    lines = draw(DUEL, Board(state, match.setup, match.ground), tuple(state.combatants))
    assert "ad" in lines[2]
    assert "ad  Ada, red, at 1,1, 0/12, down" in lines


# --- Terminals and pipes ---


class Screen(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_pipe_gets_a_transcript_with_what_was_typed() -> None:
    out = io.StringIO()
    terminal = Terminal(io.StringIO("hello\r\nlast"), out)
    assert terminal.ask("> ") == "hello"
    assert terminal.ask("> ") == "last"
    assert terminal.ask("> ") is None
    terminal.say("a [line]", "bold red")
    terminal.clear()
    assert out.getvalue() == "> hello\n> last\n> \na [line]\n"
    assert not terminal.live
    assert terminal.width is None


def test_a_terminal_is_cleared_and_does_not_repeat_what_was_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    out = Screen()
    terminal = Terminal(Screen("hello\n"), out)
    assert terminal.live
    assert terminal.width == 100
    assert terminal.ask("> ") == "hello"
    assert out.getvalue() == "> "
    terminal.clear()
    assert "\x1b[2J" in out.getvalue()
    terminal.say("a [line] " + "x" * 200)
    assert "a [line] " + "x" * 200 in out.getvalue()


def test_the_keyboard_has_line_editing(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = iter(["typed"])

    def ask(prompt: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", ask)
    monkeypatch.setattr(sys, "stdin", Screen())
    terminal = Terminal(sys.stdin, Screen())
    assert terminal.ask("> ") == "typed"
    assert terminal.ask("> ") is None


def test_letters_that_a_terminal_lacks_are_replaced() -> None:
    raw = io.BytesIO()
    terminal = Terminal(io.StringIO(), io.TextIOWrapper(raw, "ascii", write_through=True))
    terminal.say("a −2")
    assert raw.getvalue().split() == [b"a", b"?2"]
