"""When a battle is saved by itself: at once when a person decides or is asked, and now and then while nobody is."""

from __future__ import annotations

from game.files.errors import BadFile
from game.play.session import Session

EVERY = 0.4
"""Seconds between saves while nobody but opponents answers."""


class Autosave:
    """Keeps a session's battle on the disk; a disk that refuses does not end the game."""

    def __init__(self, session: Session) -> None:
        self.trouble = ""
        """Why the last save failed; empty if it didn't."""
        self._session = session
        self._changed = False
        self._waited = 0.0

    def change(self) -> None:
        """Know that there is something new to save."""
        self._changed = True

    def advance(self, seconds: float) -> None:
        """Let time pass; answers in a row are saved together."""
        self._waited += seconds
        if self._waited >= EVERY:
            self.catch_up()

    def catch_up(self) -> None:
        """Save what is new, if anything is."""
        if self._changed:
            self.keep()

    def keep(self) -> None:
        """Save now."""
        self._changed, self._waited = False, 0.0
        try:
            self._session.keep()
            self.trouble = ""
        except BadFile as error:
            self.trouble = str(error)
