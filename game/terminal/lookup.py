"""Rulesets and their ledgers, to be read in a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from game.play.folders import made
from game.rules.ledger import Ledger
from game.rules.questions import Impossible
from game.rules.registry import names, ruleset, rulesets_folder


def tell_rule(ledger: Ledger, text: str) -> Iterator[str]:
    """The entry of that number, or a line for each entry with the words in its heading or text. Raises Impossible."""
    wanted = text.casefold()
    found = next((rule for rule in ledger.rules if rule.number.casefold() == wanted), None)
    if found is not None:
        yield f"{found.number} {found.heading}"
        yield f"  {found.text}"
        if found.remark:
            yield f"  ({found.remark})"
        return
    some = [rule for rule in ledger.rules if wanted in rule.heading.casefold() or wanted in rule.text.casefold()]
    if not some:
        raise Impossible(f"The ledger has no rule {text!r}; its numbers look like {ledger.rules[0].number}.")
    for rule in some:
        yield f"{rule.number} {rule.heading}"


def tell_rulesets(name: str | None, words: str) -> Iterator[str]:
    """The rulesets there are, and where to put more; or one with its settings, squads and units; or rules with words.

    Raises UnknownRuleset, Impossible.
    """
    if name is None:
        for each in names():
            yield f"{each}: {ruleset(each).title}"
        yield f"Others, each unpacked into a folder, are looked for in {made(rulesets_folder())}"
        return
    rules = ruleset(name)
    if words:
        yield from tell_rule(rules.ledger, words)
        return
    played = sum(rule.status == "played" for rule in rules.ledger.rules)
    yield f"{rules.title} ({name}): {len(rules.ledger)} rules in the ledger, {played} of them played"
    yield "Settings (--set KEY=CHOICE; the first is the default):"
    for setting in rules.settings:
        cited = f"  [{', '.join(setting.rules)}]" if setting.rules else ""
        yield f"  {setting.key}: {setting.title}{cited}"
        yield from (f"    {choice}: {label}" for choice, label in setting.choices)
    yield "Squads (--squads NAME,NAME):"
    for squad, recruits in rules.parties().items():
        yield f"  {squad}: {', '.join(recruit.name or recruit.unit for recruit in recruits)}"
    yield "Units:"
    yield from (f"  {key}: {title}" for key, title in rules.roster().items())
