"""A bar in the terminal for what takes a while, if somebody watches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def bar(text: str, total: float, *, timed: bool = True) -> Iterator[Callable[[float], None]]:
    """Show a bar beside a ``text`` while the block runs; the function given tells how much of the ``total`` is done.

    The text may name ``{task.completed}`` and ``{task.total}``. ``timed``: with the time taken and the time left. The
    bar stands on standard error, and is gone at the end.
    """
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
