"""What a combatant may do now, as options; and what it may not, with the reason."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from game.kit.telling import the
from game.kit.things import OPERATIONS
from game.rules.option_details import OptionDetails, Spending
from game.rules.questions import Family, Menu, Option, Parts, Refusal, Sought
from game.spatial.field import Cell
from rulesets.ingenuity.play import attack, deeds, feats, gear, moving, reactions
from rulesets.ingenuity.play.attack import blows, obstacle
from rulesets.ingenuity.play.blow import VERBS, loadable, modes, unready
from rulesets.ingenuity.play.deeds import Choice, Deed, in_actions, keyed, says
from rulesets.ingenuity.play.geometry import armed_with, foes, there
from rulesets.ingenuity.sheet.sheet import Body, IngenuityBoard

OTHERS = (
    deeds.task_options,
    attack.fallen_options,
    feats.options,
    reactions.guarding_options,
    feats.command_options,
    gear.options,
)
"""Where the rest of what could be done is told, whatever actions are left; what could be held back is told of it."""


def menu(board: IngenuityBoard, me: Body) -> Menu[Deed | None]:
    """Everything open to a member on its turn. ``board`` must stand still: the menu is written when first looked at."""

    def build(sought: Sought) -> Parts[Deed | None]:
        opening = _openings(board, me)
        if opening:
            return opening, ()
        own = [*_deeds(board, me, sought), *map(keyed, deeds.readying_options(board, me, sought))]
        singles = [option for option in own if affordable(board, me, option)]
        left = board.state.turn.actions
        unspent = (f"{left} action{'s' if left > 1 else ''}",) if left else ()
        end: Choice = Option("done", None, "End this turn", icon="pass", ends=True, unspent=unspent)
        return [*singles, end], _own_ways(board, me, sought)

    return Menu.later(build)


def open_to(board: IngenuityBoard, me: Body) -> Menu[Deed | None]:
    """Menu of somebody out of its turn if it had actions enough: for what is begun, held back or commanded."""

    def build(sought: Sought) -> Parts[Deed | None]:
        singles = (each for each in _deeds(board, me, sought) if each.value is not None and each.value.lent)
        return singles, tuple(_lent_ways(board, me, sought))

    return Menu.later(build)


deeds.declare(open_to)


def affordable(board: IngenuityBoard, me: Body, option: Choice) -> bool:
    """Whether somebody can pay for a deed on its turn, or begin it at least (B-16, B-38)."""
    deed, left = option.value, board.state.turn.actions
    if deed is None or deed.stamina > me.sheet.st or deed.focus > me.sheet.fc:
        return deed is None
    return deed.costs <= left or left > 0


def _openings(board: IngenuityBoard, me: Body) -> list[Choice]:
    """The attacks with which somebody has begun the fight (B-06), whatever is looked for: not on the fallen (N-1)."""
    turn = board.state.turn
    if turn.opener != me.id or turn.opened not in board.state.combatants or not board.now(turn.opened).sheet.up:
        return []
    found = (option for option in _deeds(board, me, Sought()) if affordable(board, me, option))
    return [option for option in found if option.target == turn.opened and option.verb in VERBS.values()]


def _deeds(board: IngenuityBoard, me: Body, sought: Sought) -> Iterator[Choice]:
    """What stands alone, whatever it costs."""
    return map(keyed, _singles(board, me, sought))


def _singles(board: IngenuityBoard, me: Body, sought: Sought) -> Iterator[Choice]:
    if sought.begins(*(f"{verb} " for verb in VERBS.values())):
        for it in there(board, me.side):
            if it.side != me.side and sought.names(it.id):
                for option in blows(board, me, it):
                    deed = Deed(attack.attack, (option.value,))
                    yield Option(option.key, deed, option.label, it.id, look=option.look)
    if me.sheet.prone:
        look = partial(says, in_actions(1), "B-28")
        yield Option("stand", Deed(moving.stand_up), "Get up", look=look)
    for options in OTHERS:
        yield from options(board, me, sought)
    if not me.sheet.prone:
        look = partial(says, in_actions(0), "B-43")
        deed = Deed(moving.drop_prone, (), 0)
        yield Option("prone", deed, "Drop to the ground", look=look, short="Drop prone")
    if sought.begins("leave") and not me.sheet.prone and moving.at_exit(board, me):
        look = partial(says, in_actions(1), "B-22")
        deed = Deed(moving.leave)
        label = "Leave the fight"
        yield Option("leave", deed, label, look=look, short="Leave", for_good=True)


# ------------------------------------------------------------------ ways


def _own_ways(board: IngenuityBoard, me: Body, sought: Sought) -> Iterator[Family[Deed | None]]:
    """The move, sprints, the step and climbs of one's own turn (B-22, B-27, B-44)."""
    turn = board.state.turn
    if not turn.moved and not turn.stepped and turn.actions and sought.begins("go "):
        yield _ways(board, me, "go", Deed(moving.move))
    if turn.moved and turn.actions and me.sheet.st and sought.begins("sprint "):
        yield _ways(board, me, "sprint", Deed(moving.sprint, stamina=1))
    if not turn.moved and not turn.stepped and not me.sheet.prone and sought.begins("step "):
        yield Family("step", partial(moving.steps, board, me), partial(_stepped, board, me))
    if turn.actions and not me.sheet.prone and sought.begins("climb "):
        yield Family("climb", partial(moving.climbs, board, me), partial(_climbed, board, me))


def _lent_ways(board: IngenuityBoard, me: Body, sought: Sought) -> Iterator[Family[Deed | None]]:
    """Ways that an action is enough for, whoever's turn it is."""
    if sought.begins("go "):
        yield _ways(board, me, "go", Deed(moving.walk))
    if not me.sheet.prone and sought.begins("climb "):
        yield Family("climb", partial(moving.climbs, board, me), partial(_climbed, board, me))


def _ways(board: IngenuityBoard, me: Body, verb: str, way: Deed) -> Family[Deed | None]:
    reach = partial(moving.reach, board, me)

    def ends() -> list[Cell]:
        found, far = reach(), moving.speed(me)
        near = (cell for cell in found.cells() if cell != me.at)
        return [cell for cell in near if found.cost(cell) <= far or len(found.path(cell)) == 1]

    def to(key: str, at: Cell) -> Choice:
        look = partial(_way_about, board, me, at, verb)
        said = "Sprint" if verb == "sprint" else "Move"
        label, deed = f"{said} to {at[0]},{at[1]}", replace(way, what=(at,))
        return keyed(Option(key, deed, label, None, at, look=look))

    return Family(verb, ends, to)


def _stepped(board: IngenuityBoard, me: Body, key: str, at: Cell) -> Choice:
    look, deed = partial(says, in_actions(0), "B-44"), Deed(moving.step, (at,), 0, lent=False)
    return keyed(Option(key, deed, f"Step to {at[0]},{at[1]}", None, at, look=look))


def _climbed(board: IngenuityBoard, me: Body, key: str, at: Cell) -> Choice:
    look, deed = partial(says, in_actions(1), "B-22"), Deed(moving.climb, (at,))
    return keyed(Option(key, deed, f"Climb to {at[0]},{at[1]}", None, at, look=look))


def _way_about(board: IngenuityBoard, me: Body, at: Cell, verb: str) -> OptionDetails:
    found = moving.reach(board, me)
    far = f"{found.cost(at)} of {moving.speed(me)} m (B-22, B-45)"
    unused = moving.speed(me) - found.cost(at)
    what, rule = ("1 action and 1 stamina", "B-27") if verb == "sprint" else ("1 action", "B-22")
    spends = Spending(what, f"{unused} m" if unused > 0 else "", rule, dear=verb == "sprint")
    return OptionDetails(found.path(at), brief=f"{found.cost(at)} m", notes=(far,), spends=spends)


# ------------------------------------------------------------------ refusals


ACTIONS = (
    *(*VERBS.values(), "kill", "load", "feat", "command", "revive", "work"),
    *("go", "sprint", "climb", "stand", "leave", "guard", "ready", "cover", "wait"),
    *("brandish", "take", *(beginning.strip() for beginning in OPERATIONS)),
)
"""What takes actions."""


def refusals(board: IngenuityBoard, me: Body) -> tuple[Refusal, ...]:
    """Refusals of what a player might look for and can't do, with the reasons."""
    return tuple(_refused(board, me))


def _refused(board: IngenuityBoard, me: Body) -> Iterator[Refusal]:
    turn, sheet = board.state.turn, me.sheet
    if not turn.actions:
        yield Refusal("Act", "the three actions of this turn are spent", "B-16", ACTIONS)
    else:
        yield from _refused_blows(board, me)
    yield from _refused_ways(board, me)
    for key in sheet.unloaded:
        if key in sheet.held and not loadable(sheet, key):
            yield Refusal(f"Load the {sheet.item(key).name.lower()}", "it takes both hands", "B-38", ("load",))
    for option in _deeds(board, me, Sought()):
        deed = option.value
        if deed is not None and deed.stamina > sheet.st:
            yield Refusal(option.label, "no stamina is left for it", "B-16", (option.verb,))
        elif deed is not None and deed.focus > sheet.fc:
            yield Refusal(option.label, "no focus is left for it", "B-16", (option.verb,))
    if not moving.at_exit(board, me):
        yield Refusal("Leave the fight", "the map is left at its rim, or by an exit", "B-22", ("leave",))
    elif sheet.prone:
        yield Refusal("Leave the fight", "it lies on the ground", "B-22", ("leave",))


def _refused_ways(board: IngenuityBoard, me: Body) -> Iterator[Refusal]:
    turn, sheet = board.state.turn, me.sheet
    if turn.moved and turn.actions:
        why = "one move a turn" + ("; sprint, for a point of stamina" if sheet.st else ", and no stamina is left")
        yield Refusal("Move", why, *(("B-22", ("go",)) if sheet.st else ("B-27", ("go", "sprint"))))
    if turn.stepped and turn.actions:
        yield Refusal("Move", "a step was taken in place of it", "B-44", ("go", "sprint"))
    if turn.moved:
        yield Refusal("Step", "it has moved this turn", "B-44", ("step",))
    elif turn.stepped:
        yield Refusal("Step", "one step a turn", "B-44", ("step",))
    elif sheet.prone:
        yield Refusal("Step", "it lies on the ground", "B-44", ("step",))


def _refused_blows(board: IngenuityBoard, me: Body) -> Iterator[Refusal]:
    for key in armed_with(me):
        weapon = me.sheet.weapon(key)
        name = weapon.name.lower()
        why = [unready(me.sheet, key, mode) for mode in modes(weapon)]
        verbs = tuple(VERBS[mode] for mode in modes(weapon))
        if all(why) and why[0] is not None:
            yield Refusal(f"Attack with {the(name)}", *why[0], verbs)
            continue
        for foe in foes(board, me.side):
            found = [obstacle(board, me, foe, key, mode) for mode in modes(weapon)]
            if found and all(found) and found[-1] is not None:
                yield Refusal(f"Attack {foe.sheet.profile.name} with {the(name)}", *found[-1], verbs)
