"""Keys of what is carried, and what they stand for."""

from __future__ import annotations

import msgspec
import pytest

from game.kit.inventory import copy_of, kind_of, known, one_more, owns, piece


class Weapon(msgspec.Struct, frozen=True):
    key: str
    name: str = ""


SWORD, AXE, FOUND = Weapon("sword"), Weapon("axe"), Weapon("sword", "found")


@pytest.mark.parametrize(("number", "key"), [(1, "javelin"), (2, "javelin#2"), (11, "javelin#11")])
def test_the_second_of_a_kind_has_a_number_and_is_of_that_kind(number: int, key: str) -> None:
    assert copy_of("javelin", number) == key
    assert kind_of(key) == "javelin"


def test_one_more_takes_the_first_key_that_is_free() -> None:
    assert one_more("javelin", ("sword",)) == "javelin"
    assert one_more("javelin", ("javelin", "javelin#2")) == "javelin#3"
    assert one_more("javelin", ("javelin#2",)) == "javelin", "the first was thrown"


def test_a_copy_is_what_its_kind_is_and_what_is_named_first_goes_first() -> None:
    assert piece("axe#2", (SWORD,), (AXE,)) is AXE
    assert piece("sword", (FOUND,), (SWORD,)) is FOUND
    with pytest.raises(KeyError, match="pike#2"):
        piece("pike#2", (SWORD,), (AXE,))


def test_only_what_is_there_is_owned() -> None:
    assert owns("axe#2", (SWORD,), (AXE,))
    assert not owns("pike", (SWORD,), (AXE,))


def test_what_is_taken_up_is_found_only_once_and_not_if_it_was_brought() -> None:
    assert known((), (SWORD,), AXE) == (AXE,)
    assert known((AXE,), (SWORD,), AXE) == (AXE,)
    assert known((), (SWORD,), FOUND) == (), "another of what it has"
