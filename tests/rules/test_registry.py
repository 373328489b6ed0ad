"""Rulesets of other people: found like ours, and left out with a reason where they can't be used."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from pathlib import Path
from types import SimpleNamespace

import pytest

from battlemat_duel import RULESET as DUEL
from game.rules import registry
from game.rules.registry import UnknownRuleset, left_out, names, ruleset
from tests.rules.battles import forget

OURS = tuple(sorted({point.name for point in entry_points(group=registry.GROUP)}))

FAULTS = {
    "missing": ("", "ModuleNotFoundError: No module named 'plugin_missing'"),
    "elsewhere": ("import numpie", "ModuleNotFoundError: No module named 'numpie', in plugin_elsewhere.py, line 1"),
    "syntax": ("def", "SyntaxError: invalid syntax (plugin_syntax.py, line 1)"),
    "raises": ("\nraise RuntimeError('not today')", "RuntimeError: not today, in plugin_raises.py, line 2"),
    "leaves": ("raise SystemExit('bye')", "SystemExit: bye"),
    "nothing": ("", "AttributeError: module 'plugin_nothing' has no attribute 'RULESET'"),
    "none": ("RULESET = None", "it is no ruleset: it has no name, title, places, scale, harm_word"),
    "namesake": ("from battlemat_duel import RULESET", "it calls itself 'duel'"),
    "kind": ("from battlemat_duel import Duel as RULESET", "it is no ruleset: it has no "),
    "spoilt": (
        "from copy import copy\nfrom battlemat_duel import RULESET as d\nRULESET = copy(d)\nRULESET.name = 'spoilt'\n"
        "def roster(own=''): raise OSError('no data')\nRULESET.roster = roster",
        "OSError: no data",
    ),
    "Loud": ("from battlemat_duel import RULESET", "a ruleset is called by small letters, digits, - and _"),
}
"""What a module of somebody else's holds, and what is said of it."""


@pytest.fixture
def plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One plug-in for each fault beside ours, and a good one."""
    points = [EntryPoint("duel", "battlemat_duel:RULESET", registry.GROUP)]
    for name, (text, _) in FAULTS.items():
        if name != "missing":
            (tmp_path / f"plugin_{name}.py").write_text(text)
        points.append(EntryPoint(name, f"plugin_{name}:RULESET", registry.GROUP))
    known = EntryPoints([*entry_points(group=registry.GROUP), *points])
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(registry, "entry_points", lambda group: known)
    forget()
    yield
    monkeypatch.undo()
    forget()
    for name in FAULTS:
        sys.modules.pop(f"plugin_{name}", None)


@pytest.mark.usefixtures("plugins")
def test_what_can_not_be_used_is_left_out_and_the_others_are_there() -> None:
    assert names() == tuple(sorted((*OURS, "duel")))
    assert ruleset("duel") is DUEL
    assert set(left_out()) == set(FAULTS)


@pytest.mark.usefixtures("plugins")
@pytest.mark.parametrize("name", FAULTS)
def test_why_it_is_left_out_is_told(name: str) -> None:
    with pytest.raises(UnknownRuleset) as error:
        ruleset(name)
    told = str(error.value)
    assert told.startswith(f"the ruleset {name!r} can't be used ({FAULTS[name][1]}")
    assert told.endswith(f"; mend plugin_{name}, install another version of it, or remove it")
    assert left_out()[name] == told


@pytest.mark.usefixtures("plugins")
def test_an_unknown_name_is_answered_with_those_that_can_be_used() -> None:
    with pytest.raises(UnknownRuleset) as error:
        ruleset("chess")
    assert str(error.value) == f"no ruleset is called 'chess'; there are {', '.join(names())}"


def test_nobody_takes_the_name_of_one_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = next(iter(entry_points(group=registry.GROUP)))
    stranger = EntryPoint(ours.name, "battlemat_duel:RULESET", registry.GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: EntryPoints([stranger, ours]))
    forget()
    try:
        assert ruleset(ours.name) is ours.load()
        assert left_out() == {}
    finally:
        monkeypatch.undo()
        forget()


def test_ours_are_not_loaded_before_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first window would wait for five games of which one is played."""

    def load(point: EntryPoint) -> object:
        raise AssertionError(f"{point.name} was loaded")

    monkeypatch.setattr(registry, "entry_points", lambda group: entry_points(group=group))
    monkeypatch.setattr(EntryPoint, "load", load)
    forget()
    try:
        assert names() == OURS
    finally:
        monkeypatch.undo()
        forget()


def test_one_of_ours_that_is_damaged_is_told_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EntryPoint, "load", lambda point: SimpleNamespace(name=point.name))
    forget()
    monkeypatch.setattr(registry, "_sources", registry._sources.__wrapped__)  # nor what it has found meanwhile
    try:
        with pytest.raises(UnknownRuleset, match=r"it is no ruleset: it has no title, .* mend battlemat"):
            ruleset.__wrapped__(OURS[0])  # what another thread has loaded meanwhile is no matter
    finally:
        monkeypatch.undo()
        forget()
