"""Parts: an event as the viewer of a scene would witness it now."""

from __future__ import annotations

from game.rules.events import Event
from game.rules.state import evolve
from game.scene.animations import animation_for
from game.scene.event_feed import Snapshot, VisibleEvent
from game.scene.moves import Animation
from game.scene.scene import Scene


def witnessed(scene: Scene, event: Event) -> VisibleEvent:
    """The event, with what it leads to in the scene."""
    before = Snapshot(scene.ruleset, scene.board)
    return VisibleEvent(event, before, before.then(evolve(scene.state, event)), scene.where)


def animated(scene: Scene, event: Event) -> Animation:
    """What it looks and sounds like."""
    return animation_for(witnessed(scene, event), scene)
