"""The rules reference, made from the ruleset's ledger, and the keys."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from game.rules.registry import names, ruleset
from game.rules.ruleset import AnyRuleset
from game.view.widgets.forms import ListBox, ListRow
from game.view.widgets.layout import Column, Dock
from game.view.widgets.text_field import TextField
from game.view.widgets.theme import BODY, FAINT, GOOD_WORD, NIGHT, TEXT, WARN, draw_panel
from game.view.widgets.widget import Button, Label, Widget
from game.window.controls import CONTROLS, Binding
from game.window.loop import App, Screen
from game.window.menu import back_button, body_dock, head_dock, write_heading


class RulesScreen(Screen):
    """A list of rules with a search, and the one that was picked; the keys are its last page."""

    room = (1024, 576)

    def __init__(self, app: App, rules: AnyRuleset, number: str = "") -> None:
        """``number``: that of the rule that is shown first."""
        super().__init__(app)
        self.ruleset = rules
        self.words = ""
        self.chosen = next((at for at, rule in enumerate(rules.ledger.rules) if rule.number == number), 0)
        self.keys = False
        self.key = -1
        """Which of the keys is picked."""
        self._panel = pygame.Rect(0, 0, 0, 0)
        # One for all layouts: it knows where one types.
        self._field = TextField(pygame.Rect(0, 0, 0, 0), "", self._search, hint="Search the rules")

    @property
    def found(self) -> list[tuple[str, str, str, str]]:
        """Number, heading, text and remark of the entries with the words looked for."""
        wanted = self.words.casefold()
        entries = [(rule.number, rule.heading, rule.text, rule.remark) for rule in self.ruleset.ledger.rules]
        return [entry for entry in entries if wanted in " ".join(entry).casefold()]

    def layout(self, size: tuple[int, int]) -> None:
        """List left, text right."""
        px, body, head = self.look.px, body_dock(self), head_dock(self)
        left, self._panel = Dock(self.look, body.left(pixels=size[0] * 2 // 5), 8), body.area
        area = Dock(self.look, body.area, edge=(16, 12)).area
        back = back_button(self, head.right(100))
        turn = Button(head.right(130), "Rules" if self.keys else "Keys", self._turn)
        widgets: list[Widget] = []
        others = names()
        if len(others) > 1 and not self.keys:
            after = next((name for name in others if name > self.ruleset.name), others[0])
            widgets.append(Button(head.right(210), f"Rules of {ruleset(after).title}", lambda: self._other(after)))
        if self.keys:
            rows = [ListRow(f"{self.app.keys.shown(control.name):<12}  {control.title}") for control in CONTROLS]
            pick = partial(setattr, self, "key")
            widgets.append(ListBox(left.area, rows, pick, chosen=self.key, height=px(32), open_=self._press))
            widgets += [turn, back]
            widgets.append(Label(area, MOUSE, BODY, TEXT))
        else:
            found = self.found
            self.chosen = max(0, min(self.chosen, len(found) - 1))
            rows = [ListRow(f"{number}  {heading}") for number, heading, _, _ in found]
            field = self._field
            field.rect = left.top(36)
            entries = ListBox(left.area, rows, self._pick, chosen=self.chosen, height=px(34), kept=self.ruleset.name)
            widgets = [field, entries, *widgets, turn, back]  # the field first: whoever types is looking for something
            told = Column(area, px(16), px(24))
            if found:
                number, heading, text, remark = found[self.chosen]
                told.put(Label(told.box(), f"{number}  {heading}", BODY + 4, GOOD_WORD, bold=True))
                told.say(self.look, text, BODY + 1)
                told.say(self.look, remark, BODY, WARN)
            else:
                told.say(self.look, "No rule has these words.", BODY, FAINT)
            widgets += told.widgets
        self.group.put(widgets, focus=0 if self.group.focus is None else None)
        for each in widgets:
            if isinstance(each, ListBox) and not self.keys:
                each.keep_seen()

    def _other(self, name: str) -> None:
        self.ruleset, self.chosen = ruleset(name), 0
        self.refresh()

    def _press(self, index: int) -> None:
        """Back to what lies below, and there what the key does."""
        self.app.pop()
        while self.app.pile and not self.app.top.covers:
            self.app.pop()
        if self.app.pile:
            self.app.command(CONTROLS[index].name)

    def _turn(self) -> None:
        self.keys = not self.keys
        self.refresh()

    def _search(self, words: str) -> None:
        self.words, self.chosen = words, 0
        self.refresh()

    def _pick(self, index: int) -> None:
        self.chosen = index
        self.refresh()

    def bindings(self) -> Sequence[Binding]:
        """The key that leads here leads back, too."""
        return (*super().bindings(), Binding("Back", self.cancel, "help"))

    def draw(self, target: pygame.Surface) -> None:
        """Draw."""
        target.fill(NIGHT)
        write_heading(
            target, self, "Keys and mouse" if self.keys else f"Rules of {self.ruleset.title}", self.look.px(16)
        )
        draw_panel(target, self._panel, alpha=255)
        self.group.draw(target, self.look)


MOUSE = "\n".join(
    (
        "Left click: choose what is under the pointer: a place to go, a target, a unit to act.",
        "Right click: step back; with nothing to step back from, look closely at whoever is under the pointer, on the "
        "board, in the bar of turns or on the card. There, words that are underlined lead on to what they mean.",
        "Wheel: nearer and farther. Middle button: drag the map.",
        "Hold Alt: names and health of everybody. While threats are shown, Shift and a click on a foe keeps its own.",
        "",
        "A click on a line of the log opens its dice and the rules they come from, and shows the place. While it is "
        "open, Ctrl and a click on somebody shows only what is about them.",
        "",
        "With the mouse alone: what a key does is done by two clicks on its row here. With one finger: by "
        "Settings, Timing Ctrl, Shift and Alt wait for the next key or click.",
    )
)
