"""A series fought on a cluster: a scheduler of dask and two workers, all on this computer."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple

import pytest

from game.ai import opponent
from game.lab import arena
from game.lab.series import cluster
from game.lab.series.cluster import ClusterFault, GameData, game_data, on_cluster
from game.lab.series.fighting import Fighters, fight_missing, on_processes
from game.lab.series.results import BATTLES, SeriesResults
from tests.app.conftest import Run
from tests.app.test_learning import scuffle
from tests.app.test_series import WORDS, contests, pressed, quiet

PATIENCE = 60
"""Seconds in which the processes of a cluster must be there, on however laden a computer."""


class Cluster(NamedTuple):
    """A scheduler that runs, and its workers."""

    address: str
    workers: list[subprocess.Popen[bytes]]


def wait_until(there: Callable[[], object]) -> None:
    """Wait for other processes."""
    end = monotonic() + PATIENCE
    while not there():
        assert monotonic() < end, "the cluster did not start"
        sleep(0.05)


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A scheduler and two workers, which are given no second life."""
    distributed = pytest.importorskip("distributed")
    folder = tmp_path_factory.mktemp("cluster")
    file = folder / "scheduler.json"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(arena.__file__).parents[2]), *sys.path])}

    def begin(*words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "dask", *words, "--scheduler-file", str(file), "--no-dashboard"]
        return subprocess.Popen(command, cwd=folder, env=environment, stderr=subprocess.DEVNULL)

    running = [begin("scheduler", "--host", "127.0.0.1", "--port", "0")]
    try:
        wait_until(file.exists)
        running += [begin("worker", "--nthreads", "1", "--no-nanny", "--host", "127.0.0.1") for _ in range(2)]
        address = json.loads(file.read_text())["address"]
        with distributed.Client(address, timeout=PATIENCE, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=PATIENCE)
        yield Cluster(address, running[1:])
    finally:
        for each in running:
            each.kill()
            each.wait()


@pytest.fixture(autouse=True)
def thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    """AIs do not draw lots: those of the workers do not either."""
    monkeypatch.setattr(arena, "opponent", opponent)


def kept(folder: Path, fighters: Fighters, done: Callable[[int], None] = quiet) -> SeriesResults:
    """A series of eight battles, as far as it was fought."""
    series = contests(scuffle(), "novice")
    results = SeriesResults(folder, WORDS, series)
    fight_missing(series, results, fighters, done)
    return results


def test_a_cluster_fights_the_same_battles_though_a_worker_is_killed(started: Cluster, tmp_path: Path) -> None:
    alone = kept(tmp_path / "alone", on_processes(1))
    assert kept(tmp_path / "cluster", on_cluster(started.address), pressed(3)).count == 3, "it was stopped"

    def kill(count: int) -> None:
        if count == 1:
            started.workers[0].kill()

    together = kept(tmp_path / "cluster", on_cluster(started.address), kill)
    assert together.fought == alone.fought and alone.count == 8
    assert (tmp_path / "cluster" / BATTLES).read_bytes().count(b"\n") == 8, "each is kept once"


@pytest.mark.parametrize(
    ("part", "ours", "told"),
    [
        ("version", "9.9", "another version of the game"),
        ("_data_hash", "changed", "other data of the rules sovereign"),
    ],
)
@pytest.mark.parametrize("late", [False, True], ids=["before", "late"])
def test_a_cluster_with_another_game_is_refused_and_so_is_a_worker_that_joins_late(
    part: str, ours: str, told: str, late: bool, started: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, part, lambda *_: ours)
    who = "scheduler"
    if late:
        monkeypatch.setattr(cluster, "_check_cluster", lambda *_: None)
        who = r"worker tcp://127\.0\.0\.1:\d+"
    with pytest.raises(ClusterFault, match=rf"^The {who} has {told}"):
        kept(tmp_path, on_cluster(started.address))


def test_rules_that_a_worker_lacks_are_named() -> None:
    ours, theirs = GameData("1", {"chess": "known"}), game_data(["chess"])
    with pytest.raises(ClusterFault, match="has not the rules chess; install"):
        cluster._check_same("worker", ours, GameData("1", theirs.rules))


LAB = ("lab", "--maps", "cellar", "--rules", "duel", "--battles", "2", "--out", "kept")


def test_where_no_scheduler_answers_that_is_told(run: Run) -> None:
    pytest.importorskip("distributed")
    for address in ("127.0.0.1:1", "nowhere:here"):
        code, _, err = run(*LAB, "--cluster", address)
        assert code == 2 and err.count("\n") == 1 and f"to be reached at {address}; start one" in err


def test_without_dask_it_is_told_what_to_install(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "find_spec", lambda _: None)
    code, _, err = run(*LAB, "--cluster", "127.0.0.1:8786")
    assert code == 2 and err.count("\n") == 1 and "pip install distributed" in err
