"""A squad of one's own: kept where a battle is put together, picked wherever squads are, packed along, forgotten."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.files import drafting
from game.files.archives import look_over, pack, unpack
from game.files.errors import BadFile
from game.files.own_units import own_file, own_squads, own_text, save_squad, squad_table
from game.files.scenario import ScenarioUnit, read_scenario, to_setup
from game.play.folders import SCENARIOS, state_folder
from game.play.start import StartRequest, draft_of, sit_down
from game.rules.registry import names, ruleset
from game.view.widgets.widget import ChoiceButton
from game.window.destinations import NewBattle, Title
from game.window.drafting.drafting import Drafting, MemberRef, OwnSquads
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.drafting import DraftingScreen
from game.window.screens.setup import SetupScreen
from tests.window.seated import top
from tests.window.test_doctor import retype

SHIPPED = [name for name in names() if name != "duel"]


def bench(rules: str) -> tuple[Drafting, OwnSquads, list[str]]:
    """A battle on the bench, its squads, and what was said."""
    said: list[str] = []
    draft = Drafting(draft_of(StartRequest("gatehouse", rules=rules)), said.append)
    return draft, OwnSquads(draft), said


def kept(squads: OwnSquads, name: str) -> None:
    """Keep the side that is looked at."""
    squads.begin()
    squads.naming = name
    squads.save()


@pytest.mark.parametrize("rules", SHIPPED)
def test_a_side_is_kept_as_a_squad_and_fights_from_the_quick_set_up(rules: str) -> None:
    draft, squads, said = bench(rules)
    found = ruleset(rules)
    draft.look_at("foe")
    draft.add(next(iter(found.roster())), (10, 10))
    draft.tell("name", name="Old Tom")
    units = draft.document.members("foe")
    kept(squads, "  Tom's Band ")
    assert own_squads(found) == {"tom-s-band": "Tom's Band"} and "among the squads" in said[-1]
    assert squads.here == "tom-s-band" and draft.document.members("foe") == units
    request = StartRequest("cellar", rules=rules, squads=("", "tom-s-band"), roster=own_file(found))
    (_, side) = sit_down(request, lambda _: None).match.setup.sides
    assert [(each.unit, each.name) for each in side.squad] == [(unit.unit, unit.name) for unit in units]


def test_a_packed_battle_brings_the_squad_along(tmp_path: Path) -> None:
    draft, squads, _ = bench("sovereign")
    draft.look_at("foe")
    kept(squads, "Night watch")
    draft.change(drafting.titled, "By night")
    path = draft.document.save(state_folder(SCENARIOS))
    assert 'squad.sovereign = "night-watch"' in path.read_text() or 'sovereign = "night-watch"' in path.read_text()
    members = [unit.unit for unit in draft.document.members("foe")]
    packed = tmp_path / "night.battlemat"
    pack(path, packed)
    own_file(draft.board.rules).unlink()
    with pytest.raises(BadFile):
        read_scenario(path)
    taken = to_setup(read_scenario(unpack(look_over(packed), tmp_path / "taken")))
    assert [each.unit for each in taken.side("foe").squad] == members


def test_those_who_have_places_keep_them_and_a_squad_is_replaced_or_forgotten() -> None:
    draft, squads, said = bench("glog")
    where = next(
        cell
        for cell in draft.board.near((16, 16))
        if not draft.document.why_not_at(MemberRef("party", 0), "party", "", cell)
    )
    draft.attempt(draft.document.place, MemberRef("party", 0), where)
    kept(squads, "Band")
    assert draft.document.members("party")[0].at is not None and squads.here == "", "places are not given up for a name"
    assert "band" in draft.board.rules.parties(draft.board.own)
    draft.squad("band")
    assert squads.here == "band" and draft.document.members("party")[0].at is None
    draft.look_at("foe")
    taken = []
    for name in ("Bandit", "Band"):
        squads.naming = name
        taken.append(squads.replaces)
    assert taken == [False, True]
    squads.save()
    foes = [unit.unit for unit in draft.document.members("foe")]
    draft.look_at("party")
    assert [unit.unit for unit in draft.document.members("party")] == foes, "the squad is another now"
    squads.forget()
    assert own_squads(draft.board.rules) == {} and squads.here == ""
    assert [unit.unit for unit in draft.document.members("party")] == foes and not draft.board.trouble
    draft.attempt(draft.document.undo)
    assert not draft.board.trouble, "nothing that is taken back names what is gone"
    assert not [line for line in said if "no ready squad" in line]


@pytest.mark.parametrize(
    ("title", "unit", "told"),
    [
        ("Bandits", "bandit", "has a squad 'Bandits' of its own; choose another name"),
        (" ?! ", "bandit", "a squad needs a name"),
        ("x" * 61, "bandit", "a squad needs a name"),
        ("Crew", "pirate", r"sovereign.units.toml: roster: party 'crew': members: no unit is called 'pirate'"),
    ],
)
def test_what_makes_no_squad_is_told_and_nothing_is_written(title: str, unit: str, told: str) -> None:
    rules = ruleset("sovereign")
    with pytest.raises(BadFile, match=told):
        save_squad(rules, title, [ScenarioUnit(unit)])
    assert own_text(rules) == ""


def test_alike_units_are_written_together_and_read_again() -> None:
    rules = ruleset("sovereign")
    units = [
        ScenarioUnit("bandit", at=(1, 1)),
        ScenarioUnit("bandit", at=(2, 1)),
        ScenarioUnit("bandit", "Red", hidden=True),
        ScenarioUnit("bandit"),
    ]
    save_squad(rules, "Ambush", units)
    assert 'members = ["bandit"' not in own_text(rules) and "count = 2" in own_text(rules)
    squad = rules.parties(own_text(rules))["ambush"]
    assert [(each.name, each.hidden, each.at) for each in squad] == [
        ("", False, None),
        ("", False, None),
        ("Red", True, None),
        ("", False, None),
    ]


def test_rules_without_a_table_for_squads_keep_none() -> None:
    assert squad_table(ruleset("vigil")) == "" and squad_table(ruleset("einfelst")) == "party"


def test_by_mouse_from_the_set_up_to_the_bench_and_back(app: App) -> None:
    app.go(Title())
    app.go(NewBattle())
    pilot = Pilot(app)
    setup = app.top
    assert isinstance(setup, SetupScreen)
    setup._pick_rules("sovereign")
    pilot.click_button("Change…")
    bench = app.top
    assert isinstance(bench, DraftingScreen)
    pilot.click_button("Keep…")
    retype(pilot, "Name of the squad", "The regulars")
    pilot.click_button("Keep")
    assert "Forget…" in pilot.buttons()
    pilot.press("escape")
    if top(pilot) == "SureScreen":
        pilot.click_button("Yes")
    assert app.top is setup
    squads = next(each for each in setup.group.widgets if isinstance(each, ChoiceButton) and each.text == "Squad")
    assert ("the-regulars", "The regulars · yours") in squads.choices
    setup.sides._squad("party", "the-regulars")
    own = setup._request()
    assert own.roster == own_file(ruleset("sovereign")) and own.squads == ("the-regulars",)
    app.draw()
    pilot.click_button("Begin")
    assert pilot.battle.session.match.setup.roster
    assert SetupScreen(app).sides.squads["party"] == "the-regulars", "it is remembered"
    own_file(ruleset("sovereign")).write_text("[[party]]\nkey = 'x'")
    assert SetupScreen(app).sides.squads["party"] != "the-regulars", "a spoilt file is no hindrance"
