"""What animations put over the board for a moment, and the moment of impact as a recorded order of cues."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.files.battlefile import replay
from game.rules.events import BurstKind, Changed, Drawn, Event, Exchange, Id, OpposedRoll, Rolled
from game.rules.match import AnyMatch
from game.rules.standing import Bar
from game.scene.event_feed import EventFeed
from game.scene.floating_text import FloatingTexts
from game.scene.moves import FLASH, Pace, VisualEffect
from game.scene.playhead import Playhead, RunningEffect
from game.view.board.camera import Camera
from game.view.motion.effects import draw_effects, draw_floating_texts
from game.view.widgets.overlay_layout import OverlayLayout
from game.view.widgets.theme import BAD_WORD, GOOD, LUCK, STEEL, WARN, WHITE, Typography
from tests.rules.battles import begin, duel
from tests.view.witnessing import animated, witnessed


def show(screen: pygame.Surface, camera: Camera, *running: RunningEffect) -> list[pygame.Rect]:
    """Draw effects on a screen that nothing covers; gives where dice lie."""
    berths = OverlayLayout()
    berths.clear(camera.zoom, screen.get_rect(), [], ())
    return draw_effects(screen, camera, Typography(), running, berths, calm=False)


def effect_of(event: Event) -> VisualEffect:
    match = begin(duel())
    scene = Playhead(match, None).scene
    (effect,) = animated(scene, event).effects
    return effect


def drawn(effect: VisualEffect) -> tuple[pygame.Rect, int]:
    """The part of a screen that an effect covers, and how bright it is there."""
    screen = pygame.Surface((1200, 800), pygame.SRCALPHA)
    camera = Camera(12, 8, (1200, 800))
    camera.look_at((6, 4))
    shown = replace(effect, at=(6.0, 4.0))
    show(screen, camera, RunningEffect(shown, 0.5))
    return screen.get_bounding_rect(), int(pygame.surfarray.pixels_alpha(screen).sum())


def test_dice_show_each_face_and_what_was_read() -> None:
    effect = effect_of(Rolled("3d6", (5, 1, 6), "harm", Id("Ada"), read="2 successes", idle=(1,)))
    assert (effect.faces, effect.faint, effect.text) == (("5", "1", "6"), (1,), "2 successes")


def test_dice_are_filled_only_where_they_are_counted() -> None:
    counted = effect_of(Rolled("2d6", (6, 6), "strike", Id("Ada"), read="2 successes"))
    summed = effect_of(Rolled("2d6", (6, 6), "harm", Id("Ada")))
    assert (counted.filled, summed.filled) == ((0, 1), ())


def test_a_die_that_is_read_for_itself_has_a_colour_of_its_own_and_is_never_counted() -> None:
    effect = effect_of(Rolled("2d6+d20", (5, 1, 16), "strike", Id("Ada"), read="6", aside=(2,)))
    assert (effect.aside, effect.filled) == ((2,), (0, 1))
    tones = {}
    for name, shown in (("plain", replace(effect, aside=(), filled=())), ("aside", replace(effect, filled=()))):
        screen = on_paper(shown)
        pixels = pygame.surfarray.array3d(screen)
        tones[name] = int((abs(pixels.astype(int) - LUCK) < 4).all(axis=2).sum())
    assert tones["plain"] == 0 < tones["aside"]


class Parry(OpposedRoll, frozen=True):
    """One success is parried."""

    cancelled = 1
    result = "2 successes - 1 parried = 1"


class Trade(Exchange, frozen=True):
    """A three for a seven."""

    gives = "3"
    gets = "7"


ADA, BEN = Id("Ada"), Id("Orc")


def test_dice_that_the_other_side_cancels_are_struck_through_where_they_lie() -> None:
    head = Playhead(begin(duel()), None)
    head.skip()
    for event in (
        Rolled("2d6", (6, 2), "parry", BEN, read="1 success", idle=(1,)),
        Rolled("4d6", (6, 3, 6, 1), "strike", ADA, read="2 successes", idle=(1, 3)),
        Parry(ADA, BEN),
    ):
        head._row.append(witnessed(head.scene, event))
        head.advance(0.29)
    parried, struck = (running.effect for running in head.effects)
    assert (parried.struck, struck.struck, struck.filled) == ((), (0,), (0, 2))
    assert struck.text == "2 successes - 1 parried = 1"
    assert parried.length == struck.length > 1.0


def test_cards_that_are_exchanged_cross_over_from_each_to_the_other() -> None:
    match = begin(duel())
    scene = Playhead(match, None).scene
    away, back = animated(scene, Trade(ADA, BEN)).effects
    assert (away.faces, back.faces) == (("3",), ("7",))
    assert (away.at, away.to) == (back.to, back.at) == (scene.tokens[ADA].middle, scene.tokens[BEN].middle)


def test_a_filled_die_a_plain_one_and_a_struck_one_look_different() -> None:
    plain, pictures = VisualEffect("dice", (1.0, 1.0), faces=("6",)), set()
    for effect in (plain, replace(plain, filled=(0,)), replace(plain, filled=(0,), struck=(0,))):
        screen = pygame.Surface((200, 200))
        show(screen, Camera(2, 2, (200, 200)), RunningEffect(effect))
        pictures.add(pygame.image.tobytes(screen, "RGB"))
    assert len(pictures) == 3


def test_the_dice_of_two_who_stand_close_do_not_cover_each_other() -> None:
    one = VisualEffect("dice", (6.0, 4.0), faces=("6",) * 5, text="a")
    screen = pygame.Surface((1200, 800), pygame.SRCALPHA)
    camera = Camera(12, 8, (1200, 800))
    show(screen, camera, RunningEffect(one))
    high = screen.get_bounding_rect().height
    first, second = show(screen, camera, RunningEffect(one), RunningEffect(replace(one, at=(6.5, 4.0))))
    assert not first.colliderect(second)
    assert screen.get_bounding_rect().height > 1.9 * high


def test_a_card_is_shown_by_its_name() -> None:
    assert effect_of(Drawn("queen of hearts", 7, "initiative", Id("Ada"))).faces == ("queen of hearts",)


def test_twenty_dice_stand_in_two_rows() -> None:
    ten, _ = drawn(VisualEffect("dice", (0.0, 0.0), faces=("6",) * 10))
    twenty, _ = drawn(VisualEffect("dice", (0.0, 0.0), faces=("6",) * 20))
    assert twenty.width == ten.width
    assert twenty.height > 1.8 * ten.height


def test_dice_that_count_for_nothing_are_faint() -> None:
    _, plain = drawn(VisualEffect("dice", (0.0, 0.0), faces=("6", "1", "1")))
    _, faint = drawn(VisualEffect("dice", (0.0, 0.0), faces=("6", "1", "1"), faint=(1, 2)))
    assert faint < plain
    card, _ = drawn(VisualEffect("dice", (0.0, 0.0), faces=("queen of hearts",)))
    die, _ = drawn(VisualEffect("dice", (0.0, 0.0), faces=("6",)))
    assert card.width > 3 * die.width


def on_paper(*effects: VisualEffect, share: float = 0.5) -> pygame.Surface:
    """A screen with effects at one spot."""
    screen = pygame.Surface((1200, 800), pygame.SRCALPHA)
    camera = Camera(12, 8, (1200, 800))
    camera.look_at((6, 4))
    running = [RunningEffect(replace(effect, at=(6.0, 4.0)), share * effect.length) for effect in effects]
    show(screen, camera, *running)
    return screen


def test_a_second_throw_of_the_same_body_lies_beside_the_first() -> None:
    first = VisualEffect("dice", (0.0, 0.0), faces=("15",), sides=(20,))
    second = VisualEffect("dice", (0.0, 0.0), faces=("3", "5"), faint=(0,), sides=(6, 6))
    alone, both = on_paper(first), on_paper(first, second)
    left = alone.get_bounding_rect()
    assert both.get_bounding_rect().left == left.left
    assert both.get_bounding_rect().width > left.width + 64
    assert pygame.image.tobytes(both.subsurface(left), "RGBA") == pygame.image.tobytes(alone.subsurface(left), "RGBA")


def test_dice_are_known_by_their_shape() -> None:
    shapes = [on_paper(VisualEffect("dice", (0.0, 0.0), faces=("3",), sides=(sides,))) for sides in (4, 6, 8, 12, 20)]
    covered = [pygame.mask.from_surface(shape, 200).count() for shape in shapes]
    assert len(set(covered)) == len(shapes)
    assert effect_of(Rolled("d20+2d6", (15, 1, 6), "both", Id("Ada"))).sides == (20, 6, 6)


def test_dice_rolled_in_one_go_stay_until_all_are_read() -> None:
    match = begin(duel())
    head = Playhead(match, None)
    ada = Id("Ada")
    for dice, faces in (("d20", (15,)), ("2d6", (3, 5))):
        match.events.append(Rolled(dice, faces, "attack", ada))
    head.advance(0.5)
    ages = [run.age for run in head.effects]
    assert [run.effect.faces for run in head.effects] == [("15",), ("3", "5")]
    assert ages[0] <= ages[1] < 0.5, "the d20 waits for the other dice"


def test_what_drains_away_glows_in_its_own_bar() -> None:
    """A blow that passes by the first bar and empties the second."""
    was, now = Bar("Flesh", 5, 5), Bar("Flesh", 0, 5)
    grit = Bar("Grit", 8, 8, "steel")
    blow = VisualEffect("drain", (0.0, 0.0), bars=((grit, grit), (was, now)), length=1.0)
    glowing = [count(on_paper(blow, share=share), WHITE) for share in (0.0, 0.9)]
    full = on_paper(blow, share=0.9)
    assert glowing[0] > glowing[1] and count(full, STEEL) and not count(full, GOOD)
    spilt = VisualEffect("drain", (0.0, 0.0), bars=((grit, Bar("Grit", 3, 8, "steel")), (was, was)), length=1.0)
    assert count(on_paper(spilt, share=0.9), GOOD) and 0 < count(on_paper(spilt, share=0.9), STEEL) < count(full, STEEL)


def count(surface: pygame.Surface, colour: tuple[int, int, int]) -> int:
    return pygame.mask.from_threshold(surface, colour, (2, 2, 2, 255)).count()


def test_what_is_read_in_dice_lies_in_their_room_however_long_it_is() -> None:
    long = VisualEffect("dice", (6.0, 4.0), faces=("6",), text="2 successes - 1 parried = 1")
    screen = pygame.Surface((1200, 800), pygame.SRCALPHA)
    camera = Camera(12, 8, (1200, 800))
    camera.look_at((6, 4))
    rooms = show(screen, camera, RunningEffect(long), RunningEffect(replace(long, at=(7.0, 4.0))))
    assert screen.get_bounding_rect() == rooms[0].union(rooms[1]).clip(screen.get_bounding_rect())
    assert rooms[0].width > 150 and not rooms[0].colliderect(rooms[1])


def test_of_two_banners_the_later_is_seen() -> None:
    head = Playhead(begin(duel()), None)
    head.skip()
    for text in ("Round 2", "Red: turn"):
        head._show(RunningEffect(VisualEffect("banner", (0.0, 0.0), text)))
    assert [running.effect.text for running in head.effects] == ["Red: turn"]


def sayings(*texts: str) -> FloatingTexts:
    found = FloatingTexts()
    for text in texts:
        found.say(ADA, VisualEffect("text", (6.0, 4.0), text, tone="bad", length=1.2))
    return found


@pytest.mark.parametrize("calm", [False, True])
def test_a_line_rises_over_its_body_within_its_room_and_goes(calm: bool) -> None:
    camera, berths, told = Camera(12, 8, (1200, 800)), OverlayLayout(), sayings("−3", "prone")
    camera.look_at((6, 4))
    tops, brightness = [], []
    while told:
        screen = pygame.Surface((1200, 800), pygame.SRCALPHA)
        berths.clear(camera.zoom, screen.get_rect(), [], told.shown)
        (place,) = draw_floating_texts(screen, camera, Typography(), told.shown, berths, calm=calm)
        assert place.contains(screen.get_bounding_rect())
        assert place.centerx == camera.pixel((6.0, 4.0))[0]
        tops.append(place.top)
        brightness.append(int(pygame.surfarray.pixels_alpha(screen).sum()))
        told.advance(0.1)
    assert tops == sorted(tops, reverse=True) and (len(set(tops)) == 1) == calm
    assert brightness[0] > 3 * brightness[-1] > 0


def test_what_is_told_far_beside_the_window_is_not_drawn_at_its_rim() -> None:
    screen, camera, berths, told = (
        pygame.Surface((400, 300)),
        Camera(60, 60, (400, 300)),
        OverlayLayout(),
        sayings("−3"),
    )
    camera.look_at((40, 40))
    berths.clear(camera.zoom, screen.get_rect(), [], told.shown)
    assert draw_floating_texts(screen, camera, Typography(), told.shown, berths, calm=False) == []


def test_numbers_are_written_larger_and_each_word_in_its_tone() -> None:
    camera, told = Camera(12, 8, (1200, 800)), FloatingTexts()
    camera.look_at((6, 4))
    for text, tone in (("−3", "bad"), ("prone", "warn")):
        told.say(ADA, VisualEffect("text", (6.0, 4.0), text, tone=tone))  # type: ignore[arg-type]
    screen, berths = pygame.Surface((1200, 800), pygame.SRCALPHA), OverlayLayout()
    berths.clear(camera.zoom, screen.get_rect(), [], told.shown)
    draw_floating_texts(screen, camera, Typography(), told.shown, berths, calm=False)
    boxes = [
        pygame.mask.from_threshold(screen, colour, (2, 2, 2, 255)).get_bounding_rects() for colour in (BAD_WORD, WARN)
    ]
    assert boxes[0] and boxes[1]
    assert max(box.right for box in boxes[0]) < min(box.left for box in boxes[1])


@pytest.mark.parametrize("kind", ["blast", "magic", "fire"])
def test_blasts_magic_and_fire_come_go_and_stay_near_whom_they_are_about(kind: BurstKind) -> None:
    def lit(share: float, *, calm: bool = False) -> tuple[pygame.Rect, int]:
        screen, camera = pygame.Surface((800, 600), pygame.SRCALPHA), Camera(8, 6, (800, 600), 64)
        camera.look_at((4, 3))
        effect = VisualEffect(kind, (4.0, 3.0), length=1.0)
        draw_effects(screen, camera, Typography(), [RunningEffect(effect, share)], OverlayLayout(), calm=calm)
        near = screen.get_bounding_rect()
        assert not near.width or pygame.Rect(0, 0, 4 * 64, 4 * 64).inflate(8, 8).size >= near.size
        return near, int(pygame.surfarray.array_alpha(screen).astype(int).sum())

    early, (room, full), late = lit(0.02)[1], lit(0.6), lit(0.995)[1]
    assert full > 4 * early
    assert full > 4 * late
    assert room.width > 32
    assert lit(0.6, calm=True)[1] == 0


# --- The moment of impact as a recorded order of cues ---

BATTLES = Path(__file__).parents[1] / "battles"
RECORDED = Path(__file__).parent / "impacts"

STEP = 0.01
"""Seconds between two looks."""

KINDS = {
    "melee-hit": ("sovereign/opportunity-attack", "AttackDeclared", 1),
    "melee-miss": ("sovereign/swarm-with-shock", "AttackDeclared", 1),
    "shot": ("ingenuity/a-shot-goes-astray", "AttackDeclared", 2),
    "blast": ("murdham/blast-strays", "BlastThrown", 1),
    "spell": ("glog/early-foes-late", "Cast", 1),
    "turned-by-a-reaction": ("einfelst/pledged-before-the-dice", "AttackDeclared", 2),
    "turned-without-a-word": ("glog/nerve-before-flesh", "AttackDeclared", 3),
    "death": ("sovereign/snap-attack-kills-the-striker", "AttackDeclared", 2),
}
"""Of each the battle in which it is seen, and with which event it begins."""


def _first(match: AnyMatch, name: str, number: int) -> int:
    return [at for at, event in enumerate(match.events) if type(event).__name__ == name][number - 1]


def _next(match: AnyMatch, begun: int) -> int:
    """Where the next thing begins, after an event with which one has begun."""
    names = {"AttackDeclared", "RoundBegan", "TurnBegan", "BlockBegan", "SideActs", "AttackSpoiled", "Did"}
    later = range(begun + 1, len(match.events))
    return next((at for at in later if type(match.events[at]).__name__ in names), len(match.events))


def cues(match: AnyMatch, begin: int, end: int) -> Iterator[str]:
    """What begins while some events are shown, with hundredths of a second since the first of them began."""
    head = Playhead(match, None)
    known: set[int] = set()
    kept: list[RunningEffect] = []  # so that no id comes twice
    moving: set[tuple[str, Id]] = set()
    told, lines, passed = [saying.words for saying in head.sayings.shown], 0, 0
    while head.shown <= end and head.busy:
        found = []
        for running in head.effects:
            if id(running) not in known:
                known.add(id(running))
                kept.append(running)
                found.append(" ".join((running.effect.kind, *running.effect.faces)))
        found += _moved(head, moving)
        found += [f"read {each.effect.text}" for each in head.effects if _newly_read(each, known)]
        words = [saying.words for saying in head.sayings.shown]
        found += [f"say {' '.join(word.said for word in said)}" for said in words if said not in told]
        told = words
        found += [f"log {entry.line.text}" for entry in head.scene.log[lines:]]
        lines = len(head.scene.log)
        found += [f"hear {sound}" for sound in head.sounds]
        head.sounds.clear()
        if head.shown >= begin:
            if found:
                yield f"{passed:3} {' | '.join(found)}\n"
            passed += 1
        head.advance(STEP)


def _newly_read(running: RunningEffect, known: set[int]) -> bool:
    key = hash((id(running), running.effect.text))
    if running.effect.kind != "dice" or not running.effect.text or key in known:
        return False
    known.add(key)
    return True


def _moved(head: Playhead, moving: set[tuple[str, Id]]) -> list[str]:
    """Whose motion has begun, and who is white."""
    found = []
    now: set[tuple[str, Id]] = set()
    for who, running in head._motions.items():
        if running.age >= 0:
            now.add((running.motion.kind, who))
            if head.pose(who).flash == 1:
                now.add(("white", who))
            if running.age < running.motion.freeze and running.motion.kind in ("recoil", "fall"):
                now.add(("frozen", who))
    found = [f"{kind} {who}" for kind, who in sorted(now - moving)]
    moving.clear()
    moving |= now
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_an_impact_has_its_order(kind: str, request: pytest.FixtureRequest) -> None:
    battle, name, number = KINDS[kind]
    match = replay(BATTLES / f"{battle}.battle")
    begin = _first(match, name, number)
    found = "".join(cues(match, begin, _next(match, begin)))
    golden = RECORDED / f"{kind}.txt"
    if request.config.getoption("--update"):
        golden.write_text(found, encoding="utf-8")
    assert found == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", sorted(BATTLES.glob("*/*.battle")), ids=lambda path: f"{path.parent.name}-{path.stem}")
@pytest.mark.usefixtures("duel_installed")
def test_number_bar_and_log_change_at_the_touch(path: Path) -> None:
    """Whoever is struck is white exactly when the scene has taken the loss, and its bar is marked."""
    match = replay(path)
    head = Playhead(match, None)
    losses = {
        each.number
        for each in EventFeed(match, None).news()
        if isinstance(each.event, Changed) and _harmed(each.event, each.before.standing, each.after.standing)
    }
    met = 0
    while head.busy:
        shown = head.shown
        head.advance(STEP / 4)
        for number in losses & set(range(shown, head.shown)):
            event = match.events[number]
            assert isinstance(event, Changed)
            met += 1
            assert head.pose(event.who).flash > 1 - STEP / FLASH
            drains = [each for each in head.effects if each.effect.kind == "drain" and each.effect.who == event.who]
            assert [now for _, now in drains[-1].effect.bars] == list(head.scene.tokens[event.who].standing.bars)
    assert met == len(losses)


def _harmed(event: Event, before: object, after: object) -> bool:
    assert isinstance(event, Changed) and callable(before) and callable(after)
    return bool(after(event.who).health < before(event.who).health)


@pytest.mark.usefixtures("duel_installed")
def test_what_flies_arrives_at_the_touch_however_fast_it_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pace, "rate", lambda *_: 4.0)
    head = Playhead(replay(BATTLES / "ingenuity/a-shot-goes-astray.battle"), None)
    seen: set[int] = set()
    kept = []  # so that no id comes twice
    while head.busy:
        head.advance(STEP / 4)
        touched = [each for each in head.effects if each.effect.kind == "impact" and id(each) not in seen]
        seen.update(map(id, touched))
        kept += touched
        flying = [each for each in head.effects if each.effect.kind == "arrow"] if touched else []
        assert all(each.age > 0.9 * each.effect.length - STEP for each in flying)
    assert kept


@pytest.mark.usefixtures("duel_installed")
def test_who_goes_back_between_touch_and_end_sees_what_comes_next_from_its_beginning() -> None:
    match = replay(BATTLES / "sovereign/opportunity-attack.battle")
    head = Playhead(match, None)
    start = head.stop()
    while not any(running.effect.kind == "impact" for running in head.effects):
        head.advance(STEP)
    head.return_to(start)
    assert head.caught_up and not head._touched and head.action == ""
