"""What answers come to when it is nobody's turn: dodge, block, parry, intercept, fortify, resist, blows held back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.kit.acts import indifferent
from game.rules.events import Id
from game.rules.questions import Choose
from game.rules.wits import Out
from rulesets.ingenuity.errands import Errands, lent
from rulesets.ingenuity.estimate import Mark
from rulesets.ingenuity.scene import Scene

NOTHING = Out()


def replies(scene: Scene, question: Choose[Any]) -> Mapping[str, Out]:
    """What each answer comes to that is worth thinking about; never empty."""
    me = scene.marks.get(question.who or Id(""))
    if me is None:
        return indifferent(question)
    if question.topic == "command":
        return _lent(scene, question, me)
    if me.sheet.task is not None and question.kind == "act":
        return {"go on": NOTHING}
    return indifferent(question)


def _lent(scene: Scene, question: Choose[Any], me: Mark) -> dict[str, Out]:
    """An action at somebody's command."""
    errands = Errands(scene, me, lent(me.sheet), scene.spot(me), flees=False)
    found = {"pass": NOTHING}
    for each in errands.acts():
        if not each.first:
            found.setdefault(each.key, each.outs[0])
    if me.sheet.task is not None:
        found["go on"] = Out((), {"arms": 3.0})
    return found
