"""Words for events, and what there is to see of a battle and to read of a combatant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from game.kit.combatants import bodies
from game.kit.telling import Marks, listed, name_of, side_name, sum_up, tell_fact, the, with_other
from game.rules.events import (
    Event,
    Id,
    Moved,
    ThingPlaced,
)
from game.rules.ruleset import LogLine, Note, Outcome
from game.rules.setup import Chapter, SheetFeature
from game.rules.standing import Bar, Link, Mark, Pool, Slot, Standing
from game.rules.state import Thing
from game.spatial.places import OnBorder, ZonePlace, as_zone_place
from rulesets.murdham.play import events as told
from rulesets.murdham.play.gear import is_damaged
from rulesets.murdham.play.geometry import CONFUSED, far, held, nearby, saves_itself
from rulesets.murdham.play.harm import full_health
from rulesets.murdham.play.moving import is_special
from rulesets.murdham.play.naming import (
    PHASES,
    WORDS,
    cited,
    damage_words,
    declared,
    item_name,
    occasion,
    place_name,
    weapon_name,
)
from rulesets.murdham.sheet import roster
from rulesets.murdham.sheet.sheet import Body, MurdhamBoard, MurdhamState, Power, Profile, Sheet, Weapon

WAYS = {
    "walk": "moves to",
    "push": "is pushed to",
    "drag": "is taken along to",
    "throw": "is thrown to",
    "fall": "falls to",
    "flee": "flees to",
}
"""How somebody comes to a zone."""

SPECIAL_WAYS = {
    "sprint": "sprints to",
    "sneak": "sneaks to",
    "balance": "balances to",
    "leap": "leaps to",
    "climb": "climbs to",
    "swim": "swims to",
}
"""The same by the special movement of a full one."""


def tell(board: MurdhamBoard, event: Event) -> LogLine | None:
    """Word an event for the log; ``board`` is as it was before the event."""
    match event:
        case told.PhaseBegan(phase, threshold) if phase in PHASES:
            text, rule = PHASES[phase]
            return LogLine(text.format(threshold), rules=(rule,))
        case told.InitiativeDrawn(side, dice, face):
            return LogLine(f"Initiative: {dice} {face}, {side_name(board, side)}", 1, rules=("A-08",))
        case told.SideLeads(side, initiative):
            whose = "" if side == initiative else f" (initiative: {side_name(board, initiative)})"
            return LogLine(f"{side_name(board, side)}: first to act{whose}", 1, rules=("A-06",))
        case told.Passed(side):
            return LogLine(f"{side_name(board, side)}: pass", 1, rules=("A-02",))
        case told.TurnBegan(who, bonus):
            return LogLine(
                f"{name_of(board, who)}{', before anybody else' if bonus else ''}", 0, who, ("A-93",) * bonus
            )
        case told.MoraleTested(side, why, rule):
            return LogLine(f"Morale, {side_name(board, side)}: {why}", 1, None, (rule,))
        case told.GroupSaved(what, ability, face, passed, failed, rule):
            text = f"{what}, {ability} save of all: d20 {face}{listed(board, '; passed by', passed)}"
            return LogLine(text + listed(board, "; failed by", failed), 2, None, (rule,))
        case _:
            own = _tell_attack(board, event) or _tell_deed(board, event) or _tell_place(board, event)
            return own or tell_fact(board, event, WORDS)


def _tell_attack(board: MurdhamBoard, event: Event) -> LogLine | None:
    match event:
        case told.AttackDeclared(who):
            return declared(board, event)
        case told.BlastThrown(who, place, key, how, sweep):
            weapon = weapon_name(board, who, key)
            natural = not board.now(who).sheet.profile.weapon(key).hands
            verb = "sweeps through" if sweep else "attacks all of" if natural else "aims at all of"
            note, rules = occasion(how, held_back=event.held_back)
            text = f"{name_of(board, who)} {verb} {place_name(board, place)} with {the(weapon)}{note}"
            return LogLine(text, 1, who, ("A-70", *rules))
        case told.BlastDeviated(who, aimed, place, face):
            beside = len(board.space.zones.neighbours(aimed))
            text = f"strays: d{beside} {face}, to {place_name(board, place)}"
            return LogLine(text, 2, who, ("A-73",))
        case told.Saved(who, what, ability, score, face, passed, rule):
            confused = board.now(who).sheet.confused
            text = f"{name_of(board, who)}, {what}: {ability} save, d20 {face} against {score}"
            text += f" ({CONFUSED} for its confusion): " if confused else ": "
            rules = (rule, "A-24") if confused else (rule,)
            return LogLine(text + ("passed" if passed else "failed"), 2, who, rules)
        case told.StuntOffered(who, target, stunt, accepted):
            said = "accepts" if accepted else "refuses"
            text = f"{name_of(board, who)} offers {name_of(board, target)} instead of harm: {stunt}; {said}"
            return LogLine(text, 1, who, ("A-74", "A-78" if accepted else "A-77"))
        case told.DamageRolled(who):
            exploded = any(len(faces) > 1 for faces in event.rolls)
            text = f"{name_of(board, who)} rolls {damage_words(event)}"
            return LogLine(text, 2, who, cited(event.circumstances) or ("A-36",), sum=exploded)
        case _:
            return None


def _tell_deed(board: MurdhamBoard, event: Event) -> LogLine | None:
    match event:
        case told.Afflicted(who, what, rule, other):
            verb = "suffers" if what.startswith("an injury") else "is"
            by = other if what.endswith((" by", " of")) else None
            return LogLine(with_other(board, who, f"{verb} {what}", by), 1, who, (rule,))
        case told.Freed(who, what, rule, other):
            return LogLine(with_other(board, who, what, other), 1, who, (rule,))
        case told.Spotted(who, why):
            return LogLine(f"{name_of(board, who)} {why}, and is concealed no longer", 1, who, ("A-94",))
        case told.Hid(who):
            return LogLine(f"{name_of(board, who)} is concealed", 1, who, ("A-90",))
        case told.Wore(who, item, what, rule, face):
            whose = name_of(board, who) if who is not None else "On the ground"
            rolled = f" (d4 {face})" if face else ""
            return LogLine(f"{whose}: the {item_name(board, item, who)} is {what}{rolled}", 1, who, (rule,))
        case told.OmenSpent(who, what):
            return LogLine(f"{name_of(board, who)} spends an omen: {what}", 1, who, ("A-117",))
        case _:
            return None


def _tell_place(board: MurdhamBoard, event: Event) -> LogLine | None:
    match event:
        case Moved(who, start, end, how):
            if start == end:
                return None
            turn, place = board.state.turn, as_zone_place(end)
            special = how == "walk" and who == turn.active and is_special(board, place, turn.special)
            way, rules = (SPECIAL_WAYS[turn.special], ("A-16", "A-120")) if special else (WAYS[how], ("A-120",))
            text = f"{name_of(board, who)} {way} {place_name(board, place)}"
            return LogLine(text, 2 if isinstance(end, OnBorder) else 1, who, rules)
        case ThingPlaced(_, key, at, state, own):
            worn = " (damaged)" if "damaged" in state else ""
            name = own.get("name") or thing_name(board, Thing("", key, at))
            return LogLine(
                f"On the ground, {place_name(board, as_zone_place(at))}: {name}{worn}",
                2,
                None,
                ("A-20",),
            )
        case _:
            return None


# ------------------------------------------------------------------ what the board shows


def standing(board: MurdhamBoard, who: Id) -> Standing:
    """A combatant as the board shows it."""
    c = board.now(who)
    sheet, profile = c.sheet, c.sheet.profile
    here = who in board.state.combatants
    return Standing(
        name=profile.name,
        icon=profile.icon,
        number=profile.number,
        kind=profile.key,
        size=profile.side_length,
        bars=(Bar("Health", sheet.health, full_health(c)),),
        pools=(Pool("Omens", sheet.omens, icon="star"),) if sheet.omens else (),
        up=sheet.up,
        yielded=sheet.surrendered and sheet.conscious,
        marks=marks(board, c),
        facts=_facts(board, c),
        reacts=here and saves_itself(board, c) and board.state.turn.active != who,
        links=links(c) if sheet.up else (),
    )


def _facts(board: MurdhamBoard, c: Body) -> tuple[tuple[str, str], ...]:
    sheet, profile = c.sheet, c.sheet.profile
    hands = ", ".join(_in_hand(sheet, key) for key in dict.fromkeys((sheet.hand, sheet.off)) if key)
    natural = ", ".join(weapon.name for weapon in profile.weapons if "natural" in weapon.traits and weapon.hands == 0)
    value = sheet.hard
    shield = "shield" in (sheet.hand, sheet.off)
    facts = [
        ("STR, AGI, WIT", f"{sheet.STR}, {sheet.AGI}, {sheet.WIT}"),
        ("Armour", f"{value}, {value + 1} behind the shield" if shield else str(value)),
        *[("Suit", "damaged")] * ("armour" in sheet.damaged and sheet.armour > 0),
        *[("Helmet", "damaged")] * ("helmet" in sheet.damaged and sheet.helmet),
        ("In hand", hands or natural),
    ]
    if sheet.up:
        spent = "spent" if sheet.acted else "lost" if sheet.stunned else "to come"
        facts.append(("Turn", "under way" if board.state.turn.active == c.id else spent))
    return tuple(facts)


def _in_hand(sheet: Sheet, key: str) -> str:
    name = "shield" if key == "shield" else sheet.profile.weapon(key).name
    if key in sheet.damaged:
        return f"{name} (damaged)"
    return f"{name} (improvised)" if is_damaged(sheet, key) else name


def links(c: Body) -> tuple[Link, ...]:
    """Links to whom a combatant holds."""
    return (Link("holds", c.sheet.grabbing),) if c.sheet.grabbing else ()


def marks(board: MurdhamBoard, c: Body) -> tuple[Mark, ...]:
    """A combatant's conditions, in the book's words; those of a fighter end with the fight for it."""
    sheet = c.sheet
    grabbed = held(board, c.id)
    fallen = {
        "dead": sheet.dead,
        "dying": bool(sheet.dying) and not sheet.dead,
        "out": (sheet.incapacitated or sheet.paralysed) and not sheet.dead and not sheet.dying,
        "surrendered": sheet.surrendered and sheet.conscious,
        "injured": bool(sheet.injuries) and not sheet.dead,
    }
    fighting = {
        "hidden": sheet.hidden,
        "fleeing": sheet.retreating,
        "stunned": sheet.stunned,
        "held": grabbed,
        "entangled": sheet.entangled and not grabbed,
        "grappling": bool(sheet.grabbing),
        "frightened": bool(sheet.fears),
        "taunted": bool(sheet.taunted),
        "confused": sheet.confused,
        "tripped": sheet.tripped == board.state.turn.round,
        "poisoned blade": bool(sheet.poisoned),
    }
    return MARKS.of(fallen | fighting if sheet.up else fallen)


MARKS = Marks(
    Mark("dead", picture="", incapacity="lifeless"),
    Mark("dying", incapacity="sinking"),
    Mark("out", picture="", incapacity="down"),
    Mark("injured", picture="bleeding"),
    Mark("fleeing", flees=True),
    Mark("stunned", incapacity="reeling"),
    Mark("grappling", picture="held"),
    Mark("tripped", picture="prone"),
    Mark("poisoned blade", picture=""),
)
"""Whoever is dead or out lies on the board, and needs no picture."""


def tell_distance(board: MurdhamBoard, who: Id, to: Id | ZonePlace) -> str:
    """How far a combatant is from another or from a place: "nearby", "1 zone", "3 zones"."""
    here, there = board.now(who).at, board.now(to).at if isinstance(to, str) else to
    if nearby(board, here, there):
        return "nearby"
    zones = far(board, here, there)
    if zones is None:
        return "out of reach"
    return "beyond a shut way" if zones == 0 else "1 zone" if zones == 1 else f"{zones} zones"


def thing_name(board: MurdhamBoard, thing: Thing) -> str:
    """Gear by its name, and whether it is damaged; poison on a blade does not show."""
    weapon = roster.STOCK.with_own(board.setup.roster).weapons.get(thing.key)
    name = thing.key.replace("-", " ") if weapon is None else str(thing.own.get("name") or weapon.name)
    return f"damaged {name}" if thing.marks.get("damaged") else name


def thing_icon(key: str) -> str:
    """The icon of gear on the ground."""
    return "shield" if key == "shield" else "bow" if key in BOWS else "sword"


BOWS = ("bow", "crossbow", "sling")
"""Weapons that are known by a bow's picture."""


def outcome(before: MurdhamState, after: MurdhamState, events: Iterable[Event]) -> Outcome:
    """Sum up what happened between two states."""
    happened = tuple(events)
    found = sum_up(before, after, happened, lambda sheet: (sheet.health,), _gained, WORDS.falls)
    # whose turn of this round was unspent has lost that, and no condition of its sheet says so
    robbed = [event.who for event in happened if isinstance(event, told.Afflicted) and event.what == "stunned"]
    notes = (*found.notes, *(Note(who, "stunned") for who in robbed))
    # who is felled is told to be, and not that it was let go or lost its turn by it
    up = {who for who, c in after.combatants.items() if c.sheet.up}
    of_the_fallen = ("let go", "stunned")
    return replace(found, notes=tuple(note for note in notes if note.who in up or note.said not in of_the_fallen))


def _gained(who: Id, was: Body, now: Body) -> list[Note]:
    """Conditions that somebody who still fights has come to have or to be rid of, and what it lost hold of."""
    sheet = now.sheet
    found = []
    if was.sheet.grabbing and not sheet.grabbing:
        found.append(Note(was.sheet.grabbing, "let go"))
    if not sheet.up:
        return found
    for said, before, after in (
        ("taunted", bool(was.sheet.taunted), bool(sheet.taunted)),
        ("confused", was.sheet.confused, sheet.confused),
        ("retreating", was.sheet.retreating, sheet.retreating),
        ("free", not was.sheet.entangled, not sheet.entangled),
        ("on its feet", was.sheet.up, sheet.up),
    ):
        if after and not before:
            found.append(Note(who, said))
    if sheet.entangled and not was.sheet.entangled:
        found.append(Note(who, "entangled"))
    if len(sheet.fears) > len(was.sheet.fears):
        found.append(Note(who, "frightened"))
    if sheet.hidden and not was.sheet.hidden:
        found.append(Note(who, "hidden"))
    if sheet.grabbing and not was.sheet.grabbing:
        found.append(Note(Id(sheet.grabbing), "held"))
    if was.sheet.hand and not sheet.hand and was.sheet.hand not in sheet.carried:
        found.append(Note(who, f"without {was.sheet.hand}"))
    return found


def banner(board: MurdhamBoard) -> tuple[str, ...]:
    """Whose step it is once that is said, who holds initiative, the fast phase's threshold, who has passed.

    Nothing before the fight.
    """
    turn = board.state.turn
    if not turn.side:
        return ()
    said = [] if turn.phase == "round" else [f"{side_name(board, turn.side)}: turn"]
    if turn.initiative:
        said.append(f"Initiative: {side_name(board, turn.initiative)}")
    if turn.threshold and turn.phase in ("round", "fast"):  # open as soon as it is rolled, before anybody is chosen
        said.append(f"Fast phase, WIT {turn.threshold}+")
    if turn.phase in ("slow", "ambush"):
        said.append(f"{turn.phase.capitalize()} phase" if turn.phase == "slow" else "Ambush")
    said += [f"{side_name(board, side)}: passed" for side in turn.passed]
    return tuple(said)


def order(board: MurdhamBoard) -> list[Slot]:
    """Who acts: the active one, then side by side those who still may act, then those whose turn is spent.

    Between rounds the side with initiative comes first, which is about to say who begins (A-06).
    """
    turn = board.state.turn
    sides = [*turn.order[turn.current :], *turn.order[: turn.current]] or [side.name for side in board.setup.sides]
    if turn.phase == "round":
        sides.sort(key=lambda side: side != turn.initiative)
    members = [c for side in sides for c in bodies(board) if c.side == side and c.sheet.up]

    def waits(c: Body) -> bool:
        return turn.phase == "fast" and turn.threshold > c.sheet.WIT

    def part(c: Body) -> str:
        if c.sheet.acted or turn.phase not in ("fast", "slow"):
            return ""
        return "slow" if waits(c) else turn.phase

    members.sort(key=lambda c: (c.id != turn.active, c.sheet.acted, waits(c)))
    return [Slot(c.id, spent=c.sheet.acted, group=part(c)) for c in members]


def chapters(board: MurdhamBoard, who: Id) -> tuple[Chapter, ...]:
    """All of it, by chapters; those with nothing in them are left out."""
    sheet = board.now(who).sheet
    profile = sheet.profile
    skills = roster.STOCK.with_own(board.setup.roster).skills
    found = (
        Chapter("Weapons", tuple(_weapons(sheet))),
        Chapter(
            "Skills",
            tuple(SheetFeature(skills[k].name, "", skills[k].text, rule=skills[k].rule) for k in profile.skills),
        ),
        Chapter("Nature", tuple(SheetFeature(word) for word in _nature(profile))),
        Chapter("Powers", tuple(_power(power) for power in profile.powers)),
        Chapter("Carries", tuple(SheetFeature(item.capitalize()) for item in sheet.items)),
    )
    return tuple(chapter for chapter in found if chapter.features)


def _weapons(sheet: Sheet) -> Iterator[SheetFeature]:
    """What it fights with, what is in hand first; bare hands only where they are all there is."""
    hands = [key for key in dict.fromkeys((sheet.hand, sheet.off)) if key]
    keys = [key for key in dict.fromkeys((*hands, *sheet.carried)) if key != "shield"]
    natural = [weapon.key for weapon in sheet.profile.weapons if weapon.hands == 0 and weapon.key != "unarmed"]
    for key in [*keys, *(each for each in natural if each not in keys)] or ["unarmed"]:
        weapon = sheet.profile.weapon(key)
        where = "in hand" if key in hands else "" if weapon.hands == 0 else "on the belt"
        state = ("damaged",) if key in sheet.damaged else ()
        value = ", ".join(part for part in (weapon.die, _range(weapon), where) if part)
        both = ("both hands",) if weapon.hands == 2 else ()
        yield SheetFeature(weapon.name.capitalize(), value, words=(*state, *weapon.traits, *both))


def _range(weapon: Weapon) -> str:
    return f"{weapon.range} zone{'s' if weapon.range > 1 else ''}" if weapon.range else ""


def _nature(profile: Profile) -> Iterator[str]:
    """Words of the glossary for what it is."""
    natures = {
        profile.size: profile.size != "medium",
        profile.kind: profile.kind != "folk",
        "mindless": profile.mind == "mindless",
        "helmet": profile.helmet,
        "shield": profile.shield,
        "fast": profile.fast,
        "slow": profile.slow,
        "flies": profile.flies,
        "frightening": profile.frightening,
        "regenerates": profile.regenerates,
    }
    return (word for word, is_so in natures.items() if is_so)


def _power(power: Power) -> SheetFeature:
    near = "nearby" if not power.range else f"{power.range} zones"
    parts = [power.target, near, power.die, f"{power.save} save" if power.save else ""]
    return SheetFeature(power.name, ", ".join(part for part in parts if part), power.text)
