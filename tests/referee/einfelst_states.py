"""What lasts in einfelst, judged again: holds and how they end, fire, poison, lying down, being pinned, injuries."""

from __future__ import annotations

from game.kit.combatants import NOBODY
from game.rules.events import Changed, Event, Id, Moved
from game.spatial.places import InZone
from rulesets.einfelst.play import events as told
from rulesets.einfelst.sheet.sheet import Sheet
from tests.referee.einfelst_harm import INJURIES, HarmReferee
from tests.referee.einfelst_sheets import ablaze, feet_down, heights, pits, wet
from tests.referee.judging import Fact, Fought

PLACES = ("C-46", "C-48", "C-49", "C-53")
"""Rules by which somebody comes to another part of its zone, or is pushed there."""


class StateReferee(HarmReferee):
    """Judges what begins to last and what is over."""

    def __init__(self, fought: Fought) -> None:
        super().__init__(fought)
        self.released: dict[Id, Id] = {}
        """Who is no longer held, and by whom it was, until that is told."""
        self.quenched: dict[Id, Sheet] = {}
        """Sheets of those who burnt until just now."""
        self.placed: Id = NOBODY
        """Who has just come to another part of its zone."""
        self.doused: int | None = None
        """Successes of the last throw to put a fire out, until it is told what they came to."""
        self.cured = False
        self.wins: tuple[told.Matched, bool] | None = None
        """A contest of which the next event must tell what it came to, and whether it was won."""
        self.drops: dict[Id, set[int]] = {}
        """Feet that somebody who has just been pushed, or has failed to cross something, may have to fall."""

    def see(self, fact: Fact) -> None:
        struggle = self.struggle
        super().see(fact)
        if self.wins is not None and not isinstance(fact.event, Changed):
            self.comes_of(fact.event, *self.wins)
            self.wins = None
        match fact.event:
            case told.Matched(rule="C-26" | "C-28" | "C-29") as e:
                self.wins = e, e.won - e.taken >= e.asked.total
            case Moved() as e:
                assert isinstance(e.start, InZone) and isinstance(e.end, InZone)
                self.drops[e.who] = {feet_down(fact.before, e.start, e.end), *pits(fact.before, e.end)}
            case told.Tested(what="climb" | "leap") as e:
                self.drops[e.who] = heights(fact.before, fact.before.now(e.who).at)
            case told.Pooled(what="hardness of the fall") as e:
                feet = self.drops.get(e.who, set())
                self.holds("C-101", f"dice of the fall of {e.who}", e.tally.total in {each // 5 for each in feet})
            case Changed() as e:
                self.over(fact, e)
            case told.Afflicted() as e:
                self.afflicted(fact, e)
            case told.Eased() as e:
                self.eased(fact, e, loose=struggle == (e.who, True))
            case told.Pooled(what="putting the fire out") as e:
                self.doused = e.won
            case told.Did() as e:
                self.placed = e.who if e.rule in PLACES else NOBODY
                self.cured = e.rule == "C-100"
                if e.rule == "C-67":
                    self.same("C-67", "who lets go of whom", self.released.pop(e.other or NOBODY, None), e.who)
                elif e.rule == "C-96":
                    self.holds("C-96", "successes against a fire that are kept", not self.doused)
                    self.doused = None
            case told.TurnBegan():
                self.same("C-67", "who is free and not told of", self.released, {})
                self.same("C-96", "successes against a fire", self.doused, None)

    def over(self, fact: Fact, e: Changed) -> None:
        """What was on a sheet and is no longer, until it is told why; of who falls it is not told."""
        before = fact.before.now(e.who).sheet
        if "out" in e.changes:
            return
        if e.changes.get("bonus"):
            self.same("C-89", f"dice that {e.who} gains for its next throw", e.changes["bonus"], self.heartened(before))
        if e.changes.get("edge"):
            m = self.matched
            spare = m.won - m.taken - 1 if m is not None and m.rule == "C-77" else 0
            self.same("C-79", f"dice of the ambush of {e.who}", e.changes["edge"], spare)
        if "held" in e.changes and before.held:
            self.released[e.who] = before.holder
        if "fire" in e.changes and not e.changes["fire"]:
            self.quenched[e.who] = before
        if e.changes.get("doused"):
            self.same(
                "C-96", f"successes against the fire of {e.who}", e.changes["doused"] - before.doused, self.doused
            )
            self.holds("C-96", f"the fire of {e.who} burns on", before.fire > e.changes["doused"])
            self.doused = None

    def heartened(self, before: Sheet) -> int:
        """Dice of a spell, one for each success; or one for who has overcome its fear in a controlled position."""
        m, spell = self.matched, self.spell
        if self.steady:
            return 1
        if m is None or spell is None or spell.effect != "hearten":
            return 0
        return max(before.bonus, m.won - m.taken)

    def comes_of(self, event: Event, m: told.Matched, won: bool) -> None:
        """Who is pushed goes or lies, who is swayed gives up, who is lured is told where to (C-26, C-28, C-29)."""
        match m.rule, event:
            case "C-26", told.Afflicted(what="prone") | Moved(how="push"):
                who = event.who
            case "C-28", told.Fell(how="yielded"):
                who = event.who
            case "C-29", told.Afflicted() if event.what.startswith("lured to "):
                who = event.who
            case _:
                who = NOBODY
        self.same(m.rule, f"what comes of it for {m.target}", who, m.target if won else NOBODY)

    def eased(self, fact: Fact, e: told.Eased, *, loose: bool) -> None:
        """Something is over, for a reason that the book has."""
        match e.what:
            case "free":
                self.freed(fact, e, loose)
            case "no longer burns":
                was = self.quenched.pop(e.who, None)
                self.holds("C-96", f"{e.who} burnt", was is not None)
                if was is not None and not wet(fact.before, fact.before.now(e.who).at):
                    self.holds(
                        "C-96", f"successes against the fire of {e.who}", was.fire <= was.doused + (self.doused or 0)
                    )
                    self.doused = None
            case "no longer poisoned":
                self.holds("C-100", f"{e.who} had an antidote", self.cured)
                self.same("C-100", f"poison of {e.who}", fact.before.now(e.who).sheet.poison, ())
            case _:
                self.holds("C-67", f"{e.what} is something that is over", False)

    def freed(self, fact: Fact, e: told.Eased, loose: bool) -> None:
        """By breaking free; or the holder falls, is held itself, or one of the two changes place (C-67, W-43)."""
        holder = self.released.pop(e.who, None)
        self.holds("C-67", f"{e.who} was held", holder is not None)
        if loose or holder is None:
            return
        c, by = fact.before.now(e.who), fact.before.state.combatants.get(holder)
        lost = by is None or not by.sheet.up or by.sheet.held or by.at != c.at
        moved = self.placed != NOBODY and self.placed in (e.who, holder)
        self.holds("C-67", f"{e.who} is let go of", holder != NOBODY and (lost or moved))

    def afflicted(self, fact: Fact, e: told.Afflicted) -> None:
        """Something lasts from now on: it must be so, and come of something."""
        sheet, m = fact.before.now(e.who).sheet, self.matched
        won = m.won - m.taken - m.asked.total if m is not None else -1
        match e.what:
            case "held":
                self.holds("C-65", f"{e.who} is held", sheet.held and "bodiless" not in sheet.profile.traits)
                snared = self.hit is not None and "snares" in self.hit.weapon.traits
                bare = self.hit is None and m is not None and m.target == e.who and won >= 0
                self.holds("C-65", f"{e.who} was caught", snared or bare)
                if m is not None and m.rule == "C-64":
                    self.same("C-65", f"who holds {e.who}", (sheet.holder, e.other), (m.who, m.who))
            case "on fire":
                self.holds("C-92", f"{e.who} catches fire", 0 < sheet.fire <= 3)
                fast = "fireproof" in sheet.profile.traits or wet(fact.before, fact.before.now(e.who).at)
                self.holds("C-92", f"{e.who} can burn", not fast)
                self.holds("C-92", f"heat of the fire of {e.who}", sheet.fire in self.heats(fact, e))
            case "poisoned":
                self.holds("C-98", f"{e.who} is poisoned", self.dose > 0)
                later = sheet.poison[-1] if sheet.poison and self.dose > 1 else 0
                self.same("C-99", f"poison of {e.who} in the next round", later, self.dose - 1)
            case "pinned":
                self.holds("C-53", "a shot pins down", self.hit is not None and self.hit.blow.mode != "melee")
                self.buy("pin")
            case "prone":
                self.holds("C-26", f"{e.who} was pushed", m is not None and m.target == e.who and won >= 0)
                self.holds("C-26", f"{e.who} lies", sheet.prone)
            case "muffled":
                self.holds("C-66", f"a success to spare on {e.who}", m is not None and m.rule == "C-64" and won > 0)
            case "falls prone":
                self.holds("C-101", f"{e.who} falls ten feet", sheet.prone and max(self.drops.get(e.who, {0})) >= 10)
            case injury if injury in INJURIES:
                self.same("C-83", f"the injury of {e.who}", injury, INJURIES[self.injury - 1])
            case more:
                lasts = more.startswith("lured to ") or (e.rule == "C-54" and more == "left with one maneuver a turn")
                self.holds("C-65", f"{more} is something that lasts", lasts)

    def heats(self, fact: Fact, e: told.Afflicted) -> set[int]:
        """Intensities of what may have set somebody on fire: a weapon, a spell, the ground (rulings W-18, W-41)."""
        burning = ablaze(fact.before, fact.before.now(e.who).at)
        found = {2} if burning >= 0.5 else {1} if burning and e.other is not None else set()
        if self.hit is not None and e.other == self.hit.blow.who:
            return {self.hit.weapon.fire}
        if self.spell is not None and e.other is not None:
            found.add(self.spell.fire)
        return found
