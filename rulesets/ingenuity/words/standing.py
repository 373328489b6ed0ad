"""What a battle looks like to those who only watch it: combatants on the board, the order of turns, distances."""

from __future__ import annotations

from game.kit.telling import Marks, side_name
from game.rules.events import Id
from game.rules.standing import Bar, Gear, Mark, Pool, Slot, Standing
from game.spatial.field import Cell
from rulesets.ingenuity.play.deeds import in_actions
from rulesets.ingenuity.play.geometry import answers, armed_with, metres_between, metres_to, surprised
from rulesets.ingenuity.play.numbers import LATER, constitution, deflection, evasion, later, willpower
from rulesets.ingenuity.play.turn import waiting
from rulesets.ingenuity.sheet.sheet import (
    ACTIONS,
    BLEEDING,
    BLINDED,
    BURNING,
    COVER,
    GUARD,
    STUNNED,
    Body,
    IngenuityBoard,
    Sheet,
)


def standing(board: IngenuityBoard, who: Id) -> Standing:
    """What the board shows of a combatant."""
    c, turn = board.now(who), board.state.turn
    sheet, profile = c.sheet, c.sheet.profile
    acting = turn.active == who and turn.phase == "turn"
    tired, each = _tired(c)
    task = sheet.task
    facts = (
        *((("At work", f"{in_actions(task.left)} left"),) if task is not None else ()),
        *(() if sheet.dead else (("Next attack", each or "±0"), ("Reactions", str(sheet.reactions)))),
        ("Evasion", str(evasion(sheet).total)),
        ("Deflection", f"{deflection(sheet, 'slashing').total}, elemental {deflection(sheet, 'fire').total}"),
        ("CON, WILL", f"{constitution(sheet).total}, {willpower(sheet).total}"),
        *(() if acting or sheet.dead else (("Turn", "taken" if sheet.acted else "to come"),)),
        ("Speed", f"{profile.speed} m"),
        ("Size", str(profile.size)),
    )
    return Standing(
        name=profile.name,
        icon=profile.icon,
        number=profile.number,
        kind=profile.key,
        size=profile.cells,
        up=sheet.up,
        bars=(Bar("Endurance", sheet.end, profile.end, "guard"), Bar("Health", sheet.hp, profile.hp)),
        pools=(
            *([Pool("Actions", turn.actions, ACTIONS, tone="life", dots=True)] if acting else []),
            Pool("Stamina", sheet.st, profile.st),
            Pool("Focus", sheet.fc, profile.fc, tone="mind"),
        ),
        gear=gear(sheet),
        marks=marks(board, c),
        badge=tired if sheet.up else "",
        badge_word=f"next attack {each}" if each else "",
        facts=facts,
        reacts=answers(board, c),
    )


def _tired(c: Body) -> tuple[str, str]:
    """What the attacks of the round take from the next: with what it strikes first, and with each if it differs."""
    sheet = c.sheet
    if not sheet.attacks:
        return "", ""
    found = {sheet.weapon(key).name.lower(): later(sheet, sheet.weapon(key)) for key in armed_with(c)}
    first = f"{next(iter(found.values()), -LATER * sheet.attacks):+d}"
    if len(set(found.values())) < 2:
        return first, first
    return first, ", ".join(f"{value:+d} {name}" for name, value in found.items())


def gear(sheet: Sheet) -> tuple[Gear, ...]:
    """What is held, with the durability it has lost, and what is worn."""
    found = []
    for key in sheet.held:
        item = sheet.item(key)
        where = "Unloaded" if key in sheet.unloaded else "In hand"
        found.append(Gear(where, item.name.lower(), sheet.wear.get(key, 0), item.lasts))
    spent = [key for key in sheet.unloaded if sheet.weapon(key).natural]
    found += [Gear("Unloaded", sheet.weapon(key).name.lower()) for key in spent]
    if sheet.profile.armour:
        found.append(Gear("Armour", sheet.profile.armour.replace(" armour", "")))
    return tuple(found) or (Gear("In hand", "nothing"),)


def marks(board: IngenuityBoard, c: Body) -> tuple[Mark, ...]:
    """A combatant's conditions. Of what it holds back until later only that it does is shown."""
    sheet = c.sheet
    if sheet.dead:
        return MARKS.of({"dead": True})
    found = {
        "unconscious": sheet.unconscious,
        "bloodied": sheet.bloodied and sheet.up,
        "harmed": sheet.harmed and sheet.up,
        STUNNED: sheet.has(STUNNED),
        BLINDED: sheet.has(BLINDED),
        "prone": sheet.prone and sheet.up,
        "guarding": sheet.has(GUARD),
        COVER: sheet.has(COVER),
        "readied": sheet.readied is not None,
        "at work": sheet.task is not None,
        "surprised": surprised(board, c) and sheet.up,
        "hidden": sheet.hidden,
        "reload": any(key in sheet.unloaded for key in armed_with(c)) and sheet.up,
        BLEEDING: sheet.amount(BLEEDING),
        BURNING: sheet.amount(BURNING),
    }
    return MARKS.of(found)


MARKS = Marks(
    Mark("dead", picture="", incapacity="lifeless"),
    Mark("unconscious", incapacity="senseless"),
    Mark("harmed", picture=""),
    Mark(STUNNED, incapacity="reeling"),
    Mark("at work", picture=""),
    Mark("reload", picture=""),
    Mark(BURNING, fire=True),
)


def tell_distance(board: IngenuityBoard, who: Id, to: Id | Cell) -> str:
    """Metres between a combatant and another, or a cell."""
    me = board.now(who)
    metres = metres_between(board, me, board.now(to)) if isinstance(to, str) else metres_to(board, me, to, 1)
    return f"{metres} m"


def banner(board: IngenuityBoard) -> tuple[str, ...]:
    """Which team acts, and whether it does so by surprise.

    Where somebody has the turn of whom nothing is known, it is told who is next as far as one knows.
    """
    turn = board.state.turn
    if turn.phase not in ("pick", "turn"):
        return ()
    active = board.state.combatants.get(turn.active)
    sides = turn.order[turn.current :] + turn.order[: turn.current]
    side = active.side if active is not None else next((each for each in sides if waiting(board, each)), None)
    said = [] if side is None else [f"To act: {side_name(board, side)}"]
    if turn.surprise:
        said.append(f"Surprise: {' and '.join(side_name(board, side) for side in turn.surprise)}")
    return tuple(said)


def order(board: IngenuityBoard) -> list[Slot]:
    """Who acts: the active one, then one of each team in turn of those whose turn is to come, then who had theirs."""
    turn, everybody = board.state.turn, list(board.state.combatants.values())
    sides = turn.order or tuple(side.name for side in board.setup.sides)
    sides = sides[turn.current :] + sides[: turn.current]
    coming: dict[str, list[Id]] = {side: [] for side in sides}
    spent: list[Id] = []
    for c in everybody:
        if c.id == turn.active or not c.sheet.up:
            continue
        if c.sheet.acted or surprised(board, c):
            spent.append(c.id)
        else:
            coming[c.side].append(c.id)
    slots = [Slot(turn.active)] if turn.active in board.state.combatants else []
    if slots:
        sides = sides[1:] + sides[:1]
    while any(coming.values()):
        slots += [Slot(coming[side].pop(0)) for side in sides if coming[side]]
    return [*slots, *(Slot(who, spent=True) for who in spent)]
