"""How sovereign's sheets change, judged again: nothing is lost, won, seized or given up without being told."""

from __future__ import annotations

from game.rules.events import Changed, EdgeChanged, Event, Id, Moved
from rulesets.sovereign.play import events as told
from tests.referee.judging import Fact, Fought
from tests.referee.sovereign_checks import Checks
from tests.referee.sovereign_sheets import able, about, awake
from tests.referee.sovereign_walks import MOVES


class States(Checks):
    """Judges changes of sheets by what is told next to them."""

    def __init__(self, fought: Fought) -> None:
        super().__init__(fought)
        self.untold: dict[tuple[str, Id], str] = {}
        """Changes of which the next event must tell: what changed, whose; by which rule."""
        self.rose: Id | None = None
        """Who has just stood up, and may pick up what it dropped."""
        self.forced: tuple[Id, str] | None = None
        """Who is to be moved by force, and how: push, throw, drag."""
        self.hauled: Id | None = None
        """Who was held by the one that won the last check to move its victim."""
        self.broken_in: Id | None = None
        """Who has just forced a door."""

    def changed(self, fact: Fact, e: Changed) -> None:
        """Payments; swarms that strike; hit points, holds and courage."""
        self.spent(fact, e)
        before, after = fact.before.now(e.who), fact.after.now(e.who).sheet
        sheet = before.sheet
        pressed = about(sheet, "swarming")
        if pressed and not about(after, "swarming") and awake(after) and self.band is None:
            crowd = [c for c in fact.before.state.combatants.values() if c.side == before.side and able(c.sheet)]
            self.band = [c.id for c in crowd if about(c.sheet, "swarming") == pressed]
        self.holds("E-65", f"hit points of {e.who} in bounds", 0 <= after.hp <= after.profile.hp)
        if sheet.dead:
            self.holds("E-93", f"{e.who} stays dead", after.dead and not after.hp)
        if after.hp != sheet.hp:
            self.untold["hit points", e.who] = "E-65"
        if sheet.prone and not after.prone:
            self.untold["up again", e.who] = "E-51"
        if after.grappling and after.grappling != sheet.grappling:
            self.holds("E-77", f"{e.who} holds nobody else", not sheet.grappling)
            self.untold["a hold", e.who] = "E-75"
        if after.fleeing and not sheet.fleeing:
            broken = before.side in fact.before.state.turn.broken
            self.holds("E-90", f"{e.who} has cause to flee", broken or e.who in self.breaking[2])
            self.holds("E-89", f"{e.who} is one who flees", self.obeys(fact.before, before))
        if after.casts != sheet.casts:
            self.untold["a spell", e.who] = "E-54"

    def tells(self, event: Event) -> None:
        """Whether what changed is told of."""
        for (what, who), rule in self.untold.items():
            match event, what:
                case ((told.Harmed() | told.Healed() | told.Fell()), "hit points"):
                    fine = event.who == who
                case told.Did(rule="E-51"), "up again":
                    fine = event.who == who
                case told.Did(rule="E-75"), "a hold":
                    fine = event.who == who
                case told.Cast(), "a spell":
                    fine = event.who == who
                case _:
                    fine = False
            self.holds(rule, f"{what} of {who} told", fine)
        self.untold.clear()

    def deed(self, fact: Fact, e: told.Did) -> None:
        """The helpless do nothing; picking up is a Move Action but where it goes with standing up (E-50, E-51)."""
        me = fact.before.now(e.who)
        rallies = e.what == "stabilises on its own" and "die hard" in me.sheet.profile.feats
        if e.rule not in ("E-92", "E-80") and not rallies:
            self.holds("E-93", f"{e.who} is awake", awake(me.sheet))
        if e.rule == "E-50" and self.rose != e.who:
            self.acts(fact, "E-50", e.who, *MOVES)
        elif e.rule == "E-51":
            self.rose = e.who
        elif e.rule == "E-74" and e.other is not None:
            self.forced = e.other, "push"
        elif e.rule == "E-80" and e.what in ("throws", "drags") and e.other is not None:
            self.same("E-80", f"whom {e.who} {e.what}", e.other, self.hauled)
            self.forced = e.other, "throw" if e.what == "throws" else "drag"

    def pushed(self, fact: Fact, e: Moved) -> None:
        """By a shove or a throw a step, over no wall and onto nobody (E-74, E-80, ruling S-53)."""
        board, me = fact.before, fact.before.now(e.who)
        self.same("E-74", f"how {e.who} is moved", (e.who, e.how), self.forced)
        self.forced = None
        self.same("E-74", f"where {e.who} comes from", e.start, me.at)
        size, space = me.sheet.profile.size, board.space
        assert isinstance(e.start, tuple) and isinstance(e.end, tuple)
        if e.how != "drag":
            (ax, ay), (bx, by) = e.start, e.end
            self.same("E-74", f"how far {e.who} is moved", max(abs(ax - bx), abs(ay - by)), 1)
        mine = frozenset(space.footprint(e.end, size))
        for c in board.state.combatants.values():
            its = space.footprint(c.at, c.sheet.profile.size)
            self.holds(
                "E-74", f"{c.id} is not where {e.who} comes", c.id == e.who or not awake(c.sheet) or not mine & set(its)
            )

    def worked(self, fact: Fact, e: EdgeChanged) -> None:
        """A Move Action opens or shuts a door, a Main pulls a lever, or where the map says so (ruling S-28)."""
        ground = fact.before.setup.field
        main = any(edge.id == e.edge and edge.cost == "main" for edge in ground.edges)
        main = main or any(each.kind == "lever" and each.linked == e.edge for each in ground.features)
        if e.who is not None and self.broken_in != e.who:
            self.acts(fact, "E-54", e.who, *(("main",) if main else MOVES))
        self.broken_in = None

    def weighed(self, fact: Fact, e: told.Checked) -> None:
        """What a check that was passed leads to."""
        if e.rule == "E-80":
            self.hauled = fact.before.now(e.who).sheet.grappling if e.passed else None
        elif e.rule == "E-54":
            self.broken_in = e.who if e.passed else None
