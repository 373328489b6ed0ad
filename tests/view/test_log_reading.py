"""What of a log is read: by kind, by whom it is about, and by words."""

from __future__ import annotations

import pytest

from game.kit.facts import AttackDeclared, AttackHit, Broke, Checked, Did, Fell, Harmed, Reacted, TurnBegan
from game.rules.dice import Tally
from game.rules.events import EdgeChanged, Event, Id, Left, Moved, RoundBegan, Said
from game.rules.ruleset import LogLine
from game.scene.scene import KINDS, LogEntry, Wanted, kind_of

ADA, ORC = Id("ada"), Id("orc")


def entry(text: str, depth: int, kind: str = "rest", who: Id | None = None, target: Id | None = None) -> LogEntry:
    return LogEntry(LogLine(text, depth, who), None, kind=kind, target=target)  # type: ignore[arg-type]


LOG = [
    entry("Round 1", 0, "heading"),
    entry("Ada strikes at Orc", 1, "attack", ADA, ORC),
    entry("d20 7 +2 = 9", 2, "attack", ADA, ORC),
    entry("Orc loses 3", 2, "harm", ORC),
    entry("Orc runs", 1, "movement", ORC),
    entry("Round 2", 0, "heading"),
    entry("Ada waits", 1, "deed", ADA),
]


def read(**wanted: object) -> list[str]:
    return [LOG[number].line.text for number in Wanted(**wanted).kept(LOG)]  # type: ignore[arg-type]


def test_with_nothing_said_all_is_read() -> None:
    assert read() == [each.line.text for each in LOG]


def test_what_happened_is_kept_with_its_dice_and_under_its_heading() -> None:
    attack = ["Round 1", "Ada strikes at Orc", "d20 7 +2 = 9", "Orc loses 3"]
    assert read(kind="attack") == attack
    assert read(kind="harm") == attack, "what came of it is told with it"
    assert read(kind="movement") == ["Round 1", "Orc runs"]
    assert read(kind="deed") == ["Round 2", "Ada waits"]
    assert read(kind="courage") == []


def test_about_somebody_is_what_they_do_and_what_is_done_to_them() -> None:
    assert read(who=ORC) == ["Round 1", "Ada strikes at Orc", "d20 7 +2 = 9", "Orc loses 3", "Orc runs"]
    assert read(who=ADA, kind="deed") == ["Round 2", "Ada waits"]


def test_words_are_found_in_any_case() -> None:
    assert [each.line.text for each in LOG if Wanted(words="ORC").finds(each)] == [
        LOG[1].line.text,
        "Orc loses 3",
        "Orc runs",
    ]
    assert not any(Wanted().finds(each) for each in LOG)


@pytest.mark.parametrize(
    ("event", "kind"),
    [
        (Moved(ADA, (0, 0), (1, 0)), "movement"),
        (Left(ADA, "gone"), "movement"),
        (EdgeChanged("door", True, ADA), "movement"),
        (AttackDeclared(ADA, ORC, "sword", "melee"), "attack"),
        (AttackHit(ADA, ORC), "attack"),
        (Harmed(ADA, 2, 3), "harm"),
        (Fell(ADA, "dead"), "harm"),
        (Checked(ADA, "wits", 7, Tally(), 9, False, "D-1"), "test"),
        (Broke("red", ADA, "alone", "D-1"), "courage"),
        (Did(ADA, "waits", "D-1"), "deed"),
        (Reacted(ADA, "dodges", "D-1"), "deed"),
        (TurnBegan(ADA), "rest"),
        (Said("A line"), "rest"),
    ],
)
def test_kinds_follow_from_what_events_are(event: Event, kind: str) -> None:
    assert kind_of(event, LogLine("", 1)) == kind
    assert kind in (*KINDS, "rest")


def test_what_stands_over_others_is_a_heading() -> None:
    assert kind_of(RoundBegan(1), LogLine("Round 1")) == "heading"
