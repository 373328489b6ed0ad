"""What the game does with a file of each kind: all that a player can have it do by naming the file."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pygame

from game.cli.checks import check_file
from game.files.archives import WHOLE, look_over, unpack, unpacked
from game.files.battlefile import replay, write_battle
from game.files.bounded_reading import BATTLES
from game.files.own_json import read_json
from game.files.saves import SeatPlan, glance, load_match
from game.files.scenario import quick_setup, read_roster, read_scenario, to_setup
from game.files.sources import WORLD
from game.files.tiled import read_map
from game.lab.difficulty import TRIALS
from game.lab.expedition import opened, page, tell_far, tell_place
from game.lab.series.figures import series_figures
from game.lab.series.plan import SeriesResults, contests_of, read_plan
from game.play import preferences
from game.play.battle_log import BattleLog
from game.play.puzzles import moment_of_puzzle, read_puzzle
from game.rules.match import AnyMatch, Match
from game.rules.questions import Choose
from game.rules.registry import names, ruleset
from game.rules.setup import Setup
from game.user_error import UserError
from game.view.board.camera import ZOOMS, Camera
from game.view.board.chart_picture import save_picture
from game.view.board.map_layers import MapLayers
from game.view.widgets.theme import Typography
from tests.saving import save_match

told: list[str] = []
"""The messages of reports; a case has a process of its own, and these are its."""


def check_map(path: Path) -> None:
    """The report of a map, and a battle begun on it by every ruleset, saved and loaded."""
    told.extend(check_file(path))
    chart = read_map(path)
    for name in names():
        try:
            _begin(quick_setup(chart, ruleset(name)))
        except UserError as error:
            raise AssertionError(f"check accepts it, and {name} refuses it: {error}") from error


def check_document(path: Path) -> None:
    """The same for a map in JSON or from another program, and the maps of a world."""
    if path.suffix == WORLD:
        told.extend(check_file(path))
    else:
        check_map(path)


def check_picture(path: Path) -> None:
    """The same for a map that is a picture, and how it is drawn."""
    check_map(path)
    draw_map(path)


def check_scenario(path: Path) -> None:
    """The report of a scenario, and its battle begun."""
    told.extend(check_file(path))
    for name in read_scenario(path).playable:
        _begin(to_setup(read_scenario(path, name)))


def check_roster(path: Path) -> None:
    """The report of a roster, and a battle with each of its squads and units, for every ruleset that takes it."""
    told.extend(check_file(path))
    chart = read_map(path.with_name("yard.tmx"))
    for name in names():
        rules = ruleset(name)
        with suppress(UserError):  # a roster is for one ruleset, or for another
            own = read_roster(path, rules)
            for squad in rules.parties(own):
                if squad not in rules.parties():
                    _begin(quick_setup(chart, rules, party=squad, foes=squad, own=own))


def check_shared(path: Path) -> None:
    """A battle in one file: its report, unpacked with nothing beside its folder, and begun."""
    told.extend(check_file(path))
    archive = look_over(path)
    with TemporaryDirectory() as home:
        folder = Path(home) / "inner" / "battles"
        scenario = unpack(archive, folder)
        inside = scenario.relative_to(folder).parts[0]
        files = [each for each in Path(home).rglob("*") if not each.is_dir()]
        assert all(each.is_relative_to(folder / inside) and not each.is_symlink() for each in files), files
        assert sum(each.stat().st_size for each in files) <= WHOLE
        assert unpacked(folder) == [scenario]
        for name in read_scenario(scenario).playable:
            _begin(to_setup(read_scenario(scenario, name)))


def check_save(path: Path) -> None:
    """A save in a list, loaded, its log read, and gone on with."""
    glance(path)
    match = load_match(path).match
    _look(match)
    for line in BattleLog(match, (None,)).lines(None):
        line.text.encode()
    told.extend(check_file(path))


def check_battle(path: Path) -> None:
    """A battle file replayed and gone on with."""
    told.extend(check_file(path))
    _look(replay(path))


def draw_map(path: Path) -> None:
    """The picture that ``check --picture`` draws, and what the window shows of a map."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    pygame.image.load = _telling(pygame.image.load)
    chart = read_map(path)
    with TemporaryDirectory() as folder:
        save_picture(chart, Path(folder) / "out.png")
    told.extend(check_file(path))
    ground = MapLayers(chart.field, chart.picture)
    target = pygame.Surface((640, 480))
    for zoom in (ZOOMS[0], ZOOMS[-1]):
        camera = Camera(chart.field.width, chart.field.height, target.get_size(), zoom)
        for corner in ((0.0, 0.0), (chart.field.width / 2, chart.field.height / 2)):
            camera.look_at(corner)
            ground.draw(target, camera)
            ground.draw_above(target, camera)
    Typography().write(chart.field.title)


def check_puzzle(path: Path) -> None:
    """A puzzle, and the battle played to its moment."""
    offered = read_puzzle(path)
    _look(moment_of_puzzle(offered))


def check_settings(path: Path) -> None:
    """Settings: all of them, or what of them is whole, as the game takes either."""
    preferences._whole_parts(path)
    preferences._read(path)


def check_expedition(path: Path) -> None:
    """An expedition as it was kept, and what is told of it."""
    found = opened(path)
    tell_far(found)
    page(found)
    for place in found.expedition.places:
        tell_place(found, place)


def check_trials(path: Path) -> None:
    """Quick battles that were kept for a difficulty."""
    read_json(path, TRIALS, BATTLES, "its battles are fought again")


def check_lab(path: Path) -> None:
    """The folder of a lab: its plan and the battles that have been fought."""
    plan = read_plan(path.with_name("plan.toml"), {})
    contests = contests_of(plan)
    results = SeriesResults(path.parent, plan, contests)
    series_figures(plan, contests, results.fought)


KINDS: dict[str, Callable[[Path], None]] = {
    "tmx": check_map,
    "document": check_document,
    "tsx": check_map,
    "vtt": check_map,
    "picture": check_picture,
    "scenario": check_scenario,
    "shared": check_shared,
    "roster": check_roster,
    "save": check_save,
    "battle": check_battle,
    "drawing": draw_map,
    "puzzle": check_puzzle,
    "settings": check_settings,
    "expedition": check_expedition,
    "trials": check_trials,
    "lab": check_lab,
}


def _begin(setup: Setup) -> None:
    """A battle's first question, and the same from a save and from a battle file of it."""
    match: AnyMatch = Match.begin(ruleset(setup.ruleset), setup)
    _look(match)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "begun.save"
        save_match(match, path, seats=SeatPlan())
        assert load_match(path, ground=match.ground).match.state == match.state
    assert replay(write_battle(match)).state == match.state


def _look(match: AnyMatch) -> None:
    """Everything that is asked and everybody who is shown."""
    asked = match.pending
    if isinstance(asked, Choose):
        for option in asked.options:
            option.label.encode()
        asked.refusals()
    for who in match.state.combatants:
        match.ruleset.standing(match.board, who)


def _telling(load: Callable[..., pygame.Surface]) -> Callable[..., pygame.Surface]:
    """Loading that does not let it pass for a damaged picture when the memory runs out."""

    def loaded(*args: object) -> pygame.Surface:
        try:
            return load(*args)
        except pygame.error as error:
            if "memory" in str(error):
                raise MemoryError(str(error)) from error
            raise

    return loaded
