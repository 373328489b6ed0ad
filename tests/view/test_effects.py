"""What animations put over the board for a moment."""

from __future__ import annotations

from dataclasses import replace

import pygame

from game.rules.events import Drawn, Event, Id, Rolled
from game.view.animations import Effect, Witnessed, animation_for
from game.view.camera import Camera
from game.view.effects import draw_effects
from game.view.playhead import Playhead, Running
from game.view.theme import Look
from tests.rules.battles import begin, duel


def effect_of(event: Event) -> Effect:
    match = begin(duel())
    scene = Playhead(match, None).scene
    (effect,) = animation_for(Witnessed(event, match.board, match.board, scene, None)).effects
    return effect


def drawn(effect: Effect) -> tuple[pygame.Rect, int]:
    """The part of a screen that an effect covers, and how bright it is there."""
    screen = pygame.Surface((1200, 800), pygame.SRCALPHA)
    camera = Camera(12, 8, (1200, 800))
    camera.look_at((6, 4))
    shown = replace(effect, at=(6.0, 4.0))
    draw_effects(screen, camera, Look(), [Running(shown, 0.5)], calm=False)
    return screen.get_bounding_rect(), int(pygame.surfarray.pixels_alpha(screen).sum())


def test_dice_show_each_face_and_what_was_read() -> None:
    effect = effect_of(Rolled("3d6", (5, 1, 6), "harm", Id("Ada"), read="2 successes", idle=(1,)))
    assert (effect.faces, effect.faint, effect.text) == (("5", "1", "6"), (1,), "2 successes")


def test_a_card_is_shown_by_its_name() -> None:
    assert effect_of(Drawn("queen of hearts", 7, "initiative", Id("Ada"))).faces == ("queen of hearts",)


def test_twenty_dice_stand_in_two_rows() -> None:
    ten, _ = drawn(Effect("dice", (0.0, 0.0), faces=("6",) * 10))
    twenty, _ = drawn(Effect("dice", (0.0, 0.0), faces=("6",) * 20))
    assert twenty.width == ten.width
    assert twenty.height > 1.8 * ten.height


def test_dice_that_count_for_nothing_are_faint() -> None:
    _, plain = drawn(Effect("dice", (0.0, 0.0), faces=("6", "1", "1")))
    _, faint = drawn(Effect("dice", (0.0, 0.0), faces=("6", "1", "1"), faint=(1, 2)))
    assert faint < plain
    card, _ = drawn(Effect("dice", (0.0, 0.0), faces=("queen of hearts",)))
    die, _ = drawn(Effect("dice", (0.0, 0.0), faces=("6",)))
    assert card.width > 3 * die.width
