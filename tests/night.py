"""The long samples of a night, and their figures as a page: ``python -m tests.night RESULTS.xml ... --out PAGE.md``.

The results are what ``pytest -m nightly --junitxml RESULTS.xml`` writes. Each night has a number, BATTLEMAT_NIGHT, by
which spoilt files and judged battles are others than those of the night before; the same number makes the same ones.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

NIGHT = int(os.environ.get("BATTLEMAT_NIGHT") or 0)
"""The number of this night; 0 by day."""

GROUPS: Mapping[str, Sequence[str]] = {
    "Spoilt files": ("tests.fuzz.",),
    "Whole battles judged by a second reading": ("tests.referee.",),
    "What a side may not know": (
        "tests.laws.test_secrecy",
        "tests.window.test_secrecy",
        "tests.terminal.test_zones_secrecy",
        "tests.window.test_frames_without_the_hidden",
    ),
    "Odds against what happens": ("tests.lab.test_odds_audit", "tests.rulesets."),
    "Difficulties as promised": ("tests.content.test_difficulty",),
    "Laws of every ruleset": ("tests.laws.",),
    "Lines of sight": ("tests.spatial.",),
    "Everything else": ("",),
}
"""What tests are about, by how their modules begin; each is counted in the first group that it belongs to."""


@dataclass
class Figures:
    """What came of the tests of a group."""

    tests: int = 0
    failed: list[str] = field(default_factory=list)
    """Those that did, by module and name."""
    counted: Counter[str] = field(default_factory=Counter)
    """What tests have counted themselves, by what it is."""
    told: list[str] = field(default_factory=list)
    """What else tests tell, each by its name: what is no number of things is not summed up."""


def read(files: Iterable[Path]) -> tuple[str, dict[str, Figures]]:
    """The last day on which tests ran, and their figures by group. Raises OSError, ElementTree.ParseError."""
    found: dict[str, Figures] = {}
    days = [""]
    for file in files:
        tree = ElementTree.parse(file).getroot()
        days += [suite.get("timestamp", "")[:10] for suite in tree.iter("testsuite")]
        for case in tree.iter("testcase"):
            _add(case, found)
    return max(days), found


def _add(case: ElementTree.Element, found: dict[str, Figures]) -> None:
    """Count one test in its group, unless it was left out."""
    if case.find("skipped") is not None:
        return
    module = case.get("classname", "")
    group = next(name for name, heads in GROUPS.items() if module.startswith(tuple(heads)))
    figures = found.setdefault(group, Figures())
    figures.tests += 1
    if case.find("failure") is not None or case.find("error") is not None:
        figures.failed.append(f"{module}::{case.get('name', '')}")
    for each in case.iter("property"):
        what, value = each.get("name", ""), each.get("value", "0")
        if value.isdecimal():
            figures.counted[what] += int(value)
        else:
            figures.told.append(f"{case.get('name', '')}: {what} {value}")


def page(day: str, found: Mapping[str, Figures], commit: str, night: int) -> Iterator[str]:
    """The page, line by line. A group of which nothing ran says so."""
    yield "# Figures of a night"
    yield ""
    where = f"night {night}, under Python {platform.python_version()} on {platform.system()}"
    yield f"Long samples that ran on {day} at commit {commit}, {where}."
    yield "Written by `python -m tests.night`; CI writes the same page of every night into the summary of its job."
    yield ""
    yield "| what | tests | failed | in them |"
    yield "|---|---|---|---|"
    for group in GROUPS:
        figures = found.get(group)
        if figures is None:
            yield f"| {group} | not run | | |"
            continue
        counted = ", ".join(f"{count:,} {what}" for what, count in sorted(figures.counted.items()))
        yield f"| {group} | {figures.tests:,} | {len(figures.failed)} | {counted} |"
    told = [line for group in GROUPS if group in found for line in found[group].told]
    if told:
        yield ""
        yield "What tests tell:"
        yield ""
        yield from (f"* {line}" for line in told)
    failed = [name for figures in found.values() for name in figures.failed]
    if failed:
        yield ""
        yield "Failed, and not mended at this commit:"
        yield ""
        yield from (f"* `{name}`" for name in sorted(failed))


def main(words: Sequence[str]) -> int:
    """Write the page; gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.night", description=__doc__)
    parser.add_argument("results", type=Path, nargs="+", help="what pytest --junitxml has written")
    parser.add_argument("--out", type=Path, required=True, help="where the page goes")
    wanted = parser.parse_args(words)
    asked = subprocess.run(["git", "rev-parse", "--short=8", "HEAD"], capture_output=True, text=True, check=True)
    day, found = read(wanted.results)
    wanted.out.write_text("\n".join(page(day, found, asked.stdout.strip(), NIGHT)) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
