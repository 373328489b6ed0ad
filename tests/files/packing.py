"""A battle to be packed: a map, a roster and a scenario, and the way there and back."""

from __future__ import annotations

from pathlib import Path

from game.files.archives import ENDING, look_over, pack, unpack
from tests.files.drawing import SPAWNS, floor, save, tiles, tmx
from tests.files.test_rosters import CREW

GROUND = tiles("ground", floor(6, 4))
BATTLE = """
title = "Boarding: the crew!"
map = "{map}"
rules = "sovereign"
roster = "crew.toml"
[[sides]]
name = "party"
party = true
squad.sovereign = "crew"
[[sides]]
name = "foe"
squad.sovereign = [{{ unit = "pirate", count = 2 }}]
"""


def boarding(home: Path, text: str = "", map_: str = "map.tmx") -> Path:
    """A scenario with a roster beside it, on a map with a tileset and pictures."""
    home.mkdir(parents=True, exist_ok=True)
    save(home, text or tmx(GROUND, SPAWNS))
    path = home / "maps" / "boarding.toml"
    path.write_text(BATTLE.format(map=map_))
    (home / "maps" / "crew.toml").write_text(CREW)
    return path


def there_and_back(scenario: Path, folder: Path) -> Path:
    """The scenario of an unpacked copy, with the original gone."""
    out = folder / f"shared{ENDING}"
    pack(scenario, out)
    return unpack(look_over(out), folder / "battles")
