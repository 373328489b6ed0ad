"""A moment on cells: masks of cells, who supports whom, where perils and handles are, the worth of a place."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from game.files.tiled import read_map
from game.kit.cell_masks import DOOR, FAR, CellMasks, calm, distance_of, ground_of, hoped, nearest
from game.kit.goals import Goals, Progress
from game.kit.mind.model import CellModel
from game.kit.mind.side_view import WAITING, CellSideView
from game.kit.testing.fight import OPEN, ground
from game.kit.testing.fight import ground as drawn
from game.resources import maps, shipped_maps
from game.rules.events import Id
from game.rules.planning_model import Act, Budget, ExpectedOutcome, ExpectedThreat, Mask, Member
from game.rules.questions import Choose
from game.rules.setup import Objective, Setup, SideSetup
from game.rules.state import Combatant, State
from game.rules.table import Board
from game.spatial.field import Cell, Edge, Feature, Field
from game.spatial.metric import ALTERNATE, CLIMB, DROP, EUCLID, ONE, Metric
from game.spatial.paths import bits
from game.spatial.solids import beside, sides
from game.spatial.space import Space

OPEN_FIELD = ground(*["." * 9] * 6)


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


def scene(field: Field = OPEN_FIELD, *objectives: Objective, number: int = 1, size: int = 1, **where: Cell) -> Scene:
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
    field = msgspec.structs.replace(OPEN_FIELD, features=(Feature("f", "fire", cells=((2, 2), (5, 5))),))
    here = scene(field, a=(2, 2), B=(8, 5))
    assert cells(here, here.perils(Id("a"))) == {(5, 5)}
    assert cells(here, here.perils(Id("B"))) == {(2, 2), (5, 5)}


def goal(here: CellSideView[Sheet, Turn, Mark], who: str) -> set[Cell] | None:
    """Where its side's objective wants somebody."""
    it = here.stats[Id(who)]
    aim = here.goals.drawn(here.board, it.body)
    return cells(here, here.on_ground(aim, it)) if aim is not None else None


def test_work_goals_and_exits_are_where_the_objective_says() -> None:
    task = scene(OPEN_FIELD, Objective("task", "us", cells=((4, 3),)), a=(0, 0), B=(8, 5))
    around = {(x, y) for x in (3, 4, 5) for y in (2, 3, 4)}
    assert cells(task, task.work(Id("a"))) == around == goal(task, "a")
    assert not task.work(Id("B")) and goal(task, "B") == around, "it can be spoilt there"
    away = scene(OPEN_FIELD, Objective("escape", "us", cells=((0, 3),), who="b"), a=(4, 4), b=(5, 5), B=(8, 5))
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
    here = scene(OPEN_FIELD, Objective("protect", "us", who="b"), a=(0, 0), b=(1, 1), B=(8, 5))
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
    lasts = Idle(scene(OPEN_FIELD, Objective("survive", "us", rounds=99), a=(0, 0), number=4 * CellSideView.bold))
    assert (lasts.lasting, lasts.eager, lasts.caution) == (True, WAITING, 1.0)


def test_those_who_flee_are_drawn_to_the_rim_and_others_to_the_objective() -> None:
    model = Idle(scene(OPEN_FIELD, Objective("hold", "us", cells=((4, 3),), rounds=2), a=(0, 0), b=(1, 1), B=(8, 5)))
    (rim,), (goal,) = model.pulls(Id("b")), model.pulls(Id("a"))
    assert (rim.near, rim.places) == ("flight", model.view.ground.exits(1))
    assert (goal.near, cells(model.view, goal.places)) == ("goal", {(4, 3)})


# --- Masks of cells against the space they are made from, on the shipped maps and one with heights ---

STAIRS = drawn(
    "0000011112222",
    "0000011112222",
    "..#..11..2222",
    "..#......2333",
    "..#..~~..3333",
    ".....~~......",
)

FIELDS = {**{path.stem: read_map(path).field for path in shipped_maps()}, "stairs": STAIRS}


@pytest.fixture(params=sorted(FIELDS), scope="module")
def space_of(request: pytest.FixtureRequest) -> tuple[Space, CellMasks]:
    """A shipped map with its doors shut."""
    space = Space(FIELDS[request.param])
    return space, ground_of(space)


def some_places(space: Space, size: int, count: int) -> list[Cell]:
    """Places where a body of a size can stand, drawn by a fixed sequence."""
    every = list(bits(space.steps(size, CLIMB, DROP).stand))
    found = Random(size).sample(every, min(count, len(every)))
    return [(at % space.width, at // space.width) for at in found]


@pytest.mark.parametrize(("its", "size", "far"), [(1, 1, 1), (1, 1, 6), (2, 1, 3), (1, 2, 4), (2, 2, 2)])
def test_near_is_what_the_distance_says(space_of: tuple[Space, CellMasks], its: int, size: int, far: int) -> None:
    space, masks = space_of
    for at in some_places(space, its, 4):
        near = masks.near(at, its, far, size)
        for number in bits(space.steps(size, CLIMB, DROP).stand):
            place = masks.cell(number)
            assert (near >> number & 1 == 1) == (space.distance(at, place, its, size) <= far), (at, place)


@pytest.mark.parametrize("metric", [EUCLID, ONE])
@pytest.mark.parametrize(("its", "size", "cells"), [(1, 1, 6), (2, 1, 4), (1, 2, 5)])
def test_a_disc_is_what_the_length_says(
    space_of: tuple[Space, CellMasks], its: int, size: int, cells: int, metric: Metric
) -> None:
    space, masks = space_of
    far = cells * metric.unit + metric.unit // 2
    for at in some_places(space, its, 4):
        disc = masks.disc(at, its, far, size, metric)
        for number in bits(space.steps(size, CLIMB, DROP).stand):
            length = space.length(at, masks.cell(number), its, size, metric=metric)
            assert (disc >> number & 1) == (length <= far), (at, masks.cell(number))


@pytest.mark.parametrize(("its", "size"), [(1, 1), (2, 1), (1, 2)])
def test_sight_from_everywhere_is_sight_from_each_place(space_of: tuple[Space, CellMasks], its: int, size: int) -> None:
    space, masks = space_of
    for at in some_places(space, its, 2):
        within = masks.near(at, its, 8, size)
        seeing = masks.seeing(at, its, size, within)
        seen = masks.seen_from(at, its)
        for number in bits(within & space.steps(size, CLIMB, DROP).stand):
            place = masks.cell(number)
            for glimpse, corners in (
                (seeing, space.corners_seen(place, at, size, its)),
                (seen, space.corners_seen(at, place, its)),
            ):
                told = [mask >> number & 1 for mask in (glimpse.clear, glimpse.half, glimpse.full)]
                assert told == [corners == 8, 0 < corners < 8, corners == 0], (at, place)


@pytest.mark.parametrize(("size", "places"), [(1, 4), (2, 1), pytest.param(2, 4, marks=pytest.mark.nightly)])
def test_what_may_be_seen_after_a_walk_is_most_of_what_is_seen_from_somewhere_on_it(
    space_of: tuple[Space, CellMasks], size: int, places: int
) -> None:
    space, masks = space_of
    found = every = 0
    for at in some_places(space, size, places):
        seen = masks.seen_round(at, size, 6)
        walked = [masks.seen_from(masks.cell(number), size) for number in bits(masks.walked(at, size, 6, 0))]
        clear, seen_at_all = 0, 0
        for glimpse in walked:
            clear, seen_at_all = clear | glimpse.clear, seen_at_all | glimpse.any
        here = masks.seen_from(at, size)
        assert not (seen.clear & ~clear or seen.any & ~seen_at_all or here.clear & ~seen.clear or here.any & ~seen.any)
        assert not (seen.clear & seen.half or seen.clear & seen.full or seen.half & seen.full)
        assert masks.seen_round(at, size, 0) == here
        found, every = found + seen.any.bit_count(), every + seen_at_all.bit_count()
    assert found > 0.75 * every, "what is seen from few places on its way only may be missing"


@pytest.mark.parametrize(("size", "reach"), [(1, 1), (1, 2), (2, 1)])
def test_a_lunge_reaches_all_that_a_walk_brings_within_reach(
    space_of: tuple[Space, CellMasks], size: int, reach: int
) -> None:
    space, masks = space_of
    for at in some_places(space, size, 3):
        lunge = masks.lunge(at, size, 4, reach, 0)
        reached = 0
        for number in bits(masks.walked(at, size, 4, 0)):
            reached |= masks.ring(masks.cell(number), size, reach)
        assert not reached & ~lunge
        few = max(8, 0.1 * reached.bit_count() * (reach + size - 1))
        assert (lunge & ~reached).bit_count() <= few, "about a tenth, or as many as lie round a cell"


def test_a_lunge_is_no_longer_than_the_way_as_it_is_counted() -> None:
    space = Space(OPEN)
    masks = ground_of(space)
    counted, plain = (masks.lunge((10, 5), 1, 4, 1, 0, metric) for metric in (ALTERNATE, ONE))
    assert plain == masks.square((10, 5), 1, 5) and masks.bit((15, 10)) & plain & ~counted
    assert masks.bit((15, 5)) & counted and masks.bit((13, 8)) & counted


@pytest.mark.parametrize("size", [1, 2])
def test_only_bodies_about_a_walker_are_in_its_way(space_of: tuple[Space, CellMasks], size: int) -> None:
    space, masks = space_of
    random = Random(size)
    for at in some_places(space, size, 3):
        about = masks.about(at, size, 4)
        changed = 0
        for _ in range(20):
            bodies = sum({masks.bit(cell) for cell in random.sample(range_of(space), 60)}) & ~masks._footprints(
                masks.bit(at), size
            )
            walked = masks.walked(at, size, 4, bodies)
            assert walked == masks.walked(at, size, 4, bodies & about)
            changed += walked != masks.walked(at, size, 4, 0)
        assert changed


def range_of(space: Space) -> list[Cell]:
    return [(x, y) for y in range(space.height) for x in range(space.width)]


def test_ways_count_steps_and_end_where_there_is_none(space_of: tuple[Space, CellMasks]) -> None:
    space, masks = space_of
    start = masks.bit(some_places(space, 1, 1)[0])
    layers = masks.distance_layers(start, 1)
    assert layers[0] == start
    assert distance_of(layers, start) == 0
    met = 0
    for layer in layers:
        assert not met & layer
        met |= layer
    assert not met & ~masks.steps(1).stand
    assert nearest(layers, 0) == (FAR, 0)


def test_doors_are_hoped_open_and_join_what_they_part(space_of: tuple[Space, CellMasks]) -> None:
    space, masks = space_of
    hope = ground_of(hoped(space))
    for door in masks.doors:
        if door.id in masks.levered or door.id in space.open_edges:
            continue
        for side in sides(door):
            one, other = (y * space.width + x for x, y in beside(space.field, side))
            if masks.steps(1).stand >> one & 1 and masks.steps(1).stand >> other & 1:
                assert distance_of(hope.distance_layers(1 << one, 1), 1 << other) == 1, door.id


@pytest.mark.parametrize("size", [1, 2])
def test_a_way_leads_through_a_shut_door_only_where_that_saves_as_much_as_a_door_counts(
    space_of: tuple[Space, CellMasks], size: int
) -> None:
    space, masks = space_of
    hope = hoped(space)
    for at in some_places(space, size, 4):
        start = masks.bit(at)
        shut, opened = masks.distance_layers(start, size), ground_of(hope).distance_layers(start, size)
        layers = masks.ways_by_doors(start, size, hope)
        assert masks.ways_by_doors(start, size, hope) is layers
        for number in bits(ground_of(hope).steps(size).stand):
            bit = 1 << number
            steps, around, through = (distance_of(ways, bit) for ways in (layers, shut, opened))
            assert through <= steps <= around, "doors only help, and are not free"
            assert steps == around or steps >= through + DOOR
            if through < FAR:
                assert steps < FAR, "what can be opened leads on"


@pytest.mark.parametrize(("down", "steps"), [(1, 3), (2, 1 + DOOR), (4, 1 + DOOR)])
def test_a_shut_door_is_gone_round_where_that_is_shorter(down: int, steps: int) -> None:
    """A wall with a door at its upper end, and nothing below its lower one."""
    door, wall = Edge("door", (3, 0), (3, 1), "door"), Edge("wall", (3, 1), (3, down))
    space = Space(drawn(*["......"] * 5, edges=(door, wall) if down > 1 else (door,)))
    masks = ground_of(space)
    layers = masks.ways_by_doors(masks.bit((3, 0)), 1, hoped(space))
    assert distance_of(layers, masks.bit((2, 0))) == steps


def test_calm_ways_leave_no_area_and_lead_nowhere_else(space_of: tuple[Space, CellMasks]) -> None:
    space, masks = space_of
    at = some_places(space, 1, 1)[0]
    area = masks.square(at, 1, 2)
    quiet = 0
    for layer in calm(masks.steps(1), masks.bit(at), 8, 0, [area]):
        quiet |= layer
    assert quiet
    assert not quiet & ~area, "whoever begins in an area can only go on in it"


def test_the_rim_is_a_way_out(space_of: tuple[Space, CellMasks]) -> None:
    space, masks = space_of
    for number in bits(masks.exits(1)):
        x, y = masks.cell(number)
        on_rim = x in (0, space.width - 1) or y in (0, space.height - 1)
        assert on_rim or any(feature.kind == "exit" for feature in space.features_at((x, y)))
