"""What the pointer or the board's cursor rests on, and what choosing it would mean: gathered here, drawn here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import pygame

from game.play.speech import percent, percents
from game.rules.events import Id
from game.rules.ledger import Ledger
from game.rules.option_details import OptionDetails
from game.rules.questions import AnyOption
from game.rules.standing import Bar, called
from game.scene.board_geometry import Pointed, Spot
from game.scene.choosing import Choosing
from game.scene.scene import Scene, Token
from game.spatial.field import UNIT, Cell, Field
from game.spatial.sight import Sight
from game.view.board import overlays
from game.view.board.camera import Camera
from game.view.panels.cards import Fact, cite
from game.view.widgets.overlay_layout import FreeRoom
from game.view.widgets.theme import BAD_WORD, FAINT, GOOD_WORD, REACH, TEXT, TITLE, WARN, WHITE, Pixel, Typography
from game.window.battle.answer_outcomes import by_worth
from game.window.battle.folding import members
from game.window.battle.forecast import Answered, Chance, Forecast

WORDS: dict[overlays.SightLineStyle, str] = {
    "clear": "in full sight",
    "half": "partly hidden",
    "full": "seen, all corners hidden",
    "blocked": "no line of sight",
}
"""How a body is seen, where no rule has said it in its own words."""


@dataclass(frozen=True)
class Preview:
    """One option under the pointer."""

    option: AnyOption
    about: OptionDetails
    more: int
    """How many other options the same click could mean."""


class Previews:
    """Looks options up once per question."""

    def __init__(self, choosing: Choosing, forecast: Forecast) -> None:
        self.choosing = choosing
        self.forecast = forecast
        self._abouts: dict[str, OptionDetails] = {}
        self._last: tuple[object, list[AnyOption]] = (None, [])

    def about(self, option: AnyOption) -> OptionDetails:
        """Path, tally and notes of an option."""
        found = self._abouts.get(option.key)
        if found is None:
            found = self._abouts[option.key] = option.about
        return found

    def meant(self, aim: Pointed) -> list[AnyOption]:
        """What a click could mean, as far as that is more than one thing."""
        key = (aim, self.choosing.verb)
        if self._last[0] != key:
            self._last = key, self.forecast.distinct(self.choosing.at(aim))
        return self._last[1]

    def at(self, aim: Pointed) -> Preview | None:
        """What the best comes to that a click could mean, as its list puts them; the first as long as odds are out."""
        options = self.meant(aim)
        best = self.best(options) if options else None
        return Preview(best, self.about(best), len(options) - 1) if best is not None else None

    def best(self, options: Sequence[AnyOption]) -> AnyOption:
        """The first of some options; of those aimed at a foe the plain attack that does the most to it, once their odds
        are known, or else what does the most.
        """
        if len(options) == 1 or self.choosing.question.kind != "act" or not self._foe(options[0].target):
            return options[0]
        options = [option for option in options if self.plain(option)] or options
        order = by_worth(options, lambda option: self.forecast.in_turn(option, options), self._bars)
        return options[order[0]] if order is not None else options[0]

    def plain(self, option: AnyOption) -> bool:
        """Whether an option attacks from where one stands, by any of the ways that a row stands for."""
        return self.choosing.attacks(option) and not any(self.about(way).path for way in members(option))

    def _foe(self, who: Id | None) -> bool:
        """Whether somebody is a foe on the board."""
        token = self.choosing.scene.tokens.get(who) if who is not None else None
        return token is not None and token.side != self.choosing.question.seat

    def _bars(self, who: Id) -> Sequence[Bar]:
        """Those of foes."""
        return self.choosing.scene.tokens[who].standing.bars if self._foe(who) else ()

    def of(self, option: AnyOption) -> Preview:
        """A given option, such as one in a list."""
        return Preview(option, self.about(option), 0)


def worth_weighing(kind: str, preview: Preview) -> bool:
    """What is done to somebody, at a place or by oneself, and answers to a blow, by the ``kind`` of question.

    Walks are not: their dangers are told in words.
    """
    option = preview.option
    walks = (option.place is not None and bool(preview.about.path)) or option.ends
    return kind == "react" or option.target is not None or not walks


def kind_of(corners: int) -> overlays.SightLineStyle:
    """The style of a sight line by the corners seen."""
    return "blocked" if corners < 0 else "full" if corners == 0 else "clear" if corners == 8 else "half"


def draw_line_of_sight(
    target: pygame.Surface,
    camera: Camera,
    look: Typography,
    field: Field,
    sight: Sight,
    viewer: Token,
    aim: Token,
    label: str,
    room: FreeRoom,
) -> None:
    """The line that the geometry gives as its proof, with the corners seen and hidden; its label in free ``room``."""
    kind = kind_of(sight.corners_seen)
    start, end = camera.pixel(viewer.middle), camera.pixel(aim.middle)
    stopped = None
    if sight.witness is not None:
        start, end = _ends(camera, sight)
    elif sight.blockers:
        high = (cell for cell in sight.blockers if not 0 < field.at(cell).height < UNIT)  # one looks over a crate
        stopped = _stop(camera, viewer, aim, next(high, sight.blockers[0]))
    if kind != "blocked":
        overlays.draw_corners(target, _corners(camera, sight))
    overlays.draw_sight(target, start, end, kind, look, label or WORDS[kind], stopped, room=room)


def _ends(camera: Camera, sight: Sight) -> tuple[Pixel, Pixel]:
    assert sight.witness is not None
    start, end = sight.witness
    return camera.pixel((start[0] / UNIT, start[1] / UNIT)), camera.pixel((end[0] / UNIT, end[1] / UNIT))


def _corners(camera: Camera, sight: Sight) -> list[tuple[Pixel, bool]]:
    """Feet and top of a corner lie on one spot of the board: full if either is seen, the top a little higher."""
    points = []
    for index, corner in enumerate(sight.corners):
        x, y = camera.pixel((corner.point[0] / UNIT, corner.point[1] / UNIT))
        points.append(((x, y - (7 if index >= 4 else 0)), corner.seen))
    return points


def _stop(camera: Camera, viewer: Token, aim: Token, cell: Cell) -> Pixel:
    """Where the straight line from middle to middle comes nearest to what blocks it."""
    a, b = pygame.Vector2(viewer.middle), pygame.Vector2(aim.middle)
    wall = pygame.Vector2(cell[0] + 0.5, cell[1] + 0.5)
    way = b - a
    share = max(0.05, min(0.95, (wall - a).dot(way) / way.length_squared())) if way.length_squared() else 0.5
    spot = a + way * share
    return camera.pixel((spot.x, spot.y))


def warned_of(about: OptionDetails, scene: Scene, who: Id) -> list[Spot]:
    """Where somebody's way has dangers: the places of it, or else those who are one."""
    places = dict.fromkeys(danger.place for danger in about.dangers if danger.place is not None)
    spots = [scene.way(who, (place,))[-1] for place in places]
    others = [scene.tokens.get(danger.who) for danger in about.dangers if danger.place is None and danger.who]
    return spots + [token.middle for token in others if token is not None]


def tell(
    preview: Preview,
    chance: Chance | None,
    scene: Scene,
    ledger: Ledger,
    *,
    working: bool,
    who: Id | None,
    return_attacks: Mapping[Id, Fraction] | None = None,
    answered: tuple[Answered, ...] = (),
    answering: bool = False,
    whole: bool = False,
    plated: bool = False,
) -> list[Fact]:
    """The lines of the panel about an option of somebody's (``who``).

    ``return_attacks``: foes who could attack then, with their chance to hit, the likeliest first; ``answered``: what
    reactions would make of it, as far as that is known while others are ``answering``. The best of these stands in one
    line beside the plain chance; all of them, every part of a sum and every note if the panel is to tell the ``whole``.
    ``plated``: whether a plate beside the target tells what it comes to for that, and what of its own turn; besides it
    the panel has in brief what is lost or risked by it alone.
    """
    facts: list[Fact] = []
    if chance is not None:
        facts += [Fact("If nobody reacts", tone=FAINT)] * bool(answered and whole)
        facts += headline(chance, scene, who, preview.option.target, plated=plated)
        facts += tell_chance(chance, scene, who, preview.option.target, whole=whole)
        facts += tell_turned(answered, chance, scene, who, preview.option.target)
        facts += tell_answers(answered, scene, who, preview.option.target, whole=whole)
        facts += [Fact("weighing more answers …", tone=FAINT)] * bool(answered and answering)
    elif working:
        facts.append(Fact("weighing the odds …", tone=FAINT))
    about = preview.about
    if whole and about.tally is not None and about.tally.terms:
        facts.append(Fact(about.sum[0], about.summed, TITLE, bold=True))
        for term in about.tally.terms:
            facts.append(Fact(f"{term.label}  ·  {cite(ledger, term.rule)}", f"{term.value:+d}", TEXT, indent=1))
    for foe, back in (return_attacks or {}).items():
        if not plated or foe != preview.option.target:
            facts.append(Fact(f"On its turn {_name(scene, foe)} hits", percent(back), BAD_WORD))
    for landing, share in zip(about.landings, percents([each.share for each in about.landings]), strict=True):
        names = ", ".join(_name(scene, who) for who in landing.hits) or "nobody"
        title = scene.where.title(landing.place)
        if not title:
            said = f"{names}, {landing.note}" if landing.note else names
            facts.append(Fact(said, share, TITLE))
            continue
        facts.append(Fact(title, share, TITLE))
        said = f"{landing.note}; hits {names}" if landing.note else f"hits {names}"
        facts.append(Fact(said, tone=FAINT, indent=1))
    written = about.brief if about.path else ""  # it stands at the end of the way
    told = [note for note in about.told if note != written and (whole or not plated or note in about.warned)]
    facts += [Fact(note, tone=WARN if note in about.warned else TEXT) for note in told]
    if preview.more:
        facts.append(Fact(f"and {preview.more} other way{'s' if preview.more > 1 else ''}", tone=FAINT))
    return facts


def headline(chance: Chance, scene: Scene, who: Id | None, target: Id | None, *, plated: bool = False) -> list[Fact]:
    """What it comes to for whom it is aimed at, in two large lines: to hit and to harm, to fell.

    ``plated``: of what a plate beside the target tells only what that leaves out.
    """
    if target is None:
        return []
    hit, down = chance.hit(who, target), chance.down(target)
    if plated:
        return [Fact("It may fall even on a miss", tone=FAINT)] * bool(hit is not None and down > hit)
    said = [f"{chance.told(hit)} to hit"] if hit is not None else []
    said += [f"{chance.loss(target):.1f} on average"] if chance.harms(target) else []
    facts = [Fact(" · ".join(said), tone=WHITE, large=True)] if said else []
    if down:
        tone = BAD_WORD if of_party(scene, target) else GOOD_WORD
        missed = ", even on a miss" if hit is not None and down > hit else ""
        said_so = f"falls: {chance.told(down)}" if who == target else f"{chance.told(down)} to fell"
        facts.append(Fact(said_so + missed, tone=tone, bold=True))
    return facts


def tell_chance(
    chance: Chance, scene: Scene, who: Id | None, target: Id | None = None, *, whole: bool = True
) -> list[Fact]:
    """Odds in a few lines: whose blows hit whom, who loses what, who falls; one's own likeliest blow comes first.

    What the headline says of a ``target`` is not said again; how harm is spread, and in which ways somebody falls, only
    if the ``whole`` is to be told.
    """
    facts = []
    for attacker, struck, share in sorted(chance.hits, key=lambda hit: (hit[0] != who, -hit[2]))[:5]:
        mine = attacker == who
        if not mine or struck != target:
            whose = "Hits" if mine else f"{_name(scene, attacker)} hits"
            facts.append(
                Fact(f"{whose} {_name(scene, struck)}", chance.told(share), REACH if mine else BAD_WORD, bold=mine)
            )
    for loser, mean, down in chance.harm:
        name = _name(scene, loser)
        if loser != target and (mean or not down):
            facts.append(Fact(f"{name} loses on average", f"{mean:.1f}", TEXT))
        spread = next((spread for id_, spread in chance.spread if id_ == loser), ())
        hurt = [lost for lost, share in spread if lost and share]
        if whole and hurt and min(hurt) < max(hurt):
            whose = f"{name} loses, if anything" if loser == target else "of"
            facts.append(Fact(whose, f"{min(hurt)}–{max(hurt)}", FAINT, indent=int(loser != target)))
        if down and loser != target:
            facts.append(
                Fact(f"{name} is put down", chance.told(down), BAD_WORD if of_party(scene, loser) else GOOD_WORD)
            )
    facts += tell_falls(chance, scene) if whole else []
    parts = {(loser, said, share) for loser, ways in chance.falls for said, share in ways}
    others = [(note, share) for note, share in chance.notes if (note.who, note.said, share) not in parts]
    facts += [Fact(f"{_name(scene, note.who)} {note.said}", chance.told(share), FAINT) for note, share in others[:3]]
    if chance.sampled:
        facts.append(Fact(f"from {chance.faces} tries", tone=FAINT))
    return facts


def tell_falls(chance: Chance, scene: Scene) -> list[Fact]:
    """In which ways those are put out of the fight of whom more is known than that: they add up to its chance."""
    return [
        Fact(f"{_name(scene, loser)} {said or 'falls otherwise'}", told, FAINT, indent=1)
        for loser, ways in chance.falls
        for (said, _), told in zip(ways, percents([share for _, share in ways], chance.error), strict=True)
    ]


def tell_answers(
    answered: tuple[Answered, ...], scene: Scene, who: Id | None, target: Id | None, *, whole: bool
) -> list[Fact]:
    """What reactions make of an option aimed at a ``target``: the best in a line, or all if the whole is asked for.

    The best is that which costs those who react least, a fall counted as all the health of whoever falls. Whose an
    answer is stands with it if it is another's, and whom it is then that is hit.
    """
    best = [reply for reply in answered if reply.best][:1]
    facts = []
    for reply in best:
        own = [(struck, share) for attacker, struck, share in reply.chance.hits if attacker == who]
        own.sort(key=lambda hit: -hit[1])  # whom a shot may stray to comes after whom it is for
        answerer = _answerer(reply, who, target)
        said: list[str] = []
        for struck, share in own[:1]:
            whom = "" if struck in (target, answerer) else f"{_name(scene, struck)} "
            said.append(f"hits {whom}{reply.chance.told(share)}")
            said.append(f"−{reply.chance.loss(struck):.1f}" if reply.chance.harms(struck) else "no harm")
            said += [f"falls {reply.chance.told(down)}"] if (down := reply.chance.down(struck)) else []
        if not own:  # what is no blow is answered with one
            said += [
                f"hits {_name(scene, struck)} {reply.chance.told(share)}" for _, struck, share in reply.chance.hits
            ]
        if not said and target is not None:
            said = [f"−{reply.chance.loss(target):.1f}" if reply.chance.harms(target) else "no harm"]
        whose = "" if answerer is None or answerer == target else f"{_name(scene, answerer)}'s "
        came = f": {', '.join(said)}" if said else ""
        facts.append(Fact(f"Answered with {whose}{reply.topic}{came}", tone=WARN))
    for reply in answered if whole else ():
        facts += tell_reply(reply, scene, who, target)
    return facts


def _answerer(reply: Answered, who: Id | None, target: Id | None) -> Id | None:
    """Who gives an answer: of a side that is asked as one, whoever is hit in the target's place, and not whom a shot
    may stray to, which is less likely; None if nobody is.
    """
    if reply.who is not None:
        return reply.who
    hits = [(struck, share) for attacker, struck, share in reply.chance.hits if attacker == who and struck != target]
    struck, share = max(hits, key=lambda hit: hit[1], default=(None, 0))
    return struck if share else None


def tell_reply(reply: Answered, scene: Scene, who: Id | None, target: Id | None) -> list[Fact]:
    """What one kind of reaction makes of it: who hits whom then, and what each loses on average."""
    answerer = _answerer(reply, who, target)
    name = _name(scene, answerer) if answerer is not None else "somebody"
    tone = WARN if reply.best else TEXT
    facts = [Fact(f"If {name} answers: {reply.topic}" + (" (best)" if reply.best else ""), tone=tone)]
    for attacker, struck, share in reply.chance.hits:
        whose = "hits" if attacker == who else f"{_name(scene, attacker)} hits"
        facts.append(Fact(f"{whose} {_name(scene, struck)}", reply.chance.told(share), FAINT, indent=1))
    for loser, mean, down in reply.chance.harm:
        falls = f", falls {reply.chance.told(down)}" if down else ""
        facts.append(Fact(f"{_name(scene, loser)} loses on average", f"{mean:.1f}{falls}", FAINT, indent=1))
    return facts


def tell_turned(
    answered: tuple[Answered, ...], plain: Chance, scene: Scene, who: Id | None, target: Id | None
) -> list[Fact]:
    """What answers would do to one's own side that the option itself does not, such as to whom a foe hides behind.

    Of the best answer also what it would do to whoever acts: a counter may be the best by that alone.
    """
    mine = scene.tokens.get(who) if who is not None else None
    facts: dict[str, Fact] = {}
    for reply in answered:
        for loser, mean, down in reply.chance.harm:
            token = scene.tokens.get(loser)
            friend = mine is not None and token is not None and token.side == mine.side
            if not friend or (loser == who and not reply.best) or not (down or round(mean, 1)):
                continue
            if mean <= plain.loss(loser) and down <= plain.down(loser):
                continue
            answerer = _answerer(reply, who, target)
            whose = f"{_name(scene, answerer)}: " if answerer is not None else ""
            said = [f"{_name(scene, loser)} loses {mean:.1f}"] if round(mean, 1) > 0 else [_name(scene, loser)]
            said += [f"falls {reply.chance.told(down)}"] if down else []
            text = f"{whose}{reply.topic}: {', '.join(said)}"
            facts[text] = Fact(text, tone=BAD_WORD)
    return list(facts.values())


def of_party(scene: Scene, who: Id) -> bool:
    """Whether a combatant is of the party, for the colour of bad news."""
    token = scene.tokens.get(who)
    return token is not None and any(side.name == token.side and side.party for side in scene.setup.sides)


def _name(scene: Scene, who: Id) -> str:
    token = scene.tokens.get(who)
    return called(token.standing) if token is not None else str(who)
