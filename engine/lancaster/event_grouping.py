"""Groups of events that the story of Lancaster tells in one sentence."""

from engine.core.event_grouping import Series

SERIES = (
    Series("gained", "<who> gains <what> for their nobles, 1 for each.", "Nobles bring: <each>.", "<who> <what>"),
    Series("gained", "<who> gains <what> for <why>.", "Gained for <why>: <each>.", "<who> <what>"),
    Series("dishonor", "<who> receives <what>: <why>.", "<each> receive <what> each: <why>."),
    Series("dishonor", "<who> puts <what> back into the supply.", "<each> put <what> each back into the supply."),
    Series(
        "returned",
        "<who> loses <what> not used in this round's votes.",
        "Not used in this round's votes, and lost: <each>.",
        "<who> <what>",
    ),
    Series("forgone", "<who> pays nothing for <why>.", "<each> pay nothing for <why>."),
    Series("recruited", "<who> recruits a strength-1 knight.", "<each> recruit a strength-1 knight each."),
    Series(
        "recruited", "<who> recruits a strength-1 knight (<why>).", "<each> recruit a strength-1 knight each (<why>)."
    ),
    Series("scored", "<who>: <points> for <what> (<why>).", "For <what>: <each>.", "<who> <points> (<why>)"),
)
"""Gains, returns and scores that several players share for one reason."""
