"""Before the first round: what murdham asks of those who come, and in which zones things lie."""

from __future__ import annotations

from game.kit import deployment
from game.kit.deployment import NamedRecruit
from game.rules.setup import Setup
from game.spatial.space import Space
from rulesets.murdham.play.gear import handed
from rulesets.murdham.play.rest import begin_with
from rulesets.murdham.sheet import roster
from rulesets.murdham.sheet.sheet import MurdhamState, Profile, Sheet, Turn


def muster(setup: Setup, space: Space) -> MurdhamState:
    """Give the state before the first step; ``space`` is the set-up's map. Raises BadSetup."""

    def sheet(who: NamedRecruit[Profile]) -> Sheet:
        roster.check_damaged(f"side {who.side.name}", who.profile, who.recruit.damaged)
        return begin_with(who.profile, who.recruit)

    return deployment.muster(
        setup,
        space,
        "zones",
        roster.STOCK,
        sheet,
        Turn(strength={side.name: len(side.squad) for side in setup.sides}),
        size=lambda profile: profile.side_length,
        shoots=shooter,
        handed=lambda sheet: handed(sheet.profile),
        damaged=True,
    )


def shooter(profile: Profile) -> bool:
    """Whether a combatant starts the fight with something to shoot or throw in hand, or with powers for it."""
    armed = bool(profile.ready) and not profile.weapon(profile.ready[0]).melee
    return armed or any(power.target == "foe" for power in profile.powers)
