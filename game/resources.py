"""Files that ship with the game, the folders of this user's own, and the version that is installed."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed
from pathlib import Path

from platformdirs import user_documents_path, user_state_path

_PACKAGE = Path(__file__).resolve().parent


def folder(name: str) -> Path:
    """The shipped folder of that name.

    A wheel carries it under ``game/data`` (the build puts it there); a source tree or an editable install has it beside
    the package. Raises FileNotFoundError when neither exists.
    """
    for place in (_PACKAGE / "data" / name, _PACKAGE.parent / name):
        if place.is_dir():
            return place
    raise FileNotFoundError(f"The game's folder {name!r} is missing: install battlemat again.")


def maps() -> Path:
    """The folder of the battle maps, their tilesets and the Tiled project file."""
    return folder("maps")


def sprites() -> Path:
    """The folder of the pictures, as SVG."""
    return folder("sprites")


def shipped_maps() -> list[Path]:
    """Every battle map that ships with the game, by name."""
    return sorted(maps().glob("*.tmx"))


def shipped_scenarios() -> list[Path]:
    """Every scenario that ships with the game, by name."""
    return sorted(maps().glob("*.toml"))


def shipped_lessons() -> list[Path]:
    """Every lesson that ships with the game, by name."""
    return sorted((maps() / "lessons").glob("*.toml"))


def shipped_puzzles() -> list[Path]:
    """Every puzzle that ships with the game, by name."""
    return sorted((maps() / "puzzles").glob("*.toml"))


def pictured_things() -> list[str]:
    """Words for things that lie about on maps and have a picture, by name."""
    return sorted(path.stem.replace("_", "-") for path in (sprites() / "things").glob("*.svg"))


def sprite(name: str) -> Path:
    """The file of a sprite by its path under the sprite folder, without ending, such as ``tokens/shadow``.

    Raises FileNotFoundError with the name when there is none.
    """
    path = sprites() / f"{name}.svg"
    if not path.is_file():
        raise FileNotFoundError(f"There is no sprite named {name!r}: {path.name} is missing from the sprites folder.")
    return path


def own_folder(name: str = "") -> Path:
    """The folder of this user's files of the game, or one in it, whether it is there or not.

    ``~/.local/state/battlemat`` on Linux (or by XDG_STATE_HOME), ``~/Library/Application Support/battlemat`` on macOS,
    ``AppData\\\\Local\\\\battlemat`` on Windows.
    """
    return user_state_path("battlemat", appauthor=False) / name


def documents_folder(name: str) -> Path:
    """A folder among this user's documents, where people look for files, whether it is there or not."""
    return user_documents_path() / "Battlemat" / name


PACKAGE = "battlemat"
"""Name that the game is installed as."""


def version() -> str:
    """The version that is installed, or that none is: run from a source tree."""
    try:
        return installed(PACKAGE)
    except PackageNotFoundError:
        return "not installed"
