"""What files put into names and texts, made fit to be shown."""

from __future__ import annotations

import pytest

from game.display_text import LONGEST_NAME, REPLACED, one_line, printable, shortened
from game.files.own_json import is_readable, readable
from game.rules.setup import Recruit, SideSetup
from game.rules.toml import parse

UNSEEN = {
    "escape": "\x1b[31m",
    "bell": "\a",
    "null": "\0",
    "delete": "\x7f",
    "C1 control": "\x9b31m",
    "right to left": "\u202e",
    "isolate": "\u2066",
    "mark": "\u200f",
    "zero-width space": "\u200b",
    "joiner between Latin letters": "\u200d",
    "byte order mark": "\ufeff",
    "soft hyphen": "\u00ad",
    "tag": "\U000e0041",
    "half of a pair": "\ud800",
    "filler": "\u3164",
}


@pytest.mark.parametrize("sign", UNSEEN.values(), ids=UNSEEN.keys())
def test_what_no_screen_shows_is_replaced(sign: str) -> None:
    shown = f"{REPLACED}{sign[1:]}"
    assert printable(f"a{sign}b\nc") == f"a{shown}b\nc"
    assert one_line(f"a{sign}b") == f"a{shown}b"
    assert not is_readable({"a": [f"a{sign}b"]}) and not is_readable({sign: 1})


@pytest.mark.parametrize(
    "text",
    [
        "Größe 😀 \xa0 ‰",
        "می\u200cخواهم",
        "क्\u200dष",
        "👩\u200d🚒",
        "ひらがな",
        "[red]{0} %s",
        "e\u0301",
    ],
)
def test_what_people_write_stays(text: str) -> None:
    assert printable(text) == one_line(text) == text
    assert is_readable((text, [text], 3))


@pytest.mark.parametrize("sign", ["\n", "\r\n", "\t", "\v", "\x85", "\u2028", "\u2029"])
def test_a_name_is_one_line(sign: str) -> None:
    assert one_line(f"{sign}Round 9.{sign}Fake{sign}") == f"Round 9.{' ' * len(sign)}Fake"


def test_a_long_text_keeps_both_ends() -> None:
    assert shortened("short", 9) == "short"
    long = shortened(f"begin{'x' * 900}end", LONGEST_NAME)
    assert len(long) == LONGEST_NAME
    assert long.startswith("beginxx") and long.endswith("xxend")


def test_texts_of_data_files_are_readable_with_their_keys() -> None:
    text = 'a = "x\\u001b[2J"\n"k\\u202ey" = [{ b = "one\\ntwo" }]\nc = """\nup\ndown"""\nd = 3\n'
    assert parse(text) == {"a": "x�[2J", "k�y": [{"b": "one two"}], "c": "up down", "d": 3}


def test_a_decoded_value_is_cleaned_at_any_depth_and_kept_if_nothing_is_wrong() -> None:
    fine = SideSetup("red", (Recruit("knight", "Ada", (1, 2), damaged=("sword",)),), "Red")
    assert readable(fine) is fine
    spoilt = SideSetup("r\x1bed", (Recruit("knight", "A\nda" + "x" * 500), Recruit("k", damaged=("\a",))), "R\u202eed")
    found = readable(spoilt)
    assert (found.name, found.title, found.squad[1].damaged) == ("r�ed", "R�ed", ("�",))
    assert found.squad[0].name.startswith("A dax") and len(found.squad[0].name) == LONGEST_NAME
    assert readable([{"a\x1b": (1, 2)}, "\a"]) == [{"a�": (1, 2)}, "�"]
