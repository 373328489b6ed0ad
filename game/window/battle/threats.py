"""What foes could hit within a turn, worked out beside the window, by the rules and as the viewer knows the battle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from game.play.crash import write_report
from game.play.threat import NO_THREAT, AnyThreat, covered, threat_of
from game.play.workers import BackgroundThread, PendingResult
from game.rules.events import Id
from game.rules.match import AnyMatch
from game.rules.ruleset import HasThreats
from game.rules.table import Board
from game.scene.scene import Scene, Token
from game.spatial.places import Place

KEPT = 300
"""Answers that are kept for one moment of the battle."""


class Threats:
    """What was asked about one moment of a battle; the next moment makes everything new."""

    def __init__(self, match: AnyMatch, thinker: BackgroundThread) -> None:
        self._match, self._thinker = match, thinker
        self._moment: tuple[object, str | None] = (None, None)
        self._known: Board[Any, Any] | None = None
        self._shared: tuple[tuple[object, ...], tuple[frozenset[Place], ...]] = (), ()
        """By whom, and the places that were counted for them: it is asked for in every frame."""
        self._thoughts: dict[tuple[Id, Id | None, Place | None], PendingResult[AnyThreat]] = {}

    @property
    def told(self) -> bool:
        """Whether the ruleset tells of such things."""
        return isinstance(self._match.ruleset, HasThreats)

    @property
    def working(self) -> bool:
        """Whether something is being worked out."""
        return any(not thought.done for thought in self._thoughts.values())

    def of(self, scene: Scene, viewer: str | None, foes: Iterable[Token]) -> dict[Id, AnyThreat]:
        """What each of some could hit as things stand; those that are not worked out yet are left out."""
        self._forget_outdated(scene, viewer)
        found = {foe.id: self._ask(foe.id, None, None) for foe in foes}
        return {who: threat for who, threat in found.items() if threat is not None}

    def shared(self, found: Mapping[Id, AnyThreat], most: int) -> tuple[frozenset[Place], ...]:
        """The places that one or more of some could hit, those that two or more could, and so on, up to ``most``."""
        key = most, *found
        if key != self._shared[0]:
            counts = Counter(place for threat in found.values() for place in threat.hits)
            deep = [
                frozenset(place for place, count in counts.items() if count >= least) for least in range(1, most + 1)
            ]
            self._shared = key, tuple(deep)
        return self._shared[1]

    def upon(self, scene: Scene, viewer: str | None, who: Id, place: Place, foes: Iterable[Token]) -> list[Id] | None:
        """Which of some could hit somebody that stood in a place; None as long as that isn't known."""
        self._forget_outdated(scene, viewer)
        asked = [(foe.id, self._ask(foe.id, who, place)) for foe in foes]
        if any(threat is None for _, threat in asked):
            return None
        area = covered(scene.ruleset, place, scene.tokens[who].standing.size)
        return [foe for foe, threat in asked if threat is not None and not threat.hits.isdisjoint(area)]

    def _forget_outdated(self, scene: Scene, viewer: str | None) -> None:
        moment = scene.state, viewer
        if self._moment[0] is moment[0] and self._moment[1] == viewer:
            return
        for thought in self._thoughts.values():
            thought.drop()
        self._moment, self._thoughts, self._shared = moment, {}, ((), ())
        board = scene.board
        self._known = board if viewer is None else board.moment(scene.ruleset.masked(board, viewer))

    def _ask(self, foe: Id, who: Id | None, place: Place | None) -> AnyThreat | None:
        key = foe, who, place
        found = self._thoughts.get(key)
        if found is None:
            if len(self._thoughts) >= KEPT:
                self._thoughts = {old: thought for old, thought in self._thoughts.items() if old[1] is None}
            at: Mapping[Id, Place] = {who: place} if who is not None and place is not None else {}
            assert self._known is not None
            found = self._thoughts[key] = self._thinker.ask(partial(_guarded, self._match, self._known, foe, at))
        return found.result() if found.done else None


def _guarded(match: AnyMatch, known: Board[Any, Any], foe: Id, at: Mapping[Id, Place]) -> AnyThreat:
    """The same as ``threat_of``; a fault of the rules in a battle that is only thought of is written down, no more."""
    try:
        return threat_of(match, known, foe, at)
    except Exception as error:
        write_report(error)
        return NO_THREAT
