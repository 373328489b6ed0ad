"""A map under correction: strokes, the way back, zones, and the picture that is kept between them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pygame
import pytest

from game.app.doctor.hand import Hand, between, nearest_side
from game.app.doctor.tools import BY_NAME, Setting
from game.files.tiled import Chart, MapReport, Picture, read_map
from game.files.tiled.corrections import Thin, ZoneWords
from game.spatial.field import Cell, Field
from game.spatial.layout import lay_out
from game.spatial.solids import Side
from game.view.camera import Camera
from game.view.mending import Mending, ZoneRef
from game.view.mending_board import KINDS, ZOOMS, MendingBoard
from game.view.mending_words import told
from game.view.theme import Look
from tests.corpus.kinds import HOME

EVERY = [name for name, _, _ in KINDS]


@pytest.fixture
def mending() -> Mending:
    """A map from elsewhere whose walls and starts are guessed."""
    return Mending(read_map(HOME / "layer-called-collision.tmx"))


def stroke(mending: Mending, tool: str, *cells: Cell, **words: object) -> Setting:
    """One stroke over the middles of some cells."""
    setting = Setting(BY_NAME[tool])
    for name, value in words.items():
        setattr(setting, name, value)
    hand = Hand(mending, setting)
    hand.press((cells[0][0] + 0.5, cells[0][1] + 0.5))
    for x, y in cells[1:]:
        hand.move((x + 0.5, y + 0.5))
    hand.release()
    return setting


def test_a_stroke_is_drawn_without_gaps_and_taken_back_at_once(mending: Mending) -> None:
    stroke(mending, "pit", (2, 9), (12, 9))
    assert [mending.ground((x, 9)).name for x in (1, 2, 7, 12, 13)] == ["floor", "pit", "pit", "pit", "floor"]
    stroke(mending, "low cover", (4, 10), size=3)
    assert len(mending.tables["ground"]) == 11 + 9 - 3
    mending.undo()
    assert len(mending.tables["ground"]) == 11
    mending.undo()
    assert (bool(mending.corrections()), mending.can_undo, mending.unsaved) == (False, False, False)
    mending.redo()
    mending.redo()
    assert mending.ground((4, 10)).height == 12
    stroke(mending, "erase", (0, 9), (15, 9))
    assert not mending.can_redo and mending.ground((7, 9)).name == "floor"


def test_what_the_map_says_anyway_is_not_said_again(mending: Mending) -> None:
    stroke(mending, "open", (2, 9))
    stroke(mending, "blocked", (1, 1))
    stroke(mending, "no wall", (2, 9))
    stroke(mending, "height", (2, 9), feet=0.0)
    assert not mending.corrections()
    stroke(mending, "open", (1, 1))
    assert mending.corrections().ground == {(1, 1): "open"}


def test_rectangles_are_filled_and_walls_go_round_them(mending: Mending) -> None:
    stroke(mending, "height", (5, 9), (3, 10), rectangle=True, feet=7.5, ramp=True)
    assert len(mending.tables["heights"]) == 6 and set(mending.tables["heights"].values()) == {(30, True)}
    stroke(mending, "wall", (8, 9), (9, 10), rectangle=True)
    assert len(mending.tables["edges"]) == 8


def test_a_line_along_sides_is_straight_and_begins_on_the_nearest_side(mending: Mending) -> None:
    assert nearest_side((3.1, 4.5)) == Side((3, 4), True) and nearest_side((3.5, 4.9)) == Side((3, 5), False)
    hand = Hand(mending, Setting(BY_NAME["door"]))
    hand.press((3.1, 4.2))
    assert mending.corrections().edges == {Side((3, 4), True): Thin("door")}
    hand.move((6.2, 4.3))
    assert set(mending.corrections().edges) == {Side((x, 4), False) for x in (3, 4, 5, 6)}, "the way it is drawn"
    hand.move((3.9, 6.5))
    hand.release()
    assert mending.corrections().edges == {Side((3, y), True): Thin("door") for y in (4, 5, 6)}
    assert [edge.kind for _, edge, said in mending.thins() if said] == ["door"] * 3
    assert list(between((0, 0), (3, 1)))[-1] == (3, 1)


def test_starts_that_are_said_take_the_place_of_guesses(mending: Mending) -> None:
    guessed = mending.starts()
    assert set(guessed.values()) == {"party", "foe"}
    stroke(mending, "party", (2, 10))
    assert [cell for cell, side in mending.starts().items() if side == "party"] == [(2, 10)]
    foe = next(cell for cell, side in guessed.items() if side == "foe")
    assert mending.start(foe) == "foe"
    stroke(mending, "nobody", foe)
    assert mending.start(foe) == "" and foe not in mending.starts()


def test_zones_are_painted_joined_split_and_renamed(mending: Mending) -> None:
    setting = stroke(mending, "paint zone", (2, 9), (5, 9))
    one = setting.zone
    assert one == ZoneRef("said", "1") and mending.zone_words(one).name == "Zone 1"
    mending.found_zones(lay_out(mending.field()), mending.version)
    derived = mending.zone((8, 10))
    assert derived is not None and derived.source == "derived"
    cells = set(mending.zone_cells(derived))
    joined = mending.join_zones(one, derived)
    assert joined == one and set(mending.zone_cells(one)) == cells | {(x, 9) for x in range(2, 6)}
    part = mending.split_zone(one, [(2, 9), (3, 9), (0, 0)])
    assert part is not None and set(mending.zone_cells(part)) == {(2, 9), (3, 9)}
    for name in ("The corn", "The corner"):
        mending.say_of_zone(part, ZoneWords(name, "room"))
    assert [zone.name for zone in mending.field().zones] == ["Zone 1", "The corner"]
    for _ in range(3):
        mending.undo()
    assert mending.zone((8, 10)) == derived and mending.zone_words(one).name == "Zone 1"
    mending.undo()
    assert not mending.is_zone(one)
    again = stroke(mending, "paint zone", (2, 9), zone=one)
    assert again.zone is not None and mending.is_zone(again.zone), "a zone that went with its stroke is not painted on"


def test_pointing_at_a_cell_tells_what_it_is_and_why(mending: Mending) -> None:
    first, why = told(mending, (1, 1))
    assert first == "1, 1: wall (blocks way and sight)"
    assert why.startswith("Guessed: 48 cells block, because something lies there in the layer 'CollisionTiles'")
    stroke(mending, "low cover", (1, 1))
    first, why = told(mending, (1, 1))
    assert "low cover (blocks the way, 3 ft high)" in first
    assert why == "Corrected: ground; the map says wall (blocks way and sight)"
    assert told(mending, (2, 9))[1] == "As the map says"


def test_a_stroke_on_a_large_map_looks_at_what_it_has_changed_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    field = Field(200, 200)
    large = Mending(Chart(field, MapReport("large.tmx"), Picture(200, 200), Path("large.tmx"), read=field))
    camera, look, target = Camera(200, 200, (400, 300), 8, ZOOMS), Look(), pygame.Surface((400, 300))
    board = MendingBoard(large, EVERY)
    board.draw(target, camera, look)
    seen: list[int] = []
    look_at = board._look_at

    def count(cells: Sequence[Cell]) -> None:
        seen.append(len(cells))
        look_at(cells)

    monkeypatch.setattr(board, "_look_at", count)
    stroke(large, "blocked", (100, 100), (102, 100))
    board.draw(target, camera, look)
    large.undo()
    board.draw(target, camera, look)
    board.draw(target, camera, look)
    assert seen == [3, 3, 0]


def test_what_is_said_of_a_cropped_map_is_in_the_authors_numbers() -> None:
    mending = Mending(read_map(HOME / "endless.tmx"))
    left, top = mending.chart.origin
    stroke(mending, "pit", (4, 9))
    assert mending.corrections().ground == {(left + 4, top + 9): "pit"}
    assert told(mending, (4, 9))[0].startswith(f"{left + 4}, {top + 9}: pit")
    assert Mending(read_map(HOME / "endless.tmx", mending.corrections())).ground((4, 9)).name == "pit"


def test_zones_that_come_are_drawn_where_they_differ(mending: Mending) -> None:
    camera, look, target = Camera(16, 12, (400, 300), 16, ZOOMS), Look(), pygame.Surface((400, 300))
    board = MendingBoard(mending, EVERY)
    board.draw(target, camera, look)
    mending.found_zones(lay_out(mending.field()), mending.version)
    assert mending.touched
    board.draw(target, camera, look)
    fresh = pygame.Surface((400, 300))
    MendingBoard(mending, EVERY).draw(fresh, camera, look)
    assert pygame.image.tobytes(target, "RGB") == pygame.image.tobytes(fresh, "RGB")
    stroke(mending, "blocked", (7, 9), (7, 10))
    mending.found_zones(lay_out(mending.field()), mending.version)
    assert 0 < len(mending.touched) < 16 * 12 // 2
    board.draw(target, camera, look)
    board.show([])
    board.draw(target, camera, look)
    bare = pygame.Surface((400, 300))
    MendingBoard(mending, []).draw(bare, camera, look)
    assert pygame.image.tobytes(target, "RGB") == pygame.image.tobytes(bare, "RGB")


@pytest.mark.parametrize("zoom", ZOOMS[::4])
def test_a_stroke_draws_only_what_it_has_changed_and_comes_to_the_same_picture(mending: Mending, zoom: int) -> None:
    size = (400, 300)
    camera, look = Camera(16, 12, size, zoom, ZOOMS), Look()
    board, target = MendingBoard(mending, EVERY), pygame.Surface(size)
    board.draw(target, camera, look)
    before = pygame.image.tobytes(target, "RGB")
    stroke(mending, "blocked", (7, 5), (8, 5), size=2)
    stroke(mending, "height", (8, 7))
    stroke(mending, "door", (7, 7))
    stroke(mending, "party", (6, 5))
    stroke(mending, "paint zone", (9, 6))
    board.draw(target, camera, look)
    after = pygame.image.tobytes(target, "RGB")
    fresh = pygame.Surface(size)
    MendingBoard(mending, EVERY).draw(fresh, camera, look)
    assert after != before and after == pygame.image.tobytes(fresh, "RGB")
    for _ in range(5):
        mending.undo()
    board.draw(target, camera, look)
    assert pygame.image.tobytes(target, "RGB") == before
