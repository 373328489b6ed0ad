"""Something that an option of a turn leads to, and what it costs (C-19, C-20)."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from game.rules.dice import Tally
from game.rules.events import Id
from game.rules.option_details import OptionDetails, Spending
from game.rules.questions import Option
from rulesets.einfelst.play.pools import dice
from rulesets.einfelst.sheet.sheet import Body, EinfelstBoard, EinfelstTable, Sheet

Pace = Literal["slow", "fast", "free"]

Doing = Literal["act", "go", "flee", "chase", "extinguish", "break free", "parry", "dodge", "resist", "hold"]
"""What a state may bar somebody from; "act" is everything that has no word of its own here."""

HELD: tuple[Doing, ...] = ("break free", "parry")
"""What the held may do (C-65, C-71, ruling W-7); where they burn too, nothing of it (ruling W-44)."""

BURNING: tuple[Doing, ...] = ("extinguish", "flee")
"""What those on fire may do (C-95)."""

AFOOT: tuple[Doing, ...] = ("go", "flee", "chase")
"""What takes somebody who is on its feet (C-34)."""


@dataclass(frozen=True, slots=True)
class Maneuver:
    """Something that an option leads to."""

    do: Callable[..., Coroutine[Any, Any, Any]]
    """Called with the table, who does it, and ``what``."""
    what: tuple[Any, ...] = ()
    pace: Pace = "slow"
    quiet: bool = False
    """Whether somebody in ambush stays hidden with it."""

    async def perform(self, table: EinfelstTable, who: Id) -> None:
        """Pay for it, and do it; dice of an ambush are for the first maneuver alone (C-79)."""
        if self.pace == "slow":
            table.set(who, slow=table.now(who).sheet.slow - 1)
        elif self.pace == "fast":
            pay_fast(table, who)
        turn = table.state.turn
        if self.pace != "free" and turn.active == who:
            table.set_turn(taken=turn.taken + 1, acted=turn.acted or self.pace == "slow")
        if not self.quiet:
            table.set(who, hidden=False)
        await self.do(table, who, *self.what)
        if self.pace != "free":
            table.set(who, edge=0)


Choice = Option[Maneuver | None]


def pay_fast(table: EinfelstTable, who: Id) -> None:
    """A fast maneuver, or the slow one in its place (C-20, ruling W-25)."""
    sheet = table.now(who).sheet
    if table.state.turn.active != who:  # a reaction is a maneuver too, and after the first there is no more edge
        table.set(who, edge=0)
    if sheet.fast:
        table.set(who, fast=sheet.fast - 1)
    else:
        table.set(who, slow=sheet.slow - 1)


def barred(sheet: Sheet, doing: Doing) -> tuple[str, str] | None:
    """Why somebody may not do something, be it on its turn or out of it, and the rule; None if it may."""
    if sheet.held and doing not in HELD:
        return "it is held fast", "C-65"
    if sheet.fire and doing not in BURNING:
        return "it burns", "C-95"
    if sheet.prone and doing in AFOOT:
        return "it lies on the ground and must get up first", "C-34"
    return None


def has_slow_maneuver(board: EinfelstBoard, me: Body) -> bool:
    """Whether the active one has a slow maneuver left for this card."""
    turn = board.state.turn
    return me.sheet.slow > 0 and not turn.acted and turn.taken < 2


def has_fast_maneuver(board: EinfelstBoard, me: Body) -> bool:
    """Whether the active one has a fast maneuver left for this card, or a slow one to spend for it."""
    return me.sheet.left > 0 and board.state.turn.taken < 2


def has_free_fast_maneuver(board: EinfelstBoard, me: Body) -> bool:
    """The same, for whatever fast maneuver it likes: that of the lured leads where they were lured (C-29, W-15)."""
    return has_fast_maneuver(board, me) and me.sheet.lured is None


def can_react(sheet: Sheet, doing: Doing) -> bool:
    """Whether a reaction is possible, and a maneuver left for it that leads nowhere else (C-21, C-29, C-60)."""
    return sheet.up and sheet.left > 0 and sheet.lured is None and barred(sheet, doing) is None


def ready(sheet: Sheet) -> bool:
    """Whether somebody could react to anything: parry, or struggle if it is held."""
    return can_react(sheet, "parry") or (sheet.held and not sheet.tried and can_react(sheet, "break free"))


def price(sheet: Sheet) -> str:
    """What a reaction costs now, in words: the slow maneuver, which attacks, where no fast one is left (C-20)."""
    left, pace = (sheet.fast, "fast") if sheet.fast else (sheet.slow, "slow")
    return f"the last {pace} maneuver" if left == 1 else f"1 of {left} {pace} maneuvers"


def says(brief: str, rule: str, *notes: str) -> OptionDetails:
    """What is known of an option in a word or two, with its rule."""
    return OptionDetails(brief=brief, notes=(f"by {rule}", *notes))


def pooled(tally: Tally, *notes: str, brief: str = "", spends: Spending | None = None) -> OptionDetails:
    """What is known of an option that throws a pool."""
    return OptionDetails(tally=tally, notes=notes, brief=brief, sum=("Dice", f"{dice(tally)}d6"), spends=spends)


def fast(
    key: str,
    do: Callable[..., Coroutine[Any, Any, Any]],
    what: tuple[Any, ...],
    label: str,
    rule: str,
    *notes: str,
    **more: Any,
) -> Choice:
    """The option of a fast maneuver without a throw; ``notes`` go into its preview, ``more`` into the option."""
    return Option(key, Maneuver(do, what, "fast"), label, look=partial(says, "fast", rule, *notes), **more)
