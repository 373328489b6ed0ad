"""Rows of settings: what makes a slider, a switch or a choice, once its place is known."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.view.widgets.widget import ChoiceButton, Slider, Toggle, Widget

Maker = Callable[[pygame.Rect], Widget]
"""Makes a widget in its place."""


def slider(
    text: str,
    value: float,
    ends: tuple[float, float, float],
    change: Callable[[float], object],
    *,
    say: str = "{:.0%}",
    tip: str = "",
    late: bool = False,
) -> Maker:
    """A number between two ends, by steps: lowest, highest and step; ``say`` words it; ``late`` as for Slider."""
    low, high, step = ends
    return lambda box: Slider(box, text, value, (low, high), step, change, say=say.format, tip=tip, late=late)


def toggle(text: str, on: bool, change: Callable[[bool], object], *, tip: str = "") -> Maker:
    """Something that is on or off."""
    return lambda box: Toggle(box, text, on, change, tip=tip)


def choice(text: str, choices: Sequence[tuple[str, str]], value: str, change: Callable[[str], object]) -> Maker:
    """One of several, each with its words."""
    return lambda box: ChoiceButton(box, text, choices, value, change)
