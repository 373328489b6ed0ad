"""Settings of the game itself; everything takes effect at once."""

from __future__ import annotations

from typing import Any

import pygame

from game.app.battle.frame import largest_scale
from game.app.battle.prompt import ORDER_WORDS
from game.app.controls import CONTROLS, Keys, chord
from game.app.loop import App, Screen
from game.app.preferences import keep_preferences
from game.app.screens.menu import write_heading
from game.view.forms import Group, ListBox, Row
from game.view.theme import BODY, NIGHT, TITLE, WARN
from game.view.widgets import Button, Choice, Label, Slider, Toggle, Widget


class SettingsScreen(Screen):
    """Two columns: how the game looks and plays, and the keys."""

    room = (1024, 576)

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.group = Group()
        self.waiting = ""
        """The control that gets the next key pressed."""
        self._chosen = 0

    def layout(self, size: tuple[int, int]) -> None:
        """Put everything in its place."""
        px, p = self.look.px, self.app.preferences
        left, width, top = px(24), size[0] // 2 - px(40), px(76)
        high, gap = px(38), px(4)
        largest = largest_scale(size)
        widgets: list[Widget] = []
        makers: list[tuple[type[Widget], tuple[Any, ...], dict[str, Any]]] = [
            (
                Slider,
                ("Size of text and buttons", min(p.ui_scale, largest), (0.75, largest), 0.25, self._scale),
                {"say": lambda v: f"{v:.0%}", "tip": "Up to what leaves a battle room in this window"},
            ),
            (
                Slider,
                ("Speed of animation", p.speed, (0.5, 8.0), 0.5, self._change("speed")),
                {"say": lambda v: f"×{v:g}"},
            ),
            (Slider, ("Volume", p.volume, (0.0, 1.0), 0.1, self._change("volume")), {"say": lambda v: f"{v:.0%}"}),
            (Toggle, ("Mute", p.mute, self._change("mute")), {}),
            (Toggle, ("Reduced motion", p.calm, self._change("calm")), {}),
            (Toggle, ("The camera follows what happens", p.follow, self._change("follow")), {}),
            (
                Toggle,
                ("Ask before a turn ends unused, or one leaves", p.warn_end, self._change("warn_end")),
                {},
            ),
            (Toggle, ("Hints", p.hints, self._hints), {}),
            (Toggle, ("Grid", p.grid, self._change("grid")), {}),
            (Toggle, ("Sight lines", p.sight, self._change("sight")), {}),
            (Toggle, ("The whole map in small", p.minimap, self._change("minimap")), {}),
            (Toggle, ("Scroll at the window's edges", p.edge_scroll, self._change("edge_scroll")), {}),
            (Choice, ("Reactions", ORDER_WORDS, p.reactions, self._change("reactions")), {}),
        ]
        y = top
        high = min(high, (size[1] - px(20) - top) // len(makers) - gap)
        for kind, arguments, named in makers:
            widgets.append(kind(pygame.Rect(left, y, width, high), *arguments, **named))
            y += high + gap
        x = size[0] // 2 + px(16)
        rows = [
            Row(
                f"{control.title}",
                "press a key …" if control.name == self.waiting else self.app.keys.shown(control.name),
            )
            for control in CONTROLS
        ]
        keys = pygame.Rect(x, top + px(30), size[0] - x - px(24), size[1] - top - px(60))
        widgets.append(ListBox(keys, rows, self._choose, chosen=self._chosen, height=px(50), open_=self._wait))
        widgets.append(
            Label(
                pygame.Rect(x, top, keys.width, px(24)),
                "Keys: pick one, confirm it, press the new key",
                BODY,
                WARN if self.waiting else TITLE,
                bold=True,
            )
        )
        widgets.append(Button(pygame.Rect(size[0] - px(124), px(18), px(100), px(40)), "Back", self.app.pop))
        widgets.append(Button(pygame.Rect(size[0] - px(294), px(18), px(160), px(40)), "Usual keys", self._usual))
        top_before = next((w.top for w in self.group.widgets if isinstance(w, ListBox)), 0)
        for widget in widgets:
            if isinstance(widget, ListBox):
                widget.top = top_before
        self.group.put(widgets, focus=0 if self.group.focus is None else None)

    def _change(self, name: str) -> Any:
        def change(value: object) -> None:
            setattr(self.app.preferences, name, value)
            self.app.sounds.volume, self.app.sounds.mute = self.app.preferences.volume, self.app.preferences.mute

        return change

    def _hints(self, on: bool) -> None:
        self.app.preferences.hints, self.app.preferences.hints_seen = on, ()

    def _scale(self, value: float) -> None:
        self.app.preferences.ui_scale = value
        self.app.restyle()

    def _choose(self, index: int) -> None:
        self._chosen = index

    def _wait(self, index: int) -> None:
        self.waiting = CONTROLS[index].name
        self._again()

    def _usual(self) -> None:
        self.app.preferences.keys = {}
        self.app.restyle()

    def _again(self) -> None:
        self.layout(self.app.surface.get_size())

    def handle(self, event: pygame.Event) -> None:
        """A key for a control, if one waits; Esc goes back."""
        if event.type == pygame.KEYDOWN and self.waiting:
            key = chord(event)
            if key:
                if key != "escape":
                    self._give(self.waiting, key)
                self.waiting = ""
                self.app.restyle()
            return
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.app.pop()
        else:
            self.group.handle(event)

    def _give(self, name: str, key: str) -> None:
        """Give a control a key; whatever had it gets the other's instead, and the player is told."""
        changed, other = self.app.keys.exchanged(name, key)
        self.app.preferences.keys = {**self.app.preferences.keys, **changed}
        if other:
            title = next(control.title for control in CONTROLS if control.name == other)
            self.app.say(f"That key was “{title}”, which has {Keys(changed).shown(other)} now.")

    def leave(self) -> None:
        """Keep the settings."""
        trouble = keep_preferences(self.app.preferences)
        if trouble:
            self.app.say(trouble)

    def draw(self, target: pygame.Surface) -> None:
        """Draw."""
        target.fill(NIGHT)
        write_heading(target, self, "Settings", self.look.px(16))
        self.group.draw(target, self.look)
