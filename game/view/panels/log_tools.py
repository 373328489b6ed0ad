"""What stands over the log while it is open: words to look for, of what kind and of whom, and to copy it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import get_args

import pygame

from game.rules.events import Id
from game.rules.standing import called
from game.scene.scene import KINDS, LogKind, Scene
from game.view.panels.log_panel import LogPanel
from game.view.widgets.forms import FocusGroup
from game.view.widgets.text_field import TextField
from game.view.widgets.theme import FAINT, SMALL, Typography
from game.view.widgets.widget import Button, ChoiceButton

ROW, GAP = 30, 4
"""Pixels of the design: how high a row of them is, and what is left free between."""


class LogTools:
    """Two rows of widgets in the head of the open log; what they are set to is the panel's ``wanted``."""

    def __init__(self, panel: LogPanel, copy: Callable[[], object]) -> None:
        """``copy``: what the button for it does."""
        self.panel = panel
        nowhere = pygame.Rect(0, 0, 0, 0)
        self.field = TextField(nowhere, "", self._search)
        self.before = Button(nowhere, "▲", lambda: self.go(-1))
        self.after = Button(nowhere, "▼", lambda: self.go(1))
        self.copy = Button(nowhere, "Copy", copy)
        self.kind = ChoiceButton(nowhere, "", (("", "everything"), *KINDS.items()), "", self._of_kind)
        self.whom = ChoiceButton(nowhere, "", (("", "everybody"),), "", self._of_whom)
        self.group = FocusGroup([self.field, self.before, self.after, self.copy, self.kind, self.whom])
        self._scene: Scene | None = None

    @property
    def typing(self) -> bool:
        """Whether keys are for these widgets."""
        return self.panel.open and self.group.focus is not None

    def find(self) -> None:
        """Open the log and let words be typed."""
        self.panel.open = True
        self.group.focus = self.field

    def leave(self) -> None:
        """Keys are for the battle again."""
        self.group.focus = None

    def forget(self) -> None:
        """Somebody else looks: nothing is wanted."""
        self.leave()
        self.field.text = self.kind.value = self.whom.value = ""
        self.field.caret = self.field.anchor = 0
        self.panel.forget()

    def about(self, who: Id) -> None:
        """Show what is about somebody alone."""
        self.whom.value = who
        self._of_whom(who)

    def go(self, by: int) -> None:
        """To the next match, or with -1 the one before."""
        if self._scene is not None:
            self.panel.go(by, self._scene)

    def _search(self, words: str) -> None:
        self.panel.want(replace(self.panel.wanted, words=words.strip()))
        self.go(-1)  # the latest first: one looks for what has just happened

    def _of_kind(self, kind: str) -> None:
        kinds: tuple[LogKind, ...] = get_args(LogKind)
        self.panel.want(replace(self.panel.wanted, kind=next((each for each in kinds if each == kind), None)))

    def _of_whom(self, who: str) -> None:
        self.panel.want(replace(self.panel.wanted, who=Id(who) if who else None))

    # -- on the screen

    @staticmethod
    def height(look: Typography) -> int:
        """Pixels that they take of the log."""
        return 2 * look.px(ROW + GAP) + look.px(4)

    def lay(self, look: Typography, scene: Scene, rect: pygame.Rect, shown: Callable[[str], str]) -> None:
        """Put them into the head of the log, which lies in that place; ``shown``: the key of a control, in words."""
        self._scene = scene
        self.copy.shortcut = shown("copy")
        copied = look.width(self.copy.text, SMALL, "semibold") + look.width(self.copy.shortcut, SMALL) + look.px(22)
        self.whom.choices = (("", "everybody"), *((who, name) for who, name in known_combatants(scene).items()))
        gap, high = look.px(GAP), look.px(ROW)
        row = pygame.Rect(rect.left + look.px(8), rect.top + look.px(6), rect.width - look.px(16), high)
        right = self.panel.handle.left - 2 * gap
        turned = look.width(self.after.text, SMALL, "semibold") + look.px(14)
        for button, wide in ((self.copy, copied), (self.after, turned), (self.before, turned)):
            button.rect = pygame.Rect(right - wide, row.top, wide, high)
            button.size = SMALL
            right = button.rect.left - gap
        self.field.rect = pygame.Rect(row.left, row.top, right - row.left, high)
        hint = f"Find {shown('find')}"
        self.field.hint = hint if self.field.holds(look, hint) else "Find"
        half = (row.width - gap) // 2
        self.kind.rect = pygame.Rect(row.left, row.bottom + gap, half, high)
        self.whom.rect = pygame.Rect(row.right - half, row.bottom + gap, half, high)
        self.group.lay(look)

    def draw(self, target: pygame.Surface, look: Typography, scene: Scene) -> None:
        """Draw them as they were laid."""
        self.group.draw(target, look)
        if self.panel.wanted.words:
            at, count = self.panel.found(scene)
            said = look.write(f"{at}/{count}", SMALL, FAINT)
            target.blit(said, said.get_rect(midright=(self.field.rect.right - look.px(8), self.field.rect.centery)))


def known_combatants(scene: Scene) -> dict[Id, str]:
    """Everybody whom the log tells of, as far as the viewer knows them, in the order they came up."""
    found = {entry.line.who: entry.name for entry in scene.log if entry.line.who is not None and entry.name}
    return {who: called(scene.tokens[who].standing) if who in scene.tokens else name for who, name in found.items()}
