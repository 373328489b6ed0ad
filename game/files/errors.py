"""What every reader of files raises when a file cannot be used."""

from __future__ import annotations

from game.user_error import UserError


class BadFile(UserError):
    """A file that a player or author gave and that cannot be used.

    Its text is what the person reads: which file, where in it, and what to change; one sentence, or one line per fault.
    """
