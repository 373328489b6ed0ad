"""One attack as data: obstacles, the save to hit, damage and what turns it; and every attack that could be made now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from math import ceil, prod
from typing import Any

from msgspec import structs

from game.kit.combatants import bodies
from game.kit.telling import the
from game.rules.dice import Tally
from game.rules.events import Id
from game.rules.option_details import OptionDetails
from game.rules.questions import Option
from game.spatial.places import InZone
from rulesets.murdham.play.cost import WHOLE_TURN
from rulesets.murdham.play.events import Aim, AttackDeclared, How, Mode
from rulesets.murdham.play.geometry import Look, bigger, half, holders, look_at, near_foes, nearby, zone_of
from rulesets.murdham.sheet.sheet import FACTORS, Body, MurdhamBoard, Weapon, stepped


@dataclass(frozen=True, slots=True)
class Blow:
    """One attack on one target, from its declaration on."""

    who: Id
    target: Id
    weapon: str
    mode: Mode
    aim: Aim = "harm"
    how: How = "attack"
    held_back: bool = False
    moving: bool = False
    """The attacker has moved in this turn before."""
    item: str = ""
    """disarm: the weapon to be dropped."""
    surprise: bool = False
    """The attacker was concealed from the target, who can't react (A-92)."""
    focused: bool = False
    """A blast aimed at one large target: no blast, double damage."""
    sweep: bool = False
    """A blow all around at those smaller, for half the damage."""
    offers: bool = False
    """If it hits, its target may be offered something else than harm first (A-74)."""

    def at(self, target: Id) -> Blow:
        """The same attack on somebody else."""
        return replace(self, target=target)

    def declared(self) -> AttackDeclared:
        """It as it is announced."""
        how = self.how, self.held_back, self.item
        return AttackDeclared(self.who, self.target, self.weapon, self.mode, self.aim, *how)


# ------------------------------------------------------------------ what is at hand


def wielded(me: Body) -> list[Weapon]:
    """Weapons that a combatant can strike with now: what its hands hold, its natural weapons, its fists."""
    profile, sheet = me.sheet.profile, me.sheet
    held = [key for key in (sheet.hand, sheet.off) if key]
    return [
        weapon
        for weapon in profile.weapons
        if weapon.key in held or "natural" in weapon.traits or weapon.key == "unarmed"
    ]


def modes(weapon: Weapon) -> tuple[Mode, ...]:
    """The ways a weapon attacks."""
    if weapon.melee:
        return ("melee",)
    return ("indirect",) if "indirect" in weapon.traits else ("ranged",)


def reach_of(me: Body, weapon: Weapon) -> int:
    """Zones a weapon carries: skill doubles them, a lost eye halves them; massive bodies strike one zone off."""
    if weapon.melee:
        return 1 if me.sheet.profile.size == "massive" else 0
    zones = weapon.range * 2 if "far shot" in me.sheet.profile.skills else weapon.range
    return half(zones) if "the loss of an eye" in me.sheet.injuries else zones


# ------------------------------------------------------------------ may it be made


def obstacle(
    me: Body, it: Body, weapon: Weapon, mode: Mode, look: Look, *, moving: bool = False
) -> tuple[str, str] | None:
    """Why an attack on somebody at whom the attacker has such a look can't be made, with the rule; None if it can."""
    refused = unfit(me, it, weapon, moving=moving)
    if refused is not None:
        return refused
    name = weapon.name
    reach = reach_of(me, weapon)
    zones = look.zones(mode)
    if mode == "melee":
        if look.near:
            return None
        if not (reach and zones is not None and zones <= reach and seen(me, it, look)):
            return f"not nearby, where {the(name)} could strike it", "A-39"
        return BEHIND if walled(it, look) else None
    if zones is None or zones > reach:
        return _too_far(zones, weapon, reach), "A-41"
    return missile_obstacle(me, weapon, mode, zones, moving=moving) or _unseen(me, it, mode, look)


def _too_far(zones: int | None, weapon: Weapon, reach: int) -> str:
    return f"{'out of reach' if zones is None else f'{zones} zones away'}; the {weapon.name} carries {reach}"


def missile_obstacle(me: Body, weapon: Weapon, mode: Mode, zones: int, *, moving: bool) -> tuple[str, str] | None:
    """Why nothing can be shot or thrown so many zones."""
    beyond = zones > half(reach_of(me, weapon))
    if mode == "indirect":
        if not beyond:
            return f"only beyond half its range of {weapon.range} zones", "A-47"
        return ("not while moving", "A-49") if moving else None
    if beyond and moving:
        return "beyond half range and moving at once", "A-44"
    return None


def _unseen(me: Body, it: Body, mode: Mode, look: Look) -> tuple[str, str] | None:
    if mode == "indirect":
        return None
    if not seen(me, it, look):
        return "not visible", "A-45"
    return BEHIND if walled(it, look) else None


BEHIND = "behind a barrier", "A-68"


def walled(it: Body, look: Look) -> bool:
    """Whether a barrier stops what comes straight at a combatant: it has not leaned out (A-68, A-69)."""
    return look.walled and not it.sheet.leaning


def seen(me: Body, it: Body, look: Look) -> bool:
    """Whether a combatant sees another: not concealed, and its place is visible."""
    return look.seen and not (it.sheet.hidden and it.side != me.side)


def unfit(me: Body, it: Body | None, weapon: Weapon, *, moving: bool) -> tuple[str, str] | None:
    """Why a weapon itself is of no use now; ``it`` is None for a blast at a place."""
    sheet = me.sheet
    if weapon.key in sheet.fired:
        return f"the {weapon.name} works once a fight", "A-36"
    if "mounted" in weapon.traits and not moving:
        return f"the {weapon.name} needs a run-up", "A-36"
    if weapon.hands >= 2 and sheet.off:
        return f"the {weapon.name} takes both hands", "A-36"
    if weapon.hands >= 2 and "a useless arm" in sheet.injuries:
        return f"the {weapon.name} takes both arms", "A-117"
    if it is None:
        return None
    if sheet.grabbing and weapon.hands >= 2 and it.id == sheet.grabbing:
        return f"the {weapon.name} is too long for whom one holds", "A-85"
    if "unholy only" in weapon.traits and it.sheet.profile.kind not in ("undead", "demon"):
        return f"the {weapon.name} harms only the undead and demons", "A-36"
    if "unaware only" in weapon.traits and not (sheet.hidden or sheet.grabbing == it.id):
        return f"the {weapon.name} is for the unaware and for whom one holds", "A-36"
    return None


def legal(me: Body, it: Body, weapon: Weapon, mode: Mode, look: Look, *, moving: bool = False) -> bool:
    """Whether an attack can be made."""
    return obstacle(me, it, weapon, mode, look, moving=moving) is None


def attacks(board: MurdhamBoard, me: Body, it: Body, *, moving: bool = False) -> Iterator[tuple[Weapon, Mode]]:
    """Every attack on one target that can be made now; with bare hands for want of another blow (M-38)."""
    armed = "brawler" not in me.sheet.profile.skills
    at = look_at(board, me.at, it.at)
    struck = False
    for weapon in sorted(wielded(me), key=lambda weapon: weapon.key == "unarmed"):
        if weapon.blast or (weapon.key == "unarmed" and armed and struck):
            continue
        for mode in modes(weapon):
            if legal(me, it, weapon, mode, at, moving=moving):
                struck |= mode == "melee"
                yield weapon, mode


def challenging(
    me: Body, it: Body, weapon: Weapon, mode: Mode, look: Look, *, moving: bool = False
) -> tuple[str, str] | None:
    """Why a WIT save is needed to hit, with the rule; None if the attack simply hits (A-33, A-34)."""
    if mode == "melee":
        return None if seen(me, it, look) else ("the target is not visible", "A-40")
    return far_or_moving(me, weapon, mode, look.zones(mode) or 0, moving=moving)


def far_or_moving(me: Body, weapon: Weapon, mode: Mode, zones: int, *, moving: bool) -> tuple[str, str] | None:
    """The hard circumstances of what is shot or thrown so many zones."""
    if mode == "indirect":
        return "over obstacles", "A-48"
    if zones > half(reach_of(me, weapon)):
        return "beyond half range", "A-42"
    return ("while moving", "A-43") if moving else None


# ------------------------------------------------------------------ blasts


def blast_weapons(me: Body) -> list[Weapon]:
    """Weapons at hand that hit a whole zone."""
    return [weapon for weapon in wielded(me) if weapon.blast]


def blast_zones(board: MurdhamBoard, me: Body, weapon: Weapon, *, moving: bool = False) -> list[InZone]:
    """Zones that a blast can be aimed at now: for a melee one the attacker's own (A-71, A-72)."""
    every = board.space.zones.all_zones
    return [place for place in every if blast_obstacle(board, me, place, weapon, moving=moving) is None]


def blast_obstacle(
    board: MurdhamBoard, me: Body, place: InZone, weapon: Weapon, *, moving: bool = False
) -> tuple[str, str] | None:
    """Why a blast can't be aimed at a zone now, with the rule; None if it can."""
    refused = unfit(me, None, weapon, moving=moving)
    if refused is not None:
        return refused
    if weapon.melee:
        return None if place in zone_of(me.at, board) else (f"the {weapon.name} strikes all around", "A-71")
    (mode,) = modes(weapon)
    there, reach = look_at(board, me.at, place), reach_of(me, weapon)
    zones = there.zones(mode)
    if zones is None or zones > reach:
        return _too_far(zones, weapon, reach), "A-72"
    if mode == "ranged":
        if not there.seen:
            return "not visible", "A-45"
        if there.walled:
            return BEHIND
    return missile_obstacle(me, weapon, mode, zones, moving=moving)


def in_blast(board: MurdhamBoard, me: Body, place: InZone, weapon: Weapon) -> list[Body]:
    """Whom a blast on a zone hits: everybody in it and on its borders whom no barrier shelters (A-70 to A-72).

    What strikes all around spares its maker.
    """
    there = _caught(board, place)
    if weapon.melee:
        return [c for c in there if c.id != me.id]
    return [c for c in there if not _shelters(board, me, c, weapon)]


def sheltered(board: MurdhamBoard, me: Body, place: InZone, weapon: Weapon) -> list[Body]:
    """Those in a zone and on its borders whom a barrier shelters from a blast on it (A-68, ruling M-45)."""
    return [c for c in _caught(board, place) if not weapon.melee and _shelters(board, me, c, weapon)]


def _caught(board: MurdhamBoard, place: InZone) -> list[Body]:
    zones = board.space.zones.blast(place)
    return [c for c in bodies(board) if c.at in zones and not c.sheet.dead]


def _shelters(board: MurdhamBoard, me: Body, c: Body, weapon: Weapon) -> bool:
    """Whether a barrier keeps off what is thrown: not if it is lobbed, for that comes down behind it (A-46)."""
    return modes(weapon) != ("indirect",) and walled(c, look_at(board, me.at, c.at))


def in_sweep(board: MurdhamBoard, me: Body, place: InZone) -> list[Body]:
    """Whom a sweep through a zone hits: foes smaller than whoever sweeps (size rules, ruling M-39)."""
    return [c for c in _caught(board, place) if c.side != me.side and bigger(me, c)]


# ------------------------------------------------------------------ what it does


def die_of(me: Body, weapon: Weapon, *, surprise: bool = False) -> str:
    """The damage die, a step up for skill; a stab in the back is a d12."""
    skills = me.sheet.profile.skills
    if surprise and "cutthroat" in skills and weapon.melee:
        return "d12"
    if ("strong arm" if weapon.melee else "keen eye") in skills:
        return stepped(weapon.die)
    return "d6" if weapon.key == "unarmed" and "brawler" in skills else weapon.die


def circumstances(me: Body, weapon: Weapon, look: Look, *, held_back: bool = False) -> Tally:
    """What enhances (above 0) or impairs (below) the damage of an attack on whoever is there; they cancel out."""
    sheet, skills, flies = me.sheet, me.sheet.profile.skills, me.sheet.profile.flies
    off = weapon.key == sheet.off and weapon.key != sheet.hand
    found = Tally().plus("bare hands", -int(weapon.key == "unarmed" and "brawler" not in skills), "A-35")
    found = found.plus("held back", -held_back, "A-37").plus("concealed", -look.shrouded, "A-66")
    found = found.plus("off hand", -int(off and "two blades" not in skills), "A-36")
    found = found.plus("confused", -sheet.confused, "A-24")
    found = found.plus("swimming", -int(look.swimming and not flies), "A-16")
    return found.plus("climbing", -int(look.climbing and not flies), "A-16")


def factors(me: Body, blow: Blow) -> list[tuple[str, Fraction]]:
    """What multiplies the dice of an attack, whatever it is made with: its maker's size, a sweep, a focus (A-118)."""
    size = me.sheet.profile.size
    found = [
        (size, Fraction(*FACTORS[size])),
        ("aimed at one", Fraction(2 if blow.focused else 1)),
        ("sweep", Fraction(1, 2 if blow.sweep else 1)),
    ]
    return [(label, times) for label, times in found if times != 1]


def factor(me: Body, blow: Blow) -> Fraction:
    """All of that together."""
    return prod((times for _, times in factors(me, blow)), start=Fraction(1))


def before_armour(me: Body, blow: Blow, shown: int) -> int:
    """The damage that dice of so much come to before armour; fractions round up, once."""
    return ceil(shown * factor(me, blow))


def protection(me: Body, it: Body, weapon: Weapon, look: Look, *, reacted: bool, countered: bool = False) -> Tally:
    """Terms taken from the damage: armour, hide, a shield that is up, cover.

    A shield helps those who react, and against an attack made to counter one's own.
    """
    if weapon.direct:
        return Tally()
    sheet = it.sheet
    shields = (sheet.off == "shield") + (sheet.hand == "shield")
    up = shields == 2 or (shields and (reacted or countered or "shieldbearer" in sheet.profile.skills))
    piercing = "pierces cover" in weapon.traits or me.sheet.profile.size == "massive"
    covered = look.covered and not piercing and not weapon.melee
    found = Tally().plus("armour", sheet.armour, "A-118").plus("hide", sheet.profile.hide, "A-118")
    return found.plus("shield", int(up), "A-27").plus("cover", int(covered), "A-67")


def overpowers(a: Body, b: Body) -> bool:
    """Whether ``b``'s STR save against ``a`` fails without a roll: it is smaller; or ``a`` is skilled in it."""
    return bigger(a, b)


def overcomes(a: Body, b: Body, skill: str = "") -> bool | None:
    """Whether ``a`` gets the better of ``b`` without a roll, by size or a skill made for it; None if a save decides."""
    if overpowers(a, b) or (skill and skill in a.sheet.profile.skills):
        return True
    return False if overpowers(b, a) else None


def tears_free(board: MurdhamBoard, me: Body, it: Body) -> bool | None:
    """Whether somebody gets ``it``, itself or a friend, out of what holds it without a roll; None if a save decides.

    It does if nothing holds it but the smaller, and does not while anybody bigger does (A-118, ruling M-46).
    """
    grips = list(holders(board, it.id))
    if any(overpowers(c, me) for c in grips):
        return False
    return True if grips and not it.sheet.entangled and all(overpowers(me, c) for c in grips) else None


def blows(board: MurdhamBoard, me: Body, it: Body, *, how: How = "attack", moving: bool = False) -> Iterator[Blow]:
    """Attacks on one target: with what is in hand, plain and held back (A-37); a blast at it alone; grips, disarms."""
    base = Blow(me.id, it.id, "unarmed", "melee", how=how, moving=moving, surprise=me.sheet.hidden)
    for weapon, mode in attacks(board, me, it, moving=moving):
        plain = replace(base, weapon=weapon.key, mode=mode)
        yield plain
        if weapon.die:
            yield replace(plain, held_back=True)
    if it.sheet.profile.size in ("large", "massive"):
        at = look_at(board, me.at, it.at)
        for weapon in blast_weapons(me):
            (mode,) = modes(weapon)
            if weapon.die and legal(me, it, weapon, mode, at, moving=moving):
                alone = replace(base, weapon=weapon.key, mode=mode, focused=True)
                yield from (alone, replace(alone, held_back=True))
    if not nearby(board, me.at, it.at):
        return
    if me.sheet.grabbing != it.id:
        yield replace(base, aim="grapple")
    for item in droppable(it):
        yield replace(base, aim="disarm", item=item)


def droppable(c: Body) -> list[str]:
    """Weapons in hand that a disarm or a stunt could make somebody drop."""
    held = dict.fromkeys(key for key in (c.sheet.hand, c.sheet.off) if key and key != "shield")
    return [key for key in held if "natural" not in c.sheet.profile.weapon(key).traits]


@dataclass(frozen=True, slots=True)
class Burst:
    """An attack on a whole zone."""

    place: InZone
    weapon: str
    sweep: bool = False
    held_back: bool = False

    @property
    def verb(self) -> str:
        """What the keys of options begin with, "hold back" apart."""
        return "sweep" if self.sweep else "blast"


HOLD_BACK = "hold back "
"""What the key of an attack begins with that is made with impaired damage (A-37)."""


def bursts(board: MurdhamBoard, me: Body, *, moving: bool = False) -> Iterator[Burst]:
    """Blasts at zones, and sweeps of those smaller, by anybody with a weapon in hand, held back too (A-37, A-70)."""
    for burst in _plain_bursts(board, me, moving=moving):
        yield burst
        if me.sheet.profile.weapon(burst.weapon).die:
            yield replace(burst, held_back=True)


def _plain_bursts(board: MurdhamBoard, me: Body, *, moving: bool) -> Iterator[Burst]:
    for weapon in blast_weapons(me):
        for place in blast_zones(board, me, weapon, moving=moving):
            yield Burst(place, weapon.key)
    if not any(bigger(me, foe) for foe in near_foes(board, me)):
        return
    for weapon in wielded(me):
        if weapon.melee and not weapon.blast and weapon.die and weapon.key != "unarmed":
            for place in zone_of(me.at, board):
                yield Burst(place, weapon.key, sweep=True)


# ------------------------------------------------------------------ offers

OFFER = "offer "
"""What the key of an attack begins with that lets its target choose something else than harm."""


def may_offer(board: MurdhamBoard, it: Body) -> bool:
    """Whether offers make sense to somebody (ruling M-10): with a will of its own, and on its feet."""
    played = board.setup.options.get("stunts", "menu") != "off"
    return played and it.sheet.profile.mind == "human" and it.sheet.up


def with_offer(option: Option[Any]) -> Option[Any]:
    """The same attack with an offer first, if it hits (A-74)."""
    label = f"Offer something, or else {option.label[:1].lower()}{option.label[1:]}"
    value = replace(option.value, offers=True)
    return structs.replace(option, key=OFFER + option.key, label=label, value=value, verb=OFFER.strip())


# ------------------------------------------------------------------ out of turn


def answers(board: MurdhamBoard, me: Body, it: Body, how: How) -> list[Option[Any]]:
    """Attacks to counter with, or to strike with at whoever leaves: the plain ones first, those held back last.

    The value of each is a Blow. No offer comes before a counter, which is a reaction itself.
    """
    found = sorted(blows(board, me, it, how=how), key=lambda blow: (blow.held_back, blow.aim != "harm"))
    topic = "counter" if how == "counter" else "opportunity attack"
    options: list[Option[Any]] = [
        Option(
            _key(blow),
            blow,
            _label(me, it, blow),
            it.id,
            topic=topic,
            look=partial(_look, board, me, it, blow),
            price=WHOLE_TURN,
        )
        for blow in found
    ]
    if how != "counter" and may_offer(board, it):
        options += [with_offer(option) for option in options if option.value.aim == "harm"]
    return options


def _key(blow: Blow) -> str:
    strike, shoot = ("counter", "counter-shoot") if blow.how == "counter" else ("strike", "shoot")
    if blow.aim != "harm":
        return f"{strike} {blow.aim}" + (f" {blow.item}" if blow.item else "")
    if blow.held_back:
        return f"{HOLD_BACK}{blow.weapon}"
    verb = "focus" if blow.focused else strike if blow.mode == "melee" else shoot
    return f"{verb} {blow.weapon}"


def _label(me: Body, it: Body, blow: Blow) -> str:
    name, weapon = it.sheet.profile.name, me.sheet.profile.weapon(blow.weapon).name
    counters = blow.how == "counter"
    match blow.aim:
        case "grapple":
            return "Counter: grapple" if counters else f"Grapple {name}"
        case "disarm":
            item = it.sheet.profile.weapon(blow.item).name
            return f"Counter: disarm of the {item}" if counters else f"Disarm {name} of the {item}"
        case _:
            verb = "Counter" if counters else f"Strike at {name}" if blow.mode == "melee" else f"Shoot at {name}"
            more = (", aimed at it alone" if blow.focused else "") + (", holding back" if blow.held_back else "")
            return f"{verb} with {the(weapon)}{more}"


def _look(board: MurdhamBoard, me: Body, it: Body, blow: Blow) -> OptionDetails:
    if blow.aim != "harm":
        return OptionDetails()
    weapon = me.sheet.profile.weapon(blow.weapon)
    hard = challenging(me, it, weapon, blow.mode, look_at(board, me.at, it.at), moving=blow.moving)
    return OptionDetails(notes=(f"WIT save to hit: {hard[0]} ({hard[1]})",) if hard else ())
