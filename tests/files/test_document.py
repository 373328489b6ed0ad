"""Documents: changes are taken back and done again, runs of them at once; what was saved is known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from game.files.document import MOST, Document, ValueDocument
from game.files.map_edit import TableDocument


class Text(ValueDocument[str]):
    title = "the text"


class Table(TableDocument):
    title = "the table"

    def __init__(self) -> None:
        super().__init__({"names": {}})

    @property
    def now(self) -> str:
        return str(self.tables["names"].get(1, ""))

    def write(self, text: str, run: str = "") -> None:
        """Say it in a run of its own, or as a stroke."""
        if run:
            self.say("names", 1, text or None)
        else:
            self.put("names", 1, text or None)


def of_text() -> tuple[Any, Callable[..., None]]:
    text = Text("")
    return text, text.change_to


def of_table() -> tuple[Any, Callable[..., None]]:
    table = Table()
    return table, table.write


@pytest.fixture(params=[of_text, of_table])
def written(request: pytest.FixtureRequest) -> tuple[Any, Callable[..., None]]:
    """A document of each kind, and how a text is written into it."""
    made: tuple[Any, Callable[..., None]] = request.param()
    return made


Written = tuple[Any, Callable[..., None]]


def test_the_letters_of_a_name_are_taken_back_together(written: Written) -> None:
    document, write = written
    for text in ("a", "ab", "abc"):
        write(text, "name")
    write("abc d")
    document.undo()
    assert document.now == "abc"
    document.undo()
    assert document.now == "" and not document.can_undo
    document.redo()
    assert document.now == "abc"
    write("other")
    assert (document.now, document.can_redo) == ("other", False)


def test_what_was_saved_is_not_lost_and_the_rest_is(written: Written) -> None:
    document, write = written
    assert document.lost == ""
    write("a", "name")
    assert document.lost == f"What you have changed in {document.title} is not saved."
    document.saved()
    assert document.lost == ""
    write("ab", "name")
    assert document.unsaved
    document.undo()
    assert (document.now, document.unsaved) == ("a", False), "a run ends where it was saved"
    document.undo()
    assert (document.now, document.unsaved) == ("", True)
    document.redo()
    assert not document.unsaved
    write("a")
    assert not document.unsaved, "what says the same is no change"


def test_so_many_changes_are_kept(written: Written) -> None:
    document, write = written
    for number in range(MOST + 5):
        write(f"{number}")
    for _ in range(MOST):
        document.undo()
    assert (document.now, document.can_undo) == ("4", False)


def test_a_refused_value_changes_nothing() -> None:
    class Short(Text):
        def _set(self, change: tuple[str, str], *, back: bool) -> None:
            if len(change[0 if back else 1]) > 3:
                raise ValueError
            super()._set(change, back=back)

    short = Short("")
    with pytest.raises(ValueError):
        short.change_to("long")
    assert (short.now, short.can_undo) == ("", False)


def test_a_revision_is_of_all_there_was_and_is_not_taken_back() -> None:
    text = Text("a")
    text.change_to("ab")
    text.change_to("abc")
    text.undo()
    text.revise(str.upper)
    assert (text.now, text.kept) == ("AB", "A")
    text.redo()
    assert text.now == "ABC"
    text.undo()
    text.undo()
    assert (text.now, text.unsaved) == ("A", False)
    assert isinstance(text, Document)
