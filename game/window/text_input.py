"""Text from the keyboard, by SDL's text input: dead keys, AltGr and input methods included."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.view.widgets.keys import has_sign, is_command
from game.view.widgets.text_field import TextField


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
