"""Pieces as actions name them: a number of a kind, at a place or with a leader, such as `infantry:3@england`."""

import re
from typing import NamedTuple

from engine.core.errors import Illegal
from engine.core.text import quoted

LEADER = "leader"
"""Stands in place of a kind for the leader himself."""

_PARCEL = re.compile(r"([a-z_]+):([1-9][0-9]?)@([a-z_]+)")


class Parcel(NamedTuple):
    """So many pieces of a kind, at a place or with a leader."""

    kind: str
    number: int
    at: str

    def __str__(self) -> str:
        return f"{self.kind}:{self.number}@{self.at}"


def read(text: str) -> Parcel:
    """Return what a text names; raises Illegal if it is not of the form."""
    found = _PARCEL.fullmatch(text)
    if found is None:
        raise Illegal(f"{quoted(text)} names no pieces; write them as infantry:3@england.")
    return Parcel(found[1], int(found[2]), found[3])
