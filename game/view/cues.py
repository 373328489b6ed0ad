"""What an event looks and sounds like: event and scene in, movement, effects and sounds out.

Events of the engine are known by their types. Those of a ruleset are known by the name of their class and by fields
with common names (``who``, ``target``), so that a ruleset needs no code here: an event of a name that is not in the
table is a line of the log and nothing more.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from game.rules.events import Changed, Drawn, Event, Id, Moved, Rolled
from game.rules.ruleset import Line
from game.rules.standing import Standing
from game.view.camera import Spot
from game.view.scene import AnyBoard, Scene, Token

_PLACE = re.compile(r"\d+,\d+")
"""A cell in words, which the board shows better."""

Tone = Literal["plain", "good", "bad", "warn"]


@dataclass(frozen=True, slots=True)
class Motion:
    """A token moves for a while; places are top left corners in cells."""

    kind: Literal["walk", "lunge", "shake", "fall", "appear", "vanish"]
    who: Id
    start: Spot
    end: Spot
    length: float
    """Seconds."""
    by: tuple[Spot, ...] = ()
    """Spots that a walk leads by."""


@dataclass(frozen=True, slots=True)
class Effect:
    """Something seen for a while that is no token."""

    kind: Literal["text", "arrow", "dice", "banner", "burst"]
    at: Spot
    text: str = ""
    to: Spot | None = None
    tone: Tone = "plain"
    length: float = 1.0
    """Seconds."""
    faces: tuple[str, ...] = ()
    """Of dice and cards: what they show; ``text`` is what the rules read in them."""
    faint: tuple[int, ...] = ()
    """Those of the faces that count for nothing."""


@dataclass(frozen=True, slots=True)
class Cue:
    """What to play for one event. The scene changes, and the next event follows, after ``hold`` seconds."""

    hold: float = 0.0
    motion: Motion | None = None
    effects: tuple[Effect, ...] = ()
    sound: str = ""


NOTHING = Cue()
STEP = 0.13
"""Seconds to walk one cell."""


@dataclass(frozen=True, slots=True)
class Moment:
    """An event with the battle on both its sides, as the viewer knows it."""

    event: Event
    before: AnyBoard
    after: AnyBoard
    scene: Scene
    """As it is before the event."""
    line: Line | None

    def spot(self, who: object) -> Spot | None:
        """The top left corner of a combatant that the viewer knows."""
        token = self._token(who)
        return token.footing.spot if token is not None else None

    def middle(self, who: object) -> Spot | None:
        """The middle of a combatant."""
        token = self._token(who)
        return token.middle if token is not None else None

    def _token(self, who: object) -> Token | None:
        if not isinstance(who, str) or who not in self.before.state.combatants:
            return None
        found = self.scene.tokens.get(Id(who))
        if found is not None:
            return found
        return self.scene.would_stand(Id(who), self.before.state.combatants[Id(who)].at, self.before)

    def standing(self, board: AnyBoard, who: Id) -> Standing:
        """What the board shows of a combatant."""
        return self.scene.ruleset.standing(board, who)


def cue_for(moment: Moment) -> Cue:
    """The cue of an event; nothing for one that nobody has drawn anything for."""
    make = CUES.get(type(moment.event).__name__)
    return make(moment) if make else NOTHING


def _moved(moment: Moment) -> Cue:
    event = moment.event
    assert isinstance(event, Moved)
    token = moment.scene.tokens.get(event.who)
    if token is None:
        return NOTHING
    start, end = token.footing.spot, moment.scene.would_stand(event.who, event.end).footing.spot
    half, passed = token.extent / 2, moment.scene.way(event.who, (event.end,))[1:-1]
    by = tuple((x - half, y - half) for x, y in passed)
    cells = max(1, sum(max(abs(b[0] - a[0]), abs(b[1] - a[1])) for a, b in pairwise((start, *by, end))))
    seconds = STEP * cells if event.how in ("walk", "flee") else 0.18 + 0.05 * cells
    motion = Motion("walk", event.who, start, end, seconds, by)
    return Cue(seconds, motion, (), "step" if event.how in ("walk", "flee") else "push")


def _changed(moment: Moment) -> Cue:
    """Health and conditions of a combatant, whatever the ruleset calls them."""
    event = moment.event
    assert isinstance(event, Changed)
    spot, middle = moment.spot(event.who), moment.middle(event.who)
    if spot is None or middle is None:
        return NOTHING
    was, now = moment.standing(moment.before, event.who), moment.standing(moment.after, event.who)
    lost = was.health - now.health
    effects: list[Effect] = []
    if lost:
        effects.append(
            Effect(
                "text", middle, f"−{lost}" if lost > 0 else f"+{-lost}", tone="bad" if lost > 0 else "good", length=1.3
            )
        )
    if was.up and not now.up:
        return Cue(0.45, Motion("fall", event.who, spot, spot, 0.45), tuple(effects), "fall")
    gained = [word for word in now.words if word not in was.words] if now.up else []
    low = (middle[0], middle[1] - (0.35 if lost else 0.0))
    effects += [Effect("text", low, word, tone="warn", length=1.1) for word in gained[:1]]
    if lost > 0:
        burst = Effect("burst", middle, length=0.3)
        return Cue(0.32, Motion("shake", event.who, spot, spot, 0.3), (burst, *effects), "hurt")
    return Cue(0.12 if effects else 0.0, None, tuple(effects), "heal" if lost < 0 else "")


def _struck(moment: Moment) -> Cue:
    """An attack sets out: a lunge for those who are near, an arrow for those who are far."""
    who, target = getattr(moment.event, "who", None), getattr(moment.event, "target", None)
    start, end = moment.spot(who), moment.spot(target)
    a, b = moment.middle(who), moment.middle(target)
    if start is None or end is None or a is None or b is None or not isinstance(who, str):
        return NOTHING
    near = max(abs(start[0] - end[0]), abs(start[1] - end[1])) <= moment.scene.where.melee
    if near and getattr(moment.event, "mode", "melee") == "melee":
        return Cue(0.3, Motion("lunge", Id(who), start, end, 0.3), (), "strike")
    return Cue(0.34, None, (Effect("arrow", a, to=b, length=0.34),), "shoot")


def _thrown(moment: Moment) -> Cue:
    """Something flies from somebody to a place; what strays sets out from the place it was aimed at."""
    start, end = moment.middle(getattr(moment.event, "who", None)), _spot_of(moment, "place")
    aimed = _spot_of(moment, "aimed")
    if end is None or (start is None and aimed is None):
        return Cue(sound="shoot")
    length = 0.34 if aimed is None else 0.45
    flight = Effect("arrow", aimed or start or end, to=end, length=length)
    return Cue(length, None, (flight, Effect("burst", end, length=length + 0.3)), "shoot")


def _spot_of(moment: Moment, field: str) -> Spot | None:
    """The spot of a place that an event names."""
    place = getattr(moment.event, field, None)
    return moment.scene.where.inside(place) if isinstance(place, tuple) else None


def _rolled(moment: Moment) -> Cue:
    event = moment.event
    assert isinstance(event, (Rolled, Drawn))
    middle = moment.middle(event.who)
    if middle is None:
        return NOTHING
    at = (middle[0] + 0.62, middle[1] - 0.62)
    if isinstance(event, Drawn):
        return Cue(0.28, None, (Effect("dice", at, faces=(event.card,)),), "dice")
    faces = tuple(str(face) for face in event.faces)
    return Cue(0.28, None, (Effect("dice", at, event.read, faces=faces, faint=event.idle),), "dice")


def _word(text: str, tone: Tone, at: str = "target", hold: float = 0.25, sound: str = "") -> Callable[[Moment], Cue]:
    """A cue that writes a word over somebody."""

    def make(moment: Moment) -> Cue:
        middle = moment.middle(getattr(moment.event, at, None))
        if middle is None:
            return Cue(sound=sound)
        return Cue(hold, None, (Effect("text", middle, text, tone=tone, length=1.1),), sound)

    return make


def _says(field: str, tone: Tone, hold: float = 0.3, sound: str = "") -> Callable[[Moment], Cue]:
    """A cue that writes what the event's field says over who it is about."""

    def make(moment: Moment) -> Cue:
        middle = moment.middle(getattr(moment.event, "who", None))
        text = getattr(moment.event, field, "")
        if middle is None or not isinstance(text, str) or not text or len(text) > 22 or _PLACE.search(text):
            return NOTHING
        return Cue(hold, None, (Effect("text", (middle[0], middle[1] - 0.4), text, tone=tone, length=1.2),), sound)

    return make


def _banner(moment: Moment) -> Cue:
    if moment.line is None:
        return NOTHING
    return Cue(0.7, None, (Effect("banner", (0.0, 0.0), moment.line.text, length=1.1),), "turn")


def _shown(kind: Literal["appear", "vanish"]) -> Callable[[Moment], Cue]:
    def make(moment: Moment) -> Cue:
        who = Id(str(getattr(moment.event, "who", "")))
        spot = moment.spot(who)
        return Cue(0.3, Motion(kind, who, spot, spot, 0.3)) if spot else NOTHING

    return make


def _checked(moment: Moment) -> Cue:
    middle = moment.middle(getattr(moment.event, "who", None))
    passed = bool(getattr(moment.event, "passed", False))
    if middle is None:
        return NOTHING
    word, tone = ("succeeds", "good") if passed else ("fails", "bad")
    return Cue(0.25, None, (Effect("text", middle, word, tone="good" if tone == "good" else "bad", length=1.1),))


CUES: dict[str, Callable[[Moment], Cue]] = {
    "Moved": _moved,
    "Changed": _changed,
    "Rolled": _rolled,
    "Drawn": _rolled,
    "EdgeChanged": lambda moment: Cue(0.25, sound="door"),
    "RoundBegan": _banner,
    "SideActs": _banner,
    "Ended": _banner,
    "Appeared": _shown("appear"),
    "Vanished": _shown("vanish"),
    "Left": _word("leaves", "plain", "who"),
    "AttackDeclared": _struck,
    "AttackMissed": _word("miss", "plain", sound="miss"),
    "BlastThrown": _thrown,
    "BlastDeviated": _thrown,
    "PhaseBegan": _banner,
    "Passed": _banner,
    "Saved": _checked,
    "Spotted": _word("seen", "warn", "who", sound="react"),
    "OmenSpent": _says("what", "good"),
    "AttackSpoiled": _word("spoiled", "warn", "who"),
    "ShockDealt": _word("Shock", "warn"),
    "ShockTurned": _word("shield", "good"),
    "Reacted": _says("what", "warn", sound="react"),
    "Did": _says("what", "plain"),
    "Broke": _word("courage fails", "bad", "who", sound="morale"),
    "Checked": _checked,
}
