"""Rule: Morale, surrender and fear (A-95 to A-102, A-119)."""

from __future__ import annotations

from game.kit.combatants import bodies, up_on
from game.rules.events import Id
from rulesets.murdham.play.actions import frighten
from rulesets.murdham.play.events import Did, MoraleTested, PhaseBegan
from rulesets.murdham.play.geometry import FEAR_RANGE, far, half, sees
from rulesets.murdham.play.harm import full_health
from rulesets.murdham.play.moving import can_retreat
from rulesets.murdham.play.nonlethal import surrender
from rulesets.murdham.play.saves import group_save
from rulesets.murdham.sheet.sheet import Body, MurdhamBoard, MurdhamTable


def subject(board: MurdhamBoard, c: Body) -> bool:
    """Whether a combatant's courage can fail: not the fearless, nor who has held out, nor where no side is tested."""
    if c.sheet.profile.fearless or c.sheet.steady or c.sheet.retreating or not c.sheet.up:
        return False
    return tested(board, c.side)


def tested(board: MurdhamBoard, side: str) -> bool:
    """Whether morale is for the dice to say on this side (ruling M-11)."""
    match board.setup.options.get("morale", "all"):
        case "off":
            return False
        case "foes":
            return not board.setup.side(side).party
        case _:
            return True


def due(board: MurdhamBoard) -> list[tuple[str, str, str, list[Id]]]:
    """The checks that are due at the end of this round: side, why, rule, who rolls (A-95, A-96; each fires once)."""
    turn = board.state.turn
    found = []
    for side in (side.name for side in board.setup.sides):
        if side in turn.checked:
            continue
        began = turn.strength.get(side, 0)
        left = [c for c in up_on(board, side) if not c.sheet.retreating]
        rolling = [c.id for c in left if subject(board, c)]
        if began > 1 and len(left) <= half(began):
            found.append((side, "half of them or fewer are left", "A-95", rolling))
        elif began == 1 and left and left[0].sheet.health <= half(full_health(left[0])):
            found.append((side, "alone, and half its health is gone", "A-96", rolling))
    return found


async def test(table: MurdhamTable) -> None:
    """Rule: the morale phase at the end of a round (A-05, A-97)."""
    checks = [check for check in due(table) if check[3]]
    if checks:
        table.emit(PhaseBegan("morale"))
    for side, why, rule, rolling in checks:
        table.set_turn(checked=(*table.state.turn.checked, side))
        table.emit(MoraleTested(side, why, rule))
        passed = await group_save(table, rolling, "WIT", "morale", "A-98")
        for who in rolling:
            if who in passed:
                table.set(who, steady=True)
            else:
                lose_heart(table, who)


def lose_heart(table: MurdhamTable, who: Id) -> None:
    """A failed check: retreat where a way out is open, else surrender (A-98, ruling M-13)."""
    if can_retreat(table, table.now(who)):
        table.set(who, retreating=True)
        table.emit(Did(who, "loses heart and retreats", "A-98"))
    else:
        surrender(table, who)


async def face_fear(table: MurdhamTable) -> None:
    """Rule: fear. A frightening foe within four zones: those who see it first make a group WIT save (A-119).

    Foes of one kind are one source (ruling M-33).
    """
    kinds: dict[tuple[str, str], list[Id]] = {}
    for c in bodies(table):
        if c.sheet.profile.frightening and c.sheet.up and not c.sheet.hidden:
            kinds.setdefault((c.side, c.sheet.profile.key), []).append(c.id)
    for (own, _), sources in kinds.items():
        for side in (side.name for side in table.setup.sides if side.name != own):
            shown = [source for source in table.fresh(sources) if source.sheet.up]
            facing = [c.id for c in up_on(table, side) if any(_shaken_by(table, c, source) for source in shown)]
            if not facing:
                continue
            passed = await group_save(table, facing, "WIT", f"facing {shown[0].sheet.profile.name}", "A-119")
            for who in facing:
                new = [source for source in sources if source not in table.now(who).sheet.fears]
                if who in passed:
                    table.set(who, braved=(*table.now(who).sheet.braved, *new))
                else:
                    for source in new:
                        frighten(table, who, source)


def _shaken_by(board: MurdhamBoard, c: Body, source: Body) -> bool:
    sheet = c.sheet
    if sheet.profile.fearless or source.id in sheet.fears or source.id in sheet.braved:
        return False
    away = far(board, c.at, source.at)
    return away is not None and away <= FEAR_RANGE and sees(board, c, source)
