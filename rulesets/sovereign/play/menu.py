"""What a combatant may do now, as options; and what it may not, with the reason in the book's words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import Any, NamedTuple, overload

from msgspec.structs import replace

from game.kit.combatants import allies
from game.kit.cover import cover_of
from game.kit.goals import task_option
from game.kit.telling import the
from game.kit.things import OPERATIONS, Operation, at_doors, at_levers, doors_beside, features_beside
from game.rules.events import Id
from game.rules.option_details import Danger, OptionDetails, Spending
from game.rules.questions import ENDING, Family, Menu, Option, Parts, Refusal, Sought
from game.rules.state import Thing
from game.spatial.field import Cell
from game.spatial.paths import Reach
from rulesets.sovereign.play import actions, attack, gear, maneuvers, morale, moving, spells, tending
from rulesets.sovereign.play.actions import Action
from rulesets.sovereign.play.attack import may_whirl, reaches
from rulesets.sovereign.play.blow import (
    UNARMED,
    attacks,
    bodily,
    modes,
    obstacle,
    shover,
    striking,
    unharming,
    wielded,
    within_reach,
)
from rulesets.sovereign.play.events import Aim
from rulesets.sovereign.play.gear import drawn, task_at
from rulesets.sovereign.play.geometry import (
    FEET,
    corners,
    feet_between,
    foes,
    held,
    in_clinch,
    in_hand,
    item_name,
    on_rim,
    pace,
    sharing,
    usable,
    weapon_reach,
)
from rulesets.sovereign.play.instants import DEFENSE
from rulesets.sovereign.play.numbers import CHARGED, Mode, attack_tally, combat_skill, may_pair, reload_cost
from rulesets.sovereign.sheet.sheet import Body, SovereignBoard, Spell, Weapon

FREE_ACTIONS = 3
"""Free Actions a turn (ruling S-6)."""

Choice = Option[Action]

HANDS = ("draw", "sheathe ", "prone", "whirlwind", "slip away", "reload ", "ready ", "stow ")
"""How the keys of ``hands`` begin."""


def doors(board: SovereignBoard, me: Body) -> Iterator[Choice]:
    """Doors and levers at hand, at the cost that ruling S-28 names; beasts have no hand for them (ruling S-65)."""
    if not me.sheet.profile.humanoid:
        return
    space, size = board.space, me.sheet.profile.size
    at_hand = (
        *at_doors(board, doors_beside(space, me.at, size)),
        *at_levers(board, features_beside(space, me.at, size)),
    )
    for found in at_hand:
        if me.sheet.main or not takes_main(found):
            work = Action(gear.work_door, (found.edge, found.opens, "main" if takes_main(found) else found.cost))
            yield found.option(Action(gear.force_door, (found.edge,)) if found.verb == "force" else work)


def takes_main(found: Operation) -> bool:
    """Whether a door or lever takes a Main Action; others take a Move (ruling S-28)."""
    return found.verb in ("force", "pull") or found.cost == "main"


def lying_near(board: SovereignBoard, me: Body) -> Iterator[tuple[Thing, Weapon]]:
    """Weapons on the ground within a person's reach (E-50)."""
    for thing, weapon in to_pick_up(board, me):
        if board.space.distance(me.at, thing.at, me.sheet.profile.size, 1) <= 1:
            yield thing, weapon


def to_pick_up(board: SovereignBoard, me: Body) -> Iterator[tuple[Thing, Weapon]]:
    """All weapons on the ground, for a person; beasts have no hand for them (ruling S-65)."""
    if me.sheet.profile.humanoid:
        found = ((thing, gear.lying(board, thing)) for thing in board.state.things.values())
        yield from ((thing, weapon) for thing, weapon in found if weapon is not None)


def in_the_way(board: SovereignBoard, me: Body, weapon: Weapon) -> tuple[str, str] | None:
    """Why a weapon on the ground can't be taken in hand now, what to do, and the rule; None if it can (ruling S-63)."""
    sheet = me.sheet
    if in_clinch(board, me):
        return "the hands are busy with a hold; get out of it first", "E-78"
    if weapon.two_handed and sheet.off:
        free = "stow the shield" if sheet.shielded else "sheathe the other weapon"
        return f"it takes both hands; {free} first", "E-48"
    if sheet.hand and sheet.free >= FREE_ACTIONS:
        return "the hand is full, and no Free Action is left to sheathe what is in it", "E-48"
    return None


def hands(board: SovereignBoard, me: Body) -> Iterator[Choice]:
    """Options of hands and body for a Free Action, and of gear for more.

    Who runs for the edge of the map stops for none of it (ruling S-20).
    """
    sheet, feats = me.sheet, me.sheet.profile.feats
    if sheet.free < FREE_ACTIONS and "close combatant 2" in feats and moving.opposed_by(board, me):
        label = "Disengage as a Free Action"
        yield Option("slip away", Action(actions.disengage, (True,)), label, short="Slip away")
    if morale.runs(board, me):
        return
    if sheet.free < FREE_ACTIONS:
        if not in_clinch(board, me):
            yield from _drawing(me)
        if not sheet.prone:
            yield Option("prone", Action(actions.go_prone), "Drop prone")
        if may_whirl(me) and any(reaches(board, me, foe) for foe in foes(board, me.side)):
            label = "Whirlwind: Shock to everyone in reach"
            yield Option("whirlwind", Action(attack.whirl), label, short="Whirlwind")
    yield from _with_gear(me)


def _with_gear(me: Body) -> Iterator[Choice]:
    sheet = me.sheet
    for key in sheet.unloaded:
        weapon = sheet.weapon(key)
        cost = reload_cost(me, weapon)
        able = {"free": sheet.free < FREE_ACTIONS, "move": sheet.move or sheet.main, "main": sheet.main}[cost]
        if able and key in sheet.ready and "quiver" in sheet.items:
            yield _handled("reload", "Reload", key, Action(gear.reload, (key, cost)), weapon.name)
    for key in dict.fromkeys(sheet.stowed):
        if (sheet.main or gear.readies_freely(sheet, key)) and not (key == "shield" and sheet.off):
            yield _handled("ready", "Ready", key, Action(gear.ready, (key,)), item_name(sheet, key))
    if sheet.main:
        for key in dict.fromkeys((*sheet.ready, *(("shield",) if sheet.shielded else ()))):
            if key == "shield" or not sheet.weapon(key).natural:
                yield _handled("stow", "Stow", key, Action(gear.stow, (key,)), item_name(sheet, key))


def _drawing(me: Body) -> Iterator[Choice]:
    """Weapons from the belt into either hand, and back (E-48, E-82)."""
    sheet = me.sheet
    main = in_hand(me) if sheet.hand else None
    for key in dict.fromkeys(sheet.ready):
        if sheet.weapon(key).natural:
            continue
        if key in (sheet.hand, sheet.off):
            yield _handled("sheathe", "Sheathe", key, Action(gear.put_away, (key,)), sheet.weapon(key).name)
            continue
        yield _handled("draw", "Draw", key, Action(gear.change_weapon, (key,)), sheet.weapon(key).name)
        if main is not None and not sheet.shielded and may_pair(me, main, sheet.weapon(key)):
            second = _handled("draw-second", "Draw", key, Action(gear.draw_second, (key,)), sheet.weapon(key).name)
            yield replace(second, label=f"{second.label} in the other hand")


def _handled(verb: str, word: str, key: str, action: Action, name: str) -> Choice:
    return Option(f"{verb} {key}", action, f"{word} the {name.lower()}", short=f"{word} {name.lower()}")


VERBS: dict[Mode, str] = {"melee": "strike", "thrown": "throw", "shot": "shoot"}
CHARGES: dict[Mode, str] = {"melee": "charge", "thrown": "charge-throw"}
CHARGES_IN_LIEU: dict[Aim, str] = {"grapple": "charge-grapple", "shove": "charge-shove"}
"""Charges whose attack is made in lieu of damage (E-32, E-74, E-75)."""

AT_FOES = ("maul ", "swarm ", *(f"{verb} " for verb in (*VERBS.values(), *CHARGES.values(), *CHARGES_IN_LIEU.values())))
"""How the keys of attacks begin."""

CHARGING = tuple(f"{verb} " for verb in (*CHARGES.values(), *CHARGES_IN_LIEU.values()))
"""How the keys of charges begin."""


def ready_weapons(board: SovereignBoard, me: Body) -> list[Weapon]:
    """Weapons in hand, then those that could be drawn as a Free Action; those of the body come apart."""
    confined = in_clinch(board, me) or me.sheet.free >= FREE_ACTIONS
    return wielded(board, me) if confined else within_reach(me)


def attacks_on_foes(board: SovereignBoard, me: Body, sought: Sought) -> Iterator[Choice]:
    """Attacks on each foe with what is in hand or could be drawn, the shortest charges, and calls to a swarm attack."""
    weapons = ready_weapons(board, me)
    hands, body = wielded(board, me), bodily(board, me)
    friends = any(ally.sheet.main or ally.sheet.swarm for ally in allies(board, me))
    charges = me.sheet.move and sought.begins(*CHARGING) and moving.may_charge(board, me)
    lanes = moving.Lanes(board, me) if charges else None
    for foe in foes(board, me.side):
        if not sought.names(foe.id):
            continue
        name = foe.sheet.profile.name
        in_range = False
        if me.sheet.profile.routine and (blows := attack.routine(board, me, foe)):
            yield Option(
                f"maul {foe.id}",
                Action(attack.maul, (foe.id,)),
                f"{_joined_names(blows)} {name}",
                target=foe.id,
                look=partial(_attack_about, board, me, foe, blows[0], "melee"),
            )
        for weapon, mode in attacks(board, me, foe, [*weapons, *body]):
            in_range = in_range or weapon in hands
            yield Option(
                f"{VERBS[mode]} {foe.id} {weapon.key}",
                Action(actions.make_attack, (foe.id, weapon.key, mode)),
                f"{VERBS[mode].capitalize()} {name} with {the(weapon.name.lower())}"
                if mode != "thrown"
                else f"Throw {the(weapon.name.lower())} at {name}",
                target=foe.id,
                look=partial(_attack_about, board, me, foe, weapon, mode),
            )
        if in_range and friends:
            label = f"Join a swarm attack on {name}"
            yield Option(f"swarm {foe.id}", Action(attack.join_swarm, (foe.id,)), label, target=foe.id)
        if lanes is not None:
            yield from _charges(board, me, foe, lanes)


def _joined_names(blows: list[Weapon]) -> str:
    """Several blows in words: "Claw, claw and bite"."""
    *first, last = [weapon.name.lower() for weapon in blows]
    return (f"{', '.join(first)} and {last}" if first else last).capitalize()


def _attack_about(board: SovereignBoard, me: Body, foe: Body, weapon: Weapon, mode: Mode) -> OptionDetails:
    cover = cover_of(corners(board, me, foe))
    return OptionDetails(tally=attack_tally(board, me, foe, weapon, mode), brief=cover)


class Rush(NamedTuple):
    """The attack of a charge: weapon, mode and aim."""

    weapon: Weapon
    mode: Mode
    aim: Aim = "harm"

    def key(self, foe: Body) -> str:
        """Beginning of the key of such a charge at somebody."""
        if self.aim != "harm":
            return f"{CHARGES_IN_LIEU[self.aim]} {foe.id}"
        return f"{CHARGES[self.mode]} {foe.id} {self.weapon.key}"

    def words(self, foe: Body) -> str:
        """The charge in words."""
        name, weapon = foe.sheet.profile.name, the(self.weapon.name.lower())
        if self.aim != "harm":
            return f"Charge {name} and {self.aim} it"
        return f"Charge {name} {'with' if self.mode == 'melee' else 'and throw'} {weapon}"


def _charges(board: SovereignBoard, me: Body, foe: Body, lanes: moving.Lanes) -> Iterator[Choice]:
    """Rule: Charge. The shortest straight line that ends where the weapon reaches."""
    found: dict[int, tuple[Cell, ...] | None] = {}
    for rush in _rushes(board, me):
        far = weapon_reach(me, rush.weapon) if rush.mode == "melee" else rush.weapon.range
        if far not in found:
            found[far] = moving.charge_path(board, me, foe, far, lanes)
        path = found[far]
        if path is not None:
            yield _charge(board, me, foe, rush, rush.key(foe), path[-1])


def charge_ends(board: SovereignBoard, me: Body, sought: Sought) -> Iterator[Family[Action]]:
    """Rule: Charge, to any place from which the weapon reaches its target: whoever charges chooses."""
    lanes = cache(lambda: moving.Lanes(board, me))
    for foe in foes(board, me.side):
        if not sought.names(foe.id):
            continue
        for rush in _rushes(board, me):
            far = weapon_reach(me, rush.weapon) if rush.mode == "melee" else rush.weapon.long_range

            def ends(foe: Body = foe, far: int = far) -> list[Cell]:
                return moving.charge_ends(board, me, foe, far, lanes())

            def charge(key: str, at: Cell, foe: Body = foe, rush: Rush = rush) -> Choice:
                return _charge(board, me, foe, rush, key, at)

            yield Family(rush.key(foe), ends, charge)


def _rushes(board: SovereignBoard, me: Body) -> Iterator[Rush]:
    """What could be made of a charge: a blow or a throw with what is ready, with fists or rim, a grip, a shove."""
    for weapon in (*ready_weapons(board, me), *bodily(board, me)):
        for mode in modes(weapon):
            if mode != "shot" and usable(me, weapon):
                yield Rush(weapon, mode)
    yield Rush(me.sheet.weapon(UNARMED), "melee", "grapple")
    yield Rush(shover(me, striking(board, me)), "melee", "shove")


def _charge(board: SovereignBoard, me: Body, foe: Body, rush: Rush, key: str, at: Cell) -> Choice:
    return Option(
        key,
        Action(actions.charge, (foe.id, rush.weapon.key, rush.mode, at, rush.aim)),
        rush.words(foe),
        verb=CHARGES[rush.mode],
        target=foe.id,
        place=at,
        look=partial(_charge_about, board, me, foe, rush, at),
    )


def _charge_about(board: SovereignBoard, me: Body, foe: Body, rush: Rush, at: Cell) -> OptionDetails:
    there = replace(me, at=at, sheet=drawn(me.sheet, rush.weapon.key))  # which it draws first
    tally = attack_tally(board, there, foe, rush.weapon, rush.mode, actions.CHARGE)
    bare = f"AC {CHARGED:+d} until the round ends (E-32)"
    path = board.space.line(me.at, at)
    first = strikers(board, me)
    passed = [danger for danger in _left_behind(board, me, path) if danger.who not in [each.who for each in first]]
    return OptionDetails(path, tally, notes=(bare,), dangers=(*first, *passed))


def maneuvers_on_foes(board: SovereignBoard, me: Body, sought: Sought) -> Iterator[Choice]:
    """Grips and shoves."""
    for foe in foes(board, me.side):
        for weapon, aim in unharming(board, me, foe) if sought.names(foe.id) else ():
            yield Option(
                f"{aim} {foe.id}",
                Action(actions.grapple, (foe.id,)) if aim == "grapple" else Action(actions.shove, (foe.id, weapon.key)),
                f"{aim.capitalize()} {foe.sheet.profile.name}",
                target=foe.id,
                look=partial(_attack_about, board, me, foe, weapon, "melee"),
            )


def strikers(board: SovereignBoard, me: Body) -> tuple[Danger, ...]:
    """Foes whom one may give an opening by what one does (E-21)."""
    able = [foe for foe in foes(board, me.side) if moving.may_provoke(board, foe, me)]
    return tuple(Danger(f"{foe.sheet.profile.name} may strike first (E-21)", foe.id) for foe in able)


def menu(board: SovereignBoard, me: Body, others: bool) -> Menu[Action]:
    """Every action open to a member on its turn. ``others``: whether another member could act instead.

    ``board`` must stand still: the menu is written when somebody first looks at it.
    """

    def singles(sought: Sought) -> Iterator[Choice]:
        yield from _singles(board, me, sought)
        if not morale.must_run(board, me):
            unspent = ("Main Action",) if me.sheet.main else ()
            yield Option("done", Action(actions.finish), "End this turn", icon="pass", ends=True, unspent=unspent)
        if others:
            label = "Let somebody else act first"
            yield Option("other", Action(actions.let_another_act), label, short="Other", yields=True)

    def build(sought: Sought) -> Parts[Action]:
        return singles(sought), _families(board, me, sought)

    return Menu.later(build)


def _singles(board: SovereignBoard, me: Body, sought: Sought) -> Iterator[Choice]:
    sheet, clinch, runs = me.sheet, in_clinch(board, me), morale.runs(board, me)
    has_move = sheet.move or sheet.main
    if sheet.main:
        yield from _main_actions(board, me, sought, clinch=clinch, runs=runs)
    if clinch:
        yield from _in_a_hold(board, me)
    if sheet.prone and has_move and sharing(board, me) is None:  # in a hold too (ruling S-63)
        yield Option("stand", Action(actions.stand_up), "Stand up", look=partial(_warned, board, me))
    if not clinch:
        yield from _at_hand(board, me, sought, runs=runs)
    if has_move and not runs and sought.begins("pick up "):
        yield from _lying_near(board, me)
    if sheet.move and sheet.main and not sheet.fleeing:  # who is cornered does as it likes in its turn alone
        label = "Hold an action until the round ends"
        yield Option("hold", Action(actions.hold), label, short="Hold")
    if sought.begins(*HANDS):
        yield from hands(board, me)


def _main_actions(board: SovereignBoard, me: Body, sought: Sought, *, clinch: bool, runs: bool) -> Iterator[Choice]:
    """What takes the Main Action alone, of attacks, spells and skills what is not done in flight (ruling S-20)."""
    if not runs:
        if sought.begins(*AT_FOES):
            yield from attacks_on_foes(board, me, sought)
        if sought.begins("grapple ", "shove "):
            yield from maneuvers_on_foes(board, me, sought)
        if not clinch and sought.begins("cast "):
            yield from _spells(board, me)
        if sought.begins("aid ", "parley"):
            yield from _skills(board, me)
    yield Option("defend", Action(actions.defend), DEFENSE, short="Total Defense")
    if sought.begins("disengage") and moving.opposed_by(board, me):
        yield Option("disengage", Action(actions.disengage), "Disengage")


def _in_a_hold(board: SovereignBoard, me: Body) -> Iterator[Choice]:
    sheet = me.sheet
    if sheet.grappling and sheet.free < FREE_ACTIONS:
        yield Option("release", Action(actions.release), "Let go", target=sheet.grappling)
    if held(board, me.id) and sheet.main:
        label = "Break free of the hold"
        yield Option("break free", Action(actions.break_free), label, short="Break free")


def _at_hand(board: SovereignBoard, me: Body, sought: Sought, *, runs: bool) -> Iterator[Choice]:
    """What is done where one stands, out of any hold: a task, doors, leaving the map."""
    sheet = me.sheet
    if sheet.main and not runs and sought.begins("work") and (task := task_at(board, me)) is not None:
        yield task_option(task, Action(gear.work), partial(_warned, board, me))
    if sheet.move or sheet.main:
        if sought.begins(*OPERATIONS):
            yield from doors(board, me)
        if on_rim(board, me) and not sheet.prone:
            yield Option("leave", Action(actions.leave), "Leave the map", for_good=True)


def _lying_near(board: SovereignBoard, me: Body) -> Iterator[Choice]:
    for thing, weapon in lying_near(board, me):
        if in_the_way(board, me, weapon) is None:
            yield Option(
                f"pick up {thing.id}",
                Action(gear.pick_up, (thing.id,)),
                f"Pick up {the(weapon.name.lower())}",
                place=thing.at,
                look=partial(_warned, board, me),
            )


def _spells(board: SovereignBoard, me: Body) -> Iterator[Choice]:
    if not me.sheet.profile.spells:
        return
    for spell in spells.castable(me):
        if spell.target != "area":
            for c in spells.targets(board, me, spell):
                yield Option(
                    f"cast {spell.key} {c.id}",
                    Action(actions.cast, (spell.key, c.id, None)),
                    f"Cast {spell.name} on {c.sheet.profile.name}",
                    target=c.id,
                )


def _skills(board: SovereignBoard, me: Body) -> Iterator[Choice]:
    dying = tending.dying(board, me.side) if tending.KIT in me.sheet.items else ()
    for c in [c for c in dying if feet_between(board, me, c) <= FEET]:
        yield Option(
            f"aid {c.id}",
            Action(actions.give_first_aid, (c.id,)),
            f"First aid for {c.sheet.profile.name}",
            target=c.id,
            look=partial(_warned, board, me),
        )
    if tending.listeners(board, me):
        yield Option("parley", Action(actions.parley), "Appeal for parley", look=partial(_warned, board, me))


class RunEnds(Sequence[Cell]):
    """Ends of a run: the cells within reach, in row order, but the one it begins on."""

    def __init__(self, reach: Reach) -> None:
        self._reach = reach
        self._cells: tuple[Cell, ...] | None = None

    def __len__(self) -> int:
        return self._reach.mask.bit_count() - 1

    def __contains__(self, cell: Any) -> bool:
        return isinstance(cell, tuple) and cell != self._reach.start and cell in self._reach

    @overload
    def __getitem__(self, index: int) -> Cell: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Cell]: ...
    def __getitem__(self, index: int | slice) -> Cell | Sequence[Cell]:
        if self._cells is None:
            self._cells = tuple(cell for cell in self._reach.cells() if cell != self._reach.start)
        return self._cells[index]


def _families(board: SovereignBoard, me: Body, sought: Sought) -> Iterator[Family[Action]]:
    sheet, runs = me.sheet, morale.runs(board, me)
    walks = sought.begins("run ", "screen ", *CHARGING)
    if walks and (sheet.move or sheet.main) and moving.can_walk(board, me) and pace(me):
        reach = partial(moving.run_reach, board, me)

        def run(key: str, at: Cell) -> Choice:
            label = f"Run to {at[0]},{at[1]}"
            look = lambda: _run_about(board, me, reach(), at)  # noqa: E731 - the reach is found only when looked at
            return Option(key, Action(actions.run, (at,)), label, place=at, look=look)

        yield Family("run", lambda: morale.run_ends(board, me) if runs else RunEnds(reach()), run)
        if sought.begins("screen ") and combat_skill(me) >= 1 and not (runs or sheet.prone):
            yield from _screens(board, me, reach)
        charges = sheet.move and sheet.main and sought.begins(*CHARGING) and moving.may_charge(board, me)
        if charges and not runs:
            yield from charge_ends(board, me, sought)
    if sheet.grappling and sheet.main and sought.begins("drag ", "hurl "):
        for haul in maneuvers.hauls(board, me):
            yield Family(haul.verb, haul.places, partial(_take_along, haul))
    casts = sought.begins("cast ") and sheet.main and sheet.profile.spells and not runs
    if casts and not in_clinch(board, me):
        for spell in spells.castable(me):
            if spell.target == "area":
                yield Family(f"cast {spell.key}", partial(spells.centres, board, me, spell), partial(_cast_at, spell))


def _take_along(hauls: Family[maneuvers.Haul], key: str, at: Cell) -> Choice:
    haul = hauls.make(key, at)
    return Option(key, Action(actions.take_along, (haul.value,)), haul.label, place=at)


def _cast_at(spell: Spell, key: str, at: Cell) -> Choice:
    label = f"Cast {spell.name} at {at[0]},{at[1]}"
    return Option(key, Action(actions.cast, (spell.key, None, at)), label, place=at)


def _run_about(board: SovereignBoard, me: Body, reach: Reach, at: Cell) -> OptionDetails:
    path = reach.path(at)
    unused = pace(me) - reach.cost(at)
    lost = f"{unused * FEET} ft" if unused else ""
    what = "Move Action" if me.sheet.move else "Main Action"
    spends = Spending(what, lost, "E-16", dear=not me.sheet.move)
    return OptionDetails(
        path, brief=f"{reach.cost(at) * FEET} ft", dangers=_left_behind(board, me, path), spends=spends
    )


def _left_behind(board: SovereignBoard, me: Body, path: tuple[Cell, ...]) -> tuple[Danger, ...]:
    """Foes who may strike as one leaves their reach on a way (E-45)."""
    return tuple(
        Danger(f"leaving {cell[0]},{cell[1]} lets {board.now(foe).sheet.profile.name} strike (E-45)", foe, cell)
        for foe, cell in moving.provoked_on(board, me, path)
    )


def _screens(board: SovereignBoard, me: Body, reach: Callable[[], Reach]) -> Iterator[Family[Action]]:
    """Cells beside an ally from which it could be screened, or in its place where one is already (ruling S-69)."""
    size = me.sheet.profile.size
    for ally in allies(board, me):
        its = ally.sheet.profile.size
        if board.space.distance(me.at, ally.at, size, its) > pace(me) + 1:
            continue
        name = ally.sheet.profile.name

        def spots(at: Cell = ally.at, its: int = its) -> list[Cell]:
            return [cell for cell in reach().cells() if board.space.distance(cell, at, size, its) <= 1]

        def screen(key: str, at: Cell, ward: Id = ally.id, name: str = name) -> Choice:
            label = f"Screen {name} from {at[0]},{at[1]}"
            return Option(key, Action(actions.screen, (ward, at)), label, target=ward, place=at)

        yield Family(f"screen {ally.id}", spots, screen)


def _warned(board: SovereignBoard, me: Body) -> OptionDetails:
    return OptionDetails(dangers=strikers(board, me))


CHARGE_VERBS = tuple(CHARGES.values())

FOE_VERBS = ("maul", "swarm", "grapple", "shove", "cast", *VERBS.values(), *CHARGE_VERBS)
"""What is done to foes with a Main Action; nobody whose courage has failed does it."""

MAIN_VERBS = (
    *FOE_VERBS,
    "aid",
    "parley",
    "disengage",
    "break",
    "drag",
    "hurl",
    "work",
    "force",
    "pull",
    "ready",
    "stow",
)
"""What takes the Main Action, but for what has a word of its own."""

BARRED_IN_FLIGHT = (
    *("aid", "parley", "hold", "screen", "work", "pick", "prone", "whirlwind"),
    *("draw", "draw-second", "sheathe", "reload", "ready", "stow"),
)
"""What else nobody stops for who runs (ruling S-20)."""

GOING = ("run", "screen", "leave", "open", "close")
"""What takes a Move Action and is beyond those who hold or are held."""

FREE_VERBS = ("draw", "draw-second", "sheathe", "prone", "whirlwind", "slip", "release")
"""What takes a Free Action."""


def refusals(board: SovereignBoard, me: Body) -> tuple[Refusal, ...]:
    """Refusals of what a player might look for and can't do, with the reasons."""
    return (*_actions(board, me), *_movement(board, me), *_rest(board, me))


def _actions(board: SovereignBoard, me: Body) -> Iterator[Refusal]:
    sheet = me.sheet
    if morale.runs(board, me):
        why = "its courage has failed; while there is a way out it runs"
        yield Refusal("Attack", why, "E-89", (*FOE_VERBS, *BARRED_IN_FLIGHT))
        yield Refusal("Run further in", "it flees, and a run brings it nearer to the edge of the map", "E-89", ("run",))
        if morale.must_run(board, me):
            yield Refusal("End the turn", "it flees, and first spends its Move Action on getting away", "E-89", ENDING)
    elif not sheet.main:
        yield Refusal("Attack", "the Main Action of this round is spent", "E-15", MAIN_VERBS)
        yield Refusal("Total Defense", "it gives up a Main Action, and that is spent", "E-43", ("defend",))
    else:
        weapon = in_hand(me)
        ways = modes(weapon)
        for foe in foes(board, me.side):
            reasons = [obstacle(board, me, foe, weapon, mode) for mode in ways]
            if all(reasons) and reasons[0] is not None:
                label = f"Attack {foe.sheet.profile.name} with {the(weapon.name.lower())}"
                yield Refusal(label, *reasons[-1] or reasons[0], tuple(VERBS[mode] for mode in ways))


def _movement(board: SovereignBoard, me: Body) -> Iterator[Refusal]:
    sheet = me.sheet
    if not sheet.move and not sheet.main:
        why = "the Move Action is spent, and no Main is left to buy another"
        yield Refusal("Run", why, "E-16", (*GOING, "stand", "pick", "hold"))
    elif in_clinch(board, me):
        yield Refusal("Run", "no moving while grappling", "E-78", (*GOING, *CHARGE_VERBS, "force", "pull", "work"))
    over = sharing(board, me) if sheet.prone and (sheet.main or sheet.move) else None
    if over is not None:
        yield Refusal(
            "Stand up", f"{over.sheet.profile.name} is in the same place; crawl off first", "E-06", ("stand",)
        )
    if sheet.fleeing and not morale.runs(board, me):
        yield Refusal("Hold an action", "its courage has failed, and it acts in its own turn alone", "E-89", ("hold",))
    if sheet.main and not sheet.move:
        yield Refusal("Charge", "it takes the Main and the Move Action", "E-32", CHARGE_VERBS)
        yield Refusal("Hold an action", "it takes the Move Action", "E-53", ("hold",))


def _rest(board: SovereignBoard, me: Body) -> Iterator[Refusal]:
    sheet = me.sheet
    if combat_skill(me) < 1:
        yield Refusal("Screen an ally", "it takes level 1 in a combat skill", "E-36", ("screen",))
    elif sheet.prone:
        yield Refusal("Screen an ally", "it takes standing up first", "E-34", ("screen",))
    if sheet.main and not moving.opposed_by(board, me):
        yield Refusal("Disengage", "no armed foe has you in its reach", "E-46", ("disengage",))
    if sheet.profile.spells and in_clinch(board, me):
        yield Refusal("Cast a spell", "seized, one finishes none", "E-27", ("cast",))
    if sheet.move or sheet.main:
        for _, weapon in lying_near(board, me):
            hindrance = in_the_way(board, me, weapon)
            if hindrance is not None:
                yield Refusal(f"Pick up the {weapon.name.lower()}", *hindrance, ("pick",))
    near = [foe for foe in foes(board, me.side) if feet_between(board, me, foe) <= FEET]
    if sheet.main and not near:
        yield Refusal("Grapple or shove", "nobody is in melee range", "E-74", ("grapple", "shove"))
    if may_whirl(me) and not any(reaches(board, me, foe) for foe in foes(board, me.side)):
        barred = in_clinch(board, me) and not in_hand(me).natural
        why = ("only unarmed attacks while grappling", "E-78") if barred else ("no foe in reach of the weapon", "E-22")
        yield Refusal("Whirlwind", *why, ("whirlwind",))
    if sheet.free >= FREE_ACTIONS:
        yield Refusal("Free Actions", "the three of this turn are spent", "E-17", FREE_VERBS)
