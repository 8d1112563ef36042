"""The chapter of the board (rules 0), on which all others rest."""

from engine.core.actions import Pass
from engine.core.chapter import Chapter
from engine.kingmaker.board import deaths

CHAPTER = Chapter(steps=(deaths.HeirsOfTheDead,), actions=(deaths.Guard, Pass))
