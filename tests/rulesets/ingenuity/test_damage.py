"""Damage, fainting, death and effects by the book's numbers (B-33, B-36, B-48, B-58 to B-66, B-69 to B-79)."""

from __future__ import annotations

from typing import Any

import pytest

from game.kit.testing.fight import d6, d20
from game.rules.events import Id
from game.rules.odds import odds
from game.rules.ruleset import Note
from game.rules.table import Table
from rulesets.ingenuity.play import damage
from rulesets.ingenuity.play.events import Eased, Fell, LuckTested, Struck, Worn
from tests.rulesets.ingenuity.kit import Fight, suffering, thrown

BOUDICA = Id("boudica")
FORTIFY = "d6+d4"


def one(**sheet: Any) -> Fight:
    """Boudica of the book's example, as hurt as is said."""
    return Fight({"boudica": (3, 3)}, {"guard": (4, 3)}, acting="foes").sheet_of("boudica", **sheet)


def after(amount: int, *answers: Any, nonlethal: bool = False, **sheet: Any) -> Any:
    """The sheet after so much damage, with the events of it."""
    fight, found = one(**sheet), []

    async def suffer(table: Table[Any, Any]) -> None:
        await damage.suffer(table, BOUDICA, amount, Id("guard"), nonlethal=nonlethal)
        found.append(table.now(BOUDICA).sheet)

    fight.run(suffer, *answers)
    return found[0]


# ------------------------------------------------------------------ endurance, health, fainting


@pytest.mark.rule("ingenuity", "B-48", "B-69")
def test_seven_damage_leave_five_of_twelve_endurance_which_is_harmed() -> None:
    sheet = after(7)
    assert (sheet.end, sheet.hp, sheet.harmed, sheet.bloodied) == (5, 12, True, False)


@pytest.mark.rule("ingenuity", "B-48", "B-70", "B-71", "B-33", "N-27")
def test_ten_more_go_through_to_health_and_a_fortify_of_seven_against_five_holds() -> None:
    sheet = after(10, "fortify", thrown(4, 2, of=FORTIFY), end=5)
    assert (sheet.end, sheet.hp, sheet.bloodied, sheet.up) == (0, 7, True, True)
    assert (sheet.st, sheet.reactions) == (11, 0)


@pytest.mark.rule("ingenuity", "B-71", "B-33")
def test_a_fortify_that_fails_or_is_let_be_is_a_faint() -> None:
    for answers in (("fortify", thrown(1, 1, of=FORTIFY)), ("pass",)):
        sheet = after(10, *answers, end=5)
        assert (sheet.unconscious, sheet.prone, sheet.hp) == (True, True, 7)


@pytest.mark.rule("ingenuity", "B-71")
def test_missing_health_must_exceed_constitution() -> None:
    assert after(9, end=5).up  # 4 missing, CON 4
    assert after(10, end=5, conditions=suffering(guard=1)).up  # 5 missing, CON 5


@pytest.mark.parametrize("sheet", [{"reactions": 0}, {"st": 0}], ids=["no reaction", "no stamina"])
@pytest.mark.rule("ingenuity", "B-71", "B-30")
def test_who_cannot_fortify_faints_unasked(sheet: dict[str, Any]) -> None:
    assert after(10, end=5, **sheet).unconscious


@pytest.mark.rule("ingenuity", "B-71")
def test_each_further_loss_of_health_is_asked_about_again() -> None:
    assert after(1, "fortify", thrown(6, 4, of=FORTIFY), end=0, hp=7).up
    assert after(1, end=1, hp=7).up  # endurance took it


@pytest.mark.rule("ingenuity", "B-71", "B-33")
def test_to_faint_or_not_is_in_the_odds_of_the_blow() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (4, 3)}, acting="foes")
    fight.profile_of("boudica", physical=0, eva=0).sheet_of("boudica", end=5).until(
        "guard", "strike boudica spear", thrown(2, 3), "pass"
    )
    found = odds(fight.match, "fortify")
    assert fight.asked.idle == "fortify"
    assert f"{(1 - float(found.down(BOUDICA))) * 100:.1f}" == "88.1"
    assert found.noted() == {Note(BOUDICA, "faints: over 4 health missing"): found.down(BOUDICA)}, "and says why"


# ------------------------------------------------------------------ the edge of death


@pytest.mark.rule("ingenuity", "B-72", "B-73")
def test_damage_that_is_just_enough_for_the_last_health_risks_no_death() -> None:
    sheet = after(10, end=3, hp=7)
    assert (sheet.hp, sheet.unconscious, sheet.prone, sheet.dead, sheet.cheat) == (0, True, True, False, 10)


@pytest.mark.rule("ingenuity", "B-72", "B-73", "B-74")
def test_damage_beyond_the_last_health_takes_a_luck_test_of_ten() -> None:
    assert after(11, d20(9), end=3, hp=7).dead
    sheet = after(11, d20(10), end=3, hp=7)
    assert (sheet.dead, sheet.hp, sheet.cheat, sheet.unconscious) == (False, 0, 15, True)


@pytest.mark.rule("ingenuity", "B-73")
def test_the_books_last_blow_and_a_one_kill() -> None:
    assert after(8, d20(1), end=0, hp=7).dead


@pytest.mark.parametrize(("cheat", "share"), [(10, "55"), (15, "30"), (20, "5"), (25, "0")])
@pytest.mark.rule("ingenuity", "B-73", "B-74", "B-79")
def test_whoever_has_cheated_death_finds_it_harder_each_time(cheat: int, share: str) -> None:
    fight = Fight({"boudica": (3, 3), "roland": (9, 9)}, {"guard": (4, 3), "wolf": (20, 9)}, acting="foes")
    fight.sheet_of("boudica", end=0, hp=0, unconscious=True, prone=True, cheat=cheat)
    fight.sheet_of("guard", conditions=suffering(blinded=1)).turn_of(round=3)
    fight.until("guard", "strike boudica spear", thrown(6, 6), d6(6))
    assert fight.rolled.why == "luck"
    deaths = sum(ways for faces, ways in fight.rolled.outcomes() if faces[0] < cheat)
    assert f"{100 - deaths * 5}" == share


@pytest.mark.rule("ingenuity", "B-78")
def test_nonlethal_damage_beyond_the_last_health_risks_no_death() -> None:
    sheet = after(20, nonlethal=True, end=0, hp=7)
    assert (sheet.hp, sheet.unconscious, sheet.dead) == (0, True, False)


@pytest.mark.parametrize("nonlethal", [True, False])
@pytest.mark.rule("ingenuity", "B-79")
def test_any_more_damage_at_zero_health_risks_death(nonlethal: bool) -> None:
    assert after(1, d20(3), nonlethal=nonlethal, end=0, hp=0, unconscious=True, prone=True).dead
    assert not after(1, d20(12), nonlethal=nonlethal, end=4, hp=0, unconscious=True, prone=True).dead


@pytest.mark.rule("ingenuity", "B-72", "N-34")
def test_who_falls_lets_go_of_all_it_was_about() -> None:
    fight = Fight({"petra": (3, 3)}, {"guard": (4, 3)}).sheet_of("petra", conditions=suffering(guard=1, bleeding=2))

    async def fall(table: Table[Any, Any]) -> None:
        damage.fall(table, Id("petra"))
        sheet = table.now(Id("petra")).sheet
        assert [one.word for one in sheet.conditions] == ["bleeding"]
        assert (sheet.task, sheet.readied, sheet.prone) == (None, None, True)
        damage.fall(table, Id("petra"))

    fight.run(fall)
    assert [event.how for event in fight.heard if isinstance(event, Fell)] == ["unconscious"]


@pytest.mark.rule("ingenuity", "B-72", "B-02")
def test_the_last_of_a_team_that_faints_ends_the_fight() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (4, 3)}, acting="foes").sheet_of("boudica", end=0, hp=8)
    fight.until("guard", "strike boudica spear", thrown(3, 3), "pass", "pass")
    assert fight.winner == "foes"


# ------------------------------------------------------------------ shields


def blocked(comes_to: int, *answers: Any, worn: int = 0, **more: Any) -> Fight:
    """Roland blocks a blow of a guard's spear that comes to so much."""
    fight = Fight({"roland": (3, 3)}, {"guard": (4, 3)}, acting="foes")
    fight.weapon_of("guard", "spear", damage=comes_to - 7, **more)
    fight.profile_of("roland", eva=0).sheet_of("roland", wear={"medium-shield": worn} if worn else {})
    return fight.play("guard", "strike roland spear", thrown(2, 4), "block medium-shield", *answers)


@pytest.mark.rule("ingenuity", "B-58", "B-59", "B-62", "B-66", "N-26")
def test_sixteen_damage_break_a_shield_and_three_go_on_to_the_body_unreduced() -> None:
    fight = blocked(16)
    assert (fight.body_of("roland"), fight.sheet("roland").broken("medium-shield")) == ((14 - 3, 14), True)
    assert (fight.last(Worn).lost, fight.last(Worn).left) == (10, 0)


@pytest.mark.rule("ingenuity", "B-59")
def test_two_damage_against_block_three_cost_the_shield_one_all_the_same() -> None:
    assert blocked(8).sheet("roland").wear == {"medium-shield": 5}
    fight = Fight({"roland": (3, 3)}, {"guard": (4, 3)}, acting="foes").weapon_of("guard", "spear", damage=-5)
    fight.profile_of("roland", eva=0)
    fight.play("guard", "strike roland spear", thrown(2, 4), "block medium-shield")
    assert (fight.sheet("roland").wear, fight.body_of("roland")) == ({"medium-shield": 1}, (14, 14))


@pytest.mark.rule("ingenuity", "B-60", "B-62")
def test_what_comes_with_a_hit_goes_to_the_shield_unless_damage_goes_through() -> None:
    whole = blocked(10, inflicts="bleeding", amount=3)
    assert not whole.has("roland", "bleeding")
    through = blocked(16, inflicts="bleeding", amount=3)
    assert through.sheet("roland").amount("bleeding") == 3


@pytest.mark.rule("ingenuity", "B-62", "B-66")
def test_a_worn_shield_stops_only_what_is_left_of_it() -> None:
    fight = blocked(10, worn=8)
    assert fight.body_of("roland") == (14 - 5, 14)


@pytest.mark.rule("ingenuity", "B-62", "B-73")
def test_what_is_beyond_a_shield_may_kill() -> None:
    fight = Fight({"roland": (3, 3)}, {"guard": (4, 3)}, acting="foes")
    fight.weapon_of("guard", "spear", damage=9).profile_of("roland", eva=0).sheet_of("roland", end=0, hp=2)
    fight.play("guard", "strike roland spear", thrown(2, 4), "block medium-shield", d20(4))
    assert (fight.sheet("roland").dead, fight.last(LuckTested).needed, fight.winner) == (True, 10, "foes")


@pytest.mark.rule("ingenuity", "B-53", "B-58")
def test_a_blow_on_a_shield_has_not_hit_its_bearer_and_gives_no_momentum() -> None:
    assert blocked(10).sheet("guard").struck == ()
    assert blocked(16).sheet("guard").struck == ("roland",)


def bitten(effect: str, *answers: Any, amount: int = 0, **profile: Any) -> Fight:
    """A guard's blow of result 7 that inflicts something has hit Boudica, whose CON is 4."""
    fight = Fight({"boudica": (4, 3), "roland": (15, 9)}, {"guard": (3, 3)}, acting="foes")
    fight.weapon_of("guard", "spear", inflicts=effect, amount=amount).profile_of("boudica", **profile)
    return fight.play("guard", "strike boudica spear", thrown(2, 4), *answers)


@pytest.mark.rule("ingenuity", "B-33", "N-33")
def test_an_effect_of_a_hit_is_fortified_against_with_more_than_its_result() -> None:
    fight = bitten("bleeding", "fortify", thrown(4, 2, of="d6+d4"), amount=2)
    assert (fight.checked.needed, fight.checked.passed, fight.has("boudica", "bleeding")) == (8, False, True)
    fight = bitten("bleeding", "fortify", thrown(4, 3, of="d6+d4"), amount=2)
    assert (fight.checked.passed, fight.has("boudica", "bleeding")) == (True, False)
    assert (fight.sheet("boudica").st, fight.sheet("boudica").reactions) == (11, 0)


@pytest.mark.rule("ingenuity", "B-33", "N-33")
def test_constitution_alone_keeps_off_what_does_not_reach_it() -> None:
    fight = bitten("stunned", con=8)
    assert (fight.told(Struck), fight.asked_of("fortify")) == ([], [])


@pytest.mark.rule("ingenuity", "B-33", "B-30")
def test_who_has_dodged_in_vain_cannot_fortify() -> None:
    fight = bitten("stunned", "dodge", thrown(1, 1, of="d6+d4"))
    assert (fight.asked_of("fortify"), fight.has("boudica", "stunned")) == ([], True)


@pytest.mark.rule("ingenuity", "B-33")
def test_nothing_befalls_who_is_missed() -> None:
    assert bitten("stunned", eva=12).told(Struck) == []


def turned(**changes: Any) -> Fight:
    """Boudica's turn begins, with Roland far off."""
    fight = Fight({"boudica": (4, 3), "roland": (15, 9)}, {"guard": (20, 3)})
    return fight.sheet_of("boudica", **changes)


@pytest.mark.rule("ingenuity", "B-48", "N-32")
def test_burning_takes_so_much_as_there_is_of_it_and_one_less_each_turn() -> None:
    fight = turned(conditions=suffering(burning=2)).play("boudica")
    assert (fight.body_of("boudica"), fight.sheet("boudica").amount("burning")) == ((10, 12), 1)
    fight.play("done", "guard", "done", "roland", "done", "boudica")
    assert (fight.body_of("boudica"), fight.has("boudica", "burning")) == ((9, 12), False)
    assert fight.last(Eased).effect == "burning"


@pytest.mark.rule("ingenuity", "B-48", "N-32")
def test_bleeding_takes_one_of_it_past_endurance() -> None:
    fight = turned(conditions=suffering(bleeding=3)).play("boudica")
    assert (fight.body_of("boudica"), fight.lost) == (
        (10, 11),
        [("boudica", 2, "endurance"), ("boudica", 1, "health")],
    )


@pytest.mark.rule("ingenuity", "N-32")
def test_effects_of_a_kind_add_up() -> None:
    fight = Fight({"boudica": (4, 3)}, {"guard": (3, 3)}, acting="foes").weapon_of(
        "guard", "spear", inflicts="bleeding", amount=2
    )
    fight.sheet_of("boudica", conditions=suffering(bleeding=1), reactions=0)
    fight.play("guard", "strike boudica spear", thrown(2, 4))
    assert fight.sheet("boudica").amount("bleeding") == 3


@pytest.mark.rule("ingenuity", "B-71", "N-31")
def test_who_is_felled_by_bleeding_as_its_turn_begins_has_none() -> None:
    fight = turned(conditions=suffering(bleeding=1), end=0, hp=7, st=0).play("boudica")
    assert fight.sheet("boudica").unconscious
    assert fight.asked.who == "guard"


@pytest.mark.rule("ingenuity", "B-79", "N-31")
def test_the_unconscious_bleed_as_the_round_ends_and_at_no_health_risk_death() -> None:
    fight = turned(conditions=suffering(bleeding=2), end=0, hp=0, unconscious=True, prone=True)
    fight.play("roland", "done", "guard", "done")
    assert fight.rolled.why == "luck"
    fight.play(d20(3))
    assert fight.sheet("boudica").dead


@pytest.mark.rule("ingenuity", "N-31")
def test_nobody_burns_twice_in_a_round() -> None:
    fight = turned(conditions=suffering(burning=3)).play("boudica", "done", "guard", "done", "roland", "done")
    assert (fight.turn.round, fight.body_of("boudica")) == (2, (9, 12))


@pytest.mark.rule("ingenuity", "N-32")
def test_the_stunned_have_an_action_less_and_no_reaction_until_then() -> None:
    fight = turned(conditions=suffering(stunned=1))
    assert fight.play("boudica").turn.actions == 2
    assert not fight.has("boudica", "stunned")
    fight = turned(conditions=suffering(stunned=5)).play("boudica")
    assert fight.turn.actions == 0


@pytest.mark.rule("ingenuity", "B-54", "N-32")
def test_the_blinded_see_nothing_until_their_next_turn_is_over() -> None:
    fight = bitten("blinded", "pass", "pass")
    assert fight.has("boudica", "blinded")
    fight.play("done")
    fight.play("boudica", "go 5,3")
    assert fight.has("boudica", "blinded")
    fight.play("done")
    assert not fight.has("boudica", "blinded")


@pytest.mark.rule("ingenuity", "B-43", "B-33")
def test_who_is_knocked_down_lies_and_to_be_knocked_down_again_is_nothing() -> None:
    fight = bitten("prone", "pass", "pass")
    assert (fight.sheet("boudica").prone, len(fight.told(Struck))) == (True, 1)
    fight.play("strike boudica spear", thrown(4, 4), d6(1), "pass")
    assert len(fight.told(Struck)) == 1
