"""How kernels are compiled: once for the types given, kept on disk where that is possible."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import njit

Kernel = Callable[..., Any]


def compiled(signature: str, *, owns: bool = True) -> Callable[[Kernel], Kernel]:
    """Compile a kernel for one signature. Where nothing can be kept on disk it is compiled anew in every run.

    A kernel that makes no arrays and returns none says ``owns=False``: then none are counted in and out of it, which
    otherwise takes longer than a small kernel's work. (``_nrt`` is numba's own name for it, not a documented option.)
    """
    options: dict[str, Any] = {} if owns else {"_nrt": False}

    def compile_it(kernel: Kernel) -> Kernel:
        try:
            made: Kernel = njit(signature, cache=True, **options)(kernel)
        except RuntimeError as error:
            if "no locator" not in str(error):
                raise
            made = njit(signature, **options)(kernel)
        return made

    return compile_it
