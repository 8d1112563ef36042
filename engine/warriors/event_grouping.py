"""Groups of events that the story of Warriors of God tells in one sentence."""

from engine.core.event_grouping import Series

SERIES = (
    Series("control", "<side> lose control of <where>.", "<side> lose control of <each>.", "<where>"),
    Series(
        "control",
        "<side> gain control of <where> (rolled <roll>, needed <needed> or less).",
        "<side> gain control of <each>.",
        "<where> (rolled <roll>, needed <needed> or less)",
    ),
    Series(
        "control",
        "Nobody gains control of <where> (rolled <roll>, needed <needed> or less).",
        "Nobody gains control of <each>.",
        "<where> (rolled <roll>, needed <needed> or less)",
    ),
)
"""How control of several areas is told."""
