"""Rule: Combat Sequence. Sides in order of initiative, their members in any order; rounds; surprise before them all;
held actions, the end of a round, of a battle, and the chase after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Literal

from msgspec.structs import replace

from game.kit import conditions
from game.kit.combatants import NOBODY, bodies, present, standing, up_on
from game.kit.conditions import Condition, lift, without
from game.kit.goals import fought_out
from game.kit.reactions import react
from game.kit.telling import briefly, surprise_choices
from game.rules.dice import Tally
from game.rules.events import Id, RoundBegan
from game.rules.questions import ENDING, Choose, Option, Refusal, Seat
from game.rules.state import Verdict
from game.spatial.field import Cell
from rulesets.sovereign.play import attack, deployment, menu, morale, tending
from rulesets.sovereign.play.actions import finish, let_another_act
from rulesets.sovereign.play.attack import squeeze
from rulesets.sovereign.play.blow import Blow
from rulesets.sovereign.play.effects import heal
from rulesets.sovereign.play.events import Checked, Did, Fell, InitiativeRolled, SideActs
from rulesets.sovereign.play.gear import GOALS
from rulesets.sovereign.play.geometry import FEET, alert, feet_between, foes, may_trigger
from rulesets.sovereign.play.instants import WINDOW, Instant, Occasion, answering, facing, still_can, total_defense
from rulesets.sovereign.play.menu import refusals
from rulesets.sovereign.play.morale import could_strike
from rulesets.sovereign.play.numbers import OPPOSED, check_tally
from rulesets.sovereign.sheet.sheet import (
    HOLDING,
    SURPRISED,
    Attribute,
    Body,
    Skill,
    SovereignBoard,
    SovereignState,
    SovereignTable,
)


async def step(table: SovereignTable) -> None:
    """The next decision of the turn structure."""
    if chase_open(table):
        await offer_chase(table)
        return
    match table.state.turn.phase:
        case "start":
            await begin(table)
        case "surprise" | "side":
            begin_side(table)
        case "turn":
            await member_turn(table)
        case "round end":
            await end_round(table)


# ------------------------------------------------------------------ before the first round


async def begin(table: SovereignTable) -> None:
    """Rule: Surprise, then initiative; whatever the scenario adds comes first."""
    strength = {side.name: len(up_on(table, side.name)) for side in table.setup.sides}
    table.set_turn(strength=strength)
    await deployment.attempt_execution(table)
    surprised = await who_is_surprised(table)
    if surprised:
        first = tuple(side.name for side in table.setup.sides if side.name not in surprised)
        for c in table.fresh([c.id for c in bodies(table) if c.side in surprised]):
            if "alert" not in c.sheet.profile.feats:
                conditions.begin(table, c.id, Condition(SURPRISED, "round ends"))
        table.set_turn(phase="surprise", order=first, current=0, surprisers=first)
        return
    await roll_initiative(table)


async def who_is_surprised(table: SovereignTable) -> tuple[str, ...]:
    """Which sides are caught unawares (E-11 to E-14)."""
    sides = table.setup.sides
    party = tuple(side.name for side in sides if side.party)
    others = tuple(side.name for side in sides if not side.party)
    choices = (
        *surprise_choices(table, party),
        ("check", "An opposed check decides: DEX/Sneak against WIS/Notice"),
        ("door", "The party kicks a door in: STR/Exert against WIS/Notice"),
    )
    ruling = await table.ruling("surprise", "Is anybody caught unawares?", choices, "none")
    if ruling == "party":
        return _unless_careful(table, party)
    if ruling == "foes":
        return others
    if ruling == "check":
        ambushers = tuple(side.name for side in sides if any(c.sheet.hidden for c in table.state.on(side.name)))
        sneaking = ambushers or others
        caught = tuple(side.name for side in sides if side.name not in sneaking)
        if caught and await _beats_notice(table, sneaking, caught, "Sneak"):
            return _unless_careful(table, caught)
    if ruling == "door" and party and others and await _beats_notice(table, party, others, "Exert"):
        return others
    return ()


def _unless_careful(table: SovereignTable, sides: tuple[str, ...]) -> tuple[str, ...]:
    """A careful party is surprised only by those specially hidden (E-13, E-14)."""
    if table.setup.options.get("careful", "no") == "no":
        return sides
    hidden = {c.side for c in bodies(table) if c.sheet.hidden}
    return tuple(
        side for side in sides if not table.setup.side(side).party or any(other != side for other in sorted(hidden))
    )


async def _beats_notice(
    table: SovereignTable, coming: tuple[str, ...], caught: tuple[str, ...], skill: Literal["Sneak", "Exert"]
) -> bool:
    """The best foot or shoulder against the best ears: DEX/Sneak or STR/Exert against WIS/Notice (E-12)."""
    way: tuple[Attribute, Skill] = ("DEX", "Sneak") if skill == "Sneak" else ("STR", "Exert")
    comer = max((c for c in bodies(table) if c.side in coming), key=lambda c: check_tally(c, *way).total)
    ears = max((c for c in bodies(table) if c.side in caught), key=lambda c: check_tally(c, "WIS", "Notice").total)
    mine, needed = check_tally(comer, *way), OPPOSED + check_tally(ears, "WIS", "Notice").total
    doing = "sneaking up on" if skill == "Sneak" else "kicking the door in on"
    faces = await table.roll("2d6", doing.removesuffix(" on"), comer.id)
    passed = faces + mine.total >= needed
    table.emit(Checked(comer.id, f"{doing} {ears.sheet.profile.name}", faces, mine, needed, passed, "E-12"))
    return passed


async def roll_initiative(table: SovereignTable) -> None:
    """Rule: each side rolls a d8 once, the party with its highest DEX, with the Alert feat one more (E-07 to E-10).

    The party wins ties; others roll them off.
    """
    scores: list[tuple[int, bool, tuple[int, ...], str]] = []
    for side in table.setup.sides:
        members, tally = up_on(table, side.name), Tally()
        if side.party and members:
            tally = tally.plus("highest DEX", max(c.sheet.profile.attributes.DEX for c in members), "E-07")
        tally = tally.plus("Alert", int(any("alert" in c.sheet.profile.feats for c in members)), "E-07")
        face = await table.roll("d8", f"initiative of {side.title or side.name}")
        table.emit(InitiativeRolled(side.name, face, tally))
        scores.append((face + tally.total, side.party, (), side.name))
    while tied := _tied(scores):
        scores = [
            (total, party, (*again, await table.roll("d8", f"tie: {name}")) if name in tied else again, name)
            for total, party, again, name in scores
        ]
    scores.sort(key=lambda score: score[:3], reverse=True)
    table.set_turn(order=tuple(name for *_, name in scores), current=0, phase="side", surprisers=())
    start_round(table)


def _tied(scores: list[tuple[int, bool, tuple[int, ...], str]]) -> tuple[str, ...]:
    keys = [score[:3] for score in scores]
    return tuple(name for *key, name in scores if keys.count(tuple(key)) > 1)  # type: ignore[arg-type]


# ------------------------------------------------------------------ rounds and sides


def start_round(table: SovereignTable) -> None:
    """Everybody has a Main and a Move Action again (E-15, E-16)."""
    number = table.state.turn.round + 1
    table.set_turn(round=number)
    table.emit(RoundBegan(number))
    for c in table.fresh([c.id for c in bodies(table)]):
        refresh(table, c)


def refresh(table: SovereignTable, c: Body) -> None:
    """Refresh one combatant's actions for a new round."""
    table.set(c.id, main=True, move=True, free=0, done=False)


def begin_side(table: SovereignTable) -> None:
    """A side's turn begins: defences of last turn end, ambushes are seen through, courage is tested."""
    turn = table.state.turn
    side = turn.side
    if turn.phase == "surprise":
        for c in table.fresh([c.id for c in up_on(table, side)]):
            refresh(table, c)
    table.emit(SideActs(side, turn.round))
    members = [c.id for c in table.state.on(side)]
    conditions.end(table, "turn begins", members)
    for c in table.fresh(members):
        table.set(c.id, free=0)
    spot(table, side)
    if turn.phase == "side":
        morale.test(table, side)
    table.set_turn(phase="turn", active=NOBODY)


def spot(table: SovereignTable, side: str) -> None:
    """Those in ambush are found by a foe beside them, or within 30 ft with nothing between (ruling S-40)."""
    for c in table.fresh([c.id for c in bodies(table) if c.side != side and c.sheet.hidden]):
        for eye in up_on(table, side):
            if eye.sheet.hidden or not alert(eye):
                continue  # that one in ambush has found another would give it away itself
            feet = feet_between(table, eye, c)
            seen = table.space.corners_seen(eye.at, c.at, eye.sheet.profile.size, c.sheet.profile.size)
            if seen >= 0 and (feet <= FEET or (feet <= 30 and seen == 8)):
                table.set(c.id, hidden=False, known=True)
                break


def ready(board: SovereignBoard, side: str) -> list[Body]:
    """Members of a side that have something left to do in its turn."""
    return [c for c in up_on(board, side) if not c.sheet.done and alert(c)]


def resumable(board: SovereignBoard, side: str) -> list[Body]:
    """Members that hold an action and may take it in their own side's turn as well."""
    return [c for c in up_on(board, side) if may_trigger(c)]


async def member_turn(table: SovereignTable) -> None:
    """Pick a member, or have the one that was picked act (E-08)."""
    turn = table.state.turn
    side = turn.side
    waiting = ready(table, side)
    if turn.active and not any(c.id == turn.active for c in waiting):
        table.set_turn(active=NOBODY)
    if table.state.turn.active:
        await act(table, table.state.turn.active, len(waiting) > 1)
    elif len(waiting) == 1 and not resumable(table, side):
        table.set_turn(active=waiting[0].id)
    elif waiting:
        await pick(table, side, waiting)
    else:
        await end_side(table)


async def pick(table: SovereignTable, side: str, waiting: list[Body]) -> None:
    """Each member takes its actions in whatever order the side likes (E-08)."""
    options: list[Option[tuple[str, Id, Blow | None]]] = [
        Option(c.id, ("pick", c.id, None), c.sheet.profile.name, target=c.id, short=briefly(c.id)) for c in waiting
    ]
    options += [
        Option(
            f"resume {c.id}",
            ("resume", c.id, None),
            f"{c.sheet.profile.name}: take the held action",
            target=c.id,
            short=briefly(c.id),
        )
        for c in resumable(table, side)
    ]
    options += [
        Option(o.key, ("swarm", o.value.who, o.value), o.label, target=o.target, look=o.look)
        for o in pending_swarms(table, side)
        if o.value is not None
    ]
    running = [c.sheet.profile.name for c in waiting if morale.must_run(table, c)]
    if not running:
        options.append(Option("end", ("end", NOBODY, None), "End the side's turn", short="End", icon="pass", ends=True))

    def refused() -> tuple[Refusal, ...]:
        why = f"first {', '.join(running)} spends the Move Action on getting away"
        return (Refusal("End the side's turn", why, "E-89", ENDING),) if running else ()

    what, who, blow = await table.choose(Seat(side), "Who acts?", options, kind="pick", refused=refused)
    if what == "pick":
        table.set_turn(active=who)
    elif what == "resume":
        await act_held(table, who)
    elif blow is not None:
        await attack.strike_for_swarm(table, blow)
    else:
        for c in table.fresh([c.id for c in waiting]):
            table.set(c.id, done=True)


def pending_swarms(board: SovereignBoard, side: str) -> list[Option[Blow | None]]:
    """Blows that would resolve the swarms a side has gathered."""
    targets = dict.fromkeys(c.sheet.swarm for c in up_on(board, side) if c.sheet.swarm)
    return [option for target in targets for option in attack.strikes(board, side, target)]


async def act(table: SovereignTable, who: Id, others: bool) -> None:
    """One action of one member."""
    me, board = table.now(who), table.still()
    action = await Choose(
        Seat(me.side),
        f"{me.sheet.profile.name}: what now?",
        menu.menu(board, me, others),
        "act",
        who,
        refused=partial(refusals, board, me),
        ending="done",
    )
    await action.perform(table, who)
    if not present(table, who):
        table.set_turn(active=NOBODY)


async def end_side(table: SovereignTable) -> None:
    """A side's turn ends; a swarm that nobody struck with is offered, and else waits for the round's end (S-3)."""
    turn = table.state.turn
    if await swarm_strikes(table, turn.side, "Strike for the swarm before the turn ends?", "Let the swarm wait"):
        return
    if turn.current + 1 < len(turn.order):
        table.set_turn(current=turn.current + 1, phase="surprise" if turn.surprisers else "side")
    else:
        table.set_turn(phase="round end")


async def swarm_strikes(table: SovereignTable, side: str, why: str, otherwise: str) -> bool:
    """Offer a side the blows of the swarms it has gathered; whether one was struck."""
    leave: Option[Blow | None] = Option("let go", None, otherwise, short="Let go")
    blow = await react(Seat(side), why, leave, pending_swarms(table, side), topic="swarm")
    if blow is not None:
        await attack.strike_for_swarm(table, blow)
    return blow is not None


async def end_round(table: SovereignTable) -> None:
    """After the last side, swarms strike or are lost, Instants and held actions are taken or lost, grapples hurt, the
    dying die, spells run out (S-26). The free round of a surprise ends like any other; initiative follows it (E-11).
    """
    for side in table.state.turn.order:
        while await swarm_strikes(table, side, "Strike for the swarm before the round ends?", "Let it come to nothing"):
            pass
    await last_instants(table)
    await squeeze(table)
    tending.bleed(table)
    conditions.end(table, "round ends", [c.id for c in bodies(table)], table.state.turn.round)
    for c in table.fresh([c.id for c in bodies(table) if c.sheet.profile.regenerates]):
        if not c.sheet.burnt and c.sheet.up:
            heal(table, c.id, c.sheet.profile.regenerates)
    if table.state.turn.surprisers:
        await roll_initiative(table)
        return
    GOALS.count(table)
    table.set_turn(current=0, phase="side")
    start_round(table)


def hypothetical_turn(board: SovereignBoard, who: Id, at: Mapping[Id, Cell]) -> SovereignState:
    """The battle if it were this combatant's turn now, with its actions unspent, and some stood elsewhere."""
    state = board.state
    combatants = {id_: replace(c, at=at[id_]) if id_ in at else c for id_, c in state.combatants.items()}
    me = combatants[who]
    # What it holds is its turn; unawares it is no longer, unless by a spell, which lasts for rounds.
    kept = tuple(one for one in without(me.sheet.conditions, HOLDING) if one.word != SURPRISED or one.last)
    sheet = replace(me.sheet, main=True, move=True, free=0, done=False, conditions=kept)
    combatants[who] = replace(me, sheet=sheet)
    turn = state.turn
    order = turn.order if me.side in turn.order else (me.side,)
    now = replace(turn, phase="turn", order=order, current=order.index(me.side), active=who, surprisers=())
    return replace(state, combatants=combatants, turn=now)


HOLD_LIMIT = 12
"""Actions that one trigger of a held action may chain: Main, Free Actions and the word that it is over."""


@dataclass(frozen=True, slots=True)
class ActNow:
    """Rule: Hold An Action, triggered."""

    def pay(self, table: SovereignTable, who: Id) -> None:
        """It was paid for when the action was held."""

    async def take(self, table: SovereignTable, who: Id, occasion: Occasion) -> None:
        if still_can(table, who):
            table.emit(answering(who, "the held action", "E-53", occasion))
            await act_held(table, who)


def held_action(board: SovereignBoard, c: Body, occasion: Occasion) -> Iterator[Option[Instant]]:
    """Whoever holds an action may take it in answer to anything that a foe does, and as the round ends."""
    if may_trigger(c) and facing(board, c, occasion):
        yield Option("act", ActNow(), "Take the held action now", topic="held action", price="the rest of the turn")


async def act_held(table: SovereignTable, who: Id) -> None:
    """Rule: Hold An Action, triggered: the rest of the turn, now."""
    lift(table, who, HOLDING)
    table.set(who, done=True)
    for _ in range(HOLD_LIMIT):
        me = table.now(who)
        if not present(table, who) or not (me.sheet.main or me.sheet.move):
            return
        board = table.still()
        options = menu.menu(board, me, others=False)
        why = f"{me.sheet.profile.name}: the held action"
        action = await Choose(Seat(me.side), why, options, "act", who, refused=partial(refusals, board, me))
        if action.do in (finish, let_another_act):
            return
        await action.perform(table, who)


async def last_instants(table: SovereignTable) -> None:
    """Snap attacks, Total Defense, held actions; what is held still is lost."""
    await WINDOW.open(table, Occasion("round ends", NOBODY))
    for c in table.fresh([c.id for c in bodies(table) if c.sheet.holding]):
        if alert(c):
            table.emit(Did(c.id, "loses the action it held", "E-53"))


def last_defence(board: SovereignBoard, c: Body, occasion: Occasion) -> Iterator[Option[Instant]]:
    """Total Defense until the start of one's next turn; it matters where a foe could strike before that.

    Not from an ambush: nobody aims at whom nobody knows of (ruling S-5).
    """
    if occasion.kind == "round ends" and c.sheet.main and not (c.sheet.defending or c.sheet.hidden):
        able = (foe for foe in foes(board, c.side) if acts_before(board, foe.side, c.side))
        yield total_defense(matters=any(could_strike(board, foe, c) for foe in able))


def acts_before(board: SovereignBoard, other: str, side: str) -> bool:
    """Whether another side acts before a side in the next round; it may, where the order is yet to be rolled for."""
    turn = board.state.turn
    return bool(turn.surprisers) or other in turn.order[: turn.order.index(side)]


A_TURN = 60
"""Rounds of ten seconds in a Turn, which a fight takes (RULES 5.2); one that is not over by then is a draw."""


def verdict(board: SovereignBoard) -> Verdict | None:
    """The winner, if there is one; asked between steps."""
    turn = board.state.turn
    if turn.phase == "start":
        return None
    fighting = standing(board)
    won = GOALS.decided(board, fighting)
    if won is not None or (len(fighting) == 1 and chase_open(board)):
        return won
    return fought_out(fighting, "the Turn is over, and neither side has won" if turn.round > A_TURN else "")


HEAD_START = 30
"""Feet the quarry has gone beyond the map's edge when the hunt begins."""

LOST_BEYOND = 90
FOLLOWS_ON = 2
LONGEST = 10
"""Rounds after which even the stubborn give up."""


def quarry(board: SovereignBoard) -> list[Body]:
    """The foes of the last side standing who fled from the map and could be run down, in the order they left."""
    fled = [c for c in board.state.gone.values() if c.sheet.up and c.sheet.fleeing]
    fighting = standing(board) if fled else []
    return [c for c in fled if c.side != fighting[0]] if len(fighting) == 1 else []


def chase_open(board: SovereignBoard) -> bool:
    """Whether a chase may be called and has not been."""
    if not board.state.gone or board.state.turn.chased:
        return False
    return board.setup.options.get("chase", "offer") == "offer" and bool(quarry(board))


async def offer_chase(table: SovereignTable) -> None:
    """Ask the side that holds the field, and play the chase out."""
    table.set_turn(chased=True)
    hunted = [c.id for c in reversed(quarry(table))]
    side = next(side.name for side in table.setup.sides if up_on(table, side.name))
    names = " and ".join(table.now(who).sheet.profile.name for who in hunted)
    if not await table.confirm(Seat(side), f"{names} got away. Give chase?", topic="chase", about=tuple(hunted)):
        return
    hunters = [c.id for c in sorted(up_on(table, side), key=lambda c: -c.sheet.profile.move)]
    for hunter, who in zip(hunters, hunted, strict=False):  # nobody runs after two
        await _hunt(table, hunter, who)


async def _hunt(table: SovereignTable, hunter: Id, who: Id) -> None:
    gap = HEAD_START
    table.emit(Did(hunter, "chases", "E-92", who))
    for _ in range(LONGEST):
        gap += 2 * (table.now(who).sheet.profile.move - table.now(hunter).sheet.profile.move)
        if gap <= FEET:
            table.emit(Did(hunter, "runs down", "E-92", who))
            table.emit(Fell(who, "surrendered"))
            table.set_turn(caught=(*table.state.turn.caught, who))
            return
        if gap > LOST_BEYOND or await table.roll("d6", "following round a corner", hunter) > FOLLOWS_ON:
            break
    table.emit(Did(hunter, "loses sight of", "E-92", who))
