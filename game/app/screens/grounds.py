"""Draws the places of a battle's board: what is lit, what is out of sight, zones with their names and borders."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.app.gazetteer import tell_lying
from game.app.screens.preview import Preview
from game.app.speech import percent
from game.rules.questions import Landing
from game.rules.standing import called
from game.spatial.places import Place
from game.spatial.zones import weight
from game.view import overlays, views
from game.view.theme import BAD, BAD_WORD, REACH, SMALL, TITLE, WARN, WHITE

if TYPE_CHECKING:
    from game.app.screens.battle import BattleScreen

SECOND_MOVE = WARN


def draw_grounds(screen: BattleScreen, target: pygame.Surface, preview: Preview | None) -> None:
    """What lies on the ground, below the tokens: haze, zones, where a click leads, views."""
    _draw_fog(screen, target)
    scene = screen.head.scene
    screen.regions.draw(target, screen.camera, scene.board.space)
    if preview is None or not preview.about.landings:  # a fan of landings has the zones to itself
        _draw_reach(screen, target)
    screen.regions.write_names(target, screen.camera, _details(screen))
    _draw_views(screen, target)


def _draw_fog(screen: BattleScreen, target: pygame.Surface) -> None:
    """A haze over what nobody of the viewer's side sees."""
    if screen.viewer is None or not screen.warm:
        return
    scene = screen.head.scene
    own = [token for token in scene.tokens.values() if token.side == screen.viewer and token.standing.up]
    space = scene.board.space
    seen = screen.eyes.fog(scene.where, space, own)
    if seen is not None:
        screen.fog.draw(target, screen.camera, seen)


def _draw_views(screen: BattleScreen, target: pygame.Surface) -> None:
    """The views that keys turn on: cover and elevation, zones."""
    scene, field = screen.head.scene, screen.sitting.match.setup.field
    if screen.show_zones and scene.where.exact:
        views.draw_zones(target, screen.camera, screen.look, field)
    token = scene.tokens.get(screen.active) if screen.active else None
    if screen.show_cover:
        views.draw_elevation(target, screen.camera, screen.look, field, scene.ruleset.scale)
        if token is not None and scene.where.exact:
            view = screen.eyes.view(scene.board.space, token.at, token.standing.size)
            if view is not None:
                views.draw_cover(target, screen.camera, view.corners)


def _draw_reach(screen: BattleScreen, target: pygame.Surface) -> None:
    choosing = screen.choosing
    lit = choosing.lit() if choosing is not None else ()
    if choosing is None or not lit:
        return
    walking, second = choosing.walking, frozenset[Place]()
    if walking is not None and screen.forecast is not None and choosing.verb is None:
        second = screen.forecast.second_move(tuple(walking.places), walking.verb)
    screen.regions.light_again(target, screen.camera, second, SECOND_MOVE)
    screen.regions.light(target, screen.camera, lit, REACH)


def _details(screen: BattleScreen) -> dict[Place, str]:
    """What stands under the names of zones: how far they are while something is aimed; all there is to know with Z."""
    choosing, scene = screen.choosing, screen.head.scene
    aiming = choosing is not None and choosing.verb is not None and bool(choosing.targets())
    if not screen.show_zones and not aiming:
        return {}
    return {place: _in_short(screen, place) for place in scene.where.labelled}


def _in_short(screen: BattleScreen, place: Place) -> str:
    scene, who = screen.head.scene, screen.active
    parts = scene.where.in_short(place, held(screen, place)) if screen.show_zones else []
    if who is not None and who in scene.tokens:
        parts.append(screen.sitting.match.ruleset.apart(scene.board, who, place))
    return " · ".join(parts)


def held(screen: BattleScreen, place: Place) -> int:
    """How much of a place's room is taken, in bodies of size 1: those who are up, as far as the viewer knows."""
    tokens = screen.head.scene.tokens.values()
    return sum(weight(token.standing.size) for token in tokens if token.place == place and token.standing.up)


def tell_place(screen: BattleScreen, place: Place) -> str:
    """A zone or border in a line: name, room, what it is like, how far away."""
    scene = screen.head.scene
    parts = scene.where.tell(scene.board.space, place, held(screen, place))
    parts += tell_lying(scene.things, place)
    who = screen.active
    if who is not None and who in scene.tokens and scene.tokens[who].place != place:
        parts.append(screen.sitting.match.ruleset.apart(scene.board, who, place))
    return " · ".join(parts)


def pointed(screen: BattleScreen) -> Place | None:
    """The zone or border under the pointer, or that the keys' cursor is on; None where somebody is pointed at."""
    aim = screen.cursor or screen.hover
    if aim is None or aim.token is not None or not aim.places or screen.prompt is not None:
        return None
    if screen.head.scene.where.exact:  # its ground is seen, and the cursor has brackets of its own
        return None
    lit = screen.choosing.lit() if screen.choosing is not None else ()
    return next((place for place in aim.places if place in lit), aim.places[0])


def draw_pointed(screen: BattleScreen, target: pygame.Surface) -> None:
    """What is pointed at, outlined."""
    place = pointed(screen)
    if place is not None:
        screen.regions.draw_cursor(target, screen.camera, place, WHITE if screen.cursor is not None else TITLE)


def write_pointed(screen: BattleScreen, target: pygame.Surface, preview: Preview | None) -> None:
    """What there is to know of the place that is pointed at, and what going there takes."""
    place = pointed(screen)
    if place is None or (preview is not None and preview.about.landings):
        return
    text = tell_place(screen, place)
    if preview is not None and preview.about.notes and len(preview.about.notes[0]) <= 24:
        text = f"{text} · {preview.about.notes[0]}"
    look = screen.look
    x, y = screen.regions.words_at(screen.camera, place)
    if y > screen.bottom() - look.px(270):  # beside the card at the left, not below it
        x = max(x, look.px(282) + look.width(text, SMALL, "semibold") // 2)
    overlays.write_plate(target, look, text, (x, y), TITLE, SMALL)


def draw_landings(screen: BattleScreen, target: pygame.Surface, preview: Preview) -> None:
    """Where something thrown may come down: a fan from the place it is aimed at, with the chance of each place."""
    landings, scene, camera = preview.about.landings, screen.head.scene, screen.camera
    if not landings:
        return
    top = max(landing.share for landing in landings)
    for landing in landings:
        tone = WARN if landing.place == landings[0].place else BAD
        screen.regions.tint(target, camera, landing.place, tone, 34 + round(50 * landing.share / (top or 1)))
    start = camera.pixel(scene.where.inside(landings[0].place))
    for landing in landings[1:]:
        end = camera.pixel(scene.where.inside(landing.place))
        overlays.draw_stray(target, start, end, max(3, round(camera.zoom * 0.16 * float(landing.share / (top or 1)))))


def write_landings(screen: BattleScreen, target: pygame.Surface, preview: Preview) -> None:
    """The chances of the fan, and whom each would hit, over everything that stands on the board."""
    look = screen.look
    written: list[pygame.Rect] = []
    high = look.line(SMALL) + look.px(4)
    for index, landing in enumerate(preview.about.landings):
        at = screen.regions.words_at(screen.camera, landing.place)
        text = tell_landing(screen, landing)
        box = pygame.Rect(0, 0, look.width(text, SMALL, "semibold") + look.px(14), high)
        box.center = at
        box.clamp_ip(pygame.Rect(8, screen.turns.height + look.px(40), target.get_width() - 16, target.get_height()))
        while (met := box.collidelist(written)) >= 0:  # below one that is there already
            box.top = written[met].bottom + 2
        tone = WARN if index == 0 else BAD_WORD
        written.append(overlays.write_plate(target, look, text, box.center, tone, SMALL))


def tell_landing(screen: BattleScreen, landing: Landing) -> str:
    """A place where something may come down, in a few words."""
    scene = screen.head.scene
    names = [called(scene.tokens[who].standing) for who in landing.hits if who in scene.tokens]
    hit = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
    return f"{percent(landing.share)} · {hit or 'nobody'}"
