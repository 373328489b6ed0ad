"""How turns go on: by themselves, over to a friend that is clicked, after a question back; and why not, in a line."""

from __future__ import annotations

import pygame
import pytest
from msgspec import structs

from game.kit.testing.fight import OPEN
from game.play.quick_battle import quick_battle
from game.play.session import end_of_spent_turn
from game.play.start import StartRequest, setup_of
from game.rules.events import Id
from game.rules.questions import Choose, Menu, Option, Seat
from game.rules.registry import ruleset
from game.rules.setup import Recruit, Setup, SideSetup
from game.scene.choosing import Choosing
from game.scene.moves import VisualEffect
from game.view.motion.effects import draw_floating_texts
from game.view.widgets.forms import draw_tip
from game.view.widgets.theme import Typography
from game.window.battle.camera_work import body_box
from game.window.battle.preview import Previews
from game.window.battle.prompt import Prompt
from game.window.controls import Keys
from game.window.loop import App
from game.window.pilot import Pilot
from tests.rules.battles import Drawn
from tests.window.seated import sit, top

BOOKS = ("sovereign", "murdham", "glog", "einfelst", "ingenuity")


def sovereign(*foes: tuple[int, int]) -> Setup:
    """Ann and Bea of one side, Cid and others of the other."""
    squad = (Recruit("bandit", "Ann", (2, 2)), Recruit("bandit", "Bea", (2, 6)))
    others = tuple(Recruit("bandit", name, at) for name, at in zip(("Cid", "Dan"), foes, strict=False))
    return Setup("sovereign", OPEN, (SideSetup("party", squad, party=True), SideSetup("foe", others)))


def caster() -> Setup:
    """One who knows spells, and a foe out of sight of nothing."""
    party = (Recruit("isolde", "Isolde", (2, 2)), Recruit("garrick", "Garrick", (2, 6)))
    foes = (Recruit("bandit", "Cid", (20, 9)),)
    return Setup("glog", OPEN, (SideSetup("party", party, party=True), SideSetup("foe", foes)))


def named(pilot: Pilot, name: str) -> Id:
    return next(token.id for token in pilot.battle.scene.tokens.values() if token.standing.name == name)


def middle(pilot: Pilot, who: Id) -> tuple[float, float]:
    return pilot.battle.scene.tokens[who].middle


def first_act(app: App, setup: Setup, name: str) -> Pilot:
    """Somebody of the party has been taken to act."""
    pilot = sit(app, setup, "party")
    question = pilot.wait_until_asked()
    assert question is not None and question.kind == "pick"
    pilot.choose(named(pilot, name))
    pilot.wait_until_asked()
    return pilot


def quick(app: App, book: str) -> tuple[Pilot, str]:
    """The quick battle of a book, with the side of the person."""
    wanted = quick_battle(book)
    assert isinstance(wanted, StartRequest)
    setup = setup_of(wanted)
    side = next(side.name for side in setup.sides if side.party)
    return sit(app, setup, side), side


# ------------------------------------------------------------------ who acts is clicked


def test_what_one_would_do_to_oneself_is_not_done_by_a_click_that_may_only_look_for_somebody(app: App) -> None:
    pilot = first_act(app, caster(), "Isolde")
    battle, isolde = pilot.battle, named(pilot, "Isolde")
    before = list(battle.session.match.history)
    pilot.click_spot(middle(pilot, isolde))
    assert battle.session.match.history == before
    assert battle.prompt is not None
    assert [option.label for option in battle.prompt.options] == ["Cast Ward on Isolde"]


def test_confirming_with_a_verb_picked_puts_the_cursor_where_that_can_be_aimed(app: App) -> None:
    pilot = first_act(app, sovereign((3, 2), (2, 3)), "Ann")
    battle = pilot.battle
    assert battle.view.cursor is None
    choosing = battle.choosing
    assert choosing is not None
    pilot.press("a")
    pilot.press("1")
    assert choosing.verb is not None or battle.choosing is not choosing
    pilot.press("return")
    foes = [battle.scene.aim_at_token(named(pilot, name)) for name in ("Cid", "Dan")]
    assert battle.view.cursor in foes


# ------------------------------------------------------------------ a friend is clicked


def test_a_click_on_a_friend_puts_off_a_turn_that_can_go_on_later(app: App) -> None:
    pilot = first_act(app, sovereign((20, 9)), "Ann")
    ann, bea = named(pilot, "Ann"), named(pilot, "Bea")
    pilot.choose("run 3,2")
    pilot.wait_until_asked()
    pilot.click_spot(middle(pilot, bea))
    assert pilot.at_battle, "nothing is lost by it, so nothing is asked"
    pilot.wait_until_asked()
    assert pilot.battle.active == bea
    pilot.click_spot(middle(pilot, ann))
    pilot.wait_until_asked()
    assert pilot.battle.active == ann and not pilot.battle.session.match.board.now(ann).sheet.move


def test_what_a_click_on_a_friend_would_lose_is_named_first(app: App) -> None:
    app.preferences.warn_end = True
    pilot, _ = quick(app, "glog")
    question = pilot.wait_until_asked()
    while question is not None and question.kind != "pick":
        pilot.screen.answer("done" if question.kind == "act" else question.left_alone)
        question = pilot.wait_until_asked()
    assert question is not None
    takers = list(question.takers)
    pilot.choose(takers[0])
    pilot.wait_until_asked()
    walk = pilot.battle.choosing
    assert walk is not None and walk.walking is not None
    pilot.choose(walk.walking.key(walk.walking.places[0]))
    pilot.wait_until_asked()
    pilot.click_spot(middle(pilot, takers[1]))
    assert top(pilot) == "SureScreen"
    text = app.top.text  # type: ignore[attr-defined]
    assert text.startswith("Action unspent. Then ") and text.endswith(" acts.")
    pilot.press("n")
    assert pilot.at_battle and pilot.battle.active == takers[0]
    pilot.click_spot(middle(pilot, takers[1]))
    pilot.press("y")
    pilot.wait_until_asked()
    assert pilot.battle.active == takers[1]


@pytest.mark.parametrize("book", BOOKS)
def test_a_click_on_a_friend_hands_the_turn_over_or_says_why_not(app: App, book: str) -> None:
    """Nowhere else does a click on a friend do anything, nor is anything said that the order does not hold."""
    pilot, side = quick(app, book)
    battle, drawn = pilot.battle, Drawn(3)
    clicked = 0
    for _ in range(60):
        question = pilot.wait_until_asked()
        if question is None or clicked > 4:
            break
        choosing = battle.choosing
        assert choosing is not None
        friends = [token for token in battle.scene.tokens.values() if token.side == side]
        for token in friends if question.kind == "act" and battle.prompt is None else ():
            aimed = choosing.at(battle.scene.aim_at_token(token.id))
            if token.id == question.who or aimed:
                continue
            clicked += 1
            app.say("")
            pilot.screen.click(battle.scene.aim_at_token(token.id))
            if battle.choosing is choosing:
                assert app.notice.startswith(token.standing.name), "why it can't act now"
                slots = [slot for slot in battle.scene.order() if slot.who == token.id]
                over = bool(slots) and all(slot.spent for slot in slots)
                assert not token.standing.up or over == ("has had its turn" in app.notice)
            else:
                pilot.wait_until_asked()
                assert pilot.asked is None or pilot.asked.kind != "act" or battle.active == token.id
                break
        if battle.choosing is choosing:
            key = drawn.answer(battle.session.match, question)
            assert isinstance(key, str)
            pilot.screen.answer(key)
    assert clicked


# ------------------------------------------------------------------ a turn ends by itself


def test_a_turn_with_nothing_left_ends_by_itself(app: App) -> None:
    pilot = first_act(app, sovereign((20, 9)), "Ann")
    ann = named(pilot, "Ann")
    pilot.choose("defend")
    pilot.wait_until_asked()
    assert pilot.battle.active == ann, "a Move Action is left"
    pilot.choose("run 3,2")
    pilot.wait_until_asked()
    assert pilot.battle.active == named(pilot, "Bea"), "weapons could be put away still, which keeps no turn going"
    pilot.press("ctrl+z")
    pilot.wait_until_asked()
    assert pilot.battle.active == ann and pilot.battle.session.match.board.now(ann).sheet.move


def test_a_turn_is_ended_by_hand_if_the_player_wants_it_so(app: App) -> None:
    app.preferences.auto_end = False
    pilot = first_act(app, sovereign((20, 9)), "Ann")
    ann = named(pilot, "Ann")
    for key in ("defend", "run 3,2"):
        pilot.choose(key)
        pilot.wait_until_asked()
    assert pilot.battle.active == ann


END = Option("done", None, "End", ends=True)


@pytest.mark.parametrize(
    ("options", "ended"),
    [
        ((END,), True),
        ((Option("draw axe", 1, "Draw the axe"), END), True),
        ((Option("other", 1, "Others first", yields=True), END), True),
        ((Option("stand", 1, "Stand up"), END), False),
        ((Option("done", None, "End", ends=True, unspent=("Main Action",)),), False),
        ((Option("draw axe", 1, "Draw the axe"),), False),
    ],
)
def test_which_turn_is_over(options: tuple[Option[int | None], ...], ended: bool) -> None:
    question = Choose(Seat("party"), "Ann: what now?", Menu(options), "act", Id("ann"))
    assert end_of_spent_turn(question, ruleset("sovereign")) == ("done" if ended else "")


# ------------------------------------------------------------------ by keys


def test_tab_comes_to_the_nearest_foe_first(app: App) -> None:
    pilot = first_act(app, sovereign((8, 2), (3, 2)), "Ann")
    picked = []
    for _ in range(2):
        pilot.press("tab")
        assert pilot.battle.view.cursor is not None
        picked.append(pilot.battle.view.cursor.token)
    assert picked == [named(pilot, "Dan"), named(pilot, "Cid")]


def test_tab_comes_to_foes_before_friends_and_oneself(app: App) -> None:
    pilot = first_act(app, caster(), "Isolde")
    scene, isolde, garrick, cid = pilot.battle.scene, *(named(pilot, n) for n in ("Isolde", "Garrick", "Cid"))
    assert scene.by_distance(isolde, [isolde, garrick, cid]) == [cid, garrick, isolde]


def test_whoever_is_asked_answers_with_the_arrows_and_the_view_has_keys_of_its_own(app: App) -> None:
    pilot = first_act(app, sovereign((8, 2)), "Ann")

    def picked() -> tuple[object, ...]:
        cursor = pilot.battle.view.cursor
        return cursor.places if cursor is not None else ()

    assert picked() == ()
    pilot.press("right")
    assert picked() == ((3, 2),)
    pilot.press("escape")
    before = pilot.battle.view.camera.corner
    pilot.app.step(0.0, [pilot.app.keys.press("view right")])
    assert picked() == () and pilot.battle.view.camera.corner != before


# ------------------------------------------------------------------ a way into a reach


def leave(pilot: Pilot, by: str) -> None:
    """Go from 2,2 to 0,2, out of the reach of Cid's spear."""
    if by == "mouse":
        pilot.click_spot((0.5, 2.5))
        return
    pilot.press("left")
    pilot.press("left")
    pilot.press("return")


@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_a_way_on_which_somebody_may_strike_is_asked_back_however_it_is_chosen(app: App, by: str) -> None:
    pilot = first_act(app, sovereign((3, 2)), "Ann")
    ann = named(pilot, "Ann")
    leave(pilot, by)
    assert top(pilot) == "SureScreen"
    assert "lets Cid strike" in app.top.text  # type: ignore[attr-defined]
    pilot.press("n")
    place = pilot.battle.session.match.board.now(ann).at
    assert pilot.at_battle and place == (2, 2)
    if by == "keys":
        pilot.press("return")
    else:
        leave(pilot, by)
    pilot.press("y")
    pilot.wait_until_asked()
    assert "run 0,2" in pilot.battle.session.match.history


def test_a_way_is_not_asked_back_if_the_player_wants_it_so(app: App) -> None:
    app.preferences.warn_way = False
    pilot = first_act(app, sovereign((3, 2)), "Ann")
    leave(pilot, "mouse")
    assert pilot.at_battle


# ------------------------------------------------------------------ lines


def test_a_notice_goes_with_the_next_thing_that_is_pressed(app: App) -> None:
    pilot = first_act(app, sovereign((20, 9)), "Ann")
    pilot.click_spot((21.5, 2.5))
    assert app.notice == "Ann 1 can't go there now"
    pilot.point((600, 300))
    assert app.notice, "the pointer alone takes nothing away"
    pilot.press("g")
    assert not app.notice


@pytest.mark.parametrize("corner", [(600, 10), (600, 680), (4, 300), (1180, 690)])
def test_a_tip_never_lies_on_what_it_is_about_even_where_all_round_it_is_taken(
    app: App, corner: tuple[int, int]
) -> None:
    look, target = Typography(1.25, 1.5), pygame.Surface((1280, 720))
    beside, all_round = pygame.Rect(corner, (90, 30)), [target.get_rect()]
    target.fill("black")
    draw_tip(target, look, "Which of all that can be seen here is told of, and to whom it matters", beside, all_round)
    drawn = pygame.mask.from_threshold(target, (0, 0, 0), (1, 1, 1, 255))
    drawn.invert()
    assert drawn.count() and not any(rect.colliderect(beside) for rect in drawn.get_bounding_rects())


@pytest.mark.parametrize("top", [60, 300, 690])
def test_a_tip_of_the_log_does_not_lie_over_the_log(app: App, top: int) -> None:
    look, target = Typography(), pygame.Surface((1280, 720))
    log = pygame.Rect(960, 40, 310, 670)
    target.fill("black")
    draw_tip(target, look, "E-24: a rule\n" * 6, pygame.Rect(log.left, top, log.width, 20), [log])
    drawn = pygame.mask.from_threshold(target, (0, 0, 0), (1, 1, 1, 255))
    drawn.invert()
    assert drawn.count() and not any(rect.colliderect(log) for rect in drawn.get_bounding_rects())


def test_a_line_over_somebody_lies_over_nobody(app: App) -> None:
    """Ann stands right above Bea, whose loss is written beside the two, or above them."""
    squad = (Recruit("bandit", "Ann", (6, 5)), Recruit("bandit", "Bea", (6, 6)))
    foe = SideSetup("foe", (Recruit("bandit", "Cid", (20, 9)),))
    pilot = sit(app, Setup("sovereign", OPEN, (SideSetup("party", squad, party=True), foe)), "party")
    pilot.wait_until_asked()
    view, layers = pilot.battle.view, pilot.battle.layers
    ann, bea = (view.scene.tokens[named(pilot, name)] for name in ("Ann", "Bea"))
    view.head.sayings.clear()
    view.head.sayings.say(bea.id, VisualEffect("text", bea.middle, "−6", who=bea.id, length=3.0))
    app.draw()
    target, told = pygame.Surface(app.surface.get_size()), view.head.sayings.shown
    (line,) = draw_floating_texts(target, view.camera, view.look, told, layers.berths, calm=True)
    assert line.collidelist([body_box(view, token) for token in (ann, bea)]) < 0
    assert app.surface.get_rect().contains(line)


@pytest.mark.parametrize(("letter", "said"), [("y", "yes"), ("n", "no")])
def test_a_question_of_the_rules_for_yes_or_no_has_its_letters_too(letter: str, said: str) -> None:
    chosen: list[str] = []
    options = (Option("yes", True, "Yes"), Option("no", False, "No"))
    prompt = Prompt("Give chase?", options, lambda option: chosen.append(option.key), forecast=None)
    prompt.layout(Typography(), pygame.Rect(0, 0, 800, 600))
    assert prompt.handle(Keys({}).press("help")) is False
    key = pygame.Event(pygame.KEYDOWN, key=ord(letter), mod=0, unicode=letter, scancode=0)
    assert prompt.handle(key) and chosen == [said]


def test_a_portrait_of_a_friend_is_as_good_as_the_friend(app: App) -> None:
    pilot = first_act(app, sovereign((20, 9)), "Ann")
    bea = named(pilot, "Bea")
    turns = pilot.battle.panels.turns
    pilot.click(next((x, 24) for x in range(app.surface.get_width()) if turns.who_at((x, 24)) == bea))
    pilot.wait_until_asked()
    assert pilot.battle.active == bea


def test_what_could_be_done_to_a_friend_is_listed_below_its_turn(app: App) -> None:
    pilot = first_act(app, sovereign((20, 9)), "Ann")
    battle, bea = pilot.battle, named(pilot, "Bea")
    asked = battle.asked
    assert asked is not None
    aid: Option[int] = Option("aid bea", 1, "Aid Bea", target=bea)
    question = asked.choosing.question
    asked.choosing = Choosing(structs.replace(question, options=Menu((aid, END))), asked.choosing.scene)
    asked.previews = Previews(asked.choosing, asked.forecast)
    pilot.click_spot(middle(pilot, bea))
    assert battle.prompt is not None
    assert [option.label for option in battle.prompt.options] == ["Bea 2: its turn", "Aid Bea"]
    pilot.press("1")
    pilot.wait_until_asked()
    assert battle.active == bea
