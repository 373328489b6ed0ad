"""Palettes: each sight has colours that lie farther apart for it, and all that is written can be read in each."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pygame
import pytest

from game.play.preferences import Preferences
from game.scene.palettes import CHANGES, PALETTES, Palette, PaletteColour, in_use, use
from game.view.board.overlays import _tile
from game.view.widgets import theme
from game.view.widgets.theme import BAD, GOOD, PANEL, REACH, WARN, Colour, Typography, draw_panel, shade
from game.window.loop import App
from game.window.screens.title import TitleScreen
from game.window.window import open_app
from tests.view.seeing import apart, contrast
from tests.view.test_colours import BACKS, WORDS

MEANT = {"good": GOOD, "bad": BAD, "warn": WARN, "reach": REACH}


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    """Whatever a test does, it begins with the usual colours, and so does the next one."""
    use("usual")
    yield
    use("usual")


def plain(colour: Colour) -> Colour:
    """A tone as the colour that it is now."""
    red, green, blue = colour
    return red, green, blue


def nearest(sight: str) -> float:
    """How far those two of the colours that mean most are apart that are nearest to each other."""
    return min(apart(plain(one), plain(other), sight) for one, other in combinations(MEANT.values(), 2))


@pytest.mark.parametrize("sight", ["protanopia", "deuteranopia", "tritanopia"])
def test_a_palette_for_a_sight_tells_more_apart_than_the_usual_one(sight: Palette) -> None:
    before = nearest(sight)
    use(sight)
    assert nearest(sight) > before + 10


@pytest.mark.parametrize("palette", PALETTES)
def test_writing_can_be_read_in_every_palette(palette: Palette) -> None:
    use(palette)
    least = 7.0 if palette == "contrast" else 4.5
    for word, colour in WORDS.items():
        for back, ground in BACKS.items():
            if "side" not in word or palette != "contrast":
                assert contrast(plain(colour), plain(ground)) >= least or "over a bright" in back, (word, back)


@pytest.mark.parametrize("palette", PALETTES)
def test_every_change_is_of_a_tone_that_there_is(palette: Palette) -> None:
    known = {value.name for value in vars(theme).values() if isinstance(value, PaletteColour)}
    assert set(CHANGES[palette]) <= known


def test_what_was_drawn_before_is_not_shown_in_another_palette() -> None:
    pygame.font.init()
    look, surface = Typography(1.0), pygame.Surface((20, 20))
    plain = look.write("M", 40, GOOD)
    use("deuteranopia")
    assert pygame.image.tobytes(look.write("M", 40, GOOD), "RGB") != pygame.image.tobytes(plain, "RGB")
    surface.fill(GOOD)
    assert surface.get_at((0, 0))[:3] == CHANGES["deuteranopia"]["good"] == tuple(GOOD)
    assert shade(GOOD, GOOD, 0.5) == CHANGES["deuteranopia"]["good"]
    use("usual")
    assert look.write("M", 40, GOOD) is plain


def test_nothing_shines_through_panels_in_high_contrast() -> None:
    pygame.display.init()
    surface = pygame.Surface((40, 40))
    surface.fill((200, 60, 60))
    use("contrast")
    draw_panel(surface, pygame.Rect(0, 0, 40, 40), radius=0)
    assert surface.get_at((20, 20))[:3] == tuple(PANEL) == (0, 0, 0)


def test_the_palette_of_the_settings_is_on_from_the_start() -> None:
    app: App = open_app(Preferences(palette="tritanopia"))
    assert in_use() == "tritanopia"
    app.push(TitleScreen(app))
    app.preferences.palette = "contrast"
    app.restyle()
    assert in_use() == "contrast"
    app.window.destroy()


def test_what_is_drawn_in_colours_of_its_own_is_drawn_anew_by_another_palette() -> None:
    usual = _tile(32, "half")
    use("deuteranopia")
    assert _tile(32, "half").get_at((1, 1)) != usual.get_at((1, 1))
    use("usual")
    assert _tile(32, "half") is usual
