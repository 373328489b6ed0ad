"""A line of text to type, with caret, selection and input method; the names of keys on any keyboard layout."""

from __future__ import annotations

import string
from collections.abc import Callable, Container
from unicodedata import name as unicode_name

import pygame

from game.view.widgets.theme import BODY, FAINT, FOCUS, LINE, RAISED, SMALL, TITLE, Colour, Typography, draw_panel
from game.view.widgets.widget import Widget, draw_focus

_PLACES: dict[int, str] = {
    **{pygame.KSCAN_A + n: letter for n, letter in enumerate(string.ascii_lowercase)},
    **{pygame.KSCAN_1 + n: digit for n, digit in enumerate("1234567890")},
    pygame.KSCAN_MINUS: "-",
    pygame.KSCAN_EQUALS: "=",
    pygame.KSCAN_LEFTBRACKET: "[",
    pygame.KSCAN_RIGHTBRACKET: "]",
    pygame.KSCAN_BACKSLASH: "\\",
    pygame.KSCAN_SEMICOLON: ";",
    pygame.KSCAN_APOSTROPHE: "'",
    pygame.KSCAN_GRAVE: "`",
    pygame.KSCAN_COMMA: ",",
    pygame.KSCAN_PERIOD: ".",
    pygame.KSCAN_SLASH: "/",
}
"""By scancode: what the key writes on a US keyboard."""

_PAD = {*range(pygame.K_KP_DIVIDE, pygame.K_KP_PERIOD + 1), pygame.K_KP_EQUALS} - {pygame.K_KP_ENTER}
"""Keys of the number pad that write a sign."""

_DEAD = (pygame.K_UNKNOWN, 1 << 30)
"""What SDL calls a key of which it knows no sign, as a dead one: nothing, with or without the bit for what has none."""

_MODIFIERS = {
    pygame.K_LCTRL,
    pygame.K_RCTRL,
    pygame.K_LSHIFT,
    pygame.K_RSHIFT,
    pygame.K_LALT,
    pygame.K_RALT,
    pygame.K_LMETA,
    pygame.K_RMETA,
    pygame.K_MODE,
}


def _sign(event: pygame.Event) -> str:
    """The sign that a key writes without modifiers, of a dead key that of its place; nothing for keys such as Enter."""
    code = event.key
    if code in _DEAD:
        return _place(event)
    sign = chr(code) if 0x20 <= code <= 0x10FFFF else ""
    return sign if sign.isprintable() else ""


def _place(event: pygame.Event) -> str:
    return _PLACES.get(getattr(event, "scancode", 0), "")


def third_level(event: pygame.Event) -> bool:
    """Whether AltGr is held, which makes a key write its third sign; Windows tells of it as Ctrl with the right Alt."""
    return bool(getattr(event, "mod", 0) & (pygame.KMOD_RALT | pygame.KMOD_MODE))


def is_command(event: pygame.Event) -> bool:
    """Whether Ctrl or Command is held, so that nothing is written."""
    return bool(getattr(event, "mod", 0) & (pygame.KMOD_CTRL | pygame.KMOD_META)) and not third_level(event)


def has_sign(event: pygame.Event) -> bool:
    """Whether a key has a sign, which it writes unless it is a command."""
    return bool(_sign(event)) or event.key in _PAD


def key_name(event: pygame.Event, known: Container[str] = ()) -> str:
    """What a key is called, such as "a", "7" or "page up"; of two names the one that is ``known``.

    Empty for a modifier alone, and for a sign with AltGr.
    """
    names = _names(event)
    return next((name for name in names if name in known), next(iter(names), ""))


def chord(event: pygame.Event, known: Container[str] = ()) -> str:
    """A key with Ctrl and Shift as text, such as "ctrl+z"; Shift is left out where only that makes it ``known``.

    Empty for a modifier alone, and for a sign with AltGr.
    """
    ctrl = "ctrl+" if is_command(event) and event.mod & pygame.KMOD_CTRL else ""
    shift = "shift+" if getattr(event, "mod", 0) & pygame.KMOD_SHIFT else ""
    chords = [f"{ctrl}{shift}{name}" for name in _names(event)]
    tried = (*chords, *(each.removeprefix("shift+") for each in chords))
    return next((each for each in tried if each in known), next(iter(chords), ""))


def _names(event: pygame.Event) -> tuple[str, ...]:
    """What a key is called, then what the key in that place of a US keyboard is called, where that is no letter.

    Layouts that write Latin have all letters, but not all of a US keyboard's signs.
    """
    if event.key in _MODIFIERS:
        return ()
    sign, place = _sign(event), _place(event)
    if not sign or sign == " ":
        name = pygame.key.name(event.key)
        return (name,) if name else ()
    if third_level(event):
        return ()
    plain = sign.isascii() and sign.isalnum()
    if place.isdigit() and not plain:  # a layout on which digits need Shift
        return (place,)
    if not sign.isascii() and not unicode_name(sign, "").startswith("LATIN "):
        return (place or sign,)
    return (sign, place) if place and place != sign and not plain and not place.isalpha() else (sign,)


LONGEST = 1_000
"""Signs of a line."""


class TextField(Widget):
    """A line of text to type."""

    def __init__(
        self, rect: pygame.Rect, text: str, change: Callable[[str], object], *, hint: str = "", tip: str = ""
    ) -> None:
        super().__init__(rect, tip=tip)
        self.text, self.change, self.hint = text, change, hint
        self.line: Colour = LINE
        self.caret = self.anchor = len(text)
        """Where one types, in signs from the left; what lies between it and the anchor is selected."""
        self.composing = ""
        """What an input method or a dead key has not settled yet; it stands at the caret and is no part of the text."""
        self._within = 0
        """Where the input method's own caret is in that, in signs."""
        self._look: Typography | None = None
        self._left = 0
        """Pixels of the text that are pushed out at the left."""
        self.caret_box = rect
        """Where the caret stands: an input method opens its list there."""

    @property
    def selected(self) -> tuple[int, int]:
        """Where the selection begins and ends."""
        return min(self.caret, self.anchor), max(self.caret, self.anchor)

    def lay(self, look: Typography, *, focused: bool) -> None:
        """Bring the caret into sight."""
        self._look, self._left = look, self._pushed(look, focused=focused)
        if focused:
            inner, high = self._inner(look), look.font(BODY).get_height()
            box = pygame.Rect(inner.left - self._left + self._before(look), inner.centery - high // 2, 2, high)
            self.caret_box = box.clamp(inner)

    def _inner(self, look: Typography) -> pygame.Rect:
        """Where the text is written."""
        return self.rect.inflate(-look.px(16), -4)

    def holds(self, look: Typography, hint: str) -> bool:
        """Whether there is room for the whole of a hint, which is written small where it must be."""
        return look.width(hint, SMALL) <= self._inner(look).width

    def _before(self, look: Typography) -> int:
        """Pixels of text before the caret, or before that of the input method."""
        return look.width(self.text[: self.caret] + self.composing[: self._within], BODY)

    def _pushed(self, look: Typography, *, focused: bool) -> int:
        """Pixels to be pushed out at the left, as few as need be for the caret to be seen."""
        at = self._before(look)
        return max(at - self._inner(look).width + 4, min(self._left, at)) if focused else 0

    def draw(self, target: pygame.Surface, look: Typography, *, focused: bool, hovered: bool) -> None:
        """Draw it, with a caret when it has the focus; what is being composed is underlined."""
        draw_panel(target, self.rect, fill=RAISED, alpha=255, line=self.line, width=2, radius=8)
        inner = self._inner(look)
        before = target.get_clip()
        target.set_clip(inner.clip(before))
        before_caret = self.text[: self.caret]
        shown = before_caret + self.composing + self.text[self.caret :]
        small = not shown and look.width(self.hint, BODY) > inner.width
        written = look.write(shown or self.hint, SMALL if small else BODY, TITLE if shown else FAINT)
        place = written.get_rect(midleft=(inner.left - self._pushed(look, focused=focused), inner.centery))
        if self.composing:
            start, end = (look.width(part, BODY) for part in (before_caret, before_caret + self.composing))
            line = pygame.Rect(place.left + start, place.bottom - 2, end - start, 2)
            pygame.draw.rect(target, FOCUS, line)
        elif focused and self.selected[0] < self.selected[1]:
            start, end = (look.width(self.text[:each], BODY) for each in self.selected)
            mark = pygame.Rect(place.left + start, place.top, end - start, place.height)
            pygame.draw.rect(target, FOCUS, mark)
        target.blit(written, place)
        if focused:
            x = place.left + self._before(look)
            pygame.draw.line(target, TITLE, (x, place.top + 2), (x, place.bottom - 2), 2)
        target.set_clip(before)
        if focused:
            draw_focus(target, self.rect)

    def click(self, at: tuple[int, int]) -> None:
        """Put the caret there."""
        self.caret = self.anchor = self._sign_at(at[0])

    def drag(self, at: tuple[int, int]) -> None:
        """Select."""
        self.caret = self._sign_at(at[0])

    def _sign_at(self, x: int) -> int:
        if self._look is None:
            return len(self.text)
        look, wanted = self._look, x - self.rect.left - self._look.px(8) + self._left
        places = [abs(look.width(self.text[:count], BODY) - wanted) for count in range(len(self.text) + 1)]
        return places.index(min(places))

    def key(self, event: pygame.Event) -> bool:
        """Move the caret, select, delete, cut, copy and paste."""
        held = getattr(event, "mod", 0)
        if is_command(event):
            return self._command(key_name(event))
        if event.key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END):
            return self._move(event.key, selecting=bool(held & pygame.KMOD_SHIFT))
        if event.key in (pygame.K_BACKSPACE, pygame.K_DELETE):
            start, end = self.selected
            if start == end:
                start, end = (start - 1, end) if event.key == pygame.K_BACKSPACE else (start, end + 1)
            self._put(max(0, start), end, "")
            return True
        return False

    def write(self, text: str) -> None:
        """Some text was typed, dictated or composed: it takes the place of what is selected."""
        self.composing, self._within = "", 0
        written = "".join(sign for sign in text if sign.isprintable())
        if written:
            self._put(*self.selected, written)

    def compose(self, text: str, caret: int) -> None:
        """Show what is being composed, with the caret that many signs into it; nothing ends it."""
        self.composing = "".join(sign for sign in text if sign.isprintable())
        self._within = max(0, min(caret, len(self.composing)))

    def _move(self, key: int, *, selecting: bool) -> bool:
        """Move the caret; out of an empty field the keys lead elsewhere."""
        if not self.text:
            return False
        start, end = self.selected
        match key:
            case pygame.K_HOME:
                to = 0
            case pygame.K_END:
                to = len(self.text)
            case pygame.K_LEFT:
                to = start if start < end and not selecting else max(0, self.caret - 1)
            case _:
                to = end if start < end and not selecting else min(len(self.text), self.caret + 1)
        self.caret = to
        if not selecting:
            self.anchor = to
        return True

    def _command(self, key: str) -> bool:
        start, end = self.selected
        match key:
            case "a":
                self.anchor, self.caret = 0, len(self.text)
            case "c" | "x" if start < end:
                _keep(self.text[start:end])
                if key == "x":
                    self._put(start, end, "")
            case "v":
                self._put(start, end, _kept())
            case _:
                return False
        return True

    def _put(self, start: int, end: int, text: str) -> None:
        """Put something in place of a part of the text."""
        changed = (self.text[:start] + text + self.text[end:])[:LONGEST]
        self.caret = self.anchor = min(len(changed), start + len(text))
        if changed != self.text:
            self.text = changed
            self.change(self.text)


def _keep(text: str) -> None:
    """Put a text where other programs find it."""
    try:
        pygame.scrap.put_text(text)
    except pygame.error:  # there is no such place, as on some displays
        return


def _kept() -> str:
    """The text that was copied last, in one line."""
    try:
        found = pygame.scrap.get_text()
    except pygame.error:
        return ""
    return "".join(sign for sign in found.replace("\n", " ") if sign.isprintable())
