"""By the book: Morale, and flight to the edge of the map (E-89, ruling S-20)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from game.ai.chooser import Instinct
from game.kit.conditions import Condition
from game.kit.testing.fight import Dice, d6, d20
from game.rules.events import Id, Left
from game.rules.questions import Seat
from game.spatial.field import Cell, Edge, Feature, Field
from rulesets.sovereign.play.events import Broke, Did
from rulesets.sovereign.play.geometry import acts_out_of_turn, may_oppose, may_snap, may_trigger
from tests.rulesets.sovereign.kit import OPEN, Fight, ground

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


LONG = Field(41, 41)
"""Open ground, with 20 cells from its middle to each edge."""

ROOM = (
    *["." * 31] * 13,
    "." * 13 + "######" + "." * 12,
    "." * 13 + "#....#" + "." * 12,
    "." * 13 + "#....." + "." * 12,
    "." * 13 + "#....#" + "." * 12,
    "." * 13 + "######" + "." * 12,
    *["." * 31] * 13,
)
"""A room around 15,15 whose only way out is a gap to the east, at 18,15."""

CLOSED = ground(".......", ".#####.", ".#...#.", ".#...#.", ".#####.", ".......")
"""Four walls without a way out."""

FAR_OFF = (30, 30)

DOOR = Edge("door", (18, 15), (18, 16), "door", "closed", cost="main")


def fled(foes: Mapping[str, tuple[str, Cell]], hero: Cell, field: Field = LONG, **sheet: object) -> Fight:
    """Annora's foes have lost courage, and it is their turn."""
    fight = Fight({"annora": hero}, dict(foes), acting="foes", field=field)
    for who in foes:
        fight.sheet_of(who, fleeing=True, **sheet)
    return fight.play()


def ends(fight: Fight) -> set[Cell]:
    """Where a run of whoever acts may end."""
    return {(int(x), int(y)) for x, y in (key.split()[1].split(",") for key in fight.keys("run"))}


@pytest.mark.rule("sovereign", "E-89", "S-20")
def test_a_run_takes_those_who_flee_at_least_half_as_far_towards_the_edge_as_it_could() -> None:
    fight = fled({"b1": ("bandit", (20, 20))}, (24, 20))
    assert {(14, 20), (17, 20), (20, 14), (26, 26)} <= ends(fight), "to any edge"
    assert not {(18, 20), (20, 18), (21, 20), (23, 20)} & ends(fight)
    assert fight.refusal("Run further in").rule == fight.refusal("Attack").rule == "E-89"
    fight.play("run 14,20")
    assert (8, 20) in ends(fight), "and with the Main Action as well"
    assert not {(14, 14), (20, 20)} & ends(fight), "what is nearer now counts"


@pytest.mark.rule("sovereign", "E-89", "S-20")
def test_who_runs_stops_for_nothing_on_the_way() -> None:
    """What is on its belt, on its back and unloaded stays so."""
    fight = Fight({"annora": (24, 20)}, {"b1": ("skeletal-archer", (20, 20))}, acting="foes", field=LONG)
    fight.sheet_of("b1", fleeing=True, unloaded=("small-bow",), stowed=("short-sword",)).play()
    assert {key.split()[0] for key in fight.asked.options.all_keys()} == {"run", "defend"}
    assert not any("draw" in refused.verbs and refused.rule != "E-89" for refused in fight.asked.refusals())


@pytest.mark.rule("sovereign", "E-19", "E-45", "E-89", "S-20")
@pytest.mark.parametrize("fleeing", [False, True])
@pytest.mark.parametrize("field", [OPEN, CLOSED], ids=["with a way out", "cornered"])
def test_who_flees_makes_no_attacks_of_opportunity(fleeing: bool, field: Field) -> None:
    fight = Fight({"annora": (3, 2)}, {"w1": ("skeletal-warrior", (2, 2))}, field=field)
    fight.sheet_of("w1", fleeing=fleeing).play("annora", "run 4,3")
    assert fight.opportunities == ([] if fleeing else ["w1"])


@pytest.mark.rule("sovereign", "E-89", "S-20")
def test_neither_the_runner_nor_its_side_puts_the_run_off() -> None:
    fight = fled({"b1": ("bandit", (20, 20)), "b2": ("bandit", (30, 30))}, (24, 20))
    assert not fight.offers("end")
    assert fight.refusal("End the side's turn").rule == "E-89"
    fight.play("b1")
    assert not fight.offers("done") and not fight.offers("prone")
    assert fight.refusal("End the turn").rule == "E-89"
    fight.play("defend", "run 14,20", "other", "b2", "run 30,36")
    assert fight.offers("done")
    fight.play("other")
    assert fight.offers("end"), "the Move Actions are spent"


@pytest.mark.rule("sovereign", "E-89", "S-20")
@pytest.mark.parametrize("drawn", [False, True])
def test_at_the_edge_or_an_exit_one_leaves(drawn: bool) -> None:
    exit_ = Feature("out", "exit", ((20, 20),))
    fight = fled({"b1": ("bandit", (20, 20) if drawn else (0, 20))}, (24, 20), Field(41, 41, features=(exit_,)))
    assert not fight.offers("done") and not ends(fight)
    fight.play("leave")
    assert [event.who for event in fight.told(Left)] == ["b1"]


@pytest.mark.rule("sovereign", "E-89", "S-20")
def test_the_prone_stand_up_or_crawl() -> None:
    fight = fled({"b1": ("bandit", (20, 20))}, (24, 20), prone=True)
    assert not fight.offers("done")
    fight.play("stand")
    assert fight.offers("done") and (14, 20) in ends(fight)


@pytest.mark.rule("sovereign", "E-89", "S-20")
def test_the_only_way_out_is_taken_though_it_leads_towards_a_foe() -> None:
    fight = fled({"b1": ("bandit", (15, 15))}, (25, 15), ground(*ROOM))
    assert ends(fight) and all(x > 16 for x, _ in ends(fight))
    assert not fight.offers("charge annora spear"), "there is a way"


@pytest.mark.rule("sovereign", "E-89", "S-20")
def test_whoever_finds_the_way_barred_by_a_foe_fights_on() -> None:
    fight = fled({"b1": ("bandit", (17, 15))}, (18, 15), ground(*ROOM))
    assert fight.offers("strike annora spear") and fight.offers("done") and fight.offers("prone")
    assert (14, 15) in ends(fight), "it goes where it likes"
    fight = fled({"b1": ("bandit", (14, 15))}, (18, 15), ground(*ROOM))
    assert fight.keys("charge")


@pytest.mark.rule("sovereign", "E-89", "S-20")
def test_a_foe_that_nobody_knows_of_bars_no_way() -> None:
    fight = Fight(
        {"annora": (18, 15), "bennett": FAR_OFF}, {"b1": ("bandit", (14, 14))}, acting="foes", field=ground(*ROOM)
    )
    fight.sheet_of("annora", hidden=True, known=False).sheet_of("b1", fleeing=True).play()
    assert ends(fight) and not fight.offers("done")


@pytest.mark.rule("sovereign", "E-89", "S-20")
def test_a_door_is_a_way_out_and_a_wall_is_none() -> None:
    fight = fled({"b1": ("bandit", (17, 15))}, FAR_OFF, ground(*ROOM, edges=(DOOR,)))
    assert not ends(fight), "none is nearer before the door is open"
    assert fight.offers("open door") and fight.offers("done")
    assert not fight.offers("prone")
    fight.play("open door")
    assert ends(fight) and not fight.offers("done")
    walled = [row[:18] + "#" + row[19:] if row[13] == "#" else row for row in ROOM]
    fight = fled({"b1": ("bandit", (17, 15))}, FAR_OFF, ground(*walled))
    assert fight.offers("prone") and fight.offers("done") and len(ends(fight)) == 11


@pytest.mark.rule("sovereign", "E-89", "S-20")
def test_a_large_body_finds_no_way_where_a_small_one_does() -> None:
    fight = fled({"o1": ("ogre", (15, 14))}, FAR_OFF, ground(*ROOM))
    assert fight.offers("prone") and fight.offers("done"), "the gap is 5 ft wide, and it is 10"


@pytest.mark.rule("sovereign", "E-89", "S-20")
def test_who_is_held_can_not_run() -> None:
    fight = Fight({"annora": (21, 20)}, {"b1": ("bandit", (20, 20))}, acting="foes", field=LONG)
    fight.sheet_of("annora", grappling="b1").sheet_of("b1", fleeing=True).play()
    assert fight.offers("break free") and fight.offers("done") and not ends(fight)


@pytest.mark.rule("sovereign", "E-89", "S-20")
def test_an_ai_runs_by_the_same_ways() -> None:
    fight = fled({"b1": ("bandit", (15, 15)), "b2": ("bandit", (20, 20))}, (25, 15), ground(*ROOM))
    mind = Instinct(Seat("foes"))
    while fight.match.pending is not None and fight.asked.seat == Seat("foes"):
        fight.match.answer(mind.answer(fight.match, fight.asked))
    assert fight.at("b1")[0] >= 18
    assert max(fight.at("b2")) >= 26


CORNERED = {"captain": ("bandit-captain", (2, 2)), "b1": ("bandit", (4, 3))}
"""Two of them between four walls, the captain trained to snap."""


@pytest.mark.rule("sovereign", "E-89", "E-53", "S-20")
def test_who_is_cornered_holds_no_action_for_later() -> None:
    fight = Fight({"annora": (3, 3)}, CORNERED, acting="foes", field=CLOSED).sheet_of("captain", fleeing=True)
    fight.play("captain")
    assert fight.offers("strike annora sword") and not fight.offers("hold")
    assert fight.refusal("Hold an action").rule == "E-89"


@pytest.mark.rule("sovereign", "E-89", "E-18", "E-19", "E-25", "E-29", "E-53", "S-20")
@pytest.mark.parametrize("fleeing", [False, True])
def test_out_of_its_turn_nobody_who_flees_attacks(fleeing: bool) -> None:
    """Neither by a snap, at an opening, with a held action nor for a swarm; all are asked for in one place."""
    fight = Fight({"annora": (3, 3)}, CORNERED, field=CLOSED).profile_of("annora", hp=30)
    held = (Condition("holding", "round ends"),)
    fight.sheet_of("captain", fleeing=fleeing, conditions=held, move=False).sheet_of("b1", fleeing=fleeing)
    fight.play("annora", "strike b1 short-sword", d20(1))
    assert (("instant", "captain") in fight.let_be) is not fleeing
    board = fight.board
    assert [may(board.now(Id("captain"))) for may in (acts_out_of_turn, may_snap, may_trigger)] == [not fleeing] * 3
    assert may_oppose(board, board.now(Id("b1"))) is not fleeing


@pytest.mark.rule("sovereign", "E-89", "E-29", "S-20")
@pytest.mark.parametrize("fleeing", [False, True])
def test_a_swarm_of_those_who_flee_strikes_in_its_sides_turn_alone(fleeing: bool) -> None:
    """Cornered, they may; as the round ends it is nobody's turn."""
    fight = Fight({"annora": (3, 3)}, CORNERED, acting="foes", field=CLOSED).profile_of("annora", hp=30)
    fight.sheet_of("captain", fleeing=fleeing).sheet_of("b1", fleeing=fleeing)
    fight.play("captain", "swarm annora", "done", "b1", "swarm annora")
    assert fight.keys("swarm-melee")
    fight.until("wait", "done", "let go", "annora", "done")
    assert bool(fight.keys("swarm-melee")) is not fleeing
