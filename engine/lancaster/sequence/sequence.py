"""The door of the sequence: set-up and rounds."""

from engine.core.chapter import Chapter
from engine.lancaster.sequence.entering import EnterGoods, EnteringGoods
from engine.lancaster.sequence.rounds import OneRound, Rounds
from engine.lancaster.sequence.setup import ChooseAlly, ChooseTile, ChoosingAllies, ChoosingTiles

CHAPTER = Chapter(
    steps=(ChoosingAllies, ChoosingTiles, EnteringGoods, Rounds, OneRound), actions=(ChooseAlly, ChooseTile, EnterGoods)
)
