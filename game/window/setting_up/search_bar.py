"""How far the quick battles have come that look for a squad."""

from __future__ import annotations

import pygame

from game.lab.difficulty import MOST_FOUGHT
from game.lab.forecast_process import SearchProcess
from game.view.widgets.progress import ProgressBar


def search_bar(rect: pygame.Rect, process: SearchProcess, known: str = "") -> ProgressBar:
    """A bar that is full when no more battles will be fought, with what is ``known``; most searches end before."""

    def told() -> str:
        battles = f"quick battle {process.step.fought} of {MOST_FOUGHT} at most"
        return f"{known}; {battles}" if known else battles.capitalize()

    return ProgressBar(rect, told, lambda: process.step.fought / MOST_FOUGHT)
