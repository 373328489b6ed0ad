"""Fights battles of a series on a cluster of dask.distributed, which is an extra of the package.

A task of the cluster is one battle. It is sent its contest, and what the game and the rules must be: a worker that has
others refuses. The result of a worker that is lost, or the battle it was at, is asked of others by dask itself.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from itertools import islice
from threading import Lock
from typing import Any

import msgspec

from game.lab.arena import Fought, Pit
from game.lab.series.fighting import DueBattle, Fighters
from game.lab.series.plan import SeriesContest
from game.lab.settling import settle
from game.play.workers import AHEAD
from game.rules.registry import UnknownRuleset, ruleset
from game.user_error import UserError
from game.version import version

INSTALL = (
    "--cluster takes dask.distributed, which is not installed: pip install distributed, here and where workers run. "
    "The bundle of the game can't take it: install the game with pip."
)

PATIENCE = 3
"""Seconds in which a scheduler must answer, and a first worker be there."""

Give = Callable[[DueBattle], Any]
"""Has the cluster fight a battle; gives dask's future, whose type is there only with dask."""


class ClusterFault(UserError):
    """A cluster that can't be used: not installed, not to be reached, lost, or with another game than this one."""


class GameData(msgspec.Struct, frozen=True):
    """What two computers must have in common for a battle to go the same way on both."""

    version: str
    rules: dict[str, str]
    """By name the hash of the rules' data; empty for rules that are not there."""


def game_data(rules: Iterable[str]) -> GameData:
    """What this computer has."""
    return GameData(version(), {name: _data_hash(name) for name in rules})


def on_cluster(address: str) -> Fighters:
    """Battles are fought by the workers of the scheduler at an address, such as ``10.0.0.1:8786``.

    Raises ClusterFault without dask.distributed; the fighters do where the cluster can't be used.
    """
    if find_spec("distributed") is None:
        raise ClusterFault(INSTALL)
    return partial(_each_of, address)


def _each_of(
    address: str, contests: Sequence[SeriesContest], due: Sequence[DueBattle]
) -> Generator[tuple[int, Fought], None, None]:
    """The battles, as they end."""
    wanted = game_data(sorted({contests[index].rules for index, _ in due}))
    with _connected(address) as client:
        _check_cluster(client, wanted)
        told: dict[int, Any] = {}

        def give(battle: DueBattle) -> Any:
            index = battle[0]
            if index not in told:
                told.clear()  # contests come one after the other
                # a task rather than data of a worker: when all that have it are lost, the scheduler can give it again
                told[index] = client.submit(bytes, msgspec.msgpack.encode(contests[index]), pure=False)
            return client.submit(fight_there, told[index], battle, wanted, pure=False)

        try:
            for future in _as_they_end(client, give, due):
                yield future.result()
        except (CancelledError, OSError) as error:
            raise ClusterFault(
                f"The scheduler at {address} is gone; battles that have ended are kept, and the same command goes on."
            ) from error
        except _distributed().KilledWorker as error:
            raise ClusterFault(
                f"Workers ended during one battle {error.allowed_failures + 1} times: memory may run out there, or one "
                "that came late has another version of the game; battles that have ended are kept, and the same "
                "command goes on."
            ) from error


def _as_they_end(client: Any, give: Give, due: Sequence[DueBattle]) -> Iterator[Any]:
    """Futures of the battles, given out some at a time: as many as keep busy those workers that there are."""
    todo = iter(due)
    ended = _distributed().as_completed(loop=client.loop)
    while True:
        most = max(1, AHEAD * sum(client.nthreads().values()))  # workers come and go
        ended.update([give(battle) for battle in islice(todo, max(0, most - ended.count()))])
        if ended.is_empty():
            return
        yield from ended.next_batch()


def _distributed() -> Any:
    import distributed  # an extra, and slow to read

    return distributed


@contextmanager
def _connected(address: str) -> Iterator[Any]:
    """A client of a scheduler; battles that it has given out are called off with it. Raises ClusterFault."""
    dask = _distributed()
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what goes wrong is told once, by a sentence
    try:
        client = dask.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ClusterFault(
            f"There is no scheduler of dask to be reached at {address}; start one by `dask scheduler`, and give its "
            "address, such as --cluster 10.0.0.1:8786."
        ) from error
    with client:
        yield client


def _check_cluster(client: Any, wanted: GameData) -> None:
    """See that there are workers, and all have the same game as this one. Raises ClusterFault."""
    names = list(wanted.rules)
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError as error:
        raise ClusterFault("The scheduler has no workers; start some by `dask worker` with its address.") from error
    try:
        found = {"scheduler": client.run_on_scheduler(game_data, names)}  # it reads the tasks that it gives out
    except ImportError as error:
        found = {"scheduler": error}
    found |= {f"worker {name}": each for name, each in client.run(game_data, names, on_error="return").items()}
    for who, each in found.items():
        if isinstance(each, Exception):
            raise ClusterFault(f"The {who} has no such version of the game as this one ({each}).")
        _check_same(who, wanted, each)


def _check_same(who: str, wanted: GameData, found: GameData) -> None:
    """Raises ClusterFault."""
    if found.version != wanted.version:
        raise ClusterFault(
            f"The {who} has another version of the game ({found.version}, here it is {wanted.version}); "
            "install the same everywhere."
        )
    for name, kept in wanted.rules.items():
        if found.rules[name] != kept:
            what = "other data of the rules" if found.rules[name] else "not the rules"
            raise ClusterFault(f"The {who} has {what} {name}; install the same everywhere.")


def _data_hash(name: str) -> str:
    try:
        return ruleset(name).data_hash
    except UnknownRuleset:
        return ""


# --- on a worker ---

_pits: dict[bytes, Pit] = {}
"""The pit of the contest that this worker fights at the time, by what it was told of it."""

_alone = Lock()
"""A worker may have several threads; a battle has the process for itself, and loses nothing by it."""


def fight_there(told: bytes, battle: DueBattle, wanted: GameData) -> tuple[int, Fought]:
    """Fight a battle on this worker. Raises ClusterFault if it has another game, which may have joined late."""
    index, number = battle
    with _alone:
        if told not in _pits:
            _check_same(f"worker {_distributed().get_worker().address}", wanted, game_data(wanted.rules))
            if not _pits:
                settle()  # for the first one: later there are maps
            _pits.clear()
            _pits[told] = Pit(msgspec.msgpack.decode(told, type=SeriesContest).contest)
        return index, _pits[told].fight(number)
