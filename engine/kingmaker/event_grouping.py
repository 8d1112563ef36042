"""The events of Kingmaker that are grouped into one sentence in the story."""

from engine.core.event_grouping import Series

SERIES = (
    Series("control", "<who> is nobody's now.", "<each> are nobody's now."),
    Series("control", "<noble> now holds <who>.", "<noble> now holds <each>."),
    Series("died", "<who> dies, <why>.", "<each> die, <why>."),
    Series("died", "<who> dies of <why>.", "<each> die of <why>."),
    Series("captured", "<who> is a captive of <seat>.", "<each> are captives of <seat>."),
    Series("heir_stays", "<who> stays behind with <noble>.", "<each> stay behind with <noble>."),
    Series("heir_captured", "<who> is in the hands of <noble>.", "<each> are in the hands of <noble>."),
    Series("ship_lost", "<who> is taken off the map.", "<each> are taken off the map."),
    Series(
        "left_over",
        "<who> goes to the Chancery: no noble of yours holds it.",
        "<each> go to the Chancery: no noble of yours holds them.",
    ),
    Series(
        "stays",
        "Nobody at Parliament can hold <who>; it stays in the Chancery.",
        "Nobody at Parliament can hold <each>; they stay in the Chancery.",
    ),
    Series(
        "moved", "<who> is called to <place> and now stands <at>.", "<each> are called to <place> and now stand <at>."
    ),
    Series("moved", "<who> goes inside <place>.", "<each> go inside <place>."),
    Series("moved", "<who> comes to Parliament <at>.", "<each> come to Parliament <at>."),
    Series("moved", "<who> goes home and stands <at>.", "These go home: <each>.", "<who> <at>"),
    Series(
        "death_roll",
        "<who> lives: the die shows <roll>, and <most> or less kills.",
        "<each> live: <most> or less kills.",
        "<who> (rolls <roll>)",
    ),
    Series(
        "death_roll",
        "<who> is struck down: the die shows <roll>, and <most> or less kills.",
        "<each> are struck down: <most> or less kills.",
        "<who> (rolls <roll>)",
    ),
)
"""Nobles who die, fall captive or go somewhere together, with the sites and ships that go with them."""
