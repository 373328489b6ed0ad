"""What stands about on a map from the start."""

from __future__ import annotations

from game.rules.setup import laid_out
from game.rules.state import Thing
from game.spatial.field import Feature, Field


def test_things_of_a_map_lie_at_the_first_cell_of_their_feature() -> None:
    bench = Feature("f1", "thing", ((3, 1), (4, 1)), "A bench", thing="bench")
    field = Field(6, 3, features=(bench, Feature("f2", "fire", ((0, 0),)), Feature("f3", "thing", (), thing="stool")))
    assert laid_out(field) == {"f1": Thing("f1", "bench", (3, 1))}
