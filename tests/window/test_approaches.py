"""Foes out of reach: the best way to go to one and strike, in every book, by pointer and by keys."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from threading import Event
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from game.play.folders import state_folder
from game.play.seating import HUMAN
from game.play.session import Session
from game.play.start import StartRequest, find_file, read_setup
from game.play.workers import BackgroundThread, given_up
from game.rules.events import Id
from game.rules.match import AnyMatch, Match
from game.rules.odds import SHOWN_LEAVES, SHOWN_SAMPLES, odds, same_ends
from game.rules.questions import AnyOption, Choose, Family, Menu, Option, Roll, Seat
from game.rules.registry import ruleset
from game.rules.standing import called
from game.window.battle.approaches import Approach, find_approaches, lost_on_way
from game.window.battle.board_clicks import BoardClicks, refusal
from game.window.battle.folding import members
from game.window.battle.forecast import Chance, Forecast, read_odds, walked
from game.window.battle.prompt import Prompt
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.battle import BattleScreen
from tests.rules.battles import Drawn, begin, duel
from tests.rulesets.glog.kit import Fight
from tests.rulesets.sovereign.kit import Fight as SovereignFight

pytestmark = pytest.mark.usefixtures("figures")

BOOKS = ("sovereign", "murdham", "glog", "einfelst", "ingenuity")


@cache
def out_of_reach(rules: str, *, aimed: bool = False) -> tuple[AnyMatch, Id, tuple[Approach, ...]]:
    """A battle in which somebody may go to a foe and strike it, whom it can't strike from where it stands.

    ``aimed``: whether something else can be aimed at that foe from there, such as words.
    """
    setup = read_setup(find_file("gatehouse"), StartRequest("gatehouse", rules))
    match: AnyMatch = Match.begin(ruleset(rules), setup)
    lots = Drawn(3)
    for _ in range(2_000):
        asked = match.pending
        assert isinstance(asked, Choose | Roll)
        if isinstance(asked, Choose) and asked.kind == "act" and asked.options.families and asked.who is not None:
            sorts = {deed.verb: deed.sort for deed in match.ruleset.deeds}
            here = {o.target for o in asked.options.singles if sorts.get(o.verb) in ("attack", "magic")}
            other = {o.target for o in asked.options.singles} - here
            side = match.board.now(asked.who).side
            for foe, body in match.state.combatants.items():
                if body.side != side and body.sheet.up and foe not in here and (foe in other) == aimed:
                    ways = find_approaches(match, asked.options.families[0], foe, lambda verb: f"costs {verb}")
                    if ways:
                        return match.fork(), foe, ways
        match.answer(lots.answer(match, asked))
    raise AssertionError("nobody may")


def moves_of(match: AnyMatch) -> Family[object]:
    asked = match.pending
    assert isinstance(asked, Choose)
    return asked.options.families[0]


@pytest.mark.parametrize("rules", BOOKS)
def test_a_way_is_what_its_answers_come_to_one_after_the_other(rules: str) -> None:
    match, foe, ways = out_of_reach(rules)
    asked = match.pending
    assert isinstance(asked, Choose)
    for way in ways:
        there = walked(match, way.walk)
        assert there is not None and isinstance(there.pending, Choose) and there.pending.who == asked.who
        strike = there.pending.options.find(way.strike)
        assert strike.target == way.option.target == foe
        assert way.chance == read_odds(odds(there, way.strike, leaves=SHOWN_LEAVES, samples=SHOWN_SAMPLES))
        walk = asked.options.find(way.walk).about
        about = way.option.about
        assert about.path == walk.path and about.tally == strike.about.tally
        assert set(walk.dangers) <= set(about.dangers)
        assert f"costs {strike.verb}" in way.option.price
    assert len({way.strike for way in ways}) == len(ways), "one for each attack"
    for way in ways[1:]:
        there = walked(match, way.walk)
        assert there is not None and there.pending is not None
        same = [one for one in ways if one is not way and one.walk == way.walk]
        assert not any(same_ends(there, one.strike, way.strike) for one in same), "nothing would tell them apart"


@pytest.mark.parametrize("rules", BOOKS)
def test_no_way_without_danger_leads_to_a_better_attack_of_that_kind(rules: str) -> None:
    match, foe, ways = out_of_reach(rules)
    moves, best = moves_of(match), ways[0]
    full = match.ruleset.standing(match.board, foe).full

    def worth(chance: Chance) -> float:
        return chance.loss(foe) + float(chance.down(foe)) * full

    for place in moves.places[:: max(1, len(moves.places) // 25)]:
        there = walked(match, moves.key(place))
        if there is None or not isinstance(there.pending, Choose) or moves.make(moves.key(place), place).about.dangers:
            continue
        if there.pending.options.get(best.strike) is None:
            continue
        found = read_odds(odds(there, best.strike, leaves=SHOWN_LEAVES, samples=SHOWN_SAMPLES))
        assert worth(found) <= worth(best.chance) + 1e-9, place


def shot_at(*, better: bool) -> tuple[AnyMatch, Id, tuple[Approach, ...]]:
    """Somebody four squares from a foe with what can be shot or thrown, and whether going to strike it is better."""
    who = "ulf" if better else "crossbowman"
    match, foe = Fight({who: (2, 2)}, {"strongarm": (6, 2)}).match, Id("strongarm")
    return match, foe, find_approaches(match, moves_of(match), foe, str, attacks_on(match, foe))


def attacks_on(match: AnyMatch, foe: Id) -> tuple[str, ...]:
    """The answers that attack somebody at once."""
    sorts, asked = {deed.verb: deed.sort for deed in match.ruleset.deeds}, match.pending
    assert isinstance(asked, Choose)
    return tuple(o.key for o in asked.options.singles if o.target == foe and sorts[o.verb] in ("attack", "magic"))


def test_what_is_lost_on_a_way_is_what_whoever_may_strike_would_do() -> None:
    annora = Id("annora")
    match = SovereignFight({"annora": (2, 2)}, {"w1": ("skeletal-warrior", (3, 2))}).play("annora").match
    assert lost_on_way(match, "run 2,1", annora) == 0, "beside it all the way"
    hit, mean, worst, all_she_has = Fraction(6, 20), Fraction(7, 2), Fraction(1, 6), 6  # d20+2 against AC 17, then d6
    assert lost_on_way(match, "run 0,2", annora) == hit * (mean + worst * all_she_has)


def test_beside_an_attack_from_afar_stand_ways_that_come_to_more() -> None:
    match, foe, ways = shot_at(better=True)
    shots, full = attacks_on(match, foe), match.ruleset.standing(match.board, foe).full
    here = [read_odds(odds(match, key, leaves=SHOWN_LEAVES, samples=SHOWN_SAMPLES)) for key in shots]
    assert ways and here
    for way in ways:
        assert way.strike not in shots, "it would be done from here"
        worth = way.chance.loss(foe) + float(way.chance.down(foe)) * full
        assert all(worth > one.loss(foe) + float(one.down(foe)) * full for one in here)
    match, foe, none = shot_at(better=False)
    assert attacks_on(match, foe) and find_approaches(match, moves_of(match), foe, str)
    assert not none, "bare hands are no crossbow"


@pytest.mark.parametrize("keys", [False, True])
def test_a_foe_that_may_be_thrown_at_is_offered_both_ways_by_pointer_and_by_keys(app: App, keys: bool) -> None:
    pilot, foe, best = seated(app, shot_at(better=True))
    battle, before = pilot.battle, len(pilot.battle.session.match.history)
    scene = battle.scene
    if keys:
        while battle.view.cursor is None or battle.view.cursor.token != foe:
            pilot.press("tab")
        pilot.press("return")
    else:
        pilot.click_spot(scene.tokens[foe].middle)
    prompt = open_list(pilot)
    assert battle.asked is not None and len(battle.session.match.history) == before
    shots = battle.asked.approaches.attacks_on(scene.tokens[foe])
    listed = [option.key for row in prompt.options for option in members(row)]
    assert shots and set(listed[: len(shots)]) == {one.key for one in shots}, "what can be done at once comes first"
    assert best.option.key in listed[len(shots) :]
    assert prompt.title == called(scene.tokens[foe].standing)


def test_where_a_way_comes_to_less_only_the_shot_is_listed_and_a_second_click_shoots(app: App) -> None:
    match, foe, _ = shot_at(better=False)
    pilot = seat(app, match, foe)
    battle, before = pilot.battle, len(pilot.battle.session.match.history)
    assert battle.asked is not None
    token = battle.scene.tokens[foe]
    shots = {one.key for one in battle.asked.previews.meant(battle.scene.aim_at_token(foe))}
    assert {one.key for one in battle.asked.approaches.attacks_on(token)} == shots, "nothing else can be done to it"
    pilot.click_spot(token.middle)
    prompt = open_list(pilot)
    pilot.wait_until(lambda: battle.asked is not None and battle.asked.approaches.to(token) is not None, "it is known")
    pilot.step(2)
    assert {option.key for option in prompt.options} == shots and len(shots) == 1
    assert len(battle.session.match.history) == before
    pilot.click_spot(battle.scene.tokens[foe].middle)
    assert battle.session.match.history[before] in shots


def seated(app: App, found: tuple[AnyMatch, Id, tuple[Approach, ...]]) -> tuple[Pilot, Id, Approach]:
    """Such a battle on the screen, with the foe in the middle."""
    match, foe, ways = found
    return seat(app, match, foe), foe, ways[0]


def seat(app: App, match: AnyMatch, foe: Id) -> Pilot:
    """A battle on the screen in which ways to a foe may be looked for."""
    seats = {Seat(side.name): HUMAN for side in match.setup.sides}
    saved = state_folder("autosaves") / "battle-5.save"
    app.preferences.pass_mouse = False
    app.replace(BattleScreen(app, Session(match.fork(), seats, 5, "seeded", saved), None))
    pilot = Pilot(app)
    assert pilot.wait_until_asked() is not None
    battle = pilot.battle
    assert battle.asked is not None and battle.asked.approaches.possible(battle.scene.tokens[foe])
    return pilot


def open_list(pilot: Pilot) -> Prompt:
    """The list that is opened once ways are known."""
    pilot.wait_until(lambda: pilot.battle.prompt is not None, "ways are listed")
    prompt = pilot.battle.prompt
    assert prompt is not None and prompt.cancel
    return prompt


def test_ways_come_into_the_list_once_they_are_known_and_where_there_are_none_it_says_why(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot, foe, best = seated(app, out_of_reach("glog"))
    battle, told = pilot.battle, list[str]()
    assert battle.asked is not None
    clicks, scene = BoardClicks(battle, pilot.screen, told.append), battle.scene
    aim = scene.aim_at_token(foe)
    monkeypatch.setattr(battle.asked.approaches, "to", lambda token, **how: None)
    clicks.click(aim)
    clicks.advance()
    prompt = open_list(pilot)
    assert list(prompt.options) == [] and prompt.aim.about == foe and told == []
    monkeypatch.undo()
    approaches = battle.asked.approaches
    pilot.wait_until(lambda: approaches.to(scene.tokens[foe]) is not None, "ways are known")
    clicks.advance()
    assert best.option.key in [option.key for option in prompt.options] and told == []
    battle.asked.prompt = None
    monkeypatch.setattr(approaches, "to", lambda token, **how: ())
    clicks.click(aim)
    clicks.advance()
    assert battle.asked.prompt is None and told == [refusal(battle, battle.asked.choosing, scene.tokens[foe])]


@pytest.mark.parametrize("take", ["click", "enter", "digit"])
@pytest.mark.parametrize(("rules", "aimed"), [("sovereign", False), ("einfelst", False), ("einfelst", True)])
def test_a_click_on_a_foe_out_of_reach_lists_the_ways_and_the_marked_one_is_taken(
    app: App, rules: str, aimed: bool, take: str
) -> None:
    pilot, foe, best = seated(app, out_of_reach(rules, aimed=aimed))
    battle, before = pilot.battle, len(pilot.battle.session.match.history)
    middle = battle.scene.tokens[foe].middle
    pilot.click_spot(middle)
    prompt = open_list(pilot)
    pilot.wait_until(lambda: any(each.key == best.option.key for each in prompt.options), "ways are known")
    pilot.step(2)
    assert len(battle.session.match.history) == before, "nothing is done yet"
    assert battle.asked is not None
    others = battle.asked.choosing.targets().get(foe, [])
    listed = [option for row in prompt.options for option in members(row)]
    plain = [one for one in others if battle.asked.previews.plain(one)]
    assert bool(others) == aimed and {one.key for one in listed[: len(plain)]} == {one.key for one in plain}
    assert listed[len(plain)].key == best.option.key, "ways to go there come behind plain attacks from here alone"
    row = next(row for row in prompt.options if row.key == best.option.key)
    while row not in prompt.shown:
        pilot.press("tab")
    at = prompt.shown.index(row)
    for _ in range(at):
        pilot.app.step(0, [pygame.Event(pygame.MOUSEWHEEL, x=0, y=-1, precise_x=0.0, precise_y=-1.0, flipped=False)])
    pilot.step(2)
    preview = battle.panels.laid.preview
    assert preview is not None and preview.about.path == best.option.about.path, "the way is drawn"
    assert battle.asked.forecast.chance(preview.option) == best.chance
    if take == "click":
        pilot.click_spot(middle)
    else:
        pilot.press("return" if take == "enter" else str(at + 1))
    done = [answer for answer in battle.session.match.history[before:] if isinstance(answer, str)]
    assert done[0] == best.walk
    assert done[1:2] in ([], [best.strike]), "somebody may come between"


def test_the_cursor_and_enter_do_the_same_and_escape_does_nothing(app: App) -> None:
    pilot, foe, best = seated(app, out_of_reach("sovereign"))
    battle, before = pilot.battle, len(pilot.battle.session.match.history)
    battle.view.cursor = battle.scene.aim_at_token(foe)
    pilot.press("return")
    open_list(pilot)
    pilot.press("escape")
    assert battle.prompt is None and len(battle.session.match.history) == before
    pilot.press("return")
    left = open_list(pilot).rect
    pilot.click((left.right - 30, left.top + 16))
    assert battle.prompt is None and len(battle.session.match.history) == before, "so does a click on the words for it"
    battle.view.cursor = battle.scene.aim_at_token(foe)
    pilot.press("return")
    open_list(pilot)
    pilot.press("return")
    assert battle.session.match.history[before] == best.walk


def test_who_cannot_be_reached_in_a_turn_is_not_promised(app: App) -> None:
    match, _, _ = out_of_reach("sovereign")
    asked = match.pending
    assert isinstance(asked, Choose) and asked.who is not None
    side = match.board.now(asked.who).side
    foes = [who for who, body in match.state.combatants.items() if body.side != side and body.sheet.up]
    far = [who for who in foes if not find_approaches(match, moves_of(match), who, str)]
    ends = [walked(match, moves_of(match).key(place)) for place in moves_of(match).places[::7]]
    menus = [end.pending.options for end in ends if end is not None and isinstance(end.pending, Choose)]
    assert far and menus
    assert not {option.target for menu in menus for option in menu.singles} & set(far)


def test_a_single_way_is_listed_by_the_first_click_and_taken_by_the_second(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as a charge, where nothing else can be done to it; or a plain blow."""
    pilot, foe, best = seated(app, out_of_reach("glog"))
    battle, chosen = pilot.battle, list[AnyOption]()
    assert battle.asked is not None and best.option.about.path
    answering: Any = SimpleNamespace(choose=chosen.append)
    clicks, scene = BoardClicks(battle, answering, print), battle.scene
    near: AnyOption = Option("strike", 0, "Strike", target=foe)
    monkeypatch.setattr(battle.asked.approaches, "possible", lambda token: False)
    monkeypatch.setattr(battle.asked.previews, "meant", lambda aim: [best.option])
    clicks.click(scene.aim_at_token(foe))
    assert battle.prompt is not None and not chosen
    assert (battle.prompt.options, battle.prompt.aim.about) == ((best.option,), foe)
    battle.asked.prompt = None
    monkeypatch.setattr(battle.asked.previews, "meant", lambda aim: [near])
    clicks.click(scene.aim_at_token(foe))
    pilot.step(1)
    assert list(battle.prompt.options) == [near] and not chosen
    battle.prompt.take_marked()
    assert chosen == [near]


def test_who_is_clicked_while_a_place_is_wanted_is_answered_by_that(app: App) -> None:
    pilot, foe, _ = seated(app, out_of_reach("glog"))
    battle = pilot.battle
    assert battle.asked is not None
    choosing = battle.asked.choosing
    choosing.take(next(verb for verb in choosing.verbs if verb.families and not any(o.target for o in verb.options)))
    assert not choosing.targets()
    said = refusal(battle, choosing, battle.scene.tokens[foe])
    assert said.endswith(": it wants a place where nobody stands")


@pytest.mark.parametrize(("offered", "given"), [("strike orc", ["go 1,1", "strike orc"]), ("end", ["go 1,1"])])
def test_who_has_gone_to_a_foe_strikes_once_others_have_left_it_at_that(offered: str, given: list[str]) -> None:
    """Sovereign asks foes who could act at once as somebody moves; the blow is struck after that, or it is told."""
    ada, orc = Id("Ada"), Id("Orc")
    option: AnyOption = Option("go there", 0, "Go there", target=orc)
    way = Approach(option, "go 1,1", "strike orc", "strike it", Chance((), (), (), (), (), 1))
    others = Choose(Seat("blue"), "A snap?", Menu((Option("pass", 0, "Let it be"),)), "react", orc)
    stage: Any = SimpleNamespace(session=SimpleNamespace(match=SimpleNamespace(pending=others)), asked=None)
    answers, told = list[str](), list[str]()
    answering: Any = SimpleNamespace(answer=answers.append)
    clicks = BoardClicks(stage, answering, told.append)
    clicks._go_and_strike(way, ada)
    clicks.advance()
    assert answers == ["go 1,1"] and not told, "others are asked first"
    again = Choose(Seat("red"), "What now?", Menu((Option(offered, 0, offered),)), "act", ada)
    stage.asked = SimpleNamespace(choosing=SimpleNamespace(question=again))
    clicks.advance()
    assert answers == given and bool(told) == (len(given) == 1)
    clicks.advance()
    assert answers == given, "once"


@pytest.mark.usefixtures("threads")
def test_who_is_clicked_is_looked_at_before_those_who_were_only_pointed_at() -> None:
    match: AnyMatch = begin(duel())
    asked = match.pending
    assert isinstance(asked, Choose)
    thinker, gate, worked = BackgroundThread("a test"), Event(), list[str]()
    forecast = Forecast(match, asked, thinker)

    def work(name: str, *, alone: bool = False) -> object:
        def done(known: AnyMatch) -> str:
            gate.wait()
            if not given_up():
                worked.append(name)
            return name

        return forecast.work_out(name, done, "", alone=alone)

    assert [work(name) for name in ("pointed at", "pointed at too", "clicked")] == [None] * 3
    assert work("clicked", alone=True) is None
    gate.set()
    thinker.catch_up()
    assert worked == ["clicked"] and work("clicked", alone=True) == "clicked"
