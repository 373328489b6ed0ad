"""The list of what can be done in a turn: read, or refused with what to mend."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import cast

import pytest

from game.rules.action import Action, ActionButton, ActionSort, BadDeeds, CatalogueAction, Cost, parse_deeds
from game.rules.ledger import Ledger, Rule
from game.rules.questions import Option


async def _pass(*_: object) -> None:
    pass


LEDGER = Ledger((Rule("D-1", "Blows", "One blow.", "played"),))

STRIKE = """
[[deed]]
verb = "strike"
title = "Strike"
sort = "attack"
icon = "sword"
told = "One blow."
needs = "a foe in reach"
rule = "D-1"
"""


AnyAction = Action[object, object, None]

STRIKES: AnyAction = Action(
    ("strike",), "D-1", Cost("Action", lambda *_: None, aside=True), _pass, lambda *_: Option("strike", None, "")
)


def test_what_an_action_tells_is_not_told_again() -> None:
    (found,) = parse_deeds("deeds.toml", STRIKE.replace('rule = "D-1"\n', ""), LEDGER, (STRIKES,))
    assert (found.cost, found.rule, found.aside) == ("Action", "D-1", True)
    with pytest.raises(BadDeeds, match="'strike': its action tells cost, rule and aside; leave them out here"):
        parse_deeds("deeds.toml", STRIKE, LEDGER, (STRIKES,))


BUTTON = ActionButton("Hide", "defend", "sneak", "Is not seen.", "no foe in sight")
HIDES: AnyAction = replace(STRIKES, verbs=("hide",), button=BUTTON)


def test_an_action_brings_its_words_itself_in_the_order_of_sorts() -> None:
    attacks = replace(
        HIDES, verbs=("maul",), button=ActionButton("Maul", "attack", "axe", "Two blows.", "a foe in reach")
    )
    found = parse_deeds("deeds.toml", STRIKE.replace('rule = "D-1"\n', ""), LEDGER, (HIDES, attacks, STRIKES))
    assert [deed.verb for deed in found] == ["strike", "maul", "hide"]
    assert found[2] == CatalogueAction(
        "hide", "Hide", "defend", "sneak", "Is not seen.", "no foe in sight", "Action", "D-1", aside=True
    )


def test_an_action_without_words_says_what_to_mend() -> None:
    with pytest.raises(BadDeeds, match=r"deeds.toml: strike: give the action a button, or write a deed"):
        parse_deeds("deeds.toml", "", LEDGER, (HIDES, STRIKES))


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (replace(HIDES, rule="D-9"), "the action 'hide' names the rule 'D-9', which is not in the ledger"),
        (replace(HIDES, button=replace(BUTTON, told="")), "the button of 'hide' has no told; write one"),
        (
            replace(HIDES, button=replace(BUTTON, sort=cast(ActionSort, "maneuver"))),
            "the button of 'hide': no sort is called 'maneuver'; did you mean 'manoeuvre'?",
        ),
    ],
)
def test_what_is_wrong_with_an_action_is_not_laid_on_a_file(changed: AnyAction, said: str) -> None:
    with pytest.raises(BadDeeds, match="^" + re.escape(said)):
        parse_deeds("deeds.toml", "", LEDGER, (changed,))


def test_deeds_are_read_in_their_order() -> None:
    found = parse_deeds("deeds.toml", STRIKE + STRIKE.replace('"strike"', '"maul"'), LEDGER)
    assert [deed.verb for deed in found] == ["strike", "maul"]
    assert found[0] == CatalogueAction("strike", "Strike", "attack", "sword", "One blow.", "a foe in reach", rule="D-1")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (STRIKE + STRIKE, "deeds.toml: strike stand more than once"),
        (STRIKE.replace("D-1", "D-9"), "'strike' names the rule 'D-9', which is not in the ledger"),
        (
            STRIKE.replace('"attack"', '"assault"'),
            "'assault' is none of attack, move, defend, manoeuvre, things, magic",
        ),
        (STRIKE.replace('"One blow."', '" "'), "'strike' has no told; write one"),
        (STRIKE.replace("told", "tells"), "unknown field `tells`"),
        ("[[deed]\n", "deeds.toml: "),
        ("".join(STRIKE.replace('"strike"', f'"strike{n}"') for n in range(11)), "11 deeds of the sort 'attack'"),
    ],
)
def test_a_list_that_cannot_be_used_says_what_to_mend(text: str, said: str) -> None:
    with pytest.raises(BadDeeds, match=re.escape(said)):
        parse_deeds("deeds.toml", text, LEDGER)
