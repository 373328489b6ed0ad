"""Rule: Morale. Creatures, and hirelings who are not loyal enough, test when a fight goes badly (D-42 to D-51)."""

from __future__ import annotations

from game.kit.combatants import NOBODY, present
from game.rules.events import Id
from rulesets.glog.play.effects import fall, obeys, plays
from rulesets.glog.play.events import Broke, Nerved
from rulesets.glog.play.moving import way_out
from rulesets.glog.play.numbers import TARGET
from rulesets.glog.play.trial import cuts
from rulesets.glog.sheet.records import grade
from rulesets.glog.sheet.sheet import Alarm, GlogTable


async def resolve(table: GlogTable) -> None:
    """Once what caused them is over, alarms are tested: one Test for each who is shaken, however many there are."""
    while table.state.turn.alarms:
        alarms = table.state.turn.alarms
        table.set_turn(alarms=())
        if not plays(table):
            return
        shaken: dict[Id, Alarm] = {}
        for alarm in alarms:
            for c in table.state.on(alarm.side):
                if alarm.who in (NOBODY, c.id):
                    shaken.setdefault(c.id, alarm)
        for who, alarm in shaken.items():
            if present(table, who) and obeys(table.now(who).sheet):
                await test(table, who, alarm)


async def test(table: GlogTable, who: Id, alarm: Alarm) -> None:
    """A d20 and Morale, or a hireling's Loyalty, against 20, and nothing else (ruling G-3); who fails breaks (D-45)."""
    me = table.now(who)
    profile = me.sheet.profile
    word = "Loyalty" if profile.kind == "hireling" else "Morale"
    face = await table.roll("d20", f"{word}: {alarm.why}", who, cuts(TARGET - profile.morale, 0))
    passed = face + profile.morale >= TARGET
    known = grade(profile.morale) if word == "Morale" else ""
    table.emit(Nerved(who, f"{word}: {alarm.why}", known, face, passed, alarm.rule))
    if not passed:
        break_(table, who, alarm.why)


def break_(table: GlogTable, who: Id, why: str) -> None:
    """Courage fails: away, if there is a way; else it throws down its arms (ruling G-18)."""
    table.set(who, grappling=NOBODY)
    me = table.now(who)
    table.emit(Broke(me.side, who, why, "D-45"))
    if way_out(table, me) is None:
        fall(table, who, "surrendered")
    else:
        table.set(who, fleeing=True, hidden=False)
