"""Skirmishes from the title, who plays in them, and squads of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import pytest

from game.ai import ALIKE, LEVELS, MINDS, TRIES_ROUNDS
from game.files import drafting
from game.files.archives import look_over, pack, unpack
from game.files.errors import BadFile
from game.files.generate import KINDS
from game.files.own_units import own_file, own_squads, own_text, save_squad, squad_table
from game.files.scenario import ScenarioUnit, read_scenario, to_setup
from game.lab.difficulty import AIMS, FoundSquad, SearchStep
from game.lab.skirmish import SKIRMISH_AIMS, SkirmishRequest, word_parts
from game.lab.win_forecast import BATTLES
from game.play.folders import SCENARIOS, state_folder
from game.play.seating import PERSON
from game.play.skirmish_files import SKIRMISHES
from game.play.start import StartRequest, draft_of, setup_of, sit_down
from game.rules.registry import names, ruleset
from game.rules.setup import Recruit
from game.view.widgets.text_field import TextField
from game.view.widgets.widget import ChoiceButton, Label
from game.window.destinations import BeginSkirmish, NewBattle, Title
from game.window.drafting.drafting import Drafting, MemberRef, OwnSquads
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens import skirmish
from game.window.screens.drafting import DraftingScreen
from game.window.screens.setup import SetupScreen
from game.window.screens.skirmish import SkirmishScreen
from game.window.setting_up import skirmish_trial
from game.window.setting_up.offers import rules_for
from tests.lab.test_strengths import battles
from tests.window.seated import top
from tests.window.test_doctor import retype


def open_screen(app: App) -> tuple[Pilot, SkirmishScreen]:
    app.go(Title())
    pilot = Pilot(app)
    pilot.step(3)
    app.oracle.catch_up()
    pilot.step(2)
    pilot.click_button("Skirmish")
    assert isinstance(app.top, SkirmishScreen)
    return pilot, app.top


def test_a_fresh_battle_is_two_clicks_from_the_title(app: App) -> None:
    pilot, screen = open_screen(app)
    rules, word = screen.rules, screen.word
    assert word and rules in names()
    pilot.click_button("Begin")
    app.oracle.catch_up()
    pilot.step(3)
    session = pilot.battle.session
    assert session.match.ruleset.name == rules
    assert [each.level for each in session.players.values() if each.kind == "ai"] == ["instinct"], "not the strongest"
    kind = SkirmishRequest(word, rules).map_kind
    (made,) = state_folder(SKIRMISHES).glob("*.tmx")
    assert kind in made.name
    assert Path(session.match.setup.map_file) == made.resolve()


def test_what_is_chosen_is_what_is_made(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot, screen = open_screen(app)
    gone: list[object] = []
    monkeypatch.setattr(app, "go", gone.append)
    choices = {each.text: each for each in screen.group.widgets if isinstance(each, ChoiceButton)}
    assert [value for value, _ in choices["Map"].choices] == ["", *KINDS]
    choices["Map"].change("ruin")
    assert [value for value, _ in choices["Aim"].choices] == ["", *SKIRMISH_AIMS]
    choices["Aim"].change("rob")
    choices["Size"].change("large")
    assert [value for value, _ in choices["Difficulty"].choices] == list(AIMS)
    choices["Difficulty"].change("harder")
    choices["Opponent"].change("novice")
    choices["Game"].change(names()[-1])
    (field,) = (each for each in screen.group.widgets if isinstance(each, TextField))
    field.change("heron")
    pilot.click_button("Begin")
    assert gone == [BeginSkirmish(SkirmishRequest("heron", names()[-1], "ruin", "large", "harder", "novice", "rob"))]


def test_another_word_is_drawn_and_none_begins_nothing(app: App) -> None:
    pilot, screen = open_screen(app)
    found = {screen.word}
    for _ in range(8):
        pilot.click_button("Draw another")
        found.add(screen.word)
    assert len(found) > 3
    (field,) = (each for each in screen.group.widgets if isinstance(each, TextField))
    field.change(" ")
    pilot.step()
    assert "Begin" not in pilot.buttons()


def test_map_or_squads_are_drawn_again_alone_and_a_week_has_its_word(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(skirmish, "fresh_word", lambda: "badger")
    monkeypatch.setattr(skirmish, "weekly_word", lambda day: f"the week of {type(day).__name__}")
    pilot, screen = open_screen(app)
    pilot.click_button("Other map")
    _, squads = word_parts(screen.word)
    pilot.click_button("Other squads")
    assert word_parts(screen.word)[0] != squads
    assert word_parts(screen.word)[1] != squads
    pilot.click_button("This week’s")
    assert screen.word == "the week of date"
    pilot.click_button("Draw another")
    assert screen.word == "badger"


class Search:
    """In place of the process that fights quick battles."""

    begun: ClassVar[list[Search]] = []

    def __init__(self, wanted: StartRequest, other: str, difficulty: str, drawn: bool) -> None:
        self.squad = setup_of(wanted).side(other).squad
        self.difficulty, self.drawn = difficulty, drawn
        self.found: FoundSquad | None = None
        self.step, self.trouble, self.stopped = SearchStep(1, 0), "", False
        self.news = False
        self.begun.append(self)

    @property
    def over(self) -> bool:
        return self.found is not None

    def look(self) -> bool:
        news, self.news = self.news, False
        return news

    def stop(self) -> None:
        self.stopped = True

    def tell(self, squad: tuple[Recruit, ...], won: int, *, over: bool) -> None:
        """As after twenty battles with these foes."""
        found = FoundSquad(squad, "", battles(won), reached=True)
        self.step, self.found, self.news = SearchStep(1, BATTLES, found), found if over else None, True


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[Search]:
    """The searches that are begun, of which none fights."""
    monkeypatch.setattr(Search, "begun", [])
    monkeypatch.setattr(skirmish_trial, "SearchProcess", Search)
    return Search.begun


def wait(app: App, pilot: Pilot) -> None:
    """Until the battle is drawn."""
    pilot.step(round(skirmish_trial.PAUSE * 60) + 3)
    app.oracle.catch_up()
    pilot.step(2)


def told(screen: SkirmishScreen) -> str:
    return " ".join(each.text for each in screen.group.widgets if isinstance(each, Label))


def test_who_fights_and_how_even_it_is_stands_there_before_it_begins(app: App, searches: list[Search]) -> None:
    pilot, screen = open_screen(app)
    assert not searches
    wait(app, pilot)
    (search,) = searches
    assert search.drawn and search.difficulty == "even"
    assert SKIRMISH_AIMS[screen.wanted.fought_for].about in told(screen)
    unit = search.squad[0].unit
    assert ruleset(screen.rules).roster()[unit] in told(screen)
    search.tell(search.squad, 11, over=False)
    pilot.step()
    assert "11 to" not in told(screen) and "55 to 45 over 20 battles between computers" in told(screen)
    assert "in 100" in told(screen), "with its interval"
    search.tell(search.squad, 9, over=True)
    pilot.step()
    assert "45 to 55" in told(screen) and not screen.trial.foes and search.stopped


def test_foes_that_were_changed_by_quick_battles_are_those_that_fight(app: App, searches: list[Search]) -> None:
    pilot, _ = open_screen(app)
    wait(app, pilot)
    (search,) = searches
    fewer = search.squad[1:]
    search.tell(fewer, 10, over=True)
    pilot.step()
    pilot.click_button("Begin")
    app.oracle.catch_up()
    pilot.step(3)
    session = pilot.battle.session
    assert session.match.setup.side("foe").squad == fewer
    assert session.difficulty == "even"


def test_another_choice_is_another_battle_and_the_last_one_is_fought_no_more(app: App, searches: list[Search]) -> None:
    pilot, screen = open_screen(app)
    wait(app, pilot)
    assert len(searches) == 1
    screen._choose("difficulty", "harder")
    assert searches[0].stopped
    assert not screen.trial.lines
    wait(app, pilot)
    assert [each.difficulty for each in searches] == ["even", "harder"]
    pilot.click_button("Back")
    pilot.step()
    assert searches[1].stopped


# --- Who plays a side is chosen on the set-up: other rules do not change it, and every level says what it does ---


@pytest.mark.parametrize("file", ["gatehouse.tmx", "the-same-gatehouse.toml"])
def test_other_rules_for_a_battle_do_not_change_who_plays_it(app: App, file: str) -> None:
    screen = SetupScreen(app)
    app.push(screen)
    screen._pick([path.name for path in screen.paths].index(file))
    usual = dict(screen.sides.players)
    first, second = (side.name for side in screen.offer.sides)
    chosen = {first: "novice", second: "human"}
    for side, who in chosen.items():
        screen.sides._player(side, who)
    for rules in rules_for(screen.offer.path):
        screen._pick_rules(rules)
        assert screen.sides.players == chosen != usual
        seats = {seat.seat: str(seat.player) for seat in screen._request().seats}
        assert seats == chosen
        assert {side.name: side.plays for side in draft_of(screen._request()).entries.sides} == chosen
    other = [path.name for path in screen.paths].index("cellar.tmx")
    screen._pick(other)
    assert screen.sides.players == {"party": "human", "foe": "instinct"}, "another battle is played as is usual there"


def test_who_may_play_is_called_by_what_it_is_and_says_what_it_does(app: App) -> None:
    screen = SetupScreen(app)
    app.push(screen)
    screen._pick_rules("sovereign")
    told = {}
    for level in (PERSON, *LEVELS):
        screen.sides._player("foe", level)
        screen.refresh()
        row = [each for each in screen.group.widgets if isinstance(each, ChoiceButton) and each.text == "Played by"][1]
        told[dict(row.choices)[row.value]] = row.tip
    assert list(told) == ["A person", "Computer, Novice", "Computer, Regular", "Computer, Expert"]
    assert list(told.values()) == ["", MINDS["novice"].does, MINDS["instinct"].does, TRIES_ROUNDS]
    assert "beginner" in told["Computer, Novice"].lower()
    screen._pick_rules("glog")
    expert = [each.tip for each in screen.group.widgets if isinstance(each, ChoiceButton) and each.text == "Played by"][
        1
    ]
    assert expert == MINDS["trained"].does, "of a game whose rounds it does not try out"
    screen._pick_rules("duel")
    alike = [each.tip for each in screen.group.widgets if isinstance(each, ChoiceButton) and each.text == "Played by"]
    assert alike == ["", ALIKE], "of a game that tells nothing to plan by"


# --- A squad of one's own: kept where a battle is put together, picked wherever squads are, packed along, forgotten ---

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
