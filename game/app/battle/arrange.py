"""What a battle's screen has to press: put together anew whenever something has changed."""

from __future__ import annotations

import pygame

from game.app.battle.commanding import BattleCommands
from game.app.battle.drawers import HIGH, TIGHT, WIDEST, DrawerButton, RowButton, VerbButton
from game.app.battle.stage import Stage
from game.view.choosing import Choosing, Drawer
from game.view.theme import BODY, SMALL, Look
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
        stage.prompt.layout(stage.look, stage.frame.narrow if stage.advised else stage.frame.prompts, None)


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


def row_buttons(stage: Stage, commands: BattleCommands, choosing: Choosing) -> list[Widget]:
    """The drawers' buttons, those that end the turn, and the rows of the drawer that is open."""
    drawers, ends, keys = choosing.drawers, choosing.ends, stage.keys
    look, room = stage.look, stage.frame.row
    count = len(drawers) + len(ends)
    if not count:
        return []
    gap = look.px(6)
    wide = min(look.px(WIDEST), (room.width + gap) // count - gap)
    left = room.centerx - (count * (wide + gap) - gap) // 2
    places = [pygame.Rect(left + at * (wide + gap), room.top, wide, room.height) for at in range(count)]
    buttons: list[Widget] = []
    for drawer, place in zip(drawers, places, strict=False):
        chosen = drawer.name == choosing.open or any(
            row.verb is not None and row.verb is choosing.verb for row in drawer.rows
        )
        key = keys.shown(drawer.name)
        buttons.append(DrawerButton(place, look, drawer, commands.pull, key, chosen=chosen))
    for verb, place in zip(ends, places[len(drawers) :], strict=True):
        fits = [text for text in (verb.title, verb.brief, "End turn") if _fits(look, text, place)]
        key = keys.shown("end") if verb is choosing.ender else ""
        buttons.append(VerbButton(place, fits[0] if fits else "", verb, commands.take, key))
    opened = next((at for at, drawer in enumerate(drawers) if drawer.name == choosing.open), None)
    if opened is not None:
        buttons += _rows(stage, commands, drawers[opened], places[opened])
    return buttons


def _fits(look: Look, text: str, place: pygame.Rect) -> bool:
    return look.width(text, SMALL, "semibold") <= place.width - look.px(12)


def _rows(stage: Stage, commands: BattleCommands, drawer: Drawer, below: pygame.Rect) -> list[RowButton]:
    """The rows of a drawer over its button, the first at the top."""
    look, room, ledger = stage.look, stage.frame.lists, stage.session.match.ruleset.ledger
    gap, inner = look.px(4), look.px(8)
    pitch = min(look.px(HIGH), (room.height - 2 * inner) // len(drawer.rows) - gap)
    pitch = max(look.px(TIGHT), pitch) + gap
    costs = [look.width(row.deed.cost, SMALL) for row in drawer.rows if row.deed is not None]
    longest = max(look.width(row.title, BODY, "semibold") for row in drawer.rows) + max(costs, default=0)
    wide = min(room.width, max(look.px(240), longest + look.px(96) + 2 * inner))
    panel = pygame.Rect(0, 0, wide, len(drawer.rows) * pitch - gap + 2 * inner)
    panel.bottomleft = (below.left, room.bottom)
    panel.clamp_ip(room)
    stage.drawer = panel
    box = pygame.Rect(panel.left + inner, panel.top + inner, wide - 2 * inner, pitch - gap)
    return [
        RowButton(box.move(0, at * pitch), look, row, commands.choose_row, ledger) for at, row in enumerate(drawer.rows)
    ]
