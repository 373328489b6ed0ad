"""What things are called within a sentence: with an article, unless the name has one or wants none."""

from __future__ import annotations

ARTICLES = ("the ", "a ", "an ")

PLAIN = ("bare hands",)
"""Names that go without an article."""


def the(name: str, more: str = "") -> str:
    """A thing by its name: "the sword"; "the gate" also where it is called "The gate"; "bare hands".

    ``more`` comes between: "the locked gate".
    """
    own = next((article for article in ARTICLES if name.lower().startswith(article)), "")
    article = own.strip() or ("" if name.lower() in PLAIN else "the")
    return " ".join(word for word in (article, more, name[len(own) :]) if word)
