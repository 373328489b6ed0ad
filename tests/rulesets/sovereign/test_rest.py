"""What follows a battle when another is to come: the dying, the night, what is brought along."""

from __future__ import annotations

import pytest

from game.kit.testing.fight import check
from game.rules.events import Id
from tests.rulesets.resting import begun_with, night
from tests.rulesets.sovereign.kit import Fight


@pytest.mark.rule("sovereign", "S-66")
def test_a_night_heals_a_point_a_level() -> None:
    fight = Fight({"annora": (1, 1)}, {"goblin": (9, 9)}).sheet_of("annora", hp=2)
    _, brought = night(fight)
    assert begun_with(fight, brought[Id("annora")]).hp == 3


@pytest.mark.rule("sovereign", "S-66", "E-93")
def test_first_aid_goes_on_round_by_round_and_leaves_one_frail() -> None:
    fight = Fight({"annora": (1, 1), "bennett": (2, 1)}, {"goblin": (9, 9)})
    fight.sheet_of("annora", hp=0, fell=1)
    _, brought = night(fight, check(1, 1), check(6, 6))
    after = begun_with(fight, brought[Id("annora")])
    assert (after.hp, after.frail) == (1, True)
    frail = Fight({"annora": (1, 1)}, {"goblin": (9, 9)}).sheet_of("annora", hp=1, frail=True)
    assert begun_with(frail, night(frail)[1][Id("annora")]).hp == 1, "the frail don't heal by themselves"


@pytest.mark.rule("sovereign", "S-66", "E-93")
def test_without_a_kit_the_dying_die() -> None:
    fight = Fight({"annora": (1, 1), "colette": (2, 1)}, {"goblin": (9, 9)})
    fight.sheet_of("annora", hp=0, fell=1)
    state, brought = night(fight)
    assert state.combatants[Id("annora")].sheet.dead
    assert list(brought) == ["colette"]


@pytest.mark.rule("sovereign", "S-66", "E-93")
def test_who_has_a_kit_tends_one_in_a_round_and_the_others_help_with_it() -> None:
    fight = Fight({"annora": (1, 1), "colette": (1, 2), "bennett": (2, 1)}, {"goblin": (9, 9)})
    fight.sheet_of("annora", hp=0, fell=1).sheet_of("colette", hp=0, fell=1)
    state, _ = night(fight, check(6, 6), check(6, 6))
    stable = {who: state.combatants[Id(who)].sheet.hp for who in ("annora", "colette")}
    assert stable == {"annora": 1, "colette": 1}
    assert state.turn.round == 3, "one in each of two rounds"
