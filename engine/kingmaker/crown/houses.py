"""Heirs of both houses in one hand (rules 6.7, option `opposing_heirs_limit_turns`) [COV-8.7.6]."""

from engine.core.actions import Action, Choice, Field, Offer, Request
from engine.core.errors import Illegal
from engine.core.text import counted, join_words
from engine.kingmaker.board import deaths, locations, names
from engine.kingmaker.board.catalog import HOUSES, House
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.steps import KingmakerStep


def limit(game: Kingmaker) -> int | None:
    """Return the number of full turns a faction may hold heirs of both houses; None without a limit."""
    turns = game.option("opposing_heirs_limit_turns")
    return turns if isinstance(turns, int) else None


def heirs_of_house(game: Kingmaker, seat: str, house: House) -> list[str]:
    """Return a seat's heirs of a house, without Beaufort, who can be neither given nor killed (RULING 112)."""
    own = [heir for noble in forces.nobles_of(game, seat) for heir in forces.heirs_of(game, noble)]
    return [heir for heir in own if game.heir(heir).house == house and heir in game.catalog.royals]


WAYS = "give its heirs away, kill them, or leave them where they are, without a protector"
"""How a player parts with the heirs of a house."""


def note_houses(game: Kingmaker) -> None:
    """Record the houses whose heirs each faction holds, in the order in which it got them."""
    turns = limit(game)
    if turns is None:
        return
    nobles, royals = game.state.nobles, game.catalog.royals
    holders: dict[str, set[House]] = {}
    for heir, royal in game.state.heirs.items():
        person = nobles.get(royal.noble) if royal.noble and royal.alive and heir in royals else None
        if person and not person.captor:
            holders.setdefault(person.faction, set()).add(royal.house)
    for seat, faction in game.state.factions.items():
        held, before = holders.get(seat, set()), faction.houses
        if held != set(before):
            faction.houses = [h for h in before if h in held] + [h for h in HOUSES if h in held and h not in before]
        if len(held) > 1 and len(before) < 2:
            left = turns - faction.mixed_turns
            if left > 0:
                then = f"and may keep both for {counted(left, 'full turn')}. Then they must part with one house"
            else:
                then = f"and must part with one house when {{{seat}}}'s next turn begins"
            text = f"{{{seat}}} holds heirs of both houses {then}: {WAYS}."
            game.emit("both_houses", text, about=[seat], rule="COV-8.7.6")


def begin_turn(game: Kingmaker) -> None:
    """Count the turns that a seat begins with heirs of both houses; beyond the limit it gives up those of one house.

    Only a turn that begins with heirs of one house ends the count (RULING 169).
    """
    faction, turns = game.faction(game.active), limit(game)
    if turns is None:
        return
    if len(faction.houses) < 2:
        faction.mixed_turns = 0
        return
    faction.mixed_turns += 1
    if faction.mixed_turns > turns:
        game.push(GivingUpHouse(game.active))


class GiveUp(Action, frozen=True):
    """Leave the heirs of a house without a protector where they stand."""

    house: House


class GivingUpHouse(KingmakerStep, tag="parting"):
    """A seat has held heirs of both houses for too long and parts with those of one (D85) [COV-8.7.6].

    Before it answers it may also kill heirs, or trade them away.
    """

    seat: str

    def proceed(self, game: Kingmaker) -> bool:
        """End the step once the seat has heirs of one house only."""
        if len(game.faction(self.seat).houses) > 1:
            return False
        game.pop(self)
        return True

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask which house's heirs to give up."""
        turns = counted(limit(game) or 0, "full turn")
        prompt = f"You have held heirs of both houses for {turns} and must part with one house: {WAYS}."
        heirs = {house: heirs_of_house(game, self.seat, house) for house in game.faction(self.seat).houses}
        named = {house: join_words(names.heir(game, heir) for heir in own) for house, own in heirs.items()}
        houses = [Choice(house, house.title(), named[house]) for house in heirs]
        offer = Offer(
            GiveUp, "Leave the heirs of one house", (Field("house", "Which house's heirs?", lambda _: houses),)
        )

        def default() -> GiveUp:
            """Give up the house with fewer heirs; among equals the one acquired later (RULING 35)."""
            return GiveUp(min(reversed(heirs), key=lambda house: len(heirs[house])))

        return [Request(self.seat, "D85", prompt, (offer,), default)]

    def act(self, game: Kingmaker, seat: str, action: GiveUp) -> None:
        """Leave the heirs of one house."""
        if action.house not in (houses := game.faction(seat).houses):
            held = " or ".join(house.title() for house in houses)
            raise Illegal(f"You hold no heirs of that house; name {held}.", "COV-8.7.6")
        for heir in heirs_of_house(game, seat, action.house):
            leave(game, heir, "COV-8.7.6")


def leave(game: Kingmaker, heir: str, rule: str) -> None:
    """Leave an heir uncontrolled where he stands; in port he goes ashore, at sea he dies."""
    royal = game.heir(heir)
    royal.noble = ""
    if locations.kind(royal.at) == "aboard":
        where = game.ship(locations.name(royal.at)).at
        if locations.kind(where) == "sea":
            deaths.kill_heir(game, heir, "left alone at sea", rule)
            return
        royal.at = locations.open_in(locations.square_of(where))
    text = f"{names.heir(game, heir)} is left without a protector {locations.say(game, royal.at)}."
    game.emit("heir_left", text, about=[heir], track=[royal.at], rule=rule)
