"""Novice: Instinct that makes a beginner's mistakes; by a hash of the moment and never by dice.

It knows what Instinct knows and weighs it by the same table. What it overlooks stays overlooked until another round
begins or a foe moves: a hash decides, of the round, of where its foes stand, of whom it is about and of what there is
to overlook. So saves, undo, replays and forks find the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import shake_128

from game.ai.chooser import Instinct
from game.ai.planner import Planner
from game.ai.scoring import Candidate, ConsideredOptions, FeatureWeights
from game.ai.turns import squared_distance
from game.rules.match import AnyMatch
from game.rules.planning_model import Act, Mask, Member, PlanningModel
from game.rules.questions import Choose, Seat
from game.rules.weights import Temperament

DANGER = 7 / 16
"""The share of places, in sixteenths, of which it does not see what foes may do to somebody there or on the way."""

TARGET = 1 / 3
"""The share of foes whom it does not think of attacking; the nearest it always sees."""

REACTION = 3 / 16
"""The share of reactions that it forgets."""

HESITATION = 1 / 8
"""The share of turns on which somebody hangs back, while others go on: so its people come one by one."""

FIXATION = 1 / 8
"""The share of turns on which somebody has but one kind of attack in mind, such as to trip a foe, or only to shoot."""

HEEDLESS: FeatureWeights = {"support": 0.0, "apart": 0.0}
"""How many times as much weights count: it never minds where its friends are."""

HESITANT: FeatureWeights = {**HEEDLESS, "exposed": 2.0, "late": 2.0, "far": 0.3}
"""The same for who hangs back: of danger that it sees it is afraid, and in no hurry to get to a foe."""


class Novice(Instinct):
    """An opponent that plays fair and makes a beginner's mistakes."""

    def __init__(self, seat: Seat, temperament: Temperament | None = None) -> None:
        super().__init__(seat, temperament=temperament)
        self._mistakes: tuple[str, ...] = ()
        """Those of the last answer."""

    @property
    def reason(self) -> str:
        """Features in favour of the answer, and its mistakes."""
        mistakes = f"mistakes: {', '.join(self._mistakes)}" if self._mistakes else ""
        return "\n".join(filter(None, (super().reason, mistakes)))

    @property
    def considered(self) -> ConsideredOptions:
        """Options weighed for the last answer, and by which mistakes."""
        return super().considered._replace(mistakes=self._mistakes)

    def fresh(self) -> Instinct:
        """Another of its kind, without orders and memories."""
        return Novice(self.seat, self.temperament)

    def _weigh(
        self, match: AnyMatch, question: Choose[object], model: PlanningModel
    ) -> tuple[list[Candidate], FeatureWeights]:
        """The candidates that it thinks of, with what it weighs them by; none for a reaction that it forgets."""
        attention = WanderingAttention(match.ruleset.round_of(match.state), model)
        declined = question.kind == "react" and question.idle and question.idle == question.declines
        if declined and attention.lapses(REACTION, "reaction", question.who):
            self._mistakes = ("reaction",)
            return [], {}
        who = model.turn_of(question)
        hangs_back = who is not None and attention.lapses(HESITATION, "hesitation", who)
        planner = Planner(
            model, self._read(HESITANT if hangs_back else HEEDLESS), self._glances, attention, self._walked
        )
        found = planner.candidates(question)
        made = {"hesitation": hangs_back, "target": attention.ignored, "fixation": attention.fixed}
        self._mistakes = tuple(mistake for mistake, true in made.items() if true)
        return found, planner.weighed_by(question)


class WanderingAttention:
    """Attention of a beginner in one moment of a battle."""

    def __init__(self, now: int, model: PlanningModel) -> None:
        """``now``: the round."""
        foes = [(it.id, it.spot) for it in model.members().values() if it.side != model.side]
        self._moment = f"{now} {foes}"
        self.ignored = False
        """Whether there was somebody to attack who was not thought of."""
        self.fixed = False
        """Whether there was a kind of attack that was not thought of."""

    def _bits(self, count: int, of: object) -> int:
        """So many bits that look drawn by lot; the first of them are the same, however many there are."""
        return int.from_bytes(shake_128(f"{self._moment} {of}".encode()).digest(-(-count // 8)), "little")

    def lapses(self, share: float, *of: str | None) -> bool:
        """Whether something is not thought of that is forgotten in about a share of moments."""
        return self._bits(32, of) < share * 2**32

    def acts(self, model: PlanningModel, me: Member, acts: Sequence[Act]) -> list[Act]:
        """Acts upon nobody, and upon foes whom it thinks of in ways that it thinks of.

        It thinks of the nearest who could be attacked in such a way, and of one way at least.
        """
        members = model.members()
        foes = {it.id for it in members.values() if it.side != me.side}
        concerned = [{effect.who for out in act.outs for effect in out.effects} & foes for act in acts]
        kinds = [act.key.split()[0] if whom else "" for act, whom in zip(acts, concerned, strict=True)]
        known = self._kinds(me, dict.fromkeys(filter(None, kinds)))
        concerned = [whom if kind in known else set() for kind, whom in zip(kinds, concerned, strict=True)]
        attackable, here = {who for whom in concerned for who in whom}, model.middle(me.id, me.spot)
        far = {it: squared_distance(here, model.middle(it, members[it].spot)) for it in members if it in attackable}
        nearest = min(far.values(), default=0.0)
        seen = {it for it in far if far[it] <= nearest or not self.lapses(TARGET, "target", me.id, it)}
        self.ignored = self.ignored or len(seen) < len(far)
        return [act for act, kind, whom in zip(acts, kinds, concerned, strict=True) if not kind or (whom & seen)]

    def _kinds(self, me: Member, kinds: Iterable[str]) -> list[str]:
        """Of some kinds of attacks, by the verbs of their options, those that somebody thinks of."""
        found = list(kinds)
        if len(found) < 2 or not self.lapses(FIXATION, "fixation", me.id):
            return found
        self.fixed = True
        return [min(found, key=lambda kind: self._bits(32, ("kind", me.id, kind)))]

    def careless(self, me: Member, ground: Mask) -> Mask:
        """Of some places those whose danger it does not see."""
        found, sixteenths = 0, round(DANGER * 16)
        for digit in range(4):  # each halves the share, and adds a half for a 1
            bits = self._bits(ground.bit_length(), ("danger", me.id, digit))
            found = found | bits if sixteenths >> digit & 1 else found & bits
        return found & ground
