"""Puzzles are played with the real opponents, and files go to a folder of the test, as with lessons."""

from __future__ import annotations

from tests.lessons.conftest import app, at_home

__all__ = ["app", "at_home"]
