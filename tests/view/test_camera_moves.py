"""When the camera moves and when it stays, decided without a window."""

from __future__ import annotations

import pygame
import pytest

from game.view.board.camera import GLIDE, ZOOMS, BodyRect, Camera, CameraMove, CameraNeed, CameraRoom, next_move

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
