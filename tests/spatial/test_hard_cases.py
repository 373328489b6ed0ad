"""Named cases of sight and cover whose answers were worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from game.spatial.field import UNIT, Cell, Edge, Field, Terrain
from game.spatial.kernels import add_piece, meets, pair_ray, past_wall
from game.spatial.kernels.columns import STEEP
from game.spatial.kernels.layout import desk
from game.spatial.space import Space
from tests.spatial.maps import drawn, with_walls

NONE, NOT_SEEN, FULL = 8, -1, 0


@pytest.mark.parametrize(
    ("target", "attacker", "walls", "answer"),
    [
        pytest.param((0, 0), (9, 3), [], NONE, id="open ground, far"),
        pytest.param((0, 0), (2, 0), [(1, 0)], NOT_SEEN, id="wall between"),
        pytest.param((0, 1), (2, 1), [(1, 0), (1, 1), (1, 2)], NOT_SEEN, id="wall of three"),
        pytest.param((0, 0), (1, 1), [(1, 0), (0, 1)], NOT_SEEN, id="corner touch"),
        pytest.param((0, 0), (1, 1), [(1, 0)], 6, id="one wall beside a diagonal"),
        pytest.param((5, 0), (0, 0), [(x, 1) for x in range(6)], NONE, id="wall along the target's side"),
        pytest.param((5, 1), (0, 0), [(4, 0)], 4, id="pillar before the target"),
        pytest.param((4, 4), (0, 0), [(2, 2)], NOT_SEEN, id="pillar on the diagonal: its shadow is as wide as itself"),
        pytest.param(
            (5, 0), (0, 0), [(2, 0), (2, 1), (3, 2)], NOT_SEEN, id="two walls and a pillar that close the gap"
        ),
    ],
)
def test_in_plan(target: Cell, attacker: Cell, walls: list[Cell], answer: int) -> None:
    assert with_walls(10, 6, walls).corners_seen(attacker, target) == answer


def test_wall_between_in_a_corridor() -> None:
    assert Space(drawn(".#.")).corners_seen((2, 0), (0, 0)) == NOT_SEEN


def arrow_slit(attacker: int, target: int) -> int:
    """A wall 0.4 thick at x 4 to 4.4, open only for y 0.4 to 0.6, in a corridor: corners of ``target`` seen."""
    cell = 2 * UNIT
    cheeks = [(4 * cell, 4 * cell + 16, 0, 16, 1, 0), (4 * cell, 4 * cell + 16, 24, cell, 1, 0)]
    walls = [(0, 10 * cell, 0, 0, 1, 0), (0, 10 * cell, cell, cell, 1, 0)]
    solids = np.array(cheeks + walls, np.float64)
    floor = -(10.0**6)
    places = np.array([[x * cell, (x + 1) * cell, 0, cell, 0, cell, floor, -floor] for x in (attacker, target)])
    out = np.zeros(6)
    if not pair_ray(places, solids, len(solids), *desk(len(solids) + 1)[1:], out):
        return NOT_SEEN
    corners = [(target * cell, 0), (target * cell + cell, 0), (target * cell, cell), (target * cell + cell, cell)]
    return sum(seen_past(cheeks, corner, (attacker * cell, attacker * cell + cell, 0, cell)) for corner in corners)


def seen_past(walls: Sequence[tuple[int, ...]], corner: tuple[int, int], place: tuple[int, int, int, int]) -> bool:
    """Whether a place to the west, as high as the sky, sees a corner past walls of any thickness between them."""
    x, y = corner
    pieces, spare, lower, upper = range(4)
    work = np.empty((4, 9, 6))

    def turned(x0: int, x1: int, y0: int, y1: int) -> tuple[float, float, float, float]:
        """As seen from the corner, with the place ahead to the right."""
        return (float(x - x1), float(x - x0), *((y0 - y, y1 - y) if y == place[2] else (y - y1, y - y0)))

    n = add_piece(work, pieces, 0, 0.0, 1.0, -STEEP, 0.0, STEEP, 0.0)
    for wall in walls:
        if wall[0] < x:
            n = past_wall(work, pieces, n, spare, *turned(*wall[:4]))
    return bool(meets(work, pieces, 0, n, (-1.0, 1.0, -1e6, 1e6), *turned(*place), lower, upper))


def test_arrow_slit_five_cells_off() -> None:
    assert arrow_slit(0, 5) == FULL


def test_arrow_slit_three_cells_off() -> None:
    assert arrow_slit(3, 5) == 2


def test_a_crate_before_the_target_hides_its_feet() -> None:
    sight = Space(drawn("....", "..c.", "....")).sight((3, 1), (1, 1))
    assert [c.seen for c in sight.corners] == [False] * 4 + [True] * 4


def test_a_crate_beside_the_attacker_hides_only_the_far_feet() -> None:
    assert Space(drawn("......", "....c.", "......")).corners_seen((5, 1), (0, 1)) == 8


def test_a_stack_as_high_as_a_man_hides_him() -> None:
    assert Space(drawn(".s.")).corners_seen((2, 0), (0, 0)) == NOT_SEEN


def test_a_big_body_looks_over_a_stack() -> None:
    space = Space(drawn("....", "..s.", "....", "...."))
    assert space.sees((0, 1), (3, 1), 2, 1)


def ledge(edge: int, rise: int, width: int = 14, height: int = 5) -> Space:
    """Ground raised for all columns before ``edge``."""
    return Space(
        Field(width, height, floor=tuple(rise if x < edge else 0 for _ in range(height) for x in range(width)))
    )


def test_target_on_a_ledge_back_from_its_rim() -> None:
    sight = ledge(4, 2 * UNIT).sight((9, 2), (1, 2))
    assert [c.seen for c in sight.corners] == [False] * 4 + [True] * 4


def test_target_at_the_rim_of_a_ledge_seen_from_far_below() -> None:
    sight = ledge(4, 2 * UNIT).sight((9, 2), (3, 2))
    assert sight.corners_seen == 6
    assert [c.point for c in sight.corners if not c.seen] == [(60, 40, 40), (60, 60, 40)]


def test_looking_down_from_a_rim_costs_nothing() -> None:
    assert ledge(4, 2 * UNIT).corners_seen((3, 2), (9, 2)) == NONE


def test_a_target_right_under_the_rim_is_partly_hidden() -> None:
    assert ledge(4, 2 * UNIT).corners_seen((2, 2), (4, 2)) < NONE


def test_window_shows_what_is_level_with_it() -> None:
    space = Space(drawn("...", "#w#", "..."))
    assert 0 <= space.corners_seen((1, 0), (1, 2)) < 8


def test_low_wall_hides_feet_behind_it_but_not_those_that_touch_it() -> None:
    low = Edge("low", (2, 0), (2, 3), "low_wall", sill=10)
    space = Space(Field(6, 3, edges=(low,)))
    assert [c.point for c in space.sight((5, 1), (1, 1)).corners if not c.seen] == [(20, 20, 0), (20, 40, 0)]
    assert space.corners_seen((5, 1), (0, 1)) == 4
    assert space.corners_seen((5, 1), (2, 1)) == NONE


def test_open_door_is_nothing_closed_door_a_wall() -> None:
    field = Field(4, 1, edges=(Edge("door", (2, 0), (2, 1), "door"),))
    shut = Space(field)
    assert shut.corners_seen((0, 0), (3, 0)) == NOT_SEEN
    assert shut.with_open(frozenset({"door"})).corners_seen((0, 0), (3, 0)) == NONE


def test_portcullis_stops_steps_not_sight() -> None:
    space = Space(Field(4, 1, edges=(Edge("bars", (2, 0), (2, 1), "portcullis"),)))
    assert space.corners_seen((0, 0), (3, 0)) == NONE
    assert not space.step_ok((1, 0), (2, 0))


def test_not_seen_names_the_solids_between_nearest_first() -> None:
    assert Space(drawn("..##.")).sight((0, 0), (4, 0)).blockers == ((2, 0), (3, 0))
    assert Space(drawn("..##.")).sight((4, 0), (0, 0)).blockers == ((3, 0), (2, 0))


def test_a_body_on_a_low_obstacle_stands_on_top_of_it() -> None:
    space = Space(drawn("....c"))
    assert space.floor((4, 0)) == 12
    assert space.corners_seen((0, 0), (4, 0)) == NONE


def test_cover_is_not_symmetric() -> None:
    space = with_walls(6, 2, [(4, 0)])
    assert space.corners_seen((0, 0), (5, 1)) == 4
    assert space.corners_seen((5, 1), (0, 0)) != 4


def test_slit_cell() -> None:
    terrain = (Terrain(), Terrain("slit", True, True, gap=4))
    space = Space(Field(7, 1, terrain, (0, 0, 0, 0, 1, 0, 0)))
    assert space.corners_seen((0, 0), (5, 0)) == FULL
    assert space.corners_seen((3, 0), (5, 0)) == FULL
    assert not Space(Field(1, 7, terrain, (0, 0, 0, 0, 1, 0, 0))).sees((0, 0), (0, 5))
