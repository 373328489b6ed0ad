"""Whole battles of ingenuity, judged again."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from game.rules.events import Changed, Drawn, EdgeChanged, Ended, Event, Moved, RoundBegan, TurnChanged
from rulesets.ingenuity.play import events as told
from tests.referee.ingenuity import IngenuityReferee
from tests.referee.judging import (
    FALSE_BATTLES,
    Change,
    Fought,
    Occasions,
    battle,
    more,
    object_to_false,
    object_to_nothing,
    reckless,
    seeds,
)

OCCASIONS: Occasions = {
    TurnChanged: ("B-02",),
    told.Ordered: ("B-04", "B-05"),
    RoundBegan: ("B-07", "B-22", "B-48"),
    told.TurnBegan: ("B-08", "B-09", "B-12", "B-16", "B-30"),
    told.Did: ("B-72",),
    Moved: ("B-45",),
    told.AttackRolled: ("B-17", "B-46", "B-49", "B-53", "B-57"),
    told.DamageSummed: ("B-47", "B-68"),
}

ALL_IN_ALL = {
    *("B-11", "B-13", "B-18", "B-19", "B-20", "B-21", "B-23", "B-24", "B-25", "B-27", "B-28", "B-29", "B-31", "B-32"),
    *("B-33", "B-34", "B-35", "B-36", "B-38", "B-43", "B-51", "B-54", "B-58", "B-59", "B-62", "B-63", "B-64", "B-66"),
    *("B-67", "B-71", "B-73", "B-74"),
}
"""Rules that the battles of a plain run judge between them."""


@seeds
def test_a_second_reading_objects_to_nothing(seed: int) -> None:
    object_to_nothing(IngenuityReferee(battle("ingenuity", seed)), OCCASIONS)


@seeds
def test_a_second_reading_objects_to_nothing_in_what_is_done_by_lot(seed: int) -> None:
    object_to_nothing(IngenuityReferee(reckless("ingenuity", seed)), OCCASIONS)


def test_the_battles_between_them_have_nearly_every_rule() -> None:
    found: set[str] = set()
    for seed in range(FALSE_BATTLES):
        referee = IngenuityReferee(battle("ingenuity", seed))
        referee.judge()
        found |= set(referee.judged)
        if found >= ALL_IN_ALL:
            return
    assert found >= ALL_IN_ALL, ALL_IN_ALL - found


def other(face: int) -> int:
    """Another face of a die."""
    return face % 4 + 1


def opposite(truth: bool) -> bool:
    """What is not so."""
    return not truth


def one_more(number: int) -> int:
    """A number that is too high by one."""
    return number + 1


@pytest.mark.parametrize(
    ("kind", "field", "change"),
    [
        (Drawn, "card", lambda card: f"not {card}"),
        (told.Ordered, "order", lambda order: order[::-1]),
        (told.Ordered, "surprise", lambda surprise: ("foe",) if surprise != ("foe",) else ()),
        (RoundBegan, "number", one_more),
        (Ended, "winner", lambda winner: f"not {winner}"),
        (told.AttackDeclared, "harm", lambda harm: "void" if harm != "void" else "cold"),
        (told.AttackDeclared, "how", lambda how: "attack" if how != "attack" else "sneak attack"),
        (told.Rerolled, "sides", one_more),
        (told.Rerolled, "was", one_more),
        (told.Rerolled, "now", one_more),
        (told.Rerolled, "kept", one_more),
        (told.Rerolled, "better", opposite),
        (told.Strayed, "aimed", lambda who: f"not {who}"),
        (told.AttackRolled, "faces", lambda faces: (other(faces[0]), faces[1])),
        (told.AttackRolled, "luck", other),
        (told.AttackRolled, "tally", more),
        (told.AttackRolled, "against", more),
        (told.AttackRolled, "critical", opposite),
        (told.AttackHit, "target", lambda target: f"not {target}"),
        (told.AttackMissed, "target", lambda target: f"not {target}"),
        (told.AttackMissed, "why", lambda why: "dodged" if why != "dodged" else ""),
        (told.DamageSummed, "damage", more),
        (told.DamageSummed, "off", more),
        (told.DamageSummed, "dealt", one_more),
        (told.Afflicted, "damage", more),
        (told.Afflicted, "off", more),
        (told.Afflicted, "dealt", one_more),
        (told.Afflicted, "harm", lambda harm: "void" if harm != "void" else "piercing"),
        (told.Harmed, "amount", one_more),
        (told.Harmed, "left", one_more),
        (told.Harmed, "track", lambda track: "health" if track == "endurance" else "endurance"),
        (told.Healed, "amount", one_more),
        (told.Healed, "left", one_more),
        (told.LuckTested, "face", other),
        (told.LuckTested, "needed", one_more),
        (told.LuckTested, "passed", opposite),
        (told.Fell, "how", lambda how: "dead" if how != "dead" else "faint"),
        (told.Struck, "effect", lambda effect: f"{effect} 7"),
        (told.Worn, "item", lambda item: f"not {item}"),
        (told.Worn, "lost", one_more),
        (told.Worn, "left", one_more),
        (told.Worn, "through", one_more),
        (told.Checked, "faces", one_more),
        (told.Checked, "tally", more),
        (told.Checked, "needed", one_more),
        (told.Checked, "passed", opposite),
        (told.Checked, "what", lambda what: f"not {what}"),
        (told.Reacted, "what", lambda what: f"not {what}"),
        (Moved, "start", lambda at: (at[0] + 1, at[1])),
        (Moved, "end", lambda at: (at[0] + 1, at[1])),
    ],
)
def test_it_objects_to_what_is_told_falsely(kind: type[Event], field: str, change: Change) -> None:
    object_to_false(IngenuityReferee, "ingenuity", kind, field, change)


Told = Callable[[Any], bool]
"""Which events are meant."""


def judged_with(seed: int, which: Told, instead: Callable[[Any], list[Event]]) -> list[str]:
    """Objections to a battle of which one event in the midst is told otherwise; none if there is no such event."""
    fought = battle("ingenuity", seed)
    places = [place for place, event in enumerate(fought.events) if which(event)]
    if not places:
        return []
    place = places[len(places) // 2]
    false = instead(fought.events[place])
    events = (*fought.events[:place], *false, *fought.events[place + 1 :])
    judge = IngenuityReferee(Fought(fought.setup, fought.ground, fought.start, events, fought.name))
    judge.judge(first=True)
    assert judge.objections, f"{fought.name}: nobody objects to {false} for {fought.events[place]}"
    return judge.objections


def is_a(*kinds: type[Event]) -> Told:
    """Events of some kinds."""
    return lambda event: isinstance(event, kinds)


def spends(event: Event) -> bool:
    """Whether actions are spent."""
    return isinstance(event, TurnChanged) and "actions" in event.changes and "active" not in event.changes


def costly(event: Event) -> bool:
    """Whether something is done that costs actions."""
    words = ("goes ", "sprints ", "commands", "gets up", "is on guard", "holds something back", "bends over", "waits")
    return isinstance(event, told.Did) and event.what.startswith(words)


LEFT_OUT = [
    is_a(told.TurnBegan),
    is_a(told.AttackDeclared),
    is_a(told.AttackRolled),
    is_a(told.Rerolled),
    is_a(told.AttackHit),
    is_a(told.AttackMissed),
    is_a(told.Harmed),
    is_a(told.LuckTested),
    is_a(told.Fell),
    is_a(told.Struck),
    is_a(told.Worn),
    is_a(told.Reacted),
    is_a(EdgeChanged),
    spends,
    costly,
]


@pytest.mark.parametrize("which", LEFT_OUT, ids=range(len(LEFT_OUT)))
def test_it_objects_to_what_is_left_out(which: Told) -> None:
    assert any(judged_with(seed, which, lambda event: []) for seed in range(FALSE_BATTLES))


TWICE = [
    *(is_a(kind) for kind in (told.TurnBegan, told.AttackRolled, told.AttackHit, told.DamageSummed, told.Harmed)),
    *(is_a(kind) for kind in (told.LuckTested, told.Fell, told.Struck, told.Worn, told.Reacted, told.Checked)),
    costly,
]


@pytest.mark.parametrize("which", TWICE, ids=range(len(TWICE)))
def test_it_objects_to_what_is_told_twice(which: Told) -> None:
    assert any(judged_with(seed, which, lambda event: [event, event]) for seed in range(FALSE_BATTLES))


def farther(event: told.Did) -> list[Event]:
    """A metre more than there is to a way."""
    return [replace(event, what=re.sub(r"\d+ m", lambda found: f"{int(found[0][:-2]) + 1} m", event.what))]


def less(field: str) -> Callable[[Changed], list[Event]]:
    """One less of something than is left."""
    return lambda event: [replace(event, changes={**event.changes, field: event.changes[field] - 1})]


@pytest.mark.parametrize("field", ["st", "fc", "end", "hp", "reactions"])
def test_it_objects_to_what_is_taken_and_not_told(field: str) -> None:
    def changes(event: Event) -> bool:
        return isinstance(event, Changed) and field in event.changes

    assert any(judged_with(seed, changes, less(field)) for seed in range(FALSE_BATTLES))


def test_it_objects_to_a_way_that_is_told_longer() -> None:
    def goes(event: Event) -> bool:
        return isinstance(event, told.Did) and " m to " in event.what

    assert any(judged_with(seed, goes, farther) for seed in range(FALSE_BATTLES))
