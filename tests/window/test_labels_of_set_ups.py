"""Where a battle is made no label is cut and none lies on another: both set-ups, the map doctor, the form of units, and
the pages about a fighter, at the usual size of text and at the largest."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.files.tiled.corrections import Corrections, FeatureWords, write_corrections
from game.play.preferences import TEXT_MOST, Preferences
from game.play.start import StartRequest
from game.rules.registry import names, ruleset
from game.spatial.solids import CellSide
from game.view.widgets.theme import Typography
from game.view.widgets.widget import Button, Label, Widget
from game.window.destinations import Detail, EditMap, Inspect, OwnUnits
from game.window.doctor.tools import SORTS, TOOLS
from game.window.drafting.pages import GOALS, begun
from game.window.loop import App
from game.window.screens.doctor import DoctorScreen
from game.window.screens.drafting import PAGES, DraftingScreen
from game.window.screens.inspect import InspectScreen
from game.window.screens.setup import SetupScreen
from game.window.screens.units import UnitsScreen
from game.window.window import open_app
from tests.corpus.kinds import HOME
from tests.window.test_labels import line_up, looked_at, units

SIZE = 1280, 720

EACH = 3
"""Of what there is to look through one in so many is looked at."""


def games(by_day: str) -> list[Any]:
    """All rulesets, all but one of them at night."""
    found = [name for name in names() if name != "duel"]
    return [pytest.param(name, marks=() if name == by_day else pytest.mark.nightly) for name in found]


@pytest.fixture(params=[1.0, TEXT_MOST], ids=["usual text", "largest text"])
def sized(request: pytest.FixtureRequest) -> Iterator[App]:
    """A window with text of each size."""
    opened = open_app(Preferences(text=request.param, hints=False, calm=True), SIZE)
    yield opened
    opened.window.destroy()


def extent(widget: Widget, look: Typography) -> pygame.Rect:
    """The pixels that a widget takes; of a label, those of its lines."""
    if not isinstance(widget, Label):
        return widget.rect
    size, lines = widget.lines(look)
    wide = max((look.width(line, size, widget.weight) for line in lines), default=0)
    # a line's box has room above and below its letters, which may lie under the next widget
    high = look.line(size) * (len(lines) - 1) + look.font(size, widget.weight).get_ascent()
    return pygame.Rect(widget.rect.left, widget.rect.top, wide, high)


def overlaps(app: App) -> list[str]:
    """Widgets of the screen on top that lie on each other, or not in the window."""
    screen = app.top
    shown = [(widget, extent(widget, screen.look)) for widget in screen.group.widgets]
    told = {id(widget): f"{type(widget).__name__} {getattr(widget, 'text', '')!r}" for widget, _ in shown}
    found = [
        f"{told[id(one)]} on {told[id(other)]}" for (one, a), (other, b) in combinations(shown, 2) if a.colliderect(b)
    ]
    window = pygame.Rect((0, 0), SIZE)
    return found + [f"{told[id(widget)]} out of the window" for widget, box in shown if not window.contains(box)]


def look_over(app: App) -> list[str]:
    """Draw the screen on top; what is wrong with where its widgets are."""
    app.draw()
    bare = [repr(each.tip) for each in app.top.group.widgets if isinstance(each, Button) and not each.text]
    return overlaps(app) + bare


@pytest.mark.parametrize("name", games("glog"))
def test_the_quick_set_up(sized: App, cuts: list[str], name: str) -> None:
    screen = SetupScreen(sized)
    sized.push(screen)
    screen._pick(next(at for at, path in enumerate(screen.paths) if path.name == "gatehouse.tmx"))
    screen._pick_rules(name)
    wrong = []
    for page in range(len(ruleset(name).settings)):
        screen.page = page
        screen.refresh()
        wrong += look_over(sized)
    for key in ruleset(name).parties():
        screen.sides._squad("foe", key)
        wrong += look_over(sized)
    assert not wrong and not cuts, "\n".join(sorted({*wrong, *cuts}))


def painted(folder: Path) -> Path:
    """A map from elsewhere with starts of four sides and every kind of feature."""
    for name in ("layer-called-collision.tmx", "sheet.png"):
        (folder / name).write_bytes((HOME / name).read_bytes())
    path = (folder / "layer-called-collision.tmx").rename(folder / "barn.tmx")
    features = {str(n): FeatureWords(sort.kind, "", sort.usual) for n, sort in enumerate(SORTS, 1)}
    features["7"] = FeatureWords("lever", "The winch", cost="bonus", linked=CellSide((7, 7), True))
    features["10"] = FeatureWords("thing", thing="stool")
    said = Corrections(
        starts={(3, 9): "third", (4, 9): "The wolves"},
        features=features,
        featured={key: ((3 + int(key), 10),) for key in features},
    )
    write_corrections(path, said)
    return path


def test_sides_besides_party_and_foes(sized: App, cuts: list[str], tmp_path: Path) -> None:
    path = painted(tmp_path)
    sized.preferences.maps = (str(path),)
    screen = SetupScreen(sized, path)
    sized.push(screen)
    wrong = look_over(sized)
    for side in ("third", "The wolves"):
        screen.sides._squad(side, next(iter(ruleset(screen.rules).parties())))
        wrong += look_over(sized)
    assert not wrong and not cuts, "\n".join(sorted({*wrong, *cuts}))


def test_the_map_doctor(sized: App, cuts: list[str], tmp_path: Path) -> None:
    sized.go(EditMap(painted(tmp_path)))
    screen = sized.top
    assert isinstance(screen, DoctorScreen)
    wrong = []
    for tool in TOOLS:
        screen._take(tool)
        wrong += look_over(sized)
        for sort in SORTS if tool.name == "put feature" else ():
            screen.details._say_of_feature(FeatureWords(sort.kind, "", sort.usual))
            wrong += look_over(sized)
        for feature in screen.document.features.all() if tool.name == "pick feature" else ():
            screen.setting.feature = feature.ref
            screen.refresh()
            wrong += look_over(sized)
    assert not wrong and not cuts, "\n".join(sorted({*wrong, *cuts}))


@pytest.mark.parametrize("name", games("ingenuity"))
def test_the_set_up_in_detail(sized: App, cuts: list[str], name: str) -> None:
    sized.go(Detail(StartRequest("gatehouse", rules=name)))
    screen = sized.top
    assert isinstance(screen, DraftingScreen)
    draft, wrong = screen.draft, []
    draft.add_side((16, 16))
    draft.look_at("foe", 0)
    for goal in GOALS:
        draft.aim_at(begun(draft, goal))
        for page in PAGES:
            screen._turn_to(page)
            wrong += look_over(sized)
    screen._turn_to("units")
    for naming in ("Those who travel", None):
        screen.squads.naming = naming
        screen.refresh()
        wrong += look_over(sized)
    for strength in (True, False):
        draft.by_strength = strength
        for row in range(0, len(draft.offered()), 8):
            screen.refresh()
            assert screen.listed is not None
            screen.listed.top = row * screen.listed.height
            wrong += look_over(sized)
    assert not wrong and not cuts, "\n".join(sorted({*wrong, *cuts}))


@pytest.mark.parametrize("name", games("sovereign"))
def test_the_form_of_units(sized: App, cuts: list[str], name: str) -> None:
    sized.go(OwnUnits(name))
    screen = sized.top
    assert isinstance(screen, UnitsScreen)
    wrong = []
    for begin in screen._rows[:: len(screen._rows) // 4]:
        screen._begin(begin)
        for line in screen.document.lines[::EACH]:
            screen.at = line.path
            screen._reveal()
            wrong += look_over(sized)
    assert not wrong and not cuts, "\n".join(sorted({*wrong, *cuts}))


@pytest.mark.parametrize("name", games("einfelst"))
def test_the_pages_about_a_fighter(sized: App, cuts: list[str], name: str, tmp_path: Path) -> None:
    every = [unit for squad in units(name) for unit in squad]
    battle = looked_at(sized, line_up(name, every[::17]), tmp_path / "a.save")
    wrong = []
    for who in list(battle.stage.scene.tokens)[::EACH]:
        sized.go(Inspect(battle.stage.view, battle.stage.layers.liveries, who, lambda: None))
        screen = sized.top
        assert isinstance(screen, InspectScreen)
        wrong += look_over(sized)
        for spot in list(screen.links)[::EACH]:
            screen.open(spot.leads)
            wrong += look_over(sized)
            screen.cancel()
        screen.app.pop()
    assert not wrong and not cuts, "\n".join(sorted({*wrong, *cuts}))
