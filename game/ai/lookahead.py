"""Trained: as Instinct, for now."""

from __future__ import annotations

from game.ai.chooser import Instinct


class Trained(Instinct):
    """Thinks like Instinct."""
