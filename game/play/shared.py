"""Battles in one file: packed for others, and taken in from them to a folder of the player's own."""

from __future__ import annotations

from pathlib import Path

from game.files.archives import ENDING, Archive, Manifest, look_over, pack, unpack, unpacked
from game.files.bounded_reading import in_words
from game.files.errors import BadFile
from game.play.folders import state_folder
from game.play.output import say
from game.rules.registry import UnknownRuleset, ruleset

SENT = "shared"
"""The folder of the player's documents in which battles lie that are packed in the window."""

FOLDER = "battles"
"""Where battles from others lie, among the game's own files."""


def take_in(archive: Archive) -> Path:
    """Unpack a battle to the player's own folder; gives its scenario. Raises BadFile."""
    return unpack(archive, state_folder(FOLDER))


def taken_in() -> list[Path]:
    """The scenarios of all battles that were taken in."""
    return unpacked(state_folder(FOLDER))


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
