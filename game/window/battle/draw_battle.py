"""Draws a battle: board, overlays, tokens, previews and panels, from the bottom to the top."""

from __future__ import annotations

from collections.abc import Collection

import pygame

from game.rules.events import Id
from game.rules.ruleset import confided_to
from game.rules.standing import called
from game.scene.board_geometry import Pointed
from game.scene.scene import Token
from game.spatial.places import Place
from game.view.board import overlays
from game.view.board.fog import draw_clouds
from game.view.board.links import draw_links, draw_pairs, draw_reaches
from game.view.motion.effects import draw_effects
from game.view.motion.floating_text import draw_sayings
from game.view.panels import cards
from game.view.panels.log_tools import LogTools
from game.view.widgets.forms import draw_tip
from game.view.widgets.theme import BAD, BODY, FAINT, GOOD_WORD, REACH, WARN, WHITE
from game.window.battle.draw_places import (
    draw_grounds,
    draw_landings,
    draw_pointed,
    draw_pursued,
    own,
    write_landings,
    write_offered,
    write_pointed,
    write_pursuits,
)
from game.window.battle.draw_threats import tell_strikers, tell_threats
from game.window.battle.drawers import RowButton, VerbButton, draw_drawer
from game.window.battle.hints import HINTS
from game.window.battle.lesson_panel import draw_lesson, draw_marked, draw_marked_buttons
from game.window.battle.line_marks import draw_marks
from game.window.battle.preview import Preview, tell, warned_of
from game.window.battle.sightlines import backs_of, draw_sight
from game.window.battle.stage import Stage


def draw_battle(stage: Stage, target: pygame.Surface) -> None:
    """One frame."""
    head, camera = stage.head, stage.camera
    scene = head.scene
    field = stage.session.match.setup.field
    stage.ground.draw(target, camera)
    aims = [link for aim in stage.session.match.setup.objectives for link in aim.chain]
    overlays.draw_features(target, camera, field, [cell for aim in aims for cell in aim.cells])
    if stage.preferences.grid:
        overlays.draw_grid(target, camera)
    lit = scene.light(stage.viewer)
    draw_clouds(target, camera, field, dark=lit is None)
    if lit is not None:
        stage.dark.draw_round(target, camera, field, lit)
    aim = stage.cursor or stage.hover
    preview = previewed(stage)
    draw_grounds(stage, target, preview)
    stage.ground.draw_edges(target, camera, scene.state.open_edges)
    stage.regions.draw_knobs(target, camera)
    _draw_things(stage, target)
    draw_pursued(stage, target)
    write_pursuits(stage, target)
    draw_pointed(stage, target)
    if preview is not None:
        draw_landings(stage, target, preview)
        _draw_way(stage, target, preview)
    named = stage.turns.who_at(stage.pointer) if stage.in_front and not stage.cursor else None
    hovered = scene.tokens.get(named) if named is not None else scene.token(aim)
    _draw_targets(stage, target, hovered)
    tied = _tied(stage, hovered)
    draw_reaches(target, camera, scene, tied)
    stage.pieces.draw(
        target, camera, head, active=stage.active, hovered=hovered.id if hovered else None, named=stage.names
    )
    stage.ground.draw_above(target, camera)
    if stage.preferences.sight and not head.busy:
        draw_sight(stage, target, preview, hovered, aim)
    draw_links(target, camera, stage.look, scene, tied)
    if not head.busy:
        draw_pairs(target, camera, stage.look, scene, {hovered.id} if hovered else set())
    told = scene.tokens if stage.names else {hovered.id} if hovered and not head.busy else ()
    if preview is not None and preview.about.landings and not stage.names:
        told = ()  # whom it may hit is named there
    plates = stage.pieces.draw_names(target, camera, head, told)
    if preview is not None:
        _draw_struck(stage, target, preview)
        write_landings(stage, target, preview)
        _write_cost(stage, target, preview)
    write_offered(stage, target)
    write_pointed(stage, target, preview)
    if stage.cursor is not None:
        _draw_cursor(stage, target, stage.cursor)
    if stage.told_at is not None:
        overlays.draw_cursor(target, camera, stage.told_at, WARN)
    calm = stage.preferences.calm
    stage.berths.clear(camera.zoom, stage.frame.window, [*plates, *stage.covered], head.lying)
    draw_effects(target, camera, stage.look, head.effects, stage.berths, calm=calm)
    draw_sayings(target, camera, stage.look, head.sayings.shown, stage.berths, calm=calm)
    draw_marked(stage, target)
    draw_panels(stage, target, preview, hovered)


def previewed(stage: Stage) -> Preview | None:
    """What is explained now: what a click would choose. While a panel asks that is nothing but what it offers."""
    aim, prompt, button = stage.cursor or stage.hover, stage.prompt, stage.bar.hovered
    if stage.previews is None:
        return None
    verb = button.verb if isinstance(button, (VerbButton, RowButton)) else None
    if prompt is None and verb is not None and verb.lone:
        return stage.previews.of(verb.options[0])
    if prompt is not None and prompt.focused is not None:
        return stage.previews.of(prompt.focused)
    found = stage.previews.at(aim) if aim is not None else None
    return found if prompt is None or (found is not None and found.option in prompt.options) else None


def _draw_cursor(stage: Stage, target: pygame.Surface, cursor: Pointed) -> None:
    """Brackets round the cell, or whom, the keys point at."""
    scene = stage.head.scene
    token = scene.token(cursor)
    spot = scene.where.bracketed(cursor.cell, token.placement.spot if token is not None else None)
    if spot is not None:
        overlays.draw_cursor(target, stage.camera, spot)


def _tied(stage: Stage, hovered: Token | None) -> Collection[Id]:
    """Whose links to others are shown: of whom the pointer is on and of the one who acts, or with Alt of all."""
    if stage.head.busy:
        return ()
    if stage.names:
        return stage.head.scene.tokens
    return {who for who in (stage.active, hovered.id if hovered else None) if who is not None}


def _draw_hint(stage: Stage, target: pygame.Surface, top: int) -> pygame.Rect | None:
    """The hint or what a lesson says: below what else is told at the left, or in the card's place beside what asks."""
    text, look, news = HINTS.get(stage.hint, ""), stage.look, stage.frame.news
    if not stage.advised:
        return None
    room = pygame.Rect(news.left, top + look.px(8), min(look.px(330), news.width), news.bottom - top - look.px(8))
    if stage.prompt is not None and not stage.prompt.cancel:
        room = stage.frame.card
    if stage.course is not None:
        return draw_lesson(stage, target, room)
    if stage.recap:
        rest = f"… {stage.keys.shown('log')} opens the log"
        return cards.draw_facts(target, look, "Meanwhile", stage.recap, room, rest=rest)
    return cards.draw_facts(target, look, "Hint", [cards.Fact(text)], room)


def _draw_citation(stage: Stage, target: pygame.Surface) -> None:
    """The rules behind the line of the log under the pointer."""
    pointer = stage.pointer
    if stage.log_rect.collidepoint(pointer) and stage.in_front:
        text = stage.log.tip_at(pointer, stage.head.scene)
        if text:
            beside = pygame.Rect(stage.log_rect.left, pointer[1], stage.log_rect.width, stage.look.px(30))
            draw_tip(target, stage.look, text, beside)


def _draw_things(stage: Stage, target: pygame.Surface) -> None:
    """What lies on the ground; several in one place beside each other."""
    zoom, scene = stage.camera.zoom, stage.head.scene
    piles: dict[Place, int] = {}
    for thing in scene.things:
        number = piles[thing.at] = piles.get(thing.at, -1) + 1
        x, y = stage.camera.pixel(scene.lying(thing, number))
        icon = cards.draw_thing(thing.key, zoom, scene.ruleset.thing_icon(thing.key))
        target.blit(icon, icon.get_rect(center=(x, y)))


def _draw_way(stage: Stage, target: pygame.Surface, preview: Preview) -> None:
    token = stage.head.scene.tokens.get(stage.active) if stage.active else None
    if token is not None and preview.about.path:
        overlays.draw_path(target, stage.camera, stage.head.scene.way(token.id, preview.about.path))


def _write_cost(stage: Stage, target: pygame.Surface, preview: Preview) -> None:
    """What a way costs, over its end, and where somebody may strike on it."""
    token = stage.head.scene.tokens.get(stage.active) if stage.active else None
    about, scene = preview.about, stage.head.scene
    if token is None or not about.path:
        return
    for spot in warned_of(about, scene, token.id):
        overlays.draw_warning(target, stage.camera.pixel(spot), stage.camera.zoom)
    if about.on_board:
        tone = WARN if about.spends is not None and about.spends.lost else WHITE
        stage.regions.write_cost(target, stage.camera, scene.way(token.id, about.path)[-1], about.on_board, tone)


def _draw_struck(stage: Stage, target: pygame.Surface, preview: Preview) -> None:
    """Rings round whom something thrown may hit, strong round those it is aimed at; a warning beside each friend."""
    tokens = stage.head.scene.tokens
    sure = preview.about.landings[0].hits if preview.about.landings else ()
    for who in dict.fromkeys(who for landing in preview.about.landings for who in landing.hits if who in tokens):
        radius = round(stage.camera.zoom * tokens[who].extent * 0.52)
        middle = stage.camera.pixel(tokens[who].middle)
        overlays.draw_target_ring(target, middle, radius, WARN if who in sure else BAD, strong=who in sure)
        if own(stage, tokens[who]):
            beside = (middle[0] + radius * 3 // 4, middle[1] - radius * 3 // 4)
            overlays.draw_warning(target, beside, stage.camera.zoom)


def _draw_targets(stage: Stage, target: pygame.Surface, hovered: Token | None) -> None:
    """Broken rings round everybody that something can be aimed at."""
    choosing = stage.choosing
    if choosing is None:
        return
    scene, camera = stage.head.scene, stage.camera
    aimed = set(choosing.targets()) if stage.prompt is None or stage.prompt.cancel else set(choosing.question.about)
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


def draw_panels(stage: Stage, target: pygame.Surface, preview: Preview | None, hovered: Token | None) -> None:
    """All panels, and note where they are."""
    look, scene, frame = stage.look, stage.head.scene, stage.frame
    found: dict[str, pygame.Rect | None] = {}
    calm, pointed = stage.preferences.calm, hovered.id if hovered is not None else None
    acting = stage.active or stage.head.moving
    stage.turns.draw(target, scene, acting, _status(stage), pointed=pointed, calm=calm)
    found["news"] = news = _draw_plates(stage, target)
    found["log"] = stage.log_rect
    stage.log.head = LogTools.height(look) if stage.log_tools is not None else 0
    stage.log.draw(target, scene, stage.log_rect)
    if stage.log.open and stage.log_tools is not None:
        stage.log_tools.draw(target, look, scene, stage.log_rect)
    draw_marks(stage, target)
    stage.minimap.fit(stage.camera, frame.map if stage.small_map else None)
    stage.minimap.draw(target, stage.camera, scene)
    found["map"] = stage.minimap.rect
    found["hint"] = _draw_hint(stage, target, news.bottom)
    token = hovered or (scene.tokens.get(stage.active) if stage.active else None)
    if token is not None and (stage.prompt is None or stage.prompt.cancel):
        found["card"] = cards.draw_card(
            target, look, stage.liveries, token, frame.card, _apart(stage, token), rest="Right click: everything"
        )
    if preview is not None:
        found["odds"] = _draw_odds(stage, target, preview)
    if stage.choosing is not None and stage.prompt is None:
        found["question"] = _draw_question(stage, target)
    found["row"] = frame.row if any(frame.row.contains(widget.rect) for widget in stage.bar.widgets) else None
    found["drawer"] = stage.drawer
    draw_drawer(stage, target)
    stage.bar.draw(target, look)
    if stage.prompt is not None:
        stage.prompt.draw(target, look)
        found["prompt"] = stage.prompt.rect
    draw_marked_buttons(stage, target)
    stage.panels = {name: rect for name, rect in found.items() if rect is not None and rect.height}
    _draw_citation(stage, target)
    if stage.countdown is not None and stage.choosing is not None:
        asking = stage.prompt is not None and not stage.prompt.cancel
        over = stage.prompt.rect if stage.prompt is not None and asking else frame.question
        stage.countdown.draw(target, look, (over.centerx, over.top - look.px(26)))
    stage.bar.draw_tip(target, look)
    if stage.in_front:
        stage.turns.draw_tip(target, scene, stage.pointer)
        stage.tracker.draw_tip(target, stage.goal, stage.pointer)


def _draw_odds(stage: Stage, target: pygame.Surface, preview: Preview) -> pygame.Rect:
    """What a choice would mean; with Alt held all of it, as far as there is room above the log."""
    weighed, frame, look = worth_weighing(stage, preview), stage.frame, stage.look
    chance = stage.forecast.chance(preview.option) if stage.forecast and weighed else None
    facts = tell(
        preview,
        chance,
        stage.head.scene,
        stage.session.match.ruleset.ledger,
        working=stage.forecast is not None and stage.forecast.working and weighed,
        who=stage.active,
        backs=backs_of(stage, preview),
        answered=stage.forecast.answered(preview.option) if stage.forecast and weighed else (),
        whole=stage.names,
    )
    if preview.about.path and stage.choosing is not None and stage.choosing.question.kind == "act":
        facts = [*tell_strikers(stage, preview.about.path[-1]), *facts]
    room = frame.odds.copy()
    if stage.names:
        room.height = stage.log_rect.top - look.px(12) - room.top
    rest = "…" if stage.names else "Alt: all of it"
    return cards.draw_facts(target, look, preview.option.label, facts, room, rest=rest)


def _draw_plates(stage: Stage, target: pygame.Surface) -> pygame.Rect:
    """What the sides are after and what else is known of the turn, below the turn bar; gives the room it took."""
    scene, turns, tracker = stage.head.scene, stage.turns, stage.tracker
    news = {running.effect.side for running in stage.head.effects if running.effect.kind == "progress"}
    room = stage.frame.news
    tracker.draw(target, scene.setup, scene.pursuits(), room.topleft, room.right, news)
    boxes = [box for box, _ in tracker.lines]
    said = turns.draw_banner(target, [*scene.banner(), *tell_threats(stage)], room, boxes[-1] if boxes else None)
    return said.unionall(boxes)


def worth_weighing(stage: Stage, preview: Preview) -> bool:
    """What is done to somebody or by oneself, and answers to a blow. Walks are not: their dangers are told in words."""
    reacting = stage.choosing is not None and stage.choosing.question.kind == "react"
    walks = preview.option.place is not None or preview.option.ends
    return reacting or preview.option.target is not None or not walks


def _status(stage: Stage) -> str:
    if stage.session.match.over and stage.head.caught_up:
        return "The battle is over"
    if stage.driver.thinking_long:
        dots = "." * (1 + pygame.time.get_ticks() // 350 % 3)
        return f"Opponent is thinking {dots:<3}"
    if stage.choosing is not None:
        return stage.session.title(stage.choosing.question.seat)
    return ""


def _draw_question(stage: Stage, target: pygame.Surface) -> pygame.Rect:
    """What is asked, in a line over the buttons; where it was drawn."""
    choosing, look, room = stage.choosing, stage.look, stage.frame.question
    assert choosing is not None
    text = choosing.question.why
    if choosing.verb is not None:
        text = f"{choosing.verb.title}: point at a {'target' if choosing.targets() else 'place'} (Esc: back)"
    text = look.cut(text, room.width - look.px(24), BODY, "semibold")
    return overlays.write_plate(target, look, text, room.center, FAINT)


def _apart(stage: Stage, token: Token) -> list[cards.Fact]:
    """Where somebody is, if that has a name, what only its side knows of it, and how far from the one who acts."""
    who = stage.active
    scene = stage.head.scene
    name = scene.where.title(token.place)
    long = len(name) >= 24
    lines = [(line, "") for line in stage.look.wrap(name, stage.look.px(226), BODY)] if long else [("At", name)]
    named = [cards.Fact(text, value, WHITE) for text, value in lines] if name else []
    for told in confided_to(scene.ruleset, scene.board, token.id, stage.viewer):
        named += [cards.Fact(line, "", GOOD_WORD) for line in stage.look.wrap(told, stage.look.px(226), BODY)]
    if who is None or who == token.id or who not in scene.tokens:
        return named
    far = stage.session.match.ruleset.apart(scene.board, who, token.id)
    actor = called(scene.tokens[who].standing)
    return [*named, cards.Fact(f"From {actor}", far, WHITE)]
