"""A plugin for mypy: changes of sheets, turn records and other structs are checked against the fields they change.

``table.set(who, hp=3)``, ``table.set_turn(round=2)`` and ``msgspec.structs.replace(sheet, hp=3)`` take any keywords as
far as Python is concerned. With this file among the ``plugins`` of ``[tool.mypy]`` a misspelt field, or a value of
another type than the field's, is an error of the type checker. Nothing of it runs in play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mypy.expandtype import expand_type_by_instance
from mypy.maptype import map_instance_to_supertype
from mypy.nodes import ARG_NAMED_OPT, ArgKind, Var
from mypy.plugin import FunctionSigContext, MethodSigContext, Plugin
from mypy.types import CallableType, FunctionLike, Instance, Type, get_proper_type

TABLE = "game.rules.table.Table"
STRUCT = "msgspec.Struct"

PARTS = {f"{TABLE}.set": 0, f"{TABLE}.set_turn": 1}
"""Methods of a ``Table[Sheet, Turn]`` that change something, and which of its two types they change."""


def fields(struct: Instance) -> Iterator[tuple[str, Type]]:
    """The fields of a struct with their types, those it inherits first."""
    for info in reversed(struct.type.mro):
        if not info.has_base(STRUCT) or info.fullname == STRUCT:
            continue
        owner = map_instance_to_supertype(struct, info)
        for name, symbol in info.names.items():
            node = symbol.node
            if isinstance(node, Var) and node.type and not node.is_classvar and not name.startswith("__"):
                yield name, expand_type_by_instance(node.type, owner)


def changing(signature: CallableType, struct: Type) -> CallableType:
    """A signature that takes any keywords as one that takes the fields of a struct, each if it is to change."""
    struct = get_proper_type(struct)
    if not isinstance(struct, Instance) or not struct.type.has_base(STRUCT):
        return signature
    positional = [number for number, kind in enumerate(signature.arg_kinds) if kind is not ArgKind.ARG_STAR2]
    found = dict(fields(struct))
    return signature.copy_modified(
        arg_types=[*(signature.arg_types[number] for number in positional), *found.values()],
        arg_kinds=[*(signature.arg_kinds[number] for number in positional), *(ARG_NAMED_OPT for _ in found)],
        arg_names=[*(signature.arg_names[number] for number in positional), *found],
    )


def of_a_table(part: int) -> Callable[[MethodSigContext], FunctionLike]:
    """The signature of a method of a table that changes one of its two types."""

    def signature(context: MethodSigContext) -> FunctionLike:
        table = get_proper_type(context.type)
        if not isinstance(table, Instance) or not table.type.has_base(TABLE):
            return context.default_signature
        base = next(info for info in table.type.mro if info.fullname == TABLE)
        return changing(context.default_signature, map_instance_to_supertype(table, base).args[part])

    return signature


def of_replace(context: FunctionSigContext) -> FunctionLike:
    """The signature of ``replace`` for the struct that it is given."""
    given = context.args[0] if context.args else []
    if len(given) != 1:
        return context.default_signature
    return changing(context.default_signature, context.api.get_expression_type(given[0]))


class TypedChanges(Plugin):
    """Signatures of what changes structs, by what is changed."""

    def get_method_signature_hook(self, fullname: str) -> Callable[[MethodSigContext], FunctionLike] | None:
        """``Table.set`` and ``Table.set_turn``."""
        part = PARTS.get(fullname)
        return None if part is None else of_a_table(part)

    def get_function_signature_hook(self, fullname: str) -> Callable[[FunctionSigContext], FunctionLike] | None:
        """``msgspec.structs.replace``."""
        return of_replace if fullname == "msgspec.structs.replace" else None


def plugin(version: str) -> type[Plugin]:
    """Entry point that mypy asks a plugin for."""
    return TypedChanges
