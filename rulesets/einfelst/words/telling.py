"""Words for events, each with the rules behind it; and cards, bars, conditions, features, the order of turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from game.kit.combatants import NOBODY, bodies, present
from game.kit.telling import Marks, Wording, behind, name_of, sum_up, summed, tell_fact, the, with_other
from game.rules.dice import Tally
from game.rules.events import EdgeChanged, Event, Id, Left, Moved, RoundBegan, ThingPlaced
from game.rules.ruleset import LogLine, Note, Outcome
from game.rules.setup import Chapter, SheetFeature
from game.rules.standing import Bar, Boxes, Gear, Link, Mark, Pool, Slot, Standing
from game.rules.state import Thing
from game.spatial.places import InZone, Place, ZonePlace, as_zone_place
from rulesets.einfelst.play import events as told
from rulesets.einfelst.play.cards import queue, sharers
from rulesets.einfelst.play.events import Afflicted
from rulesets.einfelst.play.geometry import Hurdle, hurdles
from rulesets.einfelst.play.geometry import apart as zones_apart
from rulesets.einfelst.play.harm import ROWS, allowance, room, spare
from rulesets.einfelst.play.maneuver import ready
from rulesets.einfelst.play.moving import DRIVEN, FLEES
from rulesets.einfelst.play.pools import NAMES, dice, pool
from rulesets.einfelst.play.talk import LURED
from rulesets.einfelst.sheet import roster
from rulesets.einfelst.sheet.roster import Action, Profile, Spell, Weapon
from rulesets.einfelst.sheet.sheet import EMPTY, SLOTS, Body, EinfelstBoard, EinfelstState, Sheet, Track


def tell(board: EinfelstBoard, event: Event) -> LogLine | None:
    """Word an event for the log; ``board`` is as it was before the event."""
    match event:
        case told.Dealt(who, card, cast_off, extra):
            second = f", and puts {cast_off} away" if cast_off else ""
            *most, last = (name_of(board, each) for each in who)
            several = board.now(who[0]).sheet.cards[1:]
            dealt = f"card{'s' * bool(several)} {', '.join(map(str, (card, *several)))}"
            text = f"{', '.join(most)}{' and ' * bool(most)}{last}: {dealt}{second}"
            return LogLine(text, 1, who[0], (extra or ("C-05" if len(who) > 1 else "C-03"),))
        case told.Swapped(who, other, card, theirs, rule):
            text = f"{name_of(board, who)} takes card {card}, {name_of(board, other)} has {theirs} now"
            return LogLine(text, 1, who, (rule,))
        case told.TurnBegan(who):
            sheet = board.now(who).sheet
            played = "".join(f", card {each}" for each in sheet.cards[sheet.played :][:1])
            return LogLine(f"{sheet.profile.name}{played}", 0, who, ("C-06",))
        case told.AttackDeclared(who, target, key, mode):
            return LogLine(_declared(board, who, target, key, mode), 1, who, (_MODES[mode][1],))
        case told.Pooled(who, what, tally, won):
            text = f"{name_of(board, who)}, {what}: {pool_words(tally)}, {told.successes(won)}"
            return LogLine(text, 2, who, behind(tally), sum=True)
        case told.Matched(who, other, _, _, asked, rule):
            why = f" ({summed(asked).strip()})" if len(asked.terms) > 1 else ""
            blow = rule in _BLOWS and board.now(who).side != board.now(other).side
            said = "" if blow else ": succeeds" if event.extra >= 0 else ": fails"
            text = f"{event.result}, {asked.total} needed{why}{said}"
            return LogLine(text, 2, who, tuple(dict.fromkeys((*behind(asked), rule))), sum=blow and not event.taken)
        case told.Tested(who, what, tally, won, needed, rule):
            said = "succeeds" if event.passed else "fails"
            text = f"{name_of(board, who)}, {what}: {pool_words(tally)}, {told.successes(won)}, {needed} needed: {said}"
            return LogLine(text, 2, who, tuple(dict.fromkeys((*behind(tally), rule))))
        case told.Soaked(who, thrown, amount):
            text = f"{name_of(board, who)}: {thrown} dice of armour stop {amount} Harm"
            return LogLine(text, 2, who, ("C-52",))
        case told.Harmed(who, amount, left, _, kind, rule, more):
            lost = amount + more
            marked = f", which takes {lost}" if more else ""
            suffered = f"suffers {amount} {kind.capitalize()} Harm{CAUSES.get(rule, '')}{marked}"
            bears = f", {left} more to bear" * bool(left or (lost and board.now(who).sheet.profile.hero))
            return LogLine(f"{name_of(board, who)} {suffered}{bears}", 1, who, (rule, "C-83"))
        case told.Marked(who, slots, beyond, larger):
            return LogLine(f"{name_of(board, who)} {_marked(slots, beyond, larger=larger)}", 2, who, ("C-83",))
        case told.Afflicted(who, what, rule) | told.Eased(who, what, rule):
            by = event.other if isinstance(event, told.Afflicted) else None
            text = f"{SUFFERS.get(what) or 'is ' + what}{', by' if by else ''}"
            return LogLine(with_other(board, who, text, by), 1, who, (rule,))
        case Moved(who, start, end, how) if start != end:
            verb, rule = _way(board, who, end) if how == "walk" else WAYS[how]
            return LogLine(
                f"{name_of(board, who)} {verb} {board.space.zones.name(as_zone_place(end))}", 1, who, (rule,)
            )
        case Left(who, why):
            return LogLine(f"{name_of(board, who)} {why}", 1, who, ("C-72" if why == FLEES else "C-50",))
        case ThingPlaced(_, _, at):
            where = board.space.zones.name(as_zone_place(at))
            return LogLine(f"On the ground, {where}: {thing_words(board, event)}", 2, None, ("C-43",))
        case _:
            return tell_fact(board, event, WORDS)


WORDS = Wording(
    health="Harm",
    falls={
        "broken": ("is out of the fight", "C-54"),
        "terrified": ("has lost all courage", "C-83"),
        "dying": ("falls, and is dying", "C-83"),
        "dead": ("dies", "C-83"),
        "bled out": ("bleeds out, and dies", "C-83"),
        "yielded": ("gives up", "C-28"),
    },
    rules={EdgeChanged: "C-43", RoundBegan: "C-02"},
)

SUFFERS = {
    "falls prone": "falls prone",
    "winded": "is winded, and no worse",
    "bleeding": "bleeds, and dies of it unless somebody helps",
    "a broken arm": "has a broken arm",
    "a broken leg": "has a broken leg",
    "no longer burns": "no longer burns",
}
"""What befalls somebody, where "is" does not go before it."""

CAUSES = {
    "C-32": " from the spell",
    "C-53": " as it leaves its zone, pinned down",
    "C-88": " from fear",
    "C-94": " from the fire",
    "C-98": " from the poison",
    "C-99": " from the poison",
    "C-101": " from the fall",
}
"""Where Harm comes from, by the rule; a blow has been told already."""


def _marked(slots: Track, beyond: int, *, larger: bool) -> str:
    """In which slots somebody marks Harm, and why not in others."""
    rows = [f"{count} {row}" for count, row in zip(slots, ROWS, strict=True) if count]
    why = ": no smaller slot is free" * larger
    full = f"no slot is left for {beyond} of it" * bool(beyond)
    marks = f"marks {' and '.join(rows)}{why}" if rows else "has all its slots full"
    return ", and ".join(part for part in (marks, full) if part)


def _way(board: EinfelstBoard, who: Id, end: Place) -> tuple[str, str]:
    """How somebody goes to the next zone on its own feet, and the rule of what bars the way, if anything does."""
    around = hurdles(board, board.now(who))
    return _OVER[around[end][0] if isinstance(end, InZone) and end in around else ""]


_OVER: dict[Hurdle, tuple[str, str]] = {
    "": ("goes to", "C-45"),
    "climb": ("climbs to", "C-31"),
    "gap": ("leaps to", "C-15"),
    "water": ("swims to", "C-15"),
    "rubble": ("goes to", "C-45"),
}

WAYS = {
    "push": ("is pushed to", "C-26"),
    "drag": ("is driven to", "C-53"),
    "throw": ("is blown to", "C-32"),
    "fall": ("falls to", "C-101"),
    "flee": ("runs to", "C-72"),
    "pursuit": ("runs to", "C-76"),
}
"""How somebody comes to a zone, and the rule: that of a push, of a blow that drives its target, of a spell."""


_BLOWS = ("C-52", "C-62", "C-64", "C-32", "C-40")
"""Contests after which it is said whether a foe was hit."""

_MODES: dict[told.Mode, tuple[str, str]] = {
    "melee": ("strikes at", "C-51"),
    "thrown": ("throws at", "C-55"),
    "shot": ("shoots at", "C-55"),
}


def _declared(board: EinfelstBoard, who: Id, target: Id, key: str, mode: told.Mode) -> str:
    me = board.now(who).sheet
    weapon = me.weapon(key).name.lower()
    return f"{me.profile.name} {_MODES[mode][0]} {name_of(board, target)} with {the(weapon)}"


def pool_words(tally: Tally) -> str:
    """The dice and where they come from: "5 dice (+6 Strike -1 harm)"."""
    count = dice(tally)
    said = "1 die" if count == 1 else f"{count} dice"
    return f"{said} ({summed(tally).strip()})" if len(tally.terms) > 1 else said


def thing_words(board: EinfelstBoard, thing: Thing | ThingPlaced) -> str:
    """The name of a thing on the ground."""
    item = roster.STOCK.with_own(board.setup.roster).piece(thing.key)
    return thing.key.replace("-", " ") if item is None else str(thing.own.get("name") or item.name).lower()


def standing(board: EinfelstBoard, who: Id) -> Standing:
    """A combatant as the board shows it."""
    c = board.now(who)
    sheet, profile = c.sheet, c.sheet.profile
    slow, fast = allowance(board, sheet)
    return Standing(
        name=profile.name,
        icon=profile.icon,
        number=profile.number,
        kind=profile.key,
        size=profile.cells,
        up=sheet.up,
        yielded=sheet.out == "yielded",
        bars=_bars(sheet),
        pools=(
            Pool("Slow", sheet.slow, slow, icon="slow", pip=True),
            Pool("Fast", sheet.fast, fast, icon="fast", pip=True),
        )
        if sheet.up and sheet.cards
        else (),
        gear=_gear(sheet),
        marks=marks(sheet),
        badge=" ".join(map(str, sheet.cards)) if sheet.up else "",
        facts=tuple(_facts(board, sheet)),
        reacts=ready(sheet) and board.state.turn.active != who,
        links=_links(board, c),
    )


def _bars(sheet: Sheet) -> tuple[Bar, ...]:
    """Harm as it rises: a hero's two tracks, anybody else's points."""
    profile = sheet.profile
    if not profile.hero:
        return (Bar("Harm", min(sheet.points, profile.points), profile.points, rising=True),)
    full = room(EMPTY)
    physical, mental = (full - spare(sheet, track) for track in ("physical", "mental"))
    return (
        Bar("Physical", physical, full, rising=True, rows=_rows(sheet.physical)),
        Bar("Mental", mental, full, "mind", rising=True, rows=_rows(sheet.mental)),
    )


def _rows(track: Track) -> tuple[Boxes, ...]:
    return tuple(Boxes(word, now, most) for word, now, most in zip(ROWS, track, SLOTS, strict=True))


_SHOWN: tuple[tuple[Action, ...], ...] = (
    ("strike", "force", "shoot"),
    ("endure", "finesse", "sneak"),
    ("track", "read", "study"),
    ("persuade", "charm"),
)
"""Actions as the panel shows them, as many as fit a line; then to Intimidate, and Cast for those who can."""


def _facts(board: EinfelstBoard, sheet: Sheet) -> Iterator[tuple[str, str]]:
    """What it strikes with, its Actions, what is at work on it, and what else there is to it."""
    profile = sheet.profile
    held = [sheet.weapon(key) for key in (sheet.hand, sheet.off) if key and sheet.is_weapon(key)]
    for arm in (*held, *(arm for arm in profile.natural if arm.action != "force")):
        yield arm.name.capitalize(), weapon_words(arm)
    last: tuple[Action, ...] = ("intimidate", "cast") if profile.spells else ("intimidate",)
    for line in (*_SHOWN, last):
        yield ", ".join(NAMES[action] for action in line), ", ".join(str(dice(pool(sheet, action))) for action in line)
    if sum(sheet.poison):
        yield "Poison to come", ", ".join(map(str, sheet.poison))
    if profile.fear:
        yield "Fear", str(profile.fear)
    seen = [name_of(board, foe) for foe in sheet.insight if present(board, foe)]
    if seen:
        yield "Weak spot of", ", ".join(seen)
    if profile.spells:
        yield "Spells", ", ".join(spell.name for spell in profile.spells)
    others = Counter(sheet.thing(key).name.lower() for key in sheet.pack if key not in (sheet.hand, sheet.off))
    if others:
        yield "Carries", ", ".join(f"{many} × {name}" if many > 1 else name for name, many in others.items())
    if profile.traits:
        yield "Nature", ", ".join(profile.traits)


def weapon_words(weapon: Weapon) -> str:
    """What a hit with one success does, and from which zones: "2 Harm, 1–3 zones" (C-52, C-56, C-57)."""
    harm = f"{weapon.damage} {'Mental ' * (weapon.harm == 'mental')}Harm" if weapon.damage else ""
    zones = f"{weapon.nearest}–{weapon.range} zones" if weapon.range else ""
    more = f"fire {weapon.fire}" * bool(weapon.fire), f"poison {weapon.poison}" * bool(weapon.poison)
    return ", ".join(part for part in (harm, "restrains" * ("snares" in weapon.traits), *more, zones) if part)


def _gear(sheet: Sheet) -> tuple[Gear, ...]:
    held = [Gear("In hand", _in_hand(sheet, key)) for key in (sheet.hand, sheet.off) if key]
    grown = any(arm.action != "force" for arm in sheet.profile.natural)  # whose numbers are among the facts
    found = held or ([] if grown else [Gear("In hand", "nothing")])
    if sheet.profile.worn:
        suit = sheet.profile.armour.name.lower() if sheet.profile.armour else "hide"
        found.append(Gear("Armour", f"{suit}, {sheet.profile.worn} dice"))
    return tuple(found)


def _in_hand(sheet: Sheet, key: str) -> str:
    return ("unloaded " if key in sheet.unloaded else "") + sheet.thing(key).name.lower()


def marks(sheet: Sheet) -> tuple[Mark, ...]:
    """A combatant's conditions, with how much of them there is."""
    up = sheet.up
    found: dict[str, int | bool] = {
        "dead": sheet.out == "dead",
        "dying": sheet.out == "dying",
        "broken": sheet.out == "broken",
        "terrified": sheet.out == "terrified",
        "surrendered": sheet.out == "yielded",
        "hidden": sheet.hidden,
        "held": sheet.held,
        "muffled": sheet.muffled,
        "burning": sheet.fire,
        "poisoned": sum(sheet.poison),
        "prone": sheet.prone and up,
        "pinned": sheet.pinned,
        "behind cover": sheet.spot == "cover" and up,
        "far off": sheet.spot == "far" and up,
        "lured": sheet.lured is not None,
        "nerve": sheet.bonus + sheet.edge if up else 0,
        "reload": bool(sheet.hand) and sheet.hand in sheet.unloaded,
    }
    return MARKS.of(found)


MARKS = Marks(
    Mark("dead", picture="", incapacity="lifeless"),
    Mark("dying", incapacity="sinking"),
    Mark("broken", picture="out"),
    Mark("terrified", picture="frightened"),
    Mark("muffled", picture=""),
    Mark("burning", fire=True),
    Mark("behind cover", picture="cover"),
    Mark("far off", picture=""),
    Mark("lured", picture="taunted"),
    Mark("nerve", picture="blessed"),
)


def _links(board: EinfelstBoard, c: Body) -> tuple[Link, ...]:
    """Whom a combatant holds, and with whom it is face to face."""
    if not c.sheet.up:
        return ()
    held = [Link("holds", other.id, close=True) for other in bodies(board) if other.sheet.holder == c.id != NOBODY]
    return (*held, *(Link("engaged", other, close=True) for other in c.sheet.beside if present(board, other)))


def tell_distance(board: EinfelstBoard, who: Id, to: Id | ZonePlace) -> str:
    """How far a combatant is from another or from a zone: "same zone", "1 zone", "3 zones"."""
    zones = zones_apart(board, board.now(who).at, board.now(to).at if isinstance(to, str) else to)
    if zones is None:
        return "out of reach"
    return "same zone" if not zones else "1 zone" if zones == 1 else f"{zones} zones"


def thing_name(board: EinfelstBoard, thing: Thing) -> str:
    """The name of a thing on the ground, and what shows of its state."""
    return ("unloaded " if thing.marks.get("unloaded") else "") + thing_words(board, thing)


def thing_icon(key: str) -> str:
    """The icon of something on the ground."""
    stock = roster.STOCK.house
    if key in stock.weapons:
        return "bow" if stock.weapons[key].shoots else "sword"
    kind = stock.items[key].kind if key in stock.items else "sign"
    return {"shield": "shield", "light": "torch", "antidote": "liquor", "bandages": "heal"}.get(kind, "star")


def outcome(before: EinfelstState, after: EinfelstState, events: Iterable[Event]) -> Outcome:
    """Sum up what happened between two states."""
    happened = tuple(events)
    found = sum_up(before, after, happened, _spare, _gained, WORDS.falls)
    moved = [event for event in happened if isinstance(event, Moved) and event.how not in ("walk", *DRIVEN)]
    driven = [Note(event.who, "in another zone") for event in moved]
    pushed = [Note(event.who, "pushed") for event in happened if isinstance(event, Moved) and event.how in DRIVEN]
    away = [Note(event.who, "away") for event in happened if isinstance(event, Left)]
    lured = [Note(event.who, "lured") for event in happened if isinstance(event, Afflicted) and event.rule == LURED]
    return replace(found, notes=tuple(dict.fromkeys((*found.notes, *lured, *pushed, *(away or driven)))))


def _spare(sheet: Sheet) -> tuple[int, ...]:
    """Harm of each kind that somebody can still take."""
    return tuple(bar.spare for bar in _bars(sheet))


def _gained(who: Id, was: Body, now: Body) -> Iterator[Note]:
    """Conditions that began or ended, what was dropped."""
    had, sheet = {mark.word for mark in marks(was.sheet)}, now.sheet
    if sheet.up and was.sheet.held and not sheet.held:
        yield Note(who, "free")
    if sheet.up and was.sheet.fire and not sheet.fire:
        yield Note(who, "no longer burns")
    for mark in marks(sheet):
        if sheet.up and mark.word not in had and mark.word not in ("behind cover", "far off"):
            yield Note(who, mark.told)
    if sheet.up and sheet.severe and not was.sheet.severe:
        yield Note(who, "severely hurt")
    if sheet.up and was.sheet.hand and not sheet.hand and was.sheet.hand not in sheet.pack:
        yield Note(who, f"without {was.sheet.thing(was.sheet.hand).name.lower()}")


# ------------------------------------------------------------------ whose turn


def banner(board: EinfelstBoard) -> tuple[str, ...]:
    """Which card is played, whether cards may be swapped, which were won; nothing before the first round."""
    turn = board.state.turn
    if not turn.round:
        return ()
    if turn.phase == "swap":
        return ("Cards may be swapped",)
    coming, there = queue(board), board.state.combatants
    now = [f"Card {coming[0][0]}"] if turn.phase == "turn" and coming else []
    due = [each for each in turn.due if each.one in there and each.other in there]
    return (*now, *(f"{name_of(board, each.one)} has won card {each.theirs}" for each in due))


def order(board: EinfelstBoard) -> list[Slot]:
    """Who acts: a place for every card, those still to come first, then those that have been played."""
    turn = board.state.turn
    coming = [_slot(board, who, card) for card, who in queue(board)]
    first = next((n for n, slot in enumerate(coming) if slot.who == turn.active), None)
    if first is not None:
        coming.insert(0, coming.pop(first))
    up = [c for c in bodies(board) if c.sheet.up]
    played = sorted((card, c.id) for c in up for card in c.sheet.cards[: c.sheet.played])
    undealt = [Slot(c.id) for c in up if not c.sheet.cards]
    return [*coming, *(_slot(board, who, card, spent=True) for card, who in played), *undealt]


def _slot(board: EinfelstBoard, who: Id, card: int, *, spent: bool = False) -> Slot:
    """A card's place in the order, by the first of those who share it."""
    return Slot(who, str(card), f"{card} {sharers(board, board.now(who))[0]}", spent)


def chapters(board: EinfelstBoard, who: Id) -> tuple[Chapter, ...]:
    """All of it, by chapters; those with nothing in them are left out."""
    sheet = board.now(who).sheet
    found = (
        Chapter("Weapons", tuple(_weapons(sheet))),
        Chapter("Nature", tuple(_nature(sheet.profile))),
        Chapter("Spells", tuple(_spell(spell) for spell in sheet.profile.spells)),
        Chapter("Carries", tuple(_things(sheet))),
    )
    return tuple(chapter for chapter in found if chapter.features)


def _weapons(sheet: Sheet) -> Iterator[SheetFeature]:
    """What it fights with: what is in hand, what nature gave it, what is in the pack."""
    hands = [key for key in (sheet.hand, sheet.off) if key]
    packed = [key for key in sheet.pack if key not in hands]
    for key, where in [*((key, "in hand") for key in hands), *((key, "in the pack") for key in packed)]:
        if sheet.is_weapon(key):
            yield _weapon(sheet.weapon(key), where)
    yield from (_weapon(weapon, "") for weapon in sheet.profile.natural)


def _weapon(weapon: Weapon, where: str) -> SheetFeature:
    dice = [f"{word} {dice:+d}" for word, dice in (("bonus", weapon.bonus), ("guard", weapon.guard)) if dice]
    value = ", ".join(part for part in (weapon_words(weapon), *dice, where) if part)
    more = {
        "both hands": weapon.hands == 2,
        "bonus": bool(weapon.bonus),
        "guard": bool(weapon.guard),
        "intensity": bool(weapon.fire),
        "toxicity": bool(weapon.poison),
    }
    return SheetFeature(
        weapon.name.capitalize(), value, words=(*weapon.traits, *(word for word, is_so in more.items() if is_so))
    )


def _nature(profile: Profile) -> Iterator[SheetFeature]:
    yield from (SheetFeature(trait) for trait in profile.traits)
    if profile.fear:
        yield SheetFeature("Fear", str(profile.fear))
    if profile.cards > 1:
        yield SheetFeature("cards", str(profile.cards))


def _spell(spell: Spell) -> SheetFeature:
    near = f"{spell.range} zones" if spell.range > 1 else "1 zone" if spell.range else "own zone"
    harm = f"{spell.damage} {spell.harm} Harm" if spell.damage else ""
    resisted = f"withstood with {spell.resist.capitalize()}" if spell.resist else ""
    parts = [spell.target, near, harm, spell.effect, resisted]
    return SheetFeature(spell.name, ", ".join(part for part in parts if part), spell.text)


def _things(sheet: Sheet) -> Iterator[SheetFeature]:
    items = [sheet.item(key) for key in sheet.pack if not sheet.is_weapon(key)]
    kinds = {item.name: item for item in items}
    for name, count in Counter(item.name for item in items).items():
        item = kinds[name]
        dice = f"{item.dice} {'die' if item.dice == 1 else 'dice'}" if item.dice else ""
        value = ", ".join(part for part in (f"{count}" if count > 1 else "", dice) if part)
        yield SheetFeature(name.capitalize(), value, words=(item.kind,))
