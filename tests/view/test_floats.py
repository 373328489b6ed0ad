"""What rises over bodies in writing: of each deed one line over each body, which meets no other and stays there."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from pathlib import Path

import pygame
import pytest

from game.files.battlefile import replay
from game.rules.events import Id, Tint
from game.rules.match import AnyMatch
from game.scene.animations import animation_for
from game.scene.event_feed import EventFeed
from game.scene.floating_text import (
    AT_ONCE,
    FADE,
    KEPT,
    KEPT_NUMBER,
    READ,
    FloatingText,
    FloatingTexts,
    Word,
    says_as_much,
)
from game.scene.moves import VisualEffect
from game.scene.playhead import Playhead
from game.scene.scene import Scene
from game.view.board.camera import Camera
from game.view.motion.effects import draw_effects, draw_floating_texts
from game.view.widgets.overlay_layout import FreeRoom, OverlayLayout, far, find_room
from game.view.widgets.theme import Typography

BATTLES = Path(__file__).parents[1] / "battles"
PATHS = sorted(BATTLES.glob("*/*.battle"))
SIZE = (1280, 720)
FREE = pygame.Rect(0, 48, 936, 600)
NAME = pygame.Rect(600, 80, 180, 24)
"""What is written on the board besides, such as a zone's name."""
FAR = 240
"""Pixels between a body and what is told over it, at most."""


@dataclass
class Frame:
    """What lies over the board in one frame."""

    sayings: list[FloatingText]
    words: list[tuple[Word, ...]]
    lines: list[pygame.Rect]
    dice: list[pygame.Rect]
    bodies: list[tuple[int, int]]
    taken: list[pygame.Rect]
    """Where those stand over whom nothing may lie."""
    banner: bool
    """Whether one lies over the window."""


def frames(match: AnyMatch, seconds: float, zoom: int | None = None) -> Iterator[Frame]:
    """Each frame of a battle, so many seconds apart; where no zoom is given, of the whole map."""
    head, look, berths = Playhead(match, None), Typography(), OverlayLayout()
    screen = pygame.Surface(SIZE)
    camera = Camera(match.setup.field.width, match.setup.field.height, SIZE)
    camera.fit_into(SIZE, FREE)
    camera.fit()
    if zoom is not None:
        camera.zoom = zoom
    while head.busy:
        head.advance(seconds)
        if zoom is not None and head.moving in head.scene.tokens:
            camera.look_at(head.scene.tokens[head.moving].middle)
        corners = [(camera.pixel(token.placement.spot), round(camera.zoom * token.extent)) for token in head.uncovered]
        taken = [pygame.Rect(corner, (side, side)) for corner, side in corners]
        berths.clear(camera.zoom, FREE, [NAME, *taken], head.lying)
        dice = draw_effects(screen, camera, look, head.effects, berths, calm=False)
        seen = [saying for saying in head.sayings.shown if berths.sees(camera.pixel(saying.at))]
        lines = draw_floating_texts(screen, camera, look, head.sayings.shown, berths, calm=False)
        bodies = [camera.pixel(saying.at) for saying in seen]
        banner = any(running.effect.kind == "banner" for running in head.effects)
        yield Frame(seen, [saying.words for saying in seen], lines, dice, bodies, taken, banner)


def by_name(paths: list[Path]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("path", paths, ids=lambda path: f"{path.parent.name}-{path.stem}")


@by_name(PATHS)
@pytest.mark.parametrize(("seconds", "zoom"), [(1 / 30, None), (8 / 60, 64)], ids=["slow", "fast"])
@pytest.mark.usefixtures("duel_installed")
def test_no_two_texts_meet_each_other_or_dice_and_lines_rise_without_a_jump(
    path: Path, seconds: float, zoom: int | None
) -> None:
    count, last = 0, Frame([], [], [], [], [], [], False)
    for frame in frames(replay(path), seconds, zoom):
        count += len(frame.lines)
        lying = [*frame.lines, *frame.dice]
        assert not [pair for pair in combinations(lying, 2) if pair[0].colliderect(pair[1])]
        assert all(FREE.contains(rect) and rect.collidelist([NAME, *frame.taken]) < 0 for rect in lying)
        for rect, (x, y) in zip(frame.lines, frame.bodies, strict=True):
            near = pygame.Vector2(max(rect.left, min(x, rect.right)), max(rect.top, min(y, rect.bottom)))
            assert near.distance_to((x, y)) < FAR or NAME.inflate(100, 100).collidepoint(x, y)
        if zoom is None and not frame.banner:
            check_rise(last, frame)
        last = frame
    assert count


def check_rise(last: Frame, frame: Frame) -> None:
    """A line that has not grown moves straight up, and no more than a few pixels, but for whoever steps below it."""
    was = dict(zip(last.sayings, zip(last.words, last.lines, strict=True), strict=True))
    for saying, words, rect in zip(frame.sayings, frame.words, frame.lines, strict=True):
        if saying in was and was[saying][0] == words:
            before = was[saying][1]
            if before.inflate(0, 6).collidelist(frame.taken) < 0:
                assert rect.left == before.left and 0 <= before.top - rect.top <= 3


def texts(match: AnyMatch, *, ordered: bool = False) -> list[tuple[str, str]]:
    """Whom and what each text of a battle is about, sorted, or ``ordered`` as they come."""
    state, found = match.marks[0].state, []
    scene = Scene(match.ruleset, match.setup, match.ground, state, frozenset(state.combatants))
    for each in EventFeed(match, None).news():
        animation = animation_for(each, scene)
        found += [(str(effect.who), effect.text) for effect in animation.effects if effect.kind == "text"]
        scene.take(each)
    return found if ordered else sorted(found)


@by_name(PATHS)
@pytest.mark.parametrize("seconds", [1 / 60, 8 / 60], ids=["slow", "fast"])
@pytest.mark.usefixtures("duel_installed")
def test_every_number_is_told_and_of_each_body_in_one_deed_one_word(path: Path, seconds: float) -> None:
    """The last word for what becomes of it, however fast time passes; none is left when the next deed is told of."""
    match = replay(path)
    head = Playhead(match, None)
    told: dict[FloatingText, tuple[Word, ...]] = {}
    while head.busy:
        head.advance(seconds)
        told |= {saying: saying.words for saying in head.sayings.shown}
        assert len({saying.who for saying in head.sayings.shown}) == len(head.sayings.shown)
        assert all(len([word for word in each.words if not word.number]) <= 1 for each in head.sayings.shown)
    each = sorted((str(saying.who), word.text) for saying, words in told.items() for word in words)
    due = texts(match)
    assert set(each) <= set(due)
    numbers = [[said for said in whole if said[1][0] in "−+"] for whole in (each, due)]
    assert numbers[0] == numbers[1], "harm and healing, each number as often as it comes"
    last = {body: text for body, text in texts(match, ordered=True) if text[0] not in "−+"}
    for body, text in last.items():
        assert any(body == whose and says_as_much(said, text) for whose, said in each), (body, text)


# --- What rises over bodies in writing: of each deed one line over each body, gone before the next deed's ---

ADA, BEN = Id("Ada"), Id("Ben")
HERE = (3.5, 4.5)


def text(said: str, tone: Tint = "plain", at: tuple[float, float] = HERE, length: float = 1.1) -> VisualEffect:
    return VisualEffect("text", at, said, tone=tone, length=length)


def lines(sayings: FloatingTexts) -> list[str]:
    return [", ".join(word.said for word in saying.words) for saying in sayings.shown]


def test_what_a_blow_costs_and_what_comes_of_it_is_one_line_each_in_its_own_tone() -> None:
    sayings = FloatingTexts()
    for said in (text("−1 Grit", "bad"), text("−3 Flesh", "bad"), text("bleeding", "warn"), text("dead", "bad")):
        sayings.say(ADA, said)
        sayings.advance(AT_ONCE / 2)
    assert lines(sayings) == ["−1 Grit, −3 Flesh, dead"], "the last word for it"
    assert [word.tone for word in sayings.shown[0].words] == ["bad", "bad", "bad"]


def test_words_of_one_deed_take_each_others_place_once_they_have_been_read() -> None:
    sayings = FloatingTexts()
    for said in ("dodges", "fails", "leaps aside"):
        sayings.say(ADA, text(said))
        assert lines(sayings) == ["dodges"]
    sayings.advance(READ)
    assert lines(sayings) == ["leaps aside"], "what has been overtaken is not told"
    sayings.say(ADA, text("−3"))
    assert lines(sayings) == ["−3"], "a number waits for nothing"


def test_a_word_that_comes_again_is_counted_but_each_number_stands_for_itself() -> None:
    sayings = FloatingTexts()
    for said in ("miss", "miss", "miss"):
        sayings.say(ADA, text(said))
    assert lines(sayings) == ["miss ×3"]
    for said in ("−3", "−3"):
        sayings.say(BEN, text(said))
    sayings.advance(AT_ONCE + 0.01)
    sayings.say(BEN, text("−2"))
    assert lines(sayings) == ["miss ×3", "−2"]


def test_what_befalls_somebody_and_the_condition_that_comes_of_it_are_one_word() -> None:
    for one, other in (
        ("held", "held"),
        ("charge", "charges"),
        ("charged", "charges"),
        ("prone", "falls prone"),
        ("seeks cover", "cover"),
        ("swarms", "swarming"),
        ("casts Ward", "warded"),
        ("Total Defense", "total defense"),
    ):
        assert says_as_much(one, other) and says_as_much(other, one)
        sayings = FloatingTexts()
        sayings.say(ADA, text(one, "bad"))
        sayings.say(ADA, text(other, "warn"))
        assert lines(sayings) == [one]
        sayings.begin_deed()
        sayings.say(ADA, text(other + " again"))
        sayings.advance(READ)
        assert lines(sayings) == [other + " again"]
    assert not says_as_much("prone", "hidden") and not says_as_much("tries to free", "fails")


def test_a_word_of_the_next_deed_that_says_what_was_just_told_is_the_same() -> None:
    sayings = FloatingTexts()
    sayings.say(ADA, text("cover"))
    sayings.begin_deed()
    sayings.say(ADA, text("seeks cover"))
    sayings.advance(READ)
    assert lines(sayings) == ["cover"]


def test_what_joins_a_line_is_seen_as_long_as_if_it_stood_alone() -> None:
    sayings = FloatingTexts()
    sayings.say(ADA, text("−3"))
    sayings.advance(0.6)
    sayings.say(ADA, text("prone"))
    sayings.advance(1.0)
    assert lines(sayings) == ["−3, prone"]
    sayings.advance(0.2)
    assert not sayings


def test_bodies_of_one_deed_are_told_of_at_once_and_gone_before_the_next_deed_is_told() -> None:
    sayings = FloatingTexts()
    sayings.say(ADA, text("miss"))
    sayings.say(BEN, text("−2"))
    assert lines(sayings) == ["miss", "−2"]
    sayings.advance(0.1)
    sayings.begin_deed()
    sayings.advance(KEPT - 0.1)
    assert lines(sayings) == ["−2"], "a number is read a little longer"
    sayings.advance(KEPT_NUMBER - KEPT)
    assert not sayings


def test_what_waits_as_another_deed_begins_is_told_at_once() -> None:
    sayings = FloatingTexts()
    sayings.say(ADA, text("dodges"))
    sayings.say(ADA, text("fails"))
    sayings.begin_deed()
    assert lines(sayings) == ["fails"]
    sayings.advance(KEPT)
    assert not sayings


def test_nothing_joins_a_line_that_fades_or_that_stands_where_the_body_stood_before() -> None:
    for wait, at in ((1.11 - FADE, HERE), (0.1, (4.5, 4.5))):
        sayings = FloatingTexts()
        sayings.say(ADA, text("−3"))
        sayings.advance(wait)
        sayings.say(ADA, text("prone", at=at))
        sayings.advance(READ)
        assert lines(sayings) == ["prone"] and sayings.shown[0].at == at


def test_every_number_is_shown_however_fast_time_passes_and_no_line_outlasts_its_deed() -> None:
    """Those that come at once are in one line."""
    for seed, step in product(range(30), (1 / 60, 8 / 60)):
        dice, sayings = random.Random(seed), FloatingTexts()
        seen: set[str] = set()
        told, deed, begun = 0, 0, dict[FloatingText, int]()
        numbers: set[str] = set()
        while told < 60 or sayings:
            if told < 60 and dice.random() < 5 * step:
                if dice.random() < 0.3:
                    sayings.begin_deed()
                    deed += 1
                said = f"−{told}" if dice.random() < 0.5 else "abcdefgh"[told % 8] * 5
                numbers |= {said} if said.startswith("−") else set()
                sayings.say(dice.choice((ADA, BEN)), text(said))
                told += 1
            for line in sayings.shown:
                seen |= {word.text for word in line.words}
                begun.setdefault(line, deed)
                assert deed == begun[line] or line.over
                assert line.age < 2.3 and len([word for word in line.words if not word.number]) <= 1
            sayings.advance(step)
        assert numbers <= seen


# --- Room on the screen for what lies over the board for a moment ---

WINDOW = pygame.Rect(0, 48, 1280, 560)


def scattered(seed: int) -> tuple[list[pygame.Rect], pygame.Rect]:
    """Some that are taken, and an ideal place, often among or over them."""
    dice = random.Random(seed)
    taken = [
        pygame.Rect(dice.randrange(300, 520), dice.randrange(200, 330), dice.randrange(20, 120), dice.randrange(15, 60))
        for _ in range(dice.randrange(12))
    ]
    return taken, pygame.Rect(dice.randrange(250, 540), dice.randrange(180, 340), dice.randrange(20, 200), 40)


def test_what_finds_room_meets_nothing_and_lies_as_near_as_any_place_that_is_free() -> None:
    for seed in range(60):
        taken, ideal = scattered(seed)
        place = find_room(ideal, taken, WINDOW)
        assert WINDOW.contains(place) and place.size == ideal.size
        assert place.collidelist(taken) < 0
        others = (ideal.move(dx, dy) for dx, dy in product(range(-120, 121, 6), repeat=2))
        free = [other for other in others if WINDOW.contains(other) and other.collidelist(taken) < 0]
        assert all(far(ideal, *place.topleft) <= far(ideal, *other.topleft) for other in free), seed


def test_a_place_above_is_better_than_one_as_far_below() -> None:
    ideal = pygame.Rect(400, 300, 80, 30)
    assert find_room(ideal, [pygame.Rect(0, 290, 1280, 50)], WINDOW).bottom == 290


def test_what_is_free_stays_where_it_is() -> None:
    ideal = pygame.Rect(400, 300, 80, 30)
    assert find_room(ideal, [pygame.Rect(480, 300, 50, 30)], WINDOW) == ideal


def test_what_would_leave_the_window_lies_at_its_rim() -> None:
    assert find_room(pygame.Rect(1250, 10, 80, 30), [], WINDOW).topright == (1280, 48)


def test_where_no_room_is_near_a_far_one_is_taken_and_where_there_is_none_the_nearest_place_inside() -> None:
    ideal = pygame.Rect(400, 300, 80, 30)
    left = pygame.Rect(0, 0, 1000, 720)
    assert find_room(ideal, [left], WINDOW).topleft == (1000, 300)
    assert find_room(ideal, [WINDOW], WINDOW) == ideal
    assert find_room(ideal, [WINDOW], pygame.Rect(0, 0, 200, 200)).right == 200


def test_the_first_of_several_places_that_is_free_is_taken() -> None:
    over, beside, under = (pygame.Rect(400, top, 80, 30) for top in (100, 200, 300))
    room = FreeRoom(WINDOW, [pygame.Rect(390, 90, 30, 30)])
    assert room.lay(over, beside, under) == beside
    assert room.lay(over, beside, under) == under
    assert room.lay(over, beside, under).topleft == find_room(over, room.taken[:-1], WINDOW).topleft


def test_things_laid_in_one_frame_never_meet() -> None:
    for seed in range(20):
        taken, ideal = scattered(seed)
        berths = OverlayLayout()
        keys = range(12)
        berths.clear(64, WINDOW, taken, keys)
        laid = [berths.lay(key, ideal.move(key, -key)) for key in keys]
        assert not any(a.colliderect(b) for a, b in combinations([*laid], 2))
        assert all(place.collidelist(taken) < 0 for place in laid)


def test_what_lies_there_keeps_its_place_when_its_neighbour_goes_and_when_another_comes() -> None:
    berths, ideal = OverlayLayout(), pygame.Rect(400, 300, 80, 30)
    berths.clear(64, WINDOW, [], ("a", "b"))
    first, second = berths.lay("a", ideal), berths.lay("b", ideal)
    assert first == ideal != second
    berths.clear(64, WINDOW, [], ("b",))
    assert berths.lay("b", ideal) == second, "the room that is free again draws nobody back"
    berths.clear(64, WINDOW, [], ("c", "b"))
    new = berths.lay("c", second)
    assert not new.colliderect(second)
    assert berths.lay("b", ideal) == second, "who was there first stays, whoever is laid first"


def test_what_grows_keeps_off_its_neighbours_and_bumps_nobody() -> None:
    berths, ideal = OverlayLayout(), pygame.Rect(400, 300, 80, 30)
    berths.clear(64, WINDOW, [], ("a", "b"))
    berths.lay("a", ideal)
    neighbour = berths.lay("b", ideal.move(85, 0))
    berths.clear(64, WINDOW, [], ("a", "b"))
    grown = berths.lay("a", ideal.inflate(60, 0))
    assert grown.size == (140, 30) and not grown.colliderect(neighbour)
    assert berths.lay("b", ideal.move(85, 0)) == neighbour


def test_what_lies_there_goes_with_the_map_and_makes_way_for_a_panel() -> None:
    berths, ideal = OverlayLayout(), pygame.Rect(400, 300, 80, 30)
    berths.clear(64, WINDOW, [ideal], ("a",))
    place = berths.lay("a", ideal)
    berths.clear(64, WINDOW, [], ("a",))
    assert berths.lay("a", ideal.move(-7, 4)) == place.move(-7, 4)
    panel = place.inflate(20, 20)
    berths.clear(64, WINDOW, [panel], ("a",))
    assert not berths.lay("a", ideal).colliderect(panel)
    berths.clear(96, WINDOW, [], ("a",))
    assert berths.lay("a", ideal) == ideal, "nearer or farther, everything is laid anew"
