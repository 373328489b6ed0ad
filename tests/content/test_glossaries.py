"""Every word on a card of the shipped games is explained, not in a circle; the README's figures are the ledgers'."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from inspect import getsource
from pathlib import Path

import pytest

from game.rules import registry
from game.rules.glossary import Glossary, HasGlossary
from game.rules.registry import ruleset
from game.rules.ruleset import AnyRuleset
from game.rules.setup import Chapter, Recruit, Setup, SideSetup
from game.rules.standing import Standing
from game.rules.table import Board
from game.spatial.field import Field, Spawn
from game.spatial.space import Space

ROOT = Path(__file__).parents[2]

SHIPPED = sorted(path.parent.name for path in ROOT.glob("rulesets/*/glossary.toml"))

every_ruleset = pytest.mark.parametrize("name", SHIPPED)

WIDE = 60
SPAWN = tuple((x, y) for x in range(0, WIDE, 5) for y in range(0, WIDE // 2, 5))
MEADOW = Field(WIDE, WIDE, spawns=(Spawn("w", "party", SPAWN), Spawn("e", "foe", ((WIDE - 5, WIDE - 5),))))


def explained(name: str) -> tuple[AnyRuleset, Glossary]:
    """A ruleset and its words."""
    rules = registry.ruleset(name)
    assert isinstance(rules, HasGlossary)
    return rules, rules.glossary


@cache
def everybody(name: str) -> tuple[tuple[str, Standing, tuple[Chapter, ...]], ...]:
    """Every unit that can be recruited: its key, its card and what there is to it."""
    return tuple(_everybody(name))


def _everybody(name: str) -> Iterator[tuple[str, Standing, tuple[Chapter, ...]]]:
    rules, _ = explained(name)
    assert isinstance(rules, HasGlossary)
    units, ground = list(rules.roster()), Space(MEADOW)
    foe = SideSetup("foe", (Recruit(units[0], "Somebody else"),))
    for start in range(0, len(units), 40):
        squad = tuple(Recruit(unit) for unit in units[start : start + 40])
        setup = Setup(name, MEADOW, (SideSetup("party", squad, party=True), foe))
        board = Board(rules.begin(setup, ground), setup, ground)
        for c in board.state.on("party"):
            yield c.id, rules.standing(board, c.id), tuple(rules.features(board, c.id))


def test_all_five_games_have_one() -> None:
    assert sorted(path.parent.name for path in ROOT.glob("rulesets/*/ledger.toml")) == SHIPPED


@every_ruleset
def test_everything_that_anybody_has_is_explained(name: str) -> None:
    _, glossary = explained(name)
    assert len(everybody(name)) > 10
    for who, _, chapters in everybody(name):
        assert any(chapter.heading.startswith("Weapons") for chapter in chapters), who
        for chapter in chapters:
            assert chapter.features, f"{who}: nothing stands under {chapter.heading}"
            for feature in chapter.features:
                missing = [word for word in feature.words if word not in glossary]
                assert not missing, f"{who}: {feature.name}: {missing}"
                told = feature.told or feature.value or feature.words or feature.name in glossary
                assert told or chapter.heading == "Carries", f"{who}: {feature.name} says nothing"


@every_ruleset
def test_every_label_of_a_card_is_explained(name: str) -> None:
    _, glossary = explained(name)
    for who, card, chapters in everybody(name):
        known = {feature.name.casefold() for chapter in chapters for feature in chapter.features}
        known |= {chapter.heading.casefold() for chapter in chapters}
        labels = [bar.word for bar in card.bars] + [pool.word for pool in card.pools]
        labels += [thing.word for thing in card.gear] + [label for label, _ in card.facts]
        lost = [
            label for label in labels if label.casefold() not in known and not any(glossary.within(label, listed=True))
        ]
        assert not lost, f"{who}: {lost}"


def conditions(name: str) -> Iterator[str]:
    """The words that a ruleset's function for conditions can give, as they stand in its source."""
    modules = [
        import_module(f"rulesets.{name}.words.{module}") for module in ("standing", "telling") if has(name, module)
    ]
    home = next(module for module in modules if hasattr(module, "marks"))
    for node in ast.walk(ast.parse(getsource(home.marks))):
        for key in node.keys if isinstance(node, ast.Dict) else ():
            yield str(getattr(home, key.id) if isinstance(key, ast.Name) else ast.literal_eval(key or ast.Constant("")))


def has(name: str, module: str) -> bool:
    return (ROOT / "rulesets" / name / "words" / f"{module}.py").is_file()


@every_ruleset
def test_every_condition_is_explained(name: str) -> None:
    _, glossary = explained(name)
    met = set(conditions(name))
    assert {"hidden", "prone" if name != "murdham" else "tripped"} <= met and len(met) > 12
    assert not [word for word in sorted(met) if word not in glossary]


@every_ruleset
def test_explanations_are_short_sentences_and_lead_on(name: str) -> None:
    _, glossary = explained(name)
    for term in glossary.terms:
        assert term.told[0].isupper() or term.told[0].isdigit(), term.word
        assert term.told.endswith(".") and len(term.told) < 190, term.word
    links = [found for term in glossary.terms for found in glossary.within(term.told, but=term.word)]
    assert len(links) > 20, "words lead on to other words"


# --- The figures in the README are those of the ledgers ---

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")

STATUSES = ("played", "setting", "out of reach")


def test_the_table_of_games_counts_their_rules() -> None:
    rows = re.findall(r"^\| (\w+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", README, re.MULTILINE)
    assert {name for name, *_ in rows} >= {"sovereign", "murdham", "glog", "einfelst", "ingenuity"}
    for name, *figures in rows:
        ledger = ruleset(name).ledger
        kinds = Counter[str](entry.status for entry in ledger.rules)
        assert [int(each) for each in figures] == [len(ledger), *(kinds[status] for status in STATUSES)], name
