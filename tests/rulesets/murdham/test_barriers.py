"""By the book: Barriers, and what is hurled at whole zones or by magic."""

from __future__ import annotations

from typing import Any

import pytest

from game.kit.testing.fight import d3, d6, d8, d20
from game.rules.events import Id
from game.spatial.field import Field
from rulesets.murdham.play.events import AttackMissed
from rulesets.murdham.sheet.sheet import Power
from tests.rulesets.murdham.kit import Fight, Where, advice, chart, model_of

TOWER = chart("tmaze", "...b.", barrier="a")
"""Zone a lies behind a barrier; its borders with m and z lead to open ground."""


def flask(foes: dict[str, Where], field: Field = TOWER) -> Fight:
    """Hesper's turn in zone m, with a fire flask in hand: d6, range 2, half of which is 1."""
    return Fight({"hesper": "m"}, foes, field=field).sheet_of("hesper", hand="fire-flask", omens=0).play("hesper")


@pytest.mark.rule("murdham", "A-68", "M-45")
def test_a_barrier_stops_what_is_thrown_straight_at_a_zone() -> None:
    """The menu, the reasons and the computer agree; the open zone beside it can be aimed at."""
    fight = flask({"bandit": "a", "other": ("bandit", "mt")})
    assert not fight.offers(fight.key("blast fire-flask", "a")) and fight.refusal("Blast Zone a").rule == "A-68"
    assert fight.offers(fight.key("blast fire-flask", "t"))
    assert fight.key("blast fire-flask", "a") not in advice(fight)
    open_ = flask({"bandit": "a"}, chart("tmaze", "...b.", cover="a"))
    assert open_.key("blast fire-flask", "a") in advice(open_)


@pytest.mark.rule("murdham", "A-68", "M-45")
def test_smoke_and_flash_are_stopped_like_fire() -> None:
    for who, key in (("lamorna", "flash-powder"), ("wilmot", "smoke-bomb")):
        fight = Fight({who: "m"}, {"bandit": "a"}, field=TOWER).sheet_of(who, hand=key, off="").play(who)
        assert fight.offers(fight.key(f"blast {key}", "t")) and not fight.offers(fight.key(f"blast {key}", "a"))


@pytest.mark.rule("murdham", "A-68", "M-45")
def test_within_arms_reach_there_is_no_barrier_between() -> None:
    """From its own border, and from inside."""
    for at in ("ma", "a"):
        fight = Fight({"hesper": at}, {"bandit": "a"}, field=TOWER).sheet_of("hesper", hand="fire-flask").play("hesper")
        assert fight.offers(fight.key("blast fire-flask", "a"))


@pytest.mark.rule("murdham", "A-68", "A-70", "M-45")
def test_those_on_a_border_towards_open_ground_have_no_barrier() -> None:
    fight = flask({"inside": ("bandit", "a"), "edge": ("bandit", "ma")})
    fight.play(fight.key("blast fire-flask", "m"), d6(2))
    assert ("edge", 2) in fight.lost and "inside" not in dict(fight.lost)


@pytest.mark.rule("murdham", "A-61", "A-68", "M-7", "M-45")
def test_who_guards_one_outside_steps_out_of_the_barriers_shelter() -> None:
    """It bears its friend's share of the blast and has none of its own."""
    fight = flask({"inside": ("bandit", "a"), "edge": ("bandit", "ma")})
    fight.play(fight.key("blast fire-flask", "m"), "guard inside", d6(2))
    assert [loss for loss in fight.lost if loss[0] != "hesper"] == [("inside", 2)]


@pytest.mark.rule("murdham", "A-43", "A-70", "M-2")
def test_a_flask_is_thrown_on_the_move_at_zones_and_at_one_large_body() -> None:
    """Both with the steps still to come, as long as none is taken."""
    fight = Fight({"hesper": "m"}, {"giant": ("hill-giant", "t")}, field=TOWER).sheet_of("hesper", hand="fire-flask")
    fight.play("hesper")
    keys = ["on the move focus giant fire-flask", fight.key("on the move blast fire-flask", "t")]
    assert all(fight.offers(key) for key in keys)
    fight.play(keys[0], d20(20), fight.key("move", "ma"))
    assert fight.at("hesper") == "ma" and fight.saved.rule == "A-43"
    late = Fight({"hesper": "m"}, {"giant": ("hill-giant", "t")}, field=TOWER).sheet_of("hesper", hand="fire-flask")
    late.play("hesper", late.key("move", "ma"))
    assert not late.keys("on the move")


@pytest.mark.rule("murdham", "A-68", "A-69", "M-34", "M-45")
def test_an_archer_who_has_shot_out_of_it_opens_a_barrier_to_no_flask() -> None:
    """The leaning was over with the shot: neither the tower can be aimed at nor the archer alone."""
    fight = Fight({"hesper": "m"}, {"archer": ("bandit-archer", "a")}, field=TOWER, acting="foes", stunts="off")
    fight.sheet_of("hesper", hand="fire-flask", omens=0).play("archer", "shoot hesper bow", "pass", d6(1), "done")
    fight.play("hesper")
    assert not fight.offers(fight.key("blast fire-flask", "a")) and fight.refusal("Blast Zone a").rule == "A-68"
    assert fight.offers(fight.key("blast fire-flask", "t"))


@pytest.mark.rule("murdham", "A-68", "A-73", "M-45")
def test_a_blast_that_strays_to_a_barrier_breaks_on_it() -> None:
    """Aimed at z beyond half range, it strays west to a: of those there only the one on the open border is hit."""
    fight = flask({"inside": ("bandit", "a"), "edge": ("bandit", "ma"), "z": ("bandit", "z")})
    key = fight.key("blast fire-flask", "z")
    strays = {landing.note: landing.hits for landing in fight.option(key).about.landings}
    assert strays["strays, 3 on the d3"] == ("edge",)
    fight.play(key, d20(20), d3(3), d6(3))
    assert fight.lost == [("edge", 3)]
    assert fight.last(AttackMissed).target == "inside"


@pytest.mark.rule("murdham", "A-46", "A-68", "M-45")
def test_a_blast_that_is_lobbed_comes_down_behind_a_barrier() -> None:
    fight = Fight({"gunner": "a"}, {"bandit": "f"}, field=chart("abcdef", barrier="f"))
    fight.weapon_of("gunner", "long-gun", traits=("blast", "indirect")).play("gunner")
    fight.play(fight.key("blast long-gun", "f"), d20(1), d8(3))
    assert fight.lost == [("bandit", 2)], "the barrier is still cover"


@pytest.mark.rule("murdham", "A-69", "M-34", "M-45")
def test_who_has_thrown_out_of_a_barrier_is_behind_it_again() -> None:
    fight = Fight({"hesper": "a"}, {"bandit-archer": "t", "bandit": "m"}, field=TOWER, stunts="off", morale="off")
    fight.sheet_of("hesper", hand="fire-flask", omens=0).play("hesper")
    fight.play(fight.key("blast fire-flask", "m"), d6(1), "done", "bandit-archer")
    assert fight.lost == [("bandit", 1)]
    assert not fight.offers("shoot hesper bow") and fight.refusal("Attack Hesper").rule == "A-68"


@pytest.mark.rule("murdham", "A-68", "A-118", "M-45")
def test_a_blast_at_one_large_body_stops_at_a_barrier_too() -> None:
    """Of two giants the one outside can be aimed at; the other only in answer to what it throws out."""
    field = chart("tmaze", "...b.", barrier="a", capacity=40)
    foes: dict[str, Where] = {"in": ("hill-giant", "a"), "out": ("hill-giant", "t")}
    fight = Fight({"hesper": "m"}, foes, field=field).sheet_of("hesper", hand="fire-flask").play("hesper")
    assert fight.keys("focus") == ["focus out fire-flask"]
    thrown = Fight({"hesper": "m"}, foes, field=field, acting="foes", stunts="off")
    thrown.sheet_of("hesper", hand="fire-flask").sheet_of("in", hand="boulder").until("in", "shoot hesper boulder")
    assert thrown.offers("focus fire-flask")


@pytest.mark.rule("murdham", "A-68", "M-45")
def test_the_long_arm_of_the_massive_stops_at_a_barrier() -> None:
    def swings(**ground: str) -> list[str]:
        fight = Fight({"balthasar": "b"}, {"giant": ("hill-giant", "a")}, field=chart("abc", **ground), acting="foes")  # type: ignore[arg-type]
        fight.profile_of("giant", size="massive").play("giant")
        return fight.keys("strike")

    assert swings(cover="b") == ["strike balthasar mace"]
    assert swings(barrier="b") == []


@pytest.mark.rule("murdham", "A-69", "A-118", "M-34")
def test_a_long_arm_that_strikes_over_a_barrier_leans_out_too() -> None:
    """The bow answers it, less one for the cover; on its own turn it would find nothing to shoot at."""
    foes: dict[str, Where] = {"giant": ("hill-giant", "a")}
    fight = Fight({"balthasar": "b"}, foes, field=chart("abc", barrier="a"), acting="foes", stunts="off")
    fight.play("giant", "strike balthasar mace", "counter-shoot bow", d6(1), d6(5))
    assert fight.lost == [("balthasar", 4), ("giant", 4)]
    assert not fight.sheet("giant").leaning


@pytest.mark.rule("murdham", "A-18", "A-68", "M-45")
@pytest.mark.parametrize(("effect", "stops"), [("harm", 1), ("entangle", 1), ("frighten", 0), ("stun", 0)])
def test_of_powers_those_that_work_on_the_body_stop_at_a_barrier(effect: Any, stops: int) -> None:
    """Of two foes one stands behind it and one in the open."""
    fight = Fight({"balthasar": "m"}, {"bandit": "a", "other": ("bandit", "t")}, field=TOWER)
    power = Power("word", "A word", "", "foe", 4, "d6", None, effect)
    fight.profile_of("balthasar", powers=(power,)).play("balthasar")
    assert fight.keys("invoke") == ["invoke word bandit", "invoke word other"][stops:]
    refused = [no.label for no in fight.asked.refusals() if no.rule == "A-68"]
    assert ("A word on Bandit 1" in refused) is bool(stops)
    advised = [key for key in advice(fight) if key.startswith("invoke")]
    assert set(advised) <= set(fight.keys("invoke"))


@pytest.mark.rule("murdham", "A-68", "A-69", "M-45")
def test_a_power_hurled_out_of_a_barrier_opens_its_maker_to_nobody() -> None:
    """It can't be countered while it lasts, and the archer's turn comes too late."""
    fight = Fight({"balthasar": "a"}, {"archer": ("bandit-archer", "m")}, field=TOWER, stunts="off")
    fight.profile_of("balthasar", powers=(Power("word", "A word", "", "foe", 4, "d6", None, "harm"),))
    fight.play("balthasar", "invoke word archer", d20(1), d6(1), "done", "archer")
    assert fight.lost == [("archer", 1)] and not fight.keys("shoot")


@pytest.mark.rule("murdham", "A-68", "A-69")
def test_the_computer_knows_itself_safe_from_shots_behind_a_barrier() -> None:
    """But for the answer to its own shot; and from an archer beside it nothing shelters."""
    fight = Fight({"balthasar": "a"}, {"archer": ("bandit-archer", "t")}, field=TOWER).play("balthasar")
    model = model_of(fight)
    at = [model.view.ground.afoot.bit(fight.place(name)) for name in ("a", "m")]
    exposed = [list(model.expected_threats(Id("archer"), Id("balthasar"), mask, ())) for mask in at]
    assert not exposed[0] and exposed[1]
    features = advice(fight)["shoot archer bow"]
    assert not features.get("exposed") and features["lost"] > 0
