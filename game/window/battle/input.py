"""A battle's input: what pointer, wheel and keys mean, as commands to the battle or a change of where one looks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game.play.battle_log import write_line
from game.rules.events import Id
from game.scene.board_geometry import Pointed
from game.scene.choosing import PICK
from game.scene.scene import LogEntry
from game.view.panels.log_panel import LogTools
from game.view.widgets.theme import Pixel
from game.window.battle.board_clicks import show_cursor
from game.window.battle.camera_work import look_at_pursuit, place_camera
from game.window.battle.commanding import BattleCommands
from game.window.battle.draw_threats import foes_of
from game.window.battle.line_marks import RULE, WHY, mark_under, rule_of
from game.window.battle.panels import LOOKS
from game.window.battle.stage import Stage
from game.window.controls import WAYS, Binding, bound


class BattleInput:
    """What the player's hands do to one battle on the screen."""

    def __init__(self, stage: Stage, commands: BattleCommands) -> None:
        self.stage = stage
        self.commands = commands
        self.log_tools = stage.panels.log_tools = LogTools(stage.panels.log, self._copy_all)
        self._dragged: tuple[int, int] | None = None
        """Where the pointer was last while the map is dragged."""
        self._small = False
        """Whether the view is being drawn along on the small map."""

    def handle(self, event: pygame.Event) -> None:
        """Panels first, then the board, then the keys."""
        exchange, prompt = self.stage.exchange, self.stage.prompt
        if exchange is not None and exchange.handle(
            event, self.stage.view.keys, prompt.group.focus if prompt else None
        ):
            self.stage.view.hover = None
            return
        if prompt is not None and prompt.handle(event):
            if event.type == pygame.MOUSEMOTION:
                self.stage.view.hover = None  # what lies under the panel is not pointed at
            return
        if event.type == pygame.KEYDOWN:
            if not self._type(event):
                self._key(event)
            return
        if event.type == pygame.KEYUP:
            self.stage.view.names = bool(pygame.key.get_mods() & pygame.KMOD_ALT)
        if self.stage.panels.bar.handle(event) or (self.stage.panels.log.open and self.log_tools.group.handle(event)):
            self.stage.view.hover = None
            return
        if event.type == pygame.MOUSEMOTION:
            self._point(event)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._press(event)
        elif event.type == pygame.MOUSEBUTTONUP:
            self._dragged, self._small = None, False
        elif event.type == pygame.MOUSEWHEEL:
            if self.stage.panels.log_rect.collidepoint(self.stage.view.pointer):
                self.stage.panels.log.scroll += event.y
            elif not self.stage.off_board(self.stage.view.pointer):
                self.stage.view.camera.zoom_by(1 if event.y > 0 else -1, self.stage.view.pointer)

    def _point(self, event: pygame.Event) -> None:
        if self._small:
            self._look_there(event.pos)
            return
        if self._dragged is not None:
            self.stage.view.camera.pan(self._dragged[0] - event.pos[0], self._dragged[1] - event.pos[1])
            self._dragged = event.pos
            return
        self.stage.view.hover = None if self.stage.off_board(event.pos) else self._aim(event.pos)
        if self.stage.view.hover is not None:
            self.stage.view.cursor = None

    def _press(self, event: pygame.Event) -> None:
        if event.button == 2:
            self._dragged = event.pos
        elif event.button == 3:
            if self.stage.choosing is None or not self.commands.step_back():
                self._look_closely(event.pos)
        elif event.button == 1:
            next((None for where, what in self._presses() if where(event.pos) and what(event.pos) is not False), None)

    def _presses(self) -> Sequence[tuple[Callable[[Pixel], bool], Callable[[Pixel], object]]]:
        """Where the button may be pressed, and what that does: the first that has the pixel, and does not give False
        because something else was meant."""
        stage, panels = self.stage, self.stage.panels
        return (
            (lambda _: stage.prompt is not None and stage.prompt.cancel, self._leave_list),
            (panels.log_rect.collidepoint, self._press_log),
            (lambda _: panels.log.open and _held(pygame.KMOD_CTRL), self._read_about),
            (lambda _: stage.view.show_threats and _held(pygame.KMOD_SHIFT), self._keep_foe),
            (lambda pixel: pixel[1] < panels.turns.height, self._press_portrait),
            (panels.minimap.rect.collidepoint, self._press_map),
            (lambda pixel: panels.tracker.side_at(pixel) is not None, self._press_tracker),
            (lambda pixel: not stage.off_board(pixel), self._press_board),
        )

    def _press_map(self, pixel: Pixel) -> None:
        self._small = True
        self._look_there(pixel)

    def _press_tracker(self, pixel: Pixel) -> None:
        side = self.stage.panels.tracker.side_at(pixel)
        if side is not None:
            look_at_pursuit(self.stage.view, side)

    def _press_board(self, pixel: Pixel) -> None:
        aim = self._aim(pixel)
        if aim is not None:
            self.commands.click(aim)

    def _leave_list(self, pixel: Pixel) -> bool:
        """A click beside a list, or on its way out, closes it; on whom it is about it takes the row that is picked out.

        A click on somebody else, or beside a drawer, means that as well. Whether that was all that was meant.
        """
        asked, prompt = self.stage.asked, self.stage.prompt
        assert asked is not None and prompt is not None
        on_board = not self.stage.off_board(pixel)
        token = self.stage.scene.token(self._aim(pixel)) if on_board else None
        if token is not None and token.id == prompt.aim.about:
            prompt.take_marked()
            return True
        if not on_board and not prompt.rect.collidepoint(pixel):
            return False  # the log, the bar of turns, a button: the list stays
        asked.prompt = None
        return not on_board or (token is None and not prompt.listed.drawer)

    def _press_log(self, pixel: Pixel) -> None:
        """A line opens, and its place is shown; its marks tell why it was decided so, and by which rule it is."""
        stage, scene = self.stage, self.stage.scene
        self.log_tools.leave()
        mark, pointed = mark_under(stage.view, stage.panels, pixel), stage.panels.log.line_at(pixel, scene)
        if mark == WHY:
            self.commands.ask_why()
        elif mark == RULE and pointed is not None:
            self.commands.look_up(rule_of(stage.scene, pointed[1]))
        elif (entry := stage.panels.log.click(pixel, scene)) is not None:
            stage.view.told_at = entry.at
            if entry.at is not None:
                stage.view.camera.look_at((entry.at[0] + 0.5, entry.at[1] + 0.5), glide=not stage.view.preferences.calm)

    def _read_about(self, pixel: Pixel) -> None:
        """Read only what is about whom a pixel is on; about everybody again where nobody is."""
        self.log_tools.about(self._whom(pixel) or Id(""))

    def _copy_all(self) -> None:
        self._copy(self.stage.panels.log.shown(self.stage.scene))

    def _copy_line(self) -> None:
        """The line that was clicked or found last, else all."""
        clicked = self.stage.panels.log.clicked(self.stage.scene)
        self._copy([clicked]) if clicked is not None else self._copy_all()

    def _copy(self, entries: Sequence[LogEntry]) -> None:
        ledger = self.stage.session.match.ruleset.ledger
        self.commands.copy("\n".join(write_line(entry.line, ledger) for entry in entries))

    def _type(self, event: pygame.Event) -> bool:
        """Keys while something is looked for in the log; whether they were meant for that."""
        tools = self.log_tools
        if not tools.typing:
            return False
        control = self.stage.view.keys.control(event)
        if control == "cancel":
            tools.leave()
        elif control == "copy":
            self._copy_line()
        elif control == "confirm" and tools.group.focus is tools.field:
            tools.go(-1 if event.mod & pygame.KMOD_SHIFT else 1)
        else:
            tools.group.handle(event)
        return True

    def _look_there(self, pixel: Pixel) -> None:
        """Look at the place of the small map under a pixel."""
        spot = self.stage.panels.minimap.spot_at(self.stage.view.camera, pixel)
        if spot is not None:
            self.stage.view.camera.look_at(spot)

    def _aim(self, pixel: Pixel) -> Pointed | None:
        return self.stage.scene.aim(self.stage.view.camera.spot(pixel))

    def _press_portrait(self, pixel: Pixel) -> None:
        who = self.stage.panels.turns.who_at(pixel)
        token = self.stage.scene.tokens.get(who) if who is not None else None
        if token is None:
            return
        self.stage.view.camera.look_at(token.middle, glide=not self.stage.view.preferences.calm)
        if self.stage.choosing is not None and self.stage.choosing.asks_whose_turn(token):
            self.commands.click(self.stage.scene.aim_at_token(token.id))

    def _look_closely(self, pixel: Pixel) -> None:
        """At whom a pixel is about; where nobody is asked and nobody is there, what is being shown is skipped."""
        asked = self.stage.choosing is not None or not self.stage.view.head.busy
        who = self._whom(pixel) if asked else None
        if who is not None:
            self.commands.inspect(who)
        elif self.stage.choosing is None:
            self.stage.view.head.skip()

    def _whom(self, pixel: Pixel) -> Id | None:
        """Whom a pixel is about: of a portrait, of the bar below, or of the board."""
        stage, scene = self.stage, self.stage.scene
        if pixel[1] < stage.panels.turns.height:
            who = stage.panels.turns.who_at(pixel)
        elif stage.panels.frame.actor.collidepoint(pixel):
            who = stage.active
        else:
            token = None if stage.off_board(pixel) else scene.token(self._aim(pixel))
            who = token.id if token is not None else None
        return who if who in scene.tokens else None

    def _pointed_at(self) -> Id | None:
        """Whom the cursor or the pointer is on."""
        token = self.stage.scene.token(self.stage.view.cursor)
        return token.id if token is not None else self._whom(self.stage.view.pointer)

    def _inspect(self) -> None:
        """Look closely at whom the cursor or the pointer is on, else at the one who acts."""
        who = self._pointed_at() or self.stage.active
        if who is not None and who in self.stage.scene.tokens:
            self.commands.inspect(who)

    def bindings(self) -> Sequence[Binding]:
        """What keys do in a battle; each is a control, which has its words."""
        stage, commands, view, toggle = self.stage, self.commands, self.stage.view, self._toggle
        meant: dict[str, Callable[[], object]] = {
            "cancel": self._cancel,
            "confirm": self._confirm,
            "end": commands.end_turn,
            "undo": commands.undo,
            "next": partial(self._jump, 1),
            "previous": partial(self._jump, -1),
            "lists": self._next_drawer,
            "cursor": self._toggle_cursor,
            "centre": self._centre,
            "zoom in": partial(self._zoom, 1),
            "zoom out": partial(self._zoom, -1),
            "grid": partial(toggle, view.preferences, "grid"),
            "sight": partial(toggle, view.preferences, "sight"),
            "log": stage.panels.log.turn,
            "find": self.log_tools.find,
            "copy": self._copy_line,
            "cover": partial(toggle, view, "show_cover"),
            "zones": partial(toggle, view, "show_zones"),
            "threats": view.toggle_threats,
            "small map": partial(toggle, view.preferences, "minimap"),
            "skip": view.head.skip,
            "faster": partial(commands.change_speed, 2.0),
            "slower": partial(commands.change_speed, 0.5),
            "help": commands.help,
            "save": commands.save,
            "players": commands.show_players,
            "orders": commands.order,
            "inspect": self._inspect,
            "compare": lambda: commands.compare(self._pointed_at()),
            "why": commands.explain,
            "motive": commands.ask_why,
            **{name: partial(self._pull, name) for name in LOOKS},
            **{f"row {digit}": partial(self._row, digit) for digit in range(1, 11)},
        }
        for way, step in WAYS.items():
            meant |= {way: partial(self._arrow, *step), f"view {way}": partial(self._pan, *step)}
        return [Binding("", press, control) for control, press in meant.items()]

    def _key(self, event: pygame.Event) -> None:
        self.stage.view.names = bool(event.mod & pygame.KMOD_ALT) or event.key in (pygame.K_LALT, pygame.K_RALT)
        found = bound(event, self.stage.view.keys, self.bindings())
        if found is not None:
            found.press()

    def _toggle(self, holder: object, name: str) -> None:
        """Show what is not shown, and the other way round."""
        setattr(holder, name, not getattr(holder, name))

    def _pull(self, name: str) -> None:
        """List a drawer, if the question that is open has it and nothing is asked out of turn."""
        asked = self.stage.asked
        if asked is not None and not asked.interrupts and asked.choosing.drawer(name) is not None:
            self.commands.pull(name)

    def _next_drawer(self) -> None:
        """List the next drawer, after the last the first."""
        asked = self.stage.asked
        if asked is None or asked.interrupts or not asked.choosing.drawers:
            return
        names = [drawer.name for drawer in asked.choosing.drawers]
        opened = asked.prompt.listed.drawer if asked.prompt is not None else ""
        self.commands.pull(names[(names.index(opened) + 1 if opened else 0) % len(names)])

    def _pan(self, across: int, down: int) -> None:
        self.stage.view.camera.pan(across * self.stage.view.camera.zoom, down * self.stage.view.camera.zoom)

    def _row(self, digit: int) -> None:
        """Take one of those who may act, whose drawer need not be listed for it."""
        choosing = self.stage.choosing
        drawer = choosing.drawer(PICK) if choosing is not None and self.stage.prompt is None else None
        row = next((row for row in drawer.rows if row.digit == digit), None) if drawer is not None else None
        if row is not None:
            self.commands.choose_row(row)

    def _cancel(self) -> None:
        if not self.commands.step_back():
            self.commands.pause()

    def _confirm(self) -> None:
        cursor, choosing = self.stage.view.cursor, self.stage.choosing
        if cursor is not None:
            self.commands.click(cursor)
        elif choosing is not None and choosing.verb is not None:
            self._jump(1)  # to what is asked for
        else:
            self._start_cursor()

    def _start_cursor(self) -> None:
        scene, who = self.stage.scene, self.stage.active
        first = who if who in scene.tokens else next(iter(scene.tokens), None)
        if first is not None:  # else nobody of the viewer's is left on the board
            self.stage.view.cursor, self.stage.view.hover = scene.aim_at_token(first), None

    def _toggle_cursor(self) -> None:
        if self.stage.view.cursor is None:
            self._start_cursor()
        else:
            self.stage.view.cursor = None

    def _jump(self, by: int) -> None:
        """Put the cursor on the next target or lit cell."""
        if self.stage.choosing is None:
            return
        stops, far = self.stage.choosing.stops(), self._out_of_reach()
        stops = list(dict.fromkeys([*stops, *far] if self.stage.choosing.targets() else [*far, *stops]))
        stops.sort(key=self.stage.scene.lies)  # those who stand first: a fallen foe is seldom meant
        if stops:
            at = stops.index(self.stage.view.cursor) + by if self.stage.view.cursor in stops else (0 if by > 0 else -1)
            self.stage.view.cursor, self.stage.view.hover = stops[at % len(stops)], None
            show_cursor(self.stage.view)

    def _out_of_reach(self) -> list[Pointed]:
        """The foes that may be gone to, the nearest first."""
        asked, scene = self.stage.asked, self.stage.scene
        found = [each.id for each in scene.tokens.values() if asked is not None and asked.approaches.possible(each)]
        return [scene.aim_at_token(who) for who in scene.by_distance(self.stage.active, found)]

    def _arrow(self, across: int, down: int) -> None:
        asked, cursor = self.stage.asked, self.stage.view.cursor
        if asked is not None and (cursor is None or (cursor is asked.kept and asked.choosing.verb is None)):
            self._start_cursor()  # whoever is asked answers with the arrows; the view has keys of its own
        if self.stage.view.cursor is None:
            self._pan(across, down)
            return
        scene = self.stage.scene
        self.stage.view.cursor = scene.aim_at(scene.where.beside(self.stage.view.cursor.places[0], (across, down)))
        show_cursor(self.stage.view)

    def _centre(self) -> None:
        token = self.stage.scene.tokens.get(self.stage.active) if self.stage.active else None
        if token is not None:
            self.stage.view.camera.look_at(token.middle)
        else:
            place_camera(self.stage.view)

    def _zoom(self, by: int) -> None:
        self.stage.view.camera.zoom_by(by, self.stage.view.camera.board.center)

    def _keep_foe(self, pixel: Pixel) -> bool:
        """Go on showing what the foe at a pixel could hit, or all of them again; whether there is one."""
        stage, who = self.stage, self._whom(pixel)
        if who is None or all(who != token.id for token in foes_of(stage.view, stage.asked)):
            return False
        stage.view.kept_foe = None if stage.view.kept_foe == who else who
        return True


def _held(modifier: int) -> bool:
    return bool(pygame.key.get_mods() & modifier)
