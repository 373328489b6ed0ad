"""Rule: Morale. Almost everything puts its own survival first (E-89 to E-92)."""

from __future__ import annotations

from game.kit.combatants import up_on
from rulesets.sovereign.play.danger import could_strike
from rulesets.sovereign.play.events import Broke
from rulesets.sovereign.play.geometry import foes
from rulesets.sovereign.sheet.sheet import Body, SovereignBoard, SovereignTable


def plays(board: SovereignBoard) -> bool:
    """Whether morale is played at all."""
    return board.setup.options.get("morale", "book") != "off"


def obeys(board: SovereignBoard, c: Body) -> bool:
    """Whether a combatant's courage is for the rules to say: player characters decide for themselves (S-20)."""
    profile = c.sheet.profile
    if profile.fearless:
        return bool(profile.fears) and c.sheet.burnt and "fire" in profile.fears
    return profile.npc or profile.henchman or not board.setup.side(c.side).party


def lost(board: SovereignBoard, side: str) -> int:
    """Members that a side is down from its starting number: dead, dying, taken, fled or fleeing."""
    fit = sum(1 for c in up_on(board, side) if not c.sheet.fleeing)
    return board.state.turn.strength.get(side, fit) - fit


def shaken(board: SovereignBoard, side: str) -> bool:
    """A group that has lost a third of its starting number (E-91)."""
    began = board.state.turn.strength.get(side, 0)
    return began > 1 and 3 * lost(board, side) >= began


def winning(board: SovereignBoard, side: str) -> bool:
    """Clearly winning: the foes' hit points add up to half its own or less (S-19)."""
    mine = sum(c.sheet.hp for c in up_on(board, side))
    theirs = sum(c.sheet.hp for c in foes(board, side))
    return 2 * theirs <= mine


def safe(board: SovereignBoard, c: Body) -> bool:
    """Clearly won't die: no conscious foe could strike it with its next turn (S-19)."""
    return not any(could_strike(board, foe, c) for foe in foes(board, c.side))


def hurt(c: Body) -> bool:
    """An individual that has lost half its hit points (E-90)."""
    return 2 * c.sheet.hp <= c.sheet.profile.hp


def test(table: SovereignTable, side: str) -> None:
    """At the start of a side's turn, see whose courage holds (S-20)."""
    if not plays(table):
        return
    turn = table.state.turn
    group = side not in turn.broken and shaken(table, side) and not winning(table, side)
    if group and any(obeys(table, c) for c in up_on(table, side)):
        table.set_turn(broken=(*turn.broken, side))
        table.emit(Broke(side, None, "a third of its number is lost", "E-91"))
    broken = side in table.state.turn.broken
    for c in table.fresh([c.id for c in up_on(table, side)]):
        if c.sheet.fleeing or not obeys(table, c):
            continue
        if broken:
            table.set(c.id, fleeing=True)
        elif c.sheet.profile.fearless:
            table.set(c.id, fleeing=True)
            table.emit(Broke(side, c.id, "burnt", "E-89"))
        elif hurt(c) and not safe(table, c):
            table.set(c.id, fleeing=True)
            table.emit(Broke(side, c.id, "half its hit points are lost", "E-90"))
