"""The touching policy stated in game/spatial/sight.py, pinned down case by case."""

from __future__ import annotations

import pytest

from game.spatial.field import Edge, EdgeKind, Field
from game.spatial.free import segment_is_free
from game.spatial.space import Space
from tests.spatial.maps import drawn, with_walls


def test_walls_that_meet_at_a_corner_leave_no_gap() -> None:
    assert with_walls(2, 2, [(1, 0), (0, 1)]).corners_seen((1, 1), (0, 0)) == -1


def test_the_seam_between_two_walls_is_no_gap() -> None:
    space = Space(drawn("...", "##.", "..."))
    assert not space.sees((0, 0), (0, 2))
    assert not space.sees((1, 0), (0, 2))


def test_a_corner_on_a_wall_one_leans_against_is_seen_along_it() -> None:
    space = with_walls(3, 2, [(0, 1), (1, 1), (2, 1)])
    assert [c.seen for c in space.sight((0, 0), (2, 0)).corners] == [True] * 8


def test_a_line_that_touches_a_solid_on_its_way_is_blocked() -> None:
    space = with_walls(3, 2, [(1, 1)])
    along = ((5, 20, 10), (55, 20, 10))
    assert not segment_is_free(space.boxes, *along)
    beside = ((5, 19.999, 10), (55, 19.999, 10))
    assert segment_is_free(space.boxes, *beside)


def test_a_line_may_touch_a_solid_at_the_aimed_corner_alone() -> None:
    space = with_walls(3, 2, [(1, 1)])
    to_the_corner = ((5, 10, 10), (20, 20, 10))
    assert not segment_is_free(space.boxes, *to_the_corner)
    assert segment_is_free(space.boxes, *to_the_corner, may_touch_end=True)


@pytest.mark.parametrize("kind", ["wall", "door", "slit", "window", "portcullis", "low_wall"])
def test_the_end_of_a_thin_thing_is_seen_past(kind: EdgeKind) -> None:
    """Thin things are closed: two that meet at a corner seal it, one alone is passed at its end."""
    one = Edge("one", (1, 0), (1, 1), kind, sill=20, lintel=20, gap=0)
    two = Edge("two", (1, 1), (2, 1), kind, sill=20, lintel=20, gap=0)
    alone = Space(Field(2, 2, edges=(one,)))
    sealed = Space(Field(2, 2, edges=(one, two)))
    assert alone.sees((0, 0), (1, 1))
    assert sealed.sees((0, 0), (1, 1))
    other = Edge("other", (0, 1), (1, 1), kind, sill=20, lintel=20, gap=0)
    corner = Space(Field(2, 2, edges=(one, other)))
    assert corner.sees((0, 0), (1, 1)) == (kind == "portcullis")


def test_bodies_are_never_solid_and_see_themselves() -> None:
    space = Space(Field(3, 3))
    assert all(space.corners_seen((1, 1), (x, y)) == 8 for x in range(3) for y in range(3))
    assert all(space.corners_seen((0, 0), (1, 1), 2, 2) == 8 for _ in range(1))
