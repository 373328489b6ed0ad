"""What things are called within a sentence."""

from __future__ import annotations

import pytest

from game.kit.telling import the


@pytest.mark.parametrize(
    ("name", "more", "said"),
    [
        ("sword", "", "the sword"),
        ("bare hands", "", "bare hands"),
        ("The gate", "", "the gate"),
        ("The gate", "locked", "the locked gate"),
        ("A loose plank", "", "a loose plank"),
        ("door", "locked", "the locked door"),
        ("Theodora's door", "", "the Theodora's door"),
        ("Axe", "", "the Axe"),
    ],
)
def test_a_name_has_one_article_or_none(name: str, more: str, said: str) -> None:
    assert the(name, more) == said
