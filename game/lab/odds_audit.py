"""Whether what is shown as likely happens as often: odds of decisions in real battles against dice of their own.

AIs fight; every attack or the like that they decide on is weighed as the window weighs it, and then played a few times
from there with other dice than those of the battle and of the odds. Each chance that was told is a figure, with whether
it came to pass; figures told alike are counted together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil, fsum, sqrt
from random import Random
from typing import Literal, NamedTuple
from xml.sax.saxutils import escape

from game.lab.minds import all_by_instinct
from game.rules.match import AnyMatch, Match
from game.rules.odds import (
    ANSWERED_LEAVES,
    SHOWN_LEAVES,
    SHOWN_SAMPLES,
    Odds,
    ReplyPolicy,
    plain_odds,
    plainest,
    replies,
)
from game.rules.questions import Answer, Choose, Roll
from game.rules.registry import ruleset
from game.rules.ruleset import Outcome
from game.rules.setup import Setup
from game.spatial.space import Space

BINS = 10
"""Equal parts of the chances from 0 to 1, in which figures are counted together."""

OFF = 3.0
"""Standard errors that what happened in a bin may be away from what was told."""

ENOUGH = 5
"""As often what was told has to be expected, and its contrary, for standard errors to tell anything."""

PLAYS = 4
"""From each decision: with more of them fewer decisions would be told of."""

Kind = Literal["hit", "falls", "note", "hit if answered", "falls if answered", "note if answered"]


class AuditedFigure(NamedTuple):
    """A chance that was told, and whether it came to pass in one play."""

    kind: Kind
    chance: Fraction
    sampled: bool
    """Whether the chance was told from drawn plays, and may be off by itself."""
    came: bool


class CalibrationBin(NamedTuple):
    """Figures that were told alike."""

    kind: str
    low: float
    """The least chance of them: bins go from here to the next."""
    figures: int
    told: float
    """The mean of the chances."""
    came: float
    """The share that came to pass."""
    error: float
    """The standard error of that share, if the chances are right."""

    @property
    def off(self) -> float:
        """By how many standard errors what happened is away from what was told; 0 where nothing is left to dice."""
        return (self.came - self.told) / self.error if self.error else 0.0

    @property
    def enough(self) -> bool:
        """Whether there are figures enough for the standard error to tell anything."""
        return self.figures * min(self.told, 1 - self.told) >= ENOUGH

    @property
    def wrong(self) -> bool:
        """Whether it is off by more than luck explains."""
        return self.enough and abs(self.off) > OFF


def audited(setup: Setup, seed: int, ground: Space) -> Iterator[AuditedFigure]:
    """Fight one battle and audit its decisions."""
    match: AnyMatch = Match.begin(ruleset(setup.ruleset), setup, ground, record=False)
    seats = all_by_instinct(setup, seed)
    lots = Random(seed)
    while (question := match.pending) is not None:
        answer = seats[question.seat].answer(match, question)
        assert answer is not None
        if isinstance(question, Choose) and question.kind in ("act", "pick") and isinstance(answer, str):
            yield from _audited_decision(match, answer, lots)
        match.answer(answer)


def _audited_decision(match: AnyMatch, answer: str, lots: Random) -> Iterator[AuditedFigure]:
    plain = plain_odds(match, answer, leaves=SHOWN_LEAVES, samples=SHOWN_SAMPLES)
    if not plain.odds.attacks() and not plain.odds.undone():
        return
    for _ in range(PLAYS):
        yield from _figures(plain.odds, _played(match, answer, plainest(match), lots), answered=False)
    for replied in replies(match, plain, leaves=ANSWERED_LEAVES, samples=SHOWN_SAMPLES):
        for _ in range(PLAYS):
            played = _played(match, answer, replied.reaction.reply(match), lots)
            yield from _figures(replied.odds, played, answered=True)


def _played(match: AnyMatch, answer: Answer, reply: ReplyPolicy, lots: Random) -> Outcome:
    """Outcome of an answer in one play with dice of its own."""
    play = match.fork(halt=True)
    before, mark = play.state, len(play.events)
    play.answer(answer)
    while (question := play.pending) is not None:
        if isinstance(question, Roll):
            faces, counts = zip(*question.outcomes(), strict=True)
            play.answer(lots.choices(faces, counts)[0])
        else:
            play.answer(reply(play, question))
    return match.ruleset.outcome(before, play.checkpoint, play.events[mark:])


def _figures(told: Odds, happened: Outcome, *, answered: bool) -> Iterator[AuditedFigure]:
    """Every chance that is shown of some odds, and whether it came to pass."""
    kinds: tuple[Kind, Kind, Kind] = ("hit", "falls", "note")
    if answered:
        kinds = ("hit if answered", "falls if answered", "note if answered")
    hit, falls, noted = kinds
    for who, target in told.attacks():
        came = any(each.hit and (each.who, each.target) == (who, target) for each in happened.attacks)
        yield AuditedFigure(hit, told.hits(who, target), told.sampled, came)
    for who in told.undone():
        yield AuditedFigure(falls, told.down(who), told.sampled, who in happened.down)
    for note, chance in told.noted().items():
        yield AuditedFigure(noted, chance, told.sampled, note in happened.notes)


def broken_promises(figures: Iterable[AuditedFigure]) -> list[AuditedFigure]:
    """Those that were told as sure and did not happen, or as impossible and did."""
    return [each for each in figures if not each.sampled and each.chance in (0, 1) and each.came != (each.chance == 1)]


def calibration(figures: Sequence[AuditedFigure]) -> list[CalibrationBin]:
    """The figures by kind and bin. Those told from drawn plays are one bin a kind, since each may be off by itself."""
    found: list[CalibrationBin] = []
    for kind in dict.fromkeys(each.kind for each in figures):
        own = [each for each in figures if each.kind == kind]
        exact = [each for each in own if not each.sampled and 0 < each.chance < 1]
        for number in range(BINS):
            alike = [each for each in exact if int(each.chance * BINS) == number]
            found += [_bin(kind, number / BINS, alike)] if alike else []
        drawn = [each for each in own if each.sampled]
        found += [_bin(f"{kind}, drawn", 0.0, drawn)] if drawn else []
    return found


def _bin(kind: str, low: float, figures: Sequence[AuditedFigure]) -> CalibrationBin:
    count, chances = len(figures), [float(each.chance) for each in figures]
    spread = sqrt(fsum(chance * (1 - chance) for chance in chances)) / count
    return CalibrationBin(kind, low, count, fsum(chances) / count, sum(each.came for each in figures) / count, spread)


SIDE, GAP, LEFT, TOP, KIND = 200, 40, 46, 34, 135
"""Pixels: of a diagram, between two, round them, and for what a colour means."""

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
"""Of the kinds of figures, in their order."""


def draw_calibration(found: Mapping[str, Sequence[CalibrationBin]]) -> str:
    """A diagram for each set of rules, and what colours mean. Bins of few or drawn figures are left out."""
    kinds = list(
        dict.fromkeys(each.kind for bins in found.values() for each in bins if not each.kind.endswith("drawn"))
    )
    wide = 2 * LEFT + len(found) * SIDE + (len(found) - 1) * GAP
    row = wide // KIND
    high = TOP + SIDE + 52 + 18 * ceil(len(kinds) / row)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="sans-serif" '
        'font-size="12" fill="#333">',
        '<rect width="100%" height="100%" fill="#fff"/>',
    ]
    for number, (title, bins) in enumerate(found.items()):
        lines += _diagram(LEFT + number * (SIDE + GAP), title, bins, kinds)
    for number, kind in enumerate(kinds):
        x, y = LEFT // 2 + number % row * KIND, TOP + SIDE + 54 + 18 * (number // row)
        lines.append(f'<circle cx="{x}" cy="{y - 4}" r="4" fill="{COLOURS[number % len(COLOURS)]}"/>')
        lines.append(f'<text x="{x + 9}" y="{y}">{escape(kind)}</text>')
    return "\n".join((*lines, "</svg>", ""))


def _diagram(left: int, title: str, bins: Sequence[CalibrationBin], kinds: Sequence[str]) -> Iterator[str]:
    def place(told: float, came: float) -> tuple[float, float]:
        return round(left + told * SIDE, 1), round(TOP + (1 - min(1.0, max(0.0, came))) * SIDE, 1)

    yield f'<text x="{left}" y="{TOP - 12}" font-weight="bold">{escape(title)}: came, %</text>'
    yield f'<rect x="{left}" y="{TOP}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#999"/>'
    yield f'<path d="M{left} {TOP + SIDE}L{left + SIDE} {TOP}" stroke="#bbb"/>'
    for share in (0, 50, 100):
        x, y = place(share / 100, share / 100)
        yield f'<text x="{x}" y="{TOP + SIDE + 16}" text-anchor="middle">{share}</text>'
        yield f'<text x="{left - 5}" y="{y + 4}" text-anchor="end">{share}</text>'
    yield f'<text x="{left + SIDE / 2}" y="{TOP + SIDE + 32}" text-anchor="middle">told, %</text>'
    for each in bins:
        if each.kind not in kinds or not each.enough:
            continue
        colour = COLOURS[kinds.index(each.kind) % len(COLOURS)]
        x, y = place(each.told, each.came)
        low, high = (place(each.told, each.came + sign * OFF * each.error)[1] for sign in (-1, 1))
        yield f'<path d="M{x} {low}V{high}" stroke="{colour}" stroke-opacity=".5"/>'
        yield f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>'
