"""The laws are tried with the duel beside the installed rulesets."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _with_duel(duel_installed: None) -> None:
    """Have the registry find the duel, which saves and battle files go through."""
