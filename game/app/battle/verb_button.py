"""One button of the row under a battle."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from game.app.battle.stage import Stage
from game.view.choosing import Choosing, Verb
from game.view.theme import SMALL
from game.view.widgets import Button


class VerbButton(Button):
    """The button of a verb, which ``take`` is told of when it is pressed."""

    def __init__(
        self,
        rect: pygame.Rect,
        stage: Stage,
        take: Callable[[Verb], object],
        choosing: Choosing,
        verb: Verb,
    ) -> None:
        room, width = rect.width - stage.look.px(12), stage.look.width
        title = verb.title if width(verb.title, SMALL, "semibold") <= room else verb.brief
        cut = width(title, SMALL, "semibold") > room
        super().__init__(
            rect,
            title,
            partial(take, verb),
            under=_key_of(stage, choosing, verb),
            icon=f"icons/{verb.icon}" if verb.icon else "",
            chosen=choosing.verb is verb,
            tip=verb.title if not verb.lone and (cut or verb.title != title) else "",  # what needs no aim is explained
        )
        self.verb = verb


def _key_of(stage: Stage, choosing: Choosing, verb: Verb) -> str:
    if verb is choosing.ender:
        return stage.keys.shown("end")
    return stage.keys.shown(f"action {verb.number}") if verb.number else ""
