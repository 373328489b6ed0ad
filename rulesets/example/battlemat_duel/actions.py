"""What a fighter does on its turn: each action as one value, from which menu, refusals and buttons are made.

A key is stable text that people type and saves hold. Look at the board when an option is made, not when somebody asks
it about itself: by then the battle may have moved on.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from battlemat_duel.attack import added, strike
from battlemat_duel.moving import apart, beside, reach, sees, walk
from battlemat_duel.sheet import DuelBoard, DuelTable, Fighter
from game.kit.combatants import enemies
from game.kit.side_turns import once
from game.rules.action import Action, ActionButton, refusal, single
from game.rules.dice import Successes
from game.rules.events import Id
from game.rules.option_details import OptionDetails
from game.rules.questions import Family, Option, Refusal
from game.spatial.field import Cell

CLOSE = 2
"""Cells within which a foe in sight keeps one from hiding."""
FLURRY = 4
"""Blows in one."""
MENDS = Successes(5)
"""Each die of five or more."""

ACT = once("Act", "D-2")

DuelAction = Action[DuelBoard, Fighter, Any]
Blow = Callable[[DuelTable, Id, Id], Coroutine[Any, Any, None]]

# ------------------------------------------------------------------ what they do


async def flurry(table: DuelTable, who: Id, target: Id) -> None:
    """Rule: Flurries (D-5)."""
    table.set(who, parry=False)
    for _ in range(FLURRY):
        if who in table.state.combatants and target in table.state.combatants:
            await strike(table, who, target)


async def rally(table: DuelTable, who: Id) -> None:
    """Rule: Rallying (D-6)."""
    # Dice that are counted, not added: whoever weighs odds need only tell apart what MENDS reads in them.
    faces = await table.throw("3d6", f"{who} rallies", who, MENDS)
    sheet = table.now(who).sheet
    table.set(who, hp=min(sheet.profile.hp, sheet.hp + MENDS.of(faces)))


async def hide(table: DuelTable, who: Id) -> None:
    """Rule: Hiding (D-7)."""
    table.set(who, hidden=True)


# ------------------------------------------------------------------ whether they may be done


def not_beside(board: DuelBoard, me: Fighter, foe: Fighter) -> Refusal | None:
    """Rule: Blows (D-1)."""
    return None if beside(board, me, foe) else refusal("not side by side", "D-1")


def unhurt(_: DuelBoard, me: Fighter) -> Refusal | None:
    """Rule: Rallying (D-6)."""
    return None if me.sheet.hp < me.sheet.profile.hp else refusal("no hit points are lost", "D-6")


def watched(board: DuelBoard, me: Fighter) -> Refusal | None:
    """Rule: Hiding (D-7)."""
    close = (foe for foe in enemies(board, me.side) if apart(board, me, foe) <= CLOSE and sees(board, me, foe))
    return refusal("a foe in sight is too near", "D-7") if any(close) else None


def hemmed_in(board: DuelBoard, me: Fighter, _: None) -> Refusal | None:
    """Rule: Moving (D-3)."""
    return None if any(cell != me.at for cell in reach(board, me).cells()) else refusal("no way is open", "D-3")


# ------------------------------------------------------------------ all of them


def blow(verb: str, rule: str, do: Blow, words: ActionButton) -> DuelAction:
    """An action against somebody side by side."""

    def option(_: DuelBoard, me: Fighter, foe: Fighter) -> Option[Id]:
        about = partial(OptionDetails, tally=added(me), brief=f"guard {foe.sheet.profile.guard}")
        return Option(f"{verb} {foe.id}", foe.id, f"{words.title} {foe.id}", target=foe.id, look=about)

    def known(board: DuelBoard, me: Fighter) -> list[Fighter]:
        return enemies(board, me.side)

    return Action((verb,), rule, ACT, do, option, known, not_beside, attack=True, button=words)


def places(board: DuelBoard, me: Fighter, _: None) -> Family[Cell]:
    """The options to move, one for each cell."""
    ways = reach(board, me)

    def to(key: str, place: Cell) -> Option[Cell]:
        return Option(key, place, f"Go to {place}", place=place, look=lambda: OptionDetails(path=ways.path(place)))

    return Family("move", [cell for cell in ways.cells() if cell != me.at], to)


STRIKE = blow(
    "strike",
    "D-1",
    strike,
    ActionButton(
        "Strike",
        sort="attack",
        icon="sword",
        told="One blow at somebody side by side: d20 and bonus against guard.",
        needs="a foe side by side, with no wall between",
    ),
)
FLURRY_OF_BLOWS = blow(
    "flurry",
    "D-5",
    flurry,
    ActionButton(
        "Flurry",
        sort="attack",
        icon="whirl",
        told="Four blows in place of one; no parry until the next turn.",
        needs="a foe side by side, with no wall between",
    ),
)
RALLY: DuelAction = single(
    "rally",
    "Rally",
    "D-6",
    ACT,
    rally,
    unhurt,
    button=ActionButton(
        "Rally",
        sort="defend",
        icon="heal",
        told="Rolls 3d6: each five or six gives a hit point back.",
        needs="hit points that are lost",
    ),
)
HIDE: DuelAction = single(
    "hide",
    "Hide",
    "D-7",
    ACT,
    hide,
    watched,
    when=lambda _, me: not me.sheet.hidden,
    button=ActionButton(
        "Hide",
        sort="defend",
        icon="sneak",
        told="Is not seen until it strikes or a foe walks into it.",
        needs="no foe in sight nearer than three cells",
    ),
)
MOVE: DuelAction = Action(
    ("move",),
    "D-3",
    once("Move", "D-2", lost=False),
    walk,
    lambda *_: Option("move", None, "Move"),
    why_not=hemmed_in,
    family=places,
    button=ActionButton(
        "Move",
        sort="move",
        icon="boot",
        told="Walks as many cells as one's stride.",
        needs="a move that is left this turn, and free ground",
    ),
)

ACTIONS: tuple[DuelAction, ...] = (STRIKE, FLURRY_OF_BLOWS, RALLY, HIDE, MOVE)
"""All of them, in the order of the menu."""
