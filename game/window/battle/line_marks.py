"""Marks behind the line of the log under the pointer: why, where an AI decided what it tells of, and by which rule."""

from __future__ import annotations

import pygame

from game.play.decision_log import BEFORE, LoggedDecision
from game.scene.scene import LogEntry, Scene
from game.view.panels.cards import cite
from game.view.widgets.theme import FOCUS, LIFTED, SMALL, TITLE
from game.window.battle.panels import Panels
from game.window.battle.viewport import Viewport

NONE = "No computer decided that."
NOTHING = "No computer has done anything that you know of."


def doing_of(view: Viewport, entry: LogEntry) -> LoggedDecision | None:
    """The AI's answer that a line comes from, if the viewer may know of it."""
    session = view.perspective.session
    return session.doings.behind(session.match, entry.event, entry.line, view.viewer)


def asked_about(view: Viewport, panels: Panels) -> LoggedDecision | str:
    """The doing that the key asks about, or why there is none.

    It is that of the line under the pointer, else the last that the log tells of.
    """
    scene, doings = view.scene, view.perspective.session.doings
    pointed = panels.log.line_at(view.pointer, scene) if panels.log_rect.collidepoint(view.pointer) else None
    if pointed is not None:
        entry = pointed[1]
        old = doings.too_old(entry.event)
        return doing_of(view, entry) or (BEFORE if old else NONE)
    found = next((doing for entry in reversed(scene.log) if (doing := doing_of(view, entry)) is not None), None)
    old = bool(scene.log) and doings.too_old(scene.log[-1].event)
    return found or (BEFORE if old else NOTHING)


def rule_of(scene: Scene, entry: LogEntry) -> str:
    """The number of the first rule that a line cites and the ledger has, or nothing."""
    ledger = scene.ruleset.ledger
    return next((number for number in entry.line.rules if number in ledger), "")


def marks_at(view: Viewport, panels: Panels, pixel: tuple[int, int]) -> list[tuple[pygame.Rect, str]]:
    """The marks of the line at a pixel, and where they are: why it was decided so, and by which rule it is.

    The log leaves room for two behind each line, or for one and what opens it.
    """
    pointed = panels.log.line_at(pixel, view.scene) if panels.log_rect.collidepoint(pixel) else None
    if pointed is None:
        return []
    row, entry = pointed
    words = [WHY] if doing_of(view, entry) is not None else []
    words += [RULE] if panels.log.open and rule_of(view.scene, entry) else []
    handle, look, found = panels.log.handle, view.look, []
    right = (handle.left if row.colliderect(handle) else row.right) - look.px(4)
    for word in words:
        box = pygame.Rect(0, 0, row.height - look.px(4), row.height - look.px(4))
        box.midright = (right, row.centery)
        found.append((box, word))
        right = box.left - look.px(4)
    return found


def mark_under(view: Viewport, panels: Panels, pixel: tuple[int, int]) -> str:
    """The mark that a pixel is on, or nothing."""
    return next((word for box, word in marks_at(view, panels, pixel) if box.collidepoint(pixel)), "")


def draw_marks(view: Viewport, panels: Panels, target: pygame.Surface) -> None:
    """Draw them, if the pointer is on such a line."""
    for box, word in marks_at(view, panels, view.pointer) if view.in_front else ():
        pygame.draw.rect(target, FOCUS if box.collidepoint(view.pointer) else LIFTED, box, border_radius=6)
        written = view.look.write(word, SMALL, TITLE, "semibold")
        target.blit(written, written.get_rect(center=box.center))


def tip_of(view: Viewport, panels: Panels, pixel: tuple[int, int]) -> str:
    """What is told beside the log of a pixel: what a mark is for, else the rules that the line cites."""
    scene, mark = view.scene, mark_under(view, panels, pixel)
    pointed = panels.log.line_at(pixel, scene)
    if mark == WHY:
        return f"Why did it do that? ({view.keys.shown('motive')})"
    if mark == RULE and pointed is not None:
        return f"Read rule {cite(scene.ruleset.ledger, rule_of(scene, pointed[1]))}"
    return panels.log.tip_at(pixel, scene)


WHY, RULE = "?", "§"
