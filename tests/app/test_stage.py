"""A battle on the screen without a window: a stage is all that drawing takes, and input gives commands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pygame
import pytest
from msgspec.structs import replace

from battlemat_duel.duel import Duel
from battlemat_duel.sheet import DuelBoard
from game.app.battle.actionbar import top_buttons, verb_buttons
from game.app.battle.ask import refusal
from game.app.battle.camera_work import concerned, look_past, place_camera
from game.app.battle.draw_battle import draw_battle
from game.app.battle.draw_places import ranging
from game.app.battle.input import BattleInput
from game.app.battle.manual_save import save_slot
from game.app.battle.prompt import Prompt
from game.app.battle.stage import Stage
from game.app.battle.verb_button import VerbButton
from game.app.controls import Keys
from game.app.folders import state_folder
from game.app.preferences import Preferences
from game.app.seating import HUMAN, Player
from game.app.session import Session
from game.app.thinking import T, Thinker, Thought
from game.app.warming import Warming
from game.rules.events import Id
from game.rules.match import AnyMatch, Match
from game.rules.questions import Answer, Choose, Menu, Option, Refusal, Seat
from game.rules.ruleset import Band, Pursuit, tell_pursuits
from game.rules.setup import Objective
from game.rules.standing import Standing
from game.spatial.field import Cell, Field
from game.view.board_geometry import Pointed
from game.view.choosing import Choosing, Verb
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

    def turn_page(self) -> None:
        self.said.append("turn_page")

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
    stage.verbs = [*choosing.main, *choosing.ends]
    for widget in [*top_buttons(stage, heard), *verb_buttons(stage, heard, choosing)]:
        assert isinstance(widget, Button)
        widget.press()
        if isinstance(widget, VerbButton):
            assert heard.said[-1] == f"take {widget.verb.word}"
    assert heard.said[:3] == ["pause", "explain", "undo"]
    assert len(heard.said) == 3 + len(stage.verbs) > 4


@pytest.mark.parametrize(("count", "rows"), [(4, 1), (17, 2)])
def test_no_word_of_a_button_is_cut_where_there_is_room_for_wider_ones_or_another_row(count: int, rows: int) -> None:
    stage = stage_of(begin(duel()))
    choosing = stage.choosing
    assert choosing is not None
    stage.fit(stage.look, (1920, 1080))
    stage.verbs = [Verb(str(number), "Put away the longbow") for number in range(count)]
    buttons = verb_buttons(stage, Heard(), choosing)
    assert [button.text for button in buttons if isinstance(button, Button)] == [verb.title for verb in stage.verbs]
    assert len({button.rect.top for button in buttons}) == rows


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
        ("more", ["turn_page"]),
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


@pytest.mark.parametrize(
    ("panel", "moved"),
    [
        (pygame.Rect(200, 200, 420, 430), "up"),
        (pygame.Rect(200, 90, 420, 540), "aside"),
        (pygame.Rect(100, 90, 900, 540), ""),
        (pygame.Rect(0, 600, 40, 30), ""),
    ],
)
def test_those_who_are_asked_about_move_out_from_below_the_panel(panel: pygame.Rect, moved: str) -> None:
    match = begin(replace(duel(ada=(30, 30), orc=(31, 30)), field=Field(60, 60)))
    stage = stage_of(match)
    stage.preferences.calm = True
    question = match.pending
    assert isinstance(question, Choose)
    stage.choosing = Choosing(replace(question, about=tuple(stage.head.scene.tokens)), stage.head.scene)
    x, y = stage.head.scene.tokens[next(iter(stage.head.scene.tokens))].middle
    stage.camera.look_at((x, y + 1), uncover=True)
    before = concerned(stage)
    look_past(stage, panel)
    after = concerned(stage)
    if moved == "up":
        assert all(b[1] < a[1] and not panel.collidepoint(b) for a, b in zip(before, after, strict=True))
    elif moved == "aside":
        assert all(b[0] > panel.width and a[1] == b[1] for a, b in zip(before, after, strict=True))
    else:
        assert before == after


def test_a_verb_keeps_its_key_whatever_else_can_be_done() -> None:
    def numbers(match: AnyMatch) -> dict[str, int]:
        choosing = stage_of(match).choosing
        assert choosing is not None
        return {verb.word: verb.number for verb in choosing.verbs}

    near, far = numbers(begin(duel())), numbers(begin(duel(orc=(5, 3))))
    assert near["move"] == far["move"] == Duel.verbs.index("move") + 1
    assert "strike" in near and "strike" not in far
    assert near["end"] == 0, "the key for ending is another"


def test_a_verb_that_a_ruleset_does_not_list_takes_a_free_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Duel, "verbs", ("hide", "rally", "flurry", "move"))
    choosing = stage_of(begin(duel())).choosing
    assert choosing is not None
    numbers = {verb.word: verb.number for verb in choosing.verbs}
    assert numbers["move"] == 4
    assert numbers["strike"] == min(set(range(1, 9)) - {numbers[word] for word in numbers if word != "strike"})
