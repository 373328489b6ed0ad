"""What dice, menus and the turn record tell of those in hiding: nothing to those who don't know of them (A-91)."""

from __future__ import annotations

import pytest

from game.kit.testing.fight import d8, d20
from game.rules.events import Appeared, Changed, Event, Id, Rolled, TurnChanged
from game.rules.visibility import SideVisibility
from rulesets.murdham import RULESET
from rulesets.murdham.play.events import DamageRolled, GroupSaved, Spotted
from tests.rulesets.murdham.kit import Fight, Where


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
