"""Rule: Screen an Ally (Move). Defenders who put their bodies between a ward and its attackers."""

from __future__ import annotations

from dataclasses import replace

from game.kit.conditions import Condition, begin
from game.spatial.field import UNIT
from rulesets.sovereign.play.blow import Blow, possible
from rulesets.sovereign.play.events import Checked, Reacted
from rulesets.sovereign.play.geometry import FEET, acts_out_of_turn, can_see, feet_between, held
from rulesets.sovereign.play.numbers import OPPOSED, combat_check, combat_skill, screen_check
from rulesets.sovereign.sheet.sheet import SCREENED, Body, SovereignBoard, SovereignTable


def screens_of(me: Body) -> int:
    """Attackers a screener can stop each round: its highest combat skill (E-36)."""
    return combat_skill(me) + ("valiant defender" in me.sheet.profile.feats)


def may_screen(c: Body, attacker: Body) -> bool:
    """Whether a screener can stop one more attacker this round, or this is one of those that it has met (E-36)."""
    met = c.sheet.screened
    return attacker.id in met or len(met) < screens_of(c)


def screeners(board: SovereignBoard, blow: Blow) -> list[Body]:
    """Who could stop this attack: near the ward, not met by too many others, and placed so as to parry it (E-36, E-38).

    Only an attack that could be made on the screener itself can be parried, and not by the dazzled or the
    prone (rulings S-13, S-14, S-64).
    """
    ward = board.now(blow.target)
    attacker = board.now(blow.who)
    found = []
    for c in board.state.combatants.values():
        sheet = c.sheet
        if sheet.screening != blow.target or not acts_out_of_turn(c) or not may_screen(c, attacker) or c.id == blow.who:
            continue
        if feet_between(board, c, ward) > FEET or sheet.prone or held(board, c.id) or not can_see(board, c, attacker):
            continue
        if not possible(board, attacker, c, attacker.sheet.weapon(blow.weapon), blow.mode):
            continue
        if blow.mode != "melee" and not _in_the_way(board, attacker, c, ward):
            continue
        found.append(c)
    return found


def _in_the_way(board: SovereignBoard, attacker: Body, c: Body, ward: Body) -> bool:
    """Nearer to the shooter than the ward, or within 5 ft of the line of the shot before the ward (ruling S-14)."""
    if feet_between(board, attacker, c) < feet_between(board, attacker, ward):
        return True
    space, size = board.space, c.sheet.profile.size
    start, end = (space.floor(each.at, each.sheet.profile.size) for each in (attacker, ward))
    low, high = space.floor(c.at, size) - UNIT, space.floor(c.at, size) + (size + 1) * UNIT
    line = space.line(attacker.at, ward.at)
    for number, cell in enumerate(line[:-1], 1):
        across, down, _ = space.gap(c.at, cell, size)
        height = start * (len(line) - number) + end * number
        if max(across, down) <= 1 and low * len(line) <= height <= high * len(line):
            return True
    return False


async def intercepted(table: SovereignTable, blow: Blow) -> Blow:
    """Let the attacker make its opposed check against all screeners; beaten, the attack is the screener's to take.

    One roll is compared with each (E-37); of those it fails against, the one with the lowest number is hit.
    """
    against = screeners(table, blow)
    if not against:
        return blow
    me = table.now(blow.who)
    tally = combat_check(me, me.sheet.weapon(blow.weapon), blow.mode)
    faces = await table.roll("2d6", "getting past the screen", blow.who)
    stopped_by: list[tuple[int, Body]] = []
    for c in against:
        needed = OPPOSED + screen_check(c).total
        passed = faces + tally.total >= needed
        begin(table, c.id, Condition(SCREENED, "round ends", blow.who))
        table.emit(Checked(blow.who, f"past {c.sheet.profile.name}'s screen", faces, tally, needed, passed, "E-34"))
        if not passed:
            stopped_by.append((needed, c))
    if not stopped_by:
        return blow
    _, worst = min(stopped_by, key=lambda pair: pair[0])
    table.emit(Reacted(worst.id, "Screen", "E-35", blow.who))
    return replace(blow, target=worst.id)
