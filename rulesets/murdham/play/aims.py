"""The part of the menu that is aimed at somebody: attacks and their aims, blasts, pressure, powers, help."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from msgspec import structs

from game.kit.combatants import bodies, enemies
from game.kit.telling import the
from game.rules.option_details import OptionDetails
from game.rules.questions import Option, Sought
from game.spatial.places import ZonePlace, written
from rulesets.murdham.play import actions, blasting, moving, nonlethal, powers
from rulesets.murdham.play.actions import Action
from rulesets.murdham.play.attack import helpless
from rulesets.murdham.play.blow import (
    Blow,
    challenging,
    circumstances,
    die_of,
    factor,
    modes,
    protection,
    unfit,
    wielded,
)
from rulesets.murdham.play.blows import HOLD_BACK, OFFER, Burst, blows, bursts, may_offer, with_offer
from rulesets.murdham.play.events import Mode
from rulesets.murdham.play.gear import is_damaged
from rulesets.murdham.play.geometry import (
    ability,
    bigger,
    burning,
    entangled,
    hazards,
    heeds,
    near_foes,
    nearby,
    rough,
    saves_itself,
)
from rulesets.murdham.play.harm import full_health
from rulesets.murdham.play.look import look_at
from rulesets.murdham.play.sneaking import suspected
from rulesets.murdham.play.steps import fall_dice
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
                actions.FinalBlow(body.id, best.key),
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
            yield Option(f"flail {weapon.key}", actions.Flail(weapon.key), label, short="Strike blindly")


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
            key, verb, value = ON_THE_MOVE + option.key, ON_THE_MOVE.strip(), replace(action, moving=True)
            yield structs.replace(option, key=key, label=label, value=value, verb=verb)


def tramples(board: MurdhamBoard, me: Body) -> Iterator[Choice]:
    """The smaller nearby, who must make way (size rules)."""
    for foe in near_foes(board, me):
        if bigger(me, foe):
            label = f"Trample {foe.sheet.profile.name}: make way or d4"
            yield Option(f"trample {foe.id}", actions.Trample(foe.id), label, target=foe.id)


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
    landings = blasting.landings(board, me, burst.place, weapon, moving=moved)
    blow = Blow(me.id, me.id, weapon.key, modes(weapon)[0], held_back=burst.held_back, moving=moved)
    dice = _damage(board, me, me, weapon, blow) if weapon.die else "no damage"
    return OptionDetails(notes=(dice + ("; armour is no help" if weapon.direct else ""),), landings=landings)


def _sweep_about(board: MurdhamBoard, me: Body, burst: Burst) -> OptionDetails:
    blow = Blow(me.id, me.id, burst.weapon, "melee", held_back=burst.held_back, sweep=True)
    return OptionDetails(brief=_damage(board, me, me, me.sheet.profile.weapon(burst.weapon), blow))


def upon_the_held(board: MurdhamBoard, me: Body) -> Iterator[Choice]:
    """What can be done with whom one holds (A-85, A-87)."""
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
        name = foe.sheet.profile.name
        yield Option(f"distract {foe.id}", actions.Pressure(foe.id, "distract"), f"Distract {name}", foe.id)
        if not foe.sheet.profile.fearless and me.id not in foe.sheet.fears:
            yield Option(f"intimidate {foe.id}", actions.Pressure(foe.id, "intimidate"), f"Intimidate {name}", foe.id)
        if not foe.sheet.taunted:
            yield Option(f"taunt {foe.id}", actions.Pressure(foe.id, "taunt"), f"Taunt {name}", foe.id)


def invocations(board: MurdhamBoard, me: Body) -> Iterator[Choice]:
    """Rule: invoke a profane power (A-18)."""
    zones = board.space.zones
    for power in powers.known(board, me):
        if power.target == "zone":
            for place in powers.places(board, me, power):
                yield Option(
                    f"invoke {power.key} {written(place)}",
                    actions.Invoke(power.key, None, place),
                    f"{power.name} on {zones.name(place)}",
                    place=place,
                )
            continue
        for c in powers.targets(board, me, power):
            yield Option(
                f"invoke {power.key} {c.id}",
                actions.Invoke(power.key, c.id),
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
            yield Option(f"free {c.id}", actions.FreeAlly(c.id), f"Free {name}: STR save", target=c.id)
        if "medicine kit" in me.sheet.items and c.sheet.health < full_health(c):
            yield Option(f"treat {c.id}", actions.Treat(c.id), f"Bind the wounds of {name}", target=c.id)
