"""For all referees: what they judged is kept with the results of a test."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.referee.judging import JUDGED


@pytest.fixture(autouse=True)
def _judged(record_property: Callable[[str, object], None]) -> Iterator[None]:
    """Count battles and judgements."""
    before = JUDGED.copy()
    yield
    for what, count in JUDGED.items():
        record_property(what, count - before[what])
