"""What the story of Kingmaker tells in one sentence where it happens to several."""

from engine.core.event_grouping import Series

SERIES = (
    Series("control", "<who> is nobody's now.", "<each> are nobody's now."),
    Series("control", "<who> is held by <noble>.", "<each> are held by <noble>."),
    Series("died", "<who> is dead: <why>.", "<each> are dead: <why>."),
    Series("captured", "<who> is a captive of <seat>.", "<each> are captives of <seat>."),
    Series("ship_lost", "<who> is taken off the map.", "<each> are taken off the map."),
    Series(
        "left_over",
        "<who> goes to the Chancery: no noble of yours holds it.",
        "<each> go to the Chancery: no noble of yours holds them.",
    ),
    Series("moved", "<who> is called away and stands <at> now.", "<each> are called away and stand <at> now."),
    Series(
        "death_roll",
        "<who> lives: <roll>, where <most> or less is death.",
        "<each> live: <most> or less is death.",
        "<who> (<roll>)",
    ),
    Series(
        "death_roll",
        "<who> dies: <roll>, where <most> or less is death.",
        "<each> die: <most> or less is death.",
        "<who> (<roll>)",
    ),
)
"""Nobles who die, fall captive or are called away together, with the sites and ships that go with them."""
