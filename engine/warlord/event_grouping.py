"""What the story of War Lord Tourney tells in one sentence where it happens to several."""

from engine.core.event_grouping import Series
from engine.warlord.movement.castle import UNTIL

SERIES = (
    Series("captured", "<who> is taken to <whose> dungeon.", "<each> are taken to <whose> dungeon."),
    Series("freed", "<who> is free.", "<each> are free."),
    Series(
        "gatehouse",
        f"<who> waits at <whose> gatehouse, {UNTIL}.",
        f"<each> wait at <whose> gatehouse, {UNTIL}.",
    ),
    Series("slain", "<who> is slain.", "<each> are slain."),
)
"""What becomes of pieces that fall or go home together."""
