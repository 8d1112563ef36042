"""What a button or menu says about itself: `h:<verb>:<subject>:<stamp>:<topic>:<page>:<detail>`, no place in a list.

Because the id tells everything, a press is understood after a restart as before it. What answers a question of a form
names it besides: `…:<field>` a menu of its choices, `…:<field>=<value>` the button of one of them.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import sha256
from typing import TypeVar

from bot.errors import Refused
from engine.core.actions import Choice

AnyEnum = TypeVar("AnyEnum", bound=StrEnum)

PREFIX = "h"
LONGEST = 100

INTEGER = re.compile(r"-?[0-9]{1,19}")
"""A number such as that of a heat, of an action, or of a person on Discord."""

NUMBER = re.compile(r"[0-9]{1,6}")
"""The number of a page."""


@dataclass(frozen=True)
class Press:
    """A pressed component.

    What is "" does not matter for its verb.
    """

    verb: str
    subject: str
    """The id of the game or tournament that it is about."""
    stamp: str = ""
    """The stamp of the question that it was made for."""
    topic: str = ""
    """The part of the subject: the tag of an action, the number of a ruling, a table such as "2.1"."""
    page: int = 0
    detail: str = ""
    """What of the topic: the stamp of the answers that it shows, or one of several things to be done."""
    field_value: str = ""
    """The field that it answers, with the value where there is one in it."""

    def __str__(self) -> str:
        parts = [PREFIX, self.verb, self.subject, self.stamp, self.topic, str(self.page), self.detail]
        text = ":".join([*parts, self.field_value] if self.field_value else parts)
        if len(text) > LONGEST:
            raise ValueError(f"component id of {len(text)} characters: {text}")
        return text

    def answering(self, field: str, value: str) -> "Press":
        """Return the press that answers a field with a value; a long value is named by its hash."""
        whole = replace(self, field_value=f"{field}={value}")
        try:
            str(whole)
        except ValueError:
            return replace(self, field_value=f"{field}#{_short(value)}")
        return whole

    @property
    def field(self) -> str:
        """The field that it answers."""
        return self.field_value.partition("=")[0].partition("#")[0]

    def value(self, legal: Sequence[Choice]) -> str:
        """Return the legal value that it stands for; other text unchanged, so that the caller can refuse it."""
        if "=" in self.field_value:
            return self.field_value.partition("=")[2]
        short = self.field_value.partition("#")[2]
        return next((choice.value for choice in legal if _short(choice.value) == short), short)


def _short(value: str) -> str:
    return sha256(value.encode()).hexdigest()[:10]


UNKNOWN = "This button belongs to an older message; use /options to see what you can do now."
"""What is said of a press that no panel of today has."""


def read_number(text: str) -> int:
    """Return the number in a part of an id or in a menu's value; raises Refused where somebody has forged another."""
    if not INTEGER.fullmatch(text):
        raise Refused(UNKNOWN)
    return int(text)


def read_one(kind: type[AnyEnum], text: str) -> AnyEnum:
    """Return the member that a menu's value names; raises Refused where somebody has forged another."""
    try:
        return kind(text)
    except ValueError as error:
        raise Refused(UNKNOWN) from error


def parse(custom_id: str) -> Press | None:
    """Return the press that an id stands for, or None if it is not one of ours."""
    parts = custom_id.split(":", 7)
    if len(parts) < 7 or parts[0] != PREFIX or not NUMBER.fullmatch(parts[5]):
        return None
    return Press(parts[1], parts[2], parts[3], parts[4], int(parts[5]), *parts[6:])
