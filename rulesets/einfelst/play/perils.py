"""Rules: falling (C-101, C-102), fire (C-92 to C-96), poison (C-97 to C-100), fear (C-84 to C-91)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from game.kit.combatants import allies, bodies, enemies, up_on
from game.rules import setup as hazards
from game.rules.dice import Tally
from game.rules.events import Id
from game.spatial.field import UNIT, Cell, Feature
from game.spatial.places import InZone, OnBorder, ZonePlace
from rulesets.einfelst.play.cards import by_card
from rulesets.einfelst.play.events import Afflicted, Did, Eased, successes
from rulesets.einfelst.play.gear import use_up
from rulesets.einfelst.play.geometry import apart, dark, sees, wet
from rulesets.einfelst.play.harm import harm
from rulesets.einfelst.play.maneuver import barred
from rulesets.einfelst.play.pools import contend, peril, pool, test
from rulesets.einfelst.sheet.sheet import Body, EinfelstBoard, EinfelstTable, Out

FEET_A_DIE = 5
"""Feet of a fall for each of its dice (ruling W-3); a cell measures as much."""

LEAST = 10
"""Feet from which on a fall does harm."""


def drop(board: EinfelstBoard, start: InZone, end: InZone) -> int:
    """Feet from one zone down to the next where the ground between them is lowest; 0 if that is no lower."""
    zones, field = board.space.zones, board.setup.field
    found: list[int] = []
    for border in zones.between(start, end):
        met = zones.crossing(border)
        pairs: list[tuple[Cell, Cell]] = [side if zones.sides(border)[0] == start else side[::-1] for side in met.sides]
        if not pairs:  # a cliff that an author has drawn a way over
            pairs = [(one, two) for one in met.cells for two in met.cells if _between(board, one, two) == (start, end)]
        found += [field.floor_at(one) - field.floor_at(two) for one, two in pairs]
    return max(0, min(found, default=0)) * FEET_A_DIE // UNIT


def _between(board: EinfelstBoard, one: Cell, two: Cell) -> tuple[InZone | None, InZone | None]:
    return board.space.zones.at(one), board.space.zones.at(two)


def height(board: EinfelstBoard, border: OnBorder) -> int:
    """Feet of a climb, or of what one leaps over."""
    one, two = board.space.zones.sides(border)
    drawn = board.space.zones.crossing(border).rise * FEET_A_DIE // UNIT
    return max(drawn, drop(board, one, two), drop(board, two, one))


async def fall(table: EinfelstTable, who: Id, feet: int) -> None:
    """Somebody falls so many feet, and lies where it lands; water and wings spare it (C-101)."""
    c = table.now(who)
    if feet < LEAST or not c.sheet.up or "flies" in c.sheet.profile.traits or wet(table, c.at):
        return
    table.set(who, prone=True)
    table.emit(Afflicted(who, "falls prone", "C-101"))
    ground = await peril(table, who, "hardness of the fall", Tally().plus("feet", feet // FEET_A_DIE, "C-101"))
    endured = await contend(
        table, who, "Endure against the fall", pool(table.now(who).sheet, "endure", "C-101", borne=True)
    )
    await harm(table, who, max(0, ground - endured), "physical", "C-101")


SMALL, MEDIUM = 1, 2
"""Intensities: clothes; what burns in a zone that is ablaze."""


def blaze(board: EinfelstBoard, at: ZonePlace) -> int:
    """The intensity of the fire that whoever comes into a zone catches: none unless half of it burns (ruling W-41)."""
    return MEDIUM if 2 * _burning(board, at) >= len(board.space.zones.cells(at)) else 0


def brazier(board: EinfelstBoard, at: ZonePlace) -> int:
    """The intensity of the fire that somebody could be pushed into in a zone."""
    return blaze(board, at) or (SMALL if _burning(board, at) else 0)


def _burning(board: EinfelstBoard, at: ZonePlace) -> int:
    if not isinstance(at, InZone):
        return 0
    area = board.space.zones.area(at)
    hot = {cell for feature in area.features if feature.kind == "fire" for cell in feature.cells}
    return sum(cell in hot for cell in area.cells)


def catches(board: EinfelstBoard, c: Body, intensity: int) -> bool:
    """Whether a fire takes hold of somebody: hotter than the one it is in already, and no water about."""
    fireproof = "fireproof" in c.sheet.profile.traits
    return c.sheet.up and not fireproof and c.sheet.fire < intensity and not wet(board, c.at)


async def catch_fire(table: EinfelstTable, who: Id, intensity: int, source: Id | None = None) -> None:
    """Somebody catches fire, and is burnt at once (C-92, ruling W-18)."""
    if catches(table, table.now(who), intensity):
        table.set(who, fire=intensity)
        table.emit(Afflicted(who, "on fire", "C-92", source))
        await burn(table, who)


async def burn(table: EinfelstTable, who: Id) -> None:
    """The damage of the fire that somebody is in, less its successes with Endure (C-93, C-94)."""
    sheet = table.now(who).sheet
    if sheet.fire and sheet.up:
        dice = pool(sheet, "endure", "C-94", borne=True)
        endured = await contend(table, who, "Endure against the fire", dice)
        await harm(table, who, max(0, sheet.fire - endured), "physical", "C-94")


def alight(board: EinfelstBoard, me: Body) -> list[Body]:
    """Those on fire whom somebody could put out: itself, or if it does not burn itself friends in its zone (C-96)."""
    if barred(me.sheet, "extinguish") is not None:
        return []
    if not me.sheet.free:
        return [me] if me.sheet.fire else []
    return [c for c in allies(board, me) if c.at == me.at and c.sheet.fire]


async def extinguish(table: EinfelstTable, who: Id, target: Id) -> None:
    """Rule: successes with Finesse against a fire, one's own or a friend's, are kept until there are enough (C-96)."""
    won = await contend(table, who, "putting the fire out", pool(table.now(who).sheet, "finesse", "C-96"))
    burning = table.now(target).sheet
    left = burning.fire - burning.doused - won
    if left <= 0:
        put_out(table, target)
        return
    table.set(target, doused=burning.doused + won)
    more = f"{successes(left)} more needed"
    table.emit(Did(who, f"{'beats the flames down' if won else 'can do nothing about the flames'}, {more}", "C-96"))


def put_out(table: EinfelstTable, who: Id) -> None:
    """It burns no longer."""
    if table.now(who).sheet.fire:
        table.set(who, fire=0, doused=0)
        table.emit(Eased(who, "no longer burns", "C-96"))


def immune(c: Body) -> bool:
    """Whether poison does nothing to somebody."""
    return "unliving" in c.sheet.profile.traits


async def poison(table: EinfelstTable, who: Id, toxicity: int, source: Id | None = None) -> None:
    """Its dice against Endure: nothing, 1 Harm for a tie, else as much as the poison has successes (C-98)."""
    c = table.now(who)
    if immune(c) or not c.sheet.up:
        return
    strength = await peril(table, who, "strength of the poison", Tally().plus("toxicity", toxicity, "C-97"))
    endured = await contend(
        table, who, "Endure against the poison", pool(table.now(who).sheet, "endure", "C-98", borne=True)
    )
    if endured > strength:
        return
    dose = strength if strength > endured else 1  # none against none is a tie too (ruling W-30)
    table.set(who, poison=(*table.now(who).sheet.poison, *_later(dose)))
    table.emit(Afflicted(who, "poisoned", "C-98", source))
    await harm(table, who, dose, "physical", "C-98", source)


async def fester(table: EinfelstTable, who: Id) -> None:
    """Every later round each poison does one less, until it does nothing (C-99)."""
    doses = table.now(who).sheet.poison
    table.set(who, poison=tuple(left for dose in doses for left in _later(dose)))
    for dose in doses:
        await harm(table, who, dose, "physical", "C-99")


def _later(dose: int) -> tuple[int, ...]:
    """What is left of a dose for the next round."""
    return (dose - 1,) if dose > 1 else ()


async def cure(table: EinfelstTable, who: Id, item: str, target: Id) -> None:
    """An antidote ends whatever poison is at work (C-100)."""
    table.emit(
        Did(
            who,
            "gives an antidote to" if target != who else "takes an antidote",
            "C-100",
            target if target != who else None,
        )
    )
    use_up(table, who, item)
    table.set(target, poison=())
    table.emit(Eased(target, "no longer poisoned", "C-100"))


Position = Literal["controlled", "risky", "desperate"]

COSTS: dict[Position, int] = {"controlled": 2, "risky": 3, "desperate": 4}
"""Mental Harm of a failed test (C-88)."""

COMPANY = 3
"""Dice that company gives at most (C-85)."""

AFAR = 2
"""Zones beyond which what is dreadful is far away (ruling W-32)."""


GORE = 1
"""Successes that gore and the fallen ask for (ruling W-51)."""

GRUESOME: tuple[Out, ...] = ("broken", "dying", "dead")
"""Out of the fight by what was done to the body."""

COMRADE, BLOOD = "a fallen comrade", "spilt blood"
"""What those who have faced either remember; no key of a unit has a space in it."""


class Dread(NamedTuple):
    """Something to be afraid of."""

    key: str
    """What those who have faced it remember: a kind of creature, a spell, a place."""
    name: str
    value: int
    """Successes that are needed (C-87)."""
    position: Position
    about: Id | None
    """Whose presence it tells of."""


def feels(c: Body) -> bool:
    """Whether somebody knows fear at all: people do, and whoever is out of the fight is past it (ruling W-5)."""
    profile = c.sheet.profile
    return c.sheet.up and profile.human and "mindless" not in profile.traits and not profile.fear


def company(board: EinfelstBoard, c: Body) -> int:
    """Dice for the player characters of a side in a zone, oneself among them, whose minds are not severely harmed
    (C-85, C-86, ruling W-4).

    Those in hiding are company to each other alone: a die for them would tell of them.
    """
    if not c.sheet.profile.hero:
        return 0
    near = [o for o in up_on(board, c.side) if o.at == c.at and counts(o)]
    return min(COMPANY, sum(c.sheet.hidden or not o.sheet.hidden for o in near))


def counts(c: Body) -> bool:
    """Whether somebody is a die of company wherever it stands: a player character without severe Mental Harm."""
    return c.sheet.profile.hero and not c.sheet.mental[2]


def fear_pool(board: EinfelstBoard, c: Body) -> Tally:
    """The dice of a test of fear."""
    found = pool(c.sheet, "endure", "C-84", borne=True).plus("company", company(board, c), "C-85")
    signs = [c.sheet.item(key) for key in c.sheet.items("sign")]
    return found.plus("sign", max((each.dice for each in signs), default=0), "C-84")


def position(board: EinfelstBoard, me: Body, it: Body) -> Position:
    """How one stands towards what one is afraid of (ruling W-32)."""
    far = apart(board, me.at, it.at)
    if it.sheet.held or far is None or far > AFAR:
        return "controlled"
    return "desperate" if far == 0 else "risky"


def dreads(board: EinfelstBoard, me: Body) -> Iterator[Dread]:
    """What somebody has before its eyes that it has not faced yet: creatures, the fallen, places (ruling W-31)."""
    for it in enemies(board, me.side):
        key = it.sheet.profile.key
        if it.sheet.profile.fear and key not in me.sheet.faced and meets(board, me, it):
            yield Dread(key, it.sheet.profile.name, it.sheet.profile.fear, position(board, me, it), it.id)
    seen = [it for it in fallen(board) if meets(board, me, it)]
    for it in sorted(seen, key=lambda it: it.at != me.at):  # those of its own zone first
        if (key := sight_of(me, it)) not in me.sheet.faced:
            yield Dread(key, key, GORE, position(board, me, it), it.id)
    for feature, value in horrors(board, me.at):
        if feature.id not in me.sheet.faced:
            yield Dread(feature.id, feature.name or "the horror", value, "desperate", None)


def fallen(board: EinfelstBoard) -> list[Body]:
    """Those whose bodies are a gruesome sight, where the setting has it: broken, dying or dead (C-84, ruling W-51)."""
    if board.setup.options.get("gore", "no") != "yes":
        return []
    return [c for c in bodies(board) if c.sheet.out in GRUESOME and "unliving" not in c.sheet.profile.traits]


def sight_of(me: Body, it: Body) -> str:
    """What somebody fears in one who has fallen: once in a battle a comrade's fate, once any other blood."""
    return COMRADE if it.side == me.side else BLOOD


def meets(board: EinfelstBoard, me: Body, it: Body) -> bool:
    """Whether somebody has another before its eyes: in its zone, or in the next one and not in the dark."""
    if me.at == it.at:
        return True
    if apart(board, me.at, it.at) != 1 or not sees(board, me.at, it.at):
        return False
    return "sees in the dark" in me.sheet.profile.traits or not dark(board, it.at)


async def face(table: EinfelstTable) -> None:
    """Everybody who has something dreadful before its eyes for the first time is tested, by card (ruling W-31)."""
    fearful = any(c.sheet.profile.fear for c in bodies(table))
    if not (fearful or fallen(table) or any(map(_horror, table.setup.field.features))):
        return
    for c in table.fresh([who for who in by_card(table) if feels(table.now(who))]):
        for dread in tuple(dreads(table, c)):
            now = table.now(c.id)
            if feels(now) and dread.key not in now.sheet.faced:  # two of a kind are met once
                await test_fear(table, c.id, dread)


def horrors(board: EinfelstBoard, at: ZonePlace) -> Iterator[tuple[Feature, int]]:
    """Horrors of a zone, and the successes that each asks for."""
    for feature in board.space.zones.area(at).features if isinstance(at, InZone) else ():
        if value := _horror(feature):
            yield feature, value


def _horror(feature: Feature) -> int:
    """How dreadful a feature of the map is; 0 for most."""
    return hazards.dread(feature.strength) if feature.kind == "trap" else 0


async def test_fear(table: EinfelstTable, who: Id, dread: Dread) -> None:
    """One test: enough successes, or 1 more mental Harm than the position costs else (C-87 to C-89)."""
    c = table.now(who)
    table.set(who, faced=(*c.sheet.faced, dread.key))
    what = f"fear of {dread.name}"
    won = await test(table, who, what, fear_pool(table, c), "C-84", dread.value, dread.about)
    if won < dread.value:
        await harm(table, who, COSTS[dread.position], "mental", "C-88", dread.about)
    elif dread.position == "controlled":
        table.set(who, bonus=1)


async def witness(table: EinfelstTable, caster: Id, key: str, name: str, value: int) -> None:
    """Magic of a dreadful kind is worked: its caster's foes who see it from the same zone or the next are tested."""
    me = table.now(caster)
    for c in table.fresh([c.id for c in bodies(table) if c.side != me.side]):
        if feels(c) and key not in c.sheet.faced and meets(table, c, table.now(caster)):
            where = position(table, c, table.now(caster))
            await test_fear(table, c.id, Dread(key, name, value, where, caster))
