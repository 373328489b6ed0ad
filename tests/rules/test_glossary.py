"""The words of a book, explained: read, found in texts, or refused with what to mend."""

from __future__ import annotations

import re

import pytest

from game.rules.glossary import BadGlossary, Glossary, GlossaryTerm, parse_glossary
from game.rules.ledger import Ledger, Rule

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
