"""Advice on what is neither running at somebody nor attacking: first aid, weapons, doors, objectives, flight."""

from __future__ import annotations

from game.spatial.places import written
from rulesets.sovereign.blow import UNARMED
from rulesets.sovereign.estimate import checked
from rulesets.sovereign.gear import lying
from rulesets.sovereign.goals import task_at
from rulesets.sovereign.numbers import CHECK, reload_cost
from rulesets.sovereign.outlook import Outlook, goal_layers
from rulesets.sovereign.plans import Plans, Weighed
from rulesets.sovereign.tending import KIT, heal_check
from rulesets.sovereign.terrain_cache import FAR, distance_of, door_beside, nearest


def go_for_goal(plans: Plans) -> None:
    """Runs to the cells of an objective."""
    outlook = plans.outlook
    layers = goal_layers(outlook)
    if not layers or distance_of(layers, outlook.here) == 0:
        return
    _, cells = nearest(layers, outlook.reach & ~outlook.here)
    for cell, bit in outlook.nearer(cells, 2):
        plans.offer(f"run {written(cell)}", plans.stand(bit, kept=plans.move and plans.main),
                    {"risk": outlook.risk(outlook.openings(bit))})  # fmt: skip


def gives_up(outlook: Outlook) -> bool:
    """Whether somebody whom morale does not command should get away: badly hurt, and the fight is lost."""
    sheet = outlook.me.sheet
    if sheet.profile.fearless or 2 * sheet.hp > sheet.profile.hp or outlook.aim.goal != "eliminate":
        return False
    mine = outlook.mark.stature + sum(it.stature for it in outlook.friends)
    theirs = sum(it.stature for it in outlook.foes)
    return theirs > 3.5 * mine


# ------------------------------------------------------------------ hands and feet


def aid(plans: Plans) -> None:
    """First aid for the dying, beside one or after a run."""
    outlook = plans.outlook
    if KIT not in outlook.me.sheet.items:
        return
    for body in outlook.down:
        sheet = body.sheet
        if not sheet.mortal or sheet.dead or sheet.stable or sheet.tended:
            continue
        p = checked(CHECK - heal_check(outlook.me).total - sheet.mortal + outlook.round)
        if not p:
            continue
        gain = {"aid": p}
        size = sheet.profile.size
        if outlook.space.distance(outlook.me.at, body.at, outlook.mark.size, size) <= 1:
            risk = {"risk": outlook.risk(outlook.strikers)}
            plans.offer(f"aid {body.id}", gain, plans.stand(outlook.here), risk)
        elif plans.move:
            beside = outlook.terrain.square(body.at, size, 1) & outlook.unopposed & ~outlook.engaging
            for cell, bit in outlook.nearer(beside & ~outlook.here, 2):
                plans.offer(f"run {written(cell)}", gain, plans.stand(bit), {"steps": float(outlook.cost(bit))})


def rise(plans: Plans) -> None:
    """Standing up, then attacking as one could from here."""
    outlook = plans.outlook
    if not (plans.move or plans.main):
        return
    strikers = outlook.strikers
    best: Weighed = {}
    if plans.main and plans.move:
        for arm in plans.arms():
            for it in outlook.foes:
                extra = plans.extra(arm, it, outlook.here, upright=True)
                if extra is not None:
                    found = plans.strike(arm, it, extra)
                    best = max(best, found, key=lambda f: sum(f.values()))
    need = 0.3 if outlook.mark.shooter and not plans.tied else 1.0
    plans.offer("stand", best, plans.stand(outlook.here), {"upright": need, "risk": outlook.risk(strikers)})


def pick_up(plans: Plans) -> None:
    """A weapon on the ground, for those with nothing better in hand."""
    outlook = plans.outlook
    sheet = outlook.me.sheet
    arm = outlook.mark.melee
    handy = sheet.profile.humanoid and not sheet.profile.natural and not plans.clinch
    if not handy or outlook.mark.shooter or (arm is not None and arm.key != UNARMED):
        return
    strikers = outlook.strikers
    for thing in outlook.board.state.things.values():
        weapon = lying(outlook.board, thing)
        if weapon is None or not weapon.melee or (weapon.two_handed and sheet.off):
            continue
        gain = {"pickup": outlook.mark.stature}
        if outlook.space.distance(outlook.me.at, thing.at, outlook.mark.size, 1) <= 1:
            plans.offer(f"pick up {thing.id}", gain, plans.stand(outlook.here), {"risk": outlook.risk(strikers)})
        elif plans.move and plans.main:
            beside = outlook.terrain.square(thing.at, 1, 1) & outlook.unopposed & ~outlook.here
            for cell, bit in outlook.nearer(beside, 1):
                plans.offer(f"run {written(cell)}", {"pickup": 0.7 * outlook.mark.stature}, plans.stand(bit))


def reload(plans: Plans) -> None:
    """Making a bow or crossbow ready."""
    outlook = plans.outlook
    for key in outlook.me.sheet.unloaded:
        weapon = outlook.me.sheet.weapon(key)
        if reload_cost(outlook.me, weapon) == "free" or plans.tied:
            continue
        left = outlook.mark.shot
        worth = 0.6 * (outlook.mark.stature - 1.0) if left and left.key == key else 0.3
        kept = plans.main and plans.move and reload_cost(outlook.me, weapon) == "move"
        plans.offer(f"reload {key}", {"ready": worth}, plans.stand(outlook.here, kept=kept))


def doors(plans: Plans) -> None:
    """Doors that stand in the way to the nearest foe, or to the objective."""
    outlook = plans.outlook
    shut = [door for door in outlook.terrain.doors if door.id not in outlook.space.open_edges]
    if not shut:
        return
    ways = [goal_layers(outlook)] if goal_layers(outlook) else [outlook.towards(it) for it in outlook.foes]
    if outlook.me.sheet.fleeing:
        ways = [outlook.way_out()[1]]
    for door in shut:
        if door.kind == "portcullis" and door.id in outlook.terrain.levered:
            continue
        gain = 0
        for at, beyond in door_beside(outlook.space, outlook.me.at, outlook.mark.size, door):
            for layers in ways:
                before = distance_of(layers, 1 << (at[1] * outlook.space.width + at[0]))
                after = distance_of(layers, 1 << (beyond[1] * outlook.space.width + beyond[0]))
                gain = max(gain, before - after)
        if gain > 0 and not plans.fights:
            verb = "force" if door.state == "locked" else "open"
            plans.offer(f"{verb} {door.id}", {"door": outlook.eagerness}, plans.stand(outlook.here))


def towards_levers(plans: Plans) -> None:
    """When a portcullis shuts the foes off: to its lever, and pull it."""
    outlook = plans.outlook
    for feature in outlook.board.setup.field.features:
        if feature.kind != "lever" or not feature.linked or feature.linked in outlook.space.open_edges:
            continue
        beside = 0
        for cell in feature.cells:
            beside |= outlook.terrain.square(cell, 1, 1)
        layers = outlook.layers(beside & outlook.steps.stand, ("lever", feature.id))
        now = distance_of(layers, outlook.here)
        if now == 0 and plans.main:
            plans.offer(f"pull {feature.id}", {"door": outlook.eagerness}, plans.stand(outlook.here))
        elif 0 < now < FAR:
            then, cells = nearest(layers, outlook.unopposed & ~outlook.here)
            for cell, bit in outlook.nearer(cells, 1):
                gain = {"advance": outlook.eagerness * (now - then)}
                plans.offer(f"run {written(cell)}", gain, plans.stand(bit, kept=plans.move and plans.main))


def clinch(plans: Plans) -> None:
    """Holding or held: get free, or let go of what is not worth holding."""
    outlook = plans.outlook
    if plans.main and not outlook.me.sheet.grappling:
        plans.offer("break free", {"upright": 1.0}, plans.stand(outlook.here))


def work(plans: Plans) -> None:
    """The side's task, where it can be worked at from here."""
    outlook = plans.outlook
    if task_at(outlook.board, outlook.me) is not None:
        plans.offer("work", {"task": 1.0}, plans.stand(outlook.here), {"risk": outlook.risk(outlook.strikers)})


def leave(plans: Plans) -> None:
    """Leaving the map, where that is what the side wants."""
    outlook = plans.outlook
    aim = outlook.aim
    there = aim.goal == "escape" and outlook.me.at in aim.cells
    if there and aim.who in ("", outlook.me.sheet.profile.name):
        plans.offer("leave", {"away": 1.0})


def flight(plans: Plans) -> None:
    """Getting away: off the map if it can be left here, else the quickest way to its rim; disengaging if held up."""
    outlook = plans.outlook
    exits, layers = outlook.way_out()
    now = distance_of(layers, outlook.here)
    if plans.clinch or now == FAR:
        return
    strikers = outlook.strikers
    risk = {"risk": outlook.risk(strikers)}
    can_act = plans.move or plans.main
    if outlook.here & exits and can_act and not outlook.mark.prone:
        plans.offer("leave", {"away": 1.0}, risk)
    elif can_act:
        then, cells = nearest(layers, outlook.reach & ~outlook.here)
        if then < now:
            for cell, bit in outlook.nearer(cells, 2):
                plans.offer(f"run {written(cell)}", {"flight": float(now - then), "exposed": outlook.exposure(bit)},
                            {"risk": outlook.risk(outlook.openings(bit))})  # fmt: skip
        if outlook.mark.prone:
            plans.offer("stand", {"upright": 2.0}, risk)
        doors(plans)
    if strikers and plans.main and plans.move:
        plans.offer("disengage", {"flight": 4.0})
    if not plans.advice:
        plans.offer("done", plans.stand(outlook.here, kept=plans.main))
