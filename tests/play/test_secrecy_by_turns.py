"""Where teams name one of theirs by turns nothing tells that one of them is in hiding: no pause, no line, no frame."""

from __future__ import annotations

from collections.abc import Callable

from game.rules.setup import Recruit, Setup, SideSetup
from tests.window.test_secrecy import Twins, answer, field, in_hiding
from tests.window.test_secrecy import twins as twins  # a fixture

PARTY = (Recruit("hartwin", "", (2, 4)), Recruit("yrsa", "", (1, 2)))
GUARD = Recruit("guard", "", (12, 3))
LURKER = Recruit("goblin", "", (15, 9), hidden=True)


def battle(*foes: Recruit) -> Setup:
    """Foes who begin, and surprise nobody."""
    sides = (SideSetup("party", PARTY, "The party", party=True), SideSetup("foe", foes, "Foes"))
    return Setup("ingenuity", field(), sides, options={"opening": "foes", "surprise": "none"})


def test_the_last_who_can_be_named_is_named_like_others(twins: Callable[..., Twins]) -> None:
    """The first frame, before the foes have named anybody, and a round in which the one in hiding acts last."""
    known_first = {"None": ["guard-1"] * 2}
    pair = twins(battle(GUARD, LURKER), battle(GUARD), orders=known_first)
    pair.compare("opening")
    while pair.pilots[0].battle.scene.round < 2:
        question = pair.until_asked()
        assert question is not None
        answer(pair, question, "go 3,4", "go 1,3")
    assert [len(in_hiding(pilot)) for pilot in pair.pilots] == [1, 0]
