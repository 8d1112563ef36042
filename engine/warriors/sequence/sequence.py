"""The door of the sequence: set-up and turns."""

from engine.core.chapter import Chapter
from engine.warriors.sequence.setup import Bid, Bidding, Choose, ChoosingFirst, SettingUp
from engine.warriors.sequence.turn import Campaign, OneTurn

CHAPTER = Chapter(steps=(Bidding, SettingUp, ChoosingFirst, Campaign, OneTurn), actions=(Bid, Choose))
