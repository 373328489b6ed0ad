"""What is kept from moment to moment is what would be found anew."""

from __future__ import annotations

from random import Random

from game.kit.cell_masks import ground_of
from game.rules.planning_model import Act, ExpectedThreat, Member
from game.spatial.space import Space
from rulesets.sovereign.mind import attacks
from rulesets.sovereign.mind.model import SovereignModel
from rulesets.sovereign.mind.view import SovereignSideView
from rulesets.sovereign.play.maneuvers import room_beside
from rulesets.sovereign.sheet.sheet import SovereignBoard
from tests.rulesets.sovereign.test_agreement import a_fight, field, put

Told = tuple[list[Member], list[Act], list[ExpectedThreat]]


def told(board: SovereignBoard, side: str) -> Told:
    """Everything that is thought of one moment."""
    mind = SovereignModel(SovereignSideView(board, side))
    members = mind.members()
    acts: list[Act] = []
    expected_threats: list[ExpectedThreat] = []
    for it in members.values():
        reach = 1 << it.spot
        for move in mind.moves(it.id, it.spot, it.budget):
            for layer in move.ends:
                reach |= layer
        acts += mind.acts(it.id, it.spot, it.budget, reach)
        for other in members.values():
            if other.side != it.side:
                expected_threats += mind.expected_threats(it.id, other.id, reach, it.budget)
    return list(members.values()), acts, expected_threats


def forget(space: Space) -> None:
    """As if nothing had ever been thought of."""
    for known in (space.kept, attacks._outs, attacks._arms):
        known.clear()


def test_a_moment_is_thought_of_as_if_it_were_the_first() -> None:
    random = Random(5)
    for _ in range(6):
        board: SovereignBoard = a_fight(random).board
        moments = [board]
        stand = ground_of(board.space).steps(2).stand
        cells = [ground_of(board.space).cell(at) for at in range(stand.bit_length()) if stand >> at & 1]
        for _ in range(4):
            who = random.choice(list(board.state.combatants))
            x, y = board.state.combatants[who].at
            near = [cell for cell in cells if max(abs(cell[0] - x), abs(cell[1] - y)) <= 6]
            board, _ = put(board, who, random.choice(near))
            moments.append(board)
        kept = [told(each, "party") for each in moments]
        for each, known in zip(moments, kept, strict=True):
            forget(each.space)
            assert told(each, "party") == known


def test_what_a_shove_may_come_to_is_the_worst_of_all_places_beside() -> None:
    random, harmed = Random(6), 0
    for _ in range(25):
        scene = SovereignSideView(a_fight(random).board, "party")
        for it in scene.stats.values():
            side = "foes" if it.body.side == "party" else "party"
            every = [scene.fall(it, place) for place in room_beside(scene.board, it.body, side)]
            worst = max((fall.cost for fall in every), default=0.0)
            assert scene.worst_fall(it.id).cost == worst
            harmed += worst > 0
    assert harmed, "some stand beside an edge or a fire"


def test_doors_are_noticed_from_beside_them_only() -> None:
    space = Space(field("gatehouse")[0])
    ground = ground_of(space)
    assert ground.doors and all(ground.handled(door.a, 1) for door in ground.doors)
    assert not all(ground.handled((x, y), 1) for x in range(space.width) for y in range(space.height))
