"""Battles in one file: packed for others, and taken in from them to a folder of the player's own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from game.files.archives import ENDING, Archive, Manifest, look_over, map_of_record, pack, pack_record, unpack, unpacked
from game.files.bounded_reading import in_words
from game.files.errors import BadFile
from game.files.saves import SeatPlan
from game.play.battle_end import of_side, report_of, tell_left, tell_rounds
from game.play.folders import state_folder
from game.play.output import say
from game.play.recording import Recording
from game.play.session import Session, resumed
from game.rules.registry import UnknownRuleset, ruleset

SENT = "shared"
"""The folder of the player's documents in which battles lie that are packed in the window."""

FOLDER = "battles"
"""Where battles from others lie, among the game's own files."""


def take_in(archive: Archive) -> Path:
    """Unpack a battle to the player's own folder; gives its scenario. Raises BadFile."""
    return unpack(archive, state_folder(FOLDER))


def taken_in() -> list[Path]:
    """The scenarios of all battles that were taken in; of those that were fought their records."""
    return unpacked(state_folder(FOLDER))


def share(shown: Recording) -> bytes:
    """A battle that was fought as the content of one file, by which others may try to do better. Raises BadFile."""
    seats = SeatPlan({str(seat): str(player) for seat, player in shown.players.items()}, dice=shown.dice)
    return pack_record(shown.start, shown.history, seats)


def challenge(record: Path, saved: Callable[[Path], None] = lambda _: None) -> Session:
    """The battle of a record that was taken in, from its beginning and with the score to beat. Raises BadFile."""
    fought = resumed(record)
    setup = fought.match.setup
    here = map_of_record(record, setup.map_file)
    fought.saved = saved
    return fought.again(fought.players, setup=replace(setup, map_file=here, to_beat=tell_score(fought)))


def tell_score(session: Session) -> str:
    """How a battle ended for whoever played it: "won after 6 rounds, 3 of 4 left"."""
    report = report_of(session.match)
    mine = session.sides_of_people[:1] or (session.winner,)
    ended = "no winner" if session.winner is None else "won" if session.winner in mine else "lost"
    left = [tell_left(own) for seat in mine if seat is not None and (own := of_side(report, seat))]
    return ", ".join((f"{ended} {tell_rounds(report)}".strip(), *left))


def described(manifest: Manifest) -> str:
    """What a battle in one file is, in a line: its title, rules and size."""
    by = ", ".join(_title(name) for name in manifest.rules)
    return f"{manifest.title}, by {by}: {len(manifest.files)} files, {in_words(manifest.size)}"


def pack_file(scenario: Path, out: Path | None = None) -> int:
    """The pack command: write a battle into one file and say so. Gives the exit code. Raises BadFile."""
    if scenario.suffix != ".toml":
        raise BadFile(
            f"{scenario.name}: only a scenario (.toml) is packed; to make one of a map: battlemat new {scenario.name}"
        )
    target = Path(f"{scenario.stem}{ENDING}") if out is None else out
    manifest = pack(scenario, target)
    say(f"{target}: {described(manifest)}")
    say(f"Whoever gets it plays it with: battlemat play {target.name}")
    return 0


def open_file(path: Path) -> Path:
    """The scenario of a battle in one file, which is taken in. Raises BadFile."""
    return take_in(look_over(path))


def _title(name: str) -> str:
    """What a ruleset is called, also one that is not installed."""
    try:
        return ruleset(name).title
    except UnknownRuleset:
        return f"{name} (not installed)"
