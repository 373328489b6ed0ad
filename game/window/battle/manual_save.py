"""Keeps a battle on the player's word: a save with a name of its own, and a picture to know it by."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

import pygame

from game.files.atomic import file_words
from game.files.errors import BadFile
from game.play.folders import SAVE, state_folder
from game.window.battle.draw_battle import draw_battle
from game.window.battle.stage import Stage


def save_slot(stage: Stage) -> str:
    """Save a battle under a name of its own, with a picture. Gives what to tell the player."""
    setup = stage.session.match.setup
    name = f"{file_words(setup.title or setup.field.title)}-{datetime.now():%Y-%m-%d-%H%M%S}{SAVE}"
    try:
        path = stage.session.save_beside(state_folder("saves") / name)
    except BadFile as error:
        return str(error)
    if not stage.view.perspective.secrets:  # else the picture would tell one person what only another knows
        shown = pygame.Surface(stage.view.size)
        draw_battle(stage, shown)
        share = 480 / shown.get_width()
        with suppress(OSError, pygame.error):  # the battle is saved, and its map can stand for the picture
            pygame.image.save(pygame.transform.smoothscale_by(shown, share), path.with_suffix(".png"))
    return f"Saved: {path.name}"
