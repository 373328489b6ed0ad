"""Advice on what is not simply running and attacking: charges, swarms, spells, first aid, doors, objectives, flight."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from game.rules.dice import outcomes_by_sum
from rulesets.sovereign.charging import Lanes, charge_path
from rulesets.sovereign.estimate import Mark, blow, mark
from rulesets.sovereign.numbers import CHECK, best_check, reload_cost, save_target
from rulesets.sovereign.reading import FEET, in_hand, weapon_reach
from rulesets.sovereign.scene import Scene
from rulesets.sovereign.sheet import Body, Spell
from rulesets.sovereign.tending import KIT
from rulesets.sovereign.ways import FAR, Layers, distance_of, door_beside, nearest

if TYPE_CHECKING:
    from rulesets.sovereign.plans import Plans, Weighed

# ------------------------------------------------------------------ what matters


def prize(scene: Scene, it: Mark) -> float:
    """How much more a foe counts than its stature: the other side's ward, or whoever is about to get away."""
    objective = scene.objective
    if objective.goal == "protect" and objective.side != scene.me.side:
        return 2.5 if scene.board.now(it.id).sheet.profile.name == objective.who else 1.0
    if scene.board.now(it.id).sheet.fleeing:
        return 0.5
    return 1.0


def goal_layers(scene: Scene) -> Layers:
    """Distances to the cells that an objective is about, for those who should go there; empty without such."""
    objective = scene.objective
    if not objective.cells or objective.goal not in ("hold", "escape"):
        return []
    mine = objective.side == scene.me.side
    if objective.goal == "escape" and not mine:
        return []
    if objective.goal == "escape" and objective.who and scene.me.sheet.profile.name != objective.who:
        return []
    start = scene.steps.spread(scene.space.mask(objective.cells))
    return scene.layers(start, ("goal",))


def go_for_goal(plans: Plans) -> None:
    """Runs to the cells of an objective."""
    scene = plans.scene
    layers = goal_layers(scene)
    if not layers or distance_of(layers, scene.here) == 0:
        return
    _, cells = nearest(layers, scene.reach & ~scene.here)
    for cell, bit in scene.nearer(cells, 2):
        plans.offer(f"run {cell[0]},{cell[1]}", plans.stand(bit, kept=plans.move and plans.main),
                    {"risk": scene.risk(scene.openings(bit))})  # fmt: skip


def gives_up(scene: Scene) -> bool:
    """Whether somebody whom morale does not command should get away: badly hurt, and the fight is lost."""
    sheet = scene.me.sheet
    if sheet.profile.fearless or 2 * sheet.hp > sheet.profile.hp or (scene.objective.side == scene.me.side != "" and (
        scene.objective.goal != "eliminate"
    )):  # fmt: skip
        return False
    mine = scene.mark.stature + sum(it.stature for it in scene.friends)
    theirs = sum(it.stature for it in scene.foes)
    return theirs > 3.5 * mine


# ------------------------------------------------------------------ ways of attacking


def charges(plans: Plans) -> None:
    """Charges at foes that a run does not bring within reach, and at those hard to hit."""
    scene = plans.scene
    mine = scene.mark
    if mine.melee is None or mine.prone or scene.me.sheet.grappling:
        return
    space = scene.space
    risk = {"risk": scene.risk([it for it, zone in scene.zones if zone & scene.here])} if plans.tied else {"risk": 0.0}
    arm = mine.melee
    lanes = Lanes(scene.board, scene.me)
    budget = 2 * scene.me.sheet.profile.move // FEET + arm.reach
    for it in scene.foes:
        gap = space.distance(scene.me.at, it.at, mine.size, it.size)
        if gap > budget or gap <= arm.reach:
            continue
        near = bool(scene.land.ring(space, it.at, it.size, mine.size, arm.reach) & scene.reach)
        if near and it.ac < 14:
            continue
        weapon = scene.me.sheet.profile.weapon(arm.key)
        path = charge_path(scene.board, scene.me, scene.board.now(it.id), weapon_reach(scene.me, weapon), lanes)
        if not path:
            continue
        bit = 1 << (path[-1][1] * space.width + path[-1][0])
        extra = plans.extra(arm, it, bit)
        if extra is None:
            continue
        plans.fights = True
        lowered = {"exposed": 0.25 * scene.exposure(bit)}
        plans.offer(f"charge {it.id} {arm.key}", plans.strike(arm, it, extra + 2), plans.stand(bit), lowered, risk)


def swarm(plans: Plans) -> None:
    """Swarm attacks where several together do more than each alone."""
    scene = plans.scene
    able = [friend for friend in scene.friends if _may_join(scene, friend)]
    for it in scene.foes:
        pending = [c for c in scene.friends if scene.board.now(c.id).sheet.swarm == it.id]
        if not pending and not able:
            continue
        best = None
        for arm in plans.arms():
            extra = plans.extra(arm, it, scene.here) if arm.in_hand else None
            if extra is not None:
                best = max(best or (0.0, 0.0), blow(arm, it, extra), key=lambda e: e[0] + it.hp * e[1])
        if best is None:
            continue
        band = [friend for friend in able if _near(scene, friend, it)][: 4 - len(pending)]
        count = 1 + len(pending) + len(band)
        if count < 2:
            continue
        blows = [
            blow(arm, it, swarm=count - 1)
            for c in (scene.mark, *pending, *band)
            for arm in (c.melee, c.shot)
            if arm is not None
            and (
                arm.mode == "shot" or c is scene.mark or scene.space.distance(c.at, it.at, c.size, it.size) <= arm.reach
            )
        ]
        if not blows:
            continue
        together = max(blows, key=lambda taken_and_felled: taken_and_felled[0])
        before = blow(arm, it, swarm=len(pending) - 1) if len(pending) > 1 else (0.0, 0.0)
        heads = 1 + len(band)
        value = it.stature * prize(scene, it) / heads
        gain = {"harm": value * (together[0] - before[0]) / it.hp, "down": value * (together[1] - before[1])}
        plans.offer(f"swarm {it.id}", gain, plans.stand(scene.here), {"swarm": 1.0})


def _may_join(scene: Scene, friend: Mark) -> bool:
    sheet = scene.board.now(friend.id).sheet
    return sheet.main and not sheet.done and not sheet.fleeing and not sheet.surprised


def _near(scene: Scene, friend: Mark, it: Mark) -> bool:
    """Whether a friend could still press a foe this turn."""
    gap = scene.space.distance(friend.at, it.at, friend.size, it.size)
    if friend.shooter and friend.shot is not None:
        seen = scene.land.seeing(scene.space, it.at, it.size).any & scene.land.square(friend.at, 1, 0)
        return friend.shot.loaded and gap <= friend.shot.near and bool(seen)
    return friend.melee is not None and gap <= friend.melee.reach + friend.pace - 1


def feats(plans: Plans) -> None:
    """Whirlwind, when it pays."""
    scene = plans.scene
    sheet = scene.me.sheet
    if "whirlwind" not in sheet.profile.feats or "whirlwind" in sheet.used or not sheet.hand:
        return
    reach = weapon_reach(scene.me, in_hand(scene.me)) // FEET
    arm = scene.mark.melee
    gain = 0.0
    struck = 0
    for it in scene.foes:
        if arm and scene.space.distance(scene.me.at, it.at, scene.mark.size, it.size) <= reach:
            shock = 0 if it.immune or it.turns or it.ac > arm.shock_ac else arm.shock
            gain += it.stature * (min(shock, it.hp) / it.hp + (shock >= it.hp))
            struck += bool(shock)
    if struck >= 2 or gain >= 3:
        plans.offer("whirlwind", {"harm": gain}, plans.stand(scene.here), {"free": 1.0})


def spells_(plans: Plans) -> None:
    """Spells, each on whom it serves best."""
    scene = plans.scene
    profile = scene.me.sheet.profile
    if not profile.spells:
        return
    end = plans.stand(scene.here)
    for spell in profile.spells:
        key = spell.key
        if spell.casts > scene.me.sheet.casts:
            continue
        cost = {"cast": float(spell.casts)}
        if spell.target == "foe":
            for it in scene.foes:
                if _reached(scene, it, spell):
                    plans.offer(f"cast {key} {it.id}", _befalls(scene, it, spell), end, cost)
        elif spell.target == "area":
            _areas(plans, spell, end, cost)
        elif spell.effect == "ward":
            for it in [scene.mark, *scene.friends]:
                body = scene.board.now(it.id)
                pressed = sum(scene.space.distance(foe.at, it.at, foe.size, it.size) <= 8 for foe in scene.foes)
                if pressed and "ward" not in body.sheet.spells and _reached(scene, it, spell):
                    guard = 0.1 * it.stature * min(3, pressed) * ((it.melee is not None and not it.shooter) or 0.6)
                    plans.offer(f"cast {key} {it.id}", {"guard": guard * 2}, end, cost)
        elif spell.effect == "heal":
            _healings(plans, spell, end, cost)


def _reached(scene: Scene, it: Mark, spell: Spell) -> bool:
    mine = scene.mark
    if scene.space.distance(mine.at, it.at, mine.size, it.size) * FEET > spell.range:
        return it.id == mine.id
    return not spell.needs_sight or scene.space.corners_seen(mine.at, it.at, mine.size, it.size) >= 0


@lru_cache(maxsize=256)
def _dose(dice: str, amount: int, hp: int, halved: bool) -> tuple[float, float]:
    every = taken = down = 0
    for faces, count in outcomes_by_sum(dice):
        dealt = (sum(faces) + amount) // 2 if halved else sum(faces) + amount
        every += count
        taken += count * min(dealt, hp)
        down += count * (dealt >= hp)
    return taken / every, down / every


def _befalls(scene: Scene, it: Mark, spell: Spell) -> Weighed:
    """What a spell does to one of its targets, good or bad."""
    profile = scene.board.now(it.id).sheet.profile
    passed = 0.0
    if spell.save is not None:
        passed = min(19, max(1, 21 - save_target(profile, spell.save))) / 20
    value = it.stature * (prize(scene, it) if profile is not scene.me.sheet.profile else 1.0)
    if spell.dice:
        taken, down = _dose(spell.dice, spell.amount, it.hp, False)
        half, half_down = _dose(spell.dice, spell.amount, it.hp, True) if spell.half_on_save else (0.0, 0.0)
        return {
            "harm": value * ((1 - passed) * taken + passed * half) / it.hp,
            "down": value * ((1 - passed) * down + passed * half_down),
        }
    if spell.most_level and profile.level > spell.most_level:
        return {}
    if spell.effect == "out":
        return {"down": value * 1.9 * (1 - passed)}
    if spell.effect == "surprised":
        return {"harm": 0.35 * value * (1 - passed)}
    return {}


def _areas(plans: Plans, spell: Spell, end: Weighed, cost: Weighed) -> None:
    """Area spells, centred on foes or beside them, friends spared."""
    scene = plans.scene
    space, land, mine = scene.space, scene.land, scene.mark
    radius = spell.radius // FEET
    mask = 0
    for it in scene.foes:
        mask |= land.square(it.at, it.size, radius)
    mask &= land.square(mine.at, mine.size, spell.range // FEET) & land.seen_from(space, mine.at, mine.size).any
    for friend in [mine, *scene.friends]:
        mask = mask & ~land.square(friend.at, friend.size, radius) or mask
    best: list[tuple[float, int]] = []
    for cell, bit in scene.cells(mask):
        count = 0.0
        for it in scene.foes:
            if land.square(it.at, it.size, radius) & bit:
                count += it.stature
        for friend in [mine, *scene.friends]:
            if land.square(friend.at, friend.size, radius) & bit:
                count -= 1.5 * friend.stature
        if count > 0:
            best.append((-count, cell[1] * space.width + cell[0]))
    best.sort()
    for _, at in best[:3]:
        cell = (at % space.width, at // space.width)
        total: Weighed = {}
        for it in [*scene.foes, mine, *scene.friends]:
            if not land.square(it.at, it.size, radius) >> at & 1:
                continue
            if space.corners_seen(cell, it.at, 1, it.size) < 0:
                continue
            sign = 1.0 if it in scene.foes else -1.6
            for name, value in _befalls(scene, it, spell).items():
                total[name] = total.get(name, 0.0) + sign * value
        plans.offer(f"cast {spell.key} {cell[0]},{cell[1]}", total, end, cost)


def _healings(plans: Plans, spell: Spell, end: Weighed, cost: Weighed) -> None:
    scene = plans.scene
    mean = _dose(spell.dice, spell.amount, 1000, False)[0] if spell.dice else float(spell.amount)
    bodies: list[Body] = [scene.me, *(scene.board.now(it.id) for it in scene.friends), *scene.down]
    for body in bodies:
        sheet = body.sheet
        missing = sheet.profile.hp - sheet.hp
        if sheet.dead or missing <= 0 or not _reached(scene, mark(body), spell):
            continue
        gain = min(mean, missing) / sheet.profile.hp * mark(body).stature
        revived = 2.0 if sheet.hp == 0 else 0.0
        plans.offer(f"cast {spell.key} {body.id}", {"heal": gain + revived}, end, cost)


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
        skill = best_check(scene.me, ("DEX", "Heal"), ("INT", "Heal")).total + sheet.mortal - scene.round
        ways = {2: 36, 3: 35, 4: 33, 5: 30, 6: 26, 7: 21, 8: 15, 9: 10, 10: 6, 11: 3, 12: 1}
        needed = CHECK - skill
        p = 1.0 if needed <= 2 else ways.get(needed, 0) / 36
        if not p:
            continue
        gain = {"aid": p}
        size = sheet.profile.size
        if scene.space.distance(scene.me.at, body.at, scene.mark.size, size) <= 1:
            risk = {"risk": scene.risk([it for it, zone in scene.zones if zone & scene.here])}
            plans.offer(f"aid {body.id}", gain, plans.stand(scene.here), risk)
        elif plans.move:
            beside = scene.land.square(body.at, size, 1) & scene.unopposed & ~scene.engaging
            for cell, bit in scene.nearer(beside & ~scene.here, 2):
                plans.offer(f"run {cell[0]},{cell[1]}", gain, plans.stand(bit), {"steps": float(scene.cost(bit))})


def rise(plans: Plans) -> None:
    """Standing up, then attacking as one could from here."""
    scene = plans.scene
    if not (plans.move or plans.main):
        return
    strikers = [it for it, zone in scene.zones if zone & scene.here] if not scene.me.sheet.disengaged else []
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
    if sheet.profile.natural or scene.mark.shooter or (arm is not None and arm.key != "unarmed"):
        return
    owned = {weapon.key for weapon in sheet.profile.weapons}
    strikers = [it for it, zone in scene.zones if zone & scene.here] if not sheet.disengaged else []
    for thing in scene.board.state.things.values():
        if thing.key not in owned:
            continue
        gain = {"pickup": scene.mark.stature}
        if scene.space.distance(scene.me.at, thing.at, scene.mark.size, 1) <= 1:
            plans.offer(f"pick up {thing.id}", gain, plans.stand(scene.here), {"risk": scene.risk(strikers)})
        elif plans.move and plans.main:
            beside = scene.land.square(thing.at, 1, 1) & scene.unopposed & ~scene.here
            for cell, bit in scene.nearer(beside, 1):
                plans.offer(f"run {cell[0]},{cell[1]}", {"pickup": 0.7 * scene.mark.stature}, plans.stand(bit))


def reload(plans: Plans) -> None:
    """Making a bow or crossbow ready."""
    scene = plans.scene
    for key in scene.me.sheet.unloaded:
        weapon = scene.me.sheet.profile.weapon(key)
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
                plans.offer(f"run {cell[0]},{cell[1]}", gain, plans.stand(bit, kept=plans.move and plans.main))


def clinch(plans: Plans) -> None:
    """Holding or held: get free, or let go of what is not worth holding."""
    scene = plans.scene
    if plans.main and not scene.me.sheet.grappling:
        plans.offer("break free", {"upright": 1.0}, plans.stand(scene.here))


def leave(plans: Plans) -> None:
    """Leaving the map, where that is what the side wants."""
    scene = plans.scene
    objective = scene.objective
    there = objective.goal == "escape" and objective.side == scene.me.side and scene.me.at in objective.cells
    if there and objective.who in ("", scene.me.sheet.profile.name):
        plans.offer("leave", {"away": 1.0})


def flight(plans: Plans) -> None:
    """Getting away: off the map if it can be left here, else the quickest way to its rim; disengaging if held up."""
    scene = plans.scene
    exits, layers = scene.way_out()
    now = distance_of(layers, scene.here)
    if plans.clinch or now == FAR:
        return
    strikers = [it for it, zone in scene.zones if zone & scene.here] if not scene.me.sheet.disengaged else []
    risk = {"risk": scene.risk(strikers)}
    can_act = plans.move or plans.main
    if scene.here & exits and can_act and not scene.mark.prone:
        plans.offer("leave", {"away": 1.0}, risk)
    elif can_act:
        then, cells = nearest(layers, scene.reach & ~scene.here)
        if then < now:
            for cell, bit in scene.nearer(cells, 2):
                plans.offer(f"run {cell[0]},{cell[1]}", {"flight": float(now - then), "exposed": scene.exposure(bit)},
                            {"risk": scene.risk(scene.openings(bit))})  # fmt: skip
        if scene.mark.prone:
            plans.offer("stand", {"upright": 2.0}, risk)
        doors(plans)
    if strikers and plans.main and plans.move:
        plans.offer("disengage", {"flight": 4.0})
    if not plans.advice:
        plans.offer("done", plans.stand(scene.here, kept=plans.main))
