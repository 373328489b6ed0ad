"""Places on the board, the camera that moves over them, and the ground beyond its rim."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pygame
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from game.play.start import chart_of
from game.rules.events import Id
from game.scene.board_geometry import SQUEEZED, OnCells, OnZones, Placement, board_geometry
from game.scene.token_layout import TokenFootprint, TokenLayout
from game.spatial.field import Field, Terrain, Zone
from game.spatial.places import InZone, OnBorder, Place, ZonePlace
from game.spatial.space import Space
from game.view.board.camera import GLIDE, ZOOMS, BodyRect, Camera, CameraMove, CameraNeed, CameraRoom, next_move
from game.view.board.map_layers import MapLayers
from game.view.widgets.theme import NIGHT
from tests.rules.skirmish import yard

ZONES = OnZones(Space(yard()).zones)
GATE, MARKET, WELL, LOFT = (
    next(InZone(number) for number, area in enumerate(ZONES.zones.areas) if area.name == name)
    for name in ("Gate yard", "Market", "Well", "Loft")
)


def grown(_: Id) -> TokenFootprint:
    """Everybody is of size 1 and up."""
    return TokenFootprint(1)


def crowd(where: OnZones, *places: Place) -> TokenLayout:
    """Bodies that came one after the other to some places."""
    found, there = TokenLayout(where), {}
    for number, place in enumerate(places):
        there[Id(f"c{number}")] = place
        found.follow(dict(there), grown)
    return found


def middle(placement: Placement, size: int = 1) -> tuple[float, float]:
    """The middle of a body."""
    half = size * placement.scale / 2
    return placement.spot[0] + half, placement.spot[1] + half


def apart(a: Placement, b: Placement) -> float:
    """How far two bodies are from touching, as the discs they are drawn as; below 0 they overlap."""
    (ax, ay), (bx, by) = middle(a), middle(b)
    return float(((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5) - 0.42 * (a.scale + b.scale)


def test_on_cells_everything_is_itself() -> None:
    where = board_geometry("cells", Space(Field(5, 4)))
    assert isinstance(where, OnCells)
    assert where.under((3.9, 2.1)) == ((3, 2),)
    assert where.under((5.1, 2.0)) == ()
    assert where.name((3, 2)) == "3,2"
    assert where.beside((0, 0), (-1, 0)) == (0, 0)
    assert where.beside((0, 0), (1, 0)) == (1, 0)
    layout = TokenLayout(where)
    layout.follow({Id("a"): (3, 2)}, grown)
    assert layout[Id("a")] == Placement((3.0, 2.0), 1.0, (3, 2))


def test_a_spot_means_the_zone_it_lies_in_and_near_a_line_the_border_first() -> None:
    border = ZONES.zones.between(GATE, MARKET)[0]
    assert ZONES.under((1.5, 3.5)) == (GATE,)
    assert ZONES.under((3.9, 4.0)) == (border, GATE)
    assert ZONES.under((4.1, 4.0)) == (border, MARKET)
    assert ZONES.under((4.6, 2.5))[-1] == MARKET


def test_the_arrow_keys_go_over_the_borders() -> None:
    border = ZONES.zones.between(GATE, MARKET)[0]
    assert ZONES.beside(GATE, (1, 0)) == border
    assert ZONES.beside(border, (1, 0)) == MARKET
    assert ZONES.beside(border, (-1, 0)) == GATE
    assert ZONES.beside(WELL, (0, 1)) == WELL


def test_every_place_is_reached_with_the_arrow_keys() -> None:
    found: set[ZonePlace] = {GATE}
    rim: list[ZonePlace] = [GATE]
    while rim:
        here = rim.pop()
        for way in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            there = ZONES.beside(here, way)
            if there not in found:
                found.add(there)
                rim.append(there)
    assert found == set(ZONES.places)


def test_nobody_jumps_because_somebody_came_or_left() -> None:
    layout = crowd(ZONES, *[MARKET] * 5)
    before = {Id(f"c{n}"): layout[Id(f"c{n}")] for n in range(5)}
    layout.follow({Id(f"c{n}"): MARKET for n in range(8)}, grown)
    assert all(layout[who] == placement for who, placement in before.items())
    layout.follow({Id("c3"): MARKET, Id("c7"): MARKET}, grown)
    assert layout[Id("c3")] == before[Id("c3")]
    assert layout.get(Id("c0")) is None


def test_those_who_are_face_to_face_stand_side_by_side_and_nobody_else_moves() -> None:
    layout = crowd(ZONES, *[MARKET] * 9)
    ids = [Id(f"c{n}") for n in range(9)]
    before = {who: layout[who] for who in ids}
    far = max(ids, key=lambda who: apart(layout[who], layout[ids[0]]))
    assert apart(before[far], before[ids[0]]) > 1

    def facing(who: Id) -> TokenFootprint:
        return TokenFootprint(1, beside=(ids[0],) if who == far else ())

    for _ in range(3):
        layout.follow(dict.fromkeys(ids, MARKET), facing)
        assert apart(layout[far], layout[ids[0]]) < 0.6  # side by side, or across a corner
        assert all(layout[who] == before[who] for who in ids if who != far)
    met = layout[far]
    layout.follow(dict.fromkeys(ids, MARKET), grown)
    assert layout[far] == met


def towards(fallen: bool, who: Id) -> TokenFootprint:
    """Everybody is face to face with the first, who may be down."""
    return TokenFootprint(1, who != "c0" or not fallen, (Id("c0"),))


def test_nobody_steps_towards_the_fallen_or_into_another_zone() -> None:
    for fallen, place in ((True, MARKET), (False, GATE)):
        there = {Id("c0"): place, **{Id(f"c{n}"): MARKET for n in range(1, 9)}}
        layout = TokenLayout(ZONES)
        layout.follow(there, grown)
        before = dict(there)
        stood = {who: layout[who] for who in there}
        layout.follow(before, partial(towards, fallen))
        assert {who: layout[who] for who in there} == stood


def test_sixteen_in_one_zone_stand_clear_of_each_other_on_its_ground() -> None:
    layout = crowd(ZONES, *[MARKET] * 16)
    bodies = [layout[Id(f"c{n}")] for n in range(16)]
    assert all(apart(a, b) > -0.01 for a, b in combinations(bodies, 2))
    assert all(body.cell in ZONES.cells(MARKET) for body in bodies)
    assert {body.scale for body in bodies} == {1.0}


def test_whole_zones_have_neither_places_on_borders_nor_a_number_that_they_hold() -> None:
    space = Space(yard())
    whole = OnZones(space.zones, whole=True)
    assert set(whole.places) == set(space.zones.all_zones)
    assert whole.hint != ZONES.hint
    border = next(each for each in space.zones.between(GATE, MARKET) if not whole.telling(each))
    assert ZONES.under(ZONES.middle(border))[0] == border
    assert whole.under(ZONES.middle(border)) in ((GATE,), (MARKET,))
    assert "1 of" in " ".join(ZONES.tell(space, GATE, 1)) and "1 of" not in " ".join(whole.tell(space, GATE, 1))
    found: set[Place] = {GATE}
    rim: list[ZonePlace] = [GATE]
    while rim:
        here = rim.pop()
        for way in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            there = whole.beside(here, way)
            assert there in whole.places
            if there not in found:
                found.add(there)
                rim.append(there)
    assert MARKET in found


def test_more_bodies_than_cells_stand_smaller_between_the_others() -> None:
    tiny = OnZones(Space(Field(3, 2)).zones)
    layout = crowd(tiny, *[InZone(0)] * 9)
    bodies = [layout[Id(f"c{n}")] for n in range(9)]
    assert [body.scale for body in bodies] == [1.0] * 6 + [SQUEEZED] * 3
    assert len({body.spot for body in bodies}) == 9
    assert all(apart(a, b) > -0.2 for a, b in combinations(bodies, 2))


def test_on_a_border_one_stands_on_the_line() -> None:
    border = ZONES.zones.between(GATE, MARKET)[0]
    layout = crowd(ZONES, border, border)
    assert all(middle(layout[Id(who)])[0] == pytest.approx(4.0) for who in ("c0", "c1"))
    assert apart(layout[Id("c0")], layout[Id("c1")]) > 0


def test_whom_a_zone_holds_leaves_the_spots_on_its_borders_free() -> None:
    borders = ZONES.zones.borders(GATE)
    layout = crowd(ZONES, *[GATE] * 6, *borders)
    bodies = [layout[Id(f"c{n}")] for n in range(6 + len(borders))]
    assert all(apart(a, b) > 0 for a, b in combinations(bodies, 2))


def test_a_big_body_stands_whole_in_its_zone_and_over_nobody() -> None:
    there = {Id("small"): MARKET, Id("ogre"): MARKET, Id("last"): MARKET}
    layout = TokenLayout(ZONES)
    layout.follow(there, lambda who: TokenFootprint(2 if who == "ogre" else 1))
    x, y = layout[Id("ogre")].cell
    ground = ZONES.cells(MARKET)
    covered = {(x + i, y + j) for i in range(2) for j in range(2)}
    assert covered <= set(ground)
    assert layout[Id("small")].cell not in covered
    assert layout[Id("last")].cell not in covered


def test_over_the_fallen_one_may_stand_where_there_is_no_other_room() -> None:
    tiny = OnZones(Space(Field(2, 1)).zones)
    layout = TokenLayout(tiny)
    fallen = (Id("a"), Id("b"))
    layout.follow(dict.fromkeys(fallen, InZone(0)), grown)
    layout.follow(dict.fromkeys((*fallen, Id("c")), InZone(0)), lambda who: TokenFootprint(1, who not in fallen))
    assert layout[Id("c")].cell in tiny.cells(InZone(0))


def test_a_body_stands_on_the_side_it_came_from() -> None:
    layout = TokenLayout(ZONES)
    layout.follow({Id("left"): GATE, Id("right"): WELL}, grown)
    layout.follow({Id("left"): MARKET, Id("right"): MARKET}, grown)
    assert middle(layout[Id("left")])[0] < middle(layout[Id("right")])[0]


def test_where_somebody_would_stand_is_where_it_then_stands() -> None:
    layout = crowd(ZONES, GATE, MARKET, MARKET)
    would = layout.would(Id("c0"), MARKET, grown)
    layout.follow({Id("c0"): MARKET, Id("c1"): MARKET, Id("c2"): MARKET}, grown)
    assert layout[Id("c0")] == would


def test_a_free_spot_means_its_place_and_nobody() -> None:
    layout = crowd(ZONES, *[GATE] * 8, *[MARKET] * 12)
    for place in ZONES.places:
        spot = layout.free(place)
        assert ZONES.under(spot)[0] == place
    x, y = layout.free(GATE)
    bodies = [middle(layout[Id(f"c{n}")]) for n in range(20)]
    assert all(max(abs(x - bx), abs(y - by)) > 0.3 for bx, by in bodies)


def test_tags_tell_what_a_zone_is_like() -> None:
    field = Field(
        4,
        1,
        (Terrain("floor"), Terrain("crate", height=20, blocks_move=True)),
        (0, 0, 0, 0),
        zones=(Zone("a", "A", ((0, 0), (1, 0)), cover="barrier", dark=True), Zone("b", "B", ((2, 0), (3, 0)))),
    )
    where = OnZones(Space(field).zones)
    assert where.tags(InZone(0)) == ("barrier", "dark")
    assert where.tags(InZone(1)) == ()


@settings(deadline=None, max_examples=30)
@given(st.lists(st.integers(0, len(ZONES.places) - 1), min_size=1, max_size=16))
def test_whoever_is_anywhere_has_a_spot_of_its_own(numbers: list[int]) -> None:
    places = [ZONES.places[number] for number in numbers]
    assume(all(places.count(place) <= 5 for place in places if isinstance(place, OnBorder)))  # it has room for no more
    layout = crowd(ZONES, *places)
    spots = [layout[Id(f"c{n}")].spot for n in range(len(places))]
    assert len(set(spots)) == len(spots)
    for number, place in enumerate(places):
        x, y = middle(layout[Id(f"c{number}")])
        near = ZONES.cells(place) if not isinstance(place, OnBorder) else ZONES.zones.cells(place)
        assert any(abs(x - cx - 0.5) <= 1 and abs(y - cy - 0.5) <= 1 for cx, cy in near)


# --- When the camera moves and when it stays, decided without a window ---

BOARD = pygame.Rect(0, 50, 936, 594)

ADA: BodyRect = (20, 20, 1)
ORC: BodyRect = (24, 20, 1)


def room(columns: int, rows: int) -> CameraRoom:
    return CameraRoom((columns, rows), BOARD)


def need(*bodies: BodyRect, own: bool = False) -> CameraNeed:
    return CameraNeed(bodies, BOARD, own)


def boxes(move: CameraMove, *bodies: BodyRect) -> list[pygame.Rect]:
    zoom, (left, top) = move
    return [
        pygame.Rect(round(x * zoom) - left, round(y * zoom) - top, round(wide * zoom), round(wide * zoom))
        for x, y, wide in bodies
    ]


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (6, 4), (14, 11), (12, 3), (4, 8)])
def test_a_map_that_fits_lies_in_the_middle_of_the_board_and_stays_there(columns: int, rows: int, zoom: int) -> None:
    corner = room(columns, rows).whole(zoom)
    if corner is None:
        assert columns * zoom > BOARD.width or rows * zoom > BOARD.height, "there was room for it"
        return
    shown = pygame.Rect(-corner[0], -corner[1], columns * zoom, rows * zoom)
    assert BOARD.contains(shown) and shown.center == BOARD.center
    beside = CameraNeed([(0, 0, 1)], pygame.Rect(0, 0, 1, 1))
    assert next_move(room(columns, rows), beside, zoom, corner, ZOOMS) is None


@pytest.mark.parametrize(
    ("spot", "moves"),
    [((400, 300), False), ((1000, 300), True), ((1300, 300), True), ((100, 500), False), ((500, 660), True)],
    ids=["in the middle", "under the dock", "out of sight", "in a corner", "under the buttons"],
)
def test_it_moves_only_if_somebody_is_not_seen_on_the_board(spot: tuple[int, int], moves: bool) -> None:
    corner = 20 * 64 - spot[0], 20 * 64 - spot[1]
    found = next_move(room(60, 60), need(ADA), 64, corner, (64, 48, 40, 32))
    assert (found is not None) == moves
    if found is not None:
        (box,) = boxes(found, ADA)
        assert found.zoom == 64 and BOARD.contains(box)


def test_after_the_viewers_own_deed_it_stays_as_long_as_whoever_acts_is_in_sight() -> None:
    corner = 20 * 64 - 600, 20 * 64 - 300
    far: BodyRect = (30, 20, 1)
    assert next_move(room(60, 60), need(ADA, far), 64, corner, (64, 48)) is not None
    assert next_move(room(60, 60), need(ADA, far, own=True), 64, corner, (64, 48)) is None
    rim = 20 * 64 - 900, 20 * 64 - 300  # some of the body is beyond the board's edge, its middle is not
    assert next_move(room(60, 60), need(ADA), 64, rim, (64,)) is not None
    assert next_move(room(60, 60), need(ADA, own=True), 64, rim, (64,)) is None
    beyond = 20 * 64 - 1000, 20 * 64 - 300
    assert next_move(room(60, 60), need(ADA, own=True), 64, beyond, (64,)) is not None


def test_it_goes_farther_away_only_if_not_all_can_be_seen_and_as_little_as_that_takes() -> None:
    corner = 20 * 64 - 2000, 0
    near = next_move(room(60, 60), need(ADA, ORC), 64, corner, (64, 48, 40, 32))
    assert near is not None and near.zoom == 64
    far: BodyRect = (36, 20, 1)
    wide = next_move(room(60, 60), need(ADA, far), 64, corner, (64, 48, 40, 32))
    assert wide is not None and wide.zoom == 48
    assert all(BOARD.contains(box) for box in boxes(wide, ADA, far))
    assert next_move(room(60, 60), need(ADA, far), wide.zoom, wide.corner, (64, 48, 40, 32)) is None, "then it stays"


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("cell", [(0, 0), (59, 0), (0, 44), (59, 44), (30, 20)])
def test_any_cell_can_be_looked_at_and_little_is_shown_of_what_lies_round_the_map(
    cell: tuple[int, int], zoom: int
) -> None:
    camera = Camera(60, 45, (1280, 720), zoom)
    camera.fit_into((1280, 720), BOARD)
    camera.look_at((cell[0] + 0.5, cell[1] + 0.5))
    if camera.whole:
        return
    box = pygame.Rect(camera.pixel(cell), (zoom, zoom))
    assert BOARD.contains(box)
    left, top = camera.pixel((0, 0))
    right, bottom = camera.pixel((60, 45))
    rim = zoom // 2 + 1
    if 60 * zoom > BOARD.width:
        assert left <= BOARD.left + rim and right >= BOARD.right - rim
    else:
        assert abs(left - BOARD.left - (BOARD.right - right)) <= 1, "what is narrower lies in the middle"
    if 45 * zoom > BOARD.height:
        assert top <= BOARD.top + rim and bottom >= BOARD.bottom - rim
    else:
        assert abs(top - BOARD.top - (BOARD.bottom - bottom)) <= 1


def test_a_narrow_map_stays_in_the_middle_across_and_scrolls_down() -> None:
    camera = Camera(6, 60, (1280, 720), 64)
    camera.look_at((0, 0))
    first = camera.pixel((0, 0))
    assert first[0] == (1280 - 6 * 64) // 2
    camera.pan(500, 300)
    assert camera.pixel((0, 0)) == (first[0], first[1] - 300)


def test_a_glide_begins_and_ends_slowly_and_takes_its_time() -> None:
    camera = Camera(100, 100, (800, 600), 32)
    camera.look_at((50, 50), glide=True)
    assert not camera.advance(1), "it is there"
    camera.look_at((70, 50), glide=True)
    start, spots = camera.corner[0], list[int]()
    for _ in range(10):
        assert camera.advance(GLIDE / 10 + 1e-9)
        spots.append(camera.corner[0] - start)
    assert spots[-1] == 20 * 32
    steps = [b - a for a, b in zip([0, *spots], spots, strict=False)]
    assert steps[0] < steps[2] < steps[4] and steps[9] < steps[7] < steps[5]
    assert not camera.advance(1)


# --- Outside a map its ground goes on into the dark: nothing of a window is left empty, at any zoom and size ---

MAPS = sorted((Path(__file__).parents[2] / "maps").glob("*.tmx"))
SIZES = (1024, 576), (1280, 720), (1920, 1080)

pytestmark = pytest.mark.usefixtures("without_window")


@pytest.fixture
def without_window() -> None:
    pygame.display.init()
    pygame.font.init()


def shown(layers: MapLayers, camera: Camera) -> npt.NDArray[np.uint8]:
    target = pygame.Surface(camera.window_size)
    target.fill((255, 0, 255))
    layers.draw(target, camera)
    return pygame.surfarray.array3d(target)


def outside(camera: Camera) -> npt.NDArray[np.bool_]:
    """The pixels of the window that are not of the map."""
    mask = np.ones(camera.window_size, np.bool_)
    (left, top), (right, bottom) = camera.pixel((0, 0)), camera.pixel((camera.width, camera.height))
    mask[max(0, left) : max(0, right), max(0, top) : max(0, bottom)] = False
    return mask


@pytest.mark.parametrize(
    ("path", "size"),
    [
        # by day each map in one size, and so all sizes
        pytest.param(path, size, id=f"{path.stem}-{size}", marks=[pytest.mark.nightly] * (number % len(SIZES) != at))
        for number, path in enumerate(MAPS)
        for at, size in enumerate(SIZES)
    ],
)
def test_round_a_shipped_map_there_is_no_empty_pixel(path: Path, size: tuple[int, int]) -> None:
    chart = chart_of(str(path))
    assert chart is not None
    layers = MapLayers(chart.field, chart.picture)
    for number, zoom in enumerate(ZOOMS[::2]):
        camera = Camera(chart.field.width, chart.field.height, size, zoom)
        x, y = number % 2 * camera.width, number // 2 % 2 * camera.height
        camera.look_at((x, y))
        pixels, mask = shown(layers, camera), outside(camera)
        assert mask.any(), "a corner of the map is looked at"
        beyond = pixels[mask]
        for empty in ((255, 0, 255), tuple(NIGHT)):
            assert not np.logical_and.reduce([beyond[:, tone] == empty[tone] for tone in range(3)]).any()
        assert beyond.max(axis=1).std() > 1, "it is ground, not one colour"


@pytest.mark.parametrize("zoom", [8, 32, 48, 128])
def test_it_gets_darker_away_from_a_map_without_pictures(zoom: int) -> None:
    layers, camera = MapLayers(Field(3, 2), None), Camera(3, 2, (22 * zoom, 21 * zoom), zoom)
    light = shown(layers, camera).mean(axis=2)
    middle = light.shape[1] // 2
    left = camera.pixel((0, 0))[0]
    rings = [
        light[left - far * zoom : left - (far - 1) * zoom, middle - zoom : middle + zoom].mean() for far in (1, 3, 6, 8)
    ]
    assert light[left : left + zoom, middle - zoom : middle + zoom].mean() > rings[0] > rings[1] > rings[2]
    assert rings[2] == pytest.approx(rings[3], rel=0.2), "as dark as it gets"
    assert rings[3] > sum(NIGHT) / 3


def test_the_ground_outside_is_that_of_the_nearest_cells() -> None:
    """A map's road goes on as a road."""
    chart = chart_of(str(next(path for path in MAPS if path.stem == "woodland-road")))
    assert chart is not None
    layers = MapLayers(chart.field, chart.picture)
    field = chart.field
    for y in range(field.height):
        for far in range(1, 12):
            cell, rim = layers.edge.source(-far, y), field.at((0, y))
            if not rim.blocks_move and rim.cost == 1:
                assert cell[1] == y and field.at(cell).name == rim.name
            assert abs(cell[1] - y) <= 5 and cell[0] < 4
    assert layers.edge.source(-3, -5)[0] < 6 and layers.edge.source(-3, -5)[1] < 6
    roads = [y for y in range(field.height) if field.at((0, y)).name == "road"]
    assert roads and all(field.at(layers.edge.source(-9, y)).name == "road" for y in roads)


def test_a_lone_tree_at_the_rim_makes_no_row_of_trees() -> None:
    ground = (Terrain("grass"), Terrain("tree", blocks_move=True), Terrain("wall", blocks_move=True, blocks_sight=True))
    rows = 0, 0, 1, 0, 0, 2, 2, 2, 2
    field = Field(6, 9, palette=ground, terrain=tuple(kind for kind in rows for _ in range(6)))
    edge = MapLayers(field, None).edge
    assert {field.at(edge.source(-far, 2)).name for far in range(1, 9)} == {"grass"}
    assert {field.at(edge.source(-far, y)).name for far in range(1, 9) for y in (5, 6, 7, 8)} == {"wall"}
