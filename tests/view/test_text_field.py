"""Lines of text that are typed: the caret, the selection, what is composed, and the clipboard."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from game.view.widgets.text_field import TextField
from game.view.widgets.theme import BODY, Typography


@pytest.fixture
def clipboard(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What was copied last."""
    held = [""]
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: held[0])
    monkeypatch.setattr(pygame.scrap, "put_text", lambda text: held.__setitem__(0, text))
    yield held


class Typist:
    """Somebody at a field."""

    def __init__(self, text: str = "") -> None:
        self.said: list[str] = []
        self.field = TextField(pygame.Rect(10, 10, 200, 34), text, self.said.append)

    def press(self, *keys: int, mod: int = 0) -> bool:
        """Press some keys one after the other; whether the field made use of the last."""
        used = [self.field.key(pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="")) for key in keys]
        return used[-1]

    def type(self, text: str) -> str:
        """Type; gives what stands there then."""
        for sign in text:
            self.field.write(sign)
        return self.field.text


def test_one_types_where_the_caret_is() -> None:
    at = Typist("axe")
    assert at.type("s") == "axes"
    at.press(pygame.K_HOME)
    assert at.type("p") == "paxes"
    at.press(pygame.K_RIGHT, pygame.K_DELETE)
    assert at.field.text == "paes"
    at.press(pygame.K_END, pygame.K_LEFT, pygame.K_BACKSPACE)
    assert at.field.text == "pas"
    assert at.said == ["axes", "paxes", "paes", "pas"]


def test_what_no_text_may_hold_is_not_written() -> None:
    at = Typist("axe")
    at.field.write("\x1b[2J\n")
    assert at.field.text == "axe[2J"
    at.field.compose("\x07o", 9)
    assert (at.field.text, at.field.composing) == ("axe[2J", "o")


def test_what_is_composed_stands_at_the_caret_and_is_no_part_of_the_text() -> None:
    pygame.font.init()
    at, look = Typist("ax"), Typography()
    target, plain = pygame.Surface((300, 60)), pygame.Surface((300, 60))
    at.press(pygame.K_LEFT)
    at.field.draw(plain, look, focused=True, hovered=False)
    at.field.compose("ni", 2)
    at.field.draw(target, look, focused=True, hovered=False)
    at.field.lay(look, focused=True)
    left = at.field.rect.left + look.px(8)
    assert at.field.caret_box.left == left + look.width("ani", BODY)
    assert pygame.image.tobytes(target, "RGB") != pygame.image.tobytes(plain, "RGB")
    at.field.write("日")
    assert (at.field.text, at.field.composing, at.field.caret, at.said) == ("a日x", "", 2, ["a日x"])


def test_what_is_selected_is_replaced() -> None:
    at = Typist("axe")
    at.press(pygame.K_LEFT, pygame.K_LEFT, mod=pygame.KMOD_SHIFT)
    assert at.field.selected == (1, 3)
    assert at.type("rm") == "arm"
    at.press(pygame.K_a, mod=pygame.KMOD_CTRL)
    at.press(pygame.K_BACKSPACE)
    assert at.field.text == ""
    assert not at.press(pygame.K_LEFT), "out of an empty field the keys lead elsewhere"


def test_text_is_copied_cut_and_pasted(clipboard: list[str]) -> None:
    at = Typist("great axe")
    at.press(pygame.K_HOME)
    at.press(*[pygame.K_RIGHT] * 6, mod=pygame.KMOD_SHIFT)
    at.press(pygame.K_x, mod=pygame.KMOD_CTRL)
    assert (at.field.text, clipboard) == ("axe", ["great "])
    at.press(pygame.K_END)
    at.press(pygame.K_v, mod=pygame.KMOD_CTRL)
    assert at.field.text == "axegreat "
    clipboard[0] = "two\nlines\x00"
    at.press(pygame.K_a, mod=pygame.KMOD_CTRL)
    at.press(pygame.K_v, mod=pygame.KMOD_CTRL)
    assert at.field.text == "two lines"
    assert not at.press(pygame.K_s, mod=pygame.KMOD_CTRL), "what it does not know is the screen's"


def test_where_nothing_can_be_copied_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> str:
        raise pygame.error("no clipboard")

    monkeypatch.setattr(pygame.scrap, "get_text", broken)
    monkeypatch.setattr(pygame.scrap, "put_text", broken)
    at = Typist("axe")
    at.press(pygame.K_a, pygame.K_c, mod=pygame.KMOD_CTRL)
    at.press(pygame.K_END)
    at.press(pygame.K_v, mod=pygame.KMOD_CTRL)
    assert at.field.text == "axe"


def test_the_pointer_puts_the_caret_and_selects() -> None:
    pygame.font.init()
    at, look = Typist("great axe"), Typography()
    at.field.lay(look, focused=True)
    start = at.field.rect.left + look.px(8)
    at.field.click((start + look.width("great", 15), 20))
    assert 4 <= at.field.caret <= 6
    at.field.click((start - 5, 20))
    at.field.drag((at.field.rect.right, 20))
    assert at.field.selected == (0, 9)


def test_a_long_text_is_seen_where_one_types() -> None:
    pygame.font.init()
    at, look = Typist("x" * 200), Typography()
    at.field.lay(look, focused=True)
    at.press(pygame.K_HOME)
    at.field.lay(look, focused=True)
    at.field.click((at.field.rect.left + look.px(8), 20))
    assert at.field.caret == 0
