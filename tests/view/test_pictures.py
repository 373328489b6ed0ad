"""What is drawn: few looks at pixels, and what every picture must keep to."""

from __future__ import annotations

from importlib.metadata import distributions

import pygame
import pytest
from msgspec.structs import replace

from battlemat_duel import RULESET as DUEL
from battlemat_duel.events import Hurt
from game.rules.events import Id, Left
from game.rules.match import Match
from game.rules.questions import Roll
from game.rules.ruleset import LogLine
from game.rules.standing import Mark, Slot, Standing
from game.scene.playhead import Playhead
from game.scene.scene import LogEntry
from game.spatial.field import Field, Terrain
from game.view.board.camera import ZOOMS, Camera
from game.view.board.faces import PLATES
from game.view.board.map_layers import MapLayers
from game.view.board.overlays import draw_region
from game.view.board.tokens import KINDS, TokenStyles, mark_sprite
from game.view.panels.cards import draw_thing
from game.view.panels.log_panel import LogPanel
from game.view.panels.turn_bar import TurnBar, tell_portrait
from game.view.widgets.art import has_picture, picture, ramp_swap
from game.view.widgets.theme import LUCK_WORD, REACH, SIDE_RAMPS, Typography, font_file
from tests.rules.battles import begin, duel
from tests.view.seeing import screen as screen  # a fixture
from tests.view.witnessing import witnessed


def test_it_is_pygame_ce_and_nothing_else_under_that_name() -> None:
    assert getattr(pygame, "IS_CE", False)
    assert "pygame" not in {str(found.metadata["Name"]).casefold() for found in distributions()}


def test_the_face_is_our_own() -> None:
    assert font_file("regular").name.startswith("SourceSans")
    assert font_file("semibold").is_file()


def test_lines_are_broken_at_the_width() -> None:
    look = Typography()
    lines = look.wrap("one two three four five six seven", 100)
    assert len(lines) > 1
    assert all(look.width(line) <= 100 for line in lines)
    assert " ".join(lines) == "one two three four five six seven"


@pytest.mark.parametrize("sign", ["/", "\\"])
def test_a_path_that_is_too_long_is_broken_behind_a_folder(sign: str) -> None:
    look = Typography()
    path = sign.join(("", "home", "somebody", "games", "battlemat", "rulesets", "war-1.0.whl"))
    lines = look.wrap(f"Look at {path}: it is 8{sign}8", 150)
    assert "".join(lines).replace(" ", "") == f"Lookat{path}:itis8{sign}8"
    assert all(look.width(line) <= 150 for line in lines)
    assert [line for line in lines if line.endswith(sign)]
    assert lines[0] == "Look at"
    assert lines[-1].endswith(f"8{sign}8")
    wide = look.width("longer-than-everything")
    assert look.wrap(f"a{sign}longer-than-everything", wide - 5)[-1] == "longer-than-everything", "stands alone"


def test_a_figure_and_its_sign_stand_on_one_line() -> None:
    look, text = Typography(), "each Hartwin hit 100 %, −11.0"
    for width in range(20, look.width(text) + 1):
        lines = look.wrap(text, width)
        assert " ".join(lines) == text
        assert not [line for line in lines if line.startswith("%")]


def test_things_are_drawn_as_they_are_and_weapons_as_their_like() -> None:
    assert draw_thing("bench", 48, "loot").get_size() == (48, 48)
    assert draw_thing("halberd", 48, "sword").get_size() == (24, 24)
    assert pygame.image.tobytes(draw_thing("halberd", 48, "sword"), "RGBA") == pygame.image.tobytes(
        picture("icons/sword", 24), "RGBA"
    )


def test_text_grows_with_the_scale() -> None:
    assert Typography(2.0).width("Battlemat") > 1.7 * Typography(1.0).width("Battlemat")


@pytest.mark.parametrize("zoom", ZOOMS)
def test_a_picture_is_as_large_as_it_is_asked_for(zoom: int) -> None:
    assert picture("tokens/hero_generic", zoom).get_size() == (zoom, zoom)


def test_a_ring_takes_the_colour_of_its_side() -> None:
    blue, amber = (picture("tokens/hero_warrior", 128, ramp_swap(ramp)) for ramp in SIDE_RAMPS[:2])
    ring = (64, 14)
    assert blue.get_at(ring).b > blue.get_at(ring).r
    assert amber.get_at(ring).r > amber.get_at(ring).b


def test_types_of_enemies_differ_without_their_colours() -> None:
    """Every type has a plate of another shape: in grey and in outline no two look alike."""
    plates = {pygame.image.tobytes(picture(f"tokens/plate_{shape}", 32), "RGBA") for shape in PLATES}
    assert len(PLATES) == len(plates) == KINDS


def test_a_seventh_type_has_a_dark_plate() -> None:
    liveries = TokenStyles(duel())
    standings = [Standing(name=f"foe {i}", icon="foe", number=1, kind=f"kind {i}", size=1, up=True) for i in range(7)]
    faces = [pygame.image.tobytes(liveries.face("blue", standing, 64), "RGBA") for standing in standings]
    assert len(set(faces)) == 7


def test_walls_throw_shadows_below_and_to_the_right(screen: pygame.Surface) -> None:
    terrain = [0] * 9
    terrain[0] = 1
    field = Field(
        3, 3, palette=(Terrain(), Terrain("wall", blocks_move=True, blocks_sight=True)), terrain=tuple(terrain)
    )
    camera = Camera(3, 3, (192, 192))
    camera.look_at((1.5, 1.5))
    MapLayers(field, None).draw(screen, camera)
    x, y = camera.pixel((0.5, 1.0))
    under, deeper = screen.get_at((x, y + 1)), screen.get_at((x, y + 40))
    assert sum(under[:3]) < sum(deeper[:3])


def test_a_region_is_filled_and_outlined(screen: pygame.Surface) -> None:
    screen.fill((100, 100, 100))
    camera = Camera(3, 3, (192, 192))
    draw_region(screen, camera, frozenset({(0, 0), (1, 0)}), REACH)
    inside = screen.get_at(camera.pixel((0.5, 0.5)))
    assert inside.b > inside.r > 80
    assert screen.get_at(camera.pixel((0.5, 2.5)))[:3] == (100, 100, 100)
    assert screen.get_at(camera.pixel((1.0, 0.5)))[:3] == inside[:3], "no line between cells of one region"


def test_zooming_keeps_the_place_under_the_pointer() -> None:
    camera = Camera(40, 30, (1280, 720))
    before = camera.spot((400, 300))
    camera.zoom_by(1, (400, 300))
    after = camera.spot((400, 300))
    assert abs(before[0] - after[0]) < 0.05
    assert abs(before[1] - after[1]) < 0.05
    assert camera.cell(camera.centre((7, 9))) == (7, 9)


def test_the_view_stays_on_the_map() -> None:
    camera = Camera(40, 30, (1280, 720))
    camera.look_at((-50, 90))
    assert camera.cell((640, 360)) is not None


def test_conditions_have_pictures_or_none() -> None:
    assert mark_sprite(Mark("prone")) == "marks/prone"
    assert mark_sprite(Mark("tripped", picture="prone")) == "marks/prone"
    assert mark_sprite(Mark("dead", picture="")) is None
    assert mark_sprite(Mark("something of another book")) is None
    assert has_picture("tokens/disc") and not has_picture("tokens/" + "disc" * 100)


def test_a_line_of_the_log_opens_to_its_dice(screen: pygame.Surface) -> None:
    match = begin(duel())
    head = Playhead(match, None)
    match.answer("strike Orc")
    while isinstance(match.pending, Roll):
        match.answer((15,) if match.pending.dice in ("d20", "1d20") else match.pending.outcomes()[0][0])
    head.skip()
    panel = LogPanel(TokenStyles(match.setup), Typography(), DUEL.ledger)
    entries = [
        LogEntry(LogLine("Ada strikes", 1), (1, 1)),
        LogEntry(LogLine("d20 15 +4 = 19", 2, rules=("D-1",), sum=True), (1, 1)),
    ]
    head.scene.log = [*entries, LogEntry(LogLine("Orc strikes", 1), (2, 1))]
    rect = pygame.Rect(0, 0, 300, 200)
    panel.lay(head.scene, rect)
    panel.draw(screen, head.scene)
    folded = len(panel.rows)
    found = panel.click(panel.rows[0][0].center, head.scene)
    assert found is not None
    assert found.at == (1, 1)
    panel.lay(head.scene, rect)
    panel.draw(screen, head.scene)
    assert len(panel.rows) == folded + 1
    assert panel.tip_at(panel.rows[1][0].center, head.scene) == "D-1 Blows"
    panel.click(panel.rows[0][0].center, head.scene)
    panel.lay(head.scene, rect)
    panel.draw(screen, head.scene)
    assert len(panel.rows) == folded


def test_the_log_shows_its_end_when_it_is_opened_and_closed() -> None:
    match = begin(duel())
    scene = Playhead(match, None).scene
    panel = LogPanel(TokenStyles(match.setup), Typography(), DUEL.ledger)
    scene.log = [LogEntry(LogLine(f"Ada waits {turn}", 1), (1, 1)) for turn in range(30)]
    for _ in range(2):
        panel.scroll = 9
        panel.lay(scene, pygame.Rect(0, 0, 300, 120))
        assert panel.scroll == 9
        panel.click(panel.knob.center, scene)
        panel.lay(scene, pygame.Rect(0, 0, 300, 120))
        assert panel.rows[-1][1] == 29


def test_a_total_that_alone_tells_what_came_of_it_is_told_in_brief_while_it_is_folded() -> None:
    match = begin(duel())
    scene = Playhead(match, None).scene
    panel, rect = LogPanel(TokenStyles(match.setup), Typography(), DUEL.ledger), pygame.Rect(0, 0, 600, 200)
    save = LogLine("Orc, Mental save: 5, needs 14: fails", 2, sum=True, folded="Orc, Mental save: fails")
    scene.log = [LogEntry(LogLine("Ada casts Sleep on Orc", 1), (1, 1)), LogEntry(save, (2, 1))]

    def read() -> list[str]:
        panel.lay(scene, rect)
        return [row.text for row in panel._shown]

    assert read() == ["Ada casts Sleep on Orc", save.folded]
    panel.click(panel.rows[0][0].center, scene)
    assert read() == ["Ada casts Sleep on Orc", save.text]


def test_a_closed_log_begins_with_a_whole_line(screen: pygame.Surface) -> None:
    head, panel = Playhead(begin(duel()), None), LogPanel(TokenStyles(duel()), Typography(), DUEL.ledger)
    long = LogLine("Ada shoots at the orc beyond the river with the long bow of her mother", 1)
    head.scene.log = [LogEntry(long, (1, 1)), *(LogEntry(LogLine(text, 2), (1, 1)) for text in ("hits", "loses 2"))]
    rect = pygame.Rect(0, 0, 200, 110)
    panel.lay(head.scene, rect)
    assert [number for _, number in panel.rows] == [1, 2], "the end of a line alone tells nothing"
    panel.open = True
    panel.lay(head.scene, rect)
    assert panel.rows[0][1] == 0, "there one scrolls to the rest"


def test_a_name_keeps_its_colour_in_the_log_when_its_bearer_has_left_the_board(screen: pygame.Surface) -> None:
    match = begin(duel())
    head, panel = Playhead(match, None), LogPanel(TokenStyles(match.setup), Typography(), DUEL.ledger)
    colour, found = TokenStyles(match.setup).word_colour("blue"), []
    for gone in (False, True):
        if gone:
            head.scene.take(witnessed(head.scene, Left(Id("Orc"), "flees")))
            assert Id("Orc") not in head.scene.tokens
        else:
            head.scene.take(witnessed(head.scene, Hurt(Id("Orc"), 1)))
            assert head.scene.log[-1].name == "Orc" and head.scene.log[-1].side == "blue"
        screen.fill(0)
        panel.lay(head.scene.copy(), pygame.Rect(0, 0, 300, 200))
        panel.draw(screen, head.scene.copy())
        found.append(int((pygame.surfarray.array3d(screen) == colour).all(axis=2).sum()))
    assert found[1] >= found[0] > 20


@pytest.mark.parametrize("width", [300, 120])
def test_what_the_log_tells_of_a_die_of_luck_stands_in_its_colour_however_the_line_is_broken(
    width: int, screen: pygame.Surface
) -> None:
    head, panel = Playhead(begin(duel()), None), LogPanel(TokenStyles(duel()), Typography(), DUEL.ledger)
    rect, found = pygame.Rect(0, 0, width, 200), []
    for aside in ("luck 19", ""):
        head.scene.log = [LogEntry(LogLine("19 against 19, luck 19, and so on", 2, aside=aside), (1, 1))]
        screen.fill(0)
        panel.lay(head.scene.copy(), rect)
        panel.draw(screen, head.scene.copy())
        pixels = pygame.surfarray.array3d(screen)
        found.append(int((pixels == LUCK_WORD).all(axis=2).sum()))
    assert found[0] > 20 and found[1] == 0


def test_who_can_still_react_has_a_mark_on_the_portrait_and_words() -> None:
    screen, pictures = pygame.Surface((1000, 60)), []
    for done in (False, True):
        match = begin(duel())
        if done:
            state = match.checkpoint
            ada = Id("Ada")
            sheet = replace(state.combatants[ada].sheet, parry=False)
            combatants = {**state.combatants, ada: replace(state.combatants[ada], sheet=sheet)}
            match = Match(match.ruleset, match.setup, match.ground, replace(state, combatants=combatants))
        head = Playhead(match, None)
        bar = TurnBar(TokenStyles(duel()), Typography(1.0))
        screen.fill((0, 0, 0))
        bar.lay(head.scene, None, "", 1000)
        bar.draw(screen, head.scene)
        pictures.append(pygame.image.tobytes(screen, "RGB"))
        words = tell_portrait(head.scene.tokens[Id("Ada")].standing, Slot(Id("Ada")))
        assert words == ("Ada: Hit points 12/12" if done else "Ada: can still react, Hit points 12/12")
    assert pictures[0] != pictures[1]
