"""What a combatant may not do now, with the reason in the book's words and the deeds that it speaks of."""

from __future__ import annotations

from collections.abc import Iterator

from game.kit.combatants import bodies, enemies
from game.rules.questions import EVERY, Refusal
from game.spatial.places import OnBorder
from rulesets.murdham.play import handling, moving, powers, things
from rulesets.murdham.play.aims import VERBS
from rulesets.murdham.play.blow import BEHIND, blast_obstacle, blast_weapons, modes, obstacle, wielded
from rulesets.murdham.play.cost import has_attack, has_bonus, has_main, untouched
from rulesets.murdham.play.geometry import entangled, fights, fits, near_foes, taunter, zone_of
from rulesets.murdham.play.look import look_at
from rulesets.murdham.play.menu import BLOWS, MAIN
from rulesets.murdham.sheet.sheet import Body, MurdhamBoard

MAIN_ACTIONS = (*(beginning.strip() for beginning in MAIN), "force")
"""What takes the main action, but for movement."""

NO_BLOWS = tuple(verb for verb in MAIN_ACTIONS if f"{verb} " not in BLOWS)
"""Those of them that are no attacks."""

BONUS_ACTIONS = tuple(beginning.strip() for beginning in things.BONUS if beginning != "force ")

FULL = ("full", *moving.SPECIALS)
"""What full movement is spent on."""

MOVEMENT = ("move", *FULL, "leave")

SPOKEN = ("distract", "intimidate", "taunt")


def refusals(board: MurdhamBoard, me: Body) -> tuple[Refusal, ...]:
    """What a player might look for and can't do, with the reason."""
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
            yield Refusal("Main action", "it is spent; only an attack is left", "A-10", NO_BLOWS)
    if not has_bonus(board):
        yield Refusal("Bonus action", "the bonus actions of this turn are spent", "A-09", BONUS_ACTIONS)
    else:
        yield from _too_full(board, me)
    yield from _movement(board, me)


def _aims(board: MurdhamBoard, me: Body) -> Iterator[Refusal]:
    """What keeps attacks, powers and words from foes."""
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
    for power in powers.known(board, me):
        for foe in enemies(board, me.side):
            if powers.stopped(board, me, power, foe):
                yield Refusal(f"{power.name} on {foe.sheet.profile.name}", *BEHIND, ("invoke",))
    if not near_foes(board, me):
        yield Refusal("Grapple or disarm", "no enemy is nearby", "A-82", ("grapple", "disarm"))
        yield Refusal("Distract, intimidate or taunt", "no enemy is near enough to be spoken to", "A-19", SPOKEN)


def _too_full(board: MurdhamBoard, me: Body) -> Iterator[Refusal]:
    """What there is no hand for."""
    for _, weapon in things.at_hand(board, me):
        if not handling.room_for(me, weapon):
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
