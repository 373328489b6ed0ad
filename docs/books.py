"""A page for each of the five books: its rules from the ledger, then its rulings."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from game.rules import registry
from game.rules.ledger import Rule, read_ledger

RULESETS = Path(__file__).parent.parent / "rulesets"


def write(folder: Path) -> None:
    """Write ``<book>.md`` for each ruleset of this project into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for ledger in sorted(RULESETS.glob("*/ledger.toml")):
        name = ledger.parent.name
        replace(folder / f"{name}.md", page(name, read_ledger(ledger).rules, rulings(ledger.parent / "RULINGS.md")))


def replace(path: Path, text: str) -> None:
    """Write a file only if it says something else now: whatever did not change is not built again."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def page(name: str, rules: tuple[Rule, ...], decided: str) -> str:
    """One book in Markdown."""
    title = registry.ruleset(name).title
    counts = Counter(rule.status for rule in rules)
    told = ", ".join(f"{count} {status}" for status, count in counts.most_common())
    lines = [f"# {title}", "", f"{len(rules)} rules: {told}.", "", "## Rules", ""]
    for rule in rules:
        remark = f" *({rule.remark})*" if rule.remark else ""
        lines += [f"**{rule.number} {rule.heading}.** {rule.text}{remark}", ""]
    return "\n".join([*lines, decided])


def rulings(path: Path) -> str:
    """A book's rulings as sections of its page: one heading further down."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return "\n".join(f"#{line}" if line.startswith("#") else line for line in lines) + "\n"
