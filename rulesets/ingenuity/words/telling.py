"""Words for events, and for what an option led to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from game.kit.telling import Wording, behind, name_of, side_name, sum_up, summed, tell_fact, the
from game.rules.dice import Tally
from game.rules.events import EdgeChanged, Event, Id, Left, Moved, RoundBegan
from game.rules.ruleset import LogLine, Note, Outcome
from game.rules.state import Thing
from game.spatial.places import written
from rulesets.ingenuity.play import events as told
from rulesets.ingenuity.play.numbers import constitution, in_parts
from rulesets.ingenuity.sheet import roster
from rulesets.ingenuity.sheet.sheet import (
    BLEEDING,
    BLINDED,
    BURNING,
    COVER,
    GUARD,
    STUNNED,
    Body,
    IngenuityBoard,
    IngenuityState,
    Sheet,
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
    """Who goes for whom, and with what."""
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
    """What lies there, and what shows of its state."""
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
    """What befell somebody besides harm."""
    yield from (Note(who, said) for said in (*_effects(was.sheet, now.sheet), *_turns(was.sheet, now.sheet)))


def _effects(was: Sheet, now: Sheet) -> Iterator[str]:
    """Effects that began or are over, endurance that came back, and what had to be given up."""
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
