"""The same attack and the same battles under one set of rules after the other."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache

import pytest

from game.lab.comparison import AttackUnderRules, NoAttack, compare_attack, compare_battles, setups_of
from game.rules.registry import ruleset
from tests.app.conftest import Run

CAST = "the-same-gatehouse"
BOOKS = ["einfelst", "glog", "ingenuity", "murdham", "sovereign"]


@cache
def side_by_side() -> dict[str, AttackUnderRules]:
    """The first of each side, by the title of the rules."""
    return {each.rules: each for each in compare_attack(setups_of(CAST), 0, 0, 1)}


def test_chances_are_what_the_books_sums_come_to() -> None:
    """By sovereign a d20 + 3 against AC 15, by glog a d20 + 2 against Defense 15; both are side by side."""
    sovereign, glog = (side_by_side()[ruleset(name).title] for name in ("sovereign", "glog"))
    assert (sovereign.hit, sum(term.value for term in sovereign.modifiers)) == (Fraction(21 - 12, 20), 3)
    assert (glog.hit, sum(term.value for term in glog.modifiers)) == (Fraction(21 - 13, 20), 2)
    assert "E-55" in sovereign.cited and "D-26" in glog.cited
    assert (sovereign.cost, glog.cost) == ("Main Action", "Action")


def test_all_rules_that_can_play_it_are_compared_and_their_answers_only_help_those_who_answer() -> None:
    assert sorted(side_by_side()) == [ruleset(name).title for name in BOOKS]
    for each in side_by_side().values():
        assert each.hit > 0 and 0 < each.lost <= each.full and each.down <= each.hit
        for answer in each.answers:
            assert not answer.best or (answer.lost, answer.down) != (each.lost, each.down)


def test_what_takes_one_elsewhere_is_no_attack_from_where_one_stands() -> None:
    assert side_by_side()[ruleset("sovereign").title].action.startswith("Strike"), (
        "a charge out and back would hit more often"
    )
    with pytest.raises(NoAttack, match="another distance"):
        compare_attack(setups_of(CAST, ["sovereign"]), 0, 0, 1, cells=((2, 2), (2, 25)))


def test_battles_are_counted_under_each_rules() -> None:
    for found in compare_battles(setups_of(CAST, ["murdham"]), 4, 1, 1):
        assert found.battles == 4 == sum(found.ends.values()) >= sum(found.wins.values()) > 0
        assert 1 <= found.rounds[0] <= found.rounds[1]
        assert all(0 <= share <= 1 for share in found.fallen.values()) and any(found.fallen.values())


def test_the_command_tells_a_table_or_json(run: Run) -> None:
    code, out, _ = run("compare", CAST, "--rules", "glog")
    head, *rows = out.split("\n\n")[0].splitlines()
    assert code == 0 and [row.split()[0] for row in rows] == ["Glog"]
    assert head.split("  ")[-1].strip() == "takes" and "splinter" in out
    code, out, _ = run("compare", CAST, "--rules", "glog", "--json", "--battles", "2")
    told = json.loads(out)
    assert (told["attacks"][0]["hit"], told["battles"][0]["battles"]) == (0.4, 2)


def test_what_can_not_be_compared_is_told(run: Run) -> None:
    code, _, err = run("compare", CAST, "--rules", "glog,chess")
    assert code == 2 and "can't be played by chess; by " in err
    code, _, err = run("compare", CAST, "--from", "3,3")
    assert code == 2 and "--from and --to go together" in err
    code, _, err = run("compare", CAST, "--rules", "glog", "--from", "0,0", "--to", "30,20")
    assert code == 2 and "another distance" in err
