"""By the book: Morale."""

from __future__ import annotations

import pytest

from game.kit.conditions import Condition
from game.kit.testing.fight import Dice, d6
from rulesets.sovereign.play.events import Broke, Did
from tests.rulesets.sovereign.kit import Fight, ground

PARTY = {"annora": (5, 5), "bennett": (5, 6), "colette": (4, 5)}


def band(unit: str, many: int) -> dict[str, tuple[str, tuple[int, int]]]:
    """Some of a kind, in a column within sight."""
    return {f"x{n}": (unit, (12, 2 + n)) for n in range(many)}


@pytest.mark.rule("sovereign", "E-89")
def test_the_fearless_fight_on() -> None:
    foes = band("skeletal-warrior", 3)
    fight = Fight(PARTY, foes, acting="foes").turn_of(strength={"party": 3, "foes": 9}).sheet_of("x0", hp=1).play()
    assert fight.told(Broke) == []
    assert not fight.sheet("x0").fleeing


@pytest.mark.rule("sovereign", "E-89", "S-20")
def test_characters_decide_for_themselves_and_henchmen_do_not() -> None:
    party = {**PARTY, "man-at-arms": (4, 6)}
    fight = Fight(party, band("ogre", 1)).turn_of(strength={"party": 8, "foes": 1}).sheet_of("annora", hp=1).play()
    assert not fight.sheet("annora").fleeing
    assert fight.sheet("man-at-arms").fleeing


@pytest.mark.rule("sovereign", "E-89")
def test_morale_may_be_switched_off() -> None:
    fight = Fight(PARTY, band("bandit", 1), acting="foes", morale="off").turn_of(strength={"party": 3, "foes": 9})
    assert not fight.play().sheet("x0").fleeing


@pytest.mark.rule("sovereign", "E-89")
def test_a_troll_flees_fire_alone() -> None:
    fight = Fight(PARTY, {"troll": (12, 5)}, acting="foes").sheet_of("troll", hp=5).play()
    assert not fight.sheet("troll").fleeing
    fight = (
        Fight(PARTY, {"troll": (12, 5)}, acting="foes")
        .sheet_of("troll", conditions=(Condition("burnt", "round ends"),))
        .play()
    )
    assert fight.sheet("troll").fleeing


@pytest.mark.rule("sovereign", "E-90", "S-19")
def test_half_the_hit_points_unless_nobody_could_reach_it() -> None:
    fight = Fight({"annora": (5, 5)}, band("bugbear", 1), acting="foes").sheet_of("x0", hp=7).play()
    assert fight.sheet("x0").fleeing, "15 at first"
    fight = Fight({"annora": (0, 11)}, {"x0": ("bugbear", (23, 0))}, acting="foes").sheet_of("x0", hp=7).play()
    assert not fight.sheet("x0").fleeing, "115 ft off, and she has no bow"
    fight = Fight({"colette": (0, 11)}, {"x0": ("bugbear", (23, 0))}, acting="foes").sheet_of("x0", hp=7).play()
    assert fight.sheet("x0").fleeing, "a small bow carries 300"


SAFE = ground("." * 30, *["." * 30] * 10)


@pytest.mark.rule("sovereign", "E-90", "S-19")
@pytest.mark.parametrize(
    ("foe", "sheet", "at", "safe"),
    [
        # A bugbear at 0,5 with half its hit points; the foe's move is 30 ft.
        ("edda", {}, 12, False),  # a charge of 60 ft and the sword's 5 come as far as 13
        ("edda", {"ready": ("great-sword",)}, 14, True),
        ("edda", {}, 15, False),  # her axe, thrown from a charge's end, flies 30 more
        ("edda", {}, 19, True),
        ("annora", {"ready": ("short-sword",), "prone": True}, 12, True),  # the prone don't charge
        ("fenn", {"ready": ("dagger",)}, 18, False),  # a run of 30, a throw of 60
        ("fenn", {"ready": ("dagger",), "main": False}, 18, False),  # with its next turn
        ("hadrian", {"ready": (), "hand": ""}, 26, False),  # a run, and a spell of 100 ft
        ("hadrian", {"ready": (), "hand": "", "casts": 0}, 26, True),
        ("colette", {"unloaded": ("small-bow",), "items": ()}, 26, True),  # no arrow left
    ],
)
def test_clearly_safe_is_who_no_turn_of_a_foe_could_harm(
    foe: str, sheet: dict[str, object], at: int, safe: bool
) -> None:
    fight = Fight({foe: (at, 5)}, {"x0": ("bugbear", (0, 5))}, acting="foes", field=SAFE).sheet_of("x0", hp=7)
    fight.sheet_of(foe, **sheet).play()
    assert fight.sheet("x0").fleeing != safe


@pytest.mark.rule("sovereign", "E-90", "S-19")
def test_behind_a_wall_one_is_safe_from_a_charge_and_a_bow() -> None:
    """Ten squares off, and no way round: the same foes without the wall make it flee."""
    shut = ground(*["......#....." + "." * 18] * 6)
    for foe in ("annora", "colette"):
        fight = Fight({foe: (8, 2)}, {"x0": ("bugbear", (4, 2))}, acting="foes", field=shut).sheet_of("x0", hp=7).play()
        assert not fight.sheet("x0").fleeing
        fight = Fight({foe: (8, 2)}, {"x0": ("bugbear", (4, 2))}, acting="foes", field=SAFE).sheet_of("x0", hp=7).play()
        assert fight.sheet("x0").fleeing


@pytest.mark.rule("sovereign", "E-91", "S-19")
def test_a_winning_group_stays() -> None:
    foes = {f"x{n}": ("ogre", (12 + 3 * n, 5)) for n in range(2)}
    fight = Fight(PARTY, foes, acting="foes").turn_of(strength={"party": 3, "foes": 3}).play()
    assert not fight.told(Broke), "66 hit points against 13"


@pytest.mark.rule("sovereign", "E-91", "E-20")
def test_those_who_flee_disengage_or_run_for_the_edge_and_are_gone() -> None:
    fight = Fight(PARTY, {"x0": ("bandit", (22, 5)), "x1": ("bandit", (20, 5))}, acting="foes")
    fight.turn_of(strength={"party": 3, "foes": 6}).play("x0")
    assert not fight.offers("hold")
    fight.play("run 23,5", "leave")
    assert list(fight.state.gone) == ["x0"]
    assert not fight.match.over
    fight.play("x1", "run 23,4", "leave", "no")
    assert fight.winner == "party"


def chased(*answers: str | Dice, unit: str = "bandit") -> Fight:
    """The last foe flees, and the party gives chase."""
    fight = Fight(PARTY, {"x0": (unit, (22, 5))}, acting="foes").turn_of(strength={"party": 3, "foes": 6})
    return fight.play("x0", "run 23,5", "leave", "yes", *answers)


@pytest.mark.rule("sovereign", "E-92", "S-41")
def test_a_chase_is_lost_at_a_corner_or_goes_on_for_ten_rounds() -> None:
    fight = chased(d6(1), d6(2), d6(3))
    assert fight.last(Did).what == "loses sight of"
    assert fight.winner == "party"
    assert fight.state.turn.caught == ()
    assert chased(*[d6(1)] * 10).state.turn.caught == (), "nobody is the faster"


@pytest.mark.rule("sovereign", "E-92", "S-41")
def test_one_hunter_runs_after_one_of_the_fled_whoever_left_last() -> None:
    foes = {"x0": ("bandit", (22, 5)), "x1": ("bandit", (22, 4))}
    fight = Fight({"annora": (5, 5)}, foes, acting="foes").turn_of(strength={"party": 3, "foes": 6})
    fight.play("x0", "run 23,5", "leave", "x1", "run 23,4", "leave", "yes", d6(3))
    chases = [event for event in fight.match.events if isinstance(event, Did) and event.what == "chases"]
    assert [(event.who, event.other) for event in chases] == [("annora", "x1")]
    assert fight.match.over


@pytest.mark.rule("sovereign", "E-92", "S-41")
def test_the_slower_are_run_down_and_the_faster_get_away() -> None:
    slow = Fight(PARTY, {"x0": ("bandit", (22, 5))}, acting="foes").turn_of(strength={"party": 3, "foes": 6})
    slow.profile_of("x0", move=20).play("x0", "run 23,5", "leave", "yes", d6(1))
    assert slow.state.turn.caught == ("x0",)
    fight = chased(d6(2), unit="wolf")
    assert fight.last(Did).what == "loses sight of", "60 ft a move: past 90 in the second round"


@pytest.mark.rule("sovereign", "E-92", "S-41")
def test_who_has_fled_the_map_comes_back_in_no_later_round() -> None:
    foes = {"x0": ("bandit", (22, 5)), "x1": ("skeletal-warrior", (0, 0))}
    fight = Fight({"annora": (5, 5)}, foes, acting="foes").sheet_of("x0", fleeing=True)
    fight.play("x0", "run 23,5", "leave", "x1", "done", "annora", "done")
    for _ in range(5):
        assert list(fight.state.gone) == ["x0"] and "x0" not in fight.state.combatants
        fight.play("x1", "done", "annora", "done")
