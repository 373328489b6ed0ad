"""No sentence of a rule text that may not be copied stands in the project.

The texts themselves are not here either: ``prose.b64`` holds hashes of all runs of eight words of three of them
(murdham, einfelst, glog; sovereign is in the public domain, ingenuity may be quoted), which tell nothing but whether
a run is among them.
"""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

import pytest

RUN = 8
"""Words in a row that no longer come about by chance."""

SIZE = 5
"""Bytes of a hash: with some thousand of them, a run of our own is taken for one of theirs once in 10^8."""

ROOT = Path(__file__).parents[1]

WRITTEN = (".py", ".toml", ".md", ".tmx", ".txt")


def runs(text: str) -> Iterator[tuple[int, str]]:
    """All runs of words, in small letters without marks, each with the line it begins in."""
    words = [
        (number, word)
        for number, line in enumerate(text.lower().splitlines(), 1)
        for word in re.findall(r"[a-z0-9']+", line)
    ]
    for at in range(len(words) - RUN + 1):
        yield words[at][0], " ".join(word for _, word in words[at : at + RUN])


def fingerprint(run: str) -> bytes:
    """The hash of a run. ``prose.b64`` is the sorted fingerprints of ``runs`` of the texts, joined, in base 64."""
    return blake2b(run.encode(), digest_size=SIZE).digest()


@pytest.fixture(scope="module")
def theirs() -> frozenset[bytes]:
    joined = b64decode((ROOT / "tests" / "prose.b64").read_text(encoding="ascii"))
    return frozenset(joined[at : at + SIZE] for at in range(0, len(joined), SIZE))


@pytest.mark.parametrize("folder", ["game", "maps", "rulesets", "tests", "README.md"])
def test_no_eight_words_in_a_row_are_of_a_text_that_may_not_be_copied(folder: str, theirs: frozenset[bytes]) -> None:
    top = ROOT / folder
    files = [top] if top.is_file() else sorted(path for path in top.rglob("*") if path.suffix in WRITTEN)
    assert files
    copied = [
        f"{path.relative_to(ROOT)}:{line}: {run}"
        for path in files
        for line, run in runs(path.read_text(encoding="utf-8"))
        if fingerprint(run) in theirs
    ]
    assert not copied, "\n".join(copied)


def test_a_copied_sentence_is_found_whatever_its_marks_and_lines() -> None:
    sentence = "One two, three: four five\nSix (seven) eight."
    assert [fingerprint(run) for _, run in runs(f"Before it. {sentence.upper()} After it.")][2:3] == [
        fingerprint(run) for _, run in runs(sentence)
    ]
    assert next(runs(f"\n\n{sentence}"))[0] == 3
