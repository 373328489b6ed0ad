"""Room on the screen for what lies over the board for a moment."""

from __future__ import annotations

import random
from itertools import combinations, product

import pygame

from game.view.widgets.overlay_layout import FreeRoom, OverlayLayout, far, find_room

WINDOW = pygame.Rect(0, 48, 1280, 560)


def scattered(seed: int) -> tuple[list[pygame.Rect], pygame.Rect]:
    """Some that are taken, and an ideal place, often among or over them."""
    dice = random.Random(seed)
    taken = [
        pygame.Rect(dice.randrange(300, 520), dice.randrange(200, 330), dice.randrange(20, 120), dice.randrange(15, 60))
        for _ in range(dice.randrange(12))
    ]
    return taken, pygame.Rect(dice.randrange(250, 540), dice.randrange(180, 340), dice.randrange(20, 200), 40)


def test_what_finds_room_meets_nothing_and_lies_as_near_as_any_place_that_is_free() -> None:
    for seed in range(60):
        taken, ideal = scattered(seed)
        place = find_room(ideal, taken, WINDOW)
        assert WINDOW.contains(place) and place.size == ideal.size
        assert place.collidelist(taken) < 0
        others = (ideal.move(dx, dy) for dx, dy in product(range(-120, 121, 6), repeat=2))
        free = [other for other in others if WINDOW.contains(other) and other.collidelist(taken) < 0]
        assert all(far(ideal, *place.topleft) <= far(ideal, *other.topleft) for other in free), seed


def test_a_place_above_is_better_than_one_as_far_below() -> None:
    ideal = pygame.Rect(400, 300, 80, 30)
    assert find_room(ideal, [pygame.Rect(0, 290, 1280, 50)], WINDOW).bottom == 290


def test_what_is_free_stays_where_it_is() -> None:
    ideal = pygame.Rect(400, 300, 80, 30)
    assert find_room(ideal, [pygame.Rect(480, 300, 50, 30)], WINDOW) == ideal


def test_what_would_leave_the_window_lies_at_its_rim() -> None:
    assert find_room(pygame.Rect(1250, 10, 80, 30), [], WINDOW).topright == (1280, 48)


def test_where_no_room_is_near_a_far_one_is_taken_and_where_there_is_none_the_nearest_place_inside() -> None:
    ideal = pygame.Rect(400, 300, 80, 30)
    left = pygame.Rect(0, 0, 1000, 720)
    assert find_room(ideal, [left], WINDOW).topleft == (1000, 300)
    assert find_room(ideal, [WINDOW], WINDOW) == ideal
    assert find_room(ideal, [WINDOW], pygame.Rect(0, 0, 200, 200)).right == 200


def test_the_first_of_several_places_that_is_free_is_taken() -> None:
    over, beside, under = (pygame.Rect(400, top, 80, 30) for top in (100, 200, 300))
    room = FreeRoom(WINDOW, [pygame.Rect(390, 90, 30, 30)])
    assert room.lay(over, beside, under) == beside
    assert room.lay(over, beside, under) == under
    assert room.lay(over, beside, under).topleft == find_room(over, room.taken[:-1], WINDOW).topleft


def test_things_laid_in_one_frame_never_meet() -> None:
    for seed in range(20):
        taken, ideal = scattered(seed)
        berths = OverlayLayout()
        keys = range(12)
        berths.clear(64, WINDOW, taken, keys)
        laid = [berths.lay(key, ideal.move(key, -key)) for key in keys]
        assert not any(a.colliderect(b) for a, b in combinations([*laid], 2))
        assert all(place.collidelist(taken) < 0 for place in laid)


def test_what_lies_there_keeps_its_place_when_its_neighbour_goes_and_when_another_comes() -> None:
    berths, ideal = OverlayLayout(), pygame.Rect(400, 300, 80, 30)
    berths.clear(64, WINDOW, [], ("a", "b"))
    first, second = berths.lay("a", ideal), berths.lay("b", ideal)
    assert first == ideal != second
    berths.clear(64, WINDOW, [], ("b",))
    assert berths.lay("b", ideal) == second, "the room that is free again draws nobody back"
    berths.clear(64, WINDOW, [], ("c", "b"))
    new = berths.lay("c", second)
    assert not new.colliderect(second)
    assert berths.lay("b", ideal) == second, "who was there first stays, whoever is laid first"


def test_what_grows_keeps_off_its_neighbours_and_bumps_nobody() -> None:
    berths, ideal = OverlayLayout(), pygame.Rect(400, 300, 80, 30)
    berths.clear(64, WINDOW, [], ("a", "b"))
    berths.lay("a", ideal)
    neighbour = berths.lay("b", ideal.move(85, 0))
    berths.clear(64, WINDOW, [], ("a", "b"))
    grown = berths.lay("a", ideal.inflate(60, 0))
    assert grown.size == (140, 30) and not grown.colliderect(neighbour)
    assert berths.lay("b", ideal.move(85, 0)) == neighbour


def test_what_lies_there_goes_with_the_map_and_makes_way_for_a_panel() -> None:
    berths, ideal = OverlayLayout(), pygame.Rect(400, 300, 80, 30)
    berths.clear(64, WINDOW, [ideal], ("a",))
    place = berths.lay("a", ideal)
    berths.clear(64, WINDOW, [], ("a",))
    assert berths.lay("a", ideal.move(-7, 4)) == place.move(-7, 4)
    panel = place.inflate(20, 20)
    berths.clear(64, WINDOW, [panel], ("a",))
    assert not berths.lay("a", ideal).colliderect(panel)
    berths.clear(96, WINDOW, [], ("a",))
    assert berths.lay("a", ideal) == ideal, "nearer or farther, everything is laid anew"
