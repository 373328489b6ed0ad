"""What each side sees of a fighter in hiding."""

from __future__ import annotations

from battlemat_duel import RULESET as DUEL
from battlemat_duel.events import Hurt
from game.rules.events import Appeared, Changed, Event, Id, Left, Moved, Said, Vanished
from game.rules.setup import Recruit, Setup, SideSetup
from game.rules.table import AnyBoard
from game.rules.visibility import SideVisibility
from game.spatial.field import Field
from game.spatial.space import Space
from tests.rules.battles import DuelMatch, begin

ADA, ORC, IMP = Id("Ada"), Id("Orc"), Id("Imp")


def ambush() -> Setup:
    """An imp lies in ambush beside Ada's way; the orc is in the open."""
    return Setup(
        "duel",
        Field(8, 3),
        (
            SideSetup("red", (Recruit("knight", "Ada", (0, 1)),), party=True),
            SideSetup("blue", (Recruit("thief", "Orc", (7, 1)), Recruit("thief", "Imp", (3, 2), hidden=True))),
        ),
    )


def witnessed(setup: Setup, events: list[Event], side: str) -> list[tuple[AnyBoard, Event]]:
    """The events that a side witnesses, each with the battle before it as the side knows it."""
    witness = SideVisibility(DUEL, setup, Space(setup.field), DUEL.begin(setup), side)
    return [pair for event in events for pair in witness.see(event)]


def seen(match: DuelMatch, side: str) -> list[Event]:
    return [event for _, event in witnessed(match.setup, match.events, side)]


def test_an_ambush_is_seen_when_it_breaks_and_not_before() -> None:
    match = begin(ambush())
    for answer in ("move 3,1", "yes", (14,), "pass", (2, 2)):
        match.answer(answer)
    red = seen(match, "red")
    assert red[1:4] == [Moved(ADA, (0, 1), (1, 1)), Moved(ADA, (1, 1), (2, 1)), Appeared(IMP, (3, 2))]
    assert red[4] == Changed(IMP, {"hidden": False})
    assert not any(isinstance(event, Appeared) for event in seen(match, "blue"))


def test_what_a_hidden_fighter_does_is_not_told() -> None:
    setup = ambush()
    events: list[Event] = [
        Moved(IMP, (3, 2), (4, 2)),
        Hurt(IMP, 1),
        Said("Somebody hurts Imp"),
        Said("Imps are small"),
        Said("Half-Imp walks by"),
        Hurt(ORC, 1),
        Left(IMP, "fled"),
    ]
    told = [event for _, event in witnessed(setup, events, "red")]
    assert told == [Said("Imps are small"), Said("Half-Imp walks by"), Hurt(ORC, 1)]
    own = [event for _, event in witnessed(setup, events, "blue")]
    assert own == events


def test_boards_hold_only_the_known() -> None:
    setup = ambush()
    events: list[Event] = [Hurt(ORC, 1), Left(IMP, "fled"), Hurt(ADA, 1), Left(ORC, "down"), Hurt(ADA, 1)]
    told = witnessed(setup, events, "red")
    assert [event for _, event in told] == [Hurt(ORC, 1), Hurt(ADA, 1), Left(ORC, "down"), Hurt(ADA, 1)]
    for board, _ in told:
        assert IMP not in board.state.combatants and IMP not in board.state.gone
    assert ORC in told[-1][0].state.gone


def test_who_hides_vanishes_and_where_it_comes_from_is_not_told() -> None:
    setup = ambush()
    witness = SideVisibility(DUEL, setup, Space(setup.field), DUEL.begin(setup), "red")
    hides = [event for _, event in witness.see(Changed(ORC, {"hidden": True}))]
    assert hides == [Changed(ORC, {"hidden": True}), Vanished(ORC)]
    assert witness.see(Moved(ORC, (7, 1), (6, 1))) == []
    shows = [event for _, event in witness.see(Changed(ORC, {"hidden": False}))]
    assert shows == [Appeared(ORC, (6, 1)), Changed(ORC, {"hidden": False})]
    assert witness.known == {ADA, ORC}


def test_a_move_into_knowledge_tells_only_where_it_ends() -> None:
    class Near(type(DUEL)):  # type: ignore[misc]
        """Knows who is west of column 5."""

        def seen_by(self, board: object, side: str) -> list[Id]:
            return [c.id for c in board.state.combatants.values() if c.at[0] < 5]  # type: ignore[attr-defined]

    setup = ambush()
    witness = SideVisibility(Near(), setup, Space(setup.field), DUEL.begin(setup), "red")
    assert [e for _, e in witness.see(Moved(ORC, (7, 1), (4, 1)))] == [Appeared(ORC, (4, 1))]
    assert [e for _, e in witness.see(Moved(ORC, (4, 1), (3, 1)))] == [Moved(ORC, (4, 1), (3, 1))]
    assert [e for _, e in witness.see(Moved(ORC, (3, 1), (6, 1)))] == [Vanished(ORC)]
