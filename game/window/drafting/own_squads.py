"""Squads of the player's own where a battle is put together: a side is kept as one, or one is forgotten."""

from __future__ import annotations

from game.files import drafting
from game.files.errors import BadFile
from game.files.names import hyphened
from game.files.own_units import forget_squad, keep_squad, own_squads, squad_table
from game.files.scenario import Scenario
from game.play.squads import titled
from game.window.drafting.drafting import Drafting


class OwnSquads:
    """What of a draft's sides is, or is to be, a squad of the player's own."""

    def __init__(self, draft: Drafting) -> None:
        self.draft = draft
        self.naming: str | None = None
        """The name that a side is to be kept under, while it is typed."""

    @property
    def able(self) -> bool:
        """Whether the rules read squads of a player's own."""
        return bool(squad_table(self.draft.board.rules))

    @property
    def here(self) -> str:
        """The key of the squad of the player's own that the side has; "" if it has none."""
        draft = self.draft
        squad = drafting.side_of(draft.scenario, draft.side).squad.get(draft.scenario.rules, ())
        return squad if isinstance(squad, str) and squad not in draft.board.rules.parties() else ""

    @property
    def replaces(self) -> bool:
        """Whether there is a squad of the name that is typed, which would be replaced."""
        try:
            return hyphened(self.naming or "") in own_squads(self.draft.board.rules)
        except BadFile:
            return False

    def begin(self) -> None:
        """A name is to be typed: to begin with, what the side is called."""
        here = self.here
        self.naming = titled(here) if here else self.draft.title(self.draft.side)

    def keep(self) -> None:
        """Keep everybody on the side under the name that was typed; where they stand is not kept with it."""
        draft, title = self.draft, (self.naming or "").strip()
        units = draft.members(draft.side)
        try:
            key = keep_squad(draft.board.rules, title, units)
            draft.go_by_own()
        except BadFile as error:
            draft.say(str(error))
            return
        self.naming = None
        if key in draft.board.rules.parties(draft.board.own) and all(unit.at is None for unit in units):
            draft.man(key)
        draft.say(f"{title} is a squad of yours now: in every battle by these rules it is among the squads.")

    def forget(self) -> None:
        """Take the side's squad out of the player's own; whoever fights with it stays, one by one."""
        draft, key = self.draft, self.here

        def one_by_one(scenario: Scenario) -> Scenario:
            for side in scenario.entries.sides:
                if side.squad.get(scenario.rules) == key:
                    units = drafting.members(scenario, side.name, draft.board.rules, draft.board.own)
                    scenario = drafting.manned(scenario, side.name, units)
            return scenario

        draft.steps.revise(one_by_one)
        try:
            forget_squad(draft.board.rules, key)
            draft.go_by_own()
        except BadFile as error:
            draft.say(str(error))
