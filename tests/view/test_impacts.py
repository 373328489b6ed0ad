"""The moment of impact as a recorded order of cues, the same in every book: what is seen, heard and told, and when."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.files.battlefile import replay
from game.rules.events import Changed, Event, Id
from game.rules.match import AnyMatch
from game.scene.event_feed import EventFeed
from game.scene.moves import FLASH, Pace
from game.scene.playhead import Playhead, RunningEffect

BATTLES = Path(__file__).parents[1] / "battles"
RECORDED = Path(__file__).parent / "impacts"

STEP = 0.01
"""Seconds between two looks."""

KINDS = {
    "melee-hit": ("sovereign/opportunity-attack", "AttackDeclared", 1),
    "melee-miss": ("sovereign/swarm-with-shock", "AttackDeclared", 1),
    "shot": ("ingenuity/a-shot-goes-astray", "AttackDeclared", 2),
    "blast": ("murdham/blast-strays", "BlastThrown", 1),
    "spell": ("glog/early-foes-late", "Cast", 1),
    "turned-by-a-reaction": ("einfelst/pledged-before-the-dice", "AttackDeclared", 2),
    "turned-without-a-word": ("glog/nerve-before-flesh", "AttackDeclared", 3),
    "death": ("sovereign/snap-attack-kills-the-striker", "AttackDeclared", 2),
}
"""Of each the battle in which it is seen, and with which event it begins."""


def _first(match: AnyMatch, name: str, number: int) -> int:
    return [at for at, event in enumerate(match.events) if type(event).__name__ == name][number - 1]


def _next(match: AnyMatch, begun: int) -> int:
    """Where the next thing begins, after an event with which one has begun."""
    names = {"AttackDeclared", "RoundBegan", "TurnBegan", "BlockBegan", "SideActs", "AttackSpoiled", "Did"}
    later = range(begun + 1, len(match.events))
    return next((at for at in later if type(match.events[at]).__name__ in names), len(match.events))


def cues(match: AnyMatch, begin: int, end: int) -> Iterator[str]:
    """What begins while some events are shown, with hundredths of a second since the first of them began."""
    head = Playhead(match, None)
    known: set[int] = set()
    kept: list[RunningEffect] = []  # so that no id comes twice
    moving: set[tuple[str, Id]] = set()
    told, lines, passed = [saying.words for saying in head.sayings.shown], 0, 0
    while head.shown <= end and head.busy:
        found = []
        for running in head.effects:
            if id(running) not in known:
                known.add(id(running))
                kept.append(running)
                found.append(" ".join((running.effect.kind, *running.effect.faces)))
        found += _moved(head, moving)
        found += [f"read {each.effect.text}" for each in head.effects if _newly_read(each, known)]
        words = [saying.words for saying in head.sayings.shown]
        found += [f"say {' '.join(word.said for word in said)}" for said in words if said not in told]
        told = words
        found += [f"log {entry.line.text}" for entry in head.scene.log[lines:]]
        lines = len(head.scene.log)
        found += [f"hear {sound}" for sound in head.sounds]
        head.sounds.clear()
        if head.shown >= begin:
            if found:
                yield f"{passed:3} {' | '.join(found)}\n"
            passed += 1
        head.advance(STEP)


def _newly_read(running: RunningEffect, known: set[int]) -> bool:
    key = hash((id(running), running.effect.text))
    if running.effect.kind != "dice" or not running.effect.text or key in known:
        return False
    known.add(key)
    return True


def _moved(head: Playhead, moving: set[tuple[str, Id]]) -> list[str]:
    """Whose motion has begun, and who is white."""
    found = []
    now: set[tuple[str, Id]] = set()
    for who, running in head._motions.items():
        if running.age >= 0:
            now.add((running.motion.kind, who))
            if head.pose(who).flash == 1:
                now.add(("white", who))
            if running.age < running.motion.freeze and running.motion.kind in ("recoil", "fall"):
                now.add(("frozen", who))
    found = [f"{kind} {who}" for kind, who in sorted(now - moving)]
    moving.clear()
    moving |= now
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_an_impact_has_its_order(kind: str, request: pytest.FixtureRequest) -> None:
    battle, name, number = KINDS[kind]
    match = replay(BATTLES / f"{battle}.battle")
    begin = _first(match, name, number)
    found = "".join(cues(match, begin, _next(match, begin)))
    golden = RECORDED / f"{kind}.txt"
    if request.config.getoption("--update"):
        golden.write_text(found, encoding="utf-8")
    assert found == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", sorted(BATTLES.glob("*/*.battle")), ids=lambda path: f"{path.parent.name}-{path.stem}")
@pytest.mark.usefixtures("duel_installed")
def test_number_bar_and_log_change_at_the_touch(path: Path) -> None:
    """Whoever is struck is white exactly when the scene has taken the loss, and its bar is marked."""
    match = replay(path)
    head = Playhead(match, None)
    losses = {
        each.number
        for each in EventFeed(match, None).news()
        if isinstance(each.event, Changed) and _harmed(each.event, each.before.standing, each.after.standing)
    }
    met = 0
    while head.busy:
        shown = head.shown
        head.advance(STEP / 4)
        for number in losses & set(range(shown, head.shown)):
            event = match.events[number]
            assert isinstance(event, Changed)
            met += 1
            assert head.pose(event.who).flash > 1 - STEP / FLASH
            drains = [each for each in head.effects if each.effect.kind == "drain" and each.effect.who == event.who]
            assert [now for _, now in drains[-1].effect.bars] == list(head.scene.tokens[event.who].standing.bars)
    assert met == len(losses)


def _harmed(event: Event, before: object, after: object) -> bool:
    assert isinstance(event, Changed) and callable(before) and callable(after)
    return bool(after(event.who).health < before(event.who).health)


@pytest.mark.usefixtures("duel_installed")
def test_what_flies_arrives_at_the_touch_however_fast_it_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pace, "rate", lambda *_: 4.0)
    head = Playhead(replay(BATTLES / "ingenuity/a-shot-goes-astray.battle"), None)
    seen: set[int] = set()
    kept = []  # so that no id comes twice
    while head.busy:
        head.advance(STEP / 4)
        touched = [each for each in head.effects if each.effect.kind == "impact" and id(each) not in seen]
        seen.update(map(id, touched))
        kept += touched
        flying = [each for each in head.effects if each.effect.kind == "arrow"] if touched else []
        assert all(each.age > 0.9 * each.effect.length - STEP for each in flying)
    assert kept


@pytest.mark.usefixtures("duel_installed")
def test_who_goes_back_between_touch_and_end_sees_what_comes_next_from_its_beginning() -> None:
    match = replay(BATTLES / "sovereign/opportunity-attack.battle")
    head = Playhead(match, None)
    start = head.stop()
    while not any(running.effect.kind == "impact" for running in head.effects):
        head.advance(STEP)
    head.return_to(start)
    assert head.caught_up and not head._touched and head.action == ""
