"""Where the panel that asks out of turn stands: beside whom it concerns, with lines to those it is about."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.rules.events import Id
from game.view.widgets.overlay_layout import find_room
from game.view.widgets.theme import INK, REACH, WHITE, Pixel, Typography
from game.window.battle.answer_outcomes import whom_it_concerns
from game.window.battle.camera_work import body_box, concerned
from game.window.battle.draw_places import numbered_places
from game.window.battle.open_question import OpenQuestion
from game.window.battle.prompt import Prompt
from game.window.battle.stage import Stage
from game.window.battle.view import View

GAP = 30
"""Pixels between a panel and whom it concerns."""

NUMBER = 28
"""Pixels round the middle of a number on the board that are kept clear."""

NARROW, NARROWEST = 400, 300
"""Pixels that a panel is wide where it has not its usual room, and at least."""


def place_prompt(stage: Stage, asked: OpenQuestion, prompt: Prompt) -> None:
    """Lay a panel out: a list where it was opened; what asks out of turn beside whom it concerns, covering nobody.

    The numbers of its answers on the board are kept clear if there is room for that, too, and so are those who could
    answer, such as whoever might step in, if the panel need not scroll for that. Where there is no room beside
    those it is about it is lower or narrower and scrolls; where there is none at all it stands at the bottom in the
    middle. What a hint or a lesson says keeps its usual place, or else stands in the card's.
    """
    view, frame = stage.view, stage.panels.frame
    if prompt.cancel:
        prompt.layout(view.look, frame.lists)
        return
    advice = stage.panels.advice
    room = frame.prompts
    prompt.layout(view.look, room)
    boxes = [_resting_box(view, who) for who in concerned(view, asked)]
    about, prompt.stood = _about(view, asked), _standpoint(stage)
    body = _resting_box(view, about) if about is not None else None
    if body is None or not pygame.Rect((0, 0), view.size).contains(body):
        return
    numbers = _numbers(stage, asked)
    if advice is not None:
        place = _beside(prompt.rect, body, [*boxes, *numbers, advice], room, view.look.px(GAP))
        if place is not None:
            prompt.move(place)
            return
        room = frame.narrow
        prompt.layout(view.look, room)
    helpers = [_resting_box(view, who) for who in asked.choosing.targets() if who in view.head.scene.tokens]
    if helpers and _whole_beside(view.look, prompt, body, [*boxes, *numbers, *helpers], room):
        return
    for taken in ([*boxes, *numbers], boxes) if numbers else (boxes,):
        place = _beside(prompt.rect, body, taken, room, view.look.px(GAP))
        place = place or _squeezed(view.look, prompt, body, taken, room)
        if place is not None:
            prompt.move(place)
            return


def has_moved_on(stage: Stage, prompt: Prompt) -> bool:
    """Whether the board comes to rest elsewhere, or advice lies elsewhere, than when a panel got its place."""
    return not prompt.cancel and prompt.stood != _standpoint(stage)


def _standpoint(stage: Stage) -> tuple[object, ...]:
    """What the place of a panel beside somebody depends on, besides the question."""
    camera, advice = stage.view.camera, stage.panels.advice
    return camera.resting_corner, camera.zoom, tuple(advice) if advice is not None else None


def draw_leaders(view: View, asked: OpenQuestion, prompt: Prompt, target: pygame.Surface) -> None:
    """Lines from the panel to whom it concerns, and in white to the other one that it is about."""
    about, tokens = _about(view, asked), view.head.scene.tokens
    others = [who for who in asked.choosing.question.about if who != about]
    for who in (each for each in (*others[:1], about) if each in tokens):
        box = body_box(view, tokens[who])
        if not box.colliderect(prompt.rect):
            start, end = _between(prompt.rect, box)
            pygame.draw.line(target, INK, start, end, 5)
            pygame.draw.line(target, REACH if who == about else WHITE, start, end, 2)


def _resting_box(view: View, who: Id) -> pygame.Rect:
    """Where somebody is drawn once the camera rests."""
    return _at_rest(view, body_box(view, view.head.scene.tokens[who]))


def _numbers(stage: Stage, asked: OpenQuestion) -> list[pygame.Rect]:
    """Where numbers of answers are written on the board once the camera rests."""
    view, side = stage.view, stage.view.look.px(NUMBER)
    spots = [stage.layers.regions.words_at(view.camera, place) for place in numbered_places(asked).values()]
    return [_at_rest(view, pygame.Rect(x - side // 2, y - side // 2, side, side)) for x, y in spots]


def _at_rest(view: View, box: pygame.Rect) -> pygame.Rect:
    """Where what is drawn in a box now is drawn once the camera rests: a panel does not move while it glides."""
    (left, top), (to_left, to_top) = view.camera.corner, view.camera.resting_corner
    return box.move(left - to_left, top - to_top)


def _about(view: View, asked: OpenQuestion) -> Id | None:
    """Whom a question out of turn concerns: who is asked, else the last of those it is about."""
    found = whom_it_concerns(asked.choosing.question)
    return found if found in view.head.scene.tokens else None


def _beside(
    panel: pygame.Rect, body: pygame.Rect, taken: Sequence[pygame.Rect], room: pygame.Rect, gap: int
) -> pygame.Rect | None:
    """The place for a panel nearest to a body, clear of all bodies; None if there is none."""
    ideals = [panel.copy() for _ in range(4)]
    ideals[0].midleft, ideals[1].midright = (body.right + gap, body.centery), (body.left - gap, body.centery)
    ideals[2].midbottom, ideals[3].midtop = (body.centerx, body.top - gap), (body.centerx, body.bottom + gap)
    off = [box.inflate(gap, gap) for box in taken]
    places = [find_room(ideal, off, room) for ideal in ideals]
    free = [place for place in places if place.collidelist(off) < 0]
    return min(free, key=lambda place: _far(place, body), default=None)


def _whole_beside(
    look: Typography, prompt: Prompt, body: pygame.Rect, taken: Sequence[pygame.Rect], room: pygame.Rect
) -> bool:
    """Put a panel with all of its options clear of all bodies, narrower if it must be; whether it could be.

    If not, it is as it was.
    """
    for wide in (room.width, look.px(NARROW)):
        prompt.layout(look, pygame.Rect(room.topleft, (wide, room.height)))
        place = _beside(prompt.rect, body, taken, room, look.px(GAP))
        if place is not None and len(prompt.shown) == len(prompt.options):
            prompt.move(place)
            return True
    prompt.layout(look, room)
    return False


def _squeezed(
    look: Typography, prompt: Prompt, body: pygame.Rect, taken: Sequence[pygame.Rect], room: pygame.Rect
) -> pygame.Rect | None:
    """Lay a panel out smaller, as it shows the most options clear of all bodies; gives its place.

    None, and it is as it was, if there is no room for it anywhere.
    """
    best: tuple[int, tuple[int, int], pygame.Rect] | None = None
    for wide in sorted({room.width, look.px(NARROW), look.px(NARROWEST)}, reverse=True):
        tall = room.height
        while True:  # each time lower by a row at least, until not even one has room
            prompt.layout(look, pygame.Rect(room.topleft, (wide, tall)))
            shown = len(prompt.shown)
            if prompt.rect.height > tall or (best is not None and shown <= best[0]):
                break
            place = _beside(prompt.rect, body, taken, room, look.px(GAP))
            if place is not None:
                best = shown, (wide, tall), place
                break
            tall = prompt.rect.height - 1
    prompt.layout(look, pygame.Rect(room.topleft, best[1]) if best is not None else room)
    return best[2] if best is not None else None


def _far(panel: pygame.Rect, body: pygame.Rect) -> int:
    """How far a panel is from a body, as the square of pixels."""
    (x, y), (to_x, to_y) = _between(panel, body)
    return (x - to_x) ** 2 + (y - to_y) ** 2


def _between(panel: pygame.Rect, body: pygame.Rect) -> tuple[Pixel, Pixel]:
    """The ends of the line from a panel's rim to the rim of the disc that a body fills."""
    x, y = body.center
    start = max(panel.left, min(panel.right, x)), max(panel.top, min(panel.bottom, y))
    way = pygame.Vector2(start) - pygame.Vector2(x, y)
    end = pygame.Vector2(x, y) + (way.normalize() * (body.width * 0.56) if way.length() else way)
    return start, (round(end.x), round(end.y))
