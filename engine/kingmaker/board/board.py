"""The chapter of the board (rules 0): what every other chapter may ask for."""

from engine.core.chapter import Chapter
from engine.kingmaker.board import cards, passing

CHAPTER = Chapter(steps=(cards.Bereavement,), actions=(cards.Guard, passing.Pass))
