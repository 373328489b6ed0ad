"""Units of one's own: written in the form with mouse and keys, judged as one types, and kept."""

from __future__ import annotations

from pathlib import Path as Path_

import pygame
import pytest

from game.files.archives import pack
from game.files.atomic import hyphened
from game.files.entries import FieldPath
from game.files.errors import BadFile
from game.files.own_units import entries_in, own_file, own_text
from game.files.scenario import read_scenario, to_setup
from game.play.folders import state_folder
from game.play.start import StartRequest, draft_of, find_file
from game.rules.registry import ruleset
from game.rules.ruleset import HasUnitTables
from game.view.widgets.forms import ListBox
from game.view.widgets.text_field import TextField
from game.view.widgets.widget import Button, Label, Widget
from game.window.destinations import OwnUnits, Title
from game.window.drafting.drafting import Drafting
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.units import UnitsScreen
from game.window.setting_up.unit_draft import AnyTabled, UnitDraft, copied, empty, opened, own_units, removed

RULES = ("einfelst", "glog", "ingenuity", "murdham", "sovereign")


def tabled(name: str) -> AnyTabled:
    """A ruleset for whose units there is a form."""
    found = ruleset(name)
    assert isinstance(found, HasUnitTables)
    return found


# --- the draft ---


@pytest.mark.parametrize("name", RULES)
def test_a_copy_of_any_shipped_unit_can_fight(name: str) -> None:
    rules = tabled(name)
    for table in rules.unit_tables:
        for key in list(rules.written[table])[::4]:
            draft = copied(rules, table, key)
            assert draft.trouble is None, (table, key)
            assert draft.card is not None
            token, _ = draft.card
            assert draft.name in (token.standing.name, f"{token.standing.kind}") or token.standing.name.startswith("My")


def test_what_the_rules_make_of_it_follows_every_change() -> None:
    draft = copied(tabled("ingenuity"), "creature", "brigand")
    assert draft.card is not None
    full = [bar.full for bar in draft.card[0].standing.bars]
    draft.type(("dice", 0), "12")
    assert [bar.full for bar in draft.card[0].standing.bars] != full
    for typed, trouble in (
        ("7", (("dice",), "7 is none of 4, 6, 8, 10, 12")),
        ("many", (("dice", 0), "expected `int`, got `str`")),
        ("8", None),
    ):
        draft.type(("dice", 0), typed)
        assert draft.trouble == trouble


def test_a_unit_is_written_from_nothing() -> None:
    """What is missing is told field by field, in the very words in which the file would be refused."""
    draft = empty(tabled("sovereign"), "creature")
    told: list[tuple[FieldPath, str]] = []
    for path, typed in (
        (("title",), "Marsh Ogre"), (("icon",), "ogre"), (("hd",), "4"), (("hp", 0), "22"), (("ac",), "13"),
        (("attack",), "5"), (("attacks", 0), "clab"), (("attacks", 0), "club"),
    ):  # fmt: skip
        assert draft.trouble is not None
        told.append(draft.trouble)
        draft.type(path, typed)
    assert draft.trouble is None
    first = [("key",), ("icon",), ("hd",), ("hp",), ("ac",), ("attack",), ("attacks",)]
    assert [place for place, _ in told] == [*first, ("attacks", 0)]
    assert told[1][1] == "is missing" and told[-1][1] == "no weapon is called 'clab'; did you mean 'club'?"
    assert draft.now["key"] == "marsh-ogre"
    draft.save()
    assert own_text(draft.rules).startswith("\n[[creature]]") or own_text(draft.rules).startswith("[[creature]]")
    assert list(own_units(draft.rules)) == [("creature", "marsh-ogre", "Marsh Ogre")]


def test_items_are_added_said_more_of_and_taken_out() -> None:
    draft = copied(tabled("sovereign"), "creature", "bandit")
    count = len(draft.now["attacks"])
    draft.add(("attacks",))
    assert len(draft.now["attacks"]) == count + 1
    assert draft.trouble is None, "what is added can stand there"
    draft.widen(("attacks", count))
    draft.type(("attacks", count, "shock"), "2")
    draft.type(("attacks", count, "shock_ac"), "15")
    assert draft.now["attacks"][count] == {"weapon": "dagger", "shock": 2, "shock_ac": 15} or draft.trouble is None
    draft.type(("attacks", count, "shock"), "")
    draft.type(("attacks", count, "shock_ac"), "")
    assert set(draft.now["attacks"][count]) == {"weapon"}
    draft.remove(("attacks", count))
    assert len(draft.now["attacks"]) == count
    draft.switch(("fearless",), True)
    assert draft.now["fearless"] is True
    draft.switch(("fearless",), False)
    assert "fearless" not in draft.now


def test_what_may_stand_in_a_line_is_offered() -> None:
    rules = tabled("sovereign")
    draft = copied(rules, "character", "annora")
    offered = {line.path: draft.offered(line) for line in draft.lines}
    assert ("plate", "Plate") in offered["armour",] or "plate" in dict(offered["armour",])
    assert set(dict(offered["weapons", 0])) == set(rules.written["weapon"])
    assert offered["classes", 0][0] == ("warrior", "warrior")
    assert "warrior" in dict(offered["icon",])
    assert offered["name",] == offered["key",] == offered["level",] == []


def test_a_unit_is_kept_opened_changed_and_removed() -> None:
    rules = tabled("murdham")
    draft = copied(rules, "creature", "bandit")
    draft.save()
    assert not draft.changed
    with pytest.raises(BadFile, match=r"Zed: STR: 40 is not between 1 and 19"):
        again = opened(rules, "creature", "my-bandit")
        again.type(("title",), "Zed")
        again.type(("STR",), "40")
        again.save()
    again.type(("STR",), "12")
    again.save()
    assert [(key, name) for _, key, name in own_units(rules)] == [("zed", "Zed")]
    assert entries_in(own_text(rules))["creature"]["zed"]["STR"] == 12
    removed(rules, "creature", "zed")
    assert list(own_units(rules)) == []


def test_a_file_that_was_spoilt_by_hand_is_told(app: App) -> None:
    rules = tabled("sovereign")
    path = own_file(rules)
    path.parent.mkdir(parents=True)
    path.write_text("[[creature]\nkey = ")
    with pytest.raises(BadFile, match="not valid TOML"):
        list(own_units(rules))
    app.go(Title())
    app.go(OwnUnits("sovereign"))
    assert "not valid TOML" in app.notice
    assert type(app.top).__name__ == "TitleScreen"


def test_names_become_keys() -> None:
    assert hyphened("  Old Gríma, the 2nd! ") == "old-gríma-the-2nd"


# --- the screen ---


@pytest.fixture
def units(app: App) -> UnitsScreen:
    """The screen, for sovereign."""
    app.go(Title())
    app.go(OwnUnits("sovereign"))
    screen = app.top
    assert isinstance(screen, UnitsScreen)
    return screen


def field(screen: UnitsScreen, path: FieldPath) -> TextField:
    """The field of a line, scrolled to."""
    screen.at = path
    screen._reveal()
    found = next(each for each, at in screen.form.paths.items() if at == path and isinstance(each, TextField))
    assert isinstance(found, TextField)
    return found


def shelf(screen: UnitsScreen) -> ListBox:
    """The list of units."""
    return next(each for each in screen.group.widgets if isinstance(each, ListBox))


def begin(screen: UnitsScreen, pilot: Pilot, text: str) -> UnitDraft:
    """Pick a row of the list."""
    listed = shelf(screen)
    number = next(at for at, row in enumerate(listed.rows) if row.text == text)
    listed.top = max(0, (number - 3) * listed.height)
    pilot.click((listed.rect.left + 40, listed.rect.top + 4 + number * listed.height - listed.top + 8))
    return screen.document


def test_a_unit_is_copied_changed_and_saved_by_mouse_and_keys(app: App, units: UnitsScreen) -> None:
    pilot = Pilot(app)
    begin(units, pilot, "Bandit")
    assert units.document.name == "My Bandit"
    pilot.click(field(units, ("ac",)).rect.center)
    app.step(0.01, [pygame.Event(pygame.KEYDOWN, key=pygame.K_a, mod=pygame.KMOD_CTRL, unicode="")])
    pilot.type("x")
    assert units.document.trouble == (("ac",), "expected `int`, got `str`")
    assert any(isinstance(each, Label) and each.text == units.document.trouble[1] for each in units.group.widgets)
    assert "Save" not in pilot.buttons()
    app.step(0.01, [pygame.Event(pygame.KEYDOWN, key=pygame.K_BACKSPACE, mod=0, unicode="")])
    pilot.type("14")
    assert units.document.now["ac"] == 14
    pilot.click_button("Save")
    assert entries_in(own_text(units.rules))["creature"]["my-bandit"]["ac"] == 14
    assert "My Bandit" in [row.text for row in shelf(units).rows]


def test_tab_and_the_arrows_go_through_every_line(app: App, units: UnitsScreen) -> None:
    pilot = Pilot(app)
    begin(units, pilot, "An empty creature")
    units.at = ("key",)
    units._reveal()
    seen: list[FieldPath] = []
    for _ in range(200):
        if units.at in seen:
            break
        assert units.at is not None
        seen.append(units.at)
        assert units.group.focus in units.form.paths, "the line that one types into is in sight"
        app.step(0.01, [pygame.Event(pygame.KEYDOWN, key=pygame.K_TAB, mod=0, unicode="\t")])
    typed = [
        line.path for line in units.document.lines if line.leaf is not None or line.path in (("hp",), ("attacks",))
    ]
    assert set(typed) <= set(seen)


def test_a_word_is_taken_from_what_may_stand_there(app: App, units: UnitsScreen) -> None:
    pilot = Pilot(app)
    begin(units, pilot, "Bandit")
    pilot.click(field(units, ("attacks", 0)).rect.center)
    app.step(0.01, [pygame.Event(pygame.KEYDOWN, key=pygame.K_a, mod=pygame.KMOD_CTRL, unicode="")])
    pilot.type("war")
    lists = [each for each in units.group.widgets if type(each).__name__ == "ListBox" and each is not shelf(units)]
    assert len(lists) == 1
    pilot.click((lists[0].rect.left + 30, lists[0].rect.top + 12))
    assert units.document.now["attacks"][0] == "war-axe"
    assert units.document.trouble is None
    app.step(0.01, [pygame.Event(pygame.KEYDOWN, key=pygame.K_DOWN, mod=pygame.KMOD_CTRL, unicode="")])


def test_a_line_stays_in_sight_while_one_types_what_is_long_refused(app: App, units: UnitsScreen) -> None:
    pilot = Pilot(app)
    begin(units, pilot, "Bandit")
    line = field(units, ("attacks", 0))
    pilot.click(line.rect.center)
    for sign in "no such weapon":
        pilot.type(sign)
        assert units.group.focus is line and units._form_area.contains(line.rect)
    assert "no such weapon" in units.document.now["attacks"][0]
    assert units.document.trouble is not None and len(units.document.trouble[1]) > 150


def test_a_number_is_stepped_within_its_bounds(app: App, units: UnitsScreen) -> None:
    pilot = Pilot(app)
    begin(units, pilot, "Bandit")
    pilot.click(field(units, ("size",)).rect.center)
    for key, size in ((pygame.K_UP, 1), (pygame.K_DOWN, 2), *[(pygame.K_DOWN, None)] * 20):
        app.step(0.01, [pygame.Event(pygame.KEYDOWN, key=key, mod=pygame.KMOD_CTRL, unicode="")])
        assert size in (None, units.document.now["size"])
    assert units.document.now["size"] == 10
    assert "1 to 10" in next(
        each.text for each in units.group.widgets if isinstance(each, Label) and "body" in each.text
    )


def test_what_was_changed_is_not_lost_unasked(app: App, units: UnitsScreen) -> None:
    pilot = Pilot(app)
    draft = begin(units, pilot, "Bandit")
    draft.type(("ac",), "15")
    pilot.click_button("Back")
    assert type(app.top).__name__ == "SureScreen"
    pilot.click_button("No")
    assert app.top is units
    begin(units, pilot, "Annora")
    assert type(app.top).__name__ == "SureScreen"
    pilot.click_button("Yes")
    assert units.document.name == "My Annora"
    pilot.click_button("Back")
    assert type(app.top).__name__ == "TitleScreen"


def test_changes_are_taken_back_and_a_window_is_not_closed_over_them_unasked(app: App, units: UnitsScreen) -> None:
    pilot = Pilot(app)
    begin(units, pilot, "Bandit")
    pilot.click(field(units, ("ac",)).rect.center)
    pilot.type("77")
    typed = units.document.now["ac"]
    units._add(("attacks",))
    pilot.press("ctrl+z")
    assert units.at is None and units.document.now["ac"] == typed, "the line that is gone is typed into no more"
    pilot.press("ctrl+z")
    assert not units.document.unsaved and field(units, ("ac",)).text == str(units.document.now["ac"])
    pilot.press("ctrl+y")
    assert units.document.now["ac"] == typed
    app.step(0.01, [pygame.Event(pygame.QUIT)])
    assert app.running and type(app.top).__name__ == "SureScreen"


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (1024, 576)])
@pytest.mark.parametrize("name", RULES)
def test_every_line_has_room(app: App, name: str, size: tuple[int, int]) -> None:
    """No label is cut and no two widgets lie on each other, wherever one has scrolled to."""
    app.window.size = size
    screen = UnitsScreen(app, name)
    app.push(screen)
    assert app.surface.get_size() == size
    while True:
        for label in (each for each in screen.group.widgets if isinstance(each, Label)):
            assert "…" not in label.text, label.text
        placed: list[Widget] = [each for each in screen.group.widgets if not isinstance(each, Label)]
        for one in placed:
            others = [other.rect for other in placed if other is not one]
            assert one.rect.collidelist(others) < 0, (one, getattr(one, "text", ""))
        buttons = [each for each in placed if isinstance(each, Button)]
        assert all(screen.look.width(each.text, each.size, "semibold") < each.rect.width for each in buttons)
        before = screen.form.top
        screen.form.top += screen._form_area.height // 2
        screen.layout(size)
        if screen.form.top == before:
            break


# --- where they fight ---


def drafting(rules: str, say: list[str]) -> Drafting:
    """A battle on the gatehouse put together in detail."""
    return Drafting(draft_of(StartRequest("gatehouse", rules=rules)), say.append)


@pytest.mark.parametrize("name", RULES)
def test_units_of_ones_own_are_offered_kept_shared_and_fought(name: str) -> None:
    rules, said = tabled(name), list[str]()
    assert drafting(name, said).document.now.roster is None, "who has none is offered none"
    unit = copied(rules, rules.unit_tables[-1], next(iter(rules.written[rules.unit_tables[-1]])))
    unit.type((next(each for each in ("name", "title") if each in unit.now),), "Grim Tom")
    unit.save()
    draft = drafting(name, said)
    assert draft.document.roster.units["grim-tom"].title == "Grim Tom"
    before = len(draft.document.members("foe"))
    draft.look_at("foe")
    draft.add("grim-tom", (16, 6))
    assert not said and len(draft.document.members("foe")) == before + 1
    path = draft.document.save(state_folder("scenarios"))
    assert read_scenario(path).roster == own_file(rules)
    out = Path_("tom.battlemat")
    packed = pack(path, out)
    assert f"{name}.units.toml" in [each.name for each in packed.files]
    assert "grim-tom" in [recruit.unit for recruit in to_setup(read_scenario(path)).sides[1].squad]
    own_file(rules).unlink()
    with pytest.raises(BadFile, match=rf"roster: '{name}.units.toml' does not exist"):
        read_scenario(path)
    elsewhere = to_setup(read_scenario(find_file(out)))
    assert "grim-tom" in [recruit.unit for recruit in elsewhere.sides[1].squad]


def test_a_battle_without_them_does_not_name_them() -> None:
    copied(tabled("sovereign"), "creature", "bandit").save()
    draft = drafting("sovereign", [])
    assert draft.document.now.roster is not None
    assert read_scenario(draft.document.save(state_folder("scenarios"))).roster is None


def test_a_spoilt_file_of_ones_own_keeps_no_battle_from_being_put_together() -> None:
    path = own_file(tabled("sovereign"))
    path.parent.mkdir(parents=True)
    path.write_text('[[creature]]\nkey = "x"\n')
    assert drafting("sovereign", []).document.now.roster is None
