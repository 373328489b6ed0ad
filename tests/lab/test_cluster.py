"""A series fought on a cluster: a scheduler of dask and two workers, all on this computer."""

from __future__ import annotations

import json
import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec
import pytest

from game.ai import opponent
from game.lab import arena
from game.lab.arena import Fought
from game.lab.series import cluster
from game.lab.series.cluster import BattleAnswer, ClusterFault, GameData, game_data, on_cluster, plain_answers
from game.lab.series.plan import BATTLES, Fighters, SeriesResults, fight_missing, on_processes
from tests.lab.test_learning import scuffle
from tests.lab.test_series import WORDS, contests, pressed, quiet
from tests.program import Run

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


@contextmanager
def a_cluster(
    folder: Path,
    workers: int = 1,
    host: str = "127.0.0.1",
    preloads: Mapping[str, str] = MappingProxyType({}),
    settings: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[Cluster]:
    """A scheduler and workers, which are given no second life; code that each first runs, and settings of dask."""
    distributed = pytest.importorskip("distributed")
    file = folder / "scheduler.json"
    path = os.pathsep.join([str(Path(arena.__file__).parents[2]), *sys.path])
    environment = {**os.environ, "PYTHONPATH": path, **settings}

    def begin(role: str, *words: str) -> subprocess.Popen[bytes]:
        code = folder / f"before_{role}.py"
        if role in preloads:
            code.write_text(preloads[role], encoding="utf-8")
            words += ("--preload", str(code))
        options = ("--host", host, "--scheduler-file", str(file), "--no-dashboard", *words)
        command = [sys.executable, "-m", "dask", role, *options]
        return subprocess.Popen(command, cwd=folder, env=environment, stderr=subprocess.DEVNULL)

    running = [begin("scheduler", "--port", "0")]
    try:
        wait_until(file.exists)
        running += [begin("worker", "--nthreads", "1", "--no-nanny") for _ in range(workers)]
        address = json.loads(file.read_text())["address"]
        if workers:
            with distributed.Client(address, timeout=PATIENCE, set_as_default=False) as client:
                client.wait_for_workers(workers, timeout=PATIENCE)
        yield Cluster(address, running[1:])
    finally:
        for each in running:
            each.kill()
            each.wait()


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A scheduler and two workers."""
    with a_cluster(tmp_path_factory.mktemp("cluster"), 2) as found:
        yield found


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
        cluster._check_same("worker", ours, msgspec.msgpack.encode(GameData("1", theirs.rules)))


HOSTILE = """
import os
from game.lab.series import cluster

class Program(Exception):
    def __reduce__(self):
        return exec, ("import os, pathlib; pathlib.Path('ran.' + str(os.getpid())).touch()",)

def fail(*_):
    raise Program

def dask_setup(it):
    """

PICKLED = r"The cluster answered with a pickled object \([\w.]+\)"

CHANGES = {
    "connection": ("scheduler", "it.handlers['identity'] = lambda *_, **__: {'workers': Program()}", PICKLED),
    "version": (
        "scheduler",
        "it.handlers['run_function'] = lambda *_, **__: Program()",
        "The scheduler answered with a",
    ),
    "gathered": ("scheduler", "it.handlers['gather'] = lambda *_, **__: {'status': 'OK', 'data': Program()}", PICKLED),
    "result": ("worker", "cluster.fight_there = lambda *_: Program()", PICKLED),
    "error": ("worker", "cluster.fight_there = fail", PICKLED),
    "fault": ("worker", "cluster.Pit = fail", "A battle broke down on the worker tcp:.* \\(Program: \\)"),
    "nothing": ("worker", "cluster.fight_there = lambda *_: 5", "what is no battle"),
    "end": ("worker", "cluster.fight_there = lambda *_: os._exit(1)", "Workers ended during one battle"),
}
"""By what is changed: on which side, before it starts, and what is told of it."""

BY_DAY = ("gathered", "error")
"""One of the scheduler's and one of a worker's; each starts processes, and all are tried at night."""


@pytest.mark.parametrize(
    "change", [change if change in BY_DAY else pytest.param(change, marks=pytest.mark.nightly) for change in CHANGES]
)
def test_nothing_that_a_cluster_answers_runs_a_program_here(
    change: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even where its scheduler or workers are others than ours."""
    role, code, told = CHANGES[change]
    monkeypatch.chdir(tmp_path)
    settings = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0"}
    workers = 0 if change == "connection" else 1
    hostile = a_cluster(tmp_path, workers, preloads={role: HOSTILE + code}, settings=settings)
    with hostile as started, pytest.raises(ClusterFault, match=told):
        kept(tmp_path / "kept", on_cluster(started.address))
    assert not (tmp_path / f"ran.{os.getpid()}").exists()


def test_another_battle_than_the_one_that_was_asked_for_is_refused() -> None:
    asked = contests(scuffle(), "novice")[0]
    side = asked.contest.setup.sides[0].name
    fought = Fought(3, 1, swapped=False, moved=False, side=side, ai=0, why="", rounds=1, answers=1)

    def read(number: int, **changes: Any) -> Fought:
        told = msgspec.msgpack.encode(BattleAnswer(msgspec.structs.replace(fought, **changes)))
        return cluster._read_answer(told, asked, number)

    assert read(3) == fought
    for number, changes in ((4, {}), (3, {"side": "nobody"})):
        with pytest.raises(ClusterFault, match="another battle than"):
            read(number, **changes)


def test_a_pickle_that_names_anything_is_refused_in_every_protocol_and_none_afterwards() -> None:
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        plain, naming = (pickle.dumps(each, protocol) for each in ({"a": [1, "b"]}, Path()))
        with plain_answers() as answers:
            assert pickle.loads(plain) == {"a": [1, "b"]}
            before = answers.refused
            with pytest.raises(AttributeError, match="is refused"):
                pickle.loads(naming)
        assert not before and answers.refused
        assert pickle.loads(naming) == Path()


@pytest.fixture
def certificates(tmp_path: Path) -> dict[str, Path]:
    """Two authorities, and by each a certificate with its key, in one file."""
    if not shutil.which("openssl"):
        pytest.skip("openssl makes the certificates")

    def run(*words: object) -> None:
        subprocess.run(["openssl", *map(str, words)], cwd=tmp_path, check=True, capture_output=True)

    key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    for name in ("ours", "theirs"):
        ca = (f"{name}-ca.pem", f"{name}-ca.key")
        run("req", "-x509", *key, "-subj", f"/CN={name}", "-days", "2", "-out", ca[0], "-keyout", ca[1])
        run("req", *key, "-subj", "/CN=lab", "-out", "asked.pem", "-keyout", f"{name}.key")
        by = ("-CA", ca[0], "-CAkey", ca[1], "-CAcreateserial")
        run("x509", "-req", "-in", "asked.pem", *by, "-days", "2", "-out", f"{name}.pem")
        (tmp_path / f"{name}.pem").write_text(
            "".join((tmp_path / f"{name}{end}").read_text() for end in (".pem", ".key"))
        )
    return {path.stem: path for path in tmp_path.glob("*.pem")}


def test_a_cluster_with_certificates_is_reached_by_those_of_its_authority_alone(
    certificates: dict[str, Path], tmp_path: Path
) -> None:
    """By the settings of dask that the guide names."""
    config = pytest.importorskip("dask").config
    tls = {role.upper(): str(certificates["ours"]) for role in ("scheduler", "worker")}
    settings = {f"DASK_DISTRIBUTED__COMM__TLS__{role}__CERT": path for role, path in tls.items()}
    settings["DASK_DISTRIBUTED__COMM__TLS__CA_FILE"] = str(certificates["ours-ca"])

    def by(name: str) -> Any:
        authority, own = (certificates.get(each) for each in (f"{name}-ca", name))
        words = {"ca-file": authority and str(authority), "client.cert": own and str(own)}
        return config.set({f"distributed.comm.tls.{word}": value for word, value in words.items()})

    with by("ours"), a_cluster(tmp_path, 1, "tls://127.0.0.1", settings=settings) as started:
        fighters = on_cluster(started.address)
        assert started.address.startswith("tls://") and kept(tmp_path / "kept", fighters).count == 8
        for name in ("theirs", "nobody"):
            with by(name), pytest.raises(ClusterFault, match="to be reached at tls://"):
                kept(tmp_path / name, fighters)


LAB = ("lab", "--maps", "cellar", "--rules", "duel", "--battles", "2", "--out", "kept")


def test_where_no_scheduler_answers_that_is_told(run: Run) -> None:
    pytest.importorskip("distributed")
    for address in ("127.0.0.1:1", "nowhere:here"):
        code, _, err = run(*LAB, "--cluster", address)
        assert code == 2 and err.count("\n") == 1 and f"to be reached at {address} (" in err


def test_without_dask_it_is_told_what_to_install(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "find_spec", lambda _: None)
    code, _, err = run(*LAB, "--cluster", "127.0.0.1:8786")
    assert code == 2 and err.count("\n") == 1 and "pip install distributed" in err
