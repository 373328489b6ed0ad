"""A battle on zones as the screen meets it: half-moves, whom and what a spot means, what is drawn of zones."""

from __future__ import annotations

import pygame
from msgspec.structs import replace

from game.rules.events import Id, Moved
from game.rules.match import AnyMatch, Match
from game.rules.questions import Choose
from game.rules.state import Thing
from game.scene.board_geometry import OnZones
from game.scene.choosing import Choosing
from game.scene.playhead import Playhead
from game.scene.scene import Scene
from game.spatial.field import Feature
from game.spatial.places import InZone, written
from game.spatial.space import Space
from game.view.board.camera import Camera
from game.view.board.regions import ZoneRegions
from game.view.widgets.theme import REACH, Typography
from tests.rules.battles import play_out
from tests.rules.skirmish import SKIRMISH, skirmish, yard
from tests.view.witnessing import animated, witnessed

GATE, MARKET = InZone(3), InZone(4)


def begun() -> AnyMatch:
    """A skirmish at its first question."""
    return Match.begin(SKIRMISH, skirmish())


def asked(match: AnyMatch, scene: Scene) -> Choosing:
    """The question that waits."""
    assert isinstance(match.pending, Choose)
    return Choosing(match.pending, scene)


def test_the_names_of_places_are_in_the_text() -> None:
    head = Playhead(begun(), None)
    assert "red Ada at Gate yard 12/12" in head.scene.text()
    assert head.scene.where.name(GATE) == "Gate yard"
    assert head.scene.where.name(MARKET) == "Market"


def test_two_in_one_zone_are_pointed_at_one_by_one() -> None:
    scene = Playhead(begun(), None).scene
    ada, bo = (scene.tokens[Id(name)] for name in ("Ada", "Bo"))
    assert ada.place == bo.place == GATE
    assert ada.placement.spot != bo.placement.spot
    for token in (ada, bo):
        aim = scene.aim(token.middle)
        assert aim is not None
        assert aim.token == token.id
    free = scene.aim(scene.free_spot(GATE))
    assert free is not None
    assert (free.token, free.places[0]) == (None, GATE)


def test_a_click_on_a_zone_or_a_border_is_the_option_that_leads_there() -> None:
    match = begun()
    match.answer("Ada")
    scene = Playhead(match, "red").scene
    choosing = asked(match, scene)
    border = SKIRMISH_ZONES.between(GATE, MARKET)[0]
    for place in (MARKET, border):
        aim = scene.aim(scene.free_spot(place))
        assert aim is not None
        assert [option.key for option in choosing.at(aim)] == [f"move {written(place)}"]


def test_a_click_on_somebody_is_no_walk_to_the_zone_around_it() -> None:
    match = begun()
    match.answer("Ada")
    scene = Playhead(match, "red").scene
    assert asked(match, scene).at(scene.aim_at_token(Id("Orc"))) == []


def test_a_way_over_several_places_is_walked_half_by_half() -> None:
    match = begun()
    head = Playhead(match, "red")
    match.answer("Ada")
    before = head.scene.tokens[Id("Ada")].middle
    match.answer(f"move {written(MARKET)}")
    moves = [event for event in match.events if isinstance(event, Moved)]
    border = SKIRMISH_ZONES.between(GATE, MARKET)[0]
    assert [event.end for event in moves] == [border, MARKET]
    head.advance(0.01)
    assert head.busy
    for _ in range(200):
        head.advance(0.05)
        if head.scene.tokens[Id("Ada")].place == border:
            break
    assert 3.5 < head.scene.tokens[Id("Ada")].middle[0] < 4.5
    head.skip()
    assert head.scene.tokens[Id("Ada")].middle[0] > before[0] + 2


def test_a_move_ends_where_its_animation_led() -> None:
    match = begun()
    scene = Playhead(match, None).scene
    border = SKIRMISH_ZONES.between(GATE, MARKET)[0]
    event = Moved(Id("Ada"), GATE, border)
    (motion,) = animated(scene, event).motions
    scene.take(witnessed(scene, event))
    assert motion.end == scene.tokens[Id("Ada")].placement.spot


def test_the_preview_of_a_way_goes_through_its_places() -> None:
    match = begun()
    match.answer("Ada")
    scene = Playhead(match, "red").scene
    border = SKIRMISH_ZONES.between(GATE, MARKET)[0]
    way = scene.way(Id("Ada"), (border, MARKET))
    assert way[0] == scene.tokens[Id("Ada")].middle
    assert way[1] == scene.where.middle(border)
    assert way[2] == scene.would_stand(Id("Ada"), MARKET).middle


def test_skipping_and_playing_stand_everybody_on_the_same_spots() -> None:
    match = begun()
    slow = Playhead(match, "red")
    play_out(match)
    quick = Playhead(match, "red")
    quick.skip()
    for _ in range(5000):
        slow.advance(0.2)
        if slow.caught_up:
            break
    spots = [{who: token.placement for who, token in head.scene.tokens.items()} for head in (slow, quick)]
    assert spots[0] == spots[1]
    assert slow.scene.text() == quick.scene.text()


def test_going_back_puts_everybody_back() -> None:
    match = begun()
    head = Playhead(match, "red")
    head.skip()
    head.mark()
    before = {who: token.placement for who, token in head.scene.tokens.items()}
    match.answer("Ada")
    match.answer(f"move {written(MARKET)}")
    head.skip()
    match.undo(2)
    head.go_back()
    assert {who: token.placement for who, token in head.scene.tokens.items()} == before


def test_zones_and_borders_are_drawn_where_they_are() -> None:
    space = Space(yard())
    where = OnZones(space.zones)
    camera = Camera(space.width, space.height, (900, 500), 64)
    target = pygame.Surface((900, 500))
    regions = ZoneRegions(where, Typography())
    regions.draw(target, camera, space)
    regions.draw_knobs(target, camera)
    inside = camera.pixel(where.inside(MARKET))
    assert target.get_at(inside)[:3] == (0, 0, 0)
    for place in where.places:
        if not isinstance(place, InZone):
            x, y = camera.pixel(where.middle(place))
            assert sum(target.get_at((x, y))[:3]) > 30
    regions.light(target, camera, [MARKET], REACH)
    assert target.get_at(inside)[2] > 30
    assert target.get_at(camera.pixel(where.inside(GATE)))[:3] == (0, 0, 0)


SKIRMISH_ZONES = Space(yard()).zones


def test_who_is_not_known_moves_nobody_aside() -> None:
    """Where the known stand must not tell that somebody lies in wait among them."""
    setup = skirmish()
    blue = setup.sides[1]
    lurker = replace(blue.squad[0], hidden=True, at=(1, 3))
    ambush = replace(setup, sides=(setup.sides[0], replace(blue, squad=(lurker, *blue.squad[1:]))))
    without = replace(setup, sides=(setup.sides[0], replace(blue, squad=blue.squad[1:])))
    found = []
    for each in (ambush, without):
        scene = Playhead(Match.begin(SKIRMISH, each), "red").scene
        found.append({who: scene.tokens[who].placement for who in (Id("Ada"), Id("Bo"))})
    assert found[0] == found[1]


def test_what_nobody_has_touched_is_drawn_where_the_map_has_it() -> None:
    """And once it has been taken up and put down again, off the middle of its zone like anything else."""
    setup = skirmish()
    bench = Feature("f1", "thing", ((1, 1),), thing="bench")
    setup = replace(setup, field=replace(setup.field, features=(*setup.field.features, bench)))
    match: AnyMatch = Match.begin(SKIRMISH, setup)
    scene = Scene(SKIRMISH, setup, match.ground, match.state, ())
    assert scene.lying(Thing("f1", "bench", GATE), 0) == (1.5, 1.5)
    moved = scene.lying(Thing("bench-1", "bench", GATE), 0)
    cell = (int(moved[0]), int(moved[1]))
    assert moved != (1.5, 1.5) and cell in match.ground.zones.cells(GATE)
