"""What AIs do in their battles, counted: where play is foolish, long before it shows in who wins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from game.lab.posture import Posture, write_postures
from game.rules.weights import Temperament

DRY = 3
"""Rounds in a row without harm to anybody from which on it is too many."""


class Habits(msgspec.Struct):
    """What one AI did, in one battle or several. All are counts; those by name are of what the name says."""

    turns: int = 0
    deeds: dict[str, int] = {}
    """Answers to what a member does, by the option's verb."""
    attacking: int = 0
    """Turns with an attack; a blow at somebody who has fallen is none, here and below."""
    resolved: int = 0
    """Attacks that were resolved, in turns and out of them."""
    empty: int = 0
    """Turns in which nothing was done but to end them."""
    unasked: int = 0
    """Of the empty: those of members whom the side could have had act and did not, ending its turn or passing."""
    at_hand: int = 0
    """Of the empty: those in which an attack from where it stood was on the menu as the turn began."""
    a_step_off: int = 0
    """Of the other empty: those in which one was after a step to a neighbouring cell, or zone or border."""
    a_walk_off: int = 0
    """Of those left: those in which one was after some walk that was on the menu, or was itself one, as charges are."""
    walked: int = 0
    """Turns in which a member moved by its own doing."""
    back: int = 0
    """Of these: those that ended where they had begun, and in which nothing else was done."""
    could: int = 0
    """Turns in which an attack was on a menu, whether it was made or not."""
    instead: dict[str, int] = {}
    """Of these, turns without one: what was done first, by verb; walks and ends only where there was nothing else."""
    thrown: int = 0
    """Attacks whose weapon lay on the ground afterwards, and of which the thrower had no second."""
    forsaken: int = 0
    """Of these: those whose weapon the thrower did not attack with again."""
    asked: dict[str, int] = {}
    """Reactions that could be taken, by topic."""
    used: dict[str, int] = {}
    """Reactions that were taken."""
    members: dict[str, int] = {}
    """Those who began the battles, by kind of unit."""
    near: dict[str, int] = {}
    """Attacks hand to hand, by the attacker's kind."""
    far: dict[str, int] = {}
    """Attacks from afar."""
    first: dict[str, int] = {}
    """Who was the first of the side to fall."""
    postures: dict[Temperament, Posture] = {}
    """Where members stood as their turns ended, by temperament."""

    @property
    def shooters(self) -> tuple[str, ...]:
        """Kinds of unit that fight from afar: most of their attacks are made so."""
        return tuple(kind for kind, count in self.far.items() if count > self.near.get(kind, 0))


class BattleHabits(msgspec.Struct, frozen=True):
    """What was seen of one battle."""

    ais: tuple[Habits, Habits]
    dry: int
    """The most rounds in a row without harm to anybody."""
    stalled: int
    """The same after the first harm: the sides had met."""
    lull: int
    """The most rounds in a row after the first harm in which nobody even tried to do anything to another side."""


class Totals(msgspec.Struct, frozen=True):
    """What was seen of several battles."""

    ais: tuple[Habits, Habits]
    battles: int
    dry: int
    stalled: int
    lull: int
    dry_battles: int
    """Battles with more than ``DRY`` rounds in a row without harm."""
    stalled_battles: int
    """The same after the first harm."""
    lull_battles: int
    """Battles with more than ``DRY`` rounds in a row in which nobody tried anything after the first harm."""


def add_up(seen: Sequence[BattleHabits]) -> Totals:
    """Everything that was seen together."""
    ais = (Habits(), Habits())
    for one in seen:
        for total, habits in zip(ais, one.ais, strict=True):
            _add(total, habits)
    dry, stalled, lull = [one.dry for one in seen], [one.stalled for one in seen], [one.lull for one in seen]
    return Totals(
        ais,
        len(seen),
        dry=max(dry, default=0),
        stalled=max(stalled, default=0),
        lull=max(lull, default=0),
        dry_battles=sum(count > DRY for count in dry),
        stalled_battles=sum(count > DRY for count in stalled),
        lull_battles=sum(count > DRY for count in lull),
    )


def _add(total: Habits, more: Habits) -> None:
    for name in Habits.__struct_fields__:
        mine, its = getattr(total, name), getattr(more, name)
        if isinstance(mine, int):
            setattr(total, name, mine + its)
            continue
        for key, count in its.items():
            if isinstance(count, Posture):
                mine.setdefault(key, Posture()).add(count)
            else:
                tick(mine, key, count)


def tick(counts: dict[str, int], key: str, by: int = 1) -> None:
    """Count one more of something, or several."""
    counts[key] = counts.get(key, 0) + by


def write_habits(names: Sequence[str], totals: Totals) -> Iterator[str]:
    """What was seen as lines to read, a column for each AI."""
    yield f"  {'habits':<44}" + "".join(f"{name:>18}" for name in names)
    rows: list[tuple[str, str, str]] = [("turns of members", "turns", "")]
    rows += [
        ("with an attack", "attacking", "turns"),
        ("with an attack on the menu", "could", "turns"),
        ("empty", "empty", "turns"),
        ("empty, never asked", "unasked", "turns"),
        ("empty, an attack at hand", "at_hand", "turns"),
        ("empty, an attack a step off", "a_step_off", "turns"),
        ("empty, an attack a walk off", "a_walk_off", "turns"),
        ("with a walk", "walked", "turns"),
        ("walks back to where they began", "back", "walked"),
        ("attacks resolved", "resolved", ""),
        ("weapons thrown", "thrown", ""),
        ("thrown and not used again", "forsaken", "thrown"),
    ]
    for words, name, of in rows:
        yield _row(words, [_of(getattr(a, name), getattr(a, of) if of else 0) for a in totals.ais])
    ais = totals.ais
    yield from _table("done", [a.deeds for a in ais], [sum(a.deeds.values()) for a in ais])
    yield from _table("done instead of an attack on the menu", [a.instead for a in ais], [a.could for a in ais])
    for topic in dict.fromkeys(topic for a in ais for topic in a.asked):
        cells = [f"{a.used.get(topic, 0)} of {a.asked.get(topic, 0)}" for a in ais]
        yield _row(f"reaction taken: {topic or 'any'}", cells)
    yield from _table("first of its side to fall", [a.first for a in ais], [sum(a.first.values()) for a in ais])
    for words, counts in (
        ("first to fall fights from afar", [a.first for a in ais]),
        ("share of those in the squads", [a.members for a in ais]),
    ):
        shooting = [sum(each.get(kind, 0) for kind in a.shooters) for a, each in zip(ais, counts, strict=True)]
        yield _row(words, [_of(n, sum(each.values())) for n, each in zip(shooting, counts, strict=True)])
    yield "    where turns ended, by temperament"
    for words, shown in write_postures([a.postures for a in ais]):
        yield _row(f"  {words}", shown)
    yield (
        f"  most rounds in a row without harm: {totals.dry}, after the first harm {totals.stalled};"
        f" without anybody trying, {totals.lull}"
    )
    yield (
        f"  battles with more than {DRY} in a row: {totals.dry_battles} of {totals.battles},"
        f" after the first harm {totals.stalled_battles}; without anybody trying, {totals.lull_battles}"
    )


def _row(words: str, cells: Sequence[str]) -> str:
    return f"    {words:<42}" + "".join(f"{cell:>18}" for cell in cells)


def _table(title: str, counts: Sequence[Mapping[str, int]], wholes: Sequence[int]) -> Iterator[str]:
    """Counts by name, the most frequent first, each with its share of the whole."""
    names = dict.fromkeys(name for each in counts for name in each)
    if names:
        yield f"    {title}"
    for name in sorted(names, key=lambda name: (-sum(each.get(name, 0) for each in counts), name)):
        yield _row(f"  {name}", [_of(each.get(name, 0), whole) for each, whole in zip(counts, wholes, strict=True)])


def _of(count: int, whole: int) -> str:
    return f"{count} {count / whole:6.1%}" if whole else f"{count}       "
