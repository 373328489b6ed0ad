"""The battle of a word, drawn while somebody still chooses, and what quick battles beside the window say of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from game.files.scenario import Scenario, to_setup
from game.lab.difficulty import FoundSquad, tell_change
from game.lab.forecast_process import SearchProcess
from game.lab.skirmish import SKIRMISH_AIMS, SkirmishRequest, write_skirmish
from game.lab.win_forecast import BATTLES, tally, tell_forecast
from game.play.folders import state_folder
from game.play.skirmish_files import SKIRMISHES
from game.play.squads import members
from game.play.start import StartRequest
from game.play.workers import BackgroundThread, PendingResult
from game.rules.registry import ruleset
from game.rules.setup import Recruit, Setup
from game.user_error import UserError

SOONEST = 10
"""Quick battles before which nothing is said of who is likely to win."""

PAUSE = 0.6
"""Seconds without a change after which a battle is drawn."""


class SkirmishTrial:
    """One battle: drawn, then fought a few times; its foes are changed where that goes against what was promised."""

    def __init__(self, oracle: BackgroundThread, again: Callable[[], object]) -> None:
        """``again`` is told when there is something else to be read."""
        self._oracle, self._again = oracle, again
        self._wanted: SkirmishRequest | None = None
        self._wait = 0.0
        self._thought: PendingResult[Scenario] | None = None
        self._process: SearchProcess | None = None
        self._setup: Setup | None = None
        self._found: FoundSquad | None = None
        """What came of the quick battles."""
        self._trouble = ""
        self._shown: Sequence[str] = ()
        """What was read when it last changed."""

    @property
    def foes(self) -> tuple[Recruit, ...]:
        """The foes that quick battles have put in the place of those that were drawn; none if they have not."""
        found, setup = self._found, self._setup
        if found is None or setup is None or found.squad == setup.side("foe").squad:
            return ()
        return found.squad

    @property
    def working(self) -> bool:
        """Whether something is still to come."""
        return self._wait > 0 or self._thought is not None or self._process is not None

    def want(self, wanted: SkirmishRequest | None) -> None:
        """Draw this battle, once nothing is changed any more; None: there is nothing to be drawn yet."""
        if wanted != self._wanted:
            self.stop()
            self._wanted, self._setup, self._found, self._trouble = wanted, None, None, ""
            self._wait = PAUSE if wanted is not None else 0.0

    def stop(self) -> None:
        """Draw and fight no more."""
        self._wait = 0.0
        if self._thought is not None:
            self._thought.drop()
            self._thought = None
        if self._process is not None:
            self._process.stop()
            self._process = None

    def advance(self, seconds: float) -> None:
        """Go on with it."""
        if self._wait > 0:
            self._wait -= seconds
            wanted, folder = self._wanted, state_folder(SKIRMISHES)
            if self._wait <= 0 and wanted is not None:
                self._thought = self._oracle.ask(lambda: write_skirmish(wanted, folder))
        elif self._thought is not None and self._thought.done:
            self._made(self._thought)
        elif self._process is not None and self._process.look():
            self._taken(self._process)

    def _made(self, thought: PendingResult[Scenario]) -> None:
        self._thought = None
        try:
            scenario = thought.result()
            self._setup = to_setup(scenario)
        except UserError as error:
            self._trouble = str(error)
        else:
            level = self._wanted.difficulty if self._wanted is not None else ""
            self._process = SearchProcess(StartRequest(scenario.path), "foe", level, drawn=True)
        self._again()

    def _taken(self, process: SearchProcess) -> None:
        if process.over:
            self._found, self._trouble = process.found, process.trouble
            self.stop()
        if self.lines != self._shown:
            self._shown = self.lines
            self._again()

    @property
    def lines(self) -> Sequence[str]:
        """The battle in a few sentences: where, for what, who against whom, who is likely to win."""
        if self._trouble:
            return [self._trouble]
        setup, wanted = self._setup, self._wanted
        if setup is None or wanted is None:
            return []
        rules = ruleset(setup.ruleset)
        party, drawn = (side.squad for side in setup.sides)
        return [
            f"{setup.title}. {SKIRMISH_AIMS[wanted.fought_for].about}",
            f"You: {members(party, rules)}. Foes: {members(self.foes or drawn, rules)}.",
            self._told(setup, rules.roster()),
        ]

    def _told(self, setup: Setup, titles: Mapping[str, str]) -> str:
        """What the quick battles have said so far."""
        found = self._found or (self._process.step.nearest if self._process is not None else None)
        if found is None or (found is not self._found and len(found.fought) < SOONEST):
            return f"{BATTLES} quick battles of the computer against itself tell how even it is …"
        odds = tell_forecast(tally([side.name for side in setup.sides], found.fought), "you", "the foes")
        changed = tell_change(setup.side("foe").squad, found.squad, titles)
        if self._found is None or not self.foes:
            return odds
        return f"{odds} Changed for that: {changed}."
