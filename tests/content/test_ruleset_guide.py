"""The guide to writing a ruleset shows code of the examples, and names what is there."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

HOME = Path(__file__).parents[2]
GUIDE = (HOME / "rulesets" / "README.md").read_text(encoding="utf-8")
EXAMPLES = [HOME / "rulesets" / name for name in ("example", "example_zones")]

SNIPPETS = re.findall(r"^```(?:python|toml)\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
WORDS_A_MINUTE = 150
"""Of somebody who reads code as well."""


@pytest.mark.parametrize("snippet", SNIPPETS, ids=lambda text: text.split("\n")[0].strip()[:40])
def test_its_code_is_that_of_the_examples(snippet: str) -> None:
    files = [path for home in EXAMPLES for path in home.rglob("*") if path.suffix in (".py", ".toml")]
    assert any(snippet in path.read_text(encoding="utf-8") for path in files), snippet


def test_there_are_snippets_and_it_is_read_in_a_quarter_of_an_hour() -> None:
    assert len(SNIPPETS) >= 9
    read = " ".join(line for line in GUIDE.splitlines() if not line.startswith("|"))  # tables are looked things up in
    assert len(read.split()) / WORDS_A_MINUTE <= 15


def test_it_names_modules_of_the_kit_that_are_there_and_no_fewer() -> None:
    table = GUIDE.partition("## What the kit has")[2].partition("## Tests")[0]
    named = {
        name for row in re.findall(r"^\| (`.*?`) \|", table, re.MULTILINE) for name in re.findall(r"`([\w.]+)`", row)
    }
    assert all(find_spec(f"game.kit.{name}") for name in named)
    kit = HOME / "game" / "kit"
    rooms = {f"mind.{path.stem}" for path in (kit / "mind").glob("[!_]*.py")}
    assert named == {path.stem for path in kit.iterdir() if path.stem[0] not in "_."} - {"mind"} | rooms


def test_its_links_lead_somewhere() -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", GUIDE):
        assert link.startswith("http") or (HOME / "rulesets" / link).exists(), link
