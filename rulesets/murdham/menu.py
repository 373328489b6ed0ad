"""What a combatant may do now, as options; and what it may not, with the reason in the book's words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from game.kit.company import bodies, enemies
from game.kit.goals import task_option
from game.rules.questions import About, Danger, Family, Menu, Option, Parts, Refusal, Sought
from game.spatial.places import OnBorder, ZonePlace
from rulesets.murdham import actions, aims, handling, moving, powers, things
from rulesets.murdham.actions import Action
from rulesets.murdham.blow import BEHIND, blast_obstacle, blast_weapons, modes, obstacle, wielded
from rulesets.murdham.cost import has_attack, has_bonus, has_main, untouched
from rulesets.murdham.goals import task_at, ways_out
from rulesets.murdham.look import look_at
from rulesets.murdham.moving import Special, Ways
from rulesets.murdham.opportunity import passed_by
from rulesets.murdham.reading import (
    ability,
    difficult,
    entangled,
    fits,
    near_foes,
    taunter,
    watery,
    zone_of,
)
from rulesets.murdham.sheet import Body, MurdhamBoard
from rulesets.murdham.sneaking import may_hide, suspected

Choice = Option[Action]


def menu(board: MurdhamBoard, me: Body) -> Menu[Action]:
    """Every action open to the active combatant.

    ``board`` must stand still: the menu is written when somebody first looks at it.
    """

    def build(sought: Sought) -> Parts[Action]:
        return singles(board, me, sought), families(board, me, sought)

    return Menu.later(build)


def singles(board: MurdhamBoard, me: Body, sought: Sought) -> Iterator[Choice]:
    """Everything but movement."""
    if entangled(board, me):
        label = "Struggle to get free: STR save, the whole turn"
        yield Option("struggle", actions.Struggle(), label, short="Struggle", icon="chain")
        if untouched(board):
            yield Option("surrender", actions.Surrender(), "Surrender", icon="flag")
        yield Option("done", actions.Done(), "End this turn", icon="pass", ends=True)
        return
    if not me.sheet.retreating and sought.begins(*MAIN):
        yield from _main(board, me, sought)
    if sought.begins(*things.BONUS) and not taunter(board, me):
        yield from things.bonus(board, me, sought)
    if me.sheet.grabbing:
        yield Option("let go", actions.LetGo(), "Let go", target=me.sheet.grabbing, verb="let go", icon="hand")
    if sought.begins("leave") and may_leave(board, me):
        yield Option("leave", actions.Leave(), "Leave the field", icon="exit")
    if untouched(board):
        yield Option("surrender", actions.Surrender(), "Surrender", icon="flag")
    yield Option("done", actions.Done(), "End this turn", icon="pass", ends=True)


MAIN = (
    *(*aims.ATTACKS, aims.ON_THE_MOVE, "finish ", "blast ", "sweep ", "flail ", "trample ", "shove ", "throw "),
    *("distract ", "intimidate ", "taunt ", "invoke ", "free ", "treat ", "work", "hide", "search"),
)
"""How the keys of main actions begin, but for movement."""


def _main(board: MurdhamBoard, me: Body, sought: Sought) -> Iterator[Choice]:
    if not has_attack(board):
        return
    mocker = taunter(board, me)
    tramples = aims.tramples(board, me) if sought.begins("trample ") and has_main(board) else ()
    if mocker:
        every = (*aims.attacks_on_all(board, me, sought), *tramples)
        yield from (option for option in every if option.target == mocker)
        return
    yield from aims.attacks_on_all(board, me, sought)
    if sought.begins("blast ", "sweep ", aims.ON_THE_MOVE):
        yield from aims.blasts(board, me)
    if sought.begins("flail "):
        yield from aims.flails(board, me)
    if not has_main(board):
        return
    yield from tramples
    if sought.begins("shove ", "throw "):
        yield from aims.upon_the_held(board, me)
    if sought.begins("distract ", "intimidate ", "taunt "):
        yield from aims.pressures(board, me)
    if sought.begins("invoke "):
        yield from aims.invocations(board, me)
    if sought.begins("free ", "treat "):
        yield from aims.helping(board, me)
    if sought.begins("work") and (task := task_at(board, me)) is not None:
        yield task_option(task, handling.Work())
    if sought.begins("hide") and may_hide(board, me):
        yield Option("hide", actions.Hide(), "Hide: AGI save", icon="sneak")
    if sought.begins("search") and suspected(board, me.side):
        label = "Search for whoever is hidden nearby"
        yield Option("search", actions.Search(), label, short="Search", icon="eye")


def may_leave(board: MurdhamBoard, me: Body) -> bool:
    """Whether a combatant stands where one leaves the map and has half a zone of movement left, or full movement."""
    if not moving.may_move(board, me) or me.at not in ways_out(board, me.side):
        return False
    more = has_main(board) and not board.state.turn.full and not me.sheet.taunted
    return moving.left(board, me) > 0 or (more and moving.budget(board, me, full=True) > board.state.turn.halves)


# ------------------------------------------------------------------ movement


def families(board: MurdhamBoard, me: Body, sought: Sought) -> Iterator[Family[Action]]:
    """Where to go: what movement is left, full movement, and the special ones."""
    if not sought.begins("move ", "full ", *SPECIALLY) or not moving.may_move(board, me):
        return
    turn = board.state.turn
    now = partial(moving.open_to, board, me, moving.left(board, me), turn.special)
    if moving.left(board, me):
        yield _family("move", "Move", board, me, now, lambda place: actions.Move(place), turn.special)
    if not has_main(board) or turn.full or taunter(board, me):
        return
    halves = moving.budget(board, me, full=True) - turn.halves

    def whole() -> Ways:
        return _without(moving.open_to(board, me, halves, ""), now())

    yield _family("full", "Full movement", board, me, whole, lambda place: actions.FullMove(place), "")
    for special in moving.SPECIALS:
        if not sought.begins(f"{special} ") or not _offers(board, me, special):
            continue
        more = moving.budget(board, me, full=True, special=special) - turn.halves
        ways = partial(_special_ways, board, me, more, special, whole, now)
        yield _family(special, special.capitalize(), board, me, ways, partial(_special_move, special=special), special)


def _special_move(place: ZonePlace, special: Special) -> Action:
    return actions.FullMove(place, special)


def _special_ways(
    board: MurdhamBoard, me: Body, more: int, special: Special, whole: Callable[[], Ways], now: Callable[[], Ways]
) -> Ways:
    found = moving.open_to(board, me, more, special)
    if special == "sneak":
        return found
    return _without(_without(found, whole()), now())


def _offers(board: MurdhamBoard, me: Body, special: Special) -> bool:
    """Whether a special movement is worth asking after here: the ground for it is within reach."""
    if special == "sprint":
        return True
    if special == "sneak":
        return me.sheet.hidden
    if me.sheet.profile.flies:
        return False
    zones = board.space.zones
    near = list(zones.reach(me.at, moving.budget(board, me, full=True)))
    match special:
        case "swim":
            return any(watery(board, place) for place in near)
        case "balance":
            return any(difficult(board, place) for place in near)
        case _:
            kind = {"climb": "climb", "leap": "gap"}[special]
            return any(isinstance(place, OnBorder) and zones.crossing(place).kind == kind for place in near)


def _without(ways: Ways, others: Ways) -> Ways:
    return {place: way for place, way in ways.items() if place not in others}


SPECIALLY = tuple(f"{special} " for special in moving.SPECIALS)
"""How the keys of special movements begin."""

ICONS: dict[Special, str] = {
    "sprint": "speed",
    "sneak": "sneak",
    "climb": "climb",
    "leap": "leap",
    "balance": "balance",
    "swim": "water",
}
"""Of special movements; any other is a boot's."""


def _family(
    verb: str,
    word: str,
    board: MurdhamBoard,
    me: Body,
    ways: Callable[[], Ways],
    make: Callable[[ZonePlace], Action],
    special: Special,
) -> Family[Action]:
    zones = board.space.zones

    def option(key: str, place: ZonePlace) -> Choice:
        label = f"{word} to {'the ' if isinstance(place, OnBorder) else ''}{zones.name(place)}"
        look = partial(_move_about, board, me, ways, place, special)
        return Option(key, make(place), label, place=place, look=look, icon=ICONS.get(special, "boot"))

    return Family(verb, lambda: tuple(ways()), option)


def _move_about(board: MurdhamBoard, me: Body, ways: Callable[[], Ways], place: ZonePlace, special: Special) -> About:
    path = ways()[place]
    notes: list[str] = []
    dangers: list[Danger] = []
    here = me
    for step in path:
        for foe in passed_by(board, here, step):
            if not foe.sheet.hidden:
                dangers.append(Danger(f"{foe.sheet.profile.name} may strike (A-63)", foe.id))
        here = moving.moved(here, step)
        if special in ("climb", "leap", "balance", "swim") and moving.asks(board, step, special):
            notes.append(f"{special}: AGI {ability(me, 'AGI')} or less on a d20 (A-16)")
    brief = f"{len(path)} half-zone{'s' if len(path) > 1 else ''}"
    return About(path, None, tuple(dict.fromkeys(notes)), brief=brief, dangers=tuple(dict.fromkeys(dangers)))


# ------------------------------------------------------------------ what can't be done


def refusals(board: MurdhamBoard, me: Body) -> tuple[Refusal, ...]:
    """What a player might look for and can't do, with the reason."""
    found: list[Refusal] = []
    turn = board.state.turn
    if entangled(board, me):
        return (Refusal("Act", "entangled: the turn is only good for getting free", "A-84"),)
    if me.sheet.retreating:
        found.append(Refusal("Attack", "its courage has failed: it retreats or surrenders", "A-98"))
    elif not has_attack(board):
        found.append(Refusal("Attack", "the main action of this turn is spent", "A-10"))
    else:
        moved = turn.halves > 0
        for foe in enemies(board, me.side):
            at = look_at(board, me.at, foe.at)
            for weapon in wielded(me):
                if weapon.blast or weapon.key == "unarmed":
                    continue
                (mode,) = modes(weapon)
                reason = obstacle(me, foe, weapon, mode, at, moving=moved)
                if reason is not None:
                    found.append(Refusal(f"Attack {foe.sheet.profile.name} with the {weapon.name}", *reason))
                elif mode != "melee" and moving.yet_to_move(board, me):
                    reason = obstacle(me, foe, weapon, mode, at, moving=True)
                    if reason is not None:
                        label = f"On the move: attack {foe.sheet.profile.name} with the {weapon.name}"
                        found.append(Refusal(label, *reason))
        found += _blasts_refused(board, me, moving=moved)
        found += [
            Refusal(f"{power.name} on {foe.sheet.profile.name}", *BEHIND)
            for power in powers.known(board, me)
            for foe in enemies(board, me.side)
            if powers.stopped(board, me, power, foe)
        ]
        if not near_foes(board, me):
            found.append(Refusal("Grapple or disarm", "no enemy is nearby", "A-82"))
            found.append(Refusal("Distract, intimidate or taunt", "no enemy is near enough to be spoken to", "A-19"))
    if not untouched(board):
        found.append(Refusal("Surrender", "it takes the whole turn, and some of it is spent", "A-101"))
    if not has_bonus(board):
        found.append(Refusal("Bonus action", "the bonus actions of this turn are spent", "A-09"))
    if has_bonus(board):
        for _, weapon in things.at_hand(board, me):
            if not handling.room_for(me, weapon):
                hands = "both hands are" if weapon.hands > 1 else "a hand is"
                why = f"{hands} needed for it, and it hangs on no belt: stow or put down what you hold"
                found.append(Refusal(f"Pick up the {things.thing_name(weapon)}", why, "A-20"))
    if turn.steady:
        found.append(Refusal("Move", "it shot standing still; who wants to move shoots on the move", "A-43"))
    elif me.sheet.tripped >= turn.round:
        found.append(Refusal("Move", "it fell and stops until the next round", "A-16"))
    elif me.sheet.retreating and not moving.can_retreat(board, me):
        found.append(Refusal("Retreat", "enemies bar every way out", "A-98"))
    elif not moving.left(board, me) and not (has_main(board) and not turn.full):
        found.append(Refusal("Move", "no movement is left", "A-11"))
    if not has_main(board) and not turn.full:
        found.append(Refusal("Full movement", "it is a main action, and that is spent", "A-16"))
    full = [c.at for c in bodies(board)]
    for place in board.space.zones.halves(me.at):
        if place not in full or fits(board, me, place):
            continue
        name = f"{'the ' if isinstance(place, OnBorder) else ''}{board.space.zones.name(place)}"
        found.append(Refusal(f"Move to {name}", "there is no room left", "A-120"))
    return tuple(found)


def _blasts_refused(board: MurdhamBoard, me: Body, *, moving: bool) -> Iterator[Refusal]:
    """Zones with foes that no blast can be aimed at."""
    zones = dict.fromkeys(zone for foe in enemies(board, me.side) for zone in zone_of(foe.at, board))
    for weapon in blast_weapons(me):
        for place in zones:
            reason = blast_obstacle(board, me, place, weapon, moving=moving)
            if reason is not None:
                yield Refusal(f"Blast {board.space.zones.name(place)} with the {weapon.name}", *reason)
