"""When the camera moves and when it stays, decided without a window."""

from __future__ import annotations

import pygame
import pytest

from game.view.board.camera import GLIDE, ZOOMS, Camera
from game.view.board.camera_fit import BodyRect, CameraMove, CameraNeed, CameraRoom, next_move

OPEN = pygame.Rect(0, 50, 950, 570)
CARD = pygame.Rect(12, 420, 250, 290)
WINDOW = pygame.Rect(0, 50, 1280, 670)
PANELS = [CARD, pygame.Rect(950, 560, 330, 160), pygame.Rect(270, 620, 680, 100)]

ADA: BodyRect = (20, 20, 1)
ORC: BodyRect = (24, 20, 1)


def room(columns: int, rows: int) -> CameraRoom:
    return CameraRoom((columns, rows), OPEN, (CARD,))


def need(*bodies: BodyRect, own: bool = False) -> CameraNeed:
    return CameraNeed(bodies, WINDOW, PANELS, own)


def boxes(move: CameraMove, *bodies: BodyRect) -> list[pygame.Rect]:
    zoom, (left, top) = move
    return [
        pygame.Rect(round(x * zoom) - left, round(y * zoom) - top, round(wide * zoom), round(wide * zoom))
        for x, y, wide in bodies
    ]


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (6, 4), (14, 11), (12, 3), (4, 8)])
def test_a_map_that_fits_lies_between_the_panels_and_stays_there(columns: int, rows: int, zoom: int) -> None:
    corner = room(columns, rows).whole(zoom)
    if corner is None:
        assert columns * zoom > OPEN.width - CARD.right or rows * zoom > OPEN.height, "there was room beside the card"
        assert rows * zoom > CARD.top - OPEN.top or columns * zoom > OPEN.width, "there was room over the card"
        return
    shown = pygame.Rect(-corner[0], -corner[1], columns * zoom, rows * zoom)
    assert OPEN.contains(shown) and shown.collidelist(PANELS) < 0
    passing = CameraNeed([(0, 0, 1)], WINDOW, [*PANELS, WINDOW])
    assert next_move(room(columns, rows), passing, zoom, corner, ZOOMS) is None


@pytest.mark.parametrize(
    ("spot", "moves"),
    [((400, 300), False), ((1000, 300), False), ((1300, 300), True), ((100, 500), True), ((500, 660), True)],
    ids=["in the middle", "below no panel", "out of sight", "under the card", "under the buttons"],
)
def test_it_moves_only_if_somebody_is_out_of_sight_or_under_a_panel(spot: tuple[int, int], moves: bool) -> None:
    corner = 20 * 64 - spot[0], 20 * 64 - spot[1]
    found = next_move(room(60, 60), need(ADA), 64, corner, (64, 48, 40, 32))
    assert (found is not None) == moves
    if found is not None:
        (box,) = boxes(found, ADA)
        assert found.zoom == 64 and WINDOW.contains(box) and box.collidelist(PANELS) < 0


def test_after_the_viewers_own_deed_it_stays_as_long_as_whoever_acts_is_in_sight() -> None:
    corner = 20 * 64 - 800, 20 * 64 - 300
    far: BodyRect = (30, 20, 1)
    assert next_move(room(60, 60), need(ADA, far), 64, corner, (64, 48)) is not None
    assert next_move(room(60, 60), need(ADA, far, own=True), 64, corner, (64, 48)) is None
    rim = 20 * 64 - 1230, 20 * 64 - 300  # some of the body is beyond the window's edge, its middle is not
    assert next_move(room(60, 60), need(ADA), 64, rim, (64,)) is not None
    assert next_move(room(60, 60), need(ADA, own=True), 64, rim, (64,)) is None
    beyond = 20 * 64 - 1400, 20 * 64 - 300
    assert next_move(room(60, 60), need(ADA, own=True), 64, beyond, (64,)) is not None


def test_it_goes_farther_away_only_if_not_all_can_be_seen_and_as_little_as_that_takes() -> None:
    corner = 20 * 64 - 2000, 0
    near = next_move(room(60, 60), need(ADA, ORC), 64, corner, (64, 48, 40, 32))
    assert near is not None and near.zoom == 64
    far: BodyRect = (40, 20, 1)
    wide = next_move(room(60, 60), need(ADA, far), 64, corner, (64, 48, 40, 32))
    assert wide is not None and wide.zoom == 48
    assert all(WINDOW.contains(box) and box.collidelist(PANELS) < 0 for box in boxes(wide, ADA, far))
    assert next_move(room(60, 60), need(ADA, far), wide.zoom, wide.corner, (64, 48, 40, 32)) is None, "then it stays"


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("cell", [(0, 0), (59, 0), (0, 44), (59, 44), (30, 20)])
def test_any_cell_can_be_brought_out_from_under_the_panels_and_little_more_is_shown(
    cell: tuple[int, int], zoom: int
) -> None:
    camera = Camera(60, 45, (1280, 720), zoom)
    camera.fit_between((1280, 720), (0, OPEN.top, 1280 - OPEN.right, 720 - OPEN.bottom), (CARD,))
    assert camera.room.open == OPEN
    camera.look_at((cell[0] + 0.5, cell[1] + 0.5))
    box = pygame.Rect(camera.pixel(cell), (zoom, zoom))
    assert OPEN.contains(box) and box.collidelist(PANELS) < 0
    left, top = camera.pixel((0, 0))
    right, bottom = camera.pixel((60, 45))
    assert left <= CARD.right + zoom // 2 and top <= OPEN.top + zoom // 2
    assert right >= OPEN.right - zoom // 2 - 1 and bottom >= OPEN.bottom - zoom // 2 - 1


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
