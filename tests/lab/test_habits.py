"""What AIs do, counted."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from game.kit.testing.fight import OPEN, ground
from game.lab.arena import Contest, Pit, hold, write_report
from game.lab.habits import BattleHabits, HabitObserver, Habits, add_up, beside, write_habits
from game.lab.minds import AILevel
from game.rules.dice import sides_of
from game.rules.events import Id, Left
from game.rules.match import AnyMatch, Match
from game.rules.questions import Answer, Choose, Roll
from game.rules.registry import ruleset
from game.rules.setup import Recruit, Setup, SideSetup
from game.spatial.field import Cell, Edge, Field
from tests.program import Run
from tests.rules.battles import Drawn, brawl, duel
from tests.rules.skirmish import SKIRMISH, skirmish
from tests.rulesets.ingenuity.kit import Fight, thrown
from tests.rulesets.murdham.kit import Fight as MurdhamFight
from tests.rulesets.sovereign.kit import Fight as SovereignFight

FAR = Field(20, 4)
MINDS = (AILevel("instinct"), AILevel("trained"))


def watched(match: AnyMatch, answers: Iterable[Answer]) -> BattleHabits:
    """What is seen when a battle goes by these answers; dice not among them show ones, reactions are left alone."""
    watch = HabitObserver(match, {side.name: index for index, side in enumerate(match.setup.sides)})
    left = list(answers)
    for _ in range(500):
        question = match.pending
        if question is None or not left:
            break
        answer: Answer
        if isinstance(question, Roll) and not isinstance(left[0], tuple):
            answer = (1,) * len(sides_of(question.dice))
        elif isinstance(question, Choose) and question.kind == "react" and left[0] not in keys(question):
            answer = question.idle
        else:
            answer = left.pop(0)
        watch.see(question, answer)
        match.answer(answer)
    return watch.finish()


def keys(question: Choose[Any]) -> list[str]:
    return list(question.options.all_keys())


def begin(setup: Setup) -> AnyMatch:
    return Match.begin(ruleset(setup.ruleset), setup)


def test_blows_turns_and_reactions_are_counted() -> None:
    seen = watched(
        begin(duel()), ["strike Orc", (15,), "parry", "end", "strike Ada", (15,), "pass", (1, 1), "end", "end"]
    )
    ada, orc = seen.ais
    assert ada.deeds == {"strike": 1, "end": 2}
    assert (ada.turns, ada.attacking, ada.could, ada.resolved) == (2, 1, 2, 1)
    assert (orc.asked, orc.used) == ({"parry": 1}, {"parry": 1})
    assert (ada.asked, ada.used) == ({"parry": 1}, {})
    assert ada.near == {"knight": 1}
    assert ada.far == {}
    assert ada.members == {"knight": 1}


def test_a_reaction_that_is_made_if_nobody_says_anything_is_taken() -> None:
    fight = Fight({"boudica": (4, 3)}, {"guard": (3, 3)}, acting="foes")
    fight.profile_of("boudica", con=2).sheet_of("boudica", end=0, hp=9)
    match = fight.until("guard", "strike boudica spear", thrown(3, 4), "pass").match
    watch = HabitObserver(match, {"party": 0, "foes": 1})
    assert isinstance(match.pending, Choose)
    assert (match.pending.topic, match.pending.idle) == ("fortify", "fortify")
    watch.see(match.pending, "fortify")
    match.answer("fortify")
    party = watch.finish().ais[0]
    assert (party.asked, party.used) == ({"fortify": 1}, {"fortify": 1})


def test_a_turn_that_only_ends_is_empty_and_asks_whether_an_attack_was_there() -> None:
    near = watched(begin(duel()), ["end", "end"]).ais[0]
    assert (near.turns, near.empty, near.at_hand, near.a_step_off, near.instead) == (1, 1, 1, 0, {"end": 1})
    step = watched(begin(duel(orc=(3, 1))), ["end", "end"]).ais[0]
    assert (step.empty, step.at_hand, step.a_step_off, step.a_walk_off, step.could) == (1, 0, 1, 0, 0)
    walk = watched(begin(duel(orc=(5, 1))), ["end", "end"]).ais[0]
    assert (walk.empty, walk.a_step_off, walk.a_walk_off) == (1, 0, 1)


def far_off() -> Setup:
    ada, orc = Recruit("knight", "Ada", (0, 0)), Recruit("thief", "Orc", (19, 3))
    return Setup("duel", FAR, (SideSetup("red", (ada,)), SideSetup("blue", (orc,))))


def test_no_attack_is_missed_where_nobody_is_in_reach_but_a_way_nearer_may_be() -> None:
    ada = watched(begin(far_off()), ["end", "end"]).ais[0]
    assert (ada.empty, ada.at_hand, ada.a_step_off, ada.a_walk_off, ada.closer) == (1, 0, 0, 0, 1)


def test_who_stands_behind_a_shut_door_has_nothing_to_do_but_wait_there() -> None:
    door = Edge("door", (1, 0), (1, 1), "door", "locked")
    fight = SovereignFight({"edda": (0, 0)}, {"orc": ("bandit", (3, 0))}, field=ground("....", edges=(door,)))
    seen = watched(fight.play("edda").match, ["done"]).ais[0]
    assert (seen.empty, seen.at_hand, seen.a_walk_off, seen.closer) == (1, 0, 0, 0)


def test_a_turn_whose_action_went_into_a_snap_attack_is_not_empty() -> None:
    fight = SovereignFight({"annora": (4, 5)}, {"orc": ("bandit", (5, 5))}, acting="foes").play("orc")
    answers: list[Answer] = ["strike annora spear", "snap orc short-sword", (1,), (1,), "done", "done", "done"]
    party = watched(fight.match, answers).ais[0]
    assert (party.turns, party.empty, party.used) == (1, 0, {"snap attack": 1})


@pytest.mark.parametrize(
    ("who", "foe", "at_hand"),
    [
        ("annora", (15, 5), False),  # a charge of fifty feet
        ("annora", (6, 5), True),
        ("hadrian", (15, 5), True),  # a spell that goes off there
    ],
)
def test_an_attack_at_the_end_of_a_long_charge_is_not_at_hand(who: str, foe: Cell, at_hand: bool) -> None:
    fight = SovereignFight({who: (5, 5)}, {"w1": ("skeletal-warrior", foe)}).play(who)
    watch = HabitObserver(fight.match, {"party": 0, "foes": 1})
    assert isinstance(fight.match.pending, Choose)
    watch.see(fight.match.pending, "done")
    fight.match.answer("done")
    found = watch.finish().ais[0]
    assert (found.empty, found.at_hand, found.a_step_off, found.a_walk_off) == (1, at_hand, 0, not at_hand)
    assert found.could == 1


def test_a_final_blow_at_the_fallen_is_no_attack_that_was_missed() -> None:
    fight = MurdhamFight({"theobald": "b"}, {"bandit": "b", "two": ("bandit", "r")}, morale="off", stunts="off")
    match = fight.sheet_of("bandit", dying=2, health=0, incapacitated=True).play("theobald").match
    assert fight.offers("finish bandit")
    watch = HabitObserver(match, {"party": 0, "foes": 1})
    assert isinstance(match.pending, Choose)
    watch.see(match.pending, "done")
    match.answer("done")
    theobald = watch.finish().ais[0]
    assert (theobald.empty, theobald.at_hand, theobald.could) == (1, 0, 0)


def test_a_walk_is_no_empty_turn_and_what_was_done_instead_of_a_blow_is_named() -> None:
    ada = watched(begin(duel()), ["move 0,1", "end", "end"]).ais[0]
    assert (ada.empty, ada.walked, ada.back, ada.instead) == (0, 1, 0, {"a walk": 1})
    hurt = watched(begin(duel()), ["end", "strike Ada", (19,), "pass", (2, 2), "end", "rally", (1, 1, 1), "end", "end"])
    assert hurt.ais[0].instead == {"end": 1, "rally": 1}


def bandits(party: Sequence[Cell], foe: Cell) -> AnyMatch:
    """Bandits with spears and one foe of their kind, on open ground in cells; the party's turn has just begun."""
    squad = tuple(Recruit("bandit", at=at) for at in party)
    sides = (SideSetup("party", squad, party=True), SideSetup("foe", (Recruit("bandit", at=foe),)))
    match = begin(Setup("sovereign", OPEN, sides))
    while isinstance(match.pending, Roll):
        match.answer((8,) if match.pending.why.endswith("Party") else (1,))
    return match


def test_a_walk_back_to_where_it_began_is_one_only_if_nothing_was_done_in_between() -> None:
    def bandit(*answers: Answer) -> Habits:
        return watched(bandits([(2, 2)], (20, 9)), answers).ais[0]

    there_and_back = bandit("run 4,2", "run 2,2", "done")
    assert (there_and_back.walked, there_and_back.back) == (1, 1)
    assert bandit("run 4,2", "run 3,2", "done").back == 0
    assert bandit("run 4,2", "prone", "stand", "done").back == 0


def test_a_walk_back_to_where_the_turn_before_began_is_counted_unless_something_was_done_out_there() -> None:
    def ada(*answers: Answer) -> Habits:
        return watched(begin(duel(orc=(5, 3))), answers).ais[0]

    assert ada("move 0,1", "end", "end", "move 1,1", "end", "end").returned == 1
    assert ada("move 0,1", "end", "end", "move 0,2", "end", "end").returned == 0
    assert ada("move 0,1", "end", "end", "end", "end", "move 1,1", "end", "end").returned == 0
    match = begin(duel(orc=(2, 2)))
    blow: list[Answer] = ["strike Orc", (1,), "move 0,1", "end", "end", "move 1,1", "end", "end"]
    assert watched(match, blow).ais[0].returned == 0


def test_a_posture_that_is_taken_and_left_in_one_turn_is_counted() -> None:
    def bandit(*answers: Answer) -> Habits:
        return watched(bandits([(2, 2)], (20, 9)), answers).ais[0]

    assert bandit("prone", "stand", "prone", "done").undone == 1
    assert bandit("prone", "done").undone == 0


def test_turns_that_hold_back_are_counted_while_one_side_alone_is_harmed() -> None:
    blow: list[Answer] = ["strike Ada", (19,), "pass", (1, 1)]
    ada, orc = watched(begin(duel()), ["end", *blow, "end", "end", "end", "end", "end"]).ais
    assert (ada.turns, ada.waited, orc.waited) == (3, 1, 0), "in the round after the blow; nobody had struck before it"
    struck = watched(begin(duel()), ["strike Orc", (19,), "pass", (1,), "end", *blow, "end", "end", "end"]).ais[0]
    assert struck.waited == 0


def test_doors_opened_and_who_is_foremost_in_the_first_round_are_counted() -> None:
    field = ground("....", edges=(Edge("door", (1, 0), (2, 0), "door"),))
    door = SovereignFight({"annora": (1, 0), "edda": (0, 0)}, {"orc": ("bandit", (3, 0))}, field=field).play("annora")
    seen = watched(door.match, ["open door", "done", "done"]).ais[0]
    assert (seen.opened, seen.foremost) == (1, {door.match.ruleset.standing(door.board, Id("annora")).kind: 1})


def test_a_thrown_weapon_that_is_not_taken_up_again_is_counted() -> None:
    match = bandits([(2, 2)], (6, 2))
    foe = list(match.state.combatants)[-1]
    seen = watched(match, [f"throw {foe} spear", "done", "done"])
    assert (seen.ais[0].thrown, seen.ais[0].forsaken) == (1, 1)
    assert seen.ais[0].far == {"bandit": 1}
    assert seen.ais[0].shooters == ("bandit",)


def test_who_of_a_side_falls_first_is_told_by_kind() -> None:
    match = begin(brawl())
    watch = HabitObserver(match, {"party": 0, "foe": 1})
    drawn, sides = Drawn(3), {c.id: c.side for c in match.state.combatants.values()}
    kinds = {who: match.ruleset.standing(match.board, who).kind for who in sides}
    while (question := match.pending) is not None:
        answer = drawn.answer(match, question)
        watch.see(question, answer)
        match.answer(answer)
    seen = watch.finish()
    falls = [event.who for event in match.events if isinstance(event, Left)]
    assert falls
    for index, side in enumerate(("party", "foe")):
        first = [kinds[who] for who in falls if sides[who] == side][:1]
        assert list(seen.ais[index].first) == first


def test_rounds_without_harm_are_counted_from_the_start_and_from_the_first_harm() -> None:
    quiet = ["end", "end"]
    seen = watched(begin(duel()), [*quiet * 4, "strike Orc", (19,), "pass", (1,), "end", *quiet * 3])
    assert (seen.dry, seen.stalled, seen.lull) == (4, 3, 3)


def test_blows_that_miss_do_no_harm_but_somebody_tried() -> None:
    quiet: list[Answer] = ["end", "end"]
    miss: list[Answer] = ["strike Orc", (1,), *quiet]
    hit: list[Answer] = ["strike Orc", (19,), "pass", (1,), *quiet]
    seen = watched(begin(duel()), [*miss, *quiet, *hit, *miss, *quiet, *miss, *quiet * 2, *miss])
    assert (seen.dry, seen.stalled, seen.lull) == (6, 6, 2)


def test_members_that_a_side_never_asks_have_empty_turns() -> None:
    seen = watched(bandits([(2, 2), (2, 6)], (3, 2)), ["end", "done", "end"])
    assert (seen.ais[0].turns, seen.ais[0].empty, seen.ais[0].unasked, seen.ais[0].at_hand) == (2, 2, 2, 2)


def test_on_zones_a_step_leads_to_a_border() -> None:
    match = Match.begin(SKIRMISH, skirmish())
    space, here = match.board.space, next(iter(match.state.combatants.values())).at
    near = [place for place in space.zones.places if beside(space, here, place)]
    assert near == list(space.zones.halves(here))
    assert near


def test_an_arena_counts_habits_only_when_it_is_asked_to() -> None:
    contest = Contest(brawl(), MINDS, seed=4, battles=4)
    assert hold(contest, 1).habits is None
    report = hold(Contest(brawl(), MINDS, seed=4, battles=4, habits=True), 1)
    assert report.habits is not None
    assert report.habits.battles == 4
    alone = Pit(Contest(brawl(), MINDS, seed=4, battles=4, habits=True)).fight(0).seen
    assert alone == report.fought[0].seen
    lines = "\n".join(write_report(report))
    assert "turns of members" in lines
    assert "battles with more than 3 in a row:" in lines


def test_what_is_watched_fares_as_what_is_not() -> None:
    plain, counted = (hold(Contest(brawl(), MINDS, seed=9, battles=4, habits=habits), 1) for habits in (False, True))
    assert [(b.side, b.rounds, b.answers) for b in plain.fought] == [
        (b.side, b.rounds, b.answers) for b in counted.fought
    ]


def test_several_battles_add_up() -> None:
    one = BattleHabits((Habits(turns=2, deeds={"strike": 1}), Habits()), dry=5, stalled=4, lull=2)
    more = BattleHabits(
        (Habits(turns=3, deeds={"strike": 2, "move": 1}), Habits(empty=1, turns=1)), dry=1, stalled=1, lull=0
    )
    tally = add_up([one, more])
    assert tally.ais[0] == Habits(turns=5, deeds={"strike": 3, "move": 1})
    assert (tally.battles, tally.dry, tally.stalled, tally.lull) == (2, 5, 4, 2)
    assert (tally.dry_battles, tally.stalled_battles, tally.lull_battles) == (1, 1, 0)
    rows = [line.split() for line in write_habits(("A", "B"), tally)]
    assert ["empty", "0", "0.0%", "1", "100.0%"] in rows
    assert ["strike", "3", "75.0%", "0"] in rows


@pytest.mark.parametrize("name", ["duel", "skirmish", "vigil", "murdham", "sovereign"])
def test_every_ruleset_names_its_attacks(name: str) -> None:
    assert ruleset(name).attacks


def test_the_arena_prints_habits_and_writes_them_as_json(run: Run) -> None:
    words = ("arena", "--map", "cellar", "--rules", "duel", "--battles", "2", "--habits")
    code, out, _ = run(*words)
    assert code == 0
    assert "    turns of members " in out
    found = json.loads(run(*words, "--json")[1])
    assert found["habits"]["ais"][0]["turns"] > 0
    assert found["fought"][0]["seen"]["ais"][1]["deeds"]
