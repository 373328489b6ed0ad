"""Documents and scenarios that are put together: changes do what they say, are taken back and done again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from battlemat_duel import RULESET as DUEL
from game import resources
from game.files import drafting
from game.files.document import MOST, Document, ValueDocument
from game.files.map_edit import TableDocument
from game.files.scenario import (
    ObjectiveEntry,
    Scenario,
    ScenarioSide,
    ScenarioTable,
    ScenarioUnit,
    quick_setup,
    read_scenario,
)
from game.files.tiled import read_map
from game.files.writing import write_scenario
from game.rules.setup import MOST_SIDES
from game.spatial.field import Field, Spawn


class Text(ValueDocument[str]):
    title = "the text"


class Table(TableDocument):
    title = "the table"

    def __init__(self) -> None:
        super().__init__({"names": {}})

    @property
    def now(self) -> str:
        return str(self.tables["names"].get(1, ""))

    def write(self, text: str, run: str = "") -> None:
        """Say it in a run of its own, or as a stroke."""
        if run:
            self.say("names", 1, text or None)
        else:
            self.put("names", 1, text or None)


def of_text() -> tuple[Any, Callable[..., None]]:
    text = Text("")
    return text, text.change_to


def of_table() -> tuple[Any, Callable[..., None]]:
    table = Table()
    return table, table.write


@pytest.fixture(params=[of_text, of_table])
def written(request: pytest.FixtureRequest) -> tuple[Any, Callable[..., None]]:
    """A document of each kind, and how a text is written into it."""
    made: tuple[Any, Callable[..., None]] = request.param()
    return made


Written = tuple[Any, Callable[..., None]]


def test_the_letters_of_a_name_are_taken_back_together(written: Written) -> None:
    document, write = written
    for text in ("a", "ab", "abc"):
        write(text, "name")
    write("abc d")
    document.undo()
    assert document.now == "abc"
    document.undo()
    assert document.now == "" and not document.can_undo
    document.redo()
    assert document.now == "abc"
    write("other")
    assert (document.now, document.can_redo) == ("other", False)


def test_what_was_saved_is_not_lost_and_the_rest_is(written: Written) -> None:
    document, write = written
    assert document.lost == ""
    write("a", "name")
    assert document.lost == f"What you have changed in {document.title} is not saved."
    document.saved()
    assert document.lost == ""
    write("ab", "name")
    assert document.unsaved
    document.undo()
    assert (document.now, document.unsaved) == ("a", False), "a run ends where it was saved"
    document.undo()
    assert (document.now, document.unsaved) == ("", True)
    document.redo()
    assert not document.unsaved
    write("a")
    assert not document.unsaved, "what says the same is no change"


def test_so_many_changes_are_kept(written: Written) -> None:
    document, write = written
    for number in range(MOST + 5):
        write(f"{number}")
    for _ in range(MOST):
        document.undo()
    assert (document.now, document.can_undo) == ("4", False)


def test_a_refused_value_changes_nothing() -> None:
    class Short(Text):
        def _set(self, change: tuple[str, str], *, back: bool) -> None:
            if len(change[0 if back else 1]) > 3:
                raise ValueError
            super()._set(change, back=back)

    short = Short("")
    with pytest.raises(ValueError):
        short.change_to("long")
    assert (short.now, short.can_undo) == ("", False)


def test_a_revision_is_of_all_there_was_and_is_not_taken_back() -> None:
    text = Text("a")
    text.change_to("ab")
    text.change_to("abc")
    text.undo()
    text.revise(str.upper)
    assert (text.now, text.kept) == ("AB", "A")
    text.redo()
    assert text.now == "ABC"
    text.undo()
    text.undo()
    assert (text.now, text.unsaved) == ("A", False)
    assert isinstance(text, Document)


# --- Scenarios that are put together: each change does what it says, and the file says it again ---

pytestmark = pytest.mark.usefixtures("duel_installed")

MAP = resources.maps() / "gatehouse.tmx"
UNITS = st.builds(
    ScenarioUnit,
    st.sampled_from(["thief", "knight"]),
    st.sampled_from(["", "", "Sly"]),
    st.none() | st.tuples(st.integers(0, 9), st.integers(0, 9)),
    hidden=st.booleans(),
    damaged=st.sampled_from([(), ("lance",)]),
)


def scenario(*squads: tuple[ScenarioUnit | str, ...] | str) -> Scenario:
    names = ("red", "blue", "green")[: len(squads)]
    sides = tuple(
        ScenarioSide(name, {"duel": squad}, party=name == "red") for name, squad in zip(names, squads, strict=True)
    )
    entries = ScenarioTable("A fight", "gatehouse.tmx", sides, rules="duel")
    return Scenario(Path("fight.toml"), entries, MAP, "duel", ("duel",))


@settings(deadline=None, max_examples=40)
@given(st.lists(UNITS, max_size=8).map(tuple))
def test_a_squad_is_listed_as_shortly_as_it_can_be_and_read_one_by_one(units: tuple[ScenarioUnit, ...]) -> None:
    manned = drafting.manned(scenario((), "heroes"), "red", units)
    assert drafting.members(manned, "red", DUEL, "") == units


def test_those_alike_stand_together_in_the_file() -> None:
    units = [
        ScenarioUnit("thief", at=(1, 2)),
        ScenarioUnit("thief", at=(3, 4)),
        ScenarioUnit("thief"),
        ScenarioUnit("knight"),
        ScenarioUnit("thief", at=(5, 6)),
    ]
    assert drafting.listed(units) == (
        ScenarioUnit("thief", count=3, cells=((1, 2), (3, 4))),
        "knight",
        ScenarioUnit("thief", at=(5, 6)),
    )


def test_a_ready_squad_stays_one_until_it_is_changed() -> None:
    draft = scenario("heroes", ("thief",))
    units = drafting.members(draft, "red", DUEL, "")
    assert [unit.unit for unit in units] == [recruit.unit for recruit in DUEL.parties()["heroes"]]
    changed = drafting.manned(draft, "red", (*units, ScenarioUnit("thief")))
    assert len(drafting.members(changed, "red", DUEL, "")) == len(units) + 1
    assert drafting.manned(changed, "red", "heroes") == draft


def test_a_side_more_starts_where_the_map_has_a_start_for_it() -> None:
    field = Field(9, 9, spawns=(Spawn("s1", "red", ((1, 1),)), Spawn("s2", "rivals", ((2, 2),))))
    draft, name = drafting.with_side(scenario("heroes", ("thief",)), field)
    assert name == "rivals"
    for _ in range(MOST_SIDES - 3):
        draft, name = drafting.with_side(draft, field)
    assert name == f"side {MOST_SIDES}"
    with pytest.raises(ValueError, match=f"at most {MOST_SIDES} sides"):
        drafting.with_side(draft, field)


def test_who_leaves_takes_its_objective_along() -> None:
    draft = scenario("heroes", ("thief",), ("knight",))
    for side in ("red", "green"):
        draft = drafting.aimed(draft, ObjectiveEntry("survive", side, rounds=3))
    assert [aim.side for aim in draft.entries.objectives] == ["red", "green"]
    gone = drafting.without_side(draft, "green")
    assert [side.name for side in gone.entries.sides] == ["red", "blue"]
    assert [aim.side for aim in gone.entries.objectives] == ["red"]
    assert drafting.aimed(gone, ObjectiveEntry(side="red")).entries.objectives == ()


def test_an_objective_stays_with_its_side_when_another_is_the_party() -> None:
    entries = replace(scenario("heroes", ("thief",)).entries, objectives=(ObjectiveEntry("survive", rounds=2),))
    draft = replace(scenario("heroes", ("thief",)), entries=entries)
    assert drafting.objective_of(draft, "red").goal == "survive"
    other = drafting.favoured(draft, "blue")
    assert [side.party for side in other.entries.sides] == [False, True]
    assert drafting.objective_of(other, "red").goal == "survive"
    assert drafting.objective_of(other, "blue").goal == "eliminate"


def test_a_setting_that_is_the_house_s_own_is_not_written() -> None:
    draft = scenario("heroes", ("thief",))
    reeling = drafting.ruled(draft, "stumble", "reel", "fumble")
    assert reeling.entries.options == {"duel": {"stumble": "reel"}}
    assert drafting.ruled(reeling, "stumble", "fumble", "fumble") == draft


def test_a_battle_on_a_bare_map_as_a_scenario(tmp_path: Path) -> None:
    chart = read_map(MAP)
    setup = quick_setup(chart, DUEL)
    draft = drafting.drafted(setup, DUEL, MAP.with_suffix(".toml"), MAP, {"party": "human"})
    assert [side.plays for side in draft.entries.sides] == ["human", "trained"]
    path = drafting.kept_at(drafting.titled(draft, "The Gate, again"), tmp_path)
    assert path == tmp_path / "the-gate-again.toml"
    write_scenario(path, draft.entries)
    again = read_scenario(path)
    assert (again.entries, again.map) == (draft.entries, MAP)


def test_a_scenario_is_kept_beside_the_map_that_it_names_unless_that_is_the_game_s(tmp_path: Path) -> None:
    mine = tmp_path / "maps"
    draft = replace(scenario("heroes", ("thief",)), path=mine / "yard.toml")
    assert drafting.kept_at(draft, tmp_path / "own") == mine / "a-fight.toml"
    shipped = replace(draft, path=resources.maps() / "hold-the-gate.toml")
    assert drafting.kept_at(shipped, tmp_path / "own") == tmp_path / "own" / "a-fight.toml"
    assert drafting.kept_at(drafting.titled(draft, "../.."), tmp_path) == mine / "battle.toml"
