"""One battle as it stands on the screen: the whole of what drawing it takes."""

from __future__ import annotations

from typing import Any, NamedTuple

from game.files.tiled.picture import Picture
from game.play.puzzles import PuzzleProgress
from game.play.session import Session
from game.rules.events import Id
from game.rules.match import Asked, OutOfStep
from game.rules.questions import Choose
from game.scene.board_geometry import Pointed
from game.scene.choosing import Choosing
from game.scene.scene import Scene
from game.view.widgets.theme import Typography
from game.window.battle.answer_outcomes import IdleAnswers
from game.window.battle.driver import Driver
from game.window.battle.open_question import OpenQuestion, OrderExchange
from game.window.battle.panels import BoardLayers, Panels
from game.window.battle.prompt import Prompt
from game.window.battle.viewport import Surroundings, Viewport


class LastStruck(NamedTuple):
    """Whom a person's combatant last aimed something at, of its foes, and in which round."""

    who: Id
    foe: Id
    round: int


class Stage:
    """One battle on the screen: who plays it, how far it has been shown, what is asked, looked at and pointed at.

    Drawing reads it and asks for nothing else. It decides nothing: a battle screen lets time pass and opens and closes
    questions, ``input`` moves camera and cursor and turns views on and off.
    """

    def __init__(
        self, session: Session, picture: Picture | None, around: Surroundings, look: Typography, size: tuple[int, int]
    ) -> None:
        """``picture``: the map's; without one plain ground is drawn. ``size`` of the window in pixels."""
        match = session.match
        self.session = session
        self.driver = Driver(session, around.opponents)
        self.asked: OpenQuestion | None = None
        """What a person is asked now, if anything."""
        self.struck: LastStruck | None = None
        """At whom the next deed is likely meant."""
        self.course = session.course
        """How far the pupil is, if the battle is a lesson."""
        self.puzzle = session.puzzle
        """How far the person is, if the battle is a puzzle; None once what came of it was told."""
        self.view = Viewport(session, around, look, size)
        self.layers = BoardLayers(match, picture, look)
        self.panels = Panels(match, self.layers, look, size)

    @property
    def scene(self) -> Scene:
        """What is shown now."""
        return self.view.perspective.head.scene

    @property
    def choosing(self) -> Choosing | None:
        """What can be chosen, if a question is open."""
        return self.asked.choosing if self.asked is not None else None

    @property
    def prompt(self) -> Prompt | None:
        """The panel that asks or lists ways to do something, if one is open."""
        return self.asked.prompt if self.asked is not None else None

    @property
    def exchange(self) -> OrderExchange | None:
        """The places in the order that an answer exchanges, if it does."""
        return self.asked.exchange if self.asked is not None else None

    @property
    def active(self) -> Id | None:
        """Who is asked to act."""
        return self.asked.who if self.asked is not None else None

    @property
    def moving(self) -> bool:
        """Whether the picture changes by itself, as long as the view stands still."""
        timed = self.asked is None or self.asked.countdown.running
        busy = self.view.head.busy or self.driver.thinking or self.panels.turns.gliding
        return busy or self.weighing or timed or self.panels.bar.waiting_for_tip

    @property
    def weighing(self) -> bool:
        """Whether odds or sight lines are being worked out beside the window."""
        odds = self.asked is not None and self.asked.forecast.working
        return odds or self.view.vision.working or self.view.threats.working

    @property
    def advised(self) -> bool:
        """Whether a hint is shown, or a lesson or a puzzle says something."""
        told = self.asked is not None and bool(self.asked.hint or self.asked.recap)
        return told or self.puzzle is not None or (self.course is not None and bool(self.course.text))

    @property
    def small_map(self) -> bool:
        """Whether the whole map is shown in small: if the player wants it, and nothing longer takes its place."""
        return self.view.preferences.minimap and not (self.panels.log.open or self.view.names or self.view.camera.whole)

    def off_board(self, pixel: tuple[int, int]) -> bool:
        """Whether a pixel is not on the board."""
        return not self.panels.frame.board.collidepoint(pixel)

    # -- changes that belong together

    def fit(self, look: Typography, size: tuple[int, int]) -> None:
        """The window has this size, or the UI scale has changed: the panels get their places."""
        self.view.look = look
        self.layers.fit(look)
        self.panels.fit(look, size)
        self.view.camera.fit_into(size, self.panels.frame.board)

    def open_question(self, question: Choose[Any], weighed: IdleAnswers | None = None) -> OpenQuestion:
        """A question waits for whoever looks: what is shown of it. ``weighed``: which of its answers change nothing.

        A cursor that is there goes to who is asked, or to the foe that was struck last in the same turn.
        """
        view, session = self.view, self.session
        scene = view.scene
        left = session.clocks.left(question)
        weighed = weighed or IdleAnswers(session, view, question)
        self.asked = OpenQuestion(question, scene, weighed.forecast, left, weighed.found)
        if question.who is not None and question.who in scene.tokens and view.cursor is not None:
            self.asked.kept = self._kept_aim(self.asked)
            view.cursor = self.asked.kept or scene.aim_at_token(question.who)
        return self.asked

    def _kept_aim(self, asked: OpenQuestion) -> Pointed | None:
        """The foe that was struck last, if it stands and whoever is asked has struck it this round and still can."""
        choosing, struck, scene = asked.choosing, self.struck, self.view.scene
        if struck is None or (struck.who, struck.round) != (asked.who, scene.round) or struck.foe not in scene.tokens:
            return None
        able = any(choosing.attacks(option) for option in choosing.targets().get(struck.foe, ()))
        return scene.aim_at_token(struck.foe) if able and scene.tokens[struck.foe].standing.up else None

    def forget_question(self) -> None:
        """The question was answered or taken back: its time stops, and nothing of it is shown any more."""
        if self.asked is not None:
            self.asked.forecast.drop()
            self.session.clocks.stop(self.asked.choosing.question, self.asked.countdown.left)
        self.asked = self.view.told_at = None

    def advance(self, seconds: float, behind: int) -> Asked | None:
        """Let everybody but people answer, as ``Driver.advance`` does; nobody any more once a puzzle's aim is decided.

        Gives the question that waits for a person, or None; nothing goes on once a side has given up. In lessons and
        puzzles turns end when the person ends them.
        """
        self.session.ends_spent_turns = self.view.preferences.auto_end and self.course is None and self.puzzle is None
        if self.session.given_up is not None:
            return None
        if self.puzzle is not None:
            self.puzzle.follow(self.session.match)
            if self.puzzle.met is not None:
                return None
        return self.driver.advance(seconds, behind)

    def end_puzzle(self) -> PuzzleProgress | None:
        """The puzzle whose aim was met or missed, once: then the battle is one like any other."""
        ended = self.puzzle if self.puzzle is not None and self.puzzle.met is not None else None
        self.puzzle = None if ended is not None else self.puzzle
        return ended

    def follow_lesson(self) -> str:
        """If the battle is a lesson: let it come as far as the battle is. Why it can't go on, if it can't."""
        if self.course is not None:
            try:
                self.course.follow(self.session.match)
            except OutOfStep as error:
                self.course = None
                return f"The lesson can't go on: {error}"
        return ""
