"""Groups of events that the story of Warriors of God tells in one sentence."""

from engine.core.event_grouping import Series

SERIES = (
    Series(
        "control",
        "<side> lose control of <where>, where only <enemy> leaders stand; nobody controls it now.",
        "<side> lose control of <each>, where only <enemy> leaders stand; nobody controls these now.",
        "<where>",
    ),
    Series(
        "control",
        "<side> gain control of <where> (rolled <roll>, needed <needed>).",
        "<side> gain control of <each>.",
        "<where> (rolled <roll>, needed <needed>)",
    ),
    Series(
        "control",
        "<side> fail to gain control of <where> (rolled <roll>, needed <needed>).",
        "<side> fail to gain control of <each>.",
        "<where> (rolled <roll>, needed <needed>)",
    ),
)
"""How control of several areas is told."""
