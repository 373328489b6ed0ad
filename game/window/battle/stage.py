"""One battle as it stands on the screen: the whole of what drawing it takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pygame

from game.files.tiled.picture import Picture
from game.play.lessons import course_of
from game.play.session import Session
from game.rules.events import Id
from game.rules.match import OutOfStep
from game.rules.questions import Choose
from game.scene.choosing import Choosing
from game.view.panels.cards import Fact
from game.view.widgets.theme import Typography
from game.window.battle.countdown import Countdown
from game.window.battle.driver import Driver
from game.window.battle.forecast import Forecast
from game.window.battle.layers import BoardLayers
from game.window.battle.panels import Panels
from game.window.battle.preview import Previews
from game.window.battle.prompt import Prompt
from game.window.battle.threats import Threats
from game.window.battle.view import Surroundings, View
from game.window.battle.vision import Vision


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
        # the question that is open, if one is
        self.choosing: Choosing | None = None
        self.previews: Previews | None = None
        self.forecast: Forecast | None = None
        self.prompt: Prompt | None = None
        self.countdown: Countdown | None = None
        self.drawer: pygame.Rect | None = None
        """Where the drawer lies that is open."""
        self.hint = ""
        """The name of the hint that is shown."""
        self.recap: Sequence[Fact] = ()
        """What others have done meanwhile, where it was not played out."""
        self.course = course_of(session)
        """How far the pupil is, if the battle is a lesson."""
        self.view = View(session, around, look, size)
        self.threats = Threats(match, around.oracle)
        self.vision = Vision(around.oracle)
        self.layers = BoardLayers(match, picture, look)
        self.panels = Panels(match, self.layers, look, size)

    @property
    def active(self) -> Id | None:
        """Who is asked to act."""
        return self.choosing.question.who if self.choosing else None

    @property
    def moving(self) -> bool:
        """Whether the picture changes by itself, as long as the view stands still."""
        timed = self.countdown is not None and self.countdown.running
        busy = self.view.head.busy or self.driver.thinking or self.choosing is None or self.panels.turns.gliding
        return busy or self.weighing or timed or self.panels.bar.waiting_for_tip

    @property
    def weighing(self) -> bool:
        """Whether odds or sight lines are being worked out beside the window."""
        return self.vision.working or self.threats.working or (self.forecast is not None and self.forecast.working)

    @property
    def advised(self) -> bool:
        """Whether a hint is shown, or a lesson says something."""
        return bool(self.hint or self.recap) or (self.course is not None and bool(self.course.text))

    @property
    def panel_rects(self) -> dict[str, pygame.Rect]:
        """Where those panels lie that are shown, by their names."""
        laid, row = self.panels.laid, self.panels.frame.row
        told = {"hint": laid.hint, "card": laid.card, "odds": laid.odds, "question": laid.question}
        found = {name: panel.rect for name, panel in told.items() if panel is not None}
        found |= {"news": laid.news, "log": self.panels.log_rect, "map": self.panels.minimap.rect}
        found |= {"row": row} if any(row.contains(widget.rect) for widget in self.panels.bar.widgets) else {}
        found |= {"drawer": self.drawer} if self.drawer is not None else {}
        found |= {"prompt": self.prompt.rect} if self.prompt is not None else {}
        return {name: rect for name, rect in found.items() if rect.height}

    @property
    def small_map(self) -> bool:
        """Whether the whole map is shown in small: if the player wants it, and nothing longer takes its place."""
        return self.view.preferences.minimap and not (self.panels.log.open or self.view.names or self.view.camera.whole)

    @property
    def covered(self) -> list[pygame.Rect]:
        """The parts of the window in which panels may lie as things are, as far as is known before they are drawn."""
        frame, prompt = self.panels.frame, self.prompt
        asking = prompt is not None and not prompt.cancel
        found = [frame.odds, self.panels.log_rect, *([prompt.rect] if prompt is not None else ())]
        found += [] if asking else [frame.row.union(frame.question)]
        found += [frame.card] if not asking or self.advised else []
        found += [frame.map] if self.small_map else []
        found += [
            rect
            for rect in (self.panels.laid.news, self.panels.laid.hint and self.panels.laid.hint.rect)
            if rect and rect.height
        ]
        return [*found, *([self.drawer] if self.drawer is not None else ())]

    def solid(self, pixel: tuple[int, int]) -> bool:
        """Whether something lies there that the board can't be pointed at through.

        What is only told of whatever is pointed at, the odds and the card of somebody, does not hide it: it would go
        as soon as it was reached.
        """
        panels = [self.panels.log_rect, self.panels.minimap.rect, *(widget.rect for widget in self.panels.bar.widgets)]
        panels += [self.drawer] if self.drawer is not None else []
        panels += [self.prompt.rect] if self.prompt is not None else []
        laid = self.panels.laid
        shown = (laid.hint, laid.question, laid.card) if self.active is not None else (laid.hint,)
        panels += [panel.rect for panel in shown if panel is not None]
        over = any(panel.collidepoint(pixel) for panel in panels)
        return over or pixel[1] < self.panels.turns.height or self.panels.tracker.side_at(pixel) is not None

    # -- changes that belong together

    def fit(self, look: Typography, size: tuple[int, int]) -> None:
        """The window has this size, or the UI scale has changed: the panels get their places."""
        self.view.look = look
        self.view.camera.resize(size)
        self.layers.fit(look)
        self.panels.fit(look, size)
        frame = self.panels.frame
        self.view.camera.margins = (0, frame.window.top, size[0] - frame.odds.left, size[1] - frame.question.top)

    def open_question(self, question: Choose[Any]) -> Choosing:
        """A question waits for whoever looks: what is shown of it. A cursor that is there goes to who is asked."""
        self.choosing = choosing = Choosing(question, self.view.head.scene)
        self.forecast = Forecast(self.session.match, question, self.view.around.oracle)
        self.previews = Previews(choosing, self.forecast)
        self.countdown = Countdown(question, self.session.clocks.left(question))
        if question.who is not None and question.who in self.view.head.scene.tokens and self.view.cursor is not None:
            self.view.cursor = self.view.head.scene.aim_at_token(question.who)
        return choosing

    def forget_question(self) -> None:
        """The question was answered or taken back: its time stops, and nothing of it is shown any more."""
        if self.forecast is not None:
            self.forecast.drop()
        if self.countdown is not None and self.choosing is not None:
            self.session.clocks.stop(self.choosing.question, self.countdown.left)
        self.choosing = self.previews = self.forecast = self.prompt = self.countdown = None
        self.drawer = self.view.told_at = None
        self.hint, self.recap = "", ()

    def follow_lesson(self) -> str:
        """If the battle is a lesson: let it come as far as the battle is. Why it can't go on, if it can't."""
        if self.course is not None:
            try:
                self.course.follow(self.session.match)
            except OutOfStep as error:
                self.course = None
                return f"The lesson can't go on: {error}"
        return ""
