"""Rows of a list that stand for several options."""

from __future__ import annotations

from game.rules.events import Id
from game.rules.questions import Option
from game.spatial.places import InZone
from game.window.battle.folding import fold, members


def test_what_leads_to_one_of_several_places_is_one_row_that_asks_for_the_place() -> None:
    def named(option: Option[int]) -> str:
        return option.verb.capitalize()

    orc = Id("orc")
    strikes = [Option(f"strike orc {n}", n, f"Strike {n}", orc) for n in range(2)]
    lures = [Option(f"lure orc {x}", x, f"Lure into {x}", orc, InZone(x)) for x in range(4)]
    rows = fold([*strikes, *lures], named)
    assert [row.label for row in rows] == ["Strike 0", "Strike 1", "Lure: choose where"]
    assert members(rows[2]) == tuple(lures) and members(rows[0]) == (strikes[0],)
    assert fold(lures, named) == lures, "one row alone asks nothing"
    held = [Option(f"hold orc {n}", n, f"Hold back {n}", orc) for n in range(3)]
    many = [*strikes, *held, *(Option(f"trip{n} orc", n, f"Trip {n}", orc) for n in range(4))]
    assert [row.label for row in fold(many, named)][:3] == ["Strike 0", "Strike 1", "Hold: choose how"]
    assert fold([*strikes, *held], named) == [*strikes, *held], "few rows stay as they are"


def test_what_leads_to_one_place_in_several_ways_asks_how() -> None:
    """Such as a charge with each of several weapons, which all end beside the foe."""

    def named(option: Option[int]) -> str:
        return option.verb.capitalize()

    orc = Id("orc")
    throw = Option("throw orc", 0, "Throw", orc)
    charges = [Option(f"charge orc {n}", n, f"Charge with {n}", orc, (4, 1)) for n in range(3)]
    assert [row.label for row in fold([throw, *charges], named)] == ["Throw", "Charge: choose how"]
    both = [Option(f"charge orc {x} {n}", n, f"Charge with {n}", orc, (x, 1)) for x in range(2) for n in range(2)]
    assert [row.label for row in fold([throw, *both], named)][1] == "Charge: choose how", "with what, and where"
