"""What the panels of a battle tell now and where they lie: worked out before the picture is drawn, for hands and eyes.

What is drawn and what can be pressed are both read from here, so that a click means what the player sees, whether or
not a picture was drawn meanwhile.
"""

from __future__ import annotations

from functools import partial

import pygame

from game.rules.ruleset import private_facts_for
from game.rules.standing import called
from game.scene.choosing import Choosing
from game.scene.scene import Token
from game.view.board import overlays
from game.view.board.overlays import Plate
from game.view.panels import cards
from game.view.panels.log_tools import LogTools
from game.view.widgets.theme import BODY, FAINT, GOOD_WORD, LINE, WHITE
from game.window.battle.aim_ahead import meant_by
from game.window.battle.arrange import top_places
from game.window.battle.camera_work import uncovering
from game.window.battle.draw_places import tell_reach
from game.window.battle.draw_threats import tell_strikers, tell_threats
from game.window.battle.drawers import RowButton, VerbButton
from game.window.battle.hints import HINTS
from game.window.battle.lesson_keys import tell_keys
from game.window.battle.lesson_panel import lay_lesson
from game.window.battle.open_question import OpenQuestion, actor
from game.window.battle.panels import LaidPanels, Panels
from game.window.battle.preview import Preview, tell, worth_weighing
from game.window.battle.reaction_card import has_moved_on, place_prompt
from game.window.battle.recap import others_act
from game.window.battle.sightlines import backs_of, falls_for_sure
from game.window.battle.stage import Stage
from game.window.battle.target_forecast import tell_plate
from game.window.battle.view import View
from game.window.controls import Keys

MOST_BACKS = 4
"""Foes of whom it is told how likely they hit on their turn."""


def lay_out(stage: Stage) -> None:
    """Put all panels in their places, as the battle stands on the screen now."""
    lay_panels(stage, previewed(stage.view, stage.asked, stage.panels), pointed_at(stage.view, stage.panels))


def lay_panels(stage: Stage, preview: Preview | None, hovered: Token | None) -> None:
    """The same, where the pointer or the board's cursor means an option and somebody."""
    view, asked, panels = stage.view, stage.asked, stage.panels
    scene, tools = view.head.scene, panels.log_tools
    acting, end = stage.active or view.head.moving, top_places(view)["Threats"].left
    panels.turns.lay(scene, acting, _status(stage), end, calm=view.preferences.calm)
    news = _lay_plates(view, asked, panels)
    panels.log.key = view.keys.shown("log")
    panels.log.lay(scene, panels.log_rect, LogTools.height(view.look) if tools is not None else 0)
    if panels.log.open and tools is not None:
        tools.lay(view.look, scene, panels.log_rect, view.keys.shown)
    panels.minimap.fit(view.camera, panels.frame.map if stage.small_map else None)
    hint = _lay_hint(stage, news.bottom)
    panels.advice = hint.rect.copy() if hint is not None else None
    if asked is not None and asked.prompt is not None:
        if asked.prompt.weigh() or has_moved_on(stage, asked.prompt):
            place_prompt(stage, asked, asked.prompt)
        asked.prompt.group.lay(view.look)
        if hint is not None and asked.interrupts and hint.rect.colliderect(asked.prompt.rect):
            hint = _lay_advice(stage, panels.frame.card)
    panels.laid = LaidPanels(
        preview=preview,
        hovered=hovered,
        news=news,
        hint=hint,
        card=_lay_card(view, asked, panels, hovered),
        odds=_lay_odds(view, panels, asked, preview) if asked is not None and preview is not None else None,
        question=_lay_action(stage) if asked is None else _lay_question(view, asked, panels),
    )


def previewed(view: View, asked: OpenQuestion | None, panels: Panels) -> Preview | None:
    """What is explained now: what a click would choose. While a panel asks that is nothing but what it offers, and of
    answers that concern one whom the pointer is on nothing, as it has a row for each.
    """
    asked, aim, button = asked, view.aim, panels.bar.hovered
    if asked is None:
        return None
    prompt, previews = asked.prompt, asked.previews
    verb = button.verb if isinstance(button, (VerbButton, RowButton)) else None
    if prompt is None and verb is not None and verb.lone:
        return previews.of(verb.options[0])
    if prompt is not None and prompt.focused is not None:
        return previews.of(prompt.focused)
    found = previews.at(aim) if aim is not None else None
    if prompt is not None:
        meant = found is not None and found.option in prompt.options and (prompt.cancel or not found.more)
        return previews.of(found.option) if found is not None and meant else None
    return _approach(view, asked, found) or found


def _approach(view: View, asked: OpenQuestion, here: Preview | None) -> Preview | None:
    """The best way to strike a foe out of reach that is pointed at; ``here``: what can be done to it from here."""
    token = view.head.scene.token(view.aim) if view.aim is not None else None
    ways = asked.approaches.to(token) if token is not None else None
    others = here.more + 1 if here is not None else 0
    return Preview(ways[0].option, asked.previews.about(ways[0].option), len(ways) - 1 + others) if ways else None


def pointed_at(view: View, panels: Panels) -> Token | None:
    """Whom the cursor or the pointer is on, on the board or among the portraits."""
    scene = view.head.scene
    named = panels.turns.who_at(view.pointer) if view.in_front and not view.cursor else None
    return scene.tokens.get(named) if named is not None else scene.token(view.aim)


def _lay_hint(stage: Stage, top: int) -> cards.FactsPanel | None:
    """The hint or what a lesson says: below what else is told at the left."""
    look, news = stage.view.look, stage.panels.frame.news
    if not stage.advised:
        return None
    room = pygame.Rect(news.left, top + look.px(8), min(look.px(330), news.width), news.bottom - top - look.px(8))
    found = _lay_advice(stage, room)
    place = uncovering(stage.view, stage.asked, found.rect, pygame.Rect(room.left, room.top, news.width, room.height))
    room.topleft = place.topleft
    return found if place == found.rect else _lay_advice(stage, room)


def _lay_advice(stage: Stage, room: pygame.Rect) -> cards.FactsPanel:
    """What a puzzle asks for, what a lesson says, what others did meanwhile, or a hint, at the top of a ``room``."""
    look, asked = stage.view.look, stage.asked
    if stage.puzzle is not None:
        return cards.lay_facts(look, stage.puzzle.heading, [cards.Fact(stage.puzzle.told, tone=WHITE)], room)
    if stage.course is not None:
        aim = partial(meant_by, stage)
        keys = tell_keys(asked, stage.course, stage.view.keys, aim) if asked is not None else ""
        return lay_lesson(stage.course, look, room, keys)
    assert asked is not None
    if asked.recap:
        rest = f"… {stage.view.keys.shown('log')} opens the log"
        return cards.lay_facts(look, "Meanwhile", asked.recap, room, rest=rest)
    return cards.lay_facts(look, "Hint", [cards.Fact(HINTS[asked.hint])], room)


def _lay_card(view: View, asked: OpenQuestion | None, panels: Panels, hovered: Token | None) -> cards.Card | None:
    """The card of whom the pointer is on, else of the one who acts."""
    token = hovered or actor(asked, view.head.scene)
    if token is None or (asked is not None and asked.interrupts):
        return None
    return cards.lay_card(
        view.look,
        token,
        panels.frame.card,
        _apart(view, asked, token),
        rest=f"{view.keys.shown('inspect')} or right click: everything",
    )


def _lay_odds(view: View, panels: Panels, asked: OpenQuestion, preview: Preview) -> cards.FactsPanel | None:
    """What a choice would mean; with Alt held all of it, as far as there is room above the log.

    None where it is no more than who acts: who that is stands beside it and on its card.
    """
    weighed, frame, look = worth_weighing(asked.kind, preview), panels.frame, view.look
    chance = asked.forecast.chance(preview.option) if weighed else None
    backs = dict(sorted(backs_of(view, asked, preview).items(), key=lambda back: -back[1])[:MOST_BACKS])
    facts = tell(
        preview,
        chance,
        view.head.scene,
        view.head.scene.ruleset.ledger,
        working=asked.forecast.working and weighed,
        who=asked.who,
        backs=backs,
        answered=asked.forecast.answered(preview.option) if weighed else (),
        answering=asked.forecast.answering(preview.option),
        whole=view.names,
        plated=bool(tell_plate(view, asked, preview)),
    )
    if preview.about.path and asked.kind == "act":
        felled = preview.option.target if falls_for_sure(asked, preview) else None
        facts = [*tell_strikers(view, asked, preview.about.path[-1], felled, backs), *facts]
    if asked.kind == "pick" and not facts:
        return None
    room = frame.odds.copy()
    if view.names:
        room.height = panels.log_rect.top - look.px(12) - room.top
    rest = "…" if view.names else "Alt: all of it"
    return cards.lay_facts(look, preview.option.label, facts, room, rest=rest)


def _lay_plates(view: View, asked: OpenQuestion | None, panels: Panels) -> pygame.Rect:
    """What the sides are after and what else is known of the turn, below the turn bar; gives the room it takes."""
    scene, turns, tracker = view.head.scene, panels.turns, panels.tracker
    news = {running.effect.side for running in view.head.effects if running.effect.kind == "progress"}
    room = panels.frame.news
    tracker.lay(scene.setup, scene.objective_progress_by_side(), room.topleft, room.right, news)
    boxes = [box for box, _ in tracker.lines]
    swap = [asked.exchange.told(view.keys)] if asked is not None and asked.exchange is not None else []
    known = [(line, LINE) for line in (*scene.banner(), *swap, *tell_threats(view, asked, panels))]
    said = turns.lay_banner([*known, *tell_reach(asked)], room, boxes[-1] if boxes else None)
    return said.unionall(boxes)


def _status(stage: Stage) -> str:
    if stage.session.ended and stage.view.head.caught_up:
        return "The battle is over"
    if stage.driver.thinking_long:
        dots = "." * (1 + pygame.time.get_ticks() // 350 % 3)
        return f"Opponent is thinking {dots:<3}"
    if stage.asked is not None:
        return stage.session.title(stage.asked.choosing.question.seat)
    return ""


def _lay_action(stage: Stage) -> Plate | None:
    """What others do, in a line over the buttons."""
    view, room = stage.view, stage.panels.frame.question
    if not view.head.action or not others_act(view, stage.driver):
        return None
    text = view.look.cut(view.head.action, room.width - view.look.px(24), BODY, "semibold")
    return overlays.lay_plate(pygame.Rect((0, 0), view.size), view.look, text, room.center, FAINT)


def _lay_question(view: View, asked: OpenQuestion, panels: Panels) -> Plate | None:
    """What is asked, in a line over the buttons."""
    look, room = view.look, panels.frame.question
    if asked.prompt is not None:
        return None
    choosing = asked.choosing
    text = choosing.question.why
    if choosing.verb is not None:
        text = f"{choosing.verb.title}: {how_to_point(choosing, view.keys, view.head.scene.token(view.cursor))}"
    text = look.cut(text, room.width - look.px(24), BODY, "semibold")
    return overlays.lay_plate(pygame.Rect((0, 0), view.size), look, text, room.center, FAINT)


def how_to_point(choosing: Choosing, keys: Keys, aimed: Token | None) -> str:
    """What the mouse and which keys do for a deed that wants a target, else a place; whom it is ``aimed`` at."""
    if aimed is not None and aimed.id in choosing.targets():
        others = f"{keys.shown('next')}: another; " if len(choosing.targets()) > 1 else ""
        return f"{called(aimed.standing)} ({keys.shown('confirm')}; {others}{keys.shown('cancel')}: back)"
    what, way = ("target", keys.shown("next")) if choosing.targets() else ("place", "arrows")
    return f"point at a {what} ({way}, {keys.shown('confirm')}; {keys.shown('cancel')}: back)"


def _apart(view: View, asked: OpenQuestion | None, token: Token) -> list[cards.Fact]:
    """Where somebody is, if that has a name, what only its side knows of it, and how far from the one who acts."""
    scene = view.head.scene
    acting, name = actor(asked, scene), scene.where.title(token.place)
    long = len(name) >= 24
    lines = [(line, "") for line in view.look.wrap(name, view.look.px(226), BODY)] if long else [("At", name)]
    named = [cards.Fact(text, value, WHITE) for text, value in lines] if name else []
    for told in private_facts_for(scene.ruleset, scene.board, token.id, view.viewer):
        named += [cards.Fact(line, "", GOOD_WORD) for line in view.look.wrap(told, view.look.px(226), BODY)]
    if acting is None or acting.id == token.id:
        return named
    far = scene.ruleset.tell_distance(scene.board, acting.id, token.id)
    return [*named, cards.Fact(f"From {called(acting.standing)}", far, WHITE)]
