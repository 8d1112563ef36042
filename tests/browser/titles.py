"""The games that are played to their end in a browser: whole, from their last evening, or from their last moves."""

from random import Random

from engine.core.actions import Action
from engine.core.computer.deciding import Budget, Legal, View
from engine.core.drafts import any_of
from engine.kingmaker.steward import Steward
from engine.lancaster.courtier import Courtier
from engine.warlord.captain import Captain
from engine.warlord.duel.fight import HandIn, UseTables
from engine.warriors.marshal import Marshal
from tests.browser.phone import Title
from tests.harness.endings import LAST_HEIRS, LAST_IMPULSE, LAST_KNIGHTS, LAST_ROUND, LAST_TURN, TILT


class Duellist:
    """Plays as a captain does, but fills in the sheet of every duel himself."""

    def decide(self, view: View, legal: Legal, budget: Budget, seed: int) -> Action:
        """Return what the captain does, with a sheet in place of the tables."""
        action = Captain().decide(view, legal, budget, seed)
        sheets = [offer for offer in legal.offers if offer.action is HandIn]
        return (any_of(sheets, Random(seed)) or action) if isinstance(action, UseTables) else action


TITLES = (
    Title("kingmaker", Steward(), position=LAST_HEIRS),
    Title("warlord", Duellist(), position=TILT),
    Title("lancaster", Courtier(), position=LAST_ROUND),
    Title("warriors", Marshal(), position=LAST_TURN),
)
"""The last evening of each game."""

LAST_MOVES = (
    Title("warlord", Duellist(), position=TILT, dice=7),
    Title("lancaster", Courtier(), position=LAST_KNIGHTS),
    Title("warriors", Marshal(), position=LAST_IMPULSE),
)
"""A few decisions before the end, of which one is of each kind that comes up most; the dice end War Lord soon."""

WHOLE = (
    Title("kingmaker", Steward(), "wbc"),
    Title("warlord", Duellist()),
    Title("lancaster", Courtier()),
    Title("warriors", Marshal()),
)
"""From the set-up on."""
