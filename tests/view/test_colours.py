"""Nothing is told by colour alone: pairs that matter, palettes and a battle, as people of any sight see them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, product

import msgspec
import numpy as np
import numpy.typing as npt
import pygame
import pytest

from game.play.preferences import Preferences
from game.play.seating import HUMAN, Player
from game.play.session import Session
from game.rules.events import Id
from game.rules.match import Match
from game.rules.questions import Seat
from game.rules.registry import ruleset
from game.rules.setup import Recruit, Setup, SideSetup
from game.rules.standing import Bar, Standing
from game.scene.board_geometry import Placement
from game.scene.moves import Pose
from game.scene.palettes import CHANGES, PALETTES, Palette, PaletteColour, in_use, use
from game.scene.scene import Token
from game.spatial.field import Field
from game.view.board import fog, overlays
from game.view.board.camera import Camera
from game.view.board.faces import PLATES
from game.view.board.overlays import _tile
from game.view.board.tokens import Pieces, TokenStyles
from game.view.motion import effects
from game.view.widgets import theme
from game.view.widgets.art import picture
from game.view.widgets.overlay_layout import FreeRoom
from game.view.widgets.theme import (
    BAD,
    BAD_WORD,
    FAINT,
    FOCUS,
    GOOD,
    GOOD_WORD,
    INK,
    LIFTED,
    LUCK,
    NIGHT,
    PANEL,
    PANEL_ALPHA,
    PAPER,
    RAISED,
    REACH,
    SIDE_RAMPS,
    SIDE_WORDS,
    STEEL,
    TEXT,
    TITLE,
    WARN,
    WHITE,
    Colour,
    Typography,
    draw_panel,
    shade,
)
from game.window.battle.stage import Stage
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.battle import BattleScreen
from game.window.screens.title import TitleScreen
from game.window.window import open_app
from tests.view.seeing import FLOORS, GREY, SIGHTS, apart, contrast, lab, light, over, pixels, seen
from tests.view.seeing import screen as screen  # a fixture

# -- writing

BACKS: dict[str, Colour] = {
    "panel": PANEL,
    "panel over a bright floor": over(PANEL, PANEL_ALPHA, (230, 225, 215)),
    "button": RAISED,
    "menu": NIGHT,
    "label": INK,
}
WORDS: dict[str, Colour] = {
    "text": TEXT,
    "title": TITLE,
    "faint": FAINT,
    "good": GOOD_WORD,
    "bad": BAD_WORD,
    "warn": WARN,
    "reach": REACH,
    **{f"side {number}": colour for number, colour in enumerate(SIDE_WORDS)},
    **{f"effect {name}": colour for name, colour in effects.TONES.items()},
}


@pytest.mark.parametrize(("word", "back"), list(product(WORDS, BACKS)))
def test_writing_can_be_read(word: str, back: str) -> None:
    assert contrast(WORDS[word], BACKS[back]) >= 4.5


def test_writing_on_what_is_chosen_or_pointed_at_can_be_read() -> None:
    assert contrast(WHITE, FOCUS) >= 4.5
    assert contrast(TEXT, LIFTED) >= 4.5
    assert contrast(WARN, LIFTED) >= 4.5


@pytest.mark.parametrize("sight", SIGHTS)
def test_the_focus_is_seen(sight: str) -> None:
    """A white frame round a blue one: one of them stands out from whatever lies below."""
    for ground in (PANEL, NIGHT, RAISED, *FLOORS):
        assert max(apart(WHITE, ground, sight), apart(FOCUS, ground, sight)) > 25


# -- who is who

SIDES = ("party", "foe")
KINDS = ("orc", "goblin", "wolf", "ogre", "bat", "rat", "troll")


def standing(kind: str, number: int, icon: str = "warrior") -> Standing:
    """What the board shows of somebody unhurt."""
    return Standing(
        name=kind.title(), kind=kind, icon=icon, number=number, size=1, up=True, bars=(Bar("Health", 5, 5),)
    )


def face(liveries: TokenStyles, side: str, shown: Standing, ground: Colour) -> npt.NDArray[np.uint8]:
    """A token on a floor."""
    surface = pygame.Surface((64, 64))
    surface.fill(ground)
    surface.blit(liveries.portrait(Token(shown.name, side, (0, 0), shown), 64), (0, 0))  # type: ignore[arg-type]
    return pixels(surface)


@pytest.fixture
def liveries() -> TokenStyles:
    """Two sides with seven types of foes."""
    squads = {"party": (Recruit("knight"),), "foe": tuple(map(Recruit, KINDS))}
    sides = tuple(SideSetup(name, squads[name], party=name == "party") for name in SIDES)
    return TokenStyles(Setup("duel", Field(4, 4), sides), [("foe", standing(kind, 1)) for kind in KINDS])


@pytest.mark.parametrize(("sight", "ground"), list(product(SIGHTS, FLOORS)))
def test_types_of_foes_differ(liveries: TokenStyles, sight: str, ground: Colour) -> None:
    """With the same number on them: by their colour where it is seen, by the shape of the plate in any case."""
    faces = {kind: face(liveries, "foe", standing(kind, 1), ground) for kind in KINDS}
    for one, other in combinations(KINDS, 2):
        assert apart(faces[one], faces[other], sight) > 1.0, (one, other)


def test_the_plates_of_types_differ_in_shape() -> None:
    """Drawn in black and white alone, no two plates of the first six cover the same ground."""
    shapes = [pygame.surfarray.array_alpha(picture(f"tokens/plate_{shape}", 48)) > 127 for shape in PLATES]
    for one, other in combinations(shapes, 2):
        assert np.mean(one ^ other) > 0.02


@pytest.mark.parametrize(("sight", "ground"), list(product(SIGHTS, FLOORS)))
def test_sides_differ(liveries: TokenStyles, sight: str, ground: Colour) -> None:
    """Heroes of two sides by the tone of their ring; named ones from numbered ones by shape as well."""
    ours = face(liveries, "party", standing("knight", 0), ground)
    theirs = face(liveries, "foe", standing("knight", 0), ground)
    foe = face(liveries, "foe", standing("orc", 1), ground)
    assert apart(ours, theirs, sight) > 3
    assert apart(ours, foe, sight) > 15
    for one, other in combinations(SIDE_RAMPS[:2], 2):
        assert apart(_colour(one[1]), _colour(other[1]), sight) > 20


def _colour(text: str) -> Colour:
    colour = pygame.Color(text)
    return colour.r, colour.g, colour.b


@pytest.mark.parametrize(("sight", "ground"), list(product(SIGHTS, FLOORS)))
def test_tokens_stand_out_from_the_floor(liveries: TokenStyles, sight: str, ground: Colour) -> None:
    bare = pixels(_flat((64, 64), ground))
    for kind in KINDS:
        assert apart(face(liveries, "foe", standing(kind, 1), ground), bare, sight) > 8
    assert apart(face(liveries, "party", standing("knight", 0), ground), bare, sight) > 15


# -- what lies over the map


def _flat(size: tuple[int, int], colour: Colour) -> pygame.Surface:
    surface = pygame.Surface(size)
    surface.fill(colour)
    return surface


CELLS = frozenset({(1, 1), (2, 1), (1, 2), (2, 2)})


def _draw_hazard(target: pygame.Surface, camera: Camera) -> None:
    for cell in CELLS:
        target.blit(overlays._hatch(camera.zoom, BAD, hollow=False), camera.pixel(cell))
    overlays._outline_only(target, camera, CELLS, BAD)


def _draw_goal(target: pygame.Surface, camera: Camera) -> None:
    for cell in CELLS:
        target.blit(overlays._dots(camera.zoom, GOOD), camera.pixel(cell))
    overlays._outline_only(target, camera, CELLS, GOOD)


def _draw_dark(target: pygame.Surface, camera: Camera) -> None:
    for cell in CELLS:
        target.blit(fog._tile(camera.zoom, smoke=False), camera.pixel(cell))


def _draw_unlit(target: pygame.Surface, camera: Camera) -> None:
    lit = sum(1 << (y * 4 + x) for y in range(4) for x in range(4) if (x, y) not in CELLS)
    fog.Dark().draw_round(target, camera, Field(4, 4), lit)


def _draw_haze(target: pygame.Surface, camera: Camera) -> None:
    unseen = np.array([[(x, y) not in CELLS for x in range(4)] for y in range(4)])
    fog.Fog().draw(target, camera, unseen)


OVERLAYS: dict[str, Callable[[pygame.Surface, Camera], None]] = {
    "nothing": lambda target, camera: None,
    "one move": lambda target, camera: overlays.draw_region(target, camera, CELLS, REACH),
    "two moves": lambda target, camera: overlays.draw_region(target, camera, CELLS, WARN, alpha=58, dashed=True),
    "hazard": _draw_hazard,
    "objective": _draw_goal,
    "darkness": _draw_dark,
    "beyond the light": _draw_unlit,
    "out of sight": _draw_haze,
}


@pytest.mark.parametrize("sight", SIGHTS)
def test_the_parts_of_a_bar_differ(sight: str) -> None:
    """Steel, life and what is empty of either."""
    for one, other in combinations((STEEL, GOOD, INK), 2):
        assert apart(one, other, sight) > 20


@pytest.mark.parametrize(("sight", "ground"), list(product(SIGHTS, FLOORS)))
def test_regions_differ(sight: str, ground: Colour) -> None:
    """Filled, dashed, hatched, dotted, hatched the other way, hazy: no two are taken for one another."""
    shown = {}
    for name, draw in OVERLAYS.items():
        target = _flat((256, 256), ground)
        camera = Camera(4, 4, (256, 256), 64)
        draw(target, camera)
        shown[name] = pixels(target)[58:198, 58:198]
    for one, other in combinations(shown, 2):
        assert apart(shown[one], shown[other], sight) > 1.5, (one, other)


def test_the_borders_of_one_and_two_moves_differ_without_colour() -> None:
    """One is drawn through, the other broken."""
    found = {}
    for name in ("one move", "two moves"):
        target, camera = _flat((256, 256), FLOORS[0]), Camera(4, 4, (256, 256), 64)
        OVERLAYS[name](target, camera)
        along = light(pixels(target)[70:186, 64]) @ np.array(GREY)
        found[name] = float(along.max() - along.min())
    assert found["one move"] < 0.01
    assert found["two moves"] > 0.05


@pytest.mark.parametrize(
    ("end", "label"), [((470, 210), "same zone"), ((330, 160), "same zone · 72 % · its turn 67 %")]
)
def test_the_label_of_a_short_line_lies_neither_on_the_two_nor_on_the_name_over_the_farther(
    end: tuple[int, int], label: str
) -> None:
    """As far apart as bodies in one zone stand, at 48 px a cell; a name is some 130 px wide and ends 22 px above."""
    start, look, ground = (326, 160) if end[1] == 210 else (230, 160), Typography(1.0), (90, 90, 90)
    line, both = pygame.Surface((900, 400)), pygame.Surface((900, 400))
    line.fill(ground), both.fill(ground)
    overlays.draw_sight(line, start, end, "clear", look, "", room=_room(line))
    overlays.draw_sight(both, start, end, "clear", look, label, room=_room(both))
    plate = pygame.mask.from_threshold(both, (0, 0, 0), (1, 1, 1, 255), line)
    plate.invert()
    (box,) = [rect for rect in plate.get_bounding_rects() if rect.width > 40][:1]
    name = pygame.Rect(0, 0, 130, 28)
    name.midbottom = (end[0], end[1] - 22)
    assert not box.colliderect(name)
    assert not any(box.collidepoint(spot) for spot in (start, end))


def _room(target: pygame.Surface) -> FreeRoom:
    return FreeRoom(target.get_rect(), ())


def _sight_line(kind: overlays.SightLineStyle, ground: Colour) -> pygame.Surface:
    target = _flat((220, 40), ground)
    stopped = (180, 20) if kind == "blocked" else None
    overlays.draw_sight(target, (10, 20), (210, 20), kind, Typography(1.0), "", stopped, room=_room(target))
    return target


@pytest.mark.parametrize(("sight", "ground"), list(product(SIGHTS, FLOORS)))
def test_sight_lines_are_seen_and_differ(sight: str, ground: Colour) -> None:
    kinds: tuple[overlays.SightLineStyle, ...] = ("clear", "half", "full", "blocked")
    bare = pixels(_flat((220, 40), ground))[10:210, 17:24]
    shown = {kind: pixels(_sight_line(kind, ground))[10:210, 17:24] for kind in kinds}
    for kind in kinds:
        assert apart(shown[kind], bare, sight) > 15
    for one, other in combinations(kinds, 2):
        assert apart(shown[one], shown[other], sight) > 5, (one, other)


def test_the_dashes_of_sight_lines_tell_without_colour() -> None:
    """How long the pieces are: drawn through, dashes, dash and dot, dots."""
    lengths = {}
    for kind in ("clear", "half", "full", "blocked"):
        row = light(pixels(_sight_line(kind, FLOORS[0]))[12:165, 20]) @ np.array(GREY)
        bright = row > 0.06
        changes = np.flatnonzero(np.diff(bright.astype(int)))
        lengths[kind] = tuple(sorted(set(np.diff(changes).tolist())))
    assert lengths["clear"] == ()
    assert len(set(lengths.values())) == 4, lengths
    assert max(lengths["blocked"]) < max(lengths["half"]) < max(lengths["full"])


@pytest.mark.parametrize("sight", SIGHTS)
def test_corners_seen_and_hidden_differ(sight: str) -> None:
    """Full dots and hollow ones."""
    shown = []
    for state in (True, False):
        target = _flat((24, 24), FLOORS[0])
        overlays.draw_corners(target, [((12, 12), state)])
        shown.append(pixels(target)[5:19, 5:19])
    assert apart(shown[0], shown[1], sight) > 3


@pytest.mark.parametrize("sight", SIGHTS)
def test_a_die_of_luck_is_known_from_those_that_are_added(sight: str) -> None:
    assert apart(LUCK, PAPER, sight) > 40
    assert apart(LUCK, GOOD, sight) > 20


@pytest.mark.parametrize("sight", SIGHTS)
def test_good_and_bad_news_have_signs(sight: str) -> None:
    """A loss has a minus and a gain a plus; the colours differ besides, but need not in grey."""
    assert apart(GOOD, WARN, sight) > 20
    assert apart(BAD, WARN, sight) > 20
    if sight != "grey":
        assert apart(GOOD, BAD, sight) > 20
        assert apart(GOOD_WORD, BAD_WORD, sight) > 15


@pytest.mark.parametrize(("sight", "ground"), list(product(SIGHTS, FLOORS)))
def test_who_has_surrendered_is_neither_taken_for_who_fights_nor_for_who_lies(
    liveries: TokenStyles, sight: str, ground: Colour
) -> None:
    shown = {}
    for name, up, yielded in (("fights", True, False), ("yields", False, True), ("lies", False, False)):
        target, camera = _flat((64, 64), ground), Camera(1, 1, (64, 64), 64)
        state = msgspec.structs.replace(standing("orc", 1), up=up, yielded=yielded)
        token = Token(Id("orc"), "foe", (0, 0), state, Placement((0.0, 0.0)))
        Pieces(liveries, Typography(1.0)).draw_token(target, camera, token, Pose((0.0, 0.0)))
        shown[name] = pixels(target)
    for one, other in combinations(shown, 2):
        assert apart(shown[one], shown[other], sight) > 8, (one, other)


# --- Palettes: each sight has colours that lie farther apart for it, and all that is written can be read in each ---

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


# --- A battle on the screen as people with the common kinds of colour blindness see it ---


@pytest.fixture(scope="module")
def battle(tmp_path_factory: pytest.TempPathFactory) -> tuple[npt.NDArray[np.uint8], Stage]:
    """Somebody is asked to act, among foes of four types: the picture, and the screen it is of."""
    home = tmp_path_factory.mktemp("home")
    party = (Recruit("annora", at=(4, 4)), Recruit("colette", at=(3, 6)))
    foes = tuple(
        Recruit(unit, at=at)
        for unit, at in (("bandit", (8, 2)), ("goblin", (9, 5)), ("wolf", (8, 7)), ("zealot", (10, 4)))
    )
    setup = Setup("sovereign", Field(14, 9), (SideSetup("party", party, party=True), SideSetup("foe", foes)))
    seats = {Seat("party"): HUMAN, Seat("foe"): Player("ai", "instinct")}
    app = open_app(Preferences(speed=8.0, hints=False, calm=True), (1280, 720))
    session = Session(Match.begin(ruleset("sovereign"), setup), seats, 1, "seeded", home / "battle.save")
    app.push(BattleScreen(app, session, None))
    pilot = Pilot(app)
    while (question := pilot.wait_until_asked()) is not None and question.kind != "act":
        pilot.choose(question.options[0].key)
    pilot.wait_until(lambda: not pilot.screen.moving, "nothing moves")
    app.draw()
    found = pixels(app.surface)
    app.window.destroy()
    return found, pilot.battle


@pytest.mark.parametrize("sight", SIGHTS)
def test_a_battle_on_the_screen_keeps_its_marks(battle: tuple[npt.NDArray[np.uint8], Stage], sight: str) -> None:
    """Everybody stands out from the ground beside them, and the border of where one can go from both its sides."""
    picture, shown = battle
    camera, tones = shown.view.camera, lab(seen(light(picture), sight))
    for token in shown.view.scene.tokens.values():
        x, y = camera.centre(token.at)
        half = camera.zoom // 2
        crop = tones[x - half : x + half, y - half : y + half, 0]
        assert float(crop.std()) > 12, token.id  # dark outline, light face or plate
    assert shown.choosing is not None
    region = frozenset(shown.choosing.lit())
    edges = [(start, end) for start, end in overlays.outline(region) if start[1] == end[1] and end[0] - start[0] > 1]
    visible = 0
    for start, end in edges:
        (x0, y), (x1, _) = camera.pixel(start), camera.pixel(end)
        across = tones[(x0 + x1) // 2, y - 9 : y + 10, 0]
        visible += float(across.max() - across.min()) > 20
    assert edges
    assert visible >= len(edges) * 0.6  # panels may lie over some
