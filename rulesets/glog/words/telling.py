"""Words for events, and what a battle looks like to those who only watch it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from game.kit.telling import Marks, Wording, behind, listed, name_of, side_name, sum_up, summed, tell_fact, the
from game.rules.events import EdgeChanged, Event, Id, Left, Moved
from game.rules.ruleset import LogLine, Note, Outcome
from game.rules.setup import Chapter, SheetFeature
from game.rules.standing import Bar, Gear, Link, Mark, Pool, Slot, Standing
from game.rules.state import Thing
from game.spatial.field import Cell
from game.spatial.places import written
from rulesets.glog.play import events as told
from rulesets.glog.play import moving
from rulesets.glog.play.gear import lying
from rulesets.glog.play.geometry import feet_between, feet_to, held, leads
from rulesets.glog.play.numbers import added, defense
from rulesets.glog.play.spells import in_words
from rulesets.glog.play.turn import group, grouped, members, ours
from rulesets.glog.sheet import roster
from rulesets.glog.sheet.roster import Spell, Weapon, grade
from rulesets.glog.sheet.sheet import (
    ARMOUR,
    ASLEEP,
    BLOCKS,
    DRUNK,
    FRAIL,
    OFF_GUARD,
    SURPRISED,
    WARD,
    Block,
    Body,
    GlogBoard,
    GlogState,
    Sheet,
)

TURNS: dict[Block, str] = {"early": "those early", "foes": "turn", "late": "those late"}


def turn_of(board: GlogBoard, block: Block) -> str:
    """Whose time it is: "Party: those early", "Foe: turn"."""
    sides = [side.name for side in board.setup.sides if (side.name in ours(board)) == (block != "foes")]
    return f"{' and '.join(side_name(board, side) for side in sides)}: {TURNS[block]}"


# ------------------------------------------------------------------ the log


def tell(board: GlogBoard, event: Event) -> LogLine | None:
    """Word an event for the log; ``board`` is as it was before the event."""
    match event:
        case told.BlockBegan(name):
            late = (
                [c.id for c in members(board, "late") if c.sheet.acts and not c.sheet.hidden] if name == "foes" else []
            )
            text = turn_of(board, name)
            return LogLine(listed(board, f"{text}, before those late:", late) if late else text, rules=("D-02",))
        case told.Disposed(side, total, word, rule):
            rolled = f", Luck Roll {total}" if total else ""
            return LogLine(f"{side_name(board, side)}: {word}{rolled}", rules=("D-07", rule))
        case told.AttackDeclared(who, target, key, mode, _, use, how):
            return LogLine(_declared(board, who, target, key, mode, use, how), 1, who, (_HOW[how],))
        case told.AttackRolled(who, _, face, tally, against, critical):
            said = ", critical" if critical else ""
            text = f"d20 {face}{summed(tally)} = {face + tally.total} against Defense {against.total}{said}"
            rules = (*(["D-27"] if critical else []), *(behind(tally) or ["D-26"]))
            return LogLine(text, 2, who, rules, sum=True)
        case told.DamageRolled(who, _, die, faces, tally, dealt, most, past, rule):
            why, by = told.PAST.get(past, ("", ""))
            said = f"damage {die} {sum(faces)}{summed(tally)} = {dealt}"
            said += (", the most it can do" if most else "") + (f", past Grit: {why}" if past else "")
            return LogLine(said, 2, who, tuple(dict.fromkeys(filter(None, (rule, *behind(tally), by)))), sum=True)
        case told.Befell(who, _, what, dice, total, past, rule):
            said = f"{name_of(board, who)} {what}: {dice} {total}" + (", past Grit" if past else "")
            return LogLine(said, 1, who, (rule,))
        case told.Harmed(who, amount, left, _, track, wasted):
            more = f"; {wasted} more {'come' if wasted > 1 else 'comes'} to nothing" if wasted else ""
            return LogLine(f"{name_of(board, who)} loses {amount} {track}, {left} left{more}", 2, who, ("D-52",))
        case told.Healed(who, amount, left, track):
            return LogLine(f"{name_of(board, who)} regains {amount} {track}, {left} now", 2, who, ("D-52",))
        case told.Strained(who, amount, now, full, why):
            return LogLine(f"{name_of(board, who)} takes {amount} Stress: {why}; {now} of {full}", 2, who, ("D-52",))
        case told.Struck(who, effect, rule) | told.Eased(who, effect, rule):
            verb = "is" if isinstance(event, told.Struck) else "is no longer"
            return LogLine(f"{name_of(board, who)} {verb} {effect}", 1, who, (rule,))
        case told.Notched(who, item, count, broken, why, rule):
            said = f"breaks {why}" if broken else f"takes a Notch {why}, {count} now"
            return LogLine(f"{name_of(board, who)}: {the(item)} {said}", 1, who, tuple(dict.fromkeys((rule, "D-54"))))
        case told.Nerved(who, what, grade, _, passed, rule):
            whose = f" ({grade})" if grade else ""
            return LogLine(f"{name_of(board, who)}{whose}, {what}: {'stands' if passed else 'fails'}", 1, who, (rule,))
        case told.SpellThrown() | told.Broke():
            return None  # where it is cast, and that a Test of Morale has failed, has been told
        case Moved(who, _, end, "push"):
            return LogLine(f"{name_of(board, who)} is pushed to {written(end)}", 1, who)
        case _:
            return tell_fact(board, event, WORDS)


WORDS = Wording(
    health="Grit",
    falls={"dead": ("dies", "D-52"), "surrendered": ("surrenders", "D-45")},
    rules={Left: "D-23", EdgeChanged: "D-13"},
)

_HOW: dict[told.How, str] = {
    "attack": "D-14",
    "opportunist strike": "D-23",
    "retaliation": "D-41",
    "cleave": "D-14",
}


def _declared(board: GlogBoard, who: Id, target: Id, key: str, mode: str, use: str, how: str) -> str:
    me, it = board.now(who).sheet, board.now(target).sheet.profile.name
    extra = "" if how == "attack" else f", {how}"
    if not use:
        return f"{me.profile.name} reaches for {it}{extra}"
    weapon = me.weapon(key)
    what = the(weapon.name.lower()) + (f" ({use})" if len(weapon.uses) > 1 else "")
    if mode == "thrown":
        return f"{me.profile.name} throws {what} at {it}{extra}"
    return f"{me.profile.name} {'strikes' if mode == 'melee' else 'shoots'} at {it} with {what}{extra}"


# ------------------------------------------------------------------ the board


def standing(board: GlogBoard, who: Id) -> Standing:
    """A combatant as the board shows it."""
    c = board.now(who)
    sheet, profile = c.sheet, c.sheet.profile
    facts = (
        ("Defense", str(defense(sheet).total)),
        ("Violence", f"{profile.violence:+d}"),
        *(_left_of_turn(c) if sheet.up else ()),
        *_more(sheet),
    )
    hero, block = profile.kind == "hero", group(board, c)
    return Standing(
        name=profile.name,
        icon=profile.icon,
        number=profile.number,
        kind=profile.key,
        size=profile.cells,
        up=sheet.up,
        yielded=sheet.surrendered,
        bars=(Bar("Grit", sheet.grit, profile.grit, "steel"), Bar("Flesh", sheet.flesh, profile.flesh)),
        pools=(Pool("Stress", sheet.stress, profile.scores.discipline, tone="mind"),) if hero else (),
        gear=gear(sheet),
        marks=marks(board, c),
        badge=block if grouped(board) and block != "foes" else "",
        facts=facts,
        links=(Link("holds", sheet.grappling),) if sheet.grappling and sheet.up else (),
    )


def _left_of_turn(c: Body) -> Iterator[tuple[str, str]]:
    yield "Action", "ready" if c.sheet.action else "spent"
    yield "Speed", f"{moving.feet_left(c)} of {moving.speed(c) * (1 + c.sheet.sprinted)} ft"


def _more(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """What else somebody can do: its weapons, magic that is left, attributes, what it carries besides."""
    profile = sheet.profile
    held = [sheet.weapon(key) for key in sheet.hands if sheet.is_weapon(key)]
    for weapon in held or [weapon for weapon in profile.weapons if weapon.natural]:
        yield weapon.name.capitalize(), weapon_words(sheet, weapon)
    if profile.spells and profile.castings:
        yield "Castings", f"{sheet.castings} of {profile.castings}"
        yield "Spells", ", ".join(spell.name for spell in profile.spells)
    scores = profile.scores
    yield "Might, Agility", f"{scores.might}, {scores.agility}"
    yield "Discipline, Savvy", f"{scores.discipline}, {scores.savvy}"
    others = [sheet.called(key) for key in (*sheet.handy, *sheet.stowed) if key not in sheet.hands]
    if others:
        yield "Carries", ", ".join(others)


def weapon_words(sheet: Sheet, weapon: Weapon) -> str:
    """What a hit with it does, and how far it reaches: "d8+1 slashing or piercing, 30 ft" (D-30, D-32)."""
    more = added(sheet, weapon)[1] + weapon.bonus
    reach = f", {weapon.range} ft" * bool(weapon.range)
    return f"{weapon.die}{f'{more:+d}' * bool(more)} {' or '.join(weapon.uses)}{reach}"


def gear(sheet: Sheet) -> tuple[Gear, ...]:
    """Gear that is held and worn, with its notches (D-54)."""
    found = [_held("In hand", sheet, key) for key in sheet.hands]
    armour = sheet.profile.armour
    if armour is not None:
        found.append(Gear("Armour", armour.name.lower(), sheet.notches.get(ARMOUR, 0), FRAIL))
    return tuple(found) or (Gear("In hand", "nothing"),)


def _held(word: str, sheet: Sheet, key: str) -> Gear:
    notched = sheet.is_weapon(key) and not sheet.weapon(key).natural
    return Gear(word, item_words(sheet, key), sheet.notches.get(key, 0), FRAIL if notched else 0)


def item_words(sheet: Sheet, key: str) -> str:
    """The name of something in hand, and what keeps it from use."""
    name = sheet.item(key).name.lower()
    state = ("no ammo " if key in sheet.depleted else "") + ("unloaded " if key in sheet.unloaded else "")
    return f"{state}{'lit ' if key in sheet.lit else ''}{name}"


def marks(board: GlogBoard, c: Body) -> tuple[Mark, ...]:
    """A combatant's conditions."""
    sheet = c.sheet
    found = {
        "dead": sheet.flesh <= 0,
        "surrendered": sheet.surrendered,
        "dazed": sheet.has("dazed"),
        "bleeding": sheet.has("bleeding"),
        "pinned": sheet.has("pinned"),
        ASLEEP: sheet.has(ASLEEP),
        "warded": sheet.has(WARD),
        OFF_GUARD: sheet.has(OFF_GUARD),
        DRUNK: sheet.has(DRUNK),
        SURPRISED: sheet.has(SURPRISED),
        "prone": sheet.prone and sheet.up,
        "grappling": bool(sheet.grappling),
        "held": held(board, c.id),
        "fleeing": sheet.fleeing,
        "hidden": sheet.hidden,
        "reload": any(key in sheet.unloaded for key in sheet.hands),
    }
    return MARKS.of(found)


MARKS = Marks(
    Mark("dead", picture="", incapacity="lifeless"),
    Mark("warded", picture="blessed"),
    Mark(OFF_GUARD, picture=""),
    Mark("fleeing", flees=True),
    Mark("reload", picture=""),
)


def tell_distance(board: GlogBoard, who: Id, to: Id | Cell) -> str:
    """Feet between a combatant and another, or a cell."""
    me = board.now(who)
    feet = feet_between(board, me, board.now(to)) if isinstance(to, str) else feet_to(board, me, to, 1)
    return f"{feet} ft"


def thing_name(board: GlogBoard, thing: Thing) -> str:
    """The name of a thing on the ground, and what shows of its state."""
    item = lying(board, thing)
    name = thing.key.replace("-", " ") if item is None else item.name.lower()
    state = ("notched " if thing.marks.get("notches") else "") + ("unloaded " if thing.marks.get("unloaded") else "")
    return f"{state}{name}"


def thing_icon(key: str) -> str:
    """The icon of something on the ground."""
    stock = roster.STOCK.house
    if key in stock.weapons:
        return "bow" if stock.weapons[key].shoots else "sword"
    kind = stock.things[key].kind if key in stock.things else "magic"
    return {"shield": "shield", "liquor": "liquor", "ammo": "bow", "light": "torch"}.get(kind, "star")


def outcome(before: GlogState, after: GlogState, events: Iterable[Event]) -> Outcome:
    """Sum up what happened between two states."""
    happened = tuple(events)
    found = sum_up(before, after, happened, lambda sheet: (sheet.grit, sheet.flesh), _gained, WORDS.falls)
    worn = [event for event in happened if isinstance(event, told.Notched)]  # of what has been thrown, too
    notches = (
        Note(event.who, f"with a {'broken' if event.broken else 'notched'} {event.item}")
        for event in worn
        if not event.broken or Note(event.who, f"without {event.item}") not in found.notes
    )
    return replace(found, notes=(*found.notes, *notches))


def _gained(who: Id, was: Body, now: Body) -> Iterator[Note]:
    """Effects that began, Stress, falls, holds that began or ended, courage lost."""
    for word in ("dazed", "bleeding", "pinned", "asleep", DRUNK):
        if now.sheet.has(word) and not was.sheet.has(word):
            yield Note(who, word)
    if now.sheet.stress > was.sheet.stress:
        yield Note(who, f"Stress +{now.sheet.stress - was.sheet.stress}")
    if now.sheet.has(OFF_GUARD) and not was.sheet.has(OFF_GUARD):
        yield Note(who, "off its guard")
    if now.sheet.prone and not was.sheet.prone and now.sheet.up:
        yield Note(who, "prone")
    if now.sheet.grappling and not was.sheet.grappling:
        yield Note(now.sheet.grappling, "held")
    if was.sheet.grappling and not now.sheet.grappling:
        yield Note(was.sheet.grappling, "let go")
    if now.sheet.fleeing and not was.sheet.fleeing:
        yield Note(who, "fleeing")
    if was.sheet.shield and not now.sheet.shield and now.sheet.up:
        yield Note(who, "without shield")
    for key in was.sheet.hands:
        if key != was.sheet.shield and key not in now.sheet.handy and now.sheet.up:
            yield Note(who, f"without {was.sheet.item(key).name.lower()}")


def banner(board: GlogBoard) -> tuple[str, ...]:
    """Which of the round's groups acts; nothing before the Tests of Savvy."""
    return (turn_of(board, board.state.turn.block),) if grouped(board) else ()


def order(board: GlogBoard) -> list[Slot]:
    """Who acts, in order: of the group whose time it is those who still can, then the groups to come, then the rest."""
    turn = board.state.turn
    told = grouped(board)
    now = BLOCKS.index(turn.block) if told else 0
    slots = []
    for name in (*BLOCKS[now:], *BLOCKS[:now]):
        there = members(board, name)
        if name == turn.block:
            there.sort(key=lambda c: (c.id != turn.active, c.sheet.done))
        slots += [Slot(c.id, spent=c.sheet.done, group=name if told else "") for c in there]
    return slots


def chapters(board: GlogBoard, who: Id) -> tuple[Chapter, ...]:
    """All of it, by chapters; those with nothing in them are left out."""
    sheet = board.now(who).sheet
    found = (
        Chapter("Weapons", tuple(_weapons(sheet))),
        Chapter("Nature", tuple(_nature(board, board.now(who)))),
        Chapter("Spells", tuple(_spell(spell) for spell in sheet.profile.spells)),
        Chapter("Carries", tuple(_things(sheet))),
    )
    return tuple(chapter for chapter in found if chapter.features)


def _weapons(sheet: Sheet) -> Iterator[SheetFeature]:
    """What it fights with: what is in hand, what is handy, what nature gave it, what is stowed."""
    keys = list(dict.fromkeys((*sheet.hands, *sheet.handy, *sheet.stowed)))
    for key in keys:
        if sheet.is_weapon(key):
            where = "in hand" if key in sheet.hands else "handy" if key in sheet.handy else "stowed"
            yield _weapon(sheet, sheet.weapon(key), where)
    natural = [weapon for weapon in sheet.profile.weapons if weapon.natural]
    yield from (_weapon(sheet, weapon, "") for weapon in natural if weapon.key not in keys)


def _weapon(sheet: Sheet, weapon: Weapon, where: str) -> SheetFeature:
    words = (*weapon.traits, *weapon.uses, *((weapon.inflicts,) if weapon.inflicts else ()))
    words = (*words, *(("two hands",) if weapon.hands == 2 else ()), *(("ammo",) if weapon.ammo else ()))
    value = ", ".join(part for part in (weapon_words(sheet, weapon), where) if part)
    return SheetFeature(weapon.name.capitalize(), value, words=words)


def _nature(board: GlogBoard, me: Body) -> Iterator[SheetFeature]:
    profile = me.sheet.profile
    yield from (SheetFeature(trait) for trait in profile.traits)
    if profile.leader or (leads(board, me) and any(not c.sheet.profile.steadfast for c in board.state.on(me.side))):
        yield SheetFeature("leader")
    if profile.quickness:
        yield SheetFeature("quick" if profile.quickness > 0 else "slow")
    yield from (SheetFeature(f"resists {harm}") for harm in profile.resists)
    yield from (SheetFeature(f"weak to {harm}") for harm in profile.weak)
    if profile.steadfast:
        yield SheetFeature("steadfast")
    else:
        yield SheetFeature("Morale", grade(profile.morale))  # the number is nobody's to read off a foe (D-47)
    if profile.critical < 20:
        yield SheetFeature("critical hit", f"from {profile.critical}")


def _spell(spell: Spell) -> SheetFeature:
    near = "touch" if spell.touch else f"{spell.range} ft"
    return SheetFeature(spell.name, ", ".join((near, *in_words(spell))), spell.text)


def _things(sheet: Sheet) -> Iterator[SheetFeature]:
    for key in (*sheet.handy, *sheet.stowed):
        if not sheet.is_weapon(key):
            thing = sheet.thing(key)
            several = thing.uses > 1 or sheet.used.get(key, 0)
            left = f"{sheet.left(key)} of {thing.uses} left" if several else ""
            kinds = (thing.kind,) if thing.kind in ("shield", "ammo") else ()
            yield SheetFeature(thing.name.capitalize(), left, words=kinds)
