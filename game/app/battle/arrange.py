"""What a battle's screen has to press: put together anew whenever something has changed."""

from __future__ import annotations

import pygame

from game.app.battle.commanding import BattleCommands
from game.app.battle.drawers import row_buttons
from game.app.battle.stage import Stage
from game.view.widgets import Button, Widget


def arrange(stage: Stage, commands: BattleCommands) -> None:
    """Make the buttons, and give the panel that asks its place."""
    stage.drawer = None
    widgets = top_buttons(stage, commands)
    if stage.choosing is not None and stage.choosing.question.kind in ("pick", "act"):
        widgets += row_buttons(stage, commands, stage.choosing)
    stage.bar.put(widgets)
    stage.bar.focus = None
    if stage.prompt is not None and not stage.prompt.cancel:
        stage.prompt.layout(stage.look, stage.frame.narrow if stage.hint else stage.frame.prompts, None)


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
