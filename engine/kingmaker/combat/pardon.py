"""The King's Pardon: it saves a noble who would die or be taken in a combat, with all that is his (rules 4.9)."""

from collections.abc import Sequence
from typing import ClassVar

from engine.core.actions import Action, Choice, Field, Offer, Pass, Request, pass_offer
from engine.core.errors import Illegal
from engine.core.sealed import SimultaneousStep
from engine.core.text import join_words
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.cards import piles
from engine.kingmaker.board.catalog import SpecialCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import NO_PLACE, Location, PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import way_home
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.combat import report
from engine.kingmaker.combat.losses import Combat
from engine.kingmaker.ships import nearest_ports

RULE = "WBC-R07"


class PlayPardon(Action, frozen=True):
    """Play a King's Pardon on one of one's nobles who is about to be lost."""

    noble: str


class KingsPardon(SimultaneousStep, KingmakerStep, tag="mercy"):
    """The players of nobles about to be lost in the combat below may pardon them (D42) [WBC-R07]."""

    locked: ClassVar[bool] = True

    lost: list[str]
    """The nobles who die or fall captive unless they are pardoned."""

    at: Location
    """Where the combat is fought."""

    falling: PlaceId = NO_PLACE
    """The place that falls in it, to which nobody who is pardoned goes; "" for none."""

    refused: list[str] = []
    """The seats that let their nobles go."""

    def waiting(self, game: Kingmaker) -> list[str]:
        """Return the seats that can still play a pardon for a noble of theirs."""
        able = [seat for seat in game.clockwise() if seat not in self.refused and pardons(game, seat)]
        return [seat for seat in able if self._own(game, seat)]

    def _own(self, game: Kingmaker, seat: str) -> list[str]:
        return [noble for noble in forces.living(game, self.lost) if game.noble(noble).faction == seat]

    def ask(self, game: Kingmaker, seat: str) -> Request:
        """Ask which of the seat's nobles a King's Pardon saves."""
        own = self._own(game, seat)
        saved = f"Does your King's Pardon save {names.card(game, own[0])}?"
        saved = saved if len(own) == 1 else "Whom does your King's Pardon save?"
        prompt = f"Without a pardon {names.cards(game, own)} will now die or be captured. {saved}"
        heirs = {noble: [names.heir(game, heir) for heir in forces.heirs_of(game, noble)] for noble in own}
        choices = [Choice(n, names.card(game, n), f"with {join_words(heirs[n])}" if heirs[n] else "") for n in own]
        whom = Field("noble", "Whom?", lambda _: choices)
        offers = (
            Offer(PlayPardon, "Play the King's Pardon", (whom,), says="Save {noble} with the King's Pardon"),
            pass_offer("Keep the King's Pardon", forgoes=True),
        )
        return Request(seat, "D42", prompt, offers, lambda: PlayPardon(_dearest(game, own)))

    def act(self, game: Kingmaker, seat: str, action: PlayPardon | Pass) -> None:
        """Save the noble, who is placed with all that is his, or play no pardon."""
        if isinstance(action, Pass):
            self.refused = [*self.refused, seat]
            return
        if action.noble not in self._own(game, seat):
            raise Illegal("The pardon saves one of your nobles who would die or be captured in this combat.", RULE)
        self.lost = [noble for noble in self.lost if noble != action.noble]
        piles.spend_crown(game, seat, pardons(game, seat)[0])
        for step in game.state.steps:
            if isinstance(step, Combat):
                step.spare(game, action.noble)
        report.spared(game, action.noble, "pardoned")
        if locations.kind(self.at) == "sea":
            at = nearest_ports.refuge(game, self.at, action.noble)
        else:
            at = way_home.return_place(game, action.noble, self.at, but=self.falling)
        forces.place_at(game, action.noble, at)
        who, where = forces.words(game, [action.noble]), locations.say(game, at)
        text = (
            f"The King's Pardon saves {who} from death or captivity; {names.card(game, action.noble)} is {where} now."
        )
        game.emit("pardoned", text, about=[action.noble], track=[at], rule=RULE)


def pardons(game: Kingmaker, seat: str) -> list[str]:
    """Return the King's Pardons in a seat's hand; empty if they are not in use (option `kings_pardon`)."""
    if game.option("kings_pardon") == "off":
        return []
    return [card for card in game.faction(seat).hand if isinstance(game.catalog.cards[card], SpecialCard)]


def _dearest(game: Kingmaker, nobles: Sequence[str]) -> str:
    """Return the noble that a pardon saves by default: a King's, else one with an heir, else the strongest."""
    wards = {noble: [game.heir(heir) for heir in forces.heirs_of(game, noble)] for noble in nobles}
    kings = [noble for noble in nobles if any(heir.king for heir in wards[noble])]
    guardians = [noble for noble in nobles if wards[noble]]
    return forces.strongest(game, kings or guardians or nobles)
