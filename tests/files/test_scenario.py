"""Scenario files and quick battles: what they become, and how their mistakes are told."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from battlemat_duel import RULESET as DUEL
from battlemat_duel import deployment
from game.files.errors import BadFile
from game.files.scenario import Scenario, quick_setup, read_scenario, to_setup
from game.files.tiled import Chart
from game.files.tiled.map_report import MapReport, ReportEntry
from game.files.tiled.picture import Picture
from game.rules.match import Match
from game.rules.ruleset import Setting
from game.rules.setup import Goal, Objective, Recruit, Setup
from game.spatial.field import Feature, Field, Spawn
from game.user_error import suggest
from tests.rules.battles import play_out

pytestmark = pytest.mark.usefixtures("duel_installed")


@pytest.fixture(autouse=True)
def _every_goal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are tried with all that they can say; a duel itself is about nothing but the last side standing."""
    monkeypatch.setattr(deployment, "GOALS", get_args(Goal))


TEXT = """
title = "At the bridge"
description = "Hold it."
map = "bridge.tmx"
rules = "duel"

[options.duel]
stumble = "reel"

[[sides]]
name = "red"
title = "The Watch"
party = true
plays = "human"
squad.duel = "heroes"

[[sides]]
name = "blue"
[[sides.squad.duel]]
unit = "thief"
count = 3
cells = [[8, 1], [8, 2]]
hidden = true
[[sides.squad.duel]]
unit = "knight"
name = "Sir Bad"
at = [9, 3]

[[objectives]]
goal = "hold"
feature = "The Bridge"
rounds = 3

[[spawns]]
side = "red"
cells = [[0, 1], [0, 2], [0, 3]]
"""


def chart(path: Path, **changes: Any) -> Chart:
    """A map as the loader gives it."""
    field = Field(
        10,
        5,
        spawns=(Spawn("s1", "red", ((5, 1),)), Spawn("s2", "blue", ((7, 0), (7, 1)))),
        features=(Feature("f1", "objective", ((4, 2), (5, 2)), "The Bridge"), Feature("f2", "exit", ((9, 0),))),
        title="The Old Bridge",
    )
    whole = Chart(field, MapReport("bridge.tmx"), Picture(10, 5), path)
    return replace(whole, **changes)


@pytest.fixture
def bridge(tmp_path: Path) -> Chart:
    path = tmp_path / "bridge.tmx"
    path.write_text("stands for a map")
    return chart(path)


def written(folder: Path, text: str) -> Path:
    path = folder / "bridge.toml"
    path.write_text(text, encoding="utf-8")
    return path


def made(folder: Path, bridge: Chart, text: str = TEXT) -> Setup:
    return to_setup(read_scenario(written(folder, text)), DUEL, bridge)


def test_a_scenario_becomes_a_set_up(tmp_path: Path, bridge: Chart) -> None:
    setup = made(tmp_path, bridge)
    assert (setup.ruleset, setup.title, setup.options) == ("duel", "At the bridge", {"stumble": "reel"})
    red, blue = setup.sides
    assert (red.name, red.title, red.party) == ("red", "The Watch", True)
    assert red.squad == DUEL.parties()["heroes"]
    assert blue.squad == (
        Recruit("thief", "", (8, 1), True),
        Recruit("thief", "", (8, 2), True),
        Recruit("thief", "", None, True),
        Recruit("knight", "Sir Bad", (9, 3)),
    )
    assert setup.objectives == (Objective("hold", "red", ((4, 2), (5, 2)), 3, what="the bridge"),)
    assert [(spawn.side, spawn.cells[0]) for spawn in setup.field.spawns] == [("blue", (7, 0)), ("red", (0, 1))]
    assert setup.map_file == bridge.path.resolve().as_posix()
    assert play_out(Match.begin(DUEL, setup)).over


def test_what_a_scenario_tells_before_it_is_played(tmp_path: Path, bridge: Chart) -> None:
    scenario = read_scenario(written(tmp_path, TEXT))
    assert (scenario.title, scenario.rules, scenario.playable) == ("At the bridge", "duel", ("duel",))
    assert scenario.players == {"red": "human", "blue": "trained"}
    assert scenario.map == bridge.path


def test_squads_for_several_rulesets(tmp_path: Path, bridge: Chart) -> None:
    both = TEXT.replace('squad.duel = "heroes"', 'squad.duel = "heroes"\nsquad.chess = "white"')
    both = both.replace('name = "blue"', 'name = "blue"\nsquad.chess = "black"').replace('rules = "duel"\n', "")
    both = both.replace('[[sides.squad.duel]]\nunit = "knight"\nname = "Sir Bad"\nat = [9, 3]\n', "").replace(
        """[[sides.squad.duel]]
unit = "thief"
count = 3
cells = [[8, 1], [8, 2]]
hidden = true
""",
        'squad.duel = ["thief", "thief"]\n',
    )
    path = written(tmp_path, both)
    assert read_scenario(path).playable == ("duel", "chess")
    assert read_scenario(path).rules == "duel"
    chess = read_scenario(path, "chess")
    assert chess.rules == "chess"
    with pytest.raises(BadFile, match=r"bridge\.toml: rules: no ruleset is called 'chess'"):
        to_setup(chess, chart=bridge)
    assert [recruit.unit for recruit in to_setup(read_scenario(path), DUEL, bridge).sides[1].squad] == ["thief"] * 2


def test_cells_are_counted_as_the_author_counts_them(tmp_path: Path, bridge: Chart) -> None:
    """A cropped infinite map begins elsewhere than at 0,0."""
    cropped = replace(bridge, origin=(-3, 1))
    text = (
        TEXT.replace("[[0, 1], [0, 2], [0, 3]]", "[[-3, 1]]")
        .replace("[[8, 1], [8, 2]]", "[[5, 2]]")
        .replace("[9, 3]", "[6, 5]")
    )
    setup = made(tmp_path, cropped, text)
    assert setup.field.spawns[-1].cells == ((0, 0),)
    assert setup.sides[1].squad[0].at == (8, 1)
    with pytest.raises(BadFile, match=r"sides\[2\].*cell 9,3 is off the map, which goes from -3,1 to 6,5"):
        made(tmp_path, cropped, text.replace("[6, 5]", "[9, 3]"))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('title = "At', 'titel = "At', r"titel: there is no such field; did you mean 'title'\?\n.*title: is missing"),
        ('map = "bridge.tmx"', 'map = "brigde.tmx"', r"map: there is no map 'brigde.tmx'.*did you mean 'bridge.tmx'\?"),
        ('map = "bridge.tmx"', "map = 3", "map: Expected `str`, got `int`"),
        ('rules = "duel"', 'rules = "dual"', r"sides\[1\]\.squad: red has no squad for 'dual'; did you mean 'duel'\?"),
        ('plays = "human"', 'plays = "humann"', r"sides\[1\]\.plays: 'humann' is none of human, .*'human'\?"),
        ('name = "blue"', 'name = "red"', r"sides\[2\]\.name: there is another side 'red'"),
        ('name = "blue"', 'name = "referee"', r"sides\[2\]\.name: no side can be called 'referee'"),
        ("party = true", 'party = "yes"', r"sides\[1\]\.party: Expected `bool`"),
        ('unit = "thief"', 'unit = "theif"', r"sides\[2\]\.squad\.duel\[1\]\.unit: no unit is called .*'thief'\?"),
        ('unit = "thief"', 'uint = "thief"', r"sides\[2\]\.squad\.duel\[1\]\.uint: there is no such field; .*'unit'\?"),
        ('"heroes"', '"heros"', r"sides\[1\]\.squad\.duel: no ready squad is called 'heros'; did you mean 'heroes'\?"),
        ("count = 3", 'temperament = "blod"', r"duel\[1\]\.temperament: 'blod' is none of .*did you mean 'bold'\?"),
        ("count = 3", "count = 0", r"duel\[1\]\.count: 0 is not between 1 and 100"),
        ("count = 3", "count = 1", r"duel\[1\]\.cells: 2 cells for a count of 1"),
        ('name = "Sir Bad"', 'name = "Sir Bad"\ncount = 2', r"duel\[2\]\.name: 2 units can't all be called 'Sir Bad'"),
        ("at = [9, 3]", "at = [9, 9]", r"duel\[2\]\.at: cell 9,9 is off the map, which goes from 0,0 to 9,4"),
        ("at = [9, 3]", "at = [9]", r"at: Expected `array` of length 2"),
        ('goal = "hold"', 'goal = "holt"', r"objectives\[1\]\.goal: 'holt' is none of .*did you mean 'hold'\?"),
        ('"The Bridge"', '"The Brigde"', r"objectives\[1\]\.feature: no feature of the map .*'The Bridge'\?"),
        ('feature = "The Bridge"', 'spawn = "green"', r"objectives\[1\]\.spawn: no spawn of the map is called 'green'"),
        ('feature = "The Bridge"', 'side = "rad"', r"objectives\[1\]\.side: no side is .*'red'\?\n.*hold needs cells"),
        ("rounds = 3", "", r"objectives\[1\]\.rounds: hold needs a number of rounds"),
        ('goal = "hold"', 'goal = "fell"', r"objectives\[1\]\.who: fell needs the name"),
        ('goal = "hold"', 'goal = "protect"', r"objectives\[1\]\.who: protect needs the name"),
        ('goal = "hold"', 'goal = "protect"\nwho = "Adda"', r"objectives\[1\]\.who: no combatant .*'Adda'.*'Ada'\?"),
        ('stumble = "reel"', 'stumbel = "reel"', r"options\.duel\.stumbel: no setting is called .*'stumble'\?"),
        ('stumble = "reel"', 'stumble = "real"', r"options\.duel\.stumble: 'real' is not a choice; .*'reel'\?"),
        ('side = "red"', 'side = "ret"', r"spawns\[1\]\.side: no side is called 'ret'; did you mean 'red'\?"),
        ("[0, 3]]", "[0, 30]]", r"spawns\[1\]\.cells: cell 0,30 is off the map"),
        ("[[objectives]]", "[[objectives", r"not valid TOML: .*line"),
    ],
)  # fmt: skip
def test_mistakes_are_told_by_file_and_field(tmp_path: Path, bridge: Chart, old: str, new: str, words: str) -> None:
    assert old in TEXT
    with pytest.raises(BadFile, match=rf"(?s)^bridge\.toml: .*{words}"):
        made(tmp_path, bridge, TEXT.replace(old, new, 1))


GOAL = '[[objectives]]\ngoal = "hold"\nfeature = "The Bridge"\nrounds = 3\n'


def test_each_side_may_have_an_objective_and_another_after_it(tmp_path: Path, bridge: Chart) -> None:
    goals = """[[objectives]]
goal = "task"
feature = "The Bridge"
count = 2
[objectives.then]
goal = "escape"
feature = "exit"
[[objectives]]
goal = "protect"
side = "blue"
who = "Sir Bad"
rounds = 4
"""
    mine, theirs = made(tmp_path, bridge, TEXT.replace(GOAL, goals)).objectives
    out = Objective("escape", "red", ((9, 0),), what="the exit")
    assert mine == Objective("task", "red", ((4, 2), (5, 2)), count=2, what="the bridge", then=out)
    assert theirs == Objective("protect", "blue", rounds=4, who="Sir Bad")


SURVIVE = 'goal = "survive"\nrounds = 2\n'


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (f"[[objectives]]\n{SURVIVE}", r"objectives\[2\]\.side: red has an objective already; .*then"),
        ('[objectives.then]\ngoal = "survive"', r"objectives\[1\]\.then\.rounds: survive needs a number"),
        ("[objectives.then]\nrounds = 2", r"objectives\[1\]\.then\.goal: the last side that fights wins in any case"),
        ('[objectives.then]\ngoal = "task"', r"objectives\[1\]\.then\.feature: task needs the name of a feature"),
        (f'[objectives.then]\n{SURVIVE}side = "blue"', r"\[1\]\.then\.side: what follows is the same side's"),
        ("".join(f"[objectives{n * '.then'}]\n{SURVIVE}" for n in range(1, 7)), r"then: too many follow .* 5 in all"),
        (f"[objectives.than]\n{SURVIVE}", r"objectives\[1\]\.than: there is no such field; did you mean 'then'\?"),
    ],
)
def test_mistakes_in_objectives_are_told_by_number_and_field(
    tmp_path: Path, bridge: Chart, more: str, words: str
) -> None:
    assert GOAL in TEXT
    with pytest.raises(BadFile, match=rf"(?s)^bridge\.toml: .*{words}"):
        made(tmp_path, bridge, TEXT.replace(GOAL, f"{GOAL}{more}\n"))


def test_all_mistakes_are_told_at_once(tmp_path: Path, bridge: Chart) -> None:
    text = TEXT.replace('"thief"', '"theif"').replace("reel", "real").replace("rounds = 3", "rounds = 0")
    with pytest.raises(BadFile) as caught:
        made(tmp_path, bridge, text)
    assert len(str(caught.value).splitlines()) == 3


def test_one_side_is_no_battle(tmp_path: Path, bridge: Chart) -> None:
    text = 'title = "x"\nmap = "bridge.tmx"\n[[sides]]\nname = "a"\nsquad.duel = "heroes"\n'
    with pytest.raises(BadFile, match="sides: a battle needs two sides at least"):
        made(tmp_path, bridge, text)
    with pytest.raises(BadFile, match="no ruleset has a squad on every side"):
        made(tmp_path, bridge, text + '[[sides]]\nname = "b"\nsquad = {}\n')
    with pytest.raises(BadFile, match=r"sides\[2\]\.squad\.duel: b has nobody; name units, or a ready squad of heroes"):
        made(tmp_path, bridge, text + '[[sides]]\nname = "b"\nsquad.duel = []\n')


def test_a_file_that_is_not_there_or_not_text(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"gone\.toml: there is no such file"):
        read_scenario(tmp_path / "gone.toml")
    (tmp_path / "c.toml").write_text("a = " + "[" * 50_000)
    with pytest.raises(BadFile, match=r"c\.toml: lists or tables are nested too deeply"):
        read_scenario(tmp_path / "c.toml")
    (tmp_path / "b.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadFile, match=r"b\.toml: not a text file in UTF-8"):
        read_scenario(tmp_path / "b.toml")


def test_what_the_ruleset_refuses_is_told_with_the_file(tmp_path: Path, bridge: Chart) -> None:
    class Picky(type(DUEL)):  # type: ignore[misc]
        """Plays nothing."""

        def begin(self, setup: Setup) -> object:
            from game.rules.ruleset import BadSetup

            raise BadSetup("the bridge is too narrow")

    scenario: Scenario = read_scenario(written(tmp_path, TEXT))
    with pytest.raises(BadFile, match=r"bridge\.toml: Duel can't play it: the bridge is too narrow"):
        to_setup(scenario, Picky(), bridge)


def test_a_map_with_errors_is_not_played(bridge: Chart) -> None:
    broken = replace(bridge, report=MapReport("bridge.tmx", (), (ReportEntry("error", "side foe has no Spawn"),)))
    with pytest.raises(BadFile, match=r"bridge\.tmx: side foe has no Spawn"):
        quick_setup(broken, DUEL)


def test_a_map_alone_makes_a_battle(bridge: Chart) -> None:
    setup = quick_setup(bridge, DUEL)
    assert [side.name for side in setup.sides] == ["party", "foe"]
    assert [side.squad for side in setup.sides] == [DUEL.parties()["heroes"], DUEL.parties()["rogues"]]
    assert setup.sides[0].party and not setup.sides[1].party
    assert setup.title == "The Old Bridge"
    assert play_out(Match.begin(DUEL, setup)).over


def test_squads_of_a_quick_battle_can_be_named(bridge: Chart) -> None:
    setup = quick_setup(bridge, DUEL, party="rogues", foes="heroes")
    assert [side.squad for side in setup.sides] == [DUEL.parties()["rogues"], DUEL.parties()["heroes"]]
    with pytest.raises(BadFile, match=r"Duel has no ready squad 'heros'; did you mean 'heroes'\?"):
        quick_setup(bridge, DUEL, foes="heros")


def test_units_that_a_map_names_are_used(bridge: Chart) -> None:
    spawns = (
        Spawn("a", "party", ((0, 0), (0, 1))),
        Spawn("b", "foe", ((5, 0), (5, 1)), "thief", 2),
        Spawn("c", "foe", ((6, 0),), "dragon"),
        Spawn("d", "third", ((9, 0),), "knight"),
    )
    drawn = replace(bridge, field=replace(bridge.field, spawns=spawns))
    setup = quick_setup(drawn, DUEL)
    assert [(side.name, [recruit.unit for recruit in side.squad]) for side in setup.sides] == [
        ("party", ["knight", "squire"]),
        ("foe", ["thief", "thief"]),
        ("third", ["knight"]),
    ]
    assert [recruit.unit for recruit in quick_setup(drawn, DUEL, foes="heroes").sides[1].squad] == ["knight", "squire"]


def test_the_nearest_word() -> None:
    assert suggest("Stumbel", ["surprise", "stumble"]) == "did you mean 'stumble'?"
    assert suggest("zzz", ["a", "b"]) == "there are a, b"
    assert suggest("zzz", []) == "there are none"
    assert Setting("a", "A", (("x", "X"), ("y", "Y"))).default == "x"
