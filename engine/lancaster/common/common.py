"""The door of the shared procedures: their steps and actions."""

from engine.core.actions import Pass
from engine.core.chapter import Chapter
from engine.lancaster.common.building import Extend, Extending
from engine.lancaster.common.nobles import Invite, Inviting
from engine.lancaster.common.upgrading import Upgrade, Upgrading

CHAPTER = Chapter(steps=(Upgrading, Inviting, Extending), actions=(Pass, Upgrade, Invite, Extend))
