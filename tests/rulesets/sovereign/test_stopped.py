"""By the book: whoever is stopped on its way, by somebody it did not know of or by an answer (S-62, E-32, E-45)."""

from __future__ import annotations

import pytest

from game.kit.testing.fight import check, d20
from game.play.speech import known_to
from game.rules.events import Id
from game.rules.odds import odds
from game.rules.questions import Seat
from game.spatial.field import Zone
from rulesets.sovereign.play.events import AttackRolled, AttackSpoiled
from tests.rulesets.sovereign.kit import Fight, ground, terms

NIGHT = ground(*["." * 24] * 12, zones=(Zone("z", "Night", tuple((x, 5) for x in range(8, 14)), dark=True),))
"""A strip of darkness from 8,5 to 13,5 across an open field."""


def charging(key: str, **lurker: object) -> Fight:
    """Annora charges at one foe; another, of whom she does not know, stands on the straight line to it."""
    foes = {
        "w1": ("skeletal-warrior", (16, 5)),
        "w2": ("skeletal-warrior", (11, 5)),
        "w9": ("skeletal-warrior", (0, 0)),
    }
    return Fight({"annora": (4, 5)}, foes, field=NIGHT).sheet_of("w2", **lurker).until("annora", key)


@pytest.mark.rule("sovereign", "E-32", "S-62", "E-24")
@pytest.mark.parametrize("lurker", [{"known": False}, {"known": False, "hidden": True}], ids=["lost", "in ambush"])
def test_a_charge_that_is_stopped_has_its_end_there(lurker: dict[str, object]) -> None:
    """What she can't see stops her; the axe flies all the same, 30 ft, past the one who stands before her now."""
    fight = charging("charge-throw w1 hand-axe 14,5", **lurker).play(d20(20))
    assert fight.at("annora") == (10, 5)
    roll = fight.last(AttackRolled)
    assert roll.target == "w1"
    assert terms(roll.tally)["E-32"] == 2
    assert (terms(roll.tally)["E-60"], terms(roll.tally)["E-62"]) == (-2, -4)
    said = "runs into" if "hidden" in lurker else "is stopped by"
    assert f"Annora {said} Skeletal warrior 2" in fight.log


@pytest.mark.rule("sovereign", "E-32", "S-62")
def test_where_its_target_is_out_of_reach_from_there_it_comes_to_nothing() -> None:
    fight = charging("charge w1 short-sword 15,5", known=False).play()
    assert fight.at("annora") == (10, 5)
    assert fight.told(AttackRolled) == []
    assert fight.last(AttackSpoiled).rule == "E-22"
    assert not fight.sheet("annora").main


@pytest.mark.rule("sovereign", "E-32", "E-64")
def test_a_charge_is_shown_as_far_as_its_side_knows() -> None:
    """The figure beside it is that of a field without the one who stops it; what is played may be less."""
    foes = {
        "w1": ("skeletal-warrior", (16, 5)),
        "w2": ("skeletal-warrior", (11, 5)),
        "w9": ("skeletal-warrior", (0, 0)),
    }
    fight = Fight({"annora": (4, 5)}, foes, field=NIGHT).sheet_of("w2", known=False).play("annora")
    known, key = known_to(fight.match, Seat("party")), "charge-throw w1 hand-axe 14,5"
    assert known is not None
    assert odds(known, key).struck(Id("w1")) > odds(fight.match, key).struck(Id("w1")) > 0
    del foes["w2"]
    alone = Fight({"annora": (4, 5)}, foes, field=NIGHT).play("annora")
    assert odds(known, key).struck(Id("w1")) == odds(alone.match, key).struck(Id("w1"))


@pytest.mark.rule("sovereign", "E-45", "E-53", "S-62")
def test_who_is_knocked_down_on_its_way_stays_there() -> None:
    """Bennett holds his action until the runner is beside the niche in which he stands."""
    field = ground("#" * 24, "." * 24, "#" * 8 + "." + "#" * 15)
    foes = {"w1": ("skeletal-warrior", (5, 1)), "w9": ("skeletal-warrior", (20, 1))}
    fight = Fight({"bennett": (8, 2)}, foes, field=field).play("bennett", "hold", "w1")
    fight.until("run 11,1", "pass")
    assert fight.at("w1") == (7, 1)
    fight.play("act", "shove w1", d20(20), check(6, 6), "prone", "done")
    assert fight.at("w1") == (7, 1)
    assert not fight.sheet("w1").move
