"""Rows of words in columns, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def text_table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows in columns as wide as what stands in them, the first to the left."""
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *rest in rows:
        cells = [f"{cell:>{width}}" for cell, width in zip(rest, wide[1:], strict=True)]
        yield "  ".join((f"{first:<{wide[0]}}", *cells)).rstrip()
