"""A map under correction: strokes, the way back, zones, and the picture that is kept between them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pygame
import pytest
from msgspec.structs import replace

from game import resources
from game.files.map_edit import MapEdit, ZoneRef
from game.files.tiled import Chart, MapReport, Picture, read_map
from game.files.tiled.corrections import FeatureWords, Thin, ZoneWords
from game.spatial.field import Cell, Field
from game.spatial.layout import lay_out
from game.spatial.solids import CellSide
from game.view.board.camera import Camera
from game.view.board.chart_signs import start_sign
from game.view.board.map_edit_board import KINDS, ZOOMS, MapEditBoard
from game.view.board.overlays import write_plate
from game.view.panels.map_edit_words import told
from game.view.widgets.theme import Typography
from game.window.doctor.pointer_tools import Hand, between, nearest_side
from game.window.doctor.tools import BY_NAME, ToolSettings
from tests.corpus.kinds import HOME

EVERY = [name for name, _, _ in KINDS]


@pytest.fixture
def mending() -> MapEdit:
    """A map from elsewhere whose walls and starts are guessed."""
    return MapEdit(read_map(HOME / "layer-called-collision.tmx"))


def stroke(mending: MapEdit, tool: str, *cells: Cell, **words: object) -> ToolSettings:
    """One stroke over the middles of some cells."""
    setting = ToolSettings(BY_NAME[tool])
    for name, value in words.items():
        setattr(setting, name, value)
    hand = Hand(mending, setting)
    hand.press((cells[0][0] + 0.5, cells[0][1] + 0.5))
    for x, y in cells[1:]:
        hand.move((x + 0.5, y + 0.5))
    hand.release()
    return setting


def test_a_stroke_is_drawn_without_gaps_and_taken_back_at_once(mending: MapEdit) -> None:
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


def test_what_the_map_says_anyway_is_not_said_again(mending: MapEdit) -> None:
    stroke(mending, "open", (2, 9))
    stroke(mending, "blocked", (1, 1))
    stroke(mending, "no wall", (2, 9))
    stroke(mending, "height", (2, 9), feet=0.0)
    assert not mending.corrections()
    stroke(mending, "open", (1, 1))
    assert mending.corrections().ground == {(1, 1): "open"}


def test_rectangles_are_filled_and_walls_go_round_them(mending: MapEdit) -> None:
    stroke(mending, "height", (5, 9), (3, 10), rectangle=True, feet=7.5, ramp=True)
    assert len(mending.tables["heights"]) == 6 and set(mending.tables["heights"].values()) == {(30, True)}
    stroke(mending, "wall", (8, 9), (9, 10), rectangle=True)
    assert len(mending.tables["edges"]) == 8


def test_a_line_along_sides_is_straight_and_begins_on_the_nearest_side(mending: MapEdit) -> None:
    assert nearest_side((3.1, 4.5)) == CellSide((3, 4), True) and nearest_side((3.5, 4.9)) == CellSide((3, 5), False)
    hand = Hand(mending, ToolSettings(BY_NAME["door"]))
    hand.press((3.1, 4.2))
    assert mending.corrections().edges == {CellSide((3, 4), True): Thin("door")}
    hand.move((6.2, 4.3))
    assert set(mending.corrections().edges) == {CellSide((x, 4), False) for x in (3, 4, 5, 6)}, "the way it is drawn"
    hand.move((3.9, 6.5))
    hand.release()
    assert mending.corrections().edges == {CellSide((3, y), True): Thin("door") for y in (4, 5, 6)}
    assert [edge.kind for _, edge, said in mending.thins() if said] == ["door"] * 3
    assert list(between((0, 0), (3, 1)))[-1] == (3, 1)


def test_starts_that_are_said_take_the_place_of_guesses(mending: MapEdit) -> None:
    guessed = mending.starts()
    assert set(guessed.values()) == {"party", "foe"}
    stroke(mending, "party", (2, 10))
    assert [cell for cell, side in mending.starts().items() if side == "party"] == [(2, 10)]
    foe = next(cell for cell, side in guessed.items() if side == "foe")
    assert mending.start(foe) == "foe"
    stroke(mending, "nobody", foe)
    assert mending.start(foe) == "" and foe not in mending.starts()


def test_zones_are_painted_joined_split_and_renamed(mending: MapEdit) -> None:
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


def test_features_are_put_down_made_larger_moved_said_of_and_taken_back(mending: MapEdit) -> None:
    fire = FeatureWords("fire", "Embers", "2d6")
    stroke(mending, "put feature", (3, 9), (4, 9), words=fire)
    stroke(mending, "put feature", (4, 9), (5, 9), words=fire)
    stroke(mending, "put feature", (9, 9), words=fire)
    assert [each.cells for each in mending.features.all()] == [((3, 9), (4, 9), (5, 9)), ((9, 9),)]
    setting = stroke(mending, "pick feature", (4, 9), (5, 9), (4, 10))
    (one, _) = mending.features.all()
    assert one.ref == setting.feature and one.cells == ((3, 10), (4, 10), (5, 10))
    for strength in ("1", "1d", "1d8"):
        mending.features.say(one.ref, replace(one.words, strength=strength))
    assert [(each.kind, each.strength) for each in mending.field().features] == [("fire", "1d8"), ("fire", "2d6")]
    mending.undo()
    assert mending.features.all()[0].words == fire, "what is typed is taken back at once"
    mending.undo()
    assert mending.features.all()[0].cells == ((3, 9), (4, 9), (5, 9))
    stroke(mending, "erase", (4, 9))
    assert mending.features.all()[0].cells == ((3, 9), (5, 9))
    mending.features.take_away(mending.features.all()[1].ref)
    for _ in range(5):
        mending.undo()
    assert not mending.corrections() and not mending.features.all()


def test_what_lies_on_one_cell_is_moved_by_the_stroke_and_never_off_the_map(mending: MapEdit) -> None:
    stone = FeatureWords("thing", thing="stone")
    stroke(mending, "put feature", (3, 9), (6, 9), words=stone, size=5)
    assert [each.cells for each in mending.features.all()] == [((6, 9),)]
    stroke(mending, "pick feature", (6, 9), (40, 9))
    assert [each.cells for each in mending.features.all()] == [((6, 9),)]
    stroke(mending, "put feature", (6, 9), words=FeatureWords("thing", thing="bottle"))
    setting = ToolSettings(BY_NAME["pick feature"])
    hand, picked = Hand(mending, setting), []
    for _ in range(3):
        hand.press((6.5, 9.5))
        hand.release()
        found = mending.features.find(setting.feature)
        assert found is not None
        picked.append(found.words.thing)
    assert picked == ["bottle", "stone", "bottle"], "a second click picks what lies below"


def test_features_of_the_map_itself_are_changed_and_what_lies_under_them_stays() -> None:
    mending = MapEdit(read_map(resources.maps() / "gatehouse.tmx"))
    before = mending.features.all()
    lever = next(each for each in before if each.words.kind == "lever")
    assert lever.words.linked is not None and mending.is_edged(lever.words.linked)
    mending.features.say(lever.ref, replace(lever.words, name="The winch"))
    field = mending.field()
    moved = next(each for each in field.features if each.name == "The winch")
    assert moved.linked == next(each.linked for each in mending.read.features if each.kind == "lever")
    assert len(field.features) == len(before)
    mending.features.take_away(next(each for each in before if each.words.kind == "fire").ref)
    assert len(mending.field().features) == len(before) - 1
    again = MapEdit(read_map(resources.maps() / "gatehouse.tmx", mending.corrections()))
    assert {each.words for each in again.features.all()} == {each.words for each in mending.features.all()}
    mending.undo()
    mending.undo()
    assert mending.features.all() == before and mending.field() == mending.read


def test_a_lever_put_down_moves_the_door_that_is_clicked_next(mending: MapEdit) -> None:
    stroke(mending, "door", (7, 7))
    (door,) = mending.tables["edges"]
    setting = ToolSettings(BY_NAME["put feature"], words=FeatureWords("lever", cost="main"))
    hand = Hand(mending, setting)
    hand.press((3.5, 9.5))
    hand.release()
    assert setting.linking and setting.tool.name == "pick feature"
    hand.press((door.cell[0] + 0.4, door.cell[1] + 0.4))
    hand.release()
    (lever,) = mending.features.all()
    assert lever.words.linked == door
    assert mending.field().features[0].linked == mending.field().edges[0].id
    again = ToolSettings(BY_NAME["pick feature"], feature=lever.ref, linking=True)
    hand = Hand(mending, again)
    hand.press((12.5, 9.5))
    hand.release()
    assert mending.features.all() == [lever], "a click far from any door leaves it as it was"
    assert not again.linking


def test_starts_of_any_side_have_a_colour_and_a_shape_of_their_own(mending: MapEdit) -> None:
    for number, side in enumerate(["third", "fourth", "Wolves", "the  Duke's ", "referee", " "]):
        stroke(mending, "other side", (3 + number, 9), side=side)
    said = mending.corrections().starts
    assert said == {(3, 9): "third", (4, 9): "fourth", (5, 9): "Wolves", (6, 9): "the  Duke's"}, "a seat is no side"
    sides = set(mending.starts().values())
    signs = [start_sign(side, sides) for side in sides]
    assert len(sides) == 6 and len({sign.colour for sign in signs}) == 6
    assert len({(sign.corners, sign.turn) for sign in signs}) == 6
    assert "start of Wolves" in told(mending, (5, 9))[0]
    stroke(mending, "erase", (3, 9))
    assert mending.start((3, 9)) != "third"


def test_pointing_at_a_cell_tells_what_it_is_and_why(mending: MapEdit) -> None:
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
    large = MapEdit(Chart(field, MapReport("large.tmx"), Picture(200, 200), Path("large.tmx"), read=field))
    camera, look, target = Camera(200, 200, (400, 300), 8, ZOOMS), Typography(), pygame.Surface((400, 300))
    board = MapEditBoard(large, EVERY)
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
    mending = MapEdit(read_map(HOME / "endless.tmx"))
    left, top = mending.chart.origin
    stroke(mending, "pit", (4, 9))
    assert mending.corrections().ground == {(left + 4, top + 9): "pit"}
    assert told(mending, (4, 9))[0].startswith(f"{left + 4}, {top + 9}: pit")
    assert MapEdit(read_map(HOME / "endless.tmx", mending.corrections())).ground((4, 9)).name == "pit"


def test_zones_that_come_are_drawn_where_they_differ(mending: MapEdit) -> None:
    camera, look, target = Camera(16, 12, (400, 300), 16, ZOOMS), Typography(), pygame.Surface((400, 300))
    board = MapEditBoard(mending, EVERY)
    board.draw(target, camera, look)
    mending.found_zones(lay_out(mending.field()), mending.version)
    assert mending.touched
    board.draw(target, camera, look)
    fresh = pygame.Surface((400, 300))
    MapEditBoard(mending, EVERY).draw(fresh, camera, look)
    assert pygame.image.tobytes(target, "RGB") == pygame.image.tobytes(fresh, "RGB")
    stroke(mending, "blocked", (7, 9), (7, 10))
    mending.found_zones(lay_out(mending.field()), mending.version)
    assert 0 < len(mending.touched) < 16 * 12 // 2
    board.draw(target, camera, look)
    board.show([])
    board.draw(target, camera, look)
    bare = pygame.Surface((400, 300))
    MapEditBoard(mending, []).draw(bare, camera, look)
    assert pygame.image.tobytes(target, "RGB") == pygame.image.tobytes(bare, "RGB")


@pytest.mark.parametrize("zoom", ZOOMS[::4])
def test_a_stroke_draws_only_what_it_has_changed_and_comes_to_the_same_picture(mending: MapEdit, zoom: int) -> None:
    size = (400, 300)
    camera, look = Camera(16, 12, size, zoom, ZOOMS), Typography()
    board, target = MapEditBoard(mending, EVERY), pygame.Surface(size)
    board.draw(target, camera, look)
    before = pygame.image.tobytes(target, "RGB")
    stroke(mending, "blocked", (7, 5), (8, 5), size=2)
    stroke(mending, "height", (8, 7))
    stroke(mending, "door", (7, 7))
    stroke(mending, "party", (6, 5))
    stroke(mending, "paint zone", (9, 6))
    stroke(mending, "other side", (6, 6), side="wolves")
    stroke(mending, "put feature", (8, 6))
    board.draw(target, camera, look)
    after = pygame.image.tobytes(target, "RGB")
    fresh = pygame.Surface(size)
    MapEditBoard(mending, EVERY).draw(fresh, camera, look)
    assert after != before and after == pygame.image.tobytes(fresh, "RGB")
    for _ in range(7):
        mending.undo()
    board.draw(target, camera, look)
    assert pygame.image.tobytes(target, "RGB") == before


def test_names_of_zones_do_not_lie_on_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    common = MapEdit(read_map(resources.maps() / "long-common.tmx"))
    camera, look, target = Camera(80, 60, (700, 520), 8, ZOOMS), Typography(), pygame.Surface((700, 520))
    plates: list[pygame.Rect] = []

    def write(*said: Any) -> pygame.Rect:
        plates.append(write_plate(*said))
        return plates[-1]

    monkeypatch.setattr("game.view.board.map_edit_board.write_plate", write)
    MapEditBoard(common, EVERY).draw(target, camera, look)
    assert len(plates) > 30, "a line up or down there is room for nearly all of them"
    assert not any(one.colliderect(other) for one, other in combinations(plates, 2))
