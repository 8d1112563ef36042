"""The door of captives, deaths and arrivals."""

from engine.core.actions import Pass
from engine.core.chapter import Chapter
from engine.warriors.board.steps import AsProposed
from engine.warriors.leaders.arrivals import Arriving, Crown, Crowning, Place, Placing, Taking
from engine.warriors.leaders.captives import Exchange, Exchanging, Ransom, Ransoming

CHAPTER = Chapter(
    steps=(Exchanging, Ransoming, Arriving, Taking, Placing, Crowning),
    actions=(Exchange, Ransom, Place, Crown, AsProposed, Pass),
)
