"""What of a battle is still there when it should be gone, and by what it is kept.

What is kept of a map or a battle must go with it, or a process that plays battle after battle grows without end.
"""

from __future__ import annotations

import gc
import sys
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

from game.ai.chooser import Instinct
from game.ai.fallback import Fallback
from game.ai.planner import Planner
from game.play.session import Session
from game.rules.match import Match
from game.rules.planning_model import PlanningModel
from game.rules.setup import Setup
from game.rules.state import State
from game.rules.table import Board
from game.spatial.space import Space
from game.window.battle.stage import Stage
from game.window.loop import Screen

OF_A_BATTLE = (Board, Fallback, Instinct, Match, Planner, Screen, Session, Setup, Space, Stage, State, PlanningModel)
"""What belongs to one battle."""


@contextmanager
def nothing_left() -> Iterator[None]:
    """Raise AssertionError if anything of a battle that was begun within is still there after it.

    What other tests have left stays, and is not gone over again: it would take longer than the battle.
    """
    gc.collect()
    gc.freeze()
    yield
    gc.collect()
    # gives none of those that were frozen
    left: list[object] = [each for each in gc.get_objects() if isinstance(each, OF_A_BATTLE)]
    assert not left, _told(left)


def _told(left: list[object]) -> str:
    owners = _owners(left)
    what = Counter(f"{type(each).__name__}, kept by {owners.get(id(each), 'a frame or a thread')}" for each in left)
    return "; ".join(f"{count} {each}" for each, count in what.most_common(8))


def _owners(left: list[object]) -> dict[int, str]:
    """The shortest way to each from a name in a module of the program, by its id."""
    wanted = {id(each) for each in left}
    way: dict[int, tuple[str, int]] = {}
    queue: deque[object] = deque()
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in ("game", "rulesets", "battlemat_duel"):
            for key, value in vars(module).items():
                if not isinstance(value, ModuleType) and id(value) not in way:
                    way[id(value)] = f"{name}.{key}", 0
                    queue.append(value)
    while queue:
        here = queue.popleft()
        for each in gc.get_referents(here):
            if id(each) not in way and not isinstance(each, ModuleType):
                way[id(each)] = type(each).__name__, id(here)
                queue.append(each)
    return {one: " > ".join(reversed(list(_steps(way, one)))) for one in wanted if one in way}


def _steps(way: dict[int, tuple[str, int]], at: int) -> Iterator[str]:
    while at:
        name, at = way[at]
        yield name
