"""XML from strangers: a parse that cannot be made to read other files, expand entities or fill the memory."""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from game.files.tiled.report import MapError

MAX_BYTES = 48 * 2**20
"""The largest map or tileset file read; a map of 400,000 cells with several layers fits."""

MAX_DEPTH = 64
"""Elements within elements; Tiled nests group layers, and nobody needs sixty."""

MAX_ELEMENTS = 500_000


def parse(path: Path) -> Element:
    """The root element of an XML file; raises MapError with the file's name and what is wrong with it."""
    return parse_bytes(read_bytes(path), path.name)


def read_bytes(path: Path) -> bytes:
    """A regular file's content within the size limit; raises MapError."""
    try:
        if not path.is_file():
            raise MapError(f"{path.name}: there is no such file, or it is not a file.")
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise MapError(
                f"{path.name}: the file has {size / 2**20:.0f} MB; at most {MAX_BYTES // 2**20} MB are read."
            )
        return path.read_bytes()
    except OSError as error:
        raise MapError(f"{path.name}: the file cannot be read ({error.strerror}).") from error


def parse_bytes(data: bytes, name: str) -> Element:
    """The root element of XML text; raises MapError naming ``name`` and the line."""
    if data.lstrip()[:1] in (b"{", b"["):
        raise MapError(f"{name}: this file is JSON; save the map as .tmx in Tiled with File > Export As.")
    builder = TreeBuilder()
    parser = expat.ParserCreate()
    parser.buffer_text = True
    depth = elements = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth, elements
        depth += 1
        elements += 1
        if depth > MAX_DEPTH:
            raise MapError(
                f"{name}: line {parser.CurrentLineNumber}: groups are nested more than {MAX_DEPTH} deep; "
                "take some group layers apart in Tiled (Layer > Ungroup)."
            )
        if elements > MAX_ELEMENTS:
            raise MapError(f"{name}: the file has more than {MAX_ELEMENTS:,} XML elements; save its layers as CSV.")
        builder.start(tag, attributes)

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(tag)

    def doctype(_name: str, _system: str | None, _public: str | None, declares: int) -> None:
        # Tiled before 0.9 wrote a bare "<!DOCTYPE map SYSTEM ...>", never fetched; what makes bombs are declarations.
        if declares:
            refuse()

    def refuse(*_: object) -> None:
        raise MapError(f"{name}: the file's DOCTYPE makes declarations, which no map needs: save it anew from Tiled.")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = builder.data
    parser.StartDoctypeDeclHandler = doctype
    parser.EntityDeclHandler = refuse
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise MapError(
            f"{name}: line {error.lineno}, column {error.offset + 1}: this is not well-formed XML "
            f"({expat.errors.messages[error.code]}); save the map again from Tiled, or go back to an older copy."
        ) from error
    except (LookupError, ValueError) as error:
        if isinstance(error, MapError):
            raise
        raise MapError(f"{name}: the text cannot be decoded ({error}); save the file as UTF-8.") from error
    root = builder.close()
    assert isinstance(root, Element)
    return root
