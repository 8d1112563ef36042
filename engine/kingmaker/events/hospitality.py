"""Whether a fortress is friendly to those whom an event card sends there (rules 3.2.4, 7.5) [COV-8.2.5]."""

from collections.abc import Sequence

from engine.core.actions import Action, Offer, Request
from engine.kingmaker.board import names
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import sites
from engine.kingmaker.board.state import Grant, Purpose
from engine.kingmaker.board.steps import KingmakerStep

BY_LAND: list[Purpose] = ["enter"]
BY_SEA: list[Purpose] = ["enter_port", "enter"]
"""The permissions that a welcome grants, for arrivals by land and for arrivals by ship."""


class Welcome(Action, frozen=True):
    """Let the nobles whom a card sends to the place come in, for this event only."""


class TurnAway(Action, frozen=True):
    """Leave those whom the card sends outside."""


class Reception(KingmakerStep):
    """The controller of a place says whether it is friendly to a seat's people, for this response only (D12)."""

    owner: str
    """The controller."""

    guest: str
    """The seat whose people they are."""

    place: PlaceId
    """The place."""

    who: str
    """Those who come, in words."""

    purposes: list[Purpose]
    """What they may do there if it is friendly."""

    def proceed(self, game: Kingmaker) -> bool:
        """Wait for the answer of an owner who is still there."""
        if sites.controller(game, self.place) == self.owner and not game.faction(self.owner).gone:
            return False
        game.pop(self)
        return True

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the controller."""
        prompt = f"The card sends {self.who} ({{{self.guest}}}) to {names.place(game, self.place)}, which is yours. "
        prompt += "Do you let them in, this once?"
        offers = (Offer(Welcome, f"Let {self.who} in"), Offer(TurnAway, f"Keep {self.who} out"))
        return [Request(self.owner, "D12", prompt, offers, TurnAway)]

    def act(self, game: Kingmaker, seat: str, action: Welcome | TurnAway) -> None:
        """Open the doors, or keep them shut."""
        game.pop(self)
        opens = isinstance(action, Welcome)
        if opens:
            game.state.grants += [Grant(self.place, self.owner, self.guest, purpose) for purpose in self.purposes]
        answer = "lets them in" if opens else "keeps them out"
        text = f"The card sends {self.who} ({{{self.guest}}}) to {names.place(game, self.place)}; "
        text += f"{{{self.owner}}}, who holds it, {answer}."
        game.emit("allowed" if opens else "refused", text, about=[self.place], rule="COV-8.2.5")


def host(game: Kingmaker, place: PlaceId, guest: str, *, by_sea: bool = False) -> str:
    """Return the seat to ask whether a place is friendly to a guest's people or ship; "" if nobody has to be asked."""
    owner = sites.controller(game, place)
    asked = game.option("passage_permission") == "garrison_alliance" and owner not in ("", guest)
    shut = place in game.state.sieges and not (by_sea and sites.open_by_sea(game))
    closed = shut or sites.granted(game, place, guest)
    return owner if asked and not closed and not game.faction(owner).gone else ""


def has_room(game: Kingmaker, place: PlaceId, nobles: Sequence[str]) -> bool:
    """Whether nobles would find room inside a place if they were let in."""
    free = sites.room(game, place)
    return free is None or forces.total(game, nobles, "capacity") <= free


def close(game: Kingmaker, place: PlaceId, guest: str, purposes: Sequence[Purpose]) -> None:
    """Withdraw the permissions of a welcome once the card is answered."""
    ended = [Grant(place, sites.controller(game, place), guest, purpose) for purpose in purposes]
    game.state.grants = [grant for grant in game.state.grants if grant not in ended]
