"""Keeps pictures of the window as files."""

from __future__ import annotations

from datetime import datetime
from io import BytesIO

import pygame

from game.files.atomic import write_new
from game.files.errors import BadFile
from game.play.folders import output_folder


def keep_picture(surface: pygame.Surface) -> str:
    """Write what is shown into a file of the player's folder; gives a sentence that says where, or why it can't be."""
    taken = BytesIO()
    pygame.image.save(surface, taken, "screen.png")
    try:
        path = write_new(output_folder("screenshots") / f"{datetime.now():%Y-%m-%d-%H%M%S}.png", taken.getvalue())
    except BadFile as error:
        return f"No picture was saved: {error}"
    return f"Picture saved: {path}"
