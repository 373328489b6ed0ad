"""Sovereign judged again: the referee that reads whole battles, one event after another."""

from __future__ import annotations

from game.rules.events import (
    Changed,
    EdgeChanged,
    Ended,
    Left,
    Moved,
    Rolled,
    RoundBegan,
    Ruled,
    ThingPlaced,
    ThingTaken,
    TurnChanged,
)
from rulesets.sovereign.play import events as told
from tests.referee.judging import Fact
from tests.referee.sovereign_muster import Muster
from tests.referee.sovereign_sheets import (
    able,
)
from tests.referee.sovereign_states import States

MEANWHILE = (
    Changed,
    Rolled,
    ThingPlaced,
    ThingTaken,
    told.DamageRolled,
    told.ShockDealt,
    told.ShockTurned,
    told.PointsRolled,
    told.Harmed,
    told.Healed,
    told.Fell,
    told.Checked,
    told.Did,
)
"""What may be told while something is due: that itself, the dice for it, what changes by it."""


class SovereignReferee(States, Muster):
    """Judges a battle by the chapter on combat and its rulings."""

    def judge(self, *, first: bool = False) -> None:
        self.initial_state()
        super().judge(first=first)

    def see(self, fact: Fact) -> None:
        event = fact.event
        if self.untold and not isinstance(event, Changed | ThingPlaced):
            self.tells(event)
        if self.testing and (not isinstance(event, Changed) or "fleeing" in event.changes):
            self.expect(fact)
        if self.due and not isinstance(event, MEANWHILE):
            self.holds("E-65", f"{self.due[0]} is told", False)
            self.due.clear()
        self.hear(fact, event)
        if not isinstance(event, Changed | ThingTaken) and getattr(event, "rule", "") not in ("E-50", "E-51"):
            self.rose = None
        if not isinstance(event, Changed):
            self.refreshing = isinstance(event, RoundBegan)
            self.band = None

    def hear(self, fact: Fact, event: object) -> None:
        """Judge one event."""
        match event:
            case Rolled() as e:
                self.faces(e)
                if self.cast is not None and e.why == self.cast[1].name:
                    self.thrown = e.faces
            case Ruled(topic="parley") as e:
                self.deaf = e.ruling == "refuse"
            case told.InitiativeRolled() as e:
                self.initiative(fact, e)
            case RoundBegan() as e:
                self.round(fact, e)
                self.charged.clear()
                self.shielded.clear()
            case told.SideActs() as e:
                self.side(fact, e)
                self.guarded -= {c.id for c in fact.before.state.combatants.values() if c.side == e.side}
            case TurnChanged() as e:
                self.turned(fact, e)
                self.routine.clear()
            case Changed() as e:
                self.changed(fact, e)
            case Moved() as e:
                if e.how == "walk":
                    self.moved(fact, e)
                else:
                    self.pushed(fact, e)
                self.steps(fact.after, e.who)
                self.parted_from(fact.after, e.who)
            case EdgeChanged() as e:
                self.worked(fact, e)
            case Left() as e:
                self.left(fact, e)
            case Ended() as e:
                self.ended(fact, e)
            case told.Broke() as e:
                self.broke(fact, e)
                if e.why == "lays down arms":
                    self.holds("E-47", f"{e.who} was won over", e.who in self.won)
            case told.Cast() as e:
                self.casts(fact, e)
            case told.Did(rule="E-74", what="falls prone") as e:
                self.same("E-74", f"who is shoved before {e.who} falls", (e.who, "push"), self.forced)
                self.forced = None
                self.holds("E-74", f"{e.who} lies", fact.before.now(e.who).sheet.prone)
            case told.Did(rule="E-74" | "E-75") as e:
                self.deed(fact, e)
                self.meets(e.rule, ("Did", e.who, e.what, e.other))
            case told.Did() as e:
                self.did(fact, e)
                self.deed(fact, e)
                self.begins(e)
            case told.Reacted() as e:
                self.reacted(fact, e)
            case told.AttackDeclared() as e:
                self.declared(fact, e)
            case told.AttackRolled() as e:
                self.attack(fact, e)
            case told.AttackHit() as e:
                self.hit(fact, e)
            case told.AttackMissed() as e:
                self.missed(fact, e)
            case told.AttackSpoiled() as e:
                if self.open and self.open[-1].who == e.who:
                    self.open.pop()
                if e.who in self.walks:
                    self.walks[e.who].cells = 0  # it goes no farther, but may still screen whom it stands beside
            case told.DamageRolled() as e:
                self.damage(fact, e)
            case told.ShockDealt() as e:
                self.shock(fact, e)
            case told.ShockTurned() as e:
                self.turns_shock(fact, e)
            case told.PointsRolled() as e:
                self.points(fact, e)
            case told.Harmed() as e:
                self.meets("E-65", ("Harmed", e.who, e.amount, e.left, e.source))
                self.same("E-65", f"hit points of {e.who}", e.left, fact.before.now(e.who).sheet.hp)
            case told.Healed() as e:
                self.healed(fact, e)
            case told.Fell() as e:
                self.fell(fact, e)
            case told.Checked() as e:
                self.checked(fact, e)
                self.weighed(fact, e)

    def begins(self, e: told.Did) -> None:
        """What a deed begins that counts for blows."""
        match e.rule:
            case "E-75":
                self.wards.pop(e.who, None)  # hands that hold screen nobody
            case "E-32":
                self.charged.add(e.who)
            case "E-41":
                self.guarded.add(e.who)
            case "E-68":
                self.whirls = e.who
            case "E-79":
                self.pressing = e.who, e.other or e.who
            case "E-93" if e.what.startswith("stabilises"):
                self.dying.pop(e.other or e.who, None)
            case "E-93" if e.what == "helps to tend":
                self.helping.append(e.who)

    def reacted(self, fact: Fact, e: told.Reacted) -> None:
        """What is taken out of turn, and what it costs (E-18, E-19, E-25, E-35, E-41, E-53)."""
        me = fact.before.now(e.who)
        self.holds("E-18", f"{e.who} can react", able(me.sheet))
        match e.rule:
            case "E-19":
                self.struck_at = e.who, e.against
                self.opening(fact, e.who, e.against or e.who)
            case "E-25":
                self.pays("E-25", e.who, "main")
                trained = not me.sheet.profile.npc or me.sheet.profile.trained
                self.holds("E-26", f"{e.who} is trained, and of good heart", trained and not me.sheet.fleeing)
                self.waiting.discard(e.who)
                self.snapping[e.who] = e.against
            case "E-41":
                self.pays("E-43", e.who, "main")
                self.holds("E-41", f"{e.who} is not on its guard yet", e.who not in self.guarded)
                self.guarded.add(e.who)
                self.waiting.discard(e.who)
            case "E-53":
                held = e.who in self.waiting and not me.sheet.fleeing
                self.holds("E-53", f"{e.who} holds an action, and is of good heart", held)
                self.waiting.discard(e.who)
            case "E-18":
                self.luck(fact, me, e)
            case "E-35":
                worst = min(self.stopped, key=lambda who: self.stopped[who], default=None)
                self.same("E-37", f"who takes the blow of {e.against}", e.who, worst)
                self.stopped.clear()
                if self.open:
                    self.open[-1].target = e.who
