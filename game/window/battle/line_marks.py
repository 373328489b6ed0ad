"""Marks on the line of the log under the pointer: "Why?" where an AI decided what it tells of, and "Rule"."""

from __future__ import annotations

import pygame

from game.play.decision_log import BEFORE, LoggedDecision
from game.scene.scene import LogEntry
from game.view.widgets.theme import FOCUS, LIFTED, SMALL, TITLE
from game.window.battle.stage import Stage

NONE = "No computer decided that."
NOTHING = "No computer has done anything that you know of."


def doing_of(stage: Stage, entry: LogEntry) -> LoggedDecision | None:
    """The AI's answer that a line comes from, if the viewer may know of it."""
    session = stage.session
    return session.doings.behind(session.match, entry.event, entry.line, stage.view.viewer)


def asked_about(stage: Stage) -> LoggedDecision | str:
    """The doing that the key asks about, or why there is none.

    It is that of the line under the pointer, else the last that the log tells of.
    """
    scene = stage.view.head.scene
    pointed = (
        stage.panels.log.line_at(stage.view.pointer, scene)
        if stage.panels.log_rect.collidepoint(stage.view.pointer)
        else None
    )
    if pointed is not None:
        entry = pointed[1]
        old = stage.session.doings.too_old(entry.event)
        return doing_of(stage, entry) or (BEFORE if old else NONE)
    found = next((doing for entry in reversed(scene.log) if (doing := doing_of(stage, entry)) is not None), None)
    old = bool(scene.log) and stage.session.doings.too_old(scene.log[-1].event)
    return found or (BEFORE if old else NOTHING)


def rule_of(stage: Stage, entry: LogEntry) -> str:
    """The number of the first rule that a line cites and the ledger has, or nothing."""
    ledger = stage.session.match.ruleset.ledger
    return next((number for number in entry.line.rules if number in ledger), "")


def marks_at(stage: Stage, pixel: tuple[int, int]) -> list[tuple[pygame.Rect, str]]:
    """The marks of the line at a pixel, and where they are: why it was decided so, and by which rule it is."""
    pointed = (
        stage.panels.log.line_at(pixel, stage.view.head.scene) if stage.panels.log_rect.collidepoint(pixel) else None
    )
    if pointed is None:
        return []
    row, entry = pointed
    words = [WHY] if doing_of(stage, entry) is not None else []
    words += [RULE] if stage.panels.log.open and rule_of(stage, entry) else []
    look, right, found = stage.view.look, row.right - stage.view.look.px(4), []
    for word in words:
        box = pygame.Rect(0, 0, look.width(word, SMALL, "semibold") + look.px(14), row.height - look.px(4))
        box.midright = (right, row.centery)
        found.append((box, word))
        right = box.left - look.px(4)
    return found


def mark_under(stage: Stage, pixel: tuple[int, int]) -> str:
    """The mark that a pixel is on, or nothing."""
    return next((word for box, word in marks_at(stage, pixel) if box.collidepoint(pixel)), "")


def draw_marks(stage: Stage, target: pygame.Surface) -> None:
    """Draw them, if the pointer is on such a line."""
    for box, word in marks_at(stage, stage.view.pointer) if stage.view.in_front else ():
        pygame.draw.rect(target, FOCUS if box.collidepoint(stage.view.pointer) else LIFTED, box, border_radius=6)
        written = stage.view.look.write(word, SMALL, TITLE, "semibold")
        target.blit(written, written.get_rect(center=box.center))


WHY, RULE = "Why?", "Rule"
