"""Files of a book: ledgers, glossaries, lists of what can be done: read, or refused with what to mend."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlemat_duel import RULESET as DUEL
from game.rules import registry, toml
from game.rules.action import Action, ActionButton, ActionSort, BadDeeds, CatalogueAction, Cost, parse_deeds
from game.rules.glossary import BadGlossary, Glossary, GlossaryTerm, parse_glossary
from game.rules.ledger import Ledger, Rule, read_ledger
from game.rules.questions import Option
from game.rules.registry import UnknownRuleset
from game.rules.toml import DEEPEST, BadToml, parse

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


# --- The words of a book, explained: read, found in texts, or refused with what to mend ---

LEDGER = Ledger((Rule("D-1", "Blows", "One blow.", "played"),))

PRONE = """
[[term]]
word = "prone"
told = "On the ground."
also = ["lies prone"]
rule = "D-1"
"""

WORDS = Glossary(
    (
        GlossaryTerm("held", "In a grip."),
        GlossaryTerm("held fast", "In a tight grip."),
        GlossaryTerm("Bane", "A die less.", also=("Banes", "a Bane")),
        GlossaryTerm("out", "Gone.", ordinary=True),
    )
)


def said(text: str, **how: object) -> list[str]:
    """The parts of a text that lead on."""
    return [text[start:end] for start, end, _ in WORDS.within(text, **how)]  # type: ignore[arg-type]


def test_terms_are_read_and_found_by_all_their_forms() -> None:
    glossary = parse_glossary("glossary.toml", PRONE, LEDGER)
    assert (
        glossary.find("Prone")
        == glossary.find("lies prone")
        == GlossaryTerm("prone", "On the ground.", "D-1", ("lies prone",))
    )
    assert glossary.find("held") is None
    assert "PRONE" in glossary and "held" not in glossary


def test_the_longest_whole_words_of_a_text_lead_on() -> None:
    assert said("It is held fast, withheld, and has a bane or two Banes.") == ["held fast", "a bane", "Banes"]
    assert said("held-up, upheld, held") == ["held"]


def test_everyday_words_lead_on_in_lists_alone() -> None:
    assert said("The fire goes out.") == []
    assert said("held · out", listed=True) == ["held", "out"]


def test_a_term_does_not_lead_to_itself() -> None:
    assert said("Banes and what is held", but="bane") == ["held"]


def test_without_words_nothing_is_found() -> None:
    assert not list(Glossary().within("held"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (PRONE + PRONE.replace('"prone"', '"lying"'), "'lies prone' is a form of 'prone' and of 'lying'"),
        (PRONE.replace("D-1", "D-9"), "'prone' names the rule 'D-9', which is not in the ledger"),
        (PRONE.replace('"On the ground."', '" "'), "'prone' needs both a word and what is told of it"),
        (PRONE.replace("told", "tells"), "unknown field `tells`"),
        ("[[term]\n", "glossary.toml: "),
    ],
)
def test_a_glossary_that_cannot_be_used_says_what_to_mend(text: str, message: str) -> None:
    with pytest.raises(BadGlossary, match=re.escape(message)):
        parse_glossary("glossary.toml", text, LEDGER)


def test_letters_that_only_look_alike_lead_nowhere() -> None:
    """As in the names of units of one's own: ı is no i, whatever a pattern makes of it."""
    glossary = Glossary((GlossaryTerm("hidden", "Nobody sees it."),))
    assert [list(glossary.within(name)) for name in ("Hıdden", "HİDDEN")] == [[], []]
    assert len(list(glossary.within("HIDDEN"))) == 1


# --- The list of what can be done in a turn: read, or refused with what to mend ---


async def _pass(*_: object) -> None:
    pass


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


# --- TOML from people: read as it is, and refused where reading it would take all day or all memory ---

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
