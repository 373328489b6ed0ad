"""The buttons of the bar below: a drawer for each sort of deed, which the dock lists, and what ends the turn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from game.scene.choosing import Drawer, Verb
from game.view.widgets.widget import Button

LOOKS: dict[str, tuple[str, str]] = {
    "attack": ("Attack", "sword"),
    "move": ("Move", "boot"),
    "defend": ("Defend", "shield"),
    "manoeuvre": ("Tricks", "grab"),
    "things": ("Things", "hand"),
    "magic": ("Magic", "spell"),
    "pick": ("Choose", "flag"),
}
"""What the button of a drawer says, and its picture."""

WIDEST = 132
"""Pixels of a button where there is room."""

SMALLEST = 10
"""Size of the words on a button, where there are many in a narrow window."""


class VerbButton(Button):
    """A button that takes a verb: what ends the turn."""

    def __init__(
        self, rect: pygame.Rect, text: str, verb: Verb, take: Callable[[Verb], object], key: str, *, size: int
    ) -> None:
        icon = f"icons/{verb.icon}" if verb.icon else ""
        super().__init__(rect, text, partial(take, verb), shortcut=key, icon=icon, size=size)
        self.tip = verb.title if text != verb.title else ""
        self.verb = verb


class DrawerButton(Button):
    """Lists what a drawer holds; pale while nothing in it can be done, and lists it then too, to say why."""

    def __init__(
        self,
        rect: pygame.Rect,
        drawer: Drawer,
        pull: Callable[[str], object],
        key: str,
        *,
        size: int,
    ) -> None:
        title, icon = LOOKS[drawer.name]
        super().__init__(rect, title, partial(pull, drawer.name), shortcut=key, icon=f"icons/{icon}", size=size)
        self.drawer = drawer
        self.enabled = drawer.usable

    def click(self, at: tuple[int, int]) -> None:
        """List it even if all that is in it has to be refused."""
        self.press()
