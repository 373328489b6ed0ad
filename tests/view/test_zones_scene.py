"""A board on the screen: zones and their names, light and dark, what lies over the ground."""

from __future__ import annotations

from typing import Any, Literal

import pygame
import pytest
from msgspec.structs import replace

from battlemat_duel import Duel
from battlemat_duel.sheet import DuelBoard
from game.play.start import chart_of, find_file
from game.rules.events import Changed, Id, Moved
from game.rules.match import AnyMatch, Match
from game.rules.questions import Choose
from game.rules.ruleset import light_for
from game.rules.state import Thing
from game.scene.board_geometry import OnCells, OnZones
from game.scene.choosing import Choosing
from game.scene.playhead import Playhead
from game.scene.scene import Scene
from game.spatial.field import Feature, Field, Terrain, Zone
from game.spatial.places import InZone, written
from game.spatial.space import Space
from game.view.board.camera import Camera
from game.view.board.fog import Dark, draw_clouds
from game.view.board.overlays import CELL, draw_features, draw_rulers
from game.view.board.regions import ZoneRegions, write_zone_names
from game.view.widgets.theme import REACH, SMALL, TITLE, Typography
from tests.rules.battles import duel, play_out
from tests.rules.skirmish import SKIRMISH, skirmish, yard
from tests.view.witnessing import animated, witnessed

GATE, MARKET = InZone(3), InZone(4)


def begun() -> AnyMatch:
    """A skirmish at its first question."""
    return Match.begin(SKIRMISH, skirmish())


def asked(match: AnyMatch, scene: Scene) -> Choosing:
    """The question that waits."""
    assert isinstance(match.pending, Choose)
    return Choosing(match.pending, scene)


def test_the_names_of_places_are_in_the_text() -> None:
    head = Playhead(begun(), None)
    assert "red Ada at Gate yard 12/12" in head.scene.text()
    assert head.scene.where.name(GATE) == "Gate yard"
    assert head.scene.where.name(MARKET) == "Market"


def test_two_in_one_zone_are_pointed_at_one_by_one() -> None:
    scene = Playhead(begun(), None).scene
    ada, bo = (scene.tokens[Id(name)] for name in ("Ada", "Bo"))
    assert ada.place == bo.place == GATE
    assert ada.placement.spot != bo.placement.spot
    for token in (ada, bo):
        aim = scene.aim(token.middle)
        assert aim is not None
        assert aim.token == token.id
    free = scene.aim(scene.free_spot(GATE))
    assert free is not None
    assert (free.token, free.places[0]) == (None, GATE)


def test_a_click_on_a_zone_or_a_border_is_the_option_that_leads_there() -> None:
    match = begun()
    match.answer("Ada")
    scene = Playhead(match, "red").scene
    choosing = asked(match, scene)
    border = SKIRMISH_ZONES.between(GATE, MARKET)[0]
    for place in (MARKET, border):
        aim = scene.aim(scene.free_spot(place))
        assert aim is not None
        assert [option.key for option in choosing.at(aim)] == [f"move {written(place)}"]


def test_a_click_on_somebody_is_no_walk_to_the_zone_around_it() -> None:
    match = begun()
    match.answer("Ada")
    scene = Playhead(match, "red").scene
    assert asked(match, scene).at(scene.aim_at_token(Id("Orc"))) == []


def test_a_way_over_several_places_is_walked_half_by_half() -> None:
    match = begun()
    head = Playhead(match, "red")
    match.answer("Ada")
    before = head.scene.tokens[Id("Ada")].middle
    match.answer(f"move {written(MARKET)}")
    moves = [event for event in match.events if isinstance(event, Moved)]
    border = SKIRMISH_ZONES.between(GATE, MARKET)[0]
    assert [event.end for event in moves] == [border, MARKET]
    head.advance(0.01)
    assert head.busy
    for _ in range(200):
        head.advance(0.05)
        if head.scene.tokens[Id("Ada")].place == border:
            break
    assert 3.5 < head.scene.tokens[Id("Ada")].middle[0] < 4.5
    head.skip()
    assert head.scene.tokens[Id("Ada")].middle[0] > before[0] + 2


def test_a_move_ends_where_its_animation_led() -> None:
    match = begun()
    scene = Playhead(match, None).scene
    border = SKIRMISH_ZONES.between(GATE, MARKET)[0]
    event = Moved(Id("Ada"), GATE, border)
    (motion,) = animated(scene, event).motions
    scene.take(witnessed(scene, event))
    assert motion.end == scene.tokens[Id("Ada")].placement.spot


def test_the_preview_of_a_way_goes_through_its_places() -> None:
    match = begun()
    match.answer("Ada")
    scene = Playhead(match, "red").scene
    border = SKIRMISH_ZONES.between(GATE, MARKET)[0]
    way = scene.way(Id("Ada"), (border, MARKET))
    assert way[0] == scene.tokens[Id("Ada")].middle
    assert way[1] == scene.where.middle(border)
    assert way[2] == scene.would_stand(Id("Ada"), MARKET).middle


def test_skipping_and_playing_stand_everybody_on_the_same_spots() -> None:
    match = begun()
    slow = Playhead(match, "red")
    play_out(match)
    quick = Playhead(match, "red")
    quick.skip()
    for _ in range(5000):
        slow.advance(0.2)
        if slow.caught_up:
            break
    spots = [{who: token.placement for who, token in head.scene.tokens.items()} for head in (slow, quick)]
    assert spots[0] == spots[1]
    assert slow.scene.text() == quick.scene.text()


def test_going_back_puts_everybody_back() -> None:
    match = begun()
    head = Playhead(match, "red")
    head.skip()
    head.mark()
    before = {who: token.placement for who, token in head.scene.tokens.items()}
    match.answer("Ada")
    match.answer(f"move {written(MARKET)}")
    head.skip()
    match.undo(2)
    head.go_back()
    assert {who: token.placement for who, token in head.scene.tokens.items()} == before


def test_zones_and_borders_are_drawn_where_they_are() -> None:
    space = Space(yard())
    where = OnZones(space.zones)
    camera = Camera(space.width, space.height, (900, 500), 64)
    target = pygame.Surface((900, 500))
    regions = ZoneRegions(where, Typography())
    regions.draw(target, camera, space)
    regions.draw_knobs(target, camera)
    inside = camera.pixel(where.inside(MARKET))
    assert target.get_at(inside)[:3] == (0, 0, 0)
    for place in where.places:
        if not isinstance(place, InZone):
            x, y = camera.pixel(where.middle(place))
            assert sum(target.get_at((x, y))[:3]) > 30
    regions.light(target, camera, [MARKET], REACH)
    assert target.get_at(inside)[2] > 30
    assert target.get_at(camera.pixel(where.inside(GATE)))[:3] == (0, 0, 0)


SKIRMISH_ZONES = Space(yard()).zones


def test_who_is_not_known_moves_nobody_aside() -> None:
    """Where the known stand must not tell that somebody lies in wait among them."""
    setup = skirmish()
    blue = setup.sides[1]
    lurker = replace(blue.squad[0], hidden=True, at=(1, 3))
    ambush = replace(setup, sides=(setup.sides[0], replace(blue, squad=(lurker, *blue.squad[1:]))))
    without = replace(setup, sides=(setup.sides[0], replace(blue, squad=blue.squad[1:])))
    found = []
    for each in (ambush, without):
        scene = Playhead(Match.begin(SKIRMISH, each), "red").scene
        found.append({who: scene.tokens[who].placement for who in (Id("Ada"), Id("Bo"))})
    assert found[0] == found[1]


def test_what_nobody_has_touched_is_drawn_where_the_map_has_it() -> None:
    """And once it has been taken up and put down again, off the middle of its zone like anything else."""
    setup = skirmish()
    bench = Feature("f1", "thing", ((1, 1),), thing="bench")
    setup = replace(setup, field=replace(setup.field, features=(*setup.field.features, bench)))
    match: AnyMatch = Match.begin(SKIRMISH, setup)
    scene = Scene(SKIRMISH, setup, match.ground, match.state, ())
    assert scene.lying(Thing("f1", "bench", GATE), 0) == (1.5, 1.5)
    moved = scene.lying(Thing("bench-1", "bench", GATE), 0)
    cell = (int(moved[0]), int(moved[1]))
    assert moved != (1.5, 1.5) and cell in match.ground.zones.cells(GATE)


# --- The names of zones are read over everything on the board, and lie where they cover nobody if there is room ---

SIZE = (1280, 720)
MAPS = ("cellar", "gatehouse", "woodland-road", "night-ford", "broken-keep")


@pytest.fixture(autouse=True)
def letters() -> None:
    pygame.display.init()
    pygame.font.init()


def zones_of(name: str) -> OnZones:
    chart = chart_of(str(find_file(name)))
    assert chart is not None
    return OnZones(Space(chart.field).zones)


def camera_over(where: OnZones, zoom: int) -> Camera:
    cells = [cell for zone in where.zones.all_zones for cell in where.cells(zone)]
    return Camera(max(x for x, _ in cells) + 1, max(y for _, y in cells) + 1, SIZE, zoom)


def standing(where: OnZones, camera: Camera, every: int) -> list[pygame.Rect]:
    """Somebody in every so many cells of the map."""
    cells = [cell for zone in where.zones.all_zones for cell in where.cells(zone)]
    return [pygame.Rect(camera.pixel(cell), (camera.zoom, camera.zoom)) for cell in cells[::every]]


@pytest.mark.parametrize("every", [1, 5, 10_000])
@pytest.mark.parametrize("name", MAPS)
def test_every_name_in_view_is_written_once_and_none_on_another(name: str, every: int) -> None:
    where, target = zones_of(name), pygame.Surface(SIZE)
    camera = camera_over(where, 48)
    plates = write_zone_names(target, camera, Typography(), where, {}, standing(where, camera, every))
    seen = [zone for zone in where.zones.all_zones if in_view(where, camera, zone)]
    assert len(plates) >= len(seen) > 3
    assert all(target.get_rect().contains(plate) for plate in plates), "none is cut at the rim of the board"
    apart = sum(plate.collidelist(plates[:number]) < 0 for number, plate in enumerate(plates))
    assert apart >= len(plates) * 0.9
    for plate in plates:
        shown = target.subsurface(plate)
        tones = {shown.get_at((x, y))[:3] for x in range(shown.get_width()) for y in range(shown.get_height())}
        assert tuple(TITLE) in tones, "a name is read there"


def in_view(where: OnZones, camera: Camera, zone: InZone) -> bool:
    area = pygame.Rect((0, 0), camera.window_size)
    return any(area.collidepoint(camera.pixel((middle, row))) for middle, row, _ in where.rows(zone))


@pytest.mark.parametrize("name", MAPS)
def test_a_name_makes_room_for_those_who_stand_in_its_row(name: str) -> None:
    where, target = zones_of(name), pygame.Surface(SIZE)
    camera = camera_over(where, 64)
    taken = []
    for zone in where.zones.all_zones:
        middle, row, _ = where.label(zone)
        if len(where.rows(zone)) > 2:
            taken.append(pygame.Rect(camera.pixel((middle - 0.5, row)), (64, 64)))
    plates = write_zone_names(target, camera, Typography(), where, {}, taken)
    inside = camera.board.inflate(-96, -96)
    covering = [plate for plate in plates if inside.contains(plate) and plate.collidelist(taken) >= 0]
    before = write_zone_names(target, camera, Typography(), where, {}, [])
    assert len(covering) < sum(plate.collidelist(taken) >= 0 for plate in before) / 4


# --- Light and dark as a ruleset tells of them ---

ADA, ORC = Id("Ada"), Id("Orc")
GROUND = (120, 110, 100)


class Lanterns(Duel):
    """The duel at night: everybody lights the cells round itself, for its own side."""

    asked = 0

    def lit(self, board: DuelBoard, side: str) -> int | None:
        """Three by three."""
        self.asked += 1
        cells = [
            (x, y)
            for c in board.state.on(side)
            for x in range(c.at[0] - 1, c.at[0] + 2)
            for y in range(c.at[1] - 1, c.at[1] + 2)
            if board.space.inside((x, y))
        ]
        return board.space.mask(cells)


class Noon(Lanterns):
    """The duel by day."""

    def lit(self, board: DuelBoard, side: str) -> int | None:
        """Everywhere."""
        return None


def cells(space: Space, mask: int) -> set[tuple[int, int]]:
    return {(x, y) for y in range(space.height) for x in range(space.width) if mask >> (y * space.width + x) & 1}


def scene(rules: Duel) -> Scene:
    match = Match.begin(rules, duel(ada=(1, 1), orc=(4, 1)))
    return Scene(rules, match.setup, match.ground, match.state, tuple(match.state.combatants))


def test_a_side_has_its_own_light_and_who_sees_all_has_everybodys() -> None:
    shown = scene(Lanterns())
    red, blue, all_ = (shown.light(side) for side in ("red", "blue", None))
    assert red is not None and blue is not None
    assert cells(shown.ground, red) == {(x, y) for x in range(3) for y in range(3)}
    assert all_ == red | blue and red & blue == 0


def test_rules_that_say_nothing_of_light_and_those_by_day_leave_the_map_as_it_is() -> None:
    for rules in (Duel(), Noon()):
        shown = scene(rules)
        assert light_for(rules, shown.board, "red") is shown.light(None) is None


def test_light_is_asked_for_once_until_something_happens() -> None:
    rules = Lanterns()
    shown = scene(rules)
    for _ in range(5):
        shown.light("red")
    assert rules.asked == 1
    shown.take(witnessed(shown, Changed(ADA, {"hp": 3})))
    shown.light("red")
    assert rules.asked == 2


def by_lantern(field: Field, lit: int) -> tuple[pygame.Surface, Camera]:
    """The board with the dark over it."""
    target = pygame.Surface((field.width * 64, field.height * 64))
    target.fill(GROUND)
    camera = Camera(field.width, field.height, target.get_size(), 64)
    Dark().draw_round(target, camera, field, lit)
    return target, camera


def shade(target: pygame.Surface, camera: Camera, spot: tuple[float, float]) -> float:
    """How bright a spot is, of 1 as it was without the dark; of a small square, for strokes lie over it."""
    x, y = camera.pixel(spot)
    return sum(pygame.transform.average_color(target, pygame.Rect(x - 8, y - 8, 16, 16))[:3]) / sum(GROUND)


def test_the_dark_is_soft_where_it_meets_the_light() -> None:
    field = Field(8, 3)
    lit = Space(field).mask((x, y) for x in range(4) for y in range(3))
    target, camera = by_lantern(field, lit)
    light, rim, dark = (shade(target, camera, (x, 1.5)) for x in (1.5, 4.0, 6.5))
    assert light == 1 and dark < 0.6
    assert dark + 0.1 < rim < light - 0.1


def test_walls_are_lit_by_the_floor_before_them_and_no_others() -> None:
    wall = Terrain("wall", blocks_move=True, blocks_sight=True)
    field = Field(8, 3, (Terrain(), wall), tuple(1 if y == 0 else 0 for y in range(3) for _ in range(8)))
    target, camera = by_lantern(field, Space(field).mask([(1, 1), (1, 2)]))
    assert shade(target, camera, (1.5, 0.5)) > 0.95
    assert shade(target, camera, (6.5, 0.5)) < 0.6


def test_dark_zones_of_the_map_are_drawn_unless_the_ruleset_tells_of_light() -> None:
    field = Field(4, 3, zones=(Zone("a", "Cave", ((1, 1),), dark=True), Zone("b", "Kiln", ((3, 1),), smoke=True)))
    camera = Camera(4, 3, (256, 192), 64)
    shades = []
    for dark in (True, False):
        target = pygame.Surface((256, 192))
        target.fill(GROUND)
        draw_clouds(target, camera, field, dark=dark)
        shades.append((shade(target, camera, (1.5, 1.5)), shade(target, camera, (3.5, 1.5))))
    (cave, kiln), (lit_cave, same_kiln) = shades
    assert cave < 0.7 and lit_cave == 1
    assert kiln == same_kiln != 1, "smoke is smoke in any light"


def test_a_lit_zone_is_out_of_the_haze_though_the_map_has_it_dark() -> None:
    left, right = (tuple((x, y) for x in span for y in range(3)) for span in (range(4), range(4, 8)))
    field = Field(8, 3, zones=(Zone("a", "Hall", left), Zone("b", "Cave", right, dark=True)))
    space = Space(field)
    where, hall, cave = OnZones(space.zones), InZone(0), InZone(1)
    bodies = [(hall, where.cell(hall), 1)]
    assert not where.seen(space, bodies)[1, 6]
    assert where.seen(space, bodies, space.mask(where.cells(cave)))[1, 6]
    assert not where.seen(space, bodies, space.mask(where.cells(cave)[1:]))[1, 6], "half a zone is not lit"


def test_on_cells_sight_is_what_it_is_in_any_light() -> None:
    space = Space(Field(4, 3))
    body = ((0, 0), (0, 0), 1)
    assert (OnCells(space).seen(space, [body], 0) == OnCells(space).seen(space, [body])).all()


# --- What lies over the ground of a battle: hazards, objectives, and numbers of columns and rows ---

GREY = (120, 120, 120)


@pytest.mark.parametrize(("kind", "clear"), [("fire", True), ("fall", False), ("deep_water", False)])
def test_hazards_are_hatched_but_for_the_flames_of_a_fire(
    kind: Literal["fire", "fall", "deep_water"], clear: bool
) -> None:
    field, target = Field(3, 3, features=(Feature("f", kind, ((1, 1),)),)), pygame.Surface((300, 300))
    camera = Camera(3, 3, (300, 300))
    target.fill(GREY)
    draw_features(target, camera, field, ())
    x, y = camera.centre((1, 1))
    wide = camera.zoom // 2
    inner = {
        target.get_at((x + i, y + j))[:3] for i in range(-wide // 2, wide // 2) for j in range(-wide // 2, wide // 2)
    }
    rim = {target.get_at((x + i, y - wide + 4))[:3] for i in range(-wide + 4, wide - 4)}
    assert (inner == {GREY}) is clear
    assert GREY not in rim, "where it ends is seen"


ROOM = pygame.Rect(0, 40, 600, 360)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Ulf goes 39 ft to 16,10", True),
        ("Leap to 8,16", True),
        ("3d6: 4, 5, 1", False),
        ("loses 8 endurance, 3 left", False),
        ("at 1,2,3", False),
    ],
)
def test_which_text_tells_a_cell(text: str, named: bool) -> None:
    assert bool(CELL.search(text)) is named


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_each_number_stands_in_its_column_or_row_and_none_on_another(
    monkeypatch: pytest.MonkeyPatch, undrawn: None, scale: float
) -> None:
    look, camera, target = Typography(scale), Camera(30, 20, (600, 400)), pygame.Surface((600, 400))
    written: list[str] = []
    write = Typography.write

    def note(self: Typography, text: str, *how: Any) -> pygame.Surface:
        written.append(text)
        return write(self, text, *how)

    monkeypatch.setattr(Typography, "write", note)
    every = set()
    for zoom in camera.zooms:
        camera.choose_zoom(zoom)
        written.clear()
        draw_rulers(target, camera, look, ROOM)
        across = [int(text) for text in written[: written.index("0", 1)]]
        down = [int(text) for text in written[len(across) :]]
        assert across[-1] < 30 and down[-1] < 20
        assert across[1] * zoom > look.width("29", SMALL) and down[1] * zoom >= look.line(SMALL)
        every.add(across[1])
    assert 1 in every and (max(every) > 1) == (scale > 1), "where there is no room some are left out"
