"""Advice, weighed by Instinct: plain situations, each tool of the book that pays now and then, and courage."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import game.ai
import game.kit
import game.rules
import rulesets.sovereign
from game.ai import opponent
from game.ai.rollouts import worth
from game.rules.events import Id
from game.rules.questions import Choose, Seat
from game.rules.setup import Objective
from game.spatial.field import Cell, Edge, Field
from game.spatial.places import as_cell
from rulesets.sovereign import RULESET
from rulesets.sovereign.mind.attacks import Courage, courage, wavers
from rulesets.sovereign.mind.damage import OPEN, Arm, stats_of
from rulesets.sovereign.mind.view import SovereignSideView
from tests.rulesets.helping import chosen, features
from tests.rulesets.sovereign.kit import Fight, ground

HALL = ground("............", "............", "............", "............", "............")


def arm(fight: Fight, who: str, key: str) -> Arm:
    """What somebody strikes with."""
    return next(each for each in stats_of(fight.body(who)).arms if (each.key, each.mode) == (key, "melee"))


# ------------------------------------------------------------------ numbers


@pytest.mark.rule("sovereign", "S-69", "E-51")
def test_who_lies_under_somebody_crawls_off_and_gets_up() -> None:
    fight = Fight({"annora": (5, 5), "bennett": (9, 9)}, {"w1": ("skeletal-warrior", (20, 5))})
    fight.place_of("bennett", (5, 5)).sheet_of("annora", prone=True).play("annora")
    assert chosen(fight).startswith("run ")
    fight.play(chosen(fight))
    assert chosen(fight) == "stand"


def test_a_blow_is_estimated_as_it_is_played() -> None:
    fight = Fight({"annora": (3, 3)}, {"orc": ("bandit", (4, 3))})
    harm = arm(fight, "annora", "short-sword").harm(stats_of(fight.body("orc")), OPEN)
    # +3 against AC 13: 11 of 20 hit; d6 + 3 against 4 HP always fells; a miss does no Shock through the shield.
    assert harm == pytest.approx((0.55, 0.55, 0.0, 0.55 * 4))


def test_shock_counts_where_no_shield_turns_it() -> None:
    fight = Fight({"annora": (3, 3)}, {"mage": ("hedge-mage", (4, 3))})
    harm = arm(fight, "annora", "short-sword").harm(stats_of(fight.body("mage")), OPEN)
    assert harm.points == pytest.approx(0.7 * (4 + 5 + 6 + 7 + 8 + 9) / 6 + 0.7 / 6 + 0.3 * 5)
    assert harm.fell == pytest.approx(0.7 / 6)


# ------------------------------------------------------------------ fighting


def test_of_two_foes_the_one_about_to_fall_is_struck() -> None:
    fight = Fight({"gisela": (5, 2)}, {"fresh": ("bugbear", (4, 2)), "hurt": ("bugbear", (6, 2))})
    fight.sheet_of("hurt", hp=2)
    assert chosen(fight).startswith("strike hurt")


def test_an_archer_out_of_reach_shoots() -> None:
    fight = Fight({"colette": (1, 2)}, {"orc": ("bandit-brute", (9, 2))})
    options = features(fight)
    assert options["shoot orc small-bow"]["harm"] > 0
    assert chosen(fight).startswith(("shoot orc", "run"))


def test_an_archer_with_a_foe_at_its_throat_does_not_stand_idle() -> None:
    fight = Fight({"archer": ("hobgoblin-archer", (5, 2))}, {"orc": ("bandit", (6, 2))})
    assert chosen(fight) != "done"
    assert not fight.offers("shoot orc large-bow")


@pytest.mark.parametrize("level", ["instinct", "trained"])
def test_who_fights_on_is_shot_at_before_those_who_run_are_called_upon(level: str) -> None:
    runners = {f"r{n}": ("bandit", (9, n)) for n in range(3)}
    fight = Fight({"colette": (3, 2)}, {**runners, "orc": ("bandit-brute", (8, 4))})
    for who in runners:
        fight.sheet_of(who, fleeing=True)
    fight.profile_of("colette", skills={"Shoot": 1, "Know": 2})
    fight.play("colette")
    assert fight.offers("parley")
    assert features(fight)["parley"]["won over"] == pytest.approx(3 * 15 / 36 * stats_of(fight.body("r0")).unit_value)
    answer = chosen(fight, level)
    if answer.startswith("run"):  # aside first, or afterwards, is all the same
        answer = chosen(fight.play(answer), level)
    assert answer.startswith("shoot orc")


def test_a_fighter_goes_to_its_foe_and_not_round_it() -> None:
    fight = Fight({"edda": (2, 2)}, {"orc": ("bandit-brute", (6, 2))})
    key = chosen(fight)
    assert key.startswith(("run", "charge"))
    if key.startswith("run"):
        place = fight.asked.options.find(key).place
        assert place is not None and abs(as_cell(place)[0] - 6) <= 1


def test_nobody_gives_an_opening_for_nothing() -> None:
    fight = Fight({"edda": (5, 2)}, {"near": ("bugbear", (6, 2)), "far": ("bandit", (11, 2))})
    assert chosen(fight).startswith("strike near")


def test_whoever_lies_on_the_ground_stands_up_before_it_fights() -> None:
    fight = Fight({"monk": ("zealot", (2, 2))}, {"orc": ("bandit-brute", (9, 2))}).sheet_of("monk", prone=True)
    assert chosen(fight) == "stand"


def test_a_crossbow_is_reloaded() -> None:
    fight = Fight({"bow": ("bandit-crossbow", (1, 2))}, {"orc": ("ogre", (10, 1))})
    fight.sheet_of("bow", unloaded=("crossbow",))
    assert chosen(fight) == "reload crossbow"


def test_a_swarm_where_nobody_alone_would_hit() -> None:
    fight = Fight(
        {"one": ("bandit-brute", (4, 2)), "two": ("bandit-brute", (5, 1)), "three": ("bandit-brute", (5, 3))},
        {"knight": ("guard-captain", (5, 2))},
    ).profile_of("knight", ac=21)
    fight.play("one")
    options = features(fight)
    alone = options["strike knight war-axe"]
    together = options["swarm knight"]
    assert together.get("down", 0.0) + together["harm"] > alone.get("down", 0.0) + alone.get("harm", 0.0)
    assert chosen(fight) == "swarm knight"


def test_a_swarm_waits_for_those_who_can_still_join_and_then_strikes() -> None:
    fight = Fight(
        {"one": ("bandit-brute", (4, 2)), "two": ("bandit-brute", (5, 1)), "three": ("bandit-brute", (5, 3))},
        {"knight": ("guard-captain", (5, 2))},
    ).profile_of("knight", ac=22)
    fight.play("one", "swarm knight", "done", "two", "swarm knight")
    assert chosen(fight) == "wait"
    fight.play("wait", "done", "three", "swarm knight")
    assert chosen(fight).startswith("swarm-melee")


def test_those_who_can_join_a_swarm_act_before_the_blow_of_whoever_is_alone_in_it() -> None:
    """Far friends can't, and come after the one who can; the blow is struck as soon as nobody is left to join."""
    fight = Fight(
        {
            "one": ("bandit-brute", (4, 2)),
            "two": ("bandit-brute", (5, 1)),
            "far": ("bandit-brute", (20, 4)),
            "farther": ("bandit-brute", (22, 0)),
        },
        {"knight": ("guard-captain", (5, 2))},
        field=ground(*["." * 24] * 5),
    ).profile_of("knight", ac=22)
    fight.play("one", "swarm knight", "done")
    assert chosen(fight) == "two"
    fight.play("two", "done")
    assert chosen(fight).startswith("swarm-melee one")


def test_no_swarm_where_each_does_more_alone() -> None:
    fight = Fight(
        {"one": ("bandit-brute", (4, 2)), "two": ("bandit-brute", (5, 1)), "three": ("bandit-brute", (5, 3))},
        {"knight": ("guard-captain", (5, 2))},
    ).profile_of("knight", ac=12)
    assert "swarm knight" not in features(fight.play("one"))


def test_who_is_alone_in_a_swarm_stays_where_it_can_strike_for_it() -> None:
    fight = Fight(
        {"bow": ("bandit-crossbow", (2, 2)), "two": ("bandit-brute", (9, 1)), "three": ("bandit-brute", (9, 3))},
        {"knight": ("guard-captain", (8, 2))},
        field=ground("............", "............", "............", "....####....", "............"),
    ).profile_of("knight", ac=22)

    def pressing(places: Iterable[Cell]) -> list[bool]:
        model, who = RULESET.model(fight.board, "party"), Id("bow")
        ends = {cell: 1 << cell[1] * 12 + cell[0] for cell in places}
        told = [mask for name, mask, _ in model.stances(who, sum(ends.values()), ()) if name == "pressing"]
        return [any(mask & bit for mask in told) for bit in ends.values()]

    seen, hidden = (3, 2), (5, 4)
    assert pressing([seen, hidden]) == [False, False], "it is in no swarm yet"
    fight.play("bow", "swarm knight")
    assert pressing([seen, hidden]) == [True, False], "behind the wall the swarm would come to nothing"
    fight.play("done", "two", "swarm knight", "wait")
    assert pressing([seen, hidden]) == [False, False], "now somebody else can strike for it"


# ------------------------------------------------------------------ utility


def test_a_healer_tends_the_dying_when_nobody_presses() -> None:
    fight = Fight({"bennett": (2, 2), "annora": (3, 2)}, {"orc": ("zealot", (22, 10))})
    fight.sheet_of("annora", hp=0, fell=1, prone=True)
    assert chosen(fight) == "aid annora"


def test_a_door_in_the_way_is_opened() -> None:
    rows = ("...#...", "...#...", "...#...")
    door = Edge("door", (3, 1), (3, 2), "door", "closed", cost="main")
    field = ground(*rows, edges=(door,))
    wall = Field(7, 3, field.palette, tuple(0 if (i % 7, i // 7) == (3, 1) else t for i, t in enumerate(field.terrain)),
                 edges=(door,))  # fmt: skip
    fight = Fight({"edda": (2, 1)}, {"orc": ("bandit", (5, 1))}, field=wall)
    assert chosen(fight) == "open door"


def test_a_gate_is_better_opened_before_friends_have_had_their_turn_than_after() -> None:
    after, before = (at_the_gate(had=had) for had in (True, False))
    assert after["bared"] > 0.3 and after["admits"] == 0, "they stand where they can be charged"
    assert before["bared"] == 0 and before["admits"] > 2, "three could strike beyond it"
    assert after["exposed"] == before["exposed"] > 0, "whoever opens it stands in it either way"


def at_the_gate(*, had: bool) -> dict[str, float]:
    """What opening a gate comes to with three friends behind it, done with their turn or not, and four foes beyond."""
    door = Edge("gate", (8, 1), (8, 2), "door", "closed", cost="main")
    field = ground(*("........#.......",) * 4, edges=(door,))
    terrain = tuple(0 if divmod(at, 16) == (1, 8) else kind for at, kind in enumerate(field.terrain))
    friends = {"annora": (7, 2), "daegal": (6, 1), "hadrian": (6, 2)}
    foes = {f"w{at}": ("skeletal-warrior", (11 + at // 2, 1 + at % 2)) for at in range(4)}
    fight = Fight({"edda": (7, 1), **friends}, foes, field=Field(16, 4, field.palette, terrain, edges=(door,)))
    for who in friends:
        fight.sheet_of(who, done=had, move=not had)  # who is done may have kept its Main Action, for its defence
    return features(fight.play("edda"))["open gate"]


def test_those_who_flee_leave_where_they_can_and_run_where_they_cannot() -> None:
    fight = Fight({"orc": ("bandit", (0, 2))}, {"edda": (4, 2)}, party_side=False).sheet_of("orc", fleeing=True)
    assert chosen(fight) == "leave"
    fight = Fight({"orc": ("bandit", (5, 2))}, {"edda": (11, 2)}, field=HALL, party_side=False)
    fight.sheet_of("orc", fleeing=True)
    assert chosen(fight).startswith("run")


def test_a_side_that_must_hold_ground_goes_there() -> None:
    goal = Objective("hold", "party", ((4, 2),), rounds=3)
    fight = Fight({"edda": (1, 2)}, {"orc": ("bandit", (11, 4))}, field=HALL, objectives=(goal,))
    assert chosen(fight) == "run 4,2"


def test_a_side_with_a_task_goes_to_it_and_works() -> None:
    goal = Objective("task", "party", ((6, 2),), count=2, what="the winch")
    fight = Fight({"edda": (1, 2)}, {"orc": ("bandit", (11, 4))}, field=HALL, objectives=(goal,))
    run = chosen(fight)
    assert run.split()[0] == "run"
    fight.play(run, "done", "orc", "done")
    assert chosen(fight) == "work"


def test_a_side_goes_where_it_can_spoil_anothers_objective_if_it_has_none() -> None:
    theirs = Objective("hold", "foes", ((4, 2),), rounds=3)
    fight = Fight({"edda": (1, 2)}, {"orc": ("bandit", (11, 4))}, field=HALL, objectives=(theirs,))
    assert chosen(fight) == "run 4,2"
    own = Objective("hold", "party", ((1, 4),), rounds=3)
    fight = Fight({"edda": (1, 2)}, {"orc": ("bandit", (11, 4))}, field=HALL, objectives=(theirs, own))
    assert chosen(fight) == "run 1,4"


def test_stars_are_not_dropped_on_friends() -> None:
    fight = Fight(
        {"hadrian": (1, 2), "edda": (9, 2)},
        {"one": ("zealot", (10, 2)), "two": ("zealot", (10, 3)), "three": ("zealot", (5, 0))},
    )
    fight.play("hadrian")
    for key, found in features(fight).items():
        if key.startswith("cast bursting-star") and found["harm"] > 0:
            x, y = (int(part) for part in key.split()[-1].split(","))
            assert max(abs(x - 9), abs(y - 2)) > 2 or found["harm"] < 6


# ------------------------------------------------------------------ answering


def test_an_opening_is_taken() -> None:
    fight = Fight({"edda": (5, 2)}, {"orc": ("bandit", (6, 2))}, acting="foes")
    fight.match.answer("run 11,2")
    if fight.asked.topic == "instant":
        fight.match.answer("pass")
    assert fight.asked.topic == "attack of opportunity"
    assert chosen(fight).startswith("strike")


def test_luck_is_kept_for_a_blow_that_would_fell() -> None:
    fight = Fight({"annora": (5, 2)}, {"orc": ("bugbear", (6, 2))}, acting="foes")
    fight.sheet_of("annora", main=False, done=True, hp=2)
    fight.match.answer("strike annora short-sword")
    fight.match.answer((20,))
    key = _reaction(fight)
    assert key == "luck"


def test_total_defense_only_when_it_turns_the_blow() -> None:
    fight = Fight({"guard": ("militia-guard", (5, 2))}, {"orc": ("bugbear", (6, 2))}, acting="foes")
    _strike(fight, face=10)  # 14 against AC 13: a hit that two points would turn
    assert _reaction(fight) == "defend"
    fight = Fight({"guard": ("militia-guard", (5, 2))}, {"orc": ("bugbear", (6, 2))}, acting="foes")
    _strike(fight, face=18)
    assert _reaction(fight) == "pass"


def _strike(fight: Fight, face: int) -> None:
    fight.match.answer("strike guard short-sword")
    while isinstance(fight.match.pending, Choose):
        fight.match.answer("pass")
    fight.match.answer((face,))


def _reaction(fight: Fight) -> str:
    question = fight.asked
    assert question.kind == "react"
    answer: Any = opponent("instinct", Seat(question.seat)).answer(fight.match, question)
    return str(answer)


# ------------------------------------------------------------------ positions


def position(fight: Fight, side: str) -> dict[str, float]:
    """What the position is worth to a side."""
    return dict(worth(RULESET.model(fight.board, side), None))


def test_a_fallen_foe_is_worth_having() -> None:
    fight = Fight({"edda": (2, 2)}, {"one": ("bandit", (8, 2)), "two": ("bandit", (8, 3))})
    before = position(fight, "party")
    fight = Fight({"edda": (2, 2)}, {"one": ("bandit", (8, 2)), "two": ("bandit", (8, 3))})
    fight.sheet_of("two", hp=0, dead=True)
    after = position(fight, "party")
    assert after["theirs"] < before["theirs"] and after["threat"] <= before["threat"]


def test_both_sides_see_the_same_battle_from_their_ends() -> None:
    fight = Fight({"edda": (2, 2)}, {"orc": ("bandit", (8, 2))})
    ours, theirs = position(fight, "party"), position(fight, "foes")
    assert ours["ours"] == theirs["theirs"] and ours["theirs"] == theirs["ours"]


def test_advice_names_only_combatants_that_are_there() -> None:
    fight = Fight({"edda": (2, 2)}, {"orc": ("bandit", (4, 2))})
    assert fight.asked.who == Id("edda")
    assert all(key.split()[0] in ("strike", "throw", "run", "charge", "done", "grapple", "shove", "hold", "prone")
               for key in features(fight))  # fmt: skip


def test_what_is_known_is_kept_until_something_happens() -> None:
    fight = Fight({"edda": (2, 2), "annora": (2, 4)}, {"orc": ("bandit", (6, 2))})
    fight.play("edda")
    before = RULESET.model(fight.board, "party")
    assert RULESET.model(fight.board, "party") is before
    fight.play("run 4,2")
    after = RULESET.model(fight.board, "party")
    assert after is not before
    assert before.members()[Id("edda")].budget == (1, 1, 3) and after.members()[Id("edda")].budget == (1, 0, 3)


def test_a_shove_over_an_edge_is_reckoned_with_its_fall() -> None:
    cliff = ground("...99", "...99", "...99", "...99")
    high = Fight({"edda": (4, 1)}, {"orc": ("bandit-brute", (3, 1))}, field=cliff)
    level = Fight({"edda": (4, 1)}, {"orc": ("bandit-brute", (3, 1))}, field=ground("99999", "99999", "99999", "99999"))
    assert features(high)["shove orc"].get("down", 0.0) > features(level)["shove orc"].get("down", 0.0)


def test_whoever_is_shot_at_from_afar_may_lie_down_and_nobody_else_thinks_of_it() -> None:
    far = Fight({"edda": (1, 2)}, {"bow": ("hobgoblin-archer", (22, 2))})
    near = Fight({"edda": (1, 2)}, {"bow": ("hobgoblin-archer", (22, 2)), "orc": ("bandit", (5, 2))})
    assert features(far)["prone"]["ducked"] > 0
    assert "prone" not in features(near)


BAND = {f"bandit {n}": ("bandit", (8, n)) for n in range(6)}


@pytest.mark.rule("sovereign", "E-90", "E-91")
def test_a_band_of_six_breaks_at_the_second_loss() -> None:
    assert courage(Fight({"annora": (2, 2)}, BAND).board, "foes").needed == 2
    fight = Fight({"annora": (2, 2)}, BAND)
    fight.sheet_of("bandit 0", hp=1)
    assert wavers(fight.board, fight.body("bandit 0"))
    assert courage(fight.board, "foes").needed == 1


def test_heroes_do_not_break_and_nobody_does_without_morale() -> None:
    assert courage(Fight({"annora": (2, 2), "bennett": (2, 4)}, BAND).board, "party") == Courage()
    assert courage(Fight({"annora": (2, 2)}, BAND, morale="off").board, "foes") == Courage()


def test_a_blow_that_may_break_the_band_is_worth_more_the_nearer_it_is_to_breaking() -> None:
    found = []
    for hurt in ((), ("bandit 5",)):
        fight = Fight({"annora": (7, 0)}, BAND)
        for name in hurt:
            fight.sheet_of(name, hp=1)
        found.append(features(fight)["strike bandit 0 short-sword"]["rout"])
    assert found[1] > 2 * found[0] > 0


def test_whoever_runs_anyway_is_known_as_beaten() -> None:
    fight = Fight({"annora": (7, 0)}, {"lost": ("bandit-brute", (8, 0)), "hale": ("bandit-brute", (8, 1))})
    fight.sheet_of("lost", hp=3)
    found = features(fight)
    assert "beaten" in found["strike lost short-sword"] and "beaten" not in found["strike hale short-sword"]


@pytest.mark.rule("sovereign", "E-45")
def test_from_the_reach_of_one_foe_into_that_of_another_is_an_opening() -> None:
    fight = Fight({"annora": (5, 2)}, {"a": ("bandit-brute", (4, 2)), "b": ("bandit-brute", (7, 2))})
    scene = SovereignSideView(fight.board, "party")
    walk = scene.walk(Id("annora"), scene.ground.bit((5, 2)).bit_length() - 1)
    beside = scene.ground.bit((6, 2))
    assert not beside & walk.calm
    struck = [effects for where, effects in walk.openings if where & beside]
    assert struck == [scene.struck(Id("annora"), [scene.stats[Id("a")]])]


def test_weights_name_only_what_wits_and_the_planner_speak_of() -> None:
    homes = (Path(str(home.__file__)).parent for home in (rulesets.sovereign, game.ai, game.kit, game.rules))
    text = "".join(path.read_text() for home in homes for path in sorted(home.rglob("*.py")))
    told = {quoted or keyword for quoted, keyword in re.findall(r'"([^"\n]+)"|\b(\w+)=', text)}
    for table, entries in RULESET.weights.items():
        assert [name for name in entries if name not in told] == [], table


LONG = ground(*["................................"] * 7)


def ranks(fight: Fight, *starts: str) -> list[int]:
    """At which place of the planner's list each of some options stands, the best at 0."""
    keys = list(features(fight))
    return [next(at for at, key in enumerate(keys) if key.startswith(start)) for start in starts]


def test_the_only_spear_is_kept_where_throwing_it_leaves_bare_hands() -> None:
    fight = Fight({"one": ("bandit", (1, 2))}, {"it": ("ogre", (5, 2))}, field=HALL)
    assert features(fight)["throw it spear"]["disarmed"] > 0
    assert not chosen(fight).startswith(("throw", "charge-throw"))


def test_a_spear_thrown_in_a_charge_is_gone_as_well() -> None:
    fight = Fight({"one": ("bandit", (1, 3))}, {"it": ("ogre", (15, 3))}, field=LONG)
    assert features(fight)["charge-throw it spear"]["disarmed"] > 0


def test_holding_an_action_against_a_rush_is_better_than_doing_nothing() -> None:
    fight = Fight({"one": ("bandit-brute", (1, 3))}, {"it": ("bandit", (10, 3))}, field=LONG)
    hold, done = ranks(fight, "hold", "done")
    assert hold < done
    away = Fight({"one": ("bandit-brute", (1, 3))}, {"it": ("bandit", (30, 3))}, field=LONG)
    assert "hold" not in features(away), "nobody comes"


def test_taking_hold_of_somebody_binds_both() -> None:
    found = features(Fight({"one": ("ogre", (4, 2))}, {"mage": ("hedge-mage", (6, 2))}, field=HALL))["grapple mage"]
    assert found["bound"] > 0 and found["tied"] > found["bound"], "an ogre is worth more than a mage"


def test_whoever_is_held_breaks_free() -> None:
    fight = Fight({"bow": ("bandit-crossbow", (4, 2))}, {"it": ("ogre", (5, 2))}, field=HALL)
    fight.sheet_of("it", grappling="bow")
    assert chosen(fight) == "break free"


def test_whoever_slips_away_from_blades_is_pinned_by_them_no_longer() -> None:
    foes = {"it": ("bandit-brute", (5, 3)), "that": ("bandit-brute", (5, 2))}
    found = features(Fight({"bow": ("bandit-crossbow", (4, 3))}, foes, field=LONG))
    assert "pinned" in found["done"] and "pinned" not in found["disengage"] and "risk" not in found["disengage"]


def test_a_shield_before_a_ward_is_worth_more_than_waiting_beside_it() -> None:
    party = {"knight": ("guard-captain", (4, 2)), "mage": ("hedge-mage", (3, 2))}
    fight = Fight(party, {"it": ("ogre", (9, 2))}, field=HALL).play("knight")
    assert features(fight)["screen mage 4,2"]["screened"] > 0
    screen, done = ranks(fight, "screen mage", "done")
    assert screen < done
    alone = Fight({"knight": ("guard-captain", (4, 2))}, {"it": ("ogre", (9, 2))}, field=HALL)
    assert not any(key.startswith("screen") for key in features(alone))


# ------------------------------------------------------------------ out of reach

WALL = ground("................", *["......2222222222"] * 5, "................")


@pytest.mark.rule("sovereign", "E-48")
@pytest.mark.parametrize("feats", [("armsmaster",), ()])
def test_a_bow_is_got_out_below_a_wall_that_nobody_comes_down(feats: tuple[str, ...]) -> None:
    """By armsmasters at once, by others with their Main Action."""
    fight = Fight({"fenn": (2, 3)}, {"w1": ("skeletal-warrior", (9, 3))}, field=WALL)
    fight.profile_of("fenn", feats=feats).sheet_of("fenn", ready=("short-sword",), off="")
    assert chosen(fight) == "ready small-bow"
    assert fight.play("ready small-bow").sheet("fenn").main is bool(feats)
    level = Fight({"fenn": (2, 3)}, {"w1": ("skeletal-warrior", (20, 3))})
    level.profile_of("fenn", feats=feats).sheet_of("fenn", ready=("short-sword",), off="")
    assert not [key for key in features(level) if key.startswith("ready")], "foes can come"
