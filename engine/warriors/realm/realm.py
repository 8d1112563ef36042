"""The door of control and troops."""

from engine.core.actions import Pass
from engine.core.chapter import Chapter
from engine.warriors.board.steps import AsProposed, AtOnce
from engine.warriors.realm.assigning import Allot, Assign, Assigning, Dispersing
from engine.warriors.realm.deploying import Deploy, Deploying, Recruit
from engine.warriors.realm.raising import Levy, Raise, Raising

CHAPTER = Chapter(
    steps=(Raising, Deploying, Assigning, Dispersing, AtOnce),
    actions=(Raise, Levy, Deploy, Recruit, Assign, Allot, AsProposed, Pass),
)
