"""Nobles who are sent home at once: after a failed attack, or for ransom (rules 4.5.5, 4.6.5, 5.7.1)."""

from collections.abc import Sequence

from engine.core.actions import Action, Field, Offer, Request
from engine.core.errors import Illegal
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import NO_PLACE, Location, PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import place_menu, way_home
from engine.kingmaker.board.steps import KingmakerStep


class GoHome(Action, frozen=True):
    """Say where a noble who is sent home goes."""

    at: Location


class Retreat(KingmakerStep):
    """Nobles go home one after another; where one has several homes his player chooses (D49) [COV-5.16, COV-5.19]."""

    nobles: list[str]
    """The nobles who have yet to go."""

    rule: str
    """The rule that sends them home."""

    site: PlaceId = NO_PLACE
    """The besieged place from which some have sallied: those whose home it is are back inside."""

    def proceed(self, game: Kingmaker) -> bool:
        """Send home whoever has no choice; wait for the player of one who has."""
        self.nobles = [noble for noble in forces.living(game, self.nobles) if not game.noble(noble).captor]
        if not self.nobles:
            game.pop(self)
            return True
        able = self.homes(game)
        if len(able) > 1:
            return False
        self._send(game, able[0])
        return True

    def homes(self, game: Kingmaker) -> list[Location]:
        """Where the next noble may go, the default first."""
        noble = self.nobles[0]
        if self.site in way_home.own_castles(game, noble):
            return [locations.inside(self.site)]
        return way_home.forced_places(game, noble)

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the next noble's player."""
        noble, able = self.nobles[0], self.homes(game)
        seat, castles = game.noble(noble).faction, way_home.own_castles(game, noble)
        choices = [place_menu.choice(game, seat, at, locations.label(game, at), home=castles) for at in able]
        offer = Offer(GoHome, "Go home", (Field("at", "Where to?", lambda _: choices, places=True),))
        prompt = f"{forces.words(game, [noble])} must go home at once. Where to?"
        return [Request(game.noble(noble).faction, "D49", prompt, (offer,), lambda: GoHome(able[0]))]

    def act(self, game: Kingmaker, seat: str, action: GoHome) -> None:
        """Send the noble to the home that is named."""
        able = self.homes(game)
        if action.at not in able:
            where = " or ".join(locations.say(game, at) for at in able)
            raise Illegal(f"{names.card(game, self.nobles[0])} can go home {where}.", self.rule)
        self._send(game, action.at)

    def _send(self, game: Kingmaker, at: Location) -> None:
        noble, self.nobles = self.nobles[0], self.nobles[1:]
        before = game.noble(noble).at
        forces.place_at(game, noble, at)
        text = f"{forces.owned(game, noble)} goes home, {locations.say(game, at)}."
        game.emit("moved", text, about=[noble], track=[before, at], rule=self.rule)


def send_home(game: Kingmaker, nobles: Sequence[str], rule: str, site: PlaceId = NO_PLACE) -> None:
    """Send nobles home before anything else happens, except open questions."""
    if nobles:
        game.push(Retreat(list(nobles), rule, site))
