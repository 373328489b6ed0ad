"""The sight command, and the picture of check: what they print, and the sentences for what can't be done."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.cli import sight_report
from game.cli.sight_report import field_of, proof_of
from game.files.sources import MAPS
from game.files.tiled import read_map
from game.resources import maps
from game.spatial.field import UNIT, Edge, Field, Terrain
from game.spatial.free import segment_is_free
from game.spatial.space import Space
from tests.files.drawing import SLIT, WALL, floor, save, tiles, tmx
from tests.program import Run

GATE = str(maps() / "gatehouse.tmx")


@pytest.fixture
def corridor(tmp_path: Path) -> str:
    """Five cells in a row, a wall in the fourth; and under it open floor that ends at a thin wall."""
    walls = [[0] * 6, [0] * 6, [WALL] * 6, [0, 0, SLIT, 0, 0, 0]]
    walls[0][3] = walls[1][3] = WALL
    path = save(tmp_path, tmx(tiles("ground", floor(6, 4)), tiles("walls", walls, 2)))
    return str(path)


def json_of(run: Run, *words: str) -> Any:
    code, out, err = run(*words, "--json")
    assert (code, err) == (0, "")
    assert out.count("\n") == 1
    return json.loads(out)


def test_json_tells_every_cell_that_can_be_stood_on(run: Run) -> None:
    found = json_of(run, "sight", "gatehouse", "--from", "15,13")
    space = Space(read_map(Path(GATE)).field)
    assert list(found) == ["from", "cells"]
    assert found["from"] == [15, 13]
    stood = [[x, y] for y in range(space.height) for x in range(space.width) if space.standable((x, y))]
    assert [cell["at"] for cell in found["cells"]] == stood
    for cell in found["cells"]:
        assert list(cell) == ["at", "seen", "corners", "corners_back"]
        x, y = cell["at"]
        assert cell["seen"] is space.sees((15, 13), (x, y))
        assert cell["corners"] == max(0, space.corners_seen((15, 13), (x, y)))
        assert cell["corners_back"] == max(0, space.corners_seen((x, y), (15, 13)))


def test_cells_out_of_sight_show_no_corners(run: Run, corridor: str) -> None:
    cells = {tuple(cell["at"]): cell for cell in json_of(run, "sight", corridor, "--from", "0,0")["cells"]}
    assert cells[2, 0] == {"at": [2, 0], "seen": True, "corners": 8, "corners_back": 8}
    assert cells[4, 0] == {"at": [4, 0], "seen": False, "corners": 0, "corners_back": 0}
    assert (3, 0) not in cells


def test_the_board_shows_corners(run: Run, corridor: str) -> None:
    code, out, _ = run("sight", corridor, "--from", "0,0")
    assert code == 0
    assert out.splitlines() == [
        "map.tmx: seen from 0,0",
        "",
        "     0  1  2  3  4  5",
        "  0 @@ 8  8  ## .  .  0",
        "  1 8  8  8  ## .  .  1",
        "  2 ## ## ## ## ## ## 2",
        "  3 .  .  !! .  .  .  3",
        "     0  1  2  3  4  5",
        "",
        "Signs: . floor, ! arrow slit, # wall",
        "@@ looks; 0 to 8: corners seen of a creature there; all other signs: not seen.",
        "6 of 15 cells are seen, 6 of them without cover.",
    ]


def test_the_proof_of_a_pair_in_words(run: Run, corridor: str) -> None:
    code, out, _ = run("sight", corridor, "--from", "0,0", "--to", "2,1")
    assert code == 0
    lines = out.splitlines()
    assert lines[0].startswith("0,0 and 2,1 see each other, along (")
    assert "Of 2,1, seen from 0,0: 8 of 8 corners" in lines
    assert "Of 0,0, seen from 2,1: 8 of 8 corners" in lines
    assert sum(" seen from (" in text for text in lines) == 16
    assert "NOT FREE" not in out
    out = run("sight", corridor, "--from", "0,0", "--to", "4,0")[1]
    assert out.startswith("0,0 and 4,0 do not see each other.\nBetween their middles: the wall in 3,0.\n")
    assert "  north-west, feet  (4, 0, 0)  hidden behind the wall in 3,0\n" in out


def test_every_kind_of_solid_has_a_name() -> None:
    field = Field(
        7,
        1,
        (Terrain(), Terrain("crate", height=15), Terrain("window", blocks_move=True, sill=5, lintel=15)),
        (0, 1, 0, 2, 0, 0, 0),
        floor=(0, 0, 0, 0, 0, 0, 40),
        edges=(Edge("d", (5, 0), (5, 1), "door"),),
    )
    space = Space(field)

    def solids(x: float, z: float, start: float = 10) -> str:
        return sight_report._solids(space, (start, 10, 10), (x, 10, z))

    assert (
        solids(130, 10)
        == "the crate in 1,0, up to 0.75 cells; the door between 4,0 and 5,0; the ground of 6,0, 2 cells up"
    )
    assert solids(130, 0).endswith("the ground of 6,0, 2 cells up")
    assert solids(75, 25, 50) == "the lintel of the window in 3,0"


def test_the_proof_as_json_can_be_checked(run: Run) -> None:
    found = json_of(run, "sight", "gatehouse", "--from", "15,13", "--to", "3,14")
    space = Space(read_map(Path(GATE)).field)
    assert (found["from"], found["to"], found["seen"]) == ([15, 13], [3, 14], True)
    for side, count in ((found, (15, 13)), (found["back"], (3, 14))):
        other = (3, 14) if count == (15, 13) else (15, 13)
        assert sum(corner["seen"] for corner in side["corners"]) == space.corners_seen(count, other)
        for segment in [side["witness"], *(corner["segment"] for corner in side["corners"])]:
            if segment is not None:
                start, end = ([value * UNIT for value in point] for point in segment)
                assert segment_is_free(space.boxes, start, end, may_touch_end=segment is not side["witness"])
    assert proof_of(space, (15, 13), (12, 9))["blockers"][0] == [14, 12]
    assert not any(cell["seen"] for cell in field_of(space, (12, 9))["cells"] if cell["at"] == [15, 13])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--from", "99,3"), "--from 99,3: that is off the map; gatehouse.tmx has 32 x 24 cells, 0,0 to 31,23."),
        (("--from", "0,0"), "--from 0,0: nobody can stand there (wall). The nearest where one can is 1,1."),
        (("--from", "15,13", "--to", "2,99"), "--to 2,99: that is off the map"),
        (("--from", "15,13", "--to", "11,9"), "--to 11,9: nobody can stand there (wall)."),
        (("--from", "15"), "'15' is not a cell; write column,row such as 12,5"),
        (("--from", "-1,2"), "expected one argument"),
        ((), "the following arguments are required: --from"),
    ],
)
def test_a_cell_that_is_none_is_told(run: Run, words: tuple[str, ...], said: str) -> None:
    code, out, err = run("sight", "gatehouse", *words)
    assert (code, out) == (2, "")
    assert said in err


def test_sight_needs_a_map(run: Run) -> None:
    Path("plan.toml").write_text("")
    assert f"plan.toml: sight is told on a map ({', '.join(MAPS)})." in run("sight", "plan.toml", "--from", "1,1")[2]
    assert "There is no file 'nowhere'" in run("sight", "nowhere", "--from", "1,1")[2]
    Path("bad.tmx").write_text("<map")
    code, _, err = run("sight", "bad.tmx", "--from", "1,1")
    assert code == 2
    assert err.startswith("bad.tmx: ")


def test_check_draws_a_picture(run: Run, tmp_path: Path) -> None:
    code, out, err = run("check", GATE, "--picture", "gate.png")
    assert (code, err) == (0, "")
    assert out.startswith("gate.png: drawn\ngatehouse.tmx: layers read\n")
    picture = pygame.image.load(tmp_path / "gate.png")
    assert picture.get_width() > 32 * 24
    assert picture.get_height() > 24 * 24


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((GATE, GATE, "--picture", "out.png"), f"--picture draws one map ({', '.join(MAPS)}); name just one file."),
        (("none.tmx", "--picture", "out.png"), "none.tmx: there is no such file;"),
        (("some.save", "--picture", "out.png"), f"--picture draws one map ({', '.join(MAPS)})"),
        ((GATE, "--picture", "out.gif"), "--picture out.gif: the name of a picture ends in .png, .jpg, .bmp."),
        ((GATE, "--picture", "no/where/out.png"), "--picture no/where/out.png: there is no folder no/where."),
    ],
)
def test_a_picture_that_can_not_be_drawn_is_told(run: Run, words: tuple[str, ...], said: str) -> None:
    code, out, err = run("check", *words)
    assert code == 2
    assert said in out + err
    assert not list(Path().glob("out.*"))
