"""What events look and sound like, by what they are, never by their names; how long a side's turn takes to show."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from msgspec.structs import replace

from battlemat_duel import Duel
from battlemat_duel.events import Hurt
from battlemat_duel.sheet import DuelBoard
from game import resources
from game.ai import opponent
from game.files.battlefile import replay
from game.files.scenario import quick_setup
from game.files.tiled import read_map
from game.play.dice import SeededDice
from game.rules.events import (
    ActionEvent,
    AttackEvent,
    Changed,
    Check,
    Event,
    FallEvent,
    Flight,
    Heading,
    Id,
    Magic,
    Miss,
    Moved,
    Notice,
    NoticeEvent,
    ReactionEvent,
    RoundBegan,
    SpoiledEvent,
    TargetedEvent,
)
from game.rules.match import Answerer, AnyMatch, HouseReferee, Match
from game.rules.questions import DICE, REFEREE, Choose, Seat
from game.rules.registry import ruleset
from game.rules.setup import SideSetup
from game.rules.standing import Bar, Mark, Standing
from game.scene.animations import animation_before, animation_for
from game.scene.battle_report import report
from game.scene.event_feed import EventFeed
from game.scene.moves import BRISK, IMPACT, NOTHING, PATIENCE, Animation, Pace
from game.scene.playhead import Playhead
from game.scene.scene import Scene
from game.spatial.places import Place
from tests.rules.battles import begin, duel
from tests.view.witnessing import animated, witnessed

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
    return "" if spot is None else f"{spot[0]:.3g},{spot[1]:.3g}"


def _length(length: float, after: float) -> str:
    return f"{length:.3g}" + (f" from {after:.3g}" if after else "")


def told(animation: Animation) -> str:
    """All that an animation shows, in a line."""
    parts = [f"{animation.hold:.3g}"]
    for motion in animation.motions:
        length = _length(motion.length, motion.after)
        parts.append(f"{motion.kind} {motion.who} {_spot(motion.start)} {_spot(motion.end)} {length}")
    for effect in animation.effects:
        said = " ".join((effect.text, *effect.faces, *(f"-{index}" for index in effect.faint)))
        length = _length(effect.length, effect.after)
        parts.append(f"{effect.kind} {_spot(effect.at)} {_spot(effect.to)} {effect.tone} {length} {said}")
    if animation.reading is not None:
        parts.append(f"read {_spot(animation.reading.at)} {animation.reading.text}")
    if animation.sound:
        parts.append(f"♪ {animation.sound}")
    if animation.touch is not None:
        parts.append(f"touch {animation.touch:.3g} ♪ {animation.struck}")
    return " | ".join(" ".join(part.split()) for part in parts)


def shown(match: AnyMatch) -> Iterator[str]:
    """The animation of each event of a battle that has one, and of what is seen before it."""
    state = match.marks[0].state
    scene = Scene(match.ruleset, match.setup, match.ground, state, frozenset(state.combatants))
    for each in EventFeed(match, None).news():
        while (first := animation_before(each.event, scene)) is not None:
            yield f"before {type(each.event).__name__}: {told(first[0])}\n"
            scene.attacks = first[1]
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
    def landing_place(self) -> Place:
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


class Undone(SpoiledEvent, frozen=True):
    """Something that comes to nothing."""

    def notice(self) -> Notice:
        """Over whoever meant to."""
        return Notice(self.who, "spoiled")


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


def after(*events: Event) -> tuple[Scene, list[Animation]]:
    """What some events in a row look like, with what is seen before each."""
    scene = Playhead(begin(duel()), None).scene
    found = []
    for event in events:
        while (first := animation_before(event, scene)) is not None:
            found.append(first[0])
            scene.attacks = first[1]
        found.append(animated(scene, event))
        scene.take(witnessed(scene, event))
    return scene, [each for each in found if each != NOTHING]


def kinds(animation: Animation) -> tuple[str, list[str], list[str]]:
    """Its first sound, its motions and its effects."""
    return animation.sound, [each.kind for each in animation.motions], [each.kind for each in animation.effects]


HARM = Changed(ORC, {"hp": 4})


def test_attacks_lunge_or_fly_when_it_is_known_what_they_come_to() -> None:
    (blow,), (shot,) = after(Blow(ADA, ORC), HARM)[1], after(Shot(ADA, ORC), HARM)[1]
    assert kinds(blow) == ("strike", ["lunge", "recoil"], ["text", "drain", "impact"])
    assert kinds(shot) == ("shoot", ["recoil"], ["arrow", "stuck", "text", "drain", "impact"])
    for found in (blow, shot):
        assert found.touch is not None and 0 < found.touch < found.hold
        assert {effect.after for effect in found.effects if effect.kind != "arrow"} == {found.touch}
        assert found.motions[-1].after == found.touch


def test_what_misses_passes_by_and_what_a_reaction_turns_meets_a_shield() -> None:
    (blow,), (shot,) = after(Blow(ADA, ORC), Fumble(ADA, ORC))[1], after(Shot(ADA, ORC), Fumble(ADA, ORC))[1]
    assert kinds(blow) == ("strike", ["lunge", "sidestep"], ["text"])
    assert kinds(shot) == ("shoot", ["sidestep"], ["arrow", "stuck", "text"])
    _, (ducks, turned) = after(Blow(ADA, ORC), Ducked(ORC, "ducks"), Fumble(ADA, ORC))
    assert words(ducks) == [("ducks", "warn")]
    assert kinds(turned) == ("strike", ["lunge"], ["shield", "text"])
    _, (*_, failed) = after(Blow(ADA, ORC), Ducked(ORC, "ducks"), Tried(ORC, False), Fumble(ADA, ORC))
    assert "shield" not in kinds(failed)[2], "what it tried has failed"


def test_an_attack_that_does_nothing_is_seen_before_what_comes_next() -> None:
    for event in (Sang(ADA, "sings"), RoundBegan(2), Blow(ADA, ORC), Blow(ORC, ADA)):
        _, (first, *_) = after(Blow(ADA, ORC), event)
        assert kinds(first) == ("strike", ["lunge"], [])
    assert after(Blow(ADA, ORC), Undone(ADA), Moved(ADA, (1, 1), (1, 2)))[1][0].motions == (), "it was spoiled"
    _, (_, nested, outer) = after(Blow(ADA, ORC), Ducked(ORC, "ducks"), Blow(ORC, ADA), Changed(ADA, {"hp": 3}), HARM)
    assert [each.who for each in nested.motions] == [ORC, ADA], "the answer lands before what it answers"
    assert [each.who for each in outer.motions] == [ADA, ORC]


def test_what_is_thrown_bursts_where_it_lands_when_it_is_known_whom_it_harms() -> None:
    _, (thrown, strayed, harm, further) = after(
        Bottle(ADA, (4, 2)), Bottle(ADA, (4, 2), (3, 2)), HARM, Changed(ADA, {"hp": 3})
    )
    assert kinds(thrown) == kinds(strayed) == ("shoot", [], ["arrow"])
    assert thrown.effects[0].to == strayed.effects[0].to == harm.effects[0].at
    assert thrown.effects[0].at != strayed.effects[0].at
    assert kinds(harm) == ("blast", ["recoil"], ["blast", "text", "drain", "impact"])
    assert kinds(further) == ("", ["recoil"], ["text", "drain", "impact"]), "it bursts once"
    assert kinds(after(Bottle(ADA, (4, 2)), RoundBegan(2))[1][1]) == ("blast", [], ["blast"])
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
        bars = Bar("Grit", sheet.profile.guard, 20, "steel"), Bar("Flesh", sheet.hp, sheet.profile.hp)
        return structs.replace(super().standing(board, who), bars=bars, up=sheet.hp > 0)


def guarding(guard: int) -> dict[str, Any]:
    """A change that gives the thief another guard."""
    return {"profile": structs.replace(begin(duel()).board.now(ORC).sheet.profile, guard=guard)}


def gritty(guard: int = 13, **changes: Any) -> Animation:
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
    assert [motion.kind for motion in fatal.motions] == ["fall"]
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
    assert "fall" not in [motion.kind for motion in animation.motions]
    assert "morale" in (animation.sound, animation.struck)


def test_whoever_falls_has_it_over_its_head_how() -> None:
    assert words(animation_of(FallEvent(ORC, "bled out"))) == [("bled out", "bad")]


class Alight(Gritty):
    """Whoever has struck burns."""

    def standing(self, board: DuelBoard, who: Id) -> Standing:
        """With a condition that says so."""
        found = super().standing(board, who)
        marks = (Mark("alight", fire=True),) if "Act" in board.now(who).sheet.spent else ()
        return structs.replace(found, marks=marks)


def test_who_catches_fire_is_seen_and_heard_to() -> None:
    match = begin(duel())
    state, event = match.state, Changed(ORC, {"spent": ("Act",)})
    scene = Scene(Alight(), match.setup, match.ground, state, frozenset(state.combatants))
    animation = animated(scene, event)
    assert [effect.kind for effect in animation.effects] == ["text", "fire"]
    assert animation.sound == "fire"


def test_a_change_that_costs_nothing_drains_nothing() -> None:
    assert gritty(spent=("Act",)) == NOTHING


# --- How long a side's turn takes to show that nobody at the screen plays ---

BOOKS = ("einfelst", "glog", "ingenuity", "murdham", "sovereign")
SEVEN = 7
LONGEST = 6.0
"""Seconds of a side's turn, from the second round on."""
ROUNDS = 3
STEP = 0.005


def _seven(side: SideSetup) -> SideSetup:
    names = iter(range(1, SEVEN + 1))
    squad = [
        replace(recruit, at=None, name=f"{recruit.name} {number}" if recruit.name else "")
        for recruit, number in zip(islice(cycle(side.squad), SEVEN), names, strict=True)
    ]
    return replace(side, squad=tuple(squad))


def turns(rules: str, name: str, person: str) -> list[float]:
    """Seconds of each stretch in which others act, from round to round and heading to heading or a person's turn."""
    setup = quick_setup(read_map(resources.maps() / f"{name}.tmx"), ruleset(rules))
    setup = replace(setup, sides=tuple(_seven(side) for side in setup.sides))
    match: AnyMatch = Match.begin(ruleset(rules), setup)
    seats: dict[Seat, Answerer] = {Seat(side.name): opponent("instinct", Seat(side.name)) for side in setup.sides}
    seats[DICE], seats[REFEREE] = SeededDice(1), HouseReferee()
    head, found, others = Playhead(match, None), [0.0], False
    while (question := match.pending) is not None and match.ruleset.round_of(match.state) <= ROUNDS:
        if isinstance(question, Choose) and question.kind in ("pick", "act"):
            if question.seat == person and others:
                found.append(0.0)
            others = question.seat != person
        answer = seats[question.seat].answer(match, question)
        assert answer is not None
        match.answer(answer)
        later = match.ruleset.round_of(match.state) > 1
        head.pace.follow(brisk=others and later)
        if not (others and later):
            head.skip()
        if any(isinstance(event, RoundBegan | Heading) for event in match.events[head.shown :]):
            found.append(0.0)
        while not head.caught_up:
            head.advance(STEP)
            found[-1] += STEP
    return found


GAMES = [pytest.param(rules, marks=[pytest.mark.nightly] * (number > 1)) for number, rules in enumerate(BOOKS)]
NIGHTLY = [pytest.param(name, marks=pytest.mark.nightly) for name in ("gatehouse", "broken-keep", "night-ford")]


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("name", ["woodland-road", *NIGHTLY])
def test_seven_others_take_a_few_seconds(rules: str, name: str) -> None:
    found = [*turns(rules, name, "party"), *turns(rules, name, "foe")]
    assert 0.5 < max(found) < LONGEST


def test_an_impact_keeps_most_of_its_time_and_what_leads_to_it_does_not() -> None:
    pace, impact = Pace(), Animation(0.4, touch=0.1)
    assert pace.rate(NOTHING) == pace.rate(impact) == 1
    pace.follow(brisk=True)
    assert (pace.rate(NOTHING), pace.rate(impact)) == (BRISK, IMPACT)
    pace.spend(2 * PATIENCE)
    assert (pace.rate(NOTHING), pace.rate(impact)) == (4 * BRISK, 4 * IMPACT)
    pace.follow(brisk=True)
    assert pace.rate(impact) == 4 * IMPACT, "the same others still act"
    pace.begin(RoundBegan(3))
    assert pace.rate(impact) == IMPACT
    pace.follow(brisk=False)
    assert pace.rate(NOTHING) == 1
