"""An expedition: its map of places, what goes from one to the next, how it is kept and told, in window and terminal."""

from __future__ import annotations

import json
import os
import re
from base64 import b64decode
from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from io import StringIO
from pathlib import Path
from shutil import copytree
from tempfile import mkdtemp
from typing import Any

import pygame
import pytest
from msgspec.structs import replace

from game.cli import commands
from game.files.errors import BadFile
from game.files.expeditions import FILE, ExpeditionPlace, Leg, PlaceKind, Traveller, read_expedition, write_expedition
from game.files.generate import making
from game.files.scenario import Scenario, to_setup
from game.files.tiled import Chart
from game.lab.arena import Fought
from game.lab.company import GROUND, belongings, company_match, piece_name
from game.lab.difficulty import AIMS
from game.lab.expedition import (
    LAST,
    PROMISED,
    STEPS,
    ExpeditionRequest,
    OpenExpedition,
    _won,
    battle_of,
    battle_with,
    choose,
    expected_share,
    expedition_of,
    go_on,
    hand,
    opened,
    page,
    place_of,
    price_of,
    set_out,
    take_along,
    tell_map,
    tell_place,
    tell_why,
    under_way,
)
from game.lab.expedition_trial import PlayedExpedition, PlayedFork, _fought, better_kinds, handed_about, tell_trial
from game.lab.skirmish import weekly_word
from game.play.folders import output_folder
from game.play.recording import recording
from game.play.start import sit_down
from game.rules.events import Id
from game.rules.match import AnyMatch, Match
from game.rules.ruleset import AnyRuleset, HasGear
from game.rules.setup import Recruit, Setup
from game.rules.state import Piece, Verdict
from game.view.widgets.text_field import TextField
from game.view.widgets.widget import ChoiceButton, Label
from game.window.destinations import HandOut, OnExpedition, Skirmish, Title
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.company import CompanyScreen, ThingButton
from game.window.screens.expedition import ExpeditionScreen
from game.window.screens.messages import SureScreen, TroubleScreen
from game.window.screens.result import ResultScreen

BOOK = "murdham"


@lru_cache
def _made(word: str) -> OpenExpedition:
    """An expedition of that word, which is made once: it takes seconds."""
    return set_out(ExpeditionRequest(word, BOOK), Path(mkdtemp()))


def fresh(root: Path | None = None, word: str = "heron") -> OpenExpedition:
    """A copy of it, as one that has just set out."""
    it, place = _made(word), place_of(word, BOOK, root)
    copytree(it.path.parent, place.parent, dirs_exist_ok=True)
    return opened(place)


NOTHING: Mapping[Id, Mapping[str, object]] = {}


def ended(match: AnyMatch, winner: str | None, hurt: Mapping[Id, Mapping[str, object]] = NOTHING) -> AnyMatch:
    """The battle as if it had ended so at once; ``hurt``: fields of sheets that are otherwise by then."""
    state = match.state
    bodies = {
        who: replace(c, sheet=replace(c.sheet, **hurt[who])) if who in hurt else c
        for who, c in state.combatants.items()
    }
    over = replace(state, combatants=bodies, verdict=Verdict(winner, "it is made so"))
    return Match(match.ruleset, match.setup, match.ground, over)


def battle_in(it: OpenExpedition) -> ExpeditionPlace:
    """A battle to which a road leads now."""
    return next(place for place in it.expedition.open if place.kind == "battle")


def begun(it: OpenExpedition) -> tuple[OpenExpedition, AnyMatch]:
    """An expedition with a battle chosen, and that battle."""
    it = choose(it, battle_in(it).key)
    return it, sit_down(battle_of(it), lambda _: None).match


def brought_to(it: OpenExpedition, kind: PlaceKind) -> OpenExpedition:
    """An expedition with a place of that kind, or one made so, as the next."""
    first, *others = it.expedition.places
    shown = replace(first, kind=kind, file="" if kind != "battle" else first.file)
    there = replace(it.expedition, places=(shown, *others))
    write_expedition(it.path, there)
    return opened(it.path)


def test_a_map_has_seven_to_nine_places_in_four_steps_and_the_same_word_makes_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    it = set_out(ExpeditionRequest("heron", BOOK), tmp_path / "one")
    places = it.expedition.places
    assert 7 <= len(places) <= 9 and {place.step for place in places} == set(range(1, STEPS + 1))
    assert [place.kind for place in places if place.kind != "battle"].sort() == ["rest", "find", "meeting"].sort()
    for place in places:
        steps = {it.expedition.by_key[to].step for to in place.roads}
        assert steps == ({place.step + 1} if place.step < STEPS else set())
    led_to = {to for place in places for to in place.roads} | {place.key for place in places if place.step == 1}
    assert led_to == {place.key for place in places}, "every place can be come to"
    assert list(it.path.parent.glob("*.tmx")) == [it.land], "nobody waits for the maps of battles that may never be"
    monkeypatch.setattr(making, "_drawings", {})
    again = set_out(ExpeditionRequest("heron", BOOK), tmp_path / "two")
    assert replace(again.expedition, dice=it.expedition.dice) == it.expedition
    assert opened(it.path) == it
    assert under_way(tmp_path / "one") == [it.path]


def test_of_places_farther_off_less_is_told(tmp_path: Path) -> None:
    it = fresh(tmp_path)
    near = battle_in(it)
    told = " ".join(tell_place(it, near))
    share = expected_share(it.expedition, near)
    assert share is not None and f"{100 * share:.0f} in 100" in told
    far = next(place for place in it.expedition.places if place.step > 1 and place.kind == "battle")
    (line,) = tell_place(it, far)
    assert "in 100" not in line and "×" not in line
    hidden = replace(near, foes=tuple(replace(foe, hidden=True) for foe in near.foes))
    assert expected_share(it.expedition, hidden) is None, "not even by a number"


def test_what_befalls_somebody_goes_along_and_who_falls_stays_behind(tmp_path: Path, at_home: Path) -> None:
    it, match = begun(fresh(tmp_path))
    first, second = [c.id for c in match.state.on("party")][:2]
    over = ended(match, "party", {first: {"items": (), "omens": 0, "STR": 3, "health": 1}, second: {"dead": True}})
    it = go_on(it, over)
    (leg,) = it.expedition.legs
    assert (leg.outcome, leg.lost, leg.why) == (
        "won",
        (match.state.combatants[second].sheet.profile.name,),
        "it is made so",
    )
    it, match = begun(it)
    assert second not in {c.id for c in match.state.on("party")}, "the next battle is fought by those who went on"
    standing = company_match(it.expedition)
    assert standing is not None
    sheet = standing.state.combatants[first].sheet
    assert (sheet.STR, sheet.items) == (3, ())
    assert sheet.profile.name in page(it)


def test_a_captive_goes_along_with_a_victory_alone(tmp_path: Path, at_home: Path) -> None:
    held = Traveller("bandit")
    whole = fresh(tmp_path)
    places = tuple(replace(each, joins=held) if each.file else each for each in whole.expedition.places)
    write_expedition(whole.path, replace(whole.expedition, places=places))
    it, match = begun(opened(whole.path))
    kept = it.expedition
    assert held not in go_on(it, ended(match, "foe")).expedition.company
    write_expedition(it.path, kept)
    after = go_on(it, ended(match, "party"))
    assert after.expedition.company[-1] == held
    assert f"Goes along: {after.expedition.legs[-1].joined[0]}" in page(after)


def test_where_nobody_fights_a_night_passes_gear_is_made_good_or_somebody_goes_along(tmp_path: Path) -> None:
    it = fresh(tmp_path)
    first, *others = it.expedition.company
    worn = replace(first, carried='{"STR":3,"lost":["armour"],"omens":0}')  # as earlier versions called its suit
    write_expedition(it.path, replace(it.expedition, company=(worn, *others)))
    start = opened(it.path).expedition
    rested = choose(brought_to(OpenExpedition(it.path, start), "rest"), "1a").expedition
    assert rested.legs[-1].outcome == "rested" and rested.company[0].carried == '{"STR":3,"lost":["light"],"omens":0}'
    found = choose(brought_to(OpenExpedition(it.path, start), "find"), "1a").expedition
    assert found.company[0].carried == '{"STR":3,"omens":0}'
    talker = next(place.joins for place in start.places if place.kind == "meeting")
    parley = brought_to(OpenExpedition(it.path, start), "meeting")
    places = (replace(parley.expedition.places[0], joins=talker), *parley.expedition.places[1:])
    write_expedition(it.path, replace(parley.expedition, places=places))
    parley = opened(it.path)
    wanted = price_of(parley.expedition, parley.expedition.places[0])
    assert wanted is not None
    owner, _, piece = wanted
    assert piece_name(parley.expedition, piece) in tell_place(parley, parley.expedition.places[0])[0]
    joined = choose(parley, "1a").expedition
    assert joined.company[-1] == talker
    assert len(belongings(joined)[owner]) == len(belongings(parley.expedition)[owner]) - 1
    write_expedition(it.path, parley.expedition)
    assert choose(parley, "1a", agreed=False).expedition.company == parley.expedition.company


def test_what_the_fallen_carried_lies_there_and_who_gave_up_may_go_along(tmp_path: Path, at_home: Path) -> None:
    it = fresh(tmp_path)
    people = tuple(Recruit("bandit") for _ in range(3))
    chosen, match = begun(it)
    setup = replace(match.setup, sides=(match.setup.sides[0], replace(match.setup.sides[1], squad=people)))
    rules = match.ruleset
    assert isinstance(rules, HasGear)
    state = rules.begin(setup, match.ground)
    dead, gave_up, _ = [c.id for c in state.on("foe")]
    fought = Match(rules, setup, match.ground, state)
    over = ended(fought, "party", {dead: {"dead": True}, gave_up: {"surrendered": True}})
    yielded, lying = _won(chosen, over, over.board)
    assert [each.unit for each in yielded] == ["bandit"]
    assert lying and {piece.key for piece in lying} <= {
        key for key, _ in rules.gear_rules.belongings(fought.board, dead)
    }
    with_them = OpenExpedition(it.path, replace(it.expedition, legs=(LEG,), yielded=yielded, lying=lying))
    write_expedition(it.path, with_them.expedition)
    along = take_along(with_them).expedition
    assert along.company[-1].unit == "bandit" and along.legs[-1].joined and not along.yielded
    with pytest.raises(BadFile, match="nobody is here"):
        take_along(opened(it.path))


LEG = Leg("a.toml", "A fight", "won", 3, "it is made so", place="1a")


def laden(it: OpenExpedition) -> OpenExpedition:
    """An expedition with something lying there, for whoever takes it."""
    write_expedition(it.path, replace(it.expedition, lying=(Piece("axe", {"damaged": 1}),)))
    return opened(it.path)


def test_what_somebody_has_won_is_there_in_the_next_battle_as_it_was(tmp_path: Path, at_home: Path) -> None:
    it = hand(laden(fresh(tmp_path)), GROUND, "0", 1)
    _, match = begun(it)
    rules = match.ruleset
    assert isinstance(rules, HasGear)
    second = list(match.state.on("party"))[1]
    assert ("axe", Piece("axe", {"damaged": 1})) in rules.gear_rules.belongings(match.board, second.id)


def test_in_the_window_gear_is_dragged_or_handed_by_digits_and_refusals_are_told(app: App) -> None:
    it = laden(fresh())
    app.go(OnExpedition(it))
    pilot = Pilot(app)
    pilot.step(2)
    pilot.click_button("Hand gear about")
    pilot.step(2)
    screen = app.top
    assert isinstance(screen, CompanyScreen)
    pilot.click_button("Damaged axe")
    pilot.press("1")
    assert not screen.it.expedition.lying
    assert "damaged axe" in {piece_name(it.expedition, piece) for _, piece in belongings(screen.it.expedition)[0]}
    held = next(each for each in screen.group.widgets if isinstance(each, ThingButton) and each.text == "Damaged axe")
    there = screen.columns[1].center
    app.step(0.02, [pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=held.rect.center, button=1)])
    app.step(0.02, [pygame.event.Event(pygame.MOUSEMOTION, pos=there, rel=(1, 1), buttons=(1, 0, 0))])
    app.step(0.02, [pygame.event.Event(pygame.MOUSEBUTTONUP, pos=there, button=1)])
    assert "axe" in dict(belongings(screen.it.expedition)[1])
    assert opened(it.path) == screen.it
    pilot.press("escape")
    assert isinstance(app.top, ExpeditionScreen)
    wolf = replace(screen.it.expedition, company=(*screen.it.expedition.company, Traveller("wolf")))
    write_expedition(it.path, wolf)
    app.go(HandOut(opened(it.path)))
    pilot.step(2)
    pilot.click_button("Damaged axe")
    pilot.press(str(len(wolf.company)))
    assert any("M-37" in each.text for each in app.top.group.widgets if isinstance(each, Label))


def test_a_battle_is_kept_with_what_stood_out_in_it(tmp_path: Path, at_home: Path) -> None:
    it = choose(fresh(tmp_path), battle_in(fresh(tmp_path)).key)
    it = go_on(it, _fought(it))
    (leg,) = it.expedition.legs
    assert any(line.startswith("Best blow: ") for line in leg.told)
    assert sum(line.startswith("The dice of ") and "expected" in line for line in leg.told) == 2
    assert recording(it.path.with_name(leg.record)).over
    assert all(f"- {line}" in page(it) for line in leg.told)


def test_the_chronicle_is_one_page_with_those_of_its_battles_in_it(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.window.screens.replay.show_folder", lambda _: "")
    it, match = begun(fresh())
    it = go_on(it, ended(match, "party"))
    app.go(OnExpedition(it))
    pilot = Pilot(app)
    pilot.step(2)
    pilot.click_button(it.expedition.by_key[it.expedition.legs[0].place].title)
    assert "Watch it again" in pilot.buttons()
    pilot.click_button("Chronicle")
    pilot.click_button("Page")
    pilot.wait_until(lambda: bool(list(output_folder("exports").glob("*.html"))), "the page is written")
    (written,) = output_folder("exports").glob("*.html")
    text = written.read_text()
    found = re.search(r'<script id="chronicle" type="application/json">(.*?)</script>', text, re.S)
    assert found is not None
    content = json.loads(found[1])
    (leg,) = content["legs"]
    assert leg["title"].endswith(": won") and leg["lines"][0] == tell_why(it.expedition.legs[0])
    assert b64decode(leg["picture"]).startswith(b"\x89PNG") and b64decode(content["land"]).startswith(b"\x89PNG")
    assert leg["page"].startswith("<!DOCTYPE html>") and match.setup.title in leg["page"]
    assert len(content["company"]) == len(it.expedition.company)


def test_a_trial_tells_how_far_they_came_and_which_ways_were_the_better_ones() -> None:
    def played(taken: str, *, through: bool) -> PlayedExpedition:
        fork = PlayedFork("heron/", {"1a": "battle", "1b": "rest"}, taken)
        return PlayedExpedition(4 if through else 2, through, 1.0, 1, 2, (fork,))

    found = [played("1a", through=True), played("1a", through=False), played("1b", through=False)]
    assert better_kinds(found) == {"battle": (1, 1), "rest": (0, 1)}
    told = "\n".join(tell_trial(ExpeditionRequest("heron", BOOK), found))
    assert "of 3 expeditions 1 came through" in told and "battle: the better way at 1 of 1 forks (100 %)" in told


def test_in_a_trial_what_lies_there_goes_to_whoever_it_helps_most(tmp_path: Path) -> None:
    """A weapon to who has lost its own, armour to one who wears none; what helps nobody is left there."""
    it = fresh(tmp_path).expedition
    bare = Traveller("bandit", carried='{"lost":["axe"]}')
    knight = Traveller("man-at-arms")
    now = replace(it, company=(knight, bare), lying=(Piece("axe"), Piece("heavy"), Piece("torch"), Piece("axe")))
    after = handed_about(now)
    assert {piece.key for _, piece in belongings(after)[1]} == {"axe", "heavy"}
    assert after.company[0] == knight and sorted(piece.key for piece in after.lying) == ["axe", "torch"]


class ForetoldAtOnce:
    """A forecast whose battles are over: won where the second of the company has an axe, else lost."""

    trouble, over = "", True

    def __init__(self, setup: Setup) -> None:
        won = "axe" in setup.sides[0].squad[1].carried
        self.fought = [Fought(0, 7, False, False, "party" if won else "foe", 0, "made so", 3, 40)] * 20

    def look(self) -> bool:
        return True


def test_what_a_change_does_to_the_chances_is_told_beside_what_they_were(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.window.screens.company.ForecastProcess", ForetoldAtOnce)
    it = laden(fresh())
    app.go(HandOut(it))
    pilot = Pilot(app)
    screen = app.top
    assert isinstance(screen, CompanyScreen)
    title = battle_in(it).title
    pilot.wait_until(lambda: screen.chances == f"Quick battles won at {title}: 0 of 20", "the chances are told")
    pilot.click_button("Damaged axe")
    pilot.press("2")
    both = f"Quick battles won at {title}: 0 of 20, with this change 20 of 20"
    pilot.wait_until(lambda: screen.chances == both, "the change is told")
    pilot.step(2)
    assert both in {each.text for each in screen.group.widgets if isinstance(each, Label)}


def test_in_the_terminal_gear_is_handed_about(
    at_home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    it = laden(fresh())
    things = sum(map(len, belongings(it.expedition)))
    monkeypatch.setattr("sys.stdin", StringIO(f"gear\n{things + 1} 2\n99 1\ndone\nquit\n"))
    assert commands.main(["expedition", "heron", "--rules", BOOK]) == 0
    told = capsys.readouterr().out
    assert "damaged axe" in told and f"Say a number from 1 to {things + 1}" in told
    assert "axe" in dict(belongings(opened(it.path).expedition)[1])


def test_it_ends_with_the_last_step(tmp_path: Path, at_home: Path) -> None:
    it = fresh(tmp_path)
    for _ in range(STEPS):
        assert not it.over
        place = it.expedition.open[-1]
        it = choose(it, place.key)
        if place.kind == "battle":
            it = go_on(it, ended(sit_down(battle_of(it), lambda _: None).match, "party"))
    assert it.over and it.won
    assert "came through all of it" in page(it)
    assert under_way(tmp_path) == []


def test_a_battle_is_known_for_one_of_an_expedition_until_it_is_over(tmp_path: Path, at_home: Path) -> None:
    it, match = begun(fresh(tmp_path))
    assert expedition_of(match) == it
    with pytest.raises(BadFile, match="not over"):
        go_on(it, match)
    after = go_on(it, ended(match, "party"))
    assert expedition_of(match) is None, "it counts once"
    with pytest.raises(BadFile, match="no road leads"):
        choose(after, it.expedition.chosen)


def test_whoever_sets_out_anew_begins_its_battles_from_their_beginning(tmp_path: Path, at_home: Path) -> None:
    it, _ = begun(set_out(ExpeditionRequest("heron", BOOK), tmp_path))
    session = sit_down(battle_of(it), lambda _: None)
    session.write_autosave()
    assert battle_of(it).file == session.autosave
    anew = set_out(ExpeditionRequest("heron", BOOK), tmp_path)
    assert it.expedition.chosen in {place.key for place in anew.expedition.open}
    anew = choose(anew, it.expedition.chosen)
    assert battle_of(anew).file == anew.scenario(anew.expedition.chosen).path


def test_a_battle_goes_on_in_its_newest_save_that_can_be_read(tmp_path: Path, at_home: Path) -> None:
    it, _ = begun(fresh(tmp_path))
    one, two = (sit_down(battle_of(it), lambda _: None) for _ in range(2))
    one.write_autosave()
    two.write_autosave()
    assert one.autosave != two.autosave, "neither window writes over the other"
    os.utime(one.autosave, (1e9, 1e9))
    assert battle_of(it).file == two.autosave
    two.autosave.write_bytes(b"spoilt")
    assert battle_of(it).file == one.autosave
    one.autosave.unlink()
    assert battle_of(it).file == it.scenario(it.expedition.chosen).path


def test_what_has_gone_on_in_another_window_is_not_written_over(tmp_path: Path, at_home: Path) -> None:
    first = fresh(tmp_path)
    it, match = begun(first)
    with pytest.raises(BadFile, match="has gone on in another window"):
        choose(first, first.expedition.open[0].key)
    after = go_on(it, ended(match, "party"))
    with pytest.raises(BadFile, match="has gone on in another window"):
        go_on(it, ended(match, "foe"))
    assert opened(it.path) == after


def test_another_battle_is_not_taken_for_the_one_that_was_chosen(tmp_path: Path, at_home: Path) -> None:
    it, _ = begun(fresh(tmp_path / "one"))
    _, other = begun(fresh(tmp_path / "two", "falcon"))
    with pytest.raises(BadFile, match="is not the battle that was chosen"):
        go_on(it, ended(other, "party"))
    assert opened(it.path) == it


def test_a_battle_for_which_its_map_has_no_room_is_fought_on_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    it = fresh(tmp_path)
    place = battle_in(it)
    (_, usual), full = battle_with(it, place.key), [BadFile("no room")]

    def crowded(scenario: Scenario, rules: AnyRuleset, chart: Chart) -> Setup:
        if full:
            raise full.pop()
        return to_setup(scenario, rules, chart)

    monkeypatch.setattr("game.lab.skirmish.to_setup", crowded)
    monkeypatch.setattr("game.lab.skirmish.MAPS_TRIED", 2)
    _, other = battle_with(it, place.key)
    assert (other.title, other.sides) == (usual.title, usual.sides) and other.field != usual.field
    full += [BadFile("no room")] * 2
    with pytest.raises(BadFile, match="no room"):
        battle_with(it, place.key)


def test_of_a_word_with_a_plus_each_battle_has_a_map_of_its_own(tmp_path: Path) -> None:
    it = set_out(ExpeditionRequest("heron + crow", BOOK), tmp_path)
    fought = [place for place in it.expedition.places if place.file]
    assert fought and all(place.file.startswith(f"heron-{place.key}-crow-{place.key}-") for place in fought)


@pytest.mark.parametrize(
    "data", [b"{", b'{"word": "heron"}', b"", b'{"word": "her\xffon"}', b"[" * 5000, b'{"word": "\xed\xa0\x80"}']
)
def test_a_file_that_is_none_is_told_of_and_the_others_are_listed(tmp_path: Path, data: bytes) -> None:
    whole = fresh(tmp_path)
    path = tmp_path / "spoilt" / FILE
    path.parent.mkdir()
    path.write_bytes(data)
    with pytest.raises(BadFile, match=rf"^{FILE}: .*; begin another expedition$"):
        opened(path)
    assert under_way(tmp_path) == [whole.path]


def test_it_reads_nothing_but_what_lies_beside_it_and_nothing_newer(tmp_path: Path) -> None:
    it = fresh(tmp_path)
    elsewhere = replace(battle_in(it), file="../else.toml")
    for changes, said in (({"places": (elsewhere,)}, "no file beside it"), ({"format": 99}, "newer version")):
        write_expedition(it.path, replace(it.expedition, **changes))
        with pytest.raises(BadFile, match=said):
            read_expedition(it.path)


@pytest.mark.parametrize(
    "changes",
    [
        {"size": "vast"},
        {"difficulty": "grim"},
        {"chosen": "9z"},
        {"places": (), "legs": ()},
        {"places": (ExpeditionPlace("1a", 1, "battle", "A fight", (1, 1), file="a.toml", land="moon"),)},
        {"places": (ExpeditionPlace("1a", 1, "battle", "A fight", (1, 1), ("2a",), file="a.toml"),)},
        {"places": (ExpeditionPlace("1a", 1, "rest", "A barn", (1, 1), file="a.toml"),)},
        {"company": (), "chosen": "1b"},
    ],
)
def test_a_state_that_none_can_be_in_is_told_of_and_kept_when_one_begins_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changes: Mapping[str, Any]
) -> None:
    it = fresh(tmp_path)
    whole = it.expedition
    write_expedition(it.path, replace(it.expedition, **changes))
    spoilt = it.path.read_bytes()
    with pytest.raises(BadFile, match="no state that an expedition can be in"):
        opened(it.path)
    assert under_way(tmp_path) == []
    monkeypatch.setattr("game.lab.expedition._draw_places", lambda *_: whole.places)
    set_out(ExpeditionRequest("heron", BOOK), tmp_path)
    assert opened(it.path).expedition.legs == ()
    assert it.path.with_stem(f"{it.path.stem}-spoilt").read_bytes() == spoilt


def test_a_word_is_needed_and_rules_that_tell_what_follows(tmp_path: Path, duel_installed: None) -> None:
    with pytest.raises(BadFile, match="word"):
        set_out(ExpeditionRequest(" ", BOOK), tmp_path)
    with pytest.raises(BadFile, match="does not tell what follows a battle"):
        set_out(ExpeditionRequest("heron", "duel"), tmp_path)


def test_in_the_window_it_goes_from_the_title_through_a_battle_to_the_next_choice(app: App) -> None:
    app.go(Title())
    pilot = Pilot(app)
    pilot.step(3)
    app.oracle.catch_up()
    pilot.step(2)
    pilot.click_button("Skirmish")
    (game,) = [each for each in app.top.group.widgets if isinstance(each, ChoiceButton) and each.text == "Game"]
    game.change(BOOK)
    pilot.click_button("Set out on an expedition")
    app.oracle.catch_up()
    pilot.step(2)
    it = shown(app).it
    pilot.click_button(battle_in(it).title)
    pilot.click_button("Go there")
    app.oracle.catch_up()
    pilot.step(3)
    session = pilot.battle.session
    assert expedition_of(session.match) is not None
    session.match = ended(session.match, "party")
    app.push(ResultScreen(app, session, pilot.battle.layers.liveries))
    pilot.step(2)
    assert "Swap sides" not in pilot.buttons(), "a company is played by whoever set out with it"
    pilot.click_button("Go on")
    app.oracle.catch_up()
    pilot.step(2)
    screen = shown(app)
    assert [leg.outcome for leg in screen.it.expedition.legs] == ["won"]
    pilot.click_button("Chronicle")
    pilot.click_button("Text")
    pilot.step(2)
    (written,) = output_folder("exports").glob("*.md")
    assert "won" in written.read_text()
    pilot.click_button("Back")
    pilot.click_button("To the title; it is kept")
    pilot.step(2)
    pilot.click_button("Skirmish")
    word = screen.it.expedition.word
    pilot.click_button(f"Go on with “{word}”")
    assert shown(app).it == screen.it


def shown(app: App) -> ExpeditionScreen:
    """The expedition on the screen."""
    assert isinstance(app.top, ExpeditionScreen)
    return app.top


def test_in_the_window_one_under_way_is_not_lost_by_setting_out(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    it = fresh()
    fresh(word="falcon")
    monkeypatch.setattr("game.window.screens.skirmish.fresh_word", lambda: "hero")
    app.preferences.rules = BOOK
    app.go(Skirmish())
    pilot = Pilot(app)
    pilot.step(2)
    pilot.click_button("Go on with “falcon”")
    assert shown(app).it.expedition.word == "falcon"
    app.go(Title())
    app.go(Skirmish())
    pilot.step(2)
    (field,) = [each for each in app.top.group.widgets if isinstance(each, TextField)]
    pilot.click(field.rect.center)
    pilot.press("end")
    pilot.type("n")
    pilot.step(2)
    assert "Go on with “heron”" in pilot.buttons()
    pilot.click_button("Set out on an expedition")
    assert isinstance(app.top, SureScreen)
    assert "0 of 4 steps are behind it" in app.top.text
    pilot.click_button("No")
    assert opened(it.path) == it
    pilot.click_button("Go on with “heron”")
    assert shown(app).it == it


def test_in_the_window_the_night_is_told_and_what_is_over_is_not_called_kept(app: App) -> None:
    it, match = begun(fresh())
    hurt = next(iter(match.state.on("party")))
    it = go_on(it, ended(match, "party", {hurt.id: {"health": 1}}))
    night = it.expedition.legs[0].night
    assert night
    app.go(OnExpedition(it))
    pilot = Pilot(app)
    pilot.step(2)
    (told,) = [each.text for each in app.top.group.widgets if isinstance(each, Label) and "The night" in each.text]
    assert all(line in told for line in night)
    assert "To the title; it is kept" in pilot.buttons()
    last = next(place for place in it.expedition.places if not place.roads)
    write_expedition(it.path, replace(it.expedition, legs=(replace(it.expedition.legs[0], place=last.key),)))
    app.go(OnExpedition(opened(it.path)))
    pilot.step(2)
    assert "To the title" in pilot.buttons() and "To the title; it is kept" not in pilot.buttons()


@pytest.mark.parametrize("level", list(AIMS))
def test_a_page_says_what_its_difficulty_means(tmp_path: Path, level: str) -> None:
    it = fresh(tmp_path)
    it = OpenExpedition(it.path, replace(it.expedition, difficulty=level))
    assert f"{level}: unhurt and whole the company wins {round(100 * PROMISED[level])} in 100" in page(it)
    assert f"{round(100 * LAST[level])} of the last" in page(it)


@pytest.mark.parametrize("chosen", [False, True])
def test_in_the_window_missing_files_are_told_of(app: App, chosen: bool) -> None:
    it = fresh()
    if chosen:
        it = choose(it, battle_in(it).key)
    app.go(OnExpedition(it))
    pilot = Pilot(app)
    pilot.step(2)
    if not chosen:
        pilot.click_button(battle_in(it).title)
    way = "Fight:" if chosen else "Go there"
    it.path.rename(it.path.with_name("away.json"))
    for file in it.path.parent.glob("*.tmx"):
        file.unlink()
    pilot.click_button(way)
    app.oracle.catch_up()
    pilot.step(2)
    assert isinstance(app.top, TroubleScreen)
    pilot.click_button("Back")
    assert shown(app).it == it


def test_it_ends_with_the_last_of_the_company_and_the_window_tells_so(app: App, tmp_path: Path) -> None:
    it, match = begun(fresh(tmp_path, "falcon"))
    it = go_on(it, ended(match, "foe", {c.id: {"dead": True} for c in match.state.on("party")}))
    assert it.over and not it.won
    assert "nobody could go on" in page(it)
    assert company_match(it.expedition) is None
    app.go(OnExpedition(it))
    pilot = Pilot(app)
    pilot.step(2)
    texts = [getattr(each, "text", "") for each in app.top.group.widgets]
    assert any("nobody could go on" in text for text in texts)


def test_in_the_terminal_it_is_chosen_left_and_gone_on_with(
    at_home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["expedition", "heron", "--rules", BOOK, "--page", str(tmp_path / "heron.md")]
    it = fresh()
    number = it.expedition.open.index(battle_in(it)) + 1
    monkeypatch.setattr("sys.stdin", StringIO(f"7\n{number}\nquit\n"))
    assert commands.main(words) == 0
    told = capsys.readouterr().out
    assert tell_map(it) in told
    assert "Where to?" in told and "Say a number from 1 to 2." in told
    assert f'Saved. Go on with: battlemat expedition "heron" --rules {BOOK}' in told
    assert "0 of 4 steps are behind it" in (tmp_path / "heron.md").read_text()
    monkeypatch.setattr("sys.stdin", StringIO("quit\n"))
    assert commands.main(words) == 0
    assert "Where to?" not in capsys.readouterr().out, "the battle that was chosen goes on"
    monkeypatch.setattr("sys.stdin", StringIO("\n"))
    assert commands.main([*words, "--anew"]) == 0
    assert "It is kept" in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", StringIO("\n"))
    assert commands.main(["expedition", "--week", "--rules", BOOK]) == 0
    assert weekly_word(date.today()) in capsys.readouterr().out
