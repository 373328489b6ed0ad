"""What answers come to when it is nobody's turn: Instants in their windows, openings, swarms, what a shove does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from game.kit.combatants import NOBODY
from game.kit.mind.acts import NO_DAMAGE, ExpectedDamage, dealt, indifferent
from game.rules.events import Id
from game.rules.planning_model import Effect, ExpectedOutcome
from game.rules.questions import Choose
from game.spatial.places import as_cell
from rulesets.sovereign.mind.attacks import DOWN, done_in_lieu, forgone, later_attackers
from rulesets.sovereign.mind.damage import UnitStats, checked
from rulesets.sovereign.mind.view import SovereignSideView
from rulesets.sovereign.play.attack import SNAP, SWARM_HELPERS, TOPIC, Snap
from rulesets.sovereign.play.blow import Blow, attacks, wielded
from rulesets.sovereign.play.events import Aim
from rulesets.sovereign.play.geometry import look
from rulesets.sovereign.play.instants import Defend, Luck
from rulesets.sovereign.play.moving import Opening
from rulesets.sovereign.play.numbers import CHECK, Mode
from rulesets.sovereign.play.tending import HELP, aid_check
from rulesets.sovereign.play.turn import ActNow, acts_before

WAITING = 0.95
"""What a swarm's later blow counts beside one struck now: who was to join may have better to do."""

NOTHING = ExpectedOutcome()


class Answers:
    """Answers to a question out of turn, with their expected outcomes."""

    def __init__(self, view: SovereignSideView, question: Choose[Any]) -> None:
        self.view, self.question = view, question
        self.me = view.stats.get(question.who or NOBODY)
        self.about = [view.stats.get(who) for who in question.about]
        """Whom it is about, as far as its seat knows of them."""

    def outs(self) -> Mapping[str, ExpectedOutcome]:
        """Expected outcomes of the answers that are worth thinking about; never empty."""
        question = self.question
        found: dict[str, ExpectedOutcome] = {}
        if any(isinstance(option.value, Blow) for option in question.options.singles):
            found = self._swarm()
        elif question.kind == "react" and question.who is not None:
            found = {question.idle: NOTHING, **dict(self._instants())}
        elif question.topic == TOPIC:
            found = dict(self._routine())
        elif question.topic == HELP:
            found = self._help()
        elif question.kind == "act" and any(option.key == "prone" for option in question.options.singles):
            found = self._shove()
        return found or indifferent(question)

    def _strike(
        self, me: UnitStats, it: UnitStats, key: str, mode: Mode = "melee", extra: int = 0, others: int = 0
    ) -> ExpectedDamage | None:
        """What one blow comes to as the two stand, with whichever of its arms; None if it is not one of them."""
        arm = next((arm for arm in me.arms if (arm.key, arm.mode) == (key, mode) and not arm.more), None)
        if arm is None:
            return None
        return arm.once(it, look(self.view.board, me.body, it.body, afar=arm.afar), extra, others=others)

    # -- Instants

    def _instants(self) -> Iterator[tuple[str, ExpectedOutcome]]:
        """Openings, which are free, and what is answered to a foe's doings."""
        me, acting, target = (self.me, *self.about, None, None)[:3]
        for option in self.question.options.singles:
            match option.value:
                case ActNow():
                    yield option.key, ExpectedOutcome((), {"held": 0.0 if self.question.about else 1.0})
                case Opening(weapon, "harm") if me is not None and acting is not None:
                    if (harm := self._strike(me, acting, weapon)) is not None:
                        yield option.key, ExpectedOutcome((harm.effect(acting.id),))
                case Opening(weapon, aim) if me is not None and acting is not None:
                    if effects := self._in_lieu(me, acting, weapon, aim):
                        yield option.key, ExpectedOutcome(effects)
                case Luck() if me is not None and acting is not None:
                    yield option.key, self._luck(me, acting, target)
                case Defend(shock) if me is not None and acting is not None:
                    saved = self._saved(me, dealt([(shock, 1.0)], me.hp) if shock else self._landing(acting, me))
                    yield option.key, self._defend(me, acting, saved if option.matters else 0.0)
                case Defend() if me is not None:
                    yield option.key, ExpectedOutcome((), {"saved": self._guard_ahead(me)})
                case Snap(on, weapon, _, "shove" | "grapple" as aim) if me and (it := self.view.stats.get(on)):
                    if effects := self._in_lieu(me, it, weapon, aim, SNAP.total):
                        yield option.key, ExpectedOutcome((*effects, *self._turn(me)), {"guard lost": self._guard(me)})
                case Snap(on, weapon, mode) if me is not None and (it := self.view.stats.get(on)) is not None:
                    if (harm := self._strike(me, it, weapon, mode, SNAP.total)) is not None:
                        yield option.key, self._snap(me, it, harm, target if option.matters else None)

    def _in_lieu(self, me: UnitStats, it: UnitStats, weapon: str, aim: Aim, extra: int = 0) -> tuple[Effect, ...]:
        """What an attack comes to that grips or pushes in lieu of damage; nothing if it is not worth thinking of."""
        landed = self._strike(me, it, weapon, "melee", extra)
        return done_in_lieu(self.view, me, it, aim, landed.hit) if landed is not None else ()

    def _landing(self, by: UnitStats, it: UnitStats) -> ExpectedDamage:
        """What the blow that is being made does if it hits, with the arm that its owner fights with so near."""
        gap = self.view.space.distance(by.at, it.at, by.size, it.size)
        arm = by.melee if by.melee is not None and by.melee.reach >= gap else by.shot or by.melee
        return arm.once(it, extra=100) if arm is not None else NO_DAMAGE

    def _saved(self, it: UnitStats, harm: ExpectedDamage) -> float:
        """What is saved where somebody is spared some harm, in unit values."""
        return it.unit_value * (harm.hurt + 2 * harm.fell)

    def _luck(self, me: UnitStats, acting: UnitStats, target: UnitStats | None) -> ExpectedOutcome:
        """Once a fight: keep it for a blow that fells."""
        if acting.id != me.id:
            return ExpectedOutcome((), {"saved": self._saved(me, self._landing(acting, me)), "luck": 1.0})
        if target is None:
            return NOTHING
        return ExpectedOutcome((self._landing(me, target).effect(target.id),), {"luck": 1.0})

    def _turn(self, me: UnitStats) -> tuple[Effect, ...]:
        """The Main Action that is given up, where it is still good for a turn of this round."""
        due = not me.body.sheet.done and self.view.board.state.turn.side != me.body.side
        return (Effect(me.id, turns=1.0),) if due and self.view.acts_later(me) else ()

    def _guard(self, me: UnitStats, but: Id = NOBODY) -> float:
        """What Total Defense keeps from somebody, of what those could do who still may."""
        foes = self.view.foes(me.body.side)
        return self._kept(me, [it for it in foes if it.id != but and it.body.sheet.main and not it.body.sheet.done])

    def _guard_ahead(self, me: UnitStats) -> float:
        """The same as the round ends, of what those could do whose turns come before its own."""
        side = me.body.side
        foes = [it for it in self.view.foes(side) if acts_before(self.view.board, it.body.side, side)]
        return self._kept(me, foes)

    def _kept(self, me: UnitStats, foes: Iterable[UnitStats]) -> float:
        """What Total Defense keeps from somebody of what some foes could do: half of those near aim at it."""
        view, spot = self.view, self.view.spot(me)
        near = [it for it in foes if view.strikes(it.id).reaches & spot]
        return 0.5 * view.spared(me, spot, near, guarded=True)

    def _defend(self, me: UnitStats, acting: UnitStats, saved: float) -> ExpectedOutcome:
        """Total Defense turns what is dealt now, and makes the blows that follow less likely to hit."""
        return ExpectedOutcome(self._turn(me), {"saved": saved + self._guard(me, acting.id)})

    def _snap(self, me: UnitStats, it: UnitStats, harm: ExpectedDamage, target: UnitStats | None) -> ExpectedOutcome:
        """A blow at -4 now, for the Main Action; worth most where it stops what its target does to a friend."""
        features = {"guard lost": self._guard(me)}
        if target is not None and target.body.side == me.body.side:
            features["saved"] = self._saved(target, self._landing(it, target)) * harm.fell
        return ExpectedOutcome((harm.effect(it.id), *self._turn(me)), features)

    # -- what follows a turn's acts

    def _routine(self) -> Iterator[tuple[str, ExpectedOutcome]]:
        """Of several in reach, whom the next of a creature's blows does most to."""
        for option in self.question.options.singles:
            it = self.view.stats.get(option.value)
            if it is None or self.me is None:
                continue
            harm = self._strike(self.me, it, option.key.removeprefix(f"strike {it.id} "))
            if harm is not None:
                yield option.key, ExpectedOutcome((harm.effect(it.id),))

    def _help(self) -> dict[str, ExpectedOutcome]:
        """Help with first aid, unless somebody is there to be struck with the Main Action instead."""
        board = self.view.board
        me, patient, healer = (board.now(who) for who in (self.question.who or NOBODY, *self.question.about))
        alone, helped = (checked(CHECK - aid_check(board, healer, patient, helpers).total) for helpers in (0, 1))
        busy = any(next(attacks(board, me, it.body, wielded(board, me)), None) for it in self.view.foes(me.side))
        return {
            "yes": ExpectedOutcome((Effect(me.id, turns=1.0),) if busy else (), {"aid": helped - alone}),
            "no": NOTHING,
        }

    def _shove(self) -> dict[str, ExpectedOutcome]:
        """Down, or over an edge or into peril if there is one."""
        it = self.view.stats[self.question.about[0]]
        found = {option.key: ExpectedOutcome((Effect(it.id, bound=DOWN),)) for option in self.question.options.singles}
        for family in self.question.options.families:
            for place in map(as_cell, family.places):
                fall = self.view.fall(it, place)
                if fall.hit:
                    found[family.key(place)] = ExpectedOutcome((fall.effect(it.id, bound=1 - fall.fell),))
        return found

    def _swarm(self) -> dict[str, ExpectedOutcome]:
        """Strike with the best of the band, unless more friends are about to join."""
        found: dict[str, ExpectedOutcome] = {}
        best = Effect(NOBODY)
        for option in self.question.options.singles:
            blow = option.value
            if not isinstance(blow, Blow):
                found[option.key] = NOTHING
                continue
            who, it = self.view.stats.get(blow.who), self.view.stats.get(blow.target)
            if who is None or it is None:
                continue
            lent = 0.0
            able = sorted(forgone(self.view, c, it) for c in later_attackers(self.view, who.body.side, it))
            for more, own in enumerate([0.0, *able[: max(0, SWARM_HELPERS - blow.others)]]):
                lent += own
                harm = self._strike(who, it, blow.weapon, blow.mode, others=blow.others + more)
                if harm is None:
                    break
                if not more:
                    found[option.key] = ExpectedOutcome((harm.effect(it.id),))
                    continue
                kept = WAITING * (1 - lent / harm.cost) if harm.cost else 0.0
                best = max(best, Effect(it.id, kept * harm.fell, kept * harm.hurt), key=lambda each: each.cost)
        if "wait" in found:
            found["wait"] = ExpectedOutcome((best,)) if best.cost else NOTHING
        return found
