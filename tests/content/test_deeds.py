"""The words of the deeds: short enough for their places, ending as they should, and every one of them filled in."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.rules import registry
from game.rules.action import SORTS, CatalogueAction
from tests.rules.battles import installed

ROOT = Path(__file__).parents[2]

SHIPPED = sorted(path.parent.name for path in ROOT.glob("rulesets/*/deeds.toml"))

with installed():
    DEEDS: dict[str, tuple[CatalogueAction, ...]] = {
        name: tuple(registry.ruleset(name).deeds) for name in (*SHIPPED, "duel", "foray")
    }

every_ruleset = pytest.mark.parametrize("name", DEEDS)


@every_ruleset
def test_titles_are_short_and_no_two_are_alike(name: str) -> None:
    titles = [deed.title for deed in DEEDS[name]]
    assert len({title.casefold() for title in titles}) == len(titles)
    for title in titles:
        assert title[0].isupper() and title == title.strip() and len(title) < 16, title


@every_ruleset
def test_what_a_deed_does_is_told_in_a_sentence(name: str) -> None:
    for deed in DEEDS[name]:
        assert deed.told.endswith(".") and len(deed.told) < 140, deed.verb
        assert deed.told != f"{deed.title}.", f"{deed.verb}: say what it does"


@every_ruleset
def test_cost_and_need_go_on_after_a_word(name: str) -> None:
    for deed in DEEDS[name]:
        assert deed.needs == deed.needs.strip() != "what it takes" and len(deed.needs) < 90, deed.verb
        assert deed.cost == deed.cost.strip() and len(deed.cost) < 22, deed.verb
        assert not deed.needs.endswith(".") and not deed.cost.endswith("."), deed.verb


@every_ruleset
def test_every_deed_names_its_rule_and_has_a_picture_that_means_it(name: str) -> None:
    for deed in DEEDS[name]:
        assert deed.rule, f"{deed.verb} is by no rule"
        assert deed.icon != "star", deed.verb


@every_ruleset
def test_deeds_of_a_sort_stand_together_and_sorts_in_their_order(name: str) -> None:
    sorts = [deed.sort for deed in DEEDS[name]]
    assert sorts == sorted(sorts, key=SORTS.index)


def _verbs(name: str) -> Iterator[str]:
    """What could be a verb in a ruleset's sources: what is given as one, and the first words of texts."""
    for path in (*(ROOT / "rulesets" / name).rglob("*.py"), *(ROOT / "game" / "kit").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.keyword(arg="verb", value=ast.Constant(value=str(verb))):
                    yield verb
                case ast.Constant(value=str(text)) if text.strip():
                    yield text.split()[0]


HANDED_ON = {"hold back", "on the move", "put down"}
"""Verbs of two words that options have from a variable."""


@pytest.mark.parametrize("name", SHIPPED)
def test_no_deed_is_of_a_verb_that_no_option_has(name: str) -> None:
    """Two words are a verb only where an option says so; else it is the first word of its key."""
    unheard = {deed.verb for deed in DEEDS[name]} - {*_verbs(name)} - HANDED_ON
    assert not unheard
