"""What a battle looks like to those who only watch it: cards, bars, conditions, the order of turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from game.kit.combatants import NOBODY, bodies, present
from game.kit.telling import Marks, name_of, sum_up
from game.rules.events import Event, Id, Left, Moved
from game.rules.ruleset import Note, Outcome
from game.rules.standing import Bar, Boxes, Gear, Link, Mark, Pool, Slot, Standing
from game.rules.state import Thing
from game.spatial.places import ZonePlace
from rulesets.einfelst.play.cards import queue, sharers
from rulesets.einfelst.play.events import Afflicted
from rulesets.einfelst.play.geometry import apart as zones_apart
from rulesets.einfelst.play.harm import ROWS, allowance, room, spare
from rulesets.einfelst.play.maneuver import ready
from rulesets.einfelst.play.moving import DRIVEN
from rulesets.einfelst.play.pools import NAMES, dice, pool
from rulesets.einfelst.play.talk import LURED
from rulesets.einfelst.sheet import roster
from rulesets.einfelst.sheet.records import Action, Weapon
from rulesets.einfelst.sheet.sheet import EMPTY, SLOTS, Body, EinfelstBoard, EinfelstState, Sheet, Track
from rulesets.einfelst.words.wording import WORDS, thing_words


def standing(board: EinfelstBoard, who: Id) -> Standing:
    """What the board shows of a combatant."""
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
    """What is held and worn."""
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
    """What lies there, and what shows of its state."""
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
