"""A unit on a small field, to see what the rules make of its entry."""

from __future__ import annotations

from functools import cache

from game.rules.ruleset import AnyRuleset
from game.rules.setup import Recruit, Setup, SideSetup
from game.rules.table import Board
from game.scene.scene import Token
from game.spatial.field import Field, Spawn
from game.spatial.space import Space
from game.view.board.tokens import TokenStyles

WIDTH, HEIGHT = 30, 14
"""Cells: room enough for the largest body there is."""

PARTY, FOE = "party", "foe"


def tried(rules: AnyRuleset, own: str, unit: str, *, hero: bool) -> tuple[Token, TokenStyles]:
    """How a unit of the roster ``own`` begins a battle, as its card tells it: a hero's side is the party.

    Raises BadSetup for what the rules can't put on a map.
    """
    ground = _ground()
    side = PARTY if hero else FOE
    squads = {name: (Recruit(unit if name == side else next(iter(rules.roster()))),) for name in (PARTY, FOE)}
    sides = tuple(SideSetup(name, squad, party=name == PARTY) for name, squad in squads.items())
    setup = Setup(rules.name, ground.field, sides, roster=own)
    state = rules.begin(setup, ground)
    (combatant,) = state.on(side)
    board = Board(state, setup, ground)
    token = Token(combatant.id, side, combatant.at, rules.standing(board, combatant.id))
    return token, TokenStyles(setup, [(side, token.standing)])


@cache
def _ground() -> Space:
    ends = {PARTY: range(2, 12), FOE: range(WIDTH - 12, WIDTH - 2)}
    spawns = (Spawn(side, side, tuple((x, y) for y in range(2, 12) for x in columns)) for side, columns in ends.items())
    return Space(Field(WIDTH, HEIGHT, spawns=tuple(spawns)))
