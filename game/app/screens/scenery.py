"""Draws a battle: board, overlays, tokens, previews and panels, from the bottom to the top."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

import pygame

from game.app.screens.grounds import draw_grounds, draw_landings, draw_pointed, write_landings, write_pointed
from game.app.screens.hints import HINTS
from game.app.screens.preview import Preview, risky_places, strikers, tell
from game.app.screens.sightlines import backs_of, draw_sight
from game.rules.events import Id
from game.rules.standing import called
from game.spatial.places import Place
from game.view import overlays, panels
from game.view.effects import draw_effects
from game.view.fog import draw_dark
from game.view.forms import draw_tip
from game.view.scene import Token
from game.view.theme import BAD, BODY, FAINT, REACH, WARN, WHITE
from game.view.ties import draw_reaches, draw_ties
from game.view.whereabouts import Aim

if TYPE_CHECKING:
    from game.app.screens.battle import BattleScreen


def draw_battle(screen: BattleScreen, target: pygame.Surface) -> None:
    """One frame."""
    head, camera = screen.head, screen.camera
    scene = head.scene
    field = screen.sitting.match.setup.field
    screen.ground.draw(target, camera)
    aims = [link for aim in screen.sitting.match.setup.objectives for link in aim.chain]
    overlays.draw_features(target, camera, field, [cell for aim in aims for cell in aim.cells])
    if screen.app.preferences.grid:
        overlays.draw_grid(target, camera)
    draw_dark(target, camera, field)
    aim = screen.cursor or screen.hover
    preview = screen.previews.at(aim) if screen.previews is not None and aim is not None else None
    if screen.prompt is not None and screen.previews is not None and (option := screen.prompt.focused) is not None:
        preview = screen.previews.of(option)
    draw_grounds(screen, target, preview)
    screen.ground.draw_edges(target, camera, scene.state.open_edges)
    screen.regions.draw_knobs(target, camera)
    _draw_things(screen, target)
    draw_pointed(screen, target)
    if preview is not None:
        draw_landings(screen, target, preview)
        _draw_way(screen, target, preview)
    hovered = scene.token(aim)
    _draw_targets(screen, target, hovered)
    tied = _tied(screen, hovered)
    draw_reaches(target, camera, scene, tied)
    screen.pieces.draw(
        target, camera, head, active=screen.active, hovered=hovered.id if hovered else None, named=screen.names
    )
    screen.ground.draw_above(target, camera)
    if screen.app.preferences.sight and not head.busy:
        draw_sight(screen, target, preview, hovered, aim)
    draw_ties(target, camera, screen.look, scene, tied)
    told = scene.tokens if screen.names else {hovered.id} if hovered and not head.busy else ()
    screen.pieces.draw_names(target, camera, head, told)
    if preview is not None:
        write_landings(screen, target, preview)
        _draw_struck(screen, target, preview)
        _write_cost(screen, target, preview)
    write_pointed(screen, target, preview)
    if screen.cursor is not None and (scene.where.exact or screen.cursor.token is not None):
        _draw_cursor(screen, target, screen.cursor)
    draw_effects(target, camera, screen.look, head.effects, screen.app.preferences.calm)
    _draw_panels(screen, target, preview, hovered)


def _draw_cursor(screen: BattleScreen, target: pygame.Surface, cursor: Aim) -> None:
    """Brackets round the cell, or whom, the keys point at."""
    token = screen.head.scene.token(cursor)
    spot = token.footing.spot if token is not None and not screen.head.scene.where.exact else cursor.cell
    overlays.draw_cursor(target, screen.camera, spot)


def _tied(screen: BattleScreen, hovered: Token | None) -> Collection[Id]:
    """Whose ties to others are shown: of whom the pointer is on and of the one who acts, or with Alt of all."""
    if screen.head.busy:
        return ()
    if screen.names:
        return screen.head.scene.tokens
    return {who for who in (screen.active, hovered.id if hovered else None) if who is not None}


def _draw_hint(screen: BattleScreen, target: pygame.Surface, top: int) -> None:
    text = HINTS.get(screen.hint, "")
    if text:
        look = screen.look
        corner = (look.px(16), top + look.px(10))
        panels.draw_facts(target, look, "Hint", [panels.Fact(text)], look.px(330), corner, anchor="topleft")


def _draw_citation(screen: BattleScreen, target: pygame.Surface) -> None:
    """The rules behind the line of the log under the pointer."""
    pointer = screen.app.pointer
    if screen.log_rect.collidepoint(pointer) and screen.app.top is screen:
        text = screen.log.tip_at(pointer, screen.head.scene)
        if text:
            beside = pygame.Rect(screen.log_rect.left, pointer[1], screen.log_rect.width, screen.look.px(30))
            draw_tip(target, screen.look, text, beside)


def _draw_things(screen: BattleScreen, target: pygame.Surface) -> None:
    """What lies on the ground; several in one place beside each other."""
    zoom, scene = screen.camera.zoom, screen.head.scene
    piles: dict[Place, int] = {}
    for thing in scene.things:
        number = piles[thing.at] = piles.get(thing.at, -1) + 1
        x, y = screen.camera.pixel(scene.lying(thing, number))
        icon = panels.thing_icon(thing.key, zoom)
        target.blit(icon, icon.get_rect(center=(x, y)))


def _draw_way(screen: BattleScreen, target: pygame.Surface, preview: Preview) -> None:
    token = screen.head.scene.tokens.get(screen.active) if screen.active else None
    if token is not None and preview.about.path:
        overlays.draw_path(target, screen.camera, screen.head.scene.way(token.id, preview.about.path))


def _write_cost(screen: BattleScreen, target: pygame.Surface, preview: Preview) -> None:
    """What a way costs, over its end, and where somebody may strike on it."""
    token = screen.head.scene.tokens.get(screen.active) if screen.active else None
    about, scene = preview.about, screen.head.scene
    if token is None or not about.path:
        return
    risky = risky_places(about, scene.where)
    for place in risky:
        overlays.draw_warning(target, screen.camera.pixel(scene.way(token.id, (place,))[-1]), screen.camera.zoom)
    for striker in strikers(about, scene) if not risky else ():
        overlays.draw_warning(target, screen.camera.pixel(striker.middle), screen.camera.zoom)
    if scene.where.exact and about.notes and len(about.notes[0]) <= 24:
        x, y = screen.camera.pixel(scene.way(token.id, about.path)[-1])
        overlays.write_plate(target, screen.look, about.notes[0], (x, y - screen.camera.zoom * 5 // 8))


def _draw_struck(screen: BattleScreen, target: pygame.Surface, preview: Preview) -> None:
    """Rings round whom something thrown may hit, strong round those it is aimed at."""
    tokens = screen.head.scene.tokens
    sure = preview.about.landings[0].hits if preview.about.landings else ()
    for who in dict.fromkeys(who for landing in preview.about.landings for who in landing.hits if who in tokens):
        radius = round(screen.camera.zoom * tokens[who].extent * 0.52)
        middle = screen.camera.pixel(tokens[who].middle)
        overlays.draw_target_ring(target, middle, radius, WARN if who in sure else BAD, strong=who in sure)


def _draw_targets(screen: BattleScreen, target: pygame.Surface, hovered: Token | None) -> None:
    """Broken rings round everybody that something can be aimed at."""
    choosing = screen.choosing
    if choosing is None:
        return
    scene, camera = screen.head.scene, screen.camera
    aimed = set(choosing.targets()) if screen.prompt is None or screen.prompt.cancel else set(choosing.question.about)
    for who in scene.tokens:
        token = scene.tokens[who]
        if who not in aimed:
            continue
        friend = token.side == choosing.question.seat
        middle = camera.pixel(token.middle)
        radius = round(camera.zoom * token.extent * 0.52)
        overlays.draw_target_ring(
            target, middle, radius, REACH if friend else BAD, strong=hovered is not None and hovered.id == who
        )


def _draw_panels(screen: BattleScreen, target: pygame.Surface, preview: Preview | None, hovered: Token | None) -> None:
    look, scene, size = screen.look, screen.head.scene, target.get_size()
    screen.turns.draw(target, scene, screen.active or screen.head.moving, _status(screen))
    said = screen.turns.draw_banner(target, scene.banner())
    bottom = screen.bottom()
    if screen.log_rect.height:
        screen.log.draw(target, scene, screen.log_rect)
    screen.bar.draw(target, look)
    token = hovered or (scene.tokens.get(screen.active) if screen.active else None)
    if token is not None and (screen.prompt is None or screen.prompt.cancel):
        room = bottom - screen.turns.height - look.px(8)
        panels.draw_card(target, look, screen.liveries, token, (look.px(16), bottom), _apart(screen, token), room=room)
    if preview is not None:
        weighed = worth_weighing(screen, preview)
        chance = screen.forecast.chance(preview.option) if screen.forecast and weighed else None
        working = screen.forecast is not None and screen.forecast.working and weighed
        ledger, backs = screen.sitting.match.ruleset.ledger, backs_of(screen, preview)
        answered = screen.forecast.answered(preview.option) if screen.forecast and weighed else ()
        facts = tell(
            preview,
            chance,
            scene,
            ledger,
            working=working,
            who=screen.active,
            backs=backs,
            answered=answered,
            whole=screen.names,
        )
        corner = (size[0] - look.px(16), bottom)
        panels.draw_facts(target, look, preview.option.label, facts, look.px(320), corner, anchor="bottomright")
    elif screen.choosing is not None and screen.prompt is None:
        _draw_question(screen, target, bottom)
    _draw_hint(screen, target, said.bottom)
    _draw_citation(screen, target)
    if screen.prompt is not None:
        screen.prompt.draw(target, look)
    if screen.hourglass is not None and screen.choosing is not None:
        top = screen.prompt.rect.top if screen.prompt is not None and not screen.prompt.cancel else bottom - look.px(26)
        screen.hourglass.draw(target, look, (size[0] // 2, top - look.px(26)))
    screen.bar.draw_tip(target, look)
    if screen.app.top is screen:
        screen.turns.draw_tip(target, scene, screen.app.pointer)


def worth_weighing(screen: BattleScreen, preview: Preview) -> bool:
    """What is aimed at somebody, and answers to a blow. Walks are not weighed: their dangers are told in words."""
    reacting = screen.choosing is not None and screen.choosing.question.kind == "react"
    return reacting or preview.option.target is not None


def _status(screen: BattleScreen) -> str:
    if screen.sitting.match.over and screen.head.caught_up:
        return "The battle is over"
    if not screen.warm:
        return screen.app.warming.said
    if screen.course.thinking_long:
        dots = "." * (1 + pygame.time.get_ticks() // 350 % 3)
        return f"Opponent is thinking {dots:<3}"
    if screen.choosing is not None:
        return screen.sitting.title(screen.choosing.question.seat)
    return ""


def _draw_question(screen: BattleScreen, target: pygame.Surface, bottom: int) -> None:
    """What is asked, in a line over the action bar."""
    choosing, look = screen.choosing, screen.look
    assert choosing is not None
    text = choosing.question.why
    if choosing.verb is not None:
        text = f"{choosing.verb.title}: point at a {'target' if choosing.targets() else 'place'} (Esc: back)"
    overlays.write_plate(target, look, text, (target.get_width() // 2, bottom - look.px(12)), FAINT)


def _apart(screen: BattleScreen, token: Token) -> list[panels.Fact]:
    """Where somebody is, if that has a name, and how far from the one who acts, in the book's words."""
    who = screen.active
    scene = screen.head.scene
    name = scene.where.title(token.place)
    long = len(name) >= 24
    lines = [(line, "") for line in screen.look.wrap(name, screen.look.px(226), BODY)] if long else [("At", name)]
    named = [panels.Fact(text, value, WHITE) for text, value in lines] if name else []
    if who is None or who == token.id or who not in scene.tokens:
        return named
    far = screen.sitting.match.ruleset.apart(scene.board, who, token.id)
    actor = called(scene.tokens[who].standing)
    return [*named, panels.Fact(f"From {actor}", far, WHITE)]
