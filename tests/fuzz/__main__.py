"""One case again, here and without limits: ``python -m tests.fuzz KIND LOT``."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.fuzz.kinds import KINDS
from tests.fuzz.mutate import spoilt

with TemporaryDirectory() as folder:
    KINDS[sys.argv[1]](spoilt(sys.argv[1], int(sys.argv[2]), Path(folder)))
