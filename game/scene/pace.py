"""How fast what others do is shown: a side's turn is to be followed, and to be over in a few seconds.

Walks, dice and words are gone through faster than the moment of impact, in which is seen what they come to. The longer
a side takes, the faster all of it.
"""

from __future__ import annotations

from game.rules.events import Event, Heading, RoundBegan
from game.scene.moves import Animation

BRISK, IMPACT = 2.8, 1.25
"""How much faster than one's own deeds: all that leads up to an impact, and the impact."""
PATIENCE = 2.6
"""Seconds after which it goes faster, with the square of the time: no turn takes long, however much is done."""


class Pace:
    """Of one playhead: whether others act, and for how long."""

    def __init__(self) -> None:
        self._spent: float | None = None
        """Seconds for which others have acted; None: they do not, or all is to be seen as it comes."""

    def follow(self, *, brisk: bool) -> None:
        """Whether what is shown from now on is done by others, and not to be waited for."""
        if not brisk:
            self._spent = None
        elif self._spent is None:
            self._spent = 0.0

    def begin(self, event: Event) -> None:
        """An event is about to be shown. A round gives others their time anew, and so does a turn with a heading."""
        if self._spent is not None and isinstance(event, RoundBegan | Heading):
            self._spent = 0.0

    def spend(self, seconds: float) -> None:
        """Time has passed."""
        if self._spent is not None:
            self._spent += seconds

    def rate(self, animation: Animation | None) -> float:
        """How much faster than its length says an animation is played."""
        if animation is None or self._spent is None:
            return 1.0
        return (BRISK if animation.touch is None else IMPACT) * max(1.0, (self._spent / PATIENCE) ** 2)
