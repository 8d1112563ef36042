"""The way home from Parliament (rules 5.7, option `return_from_parliament`) [BASE-PAR-11, WBC-OPT-RETURN, COV-7.4]."""

from collections.abc import Sequence

from engine.core.actions import Action, Choice, Field, Offer, Request
from engine.core.errors import Illegal
from engine.core.steps import AnyStep
from engine.core.text import join_words
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.cards import cards, piles
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location
from engine.kingmaker.board.people import forces, peace
from engine.kingmaker.board.places import place_menu, sites, way_home
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.parliament.session import present, sitting
from engine.kingmaker.ships import convoys

STAY = Location("stay")
"""The value that stands for staying at Parliament instead of a location."""

RULES = {"secret": "BASE-PAR-11", "open_from_caller": "WBC-OPT-RETURN", "home_from_left": "COV-7.4.1"}


class ReturnHome(Action, frozen=True):
    """Say where a noble goes when Parliament is over, or that he is to "stay"; it may be changed until one departs."""

    noble: str
    at: Location


class KeepShip(Action, frozen=True):
    """Hold a ship where it is, with a Free Move."""

    ship: str


class Depart(Action, frozen=True):
    """Send the own nobles home as planned."""


def steps(game: Kingmaker) -> list[AnyStep]:
    """Return the way home, where nobles do not stay at the place of Parliament."""
    return [] if mode(game) == STAY else [Homecoming()]


def mode(game: Kingmaker) -> str:
    """How nobles go home: "stay", "secret", "open_from_caller" or "home_from_left"."""
    return str(game.option("return_from_parliament"))


class Homecoming(KingmakerStep):
    """Every noble at Parliament goes home (D63): all seats plan at once in secret, or one after the other, openly."""

    plan: dict[str, Location] = {}
    """Where each noble goes, by noble."""

    ready: list[str] = []
    """The seats whose plan is final, or whose nobles have gone."""

    kept: list[str] = []
    """The ships that Free Moves hold where they are."""

    # ------------------------------------------------------------------ flow

    def proceed(self, game: Kingmaker) -> bool:
        """Set the defaults, ask seats with a choice, and send home the nobles of seats that are ready."""
        self.kept = [ship for ship in self.kept if ship in game.state.ships]
        if mode(game) == "secret":
            return self._together(game)
        seat = next((seat for seat in self._order(game) if seat not in self.ready), "")
        if not seat:
            game.pop(self)
            return True
        self._plan_for(game, self._nobles(game, seat))
        if self._has_choice(game, seat):
            return False
        self._set_out(game, seat)
        return True

    def _together(self, game: Kingmaker) -> bool:
        """Wait until all are ready; then everybody goes."""
        self._plan_for(game, [noble for seat in self._order(game) for noble in self._nobles(game, seat)])
        if self._waiting(game):
            return False
        game.pop(self)
        for seat in self._order(game):
            self._set_out(game, seat)
        return True

    def _plan_for(self, game: Kingmaker, nobles: Sequence[str]) -> None:
        for noble in nobles:
            if noble not in self.plan:
                self.plan[noble] = self.destinations(game, noble)[0]

    def _order(self, game: Kingmaker) -> list[str]:
        """Return the seats from the caller, or from his left and the caller last [COV-7.4.2]."""
        seats = game.clockwise(sitting(game).caller)
        return [*seats[1:], seats[0]] if mode(game) == "home_from_left" else seats

    def _nobles(self, game: Kingmaker, seat: str) -> list[str]:
        return [noble for noble in present(game, sitting(game)) if game.noble(noble).faction == seat]

    def _has_choice(self, game: Kingmaker, seat: str) -> bool:
        return bool(self._choosing(game, seat) or self._keepable(game, seat))

    def _choosing(self, game: Kingmaker, seat: str) -> list[str]:
        """Return the nobles of a seat who could go to more than one place."""
        return [noble for noble in self._nobles(game, seat) if len(self.destinations(game, noble)) > 1]

    def _waiting(self, game: Kingmaker) -> list[str]:
        """Return the seats that are asked now."""
        if mode(game) == "secret":
            return [s for s in self._order(game) if s not in self.ready and self._has_choice(game, s)]
        return [seat for seat in self._order(game) if seat not in self.ready][:1]

    # ------------------------------------------------------------------ where to

    def destinations(self, game: Kingmaker, noble: str) -> list[Location]:
        """Return where a noble may go, given his comrades' plans; the default comes first."""
        going = way_home.forced_places if mode(game) == "home_from_left" else way_home.home_places
        places = [at for at in going(game, noble) if self._has_room(game, noble, at)]
        if not places:
            squares = [game.catalog.places[castle].square for castle in game.catalog.noble(noble).castles]
            places = list(dict.fromkeys(locations.open_in(square) for square in squares))
        return [*places, *([STAY] if self._may_stay(game, noble) else [])]

    def _has_room(self, game: Kingmaker, noble: str, at: Location) -> bool:
        if locations.kind(at) != "inside":
            return True
        seat = game.noble(noble).faction
        comrades = [n for n in forces.nobles_of(game, seat) if self.plan.get(n) == at and n != noble]
        return sites.may_enter(game, locations.place_of(at), seat, [noble, *comrades])

    def _may_stay(self, game: Kingmaker, noble: str) -> bool:
        """Whether a noble may stay: he has called Parliament, or a Free Move lets him [COV-7.4.4]."""
        if noble == sitting(game).host or self.plan.get(noble) == STAY:
            return True
        allowed = game.includes("free_move_uses", "parliament_stay")
        return allowed and self._free_moves_left(game, game.noble(noble).faction) > 0

    def _free_moves_left(self, game: Kingmaker, seat: str) -> int:
        return len(piles.kept(game, seat, "free_move")) - self._free_moves_planned(game, seat)

    def _free_moves_planned(self, game: Kingmaker, seat: str) -> int:
        staying = [n for n in self._nobles(game, seat) if self.plan.get(n) == STAY and n != sitting(game).host]
        return len(staying) + len([ship for ship in self.kept if cards.ship_master(game, ship) == seat])

    def _keepable(self, game: Kingmaker, seat: str) -> list[str]:
        """Return the ships of a seat that a Free Move can hold where they are [COV-7.4.4]."""
        if not self._free_moves_left(game, seat):
            return []
        return [ship for ship in convoys.keepable(game, sitting(game), seat) if ship not in self.kept]

    # ------------------------------------------------------------------ what is asked

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask every seat with a choice at the same time in secret, or the seat whose turn it is."""
        return [self._request(game, seat) for seat in self._waiting(game)]

    def _request(self, game: Kingmaker, seat: str) -> Request:
        words = [f"{names.card(game, noble)} {_say(game, self.plan[noble])}" for noble in self._nobles(game, seat)]
        words += [f"{game.catalog.ships[ship].name} is held where it lies" for ship in self.kept]
        planned = f", and your nobles go home: {'; '.join(words)}" if words else ""
        prompt, offers = f"Parliament is over{planned}. Do you agree?", self._offers(game, seat)
        secret = mode(game) == "secret"
        about = tuple(f"{noble} {self.plan[noble]}" for noble in self._nobles(game, seat))
        return Request(seat, "D63", prompt, offers, Depart, secret=secret, together=secret, about=about)

    def _offers(self, game: Kingmaker, seat: str) -> tuple[Offer, ...]:
        choosing = [Choice(n, names.card(game, n), _say(game, self.plan[n])) for n in self._choosing(game, seat)]
        fields = (
            Field("noble", "Who?", lambda _: choosing),
            Field("at", "Where to?", lambda d: self._places(game, d["noble"]), reach="noble", places=True),
        )
        ships = [Choice(ship, game.catalog.ships[ship].name) for ship in self._keepable(game, seat)]
        keep = Offer(KeepShip, "Hold a ship where it is", (Field("ship", "Which ship?", lambda _: ships),))
        change = [Offer(ReturnHome, "Choose another home", fields)] if choosing else []
        return (Offer(Depart, "Go home as planned", ready=True), *change, *([keep] if ships else []))

    def _places(self, game: Kingmaker, noble: str) -> list[Choice]:
        price = "" if noble == sitting(game).host else "with a Free Move"
        seat, castles = game.noble(noble).faction, way_home.own_castles(game, noble)
        return [
            Choice(STAY, "Stays at Parliament", price)
            if at == STAY
            else place_menu.choice(game, seat, at, locations.label(game, at), home=castles)
            for at in self.destinations(game, noble)
        ]

    # ------------------------------------------------------------------ what is done

    def act(self, game: Kingmaker, seat: str, action: ReturnHome | KeepShip | Depart) -> None:
        """Change the plan, or make it final."""
        match action:
            case ReturnHome(noble, at):
                if noble not in self._nobles(game, seat):
                    raise Illegal("Choose one of your nobles at Parliament.", _rule(game))
                if at == STAY and not self._may_stay(game, noble):
                    reason = f"{names.card(game, noble)} can stay at Parliament only if you spend a Free Move."
                    raise Illegal(reason, "COV-7.4.4")
                legal = self.destinations(game, noble)
                if at not in legal or len(legal) < 2:
                    words = join_words(_say(game, one) for one in legal)
                    raise Illegal(f"{names.card(game, noble)} can go home {words}.", _rule(game))
                self.plan[noble] = at
            case KeepShip():
                if action.ship not in self._keepable(game, seat):
                    raise Illegal("Choose a ship of yours that would go home; each costs a Free Move.", "COV-7.4.4")
                self.kept = [*self.kept, action.ship]
            case Depart() if mode(game) == "secret":
                self.ready = [*self.ready, seat]
                game.emit("ready", f"{{{seat}}} has chosen the way home.", about=[seat], rule=_rule(game))
            case Depart():
                self._set_out(game, seat)

    def _set_out(self, game: Kingmaker, seat: str) -> None:
        """Let the nobles of a seat go home as planned, and spend the Free Moves that this needs.

        Where the seat no longer has them, nobles who were to stay go home as well, and then ships.
        """
        self.ready = [*self.ready, seat]
        while self._free_moves_left(game, seat) < 0:
            staying = [n for n in self._nobles(game, seat) if self.plan[n] == STAY and n != sitting(game).host]
            if staying:
                self.plan[staying[-1]] = self.destinations(game, staying[-1])[0]
            else:
                self.kept = [ship for ship in self.kept if cards.ship_master(game, ship) != seat]
        spent = self._free_moves_planned(game, seat)
        if spent:
            piles.spend(game, seat, "free_move", spent)
            text = f"{{{seat}}} spends {'a Free Move' if spent == 1 else f'{spent} Free Moves'}."
            game.emit("free_move", text, about=[seat], rule="COV-7.4.4")
        sitting(game).anchored += [ship for ship in self.kept if cards.ship_master(game, ship) == seat]
        for noble in self._nobles(game, seat):
            self._go_home(game, noble, self.plan[noble])

    def _go_home(self, game: Kingmaker, noble: str, at: Location) -> None:
        """Move a noble home; if there is no room by now, he stands in the open there."""
        if at == STAY:
            text = f"{forces.owned(game, noble)} stays at Parliament."
            game.emit("stay", text, about=[noble], track=[game.noble(noble).at], rule="COV-7.4.4")
            return
        person = game.noble(noble)
        before, place = person.at, locations.place_of(at)
        if (
            before != at
            and locations.kind(at) == "inside"
            and not sites.may_enter(game, place, person.faction, [noble])
        ):
            at = locations.open_in(game.catalog.places[place].square)
        forces.place_at(game, noble, at)
        if peace.binds(game):
            sitting(game).returned.append(noble)
        text = f"{forces.owned(game, noble)} goes home and stands {locations.say(game, at)}."
        game.emit("moved", text, about=[noble], track=[before, at], rule=_rule(game))


def _rule(game: Kingmaker) -> str:
    return RULES[mode(game)]


def _say(game: Kingmaker, at: Location) -> str:
    return "to stay at Parliament" if at == STAY else locations.say(game, at)
