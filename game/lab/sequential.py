"""Wald's sequential test of a share: a contest goes on only until its battles say enough."""

from __future__ import annotations

from math import log

import msgspec

ERROR = 0.05
"""How often a hypothesis may be taken that is wrong, for either."""


class Hypotheses(msgspec.Struct, frozen=True):
    """Two shares of decided battles that the first AI may win: ``low`` or ``high``, each from 0 to 1."""

    low: float
    high: float

    @property
    def bound(self) -> float:
        """Evidence from which on ``high`` is taken, and below less than nothing ``low``: log((1 - error) / error)."""
        return log((1 - ERROR) / ERROR)

    def evidence(self, wins: int, losses: int) -> float:
        """The logarithm of how much more likely these wins and losses are with ``high`` than with ``low``."""
        return wins * log(self.high / self.low) + losses * log((1 - self.high) / (1 - self.low))

    def taken(self, wins: int, losses: int) -> float | None:
        """The share that the test takes for true, or None if it wants more battles."""
        evidence = self.evidence(wins, losses)
        if abs(evidence) < self.bound:
            return None
        return self.high if evidence > 0 else self.low


class SequentialResult(msgspec.Struct, frozen=True):
    """What a test found."""

    hypotheses: Hypotheses
    taken: float | None
    """None: there were too few battles to tell."""
    battles: int
    """Whole groups only."""
    wins: int
    losses: int
    evidence: float


def read_hypotheses(text: str) -> Hypotheses:
    """Read ``50:60``, in per cent. Raises ValueError with what is wanted."""
    low, colon, high = text.partition(":")
    try:
        found = Hypotheses(float(low) / 100, float(high) / 100)
    except ValueError:
        colon = ""
    if not colon or not 0 < found.low < found.high < 1:
        raise ValueError(f"{text!r} is not two shares in per cent, the lower first, such as 50:60")
    return found


def write_tested(tested: SequentialResult, name: str) -> str:
    """What a test found, in a line to read."""
    low, high, bound = tested.hypotheses.low, tested.hypotheses.high, tested.hypotheses.bound
    if tested.taken is None:
        found = f"{low:.0%} or {high:.0%} of decided battles can't be told apart yet"
    else:
        other = low if tested.taken == high else high
        found = f"{tested.taken:.0%} of decided battles is taken, and not {other:.0%}"
    return (
        f"test: that {name} wins {found}, after {tested.battles} battles"
        f" ({tested.wins}:{tested.losses}, evidence {tested.evidence:+.2f} of {bound:.2f})"
    )
