"""What is kept is what would be found anew, and it is found once."""

from __future__ import annotations

from dataclasses import dataclass, field

from game.kit.cache import BoundedCache, IdentityCache, ResultCache, cached_method


def test_an_answer_is_found_once_and_nothing_is_an_answer_too() -> None:
    asked: list[int] = []

    def half(number: int) -> int | None:
        asked.append(number)
        return None if number % 2 else number // 2

    known: BoundedCache[int, int | None] = BoundedCache()
    assert [known.of(number, half, number) for number in (4, 5, 4, 5)] == [2, None, 2, None]
    assert asked == [4, 5]


def test_when_there_are_too_many_answers_it_begins_anew() -> None:
    known: BoundedCache[int, int] = BoundedCache(2)
    for number in range(3):
        assert known.of(number, lambda number=number: number * 10) == number * 10  # type: ignore[misc]
    assert known == {2: 20}


def test_answers_of_several_kinds_are_kept_apart() -> None:
    memory = ResultCache()
    assert memory.of("double", 3, lambda number: 2 * number, 3) == 6
    assert memory.of("square", 3, lambda number: number * number, 3) == 9
    assert memory.of("double", 3, lambda number: -number, 3) == 6


def test_answers_about_an_object_are_about_that_very_object() -> None:
    asked: list[list[int]] = []

    @IdentityCache
    def length(some: list[int]) -> int:
        asked.append(some)
        return len(some)

    one, same = [1, 2], [1, 2]
    assert (length(one), length(one), length(same)) == (2, 2, 2)
    assert len(asked) == 2 and asked[0] is one and asked[1] is same


@dataclass
class Thinker:
    asked: list[tuple[int, int]] = field(default_factory=list)

    @cached_method
    def total(self, a: int, b: int) -> int:
        """Two numbers together."""
        self.asked.append((a, b))
        return a + b


def test_a_method_remembers_for_each_object_alone() -> None:
    one, other = Thinker(), Thinker()
    assert (one.total(1, 2), one.total(1, 2), one.total(2, 2)) == (3, 3, 4)
    assert one.asked == [(1, 2), (2, 2)] and not other.asked
    assert other.total(1, 2) == 3 and other.asked == [(1, 2)]
    assert Thinker.total.__doc__ == "Two numbers together."
