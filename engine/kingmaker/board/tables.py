"""The printed tables of Kingmaker: battles, deaths, sieges, storms and votes, as they lie in `data/kingmaker`."""

from typing import Literal

import msgspec

BattleOutcome = Literal["attack_fails", "no_victory", "minor_victory", "major_victory", "total_victory", "assassin"]


class Odds(msgspec.Struct, frozen=True):
    """A column of the odds: the larger side has at least (`strict`: more than) `larger` to `smaller`."""

    odds: str
    larger: int
    smaller: int
    strict: bool


class BattleRow(msgspec.Struct, frozen=True):
    """A column of the battle table: at odds of `attacker` to `defender`, the range of d100 for each result."""

    attacker: int
    defender: int
    attack_fails: tuple[int, int]
    no_victory: tuple[int, int]
    minor_victory: tuple[int, int]
    major_victory: tuple[int, int]
    total_victory: tuple[int, int]

    @property
    def odds(self) -> str:
        """The odds in the form 3:2."""
        return f"{self.attacker}:{self.defender}"

    def ranges(self) -> dict[BattleOutcome, tuple[int, int]]:
        """Return the range of d100 for each result, from the worst for the attacker to the best."""
        return {
            "attack_fails": self.attack_fails,
            "no_victory": self.no_victory,
            "minor_victory": self.minor_victory,
            "major_victory": self.major_victory,
            "total_victory": self.total_victory,
        }


class BattleDeath(msgspec.Struct, frozen=True):
    """A row of the death table: the percentages at which those in a combat die after a `result`."""

    result: BattleOutcome
    attacking_noble: int
    attacking_heir: int
    defending_noble: int
    defending_heir: int


class DeathDice(msgspec.Struct, frozen=True):
    """Two dice that kill on these sums."""

    dies_on: tuple[int, ...]


class AmbushNumbers(msgspec.Struct, frozen=True):
    """An ambush needs a strength below `own` to `target`; the heir named dies on `heir_dies_on`, two dice."""

    own: int
    target: int
    heir_dies_on: tuple[int, ...]


class Allegiance(msgspec.Struct, frozen=True):
    """A row of the allegiance table: at `own` to `enemy` he goes home on a die of at most `returns_home_up_to`."""

    own: int
    enemy: int
    returns_home_up_to: int


class Vacillating(msgspec.Struct, frozen=True):
    """The die that decides whose noble wavers in a battle, and the allegiance table, the best ratio first."""

    larger_force_on: tuple[int, ...]
    chart: tuple[Allegiance, ...]


class SiegeNumbers(msgspec.Struct, frozen=True):
    """Men that a siege needs, in per cent of the defence, and when the garrison dwindles (rules 4.7)."""

    full_percent: int
    lay_percent: int
    decay_turn: int
    decay_divisor: int


class RoyalDeath(msgspec.Struct, frozen=True):
    """The heir who dies when two dice show `roll` (rules 3.18)."""

    roll: int
    royal: str


class RoyalDeaths(msgspec.Struct, frozen=True):
    """The table of royal deaths."""

    results: tuple[RoyalDeath, ...]


class StormNumbers(msgspec.Struct, frozen=True):
    """The roll of d100 from which a ship is lost in a storm (rules 3.8)."""

    lost_from: int


class RoyalVotes(msgspec.Struct, frozen=True):
    """Votes that come with heirs and Kings (rules 5.3)."""

    senior_heir_lords: int
    senior_heir_commons: int
    sole_king_commons: int
