"""Draws what foes could hit: all of them, hatched the closer the more, or one alone with where it could go for it."""

from __future__ import annotations

import pygame

from game.rules.events import Id
from game.rules.standing import called
from game.scene.scene import Token
from game.spatial.places import Place
from game.view.panels.cards import Fact
from game.view.widgets.theme import BAD, BAD_WORD, GOOD_WORD, WARN
from game.window.battle.stage import Stage
from game.window.battle.threats import AnyThreat

MOST_TOLD = 3
"""Foes up to which it is told how many could hit a place."""


def foes_of(stage: Stage) -> list[Token]:
    """Those whom the viewer has to fear, of those they know to stand: to somebody who sees everything, all but the side
    of the one who acts.
    """
    tokens = stage.view.head.scene.tokens
    acting = tokens.get(stage.active) if stage.active else None
    side = stage.view.viewer or (acting.side if acting is not None else None)
    return [token for token in tokens.values() if token.side != side and token.standing.up]


def singled_out(stage: Stage) -> Id | None:
    """The foe that alone is shown: whom the pointer or the cursor is on, else the one that was kept."""
    foes = {token.id for token in foes_of(stage)}
    token = stage.view.head.scene.token(stage.view.cursor or stage.view.hover)
    named = stage.panels.turns.who_at(stage.view.pointer) if stage.view.in_front and not stage.view.cursor else None
    found = token.id if token is not None else named
    return found if found in foes else stage.view.kept_foe if stage.view.kept_foe in foes else None


def draw_threats(stage: Stage, target: pygame.Surface) -> None:
    """Below the tokens, while the view is on."""
    if not stage.view.show_threats or stage.view.head.busy:
        return
    scene, foes = stage.view.head.scene, foes_of(stage)
    one = singled_out(stage)
    foes.sort(key=lambda token: token.id != one)  # whoever is looked at is worked out first
    found = stage.view.threats.of(scene, stage.view.viewer, foes)
    if one is None:
        _hatch_all(stage, target, found)
    elif one in found:
        _hatch_one(stage, target, found[one])


def _hatch_all(stage: Stage, target: pygame.Surface, found: dict[Id, AnyThreat]) -> None:
    for turn, places in enumerate(stage.view.threats.shared(found, MOST_TOLD)):
        stage.layers.regions.hatch(target, stage.view.camera, places, BAD, turn)


def _hatch_one(stage: Stage, target: pygame.Surface, threat: AnyThreat) -> None:
    stage.layers.regions.hatch(target, stage.view.camera, threat.hits, BAD, 0)
    stage.layers.regions.hatch(target, stage.view.camera, threat.goes, WARN, None)


def tell_threats(stage: Stage) -> list[str]:
    """What the hatches mean, in a line; nothing while the view is off."""
    if not stage.view.show_threats:
        return []
    if not stage.view.threats.told:
        return ["This game does not tell what could be hit from where"]
    one = stage.view.head.scene.tokens.get(singled_out(stage) or Id(""))
    if one is None:
        return ["Hatched: what foes could hit in a turn, the closer the more of them"]
    return [f"Hatched: what {called(one.standing)} could hit in a turn; outlined: where it could go for it"]


def would_strike(stage: Stage, place: Place) -> list[Token] | None:
    """The foes that could hit the one who acts if it stood in a place; None as long as that isn't known."""
    who = stage.active
    if who is None or who not in stage.view.head.scene.tokens or not stage.view.threats.told:
        return None
    scene = stage.view.head.scene
    side = scene.tokens[who].side
    foes = [token for token in scene.tokens.values() if token.side != side and token.standing.up]
    found = stage.view.threats.upon(scene, stage.view.viewer, who, place, foes)
    return [scene.tokens[foe] for foe in found] if found is not None else None


def tell_strikers(stage: Stage, place: Place) -> list[Fact]:
    """The same as a line of a panel: "2 could hit you there: orc 1, orc 2"."""
    found = would_strike(stage, place)
    if found is None:
        return []
    if not found:
        return [Fact("No foe you know of could hit you there", tone=GOOD_WORD)]
    names = ", ".join(called(token.standing) for token in found[:MOST]) + (" …" if len(found) > MOST else "")
    return [Fact(f"{len(found)} could hit you there: {names}", tone=BAD_WORD)]


MOST = 4
"""Names that are told."""
