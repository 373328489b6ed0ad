"""The board in letters."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from battlemat_duel import RULESET as DUEL
from battlemat_duel import Duel
from game.rules.events import EdgeChanged, Id
from game.rules.match import Match
from game.rules.setup import Recruit, Setup, SideSetup
from game.rules.standing import Standing
from game.rules.state import evolve
from game.rules.table import Board
from game.spatial.field import Edge, Feature, Field, Terrain
from game.terminal.text_map import Letters, MapSection, around, draw, whole
from tests.rules.battles import begin, brawl, duel

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
    for sign in ("# wall", "+ closed door", "> exit", "1 floor 1 cells up", "~ difficult ground", "; low wall"):
        assert sign in lines[10]


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
