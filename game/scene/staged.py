"""An event with the scene in which it is shown: where those are drawn whom it is about."""

from __future__ import annotations

from dataclasses import dataclass

from game.rules.events import Id
from game.scene.board_geometry import Spot
from game.scene.event_feed import VisibleEvent
from game.scene.scene import Scene, Token


@dataclass(frozen=True, slots=True)
class Staged:
    """What is witnessed, and the scene as it is before it."""

    scene: Scene
    witnessed: VisibleEvent | None = None
    """None: the battle waits, and what was under way is seen to its end."""

    def spot(self, who: Id | None) -> Spot | None:
        """The top left corner of a combatant that the viewer knows."""
        token = self.token(who)
        return token.placement.spot if token is not None else None

    def middle(self, who: Id | None) -> Spot | None:
        """The middle of a combatant."""
        token = self.token(who)
        return token.middle if token is not None else None

    def token(self, who: Id | None) -> Token | None:
        """A combatant that the viewer knows, as it is drawn or would be."""
        found = self.scene.tokens.get(who) if who is not None else None
        if found is not None or who is None or self.witnessed is None:
            return found
        before = self.witnessed.before
        if who not in before.state.combatants:
            return None
        return self.scene.would_stand(who, before.state.combatants[who].at, before)
