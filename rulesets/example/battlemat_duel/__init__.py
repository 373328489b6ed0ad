"""Duel: sides take turns, a blow is d20 and a bonus against a guard, and may be parried.

The example for whoever writes a ruleset, with one of everything the engine offers: picks and actions, a family of
moves, reactions in the middle of a blow and of a move, a ruling of the referee, a pool of dice, fighters in hiding, and
an action whose tree of dice is too large to be weighed. Start reading at ``play``, then ``menu``; ``duel`` is what the
engine sees.
"""

from __future__ import annotations

from battlemat_duel.duel import RULESET as RULESET
