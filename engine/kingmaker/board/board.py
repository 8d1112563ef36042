"""The chapter of the board (rules 0): what every other chapter may ask for."""

from engine.core.chapter import Chapter
from engine.kingmaker.board import deaths, passing

CHAPTER = Chapter(steps=(deaths.Bereavement,), actions=(deaths.Guard, passing.Pass))
