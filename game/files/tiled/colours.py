"""Colours as Tiled writes them."""

from __future__ import annotations

import re


def colour(text: str) -> str:
    """A colour as Tiled writes it, ``#rrggbb`` or ``#aarrggbb``; nothing for what is none."""
    return text if re.fullmatch(r"#([0-9a-fA-F]{2}){3,4}", text) else ""


def left_out(text: str) -> str:
    """The colour that a picture is told to be without, as ``#rrggbb``; nothing for what is none."""
    plain = text.removeprefix("#").lower()
    return f"#{plain}" if re.fullmatch(r"[0-9a-f]{6}", plain) else ""
