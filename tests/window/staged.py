"""Parts: a battle on the screen without a window, in place of the window and of the battle's screen."""

from __future__ import annotations

from dataclasses import dataclass, field

import pygame

from game.play.folders import state_folder
from game.play.preferences import Preferences
from game.play.seating import HUMAN, Player
from game.play.session import Session
from game.play.workers import BackgroundThread
from game.rules.events import Id
from game.rules.match import AnyMatch
from game.rules.questions import Answer, Choose, Seat
from game.scene.board_geometry import Pointed
from game.scene.choosing import DrawerRow, Verb
from game.view.widgets.theme import Typography
from game.window.ambience import Ambience
from game.window.battle.camera_work import place_camera
from game.window.battle.dock import lay_out
from game.window.battle.draw_battle import draw_battle
from game.window.battle.input import BattleInput
from game.window.battle.stage import Stage
from game.window.controls import Keys
from tests.thoughts import Never

SIZE = (1024, 640)


@dataclass
class Alone:
    """In place of the window."""

    preferences: Preferences = field(default_factory=lambda: Preferences(grid=True, hints=False))
    keys: Keys = field(default_factory=lambda: Keys({}))
    pointer: tuple[int, int] = (-1, -1)
    ambience: Ambience = field(default_factory=Ambience)
    opponents: BackgroundThread = field(default_factory=lambda: BackgroundThread("opponents of a test"))
    oracle: BackgroundThread = field(default_factory=Never)


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

    def choose_row(self, row: DrawerRow) -> None:
        self.said.append(f"choose_row {row.title}")

    def pull(self, name: str) -> None:
        self.said.append(f"pull {name}")

    def change_speed(self, factor: float) -> None:
        self.said.append(f"change_speed {factor:g}")

    def explain(self) -> None:
        self.said.append("explain")

    @property
    def why_no_giving_up(self) -> str:
        return ""

    def give_up(self) -> None:
        self.said.append("give_up")

    def ask_why(self) -> None:
        self.said.append("ask_why")

    def inspect(self, who: Id) -> None:
        self.said.append(f"inspect {who}")

    def compare(self, target: Id | None) -> None:
        self.said.append(f"compare {target}")

    def look_up(self, number: str) -> None:
        self.said.append(f"look_up {number}")

    def copy(self, text: str) -> None:
        self.said.append(f"copy {text}")

    def order(self) -> None:
        self.said.append("order")

    def help(self) -> None:
        self.said.append("help")

    def result(self) -> None:
        self.said.append("result")

    def pause(self) -> None:
        self.said.append("pause")

    def show_players(self) -> None:
        self.said.append("show_players")

    def save(self) -> None:
        self.said.append("save")


def stage_of(match: AnyMatch) -> Stage:
    """A battle at its first question, as red is asked."""
    seats = {Seat("red"): HUMAN, Seat("blue"): Player("ai", "instinct")}
    session = Session(match, seats, 5, "seeded", state_folder("autosaves") / "battle.save")
    stage = Stage(session, None, Alone(), Typography(), SIZE)
    stage.fit(stage.view.look, SIZE)
    place_camera(stage.view)
    question = match.pending
    assert isinstance(question, Choose)
    stage.open_question(question)
    return stage


def panel_rects(stage: Stage) -> dict[str, pygame.Rect]:
    """Where the parts of the dock lie that are shown, by their names."""
    panels, laid, tracker = stage.panels, stage.panels.laid, stage.panels.tracker
    told = {"advice": laid.advice, "news": laid.news, "card": laid.card, "odds": laid.odds, "question": laid.question}
    found = {name: panel.rect for name, panel in told.items() if panel is not None}
    found |= {"log": panels.log_rect, "map": panels.minimap.rect}
    found |= {"countdown": laid.countdown} if laid.countdown is not None else {}
    found |= {"prompt": stage.prompt.rect} if stage.prompt is not None else {}
    found |= {"aims": tracker.lines[0][0].unionall([rect for rect, *_ in tracker.lines])} if tracker.lines else {}
    return {name: rect for name, rect in found.items() if rect.height}


def paint(stage: Stage, target: pygame.Surface) -> None:
    """Draw it as it stands now."""
    lay_out(stage)
    draw_battle(stage, target)


def drawn(stage: Stage) -> bytes:
    """Its picture."""
    target = pygame.Surface(SIZE)
    paint(stage, target)
    return pygame.image.tobytes(target, "RGB")


def press(hands: BattleInput, stage: Stage, control: str) -> None:
    """Press the key that has this meaning."""
    hands.handle(stage.view.keys.press(control))
