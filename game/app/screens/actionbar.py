"""The row of buttons under a battle."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.view.choosing import Choosing, Verb
from game.view.panels import verb_icon
from game.view.widgets import Button, Widget

if TYPE_CHECKING:
    from game.app.screens.battle import BattleScreen


def top_buttons(screen: BattleScreen) -> list[Widget]:
    """The menu, and what tells why something can't be done."""
    px, width = screen.look.px, screen.app.surface.get_width()
    menu = pygame.Rect(width - px(96), px(6), px(84), px(36))
    keys = screen.app.keys
    widgets: list[Widget] = [Button(menu, "Menu", screen.pause, tip=f"Pause, save, settings ({keys.shown('cancel')})")]
    if screen.choosing is not None and screen.choosing.question.refused is not None:
        why = menu.move(-px(104), 0).inflate(px(16), 0)
        tip = f"What can't be done now, and why ({keys.shown('why')})"
        widgets.append(Button(why, "Why not?", screen.explain, tip=tip))
    return widgets


def verb_buttons(screen: BattleScreen, choosing: Choosing, verbs: list[Verb]) -> list[Widget]:
    """One button for each verb, in as few rows as the window is wide."""
    if not verbs:
        return []
    look, size = screen.look, screen.app.surface.get_size()
    gap, high = look.px(10), look.px(54)
    room = size[0] - look.px(32)
    columns = min(len(verbs), max(1, (room + gap) // (look.px(96) + gap)))
    rows = -(-len(verbs) // columns)
    columns = -(-len(verbs) // rows)
    width = min(look.px(116), (room + gap) // columns - gap)
    top = size[1] - look.px(12) - rows * high - (rows - 1) * gap
    buttons: list[Widget] = []
    for index, verb in enumerate(verbs):
        row, column = divmod(index, columns)
        here = min(columns, len(verbs) - row * columns)
        left = (size[0] - here * (width + gap) + gap) // 2 + column * (width + gap)
        rect = pygame.Rect(left, top + row * (high + gap), width, high)
        chosen = choosing.verb is verb
        tip = verb.options[0].label if verb.lone else ""
        buttons.append(
            Button(
                rect,
                verb.title,
                partial(screen.take, verb),
                under=_key_of(screen, choosing, index, verb),
                icon=verb_icon(verb.word),
                chosen=chosen,
                tip=tip if tip != verb.title else "",
            )
        )
    return buttons


def _key_of(screen: BattleScreen, choosing: Choosing, index: int, verb: Verb) -> str:
    if verb is choosing.ender:
        return screen.app.keys.shown("end")
    return screen.app.keys.shown(f"action {index + 1}") if index < 10 else ""
