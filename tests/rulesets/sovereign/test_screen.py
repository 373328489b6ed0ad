"""By the book: Screen an Ally."""

from __future__ import annotations

import pytest

from game.kit.conditions import Condition
from game.kit.testing.fight import check, d20
from game.rules.events import Id
from game.rules.standing import Link
from rulesets.sovereign import RULESET
from rulesets.sovereign.play.attack import screens_of
from rulesets.sovereign.play.events import AttackRolled, Checked, Did
from rulesets.sovereign.sheet import roster
from rulesets.sovereign.sheet.sheet import Attributes
from tests.rulesets.sovereign.kit import Fight

SCREENING = (Condition("screening", "turn begins", Id("colette")),)

PARTY = {"annora": (5, 5), "colette": (5, 6)}
W1 = {"w1": ("skeletal-warrior", (6, 6)), "w2": ("skeletal-warrior", (6, 7))}
NEAR_BOTH = {"w1": ("skeletal-warrior", (6, 6)), "w2": ("skeletal-warrior", (4, 6))}
"""Two who could strike at either of them."""


def screened(fight: Fight, *others: str) -> Fight:
    """Annora, and others, screen Colette where they stand; then it is the foes' turn."""
    for who in ("annora", *others):
        x, y = fight.at(who)
        fight.play(who, f"screen colette {x},{y}", "done")
    return fight.play("end") if fight.asked.kind == "pick" else fight.play("colette", "done")


@pytest.mark.rule("sovereign", "E-34", "E-35")
@pytest.mark.parametrize(("faces", "struck"), [((4, 5), "colette"), ((4, 4), "annora")])
def test_an_opposed_combat_check_says_who_is_struck(faces: tuple[int, int], struck: str) -> None:
    fight = screened(Fight(PARTY, W1)).play("w1", "strike colette short-sword", check(*faces))
    assert (fight.checked.tally.total, fight.checked.needed) == (1, 10), "Hit Dice 1 against STR 1 and Stab 1"
    fight.play(d20(1))
    assert fight.last(AttackRolled).target == struck


@pytest.mark.rule("sovereign", "E-34")
def test_screening_moves_one_to_the_allys_side() -> None:
    fight = Fight({"annora": (1, 1), "colette": (5, 6)}, W1).play("annora", "screen colette 4,5")
    assert fight.at("annora") == (4, 5)
    assert not fight.sheet("annora").move
    assert fight.sheet("annora").screening == "colette"


@pytest.mark.rule("sovereign", "E-34")
def test_whom_one_runs_to_screen_is_not_told_to_who_does_not_know_of_it() -> None:
    fight = Fight({"annora": (1, 1), "colette": (5, 6)}, W1, hidden=("colette",))
    fight.play("annora", "screen colette 4,5")
    did = [event for event in fight.told(Did) if event.rule == "E-34"]
    assert did[0].what == "runs 20 ft to 4,5" and not any("Colette" in event.what for event in did)
    assert [event.other for event in did] == [None, Id("colette")], "which is told to those who know of it"


@pytest.mark.rule("sovereign", "E-34", "E-38", "S-13", "S-64")
@pytest.mark.parametrize("state", ["dazzled", "prone", "fit"])
def test_the_dazzled_and_the_prone_stop_nobody(state: str) -> None:
    fight = screened(Fight(PARTY, W1))
    if state == "dazzled":
        dazzled = Condition("surprised", "round ends", last=2)
        fight = Fight(PARTY, W1, acting="foes").sheet_of("annora", conditions=(*SCREENING, dazzled))
    elif state == "prone":
        fight = Fight(PARTY, W1, acting="foes").sheet_of("annora", conditions=SCREENING, prone=True)
    fight.until("w1", "strike colette short-sword", *([check(1, 1)] if state == "fit" else []), d20(1))
    assert len(fight.told(Checked)) == (state == "fit")
    assert fight.last(AttackRolled).target == ("annora" if state == "fit" else "colette")


@pytest.mark.rule("sovereign", "E-34", "S-64")
def test_nobody_screens_lying_down() -> None:
    fight = Fight(PARTY, W1).sheet_of("annora", prone=True).play("annora")
    assert fight.keys("screen") == []
    assert fight.refusal("Screen").rule == "E-34"
    assert fight.play("stand").keys("screen"), "with the Main Action for a second Move"


@pytest.mark.rule("sovereign", "E-36")
def test_as_many_attackers_as_the_highest_combat_skill() -> None:
    fight = screened(Fight(PARTY, NEAR_BOTH)).play("w1", "strike colette short-sword", check(1, 1), d20(1), "done")
    fight.play("strike colette short-sword", d20(1))
    assert len(fight.told(Checked)) == 1, "she stops one a round"
    assert fight.last(AttackRolled).target == "colette"
    fight = Fight({"bennett": (5, 5), "colette": (5, 6)}, W1).play("bennett")
    assert not any(family.verb.startswith("screen") for family in fight.asked.options.families)
    assert fight.refusal("Screen").rule == "E-36"


@pytest.mark.rule("sovereign", "E-36", "S-58")
def test_an_attacker_of_several_blows_is_one_attacker() -> None:
    """The book counts attackers: a troll's claws and bite are one, and each of its blows is checked for."""
    foes = {"troll": ("troll", (6, 5)), "w1": ("skeletal-warrior", (4, 6))}
    fight = screened(Fight(PARTY, foes).profile_of("annora", hp=90))
    fight.play("troll", "maul colette", check(1, 1), d20(1))
    fight.play("strike colette claw", check(1, 1), d20(1), "strike colette bite", check(1, 1), d20(1), "done")
    assert [event.target for event in fight.told(AttackRolled)] == ["annora"] * 3
    assert len(fight.told(Checked)) == 3
    fight.play("strike colette short-sword", d20(1))
    assert len(fight.told(Checked)) == 3, "another attacker is one more than her skill of 1"
    assert fight.last(AttackRolled).target == "colette"


@pytest.mark.rule("sovereign", "E-36")
def test_the_attackers_of_a_round_are_counted_though_one_screens_anew() -> None:
    fight = Fight(PARTY, NEAR_BOTH, acting="foes").sheet_of("annora", conditions=SCREENING)
    fight.play("w1", "strike colette short-sword", check(1, 1), d20(1), "done", "done")
    fight.play("annora", "screen colette 5,5", "done", "run 5,9", "pass", "strike short-sword", d20(1))
    assert fight.last(AttackRolled).who == "w2", "it strikes at her as she goes"
    assert len(fight.told(Checked)) == 1, "annora has met one attacker in this round"


@pytest.mark.rule("sovereign", "E-36")
def test_valiant_defenders_stop_one_more_and_add_two() -> None:
    fight = Fight({"gisela": (5, 5), "colette": (5, 6)}, W1).play("gisela", "screen colette 5,5")
    assert screens_of(fight.match.board.now(Id("gisela"))) == 3
    fight.play("done", "colette", "done", "w1", "strike colette short-sword", check(1, 1))
    assert fight.checked.needed == 8 + 2 + 2


@pytest.mark.rule("sovereign", "E-37")
@pytest.mark.parametrize(
    ("faces", "struck"), [((6, 6), "colette"), ((5, 5), "fenn"), ((4, 4), "annora"), ((1, 1), "annora")]
)
def test_of_several_screeners_the_worst_that_succeeds_is_struck(faces: tuple[int, int], struck: str) -> None:
    fight = Fight({"annora": (5, 5), "fenn": (5, 7), "colette": (5, 6)}, W1)
    fight.profile_of("fenn", attributes=Attributes(STR=1, DEX=1), skills={"Stab": 3})
    screened(fight, "fenn").play("w1", "strike colette short-sword", check(*faces), d20(1))
    assert fight.last(AttackRolled).target == struck


@pytest.mark.rule("sovereign", "E-38")
def test_a_screen_ends_with_ones_next_turn() -> None:
    fight = screened(Fight(PARTY, W1)).play("end")
    assert fight.state.turn.side == "party"
    assert fight.sheet("annora").screening == ""


@pytest.mark.rule("sovereign", "E-38")
@pytest.mark.parametrize("sheet", [{"prone": True}, {"out": True}], ids=["prone", "out"])
def test_who_can_not_parry_does_not_screen(sheet: dict[str, object]) -> None:
    fight = Fight(PARTY, W1, acting="foes").sheet_of("annora", conditions=SCREENING, **sheet)
    fight.play("w1", "strike colette short-sword", d20(1))
    assert fight.told(Checked) == []


@pytest.mark.rule("sovereign", "E-38")
def test_a_screener_more_than_five_feet_off_stops_nothing() -> None:
    fight = Fight({"annora": (5, 4), "colette": (5, 6)}, W1, acting="foes")
    fight.sheet_of("annora", conditions=SCREENING).play("w1", "strike colette short-sword", d20(1))
    assert fight.told(Checked) == []


@pytest.mark.rule("sovereign", "E-38", "S-14")
def test_only_a_blow_that_could_reach_the_screener_is_parried() -> None:
    fight = Fight({"annora": (4, 6), "colette": (5, 6)}, W1, acting="foes")
    fight.sheet_of("annora", conditions=SCREENING).play("w1", "strike colette short-sword", d20(1))
    assert fight.told(Checked) == [], "she stands behind her ward"


@pytest.mark.rule("sovereign", "E-39", "S-14")
@pytest.mark.parametrize(("screener", "stops"), [((6, 6), True), ((5, 5), True), ((4, 6), False), ((4, 5), False)])
def test_shots_are_screened_from_in_front_or_near_the_line(screener: tuple[int, int], stops: bool) -> None:
    foes = {"a1": ("skeletal-archer", (12, 6))}
    fight = Fight({"annora": screener, "colette": (5, 6)}, foes, acting="foes")
    fight.sheet_of("annora", conditions=SCREENING)
    fight.play("a1", "shoot colette small-bow", *([check(1, 1)] if stops else []), d20(20))
    assert bool(fight.told(Checked)) == stops
    assert fight.last(AttackRolled).target == ("annora" if stops else "colette")


@pytest.mark.rule("sovereign", "E-36", "S-39")
def test_npcs_screen_only_with_a_level_of_their_own() -> None:
    party = {"man-at-arms": (5, 5), "bandit": (4, 6), "colette": (5, 6)}
    fight = Fight(party, {"w9": ("skeletal-warrior", (20, 6))}).play("man-at-arms")
    assert any(family.verb == "screen colette" for family in fight.asked.options.families), "its entry gives it Stab 1"
    fight.play("done", "bandit")
    assert not any(family.verb.startswith("screen") for family in fight.asked.options.families)
    assert fight.refusal("Screen").rule == "E-36", "a modifier for checks is no level"


@pytest.mark.rule("sovereign", "E-34", "S-59")
@pytest.mark.parametrize(
    ("hand", "off", "needed"),
    [("small-bow", "", 8 + 1), ("dagger", "", 8 + 1 + 2), ("", "", 8 + 1), ("small-bow", "shield", 8 + 1 + 2)],
)
def test_a_screener_parries_with_what_it_holds_and_never_with_shoot(hand: str, off: str, needed: int) -> None:
    fight = Fight({"fenn": (5, 5), "colette": (5, 6)}, W1, acting="foes")
    fight.profile_of("fenn", attributes=Attributes(STR=1), skills={"Stab": 2, "Shoot": 4, "Brawl": 0})
    house = roster.STOCK.house
    fight.profile_of("fenn", weapons=(*house.profile("fenn").weapons, house.weapons["shield-bash"]))
    fight.sheet_of("fenn", hand=hand, off=off, conditions=SCREENING)
    fight.play("w1", "strike colette short-sword", check(1, 1))
    assert fight.checked.needed == needed


@pytest.mark.rule("sovereign", "E-40")
def test_screening_without_moving_draws_nothing_and_moving_does() -> None:
    beside = {"w1": ("skeletal-warrior", (6, 5))}
    fight = Fight(PARTY, beside).play("annora", "screen colette 5,5")
    assert fight.opportunities == []
    fight = Fight(PARTY, beside).play("annora", "screen colette 4,5")
    assert fight.opportunities == ["w1"]


@pytest.mark.rule("sovereign", "E-36")
def test_the_board_shows_whom_a_screener_shields_and_how_near_it_must_stay() -> None:
    fight = Fight(PARTY, {"w1": ("skeletal-warrior", (10, 5))}).play("annora", "screen colette 5,5")
    assert RULESET.standing(fight.match.board, Id("annora")).links == (Link("screen", Id("colette"), 1),)
    assert RULESET.standing(fight.match.board, Id("colette")).links == ()


@pytest.mark.rule("sovereign", "E-38", "S-14")
@pytest.mark.parametrize(("way", "kept"), [(("run 4,6", "run 5,6"), True), (("run 5,8", "run 5,6"), False)])
def test_a_ward_who_walks_off_and_comes_back_is_screened_no_more(way: tuple[str, ...], kept: bool) -> None:
    """As long as it stays within 5 ft; once it was farther off the screen is over."""
    fight = Fight(PARTY, {"w1": ("skeletal-warrior", (20, 6))}).play("annora", "screen colette 5,5", "done")
    fight.play("colette", *way)
    assert fight.at("colette") == (5, 6)
    assert (fight.sheet("annora").screening == "colette") is kept
    assert ("Annora no longer screens Colette" in fight.log) is not kept


@pytest.mark.rule("sovereign", "E-38", "E-74", "S-14")
def test_a_screener_who_is_pushed_away_screens_no_more() -> None:
    fight = screened(Fight({"annora": (5, 5), "colette": (4, 5)}, {"w1": ("skeletal-warrior", (5, 6))}))
    fight.play("w1", "shove annora", d20(20), check(6, 6), "push 6,4")
    assert fight.sheet("annora").screening == ""


@pytest.mark.rule("sovereign", "E-34", "E-89", "S-20")
@pytest.mark.parametrize("fleeing", [False, True])
def test_whose_courage_has_failed_puts_its_body_in_no_way(fleeing: bool) -> None:
    fight = Fight(PARTY, W1, acting="foes").sheet_of("annora", conditions=SCREENING, fleeing=fleeing)
    fight.play("w1", "strike colette short-sword")
    assert (fight.rolled.why == "getting past the screen") is not fleeing
