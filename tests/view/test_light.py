"""Light and dark as a ruleset tells of them."""

from __future__ import annotations

import pygame

from battlemat_duel import Duel
from battlemat_duel.sheet import DuelBoard
from game.rules.events import Changed, Id
from game.rules.match import Match
from game.rules.ruleset import light_for
from game.scene.board_geometry import OnCells, OnZones
from game.scene.scene import Scene
from game.spatial.field import Field, Terrain, Zone
from game.spatial.places import InZone
from game.spatial.space import Space
from game.view.board.camera import Camera
from game.view.board.fog import Dark, draw_clouds
from tests.rules.battles import duel
from tests.view.witnessing import witnessed

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
