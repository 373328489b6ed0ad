"""Draws the places of a battle's board: what is lit, what is out of sight, zones with their names and borders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pygame

from game.play.place_names import tell_lying
from game.play.speech import percent
from game.rules.events import Id
from game.rules.option_details import Landing
from game.rules.ruleset import Band
from game.rules.standing import called
from game.scene.board_geometry import Spot
from game.scene.scene import Scene, Token
from game.spatial.places import Place
from game.spatial.zones import weight
from game.view.board import overlays
from game.view.widgets.overlay_layout import FreeRoom
from game.view.widgets.theme import BAD, BAD_WORD, GOOD_WORD, REACH, SMALL, TITLE, WARN, WHITE, Colour, Pixel
from game.window.battle.draw_threats import draw_threats
from game.window.battle.forecast import NO_WAYS, CostlyMoves
from game.window.battle.open_question import OpenQuestion, actor
from game.window.battle.panels import BoardLayers, Panels
from game.window.battle.preview import Preview, worth_weighing
from game.window.battle.stage import Stage
from game.window.battle.viewport import Viewport

DEAR = WARN
"""What takes more than a move is lit so, with a broken rim."""
AIMED = BAD


def draw_grounds(stage: Stage, target: pygame.Surface, preview: Preview | None) -> None:
    """What lies on the ground, below the tokens: haze, zones, where a click leads, views."""
    _draw_fog(stage.view, stage.layers, target)
    scene = stage.scene
    stage.layers.regions.draw(target, stage.view.camera, scene.board.space)
    if preview is None or not preview.about.landings:  # a fan of landings has the zones to itself
        _draw_reach(stage.view, stage.asked, stage.layers, target)
    draw_threats(stage, target)
    _draw_range(stage.view, stage.asked, stage.layers, target)
    _draw_views(stage.view, stage.asked, stage.layers, target)


def write_names(
    view: Viewport, asked: OpenQuestion | None, layers: BoardLayers, target: pygame.Surface
) -> list[pygame.Rect]:
    """The names of zones, over everything on the board, clear of those who stand there; gives their plates."""
    camera, head = view.camera, view.head
    bodies = [(head.pose(token.id).at, round(camera.zoom * token.extent)) for token in head.scene.tokens.values()]
    taken = [pygame.Rect(camera.pixel(spot), (side, side)) for spot, side in bodies]
    return layers.regions.write_names(target, camera, _details(view, asked), taken)


def write_pursuits(view: Viewport, target: pygame.Surface) -> None:
    """How far each side has come, over the ground that it is about: "1 of 2"."""
    ground: dict[Spot, list[str]] = {}
    for objective_progress in view.scene.objective_progress_by_side().values():
        cells = objective_progress.aim.cells
        if cells:
            across = [x for x, _ in cells]
            spot = (min(across) + max(across) + 1) / 2, float(min(y for _, y in cells))
            ground.setdefault(spot, []).append(objective_progress.counted)
    for spot, told in ground.items():
        at = view.camera.pixel(spot)
        if target.get_rect().collidepoint(at):
            overlays.write_plate(target, view.look, ", ".join(told), at, GOOD_WORD, SMALL)


def draw_pursued(view: Viewport, panels: Panels, target: pygame.Surface) -> None:
    """Where it is, and whom it is about, what the side is after at whose line the pointer rests."""
    side = panels.tracker.side_at(view.pointer) if view.in_front else None
    objective_progress = view.scene.objective_progress_by_side().get(side) if side is not None else None
    if objective_progress is None:
        return
    overlays.draw_region(target, view.camera, frozenset(objective_progress.aim.cells), WARN, alpha=90, width=5)
    for token in view.scene.sought(objective_progress):
        radius = round(view.camera.zoom * token.extent * 0.56)
        overlays.draw_target_ring(target, view.camera.pixel(token.middle), radius, WARN, strong=True)


def _draw_fog(view: Viewport, layers: BoardLayers, target: pygame.Surface) -> None:
    """A haze over what nobody of the viewer's side sees."""
    if view.viewer is None:
        return
    scene = view.scene
    own = [token for token in scene.tokens.values() if token.side == view.viewer and token.standing.up]
    space = scene.board.space
    seen = view.vision.fog(scene.where, space, own, scene.light(view.viewer))
    if seen is not None:
        layers.fog.draw(target, view.camera, seen)


def _draw_views(view: Viewport, asked: OpenQuestion | None, layers: BoardLayers, target: pygame.Surface) -> None:
    """The views that keys turn on: cover and elevation, zones."""
    scene, field = view.scene, view.scene.setup.field
    if view.show_zones:
        layers.regions.draw_zones(target, view.camera, field)
    token = actor(asked, scene)
    if view.show_cover:
        overlays.draw_elevation(target, view.camera, view.look, field, scene.ruleset.scale)
        corners = view.vision.cover(scene.where, scene.board.space, token) if token is not None else None
        if corners is not None:
            overlays.draw_cover(target, view.camera, corners)


def _draw_reach(view: Viewport, asked: OpenQuestion | None, layers: BoardLayers, target: pygame.Surface) -> None:
    lit = asked.choosing.lit() if asked is not None else ()
    if asked is None or not lit:
        return
    price, regions = asked.choosing.price, layers.regions
    if price is not None and price.dear:
        regions.light_again(target, view.camera, lit, DEAR)
        return
    regions.light_again(target, view.camera, costly_moves(asked).places, DEAR)
    regions.light(target, view.camera, lit, REACH)


def costly_moves(asked: OpenQuestion | None) -> CostlyMoves:
    """Where the one who acts may go for more than a move takes, while that is shown beside where a move leads."""
    if asked is None or asked.choosing.walking is None or asked.choosing.verb is not None:
        return NO_WAYS
    return asked.forecast.costly_moves(asked.choosing.walking)


def tell_reach(asked: OpenQuestion | None) -> list[tuple[str, Colour]]:
    """What it takes to go where a click leads, with the colour in which that is lit."""
    if asked is None or asked.prompt is not None or not asked.choosing.lit():
        return []
    price, farther = asked.choosing.price, costly_moves(asked)
    if price is not None and price.dear:
        return [(f"Going takes {price.with_article}", DEAR)]
    near = [(f"Going takes {price.with_article}" if price is not None else "Going takes no action", REACH)]
    far = [(f"Farther: {', '.join(farther.costs)}", DEAR)] if farther.places and farther.costs else []
    return [*(near if price is not None or far else []), *far]


def ranging(view: Viewport, asked: OpenQuestion | None) -> tuple[Id, str] | None:
    """Whose range is shown, and of which verb: of the one who acts while it aims an attack, or points at the row of one
    in a drawer's list, else of whom the pointer is on, or the cursor: but not while that rests on the one who acts,
    where it is put as its turn begins.
    """
    scene, aim = view.scene, view.aim
    row = (
        asked.prompt.focused if asked is not None and asked.prompt is not None and asked.prompt.listed.drawer else None
    )
    if asked is not None and asked.who is not None and row is not None and row.verb in scene.ruleset.attacks:
        return asked.who, row.verb
    if view.head.busy or (asked is not None and asked.prompt is not None):
        return None
    if asked is not None and asked.choosing.verb is not None:
        word = asked.choosing.verb.word
        return (asked.who, word) if asked.who is not None and word in scene.ruleset.attacks else None
    preview = asked.previews.at(aim) if asked is not None and aim is not None else None
    acting = actor(asked, scene)
    if preview is not None and acting is not None and preview.option.verb in scene.ruleset.attacks:
        return acting.id, preview.option.verb
    token = scene.token(aim)
    begun = view.cursor is not None and token is acting
    return (token.id, "") if token is not None and token.standing.up and not begun else None


def _shown_ranges(view: Viewport, asked: OpenQuestion | None) -> Sequence[Band[Place]]:
    """What is reached by whose range is shown."""
    found, scene = ranging(view, asked), view.scene
    return scene.in_range(*found) if found is not None and found[0] in scene.tokens else ()


def _draw_range(view: Viewport, asked: OpenQuestion | None, layers: BoardLayers, target: pygame.Surface) -> None:
    """The places that what is in hand reaches, in rings that leave out what is too near."""
    found, bands = ranging(view, asked), _shown_ranges(view, asked)
    if found is not None and bands:
        layers.regions.light_range(target, view.camera, bands, view.scene.tokens[found[0]].middle, AIMED)


def _details(view: Viewport, asked: OpenQuestion | None) -> dict[Place, str]:
    """What stands under the names of zones: how far they are while something is aimed; all there is to know with Z."""
    scene = view.scene
    aiming = asked is not None and asked.choosing.verb is not None and bool(asked.choosing.targets())
    if not view.show_zones and not aiming:
        return {}
    return {place: _in_short(view, asked, place) for place in scene.where.labelled}


def _in_short(view: Viewport, asked: OpenQuestion | None, place: Place) -> str:
    scene = view.scene
    acting = actor(asked, scene)
    parts = scene.where.in_short(place, held(scene, place)) if view.show_zones else []
    if acting is not None:
        parts.append(scene.ruleset.tell_distance(scene.board, acting.id, place))
    parts += [band.label for band in _shown_ranges(view, asked) if band.label and place in band.places]
    return " · ".join(parts)


def held(scene: Scene, place: Place) -> int:
    """How much of a place's room is taken, in bodies of size 1: those who are up, as far as the viewer knows."""
    tokens = scene.tokens.values()
    return sum(weight(token.standing.size) for token in tokens if token.place == place and token.standing.up)


def tell_place(view: Viewport, asked: OpenQuestion | None, place: Place) -> str:
    """A zone or border in a line: name, room, what it is like, how far away."""
    scene = view.scene
    parts = scene.where.tell(scene.board.space, place, held(scene, place))
    parts += tell_lying(scene.ruleset, scene.board, place)
    acting = actor(asked, scene)
    if acting is not None and acting.place != place:
        parts.append(scene.ruleset.tell_distance(scene.board, acting.id, place))
    return " · ".join(parts)


def pointed(view: Viewport, asked: OpenQuestion | None) -> Place | None:
    """The zone or border under the pointer, or that the keys' cursor is on; None where somebody is pointed at."""
    aim = view.aim
    if aim is None or aim.token is not None or (asked is not None and asked.prompt is not None):
        return None
    places = view.scene.where.outlined(aim.places)
    lit = asked.choosing.lit() if asked is not None else ()
    return next((place for place in places if place in lit), places[0] if places else None)


def draw_pointed(view: Viewport, asked: OpenQuestion | None, layers: BoardLayers, target: pygame.Surface) -> None:
    """What is pointed at, outlined."""
    place = pointed(view, asked)
    if place is not None:
        layers.regions.draw_cursor(target, view.camera, place, WHITE if view.cursor is not None else TITLE)


def numbered_places(asked: OpenQuestion | None) -> dict[int, Place]:
    """The places that the answers of a panel are about, by the numbers of these, where not all are about one."""
    prompt = asked.prompt if asked is not None else None
    shown = prompt.numbered if prompt is not None else {}
    places = {number: option.place for number, option in shown.items() if option.place is not None}
    return places if len(set(places.values())) > 1 else {}


def write_offered(
    view: Viewport, asked: OpenQuestion | None, layers: BoardLayers, target: pygame.Surface, room: FreeRoom
) -> None:
    """The numbers of a prompt's answers in free ``room`` at the places that they are about, brackets round the one
    looked at.
    """
    look = view.look
    prompt = asked.prompt if asked is not None else None
    for number, place in numbered_places(asked).items():
        here = prompt is not None and prompt.numbered[number] is prompt.focused
        if here:
            layers.regions.draw_cursor(target, view.camera, place, WHITE)
        box = pygame.Rect(0, 0, look.width(str(number), SMALL, "semibold") + look.px(14), look.line(SMALL) + look.px(4))
        box.center = layers.regions.words_at(view.camera, place)
        overlays.write_plate(target, look, str(number), room.lay(box).center, WHITE if here else REACH, SMALL)


def write_pointed(stage: Stage, target: pygame.Surface, preview: Preview | None) -> None:
    """What there is to know of the place that is pointed at, and what going there takes."""
    place = pointed(stage.view, stage.asked)
    if place is None or (preview is not None and preview.about.landings):
        return
    text = tell_place(stage.view, stage.asked, place)
    if preview is not None and preview.about.on_board:
        text = f"{text} · {preview.about.on_board}"
    at = stage.layers.regions.words_at(stage.view.camera, place)
    overlays.write_plate(target, stage.view.look, text, at, TITLE, SMALL)


def draw_landings(view: Viewport, layers: BoardLayers, target: pygame.Surface, preview: Preview) -> None:
    """Where something thrown may come down: a fan from the place it is aimed at, with the chance of each place."""
    landings, scene, camera = preview.about.landings, view.scene, view.camera
    if not landings:
        return
    top = max(landing.share for landing in landings)
    for landing in landings:
        tone = WARN if landing.place == landings[0].place else BAD
        layers.regions.tint(target, camera, landing.place, tone, 34 + round(50 * landing.share / (top or 1)))
    start = camera.pixel(scene.where.inside(landings[0].place))
    for landing in landings[1:]:
        end = camera.pixel(scene.where.inside(landing.place))
        overlays.draw_stray(target, start, end, max(3, round(camera.zoom * 0.16 * float(landing.share / (top or 1)))))


def write_landings(stage: Stage, target: pygame.Surface, preview: Preview, room: FreeRoom) -> None:
    """The chances of the fan, and whom each would hit, in free ``room`` beside these."""
    look, asked, option = stage.view.look, stage.asked, preview.option
    chance = asked.forecast.chance(option) if asked is not None and worth_weighing(asked.kind, preview) else None
    high = look.line(SMALL) + look.px(4)
    for index, landing in enumerate(preview.about.landings):
        if chance is not None and landing.hits == (option.target,):
            continue  # how likely that is hit stands on a plate beside it
        at = _words_of(stage.view, stage.layers, landing)
        hit = chance.hit(asked.who, landing.hits[0]) if chance and asked and len(landing.hits) == 1 else None
        weighed = landing if hit is None else replace(landing, share=hit)  # as the panel has it
        text = tell_landing(stage.scene, asked, weighed)
        box = pygame.Rect(0, 0, look.width(text, SMALL, "semibold") + look.px(14), high)
        box.center = at
        overlays.write_plate(target, look, text, room.lay(box).center, WARN if index == 0 else BAD_WORD, SMALL)


def _words_of(view: Viewport, layers: BoardLayers, landing: Landing) -> Pixel:
    """Where the words of a landing go: with the name of its place, else below whom it would hit."""
    scene = view.scene
    hit = [scene.tokens[who] for who in landing.hits if who in scene.tokens]
    if scene.where.title(landing.place) or not hit:
        return layers.regions.words_at(view.camera, landing.place)
    x, y = hit[0].middle
    return view.camera.pixel((x, y + hit[0].extent / 2))


def tell_landing(scene: Scene, asked: OpenQuestion | None, landing: Landing) -> str:
    """A place where something may come down, in a few words."""
    names = [_named(asked, scene.tokens[who]) for who in landing.hits if who in scene.tokens]
    hit = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
    return f"{percent(landing.share)} · {hit or 'nobody'}"


def _named(asked: OpenQuestion | None, token: Token) -> str:
    """Whom something would hit; a friend is called one."""
    return f"{called(token.standing)} (friend)" if asked is not None and asked.friend(token) else called(token.standing)
