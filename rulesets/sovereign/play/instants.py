"""Rule: Instant Actions. The windows in which they may be taken, "even after the dice have already been rolled".

A window asks everyone who could use an Instant, in a fixed order (those who hold an action, then by initiative, then
by joining; ruling S-5), takes what is declared together (E-18), and resolves it. Only then does the action go on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from game.kit.combatants import present
from game.kit.conditions import Condition, begin, lift
from game.kit.reactions import Reaction, ReactionWindow
from game.kit.telling import with_other
from game.rules.events import Id
from game.rules.questions import Option
from rulesets.sovereign.play.blow import Blow
from rulesets.sovereign.play.events import Aim, Reacted
from rulesets.sovereign.play.geometry import alert, may_answer, perceives
from rulesets.sovereign.play.numbers import GUARD, armour_class, shield_turns, shock_suffered
from rulesets.sovereign.sheet.sheet import DEFENDING, HOLDING, Body, SovereignBoard, SovereignTable


def pay_main(table: SovereignTable, who: Id) -> None:
    """Spend the Main Action (E-15); with it goes whatever of the turn was held (E-53)."""
    table.set(who, main=False)
    if table.now(who).sheet.holding:
        lift(table, who, HOLDING)


def pay_move(table: SovereignTable, who: Id) -> None:
    """Spend the Move Action, or the Main for a second one (E-16)."""
    if table.now(who).sheet.move:
        table.set(who, move=False)
    else:
        pay_main(table, who)


def pay_free(table: SovereignTable, who: Id) -> None:
    """Count a Free Action (E-17)."""
    table.set(who, free=table.now(who).sheet.free + 1)


LUCK = "veteran's luck"

DEFENSE = f"Total Defense: AC {GUARD:+d}, no Shock"

PRICE = "the Main Action"
"""Of an Instant that is no luck (E-25, E-41)."""


@dataclass(frozen=True, slots=True)
class Occasion:
    """The occasion on which a window opens."""

    kind: Literal["attack", "rolled", "act", "whirl", "in sight", "spell", "round ends"]
    who: Id
    """Who does it; nobody as the round ends."""
    target: Id | None = None
    blow: Blow | None = None
    total: int = 0
    """rolled: the attack's total."""
    hit: bool = False
    """rolled: whether it hits as things stand."""
    fixed: bool = False
    """rolled: luck has settled it, whatever the AC."""
    doing: str = ""
    """act: what is about to be done; spell: its name."""
    shocked: Mapping[Id, int] = field(default_factory=dict)
    """whirl: the points of Shock that each is due as things stand, shields not counted."""

    @property
    def about(self) -> tuple[Id, ...]:
        """Whoever acts, and to whom it does that."""
        return tuple(who for who in (self.who, self.target) if who)

    @property
    def aimed_at(self) -> tuple[Id, ...]:
        """Those it would harm where their AC and immunity to Shock count."""
        if self.kind in ("attack", "rolled"):
            return self.about[1:]
        return tuple(self.shocked)

    @property
    def deed(self) -> str:
        """The doing as a verb that stands before the one to whom it is done: "attacks", "casts Ember Lance on"."""
        match self.kind:
            case "attack":
                return _AIMS[self.blow.aim] if self.blow else "attacks"
            case "rolled":
                return "hits" if self.hit else "misses"
            case "spell":
                return f"casts {self.doing}" + (" on" if self.target else "")
            case "in sight":
                return "comes within attack"
            case "round ends":
                return "the round ends"
            case _:
                return f"is about to {self.doing}"


_AIMS: dict[Aim, str] = {"harm": "attacks", "shove": "tries to shove", "grapple": "tries to grapple"}


Instant = Reaction[Occasion] | None
LET_IT_BE: Option[Instant] = Option("pass", None, "Let it be")


def reactors(board: SovereignBoard, occasion: Occasion) -> list[Body]:
    """Those who might be asked, in order: holders first, then by side initiative, then by joining."""
    everybody = board.state.combatants.values()
    if occasion.kind == "round ends":
        able = [c for c in everybody if c.sheet.main and alert(c)]
    else:
        near, side = (*occasion.about, *occasion.shocked), board.now(occasion.who).side
        able = [c for c in everybody if (c.id in near or (c.side != side and may_answer(c))) and alert(c)]
    if len(able) < 2:
        return able
    order = {side: index for index, side in enumerate(board.state.turn.order)}
    return sorted(able, key=lambda c: (not c.sheet.holding, order.get(c.side, len(order))))


def _why(board: SovereignBoard, c: Body, occasion: Occasion) -> str:
    """What is answered, and of an attack what sets it apart: a charge, a swarm, a hold."""
    if not occasion.who:
        held = ", and a held action not taken is lost" if c.sheet.holding else ""
        return f"{c.sheet.profile.name}: {occasion.deed}{held}"
    said = f"{c.sheet.profile.name}: {with_other(board, occasion.who, occasion.deed, occasion.target)}"
    if occasion.kind == "rolled" and occasion.target:
        said += f" with {occasion.total} against AC {armour_class(board.now(occasion.target)).total}"
    blow = occasion.blow
    if blow is None:
        return said
    apart = [blow.action] if blow.action not in ("attack", blow.aim) else []
    if occasion.kind == "rolled" and blow.aim != "harm":
        apart.append(blow.aim)
    return f"{said} ({', '.join(apart)})" if apart else said


WINDOW = ReactionWindow(reactors, _why, lambda occasion: occasion.about, LET_IT_BE, "instant")
"""What may be done in it is declared at the ruleset's top: some Instants are attacks, which open it again."""


def facing(board: SovereignBoard, c: Body, occasion: Occasion) -> bool:
    """Whether a window is about the doings of another side's member, and of one that a combatant knows of.

    As the round ends it is about nobody's, and open to all.
    """
    if not occasion.who:
        return True
    acting = board.now(occasion.who)
    return c.side != acting.side and perceives(board, c.side, acting)


def still_can(table: SovereignTable, who: Id) -> bool:
    """Whether somebody can still do what it declared: others declared with it may have felled it (ruling S-5)."""
    return present(table, who) and alert(table.now(who))


def answering(who: Id, what: str, rule: str, occasion: Occasion, against: Id | None = None) -> Reacted:
    """An Instant as it is told: whom it is turned against, if anybody, and what it answers."""
    return Reacted(who, what, rule, against, occasion.who or None, occasion.deed, occasion.target)


async def go_ahead(table: SovereignTable, who: Id, doing: str) -> bool:
    """Announce a Main or Move Action that is no attack (ruling S-5); False if whoever was to take it no longer can."""
    await WINDOW.open(table, Occasion("act", who, doing=doing))
    return present(table, who)


# ------------------------------------------------------------------ Instants that turn a roll


@dataclass(frozen=True, slots=True)
class Luck:
    """Rule: Veteran's Luck (RULES 5.2)."""

    def pay(self, table: SovereignTable, who: Id) -> None:
        table.set(who, used=(*table.now(who).sheet.used, LUCK))

    async def take(self, table: SovereignTable, who: Id, occasion: Occasion) -> None:
        """Tell of it; ``settle`` sees to the rest."""
        if still_can(table, who):
            table.emit(answering(who, "Veteran's Luck", "E-18", occasion))


def may_be_lucky(c: Body) -> bool:
    """Whether a warrior has its luck of this fight still before it."""
    return "warrior" in c.sheet.profile.classes and LUCK not in c.sheet.used


def luck(board: SovereignBoard, c: Body, occasion: Occasion) -> Iterator[Option[Instant]]:
    """A miss of one's own, or a hit on oneself, may be turned into its opposite once a fight."""
    turns = (c.id == occasion.who and not occasion.hit) or (c.id == occasion.target and occasion.hit)
    if occasion.kind == "rolled" and turns and may_be_lucky(c):
        turned = "the miss becomes a hit" if c.id == occasion.who else "the hit becomes a miss"
        matters = _luck_matters(board, occasion)
        yield Option("luck", Luck(), f"Veteran's Luck: {turned}", matters=matters, topic="luck", price="once a battle")


def _luck_matters(board: SovereignBoard, occasion: Occasion) -> bool:
    """Whether hit and miss come to something else: not where the Shock of a miss fells for sure, as a hit does.

    Somebody who can still go on Total Defense suffers no Shock.
    """
    assert occasion.blow is not None
    it = board.now(occasion.blow.target)
    return (it.sheet.main and not it.sheet.defending) or _shock(board, occasion.blow) < it.sheet.hp


def _shock(board: SovereignBoard, blow: Blow) -> int:
    """The points of Shock that a blow would inflict if it missed now."""
    if blow.aim != "harm":
        return 0
    me, it = board.now(blow.who), board.now(blow.target)
    return shock_suffered(me, it, me.sheet.weapon(blow.weapon), blow.mode, swarm=blow.swarm)


@dataclass(frozen=True, slots=True)
class Defend:
    """Rule: Total Defense (Instant)."""

    shock: int = 0
    """The points of Shock that it turns where it answers no attack roll."""

    def pay(self, table: SovereignTable, who: Id) -> None:
        pay_main(table, who)

    async def take(self, table: SovereignTable, who: Id, occasion: Occasion) -> None:
        """AC +2 and no Shock until the start of its next turn."""
        if still_can(table, who):
            table.emit(answering(who, "Total Defense", "E-41", occasion))
            begin(table, who, Condition(DEFENDING, "turn begins"))


def defence(board: SovereignBoard, c: Body, occasion: Occasion) -> Iterator[Option[Instant]]:
    """The target of an attack may go on total defence, before the roll or after it; so may those in a whirlwind."""
    if c.id in occasion.aimed_at and c.sheet.main and not c.sheet.defending and facing(board, c, occasion):
        matters = _defence_matters(board, c, occasion)
        spared = 0 if shield_turns(c) else occasion.shocked.get(c.id, 0)
        yield total_defense(spared, matters=matters)


def total_defense(shock: int = 0, *, matters: bool) -> Option[Instant]:
    """Total Defense as an Instant. ``shock``: the points that it turns where it answers no attack roll."""
    return Option("defend", Defend(shock), DEFENSE, matters=matters, topic="total defense", price=PRICE)


def _defence_matters(board: SovereignBoard, c: Body, occasion: Occasion) -> bool:
    if occasion.kind == "whirl":
        return not shield_turns(c)
    if occasion.kind != "rolled" or occasion.fixed or occasion.blow is None:
        return False
    if occasion.hit:
        return occasion.total < armour_class(c).total + GUARD
    return _shock(board, occasion.blow) > 0


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
