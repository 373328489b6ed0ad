"""The battle: the board with what happens on it, and the question that waits for a person."""

from __future__ import annotations

import re
from typing import Any

import pygame

from game.app.loop import App, Screen
from game.app.screens.actionbar import top_buttons, verb_buttons
from game.app.screens.asking import prompt_for, refusal, show_asked
from game.app.screens.audience import Audience
from game.app.screens.course import Course
from game.app.screens.curtain import CurtainScreen
from game.app.screens.eyes import Eyes
from game.app.screens.forecast import Forecast
from game.app.screens.hands import Hands
from game.app.screens.hints import next_hint, seen
from game.app.screens.hourglass import Hourglass
from game.app.screens.orders import OrdersScreen
from game.app.screens.preview import Previews
from game.app.screens.prompt import Prompt
from game.app.screens.refusals import RefusalsScreen, SureScreen
from game.app.screens.scenery import draw_battle
from game.app.screens.staging import concerned, follow_mover, place_camera
from game.app.sitting import Sitting
from game.app.speech import tell_goal
from game.files.tiled.picture import Picture
from game.rules.events import Id
from game.rules.match import Asked
from game.rules.questions import Answer, Impossible, Option, Roll, Seat
from game.rules.seats import Orders
from game.rules.standing import called
from game.view import panels
from game.view.board import Ground
from game.view.camera import Camera, Spot
from game.view.choosing import Choosing, Verb
from game.view.fog import Fog
from game.view.forms import Group
from game.view.logpanel import LogPanel
from game.view.placing import regions
from game.view.playhead import Playhead
from game.view.tokens import Liveries, Pieces
from game.view.whereabouts import Aim

AnyOption = Option[Any]


_CELLS = re.compile(r"\d+,\d+(, \d+,\d+)*")
"""Cells in words."""


class BattleScreen(Screen):
    """One battle at the screen."""

    room = (854, 480)

    def __init__(self, app: App, sitting: Sitting, shown: Picture | None) -> None:
        super().__init__(app)
        self.sitting = sitting
        self.course = Course(sitting, app.opponents)
        sitting.match.breathe = app.give_way
        self.liveries = Liveries(sitting.match.setup)
        field = sitting.match.setup.field
        self.ground = Ground(field, shown)
        self.camera = Camera(field.width, field.height, app.surface.get_size())
        self.audience = Audience(sitting)
        self.choosing: Choosing | None = None
        self.previews: Previews | None = None
        self.forecast: Forecast | None = None
        self.prompt: Prompt | None = None
        self.hourglass: Hourglass | None = None
        self.cursor: Aim | None = None
        """The board's cursor, for those who play with the keys."""
        self.hover: Aim | None = None
        self.bar = Group()
        self.hands = Hands(self)
        self._stands: dict[Seat | None, tuple[int, Spot]] = {}
        """Where each person looked last, if they may not see each other's screens."""
        self.hint = ""
        """The name of the hint that is shown."""
        self.show_cover = self.show_zones = False
        self._page = 0
        self.goal = _CELLS.sub("the dotted cells", " ".join(tell_goal(sitting.match.setup)))
        """What wins, besides being the last side that fights."""
        if self.goal and not sitting.match.history:
            app.say(self.goal)
        self.verbs: list[Verb] = []
        self.names = False
        self._placed = False
        self.pieces = Pieces(self.liveries, self.look)
        self.turns = panels.TurnBar(self.liveries, self.look)
        self.log = LogPanel(self.liveries, self.look, sitting.match.ruleset.ledger)
        self.log_rect = pygame.Rect(0, 0, 0, 0)
        for seat in sitting.people:
            sitting.orders.setdefault(seat, Orders(app.preferences.reactions))
        self.eyes = Eyes(app.oracle)
        self.fog = Fog()
        self.regions = regions(sitting.match.ruleset.places, sitting.match.ground, self.look)
        self._warming = self.eyes.warm(sitting.match.ground)

    @property
    def warm(self) -> bool:
        """Whether the geometry is ready: the first time ever, it has to be compiled."""
        return self._warming.done

    # -- whose eyes

    @property
    def viewer(self) -> Seat | None:
        """Whose eyes the screen is for; None for somebody who sees everything."""
        return self.audience.viewer

    @property
    def head(self) -> Playhead:
        """The place in the battle of whoever looks at the screen."""
        return self.audience.head

    @property
    def secrets(self) -> bool:
        """Whether several people play, and one may know what another doesn't."""
        return self.audience.secrets

    @property
    def active(self) -> Id | None:
        """Who is asked to act."""
        return self.choosing.question.who if self.choosing else None

    def _give_screen_to(self, seat: Seat) -> bool:
        """Let another person look, behind a curtain if the last one saw something private; whether that is so."""
        if self.choosing is not None or not self.audience.waits_for(seat):
            return False
        if not self.head.caught_up:
            return True
        private, last = self.secrets, self.viewer
        self.audience.viewer = seat
        self.log.scroll = 0
        if private:  # where the last one looked would tell where they have somebody
            self._stands[last] = self.camera.stand
            self.cursor = self.hover = None
            if seat in self._stands:
                self.camera.stand = self._stands[seat]
            else:
                place_camera(self)
            self.app.push(CurtainScreen(self.app, self.sitting.title(seat)))
        return private

    # -- time

    @property
    def moving(self) -> bool:
        """Whether the picture changes by itself."""
        weighing = self.eyes.working or (self.forecast is not None and self.forecast.working)
        timed = self.hourglass is not None and self.hourglass.running
        busy = self.head.busy or self.course.thinking or self.choosing is None or self._gliding
        return busy or weighing or timed or self.bar.waiting_for_tip

    def advance(self, seconds: float) -> None:
        """Let opponents answer, events be shown, and questions open when everything has been seen."""
        head = self.head
        behind = 0 if head.caught_up else 30
        question = self.course.advance(seconds, behind)
        if self.app.top is self:  # behind a curtain or a menu nothing passes that nobody sees
            head.advance(seconds * self.app.preferences.speed)
            for sound in head.sounds:
                self.app.sounds.play(sound)
            head.sounds.clear()
            follow_mover(self)
        self._gliding = self.camera.advance(seconds)
        self.bar.advance(seconds)
        self._tell_trouble()
        if self.app.top is not self:
            return
        self._run_down(seconds)
        if question is not None and self._give_screen_to(question.seat):
            return
        if self.choosing is None and head.caught_up and self.warm:
            if question is not None:
                self._open(question)
            elif self.sitting.match.over and not self.course.thinking and not head.busy:
                self._end()

    def _run_down(self, seconds: float) -> None:
        """Let the time for an answer pass; when it is up, things are left as they are."""
        if self.hourglass is None or self.choosing is None or not self.hourglass.running:
            return
        if self.hourglass.advance(seconds):
            self.app.sounds.play("press")
        if self.hourglass.up:
            self.app.say("Time is up.")
            self.answer(self.choosing.question.idle)

    _gliding = False
    _ended = False

    def _end(self) -> None:
        if not self._ended:
            self._ended = True
            verdict = self.sitting.match.state.verdict
            won = verdict is not None and verdict.winner is not None
            self.app.sounds.play("win" if won else "lose")
            from game.app.screens.result import ResultScreen  # the result leads back here: rematch

            self.app.push(ResultScreen(self.app, self))

    # -- questions

    def _open(self, question: Asked) -> None:
        """Everything has been seen: ask."""
        if isinstance(question, Roll):
            self._ask_for_dice(question)
            return
        self.head.mark()
        self.choosing = Choosing(question, self.head.scene)
        self.forecast = Forecast(self.sitting.match, question, self.app.oracle)
        self.previews = Previews(self.choosing, self.forecast)
        self.hourglass = Hourglass(question, self.sitting.clocks.left(question))
        show_asked(self, question)
        if question.kind in ("react", "ruling", "confirm"):
            self.prompt = prompt_for(self, question)
            self.app.sounds.play("react")
        self.hint = next_hint(self.app.preferences, self.choosing)
        self._refresh()

    def _ask_for_dice(self, question: Roll) -> None:
        from game.app.screens.dice import DiceScreen

        self.app.push(DiceScreen(self.app, self, question))

    def answer_option(self, option: AnyOption) -> None:
        """A person has chosen."""
        self.answer(option.key)

    def answer(self, answer: Answer) -> None:
        """Give the answer to the question that is open."""
        try:
            self.course.answer(answer)
        except Impossible as error:
            self.app.say(str(error))
            return
        self.app.sounds.play("press")
        self._close()

    def _close(self) -> None:
        if self.forecast is not None:
            self.forecast.drop()
        if self.hourglass is not None and self.choosing is not None:
            self.sitting.clocks.stop(self.choosing.question, self.hourglass.left)
        self.choosing = self.previews = self.forecast = self.prompt = self.hourglass = None
        self._page = 0
        seen(self.app.preferences, self.hint)
        self.hint = ""
        self._refresh()

    def take(self, verb: Verb) -> None:
        """A verb's button was pressed."""
        if self.choosing is None:
            return
        if verb in self.choosing.ends:
            self._end_with(verb)
            return
        options = self.choosing.take(verb)
        if len(options) == 1:
            self.answer_option(options[0])
        elif options:
            self._list(verb.title, options, None)
        self._refresh()

    def click(self, aim: Aim) -> None:
        """Somebody or a place on the board was clicked, or confirmed with the cursor."""
        if self.choosing is None or self.prompt is not None:
            return
        options, token = self.choosing.at(aim), self.head.scene.token(aim)
        if len(options) == 1:
            self.answer_option(options[0])
        elif options:
            title = called(token.standing) if token is not None else self.head.scene.where.name(aim.places[0])
            self._list(title, options, self.camera.centre(aim.cell))
        elif token is not None and token.id != self.active:
            self.app.say(refusal(self.choosing, token.standing))
        elif self.choosing.lit():
            self.app.say("Nothing leads there now.")

    def order(self) -> None:
        """Show the standing orders of whoever looks at the screen."""
        if self.viewer is not None:
            self.app.push(OrdersScreen(self.app, self, self.viewer))

    def explain(self) -> None:
        """Show what can't be done now, and why."""
        if self.choosing is not None:
            self.app.push(RefusalsScreen(self.app, self.choosing.question, self.sitting.match.ruleset.ledger))

    def _list(self, title: str, options: list[AnyOption], at: tuple[int, int] | None) -> None:
        self.prompt = Prompt(title, options, self.answer_option, forecast=self.forecast, who=self.active, cancel=True)
        self.prompt.layout(self.look, self.app.surface.get_size(), at, self.bottom())

    def undo(self) -> None:
        """Take back the last answer."""
        try:
            taken = self.course.undo()
        except Impossible as error:
            self.app.say(str(error))
            return
        self._close()
        for head in self.audience.heads:
            head.go_back()
        self.app.say(f"Taken back: {taken}")

    def step_back(self) -> bool:
        """Leave the list, the verb or the cursor, in this order; whether there was one."""
        if self.prompt is not None and self.prompt.cancel:
            self.prompt = None
            return True
        if self.choosing is not None and self.choosing.back():
            self._refresh()
            return True
        if self.cursor is not None:
            self.cursor = None
            return True
        return False

    # -- layout

    def layout(self, size: tuple[int, int]) -> None:
        """Put the panels in their places."""
        look = self.look
        self.pieces.look = self.turns.look = self.log.look = self.regions.look = look
        self.camera.resize(size)
        high = self.turns.height
        width = min(look.px(300), size[0] * 3 // 10)
        left = min(look.px(330), (size[1] - high) * 9 // 20)
        tall = left if left >= look.px(120) else 0  # too little to read in is only in the way
        self.log_rect = pygame.Rect(size[0] - width - look.px(16), high + look.px(16), width, tall)
        self.camera.margins = (0, high, 0, look.px(120))
        self.camera.overhang = (look.px(266), width + look.px(16))
        if not self._placed:
            self._placed = True
            place_camera(self)
        self._refresh()

    def _refresh(self) -> None:
        """Make the buttons anew."""
        self.verbs = []
        widgets = top_buttons(self)
        if self.choosing is not None and self.choosing.question.kind in ("pick", "act"):
            self.verbs = [*self.choosing.main, *self.choosing.ends]
            widgets += verb_buttons(self, self.choosing, self.verbs, self._page)
        self.bar.put(widgets)
        self.bar.focus = None
        if self.prompt is not None and not self.prompt.cancel:
            size = self.app.surface.get_size()
            self.prompt.layout(self.look, size, None, size[1] - self.look.px(24), concerned(self))
        self.app.stale = True

    def bottom(self) -> int:
        """Where the action bar begins."""
        tops = [widget.rect.top for widget in self.bar.widgets if widget.rect.top > self.turns.height]
        return min(tops, default=self.app.surface.get_height()) - self.look.px(12)

    def turn_page(self) -> None:
        """Show the verbs for which the window had no room."""
        self._page += 1
        self._refresh()

    # -- input

    def handle(self, event: pygame.Event) -> None:
        """The hands know what it means."""
        self.hands.handle(event)

    def pause(self) -> None:
        """Open the pause menu."""
        from game.app.screens.pause import PauseScreen

        self.app.push(PauseScreen(self.app, self))

    def end_turn(self) -> None:
        """End this unit's turn."""
        if self.choosing is not None and self.choosing.ender is not None and self.prompt is None:
            self._end_with(self.choosing.ender)

    def _end_with(self, verb: Verb) -> None:
        """End a turn; with actions left, and if the player wants it so, ask first."""
        assert self.choosing is not None
        left = [each.title for each in self.choosing.main if each.aimed]
        if left and self.app.preferences.warn_end and self.choosing.question.kind == "act":
            text = "Still possible: " + ", ".join(left[:6])
            self.app.push(SureScreen(self.app, "End this turn?", text, lambda: self.answer_option(verb.options[0])))
        else:
            self.answer_option(verb.options[0])

    def draw(self, target: pygame.Surface) -> None:
        """Draw."""
        draw_battle(self, target)

    def leave(self) -> None:
        """Keep the battle: closing the window in the middle of a thought loses nothing."""
        self.course.autosave.keep()
        self._tell_trouble()

    def _tell_trouble(self) -> None:
        if self.course.autosave.trouble:
            self.app.say(self.course.autosave.trouble)
