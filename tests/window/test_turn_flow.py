"""How turns go on, by themselves or over to a friend; what is asked before one ends; places in the order exchanged."""

from __future__ import annotations

from typing import Any

import pygame
import pytest
from msgspec import structs
from msgspec.structs import replace

from game import resources
from game.kit.testing.fight import OPEN
from game.play.battle_end import report_of, tell_rounds
from game.play.folders import state_folder
from game.play.quick_battle import quick_battle
from game.play.seating import HUMAN, Player
from game.play.session import Session, end_of_spent_turn
from game.play.start import StartRequest, setup_of
from game.rules.events import Id
from game.rules.option_details import OrderPlace
from game.rules.questions import ENDING, Choose, Menu, Option, Refusal, Seat
from game.rules.registry import ruleset
from game.rules.setup import Recruit, Setup, SideSetup
from game.scene.choosing import Choosing
from game.scene.moves import VisualEffect
from game.view.board.tokens import liveries_of
from game.view.motion.effects import draw_floating_texts
from game.view.widgets.forms import ListBox, ListRow, draw_tip
from game.view.widgets.theme import Typography
from game.view.widgets.widget import Button
from game.window.battle.camera_work import body_box
from game.window.battle.open_question import OrderExchange
from game.window.battle.preview import Previews
from game.window.battle.prompt import Prompt
from game.window.controls import Keys
from game.window.destinations import Begin
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.result import ResultScreen
from tests.rules.battles import Drawn, begin, duel, play_out
from tests.window.seated import finish, sit, top

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


# --- What is asked before a side's turn ends, who is taken in place of whom, and how a battle ended ---


def two_and_a_foe() -> Setup:
    """Two bandits of sovereign, where it is chosen who acts, and a third far off."""
    squad = (Recruit("bandit", "Ann", (2, 2)), Recruit("bandit", "Bea", (2, 6)))
    foe = (Recruit("bandit", "Cid", (20, 9)),)
    return Setup("sovereign", OPEN, (SideSetup("party", squad, party=True), SideSetup("foe", foe)))


def asked_who_acts(app: App) -> Pilot:
    """The party has the first turn, and says who acts."""
    pilot = sit(app, two_and_a_foe(), "party")
    question = pilot.wait_until_asked()
    assert question is not None and question.kind == "pick"
    return pilot


def test_one_key_ends_no_sides_turn_while_somebody_could_act(app: App) -> None:
    app.preferences.warn_end = True
    pilot = asked_who_acts(app)
    before = len(pilot.battle.session.match.history)
    pilot.press("space")
    assert top(pilot) == "SureScreen"
    assert "Still to act: Ann 1, Bea 2" in app.top.text  # type: ignore[attr-defined]
    pilot.press("space")  # once too often: it stands on "No"
    assert pilot.at_battle
    assert len(pilot.battle.session.match.history) == before
    pilot.press("space")
    pilot.click_button("Yes")
    assert len(pilot.battle.session.match.history) > before


def test_where_the_rules_let_no_turn_end_the_key_for_it_says_why(app: App) -> None:
    pilot = asked_who_acts(app)
    asked, before = pilot.battle.asked, len(pilot.battle.session.match.history)
    assert asked is not None
    choosing = asked.choosing
    running = [option for option in choosing.question.options.singles if not option.ends]
    why = Refusal("End the side's turn", "Ann runs first", "E-89", ENDING)
    question = replace(choosing.question, options=Menu(running), refused=lambda: (why,))
    asked.choosing = Choosing(question, choosing.scene)
    pilot.press("space")
    assert app.notice == "End the side's turn: Ann runs first."
    assert pilot.at_battle and len(pilot.battle.session.match.history) == before


def test_a_ready_friend_is_taken_in_place_of_whoever_was_as_long_as_nothing_was_done(app: App) -> None:
    pilot = asked_who_acts(app)
    battle = pilot.battle
    named = {token.standing.name: token.id for token in battle.scene.tokens.values()}
    ann, bea = named["Ann"], named["Bea"]
    pilot.choose(ann)
    pilot.wait_until_asked()
    assert battle.active == ann
    pilot.click_spot(battle.scene.tokens[bea].middle)
    pilot.wait_until_asked()
    assert battle.active == bea
    pilot.choose("prone")
    pilot.wait_until_asked()
    pilot.click_spot(battle.scene.tokens[ann].middle)
    pilot.wait_until_asked()
    assert battle.active == ann
    assert "prone" in [mark.word for mark in battle.scene.tokens[bea].standing.marks], "which stands"


def test_a_defeat_is_called_one(app: App) -> None:
    match = play_out(begin(duel()))
    assert match.state.verdict is not None
    won = match.state.verdict.winner
    assert won is not None
    lost = "blue" if won == "red" else "red"
    titles, told = {}, f"{match.state.verdict.why}, {tell_rounds(report_of(match))}"
    for people in ((won,), (lost,), (won, lost), ()):
        seats = {Seat(side): HUMAN if side in people else Player("ai", "instinct") for side in (won, lost)}
        session = Session(match, seats, 5, "seeded", state_folder("autosaves") / "battle-5.save")
        screen = ResultScreen(app, session, liveries_of(session.match))
        titles[people] = screen.title, screen.why.removesuffix(told)
    named = f"{won.capitalize()} won"
    assert titles == {
        (won,): (f"You won with {won.capitalize()}", ""),
        (lost,): (f"You lost with {lost.capitalize()}", f"{named}: "),
        (won, lost): (named, ""),
        (): (named, ""),
    }


def test_the_pause_menu_gives_up_and_quits_when_one_is_sure(app: App) -> None:
    pilot = sit(app, duel(), "red")
    pilot.wait_until_asked()
    battle = pilot.battle
    for button in ("Give up", "Quit"):
        pilot.press("escape")
        pilot.click_button(button)
        assert top(pilot) == "SureScreen"
        pilot.click_button("No")
        while not pilot.at_battle:
            pilot.press("escape")
    assert not battle.session.ended
    pilot.press("escape")
    pilot.click_button("Give up")
    pilot.click_button("Yes")
    screen = app.top
    assert isinstance(screen, ResultScreen)
    assert (screen.title, screen.why.split(":")[0]) == ("You gave up with Red", "Blue won")
    assert battle.session.defeat and not battle.session.match.over
    answers = len(battle.session.match.history)
    pilot.click_button("Look at the field")
    for _ in range(30):
        pilot.step()
    assert battle.asked is None and len(battle.session.match.history) == answers, "nothing goes on"
    pilot.click_button("Result")
    assert top(pilot) == "ResultScreen"


def test_where_nothing_is_left_but_to_flee_the_end_is_offered_once(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.window.screens.battle.only_flees", lambda rules, board, side: True)
    pilot = sit(app, duel(), "red")
    for _ in range(200):
        pilot.step()
        if top(pilot) == "SureScreen":
            break
    pilot.click_button("No")
    battle = pilot.battle
    assert battle.asked is not None
    pilot.choose(battle.asked.choosing.question.options.singles[0].key)
    pilot.wait_until_asked()
    assert top(pilot) != "SureScreen", "it is offered once"


def test_the_result_can_be_looked_at_again(app: App) -> None:
    pilot = sit(app, duel(), "red")
    finish(pilot)
    pilot.click_button("Look at the field")
    assert pilot.at_battle
    pilot.click_button("Result")
    assert top(pilot) == "ResultScreen"
    pilot.click_button("Another battle")
    assert top(pilot) == "SetupScreen"


def test_the_result_tells_who_did_what_and_leads_to_a_rematch(app: App) -> None:
    pilot = sit(app, duel(), "red")
    finish(pilot)
    assert top(pilot) == "ResultScreen"
    report = getattr(app.top, "report", None)
    assert report is not None
    assert sum(deeds.taken for deeds in report.deeds.values()) > 0
    assert sum(deeds.dealt for deeds in report.deeds.values()) <= sum(deeds.taken for deeds in report.deeds.values())
    pilot.click_button("Swap sides")
    battle = pilot.battle
    assert battle.session.people == ("blue",)
    assert not battle.session.match.over


def test_no_stray_key_takes_the_result_away_until_a_button_is_picked_out(app: App) -> None:
    pilot = sit(app, duel(), "red")
    finish(pilot)
    screen = app.top
    for key in ("return", "space", "1", "x", "e"):
        pilot.press(key)
        assert app.top is screen and screen.group.focus is None
    pilot.press("tab")
    assert isinstance(screen.group.focus, Button) and screen.group.focus.text == "Once more"
    pilot.press("return")
    assert top(pilot) == "BattleScreen"


@pytest.mark.parametrize(("size", "shown"), [((1920, 1080), 9), ((1280, 720), 6), ((1280, 580), 3)])
def test_the_result_lists_as_many_as_the_window_has_room_for(
    app: App, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], shown: int
) -> None:
    pilot = sit(app, duel(), "red")
    finish(pilot)
    screen = app.top
    assert isinstance(screen, ResultScreen)
    monkeypatch.setattr(screen, "_rows", lambda: [ListRow(f"Number {n}") for n in range(12)])
    app.window.size = size
    app.step(0.02, [])
    screen.layout(app.surface.get_size())
    listed = next(widget for widget in screen.group.widgets if isinstance(widget, ListBox))
    assert (app.surface.get_size(), listed.rect.height // screen.look.px(44)) == (size, shown)
    assert pygame.Rect((0, 0), size).contains(screen.rect)
    assert not any(listed.rect.colliderect(each.rect) for each in screen.group.widgets if isinstance(each, Button))


def test_nobody_leaves_for_good_by_one_click(app: App) -> None:
    app.preferences.ask_leaving = True
    squad = (Recruit("bandit", "Ann", (0, 0)), Recruit("bandit", "Bea", (2, 6)))
    foe = SideSetup("foe", (Recruit("bandit", "Cid", (20, 9)),))
    pilot = sit(app, Setup("sovereign", OPEN, (SideSetup("party", squad, party=True), foe)), "party")
    pilot.wait_until_asked()
    ann = next(token.id for token in pilot.battle.scene.tokens.values() if token.standing.name == "Ann")
    pilot.choose(ann)
    pilot.wait_until_asked()
    choosing = pilot.battle.choosing
    assert choosing is not None
    pilot.press_verb(next(verb for verb in choosing.verbs if verb.word == "leave"))
    assert top(pilot) == "SureScreen"
    assert app.top.text == "Ann 1 takes no further part in this battle."  # type: ignore[attr-defined]
    pilot.click_button("No")
    assert ann in pilot.battle.session.match.state.combatants
    pilot.press_verb(next(verb for verb in choosing.verbs if verb.word == "leave"))
    pilot.click_button("Yes")
    pilot.wait_until_asked()
    assert ann not in pilot.battle.session.match.state.combatants


def test_arrows_go_from_row_to_row_of_the_result(app: App) -> None:
    pilot = sit(app, duel(), "red")
    finish(pilot)
    pilot.wait_until(lambda: isinstance(app.top, ResultScreen), "the result is shown")
    app.draw()
    met = []
    for key in ("right", "right", "down", "left", "up"):
        pilot.press(key)
        met.append(app.top.group.focus)
    assert all(isinstance(each, Button) for each in met)
    tops = [each.rect.top for each in met if each is not None]
    assert tops[0] == tops[1] == tops[4] < tops[2] == tops[3]


# --- Places in the order of a round are exchanged by dragging one onto another in the bar, and by keys ---

CARDS = next(path for path in resources.shipped_lessons() if path.stem == "pledged-beforehand")
ALDITH, CORWIN = OrderPlace("aldith", "6"), OrderPlace("corwin", "2")  # type: ignore[arg-type]


@pytest.fixture
def asked(app: App) -> Pilot:
    """A battle at the question whether cards are to be swapped."""
    app.go(Begin(StartRequest(CARDS)))
    pilot = Pilot(app)
    question = pilot.wait_until_asked()
    assert question is not None
    assert {option.verb for option in question.options} == {"enough", "swap"}
    app.draw()
    return pilot


def exchange(pilot: Pilot) -> OrderExchange:
    """What the open question exchanges."""
    found = pilot.battle.exchange
    assert found is not None
    return found


def middle_of(pilot: Pilot, place: OrderPlace) -> tuple[int, int]:
    """Where a place stands in the bar."""
    for frame, slots in pilot.battle.panels.turns.frames():
        if any((slot.who, slot.badge) == (place.who, place.badge) for slot in slots):
            return frame.center
    raise AssertionError(place)


def mouse(pilot: Pilot, kind: int, at: tuple[int, int], button: int = 1) -> None:
    """An event of the pointer."""
    more: dict[str, Any] = {"rel": (0, 0), "buttons": (1, 0, 0)} if kind == pygame.MOUSEMOTION else {"button": button}
    pilot.app.step(0, [pygame.Event(kind, pos=at, **more)])


def test_a_card_dragged_onto_another_is_the_answer(asked: Pilot) -> None:
    history = len(asked.battle.session.match.history)
    assert set(exchange(asked).open()) == {ALDITH, CORWIN}
    mouse(asked, pygame.MOUSEBUTTONDOWN, middle_of(asked, ALDITH))
    mouse(asked, pygame.MOUSEMOTION, (640, 300))
    assert exchange(asked).dragged
    assert exchange(asked).open() == [CORWIN]
    asked.app.draw()
    mouse(asked, pygame.MOUSEBUTTONUP, middle_of(asked, CORWIN))
    assert asked.battle.session.match.history[history:][0] == "swap aldith corwin"


def test_two_clicks_do_it_as_well(asked: Pilot) -> None:
    history = len(asked.battle.session.match.history)
    for at in [middle_of(asked, place) for place in (CORWIN, ALDITH)]:
        mouse(asked, pygame.MOUSEBUTTONDOWN, at)
        mouse(asked, pygame.MOUSEBUTTONUP, at)
    assert asked.battle.session.match.history[history:][0] == "swap aldith corwin"


def test_keys_take_a_card_and_put_it_onto_another(asked: Pilot) -> None:
    history = len(asked.battle.session.match.history)
    asked.press("right")
    assert exchange(asked).picked == CORWIN, "the first in the order"
    asked.press("right")
    assert exchange(asked).picked == ALDITH
    asked.press("return")
    assert (exchange(asked).held, exchange(asked).picked) == (ALDITH, CORWIN)
    asked.press("space")
    assert asked.battle.session.match.history[history:][0] == "swap aldith corwin"


@pytest.mark.parametrize("how", ["dropped elsewhere", "right click", "escape", "escape from keys"])
def test_what_is_held_is_put_back(asked: Pilot, how: str) -> None:
    before = list(asked.battle.session.match.history)
    if how == "escape from keys":
        asked.press("left")
        asked.press("return")
    else:
        mouse(asked, pygame.MOUSEBUTTONDOWN, middle_of(asked, ALDITH))
        mouse(asked, pygame.MOUSEMOTION, (640, 300))
    assert exchange(asked).held == ALDITH
    if how == "dropped elsewhere":
        mouse(asked, pygame.MOUSEBUTTONUP, (640, 300))
    elif how == "right click":
        mouse(asked, pygame.MOUSEBUTTONDOWN, (640, 300), 3)
    else:
        asked.press("escape")
    assert exchange(asked).held is None
    assert asked.at_battle
    assert asked.battle.session.match.history == before


def test_what_may_be_done_with_it_is_told_below_the_bar(asked: Pilot) -> None:
    keys = asked.battle.view.keys
    assert "Drag one onto another" in exchange(asked).told(keys)
    shown = pygame.image.tobytes(asked.app.surface, "RGB")
    mouse(asked, pygame.MOUSEBUTTONDOWN, middle_of(asked, ALDITH))
    assert "Onto which?" in exchange(asked).told(keys)
    asked.app.draw()
    assert pygame.image.tobytes(asked.app.surface, "RGB") != shown


def test_a_question_that_exchanges_nothing_has_none(asked: Pilot) -> None:
    asked.choose("enough")
    asked.wait_until_asked()
    assert asked.battle.exchange is None
