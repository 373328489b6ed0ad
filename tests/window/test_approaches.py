"""Ways and aims in every book: to foes out of reach by pointer and by keys, and deeds that are aimed by themselves."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from threading import Event
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from game.lab.minds import all_by_instinct
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
from game.scene.board_geometry import Pointed
from game.window.battle.approaches import Approach, find_approaches, lost_on_way
from game.window.battle.board_clicks import BoardClicks, meant_by, refusal
from game.window.battle.dock import how_to_point
from game.window.battle.folding import members
from game.window.battle.forecast import Chance, Forecast, read_odds, walked
from game.window.battle.prompt import Prompt
from game.window.battle.stage import LastStruck
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.battle import BattleScreen
from tests.rules.battles import Drawn, begin, duel
from tests.rulesets.glog.kit import Fight
from tests.rulesets.sovereign.kit import Fight as SovereignFight
from tests.window.staged import stage_of
from tests.window.test_turn_flow import BOOKS

pytestmark = pytest.mark.usefixtures("figures")


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
    pilot, foe, best = seated_at(app, shot_at(better=True))
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


def seated_at(app: App, found: tuple[AnyMatch, Id, tuple[Approach, ...]]) -> tuple[Pilot, Id, Approach]:
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
    pilot, foe, best = seated_at(app, out_of_reach("glog"))
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
    pilot, foe, best = seated_at(app, out_of_reach(rules, aimed=aimed))
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
    pilot, foe, best = seated_at(app, out_of_reach("sovereign"))
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
    pilot, foe, best = seated_at(app, out_of_reach("glog"))
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
    pilot, foe, _ = seated_at(app, out_of_reach("glog"))
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


# --- A deed that was picked is aimed by itself where it is plain at whom, in every book, by keys and by gamepad ---


def aimed_at(match: AnyMatch, verb: str) -> list[Id]:
    """The foes at whom something can be aimed now, those who stand; empty where it can be aimed at friends too."""
    asked = match.pending
    assert isinstance(asked, Choose) and asked.who is not None
    side = match.board.now(asked.who).side
    found = [option.target for option in asked.options.singles if option.verb == verb and option.target is not None]
    foes = [who for who in dict.fromkeys(found) if match.board.now(who).side != side]
    if len(foes) < len(set(found)) or any(family.verb == verb for family in asked.options.families):
        return []
    return [who for who in foes if match.ruleset.standing(match.board, who).up]


@cache
def attacking(rules: str, *, several: bool) -> tuple[AnyMatch, str, list[Id]]:
    """A battle in which somebody may attack one foe, or one of ``several``; the verb, and these foes."""
    setup = read_setup(find_file("gatehouse"), StartRequest("gatehouse", rules))
    attacks = [deed.verb for deed in ruleset(rules).deeds if deed.sort == "attack"]
    for seed in range(3, 9):
        match: AnyMatch = Match.begin(ruleset(rules), setup)
        seats = all_by_instinct(setup, seed)
        while (asked := match.pending) is not None:
            if isinstance(asked, Choose) and asked.kind == "act" and asked.who is not None:
                for verb in attacks:
                    foes = aimed_at(match, verb)
                    if len(foes) > 1 if several else len(foes) == 1:
                        return match, verb, foes
            answer = seats[asked.seat].answer(match, asked)
            assert answer is not None
            match.answer(answer)
    raise AssertionError("nobody may")


def seated(app: App, match: AnyMatch) -> Pilot:
    """A battle on the screen in which people play all sides."""
    seats = {Seat(side.name): HUMAN for side in match.setup.sides}
    app.replace(
        BattleScreen(app, Session(match.fork(), seats, 5, "seeded", state_folder("autosaves") / "battle-5.save"), None)
    )
    pilot = Pilot(app)
    pilot.wait_until_asked()
    return pilot


def on_screen(app: App, match: AnyMatch, verb: str) -> Pilot:
    """Such a battle, with the verb picked by its keys."""
    pilot = seated(app, match)
    assert pilot.battle.choosing is not None
    pilot.press_verb(next(each for each in pilot.battle.choosing.verbs if each.word == verb))
    return pilot


@pytest.mark.parametrize("rules", BOOKS)
def test_where_one_foe_can_be_struck_enter_alone_confirms_it(app: App, rules: str) -> None:
    match, verb, (foe,) = attacking(rules, several=False)
    pilot = on_screen(app, match, verb)
    preview = pilot.battle.panels.laid.preview
    assert pilot.battle.view.cursor is not None and pilot.battle.view.cursor.token == foe
    assert preview is not None and preview.option.target == foe, "what it comes to is told"
    before = len(pilot.battle.session.match.history)
    pilot.press_control("confirm")
    for _ in range(3):
        if pilot.battle.prompt is not None and pilot.battle.prompt.cancel:  # with which weapon
            assert all(option.target in (None, foe) for option in pilot.battle.prompt.options)
            pilot.press("1")
    assert len(pilot.battle.session.match.history) > before


@pytest.mark.parametrize("rules", BOOKS)
def test_of_several_foes_the_one_is_aimed_at_that_was_struck_last_or_is_pointed_at(app: App, rules: str) -> None:
    match, verb, foes = attacking(rules, several=True)
    pilot = on_screen(app, match, verb)
    stage, choosing = pilot.battle, pilot.battle.choosing
    assert choosing is not None
    picked = choosing.verb
    assert picked is not None
    scene = stage.scene
    for foe in foes:
        stage.view.cursor, stage.struck = None, LastStruck(Id("somebody"), foe, 1)
        assert meant_by(stage, picked) == scene.aim_at_token(foe)
    stage.view.cursor = scene.aim_at_token(foes[0])
    assert meant_by(stage, picked) == stage.view.cursor, "it is pointed at now"
    stage.view.cursor = stage.struck = None
    assert meant_by(stage, picked) is None


def test_a_line_says_who_is_aimed_at_and_what_confirms_it() -> None:
    stage = stage_of(begin(duel()))
    choosing = stage.choosing
    assert choosing is not None
    verb = next(verb for verb in choosing.verbs if any(option.target for option in verb.options) and not verb.lone)
    choosing.take(verb)
    aim = meant_by(stage, verb)
    token = stage.scene.token(aim)
    assert token is not None
    assert how_to_point(choosing, stage.view.keys, token) == f"{called(token.standing)} (Enter; Esc: back)"
    assert how_to_point(choosing, stage.view.keys, None).startswith("point at a target")


def test_the_cursor_stays_on_the_foe_struck_while_the_same_turn_can_strike_it_again(app: App) -> None:
    match, verb, foes = attacking("ingenuity", several=True)
    pilot = on_screen(app, match, verb)
    stage, scene, who = pilot.battle, pilot.battle.scene, pilot.battle.active
    assert stage.view.cursor is None and who is not None, "there are several"
    own = scene.aim_at_token(who)

    def asked_again(last: LastStruck) -> Pointed | None:
        """Where the cursor is once the next question is asked after somebody was struck."""
        stage.view.cursor, stage.struck = own, last
        stage.forget_question()
        pilot.wait_until_asked()
        return stage.view.cursor

    assert asked_again(LastStruck(who, foes[1], scene.round + 1)) == own
    assert asked_again(LastStruck(foes[0], foes[1], scene.round)) == own
    assert asked_again(LastStruck(who, foes[1], scene.round)) == scene.aim_at_token(foes[1])
    pilot.press("right")
    assert stage.view.cursor == scene.aim_at((own.cell[0] + 1, own.cell[1])), "one walks from where one is"


def test_whom_an_answer_strikes_is_kept_in_mind(app: App) -> None:
    match, verb, foes = attacking("ingenuity", several=True)
    pilot = on_screen(app, match, verb)
    stage, who = pilot.battle, pilot.battle.active
    pilot.press("tab")
    pilot.press("return")
    if stage.prompt is not None and stage.prompt.cancel:
        pilot.press("1")  # in which of several ways
    assert stage.struck is not None and stage.struck.who == who and stage.struck.foe in foes
