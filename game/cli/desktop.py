"""Tells the desktop of this user that the game is there: a menu entry, an icon, the types of its files (XDG)."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from html import escape
from pathlib import Path

from platformdirs import user_data_path

from game import resources
from game.cli.requests import DesktopCommand
from game.files.archives import ENDING
from game.files.atomic import write_whole
from game.files.errors import BadFile
from game.play.crash import DONE, CrashReporter
from game.play.folders import BATTLE, SAVE
from game.play.output import say

NAME = "battlemat"
"""What entry, icon and window are called, so that a desktop knows them to belong together."""

TYPES: Mapping[str, tuple[str, str, str]] = {
    "application/x-battlemat": (ENDING, "Battlemat battle to share", "application/zip"),
    "application/x-battlemat-save": (SAVE, "Battlemat saved battle", "application/json"),
    "application/x-battlemat-record": (BATTLE, "Battlemat record of a battle", "text/plain"),
}
"""By the name of a type: the ending of its files, what they are, and of what more general type they are."""

_RESERVED = " \t\n\"'\\><~|&;$*?#()`"
"""Signs for which an argument in an entry's command has to be quoted."""


_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
"""How signs are written in a value of an entry; the backslash first."""


_TYPE_CACHES = (
    *(
        "aliases",
        "generic-icons",
        "globs",
        "globs2",
        "icons",
        "magic",
        "mime.cache",
        "subclasses",
        "treemagic",
        "types",
    ),
    *("version", "XMLnamespaces"),
)
"""What update-mime-database makes of all types of a user, whether there are any or not."""


def run_desktop(wanted: DesktopCommand, _: CrashReporter) -> int:
    """Tell the desktop of the game, or no longer. Raises BadFile."""
    return remove() if wanted.remove else install()


def install() -> int:
    """Write entry, icon and types, and say what was written. Gives the exit code. Raises BadFile."""
    _check_system()
    files = desktop_files(program())
    for path, content in files.items():
        write_whole(path, content)
    _refresh()
    say(f"Battlemat is in the menu of this desktop, and opens {', '.join(of[0] for of in TYPES.values())} files.")
    for path in files:
        say(f"  {path}")
    say("battlemat desktop --remove takes them away.")
    return DONE


def remove() -> int:
    """Take away what ``install`` writes, and say so. Gives the exit code. Raises BadFile."""
    _check_system()
    there = [path for path in _places() if path.is_file()]
    for path in there:
        try:
            path.unlink()
        except OSError as error:
            raise BadFile(f"{path.name}: could not be removed ({error.strerror}); look in {path.parent}") from error
    _refresh()
    _clear()
    say("Removed." if there else "There was nothing to remove.")
    for path in there:
        say(f"  {path}")
    return DONE


def program() -> Sequence[str]:
    """The words that start the game as it was started now, whatever the search path of a desktop is."""
    if getattr(sys, "frozen", False):
        return (sys.executable,)
    beside = Path(sys.executable).with_name(NAME)
    return (str(beside),) if beside.is_file() else (sys.executable, "-m", "game")


def desktop_files(command: Sequence[str]) -> Mapping[Path, bytes]:
    """What is written where, for a game that these words start."""
    entry, types, icon = _places()
    drawn = resources.sprite("title/emblem").read_bytes()
    return {icon: drawn, types: _types().encode(), entry: _entry(command).encode()}


def _check_system() -> None:
    """See that this is a system whose desktops read such files. Raises BadFile."""
    if sys.platform in ("win32", "darwin"):
        raise BadFile(
            "This is for desktops of Linux and its kin. Here choose Battlemat once by `Open with` for a file of the "
            f"types {', '.join(of[0] for of in TYPES.values())}"
        )


def _places() -> tuple[Path, Path, Path]:
    """Where entry, types and icon lie."""
    data = user_data_path()
    return (
        data / "applications" / f"{NAME}.desktop",
        data / "mime" / "packages" / f"{NAME}.xml",
        data / "icons" / "hicolor" / "scalable" / "apps" / f"{NAME}.svg",
    )


def _entry(command: Sequence[str]) -> str:
    return "\n".join(
        (
            "[Desktop Entry]",
            "Type=Application",
            "Version=1.0",
            "Name=Battlemat",
            "GenericName=Tabletop combat",
            "Comment=Published tabletop combat rule systems, played to the letter on one battle map",
            f"Exec={_value(' '.join(map(_quoted, (*command, 'open'))))} %f",
            f"TryExec={_value(command[0])}",
            f"Icon={NAME}",
            "Terminal=false",
            "Categories=Game;StrategyGame;",
            f"MimeType={''.join(f'{name};' for name in TYPES)}",
            f"StartupWMClass={NAME}",
            "",
        )
    )


def _quoted(word: str) -> str:
    """An argument of an entry's command, by the rules of the Desktop Entry Specification."""
    word = word.replace("%", "%%")
    if not any(sign in word for sign in _RESERVED):
        return word
    for sign in '\\"`$':
        word = word.replace(sign, f"\\{sign}")
    return f'"{word}"'


def _value(text: str) -> str:
    """A text as the value of a key, which is one line and has escapes of its own, by the same specification."""
    for sign, written in _ESCAPES.items():
        text = text.replace(sign, written)
    return text


def _types() -> str:
    kinds = "".join(
        f'  <mime-type type="{name}">\n'
        f"    <comment>{escape(what)}</comment>\n"
        f'    <sub-class-of type="{general}"/>\n'
        f'    <icon name="{NAME}"/>\n'
        f'    <glob pattern="*{ending}"/>\n'
        "  </mime-type>\n"
        for name, (ending, what, general) in TYPES.items()
    )
    space = "http://www.freedesktop.org/standards/shared-mime-info"
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<mime-info xmlns="{space}">\n{kinds}</mime-info>\n'


def _clear() -> None:
    """Remove what the desktop's programs made of types and entries, where no others are left, and empty folders."""
    data = user_data_path()
    if not any(data.glob("mime/packages/*.xml")):
        for name in _TYPE_CACHES:
            (data / "mime" / name).unlink(missing_ok=True)
    if not any((data / "applications").rglob("*.desktop")):  # they may lie in folders
        (data / "applications" / "mimeinfo.cache").unlink(missing_ok=True)
    for place in (*_places(), data / "mime" / "application" / NAME):
        for folder in place.parents:
            if folder == data:
                break
            with suppress(OSError):  # something of others is in it, or it is gone already
                folder.rmdir()


def _refresh() -> None:
    """Have the desktop read it now, where it has the programs for that; else it does when one logs in again."""
    data = user_data_path()
    for name, folder in (("update-mime-database", "mime"), ("update-desktop-database", "applications")):
        tool = shutil.which(name)
        if tool is not None and (data / folder).is_dir():
            with suppress(OSError, subprocess.SubprocessError):
                subprocess.run([tool, str(data / folder)], capture_output=True, timeout=60)
