"""Colours and shapes hold: a type's are the same live, loaded and watched again, and each side has its own shape."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pygame
import pytest

from game.files.saves import SeatPlan, load_match
from game.kit.testing.fight import OPEN
from game.play.recording import gone_on, recorded
from game.play.seating import HUMAN, Player
from game.rules.match import AnyMatch, Match
from game.rules.questions import Seat
from game.rules.registry import ruleset
from game.rules.setup import Recruit, Setup, SideSetup
from game.spatial.field import Field
from game.view.board.tokens import FRAMES, KINDS, TokenStyles, liveries_of
from tests.rules.battles import Drawn
from tests.saving import save_match
from tests.view.seeing import FLOORS, SIGHTS, apart
from tests.view.test_colours import face, standing

Looks = dict[str, tuple[int, int]]
"""Style and number of everybody who has one."""


@pytest.fixture(autouse=True)
def screen() -> Iterator[None]:
    """Something to draw on."""
    pygame.display.init()
    window = pygame.Window("test", (320, 240))
    window.get_surface()
    yield
    window.destroy()


def looks(match: AnyMatch) -> Looks:
    """How the numbered of a battle are known from each other."""
    liveries, found = liveries_of(match), {}
    for who, c in {**match.state.combatants, **match.state.gone}.items():
        shown = match.ruleset.standing(match.board, who)
        if shown.number:
            found[str(who)] = liveries.style(c.side, shown), shown.number
    return found


def test_types_look_alike_live_loaded_watched_again_and_played_on(tmp_path: Path) -> None:
    party = tuple(Recruit("bandit", at=at) for at in ((2, 2), (3, 2), (2, 4)))
    kinds = ("wolf", "goblin", "zealot", "goblin", "goblin-chief")
    foes = tuple(Recruit(kind, at=(5 + n, 3), hidden=n == 0) for n, kind in enumerate(kinds))
    setup = Setup("sovereign", OPEN, (SideSetup("party", party, party=True), SideSetup("foe", foes)))
    match: AnyMatch = Match.begin(ruleset("sovereign"), setup)
    first, drawn = looks(match), Drawn(4)
    while match.pending is not None and len(match.history) < 400:
        match.answer(drawn.answer(match, match.pending))
    assert match.state.gone or any(not match.ruleset.standing(match.board, who).up for who in match.state.combatants)
    assert looks(match) == first
    path = tmp_path / "a.save"
    players = {Seat("party"): HUMAN, Seat("foe"): Player("ai", "instinct")}
    save_match(match, path, seats=SeatPlan({}, {}))
    assert looks(load_match(path).match) == first
    shown = recorded(match, players, "seeded", "a")
    assert looks(shown.session().match) == first
    on = gone_on(shown, len(shown.beats) // 2, players, lambda _: None)
    assert looks(on.match) == first


def test_who_lies_in_ambush_leaves_no_gap_in_the_colours() -> None:
    def seen(lurkers: tuple[Recruit, ...]) -> list[int]:
        squad = (Recruit("orc"), *lurkers, Recruit("wolf"))
        sides = (SideSetup("party", (Recruit("knight"),), party=True), SideSetup("foe", squad))
        kinds = ("knight", "orc", "wolf", *(recruit.unit for recruit in lurkers))
        company = [("party" if kind == "knight" else "foe", standing(kind, int(kind != "knight"))) for kind in kinds]
        liveries = TokenStyles(Setup("duel", Field(4, 4), sides), company)
        return [liveries.style("foe", standing(kind, 1)) for kind in ("orc", "wolf")]

    nobody = seen(())
    assert nobody == [0, 1]
    assert seen((Recruit("troll", hidden=True), Recruit("ogre", hidden=True))) == nobody


def test_a_second_one_in_ambush_of_somebody_with_a_name_leaves_no_trace_in_the_colours() -> None:
    """The first is a hero, of whom there is one; a second has a number, and would take a colour for its type."""

    def seen(lurkers: int) -> list[int]:
        party = (Recruit("knight"), *lurkers * (Recruit("knight", hidden=True),), Recruit("page"))
        sides = (SideSetup("party", party, party=True), SideSetup("foe", (Recruit("orc"),)))
        knights = [("party", standing("knight", 0)), *lurkers * (("party", standing("knight", 2)),)]
        company = [*knights, ("party", standing("page", 1)), ("foe", standing("orc", 1))]
        liveries = TokenStyles(Setup("duel", Field(4, 4), sides), company)
        return [liveries.style("party", standing("page", 1)), liveries.style("foe", standing("orc", 1))]

    assert seen(0) == seen(1) == [0, 1]


def test_the_colour_of_ones_own_ambush_does_not_tell_of_another() -> None:
    kinds = [f"kind {n}" for n in range(2 * KINDS - 2)]  # as many as would leave hardly a colour free

    def seen(lurkers: list[str]) -> list[int]:
        foes = (Recruit("orc"), *(Recruit(kind, hidden=True) for kind in lurkers))
        sides = (SideSetup("party", (Recruit("wolf", hidden=True),), party=True), SideSetup("foe", foes))
        company = [("party", standing("wolf", 1)), *(("foe", standing(kind, 1)) for kind in ("orc", *lurkers))]
        liveries = TokenStyles(Setup("duel", Field(4, 4), sides), company)
        return [liveries.style(side, each) for side, each in company[:2]]

    assert seen(kinds) == seen([])


def test_types_that_come_late_are_still_told_apart() -> None:
    sides = (SideSetup("party", (Recruit("knight"),), party=True), SideSetup("foe", (Recruit("orc"),)))
    liveries = TokenStyles(Setup("duel", Field(4, 4), sides), [("foe", standing("orc", 1))])
    late = [f"kind {n}" for n in range(2 * KINDS - 1)]
    shown = [standing(kind, 1) for kind in ("orc", *late)]
    found = {liveries.style("foe", each) for each in shown}
    assert len(found) == 2 * KINDS


def test_whom_one_may_recruit_is_shown_in_the_colours_it_would_have_and_takes_none() -> None:
    sides = (SideSetup("party", (Recruit("knight"),), party=True), SideSetup("foe", (Recruit("orc"),)))
    liveries = TokenStyles(Setup("duel", Field(4, 4), sides), [("foe", standing("orc", 1))])
    late = TokenStyles(Setup("duel", Field(4, 4), sides), [("foe", standing("orc", 1))])
    samples = [liveries.sample("foe", standing(f"kind {n}", 1), 48) for n in range(2 * KINDS)]
    joined = (sides[0], SideSetup("foe", (Recruit("orc"), Recruit("kind 3"))))
    company = [("foe", standing(kind, 1)) for kind in ("orc", "kind 3")]
    after = TokenStyles(Setup("duel", Field(4, 4), joined), company)
    assert samples[3] is after.face("foe", standing("kind 3", 1), 48)
    assert liveries.sample("foe", standing("orc", 1), 48) is after.face("foe", standing("orc", 1), 48)
    for kind in ("kind 7", "kind 1"):
        assert liveries.style("foe", standing(kind, 1)) == late.style("foe", standing(kind, 1))


FOUR = ("party", "foe", "third", "fourth")


@pytest.fixture
def four() -> TokenStyles:
    """Four sides with the same people on each."""
    sides = tuple(SideSetup(name, (Recruit("orc"), Recruit("knight")), party=name == "party") for name in FOUR)
    return TokenStyles(
        Setup("duel", Field(4, 4), sides), [("party", standing("orc", 1)), ("party", standing("knight", 0))]
    )


@pytest.mark.parametrize("number", [0, 1], ids=["heroes", "numbered"])
@pytest.mark.parametrize(("sight", "ground"), list(product(SIGHTS, FLOORS)))
def test_the_same_people_on_different_sides_are_known_by_more_than_colour(
    four: TokenStyles, number: int, sight: str, ground: tuple[int, int, int]
) -> None:
    shown = {side: face(four, side, standing("orc" if number else "knight", number), ground) for side in FOUR}
    for one, other in combinations(FOUR, 2):
        assert apart(shown[one], shown[other], sight) > 4, (one, other)


@pytest.mark.parametrize("number", [0, 1], ids=["heroes", "numbered"])
def test_each_side_has_an_outline_of_its_own(four: TokenStyles, number: int) -> None:
    """By shape alone, in no colour at all: what of the square a token covers."""
    covered = {}
    for side in FOUR:
        surface = pygame.Surface((96, 96), pygame.SRCALPHA)
        surface.blit(four.face(side, standing("orc" if number else "knight", number), 96), (0, 0))
        covered[side] = pygame.surfarray.array_alpha(surface) > 200
    for one, other in combinations(FOUR, 2):
        assert np.mean(covered[one] ^ covered[other]) > 0.05, (one, other)
    assert len(set(FRAMES)) == len(FOUR)
