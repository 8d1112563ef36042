"""Nobles who cannot leave a refuge in time: stranded, or held by a vacillating allegiance (rules 3.12, 3.15.7)."""

from collections.abc import Sequence

from engine.core.actions import Action, Choice, Field, Offer, Request
from engine.core.errors import Illegal, allows
from engine.core.text import counted, join_words
from engine.kingmaker.board import deaths, locations, names
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location, SquareId
from engine.kingmaker.board.people import forces, vacillating
from engine.kingmaker.board.places import geography, sites
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.overseas import refuge
from engine.kingmaker.overseas.refuge import Refuge
from engine.kingmaker.ships import harbours, shipping


class Fetch(Action, frozen=True):
    """Send a ship, even one that has moved, to take a stranded noble aboard."""

    ship: str


class GiveUpHeirs(Action, frozen=True):
    """Kill the heirs of a stranded noble."""


class GiveUpNoble(Action, frozen=True):
    """Let a stranded noble die, with the heirs in his charge."""


DIES = Offer(GiveUpNoble, "Let him die, with his heirs and cards", forgoes=True)
"""The last resort of all."""


# ---------------------------------------------------------------------- who can be fetched


def waiting(game: Kingmaker, seat: str) -> list[str]:
    """Return the nobles of a seat who are stranded, and have to leave in its Movement phase of this round."""
    stays = [stay for stay in refuge.due(game, seat) if stay.stranded]
    own = [noble for stay in stays for noble in stay.nobles if game.noble(noble).faction == seat]
    return [noble for noble in own if refuge.needs(game, noble) and _cut_off(game, noble)]


def _cut_off(game: Kingmaker, noble: str) -> bool:
    """Whether a noble cannot leave on foot, nor with the ship on which he is."""
    at = game.noble(noble).at
    if locations.kind(at) == "aboard":
        return _becalmed(game, locations.name(at))
    return not geography.touching(game)[locations.square_of(at)]


def _becalmed(game: Kingmaker, ship: str) -> bool:
    return not allows(vacillating.check_ship, game, ship)


def fetching_ships(game: Kingmaker, seat: str, noble: str) -> list[str]:
    """Return the ships that can reach a stranded noble in this turn and take him aboard [WBC-C02.1]."""
    if sites.under_siege(game, game.noble(noble).at):
        return []
    able = [ship for ship in coming_ships(game, seat, noble) if _ready(game, seat, ship)]
    return [ship for ship in able if _steps_to(game, ship, noble) <= shipping.STEPS_BY_SEA]


def coming_ships(game: Kingmaker, seat: str, noble: str) -> list[str]:
    """Return the ships of a seat, its own or lent to it, that can come for a stranded noble, however far they are.

    One that is becalmed can come later, one that is held in port cannot (RULING 163) [WBC-C02.1].
    """
    return [ship for ship in shipping.ships_of(game, seat) if _can_come(game, seat, ship, noble)]


def _can_come(game: Kingmaker, seat: str, ship: str, noble: str) -> bool:
    counter, port = game.ship(ship), _port(game, noble)
    if not shipping.has_berths(game, ship, [noble]):
        return False
    if counter.at == port:
        return True
    held = locations.kind(counter.at) == "port" and not allows(harbours.check_leave, game, seat, ship)
    reaches = geography.sea_distance(counter.at, port) is not None
    return reaches and not held and harbours.may_enter_port(game, ship, locations.place_of(port))


def _ready(game: Kingmaker, seat: str, ship: str) -> bool:
    """Whether a ship can sail now: it is not becalmed, and has not set out in this turn for somebody else."""
    return not game.ship(ship).steps and not _becalmed(game, ship)


def _steps_to(game: Kingmaker, ship: str, noble: str) -> int:
    return len(geography.course(game.ship(ship).at, _port(game, noble))) - 1


def _port(game: Kingmaker, noble: str) -> Location:
    """Return the port from which a stranded noble can be fetched."""
    square = refuge.place_of(game, noble)
    return locations.port(next(port.place for port in game.catalog.ports.values() if port.square == square))


# ---------------------------------------------------------------------- decisions


class Stranded(KingmakerStep):
    """The player of stranded nobles has each fetched, hides him, or gives up him or his heirs (D18) [WBC-C02.2].

    While a ship can come, however far it is, it sails as fast as it can, and nobody has to hide or to die.
    """

    seat: str

    sent: dict[str, list[str]] = {}
    """The ships that have set out, each with those whom it goes to fetch."""

    def proceed(self, game: Kingmaker) -> bool:
        """Go on when nobody is stranded any more; send the only ship that can come."""
        if not waiting(game, self.seat):
            game.pop(self)
            return True
        noble = self._noble(game)
        ships = self._to_send(game, noble)
        if len(ships) == 1:
            self._send(game, noble, ships[0])
        elif not ships and coming_ships(game, self.seat, noble):
            self._wait(game, noble, self._on_its_way(game, noble))
        else:
            return False
        return True

    def _noble(self, game: Kingmaker) -> str:
        return waiting(game, self.seat)[0]

    def _to_send(self, game: Kingmaker, noble: str) -> list[str]:
        """Return the ships to choose from: those in reach, else those that can set out; none if one is on its way."""
        near = fetching_ships(game, self.seat, noble)
        if near or self._on_its_way(game, noble) or sites.under_siege(game, game.noble(noble).at):
            return near
        ready = [ship for ship in coming_ships(game, self.seat, noble) if _ready(game, self.seat, ship)]
        return sorted(ready, key=lambda ship: _steps_to(game, ship, noble))

    def _on_its_way(self, game: Kingmaker, noble: str) -> str:
        """Return a ship that is already coming to a noble's place for others and has room for him; "" if none."""
        place = refuge.place_of(game, noble)
        ships = (ship for ship, others in self.sent.items() if refuge.place_of(game, others[0]) == place)
        return next((ship for ship in ships if shipping.has_berths(game, ship, [*self.sent[ship], noble])), "")

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask about the first of them."""
        noble = self._noble(game)
        ships = self._to_send(game, noble)
        where = f"{forces.words(game, [noble])} is stranded {locations.say(game, game.noble(noble).at)}."
        if ships:
            choices = [Choice(s, game.catalog.ships[s].name, _how_far(game, s, noble)) for s in ships]
            offer = Offer(Fetch, "Send a ship", (Field("ship", "Which ship?", lambda _: choices),))
            return [
                Request(self.seat, "D18", f"{where} Which ship goes to fetch him?", (offer,), lambda: Fetch(ships[0]))
            ]
        prompt = f"{where} None of your ships can fetch him. Choose what he does."
        offers = tuple(self._last_resorts(game))
        return [Request(self.seat, "D18", prompt, offers, lambda: self._default(game), about=(noble,))]

    def _last_resorts(self, game: Kingmaker) -> list[Offer]:
        heirs = join_words(names.heir(game, heir) for heir in forces.heirs_of(game, self._noble(game)))
        places = self._hiding_places(game)
        hide = [refuge.offer(game, lambda: places)] if places else []
        kill = [Offer(GiveUpHeirs, f"Kill {heirs}", forgoes=True)] if heirs else []
        return [*hide, *kill, DIES]

    def _hiding_places(self, game: Kingmaker) -> list[SquareId]:
        place = refuge.place_of(game, self._noble(game))
        return [place] if refuge.may_play(game, self.seat, place) else []

    def _default(self, game: Kingmaker) -> Action:
        hiding = self._hiding_places(game)
        if hiding:
            return Refuge(hiding[0])
        return GiveUpHeirs() if forces.heirs_of(game, self._noble(game)) else GiveUpNoble()

    def act(self, game: Kingmaker, seat: str, action: Action) -> None:
        """Send a ship, hide him, or give up him or his heirs."""
        noble = self._noble(game)
        match action:
            case Fetch():
                if action.ship not in self._to_send(game, noble):
                    raise Illegal(
                        f"Choose a ship that can come for {names.card(game, noble)} and take him aboard.", "WBC-C02.1"
                    )
                self._send(game, noble, action.ship)
            case Refuge():
                _check_here(game, noble, action.place)
                refuge.play(game, self.seat, action.place)
            case GiveUpHeirs():
                # Kill the heirs of a stranded noble, the least senior first and a King last (RULING 16).
                heirs, royals = [heir for heir in forces.heirs_of(game, noble) if heir != noble], game.catalog.royals
                for heir in sorted(heirs, key=lambda heir: (game.heir(heir).king, -royals[heir].succession)):
                    deaths.kill_heir(game, heir, f"stranded overseas with {names.card(game, noble)}", "WBC-C02.2")
            case _:
                refuge.lose(game, [noble], "stranded overseas", "WBC-C02.2")

    def _send(self, game: Kingmaker, noble: str, ship: str) -> None:
        """Let a ship come for a noble: it takes him aboard, or is under way and comes nearer."""
        track = geography.course(game.ship(ship).at, _port(game, noble))
        arrives = len(track) - 1 <= shipping.STEPS_BY_SEA
        if arrives:
            shipping.send(game, ship, track[-1])
            forces.place_at(game, noble, locations.aboard(ship))
            text = (
                f"{game.catalog.ships[ship].name} comes to fetch "
                f"{forces.words(game, [noble])} {locations.say(game, track[-1])}."
            )
            game.emit("moved", text, about=[ship, noble], track=track, rule="WBC-C02.1")
        else:
            self._set_out(game, noble, ship, track[: shipping.STEPS_BY_SEA + 1])
            self._wait(game, noble, ship)

    def _set_out(self, game: Kingmaker, noble: str, ship: str, track: Sequence[Location]) -> None:
        """Let a ship that is too far away sail as near as it can; that is its move of the turn (RULING 163)."""
        shipping.send(game, ship, track[-1])
        game.ship(ship).steps = len(track) - 1
        aboard = shipping.passengers(game, [ship])
        for passenger in aboard:
            game.noble(passenger).embarked = True
        text = (
            f"{game.catalog.ships[ship].name} sails to fetch "
            f"{names.card(game, noble)} and is {locations.say(game, track[-1])} now."
        )
        game.emit("moved", text, about=[ship, noble, *aboard], track=track, rule="WBC-C02.1")

    def _wait(self, game: Kingmaker, noble: str, ship: str) -> None:
        """Let a noble wait until the next turn, without hiding, for a `ship` that is under way, if any [WBC-C02.1]."""
        refuge.strand(game, noble)
        if ship:
            self.sent.setdefault(ship, []).append(noble)


def _how_far(game: Kingmaker, ship: str, noble: str) -> str:
    steps = _steps_to(game, ship, noble)
    far = f", {counted(steps, 'step')} away" if steps else ""
    return f"{locations.say(game, game.ship(ship).at)}{far}"


def _check_here(game: Kingmaker, noble: str, place: SquareId) -> None:
    if place != refuge.place_of(game, noble):
        raise Illegal(f"Play the card for the place where {names.card(game, noble)} is.", "WBC-C02.2")


# ---------------------------------------------------------------------- kept in a refuge whose time is up


class LastRefuge(KingmakerStep):
    """A noble whom his allegiance keeps in a refuge on its last turn hides under another card or dies (D17)."""

    locked = True

    noble: str

    def proceed(self, game: Kingmaker) -> bool:
        """Let the noble die where his seat has no Refuge card, or nobody is there to play it."""
        if self.noble not in game.state.nobles or not _held_beyond(game, self.noble):
            game.pop(self)
            return True
        if refuge.may_play(game, game.noble(self.noble).faction, refuge.place_of(game, self.noble)):
            return False
        self._die(game)
        return True

    def _die(self, game: Kingmaker) -> None:
        refuge.lose(
            game, [self.noble], "because a vacillating allegiance kept them where the refuge ran out", "WBC-V03.11"
        )

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask his player."""
        seat, place = game.noble(self.noble).faction, refuge.place_of(game, self.noble)
        prompt = (
            f"{names.card(game, self.noble)} cannot leave "
            f"{names.square(game, place)}, and his refuge ends in this turn. "
        )
        prompt += "Play another Refuge card, or he dies with all his heirs and cards."
        offers = (refuge.offer(game, lambda: [place]), DIES)
        return [Request(seat, "D17", prompt, offers, lambda: Refuge(place))]

    def act(self, game: Kingmaker, seat: str, action: Refuge | GiveUpNoble) -> None:
        """Renew his refuge, or let him die."""
        if isinstance(action, Refuge):
            _check_here(game, self.noble, action.place)
            refuge.play(game, seat, action.place)
        else:
            self._die(game)


def _held_beyond(game: Kingmaker, noble: str) -> bool:
    """Whether a noble is in refuge under a card and would have to leave in this turn."""
    return refuge.sheltered(game, noble) and noble in refuge.overdue(game, game.noble(noble).faction)


def vacillates(game: Kingmaker, noble: str) -> None:
    """Let a noble who may not move this turn hide anew or die, if his refuge is up [WBC-V03.11].

    A noble on an errand or stranded may stay until the next turn, and so may those who would have left on his ship,
    which does not sail (RULING 164).
    """
    seat, ship = game.noble(noble).faction, locations.name(game.noble(noble).at)
    if _held_beyond(game, noble):
        game.push(LastRefuge(noble))
    late = [other for other in refuge.overdue(game, seat) if other != noble or not refuge.sheltered(game, noble)]
    for other in late:
        if other == noble or game.noble(other).at == locations.aboard(ship) or _left_behind(game, other, ship):
            refuge.strand(game, other)


def _left_behind(game: Kingmaker, noble: str, ship: str) -> bool:
    """Whether a ship that is becalmed in port is the only one on which a noble could leave."""
    if ship not in game.state.ships or not _becalmed(game, ship) or not _cut_off(game, noble):
        return False
    fleet = shipping.ships_of(game, game.noble(noble).faction)
    return [other for other in fleet if game.ship(other).at == _port(game, noble)] == [ship]
