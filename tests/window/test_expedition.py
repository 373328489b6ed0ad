"""Five battles in a row: what goes from one to the next, how it is kept and told, in the window and in the terminal."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import date
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from game.cli import commands
from game.files.errors import BadFile
from game.files.expeditions import FILE, Leg, read_expedition, write_expedition
from game.files.generate import making
from game.files.scenario import to_setup
from game.lab.difficulty import AIMS
from game.lab.expedition import (
    LEGS,
    PROMISED,
    WAYS,
    ExpeditionRequest,
    OpenExpedition,
    battle_of,
    choose,
    company_match,
    expedition_of,
    go_on,
    opened,
    page,
    set_out,
    under_way,
)
from game.lab.skirmish import weekly_word
from game.play.folders import output_folder
from game.play.start import sit_down
from game.rules.events import Id
from game.rules.match import AnyMatch, Match
from game.rules.state import Verdict
from game.view.widgets.text_field import TextField
from game.view.widgets.widget import ChoiceButton, Label
from game.window.destinations import OnExpedition, Skirmish, Title
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.messages import SureScreen, TroubleScreen
from game.window.screens.result import ResultScreen
from game.window.screens.skirmish import ExpeditionScreen

BOOK = "murdham"

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


def begun(it: OpenExpedition, choice: int = 0) -> tuple[OpenExpedition, AnyMatch]:
    """An expedition with a battle chosen, and that battle."""
    it = choose(it, it.expedition.offered[choice])
    return it, sit_down(battle_of(it), lambda _: None).match


def test_two_battles_are_offered_on_maps_of_two_kinds_and_the_same_word_offers_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    it = set_out(ExpeditionRequest("heron", BOOK), tmp_path / "one")
    assert len(set(it.expedition.offered)) == len(WAYS)
    assert len({it.scenario(file).map.name for file in it.expedition.offered}) == len(WAYS)
    monkeypatch.setattr(making, "_drawings", {})
    again = set_out(ExpeditionRequest("heron", BOOK), tmp_path / "two")
    assert replace(again.expedition, dice=it.expedition.dice) == it.expedition
    assert opened(it.path) == it
    assert under_way(tmp_path / "one") == [it.path]


def test_what_befalls_somebody_goes_along_and_who_falls_stays_behind(tmp_path: Path, at_home: Path) -> None:
    it, match = begun(set_out(ExpeditionRequest("heron", BOOK), tmp_path))
    first, second = [c.id for c in match.state.on("party")][:2]
    over = ended(match, "party", {first: {"items": (), "omens": 0, "STR": 3, "health": 1}, second: {"dead": True}})
    it = go_on(it, over)
    (leg,) = it.expedition.legs
    assert (leg.outcome, leg.lost, leg.why) == (
        "won",
        (match.state.combatants[second].sheet.profile.name,),
        "it is made so",
    )
    assert len(it.expedition.offered) == len(WAYS)
    for file in it.expedition.offered:
        (party,) = [side for side in to_setup(it.scenario(file)).sides if side.party]
        assert second not in {recruit.unit for recruit in party.squad}
    standing = company_match(it)
    assert standing is not None
    sheet = standing.state.combatants[first].sheet
    assert (sheet.STR, sheet.items) == (3, ())
    assert sheet.profile.name in page(it)


def test_it_ends_with_the_fifth_battle_or_with_the_last_of_the_company(tmp_path: Path, at_home: Path) -> None:
    it = set_out(ExpeditionRequest("heron", BOOK), tmp_path)
    for _ in range(LEGS):
        assert not it.over
        it, match = begun(it)
        it = go_on(it, ended(match, "party"))
    assert it.over and it.won
    assert "came through all of it" in page(it)
    assert under_way(tmp_path) == []
    it, match = begun(set_out(ExpeditionRequest("falcon", BOOK), tmp_path))
    it = go_on(it, ended(match, "foe", {c.id: {"dead": True} for c in match.state.on("party")}))
    assert it.over and not it.won
    assert "nobody could go on" in page(it)
    assert company_match(it) is None


def test_a_battle_is_known_for_one_of_an_expedition_until_it_is_over(tmp_path: Path, at_home: Path) -> None:
    it, match = begun(set_out(ExpeditionRequest("heron", BOOK), tmp_path))
    assert expedition_of(match) == it
    with pytest.raises(BadFile, match="not over"):
        go_on(it, match)
    after = go_on(it, ended(match, "party"))
    assert expedition_of(match) is None, "it counts once"
    with pytest.raises(BadFile, match="is not offered"):
        choose(after, it.expedition.chosen)


def test_whoever_sets_out_anew_begins_its_battles_from_their_beginning(tmp_path: Path, at_home: Path) -> None:
    it, _ = begun(set_out(ExpeditionRequest("heron", BOOK), tmp_path))
    session = sit_down(battle_of(it), lambda _: None)
    session.keep()
    assert battle_of(it).file == session.autosave
    anew = set_out(ExpeditionRequest("heron", BOOK), tmp_path)
    assert anew.expedition.offered[0] == it.expedition.chosen
    anew = choose(anew, anew.expedition.offered[0])
    assert battle_of(anew).file == anew.scenario(anew.expedition.chosen).path


def test_a_battle_goes_on_in_its_newest_save_that_can_be_read(tmp_path: Path, at_home: Path) -> None:
    it, _ = begun(set_out(ExpeditionRequest("heron", BOOK), tmp_path))
    one, two = (sit_down(battle_of(it), lambda _: None) for _ in range(2))
    one.keep()
    two.keep()
    assert one.autosave != two.autosave, "neither window writes over the other"
    os.utime(one.autosave, (1e9, 1e9))
    assert battle_of(it).file == two.autosave
    two.autosave.write_bytes(b"spoilt")
    assert battle_of(it).file == one.autosave
    one.autosave.unlink()
    assert battle_of(it).file == it.scenario(it.expedition.chosen).path


def test_what_has_gone_on_in_another_window_is_not_written_over(tmp_path: Path, at_home: Path) -> None:
    first = set_out(ExpeditionRequest("heron", BOOK), tmp_path)
    it, match = begun(first)
    with pytest.raises(BadFile, match="has gone on in another window"):
        choose(first, first.expedition.offered[1])
    after = go_on(it, ended(match, "party"))
    with pytest.raises(BadFile, match="has gone on in another window"):
        go_on(it, ended(match, "foe"))
    assert opened(it.path) == after


def test_another_battle_is_not_taken_for_the_one_that_was_chosen(tmp_path: Path, at_home: Path) -> None:
    it, _ = begun(set_out(ExpeditionRequest("heron", BOOK), tmp_path / "one"))
    _, other = begun(set_out(ExpeditionRequest("crow", BOOK), tmp_path / "two"))
    with pytest.raises(BadFile, match="is not the battle that was chosen"):
        go_on(it, ended(other, "party"))
    assert opened(it.path) == it


def test_of_a_word_with_a_plus_each_battle_has_a_map_of_its_own(tmp_path: Path, at_home: Path) -> None:
    it = first = set_out(ExpeditionRequest("heron + crow", BOOK), tmp_path)
    it, match = begun(it)
    later = go_on(it, ended(match, "party"))
    names = [file.split(f"-{BOOK}-")[0] for each in (first, later) for file in each.expedition.offered]
    assert [name.rpartition("-")[0] for name in names] == [
        f"heron-{leg}-crow-{leg}" for leg in ("1a", "1b", "2a", "2b")
    ]


@pytest.mark.parametrize(
    "data", [b"{", b'{"word": "heron"}', b"", b'{"word": "her\xffon"}', b"[" * 5000, b'{"word": "\xed\xa0\x80"}']
)
def test_a_file_that_is_none_is_told_of_and_the_others_are_listed(tmp_path: Path, data: bytes) -> None:
    whole = set_out(ExpeditionRequest("heron", BOOK), tmp_path)
    path = tmp_path / "spoilt" / FILE
    path.parent.mkdir()
    path.write_bytes(data)
    with pytest.raises(BadFile, match=rf"^{FILE}: .*; begin another expedition$"):
        opened(path)
    assert under_way(tmp_path) == [whole.path]


def test_it_reads_nothing_but_what_lies_beside_it_and_nothing_newer(tmp_path: Path) -> None:
    it = set_out(ExpeditionRequest("heron", BOOK), tmp_path)
    for changes, said in (({"chosen": "../else.toml"}, "no file beside it"), ({"format": 99}, "newer version")):
        write_expedition(it.path, replace(it.expedition, **changes))
        with pytest.raises(BadFile, match=said):
            read_expedition(it.path)


@pytest.mark.parametrize(
    "changes",
    [
        {"size": "vast"},
        {"difficulty": "grim"},
        {"chosen": "heron.toml"},
        {"offered": ("a.toml", "b.toml", "c.toml")},
        {"company": ()},
        {"legs": (Leg("a.toml", "A fight", "won", 3, "it is made so"),) * (LEGS + 1)},
    ],
)
def test_a_state_that_none_can_be_in_is_told_of_and_kept_when_one_begins_anew(
    tmp_path: Path, changes: Mapping[str, Any]
) -> None:
    it = set_out(ExpeditionRequest("heron", BOOK), tmp_path)
    write_expedition(it.path, replace(it.expedition, **changes))
    spoilt = it.path.read_bytes()
    with pytest.raises(BadFile, match="no state that an expedition can be in"):
        opened(it.path)
    assert under_way(tmp_path) == []
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
    pilot.click_button(it.scenario(it.expedition.offered[1]).title)
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
    pilot.click_button("Write a page of what happened")
    (written,) = output_folder("pages").glob("*.md")
    assert "won" in written.read_text()
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
    it = set_out(ExpeditionRequest("heron", BOOK))
    set_out(ExpeditionRequest("crow", BOOK))
    monkeypatch.setattr("game.window.screens.skirmish.fresh_word", lambda: "hero")
    app.preferences.rules = BOOK
    app.go(Skirmish())
    pilot = Pilot(app)
    pilot.step(2)
    pilot.click_button("Go on with “crow”")
    assert shown(app).it.expedition.word == "crow"
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
    assert "0 of 5 battles are fought" in app.top.text
    pilot.click_button("No")
    assert opened(it.path) == it
    pilot.click_button("Go on with “heron”")
    assert shown(app).it == it


def test_in_the_window_the_night_is_told_and_what_is_over_is_not_called_kept(app: App) -> None:
    it, match = begun(set_out(ExpeditionRequest("heron", BOOK)))
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
    write_expedition(it.path, replace(it.expedition, legs=it.expedition.legs * LEGS, offered=()))
    app.go(OnExpedition(opened(it.path)))
    pilot.step(2)
    assert "To the title" in pilot.buttons() and "To the title; it is kept" not in pilot.buttons()


@pytest.mark.parametrize("level", list(AIMS))
def test_a_page_says_what_its_difficulty_means(tmp_path: Path, level: str) -> None:
    it = set_out(ExpeditionRequest("heron", BOOK, difficulty=level), tmp_path)
    assert f"{level}: unhurt and whole the company wins {round(100 * PROMISED[level])} in 100" in page(it)


@pytest.mark.parametrize("chosen", [False, True])
def test_in_the_window_missing_files_are_told_of(app: App, chosen: bool) -> None:
    it = set_out(ExpeditionRequest("heron", BOOK))
    if chosen:
        it = choose(it, it.expedition.offered[0])
    app.go(OnExpedition(it))
    pilot = Pilot(app)
    pilot.step(2)
    way = "Fight:" if chosen else it.scenario(it.expedition.offered[0]).title
    it.path.rename(it.path.with_name("away.json"))
    for file in it.path.parent.glob("*.tmx"):
        file.unlink()
    pilot.click_button(way)
    assert isinstance(app.top, TroubleScreen)
    pilot.click_button("Back")
    assert shown(app).it == it
    app.go(Title())
    app.go(OnExpedition(it))
    assert isinstance(app.top, TroubleScreen), "and no screen without anything on it"


def test_the_end_of_one_is_told_in_the_window(app: App, tmp_path: Path) -> None:
    it, match = begun(set_out(ExpeditionRequest("falcon", BOOK), tmp_path))
    it = go_on(it, ended(match, "foe", {c.id: {"dead": True} for c in match.state.on("party")}))
    app.go(OnExpedition(it))
    pilot = Pilot(app)
    pilot.step(2)
    texts = [getattr(each, "text", "") for each in app.top.group.widgets]
    assert any("nobody can go on" in text for text in texts)


def test_in_the_terminal_it_is_chosen_left_and_gone_on_with(
    at_home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["expedition", "heron", "--rules", BOOK, "--page", str(tmp_path / "heron.md")]
    monkeypatch.setattr("sys.stdin", StringIO("7\n2\nquit\n"))
    assert commands.main(words) == 0
    told = capsys.readouterr().out
    assert "Where to?" in told and "Say a number from 1 to 2." in told
    assert f'Saved. Go on with: battlemat expedition "heron" --rules {BOOK}' in told
    assert "0 of 5 battles are fought" in (tmp_path / "heron.md").read_text()
    monkeypatch.setattr("sys.stdin", StringIO("quit\n"))
    assert commands.main(words) == 0
    assert "Where to?" not in capsys.readouterr().out, "the battle that was chosen goes on"
    monkeypatch.setattr("sys.stdin", StringIO("\n"))
    assert commands.main([*words, "--anew"]) == 0
    assert "It is kept" in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", StringIO("\n"))
    assert commands.main(["expedition", "--week", "--rules", BOOK]) == 0
    assert weekly_word(date.today()) in capsys.readouterr().out


def test_an_expedition_that_names_no_battle_is_refused(tmp_path: Path) -> None:
    begun = set_out(ExpeditionRequest("heron", "glog"), tmp_path)
    write_expedition(begun.path, replace(begun.expedition, legs=(), offered=(), chosen=""))
    with pytest.raises(BadFile, match="is no state that an expedition can be in"):
        opened(begun.path)
