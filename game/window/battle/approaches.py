"""Ways to go to a foe and strike, each as one option with what it takes and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

from game.play.threat import covered
from game.play.workers import given_up
from game.rules.events import Id
from game.rules.match import AnyMatch
from game.rules.odds import ANSWERED_LEAVES, SHOWN_LEAVES, SHOWN_SAMPLES, plain_odds, replies, same_ends
from game.rules.option_details import OptionDetails
from game.rules.questions import AnyOption, Choose, Family, Option
from game.rules.ruleset import HasThreats
from game.scene.board_geometry import board_geometry
from game.scene.choosing import Choosing
from game.scene.scene import Scene, Token
from game.spatial.places import Place
from game.window.battle.forecast import Chance, Forecast, walked, weigh

MOST = 3
"""Ways that are offered."""

TRIED = 80
"""Places from which it is tried, those nearest to whom it is aimed at."""

EACH = 6
"""Attacks of each place that are looked at."""


_RankedApproach = tuple[tuple[bool, Fraction, int], Place, AnyOption, Chance]
"""Whether nobody may strike on the way, what the attack at its end is worth, how near that is; place, attack, odds."""


@dataclass(frozen=True, slots=True)
class Approach:
    """A way to somebody with an attack at its end."""

    option: AnyOption
    """Both as one: its key is no answer, its path is the way's, its chances the attack's."""
    walk: str
    """The answer that goes there."""
    strike: str
    """The answer to the next question that strikes."""
    deed: str
    """What is done at its end, in the middle of a sentence."""
    chance: Chance


class Approaches:
    """Ways to foes that whoever is asked to act is not hand to hand with, worked out when looked at."""

    def __init__(self, choosing: Choosing, forecast: Forecast) -> None:
        self._choosing = choosing
        self._forecast = forecast

    def possible(self, token: Token | None) -> bool:
        """Whether somebody is a foe that is attacked from afar, if at all, from here, while no verb has been picked.

        What else is aimed at it, such as words or a throw, does not say that going there and striking is not meant.
        """
        choosing = self._choosing
        if token is None or choosing.walking is None or choosing.verb is not None or not token.standing.up:
            return False
        if token.side == choosing.question.seat:
            return False
        scene, who = choosing.scene, choosing.question.who
        acting = scene.tokens.get(who) if who is not None else None
        return not self.attacks_on(token) or (acting is not None and not _adjacent(scene, acting, token))

    def attacks_on(self, token: Token) -> list[AnyOption]:
        """The attacks on somebody from where whoever is asked to act stands."""
        return [option for option in self._choosing.targets().get(token.id, ()) if self._choosing.attacks(option)]

    def to(self, token: Token, *, chosen: bool = False) -> tuple[Approach, ...] | None:
        """The best ways to somebody that come to more than any attack from here; None as long as they aren't known.

        ``chosen``: ways to others, who were only pointed at, need not be known any more.
        """
        moves, deeds = self._choosing.walking, self._choosing.deeds
        if moves is None or not self.possible(token):
            return ()

        def price(verb: str) -> str:
            return deeds[verb].cost if verb in deeds else ""

        nothing: tuple[Approach, ...] = ()
        here = tuple(option.key for option in self.attacks_on(token))
        work = partial(find_approaches, moves=moves, foe=token.id, price=price, here=here)
        found = self._forecast.work_out(f"approach {token.id}", work, nothing, alone=chosen)
        for way in found or ():
            self._forecast.tell(way.option, way.chance)
        return found


def _adjacent(scene: Scene, a: Token, b: Token) -> bool:
    """Whether two are in one place, where places are shared, else on cells that touch each other."""
    if scene.where.alone(b.place) is None:
        return a.place == b.place
    (x, y), (to_x, to_y) = a.middle, b.middle
    return max(abs(x - to_x), abs(y - to_y)) < (a.extent + b.extent) / 2 + 1


def find_approaches(
    match: AnyMatch, moves: Family[Any], foe: Id, price: Callable[[str], str], here: Sequence[str] = ()
) -> tuple[Approach, ...]:
    """The best way for each attack that reaches somebody after a move, the best attack first.

    What is lost on average counts, with all there is for the chance that it falls, less what is lost on the way; for
    each attack a way on which nobody may strike goes before any other; then the shorter way. Of attacks that come to
    the same there is one. ``price``: what a verb costs, in the book's terms; ``here``: the answers that attack it
    without a move, which a way has to be better than.
    """
    asked = match.pending
    if not isinstance(asked, Choose) or asked.who is None:
        return ()
    asked_who, found = asked.who, dict[str, _RankedApproach]()
    known: dict[tuple[object, ...], Chance | None] = {}
    full = match.ruleset.standing(match.board, foe).full
    for place in _nearest(match, moves, asked.who, foe):
        there = walked(match, moves.key(place))
        if there is None or not isinstance(there.pending, Choose):
            continue
        strikes = [option for option in there.pending.options.singles if option.target == foe]
        strikes = [option for option in strikes if option.key not in here][:EACH]
        if not strikes:
            continue
        way = moves.make(moves.key(place), place).about
        for strike in strikes:
            if given_up():
                return ()
            about = strike.about
            alike = strike.key, about.tally, about.told
            if alike not in known:  # who is told the same of an attack has the same chance
                known[alike] = weigh(there, strike.key)
            chance = known[alike]
            if chance is None or not chance.hit(asked.who, foe):
                continue
            worth = _worth(chance, foe, full)
            merit = not way.dangers, worth, -len(way.path)
            if strike.key not in found or merit > found[strike.key][0]:
                found[strike.key] = merit, place, strike, chance

    def rank(each: _RankedApproach) -> tuple[Fraction, bool, int]:
        (safe, worth, near), place, *_ = each
        return worth - (Fraction(0) if safe else lost_on_way(match, moves.key(place), asked_who)), safe, near

    best = sorted(found.values(), key=rank, reverse=True)
    chances = [chance for key in here[:EACH] if (chance := weigh(match, key)) is not None]
    least = max((_worth(chance, foe, full) for chance in chances), default=None)
    if least is not None:
        best = [each for each in best if rank(each)[0] > least]
    best = _without_duplicates(match, moves, best)[:MOST]
    return tuple(_move_and_attack(moves, place, strike, chance, price) for _, place, strike, chance in best)


def _worth(chance: Chance, foe: Id, full: int) -> Fraction:
    """What an attack comes to: what the foe loses on average, with all it has for the chance that it falls."""
    return Fraction(chance.loss(foe)) + chance.down(foe) * full


def lost_on_way(match: AnyMatch, walk: str, who: Id) -> Fraction:
    """What somebody loses on a way on average by the reaction that costs most, with all it has where it falls."""
    plain = plain_odds(match, walk, leaves=SHOWN_LEAVES, samples=SHOWN_SAMPLES)
    full = match.ruleset.standing(match.board, who).full
    drawn = replies(match, plain, leaves=ANSWERED_LEAVES, samples=SHOWN_SAMPLES)
    return max(
        found.mean_harm(who) + found.down(who) * full for found in (plain.odds, *(reply.odds for reply in drawn))
    )


def _without_duplicates(match: AnyMatch, moves: Family[Any], best: list[_RankedApproach]) -> list[_RankedApproach]:
    """Without attacks that come to the same, from the same place, as one before them."""
    kept: list[_RankedApproach] = []
    for each in best:
        _, place, strike, _ = each
        like = [one.key for _, at, one, _ in kept if (at, one.verb, one.price) == (place, strike.verb, strike.price)]
        there = walked(match, moves.key(place)) if like else None
        if there is None or not any(same_ends(there, key, strike.key) for key in like):
            kept.append(each)
    return kept


def _nearest(match: AnyMatch, moves: Family[Any], who: Id, foe: Id) -> list[Place]:
    """The places that a move leads to, from which somebody could attack, the nearest to whom it would attack first."""
    where = board_geometry(match.ruleset.places, match.ground)
    places = list(moves.places)
    if isinstance(match.ruleset, HasThreats):
        threat = match.ruleset.threat(match.board, who)
        size = match.ruleset.standing(match.board, foe).size
        if not covered(match.ruleset, match.board.now(foe).at, size) & threat.hits:
            return []
        places = [place for place in places if place in threat.goes]
    to_x, to_y = where.middle(match.board.now(foe).at)

    def far(place: Place) -> float:
        x, y = where.middle(place)
        return (x - to_x) ** 2 + (y - to_y) ** 2

    return sorted(places, key=far)[:TRIED]


def _move_and_attack(
    moves: Family[Any], place: Place, strike: AnyOption, chance: Chance, price: Callable[[str], str]
) -> Approach:
    """A move and an attack from its end as one option, with the chances of the attack from there."""
    walk = moves.make(moves.key(place), place)
    deed = f"{strike.label[:1].lower()}{strike.label[1:]}"
    way = walk.about
    costs = [way.spends.what] if way.spends is not None else []
    costs += [price(strike.verb)] if price(strike.verb) else []

    def look() -> OptionDetails:
        about = strike.about
        return replace(about, path=way.path, brief=way.brief, dangers=(*way.dangers, *about.dangers), spends=way.spends)

    option: AnyOption = Option(
        f"{walk.key} then {strike.key}",
        None,
        f"Go there, then {deed}",
        target=strike.target,
        look=look,
        verb=strike.verb,
        price=" + ".join(costs),
    )
    return Approach(option, walk.key, strike.key, deed, chance)
