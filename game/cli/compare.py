"""The compare command: the same attack, and the same battles, under one set of rules after the other."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from fractions import Fraction

import msgspec

from game.cli.text_table import text_table
from game.lab.comparison import (
    AttackUnderRules,
    BattlesUnderRules,
    NoAttack,
    compare_attack,
    compare_battles,
    setups_of,
    tell_attack,
)
from game.play.crash import DONE, STOPPED
from game.play.output import say
from game.play.speech import percent, percent_within


def run_compare(wanted: argparse.Namespace) -> int:
    """Print both; gives the exit code. Raises BadFile, BadSetup, NoAttack, UnknownRuleset."""
    if (wanted.stands is None) != (wanted.to is None):
        raise NoAttack("--from and --to go together: the cells of both.")
    cells = (wanted.stands, wanted.to) if wanted.to is not None else None
    setups = setups_of(wanted.battle, wanted.rules or ())
    attacks = compare_attack(setups, wanted.attacker - 1, wanted.target - 1, wanted.apart, cells=cells)
    if not wanted.json:
        for line in tell_attacks(attacks):
            say(line)
    battles, stopped = list[BattlesUnderRules](), False
    try:
        if wanted.battles:
            battles.extend(compare_battles(setups, wanted.battles, wanted.seed, wanted.jobs))
    except KeyboardInterrupt:
        stopped = True
    stopped = stopped or any(each.battles < wanted.battles for each in battles)
    if wanted.json:
        told = {"attacks": attacks, "battles": battles}
        say(msgspec.json.encode(told, enc_hook=_as_number).decode())
    elif battles:
        for line in tell_battles(battles):
            say(line)
    if stopped:
        say(f"Stopped after {len(battles)} of {len(setups)} sets of rules.", error=True)
    return STOPPED if stopped else DONE


def _as_number(value: object) -> float:
    """A chance as JSON has it."""
    if isinstance(value, Fraction):
        return float(value)
    raise NotImplementedError(f"{type(value)} in a comparison")


def tell_attacks(found: Sequence[AttackUnderRules]) -> Iterator[str]:
    """The attacks in a table, then what each of them is made of."""
    rows = [("", "hits", "loses", "of its health", "falls", "best answer", "then hits", "loses", "takes")]
    for each in found:
        best = next((answer for answer in each.answers if answer.best), None)
        lost = f"{each.lost:.1f} of {each.full}"
        then = (best.name, percent(best.hit), f"{best.lost:.1f}") if best is not None else ("", "", "")
        hits, falls = (percent_within(chance, each.error) for chance in (each.hit, each.down))
        rows.append((each.rules, hits, lost, each.share, falls, *then, each.cost))
    yield from text_table(rows)
    for each in found:
        first, *others = tell_attack(each)
        yield ""
        yield f"{each.rules}: {first}"
        yield from (f"  {line}" for line in others)


def tell_battles(found: Sequence[BattlesUnderRules]) -> Iterator[str]:
    """The battles in a table, and what decided most of them."""
    sides = list(found[0].wins)
    rows = [
        ("", *(f"{side} won" for side in sides), "rounds", "nine of ten within", *(f"{side} fallen" for side in sides))
    ]
    for each in found:
        won = (f"{wins} of {each.battles}" for wins in each.wins.values())
        fell = (f"{100 * share:.0f} %" for share in each.fallen.values())
        rows.append((each.rules, *won, str(each.rounds[0]), str(each.rounds[1]), *fell))
    yield ""
    yield from text_table(rows)
    for each in found:
        yield f"{each.rules}: " + "; ".join(f"{why} ({count})" for why, count in list(each.ends.items())[:3])
