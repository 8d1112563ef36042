"""The way home from Parliament (rules 5.7, option `return_from_parliament` = secret) [BASE-PAR-11]."""

from engine.core.actions import Action, Choice, Field, Offer, Request
from engine.core.errors import Illegal
from engine.core.steps import AnyStep, Step
from engine.kingmaker import forces, homes, locations, names, sites
from engine.kingmaker.game import Kingmaker
from engine.kingmaker.session import present, sitting

RULE = "BASE-PAR-11"


class ReturnHome(Action, frozen=True):
    """Say where a noble goes when Parliament is over; it may be changed until one departs."""

    noble: str
    at: str


class Depart(Action, frozen=True):
    """Let one's nobles go home as planned."""


class Homecoming(Step):
    """Every noble at Parliament goes home: destinations are given in secret and shown together (D63).

    `plan` maps nobles to locations; `ready` are the seats whose plan is final.
    """

    plan: dict[str, str] = {}
    ready: list[str] = []

    def proceed(self, game: Kingmaker) -> bool:
        """Begin with the defaults; when all are ready, everybody goes."""
        if not self.plan:
            for noble in self._nobles(game):
                self.plan[noble] = self.destinations(game, noble)[0]
        if self._waiting(game):
            return False
        game.pop(self)
        for noble in self._nobles(game):
            _go_home(game, noble, self.plan[noble])
        return True

    def _nobles(self, game: Kingmaker) -> list[str]:
        """The nobles at Parliament, in the order in which they set out."""
        session = sitting(game)
        order = game.clockwise(session.caller)
        return sorted(present(game, session), key=lambda noble: order.index(game.noble(noble).faction))

    def _waiting(self, game: Kingmaker) -> list[str]:
        """The seats that have a choice and are not ready."""
        choosing = {game.noble(n).faction for n in self._nobles(game) if len(self.destinations(game, n)) > 1}
        return [seat for seat in game.clockwise(sitting(game).caller) if seat in choosing and seat not in self.ready]

    def destinations(self, game: Kingmaker, noble: str) -> list[str]:
        """Where a noble may go beside what is planned for his comrades; the default comes first."""
        homes_ = [at for at in homes.home_places(game, noble) if self._has_room(game, noble, at)]
        return homes_ or _beside(game, noble)

    def _has_room(self, game: Kingmaker, noble: str, at: str) -> bool:
        if locations.kind(at) != "inside":
            return True
        seat = game.noble(noble).faction
        comrades = [n for n in forces.nobles_of(game, seat) if self.plan.get(n) == at and n != noble]
        return sites.may_enter(game, locations.name(at), seat, [noble, *comrades])

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask every seat with a choice at the same time."""
        return [
            Request(seat, "D63", self._prompt(game, seat), self._offers(game, seat), Depart, secret=True, together=True)
            for seat in self._waiting(game)
        ]

    def _prompt(self, game: Kingmaker, seat: str) -> str:
        theirs = [noble for noble in self._nobles(game) if game.noble(noble).faction == seat]
        words = "; ".join(f"{names.card(noble)} {locations.say(self.plan[noble])}" for noble in theirs)
        return f"Parliament is over, and your nobles go home: {words}. Is it well so?"

    def _offers(self, game: Kingmaker, seat: str) -> tuple[Offer, ...]:
        choosing = [
            Choice(noble, names.card(noble), locations.say(self.plan[noble]))
            for noble in self._nobles(game)
            if game.noble(noble).faction == seat and len(self.destinations(game, noble)) > 1
        ]
        fields = (
            Field("noble", "Who?", lambda _: choosing),
            Field("at", "Where to?", lambda d: self._places(game, d["noble"])),
        )
        return (Offer(Depart, "Go home as planned"), Offer(ReturnHome, "Choose another home", fields))

    def _places(self, game: Kingmaker, noble: str) -> list[Choice]:
        return [Choice(at, locations.label(at)) for at in self.destinations(game, noble)]

    def act(self, game: Kingmaker, seat: str, action: ReturnHome | Depart) -> None:
        """Change the plan, or make it final."""
        if isinstance(action, Depart):
            self.ready = [*self.ready, seat]
            game.emit("ready", f"{{{seat}}} has chosen the way home.", about=[seat], rule=RULE)
            return
        if action.noble not in self._nobles(game) or game.noble(action.noble).faction != seat:
            raise Illegal("Choose one of your nobles at Parliament.", RULE)
        legal = self.destinations(game, action.noble)
        if action.at not in legal or len(legal) < 2:
            words = names.listed(locations.say(at) for at in legal)
            raise Illegal(f"{names.card(action.noble)} can go home {words}.", RULE)
        self.plan[action.noble] = action.at


def _beside(game: Kingmaker, noble: str) -> list[str]:
    """In the open beside his home castles, where no room is left inside; else where he is."""
    squares = [game.book.places[castle].square for castle in game.book.noble(noble).castles]
    return list(dict.fromkeys(locations.open_in(square) for square in squares)) or [game.noble(noble).at]


def _go_home(game: Kingmaker, noble: str, at: str) -> None:
    """Move a noble home; if there is no room by now, he stands in the open there."""
    person = game.noble(noble)
    before, place = person.at, locations.name(at)
    if before != at and locations.kind(at) == "inside" and not sites.may_enter(game, place, person.faction, [noble]):
        at = locations.open_in(game.book.places[place].square)
    forces.place_at(game, noble, at)
    text = f"{forces.words(game, [noble])} of {{{person.faction}}} goes home and stands {locations.say(at)}."
    game.emit("moved", text, about=[noble], track=[before, at], rule=RULE)


STEPS: tuple[type[AnyStep], ...] = (Homecoming,)
ACTIONS: tuple[type[Action], ...] = (ReturnHome, Depart)
