"""A plugin for mypy: floats are added up by ``math.fsum``, an error where the built-in ``sum`` does it.

From Python 3.12 on ``sum`` carries the rounding error of floats along, before it does not: the same battle would go
another way on another Python as soon as two plans are about equally good. ``fsum`` gives the float nearest to the true
sum on every Python, whatever the order of what is added; a loop of ``+=`` is the same everywhere, too, but slower.
Sums of whole numbers and fractions are exact and stay with ``sum``. Nothing of this file runs in play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mypy.maptype import map_instance_to_supertype
from mypy.plugin import FunctionSigContext, Plugin
from mypy.typeops import tuple_fallback
from mypy.types import FunctionLike, Instance, TupleType, Type, UnionType, get_proper_type

FLOAT = "builtins.float"
SAID = "Floats are added up by math.fsum: the built-in sum rounds otherwise from Python 3.12 on"


def parts(given: Type) -> Iterator[Instance]:
    """The classes that a type may be, each of a union."""
    given = get_proper_type(given)
    if isinstance(given, UnionType):
        for item in given.items:
            yield from parts(item)
    elif isinstance(given, TupleType):
        yield tuple_fallback(given)
    elif isinstance(given, Instance):
        yield given


def items(given: Instance) -> Iterator[Instance]:
    """The classes of what comes out of something to go through; nothing for anything else."""
    for base in given.type.mro:
        if base.fullname == "typing.Iterable":
            yield from parts(map_instance_to_supertype(given, base).args[0])


def adds_floats(given: Type) -> bool:
    """Whether an argument of ``sum`` is a float, or gives floats."""
    return any(each.type.fullname == FLOAT for part in parts(given) for each in (part, *items(part)))


def of_sum(context: FunctionSigContext) -> FunctionLike:
    """The signature of ``sum`` as it is, and an error if floats are added up."""
    for given in context.args:
        if any(adds_floats(context.api.get_expression_type(each)) for each in given):
            context.api.fail(SAID, context.context)
            break
    return context.default_signature


class FloatSums(Plugin):
    """Looks at every call of ``sum``."""

    def get_function_signature_hook(self, fullname: str) -> Callable[[FunctionSigContext], FunctionLike] | None:
        """``sum``."""
        return of_sum if fullname == "builtins.sum" else None


def plugin(version: str) -> type[Plugin]:
    """Entry point that mypy asks a plugin for."""
    return FloatSums
