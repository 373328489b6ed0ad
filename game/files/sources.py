"""Files that another file may name: its own, near it, of the same project, or those shipped with the game.

Of a world, in which Tiled keeps what maps lie beside each other, one of the maps is chosen to play on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from os.path import commonpath, relpath
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

import msgspec

from game import resources
from game.files.atomic import set_aside, stamp_of, write_whole
from game.files.bounded_reading import DATA, is_folder, is_plain
from game.files.errors import BadFile
from game.files.own_json import read_json
from game.files.pictures import PLAIN_PICTURES, PictureSize, picture_size
from game.files.universal_vtt import UNIVERSAL_VTT
from game.resources import own_folder

MAPS = (".tmx", ".tmj", ".json", *UNIVERSAL_VTT, *PLAIN_PICTURES)
ROSTERS = (".toml",)
TILESETS = (".tsx", ".xml", ".tsj", ".json")
TEMPLATES = (".tx", ".tj", ".json")
PICTURES = (".png", ".svg", ".jpg", ".jpeg", ".gif", ".bmp", ".webp", ".tga")
VECTORS = ".svg"


PROJECT = ".tiled-project"
"""The ending of Tiled's project files."""

TYPES = (".json", ".xml")
"""What a project keeps types of objects in, before Tiled 1.9."""

BATTLE_MANIFEST = "battlemat-battle.json"
"""What lies in the topmost folder of a battle that was shared as one file."""

REPOSITORIES = (".git", ".hg", ".svn")
"""What lies in the topmost folder of a repository."""

CLIMB = 24
"""Folders upwards that are looked at for a project or a repository."""

LOOKED_AT = 20_000
"""Names in one folder that are looked at."""


def is_map(path: Path) -> bool:
    """Whether a file is a map by its name."""
    return path.suffix.lower() in MAPS


class Refused(ValueError):
    """A reference that is not followed; the text says why, as the end of a sentence."""


class Missing(Refused):
    """A reference to a file that is not there."""


@dataclass(frozen=True)
class FoundFile:
    """A file that was found by what another file says."""

    reference: str
    """The path that is written there, with slashes."""
    base: Path
    """The folder from which it is seen."""
    path: Path


class Sources:
    """The files that one map or scenario may name: below its own folder or that folder's parent (where packs keep
    pictures beside maps), in the Tiled project or the repository that it lies in, in a folder round it that the player
    has allowed, and the game's own maps and sprites. Nothing else is opened, whatever the file says. A battle that was
    shared as one file reads the folder that it was unpacked to, and no other."""

    def __init__(self, path: Path, what: str = "map") -> None:
        """``path`` is the file that names others, ``what`` it is; a person named it, so it may lie anywhere."""
        self.what = what
        home = path.resolve().parent
        found = next((each for each in (home, *home.parents)[:CLIMB] if is_plain(each / BATTLE_MANIFEST)), None)
        self.shared = found is not None
        """Whether the file belongs to a battle that was shared as one file."""
        self.own_roots = [found] if found is not None else list(_own_roots(home))
        """Where files may lie that are not the game's."""
        self._shipped_roots: list[Path] = []
        for folder in (resources.maps, resources.sprites):
            try:
                self._shipped_roots.append(folder().resolve())
            except FileNotFoundError:
                continue
        self.roots = [*self.own_roots, *self._shipped_roots]
        self._sizes: dict[Path, PictureSize | str] = {}
        """Of pictures; or why they can't be drawn."""
        self._named: dict[FoundFile, None] = {}
        self._bases: dict[Path, Path] = {}
        """Folders from which files were named, resolved: a tileset names hundreds from the same."""
        self._own = path.resolve()
        self._home = self._own.parent
        self._outside: list[Path] = []
        """Files that are there and were refused for where they lie."""

    @property
    def named(self) -> tuple[FoundFile, ...]:
        """What was found and may be read, in the order in which it was asked for."""
        return tuple(self._named)

    @property
    def wanted(self) -> Path | None:
        """The folder that would have to be allowed for all files to be read that were refused for where they lie; None
        if there are none, or if that folder is too wide to be allowed."""
        if not self._outside:
            return None
        try:
            folder = Path(commonpath([self._home, *(path.parent for path in self._outside)]))
        except ValueError:  # on several drives
            return None
        return None if is_too_wide(folder) else folder

    def find(self, reference: str, base: Path, endings: tuple[str, ...]) -> Path:
        """The plain file that a reference means, seen from the folder ``base``. Raises Refused, Missing."""
        path = self._look_up(reference, base, endings)
        self.note(reference, base, path)
        return path

    def note(self, reference: str, base: Path, path: Path) -> None:
        """Count a file among those that were found."""
        if base not in self._bases:
            self._bases[base] = base.resolve()
        self._named[FoundFile(_slashed(reference), self._bases[base], path)] = None

    def note_again(self, found: Iterable[FoundFile]) -> None:
        """Count files among those that were found, which were found before by what the same file says."""
        self._named.update(dict.fromkeys(found))

    def ships(self, path: Path) -> bool:
        """Whether a file, by its path without links, is among those shipped with the game."""
        return any(path.is_relative_to(root) for root in self._shipped_roots)

    def note_beside(self, path: Path) -> None:
        """Count a file among those that were found, which nobody named: it was looked for round the map."""
        self.note(Path(relpath(path, self._home)).as_posix(), self._home, path)

    def projects(self) -> list[Path]:
        """The files of the nearest Tiled project, in the map's folder or above it, as far as the map may read."""
        for folder in (self._home, *self._home.parents)[:CLIMB]:
            if is_too_wide(folder):
                break
            found = sorted(name for name in names_in(folder) if name.endswith(PROJECT))
            if found:
                paths = ((folder / name).resolve() for name in found)
                return [path for path in paths if self._allows(path) and is_plain(path)]
        return []

    def _look_up(self, reference: str, base: Path, endings: tuple[str, ...]) -> Path:
        text = _slashed(reference)
        if not text:
            raise Refused("names no file")
        if PurePosixPath(text).is_absolute() or PureWindowsPath(reference).drive or "://" in text or "\0" in text:
            raise Refused(f"is not a path relative to the {self.what}")
        if not text.lower().endswith(endings):
            raise Refused(f"is not a file of a kind that belongs here ({', '.join(endings)})")
        try:
            return self._find(text, base)
        except (OSError, UnicodeEncodeError, RuntimeError):  # RuntimeError: links that lead round in a circle
            raise Refused("is a name that no file can have") from None

    def find_picture(self, reference: str, base: Path, others: tuple[str, ...] = ()) -> tuple[Path, PictureSize | None]:
        """The file of a picture and its size in pixels; None for vectors, which have any. Raises Refused, Missing.

        ``others``: endings of files that hold a picture besides.
        """
        path = self._look_up(reference, base, (*PICTURES, *others))
        if path.suffix.lower() == VECTORS:
            if not self.ships(path):
                # A few bytes of SVG can ask for hours and gigabytes, and nothing short of drawing it tells.
                raise Refused("is not drawn: SVG is taken from the game's own sprites only; save it as PNG")
            self.note(reference, base, path)
            return path, None
        if path not in self._sizes:
            try:
                self._sizes[path] = picture_size(path, whole=path == self._own)
            except BadFile as error:
                self._sizes[path] = str(error)
        size = self._sizes[path]
        if isinstance(size, str):
            raise Refused(f"is not drawn: {size}")
        self.note(reference, base, path)
        return path, size

    def _find(self, text: str, base: Path) -> Path:
        path = (base / text).resolve()
        allowed = self._allows(path)
        if allowed and is_plain(path):
            return path
        alike = _in_any_case(path) if allowed else None
        if alike is not None and self._allows(alike) and is_plain(alike):
            return alike
        shipped = self._shipped(text)
        if shipped is not None:
            return shipped
        if not allowed:
            if is_plain(path):
                self._outside.append(path)
            raise Refused(
                f"lies outside the {self.what}'s own folders; copy it beside the {self.what}, or let the game read the "
                "whole project: battlemat allow FOLDER"
            )
        if path.exists():
            raise Refused("is a folder, a pipe or a device")
        raise Missing("does not exist")

    def _allows(self, path: Path) -> bool:
        return any(path.is_relative_to(root) for root in self.roots)

    def _shipped(self, text: str) -> Path | None:
        """A shipped file by the tail of a reference, so that a map moved elsewhere keeps the game's tilesets."""
        parts = PurePosixPath(text).parts
        try:
            if "sprites" in parts:
                found = resources.sprites().joinpath(*parts[parts.index("sprites") + 1 :])
            else:
                found = resources.maps() / parts[-1]
        except FileNotFoundError:
            return None
        found = found.resolve()
        return found if is_plain(found) and self.ships(found) else None


def _slashed(reference: str) -> str:
    return reference.replace("\\", "/").strip()


def _own_roots(home: Path) -> Iterator[Path]:
    """Where the files of a folder's owner may lie that one in it names."""
    yield home
    if home.parent != home.parent.parent:  # never the root of the disk
        yield home.parent
    yield from _projects(home)
    yield from (folder for folder in allowed_folders() if home.is_relative_to(folder))


def _projects(home: Path) -> Iterator[Path]:
    """The nearest folder, upwards, with a Tiled project, and the nearest that is a repository; nobody's home."""
    project = repository = False
    for folder in (home, *home.parents)[:CLIMB]:
        if is_too_wide(folder) or (project and repository):
            return
        if not repository and any((folder / name).exists() for name in REPOSITORIES):
            repository = True
            yield folder
        if not project and any(name.endswith(PROJECT) for name in names_in(folder)):
            project = True
            yield folder


def names_in(folder: Path) -> list[str]:
    """What lies in a folder, as far as it may be looked at."""
    try:
        return [entry.name for entry in islice(folder.iterdir(), LOOKED_AT)]
    except OSError:
        return []


def _in_any_case(path: Path) -> Path | None:
    """The path that is there by the same names in other capitals, as systems that make no difference find it."""
    missing: list[str] = []
    while not path.exists() and path != path.parent:
        missing.append(path.name)
        path = path.parent
    for name in reversed(missing):
        found = next((each for each in names_in(path) if each.casefold() == name.casefold()), None)
        if found is None:
            return None
        path /= found
    return path.resolve()


MOST_FOLDERS = 100
"""Folders that are remembered."""


def _file() -> Path:
    return own_folder() / "folders.json"


def allowed_folders() -> tuple[Path, ...]:
    """The folders that the player has allowed and that are there; none if the list can't be read."""
    try:
        return tuple(folder for folder in remembered_folders() if is_folder(folder))
    except BadFile:
        return ()


def remembered_folders() -> tuple[Path, ...]:
    """All folders that the player has allowed, those too that are not there now. Raises BadFile for a spoilt list."""
    path = _file()
    if stamp_of(path) is None:
        return ()
    advice = f"mend it in {path.parent}, or allow a folder: the list is set aside then and begun anew"
    listed = read_json(path, list[str], DATA, advice)
    return tuple(Path(name) for name in listed[:MOST_FOLDERS])


def allow_folder(folder: Path, tell: Callable[[str], object] = lambda _: None) -> Path:
    """Let maps in a folder, or below it, read tilesets and pictures from anywhere below it. Raises BadFile.

    A list of folders that can't be read is set aside, and ``tell`` hears of it.
    """
    if not is_folder(folder):
        raise BadFile(f"{folder}: there is no such folder; name the one that holds maps, tilesets and pictures")
    whole = folder.resolve()
    if is_too_wide(whole):
        raise BadFile(f"{folder}: that is too much to allow; name the folder of the maps and their pictures alone")
    try:
        kept = [known for known in remembered_folders() if known != whole]
    except BadFile:
        kept = []
        tell(
            f"The list of folders could not be read. It is kept as {set_aside(_file()).name} in {_file().parent}; "
            "allow again what is missing."
        )
    if len(kept) >= MOST_FOLDERS:
        raise BadFile(f"{folder}: {MOST_FOLDERS} folders are allowed already; forget one first")
    _write([*kept, whole])
    return whole


def forget_folder(folder: Path) -> None:
    """Allow a folder no longer. Raises BadFile if it was not allowed."""
    whole, known = folder.resolve(), remembered_folders()
    if whole not in known:
        raise BadFile(f"{folder}: this folder was not allowed")
    _write([other for other in known if other != whole])


def is_too_wide(folder: Path) -> bool:
    """Whether a folder holds everything of somebody: the root of the disk, a home, or what homes lie in."""
    try:
        home = Path.home().resolve()
    except RuntimeError:  # who has none
        return folder == folder.parent
    return folder == folder.parent or home.is_relative_to(folder)


def _write(folders: list[Path]) -> None:
    write_whole(_file(), msgspec.json.format(msgspec.json.encode([str(folder) for folder in folders])))


WORLD = ".world"
"""The ending of worlds."""

_PLAIN = re.compile(r"(\((-\?)?(\\d|\[0-9\])\+\)|\\d\+|\\[.\- ]|[\w.\- ]){1,100}")
"""Patterns such as ``level_(\\d+)_(\\d+)\\.tmx``."""

MOST_OF_A_WORLD = 1_000
"""Maps of one world, and names in its folder that are looked at."""


def read_world(path: Path) -> tuple[Path, ...]:
    """The maps of a world that are there, in its order. Raises BadFile if there is none."""
    data = read_json(path, object, DATA, "this is no world: save it again from Tiled (World > Save World)")
    entries = data.get("maps") if isinstance(data, dict) else None
    patterns = data.get("patterns") if isinstance(data, dict) else None
    named = [entry.get("fileName") for entry in _dicts(entries)]
    named += [name for entry in _dicts(patterns) for name in _matching(path.parent, entry.get("regexp"))]
    places, found, lost = Sources(path, "world"), [], []
    for name in named[:MOST_OF_A_WORLD]:
        try:
            found.append(places.find(str(name), path.resolve().parent, MAPS))
        except Refused as error:
            lost.append(f"{path.name}: the map {str(name)!r} {error}")
    if not found:
        raise BadFile("\n".join(lost) or f"{path.name}: this world has no maps; add some in Tiled (World > Add Map)")
    return tuple(dict.fromkeys(found))


def only_map(path: Path) -> Path:
    """The map of a world that has one. Raises BadFile with the maps to choose from if it has more."""
    maps = read_world(path)
    if len(maps) > 1:
        names = ", ".join(_near(each, path) for each in maps)
        raise BadFile(f"{path.name}: this is a world of {len(maps)} maps; name the one to use: {names}")
    return maps[0]


def _near(path: Path, world: Path) -> str:
    home = world.resolve().parent
    return path.relative_to(home).as_posix() if path.is_relative_to(home) else str(path)


def _matching(folder: Path, pattern: Any) -> list[str]:
    """Names beside the world that a pattern of it fits. Only words with numbers in them are followed: of other
    expressions some take for ever."""
    if not isinstance(pattern, str) or not _PLAIN.fullmatch(pattern) or pattern.count("+") > 4:
        return []
    try:
        names = sorted(entry.name for entry in folder.iterdir())[:MOST_OF_A_WORLD]
    except OSError:
        return []
    return [name for name in names if re.fullmatch(pattern, name)]


def _dicts(entries: Any) -> list[dict[str, Any]]:
    return [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []
