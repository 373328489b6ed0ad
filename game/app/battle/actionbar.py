"""The row of buttons under a battle."""

from __future__ import annotations

import pygame

from game.app.battle.commanding import BattleCommands
from game.app.battle.stage import Stage
from game.app.battle.verb_button import VerbButton
from game.view.choosing import Choosing
from game.view.theme import SMALL
from game.view.widgets import Button, Widget


def top_buttons(stage: Stage, commands: BattleCommands) -> list[Widget]:
    """The menu, and what tells why something can't be done."""
    px, width = stage.look.px, stage.size[0]
    menu = pygame.Rect(width - px(96), px(6), px(84), px(36))
    keys = stage.keys
    widgets: list[Widget] = [
        Button(menu, "Menu", commands.pause, tip=f"Pause, save, settings ({keys.shown('cancel')})")
    ]
    if stage.choosing is not None and stage.choosing.question.refused is not None:
        why = menu.move(-px(104), 0).inflate(px(16), 0)
        tip = f"What can't be done now, and why ({keys.shown('why')})"
        widgets.append(Button(why, "Why not?", commands.explain, tip=tip))
    if stage.choosing is None and stage.session.match.over and stage.head.caught_up:
        box = menu.move(-px(104), 0).inflate(px(16), 0)
        widgets.append(Button(box, "Result", commands.result, tip="How the battle ended, and what next"))
    if stage.choosing is not None and stage.session.people:
        reason = stage.driver.undo_boundary()
        box = pygame.Rect(width - px(290), px(6), px(78), px(36))
        tip = reason or f"Take back your last decision ({keys.shown('undo')})"
        widgets.append(Button(box, "Undo", commands.undo, tip=tip, enabled=not reason))
    return widgets


def verb_buttons(stage: Stage, commands: BattleCommands, choosing: Choosing) -> list[Widget]:
    """One button for each verb, in rows; where the window is too small for all, "More" turns to the next ones."""
    verbs, look, size = stage.verbs, stage.look, stage.size
    if not verbs:
        return []
    gap, high = look.px(10), look.px(54)
    room = size[0] - look.px(32)
    widest = max(1, (room + gap) // (look.px(96) + gap))
    rows_at_most = max(1, min(3, int(size[1] * 0.34) // (high + gap)))
    shown = list(verbs)
    more = len(verbs) > widest * rows_at_most
    if more:
        ends = [verb for verb in shown if verb in choosing.ends]
        others = [verb for verb in shown if verb not in choosing.ends]
        each = max(1, widest * rows_at_most - len(ends) - 1)
        pages = -(-len(others) // each)
        start = stage.page % pages * each
        shown = [*others[start : start + each], *ends]
    count = len(shown) + more
    rows = -(-count // min(count, widest))
    longest = max(look.width(verb.title, SMALL, "semibold") for verb in shown) + look.px(12)
    wanted = max(look.px(134), min(longest, look.px(190)))
    while rows < rows_at_most and (room + gap) // -(-count // rows) - gap < min(longest, wanted):
        rows += 1  # before a word is cut
    columns = -(-count // rows)
    width = min(wanted, (room + gap) // columns - gap)
    top = size[1] - look.px(12) - rows * high - (rows - 1) * gap

    def place(at: int) -> pygame.Rect:
        row, column = divmod(at, columns)
        here = min(columns, count - row * columns)
        left = (size[0] - here * (width + gap) + gap) // 2 + column * (width + gap)
        return pygame.Rect(left, top + row * (high + gap), width, high)

    buttons: list[Widget] = [
        VerbButton(place(at), stage, commands.take, choosing, verb) for at, verb in enumerate(shown)
    ]
    if more:
        buttons.append(Button(place(count - 1), "More …", commands.turn_page, under=stage.keys.shown("more")))
    return buttons
