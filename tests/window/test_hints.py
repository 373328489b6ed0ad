"""Hints come one by one, each where it fits, what decides a battle soon."""

from __future__ import annotations

from game.play.preferences import Preferences
from game.rules.events import Id
from game.rules.option_details import OrderPlace
from game.rules.questions import Choose, Menu, Option, Seat
from game.window.battle.lesson_panel import HINTS, next_hint, seen
from tests.rules.battles import begin, duel
from tests.rulesets.einfelst.kit import Fight as ZoneFight
from tests.rulesets.glog.kit import Fight
from tests.window.staged import stage_of


def test_who_has_learnt_to_walk_is_told_at_once_that_waiting_is_struck_first() -> None:
    stage, preferences = stage_of(Fight({"hero": (2, 2)}, {"thug": (8, 2)}).match), Preferences()
    assert stage.choosing is not None
    told = []
    while name := next_hint(preferences, stage.choosing):
        told.append(name)
        seen(preferences, name)
    assert told[:2] == ["move", "first blows"]
    assert set(told) <= set(HINTS) and len(set(told)) == len(told)
    preferences.hints, preferences.hints_seen = False, ()
    assert not next_hint(preferences, stage.choosing)


def test_nobody_who_can_go_nowhere_is_told_how_to_go() -> None:
    for held in (False, True):
        fight = ZoneFight({"aldith": "a"}, {"bruiser": "a"}).sheet_of("aldith", held=held, holder="bruiser" * held)
        stage = stage_of(fight.match)
        assert stage.choosing is not None
        assert (next_hint(Preferences(), stage.choosing) == "whole zones") is not held


def test_who_may_exchange_places_in_the_order_is_told_how_and_not_of_standing_orders() -> None:
    stage = stage_of(begin(duel()))
    assert stage.choosing is not None
    swap = Option("swap", 1, "Swap", exchanges=(OrderPlace(Id("one"), "2"), OrderPlace(Id("two"), "6")))
    for option, told in ((swap, "exchange"), (Option("no", 0, "Let it be"), "react")):
        stage.choosing.question = Choose(Seat("heroes"), "Swap?", Menu((option,)), "react")
        assert next_hint(Preferences(), stage.choosing) == told
