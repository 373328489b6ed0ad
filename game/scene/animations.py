"""What an event looks and sounds like: event and scene in, movement, effects and sounds out.

Events are known by what they are: the engine's own, and for those of a ruleset the ``game.rules.events`` that they
subclass. An event that is none of these is a line of the log and nothing more.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import singledispatch
from itertools import pairwise
from math import fsum
from typing import Literal

from game.rules.dice import sides_of
from game.rules.events import (
    ActionEvent,
    Appeared,
    AttackEvent,
    Changed,
    Check,
    DiceSum,
    Drawn,
    EdgeChanged,
    Ended,
    Event,
    Exchange,
    FallEvent,
    Flight,
    Heading,
    Id,
    Left,
    Magic,
    Miss,
    Moved,
    Noise,
    Notice,
    NoticeEvent,
    OpposedRoll,
    Rolled,
    RoundBegan,
    SpoiledEvent,
    Tint,
    Vanished,
)
from game.rules.ruleset import progress_of, tell_pursuit
from game.rules.standing import called
from game.scene.board_geometry import Spot
from game.scene.event_feed import VisibleEvent
from game.scene.impacts import change_of, flight_time, harmless, miss_of
from game.scene.moves import NOTHING, Animation, DiceReading, Motion, VisualEffect
from game.scene.open_attacks import OpenAttacks
from game.scene.scene import Scene
from game.scene.staged import Staged

_PLACE = re.compile(r"\d+,\d+")
"""A cell in words, which the board shows better."""

_TOWARDS = re.compile(r" (?:on|at|to|from|of|with|for|into|against)$")
"""The last word of a deed that goes on in the log with whom it is about; on the board one sees that."""

NOISES: dict[Noise, str] = {"": "", "alarm": "react", "dismay": "morale"}
"""The sounds of what is noticed."""


STEP = 0.13
"""Seconds to walk one cell."""


def animation_for(witnessed: VisibleEvent, scene: Scene) -> Animation:
    """The animation of an event, with the sides that it brings nearer to what they are after, or throws back.

    ``scene`` is that of its viewer, before it.
    """
    found = _animation(witnessed.event, Staged(scene, witnessed))
    if witnessed.after is witnessed.before:
        return found
    rules, after = scene.ruleset, witnessed.after.board
    was, now = progress_of(rules, witnessed.before.board), progress_of(rules, after)
    if was == now:
        return found
    told = [
        VisualEffect("progress", (0.0, 0.0), tell_pursuit(after, side, now[side]), side=side, length=1.4)
        for side in now
        if was.get(side) != now[side]
    ]
    return replace(found, effects=(*found.effects, *told))


def action_of(witnessed: VisibleEvent, before: str) -> str:
    """What is being done once an event has begun, in a line; ``before``: what was, and is still if it is part of it."""
    event = witnessed.event
    if isinstance(event, RoundBegan | Heading | Ended):
        return ""
    if isinstance(event, Moved) and event.how in AFOOT and event.who in witnessed.before.state.combatants:
        return f"{called(witnessed.before.standing(event.who))} moves"
    if isinstance(event, AttackEvent | ActionEvent | Flight) and witnessed.line is not None:
        return witnessed.line.text
    return before


AFOOT = ("walk", "flee", "pursuit")
"""How somebody moves by itself."""


def animation_before(event: Event | None, scene: Scene) -> tuple[Animation, OpenAttacks] | None:
    """The animation of what is under way and has to be seen before an ``event``, and what is then left of it.

    None: nothing has to. Without an event the battle waits for a decision that is no part of what is under way.
    """
    due = scene.attacks.due(event)
    return None if due is None else (harmless(due, Staged(scene)), scene.attacks.without(due))


@singledispatch
def _animation(event: Event, staged: Staged) -> Animation:
    return NOTHING


@_animation.register
def _moved(event: Moved, staged: Staged) -> Animation:
    token = staged.scene.tokens.get(event.who)
    if token is None:
        return NOTHING
    start, end = token.placement.spot, staged.scene.would_stand(event.who, event.end).placement.spot
    half, passed = token.extent / 2, staged.scene.way(event.who, (event.end,))[1:-1]
    by = tuple((x - half, y - half) for x, y in passed)
    cells = max(1, fsum(max(abs(b[0] - a[0]), abs(b[1] - a[1])) for a, b in pairwise((start, *by, end))))
    afoot = event.how in AFOOT
    seconds = STEP * cells if afoot else 0.18 + 0.05 * cells
    motion = Motion("walk", event.who, start, end, seconds, by)
    return Animation(seconds, (motion,), (), "step" if afoot else "push")


@_animation.register
def _changed(event: Changed, staged: Staged) -> Animation:
    """Health and conditions of a combatant, whatever the ruleset calls them."""
    return change_of(event.who, staged.witnessed, staged) if staged.witnessed is not None else NOTHING


@_animation.register
def _attacked(event: AttackEvent, staged: Staged) -> Animation:
    """It is seen when it is known what it comes to; until then dice lie at its target."""
    return NOTHING


@_animation.register
def _thrown(event: Flight, staged: Staged) -> Animation:
    """From whoever throws; what strays sets out from the place it was aimed at. It bursts when all is known."""
    aimed, where = event.strays_from, staged.scene.where
    start = staged.middle(event.who) if aimed is None else where.inside(aimed)
    if start is None:
        return Animation(sound="shoot")
    end = where.inside(event.lands)
    length = flight_time(start, end)
    return Animation(length, (), (VisualEffect("arrow", start, to=end, length=length),), "shoot")


@_animation.register(Rolled)
@_animation.register(Drawn)
def _rolled(event: Rolled | Drawn, staged: Staged) -> Animation:
    at = _thrown_at(staged, event.who)
    if at is None:
        return NOTHING
    if isinstance(event, Drawn):
        return Animation(0.24, (), (VisualEffect("dice", at, faces=(event.card,)),), "dice")
    faces = tuple(str(face) for face in event.faces)
    apart = (*event.idle, *event.aside)
    effect = VisualEffect(
        "dice",
        at,
        event.read,
        faces=faces,
        faint=event.idle,
        filled=tuple(place for place in range(len(faces)) if place not in apart) if event.read else (),
        aside=event.aside,
        sides=sides_of(event.dice),
    )
    return Animation(0.24, (), (effect,), "dice")


def _thrown_at(staged: Staged, who: Id | None) -> Spot | None:
    """Where somebody's dice lie: those of an attack at its target, with its answer to them on the other side; those of
    what bursts where it does.
    """
    middle, side, under_way = staged.middle(who), 1, staged.scene.attacks
    attack = under_way.between(who)
    if attack is not None and (target := staged.middle(attack.target)) is not None:
        middle, side = target, 1 if who == attack.who else -1
    elif middle is not None and under_way.burst is not None and under_way.burst.who == who:
        middle = staged.scene.where.inside(under_way.burst.at)
    return None if middle is None else (middle[0] + 0.75 * side, middle[1] - 0.95)


@_animation.register
def _opposed(event: OpposedRoll, staged: Staged) -> Animation:
    """Dice that lie there are struck through."""
    at, against = _thrown_at(staged, event.who), _thrown_at(staged, event.target)
    if at is None or against is None:
        return NOTHING
    reading = DiceReading(at, event.result, 1.5, event.cancelled, against)
    return Animation(0.6 if event.cancelled else 0.3, reading=reading)


@_animation.register
def _summed(event: DiceSum, staged: Staged) -> Animation:
    """The dice that lie there are read."""
    at = _thrown_at(staged, event.who)
    return NOTHING if at is None else Animation(0.12, reading=DiceReading(at, event.comes_to, 0.9))


@_animation.register
def _exchanged(event: Exchange, staged: Staged) -> Animation:
    """What they give each other crosses over between them."""
    a, b = staged.middle(event.who), staged.middle(event.other)
    if a is None or b is None:
        return NOTHING
    away, back = (
        VisualEffect("card", start, faces=(face,), to=end, length=0.7)
        for start, end, face in ((a, b, event.gives), (b, a, event.gets))
    )
    return Animation(0.6, (), (away, back), "dice")


def _word(staged: Staged, who: Id | None, text: str, tone: Tint, sound: str = "") -> Animation:
    """A word over somebody; heard even where nobody is seen."""
    middle = staged.middle(who)
    if middle is None:
        return Animation(sound=sound)
    return Animation(0.25, (), (VisualEffect("text", middle, text, tone=tone, length=1.1, who=who),), sound)


@_animation.register
def _left(event: Left, staged: Staged) -> Animation:
    return _word(staged, event.who, "leaves", "plain")


@_animation.register
def _missed(event: Miss, staged: Staged) -> Animation:
    return miss_of(event, staged)


@_animation.register
def _noticed(event: NoticeEvent, staged: Staged) -> Animation:
    notice: Notice = event.notice()
    token = staged.token(notice.who)
    if isinstance(event, SpoiledEvent) and token is not None and not token.standing.up:
        return Animation(sound=NOISES[notice.noise])  # who falls does nothing more: that it falls is told
    said = _word(staged, notice.who, notice.word, notice.tone, NOISES[notice.noise])
    return replace(said, effects=tuple(replace(effect, cause=notice.cause) for effect in said.effects))


@_animation.register
def _fallen(event: FallEvent, staged: Staged) -> Animation:
    """Why is told over whoever went down."""
    return _word(staged, event.who, event.how, "bad")


@_animation.register
def _checked(event: Check, staged: Staged) -> Animation:
    word, tone = event.outcome
    return _word(staged, event.who, word, tone) if word and staged.middle(event.who) is not None else NOTHING


@_animation.register
def _done(event: ActionEvent, staged: Staged) -> Animation:
    """A deed in few words stands over whoever does it."""
    middle, text = staged.middle(event.who), _TOWARDS.sub("", event.what)
    if middle is None or not text or len(text) > LONGEST_DEED or _PLACE.search(text):
        return NOTHING
    said = VisualEffect("text", middle, text, tone=event.tone, length=1.2, who=event.who)
    return Animation(0.3, (), (said,), NOISES[event.noise])


@_animation.register
def _worked(event: Magic, staged: Staged) -> Animation:
    """Light round whoever works it, and round whom it is for."""
    said = _done(event, staged)
    spots = dict.fromkeys(staged.middle(who) for who in (event.who, event.upon))
    lights = tuple(VisualEffect("magic", spot, length=0.9) for spot in spots if spot is not None)
    return Animation(0.5, (), (*said.effects, *lights), "magic") if lights else said


LONGEST_DEED = 22
"""Letters of a deed that can be read over a token in passing."""


@_animation.register(Heading)
@_animation.register(RoundBegan)
@_animation.register(Ended)
def _headed(event: Event, staged: Staged) -> Animation:
    if staged.witnessed is None or staged.witnessed.line is None:
        return NOTHING
    return Animation(0.7, (), (VisualEffect("banner", (0.0, 0.0), staged.witnessed.line.text, length=1.1),), "turn")


@_animation.register
def _appeared(event: Appeared, staged: Staged) -> Animation:
    return _shown("appear", event.who, staged)


@_animation.register
def _vanished(event: Vanished, staged: Staged) -> Animation:
    return _shown("vanish", event.who, staged)


def _shown(kind: Literal["appear", "vanish"], who: Id, staged: Staged) -> Animation:
    spot = staged.spot(who)
    return Animation(0.3, (Motion(kind, who, spot, spot, 0.3),)) if spot else NOTHING


@_animation.register
def _opened(event: EdgeChanged, staged: Staged) -> Animation:
    return Animation(0.25, sound="door")
