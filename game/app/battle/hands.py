"""A battle's input: pointer, wheel and keys become what the battle screen does."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.app.battle.staging import place_camera
from game.view.whereabouts import Aim

if TYPE_CHECKING:
    from game.app.screens.battle import BattleScreen


class Hands:
    """What the player's hands do to one battle screen."""

    def __init__(self, screen: BattleScreen) -> None:
        self.screen = screen
        self.app = screen.app
        self._dragged: tuple[int, int] | None = None
        """Where the pointer was last while the map is dragged."""

    def handle(self, event: pygame.Event) -> None:
        """Panels first, then the board, then the keys."""
        if self.screen.prompt is not None and self.screen.prompt.handle(event):
            return
        if event.type == pygame.KEYDOWN:
            self._key(event)
            return
        if event.type == pygame.KEYUP:
            self.screen.names = bool(pygame.key.get_mods() & pygame.KMOD_ALT)
        if self.screen.bar.handle(event):
            self.screen.hover = None
            return
        if event.type == pygame.MOUSEMOTION:
            self._point(event)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._press(event)
        elif event.type == pygame.MOUSEBUTTONUP:
            self._dragged = None
        elif event.type == pygame.MOUSEWHEEL:
            if self.screen.log_rect.collidepoint(self.app.pointer):
                self.screen.log.scroll += event.y
            else:
                self.screen.camera.zoom_by(1 if event.y > 0 else -1, self.app.pointer)

    def _point(self, event: pygame.Event) -> None:
        if self._dragged is not None:
            self.screen.camera.pan(self._dragged[0] - event.pos[0], self._dragged[1] - event.pos[1])
            self._dragged = event.pos
            return
        over = event.pos[1] < self.screen.turns.height or self.screen.log_rect.collidepoint(event.pos)
        self.screen.hover = None if over else self._aim(event.pos)
        if self.screen.hover is not None:
            self.screen.cursor = None

    def _press(self, event: pygame.Event) -> None:
        if event.button == 2:
            self._dragged = event.pos
        elif event.button == 3:
            if self.screen.choosing is None:
                self.screen.head.skip()
            elif not self.screen.step_back():
                self._inspect(event.pos)
        elif event.button == 1:
            if self.screen.prompt is not None and self.screen.prompt.cancel:
                self.screen.prompt = None
            elif self.screen.log_rect.collidepoint(event.pos):
                entry = self.screen.log.click(event.pos, self.screen.head.scene)
                if entry is not None and entry.at is not None:
                    self.screen.camera.look_at((entry.at[0] + 0.5, entry.at[1] + 0.5), glide=True)
            elif event.pos[1] < self.screen.turns.height:
                self._press_portrait(event.pos)
            else:
                aim = self._aim(event.pos)
                if aim is not None:
                    self.screen.click(aim)

    def _aim(self, pixel: tuple[int, int]) -> Aim | None:
        return self.screen.head.scene.aim(self.screen.camera.spot(pixel))

    def _press_portrait(self, pixel: tuple[int, int]) -> None:
        who = self.screen.turns.who_at(pixel)
        token = self.screen.head.scene.tokens.get(who) if who is not None else None
        if token is None:
            return
        self.screen.camera.look_at(token.middle, glide=True)
        if self.screen.choosing is not None and self.screen.choosing.question.kind == "pick":
            self.screen.click(self.screen.head.scene.aim_at_token(token.id))

    def _inspect(self, pixel: tuple[int, int]) -> None:
        token = self.screen.head.scene.token(self._aim(pixel))
        if token is not None:
            from game.app.screens.inspect import InspectScreen

            self.app.push(InspectScreen(self.app, self.screen.head.scene, token, self.screen.liveries))

    def _key(self, event: pygame.Event) -> None:
        self.screen.names = bool(event.mod & pygame.KMOD_ALT) or event.key in (pygame.K_LALT, pygame.K_RALT)
        control = self.app.keys.control(event)
        if control.startswith("action ") and self.screen.prompt is None:
            index = int(control.split()[1]) - 1
            if index < len(self.screen.verbs):
                if self.screen.verbs[index].aimed and not self.screen.verbs[index].lone:
                    self._start_cursor()
                self.screen.take(self.screen.verbs[index])
            return
        commands: dict[str, Callable[[], object]] = {
            "cancel": self._cancel,
            "confirm": self._confirm,
            "end": self.screen.end_turn,
            "undo": self.screen.undo,
            "next": lambda: self._jump(1),
            "previous": lambda: self._jump(-1),
            "cursor": self._toggle_cursor,
            "centre": self._centre,
            "zoom in": lambda: self._zoom(1),
            "zoom out": lambda: self._zoom(-1),
            "grid": self._toggle_grid,
            "sight": self._toggle_sight,
            "log": self._toggle_log,
            "cover": self._toggle_cover,
            "zones": self._toggle_zones,
            "skip": self.screen.head.skip,
            "faster": lambda: self._pace(2.0),
            "slower": lambda: self._pace(0.5),
            "help": self._help,
            "save": self._save,
            "more": self.screen.turn_page,
            "orders": self.screen.order,
            "why": self.screen.explain,
            "left": lambda: self._arrow(-1, 0),
            "right": lambda: self._arrow(1, 0),
            "up": lambda: self._arrow(0, -1),
            "down": lambda: self._arrow(0, 1),
        }
        if control in commands:
            commands[control]()

    def _cancel(self) -> None:
        if not self.screen.step_back():
            self.screen.pause()

    def _confirm(self) -> None:
        if self.screen.cursor is None:
            self._start_cursor()
        else:
            self.screen.click(self.screen.cursor)

    def _start_cursor(self) -> None:
        if self.screen.cursor is None:
            scene, who = self.screen.head.scene, self.screen.active
            first = who if who in scene.tokens else next(iter(scene.tokens), None)
            self.screen.cursor = scene.aim_at_token(first) if first is not None else scene.aim_at((0, 0))
            self.screen.hover = None

    def _toggle_cursor(self) -> None:
        if self.screen.cursor is None:
            self._start_cursor()
        else:
            self.screen.cursor = None

    def _jump(self, by: int) -> None:
        """Put the cursor on the next target or lit cell."""
        if self.screen.choosing is None:
            return
        stops = self.screen.choosing.stops()
        if stops:
            at = stops.index(self.screen.cursor) + by if self.screen.cursor in stops else (0 if by > 0 else -1)
            self.screen.cursor, self.screen.hover = stops[at % len(stops)], None
            self._show_cursor()

    def _arrow(self, across: int, down: int) -> None:
        if self.screen.cursor is None:
            self.screen.camera.pan(across * self.screen.camera.zoom, down * self.screen.camera.zoom)
            return
        scene = self.screen.head.scene
        self.screen.cursor = scene.aim_at(scene.where.beside(self.screen.cursor.places[0], (across, down)))
        self._show_cursor()

    def _show_cursor(self) -> None:
        cursor, scene = self.screen.cursor, self.screen.head.scene
        if cursor is not None:
            token = scene.token(cursor)
            self.screen.camera.show(token.middle if token is not None else scene.where.middle(cursor.places[0]))

    def _centre(self) -> None:
        token = self.screen.head.scene.tokens.get(self.screen.active) if self.screen.active else None
        if token is not None:
            self.screen.camera.look_at(token.middle)
        else:
            place_camera(self.screen)

    def _zoom(self, by: int) -> None:
        width, height = self.app.surface.get_size()
        self.screen.camera.zoom_by(by, (width // 2, height // 2))

    def _toggle_grid(self) -> None:
        self.app.preferences.grid = not self.app.preferences.grid

    def _toggle_sight(self) -> None:
        self.app.preferences.sight = not self.app.preferences.sight

    def _toggle_cover(self) -> None:
        self.screen.show_cover = not self.screen.show_cover

    def _toggle_zones(self) -> None:
        self.screen.show_zones = not self.screen.show_zones

    def _toggle_log(self) -> None:
        self.screen.log.folded = not self.screen.log.folded

    def _pace(self, factor: float) -> None:
        self.app.preferences.speed = max(0.25, min(8.0, self.app.preferences.speed * factor))
        self.app.say(f"Speed ×{self.app.preferences.speed:g}")

    def _help(self) -> None:
        from game.app.screens.rules import RulesScreen

        self.app.push(RulesScreen(self.app, self.screen.sitting.match.ruleset))

    def _save(self) -> None:
        from game.app.screens.saves import save_slot

        self.app.say(save_slot(self.screen))
