"""Places on the board: cells are themselves; in zones everybody has a spot of its own and keeps it."""

from __future__ import annotations

from functools import partial
from itertools import combinations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from game.rules.events import Id
from game.scene.board_geometry import SQUEEZED, OnCells, OnZones, Placement, board_geometry
from game.scene.token_layout import TokenFootprint, TokenLayout
from game.spatial.field import Field, Terrain, Zone
from game.spatial.places import InZone, OnBorder, Place, ZonePlace
from game.spatial.space import Space
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
