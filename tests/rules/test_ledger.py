"""Ledgers that can be read, those that can't, and the registry of rulesets."""

from __future__ import annotations

from pathlib import Path

import pytest

from battlemat_duel import RULESET as DUEL
from game.rules import registry
from game.rules.ledger import read_ledger
from game.rules.registry import UnknownRuleset

RULE = '[[rule]]\nnumber = "{}"\nheading = "Blows"\ntext = "Hit it."\nstatus = "{}"\n'


def written(path: Path, text: str) -> Path:
    file = path / "ledger.toml"
    file.write_text(text)
    return file


def test_rules_are_found_by_number(tmp_path: Path) -> None:
    ledger = read_ledger(written(tmp_path, RULE.format("D-1", "played") + RULE.format("D-2", "played")))
    assert len(ledger) == 2
    assert ledger["D-2"].heading == "Blows"
    assert "D-1" in ledger and "D-9" not in ledger


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (RULE.format("D-1", "played") * 2, "D-1 stand more than once"),
        (RULE.format("D-1", "setting"), "D-1 is marked 'setting' and needs a reason"),
        ("count = 2\n" + RULE.format("D-1", "played"), "the book has 2 rules .count., and 1 stand here"),
        (
            RULE.format("D-1", "played") + RULE.format("D-2", "forgotten"),
            r"\[\[rule\]\] 2 \('D-2'\): status: 'forgotten' is none of played, setting, out of reach",
        ),
        ('[[rule]]\nnumber = "D-1"\n', "missing required field `heading`"),
        (RULE.format("D-1", "played").replace("number", "nummer"), "number"),
        ("[[rules]]\n", "unknown field `rules`"),
        ("rule = 3\n", "rule: Expected `array`"),
        ('count = "x"\n' + RULE.format("D-1", "played"), "count: Expected `int`"),
        ("rule = [", ""),
    ],
)
def test_faults_of_a_ledger_are_named_with_the_file(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(ValueError, match=rf"^ledger\.toml: .*{words}"):
        read_ledger(written(tmp_path, text))


def test_rulesets_are_found_by_name(duel_installed: None) -> None:
    assert "duel" in registry.names()
    assert registry.names() == tuple(sorted(registry.names()))
    assert registry.ruleset("duel") is DUEL


def test_an_unknown_ruleset_is_said_to_be(duel_installed: None) -> None:
    with pytest.raises(UnknownRuleset, match="did you mean 'duel'"):
        registry.ruleset("dule")
    with pytest.raises(UnknownRuleset, match=r"no ruleset is called 'chess'; there are .*duel"):
        registry.ruleset("chess")
