"""What all panels of tournaments need: who is an official, ids of buttons, and how an answer is given."""

from __future__ import annotations

from enum import StrEnum, unique
from typing import Any

import discord

from bot import texts
from bot.errors import Refused
from bot.panels.ids import Press
from bot.panels.panel import Panel
from engine.tournament import log
from engine.tournament.blocked_tables import where
from engine.tournament.state import State

Interaction = discord.Interaction[Any]


@unique
class Verb(StrEnum):
    """What the components of tournaments do; a form does what its button opened it for, and is called `_SENT`.

    The values stand in the ids of components on Discord: they stay as they are, so that old messages go on working.
    """

    CHECK_IN = "there"
    ENTER = "tplay"
    PLAY_FINAL = "tfinal"
    STANDINGS = "tlines"
    HOUSE_RULES = "thouse"
    TAKE_SEAT = "tsub"
    FOR_OFFICIALS = "trun"
    ANNOUNCE = "topen"
    ANNOUNCE_LATER = "tlater"
    ANNOUNCE_LATER_SENT = "tlatered"
    DRAW_SEATS = "tdraw"
    SWAP_SEATS = "tswap"
    SEAT = "tseat"
    SEAT_OTHERWISE = "tseatas"
    SEAT_OTHERWISE_SENT = "tseated"
    CALL_OFF = "toff"
    CALL_OFF_SENT = "toffed"
    SIGN = "tsign"
    ANSWER = "tanswer"
    CHANGE = "tchange"
    SET_CLOCKS = "tcset"
    CHANGE_SHAPE = "tcshape"
    CHANGE_SHAPE_SENT = "tcshaped"
    CHANGE_CLOCKS = "tcclock"
    CHANGE_CLOCKS_SENT = "tcclocked"
    CHANGE_RULES = "tcrules"
    CHANGE_RULES_SENT = "tcruled"
    OFFICIALS = "toffice"
    APPOINT = "tassist"
    DISMISS = "tdismiss"
    HAND_OVER = "tlead"
    SUBSTITUTES = "tsubs"
    SUBSTITUTE_AT_TABLE = "tsubat"
    SUBSTITUTE_FOR = "tsubof"
    SUBSTITUTE_BY = "tsubby"
    OFFER_SEAT = "tsubseek"
    WHO_LEFT = "tback"
    READMIT = "tbackin"
    RESULTS = "tresults"
    CORRECT = "tfix"
    CORRECT_AGAIN = "tfixmore"
    CORRECT_SENT = "tfixed"
    LEAVE_RESULT = "tfixleave"
    COUNT_RESULT = "tcount"
    QUESTION = "tquery"
    QUESTION_SENT = "tqueried"
    JUDGE = "tjudge"
    JUDGE_SENT = "tjudged"
    APPEAL = "tappeal"
    APPEAL_SENT = "tappealed"
    MEND = "tmend"
    MEND_FROM = "tmendat"
    MEND_BY = "tmendit"
    MEND_BY_CORRECTION = "tmendfix"
    MEND_BY_HAND = "tmendhand"
    MEND_BY_HAND_SENT = "tmendhanded"
    LEAVE_UNMENDED = "tmendleave"
    LEAVE_UNMENDED_SENT = "tmendleft"


def id_of(verb: Verb, tournament_id: str, tag: object = "", form: str = "") -> str:
    """Return the id of a button of a tournament."""
    return str(Press(verb, tournament_id, topic=str(tag), detail=form))


def check_official(state: State, user: int) -> None:
    """Raise Refused unless somebody is an official."""
    if str(user) not in state.officials:
        raise Refused("Only the game master and the assistants of this tournament can do that; ask one of them.")


def correction(entry: log.Corrected) -> str:
    """Return which result was corrected by whom, and why: "heat 2, table 1 was corrected by {ann}: …"."""
    rule = f" [{texts.safe(entry.rule)}]" if entry.rule else ""
    by = f" by {{{entry.by}}}" if entry.by else ""
    return f"{where(entry.heat, entry.table)} was corrected{by}: {texts.safe(entry.reason)}{rule}"


async def say(interaction: Interaction, text: str) -> None:
    """Tell a person something beside the panel."""
    await interaction.followup.send(text, ephemeral=True)


async def refresh(interaction: Interaction, panel: Panel) -> None:
    """Show another panel in place of the one that was pressed."""
    await interaction.edit_original_response(content=None, embed=panel.embed(), view=panel.view())


def table_of(tag: str) -> tuple[int, int]:
    """Return the heat and the table that a button names as "2.1"; raises Refused where it names none."""
    heat, _, table = tag.partition(".")
    if not (heat.isdigit() and table.isdigit()):
        raise Refused("This button is out of date; press “For officials” again.")
    return int(heat), int(table)
