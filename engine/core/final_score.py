"""What each seat has at the end of a game, so that all places can be told and not the winner's alone."""

from collections.abc import Mapping

import msgspec


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """The things of one seat."""

    seat: str

    parts: Mapping[str, int] = {}
    """Its points by what they are for; none in a game, or with options, that count none."""

    level: tuple[int, ...] = ()
    """What decides between seats with as many points, first things first; more is better."""

    clear: bool = False
    """Whether it has what wins outright, without points."""

    gone: bool = False
    """Whether it has left the game."""

    @property
    def points(self) -> int:
        """All points together.

        >>> Tally(seat="s1", parts={"knights": 12, "castles": 5}).points
        17
        """
        return sum(self.parts.values())
