"""The new command: writes a scenario for a map, to be changed in an editor."""

from __future__ import annotations

from pathlib import Path

from game.files.bounded_reading import is_there
from game.files.errors import BadFile
from game.files.scenario import named_from_maps, playable
from game.files.sources import MAPS, is_map
from game.files.tiled import Chart, read_map
from game.files.writing import annotated, fresh_scenario, write_text
from game.play.output import say
from game.rules.registry import names, ruleset
from game.rules.ruleset import AnyRuleset


def write_fresh(map_: Path, rules: str | None, out: Path | None = None) -> int:
    """Write a scenario by the rules of that name, or by all that are installed and can be played on the map.

    Gives the exit code. Raises BadFile, UnknownRuleset; a file that is there already is left alone.
    """
    if not is_map(map_):
        raise BadFile(f"{map_.name}: a scenario is made of a map ({', '.join(MAPS)}); name one")
    shipped = not Path(named_from_maps(map_)).is_absolute()
    path = out or (Path(f"{map_.stem}.toml") if shipped else map_.with_suffix(".toml"))
    if path.suffix != ".toml":
        raise BadFile(f"{path.name}: the name of a scenario ends in .toml")
    if is_there(path):
        raise BadFile(f"{path}: there is such a file already, which is left as it is; name another with --out")
    chart = playable(read_map(map_))
    chosen = [ruleset(rules)] if rules else _able(chart, path)
    write_text(path, annotated(fresh_scenario(chart, chosen, path), chosen, chart))
    say(f"{path}: a battle on {chart.field.title}, by {', '.join(each.title for each in chosen)}")
    say(f"Change it as you like, then: battlemat check {path}, battlemat play {path}, battlemat pack {path}")
    return 0


def _able(chart: Chart, path: Path) -> list[AnyRuleset]:
    """The rulesets that can be played on a map; which can't, and why, is printed. Raises BadFile if there is none."""
    able: list[AnyRuleset] = []
    refused: list[str] = []
    for each in map(ruleset, names()):
        try:
            fresh_scenario(chart, [each], path)
        except BadFile as error:
            refused += error.messages
        else:
            able.append(each)
    if not able:
        raise BadFile("\n".join(refused) or "No ruleset is installed; install battlemat again.")
    for why in refused:
        say(f"note: left out: {why}")
    return able
