"""The panel about what is pointed at tells of each pair of fighters once, in all recorded battles."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import pygame
import pytest

from game.files.battlefile import replay
from game.rules.match import AnyMatch, Match
from game.rules.questions import Choose
from game.rules.standing import called
from game.scene.board_geometry import Pointed
from game.spatial.places import Place
from game.view.panels import cards
from game.view.panels.cards import Fact
from game.view.widgets.theme import Typography
from game.window.battle.dock import lay_out
from game.window.battle.stage import Stage
from tests.laws.test_replies import ANSWERED
from tests.window.test_reaction_cards import stage_of

BATTLES = Path(__file__).parents[1] / "battles"

EACH = 1
"""Questions of a battle at which everything is pointed at."""

BY_DAY = 2
"""One battle of so many is looked at in a plain run."""


def pairs(stage: Stage, facts: Sequence[Fact]) -> Counter[tuple[str, str]]:
    """Who is said to hit whom, or to be able to, and how often."""
    me = called(stage.scene.tokens[stage.active].standing) if stage.active else ""
    found = Counter[tuple[str, str]]()
    for fact in facts:
        if turn := re.fullmatch(r"On its turn (.+) hits", fact.text):
            found[turn[1], me] += 1
        elif could := re.fullmatch(r"\d+ could hit you there(?:: |, )(.+)", fact.text):
            names = could[1].removesuffix(" among them").removesuffix(" …")
            found.update((name, me) for name in names.split(", "))
        elif hits := re.fullmatch(r"(.*?) ?[Hh]its (.+)", fact.text):
            found[hits[1] or me, hits[2]] += 1
    return found


def aims(stage: Stage) -> Iterator[Pointed]:
    """Everybody, and places that a move leads to: the farthest, and those nearest to each foe."""
    scene, choosing = stage.scene, stage.choosing
    assert choosing is not None and choosing.question.who is not None
    question, who = choosing.question, choosing.question.who
    yield from map(scene.aim_at_token, scene.tokens)
    places = [place for family in question.options.families for place in family.places]
    for other in (who, *(each for each, token in scene.tokens.items() if token.side != question.seat)):
        x, y = scene.tokens[other].middle

        def far(place: Place, x: float = x, y: float = y) -> float:
            at_x, at_y = scene.where.middle(place)
            return (at_x - x) ** 2 + (at_y - y) ** 2

        by_distance = sorted(places, key=far)
        yield from map(scene.aim_at, by_distance[-1:] if other == who else by_distance[:1])


@pytest.mark.usefixtures("letters")
@pytest.mark.parametrize("book", sorted(ANSWERED))
@pytest.mark.parametrize("one_in", [BY_DAY, pytest.param(1, marks=pytest.mark.nightly)])
def test_no_pair_of_fighters_stands_twice_in_the_panel(book: str, one_in: int, monkeypatch: pytest.MonkeyPatch) -> None:
    told, looked, lay = list[Sequence[Fact]](), 0, cards.lay_facts

    def watched(
        look: Typography, title: str, facts: Sequence[Fact], room: pygame.Rect, *, rest: str = "", framed: bool = True
    ) -> cards.FactsPanel:
        told.append(facts)
        return lay(look, title, facts, room, rest=rest, framed=framed)

    monkeypatch.setattr(cards, "lay_facts", watched)
    for path in sorted((BATTLES / book).glob("*.battle"))[::one_in]:
        for stage in islice(turns(path), EACH):
            for aim in aims(stage):
                stage.view.cursor = aim
                told.clear()
                lay_out(stage)
                for facts in told:
                    looked += 1
                    twice = [pair for pair, times in pairs(stage, facts).items() if times > 1]
                    lines = [(fact.text, fact.value) for fact in facts]
                    assert not twice, (path.stem, twice, lines)
                    assert len(lines) == len(set(lines)), (path.stem, lines)
                    safe = any(text.startswith("No foe you know of could hit") for text, _ in lines)
                    assert not safe or not any(text.startswith("On its turn") for text, _ in lines), (path.stem, lines)
    assert looked


def turns(path: Path) -> Iterator[Stage]:
    """The turns of a recorded battle, as whoever is asked sees them."""
    full = replay(path)
    match: AnyMatch = Match.begin(full.ruleset, full.setup)
    stage = stage_of(match, Typography())
    for answer in full.history:
        question = match.pending
        if isinstance(question, Choose) and question.kind == "act" and question.who is not None:
            stage.forget_question()
            stage.view.head.skip()
            stage.view.perspective.viewer = question.seat
            stage.view.head.skip()
            stage.open_question(question)
            yield stage
        match.answer(answer)
