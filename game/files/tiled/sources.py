"""Which files a map may name: its own tilesets, templates and pictures, near it or shipped with the game."""

from __future__ import annotations

import struct
from pathlib import Path, PurePosixPath, PureWindowsPath

from game import resources

TILESETS = (".tsx", ".xml", ".tsj", ".json")
TEMPLATES = (".tx",)
PICTURES = (".png", ".svg", ".jpg", ".jpeg", ".gif", ".bmp", ".webp", ".tga")


class Refused(ValueError):
    """A reference that is not followed; the text says why, as the end of a sentence."""


class Sources:
    """The files one map may read: below its own folder or that folder's parent (where packs keep pictures beside
    maps), and the game's own maps and sprites. Nothing else is opened, whatever a map says."""

    def __init__(self, map_path: Path) -> None:
        home = map_path.resolve().parent
        self.roots = [home]
        if home.parent != home.parent.parent:  # never the root of the disk
            self.roots.append(home.parent)
        for folder in (resources.maps, resources.sprites):
            try:
                self.roots.append(folder().resolve())
            except FileNotFoundError:
                continue

    def find(self, reference: str, base: Path, endings: tuple[str, ...]) -> Path:
        """The file a reference means, seen from the folder ``base``. Raises Refused."""
        text = reference.replace("\\", "/").strip()
        if not text:
            raise Refused("names no file")
        if PurePosixPath(text).is_absolute() or PureWindowsPath(reference).drive or "://" in text or "\0" in text:
            raise Refused("is not a path relative to the map")
        if not text.lower().endswith(endings):
            raise Refused(f"is not a file of a kind that belongs here ({', '.join(endings)})")
        path = (base / text).resolve()
        if not any(path.is_relative_to(root) for root in self.roots):
            shipped = self._shipped(text)
            if shipped is None:
                raise Refused("lies outside the map's own folders; copy it beside the map")
            return shipped
        if path.is_file():
            return path
        shipped = self._shipped(text)
        if shipped is None:
            raise Refused("does not exist")
        return shipped

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
        return found if found.is_file() and any(found.is_relative_to(root) for root in self.roots[-2:]) else None


def picture_size(path: Path) -> tuple[int, int] | None:
    """Width and height in pixels from a PNG, GIF or BMP file's head; None for other kinds."""
    try:
        with path.open("rb") as file:
            head = file.read(32)
    except OSError:
        return None
    if len(head) < 32:
        return None
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        width, height = struct.unpack(">II", head[16:24])
    elif head[:6] in (b"GIF87a", b"GIF89a"):
        width, height = struct.unpack("<HH", head[6:10])
    elif head[:2] == b"BM":
        width, height = struct.unpack("<ii", head[18:26])
        height = abs(height)
    else:
        return None
    return int(width), int(height)
