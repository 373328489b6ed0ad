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
    scene = plans.scene
    layers = goal_layers(scene)
    if not layers or distance_of(layers, scene.here) == 0:
        return
    _, cells = nearest(layers, scene.reach & ~scene.here)
    for cell, bit in scene.nearer(cells, 2):
        plans.offer(f"run {written(cell)}", plans.stand(bit, kept=plans.move and plans.main),
                    {"risk": scene.risk(scene.openings(bit))})  # fmt: skip


def gives_up(scene: Outlook) -> bool:
    """Whether somebody whom morale does not command should get away: badly hurt, and the fight is lost."""
    sheet = scene.me.sheet
    if sheet.profile.fearless or 2 * sheet.hp > sheet.profile.hp or scene.aim.goal != "eliminate":
        return False
    mine = scene.mark.stature + sum(it.stature for it in scene.friends)
    theirs = sum(it.stature for it in scene.foes)
    return theirs > 3.5 * mine


# ------------------------------------------------------------------ hands and feet


def aid(plans: Plans) -> None:
    """First aid for the dying, beside one or after a run."""
    scene = plans.scene
    if KIT not in scene.me.sheet.items:
        return
    for body in scene.down:
        sheet = body.sheet
        if not sheet.mortal or sheet.dead or sheet.stable or sheet.tended:
            continue
        p = checked(CHECK - heal_check(scene.me).total - sheet.mortal + scene.round)
        if not p:
            continue
        gain = {"aid": p}
        size = sheet.profile.size
        if scene.space.distance(scene.me.at, body.at, scene.mark.size, size) <= 1:
            risk = {"risk": scene.risk(scene.strikers)}
            plans.offer(f"aid {body.id}", gain, plans.stand(scene.here), risk)
        elif plans.move:
            beside = scene.land.square(body.at, size, 1) & scene.unopposed & ~scene.engaging
            for cell, bit in scene.nearer(beside & ~scene.here, 2):
                plans.offer(f"run {written(cell)}", gain, plans.stand(bit), {"steps": float(scene.cost(bit))})


def rise(plans: Plans) -> None:
    """Standing up, then attacking as one could from here."""
    scene = plans.scene
    if not (plans.move or plans.main):
        return
    strikers = scene.strikers
    best: Weighed = {}
    if plans.main and plans.move:
        for arm in plans.arms():
            for it in scene.foes:
                extra = plans.extra(arm, it, scene.here, upright=True)
                if extra is not None:
                    found = plans.strike(arm, it, extra)
                    best = max(best, found, key=lambda f: sum(f.values()))
    need = 0.3 if scene.mark.shooter and not plans.tied else 1.0
    plans.offer("stand", best, plans.stand(scene.here), {"upright": need, "risk": scene.risk(strikers)})


def pick_up(plans: Plans) -> None:
    """A weapon on the ground, for those with nothing better in hand."""
    scene = plans.scene
    sheet = scene.me.sheet
    arm = scene.mark.melee
    handy = sheet.profile.humanoid and not sheet.profile.natural and not plans.clinch
    if not handy or scene.mark.shooter or (arm is not None and arm.key != UNARMED):
        return
    strikers = scene.strikers
    for thing in scene.board.state.things.values():
        weapon = lying(scene.board, thing)
        if weapon is None or not weapon.melee or (weapon.two_handed and sheet.off):
            continue
        gain = {"pickup": scene.mark.stature}
        if scene.space.distance(scene.me.at, thing.at, scene.mark.size, 1) <= 1:
            plans.offer(f"pick up {thing.id}", gain, plans.stand(scene.here), {"risk": scene.risk(strikers)})
        elif plans.move and plans.main:
            beside = scene.land.square(thing.at, 1, 1) & scene.unopposed & ~scene.here
            for cell, bit in scene.nearer(beside, 1):
                plans.offer(f"run {written(cell)}", {"pickup": 0.7 * scene.mark.stature}, plans.stand(bit))


def reload(plans: Plans) -> None:
    """Making a bow or crossbow ready."""
    scene = plans.scene
    for key in scene.me.sheet.unloaded:
        weapon = scene.me.sheet.weapon(key)
        if reload_cost(scene.me, weapon) == "free" or plans.tied:
            continue
        left = scene.mark.shot
        worth = 0.6 * (scene.mark.stature - 1.0) if left and left.key == key else 0.3
        kept = plans.main and plans.move and reload_cost(scene.me, weapon) == "move"
        plans.offer(f"reload {key}", {"ready": worth}, plans.stand(scene.here, kept=kept))


def doors(plans: Plans) -> None:
    """Doors that stand in the way to the nearest foe, or to the objective."""
    scene = plans.scene
    shut = [door for door in scene.land.doors if door.id not in scene.space.open_edges]
    if not shut:
        return
    ways = [goal_layers(scene)] if goal_layers(scene) else [scene.towards(it) for it in scene.foes]
    if scene.me.sheet.fleeing:
        ways = [scene.way_out()[1]]
    for door in shut:
        if door.kind == "portcullis" and door.id in scene.land.levered:
            continue
        gain = 0
        for at, beyond in door_beside(scene.space, scene.me.at, scene.mark.size, door):
            for layers in ways:
                before = distance_of(layers, 1 << (at[1] * scene.space.width + at[0]))
                after = distance_of(layers, 1 << (beyond[1] * scene.space.width + beyond[0]))
                gain = max(gain, before - after)
        if gain > 0 and not plans.fights:
            verb = "force" if door.state == "locked" else "open"
            plans.offer(f"{verb} {door.id}", {"door": scene.eagerness}, plans.stand(scene.here))


def towards_levers(plans: Plans) -> None:
    """When a portcullis shuts the foes off: to its lever, and pull it."""
    scene = plans.scene
    for feature in scene.board.setup.field.features:
        if feature.kind != "lever" or not feature.linked or feature.linked in scene.space.open_edges:
            continue
        beside = 0
        for cell in feature.cells:
            beside |= scene.land.square(cell, 1, 1)
        layers = scene.layers(beside & scene.steps.stand, ("lever", feature.id))
        now = distance_of(layers, scene.here)
        if now == 0 and plans.main:
            plans.offer(f"pull {feature.id}", {"door": scene.eagerness}, plans.stand(scene.here))
        elif 0 < now < FAR:
            then, cells = nearest(layers, scene.unopposed & ~scene.here)
            for cell, bit in scene.nearer(cells, 1):
                gain = {"advance": scene.eagerness * (now - then)}
                plans.offer(f"run {written(cell)}", gain, plans.stand(bit, kept=plans.move and plans.main))


def clinch(plans: Plans) -> None:
    """Holding or held: get free, or let go of what is not worth holding."""
    scene = plans.scene
    if plans.main and not scene.me.sheet.grappling:
        plans.offer("break free", {"upright": 1.0}, plans.stand(scene.here))


def work(plans: Plans) -> None:
    """The side's task, where it can be worked at from here."""
    scene = plans.scene
    if task_at(scene.board, scene.me) is not None:
        plans.offer("work", {"task": 1.0}, plans.stand(scene.here), {"risk": scene.risk(scene.strikers)})


def leave(plans: Plans) -> None:
    """Leaving the map, where that is what the side wants."""
    scene = plans.scene
    aim = scene.aim
    there = aim.goal == "escape" and scene.me.at in aim.cells
    if there and aim.who in ("", scene.me.sheet.profile.name):
        plans.offer("leave", {"away": 1.0})


def flight(plans: Plans) -> None:
    """Getting away: off the map if it can be left here, else the quickest way to its rim; disengaging if held up."""
    scene = plans.scene
    exits, layers = scene.way_out()
    now = distance_of(layers, scene.here)
    if plans.clinch or now == FAR:
        return
    strikers = scene.strikers
    risk = {"risk": scene.risk(strikers)}
    can_act = plans.move or plans.main
    if scene.here & exits and can_act and not scene.mark.prone:
        plans.offer("leave", {"away": 1.0}, risk)
    elif can_act:
        then, cells = nearest(layers, scene.reach & ~scene.here)
        if then < now:
            for cell, bit in scene.nearer(cells, 2):
                plans.offer(f"run {written(cell)}", {"flight": float(now - then), "exposed": scene.exposure(bit)},
                            {"risk": scene.risk(scene.openings(bit))})  # fmt: skip
        if scene.mark.prone:
            plans.offer("stand", {"upright": 2.0}, risk)
        doors(plans)
    if strikers and plans.main and plans.move:
        plans.offer("disengage", {"flight": 4.0})
    if not plans.advice:
        plans.offer("done", plans.stand(scene.here, kept=plans.main))
