"""A sally out of the gates and back (rules 4.7.9): who marches out, and where those who live end up."""

from collections.abc import Sequence

from engine.core.actions import Action, Choice, Field, Offer, Request, distinct
from engine.core.errors import Illegal
from engine.kingmaker.board import locations, names, sieges
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location, PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import garrison
from engine.kingmaker.board.steps import KingmakerStep


def march_out(game: Kingmaker, attackers: Sequence[str], sallied: Sequence[str], at: Location) -> None:
    """Bring those who sally into the open, as one force with their own relief and apart from others."""
    for seat in sorted({game.noble(noble).faction for noble in sallied}):
        there = forces.nobles_at(game, at, seat)
        apart = max((game.noble(noble).force for noble in there), default=-1) + 1
        for noble in [noble for noble in attackers if game.noble(noble).faction == seat]:
            forces.place_at(game, noble, at)
            game.noble(noble).force = apart


def undecided(game: Kingmaker, sallied: Sequence[str], site: PlaceId, at: Location) -> None:
    """After an undecided sally: back inside, or as they like with option `siege_rule` [BASE-SGE-8, COV-6.4.3]."""
    match game.option("siege_rule"):
        case "covault":
            ask_where_to_end(game, sallied, site, at)
        case _:
            back_inside(game, sallied, site)


def back_inside(game: Kingmaker, sallied: Sequence[str], site: PlaceId) -> None:
    """After an undecided sally its survivors are inside again and the siege goes on [BASE-SGE-8]."""
    survivors = forces.living(game, sallied)
    for noble in survivors:
        forces.place_at(game, noble, locations.inside(site))
    if survivors:
        who = f"{names.cards(game, survivors)} {'goes' if len(survivors) == 1 else 'go'} back inside"
        text = f"{who}, and the siege of {names.castle(game, site)} continues."
        game.emit("back_inside", text, about=survivors, rule="BASE-SGE-8")


def ask_where_to_end(game: Kingmaker, sallied: Sequence[str], site: PlaceId, at: Location) -> None:
    """Ask the players of those who sallied, and are no captives, where they end (D38)."""
    free = [noble for noble in forces.living(game, sallied) if not game.noble(noble).captor]
    for seat in sorted({game.noble(noble).faction for noble in free}):
        game.push(AfterSally(seat, site, at, [noble for noble in free if game.noble(noble).faction == seat]))


class EndInside(Action, frozen=True):
    """After a victorious sally: these nobles go back inside, the others stay in the open."""

    nobles: list[str]


class AfterSally(KingmakerStep):
    """The player of those who sallied says who ends inside and who in the open, where they may choose (rules 4.7.9)."""

    seat: str
    """The player."""

    site: PlaceId
    """The place from which they have sallied."""

    at: Location
    """The location in the open where they have fought."""

    nobles: list[str]
    """Those who sallied."""

    def proceed(self, game: Kingmaker) -> bool:
        """Drop the question when nobody who sallied stands there any more."""
        if self._there(game):
            return False
        game.pop(self)
        return True

    def _there(self, game: Kingmaker) -> list[str]:
        there = forces.nobles_at(game, self.at, self.seat)
        return [noble for noble in self.nobles if noble in there]

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the player of those who sallied."""
        able = self._there(game)
        siege = "continues" if self.site in game.state.sieges else "is raised"
        prompt = (
            f"The siege of {names.castle(game, self.site)} {siege}. Who goes back inside? The others stay in the open."
        )
        field = Field(
            "nobles",
            "Who goes inside?",
            lambda d: [Choice(n, names.card(game, n)) for n in able if n not in d.get("nobles", [])],
            many=True,
            least=0,
        )
        offer = Offer(EndInside, "Say who goes inside", (field,))
        return [Request(self.seat, "D38", prompt, (offer,), lambda: EndInside(able))]

    def act(self, game: Kingmaker, seat: str, action: EndInside) -> None:
        """Put the chosen ones inside."""
        able = self._there(game)
        rule = sieges.cite(game, "BASE-SGE-8", "COV-6.4.3")
        if not set(action.nobles) <= set(able) or not distinct(action.nobles):
            raise Illegal("Name the nobles who go back inside, each once.", rule)
        game.pop(self)
        for noble in action.nobles:
            forces.place_at(game, noble, locations.inside(self.site))
        if action.nobles:
            verb = "goes" if len(action.nobles) == 1 else "go"
            text = f"{names.cards(game, action.nobles)} {verb} back inside {names.castle(game, self.site)}."
            game.emit("back_inside", text, about=action.nobles, rule=rule)
        if self.site in game.state.sieges:
            garrison.stay_out(game, [noble for noble in able if noble not in action.nobles], self.site)
