"""Faces: each creature has a shape of its own, how it fares is seen in any sight, and no ground swallows it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from itertools import combinations, product
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from game import resources
from game.files.tiled.picture import Picture, PictureLayer, TileImage
from game.rules.standing import INCAPACITIES, Incapacity, Mark, Standing
from game.scene.playhead import Playhead
from game.spatial.field import Field
from game.view.board.camera import Camera
from game.view.board.faces import Face, creature_of, draw_face, leads, plate_size
from game.view.board.map_layers import MapLayers
from game.view.board.tokens import Pieces, TokenStyles
from game.view.widgets.art import draw_svg, has_picture
from game.view.widgets.theme import INK, PAPER, SIDE_RAMPS, TYPE_RAMPS, Typography
from tests.rules.battles import begin, duel
from tests.view.seeing import FLOORS, SIGHTS, apart, contrast, pixels

ZOOMS = (32, 48, 64, 96, 128)
RULESETS = Path(__file__).parents[2] / "rulesets"


def icons_of_data() -> set[str]:
    """Every word that units of the rulesets in this tree, the examples among them, have as an icon."""
    found = set()
    for path in RULESETS.rglob("data/*.toml"):
        for entries in tomllib.loads(path.read_text(encoding="utf-8")).values():
            found |= {one["icon"] for one in entries if isinstance(one, dict) and "icon" in one and "key" in one}
    return found


ICONS = sorted(icons_of_data())


@pytest.fixture(autouse=True)
def screen() -> Iterator[None]:
    """Something to draw on."""
    pygame.display.init()
    window = pygame.Window("test", (320, 240))
    window.get_surface()
    yield
    window.destroy()


def face(icon: str, number: int = 1, style: int = 0) -> Face:
    return Face(icon, number, style, SIDE_RAMPS[0])


def shown(
    what: Face, size: int = 48, state: Incapacity = "", ground: tuple[int, int, int] = FLOORS[0]
) -> npt.NDArray[np.uint8]:
    """A face on a floor."""
    surface = pygame.Surface((size, size))
    surface.fill(ground)
    surface.blit(draw_face(what, size, state), (0, 0))
    return pixels(surface)


# -- every sort has a shape of its own


def test_there_are_many_sorts() -> None:
    assert len(ICONS) > 40
    assert {"wolf", "goblin-archer", "mage", "spider", "wolf-captain", "warrior"} <= set(ICONS)


@pytest.mark.parametrize("icon", ICONS)
def test_each_icon_of_the_data_has_a_picture_of_its_own(icon: str) -> None:
    creature, _ = creature_of(icon)
    assert has_picture(creature)
    assert (creature == "creatures/generic") == (icon == "generic")


@pytest.mark.parametrize("sight", ["full", "grey"])
def test_no_two_sorts_look_alike(sight: str) -> None:
    """In one colour and with one number on them, at 48 px: by their shape alone."""
    drawn = {icon: shown(face(icon)) for icon in ICONS}
    least = min((apart(drawn[one], drawn[other], sight), one, other) for one, other in combinations(ICONS, 2))
    assert least[0] > 2.0, least


def test_no_two_creatures_have_one_outline() -> None:
    """But for archers and leaders, who differ from the others of their sort by what they hold or wear."""
    sorts = sorted({creature_of(icon)[0] for icon in ICONS} - {"creatures/captain"})
    outlines = {}
    for name in sorts:
        alpha = pygame.surfarray.array_alpha(draw_svg(resources.sprite(name), (48, 48)))
        outlines[name] = alpha > 127
    for one, other in combinations(sorts, 2):
        assert np.mean(outlines[one] ^ outlines[other]) > 0.03, (one, other)


def test_an_unknown_word_is_drawn_by_its_last_known_part_or_as_a_plain_piece() -> None:
    assert creature_of("snow-wolf") == ("creatures/wolf", ())
    assert creature_of("Giant Spider") == ("creatures/spider", ())
    assert creature_of("orc-archer") == ("creatures/archer", ())
    assert creature_of("goblin_archer") == creature_of("goblin-archer") == ("creatures/goblin", ("tokens/with_archer",))
    for word in ("", "thing of another book", "../tokens/disc", "\0", "ü" * 500):
        assert creature_of(word) == ("creatures/generic", ())
        assert draw_face(face(word), 48).get_size() == (48, 48)
        assert draw_face(face(word, number=0), 48).get_size() == (48, 48)


def test_a_hero_without_a_symbol_of_its_own_has_its_creature_on_the_disc() -> None:
    plain, wolf, unknown = (shown(face(icon, number=0), 64) for icon in ("generic", "wolf", "nothing known"))
    assert apart(plain, wolf, "grey") > 4
    assert np.array_equal(plain, unknown)


def test_leaders_wear_a_crown_and_stand_larger() -> None:
    """A captain of no other sort wears a plumed helmet instead."""
    assert creature_of("captain") == ("creatures/captain", ())
    assert creature_of("ogre-captain") == ("creatures/ogre", ("tokens/with_captain",))
    assert creature_of("goblin-captain") == ("creatures/goblin", ("tokens/with_captain_goblin",))
    assert leads("captain") and leads("goblin-captain") and not leads("goblin")
    area = {}
    for icon in ("goblin", "goblin-captain"):
        area[icon] = draw_face(face(icon), 96).get_bounding_rect(min_alpha=200)
    assert area["goblin-captain"].height > area["goblin"].height * 1.05
    assert area["goblin-captain"].width > area["goblin"].width * 1.05


def test_large_creatures_fill_their_square() -> None:
    small, large = (Face("ogre", 1, 0, SIDE_RAMPS[0], large=fills) for fills in (False, True))
    width = [draw_face(one, 128).get_bounding_rect(min_alpha=200).width for one in (small, large)]
    assert width[1] > width[0] > 0.8 * 128
    assert width[1] > 0.93 * 128


# -- numbers


@pytest.mark.parametrize("style", range(2 * len(TYPE_RAMPS)))
def test_numbers_are_read_at_the_smallest_zoom(style: int) -> None:
    """On each plate any two numbers differ in grey, and a digit is at least seven pixels high."""
    drawn = [shown(face("goblin", number, style), ZOOMS[0]).astype(int) for number in range(1, 13)]
    written = np.zeros(drawn[0].shape[:2], dtype=bool)
    for (one, first), (other, second) in combinations(enumerate(drawn, 1), 2):
        changed = np.abs(first - second).sum(axis=2) > 90
        assert changed.sum() >= 6, (one, other)
        written |= changed
    rows = np.flatnonzero(written.any(axis=0))
    assert 7 <= np.ptp(rows) + 1 <= plate_size(ZOOMS[0])


# -- how somebody fares


@pytest.mark.parametrize(("sight", "size"), list(product(SIGHTS, (32, 64))))
@pytest.mark.parametrize("who", [face("bandit"), face("ogre", style=2), face("ghost", style=5), face("mage", number=0)])
def test_the_states_differ_in_any_sight(who: Face, sight: str, size: int) -> None:
    drawn = {state: shown(who, size, state) for state in INCAPACITIES}
    for one, other in combinations(INCAPACITIES, 2):
        assert apart(drawn[one], drawn[other], sight) > 3.5, (one, other)


def test_the_fallen_lie_without_colour_and_who_reels_stands_in_its() -> None:
    """But for their sign; what is left of a face is nearly grey."""
    up, reels, lies = (shown(face("bandit", style=4), 96, state).astype(int) for state in ("", "reeling", "down"))
    colour = [float(np.mean(np.ptp(each, axis=2))) for each in (up, reels, lies)]
    assert colour[0] > 30 and colour[1] > 30 and colour[2] < 25


def standing(*marks: Mark, up: bool) -> Standing:
    return Standing(name="Orc", icon="orc", number=1, kind="orc", size=1, up=up, marks=marks)


def test_the_worst_of_what_keeps_somebody_from_acting_counts() -> None:
    dying, dead, dazed = (
        Mark("dying", incapacity="sinking"),
        Mark("dead", incapacity="lifeless"),
        Mark("x", incapacity="reeling"),
    )
    assert standing(up=True).incapacity == ""
    assert standing(dazed, up=True).incapacity == "reeling"
    assert standing(Mark("prone"), up=False).incapacity == "down"
    assert standing(dazed, up=False).incapacity == "down"
    assert standing(dying, dazed, up=False).incapacity == "sinking"
    assert standing(dying, dead, up=False).incapacity == "lifeless"


# -- the ground


def grounds() -> dict[str, tuple[int, int, int]]:
    """The mean colour of each tile of the ground, and the dark."""
    found = {"dark": (16, 18, 22)}
    for path in sorted((resources.sprites() / "terrain").glob("*.svg")):
        tile = draw_svg(path, (32, 32))
        if np.mean(pygame.surfarray.array_alpha(tile) > 200) > 0.9:
            red, green, blue, _ = pygame.transform.average_color(tile)
            found[path.stem] = (red, green, blue)
    return found


def test_the_edge_of_a_piece_stands_out_from_every_ground() -> None:
    """Its rim is light and its outline dark: one of them is seen on whatever lies below."""
    found = grounds()
    assert len(found) > 40
    for name, colour in found.items():
        assert max(contrast(PAPER, colour), contrast(INK, colour)) > 3.5, name
    assert contrast(PAPER, INK) > 12


@pytest.mark.parametrize(("icon", "size"), list(product(("bandit", "wolf", "ghost", "troll"), ZOOMS)))
@pytest.mark.parametrize("number", [0, 3])
def test_a_rim_runs_round_every_face(icon: str, size: int, number: int) -> None:
    """Of the pixels at the edge of what is covered nearly all are light, whatever the colour of the type."""
    for style in (2, 4):
        drawn = draw_face(face(icon, number, style), size)
        covered = np.pad(pygame.surfarray.array_alpha(drawn) > 200, 1)
        inner = np.ones((size, size), dtype=bool)
        for x, y in product(range(3), repeat=2):
            inner &= covered[x : x + size, y : y + size]
        edge = covered[1:-1, 1:-1] & ~inner
        assert np.mean(pixels(drawn).mean(axis=2)[edge] > 140) > 0.78, style


def test_a_map_knows_which_cells_lie_under_roofs_and_crowns() -> None:
    roof = TileImage(resources.sprite("terrain/floor_wood_1"), width=64, height=64)
    layer = PictureLayer("above", above=True, tiles=(1, 0))
    layers = MapLayers(Field(2, 1), Picture(2, 1, tiles=(TileImage(None), roof), layers=(layer,)))
    assert [layers.hides(cell) for cell in ((0, 0), (1, 0), (2, 0), (-1, 0))] == [True, False, False, False]
    assert not MapLayers(Field(2, 1), None).hides((0, 0))


def test_who_stands_under_a_roof_is_seen_through_it() -> None:
    """Where a cell is hidden the token is drawn once more, half seen through, and nowhere else."""
    roofs, target = pygame.Surface((384, 384)), pygame.Surface((384, 384))
    roofs.fill(FLOORS[2])
    target.fill(FLOORS[2])
    head = Playhead(begin(duel()), None)
    Pieces(TokenStyles(duel()), Typography(1.0)).draw_hidden(
        target, Camera(6, 6, (384, 384), 64), head, lambda cell: cell == (1, 1)
    )
    changed = np.abs(pixels(roofs).astype(int) - pixels(target).astype(int)).sum(axis=2) > 12
    assert changed[64:128, 64:128].mean() > 0.5
    changed[64:128, 64:128] = False
    assert not changed.any()


# -- one picture, kept


def test_a_face_is_drawn_once() -> None:
    assert draw_face(face("wolf", 3), 48) is draw_face(face("wolf", 3), 48)
    liveries = TokenStyles(duel())
    orc = standing(up=True)
    assert liveries.face("blue", orc, 40) is liveries.face("blue", orc, 40)
    assert liveries.face("blue", orc, 40) is not liveries.face("blue", orc, 40, "lifeless")
