"""Plain speech: where somebody is, how likely something is, what an option means, without a picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from game.ai.belief import known_match
from game.files.lessons import Aim
from game.play.place_names import place_names
from game.rules.events import Id
from game.rules.match import AnyMatch, Asked
from game.rules.odds import Odds, odds
from game.rules.option_details import Landing
from game.rules.questions import REFEREE, Choose, Impossible, Option, Seat
from game.rules.ruleset import AnyRuleset
from game.rules.setup import Objective, Setup
from game.rules.standing import Standing, called
from game.rules.state import Combatant
from game.rules.table import AnyBoard
from game.scene.board_geometry import Spot
from game.spatial.places import Place

LISTED_LEAVES = 800
"""Plays weighed for a chance in a list; ``odds`` weighs more."""

LISTED_SAMPLES = 100
"""Plays drawn for a chance in a list where the tree is larger than that."""


def wind(start: Spot, end: Spot) -> str:
    """The one of eight winds in which ``end`` lies from ``start``; north is up. Empty for the same spot."""
    east, south = end[0] - start[0], end[1] - start[1]
    # 12/29 is the tangent of 22.5 degrees, as near as any map needs
    upright = "" if 29 * abs(south) < 12 * abs(east) or not south else "south" if south > 0 else "north"
    sideways = "" if 29 * abs(east) < 12 * abs(south) or not east else "east" if east > 0 else "west"
    return "-".join(part for part in (upright, sideways) if part)


def side_title(setup: Setup, name: str) -> str:
    """What a side, or the referee, is called."""
    side = next((side for side in setup.sides if side.name == name), None)
    return side.called if side is not None else name[:1].upper() + name[1:]


def in_sentence(title: str) -> str:
    """What a side is called, in the middle of a sentence: "the robbers"."""
    return f"the {title.removeprefix('The ')}" if title.startswith("The ") else title


def _cells_of(aim: Objective) -> str:
    return ", ".join(f"{x},{y}" for x, y in aim.cells)


def tell_goal(setup: Setup, ground: Callable[[Objective], str] = _cells_of) -> Iterator[str]:
    """What wins for each side, besides being the last that fights; nothing where that is all.

    ``ground`` words the cells of an objective: by their numbers, if nothing else is said.
    """
    for aim in setup.objectives:
        if aim.goal != "eliminate":
            ways = ", then ".join(_way_to_win(link, ground(link)) for link in aim.chain)
            yield f"{side_title(setup, aim.side)}: win {ways}."


def tell_aim(setup: Setup, side: str, ground: Callable[[Objective], str] = _cells_of) -> str:
    """What one side is after: "wins by lasting 4 full rounds". Whoever has no aim of its own is against the others'."""
    aim = setup.objective(side)
    if aim.goal != "eliminate":
        return "wins " + ", then ".join(_way_to_win(link, ground(link)) for link in aim.chain)
    against = any(each.goal != "eliminate" for each in setup.objectives)
    return f"wins {_way_to_win(aim, '')}{', or by keeping the others from their aim' if against else ''}"


def _way_to_win(aim: Objective, cells: str) -> str:
    some = aim.who or ("one of them" if aim.count == 1 else f"{aim.count} of them")
    rounds = "1 full round" if aim.rounds == 1 else f"{aim.rounds} full rounds"
    ground = f"{aim.what} ({cells})" if aim.what else cells
    match aim.goal:
        case "hold":
            return f"by holding {ground} for {rounds}"
        case "escape" if not aim.cells:
            return f"by getting {some} away"
        case "escape":
            return f"by getting {some} away over {ground}"
        case "protect" if not aim.rounds:
            return f"by being the last side that fights, with {aim.who} up"
        case "protect":
            return f"by keeping {aim.who} up for {rounds}"
        case "survive":
            return f"by lasting {rounds}"
        case "fell":
            return f"by felling {aim.who}"
        case "task":
            times = {1: "once", 2: "twice"}.get(aim.count, f"{aim.count} times")
            return f"by working at {ground} {times}"
        case "eliminate":
            return "by being the last side that fights"


def percent(chance: Fraction) -> str:
    """A probability as a player reads it; never 0 % or 100 % for what is not sure."""
    return _points(chance, round(chance * 100))


def percents(parts: Sequence[Fraction], error: float = 0.0) -> list[str]:
    """Probabilities that are told beside their sum, in whole points that add up to those of the sum.

    Each is rounded down; the points that are left go to the largest remainders, the first of equal ones.
    """
    points = [int(part * 100) for part in parts]
    left = round(sum(parts, Fraction(0)) * 100) - sum(points)
    for at in sorted(range(len(parts)), key=lambda at: parts[at] * 100 - points[at], reverse=True)[:left]:
        points[at] += 1
    told = [_points(part, whole) for part, whole in zip(parts, points, strict=True)]
    return [f"{each} {give_or_take(error)}" if error else each for each in told]


def _points(chance: Fraction, whole: int) -> str:
    if not whole and chance:
        return "under 1 %"
    return "over 99 %" if whole == 100 and chance < 1 else f"{whole} %"


def percent_within(chance: Fraction, error: float) -> str:
    """A probability that may be off by so much, with that in points: "52 % ± 4"; without where it is exact."""
    return f"{percent(chance)} {give_or_take(error)}" if error else percent(chance)


def give_or_take(error: float) -> str:
    """By how many points chances may be off: "± 4"."""
    return f"± {max(1, round(100 * error))}"


def spelled(standing: Standing, who: Id) -> str:
    """The name, with the id to type where it is another."""
    name = called(standing)
    return name if name == who else f"{name} [{who}]"


def name_of(match: AnyMatch, who: Id) -> str:
    """What a combatant of a battle is called."""
    return called(match.ruleset.standing(match.board, who))


def whereabouts(ruleset: AnyRuleset, board: AnyBoard, who: Id, to: Id | Place) -> str:
    """Distance and direction from a combatant: "30 ft north-east"; on zones with the name of the place."""
    start = board.now(who).at
    end = board.now(to).at if isinstance(to, str) else to
    if start == end:
        return "here"
    way = _way_to(ruleset, board, who, to)
    return place_names(ruleset, board).tell_course(way, end)


def _way_to(ruleset: AnyRuleset, board: AnyBoard, who: Id, to: Id | Place) -> str:
    start, where = board.now(who).at, place_names(ruleset, board).where
    end = board.now(to).at if isinstance(to, str) else to
    return f"{ruleset.tell_distance(board, who, to)} {wind(where.middle(start), where.middle(end))}".strip()


def known_to(match: AnyMatch, seat: Seat) -> AnyMatch | None:
    """The battle to weigh odds on: as the seat may know it, so that chances give nobody away.

    None where the question makes no sense without those that the seat does not know of.
    """
    return match if seat == REFEREE else known_match(match, seat)


def weighed(known: AnyMatch, key: str) -> Odds | None:
    """Odds for a list, quickly; None for an option that is there only because of somebody the seat does not know of."""
    try:
        return odds(known, key, leaves=LISTED_LEAVES, samples=LISTED_SAMPLES)
    except Impossible:
        return None


def chance_in(known: AnyMatch, option: Option[object], who: Id | None) -> str:
    """What somebody's deed does to whom it is aimed at, for a list: "65 %, loses 2.3, is put down 40 %, stunned 60 %".

    Empty if that is nothing.
    """
    found, target = weighed(known, option.key), option.target
    if target is None and option.place is None:  # what somebody does by itself, such as to tear itself loose
        target = who
    if found is None or who is None or target is None:
        return ""
    mean, down = float(found.mean_harm(target)), found.down(target)
    told = []
    if (who, target) in found.attacks():
        told.append(percent_within(found.hits(who, target), found.error))
    if round(mean, 1) > 0:
        told.append(f"loses {mean:.1f}")
    if down:
        sure = down == 1 and not found.sampled
        told.append("is put down for sure" if sure else f"is put down {percent_within(down, found.error)}")
    notes = ((note.said, share) for note, share in found.noted().items() if note.who == target)
    told += [f"{said} {percent_within(share, found.error)}" for said, share in notes]
    return ", ".join(told)


def threatened(known: AnyMatch, question: Choose[Any]) -> tuple[Id, ...]:
    """Whom of the side that is asked to react it will hurt if nobody does anything."""
    found = weighed(known, question.declines) if question.kind == "react" and question.declines else None
    if found is None:
        return ()
    sides = {who: c.side for who, c in known.state.combatants.items()}
    hurt = (*(target for _, target in found.attacks()), *found.undone())
    return tuple(dict.fromkeys(who for who in hurt if sides.get(who) == question.seat))


def reply_in(known: AnyMatch, option: Option[object], who: Id | None, spared: tuple[Id, ...]) -> str:
    """What becomes of an answer, for a list: how likely the same people (``spared``) are hit whatever is answered, what
    they lose on average, who is hit in their stead, and how likely the answer's own blow hits.
    """
    found = weighed(known, option.key)
    if found is None:
        return ""
    struck = tuple(target for attacker, target in found.attacks() if attacker != who)
    told = []
    for one in dict.fromkeys((*spared, *struck)):
        hit = f" is hit {percent_within(found.struck(one), found.error)}," if one in struck else ""
        down = f", is put down {percent_within(found.down(one), found.error)}" if found.down(one) else ""
        loss = f"{float(found.mean_harm(one)):.1f}" if hit or found.mean_harm(one) else "nothing"
        told.append(f"{name_of(known, one)}{hit} loses {loss}{down}")
    for attacker, target in found.attacks():
        if attacker == who:
            share = percent_within(found.hits(attacker, target), found.error)
            told.append(f"hits {name_of(known, target)} {share}")
    return "; ".join(told)


def describe(
    match: AnyMatch,
    option: Option[object],
    who: Id | None,
    known: AnyMatch | None = None,
    spared: tuple[Id, ...] | None = None,
) -> str:
    """An option in plain speech: "Attack orc 2 with a spear: 30 ft north-east, half cover, 65 %".

    Chances are weighed on ``known``, and left out without it. ``spared``: of an answer, those whom it may spare.
    """
    board = match.board
    parts = []
    aim = option.target if option.target is not None and option.target != who else option.place
    if aim is not None and who is not None:
        # a label that names the place need not hear the name again
        named = not isinstance(aim, str) and place_names(match.ruleset, board).where.name(aim) in option.label
        parts.append((_way_to if named else whereabouts)(match.ruleset, board, who, aim))
    about = option.about
    parts += about.told
    parts += [f"takes {option.price}"] if option.price else []
    parts += tell_landings(match, about.landings[:1])
    strays = [landing for landing in about.landings[1:] if landing.hits]
    if strays:
        parts.append(f"strays: {', '.join(tell_landings(match, strays, short=True))}")
    if known is not None:
        said = chance_in(known, option, who) if spared is None else reply_in(known, option, who, spared)
        parts += [said] if said else []
    return f"{option.label}: {', '.join(parts)}" if parts else option.label


def tell_landings(match: AnyMatch, landings: Iterable[Landing], *, short: bool = False) -> list[str]:
    """Where something thrown may come down: "50 % Market (B) (on target): hits Orc", or ``short`` "50 % hits Orc"."""
    places = place_names(match.ruleset, match.board)
    told = []
    for landing in landings:
        names = ", ".join(name_of(match, who) for who in landing.hits) or "nobody"
        why = f" ({landing.note})" if landing.note else ""
        if short:
            told.append(f"{percent(landing.share)} hits {names}")
            continue
        told.append(f"{percent(landing.share)} {places.told(landing.place)}{why}: hits {names}")
    return told


def tell_odds(match: AnyMatch, found: Odds) -> Iterable[str]:
    """Odds in full: hit, what is lost, who may be put down, and how they were found."""

    def told(chance: Fraction) -> str:
        return percent_within(chance, found.error)

    for attacker, target in found.attacks():
        yield f"{name_of(match, attacker)} hits {name_of(match, target)}: {told(found.hits(attacker, target))}"
    for who in found.touched():
        spread = found.harm(who)
        told_apart = ", ".join(
            f"{lost}: {each}" for lost, each in zip(spread, percents([*spread.values()]), strict=True)
        )
        mean = float(found.mean_harm(who))
        yield f"{name_of(match, who)} loses {mean:.1f} {match.ruleset.harm_word} on average ({told_apart})"
    for who in dict.fromkeys(who for outcome, _ in found.chances for who in outcome.down):
        ways = found.falls(who)
        shares = percents([*ways.values()], found.error) if any(ways) else []
        parts = ", ".join(f"{said or 'otherwise'} {share}" for said, share in zip(ways, shares, strict=bool(shares)))
        yield f"{name_of(match, who)} is put down: {told(found.down(who))}{f' ({parts})' if parts else ''}"
    for note, chance in found.noted().items():
        if found.falls(note.who).get(note.said) != chance:
            yield f"{name_of(match, note.who)} {note.said}: {told(chance)}"
    falls = any(outcome.down for outcome, _ in found.chances)
    if found.faces > 1 and not (falls or found.attacks() or found.touched() or found.noted()):
        yield "Nobody is hit, hurt or put down by it."
    if found.sampled:
        yield f"From {found.faces} plays, some of them drawn by lot: {give_or_take(found.error)} points."
    elif found.faces == 1:
        yield "No dice are in it."
    else:
        yield f"Exact: every one of {found.faces} ways it can go was weighed."


ROUNDS = 2
"""Rounds after which a turn that never came has come: nobody of the side is left to have one."""

AnyBody = Combatant[Any, Any]


class AimWatch:
    """An aim of one side, and the moment from which on it counts."""

    def __init__(self, start: AnyMatch, side: str, aim: Aim) -> None:
        self.side, self.aim = side, aim
        self._round = start.ruleset.round_of(start.state)
        self._own = [who for who, each in start.state.combatants.items() if each.side == side]
        self._looked: dict[Id, tuple[AnyBody, bool, int]] = {}
        """Of those looked at last, whether they are up and what they could still lose: most are looked at often."""
        self._spare = {who: self._health(start, who) for who in self._own}

    def others_turn(self, asked: Asked | None) -> bool:
        """Whether a question is put to another side on its turn."""
        return _is_turn(asked) and asked is not None and asked.seat not in (self.side, REFEREE)

    def own_turn(self, asked: Asked | None) -> bool:
        """Whether it asks who of the side acts, or what one of it does on its turn."""
        return _is_turn(asked) and asked is not None and asked.seat == self.side

    def decided(self, match: AnyMatch, *, acted: bool) -> bool | None:
        """Whether it is met as the battle stands, or can no longer be; None as long as that is open.

        ``acted``: whether another side has had a turn since the moment.
        """
        now, asked, over = match.ruleset.round_of(match.state), match.pending, match.over
        if self.aim.kind == "fell":
            if not self._up(match, Id(self.aim.who)):
                return True
            return False if over or acted or self.others_turn(asked) or now != self._round else None
        if self.aim.kind == "save" and not self._up(match, Id(self.aim.who)):
            return False
        if self.aim.kind == "unhurt" and any(self._health(match, who) < self._spare[who] for who in self._own):
            return False
        return True if over or (acted and self.own_turn(asked)) or now >= self._round + ROUNDS else None

    def _up(self, match: AnyMatch, who: Id) -> bool:
        return self._look(match, who)[0]

    def _health(self, match: AnyMatch, who: Id) -> int:
        """What somebody could still lose of all its bars; nothing if it is out of the fight, or gone."""
        return self._look(match, who)[1]

    def _look(self, match: AnyMatch, who: Id) -> tuple[bool, int]:
        body = match.state.combatants.get(who)
        if body is None:
            return False, 0
        known = self._looked.get(who)
        if known is None or known[0] is not body:
            standing = match.ruleset.standing(match.board, who)
            known = self._looked[who] = body, standing.up, standing.health if standing.up else 0
        return known[1:]


def _is_turn(asked: Asked | None) -> bool:
    return isinstance(asked, Choose) and asked.kind in ("pick", "act")
