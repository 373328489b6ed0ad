"""Rule: Combat procedure. Factions alternate one character or pass; rounds; ambushers first; how a battle ends."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from msgspec.structs import replace

from game.kit import conditions
from game.kit.combatants import NOBODY, bodies, perceives, present, up_on
from game.kit.telling import briefly
from game.rules.events import Id, RoundBegan
from game.rules.questions import ENDING, Choose, Option, Refusal, Seat
from game.rules.state import Verdict
from game.spatial.places import ZonePlace
from rulesets.murdham.play import menu, morale, moving, saves
from rulesets.murdham.play.cost import has_attack, has_bonus
from rulesets.murdham.play.events import Did, Fell, InitiativeDrawn, Passed, PhaseBegan, SideLeads, TurnBegan
from rulesets.murdham.play.gear import wear
from rulesets.murdham.play.geometry import GOALS, ability, burning, entangled, half
from rulesets.murdham.play.harm import die, full_health, heal, scorch
from rulesets.murdham.play.menu import refusals
from rulesets.murdham.play.moving import speed
from rulesets.murdham.play.saves import group_save
from rulesets.murdham.sheet.sheet import STUNNED, Body, MurdhamBoard, MurdhamState, MurdhamTable, Phase

STRETCH = 100
"""Rounds in a stretch, which a fight takes at most; one that is not over by then is a draw."""


def decided(board: MurdhamBoard) -> Verdict | None:
    """The winner, if there is one, before what follows the fight."""
    turn = board.state.turn
    if turn.phase == "start":
        return None
    return GOALS.verdict(board, "the stretch is over, and neither side has won" if turn.round > STRETCH else "")


def verdict(board: MurdhamBoard) -> Verdict | None:
    """The winner, once everything is settled; asked between steps."""
    return decided(board) if board.state.turn.settled else None


# ------------------------------------------------------------------ what follows a fight


async def aftermath(table: MurdhamTable) -> None:
    """The winners may chase the fled; then gear shows what it suffered."""
    result = decided(table)
    if result is not None and result.winner is not None:
        await chase(table, result.winner)
    if table.setup.options.get("wear", "yes") == "yes":
        await wear(table)
    table.set_turn(settled=True)


async def chase(table: MurdhamTable, winner: str) -> None:
    """Rule: Chases. Over a long way the fleeing make a group AGI save, unless speed decides (A-104, A-105).

    Whoever is run down has to give up (ruling M-51).
    """
    if not _fled(table, winner) or not up_on(table, winner) or table.setup.options.get("chase", "offer") == "no":
        return
    go: Option[bool] = Option("chase", True, "Chase them")
    stay: Option[bool] = Option("let go", False, "Let them go")
    if not await table.choose(
        Seat(winner), "The enemy flees: chase them?", [go, stay], kind="confirm", topic="chase", idle="let go"
    ):
        return
    fled = _fled(table, winner)
    best = max(speed(c) for c in up_on(table, winner))
    caught = [c.id for c in fled if speed(c) < best]
    even = [c.id for c in fled if speed(c) == best]
    if even:
        passed = await group_save(table, even, "AGI", "flight", "A-104")
        caught += [who for who in even if who not in passed]
    table.set_turn(caught=tuple(caught))
    for c in _fled(table, winner):
        table.emit(Did(c.id, "is run down" if c.id in caught else "escapes", "A-104" if c.id in even else "A-105"))
    for who in caught:
        if table.now(who).sheet.up:
            table.set(who, surrendered=True, retreating=False)
            table.emit(Fell(who, "surrendered"))


def _fled(board: MurdhamBoard, winner: str) -> list[Body]:
    """Those of the losers who got off the map, as far as the winners know of them (A-91)."""
    return [c for c in board.state.gone.values() if c.side != winner and perceives(board, winner, c)]


SECONDS = 15
"""What a player has to declare its turn under the chaos of combat, all in all (A-116)."""


async def step(table: MurdhamTable) -> None:
    """A single decision of the turn structure."""
    if decided(table) is not None:
        await aftermath(table)
        return
    match table.state.turn.phase:
        case "start":
            await begin(table)
        case "round":
            await begin_round(table)
        case "end":
            await end_round(table)
        case _:
            await alternate(table)


# ------------------------------------------------------------------ before the first round


async def begin(table: MurdhamTable) -> None:
    """Rule: Initiative; and those in ambush have a bonus turn first (A-07, A-08, A-93)."""
    sides = [side.name for side in table.setup.sides]
    table.set_turn(strength={name: len(up_on(table, name)) for name in sides})
    holder = await who_began(table)
    ambushers = tuple(c.id for c in bodies(table) if c.sheet.hidden)
    table.set_turn(initiative=holder, order=_led_by(sides, holder), current=0)
    if ambushers:
        table.emit(PhaseBegan("ambush"))
        table.set_turn(phase="ambush", ambushed=ambushers)
    else:
        table.set_turn(phase="round")


async def who_began(table: MurdhamTable) -> str:
    """Initiative is with the side that started the fight: the ambushers; else by lot (A-07, A-08)."""
    sides = [side.name for side in table.setup.sides]
    party = [side.name for side in table.setup.sides if side.party]
    match table.setup.options.get("initiative", "auto"):
        case "party" if party:
            return party[0]
        case "foes" if party and len(sides) > len(party):
            return next(name for name in sides if name not in party)
        case "auto":
            lurking = [name for name in sides if any(c.sheet.hidden for c in table.state.on(name))]
            if len(lurking) == 1:
                return lurking[0]
        case _:
            pass
    dice = f"d{len(sides)}"
    face = await table.roll(dice, "initiative")
    table.emit(InitiativeDrawn(sides[face - 1], dice, face))
    return sides[face - 1]


def _led_by(sides: list[str], first: str) -> tuple[str, ...]:
    """Sides in the order of the set-up, beginning with one of them."""
    at = sides.index(first)
    return (*sides[at:], *sides[:at])


# ------------------------------------------------------------------ rounds


async def begin_round(table: MurdhamTable) -> None:
    """A new round: everybody has a turn again; fire burns, fear takes hold; who acts first is chosen (A-06)."""
    turn = table.state.turn
    number = turn.round + 1
    table.set_turn(round=number, passed=(), threshold=0, ambushed=(), active=NOBODY)
    table.emit(RoundBegan(number))
    for c in table.fresh([c.id for c in bodies(table)]):
        table.set(c.id, acted=c.sheet.stunned)
    conditions.end(table, "round ends", [c.id for c in bodies(table)], turn.round)
    for c in table.fresh([c.id for c in bodies(table) if burning(table, c.at) and not c.sheet.dead]):
        await scorch(table, c.id)
    await morale.face_fear(table)
    phase: Phase = "act"
    if table.setup.options.get("phases", "no") == "yes":
        threshold = await table.roll("d20", "fast action threshold")
        table.set_turn(threshold=threshold)
        table.emit(PhaseBegan("fast", threshold))
        phase = "fast"
    await choose_first(table)
    table.set_turn(phase=phase, current=0)


async def choose_first(table: MurdhamTable) -> None:
    """The side with the initiative decides who acts first this round."""
    turn = table.state.turn
    sides = [side.name for side in table.setup.sides]
    able = [name for name in sides if any(not c.sheet.acted for c in up_on(table, name))]
    first = turn.initiative
    if len(able) > 1 and up_on(table, turn.initiative):
        title = {side.name: side.called for side in table.setup.sides}
        options = []
        for name in sorted(able, key=lambda name: name != first):
            said = f"{'We' if name == first else 'They'} act first"
            options.append(Option(f"first {name}", name, f"{said}: {title[name]}", short=said))
        first = await table.choose(
            Seat(first), "Who acts first this round?", options, kind="pick", topic="order", idle=options[0].key
        )
    table.set_turn(order=_led_by(sides, first))
    table.emit(SideLeads(first, turn.initiative))


async def end_round(table: MurdhamTable) -> None:
    """Rule: at the end of the round morale is tested; the dying die; who stayed unseen may hide (A-05, A-97)."""
    number = table.state.turn.round
    await morale.test(table)
    for c in table.fresh([c.id for c in bodies(table)]):
        if c.sheet.dying and c.sheet.dying <= number:
            await die(table, c.id, "bled to death")
    saves.note_unseen(table)
    GOALS.count(table)
    table.set_turn(phase="round")


# ------------------------------------------------------------------ alternating


def eligible(board: MurdhamBoard, side: str) -> list[Body]:
    """Members of a side who can take their turn in this phase (A-03, A-111, A-112)."""
    turn = board.state.turn
    waiting = [c for c in up_on(board, side) if not c.sheet.acted]
    if turn.phase == "ambush":
        return [c for c in waiting if c.id in turn.ambushed]
    if turn.phase == "fast":
        return [c for c in waiting if turn.threshold <= ability(c, "WIT")]
    return waiting


async def alternate(table: MurdhamTable) -> None:
    """A side has one character take its turn, or passes; when all pass in a row the phase ends (A-02, A-04, A-113)."""
    turn = table.state.turn
    if turn.active:
        await act(table, turn.active)
        return
    if len(turn.passed) >= len(turn.order):
        end_phase(table)
        return
    side = turn.side
    waiting = eligible(table, side)
    if not waiting:
        pass_on(table, side)
        return
    who = await pick(table, side, waiting)
    if who is None:
        table.emit(Passed(side))
        pass_on(table, side)
    else:
        await begin_turn(table, who)


async def pick(table: MurdhamTable, side: str, waiting: list[Body]) -> Id | None:
    """Who takes the next turn, if anybody; those who lost heart can't be held back (ruling M-30)."""
    options: list[Option[Id | None]] = [
        Option(c.id, c.id, c.sheet.profile.name, target=c.id, short=briefly(c.id)) for c in waiting
    ]
    running = [c.sheet.profile.name for c in waiting if c.sheet.retreating and not entangled(table, c)]
    if not running:
        options.append(Option("pass", None, "Pass", icon="pass", ends=True))
    chaotic = table.setup.options.get("chaos", "no") == "yes"

    def refused() -> tuple[Refusal, ...]:
        why = f"first {', '.join(running)} takes the turn, to retreat with it"
        return (Refusal("Pass", why, "A-98", ENDING),) if running else ()

    return await table.choose(
        Seat(side),
        "Who acts?" + (" No talking: a few words cost a bonus action" if chaotic else ""),
        options,
        kind="pick",
        idle="" if running else "pass",
        refused=refused,
        seconds=SECONDS if chaotic and not running else 0,
    )


def pass_on(table: MurdhamTable, side: str) -> None:
    """A side passes: not for good, if another acts after it (A-04)."""
    turn = table.state.turn
    table.set_turn(passed=(*turn.passed, side), current=(turn.current + 1) % len(turn.order))


def end_phase(table: MurdhamTable) -> None:
    """All have passed one after another."""
    match table.state.turn.phase:
        case "ambush":
            table.set_turn(phase="round", passed=(), ambushed=())
        case "fast":
            table.emit(PhaseBegan("slow", table.state.turn.threshold))
            table.set_turn(phase="slow", passed=(), current=0)
        case _:
            table.set_turn(phase="end", passed=())


# ------------------------------------------------------------------ one turn


FRESH: Mapping[str, Any] = {
    "main": True,
    "again": False,
    "bonus": 0,
    "halves": 0,
    "full": False,
    "special": "",
    "steady": False,
}
"""A turn of which nothing is spent."""


async def begin_turn(table: MurdhamTable, who: Id) -> None:
    """Rule: Taking a turn."""
    turn = table.state.turn
    table.set_turn(active=who, passed=())
    table.emit(TurnBegan(who, turn.phase == "ambush"))
    c = table.now(who)
    if c.sheet.profile.regenerates and c.sheet.burnt < turn.round - 1:
        await heal(table, who, half(full_health(c) - c.sheet.health))


async def act(table: MurdhamTable, who: Id) -> None:
    """One thing of a turn, in any order (A-12); at its end the next side's step."""
    if not going_on(table, who):
        end_turn(table, who)
        return
    me, board = table.now(who), table.still()
    chaotic = table.setup.options.get("chaos", "no") == "yes"
    action = await Choose(
        Seat(me.side),
        f"{me.sheet.profile.name}: what now?",
        menu.menu(board, me),
        "act",
        who,
        idle="done" if chaotic else "",
        refused=partial(refusals, board, me),
        ending="done",
        seconds=SECONDS if chaotic else 0,
        clock=f"{who} in round {table.state.turn.round}",
    )
    free = not entangled(table, table.now(who))
    await action(table, who)
    if not going_on(table, who) or (free and entangled(table, table.now(who))):  # caught: ruling M-9
        end_turn(table, who)


def going_on(board: MurdhamBoard, who: Id) -> bool:
    """Whether there is something left to do in this turn."""
    if not present(board, who):
        return False
    me = board.now(who)
    if me.sheet.acted:
        return False
    return has_attack(board) or has_bonus(board) or (moving.may_move(board, me) and moving.left(board, me) > 0)


def end_turn(table: MurdhamTable, who: Id) -> None:
    """The turn is over, and the next side has its step; what was spent of it is nobody's to read any more."""
    turn = table.state.turn
    if turn.phase == "ambush":
        table.set_turn(ambushed=tuple(id_ for id_ in turn.ambushed if id_ != who))
        if who in table.state.combatants:
            table.set(who, acted=False)
    elif who in table.state.combatants:
        table.set(who, acted=True)
        conditions.end(table, "turn ends", [who])
    table.set_turn(active=NOBODY, current=(turn.current + 1) % len(turn.order), **FRESH)


def hypothetical_turn(board: MurdhamBoard, who: Id, at: Mapping[Id, ZonePlace]) -> MurdhamState:
    """The battle if it were this combatant's turn now, with nothing of it spent, and some stood elsewhere."""
    state = board.state
    combatants = {id_: replace(c, at=at[id_]) if id_ in at else c for id_, c in state.combatants.items()}
    me = combatants[who]
    held = conditions.without(me.sheet.conditions, STUNNED)
    combatants[who] = replace(me, sheet=replace(me.sheet, acted=False, conditions=held))
    sides = [side.name for side in board.setup.sides]
    order = state.turn.order or tuple(sides)
    now = replace(
        state.turn,
        round=max(1, state.turn.round),
        phase="act",
        order=order,
        current=order.index(me.side),
        active=who,
        passed=(),
        ambushed=(),
        **FRESH,
    )
    return replace(state, combatants=combatants, turn=now)
