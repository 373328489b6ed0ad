"""Rule: fear. Who meets something dreadful throws Endure, with company near, or marks mental Harm (C-84 to C-91)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from game.kit.combatants import bodies, enemies, up_on
from game.rules import setup as hazards
from game.rules.dice import Tally
from game.rules.events import Id
from game.spatial.field import Feature
from game.spatial.places import InZone, ZonePlace
from rulesets.einfelst.play.cards import by_card
from rulesets.einfelst.play.geometry import apart, dark, sees
from rulesets.einfelst.play.harm import harm
from rulesets.einfelst.play.pools import pool, test
from rulesets.einfelst.sheet.sheet import Body, EinfelstBoard, EinfelstTable, Out

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
    """What makes a zone dreadful, and the successes that each asks for."""
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
