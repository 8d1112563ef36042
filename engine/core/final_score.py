"""The final score of each seat, from which all places follow and not only the winner's."""

from collections.abc import Mapping

import msgspec


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """The score of one seat."""

    seat: str

    parts: Mapping[str, int] = {}
    """Its points by source; empty in a game, or with options, that counts none."""

    level: tuple[int, ...] = ()
    """The tie-breaks between seats with equal points, the first decisive one counting; more is better."""

    clear: bool = False
    """Whether it wins outright, without regard to points."""

    gone: bool = False
    """Whether it has left the game."""

    @property
    def points(self) -> int:
        """All points together.

        >>> Tally(seat="s1", parts={"knights": 12, "castles": 5}).points
        17
        """
        return sum(self.parts.values())
