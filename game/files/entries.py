"""TOML files checked entry by entry: every fault named by file and field, with the nearest word that would be right.

Forms are made from the types of data files: what an entry may say, field by field, with what stands under each. A form
knows an entry as it is written: tables, lists, texts, numbers. What somebody has typed that is no number stays
as it was typed, so that whoever reads the file says what is wrong with it.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import inspect as kinds
from msgspec.structs import fields

from game.display_text import LONGEST_NAME, LONGEST_TEXT
from game.files.bounded_reading import DATA, read_text
from game.files.errors import BadFile
from game.rules.toml import BadToml, parse
from game.user_error import brief, suggest

T = TypeVar("T", bound=msgspec.Struct)


class Faults:
    """Collects what is wrong with a file, so that its author sees everything at once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lines: dict[str, None] = {}

    def add(self, where: str, what: str) -> None:
        """Something is wrong in a field; ``what`` says how to mend it."""
        self._lines[brief(f"{self.path.name}: {where}: {what}" if where else f"{self.path.name}: {what}")] = None

    def unknown(self, where: str, kind: str, word: str, known: Iterable[str]) -> None:
        """A word that names nothing of its kind."""
        self.add(where, f"no {kind} is called {word!r}; {suggest(word, known)}")

    def settle(self) -> None:
        """Raise BadFile, one line for each fault, if there are any."""
        if self._lines:
            raise BadFile("\n".join(self._lines))


def read_tables(path: Path) -> dict[str, Any]:
    """Read a TOML file as it stands. Raises BadFile."""
    return _tables(path, read_text(path, DATA))


def read_entries(path: Path, kind: type[T]) -> T:
    """Read a TOML file as a struct. Raises BadFile with all faults of its fields; lists are counted from 1."""
    return entries_of(path, read_text(path, DATA), kind)


def entries_of(path: Path, text: str, kind: type[T]) -> T:
    """Read the text of a TOML file as a struct; ``path`` is named in the errors. Raises BadFile, as above."""
    found = _tables(path, text)
    faults = Faults(path)
    _check(found, kind, "", faults)
    faults.settle()
    try:
        return msgspec.convert(found, kind)
    except msgspec.ValidationError as error:
        where, what = placed_fault(error)
        raise BadFile(f"{path.name}: {where or 'the file'}: {what}") from error


def placed_fault(error: msgspec.ValidationError) -> tuple[str, str]:
    """The field of a fault that msgspec found, with lists counted from 1, and what is wrong with it."""
    what, _, where = str(error).partition(" - at `$")
    return re.sub(r"\[(\d+)\]", lambda index: f"[{int(index[1]) + 1}]", where.rstrip("`").lstrip(".")), what


def _tables(path: Path, text: str) -> dict[str, Any]:
    try:
        return parse(text)
    except BadToml as error:
        raise BadFile(f"{path.name}: {error}") from error


_hints, _fields = cache(get_type_hints), cache(fields)
"""Of the few classes that entries have, asked for with every entry: working them out took longer than all else."""


def _check(value: Any, kind: Any, where: str, faults: Faults) -> None:
    """Look for keys and words that are not known, at every depth; what else is wrong msgspec finds."""
    most = LONGEST_NAME if where.rpartition(".")[2] in ("name", "title") else LONGEST_TEXT
    if isinstance(value, str) and len(value) > most:
        faults.add(where, f"a text of {len(value):,} characters; write at most {most:,}")
        return
    origin = get_origin(kind)
    words = _words(kind)
    if words and isinstance(value, str):
        if value not in words:
            faults.add(where, f"{value!r} is none of {', '.join(words)}; {suggest(value, words)}")
    elif origin in (Union, UnionType):
        for each in get_args(kind):
            if _fits(value, each):
                _check(value, each, where, faults)
    elif origin is tuple and isinstance(value, list):
        for index, item in enumerate(value, 1):
            _check(item, get_args(kind)[0], f"{where}[{index}]", faults)
    elif origin is dict and isinstance(value, Mapping):
        for key, item in value.items():
            _check(item, get_args(kind)[1], _under(where, key), faults)
    elif isinstance(kind, type) and issubclass(kind, msgspec.Struct) and isinstance(value, Mapping):
        _check_fields(value, kind, where, faults)


def _check_fields(value: Mapping[str, Any], kind: type[msgspec.Struct], where: str, faults: Faults) -> None:
    hints = _hints(kind)
    for key, item in value.items():
        if key in hints:
            _check(item, hints[key], _under(where, key), faults)
        else:
            faults.add(_under(where, key), f"there is no such field; {suggest(key, hints)}")
    for field in _fields(kind):
        if field.required and field.name not in value:
            faults.add(_under(where, field.name), "is missing")


def _fits(value: Any, kind: Any) -> bool:
    """Whether a value might be meant as a member of a union."""
    if isinstance(value, list):
        return get_origin(kind) is tuple
    if isinstance(value, Mapping):
        return get_origin(kind) is dict or (isinstance(kind, type) and issubclass(kind, msgspec.Struct))
    return False


def _words(kind: Any) -> tuple[str, ...]:
    """The words that a text may be, those of all members of a union; none where it may be any or must be no text."""
    members = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    if str in members:
        return ()
    words = [word for each in members if get_origin(each) is Literal for word in get_args(each)]
    return tuple(word for word in words if isinstance(word, str))


def _under(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key


FieldPath = tuple[str | int, ...]
"""Where something stands in an entry: names of fields, and numbers of items from 0."""


@dataclass(frozen=True)
class Leaf:
    """A text, a number, either of them, or a switch."""

    kind: Literal["text", "number", "either", "switch"] = "text"
    offered: tuple[str, ...] = ()
    """The words there are, if there are no others."""
    tables: tuple[str, ...] = ()
    """The tables whose keys it may name."""
    least: int | None = None
    most: int | None = None
    called: str = ""
    """What it is called, where it has no field of its own."""

    def value(self, typed: str) -> Any:
        """What was typed, as it is written in a file."""
        if self.kind in ("number", "either") and re.fullmatch(r"[+-]?\d{1,9}", typed.strip()):
            return int(typed)
        return typed


@dataclass(frozen=True)
class Many:
    """A list, as long as one likes."""

    item: FieldShape


@dataclass(frozen=True)
class Fixed:
    """A list of so many."""

    items: tuple[Leaf, ...]


@dataclass(frozen=True)
class FormTable:
    """A table within the entry."""

    fields: tuple[FormField, ...]


@dataclass(frozen=True)
class Short:
    """A key, or a table that begins with that key and says what is different."""

    leaf: Leaf
    group: FormTable


@dataclass(frozen=True)
class Keyed:
    """A value for any of some words."""

    offered: tuple[str, ...]
    value: Leaf


FieldShape = Leaf | Many | Fixed | FormTable | Short | Keyed


@dataclass(frozen=True)
class FormField:
    """One field of an entry or of a table in it."""

    name: str
    shape: FieldShape
    help: str = ""
    required: bool = False
    default: Any = None
    """What goes unsaid, as it is written in a file; None for nothing."""


@cache
def form_of(kind: type[msgspec.Struct]) -> FormTable:
    """The form of an entry. TypeError for a type that no form is made for."""
    return _Maker().group(kinds.type_info(kind))


class _Maker:
    """Makes shapes of types."""

    def __init__(self) -> None:
        self._orders: dict[frozenset[Any], tuple[str, ...]] = {}
        """Words as a type lists them; msgspec sorts them."""

    def group(self, info: Any) -> FormTable:
        said = _said_of(info.cls)
        for hint in get_type_hints(info.cls, include_extras=True).values():
            self._learn(hint)
        return FormTable(tuple(self._field(field, said.get(field.name, "")) for field in info.fields))

    def _learn(self, hint: Any) -> None:
        if get_origin(hint) is Literal:
            self._orders[frozenset(get_args(hint))] = tuple(map(str, get_args(hint)))
        else:
            for each in get_args(hint):
                self._learn(each)

    def _field(self, field: kinds.Field, said: str) -> FormField:
        default = None
        if not field.required:
            default = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
        return FormField(field.encode_name, self._shape(field.type), said, field.required, msgspec.to_builtins(default))

    def _shape(self, info: Any) -> FieldShape:
        match info:
            case kinds.Metadata(type=inner, extra=extra):
                said = extra or {}
                return replace(self._leaf(inner), tables=tuple(said.get("tables", ())), called=said.get("called", ""))
            case kinds.StrType():
                return Leaf()
            case kinds.IntType(ge=least, le=most):
                return Leaf("number", least=least, most=most)
            case kinds.BoolType():
                return Leaf("switch")
            case kinds.LiteralType(values=values):
                numbers = all(isinstance(value, int) for value in values)
                return Leaf("number" if numbers else "text", self._orders[frozenset(values)])
            case kinds.VarTupleType(item_type=item):
                return Many(self._shape(item))
            case kinds.TupleType(item_types=items):
                return Fixed(tuple(self._leaf(each) for each in items))
            case kinds.DictType(key_type=key, value_type=value):
                return Keyed(self._leaf(key).offered, self._leaf(value))
            case kinds.StructType():
                return self.group(info)
            case kinds.UnionType(types=types):
                return _union([self._shape(each) for each in types if not isinstance(each, kinds.NoneType)])
        raise TypeError(f"no form is made for {info}")

    def _leaf(self, info: Any) -> Leaf:
        found = self._shape(info)
        if not isinstance(found, Leaf):
            raise TypeError(f"no form is made for {info} in a list of a fixed length or a table of words")
        return found


def _union(shapes: list[FieldShape]) -> FieldShape:
    match shapes:
        case [one]:
            return one
        case [Leaf() as leaf, FormTable() as group] | [FormTable() as group, Leaf() as leaf]:
            return Short(leaf, group)
        case [Leaf() as one, Leaf() as other]:
            same = one.kind == other.kind
            return Leaf(one.kind if same else "either", one.offered + other.offered, one.tables + other.tables)
    raise TypeError(f"no form is made for one of {shapes}")


def _said_of(kind: type) -> dict[str, str]:
    """What stands under each field of a class and of those that it is made of."""
    found: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        if issubclass(each, msgspec.Struct) and each is not msgspec.Struct:
            (body,) = ast.parse(textwrap.dedent(inspect.getsource(each))).body
            assert isinstance(body, ast.ClassDef)
            for field, text in zip(body.body, body.body[1:], strict=False):
                match field, text:
                    case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str() as said)):
                        found[name] = " ".join(inspect.cleandoc(said).split())
    return found


# -- an entry, line by line


@dataclass(frozen=True)
class FormLine:
    """One line of a form: a field, an item of a list, or the heading above some."""

    path: FieldPath
    label: str
    shape: FieldShape
    value: Any = None
    """What is written there; None for nothing."""
    help: str = ""
    hint: str = ""
    """What goes unsaid."""
    depth: int = 0
    required: bool = False
    removable: bool = False

    @property
    def bounds(self) -> str:
        """Within which numbers it must be, in words; nothing if in any."""
        leaf = self.leaf
        if leaf is None or leaf.least is None:
            return ""
        return f"{leaf.least} or more" if leaf.most is None else f"{leaf.least} to {leaf.most}"

    @property
    def heads(self) -> bool:
        """Whether it only stands above others."""
        return isinstance(self.shape, FormTable | Many | Fixed | Keyed)

    @property
    def leaf(self) -> Leaf | None:
        """What is typed or turned in it, if anything is."""
        shape = self.shape.leaf if isinstance(self.shape, Short) else self.shape
        return shape if isinstance(shape, Leaf) else None


def lines(form: FormTable, entry: Mapping[str, Any]) -> Iterator[FormLine]:
    """All lines of an entry, in the order of its type."""
    for field in form.fields:
        yield from _lines(field, entry.get(field.name), (field.name,), 0)


def _lines(field: FormField, value: Any, path: FieldPath, depth: int) -> Iterator[FormLine]:
    short = field.name.isupper() or len(field.name) < 3
    label = field.name.upper() if short else field.name.replace("_", " ").capitalize()
    hint = _plain(field.default) if isinstance(field.shape, Leaf) else ""
    yield FormLine(path, label, field.shape, value, field.help, hint, depth, field.required)
    yield from _below(field.shape, value, path, depth + 1, field.help)


def _below(shape: FieldShape, value: Any, path: FieldPath, depth: int, said: str) -> Iterator[FormLine]:
    match shape:
        case FormTable(fields):
            known = value if isinstance(value, dict) else {}
            for field in fields:
                told = replace(field, help=field.help or said)
                yield from _lines(told, known.get(field.name), (*path, field.name), depth)
        case Keyed(offered, leaf):
            known = value if isinstance(value, dict) else {}
            for key in offered:
                yield FormLine((*path, key), key.capitalize(), leaf, known.get(key), said, "", depth)
        case Fixed(items):
            found = value if isinstance(value, list) else []
            for number, leaf in enumerate(items):
                there = found[number] if number < len(found) else None
                label = leaf.called.capitalize() or str(number + 1)
                yield FormLine((*path, number), label, leaf, there, said, "", depth, required=True)
        case Many(item):
            for number, each in enumerate(value if isinstance(value, list) else []):
                yield from _item(item, each, (*path, number), number, depth, said)


def _item(shape: FieldShape, value: Any, path: FieldPath, number: int, depth: int, said: str) -> Iterator[FormLine]:
    if isinstance(shape, Short) and isinstance(value, dict):
        yield FormLine(path, str(number + 1), shape.group, value, said, "", depth, removable=True)
        yield from _below(shape.group, value, path, depth + 1, said)
        return
    yield FormLine(path, str(number + 1), shape, value, said, "", depth, removable=True)
    yield from _below(shape, value, path, depth + 1, said)


def _plain(value: Any) -> str:
    return "" if value in (None, "", [], {}) or isinstance(value, dict | list) else str(value)


def shape_at(form: FormTable, path: FieldPath) -> FieldShape:
    """What may be written at a place. KeyError for none."""
    shape: FieldShape = form
    for step in path:
        match shape:
            case Short(group=group):
                shape = _in_group(group, step)
            case FormTable():
                shape = _in_group(shape, step)
            case Many(item) if isinstance(step, int):
                shape = item
            case Fixed(items) if isinstance(step, int):
                shape = items[step]
            case Keyed(offered, leaf) if step in offered:
                shape = leaf
            case _:
                raise KeyError(step)
    return shape


def _in_group(group: FormTable, step: str | int) -> FieldShape:
    return {field.name: field.shape for field in group.fields}[str(step)]


def written(entry: Mapping[str, Any], path: FieldPath, value: Any) -> dict[str, Any]:
    """The entry with something else at a place; None takes away what is there, and tables that are empty then."""
    changed = deepcopy(dict(entry))
    _write(changed, path, value)
    return changed


def _write(holder: Any, path: FieldPath, value: Any) -> None:
    first: Any = path[0]
    rest = path[1:]
    if isinstance(holder, list):
        while len(holder) <= first and value is not None:
            holder.append("")
    if rest:
        there = holder[first] if isinstance(holder, list) or first in holder else None
        if not isinstance(there, dict | list):
            if value is None:
                return
            holder[first] = there = [] if isinstance(rest[0], int) else {}
        _write(there, rest, value)
        if there == {}:
            del holder[first]
    elif value is not None:
        holder[first] = value
    elif isinstance(holder, dict):
        holder.pop(first, None)
    elif first < len(holder):
        del holder[first]


def place_of(form: FormTable, said: str) -> tuple[FieldPath, str]:
    """Which field an error names at its beginning, and what it says of it; of no field if it names none."""
    missing = re.fullmatch(r"object missing required field `(\w+)`(?: - at `\$([^`]*)`)?", said)
    if missing:
        return (missing[1],), "is missing"
    path: FieldPath = ()
    rest = said
    while found := re.match(r"([\w .\[\]-]+): ", rest):
        steps = tuple(int(step) if step.isdecimal() else step for step in re.findall(r"[^.\[\]]+", found[1]))
        try:
            shape_at(form, path + steps)
        except (KeyError, IndexError):
            break
        path, rest = path + steps, rest[found.end() :]
    return path, rest
