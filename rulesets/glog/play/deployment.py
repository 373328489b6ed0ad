"""Before a battle and between two: who may come, and what a night gives back (ruling G-34)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from game.kit import deployment
from game.kit.combatants import company
from game.kit.inventory import (
    Regained,
    check_between,
    check_owned,
    company_after,
    kind_of,
    left_of,
    made_good_of,
    read_carried,
)
from game.rules.events import Id
from game.rules.setup import Recruit, Setup
from game.rules.state import Piece
from game.spatial.space import Space
from rulesets.glog.play.effects import hearten
from rulesets.glog.play.events import Healed
from rulesets.glog.play.gear import GEAR, handed
from rulesets.glog.sheet.roster import STOCK, Profile
from rulesets.glog.sheet.sheet import ARMOUR, FRAIL, GlogBoard, GlogState, GlogTable, Sheet, Turn, fresh

FLESH = 1
STRESS = 1
"""What a night gives back of each."""


class Carried(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """State that a fighter brings from earlier battles."""

    flesh: int | None = None
    """None: all that its profile gives it."""
    stress: int = 0
    notches: dict[str, int] = {}
    """By key of the weapon, or "armour"."""
    depleted: tuple[str, ...] = ()
    """Weapons whose ammo has run out."""
    used: dict[str, int] = {}
    lost: tuple[str, ...] = ()
    """Keys of weapons and other things that it has no more."""
    gained: tuple[Piece, ...] = ()
    """What it has won."""


def made_good(carried: str, given: Sequence[str]) -> str:
    """What somebody brings once all its gear is made good, but for what it has given away."""
    return made_good_of(carried, given, Carried, "notches", "depleted", "used")


async def rest(table: GlogTable, side: str, *, holds: bool) -> None:
    """Rule: all Grit comes back in a night, a point of Flesh, and a point of Stress goes."""
    for c in table.fresh([c.id for c in company(table, side)]):
        if c.sheet.flesh <= 0 or not (holds or c.sheet.up):
            continue
        table.set(c.id, surrendered=False, stress=max(0, c.sheet.stress - STRESS))
        hearten(table, c.id, c.sheet.profile.grit)
        flesh = min(c.sheet.profile.flesh, c.sheet.flesh + FLESH)
        if flesh > c.sheet.flesh:
            table.set(c.id, flesh=flesh)
            table.emit(Healed(c.id, flesh - c.sheet.flesh, flesh, "Flesh"))


def carried(start: GlogState, board: GlogBoard, side: str, *, holds: bool) -> Mapping[Id, str]:
    """Gear and state that survivors who were not left behind bring to the next battle."""

    def brought(sheet: Sheet, gear: Regained) -> Carried:
        kept = {ARMOUR, *GEAR.gear(sheet), *gear.found}
        own = {ARMOUR, *sheet.profile.handy, *sheet.profile.stowed} & kept

        def marked(mark: str, now: Mapping[str, int]) -> dict[str, int]:
            found = {key: marks[mark] for key, marks in gear.found.items() if mark in marks}
            return {key: count for key, count in {**now, **found}.items() if key in own}

        return Carried(
            flesh=None if sheet.flesh == sheet.profile.flesh else sheet.flesh,
            stress=sheet.stress,
            notches=marked("notches", sheet.notches),
            # on a field of their own people gather what they shot
            depleted=() if holds else tuple(key for key in sheet.depleted if key in own),
            used=marked("used", sheet.used),
            lost=gear.lost,
            gained=gear.gained,
        )

    return company_after(start, board, side, GEAR.gear, brought, GEAR.as_piece, holds=holds)


def begin_with(profile: Profile, recruit: Recruit) -> Sheet:
    """The sheet that somebody begins with, who may have fought before. Raises BadSetup."""
    own, sheet = read_carried(recruit, Carried), fresh(profile, hidden=recruit.hidden)
    owned = GEAR.gear(sheet)
    check_owned(recruit, "lost", own.lost, owned)
    check_owned(recruit, "depleted", own.depleted, owned)
    check_owned(recruit, "used", own.used, owned)
    check_owned(recruit, "notches", own.notches, (*owned, ARMOUR))
    for key, count in own.notches.items():
        check_between(recruit, f"notches: {key}", count, 1, FRAIL if key == ARMOUR else FRAIL - 1)
    if own.flesh is not None:
        check_between(recruit, "flesh", own.flesh, 1, profile.flesh)
    check_between(recruit, "stress", own.stress, 0, profile.scores.discipline)
    stowed, handy = left_of(own.lost, sheet.stowed, sheet.handy)
    bare = sheet.profile.armour is not None and sheet.profile.armour.key in own.lost
    return replace(
        sheet,
        profile=replace(profile, armour=None) if bare else profile,
        flesh=profile.flesh if own.flesh is None else own.flesh,
        stress=own.stress,
        notches=own.notches,
        depleted=own.depleted,
        used=own.used,
        stowed=stowed,
        handy=handy,
        hands=tuple(key for key in sheet.hands if key in handy),
        lit=tuple(key for key in sheet.lit if key in handy),
    )


def muster(setup: Setup, space: Space) -> GlogState:
    """Give the state before the first step; ``space`` is the set-up's map. Raises BadSetup."""
    return deployment.muster(
        setup,
        space,
        "cells",
        STOCK,
        lambda who: begin_with(who.profile, who.recruit),
        Turn(),
        size=lambda profile: profile.cells,
        shoots=_shooter,
        handed=handed,
    )


def _shooter(profile: Profile) -> bool:
    held = {kind_of(key) for key in profile.hands}
    return any(weapon.shoots for weapon in profile.weapons if weapon.key in held) or bool(profile.spells)
