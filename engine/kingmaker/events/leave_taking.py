"""A noble who answers a raid or revolt may first pass things to comrades, or get some [WBC-C16, WBC-C20.1]."""

from collections.abc import Sequence
from typing import ClassVar

from engine.core.actions import Action, Choice, Field, Offer, Pass, Request, pass_offer
from engine.core.errors import Illegal
from engine.core.text import join_words
from engine.kingmaker.board import locations, names, sieges
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.trade import items, terms, transfers


class AskForHeir(Action, frozen=True):
    """Ask another player for an heir of his in the square, who is to go along with the noble who is called away."""

    heir: str


class PartWithHeir(Action, frozen=True):
    """Give the heir for whom another player asks into the charge of his noble."""


def played(game: Kingmaker) -> bool:
    """Whether this table lets a noble pass things before answering a raid or revolt."""
    return terms.of(game).answering


def wanted(game: Kingmaker, noble: str, declined: Sequence[str] = ()) -> bool:
    """Whether a noble who is called away has a card to pass to a comrade there, or an heir to take along."""
    return noble in game.state.nobles and (_passes(game, noble) or bool(_heirs_of_others(game, noble, declined)))


def _passes(game: Kingmaker, noble: str) -> bool:
    """Whether a noble could give a comrade there something, or get something from one of them."""
    person, comrades = game.noble(noble), forces.comrades(game, noble)
    leaves = [(card, other) for card in person.cards for other in comrades]
    takes = [(card, noble) for other in comrades for card in game.noble(other).cards]
    # Heirs of his faction could go along with him from another noble of the square [WBC-C16].
    takes += [(heir, noble) for heir in _heirs(game, [person.faction]) if game.heir(heir).noble != noble]
    return any(items.can_pass(game, thing, taker) for thing, taker in (*leaves, *takes))


def _heirs_of_others(game: Kingmaker, noble: str, declined: Sequence[str]) -> list[str]:
    """Return the heirs of other players in the square who could go with a noble and have not been kept [WBC-C16]."""
    others = _heirs(game, [seat for seat in game.state.seats if seat != game.noble(noble).faction])
    return [heir for heir in others if heir not in declined and items.can_pass(game, heir, noble)]


def _heirs(game: Kingmaker, seats: Sequence[str]) -> list[str]:
    """Return the heirs in the charge of nobles of some seats; Beaufort goes with nobody."""
    return [
        heir for heir in game.catalog.royals if heir in game.state.heirs and forces.seat_of_heir(game, heir) in seats
    ]


class LeaveTaking(KingmakerStep):
    """The owner of a noble who is called away may pass things between his nobles before he goes (D10).

    Heirs of the square may go along with him, those of other players if they agree.
    """

    noble: str
    """The noble who is called."""

    place: PlaceId
    """Where he is called to."""

    declined: list[str] = []
    """The heirs for whom other players have been asked."""

    def proceed(self, game: Kingmaker) -> bool:
        """Go on when there is nothing left to pass."""
        if wanted(game, self.noble, self.declined):
            return False
        game.pop(self)
        return True

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the owner."""
        seat = game.noble(self.noble).faction
        noble = names.card(game, self.noble)
        prompt = f"{noble} is called to {names.place(game, self.place)} and must go. Before that, {self._may(game)}."
        if lost := sieges.lost_without(game, self.noble):
            prompt += f" Without {noble} your siege of {join_words(names.place(game, place) for place in lost)} ends."
        offers = (
            *transfers.offers(game, seat),
            *self._asking(game),
            pass_offer("Pass nothing more"),
        )
        return [Request(seat, "D10", prompt, offers, Pass)]

    def _may(self, game: Kingmaker) -> str:
        """Say what is possible there before the noble goes; ships may pass to nobles elsewhere all the same."""
        here = locations.say(game, game.noble(self.noble).at)
        parts = [f"your nobles {here} may pass things to each other"] if _passes(game, self.noble) else []
        asked = [
            f"{{{forces.seat_of_heir(game, heir)}}} for {names.heir(game, heir)}"
            for heir in _heirs_of_others(game, self.noble, self.declined)
        ]
        return ", and ".join([*parts, *([f"you may ask {join_words(asked)}, to go along"] if asked else [])])

    def _asking(self, game: Kingmaker) -> list[Offer]:
        heirs = _heirs_of_others(game, self.noble, self.declined)
        choices = [Choice(h, names.heir(game, h), f"{{{forces.seat_of_heir(game, h)}}}'s") for h in heirs]
        field = Field("heir", "For which heir?", lambda _: choices)
        return [Offer(AskForHeir, "Ask another player for an heir", (field,))] if heirs else []

    def act(self, game: Kingmaker, seat: str, action: transfers.Transfer | AskForHeir | Pass) -> None:
        """Pass something, ask for an heir, or let him go."""
        match action:
            case Pass():
                game.pop(self)
            case AskForHeir():
                if action.heir not in _heirs_of_others(game, self.noble, self.declined):
                    reason = "Ask for another player's heir in the same square; you can ask for each heir once."
                    raise Illegal(reason, "WBC-C16")
                self.declined = [*self.declined, action.heir]
                game.push(AskedFor(action.heir, self.noble))
            case _:
                transfers.transfer(game, seat, action)


class HeirAsked(KingmakerStep):
    """Another player is asked whether an heir comes to a noble [WBC-C16]."""

    declining: ClassVar[str]
    """What a player who declines does with the heir."""

    heir: str
    """The heir."""

    noble: str
    """The noble."""

    def proceed(self, game: Kingmaker) -> bool:
        """Wait for the answer while it can be given."""
        if items.can_pass(game, self.heir, self.noble):
            return False
        game.pop(self)
        return True

    def act(self, game: Kingmaker, seat: str, action: Action) -> None:
        """Hand the heir over, or leave him where he is."""
        game.pop(self)
        heir = names.heir(game, self.heir)
        text = f"{{{seat}}} {self.declining} {heir}."
        if not isinstance(action, Pass):
            items.hand_over(game, self.heir, self.noble)
            text = f"{heir} is with {names.card(game, self.noble)} ({{{game.noble(self.noble).faction}}}) now."
        game.emit("heir_entrusted", text, about=[self.heir, self.noble], rule="WBC-C16")


class AskedFor(HeirAsked):
    """Another player is asked to let his heir go along with a noble who is called away [WBC-C16]."""

    declining = "keeps"

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the other player."""
        prompt = f"{{{game.noble(self.noble).faction}}} asks you for {names.heir(game, self.heir)}, to go along with "
        prompt += f"{names.card(game, self.noble)}. Do you agree?"
        offers = (Offer(PartWithHeir, f"Give {names.heir(game, self.heir)}"), Offer(Pass, "Decline"))
        return [Request(forces.seat_of_heir(game, self.heir), "D10", prompt, offers, Pass)]
