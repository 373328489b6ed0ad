"""By the book: Sneaking in combat; what dice, menus and the turn record tell of those in hiding (A-89 to A-94)."""

from __future__ import annotations

from typing import Any

import pytest

from game.kit.testing.fight import d4, d6, d8, d12, d20
from game.rules.dice import at_most
from game.rules.events import Appeared, Changed, Event, Id, Rolled, TurnChanged
from game.rules.visibility import SideVisibility
from rulesets.murdham import RULESET
from rulesets.murdham.play.events import DamageRolled, GroupSaved, Hid, PhaseBegan, Saved, Spotted, TurnBegan
from tests.rulesets.murdham.kit import RING, Fight, Where, chart

LURKING = ("x", "y")


def ambush(party: str = "b", at: str = "a", **options: Any) -> Fight:
    """Sybilla and Theobald walk into two bandits in hiding and a third in the open."""
    return Fight(
        {"sybilla": party, "theobald": party},
        {"x": ("bandit", at), "y": ("bandit", at), "z": ("bandit", "q")},
        fresh=True,
        hidden=LURKING,
        **options,
    )


def lurker(at: str = "a", other: str = "c", **options: Any) -> Fight:
    """The turn of a bandit in hiding in the midst of a fight; Sybilla is the enemy."""
    foes: dict[str, Where] = {"x": ("bandit", at), "z": ("bandit", "q")}
    return Fight({"sybilla": other}, foes, acting="foes", hidden=("x",), **options)


# ------------------------------------------------------------------ the ambush


@pytest.mark.rule("murdham", "A-89")
def test_ambushers_start_concealed() -> None:
    fight = ambush().play()
    assert [fight.sheet(who).hidden for who in ("x", "y", "z", "sybilla")] == [True, True, False, False]


@pytest.mark.rule("murdham", "A-93", "A-07", "M-22")
def test_the_concealed_play_a_bonus_turn_in_which_only_they_act() -> None:
    fight = ambush().play()
    assert fight.last(PhaseBegan).phase == "ambush"
    assert fight.asked.seat == "foes" and fight.keys() == ["x", "y", "pass"]
    fight.play("x", "done")
    assert fight.keys() == ["y", "pass"], "nobody of the party comes between"
    fight.play("y", "done")
    assert fight.turn.round == 1
    assert [(event.who, event.bonus) for event in fight.told(TurnBegan)] == [("x", True), ("y", True)]


@pytest.mark.rule("murdham", "A-93", "M-22")
def test_in_the_first_round_they_act_again() -> None:
    fight = ambush().play("x", "done", "y", "done", "first foes")
    assert fight.keys() == ["x", "y", "z", "pass"]


@pytest.mark.rule("murdham", "A-93")
def test_the_bonus_turn_may_be_passed_up() -> None:
    fight = ambush().play("pass")
    assert fight.turn.round == 1 and fight.sheet("x").hidden


@pytest.mark.rule("murdham", "A-93", "M-22")
def test_nobody_else_reacts_in_it() -> None:
    """The bandit shows itself by walking up, so it takes nobody by surprise; but their turn has not come."""
    fight = ambush(stunts="off").play("x")
    fight.play(fight.key("move", "b"), "strike sybilla axe", d6(2))
    assert not fight.sheet("x").hidden
    assert fight.windows == [] and "guard" not in dict(fight.let_be)


@pytest.mark.rule("murdham", "A-93", "A-63", "M-22")
def test_nobody_strikes_at_ambushers_who_move_away_in_it() -> None:
    fight = ambush(party="a", stunts="off").play("x")
    fight.play("strike sybilla axe", d6(1), fight.key("move", "b"))
    assert fight.at("x") == "b" and "opportunity attack" not in dict(fight.let_be)


@pytest.mark.rule("murdham", "A-93", "A-79", "M-35")
def test_who_is_stunned_in_it_loses_the_first_round() -> None:
    fight = ambush().sheet_of("x", hand="flash-powder")
    profile = Fight({"lamorna": "a"}, {"bandit": "b"}).sheet("lamorna").profile
    fight.profile_of("x", weapons=profile.weapons).play("x")
    fight.play(fight.key("blast flash-powder", "b"), "done", "y", "done", "z")
    assert fight.turn.round == 1 and fight.acted("sybilla") and fight.acted("theobald")


@pytest.mark.rule("murdham", "A-92", "A-52", "M-4")
def test_who_is_attacked_out_of_hiding_is_surprised_and_can_not_react() -> None:
    fight = lurker(other="a", stunts="off").play("x")
    fight.until("strike sybilla axe")
    assert fight.rolled.dice == "d6", "no reaction, no guard"
    assert fight.last(Spotted).who == "x"


@pytest.mark.rule("murdham", "A-92")
def test_the_next_attack_is_no_surprise_any_more() -> None:
    fight = lurker(other="a", stunts="off").play("x").play("strike sybilla axe", d6(1), "done")
    fight.play("sybilla", "done", "z", "done", "first foes", "x").until("strike sybilla axe")
    assert fight.asked.topic == "reaction"


@pytest.mark.rule("murdham", "A-92")
def test_a_stab_in_the_back() -> None:
    fight = Fight({"sybilla": "a"}, {"footpad": "a"}, acting="foes", hidden=("footpad",), stunts="off").play("footpad")
    fight.play("strike sybilla knife", d12(2))
    assert fight.dealt == 1
    seen = Fight({"sybilla": "a"}, {"footpad": "a"}, acting="foes", stunts="off").play("footpad")
    seen.play("strike sybilla knife", d4(2))


# ------------------------------------------------------------------ what the others know


@pytest.mark.rule("murdham", "A-91")
def test_the_position_of_the_concealed_is_kept_from_the_other_side() -> None:
    fight = Fight({"sybilla": "b"}, {"x": ("bandit", "b"), "z": ("bandit", "c")}, hidden=("x",)).play("sybilla")
    board = fight.board
    assert RULESET.seen_by(board, "party") == ["sybilla", "z"]
    assert Id("x") in RULESET.seen_by(board, "foes")
    assert Id("x") not in RULESET.masked(board, "party").combatants
    assert not any("x" in option.key.split() or option.target == "x" for option in fight.asked.options)
    told = " ".join(f"{refusal.label} {refusal.why}" for refusal in fight.asked.refusals())
    assert "x" not in told.split()


@pytest.mark.rule("murdham", "A-91", "A-120")
def test_a_place_full_of_the_concealed_can_be_entered() -> None:
    """A border holds two, and two lie hidden there: who does not know it walks in, and they walk in front of no one."""
    lurking: dict[str, Where] = {"x": ("bandit", "bc"), "y": ("bandit", "bc"), "z": ("bandit", "q")}
    fight = Fight({"sybilla": "b"}, lurking, hidden=("x", "y")).play("sybilla")
    assert fight.offers(fight.key("move", "bc"))
    seen = Fight({"sybilla": "b"}, lurking).play("sybilla")
    assert not seen.offers(seen.key("move", "bc"))


@pytest.mark.rule("murdham", "A-91", "A-25")
def test_a_door_shuts_on_somebody_concealed_in_it() -> None:
    field = chart("abc", open_doors="ab")
    fight = Fight({"sybilla": "a"}, {"x": ("bandit", "ab"), "z": ("bandit", "c")}, field=field, hidden=("x",))
    assert fight.play("sybilla").offers("close ab")


@pytest.mark.rule("murdham", "A-91", "A-98")
def test_morale_does_not_count_heads_aloud() -> None:
    fight = Fight({"sybilla": "a"}, {f"x{n}": ("bandit", "q") for n in range(4)}, hidden=("x0",), acting="foes")
    fight.sheet_of("x1", incapacitated=True).sheet_of("x2", incapacitated=True)
    fight.play("pass", "pass", d20(20))
    assert any("half of them or fewer are left" in line for line in fight.log)


# ------------------------------------------------------------------ what ends it


@pytest.mark.rule("murdham", "A-94")
def test_an_attack_reveals() -> None:
    fight = lurker(other="a", stunts="off").play("x").play("strike sybilla axe", d6(1))
    assert not fight.sheet("x").hidden and fight.last(Spotted).why == "attacks"


@pytest.mark.rule("murdham", "A-94", "A-118")
def test_trampling_reveals() -> None:
    foes: dict[str, Where] = {"troll": "b", "z": ("bandit", "q")}
    fight = Fight({"sybilla": "b"}, foes, acting="foes", hidden=("troll",)).play("troll", "trample sybilla")
    assert not fight.sheet("troll").hidden and fight.last(Spotted).why == "tramples"


@pytest.mark.rule("murdham", "A-94", "A-26")
def test_talking_reveals() -> None:
    fight = lurker().play("x", "speak")
    assert fight.last(Spotted).why == "talks"


@pytest.mark.rule("murdham", "A-94", "A-18")
def test_invoking_a_power_reveals_even_if_it_fails() -> None:
    fight = Fight({"sybilla": "c"}, {"hedge-priest": "a"}, acting="foes", hidden=("hedge-priest",)).play("hedge-priest")
    fight.play("invoke ember sybilla", d20(13))
    assert fight.last(Spotted).who == "hedge-priest"


@pytest.mark.rule("murdham", "A-94")
def test_moving_in_sight_without_sneaking_reveals() -> None:
    fight = lurker().play("x")
    fight.play(fight.key("move", "ab"))
    assert fight.last(Spotted).why == "moves without sneaking"


@pytest.mark.rule("murdham", "A-94")
def test_moving_where_nobody_looks_does_not() -> None:
    """Behind a shut door."""
    field = chart("abcd", doors="bc")
    fight = Fight({"sybilla": "a"}, {"x": ("bandit", "c")}, acting="foes", field=field, hidden=("x",)).play("x")
    fight.play(fight.key("move", "cd"))
    assert fight.told(Spotted) == []


@pytest.mark.rule("murdham", "A-94", "A-16")
@pytest.mark.parametrize(("face", "hidden"), [(8, True), (9, False)])
def test_sneaking_takes_an_agi_save(face: int, hidden: bool) -> None:
    fight = lurker(other="f").play("x")
    fight.play(fight.key("sneak", "b"), d20(face))
    assert (fight.saved.ability, fight.sheet("x").hidden) == ("AGI", hidden)
    assert fight.at("x") == "b"


@pytest.mark.rule("murdham", "A-13", "A-94")
def test_sneaking_in_two_pieces_takes_one_save() -> None:
    fight = lurker(other="q").play("x")
    fight.play(fight.key("sneak", "b"), d20(8), fight.key("move", "c"))
    assert len(fight.told(Saved)) == 1 and fight.at("x") == "c" and fight.sheet("x").hidden


@pytest.mark.rule("murdham", "A-94", "M-40")
@pytest.mark.parametrize(("face", "noticed"), [(6, True), (7, False)])
def test_those_nearby_may_notice_a_sneaker(face: int, noticed: bool) -> None:
    """One d20 against Sybilla's WIT of 6."""
    fight = lurker(at="a", other="c").play("x")
    fight.play(fight.key("sneak", "bc"), d20(8), d20(face))
    assert fight.last(GroupSaved).ability == "WIT"
    assert fight.sheet("x").hidden is not noticed


@pytest.mark.rule("murdham", "A-94", "M-40")
def test_walking_right_in_front_of_an_enemy_reveals() -> None:
    fight = lurker(at="a", other="b").play("x")
    fight.play(fight.key("sneak", "b"), d20(8), d20(7))
    assert fight.last(Spotted).why == "walks in front of an enemy"


@pytest.mark.rule("murdham", "A-94", "A-61")
def test_whoever_steps_in_between_is_seen() -> None:
    """A bandit in hiding guards its friend, and is hit in its place."""
    fight = Fight({"theobald": "b"}, {"x": ("bandit", "b"), "z": ("bandit", "b")}, hidden=("x",), stunts="off")
    fight.play("theobald", "strike z halberd", "guard x", d8(2))
    assert fight.lost == [("x", 2)] and not fight.sheet("x").hidden


@pytest.mark.rule("murdham", "A-94")
def test_a_search_finds_whoever_is_concealed_nearby() -> None:
    """There has to be reason for it: nobody else is to be seen."""
    fight = Fight({"sybilla": "b"}, {"x": ("bandit", "bc"), "y": ("bandit", "d")}, hidden=("x", "y")).play("sybilla")
    fight.play("search")
    assert not fight.sheet("x").hidden and fight.sheet("y").hidden
    assert not fight.turn.main
    assert "search" not in Fight({"sybilla": "b"}, {"z": ("bandit", "d")}).play("sybilla").keys("search")


@pytest.mark.rule("murdham", "A-40", "M-55")
def test_a_blow_at_whoever_hides_nearby_takes_a_save_and_finds_one() -> None:
    """Nobody is to be seen, so somebody may be about. The one in her own zone is found before the one on its border."""
    lurking: dict[str, Where] = {"y": ("bandit", "bc"), "x": ("bandit", "b")}
    fight = Fight({"theobald": "b"}, lurking, hidden=("x", "y"), stunts="off").play("theobald")
    fight.until("flail halberd")
    assert fight.rolled.reading == at_most(9), "WIT"
    fight.until(d20(9))
    assert fight.last(Spotted).who == "x" and not fight.turn.main
    assert fight.asked.who == "x" and fight.offers("dodge"), "it knows of him, and may react"
    fight.play("pass", d8(2))
    assert fight.lost == [("x", 2)] and fight.sheet("y").hidden


@pytest.mark.rule("murdham", "A-40", "M-55")
def test_a_blind_blow_may_fail_or_find_nobody_and_looks_the_same_beforehand() -> None:
    there: dict[str, Where] = {"x": ("bandit", "b")}
    away: dict[str, Where] = {"x": ("bandit", "q")}
    fight = Fight({"theobald": "b"}, there, hidden=("x",)).play("theobald")
    other = Fight({"theobald": "b"}, away, hidden=("x",)).play("theobald")
    assert fight.keys() == other.keys()
    fight.play("flail halberd", d20(10))
    assert fight.sheet("x").hidden and fight.health("x") == 8
    other.play("flail halberd", d20(9))
    assert other.sheet("x").hidden and "theobald strikes at nobody" in [line.lower() for line in other.log]


@pytest.mark.rule("murdham", "A-40", "M-55")
def test_nobody_strikes_blindly_without_reason_nor_shoots_so() -> None:
    fight = Fight({"theobald": "b"}, {"x": ("bandit", "b"), "z": ("bandit", "d")}, hidden=("x",)).play("theobald")
    assert not fight.keys("flail"), "he sees a foe and has lost sight of none"
    archer = Fight({"balthasar": "b"}, {"x": ("bandit", "b")}, hidden=("x",)).play("balthasar")
    assert archer.keys("flail") == ["flail unarmed"], "a bow strikes nobody"


# ------------------------------------------------------------------ hiding later


def rounds(fight: Fight, many: int) -> Fight:
    """Everybody passes for so many rounds."""
    for _ in range(many):
        fight.play("pass", "pass", "first foes")
    return fight


@pytest.mark.rule("murdham", "A-90", "M-18")
def test_hiding_takes_a_full_round_out_of_sight() -> None:
    """From the end of the first round to the end of the second behind the rock; then a main action and AGI."""
    fight = Fight({"sybilla": "a"}, {"x": ("bandit", "e")}, acting="foes", field=RING).play("x")
    assert not fight.offers("hide")
    fight.play("done", "pass", "first foes", "x")
    assert not fight.offers("hide"), "only since the end of the first round"
    fight.play("done", "pass", "first foes", "x")
    assert fight.turn.round == 3
    fight.play("hide", d20(8))
    assert fight.sheet("x").hidden and fight.last(Hid).who == "x" and not fight.turn.main
    assert fight.sheet("x").seen_at == fight.place("e"), "the others remember where it was"


@pytest.mark.rule("murdham", "A-90", "M-18")
def test_who_is_in_sight_can_not_hide() -> None:
    fight = Fight({"sybilla": "a"}, {"x": ("bandit", "c")}, acting="foes", field=RING)
    rounds(fight, 3).play("x")
    assert not fight.offers("hide")


@pytest.mark.rule("murdham", "A-90", "M-18", "A-19")
def test_a_distraction_lets_others_slip_away_at_once() -> None:
    """Sybilla, the only one to see it, has been distracted this round; but Theobald sees it too."""
    foes: dict[str, Where] = {"x": ("bandit", "b"), "z": ("bandit", "b")}
    fight = Fight({"sybilla": "b"}, foes, acting="foes").play("z")
    fight.play("distract sybilla", d20(7), "done", "x", "hide", d20(8))
    assert fight.sheet("x").hidden
    fight = Fight({"sybilla": "b", "theobald": "d"}, foes, acting="foes").play("z")
    fight.play("distract sybilla", d20(7), "done", "theobald", "done", "x")
    assert not fight.offers("hide")


@pytest.mark.rule("murdham", "A-91", "M-18")
def test_whoever_lost_sight_of_somebody_may_search_and_so_may_its_computer() -> None:
    """The other side knows that one is missing; the masked battle asks the same question."""
    fight = Fight({"sybilla": "b"}, {"x": ("bandit", "b"), "z": ("bandit", "b")}, acting="foes").play("z")
    fight.play("distract sybilla", d20(7), "done", "x", "hide", d20(8), "done", "first foes", "z", "done", "sybilla")
    assert fight.offers("search")
    assert fight.turn.vanished == {"foes": 1}
    fight.play("search")
    assert not fight.sheet("x").hidden and fight.turn.vanished == {"foes": 0}


@pytest.mark.rule("murdham", "A-90", "A-91", "M-18")
def test_the_concealed_keep_no_watch() -> None:
    """Whether somebody may hide must not tell that an enemy it doesn't know of has it in sight."""
    fight = Fight({"sybilla": "a"}, {"x": ("bandit", "b"), "z": ("bandit", "e")}, field=RING, hidden=("x",))
    fight.sheet_of("sybilla", unseen=1).turn_of(round=3).play("sybilla")
    assert fight.offers("hide")


def told_to(fight: Fight, side: str, since: int) -> list[Event]:
    """What a side is told from the event of that number on."""
    match = fight.match
    witness = SideVisibility(RULESET, fight.setup, fight.ground, match.marks[0].state, side)
    told = [[event for _, event in witness.see(event)] for event in match.events]
    return [event for some in told[since:] for event in some]


@pytest.mark.rule("murdham", "A-91", "M-40")
def test_a_side_is_told_nothing_of_a_notice_that_fails() -> None:
    """Not the roll, not the save; and who has omens is not asked to turn it. The sneaker's side hears it all."""
    foes: dict[str, Where] = {"x": ("bandit", "a"), "z": ("bandit", "q")}
    fight = Fight({"sybilla": "c"}, foes, acting="foes", hidden=("x",)).sheet_of("sybilla", omens=2).play("x")
    before = len(fight.match.events)
    fight.until(fight.key("sneak", "bc"), d20(8), d20(7))
    assert fight.asked.seat == "foes" and fight.sheet("x").hidden
    assert {type(event) for event in told_to(fight, "party", before)} == {TurnChanged}
    kinds = {type(event) for event in told_to(fight, "foes", before)}
    assert {Rolled, GroupSaved} <= kinds


@pytest.mark.rule("murdham", "A-91", "A-94", "M-40")
def test_where_one_of_several_notices_all_are_told_of_the_save() -> None:
    """Theobald notices the bandit, Sybilla does not; nobody has to turn a save that has been made for all."""
    fight = Fight(
        {"sybilla": "c", "theobald": "c"}, {"x": ("bandit", "a"), "z": ("bandit", "q")}, acting="foes", hidden=("x",)
    )
    fight.sheet_of("sybilla", omens=2).play("x")
    before = len(fight.match.events)
    fight.until(fight.key("sneak", "bc"), d20(8), d20(8))
    assert fight.asked.seat == "foes" and not fight.sheet("x").hidden
    told = [event for event in told_to(fight, "party", before) if not isinstance(event, (TurnChanged, Changed))]
    (saved,) = fight.told(GroupSaved)
    assert (saved.passed, saved.failed) == (("theobald",), ("sybilla",))
    assert told == [Appeared(Id("x"), fight.place("bc")), Spotted(Id("x"), "is noticed"), saved]


@pytest.mark.rule("murdham", "A-91", "M-40")
def test_of_two_in_hiding_one_is_noticed_and_the_other_stays_unknown() -> None:
    """Two bandits steal up, and Balthasar lies in hiding where they do: he keeps no watch, and nothing tells of him."""
    foes: dict[str, Where] = {"x": ("bandit", "a"), "y": ("bandit", "a"), "z": ("bandit", "q")}
    fight = Fight({"sybilla": "c", "balthasar": "c"}, foes, acting="foes", hidden=("x", "y", "balthasar")).play("x")
    fight.play(fight.key("sneak", "bc"), d20(8), d20(6), "done", "sybilla", "done", "y")
    (first,) = fight.told(GroupSaved)
    assert first.passed == ("sybilla",) and not fight.sheet("x").hidden
    before = len(fight.match.events)
    fight.play(fight.key("sneak", "bc"), d20(8), d20(7))
    assert fight.last(GroupSaved).failed == ("sybilla",) and fight.sheet("y").hidden
    assert {type(event) for event in told_to(fight, "party", before)} == {TurnChanged}
    every = " ".join(map(str, told_to(fight, "foes", 0)))
    assert "balthasar" not in every and "'y'" not in " ".join(map(str, told_to(fight, "party", 0)))


@pytest.mark.rule("murdham", "A-91", "A-119")
@pytest.mark.parametrize(("open_", "told"), [(("theobald",), True), ((), False)])
def test_of_a_groups_save_a_side_is_told_what_those_did_whom_it_knows(open_: tuple[str, ...], told: bool) -> None:
    """A walking corpse frightens Sybilla in hiding, with Theobald beside her or alone."""
    party: dict[str, Where] = dict.fromkeys(("sybilla", *open_), "a")
    fight = Fight(party, {"walking-corpse": "b"}, acting="foes", hidden=("sybilla",)).until("pass", "pass")
    before = len(fight.match.events)
    fight.play(d20(20))
    assert {who for saved in fight.told(GroupSaved) for who in saved.failed} == {"sybilla", *open_}
    heard = told_to(fight, "foes", before)
    assert [saved.failed for saved in heard if isinstance(saved, GroupSaved)] == [open_] * told
    assert any(isinstance(event, Rolled) for event in heard) is told
    own = [saved.failed for saved in told_to(fight, "party", before) if isinstance(saved, GroupSaved)]
    assert own == [open_] * told + [("sybilla",)]


@pytest.mark.rule("murdham", "A-91", "A-94", "M-49")
@pytest.mark.parametrize(("many", "told"), [(1, False), (2, True)])
def test_no_damage_is_seen_rolled_for_those_in_hiding_alone(many: int, told: bool) -> None:
    """Theobald strikes all around; the bandit's armour takes all of it, and it keeps still."""
    foes: dict[str, Where] = {"x": ("bandit", "a"), "y": ("bandit", "a" if many > 1 else "q")}
    fight = Fight({"theobald": "a"}, foes, hidden=("x",), morale="off")
    fight.weapon_of("theobald", "halberd", traits=("blast",)).sheet_of("x", armour=3).play("theobald")
    before = len(fight.match.events)
    fight.play(fight.key("blast halberd", "a"), d8(3))
    heard = told_to(fight, "party", before)
    assert fight.sheet("x").hidden and any(event.target == "x" for event in fight.told(DamageRolled))
    assert any(isinstance(event, Rolled) for event in heard) is told
    assert [event.target for event in heard if isinstance(event, DamageRolled)] == ["y"] * told


@pytest.mark.rule("murdham", "A-91")
def test_what_somebody_in_hiding_does_with_its_turn_is_in_no_record_that_others_read() -> None:
    foes: dict[str, Where] = {"x": ("bandit", "c"), "z": ("bandit", "q")}
    fight = Fight({"sybilla": "a"}, foes, acting="foes", hidden=("x",)).play("x")
    fight.play(fight.key("sneak", "de"), d20(8))
    turn = fight.turn
    assert (turn.active, turn.main, turn.halves, turn.special) == ("x", False, 3, "sneak")
    assert RULESET.masked(fight.board, "foes").turn == turn
    masked = RULESET.masked(fight.board, "party").turn
    assert (masked.active, masked.main, masked.halves, masked.special) == ("", True, 0, "")
    over = fight.play("done").turn
    assert (over.active, over.main, over.halves, over.special) == ("", True, 0, ""), "nor when it is over"
