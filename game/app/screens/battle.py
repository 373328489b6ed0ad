"""The battle: the board with what happens on it, and the question that waits for a person."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pygame

from game.app.loop import App, Screen
from game.app.screens.course import Course
from game.app.screens.curtain import CurtainScreen
from game.app.screens.eyes import Eyes
from game.app.screens.forecast import Forecast
from game.app.screens.hints import next_hint, seen
from game.app.screens.preview import Previews
from game.app.screens.prompt import Prompt
from game.app.screens.refusals import RefusalsScreen, SureScreen
from game.app.screens.scenery import draw_battle
from game.app.sitting import Sitting
from game.files.tiled.picture import Picture
from game.rules.events import Id
from game.rules.match import Asked
from game.rules.questions import Answer, Choose, Impossible, Option, Roll, Seat
from game.rules.ruleset import Standing
from game.rules.seats import Order, Orders
from game.spatial.field import Cell
from game.view import panels
from game.view.board import Ground
from game.view.camera import Camera
from game.view.choosing import Choosing, Verb
from game.view.fog import Fog
from game.view.forms import Group
from game.view.playhead import Playhead
from game.view.scene import called
from game.view.tokens import Liveries, Pieces
from game.view.widgets import Button, Widget

AnyOption = Option[Any]


class BattleScreen(Screen):
    """One battle at the screen."""

    def __init__(self, app: App, sitting: Sitting, shown: Picture | None) -> None:
        super().__init__(app)
        self.sitting = sitting
        self.course = Course(sitting, app.opponents)
        self.liveries = Liveries(sitting.match.setup)
        field = sitting.match.setup.field
        self.ground = Ground(field, shown)
        self.camera = Camera(field.width, field.height, app.surface.get_size())
        self.heads: dict[Seat | None, Playhead] = {}
        self.viewer: Seat | None = self._first_viewer()
        self.choosing: Choosing | None = None
        self.previews: Previews | None = None
        self.forecast: Forecast | None = None
        self.prompt: Prompt | None = None
        self.cursor: Cell | None = None
        """The board's cursor, for those who play with the keys."""
        self.hover: Cell | None = None
        self.bar = Group()
        self.hint = ""
        """The name of the hint that is shown."""
        self.show_cover = self.show_zones = False
        self.verbs: list[Verb] = []
        self._dragged: tuple[int, int] | None = None
        self.names = False
        self._placed = False
        self.pieces = Pieces(self.liveries, self.look)
        self.turns = panels.TurnBar(self.liveries, self.look)
        self.log = panels.LogPanel(self.liveries, self.look, sitting.match.ruleset.ledger)
        self.log_rect = pygame.Rect(0, 0, 0, 0)
        self.eyes = Eyes(app.oracle)
        self.fog = Fog()
        self._warming = self.eyes.warm(sitting.match.ground)

    @property
    def warm(self) -> bool:
        """Whether the geometry is ready: the first time ever, it has to be compiled."""
        return self._warming.done

    # -- whose eyes

    def _first_viewer(self) -> Seat | None:
        people = self._eyes()
        asked = self.sitting.match.pending
        if asked is not None and asked.seat in people:
            return asked.seat
        return people[0] if people else None

    @property
    def head(self) -> Playhead:
        """The place in the battle of whoever looks at the screen."""
        head = self.heads.get(self.viewer)
        if head is None:
            head = self.heads[self.viewer] = Playhead(self.sitting.match, self.viewer)
            if self.sitting.match.history:
                head.skip()
        return head

    @property
    def active(self) -> Id | None:
        """Who is asked to act."""
        return self.choosing.question.who if self.choosing else None

    def _give_screen_to(self, seat: Seat) -> bool:
        """Let another person look, behind a curtain if the last one saw something private; whether that is so."""
        sides = {side.name for side in self.sitting.match.setup.sides}
        if self.viewer is None or seat == self.viewer or seat not in sides or self.choosing is not None:
            return False
        if not self.head.caught_up:
            return True
        private = self._private()
        self.viewer = seat
        self.log.scroll = 0
        if private:
            self.app.push(CurtainScreen(self.app, self.sitting.title(seat)))
        return private

    def _private(self) -> bool:
        """Whether the people at the screen know different things."""
        match = self.sitting.match
        known = {frozenset(match.ruleset.seen_by(match.board, seat)) for seat in self._eyes()}
        return len(known) > 1

    def _eyes(self) -> list[Seat]:
        sides = [side.name for side in self.sitting.match.setup.sides]
        return [seat for seat in self.sitting.people if seat in sides]

    # -- time

    @property
    def moving(self) -> bool:
        """Whether the picture changes by itself."""
        waiting = self.bar.waiting_for_tip or self.eyes.working or (self.forecast is not None and self.forecast.working)
        return waiting or self.head.busy or self.course.thinking or self.choosing is None or self._gliding

    def advance(self, seconds: float) -> None:
        """Let opponents answer, events be shown, and questions open when everything has been seen."""
        head = self.head
        behind = 0 if head.caught_up else 30
        question = self.course.advance(seconds, behind)
        head.advance(seconds * self.app.preferences.speed)
        for sound in head.sounds:
            self.app.sounds.play(sound)
        head.sounds.clear()
        self._follow(head)
        self._gliding = self.camera.advance(seconds)
        self.bar.advance(seconds)
        if self.course.trouble:
            self.app.say(self.course.trouble)
        if self.app.top is not self:
            return
        if question is not None and self._give_screen_to(question.seat):
            return
        if self.choosing is None and head.caught_up and self.warm:
            if question is not None:
                self._open(question)
            elif self.sitting.match.over and not self.course.thinking and not head.busy:
                self._end()

    _gliding = False
    _ended = False

    def _follow(self, head: Playhead) -> None:
        """Keep whoever moves in sight."""
        who = head.moving
        if who is not None and self.app.preferences.follow and who in head.scene.tokens:
            x, y = head.pose(who).at
            self.camera.show((x + 0.5, y + 0.5))

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
        if question.kind in ("react", "ruling", "confirm"):
            self._ask(question)
        elif question.who is not None and question.who in self.head.scene.tokens:
            at = self.head.scene.tokens[question.who].at
            if self.app.preferences.follow:
                self.camera.show((at[0] + 0.5, at[1] + 0.5))
            if self.cursor is not None:
                self.cursor = at
        elif question.kind == "pick" and self.app.preferences.follow:
            self._show_all([option.target for option in question.options.singles if option.target is not None])
        self.hint = next_hint(self.app.preferences, self.choosing)
        self._refresh()

    def _show_all(self, ids: list[Id]) -> None:
        """Bring somebody of a group into view if nobody of it is."""
        spots = [token.at for who in ids if (token := self.head.scene.tokens.get(who)) is not None]
        area = pygame.Rect((0, self.turns.height), self.app.surface.get_size())
        area.height -= self.turns.height + self.look.px(140)
        if spots and not any(area.collidepoint(self.camera.centre(spot)) for spot in spots):
            middle = (sum(x for x, _ in spots) / len(spots) + 0.5, sum(y for _, y in spots) / len(spots) + 0.5)
            self.camera.look_at(middle, glide=not self.app.preferences.calm)

    def _ask_for_dice(self, question: Roll) -> None:
        from game.app.screens.dice import DiceScreen

        self.app.push(DiceScreen(self.app, self, question))

    def _ask(self, question: Choose[Any]) -> None:
        orders = self.sitting.orders.get(question.seat, Orders(self.app.preferences.reactions))
        self.prompt = Prompt(
            question.why,
            tuple(question.options),
            self.answer_option,
            forecast=self.forecast,
            question=question,
            orders=orders,
            order=self._set_order,
        )
        self.app.sounds.play("react")

    def _set_order(self, topic: str, order: Order) -> None:
        if self.choosing is None:
            return
        seat = self.choosing.question.seat
        held = self.sitting.orders.get(seat, Orders(self.app.preferences.reactions))
        self.sitting.orders[seat] = Orders(held.default, {**held.topics, topic: order})

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
        self.choosing = self.previews = self.forecast = self.prompt = None
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

    def click_cell(self, cell: Cell) -> None:
        """A cell of the board was clicked, or confirmed with the cursor."""
        if self.choosing is None or self.prompt is not None:
            return
        options = self.choosing.at(cell)
        if len(options) == 1:
            self.answer_option(options[0])
        elif options:
            token = self.head.scene.at(cell)
            title = called(token.standing) if token is not None else f"{cell[0]},{cell[1]}"
            self._list(title, options, self.camera.centre(cell))
        elif (token := self.head.scene.at(cell)) is not None and token.id != self.active:
            self._refuse(token.standing)
        elif self.choosing.lit():
            self.app.say("Nothing leads there now.")

    def _refuse(self, standing: Standing) -> None:
        """Say why nothing can be aimed at somebody, if the rules have told."""
        assert self.choosing is not None
        name = called(standing)
        reasons = [refusal for refusal in self.choosing.question.refusals() if name in refusal.label]
        text = "; ".join(f"{refusal.label}: {refusal.why}" for refusal in reasons)
        self.app.say(text or f"There is nothing to do with {name} now.")

    def explain(self) -> None:
        """Show what can't be done now, and why."""
        if self.choosing is not None:
            self.app.push(RefusalsScreen(self.app, self.choosing.question, self.sitting.match.ruleset.ledger))

    def _list(self, title: str, options: list[AnyOption], at: tuple[int, int] | None) -> None:
        self.prompt = Prompt(title, options, self.answer_option, forecast=self.forecast, cancel=True)
        self.prompt.layout(self.look, self.app.surface.get_size(), at, self.bottom())

    def undo(self) -> None:
        """Take back the last answer."""
        try:
            taken = self.course.undo()
        except Impossible as error:
            self.app.say(str(error))
            return
        self._close()
        for head in self.heads.values():
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
        self.pieces.look = self.turns.look = self.log.look = look
        self.camera.resize(size)
        high = self.turns.height
        width = min(look.px(300), size[0] * 3 // 10)
        self.log_rect = pygame.Rect(
            size[0] - width - look.px(16), high + look.px(16), width, min(look.px(330), (size[1] - high) * 9 // 20)
        )
        self.camera.margins = (0, high, 0, look.px(120))
        if not self._placed:
            self._placed = True
            self._place_camera()
        self._refresh()

    def _place_camera(self) -> None:
        self.camera.fit()
        if self.camera.zoom < 48:
            self.camera.zoom = 48 if max(self.app.surface.get_size()) < 1800 else 64
        tokens = [token for token in self.head.scene.tokens.values() if self.viewer in (None, token.side)]
        if tokens:
            middle = (
                sum(t.at[0] for t in tokens) / len(tokens) + 0.5,
                sum(t.at[1] for t in tokens) / len(tokens) + 0.5,
            )
            self.camera.look_at(middle)

    def bottom(self) -> int:
        """Where the action bar begins."""
        tops = [widget.rect.top for widget in self.bar.widgets if widget.rect.top > self.turns.height]
        return min(tops, default=self.app.surface.get_height()) - self.look.px(12)

    def _refresh(self) -> None:
        """Make the buttons anew."""
        look, size = self.look, self.app.surface.get_size()
        menu = pygame.Rect(size[0] - look.px(96), look.px(6), look.px(84), look.px(36))
        widgets: list[Widget] = [Button(menu, "Menu", self.pause, tip="Pause, save, settings (Esc)")]
        self.verbs = []
        if self.choosing is not None and self.choosing.question.refused is not None:
            why = menu.move(-look.px(104), 0).inflate(look.px(16), 0)
            widgets.append(Button(why, "Why not?", self.explain, tip="What can't be done now, and why (N)"))
        if self.choosing is not None and self.choosing.question.kind in ("pick", "act"):
            self.verbs = [*self.choosing.main, *self.choosing.ends]
            widgets += self._verb_buttons(self.verbs)
        self.bar.put(widgets)
        self.bar.focus = None
        if self.prompt is not None and not self.prompt.cancel:
            self.prompt.layout(look, size, None, size[1] - look.px(24))
        self.app.stale = True

    def _verb_buttons(self, verbs: list[Verb]) -> list[Widget]:
        look, size = self.look, self.app.surface.get_size()
        gap, high = look.px(10), look.px(54)
        room = size[0] - look.px(32)
        columns = min(len(verbs), max(1, (room + gap) // (look.px(96) + gap)))
        rows = -(-len(verbs) // columns)
        columns = -(-len(verbs) // rows)
        width = min(look.px(116), (room + gap) // columns - gap)
        top = size[1] - look.px(12) - rows * high - (rows - 1) * gap
        buttons: list[Widget] = []
        for index, verb in enumerate(verbs):
            row, column = divmod(index, columns)
            here = min(columns, len(verbs) - row * columns)
            left = (size[0] - here * (width + gap) + gap) // 2 + column * (width + gap)
            rect = pygame.Rect(left, top + row * (high + gap), width, high)
            assert self.choosing is not None
            chosen = self.choosing.verb is verb
            tip = verb.options[0].label if verb.lone else ""
            buttons.append(
                Button(
                    rect,
                    verb.title,
                    partial(self.take, verb),
                    under=self._key_of(index, verb),
                    icon=panels.verb_icon(verb.word),
                    chosen=chosen,
                    tip=tip if tip != verb.title else "",
                )
            )
        return buttons

    def _key_of(self, index: int, verb: Verb) -> str:
        if self.choosing is not None and verb is self.choosing.ender:
            return self.app.keys.shown("end")
        return self.app.keys.shown(f"action {index + 1}") if index < 10 else ""

    # -- input

    def handle(self, event: pygame.Event) -> None:
        """Panels first, then the board, then the keys."""
        if self.prompt is not None and self.prompt.handle(event):
            return
        if event.type == pygame.KEYDOWN:
            self._key(event)
            return
        if event.type == pygame.KEYUP:
            self.names = bool(pygame.key.get_mods() & pygame.KMOD_ALT)
        if self.bar.handle(event):
            self.hover = None
            return
        if event.type == pygame.MOUSEMOTION:
            self._point(event)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._press(event)
        elif event.type == pygame.MOUSEBUTTONUP:
            self._dragged = None
        elif event.type == pygame.MOUSEWHEEL:
            if self.log_rect.collidepoint(self.app.pointer):
                self.log.scroll += event.y
            else:
                self.camera.zoom_by(1 if event.y > 0 else -1, self.app.pointer)

    def _point(self, event: pygame.Event) -> None:
        if self._dragged is not None:
            self.camera.pan(self._dragged[0] - event.pos[0], self._dragged[1] - event.pos[1])
            self._dragged = event.pos
            return
        over = event.pos[1] < self.turns.height or self.log_rect.collidepoint(event.pos)
        self.hover = None if over else self.camera.cell(event.pos)
        if self.hover is not None:
            self.cursor = None

    def _press(self, event: pygame.Event) -> None:
        if event.button == 2:
            self._dragged = event.pos
        elif event.button == 3:
            if not self.step_back():
                self._inspect(event.pos)
        elif event.button == 1:
            if self.prompt is not None and self.prompt.cancel:
                self.prompt = None
            elif self.log_rect.collidepoint(event.pos):
                entry = self.log.click(event.pos, self.head.scene)
                if entry is not None and entry.at is not None:
                    self.camera.look_at((entry.at[0] + 0.5, entry.at[1] + 0.5), glide=True)
            elif event.pos[1] < self.turns.height:
                self._press_portrait(event.pos)
            else:
                cell = self.camera.cell(event.pos)
                if cell is not None:
                    self.click_cell(cell)

    def _press_portrait(self, pixel: tuple[int, int]) -> None:
        who = self.turns.who_at(pixel)
        token = self.head.scene.tokens.get(who) if who is not None else None
        if token is None:
            return
        self.camera.look_at((token.at[0] + 0.5, token.at[1] + 0.5), glide=True)
        if self.choosing is not None and self.choosing.question.kind == "pick":
            self.click_cell(token.at)

    def _inspect(self, pixel: tuple[int, int]) -> None:
        cell = self.camera.cell(pixel)
        token = self.head.scene.at(cell) if cell is not None else None
        if token is not None:
            from game.app.screens.inspect import InspectScreen

            self.app.push(InspectScreen(self.app, self.head.scene, token, self.liveries))

    def pause(self) -> None:
        """Open the pause menu."""
        from game.app.screens.pause import PauseScreen

        self.app.push(PauseScreen(self.app, self))

    def _key(self, event: pygame.Event) -> None:
        self.names = bool(event.mod & pygame.KMOD_ALT) or event.key in (pygame.K_LALT, pygame.K_RALT)
        control = self.app.keys.control(event)
        if control.startswith("action ") and self.prompt is None:
            index = int(control.split()[1]) - 1
            if index < len(self.verbs):
                if self.verbs[index].aimed and not self.verbs[index].lone:
                    self._start_cursor()
                self.take(self.verbs[index])
            return
        commands: dict[str, Callable[[], object]] = {
            "cancel": self._cancel,
            "confirm": self._confirm,
            "end": self.end_turn,
            "undo": self.undo,
            "next": lambda: self.jump(1),
            "previous": lambda: self.jump(-1),
            "cursor": self._toggle_cursor,
            "centre": self._centre,
            "zoom in": lambda: self._zoom(1),
            "zoom out": lambda: self._zoom(-1),
            "grid": self._toggle_grid,
            "sight": self._toggle_sight,
            "log": self._toggle_log,
            "cover": self._toggle_cover,
            "zones": self._toggle_zones,
            "skip": self.head.skip,
            "faster": lambda: self._pace(2.0),
            "slower": lambda: self._pace(0.5),
            "help": self._help,
            "save": self._save,
            "why": self.explain,
            "left": lambda: self._arrow(-1, 0),
            "right": lambda: self._arrow(1, 0),
            "up": lambda: self._arrow(0, -1),
            "down": lambda: self._arrow(0, 1),
        }
        if control in commands:
            commands[control]()

    def _cancel(self) -> None:
        if not self.step_back():
            self.pause()

    def _confirm(self) -> None:
        if self.cursor is None:
            self._start_cursor()
        else:
            self.click_cell(self.cursor)

    def _start_cursor(self) -> None:
        if self.cursor is None:
            who = self.active
            tokens = self.head.scene.tokens
            self.cursor = tokens[who].at if who in tokens else next((t.at for t in tokens.values()), (0, 0))
            self.hover = None

    def _toggle_cursor(self) -> None:
        if self.cursor is None:
            self._start_cursor()
        else:
            self.cursor = None

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

    def jump(self, by: int) -> None:
        """Put the cursor on the next target or lit cell."""
        if self.choosing is None:
            return
        stops = self.choosing.stops()
        if stops:
            at = stops.index(self.cursor) + by if self.cursor in stops else (0 if by > 0 else -1)
            self.cursor, self.hover = stops[at % len(stops)], None
            self.camera.show((self.cursor[0] + 0.5, self.cursor[1] + 0.5))

    def _arrow(self, across: int, down: int) -> None:
        if self.cursor is None:
            self.camera.pan(across * self.camera.zoom, down * self.camera.zoom)
            return
        x = max(0, min(self.camera.width - 1, self.cursor[0] + across))
        y = max(0, min(self.camera.height - 1, self.cursor[1] + down))
        self.cursor = (x, y)
        self.camera.show((x + 0.5, y + 0.5))

    def _centre(self) -> None:
        token = self.head.scene.tokens.get(self.active) if self.active else None
        if token is not None:
            self.camera.look_at((token.at[0] + 0.5, token.at[1] + 0.5))
        else:
            self._place_camera()

    def _zoom(self, by: int) -> None:
        width, height = self.app.surface.get_size()
        self.camera.zoom_by(by, (width // 2, height // 2))

    def _toggle_grid(self) -> None:
        self.app.preferences.grid = not self.app.preferences.grid

    def _toggle_sight(self) -> None:
        self.app.preferences.sight = not self.app.preferences.sight

    def _toggle_cover(self) -> None:
        self.show_cover = not self.show_cover

    def _toggle_zones(self) -> None:
        self.show_zones = not self.show_zones

    def _toggle_log(self) -> None:
        self.log.folded = not self.log.folded

    def _pace(self, factor: float) -> None:
        self.app.preferences.speed = max(0.25, min(8.0, self.app.preferences.speed * factor))
        self.app.say(f"Speed ×{self.app.preferences.speed:g}")

    def _help(self) -> None:
        from game.app.screens.rules import RulesScreen

        self.app.push(RulesScreen(self.app, self.sitting.match.ruleset))

    def _save(self) -> None:
        from game.app.screens.saves import save_slot

        self.app.say(save_slot(self))

    def draw(self, target: pygame.Surface) -> None:
        """Draw."""
        draw_battle(self, target)

    def leave(self) -> None:
        """Keep the battle: closing the window in the middle of a thought loses nothing."""
        self.sitting.keep()
