"""The clipboard of the system: where text is put that is to be used elsewhere."""

from __future__ import annotations

import pygame


def copied(text: str) -> str:
    """Put a text there, and say what came of it."""
    if not text:
        return "There is nothing to copy."
    try:
        pygame.scrap.put_text(text)
    except (pygame.error, NotImplementedError) as error:
        return f"This system has no clipboard to copy to: {error}"
    lines = len(text.splitlines())
    return f"Copied: {lines} lines" if lines > 1 else "Copied: 1 line"
