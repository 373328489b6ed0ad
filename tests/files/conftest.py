"""What all tests of files share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _nothing_allowed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No folder of the machine is allowed to be read from."""
    monkeypatch.setattr("game.resources.user_state_path", lambda *_, **__: tmp_path / "state")
