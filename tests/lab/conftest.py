"""Each test here is at home in a folder of its own; see ``tests/program.py``."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _at_home(key_names: None, at_home: object) -> None: ...
