"""What a combatant may not do now, with the reason in the book's words and the deeds that it speaks of."""

from __future__ import annotations

from collections.abc import Iterator

from game.kit.telling import the
from game.rules.questions import ENDING, Refusal
from rulesets.sovereign.play import flight, moving, things
from rulesets.sovereign.play.aims import CHARGES, VERBS
from rulesets.sovereign.play.blow import modes, obstacle
from rulesets.sovereign.play.geometry import FEET, feet_between, foes, in_clinch, in_hand, sharing
from rulesets.sovereign.play.numbers import combat_skill
from rulesets.sovereign.play.whirling import may_whirl, reaches
from rulesets.sovereign.sheet.sheet import Body, SovereignBoard

CHARGING = tuple(CHARGES.values())

AT_FOES = ("maul", "swarm", "grapple", "shove", "cast", *VERBS.values(), *CHARGING)
"""What is done to foes with a Main Action; nobody whose courage has failed does it."""

MAIN = (*AT_FOES, "aid", "parley", "disengage", "break", "drag", "hurl", "work", "force", "pull", "ready", "stow")
"""What takes the Main Action, but for what has a word of its own."""

BARRED_IN_FLIGHT = (
    *("aid", "parley", "hold", "screen", "work", "pick", "prone", "whirlwind"),
    *("draw", "draw-second", "sheathe", "reload", "ready", "stow"),
)
"""What else nobody stops for who runs (ruling S-20)."""

GOING = ("run", "screen", "leave", "open", "close")
"""What takes a Move Action and is beyond those who hold or are held."""

FREE = ("draw", "draw-second", "sheathe", "prone", "whirlwind", "slip", "release")
"""What takes a Free Action."""


def refusals(board: SovereignBoard, me: Body) -> tuple[Refusal, ...]:
    """What a player might look for and can't do, with the reason."""
    return (*_actions(board, me), *_movement(board, me), *_rest(board, me))


def _actions(board: SovereignBoard, me: Body) -> Iterator[Refusal]:
    sheet = me.sheet
    if flight.runs(board, me):
        why = "its courage has failed; while there is a way out it runs"
        yield Refusal("Attack", why, "E-89", (*AT_FOES, *BARRED_IN_FLIGHT))
        yield Refusal("Run further in", "it flees, and a run brings it nearer to the edge of the map", "E-89", ("run",))
        if flight.must_run(board, me):
            yield Refusal("End the turn", "it flees, and first spends its Move Action on getting away", "E-89", ENDING)
    elif not sheet.main:
        yield Refusal("Attack", "the Main Action of this round is spent", "E-15", MAIN)
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
        yield Refusal("Run", "no moving while grappling", "E-78", (*GOING, *CHARGING, "force", "pull", "work"))
    over = sharing(board, me) if sheet.prone and (sheet.main or sheet.move) else None
    if over is not None:
        yield Refusal(
            "Stand up", f"{over.sheet.profile.name} is in the same place; crawl off first", "E-06", ("stand",)
        )
    if sheet.fleeing and not flight.runs(board, me):
        yield Refusal("Hold an action", "its courage has failed, and it acts in its own turn alone", "E-89", ("hold",))
    if sheet.main and not sheet.move:
        yield Refusal("Charge", "it takes the Main and the Move Action", "E-32", CHARGING)
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
        for _, weapon in things.lying_near(board, me):
            hindrance = things.in_the_way(board, me, weapon)
            if hindrance is not None:
                yield Refusal(f"Pick up the {weapon.name.lower()}", *hindrance, ("pick",))
    near = [foe for foe in foes(board, me.side) if feet_between(board, me, foe) <= FEET]
    if sheet.main and not near:
        yield Refusal("Grapple or shove", "nobody is in melee range", "E-74", ("grapple", "shove"))
    if may_whirl(me) and not any(reaches(board, me, foe) for foe in foes(board, me.side)):
        barred = in_clinch(board, me) and not in_hand(me).natural
        why = ("only unarmed attacks while grappling", "E-78") if barred else ("no foe in reach of the weapon", "E-22")
        yield Refusal("Whirlwind", *why, ("whirlwind",))
    if sheet.free >= things.FREE_ACTIONS:
        yield Refusal("Free Actions", "the three of this turn are spent", "E-17", FREE)
