"""Quick battles that were fought for one difficulty are kept on the disk, and need not be fought again for another."""

from __future__ import annotations

from contextlib import suppress
from hashlib import blake2b

import msgspec
from msgspec.structs import replace

from game.files.atomic import write_whole
from game.files.bounded_reading import BATTLES
from game.files.errors import BadFile
from game.files.own_json import read_json
from game.lab.arena import Fought
from game.play.folders import newest_first, state_folder
from game.rules.registry import ruleset
from game.rules.setup import Recruit, Setup
from game.version import version

MOST_KEPT = 40
"""Files that are kept, the newest ones: a battle and the side that is changed have one each."""


TRIALS = list[tuple[tuple[Recruit, ...], tuple[Fought, ...]]]
"""What a file holds: squads, each with the battles that it has fought."""


class KeptTrials:
    """The quick battles of one set-up by the squad of one side, from the first on."""

    def __init__(self, setup: Setup, side: str) -> None:
        """``side``: whose squads are told apart; the rest of ``setup`` is the same for all.

        Other rules, data or versions of the game fight other battles. A file that can't be read counts for nothing.
        """
        sides = tuple(replace(each, squad=()) if each.name == side else each for each in setup.sides)
        about = msgspec.json.encode((replace(setup, sides=sides), side, ruleset(setup.ruleset).data_hash, version()))
        self._path = state_folder("trials") / f"{blake2b(about, digest_size=12).hexdigest()}.json"
        self._fought: dict[tuple[Recruit, ...], tuple[Fought, ...]] = {}
        with suppress(BadFile):
            self._fought = dict(read_json(self._path, TRIALS, BATTLES, "its battles are fought again"))

    def of(self, squad: tuple[Recruit, ...]) -> tuple[Fought, ...]:
        """The battles that a squad has fought, in their order."""
        return self._fought.get(squad, ())

    def keep(self, squad: tuple[Recruit, ...], fought: tuple[Fought, ...]) -> None:
        """Write down what a squad has fought; a disk that refuses does not end the search."""
        self._fought[squad] = fought
        with suppress(BadFile):
            write_whole(self._path, msgspec.json.encode(list(self._fought.items())))
            for old in newest_first(self._path.parent.glob("*.json"))[MOST_KEPT:]:
                old.unlink(missing_ok=True)
