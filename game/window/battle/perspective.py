"""Whose eyes a battle is seen through: one playhead for each person at the screen, and when a curtain must fall."""

from __future__ import annotations

from game.play.session import Session
from game.rules.questions import Seat
from game.scene.playhead import Playhead


class Perspective:
    """The people at one screen, and who of them looks."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._heads: dict[Seat | None, Playhead] = {}
        self.viewer: Seat | None = self._first()
        for seat in self.watching:
            self._head_of(seat)

    @property
    def watching(self) -> list[Seat]:
        """The seats of persons that have a side."""
        sides = [side.name for side in self.session.match.setup.sides]
        return [seat for seat in self.session.people if seat in sides]

    @property
    def head(self) -> Playhead:
        """The place in the battle of whoever looks at the screen."""
        return self._head_of(self.viewer)

    @property
    def heads(self) -> list[Playhead]:
        """Those of everybody."""
        return list(self._heads.values())

    def _first(self) -> Seat | None:
        people = self.watching
        asked = self.session.match.pending
        if asked is not None and asked.seat in people:
            return asked.seat
        return people[0] if people else None

    def _head_of(self, viewer: Seat | None) -> Playhead:
        """A viewer's place in the battle; it begins with how things stand when the battle is put on the screen."""
        head = self._heads.get(viewer)
        if head is None:
            head = self._heads[viewer] = Playhead(self.session.match, viewer)
            if self.session.match.history:
                head.skip()
        return head

    def waits_for(self, seat: Seat) -> bool:
        """Whether another person has to look, to answer for a seat."""
        sides = {side.name for side in self.session.match.setup.sides}
        return self.viewer is not None and seat != self.viewer and seat in sides

    @property
    def secrets(self) -> bool:
        """Whether several people play, and one may know what another doesn't.

        What the battle began with decides, so that a curtain that falls or stays up gives nothing away.
        """
        match, people = self.session.match, self.watching
        setup = match.setup
        ambush = any(recruit.hidden for side in setup.sides for recruit in side.squad)
        dark = any(zone.dark or zone.smoke for zone in setup.field.zones)
        known = {frozenset(match.ruleset.seen_by(match.board, seat)) for seat in people}
        return len(people) > 1 and (ambush or dark or len(known) > 1)
