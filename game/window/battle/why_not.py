"""Why nothing comes of a click: on a place, on a foe, on a friend whose turn it is not."""

from __future__ import annotations

import re
from collections.abc import Iterator

from game.play.turn_changes import next_seat
from game.rules.questions import EVERY
from game.rules.standing import called
from game.scene.choosing import Choosing
from game.scene.scene import Token
from game.window.battle.stage import Stage


def no_way(stage: Stage, choosing: Choosing) -> str:
    """Why nothing comes of a click on a place; "" where one would not expect it."""
    if choosing.verb is not None:
        return f"{choosing.verb.title}: not there"
    who = stage.view.head.scene.tokens.get(stage.active) if stage.active is not None else None
    if who is None:
        return ""
    if choosing.walking is not None:
        return f"{called(who.standing)} can't go there now"
    moves = {deed.verb for deed in choosing.deeds.values() if deed.sort == "move"}
    reasons = (each for each in choosing.refusals if not moves.isdisjoint(each.verbs))
    return next((f"{each.label}: {each.why}" for each in reasons), f"{called(who.standing)} has no movement left")


def refusal(stage: Stage, choosing: Choosing, token: Token) -> str:
    """Why nothing can be aimed at somebody, or a friend can't act now: as the rules have told, or by the order."""
    name, friend = called(token.standing), token.side == choosing.question.seat
    if not token.standing.up:
        return f"{name} is out of the fight"
    whole = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")  # "orc 1" is not "orc 12"
    reasons = [each for each in choosing.refusals if whole.search(each.label)]
    if choosing.verb is not None:
        reasons = [each for each in reasons if choosing.verb.word in each.verbs]
    if reasons:
        whys = {each.why: each.label for each in reversed(reasons)}
        return "; ".join(f"{label}: {why}" for why, label in reversed(whys.items()))
    if choosing.verb is not None and not choosing.targets():
        return f"{choosing.verb.title}: it wants a place where nobody stands"
    if choosing.verb is not None:
        return f"{choosing.verb.title}: not at {name} from here"
    if choosing.question.kind == "pick" and not (friend and choosing.targets()):
        return choosing.question.why
    return "; ".join(_later(stage, choosing, token)) if friend else _no_attack(choosing, name, token)


def _no_attack(choosing: Choosing, name: str, token: Token) -> str:
    """Why nothing can be aimed at a foe of whom the rules have told nothing by name."""
    for sort in ("attack", "magic"):
        for verb in choosing.main:
            deed = choosing.deeds.get(verb.word)
            if deed is not None and deed.sort == sort and token.place in verb.places():
                return f"{verb.title} can be aimed at where {name} is"
    attacks = choosing.scene.ruleset.attacks
    reasons = (each for each in choosing.refusals if each.verbs == EVERY or any(verb in attacks for verb in each.verbs))
    return next((f"{each.label}: {each.why}" for each in reasons), f"Nothing reaches {name} from here")


def _later(stage: Stage, choosing: Choosing, token: Token) -> Iterator[str]:
    """When a friend acts, as the order of the round has it."""
    scene, name = stage.view.head.scene, called(token.standing)
    slots = [slot for slot in scene.order() if slot.who == token.id]
    coming = [slot for slot in slots if not slot.spent]
    if not coming:
        yield f"{name} has had its turn this round" if slots else f"{name} has no turn this round"
    elif coming[0].card:
        yield f"{name} acts at card {coming[0].badge}"
    else:
        seat = next_seat(stage.session.match, choosing.question)
        yield f"{name} acts later this round"
        if seat is not None and seat != choosing.question.seat:
            yield f"next: {stage.session.title(seat)}"
