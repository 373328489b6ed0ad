"""How kernels are compiled: once for the types given, kept on disk where that is possible."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import njit

Kernel = Callable[..., Any]


def compiled(signature: str) -> Callable[[Kernel], Kernel]:
    """Compile a kernel for one signature. Where nothing can be kept on disk it is compiled anew in every run."""

    def compile_it(kernel: Kernel) -> Kernel:
        try:
            made: Kernel = njit(signature, cache=True)(kernel)
        except RuntimeError as error:
            if "no locator" not in str(error):
                raise
            made = njit(signature)(kernel)
        return made

    return compile_it
