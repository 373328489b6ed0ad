"""Draws what foes could hit: all of them, hatched the closer the more, or one alone with where it could go for it."""

from __future__ import annotations

from collections.abc import Collection

import pygame

from game.play.threat import AnyThreat
from game.rules.events import Id
from game.rules.standing import called
from game.scene.scene import Token
from game.spatial.places import Place
from game.view.panels.cards import Fact
from game.view.widgets.theme import BAD, BAD_WORD, FAINT, GOOD_WORD, WARN
from game.window.battle.open_question import OpenQuestion, actor
from game.window.battle.panels import BoardLayers, Panels
from game.window.battle.stage import Stage
from game.window.battle.viewport import Viewport

MOST_TOLD = 3
"""Foes up to which it is told how many could hit a place."""

STRIKERS_AWAITED = "finding out who could hit you there …"


def foes_of(view: Viewport, asked: OpenQuestion | None) -> list[Token]:
    """Those whom the viewer has to fear, of those they know to stand: to somebody who sees everything, all but the side
    of the one who acts.
    """
    tokens = view.scene.tokens
    acting = actor(asked, view.scene)
    side = view.viewer or (acting.side if acting is not None else None)
    return [token for token in tokens.values() if token.side != side and token.standing.up]


def singled_out(view: Viewport, asked: OpenQuestion | None, panels: Panels) -> Id | None:
    """The foe that alone is shown: whom the pointer or the cursor is on, else the one that was kept."""
    foes = {token.id for token in foes_of(view, asked)}
    token = view.scene.token(view.aim)
    named = panels.turns.who_at(view.pointer) if view.in_front and not view.cursor else None
    found = token.id if token is not None else named
    return found if found in foes else view.kept_foe if view.kept_foe in foes else None


def draw_threats(stage: Stage, target: pygame.Surface) -> None:
    """Below the tokens, while the view is on."""
    if not stage.view.show_threats or stage.view.head.busy:
        return
    scene, foes = stage.scene, foes_of(stage.view, stage.asked)
    one = singled_out(stage.view, stage.asked, stage.panels)
    foes.sort(key=lambda token: token.id != one)  # whoever is looked at is worked out first
    found = stage.view.threats.of(scene, stage.view.viewer, foes)
    if one is None:
        _hatch_all(stage.view, stage.layers, target, found)
    elif one in found:
        _hatch_one(stage.view, stage.layers, target, found[one])


def _hatch_all(view: Viewport, layers: BoardLayers, target: pygame.Surface, found: dict[Id, AnyThreat]) -> None:
    for turn, places in enumerate(view.threats.shared(found, MOST_TOLD)):
        layers.regions.hatch(target, view.camera, places, BAD, turn)


def _hatch_one(view: Viewport, layers: BoardLayers, target: pygame.Surface, threat: AnyThreat) -> None:
    layers.regions.hatch(target, view.camera, threat.hits, BAD, 0)
    layers.regions.hatch(target, view.camera, threat.goes, WARN, None)


def tell_threats(view: Viewport, asked: OpenQuestion | None, panels: Panels) -> list[str]:
    """What the hatches mean, in a line; nothing while the view is off."""
    if not view.show_threats:
        return []
    if not view.threats.told:
        return ["This game does not tell what could be hit from where"]
    one = view.scene.tokens.get(singled_out(view, asked, panels) or Id(""))
    if one is None:
        return ["Hatched: what foes could hit in a turn, the closer the more of them"]
    return [f"Hatched: what {called(one.standing)} could hit in a turn; outlined: where it could go for it"]


def would_strike(view: Viewport, asked: OpenQuestion | None, place: Place) -> list[Token] | None:
    """The foes that could hit the one who acts if it stood in a place; None as long as that isn't known."""
    scene = view.scene
    acting = actor(asked, scene)
    if acting is None or not view.threats.told:
        return None
    foes = [token for token in scene.tokens.values() if token.side != acting.side and token.standing.up]
    found = view.threats.upon(scene, view.viewer, acting.id, place, foes)
    return [scene.tokens[foe] for foe in found] if found is not None else None


def tell_strikers(
    view: Viewport, asked: OpenQuestion | None, place: Place, felled: Id | None = None, told: Collection[Id] = ()
) -> list[Fact]:
    """The same as a line of a panel: "2 could hit you there", and with Alt held who; ``felled`` for certain, one hits
    nobody.

    Those are counted, and not named, of whom it is ``told`` besides how likely they hit.
    """
    found = would_strike(view, asked, place)
    found = [token for token in found if token.id != felled] if found is not None else None
    if found is None:  # what is not said yet would be read as: nobody
        weighing = view.threats.told and actor(asked, view.scene) is not None
        return [Fact(STRIKERS_AWAITED, tone=FAINT)] if weighing else []
    if not found:
        return [Fact("No foe you know of could hit you there", tone=GOOD_WORD)]
    others = [called(token.standing) for token in found if token.id not in told] if view.names else []
    names = ", ".join(others)
    named = f": {names}" if len(others) == len(found) else f", {names} among them" if others else ""
    return [Fact(f"{len(found)} could hit you there{named}", tone=BAD_WORD)]
