"""Draws two squads for a battle that a side wins as often as one wishes, by how strong their units are."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache, partial
from itertools import product
from math import fsum

from game import resources
from game.files.errors import BadFile
from game.files.generate.seeded import SeededDraws
from game.files.quick import quick_setup, usual_foes
from game.files.scenario import read_scenario, to_setup
from game.files.tiled import Chart
from game.lab.squad_variants import SquadVariant, model_worths, squad_variants, with_squads
from game.play.quick_battle import QUICK
from game.rules.registry import ruleset
from game.rules.ruleset import AnyRuleset, HasStrengths
from game.rules.setup import Recruit, Setup, SideSetup
from game.rules.weights import Strengths
from game.spatial.field import Field

EDIT = 0.03
"""How much the logit of the chance may be farther off for each change that a squad does without."""

NEAR = 0.25
"""How far off the logit may be for no other foes to be looked for."""

MOST_AWAY = 2
"""Members of a company that are left out at most where it is too strong for all foes."""

COMPANY = "company"
"""The term of strengths of every battle of a company: by what it is stronger, or weaker, than its members make it."""

CROWD = 2
"""How many times as many as the company the foes may be: more are a long wait for their turns."""

CROWDED = 4.0
"""How much the logit counts as farther off for a squad that is a crowd."""

GUESSED_STEEPNESS = 2.0
"""Of strengths that nobody has measured: a squad twice as strong wins four battles in five."""


def draw_squads(
    chart: Chart,
    rules: AnyRuleset,
    draws: SeededDraws,
    logit: float,
    terms: Collection[str],
    strengths: Strengths,
    away: int = 0,
    company: Sequence[Recruit] = (),
    begins: Callable[[Setup], bool] = lambda _: True,
) -> Setup:
    """A company and foes against whom it wins with a chance that has this logit: of all pairs the nearest one.

    The first that is near enough by lot is taken. For a company that no squad is a match for, as where what is fought
    for helps it much, one member after the other is left out by lot, down to half of it.

    ``terms``: what else of the strengths is to be counted. ``away``: how many of the company are missing at least.
    ``company``: who is on the person's side, all of them, in place of a ready squad; what its members bring from
    earlier battles counts nothing. ``begins``: whether the battle of two squads can be begun, for which there has to be
    room. Raises BadFile if none can.
    """
    others = foes_of(rules, draws.part("foes"))
    companies = companies_of(rules)
    parties = companies[:1] if company else draws.part("party").shuffled(companies)
    tried: list[tuple[float, Setup]] = []
    for missing in range(away, max(away, 0 if company else MOST_AWAY) + 1):
        for party, foes in product(parties, others):
            setup = quick_setup(chart, rules, party=party, foes=foes)
            squad = tuple(company) or setup.sides[0].squad
            left_out = min(missing, len(squad) // 2)
            squad = tuple(draws.part("company").shuffled(squad)[left_out:]) if left_out else squad
            gaps = _gaps(rules, with_squads(setup, {"party": squad}), logit, terms, strengths)
            nearest = next((pair for pair in gaps if begins(pair[1])), None)
            if nearest is not None:
                tried.append(nearest)
                if nearest[0] <= NEAR:
                    return nearest[1]
    if not tried:
        raise BadFile(f"{chart.path.name}: there is no room for any two squads; take another word or a larger map")
    return min(tried, key=lambda each: each[0])[1]


def _gaps(
    rules: AnyRuleset, setup: Setup, logit: float, terms: Collection[str], strengths: Strengths
) -> Iterator[tuple[float, Setup]]:
    """The company with each squad that its foes may be, the nearest first, and by how much the logit is off."""
    squad = setup.sides[0].squad
    won = partial(strengths.logit, [recruit.unit for recruit in squad], terms=(*terms, size_term(squad)))
    gaps = [
        (abs(won(recruit.unit for recruit in each.squad) - logit) + CROWDED * _is_crowd(each, squad), each)
        for each in squad_variants(rules, setup, "foe")
    ]
    for gap, variant in sorted(gaps, key=lambda each: each[0] + EDIT * each[1].edits):
        yield gap, with_squads(setup, {"foe": variant.squad})


def terms_of(kind: str, aim: str) -> tuple[str, ...]:
    """The terms of strengths that count in a battle on that kind of map for that aim, whoever fights."""
    return COMPANY, f"map {kind}", f"aim {aim}"


def size_term(company: Sequence[Recruit]) -> str:
    """The term for how many a company is: one that somebody is missing of loses more than that one's strength."""
    return f"{COMPANY} of {len(company)}"


def companies_of(rules: AnyRuleset) -> list[str]:
    """The ready squads that a person may have: those before the usual foes, or the first."""
    squads = list(rules.parties())
    return squads[: max(1, squads.index(usual_foes(rules)))]


def foes_of(rules: AnyRuleset, draws: SeededDraws) -> list[str]:
    """The other ready squads, drawn into an order: without those in which somebody of a company is, as nobody meets
    oneself. All there are if no squad is left."""
    squads, companies = rules.parties(), companies_of(rules)
    known = {recruit.unit for name in companies for recruit in squads[name]}
    drawn = draws.shuffled([name for name in squads if name not in companies] or list(squads))
    return [name for name in drawn if known.isdisjoint(recruit.unit for recruit in squads[name])] or drawn


def _is_crowd(variant: SquadVariant, company: Sequence[Recruit]) -> bool:
    return len(variant.squad) > CROWD * len(company)


def strengths_of(rules: AnyRuleset) -> Strengths:
    """How strong a ruleset's units are: as it was measured, or else as its planning model guesses."""
    if isinstance(rules, HasStrengths) and rules.strengths.units.keys() >= rules.roster().keys():
        return rules.strengths
    return guess_strengths(rules.name)


@lru_cache(maxsize=8)
def guess_strengths(name: str) -> Strengths:
    """The same by what the units can do in a plain exchange, which is not all that heroes know.

    So how heroes compare with others is read off a battle that is known to be even, or, where the rules have no part
    in that, off the first company and the usual foes. Raises UnknownRuleset.
    """
    rules = ruleset(name)
    squads = rules.parties()
    company = SideSetup("party", next(iter(squads.values())), party=True)
    usual = SideSetup("foe", squads[usual_foes(rules)])
    units = list(rules.roster())
    worth = model_worths(rules, Setup(name, Field(1, 1), (company, usual)), units)
    one, two = (fsum(worth[each.unit] for each in side.squad) for side in _even_sides(name) or (company, usual))
    heroes = {recruit.unit for key in companies_of(rules) for recruit in squads[key]}
    return Strengths(
        GUESSED_STEEPNESS, {unit: two / one * each if unit in heroes else each for unit, each in worth.items()}
    )


def _even_sides(name: str) -> Sequence[SideSetup]:
    """The sides of a battle that is known to be even, if a ruleset has a part in it."""
    try:
        even = read_scenario(resources.maps() / QUICK)
        return to_setup(read_scenario(even.path, name)).sides if name in even.playable else ()
    except (BadFile, FileNotFoundError):
        return ()
