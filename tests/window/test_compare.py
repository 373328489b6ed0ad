"""The same attack and the same battles under one set of rules after the other."""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import pytest
from msgspec.structs import replace

from game.lab.comparison import (
    AttackUnderRules,
    Compared,
    NoAttack,
    SquadPlace,
    attack_under_all_rules,
    compare_attack,
    compare_battles,
    rules_compared,
    setups_of,
    tell_attack,
)
from game.lab.forecast_process import ComparisonProcess, compare, run_process
from game.play.preferences import Preferences
from game.rules.registry import ruleset
from game.rules.setup import Setup
from game.spatial.field import Field, Terrain
from game.window.battle.commanding import attack_meant
from game.window.pilot import Pilot
from game.window.screens.battle import BattleScreen
from game.window.screens.inspect import InspectScreen
from game.window.screens.messages import ASKING, CompareScreen
from game.window.window import open_app
from tests.program import Run
from tests.window.test_ai_reasons import meeting

CAST = "the-same-gatehouse"
BOOKS = ["einfelst", "glog", "ingenuity", "murdham", "sovereign"]


@cache
def side_by_side() -> dict[str, AttackUnderRules]:
    """The first of each side, by the title of the rules."""
    return {each.rules: each for each in compare_attack(setups_of(CAST), 0, 0, 1)}


def test_chances_are_what_the_books_sums_come_to() -> None:
    """By sovereign a d20 + 3 against AC 15, by glog a d20 + 2 against Defense 15; both are side by side."""
    sovereign, glog = (side_by_side()[ruleset(name).title] for name in ("sovereign", "glog"))
    assert (sovereign.hit, sum(term.value for term in sovereign.modifiers)) == (Fraction(21 - 12, 20), 3)
    assert (glog.hit, sum(term.value for term in glog.modifiers)) == (Fraction(21 - 13, 20), 2)
    assert "E-55" in sovereign.cited and "D-26" in glog.cited
    assert (sovereign.cost, glog.cost) == ("Main Action", "Action")


def test_all_rules_that_can_play_it_are_compared_and_their_answers_only_help_those_who_answer() -> None:
    assert sorted(side_by_side()) == [ruleset(name).title for name in BOOKS]
    for each in side_by_side().values():
        assert each.hit > 0 and 0 < each.lost <= each.full and each.down <= each.hit
        for answer in each.answers:
            assert not answer.best or (answer.lost, answer.down) != (each.lost, each.down)


def test_what_takes_one_elsewhere_is_no_attack_from_where_one_stands() -> None:
    assert side_by_side()[ruleset("sovereign").title].action.startswith("Strike"), (
        "a charge out and back would hit more often"
    )


def test_battles_are_counted_under_each_rules() -> None:
    for found in compare_battles(setups_of(CAST, ["murdham"]), 4, 1, 1):
        assert found.battles == 4 == sum(found.ends.values()) >= sum(found.wins.values()) > 0
        assert 1 <= found.rounds[0] <= found.rounds[1]
        assert all(0 <= share <= 1 for share in found.fallen.values()) and any(found.fallen.values())


def test_the_command_tells_a_table_or_json(run: Run) -> None:
    code, out, _ = run("compare", CAST, "--rules", "glog")
    head, *rows = out.split("\n\n")[0].splitlines()
    assert code == 0 and [row.split()[0] for row in rows] == ["Glog"]
    assert head.split("  ")[-1].strip() == "takes" and "splinter" in out
    code, out, _ = run("compare", CAST, "--rules", "glog", "--json", "--battles", "2")
    told = json.loads(out)
    assert (told["attacks"][0]["hit"], told["battles"][0]["battles"]) == (0.4, 2)


def test_what_can_not_be_compared_is_told(run: Run) -> None:
    code, _, err = run("compare", CAST, "--rules", "glog,chess")
    assert code == 2 and "can't be played by chess; by " in err
    code, _, err = run("compare", CAST, "--from", "3,3")
    assert code == 2 and "--from and --to go together" in err


def beside_each_other(rules: str) -> tuple[Setup, SquadPlace, SquadPlace]:
    """The first of each side, side by side where the party begins."""
    (setup,) = setups_of("gatehouse", [rules])
    x, y = next(spawn.cells[0] for spawn in setup.field.spawns if spawn.side == "party")
    return setup, SquadPlace("party", 0, (x, y)), SquadPlace("foe", 0, (x + 1, y))


@cache
def under_all_rules(apart: int) -> tuple[Compared, ...]:
    """An attack by glog upon somebody so many cells north of whom the party begins with."""
    setup, one, other = beside_each_other("glog")
    x, y = one.cell
    return tuple(attack_under_all_rules(setup, one, other if apart == 1 else SquadPlace("foe", 0, (x, y - apart))))


def test_an_attack_of_a_battle_is_compared_by_its_own_rules_first_and_its_own_squads() -> None:
    setup, found = beside_each_other("glog")[0], under_all_rules(1)
    assert [each.rules for each in found] == [ruleset(name).title for name in rules_compared(setup)]
    assert found[0].rules == ruleset("glog").title and {each.rules for each in found} >= set(side_by_side())
    assert found[0].attack == side_by_side()[ruleset("glog").title]


def test_who_stands_in_the_same_place_attacks_or_else_the_first_who_can() -> None:
    """Eight cells away nobody strikes: under other rules those who shoot are found; who has the turn goes nearer."""
    found = {each.rules: each.attack for each in under_all_rules(8)}
    own, shot = found[ruleset("glog").title], found[ruleset("sovereign").title]
    assert own is not None and shot is not None
    assert shot.attacker != side_by_side()[ruleset("sovereign").title].attacker and not shot.stepped_to
    x, y = beside_each_other("glog")[1].cell
    assert own.stepped_to == f"{x},{y - 7}", "one cell from the foe, in a straight line"


def test_where_nobody_can_attack_from_there_each_goes_as_near_as_its_rules_ask() -> None:
    """Five rows of figures: in rules of zones from the foe's zone, with what is thrown from where it reaches."""
    attacks = compare_attack(setups_of(CAST), 0, 0, 1, cells=((7, 22), (7, 8)))
    stepped = {each.rules: each.stepped_to for each in attacks}
    assert sorted(stepped) == [ruleset(name).title for name in BOOKS] and all(stepped.values())
    assert stepped[ruleset("glog").title] == "7,9" and stepped[ruleset("murdham").title] == "West ward"
    assert "Nearer, from West ward: Strike" in next(
        tell_attack(next(each for each in attacks if each.rules == ruleset("murdham").title))
    )


def test_where_no_way_leads_beside_the_foe_there_is_no_attack() -> None:
    """Nobody can stand in the rock round it."""
    wall = Terrain("rock", blocks_move=True, blocks_sight=True)
    cells = tuple(int(abs(x - 7) <= 1 and abs(y - 1) <= 1 and (x, y) != (7, 1)) for y in range(3) for x in range(9))
    (setup,) = setups_of(CAST, ["glog"])
    walled = replace(setup, field=Field(9, 3, (Terrain(), wall), cells))
    with pytest.raises(NoAttack, match="another distance"):
        compare_attack([walled], 0, 0, 1, cells=((0, 1), (7, 1)))


def test_a_process_tells_of_one_set_of_rules_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.lab.forecast_process.settle", lambda: None)
    monkeypatch.setattr("os.nice", lambda _: None)
    monkeypatch.setattr("game.lab.forecast_process.attack_under_all_rules", lambda *_: under_all_rules(1))
    setup, one, other = beside_each_other("glog")
    ours, theirs = multiprocessing.Pipe(duplex=False)
    run_process(theirs, compare, setup, one, other)
    theirs.close()
    found = ComparisonProcess.__new__(ComparisonProcess)
    found._pipes, found.found, found.wanted, found.trouble = [ours], [], len(rules_compared(setup)), ""
    assert found.look() and found.over and not found.trouble
    assert tuple(found.found) == under_all_rules(1), "chances and all"


@pytest.fixture
def fighting() -> Iterator[Pilot]:
    """One who is asked what to do; a foe is in sight."""
    app = open_app(Preferences(speed=8.0, hints=False, warn_end=False), (1280, 720))
    app.push(BattleScreen(app, meeting(), None))
    pilot = Pilot(app)
    asked = pilot.wait_until_asked()
    assert asked is not None and asked.kind == "pick"
    pilot.choose(next(iter(asked.takers.values())))
    pilot.wait_until_asked()
    yield pilot
    app.window.destroy()


class Told(ComparisonProcess):
    """One whose news come when a test says so."""

    def __init__(self, setup: Setup, one: SquadPlace, other: SquadPlace) -> None:
        self.coming = [*under_all_rules(1)]
        self.wanted, self.found, self.trouble, self.stopped = len(self.coming), [], "", False

    def look(self) -> bool:
        """Nothing by itself."""
        return False

    def stop(self) -> None:
        """Told, no more."""
        self.stopped = True


def words(screen: CompareScreen) -> str:
    """What the panel says."""
    return "\n".join(" | ".join((row.text, *row.columns)) for row in screen.rows())


def top_of(pilot: Pilot) -> CompareScreen:
    """The panel."""
    assert isinstance(pilot.app.top, CompareScreen)
    return pilot.app.top


def test_the_panel_compares_an_attack_on_whom_the_pointer_is_on(
    fighting: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.window.screens.messages.ComparisonProcess", Told)
    battle = fighting.battle
    scene, who = battle.scene, battle.active
    assert who is not None
    friend = next(token for token in scene.tokens.values() if token.side == scene.tokens[who].side)
    battle.view.cursor = scene.aim_at_token(friend.id)
    fighting.press("u")
    assert fighting.at_battle and fighting.app.notice.startswith("Point at a foe")
    foe = next(token for token in scene.tokens.values() if token.side != scene.tokens[who].side)
    battle.view.cursor = scene.aim_at_token(foe.id)
    fighting.press("i")
    pages = fighting.app.top
    assert isinstance(pages, InspectScreen)
    fighting.press("u")
    screen = top_of(fighting)
    assert isinstance(screen.process, Told)
    assert ASKING in words(screen) and screen.moving
    screen.process.found = screen.process.coming
    low = screen.rect.height
    fighting.step(2)
    assert ASKING not in words(screen) and not screen.waits and screen.rect.height > low
    for each in screen.process.coming:
        assert each.rules in words(screen)
        assert each.attack is None or f"{each.attack.lost:.1f} of {each.attack.full}" in words(screen)
    assert fighting.app.surface.get_rect().contains(screen.rect)
    fighting.press("escape")
    assert screen.process.stopped and fighting.app.top is pages


def test_who_joined_later_is_in_no_squad(fighting: Pilot) -> None:
    stage = fighting.battle
    foe = next(token for token in stage.scene.tokens.values() if token.side == "foe")
    pair = attack_meant(stage, foe.id)
    assert not isinstance(pair, str) and pair[1].side == "foe" and pair[1].cell == foe.at
    assert isinstance(attack_meant(stage, None), str)
