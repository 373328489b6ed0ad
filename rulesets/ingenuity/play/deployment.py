"""Before and between battles: what ingenuity asks of those who come, and a night's rest (ruling N-44)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from game.kit import deployment
from game.kit.combatants import company
from game.kit.inventory import Regained, check_between, check_owned, company_after, left_of, made_good_of, read_carried
from game.rules.events import Id
from game.rules.ruleset import BadSetup
from game.rules.setup import Recruit, Setup
from game.rules.state import Piece
from game.spatial.space import Space
from rulesets.ingenuity.play.events import Healed
from rulesets.ingenuity.play.gear import GEAR, handed
from rulesets.ingenuity.sheet.roster import STOCK
from rulesets.ingenuity.sheet.sheet import (
    CHEAT,
    Body,
    IngenuityBoard,
    IngenuityState,
    IngenuityTable,
    Profile,
    Sheet,
    Turn,
    fresh,
)


def muster(setup: Setup, space: Space) -> IngenuityState:
    """Give the state before the first step; ``space`` is the set-up's map. Raises BadSetup."""
    state = deployment.muster(
        setup,
        space,
        "cells",
        STOCK,
        lambda who: begin_with(who.profile, who.recruit),
        Turn(),
        size=lambda profile: profile.cells,
        shoots=lambda profile: bool(profile.hand) and profile.weapon(profile.hand).shoots,
        handed=handed,
        events=("opening",),
    )
    _check_opening(setup, state.combatants)
    return state


def _check_opening(setup: Setup, combatants: Mapping[Id, Body]) -> None:
    if "opening" in setup.events:
        words = setup.events["opening"].split()
        if len(words) != 2 or any(word not in combatants for word in words):
            raise BadSetup("events: opening: write who begins the fight and whom it attacks, by their ids")
        if len({combatants[Id(word)].side for word in words}) < 2:
            raise BadSetup("events: opening: the two are of one side; write one of another as whom it attacks")


WORST = 100
"""What the luck die may have to show at most."""


class Carried(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """State of a fighter that goes on from battle to battle."""

    hp: int | None = None
    """None: all that its profile gives it."""
    cheat: int = CHEAT
    """What cheating death takes the next time (B-74)."""
    wear: dict[str, int] = {}
    """Durability lost, by key."""
    lost: tuple[str, ...] = ()
    """Keys of weapons and other things that it has no more."""
    gained: tuple[Piece, ...] = ()
    """What it has won."""


def made_good(carried: str, given: Sequence[str]) -> str:
    """What somebody brings once all its gear is made good, but for what it has given away."""
    return made_good_of(carried, given, Carried, "wear")


async def rest(table: IngenuityTable, side: str, *, holds: bool) -> None:
    """Rule: a night gives back all endurance, stamina and focus, and as much health as the constitution.

    The unconscious come round on the way to it: nobody hurries any more.
    """
    for c in table.fresh([c.id for c in company(table, side)]):
        if c.sheet.dead or not (holds or c.sheet.up):
            continue
        profile = c.sheet.profile
        table.set(c.id, unconscious=False, prone=False, end=profile.end, st=profile.st, fc=profile.fc)
        hp = min(profile.hp, c.sheet.hp + profile.con)
        if hp > c.sheet.hp:
            table.set(c.id, hp=hp)
            table.emit(Healed(c.id, hp - c.sheet.hp, hp, "health"))


def _carried(sheet: Sheet, gear: Regained) -> Carried:
    worn = {**sheet.wear, **{key: marks["wear"] for key, marks in gear.found.items() if "wear" in marks}}
    own = {key: count for key, count in worn.items() if key in sheet.profile.carried and key not in gear.lost}
    return Carried(None if sheet.hp == sheet.profile.hp else sheet.hp, sheet.cheat, own, gear.lost, gear.gained)


def carried(start: IngenuityState, board: IngenuityBoard, side: str, *, holds: bool) -> Mapping[Id, str]:
    """State that goes on to the next battle, of those who live and were not left behind."""
    return company_after(start, board, side, GEAR.gear, _carried, GEAR.as_piece, holds=holds)


def begin_with(profile: Profile, recruit: Recruit) -> Sheet:
    """The sheet that somebody begins with, who may have fought before. Raises BadSetup."""
    own, sheet = read_carried(recruit, Carried), fresh(profile, hidden=recruit.hidden)
    check_owned(recruit, "lost", own.lost, sheet.carried)
    check_owned(recruit, "wear", own.wear, sheet.carried)
    for key, worn in own.wear.items():
        check_between(recruit, f"wear: {key}", worn, 1, sheet.item(key).lasts)
    if own.hp is not None:
        check_between(recruit, "hp", own.hp, 1, profile.hp)
    check_between(recruit, "cheat", own.cheat, CHEAT, WORST)
    (pack,) = left_of(own.lost, sheet.carried)
    return replace(
        sheet,
        hp=profile.hp if own.hp is None else own.hp,
        cheat=own.cheat,
        wear=own.wear,
        carried=pack,
        hand=sheet.hand if sheet.hand in pack else "",
        off=sheet.off if sheet.off in pack else "",
    )
