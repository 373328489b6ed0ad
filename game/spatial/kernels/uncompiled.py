"""What kernels say to the compiler, where there is none: each of these names leaves a function as it is.

While kernels are read from their Python files this module stands for the Cython package, which is no dependency.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

Kernel = TypeVar("Kernel", bound=Callable[..., object])

compiled = False
void: TypeAlias = None


def cfunc(kernel: Kernel) -> Kernel:
    """Called by other kernels alone."""
    return kernel


def ccall(kernel: Kernel) -> Kernel:
    """Called by kernels and from Python."""
    return kernel


def inline(kernel: Kernel) -> Kernel:
    """To be built into the kernels that call it."""
    return kernel


def exceptval(*, check: bool) -> Callable[[Kernel], Kernel]:
    """With False: raises nothing, so that nobody looks for an exception after each call."""
    return cfunc


def locals(**types: object) -> Callable[[Kernel], Kernel]:
    """The types of a kernel's variables. All are told: what is not is an object, and some thirty times slower."""
    return cfunc
