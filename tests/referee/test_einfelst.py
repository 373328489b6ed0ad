"""Whole battles of einfelst, judged again."""

from __future__ import annotations

from functools import lru_cache
from random import Random

import pytest
from msgspec.structs import replace

from game import resources
from game.files.scenario import quick_setup
from game.rules import registry
from game.rules.events import Drawn, Ended, Event, Moved, Rolled, RoundBegan, TurnChanged
from rulesets.einfelst.play import events as told
from tests.laws.cases import shipped
from tests.referee.einfelst import EinfelstReferee
from tests.referee.judging import (
    FALSE_BATTLES,
    MAPS,
    Change,
    Fought,
    Occasions,
    battle,
    fight_out,
    ground,
    more,
    object_to_false,
    object_to_false_in,
    object_to_nothing,
    reckless,
    seeds,
)

# --- battles that have what few ready squads bring: heroes, and foes or heroes in ambush ---

COMPANIES = ("lamplighters", "parish")
"""Ready squads of heroes."""

FEARED = ("barrow", "ogre", "pale-guest", "drake", "fen")
"""Ready squads with somebody dreadful, venomous or fiery in them."""


LURKING = ("", "foe", "party")


@lru_cache(FALSE_BATTLES)
def heroes(seed: int) -> Fought:
    """Heroes against a squad by the seed; in every third battle these lie in ambush, in every third the heroes."""
    lots, book, name = Random(seed), registry.ruleset("einfelst"), MAPS[(seed + 3) % len(MAPS)]
    squads = book.parties()
    foes = squads[lots.choice(FEARED if seed % 4 else list(squads))]
    hidden = LURKING[seed % 3]
    setup = quick_setup(shipped(resources.maps() / f"{name}.tmx"), book)
    sides = []
    for side in setup.sides:
        squad = squads[COMPANIES[seed % 2]] if side.party else foes
        sides.append(replace(side, squad=tuple(replace(member, hidden=side.name == hidden) for member in squad)))
    setup = replace(setup, sides=tuple(sides))
    start = book.begin(setup, ground(name))
    return fight_out(setup, ground(name), start, seed, f"einfelst, heroes, {name}, seed {seed}")


# --- tests ---

OCCASIONS: Occasions = {
    RoundBegan: ("C-02",),
    Drawn: ("C-03",),
    TurnChanged: ("C-06", "C-19"),
    Moved: ("C-50", "C-54"),
    Rolled: ("C-52",),
    told.AttackDeclared: ("C-23",),
    told.Swapped: ("C-10",),
    told.Reacted: ("C-22",),
    told.Marked: ("C-83",),
}


@seeds
def test_a_second_reading_objects_to_nothing(seed: int) -> None:
    object_to_nothing(EinfelstReferee(battle("einfelst", seed)), OCCASIONS)


@seeds
def test_it_objects_to_nothing_where_heroes_fight_and_somebody_lies_in_ambush(seed: int) -> None:
    object_to_nothing(EinfelstReferee(heroes(seed)), OCCASIONS)


@seeds
def test_it_objects_to_nothing_that_is_done_by_lot(seed: int) -> None:
    object_to_nothing(EinfelstReferee(reckless("einfelst", seed)), OCCASIONS)


def other(name: object) -> str:
    """Somebody or something else."""
    return f"not {name}"


def one_more(number: int) -> int:
    return number + 1


def turned(face: tuple[int, ...]) -> tuple[int, ...]:
    """Dice with another number of sixes."""
    return (*face[:-1], 1 if face[-1] == 6 else 6)


@pytest.mark.parametrize(
    ("kind", "field", "change"),
    [
        (Rolled, "faces", turned),
        (Rolled, "dice", lambda dice: f"{int(dice.partition('d')[0] or 1) + 1}d6"),
        (RoundBegan, "number", one_more),
        (Moved, "start", lambda place: type(place)(place.number + 1)),
        (Ended, "winner", other),
        (told.Dealt, "card", lambda card: card % 10 + 1),
        (told.Dealt, "cast_off", one_more),
        (told.Swapped, "card", one_more),
        (told.Swapped, "theirs", one_more),
        (told.AttackDeclared, "mode", lambda mode: "shot" if mode == "melee" else "melee"),
        (told.AttackHit, "target", other),
        (told.AttackMissed, "target", other),
        (told.Reacted, "what", lambda what: "dodges" if what == "parries" else "parries"),
        (told.Reacted, "rule", other),
        (told.Pooled, "tally", more),
        (told.Pooled, "won", one_more),
        (told.Pooled, "what", other),
        (told.Matched, "won", one_more),
        (told.Matched, "taken", one_more),
        (told.Matched, "asked", more),
        (told.Matched, "rule", other),
        (told.Tested, "tally", more),
        (told.Tested, "won", one_more),
        (told.Tested, "needed", one_more),
        (told.Soaked, "dice", one_more),
        (told.Soaked, "amount", one_more),
        (told.Harmed, "amount", lambda amount: amount + 20),
        (told.Harmed, "left", one_more),
        (told.Harmed, "kind", lambda kind: "mental" if kind == "physical" else "physical"),
        (told.Harmed, "rule", other),
        (told.Fell, "how", lambda how: "terrified" if how == "broken" else "broken"),
        (told.Eased, "what", other),
    ],
)
def test_it_objects_to_what_is_told_falsely(kind: type[Event], field: str, change: Change) -> None:
    object_to_false(EinfelstReferee, "einfelst", kind, field, change)


@pytest.mark.parametrize(
    ("kind", "field", "change"),
    [
        (Moved, "end", lambda place: type(place)(place.number ^ 1)),
        (Moved, "how", lambda how: "push" if how == "walk" else "walk"),
        (Drawn, "card", lambda card: str(int(card) % 10 + 1)),
        (told.Afflicted, "what", other),
        (told.Cast, "what", other),
        (told.Dealt, "extra", lambda extra: "" if extra else "C-78"),
        (told.Marked, "slots", lambda slots: (slots[0] + 1, *slots[1:])),
        (told.Marked, "beyond", one_more),
        (told.Marked, "larger", lambda larger: not larger),
        (told.Swapped, "rule", lambda rule: "C-08" if rule == "C-10" else "C-10"),
    ],
)
def test_it_objects_to_what_is_told_falsely_of_heroes(kind: type[Event], field: str, change: Change) -> None:
    object_to_false_in((heroes(seed) for seed in range(FALSE_BATTLES)), EinfelstReferee, kind, field, change)
