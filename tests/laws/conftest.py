"""The laws are tried with the duel beside the installed rulesets."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All laws of a battle in one process, which plays it once."""
    for item in items:
        call = getattr(item, "callspec", None)
        if item.path.parent == HERE and call is not None and "case" in call.params:
            item.add_marker(pytest.mark.xdist_group(f"laws of {call.params['case']}"))


@pytest.fixture(autouse=True)
def _with_duel(duel_installed: None) -> None:
    """Have the registry find the duel, which saves and battle files go through."""
