"""What one of two people at one screen knows of their own ambush is not told to the other."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.play.folders import SAVE, state_folder
from game.play.seating import HUMAN
from game.play.start import StartRequest
from game.rules.setup import Recruit
from game.window.battle.manual_save import save_slot
from game.window.destinations import Begin, WatchReplay
from game.window.screens.skirmish import SquadsScreen
from tests.window.test_secrecy import ELSEWHERE, ELSEWHERES, FOES, LURKER, NEAR, Twins, answer, battle
from tests.window.test_secrecy import twins as twins  # a fixture


def hand_over(pair: Twins) -> bool:
    """Lift the curtain if it is down in both; whether it was."""
    if not all("I am ready" in pilot.buttons() for pilot in pair.pilots):
        return False
    pair.each("the curtain", lambda pilot: pilot.step(3))
    for pilot in pair.pilots:
        pilot.click_button("I am ready")
    return True


@pytest.mark.parametrize("name", ELSEWHERES)
def test_two_people_at_one_screen_keep_their_secrets(twins: Callable[..., Twins], name: str) -> None:
    """What one person sees of their own ambush is gone from curtain, screen and saves when the other looks."""
    # a second one hides in both: that there is something to hide at all is told by the curtain
    also = Recruit("wolf", "", (15, 9), hidden=True)
    others = [each for each in ELSEWHERE[name] if each.at != also.at]
    pair = twins(battle(*FOES, also, LURKER), battle(*others, also), party=HUMAN, foe=HUMAN)
    curtains = 0
    for _ in range(60):
        seats = {str(pilot.battle.view.viewer) for pilot in pair.pilots}
        if seats == {"foe"} and all(pilot.at_battle for pilot in pair.pilots):
            _end_foes_turn(pair)
        elif hand_over(pair):
            curtains += 1
        else:
            question = pair.until_asked()
            if question is not None and question.seat == "party":
                pair.look_round(NEAR[:4])
                answer(pair, question, "run 3,2")
        if pair.pilots[0].battle.session.match.ruleset.round_of(pair.pilots[0].battle.session.match.state) > 2:
            break
    assert curtains >= 2


def _end_foes_turn(pair: Twins) -> None:
    """The foes' person looks at their own, one of them in hiding, and ends the turn of all."""
    for pilot in pair.pilots:
        for _ in range(20):
            question = pilot.wait_until_asked()
            if question is None or question.seat != "foe":
                break
            pilot.point_cell((7, 3))
            pilot.step(3)
            keys = list(question.options.all_keys())
            pilot.choose(next(key for key in ("end", "done", keys[0]) if key in keys))
    for pilot in pair.pilots:
        while pilot.at_battle and pilot.asked is None:
            pilot.step()
        pilot.app.sounds.heard = []


def test_a_save_of_two_people_has_no_picture_of_what_one_saw(twins: Callable[..., Twins]) -> None:
    """The list of saves is seen by both; a save of one person alone has its picture."""
    ambush, plain = battle(*FOES, LURKER), battle(*FOES)
    for setup, players, pictures in (
        (ambush, {"party": HUMAN, "foe": HUMAN}, 0),
        (plain, {"party": HUMAN, "foe": HUMAN}, 1),
        (ambush, {"party": HUMAN}, 1),
    ):
        pilot = twins(setup, setup, **players).pilots[0]
        pilot.wait_until_asked()
        for made in state_folder("saves").glob("*.*"):
            made.unlink()
        assert save_slot(pilot.battle).startswith("Saved")
        assert len(list(state_folder("saves").glob("*.png"))) == pictures


def test_a_battle_of_two_people_is_gone_on_with_behind_a_curtain(twins: Callable[..., Twins]) -> None:
    setup = battle(*FOES, LURKER)
    pilot = twins(setup, setup, party=HUMAN, foe=HUMAN).pilots[0]
    pilot.wait_until_asked()
    save_slot(pilot.battle)
    (kept,) = state_folder("saves").glob(f"*{SAVE}")
    pilot.app.go(Begin(StartRequest(kept)))
    assert pilot.buttons() == ["I am ready"]
    pilot.app.go(WatchReplay(kept))
    assert "watch it when it is over" in pilot.app.notice


@pytest.mark.parametrize("people", [("party",), ("party", "foe")])
def test_the_list_of_squads_names_nobody_in_ambush(twins: Callable[..., Twins], people: tuple[str, ...]) -> None:
    """Shown before the battle to whoever sits there: it lists those whom all of them know."""
    setup = battle(*FOES, LURKER)
    pilot = twins(setup, setup, **dict.fromkeys(people, HUMAN)).pilots[0]
    shown = SquadsScreen(pilot.app, pilot.battle.session).shown
    assert "goblin-1" not in shown
    assert "skeletal-archer-1" in shown
