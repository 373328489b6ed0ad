"""The mark "Why?" on the line of the log under the pointer, where an AI decided what it tells of."""

from __future__ import annotations

import pygame

from game.app.battle.stage import Stage
from game.app.doings import BEFORE, Doing
from game.view.scene import Entry
from game.view.theme import FOCUS, LIFTED, SMALL, TITLE

NONE = "No computer decided that."
NOTHING = "No computer has done anything that you know of."


def doing_of(stage: Stage, entry: Entry) -> Doing | None:
    """The AI's answer that a line comes from, if the viewer may know of it."""
    session = stage.session
    return session.doings.behind(session.match, entry.event, entry.line, stage.viewer)


def asked_about(stage: Stage) -> Doing | str:
    """The doing that the key asks about, or why there is none.

    It is that of the line under the pointer, else the last that the log tells of.
    """
    scene = stage.head.scene
    pointed = stage.log.line_at(stage.pointer, scene) if stage.log_rect.collidepoint(stage.pointer) else None
    if pointed is not None:
        entry = pointed[1]
        old = stage.session.doings.too_old(entry.event)
        return doing_of(stage, entry) or (BEFORE if old else NONE)
    found = next((doing for entry in reversed(scene.log) if (doing := doing_of(stage, entry)) is not None), None)
    old = bool(scene.log) and stage.session.doings.too_old(scene.log[-1].event)
    return found or (BEFORE if old else NOTHING)


def mark_at(stage: Stage, pixel: tuple[int, int]) -> tuple[pygame.Rect, Doing] | None:
    """Where the mark is for the line at a pixel, and what it asks about."""
    if not stage.log_rect.collidepoint(pixel):
        return None
    pointed = stage.log.line_at(pixel, stage.head.scene)
    doing = doing_of(stage, pointed[1]) if pointed is not None else None
    if pointed is None or doing is None:
        return None
    look = stage.look
    box = pygame.Rect(0, 0, look.width(MARK, SMALL, "semibold") + look.px(14), pointed[0].height - look.px(4))
    box.midright = (pointed[0].right - look.px(4), pointed[0].centery)
    return box, doing


def draw_mark(stage: Stage, target: pygame.Surface) -> None:
    """Draw it, if the pointer is on such a line."""
    found = mark_at(stage, stage.pointer) if stage.in_front else None
    if found is None:
        return
    box, on = found[0], found[0].collidepoint(stage.pointer)
    pygame.draw.rect(target, FOCUS if on else LIFTED, box, border_radius=6)
    written = stage.look.write(MARK, SMALL, TITLE, "semibold")
    target.blit(written, written.get_rect(center=box.center))


MARK = "Why?"
