"""Advice, weighed by Instinct: what a sensible soldier does in plain situations on zones, and which tool it finds."""

from __future__ import annotations

from collections.abc import Mapping
from math import fsum
from typing import Any

import pytest
from msgspec.structs import replace

from game.ai import opponent
from game.ai.masks import left_of
from game.ai.rollouts import worth as worth_of
from game.kit.testing.fight import d6
from game.rules.events import EdgeChanged, Id
from game.rules.match import HouseReferee, Match
from game.rules.questions import DICE, REFEREE, Seat
from game.rules.setup import Objective
from game.spatial.field import Edge, Feature, Field
from game.spatial.paths import bits
from game.spatial.places import InZone, written
from rulesets.murdham import RULESET
from rulesets.murdham.mind.actions import invocations
from rulesets.murdham.mind.damage import FACE_TO_FACE, average, blow, bout, dealt, exploding, rolled, stats_of
from rulesets.murdham.mind.model import MurdhamModel
from rulesets.murdham.mind.view import MurdhamSideView
from rulesets.murdham.play.events import AttackDeclared
from rulesets.murdham.sheet.roster import STOCK
from tests.ai.test_opponents import Fixed
from tests.rulesets.helping import chosen, features
from tests.rulesets.murdham.kit import CHAIN, STUNNED, Fight, Where, chart, model_of

# ------------------------------------------------------------------ numbers


def test_an_exploding_die_adds_up() -> None:
    assert fsum(exploding(6)) == pytest.approx(1)
    assert exploding(6)[:8] == pytest.approx([0, *[1 / 6] * 5, 1 / 36, 1 / 36])
    assert average(exploding(6)) == pytest.approx(4, abs=0.01)
    assert average(rolled(6, -1)) < average(exploding(6)) < average(rolled(6, 1))
    assert dealt(6, -2, 1, 1, 0)[0] == 1


def test_size_and_armour_in_their_order() -> None:
    doubled = dealt(6, 0, 2, 1, 1)
    assert doubled[1] == pytest.approx(1 / 6) and doubled[2] == 0
    assert dealt(6, 0, 1, 2, 0)[1] == pytest.approx(2 / 6)


def test_whoever_suffers_more_is_struck_first() -> None:
    six = dealt(6, 0, 1, 1, 0)
    took, gave = bout(six, six, (8, 4), (8, 4))
    assert took == pytest.approx(gave)
    assert took.fell < fsum(six[4:]) == pytest.approx(0.5)
    first = bout(six, six, (8, 4), (8, 4), riposte=True)
    assert first[0].fell < took.fell < first[1].fell


def test_a_combatant_at_a_glance() -> None:
    fight = Fight({"sybilla": "a"}, {"robber": ("bandit", "b")})
    sybilla, robber = stats_of(fight.body("sybilla")), stats_of(fight.body("robber"))
    assert (sybilla.limit, sybilla.AGI) == (4, 0.5)
    assert robber.melee is not None and robber.melee.key == "axe" and robber.shot is None
    bare, braced = (blow(robber.melee, sybilla, FACE_TO_FACE, reply=reply) for reply in ("", "guard"))
    assert bare is not None and braced is not None
    assert bare.took.fell == pytest.approx(2 / 6) and braced.took.fell < bare.took.fell


# ------------------------------------------------------------------ attacks


def test_of_two_foes_the_one_about_to_fall_is_struck() -> None:
    fight = Fight({"theobald": "b"}, {"fresh": ("bandit", "b"), "hurt": ("bandit", "b")})
    fight.sheet_of("hurt", health=2, acted=True).sheet_of("fresh", acted=True)
    fight.play("theobald")
    assert chosen(fight).startswith("strike hurt")


def test_those_who_have_had_their_turn_can_do_nothing_about_a_blow() -> None:
    fight = Fight({"theobald": "b"}, {"spent": ("bandit", "b"), "ready": ("bandit", "b")})
    fight.sheet_of("spent", acted=True).play("theobald")
    found = features(fight)
    assert "lost" not in found["strike spent halberd"]
    assert found["strike spent halberd"]["down"] > found["strike ready halberd"]["down"]


def test_an_archer_shoots_standing_rather_than_on_the_move() -> None:
    fight = Fight({"balthasar": "a"}, {"robber": ("bandit", "d")}).play("balthasar")
    assert chosen(fight) == "shoot robber bow"


def test_an_archer_beyond_half_range_comes_nearer_or_saves() -> None:
    fight = Fight({"balthasar": "a"}, {"robber": ("bandit", "h")}).play("balthasar")
    found = features(fight)
    assert found["shoot robber bow"]["down"] < 0.4


def test_a_fighter_steps_in_to_strike() -> None:
    fight = Fight({"theobald": "a"}, {"archer": ("bandit-archer", "b")}).play("theobald")
    key = chosen(fight)
    assert key.startswith("move")
    fight.play(key)
    assert chosen(fight).startswith("strike archer")


def test_a_fighter_far_off_comes_nearer() -> None:
    fight = Fight({"theobald": "a"}, {"robber": ("bandit", "j")}).play("theobald")
    verb, _, place = chosen(fight).partition(" ")
    assert verb in ("move", "full", "sprint")
    zones = fight.ground.zones
    assert any((zones.distance(near, fight.place("j")) or 0) < 9 for near in zones.places if written(near) == place)


@pytest.mark.parametrize(("difficult", "verbs"), [("", ("move", "full", "sprint")), ("c", ("move", "full"))])
def test_what_is_left_after_going_somewhere_is_what_the_rules_leave(difficult: str, verbs: tuple[str, ...]) -> None:
    field = chart("abcdefghijklmnop", difficult=difficult)
    start = Fight({"theobald": "a"}, {"robber": ("bandit", "n")}, field=field).play("theobald")
    model = model_of(start)
    me = model.members()[Id("theobald")]
    tried: dict[str, int] = {}
    for move in model.moves(me.id, me.spot, me.budget):
        for cost, layer in enumerate(move.ends):
            for spot in bits(layer):
                there = start.match.fork()
                key = f"{move.verb} {written(model.place(spot))}"
                if not start.offers(key):
                    continue
                there.answer(key)
                left = MurdhamModel(MurdhamSideView(there.board, "party")).members()[me.id].budget
                assert left == left_of(me.budget, move.pays[cost]), (key, cost)
                tried[move.verb] = tried.get(move.verb, 0) + 1
    assert min(tried.get(verb, 0) for verb in verbs) >= 1


def test_nobody_walks_out_on_a_foe_that_can_strike() -> None:
    fight = Fight({"balthasar": "c"}, {"near": ("bandit", "c"), "far": ("bandit", "f")}).play("balthasar")
    assert not chosen(fight).startswith(("full", "sprint"))


def test_a_blast_spares_its_own() -> None:
    crowd = {"one": ("bandit", "c"), "two": ("bandit", "c")}
    mixed = Fight({"fire": ("firebrand", "a"), "balthasar": "c", "theobald": "c"}, crowd)
    mixed.sheet_of("fire", hand="fire-flask", carried=("torch",)).play("fire")
    clear = Fight({"fire": ("firebrand", "a"), "balthasar": "a"}, crowd)
    clear.sheet_of("fire", hand="fire-flask", carried=("torch",)).play("fire")
    key = clear.key("blast fire-flask", "c")
    assert chosen(clear) == key
    assert chosen(mixed) != key and features(mixed)[key]["friendly"] > 0


def test_where_a_blast_may_stray_counts() -> None:
    cross = chart(".b.", "acd", ".e.")
    fight = Fight(
        {"fire": ("firebrand", "a"), "balthasar": "b", "theobald": "d"},
        {"robber": ("bandit", "c")},
        field=cross,
    )
    fight.sheet_of("fire", hand="fire-flask", carried=("torch",)).turn_of(halves=1, active=Id("fire"))
    found = features(fight)[fight.key("blast fire-flask", "c")]
    assert found["friendly"] > 0


def test_something_to_throw_is_taken_in_hand_first() -> None:
    fight = Fight({"fire": ("firebrand", "a")}, dict.fromkeys(("one", "two", "three"), ("bandit", "b"))).play("fire")
    assert chosen(fight) == "equip fire-flask"


def test_a_weapon_for_who_has_none() -> None:
    fight = Fight({"theobald": "a"}, {"robber": ("bandit", "f")}).sheet_of("theobald", hand="")
    fight.thing("halberd-1", "halberd", "a").play("theobald")
    assert chosen(fight) == "pick up halberd-1"


def test_nobody_plays_with_its_weapons() -> None:
    fight = Fight({"balthasar": "a"}, {"robber": ("bandit", "d")}).play("balthasar")
    assert not any(key.startswith(("stow", "put down", "speak", "equip")) for key in features(fight))


def test_a_draught_saves_the_dying() -> None:
    fight = Fight({"piran": "a", "theobald": "a"}, {"robber": ("bandit", "h")})
    fight.sheet_of("theobald", health=0, dying=2, incapacitated=True).play("piran")
    assert "theobald" in chosen(fight)
    assert chosen(fight).startswith(("use draught", "treat", "invoke mend"))


def test_the_helpless_are_let_be() -> None:
    fight = Fight({"theobald": "a"}, {"down": ("bandit", "a"), "robber": ("bandit", "b")})
    fight.sheet_of("down", incapacitated=True).play("theobald")
    assert not any(key.startswith("finish") for key in features(fight))


# ------------------------------------------------------------------ reactions


def test_a_fighter_counters_a_weaker_one() -> None:
    fight = Fight({"theobald": "b"}, {"robber": ("bandit", "b")}, acting="foes", stunts="off")
    fight.until("robber", "strike theobald axe")
    assert fight.asked.topic == "reaction"
    assert chosen(fight) == "counter halberd"


def test_what_can_do_no_harm_is_taken() -> None:
    fight = Fight({"theobald": "a"}, {"robber": ("bandit", "a")}, acting="foes", stunts="off")
    fight.profile_of("theobald", armour=9).sheet_of("theobald", armour=9)
    fight.weapon_of("robber", "axe", die="d4").until("robber", "strike theobald axe")
    found = features(fight)
    assert found["pass"]["lost"] < 0.05
    assert chosen(fight) != "dodge"


def test_whoever_would_fall_dodges_what_it_cannot_counter() -> None:
    fight = Fight({"sybilla": "a"}, {"archer": ("bandit-archer", "d")}, acting="foes", stunts="off")
    fight.sheet_of("sybilla", health=2).until("archer", "shoot sybilla bow")
    assert chosen(fight) == "dodge"


def test_a_shield_guards_the_leader_against_a_blow_that_would_fell_him() -> None:
    fight = Fight({"theobald": "b", "sybilla": "b"}, {"archer": ("bandit-archer", "e")}, acting="foes", stunts="off")
    fight.sheet_of("theobald", health=3, acted=True, armour=0).profile_of("sybilla", skills=("bodyguard",), armour=2)
    fight.sheet_of("sybilla", armour=2).until("archer", "shoot theobald bow")
    assert fight.asked.topic == "guard"
    assert chosen(fight) == "guard sybilla"


def test_nobody_weak_guards_the_strong() -> None:
    fight = Fight({"theobald": "b", "balthasar": "b"}, {"archer": ("bandit-archer", "e")}, acting="foes", stunts="off")
    fight.sheet_of("theobald", acted=True).sheet_of("balthasar", health=2).until("archer", "shoot theobald bow")
    assert fight.asked.topic == "guard"
    assert chosen(fight) == "pass"


def test_consent_goes_by_health() -> None:
    def asked(health: int) -> str:
        fight = Fight(
            {"theobald": "b", "balthasar": "b"}, {"archer": ("bandit-archer", "e")}, acting="foes", stunts="off"
        )
        fight.sheet_of("theobald", health=health).until("archer", "shoot balthasar bow", "hide theobald")
        assert fight.asked.topic == "consent"
        return chosen(fight)

    assert asked(9) == "agree"
    assert asked(3) == "refuse"


def test_whoever_walks_away_is_struck_at() -> None:
    fight = Fight({"balthasar": "b"}, {"robber": ("bandit", "b")})
    fight.until("balthasar", fight.key("full", "d"))
    assert fight.asked.topic == "opportunity attack"
    assert chosen(fight) == "strike axe"


def test_a_life_is_offered_and_taken_where_the_blow_would_kill() -> None:
    fight = Fight({"theobald": "b"}, {"robber": ("bandit", "b")})
    fight.sheet_of("robber", health=1, acted=True).until("theobald")
    assert chosen(fight) == "offer strike robber halberd"
    fight.until("offer strike robber halberd")
    assert chosen(fight) == "offer yield"
    fight.until("offer yield")
    assert chosen(fight) == "accept"


def test_the_unhurt_do_not_yield() -> None:
    fight = Fight({"theobald": "b"}, {"robber": ("bandit", "b")})
    fight.until("theobald")
    assert chosen(fight) == "strike robber halberd"
    fight.until("offer strike robber halberd")
    assert chosen(fight) == "pass"
    fight.until("offer yield")
    assert chosen(fight) == "resist"


def test_omens_are_kept_for_what_fells() -> None:
    def asked(face: int) -> str:
        fight = Fight({"rosamund": "b"}, {"robber": ("bandit", "b")}, acting="foes").sheet_of("rosamund", acted=True)
        fight.profile_of("rosamund", armour=0).sheet_of("rosamund", armour=0, health=8)
        fight.until("robber", "strike rosamund axe", d6(face))
        assert fight.asked.topic == "omen"
        return chosen(fight)

    assert asked(2) == "pass"
    assert asked(5) == "omen"


# ------------------------------------------------------------------ courage


def test_the_broken_make_for_the_exit_and_leave() -> None:
    out = chart("abcdef", features={"a": "exit"})
    fight = Fight({"theobald": "f"}, {"robber": ("bandit", "b")}, field=out, acting="foes")
    fight.sheet_of("robber", retreating=True).play("robber")
    key = chosen(fight)
    assert key.startswith(("move", "full", "sprint", "leave"))
    while key != "leave":
        fight.play(key)
        key = chosen(fight)
    fight.play("leave")
    assert Id("robber") in fight.state.gone


def test_nobody_gives_up_a_fight_that_can_be_won() -> None:
    fight = Fight({"theobald": "b"}, {"robber": ("bandit", "b")}).play("theobald")
    assert "surrender" not in features(fight)


def test_the_last_one_yields_when_there_is_no_way_out() -> None:
    box = chart("abc", features={"a": "exit"})
    many = {f"b{number}": ("bandit", "b") for number in range(6)}
    fight = Fight({"theobald": "c"}, many, field=box).sheet_of("theobald", health=2)
    fight.play("theobald")
    assert chosen(fight) == "surrender"


# ------------------------------------------------------------------ goals, turns


def test_whoever_is_to_escape_leaves() -> None:
    cells = Fight({"theobald": "a"}, {"robber": ("bandit", "p")}).ground.zones.cells(InZone(0))
    goal = Objective("escape", side="party", cells=cells, count=1)
    out = chart("abcdefghijklmnop", features={"a": "exit"})
    fight = Fight({"theobald": "a"}, {"robber": ("bandit", "p")}, field=out, objectives=(goal,)).play("theobald")
    assert chosen(fight) == "leave"


def test_those_who_flee_go_first() -> None:
    out = chart("abcdef", features={"a": "exit"})
    fight = Fight({"theobald": "b", "sybilla": "c"}, {"robber": ("bandit", "c")}, field=out)
    fight.sheet_of("theobald", retreating=True)
    assert chosen(fight) == "theobald"


def test_nobody_dawdles_far_from_the_foe() -> None:
    fight = Fight({"theobald": "a"}, {"robber": ("bandit", "l")})
    assert chosen(fight) == "theobald"


def test_every_kind_of_question_has_an_answer() -> None:
    fight = Fight({"theobald": "a"}, {"robber": ("bandit", "l")}, fresh=True, initiative="party")
    assert features(fight)
    fight.play(chosen(fight))
    assert features(fight)


def fought(party: Mapping[str, Where], foes: Mapping[str, Where], field: Field, rounds: int = 100) -> Match[Any, Any]:
    """A battle of two AIs, as far as to the end of so many rounds."""
    match: Match[Any, Any] = Fight(party, foes, field=field, fresh=True).match
    seats: dict[Any, Any] = {Seat(side): opponent("instinct", Seat(side)) for side in ("party", "foes")}
    seats[DICE], seats[REFEREE] = Fixed(3), HouseReferee()
    while (question := match.pending) is not None and match.state.turn.round <= rounds:
        match.answer(seats[question.seat].answer(match, question))
    return match


def test_battles_of_two_ais_end() -> None:
    party = {"rosamund": "a", "hesper": "a", "wilmot": "a", "osric": "a"}
    match = fought(party, {f"g{number}": ("goblin", "g") for number in range(5)}, CHAIN)
    assert match.state.verdict is not None


WOLVES: tuple[dict[str, Where], dict[str, Where]] = (
    {"h1": ("wolf", "a"), "h2": ("wolf", "a")},
    {"w1": ("wolf", "d"), "w2": ("wolf", "d")},
)


@pytest.mark.parametrize(
    "field",
    [
        chart("abcd", water="c"),
        chart("abcd", gaps="bc"),
        chart("abcd", climbs="bc"),
        chart("abcd", doors="bc"),
        chart("abcd", "e..f", "ghij", locked="bc"),
    ],
    ids=["water", "gap", "climb", "nobody has hands for the door", "way round a locked door"],
)
def test_beasts_come_to_blows_over_all_that_lies_between(field: Field) -> None:
    match = fought(*WOLVES, field, 8)
    assert any(isinstance(event, AttackDeclared) for event in match.events)


def test_who_has_no_hands_lets_those_who_have_some_through_to_a_door() -> None:
    """A place holds two here, and a full one is passed by nobody (A-120)."""
    party: dict[str, Where] = {"theobald": "a", "h1": ("hound", "b"), "h2": ("hound", "b")}
    match = fought(party, {"wolf": "e"}, chart("abcde", doors="de", capacity=2), 8)
    assert any(isinstance(event, EdgeChanged) for event in match.events)


@pytest.mark.rule("murdham", "A-16")
def test_what_a_climb_that_fails_does_is_counted() -> None:
    """Falling off counts as what a foe does on the way would."""
    model = model_of(Fight({"h1": ("wolf", "b")}, {"w1": ("wolf", "d")}, field=chart("abcd", climbs="bc")))
    moves = model.moves(Id("h1"), model.view.spots[Id("h1")], (2, 1, 2))
    climb = next(move for move in moves if move.verb == "climb")
    ((where, (fall,)),) = climb.openings
    assert where & climb.ends[1]
    assert fall.who == "h1"
    assert fall.cost > 0


# ------------------------------------------------------------------ worth


def test_a_position_is_worth_more_with_a_foe_less() -> None:
    def worth(health: int) -> float:
        fight = Fight({"theobald": "b"}, {"one": ("bandit", "b"), "two": ("bandit", "c")})
        fight.sheet_of("two", health=health, incapacitated=health < 4)
        found, feature_weights = worth_of(model_of(fight), None), RULESET.weights["positions"]
        return fsum(feature_weights.get(name, 0.0) * value for name, value in found.items())

    assert worth(3) > worth(5) > worth(8)


def test_worth_is_that_of_one_side() -> None:
    fight = Fight({"theobald": "b"}, {"one": ("bandit", "b")})
    ours, theirs = worth_of(model_of(fight), None), worth_of(model_of(fight, "foes"), None)
    assert ours["ours"] == theirs["theirs"] and ours["threat"] == pytest.approx(theirs["chance"])


def test_a_side_with_a_task_goes_to_it_and_works() -> None:
    winch = Objective("task", "party", tuple((x, y) for x in range(8, 12) for y in range(4)), count=2, what="the winch")
    fight = Fight({"theobald": "b"}, {"bandit": "p"}, objectives=(winch,)).play("theobald")
    move = chosen(fight)
    assert move == fight.key("move", "c")
    fight.play(move)
    assert chosen(fight) == "work"


@pytest.mark.rule("murdham", "A-18")
@pytest.mark.parametrize(("power", "save"), [("roots", "STR"), ("thunder", "WIT")])
@pytest.mark.parametrize("score", [5, 12])
def test_a_power_takes_hold_as_often_as_it_comes_off_and_its_target_fails_to_save(
    power: str, save: str, score: int
) -> None:
    fight = Fight({"hedge-priest": "a"}, {"robber": ("bandit", "b")})
    fight.profile_of("hedge-priest", powers=(STOCK.house.powers[power],)).sheet_of("hedge-priest", WIT=14)
    fight.sheet_of("robber", **{save: score}).play("hedge-priest")
    view = model_of(fight).view
    me = view.stats[Id("hedge-priest")]
    (act,) = [act for act in invocations(view, me, 0) if act.key == f"invoke {power} robber"]
    (effect,) = act.outs[0].effects
    assert max(effect.bound, effect.turns) == pytest.approx(14 / 20 * (1 - score / 20))


def test_whom_one_holds_beside_a_fire_is_pushed_into_it() -> None:
    field = chart("abcdef", features={"a": "fire"})
    fight = Fight({"bully": ("bandit-bully", "b")}, {"robber": ("bandit", "ab")}, field=field)
    fight.sheet_of("bully", grabbing=Id("robber")).sheet_of("robber", health=5).play("bully")
    assert chosen(fight).startswith("shove 0,0")


def test_a_wrestler_takes_hold_of_the_strong() -> None:
    fight = Fight({"bully": ("bandit-bully", "b"), "theobald": "b"}, {"chief": ("bandit-leader", "b")})
    fight.sheet_of("chief", acted=True).play("bully")
    assert chosen(fight) == "grapple chief"


def test_the_mighty_may_trample_and_those_who_can_not_make_way_are_hurt() -> None:
    fight = Fight({"wyrm": "a"}, {"robber": ("bandit", "a")}).sheet_of("robber", entangled=True).play("wyrm")
    assert features(fight)["trample robber"]["down"] > 0
    fight = Fight({"wyrm": "a"}, {"robber": ("bandit", "a")}).play("wyrm")
    assert "down" not in features(fight)["trample robber"], "it makes way"


def test_nobody_in_sight_and_somebody_about_is_searched_for() -> None:
    fight = Fight({"theobald": "a"}, {"robber": ("bandit", "b")})
    fight.sheet_of("robber", hidden=True).turn_of(vanished={"foes": 1}).play("theobald")
    assert chosen(fight) == "search"


def test_a_cutthroat_that_nobody_sees_may_hide() -> None:
    field = chart("a.b", "c.d", "e.f", "ghi")
    fight = Fight({"knife": ("footpad", "a")}, {"robber": ("bandit", "b")}, field=field)
    fight.sheet_of("knife", unseen=1).turn_of(round=4).play("knife")
    assert features(fight)["hide"]["unseen"] > 0


def test_a_foe_that_an_antidote_would_bring_back_is_finished() -> None:
    fight = Fight({"theobald": "a"}, {"lame": ("bandit", "a"), "nurse": ("goblin-chief", "h")})
    fight.sheet_of("lame", paralysed=True).sheet_of("nurse", items=("antidote",)).play("theobald")
    assert chosen(fight) == "finish lame"


def test_an_idle_one_beside_a_fresh_foe_speaks_to_it() -> None:
    """Bound to do no harm with what it has, it takes the other's turn."""
    fight = Fight({"theobald": "b", "sybilla": "b"}, {"robber": ("bandit", "b")})
    fight.profile_of("robber", armour=9).sheet_of("robber", armour=9, WIT=2).play("theobald")
    assert chosen(fight).startswith(("distract", "taunt", "grapple"))


@pytest.mark.rule("murdham", "A-19")
@pytest.mark.parametrize(("verb", "gain"), [("distract", "tempo"), ("intimidate", "bound"), ("taunt", "tempo")])
def test_words_are_worth_more_the_likelier_a_foe_fails_its_save(verb: str, gain: str) -> None:
    """WIT 2 fails 18 times of 20, WIT 17 three times."""
    band: dict[str, Where] = {"theobald": "b", "sybilla": "b"} if verb == "taunt" else {"theobald": "b"}

    def worth(wit: int) -> float:
        fight = Fight(band, {"robber": ("bandit", "b")}).sheet_of("robber", WIT=wit).play("theobald")
        return features(fight)[f"{verb} robber"][gain]

    assert worth(2) == pytest.approx(6 * worth(17))


def test_who_loses_its_turn_anyway_is_not_spoken_to() -> None:
    fight = Fight({"theobald": "b"}, {"robber": ("bandit", "b")})
    fight.sheet_of("robber", conditions=STUNNED, acted=True).play("theobald")
    assert "distract robber" not in features(fight)


@pytest.mark.parametrize(("there", "strewn"), [("d", True), ("f", False)])
def test_archers_strew_caltrops_before_those_who_come_and_not_before_anybody_is_near(there: str, strewn: bool) -> None:
    fight = Fight({"balthasar": "b"}, {"robber": ("bandit", there)}, field=chart("abcdef"))
    fight.sheet_of("balthasar", items=("caltrops",)).play("balthasar")
    assert ("use caltrops" in features(fight)) is strewn


def test_a_net_takes_a_strong_one_out_of_the_fight() -> None:
    fight = Fight({"catcher": "b"}, {"chief": ("bandit-leader", "b")})
    fight.sheet_of("catcher", hand="net", carried=("catch-pole",)).sheet_of("chief", acted=True, STR=3).play("catcher")
    assert features(fight)["shoot chief net"]["bound"] > 0.5


def test_poison_goes_on_a_blade_about_to_strike() -> None:
    fight = Fight({"knife": ("footpad", "b")}, {"chief": ("bandit-leader", "b")})
    fight.sheet_of("chief", acted=True, entangled=True).play("knife")
    assert chosen(fight) == "use poison knife"


def test_whoever_is_held_struggles() -> None:
    fight = Fight({"theobald": "b"}, {"bully": ("bandit-bully", "b")})
    fight.sheet_of("bully", grabbing=Id("theobald")).play("theobald")
    assert chosen(fight) == "struggle"


def test_a_lever_counts_for_what_it_opens() -> None:
    field = chart("abcdef", doors="bc")
    (door,) = field.edges
    field = replace(
        field,
        edges=(Edge(door.id, door.a, door.b, "portcullis"),),
        features=(Feature("lever", "lever", ((0, 0),), linked="bc"),),
    )
    assert features(Fight({"sybilla": "a"}, {"bandit": "f"}, field=field).play("sybilla"))["pull lever"]["door"] > 0
