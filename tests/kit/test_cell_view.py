"""A moment on cells: who supports whom, where perils and handles are, where sides are drawn, the worth of a place."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from game.files.tiled import read_map
from game.kit.goals import Goals, Progress
from game.kit.mind.model import CellModel
from game.kit.mind.side_view import WAITING, CellSideView
from game.kit.testing.fight import ground
from game.resources import maps
from game.rules.events import Id
from game.rules.planning_model import Act, Budget, ExpectedOutcome, ExpectedThreat, Mask, Member
from game.rules.questions import Choose
from game.rules.setup import Objective, Setup, SideSetup
from game.rules.state import Combatant, State
from game.rules.table import Board
from game.spatial.field import Cell, Feature, Field
from game.spatial.space import Space

OPEN = ground(*["." * 9] * 6)


class Profile(msgspec.Struct, frozen=True):
    name: str


class Sheet(msgspec.Struct, frozen=True):
    profile: Profile
    up: bool = True
    hidden: bool = False
    size: int = 1


class Turn(msgspec.Struct, frozen=True):
    round: int = 1
    progress: dict[str, Progress] = {}
    escaped: tuple[Id, ...] = ()


class Mark(NamedTuple):
    body: Combatant[Sheet]

    @property
    def id(self) -> Id:
        return self.body.id

    @property
    def at(self) -> Cell:
        at: Cell = self.body.at
        return at

    @property
    def size(self) -> int:
        return self.body.sheet.size

    @property
    def unit_value(self) -> float:
        return 1.0


GOALS: Goals[Sheet, Turn] = Goals(lambda *_: False, lambda *_: False)

Scene = CellSideView[Sheet, Turn, Mark]


def scene(field: Field = OPEN, *objectives: Objective, number: int = 1, size: int = 1, **where: Cell) -> Scene:
    """``where``: names with cells, small letters are ours; those called g have a ``size``."""
    bodies = {}
    for name, at in where.items():
        sheet = Sheet(Profile(name), size=size if name == "g" else 1)
        bodies[Id(name)] = Combatant(Id(name), "us" if name.islower() else "them", at, sheet)
    setup = Setup("none", field, (SideSetup("us", ()), SideSetup("them", ())), objectives=objectives)
    return CellSideView(Board(State(bodies, Turn(number)), setup, Space(field)), "us", Mark, GOALS)


def cells(here: Scene, mask: Mask) -> set[Cell]:
    return {(x, y) for x in range(here.space.width) for y in range(here.space.height) if here.ground.bit((x, y)) & mask}


def test_a_body_covers_its_cells_and_friends_support_those_close_by() -> None:
    here = scene(g=(1, 1), a=(6, 3), B=(8, 5), size=2)
    assert cells(here, here.area(here.stats[Id("g")])) == {(1, 1), (2, 1), (1, 2), (2, 2)}
    near = cells(here, here.supported(Id("g")))
    assert (6, 3) in near and (3, 3) in near and (2, 3) not in near, "its right half comes within two cells of a"
    assert not here.supported(Id("B")), "who is alone has none"


def test_a_bands_middle_is_whom_the_others_have_the_least_way_to() -> None:
    here = scene(ground(*["." * 20] * 3), a=(0, 1), b=(10, 1), c=(13, 1), d=(19, 1))
    band = [*here.stats.values()]
    near = here.near_allies(Id("a"), band)
    assert {cell for cell in cells(here, near) if cell[1] == 1} == {(x, 1) for x in range(6, 15)}, "four cells from b"
    wide = here.near_allies(Id("a"), band, 3)
    assert {cell for cell in cells(here, wide) if cell[1] == 1} == {(x, 1) for x in range(3, 18)}, "three cells more"
    assert not here.near_allies(Id("b"), band), "who is the middle goes its own way"
    assert not here.near_allies(Id("a"), band[:2]), "two have none"


def test_fire_is_a_peril_but_not_where_one_stands() -> None:
    field = msgspec.structs.replace(OPEN, features=(Feature("f", "fire", cells=((2, 2), (5, 5))),))
    here = scene(field, a=(2, 2), B=(8, 5))
    assert cells(here, here.perils(Id("a"))) == {(5, 5)}
    assert cells(here, here.perils(Id("B"))) == {(2, 2), (5, 5)}


def goal(here: CellSideView[Sheet, Turn, Mark], who: str) -> set[Cell] | None:
    """Where its side's objective wants somebody."""
    it = here.stats[Id(who)]
    aim = here.goals.drawn(here.board, it.body)
    return cells(here, here.on_ground(aim, it)) if aim is not None else None


def test_work_goals_and_exits_are_where_the_objective_says() -> None:
    task = scene(OPEN, Objective("task", "us", cells=((4, 3),)), a=(0, 0), B=(8, 5))
    around = {(x, y) for x in (3, 4, 5) for y in (2, 3, 4)}
    assert cells(task, task.work(Id("a"))) == around == goal(task, "a")
    assert not task.work(Id("B")) and goal(task, "B") == around, "it can be spoilt there"
    away = scene(OPEN, Objective("escape", "us", cells=((0, 3),), who="b"), a=(4, 4), b=(5, 5), B=(8, 5))
    assert goal(away, "a") is None and away.exits(Id("a"), flees=False) == 0
    assert goal(away, "b") == {(0, 3)} == cells(away, away.exits(Id("b"), flees=False))
    assert away.exits(Id("a"), flees=True) == away.ground.exits(1)


def test_levers_are_gone_for_only_where_they_part_somebody_from_its_posts() -> None:
    field = read_map(maps() / "gatehouse.tmx").field
    lever = next(each for each in field.features if each.kind == "lever" and each.linked)
    at = lever.cells[0]
    here = scene(field, a=at, B=(0, 0))
    assert here.levers(Id("a"), lambda: 0) == here.touching([at], 1) != 0
    assert here.levers(Id("a"), lambda: here.ground.bit(at)) == 0
    told = {operation.key: operation.edge for operation in here.operations(Id("a"))}
    assert told[f"pull {lever.id}"] == lever.linked
    far = scene(field, a=(0, 0))
    assert not far.operations(Id("a"))


def test_each_walk_has_the_places_that_no_shorter_one_had() -> None:
    here = scene(a=(0, 0), B=(8, 5))
    still, walked = (cells(here, mask) for mask in here.lunges(here.stats[Id("a")], (0, 2), 1, 0, 1))
    assert still == {(0, 0), (1, 0), (0, 1), (1, 1)}
    assert walked == {(x, y) for x in range(4) for y in range(4)} - still
    wall = here.space.mask((1, y) for y in range(6))
    assert sum(here.lunges(here.stats[Id("a")], (9,), 1, wall, 1)) == here.space.mask(
        (x, y) for x in (0, 1) for y in range(6)
    )


def test_posts_are_beside_foes_or_where_they_are_shot_at_from() -> None:
    here = scene(a=(0, 0), b=(5, 0), B=(8, 5), C=(8, 0))
    rings = here.ground.ring((8, 5), 1, 1) | here.ground.ring((8, 0), 1, 1)
    assert here.attack_positions(Id("a"), 1) == rings
    assert here.attack_positions(Id("a"), 1, lambda foe: here.spot(foe) >> 1) == here.space.mask([(7, 5), (7, 0)])


def test_who_can_be_come_to_may_step_aside() -> None:
    here = scene(a=(0, 0), b=(1, 0), B=(8, 5))
    one, other = (here.area(here.stats[Id(who)]) for who in "ab")
    assert here.yielding(here.stats[Id("b")], one | other, other) == one
    assert here.yielding(here.stats[Id("b")], one | other, one) == one | other


def test_the_best_centres_catch_foes_and_spare_friends() -> None:
    here = scene(a=(0, 0), b=(4, 2), B=(4, 3), C=(5, 3), D=(8, 5))
    planes = [(here.ground.near(it.at, 1, 1), it) for it in here.stats.values()]
    best = here.centres(Id("a"), planes, 2)
    assert [worth for _, worth in best] == [2.0, 2.0]
    caught = [cells(here, here.ground.near(here.ground.cell(number), 1, 1)) for number, _ in best]
    assert all({(4, 3), (5, 3)} <= each and (4, 2) not in each for each in caught)


class Idle(CellModel[CellSideView[Sheet, Turn, Mark], Mark]):
    """Everybody stands still, and its deeds are counted."""

    listed = 0

    def member(self, it: Mark, *, ward: bool) -> Member:
        return Member(it.id, it.body.side, 0, 0, 1.0, 1.0, 1.0, (1,), 6, prize=2.0 if ward else 1.0)

    def deeds(self, who: Id, budget: Budget, where: Mask) -> list[Act]:
        self.listed += 1
        return [Act("rest", where, budget, (ExpectedOutcome(),))]

    def attack_positions(self, who: Id) -> Mask:
        return 0

    def flees(self, who: Id) -> bool:
        return who == "b"

    def moves(self, who: Id, spot: int, budget: Budget) -> tuple[()]:
        return ()

    def expected_threats(self, it: Id, who: Id, where: Mask, kept: Budget) -> list[ExpectedThreat]:
        return []

    def reaches(self, it: Id) -> Mask:
        return 0

    def outcomes_of(self, question: Choose[Any]) -> dict[str, ExpectedOutcome]:
        return {}


def test_members_stay_the_same_and_deeds_are_listed_once() -> None:
    here = scene(OPEN, Objective("protect", "us", who="b"), a=(0, 0), b=(1, 1), B=(8, 5))
    model, again = Idle(here), Idle(here)
    assert {who: it.prize for who, it in model.members().items()} == {"a": 1.0, "b": 2.0, "B": 1.0}
    assert all(again.members()[who] is it for who, it in model.members().items())
    assert model.acts(Id("a"), 0, (1,), 3) is model.acts(Id("a"), 0, (1,), 3) and model.listed == 1
    assert model.acts(Id("a"), 0, (), 3) == [] and model.listed == 1


class Acting(Idle):
    """Who may spend how much is told by the round, not by the fighters."""

    def member(self, it: Mark, *, ward: bool) -> Member:
        return super().member(it, ward=ward)._replace(budget=self.budget(it))

    def budget(self, it: Mark) -> Budget:
        return (self.board.state.turn.round,)


def test_a_member_changes_with_what_it_may_still_spend() -> None:
    here = scene(a=(0, 0), B=(8, 5))
    one, later = Acting(here), Acting(here)
    assert Acting(here).members()[Id("a")] is one.members()[Id("a")]
    later.board = here.board.moment(msgspec.structs.replace(here.board.state, turn=Turn(2)))
    assert later.members()[Id("a")].budget == (2,) != one.members()[Id("a")].budget


def test_what_is_found_of_a_map_is_kept_from_moment_to_moment() -> None:
    one, other = scene(a=(0, 0)), scene(a=(5, 5))
    again = CellSideView(one.board, "them", Mark, GOALS)
    assert again.memory is one.memory is not other.memory


def test_patience_ends_but_not_that_of_those_who_only_have_to_last() -> None:
    fresh, late = Idle(scene(a=(0, 0))), Idle(scene(a=(0, 0), number=4 * CellSideView.bold))
    assert fresh.caution == 1.0 and late.caution == 0.25 and late.eager == 5.0 > fresh.eager
    lasts = Idle(scene(OPEN, Objective("survive", "us", rounds=99), a=(0, 0), number=4 * CellSideView.bold))
    assert (lasts.lasting, lasts.eager, lasts.caution) == (True, WAITING, 1.0)


def test_those_who_flee_are_drawn_to_the_rim_and_others_to_the_objective() -> None:
    model = Idle(scene(OPEN, Objective("hold", "us", cells=((4, 3),), rounds=2), a=(0, 0), b=(1, 1), B=(8, 5)))
    (rim,), (goal,) = model.pulls(Id("b")), model.pulls(Id("a"))
    assert (rim.near, rim.places) == ("flight", model.view.ground.exits(1))
    assert (goal.near, cells(model.view, goal.places)) == ("goal", {(4, 3)})
