"""The laws are tried with the examples beside the installed rulesets."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _with_duel(duel_installed: None) -> None:
    """Have the registry find the examples, which saves and battle files go through."""
