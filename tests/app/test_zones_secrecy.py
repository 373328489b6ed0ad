"""What a seat may not know leaves no trace on zones either: where bodies stand, what zones hold, who is heard."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from game.rules.setup import Recruit, Setup, SideSetup
from game.spatial.field import Field, Zone
from tests.app.test_secrecy import Twins, answer, in_hiding
from tests.app.test_secrecy import field as plan
from tests.app.test_secrecy import twins as twins  # a fixture

PARTY = (Recruit("rosamund", "", (2, 4)), Recruit("wilmot", "", (1, 2)))
FOES = (Recruit("bandit", "", (12, 3)), Recruit("slinger", "", (14, 4)))
LURKER = Recruit("footpad", "", (9, 1), hidden=True)

ELSEWHERE = {
    "another unit": Recruit("bandit-bully", "", (9, 1), hidden=True),
    "another zone": Recruit("footpad", "", (14, 8), hidden=True),
    "beside others": Recruit("footpad", "", (13, 2), hidden=True),
}


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


@pytest.mark.parametrize("name", ELSEWHERE)
def test_one_in_ambush_leaves_no_trace_on_zones(twins: Callable[..., Twins], name: str) -> None:
    """A round: zones, borders and verbs are looked at, somebody walks, the foes' turns pass frame by frame."""
    pair = twins(battle(*FOES, LURKER), battle(*FOES, ELSEWHERE[name]))
    pair.compare("opening")
    looked = False
    for _ in range(60):
        question = pair.until_asked()
        if question is None or pair.pilots[0].battle.head.scene.round > 1:
            break
        if question.kind == "act" and not looked:
            pair.look_at_everything([(9, 1), (13, 2), (14, 8), (5, 4), (11, 2), (2, 4)])
            looked = True
        members = [option.key for option in question.options if option.target == option.key]
        answer(pair, question, *members, "full 0,1", "done", "pass")
    assert looked
    assert len(in_hiding(pair.pilots[0])) == len(in_hiding(pair.pilots[1])) == 1
