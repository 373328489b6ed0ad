"""Battles from a map alone: ready squads, and the units that the map's own spawns name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from game import resources
from game.files.errors import BadFile
from game.files.tiled import Chart
from game.rules.ruleset import AnyRuleset
from game.rules.setup import Recruit, Setup, SideSetup, too_many
from game.spatial.field import Field
from game.user_error import suggest


def quick_setup(
    chart: Chart,
    rules: AnyRuleset,
    *,
    party: str = "",
    foes: str = "",
    others: Sequence[str] = (),
    own: str = "",
) -> Setup:
    """A battle from a map alone, with ready squads of the ruleset; units that the map's spawns name come first.

    Without a name the party is the ruleset's first ready squad, and the foes the first in which a unit comes twice, as
    no company of heroes has. ``others``: squads for ``other_sides`` of the map, in order; those without one fight only
    if spawns name units for them. ``own``: the text of a roster (``read_roster``), whose squads may be named. Raises
    BadFile for a squad that isn't there, for more squads than sides and for a map that can't be played.
    """
    chart = playable(chart)
    squads = rules.parties(own)
    if not squads:
        raise BadFile(f"{rules.title} has no ready squads; play a scenario, which names its units")
    more = other_sides(chart.field)
    if len(others) > len(more):
        sides = ", ".join(("party", "foe", *more))
        raise BadFile(f"{chart.path.name}: {len(others) + 2} squads, and there are starts for {sides}; leave some out")
    for name in (party, foes, *others):
        if name and name not in squads:
            raise BadFile(f"{rules.title} has no ready squad {name!r}; {suggest(name, squads)}")
    drawn = _drawn(chart, rules)
    first = squads[party] if party else drawn.pop("party", ()) or squads[next(iter(squads))]
    second = squads[foes] if foes else drawn.pop("foe", ()) or squads[usual_foes(rules)]
    named = dict(zip(more, others, strict=False))
    third = {name: squads[named[name]] if named.get(name) else drawn.get(name, ()) for name in more}
    extra = [SideSetup(name, squad) for name, squad in third.items() if squad]
    fielded = (SideSetup("party", first, party=True), SideSetup("foe", second), *extra)
    crowd = too_many(fielded)
    if crowd:
        raise BadFile(f"{chart.path.name}: {crowd}; let its spawns name fewer")
    field = chart.field
    return Setup(rules.name, field, fielded, field.title, field.description, named_from_maps(chart.path), roster=own)


def other_sides(field: Field) -> tuple[str, ...]:
    """The sides besides party and foe that start on a map, in the order of its spawns."""
    return tuple(dict.fromkeys(spawn.side for spawn in field.spawns if spawn.side not in ("party", "foe", "")))


def drawn_sides(field: Field, rules: AnyRuleset) -> frozenset[str]:
    """The sides for which spawns name units that a ruleset knows."""
    known = rules.roster()
    return frozenset(spawn.side for spawn in field.spawns if spawn.unit in known)


def usual_foes(rules: AnyRuleset) -> str:
    """The ready squad that a quick battle sends as foes: the first in which a unit comes twice, else the last."""
    squads = rules.parties()
    crowds = [name for name, squad in squads.items() if len({recruit.unit for recruit in squad}) < len(squad)]
    return crowds[0] if crowds else list(squads)[-1]


def playable(chart: Chart) -> Chart:
    """A map that a battle can be fought on. Raises BadFile with what keeps it from that."""
    faults = chart.playable()
    if faults:
        raise BadFile("\n".join(f"{chart.path.name}: {fault}" for fault in faults))
    return chart


def named_from_maps(path: Path) -> str:
    """How a set-up names a map or a lesson: by its name among the game's maps, else by its whole path."""
    try:
        return path.resolve().relative_to(resources.maps().resolve()).as_posix()
    except (ValueError, FileNotFoundError):
        return path.resolve().as_posix()


def _drawn(chart: Chart, rules: AnyRuleset) -> dict[str, tuple[Recruit, ...]]:
    """The units that the map's own spawns name and the ruleset knows, by side."""
    known = rules.roster()
    squads: dict[str, list[Recruit]] = {}
    for spawn in chart.field.spawns:
        if spawn.unit in known:
            squads.setdefault(spawn.side, []).extend([Recruit(spawn.unit)] * spawn.count)
    return {side: tuple(squad) for side, squad in squads.items()}
