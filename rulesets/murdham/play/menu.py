"""Options and refusals of a combatant on its turn, in the book's words; and the places that it threatens."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Coroutine, Iterable, Iterator
from functools import cache, partial
from typing import Any

from msgspec import structs

from game.kit.combatants import bodies, enemies
from game.kit.goals import task_option
from game.kit.telling import the
from game.rules.events import Id
from game.rules.option_details import Danger, OptionDetails, Spending
from game.rules.questions import EVERY, Family, Menu, Option, Parts, Refusal, Sought
from game.rules.ruleset import Threat
from game.spatial.places import OnBorder, ZonePlace, written
from rulesets.murdham.play import actions, attack, moving, nonlethal, things
from rulesets.murdham.play.actions import Action
from rulesets.murdham.play.attack import helpless
from rulesets.murdham.play.blow import (
    BEHIND,
    HOLD_BACK,
    OFFER,
    Blow,
    Burst,
    attacks,
    blast_obstacle,
    blast_weapons,
    blast_zones,
    blows,
    bursts,
    challenging,
    circumstances,
    die_of,
    factor,
    may_offer,
    modes,
    obstacle,
    protection,
    tears_free,
    unfit,
    wielded,
    with_offer,
)
from rulesets.murdham.play.cost import Special, fall_dice, has_attack, has_bonus, has_main, untouched
from rulesets.murdham.play.events import Mode
from rulesets.murdham.play.gear import is_damaged
from rulesets.murdham.play.geometry import (
    ability,
    bigger,
    burning,
    difficult,
    entangled,
    fights,
    fits,
    hazards,
    heeds,
    look_at,
    near_foes,
    nearby,
    rough,
    saves_itself,
    task_at,
    taunter,
    watery,
    ways_out,
    zone_of,
)
from rulesets.murdham.play.harm import full_health
from rulesets.murdham.play.moving import Ways, passed_by
from rulesets.murdham.play.saves import may_hide, suspected
from rulesets.murdham.sheet.sheet import Body, MurdhamBoard, Weapon

Choice = Option[Action]

VERBS: dict[Mode, str] = {"melee": "strike", "ranged": "shoot", "indirect": "lob"}
WORDS: dict[Mode, str] = {"melee": "Strike", "ranged": "Shoot at", "indirect": "Lob at"}


ON_THE_MOVE = "on the move "
"""What the key of a shot or throw begins with that comes before the movement it is made on."""

ATTACKS = (*(f"{verb} " for verb in VERBS.values()), "focus ", HOLD_BACK, OFFER, "grapple ", "disarm ")
"""How the keys of other attacks begin."""


def attacks_on_all(board: MurdhamBoard, me: Body, sought: Sought) -> Iterator[Choice]:
    """Attacks on every foe, and what else can be done to those nearby."""
    if sought.begins(*ATTACKS, ON_THE_MOVE):
        for foe in enemies(board, me.side):
            yield from attacks_on(board, me, foe, sought)
        for body in bodies(board):
            if body.side != me.side and body.sheet.surrendered and body.sheet.conscious and not body.sheet.hidden:
                for option in attacks_on(board, me, body, sought):  # mercy is no duty
                    if isinstance(option.value, actions.Attack) and option.value.aim == "harm":
                        yield option
    if sought.begins("finish "):
        yield from final_blows(board, me)


def final_blows(board: MurdhamBoard, me: Body) -> Iterator[Choice]:
    """Rule: final blow, at the helpless nearby."""
    moved = board.state.turn.halves > 0
    for body in helpless(board, me):
        armed = [
            weapon
            for weapon in wielded(me)
            if weapon.melee and weapon.die and "unaware only" not in weapon.traits
            if unfit(me, body, weapon, moving=moved) is None
        ]
        best = max(armed, key=lambda weapon: (weapon.key != "unarmed", int(weapon.die[1:])), default=None)
        if best is not None and not (body.sheet.hidden and body.side != me.side):
            yield Option(
                f"finish {body.id}",
                partial(actions.final_blow, target=body.id, weapon=best.key),
                f"Final blow: kill {body.sheet.profile.name}",
                target=body.id,
                look=partial(_final_about, board, me, body, best),
            )


def _final_about(board: MurdhamBoard, me: Body, it: Body, weapon: Weapon) -> OptionDetails:
    hard = challenging(me, it, weapon, "melee", look_at(board, me.at, it.at))
    return OptionDetails(notes=(_to_hit(me, *hard),) if hard else ())


def _to_hit(me: Body, why: str, rule: str) -> str:
    return f"WIT {ability(me, 'WIT')} or less on a d20 to hit: {why} ({rule})"


def flails(board: MurdhamBoard, me: Body) -> Iterator[Choice]:
    """Blows at whoever is hidden nearby, for those with reason to think that somebody is (A-40, ruling M-55)."""
    if not suspected(board, me.side):
        return
    arms = [
        weapon
        for weapon in wielded(me)
        if weapon.melee and weapon.die and not {"blast", "unaware only"} & set(weapon.traits)
        if unfit(me, None, weapon, moving=False) is None
    ]
    armed = any(weapon.key != "unarmed" for weapon in arms)
    for weapon in arms:
        if weapon.key != "unarmed" or not armed:
            label = f"Strike blindly at whoever hides nearby, with {the(weapon.name)}: WIT save"
            yield Option(
                f"flail {weapon.key}", partial(actions.flail, weapon=weapon.key), label, short="Strike blindly"
            )


def attacks_on(board: MurdhamBoard, me: Body, foe: Body, sought: Sought) -> Iterator[Choice]:
    """Attacks on one foe."""
    if not sought.names(foe.id):
        return
    if sought.begins(*ATTACKS):
        moved = board.state.turn.halves > 0
        yield from _on_one(board, me, foe, on_move=moved)
    if sought.begins(ON_THE_MOVE) and moving.yet_to_move(board, me):
        yield from _up_front(me, _on_one(board, me, foe, on_move=True))


def _on_one(board: MurdhamBoard, me: Body, foe: Body, *, on_move: bool) -> Iterator[Choice]:
    """Attacks on one foe, each that is to harm it with an offer first too."""
    offers = may_offer(board, foe)
    for blow in blows(board, me, foe, moving=on_move):
        option = _attack(board, me, foe, blow)
        yield option
        if offers and blow.aim == "harm":
            yield with_offer(option)


def _up_front(me: Body, options: Iterable[Choice]) -> Iterator[Choice]:
    """Of attacks on the move, shots and throws that leave the movement for afterwards (A-12, A-43, ruling M-2)."""
    for option in options:
        action = option.value
        if isinstance(action, (actions.Attack, actions.Blast)) and not me.sheet.profile.weapon(action.weapon).melee:
            label = f"On the move: {option.label[0].lower()}{option.label[1:]}"
            key, verb, value = ON_THE_MOVE + option.key, ON_THE_MOVE.strip(), dataclasses.replace(action, moving=True)
            yield structs.replace(option, key=key, label=label, value=value, verb=verb)


def tramples(board: MurdhamBoard, me: Body) -> Iterator[Choice]:
    """The smaller nearby, who must make way (size rules)."""
    for foe in near_foes(board, me):
        if bigger(me, foe):
            label = f"Trample {foe.sheet.profile.name}: make way or d4"
            yield Option(f"trample {foe.id}", partial(actions.trample, target=foe.id), label, target=foe.id)


def _attack(board: MurdhamBoard, me: Body, foe: Body, blow: Blow) -> Choice:
    name, weapon = foe.sheet.profile.name, me.sheet.profile.weapon(blow.weapon)
    act = actions.Attack(foe.id, blow.weapon, blow.mode, blow.aim, blow.held_back, blow.item, blow.focused)
    if blow.aim == "grapple":
        return Option(f"grapple {foe.id}", act, f"Grapple {name}", foe.id)
    if blow.aim == "disarm":
        item = foe.sheet.profile.weapon(blow.item).name
        return Option(f"disarm {foe.id} {blow.item}", act, f"Disarm {name} of the {item}", foe.id)
    if blow.focused:
        verb, label = "focus", f"Aim the {weapon.name} at {name} alone: double damage"
        if blow.held_back:
            verb, label = HOLD_BACK.strip(), f"Hold back: {label[:1].lower()}{label[1:]}"
    elif blow.held_back:
        verb, label = HOLD_BACK.strip(), f"Hold back: {WORDS[blow.mode].lower()} {name} with {the(weapon.name)}"
    else:
        on_move = " on the move" if board.state.turn.halves and blow.mode != "melee" else ""
        verb, label = VERBS[blow.mode], f"{WORDS[blow.mode]} {name} with {the(weapon.name)}{on_move}"
    look = partial(_attack_about, board, me, foe, weapon, blow)
    return Option(f"{verb} {foe.id} {weapon.key}", act, label, foe.id, look=look, verb=verb)


def _attack_about(board: MurdhamBoard, me: Body, foe: Body, weapon: Weapon, blow: Blow) -> OptionDetails:
    at = look_at(board, me.at, foe.at)
    hard = challenging(me, foe, weapon, blow.mode, at, moving=blow.moving)
    notes = [_to_hit(me, *hard)] if hard else []
    if weapon.die:
        notes.append(_damage(board, me, foe, weapon, blow))
        if is_damaged(me.sheet, weapon.key):
            notes.append(f"the {weapon.name} breaks if its die shows 1 (A-107)")
    armour = protection(me, foe, weapon, at, reacted=False)
    notes += [f"{term.label} {term.value} ({term.rule})" for term in armour.terms]
    reply = (
        "can't react: surprised (A-92)" if blow.surprise else "may react" if saves_itself(board, foe) else "can't react"
    )
    notes.append(f"{foe.sheet.profile.name} {reply}")
    if blow.mode != "melee" and not blow.moving and moving.yet_to_move(board, me):
        notes.append("no step afterwards (A-43)")
    return OptionDetails(notes=tuple(notes), brief="" if hard else "hits (A-33)")


def _damage(board: MurdhamBoard, me: Body, it: Body, weapon: Weapon, blow: Blow) -> str:
    """The dice of an attack, what multiplies them, and what enhances or impairs them."""
    found = circumstances(me, weapon, look_at(board, me.at, it.at), held_back=blow.held_back)
    word = {1: " enhanced", 0: "", -1: " impaired"}.get(max(-1, min(1, found.total)), "")
    if found.total <= -2:
        word = ", impaired twice: it does nothing"
    why = ", ".join(f"{term.label} ({term.rule})" for term in found.terms)
    times = factor(me, blow)
    die = die_of(me, weapon, surprise=blow.surprise)
    return f"{die}{f' × {times}' if times != 1 else ''}{word}" + (f": {why}" if why else "")


def blasts(board: MurdhamBoard, me: Body) -> Iterator[Choice]:
    """Blasts at zones, and sweeps of those smaller."""
    yield from _bursts(board, me, moved=board.state.turn.halves > 0)
    if moving.yet_to_move(board, me):
        yield from _up_front(me, _bursts(board, me, moved=True))


def _bursts(board: MurdhamBoard, me: Body, *, moved: bool) -> Iterator[Choice]:
    for burst in bursts(board, me, moving=moved):
        weapon, place = me.sheet.profile.weapon(burst.weapon), burst.place
        zone = board.space.zones.name(place)
        if burst.sweep:
            label = f"Sweep through {zone} with the {weapon.name}: half damage"
            look = partial(_sweep_about, board, me, burst)
        else:
            label = f"Blast {zone} with the {weapon.name}"
            look = partial(_blast_about, board, me, burst, moved)
        act = actions.Blast(place, weapon.key, burst.sweep, held_back=burst.held_back)
        key = f"{burst.verb} {weapon.key} {written(place)}"
        if burst.held_back:
            label, verb = f"Hold back: {label[:1].lower()}{label[1:]}", HOLD_BACK.strip()
            yield Option(HOLD_BACK + key, act, label, place=place, look=look, verb=verb)
        else:
            yield Option(key, act, label, place=place, look=look)


def _blast_about(board: MurdhamBoard, me: Body, burst: Burst, moved: bool) -> OptionDetails:
    weapon = me.sheet.profile.weapon(burst.weapon)
    landings = attack.landings(board, me, burst.place, weapon, moving=moved)
    blow = Blow(me.id, me.id, weapon.key, modes(weapon)[0], held_back=burst.held_back, moving=moved)
    dice = _damage(board, me, me, weapon, blow) if weapon.die else "no damage"
    return OptionDetails(notes=(dice + ("; armour is no help" if weapon.direct else ""),), landings=landings)


def _sweep_about(board: MurdhamBoard, me: Body, burst: Burst) -> OptionDetails:
    blow = Blow(me.id, me.id, burst.weapon, "melee", held_back=burst.held_back, sweep=True)
    return OptionDetails(brief=_damage(board, me, me, me.sheet.profile.weapon(burst.weapon), blow))


def upon_the_held(board: MurdhamBoard, me: Body) -> Iterator[Choice]:
    """Options with whom one holds (A-85, A-87)."""
    if not me.sheet.grabbing:
        return
    held = board.now(me.sheet.grabbing)
    name, zones = held.sheet.profile.name, board.space.zones
    for place in nonlethal.shoves(board, me):
        label = f"Shove {name} to {zones.name(place)}"
        look = partial(_shove_about, board, held, place)
        yield Option(f"shove {written(place)}", actions.Shove(place), label, held.id, place, look=look)
        for hazard in hazards(board, place):
            yield Option(
                f"shove {written(place)} {hazard}",
                actions.Shove(place, hazard),
                f"{label}, into the {hazard.replace('_', ' ')}",
                held.id,
                place,
            )
    for hazard in nonlethal.hazards_by(board, me):
        label = f"Shove {name} into the {hazard.replace('_', ' ')}"
        yield Option(f"shove {hazard}", actions.Shove(None, hazard), label, held.id)
    for place in nonlethal.throws(board, me):
        label = f"Throw {name} to {zones.name(place)}: d4"
        yield Option(f"throw {written(place)}", actions.Throw(place), label, held.id, place)


def _shove_about(board: MurdhamBoard, held: Body, place: ZonePlace) -> OptionDetails:
    notes, save = [], f"{held.sheet.profile.name}: AGI {ability(held, 'AGI')} or less on a d20, or it"
    flies, dice = held.sheet.profile.flies, fall_dice(board, place)
    if dice and not flies:
        notes.append(f"{save} falls: {dice if dice > 1 else ''}d4 (A-16)")
    if rough(board, place) and not flies:
        notes.append(f"{save} goes under (A-87)")
    if burning(board, place):
        notes.append("it burns: d6 (A-87)")
    return OptionDetails(notes=tuple(notes))


def pressures(board: MurdhamBoard, me: Body) -> Iterator[Choice]:
    """Rule: distract, intimidate, taunt: somebody nearby who perceives it (A-19, ruling M-29)."""
    for foe in enemies(board, me.side):
        if not heeds(board, foe, me):
            continue
        name, press = foe.sheet.profile.name, partial(actions.press, target=foe.id)
        yield Option(f"distract {foe.id}", partial(press, how="distract"), f"Distract {name}", foe.id)
        if not foe.sheet.profile.fearless and me.id not in foe.sheet.fears:
            yield Option(f"intimidate {foe.id}", partial(press, how="intimidate"), f"Intimidate {name}", foe.id)
        if not foe.sheet.taunted:
            yield Option(f"taunt {foe.id}", partial(press, how="taunt"), f"Taunt {name}", foe.id)


def invocations(board: MurdhamBoard, me: Body) -> Iterator[Choice]:
    """Rule: invoke a profane power (A-18)."""
    zones = board.space.zones
    for power in actions.known(board, me):
        if power.target == "zone":
            for place in actions.places(board, me, power):
                yield Option(
                    f"invoke {power.key} {written(place)}",
                    partial(actions.invoke_power, power=power.key, place=place),
                    f"{power.name} on {zones.name(place)}",
                    place=place,
                )
            continue
        for c in actions.targets(board, me, power):
            yield Option(
                f"invoke {power.key} {c.id}",
                partial(actions.invoke_power, power=power.key, target=c.id),
                f"{power.name} on {c.sheet.profile.name}",
                target=c.id,
                look=lambda: OptionDetails(notes=(f"WIT {ability(me, 'WIT')} or less on a d20 (A-18)",)),
            )


def helping(board: MurdhamBoard, me: Body) -> Iterator[Choice]:
    """Free the entangled, bind wounds."""
    for c in bodies(board):
        if c.side != me.side or not nearby(board, me.at, c.at) or c.sheet.dead:
            continue
        name = c.sheet.profile.name
        if c.id != me.id and entangled(board, c):
            yield Option(f"free {c.id}", partial(actions.free_ally, target=c.id), f"Free {name}: STR save", target=c.id)
        if "medicine kit" in me.sheet.items and c.sheet.health < full_health(c):
            yield Option(
                f"treat {c.id}", partial(actions.treat, target=c.id), f"Bind the wounds of {name}", target=c.id
            )


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
        yield Option("struggle", actions.struggle, label, short="Struggle")
        if untouched(board):
            yield Option("surrender", actions.surrender, "Surrender", for_good=True)
        yield _end_turn_option(board, me)
        return
    if fights(me) and sought.begins(*MAIN):
        yield from _main(board, me, sought)
    if sought.begins(*things.BONUS) and not taunter(board, me):
        yield from things.bonus(board, me, sought)
    if me.sheet.grabbing:
        yield Option("let go", actions.let_go, "Let go", target=me.sheet.grabbing, verb="let go")
    if sought.begins("leave") and may_leave(board, me):
        yield Option("leave", actions.leave, "Leave the field", for_good=True)
    if untouched(board):
        yield Option("surrender", actions.surrender, "Surrender")
    yield _end_turn_option(board, me)


def _end_turn_option(board: MurdhamBoard, me: Body) -> Choice:
    left = "Main action" if has_main(board) else "another attack" if has_attack(board) else ""
    unspent = (left,) if left and (fights(me) or entangled(board, me)) else ()
    return Option("done", actions.done, "End this turn", icon="pass", ends=True, unspent=unspent)


BLOWS = (*ATTACKS, ON_THE_MOVE, "finish ", "blast ", "sweep ", "flail ")
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
    trampling = tramples(board, me) if sought.begins("trample ") and has_main(board) else ()
    if mocker:
        every = (*attacks_on_all(board, me, sought), *trampling)
        yield from (option for option in every if option.target == mocker)
        return
    yield from attacks_on_all(board, me, sought)
    if sought.begins("blast ", "sweep ", HOLD_BACK, ON_THE_MOVE):
        yield from blasts(board, me)
    if sought.begins("flail "):
        yield from flails(board, me)
    if not has_main(board):
        return
    yield from trampling
    for beginnings, options in OTHER_MAIN_ACTIONS:
        if sought.begins(*beginnings):
            yield from options(board, me)


def _tasks(board: MurdhamBoard, me: Body) -> Iterator[Choice]:
    if (task := task_at(board, me)) is not None:
        yield task_option(task, things.work)


def _hiding(board: MurdhamBoard, me: Body) -> Iterator[Choice]:
    if may_hide(board, me):
        yield Option("hide", actions.hide, "Hide: AGI save")


def _searching(board: MurdhamBoard, me: Body) -> Iterator[Choice]:
    if suspected(board, me.side):
        label = "Search for whoever is hidden nearby"
        yield Option("search", actions.search, label, short="Search")


OTHER_MAIN_ACTIONS: tuple[tuple[tuple[str, ...], Callable[[MurdhamBoard, Body], Iterator[Choice]]], ...] = (
    (("shove ", "throw "), upon_the_held),
    (("distract ", "intimidate ", "taunt "), pressures),
    (("invoke ",), invocations),
    (("free ", "treat "), helping),
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
        yield _family("move", "Move", board, me, now, actions.move, turn.special)
    if not has_main(board) or turn.full or taunter(board, me):
        return
    halves = moving.budget(board, me, full=True) - turn.halves

    def whole() -> Ways:
        return _without(moving.open_to(board, me, halves, ""), now())

    yield _family("full", "Full movement", board, me, whole, actions.full_move, "")
    for special in moving.SPECIALS:
        if not sought.begins(f"{special} ") or not _offers(board, me, special):
            continue
        more = moving.budget(board, me, full=True, special=special) - turn.halves
        ways = partial(_special_ways, board, me, more, special, whole, now)
        go = partial(actions.full_move, special=special)
        yield _family(special, special.capitalize(), board, me, ways, go, special)


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
    do: Callable[..., Coroutine[Any, Any, None]],
    special: Special,
) -> Family[Action]:
    zones = board.space.zones
    spends = None if verb == "move" else Spending("Main action", rule="A-16", dear=True)
    act = cache(lambda place: partial(do, place=place))  # so that an option that is made again is equal to the first

    def option(key: str, place: ZonePlace) -> Choice:
        label = f"{word} to {'the ' if isinstance(place, OnBorder) else ''}{zones.name(place)}"
        look = partial(_move_about, board, me, ways, place, special, spends)
        return Option(key, act(place), label, place=place, look=look)

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


MAIN_ACTIONS = (*(beginning.strip() for beginning in MAIN), "force")
"""What takes the main action, but for movement."""

BONUS_ACTIONS = tuple(beginning.strip() for beginning in things.BONUS if beginning != "force ")

FULL = ("full", *moving.SPECIALS)
"""What full movement is spent on."""

MOVEMENT = ("move", *FULL, "leave")

SPOKEN = ("distract", "intimidate", "taunt")


def refusals(board: MurdhamBoard, me: Body) -> tuple[Refusal, ...]:
    """Refusals: deeds that a player might look for and can't do, with the reason."""
    return tuple(_refused(board, me))


def _refused(board: MurdhamBoard, me: Body) -> Iterator[Refusal]:
    if not untouched(board):
        yield Refusal("Surrender", "it takes the whole turn, and some of it is spent", "A-101", ("surrender",))
    if entangled(board, me):
        yield Refusal("Act", "entangled: the turn is only good for getting free, or giving up", "A-84", EVERY)
        return
    mocker = taunter(board, me)
    if not fights(me):
        yield Refusal("Attack", "its courage has failed: it retreats or surrenders", "A-98", MAIN_ACTIONS)
    elif not has_attack(board):
        yield Refusal("Attack", "the main action of this turn is spent", "A-10", MAIN_ACTIONS)
    elif mocker is not None:
        why = f"taunted: it attacks {board.now(mocker).sheet.profile.name}, and does nothing else but move"
        yield Refusal("Act", why, "A-19", (*MAIN_ACTIONS, *BONUS_ACTIONS, *FULL))
    else:
        yield from _aims(board, me)
        if not has_main(board):
            peaceful = tuple(verb for verb in MAIN_ACTIONS if f"{verb} " not in BLOWS)
            yield Refusal("Main action", "it is spent; only an attack is left", "A-10", peaceful)
    if not has_bonus(board):
        yield Refusal("Bonus action", "the bonus actions of this turn are spent", "A-09", BONUS_ACTIONS)
    else:
        yield from _too_full(board, me)
    yield from _movement(board, me)


def _aims(board: MurdhamBoard, me: Body) -> Iterator[Refusal]:
    moved = board.state.turn.halves > 0
    for foe in enemies(board, me.side):
        at, name = look_at(board, me.at, foe.at), foe.sheet.profile.name
        for weapon in wielded(me):
            if weapon.blast or weapon.key == "unarmed":
                continue
            (mode,) = modes(weapon)
            reason = obstacle(me, foe, weapon, mode, at, moving=moved)
            if reason is not None:
                yield Refusal(f"Attack {name} with the {weapon.name}", *reason, (VERBS[mode],))
            elif mode != "melee" and moving.yet_to_move(board, me):
                reason = obstacle(me, foe, weapon, mode, at, moving=True)
                if reason is not None:
                    label = f"On the move: attack {name} with the {weapon.name}"
                    yield Refusal(label, *reason, ("on the move",))
    yield from _blasts_refused(board, me, moving=moved)
    for power in actions.known(board, me):
        for foe in enemies(board, me.side):
            if actions.stopped(board, me, power, foe):
                yield Refusal(f"{power.name} on {foe.sheet.profile.name}", *BEHIND, ("invoke",))
    if not near_foes(board, me):
        yield Refusal("Grapple or disarm", "no enemy is nearby", "A-82", ("grapple", "disarm"))
        yield Refusal("Distract, intimidate or taunt", "no enemy is near enough to be spoken to", "A-19", SPOKEN)


def _too_full(board: MurdhamBoard, me: Body) -> Iterator[Refusal]:
    for _, weapon in things.at_hand(board, me):
        if not things.room_for(me, weapon):
            hands = "both hands are" if weapon.hands > 1 else "a hand is"
            why = f"{hands} needed for it, and it hangs on no belt: stow or put down what you hold"
            yield Refusal(f"Pick up the {things.thing_name(weapon)}", why, "A-20", ("pick up",))


def _movement(board: MurdhamBoard, me: Body) -> Iterator[Refusal]:
    turn = board.state.turn
    if turn.steady:
        yield Refusal("Move", "it shot standing still; who wants to move shoots on the move", "A-43", MOVEMENT)
    elif me.sheet.tripped >= turn.round:
        yield Refusal("Move", "it tripped and stops until the next round", "A-16", MOVEMENT)
    elif me.sheet.retreating and not moving.can_retreat(board, me):
        yield Refusal("Retreat", "enemies bar every way out", "A-98", MOVEMENT)
    elif not moving.left(board, me) and not (has_main(board) and not turn.full):
        yield Refusal("Move", "no movement is left", "A-11", MOVEMENT)
    if not has_main(board) and not turn.full:
        yield Refusal("Full movement", "it is a main action, and that is spent", "A-16", FULL)
    full = [c.at for c in bodies(board)]
    for place in board.space.zones.halves(me.at):
        if place not in full or fits(board, me, place):
            continue
        name = f"{'the ' if isinstance(place, OnBorder) else ''}{board.space.zones.name(place)}"
        yield Refusal(f"Move to {name}", "there is no room left", "A-120", ("move",))


def _blasts_refused(board: MurdhamBoard, me: Body, *, moving: bool) -> Iterator[Refusal]:
    """Zones with foes that no blast can be aimed at."""
    zones = dict.fromkeys(zone for foe in enemies(board, me.side) for zone in zone_of(foe.at, board))
    for weapon in blast_weapons(me):
        for place in zones:
            reason = blast_obstacle(board, me, place, weapon, moving=moving)
            if reason is not None:
                yield Refusal(f"Blast {board.space.zones.name(place)} with the {weapon.name}", *reason, ("blast",))


def threatened(board: MurdhamBoard, who: Id) -> Threat[ZonePlace]:
    """Every place in which it could attack somebody; ``board`` is one on which its turn has begun."""
    me, zones = board.now(who), board.space.zones
    if not fights(me) or not has_attack(board) or entangled(board, me):
        return Threat(frozenset(), frozenset())
    goes = {me.at: False}
    if moving.may_move(board, me):
        goes |= dict.fromkeys(moving.open_to(board, me, moving.left(board, me)), True)
    target = next(iter(enemies(board, me.side)), None)
    hits = set[ZonePlace]()
    for at, moves in goes.items():
        there = moving.moved(me, at)
        hits |= {place for place in zones.places if target is not None and _hits(board, there, target, place, moves)}
        for weapon in blast_weapons(me):
            hits |= set(blast_zones(board, there, weapon, moving=moves))
    return Threat(frozenset(goes), frozenset(hits))


def _hits(board: MurdhamBoard, me: Body, it: Body, place: ZonePlace, moves: bool) -> bool:
    """Whether it could attack somebody like one of its foes who is seen in a place."""
    seen = structs.replace(moving.moved(it, place), sheet=structs.replace(it.sheet, hidden=False))
    if any(attacks(board, me, seen, moving=moves)):
        return True
    moment = structs.replace(board.state, combatants={me.id: me, it.id: seen})
    return any(
        power.target == "foe" and any(each.id == it.id for each in actions.targets(board.moment(moment), me, power))
        for power in actions.known(board, me)
    )
