"""Events at a table where people sit together: a die that they roll themselves, a card that was seen.

A game lists its rolls and piles in its `Edits`. A die rolled at the table is not part of Herald's stream of numbers,
and is logged as rolled at the table.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.core.actions import Action, Draft
from engine.core.dice import Thrown
from engine.core.errors import Illegal
from engine.core.game import Game
from engine.core.text import join_words


class DieShows(Action, frozen=True):
    """Enter dice that were rolled at the table, not by Herald; they count for the next roll of that kind."""

    roll: str
    """The roll that it decides."""

    shows: list[int]
    """The face of each die, in order; the sum is enough for dice that are added up."""

    seat: str = ""
    """The seat whose player has rolled; "" for somebody else at the table."""


class ShuffleAnew(Action, frozen=True):
    """Shuffle a pile or a hand again with the sealed dice, after somebody has seen a card of it."""

    pile: str
    """The pile or hand."""

    seat: str = ""
    """Whose hand; "" for a pile that is nobody's."""


@dataclass(frozen=True)
class Roll:
    """A roll of a game's dice."""

    words: str
    """Its kind, such as 'a battle'."""

    sides: int
    """The sides of each die."""

    purpose: str
    """The purpose of its draws; `*` stands for any words."""

    dice: int = 1
    """The number of dice that are added up; 0 if any number of dice count separately."""

    @property
    def die(self) -> str:
        """The dice in short, such as 2d6."""
        return f"{self.dice if self.dice > 1 else ''}d{self.sides}"

    @property
    def name(self) -> str:
        """The label by which a player chooses it."""
        return f"{self.words} ({'d' + str(self.sides) + ', each by itself' if not self.dice else self.die})"


@dataclass(frozen=True)
class Pile:
    """Cards that can be shuffled anew."""

    words: str
    """Their name, such as 'the Crown deck'; `{seat}` stands for the owner."""

    shuffle: Callable[[Any, str], None]
    """Shuffles the cards of a seat, or raises Illegal if that is impossible now."""

    owned: bool = False
    """Whether each seat has some of its own."""


def rolled_edit(rolls: Mapping[str, Roll]) -> Callable[[Any, DieShows], None]:
    """Return the handler that uses dice rolled at the table."""

    def carry_out(game: Game[Any], edit: DieShows) -> None:
        roll = rolls[edit.roll]
        faces = _faces(roll, edit.shows)
        game.state.thrown.append(Thrown(edit.roll, roll.purpose, roll.sides, faces, edit.seat))

    return carry_out


def shuffled_edit(piles: Mapping[str, Pile]) -> Callable[[Any, ShuffleAnew], None]:
    """Return the handler that shuffles cards again."""

    def carry_out(game: Game[Any], edit: ShuffleAnew) -> None:
        pile = piles[edit.pile]
        if pile.owned and not edit.seat:
            raise Illegal("Name the player whose hand is shuffled again.")
        if edit.seat and not pile.owned:
            raise Illegal(f"{pile.words[:1].upper()}{pile.words[1:]} belongs to nobody; leave the player out.")
        pile.shuffle(game, edit.seat)

    return carry_out


def among(
    kind: type[Action], name: str, rolls: Mapping[str, Roll], piles: Mapping[str, Pile], seats: Sequence[str]
) -> Callable[[Any, Draft], Mapping[str, str]] | None:
    """Return the values of a field of one of these edits, given the answers before it; None for other edits."""
    if (kind, name) == (DieShows, "roll"):
        return lambda _, draft: {roll_id: roll.name for roll_id, roll in rolls.items()}
    if (kind, name) == (DieShows, "shows"):
        return lambda _, draft: _shown(rolls.get(draft.get("roll", "")), draft.get("shows", ()))
    if (kind, name) == (ShuffleAnew, "pile"):
        return lambda _, draft: {pile_id: pile.words.replace("{seat}", "a player") for pile_id, pile in piles.items()}
    if (kind, name) == (ShuffleAnew, "seat"):
        owned = {pile_id for pile_id, pile in piles.items() if pile.owned}
        return lambda _, draft: dict.fromkeys(seats if draft.get("pile") in owned else (), "")
    return None


def _shown(roll: Roll | None, already: Sequence[str]) -> dict[str, str]:
    """Return the faces that the remaining dice may show, given the first; for dice that are added up, the sums."""
    if roll is None or (roll.dice and already):
        return {}
    least, most = (roll.dice, roll.dice * roll.sides) if roll.dice else (1, roll.sides)
    return {str(number): str(number) for number in range(least, most + 1)}


def in_words(edit: Action, rolls: Mapping[str, Roll], piles: Mapping[str, Pile]) -> str:
    """Return the public words of one of these edits; "" for any other."""
    match edit:
        case DieShows(roll=name, shows=shows, seat=seat):
            roll, who = rolls[name], f" by {{{seat}}}" if seat else ""
            faces = _faces(roll, shows)
            total = str(sum(faces)) if roll.dice > 1 else join_words(map(str, faces))
            what = f"{roll.die} {'shows' if roll.die.startswith('d') and len(faces) == 1 else 'show'}"
            return f"{what} {total}, rolled at the table{who}, and decides the next roll: {roll.words}."
        case ShuffleAnew(pile=name, seat=seat):
            cards = piles[name].words.replace("{seat}", f"{{{seat}}}")
            return f"A card was seen, so the sealed dice shuffle again: {cards}."
    return ""


def told(thrown: Thrown, faces: list[int], rolls: Mapping[str, Roll]) -> str:
    """Return the public words for the use of dice rolled at the table."""
    who = f" by {{{thrown.by}}}" if thrown.by else ""
    shown = join_words(map(str, faces))
    words = rolls[thrown.roll].words if thrown.roll in rolls else "a roll"
    return f"🎲 Rolled at the table{who}, not by Herald, for {words}: {shown}."


def _faces(roll: Roll, shows: list[int]) -> list[int]:
    """Return the face of each die, splitting a sum as evenly as possible; raises Illegal for impossible faces."""
    if roll.dice > 1 and len(shows) == 1:
        if not roll.dice <= shows[0] <= roll.dice * roll.sides:
            raise Illegal(f"{roll.die} show {roll.dice} to {roll.dice * roll.sides}; write what they showed.")
        each, more = divmod(shows[0], roll.dice)
        return [each + 1] * more + [each] * (roll.dice - more)
    if not shows or (roll.dice and len(shows) != roll.dice):
        wanted = f"{roll.dice} numbers or their sum" if roll.dice > 1 else "one number"
        raise Illegal(f"Write what the {roll.die} showed: {wanted if roll.dice else 'a number for each die'}.")
    if not all(1 <= face <= roll.sides for face in shows):
        raise Illegal(f"A d{roll.sides} shows 1 to {roll.sides}; write what it showed.")
    return list(shows)
