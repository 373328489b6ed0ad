"""Reactions by the book but for stepping in: who is asked in which order, what each costs and does (B-29 to B-36)."""

from __future__ import annotations

from typing import Any

import pytest

from game.kit.testing.fight import d6, ground
from game.rules.match import Orders
from game.rules.odds import odds
from game.spatial.field import Cell, Feature
from rulesets.ingenuity.play.events import AttackHit, AttackMissed, DamageSummed, ItemHit
from tests.rulesets.ingenuity.kit import Fight, suffering, terms, thrown


def struck(target: str = "fabian", *beside: str, **options: Any) -> Fight:
    """A guard beside somebody at (4, 3); others stand behind it."""
    party = {target: (4, 3), **{name: (5, 2 + index) for index, name in enumerate(beside)}}
    return Fight(party, {"guard": (3, 3)}, acting="foes", **options)


def at(fight: Fight, a: int = 2, b: int = 4, luck: int = 10) -> Fight:
    """The blow falls, with a result of 7 if nothing else is said, and whoever may is asked."""
    name = next(iter(fight.state.combatants))
    return fight.until("guard", f"strike {name} spear", thrown(a, b, luck))


def bitten(shooter: str = "", **party: Cell) -> Fight:
    """A wolf beside Fabian at (4, 3) hits him, who has something to seek cover behind; a shooter may stand near."""
    field = ground("........", "........", "....#...", "........", "........")
    foes = {"wolf": (3, 3), **({shooter: (1, 4)} if shooter else {})}
    fight = Fight({"fabian": (4, 3), **party}, foes, acting="foes", field=field)
    return fight.until("wolf", "strike fabian fangs", thrown(4, 4, of="d8+d6"))


def asked(fight: Fight) -> tuple[str, str]:
    return fight.asked.topic, str(fight.asked.who or fight.asked.seat)


# ------------------------------------------------------------------ dodge


@pytest.mark.rule("ingenuity", "B-32")
def test_a_dodge_that_beats_the_result_makes_the_attack_miss() -> None:
    fight = at(struck())
    assert asked(fight) == ("defence", "fabian")
    fight.play("dodge", thrown(3, 4, of="d6+d4"))
    assert (fight.hit, fight.checked.needed, fight.last(AttackMissed).why) == (False, 8, "dodged")
    assert (fight.sheet("fabian").st, fight.sheet("fabian").reactions) == (11, 0)


@pytest.mark.rule("ingenuity", "B-32")
def test_a_dodge_that_only_reaches_the_result_is_hit() -> None:
    fight = at(struck()).play("dodge", thrown(2, 4, of="d6+d4"))
    assert (fight.hit, fight.dealt) == (True, 7 + 4 - 4)


@pytest.mark.rule("ingenuity", "B-32")
def test_a_dodge_is_never_worse_than_evasion_for_an_attack_below_it_is_not_even_asked_about() -> None:
    fight = at(struck(), 2, 2)
    assert (fight.hit, fight.asked.kind) == (False, "act")


@pytest.mark.parametrize(("guards", "chance"), [(False, "44.4"), (True, "60.4")])
@pytest.mark.rule("ingenuity", "B-32", "B-21")
def test_a_dodge_against_seven_succeeds_so_often(guards: bool, chance: str) -> None:
    fight = struck().sheet_of("fabian", conditions=suffering(guard=1) if guards else ())
    found = odds(at(fight).match, "dodge")
    assert f"{(1 - float(found.struck(fight.body('fabian').id))) * 100:.1f}" == chance


@pytest.mark.rule("ingenuity", "B-32", "B-49")
def test_no_dodge_makes_a_critical_hit_miss_and_it_does_not_matter() -> None:
    fight = at(struck(), 2, 4, 19)
    assert not fight.option("dodge").matters
    fight.play("dodge", thrown(6, 4, 20, of="d6+d4"))
    assert fight.hit


@pytest.mark.rule("ingenuity", "B-32", "B-57")
def test_a_larger_attackers_blow_is_dodged_more_easily() -> None:
    fight = Fight({"fabian": (5, 3)}, {"ogre": (3, 3)}, acting="foes")
    fight.until("ogre", "strike fabian maul", thrown(7, 3, of="d10+d6"))
    fight.play("dodge", thrown(4, 4, of="d6+d4"))
    assert (fight.checked.needed, terms(fight.checked.tally), fight.hit) == (13, {"dodge": 1, "size": 2}, True)


@pytest.mark.rule("ingenuity", "B-32", "N-43")
def test_after_a_dodge_even_a_failed_one_there_is_a_metre_and_the_ground() -> None:
    fight = at(struck()).until("dodge", thrown(1, 1, of="d6+d4"))
    assert (asked(fight), fight.asked.idle) == (("after a dodge", "fabian"), "pass")
    assert not fight.offers("cover")
    fight.until("step 5,3")
    assert fight.keys("step") == []
    fight.play("prone")
    assert (fight.at("fabian"), fight.sheet("fabian").prone, fight.hit) == ((5, 3), True, True)


@pytest.mark.parametrize(("a", "b", "luck", "said"), [(1, 1, 10, "does not avoid it"), (3, 4, 10, "avoids it")])
@pytest.mark.rule("ingenuity", "B-32")
def test_who_is_asked_after_a_dodge_is_told_what_became_of_it(a: int, b: int, luck: int, said: str) -> None:
    fight = at(struck()).until("dodge", thrown(a, b, luck, of="d6+d4"))
    assert fight.asked.why == f"Fabian dodges and {said}: what then?"


@pytest.mark.rule("ingenuity", "B-32", "B-34", "B-49")
def test_whoever_is_asked_about_a_critical_hit_is_told_that_it_is_one() -> None:
    fight = at(struck("fabian", "roland"), 3, 4, 19)
    assert fight.asked.why == "Fabian: Guard 1 hits with the spear, 8, critical"
    dodge = next(option for option in fight.asked.options if option.key == "dodge")
    assert "lands all the same" in dodge.label and "against" not in dodge.label, "no number that could be reached"
    assert at(struck()).asked.why == "Fabian: Guard 1 hits with the spear, 7"


@pytest.mark.rule("ingenuity", "B-32", "B-25")
def test_after_a_dodge_one_may_get_behind_cover() -> None:
    field = ground("........", "........", "....#...", "........", "........")
    fight = at(struck(field=field)).play("dodge", thrown(1, 1, of="d6+d4"), "cover")
    assert fight.has("fabian", "cover")


@pytest.mark.rule("ingenuity", "B-25", "B-32", "B-43", "N-43")
def test_after_a_dodge_what_helps_against_shots_matters_only_where_somebody_shoots() -> None:
    fight = bitten().until("dodge", thrown(1, 1, of="d6+d4"))
    assert fight.option("step 5,3").matters and not fight.option("step 4,4").matters, "of the wolf's reach"
    assert not any(fight.option(key).matters for key in ("prone", "cover", "cover prone"))
    assert Orders().settle(fight.until("step 5,3").asked) == "pass"
    shot = bitten("brigand-archer").until("dodge", thrown(1, 1, of="d6+d4"), "step 5,3")
    assert Orders().settle(shot.asked) is None


@pytest.mark.rule("ingenuity", "B-25", "B-32", "B-43", "N-43")
def test_after_a_dodge_cover_and_the_ground_are_one_answer() -> None:
    field = ground("........", "........", "....#...", "........", "........")
    fight = at(struck(field=field)).until("dodge", thrown(1, 1, of="d6+d4"), "step 5,3")
    assert fight.keys() == ["pass", "prone", "cover", "cover prone"]
    fight.play("cover prone")
    assert (fight.sheet("fabian").prone, fight.has("fabian", "cover"), fight.let_be) == (True, True, [])


@pytest.mark.rule("ingenuity", "B-32", "B-43")
def test_a_leap_into_a_fire_that_fells_ends_what_follows_the_dodge() -> None:
    field = ground(*["........"] * 6, features=(Feature("pit", "trap", ((5, 3),), strength="d6"),))
    fight = struck(field=field).sheet_of("fabian", end=0, hp=1).profile_of("fabian", physical=0, con=12)
    at(fight).play("dodge", thrown(6, 4, of="d6+d4"), "step 5,3", d6(1))
    assert (fight.sheet("fabian").unconscious, fight.over) == (True, True)


# ------------------------------------------------------------------ block and parry


@pytest.mark.rule("ingenuity", "B-31", "B-58", "B-61", "N-24")
def test_a_block_is_offered_once_the_blow_would_land_and_the_shield_is_hit_in_ones_place() -> None:
    fight = at(struck("roland"))
    assert set(fight.keys()) == {"pass", "dodge", "block medium-shield", "parry longsword", "parry medium-shield"}
    fight.play("block medium-shield")
    assert (fight.body_of("roland"), fight.sheet("roland").wear) == ((14, 14), {"medium-shield": 7 + 4 - 3})
    assert (fight.sheet("roland").st, fight.sheet("roland").reactions) == (9, 0)
    assert fight.last(ItemHit).item == "medium shield" and fight.told(AttackHit) == []
    assert "hits the medium shield of Roland" in "\n".join(fight.log)


@pytest.mark.parametrize(
    ("wear", "block", "parry"),
    [
        (0, "8 of 10 durability", "2 less, 1 of 10 durability"),
        (2, "breaks it", "2 less, 1 of 8 durability"),
        (9, "breaks it, 7 go through", "2 less, breaks it"),
    ],
)
@pytest.mark.rule("ingenuity", "B-59", "B-62", "B-64", "B-66")
def test_what_blocks_or_parries_says_what_it_will_suffer(wear: int, block: str, parry: str) -> None:
    fight = at(struck("roland").sheet_of("roland", wear={"medium-shield": wear}))
    found = {key: fight.option(key).label for key in ("block medium-shield", "parry medium-shield")}
    assert found == {
        "block medium-shield": f"Block, medium shield: {block}",
        "parry medium-shield": f"Parry, medium shield: {parry}",
    }


@pytest.mark.rule("ingenuity", "B-35", "B-63", "B-64")
def test_a_parry_adds_to_deflection_and_costs_the_item_one() -> None:
    fight = struck("roland").profile_of("roland", physical=5)
    at(fight, 2, 3).play("parry longsword")
    assert (fight.dealt, fight.sheet("roland").wear) == (2, {"longsword": 1})
    fight = struck("roland").profile_of("roland", physical=5)
    at(fight, 2, 3).play("pass")
    assert fight.dealt == 5


@pytest.mark.rule("ingenuity", "B-63", "B-65")
def test_what_has_no_number_for_it_parries_with_one() -> None:
    fight = at(struck("boudica")).play("parry spear")
    assert (fight.dealt, fight.sheet("boudica").lasts("spear")) == (7 + 4 - 6 - 1, 9)


@pytest.mark.rule("ingenuity", "B-63")
def test_a_small_attacker_profits_from_what_a_parry_leaves() -> None:
    fight = Fight({"goblin": (4, 3)}, {"ogre": (2, 3)}, acting="foes").profile_of("goblin", physical=1)
    fight.until("ogre", "strike goblin maul", thrown(7, 3, of="d10+d6")).play("parry dagger")
    assert terms(fight.last(DamageSummed).off) == {"deflection": 1, "parry, dagger": 2, "size": -3}


@pytest.mark.rule("ingenuity", "B-35", "B-68", "N-25")
def test_nothing_parries_fire_but_a_shield_blocks_it() -> None:
    fight = struck("roland").weapon_of("guard", "spear", harm=("fire",))
    at(fight)
    assert fight.keys() == ["pass", "dodge", "block medium-shield"]


@pytest.mark.rule("ingenuity", "B-66")
def test_what_is_broken_neither_blocks_nor_parries() -> None:
    fight = at(struck("roland").sheet_of("roland", wear={"medium-shield": 10, "longsword": 10}))
    assert fight.keys() == ["pass", "dodge"]


@pytest.mark.rule("ingenuity", "B-65")
def test_without_a_number_metal_lasts_ten_and_anything_else_four() -> None:
    fight = Fight({"agnessa": (1, 1), "boudica": (1, 3)}, {"guard": (9, 9)})
    assert (fight.sheet("boudica").lasts("spear"), fight.sheet("agnessa").lasts("shortbow")) == (10, 4)


@pytest.mark.rule("ingenuity", "B-35")
def test_a_parry_that_changes_nothing_does_not_matter() -> None:
    fight = at(struck("roland").profile_of("roland", physical=20))
    assert not fight.option("parry longsword").matters


# ------------------------------------------------------------------ who can't


@pytest.mark.parametrize(
    "changes",
    [{"reactions": 0}, {"st": 0}, {"conditions": suffering(stunned=1)}, {"unconscious": True, "prone": True}],
    ids=["no reaction", "no stamina", "stunned", "unconscious"],
)
@pytest.mark.rule("ingenuity", "B-30", "N-28")
def test_who_cannot_react_is_not_asked(changes: dict[str, Any]) -> None:
    fight = struck("fabian", "roland").sheet_of("fabian", **changes).sheet_of("roland", reactions=0)
    fight.until("guard", "strike fabian spear", thrown(2, 4), *([d6(1)] * 2 if "unconscious" in changes else []))
    assert (fight.asked.kind, fight.hit) == ("act", True)


@pytest.mark.parametrize(("setting", "reacts"), [("no", False), ("yes", True)])
@pytest.mark.rule("ingenuity", "B-30", "B-13", "N-2")
def test_the_surprised_do_not_react_unless_a_setting_lets_them(setting: str, reacts: bool) -> None:
    fight = struck("fabian", "roland", surprised=setting).turn_of(surprise=("foes",))
    fight.until("guard", "strike fabian spear", thrown(2, 4), d6(1))
    assert (fight.asked.kind == "react") is reacts


@pytest.mark.rule("ingenuity", "B-29", "B-30", "N-22")
def test_waiting_gives_a_reaction_more_until_the_next_turn() -> None:
    fight = Fight({"fabian": (4, 3)}, {"guard": (3, 3)}).play("fabian", "wait")
    assert (fight.sheet("fabian").reactions, fight.asked.who) == (2, "guard")
    fight.until("strike fabian spear", thrown(3, 4), "dodge", thrown(1, 1, of="d6+d4"), "pass")
    assert (asked(fight), fight.keys()) == (("defence", "fabian"), ["pass", "parry dagger"])
    fight.play("parry dagger", "done", "fabian")
    assert (fight.sheet("fabian").reactions, fight.has("fabian", "waiting")) == (1, False)


@pytest.mark.rule("ingenuity", "B-30", "B-22", "N-28")
def test_the_prone_react_but_do_not_step_in() -> None:
    fight = struck("fabian", "roland").sheet_of("roland", prone=True).sheet_of("fabian", prone=True)
    fight.until("guard", "strike fabian spear", thrown(3, 4), d6(1))
    assert asked(fight) == ("defence", "fabian")
