"""Before a battle and between two: who may come, where things lie, how Harm grows lighter (ruling W-54)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from game.kit import deployment
from game.kit.combatants import bodies, company
from game.kit.inventory import Regained, check_between, check_owned, company_after, left_of, made_good_of, read_carried
from game.rules.events import Id
from game.rules.setup import Recruit, Setup
from game.rules.state import Piece
from game.spatial.space import Space
from rulesets.einfelst.play.events import Eased
from rulesets.einfelst.play.gear import GEAR, handed
from rulesets.einfelst.play.harm import bleed_out, treat, treat_pool
from rulesets.einfelst.sheet.roster import STOCK, Profile
from rulesets.einfelst.sheet.sheet import (
    EMPTY,
    SLOTS,
    EinfelstBoard,
    EinfelstState,
    EinfelstTable,
    Sheet,
    Track,
    Turn,
    fresh,
)


class Carried(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """State that a fighter brings from earlier battles."""

    physical: Track = EMPTY
    mental: Track = EMPTY
    """Slots of a hero that are filled, from the lesser row."""
    points: int = 0
    """Harm points of anybody else."""
    lost: tuple[str, ...] = ()
    """Keys of weapons and other things that it has no more."""
    gained: tuple[Piece, ...] = ()
    """What it has won."""


def lighter(track: Track) -> Track:
    """A track after a night: lesser Harm is gone, the rest is a row lighter as far as there is room.

    What finds none in the row below stays as grave as it was.
    """
    left = [0, *track[1:]]
    for row in (1, 2):
        eased = min(left[row], SLOTS[row - 1] - left[row - 1])
        left[row - 1], left[row] = left[row - 1] + eased, left[row] - eased
    return left[0], left[1], left[2]


def made_good(carried: str, given: Sequence[str]) -> str:
    """What somebody brings once all its gear is made good, but for what it has given away."""
    return made_good_of(carried, given, Carried)


async def rest(table: EinfelstTable, side: str, *, holds: bool) -> None:
    """Rule: the dying are treated in the rounds that they have left; a night makes Harm lighter by a row."""
    if holds:
        while dying := [c.id for c in company(table, side) if c.sheet.out == "dying"]:
            able = [c for c in bodies(table) if c.side == side and c.sheet.out in ("", "yielded")]
            helpers = [c.id for c in sorted(able, key=lambda c: -treat_pool(c.sheet).total)]
            for who, helper in zip(dying, helpers, strict=False):
                await treat(table, helper, who)
            bleed_out(table)
            table.set_turn(round=table.state.turn.round + 1)
    for c in table.fresh([c.id for c in company(table, side)]):
        if c.sheet.out == "dead" or not (holds or c.sheet.up):
            continue
        harm = c.sheet.physical, c.sheet.mental, c.sheet.points
        physical, mental = lighter(c.sheet.physical), lighter(c.sheet.mental)
        table.set(c.id, out="", physical=physical, mental=mental, points=c.sheet.points // 2)
        if harm != (physical, mental, c.sheet.points // 2):
            table.emit(Eased(c.id, "better for the night", "C-104"))


def _carried(sheet: Sheet, gear: Regained) -> Carried:
    return Carried(sheet.physical, sheet.mental, sheet.points, gear.lost, gear.gained)


def carried(start: EinfelstState, board: EinfelstBoard, side: str, *, holds: bool) -> Mapping[Id, str]:
    """Gear and state that survivors who were not left behind bring to the next battle."""
    return company_after(start, board, side, GEAR.gear, _carried, GEAR.as_piece, holds=holds)


def begin_with(profile: Profile, recruit: Recruit) -> Sheet:
    """The sheet that somebody begins with, who may have fought before. Raises BadSetup."""
    own, sheet = read_carried(recruit, Carried), fresh(profile, hidden=recruit.hidden)
    check_owned(recruit, "lost", own.lost, GEAR.gear(sheet))
    for field, track in (("physical", own.physical), ("mental", own.mental)):
        for slots, most in zip(track, SLOTS, strict=True):
            check_between(recruit, field, slots, 0, most if profile.hero else 0)
    check_between(recruit, "points", own.points, 0, max(0, profile.points - 1))
    (pack,) = left_of(own.lost, sheet.pack)
    return replace(
        sheet,
        physical=own.physical,
        mental=own.mental,
        points=own.points,
        less=own.points,
        pack=pack,
        hand=sheet.hand if sheet.hand in pack else "",
        off=sheet.off if sheet.off in pack else "",
    )


def muster(setup: Setup, space: Space) -> EinfelstState:
    """Give the state before the first step; ``space`` is the set-up's map. Raises BadSetup."""
    return deployment.muster(
        setup,
        space,
        "whole zones",  # a zone holds whoever stands there (ruling W-36)
        STOCK,
        lambda who: begin_with(who.profile, who.recruit),
        Turn(),
        size=lambda profile: profile.cells,
        shoots=_shooter,
        handed=handed,
    )


def _shooter(profile: Profile) -> bool:
    """Whether it starts the fight with something to shoot in hand, or with spells for its foes."""
    armed = bool(profile.hand) and profile.weapon(profile.hand).shoots
    return armed or any(spell.target == "foe" for spell in profile.spells)
