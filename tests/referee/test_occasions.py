"""What referees must judge comes up, and is missed where it is not judged."""

from __future__ import annotations

import pytest

from tests.referee import test_einfelst, test_glog, test_ingenuity, test_murdham, test_sovereign
from tests.referee.einfelst import EinfelstReferee
from tests.referee.glog import GlogReferee
from tests.referee.ingenuity import IngenuityReferee
from tests.referee.judging import FALSE_BATTLES, Occasions, Referee, battle, unjudged
from tests.referee.murdham import MurdhamReferee
from tests.referee.sovereign import SovereignReferee

BOOKS: dict[str, tuple[type[Referee], Occasions]] = {
    "sovereign": (SovereignReferee, test_sovereign.OCCASIONS),
    "murdham": (MurdhamReferee, test_murdham.OCCASIONS),
    "glog": (GlogReferee, test_glog.OCCASIONS),
    "einfelst": (EinfelstReferee, test_einfelst.OCCASIONS),
    "ingenuity": (IngenuityReferee, test_ingenuity.OCCASIONS),
}


@pytest.mark.parametrize("book", BOOKS)
def test_every_occasion_comes_up_between_some_battles(book: str) -> None:
    """So that nothing is demanded in vain; a single short battle may lack any of it."""
    due = set(BOOKS[book][1])
    for seed in range(FALSE_BATTLES):
        due -= {type(event) for event in battle(book, seed).events}
        if not due:
            return
    assert not due


@pytest.mark.parametrize("book", BOOKS)
def test_a_check_that_is_left_out_is_missed(book: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of what each kind of event brings up, in turn, of a referee that judges all the rest."""
    kind, occasions = BOOKS[book]
    fought = battle(book, 1)
    kinds = {type(event) for event in fought.events}
    counted = Referee.noted
    for left_out in sorted({rules[-1] for event, rules in occasions.items() if event in kinds}):

        def noted(self: Referee, rule: str, but: str = left_out) -> None:
            if rule != but:
                counted(self, rule)

        monkeypatch.setattr(Referee, "noted", noted)
        referee = kind(fought)
        referee.judge()
        assert unjudged(referee, occasions) == {left_out}
