"""A battle on the screen as people with the common kinds of colour blindness see it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from game.play.preferences import Preferences
from game.play.seating import HUMAN, Player
from game.play.session import Session
from game.rules.match import Match
from game.rules.questions import Seat
from game.rules.registry import ruleset
from game.rules.setup import Recruit, Setup, SideSetup
from game.spatial.field import Field
from game.view.board import overlays
from game.window.battle.stage import Stage
from game.window.pilot import Pilot
from game.window.screens.battle import BattleScreen
from game.window.window import open_app
from tests.view.seeing import SIGHTS, lab, light, pixels, seen


@pytest.fixture(scope="module")
def battle(tmp_path_factory: pytest.TempPathFactory) -> tuple[npt.NDArray[np.uint8], Stage]:
    """Somebody is asked to act, among foes of four types: the picture, and the screen it is of."""
    home = tmp_path_factory.mktemp("home")
    party = (Recruit("annora", at=(4, 4)), Recruit("colette", at=(3, 6)))
    foes = tuple(
        Recruit(unit, at=at)
        for unit, at in (("bandit", (8, 2)), ("goblin", (9, 5)), ("wolf", (8, 7)), ("zealot", (10, 4)))
    )
    setup = Setup("sovereign", Field(14, 9), (SideSetup("party", party, party=True), SideSetup("foe", foes)))
    seats = {Seat("party"): HUMAN, Seat("foe"): Player("ai", "instinct")}
    app = open_app(Preferences(speed=8.0, hints=False, calm=True), (1280, 720))
    session = Session(Match.begin(ruleset("sovereign"), setup), seats, 1, "seeded", home / "battle.save")
    app.push(BattleScreen(app, session, None))
    pilot = Pilot(app)
    while (question := pilot.wait_until_asked()) is not None and question.kind != "act":
        pilot.choose(question.options[0].key)
    pilot.wait_until(lambda: not pilot.screen.moving, "nothing moves")
    app.draw()
    found = pixels(app.surface)
    app.window.destroy()
    return found, pilot.battle


@pytest.mark.parametrize("sight", SIGHTS)
def test_a_battle_on_the_screen_keeps_its_marks(battle: tuple[npt.NDArray[np.uint8], Stage], sight: str) -> None:
    """Everybody stands out from the ground beside them, and the border of where one can go from both its sides."""
    picture, shown = battle
    camera, tones = shown.view.camera, lab(seen(light(picture), sight))
    for token in shown.view.scene.tokens.values():
        x, y = camera.centre(token.at)
        half = camera.zoom // 2
        crop = tones[x - half : x + half, y - half : y + half, 0]
        assert float(crop.std()) > 12, token.id  # dark outline, light face or plate
    assert shown.choosing is not None
    region = frozenset(shown.choosing.lit())
    edges = [(start, end) for start, end in overlays.outline(region) if start[1] == end[1] and end[0] - start[0] > 1]
    visible = 0
    for start, end in edges:
        (x0, y), (x1, _) = camera.pixel(start), camera.pixel(end)
        across = tones[(x0 + x1) // 2, y - 9 : y + 10, 0]
        visible += float(across.max() - across.min()) > 20
    assert edges
    assert visible >= len(edges) * 0.6  # panels may lie over some
