"""The dock and what it tells now, and where: worked out before the picture is drawn, for hands and eyes.

Everything that is chosen, and what is told of it, shares the dock at the right of the board, one below the other: what
a lesson or a hint says, what the sides are after, whom it is about, the list, what a choice comes to, the small map,
the log. What is drawn and what can be pressed are both read from here, so that a click means what the player sees,
whether or not a picture was drawn meanwhile.
"""

from __future__ import annotations

from functools import lru_cache, partial

import pygame

from game.rules.events import Id
from game.rules.ruleset import private_facts_for
from game.rules.standing import called
from game.scene.choosing import Choosing
from game.scene.scene import Token
from game.view.panels import cards
from game.view.panels.cards import Fact
from game.view.panels.log_panel import PITCH, LogTools
from game.view.widgets.layout import Dock
from game.view.widgets.theme import BODY, FAINT, GOOD_WORD, TEXT, WHITE, Typography
from game.window.battle.arrange import top_places
from game.window.battle.board_clicks import meant_by
from game.window.battle.draw_places import tell_reach
from game.window.battle.draw_threats import tell_strikers, tell_threats
from game.window.battle.driver import others_act
from game.window.battle.lesson_panel import HINTS, lay_lesson, tell_keys
from game.window.battle.open_question import OpenQuestion, actor
from game.window.battle.panels import DrawerButton, LaidPanels, Panels, VerbButton
from game.window.battle.preview import Preview, tell, worth_weighing
from game.window.battle.sightlines import falls_for_sure, return_attacks_on
from game.window.battle.stage import Stage
from game.window.battle.target_forecast import tell_plate
from game.window.battle.viewport import Viewport
from game.window.controls import Keys

EDGE = 9
"""Pixels from the dock's rim to what is in it."""

APART = 7
"""Pixels between one part and the next."""

LINES, IDLE_LINES = 3, 7
"""Of the log, while it is not opened, beside a list, and else; of a dock that is higher than
usual some more."""

USUAL = 600
"""Pixels that the dock is high in a window of 1280x720."""

MAP = 110
"""Pixels that the small map is high at most; where there is less room it is left out."""

SHORT, TALL = 140, 300
"""Pixels of the card of whom a list is about, and of whom the pointer is on, at most."""

LEAST = 230
"""Pixels that a list needs at least: the card of whom it is about gives way to it, and so does what a lesson says."""

SHARES = (1.0, 0.85, 0.7, 0.55)
"""Of their usual size in which the letters of a lesson are tried."""

TOLD = 96
"""Pixels that a list leaves free for what a row of it comes to, where it can."""

MOST_RETURN_ATTACKS = 4
"""Foes of whom it is told how likely they hit on their turn."""

COUNTDOWN = 40
"""Pixels for the time that is left for an answer."""


_typography = lru_cache(maxsize=8)(Typography)
"""Fonts are read once for each size."""


def lay_out(stage: Stage) -> None:
    """Put all panels in their places, as the battle stands on the screen now."""
    lay_panels(stage, previewed(stage.view, stage.asked, stage.panels), pointed_at(stage))


def lay_panels(stage: Stage, preview: Preview | None, hovered: Token | None) -> None:
    """The same, where the pointer or the board's cursor means an option and somebody."""
    view, asked, panels = stage.view, stage.asked, stage.panels
    look, scene, prompt = view.look, view.scene, asked.prompt if asked is not None else None
    acting, end = stage.active or view.head.moving, top_places(view)["Threats"].left
    panels.turns.lay(scene, acting, _status(stage), end, calm=view.preferences.calm)
    for button in panels.bar.widgets:
        if isinstance(button, DrawerButton) and asked is not None:
            rows, verb = button.drawer.able, asked.choosing.verb
            listed = prompt is not None and prompt.listed.drawer == button.drawer.name
            button.chosen = listed or (verb is not None and any(row.verb is verb for row in rows))
    facts = _tell_option(view, asked, preview) if asked is not None and preview is not None else []
    row = prompt.focused if prompt is not None and prompt.listed.drawer else None
    deed = _tell_deed(asked, row.verb) if asked is not None and row is not None else []
    if facts and view.names:
        assert preview is not None
        whole = cards.lay_facts(look, preview.option.label, facts, panels.frame.dock)
        panels.log_rect = panels.minimap.rect = pygame.Rect(0, 0, 0, 0)
        panels.tracker.lay(scene.setup, {}, (0, 0), 0)
        panels.laid = LaidPanels(preview, hovered, odds=whole)
        return
    column = Dock(look, panels.frame.dock, APART, edge=(EDGE, EDGE))
    taught = stage.course is not None or stage.puzzle is not None
    advice = None
    for share in SHARES if stage.advised and (taught or (prompt is None and not facts)) else ():
        small = look if share == 1 else _typography(look.scale * share, look.text)
        advice = _lay_advice(stage, column.area, small)
        if prompt is None or column.area.height - advice.rect.height >= look.pitch(LEAST):
            break
    column.top(pixels=advice.rect.height if advice is not None else 0)
    news = _lay_news(view, asked, panels, column)
    countdown = column.top(COUNTDOWN) if asked is not None and asked.countdown.running else None
    card = question = None
    about = hovered if prompt is None else scene.tokens.get(prompt.aim.about or Id(""))
    reading = panels.log.open and prompt is None  # then the log has the dock to itself
    picked = asked.choosing.verb if asked is not None and prompt is None else None
    if picked is not None or (prompt is None and about is None and not reading):
        told = _tell_deed(asked, picked.word) if asked is not None and picked is not None else []
        question = cards.lay_facts(look, _tell_question(stage), told, column.area, framed=False)
        column.top(pixels=question.rect.height if question.lines else 0)
    needed = look.pitch(SHORT) if picked is not None else 0
    if prompt is not None:  # the rows come first
        needed = look.px(SHORT) + look.pitch(LEAST)
    if about is not None and not reading and column.area.height > needed:
        room = column.area.copy()
        room.height = min(room.height, look.px(SHORT if prompt is not None or facts else TALL))
        rest = "" if prompt is not None or facts else f"{view.keys.shown('inspect')} or right click: everything"
        card = cards.lay_card(look, about, room, _facts_besides(view, asked, about), rest=rest, at_top=True)
        column.top(pixels=card.rect.height)
    if prompt is not None:
        free = look.px(TOLD) if column.area.height > look.pitch(2 * LEAST) else 0
        prompt.show(look, pygame.Rect(column.area.topleft, (column.area.width, column.area.height - free)))
        column.top(pixels=prompt.rect.height)
    odds = None
    if (deed or facts) and not panels.log.open and column.area.height >= look.pitch(cards.LINE_PITCH):
        title = preview.option.label if preview is not None and prompt is None else ""
        odds = cards.lay_facts(look, title, [*deed, *facts], column.area, rest="Alt: all of it", framed=False)
        column.top(pixels=odds.rect.height)
    _lay_log(stage, column, LINES if prompt is not None else IDLE_LINES)
    panels.laid = LaidPanels(preview, hovered, news, advice, card, odds, question, countdown)


def _lay_log(stage: Stage, column: Dock, lines: int) -> None:
    """The last lines of the log at the foot of the dock, or all that is left while it is open; the map over it."""
    view, panels, look = stage.view, stage.panels, stage.view.look
    spare = max(0, panels.frame.dock.height - look.px(USUAL)) // look.pitch(PITCH)
    tall = look.pitch((lines + min(LINES, spare)) * PITCH) + look.px(18)
    if tall > column.area.height:
        tall = look.pitch(LINES * PITCH) + look.px(18)
    high = column.area.height if panels.log.open else tall
    rect = column.bottom(pixels=high if high <= column.area.height else 0)
    panels.log_rect = rect.inflate(look.px(2 * EDGE) - 2, 0) if rect.height else rect
    tools, scene = panels.log_tools, view.scene
    panels.log.key = view.keys.shown("log")
    panels.log.lay(scene, panels.log_rect, LogTools.height(look) if tools is not None else 0)
    if panels.log.open and tools is not None:
        tools.lay(look, scene, panels.log_rect, view.keys.shown)
    room = column.bottom(MAP) if stage.small_map and look.px(MAP) <= column.area.height else None
    panels.minimap.fit(view.camera, room)


def previewed(view: Viewport, asked: OpenQuestion | None, panels: Panels) -> Preview | None:
    """What is explained now: what a click would choose. While a list is open that is the row that is picked out or
    pointed at, and of answers that concern one whom the pointer is on nothing, as it has a row for each.
    """
    aim, button = view.aim, panels.bar.hovered
    if asked is None:
        return None
    prompt, previews = asked.prompt, asked.previews
    if prompt is not None and prompt.listed.drawer:
        row = prompt.focused.value if prompt.focused is not None else None
        return previews.of(row.verb.options[0]) if row is not None and row.verb.lone else None
    if prompt is None and isinstance(button, VerbButton) and button.verb.lone:
        return previews.of(button.verb.options[0])
    if prompt is not None and prompt.focused is not None:
        return previews.of(prompt.focused)
    found = previews.at(aim) if aim is not None else None
    if prompt is not None:
        meant = found is not None and found.option in prompt.options and (prompt.cancel or not found.more)
        return previews.of(found.option) if found is not None and meant else None
    return found or _approach(view, asked)


def _approach(view: Viewport, asked: OpenQuestion) -> Preview | None:
    """The best way to strike a foe out of reach that is pointed at."""
    token = view.scene.token(view.aim) if view.aim is not None else None
    ways = asked.approaches.to(token) if token is not None else None
    return Preview(ways[0].option, asked.previews.about(ways[0].option), len(ways) - 1) if ways else None


def pointed_at(stage: Stage) -> Token | None:
    """Whom the cursor or the pointer is on: on the board, among the portraits, or in the bar below."""
    view, panels, scene = stage.view, stage.panels, stage.scene
    if not view.in_front or view.cursor:
        return scene.token(view.aim)
    named = panels.turns.who_at(view.pointer)
    if panels.frame.actor.collidepoint(view.pointer):
        named = stage.active
    return scene.tokens.get(named) if named is not None else scene.token(view.aim)


def _lay_advice(stage: Stage, room: pygame.Rect, look: Typography) -> cards.FactsPanel:
    """What a puzzle asks for, what a lesson says, what others did meanwhile, or a hint, at the top of a ``room``."""
    asked = stage.asked
    if stage.puzzle is not None:
        return cards.lay_facts(look, stage.puzzle.heading, [Fact(stage.puzzle.told, tone=WHITE)], room)
    if stage.course is not None:
        aim = partial(meant_by, stage)
        keys = tell_keys(asked, stage.course, stage.view.keys, aim) if asked is not None else ""
        return lay_lesson(stage.course, look, room, keys)
    assert asked is not None
    if asked.recap:
        rest = f"… {stage.view.keys.shown('log')} opens the log"
        return cards.lay_facts(look, "Meanwhile", asked.recap, room, rest=rest)
    return cards.lay_facts(look, "Hint", [Fact(HINTS[asked.hint])], room)


def _lay_news(view: Viewport, asked: OpenQuestion | None, panels: Panels, column: Dock) -> cards.FactsPanel | None:
    """What the sides are after, and what else is known of the turn."""
    scene, tracker = view.scene, panels.tracker
    news = {running.effect.side for running in view.head.effects if running.effect.kind == "progress"}
    room = column.area
    tracker.lay(scene.setup, scene.objective_progress_by_side(), room.topleft, room.right, news)
    column.top(pixels=tracker.lines[-1][0].bottom - room.top if tracker.lines else 0)
    swap = [asked.exchange.told(view.keys)] if asked is not None and asked.exchange is not None else []
    known = [Fact(line, tone=TEXT) for line in (*scene.banner(), *swap, *tell_threats(view, asked, panels))]
    known += [Fact(line, tone=tone) for line, tone in tell_reach(asked)]
    if not known:
        return None
    told = cards.lay_facts(view.look, "", known, column.area, framed=False)
    column.top(pixels=told.rect.height)
    return told


def _tell_option(view: Viewport, asked: OpenQuestion, preview: Preview) -> list[Fact]:
    """What a choice would mean; with Alt held all of it."""
    weighed = worth_weighing(asked.kind, preview)
    chance = asked.forecast.chance(preview.option) if weighed else None
    return_attacks = dict(
        sorted(return_attacks_on(view, asked, preview).items(), key=lambda back: -back[1])[:MOST_RETURN_ATTACKS]
    )
    facts = tell(
        preview,
        chance,
        view.scene,
        view.scene.ruleset.ledger,
        working=asked.forecast.working and weighed,
        who=asked.who,
        return_attacks=return_attacks,
        answered=asked.forecast.answered(preview.option) if weighed else (),
        answering=asked.forecast.answering(preview.option),
        whole=view.names,
        plated=bool(tell_plate(view, asked, preview)),
    )
    if preview.about.path and asked.kind == "act":
        felled = preview.option.target if falls_for_sure(asked, preview) else None
        facts = [*tell_strikers(view, asked, preview.about.path[-1], felled, return_attacks), *facts]
    return facts


def _status(stage: Stage) -> str:
    if stage.session.ended and stage.view.head.caught_up:
        return "The battle is over"
    if stage.driver.thinking_long:
        dots = "." * (1 + pygame.time.get_ticks() // 350 % 3)
        return f"Opponent is thinking {dots:<3}"
    if stage.asked is not None and len(stage.session.people) > 1:
        return stage.session.title(stage.asked.choosing.question.seat)
    return ""


def _tell_question(stage: Stage) -> str:
    """What is asked, or what others do."""
    view, asked = stage.view, stage.asked
    if asked is None:
        return view.head.action if others_act(view, stage.driver) else ""
    choosing = asked.choosing
    if choosing.verb is None:
        acts = choosing.question.kind == "act" and asked.who is not None  # then the bar below says who acts
        return "" if acts else choosing.question.why
    return f"{choosing.verb.title}: {how_to_point(choosing, view.keys, view.scene.token(view.cursor))}"


def _tell_deed(asked: OpenQuestion, verb: str) -> list[Fact]:
    """What a verb does, what it takes and by which rule, as the action catalogue has it; nothing of what is none."""
    deed = asked.choosing.deeds.get(verb)
    if deed is None:
        return []
    ledger = asked.choosing.scene.ruleset.ledger
    rule = [Fact(cards.cite(ledger, deed.rule), tone=FAINT)] if deed.rule else []
    return [Fact(deed.told), *([Fact(f"Costs: {deed.cost}", tone=FAINT)] if deed.cost else []), *rule]


def how_to_point(choosing: Choosing, keys: Keys, aimed: Token | None) -> str:
    """What the mouse and which keys do for a deed that wants a target, else a place; whom it is ``aimed`` at."""
    if aimed is not None and aimed.id in choosing.targets():
        others = f"{keys.shown('next')}: another; " if len(choosing.targets()) > 1 else ""
        return f"{called(aimed.standing)} ({keys.shown('confirm')}; {others}{keys.shown('cancel')}: back)"
    what, way = ("target", keys.shown("next")) if choosing.targets() else ("place", "arrows")
    return f"point at a {what} ({way}, {keys.shown('confirm')}; {keys.shown('cancel')}: back)"


def _facts_besides(view: Viewport, asked: OpenQuestion | None, token: Token) -> list[Fact]:
    """Where somebody is, if that has a name, what only its side knows of it, and how far from the one who acts."""
    scene = view.scene
    acting, name = actor(asked, scene), scene.where.title(token.place)
    long = len(name) >= 24
    lines = [(line, "") for line in view.look.wrap(name, view.look.px(226), BODY)] if long else [("At", name)]
    named = [Fact(text, value, WHITE) for text, value in lines] if name else []
    for told in private_facts_for(scene.ruleset, scene.board, token.id, view.viewer):
        named += [Fact(line, "", GOOD_WORD) for line in view.look.wrap(told, view.look.px(226), BODY)]
    if acting is None or acting.id == token.id:
        return named
    far = scene.ruleset.tell_distance(scene.board, acting.id, token.id)
    return [*named, Fact(f"From {called(acting.standing)}", far, WHITE)]
