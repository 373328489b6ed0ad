"""The kernels give the same answers compiled and not."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from random import Random

import pytest

from game.spatial.kernels import MODULES, compiling, load
from game.spatial.kernels.compiling import Kernel
from game.spatial.space import Space
from tests.spatial.maps import scattered


def answers() -> str:
    """A digest of many answers of all kernels, proofs rounded."""
    digest = sha256()
    for seed in range(4):
        random = Random(seed)
        floor = tuple(random.choice((0, 0, 0, 10, 20)) for _ in range(48)) if seed % 2 else ()
        kinds = {"#": 0.1, "c": 0.06, "-": 0.05, "|": 0.05, "w": 0.05}
        space = Space(scattered(random, 8, 6, kinds, 0.08, floor=floor))
        for size in (1, 2):
            view = space.view((random.randrange(7), random.randrange(5)), size)
            digest.update(view.seen.tobytes() + view.corners.tobytes() + view.corners_back.tobytes())
        for _ in range(12):
            a, b = ((random.randrange(8), random.randrange(6)) for _ in range(2))
            sight = space.sight(a, b)
            lines = [sight.witness, *(c.segment for c in sight.corners)]
            digest.update(repr([line and [[round(v, 6) for v in p] for p in line] for line in lines]).encode())
    return digest.hexdigest()


def test_kernels_give_the_same_answers_uncompiled() -> None:
    code = "from tests.spatial.test_uncompiled import answers; print(answers())"
    plain = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert plain.stdout.strip() == answers()


def test_importing_the_space_does_not_load_the_compiler() -> None:
    code = "import sys, game.spatial.space; print('numba' in sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.strip() == "False"


def test_loading_names_every_kernel_module() -> None:
    assert tuple(load()) == MODULES


def test_kernels_are_compiled_where_nothing_can_be_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba has no place for its cache on a read-only disk without a home."""

    def njit(signature: str, cache: bool = False, **options: bool) -> Callable[[Kernel], Kernel]:
        if cache:
            raise RuntimeError("cannot cache function 'double': no locator available for file 'kernels.py'")
        return lambda kernel: kernel

    monkeypatch.setattr(compiling, "njit", njit)
    assert compiling.compiled("int64(int64)")(lambda value: 2 * value)(4) == 8


def test_kept_kernels_bear_the_stamp_of_all_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a kernel whose own source is the same, but not that of one it calls, an old copy is of no use."""
    monkeypatch.setattr(compiling, "njit", lambda signature, **options: lambda kernel: kernel)

    def double(value: int) -> int:
        return 2 * value

    assert compiling.compiled("int64(int64)")(double).__qualname__.endswith(f"double_{compiling.STAMP}")
