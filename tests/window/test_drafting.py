"""A battle put together in detail: what is done on the screen is what is fought, in every ruleset."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest
from msgspec.structs import replace

from game.files import drafting
from game.play.folders import SCENARIOS, state_folder
from game.play.preferences import Preferences
from game.play.seating import HUMAN
from game.play.start import StartRequest, draft_of, sit_down
from game.rules.questions import REFEREE, Seat
from game.rules.registry import names, ruleset
from game.rules.ruleset import HasObjectiveProgress, HasRatings
from game.spatial.field import Cell
from game.view.widgets.theme import SMALL
from game.view.widgets.widget import Button, ChoiceButton
from game.window.destinations import Detail
from game.window.drafting.drafting import Drafting, MemberRef, roster_of
from game.window.drafting.pages import GOALS, begun, point_at, trouble_said
from game.window.drafting.pages import names as names_of
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.drafting import PAGES, DraftingScreen
from game.window.window import open_app

SHIPPED = tuple(name for name in names() if name != "duel")

Bench = Callable[..., tuple[Drafting, list[str]]]


@pytest.fixture
def bench() -> Bench:
    """A battle on the bench, and what was refused: ``bench("gatehouse", "duel")``."""

    def put(file: str, rules: str) -> tuple[Drafting, list[str]]:
        said: list[str] = []
        return Drafting(draft_of(StartRequest(file, rules=rules)), said.append), said

    return put


def free_cell(draft: Drafting, side: str, number: int, near: Cell) -> Cell:
    """A cell on which a member of a side could start."""
    return next(
        cell
        for cell in draft.board.near(near)
        if not draft.document.why_not_at(MemberRef(side, number), side, "", cell)
    )


@pytest.mark.parametrize("rules", SHIPPED)
def test_what_is_put_together_is_what_is_fought(bench: Bench, rules: str) -> None:
    """Places, ambushes, objectives, settings and seats, from the draft by its file to the battle."""
    draft, said = bench("gatehouse", rules)
    cell = free_cell(draft, "party", 0, (16, 16))
    draft.attempt(draft.document.place, MemberRef("party", 0), cell)
    draft.look_at("foe", 0)
    draft.tell(hidden=True)
    draft.look_at("party")
    draft.aim_at(begun(draft, "hold"))
    setting = draft.board.rules.settings[0]
    draft.attempt(draft.document.rule, setting.key, setting.choices[1][0])
    draft.change(drafting.played, draft.side, "instinct")
    draft.change(drafting.titled, "By test")
    assert (said, draft.board.trouble, draft.document.unsaved) == ([], "", True)
    path = draft.document.save(state_folder(SCENARIOS))
    assert not draft.document.unsaved
    again = Drafting(draft_of(StartRequest(path)), said.append)
    assert again.document.now.entries == draft.document.now.entries

    session = sit_down(StartRequest(path), lambda _: None)
    match = session.match
    first, foe = draft.board.who("party", 0), draft.board.who("foe", 0)
    assert first is not None and foe is not None
    assert match.ruleset.name == rules
    assert match.board.now(first).at == draft.board.scene.state.combatants[first].at
    assert draft.board.where.cells(match.board.now(first).at).count(cell) == 1
    assert foe not in match.ruleset.seen_by(match.board, "party")
    assert isinstance(match.ruleset, HasObjectiveProgress)
    objective_progress = match.ruleset.objective_progress(match.board, "party")
    assert objective_progress is not None and (objective_progress.aim.goal, objective_progress.needed) == ("hold", 4)
    assert match.setup.options[setting.key] == setting.choices[1][0]
    assert str(session.players[Seat("party")]) == "instinct"


@pytest.mark.parametrize("rules", names())
def test_everybody_who_may_be_recruited_can_be_weighed_up(rules: str) -> None:
    roster, found = roster_of(rules, ""), ruleset(rules)
    assert set(roster.units) == set(found.roster())
    assert roster.rated == isinstance(found, HasRatings)
    assert all(unit.strength is not None and unit.told for unit in roster.units.values())
    for party in found.parties().values():
        assert roster.strength(recruit.unit for recruit in party) > 0
    weakest = roster.matching("", by_strength=True)
    assert [unit.strength for unit in weakest] == sorted(unit.strength or 0 for unit in weakest)
    one = weakest[-1]
    assert one in roster.matching(one.title.upper(), by_strength=False)
    assert not roster.matching("nobody has these words", by_strength=False)


def test_who_can_t_stand_there_is_told_why_and_nothing_changes(bench: Bench) -> None:
    draft, said = bench("gatehouse", "sovereign")
    before = draft.document.now
    wall = next((x, y) for y in range(9, 14) for x in range(30) if draft.board.chart.field.at((x, y)).blocks_move)
    other = draft.board.who("party", 1)
    assert other is not None
    taken = draft.board.scene.tokens[other].at
    for cell, why in (
        (wall, "a wall or the like is in the way"),
        (taken, "somebody starts there"),
        ((-1, 0), "off the map"),
    ):
        draft.attempt(draft.document.place, MemberRef("party", 0), cell)
        assert why in said.pop()
    assert draft.document.now == before and not draft.document.can_undo


def test_a_large_body_needs_all_of_its_cells(bench: Bench) -> None:
    draft, _ = bench("gatehouse", "sovereign")
    wide = next(
        unit for unit in draft.document.roster.units.values() if unit.standing is not None and unit.standing.size > 1
    )
    draft.add(wide.key, (16, 16))
    number = len(draft.document.members("party")) - 1
    who = draft.board.who("party", number)
    assert who is not None and wide.standing is not None
    token = draft.board.scene.tokens[who]
    assert len(token.cells) == wide.standing.size**2 and all(map(draft.board.ground.standable, token.cells))
    x, y = draft.board.ground.width - 1, token.at[1]
    assert "would be off the map" in draft.document.why_not_at(MemberRef("party", number), "party", "", (x, y))


def test_those_who_are_not_moved_stay_where_they_are(bench: Bench) -> None:
    draft, _ = bench("gatehouse", "sovereign")
    before = {who: token.at for who, token in draft.board.scene.tokens.items() if token.side == "party"}
    moved = next(iter(before))
    cell = free_cell(draft, "party", 0, (20, 20))
    draft.attempt(draft.document.place, MemberRef("party", 0), cell)
    assert {who: draft.board.scene.tokens[who].at for who in before} == before | {moved: cell}
    draft.look_at("party", 0)
    draft.tell(at=None)
    assert draft.document.members("party")[0].at is None


def test_changes_are_taken_back_and_done_again(bench: Bench) -> None:
    draft, _ = bench("gatehouse", "sovereign")
    versions = [draft.document.now]
    unit = next(iter(draft.document.roster.units))
    changes: list[Callable[[], object]] = [
        lambda: draft.squad(list(draft.board.rules.parties())[1]),
        lambda: draft.add(unit, (16, 16)),
        lambda: draft.add_side((16, 16)),
        lambda: draft.attempt(draft.document.remove_side, draft.side),
        lambda: draft.aim_at(begun(draft, "survive")),
    ]
    for change in changes:
        change()
        assert draft.document.now != versions[-1]
        versions.append(draft.document.now)
    for version in versions[-2::-1]:
        draft.attempt(draft.document.undo)
        assert draft.document.now == version
    draft.attempt(draft.document.undo)
    assert draft.document.now == versions[0]
    for version in versions[1:]:
        draft.attempt(draft.document.redo)
        assert draft.document.now == version
    assert not draft.document.can_redo


def test_a_side_is_never_without_anybody(bench: Bench) -> None:
    draft, said = bench("gatehouse", "sovereign")
    while len(draft.document.members("party")) > 1:
        draft.look_at("party", 0)
        draft.remove()
    draft.look_at("party", 0)
    draft.remove()
    assert len(draft.document.members("party")) == 1 and "A side needs somebody" in said.pop()
    draft.attempt(draft.document.remove_side, draft.side)
    assert "two sides" in said.pop()


def test_one_of_them_has_a_name_of_its_own_and_is_kept_safe(bench: Bench) -> None:
    draft, said = bench("gatehouse", "sovereign")
    draft.look_at("foe", len(draft.document.members("foe")) - 1)
    before = len(draft.document.members("foe"))
    draft.one_more((16, 4))
    assert len(draft.document.members("foe")) == before + 1 and draft.number == before
    draft.tell("name", name="Odo")
    draft.aim_at(begun(draft, "protect"))
    draft.aim_at(replace(draft.aim, who="Odo"))
    assert not said and trouble_said(draft) == "" and "Odo" in names_of(draft, "foe")
    draft.tell("name", name="Otto")
    assert "nobody is called Odo now" in trouble_said(draft)
    draft.attempt(draft.document.undo)
    assert trouble_said(draft) == ""
    draft.look_at("party")
    draft.aim_at(begun(draft, "fell"))
    assert trouble_said(draft) == "" and draft.aim.who in names_of(draft, "foe"), "somebody of another side"


def test_the_place_of_an_objective_is_clicked_on_the_map(bench: Bench) -> None:
    draft, said = bench("gatehouse", "sovereign")
    draft.look_at("party")
    draft.aim_at(replace(begun(draft, "hold"), feature=""))
    assert "click on the map" in trouble_said(draft)
    draft.aim_at(begun(draft, "hold"))
    assert trouble_said(draft) == "" and draft.board.setup.objective("party").cells
    draft.aim_at(replace(begun(draft, "hold"), feature=""))
    for cell in ((16, 18), (17, 18), (16, 18)):
        point_at(draft, cell)
    assert draft.board.setup.objective("party").cells == ((17, 18),)
    draft.aim_at(replace(begun(draft, "task"), feature=""))
    point_at(draft, (16, 18))
    assert "nothing to work at" in said.pop()
    lever = next(each for each in draft.board.chart.field.features if each.kind == "lever")
    point_at(draft, lever.cells[0])
    assert draft.aim.feature == (lever.name or lever.id)


def test_in_zones_a_click_means_the_whole_zone(bench: Bench) -> None:
    draft, _ = bench("gatehouse", "murdham")
    draft.look_at("party")
    draft.aim_at(replace(begun(draft, "escape"), feature=""))
    point_at(draft, (16, 18))
    ground = draft.board.where.ground(((16, 18),))
    assert set(draft.board.setup.objective("party").cells) == ground and len(ground) > 4


def test_objectives_follow_each_other(bench: Bench) -> None:
    draft, said = bench("gatehouse", "sovereign")
    draft.aim_at(begun(draft, "hold"))
    draft.aim_further(begun(draft, "survive"))
    draft.aim_further(begun(draft, "escape"))
    draft.link = 1
    draft.aim_at(replace(draft.aim, rounds=7))
    chain = draft.board.setup.objective("party").chain
    assert [aim.goal for aim in chain] == ["hold", "survive", "escape"] and chain[1].rounds == 7
    assert not draft.board.trouble and not said
    draft.aim_no_further()
    assert [aim.goal for aim in draft.aims] == ["hold", "escape"] and draft.link == 0
    draft.aim_no_further()
    draft.aim_no_further()
    assert [aim.goal for aim in draft.aims] == ["eliminate"] and not draft.document.now.entries.objectives


def test_where_the_referee_is_to_be_asked_a_person_who_plays_is(bench: Bench) -> None:
    draft, _ = bench("gatehouse", "sovereign")
    assert REFEREE not in sit_down(StartRequest(draft.document.now), lambda _: None).players
    draft.attempt(draft.document.rule, "surprise", "ask")
    assert sit_down(StartRequest(draft.document.now), lambda _: None).players[Seat(REFEREE)] == HUMAN
    draft.change(drafting.played, draft.side, "trained")
    assert Seat(REFEREE) not in sit_down(StartRequest(draft.document.now), lambda _: None).players


# -- on the screen


SMALLEST = (1024, 576)
WINDOWS = [*((rules, SMALLEST) for rules in SHIPPED), (SHIPPED[0], (1280, 720)), (SHIPPED[-1], (1920, 1080))]


@pytest.mark.parametrize(("rules", "size"), WINDOWS)
def test_everything_has_its_place_and_no_word_is_cut(rules: str, size: tuple[int, int]) -> None:
    app = open_app(Preferences(), size)
    app.go(Detail(StartRequest("gatehouse", rules=rules)))
    screen = app.top
    assert isinstance(screen, DraftingScreen)
    draft, look = screen.draft, screen.look
    draft.change(drafting.called, draft.side, "Those who travel")
    draft.add_side((16, 16))
    draft.look_at("foe", 0)
    for goal in GOALS:
        draft.aim_at(begun(draft, goal))
        for page in PAGES:
            draft.page = page
            screen.layout(size)
            shown = screen.group.widgets
            for number, widget in enumerate(shown):
                assert pygame.Rect((0, 0), size).contains(widget.rect), widget
                assert widget.rect.collidelist([other.rect for other in shown[number + 1 :]]) < 0, widget
                if isinstance(widget, Button):
                    assert look.width(widget.text, SMALL, "semibold") <= widget.rect.width - look.px(12), widget.text
                if isinstance(widget, ChoiceButton):
                    label = dict(widget.choices)[widget.value]
                    room = widget.rect.width - look.px(40) - (look.width(widget.text, SMALL) if widget.text else 0)
                    assert look.width(label, SMALL, "semibold") <= room, label
    app.window.destroy()


@pytest.fixture
def screen(app: App) -> DraftingScreen:
    """The gatehouse by sovereign, on the screen."""
    app.go(Detail(StartRequest("gatehouse", rules="sovereign")))
    shown = app.top
    assert isinstance(shown, DraftingScreen)
    return shown


def pixel_of(screen: DraftingScreen, cell: Cell) -> tuple[int, int]:
    """Where the middle of a cell is in the window, once it has been looked at."""
    screen.camera.look_at((cell[0] + 0.5, cell[1] + 0.5))
    return screen.camera.pixel((cell[0] + 0.5, cell[1] + 0.5))


def test_somebody_is_dragged_over_the_map(app: App, screen: DraftingScreen) -> None:
    pilot, board = Pilot(app), screen.draft.board
    who = board.who("party", 0)
    assert who is not None
    here = board.scene.tokens[who].at
    free = free_cell(screen.draft, "party", 0, (here[0], here[1] - 2))
    start = pixel_of(screen, here)
    pilot.drag(start, screen.camera.pixel((free[0] + 0.5, free[1] + 0.5)))
    assert board.scene.tokens[who].at == free and screen.draft.picked == who
    pilot.press("ctrl+z")
    assert board.scene.tokens[who].at == here
    pilot.press("ctrl+y")
    assert board.scene.tokens[who].at == free
    pilot.press("shift+left")
    assert board.scene.tokens[who].at[0] < free[0]
    app.draw()


def test_in_zones_somebody_is_dragged_to_the_zone_under_the_pointer(app: App) -> None:
    app.go(Detail(StartRequest("gatehouse", rules="murdham")))
    screen = app.top
    assert isinstance(screen, DraftingScreen)
    board = screen.draft.board
    who = board.who("party", 0)
    assert who is not None
    token = board.scene.tokens[who]
    screen.camera.look_at(token.middle)
    end = token.middle[0], token.middle[1] - 5
    there = board.where.under(end)[-1]
    Pilot(app).drag(screen.camera.pixel(token.middle), screen.camera.pixel(end))
    assert board.scene.state.combatants[who].at == there != token.place


def test_somebody_is_dragged_out_of_the_list_onto_the_map(app: App, screen: DraftingScreen) -> None:
    pilot, draft = Pilot(app), screen.draft
    draft.look_at("foe")
    screen.layout(app.surface.get_size())
    listed = screen.listed
    assert listed is not None
    before = len(draft.document.members("foe"))
    cell = next(
        cell
        for cell in draft.board.near((16, 18))
        if not draft.document.why_not_at(None, draft.side, draft.offered()[0].key, cell)
    )
    end = pixel_of(screen, cell)
    pilot.drag((listed.rect.left + 20, listed.rect.top + 20), end)
    assert len(draft.document.members("foe")) == before + 1
    assert draft.document.members("foe")[-1].at == draft.board.tiled_cell(cell)
    pilot.press("delete")
    assert len(draft.document.members("foe")) == before
