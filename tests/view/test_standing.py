"""How somebody fares, as it is drawn: bars, pools, conditions that count, badges, several turns in a round."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pygame
import pytest
from msgspec.structs import replace

from battlemat_duel import Duel
from battlemat_duel.sheet import DuelBoard
from game.rules.events import Id
from game.rules.standing import Bar, Boxes, Gear, Mark, Pool, Slot, Standing
from game.scene.playhead import Playhead
from game.scene.scene import Scene
from game.view.board.camera import Camera
from game.view.board.tokens import Pieces, TokenStyles
from game.view.panels.cards import draw_bar, draw_boxes, draw_gear, draw_pool, lay_card
from game.view.panels.turn_bar import TurnBar, tell_portrait
from game.view.widgets.theme import BAD, BAD_WORD, GOOD, LIFTED, MIND, REACH, STEEL, WHITE, Typography
from tests.rules.battles import begin, duel

ADA, BEN = Id("Ada"), Id("Orc")


class Rich(Duel):
    """The duel as another book would show it."""

    def __init__(self, **more: Any) -> None:
        self.more = more
        self.twice = False

    def standing(self, board: DuelBoard, who: Id) -> Standing:
        return replace(super().standing(board, who), **self.more)

    def order(self, board: DuelBoard) -> tuple[Slot, ...]:
        own = tuple(super().order(board))
        return (*own, Slot(ADA, "9", spent=True)) if self.twice else own


class Parted(Rich):
    """With the round in parts."""

    groups: tuple[str, str] = ("", "")

    def order(self, board: DuelBoard) -> tuple[Slot, ...]:
        return tuple(replace(slot, group=group) for slot, group in zip(super().order(board), self.groups, strict=True))


def scene(rules: Duel) -> Scene:
    match = begin(duel())
    return Scene(rules, match.setup, match.ground, match.state, tuple(match.state.combatants))


def share(surface: pygame.Surface, colour: tuple[int, int, int]) -> int:
    """How many pixels have a colour."""
    return pygame.mask.from_threshold(surface, colour, (2, 2, 2, 255)).count()


@pytest.fixture
def paper() -> pygame.Surface:
    pygame.init()
    surface = pygame.Surface((300, 300))
    surface.fill((90, 90, 90))
    return surface


def card(rules: Duel, paper: pygame.Surface, room: int = 10_000) -> pygame.Rect:
    token = scene(rules).tokens[ADA]
    liveries = TokenStyles(duel())
    found = lay_card(Typography(1.0), token, pygame.Rect(10, 290 - room, 250, room))
    found.draw(paper, Typography(1.0), liveries)
    return found.rect


BOX = pygame.Rect(20, 20, 200, 14)


@pytest.mark.parametrize(
    ("bar", "colour", "part"),
    [
        (Bar("Health", 8, 8), GOOD, 1.0),
        (Bar("Health", 1, 8), BAD, 0.125),
        (Bar("Harm", 1, 8, rising=True), GOOD, 0.875),
        (Bar("Harm", 7, 8, rising=True), BAD, 0.125),
        (Bar("Endurance", 1, 2, "guard"), REACH, 0.5),
        (Bar("Fear", 1, 4, "mind", rising=True), MIND, 0.75),
        (Bar("Grit", 2, 8, "steel"), STEEL, 0.25),
    ],
)
def test_a_bar_is_as_long_as_what_could_still_be_lost(
    paper: pygame.Surface, bar: Bar, colour: tuple[int, int, int], part: float
) -> None:
    draw_bar(paper, Typography(1.0), BOX, bar, named=False)
    filled = pygame.mask.from_threshold(paper.subsurface(BOX), colour, (2, 2, 2, 255)).get_bounding_rects()
    assert filled[0].unionall(filled[1:]).width == pytest.approx(BOX.width * part, abs=2)


def test_each_bar_lies_under_the_other_on_card_and_token(paper: pygame.Surface) -> None:
    two = Rich(bars=(Bar("Endurance", 3, 6, "guard"), Bar("Health", 1, 8)))
    tall, low = card(two, paper).height, card(Duel(), paper.copy()).height
    assert tall > low and share(paper, REACH) and share(paper, BAD)
    board = pygame.Surface((600, 600))
    camera = Camera(6, 6, (600, 600))
    match = begin(duel())
    head = Playhead(match, None)
    head.scene = scene(two)
    Pieces(TokenStyles(duel()), Typography(1.0)).draw(board, camera, head)
    assert share(board, REACH) and share(board, BAD)


def test_a_bar_that_rises_is_never_a_bare_number_which_reads_as_what_is_left(paper: pygame.Surface) -> None:
    falling, rising = paper.copy(), paper.copy()
    card(Rich(bars=(Bar("Harm", 1, 8),)), falling)
    card(Rich(bars=(Bar("Harm", 1, 8, rising=True),)), rising)
    assert share(rising, WHITE) > 2 * share(falling, WHITE), "the word stands before the number"


def test_one_who_is_down_still_shows_what_ails_it(paper: pygame.Surface) -> None:
    boards = []
    for marks in ((), (Mark("dying"),)):
        head = Playhead(begin(duel()), None)
        head.scene = scene(Rich(up=False, marks=marks))
        board = pygame.Surface((600, 600))
        Pieces(TokenStyles(duel()), Typography(1.0)).draw(board, Camera(6, 6, (600, 600)), head)
        boards.append(pygame.image.tobytes(board, "RGB"))
    assert boards[0] != boards[1]


def test_what_is_too_long_for_its_line_goes_on_below_and_is_not_cut(paper: pygame.Surface) -> None:
    short, long = "rope, net", "short sword, throwing knife, lantern, bandages, antidote, rope, net"
    look = Typography(1.0)
    tall, low = (card(Rich(facts=(("Carries", said),)), paper.copy()).height for said in (long, short))
    assert tall - low >= 2 * look.px(22)
    assert card(Rich(facts=(("Carries", long),)), paper, room=low).height <= low


def test_a_pool_shows_a_stone_for_each_point_while_they_are_few(paper: pygame.Surface) -> None:
    look, row = Typography(1.0), pygame.Rect(10, 10, 250, 22)
    shares = []
    for left in (0, 1, 3):
        sheet = paper.copy()
        draw_pool(sheet, look, row, Pool("Focus", left, 4))
        shares.append(share(sheet, REACH))
    assert shares[0] == 0 and shares[2] == pytest.approx(3 * shares[1], abs=2)
    draw_pool(paper, look, row, Pool("Stamina", 11, 20))
    assert not share(paper, REACH), "so many are written as a number"


def test_ten_stones_stand_in_two_hands_of_the_pools_own_tone(paper: pygame.Surface) -> None:
    look, row = Typography(1.0), pygame.Rect(10, 10, 250, 22)
    draw_pool(paper, look, row, Pool("Stress", 10, 10, tone="mind"))
    stones = pygame.mask.from_threshold(paper.subsurface(row), MIND, (2, 2, 2, 255)).connected_components(30)
    lefts = sorted(stone.get_bounding_rects()[0].left for stone in stones)
    assert len(lefts) == 10 and not share(paper, REACH)
    steps = [right - left for left, right in pairwise(lefts)]
    assert steps[4] > steps[0] and len(set(steps[:4] + steps[5:])) == 1


def test_a_pool_whose_word_leaves_no_room_for_stones_is_a_number(paper: pygame.Surface) -> None:
    draw_pool(paper, Typography(1.0), pygame.Rect(10, 10, 250, 22), Pool("Patience with the referee", 9, 10))
    assert not share(paper, REACH)


def test_each_notch_is_a_tick_beside_the_thing_that_bears_it(paper: pygame.Surface) -> None:
    row, shares = pygame.Rect(10, 10, 250, 22), []
    for notches in (0, 1, 2):
        sheet = paper.copy()
        draw_gear(sheet, Typography(1.0), row, Gear("In hand", "sword", notches, 3))
        shares.append(share(sheet, BAD_WORD))
    assert shares[0] == 0 < shares[1] and shares[2] == 2 * shares[1]
    armed = Rich(gear=(Gear("In hand", "sword", 1, 3), Gear("Armour", "mail", 2, 3)))
    assert card(armed, paper).height == card(Duel(), paper.copy()).height + 44
    assert share(paper, BAD_WORD) == 3 * shares[1]


def test_more_notches_than_one_counts_at_a_glance_are_a_number_and_leave_the_name_its_room(
    paper: pygame.Surface,
) -> None:
    row = pygame.Rect(10, 10, 250, 22)
    few, whole, worn = paper.copy(), paper.copy(), paper.copy()
    draw_gear(few, Typography(1.0), row, Gear("In hand", "longsword", 0, 5))
    draw_gear(whole, Typography(1.0), row, Gear("In hand", "longsword", 0, 10))
    draw_gear(worn, Typography(1.0), row, Gear("In hand", "longsword", 3, 10))
    assert share(few, LIFTED) > 0 == share(whole, LIFTED), "ticks for five, none for ten"
    assert share(whole, BAD_WORD) == 0 < share(worn, BAD_WORD)


def test_without_room_the_facts_go_first_and_conditions_last(paper: pygame.Surface) -> None:
    full = Rich(marks=(Mark("bleeding", 3),), pools=(Pool("Focus", 1, 3),), facts=(("AC", "15"), ("Main", "ready")))
    heights = [card(full, paper.copy(), room).height for room in (1000, 122, 100)]
    assert heights[0] - heights[1] == 44 and heights[1] - heights[2] == 22


def test_a_body_with_two_turns_stands_in_the_order_twice(paper: pygame.Surface) -> None:
    rules = Rich()
    rules.twice = True
    bar = TurnBar(TokenStyles(duel()), Typography(1.0))
    bar.lay(scene(rules), ADA, "", 1280)
    met = [bar.who_at((x, 24)) for x in range(1280)]
    runs = [who for number, who in enumerate(met) if who is not None and met[number - 1] != who]
    assert runs.count(ADA) == 2 and runs[0] == runs[-1] == ADA
    shown = scene(rules).tokens[ADA].standing
    assert tell_portrait(shown, Slot(ADA, "9", spent=True)).startswith("Ada: 9, turn spent")
    assert tell_portrait(replace(shown, badge="2 left", reacts=False), Slot(ADA)) == "Ada: 2 left, Hit points 12/12"


class Dealt(Rich):
    """With drawn cards: two share one, and somebody has a second that is spent."""

    cards: tuple[Slot, ...] = ()

    def order(self, board: DuelBoard) -> tuple[Slot, ...]:
        return self.cards


def in_the_bar(scene: Scene, wide: int = 1280, pointed: Id | None = None) -> pygame.Surface:
    """The bar of turns, drawn."""
    bar, surface = TurnBar(TokenStyles(duel()), Typography(1.0)), pygame.Surface((wide, 60))
    bar.lay(scene, None, "", wide)
    bar.draw(surface, scene, pointed=pointed)
    return surface


def lefts(bar: TurnBar, rules: Duel) -> list[tuple[Id, int]]:
    """Whose portraits stand where from left to right."""
    bar.lay(scene(rules), None, "", 1280)
    met = [bar.who_at((x, 24)) for x in range(1280)]
    return [(who, x) for x, who in enumerate(met) if who is not None and met[x - 1] != who]


def test_those_who_share_a_card_stand_behind_one_card_and_several_cards_are_several_places() -> None:
    apart, shared = Dealt(), Dealt()
    apart.cards = (Slot(ADA, "3", card="3"), Slot(BEN, "7", card="7"))
    shared.cards = (Slot(ADA, "3", card="3"), Slot(BEN, "3", card="3"))
    (_, first), (_, second) = lefts(TurnBar(TokenStyles(duel()), Typography(1.0)), apart)
    (_, one), (_, other) = lefts(TurnBar(TokenStyles(duel()), Typography(1.0)), shared)
    assert one == first and other < second
    twice = Dealt()
    twice.cards = (Slot(ADA, "3", card="3"), Slot(BEN, "7", card="7"), Slot(ADA, "9", card="9", spent=True))
    assert [who for who, _ in lefts(TurnBar(TokenStyles(duel()), Typography(1.0)), twice)] == [ADA, BEN, ADA]
    assert tell_portrait(scene(twice).tokens[BEN].standing, Slot(BEN, "7", card="7")).startswith("Orc: card 7")


def test_cards_that_change_hands_glide_to_where_they_belong() -> None:
    rules, bar = Dealt(), TurnBar(TokenStyles(duel()), Typography(1.0))
    rules.cards = (Slot(ADA, "3", card="3"), Slot(BEN, "7", card="7"))
    (_, left), (_, right) = lefts(bar, rules)
    glides = [bar.gliding]
    rules.cards = (Slot(BEN, "3", card="3"), Slot(ADA, "7", card="7"))
    assert lefts(bar, rules) == [(ADA, left), (BEN, right)]
    glides.append(bar.gliding)
    for _ in range(60):
        bar.advance(0.02)
        now = lefts(bar, rules)
    assert now == [(BEN, left), (ADA, right)]
    glides.append(bar.gliding)
    bar.lay(scene(rules), None, "", 1280, calm=True)
    rules.cards = rules.cards[::-1]
    bar.lay(scene(rules), None, "", 1280, calm=True)
    assert [*glides, bar.gliding] == [False, True, False, False]


def test_what_one_reacts_with_shows_while_there_is_some() -> None:
    pictures, words = [], []
    for left in (0, 1, 2):
        rules = Rich(reacts=True, pools=(Pool("Fast", left, 2, icon="fast", pip=True),))
        board, head = pygame.Surface((600, 600)), Playhead(begin(duel()), None)
        head.scene = scene(rules)
        Pieces(TokenStyles(duel()), Typography(1.0)).draw(board, Camera(6, 6, (600, 600)), head)
        pictures.append(pygame.image.tobytes(board, "RGB"))
        words.append(tell_portrait(head.scene.tokens[ADA].standing, Slot(ADA)))
    assert len(set(pictures)) == 3
    assert words[1] == "Ada: can still react (fast 1/2), Hit points 12/12"


def test_a_track_shows_its_boxes_and_says_which_are_filled(paper: pygame.Surface) -> None:
    empty = Bar("Body", 0, 9, rising=True, rows=(Boxes("light", 0, 2), Boxes("grave", 0, 1)))
    hurt = replace(empty, left=4, rows=(Boxes("light", 1, 2), Boxes("grave", 1, 1)))
    pictures = []
    for bar in (empty, hurt):
        one = paper.copy()
        draw_boxes(one, Typography(1.0), pygame.Rect(10, 10, 200, 22), bar)
        pictures.append(share(one, BAD))
    assert pictures[0] == 0 < pictures[1]
    assert (empty.told, hurt.told) == ("0 of 9 taken", "4 of 9 taken (1 of 2 light, 1 of 1 grave)")
    plain = card(Rich(bars=(replace(empty, rows=()), Bar("Mind", 3, 3))), paper.copy())
    assert card(Rich(bars=(empty, hurt)), paper).height > plain.height


def test_a_part_of_the_round_has_one_heading_before_its_portraits() -> None:
    lefts = []
    for groups in (("", ""), ("early", "early"), ("early", "late")):
        rules = Parted()
        rules.groups = groups
        bar = TurnBar(TokenStyles(duel()), Typography(1.0))
        bar.lay(scene(rules), None, "", 1280)
        met = [bar.who_at((x, 24)) for x in range(1280)]
        lefts.append([met.index(slot.who) for slot in scene(rules).order()])
    plain, one, two = lefts
    assert one[0] > plain[0] and one[1] - one[0] == plain[1] - plain[0]
    assert two[0] == one[0] and two[1] > one[1]
    assert tell_portrait(scene(Rich()).tokens[ADA].standing, Slot(ADA, group="early")).startswith("Ada: early")


def test_a_badge_that_says_no_more_than_the_heading_does_not_lie_over_the_portrait() -> None:
    pictures = []
    for badge in ("", "early", "late"):
        rules = Parted(badge=badge)
        rules.groups = ("early", "early")
        wide = in_the_bar(scene(rules))
        pictures.append(pygame.image.tobytes(wide, "RGB"))
    assert pictures[0] == pictures[1] != pictures[2]


def test_a_badge_is_seen_on_portrait_and_token() -> None:
    pictures = []
    for badge in ("", "7"):
        wide = in_the_bar(scene(Rich(badge=badge)))
        board = pygame.Surface((600, 600))
        head = Playhead(begin(duel()), None)
        head.scene = scene(Rich(badge=badge))
        Pieces(TokenStyles(duel()), Typography(1.0)).draw(board, Camera(6, 6, (600, 600)), head)
        pictures.append((pygame.image.tobytes(wide, "RGB"), pygame.image.tobytes(board, "RGB")))
    assert pictures[0][0] != pictures[1][0] and pictures[0][1] != pictures[1][1]


def test_health_and_conditions_stand_at_the_portrait_and_whoever_is_pointed_at_stands_out() -> None:
    class Hurt(Duel):
        left = 12
        marks: tuple[Mark, ...] = ()

        def standing(self, board: DuelBoard, who: Id) -> Standing:
            shown = super().standing(board, who)
            return replace(shown, bars=(Bar("Hit points", self.left, 12),), marks=self.marks) if who == ADA else shown

    def picture(rules: Duel, pointed: Id | None = None) -> bytes:
        return pygame.image.tobytes(in_the_bar(scene(rules), 600, pointed), "RGB")

    well, hurt, held = Hurt(), Hurt(), Hurt()
    hurt.left, held.marks = 2, (Mark("held"),)
    pictures = [picture(well), picture(hurt), picture(held), picture(well, ADA)]
    assert len(set(pictures)) == 4
    tip = tell_portrait(held.standing(begin(duel()).board, ADA), Slot(ADA))
    assert "Hit points 12/12" in tip and "held" in tip
