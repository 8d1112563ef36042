"""What earlier releases have written into the database is still understood: names in it are not those of classes."""

import msgspec
import pytest

from bot.model import interventions
from bot.panels import ids, router
from bot.panels.master.late_players import PRESSES as LATE
from bot.panels.master.moderation import PRESSES as MODERATION
from bot.panels.master.rollback import PRESSES as ROLLBACK
from bot.panels.tournament.common import Verb
from bot.store.payloads import AnyPayload

CALL = {"seat": "s1", "decision": "LEG", "prompt": "How far?", "due": 9.0, "fallback": "rest"}
SPOKEN = {"events": [{"kind": "leg", "text": "{s1} runs."}]}


@pytest.mark.parametrize(
    "raw",
    [
        {"kind": "commitment", "commitment": "ab"},
        {"kind": "log", **SPOKEN, "heading": "The game master overrules."},
        {"kind": "picture", "shows": "map", "about": []},
        {"kind": "tale", "shows": "poster"},
        {"kind": "panel"},
        {"kind": "ask", "calls": [CALL]},
        {"kind": "reminder", "call": CALL},
        {"kind": "heads_up", "seat": "s1"},
        {"kind": "overdue", "call": CALL, "passed": True},
        {"kind": "stood_in", "seat": "s1", "regent": "random"},
        {"kind": "notice", "text": "Noted."},
        {"kind": "private", "seat": "s1", **SPOKEN},
        {"kind": "proposed", "seat": "s1"},
        {"kind": "reveal", "secret": "ab", "commitment": "cd", "words": {}, "winners": ["s1"], "reason": "home"},
        {"kind": "nudge", "user": 1, "seat": "s1", "decides": True, "explain": False},
        {"kind": "trouble", "text": "Look at it."},
        {"kind": "motion_call", "motion": 1, "by": 1, "motive": "undo", "words": "go back", "voters": [2], "needed": 1},
        {"kind": "appeal_call", "ruling": 1, "by": 1, "text": "no", "reason": "yes", "judges": [2]},
    ],
    ids=lambda raw: raw["kind"],
)
def test_a_message_in_the_outbox_is_read(raw: dict[str, object]) -> None:
    payload = msgspec.convert(raw, AnyPayload)
    assert msgspec.to_builtins(payload).items() >= {"kind": raw["kind"]}.items()


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ({"decree": "act_for", "seat": "s1", "action": {"action": "rest"}}, "act for {s1}"),
        ({"decree": "take_default", "seat": "s1"}, "choose the default for {s1}"),
        ({"decree": "edit", "action": {"action": "drop", "seat": "s1"}}, "close {s1}'s seat"),
        ({"decree": "go_back", "to": 3, "version": 5}, "go back to the position after action 3"),
        ({"decree": "reroll", "version": 5}, "repeat the last action with new rolls"),
        ({"decree": "replace", "seat": "s1", "user": 7, "name": "Cat"}, "give {s1}'s seat to Cat"),
        ({"decree": "regency", "seat": "s1", "regent": ""}, "give {s1} back to its player"),
        ({"decree": "pause"}, "stop the clocks"),
        ({"decree": "resume"}, "let the clocks run again"),
        ({"decree": "extend", "hours": 2.0}, "give everybody 2 hours more"),
        ({"decree": "end", "reason": "it is late"}, "end the game: it is late"),
        ({"decree": "hand_over", "user": 7, "name": "Cat"}, "make Cat the game master"),
    ],
    ids=lambda value: value["decree"] if isinstance(value, dict) else "",
)
def test_what_a_motion_asks_for_is_read(raw: dict[str, object], said: str) -> None:
    assert interventions.words(interventions.read(raw)) == said


@pytest.mark.parametrize(
    "old",
    [
        "h:confirm:k7f2:12::0:", "h:edit:k7f2:12:place:0:", "h:insist:k7f2:12:place:0:", "h:unedit:k7f2:::0:",
        "h:aye:k7f2::3:0:", "h:nay:k7f2::3:0:", "h:what:k7f2::3:0:", "h:uphold:k7f2::3:0:", "h:overturn:k7f2::3:0:",
        "h:gmmore:k7f2::s1:0:", "h:gmdefault:k7f2::s1:0:", "h:gmregent:k7f2::s1:0:", "h:relieve:k7f2:::0:",
        "h:moments:k7f2:9:york:0:last", "h:moment:k7f2:12::0:", "h:goback:k7f2:12:7:0:",
    ],
)  # fmt: skip
def test_a_button_of_an_old_message_still_works(old: str) -> None:
    press = ids.parse(old)
    assert press is not None and press.verb in {**LATE, **MODERATION, **ROLLBACK}


ON_MESSAGES_OF_TOURNAMENTS = """
tanswer tappeal tappealed tassist tback tbackin tcclock tcclocked tchange tcount tcruled tcrules tcset tcshape
tcshaped tdismiss tdraw tfinal tfix tfixed tfixleave tfixmore there thouse tjudge tjudged tlater tlatered tlead
tlines tmend tmendat tmendfix tmendhand tmendhanded tmendit tmendleave tmendleft toff toffed toffice topen tplay
tqueried tquery tresults trun tseat tseatas tseated tsign tsub tsubat tsubby tsubof tsubs tsubseek tswap
"""


def test_what_stands_on_messages_of_tournaments_still_does_something() -> None:
    assert set(ON_MESSAGES_OF_TOURNAMENTS.split()) <= {*Verb} <= {*router.IN_PLACE, *router.FORMS, *router.SENT}
