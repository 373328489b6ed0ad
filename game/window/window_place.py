"""The window as the system has it: what it is called, where it stands on which screens, its points and its pixels."""

from __future__ import annotations

import ctypes
import math
import os

import pygame

from game.play.preferences import PLACES, Preferences, WindowPlace

NAME = "Battlemat"

USUAL = (1280, 720)
"""Points of a window on a screen of usual size."""

MINIMUM = (1024, 576)

SHARE = 2 / 3
"""How much of a large screen a window takes that was never placed there, across and down."""

HELD = 64
"""Points of a window's upper edge that must be on a screen, for one to drag it by."""


RIM = 40
"""Points from a screen's edge to a window in its corner: room for a title and for a bar of the desktop."""

OWN_NAME = ("SDL_APP_NAME", "SDL_VIDEO_X11_WMCLASS", "SDL_VIDEO_WAYLAND_WMCLASS")
"""By what SDL tells a desktop whose window it is. pygame has put the name of a script there."""

HINTS = {
    "SDL_IME_SHOW_UI": "1",  # the input method shows its own list of candidates
    "SDL_WINDOWS_DPI_AWARENESS": "permonitorv2",  # else Windows stretches the picture on a fine screen
}
"""What else SDL is told before it opens a window, unless the player has told it otherwise."""


def usual_size(screen: tuple[int, int]) -> tuple[int, int]:
    """Points of a window on a screen on which it has not been before: more on a larger one, so that type is legible."""
    scale = max(1.0, min(screen[0] * SHARE / USUAL[0], screen[1] * SHARE / USUAL[1]))
    return int(USUAL[0] * scale), int(USUAL[1] * scale)


def signature(screens: list[tuple[int, int]]) -> str:
    """The screens by which a place is remembered, such as "1920x1080 2560x1440"."""
    return " ".join(f"{wide}x{high}" for wide, high in screens)


def fitted(place: WindowPlace | None, screens: list[tuple[int, int]]) -> WindowPlace | None:
    """A place that was remembered, as far as it can be had with these screens; None if the window would be lost there.

    Where several screens lie beside or below one another is not known, but that they touch: of two or more, a window is
    lost only beyond all of them.
    """
    if place is None or not screens:
        return None
    widest, highest = max(wide for wide, _ in screens), max(high for _, high in screens)
    size = min(max(place.size[0], MINIMUM[0]), widest), min(max(place.size[1], MINIMUM[1]), highest)
    beside, below = sum(wide for wide, _ in screens), sum(high for _, high in screens)
    left, top = (0, 0) if len(screens) == 1 else (screens[0][0] - beside, screens[0][1] - below)
    x, y = place.at
    if not (left - size[0] + HELD <= x <= beside - HELD and top <= y <= below - HELD):
        return None
    return WindowPlace(place.at, size, place.maximised)


def has_window_manager() -> bool:
    """Whether anybody does what windows ask for, such as to fill the screen: on an X server there may be nobody.

    SDL takes the screen for filled all the same, and draws for it what only a part of is seen. It asks the server as
    this does, and keeps the answer to itself: no function, hint or event of SDL or pygame tells it.
    """
    if pygame.display.get_driver() != "x11":
        return True
    try:
        lib = ctypes.CDLL("libX11.so.6")
    except OSError:
        return True
    number = ctypes.c_ulong
    lib.XOpenDisplay.restype = ctypes.c_void_p
    lib.XDefaultRootWindow.restype = lib.XInternAtom.restype = number
    lib.XListProperties.restype = ctypes.POINTER(number)
    display = ctypes.c_void_p(lib.XOpenDisplay(None))
    if not display:
        return True
    count = ctypes.c_int()
    manager = lib.XInternAtom(display, b"_NET_SUPPORTING_WM_CHECK", 0)
    said = lib.XListProperties(display, number(lib.XDefaultRootWindow(display)), ctypes.byref(count))
    found = manager in said[: count.value] if said else False
    if said:
        lib.XFree(said)
    lib.XCloseDisplay(display)
    return found


def stand_beside(first: pygame.Window, second: pygame.Window) -> None:
    """Move a second window to the middle of a screen that the first is not on, of several the last.

    Where there is none it is made as small as it may be and stands in that corner where the first is hidden the least.
    """
    screens = pygame.display.get_desktop_sizes() or [USUAL]
    taken = pygame.Rect(first.position, first.size)
    for number in reversed(range(len(screens)) if len(screens) > 1 else ()):
        second.size = usual_size(screens[number])
        second.position = (pygame.WINDOWPOS_CENTERED | number,) * 2  # SDL knows where that screen is
        if not taken.colliderect(second.position, second.size):
            return
    wide, high = usual_size(screens[0])
    second.size = wide * MINIMUM[0] // USUAL[0], high * MINIMUM[1] // USUAL[1]
    free = pygame.Rect((0, 0), screens[0]).inflate(-2 * RIM, -2 * RIM)
    lefts, tops = (free.left, free.right - second.size[0]), (free.top, free.bottom - second.size[1])
    corners = [pygame.Rect((left, top), second.size) for left in lefts for top in reversed(tops)]
    second.position = min(corners, key=lambda corner: math.prod(taken.clip(corner).size)).topleft


class StandingWindow:
    """Opens the window where it stood when it was closed under these screens, or in the middle of the first one.

    Knows where it stands from then on and whether it fills its screen, and keeps that for the next time.
    """

    def __init__(self, preferences: Preferences, size: tuple[int, int] | None) -> None:
        """``size``: its points, whatever is remembered. Raises pygame.error where no window can be opened."""
        os.environ.update(dict.fromkeys(OWN_NAME, NAME.lower()))
        for hint, value in HINTS.items():
            os.environ.setdefault(hint, value)
        pygame.display.init()
        pygame.font.init()
        screens = pygame.display.get_desktop_sizes()
        place = fitted(preferences.windows.get(signature(screens)), screens) if size is None else None
        self._preferences = preferences
        self._maximised = place is not None and place.maximised
        self._whole = place or WindowPlace((0, 0), (0, 0))
        """Where it stands, or stood before it filled the screen."""
        self._stood: WindowPlace | None = None
        """Where it stood before it was made as large as the screen, where nobody manages windows."""
        wanted = size or (place.size if place else usual_size(screens[0] if screens else USUAL))
        where = place.at if place else pygame.WINDOWPOS_UNDEFINED
        self.window = pygame.Window(NAME, wanted, where, resizable=True, allow_high_dpi=True)
        self.window.minimum_size = MINIMUM
        self.window.get_surface()
        if place:
            self.window.position = place.at  # again: SDL did not know the frame then, within which the window lies
        if self._maximised:
            self.window.maximize()
        if preferences.fullscreen:
            self._fill()

    def notice(self, event: pygame.Event) -> None:
        """Know from an event what the system has done to the window."""
        if event.type == pygame.WINDOWMAXIMIZED:
            self._maximised = True
        elif event.type == pygame.WINDOWRESTORED:
            self._maximised = False
        if event.type in _STANDS and not self._maximised and not self._preferences.fullscreen:
            self._whole = WindowPlace(self.window.position, self.window.size)

    def save(self) -> None:
        """Write into the settings where the window stands; nothing if it was never seen to stand anywhere."""
        if self._whole.size == (0, 0):
            return
        here = signature(pygame.display.get_desktop_sizes())
        others = {name: place for name, place in self._preferences.windows.items() if name != here}
        kept = WindowPlace(self._whole.at, self._whole.size, self._maximised)
        self._preferences.windows = {here: kept, **dict(list(others.items())[: PLACES - 1])}

    def call(self, title: str) -> None:
        """Have it bear the title of a battle, by which it is told from a second window, or none."""
        wanted = f"{title} – {NAME}" if title else NAME
        if self.window.title != wanted:
            self.window.title = wanted

    def toggle_fullscreen(self) -> None:
        """To the whole screen and back."""
        self._preferences.fullscreen = not self._preferences.fullscreen
        if self._preferences.fullscreen:
            self._fill()
        elif self._stood is not None:
            self.window.size, self.window.position = self._stood.size, self._stood.at
            self._stood = None
        else:
            self.window.set_windowed()

    def _fill(self) -> None:
        """Have it fill its screen: by itself where nobody manages windows, who would be asked for it."""
        if has_window_manager():
            self.window.set_fullscreen(True)
            return
        self._stood = WindowPlace(self.window.position, self.window.size)
        self.window.position = (0, 0)
        self.window.size = pygame.display.get_desktop_sizes()[0]

    @property
    def fineness(self) -> float:
        """Pixels of the picture to a point of the screen, by which places and sizes of windows are told."""
        return self.window.get_surface().get_width() / max(self.window.size[0], 1)

    def in_points(self, box: pygame.Rect) -> pygame.Rect:
        """A box of the picture as the system tells places in the window."""
        per = self.fineness
        return pygame.Rect(*(round(each / per) for each in box))

    def in_pixels(self, event: pygame.Event) -> pygame.Event:
        """An event of the pointer, with its place in pixels of the picture: on a fine screen points are larger."""
        if event.type not in _POINTED:
            return event
        per = self.fineness
        if per == 1:
            return event
        moved: dict[str, object] = {
            name: tuple(round(each * per) for each in event.dict[name]) for name in ("pos", "rel") if name in event.dict
        }
        return pygame.Event(event.type, {**event.dict, **moved})


_STANDS = (
    pygame.WINDOWSHOWN,
    pygame.WINDOWMOVED,
    pygame.WINDOWRESIZED,
    pygame.WINDOWSIZECHANGED,
    pygame.WINDOWRESTORED,
)
_POINTED = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
