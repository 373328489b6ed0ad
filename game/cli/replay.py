"""The replay command: plays a save or a battle file again and prints its log."""

from __future__ import annotations

from pathlib import Path

from game.files.atomic import write_whole
from game.files.battlefile import write_battle
from game.files.errors import BadFile
from game.play.battle_log import log_lines
from game.play.folders import BATTLE, played
from game.play.output import say
from game.play.recording import viewer_of
from game.play.session import resumed
from game.play.speech import side_title


def replay_file(path: Path, write: Path | None = None) -> int:
    """Print the log, as the rules tell the battle now, and then where that is another battle than the file's.

    Of a save that somebody still plays only what that person may know is told. ``write``: where to keep the battle as
    it is told now, as a battle file, which holds everything as the save does. Gives the exit code: 2 if it is another
    than the file's. Raises BadFile, KeptSecret.
    """
    if write is not None and write.suffix != BATTLE:
        raise BadFile(f"{write.name}: a battle is written to a file that ends in {BATTLE}")
    match, trouble = played(path)
    viewer = viewer_of(match, {} if path.suffix == BATTLE else resumed(path).players)
    if write is not None:
        write_whole(write, write_battle(match, (f"From {path.name}: say here which point it makes.",)).encode())
    for line in log_lines(match, viewer):
        say(line)
    verdict = match.state.verdict
    if verdict is not None:
        won = f"{side_title(match.setup, verdict.winner)} won" if verdict.winner else "A draw"
        say(f"The battle is over. {won}: {verdict.why}")
    if trouble:
        say(f"The battle diverges. {trouble}")
        return 2
    count = f"{len(match.history)} answers, and " if viewer is None else ""  # it would tell of dice thrown in secret
    say(f"{path.name}: {count}the rules tell the same battle.")
    return 0
