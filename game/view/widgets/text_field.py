"""A line of text to type: with a caret, a selection, an input method, and what was cut or copied elsewhere."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.view.widgets.keys import is_command, key_name
from game.view.widgets.theme import BODY, FAINT, FOCUS, LINE, RAISED, SMALL, TITLE, Colour, Typography, draw_panel
from game.view.widgets.widget import Widget, draw_focus

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
