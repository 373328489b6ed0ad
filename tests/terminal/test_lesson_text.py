"""A lesson in a terminal."""

from __future__ import annotations

from tests.program import Run


def test_a_lesson_says_its_steps_between_the_log_and_the_question(run: Run) -> None:
    code, out, err = run("text", "three-actions", "--no-chances", typed=["hartwin", "undo", "quit"])
    assert (code, err) == (0, "")
    first, second = out.index("Three actions · 0 of"), out.index("Three actions · 1 of")
    assert out.index("Who acts?") > first
    assert out.index("Hartwin: what now?") > second
    assert out.index("Three actions · 0 of", second) > second, "what was taken back is asked for again"


def test_the_first_page_is_told_once_before_the_first_question(run: Run) -> None:
    _, out, _ = run("text", "three-actions", "--no-chances", typed=["hartwin", "undo", "quit"])
    page = "Two brigands stand at a cart, a third is on his way."
    assert out.count(page) == 1
    assert out.index(page) < out.index("Three actions · 0 of") < out.index("Who acts?")
