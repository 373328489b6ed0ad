"""Who stands where, as masks: from where an attack could be made, where one gets, what others could do to a place.

One moment of a battle as one side knows it; worked out as far as it is asked for. The rules' sums are asked with the
same ``Look`` that they read of two bodies where they stand (``reading.look``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from weakref import WeakKeyDictionary

from game.kit.cover import covers
from game.kit.ground import ground_of, hoped
from game.kit.recall import Kept
from game.rules.events import Id
from game.rules.wits import Effect, Mask, Menace
from game.spatial.field import Cell
from game.spatial.paths import flood, fold
from game.spatial.space import Space
from rulesets.glog import moving
from rulesets.glog.estimate import Arm, Frame, Harm, Mark, burned, lasting, mark, saved, struck, touches
from rulesets.glog.light import NIGHT, unseen_well
from rulesets.glog.reading import Look, barred, covered, foes, metric
from rulesets.glog.records import Spell
from rulesets.glog.sheet import CELL, FEET, GlogBoard


class Recall:
    """What has been found of a map with its doors as they are, by all that it depends on."""

    def __init__(self) -> None:
        self.looks: Kept[tuple[object, ...], tuple[tuple[Look, Mask], ...]] = Kept()
        self.zones: Kept[tuple[object, ...], Mask] = Kept()
        """Cells that somebody could strike after a walk."""
        self.menaces: Kept[tuple[object, ...], tuple[Menace, ...]] = Kept()
        self.handles: dict[tuple[Cell, int], bool] = {}
        """Whether there are doors or levers beside a body."""


_recalls: WeakKeyDictionary[Space, Recall] = WeakKeyDictionary()


class Scene:
    """The fight as it stands."""

    def __init__(self, board: GlogBoard, side: str) -> None:
        self.board, self.side, self.space = board, side, board.space
        self.ground = ground_of(board.space)
        self.recall = _recalls.setdefault(board.space, Recall())
        self.metric = metric(board)
        self.marks: dict[Id, Mark] = {c.id: mark(c) for c in board.state.combatants.values() if c.sheet.up}
        self._foes: dict[str, list[Mark]] = {}
        self._areas: dict[Id, Mask] = {}
        self._pressing: dict[tuple[str, int], Mask] = {}
        self._zones: dict[Id, Mask] = {}
        self._menaces: dict[tuple[Id, Id], tuple[Menace, ...]] = {}
        self._rooted: dict[Id, bool] = {}
        self._bars: dict[Id, tuple[Mask, Mask]] = {}

    def foes(self, who: Id) -> list[Mark]:
        """Members of other sides that a combatant's side knows to be there."""
        side = self.marks[who].body.side
        found = self._foes.get(side)
        if found is None:
            found = self._foes[side] = [self.marks[it.id] for it in foes(self.board, side)]
        return found

    def friends(self, who: Id) -> list[Mark]:
        """The others of its side who stand."""
        side = self.marks[who].body.side
        return [it for it in self.marks.values() if it.body.side == side and it.id != who]

    def spot(self, it: Mark) -> Mask:
        """Its place."""
        return self.ground.bit(it.at)

    def area(self, it: Mark) -> Mask:
        """The cells that a body covers."""
        found = self._areas.get(it.id)
        if found is None:
            found = self._areas[it.id] = covered(self.board, it.at, it.size)
        return found

    def ring(self, it: Mark, size: int) -> Mask:
        """Places of a body of a size from which it touches somebody: ``reading.adjacent``."""
        return self.ground.ring(it.at, it.size, 1, size)

    def pressing(self, who: Id) -> Mask:
        """Places of a combatant beside which a foe could strike."""
        mine = self.marks[who]
        key = mine.body.side, mine.size
        found = self._pressing.get(key)
        if found is None:
            found = 0
            for it in self.foes(who):
                if it.body.sheet.acts:
                    found |= self.ring(it, mine.size)
            self._pressing[key] = found
        return found

    def barred(self, it: Mark) -> tuple[Mask, Mask]:
        """What stands in somebody's way: ``reading.barred``."""
        found = self._bars.get(it.id)
        if found is None:
            found = self._bars[it.id] = barred(self.board, it.body)
        return found

    def rooted(self, who: Id) -> bool:
        """Whether it can't leave its place."""
        found = self._rooted.get(who)
        if found is None:
            found = self._rooted[who] = moving.rooted(self.board, self.marks[who].body) is not None
        return found

    # -- situations

    def looks(self, it: Mark, mine: Mark, arm: Arm, where: Mask) -> list[tuple[Look, Mask]]:
        """The places from which somebody can attack another with an arm, told apart by the situation.

        Distances are those at which something changes: the mask of half a range has all that lies within it.
        """
        dim = unseen_well(self.board, mine.body, it.at, it.size)
        if not arm.afar:
            here = self.ring(it, mine.size) & where
            return [(Look(FEET, "no cover", dim), here)] if here else []
        pressing = self.pressing(mine.id)
        key = (arm.weapon.range, it.at, it.size, mine.size, dim, pressing, where if mine.size > 1 else -1)
        found = self.recall.looks.of(key, lambda: tuple(self._afar(it, mine, arm, where, dim=dim)))
        return [(at, here) for at, mask in found if (here := mask & where)]

    def _afar(self, it: Mark, mine: Mark, arm: Arm, where: Mask, *, dim: bool) -> Iterator[tuple[Look, Mask]]:
        most = min(arm.weapon.range, NIGHT) if dim else arm.weapon.range
        pressing, taken = self.pressing(mine.id), 0
        for feet in sorted({min(arm.weapon.range // 2, most), most}):
            within = self.within(it, feet, mine.size) & ~taken & (where if mine.size > 1 else -1)
            taken |= within
            for cover, mask in covers(self.ground.seeing(it.at, it.size, mine.size, within)):
                for part, pressed in ((mask & ~pressing, False), (mask & pressing, True)):
                    if part:
                        yield Look(feet, cover, dim, pressed), part

    def within(self, it: Mark, feet: int, size: int) -> Mask:
        """Places of a body of a size at most so many feet from somebody: ``reading.feet_to``."""
        far = feet // FEET if self.metric.unit == 1 else (feet + 1) * CELL // FEET - 1
        return self.ground.disc(it.at, it.size, far, size, self.metric) | self.ground.near(it.at, it.size, 1, size)

    def castable(self, spell: Spell, it: Mark, mine: Mark, where: Mask) -> Mask:
        """Places from which a spell can be laid on another: ``spells.in_range``."""
        if spell.touch:
            return self.ring(it, mine.size) & where
        return self.ground.seeing(it.at, it.size, mine.size, self.within(it, spell.range, mine.size) & where).any

    # -- going

    def after(self, who: Id, spot: int, cells: int) -> list[Mask]:
        """About where so many cells lead from a place once something has been done there, by steps."""
        mine = self.marks[who]
        bar, friends = self.barred(mine)
        steps = self.ground.steps(mine.size)
        taken = steps.spread(friends)
        found, reached, told, at = [], 0, taken, self.ground.cell(spot)
        for cost, layer in enumerate(flood(steps, fold(steps, bar), 1 << spot, cells, 0)):
            reached |= layer
            near = reached & ~told & self.ground.disc(at, 1, cost * self.metric.unit, 1, self.metric)
            told |= near
            found.append(near)
        return found

    def ways(self, size: int, goals: Mask) -> Sequence[Mask]:
        """Distances to some places for a body of a size, every door opened that can be."""
        return ground_of(self._hope).ways(goals, size)

    @cached_property
    def _hope(self) -> Space:
        return hoped(self.space)

    # -- danger

    def pace(self, it: Mark) -> int:
        """Thousandths of a cell that it could walk in its next turn, and strike after that."""
        if self.rooted(it.id):
            return 0
        return max(0, it.pace - moving.STANDING * it.body.sheet.prone) * CELL // FEET

    def zone(self, it: Mark) -> Mask:
        """Cells that it could strike hand to hand in its next turn."""
        found = self._zones.get(it.id)
        if found is None:
            found = self._zones[it.id] = self._zone(it, 0)
        return found

    def _zone(self, it: Mark, leaves: Mask) -> Mask:
        """The same if some cells were empty."""
        pace = self.pace(it)
        bar = self.barred(it)[0] & ~leaves & self.ground.about(it.at, it.size, pace // CELL)
        return self.recall.zones.of((it.at, it.size, pace, bar), self._struck_from, it, pace, bar)

    def _struck_from(self, it: Mark, pace: int, bar: Mask) -> Mask:
        # Ways round a corner are a little longer across than this, in open ground they are not.
        there = self.ground.walked(it.at, it.size, pace // CELL, bar)
        if self.metric.unit > 1:
            there &= self.ground.disc(it.at, 1, pace, 1, self.metric)
        return self.ground.struck_from(there, it.size, 1)

    def reaches(self, it: Mark) -> Mask:
        """Cells in which it could attack somebody in its next turn."""
        found = self.zone(it) if it.melee is not None else 0
        far = max((arm.weapon.range for arm in it.frame.arms if arm.afar), default=0)
        if it.body.sheet.castings:
            far = max(far, *(spell.range for spell in it.body.sheet.profile.spells))
        if far:
            found |= self.ground.seen_from(it.at, it.size).any & self.within(it, far + self.pace(it) * FEET // CELL, 1)
        return found

    def menaces(self, it: Id, who: Id, where: Mask) -> list[Menace]:
        """What one could do to another in any of some places in its next turn."""
        found = self._menaces.get((it, who))
        if found is None:
            found = self._menaces[it, who] = self._threats(self.marks[it], self.marks[who])
        return [menace._replace(where=here) for menace in found if (here := menace.where & where)]

    def _threats(self, it: Mark, me: Mark) -> tuple[Menace, ...]:
        mine = self.area(me)
        zone = self._zone(it, mine) if self.zone(it) & mine else self.zone(it)
        spells = tuple(it.body.sheet.profile.spells) if it.body.sheet.castings else ()
        key = (zone, it.frame, it.at, it.size, self.pace(it), me.frame, me.size, bool(spells))
        return self.recall.menaces.of(key, lambda: tuple(self._by_arms(it, me, zone, spells)))

    def _by_arms(self, it: Mark, me: Mark, zone: Mask, spells: Sequence[Spell]) -> Iterator[Menace]:
        its = it.frame.standing() if it.body.sheet.prone and self.pace(it) else it.frame
        arms = worst(its, me.frame, afar=False)
        if arms is not None:
            yield _menace(self.ground.covers(zone, me.size), arms[1])
        aside = self.pace(it) * FEET // CELL
        shot = worst(its, me.frame, afar=True)
        sight = self.ground.seen_from(it.at, it.size)
        if shot is not None:
            arm, taken = shot[0], 0
            for feet in (arm.weapon.range // 2, arm.weapon.range):
                within = self.within(it, feet + aside, me.size) & ~taken
                taken |= within
                for cover, mask in covers(sight):
                    if here := self.ground.covers(mask, me.size) & within:
                        within &= ~here
                        yield _menace(here, struck(its, arm, me.frame, Look(feet, cover)))
        for spell in spells:
            effect = befalls(self.board, its, me, spell)
            if effect.fell + effect.hurt + effect.turns + effect.bound > 0:
                far = self.within(it, spell.range + spell.radius + aside, me.size)
                harm = effect.hurt + 0.3 * min(1.0, effect.turns) + 0.2 * effect.bound
                yield Menace(far & self.ground.covers(sight.any, me.size), effect.fell, harm)


def _menace(where: Mask, harm: Harm) -> Menace:
    return Menace(where, harm.fell, harm.hurt)


def worst(me: Frame, it: Frame, *, afar: bool, at: Look | None = None) -> tuple[Arm, Harm] | None:
    """The arm of a kind that does most to somebody, and what it does."""
    found = [
        (arm, struck(me, arm, it, at or Look(arm.weapon.range // 2 if afar else FEET, "no cover")))
        for arm in me.arms
        if arm.afar is afar
    ]
    return max(found, key=lambda each: each[1].cost, default=None)


def befalls(board: GlogBoard, me: Frame, it: Mark, spell: Spell) -> Effect:
    """What a spell meant to harm does to one that it reaches."""
    sheet = it.body.sheet
    if spell.save is not None and not sheet.profile.scores.of(spell.save):
        return Effect(it.id)
    escaped = saved(board, sheet, spell.save) if spell.save is not None else 0.0
    lands = touches(me, it.frame) if spell.touch else 1.0
    harm = burned(it.frame, spell, escaped, lands) if spell.die else None
    fell, hurt = (harm.fell, harm.hurt) if harm is not None else (0.0, 0.0)
    takes = lands * (1 - escaped) * (1 - fell)
    match spell.effect:
        case "asleep" if not sheet.helpless:
            return Effect(it.id, fell, hurt, turns=takes * spell.rounds, bound=0.6 * takes)
        case "dazed" | "pinned":
            later = lasting(board, it.frame, spell.effect, it.id)
            return Effect(it.id, fell, hurt, takes * later.turns, takes * later.bound)
        case "push":
            return Effect(it.id, fell, hurt, bound=0.2 * takes)
    return Effect(it.id, fell, hurt)
