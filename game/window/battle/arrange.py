"""What a battle's screen has to press: put together anew whenever something has changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.scene.choosing import Drawer, Verb
from game.view.widgets.layout import Dock, split_row
from game.view.widgets.theme import BODY, SMALL, Typography
from game.view.widgets.widget import Button, Widget
from game.window.battle.commanding import BattleCommands
from game.window.battle.driver import others_act
from game.window.battle.frame import GAP
from game.window.battle.open_question import OpenQuestion
from game.window.battle.panels import LOOKS, SMALLEST, WIDEST, DrawerButton, Panels, VerbButton
from game.window.battle.stage import Stage
from game.window.battle.viewport import Viewport


def arrange(stage: Stage, commands: BattleCommands) -> None:
    """Make the buttons."""
    asked, widgets = stage.asked, top_buttons(stage, commands)
    if asked is not None and asked.kind in ("pick", "act"):
        widgets += row_buttons(stage.view, stage.panels, commands, asked)
    elif asked is None and others_act(stage.view, stage.driver):
        widgets += watch_buttons(stage.view, stage.panels, commands)
    stage.panels.bar.put(widgets)
    stage.panels.bar.focus = None


TOP = (("Threats", "threats"), ("Undo", "undo"), ("Why not?", "why"), ("Menu", "cancel"))
"""The buttons at the right end of the bar of turns, and the controls whose keys they name."""


def top_places(view: Viewport) -> dict[str, pygame.Rect]:
    """Where they stand, whether or not they are there now."""
    look, places = view.look, {}
    bar = Dock(look, pygame.Rect(0, look.px(6), view.size[0], look.px(36)), 6, edge=(2 * GAP, 0))
    for text, control in reversed(TOP):
        key = look.width(view.keys.shown(control), SMALL)
        places[text] = bar.right(pixels=look.width(text, BODY, "semibold") + key + look.px(24))
    return places


def top_buttons(stage: Stage, commands: BattleCommands) -> list[Widget]:
    """The menu, and what tells why something can't be done."""
    places, keys = top_places(stage.view), {text: stage.view.keys.shown(control) for text, control in TOP}
    asked, widgets = stage.asked, list[Widget]()

    def add(place: str, press: Callable[[], object], tip: str, *, enabled: bool = True) -> None:
        widgets.append(Button(places[place], place, press, tip=tip, enabled=enabled, shortcut=keys[place]))

    add("Menu", commands.pause, "Pause, save, settings")
    if stage.view.threats.told:
        add("Threats", stage.view.toggle_threats, "What foes could hit on a turn of theirs; point at one for it alone")
    if asked is not None and asked.choosing.question.refused is not None:
        add("Why not?", commands.explain, "What can't be done now, and why")
    if asked is None and stage.session.ended and stage.view.head.caught_up:
        tip = "How the battle ended, and what next"
        widgets.append(Button(places["Why not?"], "Result", commands.result, tip=tip))
    if asked is not None and stage.session.people:
        reason = stage.driver.undo_boundary()
        add("Undo", commands.undo, reason or "Take back your last decision", enabled=not reason)
    return widgets


def watch_buttons(view: Viewport, panels: Panels, commands: BattleCommands) -> list[Widget]:
    """While others act: to see at once what comes of it, or to have it shown slower or faster."""
    px, keys = view.look.px, view.keys
    said: list[tuple[str, str, Callable[[], object], str]] = [
        ("Slower", "slower", lambda: commands.change_speed(0.5), "Half as fast"),
        ("Skip", "skip", view.head.skip, "How things stand at once; so does a right click"),
        ("Faster", "faster", lambda: commands.change_speed(2.0), "Twice as fast"),
    ]
    room = panels.frame.row.inflate(0, px(36) - panels.frame.row.height)
    boxes = split_row(room, px(8), *[1] * len(said), widest=px(140))
    return [
        Button(box, word, does, tip=tip, shortcut=keys.shown(control))
        for box, (word, control, does, tip) in zip(boxes, said, strict=True)
    ]


def row_buttons(view: Viewport, panels: Panels, commands: BattleCommands, asked: OpenQuestion) -> list[Widget]:
    """The drawers' buttons, and those that end the turn."""
    choosing = asked.choosing
    drawers, ends, keys = choosing.drawers, choosing.ends, view.keys
    look, room = view.look, panels.frame.row
    if not drawers and not ends:
        return []
    words, places, size = _in_a_row(look, room, drawers, ends, choosing.ender)
    buttons: list[Widget] = []
    for drawer, place in zip(drawers, places, strict=False):
        key = keys.shown(drawer.name)
        buttons.append(DrawerButton(place, drawer, commands.pull, key, size=size))
    for verb, word, place in zip(ends, words[len(drawers) :], places[len(drawers) :], strict=True):
        key = keys.shown("end") if verb is choosing.ender else ""
        buttons.append(VerbButton(place, word, verb, commands.take, key, size=size))
    return buttons


def _in_a_row(
    look: Typography, room: pygame.Rect, drawers: Sequence[Drawer], ends: Sequence[Verb], ender: Verb | None
) -> tuple[list[str], list[pygame.Rect], int]:
    """What the buttons below say, where they stand and how large it is written.

    Where there are too many words they are written smaller, and what ends the turn says it in fewer. Each button is as
    wide as its word needs, and all have the same share of what is left.
    """
    titles = [LOOKS[drawer.name][0] for drawer in drawers]
    brief = [*titles, *(verb.brief for verb in ends)]
    least = [*titles, *("End turn" if verb is ender else verb.brief for verb in ends)]
    gap, inner, count = look.px(6), look.px(15), len(titles) + len(ends)
    free = room.width - (count - 1) * gap - count * inner
    sizes = range(SMALL, SMALLEST - 1, -1)
    tries = [(brief, SMALL + 1), *((words, size) for size in sizes for words in (brief, least))]
    words, size = next((each for each in tries if _wide(look, *each) <= free), tries[-1])
    needs = [look.width(word, size, "semibold") + inner for word in words]
    spare = (room.width - (count - 1) * gap - sum(needs)) // count
    wides = [min(max(look.px(WIDEST), need), need + max(0, spare)) for need in needs]
    row = Dock(look, room, 6)
    return words, [row.right(pixels=wide) for wide in reversed(wides)][::-1], size


def _wide(look: Typography, words: Sequence[str], size: int) -> int:
    return sum(look.width(word, size, "semibold") for word in words)
