"""Names of what a player can do with keys, and the keys that do it unless changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pygame

from game.view.widgets.keys import chord

ARROWS = {pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1), pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0)}
"""Steps across and down of the arrow keys, wherever a focus or a selection goes by them."""


@dataclass(frozen=True, slots=True)
class Control:
    """Something that a key can do."""

    name: str
    title: str
    keys: tuple[str, ...]
    """The usual ones, such as "ctrl+z"."""


CONTROLS: tuple[Control, ...] = (
    Control("confirm", "Confirm", ("return", "enter")),
    Control("cancel", "Step back; pause", ("escape",)),
    Control("next", "Next unit or target", ("tab",)),
    Control("previous", "Previous unit or target", ("shift+tab",)),
    Control("end", "End this unit's turn", ("space",)),
    Control("undo", "Take back", ("ctrl+z",)),
    Control("attack", "Attacks", ("a",)),
    Control("move", "Moves", ("m",)),
    Control("defend", "Defence", ("d",)),
    Control("manoeuvre", "Tricks", ("r",)),
    Control("things", "Things", ("t",)),
    Control("magic", "Magic", ("k",)),
    Control("pick", "Who acts, and the like", ("p",)),
    *(Control(f"row {n}", f"Row {n} of what is open", (str(n % 10),)) for n in range(1, 11)),
    Control("lists", "Next list of what can be done", ("e",)),
    Control("left", "Cursor or view left", ("left",)),
    Control("right", "Cursor or view right", ("right",)),
    Control("up", "Cursor or view up", ("up",)),
    Control("down", "Cursor or view down", ("down",)),
    Control("view left", "View left", ("ctrl+left", "[4]")),
    Control("view right", "View right", ("ctrl+right", "[6]")),
    Control("view up", "View up", ("ctrl+up", "[8]")),
    Control("view down", "View down", ("ctrl+down", "[2]")),
    Control("cursor", "Board cursor on or off", ("c",)),
    Control("centre", "Centre on who acts", ("home",)),
    Control("zoom in", "Nearer", ("page up",)),
    Control("zoom out", "Farther", ("page down",)),
    Control("grid", "Grid", ("g",)),
    Control("sight", "Sight lines", ("l",)),
    Control("cover", "Cover and elevation", ("v",)),
    Control("zones", "Zones", ("z",)),
    Control("threats", "What foes could hit", ("x",)),
    Control("small map", "The whole map in small", ("b",)),
    Control("inspect", "Look closely at whom the pointer is on", ("i",)),
    Control("compare", "An attack on whom the pointer is on, under other rules", ("u",)),
    Control("why", "What can't be done, and why", ("n",)),
    Control("motive", "Why did it do that?", ("w",)),
    Control("log", "The log: open, with all dice, closed", ("j",)),
    Control("find", "Find in the log", ("ctrl+f",)),
    Control("copy", "Copy a line of the log, or all of it", ("ctrl+c",)),
    Control("orders", "Standing orders for reactions", ("o",)),
    Control("faster", "Faster", ("=", "+", "[+]")),
    Control("slower", "Slower", ("-", "[-]")),
    Control("skip", "Skip animation", ("backspace",)),
    Control("help", "Rules and keys", ("f1",)),
    Control("save", "Save", ("f5",)),
    Control("fullscreen", "Fullscreen", ("f11",)),
    Control("screenshot", "Screenshot", ("f12",)),
)


class Keys:
    """Which key does what, with the player's changes."""

    def __init__(self, changed: Mapping[str, str]) -> None:
        """``changed`` gives keys by the names of controls; an unknown name is left out."""
        self._control: dict[str, str] = {}
        self._shown: dict[str, str] = {}
        for control in CONTROLS:
            keys = (changed[control.name],) if control.name in changed else control.keys
            self._shown[control.name] = keys[0]
            for key in keys:
                self._control.setdefault(key, control.name)
        for name, key in changed.items():
            if name in self._shown:
                self._control[key] = name

    def control(self, event: pygame.Event) -> str:
        """The name of what a key event does, or nothing."""
        return getattr(event, "control", "") or self._control.get(chord(event, self._control), "")

    def exchanged(self, name: str, key: str) -> tuple[dict[str, str], str]:
        """What changes if a control is given a key, and whose that was: no two have one, so that one gets the other."""
        other, changed = self._control.get(key, ""), {name: key}
        if other and other != name:
            return {**changed, other: self._shown[name]}, other
        return changed, ""

    def press(self, name: str) -> pygame.Event:
        """The key event that would do something."""
        return _pressed(self._shown[name])

    def shown(self, name: str) -> str:
        """The key of a control as the screen names it."""
        key = self._shown.get(name, "")
        return (
            "+".join(_SHOWN.get(part, part.title() if len(part) > 1 else _capital(part)) for part in key.split("+"))
            or "+"
        )


def asked_by_pad(name: str) -> pygame.Event:
    """How a gamepad asks screens that know only keys for a control: its usual key, which buttons and lists know too,
    whatever key the player has given it.
    """
    return _pressed(next(control.keys[0] for control in CONTROLS if control.name == name), control=name)


def _pressed(keys: str, **more: Any) -> pygame.Event:
    *modifiers, key = keys.split("+")
    mod = (pygame.KMOD_SHIFT if "shift" in modifiers else 0) | (pygame.KMOD_CTRL if "ctrl" in modifiers else 0)
    return pygame.Event(pygame.KEYDOWN, key=pygame.key.key_code(key), mod=mod, unicode="", scancode=0, **more)


def _capital(letter: str) -> str:
    """As it stands on a key; there is one ß, and no SS."""
    capital = letter.upper()
    return capital if len(capital) == 1 else letter


_SHOWN = {"return": "Enter", "escape": "Esc", "backspace": "Back", "page up": "PgUp", "page down": "PgDn"}
