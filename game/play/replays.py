"""Files of battles that can be played again: saves, and battle files."""

from __future__ import annotations

from pathlib import Path

from game.files.battlefile import Diverged, replay, rewrite
from game.files.errors import BadFile
from game.files.saves import load_match
from game.rules.match import AnyMatch, OutOfStep

BATTLE = ".battle"
"""The ending of battle files."""

SAVE = ".save"
"""The ending of saved battles."""


def played(path: Path) -> tuple[AnyMatch, str]:
    """The battle of a file, and where it diverges from what the file tells (empty if nowhere). Raises BadFile."""
    if path.suffix == BATTLE:
        try:
            return replay(path), ""
        except Diverged as error:
            return replay(rewrite(path)), str(error)
    if path.suffix == SAVE:
        match = load_match(path).match
        try:
            match.recall()
        except OutOfStep as error:
            return match, f"{path.name}: {error}"
        return match, ""
    raise BadFile(f"{path.name}: neither a save ({SAVE}) nor a battle file ({BATTLE}); only those can be played again.")
