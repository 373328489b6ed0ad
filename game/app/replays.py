"""The replay command: plays a save or a battle file again and prints its log."""

from __future__ import annotations

from pathlib import Path

from game.app.battle_log import log_lines
from game.app.output import say
from game.app.speech import side_title
from game.files.atomic import write_whole
from game.files.battlefile import Diverged, replay, rewrite, write_battle
from game.files.errors import BadFile
from game.files.saves import load_match
from game.rules.match import AnyMatch, OutOfStep

BATTLE = ".battle"
"""The ending of battle files."""

SAVE = ".save"
"""The ending of saved battles."""


def replay_file(path: Path, write: Path | None = None) -> int:
    """Print the log, as the rules tell the battle now, and then where that is another battle than the file's.

    ``write``: where to keep the battle as it is told now, as a battle file. Gives the exit code: 2 if it is another
    than the file's. Raises BadFile.
    """
    if write is not None and write.suffix != BATTLE:
        raise BadFile(f"{write.name}: a battle is written to a file that ends in {BATTLE}")
    match, trouble = played(path)
    if write is not None:
        write_whole(write, write_battle(match, (f"From {path.name}: say here which point it makes.",)).encode())
    for line in log_lines(match, None):
        say(line)
    verdict = match.state.verdict
    if verdict is not None:
        won = f"Victory of {side_title(match.setup, verdict.winner)}" if verdict.winner else "A draw"
        say(f"The battle is over. {won}: {verdict.why}")
    if trouble:
        say(f"The battle diverges. {trouble}")
        return 2
    say(f"{path.name}: {len(match.history)} answers, and the rules tell the same battle.")
    return 0


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
