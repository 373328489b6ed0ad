"""Places by cover and by the spans they are within."""

from __future__ import annotations

from game.kit.cover import VisibilityMasks, bands, shelters


def test_bands_are_the_places_of_each_span_that_no_lesser_one_has() -> None:
    within = {1: 0b1, 2: 0b11, 3: 0b11, 4: 0b1111}
    assert list(bands((1, 2, 3, 4), within.__getitem__)) == [(1, 0b1), (2, 0b10), (4, 0b1100)]
    assert list(bands((2, 4), within.__getitem__, taken=0b1)) == [(2, 0b10), (4, 0b1100)]


def test_a_larger_body_has_the_cover_of_the_part_that_is_seen_best() -> None:
    seen = VisibilityMasks(clear=0b001000, half=0b110000, full=0)
    found = shelters(seen, 0b111111, lambda mask: mask | mask >> 1)
    assert list(found) == [("no cover", 0b001100), ("half cover", 0b110000)]
