"""TOML from people: read as it is, and refused where reading it would take all day or all memory."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rules import toml
from game.rules.toml import DEEPEST, BadToml, parse

DOTS = "a." * DEEPEST + "b"


def test_shipped_texts_are_read_as_they_are() -> None:
    home = Path(__file__).parents[2]
    paths = [*home.glob("maps/*.toml"), *home.glob("rulesets/*/data/*.toml")]
    texts = [path.read_text(encoding="utf-8") for path in paths]
    assert len(texts) > 15
    assert all(parse(text) == tomllib.loads(text) for text in texts)


@pytest.mark.parametrize(
    "text",
    [
        f"{DOTS} = 1",
        f"x = 1\n[{DOTS}]",
        f"[[{DOTS}]]",
        f"x = {{ {DOTS} = 1 }}",
        " . ".join(["a"] * (DEEPEST + 1)) + " = 1",
        ".".join(['"a"'] * (DEEPEST + 1)) + " = 1",
        ".".join(["'a'"] * (DEEPEST + 1)) + " = 1",
        f'x = "\\"" # "\n{DOTS} = 1',
        f"x = '''\n'{DOTS}'\n'''\n{DOTS} = 1",
    ],
)
def test_keys_of_many_names_are_refused_before_they_are_read(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    def read(_: str) -> None:
        raise AssertionError("that was read")

    monkeypatch.setattr(tomllib, "loads", read)
    with pytest.raises(BadToml, match="a key joins more than 16 names by dots"):
        parse(text)


def test_the_line_of_a_long_key_is_told() -> None:
    with pytest.raises(BadToml, match=r"^line 5: "):
        parse(f'x = """\n\n"""\n# remark\n{DOTS} = 1')


@pytest.mark.parametrize(
    "text",
    [
        f'x = "{DOTS}"',
        f"x = '{DOTS}'",
        f"# {DOTS} = 1",
        f"x = '''{DOTS}'''",
        f'x = "\\"{DOTS}"',
        f'x = """"{DOTS}"""""',
        "a." * (DEEPEST - 1) + "b = 1.5",
        "x = [1.5, 2.5]",
    ],
)
def test_dots_elsewhere_do_not_matter(text: str) -> None:
    assert parse(text) == tomllib.loads(text)


def test_dots_on_a_line_of_a_text_do_not_matter() -> None:
    assert parse(f'x = """\n{DOTS} = 1\n"""') == {"x": f"{DOTS} = 1"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x = " + "[" * 50_000, "nested too deeply"),
        ("x = " + "{a=" * 50_000, "nested too deeply"),
        ("x = " + "9" * 5_000, "not valid TOML: "),
        ("x = 0x" + "f" * 20, "a number in it is too large; write one of at most 18 digits"),
        ("x = [{ y = [9223372036854775808] }]", "a number in it is too large"),
        ("x = 1\nx = 2", "not valid TOML: Cannot overwrite a value"),
        ('x = "', "not valid TOML: "),
        ("#" * (toml.LARGEST + 1), "it has 262,145 characters; at most 262,144 are read"),
    ],
)
def test_what_else_is_refused(text: str, words: str) -> None:
    with pytest.raises(BadToml, match=words.replace("(", r"\(")):
        parse(text)


@given(st.text(alphabet="abc.=[]{}\"'#\n\\ 1,"))
def test_nothing_is_read_otherwise_than_it_stands(text: str) -> None:
    try:
        expected = tomllib.loads(text)
    except ValueError:
        with pytest.raises(BadToml):
            parse(text)
    else:
        assert parse(text) == expected
