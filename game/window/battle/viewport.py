"""How one battle is looked at: through whose eyes, at what part of the board, at whom, and which views are on."""

from __future__ import annotations

from copy import copy
from typing import Protocol

from game.play.preferences import Preferences
from game.play.session import Session
from game.play.workers import BackgroundThread
from game.rules.events import Id
from game.rules.questions import Seat
from game.scene.board_geometry import Pointed
from game.scene.playhead import Playhead
from game.scene.scene import Scene
from game.spatial.field import Cell
from game.view.board.camera import Camera
from game.view.widgets.theme import Typography
from game.window.ambience import Ambience
from game.window.battle.threats import Threats
from game.window.battle.vision import Vision
from game.window.controls import Keys


class Surroundings(Protocol):
    """What a battle on the screen is lent by the window around it."""

    preferences: Preferences
    keys: Keys
    pointer: tuple[int, int]
    ambience: Ambience
    opponents: BackgroundThread
    oracle: BackgroundThread


class Viewport:
    """What a player changes by looking about; nothing of it bears on what can be chosen."""

    def __init__(self, session: Session, around: Surroundings, look: Typography, size: tuple[int, int]) -> None:
        """``size`` of the window in pixels."""
        field = session.match.setup.field
        self.perspective = Perspective(session)
        self.around = around
        self.look = look
        """Type and measures."""
        self.in_front = True
        """Whether nothing lies over the battle, so that what the pointer rests on is told."""
        self.camera = Camera(field.width, field.height, size)
        self.cursor: Pointed | None = None
        """The board's cursor, for those who play with the keys."""
        self.hover: Pointed | None = None
        """What the pointer is on."""
        self.names = self.show_cover = self.show_zones = self.show_threats = False
        """Views that keys turn on: everybody's names, cover and heights, zones, what foes could hit."""
        self.kept_foe: Id | None = None
        """Whose threat alone is shown until another is pointed at."""
        self.told_at: Cell | None = None
        """Where that happened which a line tells of that was clicked."""
        self.threats = Threats(session.match, around.oracle)
        self.vision = Vision(around.oracle)

    # -- whose eyes

    @property
    def viewer(self) -> Seat | None:
        """Whose eyes the screen is for; None for somebody who sees everything."""
        return self.perspective.viewer

    @property
    def head(self) -> Playhead:
        """The place in the battle of whoever looks at the screen."""
        return self.perspective.head

    # -- the window around

    @property
    def scene(self) -> Scene:
        """What is shown now."""
        return self.perspective.head.scene

    @property
    def preferences(self) -> Preferences:
        """What the player has set."""
        return self.around.preferences

    @property
    def keys(self) -> Keys:
        """What each key means."""
        return self.around.keys

    @property
    def pointer(self) -> tuple[int, int]:
        """Where the pointer was last, in pixels of the window."""
        return self.around.pointer

    @property
    def ambient(self) -> int:
        """Milliseconds since what moves by itself on the board has begun to; with reduced motion none ever pass."""
        return 0 if self.preferences.calm else self.around.ambience.time

    @property
    def size(self) -> tuple[int, int]:
        """Pixels of the window."""
        return self.camera.window_size

    def advance(self, seconds: float) -> None:
        """Show what has happened. The cursor goes along with whom it is on, and is gone when they are."""
        head = self.head
        token = head.scene.token(self.cursor)
        place = token.place if token is not None else None
        head.advance(seconds)
        now = head.scene.token(self.cursor)
        if token is not None and (now is None or now.place != place):
            self.cursor = head.scene.aim_at_token(token.id) if now is not None else None

    # -- what is looked at

    @property
    def aim(self) -> Pointed | None:
        """What the board's cursor is on, or else the pointer."""
        return self.cursor or self.hover

    def toggle_threats(self) -> None:
        """Show what foes could hit, all of them to begin with, or no more."""
        self.show_threats, self.kept_foe = not self.show_threats, None


class Perspective:
    """The people at one screen, and who of them looks."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._heads: dict[Seat | None, Playhead] = {}
        self.viewer: Seat | None = self.first()
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

    def seen_by(self, seat: Seat) -> Perspective:
        """The same battle through the eyes of a seat, on another screen: both have one playhead a seat."""
        other = copy(self)
        other.viewer = seat
        self._head_of(seat)
        return other

    def first(self) -> Seat | None:
        """The person who looks first: who is asked, or else the first who plays a side; None if nobody does."""
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
