"""Rule: Instant Actions. The windows in which they may be taken, "even after the dice have already been rolled".

A window asks everyone who could use an Instant, in a fixed order (those who hold an action, then by initiative, then
by joining; ruling S-5), takes what is declared together (E-18), and resolves it. Only then does the action go on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from game.kit.company import present
from game.kit.conditions import Condition, begin
from game.kit.windows import Reaction, Window
from game.rules.events import Id
from game.rules.questions import Option
from rulesets.sovereign.blow import Blow
from rulesets.sovereign.events import Reacted
from rulesets.sovereign.numbers import GUARD, armour_class, shield_turns, shock_due
from rulesets.sovereign.reading import may_snap, perceives
from rulesets.sovereign.sheet import DEFENDING, Body, SovereignBoard, SovereignTable

LUCK = "veteran's luck"


@dataclass(frozen=True, slots=True)
class Occasion:
    """What is going on when a window opens."""

    kind: Literal["attack", "rolled", "act", "in sight", "spell"]
    who: Id
    target: Id | None = None
    blow: Blow | None = None
    total: int = 0
    """rolled: the attack's total."""
    hit: bool = False
    """rolled: whether it hits as things stand."""
    fixed: bool = False
    """rolled: luck has settled it, whatever the AC."""
    doing: str = ""
    """act: what is about to be done."""


Instant = Reaction[Occasion] | None
LET_IT_BE: Option[Instant] = Option("pass", None, "Let it be")


def reactors(board: SovereignBoard, occasion: Occasion) -> list[Body]:
    """Who might be asked, in order: holders first, then by side initiative, then by joining."""
    who, target, side = occasion.who, occasion.target, board.now(occasion.who).side
    able = [
        c
        for c in board.state.combatants.values()
        if (c.id == who or c.id == target or (c.side != side and _may_answer(c))) and _aware(c)
    ]
    if len(able) < 2:
        return able
    order = {side: index for index, side in enumerate(board.state.turn.order)}
    return sorted(able, key=lambda c: (not c.sheet.holding, order.get(c.side, len(order))))


def _may_answer(c: Body) -> bool:
    """Whether a bystander is worth looking at closer: it has something to answer the doings of a foe with."""
    return c.sheet.holding or (c.sheet.main and may_snap(c))


def _aware(c: Body) -> bool:
    return c.sheet.up and not c.sheet.hidden and not c.sheet.surprised


def _why(board: SovereignBoard, c: Body, occasion: Occasion) -> str:
    name = board.now(occasion.who).sheet.profile.name
    target = board.now(occasion.target).sheet.profile.name if occasion.target else ""
    mine = c.sheet.profile.name
    match occasion.kind:
        case "attack":
            return f"{mine}: {name} attacks {target}"
        case "rolled":
            ac = armour_class(board.now(occasion.target)).total if occasion.target else 0
            said = "hits" if occasion.hit else "misses"
            return f"{mine}: {name} rolls {occasion.total} against {target} (AC {ac}) and {said}"
        case "act":
            return f"{mine}: {name} is about to {occasion.doing}"
        case "in sight":
            return f"{mine}: {name} comes within your attack"
        case "spell":
            return f"{mine}: {name} casts a spell"


WINDOW = Window(
    reactors, _why, lambda occasion: tuple(who for who in (occasion.who, occasion.target) if who), LET_IT_BE, "instant"
)
"""What may be done in it is declared at the ruleset's top: some Instants are attacks, which open it again."""


def facing(board: SovereignBoard, c: Body, occasion: Occasion) -> bool:
    """Whether a window is about the doings of another side's member, and of one that a combatant knows of."""
    acting = board.now(occasion.who)
    return c.side != acting.side and perceives(board, c.side, acting)


async def go_ahead(table: SovereignTable, who: Id, doing: str) -> bool:
    """Announce a Main or Move Action that is no attack (ruling S-5); False if whoever was to take it no longer can."""
    await WINDOW.open(table, Occasion("act", who, doing=doing))
    return present(table, who)


# ------------------------------------------------------------------ Instants that turn a roll


@dataclass(frozen=True, slots=True)
class Luck:
    """Rule: Veteran's Luck (RULES 5.2)."""

    def pay(self, table: SovereignTable, who: Id) -> None:
        """Once a fight."""
        table.set(who, used=(*table.now(who).sheet.used, LUCK))

    async def take(self, table: SovereignTable, who: Id, occasion: Occasion) -> None:
        """Tell of it; ``settle`` sees to the rest."""
        table.emit(Reacted(who, "Veteran's Luck", "E-18", occasion.target if who == occasion.who else occasion.who))


def may_be_lucky(c: Body) -> bool:
    """Whether a warrior has its luck of this fight still before it."""
    return "warrior" in c.sheet.profile.classes and LUCK not in c.sheet.used


def luck(board: SovereignBoard, c: Body, occasion: Occasion) -> Iterator[Option[Instant]]:
    """A miss of one's own, or a hit on oneself, may be turned into its opposite once a fight."""
    turns = (c.id == occasion.who and not occasion.hit) or (c.id == occasion.target and occasion.hit)
    if occasion.kind == "rolled" and turns and may_be_lucky(c):
        turned = "the miss becomes a hit" if c.id == occasion.who else "the hit becomes a miss"
        yield Option("luck", Luck(), f"Veteran's Luck: {turned}", topic="luck")


@dataclass(frozen=True, slots=True)
class Defend:
    """Rule: Total Defense (Instant)."""

    def pay(self, table: SovereignTable, who: Id) -> None:
        """The Main Action."""
        table.set(who, main=False)

    async def take(self, table: SovereignTable, who: Id, occasion: Occasion) -> None:
        """AC +2 and no Shock until the start of its next turn."""
        table.emit(Reacted(who, "Total Defense", "E-41", occasion.who))
        begin(table, who, Condition(DEFENDING, "turn begins"))


def defence(board: SovereignBoard, c: Body, occasion: Occasion) -> Iterator[Option[Instant]]:
    """The target of an attack may go on total defence, before the roll or after it."""
    aimed_at = c.id == occasion.target and occasion.kind in ("attack", "rolled")
    if aimed_at and c.sheet.main and not c.sheet.defending and facing(board, c, occasion):
        matters = _defence_matters(board, c, occasion)
        label = "Total Defense: AC +2, no Shock"
        yield Option("defend", Defend(), label, matters=matters, topic="total defense")


def _defence_matters(board: SovereignBoard, c: Body, occasion: Occasion) -> bool:
    if occasion.kind != "rolled" or occasion.fixed or occasion.blow is None:
        return False
    if occasion.hit:
        return occasion.total < armour_class(c).total + GUARD
    blow = occasion.blow
    me = board.now(blow.who)
    weapon = me.sheet.weapon(blow.weapon)
    due = shock_due(me, c, weapon, blow.mode, swarm=blow.swarm)
    return blow.aim == "harm" and due > 0 and not shield_turns(c, swarm=blow.swarm)


async def settle(table: SovereignTable, blow: Blow, total: int) -> bool | None:
    """Let Instants follow on an attack roll until nobody has more to say.

    True: it hits; False: it misses; None: the attacker was stopped before it took effect (E-27).
    """
    lucky: bool | None = None
    while True:
        if not present(table, blow.who) or not present(table, blow.target):
            return None
        hit = lucky if lucky is not None else total >= armour_class(table.now(blow.target)).total
        occasion = Occasion("rolled", blow.who, blow.target, blow, total, hit, lucky is not None)
        done = await WINDOW.open(table, occasion)
        if not done:
            return hit
        for who, instant in done:
            if isinstance(instant, Luck):
                lucky = who == blow.who
