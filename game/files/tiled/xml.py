"""XML from strangers: a parse that cannot be made to read other files, expand entities or fill the memory."""

from __future__ import annotations

from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from game.files.errors import BadFile

MAX_DEPTH = 64
"""Elements within elements; Tiled nests group layers, and nobody needs sixty."""

MAX_ELEMENTS = 500_000

MAX_ATTRIBUTES = 1_500_000


def parse(data: bytes, name: str) -> Element:
    """The root element of XML text; raises BadFile naming ``name`` and the line."""
    builder = TreeBuilder()
    parser = expat.ParserCreate()
    parser.buffer_text = True
    depth = elements = written = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth, elements, written
        depth += 1
        elements += 1
        written += len(attributes)
        if depth > MAX_DEPTH:
            raise BadFile(
                f"{name}: line {parser.CurrentLineNumber}: groups are nested more than {MAX_DEPTH} deep; "
                "take some group layers apart in Tiled (Layer > Ungroup)."
            )
        if elements > MAX_ELEMENTS:
            raise BadFile(f"{name}: the file has more than {MAX_ELEMENTS:,} XML elements; save its layers as CSV.")
        if written > MAX_ATTRIBUTES:
            raise BadFile(f"{name}: the file has more than {MAX_ATTRIBUTES:,} XML attributes; save its layers as CSV.")
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
        raise BadFile(f"{name}: the file's DOCTYPE makes declarations, which no map needs: save it anew from Tiled.")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = builder.data
    parser.StartDoctypeDeclHandler = doctype
    parser.EntityDeclHandler = refuse
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise BadFile(
            f"{name}: line {error.lineno}, column {error.offset + 1}: this is not well-formed XML "
            f"({expat.errors.messages[error.code]}); save the map again from Tiled, or go back to an older copy."
        ) from error
    except (LookupError, ValueError) as error:
        if isinstance(error, BadFile):
            raise
        raise BadFile(f"{name}: the text cannot be decoded ({error}); save the file as UTF-8.") from error
    root = builder.close()
    assert isinstance(root, Element)
    return root
