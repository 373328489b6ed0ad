"""Settings of the game itself, page by page; everything takes effect at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pygame

from game.play.folders import made
from game.play.preferences import NOTICE_MOST, TEXT_MOST, keep_preferences
from game.play.session import ORDER_WORDS, read_order
from game.rules.registry import names, ruleset, rulesets_folder
from game.scene.palettes import PALETTES
from game.view.widgets.forms import ListBox, ListRow
from game.view.widgets.layout import Column, Dock
from game.view.widgets.picture_button import PictureButton
from game.view.widgets.text_field import chord
from game.view.widgets.theme import BODY, FAINT, LINE, NIGHT, SMALL, TITLE, WARN, draw_panel
from game.view.widgets.widget import Button, ChoiceButton, Label, Slider, Toggle, Widget
from game.window.battle.frame import largest_scale
from game.window.controls import CONTROLS, USUAL, Keys, Pad
from game.window.destinations import Sure
from game.window.loop import App, Screen
from game.window.menu import back_button, body_dock, head_dock, write_heading
from game.window.sound import KINDS

Maker = Callable[[pygame.Rect], Widget]
"""Makes a widget in its place."""


def slider(
    text: str,
    value: float,
    ends: tuple[float, float, float],
    change: Callable[[float], object],
    *,
    say: str = "{:.0%}",
    tip: str = "",
    late: bool = False,
) -> Maker:
    """A number between two ends, by steps: lowest, highest and step; ``say`` words it; ``late`` as for Slider."""
    low, high, step = ends
    return lambda box: Slider(box, text, value, (low, high), step, change, say=say.format, tip=tip, late=late)


def toggle(text: str, on: bool, change: Callable[[bool], object], *, tip: str = "") -> Maker:
    """Something that is on or off."""
    return lambda box: Toggle(box, text, on, change, tip=tip)


def choice(text: str, choices: Sequence[tuple[str, str]], value: str, change: Callable[[str], object]) -> Maker:
    """One of several, each with its words."""
    return lambda box: ChoiceButton(box, text, choices, value, change)


PAGES = {
    "Look": "icons/eye",
    "Play": "icons/boot",
    "Questions": "icons/speak",
    "Timing": "icons/hourglass",
    "Sound": "icons/horn",
    "Keys": "icons/key",
    "Gamepad": "icons/hand",
}
"""The pages with their pictures."""

PALETTE_WORDS = {
    "usual": "For most eyes",
    "protanopia": "Weak red (protanopia)",
    "deuteranopia": "Weak green (deuteranopia)",
    "tritanopia": "Weak blue (tritanopia)",
    "contrast": "High contrast",
}

LIMIT_WORDS = [
    ("usual", "As they say"),
    ("twice", "Twice as long"),
    ("four times", "Four times as long"),
    ("none", "As long as it takes"),
]

PRESSED = {"Keys": "keys", "Gamepad": "buttons"}
"""By page: what is pressed for what."""

TITLES = {control.name: control.title for control in CONTROLS}


class SettingsScreen(Screen):
    """Pages at the left, the settings of one of them at the right."""

    room = (1024, 576)

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.page = next(iter(PAGES))
        self.waiting = ""
        """The control that gets the next key, or on the page of the gamepad the next button, that is pressed."""
        self._chosen = 0
        self._panel = pygame.Rect(0, 0, 0, 0)
        self._part = 0
        """Which of the page's settings are shown, where there is no room for all."""

    # -- what each page holds

    def _makers(self) -> Sequence[Maker]:
        pages: dict[str, Callable[[], Sequence[Maker]]] = {
            "Look": self._look,
            "Play": self._play,
            "Questions": self._questions,
            "Timing": self._timing,
            "Sound": self._sound,
        }
        return pages[self.page]()

    def _look(self) -> Sequence[Maker]:
        p = self.app.preferences
        largest = largest_scale(self.app.window.size)
        palettes = [(name, PALETTE_WORDS[name]) for name in PALETTES]
        return (
            slider(
                "Size of everything",
                min(self.app.look.scale / self.app.standing.fineness, largest),
                (0.75, largest, 0.25),
                self._rescale,
                tip="Up to what leaves a battle room in this window; a large window picks one until it is set here",
                late=True,
            ),
            slider("Size of text besides", p.text, (1.0, TEXT_MOST, 0.05), self._restyle("text")),
            choice("Colours", palettes, p.palette, self._restyle("palette")),
            toggle("Full screen", p.fullscreen, lambda _: self.app.toggle_fullscreen()),
            toggle("Reduced motion", p.calm, self._change("calm")),
            toggle("Grid", p.grid, self._change("grid")),
            toggle("Sight lines", p.sight, self._change("sight")),
            toggle("The whole map in small", p.minimap, self._change("minimap")),
        )

    def _play(self) -> Sequence[Maker]:
        p = self.app.preferences
        return (
            slider("Speed of animation", p.speed, (0.5, 8.0, 0.5), self._change("speed"), say="×{:g}"),
            toggle(
                "Skip the turns of others",
                p.skip_others,
                self._change("skip_others"),
                tip="What they did is told in a few lines when you are asked again",
            ),
            toggle("The camera follows what happens", p.follow, self._change("follow")),
            toggle("Scroll at the window's edges", p.edge_scroll, self._change("edge_scroll")),
            toggle("A card before each battle", p.opening, self._change("opening")),
            toggle("Hints", p.hints, self._hints),
        )

    def _questions(self) -> Sequence[Maker]:
        """Which questions are asked, and which are answered as usual: reactions by kind, as they have been met."""
        p = self.app.preferences
        found = [
            toggle(
                "A turn with nothing left ends by itself",
                p.auto_end,
                self._change("auto_end"),
                tip="Once only what is done beside something else is left, such as to draw or to drop something",
            ),
            toggle("Ask before a turn ends with something left", p.warn_end, self._change("warn_end")),
            toggle("Ask before a way on which somebody may strike", p.warn_way, self._change("warn_way")),
            toggle("Ask before somebody leaves for good", p.ask_leaving, self._change("ask_leaving")),
            toggle(
                "Say whose the mouse is",
                p.pass_mouse,
                self._change("pass_mouse"),
                tip="Where several play at one screen and nothing is hidden; else a curtain falls in any case",
            ),
            toggle(
                "Ask what your own dice show",
                p.own_dice,
                self._change("own_dice"),
                tip="In battles begun from now on: real dice are thrown and typed, but for what nobody may see",
            ),
            choice("Reactions", ORDER_WORDS, p.reactions, self._change("reactions")),
        ]
        for rules, topics in p.orders.items():
            title = ruleset(rules).title if rules in names() else rules.capitalize()
            for topic, order in topics.items():
                change = partial(self._order, rules, topic)
                found.append(choice(f"{title}: {topic}", ORDER_WORDS, order, change))
        return found

    def _timing(self) -> Sequence[Maker]:
        """How long things stay, and how soon they count."""
        p, seconds = self.app.preferences, "{:g} s"
        return (
            toggle(
                "Ctrl, Shift and Alt wait for the next key or click",
                p.sticky,
                self._change("sticky"),
                tip="Pressed alone, for one finger; pressed once more they wait no longer",
            ),
            slider("Notices stay", p.notice, (1.0, NOTICE_MOST, 0.5), self._change("notice"), say=seconds),
            slider("Tooltips come after", p.tip_after, (0.1, 2.0, 0.05), self._change("tip_after"), say=seconds),
            slider(
                "A screen that comes by itself waits",
                p.arrival,
                (0.0, 2.0, 0.25),
                self._change("arrival"),
                say=seconds,
                tip="What is pressed so soon was meant for what was there before, and does nothing",
            ),
            slider(
                "What is held on a gamepad counts again after",
                p.held_again,
                (0.2, 2.0, 0.05),
                self._change("held_again"),
                say=seconds,
            ),
            choice("Time that rules give for an answer", LIMIT_WORDS, p.time_limits, self._change("time_limits")),
        )

    def _sound(self) -> Sequence[Maker]:
        p = self.app.preferences
        kinds = [
            slider(kind, p.volumes.get(kind, 1.0), (0.0, 1.0, 0.1), partial(self._loudness, kind)) for kind in KINDS
        ]
        return (
            toggle("Mute", p.mute, self._change("mute")),
            slider("Volume of everything", p.volume, (0.0, 1.0, 0.1), self._change("volume")),
            *kinds,
        )

    # -- in their places

    def layout(self, size: tuple[int, int]) -> None:
        """Put everything in its place."""
        body = body_dock(self, 12, widest=1100)
        pages = Column(body.left(176), self.look.px(6), self.look.px(50))
        for page, icon in PAGES.items():
            turn = partial(self._turn, page)
            pages.put(PictureButton(pages.box(), page, turn, icon, chosen=page == self.page, size=BODY))
        self._panel = body.area
        inner, keyed = Dock(self.look, self._panel, 6, edge=(16, 12)), self.page in ("Keys", "Gamepad")
        widgets = [*pages.widgets, *(self._bindings(inner) if keyed else self._settings(inner.column(6, 40)))]
        head = head_dock(self)
        widgets.append(back_button(self, head.right(100)))
        if keyed:
            widgets.append(Button(head.right(160), f"Usual {PRESSED[self.page]}", self._usual))
        self.group.put(widgets, focus=0 if self.group.focus is None else None)

    def _settings(self, column: Column) -> list[Widget]:
        """As many settings as there is room for; a button turns to the others."""
        makers = self._makers()
        fitting = column.area.height // (column.high + column.gap)
        each = fitting if len(makers) <= fitting else fitting - 1
        parts = -(-len(makers) // each)
        start = self._part % parts * each
        places = column.grid(fitting, 1)
        found = [make(place) for make, place in zip(makers[start : start + each], places, strict=False)]
        if parts > 1:
            found.append(Button(places[-1], f"More ({self._part % parts + 1} of {parts})", self._more))
        elif len(makers) < fitting and (said := self._remark()):
            found.append(Label(places[len(makers)], said, SMALL, FAINT))
        return found

    def _remark(self) -> str:
        """What stands below the settings of a page; nothing on most."""
        if self.page == "Questions" and not self.app.preferences.orders:
            return "Kinds of reactions stand here once you have settled in a battle how to be asked about them."
        if self.page == "Play":
            where = made(rulesets_folder())
            return f"Games of others, each unpacked into a folder, are looked for as this one starts, in {where}"
        return ""

    def _bindings(self, inner: Dock) -> list[Widget]:
        """What is pressed for what."""
        keys, pad = self.page == "Keys", self.app.pad
        shown = self.app.keys.shown if keys else pad.shown
        what = "press a key …" if keys else "press a button …"
        rows = [ListRow(TITLES[name], what if name == self.waiting else shown(name)) for name in self._bindable()]
        said = "Pick one, confirm it, press the new key" if keys else "Pick one, confirm it, press the new button"
        tone = WARN if self.waiting else TITLE
        label, choose, high = Label(inner.top(24), said, BODY, tone, bold=True), partial(setattr, self, "_chosen"), 50
        listed = ListBox(
            inner.area, rows, choose, chosen=self._chosen, height=self.look.px(high), open_=self._wait, kept=self.page
        )
        return [listed, label]

    def _bindable(self) -> Sequence[str]:
        return [control.name for control in CONTROLS] if self.page == "Keys" else list(USUAL)

    def _turn(self, page: str) -> None:
        self.page, self.waiting, self._chosen, self._part = page, "", 0, 0
        self.refresh()

    def _more(self) -> None:
        self._part += 1
        self.refresh()

    # -- changes

    def _change(self, name: str) -> Any:
        def change(value: object) -> None:
            setattr(self.app.preferences, name, value)
            self.app.apply_sound_settings()

        return change

    def _restyle(self, name: str) -> Any:
        def change(value: object) -> None:
            setattr(self.app.preferences, name, value)
            self.app.restyle()

        return change

    def _rescale(self, scale: float) -> None:
        self.app.preferences.ui_scale, self.app.preferences.scale_chosen = scale, True
        self.app.restyle()

    def _hints(self, on: bool) -> None:
        self.app.preferences.hints, self.app.preferences.hints_seen = on, ()

    def _loudness(self, kind: str, value: float) -> None:
        self.app.preferences.volumes = {**self.app.preferences.volumes, kind: value}
        self.app.apply_sound_settings()
        self.app.sounds.play(KINDS[kind][0])

    def _order(self, rules: str, topic: str, word: str) -> None:
        held = self.app.preferences.orders
        self.app.preferences.orders = {**held, rules: {**held[rules], topic: read_order(word)}}

    def _wait(self, index: int) -> None:
        self.waiting = self._bindable()[index]
        self.refresh()

    def _usual(self) -> None:
        """Ask whether one's own keys or buttons may go, if there are any."""
        own = self.app.preferences.keys if self.page == "Keys" else self.app.preferences.pad
        if own:
            what = PRESSED[self.page]
            self.app.go(Sure(f"Usual {what}?", f"Your own {what} are lost then.", self._give_up))

    def _give_up(self) -> None:
        if self.page == "Keys":
            self.app.preferences.keys = {}
        else:
            self.app.preferences.pad = {}
        self.app.restyle()

    def handle(self, event: pygame.Event) -> None:
        """A key for a control, if one waits; Esc goes back."""
        if event.type == pygame.KEYDOWN and self.waiting:
            key = chord(event)
            if key:
                if key != "escape" and self.page == "Keys":
                    self._give(self.waiting, key)
                self.waiting = ""
                self.app.restyle()
            return
        if event.type != pygame.KEYDOWN or not self._cross(event.key):
            super().handle(event)

    def _cross(self, key: int) -> bool:
        """Right opens a page and goes to its settings; Left goes back to it from where arrows change nothing."""
        focus = self.group.focus
        if key == pygame.K_RIGHT and isinstance(focus, PictureButton):
            self._turn(focus.text)
            settings = self.group.widgets[len(PAGES) :]
            self.group.focus = next(each for each in settings if each.focusable and each.enabled)
            return True
        if key == pygame.K_LEFT and isinstance(focus, (Toggle, ListBox)):
            self.group.focus = self.group.widgets[list(PAGES).index(self.page)]
            return True
        return False

    def catch(self, pressed: str) -> bool:
        """A button for a control, if one waits for it."""
        if not self.waiting or self.page != "Gamepad":
            return False
        changed, other = self.app.pad.exchanged(self.waiting, pressed)
        self.app.preferences.pad = {**self.app.preferences.pad, **changed}
        if other:
            self.app.say(f"That was “{TITLES[other]}”, which has {Pad(changed).shown(other)} now.")
        self.waiting = ""
        self.app.restyle()
        return True

    def _give(self, name: str, key: str) -> None:
        """Give a control a key; whatever had it gets the other's instead, and the player is told."""
        changed, other = self.app.keys.exchanged(name, key)
        self.app.preferences.keys = {**self.app.preferences.keys, **changed}
        if other:
            self.app.say(f"That key was “{TITLES[other]}”, which has {Keys(changed).shown(other)} now.")

    def leave(self) -> None:
        """Keep the settings."""
        trouble = keep_preferences(self.app.preferences)
        if trouble:
            self.app.say(trouble)

    def draw(self, target: pygame.Surface) -> None:
        """Draw."""
        target.fill(NIGHT)
        write_heading(target, self, "Settings", self.look.px(16))
        draw_panel(target, self._panel, alpha=255, line=LINE, radius=self.look.px(10))
        self.group.draw(target, self.look)
        self.group.draw_tip(target, self.look)
