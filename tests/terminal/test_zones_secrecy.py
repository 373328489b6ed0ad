"""What a seat may not know leaves no trace on zones either: where bodies stand, what zones hold, who is heard."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from game.play.dice import SeededDice
from game.play.seating import HUMAN, Player
from game.play.session import Session
from game.rules.events import Id, Rolled
from game.rules.match import AnyMatch, Match
from game.rules.questions import Seat
from game.rules.registry import ruleset
from game.rules.setup import Recruit, Setup, SideSetup
from game.spatial.field import Field, Zone
from game.spatial.places import InZone, OnBorder
from game.terminal.terminal import Terminal
from game.terminal.text import TextGame
from tests.window.test_secrecy import Puppet, Twins, answer, faces, in_hiding
from tests.window.test_secrecy import field as plan
from tests.window.test_secrecy import twins as twins  # a fixture

PARTY = (Recruit("rosamund", "", (2, 4)), Recruit("wilmot", "", (1, 2)))
FOES = (Recruit("bandit", "", (12, 3)), Recruit("slinger", "", (14, 4)))
LURKER = Recruit("footpad", "", (9, 1), hidden=True)

ELSEWHERE = {
    "another unit": Recruit("bandit-bully", "", (9, 1), hidden=True),
    "another zone": Recruit("footpad", "", (14, 8), hidden=True),
    "beside others": Recruit("footpad", "", (13, 2), hidden=True),
}

BY_DAY = "another unit"
"""The one that every run plays; the others are played at night."""


def field() -> Field:
    """The plan of the other test, cut into four."""

    def zone(name: str, columns: range, rows: range) -> Zone:
        return Zone(name.casefold(), name, tuple((x, y) for y in rows for x in columns))

    four = (
        zone("West", range(6), range(10)),
        zone("Middle", range(6, 11), range(10)),
        zone("East", range(11, 16), range(6)),
        zone("Room", range(12, 16), range(7, 10)),
    )
    return replace(plan(), zones=four)


def battle(*foes: Recruit) -> Setup:
    """Two of the party against these."""
    return Setup(
        "murdham",
        field(),
        (SideSetup("party", PARTY, "The party", party=True), SideSetup("foe", foes, "Foes")),
    )


@pytest.mark.parametrize(
    "name", [name if name == BY_DAY else pytest.param(name, marks=pytest.mark.nightly) for name in ELSEWHERE]
)
def test_one_in_ambush_leaves_no_trace_on_zones(twins: Callable[..., Twins], name: str) -> None:
    """A round: zones, borders and verbs are looked at, somebody walks, the foes' turns pass frame by frame."""
    pair = twins(battle(*FOES, LURKER), battle(*FOES, ELSEWHERE[name]))
    pair.compare("opening")
    looked = False
    for _ in range(60):
        question = pair.until_asked()
        if question is None or pair.pilots[0].battle.scene.round > 1:
            break
        if question.kind == "act" and not looked:
            pair.look_at_everything([(9, 1), (13, 2), (14, 8), (5, 4), (11, 2), (2, 4)])
            looked = True
        members = [option.key for option in question.options if option.target == option.key]
        answer(pair, question, *members, "full 0,1", "done", "pass")
    assert looked
    assert len(in_hiding(pair.pilots[0])) == len(in_hiding(pair.pilots[1])) == 1


def test_a_sneaker_nobody_notices_leaves_no_trace_on_zones(twins: Callable[..., Twins]) -> None:
    """In one battle the footpad steals up to two who have omens and fail to notice it; in the other it stays away.

    Its dice fall after the party's first answer, which can be taken back in both.
    """
    setup = replace(battle(*FOES, LURKER), options={"initiative": "party"})
    pair = twins(setup, setup, orders={"footpad-1": ["done", "sneak 1,0"]}, others={})
    undone = []
    for _ in range(60):
        question = pair.until_asked()
        if question is None or pair.pilots[0].battle.scene.round > 2:
            break
        undone.append(pair.pilots[0].battle.driver.undo_boundary())
        answer(pair, question, "pass", "done")
    assert undone.count("") > 1
    matches = [pilot.battle.session.match for pilot in pair.pilots]
    assert [match.state.combatants[Id("footpad-1")].at for match in matches] == [OnBorder(0), InZone(1)]
    assert in_hiding(pair.pilots[0]) == ["footpad-1"]
    rolled = [[event.why for event in match.events if isinstance(event, Rolled)] for match in matches]
    assert rolled[0].count("noticing somebody") == 1 and "noticing somebody" not in rolled[1]


@pytest.mark.parametrize("dice", ["seeded", "typed"])
def test_a_sneaker_nobody_notices_leaves_no_trace_in_a_terminal(dice: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor is anybody told to throw real dice for it, or that it is dice that keep an answer from being taken back."""
    setup = replace(battle(*FOES, LURKER), options={"initiative": "party"})
    monkeypatch.setattr(SeededDice, "answer", faces)

    def played(*orders: str) -> tuple[str, AnyMatch]:
        monkeypatch.setattr("game.play.session.opponent", lambda level, seat: Puppet({"footpad-1": list(orders)}))
        match: AnyMatch = Match.begin(ruleset("murdham"), setup)
        players = {Seat("party"): HUMAN, Seat("foe"): Player("ai", "instinct")}
        Path("auto.save").unlink(missing_ok=True)
        session = Session(match, players, 5, dice, Path("auto.save"))
        out = io.StringIO()
        typed = io.StringIO("".join(f"{line}\n" for line in ("first party", "pass", "undo", "pass", "pass", "log")))
        TextGame(session, Terminal(typed, out)).run()
        return out.getvalue(), match

    (near, one), (away, other) = played("done", "sneak 1,0", "sneak 1,0"), played()
    assert near == away and near.count("Others have had their turns since.") == 1
    assert [match.state.combatants[Id("footpad-1")].at for match in (one, other)] == [OnBorder(0), InZone(1)]
