"""What einfelst's referee reads off a sheet and off the map: dice of a pool, reach, darkness, ways, room for Harm.

Every sum is made anew from attributes, Actions and data; battles are judged by day or night, with gore feared or not,
and with the other settings left as they are.
"""

from __future__ import annotations

from collections.abc import Iterator

from game.rules.events import Id
from game.spatial.field import UNIT
from game.spatial.places import InZone, Place, ZonePlace
from rulesets.einfelst.sheet.roster import Item, Weapon
from rulesets.einfelst.sheet.sheet import Body, EinfelstBoard, Sheet, Track

BEHIND = {
    "strike": ("strength",),
    "shoot": ("dexterity",),
    "force": ("strength",),
    "endure": ("strength", "intuition"),
    "finesse": ("dexterity",),
    "sneak": ("dexterity",),
    "track": ("intuition", "reason"),
    "read": ("intuition",),
    "study": ("reason",),
    "persuade": ("reason", "presence"),
    "charm": ("presence",),
    "intimidate": ("presence", "intuition"),
    "cast": ("reason",),
}
"""The attributes of the thirteen Actions; of two the better one."""

BODY = ("strike", "shoot", "force", "endure", "finesse", "sneak")
"""Actions that Physical Harm hampers (ruling W-19)."""

WORTH = (1, 2, 3)
ROWS = (2, 2, 1)
"""Harm that a slot of each row holds, and slots of each row (ruling W-28)."""


# ------------------------------------------------------------------ dice


def dice(sheet: Sheet, *actions: str, edge: int = 0) -> int:
    """Dice of the best of some Actions: attribute and Action, less those that Harm and armour take, and a bonus.

    ``edge``: those of an ambush, where they count (C-79).
    """
    return max(_own(sheet, action) for action in actions) + sheet.bonus + edge


def _own(sheet: Sheet, action: str) -> int:
    profile = sheet.profile
    found: int = max(getattr(profile.attributes, name) for name in BEHIND[action]) + getattr(profile.actions, action)
    if profile.kind == "hero":
        found -= sum(sheet.physical if action in BODY else sheet.mental)
    else:
        found -= sheet.points
    if action in ("finesse", "sneak") and profile.armour is not None:
        found -= profile.armour.clumsy
    return found


def attack_dice(me: Sheet, it: Body, weapon: Weapon, mode: str) -> int:
    """Dice of an attack (C-51, C-55): with the weapon's, one more against the prone hand to hand, one for a look."""
    hand_to_hand = mode == "melee"
    found = dice(me, weapon.action if hand_to_hand else "shoot", edge=me.edge) + weapon.bonus
    return found + int(hand_to_hand and it.sheet.prone) + int(it.id in me.insight)


def parry_dice(sheet: Sheet, edge: int) -> int:
    """Strike for the armed and the clawed, else Force; what a weapon gives or takes, and the shield (C-61)."""
    held = sheet.weapon(sheet.hand) if sheet.hand else None
    arms = [held] if held is not None and held.action == "strike" else []
    arms += [weapon for weapon in sheet.profile.weapons if "natural" in weapon.traits and weapon.action == "strike"]
    own = dice(sheet, "strike", edge=edge) + arms[0].guard if arms else dice(sheet, "force", edge=edge)
    return own + shield(sheet)


def shield(sheet: Sheet) -> int:
    """Dice of a shield on the arm."""
    thing = sheet.thing(sheet.off) if sheet.off else None
    return thing.dice if isinstance(thing, Item) and thing.kind == "shield" else 0


def carried(sheet: Sheet, kind: str) -> int:
    """Dice of the best thing of a kind that somebody carries: a rope, a sign, bandages."""
    things = (sheet.thing(key) for key in sheet.pack)
    return max((thing.dice for thing in things if isinstance(thing, Item) and thing.kind == kind), default=0)


def fear_dice(board: EinfelstBoard, me: Body) -> int:
    """Endure, a die for each player character of one's side in the zone, three at most, and a sign (C-84 to C-86)."""
    company = 0
    if me.sheet.profile.kind == "hero":
        near = [c.sheet for c in board.state.combatants.values() if c.side == me.side and c.at == me.at]
        heroes = [sheet for sheet in near if sheet.profile.kind == "hero" and not sheet.out and not sheet.mental[2]]
        company = min(3, sum(me.sheet.hidden or not sheet.hidden for sheet in heroes))
    return dice(me.sheet, "endure") + company + carried(me.sheet, "sign")


# ------------------------------------------------------------------ Harm


def free(track: Track) -> int:
    """Harm that the slots of a track which are not filled hold."""
    return sum((most - row) * worth for row, most, worth in zip(track, ROWS, WORTH, strict=True))


def marked_rightly(before: Track, after: Track, amount: int) -> bool:
    """Whether so much Harm may be marked so: upwards from the lowest free slot, or evenly anywhere (ruling W-28)."""
    rows, left = list(before), amount
    for row in range(3):
        while left > 0 and rows[row] < ROWS[row]:
            rows[row] += 1
            left -= WORTH[row]
    if after == tuple(rows):
        return True
    new = [now - was for was, now in zip(before, after, strict=True)]
    fits = all(0 <= now <= most for now, most in zip(after, ROWS, strict=True)) and min(new) >= 0
    return fits and sum(count * worth for count, worth in zip(new, WORTH, strict=True)) == amount


def left(sheet: Sheet, kind: str) -> int:
    """Harm that somebody can take before it is out of the fight."""
    if sheet.profile.kind != "hero":
        return max(0, sheet.profile.points - sheet.points)
    return free(sheet.physical if kind == "physical" else sheet.mental)


# ------------------------------------------------------------------ where they stand


def tags(board: EinfelstBoard, at: ZonePlace) -> tuple[str, ...]:
    """What the map says of a zone."""
    return board.space.zones.area(at).tags if isinstance(at, InZone) else ()


def dark(board: EinfelstBoard, at: ZonePlace) -> bool:
    """Whether a zone is dark: no light or fire of the map in it, nobody with a light or on fire (ruling W-17)."""
    night = board.setup.options.get("night") == "yes"
    if not (night or "dark" in tags(board, at)) or {"light", "fire"} & set(tags(board, at)):
        return False
    here = (c.sheet for c in board.state.combatants.values() if c.at == at)
    return not any((sheet.fire or _shines(sheet)) and not sheet.hidden for sheet in here)


def _shines(sheet: Sheet) -> bool:
    things = [sheet.thing(key) for key in (sheet.hand, sheet.off) if key]
    return any(thing.kind == "light" if isinstance(thing, Item) else "light" in thing.traits for thing in things)


def needed(board: EinfelstBoard, me: Body, it: Body, mode: str) -> int:
    """Successes that an attack needs: one, and for shots and throws one for cover, for darkness, for smoke each."""
    if mode == "melee":
        return 1
    covered = it.sheet.spot == "cover" and not close(me, it)
    unlit = dark(board, it.at) and "sees in the dark" not in me.sheet.profile.traits
    smoke = "smoke" in tags(board, me.at) or "smoke" in tags(board, it.at)
    return 1 + covered + unlit + smoke


def close(a: Body, b: Body) -> bool:
    """Whether one of two has come close to the other."""
    return a.id in b.sheet.beside or b.id in a.sheet.beside


def reaches(a: Body, b: Body) -> bool:
    """Whether two can strike each other: in one zone, close, or both in the open (C-13, C-49, ruling W-13)."""
    return a.at == b.at and (close(a, b) or a.sheet.spot == b.sheet.spot == "open")


def sees(board: EinfelstBoard, a: ZonePlace, b: ZonePlace) -> bool:
    """Whether nothing stands between two zones."""
    return a == b or board.space.zones.sees(a, b)


def wet(board: EinfelstBoard, at: ZonePlace) -> bool:
    """Whether one swims there."""
    return isinstance(at, InZone) and board.space.zones.area(at).kind in ("water", "rapids")


def ways(board: EinfelstBoard, me: Body, start: ZonePlace) -> Iterator[tuple[InZone, str]]:
    """The zones that somebody could step into from one, each with what bars the way, border by border (W-39)."""
    assert isinstance(start, InZone)
    zones, traits = board.space.zones, me.sheet.profile.traits
    for border in zones.borders(start):
        if zones.closed(border):
            continue
        one, two = zones.sides(border)
        there, kind = two if one == start else one, zones.crossing(border).kind
        bar: str = kind if kind in ("climb", "gap", "rubble") else ""
        if "flies" in traits or (kind == "climb" and "climbs" in traits):
            bar = ""
        if kind == "rubble" and border.number in board.state.turn.cleared:
            bar = ""
        if not bar and wet(board, there) and not wet(board, start) and not {"swims", "flies"} & set(traits):
            bar = "water"
        yield there, bar


def open_to(board: EinfelstBoard, me: Body, end: Place) -> bool:
    """Whether somebody may step into a zone with nothing in the way."""
    return any(there == end and not bar for there, bar in ways(board, me, me.at))


def feet_down(board: EinfelstBoard, start: InZone, end: InZone) -> int:
    """Feet from one zone down to the next where the ground between them falls least; 0 if it does not."""
    zones, field, found = board.space.zones, board.setup.field, []
    for border in zones.between(start, end):
        met = zones.crossing(border)
        pairs = list(met.sides) or [(a, b) for a in met.cells for b in met.cells if zones.at(a) != zones.at(b)]
        for pair in pairs:
            high, low = pair if zones.at(pair[0]) == start else pair[::-1]
            found.append(field.floor_at(high) - field.floor_at(low))
    return max(0, min(found, default=0)) * 5 // UNIT


def heights(board: EinfelstBoard, at: ZonePlace) -> set[int]:
    """Feet of all that could be climbed or leapt over from a zone."""
    assert isinstance(at, InZone)
    found, zones = set(), board.space.zones
    for border in zones.borders(at):
        one, two = zones.sides(border)
        drawn = zones.crossing(border).rise * 5 // UNIT
        found.add(max(drawn, feet_down(board, one, two), feet_down(board, two, one)))
    return found


def pits(board: EinfelstBoard, at: InZone) -> list[int]:
    """Feet of the pits in a zone."""
    depths = [f.strength.split(" ")[0] for f in board.space.zones.area(at).features if f.kind == "fall"]
    return [int(each) for each in depths if each.isdigit()]


def ablaze(board: EinfelstBoard, at: ZonePlace) -> float:
    """The share of a zone that the map says is on fire."""
    assert isinstance(at, InZone)
    area = board.space.zones.area(at)
    hot = {cell for feature in area.features if feature.kind == "fire" for cell in feature.cells}
    return len(hot & set(area.cells)) / len(area.cells)


# ------------------------------------------------------------------ fear


def fearful(c: Body) -> bool:
    """Whether somebody feels fear: people who fight and are not to be feared themselves (ruling W-5)."""
    profile = c.sheet.profile
    return (
        not c.sheet.out and profile.kind in ("hero", "person") and "mindless" not in profile.traits and not profile.fear
    )


def before_its_eyes(board: EinfelstBoard, me: Body, it: Body) -> bool:
    """Whether somebody has another in its zone, or in the next in sight and not in the dark (ruling W-31)."""
    if me.at == it.at:
        return True
    if board.space.zones.span(me.at, it.at) != 1 or not sees(board, me.at, it.at):
        return False
    return "sees in the dark" in me.sheet.profile.traits or not dark(board, it.at)


def gory(board: EinfelstBoard, it: Body) -> bool:
    """Whether somebody is a gruesome sight: where the setting has it, who is broken, dying or dead (ruling W-51)."""
    bloody = it.sheet.out in ("broken", "dying", "dead") and "unliving" not in it.sheet.profile.traits
    return bloody and board.setup.options.get("gore") == "yes"


def price_of_fear(board: EinfelstBoard, me: Body, source: Id | None) -> int:
    """Mental Harm of a failed test: 4 in the same zone, 2 if the source is held or beyond two zones, 3 else (C-88)."""
    if source is None:
        return 4
    it = board.now(source)
    far = board.space.zones.span(me.at, it.at)
    if it.sheet.held or far is None or far > 2:
        return 2
    return 3 if far else 4
