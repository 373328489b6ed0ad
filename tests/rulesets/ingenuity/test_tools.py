"""A position for each tool of the book that pays now and then: what the planner makes of it there."""

from __future__ import annotations

from game.rules.events import Id
from game.rules.setup import Objective
from game.spatial.field import Edge
from tests.rulesets.ingenuity.kit import Fight, ground, suffering, thrown
from tests.rulesets.ingenuity.test_model import HALL, chosen, features, model

LONG = ground(*["........................................"] * 7)


def active(fight: Fight, who: str, actions: int = 3, **changes: object) -> Fight:
    """In the midst of somebody's turn."""
    return fight.turn_of(phase="turn", active=who, actions=actions, **changes).sheet_of(who, acted=True)


# ------------------------------------------------------------------ answers


def test_a_blow_that_would_fell_is_answered() -> None:
    fight = Fight({"roland": (3, 3)}, {"ogre": (4, 3)}, field=HALL, acting="foes").sheet_of("roland", end=0, hp=9)
    fight.until("strike roland maul", thrown(4, 2, of="d10+d6"))
    assert fight.asked.topic == "defence"
    assert chosen(fight) != "pass"


def test_the_reaction_is_kept_to_fortify_where_nothing_else_helps() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (4, 3)}, field=HALL, acting="foes").sheet_of("boudica", end=0)
    fight.until("strike boudica spear", thrown(6, 6))
    told = features(fight)
    assert told["parry spear"].get("lost", 0.0) > told["pass"].get("lost", 0.0)


def test_whoever_is_about_to_faint_fortifies() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (4, 3)}, field=HALL, acting="foes").sheet_of("boudica", end=0, hp=9)
    fight.until("strike boudica spear", thrown(4, 4), "pass")
    assert fight.asked.topic == "fortify"
    assert chosen(fight) == "fortify"


def test_a_sound_friend_steps_in_for_one_who_would_fall() -> None:
    fight = Fight({"fabian": (3, 3), "roland": (3, 4)}, {"ogre": (4, 3)}, field=HALL, acting="foes")
    fight.sheet_of("fabian", end=0, hp=3, reactions=0)
    fight.until("strike fabian maul", thrown(6, 3, of="d10+d6"))
    assert fight.asked.topic == "intercept"
    assert chosen(fight) == "intercept roland"


# ------------------------------------------------------------------ on one's turn


def test_a_foe_is_flanked() -> None:
    fight = Fight({"boudica": (1, 3), "fabian": (7, 3)}, {"ogre": (5, 2)}, field=HALL).profile_of("ogre", eva=9)
    at = chosen(fight.play("boudica"))
    assert at.startswith("go ")
    assert int(at.split()[1].split(",")[0]) == 4, "on the side opposite of her friend"


def test_nobody_is_left_between_two_foes_without_a_price() -> None:
    fight = Fight({"boudica": (5, 3)}, {"guard": (4, 3), "goblin": (6, 3)}, field=HALL)
    assert model(fight).view.surrounded(Id("boudica")) >> (3 * 16 + 5) & 1
    assert not model(fight).view.surrounded(Id("boudica")) >> (2 * 16 + 3) & 1


def test_a_friend_who_can_strike_is_commanded() -> None:
    fight = Fight({"clementine": (0, 0), "boudica": (9, 3)}, {"ogre": (10, 3)}, field=HALL)
    assert features(fight.play("clementine"))["command boudica"]["harm"] > 0
    assert chosen(fight) == "command boudica"


def test_a_commanded_friend_strikes() -> None:
    fight = Fight({"clementine": (0, 0), "boudica": (9, 3)}, {"ogre": (10, 3)}, field=HALL)
    fight.play("clementine", "command boudica")
    assert chosen(fight).startswith("strike ogre")


def test_a_friend_is_brought_round_who_still_has_its_turn() -> None:
    fight = Fight({"clementine": (3, 3), "roland": (4, 3)}, {"goblin": (15, 6)}, field=HALL)
    fight.sheet_of("roland", unconscious=True, prone=True, end=0, hp=0)
    assert chosen(fight) == "revive roland"


def test_a_crossbow_is_loaded_and_what_was_begun_is_finished() -> None:
    fight = Fight({"petra": (2, 3)}, {"guard": (38, 3)}, field=LONG).sheet_of("petra", unloaded=("crossbow",))
    assert chosen(fight) == "load crossbow"
    begun = active(Fight({"petra": (2, 3)}, {"guard": (38, 3)}, field=LONG), "petra", 1)
    begun.sheet_of("petra", unloaded=("crossbow",))
    assert "load crossbow" in features(begun)
    fight = Fight({"petra": (2, 3), "roland": (0, 0)}, {"guard": (20, 3)}, field=LONG)
    fight.sheet_of("petra", unloaded=("crossbow",))
    active(fight, "petra", 1).play("load crossbow").until("go on") if fight.offers("go on") else None


def test_whoever_lies_gets_up_or_strikes() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (12, 3)}, field=HALL).sheet_of("boudica", prone=True)
    assert chosen(fight) == "stand"


def test_an_archer_with_a_foe_beside_it_steps_back_or_draws() -> None:
    fight = Fight({"agnessa": (5, 3)}, {"guard": (6, 3)}, field=HALL)
    found = features(fight)
    assert any(key.startswith("brandish dagger") for key in found) or chosen(fight).startswith(("go", "step"))


def test_what_lies_about_is_picked_up_by_the_unarmed() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (12, 3)}, field=HALL).thing("spear-9", "spear", (4, 3))
    fight.sheet_of("boudica", hand="", carried=())
    assert chosen(fight) == "take spear-9"


def test_a_door_between_the_sides_is_opened() -> None:
    rows = [".......#........"] * 3 + ["................"] + [".......#........"] * 3
    door = Edge("gate", (8, 3), (8, 4), "door", "closed")
    fight = Fight({"boudica": (7, 3)}, {"guard": (8, 3)}, field=ground(*rows, edges=(door,)))
    assert chosen(fight).startswith("open")


def test_a_task_is_worked_at() -> None:
    aim = Objective("task", "party", cells=((3, 3),), count=2)
    fight = Fight({"boudica": (3, 3)}, {"guard": (15, 3)}, field=HALL, objectives=(aim,))
    assert chosen(fight) == "work"


def test_the_way_out_is_taken_by_those_who_are_to_escape() -> None:
    aim = Objective("escape", "party", cells=((0, 3),))
    fight = Fight({"boudica": (0, 3)}, {"guard": (5, 3)}, field=HALL, objectives=(aim,))
    assert chosen(fight) == "leave"


def test_the_last_one_who_can_hardly_stand_gives_up() -> None:
    fight = Fight({"fabian": (0, 3)}, {"ogre": (12, 2), "guard": (12, 6), "boudica": (13, 4)}, field=HALL)
    fight.sheet_of("fabian", end=0, hp=8)
    assert model(fight).flees("fabian")  # type: ignore[arg-type]
    assert chosen(fight) == "leave"


def test_bleeding_is_reckoned_with() -> None:
    plain = features(Fight({"boudica": (3, 3)}, {"wolf": (4, 3)}, field=HALL))
    weapon = Fight({"boudica": (3, 3)}, {"wolf": (4, 3)}, field=HALL).weapon_of(
        "boudica", "spear", inflicts="bleeding", amount=2
    )
    assert features(weapon)["strike wolf spear"]["harm"] > plain["strike wolf spear"]["harm"]
    assert suffering(bleeding=2)[0].count == 2
