"""How kernels are compiled: once for the types given, kept on disk where that is possible."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from numba import njit

from game.spatial import field

Kernel = Callable[..., Any]


def _stamp() -> str:
    """A digest of all that kernels are made from: their sources and the constants of the lattice."""
    sources = (*sorted(Path(__file__).parent.glob("*.py")), Path(field.__file__))
    return sha256(b"".join(source.read_bytes() for source in sources if source.exists())).hexdigest()[:8]


STAMP = _stamp()
"""Part of the names that kernels are kept under. What is on the disk holds copies of the kernels a kernel calls, but
numba looks at the time and the size of its own source alone; and files out of a wheel may all bear the same time."""


def _throw_out() -> None:
    """Delete what is kept of other sources beside these."""
    with suppress(OSError):
        for kept in (Path(__file__).parent / "__pycache__").glob("*.nb[ic]"):
            if STAMP not in kept.name:
                kept.unlink()


_throw_out()


def compiled(signature: str, *, owns: bool = True, inline: bool = False) -> Callable[[Kernel], Kernel]:
    """Compile a kernel for one signature. Where nothing can be kept on disk it is compiled anew in every run.

    A kernel that makes no arrays and returns none says ``owns=False``: then none are counted in and out of it, which
    otherwise takes longer than a small kernel's work. One that is asked for many times from few places says ``inline``
    to be built into these: an array is handed over as seven values, so five arrays cost more than a look at a cell.
    (``_nrt`` and ``forceinline`` are numba's own names for it, not documented options.)
    """
    options: dict[str, Any] = {} if owns else {"_nrt": False}
    if inline:
        options["forceinline"] = True

    def compile_it(kernel: Kernel) -> Kernel:
        kernel.__qualname__ += f"_{STAMP}"
        try:
            made: Kernel = njit(signature, cache=True, **options)(kernel)
        except RuntimeError as error:
            if "no locator" not in str(error):
                raise
            made = njit(signature, **options)(kernel)
        return made

    return compile_it
