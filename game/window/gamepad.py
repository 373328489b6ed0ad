"""A gamepad: what its buttons, pad, sticks and triggers do, and how long they have been held."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

import pygame

USUAL: dict[str, tuple[str, ...]] = {
    "confirm": ("button 0",),
    "cancel": ("button 1", "button 7"),
    "end": ("button 2",),
    "lists": ("button 3",),
    "previous": ("button 4",),
    "next": ("button 5",),
    "undo": ("button 6",),
    "cursor": ("button 8",),
    "inspect": ("button 9",),
    "left": ("pad left", "axis 0 -"),
    "right": ("pad right", "axis 0 +"),
    "up": ("pad up", "axis 1 -"),
    "down": ("pad down", "axis 1 +"),
    "view left": ("axis 3 -",),
    "view right": ("axis 3 +",),
    "view up": ("axis 4 -",),
    "view down": ("axis 4 +",),
    "zoom out": ("axis 2 +",),
    "zoom in": ("axis 5 +",),
}
"""What does what on the common kind: A, B, X, Y, the shoulders, back, start; both sticks and the triggers."""

SHOWN = {
    **{f"button {n}": name for n, name in enumerate(("A", "B", "X", "Y", "L1", "R1", "Back", "Start", "L3", "R3"))},
    **{f"pad {way}": f"D-pad {way}" for way in ("left", "right", "up", "down")},
    "axis 0 -": "Stick left",
    "axis 0 +": "Stick right",
    "axis 1 -": "Stick up",
    "axis 1 +": "Stick down",
    "axis 3 -": "Right stick left",
    "axis 3 +": "Right stick right",
    "axis 4 -": "Right stick up",
    "axis 4 +": "Right stick down",
    "axis 2 +": "L2",
    "axis 5 +": "R2",
}
"""Names of what is pressed, as they stand on the common kind."""

FAR, NEAR = 0.6, 0.4
"""How far a stick is pushed before it counts, and how far it must come back before it counts again."""

AGAIN = 0.09
"""Seconds between the times that what is held counts."""

REPEATED = ("left", "right", "up", "down", "view left", "view right", "view up", "view down", "zoom in", "zoom out")
"""What goes on as long as it is held."""


PAD_EVENTS = (
    pygame.JOYDEVICEADDED,
    pygame.JOYDEVICEREMOVED,
    pygame.JOYBUTTONDOWN,
    pygame.JOYBUTTONUP,
    pygame.JOYHATMOTION,
    pygame.JOYAXISMOTION,
)

TRIGGERS = {
    each[:-2]
    for inputs in USUAL.values()
    for each in inputs
    if each.endswith("+") and not any(f"{each[:-1]}-" in others for others in USUAL.values())
}
"""Axes of triggers, which rest far on the one side: only the other one is pressed."""


class Pad:
    """What a gamepad does, with the player's changes."""

    def __init__(self, changed: Mapping[str, str], first: float = 0.35) -> None:
        """``changed`` as of ``assign``; ``first``: seconds until what is held counts once more."""
        self.first = first
        pygame.joystick.init()
        self._sticks: dict[int, pygame.joystick.JoystickType] = {}
        """Gamepads by their numbers; they speak only as long as somebody holds them."""
        self._held: dict[str, float] = {}
        """What is pressed now, with the seconds until it counts again."""
        self.assign(changed)

    def assign(self, changed: Mapping[str, str]) -> None:
        """``changed`` gives what is pressed by the names of controls; an unknown name is left out."""
        self._of: dict[str, str] = {}
        self._shown: dict[str, str] = {}
        for name, inputs in USUAL.items():
            mine = (changed[name],) if name in changed else inputs
            self._shown[name] = mine[0]
            for each in mine:
                self._of.setdefault(each, name)
        for name, each in changed.items():
            if name in USUAL:
                self._of[each] = name

    @property
    def held(self) -> bool:
        """Whether something is pressed that goes on."""
        return any(self._of.get(each) in REPEATED for each in self._held)

    def pressed(self, event: pygame.Event) -> str:
        """What an event presses, such as "button 0", "pad up" or "axis 1 -"; empty if it presses nothing new."""
        before = set(self._held)
        match event.type:
            case pygame.JOYBUTTONDOWN:
                self._hold(f"button {event.button}", True)
            case pygame.JOYBUTTONUP:
                self._hold(f"button {event.button}", False)
            case pygame.JOYHATMOTION:
                across, up = event.value
                for name, on in (("left", across < 0), ("right", across > 0), ("up", up > 0), ("down", up < 0)):
                    self._hold(f"pad {name}", on)
            case pygame.JOYAXISMOTION:
                axis = f"axis {event.axis}"
                for sign, far in (("-", -event.value), ("+", event.value)):
                    name = f"{axis} {sign}"
                    rests = sign == "-" and axis in TRIGGERS
                    self._hold(name, far > (NEAR if name in self._held else FAR) and not rests)
            case pygame.JOYDEVICEADDED:
                with suppress(pygame.error):  # it may be gone by now
                    stick = pygame.joystick.Joystick(event.device_index)
                    self._sticks[stick.get_instance_id()] = stick
            case pygame.JOYDEVICEREMOVED:
                self._sticks.pop(event.instance_id, None)
                self._held.clear()  # nothing is pressed any more
            case _:
                return ""
        return next((each for each in self._held if each not in before), "")

    def _hold(self, name: str, on: bool) -> None:
        if on:
            self._held.setdefault(name, self.first)
        else:
            self._held.pop(name, None)

    def does(self, pressed: str) -> str:
        """The name of the control that something pressed is for, or nothing."""
        return self._of.get(pressed, "")

    def advance(self, seconds: float) -> list[str]:
        """Let time pass; gives the controls that count once more because they are held."""
        found = []
        for each, left in self._held.items():
            self._held[each] = left - seconds
            if self._held[each] <= 0:
                self._held[each] = AGAIN
                if self._of.get(each) in REPEATED:
                    found.append(self._of[each])
        return found

    def exchanged(self, name: str, pressed: str) -> tuple[dict[str, str], str]:
        """What changes if a control is given something, and whose that was: that one gets the other's."""
        other, changed = self._of.get(pressed, ""), {name: pressed}
        if other and other != name:
            return {**changed, other: self._shown[name]}, other
        return changed, ""

    def shown(self, name: str) -> str:
        """What is pressed for a control, as the screen names it."""
        each = self._shown.get(name, "")
        return SHOWN.get(each, each.capitalize())
