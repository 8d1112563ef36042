"""The door of control and troops."""

from engine.core.actions import Pass
from engine.core.chapter import Chapter
from engine.warriors.board.steps import AsProposed
from engine.warriors.realm.assigning import Assign, Assigning
from engine.warriors.realm.deploying import Deploy, Deploying, Recruit
from engine.warriors.realm.raising import Raise, Raising

CHAPTER = Chapter(
    steps=(Raising, Deploying, Assigning),
    actions=(Raise, Deploy, Recruit, Assign, AsProposed, Pass),
)
