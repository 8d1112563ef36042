"""What the story of Warriors of God tells in one sentence where it happens to several."""

from engine.core.event_grouping import Series

SERIES = (
    Series("control", "<side> lose control of <where>.", "<side> lose control of <each>.", "<where>"),
    Series(
        "control",
        "<side> control <where> now (<roll>, needed <needed> or less).",
        "<side> control <each> now.",
        "<where> (<roll>, needed <needed> or less)",
    ),
    Series(
        "control",
        "<where> stays uncontrolled (<roll>, needed <needed> or less).",
        "Nobody gets <each>.",
        "<where> (<roll>, needed <needed> or less)",
    ),
)
"""What becomes of the areas in the phase of control."""
