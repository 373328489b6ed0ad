"""Words for events, for what a battle looks like to those who only watch it, and for what there is to a combatant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from game.kit.combatants import bodies
from game.kit.telling import Marks, Wording, behind, name_of, side_name, sum_up, summed, tell_fact, the, with_other
from game.rules.events import (
    EdgeChanged,
    Event,
    Id,
    Left,
    Moved,
)
from game.rules.ruleset import LogLine, Note, Outcome
from game.rules.setup import Chapter, SheetFeature
from game.rules.standing import Bar, Link, Mark, Pool, Slot, Standing
from game.rules.state import Thing
from game.spatial.field import Cell
from game.spatial.places import written
from rulesets.sovereign.play import events as told
from rulesets.sovereign.play.blow import BASH, UNARMED, at_hand
from rulesets.sovereign.play.effects import UNLOADED
from rulesets.sovereign.play.geometry import FEET, alert, held, item_name
from rulesets.sovereign.play.numbers import armour_class
from rulesets.sovereign.sheet import roster
from rulesets.sovereign.sheet.sheet import Body, Profile, Sheet, SovereignBoard, SovereignState, Spell, Weapon

WAYS = {"push": "is pushed", "drag": "is dragged", "throw": "is thrown"}
"""How the unwilling move; of those who walk, the log tells once where they are bound."""


def tell(board: SovereignBoard, event: Event) -> LogLine | None:
    """Word an event for the log; ``board`` is as it was before the event."""
    match event:
        case told.SideActs(side, round_):
            turn = f"{side_name(board, side)}: turn"
            return LogLine(turn if round_ else f"{turn} by surprise", rules=("E-08",))
        case told.InitiativeRolled(side, face, tally):
            rolled = f"d8 {face}{summed(tally)} = {face + tally.total}"
            return LogLine(f"Initiative, {side_name(board, side)}: {rolled}", 1, rules=("E-07",))
        case told.AttackDeclared(who, target, key, mode, aim, action):
            rule = _ACTIONS.get(action, "E-22" if mode == "melee" else "E-23")
            return LogLine(_declared(board, who, target, key, mode, aim, action), 1, who, (rule,))
        case told.AttackRolled(who, target, face, tally, ac):
            text = f"d20 {face}{summed(tally)} = {face + tally.total} against AC {ac.total}"
            return LogLine(text, 2, who, behind(tally, ac) or ("E-55",), sum=True)
        case told.DamageRolled(who, target, faces, tally, dealt, least):
            shock = f", at least the Shock of {least}" if least > faces + tally.total else ""
            text = f"damage {faces}{summed(tally)} = {dealt}{shock}"
            return LogLine(text, 2, who, behind(tally) or ("E-65",), sum=True)
        case told.ShockDealt(who, target, tally, points):
            return LogLine(f"Shock {points} to {name_of(board, target)}", 2, who, behind(tally) or ("E-68",))
        case told.ShockTurned(_, target):
            return LogLine(f"{name_of(board, target)}'s shield turns the Shock", 2, target, ("E-72",))
        case told.Reacted(who, what, rule, against, by, doing, upon):
            whom = f" against {name_of(board, against)}" if against else ""
            answered = f", as {with_other(board, by, doing, upon) if by else doing}" if doing else ""
            return LogLine(f"{name_of(board, who)}: {what}{whom}{answered}", 1, who, (rule,))
        case Moved(who, _, end, how) if how in WAYS:
            return LogLine(f"{name_of(board, who)} {WAYS[how]} to {written(end)}", 1, who)
        case _:
            return tell_fact(board, event, WORDS)


WORDS = Wording(
    health="HP",
    falls={
        "dead": ("dies", "E-93"),
        "bled out": ("bleeds out, untended too long, and dies", "E-93"),
        "mortally injured": ("falls, mortally injured", "E-93"),
        "knocked out": ("is knocked out", "E-93"),
        "asleep": ("falls asleep, and is out of the fight", "E-94"),
        "surrendered": ("surrenders", "E-93"),
        "executed": ("falls to the execution", "E-93"),
    },
    rules={Left: "E-92", EdgeChanged: "E-54"},
)

_ACTIONS = {
    "snap attack": "E-25",
    "charge": "E-32",
    "swarm attack": "E-29",
    "attack of opportunity": "E-19",
    "shove": "E-74",
    "grapple": "E-75",
}


def _declared(board: SovereignBoard, who: Id, target: Id, key: str, mode: str, aim: str, action: str) -> str:
    me, it = board.now(who).sheet, board.now(target).sheet.profile.name
    extra = "" if action in ("attack", aim) else f" ({action})"
    if aim != "harm":
        return f"{me.profile.name} tries to {aim} {it}{extra}"
    verb = {"melee": "strikes at", "thrown": "throws at", "shot": "shoots at"}[mode]
    return f"{me.profile.name} {verb} {it} with {the(me.weapon(key).name.lower())}{extra}"


def standing(board: SovereignBoard, who: Id) -> Standing:
    """Name, bars, marks and facts of a combatant that the board shows."""
    c = board.now(who)
    sheet, profile = c.sheet, c.sheet.profile
    hands = ", ".join(item_name(sheet, key) for key in (sheet.hand, sheet.off) if key) or "bare hands"
    facts = (
        ("AC", str(armour_class(c).total)),
        ("In hand", hands),
        ("Main", "ready" if sheet.main else "spent"),
        ("Move", f"{profile.move} ft" if sheet.move else "spent"),
    )
    fights = sheet.up and who in board.state.combatants
    return Standing(
        name=profile.name,
        icon=profile.icon,
        number=profile.number,
        kind=profile.key,
        size=profile.size,
        bars=(Bar("HP", sheet.hp, profile.hp),),
        pools=(Pool("Casts", sheet.casts, profile.casts),) if profile.casts else (),
        up=sheet.up,
        yielded=_surrendered(sheet),
        marks=marks(board, c),
        facts=facts if fights else facts[:1],
        reacts=fights and sheet.main and alert(c),
        links=links(c) if sheet.up else (),
    )


def links(c: Body) -> tuple[Link, ...]:
    """Links to those a combatant presses, shields and holds; a screener has to stay within 5 ft of its ward (E-36)."""
    ties = (Link("swarm", c.sheet.swarm), Link("screen", c.sheet.screening, 1), Link("holds", c.sheet.grappling))
    return tuple(link for link in ties if link.other)


def marks(board: SovereignBoard, c: Body) -> tuple[Mark, ...]:
    """A combatant's conditions, in the book's words; those of a fighter end with the fight for it."""
    sheet, surrendered = c.sheet, _surrendered(c.sheet)
    fallen = {
        "dead": sheet.dead,
        "mortally injured": sheet.fell is not None and not sheet.dead,
        "stable": sheet.stable and sheet.hp == 0 and not sheet.dead,
        "out": sheet.out and not surrendered,
        "surrendered": surrendered,
        "frail": sheet.frail and not sheet.dead,
    }
    fighting = {
        "prone": sheet.prone,
        "grappling": bool(sheet.grappling),
        "held": held(board, c.id),
        "total defense": sheet.defending,
        "screening": bool(sheet.screening),
        "charged": sheet.charged,
        "disengaged": bool(sheet.disengaged),
        "holding": sheet.holding,
        "swarming": bool(sheet.swarm),
        "fleeing": sheet.fleeing,
        "surprised": sheet.surprised,
        "hidden": sheet.hidden,
        "reload": bool(sheet.hand) and sheet.hand in sheet.unloaded,
    }
    return MARKS.of(fallen | fighting if sheet.up else fallen)


def _surrendered(sheet: Sheet) -> bool:
    """Whether somebody has laid down its arms: out of the fight with hit points left (S-42)."""
    return sheet.out and sheet.hp > 0 and not sheet.dead


MARKS = Marks(
    Mark("dead", picture="", incapacity="lifeless"),
    Mark("out", picture="", incapacity="down"),
    Mark("mortally injured", picture="dying", incapacity="sinking"),
    Mark("stable", incapacity="senseless"),
    Mark("fleeing", flees=True),
    Mark("holding", picture="readied"),
    Mark("grappling", picture="held"),
    Mark("reload", picture=""),
    Mark("swarming", picture=""),
)
"""Whoever is dead or out lies on the board, and needs no picture."""


def tell_distance(board: SovereignBoard, who: Id, to: Id | Cell) -> str:
    """Feet between a combatant and another, or a cell."""
    me = board.now(who)
    if isinstance(to, str):
        it = board.now(to)
        cells = board.space.distance(me.at, it.at, me.sheet.profile.size, it.sheet.profile.size)
    else:
        cells = board.space.distance(me.at, to, me.sheet.profile.size, 1)
    return f"{cells * FEET} ft"


def thing_name(board: SovereignBoard, thing: Thing) -> str:
    """A weapon by its name, and whether it must be reloaded; the magic on one does not show."""
    weapon = roster.STOCK.with_own(board.setup.roster).weapons.get(thing.key)
    name = thing.key.replace("-", " ") if weapon is None else str(thing.own.get("name") or weapon.name).lower()
    return f"unloaded {name}" if thing.marks.get(UNLOADED) else name


def thing_icon(key: str) -> str:
    """The icon of a weapon or shield on the ground."""
    weapon = roster.STOCK.house.weapons.get(key)
    return "shield" if key == "shield" else "bow" if weapon is not None and weapon.ranged_only else "sword"


def outcome(before: SovereignState, after: SovereignState, events: Iterable[Event]) -> Outcome:
    """Sum up what happened between two states; hit points that went without harm, with sleep, are no loss."""
    happened = tuple(events)
    found = sum_up(before, after, happened, lambda sheet: (sheet.hp,), _gained, WORDS.falls)
    hurt = [event.who for event in happened if isinstance(event, told.Harmed)]
    asleep = [Note(event.who, "asleep") for event in happened if isinstance(event, told.Fell) and event.how == "asleep"]
    return replace(found, losses=tuple(each for each in found.losses if each[0] in hurt), notes=(*asleep, *found.notes))


def _gained(who: Id, was: Body, now: Body) -> Iterator[Note]:
    if now.sheet.prone and not was.sheet.prone and now.sheet.up:
        yield Note(who, "prone")
    if now.sheet.grappling and not was.sheet.grappling:
        yield Note(now.sheet.grappling, "held")


def banner(board: SovereignBoard) -> tuple[str, ...]:
    """Whose turn it is; nothing before initiative."""
    side = board.state.turn.side
    return (f"{side_name(board, side)}: turn",) if side else ()


def order(board: SovereignBoard) -> list[Slot]:
    """The order of acting: the side whose turn it is first, those of its members who still can before the rest."""
    turn = board.state.turn
    sides = [*turn.order[turn.current :], *turn.order[: turn.current]] or [side.name for side in board.setup.sides]
    slots = []
    for side in sides:
        members = [c for c in bodies(board) if c.side == side and c.sheet.up]
        now = side == turn.side
        members.sort(key=lambda c: (c.id != turn.active, c.sheet.done) if now else (False, False))
        slots += [Slot(c.id, spent=c.sheet.done) for c in members]
    return slots


ANY_AC = 99


def chapters(board: SovereignBoard, who: Id) -> tuple[Chapter, ...]:
    """All of it, by chapters; those with nothing in them are left out."""
    c = board.now(who)
    sheet, profile = c.sheet, c.sheet.profile
    feats = roster.STOCK.with_own(board.setup.roster).feats
    hands = [weapon.key for weapon in at_hand(c)]
    found = (
        Chapter("Weapons", tuple(_weapons(sheet, hands))),
        Chapter(
            "Feats", tuple(SheetFeature(feats[k].name, "", feats[k].text, rule=feats[k].rule) for k in profile.feats)
        ),
        Chapter("Nature", tuple(_nature(profile))),
        Chapter("Spells", tuple(_spell(spell) for spell in profile.spells)),
        Chapter("Carries", tuple(SheetFeature(item.capitalize()) for item in (*sheet.items, *sheet.stowed))),
    )
    return tuple(chapter for chapter in found if chapter.features)


def _weapons(sheet: Sheet, hands: list[str]) -> Iterator[SheetFeature]:
    """What it fights with, what is in hand first; fists and a shield's rim only where they are all there is."""
    owned = [weapon for weapon in sheet.weapons if weapon.key in hands or weapon.key not in (UNARMED, BASH)]
    for weapon in sorted(owned, key=lambda weapon: weapon.key not in hands):
        where = "in hand" if weapon.key in hands else "at the belt" if weapon.key in sheet.ready else "put away"
        words = (*weapon.traits, *(("Shock",) if weapon.shock else ()))
        yield SheetFeature(weapon.name, ", ".join((*_numbers(weapon), where)), words=words)


def _numbers(weapon: Weapon) -> Iterator[str]:
    yield weapon.damage + (f"{weapon.bonus:+d}" if weapon.bonus else "")
    if weapon.shock:
        yield f"Shock {weapon.shock}/{'any AC' if weapon.shock_ac == ANY_AC else weapon.shock_ac}"
    if weapon.range:
        yield f"{weapon.range}, at most {weapon.long_range} ft"


def _nature(profile: Profile) -> Iterator[SheetFeature]:
    if profile.npc:
        yield SheetFeature("Hit Dice", f"{profile.level}, attack {profile.attack:+d}, checks {profile.npc_skill:+d}")
    else:
        yield SheetFeature("Level", f"{profile.level}, {' and '.join(profile.classes)}")
        named = ("STR", "DEX", "CON", "INT", "WIS")
        some = [(name, getattr(profile.attributes, name)) for name in named]
        yield SheetFeature("Attributes", ", ".join(f"{name} {value:+d}" for name, value in some if value) or "all +0")
    if profile.skills:
        yield SheetFeature("Skills", ", ".join(f"{name} {level}" for name, level in profile.skills.items()))
    natures = {
        "fearless": profile.fearless and not profile.fears,
        **{f"fears {what}": profile.fearless for what in profile.fears},
        "trained": profile.trained,
        "henchman": profile.henchman,
        "natural": profile.natural,
        **{f"resists {what}": True for what in profile.resists},
        "large body": profile.bulk == "large",
        "huge body": profile.bulk == "huge",
    }
    yield from (SheetFeature(word) for word, is_so in natures.items() if is_so)
    if profile.regenerates:
        yield SheetFeature("regenerates", str(profile.regenerates))


def _spell(spell: Spell) -> SheetFeature:
    near = "itself" if spell.target == "self" else f"{spell.target}, {spell.range} ft"
    parts = [near, spell.dice, f"{spell.save} save" if spell.save else "", f"{spell.casts} casts" * (spell.casts > 1)]
    return SheetFeature(spell.name, ", ".join(part for part in parts if part), spell.text)
