"""``python -m game`` is ``battlemat``."""

from __future__ import annotations

import sys

from game.cli.commands import main

if __name__ == "__main__":
    sys.exit(main())
