"""The Event phase (rules 2.1, 3): one card is turned, and binds everybody."""

from collections.abc import Callable

from engine.core.chapter import Chapter
from engine.kingmaker.board import names, royal_death
from engine.kingmaker.board.cards import piles
from engine.kingmaker.board.catalog import EventCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.people import forces, succession
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.events import (
    calamities,
    catastrophe,
    commission,
    embassy,
    french_siege,
    hospitality,
    landfall,
    leave_taking,
    piracy,
    storms,
    summons,
    treachery,
    vacillation,
)
from engine.kingmaker.parliament import must_meet
from engine.kingmaker.ships import disembarking, wrecks

Resolver = Callable[[Kingmaker, EventCard], None]


class EventPhase(KingmakerStep):
    """The active seat turns an event card; it is kept, or carried out and discarded [BASE-EVT-1, BASE-EVT-18]."""

    event_card: str = ""
    """The card that has been turned, as long as it lies on the table; "" for none."""

    over: bool = False
    """Whether it has been carried out, and is to be put away."""

    def locks(self, game: Kingmaker) -> bool:
        """Close the any-time actions while an event is carried out (option `event_lock`) [BASE-CRN-2, COV-5.14]."""
        return bool(game.option("event_lock"))

    def proceed(self, game: Kingmaker) -> bool:
        """Turn the card and do as it says; when that is done, put it away."""
        if self.over:
            if self.event_card:
                piles.discard_event(game, self.event_card)
                piles.after_draw(game, self.event_card)
            self.event_card = ""
            game.pop(self)
            return True
        self.over = True
        self.event_card = piles.draw_event(game, "the Event phase")
        card = game.catalog.events[self.event_card]
        if game.includes("retained_events", card.kind):
            self._keep(game)
        elif card.kind in LAYS_ITSELF:
            self.event_card = ""
            LAYS_ITSELF[card.kind](game, card)
        else:
            RESOLVE[card.kind](game, card)
        return True

    def _keep(self, game: Kingmaker) -> None:
        game.faction(game.active).retained.append(self.event_card)
        kind = game.catalog.events[self.event_card].kind
        text = f"{{{game.active}}} keeps the card “{names.event(game, self.event_card)}”{SERVES.get(kind, '')}."
        rule = KEPT_BY.get(kind, "BASE-EVT-13")
        game.emit("kept", text, about=[self.event_card], rule=rule)
        self.event_card = ""


def chancellor_may_call(game: Kingmaker, _: EventCard) -> None:
    """Let the drawer call Parliament in this turn, if he has the Chancellor and there is no sole King [BASE-EVT-15]."""
    rule, noble = "BASE-EVT-15", forces.holder(game, forces.CHANCELLOR)
    chancellors = game.noble(noble).faction if noble and not game.noble(noble).captor else ""
    if succession.sole_king(game):
        game.emit("no_effect", "Nothing happens: there is a sole King.", rule=rule)
    elif chancellors != game.active:
        game.emit("no_effect", f"{{{game.active}}} does not control the Chancellor, so nothing happens.", rule=rule)
    else:
        game.state.turn.chancellor_may_call = True
        game.emit("may_call", f"{{{game.active}}} may call Parliament in this turn.", rule=rule)


def must_call(game: Kingmaker, _: EventCard) -> None:
    """Have a Parliament held in this turn, if there is no sole King [BASE-EVT-16, COV-7.1.13]."""
    must_meet.summon(game)


def not_kept(game: Kingmaker, card: EventCard) -> None:
    """Discard a card that is useful only when kept, at a table where it is not kept (rules 3.9)."""
    game.emit("no_effect", f"{card.title} cannot be kept at this table and is discarded.", rule="BASE-EVT-18")


KEPT_BY = {"refuge": "WBC-R04.1", "chancellor_may_call": "COV-7.1.2"}
"""The rules by which kinds of card are kept, other than Writs and Free Moves."""

SERVES = {
    "chancellor_may_call": (
        ": with it and a Writ, the Chancellor's player may call Parliament while there is no sole King"
    )
}
"""What a kept card is good for that serves only a player who has something else."""

RESOLVE: dict[str, Resolver] = {
    "raid": summons.raid,
    "piracy": summons.raid,
    "mercenaries_go_home": calamities.mercenaries_go_home,
    "plague": calamities.plague,
    "storms_at_sea": storms.storms,
    "embassy": embassy.embassy,
    "chancellor_may_call": chancellor_may_call,
    "must_call": must_call,
    "french_siege": french_siege.french_siege,
    "vacillating_allegiance": vacillation.waver,
    "gales_at_sea": wrecks.gales,
    "treachery": treachery.treachery,
    "writ": not_kept,
    "free_move": not_kept,
    "refuge": not_kept,
}
"""The handlers of event cards that are not kept, by kind (rules 3.1)."""

LAYS_ITSELF: dict[str, Resolver] = {"catastrophe": catastrophe.begin, "royal_death": royal_death.royal_death}
"""Kinds that do not go to the discard after their effect: they stay in force, are set aside or leave the game."""


CHAPTER = Chapter(
    steps=(
        *(EventPhase, french_siege.FrenchSiege, summons.Summons, summons.Entrusted, piracy.CalledShips),
        *(storms.Storm, landfall.Landfall),
        *(hospitality.Reception, embassy.Embassy, treachery.Treachery),
        *(leave_taking.LeaveTaking, leave_taking.AskedFor),
    ),
    actions=(
        *(summons.StayWith, summons.GoAlong, summons.EntrustHeir, summons.TakeHeir, commission.Commission),
        summons.EndInside,
        *(piracy.SendShips, disembarking.Shelter, hospitality.Welcome, hospitality.TurnAway),
        *(embassy.Travel, treachery.PickCards, leave_taking.AskForHeir, leave_taking.PartWithHeir),
    ),
)
