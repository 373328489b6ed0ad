"""Pieces: each creature has a shape of its own and each side a livery, live and watched again, on any ground."""

from __future__ import annotations

import tomllib
from itertools import combinations, product
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from game import resources
from game.files.saves import SeatPlan, load_match
from game.files.tiled.picture import Picture, PictureLayer, TileImage
from game.kit.testing.fight import OPEN
from game.play.recording import gone_on, recorded
from game.play.seating import HUMAN, Player
from game.rules.match import AnyMatch, Match
from game.rules.questions import Seat
from game.rules.registry import ruleset
from game.rules.setup import Recruit, Setup, SideSetup
from game.rules.standing import INCAPACITIES, Incapacity, Mark, Standing
from game.scene.playhead import Playhead
from game.spatial.field import Field
from game.view.board.camera import Camera
from game.view.board.faces import Face, creature_of, draw_face, leads, plate_size
from game.view.board.map_layers import MapLayers
from game.view.board.tokens import FRAMES, KINDS, Pieces, TokenStyles, liveries_of
from game.view.widgets.art import draw_svg, has_picture
from game.view.widgets.theme import INK, PAPER, SIDE_RAMPS, TYPE_RAMPS, Typography
from tests.rules.battles import Drawn, begin, duel
from tests.saving import save_match
from tests.view.seeing import FLOORS, SIGHTS, apart, contrast, pixels
from tests.view.seeing import screen as screen  # a fixture
from tests.view.test_colours import face, standing

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


def drawn_face(icon: str, number: int = 1, style: int = 0) -> Face:
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
    drawn = {icon: shown(drawn_face(icon)) for icon in ICONS}
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
        assert draw_face(drawn_face(word), 48).get_size() == (48, 48)
        assert draw_face(drawn_face(word, number=0), 48).get_size() == (48, 48)


def test_a_hero_without_a_symbol_of_its_own_has_its_creature_on_the_disc() -> None:
    plain, wolf, unknown = (shown(drawn_face(icon, number=0), 64) for icon in ("generic", "wolf", "nothing known"))
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
        area[icon] = draw_face(drawn_face(icon), 96).get_bounding_rect(min_alpha=200)
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
    drawn = [shown(drawn_face("goblin", number, style), ZOOMS[0]).astype(int) for number in range(1, 13)]
    written = np.zeros(drawn[0].shape[:2], dtype=bool)
    for (one, first), (other, second) in combinations(enumerate(drawn, 1), 2):
        changed = np.abs(first - second).sum(axis=2) > 90
        assert changed.sum() >= 6, (one, other)
        written |= changed
    rows = np.flatnonzero(written.any(axis=0))
    assert 7 <= np.ptp(rows) + 1 <= plate_size(ZOOMS[0])


# -- how somebody fares


@pytest.mark.parametrize(("sight", "size"), list(product(SIGHTS, (32, 64))))
@pytest.mark.parametrize(
    "who",
    [drawn_face("bandit"), drawn_face("ogre", style=2), drawn_face("ghost", style=5), drawn_face("mage", number=0)],
)
def test_the_states_differ_in_any_sight(who: Face, sight: str, size: int) -> None:
    drawn = {state: shown(who, size, state) for state in INCAPACITIES}
    for one, other in combinations(INCAPACITIES, 2):
        assert apart(drawn[one], drawn[other], sight) > 3.5, (one, other)


def test_the_fallen_lie_without_colour_and_who_reels_stands_in_its() -> None:
    """But for their sign; what is left of a face is nearly grey."""
    up, reels, lies = (shown(drawn_face("bandit", style=4), 96, state).astype(int) for state in ("", "reeling", "down"))
    colour = [float(np.mean(np.ptp(each, axis=2))) for each in (up, reels, lies)]
    assert colour[0] > 30 and colour[1] > 30 and colour[2] < 25


def orc_standing(*marks: Mark, up: bool) -> Standing:
    return Standing(name="Orc", icon="orc", number=1, kind="orc", size=1, up=up, marks=marks)


def test_the_worst_of_what_keeps_somebody_from_acting_counts() -> None:
    dying, dead, dazed = (
        Mark("dying", incapacity="sinking"),
        Mark("dead", incapacity="lifeless"),
        Mark("x", incapacity="reeling"),
    )
    assert orc_standing(up=True).incapacity == ""
    assert orc_standing(dazed, up=True).incapacity == "reeling"
    assert orc_standing(Mark("prone"), up=False).incapacity == "down"
    assert orc_standing(dazed, up=False).incapacity == "down"
    assert orc_standing(dying, dazed, up=False).incapacity == "sinking"
    assert orc_standing(dying, dead, up=False).incapacity == "lifeless"


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
        drawn = draw_face(drawn_face(icon, number, style), size)
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
    assert draw_face(drawn_face("wolf", 3), 48) is draw_face(drawn_face("wolf", 3), 48)
    liveries = TokenStyles(duel())
    orc = orc_standing(up=True)
    assert liveries.face("blue", orc, 40) is liveries.face("blue", orc, 40)
    assert liveries.face("blue", orc, 40) is not liveries.face("blue", orc, 40, "lifeless")


# --- Colours and shapes hold: a type's are the same live, loaded and watched again, and each side has its own shape ---

Looks = dict[str, tuple[int, int]]
"""Style and number of everybody who has one."""


def looks(match: AnyMatch) -> Looks:
    """How the numbered of a battle are known from each other."""
    liveries, found = liveries_of(match), {}
    for who, c in {**match.state.combatants, **match.state.gone}.items():
        shown = match.ruleset.standing(match.board, who)
        if shown.number:
            found[str(who)] = liveries.style(c.side, shown), shown.number
    return found


def test_types_look_alike_live_loaded_watched_again_and_played_on(tmp_path: Path) -> None:
    party = tuple(Recruit("bandit", at=at) for at in ((2, 2), (3, 2), (2, 4)))
    kinds = ("wolf", "goblin", "zealot", "goblin", "goblin-chief")
    foes = tuple(Recruit(kind, at=(5 + n, 3), hidden=n == 0) for n, kind in enumerate(kinds))
    setup = Setup("sovereign", OPEN, (SideSetup("party", party, party=True), SideSetup("foe", foes)))
    match: AnyMatch = Match.begin(ruleset("sovereign"), setup)
    first, drawn = looks(match), Drawn(4)
    while match.pending is not None and len(match.history) < 400:
        match.answer(drawn.answer(match, match.pending))
    assert match.state.gone or any(not match.ruleset.standing(match.board, who).up for who in match.state.combatants)
    assert looks(match) == first
    path = tmp_path / "a.save"
    players = {Seat("party"): HUMAN, Seat("foe"): Player("ai", "instinct")}
    save_match(match, path, seats=SeatPlan({}, {}))
    assert looks(load_match(path).match) == first
    shown = recorded(match, players, "seeded", "a")
    assert looks(shown.session().match) == first
    on = gone_on(shown, len(shown.beats) // 2, players, lambda _: None)
    assert looks(on.match) == first


def test_who_lies_in_ambush_leaves_no_gap_in_the_colours() -> None:
    def seen(lurkers: tuple[Recruit, ...]) -> list[int]:
        squad = (Recruit("orc"), *lurkers, Recruit("wolf"))
        sides = (SideSetup("party", (Recruit("knight"),), party=True), SideSetup("foe", squad))
        kinds = ("knight", "orc", "wolf", *(recruit.unit for recruit in lurkers))
        company = [("party" if kind == "knight" else "foe", standing(kind, int(kind != "knight"))) for kind in kinds]
        liveries = TokenStyles(Setup("duel", Field(4, 4), sides), company)
        return [liveries.style("foe", standing(kind, 1)) for kind in ("orc", "wolf")]

    nobody = seen(())
    assert nobody == [0, 1]
    assert seen((Recruit("troll", hidden=True), Recruit("ogre", hidden=True))) == nobody


def test_a_second_one_in_ambush_of_somebody_with_a_name_leaves_no_trace_in_the_colours() -> None:
    """The first is a hero, of whom there is one; a second has a number, and would take a colour for its type."""

    def seen(lurkers: int) -> list[int]:
        party = (Recruit("knight"), *lurkers * (Recruit("knight", hidden=True),), Recruit("page"))
        sides = (SideSetup("party", party, party=True), SideSetup("foe", (Recruit("orc"),)))
        knights = [("party", standing("knight", 0)), *lurkers * (("party", standing("knight", 2)),)]
        company = [*knights, ("party", standing("page", 1)), ("foe", standing("orc", 1))]
        liveries = TokenStyles(Setup("duel", Field(4, 4), sides), company)
        return [liveries.style("party", standing("page", 1)), liveries.style("foe", standing("orc", 1))]

    assert seen(0) == seen(1) == [0, 1]


def test_the_colour_of_ones_own_ambush_does_not_tell_of_another() -> None:
    kinds = [f"kind {n}" for n in range(2 * KINDS - 2)]  # as many as would leave hardly a colour free

    def seen(lurkers: list[str]) -> list[int]:
        foes = (Recruit("orc"), *(Recruit(kind, hidden=True) for kind in lurkers))
        sides = (SideSetup("party", (Recruit("wolf", hidden=True),), party=True), SideSetup("foe", foes))
        company = [("party", standing("wolf", 1)), *(("foe", standing(kind, 1)) for kind in ("orc", *lurkers))]
        liveries = TokenStyles(Setup("duel", Field(4, 4), sides), company)
        return [liveries.style(side, each) for side, each in company[:2]]

    assert seen(kinds) == seen([])


def test_types_that_come_late_are_still_told_apart() -> None:
    sides = (SideSetup("party", (Recruit("knight"),), party=True), SideSetup("foe", (Recruit("orc"),)))
    liveries = TokenStyles(Setup("duel", Field(4, 4), sides), [("foe", standing("orc", 1))])
    late = [f"kind {n}" for n in range(2 * KINDS - 1)]
    shown = [standing(kind, 1) for kind in ("orc", *late)]
    found = {liveries.style("foe", each) for each in shown}
    assert len(found) == 2 * KINDS


def test_whom_one_may_recruit_is_shown_in_the_colours_it_would_have_and_takes_none() -> None:
    sides = (SideSetup("party", (Recruit("knight"),), party=True), SideSetup("foe", (Recruit("orc"),)))
    liveries = TokenStyles(Setup("duel", Field(4, 4), sides), [("foe", standing("orc", 1))])
    late = TokenStyles(Setup("duel", Field(4, 4), sides), [("foe", standing("orc", 1))])
    samples = [liveries.sample("foe", standing(f"kind {n}", 1), 48) for n in range(2 * KINDS)]
    joined = (sides[0], SideSetup("foe", (Recruit("orc"), Recruit("kind 3"))))
    company = [("foe", standing(kind, 1)) for kind in ("orc", "kind 3")]
    after = TokenStyles(Setup("duel", Field(4, 4), joined), company)
    assert samples[3] is after.face("foe", standing("kind 3", 1), 48)
    assert liveries.sample("foe", standing("orc", 1), 48) is after.face("foe", standing("orc", 1), 48)
    for kind in ("kind 7", "kind 1"):
        assert liveries.style("foe", standing(kind, 1)) == late.style("foe", standing(kind, 1))


FOUR = ("party", "foe", "third", "fourth")


@pytest.fixture
def four() -> TokenStyles:
    """Four sides with the same people on each."""
    sides = tuple(SideSetup(name, (Recruit("orc"), Recruit("knight")), party=name == "party") for name in FOUR)
    return TokenStyles(
        Setup("duel", Field(4, 4), sides), [("party", standing("orc", 1)), ("party", standing("knight", 0))]
    )


@pytest.mark.parametrize("number", [0, 1], ids=["heroes", "numbered"])
@pytest.mark.parametrize(("sight", "ground"), list(product(SIGHTS, FLOORS)))
def test_the_same_people_on_different_sides_are_known_by_more_than_colour(
    four: TokenStyles, number: int, sight: str, ground: tuple[int, int, int]
) -> None:
    shown = {side: face(four, side, standing("orc" if number else "knight", number), ground) for side in FOUR}
    for one, other in combinations(FOUR, 2):
        assert apart(shown[one], shown[other], sight) > 4, (one, other)


@pytest.mark.parametrize("number", [0, 1], ids=["heroes", "numbered"])
def test_each_side_has_an_outline_of_its_own(four: TokenStyles, number: int) -> None:
    """By shape alone, in no colour at all: what of the square a token covers."""
    covered = {}
    for side in FOUR:
        surface = pygame.Surface((96, 96), pygame.SRCALPHA)
        surface.blit(four.face(side, standing("orc" if number else "knight", number), 96), (0, 0))
        covered[side] = pygame.surfarray.array_alpha(surface) > 200
    for one, other in combinations(FOUR, 2):
        assert np.mean(covered[one] ^ covered[other]) > 0.05, (one, other)
    assert len(set(FRAMES)) == len(FOUR)
