"""A battle on the screen without a window: a stage is all that drawing takes, and input gives commands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise

import pygame
import pytest
from msgspec.structs import replace

from battlemat_duel.duel import Duel
from battlemat_duel.sheet import DuelBoard
from game.app.battle.arrange import top_buttons
from game.app.battle.ask import refusal
from game.app.battle.camera_work import body_of, clear_view, concerned, place_camera
from game.app.battle.draw_battle import draw_battle
from game.app.battle.draw_places import ranging
from game.app.battle.drawers import DrawerButton, RowButton, VerbButton, row_buttons
from game.app.battle.frame import Frame
from game.app.battle.input import BattleInput
from game.app.battle.manual_save import save_slot
from game.app.battle.prompt import Prompt
from game.app.battle.stage import Stage
from game.app.controls import Keys
from game.app.folders import state_folder
from game.app.preferences import Preferences
from game.app.seating import HUMAN, Player
from game.app.session import Session
from game.app.thinking import T, Thinker, Thought
from game.app.warming import Warming
from game.rules.deeds import SORTS
from game.rules.events import Id
from game.rules.match import AnyMatch, Match
from game.rules.questions import Answer, Choose, Menu, Option, Refusal, Seat
from game.rules.ruleset import Band, Pursuit, tell_pursuits
from game.rules.setup import Objective
from game.rules.standing import Standing
from game.spatial.field import Cell, Field
from game.view.board_geometry import Pointed
from game.view.choosing import Choosing, Drawer, Row, Verb
from game.view.scene import Scene, Token
from game.view.theme import Look
from game.view.widgets import Button
from tests.rules.battles import begin, duel
from tests.rules.skirmish import SKIRMISH, skirmish

SIZE = (1024, 640)


class AtOnce(Thinker):
    """Works everything out before it answers, so that two pictures know the same."""

    def ask(self, work: Callable[[], T]) -> Thought[T]:
        thought = Thought(work)
        thought.run()
        return thought


@dataclass
class Alone:
    """In place of the window."""

    preferences: Preferences = field(default_factory=lambda: Preferences(grid=True, hints=False))
    keys: Keys = field(default_factory=lambda: Keys({}))
    pointer: tuple[int, int] = (-1, -1)
    opponents: Thinker = field(default_factory=lambda: AtOnce("opponents of a test"))
    oracle: Thinker = field(default_factory=lambda: AtOnce("odds of a test"))
    warming: Warming = field(default_factory=Warming)


class Heard:
    """In place of the battle's screen: writes the commands down."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def take(self, verb: Verb) -> None:
        self.said.append(f"take {verb.word}")

    def click(self, aim: Pointed) -> None:
        self.said.append(f"click {aim.token or aim.cell}")

    def answer(self, answer: Answer) -> None:
        self.said.append(f"answer {answer}")

    def end_turn(self) -> None:
        self.said.append("end_turn")

    def undo(self) -> None:
        self.said.append("undo")

    def step_back(self) -> bool:
        self.said.append("step_back")
        return False

    def choose_row(self, row: Row) -> None:
        self.said.append(f"choose_row {row.title}")

    def pull(self, name: str) -> None:
        self.said.append(f"pull {name}")

    def change_speed(self, factor: float) -> None:
        self.said.append(f"change_speed {factor:g}")

    def explain(self) -> None:
        self.said.append("explain")

    def ask_why(self) -> None:
        self.said.append("ask_why")

    def inspect(self, token: Token) -> None:
        self.said.append(f"inspect {token.id}")

    def order(self) -> None:
        self.said.append("order")

    def help(self) -> None:
        self.said.append("help")

    def result(self) -> None:
        self.said.append("result")

    def pause(self) -> None:
        self.said.append("pause")

    def save(self) -> None:
        self.said.append("save")


@pytest.fixture(autouse=True)
def letters() -> None:
    """Type can be written and keys have names, without a window."""
    pygame.font.init()
    pygame.display.init()


def stage_of(match: AnyMatch) -> Stage:
    """A battle at its first question, as red is asked."""
    seats = {Seat("red"): HUMAN, Seat("blue"): Player("ai", "instinct")}
    session = Session(match, seats, 5, "seeded", state_folder("autosaves") / "battle.save")
    stage = Stage(session, None, Alone(), Look(), SIZE)
    stage.fit(stage.look, SIZE)
    place_camera(stage)
    question = match.pending
    assert isinstance(question, Choose)
    stage.choosing = Choosing(question, stage.head.scene)
    return stage


def drawn(stage: Stage) -> bytes:
    """Its picture."""
    target = pygame.Surface(SIZE)
    draw_battle(stage, target)
    return pygame.image.tobytes(target, "RGB")


def test_drawing_takes_the_stage_and_nothing_else() -> None:
    one, other = stage_of(begin(duel())), stage_of(begin(duel()))
    assert drawn(one) == drawn(other)
    other.cursor = other.head.scene.aim_at((0, 0))
    assert drawn(one) != drawn(other)


def test_drawing_changes_nothing_of_the_battle() -> None:
    stage = stage_of(begin(duel()))
    match = stage.session.match
    before = match.state, tuple(match.events), tuple(match.history)
    drawn(stage)
    assert (match.state, tuple(match.events), tuple(match.history)) == before


def test_the_dark_lies_over_the_board_where_the_ruleset_has_it() -> None:
    class Night(Duel):
        """The duel in utter darkness, but for one cell."""

        def lit(self, board: DuelBoard, side: str) -> int | None:
            """The first cell."""
            return 1

    pictures = []
    for rules in (Duel(), Night()):
        stage = stage_of(Match.begin(rules, duel()))
        target = pygame.Surface(SIZE)
        draw_battle(stage, target)
        pictures.append([target.get_at(stage.camera.pixel(spot))[:3] for spot in ((0.2, 0.2), (4.6, 3.3))])
    (bright, far), (lit, dark) = pictures
    assert sum(lit) > 0.9 * sum(bright) and sum(dark) < 0.7 * sum(far)


class Bowmen(Duel):
    """The duel with bows that reach two cells far off, and no nearer."""

    def in_range(self, board: DuelBoard, who: Id, verb: str = "") -> list[Band[Cell]]:
        return [Band([(4, 3), (5, 3)]), Band([(6, 3), (7, 3)], "to 7 m: -1")]


def test_the_range_of_whom_the_pointer_is_on_is_outlined_and_while_one_aims_ones_own() -> None:
    stage = stage_of(Match.begin(Bowmen(), duel()))
    plain = drawn(stage)
    who = next(iter(stage.head.scene.tokens))
    stage.hover = stage.head.scene.aim_at_token(who)
    assert ranging(stage) == (who, "")
    target = pygame.Surface(SIZE)
    draw_battle(stage, target)
    spot = stage.camera.pixel((5.5, 3.5))
    bare = pygame.image.frombytes(plain, SIZE, "RGB").get_at(spot)
    assert target.get_at(spot) != bare
    choosing = stage.choosing
    assert choosing is not None
    aimed = next(verb for verb in choosing.verbs if verb.word in stage.session.match.ruleset.attacks)
    other = next(verb for verb in choosing.verbs if verb.word not in stage.session.match.ruleset.attacks)
    for verb, expected in ((aimed, (stage.active, aimed.word)), (other, None)):
        choosing.verb = verb
        assert ranging(stage) == expected


def test_a_prompts_answers_are_numbered_at_their_places() -> None:
    pictures = []
    for places in (((4, 3), (5, 3)), ((4, 3), (4, 3)), ((5, 3), (4, 3))):
        stage = stage_of(begin(duel()))
        options = [Option(f"to {at}", number, "Leap", place=at) for number, at in enumerate(places)]
        stage.prompt = Prompt("Where to?", options, print, forecast=None)
        stage.prompt.rect.topleft = SIZE
        target = pygame.Surface(SIZE)
        draw_battle(stage, target)
        spots = [target.subsurface(pygame.Rect(stage.camera.pixel(at), (48, 48))) for at in ((4, 3), (5, 3))]
        pictures.append([pygame.image.tobytes(spot, "RGB") for spot in spots])
    (one, two), (bare, empty), (second, first) = pictures
    assert len({one, bare, second}) == 3 and len({two, empty, first}) == 3


class Crew(Duel):
    """The duel, for a gate that has to be turned."""

    def pursuit(self, board: DuelBoard, side: str) -> Pursuit | None:
        """Red has done it once."""
        return Pursuit(Objective("task", "red", ((4, 3),), count=2, what="the gate"), 1, 2) if side == "red" else None


def test_how_far_a_task_is_stands_on_the_board_and_in_words() -> None:
    pictures = []
    for rules in (Duel(), Crew()):
        stage = stage_of(Match.begin(rules, duel()))
        target = pygame.Surface(SIZE)
        draw_battle(stage, target)
        x, y = stage.camera.pixel((4.5, 3.0))
        pictures.append(pygame.image.tobytes(target.subsurface(pygame.Rect(x - 20, y - 10, 40, 20)), "RGB"))
    assert pictures[0] != pictures[1]
    assert tell_pursuits(stage.head.scene.ruleset, stage.head.scene.board) == ["Red: the gate 1 of 2"]


def test_every_button_of_a_battle_is_a_command() -> None:
    stage, heard = stage_of(begin(duel())), Heard()
    choosing = stage.choosing
    assert choosing is not None
    for widget in [*top_buttons(stage, heard), *row_buttons(stage, heard, choosing)]:
        assert isinstance(widget, Button)
        widget.press()
        if isinstance(widget, VerbButton):
            assert widget.verb is not None and heard.said[-1] == f"take {widget.verb.word}"
    names = [drawer.name for drawer in choosing.drawers]
    assert heard.said == ["pause", "explain", "undo", *(f"pull {name}" for name in names), "take end"]
    assert names == ["attack", "move", "defend"]


def test_every_row_of_a_drawer_is_a_command_also_what_has_to_be_refused() -> None:
    stage, heard = stage_of(begin(duel(orc=(5, 3)))), Heard()
    choosing = stage.choosing
    assert choosing is not None
    choosing.pull("attack")
    rows = [widget for widget in row_buttons(stage, heard, choosing) if isinstance(widget, RowButton)]
    assert [(row.text, row.enabled) for row in rows] == [("Strike", False), ("Flurry", False)]
    for row in rows:
        row.click(row.rect.center)
    assert heard.said == ["choose_row Strike", "choose_row Flurry"]
    assert rows[0].tip.splitlines()[:2] == [
        "Not now: needs a foe side by side, with no wall between",
        "One blow at somebody side by side: d20 and bonus against guard.",
    ]
    assert all(stage.frame.lists.contains(row.rect) for row in rows)


@pytest.mark.parametrize("size", [(1024, 576), (1280, 720), (1920, 1080)])
def test_the_buttons_of_a_full_row_lie_beside_each_other_in_it(size: tuple[int, int]) -> None:
    stage = stage_of(begin(duel()))
    stage.fit(stage.look, size)
    choosing = stage.choosing
    assert choosing is not None
    row = Row("Lift", "hand", 1)
    choosing.__dict__["drawers"] = tuple(Drawer(name, (row,) * 10) for name in SORTS)
    choosing.pull("magic")
    buttons = row_buttons(stage, Heard(), choosing)
    below = [button.rect for button in buttons if isinstance(button, (DrawerButton, VerbButton))]
    assert len(below) == len(SORTS) + 1
    assert all(stage.frame.row.contains(rect) for rect in below)
    assert all(left.right <= right.left and left.width >= 36 for left, right in pairwise(below))
    rows = [button.rect for button in buttons if isinstance(button, RowButton)]
    assert len(rows) == 10 and stage.drawer is not None
    assert all(stage.drawer.contains(rect) for rect in rows) and stage.frame.lists.contains(stage.drawer)
    assert all(upper.bottom <= lower.top for upper, lower in pairwise(rows))


@pytest.mark.parametrize(
    ("control", "said"),
    [
        ("end", ["end_turn"]),
        ("undo", ["undo"]),
        ("help", ["help"]),
        ("save", ["save"]),
        ("orders", ["order"]),
        ("why", ["explain"]),
        ("motive", ["ask_why"]),
        ("attack", ["pull attack"]),
        ("move", ["pull move"]),
        ("magic", []),
        ("row 1", []),
        ("faster", ["change_speed 2"]),
        ("slower", ["change_speed 0.5"]),
        ("cancel", ["step_back", "pause"]),
    ],
)
def test_a_key_is_a_command(control: str, said: list[str]) -> None:
    stage, heard = stage_of(begin(duel())), Heard()
    press(BattleInput(stage, heard), stage, control)
    assert heard.said == said


@pytest.mark.parametrize("control", ["zoom in", "cursor", "cover", "zones", "log", "grid", "left", "skip", "centre"])
def test_where_one_looks_is_no_command(control: str) -> None:
    stage, heard = stage_of(begin(duel())), Heard()
    press(BattleInput(stage, heard), stage, control)
    assert heard.said == []


def press(hands: BattleInput, stage: Stage, control: str) -> None:
    """Press the key that has this meaning."""
    hands.handle(stage.keys.press(control))


def test_a_click_on_the_board_is_a_command_and_one_at_the_right_looks_closely() -> None:
    stage, heard = stage_of(begin(duel())), Heard()
    hands = BattleInput(stage, heard)
    orc = stage.camera.pixel(next(token for token in stage.head.scene.tokens.values() if token.id == "Orc").middle)
    hands.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=orc, button=1))
    hands.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=orc, button=3))
    assert heard.said == ["click Orc", "step_back", "inspect Orc"]


@pytest.mark.parametrize("rules", ["cells", "zones"])
def test_where_nobody_is_seen_there_is_no_cursor(rules: str) -> None:
    stage, heard = stage_of(begin(duel()) if rules == "cells" else Match.begin(SKIRMISH, skirmish())), Heard()
    match = stage.session.match
    stage.choosing, stage.head.scene = None, Scene(match.ruleset, match.setup, match.ground, match.state, ())
    for control in ("cursor", "left", "confirm"):
        press(BattleInput(stage, heard), stage, control)
    assert stage.cursor is None
    assert heard.said == []


def test_why_somebody_is_no_target_is_told_of_nobody_of_a_longer_name() -> None:
    stage = stage_of(begin(duel()))
    refused = (Refusal("Attack thief 12 with the axe", "too far"), Refusal("Attack thief 1", "out of sight"))
    question: Choose[int] = Choose(Seat("red"), "Ada: what?", Menu(()), "act", refused=lambda: refused)
    thief = Standing(name="thief", icon="thief", number=1, kind="thief", size=1, up=True)
    assert refusal(Choosing(question, stage.head.scene), thief) == "Attack thief 1: out of sight"


def test_a_save_has_the_stage_for_its_picture() -> None:
    stage = stage_of(begin(duel()))
    assert save_slot(stage).startswith("Saved: ")
    (picture,) = state_folder("saves").glob("*.png")
    assert pygame.image.load(picture).get_size() == (480, 300)


PANELS = {
    "from below": pygame.Rect(200, 300, 420, 330),
    "from the side": pygame.Rect(0, 60, 700, 600),
    "from everywhere": pygame.Rect(0, 0, 5000, 5000),
}


@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize("far", [1, 8, 25])
def test_those_who_are_asked_about_are_brought_out_from_below_panels(panel: str, far: int) -> None:
    match = begin(replace(duel(ada=(25, 30), orc=(25 + far, 30)), field=Field(60, 60)))
    stage = stage_of(match)
    stage.preferences.calm = True
    question = match.pending
    assert isinstance(question, Choose)
    stage.choosing = Choosing(replace(question, about=tuple(stage.head.scene.tokens)), stage.head.scene)
    who = concerned(stage)
    assert len(who) == len(stage.head.scene.tokens)
    stage.camera.choose_zoom(64)
    stage.camera.look_at((25, 31), uncover=True)
    bodies = [body_of(stage.head.scene.tokens[each]) for each in who]
    stage.camera.clear(bodies, stage.frame.window, [PANELS[panel]], glide=False)
    if panel == "from everywhere":
        return  # there is no room: nothing to ask but that it ends
    for x, y, wide in bodies:
        left, top = stage.camera.pixel((x, y))
        box = pygame.Rect(left, top, round(wide * stage.camera.zoom), round(wide * stage.camera.zoom))
        assert not box.colliderect(PANELS[panel])
        if (panel, far) != ("from the side", 25):  # for which there is no room at any zoom
            assert stage.frame.window.contains(box), "everybody is seen"
    assert stage.camera.zoom == 64 if far == 1 else stage.camera.zoom <= 64, "no farther away than it takes"
    stage.camera.clear(bodies[:1], stage.frame.window, [PANELS[panel]], glide=False)
    assert stage.camera.zoom == 64, "and back as soon as there is less to see"


def test_the_view_stays_where_it_is_if_nobody_is_hidden_or_the_player_moves_it_alone() -> None:
    stage = stage_of(begin(duel()))
    place_camera(stage)
    clear_view(stage)
    before = stage.camera.stand, stage.camera.zoom
    clear_view(stage)
    assert (stage.camera.stand, stage.camera.zoom) == before
    stage.preferences.follow = False
    stage.camera.look_at((0, 0), uncover=True)
    corner = stage.camera.corner
    clear_view(stage)
    assert stage.camera.corner == corner


@pytest.mark.parametrize("size", [(1024, 576), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("scale", [0.75, 1.0, 1.25])
def test_no_place_of_a_panel_lies_on_another(size: tuple[int, int], scale: float) -> None:
    if size == (1024, 576) and scale > 1:
        pytest.skip("the window is too small for that scale, and a battle takes the largest that fits")
    frame = Frame.of(Look(scale), size, Look(scale).px(48))
    places = [frame.news, frame.card, frame.odds, frame.log, frame.row, frame.question]
    for number, one in enumerate(places):
        assert frame.window.contains(one)
        assert one.collidelist(places[number + 1 :]) < 0
    assert frame.log_open.collidelist([frame.odds, frame.row, frame.card]) < 0 and frame.log_open.contains(frame.log)
    assert frame.lists.collidelist([frame.odds, frame.log_open, frame.card, frame.row]) < 0
    assert frame.prompts.collidelist([frame.odds, frame.log_open]) < 0


def test_a_deed_keeps_its_digit_whatever_else_can_be_done() -> None:
    def rows(match: AnyMatch) -> dict[str, tuple[int, bool]]:
        choosing = stage_of(match).choosing
        assert choosing is not None
        found = [row for drawer in choosing.drawers for row in drawer.rows]
        return {row.deed.verb: (row.digit, row.verb is not None) for row in found if row.deed is not None}

    near, far = rows(begin(duel())), rows(begin(duel(orc=(5, 3))))
    assert {verb: digit for verb, (digit, _) in near.items()} == {verb: digit for verb, (digit, _) in far.items()}
    assert near["strike"] == (1, True) and far["strike"] == (1, False)


def test_a_verb_that_a_ruleset_lists_no_deed_for_has_a_row_all_the_same() -> None:
    rules = Duel()
    rules.deeds = tuple(deed for deed in rules.deeds if deed.verb != "strike")
    choosing = stage_of(Match.begin(rules, duel())).choosing
    assert choosing is not None
    (row,) = [row for drawer in choosing.drawers for row in drawer.rows if row.verb and row.verb.word == "strike"]
    assert (row.title, row.digit) == ("Strike", 1)
