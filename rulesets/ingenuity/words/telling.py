"""Words for events, for how a battle stands, and for what there is to a combatant besides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from game.kit.telling import Marks, Wording, behind, name_of, side_name, sum_up, summed, tell_fact, the
from game.rules.dice import Tally
from game.rules.events import EdgeChanged, Event, Id, Left, Moved, RoundBegan
from game.rules.ruleset import LogLine, Note, Outcome
from game.rules.setup import Chapter, SheetFeature
from game.rules.standing import Bar, Gear, Mark, Pool, Slot, Standing
from game.rules.state import Thing
from game.spatial.field import Cell
from game.spatial.places import written
from rulesets.ingenuity.play import events as told
from rulesets.ingenuity.play.deeds import in_actions
from rulesets.ingenuity.play.geometry import answers, armed_with, metres_between, metres_to, surprised
from rulesets.ingenuity.play.numbers import LATER, constitution, deflection, evasion, in_parts, later, willpower
from rulesets.ingenuity.play.turn import waiting
from rulesets.ingenuity.sheet import roster
from rulesets.ingenuity.sheet.sheet import (
    ACTIONS,
    BLEEDING,
    BLINDED,
    BURNING,
    COVER,
    GUARD,
    STUNNED,
    Body,
    Feat,
    IngenuityBoard,
    IngenuityState,
    Item,
    Profile,
    Sheet,
    Weapon,
)

WORDS = Wording(
    health="endurance",
    falls={
        "unconscious": ("falls unconscious", "B-72"),
        "faint": ("faints", "B-71"),
        "dead": ("dies", "B-73"),
        "killed": ("is killed", "B-75"),
    },
    rules={RoundBegan: "B-08", Left: "B-22", EdgeChanged: "B-20"},
)

HOW: dict[told.How, tuple[str, str]] = {
    "attack": ("", "B-17"),
    "command": (", at a command", "B-19"),
    "readied": (", as held back", "B-23"),
    "sneak attack": (", unseen", "B-76"),
}
"""What an attack's line says of how it came to be made, and the rule."""


def tell(board: IngenuityBoard, event: Event) -> LogLine | None:
    """Word an event for the log; ``board`` is as it was before the event."""
    match event:
        case told.Ordered(order, surprise):
            ahead = f"; surprise of {' and '.join(side_name(board, side) for side in surprise)}" if surprise else ""
            text = f"Initiative: {', '.join(side_name(board, side) for side in order)}{ahead}"
            return LogLine(text, rules=("B-04", "B-05", *(["B-13"] if surprise else [])))
        case told.Worn(who, item, lost, left, rule, through):
            said = f"loses {lost} durability, {left} left" if left else f"loses {lost} durability and breaks"
            beyond = f", {through} more than it can bear" if through else ""
            rules = (rule, *(["B-66"] if not left else []), *(["B-62"] if through else []))
            return LogLine(f"{name_of(board, who)}: the {item} {said}{beyond}", 2, who, rules)
        case told.Afflicted(who, what, harm, damage, off, dealt):
            taken = "".join(f" {-term.value:+d} {term.label}" for term in off.terms)
            least = ", at the least" if damage.total - off.total < dealt else ""
            said = f"{summed(damage).removeprefix(' +')}{taken} = {dealt} {harm}{least}" if harm else str(dealt)
            return LogLine(f"{name_of(board, who)}, {what}: {said}", 2, who, behind(damage, off), sum=bool(harm))
        case told.Struck(who, effect, rule):
            return LogLine(f"{name_of(board, who)} is {effect}", 1, who, (rule,))
        case told.Eased(who, effect, rule):
            return LogLine(f"{name_of(board, who)} is no longer {effect}", 1, who, (rule,))
        case told.Healed(who, amount, left, track):
            text = f"{name_of(board, who)} regains {amount} {track}, {left} now"
            return LogLine(text, 2, who, ("B-36" if track == "endurance" else "B-24",))
        case told.LuckTested(who, face, needed, passed):
            luck = f"d20 {face}"
            text = f"{name_of(board, who)}, luck against death: {luck}, needs {needed}: "
            said, rule = ("cheats death", "B-74") if passed else ("fails", "B-73")
            return LogLine(text + said, 2, who, (rule,), aside=luck)
        case told.Checked(tally=tally) if (line := tell_fact(board, event, WORDS)) is not None:
            fortune = summed(Tally(tuple(term for term in tally.terms if term.label == "luck")))
            return replace(line, aside=fortune.strip())
        case Moved(who, _, end, "push"):
            return LogLine(f"{name_of(board, who)} is pushed to {written(end)}", 1, who)
        case _:
            return _tell_attack(board, event) or tell_fact(board, event, WORDS)


def _tell_attack(board: IngenuityBoard, event: Event) -> LogLine | None:
    """Attacks, from the declaration to the damage."""
    match event:
        case told.AttackDeclared(how=how):
            said, rule = HOW[how]
            return LogLine(_declared(board, event) + said, 1, event.who, ("B-36" if event.mode == "feat" else rule,))
        case told.ItemHit(who, target, item):
            return LogLine(f"{name_of(board, who)} hits the {item} of {name_of(board, target)}", 2, who, ("B-58",))
        case told.Rerolled(who, sides, was, now, kept, better):
            why = "advantage" if better else "disadvantage"
            return LogLine(f"{why}: the d{sides} that shows {was} again: {now}, {kept} stands", 2, who, sum=True)
        case told.Strayed(who, target, aimed):
            text = f"goes astray, past {name_of(board, aimed)} to {name_of(board, target)}"
            return LogLine(text, 2, who, ("B-51",))
        case told.AttackRolled(who, _, faces, luck, tally, against, critical):
            said = f"{faces[0]} + {faces[1]}{summed(tally)} = {event.total} against evasion {in_parts(against)}, "
            rules = tuple(dict.fromkeys(("B-49" if critical else "B-46", *behind(tally, against))))
            fell = f"luck {luck}: critical" if critical else f"luck {luck}"
            return LogLine(said + fell, 2, who, rules, sum=True, aside=fell)
        case told.DamageSummed(who, _, damage, off, dealt):
            taken = "".join(f" {-term.value:+d} {term.label}" for term in off.terms)
            least = ", at the least" if damage.total - off.total < dealt else ""
            text = f"damage {summed(damage).removeprefix(' +')}{taken} = {dealt}{least}"
            return LogLine(text, 2, who, behind(damage, off), sum=True)
        case told.Harmed(who, amount, left, _, track):
            profile = board.now(who).sheet.profile
            text = f"{name_of(board, who)} loses {amount} {track}, {left} left"
            if track == "endurance":
                now = 2 * left <= profile.end < 2 * (left + amount)
                return LogLine(text + (": harmed" if now else ""), 2, who, ("B-48", *(["B-69"] if now else [])))
            now = left < profile.hp == left + amount
            return LogLine(text + (": bloodied" if now else ""), 2, who, ("B-48", *(["B-70"] if now else [])))
        case _:
            return None


def _declared(board: IngenuityBoard, event: told.AttackDeclared) -> str:
    me, it = board.now(event.who).sheet, name_of(board, event.target)
    if event.mode == "feat":
        feat = next((each.name for each in me.profile.feats if each.key == event.weapon), event.weapon)
        return f"{me.profile.name} turns {feat.lower()} on {it}"
    weapon = me.weapon(event.weapon)
    verb = {"melee": "strikes at", "thrown": "throws at", "shot": "shoots at"}[event.mode]
    kind = f", {event.harm}" if len(weapon.harm) > 1 else ""
    return f"{me.profile.name} {verb} {it} with {the(weapon.name.lower())}{kind}"


# ------------------------------------------------------------------ things


def thing_name(board: IngenuityBoard, thing: Thing) -> str:
    """Name of what lies there, with what shows of its state."""
    stock = roster.STOCK.with_own(board.setup.roster)
    item = stock.weapons.get(thing.key) or stock.items.get(thing.key)
    name = thing.key.replace("-", " ") if item is None else item.name.lower()
    return f"{'worn ' if thing.marks.get('wear') else ''}{'unloaded ' if thing.marks.get('unloaded') else ''}{name}"


def thing_icon(key: str) -> str:
    """The icon of something on the ground."""
    stock = roster.STOCK.house
    if key in stock.weapons:
        return "bow" if stock.weapons[key].shoots else "sword"
    return "shield" if key in stock.items else "star"


# ------------------------------------------------------------------ what came of it


def outcome(before: IngenuityState, after: IngenuityState, events: Iterable[Event]) -> Outcome:
    """Sum up what happened between two states; whoever has blocked is not hit (B-58)."""
    return sum_up(before, after, events, lambda sheet: (sheet.end, sheet.hp), _gained, WORDS.falls)


def _gained(who: Id, was: Body, now: Body) -> Iterator[Note]:
    yield from (Note(who, said) for said in (*_effects(was.sheet, now.sheet), *_turns(was.sheet, now.sheet)))


def _effects(was: Sheet, now: Sheet) -> Iterator[str]:
    for word in (BLEEDING, BURNING):
        if now.amount(word) > was.amount(word):
            yield f"{word} {now.amount(word)}"
    for word in (BLINDED, STUNNED):
        if now.has(word) and not was.has(word):
            yield word
    if now.prone and not was.prone and now.up:
        yield "prone"
    for word in (BLEEDING, BURNING):
        if was.has(word) and not now.has(word):
            yield f"no longer {word}"
    for word, said in ((GUARD, "on guard"), (COVER, "in cover")):
        if now.has(word) and not was.has(word):
            yield said
    if now.end > was.end:
        yield f"endurance +{now.end - was.end}"
    if was.task is not None and now.task is None and now.up and now.has(STUNNED):
        yield "gives up what it had begun"


def _turns(was: Sheet, now: Sheet) -> Iterator[str]:
    """Who faints, deaths, cheated and not, who came round, and what is worn or broken."""
    if now.unconscious and not was.unconscious and now.hp:
        yield f"faints: over {constitution(was).total} health missing"
    if now.unconscious and not was.unconscious and not now.hp and not now.dead and now.cheat == was.cheat:
        yield "lies at the edge of death"
    if now.dead and not was.dead:
        yield "dead"
    if now.cheat > was.cheat:
        yield "cheats death"
    if was.unconscious and now.up:
        yield "conscious again"
    for key, lost in now.wear.items():
        if lost > was.wear.get(key, 0) and key in was.carried:
            name = now.item(key).name.lower()
            yield f"{name} broken" if now.broken(key) else f"{name} worn: {now.lasts(key)} left"


def standing(board: IngenuityBoard, who: Id) -> Standing:
    """Name, bars, marks and facts of a combatant that the board shows."""
    c, turn = board.now(who), board.state.turn
    sheet, profile = c.sheet, c.sheet.profile
    acting = turn.active == who and turn.phase == "turn"
    tired, each = _tired(c)
    task = sheet.task
    facts = (
        *((("At work", f"{in_actions(task.left)} left"),) if task is not None else ()),
        *(() if sheet.dead else (("Next attack", each or "as usual"), ("Reactions", str(sheet.reactions)))),
        ("Evasion", str(evasion(sheet).total)),
        ("Deflection", f"{deflection(sheet, 'slashing').total}, elemental {deflection(sheet, 'fire').total}"),
        ("CON, WILL", f"{constitution(sheet).total}, {willpower(sheet).total}"),
        *(() if acting or sheet.dead else (("Turn", "taken" if sheet.acted else "to come"),)),
        ("Speed", f"{profile.speed} m"),
        ("Size", str(profile.size)),
    )
    return Standing(
        name=profile.name,
        icon=profile.icon,
        number=profile.number,
        kind=profile.key,
        size=profile.cells,
        up=sheet.up,
        bars=(Bar("Endurance", sheet.end, profile.end, "guard"), Bar("Health", sheet.hp, profile.hp)),
        pools=(
            *([Pool("Actions", turn.actions, ACTIONS, tone="life", dots=True)] if acting else []),
            Pool("Stamina", sheet.st, profile.st),
            Pool("Focus", sheet.fc, profile.fc, tone="mind"),
        ),
        gear=gear(sheet),
        marks=marks(board, c),
        badge=tired if sheet.up else "",
        badge_word=f"next attack {each}" if each else "",
        facts=facts,
        reacts=answers(board, c),
    )


def _tired(c: Body) -> tuple[str, str]:
    """What the attacks of the round take from the next: with what it strikes first, and with each if it differs."""
    sheet = c.sheet
    if not sheet.attacks:
        return "", ""
    found = {sheet.weapon(key).name.lower(): later(sheet, sheet.weapon(key)) for key in armed_with(c)}
    first = f"{next(iter(found.values()), -LATER * sheet.attacks):+d}"
    if len(set(found.values())) < 2:
        return first, first
    return first, ", ".join(f"{value:+d} {name}" for name, value in found.items())


def gear(sheet: Sheet) -> tuple[Gear, ...]:
    """Gear that is held, with the durability it has lost, and worn."""
    found = []
    for key in sheet.held:
        item = sheet.item(key)
        where = "Unloaded" if key in sheet.unloaded else "In hand"
        found.append(Gear(where, item.name.lower(), sheet.wear.get(key, 0), item.lasts))
    spent = [key for key in sheet.unloaded if sheet.weapon(key).natural]
    found += [Gear("Unloaded", sheet.weapon(key).name.lower()) for key in spent]
    if sheet.profile.armour:
        found.append(Gear("Armour", sheet.profile.armour.replace(" armour", "")))
    return tuple(found) or (Gear("In hand", "nothing"),)


def marks(board: IngenuityBoard, c: Body) -> tuple[Mark, ...]:
    """A combatant's conditions. Of what it holds back until later only that it does is shown."""
    sheet = c.sheet
    if sheet.dead:
        return MARKS.of({"dead": True})
    found = {
        "unconscious": sheet.unconscious,
        "bloodied": sheet.bloodied and sheet.up,
        "harmed": sheet.harmed and sheet.up,
        STUNNED: sheet.has(STUNNED),
        BLINDED: sheet.has(BLINDED),
        "prone": sheet.prone and sheet.up,
        "guarding": sheet.has(GUARD),
        COVER: sheet.has(COVER),
        "readied": sheet.readied is not None,
        "at work": sheet.task is not None,
        "surprised": surprised(board, c) and sheet.up,
        "hidden": sheet.hidden,
        "reload": any(key in sheet.unloaded for key in armed_with(c)) and sheet.up,
        BLEEDING: sheet.amount(BLEEDING),
        BURNING: sheet.amount(BURNING),
    }
    return MARKS.of(found)


MARKS = Marks(
    Mark("dead", picture="", incapacity="lifeless"),
    Mark("unconscious", incapacity="senseless"),
    Mark("harmed", picture=""),
    Mark(STUNNED, incapacity="reeling"),
    Mark("at work", picture=""),
    Mark("reload", picture=""),
    Mark(BURNING, fire=True),
)


def tell_distance(board: IngenuityBoard, who: Id, to: Id | Cell) -> str:
    """Metres between a combatant and another, or a cell."""
    me = board.now(who)
    metres = metres_between(board, me, board.now(to)) if isinstance(to, str) else metres_to(board, me, to, 1)
    return f"{metres} m"


def banner(board: IngenuityBoard) -> tuple[str, ...]:
    """Which team acts, and whether it does so by surprise.

    Where somebody has the turn of whom nothing is known, it is told who is next as far as one knows.
    """
    turn = board.state.turn
    if turn.phase not in ("pick", "turn"):
        return ()
    active = board.state.combatants.get(turn.active)
    sides = turn.order[turn.current :] + turn.order[: turn.current]
    side = active.side if active is not None else next((each for each in sides if waiting(board, each)), None)
    said = [] if side is None else [f"To act: {side_name(board, side)}"]
    if turn.surprise:
        said.append(f"Surprise: {' and '.join(side_name(board, side) for side in turn.surprise)}")
    return tuple(said)


def order(board: IngenuityBoard) -> list[Slot]:
    """The order: the active one, one of each team in turn of those whose turn is to come, then who had theirs."""
    turn, everybody = board.state.turn, list(board.state.combatants.values())
    sides = turn.order or tuple(side.name for side in board.setup.sides)
    sides = sides[turn.current :] + sides[: turn.current]
    coming: dict[str, list[Id]] = {side: [] for side in sides}
    spent: list[Id] = []
    for c in everybody:
        if c.id == turn.active or not c.sheet.up:
            continue
        if c.sheet.acted or surprised(board, c):
            spent.append(c.id)
        else:
            coming[c.side].append(c.id)
    slots = [Slot(turn.active)] if turn.active in board.state.combatants else []
    if slots:
        sides = sides[1:] + sides[:1]
    while any(coming.values()):
        slots += [Slot(coming[side].pop(0)) for side in sides if coming[side]]
    return [*slots, *(Slot(who, spent=True) for who in spent)]


def chapters(board: IngenuityBoard, who: Id) -> tuple[Chapter, ...]:
    """All of it, by chapters; those with nothing in them are left out."""
    sheet = board.now(who).sheet
    found = (
        Chapter("Weapons and shields", tuple(_gear(sheet))),
        Chapter("Dice", tuple(_dice(sheet.profile))),
        Chapter("Nature", tuple(SheetFeature(trait) for trait in sheet.profile.traits)),
        Chapter("Feats of will", tuple(_feat(feat) for feat in sheet.profile.feats)),
    )
    return tuple(chapter for chapter in found if chapter.features)


def _gear(sheet: Sheet) -> Iterator[SheetFeature]:
    """What it fights and guards itself with: what is in hand, what it carries, what nature gave it."""
    for key in dict.fromkeys((*sheet.held, *sheet.carried)):
        where = "in hand" if key in sheet.held else "carried"
        if sheet.is_weapon(key):
            yield _weapon(sheet.weapon(key), (*_wear(sheet, key), where))
        else:
            yield _shield(sheet.item(key), (*_wear(sheet, key), where))
    yield from (_weapon(weapon, ()) for weapon in sheet.profile.weapons if weapon.natural)


def _wear(sheet: Sheet, key: str) -> tuple[str, ...]:
    worn = sheet.wear.get(key, 0)
    return (f"durability {sheet.lasts(key)} of {sheet.item(key).lasts}",) if worn else ()


def _weapon(weapon: Weapon, more: tuple[str, ...]) -> SheetFeature:
    reach = f"reach {weapon.reach} m" if weapon.reach > 1 else ""
    far = f"{weapon.range} m, at most {weapon.limit}" if weapon.range else ""
    parry = f"parry {weapon.parry}" if weapon.parry > 1 else ""
    also = f"{weapon.inflicts}{f' {weapon.amount}' if weapon.amount else ''}" if weapon.inflicts else ""
    value = [f"{weapon.damage} {' or '.join(weapon.harm)}", f"critical {weapon.critical_damage}", also]
    words = (*weapon.traits, *weapon.harm, "critical", *(("reload",) if weapon.reload else ()))
    if weapon.inflicts:
        words = (*words, weapon.inflicts)
    if weapon.hands == 2:
        words = (*words, "both hands")
    said = ", ".join(part for part in (*value, reach, far, parry, *more) if part)
    return SheetFeature(weapon.name, said, words=tuple(dict.fromkeys(words)))


def _shield(item: Item, more: tuple[str, ...]) -> SheetFeature:
    value = [f"block {item.block}" if item.block else "", f"parry {item.parry}" if item.parry else ""]
    words = tuple(word for word, number in (("block", item.block), ("parry", item.parry)) if number)
    return SheetFeature(item.name, ", ".join(part for part in (*value, *more) if part), words=(*words, "durability"))


def _dice(profile: Profile) -> Iterator[SheetFeature]:
    dice = profile.attributes
    named = ("strength", "dexterity", "intellect", "resolve")
    yield SheetFeature("Attributes", ", ".join(f"{name} d{getattr(dice, name)}" for name in named))
    if profile.skills:
        yield SheetFeature("Skills", ", ".join(f"{name} d{sides}" for name, sides in profile.skills.items()))
    if profile.proficiencies:
        told = ", ".join(f"{name} {bonus:+d}" for name, bonus in profile.proficiencies.items())
        yield SheetFeature("Proficiencies", told)


def _feat(feat: Feat) -> SheetFeature:
    value = [feat.target, f"{feat.range} m", f"{feat.focus} focus", f"against {feat.against}" if feat.against else ""]
    return SheetFeature(feat.name, ", ".join(part for part in value if part), feat.text)
