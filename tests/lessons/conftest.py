"""Lessons are played with the real opponents; files go to a folder of the test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.play.preferences import Preferences
from game.window.loop import App
from game.window.window import open_app


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Autosaves and settings go to a folder of the test."""
    monkeypatch.setattr("game.resources.user_state_path", lambda *_, **__: tmp_path / "state")
    monkeypatch.setattr("game.resources.user_documents_path", lambda: tmp_path / "documents")
    return tmp_path


@pytest.fixture
def app() -> Iterator[App]:
    """A window without a screen."""
    opened = open_app(Preferences(speed=8.0, calm=True, warn_end=False))
    yield opened
    opened.window.destroy()
