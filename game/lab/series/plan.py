"""A series: contests of all its rules, maps, squads, settings and AIs; its folder, and the battles missing there.

A line is written in one go with its end. Where a process was killed in the middle of one, that line has no end: it
counts for nothing and is cut off before the next is written.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from hashlib import blake2b
from io import BufferedWriter
from itertools import combinations, product
from pathlib import Path

import msgspec
from msgspec.structs import replace

from game.ai import LEVELS
from game.files.atomic import write_whole
from game.files.bounded_reading import MB, is_plain, read_bytes
from game.files.entries import read_entries
from game.files.errors import BadFile
from game.files.own_json import decode_json, read_json
from game.lab.arena import ROUNDS, Contest, DueBattle, Fought, Pit, fight_due, mirrored
from game.lab.comparison import playable_rules
from game.lab.minds import AILevel, read_mind
from game.play.start import StartRequest, find_file, read_setup
from game.resources import version
from game.rules.registry import ruleset
from game.rules.ruleset import AnyRuleset, BadSetup
from game.user_error import suggest


class SeriesPlan(msgspec.Struct, frozen=True):
    """A series in words, as a file or a command line has them."""

    maps: tuple[str, ...]
    """Maps or scenarios."""
    rules: tuple[str, ...] = ()
    """Empty for all that can play a map or scenario."""
    ai: tuple[str, ...] = (LEVELS[-1],)
    """Each fights each other one; one alone fights itself."""
    squads: tuple[str, ...] = ()
    """Ready squads for maps, ``NAME`` for both sides or ``NAME:NAME``; empty for the usual foes on both sides."""
    set: Mapping[str, tuple[str, ...]] = {}
    """Choices by setting of the rules: battles are fought with each of them."""
    battles: int = 40
    """Of each contest."""
    seed: int = 1
    """Of the first battles of each contest."""
    rounds: int = ROUNDS
    """After which a battle counts as drawn."""
    mirror: bool = False
    """Whether both sides have the squad of the first."""
    swap_places: bool = False
    """Whether the sides change their starting places in every second pair."""
    habits: bool = False
    """Whether what the AIs do is counted."""


class SeriesContest(msgspec.Struct, frozen=True):
    """Contest of a series, with the words of the plan that make it."""

    rules: str
    map: str
    variant: str
    """Squads and settings, as far as the plan names any for these rules."""
    ais: tuple[str, str]
    contest: Contest

    @property
    def battle(self) -> str:
        """Name of the battle, whoever plays it: rules, map and variant."""
        return ", ".join(filter(None, (self.rules, self.map, self.variant)))

    @property
    def name(self) -> str:
        """Name that tells it from the other contests of the series."""
        return f"{self.battle}: {self.ais[0]} against {self.ais[1]}"


def read_plan(path: Path | None, given: Mapping[str, object]) -> SeriesPlan:
    """The plan of a file, without one an empty one, with what is ``given`` by field in place of what it says.

    Raises BadFile, BadSetup.
    """
    plan = msgspec.to_builtins(read_entries(path, SeriesPlan)) if path is not None else {}
    if not {**plan, **given}.get("maps"):
        raise BadSetup("Say where they fight: --maps gatehouse,cellar, or maps = [...] in the plan's file.")
    try:
        found = msgspec.convert({**plan, **given}, SeriesPlan)
    except msgspec.ValidationError as error:
        raise BadSetup(f"The plan can't be read: {error}") from error
    for word, number in (("battles", found.battles), ("rounds", found.rounds)):
        if number < 1:
            raise BadFile(f"{path.name if path is not None else 'plan'}: {word} = {number}; write a number from 1 up")
    if not found.ai:
        raise BadSetup(f"Say who fights, with --ai or ai = [...]: {', '.join(LEVELS)}.")
    return found


def contests_of(plan: SeriesPlan) -> list[SeriesContest]:
    """All contests of a plan, in its order. Raises BadFile, BadSeats, BadSetup, UnknownRuleset."""
    by_map = {name: playable_rules(find_file(name), _once(plan.rules)) for name in _once(plan.maps)}
    books = _once(name for names in by_map.values() for name in names)
    _check_known(plan, [ruleset(name) for name in books])
    found: list[SeriesContest] = []
    for book in books:
        minds = {text: read_mind(text, LEVELS, ruleset(book)) for text in _once(plan.ai)}
        pairs = list(combinations(minds, 2)) or [(text, text) for text in minds]
        for name in (name for name, names in by_map.items() if book in names):
            for shell in _on_map(plan, name, ruleset(book)):
                found += [
                    replace(shell, ais=pair, contest=replace(shell.contest, minds=(minds[pair[0]], minds[pair[1]])))
                    for pair in pairs
                ]
    return found


def _on_map(plan: SeriesPlan, name: str, rules: AnyRuleset) -> Iterator[SeriesContest]:
    """A contest for all squads and settings of the plan that these rules know; who fights is not said yet."""
    path = find_file(name)
    squads = [text for text in _once(plan.squads) if _are_known(text, rules)] or [""]
    asked = {key: [each for each in _once(plan.set.get(key, ())) if each in known] for key, known in _choices(rules)}
    keys = [key for key, choices in asked.items() if choices]
    for text, chosen in product(squads, product(*(asked[key] for key in keys))):
        settings = dict(zip(keys, chosen, strict=True))
        wanted = StartRequest(name, rules=rules.name, squads=_pair(text) if text else (), settings=settings)
        setup = read_setup(path, wanted, even=True)
        contest = Contest(
            mirrored(setup) if plan.mirror else setup,
            (AILevel(LEVELS[0]), AILevel(LEVELS[0])),
            plan.seed,
            plan.battles,
            plan.rounds,
            habits=plan.habits,
            swap_places=plan.swap_places,
            course=True,
        )
        variant = ", ".join(filter(None, (text, *(f"{key}={choice}" for key, choice in settings.items()))))
        yield SeriesContest(rules.name, name, variant, ("", ""), contest)


def _check_known(plan: SeriesPlan, books: Sequence[AnyRuleset]) -> None:
    """See that some rules of the plan know each squad and each choice of a setting. Raises BadSetup."""
    for text in plan.squads:
        if not any(_are_known(text, rules) for rules in books):
            squads = [name for rules in books for name in rules.parties()]
            raise BadSetup(f"--squads {text}: no rules of the plan have such squads; {suggest(text, squads)}")
    settings: dict[str, list[str]] = {}
    for key, known in (each for rules in books for each in _choices(rules)):
        settings.setdefault(key, []).extend(known)
    for key, choices in plan.set.items():
        if key not in settings:
            raise BadSetup(f"--set {key}: no rules of the plan have such a setting; {suggest(key, settings)}")
        if not choices:
            raise BadSetup(f"--set {key}: say at least one choice, such as {key}={settings[key][0]}.")
        for choice in choices:
            if choice not in settings[key]:
                raise BadSetup(f"--set {key}={choice}: there is no such choice; {suggest(choice, settings[key])}")


def _choices(rules: AnyRuleset) -> Iterator[tuple[str, list[str]]]:
    """The settings of rules, each with what may be chosen. ``ask`` lets the referee's seat decide."""
    for setting in rules.settings:
        yield setting.key, [*(choice for choice, _ in setting.choices), "ask"]


def _are_known(text: str, rules: AnyRuleset) -> bool:
    return all(name in rules.parties() for name in _pair(text))


def _pair(text: str) -> tuple[str, str]:
    first, colon, second = text.partition(":")
    return first, second if colon else first


def _once(words: Iterator[str] | Sequence[str]) -> list[str]:
    return list(dict.fromkeys(words))


PLAN, BATTLES, LOCK = "plan.json", "battles.jsonl", "battles.lock"

LARGEST = 256 * MB
"""The largest file of battles that is read: some hundred thousand of them."""


class KeptPlan(msgspec.Struct, frozen=True):
    """Plan that a folder has the battles of."""

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


Fighters = Callable[[Sequence[SeriesContest], Sequence[DueBattle]], Generator[tuple[int, Fought], None, None]]
"""Runner of a series' battles: gives each as it ends, with its contest's place. Closed early, it stops them."""


def check_contests(contests: Sequence[SeriesContest]) -> None:
    """Say now what would go wrong with a contest later. Raises BadSetup."""
    for each in {each.battle: each for each in contests}.values():
        Pit(each.contest)


def fight_missing(
    contests: Sequence[SeriesContest], results: SeriesResults, fighters: Fighters, done: Callable[[int], None]
) -> bool:
    """Fight what is missing and keep it; ``done`` is told how many of those have ended.

    Gives whether somebody stopped it by Ctrl+C before its end; what has ended is kept. Raises BadFile, BadSetup,
    and what the fighters raise.
    """
    due = missing(contests, results)
    if not due:
        return False
    try:
        with results.open_end() as file, closing(fighters(contests, due)) as battles:
            for count, (index, fought) in enumerate(battles, 1):
                results.add(file, contests[index].name, fought)
                done(count)
    except KeyboardInterrupt:
        return True
    return False


def missing(contests: Sequence[SeriesContest], results: SeriesResults) -> list[DueBattle]:
    """The battles that are still to be fought, contest by contest."""
    return [
        (index, number)
        for index, each in enumerate(contests)
        for number in range(each.contest.battles)
        if number not in results.fought[each.name]
    ]


def on_processes(jobs: int) -> Fighters:
    """Battles are fought by this process, or by so many others."""
    return lambda contests, due: fight_due(jobs, [each.contest for each in contests], due)
