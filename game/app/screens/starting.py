"""From a choice in a menu to a battle on the screen: begins, goes on with, and finds battles."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path

from game import resources
from game.app.crash import Net
from game.app.folders import state_folder
from game.app.loop import App
from game.app.preferences import keep_preferences
from game.app.replays import SAVE
from game.app.screens.battle import BattleScreen
from game.app.screens.curtain import CurtainScreen
from game.app.sitting import Sitting
from game.app.start import sit_down
from game.files.errors import BadFile
from game.files.reading import is_plain
from game.files.saves import glance
from game.files.tiled import Chart, read_map
from game.files.tiled.picture import Picture
from game.mendable import Mendable
from game.rules.registry import names

FOLDERS = ("autosaves", "saves")


def begin(
    app: App,
    file: Path,
    *,
    rules: str | None = None,
    squads: str | None = None,
    seats: str | None = None,
    settings: Mapping[str, str] | None = None,
    seed: int | None = None,
) -> bool:
    """Begin a battle on a map or of a scenario, or go on with a save. False if it can't be: the player is told."""
    sitting = seated(app, file, rules=rules, squads=squads, seats=seats, settings=settings, seed=seed)
    if sitting is not None:
        show(app, sitting)
    return sitting is not None


def seated(
    app: App,
    file: Path,
    *,
    rules: str | None = None,
    squads: str | None = None,
    seats: str | None = None,
    settings: Mapping[str, str] | None = None,
    seed: int | None = None,
) -> Sitting | None:
    """A battle that could begin, with who sits at it; None if it can't: the player is told."""
    chosen = [f"{key}={choice}" for key, choice in (settings or {}).items()]
    wanted = Namespace(
        file=str(file),
        rules=rules,
        squads=squads,
        roster=None,
        seats=seats,
        settings=chosen,
        seed=seed,
        ai=None,
        dice=None,
    )
    net = Net()
    try:
        sitting = sit_down(wanted, net)
    except Mendable as error:
        app.say(str(error))
        return None
    sitting.saved = app.saved
    return sitting


def favourite(app: App) -> str:
    """The ruleset played last, or the first that is installed; "" if there is none."""
    installed = names()
    last = app.preferences.rules
    return last if last in installed else next(iter(installed), "")


def show(app: App, sitting: Sitting) -> None:
    """Put a battle on the screen, in place of everything else; behind a curtain if not everybody may look."""
    played = sitting.match.ruleset.name
    if app.preferences.rules != played:
        app.preferences.rules = played
        keep_preferences(app.preferences)
    battle = BattleScreen(app, sitting, picture_of(sitting))
    app.replace(battle)
    if battle.secrets and battle.viewer is not None:
        app.push(CurtainScreen(app, sitting.title(battle.viewer)))


def saves() -> list[Path]:
    """Saved battles, the newest first."""
    found = [path for folder in FOLDERS for path in state_folder(folder).glob(f"*{SAVE}")]
    return sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)


def under_way() -> list[Path]:
    """Saved battles that are not over, the newest first; one that can't be read counts, so that the player is told."""

    def over(path: Path) -> bool:
        try:
            return glance(path).over
        except BadFile:
            return False

    return [path for path in saves()[:12] if not over(path)]


def battles() -> list[Path]:
    """Maps and scenarios that ship with the game."""
    try:
        return resources.shipped_maps()
    except FileNotFoundError:
        return []


def picture_of(sitting: Sitting) -> Picture | None:
    """The pictures of a battle's map; None if its file is gone, and then plain ground is drawn."""
    chart = chart_of(sitting.match.setup.map_file)
    return chart.picture if chart is not None else None


def chart_of(map_file: str) -> Chart | None:
    """The map that a battle names; None if it is gone, or can't be read or played on any more."""
    path = Path(map_file)
    if not is_plain(path):
        path = resources.maps() / map_file
    try:
        chart = read_map(path)
    except BadFile:
        return None
    return None if chart.playable() else chart
