"""The names of zones are read over everything on the board, and lie where they cover nobody if there is room."""

from __future__ import annotations

import pygame
import pytest

from game.play.start import chart_of, find_file
from game.scene.board_geometry import OnZones
from game.spatial.places import InZone
from game.spatial.space import Space
from game.view.board.camera import Camera
from game.view.board.regions import write_zone_names
from game.view.widgets.theme import TITLE, Typography

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
