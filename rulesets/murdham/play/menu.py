"""What a combatant may do now, as options; and what it may not, with the reason in the book's words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from game.kit.goals import task_option
from game.rules.option_details import Danger, OptionDetails, Spending
from game.rules.questions import Family, Menu, Option, Parts, Sought
from game.spatial.places import OnBorder, ZonePlace
from rulesets.murdham.play import actions, aims, handling, moving, things
from rulesets.murdham.play.actions import Action
from rulesets.murdham.play.blow import tears_free
from rulesets.murdham.play.blows import HOLD_BACK
from rulesets.murdham.play.cost import has_attack, has_main, untouched
from rulesets.murdham.play.geometry import (
    ability,
    difficult,
    entangled,
    fights,
    taunter,
    watery,
)
from rulesets.murdham.play.goals import task_at, ways_out
from rulesets.murdham.play.moving import Ways
from rulesets.murdham.play.opportunity import passed_by
from rulesets.murdham.play.sneaking import may_hide, suspected
from rulesets.murdham.play.steps import Special
from rulesets.murdham.sheet.sheet import Body, MurdhamBoard

Choice = Option[Action]


def menu(board: MurdhamBoard, me: Body) -> Menu[Action]:
    """Every action open to the active combatant.

    ``board`` must stand still: the menu is written when somebody first looks at it.
    """

    def build(sought: Sought) -> Parts[Action]:
        return singles(board, me, sought), families(board, me, sought)

    return Menu.later(build)


_STRUGGLE = {None: "STR save", True: "bigger than what holds it, no save", False: "in vain against the bigger"}
"""What a struggle takes, by whether sizes decide it."""


def singles(board: MurdhamBoard, me: Body, sought: Sought) -> Iterator[Choice]:
    """Everything but movement."""
    if entangled(board, me):
        label = f"Struggle to get free: {_STRUGGLE[tears_free(board, me, me)]}"
        yield Option("struggle", actions.Struggle(), label, short="Struggle")
        if untouched(board):
            yield Option("surrender", actions.Surrender(), "Surrender", for_good=True)
        yield _ending(board, me)
        return
    if fights(me) and sought.begins(*MAIN):
        yield from _main(board, me, sought)
    if sought.begins(*things.BONUS) and not taunter(board, me):
        yield from things.bonus(board, me, sought)
    if me.sheet.grabbing:
        yield Option("let go", actions.LetGo(), "Let go", target=me.sheet.grabbing, verb="let go")
    if sought.begins("leave") and may_leave(board, me):
        yield Option("leave", actions.Leave(), "Leave the field", for_good=True)
    if untouched(board):
        yield Option("surrender", actions.Surrender(), "Surrender")
    yield _ending(board, me)


def _ending(board: MurdhamBoard, me: Body) -> Choice:
    """The end of the turn."""
    left = "Main action" if has_main(board) else "another attack" if has_attack(board) else ""
    unspent = (left,) if left and (fights(me) or entangled(board, me)) else ()
    return Option("done", actions.Done(), "End this turn", icon="pass", ends=True, unspent=unspent)


BLOWS = (*aims.ATTACKS, aims.ON_THE_MOVE, "finish ", "blast ", "sweep ", "flail ")
"""How the keys of attacks begin, which a skill may allow once more."""

MAIN = (
    *(*BLOWS, "trample ", "shove ", "throw ", "distract ", "intimidate ", "taunt "),
    *("invoke ", "free ", "treat ", "work", "hide", "search"),
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
    if sought.begins("blast ", "sweep ", HOLD_BACK, aims.ON_THE_MOVE):
        yield from aims.blasts(board, me)
    if sought.begins("flail "):
        yield from aims.flails(board, me)
    if not has_main(board):
        return
    yield from tramples
    for beginnings, options in NO_BLOWS:
        if sought.begins(*beginnings):
            yield from options(board, me)


def _tasks(board: MurdhamBoard, me: Body) -> Iterator[Choice]:
    if (task := task_at(board, me)) is not None:
        yield task_option(task, handling.Work())


def _hiding(board: MurdhamBoard, me: Body) -> Iterator[Choice]:
    if may_hide(board, me):
        yield Option("hide", actions.Hide(), "Hide: AGI save")


def _searching(board: MurdhamBoard, me: Body) -> Iterator[Choice]:
    if suspected(board, me.side):
        label = "Search for whoever is hidden nearby"
        yield Option("search", actions.Search(), label, short="Search")


NO_BLOWS: tuple[tuple[tuple[str, ...], Callable[[MurdhamBoard, Body], Iterator[Choice]]], ...] = (
    (("shove ", "throw "), aims.upon_the_held),
    (("distract ", "intimidate ", "taunt "), aims.pressures),
    (("invoke ",), aims.invocations),
    (("free ", "treat "), aims.helping),
    (("work",), _tasks),
    (("hide",), _hiding),
    (("search",), _searching),
)
"""Main actions that are no attacks: how their keys begin, and what is open of them."""


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
        move = partial(actions.FullMove, special=special)
        yield _family(special, special.capitalize(), board, me, ways, move, special)


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
    spends = None if verb == "move" else Spending("Main action", rule="A-16", dear=True)

    def option(key: str, place: ZonePlace) -> Choice:
        label = f"{word} to {'the ' if isinstance(place, OnBorder) else ''}{zones.name(place)}"
        look = partial(_move_about, board, me, ways, place, special, spends)
        return Option(key, make(place), label, place=place, look=look)

    return Family(verb, lambda: tuple(ways()), option)


def _move_about(
    board: MurdhamBoard,
    me: Body,
    ways: Callable[[], Ways],
    place: ZonePlace,
    special: Special,
    spends: Spending | None,
) -> OptionDetails:
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
    dangers = list(dict.fromkeys(dangers))
    return OptionDetails(path, None, tuple(dict.fromkeys(notes)), brief=brief, dangers=tuple(dangers), spends=spends)
