"""What a player can do with keys and gamepad; sticky modifiers, presses that come too early, and text input."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple
from weakref import ReferenceType, ref

import pygame

from game.view.widgets.text_field import TextField, chord, has_sign, is_command

WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
"""Steps across and down of the arrow keys, by their names."""

ARROWS = {
    pygame.K_UP: WAYS["up"],
    pygame.K_DOWN: WAYS["down"],
    pygame.K_LEFT: WAYS["left"],
    pygame.K_RIGHT: WAYS["right"],
}
"""Likewise by their codes, wherever a focus or a selection goes by them."""


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
    Control("players", "Second window for players: open, next side, close", ("f4",)),
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
        return spelled(self._shown.get(name, ""))


def spelled(key: str) -> str:
    """A key as the screen names it, such as "Ctrl+Z"."""
    return (
        "+".join(_SHOWN.get(part, part.title() if len(part) > 1 else _capital(part)) for part in key.split("+")) or "+"
    )


class Binding(NamedTuple):
    """What a key does on a screen."""

    words: str
    """In the list of keys; nothing for what needs no telling beside the one before."""
    press: Callable[[], object]
    control: str = ""
    """The control whose key it is, by which a gamepad does it too."""
    keys: tuple[str, ...] = ()
    """Keys besides, such as "ctrl+y"."""
    enabled: bool = True
    late: bool = False
    """Whether widgets come first: it is done where none makes use of the key."""

    def shown(self, keys: Keys) -> str:
        """Its key as the screen names it."""
        return keys.shown(self.control) if self.control else spelled(self.keys[0])


def bound(event: pygame.Event, keys: Keys, bindings: Iterable[Binding]) -> Binding | None:
    """The first of those that can be done now that a key event means."""
    usable = [each for each in bindings if each.enabled]
    control, key = keys.control(event), chord(event, {key for each in usable for key in each.keys})
    return next((each for each in usable if key in each.keys or (control and control == each.control)), None)


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


PRESSES = (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN, pygame.TEXTINPUT, pygame.JOYBUTTONDOWN)
"""What does something; the sticks of a gamepad only go from one thing to another, and are let go again."""

ARRIVAL = 0.25
"""Seconds in which nobody can mean what has just opened: a hand that is on its way is not stopped sooner."""


class LatePresses:
    """Knows which screen is on top, and whether it has been seen for long enough."""

    def __init__(self) -> None:
        self._seen: tuple[ReferenceType[object], ...] = ()
        """The screens of the last picture; they are not kept from going."""
        self._left = 0.0

    @property
    def waiting(self) -> bool:
        """Whether what is pressed now is too late."""
        return self._left > 0

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self._left = max(0.0, self._left - seconds)

    def passed(self, before: object, top: object, arrival: float) -> None:
        """Time has passed, and which screen was on top before it and is now: another one has come by itself.

        Then nobody can mean it for ``arrival`` seconds.
        """
        if top != before:
            self._left = arrival

    def shown(self, screens: Sequence[object]) -> None:
        """A picture was shown: what was pressed while the first one of a screen was made is forgotten."""
        now = tuple(map(ref, screens))
        if now != self._seen:
            self._seen = now
            pygame.event.clear(PRESSES)


BITS = {
    pygame.K_LCTRL: pygame.KMOD_LCTRL,
    pygame.K_RCTRL: pygame.KMOD_RCTRL,
    pygame.K_LSHIFT: pygame.KMOD_LSHIFT,
    pygame.K_RSHIFT: pygame.KMOD_RSHIFT,
    pygame.K_LALT: pygame.KMOD_LALT,
}
"""The keys that wait, with what events tell of them; AltGr writes signs, which is the system's."""

NAMES = {pygame.KMOD_CTRL: "Ctrl", pygame.KMOD_SHIFT: "Shift", pygame.KMOD_ALT: "Alt"}


class StickyModifiers:
    """Holds such keys down for whoever has one finger."""

    def __init__(self, tell: Callable[[str], object]) -> None:
        """``tell`` hears what waits for the next key."""
        self._tell = tell
        self._alone = 0
        """The one that is down, as long as nothing else was pressed with it."""
        self._waiting = 0
        self._spent = 0
        """What a click has used: it is let go with the next event."""

    def take(self, event: pygame.Event) -> pygame.Event:
        """An event as if what waits were held; a key alone waits from now on, or no longer."""
        if event.type not in (pygame.KEYDOWN, pygame.KEYUP, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            return event
        self._hold(0, let_go=self._spent)
        self._spent = 0
        if event.type == pygame.MOUSEBUTTONUP:
            return event
        key = getattr(event, "key", 0)
        if event.type == pygame.KEYUP:
            if key in BITS and key == self._alone:
                self._alone = 0
                self._waiting ^= BITS[key]
                self._hold(self._waiting, let_go=BITS[key] & ~self._waiting)
                self._tell(self._told())
            return event
        if key in BITS:
            self._alone = 0 if self._alone else key
            return event
        self._alone = 0
        used, self._waiting = self._waiting, 0
        if not used:
            return event
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._spent = used
            return event
        self._hold(0, let_go=used)
        return pygame.Event(event.type, {**event.dict, "mod": event.mod | used})

    def _hold(self, mods: int, *, let_go: int) -> None:
        """Have whoever asks what is held be told so."""
        if mods or let_go:
            pygame.key.set_mods(pygame.key.get_mods() & ~let_go | mods)

    def _told(self) -> str:
        held = " and ".join(name for bits, name in NAMES.items() if self._waiting & bits)
        return f"{held} for the next key or click" if held else "Nothing is held"


class TextInput:
    """Takes text for the field with the focus, and none while there is no such field.

    SDL's text input is off in between: an input method would keep to itself the letters that are commands.
    """

    def __init__(self, in_points: Callable[[pygame.Rect], pygame.Rect]) -> None:
        """SDL begins with text input on. ``in_points`` gives what the system calls a place in the picture."""
        self._in_points = in_points
        self.field: TextField | None = None
        """For which text is taken."""
        self._told = pygame.Rect(0, 0, 0, 0)
        """Where the input method was told that one types."""
        self._commanded = False
        """Whether the key pressed last is a command, so that what it writes is none's: X11 writes Я with Ctrl too."""
        pygame.key.stop_text_input()

    def listen(self, field: TextField | None) -> None:
        """Take text for this field from now on; what was being composed for another is dropped."""
        before = self.field
        if field is not before:
            self.field, self._told = field, pygame.Rect(0, 0, 0, 0)
            composing = before is not None and bool(before.composing)
            if before is not None:
                before.compose("", 0)
            if before is not None and (field is None or composing):
                pygame.key.stop_text_input()
            if field is not None and (before is None or composing):
                pygame.key.start_text_input()
        if field is not None and field.caret_box != self._told:
            self._told = field.caret_box.copy()
            pygame.key.set_text_input_rect(self._in_points(self._told))

    def take(self, event: pygame.Event) -> bool:
        """Take what is text, and keys that only write or belong to the input method; whether the event was that."""
        if event.type == pygame.TEXTINPUT:
            if self.field is not None and not self._commanded:
                self.field.write(event.text)
            return True
        if event.type == pygame.TEXTEDITING:
            if self.field is not None:
                self.field.compose(event.text, event.start)
            return True
        if event.type == pygame.KEYUP:
            self._commanded = False
        if event.type != pygame.KEYDOWN:
            return False
        signed, command = has_sign(event), is_command(event)
        self._commanded = signed and command
        return self.field is not None and (bool(self.field.composing) or (signed and not command))
