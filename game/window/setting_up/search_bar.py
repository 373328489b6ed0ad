"""How far a search for a squad has come, and how long it may still take."""

from __future__ import annotations

import pygame

from game.lab.difficulty import MOST_FOUGHT
from game.lab.forecast_process import SearchProcess
from game.view.widgets.progress import ProgressBar

LONG = 90
"""Seconds from which on it is told in minutes."""


def search_bar(rect: pygame.Rect, process: SearchProcess) -> ProgressBar:
    """A bar that is full when no more battles will be fought; most searches end before."""
    return ProgressBar(rect, lambda: tell_search(process), lambda: process.step.fought / MOST_FOUGHT)


def tell_search(process: SearchProcess) -> str:
    """Which squad is tried, after how many battles of at most how many, and how long the others would take."""
    step, pace = process.step, process.seconds_each
    seconds = max(1, round(pace * (MOST_FOUGHT - step.fought)))
    time = f"{seconds} s" if seconds < LONG else f"{round(seconds / 60)} min"
    return f"Squad {step.tried}, battle {step.fought} of {MOST_FOUGHT}{f', {time} at most' if pace else ''}"
