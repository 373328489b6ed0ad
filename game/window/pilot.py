"""Plays the window as a person does, from a program: presses keys, clicks the board and buttons, waits to be asked.

It ships with the game, for tests and for reproducing faults; it touches nothing but events and what is on the screen.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame

from game.rules.questions import AnyOption, Choose, Option
from game.scene.board_geometry import Spot
from game.scene.choosing import Verb
from game.spatial.field import Cell
from game.view.widgets.widget import Button, Widget
from game.window.battle.panels import DrawerButton, VerbButton
from game.window.battle.prompt import Prompt
from game.window.battle.stage import Stage
from game.window.loop import App
from game.window.screens.battle import BattleScreen
from game.window.screens.opening import OpeningScreen, PassScreen

FRAME = 1 / 30
PATIENCE = 40_000
"""Frames that are waited at most."""

GREETINGS = (OpeningScreen, PassScreen)
"""What lies over a battle and goes at any key."""


class Stuck(RuntimeError):
    """What was waited for does not come, or what was to be pressed is not there."""


class Pilot:
    """Hands and eyes for the window."""

    def __init__(self, app: App) -> None:
        self.app = app

    # -- hands

    def press(self, keys: str) -> None:
        """Press a key, such as "space", "tab" or "ctrl+z"."""
        *modifiers, name = keys.split("+") if keys != "+" else ["+"]
        mod = sum({"ctrl": pygame.KMOD_CTRL, "shift": pygame.KMOD_SHIFT, "alt": pygame.KMOD_ALT}[m] for m in modifiers)
        code = pygame.key.key_code(name)
        self._do(pygame.Event(pygame.KEYDOWN, key=code, mod=mod, unicode="", scancode=0))
        if not modifiers and (len(name) == 1 or name == "space"):
            self._write(" " if name == "space" else name)
        self._do(pygame.Event(pygame.KEYUP, key=code, mod=0, unicode="", scancode=0))

    def type(self, text: str) -> None:
        """Type a text, sign by sign."""
        for sign in text:
            self._do(pygame.Event(pygame.KEYDOWN, key=ord(sign.lower()), mod=0, unicode="", scancode=0))
            self._write(sign)

    def point(self, pixel: tuple[int, int]) -> None:
        """Move the pointer."""
        self._do(pygame.Event(pygame.MOUSEMOTION, pos=pixel, rel=(0, 0), buttons=(0, 0, 0)))

    def click(self, pixel: tuple[int, int], button: int = 1) -> None:
        """Point and click."""
        self.point(pixel)
        self._do(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=pixel, button=button))
        self._do(pygame.Event(pygame.MOUSEBUTTONUP, pos=pixel, button=button))

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Press the button at a pixel, move to another, let go."""
        self.point(start)
        self._do(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
        self.point(((start[0] + end[0]) // 2, (start[1] + end[1]) // 2))
        self.point(end)
        self._do(pygame.Event(pygame.MOUSEBUTTONUP, pos=end, button=1))

    def drop(self, file: Path) -> None:
        """Drop a file on the window."""
        self._do(pygame.Event(pygame.DROPFILE, file=str(file)))

    def wheel(self, steps: int) -> None:
        """Turn the wheel."""
        self._do(pygame.Event(pygame.MOUSEWHEEL, x=0, y=steps))

    def point_cell(self, cell: Cell) -> None:
        """Point at a cell of the board."""
        self.point(self._pixel((cell[0] + 0.5, cell[1] + 0.5)))

    def point_spot(self, spot: Spot) -> None:
        """Point at a spot of the board, in cells."""
        self.point(self._pixel(spot))

    def click_spot(self, spot: Spot) -> None:
        """Click a spot of the board, in cells; the view is moved there first, as a person would."""
        self.click(self._pixel(spot))

    def click_button(self, text: str) -> None:
        """Click the button whose text begins so. Raises Stuck if there is none."""
        self.click(self._button(text).rect.center)

    def choose(self, key: str) -> None:
        """Answer the question that is open with an option, by clicks alone. Raises Stuck if that can't be done."""
        battle = self.battle
        choosing = battle.choosing
        if choosing is None:
            raise Stuck("no question is open")
        option: Option[Any] = choosing.question.options.find(key)
        if battle.prompt is None:
            self._aim(battle, option)
        if battle.choosing is choosing and battle.prompt is not None:
            listed = next((each for each in battle.prompt.options if each.key == key), None)
            if listed is None:
                raise Stuck(f"{key!r} is not in the list that is open")
            self._click_row(battle.prompt, listed)
        if battle.choosing is choosing:
            raise Stuck(f"{key!r} could not be chosen by clicks")

    def _aim(self, battle: Stage, option: Option[Any]) -> None:
        """Press the verb's button, then the target or place."""
        choosing = battle.choosing
        assert choosing is not None
        verb = next(
            verb
            for verb in choosing.verbs
            if option.key in {each.key for each in verb.options} or any(f.find(option.key) for f in verb.families)
        )
        self._press(battle, verb)
        self._agree()
        if battle.choosing is not choosing or choosing.verb is not verb:
            return
        token = battle.scene.tokens.get(option.target) if option.target is not None else None
        if token is not None and option in verb.options:
            self.click_spot(token.middle)
        elif option.place is not None:
            self.click_spot(battle.scene.free_spot(option.place))
            self._agree()

    def _agree(self) -> None:
        """Say yes, if it is asked back."""
        if not self.at_battle and any(text.startswith("Yes") for text in self.buttons()):
            self.click_button("Yes")

    def _click_row(self, prompt: Prompt, option: AnyOption) -> None:
        """Click the row of an option, on whatever page of the list it is."""
        while option not in prompt.shown:
            self.click(prompt.row_of(option).rect.center)
        self.click(prompt.row_of(option).rect.center)

    def _press(self, battle: Stage, verb: Verb) -> None:
        """Press a verb's button, or that of its drawer and its row there."""
        asked = battle.asked
        assert asked is not None
        opened = asked.prompt.listed.drawer if asked.prompt is not None else ""
        for drawer in asked.choosing.drawers:
            if any(row.verb is verb for row in drawer.rows) and opened != drawer.name:
                buttons = (each for each in battle.panels.bar.widgets if isinstance(each, DrawerButton))
                self.click(next(each for each in buttons if each.drawer.name == drawer.name).rect.center)
        if asked.choosing.verb is verb:
            return
        prompt = asked.prompt
        row = next((each for each in prompt.options if each.verb == verb.word), None) if prompt is not None else None
        if prompt is not None and row is not None:
            self._click_row(prompt, row)
            return
        for widget in battle.panels.bar.widgets:
            if isinstance(widget, VerbButton) and widget.verb is verb:
                self.click(widget.rect.center)
                return
        raise Stuck(f"{verb.title!r} has no button")

    def press_verb(self, verb: Verb) -> None:
        """Take a verb with keys alone: that of its drawer and the digit of its row. Raises Stuck if it has none."""
        battle = self.battle
        choosing = battle.choosing
        if choosing is not None and verb is choosing.ender:
            self.press_control("end")
            return
        for drawer in choosing.drawers if choosing is not None else ():
            for row in drawer.rows:
                if row.verb is verb and row.digit:
                    self.press_control(drawer.name)
                    if drawer.only is None:
                        self.press_control(f"row {row.digit}")
                    return
        raise Stuck(f"{verb.title!r} has no key")

    def press_control(self, name: str) -> None:
        """Press the key that has a meaning."""
        self._do(self.app.keys.press(name))

    # -- eyes

    @property
    def screen(self) -> BattleScreen:
        """The battle's screen, whatever lies over it. Raises Stuck if there is none."""
        for screen in self.app.pile:
            if isinstance(screen, BattleScreen):
                return screen
        raise Stuck("no battle is on the screen")

    @property
    def battle(self) -> Stage:
        """The battle as it stands on the screen. Raises Stuck if there is none."""
        return self.screen.stage

    @property
    def at_battle(self) -> bool:
        """Whether nothing lies over the battle."""
        return isinstance(self.app.top, BattleScreen)

    @property
    def asked(self) -> Choose[Any] | None:
        """The question that is open."""
        choosing = self.battle.choosing
        return choosing.question if choosing is not None else None

    def text(self) -> str:
        """The battle as the person at the screen sees it, in words."""
        choosing = self.battle.choosing
        return self.battle.scene.text() + ("\n" + choosing.text() if choosing is not None else "")

    def buttons(self) -> list[str]:
        """The texts of the buttons that can be pressed now."""
        return [widget.text for widget in self._widgets() if isinstance(widget, Button) and widget.enabled]

    # -- patience

    def step(self, frames: int = 1) -> None:
        """Let some frames pass."""
        for _ in range(frames):
            self.app.step(FRAME, [])

    def wait_until(self, happened: Callable[[], bool], what: str) -> None:
        """Let frames pass until something is so. Raises Stuck when it never is."""
        for _ in range(PATIENCE):
            if happened():
                return
            if self._greeting_on_top:
                self.press("return")
            self.app.step(FRAME, [])
            if not self.app.running:
                raise Stuck(f"the window has closed while waiting until {what}")
            stages = [screen.stage for screen in self.app.pile if isinstance(screen, BattleScreen)]
            if any(stage.driver.thinking or stage.weighing for stage in stages):
                self.app.opponents.catch_up()  # how many frames pass does not hang on how fast others think
                self.app.oracle.catch_up()
        raise Stuck(f"waited in vain until {what}")

    def wait_until_asked(self) -> Choose[Any] | None:
        """Wait for a question to the person at the screen, or for another screen on top; gives the question.

        What only says that a battle begins, or whose turn it is, is gone past.
        """
        battle = self.battle
        over = (BattleScreen, *GREETINGS)
        self.wait_until(lambda: battle.choosing is not None or not isinstance(self.app.top, over), "a person is asked")
        return self.asked if self.at_battle else None

    # -- inside

    @property
    def _greeting_on_top(self) -> bool:
        """Whether one of them does."""
        return isinstance(self.app.top, GREETINGS)

    def _write(self, sign: str) -> None:
        """What a key writes comes as text, to a field that has the focus, and to nothing else."""
        if self.app.text_input.field is not None:
            self._do(pygame.Event(pygame.TEXTINPUT, text=sign))

    def _do(self, event: pygame.Event) -> None:
        """A person presses nothing on a screen that has come by itself before they have seen it."""
        while self.app.late.waiting and self.app.running:
            self.app.step(FRAME, [])
        self.app.step(FRAME / 10, [event])

    def _pixel(self, spot: Spot) -> tuple[int, int]:
        battle = self.battle
        camera = battle.view.camera
        pixel = camera.pixel(spot)
        if not self._free(battle, pixel):
            camera.look_at(spot)
            pixel = camera.pixel(spot)
        return pixel

    def _free(self, battle: Stage, pixel: tuple[int, int]) -> bool:
        """Whether a pixel belongs to the board, not to a panel."""
        width, height = self.app.surface.get_size()
        inside = 0 <= pixel[0] < width and 0 <= pixel[1] < height
        return inside and not battle.off_board(pixel)

    def _widgets(self) -> list[Widget]:
        top = self.app.top
        if isinstance(top, BattleScreen):
            battle = top.stage
            return [*(battle.prompt.group.widgets if battle.prompt else []), *battle.panels.bar.widgets]
        return list(top.group.widgets)

    def _button(self, text: str) -> Button:
        for widget in self._widgets():
            if isinstance(widget, Button) and widget.text.startswith(text):
                return widget
        raise Stuck(f"no button begins with {text!r}; there are {', '.join(self.buttons())}")
