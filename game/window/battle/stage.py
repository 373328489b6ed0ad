"""One battle as it stands on the screen: the whole of what drawing it takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import pygame

from game.files.tiled.picture import Picture
from game.play.lessons import course_of
from game.play.preferences import Preferences
from game.play.session import Session
from game.play.speech import tell_goal
from game.play.thinking import BackgroundThread
from game.rules.events import Id
from game.rules.match import OutOfStep
from game.rules.questions import Choose, Seat
from game.scene.board_geometry import Pointed
from game.scene.choosing import Choosing
from game.scene.playhead import Playhead
from game.scene.scene import Token
from game.spatial.field import Cell
from game.view.board.camera import Camera
from game.view.board.fog import Dark, Fog
from game.view.board.map_layers import MapLayers
from game.view.board.minimap import Minimap
from game.view.board.overlays import Plate
from game.view.board.regions import regions
from game.view.board.tokens import Pieces, liveries_of
from game.view.panels.cards import Card, Fact, FactsPanel
from game.view.panels.goals import Tracker
from game.view.panels.log_panel import LogPanel
from game.view.panels.log_tools import LogTools
from game.view.panels.turn_bar import TurnBar
from game.view.widgets.forms import FocusGroup
from game.view.widgets.overlay_layout import OverlayLayout
from game.view.widgets.theme import Typography
from game.window.battle.countdown import Countdown
from game.window.battle.driver import Driver
from game.window.battle.forecast import Forecast
from game.window.battle.frame import PanelLayout
from game.window.battle.perspective import Perspective
from game.window.battle.preview import Preview, Previews
from game.window.battle.prompt import Prompt
from game.window.battle.threats import Threats
from game.window.battle.vision import Vision
from game.window.controls import Keys


class Surroundings(Protocol):
    """What a battle on the screen is lent by the window around it."""

    preferences: Preferences
    keys: Keys
    pointer: tuple[int, int]
    opponents: BackgroundThread
    oracle: BackgroundThread


@dataclass(frozen=True)
class Panels:
    """What panels tell at one moment and where they lie, for drawing and for hands; see ``panel_layout``."""

    preview: Preview | None = None
    """What is explained: what a click would choose."""
    hovered: Token | None = None
    """Whom the cursor or the pointer is on."""
    news: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))
    """What the sides are after and what else is known of the turn."""
    hint: FactsPanel | None = None
    card: Card | None = None
    odds: FactsPanel | None = None
    question: Plate | None = None


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
        field = match.setup.field
        self._around = around
        self.look = look
        """Type and measures."""
        self.in_front = True
        """Whether nothing lies over the battle, so that what the pointer rests on is told."""
        # the battle, and how far it has been shown
        self.session = session
        self.driver = Driver(session, around.opponents)
        self.perspective = Perspective(session)
        self.goal = " ".join(tell_goal(match.setup, lambda _: "the dotted cells"))
        """What wins, besides being the last side that fights."""
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
        # what is looked at
        self.camera = Camera(field.width, field.height, size)
        self.cursor: Pointed | None = None
        """The board's cursor, for those who play with the keys."""
        self.hover: Pointed | None = None
        """What the pointer is on."""
        self.names = self.show_cover = self.show_zones = self.show_threats = False
        """Views that keys turn on: everybody's names, cover and heights, zones, what foes could hit."""
        self.kept_foe: Id | None = None
        """Whose threat alone is shown until another is pointed at."""
        self.threats = Threats(match, around.oracle)
        self.vision = Vision(around.oracle)
        # what it is drawn with
        self.liveries = liveries_of(match)
        self.ground = MapLayers(field, picture)
        self.pieces = Pieces(self.liveries, look)
        self.fog = Fog()
        self.dark = Dark()
        self.berths = OverlayLayout()
        """Where what rises and rolls over the board lies."""
        self.regions = regions(match.ruleset.places, match.ground, look)
        self.turns = TurnBar(self.liveries, look)
        self.minimap = Minimap(self.ground, self.liveries)
        self.tracker = Tracker(self.liveries, look)
        self.log = LogPanel(self.liveries, look, match.ruleset.ledger)
        self.log_tools: LogTools | None = None
        """What narrows the log down while it is open, if there are hands to use it."""
        self.told_at: Cell | None = None
        """Where that happened which a line tells of that was clicked."""
        self.foot = 0
        """Pixels of the design that are taken at the window's foot, by what a screen shows there besides."""
        self.frame = PanelLayout.of(look, size, self.turns.height)
        """Where the panels have their places."""
        self.laid = Panels()
        """What the panels tell, and where."""
        self.bar = FocusGroup()
        """The buttons below and at the top right."""

    # -- whose eyes

    @property
    def viewer(self) -> Seat | None:
        """Whose eyes the screen is for; None for somebody who sees everything."""
        return self.perspective.viewer

    @property
    def head(self) -> Playhead:
        """The place in the battle of whoever looks at the screen."""
        return self.perspective.head

    @property
    def secrets(self) -> bool:
        """Whether several people play, and one may know what another doesn't."""
        return self.perspective.secrets

    @property
    def active(self) -> Id | None:
        """Who is asked to act."""
        return self.choosing.question.who if self.choosing else None

    # -- the window around

    @property
    def preferences(self) -> Preferences:
        """What the player has set."""
        return self._around.preferences

    @property
    def keys(self) -> Keys:
        """What each key means."""
        return self._around.keys

    @property
    def pointer(self) -> tuple[int, int]:
        """Where the pointer was last, in pixels of the window."""
        return self._around.pointer

    @property
    def size(self) -> tuple[int, int]:
        """Pixels of the window."""
        return self.camera.view

    @property
    def moving(self) -> bool:
        """Whether the picture changes by itself, as long as the view stands still."""
        timed = self.countdown is not None and self.countdown.running
        busy = self.head.busy or self.driver.thinking or self.choosing is None or self.turns.gliding
        return busy or self.weighing or timed or self.bar.waiting_for_tip

    @property
    def weighing(self) -> bool:
        """Whether odds or sight lines are being worked out beside the window."""
        return self.vision.working or self.threats.working or (self.forecast is not None and self.forecast.working)

    @property
    def advised(self) -> bool:
        """Whether a hint is shown, or a lesson says something."""
        return bool(self.hint or self.recap) or (self.course is not None and bool(self.course.text))

    @property
    def log_rect(self) -> pygame.Rect:
        """Where the log is: a few lines, or more of it while it is opened."""
        return self.frame.log_open if self.log.open else self.frame.log

    @property
    def panels(self) -> dict[str, pygame.Rect]:
        """Where those panels lie that are shown, by their names."""
        laid, row = self.laid, self.frame.row
        told = {"hint": laid.hint, "card": laid.card, "odds": laid.odds, "question": laid.question}
        found = {name: panel.rect for name, panel in told.items() if panel is not None}
        found |= {"news": laid.news, "log": self.log_rect, "map": self.minimap.rect}
        found |= {"row": row} if any(row.contains(widget.rect) for widget in self.bar.widgets) else {}
        found |= {"drawer": self.drawer} if self.drawer is not None else {}
        found |= {"prompt": self.prompt.rect} if self.prompt is not None else {}
        return {name: rect for name, rect in found.items() if rect.height}

    @property
    def small_map(self) -> bool:
        """Whether the whole map is shown in small: if the player wants it, and nothing longer takes its place."""
        return self.preferences.minimap and not (self.log.open or self.names or self.camera.whole)

    @property
    def covered(self) -> list[pygame.Rect]:
        """The parts of the window in which panels may lie as things are, as far as is known before they are drawn."""
        frame, prompt = self.frame, self.prompt
        asking = prompt is not None and not prompt.cancel
        found = [frame.odds, self.log_rect, *([prompt.rect] if prompt is not None else ())]
        found += [] if asking else [frame.row.union(frame.question)]
        found += [frame.card] if not asking or self.advised else []
        found += [frame.map] if self.small_map else []
        found += [rect for rect in (self.laid.news, self.laid.hint and self.laid.hint.rect) if rect and rect.height]
        return [*found, *([self.drawer] if self.drawer is not None else ())]

    def solid(self, pixel: tuple[int, int]) -> bool:
        """Whether something lies there that the board can't be pointed at through.

        What is only told of whatever is pointed at, the odds and the card of somebody, does not hide it: it would go
        as soon as it was reached.
        """
        panels = [self.log_rect, self.minimap.rect, *(widget.rect for widget in self.bar.widgets)]
        panels += [self.drawer] if self.drawer is not None else []
        panels += [self.prompt.rect] if self.prompt is not None else []
        laid = self.laid
        shown = (laid.hint, laid.question, laid.card) if self.active is not None else (laid.hint,)
        panels += [panel.rect for panel in shown if panel is not None]
        over = any(panel.collidepoint(pixel) for panel in panels)
        return over or pixel[1] < self.turns.height or self.tracker.side_at(pixel) is not None

    # -- changes that belong together

    def fit(self, look: Typography, size: tuple[int, int]) -> None:
        """The window has this size, or the UI scale has changed: the panels get their places."""
        self.look = self.pieces.look = self.turns.look = self.tracker.look = self.log.look = self.regions.look = look
        self.camera.resize(size)
        self.frame = frame = PanelLayout.of(look, size, self.turns.height, look.px(self.foot))
        self.camera.margins = (0, frame.window.top, size[0] - frame.odds.left, size[1] - frame.question.top)

    def toggle_threats(self) -> None:
        """Show what foes could hit, all of them to begin with, or no more."""
        self.show_threats, self.kept_foe = not self.show_threats, None

    def open_question(self, question: Choose[Any]) -> Choosing:
        """A question waits for whoever looks: what is shown of it. A cursor that is there goes to who is asked."""
        self.choosing = choosing = Choosing(question, self.head.scene)
        self.forecast = Forecast(self.session.match, question, self._around.oracle)
        self.previews = Previews(choosing, self.forecast)
        self.countdown = Countdown(question, self.session.clocks.left(question))
        if question.who is not None and question.who in self.head.scene.tokens and self.cursor is not None:
            self.cursor = self.head.scene.aim_at_token(question.who)
        return choosing

    def forget_question(self) -> None:
        """The question was answered or taken back: its time stops, and nothing of it is shown any more."""
        if self.forecast is not None:
            self.forecast.drop()
        if self.countdown is not None and self.choosing is not None:
            self.session.clocks.stop(self.choosing.question, self.countdown.left)
        self.choosing = self.previews = self.forecast = self.prompt = self.countdown = None
        self.drawer = self.told_at = None
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
