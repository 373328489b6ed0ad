"""The folder of a series: its plan, and a line of JSON for each battle as it ends.

A line is written in one go with its end. Where a process was killed in the middle of one, that line has no end: it
counts for nothing and is cut off before the next is written.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from io import BufferedWriter
from pathlib import Path

import msgspec

from game.files.atomic import write_whole
from game.files.bounded_reading import MB, is_plain, read_bytes
from game.files.errors import BadFile
from game.files.own_json import decode_json, read_json
from game.lab.arena import Fought
from game.lab.series.plan import SeriesContest, SeriesPlan
from game.rules.registry import ruleset
from game.version import version

PLAN, BATTLES, LOCK = "plan.json", "battles.jsonl", "battles.lock"

LARGEST = 256 * MB
"""The largest file of battles that is read: some hundred thousand of them."""


class KeptPlan(msgspec.Struct, frozen=True):
    """What a folder has the battles of."""

    plan: SeriesPlan
    fingerprint: str
    """Of set-ups, maps, weights, data of the rules and version of the game."""


class BattleLine(msgspec.Struct, frozen=True):
    """A line of the file of battles."""

    contest: str
    """The contest's name."""
    fought: Fought


class SeriesResults:
    """The battles of one plan that have been fought, by contest and number."""

    def __init__(self, folder: Path, plan: SeriesPlan, contests: Sequence[SeriesContest]) -> None:
        """Opens the folder, or makes it. Raises BadFile if it has the battles of another plan, or can't be used."""
        self.folder = folder
        self.fought: dict[str, dict[int, Fought]] = {each.name: {} for each in contests}
        self._limits = {each.name: each.contest.battles for each in contests}
        self._whole = 0
        """Bytes of the lines that have an end."""
        self._size = 0
        """Bytes that were read."""
        about = [(each, ruleset(each.rules).data_hash) for each in contests]
        fingerprint = blake2b(msgspec.msgpack.encode((about, version())), digest_size=12).hexdigest()
        kept = KeptPlan(plan, fingerprint)
        if is_plain(folder / PLAN):
            self._check_same(kept)
        elif is_plain(folder / BATTLES):
            raise BadFile(f"{folder}: there are battles of a plan that is missing; name another folder with --out")
        else:
            write_whole(folder / PLAN, msgspec.json.format(msgspec.json.encode(kept)))
        if is_plain(folder / BATTLES):
            self._read()

    @property
    def count(self) -> int:
        """How many battles there are."""
        return sum(map(len, self.fought.values()))

    @contextmanager
    def open_end(self) -> Iterator[BufferedWriter]:
        """The file of battles, open for ``add``, without what a killed process left of a line.

        Raises BadFile, also while another lab fights for this folder, or if one did since its battles were read.
        """
        path = self.folder / BATTLES
        try:
            lock = (self.folder / LOCK).open("ab")
        except OSError as error:
            raise _refused(path, error) from error
        with lock:
            if not _locked(lock):
                raise BadFile(
                    f"{self.folder}: another lab fights these battles; wait for it, or name another folder with --out"
                )
            try:
                file = path.open("ab")
                grown = file.tell() != self._size
            except OSError as error:
                raise _refused(path, error) from error
            with file:
                if grown:
                    raise BadFile(f"{self.folder}: another lab has fought battles meanwhile; the same command goes on")
                file.truncate(self._whole)
                try:
                    yield file
                finally:
                    self._whole = self._size = file.tell()

    def add(self, file: BufferedWriter, contest: str, fought: Fought) -> None:
        """Keep a battle that has ended. Raises BadFile."""
        try:
            file.write(msgspec.json.encode(BattleLine(contest, fought)) + b"\n")
            file.flush()
        except OSError as error:
            raise _refused(self.folder / BATTLES, error) from error
        self.fought[contest][fought.number] = fought

    def _check_same(self, wanted: KeptPlan) -> None:
        path = self.folder / PLAN
        kept = read_json(path, KeptPlan, MB, "it is no plan of a series: name another folder with --out")
        names = SeriesPlan.__struct_fields__
        if other := [name for name in names if getattr(kept.plan, name) != getattr(wanted.plan, name)]:
            raise BadFile(
                f"{self.folder}: there are battles of another plan (it differs in {', '.join(other)}); "
                "name another folder with --out"
            )
        if kept.fingerprint != wanted.fingerprint:
            raise BadFile(
                f"{self.folder}: maps, squads, weights, rules or the game itself have changed since its battles were "
                "fought; name another folder with --out"
            )

    def _read(self) -> None:
        path = self.folder / BATTLES
        content = read_bytes(path, LARGEST)
        self._whole, self._size = content.rfind(b"\n") + 1, len(content)
        for number, line in enumerate(content[: self._whole].splitlines(), 1):
            try:
                read = decode_json(path, line, BattleLine, "")
                known = 0 <= read.fought.number < self._limits[read.contest]
            except (BadFile, KeyError):
                known = False
            if not known:
                raise BadFile(f"{path}: line {number} is no battle of this plan; remove the line to fight it again")
            self.fought[read.contest][read.fought.number] = read.fought


def _locked(file: BufferedWriter) -> bool:
    """Lock a file until it is closed; False if another process has."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _refused(path: Path, error: OSError) -> BadFile:
    why = error.strerror or error
    return BadFile(f"{path}: could not be written ({why}); the battles in it are kept: make room, and go on")
