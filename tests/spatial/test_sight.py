"""The fast search against the slow reference, and the laws of sight."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.spatial import sight
from game.spatial.field import SKY, UNIT, Cell, Edge, Field
from game.spatial.free import segment_is_free
from game.spatial.space import Space
from tests.spatial import reference
from tests.spatial.maps import PALETTE, doubled, drawn, scattered

CELL = 2 * UNIT
Shares = dict[str, tuple[float, float]]
"""For each sign of a map how much of it there may be, from and to."""
PLANS: dict[str, tuple[Shares, float, int]] = {
    "open with pillars": ({"#": (0.05, 0.1)}, 0.0, 5),
    "rooms": ({"#": (0.2, 0.3)}, 0.0, 6),
    "slits": ({"#": (0.05, 0.15), "-": (0.08, 0.15), "|": (0.08, 0.15)}, 0.0, 5),
    "thin walls": ({"#": (0.05, 0.15)}, 0.15, 5),
    "all": ({"#": (0.0, 0.1), "-": (0.0, 0.1), "|": (0.0, 0.1)}, 0.1, 5),
}
HEIGHTS: dict[str, tuple[Shares, float, tuple[int, ...]]] = {
    "crates": ({"c": (0.1, 0.25), "s": (0.05, 0.15), "#": (0.05, 0.15)}, 0.0, (0,)),
    "ledges": ({"#": (0.0, 0.1)}, 0.0, (0, 0, 20, 40)),
    "windows": ({"c": (0.0, 0.15), "#": (0.05, 0.15), "w": (0.08, 0.16), "a": (0.0, 0.15)}, 0.0, (0, 0, 8, 20)),
    "all": ({"c": (0.05, 0.15), "#": (0.05, 0.15), "-": (0.05, 0.15)}, 0.12, (0, 0, 10)),
}
WIDE: dict[str, tuple[dict[str, float], float, tuple[int, ...]]] = {
    "crates": ({"#": 0.07, "c": 0.03, "s": 0.02}, 0.0, (0,)),
    "rooms": ({"#": 0.22, "c": 0.05, "a": 0.03}, 0.0, (0,)),
    "ledges": ({"#": 0.05}, 0.0, (0,) * 20 + (10, 20, 40)),
    "windows": ({"#": 0.06, "w": 0.05}, 0.0, (0,)),
    "all": ({"#": 0.04, "c": 0.03, "w": 0.02, "-": 0.02, "|": 0.02}, 0.02, (0,) * 20 + (8, 20)),
}


def shares(random: Random, kinds: Shares) -> dict[str, float]:
    """How much there is of each sign on one map."""
    return {sign: random.uniform(low, high) for sign, (low, high) in kinds.items()}


def pick(random: Random, space: Space, sizes: tuple[int, ...]) -> tuple[Cell, int]:
    """A place for a body anywhere on the map."""
    size = random.choice(sizes)
    return (random.randrange(space.width - size + 1), random.randrange(space.height - size + 1)), size


def agree_in_plan(kind: str, seed: int) -> None:
    """One random pair on a random map of walls."""
    kinds, thin, side = PLANS[kind]
    random = Random(f"{kind} {seed}")
    space = Space(scattered(random, side, side, shares(random, kinds), thin, flat=True))
    walls = [(int(b.x0), int(b.x1), int(b.y0), int(b.y1)) for b in doubled(space) if b.z1 >= 2 * SKY]
    (viewer, v_size), (target, t_size) = pick(random, space, (1, 1, 2)), pick(random, space, (1, 1, 2, 3))
    a, b = ((x * CELL, (x + k) * CELL, y * CELL, (y + k) * CELL) for (x, y), k in ((viewer, v_size), (target, t_size)))
    expected = -1
    if reference.plan_sees(walls, a, b):
        expected = 2 * sum(reference.plan_corner_seen(walls, (x, y), a) for x in b[:2] for y in b[2:])
    assert space.corners_seen(viewer, target, v_size, t_size) == expected
    assert Space(space.field).sees(target, viewer, t_size, v_size) == (expected >= 0)


def agree_with_heights(kind: str, seed: int) -> None:
    """One random pair on a random map with heights; every proof is checked."""
    kinds, thin, floors = HEIGHTS[kind]
    random = Random(f"{kind} {seed}")
    floor = tuple(random.choice(floors) for _ in range(16))
    space = Space(scattered(random, 4, 4, shares(random, kinds), thin, floor=floor))
    solids = [tuple(int(v) for v in box[:6]) for box in doubled(space)]
    (viewer, v_size), (target, t_size) = pick(random, space, (1, 1, 2)), pick(random, space, (1, 1, 2))
    cubes = []
    for (x, y), k in ((viewer, v_size), (target, t_size)):
        z = 2 * space.floor((x, y), k)
        cubes.append((x * CELL, (x + k) * CELL, y * CELL, (y + k) * CELL, z, z + k * CELL))
    a, b = (reference.free_parts(solids, cube, CELL) for cube in cubes)  # type: ignore[arg-type]
    seen = any(p[0] // CELL == q[0] // CELL and p[2] // CELL == q[2] // CELL for p in a for q in b)
    seen = seen or any(reference.sees(solids, p, q) for p in a for q in b)  # type: ignore[arg-type]
    x0, x1, y0, y1, z0, z1 = cubes[1]
    corners = [
        any(reference.corner_seen(solids, (x, y, z), p) for p in a)  # type: ignore[arg-type]
        for z in (z0, z1)
        for y in (y0, y1)
        for x in (x0, x1)
    ]
    sight = space.sight(viewer, target, v_size, t_size)
    assert (sight.seen, [c.seen for c in sight.corners]) == (seen, corners)
    assert space.corners_seen(viewer, target, v_size, t_size) == sight.corners_seen
    assert space.sees(target, viewer, t_size, v_size) == seen
    check_proof(space, viewer, target, v_size, t_size)


def check_proof(space: Space, viewer: Cell, target: Cell, v_size: int = 1, t_size: int = 1) -> None:
    """Every line given is free, starts inside the viewer and ends inside the target or at its corner."""
    sight = space.sight(viewer, target, v_size, t_size)
    if sight.witness is not None:
        assert segment_is_free(space.boxes, *sight.witness)
        assert inside(space, sight.witness.start, viewer, v_size)
        assert inside(space, sight.witness.end, target, t_size)
    assert (sight.witness is not None) == sight.seen
    for corner in sight.corners:
        assert corner.seen == (corner.segment is not None)
        if corner.segment is not None:
            assert corner.segment.end == corner.point
            assert inside(space, corner.segment.start, viewer, v_size)
            assert segment_is_free(space.boxes, *corner.segment, may_touch_end=True)
    if not sight.seen:
        assert sight.blockers


def inside(space: Space, point: tuple[float, float, float], cell: Cell, size: int) -> bool:
    """Whether a point is inside a body's cube."""
    low = (cell[0] * UNIT, cell[1] * UNIT, space.floor(cell, size))
    return all(start < at < start + size * UNIT for at, start in zip(point, low, strict=True))


@pytest.mark.parametrize("kind", PLANS)
@pytest.mark.parametrize("seed", range(8))
def test_plan_agrees_with_reference(kind: str, seed: int) -> None:
    agree_in_plan(kind, seed)


@pytest.mark.parametrize("kind", HEIGHTS)
@pytest.mark.parametrize("seed", range(4))
def test_heights_agree_with_reference(kind: str, seed: int) -> None:
    agree_with_heights(kind, seed)


@pytest.mark.nightly
@pytest.mark.parametrize("kind", PLANS)
@pytest.mark.parametrize("first", range(100, 10_100, 1000))
def test_plan_agrees_with_reference_on_many_maps(kind: str, first: int) -> None:
    for seed in range(first, first + 1000):
        agree_in_plan(kind, seed)


@pytest.mark.nightly
@pytest.mark.parametrize("kind", HEIGHTS)
@pytest.mark.parametrize("first", range(100, 12_600, 500))
def test_heights_agree_with_reference_on_many_maps(kind: str, first: int) -> None:
    for seed in range(first, first + 500):
        agree_with_heights(kind, seed)


@pytest.mark.nightly
@pytest.mark.parametrize("kind", WIDE)
@pytest.mark.parametrize("seed", range(4))
def test_whole_fields_of_wide_maps_say_what_pairs_say(kind: str, seed: int) -> None:
    side = 100
    kinds, thin, floors = WIDE[kind]
    random = Random(f"wide {kind} {seed}")
    floor = tuple(random.choice(floors) for _ in range(side * side))
    field = scattered(random, side, side, kinds, thin, floor=floor)
    space = Space(field)
    for size in (1, 1, 2):
        viewer, other = (random.randrange(20, 79), random.randrange(20, 79)), Space(field)
        view = space.field_of_view(viewer, size)
        for y in range(side):
            for x in range(side):
                ahead = other.corners_seen(viewer, (x, y), size)
                assert (view.corners[y, x], view.seen[y, x]) == (ahead, ahead >= 0), (viewer, size, x, y)
                assert view.corners_back[y, x] == other.corners_seen((x, y), viewer, 1, size), (viewer, size, x, y)


# --- laws ---

WIDTH, HEIGHT = 8, 6
MAPS = st.builds(
    lambda seed, walls: scattered(
        Random(seed),
        WIDTH,
        HEIGHT,
        {"#": walls, "c": 0.05, "-": 0.03, "|": 0.03, "w": 0.03},
        0.06,
        floor=tuple(Random(seed + 1).choice((0, 0, 0, 10)) for _ in range(WIDTH * HEIGHT)),
    ),
    st.integers(0, 10**6),
    st.sampled_from([0.05, 0.1, 0.25]),
)
PLACES = st.tuples(st.integers(0, WIDTH - 2), st.integers(0, HEIGHT - 2), st.integers(1, 2))
LAW = settings(deadline=None, max_examples=60)


@LAW
@given(MAPS, PLACES, PLACES)
def test_sight_is_symmetric(field: Field, a: tuple[int, int, int], b: tuple[int, int, int]) -> None:
    space, other = Space(field), Space(field)
    assert space.sees(a[:2], b[:2], a[2], b[2]) == other.sees(b[:2], a[:2], b[2], a[2])


@LAW
@given(MAPS, st.integers(0, 6), st.integers(0, 6))
def test_some_see_some_if_one_sees_one(field: Field, left: int, right: int) -> None:
    cells = [(x, y) for y in range(field.height) for x in range(field.width)]
    viewers, targets = cells[left::7], cells[right::7]
    one_by_one = Space(field)
    seen = any(one_by_one.sees(viewer, target) for viewer in viewers for target in targets)
    assert Space(field).some_seen(viewers, targets) == seen
    # a single pair is where most see nothing
    assert all(
        Space(field).some_seen([a], [b]) == one_by_one.sees(a, b) for a, b in zip(viewers, targets, strict=False)
    )


@LAW
@given(MAPS, PLACES)
def test_one_always_sees_oneself(field: Field, a: tuple[int, int, int]) -> None:
    space = Space(field)
    if space.standable(a[:2], a[2]):
        assert space.corners_seen(a[:2], a[:2], a[2], a[2]) >= 0


@LAW
@given(MAPS, PLACES, PLACES)
def test_proofs_hold(field: Field, a: tuple[int, int, int], b: tuple[int, int, int]) -> None:
    check_proof(Space(field), a[:2], b[:2], a[2], b[2])


def turned(field: Field, mirror: bool) -> Field:
    """The map mirrored from west to east, or with its axes exchanged (which with the mirror makes every turn)."""
    w, h = field.width, field.height
    cells = (
        [(w - 1 - x, y) for y in range(h) for x in range(w)] if mirror else [(x, y) for x in range(w) for y in range(h)]
    )
    swap = {"x": "y", "y": "x"}
    palette = (
        PALETTE
        if mirror
        else tuple(
            type(t)(**{**{f: getattr(t, f) for f in t.__struct_fields__}, "gap_axis": swap[t.gap_axis]})
            for t in PALETTE
        )
    )

    def corner(c: Cell) -> Cell:
        return (w - c[0], c[1]) if mirror else (c[1], c[0])

    return Field(
        w if mirror else h,
        h if mirror else w,
        palette,
        tuple(field.terrain[y * w + x] for x, y in cells),
        tuple(field.floor[y * w + x] for x, y in cells),
        edges=tuple(
            Edge(
                e.id,
                min(corner(e.a), corner(e.b)),
                max(corner(e.a), corner(e.b)),
                e.kind,
                e.state,
                e.sill,
                e.lintel,
                e.gap,
            )
            for e in field.edges
        ),
    )


@LAW
@given(MAPS, PLACES, PLACES, st.booleans())
def test_sight_turns_and_mirrors_with_the_board(
    field: Field, a: tuple[int, int, int], b: tuple[int, int, int], mirror: bool
) -> None:
    def moved(p: tuple[int, int, int]) -> Cell:
        return (field.width - p[0] - p[2], p[1]) if mirror else (p[1], p[0])

    space, other = Space(field), Space(turned(field, mirror))
    assert space.corners_seen(a[:2], b[:2], a[2], b[2]) == other.corners_seen(moved(a), moved(b), a[2], b[2])


@LAW
@given(MAPS, PLACES, PLACES, st.integers(1, 3), st.integers(0, 40))
def test_sight_moves_with_the_board(
    field: Field, a: tuple[int, int, int], b: tuple[int, int, int], by: int, rise: int
) -> None:
    w, h = field.width, field.height
    terrain, floor = [0] * ((w + by) * (h + by)), [rise] * ((w + by) * (h + by))
    for y in range(h):
        for x in range(w):
            terrain[(y + by) * (w + by) + x + by] = field.terrain[y * w + x]
            floor[(y + by) * (w + by) + x + by] = field.floor[y * w + x] + rise
    edges = tuple(
        Edge(e.id, (e.a[0] + by, e.a[1] + by), (e.b[0] + by, e.b[1] + by), e.kind, e.state, e.sill, e.lintel, e.gap)
        for e in field.edges
        # Edges of the old border get ground beside them, which may be higher than the old.
        if e.kind in ("wall", "door", "slit", "portcullis") or ((e.a[0] or e.b[0]) and (e.a[1] or e.b[1]))
    )
    old = Space(
        Field(
            w,
            h,
            PALETTE,
            field.terrain,
            field.floor,
            edges=tuple(e for e in field.edges if e.id in {k.id for k in edges}),
        )
    )
    new = Space(Field(w + by, h + by, PALETTE, tuple(terrain), tuple(floor), edges=edges))
    seen = new.corners_seen((a[0] + by, a[1] + by), (b[0] + by, b[1] + by), a[2], b[2])
    assert old.corners_seen(a[:2], b[:2], a[2], b[2]) == seen


@LAW
@given(
    MAPS, PLACES, PLACES, st.integers(0, WIDTH * HEIGHT - 1), st.sampled_from("#cs"), st.randoms(use_true_random=False)
)
def test_a_solid_never_creates_sight_and_order_does_not_matter(
    field: Field, a: tuple[int, int, int], b: tuple[int, int, int], at: int, sign: str, random: Random
) -> None:
    covered = {(p[0] + i, p[1] + j) for p in (a, b) for i in range(p[2]) for j in range(p[2])}
    before = Space(field).sight(a[:2], b[:2], a[2], b[2])
    terrain = list(field.terrain)
    if (at % WIDTH, at // WIDTH) not in covered and PALETTE[terrain[at]].name == "floor":
        terrain[at] = {"#": 1, "c": 3, "s": 4}[sign]
    # A low thing's or window's height hangs on the floors beside it alone, so the new solid changes none of the old.
    edges = list(field.edges)
    random.shuffle(edges)
    after = Space(Field(WIDTH, HEIGHT, PALETTE, tuple(terrain), field.floor, edges=tuple(edges)))
    sight = after.sight(a[:2], b[:2], a[2], b[2])
    assert sight.seen <= before.seen
    assert all(new.seen <= old.seen for new, old in zip(sight.corners, before.corners, strict=True))


@LAW
@given(MAPS, PLACES)
def test_the_whole_field_says_what_pairs_say(field: Field, a: tuple[int, int, int]) -> None:
    space, other = Space(field), Space(field)
    view = space.field_of_view(a[:2], a[2])
    for y in range(HEIGHT):
        for x in range(WIDTH):
            assert view.seen[y, x] == other.sees(a[:2], (x, y), a[2])
            assert view.corners[y, x] == other.corners_seen(a[:2], (x, y), a[2])
            assert view.corners_back[y, x] == other.corners_seen((x, y), a[:2], 1, a[2])


def test_the_whole_field_on_more_heights_than_looks_tell_apart() -> None:
    random = Random(2)
    floor = tuple(random.sample(range(160), WIDTH * HEIGHT))
    space, other = (Space(scattered(Random(4), WIDTH, HEIGHT, {"#": 0.05}, floor=floor)) for _ in range(2))
    for viewer in ((1, 1), (5, 4)):
        view = space.field_of_view(viewer)
        for y in range(HEIGHT):
            for x in range(WIDTH):
                assert view.corners[y, x] == other.corners_seen(viewer, (x, y))
                assert view.corners_back[y, x] == other.corners_seen((x, y), viewer)


@settings(deadline=None, max_examples=40)
@given(MAPS, st.sets(st.integers(0, 20)), st.sets(st.integers(0, 20)))
def test_fields_kept_past_doors_are_those_of_a_new_space(field: Field, first: set[int], second: set[int]) -> None:
    def named(numbers: set[int]) -> frozenset[str]:
        return frozenset(edge.id for n, edge in enumerate(field.edges) if n in numbers)

    bodies = [((x, y), 1 + (x + y) % 2) for y in range(0, HEIGHT - 1, 2) for x in range(WIDTH - 1)]
    space = Space(field, frozenset())
    for opened in (frozenset[str](), named(first), named(first | second), named(second)):
        space, fresh = space.with_open(opened), Space(field, opened)
        for body in bodies:
            kept, new = space.field_of_view(*body), fresh.field_of_view(*body)
            assert all((one == two).all() for one, two in zip(kept[2:], new[2:], strict=True))


def test_searches_ask_for_more_room(monkeypatch: pytest.MonkeyPatch) -> None:
    field = scattered(Random(7), WIDTH, HEIGHT, {"c": 0.2, "w": 0.2, "-": 0.1}, 0.1)
    space, other = Space(field), Space(field)
    wide, pairs = space.field_of_view((1, 1)), [space.sight((1, 1), (x, HEIGHT - 1)) for x in range(WIDTH)]
    monkeypatch.setattr(sight, "SOLIDS", 1)
    monkeypatch.setattr(sight, "PIECES", 3)
    assert (other.field_of_view((1, 1)).corners == wide.corners).all()
    assert [other.sight((1, 1), (x, HEIGHT - 1)) for x in range(WIDTH)] == pairs


def test_fields_far_from_a_door_are_kept() -> None:
    field = drawn("....#....", "....#....", "....#....", edges=(Edge("door", (7, 1), (7, 2), "door"),))
    shut = Space(field)
    far, near = shut.field_of_view((1, 1)), shut.field_of_view((5, 1))
    opened = shut.with_open(frozenset({"door"}))
    assert opened.field_of_view((1, 1)) is far
    assert opened.field_of_view((5, 1)) is not near
