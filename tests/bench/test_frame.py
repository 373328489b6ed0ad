"""A frame of a large battle, as a multiple of copying one full screen, measured in the same run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.files.tiled.picture import Picture, PictureLayer, TileImage
from game.play.preferences import Preferences
from game.play.seating import HUMAN, Player
from game.play.session import Session
from game.resources import sprite
from game.rules.match import Match
from game.rules.questions import Seat
from game.rules.registry import ruleset
from game.rules.setup import Recruit, Setup, SideSetup
from game.spatial.field import Field, Terrain
from game.spatial.places import as_cell
from game.window.pilot import Pilot
from game.window.screens.battle import BattleScreen
from game.window.window import open_app
from tests.bench.test_frame_bench import median_of

SIDE = 100


@pytest.fixture
def crowd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pilot]:
    """A hundred by a hundred cells, sixty bodies, 1920 x 1080, everything drawn."""
    monkeypatch.setattr("game.resources.user_state_path", lambda *_, **__: tmp_path)
    terrain = tuple(int((x * 7 + y * 13) % 11 == 0) for y in range(SIDE) for x in range(SIDE))
    field = Field(SIDE, SIDE, palette=(Terrain(), Terrain("wall", True, True)), terrain=terrain)
    tiles = (
        TileImage(None),
        *(TileImage(sprite(f"terrain/{name}"), None, 64, 64) for name in ("floor_stone_1", "wall_1")),
    )
    layers = (
        PictureLayer("ground", tiles=(1,) * SIDE * SIDE),
        PictureLayer("walls", tiles=tuple(2 * solid for solid in terrain)),
    )
    free = [(x, y) for y in range(40, 60) for x in range(40, 60) if not terrain[y * SIDE + x]]
    rules = ruleset("sovereign")
    units = sorted(rules.roster())[:8]
    squads = [tuple(Recruit(units[i % 8], at=free[i * 4 + side]) for i in range(30)) for side in (0, 1)]
    setup = Setup("sovereign", field, (SideSetup("party", squads[0], party=True), SideSetup("foe", squads[1])))
    session = Session(
        Match.begin(rules, setup),
        {Seat("party"): HUMAN, Seat("foe"): Player("ai", "instinct")},
        1,
        "seeded",
        tmp_path / "bench.save",
    )
    app = open_app(Preferences(speed=8.0, hints=False, calm=True), (1920, 1080))
    app.push(BattleScreen(app, session, Picture(SIDE, SIDE, (64, 64), "", tiles, layers)))
    pilot = Pilot(app)
    question = pilot.wait_until_asked()
    while question is not None and question.kind != "act":
        pilot.choose(question.idle or question.options[0].key)
        question = pilot.wait_until_asked()
    yield pilot
    app.window.destroy()


@pytest.mark.nightly
def test_a_frame_costs_a_few_full_screen_copies(crowd: Pilot, record_property: Callable[[str, Any], None]) -> None:
    app, battle = crowd.app, crowd.battle
    battle.view.camera.zoom = 64
    token = battle.scene.tokens[battle.active] if battle.active else None
    assert token is not None
    battle.view.camera.look_at((token.at[0] + 0.5, token.at[1] + 0.5))
    crowd.point_cell(as_cell(battle.choosing.lit()[0]) if battle.choosing else token.at)
    crowd.step(120)
    other = app.surface.copy()
    copy = median_of(lambda: app.surface.blit(other, (0, 0)), 60)
    frame = median_of(app.draw, 60)
    record_property("frame_ms", frame)
    record_property("copy_ms", copy)
    print(f"\nframe {frame:.2f} ms, one full-screen copy {copy:.2f} ms, ratio {frame / copy:.1f}")
    assert pygame.display.get_init()
    assert frame / copy < 45
