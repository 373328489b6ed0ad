"""Sovereign judged again: the referee that reads whole battles, one event after another."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from game.rules.events import (
    Changed,
    EdgeChanged,
    Ended,
    Event,
    Id,
    Left,
    Moved,
    Rolled,
    RoundBegan,
    Ruled,
    ThingPlaced,
    ThingTaken,
    TurnChanged,
)
from rulesets import sovereign
from rulesets.sovereign.play import events as told
from rulesets.sovereign.sheet.sheet import Body, Weapon
from tests.referee.judging import Fact, Fought, Referee
from tests.referee.sovereign_blows import Checks
from tests.referee.sovereign_sheets import able, about, awake
from tests.referee.sovereign_turns import MOVES

# --- what combatants bring, read again from the tables: hit points, AC, attack bonus, checks, weapons ---

Entry = dict[str, Any]

PER_POINT = {"warrior": 1, "expert": 2, "mage": 5, "healer": 5}
"""Levels of a class that give a point of attack bonus (RULES 5.2)."""

LISTED = ("damage", "bonus", "shock", "shock_ac")
"""What an entry may say otherwise of a weapon."""


@cache
def table(name: str) -> dict[str, Entry]:
    """The entries of one data file, by key."""
    path = Path(sovereign.__file__).parent / "data" / f"{name}.toml"
    (entries,) = (each for each in tomllib.loads(path.read_text(encoding="utf-8")).values() if isinstance(each, list))
    return {entry["key"]: entry for entry in entries}


class Muster(Referee):
    """Judges the sheets with which a battle begins."""

    def initial_state(self) -> None:
        """Everybody."""
        for c in self.fought.start.combatants.values():
            key = c.sheet.profile.key
            if key in table("creatures"):
                self.creature(c, table("creatures")[key])
            else:
                self.character(c, table("characters")[key])
            for arm, found in self.arms(c):
                told = {each: getattr(arm, each) for each in found}
                self.same("E-65", f"the {arm.key} of {c.id}", told, found)

    def creature(self, c: Body, entry: Entry) -> None:
        """Hit points by its place among its kind, one number for checks by Hit Dice (S-37, S-39, E-57)."""
        profile, listed = c.sheet.profile, entry["hp"]
        points = listed[max(0, profile.number - 1) % len(listed)]
        self.same("E-57", f"hit points of {c.id}", (c.sheet.hp, profile.hp), (points, points))
        self.same(
            "E-57", f"attack bonus and AC of {c.id}", (profile.attack, profile.ac), (entry["attack"], entry["ac"])
        )
        dice = entry["hd"]
        steps = sum(dice >= least for least in (1, 3, 6))
        self.same("E-57", f"checks of {c.id}", profile.npc_skill, entry.get("checks", steps))
        self.same("E-93", f"whether {c.id} is named", profile.named, False)

    def character(self, c: Body, entry: Entry) -> None:
        """Armour and DEX, the first class's attack bonus (E-55, RULES 5.2)."""
        profile = c.sheet.profile
        suit, dexterity = table("armour")[entry["armour"]], entry["attributes"].get("DEX", 0)
        self.same("E-55", f"AC of {c.id}", profile.ac, entry.get("ac", suit["ac"] + dexterity))
        bonus = entry["level"] // PER_POINT[entry["classes"][0]]
        self.same("E-55", f"attack bonus of {c.id}", profile.attack, bonus)
        self.same("E-93", f"hit points of {c.id}", (c.sheet.hp, profile.hp), (entry["hp"], entry["hp"]))
        self.same("E-93", f"whether {c.id} is named", profile.named, True)

    def arms(self, c: Body) -> Iterator[tuple[Weapon, Entry]]:
        """What somebody carries, each weapon with what the tables say of it."""
        profile = c.sheet.profile
        entry = table("creatures").get(profile.key) or table("characters")[profile.key]
        said = {each["weapon"]: each for each in entry.get("attacks", ()) if isinstance(each, dict)}
        fists = "unarmed combatant" in profile.feats
        for arm in profile.weapons:
            if arm.key == "unarmed" and fists:
                continue
            stock = table("weapons")[arm.key]
            found = {each: stock.get(each, "" if each == "damage" else 0) for each in LISTED}
            found |= {each: value for each, value in said.get(arm.key, {}).items() if each in LISTED}
            yield arm, {**found, "range": stock.get("range", 0), "long_range": stock.get("long_range", 0)}


# --- how sheets change: nothing is lost, won, seized or given up without being told ---


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


# --- the referee ---

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
        self.same("E-41", f"whether {e.what} is a Total Defense", e.rule == "E-41", e.what == "Total Defense")
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
