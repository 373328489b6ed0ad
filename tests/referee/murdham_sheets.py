"""What murdham's referee reads off sheets and off the map: speed, weapons, armour, sight, who is near whom."""

from __future__ import annotations

from fractions import Fraction

from game.rules.events import Id
from game.spatial.places import InZone, OnBorder, ZonePlace
from rulesets.murdham.sheet.sheet import Body, MurdhamBoard, Profile, Sheet, Weapon

SIZES = ("tiny", "small", "medium", "large", "massive")

TIMES = {
    "tiny": Fraction(1, 4),
    "small": Fraction(1, 2),
    "medium": Fraction(1),
    "large": Fraction(2),
    "massive": Fraction(4),
}
"""What a size multiplies."""

ROOM = {"large": 4, "massive": 16}
"""Bodies of medium size that a big one counts as."""

LADDER = ("d4", "d6", "d8", "d10", "d12")


def half(number: int) -> int:
    """Half of it; every fraction in these rules is rounded up."""
    return (number + 1) // 2


def has(sheet: Sheet, word: str) -> bool:
    """Whether a passing condition holds of somebody."""
    return any(condition.word == word for condition in sheet.conditions)


def awake(sheet: Sheet) -> bool:
    """Conscious, whether it fights or has given up."""
    return sheet.health > 0 and not sheet.dead and not sheet.incapacitated and not sheet.paralysed


def fighting(sheet: Sheet) -> bool:
    """Conscious and not surrendered."""
    return awake(sheet) and not sheet.surrendered


def score(sheet: Sheet, ability: str) -> int:
    """What a save is made against: two less while confused."""
    scores = {"STR": sheet.STR, "AGI": sheet.AGI, "WIT": sheet.WIT}
    return scores[ability] - (2 if sheet.confused else 0)


def full_health(sheet: Sheet) -> int:
    """The most health there can be: lost STR lowers it as much, but not below 1."""
    lost = sheet.profile.STR - sheet.STR
    return max(1, sheet.profile.health - lost)


def unfeeling(profile: Profile) -> bool:
    """Those that can't be incapacitated."""
    return profile.kind in {"undead", "construct", "demon"}


def fearless(profile: Profile) -> bool:
    """Those that are immune to fear, and so to morale."""
    return unfeeling(profile) or profile.mind == "mindless" or "bravery" in profile.skills


def outsizes(a: Sheet, b: Sheet) -> bool:
    """Whether one is larger than the other."""
    return SIZES.index(a.profile.size) > SIZES.index(b.profile.size)


def everybody(board: MurdhamBoard) -> list[Body]:
    """All on the map."""
    return list(board.state.combatants.values())


def holders(board: MurdhamBoard, who: Id) -> list[Body]:
    """Those who hold somebody."""
    return [c for c in everybody(board) if c.sheet.grabbing == who and awake(c.sheet)]


def bound(board: MurdhamBoard, c: Body) -> bool:
    """In a net, a trap or somebody's grip."""
    return c.sheet.entangled or bool(holders(board, c.id))


# -- weapons


def die_of(me: Sheet, weapon: Weapon, *, unaware: bool) -> str:
    """The damage die: a step up for skill, a d12 for a cutthroat's blow at those who do not know of it."""
    skills = me.profile.skills
    melee = weapon.range == 0
    if unaware and melee and "cutthroat" in skills:
        return "d12"
    if weapon.key == "unarmed" and "brawler" in skills and "strong arm" not in skills:
        return "d6"
    if weapon.die and (("strong arm" in skills and melee) or ("keen eye" in skills and not melee)):
        return LADDER[min(LADDER.index(weapon.die) + 1, 4)]
    return weapon.die


def at_hand(sheet: Sheet) -> list[Weapon]:
    """What somebody can attack with there and then: what it holds, what it was born with, its fists."""
    hands = {sheet.hand, sheet.off}
    return [w for w in sheet.profile.weapons if w.key in hands or "natural" in w.traits]


def carries(sheet: Sheet, weapon: Weapon) -> int:
    """Zones that a weapon carries; hand to hand none, but for the massive."""
    if weapon.range == 0:
        return int(sheet.profile.size == "massive")
    zones = weapon.range * (2 if "far shot" in sheet.profile.skills else 1)
    return half(zones) if "the loss of an eye" in sheet.injuries else zones


def worth(die: str, faces: tuple[int, ...]) -> int:
    """What an exploding roll comes to: one less for every die that was rolled again."""
    return sum(faces) - sum(face == int(die[1:]) for face in faces)


def explodes(die: str, faces: tuple[int, ...]) -> bool:
    """Whether a roll goes on after every highest face, and stops with the first other."""
    most = int(die[1:])
    return bool(faces) and all(face == most for face in faces[:-1]) and 1 <= faces[-1] < most


# -- places


def near(board: MurdhamBoard, a: ZonePlace, b: ZonePlace) -> bool:
    """Range 0: the same place, or a zone and a border of it; a shut door keeps them apart."""
    zones = board.space.zones
    return a == b or (b in zones.touching(a) and not zones.closed(a) and not zones.closed(b))


def parts(board: MurdhamBoard, place: ZonePlace) -> tuple[InZone, ...]:
    """A zone itself, or both zones of a border."""
    return (place,) if isinstance(place, InZone) else board.space.zones.sides(place)


def clouded(board: MurdhamBoard, zone: InZone) -> bool:
    """Whether a zone is full of smoke."""
    return zone.number in board.state.turn.smoke or "smoke" in board.space.zones.area(zone).tags


def dark(board: MurdhamBoard, zone: InZone) -> bool:
    """Whether a zone is dark, and no fire lights it."""
    return "dark" in board.space.zones.area(zone).tags and zone.number not in board.state.turn.burning


def visible(board: MurdhamBoard, a: ZonePlace, b: ZonePlace) -> bool:
    """Line of sight, out of no smoke, into neither smoke nor darkness."""
    there = [zone for zone in parts(board, b) if not clouded(board, zone) and not dark(board, zone)]
    if a == b:
        return bool(there)
    here = [zone for zone in parts(board, a) if not clouded(board, zone)]
    return bool(here) and bool(there) and board.space.zones.sees(a, b)


def sees(board: MurdhamBoard, me: Body, it: Body) -> bool:
    """Whether one sees the other, who may be concealed."""
    return visible(board, me.at, it.at) and not (it.sheet.hidden and it.side != me.side)


def hazy(board: MurdhamBoard, a: ZonePlace, b: ZonePlace) -> bool:
    """Whether who stands in ``b`` is concealed in part: by undergrowth, by the brink of smoke or dark (M-20)."""
    zones = parts(board, b)
    if all("overgrown" in board.space.zones.area(zone).tags for zone in zones):
        return not near(board, a, b)
    murky = [
        zone for zone in zones if clouded(board, zone) or {"dark", "smoke"} & set(board.space.zones.area(zone).tags)
    ]
    return a != b and len(zones) == 2 and len(murky) == 1


def shelter(board: MurdhamBoard, place: ZonePlace) -> str:
    """What one can stand behind in a place: "", "cover" or "barrier"; on a border, what both its zones offer."""
    offered = [board.space.zones.area(zone).cover for zone in parts(board, place)]
    if "none" in offered:
        return ""
    return "barrier" if set(offered) == {"barrier"} else "cover"


def hard_ground(board: MurdhamBoard, place: ZonePlace) -> bool:
    """Difficult ground."""
    zones = board.space.zones
    if isinstance(place, OnBorder):
        return zones.crossing(place).kind == "rubble"
    return "difficult" in zones.area(place).tags or place.number in board.state.turn.caltrops


def water(board: MurdhamBoard, place: ZonePlace) -> str:
    """ "water" where it is calm, "rapids" where it is rough, "" on land."""
    kind = board.space.zones.area(place).kind if isinstance(place, InZone) else ""
    return kind if kind in {"water", "rapids"} else ""


def crossed(board: MurdhamBoard, place: ZonePlace) -> str:
    """The special movement that a border takes: "climb", "leap" or ""."""
    kind = board.space.zones.crossing(place).kind if isinstance(place, OnBorder) else ""
    return {"climb": "climb", "gap": "leap"}.get(kind, "")


def crowd(board: MurdhamBoard, me: Body, place: ZonePlace) -> int:
    """Bodies of medium size that those in a place count as, as far as one's side knows (M-41)."""
    there = [c for c in everybody(board) if c.at == place and c.id not in (me.id, me.sheet.grabbing)]
    known = [c for c in there if fighting(c.sheet) and (c.side == me.side or not c.sheet.hidden)]
    return sum(ROOM.get(c.sheet.profile.size, 1) for c in known)


def strides(sheet: Sheet, *, full: bool, special: str) -> int:
    """Half-zones of a turn: one zone, two with full movement, four in a sprint; doubled for the fast (M-1)."""
    zones = Fraction(2)
    if sheet.profile.fast:
        zones *= 2
    if sheet.profile.slow or "hobbled" in sheet.injuries:
        zones /= 2
    if not full:
        return int(zones)
    if special == "sprint":
        return int(zones * 4) + (2 if "fleet" in sheet.profile.skills else 0)
    return int(zones * 2)
