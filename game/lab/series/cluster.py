"""Fights battles of a series on a cluster of dask.distributed, which is an extra of the package.

A pickle that names a class or a function can run any program. dask.distributed has no setting against them: whatever
deserializers its client is given, types, errors and warnings of a cluster are unpickled. Python tells an audit hook of
every name in a pickle before it is looked up, whoever reads it and in whatever thread, and there they are refused.

A task of the cluster is one battle. It is sent its contest, and what the game and the rules must be: a worker that has
others refuses. The result of a worker that is lost, or the battle it was at, is asked of others by dask itself.

Workers run what they are sent, as dask has it. What scheduler and workers answer is plain data, checked as it is read.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from functools import cache, partial
from importlib.util import find_spec
from itertools import islice
from threading import Lock
from time import sleep
from typing import Any, NamedTuple

import msgspec

from game.lab.arena import DueBattle, Fought, Pit, settle
from game.lab.series.plan import Fighters, SeriesContest
from game.play.workers import AHEAD
from game.resources import version
from game.rules.registry import UnknownRuleset, ruleset
from game.user_error import UserError

ANSWER = ("builtins", "bytes")
"""The one name that is let through: answers of a cluster are bytes, and dask sends the type of each as a pickle."""


class PlainAnswers:
    """Names refused of a cluster's pickles."""

    refused: str = ""
    """The first name, such as ``os.system``; empty while there was none."""


@contextmanager
def plain_answers() -> Iterator[PlainAnswers]:
    """Until the end refuse pickles that name anything but ``bytes``: whoever reads one gets an AttributeError.

    Who reads may go on after that: ask what was refused.
    """
    _add_hook()
    found = PlainAnswers()
    _reading.append(found)
    try:
        yield found
    finally:
        _reading.remove(found)


_reading: list[PlainAnswers] = []


@cache
def _add_hook() -> None:
    """Once for this process: Python has no way of removing one."""
    sys.addaudithook(_refuse)


def _refuse(event: str, given: tuple[Any, ...]) -> None:
    if event != "pickle.find_class" or not _reading or given == ANSWER:
        return
    name = ".".join(map(str, given))
    for each in _reading:
        each.refused = each.refused or name
    raise AttributeError(f"a pickle that names {name} is refused")  # as where the name is not there


INSTALL = (
    "--cluster takes dask.distributed, which is not installed: pip install distributed, here and where workers run. "
    "The bundle of the game can't take it: install the game with pip."
)

PATIENCE = 3
"""Seconds in which a scheduler must answer, and a first worker be there."""

SAME = "install the same version everywhere."

PAUSE = 0.05
"""Seconds between two looks at which battles have ended."""

Give = Callable[[DueBattle], Any]
"""Has the cluster fight a battle; gives dask's future, whose type is there only with dask."""


class ClusterFault(UserError):
    """A cluster that can't be used: not installed, not to be reached, lost, or with another game than this one."""


class GameData(msgspec.Struct, frozen=True):
    """Version and data that two computers must share for a battle to go the same way on both."""

    version: str
    rules: dict[str, str]
    """By name the hash of the rules' data; empty for rules that are not there."""


def game_data(rules: Iterable[str]) -> GameData:
    """Version and data of this computer."""
    return GameData(version(), {name: _data_hash(name) for name in rules})


class BattleAnswer(msgspec.Struct, frozen=True):
    """Answer of a worker."""

    fought: Fought | None = None
    fault: str = ""
    """Why the battle was not fought."""


class Cluster(NamedTuple):
    """A connection to a scheduler."""

    client: Any
    """Of dask."""
    answers: PlainAnswers

    def check(self) -> None:
        """Raises ClusterFault if something was answered that is no plain data."""
        refused = self.answers.refused
        if refused == "distributed.scheduler.KilledWorker":
            raise ClusterFault(
                "Workers ended during one battle several times: memory may run out there, or one that came late has "
                "another version of the game; battles that have ended are kept, and the same command goes on."
            )
        if refused:
            raise ClusterFault(_not_plain("cluster", refused))


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
    wanted = game_data(sorted({contests[index].rules for index, _ in due}))
    with _connected(address) as cluster:
        client = cluster.client
        _check_cluster(cluster, wanted)
        told: dict[int, Any] = {}
        asked: dict[str, DueBattle] = {}

        def give(battle: DueBattle) -> Any:
            index, number = battle
            if index not in told:
                told.clear()  # contests come one after the other
                # a task rather than data of a worker: when all that have it are lost, the scheduler can give it again
                told[index] = client.submit(bytes, msgspec.msgpack.encode(contests[index]), pure=False)
            future = client.submit(fight_there, told[index], number, wanted, pure=False)
            asked[future.key] = battle
            return future

        for future in _as_they_end(cluster, give, due):
            index, number = asked.pop(future.key)
            yield index, _read_answer(future.result(), contests[index], number)


def _as_they_end(cluster: Cluster, give: Give, due: Sequence[DueBattle]) -> Iterator[Any]:
    """Futures of the battles, given out some at a time: as many as keep busy those workers that there are."""
    todo = iter(due)
    client = cluster.client
    ended = _distributed().as_completed(loop=client.loop)
    while True:
        most = max(1, AHEAD * sum(client.nthreads().values()))  # workers come and go
        ended.update([give(battle) for battle in islice(todo, max(0, most - ended.count()))])
        if ended.is_empty():
            return
        while not ended.has_ready():
            cluster.check()  # a future whose answer was refused never ends
            sleep(PAUSE)
        yield from ended.next_batch()


def _read_answer(told: object, contest: SeriesContest, number: int) -> Fought:
    """Battle in a worker's answer. Raises ClusterFault."""
    try:
        answer = msgspec.msgpack.decode(told if isinstance(told, bytes) else b"", type=BattleAnswer)
    except msgspec.DecodeError as error:
        raise ClusterFault(f"A worker answered with what is no battle ({error}); {SAME}") from error
    if answer.fault:
        raise ClusterFault(answer.fault)
    fought, sides = answer.fought, [side.name for side in contest.contest.setup.sides]
    if fought is None or fought.number != number or fought.side not in (None, *sides):
        raise ClusterFault(f"A worker answered with another battle than it was asked for; {SAME}")
    return fought


def _distributed() -> Any:
    import distributed  # an extra, and slow to read

    return distributed


@contextmanager
def _connected(address: str) -> Iterator[Cluster]:
    """A client of a scheduler; battles that it has given out are called off with it. Raises ClusterFault."""
    dask = _distributed()
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # what goes wrong is told once, by a sentence
    with plain_answers() as answers:
        cluster = Cluster(None, answers)
        try:
            client = dask.Client(address, timeout=PATIENCE, set_as_default=False)
        except Exception as error:  # of many kinds, by what is wrong with an address, a certificate or an answer
            cluster.check()
            raise ClusterFault(
                f"There is no scheduler of dask to be reached at {address} ({error}); start one by `dask scheduler`, "
                "and give its address, such as --cluster 10.0.0.1:8786."
            ) from error
        with client:
            for topic in ("print", "warn"):
                client.unsubscribe_topic(topic)  # workers may not write to this terminal
            try:
                yield cluster._replace(client=client)
            except ClusterFault:
                raise
            except (CancelledError, OSError) as error:
                cluster.check()
                raise ClusterFault(
                    f"The scheduler at {address} is gone; battles that have ended are kept, and the same command goes "
                    "on."
                ) from error
            except Exception:
                cluster.check()
                raise


def _check_cluster(cluster: Cluster, wanted: GameData) -> None:
    """See that there are workers, and all have the same game as this one. Raises ClusterFault."""
    client, names = cluster.client, list(wanted.rules)
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError as error:
        raise ClusterFault("The scheduler has no workers; start some by `dask worker` with its address.") from error
    try:
        _check_same("scheduler", wanted, client.run_on_scheduler(encoded_game_data, names))  # it reads all tasks
    except AttributeError as error:
        raise ClusterFault(_not_plain("scheduler", cluster.answers.refused)) from error
    for name, told in client.run(encoded_game_data, names, on_error="return").items():
        if isinstance(told, Exception):
            raise ClusterFault(_not_plain(f"worker {name}", cluster.answers.refused)) from told
        _check_same(f"worker {name}", wanted, told)


def _not_plain(who: str, refused: str) -> str:
    return (
        f"The {who} answered with a pickled object ({refused or 'of no name'}), which can run programs and is not "
        f"read. Where it was to be an error, this version of the game is not there, or can't be loaded; {SAME}"
    )


def _check_same(who: str, wanted: GameData, told: object) -> None:
    """Raises ClusterFault if somebody tells other data, or none."""
    try:
        found = msgspec.msgpack.decode(told if isinstance(told, bytes) else b"", type=GameData)
    except msgspec.DecodeError as error:
        raise ClusterFault(f"The {who} does not say which version of the game it has ({error}); {SAME}") from error
    if found.version != wanted.version:
        raise ClusterFault(
            f"The {who} has another version of the game ({found.version}, here it is {wanted.version}); {SAME}"
        )
    for name, kept in wanted.rules.items():
        if found.rules.get(name) != kept:
            what = "other data of the rules" if found.rules.get(name) else "not the rules"
            raise ClusterFault(f"The {who} has {what} {name}; {SAME}")


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


def encoded_game_data(names: list[str]) -> bytes:
    """Version and data of this computer, as plain data."""
    return msgspec.msgpack.encode(game_data(names))


def fight_there(told: bytes, number: int, wanted: GameData) -> bytes:
    """Fight a battle on this worker, and give a BattleAnswer; a worker that joins late may have another game."""
    me = f"worker {_distributed().get_worker().address}"
    try:
        with _alone:
            if told not in _pits:
                _check_same(me, wanted, encoded_game_data(list(wanted.rules)))
                if not _pits:
                    settle()  # for the first one: later there are maps
                _pits.clear()
                _pits[told] = Pit(msgspec.msgpack.decode(told, type=SeriesContest).contest)
            answer = BattleAnswer(_pits[told].fight(number))
    except ClusterFault as fault:
        answer = BattleAnswer(fault=str(fault))
    except Exception as error:  # else dask sends it as a pickle, which nobody reads
        told_of = f"{type(error).__name__}: {error}"
        answer = BattleAnswer(fault=f"A battle broke down on the {me} ({told_of}); fight it by --jobs for a report.")
    return msgspec.msgpack.encode(answer)
