"""Words for events: the lines of the log, each with the rules behind it."""

from __future__ import annotations

from game.kit.telling import Wording, behind, name_of, summed, tell_fact, the, with_other
from game.rules.dice import Tally
from game.rules.events import EdgeChanged, Event, Id, Left, Moved, RoundBegan, ThingPlaced
from game.rules.ruleset import LogLine
from game.rules.state import Thing
from game.spatial.places import InZone, Place, as_zone_place
from rulesets.einfelst.play import events as told
from rulesets.einfelst.play.geometry import Hurdle, hurdles
from rulesets.einfelst.play.harm import ROWS
from rulesets.einfelst.play.moving import FLEES
from rulesets.einfelst.play.pools import dice
from rulesets.einfelst.sheet import roster
from rulesets.einfelst.sheet.sheet import EinfelstBoard, Track


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
    """What a thing on the ground is called."""
    item = roster.STOCK.with_own(board.setup.roster).piece(thing.key)
    return thing.key.replace("-", " ") if item is None else str(thing.own.get("name") or item.name).lower()
