"""The one way in which commands write to a terminal or a pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from game.display_text import printable

TELLS_PROGRESS = "BATTLEMAT_TELLS_PROGRESS"
"""The environment's variable that has bars told in lines, for a window that runs the command and draws the bar."""

PROGRESS = "progress "
"""What such a line begins with; a share from 0 to 1 follows."""


def say(text: str = "", *, error: bool = False) -> None:
    """Print lines, on standard error if so asked; whatever they quote, nothing in them moves a terminal's cursor."""
    print(printable(text), file=sys.stderr if error else sys.stdout, flush=True)


def text_table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows in columns as wide as what stands in them, the first to the left."""
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *rest in rows:
        cells = [f"{cell:>{width}}" for cell, width in zip(rest, wide[1:], strict=True)]
        yield "  ".join((f"{first:<{wide[0]}}", *cells)).rstrip()


@contextmanager
def bar(text: str, total: float, *, timed: bool = True) -> Iterator[Callable[[float], None]]:
    """Show a bar beside a ``text`` while the block runs; the function given tells how much of the ``total`` is done.

    The text may name ``{task.completed}`` and ``{task.total}``. ``timed``: with the time taken and the time left. The
    bar stands on standard error, and is gone at the end.
    """
    if os.environ.get(TELLS_PROGRESS):
        yield lambda done: say(f"{PROGRESS}{done / total:.3f}", error=True)
        return
    # read here: a tenth of a second that a window, which shows no such bar, need not wait at its start
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    console = Console(stderr=True)
    times: list[ProgressColumn] = [TimeElapsedColumn(), TextColumn("left:"), TimeRemainingColumn()] if timed else []
    drawn = console.is_terminal and not console.is_dumb_terminal
    with Progress(
        TextColumn(text), BarColumn(), *times, console=console, transient=True, disable=not drawn
    ) as progress:
        task = progress.add_task("", total=total)
        yield lambda done: progress.update(task, completed=done)
