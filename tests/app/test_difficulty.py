"""The difficulty of a battle: which squads are tried, what is said of them, and what the set-up makes of it."""

from __future__ import annotations

import multiprocessing
import os
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

import pytest
from msgspec.structs import replace as altered

from game import resources
from game.lab import difficulty as search
from game.lab import forecast_process, kept_trials, squad_variants
from game.lab.arena import Contest, Fought
from game.lab.difficulty import AIMS, FoundSquad, SearchStep, find_squad, tell_change
from game.lab.forecast_process import SearchProcess, run_squad_search
from game.lab.kept_trials import KeptTrials
from game.lab.win_forecast import BATTLES, ForecastCounts, tally
from game.play.folders import state_folder
from game.play.preferences import load_preferences
from game.play.start import StartRequest, draft_of, setup_of
from game.rules.registry import ruleset
from game.rules.setup import Recruit
from game.view.widgets.progress import ProgressBar
from game.view.widgets.widget import Button, Label
from game.window.destinations import NewBattle
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.setup import SetupScreen
from game.window.setting_up import difficulty
from tests.app.conftest import Run
from tests.app.seated import top

MAP = str(resources.maps() / "gatehouse.tmx")
FIRST = str(resources.maps() / "the-cart-at-the-bend.toml")


def fights(share: Callable[[Counter[str]], float], monkeypatch: pytest.MonkeyPatch) -> list[Counter[str]]:
    """Have battles end as a share says that is told by the foes' units; gives the squads that are tried."""
    tried: list[Counter[str]] = []

    class Decided:
        """In place of the arena's battles."""

        def __init__(self, contest: Contest) -> None:
            self.sides = contest.setup.sides
            self.units = Counter(recruit.unit for recruit in self.sides[1].squad)
            tried.append(self.units)

        def fight(self, number: int) -> Fought:
            """The first side wins so many of each twenty, one here and one there."""
            won = int(share(self.units) * (number + 1)) > int(share(self.units) * number)
            return Fought(number, 1, False, False, self.sides[not won].name, 0, "it fell", 3, 40)

    monkeypatch.setattr(search, "Pit", Decided)
    return tried


@pytest.mark.parametrize("rules", ["sovereign", "glog", "murdham", "einfelst", "ingenuity"])
@pytest.mark.parametrize("level", list(AIMS))
def test_a_squad_is_found_by_which_battles_end_as_wished(
    rules: str, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = StartRequest(MAP, rules=rules)
    before = Counter(recruit.unit for recruit in setup_of(wanted).sides[1].squad)
    fights(lambda units: max(0.0, min(1.0, 0.5 + 0.11 * (before.total() + 2 - units.total()))), monkeypatch)
    found = find_squad(setup_of(wanted), "foe", level)
    assert found.reached
    came = tally(("party", "foe"), found.fought)
    assert search.chance_of_share(came, BATTLES, AIMS[level]) > search.CLEAR
    known = ruleset(rules).roster()
    assert all(recruit.unit in known for recruit in found.squad)
    assert setup_of(replace(wanted, fielded={"foe": found.squad})).side("foe").squad == found.squad


def test_a_battle_that_is_as_wished_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = fights(lambda units: 0.5, monkeypatch)
    found = find_squad(setup_of(StartRequest(MAP, rules="sovereign")), "foe", "even")
    assert found.reached
    assert found.change == "nothing changed"
    assert len(tried) == 1


def test_what_no_squad_reaches_is_told_with_the_nearest(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = fights(lambda units: 1.0, monkeypatch)
    steps: list[SearchStep] = []
    found = find_squad(setup_of(StartRequest(MAP, rules="glog")), "foe", "harder", steps.append)
    assert not found.reached
    assert len(tried) == search.MOST_TRIED == steps[-1].tried
    assert len(found.fought) == search.SOON, "clearly too weak, and no more battles are needed to see it"


def test_who_has_a_name_or_lies_in_ambush_is_neither_counted_nor_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    ambush = StartRequest(str(resources.maps() / "ambush-on-the-road.toml"), rules="sovereign")
    before = setup_of(ambush).sides[1].squad
    assert all(recruit.hidden for recruit in before)
    fights(lambda units: 0.0, monkeypatch)
    found = find_squad(setup_of(ambush), "foe", "easier")
    assert not found.reached
    assert found.squad == before
    named = replace(ambush, fielded={})
    assert find_squad(setup_of(named), "party", "even").squad == setup_of(named).sides[0].squad


def test_whoever_takes_a_place_stands_there() -> None:
    wanted = StartRequest(str(resources.maps() / "the-same-gatehouse.toml"), rules="murdham")
    squad = setup_of(wanted).sides[1].squad
    counts = Counter(recruit.unit for recruit in squad)
    counts["footpad"] = counts.pop("bandit-archer")
    placed = [recruit.at for recruit in squad if recruit.unit == "bandit-archer"]
    found = squad_variants._with_counts(squad, squad, counts)
    assert [recruit.at for recruit in found if recruit.unit == "footpad"] == placed
    assert None not in placed and len(placed) == 2


def test_the_change_is_told_in_a_line() -> None:
    titles = {"goblin": "Goblin", "wolf": "Wolf", "ogre": "Ogre"}
    before = [Recruit("goblin"), Recruit("goblin"), Recruit("ogre")]
    after = [Recruit("wolf"), Recruit("wolf"), Recruit("goblin")]
    assert tell_change(before, after, titles) == "one Goblin fewer, one Ogre fewer, 2 × Wolf more"
    assert tell_change(before, before, titles) == "nothing changed"


@pytest.mark.parametrize("file", [MAP, FIRST])
def test_the_detailed_set_up_has_the_changed_squad(file: str) -> None:
    wanted = StartRequest(file, rules="murdham", fielded={"foe": (Recruit("bandit"), Recruit("bandit", at=(16, 12)))})
    scenario = draft_of(wanted)
    assert [side for side in scenario.entries.sides if side.name == "foe"]
    assert setup_of(StartRequest(scenario)).side("foe").squad == wanted.fielded["foe"]


def test_the_process_tells_of_battles_and_then_of_the_squad(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecast_process, "GIVING_WAY", 0)
    ours, theirs = multiprocessing.Pipe(duplex=False)
    fights(lambda units: 0.5, monkeypatch)
    run_squad_search(theirs, StartRequest(MAP, rules="glog"), "foe", "even")
    theirs.close()
    process = SearchProcess.__new__(SearchProcess)
    process._told, process.step, process.found, process.trouble = ours, SearchStep(1, 0), None, ""
    process._since = None
    assert process.look()
    assert process.over
    found: FoundSquad | None = vars(process)["found"]
    assert found is not None and found.reached
    assert process.step == SearchStep(1, len(found.fought), found)
    assert process.seconds_each > 0


def test_battles_that_were_fought_for_one_difficulty_count_for_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = setup_of(StartRequest(MAP, rules="sovereign"))
    tried = fights(lambda units: 0.55, monkeypatch)
    first = find_squad(setup, "foe", "even")
    assert len(tried) == 1 and tally(("party", "foe"), first.fought).battles < BATTLES
    steps: list[SearchStep] = []
    assert find_squad(setup, "foe", "even", steps.append) == first
    assert not steps, "all of it was known"
    known = KeptTrials(setup, "foe").of(first.squad)
    assert known == first.fought
    assert KeptTrials(search.with_squads(setup, {"foe": FEWER}), "foe").of(first.squad) == known
    assert KeptTrials(setup, "party").of(first.squad) == ()
    assert KeptTrials(altered(setup, title="Another"), "foe").of(first.squad) == ()
    find_squad(setup, "foe", "harder")
    assert KeptTrials(setup, "foe").of(first.squad)[: len(known)] == known
    for file in state_folder("trials").iterdir():
        file.write_bytes(b"spoilt")
    assert KeptTrials(setup, "foe").of(first.squad) == ()
    assert find_squad(setup, "foe", "even") == first


def test_only_the_newest_trials_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = setup_of(StartRequest(MAP, rules="glog"))
    monkeypatch.setattr(kept_trials, "MOST_KEPT", 2)
    for number in range(4):
        kept = KeptTrials(altered(setup, title=f"Battle {number}"), "foe")
        kept.keep(FEWER, battles(3))
        os.utime(kept._path, ns=(number * 10**9, number * 10**9))
    assert [bool(KeptTrials(altered(setup, title=f"Battle {n}"), "foe").of(FEWER)) for n in range(4)] == [
        False,
        False,
        True,
        True,
    ]


@pytest.mark.parametrize(("won", "lost", "battles"), [(0, 0, 1), (3, 1, 6), (5, 4, 20), (10, 10, 20)])
def test_the_chance_of_a_share_is_that_of_drawing_from_an_urn(won: int, lost: int, battles: int) -> None:
    aim = search.WinShare(0.5, 0.6)

    def drawn(won: int, lost: int) -> float:
        if won + lost == battles:
            return float(aim.low <= won / battles <= aim.high)
        chance = (won + 1) / (won + lost + 2)
        return chance * drawn(won + 1, lost) + (1 - chance) * drawn(won, lost + 1)

    assert search.chance_of_share(ForecastCounts(won, lost), battles, aim) == pytest.approx(drawn(won, lost))
    assert search.chance_of_share(ForecastCounts(won, lost), battles, search.WinShare(0, 1)) == 1


def test_battles_without_a_winner_reach_nothing() -> None:
    assert search.chance_of_share(ForecastCounts(0, 0, 20), 20, AIMS["even"]) == 0
    assert search.chance_of_share(ForecastCounts(0, 0, 19), 20, AIMS["even"]) == 0


@pytest.mark.parametrize(("only", "sign"), [("stronger", 1), ("weaker", -1)])
def test_the_foes_of_a_harder_battle_are_worth_more_and_of_an_easier_one_less(
    only: search.Only, sign: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = setup_of(StartRequest(MAP, rules="murdham"))
    own, *others = squad_variants.squad_variants(ruleset("murdham"), setup, "foe")
    fights(lambda units: 0.5, monkeypatch)
    found = find_squad(setup, "foe", "even", only=only)
    worth = next(each.worth for each in others if each.squad == found.squad)
    assert sign * (worth - own.worth) > 0 and found.reached


def test_the_command_says_what_it_changed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    fights(lambda units: 0.5 if units.total() < 7 else 0.3, monkeypatch)
    code, out, err = run("text", MAP, "--rules", "murdham", "--seats", "human,instinct", "--difficulty", "even")
    assert code == 0, err
    assert out.startswith("Even. ")
    assert "fewer" in out.splitlines()[0]
    fights(lambda units: 1.0, monkeypatch)
    out = run("text", MAP, "--rules", "murdham", "--seats", "human,instinct", "--difficulty", "harder")[1]
    assert out.startswith("Nothing nearer to harder was found: you win 4 of 4 quick battles. ")
    assert search.other_side(("party", "foe"), ("foe",)) == "party"
    assert search.other_side(("party", "foe"), ()) == "foe"


# -- in the window


class Staged:
    """In place of the process of a search: it ends when the test says so."""

    made: ClassVar[list[Staged]] = []

    def __init__(self, wanted: StartRequest, other: str, level: str) -> None:
        self.wanted, self.other, self.level, self.stopped, self.trouble = wanted, other, level, False, ""
        self.step, self.seconds_each = SearchStep(1, 0), 0.0
        self.found: FoundSquad | None = None
        Staged.made.append(self)

    @property
    def over(self) -> bool:
        """As the real one."""
        return bool(self.trouble) or self.found is not None

    def look(self) -> bool:
        """Nothing comes by itself."""
        return False

    def stop(self) -> None:
        """Remember it."""
        self.stopped = True


@pytest.fixture
def pilot(app: App, monkeypatch: pytest.MonkeyPatch) -> Pilot:
    """The set-up on the screen, for a map and a book with bandits."""
    monkeypatch.setattr(difficulty, "SearchProcess", Staged)
    Staged.made = []
    app.go(NewBattle())
    screen = app.top
    assert isinstance(screen, SetupScreen)
    screen._pick_rules("murdham")
    return Pilot(app)


def battles(first: int) -> tuple[Fought, ...]:
    """So many of twenty that the party has won."""
    sides = ["party"] * first + ["foe"] * (BATTLES - first)
    return tuple(Fought(n, 1, False, False, side, None, "it fell", 3, 40) for n, side in enumerate(sides))


FEWER = (Recruit("bandit-leader"), Recruit("bandit"))


def said(app: App) -> str:
    """What the labels of the set-up say."""
    assert isinstance(app.top, SetupScreen)
    return " | ".join(widget.text for widget in app.top.group.widgets if isinstance(widget, Label))


def chosen(app: App) -> list[str]:
    """Which of the difficulties is marked."""
    assert isinstance(app.top, SetupScreen)
    return [
        each.text for each in app.top.group.widgets if isinstance(each, Button) and each.chosen and each.text != "Begin"
    ]


def test_a_difficulty_changes_the_other_side_and_tells_the_odds(app: App, pilot: Pilot) -> None:
    screen = app.top
    assert isinstance(screen, SetupScreen)
    pilot.click_button("Easier")
    (made,) = Staged.made
    assert (made.other, made.level, made.wanted.seats, screen.moving) == ("foe", "easier", (), True)
    made.step = SearchStep(1, 5)
    (bar,) = (widget for widget in screen.group.widgets if isinstance(widget, ProgressBar))
    assert bar.share() == 5 / search.MOST_FOUGHT
    assert bar.text == f"Squad 1, battle 5 of {search.MOST_FOUGHT}"
    made.seconds_each = 0.5
    assert bar.text.endswith(f", {round((search.MOST_FOUGHT - 5) / 2)} s at most")
    made.seconds_each = 4.0
    assert bar.text.endswith(f", {4 * (search.MOST_FOUGHT - 5) // 60} min at most")
    app.draw()
    made.found = FoundSquad(FEWER, "two fewer", battles(14), reached=True)
    pilot.step()
    assert made.stopped
    assert chosen(app) == ["Easier"]
    assert "Two fewer: Bandit leader, Bandit" in said(app)
    assert "70 to 30 over 20 quick battles" in said(app)
    assert screen._request().fielded == {"foe": FEWER}
    assert not screen._request().settings
    pilot.click_button("Easier")
    assert chosen(app) == []
    assert not screen._request().fielded
    assert "quick battles" not in said(app)


def test_a_difficulty_is_chosen_with_the_keys(app: App, pilot: Pilot) -> None:
    screen = app.top
    assert isinstance(screen, SetupScreen)
    for _ in range(40):
        if getattr(screen.group.focus, "text", "") == "Harder":
            break
        pilot.press("tab")
    pilot.press("return")
    assert Staged.made[-1].level == "harder"
    pilot.press("escape")
    assert Staged.made[-1].stopped


def test_what_is_not_reached_is_said_plainly(app: App, pilot: Pilot) -> None:
    pilot.click_button("Harder")
    Staged.made[-1].found = FoundSquad(FEWER, "one Bandit more", battles(12), reached=False)
    pilot.step()
    assert "Nothing nearer to harder was found: you win 12 of 20 quick battles." in said(app)
    assert "One Bandit more: Bandit leader, Bandit" in said(app)
    pilot.click_button("Even")
    Staged.made[-1].trouble = "It can't be."
    pilot.step()
    assert "It can't be." in said(app)
    assert chosen(app) == []


def test_a_search_that_is_stopped_changes_nobody(app: App, pilot: Pilot) -> None:
    screen = app.top
    assert isinstance(screen, SetupScreen)
    pilot.click_button("Even")
    pilot.click_button("Stop")
    assert Staged.made[-1].stopped
    assert not screen._request().fielded
    assert chosen(app) == []


def test_whoever_does_not_want_to_wait_takes_the_nearest_so_far(app: App, pilot: Pilot) -> None:
    screen = app.top
    assert isinstance(screen, SetupScreen)
    pilot.click_button("Even")
    (made,) = Staged.made
    assert [each.enabled for each in screen.group.widgets if getattr(each, "text", "") == "Take it"] == [False]
    made.step = SearchStep(2, 9, FoundSquad(FEWER, "two fewer", battles(14)[10:], reached=False))
    pilot.step()
    pilot.click_button("Take it")
    assert made.stopped and not screen.difficulty.working
    assert (screen._request().fielded, screen._request().difficulty) == ({"foe": FEWER}, "even")
    assert "Nothing nearer to even was found: you win 4 of 10 quick battles." in said(app)


def test_another_battle_is_as_it_is_and_another_level_of_the_computer_changes_nothing(app: App, pilot: Pilot) -> None:
    screen = app.top
    assert isinstance(screen, SetupScreen)
    pilot.click_button("Easier")
    Staged.made[-1].found = FoundSquad(FEWER, "two fewer", battles(14), reached=True)
    pilot.step()
    screen.sides._player("foe", "instinct")
    screen._again()
    assert screen._request().fielded
    screen.sides._player("party", "instinct")
    screen.sides._player("foe", "human")
    screen._again()
    assert not screen._request().fielded, "the other side is the other now"
    pilot.click_button("Easier")
    assert Staged.made[-1].other == "party"
    screen._pick_rules("glog")
    assert Staged.made[-1].stopped
    assert chosen(app) == []


def test_it_is_remembered_as_long_as_its_units_are_known(app: App, pilot: Pilot) -> None:
    pilot.click_button("Easier")
    Staged.made[-1].found = FoundSquad(FEWER, "two fewer", battles(14), reached=True)
    pilot.step()
    pilot.press("escape")
    kept = load_preferences().draft
    assert kept.changed is not None and kept.changed.squad == FEWER
    app.go(NewBattle())
    assert chosen(app) == ["Easier"]
    pilot.click_button("Begin")
    assert top(pilot) == "BattleScreen"
    assert len(pilot.battle.session.match.setup.side("foe").squad) == len(FEWER)
    draft = app.preferences.draft
    assert draft.changed is not None
    app.preferences.draft = altered(draft, changed=altered(draft.changed, squad=(Recruit("nobody"),)))
    app.go(NewBattle())
    assert chosen(app) == []
