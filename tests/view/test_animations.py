"""What events look and sound like: by what they are, never by their names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from battlemat_duel import Duel
from battlemat_duel.events import Hurt
from battlemat_duel.sheet import DuelBoard
from game.files.battlefile import replay
from game.rules.event_kinds import (
    ActionEvent,
    AttackEvent,
    Check,
    FallEvent,
    Flight,
    Heading,
    Magic,
    Miss,
    Notice,
    NoticeEvent,
    ReactionEvent,
    TargetedEvent,
)
from game.rules.events import Changed, Event, Id
from game.rules.match import AnyMatch
from game.rules.standing import Bar, Mark, Standing
from game.scene.animations import animation_for
from game.scene.event_feed import EventFeed
from game.scene.moves import NOTHING, Animation
from game.scene.playhead import Playhead
from game.scene.report import report
from game.scene.scene import Scene
from game.spatial.places import Place
from tests.rules.battles import begin, duel
from tests.view.witnessing import animated

BATTLES = Path(__file__).parents[1] / "battles"
GOLDEN = Path(__file__).parent / "animations"

ADA, ORC = Id("Ada"), Id("Orc")


def animation_of(event: Event) -> Animation:
    match = begin(duel())
    scene = Playhead(match, None).scene
    return animated(scene, event)


def words(animation: Animation) -> list[tuple[str, str]]:
    return [(effect.text, effect.tone) for effect in animation.effects]


# ------------------------------------------------------------------ a whole battle


def _spot(spot: tuple[float, float] | None) -> str:
    return "" if spot is None else f"{spot[0]:g},{spot[1]:g}"


def told(animation: Animation) -> str:
    """All that an animation shows, in a line."""
    parts = [f"{animation.hold:g}"]
    if animation.motion is not None:
        motion = animation.motion
        parts.append(f"{motion.kind} {motion.who} {_spot(motion.start)} {_spot(motion.end)} {motion.length:g}")
    for effect in animation.effects:
        said = " ".join((effect.text, *effect.faces, *(f"-{index}" for index in effect.faint)))
        parts.append(f"{effect.kind} {_spot(effect.at)} {_spot(effect.to)} {effect.tone} {effect.length:g} {said}")
    if animation.sound:
        parts.append(f"♪ {animation.sound}")
    return " | ".join(" ".join(part.split()) for part in parts)


def shown(match: AnyMatch) -> Iterator[str]:
    """The animation of each event of a battle that has one."""
    state = match.marks[0].state
    scene = Scene(match.ruleset, match.setup, match.ground, state, frozenset(state.combatants))
    for each in EventFeed(match, None).news():
        animation = animation_for(each, scene)
        if animation != NOTHING:
            yield f"{type(each.event).__name__}: {told(animation)}\n"
        scene.take(each)


@pytest.mark.parametrize("path", sorted(BATTLES.glob("*/*.battle")), ids=lambda path: f"{path.parent.name}-{path.stem}")
@pytest.mark.usefixtures("duel_installed")
def test_a_golden_battle_looks_and_sounds_as_ever(path: Path, request: pytest.FixtureRequest) -> None:
    golden = GOLDEN / f"{path.parent.name}-{path.stem}.txt"
    found = "".join(shown(replay(path)))
    if request.config.getoption("--update"):
        golden.write_text(found, encoding="utf-8")
    assert found == golden.read_text(encoding="utf-8")


# ------------------------------------------------------------------ what events are


class Blow(AttackEvent, frozen=True):
    """An attack of no book."""


class Shot(AttackEvent, frozen=True):
    """One that flies."""

    @property
    def flies(self) -> bool:
        """Always."""
        return True


class Fumble(Miss, frozen=True):
    """A miss of no book."""


class Bottle(Flight, frozen=True):
    """Something thrown."""

    at: Place
    past: Place | None = None

    @property
    def lands(self) -> Place:
        """Where."""
        return self.at

    @property
    def strays_from(self) -> Place | None:
        """Whence."""
        return self.past


class Tried(Check, frozen=True):
    """A check."""

    passed: bool


class Sang(ActionEvent, frozen=True):
    """A deed."""


class Ducked(ReactionEvent, frozen=True):
    """A reaction."""


class Dawn(Heading, frozen=True):
    """A heading that the duel has no line for."""


class Cursed(NoticeEvent, frozen=True):
    """A notice."""

    who: Id | None

    def notice(self) -> Notice:
        """Over whom."""
        return Notice(self.who, "cursed", "bad", "dismay")


def test_an_event_that_is_nothing_a_screen_knows_is_a_line_of_the_log_and_no_more() -> None:
    assert animation_of(Hurt(ADA, 3)) == NOTHING
    assert animation_of(Dawn()) == NOTHING


def test_attacks_lunge_or_fly() -> None:
    blow, shot = animation_of(Blow(ADA, ORC)), animation_of(Shot(ADA, ORC))
    assert (blow.sound, blow.motion is not None and blow.motion.kind) == ("strike", "lunge")
    assert (shot.sound, shot.motion, [effect.kind for effect in shot.effects]) == ("shoot", None, ["arrow"])


def test_what_is_thrown_bursts_where_it_lands_and_strays_from_where_it_was_aimed() -> None:
    thrown, strayed = animation_of(Bottle(ADA, (4, 2))), animation_of(Bottle(ADA, (4, 2), (3, 2)))
    assert [effect.kind for effect in thrown.effects] == ["arrow", "blast"]
    assert thrown.sound == "blast"
    assert thrown.effects[0].to == strayed.effects[0].to == strayed.effects[1].at
    assert thrown.effects[0].at != strayed.effects[0].at
    assert animation_of(Bottle(Id("nobody"), (4, 2))).sound == "shoot"


def test_words_stand_over_whom_they_are_about() -> None:
    assert words(animation_of(Fumble(ADA, ORC))) == [("miss", "plain")]
    assert words(animation_of(Tried(ADA, True))) == [("succeeds", "good")]
    assert words(animation_of(Tried(ADA, False))) == [("fails", "bad")]
    assert words(animation_of(Cursed(ADA))) == [("cursed", "bad")]
    assert animation_of(Cursed(ADA)).sound == animation_of(Cursed(None)).sound == "morale"
    assert words(animation_of(Cursed(None))) == []


class Enchanted(Magic, frozen=True):
    """Magic for tests."""

    on: Id | None = None

    @property
    def upon(self) -> Id | None:
        """On whom."""
        return self.on


def test_magic_is_seen_round_whoever_works_it_and_whom_it_is_for() -> None:
    alone, other = animation_of(Enchanted(ADA, "chants")), animation_of(Enchanted(ADA, "chants", ORC))
    assert [effect.kind for effect in alone.effects] == ["text", "magic"]
    assert [effect.kind for effect in other.effects] == ["text", "magic", "magic"]
    assert other.effects[1].at != other.effects[2].at
    assert other.sound == "magic"
    assert animation_of(Enchanted(Id("nobody"), "chants")) == NOTHING


def test_deeds_are_told_where_they_are_few_words() -> None:
    assert words(animation_of(Sang(ADA, "sings"))) == [("sings", "plain")]
    assert words(animation_of(Ducked(ADA, "ducks"))) == [("ducks", "warn")]
    assert animation_of(Ducked(ADA, "ducks")).sound == "react"
    assert animation_of(Sang(ADA, "sings a long song of old")) == NOTHING
    assert animation_of(Sang(ADA, "runs to 3,4")) == NOTHING


def test_harm_is_put_down_to_whoever_did_something_to_the_one_harmed() -> None:
    class Poked(TargetedEvent, frozen=True):
        """Something of no book that one does to another."""

    match = begin(duel())
    start, harm = match.state, Changed(ORC, {"hp": 4})
    found = report(match.ruleset, match.setup, match.ground, start, (Poked(ADA, ORC), harm))
    assert found.deeds[ADA].dealt == found.deeds[ORC].taken == 3
    unknown = report(match.ruleset, match.setup, match.ground, start, (Hurt(ORC, 3), harm))
    assert unknown.deeds[ADA].dealt == 0


# ------------------------------------------------------------------ several bars


class Gritty(Duel):
    """The duel as a book with two bars would show it: a fighter's guard is its grit."""

    def standing(self, board: DuelBoard, who: Id) -> Standing:
        """Two bars."""
        sheet = board.now(who).sheet
        bars = Bar("Grit", sheet.profile.guard, 20, "steel"), Bar("Flesh", sheet.hp, sheet.profile.hp, "blood")
        return structs.replace(super().standing(board, who), bars=bars, up=sheet.hp > 0)


def guarding(guard: int) -> dict[str, Any]:
    """A change that gives the thief another guard."""
    return {"profile": structs.replace(begin(duel()).board.now(ORC).sheet.profile, guard=guard)}


def gritty(guard: int = 13, **changes: int) -> Animation:
    """What a change of the thief looks like, who has 13 of 20 grit and 7 of 7 flesh."""
    match = begin(duel())
    state, event = match.state, Changed(ORC, {**guarding(guard), **changes})
    scene = Scene(Gritty(), match.setup, match.ground, state, frozenset(state.combatants))
    return animated(scene, event)


def told_of(animation: Animation) -> list[tuple[str, str]]:
    return [said for said in words(animation) if said[0]]


def test_of_several_bars_the_one_that_lost_is_named() -> None:
    assert told_of(gritty(guard=11))[0] == ("−2 Grit", "bad")
    assert told_of(gritty(guard=11, hp=4))[:2] == [("−2 Grit", "bad"), ("−3 Flesh", "bad")]
    assert told_of(gritty(guard=15))[0] == ("+2 Grit", "good")
    assert told_of(gritty(guard=15, hp=5))[:2] == [("+2 Grit", "good"), ("−2 Flesh", "bad")], "not a sum of nought"


def test_a_blow_that_passes_by_the_first_bar_drains_the_second() -> None:
    fatal = gritty(hp=0)
    assert fatal.motion is not None and fatal.motion.kind == "fall"
    assert told_of(fatal)[0] == ("−7 Flesh", "bad")
    (drain,) = [effect for effect in fatal.effects if effect.kind == "drain"]
    (grit, still), (flesh, spilt) = drain.bars
    assert grit == still and (flesh.left, spilt.left) == (7, 0) and drain.extent == 1


class Yielding(Gritty):
    """The same for whom the loss of a fight is to lay down arms."""

    def standing(self, board: DuelBoard, who: Id) -> Standing:
        """Out of the fight as soon as its guard is down, with all its flesh."""
        found = super().standing(board, who)
        beaten = board.now(who).sheet.profile.guard == 0
        return structs.replace(found, up=found.up and not beaten, yielded=beaten)


def test_who_lays_down_arms_does_not_topple_over() -> None:
    match = begin(duel())
    state, event = match.state, Changed(ORC, guarding(0))
    scene = Scene(Yielding(), match.setup, match.ground, state, frozenset(state.combatants))
    animation = animated(scene, event)
    assert animation.motion is None
    assert animation.sound == "morale"


def test_whoever_falls_has_it_over_its_head_how() -> None:
    assert words(animation_of(FallEvent(ORC, "bled out"))) == [("bled out", "bad")]


class Alight(Gritty):
    """Whoever has struck burns."""

    def standing(self, board: DuelBoard, who: Id) -> Standing:
        """With a condition that says so."""
        found = super().standing(board, who)
        marks = (Mark("alight", fire=True),) if board.now(who).sheet.struck else ()
        return structs.replace(found, marks=marks)


def test_who_catches_fire_is_seen_and_heard_to() -> None:
    match = begin(duel())
    state, event = match.state, Changed(ORC, {"struck": True})
    scene = Scene(Alight(), match.setup, match.ground, state, frozenset(state.combatants))
    animation = animated(scene, event)
    assert [effect.kind for effect in animation.effects] == ["text", "fire"]
    assert animation.sound == "fire"


def test_a_change_that_costs_nothing_drains_nothing() -> None:
    assert gritty(struck=1) == NOTHING
