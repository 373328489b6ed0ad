"""Processes that work for a command, and end with it: at once when somebody stops it."""

from __future__ import annotations

import gc
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from multiprocessing import active_children, get_context, parent_process, resource_tracker
from queue import SimpleQueue
from threading import Event, Thread, local
from typing import Any, Generic, TypeVar

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 4
"""Pieces of work that are given out for each process: while one is at work the others lie ready."""

LOOK = 0.5
"""Seconds after which whoever waits for a worker looks up: on some systems a key to stop is not seen before."""


YOUNG = 50_000
"""Objects after which the garbage collector looks for reference cycles among the young ones.

AIs leave none; a map does when its battle ends, some ten thousand objects. At Python's own 700 the collector went over
the same living objects again and again: a sixth of a battle's time, and a tenth of a second at once while one plays.
"""

OLD = 10, 5
"""Such looks after which older objects are gone over, and those after which all are."""


def collect_seldom() -> None:
    """For every process of the game."""
    gc.set_threshold(YOUNG, *OLD)


class Workers:
    """Some processes that take work in turn."""

    def __init__(self, pool: ProcessPoolExecutor, jobs: int) -> None:
        self._pool = pool
        self._most = AHEAD * jobs

    def each(self, work: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        """What the work on each item comes to, as it is done. Raises what the work raises."""
        todo = iter(items)
        running = [self._begun(work, item) for item in islice(todo, self._most)]
        while running:
            done, _ = wait(running, LOOK, FIRST_COMPLETED)
            ended = [future for future in running if future in done]
            running = [future for future in running if future not in done]
            running += [self._begun(work, item) for item in islice(todo, len(ended))]
            yield from (future.result() for future in ended)

    def in_order(self, work: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        """The same in the order of the items, of which there may be no end."""
        todo = iter(items)
        running = deque(self._begun(work, item) for item in islice(todo, self._most))
        while running:
            future = running.popleft()
            while not future.done():
                wait((future,), LOOK)
            running.extend(self._begun(work, item) for item in islice(todo, 1))
            yield future.result()

    def _begun(self, work: Callable[[T], R], item: T) -> Future[R]:
        with sigint_blocked():  # this may start a process
            return self._pool.submit(work, item)


@contextmanager
def workers(jobs: int, enter: Callable[[bytes], None], told: bytes) -> Iterator[Workers]:
    """So many processes until the end of the block, each of which first calls ``enter`` with what it is ``told``.

    A block that ends early, as by Ctrl+C, ends them at once, whatever they do.
    """
    others = set(active_children())
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _begin, (enter, told))
    try:
        yield Workers(pool, jobs)
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in set(active_children()) - others:
            child.terminate()
        raise
    pool.shutdown()


@contextmanager
def sigint_blocked() -> Iterator[None]:
    """Start processes that do not hear of Ctrl+C: a terminal tells everybody, and it is for this process to say."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # the first process to be started would start it, and unblock the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(enter: Callable[[bytes], None], told: bytes) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where none could be blocked
    Thread(target=_end_with_parent, daemon=True).start()
    enter(told)


def _end_with_parent() -> None:
    """End this process when the one that began it is gone: who is killed tells nobody, and its workers would stay."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


AT_ONCE = 0.08
"""Seconds that a window may stand still for something small: nobody sees that, and nothing has to be told meanwhile."""


class PendingResult(Generic[T]):
    """Something that is being worked out."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._done = Event()
        self._result: T | None = None
        self._error: BaseException | None = None
        self.dropped = False

    @property
    def done(self) -> bool:
        """Whether it has been worked out."""
        return self._done.is_set()

    def within(self, seconds: float) -> bool:
        """Wait at most so long for it; whether it has been worked out."""
        return self._done.wait(seconds)

    def drop(self) -> None:
        """Nobody wants it any more: if it hasn't begun it never will; else it may ask (``given_up``)."""
        self.dropped = True

    def result(self) -> T:
        """What came of it. Raises what went wrong."""
        self._done.wait()
        if self._error is not None:
            raise self._error
        return self._result  # type: ignore[return-value]

    def run(self) -> None:
        """Work it out, in the thread beside."""
        if not self.dropped:
            _at_work.thought = self
            try:
                self._result = self._work()
            except BaseException as error:
                self._error = error
            finally:
                _at_work.thought = None
        self._done.set()


def given_up() -> bool:
    """Whether nobody wants any more what the thread that asks is working out."""
    thought: PendingResult[Any] | None = getattr(_at_work, "thought", None)
    return thought is not None and thought.dropped


_at_work = local()
"""What each thread is working out, as ``thought``."""


class BackgroundThread:
    """One thread that works thoughts out in the order they come."""

    def __init__(self, name: str) -> None:
        self._queue: SimpleQueue[PendingResult[object]] = SimpleQueue()
        self.finished = 0
        """Thoughts worked out so far."""
        # a daemon: closing the window does not wait for a thought, and a thought changes nothing
        self._thread = Thread(target=self._run, name=name, daemon=True)

    def ask(self, work: Callable[[], T]) -> PendingResult[T]:
        """Have something worked out; the thread is begun with the first."""
        thought = PendingResult(work)
        self._queue.put(thought)  # type: ignore[arg-type]
        if self._thread.ident is None:
            self._thread.start()
        return thought

    def catch_up(self) -> None:
        """Wait until all that was asked so far has been worked out."""
        self.ask(lambda: None).result()

    def _run(self) -> None:
        while True:
            self._queue.get().run()
            self.finished += 1
